//! What a frame costs on the CPU, stage by stage, and the ratios that the project promises.
//!
//! `cargo bench` measures the bundled models; with `RIGSCOPE_CORPUS` set (a folder with `perf/` and `corpus/`) also the
//! measuring character and the corpus's Fox, CesiumMan, robot and knight. Trust ratios within one run, not times.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]
#![allow(
    clippy::semicolon_if_nothing_returned,
    reason = "what is measured is an expression"
)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use criterion::Criterion;
use rigscope::animation::{ClipId, ModelPose, PlaybackScratch, Player, Pose, sample};
use rigscope::import::{ImportOptions, import_bytes, import_path};
use rigscope::inspect::compare::{CompareScratch, Comparison, instants};
use rigscope::model::{Model, PosedModel};
use rigscope::skinning::{Palette, Skinning, SkinningMethod};
use rigscope::work::Work;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for model in models() {
        stages(&mut criterion, &model);
        ratios(&model);
    }
    criterion.final_summary();
}

fn models() -> Vec<Model> {
    let bundled = rigscope::samples::SAMPLES.iter().filter_map(|s| {
        import_bytes(
            s.file,
            s.bytes.to_vec(),
            None,
            &ImportOptions::default(),
            &Work::alone(),
        )
        .ok()
    });
    let outside = std::env::var_os("RIGSCOPE_CORPUS")
        .map(PathBuf::from)
        .into_iter()
        .flat_map(|root| {
            [
                "perf/pab.glb",
                "corpus/files/fox/Fox.glb",
                "corpus/files/cesium_man/CesiumMan.glb",
                "corpus/files/robot/robot.glb",
                "corpus/files/knight/Knight.glb",
            ]
            .map(|f| root.join(f))
        });
    let import =
        |path: PathBuf| import_path(Path::new(&path), &ImportOptions::default(), &Work::alone()).ok();
    bundled
        .chain(outside.filter_map(import))
        .filter(|m| !m.skins.is_empty() && !m.clips.is_empty())
        .collect()
}

/// W1: sample one clip, local to model, palette. W2: two clips and a blend.
fn stages(c: &mut Criterion, model: &Model) {
    let mut group = c.benchmark_group(&model.name);
    let clip = model.opening_clip().unwrap_or(ClipId(0));
    let data = &model.clips[clip.index()];
    let duration = data.duration_secs();
    let mut pose = model.skeleton.rest_pose();
    let mut space = ModelPose::default();
    let mut palette = Palette::default();
    let mut k = 0_u32;
    let mut next = move || {
        k = k.wrapping_add(1);
        duration * f64::from(k % 61) / 61.0
    };
    group.bench_function("sample", |b| b.iter(|| sample(data, next(), &mut pose)));
    group.bench_function("local to model", |b| {
        b.iter(|| {
            model
                .skeleton
                .model_space_prefix(&pose, model.skeleton.prefix_len(), &mut space)
        })
    });
    model.skeleton.model_space(&pose, &mut space);
    group.bench_function("palette", |b| {
        b.iter(|| palette.update(&model.skins[0], &space, false))
    });
    group.bench_function("palette with dual quaternions", |b| {
        b.iter(|| palette.update(&model.skins[0], &space, true))
    });
    let mut player = Player::new();
    player.play(Some(clip), 0.0, &model.skeleton, &model.clips);
    let (mut scratch, mut out) = (PlaybackScratch::default(), Pose::default());
    let mut frame = |player: &Player| {
        player.evaluate(&model.skeleton, &model.clips, &mut scratch, &mut out);
        model
            .skeleton
            .model_space_prefix(&out, model.skeleton.prefix_len(), &mut space);
        palette.update(&model.skins[0], &space, false);
    };
    group.bench_function("W1", |b| {
        b.iter(|| {
            player.seek(next(), &model.clips);
            frame(&player);
        });
    });
    let other = ClipId((clip.0 + 1) % model.clips.len() as u32);
    player.play(Some(other), 1e9, &model.skeleton, &model.clips);
    group.bench_function("W2", |b| b.iter(|| frame(&player)));
    let posed = posed(model, clip, 0.5 * duration);
    for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
        group.bench_function(format!("skin every vertex, {}", method.word()), |b| {
            b.iter(|| skin_all(model, &posed, method.into()))
        });
    }
    group.finish();
}

fn posed(model: &Model, clip: ClipId, time: f64) -> PosedModel {
    let mut posed = PosedModel::default();
    posed.set_clips(model, Some((clip, time)), None, true);
    posed
}

/// The plain scalar loop that ratios are to: every vertex with its normal.
fn skin_all(model: &Model, posed: &PosedModel, skinning: Skinning) {
    for (_, instance) in model.scene_instances(model.default_scene) {
        for primitive in &model.mesh(instance.mesh).primitives {
            for v in 0..primitive.vertex_count() {
                black_box(posed.vertex(instance, primitive, skinning, v));
            }
        }
    }
}

/// Best of several, seconds: noise only ever adds.
fn best(mut run: impl FnMut()) -> f64 {
    (0..9)
        .map(|_| {
            let began = Instant::now();
            run();
            began.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

fn ratios(model: &Model) {
    let comparison = Comparison::new(model, model.default_scene);
    if comparison.vertex_count() == 0 {
        return;
    }
    let (lbs, dqs): (Skinning, Skinning) = (
        SkinningMethod::LinearBlend.into(),
        SkinningMethod::DualQuaternion.into(),
    );
    let clip = model.opening_clip().unwrap_or(ClipId(0));
    let half = posed(model, clip, 0.5 * model.clips[clip.index()].duration_secs());
    let mut scratch = CompareScratch::default();
    let pass = best(|| (0..20).for_each(|_| skin_all(model, &half, lbs)));
    let live = best(|| {
        (0..20).for_each(|_| {
            drop(black_box(comparison.frame(
                model,
                &half,
                [lbs, dqs],
                &mut scratch,
            )))
        })
    });
    println!(
        "{}: live numbers / one LBS pass: {:.2} (at most 6)",
        model.name,
        live / pass
    );
    let whole = best(|| {
        for id in model.clip_ids().take(12) {
            let _ = black_box(comparison.clip(model, Some(id), 30.0, [lbs, dqs], &[], &Work::alone()));
        }
    });
    let mut frame = PosedModel::default();
    let parts = best(|| {
        for id in model.clip_ids().take(12) {
            for time in instants(model.clips[id.index()].duration_secs(), 30.0) {
                frame.set_clips(model, Some((id, time)), None, true);
                skin_all(model, &frame, lbs);
                skin_all(model, &frame, dqs);
            }
        }
    });
    println!(
        "{}: whole clips / sampling and skinning both ways: {:.2} (at most 2.5)",
        model.name,
        whole / parts
    );
}
