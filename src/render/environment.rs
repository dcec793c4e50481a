//! A picture of surroundings on the device, and its reflections by roughness: a cube map whose levels are filtered a few
//! faces a frame by fragment passes, so that a window goes on meanwhile and a web page can follow.
//!
//! Data flow: [`Environment`] -> [`EnvironmentTexture`] (on any thread) -> [`Environments::begin`] -> some steps a frame
//! -> [`Surroundings`], which pictures are lit by from then on. `shaders/environment.wgsl` has the passes.

use bytemuck::{Pod, Zeroable};
use glam::{Vec3, Vec4};

use super::pipelines::Layouts;
use super::renderer::color_attachment;
use super::shader::{ENVIRONMENT_MODULE, MIP_MODULE};
use super::{Gpu, RenderError};
use crate::environment::{Environment, Lamp, harmonics};
use crate::work::Work;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// Side of a face that mirrors, texels: on the device, and on a rasteriser on the CPU, which takes its time.
const SIDES: [u32; 2] = [512, 256];
/// Side of the face of roughness 1.
const LAST_SIDE: u32 = 16;
/// Samples of a texel.
const SAMPLES: u32 = 64;
/// Samples that one frame filters, on the device and on a rasteriser.
const A_FRAME: [u64; 2] = [24 << 20, 1 << 20];

/// What a frame's uniforms take from a picture.
#[derive(Debug, Clone)]
pub(super) struct PictureLight {
    pub irradiance: [Vec4; harmonics::COUNT],
    pub lamp: Option<Lamp>,
    pub towards_light: Vec3,
    pub mean_luminance: f32,
    /// The level that roughness 1 reads.
    pub filtered_levels: f32,
}

/// A picture of surroundings on the device, not filtered yet.
#[derive(Debug)]
pub struct EnvironmentTexture {
    gpu: Gpu,
    view: wgpu::TextureView,
    width: u32,
    light: PictureLight,
}

impl EnvironmentTexture {
    /// Uploads a picture; may happen on any thread.
    pub fn upload(gpu: &Gpu, environment: &Environment, work: &Work) -> Result<Self, RenderError> {
        const UPLOADING: &str = "uploading the surroundings";
        // Levels too large for the device are left out.
        let most = gpu.max_texture_px();
        let fits = environment.levels.iter().position(|l| l.size_px[0] <= most);
        let levels = &environment.levels[fits.unwrap_or(0)..];
        let [width, height] = levels.first().map_or([1, 1], |l| l.size_px);
        let texture = gpu.caught(UPLOADING, || {
            gpu.create_texture(&wgpu::TextureDescriptor {
                label: Some("surroundings"),
                size: extent(width, height, 1),
                mip_level_count: levels.len().max(1) as u32,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: FORMAT,
                usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
                view_formats: &[],
            })
        })?;
        work.progress.start(levels.len() as u64);
        for (k, level) in levels.iter().enumerate() {
            work.cancel.check().map_err(|_| RenderError::Cancelled)?;
            let [width, height] = level.size_px;
            let place = wgpu::TexelCopyTextureInfo {
                texture: &texture,
                mip_level: k as u32,
                origin: wgpu::Origin3d::ZERO,
                aspect: wgpu::TextureAspect::All,
            };
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(8 * width),
                rows_per_image: Some(height),
            };
            let bytes = bytemuck::cast_slice(&level.rgba);
            gpu.caught(UPLOADING, || {
                gpu.queue
                    .write_texture(place, bytes, layout, extent(width, height, 1));
            })?;
            work.progress.add(1);
        }
        Ok(Self {
            gpu: gpu.clone(),
            view: whole(&texture),
            width,
            light: PictureLight {
                irradiance: environment.irradiance.map(|c| c.extend(0.0)),
                lamp: environment.lamp,
                towards_light: environment.towards_light,
                mean_luminance: environment.mean_luminance,
                filtered_levels: 0.0,
            },
        })
    }

    /// True if it is on this device.
    pub fn is_for(&self, gpu: &Gpu) -> bool {
        self.gpu.is_same_device(gpu)
    }
}

/// What pictures are lit by.
#[derive(Debug)]
pub(super) struct Surroundings {
    /// Levels filtered for roughness 0 to 1.
    pub cube: wgpu::TextureView,
    /// The picture itself.
    pub map: wgpu::TextureView,
    /// None: both are black, a studio lights.
    pub light: Option<PictureLight>,
}

/// One pass.
#[derive(Debug)]
struct Step {
    kind: Kind,
    target: wgpu::TextureView,
    /// Block of the uniform buffer.
    block: u32,
    samples: u64,
    /// Of a smaller level of the source: what it is made of.
    bind: Option<wgpu::BindGroup>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Face,
    Smaller,
    Filter,
}

