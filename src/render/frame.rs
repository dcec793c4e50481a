//! What one picture has in common: the uniform block of bind group 0, its camera and its light.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec2, Vec3, Vec4};

use crate::viewer::Projection;
use crate::viewer::view::{Background, View};

/// A soft lamp: radiance `color * exp(sharpness * (dot(direction, axis) - 1))`. Twin of `Lobe` in `frame.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in frame.wgsl")]
pub struct Lobe {
    pub axis: Vec3,
    pub sharpness: f32,
    pub color: Vec3,
    pub pad: f32,
}

/// Twin of `FrameUniforms` in `frame.wgsl`, which documents each field; a test compares names and offsets.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in frame.wgsl")]
pub struct FrameUniforms {
    pub clip_from_model: Mat4,
    pub shadow_from_model: Mat4,
    pub sky_from_model: Mat4,
    pub model_from_depth: Mat4,
    pub camera_position: Vec3,
    pub perspective: f32,
    pub camera_backward: Vec3,
    pub exposure: f32,
    pub camera_right: Vec3,
    pub occlusion_radius: f32,
    pub camera_up: Vec3,
    pub occlusion_px: f32,
    pub depth_middle: f32,
    pub depth_scale: f32,
    pub occlusion_on: f32,
    pub soft_shadows: f32,
    pub lobes: [Lobe; 4],
    pub zenith: Vec3,
    pub ground_y: f32,
    pub horizon: Vec3,
    pub grid_step: f32,
    pub bounce: Vec3,
    pub grid_radius: f32,
    pub grid_anchor: Vec2,
    pub grid_center: Vec2,
    pub patch_center: Vec2,
    pub viewport_px: Vec2,
    pub grid_color: Vec4,
    pub patch_half: f32,
    pub shadow_strength: f32,
    pub patch_height: f32,
    pub shadow_texel: f32,
    pub shadow_on: f32,
    pub transparent: f32,
    pub line_px: f32,
    pub origin_px: f32,
    pub background_inner: Vec4,
    pub background_outer: Vec4,
    pub shell: Vec4,
    pub probe: [u32; 4],
    pub light_count: u32,
    pub sample_index: f32,
    pub bake_size: f32,
    pub closeness_size: f32,
}

/// B's colour, as the themes have it, sRGB-encoded.
const SHELL_ON_DARK: Vec4 = Vec4::new(79.0 / 255.0, 183.0 / 255.0, 179.0 / 255.0, 1.0);
const SHELL_ON_LIGHT: Vec4 = Vec4::new(31.0 / 255.0, 138.0 / 255.0, 134.0 / 255.0, 1.0);

/// How many fine grid squares one coarse one has along a side.
pub(super) const GRID_COARSE: f32 = 10.0;

impl FrameUniforms {
    /// The block of a picture, without shadows.
    pub(super) fn new(view: &View, size_px: [u32; 2]) -> Self {
        let camera = &view.camera;
        let aspect = size_px[0] as f32 / size_px[1] as f32;
        let (right, up) = camera.right_up();
        let backward = camera.backward();
        let model_from_view = |v: Vec3| right * v.x + up * v.y + backward * v.z;
        let size = if view.model_size.is_finite() && view.model_size > 0.0 {
            view.model_size
        } else {
            1.0
        };
        let (inner, outer, transparent) = match view.background {
            Background::Radial { inner, outer } => (Vec3::from(inner), Vec3::from(outer), false),
            Background::Transparent => (Vec3::ZERO, Vec3::ZERO, true),
        };
        let light_theme = luma(outer) > 0.45;
        let grid = view.overlays.grid && !transparent;
        let grid_step = if grid { one_two_five(size / 12.0) } else { 0.0 };
        let coarse = (grid_step * GRID_COARSE).max(f32::MIN_POSITIVE);
        let middle = Vec2::new(camera.target.x, camera.target.z);
        Self {
            clip_from_model: camera.clip_from_world(aspect),
            camera_position: camera.position(),
            perspective: f32::from(u8::from(camera.projection_shown() == Projection::Perspective)),
            camera_backward: backward,
            camera_right: right,
            camera_up: up,
            exposure: view.exposure_ev.exp2(),
            lobes: studio_lobes(view.key_light_in_view).map(|l| Lobe {
                axis: model_from_view(l.axis),
                ..l
            }),
            zenith: Vec3::new(0.36, 0.372, 0.392),
            horizon: Vec3::new(0.2, 0.205, 0.215),
            bounce: Vec3::new(0.12, 0.106, 0.094),
            ground_y: view.ground_y,
            grid_step,
            grid_radius: size * 2.2,
            grid_anchor: if grid {
                (middle / coarse).round() * coarse
            } else {
                Vec2::ZERO
            },
            grid_color: if light_theme {
                Vec4::new(0.16, 0.19, 0.24, 0.3)
            } else {
                Vec4::new(0.82, 0.86, 0.92, 0.13)
            },
            grid_center: middle,
            // A line that is crisp at 900 pixels of height keeps its look on a dense screen.
            line_px: (size_px[1] as f32 / 900.0).clamp(1.0, 3.0),
            viewport_px: Vec2::new(size_px[0] as f32, size_px[1] as f32),
            transparent: f32::from(u8::from(transparent)),
            background_inner: inner.extend(1.0),
            background_outer: outer.extend(1.0),
            shell: if light_theme {
                SHELL_ON_LIGHT
            } else {
                SHELL_ON_DARK
            },
            ..Self::default()
        }
    }

