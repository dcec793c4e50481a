//! One primitive's vertices, indices, influences and morph targets on the device.

use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3, Vec4};

use super::buffers::filled_buffer;
use super::{Gpu, RenderError};
use crate::math::Bounds;
use crate::model::{Primitive, Topology};
use crate::skinning::MorphDelta;

/// What `vs_mesh` reads at locations 0 to 2.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct GeometryVertex {
    position: Vec3,
    normal: Vec3,
    tangent: [f32; 4],
}

/// Locations 3 and 4.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct InfluenceVertex {
    joints: [u16; 4],
    weights: [f32; 4],
}

/// Locations 5 to 7.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct SurfaceVertex {
    uvs: [Vec2; 2],
    color: [u16; 4],
}

/// Bindings that the deltas of one primitive can be split over.
pub(super) const DELTA_BINDINGS: usize = 3;

/// How a primitive's corners are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Triangles,
    Lines,
    Points,
}

/// Vertex data packed for upload, made on a worker.
#[derive(Debug)]
pub(super) struct PackedPrimitive {
    geometry: Vec<GeometryVertex>,
    influences: Vec<InfluenceVertex>,
    surface: Vec<SurfaceVertex>,
    indices: Option<Vec<u32>>,
    more: Vec<u32>,
    kind: Kind,
    rest_bounds: Bounds,
}

/// A primitive's buffers.
#[derive(Debug)]
pub(super) struct GpuPrimitive {
    pub vertex_count: u32,
    pub geometry: wgpu::Buffer,
    pub influences: wgpu::Buffer,
    pub surface: wgpu::Buffer,
    /// `None`: the vertices in order.
    pub indices: Option<wgpu::Buffer>,
    /// Indices, or vertices without them.
    pub corner_count: u32,
    pub kind: Kind,
    pub has_influences: bool,
    /// A vertex has more than four.
    pub all_influences: bool,
    pub more: Option<wgpu::Buffer>,
    pub morph: Option<GpuMorph>,
    /// Index into the model's materials.
    pub material: usize,
    pub rest_bounds: Bounds,
}

/// A primitive's morph targets.
#[derive(Debug)]
pub(super) struct GpuMorph {
    pub start: wgpu::Buffer,
    pub deltas: Vec<wgpu::Buffer>,
    pub deltas_per_binding: u32,
}

/// Packs vertices; missing attributes get the value that leaves no trace.
pub(super) fn pack(primitive: &Primitive) -> PackedPrimitive {
    let count = primitive.vertex_count();
    let geometry = (0..count)
        .map(|v| {
            let vertex = primitive.vertex(v);
            GeometryVertex {
                position: vertex.position,
                normal: vertex.normal,
                tangent: vertex.tangent.to_array(),
            }
        })
        .collect();
    let whole = InfluenceVertex {
        joints: [0; 4],
        weights: [1.0, 0.0, 0.0, 0.0],
    };
    let influences = match &primitive.influences {
        Some(i) => (0..count)
            .map(|v| match (i.joints4().get(v), i.weights4().get(v)) {
                (Some(&joints), Some(&weights)) => InfluenceVertex { joints, weights },
                _ => whole,
            })
            .collect(),
        None => vec![whole; count],
    };
    let uv = |set: usize, v: usize| {
        primitive.uvs[set]
            .as_ref()
            .and_then(|uvs| uvs.get(v))
            .copied()
            .unwrap_or(Vec2::ZERO)
    };
    let color = |v: usize| {
        let c = primitive
            .colors
            .as_ref()
            .and_then(|c| c.get(v))
            .copied()
            .unwrap_or(Vec4::ONE);
        c.clamp(Vec4::ZERO, Vec4::ONE)
            .to_array()
            .map(|x| (x * 65535.0 + 0.5) as u16)
    };
    let surface = (0..count)
        .map(|v| SurfaceVertex {
            uvs: [uv(0, v), uv(1, v)],
            color: color(v),
        })
        .collect();
    let (kind, indices) = match primitive.topology {
        Topology::Points => (Kind::Points, primitive.indices.as_ref().map(|i| i.to_vec())),
        Topology::Lines | Topology::LineLoop | Topology::LineStrip => (Kind::Lines, Some(primitive.lines())),
        Topology::Triangles if primitive.indices.is_none() => (Kind::Triangles, None),
        _ => (Kind::Triangles, Some(primitive.triangles())),
    };
    let more = primitive.influences.as_ref().map_or_else(Vec::new, |i| {
        let starts = i.extra_start();
        let words = starts.iter().map(|s| starts.len() as u32 + 2 * s);
        words
            .chain(i.extra().iter().flat_map(|e| [e.joint, e.weight.to_bits()]))
            .collect()
    });
    let rest_bounds = Bounds::of(primitive.positions.iter().copied());
    PackedPrimitive {
        geometry,
        influences,
        surface,
        indices,
        more,
        kind,
        rest_bounds,
    }
}

