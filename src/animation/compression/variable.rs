//! Variable bit rates: every row of a clip, each number in as many bits as it needs in its segment.
//!
//! A segment is a run of rows. In it each moving track has a step (a power of the cube root of two), a least value, and
//! for each of its three numbers a width of 0 to 19 bits; a number is `least + code * step`. Steps are absolute: a
//! component that hardly moves takes hardly a bit. Of a rotation the component that stays farthest from zero is left out.
//! Rows are packed bit by bit, all tracks of a row together: a pose touches two neighbouring rows, wherever it is.
//!
//! Bits are spent where they are needed: the encoder starts with as much error for every joint and makes track by track
//! coarser as long as the measured error of all that hangs on it stays within the tolerance. After ACL (Nicholas Frechette,
//! `includes/acl/compression`), which has the segments, ranges and the error along the chain; absolute steps, widths by
//! component and joints coded against their decoded ancestors are our own.

use super::super::clip::{Clip, Interpolation, Keys, Target, Track};
use super::super::pose::Pose;
use super::super::{JointId, Skeleton};
use super::bytes::{PackedError, Reader, Times, Writer};
use super::measure::settle;
use super::packed::{PackedOptions, other, put, read_other, rest_value, target_of, write_other};
use super::quantise::{RotationFormat, smallest_three};
use super::reach::Reach;
use super::thin::{joint_part, quat};
use crate::math::slerp;
use crate::work::{Cancelled, Work};

mod encode;

/// A clip as bytes, and what is needed to play it from any time.
#[derive(Debug, Clone)]
pub struct VariableClip {
    bytes: Vec<u8>,
    times: Times,
    /// Tracks that do not move by rows.
    others: Vec<(Target, Keys)>,
    still: Vec<(Target, [f32; 4])>,
    moving: Vec<Moving>,
    /// Where each segment begins in `bytes`, and the bits of one of its rows.
    segments: Vec<(usize, usize)>,
    segment_rows: usize,
    /// All tracks in the order of the clip.
    order: Vec<Target>,
}

/// A track that is in the rows.
#[derive(Debug, Clone, PartialEq)]
struct Moving {
    target: Target,
    step: bool,
    /// Of translations and scales; rotations lie between -2 and 2.
    span: Span,
}

/// Where least values may lie: 65535 places from `least` on, and what a step is measured by.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Span {
    least: [f32; 3],
    extent: f32,
}

impl Span {
    const ROTATION: Self = Self {
        least: [-1.0; 3],
        extent: 2.0,
    };

    fn place(&self, component: usize, place: u16) -> f32 {
        self.least[component] + f32::from(place) * (self.extent / 65536.0)
    }
}

/// Steps are `extent * 2^(-n/3)`.
const CUBE_ROOTS: [f32; 3] = [1.0, 0.793_700_5, 0.629_960_5];
/// The finest.
const FINEST: u8 = 63;
/// Bits of a number at most: three of them and seven bits of a byte before them fit in eight bytes.
const WIDEST: u32 = 19;
/// Bytes of a track's part in the head of a segment.
const HEAD: usize = 9;

fn step_size(extent: f32, code: u8) -> f32 {
    let octaves = u32::from(code / 3);
    // Exact: a power of two.
    let power = f32::from_bits((127 - octaves) << 23);
    extent * power * CUBE_ROOTS[usize::from(code % 3)]
}

/// How a track's numbers lie in a segment.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Head {
    /// Of a rotation: which component is left out.
    missing: u8,
    step: u8,
    widths: [u8; 3],
    least: [u16; 3],
}

impl Head {
    fn bits(&self) -> usize {
        self.widths.iter().map(|w| usize::from(*w)).sum()
    }

    fn write(&self, to: &mut Writer) {
        to.byte(self.step | self.missing << 6);
        let [a, b, c] = self.widths.map(u64::from);
        to.low(a | b << 5 | c << 10, 2);
        self.least.iter().for_each(|l| to.low(u64::from(*l), 2));
    }

    #[inline]
    fn of(bytes: &[u8; HEAD]) -> Self {
        let word = |k: usize| u16::from_le_bytes([bytes[k], bytes[k + 1]]);
        let widths = word(1);
        Self {
            missing: bytes[0] >> 6,
            step: bytes[0] & 63,
            widths: [widths & 31, widths >> 5 & 31, widths >> 10 & 31].map(|w| w as u8),
            least: [word(3), word(5), word(7)],
        }
    }

    /// The three numbers behind their codes.
    #[inline]
    fn decode(&self, span: &Span, codes: [u32; 3]) -> [f32; 3] {
        let step = step_size(span.extent, self.step);
        std::array::from_fn(|k| span.place(k, self.least[k]) + codes[k] as f32 * step)
    }

