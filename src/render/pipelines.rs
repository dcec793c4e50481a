//! Every pipeline there is: what tells them apart, how they are made, and the layouts they share.
//!
//! Four things make a pipeline of the character: vertex class (linear blending alone, or anything), up to four or all influences, blend state, culling.
//! Everything else is a uniform. Models with layers or lights of their own have a second set of the same pipelines, so that
//! all others do not pay for them. Pipelines are made when they are first needed and kept.

use std::collections::HashMap;

use super::Gpu;
use super::accumulate::MEAN_FORMAT;
use super::preset::SAMPLES;
use super::shader::{
    ACCUMULATE_MODULE, BAKE_MODULE, FINISH_MODULE, GROUND_MODULE, MESH_MODULE, MIP_MODULE, OCCLUSION_MODULE,
    OVERLAY_MODULE, SKY_MODULE,
};
use super::target::{COLOR_FORMAT, DEPTH_FORMAT, OUTPUT_FORMAT};
use super::upload::UploadKit;
use crate::work::Workers;

/// How alpha is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blending {
    /// Not at all.
    Opaque,
    /// Cut away below the cutoff.
    Mask,
    /// Over what is behind, no depth written.
    Blend,
}

/// Which triangles are left out, by their winding in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Culling {
    /// None.
    None,
    /// The clockwise ones: back faces, of a rig that does not mirror.
    Clockwise,
    /// The counter-clockwise ones: back faces of a mirrored rig.
    CounterClockwise,
}

/// What a primitive is drawn as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Triangles.
    Triangles(Blending, Culling),
    /// Lines, one pixel wide.
    Lines,
    /// Points, one pixel wide.
    Points,
}

/// How vertices are moved: one pipeline each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VertexClass {
    /// False: linear blending with all influences. True: any method, limit and comparison, by uniforms.
    pub general: bool,
    /// True if a vertex has more than four influences.
    pub all_influences: bool,
}

/// What tells pipelines apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PipelineKey {
    /// The character in the picture.
    Mesh(VertexClass, Shape),
    /// The character's depth alone, for shadows and ambient occlusion; true: of what is cut away by its alpha.
    Shadow(VertexClass, bool),
    /// The character's vertices as pixels.
    Probe(VertexClass),
    /// How dark the character makes the ground.
    Bake,
    /// How high the surroundings stand, blurred.
    Sky,
    /// How near to the ground the character is.
    Closeness,
    /// Edges of triangles and marks on their corners; true if a vertex has more than four influences.
    Wire(bool),
    /// Grid and shadow.
    Ground,
    /// Bones and joints; true: what lies behind the mesh.
    Overlay(bool),
    /// Samples to the picture.
    Finish,
    /// Ambient occlusion.
    Occlusion,
    /// Its smoothing.
    Smooth,
    /// One more sample into the mean.
    Accumulate,
    /// A mip level; true: of an sRGB texture.
    Mip(bool),
    /// A level of what is seen through clear things.
    Backdrop,
}

impl PipelineKey {
    /// Every pipeline that any picture can need.
    pub fn all() -> Vec<Self> {
        let mut all = vec![
            Self::Bake,
            Self::Ground,
            Self::Sky,
            Self::Closeness,
            Self::Wire(false),
            Self::Wire(true),
            Self::Overlay(false),
            Self::Overlay(true),
            Self::Finish,
            Self::Occlusion,
            Self::Smooth,
            Self::Accumulate,
            Self::Mip(false),
            Self::Mip(true),
            Self::Backdrop,
        ];
        for general in [false, true] {
            for all_influences in [false, true] {
                let class = VertexClass {
                    general,
                    all_influences,
                };
                all.extend([
                    Self::Shadow(class, false),
                    Self::Shadow(class, true),
                    Self::Probe(class),
                ]);
                all.extend([Self::Mesh(class, Shape::Lines), Self::Mesh(class, Shape::Points)]);
                for blending in [Blending::Opaque, Blending::Mask, Blending::Blend] {
                    for culling in [Culling::None, Culling::Clockwise, Culling::CounterClockwise] {
                        all.push(Self::Mesh(class, Shape::Triangles(blending, culling)));
                    }
                }
            }
        }
        all
    }

