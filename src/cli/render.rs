//! `rigscope render`: a picture, a film or a sheet without a window, by the code that draws the window's view.
//!
//! Data flow: arguments -> [`Plan`] (which ways to skin, which shots) -> [`Stage`] (one picture a shot) -> a file.

mod reference;
mod shown;

use std::f32::consts::PI;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::args::{self, Common, RenderArgs, Scale, Sharing};
use super::console::Console;
use super::deadline::Deadline;
use super::failure::{Failure, Outcome};
use super::methods::{self, Chosen};
use super::output::Output;
use super::{clip, gpu, open, pick, pose};
use crate::animation::JointId;
use crate::inspect::compare::{CompareScratch, Comparison};
use crate::inspect::{LengthUnit, PoseRequest};
use crate::model::{CameraId, Issue, MaterialVariantId, Model};
use crate::output::{
    self, FPS, FilmPlan, Framed, Sequence, Shot, Span, Stage, Subject, Target, Witness as _, film_shots,
    samples, sheet_shots,
};
use crate::render::DrawStats;
use crate::skinning::Skinning;
use crate::teach::{self, Fault};
use crate::ui::annotate::Band;
use crate::ui::theme::Tokens;
use crate::viewer::view::{Background, Layout, Lights, Preset, ToneMapping, View};
use crate::viewer::{Camera, Look, Theme};
use crate::work::Work;

use reference::ReferenceReport;
use shown::Shows;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-render";

#[derive(Serialize)]
struct Report<'a> {
    output: &'a str,
    width: u32,
    height: u32,
    clip: Option<u32>,
    time: f64,
    /// Only of more than one picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<usize>,
    /// Only of a film or a sequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    fps: Option<f64>,
    skinning: &'a str,
    /// Only if one was asked for; likewise the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    camera: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<u32>,
    /// The studio or the file; likewise what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tone_mapping: Option<&'static str>,
    /// Only if one was asked for; likewise the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<WeightsReport>,
    /// What is wrong with it on purpose, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    teach: Option<&'static str>,
    /// Only with two ways to skin.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<ComparedReport>,
    /// Only with a reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<ReferenceReport>,
    samples: u32,
    preset: Preset,
    cost: CostReport,
    device: String,
}

/// What shows of the influences, and how many vertices are marked.
#[derive(Serialize)]
struct WeightsReport {
    view: &'static str,
    unnormalised: usize,
    unweighted: usize,
    over_limit: usize,
}

/// Of one picture; of several, of the last.
#[derive(Serialize)]
struct CostReport {
    passes: u32,
    draws: u32,
    triangles: u64,
    uploaded_bytes: u64,
    texture_bytes: u64,
    /// Milliseconds of one sample by the device's own clock; `None` where it has none.
    device_ms: Option<f64>,
}

#[derive(Serialize)]
struct ComparedReport {
    a: String,
    b: String,
    view: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference_scale: Option<f32>,
}

/// How the picture is drawn: one way to skin, or two; and when.
struct Plan {
    request: PoseRequest,
    /// At least one.
    shots: Vec<Shot>,
    /// Whether the last shot leads to the first.
    closes: bool,
    /// The camera of the file to look through, if one was asked for.
    camera: Option<CameraId>,
    /// The joint to look at, if one was asked for.
    focus: Option<JointId>,
    /// The choice of materials, if one was asked for.
    variant: Option<MaterialVariantId>,
    /// What shows of the model.
    shows: Shows,
    skinnings: [Skinning; 2],
    layout: Layout,
    /// Of the legend.
    unit: LengthUnit,
}

