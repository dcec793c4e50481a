//! A model's buffers and textures on the device, and what is written to them each frame.

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};

use super::Gpu;
use super::layout::{Look, MOST, Poses, Way, simplest};
use super::material::GpuMaterial;
use super::overlay::Bones;
use super::pipelines::VertexClass;
use super::primitive::GpuPrimitive;
use super::wires::Wires;
use crate::math::{Rows3x4, cube_root};
use crate::model::{InstanceId, MaterialVariantId, MeshInstance, Model, PosedModel};
use crate::skinning::{DualQuaternionJoint, Palette, Skin, Skinning, SkinningMethod};
use crate::teach::Fault;
use crate::viewer::view::View;

/// A method with its parameters and its pose. Twin of `Skinning` in `skinning.wgsl`, which documents each field.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in skinning.wgsl")]
pub struct SkinningUniforms {
    pub method: u32,
    pub blend: f32,
    pub influence_limit: u32,
    pub mask_base: u32,
    pub matrix_base: u32,
    pub dual_quaternion_base: u32,
    pub morph_weight_base: u32,
    pub pad0: u32,
}

impl SkinningUniforms {
    /// Beside the method: dual quaternions are summed as `teach.wgsl` does.
    const UNALIGNED: u32 = 4;

    /// Of the first pose's first skin.
    fn new(skinning: Skinning) -> Self {
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
            ..Self::default()
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
    pub skinnings: [SkinningUniforms; 2],
    pub morph_weight_count: u32,
    pub deltas_per_binding: u32,
    pub rigid: u32,
    pub mirrored: u32,
    pub facing: u32,
    pub skinning_count: u32,
    pub paint: u32,
    pub paint_scale: f32,
    pub has_normals: u32,
    pub copy_base: u32,
    pub copy_count: u32,
    pub mesh_scale: f32,
    pub flags: u32,
    pub joint_paint_base: u32,
    pub pad0: u32,
    pub pad1: u32,
}

/// Bits of `flags`, as in `look.wgsl`.
const HAS_UVS: u32 = 1;
const HAS_TANGENTS: u32 = 2;
const HAS_COLORS: u32 = 4;
const DRAWS_WIRES: u32 = 8;

/// One primitive of one instance.
#[derive(Debug)]
pub(super) struct DrawItem {
    pub instance: InstanceId,
    pub mesh: usize,
    pub primitive: usize,
    pub bind: wgpu::BindGroup,
    /// How often it is drawn, and how its copies are turned; once and kept without any.
    pub copy_count: u32,
    pub copies: Handedness,
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
    pub(super) meshes: Vec<Vec<GpuPrimitive>>,
    /// Variants of a model share them.
    pub(super) materials: Arc<[GpuMaterial]>,
    pub(super) items: Vec<DrawItem>,
    pub(super) bones: Vec<Bones>,
    pub(super) overlay: wgpu::Buffer,
    /// What the file's lights are multiplied by; see [`light`](super::light).
    pub(super) light_scale: f32,
    /// Edges, while pictures show them.
    pub(super) wires: Option<Wires>,
    room: Room,
}

/// Room for what is written each frame, and where in it things lie. There is room for two poses.
#[derive(Debug)]
pub(super) struct Room {
    pub palette: wgpu::Buffer,
    /// Morph weights of the second pose, of the first, then masks, then what joints paint with.
    pub scalars: wgpu::Buffer,
    pub morph_weight_count: u32,
    pub draws: wgpu::Buffer,
    pub draw_stride: u32,
    /// First entry of each skin in a pose; the instances' own entries follow from `joint_count` on, and after those of both
    /// poses come all copies, which are written once.
    pub skin_base: Vec<u32>,
    pub joint_count: u32,
    pub instance_count: u32,
    /// In the palette the dual quaternions come first, the second pose's before the first's, then the matrices, the first
    /// pose's before the second's: what a frame writes lies side by side, with dual quaternions or without, of one pose or
    /// of two.
    pub dual_quaternion_bytes: u64,
    pub matrix_offset: u64,
    pub matrix_bytes: u64,
    pub scratch: Scratch,
}

impl Room {
    /// First entry of a skin (`None`: of an instance without) in the matrices of a pose.
    fn matrix_base(&self, pose: usize, skin: Option<usize>, instance: InstanceId) -> u32 {
        let first = pose as u32 * (self.joint_count + self.instance_count);
        first + skin.map_or(self.joint_count + instance.0, |s| self.skin_base[s])
    }

