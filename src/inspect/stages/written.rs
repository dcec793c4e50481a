//! How matrices and vectors stand in JSON. What is not finite cannot be written.

use glam::{Affine3A, Mat4, Quat, Vec3};
use serde::ser::Error as _;
use serde::{Serialize as _, Serializer};

fn finite<S: Serializer, const N: usize>(numbers: [f32; N], serializer: S) -> Result<S::Ok, S::Error> {
    if numbers.iter().all(|n| n.is_finite()) {
        // Not as a tuple: lists of any length are what readers expect.
        numbers.as_slice().serialize(serializer)
    } else {
        Err(S::Error::custom("a number of a stage is not finite"))
    }
}

/// Sixteen numbers, column-major: elements 12, 13, 14 are the translation.
pub(super) fn matrix<S: Serializer>(m: &Affine3A, serializer: S) -> Result<S::Ok, S::Error> {
    finite(Mat4::from(*m).to_cols_array(), serializer)
}

/// Three numbers.
pub(super) fn vector<S: Serializer>(v: &Vec3, serializer: S) -> Result<S::Ok, S::Error> {
    finite(v.to_array(), serializer)
}

/// Four numbers, `xyzw`.
pub(super) fn quaternion<S: Serializer>(q: &Quat, serializer: S) -> Result<S::Ok, S::Error> {
    finite(q.to_array(), serializer)
}