pub(super) fn run(console: &Console, common: &Common, args: &RenderArgs) -> Result<(), Failure> {
    let input = open::as_file(&args.model);
    let about_output = |i: Issue| Failure::new(Outcome::Refused, i).about(args.output.display().to_string());
    let moves = args.frames.frames.is_some() || args.frames.turntable.is_some();
    let target = Target::of(&args.output, moves).map_err(about_output)?;
    refuse_what_does_not_fit(args, &target)?;
    let output = match target {
        // The files of a sequence are looked at one by one.
        Target::Sequence(_) => Output::Stdout,
        _ => Output::new(&args.output, input.as_deref())?,
    };
    let kept = args
        .frames
        .reference
        .as_deref()
        .map(|path| reference::read(path).map(|kept| (path, kept)))
        .transpose()?;
    if let Some((path, kept)) = &kept
        && args.frames.contact_sheet.is_none()
    {
        reference::check_size(kept, path, args.size)?;
    }
    let deadline = Deadline::start(console, args.frames.deadline, args.json.then_some(FORMAT));
    let work = Work::on_all_cores();
    let opening = gpu::begin(args.backend.unwrap_or_default());
    let model = Arc::new(open::open(console, common, &args.model, &work)?);
    output.spare(&model)?;
    let file = open::shown(&args.model);
    let faulty = args.teach.and_then(|fault| teach::faulty_model(&model, fault));
    let shown = faulty.map_or_else(|| Arc::clone(&model), Arc::new);
    refuse_missing_lights(&shown, args).map_err(|f| f.about(file.as_str()))?;
    let plan = plan(&shown, args, &target).map_err(|f| f.about(file.as_str()))?;
    let environment = args.light.read(common.max_memory, &work)?;
    deadline.moved();

    let size = match args.frames.contact_sheet {
        Some(cells) => output::cell(args.size, cells)?,
        None => args.size,
    };
    let subject = plan.subject(console, (&model, &shown), args);
    let gpu = opening.wait(console)?;
    let mut stage = Stage::new(&console.texts, gpu, &subject, size, theme_of(args), &work)
        .map_err(|f| f.about(file.as_str()))?;
    if let Some(environment) = &environment {
        stage.light_by(environment, &work)?;
    }
    deadline.moved();
    let mut written = args.size;
    let mut found = None;
    let watch = (&work, &deadline);
    match &target {
        Target::Still => {
            let picture = match args.frames.contact_sheet {
                Some([columns, _]) => {
                    console.with_progress(&work, &console.texts.get("cli-drawing"), || {
                        let ground = if args.transparent {
                            [0; 4]
                        } else {
                            Tokens::of(theme_of(args)).background.to_array()
                        };
                        output::sheet(
                            &mut stage,
                            (&console.texts, &model),
                            (&plan.shots, columns),
                            |shots| view(&model, &plan, args, size, shots, &work.step(0.0, 0.0)),
                            ground,
                            watch,
                        )
                    })?
                }
                // What is wrong on purpose is seen from where the right picture is: both lie on each other.
                None => {
                    let view = view(&model, &plan, args, args.size, &plan.shots, &work)?;
                    stage.draw(&view, &plan.shots[0], None)?
                }
            };
            written = [picture.width, picture.height];
            let picture = match &kept {
                Some((path, kept)) => {
                    // A sheet is as large as its cells.
                    reference::check_size(kept, path, written)?;
                    let (report, drawn) = reference::compare(&picture, kept, args.frames.threshold);
                    found = Some(report);
                    drawn
                }
                None => picture,
            };
            output.write(console, &output::png(&picture)?)?;
        }
        Target::Sequence(files) => {
            let frames = files_of(&plan.shots, files, input.as_deref(), &model)?;
            let view = view(&model, &plan, args, args.size, &plan.shots, &work)?;
            console.with_progress(&work, &console.texts.get("cli-drawing"), || {
                output::sequence(&mut stage, &view, &frames, watch)
            })?;
        }
        Target::Film(container) => {
            let view = view(&model, &plan, args, args.size, &plan.shots, &work)?;
            let film = FilmPlan {
                shots: &plan.shots,
                closes: plan.closes,
                fps: args.frames.fps.unwrap_or(FPS),
                transparent: args.transparent,
                // A little less than the whole program has, so that it is the encoder that is named.
                patience: Duration::from_secs_f64(0.9 * args.frames.deadline),
            };
            console.with_progress(&work, &console.texts.get("cli-drawing"), || {
                output::film(&mut stage, &view, (&args.output, *container), &film, watch)
            })?;
        }
    }
    let over = found.filter(ReferenceReport::is_over);
    if args.json {
        let shot = &plan.shots[0];
        let many = plan.shots.len() > 1 || target != Target::Still;
        let report = Report {
            output: &args.output.display().to_string(),
            width: written[0],
            height: written[1],
            clip: shot.clip.map(|c| c.0),
            time: shot.time_secs,
            frames: many.then_some(plan.shots.len()),
            fps: (target != Target::Still).then(|| args.frames.fps.unwrap_or(FPS)),
            skinning: plan.request.skinning.method.word(),
            camera: plan.camera.map(|c| c.0),
            variant: plan.variant.map(|v| v.0),
            environment: args.light.environment_word(),
            tone_mapping: args.light.tone_mapping.map(ToneMapping::word),
            look: args.look.map(Look::word),
            weights: plan.shows.weights.map(|w| WeightsReport {
                view: w.view.word(),
                unnormalised: plan.shows.marked.unnormalised,
                unweighted: plan.shows.marked.unweighted,
                over_limit: plan.shows.marked.over_limit,
            }),
            teach: args.teach.map(Fault::word),
            compared: plan.report(),
            reference: found,
            samples: args.samples,
            preset: preset(args),
            cost: cost(&stage.cost(), stage.device_secs()),
            device: stage.device(),
        };
        console.json_report(FORMAT, &file, over.map(|_| Outcome::Found), &report)?;
    }
    match over {
        None => Ok(()),
        Some(found) => {
            let issue = Issue::error("reference-differs", "")
                .with("percent", rounded(found.differing_per_cent))
                .with("most", found.threshold)
                .with("largest", u32::from(found.largest));
            Err(Failure::new(Outcome::Found, issue).about(file))
        }
    }
}

