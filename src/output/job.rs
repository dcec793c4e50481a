//! What a window shows, as a picture, a film or a sheet.
//!
//! A job is made of the state at one moment and then done on another thread, with a device of its own: whatever happens
//! to the window's device or to its state meanwhile is nothing to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::file::{refuse_output, spare, write_whole};
use super::shots::{Shot, Span, film_shots, sheet_shots};
use super::{Failure, FilmPlan, Framed, Outcome, Stage, Subject, Target, cell, film, png, sequence, sheet};
use crate::environment::Environment;
use crate::inspect::PoseRequest;
use crate::model::Issue;
use crate::render::{Gpu, Picture};
use crate::text::Texts;
use crate::ui::annotate::Band;
use crate::ui::theme::Tokens;
use crate::viewer::output::{OutputKind, OutputSettings};
use crate::viewer::view::{Background, Layout, LightSource, View};
use crate::viewer::{Shown, Theme};
use crate::work::Work;

/// How long another program may take for one frame.
const PATIENCE: Duration = Duration::from_mins(1);

/// What came of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// A file, or the first of several.
    File {
        /// Where it is.
        path: PathBuf,
        /// How many there are.
        count: usize,
    },
    /// A picture that goes nowhere yet.
    Picture(Picture),
}

/// Everything that one output follows from.
#[derive(Debug, Clone)]
pub struct Job {
    subject: Subject,
    view: View,
    theme: Theme,
    settings: OutputSettings,
    /// At least one.
    shots: Vec<Shot>,
    closes: bool,
    /// Where it goes; `None`: nowhere.
    target: Option<Target>,
    /// The picture of surroundings that lights it.
    environment: Option<Arc<Environment>>,
}

impl Job {
    /// What `state` shows, as `settings` ask for it. Refuses what cannot be made before any work is done.
    pub fn file(state: &Shown, settings: &OutputSettings, texts: &Texts) -> Result<Self, Failure> {
        let path = Path::new(&settings.path);
        let target = if settings.kind.moves() {
            Target::of(path, true)
        } else {
            Ok(Target::Still)
        };
        let about = |issue: Issue| Failure::new(Outcome::Refused, issue).about(settings.path.as_str());
        let target = target.map_err(about)?;
        let mut job = Self::new(state, settings, texts).map_err(about)?;
        match &target {
            Target::Sequence(_) => {}
            _ => free(path, &job)?,
        }
        job.target = Some(target);
        for (_, path) in job.sequence_files() {
            free(&path, &job)?;
        }
        Ok(job)
    }

    /// The picture that shows, as large as it shows, with the names of A and B where both do.
    pub fn picture(state: &Shown, texts: &Texts) -> Result<Self, Failure> {
        let refused = |issue| Failure::new(Outcome::Refused, issue);
        Self::new(state, &OutputSettings::default(), texts).map_err(refused)
    }

    fn new(state: &Shown, settings: &OutputSettings, texts: &Texts) -> Result<Self, Issue> {
        let (Some(shown), Some(original)) = (&state.model, &state.original) else {
            return Err(Issue::error("output-nothing-open", ""));
        };
        let fault = state.shown_variant.fault;
        // Under a fault the file's model is what cameras and frames follow.
        let model = if fault.is_some() { original } else { shown };
        let request = PoseRequest {
            clip: state.clip(),
            time_secs: state.player.time_secs(),
            skinning: state.skinning_shown(),
            joint_mask: state.lab.mask.clone(),
            fault,
            ..PoseRequest::default()
        };
        let stands =
            !settings.kind.moves() || (settings.kind == OutputKind::Turntable && !settings.clip_runs);
        let whole_model = PoseRequest {
            clip: request.clip.filter(|_| !settings.all_clips),
            ..request.clone()
        };
        let span = Span {
            fps: f64::from(settings.fps),
            turntable: (settings.kind == OutputKind::Turntable).then(|| settings.fps * settings.turn_secs),
            is_moment: stands,
            ..Span::default()
        };
        let (shots, closes) = match settings.kind {
            OutputKind::Picture => (vec![Shot::of(&request)], false),
            OutputKind::Film | OutputKind::Turntable => film_shots(shown, &request, &span)?,
            OutputKind::Sheet => (sheet_shots(shown, &whole_model, settings.cells)?, false),
        };
        let sheet = settings.kind == OutputKind::Sheet;
        Ok(Self {
            subject: Subject {
                model: Arc::clone(model),
                shown: Arc::clone(shown),
                request,
                playback: (stands && !sheet).then(|| state.player.clone()),
                camera: state.looking_through,
                focus: None,
                named: settings.named,
                band: Band::of_variant(texts, &state.shown_variant),
                unit: state.length_unit(),
                hidden: state.posed.hidden.clone(),
                marked: state.marked,
                samples: 1,
                compressed: state.clips_of_b(),
            },
            view: view(state, settings),
            theme: state.theme(),
            settings: settings.clone(),
            shots,
            closes,
            target: None,
            environment: None,
        })
    }