impl GpuPrimitive {
    /// Uploads what [`pack`] made.
    pub(super) fn new(
        gpu: &Gpu,
        primitive: &Primitive,
        packed: &PackedPrimitive,
        material: usize,
    ) -> Result<Self, RenderError> {
        let vertex =
            |what, bytes: &[u8], stride| filled_buffer(gpu, what, wgpu::BufferUsages::VERTEX, bytes, stride);
        let morph = match &primitive.morph {
            Some(morph) if !morph.deltas().is_empty() => {
                Some(GpuMorph::new(gpu, morph.start(), morph.deltas())?)
            }
            _ => None,
        };
        let indices = match &packed.indices {
            Some(indices) => Some(filled_buffer(
                gpu,
                "vertex indices",
                wgpu::BufferUsages::INDEX,
                bytemuck::cast_slice(indices),
                4,
            )?),
            None => None,
        };
        let storage = wgpu::BufferUsages::STORAGE;
        let more = if packed.more.is_empty() {
            None
        } else {
            Some(filled_buffer(
                gpu,
                "influences beyond the fourth",
                storage,
                bytemuck::cast_slice(&packed.more),
                4,
            )?)
        };
        let whole_triangles = primitive.vertex_count() / 3 * 3;
        Ok(Self {
            vertex_count: primitive.vertex_count() as u32,
            geometry: vertex(
                "vertex positions and normals",
                bytemuck::cast_slice(&packed.geometry),
                40,
            )?,
            influences: vertex("vertex influences", bytemuck::cast_slice(&packed.influences), 24)?,
            surface: vertex(
                "vertex UVs and colours",
                bytemuck::cast_slice(&packed.surface),
                24,
            )?,
            indices,
            corner_count: match (&packed.indices, packed.kind) {
                (Some(indices), _) => indices.len() as u32,
                (None, Kind::Triangles) => whole_triangles as u32,
                (None, _) => primitive.vertex_count() as u32,
            },
            kind: packed.kind,
            has_influences: primitive.influences.is_some(),
            all_influences: more.is_some(),
            more,
            morph,
            material,
            rest_bounds: packed.rest_bounds,
        })
    }

    /// Triangles of one draw.
    pub(super) fn triangle_count(&self) -> u32 {
        if self.kind == Kind::Triangles {
            self.corner_count / 3
        } else {
            0
        }
    }
}

impl GpuMorph {
    fn new(gpu: &Gpu, start: &[u32], deltas: &[MorphDelta]) -> Result<Self, RenderError> {
        let limits = gpu.limits();
        let binding_bytes = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let allowed = (binding_bytes / size_of::<MorphDelta>() as u64).min(u64::from(u32::MAX / 4)) as usize;
        Self::split(gpu, start, deltas, allowed)
    }

    /// Spreads `deltas` over bindings of at most `per_binding`.
    fn split(
        gpu: &Gpu,
        start: &[u32],
        deltas: &[MorphDelta],
        per_binding: usize,
    ) -> Result<Self, RenderError> {
        if deltas.len() > DELTA_BINDINGS * per_binding {
            return Err(RenderError::TooLarge {
                what: "morph targets of one primitive (deltas)".into(),
                needed: deltas.len() as u64,
                allowed: (DELTA_BINDINGS * per_binding) as u64,
            });
        }
        let storage = wgpu::BufferUsages::STORAGE;
        let deltas: Result<Vec<_>, _> = deltas
            .chunks(per_binding.max(1))
            .map(|part| filled_buffer(gpu, "morph deltas", storage, bytemuck::cast_slice(part), 40))
            .collect();
        Ok(Self {
            start: filled_buffer(gpu, "morph starts", storage, bytemuck::cast_slice(start), 4)?,
            deltas: deltas?,
            deltas_per_binding: per_binding as u32,
        })
    }
}
