//! An affine matrix as three rows, the form that a shader reads.

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Mat3, Vec3, Vec4};

/// A 3x4 matrix stored by rows; the fourth row is `0 0 0 1`.
///
/// Layout: three `vec4<f32>`, 48 bytes: a quarter less to upload than a 4x4. `position = (row . (p, 1))`.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Rows3x4(pub [Vec4; 3]);

impl Rows3x4 {
    /// The identity.
    pub const IDENTITY: Self = Self([Vec4::X, Vec4::Y, Vec4::Z]);
    /// All zero: where a weighted sum begins.
    pub const ZERO: Self = Self([Vec4::ZERO; 3]);

    /// From the linear part and the translation.
    #[inline]
    pub fn from_parts(m: Mat3, t: Vec3) -> Self {
        Self([
            Vec4::new(m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x),
            Vec4::new(m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y),
            Vec4::new(m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z),
        ])
    }

    /// `self + other * factor`, row by row.
    #[inline]
    pub fn add_scaled(&self, other: &Self, factor: f32) -> Self {
        Self([
            self.0[0] + other.0[0] * factor,
            self.0[1] + other.0[1] * factor,
            self.0[2] + other.0[2] * factor,
        ])
    }

    /// Moves a point.
    #[inline]
    pub fn transform_point(&self, p: Vec3) -> Vec3 {
        let p = p.extend(1.0);
        Vec3::new(self.0[0].dot(p), self.0[1].dot(p), self.0[2].dot(p))
    }

    /// Maps a direction (no translation, not normalised).
    #[inline]
    pub fn transform_vector(&self, v: Vec3) -> Vec3 {
        let v = v.extend(0.0);
        Vec3::new(self.0[0].dot(v), self.0[1].dot(v), self.0[2].dot(v))
    }

    /// Maps a normal (not normalised): the cofactor matrix times the sign of the determinant, which is the inverse
    /// transpose up to a positive factor and stays finite for a flat matrix.
    #[inline]
    pub fn transform_normal(&self, n: Vec3) -> Vec3 {
        let (r0, r1, r2) = (self.0[0].truncate(), self.0[1].truncate(), self.0[2].truncate());
        // Rows of the cofactor matrix are the cross products of the other two rows.
        let c0 = r1.cross(r2);
        let mapped = Vec3::new(c0.dot(n), r2.cross(r0).dot(n), r0.cross(r1).dot(n));
        if r0.dot(c0) < 0.0 { -mapped } else { mapped }
    }

    /// Determinant of the linear part.
    #[inline]
    pub fn determinant(&self) -> f32 {
        let (r0, r1, r2) = (self.0[0].truncate(), self.0[1].truncate(), self.0[2].truncate());
        r0.dot(r1.cross(r2))
    }

    /// The linear part, as columns.
    #[inline]
    pub fn linear(&self) -> Mat3 {
        Mat3::from_cols(self.0[0].truncate(), self.0[1].truncate(), self.0[2].truncate()).transpose()
    }
}

impl From<Rows3x4> for Affine3A {
    #[inline]
    fn from(rows: Rows3x4) -> Self {
        let translation = Vec3::new(rows.0[0].w, rows.0[1].w, rows.0[2].w);
        Self::from_mat3_translation(rows.linear(), translation)
    }
}

impl From<Affine3A> for Rows3x4 {
    #[inline]
    fn from(m: Affine3A) -> Self {
        let [x, y, z, t]: [Vec3; 4] = [
            m.matrix3.x_axis.into(),
            m.matrix3.y_axis.into(),
            m.matrix3.z_axis.into(),
            m.translation.into(),
        ];
        Self([
            Vec4::new(x.x, y.x, z.x, t.x),
            Vec4::new(x.y, y.y, z.y, t.y),
            Vec4::new(x.z, y.z, z.z, t.z),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn maps_points_and_normals_like_the_matrix() {
        let m = Affine3A::from_scale_rotation_translation(
            Vec3::new(-2.0, 0.5, 1.5),
            Quat::from_xyzw(0.1, 0.7, -0.2, 0.5).normalize(),
            Vec3::new(3.0, -1.0, 0.25),
        );
        let rows = Rows3x4::from(m);
        let p = Vec3::new(0.3, -0.7, 1.9);
        assert!((rows.transform_point(p) - m.transform_point3(p)).length() < 1e-6);
        let right = (Mat3::from(m.matrix3).inverse().transpose() * p).normalize();
        assert!((rows.transform_normal(p).normalize() - right).length() < 1e-6);
        assert!((rows.determinant() - m.matrix3.determinant()).abs() < 1e-6);
        assert!(rows.linear().abs_diff_eq(m.matrix3.into(), 1e-7));
        assert_eq!(Affine3A::from(rows), m);
    }
}
