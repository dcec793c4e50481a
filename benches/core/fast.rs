//! The fast core: its stages, whole frames, crowds, vertices; and what is promised of them.

use std::hint::black_box;

use criterion::Criterion;
use glam::{Mat3, Mat4, Vec3};
use rigscope::animation::runtime::{
    BoundJoints, RuntimeClip, RuntimeModel, RuntimePose, RuntimeSkeleton, SimdPath,
};
use rigscope::math::Rows3x4;
use rigscope::model::{Model, Primitive};
use rigscope::skinning::{Palette, Skin, SkinnedBatch, VertexBatch, skin_batch};

use super::ratio;

/// A model on the fast core, and the room that its frames need.
pub(super) struct Fast<'a> {
    model: &'a Model,
    skin: &'a Skin,
    path: SimdPath,
    skeleton: RuntimeSkeleton,
    clips: Vec<RuntimeClip>,
    bound: BoundJoints,
    /// The clip that opens, and the next.
    two: [usize; 2],
}

/// What a frame is written into.
#[derive(Default)]
struct Room {
    pose: RuntimePose,
    layer: RuntimePose,
    space: RuntimeModel,
    rows: Vec<Rows3x4>,
    palette: Palette,
}

/// Shares of a clip, one after the other.
fn forward(k: u32) -> f64 {
    f64::from(k % 61) / 61.0
}

/// Shares of a clip, here and there: a multiplicative hash (Knuth).
fn random(k: u32) -> f64 {
    f64::from(k.wrapping_mul(2_654_435_761)) / f64::from(u32::MAX)
}