fn preset(args: &RenderArgs) -> Preset {
    match args.preset {
        args::Preset::Full => Preset::Full,
        args::Preset::Reduced => Preset::Reduced,
    }
}

fn cost(stats: &DrawStats, device_secs: Option<f64>) -> CostReport {
    CostReport {
        passes: stats.passes,
        draws: stats.draws,
        triangles: stats.triangles,
        uploaded_bytes: stats.uploaded_bytes,
        texture_bytes: stats.texture_bytes,
        device_ms: device_secs.map(|secs| rounded(secs * 1e3)),
    }
}

/// Three digits are enough for a message.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// All files of a sequence, looked at before the first is written: none may be the model.
fn files_of(
    shots: &[Shot],
    files: &Sequence,
    input: Option<&std::path::Path>,
    model: &Model,
) -> Result<Vec<(Shot, PathBuf)>, Failure> {
    let frame = |shot: &Shot| {
        let path = files.path(shot.number);
        output::refuse_output(&path, input)?;
        output::spare(&path, model)?;
        Ok((*shot, path))
    };
    shots.iter().map(frame).collect()
}

fn theme_of(args: &RenderArgs) -> Theme {
    match args.theme.unwrap_or_default() {
        args::Theme::Dark => Theme::Dark,
        args::Theme::Light => Theme::Light,
    }
}

/// The pose and the ways to skin that the arguments ask for.
fn plan(model: &Model, args: &RenderArgs, target: &Target) -> Result<Plan, Failure> {
    let refused = |i: Issue| Failure::new(Outcome::Refused, i);
    let two = match args.methods[..] {
        [a, b] => Some([a, b]),
        [] => None,
        _ => {
            return Err(refused(
                Issue::error("methods-not-two", "").with("count", args.methods.len() as u32),
            ));
        }
    };
    refuse_options_without_view(args, two.is_some()).map_err(refused)?;
    let Chosen {
        skinnings,
        joint_mask,
    } = match two {
        Some(two) => methods::choose(model, two, &args.options).map_err(refused)?,
        None => {
            let one = methods::choose(model, [args.skinning], &args.options).map_err(refused)?;
            let [skinning] = one.skinnings;
            Chosen {
                skinnings: [skinning, View::default().skinnings[1]],
                joint_mask: one.joint_mask,
            }
        }
    };
    let request = request(model, args, skinnings[0], joint_mask)?;
    let (shots, closes) = match (args.frames.contact_sheet, target) {
        (Some(cells), _) => (sheet_shots(model, &request, cells).map_err(refused)?, false),
        (None, Target::Still) => (vec![Shot::of(&request)], false),
        (None, _) => {
            let span = Span {
                fps: args.frames.fps.unwrap_or(FPS),
                frames: args.frames.frames,
                turntable: args.frames.turntable,
                is_moment: args.clips.time.is_some(),
            };
            film_shots(model, &request, &span).map_err(refused)?
        }
    };
    let find_camera = |asked: &str| clip::find_camera(model, asked);
    let camera = args.camera.as_deref().map(find_camera).transpose();
    let focus = args
        .focus
        .as_deref()
        .map(|name| pick::joint(model, name))
        .transpose();
    let find_variant = |asked: &str| clip::find_variant(model, asked);
    let variant = args.variant.as_deref().map(find_variant).transpose();
    let mut plan = Plan {
        request,
        shots,
        closes,
        camera: camera.map_err(refused)?,
        focus: focus.map_err(refused)?,
        variant: variant.map_err(refused)?,
        shows: Shows::of(model, args).map_err(refused)?,
        skinnings,
        layout: Layout::A,
        unit: LengthUnit::default(),
    };
    if two.is_some() {
        plan.layout = match args.view.unwrap_or_default() {
            Sharing::Split => Layout::Split {
                at: args.split.unwrap_or(0.5),
            },
            Sharing::Ghost => Layout::Ghost,
            Sharing::Side => Layout::Side,
            Sharing::Difference => difference(model, &mut plan, args).map_err(refused)?,
        };
    }
    Ok(plan)
}

