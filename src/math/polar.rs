//! A 3x3 matrix as a rotation after a stretch.

use glam::{DMat3, DQuat, DVec3, Mat3, Quat};

use super::quaternion::normalize_or_identity;

/// `A = R S`: first the stretch, then the rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PolarSplit {
    /// Proper rotation R.
    pub rotation: Quat,
    /// S: symmetric; negative definite when A mirrors.
    pub stretch: Mat3,
}

/// How far `A^T A` may be from a multiple of the identity, relative to it, to count as rotation times one scale.
const SIMILARITY_TOLERANCE: f32 = 1e-5;

/// Singular values below this share of the largest count as zero: their directions are not in the matrix.
const RANK_TOLERANCE: f64 = 1e-6;

/// The split of a matrix that is a rotation times one scale factor (negative: mirrored); `None` if it is not.
#[inline]
pub fn similarity_split(a: Mat3) -> Option<PolarSplit> {
    let (x, y, z) = (a.x_axis, a.y_axis, a.z_axis);
    let (xx, yy, zz) = (x.length_squared(), y.length_squared(), z.length_squared());
    let mean = (xx + yy + zz) / 3.0;
    let slack = SIMILARITY_TOLERANCE * mean;
    let off = [xx - mean, yy - mean, zz - mean, x.dot(y), y.dot(z), z.dot(x)];
    // Written so that NaN fails, too.
    if !(mean > 1e-20 && mean < 1e20 && off.iter().all(|d| d.abs() <= slack)) {
        return None;
    }
    let scale = if a.determinant() < 0.0 {
        -mean.sqrt()
    } else {
        mean.sqrt()
    };
    let rotation = normalize_or_identity(Quat::from_mat3(&(a * scale.recip())));
    Some(PolarSplit {
        rotation,
        stretch: Mat3::from_diagonal(glam::Vec3::splat(scale)),
    })
}

/// Splits any matrix into a proper rotation and a symmetric stretch, `A = R S`.
///
/// A negative determinant puts the mirror into S (`R = -Q`, `S = -P` of the usual polar decomposition `A = Q P`).
/// A rank-deficient matrix does not say how its lost directions turn: there R follows `parent_rotation`, the rotation
/// of the joint above, as far as that agrees with the directions that are left; `S = R^T A` then.
///
/// By the eigenvectors of `A^T A` (cyclic Jacobi, double precision): exact where an iteration by inverses breaks down.
/// Source: Shoemake and Duff 1992, "Matrix Animation and Polar Decomposition"; Golub and Van Loan, section 8.5.
pub fn polar_split(a: Mat3, parent_rotation: Quat) -> PolarSplit {
    let a = a.as_dmat3();
    let largest = a.to_cols_array().iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let parent = DMat3::from_quat(parent_rotation.as_dquat());
    if !largest.is_finite() || largest < 1e-30 {
        return PolarSplit {
            rotation: parent_rotation,
            stretch: Mat3::ZERO,
        };
    }
    let unit = a * largest.recip();
    let (eigenvalues, v) = symmetric_eigen(unit.transpose() * unit);
    // Strongest direction first.
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| eigenvalues[j].total_cmp(&eigenvalues[i]));
    let sigma = order.map(|i| eigenvalues[i].max(0.0).sqrt());
    let v = order.map(|i| v.col(i));
    let rank = sigma.iter().filter(|&&s| s > RANK_TOLERANCE * sigma[0]).count();
    let mirrored = rank == 3 && unit.determinant() < 0.0;
    let side = if mirrored { -1.0 } else { 1.0 };
    let v2 = if v[0].cross(v[1]).dot(v[2]) < 0.0 {
        -v[2]
    } else {
        v[2]
    };
    let u0 = (side * (unit * v[0])).normalize();
    let u1 = if rank >= 2 {
        orthogonal_unit(side * (unit * v[1]), u0)
    } else {
        // One direction is left: turn the parent's frame the shortest way so that it maps v0 to u0.
        let carried = DQuat::from_rotation_arc((parent * v[0]).normalize(), u0) * (parent * v[1]);
        orthogonal_unit(carried, u0)
    };
    // The third direction follows from the other two: R is proper whatever A is.
    let u2 = u0.cross(u1);
    let r = DMat3::from_cols(u0, u1, u2) * DMat3::from_cols(v[0], v[1], v2).transpose();
    let s = r.transpose() * a;
    let rotation = normalize_or_identity(DQuat::from_mat3(&r).as_quat());
    PolarSplit {
        rotation,
        stretch: (0.5 * (s + s.transpose())).as_mat3(),
    }
}

