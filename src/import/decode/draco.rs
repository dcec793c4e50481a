//! Meshes of KHR_draco_mesh_compression.
//!
//! Source: the Draco bitstream by way of the crate `draco-core`. It is given ceilings that follow from what the document
//! declares, and the room for all of it is asked for before it begins.

use draco_core::decode_limits::DecodeLimits;
use draco_core::decoder_buffer::DecoderBuffer;
use draco_core::draco_types::DataType;
use draco_core::geometry_attribute::PointAttribute;
use draco_core::geometry_indices::PointIndex;
use draco_core::mesh::Mesh;
use draco_core::mesh_decoder::MeshDecoder;
use draco_core::status::{DracoError, ErrorKind};

use super::super::{Budget, Result};
use crate::model::Issue;
use crate::work::Work;

/// Bytes a triangle and a vertex of working room: corner tables and maps of the decoder.
const TRIANGLE_ROOM: usize = 128;
const VERTEX_ROOM: usize = 64;
/// Bytes a number of an attribute of working room: as coded, as a whole number, and as it is in the end.
const NUMBER_ROOM: usize = 16;

/// The kinds of numbers that an accessor holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// BYTE.
    I8,
    /// UNSIGNED_BYTE.
    U8,
    /// SHORT.
    I16,
    /// UNSIGNED_SHORT.
    U16,
    /// UNSIGNED_INT.
    U32,
    /// FLOAT.
    F32,
}

/// An attribute that the document expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Its number in the stream.
    pub id: u32,
    /// Numbers a vertex: 1 to 16.
    pub width: usize,
    /// What the accessor says they are.
    pub number: Number,
    /// True if whole numbers stand for 0 to 1 or -1 to 1.
    pub normalized: bool,
}

/// What the document declares of a stream. No stream that holds more is decoded.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'a> {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Attributes in the order in which they are returned.
    pub attributes: &'a [Wanted],
}

/// A decoded mesh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// Number of vertices; at most as declared.
    pub vertices: usize,
    /// Three a triangle, each below `vertices`.
    pub indices: Vec<u32>,
    /// The attributes asked for: little-endian, tightly packed, `vertices` elements each.
    pub attributes: Vec<Vec<u8>>,
}

/// Decodes `bytes`. `pointer` says where the stream stands. One call cannot be stopped half-way; it looks at the cancel
/// token before and after.
pub fn decode(
    bytes: &[u8],
    declared: &Declared<'_>,
    budget: &Budget,
    pointer: &str,
    work: &Work,
) -> Result<Decoded> {
    work.cancel.check()?;
    let numbers: usize = declared.attributes.iter().map(|a| a.width).sum();
    let per_vertex = numbers.saturating_mul(NUMBER_ROOM).saturating_add(VERTEX_ROOM);
    budget.ask(declared.triangles, TRIANGLE_ROOM, pointer)?;
    if let Err(issue) = budget.ask(declared.vertices, per_vertex, pointer) {
        budget.give_back(declared.triangles, TRIANGLE_ROOM);
        return Err(issue.into());
    }
    let made = decode_within(bytes, declared, (declared.vertices * per_vertex) as u64, pointer);
    budget.give_back(declared.triangles, TRIANGLE_ROOM);
    budget.give_back(declared.vertices, per_vertex);
    let made = made?;
    let kept = made.attributes.iter().map(Vec::len).sum::<usize>() + 4 * made.indices.len();
    budget.ask(kept, 1, pointer)?;
    work.cancel.check()?;
    Ok(made)
}

fn decode_within(bytes: &[u8], declared: &Declared<'_>, room: u64, pointer: &str) -> Result<Decoded, Issue> {
    let broken = |reason: String| Issue::error("draco-broken", pointer).with("reason", reason);
    let larger = || {
        Issue::error("draco-larger-than-declared", pointer)
            .with("vertices", declared.vertices)
            .with("triangles", declared.triangles)
    };
    let failed = |error: &DracoError| match error.kind() {
        ErrorKind::LimitExceeded | ErrorKind::AllocationExceedsInput => larger(),
        _ if error.message().is_empty() => broken(error.kind().as_str().to_owned()),
        _ => broken(error.message().to_owned()),
    };
    let limits = DecodeLimits::default()
        .with_max_points(declared.vertices as u64)
        .with_max_faces(declared.triangles as u64)
        .with_max_decoded_bytes(room);
    let mut mesh = Mesh::new();
    MeshDecoder::new()
        .decode(&mut DecoderBuffer::new(bytes).with_limits(limits), &mut mesh)
        .map_err(|e| failed(&e))?;
    let vertices = mesh.num_points();
    if vertices > declared.vertices || mesh.num_faces() > declared.triangles {
        return Err(larger());
    }
    let indices: Vec<u32> = mesh.faces().iter().flatten().map(|corner| corner.0).collect();
    if indices.iter().any(|&corner| corner as usize >= vertices) {
        return Err(broken("a corner without a point".to_owned()));
    }
    let one = |wanted: &Wanted| {
        let missing = || {
            Issue::error("draco-attribute-missing", pointer)
                .with("id", wanted.id)
                .with("width", wanted.width)
        };
        let attribute = mesh.attribute_by_unique_id(wanted.id).ok_or_else(missing)?;
        if usize::from(attribute.num_components()) != wanted.width {
            return Err(missing());
        }
        values(attribute, vertices, wanted).ok_or_else(|| broken("a point without a value".to_owned()))
    };
    Ok(Decoded {
        vertices,
        attributes: declared.attributes.iter().map(one).collect::<Result<_, _>>()?,
        indices,
    })
}

