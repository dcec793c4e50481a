//! From a [`Model`] to the device, on any thread: in small pieces, with progress, and stopped when asked to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::buffers::{empty_buffer, filled_buffer, write_pieces};
use super::layout::MOST;
use super::material::{self, GpuMaterial, upload_materials};
use super::model::{DrawItem, DrawUniforms, GpuModel, Room, copies_handedness};
use super::overlay::{Bones, INSTANCE_BYTES};
use super::primitive::{self, DELTA_BINDINGS, GpuPrimitive};
use super::{Gpu, RenderError, Renderer};
use crate::math::Rows3x4;
use crate::model::{InstanceId, Kept, Model, VertexStreams};
use crate::skinning::DualQuaternionJoint;
use crate::work::{Work, pause};

/// What is being done, for messages.
pub(super) const UPLOADING: &str = "uploading the model";

/// Bytes that are handed to the device at once; a multiple of four.
pub(super) const PIECE: usize = 4 << 20;

/// What an upload needs besides the device; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct UploadKit {
    pub draw: wgpu::BindGroupLayout,
    pub material: wgpu::BindGroupLayout,
    pub mip: wgpu::BindGroupLayout,
    /// Pipelines that make a mip level; the second one of sRGB textures.
    pub mips: [wgpu::RenderPipeline; 2],
}

/// Uploads models for one device; it may go to another thread than the one that draws.
///
/// Errors are those of the upload alone, whatever the device is doing for other threads meanwhile.
#[derive(Debug, Clone)]
pub struct Uploader {
    gpu: Gpu,
    kit: UploadKit,
}

impl Uploader {
    pub(super) fn new(gpu: Gpu, kit: UploadKit) -> Self {
        Self { gpu, kit }
    }

    /// True if it uploads to `gpu`, and not to one that was lost since.
    pub fn is_for(&self, gpu: &Gpu) -> bool {
        self.gpu.is_same_device(gpu)
    }

    /// Uploads `model`: vertices, indices, textures with their mip levels. What does not lie in the model as the device
    /// takes it is made on `work`'s threads; returns when the device has taken everything.
    pub fn upload(&self, model: &Model, work: &Work) -> Result<GpuModel, RenderError> {
        self.build(model, None, work)
    }

    /// Uploads `model`, which differs from a `prior` model on this device in little: a cure, a teaching fault. What both
    /// have in common (materials with their textures, arrays that are the very same, equal influences) is not uploaded
    /// again but shared. Each can be drawn and dropped without the other.
    pub fn upload_variant(&self, model: &Model, prior: &Prior, work: &Work) -> Result<GpuModel, RenderError> {
        self.build(model, Some(prior), work)
    }

    fn build(&self, model: &Model, prior: Option<&Prior>, work: &Work) -> Result<GpuModel, RenderError> {
        let shared_materials = prior.filter(|prior| material::are_same(&prior.model, model));
        let parts = parts(model, prior);
        let mut total: u64 = parts.iter().map(Part::bytes).sum();
        if shared_materials.is_none() {
            total += material::upload_bytes(model);
        }
        // What has no bytes is something, too: the bar ends full.
        work.progress.start(total + 1);
        let mut feed = Feed::new(&self.gpu, work);
        feed.settle()?;
        let materials = match shared_materials {
            Some(prior) => Arc::clone(&prior.materials),
            None => upload_materials(&mut feed, &self.kit, model)?.into(),
        };
        let meshes = upload_meshes(&mut feed, model, &parts, &materials)?;
        let room = Room::new(&mut feed, model, &meshes)?;
        let items = draw_items(&mut feed, &self.kit, model, &meshes, &room)?;
        let bones: Vec<Bones> = (0..model.scenes.len()).map(|s| Bones::of(model, s)).collect();
        let most = bones.iter().map(Bones::instance_count).max().unwrap_or(0).max(1);
        let overlay_bytes = most as u64 * INSTANCE_BYTES;
        let overlay = empty_buffer(&self.gpu, "bones", wgpu::BufferUsages::VERTEX, overlay_bytes)?;
        feed.settle()?;
        work.progress.add(1);
        let light_scale = model.light_scale();
        Ok(GpuModel::of(
            meshes,
            materials,
            items,
            bones,
            overlay,
            light_scale,
            room,
        ))
    }
}

/// A model on the device as its variants see it; cheap to make, and it may go to another thread.
#[derive(Debug, Clone)]
pub struct Prior {
    model: Arc<Model>,
    meshes: Vec<Vec<GpuPrimitive>>,
    materials: Arc<[GpuMaterial]>,
}

impl GpuModel {
    /// What variants of `model`, from which this was made, can share with it; see [`Uploader::upload_variant`].
    pub fn prior(&self, model: Arc<Model>) -> Prior {
        Prior {
            model,
            meshes: self.meshes.clone(),
            materials: Arc::clone(&self.materials),
        }
    }