/// `v` without its part along the unit vector `u`, normalised; any perpendicular if nothing is left.
fn orthogonal_unit(v: DVec3, u: DVec3) -> DVec3 {
    let rest = v - u * v.dot(u);
    if rest.length_squared() > 1e-24 {
        rest.normalize()
    } else {
        u.any_orthonormal_vector()
    }
}

/// Eigenvalues and eigenvectors (columns) of a symmetric matrix by cyclic Jacobi rotations.
fn symmetric_eigen(mut m: DMat3) -> ([f64; 3], DMat3) {
    let mut v = DMat3::IDENTITY;
    // Converges quadratically; four sweeps suffice for doubles, the rest is reserve.
    for _ in 0..12 {
        let off = m.x_axis.y.powi(2) + m.x_axis.z.powi(2) + m.y_axis.z.powi(2);
        if off < 1e-34 {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let apq = m.col(q)[p];
            if apq.abs() < 1e-300 {
                continue;
            }
            let theta = (m.col(q)[q] - m.col(p)[p]) / (2.0 * apq);
            let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = (t * t + 1.0).sqrt().recip();
            let s = t * c;
            let mut g = DMat3::IDENTITY;
            g.col_mut(p)[p] = c;
            g.col_mut(q)[q] = c;
            g.col_mut(q)[p] = s;
            g.col_mut(p)[q] = -s;
            m = g.transpose() * m * g;
            v *= g;
        }
    }
    ([m.x_axis.x, m.y_axis.y, m.z_axis.z], v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use proptest::prelude::*;

    fn is_rotation(q: Quat) -> bool {
        (q.length() - 1.0).abs() < 1e-5
    }

    proptest! {
        #[test]
        fn gives_the_matrix_back(m in prop::array::uniform9(-3.0f32..3.0)) {
            let a = Mat3::from_cols_array(&m);
            let split = polar_split(a, Quat::IDENTITY);
            prop_assert!(is_rotation(split.rotation));
            let back = Mat3::from_quat(split.rotation) * split.stretch;
            prop_assert!(back.abs_diff_eq(a, 1e-5 * 9.0), "{a} {back}");
            prop_assert!(split.stretch.abs_diff_eq(split.stretch.transpose(), 1e-6));
        }
    }

    #[test]
    fn a_mirror_goes_into_the_stretch() {
        let split = similarity_split(Mat3::from_diagonal(Vec3::splat(-2.0))).unwrap();
        assert!(split.rotation.abs_diff_eq(Quat::IDENTITY, 1e-6));
        assert_eq!(split.stretch, Mat3::from_diagonal(Vec3::splat(-2.0)));
        let split = polar_split(Mat3::from_diagonal(Vec3::new(-1.0, 2.0, 3.0)), Quat::IDENTITY);
        assert!(split.stretch.determinant() < 0.0);
        assert!(is_rotation(split.rotation));
    }

    #[test]
    fn a_flat_matrix_keeps_the_rotation_that_is_left() {
        let q = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize();
        let flat = Mat3::from_quat(q) * Mat3::from_diagonal(Vec3::new(1.0, 0.0, 2.0));
        let split = polar_split(flat, Quat::IDENTITY);
        assert!(split.rotation.dot(q).abs() > 1.0 - 1e-5);
        let line = Mat3::from_quat(q) * Mat3::from_diagonal(Vec3::new(1.0, 0.0, 0.0));
        // With its own rotation as the parent's, nothing is lost.
        assert!(polar_split(line, q).rotation.dot(q).abs() > 1.0 - 1e-5);
        let point = polar_split(Mat3::ZERO, q);
        assert_eq!((point.rotation, point.stretch), (q, Mat3::ZERO));
    }

    #[test]
    fn only_similarities_take_the_short_cut() {
        let q = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize();
        let split = similarity_split(Mat3::from_quat(q) * 0.01).unwrap();
        assert!(split.rotation.dot(q).abs() > 1.0 - 1e-6);
        assert!((split.stretch.x_axis.x - 0.01).abs() < 1e-7);
        assert!(similarity_split(Mat3::from_diagonal(Vec3::new(1.0, 1.001, 1.0))).is_none());
        assert!(similarity_split(Mat3::ZERO).is_none());
        assert!(similarity_split(Mat3::NAN).is_none());
    }
}
