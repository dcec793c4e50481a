//! The models that some faults make of another.

use std::collections::BTreeSet;

use super::Fault;
use super::influences::faulty_influences;
use crate::model::{Model, SkinId};
use crate::skinning::{JointBoxes, Skin};

/// The model that a fault makes of `model`; `None` if it leaves this one as it is. Vertex data is shared.
///
/// Ids stay: meshes, joints, clips and instances are the same. [`Fault::NodeTransformApplied`] gives every instance a
/// skin of its own; those of second and further users are new and come after the others.
pub fn faulty_model(model: &Model, fault: Fault) -> Option<Model> {
    match fault {
        Fault::ShuffledJoints => shuffled(model),
        Fault::NodeTransformApplied => skin_for_each_instance(model),
        Fault::SecondSetIgnored | Fault::RawWeights | Fault::DoubledLastWins | Fault::FourInfluences => {
            with_influences(model, fault)
        }
        _ => None,
    }
}

/// Every skin's joints the other way round, each with its own inverse bind; vertices keep their indices.
fn shuffled(model: &Model) -> Option<Model> {
    if model.skins.iter().all(|s| s.len() < 2) {
        return None;
    }
    let mut out = model.clone();
    for (skin, right) in out.skins.iter_mut().zip(&model.skins) {
        let joints = right.joints().iter().rev().copied().collect();
        let inverse_binds = right.inverse_binds().iter().rev().copied().collect();
        if let Ok(mut other) = Skin::new(&model.skeleton, joints, inverse_binds) {
            let weighted = right.carries_weight().iter().enumerate().filter(|(_, w)| **w);
            weighted.for_each(|(slot, _)| other.mark_weighted(slot as u32));
            *skin = other;
        }
    }
    Some(out)
}

fn skin_for_each_instance(model: &Model) -> Option<Model> {
    let mut taken = BTreeSet::new();
    let shared = model
        .instances
        .iter()
        .filter_map(|i| i.skin)
        .any(|s| !taken.insert(s));
    if !shared {
        return None;
    }
    let mut out = model.clone();
    taken.clear();
    for instance in &mut out.instances {
        let Some(id) = instance.skin.filter(|s| !taken.insert(*s)) else {
            continue;
        };
        let index = id.0 as usize;
        let own = SkinId(out.skins.len() as u32);
        let Some(skin) = out.skins.get(index).cloned() else {
            continue;
        };
        out.skins.push(skin);
        if let Some(source) = out.skin_sources.get(index).cloned() {
            out.skin_sources.push(source);
        }
        instance.skin = Some(own);
    }
    Some(out)
}

fn with_influences(model: &Model, fault: Fault) -> Option<Model> {
    let mut changed = Vec::new();
    for (m, mesh) in model.meshes.iter().enumerate() {
        let skin = model.instances.iter().find(|i| i.mesh.0 as usize == m);
        let Some(skin) = skin.and_then(|i| model.skins.get(i.skin?.0 as usize)) else {
            continue;
        };
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            if let Some(influences) = faulty_influences(fault, primitive, skin.len()) {
                changed.push((m, p, influences));
            }
        }
    }
    if changed.is_empty() {
        return None;
    }
    let mut out = model.clone();
    for (m, p, influences) in changed {
        let primitive = &mut out.meshes[m].primitives[p];
        primitive.joint_boxes = JointBoxes::new(&primitive.positions, &influences, primitive.morph.as_ref());
        primitive.influences = Some(influences);
    }
    Some(out)
}
