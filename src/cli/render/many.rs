//! Films, sequences and contact sheets.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::stage::Stage;
use super::target::Sequence;
use super::{Plan, shots};
use crate::cli::args::RenderArgs;
use crate::cli::console::Console;
use crate::cli::deadline::Deadline;
use crate::cli::failure::{Failure, Outcome};
use crate::cli::output::{Output, Unfinished};
use crate::model::{Issue, Model};
use crate::picture::{self, Container, Film, FilmError, FilmOptions};
use crate::render::Picture;
use crate::ui::theme::Tokens;
use crate::viewer::view::View;
use crate::work::Work;

/// Frames that a GIF chooses its colours from.
const COLOUR_SAMPLES: usize = 8;
/// How much farther the camera stands for the caption's sake.
const CAPTION_ROOM: f32 = 1.12;
/// Pixels between the cells of a sheet.
const GAP: u32 = 2;

/// A film in one file. Says how many frames it has.
pub(super) fn film(
    (stage, plan, view): (&mut Stage<'_>, &Plan, &View),
    (path, container): (&Path, Container),
    args: &RenderArgs,
    (work, deadline): (&Work, &Deadline),
) -> Result<(), Failure> {
    let about = path.display().to_string();
    if let Some(side) = view.size_px.iter().find(|s| **s > container.longest_side()) {
        let issue = Issue::error("film-too-large", "")
            .with("side", *side)
            .with("most", container.longest_side());
        return Err(Failure::new(Outcome::Refused, issue).about(about));
    }
    let unfinished = Unfinished::beside(path)?;
    deadline.guard(&unfinished.path);
    let shots = &plan.shots;
    let samples = if container == Container::Gif {
        COLOUR_SAMPLES.min(shots.len())
    } else {
        0
    };
    work.progress.start((shots.len() + samples) as u64);
    let mut drawn = Vec::new();
    for k in 0..samples {
        drawn.push(
            stage
                .draw(plan, view, &shots[k * shots.len() / samples], None)?
                .rgba,
        );
        step(work, deadline);
    }
    let options = FilmOptions {
        size: view.size_px,
        frames: shots.len() as u32,
        fps: args.frames.fps.unwrap_or(shots::FPS),
        loops: plan.closes,
        transparent: args.is_transparent(),
    };
    let failed = |e: FilmError| Failure::new(Outcome::NotWritten, issue(&e)).about(about.clone());
    // A little less than the whole program has, so that it is the encoder that is named.
    let patience = Duration::from_secs_f64(0.9 * args.frames.deadline);
    let mut film = Film::begin(&unfinished.path, container, options, &drawn, patience).map_err(failed)?;
    drop(drawn);
    for shot in shots {
        let picture = stage.draw(plan, view, shot, None)?;
        film.push(&picture.rgba).map_err(failed)?;
        step(work, deadline);
    }
    film.finish().map_err(failed)?;
    unfinished.finish()
}

/// One PNG a frame; each appears whole. Those that were written stay when a later one fails.
pub(super) fn sequence(
    console: &Console,
    (stage, plan, view): (&mut Stage<'_>, &Plan, &View),
    files: &Sequence,
    input: Option<&Path>,
    (work, deadline): (&Work, &Deadline),
) -> Result<(), Failure> {
    work.progress.start(plan.shots.len() as u64);
    // All of them before the first: none may be the model.
    let outputs: Vec<(PathBuf, Output)> = plan
        .shots
        .iter()
        .map(|shot| {
            let path = files.path(shot.number);
            Output::new(&path, input).map(|output| (path, output))
        })
        .collect::<Result<_, _>>()?;
    for (shot, (path, output)) in plan.shots.iter().zip(outputs) {
        let picture = stage.draw(plan, view, shot, None)?;
        let about = |f: Failure| f.about(path.display().to_string());
        output
            .write(console, &png(&picture).map_err(about)?)
            .map_err(about)?;
        step(work, deadline);
    }
    Ok(())
}

/// All shots in one picture, row by row, each with its clip and time. `view_of` makes the view of a row's shots, whose
/// camera stands still.
pub(super) fn sheet(
    console: &Console,
    (stage, plan): (&mut Stage<'_>, &Plan),
    model: &Model,
    args: &RenderArgs,
    [columns, rows]: [u32; 2],
    (work, deadline): (&Work, &Deadline),
) -> Result<Picture, Failure> {
    work.progress.start(plan.shots.len() as u64);
    let cell = cell(args.size, [columns, rows])?;
    let rows = (plan.shots.len() as u32).div_ceil(columns);
    let size = [(cell[0] + GAP) * columns - GAP, (cell[1] + GAP) * rows - GAP];
    let tokens = match args.theme.unwrap_or_default() {
        crate::cli::args::Theme::Dark => Tokens::DARK,
        crate::cli::args::Theme::Light => Tokens::LIGHT,
    };
    let ground = if args.is_transparent() {
        [0; 4]
    } else {
        tokens.background.to_array()
    };
    let mut rgba = ground.repeat(size[0] as usize * size[1] as usize);
    let mut view: Option<(_, View)> = None;
    for (k, shot) in plan.shots.iter().enumerate() {
        // The camera of a clip stands still.
        let known = view.take().filter(|(clip, _)| *clip == shot.clip);
        let (_, seen) = view.insert(known.unwrap_or_else(|| {
            let row: Vec<_> = plan
                .shots
                .iter()
                .filter(|s| s.clip == shot.clip)
                .copied()
                .collect();
            let mut view = super::view(model, plan, args, cell, &row);
            // The caption stands below the feet.
            view.camera.distance *= CAPTION_ROOM;
            (shot.clip, view)
        }));
        let label = caption(console, model, shot);
        let picture = stage.draw(plan, seen, shot, Some(label))?;
        let (column, row) = (k as u32 % columns, k as u32 / columns);
        let corner = [column * (cell[0] + GAP), row * (cell[1] + GAP)];
        let line = cell[0] as usize * 4;
        for (y, pixels) in picture.rgba.chunks_exact(line).enumerate() {
            let start = ((corner[1] as usize + y) * size[0] as usize + corner[0] as usize) * 4;
            rgba[start..start + line].copy_from_slice(pixels);
        }
        step(work, deadline);
    }
    Ok(Picture {
        width: size[0],
        height: size[1],
        rgba,
    })
}

/// Width and height of a cell, pixels.
pub(super) fn cell(size: [u32; 2], cells: [u32; 2]) -> Result<[u32; 2], Failure> {
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

fn caption(console: &Console, model: &Model, shot: &shots::Shot) -> String {
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
    console.texts.with("sheet-caption", &args)
}

fn step(work: &Work, deadline: &Deadline) {
    work.progress.add(1);
    deadline.alive();
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
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, Failure> {
    picture::png([picture.width, picture.height], &picture.rgba).map_err(|e| {
        let issue = Issue::error("output-not-written", "").with("reason", e.to_string());
        Failure::new(Outcome::NotWritten, issue)
    })
}
