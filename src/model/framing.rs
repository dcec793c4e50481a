//! Where a posed model is, for the camera and for read-outs.

use glam::Vec3;

use super::copies::{copied_bounds, copied_box};
use super::{InstanceId, MeshInstance, Model, PosedModel, SceneId};
use crate::animation::{ClipId, JointId};
use crate::math::Bounds;
use crate::skinning::Skinning;
use crate::work::{Cancelled, Work};

/// Vertices that one job poses: large enough to be worth a thread, small enough to cancel soon.
const CHUNK: usize = 4096;

/// The exact bounds of the posed vertices of a scene, in model space: of what is drawn, with all copies. Runs on `work`'s
/// threads. (Many vertices that are copied many times count by their box.)
///
/// A scene without vertices has the bounds of its joints.
pub fn posed_bounds(
    model: &Model,
    posed: &PosedModel,
    scene: SceneId,
    skinning: impl Into<Skinning>,
    work: &Work,
) -> Result<Bounds, Cancelled> {
    let skinning = skinning.into();
    let mut jobs: Vec<(InstanceId, usize, usize)> = Vec::new();
    for (id, instance) in model.visible_instances(scene) {
        for (p, primitive) in model.mesh(instance.mesh).primitives.iter().enumerate() {
            if !posed.hidden.shows(id, p) {
                continue;
            }
            jobs.extend(
                (0..primitive.vertex_count())
                    .step_by(CHUNK)
                    .map(|start| (id, p, start)),
            );
        }
    }
    work.progress.start(jobs.len() as u64);
    let parts = work.workers.map(jobs.len(), |job| {
        work.cancel.check()?;
        let (id, p, start) = jobs[job];
        let instance = &model.instances[id.0 as usize];
        let primitive = &model.mesh(instance.mesh).primitives[p];
        let end = (start + CHUNK).min(primitive.vertex_count());
        let copies = model.copies_of(instance);
        let bounds = if copies.is_empty() {
            Bounds::of((start..end).map(|v| posed.vertex(instance, primitive, skinning, v).position))
        } else {
            copied_bounds(posed, instance, copies, primitive, start..end)
        };
        work.progress.add(1);
        Ok(bounds)
    });
    let mut all = Bounds::EMPTY;
    for part in parts {
        all = all.union(&part?);
    }
    Ok(if all.is_empty() {
        joint_bounds(model, posed, scene)
    } else {
        all
    })
}

/// Bounds of a scene by boxes per joint: never too small, a little too large, and quick.
pub fn quick_bounds(
    model: &Model,
    posed: &PosedModel,
    scene: SceneId,
    skinning: impl Into<Skinning>,
) -> Bounds {
    let method = skinning.into().method;
    let mut all = Bounds::EMPTY;
    for (id, instance) in model.visible_instances(scene) {
        let weights = posed.morph_weights(instance);
        let copies = model.copies_of(instance);
        for (p, primitive) in model.mesh(instance.mesh).primitives.iter().enumerate() {
            if !posed.hidden.shows(id, p) {
                continue;
            }
            let palette = instance.skin.and_then(|s| posed.palettes.get(s.0 as usize));
            let part = match palette {
                Some(palette) if primitive.influences.is_some() => {
                    primitive.joint_boxes.posed(palette, method, weights)
                }
                _ if !copies.is_empty() => copied_box(posed, instance, copies, primitive),
                _ => primitive
                    .joint_boxes
                    .moved(&posed.rigid_matrix(instance), weights),
            };
            all = all.union(&part);
        }
    }
    if all.is_empty() {
        joint_bounds(model, posed, scene)
    } else {
        all
    }
}

/// Bounds of a scene by the vertices that stand out: never too large, a little too small, and quick. For framing.
pub fn outline_bounds(
    model: &Model,
    posed: &PosedModel,
    scene: SceneId,
    skinning: impl Into<Skinning>,
) -> Bounds {
    let skinning = skinning.into();
    let mut all = Bounds::EMPTY;
    for (id, instance) in model.visible_instances(scene) {
        let copies = model.copies_of(instance);
        for (p, primitive) in model.mesh(instance.mesh).primitives.iter().enumerate() {
            if !posed.hidden.shows(id, p) {
                continue;
            }
            if !copies.is_empty() {
                let vertices = primitive.outline().vertices().iter().map(|&v| v as usize);
                all = all.union(&copied_bounds(posed, instance, copies, primitive, vertices));
                continue;
            }
            for &vertex in primitive.outline().vertices() {
                all.add(
                    posed
                        .vertex(instance, primitive, skinning, vertex as usize)
                        .position,
                );
            }
        }
    }
    if all.is_empty() {
        joint_bounds(model, posed, scene)
    } else {
        all
    }
}

