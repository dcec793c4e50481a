//! Unit dual quaternions: a rotation and a translation in eight numbers.

use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3};

/// A rigid motion. `real` is the rotation, `dual = 0.5 * (translation, 0) * real`.
///
/// Layout: two `vec4<f32>` in `xyzw` order, as the shader reads them.
/// Source: Kavan et al. 2008, "Geometric Skinning with Approximate Dual Quaternion Blending", section 3.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct DualQuaternion {
    /// Rotation, unit length unless the value is a blend that was not normalised yet.
    pub real: Quat,
    /// Half the translation times the rotation.
    pub dual: Quat,
}

impl DualQuaternion {
    /// No motion.
    pub const IDENTITY: Self = Self {
        real: Quat::IDENTITY,
        dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
    };

    /// The motion that first rotates, then translates.
    #[inline]
    pub fn from_rotation_translation(rotation: Quat, translation: Vec3) -> Self {
        let t = Quat::from_xyzw(translation.x, translation.y, translation.z, 0.0);
        // Not glam's quaternion product: that asserts unit length when its checks are on.
        let dual = Quat::from_vec4(0.5 * hamilton(t, rotation));
        Self { real: rotation, dual }
    }

    /// The translation part, metres. The value must be of unit length.
    #[inline]
    pub fn translation(&self) -> Vec3 {
        let (r, d) = (self.real.xyz(), self.dual.xyz());
        2.0 * (self.real.w * d - self.dual.w * r + r.cross(d))
    }

    /// Moves a point. The value must be of unit length.
    #[inline]
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.transform_vector(point) + self.translation()
    }

    /// Turns a direction. The value must be of unit length.
    #[inline]
    pub fn transform_vector(&self, vector: Vec3) -> Vec3 {
        let r = self.real.xyz();
        vector + 2.0 * r.cross(r.cross(vector) + self.real.w * vector)
    }
}

#[inline]
fn hamilton(a: Quat, b: Quat) -> glam::Vec4 {
    let (av, bv) = (a.xyz(), b.xyz());
    let v = a.w * bv + b.w * av + av.cross(bv);
    v.extend(a.w * b.w - av.dot(bv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn moves_like_its_matrix(
            q in prop::array::uniform4(-1.0f32..1.0), t in prop::array::uniform3(-5.0f32..5.0),
            p in prop::array::uniform3(-5.0f32..5.0),
        ) {
            prop_assume!(Quat::from_array(q).length() > 0.1);
            let (q, t, p) = (Quat::from_array(q).normalize(), Vec3::from_array(t), Vec3::from_array(p));
            let dq = DualQuaternion::from_rotation_translation(q, t);
            prop_assert!((dq.translation() - t).length() < 1e-5);
            prop_assert!((dq.transform_point(p) - (q * p + t)).length() < 2e-5);
        }
    }
}
