//! What a view is drawn into, and how a picture comes back from it.

use super::cost::texture_bytes;
use super::readback::read_texture;
use super::{Gpu, RenderError};

/// Linear display light (tone mapped where it is shaded), premultiplied alpha; enough bits not to band.
pub(super) const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// Reverse-Z: near 1, far 0.
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// sRGB-encoded values, premultiplied: what egui shows and PNGs are made from.
pub(super) const OUTPUT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// A finished picture: sRGB-encoded, straight alpha, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// `4 * width * height` bytes.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// The four bytes of one pixel; x to the right, y down.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = 4 * (y as usize * self.width as usize + x as usize);
        [
            self.rgba[at],
            self.rgba[at + 1],
            self.rgba[at + 2],
            self.rgba[at + 3],
        ]
    }
}

/// The textures of one view: its light, the mean of its samples, and the finished picture. What is between belongs to the
/// renderer ([`Room`](super::room)).
#[derive(Debug)]
pub struct ViewTarget {
    size_px: [u32; 2],
    /// The mean of the samples.
    pub(super) resolved: wgpu::TextureView,
    /// Its texture.
    pub(super) resolved_texture: wgpu::Texture,
    output: wgpu::Texture,
    output_view: wgpu::TextureView,
    /// Changes when the textures do, so that bind groups on them are made anew.
    pub(super) generation: u64,
}

impl ViewTarget {
    /// Textures of `size_px` (width, height), each side brought into 1 ..= [`Gpu::max_texture_px`].
    pub fn new(gpu: &Gpu, size_px: [u32; 2]) -> Self {
        let size_px = size_px.map(|s| s.clamp(1, gpu.max_texture_px()));
        let make = |label, format, usage| {
            gpu.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width: size_px[0],
                    height: size_px[1],
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let sampled = wgpu::TextureUsages::TEXTURE_BINDING;
        // By the device: OpenGL cannot read single samples through wgpu.
        let copied = wgpu::TextureUsages::COPY_SRC;
        let resolved = make("view light", COLOR_FORMAT, drawn | sampled | copied);
        let output = make("view output", OUTPUT_FORMAT, drawn | sampled | copied);
        let view = |t: &wgpu::Texture| t.create_view(&wgpu::TextureViewDescriptor::default());
        Self {
            size_px,
            resolved: view(&resolved),
            resolved_texture: resolved,
            output_view: view(&output),
            output,
            generation: next_generation(),
        }
    }

    /// Makes the textures anew if the size differs.
    pub fn resize(&mut self, gpu: &Gpu, size_px: [u32; 2]) {
        if size_px.map(|s| s.clamp(1, gpu.max_texture_px())) != self.size_px {
            *self = Self::new(gpu, size_px);
        }
    }

    /// Width and height, pixels; at least 1 each.
    pub fn size_px(&self) -> [u32; 2] {
        self.size_px
    }

    /// The finished picture (Rgba8Unorm, sRGB-encoded, premultiplied): what egui shows as it is.
    pub fn texture_view(&self) -> &wgpu::TextureView {
        &self.output_view
    }

    /// The finished picture's texture.
    pub fn texture(&self) -> &wgpu::Texture {
        &self.output
    }

    /// Bytes of its textures.
    pub(super) fn bytes(&self) -> u64 {
        texture_bytes(&self.resolved_texture) + texture_bytes(&self.output)
    }

    /// The finished picture in memory, with straight alpha. Waits for the device.
    pub fn read(&self, gpu: &Gpu) -> Result<Picture, RenderError> {
        let mut rgba = read_texture(gpu, &self.output, 4)?;
        for pixel in rgba.chunks_exact_mut(4) {
            let alpha = u32::from(pixel[3]);
            if alpha != 0 && alpha != 255 {
                for channel in &mut pixel[..3] {
                    *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha).min(255) as u8;
                }
            }
        }
        Ok(Picture {
            width: self.size_px[0],
            height: self.size_px[1],
            rgba,
        })
    }
}

/// The pixels of a texture of four bytes a pixel (Rgba8 or Bgra8) in memory, as they are and opaque. Waits for the device.
pub fn read_opaque(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Picture, RenderError> {
    let mut rgba = read_texture(gpu, texture, 4)?;
    let swapped = matches!(
        texture.format(),
        wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Bgra8UnormSrgb
    );
    for pixel in rgba.chunks_exact_mut(4) {
        if swapped {
            pixel.swap(0, 2);
        }
        pixel[3] = 255;
    }
    Ok(Picture {
        width: texture.width(),
        height: texture.height(),
        rgba,
    })
}

fn next_generation() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
