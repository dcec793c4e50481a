//! Trigonometry by arithmetic alone: the system's differs in the last bit from machine to machine.

use glam::{Quat, Vec3};

/// Sine and cosine of an angle in degrees, by quadrants and a power series.
pub(crate) fn sin_cos_degrees(degrees: f64) -> (f64, f64) {
    let turned = degrees.rem_euclid(360.0);
    let quadrant = (turned / 90.0).round();
    let x = (turned - 90.0 * quadrant) * (std::f64::consts::PI / 180.0);
    let x2 = x * x;
    let series = |first: f64, from: i32| {
        let (mut term, mut sum, mut k) = (first, first, from);
        while k < from + 18 {
            term *= -x2 / f64::from((k + 1) * (k + 2));
            sum += term;
            k += 2;
        }
        sum
    };
    let (s, c) = (series(x, 1), series(1.0, 0));
    match quadrant as i32 % 4 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// The rotation about a unit `axis`.
pub(crate) fn about(axis: Vec3, degrees: f64) -> Quat {
    let (s, c) = sin_cos_degrees(degrees / 2.0);
    // The series leaves no rounding at right angles, so that quarter turns are as exact as an f32 can be.
    Quat::from_xyzw(axis.x * s as f32, axis.y * s as f32, axis.z * s as f32, c as f32)
}

/// 0 at `middle - half` and below, exactly 1/2 at `middle`, 1 at `middle + half`, without a kink.
pub(crate) fn smooth_step(middle: f32, half: f32, at: f32) -> f32 {
    let u = ((at - middle) / half).clamp(-1.0, 1.0);
    0.5 + 0.25 * u * (3.0 - u * u)
}