impl<'a> Fast<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        let skeleton = RuntimeSkeleton::prefix(&model.skeleton, &model.clips);
        let skin = &model.skins[0];
        let first = model.opening_clip().map_or(0, rigscope::animation::ClipId::index);
        Self {
            path: SimdPath::chosen().expect("a processor with instructions of the fast core"),
            clips: model
                .clips
                .iter()
                .map(|c| RuntimeClip::new(&skeleton, c))
                .collect(),
            bound: BoundJoints::new(&skeleton, skin.joints(), skin.inverse_binds()),
            skeleton,
            skin,
            two: [first, (first + 1) % model.clips.len()],
            model,
        }
    }

    fn room(&self) -> Room {
        Room {
            rows: vec![Rows3x4::IDENTITY; self.bound.len()],
            ..Room::default()
        }
    }

    fn sample(&self, which: usize, share: f64, to: &mut RuntimePose) {
        let clip = &self.clips[self.two[which]];
        self.path.sample(clip, share * clip.duration_secs(), to);
    }

    fn finish(&self, room: &mut Room, dual: bool) {
        let Room {
            pose,
            space,
            rows,
            palette,
            ..
        } = room;
        if dual {
            palette.set_rows(self.skin, self.path, true, |rows| {
                self.path
                    .model_space_and_palette(&self.skeleton, pose, &self.bound, space, rows);
                space.is_rigid() && self.bound.is_rigid()
            });
            black_box(palette.dual_quaternions());
        } else {
            self.path
                .model_space_and_palette(&self.skeleton, pose, &self.bound, space, rows);
            black_box(rows);
        }
    }

    fn one(&self, share: f64, room: &mut Room, dual: bool) {
        self.sample(0, share, &mut room.pose);
        self.finish(room, dual);
    }

    fn layers(&self, count: usize, share: f64, room: &mut Room, dual: bool) {
        self.sample(0, share, &mut room.pose);
        for k in 1..count {
            self.sample(k % 2, share, &mut room.layer);
            self.path.blend_over(&mut room.pose, &room.layer, 0.3);
        }
        self.finish(room, dual);
    }

    /// A thousand characters, each somewhere else in both clips, each with a palette of its own.
    fn crowd(&self, palettes: &mut [(Vec<Rows3x4>, Palette)], room: &mut Room, dual: bool) {
        for (k, (rows, palette)) in palettes.iter_mut().enumerate() {
            std::mem::swap(rows, &mut room.rows);
            std::mem::swap(palette, &mut room.palette);
            self.layers(2, random(k as u32), room, dual);
            std::mem::swap(rows, &mut room.rows);
            std::mem::swap(palette, &mut room.palette);
        }
    }

    /// Rows of criterion.
    pub(super) fn stages(&self, c: &mut Criterion) {
        let mut group = c.benchmark_group(format!("{}, {}", self.model.name, self.path.word()));
        let mut room = self.room();
        let mut k = 0_u32;
        let mut next = move || {
            k = k.wrapping_add(1);
            k
        };
        group.bench_function("sample", |b| {
            b.iter(|| self.sample(0, forward(next()), &mut room.pose));
        });
        self.sample(1, 0.5, &mut room.layer);
        group.bench_function("blend", |b| {
            b.iter(|| self.path.blend_over(&mut room.pose, &room.layer, 0.3));
        });
        group.bench_function("local to model", |b| {
            b.iter(|| self.path.model_space(&self.skeleton, &room.pose, &mut room.space));
        });
        group.bench_function("palette", |b| {
            b.iter(|| self.path.palette(&room.space, &self.bound, &mut room.rows));
        });
        group.bench_function("W1", |b| b.iter(|| self.one(forward(next()), &mut room, false)));
        group.bench_function("W1 at random times", |b| {
            b.iter(|| self.one(random(next()), &mut room, false));
        });
        group.bench_function("W1, dual quaternions", |b| {
            b.iter(|| self.one(forward(next()), &mut room, true));
        });
        group.bench_function("W2", |b| {
            b.iter(|| self.layers(2, forward(next()), &mut room, false))
        });
        group.bench_function("8 layers", |b| {
            b.iter(|| self.layers(8, forward(next()), &mut room, false))
        });
        if let Some(mesh) = self.mesh() {
            for (name, dual) in [
                ("skin every vertex, lbs", false),
                ("skin every vertex, dqs", true),
            ] {
                let mut out = mesh.place();
                group.bench_function(name, |b| b.iter(|| mesh.skin(self.path, dual, &mut out)));
            }
        }
        group.finish();
    }

    /// What is promised, each as a ratio within this run; true if all of it is kept.
    pub(super) fn ratios(&self) -> bool {
        const FRAMES: u32 = 200;
        let name = &self.model.name;
        let mut kept = true;
        let [mut a, mut b] = [self.room(), self.room()];
        kept &= ratio(
            &format!("{name}, random times to forward"),
            1.25,
            || (0..FRAMES).for_each(|k| self.one(random(k), &mut a, false)),
            || (0..FRAMES).for_each(|k| self.one(forward(k), &mut b, false)),
        );
        let coded = self.clips[self.two[0]].clone().in_16_bits();
        kept &= ratio(
            &format!("{name}, a pose from rows of 16 bits to one from plain rows"),
            1.5,
            || {
                for k in 0..FRAMES {
                    self.path
                        .sample(&coded, random(k) * coded.duration_secs(), &mut a.pose);
                }
                black_box(&a.pose);
            },
            || {
                (0..FRAMES).for_each(|k| self.sample(0, random(k), &mut b.pose));
                black_box(&b.pose);
            },
        );
        let crowd = || vec![(self.room().rows, Palette::default()); 1000];
        let [mut of_a, mut of_b] = [crowd(), crowd()];
        kept &= ratio(
            &format!("{name}, 1,000 crossfading characters to one W2"),
            1250.0,
            || self.crowd(&mut of_a, &mut a, false),
            || self.layers(2, 0.37, &mut b, false),
        );
        if self.is_rigid() {
            kept &= ratio(
                &format!("{name}, dual quaternion palettes to matrix palettes, 1,000 crossfading"),
                1.3,
                || self.crowd(&mut of_a, &mut a, true),
                || self.crowd(&mut of_b, &mut b, false),
            );
        }
        if let Some(mesh) = self.mesh() {
            for (dual, limit, word) in [(false, 0.7, "LBS"), (true, 1.2, "DQS")] {
                let (mut ours, mut theirs) = (mesh.place(), mesh.place());
                kept &= ratio(
                    &format!("{name}, {word} of a whole mesh to the straightforward glam LBS"),
                    limit,
                    || (0..8).for_each(|_| mesh.skin(self.path, dual, &mut ours)),
                    || (0..8).for_each(|_| mesh.straightforward(&mut theirs)),
                );
            }
        }
        let bytes: usize = self.clips.iter().map(RuntimeClip::memory_bytes).sum();
        let frames: usize = self.model.clips.iter().map(|c| c.key_times(None).len()).sum();
        let raw = frames * self.skeleton.len() * 10 * 4;
        println!(
            "{name}, clips as raw frames: {:.3}; {bytes} of {raw} bytes",
            bytes as f64 / raw as f64
        );
        kept
    }

    fn is_rigid(&self) -> bool {
        let mut room = self.room();
        self.sample(0, 0.3, &mut room.pose);
        self.finish(&mut room, false);
        room.space.is_rigid() && self.bound.is_rigid()
    }

    /// The primitive of the first skin with the most vertices, in the middle of the first clip.
    fn mesh(&self) -> Option<Mesh<'a>> {
        let mut room = self.room();
        self.sample(0, 0.37, &mut room.pose);
        self.finish(&mut room, true);
        let of_skin = self
            .model
            .instances
            .iter()
            .filter(|i| i.skin.is_some_and(|s| s.0 == 0));
        let primitives = of_skin.flat_map(|i| &self.model.mesh(i.mesh).primitives);
        let primitive: &Primitive = primitives
            .filter(|p| p.influences.is_some() && p.normals.is_some())
            .max_by_key(|p| p.vertex_count())?;
        Some(Mesh {
            primitive,
            matrices: room
                .palette
                .matrices()
                .iter()
                .map(|m| Mat4::from(glam::Affine3A::from(*m)))
                .collect(),
            palette: room.palette,
        })
    }
}

