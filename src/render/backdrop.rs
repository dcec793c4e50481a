//! The picture of all that is solid, for what is clear: with smaller and smaller levels for frosted glass.

use super::Gpu;
use super::cost::texture_bytes;
use super::pipelines::{Layouts, PipelineKey, Pipelines};
use super::renderer::color_attachment;
use super::target::{COLOR_FORMAT, ViewTarget};

/// The backdrop of one target.
#[derive(Debug)]
pub(super) struct Backdrop {
    texture: wgpu::Texture,
    levels: Vec<wgpu::TextureView>,
    /// Reads the level above, for all but the first.
    level_binds: Vec<wgpu::BindGroup>,
    /// All levels.
    pub whole: wgpu::TextureView,
}

impl Backdrop {
    pub(super) fn new(gpu: &Gpu, layouts: &Layouts, target: &ViewTarget) -> Self {
        let [width, height] = target.size_px();
        let count = width.max(height).ilog2() + 1;
        let texture = gpu.create_texture(&wgpu::TextureDescriptor {
            label: Some("backdrop"),
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: count,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: COLOR_FORMAT,
            usage: wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_DST
                | wgpu::TextureUsages::RENDER_ATTACHMENT,
            view_formats: &[],
        });
        let levels: Vec<_> = (0..count)
            .map(|level| {
                texture.create_view(&wgpu::TextureViewDescriptor {
                    base_mip_level: level,
                    mip_level_count: Some(1),
                    ..wgpu::TextureViewDescriptor::default()
                })
            })
            .collect();
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("backdrop"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        let level_bind = |above: &wgpu::TextureView| {
            gpu.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("backdrop"),
                layout: &layouts.mip,
                entries: &[
                    wgpu::BindGroupEntry {
                        binding: 0,
                        resource: wgpu::BindingResource::TextureView(above),
                    },
                    wgpu::BindGroupEntry {
                        binding: 1,
                        resource: wgpu::BindingResource::Sampler(&sampler),
                    },
                ],
            })
        };
        let level_binds = levels[..levels.len() - 1].iter().map(level_bind).collect();
        let whole = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Self {
            texture,
            levels,
            level_binds,
            whole,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        texture_bytes(&self.texture)
    }

    /// Takes the target's picture as it is now; returns the number of passes.
    pub(super) fn take(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pipelines: &Pipelines,
        target: &ViewTarget,
    ) -> u32 {
        encoder.copy_texture_to_texture(
            target.resolved_texture.as_image_copy(),
            self.texture.as_image_copy(),
            self.texture.size(),
        );
        for (bind, below) in self.level_binds.iter().zip(&self.levels[1..]) {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("backdrop"),
                color_attachments: &[Some(color_attachment(below))],
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_pipeline(pipelines.get(PipelineKey::Backdrop));
            pass.set_bind_group(0, bind, &[]);
            pass.draw(0..3, 0..1);
        }
        self.level_binds.len() as u32
    }
}