    /// True for those that draw the character, which its variety multiplies; the others are single passes.
    pub fn draws_character(self) -> bool {
        matches!(self, Self::Mesh(..) | Self::Shadow(..) | Self::Probe(_))
    }

    /// True for those that draw into the samples of a picture.
    fn draws_samples(self) -> bool {
        matches!(
            self,
            Self::Mesh(..) | Self::Ground | Self::Overlay(_) | Self::Wire(_)
        )
    }
}

/// Format of the key light's shadow map and of the height map: depth 0 to 1, near first.
pub(super) const SHADOW_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Format of the baked patch of ground.
pub(super) const BAKE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Format of the blurred map of the sky: mean and mean square of depth.
pub(super) const SKY_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rg16Float;
/// Format of ambient occlusion: what is near and open, the share of the sky, depth.
pub(super) const OCCLUSION_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// Format of the three targets that vertices are drawn into: the bits of floats.
pub(super) const PROBE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;

/// Bind group layouts, by how often they change.
#[derive(Debug)]
pub(super) struct Layouts {
    pub frame: wgpu::BindGroupLayout,
    pub draw: wgpu::BindGroupLayout,
    pub material: wgpu::BindGroupLayout,
    pub light: wgpu::BindGroupLayout,
    pub bake: wgpu::BindGroupLayout,
    pub sky: wgpu::BindGroupLayout,
    pub ground: wgpu::BindGroupLayout,
    pub samples: wgpu::BindGroupLayout,
    pub mip: wgpu::BindGroupLayout,
    pub occlusion: wgpu::BindGroupLayout,
    pub mean: wgpu::BindGroupLayout,
}

const VERTEX: wgpu::ShaderStages = wgpu::ShaderStages::VERTEX;
const FRAGMENT: wgpu::ShaderStages = wgpu::ShaderStages::FRAGMENT;
const BOTH: wgpu::ShaderStages = wgpu::ShaderStages::VERTEX_FRAGMENT;

fn uniform(dynamic: bool) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: dynamic,
        min_binding_size: None,
    }
}

const fn storage(dynamic: bool) -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Storage { read_only: true },
        has_dynamic_offset: dynamic,
        min_binding_size: None,
    }
}

const CUBE: wgpu::BindingType = wgpu::BindingType::Texture {
    sample_type: COLOR_TEXTURE,
    view_dimension: wgpu::TextureViewDimension::Cube,
    multisampled: false,
};

fn texture(sample_type: wgpu::TextureSampleType) -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    }
}

const COLOR_TEXTURE: wgpu::TextureSampleType = wgpu::TextureSampleType::Float { filterable: true };
const FILTERING: wgpu::BindingType = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);

