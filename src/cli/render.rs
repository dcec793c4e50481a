//! `rigscope render`: a picture, a film or a sheet without a window, by the code that draws the window's view.
//!
//! Data flow: arguments -> [`Plan`] (which ways to skin, which [`shots`]) -> [`stage`] (one picture a shot) -> a file.

mod many;
mod reference;
mod shots;
mod stage;
mod target;

use std::f32::consts::PI;

use serde::Serialize;

use super::args::{self, Common, Overlay, RenderArgs, Scale, Sharing};
use super::console::Console;
use super::deadline::Deadline;
use super::failure::{Failure, Outcome};
use super::methods::{self, Chosen};
use super::output::Output;
use super::{clip, open, pick, pose};
use crate::animation::JointId;
use crate::inspect::compare::{CompareScratch, Comparison};
use crate::inspect::{LengthUnit, PoseRequest};
use crate::math::Bounds;
use crate::model::{CameraId, Issue, MaterialVariantId, Model, PosedModel, opening_bounds, outline_bounds};
use crate::skinning::{Skinning, SkinningMethod};
use crate::teach::{self, Fault};
use crate::viewer::Camera;
use crate::viewer::view::{Background, Layout, Lights, Overlays, ToneMapping, View};
use crate::work::Work;

use reference::ReferenceReport;
use shots::Shot;
use stage::Stage;
use target::Target;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-render";
/// Room around the character, as in the window.
const MARGIN: f32 = 1.12;

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
    /// The studio or the file; likewise the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tone_mapping: Option<&'static str>,
    /// What is wrong with it on purpose, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    teach: Option<&'static str>,
    /// Only with two ways to skin.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<ComparedReport>,
    /// Only with a reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<ReferenceReport>,
    device: String,
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
    let model = open::open(console, common, &args.model, &work)?;
    let file = open::shown(&args.model);
    let faulty = args.teach.and_then(|fault| teach::faulty_model(&model, fault));
    let shown = faulty.as_ref().unwrap_or(&model);
    refuse_missing_lights(shown, args).map_err(|f| f.about(file.as_str()))?;
    let plan = plan(shown, args, &target).map_err(|f| f.about(file.as_str()))?;
    let environment = args.light.read(common.max_memory, &work)?;
    deadline.alive();

    let size = match args.frames.contact_sheet {
        Some(cells) => many::cell(args.size, cells)?,
        None => args.size,
    };
    let mut stage =
        Stage::open(console, args, (&model, shown), size, &work).map_err(|f| f.about(file.as_str()))?;
    if let Some(environment) = environment {
        stage.light_by(&environment, &work)?;
    }
    deadline.alive();
    let mut written = args.size;
    let mut found = None;
    let watch = (&work, &deadline);
    match &target {
        Target::Still => {
            let picture = match args.frames.contact_sheet {
                Some(cells) => console.with_progress(&work, &console.texts.get("cli-drawing"), || {
                    many::sheet(console, (&mut stage, &plan), &model, args, cells, watch)
                })?,
                // What is wrong on purpose is seen from where the right picture is: both lie on each other.
                None => {
                    let view = view(&model, &plan, args, args.size, &plan.shots);
                    stage.draw(&plan, &view, &plan.shots[0], None)?
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
            output.write(console, &many::png(&picture)?)?;
        }
        Target::Sequence(files) => {
            let view = view(&model, &plan, args, args.size, &plan.shots);
            console.with_progress(&work, &console.texts.get("cli-drawing"), || {
                many::sequence(
                    console,
                    (&mut stage, &plan, &view),
                    files,
                    input.as_deref(),
                    watch,
                )
            })?;
        }
        Target::Film(container) => {
            let view = view(&model, &plan, args, args.size, &plan.shots);
            console.with_progress(&work, &console.texts.get("cli-drawing"), || {
                many::film(
                    (&mut stage, &plan, &view),
                    (&args.output, *container),
                    args,
                    watch,
                )
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
            fps: (target != Target::Still).then(|| args.frames.fps.unwrap_or(shots::FPS)),
            skinning: plan.request.skinning.method.word(),
            camera: plan.camera.map(|c| c.0),
            variant: plan.variant.map(|v| v.0),
            environment: args.light.environment_word(),
            tone_mapping: args.light.tone_mapping.map(ToneMapping::word),
            teach: args.teach.map(Fault::word),
            compared: plan.report(),
            reference: found,
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

/// Three digits are enough for a message.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
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
        (Some(cells), _) => (shots::sheet(model, &request, cells).map_err(refused)?, false),
        (None, Target::Still) => (vec![Shot::of(&request)], false),
        (None, _) => {
            shots::film(model, &request, &args.frames, args.clips.time.is_some()).map_err(refused)?
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
    if !two && args.no_labels {
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
            let largest = shots::samples(&plan.shots).map(|shot| {
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
    /// The model in the pose of a shot, with what both ways need.
    fn pose(&self, model: &Model, shot: &Shot) -> PosedModel {
        let ways = if self.layout.shows_both() { 2 } else { 1 };
        let needs = |s: &Skinning| s.method.needs_dual_quaternions();
        shot.request(&self.request)
            .pose_with(model, self.skinnings[..ways].iter().any(needs))
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
fn view(model: &Model, plan: &Plan, args: &RenderArgs, size: [u32; 2], shots: &[Shot]) -> View {
    let scene = model.default_scene;
    // The same camera for every method: pictures of two lie on each other.
    let method = SkinningMethod::LinearBlend;
    let right = PoseRequest {
        fault: None,
        ..plan.request.clone()
    };
    let clip = shots.first().and_then(|s| s.clip).or(right.blend.map(|b| b.0));
    let opening = opening_bounds(model, clip, scene, method);
    let now = shots::samples(shots).fold(Bounds::EMPTY, |bounds, shot| {
        let posed = shot.request(&right).pose(model);
        bounds.union(&outline_bounds(model, &posed, scene, method))
    });
    let framed = followed(&opening, &now);
    let mut camera = Camera {
        // Degrees are told from the character's face.
        yaw: args.yaw.to_radians() + if model.faces_backward { PI } else { 0.0 },
        pitch: 0.0,
        ..Camera::default()
    };
    camera.orbit(0.0, args.pitch.to_radians());
    // Side by side each has half of the width.
    let shares = if plan.layout == Layout::Side { 2.0 } else { 1.0 };
    let aspect = size[0] as f32 / size[1] as f32 / shares;
    // The farthest of all sides: the camera goes round at one distance.
    let distance = shots::samples(shots).map(|shot| {
        let mut turned = camera;
        turned.yaw += shot.turn;
        turned.frame(&framed, aspect, MARGIN);
        turned.distance
    });
    let distance = distance.fold(0.0, f32::max);
    camera.frame(&framed, aspect, MARGIN);
    camera.distance = distance / args.zoom;
    let empty = model.vertex_count(scene) == 0;
    let mut view = View {
        material_variant: plan.variant,
        size_px: size,
        camera,
        scene,
        skinnings: plan.skinnings,
        layout: plan.layout,
        fault: args.teach,
        overlays: Overlays {
            skeleton: empty || args.overlay.contains(&Overlay::Skeleton),
            grid: !args.no_grid && !args.is_transparent(),
            hidden: args.overlay.contains(&Overlay::Hidden),
        },
        lights: match args.lights {
            None | Some(args::Lights::Both) => Lights::Both,
            Some(args::Lights::File) => Lights::File,
            Some(args::Lights::Studio) => Lights::Studio,
        },
        ground_y: if opening.is_empty() { 0.0 } else { opening.min.y },
        model_size: if opening.is_empty() {
            1.0
        } else {
            opening.diagonal().max(1e-6)
        },
        ..View::default()
    };
    args.light.apply(&mut view, args.theme.unwrap_or_default());
    if args.transparent {
        view.background = Background::Transparent;
    }
    view
}

/// The clip's bounds in place, carried to where the character is now, so that a walk does not leave the picture.
fn followed(opening: &Bounds, now: &Bounds) -> Bounds {
    if opening.is_empty() || now.is_empty() || opening.union(now).diagonal() <= opening.diagonal() * 1.001 {
        return opening.union(now);
    }
    let travel = (now.center() - opening.center()) * glam::Vec3::new(1.0, 0.0, 1.0);
    opening.moved(travel).union(now)
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
        return refused(useless(
            "--time",
            "--turntable N (a film shows a time line: --frames A..B)",
        ));
    }
    if args.frames.contact_sheet.is_some() && args.clips.time.is_some() {
        return refused(useless("--time", "one picture (a sheet shows a time line)"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_character_that_walked_away_is_followed_and_one_in_place_is_framed_as_ever() {
        let opening = Bounds {
            min: Vec3::new(-0.5, 0.0, -0.5),
            max: Vec3::new(0.5, 2.0, 0.5),
        };
        let inside = Bounds {
            min: Vec3::new(-0.3, 0.0, -0.2),
            max: Vec3::new(0.4, 1.8, 0.2),
        };
        assert_eq!(followed(&opening, &inside), opening);
        let away = inside.moved(Vec3::new(10.0, 0.0, 0.0));
        let framed = followed(&opening, &away);
        assert!(framed.contains(away.min, 0.0) && framed.contains(away.max, 0.0));
        assert!(framed.size().x < 1.5, "no ant: {framed:?}");
        assert_eq!(followed(&Bounds::EMPTY, &inside), inside);
    }
}
