//! Corners of triangles without indices, for lines and marks that know where in their triangle they are.
//!
//! Made when a picture first needs them, and kept while pictures do: about 120 bytes a triangle.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use super::buffers::empty_buffer;
use super::{Gpu, RenderError};
use crate::model::{Model, Primitive, Topology};

/// What `vs_wire` reads at locations 0 to 3.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Corner {
    position: Vec3,
    joints: [u16; 4],
    weights: [f32; 4],
    /// The vertex, and above [`VERTEX_BITS`] what is marked of it.
    vertex: u32,
}

/// Bytes of a corner.
pub(super) const CORNER_BYTES: u64 = size_of::<Corner>() as u64;

/// Bits of [`Corner::vertex`] that number it; the same in `wire.wgsl`.
const VERTEX_BITS: u32 = 28;

/// Corners of a primitive on the device.
#[derive(Debug)]
pub(super) struct WirePart {
    pub corners: wgpu::Buffer,
    pub count: u32,
    /// A vertex of it is marked.
    pub marked: bool,
}

/// The corners of all primitives, mesh by mesh; nothing where there are no triangles, or too many for this device.
#[derive(Debug)]
pub(super) struct Wires {
    pub parts: Vec<Vec<Option<WirePart>>>,
    /// Influences that vertices may have without being marked; `None`: nothing is marked.
    pub limit: Option<u32>,
    /// False: only of primitives with marks.
    pub edges: bool,
}

impl Wires {
    pub(super) fn new(gpu: &Gpu, model: &Model, limit: Option<u32>, edges: bool) -> Self {
        let part = |primitive: &Primitive| {
            upload(gpu, primitive, limit, edges).unwrap_or_else(|error| {
                log::warn!("the edges of {} are not drawn: {error}", primitive.source.pointer);
                None
            })
        };
        let parts = model
            .meshes
            .iter()
            .map(|m| m.primitives.iter().map(part).collect());
        Self {
            parts: parts.collect(),
            limit,
            edges,
        }
    }
}

fn upload(
    gpu: &Gpu,
    primitive: &Primitive,
    limit: Option<u32>,
    edges: bool,
) -> Result<Option<WirePart>, RenderError> {
    const WHAT: &str = "edges of triangles";
    // Piece by piece: the whole is several times what the file has.
    const PIECE: usize = 1 << 16;
    if matches!(
        primitive.topology,
        Topology::Points | Topology::Lines | Topology::LineLoop | Topology::LineStrip
    ) {
        return Ok(None);
    }
    let marks = limit.map(|limit| marks_of(primitive, limit));
    let marked = marks.as_ref().is_some_and(|m| m.iter().any(|k| *k != 0));
    if primitive.vertex_count() >= 1 << VERTEX_BITS || !(edges || marked) {
        return Ok(None);
    }
    let corners = primitive.triangles();
    if corners.is_empty() {
        return Ok(None);
    }
    let size = corners.len() as u64 * CORNER_BYTES;
    let buffer = empty_buffer(gpu, WHAT, wgpu::BufferUsages::VERTEX, size)?;
    for (k, piece) in corners.chunks(PIECE).enumerate() {
        let piece: Vec<Corner> = piece
            .iter()
            .map(|v| corner(primitive, *v, marks.as_deref()))
            .collect();
        let at = (k * PIECE) as u64 * CORNER_BYTES;
        gpu.write_buffer(&buffer, at, bytemuck::cast_slice(&piece));
    }
    Ok(Some(WirePart {
        corners: buffer,
        count: corners.len() as u32,
        marked,
    }))
}

/// Per vertex 0, or what is worst of it: 1 more influences than the limit, 2 not normalised, 3 without weight.
fn marks_of(primitive: &Primitive, limit: u32) -> Vec<u8> {
    let kind = |m: crate::model::WeightMarks| match m {
        m if m.unweighted => 3,
        m if m.unnormalised => 2,
        m => u8::from(m.over_limit),
    };
    primitive.weight_marks(limit).map(kind).collect()
}

fn corner(primitive: &Primitive, vertex: u32, marks: Option<&[u8]>) -> Corner {
    let at = vertex as usize;
    let influences = primitive.influences.as_ref();
    let (joints, weights) = influences
        .and_then(|i| Some((*i.joints4().get(at)?, *i.weights4().get(at)?)))
        .unwrap_or(([0; 4], [1.0, 0.0, 0.0, 0.0]));
    let mark = marks.and_then(|m| m.get(at)).copied().unwrap_or(0);
    Corner {
        position: primitive.positions[at],
        joints,
        weights,
        vertex: vertex | u32::from(mark) << VERTEX_BITS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::InfluencesBuilder;

    #[test]
    fn a_corner_says_which_vertex_it_is_and_what_is_marked_of_it() {
        let mut builder = InfluencesBuilder::new(6, 2);
        builder.push([(1, 0.5), (2, 0.5)]);
        builder.push([(3, 1.0)]);
        let primitive = Primitive {
            positions: vec![Vec3::X, Vec3::Y].into(),
            influences: Some(builder.finish().0),
            ..Primitive::default()
        };
        let marks = marks_of(&primitive, 1);
        assert_eq!(marks, [1, 0]);
        let c = corner(&primitive, 0, Some(&marks));
        assert_eq!(
            (c.vertex & ((1 << VERTEX_BITS) - 1), c.vertex >> VERTEX_BITS),
            (0, 1)
        );
        let c = corner(&primitive, 1, Some(&marks));
        assert_eq!((c.vertex, c.joints[0], c.position), (1, 3, Vec3::Y));
        assert_eq!(CORNER_BYTES, 40);
    }
}
