//! The models that some faults make of another.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::Fault;
use super::influences::faulty_influences;
use crate::animation::JointId;
use crate::model::{Model, SkinId};
use crate::skinning::{JointBoxes, Skin};

/// Joints that the skins which a fault adds may have in all: about 240 MB with their palettes.
const MOST_JOINTS_ADDED: usize = 1 << 20;

/// The model that a fault makes of `model`; `None` if it leaves this one as it is. Vertex data is shared.
///
/// Ids stay: meshes, joints, clips and instances are the same. [`Fault::NodeTransformApplied`] gives the instances of a
/// skin at each node one of their own; those of second and further nodes are new and come after the others. `None`, too,
/// where these would have more than a million joints in all: [`can_show`](super::can_show) is false there.
pub fn faulty_model(model: &Model, fault: Fault) -> Option<Model> {
    match fault {
        Fault::ShuffledJoints => shuffled(model),
        Fault::NodeTransformApplied => skin_for_each_carrier(model),
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

/// By instance the skin that it has once every node that carries a skin has its own, and of which skins the new ones are
/// copies; `None` if the copies are too large.
pub(super) fn skins_for_carriers(model: &Model) -> Option<(Vec<Option<SkinId>>, Vec<SkinId>)> {
    let mut own: BTreeMap<(SkinId, JointId), SkinId> = BTreeMap::new();
    let mut taken = vec![false; model.skins.len()];
    let (mut copies, mut joints) = (Vec::new(), 0_usize);
    let mut of = Vec::with_capacity(model.instances.len());
    for instance in &model.instances {
        let known = instance
            .skin
            .and_then(|s| model.skins.get(s.0 as usize).map(|skin| (s, skin)));
        let Some((id, skin)) = known else {
            of.push(instance.skin);
            continue;
        };
        let place = (id, instance.joint);
        let skin = match own.get(&place) {
            Some(own) => *own,
            None if !std::mem::replace(&mut taken[id.0 as usize], true) => id,
            None => {
                joints += skin.len();
                if joints > MOST_JOINTS_ADDED {
                    return None;
                }
                copies.push(id);
                SkinId((model.skins.len() + copies.len() - 1) as u32)
            }
        };
        own.insert(place, skin);
        of.push(Some(skin));
    }
    Some((of, copies))
}

fn skin_for_each_carrier(model: &Model) -> Option<Model> {
    let (of, copies) = skins_for_carriers(model).filter(|(_, copies)| !copies.is_empty())?;
    let mut out = model.clone();
    for copy in copies {
        let index = copy.0 as usize;
        out.skins.push(model.skins[index].clone());
        if let Some(source) = model.skin_sources.get(index) {
            out.skin_sources.push(source.clone());
        }
    }
    for (instance, skin) in out.instances.iter_mut().zip(of) {
        instance.skin = skin;
    }
    Some(out)
}

fn with_influences(model: &Model, fault: Fault) -> Option<Model> {
    let mut skins: Vec<Option<SkinId>> = vec![None; model.meshes.len()];
    for instance in &model.instances {
        if let (Some(slot), Some(skin)) = (skins.get_mut(instance.mesh.0 as usize), instance.skin) {
            slot.get_or_insert(skin);
        }
    }
    let mut changed = Vec::new();
    for (m, mesh) in model.meshes.iter().enumerate() {
        let Some(skin) = skins[m].and_then(|s| model.skins.get(s.0 as usize)) else {
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
        primitive.outline = OnceLock::new();
    }
    Some(out)
}
