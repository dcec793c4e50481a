//! Pictures and samplers on the device: sRGB or linear, mip maps, brought down to the device's limit.

use std::collections::HashMap;

use super::texture_blocks;
use super::upload::{Feed, PIECE, UPLOADING, UploadKit};
use super::{Gpu, RenderError};
use crate::model::{Filter, Image, Pixels, Sampler, Wrap};

/// 8-bit RGBA; `srgb` decodes when read.
pub(super) fn format(srgb: bool) -> wgpu::TextureFormat {
    if srgb {
        wgpu::TextureFormat::Rgba8UnormSrgb
    } else {
        wgpu::TextureFormat::Rgba8Unorm
    }
}

/// A texture of one colour, for slots without one.
pub(super) fn one_texel(feed: &mut Feed<'_>, rgba: [u8; 4]) -> Result<wgpu::TextureView, RenderError> {
    let texture = create(feed.gpu, [1, 1], 1, format(false), MADE_HERE)?;
    write(feed, &texture, 1, 1, &rgba)?;
    Ok(texture.create_view(&wgpu::TextureViewDescriptor::default()))
}

/// Bytes that a picture's upload counts as in progress.
pub(super) fn upload_bytes(image: &Image) -> u64 {
    match &image.pixels {
        Pixels::Rgba8(rgba) => rgba.len() as u64,
        Pixels::Basis(_) => 4 * u64::from(image.width) * u64::from(image.height),
    }
}

/// Uploads a picture with all its mip levels.
pub(super) fn upload(
    feed: &mut Feed<'_>,
    kit: &UploadKit,
    image: &Image,
    srgb: bool,
) -> Result<wgpu::TextureView, RenderError> {
    match &image.pixels {
        Pixels::Rgba8(rgba) => upload_rgba(feed, kit, image, [image.width, image.height], rgba, srgb),
        Pixels::Basis(basis) => texture_blocks::upload(feed, kit, image, basis, srgb),
    }
}

/// Uploads the pixels of `image` and makes its mip levels; `size` is theirs.
pub(super) fn upload_rgba(
    feed: &mut Feed<'_>,
    kit: &UploadKit,
    image: &Image,
    size: [u32; 2],
    rgba: &[u8],
    srgb: bool,
) -> Result<wgpu::TextureView, RenderError> {
    let gpu = feed.gpu;
    let allowed = gpu.max_texture_px();
    let [mut width, mut height] = size.map(|side| side.max(1));
    let mut smaller: Option<Vec<u8>> = None;
    while width > allowed || height > allowed {
        let source = smaller.as_deref().unwrap_or(rgba);
        let (halved, w, h) = halve(source, [width, height], [width > allowed, height > allowed]);
        (smaller, width, height) = (Some(halved), w, h);
    }
    if smaller.is_some() {
        log::warn!(
            "picture {} is {} x {} pixels; this device allows {allowed}, so it is shown at {width} x {height}",
            image.name.as_deref().unwrap_or("without a name"),
            image.width,
            image.height
        );
    }
    let pixels = smaller.as_deref().unwrap_or(rgba);
    if pixels.len() < 4 * width as usize * height as usize {
        // The importer does not make such an image; a white texel is better than a device error.
        return one_texel(feed, [255; 4]);
    }
    let levels = width.max(height).ilog2() + 1;
    let texture = create(gpu, [width, height], levels, format(srgb), MADE_HERE)?;
    write(feed, &texture, width, height, pixels)?;
    gpu.caught(UPLOADING, || fill_mips(gpu, kit, &texture, levels, srgb))?;
    Ok(texture.create_view(&wgpu::TextureViewDescriptor::default()))
}

/// What a picture whose mip levels are drawn here is for, besides.
const MADE_HERE: wgpu::TextureUsages = wgpu::TextureUsages::RENDER_ATTACHMENT;

/// An empty picture on the device, which can be written to and sampled; `more`: what else it is for.
pub(super) fn create(
    gpu: &Gpu,
    [width, height]: [u32; 2],
    levels: u32,
    format: wgpu::TextureFormat,
    more: wgpu::TextureUsages,
) -> Result<wgpu::Texture, RenderError> {
    let descriptor = wgpu::TextureDescriptor {
        label: Some("picture"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST | more,
        view_formats: &[],
    };
    gpu.caught(UPLOADING, || gpu.create_texture(&descriptor))
}

/// Writes the largest level, some rows at a time.
fn write(
    feed: &mut Feed<'_>,
    texture: &wgpu::Texture,
    width: u32,
    height: u32,
    rgba: &[u8],
) -> Result<(), RenderError> {
    let row_bytes = 4 * width as usize;
    let rows_at_once = (PIECE / row_bytes).max(1);
    for (k, rows) in rgba[..row_bytes * height as usize]
        .chunks(row_bytes * rows_at_once)
        .enumerate()
    {
        let mut place = texture.as_image_copy();
        place.origin.y = (k * rows_at_once) as u32;
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(4 * width),
            rows_per_image: None,
        };
        let size = wgpu::Extent3d {
            width,
            height: (rows.len() / row_bytes) as u32,
            depth_or_array_layers: 1,
        };
        let gpu = feed.gpu;
        gpu.caught(UPLOADING, || gpu.queue.write_texture(place, rows, layout, size))?;
        feed.handed(rows.len())?;
    }
    Ok(())
}

