//! A local transform as glTF stores it.

use glam::{Affine3A, Quat, Vec3};

use super::quaternion::{normalize_or_identity, slerp};

/// Translation, rotation and scale of one joint, relative to its parent.
///
/// Units: metres; a unit quaternion (`xyzw`); scale factors.
/// Order: `parent_from_joint = T * R * S` (scale first). Source: glTF 2.0, section 3.5.3.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    /// Offset in the parent's space, metres.
    pub translation: Vec3,
    /// Unit quaternion.
    pub rotation: Quat,
    /// Factors along the joint's own axes; negative ones mirror.
    pub scale: Vec3,
}

impl Transform {
    /// No translation, no rotation, scale one.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
    };

    /// The matrix `parent_from_joint`.
    #[inline]
    pub fn to_affine(self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// Splits a matrix into translation, rotation and scale; a mirror goes into the scale's x axis.
    ///
    /// Shear cannot be kept: glTF demands that a node's matrix has none. A matrix with a vanishing axis keeps the
    /// rotation that its other axes allow.
    pub fn from_affine(m: Affine3A) -> Self {
        let [x, y, z] = [m.matrix3.x_axis, m.matrix3.y_axis, m.matrix3.z_axis].map(glam::Vec3A::as_dvec3);
        let mut scale = glam::DVec3::new(x.length(), y.length(), z.length());
        if x.cross(y).dot(z) < 0.0 {
            scale.x = -scale.x;
        }
        let tiny = 1e-12 * scale.abs().max_element().max(1e-30);
        let axis = |v: glam::DVec3, s: f64| if s.abs() > tiny { Some(v / s) } else { None };
        let rotation = match (axis(x, scale.x), axis(y, scale.y), axis(z, scale.z)) {
            (Some(a), Some(b), Some(c)) => glam::DMat3::from_cols(a, b, c),
            (None, Some(b), Some(c)) => glam::DMat3::from_cols(b.cross(c), b, c),
            (Some(a), None, Some(c)) => glam::DMat3::from_cols(a, c.cross(a), c),
            (Some(a), Some(b), None) => glam::DMat3::from_cols(a, b, a.cross(b)),
            _ => glam::DMat3::IDENTITY,
        };
        let rotation = normalize_or_identity(glam::DQuat::from_mat3(&rotation).as_quat());
        Self {
            translation: m.translation.into(),
            rotation,
            scale: scale.as_vec3(),
        }
    }

    /// The transform a fraction `t` (0 to 1) of the way from `self` to `other`.
    ///
    /// Translation and scale are mixed linearly, the rotation by [`slerp`] on the shorter arc.
    /// `t` of 0 gives `self`'s bits, `t` of 1 `other`'s.
    #[inline]
    pub fn mix(&self, other: &Self, t: f32) -> Self {
        if t <= 0.0 {
            return *self;
        }
        if t >= 1.0 {
            return *other;
        }
        Self {
            translation: self.translation + (other.translation - self.translation) * t,
            rotation: slerp(self.rotation, other.rotation, t),
            scale: self.scale + (other.scale - self.scale) * t,
        }
    }

    /// True if every number is finite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_matrix_splits_and_comes_back() {
        let t = Transform {
            translation: Vec3::new(1.0, 2.0, 3.0),
            rotation: Quat::from_xyzw(0.1, -0.4, 0.3, 0.8).normalize(),
            scale: Vec3::new(-2.0, 0.5, 3.0),
        };
        let back = Transform::from_affine(t.to_affine()).to_affine();
        assert!(back.abs_diff_eq(t.to_affine(), 1e-5), "{back:?}");
    }

    #[test]
    fn a_flat_matrix_keeps_its_other_axes() {
        let t = Transform {
            scale: Vec3::new(2.0, 0.0, 1.0),
            ..Transform::IDENTITY
        };
        let back = Transform::from_affine(t.to_affine());
        assert!(back.is_finite());
        assert!(back.to_affine().abs_diff_eq(t.to_affine(), 1e-6));
    }
}
