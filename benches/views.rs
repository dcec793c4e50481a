//! What two ways to skin in one picture cost, as ratios to one.
//!
//! `cargo bench --bench views` draws the bundled models; with `RIGSCOPE_CORPUS` set also the corpus's Fox and knight.
//! Split and difference promise to cost at most twice one view, and the reduced preset, where the CPU draws, at most three times
//! the same scene unlit; over that, the run ends with exit code 1. Trust ratios
//! within one run, not times.

#![allow(clippy::print_stdout, reason = "that is what a bench is for")]

use std::path::PathBuf;
use std::time::Instant;

use rigscope::import::{ImportOptions, import_bytes, import_path};
use rigscope::model::{Model, PosedModel, opening_bounds};
use rigscope::render::{Gpu, GpuModel, GpuOptions, Renderer, ViewTarget};
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::Camera;
use rigscope::viewer::view::{Background, Layout, Overlays, Preset, View};
use rigscope::work::Work;

const ROUNDS: usize = 5;
/// Small enough for a software driver.
const SIZE_PX: [u32; 2] = [640, 360];
/// What split and difference cost at most, in views of the dearer method.
const LIMIT: f64 = 2.0;
/// What the reduced preset costs at most, in pictures of the same scene unlit, without shadows and smooth edges.
const REDUCED_LIMIT: f64 = 3.0;

fn main() {
    let Ok(gpu) = Gpu::headless(&GpuOptions::default()) else {
        println!("no graphics device: nothing measured");
        return;
    };
    println!("{}", gpu.description());
    let mut renderer = Renderer::new(&gpu);
    let mut kept = true;
    for model in models() {
        kept &= measure(&gpu, &mut renderer, &model);
        kept &= spared(&gpu, &mut renderer, &model);
    }
    if !kept {
        std::process::exit(1);
    }
}

fn models() -> Vec<Model> {
    let (options, work) = (ImportOptions::default(), Work::alone());
    let bundled = rigscope::samples::SAMPLES
        .iter()
        .filter_map(|s| import_bytes(s.file, s.bytes.to_vec(), None, &options, &work).ok());
    let root = std::env::var_os("RIGSCOPE_CORPUS").map(PathBuf::from);
    let outside = root.into_iter().flat_map(|root| {
        ["corpus/files/fox/Fox.glb", "corpus/files/knight/Knight.glb"].map(|f| root.join(f))
    });
    bundled
        .chain(outside.filter_map(|path| import_path(&path, &options, &work).ok()))
        .collect()
}

