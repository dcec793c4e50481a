//! Pictures: found, decoded on the workers, and replaced by a quiet checker where that fails.

use std::io::Cursor;
use std::path::Path;

use ::image::{ImageFormat, ImageReader, Limits};

use super::accessor::Accessors;
use super::report::Report;
use super::{Result, uri};
use crate::model::{Array, Image, ImageId, Issue, Source, Texture};
use crate::work::Work;

/// Bytes a pixel while it is decoded: the file's own form (16-bit RGBA at most) beside the result.
const WORKING_BYTES: usize = 12;
/// Bytes a pixel that stay.
const KEPT_BYTES: usize = 4;

/// The pictures of a file.
#[derive(Debug)]
pub(super) struct Images {
    /// As many as the file has.
    pub(super) pictures: Vec<Image>,
    /// Bytes that were read from other files.
    pub(super) external_bytes: u64,
}

/// Decodes every picture that a texture shows. One that cannot be shown is a placeholder and a warning, never the end.
pub(super) fn import(
    data: &Accessors<'_>,
    textures: &[Texture],
    folder: Option<&Path>,
    work: &Work,
    report: &mut Report,
) -> Result<Images> {
    let files = &data.root.images;
    let mut shown = vec![false; files.len()];
    for ImageId(image) in textures.iter().filter_map(|t| t.image) {
        shown[image as usize] = true;
    }
    let done = work.workers.map(files.len(), |index| {
        work.cancel.check()?;
        let made = if shown[index] {
            import_one(data, folder, index)
        } else {
            Err(Issue::info("image-unused", format!("/images/{index}")))
        };
        work.progress.add(1);
        Ok::<_, crate::work::Cancelled>(made)
    });
    let stand_in = placeholder();
    let mut out = Images {
        pictures: Vec::with_capacity(files.len()),
        external_bytes: 0,
    };
    for (index, one) in done.into_iter().enumerate() {
        let source = Source::element("images", index);
        let named = |uri: &String| (!uri.starts_with("data:")).then(|| uri.clone());
        let name = files[index]
            .name
            .clone()
            .or_else(|| files[index].uri.as_ref().and_then(named));
        let (width, height, rgba, placeholder) = match one? {
            Ok((picture, read)) => {
                out.external_bytes += read;
                (
                    picture.width(),
                    picture.height(),
                    picture.into_raw().into(),
                    false,
                )
            }
            Err(issue) => {
                let label = name.clone().unwrap_or_else(|| format!("image {index}"));
                report.push(picture_issue(issue, label, &source.pointer));
                (PLACEHOLDER_SIZE, PLACEHOLDER_SIZE, stand_in.clone(), true)
            }
        };
        out.pictures.push(Image {
            name,
            width,
            height,
            rgba,
            placeholder,
            source,
        });
    }
    Ok(out)
}

/// The same finding as a matter of a picture: a warning, with the picture's name.
fn picture_issue(issue: Issue, name: String, pointer: &str) -> Issue {
    if issue.code.starts_with("image-") {
        return issue.with("image", name);
    }
    let reason = issue
        .args
        .iter()
        .find(|(key, _)| *key == "uri" || *key == "file")
        .map(|(_, v)| v.to_string());
    Issue::warning("image-unreadable", pointer)
        .with("image", name)
        .with("cause", issue.code)
        .with("detail", reason.unwrap_or_default())
}

fn import_one(
    data: &Accessors<'_>,
    folder: Option<&Path>,
    index: usize,
) -> Result<(::image::RgbaImage, u64), Issue> {
    let file = &data.root.images[index];
    let pointer = format!("/images/{index}");
    match (&file.buffer_view, &file.uri) {
        (Some(view), _) => {
            let bytes = data.buffers.view(data.root, view.value())?;
            decode(bytes, data, &pointer).map(|picture| (picture, 0))
        }
        (None, Some(text)) => {
            let (bytes, read) = uri::read(text, folder, data.budget, &format!("{pointer}/uri"))?;
            let picture = decode(&bytes, data, &pointer);
            data.budget.give_back(usize::try_from(read).unwrap_or(0), 1);
            Ok((picture?, read))
        }
        (None, None) => Err(Issue::warning("image-without-data", pointer)),
    }
}

/// By content: names and MIME types lie.
fn decode(bytes: &[u8], data: &Accessors<'_>, pointer: &str) -> Result<::image::RgbaImage, Issue> {
    let format = match bytes {
        [0x89, b'P', b'N', b'G', ..] => ImageFormat::Png,
        [0xFF, 0xD8, 0xFF, ..] => ImageFormat::Jpeg,
        _ => return Err(Issue::warning("image-unknown-format", pointer).with("format", format_name(bytes))),
    };
    let broken = |e: ::image::ImageError| {
        Issue::warning("image-broken", pointer)
            .with("format", format_word(format))
            .with("reason", e.to_string())
    };
    let reader = || ImageReader::with_format(Cursor::new(bytes), format);
    let (width, height) = reader().into_dimensions().map_err(broken)?;
    let too_large = || {
        Issue::warning("image-too-large", pointer)
            .with("width", width)
            .with("height", height)
            .with("limit-mib", (data.budget.left() >> 20) as f64)
    };
    let pixels = (width as usize)
        .checked_mul(height as usize)
        .ok_or_else(too_large)?;
    data.budget
        .ask(pixels, WORKING_BYTES, pointer)
        .map_err(|_| too_large())?;
    let mut limits = Limits::default();
    limits.max_alloc = Some((pixels as u64).saturating_mul(WORKING_BYTES as u64).max(1 << 20));
    let mut reader = reader();
    reader.limits(limits);
    match reader.decode() {
        Ok(picture) => {
            data.budget.give_back(pixels, WORKING_BYTES - KEPT_BYTES);
            Ok(picture.into_rgba8())
        }
        Err(e) => {
            data.budget.give_back(pixels, WORKING_BYTES);
            Err(broken(e))
        }
    }
}

fn format_word(format: ImageFormat) -> &'static str {
    if format == ImageFormat::Png { "PNG" } else { "JPEG" }
}

fn format_name(bytes: &[u8]) -> &'static str {
    match bytes {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "WebP",
        [0xAB, b'K', b'T', b'X', ..] => "KTX2 / Basis Universal",
        [b'D', b'D', b'S', b' ', ..] => "DDS",
        [b'G', b'I', b'F', b'8', ..] => "GIF",
        [b'B', b'M', ..] => "BMP",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "AVIF / HEIF",
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => "TIFF",
        _ => "unknown",
    }
}

const PLACEHOLDER_SIZE: u32 = 64;

/// A checker of two light greys: plainly no texture of the artist's, and no eyesore.
fn placeholder() -> Array<u8> {
    let squares = (0..PLACEHOLDER_SIZE * PLACEHOLDER_SIZE)
        .map(|i| (i / PLACEHOLDER_SIZE / 8 + i % PLACEHOLDER_SIZE / 8) % 2);
    squares
        .flat_map(|odd| {
            if odd == 0 {
                [200, 200, 204, 255]
            } else {
                [158, 158, 164, 255]
            }
        })
        .collect()
}
