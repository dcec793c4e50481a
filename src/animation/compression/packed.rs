//! The chapter's set in bytes: tracks that stand still as one value, others by their kept keys, each key in 4 or 6 bytes.
//!
//! Layout: rows and their times; then track by track a tag, the joint and its keys. A rotation that stands still is 6
//! bytes, one that stands as in the rest pose none. Keys of a track that has not all rows come after the list of its
//! rows: a bit for each row of the clip, or the steps from one to the next, whichever is less.

use glam::{Quat, Vec3};

use super::super::clip::{Clip, Interpolation, Keys, Target, Track};
use super::super::pose::Pose;
use super::super::sample::sample_track;
use super::super::{JointId, Skeleton};
use super::bytes::{PackedError, Reader, Times, Writer};
use super::costs::{Costs, KeyCosts};
use super::grid::Grid;
use super::measure::settle;
use super::quantise::{
    Range16, RotationFormat, VectorFormat, decode_bits, encode_smallest_three, smallest_three,
};
use super::reach::Reach;
use super::thin::{Part, Recipe, Thin, Values, joint_part, quat, thin};
use super::weights;
use crate::math::slerp;
use crate::work::{Cancelled, Work};

/// Which of the chapter's techniques are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedOptions {
    /// Tracks that stand still become one value, or none.
    pub strip: bool,
    /// Keys that the others give back are left out.
    pub reduce: bool,
    /// Translations and scales in 16 bits, rotations by their smallest three.
    pub quantise: bool,
}

impl Default for PackedOptions {
    /// All of them.
    fn default() -> Self {
        Self {
            strip: true,
            reduce: true,
            quantise: true,
        }
    }
}

/// A clip as bytes, and what is needed to play it from any time.
#[derive(Debug, Clone)]
pub struct PackedClip {
    bytes: Vec<u8>,
    times: Times,
    tracks: Vec<PackedTrack>,
}

#[derive(Debug, Clone)]
struct PackedTrack {
    target: Target,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    /// As in the rest pose.
    Rest,
    /// One value.
    Still([f32; 4]),
    /// Keys on rows; `None`: on all of them. `at`: where their bytes begin.
    Keys {
        rows: Option<Vec<u32>>,
        format: Format,
        step: bool,
        at: usize,
    },
    /// No joint's.
    Other(Keys),
}

#[derive(Debug, Clone, Copy)]
enum Format {
    Smallest32,
    Smallest48,
    Normalized16,
    Quaternion,
    Ranged(Range16),
    Vector,
}

impl Format {
    fn key_bytes(&self) -> usize {
        match self {
            Self::Smallest32 => 4,
            Self::Smallest48 | Self::Ranged(_) => 6,
            Self::Normalized16 => 8,
            Self::Quaternion => 16,
            Self::Vector => 12,
        }
    }
}

const PATH_OTHER: u8 = 3;
const KIND_REST: u8 = 0;
const KIND_STILL: u8 = 1;
const KIND_STILL_48: u8 = 2;
const KIND_ALL_ROWS: u8 = 3;
const KIND_MASK: u8 = 4;
const KIND_STEPS: u8 = 5;
const STEP: u8 = 0x80;

fn recipe(options: PackedOptions) -> Recipe {
    Recipe {
        strip: options.strip,
        reduce: options.reduce,
        rotations: if options.quantise {
            vec![
                RotationFormat::Smallest32,
                RotationFormat::Smallest48,
                RotationFormat::Float,
            ]
        } else {
            vec![RotationFormat::Float]
        },
        vectors: if options.quantise {
            VectorFormat::Ranged16
        } else {
            VectorFormat::Float
        },
        splines: false,
        costs: Costs {
            keys: KeyCosts::Each {
                time: 1.0,
                vector: if options.quantise { 6.0 } else { 12.0 },
            },
            own_rows: 1.0,
            mask: true,
        },
    }
}

impl PackedClip {
    /// Codes a clip within the tolerances of `reach`.
    pub fn new(
        skeleton: &Skeleton,
        clip: &Clip,
        reach: &Reach,
        options: PackedOptions,
        work: &Work,
    ) -> Result<Self, Cancelled> {
        let make = |reach: &Reach, fineness: u32, work: &Work| {
            Self::once(skeleton, clip, reach, fineness, options, work)
        };
        settle(skeleton, clip, reach, work, make, Self::sample)
    }

