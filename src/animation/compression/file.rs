//! A clip with fewer keys that every reader of glTF plays: what `export` writes.

use super::super::Skeleton;
use super::super::clip::{Clip, Interpolation, Keys, Target, Track};
use super::super::pose::Pose;
use super::super::sample::sample;
use super::costs::{Costs, KeyCosts, SplineKeys};
use super::grid::Grid;
use super::measure::settle;
use super::quantise::{RotationFormat, VectorFormat, filter, normalized16, to_normalized16};
use super::reach::Reach;
use super::thin::{Part, Recipe, Values, joint_part, picked, thin};
use super::weights;
use crate::work::{Cancelled, Work};

/// The keys of one track, as they go into a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileKeys {
    /// As a reader decodes them.
    pub keys: Keys,
    /// Of rotations in 16 bits the four integers of each key, of splines those of its tangents, too; with
    /// [`FileClip::filtered`] those of other than splines are what goes into the quaternion filter. `None`: floats.
    pub integers: Option<Vec<[i16; 4]>>,
    /// True if they are morph weights, whose accessors hold single numbers.
    pub is_weights: bool,
    /// True if all they say is that a joint is as in the rest pose.
    pub is_rest: bool,
}

impl FileKeys {
    /// True if each key has tangents.
    pub fn is_spline(&self) -> bool {
        self.keys.interpolation() == Interpolation::CubicSpline
    }
}

/// A clip with fewer keys; tracks in the order of the clip.
#[derive(Debug, Clone, PartialEq)]
pub struct FileClip {
    /// One for each track.
    pub tracks: Vec<FileKeys>,
    /// True if the integers of rotations are input of the quaternion filter.
    pub filtered: bool,
}

impl FileClip {
    /// The clip as a reader of the file has it.
    pub fn to_clip(&self, clip: &Clip) -> Clip {
        let tracks = clip.tracks().iter().zip(&self.tracks);
        let tracks = tracks.map(|(track, new)| Track {
            target: track.target.clone(),
            keys: new.keys.clone(),
        });
        Clip::new(clip.name().map(str::to_owned), tracks.collect())
    }
}

/// Roughly what JSON says of one more accessor.
const ACCESSOR: f64 = 130.0;

fn recipe(filtered: bool) -> Recipe {
    if filtered {
        Recipe {
            strip: true,
            reduce: true,
            rotations: [9, 10, 11, 12, 13, 14, 16]
                .map(RotationFormat::Filtered)
                .into_iter()
                .chain([RotationFormat::Float])
                .collect(),
            vectors: VectorFormat::Grained,
            splines: true,
            costs: Costs {
                keys: KeyCosts::Packed,
                own_rows: ACCESSOR,
                mask: false,
            },
        }
    } else {
        Recipe {
            strip: true,
            reduce: true,
            rotations: vec![RotationFormat::Normalized16, RotationFormat::Float],
            vectors: VectorFormat::Float,
            splines: true,
            costs: Costs {
                keys: KeyCosts::Each {
                    time: 4.0,
                    vector: 12.0,
                },
                own_rows: ACCESSOR,
                mask: false,
            },
        }
    }
}

/// Leaves out keys of a clip within the tolerances of `reach`. `filtered`: rotations and translations such that the
/// filters of EXT_meshopt_compression give them back.
///
/// The duration stays: if nothing moves any more, the first track has two keys.
pub fn thin_for_file(
    skeleton: &Skeleton,
    clip: &Clip,
    reach: &Reach,
    is_filtered: bool,
    work: &Work,
) -> Result<FileClip, Cancelled> {
    let make = |reach: &Reach, fineness: u32, work: &Work| {
        let file = once(skeleton, clip, reach, fineness, is_filtered, work)?;
        let played = file.to_clip(clip);
        Ok((file, played))
    };
    let play = |made: &(FileClip, Clip), time: f64, pose: &mut Pose| sample(&made.1, time, pose);
    Ok(settle(skeleton, clip, reach, work, make, play)?.0)
}