    /// Uploads `model` for `renderer`; see [`Uploader::upload`].
    pub fn new(gpu: &Gpu, renderer: &Renderer, model: &Model, work: &Work) -> Result<Self, RenderError> {
        renderer.uploader(gpu).upload(model, work)
    }
}

/// Hands bytes to the device, tells how far it is, and lets the device catch up after every [`PIECE`].
#[derive(Debug)]
pub(super) struct Feed<'a> {
    pub gpu: &'a Gpu,
    pub work: &'a Work,
    /// Bytes since the device was last waited for.
    waiting: usize,
    /// Bytes that the thing under way still counts as in progress.
    left: u64,
}

impl<'a> Feed<'a> {
    fn new(gpu: &'a Gpu, work: &'a Work) -> Self {
        Self {
            gpu,
            work,
            waiting: 0,
            left: 0,
        }
    }

    /// Begins something that counts as `bytes` in progress.
    pub(super) fn begin(&mut self, bytes: u64) {
        self.left = bytes;
    }

    /// Ends it.
    pub(super) fn end(&mut self) -> Result<(), RenderError> {
        self.work.progress.add(std::mem::take(&mut self.left));
        Ok(self.work.cancel.check()?)
    }

    /// `bytes` were written to the device's queue.
    pub(super) fn handed(&mut self, bytes: usize) -> Result<(), RenderError> {
        let step = self.left.min(bytes as u64);
        self.left -= step;
        self.work.progress.add(step);
        self.waiting += bytes;
        if self.waiting >= PIECE {
            self.settle()?;
        }
        Ok(())
    }

    /// Waits until the device has done all that was handed to it: what it still has to take lies in memory twice. The
    /// thread that draws is not kept waiting.
    pub(super) fn settle(&mut self) -> Result<(), RenderError> {
        self.work.cancel.check()?;
        self.waiting = 0;
        let done = Arc::new(AtomicBool::new(false));
        let on_done = Arc::clone(&done);
        self.gpu.caught(UPLOADING, || {
            self.gpu.queue.submit([]);
            self.gpu
                .queue
                .on_submitted_work_done(move || on_done.store(true, Ordering::Release));
        })?;
        loop {
            if let Err(error) = self.gpu.device.poll(wgpu::PollType::Poll) {
                log::debug!("the graphics device cannot be asked: {error}");
            }
            if self.gpu.is_lost() {
                return Err(RenderError::Lost);
            }
            self.work.cancel.check()?;
            if done.load(Ordering::Acquire) {
                return Ok(());
            }
            pause();
        }
    }
}

/// A primitive to upload, and what of it is there already.
struct Part<'a> {
    mesh: usize,
    primitive: &'a crate::model::Primitive,
    prior: Option<(&'a GpuPrimitive, Kept)>,
}

impl Part<'_> {
    fn kept(&self) -> Kept {
        self.prior.map_or_else(Kept::default, |(_, kept)| kept)
    }

    fn bytes(&self) -> u64 {
        primitive::upload_bytes(self.primitive, self.kept())
    }
}

fn parts<'a>(model: &'a Model, prior: Option<&'a Prior>) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    for (m, mesh) in model.meshes.iter().enumerate() {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let prior = prior.and_then(|prior| {
                let old = prior.model.meshes.get(m)?.primitives.get(p)?;
                Some((prior.meshes.get(m)?.get(p)?, Kept::of(old, primitive)))
            });
            parts.push(Part {
                mesh: m,
                primitive,
                prior,
            });
        }
    }
    parts
}