impl Layouts {
    fn new(device: &wgpu::Device) -> Self {
        let group = |label, bindings: &[(wgpu::ShaderStages, wgpu::BindingType)]| {
            let entries: Vec<_> = bindings
                .iter()
                .enumerate()
                .map(|(k, &(visibility, ty))| wgpu::BindGroupLayoutEntry {
                    binding: k as u32,
                    visibility,
                    ty,
                    count: None,
                })
                .collect();
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some(label),
                entries: &entries,
            })
        };
        let depth = texture(wgpu::TextureSampleType::Depth);
        let compare = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
        let plain = texture(wgpu::TextureSampleType::Float { filterable: false });
        let color = texture(COLOR_TEXTURE);
        let mut draw = vec![(BOTH, uniform(true))];
        draw.extend([(VERTEX, storage(false)); super::gpu::STORAGE_BUFFERS as usize]);
        let mut material = vec![(FRAGMENT, uniform(false))];
        for _ in 0..crate::model::TEXTURE_BINDINGS {
            material.extend([(FRAGMENT, color), (FRAGMENT, FILTERING)]);
        }
        Self {
            frame: group("frame", &[(VERTEX, uniform(true)), (FRAGMENT, storage(true))]),
            draw: group("draw", &draw),
            material: group("material", &material),
            light: group(
                "light",
                &[
                    (FRAGMENT, depth),
                    (FRAGMENT, compare),
                    (FRAGMENT, color),
                    (FRAGMENT, FILTERING),
                    (FRAGMENT, color),
                    (FRAGMENT, storage(false)),
                    (FRAGMENT, plain),
                    (FRAGMENT, CUBE),
                ],
            ),
            sky: group("sky", &[(FRAGMENT, plain)]),
            bake: group(
                "bake",
                &[(FRAGMENT, color), (FRAGMENT, FILTERING), (FRAGMENT, plain)],
            ),
            ground: group("ground", &[(FRAGMENT, color), (FRAGMENT, FILTERING)]),
            samples: group(
                "samples",
                &[
                    (FRAGMENT, plain),
                    (FRAGMENT, CUBE),
                    (FRAGMENT, color),
                    (FRAGMENT, FILTERING),
                ],
            ),
            mip: group("mip", &[(FRAGMENT, color), (FRAGMENT, FILTERING)]),
            occlusion: group(
                "occlusion",
                &[(FRAGMENT, plain), (FRAGMENT, color), (FRAGMENT, FILTERING)],
            ),
            mean: group("mean", &[(FRAGMENT, plain), (FRAGMENT, plain)]),
        }
    }
}

#[derive(Debug)]
struct Modules {
    mesh: wgpu::ShaderModule,
    ground: wgpu::ShaderModule,
    bake: wgpu::ShaderModule,
    sky: wgpu::ShaderModule,
    overlay: wgpu::ShaderModule,
    finish: wgpu::ShaderModule,
    occlusion: wgpu::ShaderModule,
    accumulate: wgpu::ShaderModule,
    mip: wgpu::ShaderModule,
}

/// Under what a pipeline is kept: its key, how it shades, samples of a pixel.
type Place = (PipelineKey, Shading, u32);

/// Layouts, shader modules and the pipelines made so far.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub layouts: Layouts,
    modules: Modules,
    /// How what is drawn next is shaded; see [`Self::shading`].
    shading: Shading,
    /// Of a pixel, of the picture that is drawn.
    samples: u32,
    made: HashMap<Place, wgpu::RenderPipeline>,
    /// To be made before the next pass, each once; empty but while a picture is planned.
    wanted: Vec<PipelineKey>,
}

/// What the picture that is drawn next has use for; the rest is compiled out. One choice a picture, so that none needs more
/// pipelines than [`PipelineKey::all`] has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Shading {
    /// Something else than its materials shows: see `look.wgsl`.
    pub look: bool,
    /// A model has layers or lights of its own.
    pub layered: bool,
    /// A picture of surroundings lights.
    pub by_picture: bool,
    /// The surroundings show behind.
    pub surroundings_behind: bool,
}

/// One vertex buffer each: position, normal, tangent, joints, weights, two sets of UVs, what a colour lacks of white.
const ATTRIBUTES: [wgpu::VertexFormat; crate::model::ATTRIBUTES] = [
    wgpu::VertexFormat::Float32x3,
    wgpu::VertexFormat::Float32x3,
    wgpu::VertexFormat::Float32x4,
    wgpu::VertexFormat::Uint16x4,
    wgpu::VertexFormat::Float32x4,
    wgpu::VertexFormat::Float32x2,
    wgpu::VertexFormat::Float32x2,
    wgpu::VertexFormat::Unorm16x4,
];
/// Position, joints, weights, and which vertex: 40 bytes.
const CORNER: [wgpu::VertexAttribute; 4] =
    wgpu::vertex_attr_array![0 => Float32x3, 1 => Uint16x4, 2 => Float32x4, 3 => Uint32];
