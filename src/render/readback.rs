//! From a texture back to memory.

use super::{Gpu, RenderError};

/// The texels of `texture`'s first level, rows from the top, tightly packed; `texel_bytes` each.
pub(super) fn read_texture(
    gpu: &Gpu,
    texture: &wgpu::Texture,
    texel_bytes: u32,
) -> Result<Vec<u8>, RenderError> {
    gpu.take_error()?;
    let size = texture.size();
    let row_bytes = size.width * texel_bytes;
    let padded_row_bytes = row_bytes.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let needed = u64::from(padded_row_bytes) * u64::from(size.height);
    let allowed = gpu.limits().max_buffer_size;
    if needed > allowed {
        return Err(RenderError::TooLarge {
            what: "reading the picture back (bytes)".into(),
            needed,
            allowed,
        });
    }
    let buffer = gpu.create_buffer(&wgpu::BufferDescriptor {
        label: Some("readback"),
        size: needed,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("readback"),
        });
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(padded_row_bytes),
                rows_per_image: None,
            },
        },
        size,
    );
    gpu.queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // Nobody listens any more only if waiting failed, which is reported below.
        let _ = sender.send(result);
    });
    gpu.wait()?;
    match receiver.try_recv() {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(RenderError::Device(error.to_string())),
        Err(_) => return Err(RenderError::Lost),
    }
    let mapped = buffer
        .get_mapped_range(..)
        .map_err(|e| RenderError::Device(e.to_string()))?;
    let mut packed = Vec::with_capacity(row_bytes as usize * size.height as usize);
    for row in mapped.chunks_exact(padded_row_bytes as usize) {
        packed.extend_from_slice(&row[..row_bytes as usize]);
    }
    Ok(packed)
}
