//! `rigscope render`: a picture without a window, by the code that draws the window's view.

use serde::Serialize;

use super::args::{Common, Overlay, RenderArgs, Theme};
use super::console::Console;
use super::failure::{Failure, Outcome};
use super::output::Output;
use super::{gpu, open, pose};
use crate::inspect::PoseRequest;
use crate::math::Bounds;
use crate::model::{Issue, Model, PosedModel, opening_bounds, quick_bounds};
use crate::render::{GpuModel, Picture, Renderer, ViewTarget};
use crate::skinning::SkinningMethod;
use crate::viewer::Camera;
use crate::viewer::view::{Background, Overlays, View};
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
    device: String,
}

pub(super) fn run(console: &Console, common: &Common, args: &RenderArgs) -> Result<(), Failure> {
    let output = Output::new(&args.output, open::as_file(&args.model).as_deref())?;
    refuse_other_formats(args)?;
    let work = Work::on_all_cores();
    let model = open::open(console, common, &args.model, &work)?;
    let file = open::shown(&args.model);
    let request = request(&model, args).map_err(|f| f.about(file.as_str()))?;
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
    let mut gpu_model =
        GpuModel::new(&gpu, &renderer, &model, &work).map_err(|e| Failure::from(e).about(&*file))?;
    let posed = request.pose(&model);
    let view = view(&model, &posed, &request, args);
    let target = ViewTarget::new(&gpu, view.size_px);
    renderer.draw(&gpu, &mut gpu_model, &model, &posed, &view, &target);
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
            skinning: request.method.word(),
            device: gpu.description(),
        };
        console.json_report(FORMAT, &file, &report)?;
    }
    Ok(())
}

/// The rest pose without `--clip` and `--time`; a time alone is one of the clip that the window would play.
fn request(model: &Model, args: &RenderArgs) -> Result<PoseRequest, Failure> {
    let mut request = pose::request(model, &args.clips, args.skinning.into())?;
    if request.clip.is_none() && args.clips.time.is_some() {
        request.clip = model.opening_clip();
    }
    Ok(request)
}

fn view(model: &Model, posed: &PosedModel, request: &PoseRequest, args: &RenderArgs) -> View {
    let scene = model.default_scene;
    // The same camera for every method: pictures of two lie on each other.
    let method = SkinningMethod::LinearBlend;
    let clip = request.clip.or(request.blend.map(|b| b.0));
    let opening = opening_bounds(model, clip, scene, method);
    let now = quick_bounds(model, posed, scene, method);
    let framed = followed(&opening, &now);
    let mut camera = Camera {
        yaw: args.yaw.to_radians(),
        pitch: 0.0,
        ..Camera::default()
    };
    camera.orbit(0.0, args.pitch.to_radians());
    let aspect = args.size[0] as f32 / args.size[1] as f32;
    camera.frame(&framed, aspect, MARGIN);
    camera.distance /= args.zoom;
    let empty = model.vertex_count(scene) == 0;
    View {
        size_px: args.size,
        camera,
        scene,
        background: match (args.transparent, args.theme.unwrap_or_default()) {
            (true, _) => Background::Transparent,
            (false, Theme::Dark) => Background::DARK,
            (false, Theme::Light) => Background::LIGHT,
        },
        overlays: Overlays {
            skeleton: empty || args.overlay.contains(&Overlay::Skeleton),
            grid: !args.no_grid && !args.transparent,
        },
        ground_y: if opening.is_empty() { 0.0 } else { opening.min.y },
        model_size: if opening.is_empty() {
            1.0
        } else {
            opening.diagonal().max(1e-6)
        },
        ..View::default()
    }
    .with_skinning(request.method)
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
