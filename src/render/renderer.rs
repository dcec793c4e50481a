//! Draws views.

use super::accumulate::{jitter_px, moved, texel_bias};
use super::clock::Clock;
use super::cost::DrawStats;
use super::environment::{EnvironmentTexture, Environments};
use super::frame::FrameUniforms;
use super::layout::{Columns, Look, MOST, Part, Plan, Poses};
use super::light::{self, LIGHT_BYTES};
use super::model::DrawItem;
use super::pipelines::{PipelineKey, Pipelines, Shading};
use super::plan::{LookDraws, Planned, casts_shadow, in_scene, shows};
use super::preset::Quality;
use super::room::{self, Room, Samples, Wanted};
use super::shadow::{self, ShadowSizes, Shadows};
use super::target::ViewTarget;
use super::{Gpu, GpuModel, Uploader, occlusion};
use crate::math::Bounds;
use crate::model::{MaterialVariantId, Model, PosedModel, quick_bounds};
use crate::viewer::view::{Background, LightSource, Preset, View};

/// Uniform blocks of a part of a picture: itself, depth from the key light, from above, from below, and from the camera.
const SLOTS_OF_PART: usize = 5;
/// Which block.
#[derive(Debug, Clone, Copy)]
pub(super) enum FrameSlot {
    Picture(usize),
    Key(usize),
    Sky(usize),
    Below(usize),
    Depth(usize),
    /// Vertices as pixels.
    Probe,
}

impl FrameSlot {
    const COUNT: usize = MOST * SLOTS_OF_PART + 1;

    fn index(self) -> u32 {
        let index = match self {
            Self::Picture(part) => SLOTS_OF_PART * part,
            Self::Key(part) => SLOTS_OF_PART * part + 1,
            Self::Sky(part) => SLOTS_OF_PART * part + 2,
            Self::Below(part) => SLOTS_OF_PART * part + 3,
            Self::Depth(part) => SLOTS_OF_PART * part + 4,
            Self::Probe => Self::COUNT - 1,
        };
        index as u32
    }
}

/// Shaders, pipelines (made when first needed, then kept) and what all pictures share.
#[derive(Debug)]
pub struct Renderer {
    pipelines: Pipelines,
    /// Of each part.
    shadows: [Shadows; MOST],
    frame_buffer: wgpu::Buffer,
    frame_bind: wgpu::BindGroup,
    frame_stride: u32,
    /// Of the few targets drawn into lately.
    rooms: Vec<Room>,
    /// The file's lights.
    lights: wgpu::Buffer,
    environments: Environments,
    draws: [LookDraws; MOST],
    clock: Clock,
}