    #[inline]
    fn value(&self, span: &Span, is_rotation: bool, codes: [u32; 3]) -> [f32; 4] {
        let three = self.decode(span, codes);
        if is_rotation {
            smallest_three((usize::from(self.missing), three)).to_array()
        } else {
            [three[0], three[1], three[2], 0.0]
        }
    }
}

const KIND_REST: u8 = 0;
const KIND_STILL: u8 = 1;
const KIND_MOVING: u8 = 2;
const KIND_STEP: u8 = 3;
const PATH_OTHER: u8 = 3;

impl VariableClip {
    /// Codes a clip within the tolerances of `reach`.
    pub fn new(skeleton: &Skeleton, clip: &Clip, reach: &Reach, work: &Work) -> Result<Self, Cancelled> {
        let make =
            |reach: &Reach, fineness: u32, work: &Work| Self::once(skeleton, clip, reach, fineness, work);
        settle(skeleton, clip, reach, work, make, Self::sample)
    }

    fn once(
        skeleton: &Skeleton,
        clip: &Clip,
        reach: &Reach,
        fineness: u32,
        work: &Work,
    ) -> Result<Self, Cancelled> {
        let bytes = encode::encode(skeleton, clip, reach, fineness, work)?;
        Ok(Self::from_bytes(bytes).expect("what was just written can be read"))
    }

    /// Reads the bytes of a clip, from whatever source.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, PackedError> {
        let mut from = Reader::new(&bytes);
        let times = Times::read(&mut from)?;
        let (mut others, mut still, mut moving, mut order) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..from.count()? {
            let tag = from.byte()?;
            if tag & 3 == PATH_OTHER {
                let (target, keys) = read_other(tag, &mut from)?;
                order.push(target.clone());
                others.push((target, keys));
                continue;
            }
            let path = tag & 3;
            let target = target_of(path, from.count()?)?;
            order.push(target.clone());
            match tag >> 2 {
                KIND_REST => {}
                KIND_STILL if path == 1 => still.push((target, from.floats()?)),
                KIND_STILL => {
                    let [x, y, z] = from.floats()?;
                    still.push((target, [x, y, z, 0.0]));
                }
                kind @ (KIND_MOVING | KIND_STEP) => {
                    let span = if path == 1 {
                        Span::ROTATION
                    } else {
                        Span {
                            least: from.floats()?,
                            extent: from.float()?,
                        }
                    };
                    moving.push(Moving {
                        target,
                        step: kind == KIND_STEP,
                        span,
                    });
                }
                _ => return Err(PackedError::Code),
            }
        }
        let segment_rows = from.count()? as usize;
        let mut segments = Vec::new();
        if !moving.is_empty() {
            if segment_rows == 0 || times.len() == 0 {
                return Err(PackedError::Code);
            }
            let mut first = 0;
            while first < times.len() {
                let rows = segment_rows.min(times.len() - first);
                let at = from.at();
                let mut bits = 0;
                for _ in &moving {
                    let head = Head::of(from.take(HEAD)?.try_into().map_err(|_| PackedError::Short)?);
                    if head.widths.iter().any(|w| u32::from(*w) > WIDEST) {
                        return Err(PackedError::Code);
                    }
                    bits += head.bits();
                }
                let all = bits.checked_mul(rows).ok_or(PackedError::Code)?;
                from.take(all.div_ceil(8))?;
                segments.push((at, bits));
                first += rows;
            }
        }
        // So that eight bytes can be read wherever a number begins.
        from.take(if segments.is_empty() { 0 } else { 8 })?;
        from.end()?;
        Ok(Self {
            times,
            others,
            still,
            moving,
            segments,
            segment_rows: segment_rows.max(1),
            order,
            bytes,
        })
    }

    /// The clip in bytes, all that a decoder needs beside the skeleton.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// As [`super::super::sample()`]: writes what the clip drives at a time into a pose that stands at rest.
    pub fn sample(&self, time_secs: f64, pose: &mut Pose) {
        for (target, value) in &self.still {
            put(target, *value, pose);
        }
        for (target, keys) in &self.others {
            other(target, keys, time_secs, pose);
        }
        if self.moving.is_empty() || self.times.len() == 0 {
            return;
        }
        let (row, u) = self.times.find(time_secs);
        let mut left = self.row(row);
        // At the end of a clip, and on a row, the next one is the same.
        let mut right = self.row(if u > 0.0 { row + 1 } else { row });
        for track in &self.moving {
            let is_rotation = matches!(track.target, Target::Rotation(_));
            let a = left.next(&self.bytes, track, is_rotation);
            let b = right.next(&self.bytes, track, is_rotation);
            let value = if track.step || u == 0.0 {
                a
            } else if is_rotation {
                slerp(quat(&a), quat(&b), u).to_array()
            } else {
                std::array::from_fn(|k| a[k] + (b[k] - a[k]) * u)
            };
            put(&track.target, value, pose);
        }
    }

    fn row(&self, row: usize) -> Row {
        let (segment, within) = (row / self.segment_rows, row % self.segment_rows);
        let (at, bits) = self.segments[segment];
        Row {
            head: at,
            bit: 8 * (at + HEAD * self.moving.len()) + within * bits,
        }
    }

    /// The clip as a player of plain keys sees it.
    pub fn to_clip(&self, name: Option<String>) -> Clip {
        let rows = self.times.len();
        let times: std::sync::Arc<[f32]> = (0..rows).map(|r| self.times.at(r) as f32).collect();
        let mut values: Vec<Vec<f32>> = vec![Vec::new(); self.moving.len()];
        if !self.moving.is_empty() {
            for row in 0..rows {
                let mut from = self.row(row);
                for (track, values) in self.moving.iter().zip(&mut values) {
                    let is_rotation = matches!(track.target, Target::Rotation(_));
                    let value = from.next(&self.bytes, track, is_rotation);
                    values.extend(&value[..track.target.width()]);
                }
            }
        }
        let first: f32 = times.first().copied().unwrap_or(0.0);
        let still = self.still.iter().filter_map(|(target, v)| {
            let width = target.width();
            let keys = Keys::new([first].into(), v[..width].to_vec(), width, Interpolation::Linear).ok()?;
            Some((target, keys))
        });
        let others = self.others.iter().map(|(target, keys)| (target, keys.clone()));
        let moving = self.moving.iter().zip(values).filter_map(|(track, values)| {
            let interpolation = if track.step {
                Interpolation::Step
            } else {
                Interpolation::Linear
            };
            let keys = Keys::new(times.clone(), values, track.target.width(), interpolation).ok()?;
            Some((&track.target, keys))
        });
        let mut tracks: Vec<Track> = still
            .chain(others)
            .chain(moving)
            .map(|(target, keys)| Track {
                target: target.clone(),
                keys,
            })
            .collect();
        let place = |target: &Target| self.order.iter().position(|t| t == target);
        tracks.sort_by_cached_key(|track| place(&track.target));
        Clip::new(name, tracks)
    }
}

