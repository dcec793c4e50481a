//! Draws views.

use super::frame::FrameUniforms;
use super::model::{DrawItem, Handedness};
use super::pipelines::{Blending, Culling, PipelineKey, Pipelines, Shape, VertexClass};
use super::primitive::Kind;
use super::shadow::{self, Shadows};
use super::target::ViewTarget;
use super::{Gpu, GpuModel};
use crate::math::Bounds;
use crate::model::{Model, PosedModel, SceneId, quick_bounds};
use crate::skinning::SkinningMethod;
use crate::viewer::view::View;

/// What a picture took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DrawStats {
    /// Draw calls, of all passes.
    pub draws: u32,
    /// Triangles of the character in the picture itself (shadow passes draw them again).
    pub triangles: u64,
    /// Render passes.
    pub passes: u32,
}

/// Uniform blocks of one picture: itself, depth from the key light, from above and from below, vertices as pixels.
const FRAME_SLOTS: u64 = 5;
/// Which block.
#[derive(Debug, Clone, Copy)]
pub(super) enum FrameSlot {
    Picture,
    Key,
    Sky,
    Below,
    Probe,
}

/// One draw of the picture, decided before the pass begins.
#[derive(Debug, Clone, Copy)]
struct Planned {
    item: usize,
    key: PipelineKey,
    /// How near the camera its middle is; larger is nearer.
    depth: f32,
}

/// Shaders, pipelines (made when first needed, then kept) and what all pictures share.
#[derive(Debug)]
pub struct Renderer {
    pipelines: Pipelines,
    shadows: Shadows,
    frame_buffer: wgpu::Buffer,
    frame_bind: wgpu::BindGroup,
    frame_stride: u32,
    /// Of the targets drawn into lately, by generation.
    samples: Vec<(u64, wgpu::BindGroup)>,
    solid: Vec<Planned>,
    blended: Vec<Planned>,
}

