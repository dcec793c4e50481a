//! What `benches/instructions.sh` counts: `instructions MODEL WORKLOAD ROUNDS` works on one character, without a clock
//! (but for `time`, which `benches/peers.sh` holds against other engines).
//!
//! W1 is one clip, local to model and the palette of the first skin; W2 is two clips and a blend. Each is there twice, on
//! the fast core and (with `plain-` in front) on the readable one. Everything up to the first round is the same whatever
//! the number of rounds, so the difference of two runs is what the rounds cost.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use glam::{Mat3, Mat4, Vec3};
use rigscope::animation::runtime::{
    BoundJoints, RuntimeClip, RuntimeModel, RuntimePose, RuntimeSkeleton, SimdPath,
};
use rigscope::animation::{Clip, ModelPose, Skeleton, blend_over, sample};
use rigscope::import::{ImportOptions, import_path};
use rigscope::math::Rows3x4;
use rigscope::model::{Model, Primitive};
use rigscope::skinning::{Palette, Skin, SkinnedBatch, VertexBatch, skin_batch};
use rigscope::work::Work;

const USAGE: &str = "instructions MODEL w1|w2|seek|w1-long|w2-long|seek-long|w1-dqs|sample|sample-16-bit|plain-w1|plain-w2|skin-lbs|skin-dqs|skin-glam|memory|path|time ROUNDS";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [model, workload, rounds] = &words[..] else {
        println!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let Ok(rounds) = rounds.parse::<u32>() else {
        println!("{rounds} is no number of rounds; {USAGE}");
        return ExitCode::FAILURE;
    };
    match Bench::new(Path::new(model)).and_then(|b| b.run(workload, rounds)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{model}: {why}");
            ExitCode::FAILURE
        }
    }
}

struct Bench {
    model: Model,
    path: SimdPath,
    skeleton: RuntimeSkeleton,
    ready: Vec<RuntimeClip>,
    bound: BoundJoints,
}

impl Bench {
    fn new(model: &Path) -> Result<Self, String> {
        let model =
            import_path(model, &ImportOptions::default(), &Work::alone()).map_err(|e| format!("{e:?}"))?;
        let skin = model.skins.first().ok_or("has no skin")?;
        if model.clips.is_empty() {
            return Err("has no clip".into());
        }
        let skeleton = RuntimeSkeleton::prefix(&model.skeleton, &model.clips);
        Ok(Self {
            path: SimdPath::chosen().ok_or("this processor has none of the fast core's instructions")?,
            ready: model
                .clips
                .iter()
                .map(|c| RuntimeClip::new(&skeleton, c))
                .collect(),
            bound: BoundJoints::new(&skeleton, skin.joints(), skin.inverse_binds()),
            skeleton,
            model,
        })
    }

    fn plain(&self) -> &Skeleton {
        &self.model.skeleton
    }

    fn clips(&self) -> &[Clip] {
        &self.model.clips
    }

    fn skin(&self) -> &Skin {
        &self.model.skins[0]
    }

    fn run(&self, workload: &str, rounds: u32) -> Result<(), String> {
        let longest = |a: &usize, b: &usize| {
            self.clips()[*a]
                .duration_secs()
                .total_cmp(&self.clips()[*b].duration_secs())
        };
        let long = (0..self.clips().len()).max_by(longest).unwrap_or(0);
        let other = 1 % self.clips().len();
        match workload {
            "path" => println!("{}", self.path.word()),
            "memory" => self.memory(),
            "time" => self.time(long, rounds),
            "w1" => self.w1(0, rounds, forward),
            "w1-long" => self.w1(long, rounds, forward),
            "seek" => self.w1(0, rounds, random),
            "seek-long" => self.w1(long, rounds, random),
            "w2" => self.w2([0, other], rounds),
            "w2-long" => self.w2([long, (long + 1) % self.clips().len()], rounds),
            "w1-dqs" => self.w1_dual_quaternions(rounds),
            "sample" => self.sample(&self.ready[0], rounds),
            "sample-16-bit" => self.sample(&self.ready[0].clone().in_16_bits(), rounds),
            "skin-lbs" => self.skin_mesh(false, rounds)?,
            "skin-dqs" => self.skin_mesh(true, rounds)?,
            "skin-glam" => self.skin_straightforwardly(rounds)?,
            "plain-w1" => self.plain_w1(rounds),
            "plain-w2" => self.plain_w2([0, other], rounds),
            _ => return Err(format!("{workload} is no workload; {USAGE}")),
        }
        Ok(())
    }

    /// Bytes of the clips, and of the same clips as plain frames of ten numbers a joint.
    fn memory(&self) {
        let ours: usize = self.ready.iter().map(RuntimeClip::memory_bytes).sum();
        let frames: usize = self.clips().iter().map(|c| c.key_times(None).len()).sum();
        let raw = frames * self.skeleton.len() * 10 * 4;
        println!("{ours} {raw} {:.4}", ours as f64 / raw as f64);
    }

