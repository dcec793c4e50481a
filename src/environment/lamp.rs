//! The sun of a sky, or the lamp of a room: one small thing that outshines all else, taken out of the map.
//!
//! Nine harmonics blur it and filtered reflections of it would sparkle; a renderer draws it as the lamp that it is, with
//! its shadow. What stays in the map is no brighter than a few times what surrounds it, so that nothing sparkles.

use glam::{DVec3, Vec3};

use super::luminance;
use super::map::Map;

/// A lamp: radiance `exp(sharpness * (cos - 1))` about a direction, as bright as gives `irradiance`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lamp {
    /// Unit, towards it.
    pub towards: Vec3,
    /// How narrow it is.
    pub sharpness: f32,
    /// On a surface that faces it.
    pub irradiance: Vec3,
}

/// Half the angle that it may fill, as a cosine: 8 degrees.
const COSINE: f64 = 0.990_268;
/// What surrounds it lies within this, as a cosine: 20 degrees.
const AROUND: f64 = 0.939_693;
/// How often brighter than its surroundings it is.
const TIMES: f32 = 12.0;
/// The share of all light that it gives at least.
const SHARE: f64 = 0.04;
/// Narrowest and widest.
const SHARPNESS: [f32; 2] = [24.0, 2500.0];

/// Takes the lamp out of the map, if there is one, and leaves what surrounds it in its place.
pub(super) fn take_out(map: &mut Map) -> Option<Lamp> {
    let brightest = brightest(map)?;
    let around = mean_around(map, brightest);
    let most = TIMES * luminance(around);
    let (mut total, mut irradiance, mut towards) = (0.0, DVec3::ZERO, DVec3::ZERO);
    for y in 0..map.size_px[1] {
        let weight = map.solid_angle(y);
        for x in 0..map.size_px[0] {
            let radiance = map.row(y)[x as usize];
            let bright = luminance(radiance);
            total += f64::from(bright) * weight;
            let direction = map.direction(x, y);
            if bright > most && direction.dot(brightest) > COSINE {
                let excess = radiance * (1.0 - most / bright);
                irradiance += excess.as_dvec3() * weight;
                towards += direction * f64::from(luminance(excess)) * weight;
            }
        }
    }
    let given = f64::from(luminance(irradiance.as_vec3()));
    if given < SHARE * total {
        return None;
    }
    let length = towards.length();
    let towards = towards.try_normalize()?;
    for y in 0..map.size_px[1] {
        let width = map.size_px[0] as usize;
        for x in 0..map.size_px[0] {
            let direction = map.direction(x, y);
            let pixel = &mut map.pixels[y as usize * width + x as usize];
            let bright = luminance(*pixel);
            if bright > most && direction.dot(brightest) > COSINE {
                *pixel = around;
            }
        }
    }
    // Of directions that spread as exp(sharpness * (cos - 1)) the mean is 1 - 1 / sharpness long.
    let spread = (1.0 - length / given).max(1e-9);
    Some(Lamp {
        towards: towards.as_vec3().normalize(),
        sharpness: (1.0 / spread) as f32,
        irradiance: irradiance.as_vec3(),
    })
    .map(|lamp| Lamp {
        sharpness: lamp.sharpness.clamp(SHARPNESS[0], SHARPNESS[1]),
        ..lamp
    })
}

/// The direction of the brightest pixel.
fn brightest(map: &Map) -> Option<DVec3> {
    let (mut best, mut at) = (0.0, None);
    for y in 0..map.size_px[1] {
        for (x, radiance) in map.row(y).iter().enumerate() {
            let bright = luminance(*radiance);
            if bright > best {
                (best, at) = (bright, Some((x as u32, y)));
            }
        }
    }
    at.map(|(x, y)| map.direction(x, y))
}

/// Mean radiance in a ring around a direction.
fn mean_around(map: &Map, direction: DVec3) -> Vec3 {
    let (mut sum, mut weights) = (DVec3::ZERO, 0.0);
    for y in 0..map.size_px[1] {
        let weight = map.solid_angle(y);
        for (x, radiance) in map.row(y).iter().enumerate() {
            let cosine = map.direction(x as u32, y).dot(direction);
            if cosine <= COSINE && cosine > AROUND {
                sum += radiance.as_dvec3() * weight;
                weights += weight;
            }
        }
    }
    if weights > 0.0 {
        (sum / weights).as_vec3()
    } else {
        map.mean()
    }
}
