//! The key light's shadow map, the height map over the ground, and the patch of ground that is baked from both.

use glam::{Mat4, Vec2, Vec3, Vec4};

use super::Gpu;
use super::frame::FrameUniforms;
use super::pipelines::{BAKE_FORMAT, Layouts, SHADOW_FORMAT};
use crate::math::Bounds;

/// Side of the key light's shadow map, texels.
const KEY_SIZE: u32 = 1024;
/// Side of the height map, texels.
const HEIGHT_SIZE: u32 = 256;
/// Side of the baked patch, texels; `BAKE_SIZE` in `bake.wgsl`.
const BAKE_SIZE: u32 = 160;
/// How far below the ground the height map reaches, as a share of its height; `BELOW` in `bake.wgsl`.
const BELOW: f32 = 0.15;

/// Textures that one frame's shadows pass through, and the bind groups that read them.
#[derive(Debug)]
pub(super) struct Shadows {
    pub key: wgpu::TextureView,
    pub height: wgpu::TextureView,
    pub baked: wgpu::TextureView,
    pub light_bind: wgpu::BindGroup,
    pub bake_bind: wgpu::BindGroup,
    pub ground_bind: wgpu::BindGroup,
}

impl Shadows {
    pub(super) fn new(gpu: &Gpu, layouts: &Layouts) -> Self {
        let device = &gpu.device;
        let make = |label, size, format| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width: size,
                    height: size,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            });
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let key = make("key light's shadow", KEY_SIZE, SHADOW_FORMAT);
        let height = make("height over the ground", HEIGHT_SIZE, SHADOW_FORMAT);
        let baked = make("baked ground", BAKE_SIZE, BAKE_FORMAT);
        let compare = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..wgpu::SamplerDescriptor::default()
        });
        let smooth = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("baked ground"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        let pair = |label, layout, first, second| {
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(label),
                layout,
                entries: &[
                    wgpu::BindGroupEntry {
                        binding: 0,
                        resource: first,
                    },
                    wgpu::BindGroupEntry {
                        binding: 1,
                        resource: second,
                    },
                ],
            })
        };
        let view = |v| wgpu::BindingResource::TextureView(v);
        let sampler = |s| wgpu::BindingResource::Sampler(s);
        Self {
            light_bind: pair("light", &layouts.light, view(&key), sampler(&compare)),
            bake_bind: pair("bake", &layouts.bake, view(&height), view(&key)),
            ground_bind: pair("ground", &layouts.ground, view(&baked), sampler(&smooth)),
            key,
            height,
            baked,
        }
    }
}

/// Sets what a frame needs for shadows of what lies in `bounds`, and returns the uniform blocks of the two passes that
/// draw depth: from the key light, and from below the ground. `None` if nothing casts a shadow.
pub(super) fn set_up(frame: &mut FrameUniforms, bounds: &Bounds) -> Option<[FrameUniforms; 2]> {
    let diagonal = bounds.diagonal();
    if bounds.is_empty() || !(diagonal.is_finite() && diagonal > 0.0) {
        return None;
    }
    let center = bounds.center();
    let radius = 0.51 * diagonal;
    let back = frame.lobes[0].axis;
    let right = back.any_orthonormal_vector();
    let up = back.cross(right);
    let key_clip = Mat4::from_cols(
        Vec4::new(right.x / radius, up.x / radius, -0.5 * back.x / radius, 0.0),
        Vec4::new(right.y / radius, up.y / radius, -0.5 * back.y / radius, 0.0),
        Vec4::new(right.z / radius, up.z / radius, -0.5 * back.z / radius, 0.0),
        Vec4::new(
            -right.dot(center) / radius,
            -up.dot(center) / radius,
            0.5 + 0.5 * back.dot(center) / radius,
            1.0,
        ),
    );
    // Clip space has y up, texture space v down.
    let uv_from_clip = Mat4::from_cols(
        Vec4::new(0.5, 0.0, 0.0, 0.0),
        Vec4::new(0.0, -0.5, 0.0, 0.0),
        Vec4::Z,
        Vec4::new(0.5, 0.5, 0.0, 1.0),
    );
    frame.shadow_from_model = uv_from_clip * key_clip;
    frame.shadow_texel = 2.0 * radius / KEY_SIZE as f32;
    frame.shadow_on = 1.0;
    let above_ground = bounds.max.y - frame.ground_y;
    frame.patch_height = above_ground.max(0.1 * diagonal);
    let transparent = frame.transparent > 0.5;
    if above_ground > 0.0 && !transparent {
        frame.patch_center = Vec2::new(center.x, center.z);
        frame.patch_half = diagonal;
        frame.shadow_strength = 1.0;
    }
    let key = FrameUniforms {
        clip_from_model: key_clip,
        ..*frame
    };
    let half = frame.patch_half.max(diagonal * 1e-3);
    let span = frame.patch_height * (1.0 + BELOW);
    let lowest = frame.ground_y - frame.patch_height * BELOW;
    let below_clip = Mat4::from_cols(
        Vec3::new(1.0 / half, 0.0, 0.0).extend(0.0),
        Vec3::new(0.0, 0.0, 1.0 / span).extend(0.0),
        Vec3::new(0.0, 1.0 / half, 0.0).extend(0.0),
        Vec4::new(-center.x / half, -center.z / half, -lowest / span, 1.0),
    );
    Some([
        key,
        FrameUniforms {
            clip_from_model: below_clip,
            ..*frame
        },
    ])
}