/// Where the next track of a row is read.
#[derive(Debug, Clone, Copy)]
struct Row {
    head: usize,
    bit: usize,
}

impl Row {
    #[inline]
    fn next(&mut self, bytes: &[u8], track: &Moving, is_rotation: bool) -> [f32; 4] {
        let mut head = [0; HEAD];
        head.copy_from_slice(&bytes[self.head..self.head + HEAD]);
        let head = Head::of(&head);
        self.head += HEAD;
        let mut eight = [0; 8];
        eight.copy_from_slice(&bytes[self.bit / 8..self.bit / 8 + 8]);
        let mut word = u64::from_le_bytes(eight) >> (self.bit % 8);
        let codes = head.widths.map(|width| {
            let code = word & ((1 << width) - 1);
            word >>= width;
            code as u32
        });
        self.bit += head.bits();
        head.value(&track.span, is_rotation, codes)
    }
}

/// Writes everything before the segments.
fn write_front(
    skeleton: &Skeleton,
    clip: &Clip,
    reach: &Reach,
    times: &Times,
    still: &dyn Fn(&Target) -> Option<[f32; 4]>,
    moving: &[Moving],
    to: &mut Writer,
) {
    times.write(to);
    to.count(clip.tracks().len() as u32);
    let options = PackedOptions::default();
    for track in clip.tracks() {
        let Some((joint, path)) = joint_part(&track.target) else {
            write_other(track, reach, options, to);
            continue;
        };
        let path = path as u8;
        if let Some(moving) = moving.iter().find(|m| m.target == track.target) {
            let kind = if moving.step { KIND_STEP } else { KIND_MOVING };
            front_tag(path, kind, joint, to);
            if path != 1 {
                moving.span.least.iter().for_each(|v| to.float(*v));
                to.float(moving.span.extent);
            }
            continue;
        }
        let width = track.target.width();
        match still(&track.target) {
            Some(v) if rest_value(skeleton, &track.target)[..] != v[..width] => {
                front_tag(path, KIND_STILL, joint, to);
                v[..width].iter().for_each(|v| to.float(*v));
            }
            _ => front_tag(path, KIND_REST, joint, to),
        }
    }
}

fn front_tag(path: u8, kind: u8, joint: JointId, to: &mut Writer) {
    to.byte(path | kind << 2);
    to.count(joint.0);
}

/// A rotation that stands still, as the encoder chooses it.
fn still_rotation(q: glam::DQuat) -> [f32; 4] {
    RotationFormat::Float.round(q).to_array()
}
