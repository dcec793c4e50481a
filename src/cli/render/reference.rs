//! A picture against one that was kept.

use std::path::Path;

use serde::Serialize;

use crate::cli::failure::{Failure, Outcome};
use crate::model::Issue;
use crate::picture::{self, Difference};
use crate::render::Picture;

/// Share of pixels, in per cent, that may differ where nothing is said.
const THRESHOLD: f64 = 0.1;
/// More bytes than a picture that could have been written takes.
const MOST_BYTES: u64 = 4 << 28;

/// What was found.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct ReferenceReport {
    /// Per cent of pixels that differ by more than 8 of 255 in a channel.
    pub(super) differing_per_cent: f64,
    /// The largest difference of a channel, 0 to 255.
    pub(super) largest: u8,
    /// The mean difference of all channels, 0 to 255.
    pub(super) mean: f64,
    /// Per cent of pixels that may differ.
    pub(super) threshold: f64,
}

impl ReferenceReport {
    /// Whether more differs than may.
    pub(super) fn is_over(&self) -> bool {
        self.differing_per_cent > self.threshold
    }
}

/// Reads the kept picture, before any work is done.
pub(super) fn read(path: &Path) -> Result<image::RgbaImage, Failure> {
    let unreadable = |reason: String| {
        let issue = Issue::error("reference-unreadable", "").with("reason", reason);
        Failure::new(Outcome::Refused, issue).about(path.display().to_string())
    };
    let reader = image::ImageReader::open(path).and_then(image::ImageReader::with_guessed_format);
    let mut reader = reader.map_err(|e| unreadable(e.to_string()))?;
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits);
    let picture = reader.decode().map_err(|e| unreadable(e.to_string()))?;
    Ok(picture.into_rgba8())
}

/// Refuses a kept picture of another size than `size`.
pub(super) fn check_size(reference: &image::RgbaImage, path: &Path, size: [u32; 2]) -> Result<(), Failure> {
    let (width, height) = reference.dimensions();
    if [width, height] == size {
        return Ok(());
    }
    let issue = Issue::error("reference-size", "")
        .with("width", width)
        .with("height", height)
        .with("wanted-width", size[0])
        .with("wanted-height", size[1]);
    Err(Failure::new(Outcome::Refused, issue).about(path.display().to_string()))
}

/// Compares, and draws the difference.
pub(super) fn compare(
    picture: &Picture,
    reference: &image::RgbaImage,
    threshold: Option<f64>,
) -> (ReferenceReport, Picture) {
    let (Difference { share, largest, mean }, rgba) = picture::difference(reference.as_raw(), &picture.rgba);
    let report = ReferenceReport {
        differing_per_cent: 100.0 * share,
        largest,
        mean,
        threshold: threshold.unwrap_or(THRESHOLD),
    };
    let drawn = Picture { rgba, ..*picture };
    (report, drawn)
}