/// Two points with a number each: 32 bytes.
const OVERLAY: [wgpu::VertexAttribute; 2] = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4];

#[allow(clippy::unnecessary_wraps, reason = "wgpu takes lists of options")]
fn vertex_layout(
    stride: u64,
    step_mode: wgpu::VertexStepMode,
    attributes: &[wgpu::VertexAttribute],
) -> Option<wgpu::VertexBufferLayout<'_>> {
    Some(wgpu::VertexBufferLayout {
        array_stride: stride,
        step_mode,
        attributes,
    })
}

/// How a pipeline is put together; the rest has the same values everywhere.
struct Recipe<'a> {
    module: &'a wgpu::ShaderModule,
    groups: &'a [Option<&'a wgpu::BindGroupLayout>],
    vertex: &'a str,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    constants: &'a [(&'a str, f64)],
    primitive: wgpu::PrimitiveState,
    depth: Option<wgpu::DepthStencilState>,
    samples: u32,
    fragment: Option<(&'a str, &'a [Option<wgpu::ColorTargetState>])>,
}

fn depth(write: bool, compare: wgpu::CompareFunction) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(write),
        depth_compare: Some(compare),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}

#[allow(clippy::unnecessary_wraps, reason = "wgpu takes lists of options")]
fn color(format: wgpu::TextureFormat, blend: bool) -> Option<wgpu::ColorTargetState> {
    Some(wgpu::ColorTargetState {
        format,
        blend: blend.then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        write_mask: wgpu::ColorWrites::ALL,
    })
}

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        Self {
            layouts: Layouts::new(device),
            modules: Modules {
                mesh: MESH_MODULE.create(device),
                ground: GROUND_MODULE.create(device),
                bake: BAKE_MODULE.create(device),
                sky: SKY_MODULE.create(device),
                overlay: OVERLAY_MODULE.create(device),
                finish: FINISH_MODULE.create(device),
                occlusion: OCCLUSION_MODULE.create(device),
                accumulate: ACCUMULATE_MODULE.create(device),
                mip: MIP_MODULE.create(device),
            },
            shading: Shading::default(),
            samples: SAMPLES,
            made: HashMap::new(),
            wanted: Vec::new(),
        }
    }

    /// Chooses how what is drawn next is shaded, and how many samples a pixel has. One choice a picture, so that none needs
    /// more pipelines than [`PipelineKey::all`] has.
    pub(super) fn shading(&mut self, shading: Shading, samples: u32) {
        self.shading = shading;
        self.samples = samples;
    }

    /// Under what a pipeline is kept: with what it tells apart of the shading.
    fn place(&self, key: PipelineKey) -> Place {
        let samples = if key.draws_samples() { self.samples } else { 1 };
        let s = self.shading;
        let shading = match key {
            // Only what is clear sees what is behind it.
            PipelineKey::Mesh(..) => Shading {
                surroundings_behind: s.surroundings_behind && s.layered,
                ..s
            },
            PipelineKey::Finish => Shading {
                look: false,
                layered: false,
                by_picture: s.by_picture && s.surroundings_behind,
                ..s
            },
            _ => Shading::default(),
        };
        (key, shading, samples)
    }

    /// Notes that a pipeline is needed; [`Self::make_wanted`] must follow before [`Self::shading`] changes.
    pub(super) fn want(&mut self, key: PipelineKey) {
        if !self.made.contains_key(&self.place(key)) && !self.wanted.contains(&key) {
            self.wanted.push(key);
        }
    }

    /// Makes what is wanted and not there yet, several at once: a driver compiles on the thread that asks.
    pub(super) fn make_wanted(&mut self, gpu: &Gpu) {
        if self.wanted.is_empty() {
            // Every frame but the first of its kind: to ask how many cores there are costs system calls.
            return;
        }
        let wanted = std::mem::take(&mut self.wanted);
        let made = Workers::all_cores().map(wanted.len(), |k| self.make(gpu, wanted[k]));
        for (key, pipeline) in wanted.into_iter().zip(made) {
            self.made.insert(self.place(key), pipeline);
        }
    }

    /// Makes the pipelines that are not there yet.
    pub(super) fn prepare(&mut self, gpu: &Gpu, keys: impl IntoIterator<Item = PipelineKey>) {
        keys.into_iter().for_each(|key| self.want(key));
        self.make_wanted(gpu);
    }

    /// A pipeline that was prepared.
    pub(super) fn get(&self, key: PipelineKey) -> &wgpu::RenderPipeline {
        self.made
            .get(&self.place(key))
            .expect("every pipeline is prepared before a pass begins")
    }

    /// What an upload needs; the pipelines of mip levels must be prepared.
    pub(super) fn upload_kit(&self) -> UploadKit {
        UploadKit {
            draw: self.layouts.draw.clone(),
            material: self.layouts.material.clone(),
            mip: self.layouts.mip.clone(),
            mips: [false, true].map(|srgb| self.get(PipelineKey::Mip(srgb)).clone()),
        }
    }

    /// How many were made.
    pub(super) fn count(&self) -> usize {
        self.made.len()
    }

    fn make(&self, gpu: &Gpu, key: PipelineKey) -> wgpu::RenderPipeline {
        let l = &self.layouts;
        let m = &self.modules;
        let by_vertex = wgpu::VertexStepMode::Vertex;
        let attributes: [_; ATTRIBUTES.len()] = std::array::from_fn(|k| {
            [wgpu::VertexAttribute {
                format: ATTRIBUTES[k],
                offset: 0,
                shader_location: k as u32,
            }]
        });
        let mesh_buffers: [_; ATTRIBUTES.len()] =
            std::array::from_fn(|k| vertex_layout(ATTRIBUTES[k].size(), by_vertex, &attributes[k]));
        let overlay_buffers = [vertex_layout(32, wgpu::VertexStepMode::Instance, &OVERLAY)];
        let shading = self.place(key).1;
        let switch = |name, on| (name, f64::from(u8::from(on)));
        let surroundings = [
            switch("BY_PICTURE", shading.by_picture),
            switch("SURROUNDINGS_BEHIND", shading.surroundings_behind),
        ];
        let class_constants = |class: VertexClass| {
            [
                switch("GENERAL", class.general),
                switch("ALL_INFLUENCES", class.all_influences),
                switch("LAYERED", shading.layered),
                surroundings[0],
                surroundings[1],
                switch("LOOK", shading.look),
                ("SAMPLES", f64::from(self.samples)),
            ]
        };
        let full_screen = |module, groups, vertex, fragment, targets| Recipe {
            module,
            groups,
            vertex,
            buffers: &[],
            constants: &[],
            primitive: wgpu::PrimitiveState::default(),
            depth: None,
            samples: 1,
            fragment: Some((fragment, targets)),
        };
        let strip = wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            ..wgpu::PrimitiveState::default()
        };
        match key {
            PipelineKey::Mesh(class, shape) => {
                let (topology, blending, culling) = match shape {
                    Shape::Triangles(b, c) => (wgpu::PrimitiveTopology::TriangleList, b, c),
                    // Alpha 1 makes blending the same as not blending; so one pipeline does for all alpha modes.
                    Shape::Lines => (wgpu::PrimitiveTopology::LineList, Blending::Blend, Culling::None),
                    Shape::Points => (wgpu::PrimitiveTopology::PointList, Blending::Blend, Culling::None),
                };
                let entry = match blending {
                    Blending::Opaque => "fs_opaque",
                    Blending::Mask => "fs_mask",
                    Blending::Blend => "fs_blend",
                };
                let writes_depth = blending != Blending::Blend || !matches!(shape, Shape::Triangles(..));
                build(
                    gpu,
                    &Recipe {
                        module: &m.mesh,
                        groups: &[Some(&l.frame), Some(&l.draw), Some(&l.material), Some(&l.light)],
                        vertex: "vs_mesh",
                        buffers: &mesh_buffers,
                        constants: &class_constants(class),
                        primitive: wgpu::PrimitiveState {
                            topology,
                            cull_mode: match culling {
                                Culling::None => None,
                                Culling::Clockwise => Some(wgpu::Face::Back),
                                Culling::CounterClockwise => Some(wgpu::Face::Front),
                            },
                            ..wgpu::PrimitiveState::default()
                        },
                        depth: Some(depth(writes_depth, wgpu::CompareFunction::GreaterEqual)),
                        samples: self.samples,
                        fragment: Some((entry, &[color(COLOR_FORMAT, blending == Blending::Blend)])),
                    },
                )
            }
            PipelineKey::Shadow(class, cut) => build(
                gpu,
                &Recipe {
                    module: &m.mesh,
                    groups: &[Some(&l.frame), Some(&l.draw), Some(&l.material)][..if cut { 3 } else { 2 }],
                    vertex: "vs_mesh",
                    buffers: &mesh_buffers,
                    constants: &class_constants(class),
                    primitive: wgpu::PrimitiveState::default(),
                    depth: Some(wgpu::DepthStencilState {
                        format: SHADOW_FORMAT,
                        ..depth(true, wgpu::CompareFunction::LessEqual)
                    }),
                    samples: 1,
                    fragment: cut.then_some(("fs_cut", &[])),
                },
            ),
            PipelineKey::Probe(class) => build(
                gpu,
                &Recipe {
                    module: &m.mesh,
                    groups: &[Some(&l.frame), Some(&l.draw)],
                    vertex: "vs_mesh",
                    buffers: &mesh_buffers,
                    constants: &[&class_constants(class)[..], &[("PROBE", 1.0)]].concat(),
                    primitive: wgpu::PrimitiveState {
                        topology: wgpu::PrimitiveTopology::PointList,
                        ..wgpu::PrimitiveState::default()
                    },
                    depth: None,
                    samples: 1,
                    fragment: Some(("fs_probe", &[const { target(PROBE_FORMAT) }; 3])),
                },
            ),
            PipelineKey::Wire(all_influences) => build(
                gpu,
                &Recipe {
                    module: &m.mesh,
                    groups: &[Some(&l.frame), Some(&l.draw)],
                    vertex: "vs_wire",
                    buffers: &[vertex_layout(super::wires::CORNER_BYTES, by_vertex, &CORNER)],
                    constants: &class_constants(VertexClass {
                        general: true,
                        all_influences,
                    }),
                    primitive: wgpu::PrimitiveState::default(),
                    depth: Some(depth(false, wgpu::CompareFunction::GreaterEqual)),
                    samples: self.samples,
                    fragment: Some(("fs_wire", &[color(COLOR_FORMAT, true)])),
                },
            ),
            PipelineKey::Bake => build(
                gpu,
                &full_screen(
                    &m.bake,
                    &[Some(&l.frame), Some(&l.bake)],
                    "vs_bake",
                    "fs_bake",
                    &[target(BAKE_FORMAT)],
                ),
            ),
            PipelineKey::Sky => build(
                gpu,
                &full_screen(
                    &m.sky,
                    &[Some(&l.frame), Some(&l.sky)],
                    "vs_sky",
                    "fs_sky",
                    &[target(SKY_FORMAT)],
                ),
            ),
            PipelineKey::Closeness => build(
                gpu,
                &full_screen(
                    &m.sky,
                    &[Some(&l.frame), Some(&l.sky)],
                    "vs_sky",
                    "fs_closeness",
                    &[target(BAKE_FORMAT)],
                ),
            ),
            PipelineKey::Ground => build(
                gpu,
                &Recipe {
                    module: &m.ground,
                    groups: &[Some(&l.frame), Some(&l.ground)],
                    vertex: "vs_ground",
                    buffers: &[],
                    constants: &[],
                    primitive: strip,
                    depth: Some(depth(false, wgpu::CompareFunction::GreaterEqual)),
                    samples: self.samples,
                    fragment: Some(("fs_ground", &[color(COLOR_FORMAT, true)])),
                },
            ),
            PipelineKey::Overlay(hidden) => build(
                gpu,
                &Recipe {
                    module: &m.overlay,
                    groups: &[Some(&l.frame)],
                    vertex: "vs_overlay",
                    buffers: &overlay_buffers,
                    constants: &[("HIDDEN", f64::from(u8::from(hidden)))],
                    primitive: strip,
                    depth: Some(depth(
                        false,
                        if hidden {
                            wgpu::CompareFunction::Less
                        } else {
                            wgpu::CompareFunction::GreaterEqual
                        },
                    )),
                    samples: self.samples,
                    fragment: Some(("fs_overlay", &[color(COLOR_FORMAT, true)])),
                },
            ),
            PipelineKey::Finish => build(
                gpu,
                &Recipe {
                    constants: &surroundings,
                    ..full_screen(
                        &m.finish,
                        &[Some(&l.frame), Some(&l.samples)],
                        "vs_finish",
                        "fs_finish",
                        &[target(OUTPUT_FORMAT)],
                    )
                },
            ),
            PipelineKey::Occlusion | PipelineKey::Smooth => build(
                gpu,
                &full_screen(
                    &m.occlusion,
                    &[Some(&l.frame), Some(&l.occlusion)],
                    "vs_occlusion",
                    if key == PipelineKey::Smooth {
                        "fs_smooth"
                    } else {
                        "fs_occlusion"
                    },
                    &[target(OCCLUSION_FORMAT)],
                ),
            ),
            PipelineKey::Accumulate => build(
                gpu,
                &full_screen(
                    &m.accumulate,
                    &[Some(&l.mean)],
                    "vs_accumulate",
                    "fs_accumulate",
                    &[target(MEAN_FORMAT)],
                ),
            ),
            PipelineKey::Backdrop => build(
                gpu,
                &full_screen(
                    &m.mip,
                    &[Some(&l.mip)],
                    "vs_mip",
                    "fs_mip",
                    &[target(COLOR_FORMAT)],
                ),
            ),
            PipelineKey::Mip(srgb) => {
                let format = super::texture::format(srgb);
                build(
                    gpu,
                    &full_screen(&m.mip, &[Some(&l.mip)], "vs_mip", "fs_mip", &[target(format)]),
                )
            }
        }
    }
}