/// What a software driver draws while things move, against the least that shows the character at all. True if the limit is
/// kept.
fn spared(gpu: &Gpu, renderer: &mut Renderer, model: &Model) -> bool {
    let mut plain = model.clone();
    for material in &mut plain.materials {
        material.unlit = true;
    }
    let (Some((mut lit, view)), Some((mut unlit, _))) =
        (prepared(gpu, renderer, model), prepared(gpu, renderer, &plain))
    else {
        return false;
    };
    let mut posed = PosedModel::default();
    let clip = model.opening_clip();
    let half_way = clip.and_then(|c| Some((c, 0.5 * model.clip(c)?.duration_secs())));
    posed.set_clips(model, half_way, None, true);
    let least = View {
        preset: Preset::Reduced,
        background: Background::Transparent,
        overlays: Overlays {
            grid: false,
            ..Overlays::default()
        },
        ..view
    };
    let reduced = View {
        preset: Preset::Reduced,
        ..view
    };
    let full = View {
        preset: Preset::Full,
        ..view
    };
    let target = ViewTarget::new(gpu, view.size_px);
    let mut best = [f64::INFINITY; 3];
    for round in 0..=ROUNDS {
        for (k, best) in best.iter_mut().enumerate() {
            let begin = Instant::now();
            match k {
                0 => renderer.draw(gpu, &mut unlit, &plain, &posed, &least, &target),
                1 => renderer.draw(gpu, &mut lit, model, &posed, &reduced, &target),
                _ => renderer.draw(gpu, &mut lit, model, &posed, &full, &target),
            };
            let waited = gpu.device.poll(wgpu::PollType::wait_indefinitely());
            assert!(waited.is_ok(), "the device answers");
            if round > 0 {
                *best = best.min(begin.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    let [least, reduced, full] = best;
    let kept = !gpu.is_software() || reduced <= REDUCED_LIMIT * least;
    println!("  unlit        {least:8.2} ms");
    println!(
        "  reduced      {reduced:8.2} ms  {:5.2} of unlit (at most {REDUCED_LIMIT} where the CPU draws){}",
        reduced / least,
        if kept { "" } else { " OVER" }
    );
    println!("  full         {full:8.2} ms  {:5.2} of unlit", full / least);
    kept
}

/// The model on the device, and a view that frames it.
fn prepared(gpu: &Gpu, renderer: &Renderer, model: &Model) -> Option<(GpuModel, View)> {
    let Ok(gpu_model) = GpuModel::new(gpu, renderer, model, &Work::alone()) else {
        println!("{} does not go onto the device", model.name);
        return None;
    };
    let clip = model.opening_clip();
    let (scene, method) = (model.default_scene, SkinningMethod::LinearBlend);
    let bounds = opening_bounds(model, clip, scene, method, &Work::alone()).expect("nobody cancels");
    let mut camera = Camera::default();
    camera.frame(&bounds, 16.0 / 9.0, 1.12);
    let view = View {
        size_px: SIZE_PX,
        camera,
        scene: model.default_scene,
        ground_y: bounds.min.y,
        model_size: bounds.diagonal(),
        ..View::default()
    };
    Some((gpu_model, view))
}

/// True if the limits are kept.
fn measure(gpu: &Gpu, renderer: &mut Renderer, model: &Model) -> bool {
    let Some((mut gpu_model, view)) = prepared(gpu, renderer, model) else {
        return false;
    };
    let clip = model.opening_clip();
    let half_way = clip.and_then(|c| Some((c, 0.5 * model.clip(c)?.duration_secs())));
    let mut posed = PosedModel::default();
    posed.set_clips(model, half_way, None, true);
    let target = ViewTarget::new(gpu, view.size_px);
    let layouts = [
        ("A", Layout::A),
        ("B", Layout::B),
        ("split", Layout::Split { at: 0.5 }),
        (
            "difference",
            Layout::Difference {
                scale: 0.01 * view.model_size,
            },
        ),
        ("ghost", Layout::Ghost),
        ("side", Layout::Side),
    ];
    let mut best = [f64::INFINITY; 6];
    // In turn, so that a busy moment hits all alike, and the best of each, since noise only ever adds; the first round
    // makes pipelines.
    for round in 0..=ROUNDS {
        for ((_, layout), best) in layouts.iter().zip(&mut best) {
            let begin = Instant::now();
            let view = View {
                layout: *layout,
                ..view
            };
            renderer.draw(gpu, &mut gpu_model, model, &posed, &view, &target);
            let waited = gpu.device.poll(wgpu::PollType::wait_indefinitely());
            assert!(waited.is_ok(), "the device answers");
            if round > 0 {
                *best = best.min(begin.elapsed().as_secs_f64() * 1e3);
            }
        }
    }
    println!("{} ({} vertices)", model.name, model.vertex_count(view.scene));
    let one = best[0].max(best[1]);
    let mut all_kept = true;
    for ((name, layout), ms) in layouts.iter().zip(best) {
        let ratio = ms / one;
        let promised = matches!(layout, Layout::Split { .. } | Layout::Difference { .. });
        let kept = !promised || ratio <= LIMIT;
        all_kept &= kept;
        let limit = match (promised, kept) {
            (false, _) => String::new(),
            (true, true) => format!(" (at most {LIMIT})"),
            (true, false) => format!(" (at most {LIMIT}) OVER"),
        };
        println!("  {name:12} {ms:8.2} ms  {ratio:5.2} of one view{limit}");
    }
    all_kept
}
