//! What compression saves and costs: the reach of joints from the skin, errors on the skin, bytes by technique.

mod all;

pub use all::{ClipInBytes, Scale, Sum, Tolerance, Wanted, compress_all, key_bytes as bytes_of_keys};

use std::sync::Arc;

use glam::{Affine3A, DAffine3, DMat3, Vec3};

use crate::animation::compression::{
    Figures, FileClip, PackedClip, PackedOptions, Reach, VariableClip, exact_model_pose, instants,
    model_pose, thin_for_file,
};
use crate::animation::{Clip, ClipId, JointId, Pose, Target, sample};
use crate::model::{InstanceId, Model, PosedModel, Primitive, posed_bounds};
use crate::skinning::{SkinningMethod, morph_vertex};
use crate::work::{Cancelled, Work};

/// What no joint's reach is smaller than, in parts of the model's diagonal at rest: something may hang on it that the file
/// does not show.
const LEAST_REACH: f32 = 0.01;
/// Vertices times instants that are measured at most for one clip; of more vertices every so many-th is.
const MOST_SAMPLES: usize = 40_000_000;
/// Instants of one piece of work.
const CHUNK: usize = 16;

/// The diagonal of the model's box at rest, model units; 0 without vertices.
pub fn rest_diagonal(model: &Model, work: &Work) -> Result<f64, Cancelled> {
    let posed = PosedModel::at_rest(model);
    let method = SkinningMethod::LinearBlend;
    let bounds = posed_bounds(model, &posed, model.default_scene, method, work)?;
    Ok(bounds.diagonal().into())
}

/// How far each joint moves vertices, and that they may be off by `tolerance` (model units).
pub fn skin_reach(model: &Model, tolerance: f64, work: &Work) -> Result<Reach, Cancelled> {
    let diagonal = rest_diagonal(model, work)? as f32;
    let rest = model.skeleton.rest_model_pose();
    let least = |joint: JointId| {
        let scale = crate::math::cube_root(rest.model_from_joint(joint).matrix3.determinant().abs());
        let least = LEAST_REACH * diagonal.max(1e-6);
        if scale > 1e-9 { least / scale } else { least }
    };
    let mut radius: Vec<f32> = model.skeleton.joints().map(least).collect();
    let mut morph = vec![0.0_f32; model.skeleton.slots().rest_morph_weights.len()];
    for instance in &model.instances {
        let skin = instance.skin.map(|s| &model.skins[s.0 as usize]);
        for primitive in &model.mesh(instance.mesh).primitives {
            for (vertex, &position) in primitive.positions.iter().enumerate() {
                let deltas = primitive.morph.as_ref().map_or(&[][..], |m| m.of(vertex));
                let mut stretch = 0.0_f32;
                for delta in deltas {
                    let length = delta.position.length();
                    stretch = stretch.max(length);
                    let slot = (instance.morph_weights.start + delta.target) as usize;
                    if let Some(most) = morph.get_mut(slot) {
                        *most = most.max(length);
                    }
                }
                match (skin, &primitive.influences) {
                    (Some(skin), Some(influences)) => {
                        for influence in influences.of(vertex) {
                            let at = influence.joint as usize;
                            let inverse = &skin.inverse_binds()[at];
                            let scale = inverse.matrix3.x_axis.length();
                            let out = inverse.transform_point3(position).length() + stretch * scale;
                            let most = &mut radius[skin.joints()[at].index()];
                            *most = most.max(out);
                        }
                    }
                    _ => {
                        let most = &mut radius[instance.joint.index()];
                        *most = most.max(position.length() + stretch);
                    }
                }
            }
        }
    }
    let radius = radius
        .into_iter()
        .map(|r| if r.is_finite() { r } else { 0.0 })
        .collect();
    Ok(Reach {
        radius,
        tolerance: vec![tolerance as f32; model.skeleton.len()],
        morph,
    })
}

