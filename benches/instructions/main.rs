//! What `benches/instructions.sh` counts: `instructions MODEL WORKLOAD ROUNDS` works on one character, without a clock.
//!
//! W1 is one clip, local to model and the palette of the first skin; W2 is two clips and a blend. Each is there twice, on
//! the fast core and (with `plain-` in front) on the readable one. Everything up to the first round is the same whatever
//! the number of rounds, so the difference of two runs is what the rounds cost.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;

use rigscope::animation::runtime::{
    BoundJoints, RuntimeClip, RuntimeModel, RuntimePose, RuntimeSkeleton, SimdPath,
};
use rigscope::animation::{Clip, ModelPose, Skeleton, blend_over, sample};
use rigscope::import::{ImportOptions, import_path};
use rigscope::math::Rows3x4;
use rigscope::skinning::Palette;
use rigscope::work::Work;

const USAGE: &str =
    "instructions MODEL w1|w2|seek|w1-long|seek-long|w1-dqs|plain-w1|plain-w2|memory|path ROUNDS";

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
    match Bench::new(Path::new(model)).and_then(|mut b| b.run(workload, rounds)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{model}: {why}");
            ExitCode::FAILURE
        }
    }
}

struct Bench {
    plain: Skeleton,
    clips: Vec<Clip>,
    skin: rigscope::skinning::Skin,
    path: SimdPath,
    skeleton: RuntimeSkeleton,
    ready: Vec<RuntimeClip>,
    bound: BoundJoints,
}

impl Bench {
    fn new(model: &Path) -> Result<Self, String> {
        let model =
            import_path(model, &ImportOptions::default(), &Work::alone()).map_err(|e| format!("{e:?}"))?;
        let skin = model.skins.first().ok_or("has no skin")?.clone();
        if model.clips.is_empty() {
            return Err("has no clip".into());
        }
        let skeleton = RuntimeSkeleton::prefix(&model.skeleton, &model.clips);
        Ok(Self {
            path: SimdPath::chosen(),
            ready: model
                .clips
                .iter()
                .map(|c| RuntimeClip::new(&skeleton, c))
                .collect(),
            bound: BoundJoints::new(&skeleton, skin.joints(), skin.inverse_binds()),
            skeleton,
            skin,
            plain: model.skeleton,
            clips: model.clips,
        })
    }

    fn run(&mut self, workload: &str, rounds: u32) -> Result<(), String> {
        let longest = |a: &usize, b: &usize| {
            self.clips[*a]
                .duration_secs()
                .total_cmp(&self.clips[*b].duration_secs())
        };
        let long = (0..self.clips.len()).max_by(longest).unwrap_or(0);
        let other = 1 % self.clips.len();
        match workload {
            "path" => println!("{}", self.path.word()),
            "memory" => self.memory(),
            "w1" => self.w1(0, rounds, forward),
            "w1-long" => self.w1(long, rounds, forward),
            "seek" => self.w1(0, rounds, random),
            "seek-long" => self.w1(long, rounds, random),
            "w2" => self.w2([0, other], rounds),
            "w1-dqs" => self.w1_dual_quaternions(rounds),
            "plain-w1" => self.plain_w1(rounds),
            "plain-w2" => self.plain_w2([0, other], rounds),
            _ => return Err(format!("{workload} is no workload; {USAGE}")),
        }
        Ok(())
    }

    /// Bytes of the clips, and of the same clips as plain frames of ten numbers a joint.
    fn memory(&self) {
        let ours: usize = self.ready.iter().map(RuntimeClip::memory_bytes).sum();
        let frames: usize = self.clips.iter().map(|c| c.key_times(None).len()).sum();
        let raw = frames * self.skeleton.len() * 10 * 4;
        println!("{ours} {raw} {:.4}", ours as f64 / raw as f64);
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
            palette.set_rows(&self.skin, self.path, true, |rows| {
                self.path
                    .model_space_and_palette(&self.skeleton, &pose, &self.bound, &mut model, rows);
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
            (self.plain.rest_pose(), ModelPose::default(), Palette::default());
        for k in 0..rounds + 1 {
            self.plain.reset_to_rest(&mut pose);
            sample(
                &self.clips[0],
                forward(k) * self.clips[0].duration_secs(),
                &mut pose,
            );
            self.plain
                .model_space_prefix(&pose, self.plain.prefix_len(), &mut model);
            palette.update(&self.skin, &model, false);
            black_box(palette.matrices());
        }
    }

    fn plain_w2(&self, clips: [usize; 2], rounds: u32) {
        let clips = clips.map(|c| &self.clips[c]);
        let (mut pose, mut layer) = (self.plain.rest_pose(), self.plain.rest_pose());
        let (mut model, mut palette) = (ModelPose::default(), Palette::default());
        for k in 0..rounds + 1 {
            self.plain.reset_to_rest(&mut pose);
            sample(clips[0], forward(k) * clips[0].duration_secs(), &mut pose);
            self.plain.reset_to_rest(&mut layer);
            sample(clips[1], forward(k) * clips[1].duration_secs(), &mut layer);
            blend_over(&mut pose, &layer, 0.3, None);
            self.plain
                .model_space_prefix(&pose, self.plain.prefix_len(), &mut model);
            palette.update(&self.skin, &model, false);
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