struct Mesh<'a> {
    primitive: &'a Primitive,
    palette: Palette,
    matrices: Vec<Mat4>,
}

type Place = (Vec<Vec3>, Vec<Vec3>);

impl Mesh<'_> {
    fn place(&self) -> Place {
        let zero = vec![Vec3::ZERO; self.primitive.vertex_count()];
        (zero.clone(), zero)
    }

    fn skin(&self, path: SimdPath, dual: bool, (positions, normals): &mut Place) {
        let (Some(influences), Some(of)) = (&self.primitive.influences, &self.primitive.normals) else {
            return;
        };
        let batch = VertexBatch {
            influences,
            positions: &self.primitive.positions,
            normals: of,
        };
        let mut out = SkinnedBatch { positions, normals };
        skin_batch(path, &self.palette, dual, &batch, &mut out);
        black_box(&out);
    }

    /// What one writes first, with glam's SIMD: four matrices, a weighted sum, the normal by its linear part.
    fn straightforward(&self, (positions, normals): &mut Place) {
        let (Some(influences), Some(of)) = (&self.primitive.influences, &self.primitive.normals) else {
            return;
        };
        let (joints, weights) = (influences.joints4(), influences.weights4());
        for v in 0..positions.len() {
            let mut blend = self.matrices[usize::from(joints[v][0])] * weights[v][0];
            for k in 1..4 {
                blend += self.matrices[usize::from(joints[v][k])] * weights[v][k];
            }
            positions[v] = blend.transform_point3(self.primitive.positions[v]);
            normals[v] = (Mat3::from_mat4(blend) * of[v]).normalize();
        }
        black_box((&positions, &normals));
    }
}