/// A vertex that is off most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstOnSkin {
    /// When.
    pub time_secs: f64,
    /// Which mesh instance, primitive of its mesh and vertex of that; `None` where the model has no vertices.
    pub vertex: Option<(InstanceId, u32, u32)>,
    /// The joint that moves it most.
    pub joint: JointId,
}

/// What a coded clip is off on the skin (linear blend skinning), model units.
#[derive(Debug, Clone, Default)]
pub struct SkinError {
    /// Of all vertices measured, on all key times and between.
    pub figures: Figures,
    /// Where and when the largest is.
    pub worst: Option<WorstOnSkin>,
    /// The largest at each instant: seconds, length.
    pub curve: Vec<[f64; 2]>,
    /// Vertices measured.
    pub vertices: usize,
}

/// A vertex to measure.
struct Sampled {
    instance: usize,
    primitive: u32,
    vertex: u32,
}

/// Measures on the skin what `play` (time to local pose, over a pose at rest) makes of a clip, against double precision.
pub fn measure_on_skin(
    model: &Model,
    clip: &Clip,
    play: &(dyn Fn(f64, &mut Pose) + Sync),
    work: &Work,
) -> Result<SkinError, Cancelled> {
    let times = instants(clip);
    let vertices = sampled(model, times.len());
    work.progress.start(times.len() as u64);
    let chunks = work.workers.map(times.len().div_ceil(CHUNK), |chunk| {
        let mut out = SkinError::default();
        let times = &times[chunk * CHUNK..((chunk + 1) * CHUNK).min(times.len())];
        for &time in times {
            work.cancel.check()?;
            let (largest, worst) = instant(model, clip, play, time, &vertices, &mut out.figures);
            let before = out.curve.iter().map(|p| p[1]).fold(-1.0, f64::max);
            if largest > before {
                out.worst = worst;
            }
            out.curve.push([time, largest]);
            work.progress.add(1);
        }
        Ok::<_, Cancelled>(out)
    });
    let mut all = SkinError {
        vertices: vertices.len(),
        ..SkinError::default()
    };
    for chunk in chunks {
        let chunk = chunk?;
        if all.worst.is_none() || chunk.figures.largest() > all.figures.largest() {
            all.worst = chunk.worst;
        }
        all.figures.join(&chunk.figures);
        all.curve.extend(chunk.curve);
    }
    Ok(all)
}

fn sampled(model: &Model, instants: usize) -> Vec<Sampled> {
    let count = |i: &crate::model::MeshInstance| -> usize {
        model
            .mesh(i.mesh)
            .primitives
            .iter()
            .map(Primitive::vertex_count)
            .sum()
    };
    let all: usize = model.instances.iter().map(count).sum();
    let stride = all.saturating_mul(instants).div_ceil(MOST_SAMPLES).max(1);
    let mut out = Vec::with_capacity(all / stride + 1);
    let mut number = 0;
    for (instance, of) in model.instances.iter().enumerate() {
        for (primitive, p) in model.mesh(of.mesh).primitives.iter().enumerate() {
            for vertex in 0..p.vertex_count() {
                if number % stride == 0 {
                    out.push(Sampled {
                        instance,
                        primitive: primitive as u32,
                        vertex: vertex as u32,
                    });
                }
                number += 1;
            }
        }
    }
    out
}

fn wide(m: &Affine3A) -> DAffine3 {
    let c = m.matrix3;
    DAffine3::from_mat3_translation(
        DMat3::from_cols(c.x_axis.as_dvec3(), c.y_axis.as_dvec3(), c.z_axis.as_dvec3()),
        m.translation.as_dvec3(),
    )
}

fn narrow(m: &DAffine3) -> Affine3A {
    let c = m.matrix3;
    Affine3A::from_mat3_translation(
        glam::Mat3::from_cols(c.x_axis.as_vec3(), c.y_axis.as_vec3(), c.z_axis.as_vec3()),
        m.translation.as_vec3(),
    )
}