/// The file's lights alone are nothing where it has none.
fn refuse_missing_lights(model: &Model, args: &RenderArgs) -> Result<(), Failure> {
    let none = model.scene_lights(model.default_scene).next().is_none();
    if args.lights == Some(args::Lights::File) && none {
        return Err(Failure::new(Outcome::Refused, Issue::error("lights-none", "")));
    }
    Ok(())
}

/// What only two ways to skin, or one of their views, has a use for is a mistake without.
fn refuse_options_without_view(args: &RenderArgs, two: bool) -> Result<(), Issue> {
    let view = two.then(|| args.view.unwrap_or_default());
    let useless = |option: &str, needs: &str| {
        Issue::error("option-without-view", "")
            .with("option", option)
            .with("needs", needs)
    };
    if !two && args.view.is_some() {
        return Err(useless("--view", "--methods A,B"));
    }
    let painted = args.overlay.iter().any(args::Overlay::is_of_influences);
    if !two && args.no_labels && !painted {
        return Err(useless("--no-labels", "--methods A,B"));
    }
    if args.split.is_some() && view != Some(Sharing::Split) {
        return Err(useless("--split", "--methods A,B --view split"));
    }
    if args.difference_scale.is_some() && view != Some(Sharing::Difference) {
        return Err(useless("--difference-scale", "--methods A,B --view difference"));
    }
    Ok(())
}

/// The difference map, with the end of its colours: what was asked for, or the largest distance of what is shown,
/// rounded up to 1, 2 or 5 in the unit that is shown.
fn difference(model: &Model, plan: &mut Plan, args: &RenderArgs) -> Result<Layout, Issue> {
    let comparison = Comparison::new(model, model.default_scene).under(args.teach);
    if comparison.vertex_count() == 0 {
        return Err(Issue::error("compare-nothing-skinned", ""));
    }
    plan.unit = comparison.unit();
    let scale = match args.difference_scale {
        Some(Scale::Fixed(limit)) => limit.in_units(comparison.rest_diagonal().into()),
        Some(Scale::Auto) | None => {
            let mut scratch = CompareScratch::default();
            let largest = samples(&plan.shots).map(|shot| {
                let posed = shot.request(&plan.request).pose_with(model, true);
                let numbers = comparison.frame(model, &posed, plan.skinnings, &mut scratch);
                f64::from(numbers.distance.largest)
            });
            plan.unit.round_scale(largest.fold(0.0, f64::max))
        }
    };
    Ok(Layout::Difference { scale: scale as f32 })
}

impl Plan {
    fn subject(&self, console: &Console, models: (&Arc<Model>, &Arc<Model>), args: &RenderArgs) -> Subject {
        Subject {
            model: Arc::clone(models.0),
            shown: Arc::clone(models.1),
            request: self.request.clone(),
            playback: None,
            camera: self.camera,
            focus: self.focus,
            named: !args.no_labels,
            band: args.teach.map(|fault| Band::of(&console.texts, fault)),
            unit: self.unit,
            hidden: self.shows.hidden.clone(),
            marked: self.shows.marked,
            samples: args.samples,
            compressed: None,
        }
    }

