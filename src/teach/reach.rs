//! Whether a fault has anything to break in a model.

use glam::{Affine3A, Mat3A, Quat};

use super::Fault;
use super::variant::skins_for_carriers;
use super::world::World;
use crate::animation::{Clip, Interpolation, JointId, Keys, Target};
use crate::model::{Model, Primitive};
use crate::skinning::Skin;
use crate::work::{Cancelled, Work};

/// How far a number of a matrix may be from that of the identity before a fault can be seen.
const TOLERANCE: f32 = 1e-5;

/// True if the fault can change the picture of this model at some time of some clip, or in a fade between two. False
/// where this model hides it: a rig without rotation in its binds says nothing about inverses that drop it.
pub fn can_show(fault: Fault, model: &Model) -> bool {
    let any_bind = |differs: &dyn Fn(Affine3A) -> bool| {
        model
            .skins
            .iter()
            .flat_map(Skin::inverse_binds)
            .any(|m| differs(*m))
    };
    let any_primitive =
        |has: &dyn Fn(&Primitive) -> bool| model.meshes.iter().flat_map(|m| &m.primitives).any(has);
    let found = |primitive: &Primitive, has: &dyn Fn(&crate::model::FoundInfluences) -> bool| {
        primitive.influences.is_some() && primitive.found.as_deref().is_some_and(has)
    };
    match fault {
        Fault::NoInverseBind | Fault::WrongSide => {
            any_bind(&|m| !m.abs_diff_eq(Affine3A::IDENTITY, TOLERANCE))
        }
        Fault::TranslationOnlyInverse | Fault::HalfInverse | Fault::UninvertedRotation => {
            any_bind(&|m| !m.matrix3.abs_diff_eq(Mat3A::IDENTITY, TOLERANCE))
        }
        Fault::TransposedPalette => !model.skins.is_empty(),
        Fault::ShuffledJoints | Fault::NoSignAlignment => model.skins.iter().any(|s| s.len() > 1),
        Fault::ChildrenFirst | Fault::LocalTimesParent => {
            let joints = || model.skins.iter().flat_map(Skin::joints);
            joints().any(|j| model.skeleton.parent(*j).is_some())
        }
        Fault::NodeTransformApplied => carrier_moves(model) && skins_for_carriers(model).is_some(),
        Fault::BlendedMatrices => rotations(model).next().is_some(),
        Fault::UnnormalisedNlerp => {
            rotations(model).any(|(_, k)| k.len() > 1 && k.interpolation() != Interpolation::Step)
        }
        Fault::LongWaySlerp => any_flipped(model),
        Fault::FirstKeyNotHeld => model
            .clips
            .iter()
            .flat_map(Clip::tracks)
            .any(|t| t.keys.times().first().is_some_and(|&first| first > 0.0) && t.keys.len() > 1),
        Fault::ScaleDropped => scales(model),
        Fault::SecondSetIgnored => any_primitive(&|p| found(p, &|f| f.sets.len() > 1)),
        Fault::RawWeights => {
            any_primitive(&|p| found(p, &|f| f.repairs.not_normalized + f.repairs.unweighted > 0))
        }
        Fault::DoubledLastWins => any_primitive(&|p| found(p, &|f| f.repairs.doubled > 0)),
        Fault::FourInfluences => {
            any_primitive(&|p| p.influences.as_ref().is_some_and(|i| !i.extra().is_empty()))
        }
    }
}

/// The faults that can be seen on a model, in the order of [`Fault::ALL`].
pub fn visible(model: &Model, work: &Work) -> Result<Vec<Fault>, Cancelled> {
    let mut out = Vec::new();
    for fault in Fault::ALL {
        work.cancel.check()?;
        if can_show(fault, model) {
            out.push(fault);
        }
    }
    Ok(out)
}

fn rotations(model: &Model) -> impl Iterator<Item = (JointId, &Keys)> {
    let tracks = model.clips.iter().flat_map(Clip::tracks);
    tracks.filter_map(|t| match t.target {
        Target::Rotation(joint) => Some((joint, &t.keys)),
        _ => None,
    })
}

/// True if two keys that follow each other, or a key and the rest pose that it may be faded with, have opposite signs.
fn any_flipped(model: &Model) -> bool {
    rotations(model).any(|(joint, keys)| {
        let key = |k: usize| Quat::from_slice(keys.value(k));
        let linear = keys.interpolation() == Interpolation::Linear;
        let within = linear && (1..keys.len()).any(|k| key(k - 1).dot(key(k)) < 0.0);
        let rest = (joint.index() < model.skeleton.len()).then(|| model.skeleton.rest(joint).rotation);
        within || (!keys.is_empty() && rest.is_some_and(|r| r.dot(key(0)) < 0.0))
    })
}

/// True if a node with a skinned mesh stands, or may be moved, anywhere but at the file's origin.
fn carrier_moves(model: &Model) -> bool {
    let (rest, world) = (model.skeleton.rest_model_pose(), World::of(model));
    let mut above = vec![false; model.skeleton.len()];
    for instance in model.instances.iter().filter(|i| i.skin.is_some()) {
        if !world
            .in_the_file(rest.model_from_joint(instance.joint))
            .abs_diff_eq(Affine3A::IDENTITY, TOLERANCE)
        {
            return true;
        }
        // Above one that is marked all are.
        for joint in model.skeleton.ancestry(instance.joint) {
            if std::mem::replace(&mut above[joint.index()], true) {
                break;
            }
        }
    }
    let targets = model.clips.iter().flat_map(Clip::tracks).map(|t| &t.target);
    targets
        .filter_map(joint_of)
        .any(|j| above.get(j.index()).is_some_and(|a| *a))
}

fn joint_of(target: &Target) -> Option<JointId> {
    match target {
        Target::Translation(j) | Target::Rotation(j) | Target::Scale(j) => Some(*j),
        Target::MorphWeights(_) | Target::Property(_) => None,
    }
}

/// True if a joint of a skin, or one above, is or may be scaled.
fn scales(model: &Model) -> bool {
    let skeleton = &model.skeleton;
    let needed = skeleton.prefix_len();
    let at_rest = skeleton
        .joints()
        .take(needed)
        .any(|j| !skeleton.rest(j).scale.abs_diff_eq(glam::Vec3::ONE, TOLERANCE));
    let mut tracks = model.clips.iter().flat_map(Clip::tracks);
    at_rest || tracks.any(|t| matches!(t.target, Target::Scale(j) if j.index() < needed))
}
