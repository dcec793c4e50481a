//! Dual quaternion skinning: the CPU twin of `skin_dual_quaternion` in `shaders/skinning.wgsl`.

use glam::{Quat, Vec4};

use super::{DualQuaternionJoint, Influence, Vertex, finish_tangent, normalize_or};
use crate::math::{DualQuaternion, Rows3x4};

/// What the influences of a vertex blend to: a stretch, then a rigid motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DualQuaternionBlend {
    /// Weighted sum of the joints' stretches, mesh space, common scale included.
    pub stretch: Rows3x4,
    /// Length of the real part of the weighted sum: below 1 the more the rotations differ.
    pub norm: f32,
    /// The sum divided by that length: a unit dual quaternion.
    pub motion: DualQuaternion,
}

impl DualQuaternionBlend {
    /// From the weighted sums over a vertex's influences: of the stretches, and of the motions' two parts.
    #[inline]
    pub(crate) fn of_sums(stretch: Rows3x4, real: Vec4, dual: Vec4) -> Self {
        // Two opposite rotations of equal weight leave nothing to divide by.
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
        Self {
            stretch,
            norm,
            motion,
        }
    }

    /// Moves a vertex: the stretch, then the rigid motion. The CPU twin of `move_by_blend` in `shaders/skinning.wgsl`.
    #[inline]
    pub(crate) fn move_by_blend(&self, vertex: Vertex) -> Vertex {
        let Self { stretch, motion, .. } = self;
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
}

/// Whether a joint's dual quaternion is negated before it is summed: it and the strongest influence's (`pivot`) then
/// lie on one side. `q` and `-q` are the same motion, their sum is not.
#[inline]
pub fn is_flipped(motion: &DualQuaternion, pivot: &DualQuaternion) -> bool {
    Vec4::from(motion.real).dot(Vec4::from(pivot.real)) < 0.0
}

/// Blends the stretches linearly, and the rigid motions as unit dual quaternions, each sign-aligned with that of the
/// strongest influence (the first), normalised. Influences come strongest first and sum to 1.
#[inline]
pub fn blend_dual_quaternions(
    joints: &[DualQuaternionJoint],
    influences: impl Iterator<Item = Influence>,
) -> DualQuaternionBlend {
    let mut stretch = Rows3x4::ZERO;
    let (mut real, mut dual) = (Vec4::ZERO, Vec4::ZERO);
    let mut pivot = None;
    for Influence { joint, weight } in influences {
        let entry = &joints[joint as usize];
        stretch = stretch.add_scaled(&entry.stretch, weight);
        let pivot = *pivot.get_or_insert(entry.motion);
        let signed = if is_flipped(&entry.motion, &pivot) {
            -weight
        } else {
            weight
        };
        real += Vec4::from(entry.motion.real) * signed;
        dual += Vec4::from(entry.motion.dual) * signed;
    }
    DualQuaternionBlend::of_sums(stretch, real, dual)
}

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
    blend_dual_quaternions(joints, influences).move_by_blend(vertex)
}
