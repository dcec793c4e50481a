//! The built-in studios: four soft lamps, a dome and a ground each, in closed form. `shaders/light.wgsl` and
//! `shaders/surroundings.wgsl` light with them.

use std::f32::consts::TAU;

use glam::Vec3;

use super::frame::Lobe;
use crate::viewer::view::{KEY_LIGHT_IN_VIEW, Studio};

/// Lamps and dome of a studio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StudioLight {
    /// Key, fill, rim, kicker. Axes in view space if the studio follows the camera, else in model space.
    pub lobes: [Lobe; 4],
    /// Radiance straight up.
    pub zenith: Vec3,
    /// At the horizon.
    pub horizon: Vec3,
    /// From the ground.
    pub bounce: Vec3,
}

/// A lamp that gives `irradiance` to a surface that faces it; the sharper, the smaller it is.
pub(super) fn lobe(axis: Vec3, sharpness: f32, irradiance: Vec3) -> Lobe {
    Lobe {
        axis: axis.try_normalize().unwrap_or(Vec3::Y),
        sharpness,
        // Radiance at the axis is about E * sharpness / 2 pi.
        color: irradiance * (sharpness / (TAU * (1.0 - (-2.0 * sharpness).exp()))),
        aspect: 0.0,
    }
}

/// A studio by the direction of its key light, which only those that follow the camera have from the view.
///
/// All lamps follow from the key's direction by rules that a mirror leaves alone, so that a mirrored key gives the mirrored
/// studio.
pub(super) fn studio(studio: Studio, key: Vec3) -> StudioLight {
    let k = key.try_normalize().unwrap_or(KEY_LIGHT_IN_VIEW.normalize());
    let soft_box = |aspect: f32, axis: [f32; 3], sharpness: f32, tint: [f32; 3], irradiance: f32| Lobe {
        aspect,
        ..lobe(Vec3::from(axis), sharpness, Vec3::from(tint) * irradiance)
    };
    let round = |axis, sharpness, tint, irradiance| soft_box(0.0, axis, sharpness, tint, irradiance);
    match studio {
        // White that faces the key comes near the top of the display without reaching it. All that is not the key gives
        // about as much again, warm rather than blue: what it alone lights keeps its colour, and cream stays cream.
        Studio::Studio => StudioLight {
            lobes: [
                soft_box(1.3, k.to_array(), 7.0, [1.0, 0.962, 0.905], 3.05),
                soft_box(1.6, [-k.x * 1.5, 0.1, 0.75], 3.0, [0.97, 0.985, 1.0], 0.85),
                soft_box(3.2, [-k.x * 1.7, 0.5, -0.75], 16.0, [0.98, 0.985, 1.0], 0.6),
                soft_box(3.2, [k.x * 2.0, 0.3, -0.8], 12.0, [1.0, 0.97, 0.93], 0.5),
            ],
            zenith: Vec3::new(0.59, 0.59, 0.595),
            horizon: Vec3::new(0.42, 0.419, 0.42),
            bounce: Vec3::new(0.37, 0.346, 0.32),
        },
        // A box as wide as the room above and a little in front; the walls give most of the rest.
        Studio::Soft => StudioLight {
            lobes: [
                soft_box(0.7, [k.x * 0.45, 0.95, 0.45], 3.2, [1.0, 0.985, 0.965], 1.55),
                soft_box(1.4, [-k.x * 1.4, 0.25, 0.8], 2.2, [0.96, 0.98, 1.02], 0.9),
                soft_box(2.0, [-k.x * 1.6, 0.45, -0.8], 8.0, [0.97, 0.985, 1.02], 0.7),
                soft_box(2.0, [k.x * 1.8, 0.35, -0.75], 8.0, [1.02, 0.99, 0.96], 0.6),
            ],
            zenith: Vec3::new(0.66, 0.667, 0.678),
            horizon: Vec3::new(0.56, 0.566, 0.575),
            bounce: Vec3::new(0.38, 0.372, 0.363),
        },
        // Two strips draw the outline, a breath of light from the front keeps the face.
        Studio::Rim => StudioLight {
            lobes: [
                soft_box(1.3, [k.x * 1.1, 0.62, 0.7], 9.0, [0.92, 0.95, 1.0], 0.72),
                soft_box(1.6, [-k.x * 1.2, -0.1, 0.85], 4.0, [0.85, 0.9, 1.05], 0.14),
                soft_box(4.0, [-k.x * 1.9, 0.35, -0.82], 11.0, [0.72, 0.86, 1.12], 3.6),
                soft_box(4.0, [k.x * 1.9, 0.4, -0.86], 11.0, [1.14, 0.92, 0.74], 3.2),
            ],
            zenith: Vec3::new(0.1, 0.106, 0.118),
            horizon: Vec3::new(0.055, 0.058, 0.065),
            bounce: Vec3::new(0.03, 0.03, 0.031),
        },
        // The sun is small and warm, with haze around it; the sky is its fill, and grass and stone throw light back.
        Studio::Outdoor => StudioLight {
            lobes: [
                round([-0.52, 0.66, 0.62], 60.0, [1.0, 0.925, 0.8], 3.1),
                round([-0.52, 0.6, 0.62], 4.0, [1.0, 0.97, 0.93], 0.35),
                round([0.7, 0.35, -0.7], 5.0, [0.78, 0.9, 1.12], 0.35),
                round([-0.3, -1.0, 0.3], 2.5, [1.0, 0.9, 0.74], 0.22),
            ],
            zenith: Vec3::new(0.26, 0.42, 0.78),
            horizon: Vec3::new(0.62, 0.7, 0.8),
            bounce: Vec3::new(0.27, 0.235, 0.185),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_key_light_gives_the_mirrored_studio() {
        let flip = Vec3::new(-1.0, 1.0, 1.0);
        let key = KEY_LIGHT_IN_VIEW;
        for kind in Studio::ALL.into_iter().filter(|s| s.follows_camera()) {
            let [one, other] = [key, key * flip].map(|k| studio(kind, k).lobes);
            for (a, b) in one.into_iter().zip(other) {
                assert!((a.axis * flip - b.axis).length() < 1e-6, "{kind:?}");
                assert_eq!((a.color, a.sharpness), (b.color, b.sharpness));
            }
        }
    }

    #[test]
    fn lamps_give_what_they_are_asked_for() {
        // The integral of exp(s (cos - 1)) cos over the half space, for the sharpness of a sun.
        let l = lobe(Vec3::Y, 60.0, Vec3::splat(3.0));
        let steps = 20_000;
        let sum: f64 = (0..steps)
            .map(|k| {
                let c = (f64::from(k) + 0.5) / f64::from(steps);
                (60.0 * (c - 1.0)).exp() * c / f64::from(steps)
            })
            .sum();
        let got = f64::from(l.color.x) * sum * std::f64::consts::TAU;
        assert!((got - 3.0).abs() < 0.1, "{got}");
    }
}