    fn once(
        skeleton: &Skeleton,
        clip: &Clip,
        reach: &Reach,
        fineness: u32,
        options: PackedOptions,
        work: &Work,
    ) -> Result<Self, Cancelled> {
        let grid = Grid::finer(clip, fineness);
        let thin = thin(skeleton, clip, reach, grid, &recipe(options), work)?;
        let times = Times::new(thin.grid.times());
        let mut to = Writer::default();
        times.write(&mut to);
        to.count(clip.tracks().len() as u32);
        for (track, part) in clip.tracks().iter().zip(&thin.parts) {
            write_track(skeleton, track, part.as_ref(), reach, options, &thin, &mut to);
        }
        Ok(Self::from_bytes(to.0).expect("what was just written can be read"))
    }

    /// Reads the bytes of a clip, from whatever source.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, PackedError> {
        let mut from = Reader::new(&bytes);
        let times = Times::read(&mut from)?;
        let count = from.count()?;
        let mut tracks = Vec::new();
        for _ in 0..count {
            tracks.push(read_track(&mut from, times.len())?);
        }
        from.end()?;
        Ok(Self { bytes, times, tracks })
    }

    /// The clip in bytes, all that a decoder needs beside the skeleton.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Instants that keys may stand at: all key times, and between those of splines as many as the tolerance asks for.
    pub fn rows(&self) -> usize {
        self.times.len()
    }

    /// As [`super::super::sample()`]: writes what the clip drives at a time into a pose that stands at rest.
    pub fn sample(&self, time_secs: f64, pose: &mut Pose) {
        if self.times.len() == 0 {
            return;
        }
        let (row, u) = self.times.find(time_secs);
        for track in &self.tracks {
            let v = match &track.kind {
                Kind::Rest => continue,
                Kind::Other(keys) => {
                    other(&track.target, keys, time_secs, pose);
                    continue;
                }
                Kind::Still(value) => *value,
                Kind::Keys {
                    rows,
                    format,
                    step,
                    at,
                } => {
                    let (left, right, u) = match rows {
                        None if u > 0.0 => (row, row + 1, u),
                        None => (row, row, 0.0),
                        Some(rows) => {
                            let after = rows.partition_point(|r| *r as usize <= row).max(1);
                            if after == rows.len() {
                                (after - 1, after - 1, 0.0)
                            } else {
                                let [a, b] = [after - 1, after].map(|k| self.times.at(rows[k] as usize));
                                (
                                    after - 1,
                                    after,
                                    ((time_secs - a) / (b - a)).clamp(0.0, 1.0) as f32,
                                )
                            }
                        }
                    };
                    let a = self.key(format, *at, left);
                    if *step || left == right || u == 0.0 {
                        a
                    } else {
                        let b = self.key(format, *at, right);
                        if matches!(track.target, Target::Rotation(_)) {
                            slerp(quat(&a), quat(&b), u).to_array()
                        } else {
                            std::array::from_fn(|k| a[k] + (b[k] - a[k]) * u)
                        }
                    }
                }
            };
            put(&track.target, v, pose);
        }
    }

    fn key(&self, format: &Format, at: usize, key: usize) -> [f32; 4] {
        let size = format.key_bytes();
        decode_key(format, &self.bytes[at + key * size..at + (key + 1) * size])
    }

    /// The clip as a player of plain keys sees it.
    pub fn to_clip(&self, name: Option<String>) -> Clip {
        let tracks = self.tracks.iter().filter_map(|track| {
            let width = track.target.width();
            let keys = match &track.kind {
                Kind::Rest => return None,
                Kind::Other(keys) => keys.clone(),
                Kind::Still(v) => {
                    let first = if self.times.len() > 0 {
                        self.times.at(0)
                    } else {
                        0.0
                    };
                    Keys::new(
                        [first as f32].into(),
                        v[..width].to_vec(),
                        width,
                        Interpolation::Linear,
                    )
                    .ok()?
                }
                Kind::Keys {
                    rows,
                    format,
                    step,
                    at,
                } => {
                    let count = rows.as_ref().map_or(self.times.len(), Vec::len);
                    let row = |k: usize| rows.as_ref().map_or(k, |r| r[k] as usize);
                    let times: Vec<f32> = (0..count).map(|k| self.times.at(row(k)) as f32).collect();
                    let values = (0..count)
                        .flat_map(|k| self.key(format, *at, k).into_iter().take(width))
                        .collect();
                    let interpolation = if *step {
                        Interpolation::Step
                    } else {
                        Interpolation::Linear
                    };
                    Keys::new(times.into(), values, width, interpolation).ok()?
                }
            };
            Some(Track {
                target: track.target.clone(),
                keys,
            })
        });
        Clip::new(name, tracks.collect())
    }
}

