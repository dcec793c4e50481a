//! The key light's shadow map, the blurred depth from above, the height map over the ground, and the patch of ground that is
//! baked from them.

use glam::{Mat4, Vec2, Vec3, Vec4};

use super::Gpu;
use super::frame::FrameUniforms;
use super::pipelines::{BAKE_FORMAT, Layouts, SHADOW_FORMAT, SKY_FORMAT};
use crate::math::Bounds;

/// Side of the key light's shadow map, texels.
const KEY_SIZE: u32 = 1024;
/// Side of the depth map from above, texels.
const ABOVE_SIZE: u32 = 256;
/// Side of its blurred form, texels; `SKY_SIZE` in `sky.wgsl`.
const SKY_SIZE: u32 = 128;
/// Side of the height map, texels.
const HEIGHT_SIZE: u32 = 256;
/// Side of the baked patch, texels; `BAKE_SIZE` in `bake.wgsl`.
const BAKE_SIZE: u32 = 160;
/// Side of the map of closeness to the ground, texels; `CLOSENESS_SIZE` in `sky.wgsl`.
const CLOSENESS_SIZE: u32 = 64;
/// How far below the ground the height map reaches, as a share of its height; `BELOW` in `sky.wgsl`.
const BELOW: f32 = 0.15;

/// Textures that one frame's shadows pass through, and the bind groups that read them.
#[derive(Debug)]
pub(super) struct Shadows {
    pub key: wgpu::TextureView,
    pub above: wgpu::TextureView,
    pub sky: wgpu::TextureView,
    pub height: wgpu::TextureView,
    pub closeness: wgpu::TextureView,
    pub baked: wgpu::TextureView,
    pub light_bind: wgpu::BindGroup,
    pub sky_bind: wgpu::BindGroup,
    pub closeness_bind: wgpu::BindGroup,
    pub bake_bind: wgpu::BindGroup,
    pub ground_bind: wgpu::BindGroup,
    compare: wgpu::Sampler,
    smooth: wgpu::Sampler,
}

impl Shadows {
    pub(super) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        lights: &wgpu::Buffer,
        surroundings: &wgpu::TextureView,
    ) -> Self {
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
        let above = make("depth from above", ABOVE_SIZE, SHADOW_FORMAT);
        let sky = make("surroundings", SKY_SIZE, SKY_FORMAT);
        let height = make("height over the ground", HEIGHT_SIZE, SHADOW_FORMAT);
        let closeness = make("closeness to the ground", CLOSENESS_SIZE, BAKE_FORMAT);
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
            // Of the surroundings; the others have one level.
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        let group = |label, layout, resources: &[wgpu::BindingResource<'_>]| {
            let entries: Vec<_> = resources
                .iter()
                .enumerate()
                .map(|(k, resource)| wgpu::BindGroupEntry {
                    binding: k as u32,
                    resource: resource.clone(),
                })
                .collect();
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(label),
                layout,
                entries: &entries,
            })
        };
        let view = wgpu::BindingResource::TextureView;
        let sampler = wgpu::BindingResource::Sampler;
        Self {
            // Nothing is drawn with a backdrop before there is one; any texture does.
            light_bind: light_bind(
                gpu,
                layouts,
                [&key, &sky, &sky, surroundings],
                [&compare, &smooth],
                lights,
            ),
            sky_bind: group("sky", &layouts.sky, &[view(&above)]),
            closeness_bind: group("closeness", &layouts.sky, &[view(&height)]),
            bake_bind: group(
                "bake",
                &layouts.bake,
                &[view(&closeness), sampler(&smooth), view(&key)],
            ),
            ground_bind: group("ground", &layouts.ground, &[view(&baked), sampler(&smooth)]),
            above,
            sky,
            closeness,
            key,
            height,
            baked,
            compare,
            smooth,
        }
    }

    /// Binds other surroundings from now on.
    pub(super) fn rebind(
        &mut self,
        gpu: &Gpu,
        layouts: &Layouts,
        lights: &wgpu::Buffer,
        surroundings: &wgpu::TextureView,
    ) {
        self.light_bind = self.light_bind_before(gpu, layouts, lights, &self.sky, surroundings);
    }

    /// [`Self::light_bind`] for what is clear and has a backdrop.
    pub(super) fn light_bind_before(
        &self,
        gpu: &Gpu,
        layouts: &Layouts,
        lights: &wgpu::Buffer,
        backdrop: &wgpu::TextureView,
        surroundings: &wgpu::TextureView,
    ) -> wgpu::BindGroup {
        let textures = [&self.key, &self.sky, backdrop, surroundings];
        light_bind(gpu, layouts, textures, [&self.compare, &self.smooth], lights)
    }
}