impl Renderer {
    /// Compiles the shaders.
    pub fn new(gpu: &Gpu) -> Self {
        let device = &gpu.device;
        let mut pipelines = Pipelines::new(device);
        for key in [
            PipelineKey::Finish,
            PipelineKey::Ground,
            PipelineKey::Bake,
            PipelineKey::Sky,
            PipelineKey::Closeness,
            PipelineKey::Mip(false),
            PipelineKey::Mip(true),
        ] {
            pipelines.prepare(device, key);
        }
        let size = size_of::<FrameUniforms>() as u32;
        let frame_stride = size.next_multiple_of(gpu.limits().min_uniform_buffer_offset_alignment);
        let frame_buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: u64::from(frame_stride) * FRAME_SLOTS,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_bind = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &pipelines.layouts.frame,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &frame_buffer,
                    offset: 0,
                    size: wgpu::BufferSize::new(u64::from(size)),
                }),
            }],
        });
        let shadows = Shadows::new(gpu, &pipelines.layouts);
        Self {
            pipelines,
            shadows,
            frame_buffer,
            frame_bind,
            frame_stride,
            samples: Vec::new(),
            solid: Vec::new(),
            blended: Vec::new(),
        }
    }

    pub(super) fn pipelines(&self) -> &Pipelines {
        &self.pipelines
    }

    /// How many pipelines were made so far.
    pub fn pipeline_count(&self) -> usize {
        self.pipelines.count()
    }

    /// Makes every pipeline that any picture can need, so that none has to be made while a person watches.
    pub fn prepare_all(&mut self, gpu: &Gpu) {
        for key in PipelineKey::all() {
            self.pipelines.prepare(&gpu.device, key);
        }
    }

    pub(super) fn prepare(&mut self, gpu: &Gpu, key: PipelineKey) {
        self.pipelines.prepare(&gpu.device, key);
    }

    pub(super) fn write_frame(&self, gpu: &Gpu, slot: FrameSlot, frame: &FrameUniforms) {
        let offset = u64::from(self.frame_stride) * slot as u64;
        gpu.queue
            .write_buffer(&self.frame_buffer, offset, bytemuck::bytes_of(frame));
    }

    pub(super) fn bind_frame(&self, pass: &mut wgpu::RenderPass<'_>, slot: FrameSlot) {
        pass.set_bind_group(0, &self.frame_bind, &[self.frame_stride * slot as u32]);
    }

    /// Draws one picture into `target` (at the target's size). Does nothing once the device is lost.
    ///
    /// `gpu_model` was made from `model`, `posed` is a pose of it; for dual quaternion skinning its palettes must have
    /// been made with them, else linear blending is drawn.
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        gpu_model: &mut GpuModel,
        model: &Model,
        posed: &PosedModel,
        view: &View,
        target: &ViewTarget,
    ) -> DrawStats {
        if gpu.is_lost() {
            return DrawStats::default();
        }
        let mut stats = DrawStats::default();
        let mut frame = FrameUniforms::new(view, target.size_px());
        let bounds = casting_bounds(gpu_model, model, posed, view);
        let shadow_frames = shadow::set_up(&mut frame, &bounds);
        self.write_frame(gpu, FrameSlot::Picture, &frame);
        gpu_model.write_pose(gpu, model, posed);
        gpu_model.write_draws(gpu, model, posed);
        self.plan(gpu, gpu_model, model, posed, view);
        let overlay_count = write_overlay(gpu, gpu_model, model, posed, view);
        if overlay_count > 0 {
            self.prepare(gpu, PipelineKey::Overlay(true));
            self.prepare(gpu, PipelineKey::Overlay(false));
        }
        self.remember_samples(gpu, target);

        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("view") });
        if let Some([key, sky, below]) = shadow_frames {
            self.write_frame(gpu, FrameSlot::Key, &key);
            self.write_frame(gpu, FrameSlot::Sky, &sky);
            self.write_frame(gpu, FrameSlot::Below, &below);
            let s = &self.shadows;
            self.depth_pass(&mut encoder, gpu_model, FrameSlot::Key, &s.key, &mut stats);
            self.depth_pass(&mut encoder, gpu_model, FrameSlot::Sky, &s.above, &mut stats);
            self.bake_pass(&mut encoder, PipelineKey::Sky, &s.sky_bind, &s.sky, &mut stats);
            if frame.patch_half > 0.0 {
                self.depth_pass(&mut encoder, gpu_model, FrameSlot::Below, &s.height, &mut stats);
                self.bake_pass(
                    &mut encoder,
                    PipelineKey::Closeness,
                    &s.closeness_bind,
                    &s.closeness,
                    &mut stats,
                );
                self.bake_pass(
                    &mut encoder,
                    PipelineKey::Bake,
                    &s.bake_bind,
                    &s.baked,
                    &mut stats,
                );
            }
        }
        self.scene_pass(&mut encoder, gpu_model, &frame, overlay_count, target, &mut stats);
        self.finish_pass(&mut encoder, target, &mut stats);
        gpu.queue.submit([encoder.finish()]);
        stats
    }

    /// Decides every draw of the character and makes its pipelines.
    fn plan(&mut self, gpu: &Gpu, gpu_model: &GpuModel, model: &Model, posed: &PosedModel, view: &View) {
        self.solid.clear();
        self.blended.clear();
        let backward = view.camera.backward();
        for (index, item) in in_scene(gpu_model, model, view.scene) {
            let primitive = gpu_model.primitive(item);
            if primitive.corner_count == 0 {
                continue;
            }
            let class = VertexClass {
                method: gpu_model.method_of(model, posed, item, view.shown()[0].method),
                all_influences: primitive.all_influences,
            };
            let material = &gpu_model.materials[primitive.material];
            let handedness = gpu_model.handedness(model, posed, item);
            let mesh = |culling| PipelineKey::Mesh(class, Shape::Triangles(material.blending, culling));
            let (away, towards) = match handedness {
                Handedness::Mirrored => (Culling::CounterClockwise, Culling::Clockwise),
                Handedness::Kept | Handedness::Mixed => (Culling::Clockwise, Culling::CounterClockwise),
            };
            // Both sides of a see-through skin: the far ones first.
            let keys = match primitive.kind {
                Kind::Lines => [Some(PipelineKey::Mesh(class, Shape::Lines)), None],
                Kind::Points => [Some(PipelineKey::Mesh(class, Shape::Points)), None],
                Kind::Triangles if handedness == Handedness::Mixed => [Some(mesh(Culling::None)), None],
                Kind::Triangles if !material.double_sided => [Some(mesh(away)), None],
                Kind::Triangles if material.blending == Blending::Blend => {
                    [Some(mesh(towards)), Some(mesh(away))]
                }
                Kind::Triangles => [Some(mesh(Culling::None)), None],
            };
            let blends = material.blending == Blending::Blend;
            let depth = posed_center(gpu_model, model, posed, item).dot(backward);
            for key in keys.into_iter().flatten() {
                self.pipelines.prepare(&gpu.device, key);
                let planned = Planned {
                    item: index,
                    key,
                    depth,
                };
                if blends {
                    self.blended.push(planned);
                } else {
                    self.solid.push(planned);
                }
            }
            if casts_shadow(gpu_model, item) {
                self.pipelines.prepare(&gpu.device, PipelineKey::Shadow(class));
            }
        }
        // Near ones first: what they hide need not be shaded.
        self.solid.sort_by(|a, b| b.depth.total_cmp(&a.depth));
        // Far ones first. Stable: what lies equally far keeps the file's order, and the two sides of one skin theirs.
        self.blended.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    }

    fn depth_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        gpu_model: &GpuModel,
        slot: FrameSlot,
        view: &wgpu::TextureView,
        stats: &mut DrawStats,
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("shadow"),
            depth_stencil_attachment: Some(depth_attachment(view, 1.0, wgpu::StoreOp::Store)),
            ..wgpu::RenderPassDescriptor::default()
        });
        stats.passes += 1;
        self.bind_frame(&mut pass, slot);
        let mut last = None;
        for planned in &self.solid {
            let item = &gpu_model.items[planned.item];
            let (PipelineKey::Mesh(class, _), true) = (planned.key, casts_shadow(gpu_model, item)) else {
                continue;
            };
            let key = PipelineKey::Shadow(class);
            if last.replace(key) != Some(key) {
                pass.set_pipeline(self.pipelines.get(key));
            }
            issue(&mut pass, gpu_model, planned.item);
            stats.draws += 1;
        }
    }

    /// Fills a small texture from other passes' depth.
    fn bake_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        key: PipelineKey,
        bind: &wgpu::BindGroup,
        into: &wgpu::TextureView,
        stats: &mut DrawStats,
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("bake"),
            color_attachments: &[Some(color_attachment(into))],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(self.pipelines.get(key));
        self.bind_frame(&mut pass, FrameSlot::Picture);
        pass.set_bind_group(1, bind, &[]);
        pass.draw(0..3, 0..1);
        stats.passes += 1;
        stats.draws += 1;
    }

    fn scene_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        gpu_model: &GpuModel,
        frame: &FrameUniforms,
        overlay_count: u32,
        target: &ViewTarget,
        stats: &mut DrawStats,
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(color_attachment(&target.color))],
            // Reverse-Z: the far end is 0.
            depth_stencil_attachment: Some(depth_attachment(&target.depth, 0.0, wgpu::StoreOp::Discard)),
            ..wgpu::RenderPassDescriptor::default()
        });
        stats.passes += 1;
        self.bind_frame(&mut pass, FrameSlot::Picture);
        self.draw_planned(&mut pass, gpu_model, &self.solid, stats);
        if frame.grid_step > 0.0 || frame.patch_half > 0.0 {
            pass.set_pipeline(self.pipelines.get(PipelineKey::Ground));
            pass.set_bind_group(1, &self.shadows.ground_bind, &[]);
            pass.draw(0..4, 0..1);
            stats.draws += 1;
        }
        self.draw_planned(&mut pass, gpu_model, &self.blended, stats);
        if overlay_count > 0 {
            pass.set_vertex_buffer(0, gpu_model.overlay.slice(..));
            for hidden in [true, false] {
                pass.set_pipeline(self.pipelines.get(PipelineKey::Overlay(hidden)));
                pass.draw(0..4, 0..overlay_count);
                stats.draws += 1;
            }
        }
    }

    fn draw_planned(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        gpu_model: &GpuModel,
        planned: &[Planned],
        stats: &mut DrawStats,
    ) {
        if planned.is_empty() {
            return;
        }
        pass.set_bind_group(3, &self.shadows.light_bind, &[]);
        let mut last = None;
        for planned in planned {
            if last.replace(planned.key) != Some(planned.key) {
                pass.set_pipeline(self.pipelines.get(planned.key));
            }
            let primitive = gpu_model.primitive(&gpu_model.items[planned.item]);
            pass.set_bind_group(2, &gpu_model.materials[primitive.material].bind, &[]);
            issue(pass, gpu_model, planned.item);
            stats.draws += 1;
            stats.triangles += u64::from(primitive.triangle_count());
        }
    }

    fn finish_pass(&self, encoder: &mut wgpu::CommandEncoder, target: &ViewTarget, stats: &mut DrawStats) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("finish"),
            color_attachments: &[Some(color_attachment(target.texture_view()))],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(self.pipelines.get(PipelineKey::Finish));
        self.bind_frame(&mut pass, FrameSlot::Picture);
        if let Some((_, samples)) = self.samples.iter().find(|(g, _)| *g == target.generation) {
            pass.set_bind_group(1, samples, &[]);
            pass.draw(0..3, 0..1);
        }
        stats.passes += 1;
        stats.draws += 1;
    }

    /// Keeps a bind group on each of the few targets that are drawn into; those of old sizes go.
    fn remember_samples(&mut self, gpu: &Gpu, target: &ViewTarget) {
        if self.samples.iter().any(|(g, _)| *g == target.generation) {
            return;
        }
        if self.samples.len() >= 4 {
            self.samples.remove(0);
        }
        let bind = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("samples"),
            layout: &self.pipelines.layouts.samples,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&target.color),
            }],
        });
        self.samples.push((target.generation, bind));
    }

    /// Sets one vertex class up for the probe.
    pub(super) fn probe_key(
        &mut self,
        gpu: &Gpu,
        gpu_model: &GpuModel,
        model: &Model,
        posed: &PosedModel,
        item: &DrawItem,
        method: SkinningMethod,
    ) -> PipelineKey {
        let class = VertexClass {
            method: gpu_model.method_of(model, posed, item, method),
            all_influences: gpu_model.primitive(item).all_influences,
        };
        let key = PipelineKey::Probe(class);
        self.prepare(gpu, key);
        key
    }
}