    /// First entry of a skin in the dual quaternions of a pose.
    fn dual_quaternion_base(&self, pose: usize, skin: usize) -> u32 {
        (MOST - 1 - pose) as u32 * self.joint_count + self.skin_base[skin]
    }

    /// First entry of the morph weights of a pose.
    fn morph_weight_base(&self, pose: usize) -> u32 {
        (MOST - 1 - pose) as u32 * self.morph_weight_count
    }

    fn mask_base(&self) -> u32 {
        MOST as u32 * self.morph_weight_count
    }

    fn joint_paint_base(&self) -> u32 {
        self.mask_base() + self.joint_count
    }

    /// First entry of the copies in the matrices.
    pub(super) fn copy_base(&self) -> u32 {
        MOST as u32 * (self.joint_count + self.instance_count)
    }
}

/// Room that is used again each frame.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// As it goes to the device.
    palette: Vec<[f32; 4]>,
    draws: Vec<u8>,
    scalars: Vec<f32>,
}

impl GpuModel {
    pub(super) fn of(
        meshes: Vec<Vec<GpuPrimitive>>,
        materials: Arc<[GpuMaterial]>,
        items: Vec<DrawItem>,
        bones: Vec<Bones>,
        overlay: wgpu::Buffer,
        light_scale: f32,
        room: Room,
    ) -> Self {
        Self {
            meshes,
            materials,
            items,
            bones,
            overlay,
            light_scale,
            wires: None,
            room,
        }
    }

    pub(super) fn primitive(&self, item: &DrawItem) -> &GpuPrimitive {
        &self.meshes[item.mesh][item.primitive]
    }

    /// The material of an item under a set of materials.
    pub(super) fn material(&self, item: &DrawItem, variant: Option<MaterialVariantId>) -> &GpuMaterial {
        &self.materials[self.primitive(item).material_under(variant)]
    }

    /// Writes palettes, morph weights and masks of a frame.
    pub(super) fn write_pose(&mut self, gpu: &Gpu, model: &Model, poses: &Poses<'_>, view: &View) {
        let (first, second) = (poses.first(), poses.second());
        let morph_weight_base = self.room.morph_weight_base(usize::from(second.is_some()));
        let joint_paints_at = (self.room.joint_paint_base() - morph_weight_base) as usize;
        let Scratch { palette, scalars, .. } = &mut self.room.scratch;
        palette.clear();
        let mut at = self.room.matrix_offset;
        let is_dual = |p: &PosedModel| p.palettes.iter().any(|p| !p.dual_quaternions().is_empty());
        if is_dual(first) || second.is_some_and(is_dual) {
            at = 0;
            if second.is_none() {
                at = u64::from(self.room.joint_count) * size_of::<DualQuaternionJoint>() as u64;
            }
            for posed in second.into_iter().chain([first]) {
                for (k, skin) in model.skins.iter().enumerate() {
                    let joints = posed.palettes.get(k).map_or(&[][..], |p| p.dual_quaternions());
                    extend_with(palette, joints, skin.len(), &DualQuaternionJoint::IDENTITY);
                }
            }
            let count = (self.room.matrix_offset - at) as usize / size_of::<[f32; 4]>();
            palette.resize(count, [0.0; 4]);
        }
        for posed in [first].into_iter().chain(second) {
            for (k, skin) in model.skins.iter().enumerate() {
                let matrices = posed.palettes.get(k).map_or(&[][..], |p| p.matrices());
                extend_with(palette, matrices, skin.len(), &Rows3x4::IDENTITY);
            }
            for instance in &model.instances {
                let matrix = Rows3x4::from(posed.rigid_matrix(instance));
                palette.extend_from_slice(bytemuck::cast_slice(std::slice::from_ref(&matrix)));
            }
        }
        gpu.write_buffer(&self.room.palette, at, bytemuck::cast_slice(palette));
        scalars.clear();
        for posed in second.into_iter().chain([first]) {
            let count = self.room.morph_weight_count as usize;
            extend_to(scalars, posed.local.morph_weights(), count, 0.0);
        }
        for (skin, palette) in model.skins.iter().zip(&first.palettes) {
            extend_to(scalars, palette.mask(), skin.len(), 0.0);
        }
        if let Some(weights) = &view.weights {
            scalars.resize(joint_paints_at, 0.0);
            let joints = model.skins.iter().flat_map(Skin::joints);
            scalars.extend(joints.map(|j| weights.paint(*j)));
        }
        let at = 4 * u64::from(morph_weight_base);
        gpu.write_buffer(&self.room.scalars, at, bytemuck::cast_slice(scalars));
    }

