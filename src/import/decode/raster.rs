//! Pictures of rows and columns: PNG, JPEG and WebP, to 8-bit RGBA.

use std::io::Cursor;

use image::{ImageError, ImageFormat, ImageReader, Limits, RgbaImage};

use super::super::Budget;
use crate::model::Issue;

/// Bytes a pixel while it is decoded: the file's own form (16-bit RGBA at most) beside the result.
const WORKING_BYTES: usize = 12;
/// Bytes a pixel that stay.
const KEPT_BYTES: usize = 4;

/// Decodes a picture of a known format. Its size is read and asked for before anything else of it.
pub(super) fn decode(
    format: ImageFormat,
    bytes: &[u8],
    budget: &Budget,
    pointer: &str,
) -> Result<RgbaImage, Issue> {
    let broken = |e: ImageError| super::picture_broken(word(format), &e.to_string(), pointer);
    let reader = || ImageReader::with_format(Cursor::new(bytes), format);
    let (width, height) = reader().into_dimensions().map_err(broken)?;
    let too_large = || super::picture_too_large(width, height, budget, pointer);
    let pixels = (width as usize)
        .checked_mul(height as usize)
        .ok_or_else(too_large)?;
    budget
        .ask(pixels, WORKING_BYTES, pointer)
        .map_err(|_| too_large())?;
    let mut limits = Limits::default();
    limits.max_alloc = Some((pixels as u64).saturating_mul(WORKING_BYTES as u64).max(1 << 20));
    let mut reader = reader();
    reader.limits(limits);
    match reader.decode() {
        Ok(picture) => {
            budget.give_back(pixels, WORKING_BYTES - KEPT_BYTES);
            Ok(picture.into_rgba8())
        }
        Err(e) => {
            budget.give_back(pixels, WORKING_BYTES);
            Err(broken(e))
        }
    }
}

fn word(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Png => "PNG",
        ImageFormat::WebP => "WebP",
        _ => "JPEG",
    }
}
