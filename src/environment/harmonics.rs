//! What falls on a diffuse surface, by its normal: nine numbers a colour.
//!
//! Source: Ramamoorthi and Hanrahan 2001, "An Efficient Representation for Irradiance Environment Maps". The nine real
//! spherical harmonics up to order 2, each times the cosine lobe's own coefficient over pi, so that the sum is what a
//! white surface shows.
//! Twin of `irradiance_over_pi` in `shaders/surroundings.wgsl`.

use glam::{DVec3, Vec3};

use super::luminance;
use super::map::{Grid, Map};

/// Coefficients of a colour.
pub const COUNT: usize = 9;

/// The harmonics at a unit direction, in the order of [`irradiance`].
pub fn basis(d: DVec3) -> [f64; COUNT] {
    [
        0.282_094_791_773_878_14,
        0.488_602_511_902_919_9 * d.y,
        0.488_602_511_902_919_9 * d.z,
        0.488_602_511_902_919_9 * d.x,
        1.092_548_430_592_079_2 * d.x * d.y,
        1.092_548_430_592_079_2 * d.y * d.z,
        0.315_391_565_252_520_05 * (3.0 * d.z * d.z - 1.0),
        1.092_548_430_592_079_2 * d.x * d.z,
        0.546_274_215_296_039_6 * (d.x * d.x - d.y * d.y),
    ]
}

/// Of the clamped cosine over pi: 1, 2/3 and 1/4 by order.
const COSINE: [f64; COUNT] = {
    let (a, b, c) = (1.0, 2.0 / 3.0, 0.25);
    [a, b, b, b, c, c, c, c, c]
};

/// Width that is enough for nine smooth functions, pixels.
const WIDTH: u32 = 512;

/// Irradiance over pi of a map, as coefficients of [`basis`]. Sums run in 64 bits, row by row.
pub fn irradiance(map: &Map) -> [Vec3; COUNT] {
    let map = map.at_most(WIDTH);
    let [w, h] = map.size_px;
    // A pixel of a small map is large: the harmonics are looked at in several places of it.
    let parts = (WIDTH / 2).div_ceil(w);
    let fine = Grid([w * parts, h * parts]);
    let mut sums = [DVec3::ZERO; COUNT];
    for y in 0..h * parts {
        let mut row = [DVec3::ZERO; COUNT];
        let radiances = map.row(y / parts);
        for x in 0..w * parts {
            let radiance = radiances[(x / parts) as usize].as_dvec3();
            for (sum, b) in row.iter_mut().zip(basis(fine.direction(x, y))) {
                *sum += radiance * b;
            }
        }
        let weight = fine.solid_angle(y);
        for (sum, row) in sums.iter_mut().zip(row) {
            *sum += row * weight;
        }
    }
    std::array::from_fn(|k| (sums[k] * COSINE[k]).as_vec3())
}

/// What the coefficients say for a unit normal; never negative.
pub fn evaluate(coefficients: &[Vec3; COUNT], normal: Vec3) -> Vec3 {
    let basis = basis(normal.as_dvec3());
    let sum = coefficients.iter().zip(basis).map(|(c, b)| c.as_dvec3() * b);
    sum.sum::<DVec3>().as_vec3().max(Vec3::ZERO)
}

/// Unit, towards where most light comes from; straight up if none stands out.
pub(super) fn brightest(coefficients: &[Vec3; COUNT]) -> Vec3 {
    let of = |k: usize| luminance(coefficients[k]);
    let towards = Vec3::new(of(3), of(1), of(2));
    if towards.length() < 1e-3 * of(0) {
        return Vec3::Y;
    }
    towards.try_normalize().unwrap_or(Vec3::Y)
}
