//! A model's buffers and textures on the device, and what is written to them each frame.

use bytemuck::{Pod, Zeroable};

use super::buffers::{empty_buffer, filled_buffer};
use super::layout::{Look, MOST, Paint, simplest};
use super::material::{GpuMaterial, upload_materials};
use super::overlay::Bones;
use super::pipelines::VertexClass;
use super::primitive::{DELTA_BINDINGS, GpuPrimitive, pack};
use super::{Gpu, RenderError, Renderer};
use crate::math::Rows3x4;
use crate::model::{InstanceId, MeshInstance, Model, PosedModel};
use crate::skinning::{DualQuaternionJoint, Palette, Skin, Skinning, SkinningMethod};
use crate::teach::Fault;
use crate::work::Work;

/// A method with its parameters. Twin of `Skinning` in `skinning.wgsl`, which documents each field.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in skinning.wgsl")]
pub struct SkinningUniforms {
    pub method: u32,
    pub blend: f32,
    pub influence_limit: u32,
    pub mask_base: u32,
}

impl SkinningUniforms {
    /// Beside the method: dual quaternions are summed as `teach.wgsl` does.
    const UNALIGNED: u32 = 4;

    fn new(skinning: Skinning, mask_base: u32) -> Self {
        let (method, blend) = match skinning.method {
            SkinningMethod::LinearBlend => (0, 0.0),
            SkinningMethod::DualQuaternion => (1, 1.0),
            SkinningMethod::Blend => (2, skinning.blend),
            SkinningMethod::Masked => (3, 0.0),
        };
        Self {
            method,
            blend,
            influence_limit: skinning.influence_limit,
            mask_base,
        }
    }

    /// The same with a fault, if that concerns how a vertex is moved.
    fn under(self, fault: Option<Fault>) -> Self {
        match fault {
            Some(Fault::NoSignAlignment) => Self {
                method: self.method | Self::UNALIGNED,
                ..self
            },
            _ => self,
        }
    }
}

/// What one draw has of its own. Twin of `DrawUniforms` in `skinning.wgsl`, which documents each field.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in skinning.wgsl")]
pub struct DrawUniforms {
    pub matrix_base: u32,
    pub dual_quaternion_base: u32,
    pub morph_weight_base: u32,
    pub morph_weight_count: u32,
    pub deltas_per_binding: u32,
    pub rigid: u32,
    pub mirrored: u32,
    pub facing: u32,
    pub skinnings: [SkinningUniforms; 2],
    pub skinning_count: u32,
    pub paint: u32,
    pub paint_scale: f32,
    pub pad: u32,
}

/// One primitive of one instance.
#[derive(Debug)]
pub(super) struct DrawItem {
    pub instance: InstanceId,
    pub mesh: usize,
    pub primitive: usize,
    pub bind: wgpu::BindGroup,
}

/// How the triangles of an instance are turned in a pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Handedness {
    /// Outside is counter-clockwise, as in the file.
    Kept,
    /// Outside is clockwise.
    Mirrored,
    /// Some joints mirror, some do not: no side can be told.
    Mixed,
}

/// Everything of a model that does not change from frame to frame, and room for what does.
#[derive(Debug)]
pub struct GpuModel {
    meshes: Vec<Vec<GpuPrimitive>>,
    pub(super) materials: Vec<GpuMaterial>,
    pub(super) items: Vec<DrawItem>,
    pub(super) bones: Vec<Bones>,
    pub(super) overlay: wgpu::Buffer,
    palette: wgpu::Buffer,
    /// Morph weights, then masks.
    scalars: wgpu::Buffer,
    mask_base: u32,
    draws: wgpu::Buffer,
    pub(super) draw_stride: u32,
    /// First entry of each skin; the instances' own entries follow from `instance_base` on.
    skin_base: Vec<u32>,
    instance_base: u32,
    dual_quaternion_offset: u64,
    scratch: Scratch,
}

/// Room that is used again each frame.
#[derive(Debug, Default)]
struct Scratch {
    matrices: Vec<Rows3x4>,
    dual_quaternions: Vec<DualQuaternionJoint>,
    draws: Vec<u8>,
    scalars: Vec<f32>,
}

