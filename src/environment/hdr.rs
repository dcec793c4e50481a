//! Radiance pictures (`.hdr`).
//!
//! Source: Ward, "Real Pixels" (Graphics Gems II, 1991), and the description of the picture format that comes with
//! Radiance: a header of lines, a resolution line, then rows of shared-exponent pixels, plain or run-length coded in the
//! old or the new way.

use glam::Vec3;

use super::{EnvironmentError, Reducer, check_size};
use crate::model::Issue;
use crate::work::Work;

/// Longer lines are no header.
const LONGEST_LINE: usize = 4096;

/// What is left to read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Issue> {
        if count > self.0.len() {
            return Err(Issue::error("environment-cut-off", ""));
        }
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        Ok(taken)
    }

    fn four(&mut self) -> Result<[u8; 4], Issue> {
        let taken = self.take(4)?;
        Ok([taken[0], taken[1], taken[2], taken[3]])
    }

    fn line(&mut self) -> Result<&'a str, Issue> {
        let end = self.0.iter().take(LONGEST_LINE).position(|b| *b == b'\n');
        let Some(end) = end else {
            return Err(if self.0.len() < LONGEST_LINE {
                Issue::error("environment-cut-off", "")
            } else {
                broken("the header")
            });
        };
        let line = self.take(end + 1)?;
        // What is not text is no word that is looked for.
        Ok(std::str::from_utf8(&line[..end])
            .unwrap_or("")
            .trim_end_matches('\r'))
    }
}

fn broken(part: &str) -> Issue {
    Issue::error("environment-broken", "").with("part", part)
}

struct Header {
    size_px: [u32; 2],
    /// Rows run from the bottom.
    bottom_first: bool,
    /// Columns run from the right.
    right_first: bool,
    /// Pixels times this are radiance.
    scale: f32,
}

fn header(bytes: &mut Bytes<'_>, most_memory: u64) -> Result<Header, Issue> {
    let mut exposure = 1.0_f32;
    loop {
        let line = bytes.line()?;
        if line.is_empty() {
            break;
        }
        if let Some(format) = line.strip_prefix("FORMAT=")
            && format.trim() != "32-bit_rle_rgbe"
        {
            return Err(Issue::error("environment-colours", "").with("format", format.trim()));
        }
        // Several multiply.
        if let Some(value) = line.strip_prefix("EXPOSURE=") {
            let value: f32 = value.trim().parse().unwrap_or(1.0);
            if value.is_finite() && value > 0.0 {
                exposure *= value;
            }
        }
    }
    let line = bytes.line()?;
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [y, height, x, width] = words[..] else {
        return Err(broken("the resolution"));
    };
    let [bottom_first, right_first] = match (y, x) {
        ("-Y", "+X") => [false, false],
        ("+Y", "+X") => [true, false],
        ("-Y", "-X") => [false, true],
        ("+Y", "-X") => [true, true],
        // On its side.
        _ => return Err(broken("the resolution")),
    };
    let side = |word: &str| word.parse::<u64>().map_err(|_| broken("the resolution"));
    let scale = exposure.recip();
    Ok(Header {
        size_px: check_size([side(width)?, side(height)?], most_memory)?,
        bottom_first,
        right_first,
        scale: if scale.is_finite() { scale } else { 1.0 },
    })
}

/// Reads a picture that begins with `#?`.
pub(super) fn read(bytes: &[u8], most_memory: u64, work: &Work) -> Result<Reducer, EnvironmentError> {
    let mut bytes = Bytes(bytes);
    let header = header(&mut bytes, most_memory)?;
    let [width, height] = header.size_px;
    // A row is at least its four bytes, coded; a count of rows that the file cannot hold is not tried.
    if (bytes.0.len() as u64) < u64::from(height) {
        return Err(Issue::error("environment-cut-off", "").into());
    }
    let mut reducer = Reducer::new(header.size_px);
    let mut row = vec![[0_u8; 4]; width as usize];
    work.progress.start(height.into());
    for k in 0..height {
        read_row(&mut bytes, &mut row)?;
        let y = if header.bottom_first { height - 1 - k } else { k };
        for (k, pixel) in row.iter().enumerate() {
            let x = if header.right_first {
                width - 1 - k as u32
            } else {
                k as u32
            };
            reducer.add(x, y, radiance(*pixel) * header.scale);
        }
        if k % 32 == 0 {
            work.cancel.check()?;
        }
        work.progress.add(1);
    }
    Ok(reducer)
}

/// A colour with one exponent for all.
fn radiance([r, g, b, e]: [u8; 4]) -> Vec3 {
    if e == 0 {
        return Vec3::ZERO;
    }
    let scale = 2_f64.powi(i32::from(e) - 136);
    let channel = |c: u8| (f64::from(c) * scale) as f32;
    Vec3::new(channel(r), channel(g), channel(b))
}

fn read_row(bytes: &mut Bytes<'_>, row: &mut [[u8; 4]]) -> Result<(), Issue> {
    let first = bytes.four()?;
    let coded = first[0] == 2 && first[1] == 2 && first[2] < 128 && (8..32_768).contains(&row.len());
    if coded {
        if usize::from(first[2]) << 8 | usize::from(first[3]) != row.len() {
            return Err(broken("a row"));
        }
        return read_channels(bytes, row);
    }
    // Plain pixels, among which (1, 1, 1, n) says that the one before comes n times more; such marks in a row count on.
    let mut next = Some(first);
    let (mut at, mut shift) = (0, 0);
    while at < row.len() {
        let pixel = match next.take() {
            Some(pixel) => pixel,
            None => bytes.four()?,
        };
        if pixel[..3] == [1, 1, 1] {
            let count = if shift < 24 {
                usize::from(pixel[3]) << shift
            } else {
                0
            };
            if at == 0 || count > row.len() - at {
                return Err(broken("a row"));
            }
            let last = row[at - 1];
            row[at..at + count].fill(last);
            at += count;
            shift += 8;
        } else {
            row[at] = pixel;
            at += 1;
            shift = 0;
        }
    }
    Ok(())
}

/// One channel after the other, each in runs.
fn read_channels(bytes: &mut Bytes<'_>, row: &mut [[u8; 4]]) -> Result<(), Issue> {
    for channel in 0..4 {
        let mut at = 0;
        while at < row.len() {
            let count = usize::from(bytes.take(1)?[0]);
            let is_run = count > 128;
            let count = if is_run { count - 128 } else { count };
            if count == 0 || count > row.len() - at {
                return Err(broken("a row"));
            }
            let values = bytes.take(if is_run { 1 } else { count })?;
            for (k, pixel) in row[at..at + count].iter_mut().enumerate() {
                pixel[channel] = values[if is_run { 0 } else { k }];
            }
            at += count;
        }
    }
    Ok(())
}