    /// The same with `count` of the file's lights, and a share of the studio.
    pub(super) fn lit(mut self, count: usize, studio: f32) -> Self {
        self.light_count = count as u32;
        for lobe in &mut self.lobes {
            lobe.color *= studio;
        }
        for dome in [&mut self.zenith, &mut self.horizon, &mut self.bounce] {
            *dome *= studio;
        }
        self
    }
}

fn luma(c: Vec3) -> f32 {
    c.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

/// The power of ten times 1, 2 or 5 nearest to `length` on a logarithmic scale: grid lines at round distances, for
/// millimetres as for kilometres.
pub(super) fn one_two_five(length: f32) -> f32 {
    if !(length.is_finite() && length > 0.0) {
        return 1.0;
    }
    let decade = 10_f32.powf(length.log10().floor());
    let mantissa = length / decade;
    // Borders are the geometric means of 1, 2, 5, 10.
    let round = match mantissa {
        m if m < 1.414 => 1.0,
        m if m < 3.162 => 2.0,
        m if m < 7.071 => 5.0,
        _ => 10.0,
    };
    round * decade
}

/// The studio, in view space: a large warm key, a wide cool fill opposite, a rim and a kicker from behind.
///
/// All follow from the key's direction by rules that a mirror leaves alone, so that a mirrored key gives the mirrored
/// studio. `color` is set from the wanted irradiance: radiance at the axis is about `E * sharpness / 2 pi`.
fn studio_lobes(key: Vec3) -> [Lobe; 4] {
    let k = key
        .try_normalize()
        .unwrap_or(Vec3::new(-0.6, 0.72, 0.45).normalize());
    let lobe = |axis: Vec3, sharpness: f32, irradiance: Vec3| Lobe {
        axis: axis.try_normalize().unwrap_or(Vec3::Y),
        sharpness,
        color: irradiance * (sharpness / (std::f32::consts::TAU * (1.0 - (-2.0 * sharpness).exp()))),
        pad: 0.0,
    };
    [
        lobe(k, 7.0, Vec3::new(1.0, 0.955, 0.9) * 2.3),
        lobe(
            Vec3::new(-k.x * 1.5, 0.1, 0.75),
            3.0,
            Vec3::new(0.84, 0.93, 1.05) * 0.5,
        ),
        lobe(
            Vec3::new(-k.x * 1.7, 0.5, -0.75),
            16.0,
            Vec3::new(0.94, 0.97, 1.04) * 1.5,
        ),
        lobe(
            Vec3::new(k.x * 2.0, 0.3, -0.8),
            12.0,
            Vec3::new(1.0, 0.97, 0.93) * 0.75,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_steps_are_round_at_any_scale() {
        for (length, step) in [
            (0.14, 0.1),
            (0.16, 0.2),
            (0.0004, 0.0005),
            (833.0, 1000.0),
            (3.0, 2.0),
            (4.0, 5.0),
        ] {
            assert!(
                (one_two_five(length) / step - 1.0).abs() < 1e-4,
                "{length}: {}",
                one_two_five(length)
            );
        }
        assert_eq!(one_two_five(f32::NAN), 1.0);
        assert_eq!(one_two_five(0.0), 1.0);
    }

    #[test]
    fn a_mirrored_key_light_gives_the_mirrored_studio() {
        let flip = Vec3::new(-1.0, 1.0, 1.0);
        let key = Vec3::new(-0.6, 0.72, 0.45);
        for (a, b) in studio_lobes(key).into_iter().zip(studio_lobes(key * flip)) {
            assert!((a.axis * flip - b.axis).length() < 1e-6);
            assert_eq!((a.color, a.sharpness), (b.color, b.sharpness));
        }
    }
}
