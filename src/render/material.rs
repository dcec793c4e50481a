//! Materials on the device: uniforms, textures, samplers, one bind group each.

use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3, Vec4};

use super::RenderError;
use super::buffers::filled_buffer;
use super::pipelines::Blending;
use super::texture::{self, Samplers, one_texel};
use super::upload::{Feed, UPLOADING, UploadKit};
use crate::model::{
    AlphaMode, IS_SRGB, Material, Model, Sampler, TEXTURE_BINDINGS, TEXTURE_USES, Texture, TextureSlot,
    Volume,
};

/// Twin of `MaterialUniforms` in `material.wgsl`, which documents each field.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in material.wgsl")]
pub struct MaterialUniforms {
    pub base_color: Vec4,
    pub emissive: Vec3,
    pub alpha_cutoff: f32,
    pub metallic: f32,
    pub roughness: f32,
    pub normal_scale: f32,
    pub occlusion_strength: f32,
    pub uv_rows: [Vec4; 2 * TEXTURE_USES],
    pub alpha_mode: u32,
    pub unlit: u32,
    pub features: u32,
    pub layer_textures: u32,
    pub specular_f0: Vec3,
    pub specular_f90: f32,
    pub sheen_color: Vec3,
    pub sheen_roughness: f32,
    pub clearcoat: f32,
    pub clearcoat_roughness: f32,
    pub clearcoat_normal_scale: f32,
    pub ior: f32,
    pub iridescence: f32,
    pub iridescence_ior: f32,
    pub iridescence_minimum: f32,
    pub iridescence_maximum: f32,
    pub anisotropy_direction: Vec2,
    pub anisotropy: f32,
    pub transmission: f32,
    pub extinction: Vec3,
    pub thickness: f32,
}

/// Bits of `features`, as in `brdf.wgsl`.
const CLEARCOAT: u32 = 1;
const SHEEN: u32 = 2;
const ANISOTROPY: u32 = 4;
const IRIDESCENCE: u32 = 8;
const TRANSMISSION: u32 = 16;

impl MaterialUniforms {
    /// The block of a material.
    pub fn new(material: &Material, textures: &[Texture]) -> Self {
        let bindings = material.texture_bindings(textures);
        let mut uv_rows = [Vec4::ZERO; 2 * TEXTURE_USES];
        let uses = material.texture_uses().into_iter().zip(bindings);
        for (rows, ((_, slot), binding)) in uv_rows.chunks_exact_mut(2).zip(uses) {
            if let (Some(slot), Some(binding)) = (slot, binding) {
                rows.copy_from_slice(&slot_rows(slot, binding));
            }
        }
        let (alpha_mode, alpha_cutoff) = match material.alpha_mode {
            AlphaMode::Opaque => (0, 0.0),
            AlphaMode::Mask { cutoff } => (1, cutoff),
            AlphaMode::Blend => (2, 0.0),
        };
        let m = material;
        let features = [
            (CLEARCOAT, m.clearcoat.factor > 0.0),
            (SHEEN, m.sheen.color.max_element() > 0.0),
            (ANISOTROPY, m.anisotropy.strength > 0.0),
            (IRIDESCENCE, m.iridescence.factor > 0.0),
            (TRANSMISSION, m.transmission.factor > 0.0),
        ];
        let (sin, cos) = m.anisotropy.rotation.sin_cos();
        Self {
            base_color: m.base_color,
            emissive: m.emissive,
            alpha_cutoff,
            metallic: m.metallic,
            roughness: m.roughness,
            normal_scale: m.normal_scale,
            occlusion_strength: m.occlusion_strength,
            uv_rows,
            alpha_mode,
            unlit: u32::from(m.unlit),
            features: features.iter().filter(|(_, on)| *on).map(|(bit, _)| bit).sum(),
            layer_textures: u32::from(bindings[5..].iter().any(Option::is_some)),
            specular_f0: m.specular.color * dielectric_f0(m.ior),
            specular_f90: m.specular.factor,
            sheen_color: m.sheen.color,
            sheen_roughness: m.sheen.roughness,
            clearcoat: m.clearcoat.factor,
            clearcoat_roughness: m.clearcoat.roughness,
            clearcoat_normal_scale: m.clearcoat.normal_scale,
            ior: m.ior.max(1.0),
            iridescence: m.iridescence.factor,
            iridescence_ior: m.iridescence.ior,
            iridescence_minimum: m.iridescence.thickness_minimum,
            iridescence_maximum: m.iridescence.thickness_maximum,
            anisotropy_direction: Vec2::new(cos, sin),
            anisotropy: m.anisotropy.strength,
            transmission: m.transmission.factor,
            extinction: extinction(&m.volume),
            thickness: m.volume.thickness,
        }
    }
}

