//! Buffers that are filled once, with sizes checked against the device.

use super::upload::{Feed, PIECE, UPLOADING};
use super::{Gpu, RenderError};

/// A buffer that holds `bytes`; never empty, so that it can always be bound.
pub(super) fn filled_buffer(
    feed: &mut Feed<'_>,
    what: &'static str,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
    at_least: usize,
) -> Result<wgpu::Buffer, RenderError> {
    let gpu = feed.gpu;
    let size = bytes.len().max(at_least).next_multiple_of(4) as u64;
    let buffer = empty_buffer(gpu, what, usage, size)?;
    // What is written has whole words.
    let (words, rest) = bytes.split_at(bytes.len() / 4 * 4);
    write_pieces(feed, &buffer, 0, words)?;
    if !rest.is_empty() {
        let mut last = [0; 4];
        last[..rest.len()].copy_from_slice(rest);
        gpu.caught(UPLOADING, || {
            gpu.write_buffer(&buffer, words.len() as u64, &last);
        })?;
    }
    Ok(buffer)
}

/// Writes whole words into a buffer, piece by piece.
pub(super) fn write_pieces(
    feed: &mut Feed<'_>,
    buffer: &wgpu::Buffer,
    offset: u64,
    words: &[u8],
) -> Result<(), RenderError> {
    let gpu = feed.gpu;
    for (k, piece) in words.chunks(PIECE).enumerate() {
        let at = offset + (k * PIECE) as u64;
        gpu.caught(UPLOADING, || gpu.write_buffer(buffer, at, piece))?;
        feed.handed(piece.len())?;
    }
    Ok(())
}

/// A buffer of `size` bytes to be written later.
pub(super) fn empty_buffer(
    gpu: &Gpu,
    what: &'static str,
    usage: wgpu::BufferUsages,
    size: u64,
) -> Result<wgpu::Buffer, RenderError> {
    check_size(gpu, what, usage, size)?;
    let descriptor = wgpu::BufferDescriptor {
        label: Some(what),
        size: size.max(16).next_multiple_of(4),
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    };
    gpu.caught(UPLOADING, || gpu.create_buffer(&descriptor))
}

fn check_size(gpu: &Gpu, what: &str, usage: wgpu::BufferUsages, size: u64) -> Result<(), RenderError> {
    let limits = gpu.limits();
    let mut allowed = limits.max_buffer_size;
    if usage.contains(wgpu::BufferUsages::STORAGE) {
        allowed = allowed.min(limits.max_storage_buffer_binding_size);
    }
    if size > allowed {
        return Err(RenderError::TooLarge {
            what: format!("{what} (bytes)"),
            needed: size,
            allowed,
        });
    }
    Ok(())
}
