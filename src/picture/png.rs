//! One picture as a PNG file.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _, ImageError};

/// A PNG file: RGBA where something shows through, else RGB.
pub fn png([width, height]: [u32; 2], rgba: &[u8]) -> Result<Vec<u8>, ImageError> {
    let solid = rgba.chunks_exact(4).all(|p| p[3] == 255);
    let mut file = Vec::new();
    // Shading changes little from one pixel to the next: this filter lets a fast level do, which a first picture waits for.
    let encoder = PngEncoder::new_with_quality(&mut file, CompressionType::Level(2), FilterType::Sub);
    if solid {
        encoder.write_image(&without_alpha(rgba), width, height, ExtendedColorType::Rgb8)?;
    } else {
        encoder.write_image(rgba, width, height, ExtendedColorType::Rgba8)?;
    }
    Ok(file)
}

/// Three bytes a pixel.
pub(super) fn without_alpha(rgba: &[u8]) -> Vec<u8> {
    rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()
}
