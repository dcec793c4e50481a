//! Ambient occlusion in screen space: the character's depth at half the picture's size, what is open around each of its
//! points, and the smoothing of that.
//!
//! The depth has its own projection, as tight around the character as the camera allows: normals are made from it.

use glam::{DMat4, DVec4, Mat4, Vec3, Vec4};

use super::Gpu;
use super::cost::texture_bytes;
use super::frame::FrameUniforms;
use super::layout::MOST;
use super::pipelines::{Layouts, OCCLUSION_FORMAT, SHADOW_FORMAT};
use super::shadow::Shadows;
use super::target::ViewTarget;
use crate::math::Bounds;

/// How far around a point is looked, as a share of the character's diagonal: an armpit, the gap between two legs.
const REACH: f32 = 0.075;

/// The maps of one target.
#[derive(Debug)]
pub(super) struct Occlusion {
    pub depth: wgpu::TextureView,
    pub raw: wgpu::TextureView,
    /// By part: at the line of a split each side reads what it alone would have.
    pub smooth: [wgpu::TextureView; MOST],
    /// What [`Self::raw`] is made from, by part.
    pub raw_binds: [wgpu::BindGroup; MOST],
    /// What [`Self::smooth`] is made from.
    pub smooth_bind: wgpu::BindGroup,
    pub bytes: u64,
}

impl Occlusion {
    pub(super) fn new(gpu: &Gpu, layouts: &Layouts, shadows: &[Shadows; MOST], target: &ViewTarget) -> Self {
        let [width, height] = target.size_px().map(|s| s.div_ceil(2));
        let mut bytes = 0;
        let mut make = |label, format| {
            let texture = gpu.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width,
                    height,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            });
            bytes += texture_bytes(&texture);
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let depth = make("depth for occlusion", SHADOW_FORMAT);
        let raw = make("occlusion", OCCLUSION_FORMAT);
        let smooth = [0; MOST].map(|_| make("smooth occlusion", OCCLUSION_FORMAT));
        let bind = |source, shadows: &Shadows| {
            let resources = [
                wgpu::BindingResource::TextureView(&depth),
                wgpu::BindingResource::TextureView(source),
                wgpu::BindingResource::Sampler(&shadows.smooth),
            ];
            gpu.bind_in_order("occlusion", &layouts.occlusion, &resources)
        };
        Self {
            raw_binds: std::array::from_fn(|part| bind(&shadows[part].sky, &shadows[part])),
            smooth_bind: bind(&raw, &shadows[0]),
            depth,
            raw,
            smooth,
            bytes,
        }
    }
}

/// Sets what ambient occlusion of a character in `bounds` needs, and returns the uniform block of the pass that draws its
/// depth. `height_px`: of the picture.
pub(super) fn set_up(frame: &mut FrameUniforms, bounds: &Bounds, height_px: u32) -> FrameUniforms {
    let diagonal = bounds.diagonal();
    let perspective = frame.perspective > 0.5;
    let middle = (frame.camera_position - bounds.center()).dot(frame.camera_backward);
    frame.occlusion_on = 1.0;
    frame.occlusion_radius = REACH * diagonal;
    frame.depth_middle = middle;
    frame.depth_scale = diagonal.recip();
    let up = frame.clip_from_model.row(1).truncate().length();
    frame.occlusion_px = 0.25 * height_px as f32 * up;
    let half = 0.52 * diagonal;
    let mut near = middle - half;
    if perspective {
        // Not through the camera; and what is as near as this fills the picture anyway.
        near = near.max(2e-3 * diagonal);
    }
    let far = (middle + half).max(near + 1e-3 * diagonal);
    let depth_from_model = depth_projection(frame, near, far);
    frame.model_from_depth = inverse(depth_from_model);
    FrameUniforms {
        clip_from_model: depth_from_model,
        ..*frame
    }
}

/// The picture's projection with depth 0 at `near` and 1 at `far`, metres from the camera.
fn depth_projection(frame: &FrameUniforms, near: f32, far: f32) -> Mat4 {
    let rows = frame.clip_from_model.transpose();
    let away = -frame.camera_backward;
    let depth = |v: Vec3| v.dot(away);
    // `distance` of a point p is depth(p) - depth(camera).
    let distance = away.extend(-depth(frame.camera_position));
    let span = (far - near).recip();
    let z = if frame.perspective > 0.5 {
        // Divided by the distance afterwards.
        distance * (far * span) - Vec4::W * (far * near * span)
    } else {
        distance * span - Vec4::W * (near * span)
    };
    Mat4::from_cols(rows.x_axis, rows.y_axis, z, rows.w_axis).transpose()
}

/// In double precision: a far camera with a small field of view needs it.
fn inverse(m: Mat4) -> Mat4 {
    let wide = m.as_dmat4();
    let inverse = wide.inverse();
    let finite = inverse.to_cols_array().iter().all(|v| v.is_finite());
    if finite {
        inverse.as_mat4()
    } else {
        DMat4::from_diagonal(DVec4::ONE).as_mat4()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::view::View;
    use crate::viewer::{Camera, Projection};

    #[test]
    fn depth_runs_through_the_character_and_comes_back() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let camera = Camera {
                projection,
                target: Vec3::new(3.0, 1.0, -2.0),
                yaw: 0.7,
                pitch: 0.3,
                distance: 4.0,
                ..Camera::default()
            };
            let view = View {
                camera,
                ..View::default()
            };
            let mut frame = FrameUniforms::new(&view, [640, 360]);
            let bounds = Bounds {
                min: camera.target - Vec3::new(0.4, 0.9, 0.3),
                max: camera.target + Vec3::new(0.4, 0.9, 0.3),
            };
            let depth_frame = set_up(&mut frame, &bounds, 360);
            let mut last = -1.0;
            for back in [0.9, 0.5, 0.0, -0.6, -0.9] {
                let at = camera.target + camera.backward() * back + Vec3::new(0.1, 0.2, 0.0);
                let seen = depth_frame.clip_from_model.project_point3(at);
                assert!(
                    seen.z > last && (0.0..=1.0).contains(&seen.z),
                    "{projection:?}: {seen}"
                );
                last = seen.z;
                // The same place of the picture as ever.
                let in_picture = frame.clip_from_model.project_point3(at);
                assert!((seen.truncate() - in_picture.truncate()).length() < 1e-4);
                let again = frame.model_from_depth.project_point3(seen);
                assert!((again - at).length() < 2e-4, "{projection:?}: {again} {at}");
            }
        }
    }
}
