//! What one picture has in common: the uniform block of bind group 0, its camera and its light.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};

use super::environment::PictureLight;
use super::studio::{lobe, studio};
use super::tone;
use crate::viewer::Projection;
use crate::viewer::view::{Background, LightSource, View};

/// A soft lamp: radiance `color * exp(sharpness * (dot(direction, axis) - 1))`. Twin of `Lobe` in `frame.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in frame.wgsl")]
pub struct Lobe {
    pub axis: Vec3,
    pub sharpness: f32,
    pub color: Vec3,
    pub aspect: f32,
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
    pub texel_bias: f32,
    pub tone_mapping: u32,
    pub background_kind: u32,
    pub lamps_show: f32,
    pub pad2: f32,
    pub irradiance: [Vec4; 9],
    pub view_right: Vec3,
    pub surroundings_levels: f32,
    pub view_up: Vec3,
    pub surroundings_strength: f32,
    pub surroundings_turn: Vec2,
    pub pad0: f32,
    pub pad1: f32,
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
        let (LightSource::Studio(kind) | LightSource::Picture(kind)) = view.surroundings;
        let light = studio(kind, view.key_light_in_view);
        let turn = Quat::from_rotation_y(view.surroundings_turn);
        let (inner, outer, background_kind) = match view.background {
            Background::Radial { inner, outer } => (Vec3::from(inner), Vec3::from(outer), 0),
            Background::Vertical { top, bottom } => (Vec3::from(top), Vec3::from(bottom), 1),
            Background::Surroundings { blurred } => (light.horizon, light.bounce, 2 + u32::from(blurred)),
            Background::Transparent => (Vec3::ZERO, Vec3::ZERO, 0),
        };
        let transparent = view.background == Background::Transparent;
        let light_theme = luma(outer) > 0.45;
        let grid = view.overlays.grid && !transparent;
        let grid_step = if grid { one_two_five(size / 12.0) } else { 0.0 };
        let coarse = (grid_step * GRID_COARSE).max(f32::MIN_POSITIVE);
        let middle = Vec2::new(camera.target.x, camera.target.z);
        let clip_from_model = camera.clip_from_world(aspect);
        let [view_right, view_up] = edges(camera, &clip_from_model, aspect);
        Self {
            clip_from_model,
            camera_position: camera.position(),
            perspective: f32::from(u8::from(camera.projection_shown() == Projection::Perspective)),
            camera_backward: backward,
            camera_right: right,
            camera_up: up,
            exposure: view.exposure_ev.exp2(),
            lobes: light.lobes.map(|l| Lobe {
                axis: turn
                    * if kind.follows_camera() {
                        model_from_view(l.axis)
                    } else {
                        l.axis
                    },
                ..l
            }),
            zenith: light.zenith,
            horizon: light.horizon,
            bounce: light.bounce,
            tone_mapping: tone::index(view.tone_mapping),
            background_kind,
            // What a photographer's lamps stand on is not shown.
            lamps_show: f32::from(u8::from(!kind.follows_camera())),
            view_right,
            view_up,
            surroundings_strength: 1.0,
            surroundings_turn: Vec2::new(view.surroundings_turn.cos(), view.surroundings_turn.sin()),
            ground_y: view.ground_y,
            grid_step,
            grid_radius: size * 2.2,
            grid_anchor: if grid {
                (middle / coarse).round() * coarse
            } else {
                Vec2::ZERO
            },
            grid_color: grid_color(light_theme),
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
        self.surroundings_strength *= studio;
        self
    }

    /// The same, lit by a picture of surroundings instead of a studio.
    pub(super) fn under(mut self, picture: &PictureLight, view: &View) -> Self {
        let turn = Quat::from_rotation_y(view.surroundings_turn);
        // Shadows fall away from where most light comes from, also where no lamp stands out.
        let dark = Lobe {
            color: Vec3::ZERO,
            ..lobe(turn * picture.towards_light, 24.0, Vec3::ZERO)
        };
        self.lobes = [dark; 4];
        if let Some(lamp) = picture.lamp {
            self.lobes[0] = lobe(turn * lamp.towards, lamp.sharpness, lamp.irradiance);
        }
        self.irradiance = picture.irradiance;
        self.surroundings_levels = picture.filtered_levels;
        // What the ground throws back is in the picture.
        self.bounce = Vec3::ZERO;
        if matches!(view.background, Background::Surroundings { .. }) && self.grid_step > 0.0 {
            self.grid_color = grid_color(picture.mean_luminance * self.exposure > 0.25);
        }
        self
    }
}

fn grid_color(on_light: bool) -> Vec4 {
    if on_light {
        Vec4::new(0.16, 0.19, 0.24, 0.3)
    } else {
        Vec4::new(0.82, 0.86, 0.92, 0.13)
    }
}

/// To the right and to the upper edge of what is seen, one unit in front of the camera. A parallel view, which has one
/// direction for all, shows surroundings as a lens of 40 degrees does.
fn edges(camera: &crate::viewer::Camera, clip: &Mat4, aspect: f32) -> [Vec3; 2] {
    let (right, up) = camera.right_up();
    if camera.projection_shown() == Projection::Orthographic {
        let half = 20_f32.to_radians().tan();
        return [right * (half * aspect), up * half];
    }
    // A row of the projection is the direction over half of what is seen along it.
    let row = |k: usize| Vec3::new(clip.x_axis[k], clip.y_axis[k], clip.z_axis[k]).length();
    [right / row(0).max(1e-6), up / row(1).max(1e-6)]
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
}