impl Renderer {
    /// Compiles the shaders.
    pub fn new(gpu: &Gpu) -> Self {
        let device = &gpu.device;
        let mut pipelines = Pipelines::new(device);
        pipelines.prepare(
            gpu,
            [
                PipelineKey::Finish,
                PipelineKey::Bake,
                PipelineKey::Sky,
                PipelineKey::Closeness,
                PipelineKey::Mip(false),
                PipelineKey::Mip(true),
            ],
        );
        let size = size_of::<FrameUniforms>() as u32;
        let limits = gpu.limits();
        let alignment = limits
            .min_uniform_buffer_offset_alignment
            .max(limits.min_storage_buffer_offset_alignment);
        let frame_stride = size.next_multiple_of(alignment);
        let frame_buffer = gpu.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: u64::from(frame_stride) * FrameSlot::COUNT as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_bind = gpu.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &pipelines.layouts.frame,
            entries: &[0, 1].map(|binding| wgpu::BindGroupEntry {
                binding,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &frame_buffer,
                    offset: 0,
                    size: wgpu::BufferSize::new(u64::from(size)),
                }),
            }),
        });
        let lights = gpu.create_buffer(&wgpu::BufferDescriptor {
            label: Some("lights"),
            size: LIGHT_BYTES,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let environments = Environments::new(gpu);
        let sizes = Quality::of(Preset::Automatic, gpu, 0).shadows;
        let shadows = std::array::from_fn(|_| Shadows::new(gpu, &pipelines.layouts, sizes));
        Self {
            pipelines,
            shadows,
            frame_buffer,
            frame_bind,
            frame_stride,
            rooms: Vec::new(),
            lights,
            environments,
            draws: std::array::from_fn(|_| LookDraws::default()),
            clock: Clock::new(gpu),
        }
    }

    pub(super) fn pipelines(&self) -> &Pipelines {
        &self.pipelines
    }

    /// What uploads models for this renderer; it may go to another thread.
    pub fn uploader(&self, gpu: &Gpu) -> Uploader {
        Uploader::new(gpu.clone(), self.pipelines.upload_kit())
    }

    /// How many pipelines were made so far.
    pub fn pipeline_count(&self) -> usize {
        self.pipelines.count()
    }

    /// Makes every pipeline that any picture can need, so that none has to be made while a person watches.
    pub fn prepare_all(&mut self, gpu: &Gpu) {
        self.pipelines.prepare(gpu, PipelineKey::all());
    }

    pub(super) fn prepare(&mut self, gpu: &Gpu, key: PipelineKey) {
        self.pipelines.prepare(gpu, [key]);
    }

    pub(super) fn write_frame(&self, gpu: &Gpu, slot: FrameSlot, frame: &FrameUniforms) {
        let offset = u64::from(self.frame_stride * slot.index());
        gpu.write_buffer(&self.frame_buffer, offset, bytemuck::bytes_of(frame));
    }

    pub(super) fn bind_frame(&self, pass: &mut wgpu::RenderPass<'_>, slot: FrameSlot) {
        let offset = self.frame_stride * slot.index();
        pass.set_bind_group(0, &self.frame_bind, &[offset, offset]);
    }

    /// Lights by this picture of surroundings where a view asks for one, as soon as it is filtered: each [`Self::draw`]
    /// does a part of that, [`Self::finish_environment`] all. Until then what lit before goes on. `None`: by none.
    ///
    /// The texture must be on this renderer's device.
    pub fn set_environment(&mut self, gpu: &Gpu, texture: Option<EnvironmentTexture>) {
        if let Some(texture) = texture {
            self.environments.begin(gpu, &self.pipelines.layouts, texture);
        } else {
            self.environments.clear();
            self.rebind();
        }
    }

    /// True while a picture of surroundings is being filtered: who shows pictures shows another one soon.
    pub fn is_filtering(&self) -> bool {
        self.environments.is_filtering()
    }

    /// Filters what is to be filtered.
    pub fn finish_environment(&mut self, gpu: &Gpu) {
        while self.environments.is_filtering() && !gpu.is_lost() {
            self.filter_environment(gpu);
        }
    }

    /// Seconds that the device worked on a sample, by its own clock: of the last one that is done and was timed, which is
    /// not always the last one drawn. `None` where the device has no such clock, or before one is done.
    pub fn device_secs(&mut self) -> Option<f64> {
        self.clock.last_secs()
    }

    fn filter_environment(&mut self, gpu: &Gpu) {
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("surroundings"),
            });
        let done = self.environments.advance(gpu, &mut encoder);
        gpu.queue.submit([encoder.finish()]);
        if done {
            self.rebind();
        }
    }

    /// Other surroundings: what binds them is made anew.
    fn rebind(&mut self) {
        // A picture under way begins anew: who shows it asks [`Self::is_filtering`].
        self.rooms.clear();
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
        self.draw_sample(gpu, gpu_model, (model, posed), view, target, 0)
    }

    /// Draws sample `sample` of a picture: 0 is what [`Self::draw`] draws; each one after it makes the picture in `target`
    /// the mean of all so far. Samples of a picture follow one another, and nothing else is drawn in between, neither into
    /// this target nor into another. [`Refinement`](super::Refinement) counts them.
    ///
    /// Of [two poses](Poses::of_sides) A is drawn in the first and B in the second.
    pub fn draw_sample<'a>(
        &mut self,
        gpu: &Gpu,
        gpu_model: &mut GpuModel,
        (model, poses): (&Model, impl Into<Poses<'a>>),
        view: &View,
        target: &ViewTarget,
        sample: u32,
    ) -> DrawStats {
        self.sample(gpu, gpu_model, (model, &poses.into()), view, target, sample)
    }

    fn sample(
        &mut self,
        gpu: &Gpu,
        gpu_model: &mut GpuModel,
        (model, poses): (&Model, &Poses<'_>),
        view: &View,
        target: &ViewTarget,
        sample: u32,
    ) -> DrawStats {
        if gpu.is_lost() {
            return DrawStats::default();
        }
        let posed = poses.first();
        let (made, written) = (gpu.made(), gpu.written_bytes());
        let mut stats = DrawStats::default();
        let size_px = target.size_px();
        let quality = Quality::of(view.preset, gpu, sample);
        self.shadows_of(gpu, quality.shadows);
        let plan = Plan::of(view, poses, size_px);
        gpu_model.prepare_wires(gpu, model, view);
        gpu_model.write_pose(gpu, model, poses, view);
        gpu_model.write_draws(gpu, model, poses, &plan.looks);
        let is_look = plan.looks.iter().any(|l| l.paint.is_look());
        let (lights, studio) = if is_look {
            // Form is compared in one light, whatever the file brings.
            (Vec::new(), 1.0)
        } else {
            light::lights(model, posed, view, gpu_model.light_scale)
        };
        let layers = gpu_model.materials.iter().any(|m| m.layered);
        if self.environments.is_filtering() {
            self.filter_environment(gpu);
        }
        let picture = self.environments.in_use().light.clone();
        // Form is compared in one light, whatever is chosen.
        let picture = picture.filter(|_| !is_look && matches!(view.surroundings, LightSource::Picture(_)));
        let shading = Shading {
            look: is_look,
            layered: !is_look && (layers || !lights.is_empty()),
            by_picture: picture.is_some(),
            surroundings_behind: matches!(view.background, Background::Surroundings { .. }),
        };
        self.pipelines.shading(shading, quality.samples);
        self.pipelines.want(PipelineKey::Finish);
        for (look, draws) in plan.looks.iter().zip(&mut self.draws) {
            draws.plan(&mut self.pipelines, gpu_model, (model, poses), view, look);
        }
        let overlay_count = write_overlay(gpu, gpu_model, model, posed, view);
        if overlay_count > 0 {
            self.pipelines.want(PipelineKey::Overlay(true));
            self.pipelines.want(PipelineKey::Overlay(false));
        }
        let wanted = Wanted {
            quality,
            clear: self.draws[..plan.looks.len()].iter().any(|d| !d.clear.is_empty()),
            refined: sample > 0,
        };
        room::want(&mut self.pipelines, wanted);
        self.pipelines.make_wanted(gpu);
        let room = self.room_of(gpu, target, wanted);
        gpu.write_buffer(&self.lights, 0, bytemuck::cast_slice(&lights));

        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("view") });
        let timed = self.clock.begin(&mut encoder);
        // Shadows of a picture are those of its first sample, and of the first that is drawn better than that.
        let shadows_are_new = sample <= quality.first_sample;
        let mut frames = Vec::with_capacity(MOST);
        for (k, (part, look)) in plan.parts.iter().zip(&plan.looks).enumerate() {
            let frame = FrameUniforms::new(view, [part.picture.count, size_px[1]]);
            let frame = match &picture {
                Some(picture) => frame.under(picture, view),
                None => frame,
            };
            let mut frame = frame.lit(lights.len(), studio);
            frame.origin_px = part.picture.first as f32;
            frame.sample_index = sample as f32;
            frame.texel_bias = texel_bias(sample);
            frame.soft_shadows = f32::from(u8::from(quality.soft_shadows));
            let jitter = jitter_px(sample);
            frame.clip_from_model = moved(frame.clip_from_model, jitter, frame.viewport_px);
            let bounds = casting_bounds(gpu_model, model, poses, view, look);
            let depth_frames = shadow::set_up(&mut frame, &bounds, quality.shadows);
            if quality.occlusion && depth_frames.is_some() {
                let depth = occlusion::set_up(&mut frame, &bounds, size_px[1]);
                self.write_frame(gpu, FrameSlot::Depth(k), &depth);
            }
            self.write_frame(gpu, FrameSlot::Picture(k), &frame);
            // Nobody sees the shadows of what has its own colour alone, where there is no ground.
            let seen = frame.patch_half > 0.0 || self.draws[k].are_lit(gpu_model, look);
            if let Some(depth_frames) = depth_frames.filter(|_| shadows_are_new && seen) {
                let variant = variant(&plan);
                self.shadow_passes(
                    gpu,
                    &mut encoder,
                    (gpu_model, variant),
                    k,
                    &frame,
                    &depth_frames,
                    &mut stats,
                );
            }
            frames.push(frame);
        }
        let room = &self.rooms[room];
        if frames.iter().any(|f| f.occlusion_on > 0.5) {
            self.occlusion_passes(
                &mut encoder,
                gpu_model,
                (&plan, room),
                &frames,
                size_px,
                &mut stats,
            );
        }
        // Which sample of the mean this is, from 0.
        let nth = sample - quality.first_sample.min(sample);
        let mean = room.mean.as_ref().filter(|_| sample > 0);
        if let Some(mean) = mean.filter(|_| sample == 1 && nth == 1) {
            // What was drawn as the first sample is still there.
            mean.add(&mut encoder, &self.pipelines, 0);
            (stats.passes, stats.draws) = (stats.passes + 1, stats.draws + 1);
        }
        self.scene_pass(
            &mut encoder,
            gpu_model,
            (&plan, room, quality),
            &frames,
            overlay_count,
            target,
            &mut stats,
        );
        let shown = match mean {
            Some(mean) => {
                mean.add(&mut encoder, &self.pipelines, nth);
                (stats.passes, stats.draws) = (stats.passes + 1, stats.draws + 1);
                &mean.finish_binds[(nth % 2) as usize]
            }
            None => &room.finish_bind,
        };
        self.finish_pass(&mut encoder, &plan, target, shown, &mut stats);
        if timed {
            self.clock.end(&mut encoder);
        }
        gpu.queue.submit([encoder.finish()]);
        if timed {
            self.clock.submitted();
        }
        stats.samples = nth + 1;
        stats.made = gpu.made().since(&made);
        stats.uploaded_bytes = gpu.written_bytes() - written;
        let shadow_bytes: u64 = self.shadows[..plan.parts.len()].iter().map(|s| s.bytes).sum();
        stats.texture_bytes = target.bytes() + room.bytes() + shadow_bytes;
        stats
    }

    /// Shadow maps of these sizes, from now on.
    fn shadows_of(&mut self, gpu: &Gpu, sizes: ShadowSizes) {
        if self.shadows[0].sizes != sizes {
            // What refers to the old ones goes with them.
            self.rooms.clear();
            self.shadows = std::array::from_fn(|_| Shadows::new(gpu, &self.pipelines.layouts, sizes));
        }
    }

    /// Where the room of a target is, with all that is wanted in it. Those of old sizes go.
    fn room_of(&mut self, gpu: &Gpu, target: &ViewTarget, wanted: Wanted) -> usize {
        const MOST_ROOMS: usize = 2;
        let layouts = &self.pipelines.layouts;
        let known = self.rooms.iter().position(|r| r.generation == target.generation);
        let at = known.unwrap_or_else(|| {
            if self.rooms.len() >= MOST_ROOMS {
                self.rooms.remove(0);
            }
            self.rooms
                .push(Room::new(gpu, layouts, &self.environments, target));
            self.rooms.len() - 1
        });
        let light = (&self.lights, &self.environments);
        self.rooms[at].furnish(gpu, layouts, &self.shadows, light, target, wanted);
        at
    }

    /// Everything that shadows and ambient light of one part are made from.
    #[allow(clippy::too_many_arguments, reason = "what a frame has at hand")]
    fn shadow_passes(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        seen: (&GpuModel, Option<MaterialVariantId>),
        part: usize,
        frame: &FrameUniforms,
        [key, sky, below]: &[FrameUniforms; 3],
        stats: &mut DrawStats,
    ) {
        self.write_frame(gpu, FrameSlot::Key(part), key);
        self.write_frame(gpu, FrameSlot::Sky(part), sky);
        self.write_frame(gpu, FrameSlot::Below(part), below);
        let s = &self.shadows[part];
        self.depth_pass(encoder, seen, part, FrameSlot::Key(part), &s.key, stats);
        self.depth_pass(encoder, seen, part, FrameSlot::Sky(part), &s.above, stats);
        let mut bake = |key, bind, into| self.bake_pass(encoder, part, key, bind, into, stats);
        bake(PipelineKey::Sky, &s.sky_bind, &s.sky);
        if frame.patch_half > 0.0 {
            self.depth_pass(encoder, seen, part, FrameSlot::Below(part), &s.height, stats);
            let mut bake = |key, bind, into| self.bake_pass(encoder, part, key, bind, into, stats);
            bake(PipelineKey::Closeness, &s.closeness_bind, &s.closeness);
            bake(PipelineKey::Bake, &s.bake_bind, &s.baked);
        }
    }

    fn depth_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        (gpu_model, variant): (&GpuModel, Option<MaterialVariantId>),
        look: usize,
        slot: FrameSlot,
        view: &wgpu::TextureView,
        stats: &mut DrawStats,
    ) {
        let mut pass = begin_depth(encoder, view);
        stats.passes += 1;
        self.bind_frame(&mut pass, slot);
        let casting = self.draws[look].solid.iter().chain(&self.draws[look].clear);
        self.draw_depth(&mut pass, (gpu_model, variant), look, casting, stats);
    }

    /// Draws the depth of what casts shadows.
    fn draw_depth<'a>(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        (gpu_model, variant): (&GpuModel, Option<MaterialVariantId>),
        look: usize,
        planned: impl Iterator<Item = &'a Planned>,
        stats: &mut DrawStats,
    ) {
        let mut last = None;
        for planned in planned {
            let Some(key) = planned.shadow else { continue };
            if last.replace(key) != Some(key) {
                pass.set_pipeline(self.pipelines.get(key));
            }
            if let PipelineKey::Shadow(_, true) = key {
                let item = &gpu_model.items[planned.item];
                pass.set_bind_group(2, &gpu_model.material(item, variant).bind, &[]);
            }
            issue(pass, gpu_model, look, planned.item);
            stats.draws += 1;
        }
    }

    /// Ambient occlusion of all parts that have some: depth, what is open, and its smoothing.
    fn occlusion_passes(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        gpu_model: &GpuModel,
        (plan, room): (&Plan, &Room),
        frames: &[FrameUniforms],
        size_px: [u32; 2],
        stats: &mut DrawStats,
    ) {
        let Some(maps) = &room.occlusion else { return };
        for k in (0..frames.len()).filter(|k| frames[*k].occlusion_on > 0.5) {
            // All of the part's picture, whatever of it is shown: what is beyond the line of a split still stands around.
            let part = plan.parts[k];
            let mut pass = begin_depth(encoder, &maps.depth);
            half_part(&mut pass, part, size_px);
            self.bind_frame(&mut pass, FrameSlot::Depth(k));
            let solid = self.draws[k].solid.iter();
            self.draw_depth(&mut pass, (gpu_model, variant(plan)), k, solid, stats);
            drop(pass);
            for (key, bind, into) in [
                (PipelineKey::Occlusion, &maps.raw_binds[k], &maps.raw),
                (PipelineKey::Smooth, &maps.smooth_bind, &maps.smooth[k]),
            ] {
                let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                    label: Some("occlusion"),
                    color_attachments: &[Some(color_attachment(into))],
                    ..wgpu::RenderPassDescriptor::default()
                });
                half_part(&mut pass, part, size_px);
                pass.set_pipeline(self.pipelines.get(key));
                self.bind_frame(&mut pass, FrameSlot::Picture(k));
                pass.set_bind_group(1, bind, &[]);
                pass.draw(0..3, 0..1);
                stats.draws += 1;
            }
            stats.passes += 3;
        }
    }

    /// Fills a small texture from other passes' depth.
    fn bake_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        part: usize,
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
        self.bind_frame(&mut pass, FrameSlot::Picture(part));
        pass.set_bind_group(1, bind, &[]);
        pass.draw(0..3, 0..1);
        stats.passes += 1;
        stats.draws += 1;
    }

    #[allow(clippy::too_many_arguments, reason = "what a frame has at hand")]
    fn scene_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        gpu_model: &GpuModel,
        (plan, room, quality): (&Plan, &Room, Quality),
        frames: &[FrameUniforms],
        overlay_count: u32,
        target: &ViewTarget,
        stats: &mut DrawStats,
    ) {
        let Some(samples) = room.samples(quality.samples) else {
            return;
        };
        let backdrop = room.backdrop.as_ref();
        let backdrop =
            backdrop.filter(|_| self.draws[..plan.looks.len()].iter().any(|d| !d.clear.is_empty()));
        // What has to be there when clear things are drawn stays; otherwise only the mean of the samples does.
        let store = if backdrop.is_some() {
            wgpu::StoreOp::Store
        } else {
            wgpu::StoreOp::Discard
        };
        let first = wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT);
        // Reverse-Z: the far end is 0.
        let mut pass = begin_scene(encoder, (target, samples), first, wgpu::LoadOp::Clear(0.0), store);
        stats.passes += 1;
        let variant = variant(plan);
        for (k, frame) in frames.iter().enumerate() {
            let Some(light) = room.solid_bind(quality.occlusion, k) else {
                continue;
            };
            self.begin_part(&mut pass, plan, k, target);
            let solid = &self.draws[k].solid;
            self.draw_planned(&mut pass, gpu_model, k, (variant, light), solid, stats);
            if frame.grid_step > 0.0 || frame.patch_half > 0.0 {
                pass.set_pipeline(self.pipelines.get(PipelineKey::Ground));
                pass.set_bind_group(1, &self.shadows[k].ground_bind, &[]);
                pass.draw(0..4, 0..1);
                stats.draws += 1;
            }
            let blended = &self.draws[k].blended;
            self.draw_planned(&mut pass, gpu_model, k, (variant, light), blended, stats);
            if backdrop.is_none() {
                self.draw_wires(&mut pass, gpu_model, k, stats);
                self.draw_last(&mut pass, gpu_model, (plan, light), k, overlay_count, stats);
            }
        }
        drop(pass);
        let Some(backdrop) = backdrop else { return };
        stats.passes += backdrop.take(encoder, &self.pipelines, target);
        let mut pass = begin_scene(
            encoder,
            (target, samples),
            wgpu::LoadOp::Load,
            wgpu::LoadOp::Load,
            wgpu::StoreOp::Discard,
        );
        stats.passes += 1;
        for k in 0..frames.len() {
            let binds = [
                room.clear_bind(quality.occlusion, k),
                room.solid_bind(quality.occlusion, k),
            ];
            let [Some(through), Some(light)] = binds else {
                continue;
            };
            self.begin_part(&mut pass, plan, k, target);
            let clear = &self.draws[k].clear;
            self.draw_planned(&mut pass, gpu_model, k, (variant, through), clear, stats);
            self.draw_wires(&mut pass, gpu_model, k, stats);
            self.draw_last(&mut pass, gpu_model, (plan, light), k, overlay_count, stats);
        }
    }

    /// Turns to a part of the target.
    fn begin_part(&self, pass: &mut wgpu::RenderPass<'_>, plan: &Plan, k: usize, target: &ViewTarget) {
        let part = plan.parts[k];
        let height = target.size_px()[1];
        pass.set_viewport(
            part.picture.first as f32,
            0.0,
            part.picture.count as f32,
            height as f32,
            0.0,
            1.0,
        );
        pass.set_scissor_rect(part.shown.first, 0, part.shown.count, height);
        self.bind_frame(pass, FrameSlot::Picture(k));
    }

    /// Edges of triangles and marks on vertices of a part.
    fn draw_wires(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        gpu_model: &GpuModel,
        look: usize,
        stats: &mut DrawStats,
    ) {
        let Some(wires) = &gpu_model.wires else { return };
        for &(index, key) in &self.draws[look].wires {
            let item = &gpu_model.items[index];
            let Some(part) = &wires.parts[item.mesh][item.primitive] else {
                continue;
            };
            pass.set_pipeline(self.pipelines.get(key));
            pass.set_bind_group(1, &item.bind, &[gpu_model.draw_offset(look, index)]);
            pass.set_vertex_buffer(0, part.corners.slice(..));
            pass.draw(0..part.count, 0..item.copy_count);
            stats.draws += 1;
        }
    }

    /// What lies over everything else of a part: the shell, bones and joints.
    fn draw_last(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        gpu_model: &GpuModel,
        (plan, light): (&Plan, &wgpu::BindGroup),
        k: usize,
        overlay_count: u32,
        stats: &mut DrawStats,
    ) {
        debug_assert!(k < plan.parts.len(), "a part of the plan");
        if let Some(shell) = plan.shell() {
            let blended = &self.draws[shell].blended;
            self.draw_planned(pass, gpu_model, shell, (variant(plan), light), blended, stats);
        }
        if overlay_count > 0 {
            pass.set_vertex_buffer(0, gpu_model.overlay.slice(..));
            for hidden in [true, false] {
                pass.set_pipeline(self.pipelines.get(PipelineKey::Overlay(hidden)));
                pass.draw(0..4, 0..overlay_count);
                stats.draws += 1;
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "what a frame has at hand")]
    fn draw_planned(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        gpu_model: &GpuModel,
        look: usize,
        (variant, light): (Option<MaterialVariantId>, &wgpu::BindGroup),
        planned: &[Planned],
        stats: &mut DrawStats,
    ) {
        if planned.is_empty() {
            return;
        }
        pass.set_bind_group(3, light, &[]);
        let mut last = None;
        for planned in planned {
            if last.replace(planned.key) != Some(planned.key) {
                pass.set_pipeline(self.pipelines.get(planned.key));
            }
            let item = &gpu_model.items[planned.item];
            pass.set_bind_group(2, &gpu_model.material(item, variant).bind, &[]);
            issue(pass, gpu_model, look, planned.item);
            stats.draws += 1;
            stats.triangles +=
                u64::from(gpu_model.primitive(item).triangle_count()) * u64::from(item.copy_count);
        }
    }

    fn finish_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        plan: &Plan,
        target: &ViewTarget,
        shown: &wgpu::BindGroup,
        stats: &mut DrawStats,
    ) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("finish"),
            color_attachments: &[Some(color_attachment(target.texture_view()))],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(self.pipelines.get(PipelineKey::Finish));
        stats.passes += 1;
        pass.set_bind_group(1, shown, &[]);
        for (k, part) in plan.parts.iter().enumerate() {
            let Columns { first, count } = part.shown;
            pass.set_scissor_rect(first, 0, count, target.size_px()[1]);
            self.bind_frame(&mut pass, FrameSlot::Picture(k));
            pass.draw(0..3, 0..1);
            stats.draws += 1;
        }
    }

    /// Sets one vertex class up for the probe.
    pub(super) fn probe_key(
        &mut self,
        gpu: &Gpu,
        gpu_model: &GpuModel,
        (model, poses): (&Model, &Poses<'_>),
        item: &DrawItem,
        look: &Look,
    ) -> PipelineKey {
        let key = PipelineKey::Probe(gpu_model.vertex_class(model, poses, item, look));
        self.prepare(gpu, key);
        key
    }
}

