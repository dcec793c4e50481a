//! Sampling, layers and matrices at full speed: eight joints at a time.
//!
//! The same results as the readable scalar code beside it ([`super::sample`], [`super::blend_over`],
//! [`super::Skeleton::model_space`]), which stays as the oracle, with the same rules at keys, ends, doubled times and signs;
//! exact slerp, never normalised sums. Both are within 1e-5 of the model's size of double precision (measured: 3.5e-6); two
//! [`SimdPath`]s are within 2e-6 of each other. On one path a frame has the same bits whatever was sampled before.
//!
//! ```text
//! Skeleton + Clips --RuntimeSkeleton::new--> which joint sits in which lane
//!             Clip --RuntimeClip::new------> constants, and frame-major rows of eight lanes
//! per frame:  RuntimeClip --sample--> RuntimePose --blend_over--> RuntimePose --model_space--> RuntimeModel, palette
//! ```
//!
//! Nothing here allocates per frame. SIMD comes from `fearless_simd`, chosen at run time, without `unsafe`: every kernel
//! is written once, over eight lanes, and compiled for each path.

#![allow(
    clippy::inline_always,
    reason = "a kernel must become part of the function that has its instructions"
)]

mod arc;
mod blend;
mod build;
mod build_splines;
mod clip;
mod clock;
mod clocks;
mod codes;
mod evaluator;
mod lanes;
mod pose;
mod rigid;
mod sample;
pub(crate) mod simd;
mod skeleton;
mod sluggish;
mod splines;
mod still;
mod walk;

/// What other kernels over eight lanes are made of.
pub(crate) mod kernel {
    pub(crate) use super::lanes::{LANES, gather, spread};
    pub(crate) use super::simd::on_path;

    /// A 3x4 matrix by rows.
    pub(crate) type Matrix12 = [f32; 12];
}

pub use clip::RuntimeClip;
pub use evaluator::Evaluator;
pub use pose::{RuntimeModel, RuntimePose};
pub use rigid::RigidEntry;
pub use simd::SimdPath;
pub use skeleton::RuntimeSkeleton;
pub use walk::BoundJoints;