impl GpuModel {
    /// Uploads `model`: vertices, indices, textures with their mip levels. Packs on `work`'s threads.
    pub fn new(gpu: &Gpu, renderer: &Renderer, model: &Model, work: &Work) -> Result<Self, RenderError> {
        gpu.take_error()?;
        let pipelines = renderer.pipelines();
        let places: Vec<(usize, usize)> = model
            .meshes
            .iter()
            .enumerate()
            .flat_map(|(m, mesh)| (0..mesh.primitives.len()).map(move |p| (m, p)))
            .collect();
        work.progress.start((places.len() + model.images.len()) as u64);
        let materials = upload_materials(gpu, pipelines, model, work)?;
        let mut meshes: Vec<Vec<GpuPrimitive>> = model.meshes.iter().map(|_| Vec::new()).collect();
        // A few at a time: packed vertices are needed only until they are uploaded.
        for part in places.chunks(16) {
            work.cancel.check()?;
            let packed = work.workers.map(part.len(), |k| {
                let (m, p) = part[k];
                pack(&model.meshes[m].primitives[p])
            });
            for (&(m, p), packed) in part.iter().zip(&packed) {
                let primitive = &model.meshes[m].primitives[p];
                let material = primitive.material.map_or(materials.len() - 1, |id| id.0 as usize);
                let material = material.min(materials.len() - 1);
                meshes[m].push(GpuPrimitive::new(gpu, primitive, packed, material)?);
                work.progress.add(1);
            }
        }

        let mut skin_base = Vec::with_capacity(model.skins.len());
        let mut joint_count = 0_u32;
        for skin in &model.skins {
            skin_base.push(joint_count);
            joint_count += skin.len() as u32;
        }
        let instance_base = joint_count;
        let alignment = u64::from(gpu.limits().min_storage_buffer_offset_alignment.max(16));
        let matrix_bytes =
            (u64::from(joint_count) + model.instances.len() as u64).max(1) * size_of::<Rows3x4>() as u64;
        let dual_quaternion_bytes = u64::from(joint_count.max(1)) * size_of::<DualQuaternionJoint>() as u64;
        let dual_quaternion_offset = matrix_bytes.next_multiple_of(alignment);
        let storage = wgpu::BufferUsages::STORAGE;
        let palette = empty_buffer(
            gpu,
            "palettes",
            storage,
            dual_quaternion_offset + dual_quaternion_bytes,
        )?;
        let mask_base = model.skeleton.slots().rest_morph_weights.len() as u32;
        let scalar_bytes = 4 * (u64::from(mask_base) + u64::from(joint_count)).max(4);
        let scalars = empty_buffer(gpu, "morph weights and masks", storage, scalar_bytes)?;
        let item_count: usize = model
            .instances
            .iter()
            .map(|i| meshes[i.mesh.0 as usize].len())
            .sum();
        let draw_stride = (size_of::<DrawUniforms>() as u32)
            .next_multiple_of(gpu.limits().min_uniform_buffer_offset_alignment);
        let draws = empty_buffer(
            gpu,
            "draws",
            wgpu::BufferUsages::UNIFORM,
            u64::from(draw_stride) * (MOST * item_count.max(1)) as u64,
        )?;
        let nothing = filled_buffer(gpu, "nothing", storage, &[], 128)?;

        let mut items = Vec::with_capacity(item_count);
        for (id, instance) in model.instances.iter().enumerate() {
            let mesh = instance.mesh.0 as usize;
            for (primitive, gpu_primitive) in meshes[mesh].iter().enumerate() {
                let morph = gpu_primitive.morph.as_ref();
                let delta = |k: usize| {
                    morph
                        .and_then(|m| m.deltas.get(k))
                        .unwrap_or(&nothing)
                        .as_entire_binding()
                };
                let range = |offset: u64, size: u64| {
                    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                        buffer: &palette,
                        offset,
                        size: wgpu::BufferSize::new(size),
                    })
                };
                let mut resources = vec![
                    wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                        buffer: &draws,
                        offset: 0,
                        size: wgpu::BufferSize::new(size_of::<DrawUniforms>() as u64),
                    }),
                    range(0, matrix_bytes),
                    range(dual_quaternion_offset, dual_quaternion_bytes),
                    gpu_primitive
                        .more
                        .as_ref()
                        .unwrap_or(&nothing)
                        .as_entire_binding(),
                    scalars.as_entire_binding(),
                    morph.map_or(&nothing, |m| &m.start).as_entire_binding(),
                ];
                resources.extend((0..DELTA_BINDINGS).map(delta));
                let entries: Vec<_> = resources
                    .into_iter()
                    .enumerate()
                    .map(|(k, resource)| wgpu::BindGroupEntry {
                        binding: k as u32,
                        resource,
                    })
                    .collect();
                let bind = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("draw"),
                    layout: &pipelines.layouts.draw,
                    entries: &entries,
                });
                items.push(DrawItem {
                    instance: InstanceId(id as u32),
                    mesh,
                    primitive,
                    bind,
                });
            }
        }
        let bones: Vec<Bones> = (0..model.scenes.len()).map(|s| Bones::of(model, s)).collect();
        let most = bones.iter().map(Bones::instance_count).max().unwrap_or(0).max(1);
        let overlay = empty_buffer(
            gpu,
            "bones",
            wgpu::BufferUsages::VERTEX,
            most as u64 * super::overlay::INSTANCE_BYTES,
        )?;
        gpu.take_error()?;
        Ok(Self {
            meshes,
            materials,
            items,
            bones,
            overlay,
            palette,
            scalars,
            mask_base,
            draws,
            draw_stride,
            skin_base,
            instance_base,
            dual_quaternion_offset,
            scratch: Scratch::default(),
        })
    }

    pub(super) fn primitive(&self, item: &DrawItem) -> &GpuPrimitive {
        &self.meshes[item.mesh][item.primitive]
    }

    /// Writes palettes, morph weights and masks of a frame.
    pub(super) fn write_pose(&mut self, gpu: &Gpu, model: &Model, posed: &PosedModel) {
        let Scratch {
            matrices,
            dual_quaternions,
            scalars,
            ..
        } = &mut self.scratch;
        matrices.clear();
        dual_quaternions.clear();
        for (skin, palette) in model.skins.iter().zip(&posed.palettes) {
            extend_to(matrices, palette.matrices(), skin.len(), Rows3x4::IDENTITY);
            extend_to(
                dual_quaternions,
                palette.dual_quaternions(),
                skin.len(),
                DualQuaternionJoint::IDENTITY,
            );
        }
        matrices.resize(self.instance_base as usize, Rows3x4::IDENTITY);
        matrices.extend(
            model
                .instances
                .iter()
                .map(|i| Rows3x4::from(posed.rigid_matrix(i))),
        );
        gpu.queue
            .write_buffer(&self.palette, 0, bytemuck::cast_slice(matrices));
        gpu.queue.write_buffer(
            &self.palette,
            self.dual_quaternion_offset,
            bytemuck::cast_slice(dual_quaternions),
        );
        scalars.clear();
        extend_to(scalars, posed.local.morph_weights(), self.mask_base as usize, 0.0);
        for (skin, palette) in model.skins.iter().zip(&posed.palettes) {
            extend_to(scalars, palette.mask(), skin.len(), 0.0);
        }
        gpu.queue
            .write_buffer(&self.scalars, 0, bytemuck::cast_slice(scalars));
    }

    /// Writes what each draw of each look has of its own; at most [`MOST`] looks.
    pub(super) fn write_draws(&mut self, gpu: &Gpu, model: &Model, posed: &PosedModel, looks: &[Look]) {
        let mut bytes = std::mem::take(&mut self.scratch.draws);
        let looks = &looks[..looks.len().min(MOST)];
        bytes.clear();
        bytes.resize(self.draw_stride as usize * self.items.len() * looks.len(), 0);
        let draws = looks
            .iter()
            .flat_map(|look| self.items.iter().map(move |item| (look, item)));
        for ((look, item), slot) in draws.zip(bytes.chunks_exact_mut(self.draw_stride as usize)) {
            let uniforms = self.draw_uniforms(model, posed, item, look);
            slot[..size_of::<DrawUniforms>()].copy_from_slice(bytemuck::bytes_of(&uniforms));
        }
        gpu.queue.write_buffer(&self.draws, 0, &bytes);
        self.scratch.draws = bytes;
    }

    /// Where the uniforms of a draw lie.
    pub(super) fn draw_offset(&self, look: usize, item: usize) -> u32 {
        self.draw_stride * (look * self.items.len() + item) as u32
    }

    fn draw_uniforms(&self, model: &Model, posed: &PosedModel, item: &DrawItem, look: &Look) -> DrawUniforms {
        let instance = &model.instances[item.instance.0 as usize];
        let primitive = self.primitive(item);
        let skin = self.skin_of(model, item).map(|s| s.0);
        let handedness = self.handedness(model, posed, item);
        let weights = posed.morph_weights(instance);
        let morph = primitive
            .morph
            .as_ref()
            .filter(|_| weights.iter().any(|w| *w != 0.0));
        let facing = match (primitive.kind, handedness) {
            (super::primitive::Kind::Lines | super::primitive::Kind::Points, _) => 3,
            (_, Handedness::Mixed) => 2,
            _ if self.materials[primitive.material].double_sided => 1,
            _ => 0,
        };
        let mask_base = self.mask_base + skin.map_or(0, |s| self.skin_base[s]);
        let skinnings = [look.skinning, look.against.unwrap_or(look.skinning)]
            .map(|s| SkinningUniforms::new(self.effective(model, posed, item, s), mask_base))
            .map(|s| s.under(look.fault));
        let (paint, paint_scale) = match look.paint {
            Paint::Material => (0, 0.0),
            Paint::Distance { scale } => (1, scale),
            Paint::Shell { fade } => (2, fade),
        };
        DrawUniforms {
            matrix_base: skin.map_or(self.instance_base + item.instance.0, |s| self.skin_base[s]),
            dual_quaternion_base: skin.map_or(0, |s| self.skin_base[s]),
            morph_weight_base: instance.morph_weights.start,
            morph_weight_count: morph.map_or(0, |_| weights.len() as u32),
            deltas_per_binding: morph.map_or(0, |m| m.deltas_per_binding),
            rigid: u32::from(skin.is_none()),
            mirrored: u32::from(handedness == Handedness::Mirrored),
            facing,
            skinnings,
            skinning_count: 1 + u32::from(look.against.is_some()),
            paint,
            paint_scale,
            pad: 0,
        }
    }

    /// The skin that moves this primitive, if one does.
    fn skin_of<'a>(&self, model: &'a Model, item: &DrawItem) -> Option<(usize, &'a Skin)> {
        if !self.primitive(item).has_influences {
            return None;
        }
        let instance: &MeshInstance = &model.instances[item.instance.0 as usize];
        let index = instance.skin?.0 as usize;
        Some((index, model.skins.get(index)?))
    }

    /// The simplest way to move this primitive that gives what `skinning` does: what has no skin, or no dual
    /// quaternions, is moved by matrices; the ends of blends and masks are the methods themselves.
    fn effective(&self, model: &Model, posed: &PosedModel, item: &DrawItem, skinning: Skinning) -> Skinning {
        let palette = self.skin_of(model, item).and_then(|(index, skin)| {
            let palette = posed.palettes.get(index)?;
            Some((palette, skin.len()))
        });
        let Some((palette, joint_count)) = palette else {
            return SkinningMethod::LinearBlend.into();
        };
        let simple = simplest(skinning, std::slice::from_ref(palette));
        let method = if palette.dual_quaternions().len() == joint_count {
            simple.method
        } else {
            SkinningMethod::LinearBlend
        };
        let limits = self.primitive(item).all_influences || skinning.influence_limit < 4;
        Skinning {
            method,
            influence_limit: if limits { skinning.influence_limit } else { 0 },
            ..skinning
        }
    }

    /// Which vertex stage a primitive needs for a look.
    pub(super) fn vertex_class(
        &self,
        model: &Model,
        posed: &PosedModel,
        item: &DrawItem,
        look: &Look,
    ) -> VertexClass {
        let is_general = |skinning| {
            let s = self.effective(model, posed, item, skinning);
            s.method != SkinningMethod::LinearBlend || s.influence_limit != 0
        };
        VertexClass {
            general: is_general(look.skinning) || look.against.is_some_and(is_general),
            all_influences: self.primitive(item).all_influences,
        }
    }

    /// Whether the pose turns this primitive's triangles inside out.
    pub(super) fn handedness(&self, model: &Model, posed: &PosedModel, item: &DrawItem) -> Handedness {
        if let Some((index, skin)) = self.skin_of(model, item) {
            let palette = posed.palettes.get(index);
            return palette.map_or(Handedness::Kept, |p| palette_handedness(skin, p));
        }
        let matrix = posed.rigid_matrix(&model.instances[item.instance.0 as usize]);
        if matrix.matrix3.determinant() < 0.0 {
            Handedness::Mirrored
        } else {
            Handedness::Kept
        }
    }
}

/// The sign that the determinants of all joints with weight have in common; a flattened joint has none.
fn palette_handedness(skin: &Skin, palette: &Palette) -> Handedness {
    let (mut kept, mut mirrored) = (false, false);
    let any_weighted = skin.carries_weight().iter().any(|w| *w);
    for (matrix, weighted) in palette.matrices().iter().zip(skin.carries_weight()) {
        if *weighted || !any_weighted {
            let determinant = matrix.determinant();
            kept |= determinant > 0.0;
            mirrored |= determinant < 0.0;
        }
    }
    match (kept, mirrored) {
        (_, false) => Handedness::Kept,
        (false, true) => Handedness::Mirrored,
        (true, true) => Handedness::Mixed,
    }
}

/// Appends `count` entries: those of `from`, and `filler` for what it lacks.
fn extend_to<T: Copy>(to: &mut Vec<T>, from: &[T], count: usize, filler: T) {
    let taken = from.len().min(count);
    to.extend_from_slice(&from[..taken]);
    to.resize(to.len() + count - taken, filler);
}
