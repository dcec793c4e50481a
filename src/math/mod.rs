//! Transforms, quaternions, dual quaternions, the polar split and boxes; and arrays that may be parts of a file.
//!
//! Used by everything above. Must not name anything of ours, and takes no trigonometry from the system, so that
//! every result is the same to the bit on every machine.

mod array;
mod bounds;
mod dual_quaternion;
mod polar;
mod quaternion;
mod rows;
mod scalar;
mod transform;

pub use array::Array;
pub use bounds::Bounds;
pub use dual_quaternion::DualQuaternion;
pub use polar::{PolarSplit, polar_split, similarity_split};
pub use quaternion::{normalize_or_identity, slerp};
pub use rows::Rows3x4;
pub use scalar::cube_root;
pub use transform::Transform;