    /// The largest mesh of the skin, and its palette in the middle of the first clip.
    fn mesh(&self) -> Result<(&Primitive, Palette), String> {
        let of_skin = self
            .model
            .instances
            .iter()
            .filter(|i| i.skin.is_some_and(|s| s.0 == 0));
        let primitives = of_skin.flat_map(|i| &self.model.mesh(i.mesh).primitives);
        let primitive = primitives
            .filter(|p| p.influences.is_some() && p.normals.is_some())
            .max_by_key(|p| p.vertex_count())
            .ok_or("has no mesh with normals")?;
        let (mut pose, mut space, mut palette) = (
            RuntimePose::default(),
            RuntimeModel::default(),
            Palette::default(),
        );
        self.path
            .sample(&self.ready[0], 0.37 * self.ready[0].duration_secs(), &mut pose);
        palette.set_rows(self.skin(), self.path, true, |rows| {
            self.path
                .model_space_and_palette(&self.skeleton, &pose, &self.bound, &mut space, rows);
            space.is_rigid() && self.bound.is_rigid()
        });
        Ok((primitive, palette))
    }

    /// Positions and normals of a whole mesh; a count is of the whole mesh, too.
    fn skin_mesh(&self, dual: bool, rounds: u32) -> Result<(), String> {
        let (primitive, palette) = self.mesh()?;
        let (Some(influences), Some(normals)) = (&primitive.influences, &primitive.normals) else {
            return Ok(());
        };
        let batch = VertexBatch {
            influences,
            positions: &primitive.positions,
            normals,
        };
        let mut to = (
            vec![Vec3::ZERO; primitive.vertex_count()],
            vec![Vec3::ZERO; primitive.vertex_count()],
        );
        for _ in 0..rounds + 1 {
            let mut out = SkinnedBatch {
                positions: &mut to.0,
                normals: &mut to.1,
            };
            skin_batch(self.path, &palette, dual, &batch, &mut out);
            black_box(&out);
        }
        Ok(())
    }

    /// What one writes first, with glam's SIMD: four matrices, a weighted sum, the normal by its linear part.
    fn skin_straightforwardly(&self, rounds: u32) -> Result<(), String> {
        let (primitive, palette) = self.mesh()?;
        let (Some(influences), Some(normals)) = (&primitive.influences, &primitive.normals) else {
            return Ok(());
        };
        let matrices: Vec<Mat4> = palette
            .matrices()
            .iter()
            .map(|m| Mat4::from(glam::Affine3A::from(*m)))
            .collect();
        let (joints, weights) = (influences.joints4(), influences.weights4());
        let mut to = (
            vec![Vec3::ZERO; primitive.vertex_count()],
            vec![Vec3::ZERO; primitive.vertex_count()],
        );
        for _ in 0..rounds + 1 {
            for v in 0..primitive.vertex_count() {
                let mut blend = matrices[usize::from(joints[v][0])] * weights[v][0];
                for k in 1..4 {
                    blend += matrices[usize::from(joints[v][k])] * weights[v][k];
                }
                to.0[v] = blend.transform_point3(primitive.positions[v]);
                to.1[v] = (Mat3::from_mat4(blend) * normals[v]).normalize();
            }
            black_box(&to);
        }
        Ok(())
    }

    /// A thousand characters, each somewhere else in both clips, each with a palette of its own.
    fn crowd(&self, clips: [usize; 2], palettes: &mut [Vec<Rows3x4>]) {
        let clips = clips.map(|c| &self.ready[c]);
        let (mut pose, mut layer, mut model) = (
            RuntimePose::default(),
            RuntimePose::default(),
            RuntimeModel::default(),
        );
        for (k, palette) in palettes.iter_mut().enumerate() {
            let share = random(k as u32);
            self.path
                .sample(clips[0], share * clips[0].duration_secs(), &mut pose);
            self.path
                .sample(clips[1], share * clips[1].duration_secs(), &mut layer);
            self.path.blend_over(&mut pose, &layer, 0.3);
            self.path
                .model_space_and_palette(&self.skeleton, &pose, &self.bound, &mut model, palette);
        }
        black_box(palettes);
    }

    /// Nanoseconds of W1 and W2 of the longest clip and the next, the best of `rounds` times 200 frames: noise only ever
    /// adds.
    fn time(&self, long: usize, rounds: u32) {
        const FRAMES: u32 = 200;
        let next = (long + 1) % self.clips().len();
        let mut palettes = vec![vec![Rows3x4::IDENTITY; self.bound.len()]; 1000];
        let mut best = [f64::INFINITY; 4];
        for _ in 0..rounds {
            let mut note = |which: usize, repetitions: u32, run: &mut dyn FnMut()| {
                let began = Instant::now();
                run();
                let took = began.elapsed().as_secs_f64() * 1e9 / f64::from(repetitions);
                best[which] = best[which].min(took);
            };
            note(0, FRAMES + 1, &mut || self.w1(long, FRAMES, forward));
            note(1, FRAMES + 1, &mut || self.w2([long, next], FRAMES));
            note(2, 1, &mut || self.crowd([long, next], &mut palettes));
            note(3, FRAMES + 1, &mut || self.w1(long, FRAMES, random));
        }
        let [one, two, crowd, random] = best;
        let (path, per_character) = (self.path.word(), crowd / (1000.0 * two));
        println!(
            r#"{{"engine":"rigscope, {path}","one_clip_ns":{one:.1},"two_clips_ns":{two:.1},"random_times_ns":{random:.1},"crowd_ms":{:.3},"crowd_per_character":{per_character:.3}}}"#,
            crowd * 1e-6
        );
    }

