//! Films, sequences and contact sheets.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::file::{Unfinished, write_whole};
use super::shots::Shot;
use super::stage::Stage;
use super::{Failure, Outcome};
use crate::model::{Issue, Model};
use crate::picture::{self, Container, Film, FilmError, FilmOptions};
use crate::render::Picture;
use crate::text::Texts;
use crate::viewer::view::View;
use crate::work::Work;

/// Who looks on while pictures are made. `()` does not.
pub trait Witness {
    /// Another picture is there.
    fn moved(&self) {}
    /// This file is not whole yet, and must not stay if the process ends.
    fn unfinished(&self, _path: &Path) {}
}

impl Witness for () {}

/// Frames that a GIF chooses its colours from.
const COLOUR_SAMPLES: usize = 8;
/// How much farther the camera stands for the caption's sake.
const CAPTION_ROOM: f32 = 1.12;
/// Pixels between the cells of a sheet.
const GAP: u32 = 2;

/// What a film is made of.
#[derive(Debug, Clone, Copy)]
pub struct FilmPlan<'a> {
    /// Its frames.
    pub shots: &'a [Shot],
    /// Whether the last one leads to the first.
    pub closes: bool,
    /// Frames a second.
    pub fps: f64,
    /// Whether what is behind may show through.
    pub transparent: bool,
    /// How long another program may take for one frame.
    pub patience: Duration,
}

/// A film in one file, which appears whole.
pub fn film(
    stage: &mut Stage<'_>,
    view: &View,
    (path, container): (&Path, Container),
    plan: &FilmPlan<'_>,
    (work, witness): (&Work, &impl Witness),
) -> Result<(), Failure> {
    let about = path.display().to_string();
    if let Some(side) = view.size_px.iter().find(|s| **s > container.longest_side()) {
        let issue = Issue::error("film-too-large", "")
            .with("side", *side)
            .with("most", container.longest_side());
        return Err(Failure::new(Outcome::Refused, issue).about(about));
    }
    let unfinished = Unfinished::beside(path)?;
    witness.unfinished(unfinished.path());
    let shots = plan.shots;
    let samples = if container == Container::Gif {
        COLOUR_SAMPLES.min(shots.len())
    } else {
        0
    };
    work.progress.start((shots.len() + samples) as u64);
    let mut drawn = Vec::new();
    for k in 0..samples {
        work.cancel.check()?;
        drawn.push(stage.draw(view, &shots[k * shots.len() / samples], None)?.rgba);
        step(work, witness);
    }
    let options = FilmOptions {
        size: view.size_px,
        frames: shots.len() as u32,
        fps: plan.fps,
        loops: plan.closes,
        transparent: plan.transparent,
    };
    let failed = |e: FilmError| Failure::new(Outcome::NotWritten, issue(&e)).about(about.clone());
    let mut film =
        Film::begin(unfinished.path(), container, options, &drawn, plan.patience).map_err(failed)?;
    drop(drawn);
    for shot in shots {
        work.cancel.check()?;
        let picture = stage.draw(view, shot, None)?;
        film.push(&picture.rgba).map_err(failed)?;
        step(work, witness);
    }
    film.finish().map_err(failed)?;
    unfinished.finish()
}

/// One PNG a frame, at the paths beside the shots; each appears whole. Those that were written stay when a later one
/// fails.
pub fn sequence(
    stage: &mut Stage<'_>,
    view: &View,
    frames: &[(Shot, PathBuf)],
    (work, witness): (&Work, &impl Witness),
) -> Result<(), Failure> {
    work.progress.start(frames.len() as u64);
    for (shot, path) in frames {
        work.cancel.check()?;
        let picture = stage.draw(view, shot, None)?;
        let bytes = png(&picture).map_err(|f| f.about(path.display().to_string()))?;
        write_whole(path, &bytes)?;
        step(work, witness);
    }
    Ok(())
}

