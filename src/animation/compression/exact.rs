//! Clips in double precision: what every error is measured against.

use glam::{DAffine3, DQuat, DVec3};

use super::super::clip::{Interpolation, Keys};
use super::super::sample::Bracket;

/// Translation, rotation and scale of a joint relative to its parent, in double precision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Local {
    /// Metres.
    pub(super) translation: DVec3,
    /// Unit quaternion.
    pub(super) rotation: DQuat,
    /// Factors.
    pub(super) scale: DVec3,
}

impl Local {
    /// `parent_from_joint`.
    pub(super) fn matrix(&self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

impl From<crate::math::Transform> for Local {
    fn from(t: crate::math::Transform) -> Self {
        Self {
            translation: t.translation.as_dvec3(),
            rotation: unit(t.rotation.as_dquat()),
            scale: t.scale.as_dvec3(),
        }
    }
}

/// The quaternion at unit length; the identity if it has no direction.
pub(super) fn unit(q: DQuat) -> DQuat {
    let square = q.length_squared();
    if square > 1e-60 && square.is_finite() {
        q * square.sqrt().recip()
    } else {
        DQuat::IDENTITY
    }
}

/// Terms of the series of [`slerp`]; on an arc of at most 22.5 degrees the rest is below 1e-15.
const TERMS: u32 = 12;

fn arc_fraction(t: f64, x: f64) -> f64 {
    let t_squared = t * t;
    let mut sum = 1.0;
    for i in (1..=TERMS).rev() {
        let i = f64::from(i);
        let u = 1.0 / (i * (2.0 * i + 1.0));
        let v = i / (2.0 * i + 1.0);
        sum = 1.0 + (u * t_squared - v) * x * sum;
    }
    t * sum
}

/// As [`crate::math::slerp`] in double precision: the arc is halved twice.
pub(super) fn slerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    if t <= 0.0 {
        return a;
    }
    if t >= 1.0 {
        return b;
    }
    let (mut from, mut to, mut u) = (a, b, t);
    for _ in 0..2 {
        let middle = unit(from + to);
        if u < 0.5 {
            (to, u) = (middle, 2.0 * u);
        } else {
            (from, u) = (middle, 2.0 * u - 1.0);
        }
    }
    let x = (from.dot(to) - 1.0).min(0.0);
    unit(from * arc_fraction(1.0 - u, x) + to * arc_fraction(u, x))
}

/// Twice the distance of two unit quaternions on their shorter arc: for small turns the angle between them, radians.
pub(super) fn turn(a: DQuat, b: DQuat) -> f64 {
    2.0 * (a - b).length_squared().min((a + b).length_squared()).sqrt()
}

/// One track at one time, as [`super::super::sample_track`]. `keys` must not be empty, `out` has its width.
pub(super) fn sample(keys: &Keys, is_rotation: bool, time_secs: f64, out: &mut [f64]) {
    let bracket = Bracket::of(keys, time_secs);
    let take = |out: &mut [f64], key: usize| {
        for (out, value) in out.iter_mut().zip(keys.value(key)) {
            *out = f64::from(*value);
        }
    };
    if bracket.holds() {
        take(out, bracket.left);
        if is_rotation {
            normalize(out);
        }
        return;
    }
    let (left, right, gap) = (bracket.left, bracket.right, bracket.gap_secs);
    let u = ((time_secs - f64::from(keys.times()[left])) / gap).clamp(0.0, 1.0);
    if keys.interpolation() == Interpolation::CubicSpline {
        let tangents = keys.out_tangent(left).zip(keys.in_tangent(right));
        let (leave, enter) = tangents.unwrap_or((keys.value(left), keys.value(right)));
        let (a, b) = (keys.value(left), keys.value(right));
        let (u2, u3) = (u * u, u * u * u);
        let (ha, hb) = (2.0 * u3 - 3.0 * u2 + 1.0, -2.0 * u3 + 3.0 * u2);
        let (hl, he) = ((u3 - 2.0 * u2 + u) * gap, (u3 - u2) * gap);
        for (i, out) in out.iter_mut().enumerate() {
            *out = ha * f64::from(a[i])
                + hl * f64::from(leave[i])
                + hb * f64::from(b[i])
                + he * f64::from(enter[i]);
        }
        if is_rotation {
            normalize(out);
        }
    } else if is_rotation {
        let [a, b] = [left, right].map(|k| {
            let v = keys.value(k);
            unit(DQuat::from_xyzw(
                v[0].into(),
                v[1].into(),
                v[2].into(),
                v[3].into(),
            ))
        });
        out.copy_from_slice(&slerp(a, b, u).to_array());
    } else {
        let (a, b) = (keys.value(left), keys.value(right));
        for (i, out) in out.iter_mut().enumerate() {
            let (a, b) = (f64::from(a[i]), f64::from(b[i]));
            *out = a + (b - a) * u;
        }
    }
}

fn normalize(v: &mut [f64]) {
    let q = unit(DQuat::from_xyzw(v[0], v[1], v[2], v[3]));
    v.copy_from_slice(&q.to_array());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slerp_is_exact_to_the_last_digits() {
        for degrees in (0..=179_u32).step_by(7) {
            let angle = f64::from(degrees).to_radians();
            let axis = DVec3::new(0.6, 0.0, 0.8);
            let (a, b) = (
                DQuat::from_axis_angle(axis, 0.3),
                -DQuat::from_axis_angle(axis, 0.3 + angle),
            );
            for k in 0..=20_u32 {
                let t = f64::from(k) / 20.0;
                let right = DQuat::from_axis_angle(axis, 0.3 + angle * t);
                assert!(turn(slerp(a, b, t), right) < 1e-13, "{degrees} at {t}");
            }
        }
    }
}
