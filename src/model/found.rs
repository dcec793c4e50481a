//! What the file held before the importer corrected it: the doctor judges it, teaching shows it, nothing computes a
//! frame with it.

use super::{Array, Source};
use crate::skinning::InfluenceRepairs;

/// How weights are stored. Source: glTF 2.0, section 3.7.3.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WeightFormat {
    /// 32-bit floats.
    #[default]
    Float,
    /// Bytes, 255 is 1.
    Unsigned8,
    /// 16-bit integers, 65535 is 1.
    Unsigned16,
}

/// One pair of `JOINTS_n` and `WEIGHTS_n` as the file has it: any joint, any weight, also NaN.
#[derive(Debug, Clone, Default)]
pub struct FoundSet {
    /// `n`.
    pub set: u32,
    /// Per vertex four indices into the skin's joints.
    pub joints: Array<[u32; 4]>,
    /// Per vertex four weights.
    pub weights: Array<[f32; 4]>,
}

/// The influences of a primitive as found.
#[derive(Debug, Clone, Default)]
pub struct FoundInfluences {
    /// What had to be corrected.
    pub repairs: InfluenceRepairs,
    /// How the first set's weights are stored.
    pub format: WeightFormat,
    /// How many sets the file has.
    pub set_count: u32,
    /// The sum of weights that is farthest from 1, over all sets of a vertex, and the vertex. Weights that are not
    /// finite do not count.
    pub worst_sum: f32,
    /// The vertex of [`Self::worst_sum`].
    pub worst_vertex: u32,
    /// The raw sets, kept where they say something else than the corrected influences: something was repaired, or
    /// there are several sets. Empty else.
    pub sets: Vec<FoundSet>,
}

impl FoundInfluences {
    /// The raw influences of a vertex over all kept sets, set by set.
    pub fn of(&self, vertex: usize) -> impl Iterator<Item = (u32, f32)> + Clone + '_ {
        self.sets
            .iter()
            .flat_map(move |s| s.joints[vertex].into_iter().zip(s.weights[vertex]))
    }
}

/// Where a track comes from, and what was corrected in it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TrackSource {
    /// Index in the animation's `channels`.
    pub channel: u32,
    /// Index in the animation's `samplers`.
    pub sampler: u32,
    /// Accessor of the key times.
    pub times_accessor: u32,
    /// Accessor of the key values.
    pub values_accessor: u32,
    /// True if key times ran backwards and were sorted.
    pub times_sorted: bool,
    /// Of a rotation: how far the length of any key in the file is from 1.
    pub rotation_length_error: f32,
}

/// Where a clip comes from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClipSource {
    /// Place in the file.
    pub source: Source,
    /// One for each track of the clip, in its order.
    pub tracks: Vec<TrackSource>,
    /// Channels of the file, also those that became no track.
    pub channel_count: u32,
}
