//! Clips in fewer bytes: keyframe reduction, fewer bits a number, variable bit rates; and what each costs in millimetres.
//!
//! Used by `inspect` (which computes the reach of each joint from the skin), `export` and the laboratory. Pure and
//! deterministic: the same clip gives the same bytes on every machine and with any number of threads. Must not know
//! vertices: a [`Reach`] says how far out a joint moves something and how much may be wrong there.
//!
//! Data flow: [`Clip`](super::Clip) -> rows of all key times, in double precision (`grid`, `rig`) -> joints coded parents
//! first, each against its ancestors as decoded (`follow`) -> bytes ([`PackedClip`], [`VariableClip`]) or a thinner clip
//! -> [`measure()`].

mod bytes;
mod costs;
mod exact;
mod file;
mod follow;
mod grid;
mod measure;
mod meshopt;
mod packed;
mod quantise;
mod reach;
mod reduce;
mod rig;
mod thin;
mod variable;
mod weights;

pub use bytes::PackedError;
pub use file::{FileClip, FileKeys, thin_for_file};
pub use measure::{Figures, ShellError, exact_model_pose, instants, measure, model_pose};
pub use meshopt::{encode as encode_meshopt, exponential};
pub use packed::{PackedClip, PackedOptions};
pub use quantise::{RotationFormat, VectorFormat, filter, filtered, normalized16};
pub use reach::Reach;
pub use variable::VariableClip;
