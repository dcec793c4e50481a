//! `rigscope render`: a picture without a window, by the code that draws the window's view.

use serde::Serialize;

use super::args::{self, Common, Overlay, RenderArgs, Scale, Sharing, Theme};
use super::console::Console;
use super::failure::{Failure, Outcome};
use super::methods::{self, Chosen};
use super::output::Output;
use super::{gpu, labels, open, pose};
use crate::inspect::compare::{CompareScratch, Comparison};
use crate::inspect::{LengthUnit, PoseRequest};
use crate::math::Bounds;
use crate::model::{Issue, Model, PosedModel, opening_bounds, outline_bounds};
use crate::render::{GpuModel, Picture, Renderer, ViewTarget};
use crate::skinning::{Skinning, SkinningMethod};
use crate::teach::{self, Fault};
use crate::ui::annotate::{Annotations, Band};
use crate::viewer::Camera;
use crate::viewer::view::{Background, Layout, Lights, Overlays, View};
use crate::work::Work;

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
    skinning: &'a str,
    /// What is wrong with it on purpose, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    teach: Option<&'static str>,
    /// Only with two ways to skin.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<ComparedReport>,
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

/// How the picture is drawn: one way to skin, or two.
struct Plan {
    request: PoseRequest,
    skinnings: [Skinning; 2],
    layout: Layout,
    /// Of the legend.
    unit: LengthUnit,
}

pub(super) fn run(console: &Console, common: &Common, args: &RenderArgs) -> Result<(), Failure> {
    let output = Output::new(&args.output, open::as_file(&args.model).as_deref())?;
    refuse_other_formats(args)?;
    let work = Work::on_all_cores();
    let model = open::open(console, common, &args.model, &work)?;
    let file = open::shown(&args.model);
    let faulty = args.teach.and_then(|fault| teach::faulty_model(&model, fault));
    let shown = faulty.as_ref().unwrap_or(&model);
    refuse_missing_lights(shown, args).map_err(|f| f.about(file.as_str()))?;
    let plan = plan(shown, args).map_err(|f| f.about(file.as_str()))?;
    let request = &plan.request;
    let gpu = gpu::open(console, args.backend.unwrap_or_default())?;
    let most = gpu.max_texture_px();
    if args.size.iter().any(|&s| s > most) {
        let [w, h] = args.size.map(f64::from);
        let issue = Issue::error("picture-too-large", "")
            .with("width", w)
            .with("height", h)
            .with("most", most);
        return Err(Failure::new(Outcome::Stopped, issue));
    }

    let mut renderer = Renderer::new(&gpu);
    // What is wrong on purpose is seen from where the right picture is: both lie on each other.
    let view = view(&model, &plan, args);
    let mut gpu_model =
        GpuModel::new(&gpu, &renderer, shown, &work).map_err(|e| Failure::from(e).about(&*file))?;
    let posed = plan.pose(shown);
    let target = ViewTarget::new(&gpu, view.size_px);
    renderer.draw(&gpu, &mut gpu_model, shown, &posed, &view, &target);
    let annotations = Annotations {
        named: view.layout.shows_both() && !args.no_labels,
        band: args.teach.map(|fault| Band::of(&console.texts, fault)),
        ..Annotations::new(&console.texts, view.skinnings, view.layout, plan.unit)
    };
    if annotations.named || annotations.band.is_some() {
        labels::paint(&gpu, &target, &annotations, args.theme.unwrap_or_default());
    }
    gpu.take_error()?;
    let picture = target.read(&gpu)?;
    output.write(console, &png(&picture)?)?;
    if args.json {
        let report = Report {
            output: &args.output.display().to_string(),
            width: picture.width,
            height: picture.height,
            clip: request.clip.map(|c| c.0),
            time: request.time_secs,
            skinning: request.skinning.method.word(),
            teach: args.teach.map(Fault::word),
            compared: plan.report(),
            device: gpu.description(),
        };
        console.json_report(FORMAT, &file, None, &report)?;
    }
    Ok(())
}

/// The pose and the ways to skin that the arguments ask for.
fn plan(model: &Model, args: &RenderArgs) -> Result<Plan, Failure> {
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
    let mut plan = Plan {
        request: request(model, args, skinnings[0], joint_mask)?,
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

/// The difference map, with the end of its colours: what was asked for, or the largest distance of this very frame,
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
            let posed = plan.request.pose_with(model, true);
            let numbers = comparison.frame(model, &posed, plan.skinnings, &mut CompareScratch::default());
            plan.unit.round_scale(numbers.distance.largest.into())
        }
    };
    Ok(Layout::Difference { scale: scale as f32 })
}