    fn report(&self) -> Option<ComparedReport> {
        let (view, split, difference_scale) = match self.layout {
            Layout::A | Layout::B => return None,
            Layout::Split { at } => ("split", Some(at), None),
            Layout::Ghost => ("ghost", None, None),
            Layout::Difference { scale } => ("difference", None, Some(scale)),
            Layout::Side => ("side", None, None),
        };
        let [a, b] = self.skinnings.map(methods::words);
        Some(ComparedReport {
            a,
            b,
            view,
            split,
            difference_scale,
        })
    }
}

/// The rest pose without `--clip` and `--time`; a time alone is one of the clip that the window would play.
fn request(
    model: &Model,
    args: &RenderArgs,
    skinning: Skinning,
    joint_mask: Vec<f32>,
) -> Result<PoseRequest, Failure> {
    let mut request = PoseRequest {
        fault: args.teach,
        ..pose::request(model, &args.clips, skinning, joint_mask)?
    };
    if request.clip.is_none() && args.clips.time.is_some() {
        request.clip = model.opening_clip();
    }
    Ok(request)
}

/// The view of `shots`: a camera that stands still and holds them all.
fn view(
    model: &Model,
    plan: &Plan,
    args: &RenderArgs,
    size: [u32; 2],
    shots: &[Shot],
    work: &Work,
) -> Result<View, Failure> {
    let scene = model.default_scene;
    let mut direction = Camera {
        // Degrees are told from the character's face.
        yaw: args.yaw.to_radians() + if model.faces_backward { PI } else { 0.0 },
        pitch: 0.0,
        fov_y: args.fov.to_radians(),
        ..Camera::default()
    };
    direction.orbit(0.0, args.pitch.to_radians());
    // Side by side each has half of the width.
    let shares = if plan.layout == Layout::Side { 2.0 } else { 1.0 };
    let aspect = size[0] as f32 / size[1] as f32 / shares;
    let Framed { mut camera, opening } = Framed::new(
        model,
        scene,
        (&plan.request, &plan.shows.hidden),
        shots,
        direction,
        aspect,
        work,
    )?;
    camera.distance /= args.zoom;
    let empty = model.vertex_count(scene) == 0;
    let mut view = View {
        material_variant: plan.variant,
        size_px: size,
        camera,
        scene,
        skinnings: plan.skinnings,
        layout: plan.layout,
        fault: args.teach,
        look: args.look.unwrap_or_default(),
        weights: plan.shows.weights,
        overlays: shown::overlays(args, empty),
        lights: match args.lights {
            None | Some(args::Lights::Both) => Lights::Both,
            Some(args::Lights::File) => Lights::File,
            Some(args::Lights::Studio) => Lights::Studio,
        },
        preset: preset(args),
        ground_y: if opening.is_empty() { 0.0 } else { opening.min.y },
        model_size: if opening.is_empty() {
            1.0
        } else {
            opening.diagonal().max(1e-6)
        },
        ..View::default()
    };
    args.light.apply(&mut view, theme_of(args));
    if args.transparent {
        view.background = Background::Transparent;
    }
    Ok(view)
}

/// What this kind of file has no use for is a mistake.
fn refuse_what_does_not_fit(args: &RenderArgs, target: &Target) -> Result<(), Failure> {
    let refused =
        |issue: Issue| Err(Failure::new(Outcome::Refused, issue).about(args.output.display().to_string()));
    let useless = |option: &str, needs: &str| {
        Issue::error("option-without-view", "")
            .with("option", option)
            .with("needs", needs)
    };
    if args.json && args.output.as_os_str() == "-" {
        // Picture and report would run into one another.
        return Err(Failure::new(
            Outcome::Refused,
            Issue::error("picture-and-json", ""),
        ));
    }
    if *target == Target::Still {
        if args.frames.fps.is_some() {
            return refused(useless(
                "--fps",
                "-o OUT.gif (or .apng, .mp4, .webm, out_{frame:04}.png)",
            ));
        }
    } else if args.frames.contact_sheet.is_some() {
        return refused(useless("--contact-sheet", "-o OUT.png"));
    } else if args.frames.reference.is_some() {
        return refused(useless("--reference", "-o OUT.png"));
    } else if args.clips.time.is_some() && args.frames.turntable.is_none() {
        return refused(Issue::error("render-time-in-film", ""));
    }
    if args.frames.contact_sheet.is_some() && args.clips.time.is_some() {
        return refused(Issue::error("render-time-in-sheet", ""));
    }
    Ok(())
}
