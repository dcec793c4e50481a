//! The key light's shadow map, the blurred depth from above, the height map over the ground, and the patch of ground that is
//! baked from them.

use glam::{Mat4, Vec2, Vec3, Vec4};

use super::Gpu;
use super::cost::texture_bytes;
use super::frame::FrameUniforms;
use super::pipelines::{BAKE_FORMAT, Layouts, SHADOW_FORMAT, SKY_FORMAT};
use crate::math::Bounds;

/// Side of the depth map from above, texels.
const ABOVE_SIZE: u32 = 256;
/// Side of its blurred form, texels; `SKY_SIZE` in `sky.wgsl`.
const SKY_SIZE: u32 = 128;
/// How many texels of the height map along a side become one of closeness to the ground; `SPAN` in `sky.wgsl`.
const CLOSENESS_SPAN: u32 = 4;
/// How far below the ground the height map reaches, as a share of its height; `BELOW` in `sky.wgsl`.
const BELOW: f32 = 0.15;
/// Sizes that a map grows by: between two of them its texels stay as large as they are, so that shadows do not crawl while a
/// character moves.
const SIZES_OF_DOUBLING: f32 = 4.0;

/// Sides of maps, texels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShadowSizes {
    /// Of the key light's shadow map.
    pub key: u32,
    /// Of the height map over the ground.
    pub height: u32,
    /// Of the baked patch of ground.
    pub baked: u32,
}

/// Textures that one frame's shadows pass through, and the bind groups that read them.
#[derive(Debug)]
pub(super) struct Shadows {
    pub sizes: ShadowSizes,
    pub key: wgpu::TextureView,
    pub above: wgpu::TextureView,
    pub sky: wgpu::TextureView,
    pub height: wgpu::TextureView,
    pub closeness: wgpu::TextureView,
    pub baked: wgpu::TextureView,
    pub sky_bind: wgpu::BindGroup,
    pub closeness_bind: wgpu::BindGroup,
    pub bake_bind: wgpu::BindGroup,
    pub ground_bind: wgpu::BindGroup,
    pub compare: wgpu::Sampler,
    pub smooth: wgpu::Sampler,
    pub bytes: u64,
}

