//! What the processor does: poses, palettes, vertices.

use std::hint::black_box;
use std::time::Duration;

use serde::Serialize;

use super::Budget;
use super::crowd::{Crowd, fading};
use super::stopwatch::race;
use crate::animation::runtime::{
    BoundJoints, Evaluator, RuntimeClip, RuntimeModel, RuntimePose, RuntimeSkeleton, SimdPath,
};
use crate::animation::{Clip, ClipId, ModelPose, Player, Pose, blend_over, sample};
use crate::math::Rows3x4;
use crate::model::Model;
use crate::skinning::{
    Palette, Skin, SkinnedBatch, SkinningMethod, Vertex, VertexBatch, skin_batch, skin_vertex,
};
use crate::work::{Cancelled, Work};
use glam::{Vec3, Vec4};

/// How far [`measure`] moves the progress.
pub(super) const STEPS: u64 = 4;

/// Characters of a crowd.
const CROWD: u32 = 1000;

/// Nanoseconds unless they say otherwise; of the model's first skin.
#[derive(Debug, Serialize)]
pub(super) struct CoreFigures {
    /// The instructions that were used: avx2, sse, neon or scalar.
    pub simd: &'static str,
    /// Joints of the skin, and joints that its pose is made of.
    pub joints: usize,
    pub skeleton_joints: usize,
    /// Sample a clip, local to model, palette.
    pub one_clip_ns: f64,
    /// The same at times here and there.
    pub random_times_ns: f64,
    /// Two clips and a blend.
    pub two_clips_ns: f64,
    /// Eight layers, each over what is below.
    pub eight_layers_ns: f64,
    /// One clip, with the palette that dual quaternion skinning reads.
    pub one_clip_dual_quaternions_ns: f64,
    /// One clip and two clips by the readable code that the fast one is held against.
    pub readable_one_clip_ns: f64,
    pub readable_two_clips_ns: f64,
    /// So many characters, each in a crossfade of its own, in milliseconds on one core; and the same with dual
    /// quaternions.
    pub crowd: u32,
    pub crowd_ms: f64,
    pub crowd_dual_quaternions_ms: f64,
    /// What that is in frames of one character ([`Self::two_clips_ns`]).
    pub crowd_per_character: f64,
    /// One vertex with its normal, on the processor; `None` if nothing has normals.
    pub skin: Option<SkinFigures>,
}

/// Nanoseconds a vertex.
#[derive(Debug, Serialize)]
pub(super) struct SkinFigures {
    pub vertices: usize,
    pub lbs_ns: f64,
    pub dqs_ns: f64,
    /// Vertex by vertex, by the readable code.
    pub readable_lbs_ns: f64,
    pub readable_dqs_ns: f64,
}

/// Times on the fast core and on the readable one.
struct Bench<'a> {
    model: &'a Model,
    skin: &'a Skin,
    path: SimdPath,
    skeleton: RuntimeSkeleton,
    clips: Vec<RuntimeClip>,
    bound: BoundJoints,
    /// The clip that opens, and the next.
    two: [usize; 2],
}

pub(super) fn measure(
    path: SimdPath,
    model: &Model,
    budget: Budget,
    work: &Work,
) -> Result<CoreFigures, Cancelled> {
    let skeleton = RuntimeSkeleton::prefix(&model.skeleton, &model.clips);
    let skin = &model.skins[0];
    let first = model.opening_clip().unwrap_or(ClipId(0)).index();
    let bench = Bench {
        model,
        skin,
        path,
        clips: model
            .clips
            .iter()
            .map(|c| RuntimeClip::new(&skeleton, c))
            .collect(),
        bound: BoundJoints::new(&skeleton, skin.joints(), skin.inverse_binds()),
        skeleton,
        two: [first, (first + 1) % model.clips.len()],
    };
    let [one, random, two, dual] = bench.fast(budget.share(0.12));
    work.progress.add(1);
    work.cancel.check()?;
    let [eight, readable_one, readable_two] = bench.layers_and_readable(budget.share(0.1));
    work.progress.add(1);
    work.cancel.check()?;
    let [crowd, crowd_dual] = crowds(path, model, budget.share(0.12));
    work.progress.add(1);
    work.cancel.check()?;
    let skin_figures = skin_figures(path, model, budget.share(0.12));
    work.progress.add(1);
    Ok(CoreFigures {
        simd: bench.path.word(),
        joints: skin.len(),
        skeleton_joints: bench.skeleton.len(),
        one_clip_ns: one,
        random_times_ns: random,
        two_clips_ns: two,
        eight_layers_ns: eight,
        one_clip_dual_quaternions_ns: dual,
        readable_one_clip_ns: readable_one,
        readable_two_clips_ns: readable_two,
        crowd: CROWD,
        crowd_ms: crowd * 1e-6,
        crowd_dual_quaternions_ms: crowd_dual * 1e-6,
        crowd_per_character: crowd / (two * f64::from(CROWD)),
        skin: skin_figures,
    })
}