    /// The same by the light of a picture of surroundings, where the view asks for one.
    pub fn lit_by(self, environment: Option<Arc<Environment>>) -> Self {
        Self { environment, ..self }
    }

    /// What it is called: the name of its file.
    pub fn name(&self) -> String {
        let path = Path::new(&self.settings.path);
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The first file that it would replace.
    pub fn replaces(&self) -> Option<PathBuf> {
        let one = match &self.target {
            Some(Target::Still | Target::Film(_)) => Some(PathBuf::from(&self.settings.path)),
            _ => None,
        };
        let many = self.sequence_files().map(|(_, path)| path);
        one.into_iter().chain(many).find(|path| path.exists())
    }

    fn sequence_files(&self) -> impl Iterator<Item = (Shot, PathBuf)> + '_ {
        let files = match &self.target {
            Some(Target::Sequence(files)) => Some(files),
            _ => None,
        };
        files
            .into_iter()
            .flat_map(|files| self.shots.iter().map(|s| (*s, files.path(s.number))))
    }

    /// Makes it with `gpu`, which nobody else uses.
    pub fn run(&self, gpu: Gpu, texts: &Texts, work: &Work) -> Result<Made, Failure> {
        let mut size = self.view.size_px;
        let is_sheet = self.settings.kind == OutputKind::Sheet;
        if is_sheet {
            size = cell(size, self.settings.cells)?;
        }
        let view = View {
            size_px: size,
            ..self.view
        };
        // Uploading says nothing of how far the pictures are.
        let upload = Work {
            progress: crate::work::Progress::default(),
            ..work.clone()
        };
        let mut stage = Stage::new(texts, gpu, &self.subject, size, self.theme, &upload)?;
        let by_picture = matches!(view.surroundings, LightSource::Picture(_));
        if let Some(environment) = self.environment.as_deref().filter(|_| by_picture) {
            stage.light_by(environment, &upload)?;
        }
        let watch = (work, &());
        let path = Path::new(&self.settings.path);
        let picture = match &self.target {
            None => return Ok(Made::Picture(stage.draw(&view, &self.shots[0], None)?)),
            Some(Target::Film(container)) => {
                let plan = FilmPlan {
                    shots: &self.shots,
                    closes: self.closes,
                    fps: f64::from(self.settings.fps),
                    transparent: self.settings.is_clear(),
                    patience: PATIENCE,
                };
                film(&mut stage, &view, (path, *container), &plan, watch)?;
                return Ok(made(path, 1));
            }
            Some(Target::Sequence(_)) => {
                let frames: Vec<_> = self.sequence_files().collect();
                sequence(&mut stage, &view, &frames, watch)?;
                return Ok(made(&frames[0].1, frames.len()));
            }
            Some(Target::Still) if is_sheet => {
                let ground = if self.settings.is_clear() {
                    [0; 4]
                } else {
                    Tokens::of(self.theme).background.to_array()
                };
                let shots = (&self.shots[..], self.settings.cells[0]);
                let view_of = |shots: &[Shot]| self.row(&view, shots, work);
                sheet(
                    &mut stage,
                    (texts, &self.subject.shown),
                    shots,
                    view_of,
                    ground,
                    watch,
                )?
            }
            Some(Target::Still) => {
                work.progress.start(2);
                let picture = stage.draw(&view, &self.shots[0], None)?;
                work.progress.add(1);
                picture
            }
        };
        work.cancel.check()?;
        write_whole(path, &png(&picture)?)?;
        Ok(made(path, 1))
    }

    /// The view of one clip's cells: from the same side, near enough to fill them.
    fn row(&self, view: &View, shots: &[Shot], work: &Work) -> Result<View, Failure> {
        let shares = if view.layout == Layout::Side { 2.0 } else { 1.0 };
        let aspect = view.size_px[0] as f32 / view.size_px[1] as f32 / shares;
        let subject = &self.subject;
        let framed = Framed::new(
            &subject.model,
            view.scene,
            (&subject.request, &subject.hidden),
            shots,
            view.camera,
            aspect,
            // A step of nothing: pictures count.
            &work.step(0.0, 0.0),
        )?;
        Ok(View {
            camera: framed.camera,
            ..*view
        })
    }
}

/// Refuses a place where nothing can stand, and those of the model's own buffers and pictures.
fn free(path: &Path, job: &Job) -> Result<(), Failure> {
    refuse_output(path, None)?;
    spare(path, &job.subject.model)
}

/// The view of the window, in the size and before the ground that are asked for.
fn view(state: &Shown, settings: &OutputSettings) -> View {
    let window = state.viewport_px.map(|s| s.max(1) as f32);
    let size_px = settings.pixels(state.viewport_px);
    let mut view = state.view(size_px);
    let aspect = size_px[0] as f32 / size_px[1] as f32;
    view.camera = view.camera.for_aspect(window[0] / window[1], aspect);
    if settings.is_clear() {
        view.background = Background::Transparent;
        view.overlays.grid = false;
    }
    view
}

fn made(path: &Path, count: usize) -> Made {
    Made::File {
        path: path.to_owned(),
        count,
    }
}
