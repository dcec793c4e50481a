//! What a frame costs on the CPU, stage by stage, and the ratios that the project promises.
//!
//! `cargo bench --bench core` measures the bundled models; with `RIGSCOPE_CORPUS` set (a folder with `perf/` and
//! `corpus/`) also the measuring character and the corpus's Fox, CesiumMan, robot and knight. Trust ratios within one
//! run, not times. A ratio over its limit ends the run with exit code 1. `-- ratios` leaves the stages out.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]
#![allow(
    clippy::semicolon_if_nothing_returned,
    reason = "what is measured is an expression"
)]

#[path = "core/fast.rs"]
mod fast;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use criterion::Criterion;
use rigscope::animation::{ClipId, ModelPose, PlaybackScratch, Player, Pose, sample};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::compare::{CompareScratch, Comparison, VertexRef, instants};
use rigscope::model::{Model, PosedModel};
use rigscope::skinning::{Palette, Skinning, SkinningMethod};
use rigscope::work::Work;

fn main() {
    let models = models();
    // All of them, also after one is over.
    let kept: Vec<bool> = models
        .iter()
        .map(|m| ratios(m) & fast::Fast::new(m).ratios())
        .collect();
    let kept = kept.into_iter().all(|k| k);
    if !std::env::args().any(|a| a == "ratios") {
        let mut criterion = Criterion::default().configure_from_args();
        for model in &models {
            fast::Fast::new(model).stages(&mut criterion);
            stages(&mut criterion, model);
        }
        for (name, bytes) in files() {
            criterion.bench_function(&format!("{name}/load"), |b| {
                b.iter(|| {
                    import_bytes(
                        &name,
                        bytes.clone(),
                        None,
                        &ImportOptions::default(),
                        &Work::alone(),
                    )
                })
            });
        }
        criterion.final_summary();
    }
    if !kept {
        std::process::exit(1);
    }
}

/// Name and bytes of every file that is measured.
fn files() -> Vec<(String, Vec<u8>)> {
    let bundled = rigscope::samples::SAMPLES.iter();
    let bundled = bundled.map(|s| (s.file.to_owned(), s.bytes.to_vec()));
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
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, std::fs::read(&path).ok()?))
    };
    bundled.chain(outside.filter_map(read)).collect()
}

fn models() -> Vec<Model> {
    let import = |(name, bytes): (String, Vec<u8>)| {
        import_bytes(&name, bytes, None, &ImportOptions::default(), &Work::alone()).ok()
    };
    files()
        .into_iter()
        .filter_map(import)
        .filter(|m| !m.skins.is_empty() && !m.clips.is_empty())
        .collect()
}

/// W1: sample one clip, local to model, palette. W2: two clips and a blend.
fn stages(c: &mut Criterion, model: &Model) {
    let mut group = c.benchmark_group(format!("{}, readable", model.name));
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

/// The plain scalar loop of one method over every vertex with its normal: for the stages.
fn skin_all(model: &Model, posed: &PosedModel, skinning: Skinning) {
    for (_, instance) in model.scene_instances(model.default_scene) {
        for primitive in &model.mesh(instance.mesh).primitives {
            for v in 0..primitive.vertex_count() {
                black_box(posed.vertex(instance, primitive, skinning, v));
            }
        }
    }
}

/// The same over the vertices that are compared, no more: what ratios are to.
fn skin_compared(model: &Model, posed: &PosedModel, skinning: Skinning, vertices: &[VertexRef]) {
    for v in vertices {
        let instance = &model.instances[v.instance.0 as usize];
        let primitive = &model.mesh(instance.mesh).primitives[v.primitive as usize];
        black_box(posed.vertex(instance, primitive, skinning, v.vertex as usize));
    }
}

/// How many times a ratio is measured.
const ROUNDS: usize = 9;

/// What a thing costs over what its yardstick costs: the two in turn, so that a busy moment hits both, and the best of
/// each, since noise only ever adds. Says it; false if it is over `limit`.
fn ratio(name: &str, limit: f64, mut thing: impl FnMut(), mut yardstick: impl FnMut()) -> bool {
    let time = |run: &mut dyn FnMut()| {
        let began = Instant::now();
        run();
        began.elapsed().as_secs_f64()
    };
    let (mut of, mut to) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        to = to.min(time(&mut yardstick));
        of = of.min(time(&mut thing));
    }
    let kept = of <= limit * to;
    println!(
        "{name}: {:.2} (at most {limit}){}; {:.3} ms to {:.3} ms",
        of / to,
        if kept { "" } else { " OVER" },
        of * 1e3,
        to * 1e3
    );
    kept
}

/// What the comparison promises, on one thread each; true if all of it is kept.
fn ratios(model: &Model) -> bool {
    let comparison = Comparison::new(model, model.default_scene);
    let vertices: Vec<VertexRef> = comparison.vertices().collect();
    if vertices.is_empty() {
        return true;
    }
    let (lbs, dqs): (Skinning, Skinning) = (
        SkinningMethod::LinearBlend.into(),
        SkinningMethod::DualQuaternion.into(),
    );
    let clip = model.opening_clip().unwrap_or(ClipId(0));
    let half = posed(model, clip, 0.5 * model.clips[clip.index()].duration_secs());
    let mut scratch = CompareScratch::default();
    let live = ratio(
        &format!("{}, live numbers to one LBS pass", model.name),
        6.0,
        || {
            for _ in 0..20 {
                black_box(comparison.frame(model, &half, [lbs, dqs], &mut scratch));
            }
        },
        || (0..20).for_each(|_| skin_compared(model, &half, lbs, &vertices)),
    );
    let work = Work::alone();
    let mut frame = PosedModel::default();
    let whole = ratio(
        &format!("{}, whole clips to sampling and skinning both ways", model.name),
        2.5,
        || {
            for id in model.clip_ids() {
                let _ = black_box(comparison.clip(model, Some(id), 30.0, [lbs, dqs], &[], &work));
            }
        },
        || {
            for id in model.clip_ids() {
                for time in instants(model.clips[id.index()].duration_secs(), 30.0) {
                    frame.set_clips(model, Some((id, time)), None, true);
                    skin_compared(model, &frame, lbs, &vertices);
                    skin_compared(model, &frame, dqs, &vertices);
                }
            }
        },
    );
    live && whole
}