impl Shadows {
    pub(super) fn new(gpu: &Gpu, layouts: &Layouts, sizes: ShadowSizes) -> Self {
        let device = &gpu.device;
        let mut bytes = 0;
        let mut make = |label, size, format| {
            let texture = gpu.create_texture(&wgpu::TextureDescriptor {
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
            bytes += texture_bytes(&texture);
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let key = make("key light's shadow", sizes.key, SHADOW_FORMAT);
        let above = make("depth from above", ABOVE_SIZE, SHADOW_FORMAT);
        let sky = make("surroundings", SKY_SIZE, SKY_FORMAT);
        let height = make("height over the ground", sizes.height, SHADOW_FORMAT);
        let closeness = make(
            "closeness to the ground",
            sizes.height / CLOSENESS_SPAN,
            BAKE_FORMAT,
        );
        let baked = make("baked ground", sizes.baked, BAKE_FORMAT);
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
        let view = wgpu::BindingResource::TextureView;
        let sampler = wgpu::BindingResource::Sampler;
        let group = |label, layout, resources: &[wgpu::BindingResource<'_>]| {
            gpu.bind_in_order(label, layout, resources)
        };
        Self {
            sizes,
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
            bytes,
        }
    }

    /// Bind group 3 of what is shaded. `ambient`: the map of ambient occlusion, or [`Self::sky`]; `backdrop`: what is behind
    /// clear things, or any texture where there are none.
    pub(super) fn light_bind(
        &self,
        gpu: &Gpu,
        layouts: &Layouts,
        lights: &wgpu::Buffer,
        ambient: &wgpu::TextureView,
        backdrop: &wgpu::TextureView,
        surroundings: &wgpu::TextureView,
    ) -> wgpu::BindGroup {
        let view = wgpu::BindingResource::TextureView;
        let sampler = wgpu::BindingResource::Sampler;
        let resources = [
            view(&self.key),
            sampler(&self.compare),
            view(ambient),
            sampler(&self.smooth),
            view(backdrop),
            lights.as_entire_binding(),
            view(&self.key),
            view(surroundings),
        ];
        gpu.bind_in_order("light", &layouts.light, &resources)
    }
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

/// The next larger one of the sizes that a map may have.
fn stepped(size: f32) -> f32 {
    ((size.log2() * SIZES_OF_DOUBLING).ceil() / SIZES_OF_DOUBLING).exp2()
}

/// `at`, moved by less than a texel along `axis` to where texels of this size lie the same in every frame.
fn snapped(at: Vec3, axis: Vec3, texel: f32) -> Vec3 {
    let along = f64::from(at.dot(axis));
    let texel = f64::from(texel);
    at + axis * (((along / texel).round() * texel) - along) as f32
}

/// Sets what a frame needs for shadows of what lies in `bounds`, and returns the uniform blocks of the passes that draw
/// depth: from the key light, from above, and from below the ground. `None` if nothing casts a shadow.
pub(super) fn set_up(
    frame: &mut FrameUniforms,
    bounds: &Bounds,
    sizes: ShadowSizes,
) -> Option<[FrameUniforms; 3]> {
    let exact = bounds.diagonal();
    if bounds.is_empty() || !(exact.is_finite() && exact > 0.0) {
        return None;
    }
    // Room for what snapping moves.
    let diagonal = stepped(exact);
    let radius = 0.52 * diagonal;
    let texel = 2.0 * radius / sizes.key as f32;
    let back = frame.lobes[0].axis;
    let right = back.any_orthonormal_vector();
    let mut center = snapped(bounds.center(), right, texel);
    center = snapped(center, back.cross(right), texel);
    let key_clip = looking_along(back, center, radius);
    let coarse = 2.0 * diagonal / sizes.height as f32;
    let mut above = snapped(bounds.center(), Vec3::X, coarse);
    above = snapped(above, Vec3::Z, coarse);
    let sky_clip = looking_along(Vec3::Y, above, radius);
    frame.shadow_from_model = texture_from_clip() * key_clip;
    frame.sky_from_model = texture_from_clip() * sky_clip;
    frame.shadow_texel = texel;
    frame.bake_size = sizes.baked as f32;
    frame.shadow_on = 1.0;
    let above_ground = bounds.max.y - frame.ground_y;
    frame.patch_height = above_ground.max(0.1 * exact);
    if above_ground > 0.0 && frame.transparent < 0.5 {
        frame.patch_center = Vec2::new(above.x, above.z);
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
        Vec4::new(-above.x / half, -above.z / half, -lowest / span, 1.0),
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

    const SIZES: ShadowSizes = ShadowSizes {
        key: 1024,
        height: 256,
        baked: 160,
    };

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
        assert!(set_up(&mut frame, &Bounds::EMPTY, SIZES).is_none());
        assert_eq!(frame.shadow_on, 0.0);
    }
    /// While a pose moves, what stands still keeps its texels: its shadow does not crawl.
    #[test]
    fn texels_lie_still_while_bounds_change() {
        let axis = Vec3::new(-0.4, 0.8, 0.45).normalize();
        let still = Vec3::new(0.123, 0.777, -0.31);
        let place = |arm: f32| {
            let mut frame = FrameUniforms::default();
            frame.lobes[0].axis = axis;
            let bounds = Bounds {
                min: Vec3::new(-0.5, 0.0, -0.2),
                max: Vec3::new(0.5 + arm, 1.8, 0.2 + 0.3 * arm),
            };
            set_up(&mut frame, &bounds, SIZES).expect("it casts a shadow");
            let at = frame.shadow_from_model.project_point3(still);
            let inside = |p: Vec3| {
                let at = frame.shadow_from_model.project_point3(p);
                at.min_element() >= 0.0 && at.max_element() <= 1.0
            };
            let corner = |k: u32| {
                let pick = |axis: usize| [bounds.min[axis], bounds.max[axis]][(k >> axis & 1) as usize];
                Vec3::new(pick(0), pick(1), pick(2))
            };
            assert!((0..8).all(|k| inside(corner(k))), "{arm}");
            (at.truncate() * 1024.0, frame.shadow_texel)
        };
        let (first, texel) = place(0.0);
        for step in 1..20 {
            let (at, other) = place(0.004 * step as f32);
            assert_eq!(other, texel, "one size");
            let moved = (at - first) - (at - first).round();
            assert!(moved.abs().max_element() < 0.02, "{moved}");
        }
        // It can tell: a size larger has other texels.
        assert!(place(2.0).1 > texel);
    }
}
