//! A clip with fewer keys that every reader of glTF plays: what `export` writes.

use super::super::Skeleton;
use super::super::clip::{Clip, Interpolation, Keys, Track};
use super::super::pose::Pose;
use super::super::sample::sample;
use super::grid::Grid;
use super::measure::settle;
use super::quantise::{RotationFormat, VectorFormat, filter, normalized16};
use super::reach::Reach;
use super::thin::{Costs, Part, Recipe, Values, picked, thin};
use super::weights;
use crate::work::{Cancelled, Work};

/// The keys of one track, as they go into a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileKeys {
    /// As a reader decodes them.
    pub keys: Keys,
    /// Of rotations in 16 bits the four integers of each key; with [`FileClip::filtered`] those that go into the
    /// quaternion filter. `None`: floats.
    pub integers: Option<Vec<[i16; 4]>>,
    /// True if they are morph weights, whose accessors hold single numbers.
    pub is_weights: bool,
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
            // What the codec leaves of them, from files.
            costs: Costs {
                rotation: |format| match format {
                    RotationFormat::Filtered(bits) => 0.3 * f64::from(bits),
                    _ => 14.0,
                },
                vector: 5.0,
                time: 1.0,
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
                rotation: |format| format.byte_count() as f64,
                vector: 12.0,
                time: 4.0,
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
                }
            }
            Some(part) => FileKeys {
                keys: thin.keys(part, before).unwrap_or_else(|| before.clone()),
                integers: integers(part, is_filtered),
                is_weights: false,
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

fn integers(part: &Part, is_filtered: bool) -> Option<Vec<[i16; 4]>> {
    let Part::Keys {
        values: Values::Rotations(format, list),
        ..
    } = part
    else {
        return None;
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
    // The one with the fewest numbers, on a tie the first.
    let shortest = out
        .tracks
        .iter()
        .enumerate()
        .filter(|(_, t)| !t.keys.is_empty() && t.keys.interpolation() != Interpolation::CubicSpline)
        .min_by_key(|(_, t)| t.keys.values().len())
        .map(|(at, _)| at);
    let Some(at) = shortest else { return };
    let keys = &out.tracks[at].keys;
    let mut times = keys.times().to_vec();
    let mut values = keys.values().to_vec();
    times.push(latest);
    values.extend_from_within(values.len() - keys.width()..);
    if let Ok(longer) = Keys::new(times.into(), values, keys.width(), keys.interpolation()) {
        out.tracks[at].keys = longer;
        if let Some(integers) = &mut out.tracks[at].integers
            && let Some(last) = integers.last().copied()
        {
            integers.push(last);
        }
    }
}
