//! The file's bytes and the buffers that they hold or name.

use std::path::Path;

use gltf::json;

use super::budget::Budget;
use super::packed_views::{self, Packed};
use super::report::Report;
use super::{ImportError, Result, decode, uri};
use crate::model::Issue;
use crate::work::Work;

enum Buffer<'a> {
    /// The binary chunk of the file.
    Chunk(&'a [u8]),
    Owned(Vec<u8>),
    /// Neither: legal where an extension says how to fill it.
    Nothing,
}

/// The buffers of a file, as long as they claim to be.
pub(super) struct Buffers<'a> {
    buffers: Vec<Buffer<'a>>,
    /// What compressed buffer views hold, by their index.
    unpacked: Vec<Option<Vec<u8>>>,
    external_bytes: u64,
}

impl Buffers<'_> {
    /// The bytes of a buffer view.
    pub(super) fn view(&self, root: &json::Root, view: usize) -> Result<&[u8], Issue> {
        let pointer = format!("/bufferViews/{view}");
        let Some(found) = root.buffer_views.get(view) else {
            return Err(Issue::error("buffer-view-missing", "/bufferViews")
                .with("index", view)
                .with("count", root.buffer_views.len()));
        };
        if let Some(Some(unpacked)) = self.unpacked.get(view) {
            return Ok(unpacked);
        }
        let (start, length) = (found.byte_offset.map_or(0, |o| o.0), found.byte_length.0);
        self.range(found.buffer.value(), start, length, pointer)
    }

    /// Bytes of a buffer; `pointer` says who names them.
    fn range(&self, buffer: usize, start: u64, length: u64, pointer: String) -> Result<&[u8], Issue> {
        let bytes = match self.buffers.get(buffer) {
            Some(Buffer::Chunk(bytes)) => bytes,
            Some(Buffer::Owned(bytes)) => bytes.as_slice(),
            Some(Buffer::Nothing) => {
                return Err(Issue::error("buffer-without-data", format!("/buffers/{buffer}")));
            }
            None => {
                return Err(Issue::error("buffer-missing", pointer)
                    .with("index", buffer)
                    .with("count", self.buffers.len()));
            }
        };
        let range = usize::try_from(start)
            .ok()
            .zip(
                start
                    .checked_add(length)
                    .and_then(|end| usize::try_from(end).ok()),
            )
            .and_then(|(start, end)| bytes.get(start..end));
        range.ok_or_else(|| {
            Issue::error("buffer-view-out-of-bounds", pointer)
                .with("offset", start as f64)
                .with("length", length as f64)
                .with("buffer", buffer)
                .with("available", bytes.len())
        })
    }

    /// Bytes that were read from other files.
    pub(super) fn external_bytes(&self) -> u64 {
        self.external_bytes
    }
}

/// Reads the model's own file whole.
pub(super) fn read_model_file(path: &Path, name: &str, budget: &Budget) -> Result<Vec<u8>, Issue> {
    if path.is_dir() {
        return Err(Issue::error("file-is-folder", "").with("file", name));
    }
    uri::read_file(path, budget, "").map_err(|mut issue| {
        if issue.code == "file-missing" {
            issue.code = "model-file-missing";
        }
        issue
    })
}

/// Reads every buffer. A buffer that cannot be read refuses the file: what points into it would be garbage.
pub(super) fn load<'a>(
    root: &json::Root,
    chunk: Option<&'a [u8]>,
    folder: Option<&Path>,
    budget: &Budget,
    work: &Work,
    report: &mut Report,
) -> Result<Buffers<'a>> {
    let mut out = Buffers {
        buffers: Vec::new(),
        unpacked: Vec::new(),
        external_bytes: 0,
    };
    let packed = packed_views::find(root)?;
    let stand_ins = packed_views::stand_ins(root, &packed);
    for (index, buffer) in root.buffers.iter().enumerate() {
        let pointer = format!("/buffers/{index}");
        let mut found = match (&buffer.uri, chunk) {
            // Whoever reads the compressed views has no use for it.
            _ if stand_ins[index] => Buffer::Nothing,
            (Some(uri), _) => {
                let (bytes, read) = uri::read(uri, folder, budget, &format!("{pointer}/uri"))?;
                out.external_bytes += read;
                Buffer::Owned(bytes)
            }
            (None, Some(chunk)) if index == 0 => Buffer::Chunk(chunk),
            (None, _) => Buffer::Nothing,
        };
        let available = match &found {
            Buffer::Chunk(bytes) => bytes.len(),
            Buffer::Owned(bytes) => bytes.len(),
            Buffer::Nothing => usize::MAX,
        };
        let Some(length) = usize::try_from(buffer.byte_length.0)
            .ok()
            .filter(|&n| n <= available || available == usize::MAX)
        else {
            return Err(Issue::error("buffer-too-short", pointer)
                .with("expected", buffer.byte_length.0 as f64)
                .with("found", available)
                .into());
        };
        match &mut found {
            Buffer::Chunk(bytes) => *bytes = &bytes[..length],
            Buffer::Owned(bytes) => bytes.truncate(length),
            Buffer::Nothing => {}
        }
        out.buffers.push(found);
    }
    // A view that leaves its buffer, used or not, means that this is not the buffer the document was written for.
    for view in 0..root.buffer_views.len() {
        match out.view(root, view) {
            Err(issue) if issue.code == "buffer-view-out-of-bounds" => return Err(issue.into()),
            _ => {}
        }
    }
    out.unpacked = unpack(root, &out, &packed, budget, work, report)?;
    Ok(out)
}

/// Unpacks compressed views on the workers. One that is damaged refuses the file, unless its plain twin is there.
fn unpack(
    root: &json::Root,
    buffers: &Buffers<'_>,
    packed: &[Option<Packed>],
    budget: &Budget,
    work: &Work,
    report: &mut Report,
) -> Result<Vec<Option<Vec<u8>>>> {
    let done = work.workers.map(packed.len(), |view| {
        let Some(packed) = &packed[view] else {
            return Ok(None);
        };
        let bytes = buffers.range(packed.buffer, packed.start, packed.length, packed.pointer.clone())?;
        decode::meshopt::decode(&packed.stream(bytes), budget, &packed.pointer, work).map(Some)
    });
    let mut out = Vec::with_capacity(done.len());
    for (view, one) in done.into_iter().enumerate() {
        out.push(match one {
            Err(ImportError::Refused(issue)) if buffers.view(root, view).is_ok() => {
                report.push(Issue::warning("meshopt-plain-instead", issue.pointer).with("cause", issue.code));
                None
            }
            other => other?,
        });
    }
    Ok(out)
}
