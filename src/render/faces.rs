//! Faces of cube maps and the fragment passes that fill them: a picture onto a face, a level from the one above, a face as
//! a surface of some roughness mirrors it. `shaders/environment.wgsl` and `shaders/mip.wgsl` have the code.

use bytemuck::{Pod, Zeroable};

use super::Gpu;
use super::pipelines::Layouts;
use super::shader::{ENVIRONMENT_MODULE, MIP_MODULE};

/// Of surroundings and of all that is made of them.
pub(super) const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;

/// What a pass does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The picture as a face of a cube.
    Face,
    /// A level from the one above.
    Smaller,
    /// A face as a surface of some roughness mirrors it.
    Filter,
}

/// The pipelines that fill faces.
#[derive(Debug)]
pub(super) struct Passes {
    /// Of [`Kind::Face`] and [`Kind::Filter`]: a block of uniforms, the picture, a cube, how both are read.
    layout: wgpu::BindGroupLayout,
    face: wgpu::RenderPipeline,
    filter: wgpu::RenderPipeline,
    smaller: wgpu::RenderPipeline,
}

/// Twin of `FaceUniforms` in `environment.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in environment.wgsl")]
pub struct FaceUniforms {
    pub face: u32,
    pub size: f32,
    pub source: f32,
    pub roughness: f32,
    pub count: u32,
    pub pad0: u32,
    pub pad1: u32,
    pub pad2: u32,
}

impl Passes {
    pub(super) fn new(gpu: &Gpu, layouts: &Layouts) -> Self {
        let device = &gpu.device;
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let texture = |view_dimension| wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension,
            multisampled: false,
        };
        let types = [
            wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: true,
                min_binding_size: None,
            },
            texture(wgpu::TextureViewDimension::D2),
            texture(wgpu::TextureViewDimension::Cube),
            wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
        ];
        let mut binding = 0..;
        let entries = types.map(|ty| wgpu::BindGroupLayoutEntry {
            binding: binding.next().unwrap_or_default(),
            visibility: fragment,
            ty,
            count: None,
        });
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("faces"),
            entries: &entries,
        });
        let own = ENVIRONMENT_MODULE.create(device);
        let mips = MIP_MODULE.create(device);
        let pipeline =
            |module: &wgpu::ShaderModule, layout: &wgpu::BindGroupLayout, [vertex, fragment]: [&str; 2]| {
                let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                    label: Some(fragment),
                    bind_group_layouts: &[Some(layout)],
                    immediate_size: 0,
                });
                gpu.create_pipeline(&wgpu::RenderPipelineDescriptor {
                    label: Some(fragment),
                    layout: Some(&layout),
                    vertex: wgpu::VertexState {
                        module,
                        entry_point: Some(vertex),
                        compilation_options: wgpu::PipelineCompilationOptions::default(),
                        buffers: &[],
                    },
                    primitive: wgpu::PrimitiveState::default(),
                    depth_stencil: None,
                    multisample: wgpu::MultisampleState::default(),
                    fragment: Some(wgpu::FragmentState {
                        module,
                        entry_point: Some(fragment),
                        compilation_options: wgpu::PipelineCompilationOptions::default(),
                        targets: &[Some(FORMAT.into())],
                    }),
                    multiview_mask: None,
                    cache: None,
                })
            };
        Self {
            face: pipeline(&own, &layout, ["vs_face", "fs_face"]),
            filter: pipeline(&own, &layout, ["vs_face", "fs_filter"]),
            smaller: pipeline(&mips, &layouts.mip, ["vs_mip", "fs_mip"]),
            layout,
        }
    }

    /// What [`Kind::Face`] and [`Kind::Filter`] read: blocks of [`FaceUniforms`] a stride apart, the picture, a cube.
    pub(super) fn bind(
        &self,
        gpu: &Gpu,
        blocks: &wgpu::Buffer,
        [picture, cube]: [&wgpu::TextureView; 2],
        sampler: &wgpu::Sampler,
    ) -> wgpu::BindGroup {
        let block = wgpu::BufferBinding {
            buffer: blocks,
            offset: 0,
            size: wgpu::BufferSize::new(size_of::<FaceUniforms>() as u64),
        };
        let resources = [
            wgpu::BindingResource::Buffer(block),
            wgpu::BindingResource::TextureView(picture),
            wgpu::BindingResource::TextureView(cube),
            wgpu::BindingResource::Sampler(sampler),
        ];
        gpu.bind_in_order("faces", &self.layout, &resources)
    }

    /// The pipeline of a kind.
    pub(super) fn pipeline(&self, kind: Kind) -> &wgpu::RenderPipeline {
        match kind {
            Kind::Face => &self.face,
            Kind::Smaller => &self.smaller,
            Kind::Filter => &self.filter,
        }
    }
}

/// A size of layers.
pub(super) fn extent(width: u32, height: u32, depth_or_array_layers: u32) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers,
    }
}

/// From one block of [`FaceUniforms`] to the next, bytes.
pub(super) fn block_stride(gpu: &Gpu) -> u32 {
    (size_of::<FaceUniforms>() as u32).next_multiple_of(gpu.limits().min_uniform_buffer_offset_alignment)
}

/// A cube map that can be drawn into.
pub(super) fn cube_texture(gpu: &Gpu, label: &str, side: u32, levels: u32) -> wgpu::Texture {
    gpu.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: extent(side, side, 6),
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

/// All of a texture.
pub(super) fn whole(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// All of a cube map, by direction.
pub(super) fn as_cube(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::Cube),
        ..wgpu::TextureViewDescriptor::default()
    })
}

/// One face of one level.
pub(super) fn face_view(texture: &wgpu::Texture, level: u32, face: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2),
        base_mip_level: level,
        mip_level_count: Some(1),
        base_array_layer: face,
        array_layer_count: Some(1),
        ..wgpu::TextureViewDescriptor::default()
    })
}
