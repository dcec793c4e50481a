//! One primitive's vertices, indices, influences and morph targets on the device.

use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3, Vec4};

use super::buffers::filled_buffer;
use super::upload::Feed;
use super::{Gpu, RenderError};
use crate::math::Bounds;
use crate::model::{Array, Primitive, Topology};
use crate::skinning::{MorphDelta, MorphTargets};

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

/// Which of a primitive's buffers another primitive has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Kept {
    pub geometry: bool,
    pub influences: bool,
    pub surface: bool,
    pub indices: bool,
    pub morph: bool,
}

impl Kept {
    /// What `new` has in common with `old`. Arrays must be the very same; influences and morph targets are compared,
    /// which costs less than to pack them.
    pub(super) fn of(old: &Primitive, new: &Primitive) -> Self {
        fn same<T: Pod>(a: Option<&Array<T>>, b: Option<&Array<T>>) -> bool {
            match (a, b) {
                (Some(a), Some(b)) => a.ptr_eq(b),
                (a, b) => a.is_none() && b.is_none(),
            }
        }
        // Influences, colours and indices that are missing are filled in by the number of vertices.
        let count = old.vertex_count() == new.vertex_count();
        Self {
            geometry: old.positions.ptr_eq(&new.positions)
                && same(old.normals.as_ref(), new.normals.as_ref())
                && same(old.tangents.as_ref(), new.tangents.as_ref()),
            influences: count && old.influences == new.influences,
            surface: count
                && (0..2).all(|k| same(old.uvs[k].as_ref(), new.uvs[k].as_ref()))
                && same(old.colors.as_ref(), new.colors.as_ref()),
            indices: count
                && old.topology == new.topology
                && same(old.indices.as_ref(), new.indices.as_ref()),
            morph: count && old.morph == new.morph,
        }
    }
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

/// A primitive's buffers. Clones share them.
#[derive(Debug, Clone)]
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
    pub has_normals: bool,
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
#[derive(Debug, Clone)]
pub(super) struct GpuMorph {
    pub start: wgpu::Buffer,
    pub deltas: Vec<wgpu::Buffer>,
    pub deltas_per_binding: u32,
}

/// Bytes that the upload of a primitive counts as in progress: about those of its buffers.
pub(super) fn upload_bytes(primitive: &Primitive, kept: Kept) -> u64 {
    let count = primitive.vertex_count();
    let corners = primitive.indices.as_ref().map_or(0, |i| i.len());
    let deltas = primitive.morph.as_ref().map_or(0, |m| m.deltas().len());
    let parts = [
        (kept.geometry, count * size_of::<GeometryVertex>()),
        (kept.influences, count * size_of::<InfluenceVertex>()),
        (kept.surface, count * size_of::<SurfaceVertex>()),
        (kept.indices, corners * 4),
        (kept.morph, deltas * size_of::<MorphDelta>()),
    ];
    let bytes = parts.iter().map(|&(kept, bytes)| if kept { 0 } else { bytes });
    bytes.sum::<usize>() as u64
}

/// Packs vertices, all but what is `kept`; missing attributes get the value that leaves no trace.
pub(super) fn pack(primitive: &Primitive, kept: Kept) -> PackedPrimitive {
    let count = primitive.vertex_count();
    let of = |kept: bool| 0..if kept { 0 } else { count };
    let geometry = of(kept.geometry)
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
        Some(i) => of(kept.influences)
            .map(|v| match (i.joints4().get(v), i.weights4().get(v)) {
                (Some(&joints), Some(&weights)) => InfluenceVertex { joints, weights },
                _ => whole,
            })
            .collect(),
        None => vec![whole; of(kept.influences).len()],
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
    let surface = of(kept.surface)
        .map(|v| SurfaceVertex {
            uvs: [uv(0, v), uv(1, v)],
            color: color(v),
        })
        .collect();
    let kind = match primitive.topology {
        Topology::Points => Kind::Points,
        Topology::Lines | Topology::LineLoop | Topology::LineStrip => Kind::Lines,
        _ => Kind::Triangles,
    };
    let indices = match kind {
        _ if kept.indices => None,
        Kind::Points => primitive.indices.as_ref().map(|i| i.to_vec()),
        Kind::Lines => Some(primitive.lines()),
        Kind::Triangles if primitive.topology == Topology::Triangles && primitive.indices.is_none() => None,
        Kind::Triangles => Some(primitive.triangles()),
    };
    let influenced = primitive.influences.as_ref().filter(|_| !kept.influences);
    let more = influenced.map_or_else(Vec::new, |i| {
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
    /// Uploads what [`pack`] made, and takes the rest from `prior`, with which it was packed.
    pub(super) fn new(
        feed: &mut Feed<'_>,
        primitive: &Primitive,
        packed: &PackedPrimitive,
        material: usize,
        prior: Option<(&Self, Kept)>,
    ) -> Result<Self, RenderError> {
        let kept = |which: fn(Kept) -> bool| prior.filter(|(_, kept)| which(*kept)).map(|(p, _)| p);
        let mut vertices =
            |what, bytes: &[u8], stride| filled_buffer(feed, what, wgpu::BufferUsages::VERTEX, bytes, stride);
        let (geometry, rest_bounds) = match kept(|k| k.geometry) {
            Some(prior) => (prior.geometry.clone(), prior.rest_bounds),
            None => {
                let bytes = bytemuck::cast_slice(&packed.geometry);
                let buffer = vertices("vertex positions and normals", bytes, 40)?;
                (buffer, packed.rest_bounds)
            }
        };
        let surface = match kept(|k| k.surface) {
            Some(prior) => prior.surface.clone(),
            None => vertices(
                "vertex UVs and colours",
                bytemuck::cast_slice(&packed.surface),
                24,
            )?,
        };
        let (influences, more) = match kept(|k| k.influences) {
            Some(prior) => (prior.influences.clone(), prior.more.clone()),
            None => {
                let first = vertices("vertex influences", bytemuck::cast_slice(&packed.influences), 24)?;
                let words: &[u8] = bytemuck::cast_slice(&packed.more);
                let more = "influences beyond the fourth";
                let more = some_buffer(feed, more, wgpu::BufferUsages::STORAGE, words)?;
                (first, more)
            }
        };
        let (indices, corner_count) = match kept(|k| k.indices) {
            Some(prior) => (prior.indices.clone(), prior.corner_count),
            None => match &packed.indices {
                Some(indices) => {
                    let bytes = bytemuck::cast_slice(indices);
                    let buffer = filled_buffer(feed, "vertex indices", wgpu::BufferUsages::INDEX, bytes, 4)?;
                    (Some(buffer), indices.len() as u32)
                }
                None if packed.kind == Kind::Triangles => (None, (primitive.vertex_count() / 3 * 3) as u32),
                None => (None, primitive.vertex_count() as u32),
            },
        };
        let morph = match kept(|k| k.morph) {
            Some(prior) => prior.morph.clone(),
            None => match &primitive.morph {
                Some(morph) if !morph.deltas().is_empty() => Some(GpuMorph::new(feed, morph)?),
                _ => None,
            },
        };
        Ok(Self {
            vertex_count: primitive.vertex_count() as u32,
            geometry,
            influences,
            surface,
            indices,
            corner_count,
            kind: packed.kind,
            has_normals: primitive.normals.is_some(),
            has_influences: primitive.influences.is_some(),
            all_influences: more.is_some(),
            more,
            morph,
            material,
            rest_bounds,
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

/// A buffer of `bytes`, if there are any.
fn some_buffer(
    feed: &mut Feed<'_>,
    what: &'static str,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
) -> Result<Option<wgpu::Buffer>, RenderError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    filled_buffer(feed, what, usage, bytes, 4).map(Some)
}

/// Deltas that one binding holds.
fn deltas_per_binding(gpu: &Gpu) -> usize {
    let limits = gpu.limits();
    let bytes = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
    (bytes / size_of::<MorphDelta>() as u64).min(u64::from(u32::MAX / 4)) as usize
}

impl GpuMorph {
    /// Spreads the deltas over as many bindings as they need.
    fn new(feed: &mut Feed<'_>, morph: &MorphTargets) -> Result<Self, RenderError> {
        let per_binding = deltas_per_binding(feed.gpu);
        let deltas = morph.deltas();
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
            .map(|part| filled_buffer(feed, "morph deltas", storage, bytemuck::cast_slice(part), 40))
            .collect();
        Ok(Self {
            start: filled_buffer(
                feed,
                "morph starts",
                storage,
                bytemuck::cast_slice(morph.start()),
                4,
            )?,
            deltas: deltas?,
            deltas_per_binding: per_binding as u32,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::InfluencesBuilder;

    #[test]
    fn a_variant_keeps_what_is_the_same_and_no_more() {
        let influences = |joint| {
            let mut builder = InfluencesBuilder::new(2, 3);
            (0..3).for_each(|_| builder.push([(joint, 1.0)]));
            Some(builder.finish().0)
        };
        let old = Primitive {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y].into(),
            normals: Some(vec![Vec3::Z; 3].into()),
            influences: influences(0),
            indices: Some(vec![0, 1, 2].into()),
            ..Primitive::default()
        };
        let all = Kept {
            geometry: true,
            influences: true,
            surface: true,
            indices: true,
            morph: true,
        };
        let changed = |change: fn(&mut Primitive)| {
            let mut new = old.clone();
            change(&mut new);
            Kept::of(&old, &new)
        };
        assert_eq!(changed(|_| {}), all);
        assert_eq!(upload_bytes(&old, all), 0);
        let moved = changed(|p| p.positions = vec![Vec3::ONE; 3].into());
        assert_eq!(
            moved,
            Kept {
                geometry: false,
                ..all
            }
        );
        let flat = changed(|p| p.normals = None);
        assert_eq!(
            flat,
            Kept {
                geometry: false,
                ..all
            }
        );
        let turned = changed(|p| p.indices = Some(vec![0, 2, 1].into()));
        assert_eq!(
            turned,
            Kept {
                indices: false,
                ..all
            }
        );
        let unrolled = changed(|p| p.topology = Topology::TriangleStrip);
        assert_eq!(
            unrolled,
            Kept {
                indices: false,
                ..all
            }
        );
        let painted = changed(|p| p.colors = Some(vec![Vec4::ONE; 3].into()));
        assert_eq!(
            painted,
            Kept {
                surface: false,
                ..all
            }
        );
        let mut follows = old.clone();
        follows.influences = influences(1);
        assert_eq!(
            Kept::of(&old, &follows),
            Kept {
                influences: false,
                ..all
            }
        );
        // One vertex more: whatever is made for each vertex is made anew.
        let longer = changed(|p| p.positions = vec![Vec3::ONE; 4].into());
        assert_eq!(longer, Kept::default());
        assert_eq!(upload_bytes(&old, Kept::default()), 3 * (40 + 24 + 24) + 3 * 4);
    }
}