fn difference(a: &DAffine3, b: &DAffine3) -> DAffine3 {
    DAffine3 {
        matrix3: a.matrix3 - b.matrix3,
        translation: a.translation - b.translation,
    }
}

/// One instant: the largest error, and where.
///
/// The error of a vertex is the blend of the *differences* of its joints' matrices: it is exact however far from the
/// origin the character stands.
fn instant(
    model: &Model,
    clip: &Clip,
    play: &(dyn Fn(f64, &mut Pose) + Sync),
    time: f64,
    vertices: &[Sampled],
    figures: &mut Figures,
) -> (f64, Option<WorstOnSkin>) {
    let skeleton = &model.skeleton;
    let right = exact_model_pose(skeleton, clip, time);
    let mut right_pose = skeleton.rest_pose();
    let mut pose = skeleton.rest_pose();
    play(time, &mut pose);
    let wrong = model_pose(skeleton, &pose);
    let off: Vec<DAffine3> = wrong.iter().zip(&right).map(|(w, r)| difference(w, r)).collect();
    let morphs = clip
        .tracks()
        .iter()
        .any(|t| matches!(t.target, Target::MorphWeights(_)));
    if morphs {
        sample(clip, time, &mut right_pose);
    }
    // Per skin and joint: by how much, and where to.
    let skins: Vec<Vec<(Affine3A, Affine3A)>> = model
        .skins
        .iter()
        .map(|skin| {
            let joints = skin.joints().iter().zip(skin.inverse_binds());
            joints
                .map(|(joint, inverse)| {
                    let inverse = wide(inverse);
                    let [off, wrong] = [&off, &wrong].map(|m| narrow(&(m[joint.index()] * inverse)));
                    (off, wrong)
                })
                .collect()
        })
        .collect();
    let mut largest = 0.0_f64;
    let mut worst = None;
    if vertices.is_empty() {
        // A skeleton alone: its joints are what is there to be off.
        for (joint, off) in skeleton.joints().zip(&off) {
            let error = off.translation.length();
            figures.add(error);
            if error > largest || worst.is_none() {
                largest = error;
                worst = Some(WorstOnSkin {
                    time_secs: time,
                    vertex: None,
                    joint,
                });
            }
        }
        return (largest, worst);
    }
    for s in vertices {
        let instance = &model.instances[s.instance];
        let primitive = &model.mesh(instance.mesh).primitives[s.primitive as usize];
        let index = s.vertex as usize;
        let range = instance.morph_weights.start as usize..instance.morph_weights.end as usize;
        let mut position = primitive.positions[index];
        let mut moved = Vec3::ZERO;
        if let Some(morph) = &primitive.morph {
            let weights = if morphs { &right_pose } else { &pose };
            let place = |pose: &Pose| {
                let weights = pose.morph_weights().get(range.clone()).unwrap_or(&[]);
                morph_vertex(morph.of(index), weights, primitive.vertex(index)).position
            };
            position = place(weights);
            if morphs {
                moved = place(&pose) - position;
            }
        }
        let skin = instance.skin.and_then(|s| skins.get(s.0 as usize));
        let (error, joint) = match (skin, &primitive.influences) {
            (Some(matrices), Some(influences)) => {
                let mut sum = Vec3::ZERO;
                let mut strongest = None;
                for influence in influences.of(index) {
                    let (off, wrong) = &matrices[influence.joint as usize];
                    sum += influence.weight * off.transform_point3(position);
                    if moved != Vec3::ZERO {
                        sum += influence.weight * wrong.transform_vector3(moved);
                    }
                    strongest = strongest.or(Some(influence.joint));
                }
                let skin = instance.skin.map(|s| &model.skins[s.0 as usize]);
                let joint = skin.zip(strongest).map(|(s, j)| s.joints()[j as usize]);
                (sum.length(), joint.unwrap_or(instance.joint))
            }
            _ => {
                let at = instance.joint.index();
                let sum =
                    narrow(&off[at]).transform_point3(position) + narrow(&wrong[at]).transform_vector3(moved);
                (sum.length(), instance.joint)
            }
        };
        let error = f64::from(error);
        figures.add(error);
        if error > largest || worst.is_none() {
            largest = largest.max(error);
            worst = Some(WorstOnSkin {
                time_secs: time,
                vertex: Some((InstanceId(s.instance as u32), s.primitive, s.vertex)),
                joint,
            });
        }
    }
    (largest, worst)
}