fn joint_bounds(model: &Model, posed: &PosedModel, scene: SceneId) -> Bounds {
    let joints = model.scene(scene).map_or(&[][..], |s| &s.joints);
    Bounds::of(
        joints
            .iter()
            .map(|&j| posed.model_space.model_from_joint(j).translation.into()),
    )
}

/// The joint that carries the character about: the topmost joint of the first skin in the scene.
fn travelling_joint(model: &Model, scene: SceneId) -> Option<JointId> {
    let skin = model.scene_instances(scene).find_map(|(_, i)| i.skin)?;
    model.skins[skin.0 as usize].joints().iter().copied().min()
}

/// Bounds of a clip over `samples` instants, posed side by side on `work`'s threads.
///
/// `in_place` takes out the travel of the root joint, so that root motion does not make an ant of the character.
pub fn clip_bounds(
    model: &Model,
    clip: ClipId,
    scene: SceneId,
    skinning: impl Into<Skinning>,
    samples: u32,
    in_place: bool,
    work: &Work,
) -> Result<Bounds, Cancelled> {
    let skinning = skinning.into();
    let Some(duration) = model.clip(clip).map(crate::animation::Clip::duration_secs) else {
        return Ok(Bounds::EMPTY);
    };
    find_outlines(model, work)?;
    let travelling = travelling_joint(model, scene).filter(|_| in_place);
    let samples = samples.max(1);
    let parts = work.workers.map(samples as usize, |k| {
        work.cancel.check()?;
        let time = duration * k as f64 / f64::from(samples.max(2) - 1);
        let mut posed = PosedModel::default();
        let dual = skinning.method.needs_dual_quaternions();
        posed.set_clips(model, Some((clip, time)), None, dual);
        let at = travelling.map(|joint| Vec3::from(posed.model_space.model_from_joint(joint).translation));
        Ok((outline_bounds(model, &posed, scene, skinning), at))
    });
    let (mut all, mut home) = (Bounds::EMPTY, None);
    for part in parts {
        let (mut bounds, at) = part?;
        if let Some(at) = at {
            let home = *home.get_or_insert(at);
            bounds = bounds.moved((home - at) * Vec3::new(1.0, 0.0, 1.0));
        }
        all = all.union(&bounds);
    }
    Ok(all)
}

/// What the camera frames when a model opens: the pose shown, united with the clip's bounds in place.
pub fn opening_bounds(
    model: &Model,
    clip: Option<ClipId>,
    scene: SceneId,
    skinning: impl Into<Skinning>,
    work: &Work,
) -> Result<Bounds, Cancelled> {
    opening_bounds_of(model, clip, scene, skinning, OPENING_SAMPLES, work)
}

/// Instants of a clip that are looked at when a model opens.
const OPENING_SAMPLES: u32 = 24;

/// The same from at most `samples` instants.
pub fn opening_bounds_of(
    model: &Model,
    clip: Option<ClipId>,
    scene: SceneId,
    skinning: impl Into<Skinning>,
    samples: u32,
    work: &Work,
) -> Result<Bounds, Cancelled> {
    let skinning = skinning.into();
    find_outlines(model, work)?;
    let mut posed = PosedModel::default();
    posed.set_clips(
        model,
        clip.map(|c| (c, 0.0)),
        None,
        skinning.method.needs_dual_quaternions(),
    );
    let first = outline_bounds(model, &posed, scene, skinning);
    match clip {
        Some(clip) => {
            let samples = samples.min(OPENING_SAMPLES);
            Ok(first.union(&clip_bounds(model, clip, scene, skinning, samples, true, work)?))
        }
        None => Ok(first),
    }
}

/// How many instants of a clip can be framed in about 10 ms, at most `wanted`: for who cannot wait. `wanted` for all but
/// scenes of hundreds of characters.
pub fn quick_samples(model: &Model, scene: SceneId, wanted: u32) -> u32 {
    /// Posed in 10 ms, about.
    const VERTICES: usize = 60_000;
    let of_instance = |instance: &MeshInstance| -> usize {
        let primitives = model.mesh(instance.mesh).primitives.iter();
        let copies = model.copies_of(instance).len().max(1);
        primitives.map(|p| p.outline().vertices().len() * copies).sum()
    };
    let each: usize = model.visible_instances(scene).map(|(_, i)| of_instance(i)).sum();
    let affordable = VERTICES / (each + model.skeleton.len()).max(1);
    wanted.min(affordable as u32).max(2)
}

/// Finds which vertices of every primitive stand out, side by side on `work`'s threads, where that is not known yet: to
/// frame a large model for the first time takes a while, from then on it is quick.
pub fn find_outlines(model: &Model, work: &Work) -> Result<(), Cancelled> {
    let primitives = || model.meshes.iter().flat_map(|m| &m.primitives);
    let open: Vec<_> = primitives().filter(|p| p.outline.get().is_none()).collect();
    let found = work
        .workers
        .map(open.len(), |k| open[k].find_outline(&work.cancel).map(drop));
    found.into_iter().collect()
}
