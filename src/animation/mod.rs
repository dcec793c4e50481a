//! Skeletons, clips, sampling, layers and playback.
//!
//! Used by `skinning`, `model` and everything above. Pure: no clock (time comes in as `dt_secs`), no files, no
//! allocation per frame. A pose is a function of (skeleton, clips, player state) alone: the same state gives the same
//! bits, whatever was played before. Blending happens on local poses, never on matrices.
//!
//! Data flow: [`Player`] (which clips, where) -> [`sample`] (one clip to a local [`Pose`]) -> [`blend_over`] (layers)
//! -> [`Skeleton::model_space`] (local to `model_from_joint`). [`runtime`] does the same eight joints at a time.

mod adjust;
mod blend;
mod clip;
pub mod compression;
mod fade;
mod frame_rate;
mod hand_pose;
mod mirror;
mod player;
mod playhead;
mod pose;
mod reach;
pub mod runtime;
mod sample;
mod skeleton;

pub use adjust::{Adjustments, InPlace, RootTravel};
pub use blend::{add_over, blend_over, difference};
pub use clip::{Clip, ClipError, Interpolation, Keys, Target, Track};
pub use fade::{Fade, FadeCurve, Transition};
pub use frame_rate::{FRAME_RATES, frame_rate_of};
pub use hand_pose::{HandChange, HandPose};
pub use mirror::{Sides, other_side};
pub use player::{LayerState, MAX_LAYERS, PlaybackScratch, Player};
pub use playhead::{LoopMode, PlayRange, Playhead};
pub use pose::{ModelPose, Pose};
pub use reach::{Bend, Limb, bend, in_parent, reach};
pub use sample::{Bracket, sample, sample_track};
pub use skeleton::{JointId, MAX_JOINTS, Skeleton, SkeletonBuilder, SkeletonError, SlotLayout};

/// Which clip of a model; the number that panel and command line show (from 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipId(pub u32);

impl ClipId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