    /// Makes the edges that `view` shows, or lets go of what it does not.
    pub(super) fn prepare_wires(&mut self, gpu: &Gpu, model: &Model, view: &View) {
        let limit = view.weights.map(|w| w.limit);
        let edges = view.overlays.wires || (limit.is_none() && view.look.has_edges());
        let fits = |w: &Wires| w.limit == limit && (w.edges || !edges);
        if !edges && limit.is_none() {
            self.wires = None;
        } else if !self.wires.as_ref().is_some_and(fits) {
            self.wires = Some(Wires::new(gpu, model, limit, edges));
        }
    }

    /// Writes what each draw of each look has of its own; at most [`MOST`] looks.
    pub(super) fn write_draws(&mut self, gpu: &Gpu, model: &Model, poses: &Poses<'_>, looks: &[Look]) {
        let mut bytes = std::mem::take(&mut self.room.scratch.draws);
        let looks = &looks[..looks.len().min(MOST)];
        bytes.clear();
        bytes.resize(self.room.draw_stride as usize * self.items.len() * looks.len(), 0);
        let draws = looks
            .iter()
            .flat_map(|look| self.items.iter().map(move |item| (look, item)));
        for ((look, item), slot) in draws.zip(bytes.chunks_exact_mut(self.room.draw_stride as usize)) {
            let uniforms = self.draw_uniforms(model, poses, item, look);
            slot[..size_of::<DrawUniforms>()].copy_from_slice(bytemuck::bytes_of(&uniforms));
        }
        gpu.write_buffer(&self.room.draws, 0, &bytes);
        self.room.scratch.draws = bytes;
    }

    /// Where the uniforms of a draw lie.
    pub(super) fn draw_offset(&self, look: usize, item: usize) -> u32 {
        self.room.draw_stride * (look * self.items.len() + item) as u32
    }

