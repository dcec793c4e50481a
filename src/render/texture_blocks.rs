//! Pictures of KHR_texture_basisu on the device: in blocks that it reads as they are, or as RGBA where it reads none.

use super::texture::{create, one_texel, upload_rgba};
use super::upload::{Feed, UPLOADING, UploadKit};
use super::{Gpu, RenderError};
use crate::model::{Basis, BasisTarget, Image};

/// What shows where the data turns out to be damaged: one of the importer's greys.
const DAMAGED: [u8; 4] = [180, 180, 184, 255];

/// Transcodes a picture on this thread and uploads it with the mip levels of its file. A file with one level gets its
/// others made from RGBA: a device makes none of blocks.
pub(super) fn upload(
    feed: &mut Feed<'_>,
    kit: &UploadKit,
    image: &Image,
    basis: &Basis,
    srgb: bool,
) -> Result<wgpu::TextureView, RenderError> {
    let allowed = feed.gpu.max_texture_px();
    let last = basis.level_count() - 1;
    let fits = |level: &u32| basis.level_size(*level).iter().all(|&side| side <= allowed);
    let first = (0..=last).find(fits).unwrap_or(last);
    let target = if first == last {
        BasisTarget::Rgba8
    } else {
        choose(feed.gpu, basis.level_size(first))
    };
    let cancel = &feed.work.cancel;
    let levels = basis.transcode(first, target, || !cancel.is_cancelled());
    feed.work.cancel.check()?;
    let Some(levels) = levels else {
        let name = image.name.as_deref().unwrap_or("without a name");
        log::warn!(
            "picture {name} cannot be transcoded: its data is damaged; a plain grey shows in its place"
        );
        return one_texel(feed, DAMAGED);
    };
    if let [only] = levels.as_slice() {
        return upload_rgba(feed, kit, image, basis.level_size(first), only, srgb);
    }
    let texture = create(
        feed.gpu,
        basis.level_size(first),
        levels.len() as u32,
        format(target, srgb),
        wgpu::TextureUsages::empty(),
    )?;
    for (k, bytes) in levels.iter().enumerate() {
        let size = basis.level_size(first + k as u32);
        write(feed, &texture, k as u32, size, target, bytes)?;
    }
    Ok(texture.create_view(&wgpu::TextureViewDescriptor::default()))
}

/// The best that the device reads. Blocks must fill the largest level.
fn choose(gpu: &Gpu, [width, height]: [u32; 2]) -> BasisTarget {
    let features = gpu.device.features();
    let has = |feature| features.contains(feature);
    match () {
        () if width % 4 != 0 || height % 4 != 0 => BasisTarget::Rgba8,
        () if has(wgpu::Features::TEXTURE_COMPRESSION_ASTC) => BasisTarget::Astc4x4,
        () if has(wgpu::Features::TEXTURE_COMPRESSION_BC) => BasisTarget::Bc7,
        () if has(wgpu::Features::TEXTURE_COMPRESSION_ETC2) => BasisTarget::Etc2Rgba8,
        () => BasisTarget::Rgba8,
    }
}

fn format(target: BasisTarget, srgb: bool) -> wgpu::TextureFormat {
    let linear = match target {
        BasisTarget::Rgba8 => wgpu::TextureFormat::Rgba8Unorm,
        BasisTarget::Bc7 => wgpu::TextureFormat::Bc7RgbaUnorm,
        BasisTarget::Etc2Rgba8 => wgpu::TextureFormat::Etc2Rgba8Unorm,
        BasisTarget::Astc4x4 => wgpu::TextureFormat::Astc {
            block: wgpu::AstcBlock::B4x4,
            channel: wgpu::AstcChannel::Unorm,
        },
    };
    if srgb { linear.add_srgb_suffix() } else { linear }
}

/// Writes a level; its bytes are whole blocks, in rows from the top.
fn write(
    feed: &mut Feed<'_>,
    texture: &wgpu::Texture,
    level: u32,
    size: [u32; 2],
    target: BasisTarget,
    bytes: &[u8],
) -> Result<(), RenderError> {
    let (side, block_bytes) = if target == BasisTarget::Rgba8 {
        (1, 4)
    } else {
        (4, 16)
    };
    let [columns, rows] = size.map(|s| s.div_ceil(side));
    let place = wgpu::TexelCopyTextureInfo {
        mip_level: level,
        ..texture.as_image_copy()
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(columns * block_bytes),
        rows_per_image: None,
    };
    let extent = wgpu::Extent3d {
        width: columns * side,
        height: rows * side,
        depth_or_array_layers: 1,
    };
    let gpu = feed.gpu;
    gpu.caught(UPLOADING, || {
        gpu.queue.write_texture(place, bytes, layout, extent);
    })?;
    feed.handed(bytes.len())
}