/// A pass into a target's samples that leaves their mean.
fn begin_scene<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    (target, samples): (&ViewTarget, &Samples),
    color: wgpu::LoadOp<wgpu::Color>,
    depth: wgpu::LoadOp<f32>,
    store: wgpu::StoreOp,
) -> wgpu::RenderPass<'a> {
    // By the device: OpenGL cannot read single samples through wgpu. What is averaged is display light (surfaces are tone
    // mapped where they are shaded), so that no bright sample outshines the other three.
    let (view, resolve_target, color_store) = match &samples.color {
        Some(color) => (color, Some(&target.resolved), store),
        None => (&target.resolved, None, wgpu::StoreOp::Store),
    };
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("scene"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target,
            ops: wgpu::Operations {
                load: color,
                store: color_store,
            },
        })],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &samples.depth,
            depth_ops: Some(wgpu::Operations { load: depth, store }),
            stencil_ops: None,
        }),
        ..wgpu::RenderPassDescriptor::default()
    })
}

/// A pass that draws depth alone, 1 being the far end.
fn begin_depth<'a>(encoder: &'a mut wgpu::CommandEncoder, view: &wgpu::TextureView) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("depth"),
        depth_stencil_attachment: Some(depth_attachment(view, 1.0, wgpu::StoreOp::Store)),
        ..wgpu::RenderPassDescriptor::default()
    })
}

