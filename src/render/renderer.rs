//! Draws views.

use super::frame::FrameUniforms;
use super::shader::FINISH_MODULE;
use super::target::{OUTPUT_FORMAT, ViewTarget};
use super::{Gpu, GpuModel, RenderError};
use crate::model::{InstanceId, Model, PosedModel, SceneId};
use crate::skinning::{SkinningMethod, Vertex};
use crate::viewer::view::View;

/// What a picture took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DrawStats {
    /// Draw calls.
    pub draws: u32,
    /// Triangles of the character, as often as they were drawn for the picture itself.
    pub triangles: u64,
    /// Render passes.
    pub passes: u32,
}

/// The vertices of one primitive as the graphics device moves them.
#[derive(Debug, Clone, PartialEq)]
pub struct SkinnedPrimitive {
    /// Which instance.
    pub instance: InstanceId,
    /// Index within its mesh.
    pub primitive: usize,
    /// Model space, in the order of the file.
    pub vertices: Vec<Vertex>,
}

/// Shaders and pipelines.
#[derive(Debug)]
pub struct Renderer {
    frame_buffer: wgpu::Buffer,
    frame_bind: wgpu::BindGroup,
    samples_layout: wgpu::BindGroupLayout,
    finish: wgpu::RenderPipeline,
}

impl Renderer {
    /// Compiles what every picture needs.
    pub fn new(gpu: &Gpu) -> Self {
        let device = &gpu.device;
        let frame_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("frame"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            }],
        });
        let frame_buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameUniforms>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_bind = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &frame_layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: frame_buffer.as_entire_binding(),
            }],
        });
        let samples_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("samples"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: true,
                },
                count: None,
            }],
        });
        let module = FINISH_MODULE.create(device);
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("finish"),
            bind_group_layouts: &[Some(&frame_layout), Some(&samples_layout)],
            immediate_size: 0,
        });
        let finish = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("finish"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vs_finish"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fs_finish"),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(OUTPUT_FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self {
            frame_buffer,
            frame_bind,
            samples_layout,
            finish,
        }
    }

    /// Draws one picture into `target`.
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        _gpu_model: &mut GpuModel,
        _model: &Model,
        _posed: &PosedModel,
        view: &View,
        target: &ViewTarget,
    ) -> DrawStats {
        let frame = FrameUniforms::new(view, target.size_px());
        gpu.queue
            .write_buffer(&self.frame_buffer, 0, bytemuck::bytes_of(&frame));
        let samples = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("samples"),
            layout: &self.samples_layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&target.color),
            }],
        });
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("view") });
        drop(encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &target.color,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        }));
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("finish"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: target.texture_view(),
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..wgpu::RenderPassDescriptor::default()
            });
            pass.set_pipeline(&self.finish);
            pass.set_bind_group(0, &self.frame_bind, &[]);
            pass.set_bind_group(1, &samples, &[]);
            pass.draw(0..3, 0..1);
        }
        gpu.queue.submit([encoder.finish()]);
        DrawStats {
            draws: 1,
            triangles: 0,
            passes: 2,
        }
    }

    /// The vertices of a scene as the real vertex entry point moves them, read back.
    pub fn skinned_vertices(
        &mut self,
        _gpu: &Gpu,
        _gpu_model: &mut GpuModel,
        _model: &Model,
        _posed: &PosedModel,
        _scene: SceneId,
        _method: SkinningMethod,
    ) -> Result<Vec<SkinnedPrimitive>, RenderError> {
        Ok(Vec::new())
    }
}
