//! A picture of any format, by its content: names and MIME types lie.

use image::ImageFormat;

use super::super::Budget;
use super::{basis, raster, webp};
use crate::model::{Issue, Pixels};

/// A picture of a file: its size and what it holds.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Decoded, or checked and ready to be transcoded.
    pub pixels: Pixels,
}

/// Decodes `bytes`.
pub fn decode(bytes: &[u8], budget: &Budget, pointer: &str) -> Result<Picture, Issue> {
    let raster = match bytes {
        [0x89, b'P', b'N', b'G', ..] => raster::decode(ImageFormat::Png, bytes, budget, pointer),
        [0xFF, 0xD8, 0xFF, ..] => raster::decode(ImageFormat::Jpeg, bytes, budget, pointer),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => {
            webp::decode(bytes, budget, pointer)
        }
        [0xAB, b'K', b'T', b'X', ..] => {
            let basis = basis::decode(bytes, budget, pointer)?;
            return Ok(Picture {
                width: basis.width(),
                height: basis.height(),
                pixels: Pixels::Basis(basis),
            });
        }
        _ => Err(Issue::warning("image-unknown-format", pointer).with("format", format_name(bytes))),
    }?;
    Ok(Picture {
        width: raster.width(),
        height: raster.height(),
        pixels: Pixels::Rgba8(raster.into_raw().into()),
    })
}

fn format_name(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'D', b'D', b'S', b' ', ..] => "DDS",
        [b'G', b'I', b'F', b'8', ..] => "GIF",
        [b'B', b'M', ..] => "BMP",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "AVIF / HEIF",
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => "TIFF",
        _ => "unknown",
    }
}