fn once(
    skeleton: &Skeleton,
    clip: &Clip,
    reach: &Reach,
    fineness: u32,
    is_filtered: bool,
    work: &Work,
) -> Result<FileClip, Cancelled> {
    let grid = Grid::finer(clip, fineness);
    let thin = thin(skeleton, clip, reach, grid, &recipe(is_filtered), work)?;
    let mut tracks = Vec::with_capacity(clip.tracks().len());
    for (track, part) in clip.tracks().iter().zip(&thin.parts) {
        let before = &track.keys;
        let new = match part {
            None => {
                let kept = weights::kept(&track.target, before, reach, true, true);
                FileKeys {
                    keys: kept.map_or_else(|| before.clone(), |kept| picked(before, &kept)),
                    integers: None,
                    is_weights: true,
                    is_rest: false,
                }
            }
            Some(part) => FileKeys {
                keys: thin.keys(part, before).unwrap_or_else(|| before.clone()),
                integers: integers(part, before, is_filtered),
                is_weights: false,
                is_rest: is_rest(skeleton, &track.target, part),
            },
        };
        tracks.push(new);
    }
    let mut out = FileClip {
        tracks,
        filtered: is_filtered,
    };
    keep_duration(clip, &mut out);
    Ok(out)
}

fn is_rest(skeleton: &Skeleton, target: &Target, part: &Part) -> bool {
    let (Part::Still(value), Some((joint, kind))) = (part, joint_part(target)) else {
        return false;
    };
    let rest = skeleton.rest(joint);
    match kind {
        0 => *value == rest.translation.to_array(),
        1 => *value == rest.rotation.to_array() || *value == (-rest.rotation).to_array(),
        _ => *value == rest.scale.to_array(),
    }
}

fn integers(part: &Part, before: &Keys, is_filtered: bool) -> Option<Vec<[i16; 4]>> {
    let (format, list) = match part {
        Part::Keys {
            values: Values::Rotations(format, list),
            ..
        } => (format, list),
        Part::Spline(SplineKeys::Normalized16, kept) => {
            let values = picked(before, kept);
            let four = |q: &[f32]| [q[0], q[1], q[2], q[3]].map(|v| to_normalized16(v.into()));
            return Some(values.values().chunks_exact(4).map(four).collect());
        }
        _ => return None,
    };
    match (format, is_filtered) {
        (RotationFormat::Filtered(bits), true) => Some(list.iter().map(|q| filter(*q, *bits)).collect()),
        (RotationFormat::Normalized16, false) => Some(list.iter().map(|q| normalized16(*q)).collect()),
        _ => None,
    }
}

/// A clip lasts to its latest key: one must stay there.
fn keep_duration(clip: &Clip, out: &mut FileClip) {
    let last = |keys: &Keys| keys.times().last().copied();
    let latest = clip
        .tracks()
        .iter()
        .filter_map(|t| last(&t.keys))
        .reduce(f32::max);
    let left = out.tracks.iter().filter_map(|t| last(&t.keys)).reduce(f32::max);
    let (Some(latest), Some(left)) = (latest, left) else {
        return;
    };
    if left >= latest {
        return;
    }
    // The one with the fewest numbers, on a tie the first; one that the file need not have only where there is no other.
    let shortest = out
        .tracks
        .iter()
        .enumerate()
        .filter(|(_, t)| !t.keys.is_empty() && t.keys.interpolation() != Interpolation::CubicSpline)
        .min_by_key(|(_, t)| (t.is_rest, t.keys.values().len()))
        .map(|(at, _)| at);
    let Some(at) = shortest else { return };
    let keys = &out.tracks[at].keys;
    let mut times = keys.times().to_vec();
    let mut values = keys.values().to_vec();
    times.push(latest);
    values.extend_from_within(values.len() - keys.width()..);
    if let Ok(longer) = Keys::new(times.into(), values, keys.width(), keys.interpolation()) {
        out.tracks[at].keys = longer;
        out.tracks[at].is_rest = false;
        if let Some(integers) = &mut out.tracks[at].integers
            && let Some(last) = integers.last().copied()
        {
            integers.push(last);
        }
    }
}