    /// The pose alone.
    fn sample(&self, clip: &RuntimeClip, rounds: u32) {
        let mut pose = RuntimePose::default();
        for k in 0..rounds + 1 {
            self.path
                .sample(clip, forward(k) * clip.duration_secs(), &mut pose);
            black_box(&pose);
        }
    }

    fn w1(&self, clip: usize, rounds: u32, time: fn(u32) -> f64) {
        let clip = &self.ready[clip];
        let (mut pose, mut model) = (RuntimePose::default(), RuntimeModel::default());
        let mut palette = vec![Rows3x4::IDENTITY; self.bound.len()];
        for k in 0..rounds + 1 {
            self.path.sample(clip, time(k) * clip.duration_secs(), &mut pose);
            self.path
                .model_space_and_palette(&self.skeleton, &pose, &self.bound, &mut model, &mut palette);
            black_box(&palette);
        }
    }

    /// W1 with the palette that dual quaternion skinning reads.
    fn w1_dual_quaternions(&self, rounds: u32) {
        let clip = &self.ready[0];
        let (mut pose, mut model, mut palette) = (
            RuntimePose::default(),
            RuntimeModel::default(),
            Palette::default(),
        );
        for k in 0..rounds + 1 {
            self.path
                .sample(clip, forward(k) * clip.duration_secs(), &mut pose);
            palette.set_rows(self.skin(), self.path, true, |rows| {
                self.path
                    .model_space_and_palette(&self.skeleton, &pose, &self.bound, &mut model, rows);
                model.is_rigid() && self.bound.is_rigid()
            });
            black_box(palette.dual_quaternions());
        }
    }

    fn w2(&self, clips: [usize; 2], rounds: u32) {
        let clips = clips.map(|c| &self.ready[c]);
        let (mut pose, mut layer, mut model) = (
            RuntimePose::default(),
            RuntimePose::default(),
            RuntimeModel::default(),
        );
        let mut palette = vec![Rows3x4::IDENTITY; self.bound.len()];
        for k in 0..rounds + 1 {
            self.path
                .sample(clips[0], forward(k) * clips[0].duration_secs(), &mut pose);
            self.path
                .sample(clips[1], forward(k) * clips[1].duration_secs(), &mut layer);
            self.path.blend_over(&mut pose, &layer, 0.3);
            self.path
                .model_space_and_palette(&self.skeleton, &pose, &self.bound, &mut model, &mut palette);
            black_box(&palette);
        }
    }

    fn plain_w1(&self, rounds: u32) {
        let (mut pose, mut model, mut palette) =
            (self.plain().rest_pose(), ModelPose::default(), Palette::default());
        for k in 0..rounds + 1 {
            self.plain().reset_to_rest(&mut pose);
            sample(
                &self.clips()[0],
                forward(k) * self.clips()[0].duration_secs(),
                &mut pose,
            );
            self.plain()
                .model_space_prefix(&pose, self.plain().prefix_len(), &mut model);
            palette.update(self.skin(), &model, false);
            black_box(palette.matrices());
        }
    }

    fn plain_w2(&self, clips: [usize; 2], rounds: u32) {
        let clips = clips.map(|c| &self.clips()[c]);
        let (mut pose, mut layer) = (self.plain().rest_pose(), self.plain().rest_pose());
        let (mut model, mut palette) = (ModelPose::default(), Palette::default());
        for k in 0..rounds + 1 {
            self.plain().reset_to_rest(&mut pose);
            sample(clips[0], forward(k) * clips[0].duration_secs(), &mut pose);
            self.plain().reset_to_rest(&mut layer);
            sample(clips[1], forward(k) * clips[1].duration_secs(), &mut layer);
            blend_over(&mut pose, &layer, 0.3, None);
            self.plain()
                .model_space_prefix(&pose, self.plain().prefix_len(), &mut model);
            palette.update(self.skin(), &model, false);
            black_box(palette.matrices());
        }
    }
}

/// A share of a clip: a 61st further each round.
fn forward(round: u32) -> f64 {
    f64::from(round % 61) / 61.0
}

/// A share of a clip, here and there.
fn random(round: u32) -> f64 {
    // A multiplicative hash (Knuth): the same sequence everywhere.
    f64::from(round.wrapping_mul(2_654_435_761)) / f64::from(u32::MAX)
}