/// The draws of a scene, in the file's order, with their index.
pub(super) fn in_scene<'a>(
    gpu_model: &'a GpuModel,
    model: &'a Model,
    scene: SceneId,
) -> impl Iterator<Item = (usize, &'a DrawItem)> {
    let instances = model.scene(scene).map_or(&[][..], |s| &s.instances);
    // Items are sorted by instance, so a scene's own are runs.
    instances.iter().flat_map(move |id| {
        let first = gpu_model.items.partition_point(|i| i.instance < *id);
        gpu_model.items[first..]
            .iter()
            .take_while(move |i| i.instance == *id)
            .enumerate()
            .map(move |(k, i)| (first + k, i))
    })
}

/// Bounds of what casts shadows: nothing without triangles that are not see-through.
fn casting_bounds(gpu_model: &GpuModel, model: &Model, posed: &PosedModel, view: &View) -> Bounds {
    let casts = in_scene(gpu_model, model, view.scene).any(|(_, item)| casts_shadow(gpu_model, item));
    if casts {
        quick_bounds(model, posed, view.scene, view.shown()[0])
    } else {
        Bounds::EMPTY
    }
}

fn casts_shadow(gpu_model: &GpuModel, item: &DrawItem) -> bool {
    let primitive = gpu_model.primitive(item);
    primitive.kind == Kind::Triangles && gpu_model.materials[primitive.material].blending != Blending::Blend
}

