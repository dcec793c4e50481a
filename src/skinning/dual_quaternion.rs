//! Dual quaternion skinning: the CPU twin of `skin_dual_quaternion` in `shaders/skinning.wgsl`.

use glam::{Quat, Vec4};

use super::{DualQuaternionJoint, Influence, Vertex, finish_tangent, normalize_or};
use crate::math::{DualQuaternion, Rows3x4};

/// Two phases: blend the stretches linearly and apply them; then blend the rigid motions as unit dual quaternions,
/// each sign-aligned with that of the strongest influence (the first), normalise, and move the point rigidly.
///
/// Influences come strongest first and sum to 1. One influence gives what LBS gives; `q` and `-q` are the same.
/// Source: Kavan et al. 2008, "Geometric Skinning with Approximate Dual Quaternion Blending", sections 3 and 6.
#[inline]
pub fn skin_dual_quaternion(
    joints: &[DualQuaternionJoint],
    influences: impl Iterator<Item = Influence>,
    vertex: Vertex,
) -> Vertex {
    let mut stretch = Rows3x4::ZERO;
    let (mut real, mut dual) = (Vec4::ZERO, Vec4::ZERO);
    let mut pivot = None;
    for Influence { joint, weight } in influences {
        let entry = &joints[joint as usize];
        stretch = stretch.add_scaled(&entry.stretch, weight);
        let q = Vec4::from(entry.motion.real);
        let pivot = *pivot.get_or_insert(q);
        let signed = if q.dot(pivot) < 0.0 { -weight } else { weight };
        real += q * signed;
        dual += Vec4::from(entry.motion.dual) * signed;
    }
    // Two opposite rotations of equal weight leave nothing to divide by: the strongest influence alone decides.
    let norm = real.length();
    let motion = if norm > 1e-12 {
        let scale = norm.recip();
        DualQuaternion {
            real: Quat::from_vec4(real * scale),
            dual: Quat::from_vec4(dual * scale),
        }
    } else {
        DualQuaternion::IDENTITY
    };
    let stretched = stretch.transform_point(vertex.position);
    let normal = normalize_or(stretch.transform_normal(vertex.normal), vertex.normal);
    let normal = motion.transform_vector(normal);
    let tangent = motion.transform_vector(stretch.transform_vector(vertex.tangent.truncate()));
    Vertex {
        position: motion.transform_point(stretched),
        normal,
        tangent: finish_tangent(tangent, normal, vertex.tangent, stretch.determinant() < 0.0),
    }
}