/// Shares of a clip, one after the other.
fn forward(k: u32) -> f64 {
    f64::from(k % 61) / 61.0
}

/// Shares of a clip, here and there: a multiplicative hash (Knuth).
fn random(k: u32) -> f64 {
    f64::from(k.wrapping_mul(2_654_435_761)) / f64::from(u32::MAX)
}

impl Bench<'_> {
    fn fast(&self, budget: Duration) -> [f64; 4] {
        let clips = self.two.map(|c| &self.clips[c]);
        let (mut pose, mut layer, mut space) = (
            RuntimePose::default(),
            RuntimePose::default(),
            RuntimeModel::default(),
        );
        let mut rows = vec![Rows3x4::IDENTITY; self.bound.len()];
        let mut frame = |pose: &RuntimePose| {
            self.path
                .model_space_and_palette(&self.skeleton, pose, &self.bound, &mut space, &mut rows);
            black_box(&rows);
        };
        let frame = std::cell::RefCell::new(&mut frame);
        let at = |time: fn(u32) -> f64, pose: &mut RuntimePose, k: u32| {
            self.path
                .sample(clips[0], time(k) * clips[0].duration_secs(), pose);
            (*frame.borrow_mut())(pose);
        };
        let mut one_pose = RuntimePose::default();
        let mut one = |n: u32| (0..n).for_each(|k| at(forward, &mut one_pose, k));
        let mut random_pose = RuntimePose::default();
        let mut seek = |n: u32| (0..n).for_each(|k| at(random, &mut random_pose, k));
        let mut two = |n: u32| {
            for k in 0..n {
                self.path
                    .sample(clips[0], forward(k) * clips[0].duration_secs(), &mut pose);
                self.path
                    .sample(clips[1], forward(k) * clips[1].duration_secs(), &mut layer);
                self.path.blend_over(&mut pose, &layer, 0.3);
                (*frame.borrow_mut())(&pose);
            }
        };
        let (mut dual_pose, mut dual_space, mut palette) = (
            RuntimePose::default(),
            RuntimeModel::default(),
            Palette::default(),
        );
        let mut dual = |n: u32| {
            for k in 0..n {
                let time = forward(k) * clips[0].duration_secs();
                self.path.sample(clips[0], time, &mut dual_pose);
                palette.set_rows(self.skin, self.path, true, |rows| {
                    self.path.model_space_and_palette(
                        &self.skeleton,
                        &dual_pose,
                        &self.bound,
                        &mut dual_space,
                        rows,
                    );
                    dual_space.is_rigid() && self.bound.is_rigid()
                });
                black_box(palette.dual_quaternions());
            }
        };
        race(budget, [&mut one, &mut seek, &mut two, &mut dual])
    }

    fn layers_and_readable(&self, budget: Duration) -> [f64; 3] {
        let plain = &self.model.skeleton;
        let clips: [&Clip; 2] = self.two.map(|c| &self.model.clips[c]);
        let players: Vec<Player> = (0..8).map(|k| fading(self.model, f64::from(k) / 8.0)).collect();
        let mut evaluator = Evaluator::on(self.path);
        let (mut below, mut rows) = (RuntimePose::default(), vec![Rows3x4::IDENTITY; self.bound.len()]);
        let mut layer = RuntimePose::default();
        let mut eight = |n: u32| {
            for k in 0..n {
                for (i, player) in players.iter().enumerate() {
                    let clip = &self.clips[(self.two[0] + i) % self.clips.len()];
                    let time = (forward(k) + player.time_secs()) % clip.duration_secs().max(1e-9);
                    if i == 0 {
                        self.path.sample(clip, time, &mut below);
                    } else {
                        self.path.sample(clip, time, &mut layer);
                        self.path.blend_over(&mut below, &layer, 0.3);
                    }
                }
                evaluator.pose().copy_from(&below);
                evaluator.palette(&self.skeleton, &self.bound, &mut rows);
                black_box(&rows);
            }
        };
        let (mut pose, mut space, mut palette) =
            (plain.rest_pose(), ModelPose::default(), Palette::default());
        let mut one = |n: u32| {
            for k in 0..n {
                plain.reset_to_rest(&mut pose);
                sample(clips[0], forward(k) * clips[0].duration_secs(), &mut pose);
                plain.model_space_prefix(&pose, plain.prefix_len(), &mut space);
                palette.update(self.skin, &space, false);
                black_box(palette.matrices());
            }
        };
        let (mut pose, mut layer): (Pose, Pose) = (plain.rest_pose(), plain.rest_pose());
        let (mut space, mut palette) = (ModelPose::default(), Palette::default());
        let mut two = |n: u32| {
            for k in 0..n {
                plain.reset_to_rest(&mut pose);
                sample(clips[0], forward(k) * clips[0].duration_secs(), &mut pose);
                plain.reset_to_rest(&mut layer);
                sample(clips[1], forward(k) * clips[1].duration_secs(), &mut layer);
                blend_over(&mut pose, &layer, 0.3, None);
                plain.model_space_prefix(&pose, plain.prefix_len(), &mut space);
                palette.update(self.skin, &space, false);
                black_box(palette.matrices());
            }
        };
        race(budget, [&mut eight, &mut one, &mut two])
    }
}