/// What is being filtered.
#[derive(Debug)]
struct Filtering {
    texture: EnvironmentTexture,
    target: wgpu::TextureView,
    /// Reads the picture, then the source cube.
    binds: [wgpu::BindGroup; 2],
    steps: std::vec::IntoIter<Step>,
    next: Option<Step>,
    levels: u32,
}

#[derive(Debug)]
struct Kit {
    layout: wgpu::BindGroupLayout,
    face: wgpu::RenderPipeline,
    filter: wgpu::RenderPipeline,
    smaller: wgpu::RenderPipeline,
}

/// The picture in use, and the one that is to follow it.
#[derive(Debug)]
pub(super) struct Environments {
    pub sampler: wgpu::Sampler,
    in_use: Surroundings,
    none: [wgpu::TextureView; 2],
    filtering: Option<Filtering>,
    /// Made when the first picture comes.
    kit: Option<Kit>,
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

impl Environments {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("surroundings"),
            address_mode_u: wgpu::AddressMode::Repeat,
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        let cube = cube_texture(gpu, "no surroundings", 1, 1);
        let map = gpu.create_texture(&wgpu::TextureDescriptor {
            label: Some("no surroundings"),
            size: extent(1, 1, 1),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let none = [as_cube(&cube), whole(&map)];
        Self {
            sampler,
            in_use: Surroundings {
                cube: none[0].clone(),
                map: none[1].clone(),
                light: None,
            },
            none,
            filtering: None,
            kit: None,
        }
    }

    /// What lights now.
    pub(super) fn in_use(&self) -> &Surroundings {
        &self.in_use
    }

    /// True while a picture is on its way.
    pub(super) fn is_filtering(&self) -> bool {
        self.filtering.is_some()
    }

    /// Goes back to no picture.
    pub(super) fn clear(&mut self) {
        self.filtering = None;
        self.in_use = Surroundings {
            cube: self.none[0].clone(),
            map: self.none[1].clone(),
            light: None,
        };
    }

    /// Begins to filter a picture; what lights now does so until it is done.
    pub(super) fn begin(&mut self, gpu: &Gpu, layouts: &Layouts, texture: EnvironmentTexture) {
        let kit = self.kit.get_or_insert_with(|| Kit::new(gpu, layouts));
        let software = usize::from(gpu.is_software());
        let side = SIDES[software];
        let count = (side / LAST_SIDE).ilog2() + 1;
        let source = cube_texture(gpu, "surroundings as a cube", side, side.ilog2() + 1);
        let target = cube_texture(gpu, "reflections of the surroundings", side, count);

        let mut blocks = Vec::new();
        let mut steps = Vec::new();
        let mut step = |kind, into: &wgpu::Texture, level: u32, face: u32, roughness: f32, bind| {
            let samples = match kind {
                // A surface that is nearly a mirror looks only a little way around.
                Kind::Filter if roughness < 0.3 => SAMPLES / 2,
                Kind::Filter => SAMPLES,
                Kind::Face | Kind::Smaller => 4,
            };
            let size = side >> level;
            let block = FaceUniforms {
                face,
                size: size as f32,
                source: if kind == Kind::Face { texture.width } else { side } as f32,
                roughness,
                count: samples,
                ..FaceUniforms::default()
            };
            steps.push(Step {
                kind,
                target: face_view(into, level, face),
                block: blocks.len() as u32,
                samples: u64::from(size * size * samples),
                bind,
            });
            blocks.push(block);
        };
        let smaller_bind = |level: u32, face: u32| {
            let above = face_view(&source, level - 1, face);
            gpu.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("surroundings, smaller"),
                layout: &layouts.mip,
                entries: &[
                    entry(0, wgpu::BindingResource::TextureView(&above)),
                    sampled(1, &self.sampler),
                ],
            })
        };
        for face in 0..6 {
            step(Kind::Face, &source, 0, face, 0.0, None);
        }
        for level in 1..source.mip_level_count() {
            for face in 0..6 {
                step(
                    Kind::Smaller,
                    &source,
                    level,
                    face,
                    0.0,
                    Some(smaller_bind(level, face)),
                );
            }
        }
        for face in 0..6 {
            step(Kind::Face, &target, 0, face, 0.0, None);
        }
        for level in 1..count {
            let roughness = level as f32 / (count - 1) as f32;
            for face in 0..6 {
                step(Kind::Filter, &target, level, face, roughness, None);
            }
        }

