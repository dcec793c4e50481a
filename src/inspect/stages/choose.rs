//! Which vertex and which joint to look at when nobody says so.

use crate::animation::JointId;
use crate::inspect::compare::VertexRef;
use crate::model::{Model, Primitive, SceneId, SkinId};
use crate::skinning::Influences;

/// Whether the model has that vertex.
pub(super) fn exists(model: &Model, v: VertexRef) -> bool {
    primitive(model, v).is_some_and(|p| (v.vertex as usize) < p.vertex_count())
}

fn primitive(model: &Model, v: VertexRef) -> Option<&Primitive> {
    let instance = model.instances.get(v.instance.0 as usize)?;
    model.mesh(instance.mesh).primitives.get(v.primitive as usize)
}

/// The skinned primitives of a scene.
fn skinned(model: &Model, scene: SceneId) -> impl Iterator<Item = (VertexRef, SkinId, &Influences)> {
    model.scene_instances(scene).flat_map(|(id, instance)| {
        let primitives = model.mesh(instance.mesh).primitives.iter().enumerate();
        primitives.filter_map(move |(p, primitive)| {
            let first = VertexRef {
                instance: id,
                primitive: p as u32,
                vertex: 0,
            };
            Some((first, instance.skin?, primitive.influences.as_ref()?))
        })
    })
}

/// The vertex of a scene that is shared most evenly: whose largest weight is the smallest; of equals the first.
pub fn most_shared_vertex(model: &Model, scene: SceneId) -> Option<VertexRef> {
    most_shared(model, scene, None)
}

/// Of the vertices that follow `joint`, the one that is shared most evenly; of equals the first.
pub fn vertex_of_joint(model: &Model, scene: SceneId, joint: JointId) -> Option<VertexRef> {
    most_shared(model, scene, Some(joint))
}

fn most_shared(model: &Model, scene: SceneId, joint: Option<JointId>) -> Option<VertexRef> {
    let mut best: Option<(f32, VertexRef)> = None;
    for (first, skin, influences) in skinned(model, scene) {
        let joints = model.skins[skin.0 as usize].joints();
        let slot = match joint {
            Some(joint) => match joints.iter().position(|j| *j == joint) {
                Some(slot) => Some(slot as u32),
                None => continue,
            },
            None => None,
        };
        for vertex in 0..influences.len() {
            let mut of = influences.of(vertex);
            // Strongest first.
            let largest = of.clone().next().map_or(1.0, |i| i.weight);
            let better = best.is_none_or(|(least, _)| largest < least);
            if better && slot.is_none_or(|s| of.any(|i| i.joint == s)) {
                let vertex = vertex as u32;
                best = Some((largest, VertexRef { vertex, ..first }));
            }
        }
    }
    best.map(|(_, v)| v)
}

/// How many vertices of a scene follow a joint, by a weight of its own or carried by its node.
pub fn vertices_moved(model: &Model, scene: SceneId, joint: JointId) -> usize {
    let by_weight: usize = skinned(model, scene)
        .filter_map(|(_, skin, influences)| {
            let joints = model.skins[skin.0 as usize].joints();
            let slot = joints.iter().position(|j| *j == joint)? as u32;
            let follows = |v: &usize| influences.of(*v).any(|i| i.joint == slot);
            Some((0..influences.len()).filter(follows).count())
        })
        .sum();
    let carried: usize = model
        .scene_instances(scene)
        .filter(|(_, i)| i.joint == joint)
        .flat_map(|(_, i)| model.mesh(i.mesh).primitives.iter().map(move |p| (i, p)))
        .filter(|(i, p)| i.skin.is_none() || p.influences.is_none())
        .map(|(_, p)| p.vertex_count())
        .sum();
    by_weight + carried
}

/// Whether a vertex follows a joint; false for a vertex that does not exist.
pub fn follows(model: &Model, v: VertexRef, joint: JointId) -> bool {
    let Some(primitive) = primitive(model, v).filter(|_| exists(model, v)) else {
        return false;
    };
    let instance = &model.instances[v.instance.0 as usize];
    match (instance.skin, &primitive.influences) {
        (Some(skin), Some(influences)) => {
            let joints = model.skins[skin.0 as usize].joints();
            let of = |slot: u32| joints.get(slot as usize) == Some(&joint);
            influences.of(v.vertex as usize).any(|i| of(i.joint))
        }
        _ => instance.joint == joint,
    }
}

/// The joint that moves a vertex most: the node that carries it where nothing skins it; `None` out of range.
pub fn strongest_joint(model: &Model, v: VertexRef) -> Option<JointId> {
    let instance = model.instances.get(v.instance.0 as usize)?;
    let primitive = primitive(model, v)?;
    if !exists(model, v) {
        return None;
    }
    match (instance.skin, &primitive.influences) {
        (Some(skin), Some(influences)) => {
            let strongest = influences.of(v.vertex as usize).next()?;
            let joints = model.skins[skin.0 as usize].joints();
            joints.get(strongest.joint as usize).copied()
        }
        _ => Some(instance.joint),
    }
}
