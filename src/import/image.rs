//! Pictures: found, decoded on the workers, and replaced by a fallback or a quiet checker where that fails.

use std::path::{Path, PathBuf};

use super::accessor::Accessors;
use super::decode::picture::{self, Picture};
use super::report::Report;
use super::texture::Textures;
use super::uri::External;
use super::{ImportError, Result, uri};
use crate::model::{Array, Image, Issue, Pixels, Source, Texture};
use crate::work::{CancelToken, Cancelled, Work};

/// The pictures of a file.
#[derive(Debug)]
pub(super) struct Images {
    /// As many as the file has.
    pub(super) pictures: Vec<Image>,
    /// What was read from other files.
    pub(super) external: External,
}

/// A picture and the file that it was read from, with its bytes, or why there is none.
type Made = Result<(Picture, Option<PathBuf>, usize), Issue>;

/// Decodes every picture that a texture shows. One that cannot be shown is its fallback or a placeholder, and a warning,
/// never the end. Textures that show a fallback name it afterwards.
pub(super) fn import(
    data: &Accessors<'_>,
    (textures, fallbacks): &mut Textures,
    folder: Option<&Path>,
    work: &Work,
    report: &mut Report,
) -> Result<Images> {
    let files = &data.root.images;
    let mut made: Vec<Option<Made>> = files.iter().map(|_| None).collect();
    decode_shown(data, textures, folder, work, &mut made)?;
    let mut replaced = vec![false; files.len()];
    for (texture, fallback) in textures.iter_mut().zip(fallbacks) {
        let failed = texture
            .image
            .map(|id| id.0 as usize)
            .filter(|&i| matches!(made[i], Some(Err(_))));
        if let (Some(failed), Some(fallback)) = (failed, fallback) {
            replaced[failed] = true;
            texture.image = Some(*fallback);
        }
    }
    decode_shown(data, textures, folder, work, &mut made)?;
    for texture in textures.iter().filter_map(|t| t.image) {
        // Another texture without a fallback shows the placeholder, and that is what has to be told.
        replaced[texture.0 as usize] = false;
    }
    let stand_in = placeholder();
    let mut out = Images {
        pictures: Vec::with_capacity(files.len()),
        external: External::default(),
    };
    for (index, one) in made.into_iter().enumerate() {
        let source = Source::element("images", index);
        let named = |uri: &String| (!uri.starts_with("data:")).then(|| uri.clone());
        let name = files[index]
            .name
            .clone()
            .or_else(|| files[index].uri.as_ref().and_then(named));
        let (picture, placeholder) = match one {
            Some(Ok((picture, file, bytes))) => {
                out.external.add(file, bytes);
                (picture, false)
            }
            failed => {
                let label = name.clone().unwrap_or_else(|| format!("image {index}"));
                let issue = match failed {
                    Some(Err(issue)) => picture_issue(issue, label, &source.pointer),
                    _ => Issue::info("image-unused", source.pointer.as_str()).with("image", label),
                };
                report.push(if replaced[index] {
                    fallback_issue(issue)
                } else {
                    issue
                });
                let pixels = Pixels::Rgba8(stand_in.clone());
                let (width, height) = (PLACEHOLDER_SIZE, PLACEHOLDER_SIZE);
                (
                    Picture {
                        width,
                        height,
                        pixels,
                    },
                    true,
                )
            }
        };
        out.pictures.push(Image {
            name,
            width: picture.width,
            height: picture.height,
            pixels: picture.pixels,
            placeholder,
            source,
        });
    }
    Ok(out)
}

/// Decodes what textures show and was not decoded yet.
fn decode_shown(
    data: &Accessors<'_>,
    textures: &[Texture],
    folder: Option<&Path>,
    work: &Work,
    made: &mut [Option<Made>],
) -> Result<()> {
    let mut wanted: Vec<usize> = textures
        .iter()
        .filter_map(|t| Some(t.image?.0 as usize))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    wanted.retain(|&index| made[index].is_none());
    let done = work.workers.map(wanted.len(), |k| {
        work.cancel.check()?;
        let one = match import_one(data, folder, &work.cancel, wanted[k]) {
            Err(ImportError::Cancelled) => return Err(Cancelled),
            Err(ImportError::Refused(issue)) => Err(issue),
            Ok(made) => Ok(made),
        };
        work.progress.add(1);
        Ok::<_, Cancelled>(one)
    });
    for (&index, one) in wanted.iter().zip(done) {
        made[index] = Some(one?);
    }
    Ok(())
}

/// The same finding where a fallback shows instead.
fn fallback_issue(issue: Issue) -> Issue {
    let cause = issue.code;
    let image = issue.args.into_iter().filter(|(name, _)| *name == "image");
    Issue {
        args: image.collect(),
        ..Issue::warning("image-fallback", issue.pointer)
    }
    .with("cause", cause)
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
    cancel: &CancelToken,
    index: usize,
) -> Result<(Picture, Option<PathBuf>, usize)> {
    let file = &data.root.images[index];
    let pointer = format!("/images/{index}");
    match (&file.buffer_view, &file.uri) {
        (Some(view), _) => {
            let bytes = data.buffers.view(data.root, view.value())?;
            Ok((picture::decode(bytes, data.budget, &pointer)?, None, 0))
        }
        (None, Some(text)) => {
            let uri::Read { bytes, file } =
                uri::read(text, folder, data.budget, cancel, &format!("{pointer}/uri"))?;
            let picture = picture::decode(&bytes, data.budget, &pointer);
            if file.is_some() {
                data.budget.give_back(bytes.len(), 1);
            }
            Ok((picture?, file, bytes.len()))
        }
        (None, None) => Err(Issue::warning("image-without-data", pointer).into()),
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
