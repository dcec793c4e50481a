//! Materials on the device: uniforms, textures, samplers, one bind group each.

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec4};

use super::RenderError;
use super::buffers::filled_buffer;
use super::pipelines::Blending;
use super::texture::{self, Samplers, one_texel};
use super::upload::{Feed, UPLOADING, UploadKit};
use crate::model::{AlphaMode, Material, Model, Sampler, TextureSlot};

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
    pub uv_rows: [Vec4; 10],
    pub alpha_mode: u32,
    pub unlit: u32,
    pub pad: [u32; 2],
}

impl MaterialUniforms {
    /// The block of a material.
    pub fn new(material: &Material) -> Self {
        let mut uv_rows = [Vec4::ZERO; 10];
        for (rows, slot) in uv_rows.chunks_exact_mut(2).zip(slots(material)) {
            if let Some(slot) = slot {
                rows.copy_from_slice(&slot_rows(slot));
            }
        }
        let (alpha_mode, alpha_cutoff) = match material.alpha_mode {
            AlphaMode::Opaque => (0, 0.0),
            AlphaMode::Mask { cutoff } => (1, cutoff),
            AlphaMode::Blend => (2, 0.0),
        };
        Self {
            base_color: material.base_color,
            emissive: material.emissive,
            alpha_cutoff,
            metallic: material.metallic,
            roughness: material.roughness,
            normal_scale: material.normal_scale,
            occlusion_strength: material.occlusion_strength,
            uv_rows,
            alpha_mode,
            unlit: u32::from(material.unlit),
            pad: [0; 2],
        }
    }
}

/// The slots in the order of the shader's bindings.
fn slots(material: &Material) -> [Option<&TextureSlot>; 5] {
    [
        material.base_color_texture.as_ref(),
        material.metallic_roughness_texture.as_ref(),
        material.normal_texture.as_ref(),
        material.occlusion_texture.as_ref(),
        material.emissive_texture.as_ref(),
    ]
}

/// Which of [`slots`] hold colours, and so are sRGB.
const IS_SRGB: [bool; 5] = [true, false, false, false, true];

/// `uv' = T * R * S * uv` as two rows. v runs down, so a counter-clockwise turn has the sine on the other side.
/// Source: KHR_texture_transform.
fn slot_rows(slot: &TextureSlot) -> [Vec4; 2] {
    let t = &slot.transform;
    let (sin, cos) = t.rotation.sin_cos();
    [
        Vec4::new(cos * t.scale.x, sin * t.scale.y, t.offset.x, slot.uv_set as f32),
        Vec4::new(-sin * t.scale.x, cos * t.scale.y, t.offset.y, 1.0),
    ]
}

/// A material ready to be drawn with.
#[derive(Debug)]
pub(super) struct GpuMaterial {
    pub bind: wgpu::BindGroup,
    pub blending: Blending,
    pub double_sided: bool,
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
        for (slot, srgb) in slots(material).into_iter().zip(IS_SRGB) {
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
        let mut textures: Vec<(Option<(usize, usize)>, wgpu::Sampler)> = Vec::with_capacity(5);
        for (k, slot) in slots(material).into_iter().enumerate() {
            let texture = slot.and_then(|s| model.textures.get(s.texture.0 as usize));
            let sampler = texture.map_or_else(Sampler::default, |t| t.sampler);
            let which = picture_of(model, slot).map(|id| (id, usize::from(IS_SRGB[k])));
            if let Some((id, kind)) = which
                && pictures[id][kind].is_none()
            {
                let image = &model.images[id];
                feed.begin(texture::upload_bytes(image));
                pictures[id][kind] = Some(texture::upload(feed, kit, image, IS_SRGB[k])?);
                feed.end()?;
            }
            textures.push((which, samplers.get(gpu, sampler).clone()));
        }
        let uniforms = filled_buffer(
            feed,
            "material",
            wgpu::BufferUsages::UNIFORM,
            bytemuck::bytes_of(&MaterialUniforms::new(material)),
            0,
        )?;
        let mut entries = vec![wgpu::BindGroupEntry {
            binding: 0,
            resource: uniforms.as_entire_binding(),
        }];
        for (k, (which, sampler)) in textures.iter().enumerate() {
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
        let bind = gpu.caught(UPLOADING, || gpu.device.create_bind_group(&descriptor))?;
        out.push(GpuMaterial {
            bind,
            blending: match material.alpha_mode {
                AlphaMode::Opaque => Blending::Opaque,
                AlphaMode::Mask { .. } => Blending::Mask,
                AlphaMode::Blend => Blending::Blend,
            },
            double_sided: material.double_sided,
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{TextureId, UvTransform};
    use glam::{Vec2, Vec3Swizzles};

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
        let [row0, row1] = slot_rows(&slot);
        let at = |u: f32, v: f32| {
            let uv = Vec3::new(u, v, 1.0);
            Vec2::new(row0.truncate().xyz().dot(uv), row1.truncate().dot(uv))
        };
        // Right becomes up, and up is -v.
        assert!((at(1.0, 0.0) - Vec2::new(0.25, -1.5)).length() < 1e-6);
        assert!((at(0.0, 1.0) - Vec2::new(3.25, 0.5)).length() < 1e-6);
        assert_eq!((row0.w, row1.w), (1.0, 1.0));
    }
}