        let stride = block_stride(gpu);
        let mut bytes = vec![0; stride as usize * blocks.len()];
        for (block, place) in blocks.iter().zip(bytes.chunks_exact_mut(stride as usize)) {
            place[..size_of::<FaceUniforms>()].copy_from_slice(bytemuck::bytes_of(block));
        }
        let buffer = gpu.create_buffer(&wgpu::BufferDescriptor {
            label: Some("faces"),
            size: bytes.len() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.write_buffer(&buffer, 0, &bytes);
        let bind = |cube: &wgpu::TextureView| {
            gpu.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("faces"),
                layout: &kit.layout,
                entries: &[
                    entry(
                        0,
                        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                            buffer: &buffer,
                            offset: 0,
                            size: wgpu::BufferSize::new(size_of::<FaceUniforms>() as u64),
                        }),
                    ),
                    entry(1, wgpu::BindingResource::TextureView(&texture.view)),
                    entry(2, wgpu::BindingResource::TextureView(cube)),
                    sampled(3, &self.sampler),
                ],
            })
        };
        // While the source cube is drawn nothing reads it.
        let binds = [bind(&self.none[0]), bind(&as_cube(&source))];
        let mut steps = steps.into_iter();
        self.filtering = Some(Filtering {
            texture,
            target: as_cube(&target),
            binds,
            next: steps.next(),
            steps,
            levels: count,
        });
    }

    /// Does as much as a frame can spare. True once when a picture has become the one in use: who binds it binds anew.
    pub(super) fn advance(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) -> bool {
        let (Some(work), Some(kit)) = (&mut self.filtering, &self.kit) else {
            return false;
        };
        let stride = block_stride(gpu);
        let mut left = A_FRAME[usize::from(gpu.is_software())];
        while let Some(step) = work.next.take() {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("surroundings"),
                color_attachments: &[Some(color_attachment(&step.target))],
                ..wgpu::RenderPassDescriptor::default()
            });
            match (step.kind, &step.bind) {
                (Kind::Smaller, bind) => {
                    pass.set_pipeline(&kit.smaller);
                    pass.set_bind_group(0, bind.as_ref(), &[]);
                }
                (kind, _) => {
                    let filters = kind == Kind::Filter;
                    pass.set_pipeline(if filters { &kit.filter } else { &kit.face });
                    let bind = &work.binds[usize::from(filters)];
                    pass.set_bind_group(0, bind, &[stride * step.block]);
                }
            }
            pass.draw(0..3, 0..1);
            work.next = work.steps.next();
            left = left.saturating_sub(step.samples);
            if left == 0 {
                break;
            }
        }
        if work.next.is_some() {
            return false;
        }
        let Some(done) = self.filtering.take() else {
            return false;
        };
        self.in_use = Surroundings {
            cube: done.target,
            map: done.texture.view,
            light: Some(PictureLight {
                filtered_levels: (done.levels - 1) as f32,
                ..done.texture.light
            }),
        };
        true
    }
}

impl Environments {
    /// What the last pass reads: a picture's light, and what may show behind it.
    pub(super) fn finish_bind(
        &self,
        gpu: &Gpu,
        layouts: &Layouts,
        light: &wgpu::TextureView,
    ) -> wgpu::BindGroup {
        let resources = [
            wgpu::BindingResource::TextureView(light),
            wgpu::BindingResource::TextureView(&self.in_use.cube),
            wgpu::BindingResource::TextureView(&self.in_use.map),
            wgpu::BindingResource::Sampler(&self.sampler),
        ];
        gpu.bind_in_order("samples", &layouts.samples, &resources)
    }
}

impl Kit {
    fn new(gpu: &Gpu, layouts: &Layouts) -> Self {
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
}

fn extent(width: u32, height: u32, depth_or_array_layers: u32) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers,
    }
}

fn entry(binding: u32, resource: wgpu::BindingResource<'_>) -> wgpu::BindGroupEntry<'_> {
    wgpu::BindGroupEntry { binding, resource }
}

fn sampled(binding: u32, sampler: &wgpu::Sampler) -> wgpu::BindGroupEntry<'_> {
    entry(binding, wgpu::BindingResource::Sampler(sampler))
}

fn block_stride(gpu: &Gpu) -> u32 {
    (size_of::<FaceUniforms>() as u32).next_multiple_of(gpu.limits().min_uniform_buffer_offset_alignment)
}

fn cube_texture(gpu: &Gpu, label: &str, side: u32, levels: u32) -> wgpu::Texture {
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

fn whole(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn as_cube(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::Cube),
        ..wgpu::TextureViewDescriptor::default()
    })
}

fn face_view(texture: &wgpu::Texture, level: u32, face: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2),
        base_mip_level: level,
        mip_level_count: Some(1),
        base_array_layer: face,
        array_layer_count: Some(1),
        ..wgpu::TextureViewDescriptor::default()
    })
}