/// A track that is no joint's, as [`super::super::sample()`] has it.
pub(super) fn other(target: &Target, keys: &Keys, time_secs: f64, pose: &mut Pose) {
    if keys.is_empty() {
        return;
    }
    let (all, range) = match target {
        Target::MorphWeights(range) => (pose.morph_weights_mut(), range),
        Target::Property(range) => (pose.properties_mut(), range),
        Target::Translation(_) | Target::Rotation(_) | Target::Scale(_) => return,
    };
    if let Some(out) = all.get_mut(range.start as usize..range.end as usize) {
        sample_track(keys, false, time_secs, out);
    }
}

/// Puts a value where its target is; targets that the pose does not have are skipped.
pub(super) fn put(target: &Target, v: [f32; 4], pose: &mut Pose) {
    let Some((joint, part)) = joint_part(target).filter(|(j, _)| j.index() < pose.len()) else {
        return;
    };
    let local = pose.local_mut(joint);
    match part {
        0 => local.translation = Vec3::new(v[0], v[1], v[2]),
        1 => local.rotation = Quat::from_array(v),
        _ => local.scale = Vec3::new(v[0], v[1], v[2]),
    }
}

/// What the joint has anyway.
pub(super) fn rest_value(skeleton: &Skeleton, target: &Target) -> Vec<f32> {
    match *target {
        Target::Translation(j) => skeleton.rest(j).translation.to_array().to_vec(),
        Target::Rotation(j) => skeleton.rest(j).rotation.to_array().to_vec(),
        Target::Scale(j) => skeleton.rest(j).scale.to_array().to_vec(),
        Target::MorphWeights(_) | Target::Property(_) => Vec::new(),
    }
}