fn upload_meshes(
    feed: &mut Feed<'_>,
    model: &Model,
    parts: &[Part<'_>],
    materials: &[GpuMaterial],
) -> Result<Vec<Vec<GpuPrimitive>>, RenderError> {
    let clay = materials.len() - 1;
    let mut meshes: Vec<Vec<GpuPrimitive>> = model.meshes.iter().map(|_| Vec::new()).collect();
    // Never written: a new buffer is zero.
    let blank = parts
        .iter()
        .map(|p| primitive::blank_bytes(p.primitive))
        .max()
        .unwrap_or(0);
    let blank = empty_buffer(feed.gpu, "what vertices lack", wgpu::BufferUsages::VERTEX, blank)?;
    // A few at a time: what had to be made for the upload is needed only until then.
    for some in parts.chunks(16) {
        feed.work.cancel.check()?;
        let streams = feed.work.workers.map(some.len(), |k| {
            VertexStreams::of(some[k].primitive, some[k].kept())
        });
        for (part, streams) in some.iter().zip(&streams) {
            let material = part.primitive.material.map_or(clay, |id| id.0 as usize);
            feed.begin(part.bytes());
            let uploaded = GpuPrimitive::new(
                feed,
                part.primitive,
                streams,
                &blank,
                material.min(clay),
                part.prior,
            )?;
            feed.end()?;
            meshes[part.mesh].push(uploaded);
        }
    }
    Ok(meshes)
}

impl Room {
    /// Room for everything that is written each frame.
    fn new(feed: &mut Feed<'_>, model: &Model, meshes: &[Vec<GpuPrimitive>]) -> Result<Self, RenderError> {
        let gpu = feed.gpu;
        let mut skin_base = Vec::with_capacity(model.skins.len());
        let mut joint_count = 0_u32;
        for skin in &model.skins {
            skin_base.push(joint_count);
            joint_count += skin.len() as u32;
        }
        let alignment = u64::from(gpu.limits().min_storage_buffer_offset_alignment.max(16));
        let instance_count = model.instances.len() as u32;
        // Of each pose.
        let poses = MOST as u64;
        let posed_matrices = poses * (u64::from(joint_count) + u64::from(instance_count));
        let matrix_count = posed_matrices + model.copies.len() as u64;
        let matrix_bytes = matrix_count.max(1) * size_of::<Rows3x4>() as u64;
        let dual_quaternion_bytes =
            poses * u64::from(joint_count.max(1)) * size_of::<DualQuaternionJoint>() as u64;
        let matrix_offset = dual_quaternion_bytes.next_multiple_of(alignment);
        let storage = wgpu::BufferUsages::STORAGE;
        let palette_bytes = matrix_offset + matrix_bytes;
        let palette = empty_buffer(gpu, "palettes", storage, palette_bytes)?;
        let copies = matrix_offset + posed_matrices * size_of::<Rows3x4>() as u64;
        write_pieces(feed, &palette, copies, bytemuck::cast_slice(&model.copies))?;
        let morph_weight_count = model.skeleton.slots().rest_morph_weights.len() as u32;
        let scalar_bytes = 4 * (poses * u64::from(morph_weight_count) + 2 * u64::from(joint_count)).max(4);
        let scalars = empty_buffer(gpu, "morph weights and masks", storage, scalar_bytes)?;
        let counts = model.instances.iter().map(|i| meshes[i.mesh.0 as usize].len());
        let item_count: usize = counts.sum();
        let draw_stride = (size_of::<DrawUniforms>() as u32)
            .next_multiple_of(gpu.limits().min_uniform_buffer_offset_alignment);
        let draw_bytes = u64::from(draw_stride) * (MOST * item_count.max(1)) as u64;
        Ok(Self {
            palette,
            scalars,
            morph_weight_count,
            draws: empty_buffer(gpu, "draws", wgpu::BufferUsages::UNIFORM, draw_bytes)?,
            draw_stride,
            skin_base,
            joint_count,
            instance_count,
            dual_quaternion_bytes,
            matrix_offset,
            matrix_bytes,
            scratch: super::model::Scratch::default(),
        })
    }
}

fn draw_items(
    feed: &mut Feed<'_>,
    kit: &UploadKit,
    model: &Model,
    meshes: &[Vec<GpuPrimitive>],
    room: &Room,
) -> Result<Vec<DrawItem>, RenderError> {
    let nothing = filled_buffer(feed, "nothing", wgpu::BufferUsages::STORAGE, &[], 128)?;
    let range = |buffer, offset: u64, size: u64| {
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer,
            offset,
            size: wgpu::BufferSize::new(size),
        })
    };
    let mut items = Vec::new();
    for (id, instance) in model.instances.iter().enumerate() {
        let mesh = instance.mesh.0 as usize;
        let copies = copies_handedness(model.copies_of(instance));
        for (primitive, gpu_primitive) in meshes[mesh].iter().enumerate() {
            let morph = gpu_primitive.morph.as_ref();
            let delta = |k: usize| morph.and_then(|m| m.deltas.get(k)).unwrap_or(&nothing);
            let more = gpu_primitive.more.as_ref().unwrap_or(&nothing);
            let mut resources = vec![
                range(&room.draws, 0, size_of::<DrawUniforms>() as u64),
                range(&room.palette, room.matrix_offset, room.matrix_bytes),
                range(&room.palette, 0, room.dual_quaternion_bytes),
                more.as_entire_binding(),
                room.scalars.as_entire_binding(),
                morph.map_or(&nothing, |m| &m.start).as_entire_binding(),
            ];
            resources.extend((0..DELTA_BINDINGS).map(|k| delta(k).as_entire_binding()));
            let entries: Vec<_> = resources
                .into_iter()
                .enumerate()
                .map(|(k, resource)| wgpu::BindGroupEntry {
                    binding: k as u32,
                    resource,
                })
                .collect();
            let descriptor = wgpu::BindGroupDescriptor {
                label: Some("draw"),
                layout: &kit.draw,
                entries: &entries,
            };
            items.push(DrawItem {
                instance: InstanceId(id as u32),
                mesh,
                primitive,
                copy_count: model.copy_count(instance) as u32,
                copies,
                bind: feed
                    .gpu
                    .caught(UPLOADING, || feed.gpu.create_bind_group(&descriptor))?,
            });
        }
    }
    Ok(items)
}