/// How clips are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Technique {
    /// The chapter's set, or a part of it.
    Chapter(PackedOptions),
    /// Variable bit rate.
    Variable,
    /// What goes into a file that every tool opens; true: with EXT_meshopt_compression.
    File(bool),
}

/// Bytes of a clip after each technique of the chapter was added to those before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Steps {
    /// Ten floats (seven, if no scale moves) for each joint of the skins and each key time.
    pub raw: u64,
    /// Tracks that stand still are one value.
    pub stripped: u64,
    /// And numbers have 16 bits.
    pub quantised: u64,
    /// And keys that others give back are gone.
    pub reduced: u64,
    /// Variable bit rate, instead of all these.
    pub variable: u64,
}

/// One clip compressed.
#[derive(Debug, Clone)]
pub struct CompressedClip {
    /// Which.
    pub clip: ClipId,
    /// Rows: distinct key times.
    pub rows: usize,
    /// Bytes now; of a clip for a file those of its keys, before any packing.
    pub bytes: u64,
    /// What it is off.
    pub error: SkinError,
    /// As a player of plain keys sees it.
    pub decoded: Arc<Clip>,
    /// Of [`Technique::File`]: what to write.
    pub file: Option<FileClip>,
}

/// Times that a clip is coded again where vertices are off more than the shells of joints say.
const TRIES: usize = 3;

/// Compresses a clip so that no vertex is off by more than `tolerance` (model units), as far as the technique can.
///
/// `reach`: of [`skin_reach`] with the same tolerance.
pub fn compress(
    model: &Model,
    id: ClipId,
    reach: &Reach,
    tolerance: f64,
    technique: Technique,
    work: &Work,
) -> Result<Option<CompressedClip>, Cancelled> {
    let Some(clip) = model.clip(id) else {
        return Ok(None);
    };
    let mut factor = 1.0;
    let mut best: Option<CompressedClip> = None;
    for attempt in 0..TRIES {
        let share = |k: usize| (attempt as f32 + k as f32 / 2.0) / TRIES as f32;
        let own = reach.with_tolerance((tolerance * factor) as f32);
        let made = once(model, id, clip, &own, technique, &work.step(share(0), share(1)))?;
        let play = |time: f64, pose: &mut Pose| made.1.sample(time, pose);
        let error = measure_on_skin(model, clip, &play, &work.step(share(1), share(2)))?;
        let largest = error.figures.largest();
        let done = CompressedClip { error, ..made.0 };
        let is_better = best.as_ref().is_none_or(|b| largest < b.error.figures.largest());
        if largest <= tolerance {
            return Ok(Some(done));
        }
        if is_better {
            best = Some(done);
        }
        factor *= (0.97 * tolerance / largest).clamp(0.2, 0.97);
    }
    Ok(best)
}

/// Whatever plays a coded clip.
enum Coded {
    Packed(PackedClip),
    Variable(VariableClip),
    Plain(Arc<Clip>),
}

impl Coded {
    fn sample(&self, time: f64, pose: &mut Pose) {
        match self {
            Self::Packed(clip) => clip.sample(time, pose),
            Self::Variable(clip) => clip.sample(time, pose),
            Self::Plain(clip) => sample(clip, time, pose),
        }
    }
}

