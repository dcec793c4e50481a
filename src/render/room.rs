//! What a target needs besides its picture, made when it is first needed and kept while the target is drawn into.

use super::Gpu;
use super::accumulate::Mean;
use super::backdrop::Backdrop;
use super::cost::texture_bytes;
use super::environment::Environments;
use super::layout::MOST;
use super::occlusion::Occlusion;
use super::pipelines::{Layouts, PipelineKey, Pipelines};
use super::preset::Quality;
use super::shadow::Shadows;
use super::target::{COLOR_FORMAT, DEPTH_FORMAT, ViewTarget};

/// Colour and depth of each sample.
#[derive(Debug)]
pub(super) struct Samples {
    /// Of a pixel.
    count: u32,
    /// `None`: the target's own light is drawn into.
    pub color: Option<wgpu::TextureView>,
    pub depth: wgpu::TextureView,
    bytes: u64,
}

impl Samples {
    fn new(gpu: &Gpu, target: &ViewTarget, count: u32) -> Self {
        let [width, height] = target.size_px();
        let mut bytes = 0;
        let mut make = |label, format| {
            let texture = gpu.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width,
                    height,
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
                view_formats: &[],
            });
            bytes += texture_bytes(&texture);
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        Self {
            count,
            color: (count > 1).then(|| make("view color", COLOR_FORMAT)),
            depth: make("view depth", DEPTH_FORMAT),
            bytes,
        }
    }
}

/// Bind group 3 of what is shaded, by part: with the backdrop and without.
#[derive(Debug)]
struct LightBinds {
    solid: [wgpu::BindGroup; MOST],
    clear: Option<[wgpu::BindGroup; MOST]>,
}

/// Everything of one target.
#[derive(Debug)]
pub(super) struct Room {
    /// Of the target.
    pub generation: u64,
    samples: Vec<Samples>,
    pub occlusion: Option<Occlusion>,
    pub backdrop: Option<Backdrop>,
    pub mean: Option<Mean>,
    /// Without and with ambient occlusion.
    light_binds: [Option<LightBinds>; 2],
    /// What the last pass reads of a picture of one sample.
    pub finish_bind: wgpu::BindGroup,
}

/// What a picture asks of a room.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    pub quality: Quality,
    /// Something clear is in it.
    pub clear: bool,
    /// It is more than one sample.
    pub refined: bool,
}

impl Room {
    pub(super) fn new(
        gpu: &Gpu,
        layouts: &Layouts,
        environments: &Environments,
        target: &ViewTarget,
    ) -> Self {
        Self {
            generation: target.generation,
            samples: Vec::new(),
            occlusion: None,
            backdrop: None,
            mean: None,
            light_binds: [None, None],
            finish_bind: environments.finish_bind(gpu, layouts, &target.resolved),
        }
    }

    /// Makes what is not there yet.
    pub(super) fn furnish(
        &mut self,
        gpu: &Gpu,
        layouts: &Layouts,
        shadows: &[Shadows; MOST],
        (lights, environments): (&wgpu::Buffer, &Environments),
        target: &ViewTarget,
        wanted: Wanted,
    ) {
        let count = wanted.quality.samples;
        if self.samples.iter().all(|s| s.count != count) {
            self.samples.push(Samples::new(gpu, target, count));
        }
        if wanted.quality.occlusion && self.occlusion.is_none() {
            self.occlusion = Some(Occlusion::new(gpu, layouts, shadows, target));
        }
        if wanted.clear && self.backdrop.is_none() {
            self.backdrop = Some(Backdrop::new(gpu, layouts, target));
        }
        if wanted.refined && self.mean.is_none() {
            self.mean = Some(Mean::new(gpu, layouts, environments, target));
        }
        let occlusion = self.occlusion.as_ref().filter(|_| wanted.quality.occlusion);
        let ambient = |part: usize| occlusion.map_or(&shadows[part].sky, |o| &o.smooth[part]);
        let surroundings = &environments.in_use().cube;
        let light_bind = |part: usize, backdrop: &wgpu::TextureView| {
            shadows[part].light_bind(gpu, layouts, lights, ambient(part), backdrop, surroundings)
        };
        let binds =
            self.light_binds[usize::from(wanted.quality.occlusion)].get_or_insert_with(|| LightBinds {
                // Nothing reads a backdrop where nothing is clear; any texture does.
                solid: std::array::from_fn(|part| light_bind(part, &shadows[part].sky)),
                clear: None,
            });
        if let Some(backdrop) = self.backdrop.as_ref().filter(|_| wanted.clear) {
            binds
                .clear
                .get_or_insert_with(|| std::array::from_fn(|part| light_bind(part, &backdrop.whole)));
        }
    }

    /// Samples of this many; they were asked for in [`Self::furnish`].
    pub(super) fn samples(&self, count: u32) -> Option<&Samples> {
        self.samples.iter().find(|s| s.count == count)
    }

    /// Bind group 3 of what is solid.
    pub(super) fn solid_bind(&self, occlusion: bool, part: usize) -> Option<&wgpu::BindGroup> {
        Some(&self.light_binds[usize::from(occlusion)].as_ref()?.solid[part])
    }

    /// Bind group 3 of what is clear.
    pub(super) fn clear_bind(&self, occlusion: bool, part: usize) -> Option<&wgpu::BindGroup> {
        Some(
            &self.light_binds[usize::from(occlusion)]
                .as_ref()?
                .clear
                .as_ref()?[part],
        )
    }

    pub(super) fn bytes(&self) -> u64 {
        self.samples.iter().map(|s| s.bytes).sum::<u64>()
            + self.occlusion.as_ref().map_or(0, |o| o.bytes)
            + self.backdrop.as_ref().map_or(0, Backdrop::bytes)
            + self.mean.as_ref().map_or(0, Mean::bytes)
    }
}

/// Notes the pipelines that `wanted` needs beyond the character's own.
pub(super) fn want(pipelines: &mut Pipelines, wanted: Wanted) {
    let Wanted {
        quality,
        clear,
        refined,
    } = wanted;
    let keys = [
        (true, PipelineKey::Ground),
        (quality.occlusion, PipelineKey::Occlusion),
        (quality.occlusion, PipelineKey::Smooth),
        (clear, PipelineKey::Backdrop),
        (refined, PipelineKey::Accumulate),
    ];
    for (_, key) in keys.into_iter().filter(|(is_wanted, _)| *is_wanted) {
        pipelines.want(key);
    }
}
