//! A picture of surroundings on the device, and its reflections by roughness: a cube map whose levels are filtered a few
//! faces a frame by fragment passes, so that a window goes on meanwhile and a web page can follow.
//!
//! Data flow: [`Environment`] -> [`EnvironmentTexture`] (on any thread) -> [`Environments::begin`] -> some steps a frame
//! -> [`Surroundings`], which pictures are lit by from then on. `faces` has the passes.

use glam::{Vec3, Vec4};

use super::faces::{
    FORMAT, FaceUniforms, Kind, Passes, as_cube, block_stride, cube_texture, extent, face_view, whole,
};
use super::pipelines::Layouts;
use super::renderer::color_attachment;
use super::{Gpu, RenderError};
use crate::environment::{Environment, Lamp, harmonics};
use crate::work::Work;

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

/// The picture in use, and the one that is to follow it.
#[derive(Debug)]
pub(super) struct Environments {
    pub sampler: wgpu::Sampler,
    in_use: Surroundings,
    none: [wgpu::TextureView; 2],
    filtering: Option<Filtering>,
    /// Made when the first picture comes.
    passes: Option<Passes>,
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
            passes: None,
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
        let passes = self.passes.get_or_insert_with(|| Passes::new(gpu, layouts));
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
            let resources = [
                wgpu::BindingResource::TextureView(&above),
                wgpu::BindingResource::Sampler(&self.sampler),
            ];
            gpu.bind_in_order("surroundings, smaller", &layouts.mip, &resources)
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
        let bind = |cube| passes.bind(gpu, &buffer, [&texture.view, cube], &self.sampler);
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
        let (Some(work), Some(passes)) = (&mut self.filtering, &self.passes) else {
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
            pass.set_pipeline(passes.pipeline(step.kind));
            if let Some(bind) = &step.bind {
                pass.set_bind_group(0, bind, &[]);
            } else {
                let bind = &work.binds[usize::from(step.kind == Kind::Filter)];
                pass.set_bind_group(0, bind, &[stride * step.block]);
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
