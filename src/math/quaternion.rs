//! Exact interpolation of rotations without trigonometry.

use glam::Quat;

/// The quaternion scaled to unit length; the identity if it has no direction or is not finite.
#[inline]
pub fn normalize_or_identity(q: Quat) -> Quat {
    let length_squared = q.length_squared();
    if length_squared > 1e-30 && length_squared.is_finite() {
        q * length_squared.sqrt().recip()
    } else {
        Quat::IDENTITY
    }
}

/// Number of terms of the series; on an arc of at most 45 degrees the rest is below 2e-8.
const TERMS: usize = 8;

/// sin(t * angle) / sin(angle) for cos(angle) = `1 + x`, `x` in -0.3 ..= 0.
///
/// Source: Eberly 2011, "A Fast and Accurate Algorithm for Computing SLERP", equations 5 and 8:
/// `t (1 + b1 (1 + b2 (1 + ...)))` with `b_i = (u_i t^2 - v_i) x`, `u_i = 1 / (i (2i + 1))`, `v_i = i / (2i + 1)`.
#[inline]
fn arc_fraction(t: f32, x: f32) -> f32 {
    let t_squared = t * t;
    let mut sum = 1.0;
    for i in (1..=TERMS).rev() {
        let i = i as f32;
        let u = 1.0 / (i * (2.0 * i + 1.0));
        let v = i / (2.0 * i + 1.0);
        sum = 1.0 + (u * t_squared - v) * x * sum;
    }
    t * sum
}

/// The rotation a fraction `t` (0 to 1) of the way from `a` to `b` at constant speed, on the shorter arc.
///
/// `a` and `b` are unit quaternions; `b` and `-b` give the same rotation. The ends are hit exactly (the far end up
/// to its sign). Two rotations exactly 180 degrees apart have two equal arcs: the one without a sign flip is taken.
///
/// The arc is halved at its middle (a sum, normalised), so that the series of Eberly 2011 converges to the last bit
/// of an `f32`. No system `sin` or `acos`: the same bits on every machine.
#[inline]
pub fn slerp(a: Quat, b: Quat, t: f32) -> Quat {
    let mut dot = a.dot(b);
    let b = if dot < 0.0 {
        dot = -dot;
        -b
    } else {
        b
    };
    if t <= 0.0 {
        return a;
    }
    if t >= 1.0 {
        return b;
    }
    let half_cos = (0.5 + 0.5 * dot.min(1.0)).sqrt();
    let middle = normalize_or_identity(a + b);
    let (from, to, u) = if t < 0.5 {
        (a, middle, 2.0 * t)
    } else {
        (middle, b, 2.0 * t - 1.0)
    };
    let x = half_cos - 1.0;
    normalize_or_identity(from * arc_fraction(1.0 - u, x) + to * arc_fraction(u, x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, DVec3, Vec3};

    fn about_z(degrees: f32) -> Quat {
        Quat::from_axis_angle(Vec3::Z, degrees.to_radians())
    }

    fn degrees_about_z(q: Quat) -> f32 {
        2.0 * q.z.atan2(q.w).to_degrees()
    }

    #[test]
    fn turns_at_constant_speed() {
        // Chapter, table A; nlerp would give 23.75 and 65.93 here.
        let (a, b) = (about_z(0.0), about_z(100.0));
        assert!((degrees_about_z(slerp(a, b, 0.25)) - 25.0).abs() < 1e-3);
        assert!((degrees_about_z(slerp(a, b, 0.65)) - 65.0).abs() < 1e-3);
    }

    #[test]
    fn agrees_with_the_formula_in_double_precision() {
        for step in 0..=180_u32 {
            let angle = f64::from(step).to_radians();
            let (a, b) = (
                DQuat::IDENTITY,
                DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), angle),
            );
            for k in 0..=16_u32 {
                let t = f64::from(k) / 16.0;
                let right = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), angle * t);
                let got = slerp(a.as_quat(), b.as_quat(), t as f32).as_dquat();
                let apart = (got - right).length().min((got + right).length());
                assert!(apart < 2.5e-7, "{step} degrees at {t}: {apart:e}");
            }
        }
    }

    #[test]
    fn the_sign_of_a_key_does_not_matter() {
        let (a, b) = (about_z(10.0), about_z(100.0));
        for k in 0..=8 {
            let t = k as f32 / 8.0;
            let (p, q) = (slerp(a, b, t), slerp(a, -b, t));
            assert_eq!(p, q);
        }
        assert_eq!(slerp(a, b, 0.0), a);
        assert_eq!(slerp(a, b, 1.0), b);
    }

    #[test]
    fn opposite_rotations_stay_finite() {
        let q = slerp(about_z(0.0), about_z(180.0), 0.5);
        assert!((degrees_about_z(q).abs() - 90.0).abs() < 1e-3);
        assert!(slerp(Quat::IDENTITY, -Quat::IDENTITY, 0.3).is_finite());
    }
}