/// Turns to a part of a map of half the picture's size.
fn half_part(pass: &mut wgpu::RenderPass<'_>, part: Part, size_px: [u32; 2]) {
    let half = |px: u32| 0.5 * px as f32;
    let Columns { first, count } = part.picture;
    pass.set_viewport(half(first), 0.0, half(count), half(size_px[1]), 0.0, 1.0);
}

/// Bounds of what casts shadows: nothing without triangles that are not see-through.
fn casting_bounds(
    gpu_model: &GpuModel,
    model: &Model,
    poses: &Poses<'_>,
    view: &View,
    look: &Look,
) -> Bounds {
    let mut all = in_scene(gpu_model, model, view.scene, view.overlays.hidden);
    let casts = all.any(|(_, item)| shows(poses.first(), item) && casts_shadow(gpu_model, item, look));
    if casts && look.paint.is_solid() {
        quick_bounds(model, poses.of(look.way), view.scene, look.way.skinning)
    } else {
        Bounds::EMPTY
    }
}

/// Binds the buffers of an item and draws it.
fn issue(pass: &mut wgpu::RenderPass<'_>, gpu_model: &GpuModel, look: usize, index: usize) {
    let item = &gpu_model.items[index];
    let primitive = bind_item(pass, gpu_model, look, index, item);
    match &primitive.indices {
        Some(indices) => {
            pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
            pass.draw_indexed(0..primitive.corner_count, 0, 0..item.copy_count);
        }
        None => pass.draw(0..primitive.corner_count, 0..item.copy_count),
    }
}

pub(super) fn bind_item<'a>(
    pass: &mut wgpu::RenderPass<'_>,
    gpu_model: &'a GpuModel,
    look: usize,
    index: usize,
    item: &DrawItem,
) -> &'a super::primitive::GpuPrimitive {
    let primitive = gpu_model.primitive(item);
    pass.set_bind_group(1, &item.bind, &[gpu_model.draw_offset(look, index)]);
    for (slot, buffer) in primitive.attributes.iter().enumerate() {
        pass.set_vertex_buffer(slot as u32, buffer.slice(..));
    }
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
    let shapes = bones.shapes(posed, view);
    gpu.write_buffer(&gpu_model.overlay, 0, bytemuck::cast_slice(shapes));
    shapes.len() as u32
}

const CLEARED: wgpu::Operations<wgpu::Color> = wgpu::Operations {
    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
    store: wgpu::StoreOp::Store,
};

pub(super) fn color_attachment(view: &wgpu::TextureView) -> wgpu::RenderPassColorAttachment<'_> {
    wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: None,
        ops: CLEARED,
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

/// The set of materials that shows: the same in all looks of a plan.
fn variant(plan: &Plan) -> Option<MaterialVariantId> {
    plan.looks.first().and_then(|l| l.material_variant)
}
