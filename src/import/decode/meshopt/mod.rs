//! Buffer views of EXT_meshopt_compression and KHR_meshopt_compression.
//!
//! Source: the specification of KHR_meshopt_compression, appendices A (bitstream) and B (filters); EXT is the part of it
//! with version 0 of the attribute stream and without the colour filter. Both are accepted under either name.
//!
//! A stream is checked while it is read: one that ends early, has bytes left, or looks back at what was never written is
//! refused. What is decoded is as large as the document declares, and asked for before it is made.

mod attributes;
mod cursor;
mod filters;
mod indices;
mod triangles;

use serde::Deserialize;

use super::super::{Budget, Result};
use crate::model::Issue;
use crate::work::Work;

/// How elements are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Mode {
    /// Any elements of 4 to 256 bytes.
    Attributes,
    /// A list of triangles.
    Triangles,
    /// Indices of anything.
    Indices,
}

/// What is done to attributes after they are unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Filter {
    /// Nothing.
    #[default]
    None,
    /// Unit vectors, from an octahedron.
    Octahedral,
    /// Unit quaternions, from their three smaller components.
    Quaternion,
    /// Floats, from exponent and mantissa.
    Exponential,
    /// Colours, from luma and chroma.
    Color,
}

/// A compressed stream and what the document declares of it.
#[derive(Debug, Clone, Copy)]
pub struct Stream<'a> {
    /// Exactly the stream: its end is how the tail is found.
    pub bytes: &'a [u8],
    /// How it is packed.
    pub mode: Mode,
    /// What is done to it then.
    pub filter: Filter,
    /// Number of elements; indices count one by one.
    pub count: usize,
    /// Bytes an element.
    pub stride: usize,
}

/// Why a stream is none. Each is a word in `issue-meshopt-broken`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// Count, stride and filter do not go together.
    Layout,
    /// The first byte is no known version.
    Header,
    /// It ends early.
    Short,
    /// Bytes are left.
    Long,
    /// A code that does not exist.
    Code,
    /// It looks back at something that was never written.
    Back,
}

impl Fault {
    fn word(self) -> &'static str {
        match self {
            Self::Layout => "layout",
            Self::Header => "header",
            Self::Short => "short",
            Self::Long => "long",
            Self::Code => "code",
            Self::Back => "back",
        }
    }
}

/// Elements between two looks at the cancel token.
const PORTION: usize = 1 << 16;

/// Unpacks `stream` to `count * stride` bytes. `pointer` says where it stands.
///
/// Cost: O(count * stride), one allocation.
pub fn decode(stream: &Stream<'_>, budget: &Budget, pointer: &str, work: &Work) -> Result<Vec<u8>> {
    let broken = |fault: Fault| Issue::error("meshopt-broken", pointer).with("reason", fault.word());
    check_layout(stream).map_err(broken)?;
    budget.ask(stream.count, stream.stride, pointer)?;
    // The product fits: the budget has granted it.
    let mut out = vec![0; stream.count * stream.stride];
    let pause = || work.cancel.check();
    let done = match stream.mode {
        Mode::Attributes => attributes::decode(stream.bytes, stream.stride, &mut out, pause)?,
        Mode::Triangles => triangles::decode(stream.bytes, stream.stride, &mut out, pause)?,
        Mode::Indices => indices::decode(stream.bytes, stream.stride, &mut out, pause)?,
    };
    if let Err(fault) = done {
        budget.give_back(stream.count, stream.stride);
        return Err(broken(fault).into());
    }
    for portion in out.chunks_mut(stream.stride.max(1) * PORTION) {
        pause()?;
        filters::apply(stream.filter, stream.stride, portion);
    }
    Ok(out)
}

/// The rules of the extension's properties.
fn check_layout(stream: &Stream<'_>) -> std::result::Result<(), Fault> {
    let stride = stream.stride;
    let good = match stream.mode {
        Mode::Attributes => {
            let whole = stride.is_multiple_of(4) && (4..=256).contains(&stride);
            whole
                && match stream.filter {
                    Filter::None | Filter::Exponential => true,
                    Filter::Octahedral | Filter::Color => stride == 4 || stride == 8,
                    Filter::Quaternion => stride == 8,
                }
        }
        Mode::Triangles => {
            stream.count.is_multiple_of(3) && is_index_size(stride) && stream.filter == Filter::None
        }
        Mode::Indices => is_index_size(stride) && stream.filter == Filter::None,
    };
    if good { Ok(()) } else { Err(Fault::Layout) }
}

fn is_index_size(stride: usize) -> bool {
    stride == 2 || stride == 4
}

/// Writes an index as two or four bytes; the upper half of a large one is lost in two, as the specification has it.
fn put_index(out: &mut [u8], index: u32) {
    let bytes = index.to_le_bytes();
    let size = out.len().min(4);
    out[..size].copy_from_slice(&bytes[..size]);
}

#[cfg(test)]
mod tests;