/// Share of light that a dielectric reflects straight back into air. Source: KHR_materials_ior.
fn dielectric_f0(ior: f32) -> f32 {
    if ior == 1.5 {
        // To the bit what the base specification has.
        return 0.04;
    }
    // An index of 0 stands for one without end.
    if ior == 0.0 {
        return 1.0;
    }
    ((ior - 1.0) / (ior + 1.0)).powi(2)
}

/// A metre: light fades by `exp(-extinction * metres)`. Source: KHR_materials_volume, "Attenuation".
fn extinction(volume: &Volume) -> Vec3 {
    // Nothing is black at once: what is left of 0 is a millionth.
    let color = volume.attenuation_color.clamp(Vec3::splat(1e-6), Vec3::ONE);
    -color.map(f32::ln) / volume.attenuation_distance
}

/// `uv' = T * R * S * uv` as two rows. v runs down, so a counter-clockwise turn has the sine on the other side.
/// Source: KHR_texture_transform.
fn slot_rows(slot: &TextureSlot, binding: u8) -> [Vec4; 2] {
    let t = &slot.transform;
    let (sin, cos) = t.rotation.sin_cos();
    [
        Vec4::new(cos * t.scale.x, sin * t.scale.y, t.offset.x, slot.uv_set as f32),
        Vec4::new(
            -sin * t.scale.x,
            cos * t.scale.y,
            t.offset.y,
            f32::from(binding) + 1.0,
        ),
    ]
}

/// A material ready to be drawn with.
#[derive(Debug)]
pub(super) struct GpuMaterial {
    pub bind: wgpu::BindGroup,
    pub blending: Blending,
    pub double_sided: bool,
    /// Shows what is behind it.
    pub clear: bool,
    pub casts_shadow: bool,
    /// Shows its own colour, whatever light there is.
    pub unlit: bool,
    /// Has more than metal and roughness.
    pub layered: bool,
}

/// Index of the picture behind a slot.
fn picture_of(model: &Model, slot: Option<&TextureSlot>) -> Option<usize> {
    let texture = model.textures.get(slot?.texture.0 as usize)?;
    let id = texture.image?.0 as usize;
    (id < model.images.len()).then_some(id)
}

/// Bytes that [`upload_materials`] counts as in progress.
pub(super) fn upload_bytes(model: &Model) -> u64 {
    let mut used = vec![[false; 2]; model.images.len()];
    for material in &model.materials {
        for ((_, slot), srgb) in material.texture_uses().into_iter().zip(IS_SRGB) {
            if let Some(id) = picture_of(model, slot) {
                used[id][usize::from(srgb)] = true;
            }
        }
    }
    let counts = used.iter().map(|u| u.iter().filter(|u| **u).count() as u64);
    let sizes = model.images.iter().map(texture::upload_bytes);
    counts.zip(sizes).map(|(count, size)| count * size).sum()
}

/// True if both models have the very same materials with the very same pictures.
pub(super) fn are_same(a: &Model, b: &Model) -> bool {
    let mut pictures = a.images.iter().zip(&b.images);
    a.materials == b.materials
        && a.textures == b.textures
        && a.images.len() == b.images.len()
        && pictures.all(|(a, b)| a.pixels.ptr_eq(&b.pixels) && a.width == b.width && a.height == b.height)
}