fn once(
    model: &Model,
    id: ClipId,
    clip: &Clip,
    reach: &Reach,
    technique: Technique,
    work: &Work,
) -> Result<(CompressedClip, Coded), Cancelled> {
    let skeleton = &model.skeleton;
    let name = clip.name().map(str::to_owned);
    let (bytes, coded, file) = match technique {
        Technique::Chapter(options) => {
            let packed = PackedClip::new(skeleton, clip, reach, options, work)?;
            (packed.bytes().len(), Coded::Packed(packed), None)
        }
        Technique::Variable => {
            let variable = VariableClip::new(skeleton, clip, reach, work)?;
            (variable.bytes().len(), Coded::Variable(variable), None)
        }
        Technique::File(meshopt) => {
            let file = thin_for_file(skeleton, clip, reach, meshopt, work)?;
            let bytes = file.tracks.iter().map(key_bytes).sum();
            let clip = Arc::new(file.to_clip(clip));
            (bytes, Coded::Plain(clip), Some(file))
        }
    };
    let decoded = match &coded {
        Coded::Packed(packed) => Arc::new(packed.to_clip(name)),
        Coded::Variable(variable) => Arc::new(variable.to_clip(name)),
        Coded::Plain(clip) => Arc::clone(clip),
    };
    let rows = instants(clip).len().div_ceil(4);
    let out = CompressedClip {
        clip: id,
        rows,
        bytes: bytes as u64,
        error: SkinError::default(),
        decoded,
        file,
    };
    Ok((out, coded))
}

fn key_bytes(keys: &crate::animation::compression::FileKeys) -> usize {
    let value = match &keys.integers {
        Some(list) => 8 * list.len(),
        None => 4 * keys.keys.values().len(),
    };
    value + 4 * keys.keys.len()
}

/// Bytes of a clip as frames: for each joint and row translation and rotation, and scale if any moves, as floats.
pub fn raw_bytes(model: &Model, clip: &Clip, rows: usize) -> u64 {
    let skin = model.skin_joint_count();
    let joints = if skin > 0 {
        skin
    } else {
        let mut all: Vec<JointId> = clip.tracks().iter().filter_map(|t| t.target.joint()).collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    };
    let scales = clip.tracks().iter().any(|t| matches!(t.target, Target::Scale(_)));
    let numbers = if scales { 10 } else { 7 };
    4 * numbers * joints as u64 * rows as u64
}

/// What each technique of the chapter makes of a clip, one added to the other.
pub fn steps(model: &Model, id: ClipId, reach: &Reach, work: &Work) -> Result<Steps, Cancelled> {
    let Some(clip) = model.clip(id) else {
        return Ok(Steps::default());
    };
    let all = PackedOptions::default();
    let stripped = PackedOptions {
        reduce: false,
        quantise: false,
        ..all
    };
    let quantised = PackedOptions { reduce: false, ..all };
    // Bytes and rows; the last, for which there are no options, is variable bit rate.
    let ways = [Some(stripped), Some(quantised), Some(all), None];
    let coded = work.workers.map(ways.len(), |way| {
        let share = |k: usize| k as f32 / ways.len() as f32;
        let step = work.step(share(way), share(way + 1));
        Ok::<_, Cancelled>(match ways[way] {
            Some(options) => {
                let packed = PackedClip::new(&model.skeleton, clip, reach, options, &step)?;
                (packed.bytes().len() as u64, packed.rows())
            }
            None => {
                let variable = VariableClip::new(&model.skeleton, clip, reach, &step)?;
                (variable.bytes().len() as u64, 0)
            }
        })
    });
    let coded = coded.into_iter().collect::<Result<Vec<_>, _>>()?;
    let bytes = |way: usize| coded.get(way).map_or(0, |c| c.0);
    Ok(Steps {
        // Of splines as many frames as keep straight lines between them within the same tolerance.
        raw: raw_bytes(model, clip, coded.first().map_or(0, |c| c.1)),
        stripped: bytes(0),
        quantised: bytes(1),
        reduced: bytes(2),
        variable: bytes(3),
    })
}