#[allow(clippy::unnecessary_wraps, reason = "wgpu takes lists of options")]
const fn target(format: wgpu::TextureFormat) -> Option<wgpu::ColorTargetState> {
    Some(wgpu::ColorTargetState {
        format,
        blend: None,
        write_mask: wgpu::ColorWrites::ALL,
    })
}

fn build(gpu: &Gpu, recipe: &Recipe<'_>) -> wgpu::RenderPipeline {
    let layout = gpu
        .device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(recipe.vertex),
            bind_group_layouts: recipe.groups,
            immediate_size: 0,
        });
    let vertex_options = wgpu::PipelineCompilationOptions {
        constants: recipe.constants,
        ..wgpu::PipelineCompilationOptions::default()
    };
    gpu.create_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(recipe.vertex),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: recipe.module,
            entry_point: Some(recipe.vertex),
            compilation_options: vertex_options.clone(),
            buffers: recipe.buffers,
        },
        primitive: recipe.primitive,
        depth_stencil: recipe.depth.clone(),
        multisample: wgpu::MultisampleState {
            count: recipe.samples,
            ..wgpu::MultisampleState::default()
        },
        fragment: recipe.fragment.map(|(entry_point, targets)| wgpu::FragmentState {
            module: recipe.module,
            entry_point: Some(entry_point),
            compilation_options: vertex_options.clone(),
            targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}