impl Plan {
    /// The model in the pose, with what both ways need.
    fn pose(&self, model: &Model) -> PosedModel {
        let ways = if self.layout.shows_both() { 2 } else { 1 };
        let needs = |s: &Skinning| s.method.needs_dual_quaternions();
        self.request
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

fn view(model: &Model, plan: &Plan, args: &RenderArgs) -> View {
    let request = &plan.request;
    let posed = PoseRequest {
        fault: None,
        ..request.clone()
    }
    .pose(model);
    let scene = model.default_scene;
    // The same camera for every method: pictures of two lie on each other.
    let method = SkinningMethod::LinearBlend;
    let clip = request.clip.or(request.blend.map(|b| b.0));
    let opening = opening_bounds(model, clip, scene, method);
    let now = outline_bounds(model, &posed, scene, method);
    let framed = followed(&opening, &now);
    let mut camera = Camera {
        yaw: args.yaw.to_radians(),
        pitch: 0.0,
        ..Camera::default()
    };
    camera.orbit(0.0, args.pitch.to_radians());
    // Side by side each has half of the width.
    let shares = if plan.layout == Layout::Side { 2.0 } else { 1.0 };
    let aspect = args.size[0] as f32 / args.size[1] as f32 / shares;
    camera.frame(&framed, aspect, MARGIN);
    camera.distance /= args.zoom;
    let empty = model.vertex_count(scene) == 0;
    View {
        size_px: args.size,
        camera,
        scene,
        skinnings: plan.skinnings,
        layout: plan.layout,
        fault: args.teach,
        background: match (args.transparent, args.theme.unwrap_or_default()) {
            (true, _) => Background::Transparent,
            (false, Theme::Dark) => Background::DARK,
            (false, Theme::Light) => Background::LIGHT,
        },
        overlays: Overlays {
            skeleton: empty || args.overlay.contains(&Overlay::Skeleton),
            grid: !args.no_grid && !args.transparent,
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
    }
}

/// The clip's bounds in place, carried to where the character is now, so that a walk does not leave the picture.
fn followed(opening: &Bounds, now: &Bounds) -> Bounds {
    if opening.is_empty() || now.is_empty() || opening.union(now).diagonal() <= opening.diagonal() * 1.001 {
        return opening.union(now);
    }
    let travel = (now.center() - opening.center()) * glam::Vec3::new(1.0, 0.0, 1.0);
    opening.moved(travel).union(now)
}

fn refuse_other_formats(args: &RenderArgs) -> Result<(), Failure> {
    let extension = args
        .output
        .extension()
        .map(|e| e.to_string_lossy().to_lowercase());
    if args.json && args.output.as_os_str() == "-" {
        // Picture and report would run into one another.
        return Err(Failure::new(
            Outcome::Refused,
            Issue::error("picture-and-json", ""),
        ));
    }
    match extension {
        Some(e) if e != "png" => {
            let issue = Issue::error("picture-format", "").with("format", e);
            Err(Failure::new(Outcome::Refused, issue).about(args.output.display().to_string()))
        }
        _ => Ok(()),
    }
}

/// A PNG file: RGBA where something shows through, else RGB.
fn png(picture: &Picture) -> Result<Vec<u8>, Failure> {
    use image::ImageEncoder as _;
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};

    let solid = picture.rgba.chunks_exact(4).all(|p| p[3] == 255);
    let mut file = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::Adaptive);
    let (width, height) = (picture.width, picture.height);
    let encoded = if solid {
        let rgb: Vec<u8> = picture
            .rgba
            .chunks_exact(4)
            .flat_map(|p| [p[0], p[1], p[2]])
            .collect();
        encoder.write_image(&rgb, width, height, image::ExtendedColorType::Rgb8)
    } else {
        encoder.write_image(&picture.rgba, width, height, image::ExtendedColorType::Rgba8)
    };
    encoded.map_err(|e| {
        Failure::new(
            Outcome::NotWritten,
            Issue::error("output-not-written", "").with("reason", e.to_string()),
        )
    })?;
    Ok(file)
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