fn fill_mips(gpu: &Gpu, kit: &UploadKit, texture: &wgpu::Texture, levels: u32, srgb: bool) {
    if levels < 2 {
        return;
    }
    let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("mip"),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        ..wgpu::SamplerDescriptor::default()
    });
    let level_view = |level| {
        texture.create_view(&wgpu::TextureViewDescriptor {
            base_mip_level: level,
            mip_level_count: Some(1),
            ..wgpu::TextureViewDescriptor::default()
        })
    };
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("mips") });
    for level in 1..levels {
        let (above, below) = (level_view(level - 1), level_view(level));
        let bind = gpu.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("mip"),
            layout: &kit.mip,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&above),
                },
                wgpu::BindGroupEntry {
                    binding: 1,
                    resource: wgpu::BindingResource::Sampler(&sampler),
                },
            ],
        });
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("mip"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &below,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&kit.mips[usize::from(srgb)]);
        pass.set_bind_group(0, &bind, &[]);
        pass.draw(0..3, 0..1);
    }
    gpu.queue.submit([encoder.finish()]);
}

/// Means of two or four neighbours; `wide`, `high`: in which directions. Bytes as they are: for the rare picture
/// beyond the device's limit that is close enough.
fn halve(rgba: &[u8], [width, height]: [u32; 2], [wide, high]: [bool; 2]) -> (Vec<u8>, u32, u32) {
    let w = if wide { width.div_ceil(2) } else { width };
    let h = if high { height.div_ceil(2) } else { height };
    let mut out = Vec::with_capacity(4 * w as usize * h as usize);
    for y in 0..h {
        for x in 0..w {
            let xs = if wide {
                [2 * x, (2 * x + 1).min(width - 1)]
            } else {
                [x, x]
            };
            let ys = if high {
                [2 * y, (2 * y + 1).min(height - 1)]
            } else {
                [y, y]
            };
            for channel in 0..4 {
                let at = |x: u32, y: u32| {
                    let index = 4 * (y as usize * width as usize + x as usize) + channel;
                    u32::from(rgba.get(index).copied().unwrap_or(255))
                };
                let sum = at(xs[0], ys[0]) + at(xs[1], ys[0]) + at(xs[0], ys[1]) + at(xs[1], ys[1]);
                out.push(((sum + 2) / 4) as u8);
            }
        }
    }
    (out, w, h)
}

/// Samplers by what they do, made once each.
#[derive(Debug, Default)]
pub(super) struct Samplers(HashMap<Sampler, wgpu::Sampler>);

impl Samplers {
    pub(super) fn get(&mut self, gpu: &Gpu, sampler: Sampler) -> &wgpu::Sampler {
        self.0
            .entry(sampler)
            .or_insert_with(|| create_sampler(gpu, sampler))
    }
}

fn create_sampler(gpu: &Gpu, sampler: Sampler) -> wgpu::Sampler {
    let wrap = |w| match w {
        Wrap::Repeat => wgpu::AddressMode::Repeat,
        Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
    };
    let filter = |f| match f {
        Filter::Linear => wgpu::FilterMode::Linear,
        Filter::Nearest => wgpu::FilterMode::Nearest,
    };
    // NEAREST_MIPMAP_LINEAR is an old default of OpenGL that exporters write down and nobody means; a picture that is
    // meant to show its texels is also enlarged by the nearest.
    let min = if sampler.mip == Some(Filter::Linear) && sampler.mag == Filter::Linear {
        Filter::Linear
    } else {
        sampler.min
    };
    let smooth =
        [sampler.mag, min].iter().all(|f| *f == Filter::Linear) && sampler.mip == Some(Filter::Linear);
    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("picture"),
        address_mode_u: wrap(sampler.wrap_u),
        address_mode_v: wrap(sampler.wrap_v),
        mag_filter: filter(sampler.mag),
        min_filter: filter(min),
        mipmap_filter: match sampler.mip {
            Some(Filter::Linear) => wgpu::MipmapFilterMode::Linear,
            Some(Filter::Nearest) | None => wgpu::MipmapFilterMode::Nearest,
        },
        lod_max_clamp: if sampler.mip.is_some() { 32.0 } else { 0.0 },
        // A rasteriser on the CPU pays for every tap.
        anisotropy_clamp: if smooth && !gpu.is_software() { 8 } else { 1 },
        ..wgpu::SamplerDescriptor::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_one_direction_leaves_the_other() {
        let rgba: Vec<u8> = (0..4).flat_map(|v| [v * 10, 0, 0, 255]).collect();
        let (out, w, h) = halve(&rgba, [1, 4], [false, true]);
        assert_eq!((w, h), (1, 2));
        assert_eq!((out[0], out[4], out[3]), (5, 25, 255));
        let (out, w, h) = halve(&rgba[..12], [3, 1], [true, false]);
        assert_eq!((w, h), (2, 1));
        assert_eq!((out[0], out[4]), (5, 20));
    }
}
