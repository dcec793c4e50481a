//! Wrong on purpose: the mistakes of importers and engines, each beside the right code that it is a twin of.
//!
//! Used by `inspect`, `viewer`, `render` and everything above. Must not be used by what is right: `animation`,
//! `skinning` and `model` know nothing of it and have no branch for it. Pure, without a GPU; the one function of a
//! vertex has a WGSL twin in `shaders/teach.wgsl`.
//!
//! Data flow: a [`Fault`] may have a model of its own ([`faulty_model`]); [`set_clips`], [`update`] and
//! [`update_matrices`] pose it into the same [`PosedModel`](crate::model::PosedModel) as ever; [`vertex`] moves a
//! vertex of it.

mod fault;
mod frame;
mod influences;
mod palette;
mod reach;
mod sampling;
mod seen;
mod variant;
mod vertex;
mod walk;
mod world;

pub use fault::{Fault, Stage};
pub use frame::{set_clips, update, update_matrices};
pub use reach::{can_show, visible};
pub use seen::Seen;
pub use variant::faulty_model;
pub use vertex::{skin_dual_quaternion_unaligned, vertex};

#[cfg(test)]
mod tests;
