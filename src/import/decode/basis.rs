//! Pictures of KHR_texture_basisu: a KTX2 file, checked and kept as it is. What the device reads is made of it when that
//! is known ([`Basis::transcode`]).
//!
//! Source: KTX File Format 2.0; Khronos Data Format 1.3 (colour models). Everything by which the transcoder sizes or
//! places anything is checked here first: it trusts its input in places.

use super::super::Budget;
use crate::model::{Basis, Issue};

const MAGIC: [u8; 12] = [
    0xAB, b'K', b'T', b'X', b' ', b'2', b'0', 0xBB, b'\r', b'\n', 0x1A, b'\n',
];
/// Bytes in front of the level index, of an entry of it, and of a block of UASTC.
const HEADER: usize = 80;
const ENTRY: usize = 24;
const BLOCK: u64 = 16;
/// Colour models.
const ETC1S: u32 = 163;
const UASTC: u32 = 166;
/// Ways in which levels are compressed once more.
const PLAIN: u32 = 0;
const BASIS_LZ: u32 = 1;
const ZSTANDARD: u32 = 2;
/// More levels has no texture of a graphics device.
const MOST_LEVELS: u32 = 16;

/// Checks a KTX2 file and keeps it. Asks for the room that its pixels take as RGBA, which a device may need.
pub fn decode(bytes: &[u8], budget: &Budget, pointer: &str) -> Result<Basis, Issue> {
    let broken = |fault: Fault| match fault {
        Broken(reason) => super::picture_broken("KTX2", reason, pointer),
        Other(what) => Issue::warning("image-ktx2-unsupported", pointer).with("what", what),
    };
    let file = File::read(bytes).map_err(broken)?;
    if !cfg!(feature = "basis") {
        return Err(Issue::warning("image-no-transcoder", pointer));
    }
    let too_large = || super::picture_too_large(file.width, file.height, budget, pointer);
    let pixels = u64::from(file.width) * u64::from(file.height);
    // All levels together take a third more than the first.
    let room = usize::try_from(pixels.div_ceil(3)).map_err(|_| too_large())?;
    budget.ask(room, 4 * 4, pointer).map_err(|_| too_large())?;
    let checked = file
        .check_levels(bytes)
        .and_then(|()| open(bytes))
        .map_err(broken);
    let kept = checked.and_then(|()| budget.ask(bytes.len(), 1, pointer).map_err(|_| too_large()));
    if let Err(issue) = kept {
        budget.give_back(room, 4 * 4);
        return Err(issue);
    }
    let copy = bytes.to_vec().into();
    Ok(Basis::of_checked(copy, file.width, file.height, file.levels))
}

