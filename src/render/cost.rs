//! What a picture costs, counted at the one door through which drawing makes things on the device.
//!
//! Every buffer, texture, bind group and pipeline of ours is made through [`Gpu`]'s own functions, so that a test can tell
//! that a frame in which nothing changes its size makes none (tests/gpu/cost.rs reads the sources, too).

use std::sync::atomic::{AtomicU64, Ordering};

use super::Gpu;

/// Things made on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Made {
    /// Buffers.
    pub buffers: u64,
    /// Textures.
    pub textures: u64,
    /// Bind groups.
    pub bind_groups: u64,
    /// Render pipelines.
    pub pipelines: u64,
}

impl Made {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.buffers + self.textures + self.bind_groups + self.pipelines
    }

    /// What was made after `before`.
    pub(super) fn since(&self, before: &Self) -> Self {
        Self {
            buffers: self.buffers - before.buffers,
            textures: self.textures - before.textures,
            bind_groups: self.bind_groups - before.bind_groups,
            pipelines: self.pipelines - before.pipelines,
        }
    }
}

/// What a picture took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DrawStats {
    /// Draw calls, of all passes.
    pub draws: u32,
    /// Triangles of the character in the picture itself (shadow passes draw them again).
    pub triangles: u64,
    /// Render passes.
    pub passes: u32,
    /// Bytes that were written into buffers for it: poses, uniforms, lights.
    pub uploaded_bytes: u64,
    /// Bytes of the textures that it is drawn into and through; those of the model are not among them.
    pub texture_bytes: u64,
    /// What was made on the device for it: nothing, while no size changes.
    pub made: Made,
    /// How many samples the picture is the mean of.
    pub samples: u32,
}

impl DrawStats {
    /// This and the next sample of the same picture.
    pub(super) fn and(&self, next: &Self) -> Self {
        Self {
            draws: self.draws + next.draws,
            triangles: next.triangles,
            passes: self.passes + next.passes,
            uploaded_bytes: self.uploaded_bytes + next.uploaded_bytes,
            texture_bytes: next.texture_bytes,
            made: Made {
                buffers: self.made.buffers + next.made.buffers,
                textures: self.made.textures + next.made.textures,
                bind_groups: self.made.bind_groups + next.made.bind_groups,
                pipelines: self.made.pipelines + next.made.pipelines,
            },
            samples: next.samples,
        }
    }
}

/// What the device was asked for since it was opened. Other threads (uploads) count as well.
#[derive(Debug, Default)]
pub(super) struct Tally {
    buffers: AtomicU64,
    textures: AtomicU64,
    bind_groups: AtomicU64,
    pipelines: AtomicU64,
    written_bytes: AtomicU64,
}

fn count(counter: &AtomicU64, by: u64) {
    counter.fetch_add(by, Ordering::Relaxed);
}

impl Gpu {
    /// What was made through this device so far, on any thread.
    pub fn made(&self) -> Made {
        let now = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let t = self.tally();
        Made {
            buffers: now(&t.buffers),
            textures: now(&t.textures),
            bind_groups: now(&t.bind_groups),
            pipelines: now(&t.pipelines),
        }
    }

    pub(super) fn written_bytes(&self) -> u64 {
        self.tally().written_bytes.load(Ordering::Relaxed)
    }

    pub(super) fn create_buffer(&self, descriptor: &wgpu::BufferDescriptor<'_>) -> wgpu::Buffer {
        count(&self.tally().buffers, 1);
        self.device.create_buffer(descriptor)
    }

    pub(super) fn create_texture(&self, descriptor: &wgpu::TextureDescriptor<'_>) -> wgpu::Texture {
        count(&self.tally().textures, 1);
        self.device.create_texture(descriptor)
    }

    pub(super) fn create_bind_group(&self, descriptor: &wgpu::BindGroupDescriptor<'_>) -> wgpu::BindGroup {
        count(&self.tally().bind_groups, 1);
        self.device.create_bind_group(descriptor)
    }

    /// A bind group whose bindings are numbered in order.
    pub(super) fn bind_in_order(
        &self,
        label: &str,
        layout: &wgpu::BindGroupLayout,
        resources: &[wgpu::BindingResource<'_>],
    ) -> wgpu::BindGroup {
        let entries: Vec<_> = resources
            .iter()
            .enumerate()
            .map(|(k, resource)| wgpu::BindGroupEntry {
                binding: k as u32,
                resource: resource.clone(),
            })
            .collect();
        self.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(label),
            layout,
            entries: &entries,
        })
    }

    pub(super) fn create_pipeline(
        &self,
        descriptor: &wgpu::RenderPipelineDescriptor<'_>,
    ) -> wgpu::RenderPipeline {
        count(&self.tally().pipelines, 1);
        self.device.create_render_pipeline(descriptor)
    }

    pub(super) fn write_buffer(&self, buffer: &wgpu::Buffer, offset: u64, bytes: &[u8]) {
        count(&self.tally().written_bytes, bytes.len() as u64);
        self.queue.write_buffer(buffer, offset, bytes);
    }
}

/// Bytes of all levels and samples of a texture of ours.
pub(super) fn texture_bytes(texture: &wgpu::Texture) -> u64 {
    let texel = u64::from(texture.format().block_copy_size(None).unwrap_or(4));
    let size = texture.size();
    let level = |l: u32| u64::from((size.width >> l).max(1)) * u64::from((size.height >> l).max(1));
    let texels: u64 = (0..texture.mip_level_count()).map(level).sum();
    texels * texel * u64::from(texture.sample_count())
}
