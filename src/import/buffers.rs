//! The file's bytes and the buffers that they hold or name.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;
use gltf::json;

use super::budget::Budget;
use super::packed_views::{self, Packed};
use super::report::Report;
use super::uri::External;
use super::{ImportError, Result, decode, uri, whole_file};
use crate::model::Issue;
use crate::work::Work;

enum Buffer {
    /// A part of the model's own file or of another one, or what a URI stood for.
    Bytes(Part),
    /// Neither: legal where an extension says how to fill it.
    Nothing,
}

/// A part of bytes that are read once and kept as long as anything refers to them.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// They themselves.
    pub(super) bytes: Bytes,
    /// False where the model should not hold on to the bytes: most of them are pictures, which are decoded.
    pub(super) keep: bool,
}

/// The buffers of a file, as long as they claim to be.
pub(super) struct Buffers {
    entries: Vec<Buffer>,
    /// What compressed buffer views hold, by their index.
    unpacked: Vec<Option<Part>>,
    external: External,
}

impl Buffers {
    /// The bytes of a buffer view.
    pub(super) fn view(&self, root: &json::Root, view: usize) -> Result<&[u8], Issue> {
        let (part, range) = self.find(root, view)?;
        Ok(&part.bytes[range])
    }

    /// A buffer view as a part of what holds it.
    pub(super) fn part(&self, root: &json::Root, view: usize) -> Result<Part, Issue> {
        let (part, range) = self.find(root, view)?;
        Ok(Part {
            bytes: part.bytes.slice(range),
            keep: part.keep,
        })
    }

    /// Its buffer, and where it lies in there.
    fn find(&self, root: &json::Root, view: usize) -> Result<(&Part, Range<usize>), Issue> {
        let pointer = format!("/bufferViews/{view}");
        let Some(found) = root.buffer_views.get(view) else {
            return Err(Issue::error("buffer-view-missing", "/bufferViews")
                .with("index", view)
                .with("count", root.buffer_views.len()));
        };
        if let Some(Some(unpacked)) = self.unpacked.get(view) {
            return Ok((unpacked, 0..unpacked.bytes.len()));
        }
        let (start, length) = (found.byte_offset.map_or(0, |o| o.0), found.byte_length.0);
        self.range(found.buffer.value(), start, length, pointer)
    }

    /// A part of a buffer; `pointer` says who names it.
    fn range(
        &self,
        buffer: usize,
        start: u64,
        length: u64,
        pointer: String,
    ) -> Result<(&Part, Range<usize>), Issue> {
        let part = match self.entries.get(buffer) {
            Some(Buffer::Bytes(part)) => part,
            Some(Buffer::Nothing) => {
                return Err(Issue::error("buffer-without-data", format!("/buffers/{buffer}")));
            }
            None => {
                return Err(Issue::error("buffer-missing", pointer)
                    .with("index", buffer)
                    .with("count", self.entries.len()));
            }
        };
        let range = usize::try_from(start)
            .ok()
            .zip(
                start
                    .checked_add(length)
                    .and_then(|end| usize::try_from(end).ok()),
            )
            .map(|(start, end)| start..end)
            .filter(|range| range.start <= range.end && range.end <= part.bytes.len());
        range.map(|range| (part, range)).ok_or_else(|| {
            Issue::error("buffer-view-out-of-bounds", pointer)
                .with("offset", start as f64)
                .with("length", length as f64)
                .with("buffer", buffer)
                .with("available", part.bytes.len())
        })
    }

    /// What was read from other files.
    pub(super) fn external(&self) -> &External {
        &self.external
    }

    /// All of a buffer; `None` where there is nothing in it.
    pub(super) fn whole(&self, buffer: usize) -> Option<&[u8]> {
        match self.entries.get(buffer)? {
            Buffer::Bytes(part) => Some(&part.bytes),
            Buffer::Nothing => None,
        }
    }
}

/// Reads the model's own file whole.
pub(super) fn read_model_file(path: &Path, name: &str, budget: &Budget, work: &Work) -> Result<Bytes> {
    if path.is_dir() {
        return Err(Issue::error("file-is-folder", "").with("file", name).into());
    }
    whole_file::read(path, budget, &work.cancel, "").map_err(|error| match error {
        ImportError::Refused(issue) if issue.code == "file-missing" => Issue {
            code: "model-file-missing",
            ..issue
        }
        .into(),
        other => other,
    })
}

/// Reads every buffer. A buffer that cannot be read refuses the file: what points into it would be garbage.
///
/// `chunk`: where the binary chunk lies in `file`, if there is one.
pub(super) fn load(
    root: &json::Root,
    file: &Bytes,
    chunk: Option<&Range<usize>>,
    folder: Option<&Path>,
    budget: &Budget,
    work: &Work,
    report: &mut Report,
) -> Result<Buffers> {
    let pictures = picture_bytes(root);
    let mut out = Buffers {
        entries: Vec::new(),
        unpacked: Vec::new(),
        external: External::default(),
    };
    let packed = packed_views::find(root)?;
    let stand_ins = packed_views::stand_ins(root, &packed);
    for (index, buffer) in root.buffers.iter().enumerate() {
        let pointer = format!("/buffers/{index}");
        let mut bytes = match (&buffer.uri, chunk) {
            // Whoever reads the compressed views has no use for it.
            _ if stand_ins[index] => {
                out.entries.push(Buffer::Nothing);
                continue;
            }
            (Some(uri), _) => {
                let uri::Read { bytes, file } =
                    uri::read(uri, folder, budget, &work.cancel, &format!("{pointer}/uri"))?;
                out.external.add(file, bytes.len());
                bytes
            }
            (None, Some(chunk)) if index == 0 => file.slice(chunk.clone()),
            (None, _) => {
                out.entries.push(Buffer::Nothing);
                continue;
            }
        };
        let Some(length) = usize::try_from(buffer.byte_length.0)
            .ok()
            .filter(|&n| n <= bytes.len())
        else {
            return Err(Issue::error("buffer-too-short", pointer)
                .with("expected", buffer.byte_length.0 as f64)
                .with("found", bytes.len())
                .into());
        };
        bytes.truncate(length);
        out.entries.push(Buffer::Bytes(Part {
            keep: pictures[index] <= length as u64 / 2,
            bytes,
        }));
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
    buffers: &Buffers,
    packed: &[Option<Packed>],
    budget: &Budget,
    work: &Work,
    report: &mut Report,
) -> Result<Vec<Option<Part>>> {
    let done = work.workers.map(packed.len(), |view| {
        let Some(packed) = &packed[view] else {
            return Ok(None);
        };
        let (part, range) =
            buffers.range(packed.buffer, packed.start, packed.length, packed.pointer.clone())?;
        let stream = packed.stream(&part.bytes[range]);
        let bytes = decode::meshopt::decode(&stream, budget, &packed.pointer, work)?;
        Ok(Some(Part {
            bytes: bytes.into(),
            keep: true,
        }))
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

/// Per buffer the bytes of views that hold pictures.
fn picture_bytes(root: &json::Root) -> Vec<u64> {
    let mut bytes = vec![0_u64; root.buffers.len()];
    let views = root
        .images
        .iter()
        .filter_map(|i| root.buffer_views.get(i.buffer_view?.value()));
    for view in views {
        if let Some(sum) = bytes.get_mut(view.buffer.value()) {
            *sum = sum.saturating_add(view.byte_length.0);
        }
    }
    bytes
}