/// All materials of a model, and [`Material::clay`] as the last one.
pub(super) fn upload_materials(
    feed: &mut Feed<'_>,
    kit: &UploadKit,
    model: &Model,
) -> Result<Vec<GpuMaterial>, RenderError> {
    let gpu = feed.gpu;
    let white = one_texel(feed, [255; 4])?;
    let up = one_texel(feed, [128, 128, 255, 255])?;
    let mut samplers = Samplers::default();
    // Each picture once as colour and once as data, if it is used as both.
    let mut pictures: Vec<[Option<wgpu::TextureView>; 2]> = vec![[None, None]; model.images.len()];
    let clay = Material::clay();
    let mut out = Vec::with_capacity(model.materials.len() + 1);
    for material in model.materials.iter().chain([&clay]) {
        // What each binding reads.
        let mut textures: [Option<(usize, usize, Sampler)>; TEXTURE_BINDINGS] = [None; TEXTURE_BINDINGS];
        let bindings = material.texture_bindings(&model.textures);
        for (k, (_, slot)) in material.texture_uses().into_iter().enumerate() {
            let (Some(binding), Some(id)) = (bindings[k], picture_of(model, slot)) else {
                continue;
            };
            let texture = slot.and_then(|s| model.textures.get(s.texture.0 as usize));
            let sampler = texture.map_or_else(Sampler::default, |t| t.sampler);
            let kind = usize::from(IS_SRGB[k]);
            if pictures[id][kind].is_none() {
                let image = &model.images[id];
                feed.begin(texture::upload_bytes(image));
                pictures[id][kind] = Some(texture::upload(feed, kit, image, IS_SRGB[k])?);
                feed.end()?;
            }
            textures[usize::from(binding)] = Some((id, kind, sampler));
        }
        let block = MaterialUniforms::new(material, &model.textures);
        let uniforms = filled_buffer(
            feed,
            "material",
            wgpu::BufferUsages::UNIFORM,
            bytemuck::bytes_of(&block),
            0,
        )?;
        let mut entries = vec![wgpu::BindGroupEntry {
            binding: 0,
            resource: uniforms.as_entire_binding(),
        }];
        let which = textures.map(|t| t.map(|(id, kind, _)| (id, kind)));
        let samplers = textures.map(|t| {
            samplers
                .get(gpu, t.map_or_else(Sampler::default, |t| t.2))
                .clone()
        });
        for (k, (which, sampler)) in which.iter().zip(&samplers).enumerate() {
            let fallback = if k == 2 { &up } else { &white };
            let view = which
                .and_then(|(id, kind)| pictures[id][kind].as_ref())
                .unwrap_or(fallback);
            entries.push(wgpu::BindGroupEntry {
                binding: 1 + 2 * k as u32,
                resource: wgpu::BindingResource::TextureView(view),
            });
            entries.push(wgpu::BindGroupEntry {
                binding: 2 + 2 * k as u32,
                resource: wgpu::BindingResource::Sampler(sampler),
            });
        }
        let descriptor = wgpu::BindGroupDescriptor {
            label: Some("material"),
            layout: &kit.material,
            entries: &entries,
        };
        let bind = gpu.caught(UPLOADING, || gpu.create_bind_group(&descriptor))?;
        out.push(GpuMaterial {
            bind,
            blending: match material.alpha_mode {
                AlphaMode::Opaque => Blending::Opaque,
                AlphaMode::Mask { .. } => Blending::Mask,
                AlphaMode::Blend => Blending::Blend,
            },
            double_sided: material.double_sided,
            clear: material.transmission.factor > 0.0 && !material.unlit,
            layered: block.features != 0 || block.layer_textures != 0,
            unlit: material.unlit,
            casts_shadow: material.alpha_mode != AlphaMode::Blend && material.transmission.factor < 0.5,
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{TextureId, UvTransform};
    use glam::Vec3Swizzles;

    #[test]
    fn texture_transforms_turn_counter_clockwise_as_seen() {
        let slot = TextureSlot {
            texture: TextureId(0),
            uv_set: 1,
            transform: UvTransform {
                offset: Vec2::new(0.25, 0.5),
                rotation: std::f32::consts::FRAC_PI_2,
                scale: Vec2::new(2.0, 3.0),
            },
        };
        let [row0, row1] = slot_rows(&slot, 4);
        let at = |u: f32, v: f32| {
            let uv = Vec3::new(u, v, 1.0);
            Vec2::new(row0.truncate().xyz().dot(uv), row1.truncate().dot(uv))
        };
        // Right becomes up, and up is -v.
        assert!((at(1.0, 0.0) - Vec2::new(0.25, -1.5)).length() < 1e-6);
        assert!((at(0.0, 1.0) - Vec2::new(3.25, 0.5)).length() < 1e-6);
        assert_eq!((row0.w, row1.w), (1.0, 5.0));
    }
}
