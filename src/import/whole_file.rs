//! Reads a file whole into memory.

use std::io::Read as _;
use std::path::Path;

use bytes::Bytes;

use super::budget::Budget;
use crate::model::Issue;
use crate::work::CancelToken;

/// Bytes that are read between two questions whether to go on.
const PIECE: usize = 8 << 20;

/// Reads a file whole, asking for its size first.
pub(super) fn read(
    path: &Path,
    budget: &Budget,
    cancel: &CancelToken,
    pointer: &str,
) -> super::Result<Bytes> {
    let about = |code| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        Issue::error(code, pointer).with("file", name.as_ref())
    };
    let failed = |e: std::io::Error| {
        let code = if e.kind() == std::io::ErrorKind::NotFound {
            "file-missing"
        } else {
            "file-unreadable"
        };
        about(code).with("reason", e.to_string())
    };
    // Asked before it is opened: to open a pipe waits for whoever writes to it.
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(about("file-not-regular").into());
    }
    let mut file = std::fs::File::open(path).map_err(failed)?;
    let found = file.metadata().map_err(failed)?;
    if !found.is_file() {
        return Err(about("file-not-regular").into());
    }
    let size = usize::try_from(found.len()).unwrap_or(usize::MAX);
    budget.ask(size, 1, pointer)?;
    let mut room = large_pages(size);
    let mut end = 0;
    if let Some(room) = &mut room {
        while end < size {
            // A disk may be slow, and a person may think better of it meanwhile.
            cancel.check()?;
            match file.read(&mut room[end..size.min(end + PIECE)]) {
                Ok(0) => break,
                Ok(read) => end += read,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) => return Err(failed(e).into()),
            }
        }
    }
    // The rest: all of a small file; of a large one what it grew by meanwhile, nearly always nothing. Room that is never
    // written to costs nothing: a size that lies hurts nobody. One byte more, to see the end.
    let mut rest = Vec::new();
    if rest.try_reserve_exact((size - end).saturating_add(1)).is_err() {
        budget.ask(usize::MAX, 1, pointer)?;
    }
    // Never more than the budget allows.
    let limit = (size as u64).saturating_add(budget.left());
    loop {
        cancel.check()?;
        let piece = (PIECE as u64).min(limit - (end + rest.len()) as u64);
        let read = (&file).take(piece).read_to_end(&mut rest).map_err(failed)?;
        if (read as u64) < piece || piece == 0 {
            break;
        }
    }
    Ok(match room {
        Some(room) if rest.is_empty() => Bytes::from_owner(room).slice(..end),
        Some(room) => [&room[..end], &rest].concat().into(),
        None => rest.into(),
    })
}

/// Room for a large file in large pages: to be given twelve thousand small ones takes longer than to fill them. `None`
/// where there are none, or for a size that a process cannot have.
#[cfg(target_os = "linux")]
fn large_pages(size: usize) -> Option<memmap2::MmapMut> {
    const LARGE: usize = 4 << 20;
    if size < LARGE {
        return None;
    }
    let room = memmap2::MmapMut::map_anon(size).ok()?;
    // Where the kernel has no large pages the room is of small ones.
    room.advise(memmap2::Advice::HugePage).ok()?;
    Some(room)
}

#[cfg(not(target_os = "linux"))]
fn large_pages(_: usize) -> Option<Vec<u8>> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_files_are_read_to_their_last_byte() {
        let folder = tempfile::tempdir().unwrap();
        // Below and above what lies in large pages, and more than a piece.
        for size in [0, 5, (4 << 20) - 1, 4 << 20, PIECE + 7] {
            let path = folder.path().join("x");
            let content: Vec<u8> = (0..size).map(|k| (k % 251) as u8).collect();
            std::fs::write(&path, &content).unwrap();
            let budget = Budget::new(size as u64);
            let read = read(&path, &budget, &CancelToken::default(), "").unwrap();
            assert!(*read == *content, "{size}");
            assert_eq!(budget.left(), 0, "{size}");
        }
    }
}