/// All shots in one picture, row by row, each with its clip and time. `view_of` makes the view of one clip's shots, whose
/// camera stands still; `ground` is what is between them.
pub fn sheet(
    stage: &mut Stage<'_>,
    (texts, model): (&Texts, &Model),
    (shots, columns): (&[Shot], u32),
    view_of: impl Fn(&[Shot]) -> Result<View, Failure>,
    ground: [u8; 4],
    (work, witness): (&Work, &impl Witness),
) -> Result<Picture, Failure> {
    work.progress.start(shots.len() as u64);
    let rows = (shots.len() as u32).div_ceil(columns);
    let mut sheet: Option<([u32; 2], Vec<u8>)> = None;
    let mut view: Option<(_, View)> = None;
    for (k, shot) in shots.iter().enumerate() {
        work.cancel.check()?;
        // The camera of a clip stands still.
        let known = view.take().filter(|(clip, _)| *clip == shot.clip);
        let (_, seen) = view.insert(match known {
            Some(known) => known,
            None => {
                let row: Vec<_> = shots.iter().filter(|s| s.clip == shot.clip).copied().collect();
                let mut view = view_of(&row)?;
                // The caption stands below the feet.
                view.camera.distance *= CAPTION_ROOM;
                (shot.clip, view)
            }
        });
        let cell = seen.size_px;
        let picture = stage.draw(seen, shot, Some(caption(texts, model, shot)))?;
        let (size, rgba) = sheet.get_or_insert_with(|| {
            let size = [(cell[0] + GAP) * columns - GAP, (cell[1] + GAP) * rows - GAP];
            (size, ground.repeat(size[0] as usize * size[1] as usize))
        });
        let (column, row) = (k as u32 % columns, k as u32 / columns);
        let corner = [column * (cell[0] + GAP), row * (cell[1] + GAP)];
        let line = cell[0] as usize * 4;
        for (y, pixels) in picture.rgba.chunks_exact(line).enumerate() {
            let start = ((corner[1] as usize + y) * size[0] as usize + corner[0] as usize) * 4;
            rgba[start..start + line].copy_from_slice(pixels);
        }
        step(work, witness);
    }
    let ([width, height], rgba) = sheet.unwrap_or(([1, 1], ground.to_vec()));
    Ok(Picture { width, height, rgba })
}

/// Width and height of a cell, pixels.
pub fn cell(size: [u32; 2], cells: [u32; 2]) -> Result<[u32; 2], Failure> {
    let side = |px: u32, n: u32| px.saturating_sub(GAP * (n - 1)) / n;
    let cell = [side(size[0], cells[0]), side(size[1], cells[1])];
    if cell.iter().all(|px| *px >= 16) {
        return Ok(cell);
    }
    let issue = Issue::error("sheet-too-small", "")
        .with("columns", cells[0])
        .with("rows", cells[1]);
    Err(Failure::new(Outcome::Refused, issue))
}

/// Which clip, and when.
pub fn caption(texts: &Texts, model: &Model, shot: &Shot) -> String {
    let clip = shot.clip.map_or(0, |c| c.0);
    let name = shot
        .clip
        .and_then(|c| model.clip(c))
        .and_then(|c| c.name())
        .unwrap_or_default();
    let args = [
        ("clip", clip.into()),
        ("name", name.into()),
        ("time", format!("{:.2}", shot.time_secs).into()),
    ];
    texts.with("sheet-caption", &args)
}

fn step(work: &Work, witness: &impl Witness) {
    work.progress.add(1);
    witness.moved();
}

/// The failure of a film in the program's words.
fn issue(error: &FilmError) -> Issue {
    match error {
        FilmError::Io(e) => Issue::error("output-not-written", "").with("reason", e.to_string()),
        FilmError::Refused(reason) => Issue::error("output-not-written", "").with("reason", reason.as_str()),
        FilmError::EncoderMissing { program } => {
            Issue::error("film-encoder-missing", "").with("program", *program)
        }
        FilmError::Encoder { program, words } => Issue::error("film-encoder-failed", "")
            .with("program", *program)
            .with("words", words.as_str()),
        FilmError::TooLate { program } => Issue::error("film-encoder-late", "").with("program", *program),
    }
}

/// A PNG file.
pub fn png(picture: &Picture) -> Result<Vec<u8>, Failure> {
    picture::png([picture.width, picture.height], &picture.rgba).map_err(|e| {
        let issue = Issue::error("output-not-written", "").with("reason", e.to_string());
        Failure::new(Outcome::NotWritten, issue)
    })
}
