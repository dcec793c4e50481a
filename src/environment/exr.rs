//! OpenEXR pictures (`.exr`), by the crate `exr`, whose header is looked at before it allocates anything for pixels.

use std::cell::Cell;
use std::io::{Cursor, Error, Read, Result as IoResult, Seek, SeekFrom};

use exr::prelude::{ReadChannels as _, ReadLayers as _, Vec2};
use glam::Vec3;

use super::{EnvironmentError, Reducer, check_size};
use crate::model::Issue;
use crate::work::{CancelToken, Work};

/// Most bytes of one block, unpacked: 32 rows of 32,768 pixels of four channels are 16 MiB.
const MOST_BLOCK: usize = 256 << 20;
/// A picture has red, green and blue; renderers add some dozens of others.
const MOST_CHANNELS: usize = 256;

/// The file's bytes, until it is asked to stop.
struct Source<'a> {
    bytes: Cursor<&'a [u8]>,
    cancel: CancelToken,
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        if self.cancel.is_cancelled() {
            return Err(Error::other("cancelled"));
        }
        self.bytes.read(buffer)
    }
}

impl Seek for Source<'_> {
    fn seek(&mut self, to: SeekFrom) -> IoResult<u64> {
        self.bytes.seek(to)
    }
}

/// Reads a picture that begins with the magic number of OpenEXR.
pub(super) fn read(bytes: &[u8], most_memory: u64, work: &Work) -> Result<Reducer, EnvironmentError> {
    let source = Source {
        bytes: Cursor::new(bytes),
        cancel: work.cancel.clone(),
    };
    let failed = |error: exr::error::Error| -> EnvironmentError {
        if work.cancel.is_cancelled() {
            EnvironmentError::Cancelled
        } else {
            refusal(&error).into()
        }
    };
    let chunks = exr::block::read(source, false).map_err(failed)?;
    let headers = chunks.headers();
    let has = |h: &exr::meta::header::Header, name: &str| h.channels.list.iter().any(|c| c.name.eq(name));
    let wanted = |h: &&exr::meta::header::Header| !h.deep && ["R", "G", "B"].iter().all(|n| has(h, n));
    let Some(chosen) = headers.iter().find(wanted) else {
        return Err(Issue::error("environment-channels", "").into());
    };
    let size_px = check_size(
        [
            chosen.layer_size.width() as u64,
            chosen.layer_size.height() as u64,
        ],
        most_memory,
    )?;
    let of_all = |h: &exr::meta::header::Header| {
        h.channels.list.len() <= MOST_CHANNELS && h.max_block_byte_size() <= MOST_BLOCK
    };
    if !headers.iter().all(of_all) {
        return Err(Issue::error("environment-broken", "")
            .with("part", "the header")
            .into());
    }
    // Four bytes at least for each chunk of rows or tiles: what the file cannot hold is not tried.
    if chosen.chunk_count as u64 > bytes.len() as u64 {
        return Err(Issue::error("environment-cut-off", "").into());
    }
    work.progress.start(1000);
    let told = Cell::new(0_u64);
    let image = exr::prelude::read()
        .no_deep_data()
        .largest_resolution_level()
        .rgb_channels(
            move |_, _| Reducer::new(size_px),
            |reducer: &mut Reducer, at: Vec2<usize>, (r, g, b): (f32, f32, f32)| {
                reducer.add(at.x() as u32, at.y() as u32, Vec3::new(r, g, b));
            },
        )
        .first_valid_layer()
        .all_attributes()
        .non_parallel()
        .on_progress(|share| {
            let now = (share.clamp(0.0, 1.0) * 1000.0) as u64;
            work.progress
                .add(now.saturating_sub(told.replace(now.max(told.get()))));
        })
        .from_chunks(chunks)
        .map_err(failed)?;
    let reducer = image.layer_data.channel_data.pixels;
    // The first layer that can be read is another one than the first that has colours only in files with several.
    if reducer.file_px() == size_px {
        Ok(reducer)
    } else {
        Err(Issue::error("environment-channels", "").into())
    }
}

/// The crate's reasons in the program's words.
fn refusal(error: &exr::error::Error) -> Issue {
    match error {
        exr::error::Error::NotSupported(what) => {
            Issue::error("environment-unsupported", "").with("what", what.to_string())
        }
        exr::error::Error::Io(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => {
            Issue::error("environment-cut-off", "")
        }
        exr::error::Error::Io(_) | exr::error::Error::Aborted => Issue::error("environment-cut-off", ""),
        exr::error::Error::Invalid(_) => {
            Issue::error("environment-broken", "").with("part", "the picture data")
        }
    }
}