    fn draw_uniforms(&self, model: &Model, poses: &Poses<'_>, item: &DrawItem, look: &Look) -> DrawUniforms {
        let posed = poses.of(look.way);
        let instance = &model.instances[item.instance.0 as usize];
        let primitive = self.primitive(item);
        let skin = self.skin_of(model, item).map(|s| s.0);
        let handedness = self.handedness(model, posed, item);
        let morphs = |way: Way| poses.of(way).morph_weights(instance).iter().any(|w| *w != 0.0);
        let morph = primitive
            .morph
            .as_ref()
            .filter(|_| morphs(look.way) || look.against.is_some_and(morphs));
        let facing = match (primitive.kind, handedness) {
            (super::primitive::Kind::Lines | super::primitive::Kind::Points, _) => 3,
            (_, Handedness::Mixed) => 2,
            _ if self.material(item, look.material_variant).double_sided => 1,
            _ => 0,
        };
        let skin_base = skin.map_or(0, |s| self.room.skin_base[s]);
        let skinnings = [look.way, look.against.unwrap_or(look.way)].map(|way| {
            let skinning = self.effective(model, poses.of(way), item, way.skinning);
            let uniforms = SkinningUniforms {
                mask_base: self.room.mask_base() + skin_base,
                matrix_base: self.room.matrix_base(way.pose, skin, item.instance),
                dual_quaternion_base: skin.map_or(0, |s| self.room.dual_quaternion_base(way.pose, s)),
                morph_weight_base: self.room.morph_weight_base(way.pose) + instance.morph_weights.start,
                ..SkinningUniforms::new(skinning)
            };
            uniforms.under(look.fault)
        });
        let (paint, paint_scale) = look.paint.uniform();
        let data = &model.meshes[item.mesh].primitives[item.primitive];
        let flags = [
            (HAS_UVS, data.uvs[0].is_some()),
            (HAS_TANGENTS, data.tangents.is_some()),
            (HAS_COLORS, data.colors.is_some()),
            (DRAWS_WIRES, look.wires),
        ];
        DrawUniforms {
            skinnings,
            morph_weight_count: morph.map_or(0, |_| instance.morph_weights.len() as u32),
            deltas_per_binding: morph.map_or(0, |m| m.deltas_per_binding),
            rigid: u32::from(skin.is_none()),
            mirrored: u32::from(handedness == Handedness::Mirrored),
            facing,
            skinning_count: 1 + u32::from(look.against.is_some()),
            paint,
            paint_scale,
            has_normals: u32::from(primitive.has_normals),
            copy_base: self.room.copy_base() + instance.copies.start,
            copy_count: if instance.copies.is_empty() {
                0
            } else {
                item.copy_count
            },
            mesh_scale: self.mesh_scale(model, posed, item),
            flags: flags.iter().filter(|(_, is)| *is).map(|(bit, _)| bit).sum(),
            joint_paint_base: self.room.joint_paint_base() + skin_base,
            ..DrawUniforms::default()
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
        poses: &Poses<'_>,
        item: &DrawItem,
        look: &Look,
    ) -> VertexClass {
        let is_general = |way: Way| {
            let s = self.effective(model, poses.of(way), item, way.skinning);
            s.method != SkinningMethod::LinearBlend || s.influence_limit != 0
        };
        // Linear blending twice, of one pose, differs nowhere.
        let differs = |against: Way| is_general(against) || against.pose != look.way.pose;
        VertexClass {
            general: is_general(look.way) || look.against.is_some_and(differs),
            all_influences: self.primitive(item).all_influences,
        }
    }

    /// Metres that one unit of a mesh has, by volume: of a skinned one where its first joint that carries weight is.
    fn mesh_scale(&self, model: &Model, posed: &PosedModel, item: &DrawItem) -> f32 {
        let determinant = match self.skin_of(model, item) {
            Some((index, skin)) => {
                let first = skin.carries_weight().iter().position(|w| *w).unwrap_or(0);
                let matrices = posed.palettes.get(index).map_or(&[][..], |p| p.matrices());
                matrices.get(first).map_or(1.0, Rows3x4::determinant)
            }
            None => {
                let instance = &model.instances[item.instance.0 as usize];
                posed.rigid_matrix(instance).matrix3.determinant()
            }
        };
        cube_root(determinant.abs())
    }

    /// Whether the pose turns this primitive's triangles inside out.
    pub(super) fn handedness(&self, model: &Model, posed: &PosedModel, item: &DrawItem) -> Handedness {
        if let Some((index, skin)) = self.skin_of(model, item) {
            let palette = posed.palettes.get(index);
            return palette.map_or(Handedness::Kept, |p| palette_handedness(skin, p));
        }
        let matrix = posed.rigid_matrix(&model.instances[item.instance.0 as usize]);
        match (matrix.matrix3.determinant() < 0.0, item.copies) {
            (_, Handedness::Mixed) => Handedness::Mixed,
            (true, Handedness::Kept) | (false, Handedness::Mirrored) => Handedness::Mirrored,
            (false, Handedness::Kept) | (true, Handedness::Mirrored) => Handedness::Kept,
        }
    }
}

/// The sign that the determinants of all copies have in common.
pub(super) fn copies_handedness(copies: &[Rows3x4]) -> Handedness {
    let mirrored = copies.iter().filter(|c| c.determinant() < 0.0).count();
    if mirrored == 0 {
        Handedness::Kept
    } else if mirrored == copies.len() {
        Handedness::Mirrored
    } else {
        Handedness::Mixed
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

/// Appends `count` entries as the device reads them: those of `from`, and `filler` for what it lacks.
fn extend_with<T: Pod>(to: &mut Vec<[f32; 4]>, from: &[T], count: usize, filler: &T) {
    let taken = from.len().min(count);
    to.extend_from_slice(bytemuck::cast_slice(&from[..taken]));
    for _ in taken..count {
        to.extend_from_slice(bytemuck::cast_slice(std::slice::from_ref(filler)));
    }
}

/// Appends `count` entries: those of `from`, and `filler` for what it lacks.
fn extend_to<T: Copy>(to: &mut Vec<T>, from: &[T], count: usize, filler: T) {
    let taken = from.len().min(count);
    to.extend_from_slice(&from[..taken]);
    to.resize(to.len() + count - taken, filler);
}