fn decode_key(format: &Format, bytes: &[u8]) -> [f32; 4] {
    let low = |bytes: &[u8]| {
        let mut eight = [0; 8];
        eight[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(eight)
    };
    let float = |k: usize| f32::from_bits(low(&bytes[4 * k..4 * k + 4]) as u32);
    match format {
        Format::Smallest32 => smallest_three(decode_bits(low(bytes), 10)).to_array(),
        Format::Smallest48 => smallest_three(decode_bits(low(bytes), 15)).to_array(),
        Format::Normalized16 => {
            let v: [f32; 4] = std::array::from_fn(|k| {
                let c = low(&bytes[2 * k..2 * k + 2]) as u16;
                (f32::from(c.cast_signed()) / 32767.0).max(-1.0)
            });
            crate::math::normalize_or_identity(quat(&v)).to_array()
        }
        Format::Quaternion => std::array::from_fn(float),
        Format::Ranged(range) => {
            let code = std::array::from_fn(|k| low(&bytes[2 * k..2 * k + 2]) as u16);
            let [x, y, z] = range.decode(code);
            [x, y, z, 0.0]
        }
        Format::Vector => [float(0), float(1), float(2), 0.0],
    }
}

fn write_track(
    skeleton: &Skeleton,
    track: &Track,
    part: Option<&Part>,
    reach: &Reach,
    options: PackedOptions,
    thin: &Thin,
    to: &mut Writer,
) {
    let Some((joint, path)) = joint_part(&track.target) else {
        write_other(track, reach, options, to);
        return;
    };
    let path = path as u8;
    match part {
        None | Some(Part::Spline(..)) => {
            to.byte(path | KIND_REST << 2);
            to.count(joint.0);
        }
        Some(Part::Still(v)) => {
            let same = rest_value(skeleton, &track.target) == *v;
            // The value of a rotation that stands still was rounded when it was chosen, see `thin`.
            let rounded = path == 1
                && options.quantise
                && RotationFormat::Smallest48.round(quat(v).as_dquat()).to_array()[..] == v[..];
            let kind = match (same, rounded) {
                (true, _) => KIND_REST,
                (false, true) => KIND_STILL_48,
                (false, false) => KIND_STILL,
            };
            to.byte(path | kind << 2);
            to.count(joint.0);
            match kind {
                KIND_REST => {}
                KIND_STILL_48 => to.low(encode_smallest_three(quat(v).as_dquat(), 15), 6),
                _ => v.iter().for_each(|v| to.float(*v)),
            }
        }
        Some(Part::Keys { rows, values, step }) => {
            let all = rows.len() == thin.grid.len();
            let steps: u32 = rows.windows(2).map(|w| bytes_of_count(w[1] - w[0])).sum();
            let listed = steps + bytes_of_count(rows.first().copied().unwrap_or(0));
            let kind = if all {
                KIND_ALL_ROWS
            } else if listed as usize <= thin.grid.len().div_ceil(8) {
                KIND_STEPS
            } else {
                KIND_MASK
            };
            to.byte(path | kind << 2 | if *step { STEP } else { 0 });
            to.count(joint.0);
            match kind {
                KIND_STEPS => {
                    to.count(rows.len() as u32);
                    let mut before = 0;
                    for row in rows {
                        to.count(row - before);
                        before = *row;
                    }
                }
                KIND_MASK => {
                    let mut mask = vec![0_u8; thin.grid.len().div_ceil(8)];
                    for row in rows {
                        mask[*row as usize / 8] |= 1 << (row % 8);
                    }
                    to.0.extend(mask);
                }
                _ => {}
            }
            write_values(values, to);
        }
    }
}

fn bytes_of_count(v: u32) -> u32 {
    (32 - v.max(1).leading_zeros()).div_ceil(7)
}

fn write_values(values: &Values, to: &mut Writer) {
    match values {
        Values::Rotations(format, list) => {
            to.byte(match format {
                RotationFormat::Smallest32 => 0,
                RotationFormat::Smallest48 => 1,
                RotationFormat::Normalized16 | RotationFormat::Filtered(_) => 2,
                RotationFormat::Float => 3,
            });
            for q in list {
                match format {
                    RotationFormat::Smallest32 => to.low(encode_smallest_three(*q, 10), 4),
                    RotationFormat::Smallest48 => to.low(encode_smallest_three(*q, 15), 6),
                    RotationFormat::Normalized16 | RotationFormat::Filtered(_) => {
                        for c in super::quantise::normalized16(*q) {
                            to.low(u64::from(c.cast_unsigned()), 2);
                        }
                    }
                    RotationFormat::Float => {
                        format.round(*q).to_array().iter().for_each(|v| to.float(*v));
                    }
                }
            }
        }
        Values::Ranged(range, codes) => {
            to.byte(16);
            range.least.iter().chain(&range.extent).for_each(|v| to.float(*v));
            for code in codes.iter().flatten() {
                to.low(u64::from(*code), 2);
            }
        }
        Values::Floats(list) => {
            to.byte(17);
            list.iter().flatten().for_each(|v| to.float(*v));
        }
    }
}

/// A track of morph weights or properties.
pub(super) fn write_other(track: &Track, reach: &Reach, options: PackedOptions, to: &mut Writer) {
    let (range, kind) = match &track.target {
        Target::MorphWeights(range) => (range, 0),
        Target::Property(range) => (range, 1),
        Target::Translation(_) | Target::Rotation(_) | Target::Scale(_) => return,
    };
    to.byte(PATH_OTHER | kind << 2);
    to.count(range.start);
    to.count(range.end);
    let kept = weights::kept(&track.target, &track.keys, reach, options.strip, options.reduce);
    let keys = kept.map_or_else(
        || track.keys.clone(),
        |kept| super::thin::picked(&track.keys, &kept),
    );
    // A box of 65535 steps is far below what a weight may be off, unless it is a wide one.
    let narrow = options.quantise && kind == 0 && keys.interpolation() != Interpolation::CubicSpline;
    weights::write(&keys, narrow, to);
}

/// Reads what [`write_other`] wrote behind the tag.
pub(super) fn read_other(tag: u8, from: &mut Reader<'_>) -> Result<(Target, Keys), PackedError> {
    let range = from.count()?..from.count()?;
    let keys = weights::read(from)?;
    if range.end.checked_sub(range.start) != Some(keys.width() as u32) {
        return Err(PackedError::Code);
    }
    let target = match tag >> 2 {
        0 => Target::MorphWeights(range),
        1 => Target::Property(range),
        _ => return Err(PackedError::Code),
    };
    Ok((target, keys))
}

/// Which joint's part a tag is about.
pub(super) fn target_of(path: u8, joint: u32) -> Result<Target, PackedError> {
    let joint = JointId(joint);
    match path {
        0 => Ok(Target::Translation(joint)),
        1 => Ok(Target::Rotation(joint)),
        2 => Ok(Target::Scale(joint)),
        _ => Err(PackedError::Code),
    }
}

fn read_track(from: &mut Reader<'_>, row_count: usize) -> Result<PackedTrack, PackedError> {
    let tag = from.byte()?;
    if tag & 3 == PATH_OTHER {
        let (target, keys) = read_other(tag, from)?;
        return Ok(PackedTrack {
            target,
            kind: Kind::Other(keys),
        });
    }
    let path = tag & 3;
    let target = target_of(path, from.count()?)?;
    let kind = match tag >> 2 & 7 {
        KIND_REST => Kind::Rest,
        KIND_STILL if path == 1 => Kind::Still(from.floats()?),
        KIND_STILL => {
            let [x, y, z] = from.floats()?;
            Kind::Still([x, y, z, 0.0])
        }
        KIND_STILL_48 if path == 1 => Kind::Still(decode_key(&Format::Smallest48, from.take(6)?)),
        kind @ (KIND_ALL_ROWS | KIND_MASK | KIND_STEPS) => {
            let rows = read_rows(kind, row_count, from)?;
            let format = match (path == 1, from.byte()?) {
                (true, 0) => Format::Smallest32,
                (true, 1) => Format::Smallest48,
                (true, 2) => Format::Normalized16,
                (true, 3) => Format::Quaternion,
                (false, 16) => Format::Ranged(Range16 {
                    least: from.floats()?,
                    extent: from.floats()?,
                }),
                (false, 17) => Format::Vector,
                _ => return Err(PackedError::Code),
            };
            let count = rows.as_ref().map_or(row_count, Vec::len);
            let at = from.at();
            let bytes = count.checked_mul(format.key_bytes()).ok_or(PackedError::Short)?;
            let taken = from.take(bytes)?;
            if matches!(format, Format::Quaternion | Format::Vector) {
                let mut floats = Reader::new(taken);
                while floats.left() > 0 {
                    floats.float()?;
                }
            }
            Kind::Keys {
                rows,
                format,
                step: tag & STEP != 0,
                at,
            }
        }
        _ => return Err(PackedError::Code),
    };
    Ok(PackedTrack { target, kind })
}

fn read_rows(kind: u8, row_count: usize, from: &mut Reader<'_>) -> Result<Option<Vec<u32>>, PackedError> {
    let mut rows = Vec::new();
    match kind {
        KIND_ALL_ROWS => {
            return if row_count == 0 {
                Err(PackedError::Code)
            } else {
                Ok(None)
            };
        }
        KIND_MASK => {
            let mask = from.take(row_count.div_ceil(8))?;
            let set = |row: &u32| mask[*row as usize / 8] >> (row % 8) & 1 == 1;
            rows.extend((0..row_count as u32).filter(set));
        }
        _ => {
            let count = from.count()?;
            let mut row = 0_u32;
            for k in 0..count {
                let step = from.count()?;
                row = row.checked_add(step).ok_or(PackedError::Code)?;
                if (k > 0 && step == 0) || row as usize >= row_count {
                    return Err(PackedError::Code);
                }
                rows.push(row);
            }
        }
    }
    if rows.is_empty() {
        Err(PackedError::Code)
    } else {
        Ok(Some(rows))
    }
}