/// Where the middle of a primitive is in this pose, model space.
fn posed_center(gpu_model: &GpuModel, model: &Model, posed: &PosedModel, item: &DrawItem) -> glam::Vec3 {
    let instance = &model.instances[item.instance.0 as usize];
    let primitive = &model.meshes[item.mesh].primitives[item.primitive];
    let palette = instance.skin.and_then(|s| posed.palettes.get(s.0 as usize));
    match palette {
        Some(palette) if primitive.influences.is_some() => primitive
            .joint_boxes
            .posed(palette, SkinningMethod::LinearBlend, &[])
            .center(),
        _ => {
            let rest = gpu_model.primitive(item).rest_bounds.center();
            posed.rigid_matrix(instance).transform_point3(rest)
        }
    }
}

/// Binds the buffers of an item and draws it.
fn issue(pass: &mut wgpu::RenderPass<'_>, gpu_model: &GpuModel, index: usize) {
    let item = &gpu_model.items[index];
    let primitive = bind_item(pass, gpu_model, index, item);
    match &primitive.indices {
        Some(indices) => {
            pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..primitive.corner_count, 0, 0..1);
        }
        None => pass.draw(0..primitive.corner_count, 0..1),
    }
}

pub(super) fn bind_item<'a>(
    pass: &mut wgpu::RenderPass<'_>,
    gpu_model: &'a GpuModel,
    index: usize,
    item: &DrawItem,
) -> &'a super::primitive::GpuPrimitive {
    let primitive = gpu_model.primitive(item);
    pass.set_bind_group(1, &item.bind, &[gpu_model.draw_stride * index as u32]);
    pass.set_vertex_buffer(0, primitive.geometry.slice(..));
    pass.set_vertex_buffer(1, primitive.influences.slice(..));
    pass.set_vertex_buffer(2, primitive.surface.slice(..));
    primitive
}

/// Writes bones and joints; returns how many shapes there are.
fn write_overlay(gpu: &Gpu, gpu_model: &mut GpuModel, model: &Model, posed: &PosedModel, view: &View) -> u32 {
    let scene = if (view.scene.0 as usize) < model.scenes.len() {
        view.scene
    } else {
        model.default_scene
    };
    let Some(bones) = gpu_model.bones.get_mut(scene.0 as usize) else {
        return 0;
    };
    if !view.overlays.skeleton && bones.has_mesh {
        return 0;
    }
    let shapes = bones.shapes(posed, view.selected_joint);
    gpu.queue
        .write_buffer(&gpu_model.overlay, 0, bytemuck::cast_slice(shapes));
    shapes.len() as u32
}

pub(super) fn color_attachment(view: &wgpu::TextureView) -> wgpu::RenderPassColorAttachment<'_> {
    wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations {
            load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
            store: wgpu::StoreOp::Store,
        },
    }
}

fn depth_attachment(
    view: &wgpu::TextureView,
    clear: f32,
    store: wgpu::StoreOp,
) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations {
            load: wgpu::LoadOp::Clear(clear),
            store,
        }),
        stencil_ops: None,
    }
}