/// A crowd of crossfading characters, with matrices and with dual quaternions as well.
fn crowds(path: SimdPath, model: &Model, budget: Duration) -> [f64; 2] {
    let mut linear = Crowd::new(path, model, CROWD as usize, 1.0);
    let mut dual = Crowd::new(path, model, CROWD as usize, 1.0);
    let mut pose_linear = |n: u32| (0..n).for_each(|_| linear.pose(false));
    let mut pose_dual = |n: u32| (0..n).for_each(|_| dual.pose(true));
    race(budget, [&mut pose_linear, &mut pose_dual])
}

/// The skinned primitive with the most vertices.
fn skin_figures(path: SimdPath, model: &Model, budget: Duration) -> Option<SkinFigures> {
    let primitives = model.visible_instances(model.default_scene).flat_map(|(_, i)| {
        let of_mesh = model.mesh(i.mesh).primitives.iter();
        of_mesh.filter_map(|p| Some((i.skin?, p, p.influences.as_ref()?, p.normals.as_ref()?)))
    });
    let (skin, primitive, influences, normals) = primitives.max_by_key(|(_, p, ..)| p.vertex_count())?;
    let skin = skin.0 as usize;
    let mut posed = crate::model::PosedModel::default();
    posed.update(model, &fading(model, 0.4), true);
    // By the fast core, which knows of a rigid palette that it is one.
    let mut palette = Palette::default();
    palette.set_rows(&model.skins[skin], path, true, |rows| {
        rows.copy_from_slice(posed.palettes[skin].matrices());
        false
    });
    let batch = VertexBatch {
        influences,
        positions: &primitive.positions,
        normals,
    };
    let count = primitive.vertex_count();
    let place = || (vec![Vec3::ZERO; count], vec![Vec3::ZERO; count]);
    let fast = |dual: bool, (positions, normals): &mut (Vec<Vec3>, Vec<Vec3>), n: u32| {
        for _ in 0..n {
            let mut out = SkinnedBatch { positions, normals };
            skin_batch(path, &palette, dual, &batch, &mut out);
            black_box(&out);
        }
    };
    let plain = |method: SkinningMethod, (positions, normals): &mut (Vec<Vec3>, Vec<Vec3>), n: u32| {
        for _ in 0..n {
            for v in 0..count {
                let vertex = Vertex {
                    position: batch.positions[v],
                    normal: batch.normals[v],
                    tangent: Vec4::ZERO,
                };
                let moved = skin_vertex(method.into(), &palette, influences.of(v), vertex);
                (positions[v], normals[v]) = (moved.position, moved.normal);
            }
            black_box((&positions, &normals));
        }
    };
    let (mut a, mut b, mut c, mut d) = (place(), place(), place(), place());
    let mut lbs = |n: u32| fast(false, &mut a, n);
    let mut dqs = |n: u32| fast(true, &mut b, n);
    let mut plain_lbs = |n: u32| plain(SkinningMethod::LinearBlend, &mut c, n);
    let mut plain_dqs = |n: u32| plain(SkinningMethod::DualQuaternion, &mut d, n);
    let times = race(budget, [&mut lbs, &mut dqs, &mut plain_lbs, &mut plain_dqs]);
    let [lbs_ns, dqs_ns, readable_lbs_ns, readable_dqs_ns] = times.map(|t| t / count.max(1) as f64);
    Some(SkinFigures {
        vertices: count,
        lbs_ns,
        dqs_ns,
        readable_lbs_ns,
        readable_dqs_ns,
    })
}