enum Fault {
    Broken(&'static str),
    /// It may be a good file, of a kind that the extension does not allow.
    Other(&'static str),
}

use Fault::{Broken, Other};

struct File {
    width: u32,
    height: u32,
    levels: u32,
    model: u32,
    scheme: u32,
    /// Codebooks of ETC1S.
    global: std::ops::Range<usize>,
}

impl File {
    fn read(bytes: &[u8]) -> Result<Self, Fault> {
        if bytes.get(..12) != Some(&MAGIC[..]) {
            return Err(Other("version"));
        }
        let word = |at: usize| u32_at(bytes, at).ok_or(Broken("its header is cut"));
        let [
            format,
            type_size,
            width,
            height,
            depth,
            layers,
            faces,
            levels,
            scheme,
        ] = word_array(bytes, 12).ok_or(Broken("its header is cut"))?;
        let part = |at: usize, wide: bool| {
            let size = if wide { 8 } else { 4 };
            let number = |at| number_at(bytes, at, size).ok_or(Broken("its header is cut"));
            within(bytes, number(at)?, number(at + size)?).ok_or(Broken("a part lies outside of it"))
        };
        let descriptor = part(48, false)?;
        part(56, false)?;
        let global = part(64, true)?;
        let model = word(descriptor.start + 12)? & 0xFF;
        match (format, model) {
            (0, ETC1S | UASTC) => {}
            _ => return Err(Other("codec")),
        }
        if descriptor.len() < 44 || type_size != 1 {
            return Err(Broken("its descriptor is none"));
        }
        if depth != 0 || layers > 1 || faces != 1 || width == 0 || height == 0 {
            return Err(Other("shape"));
        }
        let most = (width.max(height).ilog2() + 1).min(MOST_LEVELS);
        if !(1..=most).contains(&levels) {
            return Err(Broken("its number of levels is wrong"));
        }
        if !matches!((model, scheme), (ETC1S, BASIS_LZ) | (UASTC, PLAIN | ZSTANDARD)) {
            return Err(Other("compression"));
        }
        Ok(Self {
            width,
            height,
            levels,
            model,
            scheme,
            global,
        })
    }

    /// Every level lies in the file and is as large as its pixels need.
    fn check_levels(&self, bytes: &[u8]) -> Result<(), Fault> {
        for level in 0..self.levels {
            let at = HEADER + ENTRY * level as usize;
            let entry = |k: usize| number_at(bytes, at + 8 * k, 8).ok_or(Broken("its level index is cut"));
            let (start, length, plain) = (entry(0)?, entry(1)?, entry(2)?);
            let range = within(bytes, start, length).ok_or(Broken("a level lies outside of it"))?;
            let blocks = |side: u32| u64::from((side >> level).max(1).div_ceil(4));
            let right = blocks(self.width) * blocks(self.height) * BLOCK;
            let good = match self.scheme {
                PLAIN => length == right && plain == right,
                ZSTANDARD => plain == right,
                _ => plain == 0 && self.slices_fit(bytes, level, range.len()),
            };
            if !good {
                return Err(Broken("a level has the wrong size"));
            }
        }
        if self.model == ETC1S && !self.codebooks_fit(bytes) {
            return Err(Broken("its codebooks have the wrong size"));
        }
        Ok(())
    }

    /// The one or two slices of a level of ETC1S lie in it.
    fn slices_fit(&self, bytes: &[u8], level: u32, length: usize) -> bool {
        let global = &bytes[self.global.clone()];
        let Some([_, color, color_length, alpha, alpha_length]) =
            word_array(global, 20 + 20 * level as usize)
        else {
            return false;
        };
        let fits = |start: u32, count: u32| u64::from(start) + u64::from(count) <= length as u64;
        fits(color, color_length) && fits(alpha, alpha_length)
    }

    /// Endpoints, selectors and tables fill what is left of the global data.
    fn codebooks_fit(&self, bytes: &[u8]) -> bool {
        let global = &bytes[self.global.clone()];
        let Some([_, endpoints, selectors, tables, more]) = word_array(global, 0) else {
            return false;
        };
        let parts: u64 = [endpoints, selectors, tables, more].map(u64::from).iter().sum();
        parts + 20 + 20 * u64::from(self.levels) <= global.len() as u64
    }
}

/// Also its codebooks are good; what they cost is bounded by their 16-bit counts.
#[cfg(feature = "basis")]
fn open(bytes: &[u8]) -> Result<(), Fault> {
    let opened = basisu::Transcoder::new(bytes).map_err(|_| Broken("its codebooks cannot be read"))?;
    if opened.is_video() {
        Err(Other("shape"))
    } else {
        Ok(())
    }
}

#[cfg(not(feature = "basis"))]
fn open(_: &[u8]) -> Result<(), Fault> {
    Ok(())
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn word_array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u32; N]> {
    let words = bytes.get(at..)?.get(..4 * N)?;
    let mut out = [0; N];
    for (word, four) in out.iter_mut().zip(words.as_chunks().0) {
        *word = u32::from_le_bytes(*four);
    }
    Some(out)
}

/// A number of 4 or 8 bytes.
fn number_at(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let bytes = bytes.get(at..)?.get(..size)?;
    Some(
        bytes
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | u64::from(byte)),
    )
}

fn within(bytes: &[u8], start: u64, length: u64) -> Option<std::ops::Range<usize>> {
    let end = start
        .checked_add(length)
        .filter(|&end| end <= bytes.len() as u64)?;
    Some(start as usize..end as usize)
}

#[cfg(all(test, feature = "basis"))]
#[path = "basis_tests.rs"]
mod tests;