fn light_bind(
    gpu: &Gpu,
    layouts: &Layouts,
    [key, sky, backdrop, surroundings]: [&wgpu::TextureView; 4],
    [compare, smooth]: [&wgpu::Sampler; 2],
    lights: &wgpu::Buffer,
) -> wgpu::BindGroup {
    let resources = [
        wgpu::BindingResource::TextureView(key),
        wgpu::BindingResource::Sampler(compare),
        wgpu::BindingResource::TextureView(sky),
        wgpu::BindingResource::Sampler(smooth),
        wgpu::BindingResource::TextureView(backdrop),
        lights.as_entire_binding(),
        wgpu::BindingResource::TextureView(surroundings),
    ];
    let mut binding = 0..;
    let entries = resources.map(|resource| wgpu::BindGroupEntry {
        binding: binding.next().unwrap_or_default(),
        resource,
    });
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("light"),
        layout: &layouts.light,
        entries: &entries,
    })
}

/// `clip_from_model` of a parallel view along `-back` that holds the ball of `radius` around `center`: depth 0 nearest to
/// where `back` points.
fn looking_along(back: Vec3, center: Vec3, radius: f32) -> Mat4 {
    let right = back.any_orthonormal_vector();
    let up = back.cross(right);
    let column = |k: usize| Vec4::new(right[k] / radius, up[k] / radius, -0.5 * back[k] / radius, 0.0);
    let offset = Vec4::new(
        -right.dot(center) / radius,
        -up.dot(center) / radius,
        0.5 + 0.5 * back.dot(center) / radius,
        1.0,
    );
    Mat4::from_cols(column(0), column(1), column(2), offset)
}

/// Texture coordinates have v down, clip space has y up.
fn texture_from_clip() -> Mat4 {
    Mat4::from_cols(
        Vec4::new(0.5, 0.0, 0.0, 0.0),
        Vec4::new(0.0, -0.5, 0.0, 0.0),
        Vec4::Z,
        Vec4::new(0.5, 0.5, 0.0, 1.0),
    )
}

/// Sets what a frame needs for shadows of what lies in `bounds`, and returns the uniform blocks of the passes that draw
/// depth: from the key light, from above, and from below the ground. `None` if nothing casts a shadow.
pub(super) fn set_up(frame: &mut FrameUniforms, bounds: &Bounds) -> Option<[FrameUniforms; 3]> {
    let diagonal = bounds.diagonal();
    if bounds.is_empty() || !(diagonal.is_finite() && diagonal > 0.0) {
        return None;
    }
    let center = bounds.center();
    let radius = 0.51 * diagonal;
    let key_clip = looking_along(frame.lobes[0].axis, center, radius);
    let sky_clip = looking_along(Vec3::Y, center, radius);
    frame.shadow_from_model = texture_from_clip() * key_clip;
    frame.sky_from_model = texture_from_clip() * sky_clip;
    frame.shadow_texel = 2.0 * radius / KEY_SIZE as f32;
    frame.shadow_on = 1.0;
    let above_ground = bounds.max.y - frame.ground_y;
    frame.patch_height = above_ground.max(0.1 * diagonal);
    if above_ground > 0.0 && frame.transparent < 0.5 {
        frame.patch_center = Vec2::new(center.x, center.z);
        frame.patch_half = diagonal;
        frame.shadow_strength = 1.0;
    }
    let half = diagonal;
    let span = frame.patch_height * (1.0 + BELOW);
    let lowest = frame.ground_y - frame.patch_height * BELOW;
    let below_clip = Mat4::from_cols(
        Vec4::new(1.0 / half, 0.0, 0.0, 0.0),
        Vec4::new(0.0, 0.0, 1.0 / span, 0.0),
        Vec4::new(0.0, 1.0 / half, 0.0, 0.0),
        Vec4::new(-center.x / half, -center.z / half, -lowest / span, 1.0),
    );
    Some(
        [key_clip, sky_clip, below_clip].map(|clip_from_model| FrameUniforms {
            clip_from_model,
            ..*frame
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_grows_away_from_the_light_and_the_ball_fits() {
        let (back, center) = (Vec3::new(0.3, 0.8, -0.5).normalize(), Vec3::new(5.0, -2.0, 9.0));
        let clip = looking_along(back, center, 2.0);
        let at = |p: Vec3| clip.project_point3(p);
        assert!((at(center) - Vec3::new(0.0, 0.0, 0.5)).length() < 1e-5);
        assert!((at(center + back * 2.0).z).abs() < 1e-5 && (at(center - back * 2.0).z - 1.0).abs() < 1e-5);
        let side = back.any_orthonormal_vector();
        assert!((at(center + side * 2.0).truncate().length() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn nothing_casts_no_shadow() {
        let mut frame = FrameUniforms::default();
        assert!(set_up(&mut frame, &Bounds::EMPTY).is_none());
        assert_eq!(frame.shadow_on, 0.0);
    }
}
