//! A picture against one that was kept.

use std::path::Path;

use serde::Serialize;

use crate::cli::failure::{Failure, Outcome};
use crate::model::Issue;
use crate::picture::{self, Difference};
use crate::render::Picture;

/// Share of pixels, in per cent, that may differ where nothing is said.
const THRESHOLD: f64 = 0.1;
/// More pixels than a picture could have been written with.
const MOST_PIXELS: u64 = 1 << 28;

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
pub(super) fn read(path: &Path, size: [u32; 2]) -> Result<image::RgbaImage, Failure> {
    let about = path.display().to_string();
    let refused = |issue: Issue| Failure::new(Outcome::Refused, issue).about(about.clone());
    let unreadable =
        |reason: String| refused(Issue::error("reference-unreadable", "").with("reason", reason));
    let reader = image::ImageReader::open(path)
        .and_then(image::ImageReader::with_guessed_format)
        .map_err(|e| unreadable(e.to_string()))?;
    let found = reader.into_dimensions().map_err(|e| unreadable(e.to_string()))?;
    if found != (size[0], size[1]) || u64::from(found.0) * u64::from(found.1) > MOST_PIXELS {
        return Err(refused(
            Issue::error("reference-size", "")
                .with("width", found.0)
                .with("height", found.1)
                .with("wanted-width", size[0])
                .with("wanted-height", size[1]),
        ));
    }
    let picture = image::open(path).map_err(|e| unreadable(e.to_string()))?;
    Ok(picture.to_rgba8())
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
