//! A clip made ready: constants, and rows of eight lanes, frame after frame.

use super::clock::Clock;
use super::codes::Codes;
use super::lanes::{LANES, Lanes};
use super::sluggish::Sluggish;
use super::splines::Splines;
use crate::animation::{Interpolation, Keys, Track};

/// A [`crate::animation::Clip`] for one [`super::RuntimeSkeleton`].
///
/// What stands still is stored once. What moves is a table: per frame one row after the other, each of eight lanes, so
/// that a sample streams two neighbouring frames. LINEAR tracks share the union of their key times, which loses nothing
/// (a point on an arc splits it into two pieces of the same arc), unless that would more than double the keys; STEP
/// and CUBICSPLINE tracks keep their own keys, those with equal times together; splines of different times as
/// [`Splines`]. A track that has no company stays as it is in the file and is sampled by the scalar code, so no mixture of
/// key times takes more than a small multiple of the file's own memory.
#[derive(Debug, Clone)]
pub struct RuntimeClip {
    /// What stands still, and rest where nothing is driven: the translations of every block,
    pub(super) translations: Box<[[Lanes; 3]]>,
    /// the rotations of those that no [`Place::Block`] overwrites,
    pub(super) rotations: Box<[(u32, [Lanes; 4])]>,
    /// and the scales of those that have any.
    pub(super) scales: Box<[(u32, [Lanes; 3])]>,
    pub(super) scaled: Box<[bool]>,
    pub(super) sections: Box<[Section]>,
    /// Splines on clocks of their own, laid over what is there.
    pub(super) splines: Box<[Splines]>,
    pub(super) loose: Box<[Loose]>,
    /// Morph weights and properties.
    pub(super) slot_tracks: Box<[Track]>,
    pub(super) rest_morph_weights: Box<[f32]>,
    pub(super) rest_properties: Box<[f32]>,
    pub(super) duration_secs: f64,
}

/// Tracks of one interpolation on one clock.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) clock: Clock,
    pub(super) interpolation: Interpolation,
    /// First in a frame: 4 rows each (CUBICSPLINE: 12: in-tangents, values, out-tangents).
    pub(super) rotations: Box<[Rotations]>,
    /// Then 1 row each (CUBICSPLINE: 3): of each lane the number of the pose that it is.
    pub(super) numbers: Box<[[u32; LANES]]>,
    pub(super) rows: Box<[Lanes]>,
    /// In place of `rows`, where the clip is [`RuntimeClip::in_16_bits`].
    pub(super) codes: Option<Codes>,
    /// Numbers that are in no row, since they have few keys.
    pub(super) sluggish: Box<[Sluggish]>,
    /// Rows a frame.
    pub(super) stride: usize,
    /// Whether any of the rotations is [`Rotations::wide`].
    pub(super) wide: bool,
}

impl Section {
    #[inline(always)]
    pub(super) fn frame(&self, frame: usize) -> &[Lanes] {
        &self.rows[frame * self.stride..(frame + 1) * self.stride]
    }
}

/// Eight rotations.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rotations {
    pub(super) place: Place,
    /// Neighbouring keys are farther apart than [`super::arc::NEAR_DOT`].
    pub(super) wide: bool,
}

/// Where eight rotations belong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// They are this block's, lane by lane; those that no track drives have their constant in every frame.
    Block(u32),
    /// They are of any joints: of each lane the number of the pose that its x is.
    Scattered([u32; LANES]),
}

/// A track that is sampled by itself, as it is in the file or one number of it.
#[derive(Debug, Clone)]
pub(super) struct Loose {
    pub(super) keys: Keys,
    pub(super) is_rotation: bool,
    /// The number of the pose that its first component is; the others follow a row later each.
    pub(super) first: u32,
}

impl RuntimeClip {
    /// Seconds from 0 to the latest key.
    pub fn duration_secs(&self) -> f64 {
        self.duration_secs
    }

    /// Heap memory that this takes, bytes.
    pub fn memory_bytes(&self) -> usize {
        let section = |s: &Section| {
            s.clock.bytes()
                + size_of_val(&*s.rotations)
                + size_of_val(&*s.numbers)
                + size_of_val(&*s.rows)
                + s.codes.as_ref().map_or(0, Codes::bytes)
                + size_of_val(&*s.sluggish)
                + s.sluggish.iter().map(Sluggish::bytes).sum::<usize>()
        };
        let keys = |k: &Keys| size_of_val(k.times()) + size_of_val(k.values());
        size_of_val(&*self.translations)
            + size_of_val(&*self.rotations)
            + size_of_val(&*self.scales)
            + size_of_val(&*self.scaled)
            + size_of_val(&*self.splines)
            + self.splines.iter().map(Splines::bytes).sum::<usize>()
            + size_of_val(&*self.sections)
            + self.sections.iter().map(section).sum::<usize>()
            + size_of_val(&*self.loose)
            + self.loose.iter().map(|l| keys(&l.keys)).sum::<usize>()
            + size_of_val(&*self.slot_tracks)
            + self.slot_tracks.iter().map(|t| keys(&t.keys)).sum::<usize>()
            + size_of_val(&*self.rest_morph_weights)
            + size_of_val(&*self.rest_properties)
    }
}
