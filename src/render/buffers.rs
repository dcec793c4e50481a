//! Buffers that are filled once, with sizes checked against the device.

use super::{Gpu, RenderError};

/// A buffer that holds `bytes`; never empty, so that it can always be bound.
pub(super) fn filled_buffer(
    gpu: &Gpu,
    what: &'static str,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
    at_least: usize,
) -> Result<wgpu::Buffer, RenderError> {
    let size = bytes.len().max(at_least).next_multiple_of(4) as u64;
    check_size(gpu, what, usage, size)?;
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(what),
        size,
        usage,
        mapped_at_creation: true,
    });
    gpu.take_error()?;
    if !bytes.is_empty() {
        let mut mapped = buffer
            .get_mapped_range_mut(..)
            .map_err(|_| RenderError::OutOfMemory {
                what: "uploading the model",
            })?;
        mapped.slice(..bytes.len()).copy_from_slice(bytes);
    }
    buffer.unmap();
    Ok(buffer)
}

/// A buffer of `size` bytes to be written each frame.
pub(super) fn empty_buffer(
    gpu: &Gpu,
    what: &'static str,
    usage: wgpu::BufferUsages,
    size: u64,
) -> Result<wgpu::Buffer, RenderError> {
    check_size(gpu, what, usage, size)?;
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(what),
        size: size.max(16).next_multiple_of(4),
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    gpu.take_error()?;
    Ok(buffer)
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