/// One element a vertex in the numbers of the accessor; `None` if the attribute holds less than it says.
fn values(attribute: &PointAttribute, vertices: usize, wanted: &Wanted) -> Option<Vec<u8>> {
    let kind = attribute.data_type();
    let (size, stride) = (kind.byte_length(), usize::try_from(attribute.byte_stride()).ok()?);
    let data = attribute.buffer().data();
    let element = size * wanted.width;
    let same = as_draco(wanted.number) == kind;
    let mut out = Vec::with_capacity(vertices * wanted.width * if same { size } else { 4 });
    for point in 0..vertices {
        let value = attribute.mapped_index(PointIndex(point as u32)).0 as usize;
        let start = value.checked_mul(stride)?;
        let bytes = data.get(start..start.checked_add(element)?)?;
        if same {
            out.extend_from_slice(bytes);
            continue;
        }
        for one in bytes.chunks_exact(size) {
            let (value, scale) = read(kind, one)?;
            // Whole numbers of a normalised attribute stand for shares of their largest one.
            let is_share = attribute.normalized() || wanted.normalized;
            write(
                wanted,
                if is_share { value / scale } else { value },
                is_share,
                &mut out,
            );
        }
    }
    Some(out)
}

fn as_draco(number: Number) -> DataType {
    match number {
        Number::I8 => DataType::Int8,
        Number::U8 => DataType::Uint8,
        Number::I16 => DataType::Int16,
        Number::U16 => DataType::Uint16,
        Number::U32 => DataType::Uint32,
        Number::F32 => DataType::Float32,
    }
}

/// A number and the largest one of its kind; 1 for floats.
fn read(kind: DataType, bytes: &[u8]) -> Option<(f64, f64)> {
    Some(match (kind, bytes) {
        (DataType::Int8, &[a]) => (f64::from(a.cast_signed()), 127.0),
        (DataType::Uint8, &[a]) => (f64::from(a), 255.0),
        (DataType::Bool, &[a]) => (f64::from(a), 1.0),
        (DataType::Int16, &[a, b]) => (f64::from(i16::from_le_bytes([a, b])), 32767.0),
        (DataType::Uint16, &[a, b]) => (f64::from(u16::from_le_bytes([a, b])), 65535.0),
        (DataType::Int32, &[a, b, c, d]) => {
            (f64::from(i32::from_le_bytes([a, b, c, d])), f64::from(i32::MAX))
        }
        (DataType::Uint32, &[a, b, c, d]) => {
            (f64::from(u32::from_le_bytes([a, b, c, d])), f64::from(u32::MAX))
        }
        (DataType::Float32, &[a, b, c, d]) => (f64::from(f32::from_le_bytes([a, b, c, d])), 1.0),
        (DataType::Float64, bytes) => (f64::from_le_bytes(bytes.try_into().ok()?), 1.0),
        (DataType::Int64, bytes) => (i64::from_le_bytes(bytes.try_into().ok()?) as f64, i64::MAX as f64),
        (DataType::Uint64, bytes) => (u64::from_le_bytes(bytes.try_into().ok()?) as f64, u64::MAX as f64),
        _ => return None,
    })
}

/// Casts saturate, and what is no number becomes 0.
fn write(wanted: &Wanted, value: f64, is_share: bool, out: &mut Vec<u8>) {
    let whole = |largest: f64| {
        if is_share {
            (value * largest).round()
        } else {
            value.round()
        }
    };
    match wanted.number {
        Number::I8 => out.push((whole(127.0) as i8).cast_unsigned()),
        Number::U8 => out.push(whole(255.0) as u8),
        Number::I16 => out.extend((whole(32767.0) as i16).to_le_bytes()),
        Number::U16 => out.extend((whole(65535.0) as u16).to_le_bytes()),
        Number::U32 => out.extend((whole(f64::from(u32::MAX)) as u32).to_le_bytes()),
        Number::F32 => out.extend((value as f32).to_le_bytes()),
    }
}

#[cfg(test)]
#[path = "draco_tests.rs"]
mod tests;
