//! What comes of it, as plain values that serialise to the JSON of `docs/json.md`.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::explain::Explanation;
use super::follow::Follow;
use super::measure::{self, Apart, Tolerance, VerifyStage};
use super::resolve::TheirPose;
use crate::animation::JointId;
use crate::inspect::compare::VertexRef;
use crate::inspect::file_space::Local;
use crate::inspect::stages::strongest_joint;
use crate::inspect::{BlendRef, ClipRef, Numbers};
use crate::model::Model;

/// Joints that are named where vertices differ.
const MOST_JOINTS: usize = 5;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn word<S: Serializer>(stage: &VerifyStage, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(stage.word())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::ref_option,
    reason = "serde asks for a reference"
)]
fn optional_word<S: Serializer>(stage: &Option<VerifyStage>, serializer: S) -> Result<S::Ok, S::Error> {
    stage.map(VerifyStage::word).serialize(serializer)
}

/// Where two frames differ, and both numbers there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Place {
    /// Node in the file: of the joint, or the one that moves the vertex most.
    pub node: u32,
    /// What a person calls it.
    pub joint: String,
    /// For a skinning matrix: skin in the file, and which of its joints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<u32>,
    /// See `skin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slot: Option<u32>,
    /// For a vertex: the node that carries it, its primitive and its index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance_node: Option<u32>,
    /// See `instance_node`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primitive: Option<u32>,
    /// See `instance_node`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex: Option<u32>,
    /// Our numbers: three of a position, sixteen of a matrix, ten of a local transform (translation, rotation, scale).
    pub ours: Numbers,
    /// Theirs.
    pub theirs: Numbers,
}

/// How many of the differing vertices follow a joint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointShare {
    /// Node in the file.
    pub node: u32,
    /// What a person calls it.
    pub joint: String,
    /// Vertices that it moves most.
    pub vertices: usize,
}

/// One stage of theirs against ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StageReport {
    /// Which.
    #[serde(serialize_with = "word")]
    pub stage: VerifyStage,
    /// Entries that they have.
    pub compared: usize,
    /// Those that are off by more than is tolerated.
    pub differing: usize,
    /// Largest distance of positions or translations, in the model's units.
    pub distance: f64,
    /// Largest angle between rotations, degrees; of `locals` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degrees: Option<f64>,
    /// Largest difference of a number without unit (linear part, scale, length of a quaternion); not of `positions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear: Option<f64>,
    /// How many times what is tolerated the worst entry is off.
    pub excess: f64,
    /// The entry that is farthest off.
    pub worst: Option<Place>,
    /// Where it begins: the first entry, parents before children, that does not follow from their own numbers before it
    /// (for `locals` the first that differs).
    pub begins: Option<Place>,
    /// Whether the stage follows from the one before it as they have that: then the mistake lies before it. Null where
    /// they do not have what it follows from.
    pub follows: Option<bool>,
    /// For `positions`: the joints that move the differing vertices most.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointShare>,
}

/// One pose of theirs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PoseReport {
    /// The clip; `None`: the rest pose.
    pub clip: Option<ClipRef>,
    /// Seconds.
    pub time: f64,
    /// `lbs`, `dqs`, `blend` or `masked`.
    pub skinning: &'static str,
    /// What was laid over, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blend: Option<BlendRef>,
    /// Whether nothing differs.
    pub equal: bool,
    /// Of the box of all posed vertices, in the model's units.
    pub diagonal: f64,
    /// What positions may differ by, in the model's units.
    pub tolerance: f64,
    /// The first stage that differs.
    #[serde(serialize_with = "optional_word")]
    pub first: Option<VerifyStage>,
    /// Every stage that they have, in the order of a frame.
    pub stages: Vec<StageReport>,
    /// Whether an explanation was looked for; in a list only for the first poses that differ
    /// ([`MOST_EXPLAINED`](super::MOST_EXPLAINED)).
    pub explained: bool,
    /// What it looks like: one, several whose numbers are the same here, or none.
    pub explanations: Vec<Explanation>,
}

pub(super) fn pose(
    model: &Model,
    theirs: &TheirPose,
    diagonal: f64,
    tolerance: Tolerance,
    stages: Vec<StageReport>,
    explanations: Option<Vec<Explanation>>,
) -> PoseReport {
    let request = &theirs.request;
    let first = stages.iter().find(|s| s.differing > 0).map(|s| s.stage);
    PoseReport {
        clip: request.clip.map(|c| ClipRef::of(model, c)),
        time: request.time_secs,
        skinning: request.skinning.method.word(),
        blend: request.blend.map(|(clip, time, weight)| BlendRef {
            clip: ClipRef::of(model, clip),
            time,
            weight: f64::from(weight),
        }),
        equal: first.is_none(),
        diagonal,
        tolerance: tolerance.length,
        first,
        stages,
        explained: explanations.is_some(),
        explanations: explanations.unwrap_or_default(),
    }
}

pub(super) fn stage(follow: &Follow<'_>, stage: VerifyStage, tolerance: Tolerance) -> StageReport {
    let apart = measure::stage(stage, follow.said, follow.right(), tolerance);
    let differs = |a: &Apart| a.excess > 1.0;
    let differing = apart.iter().filter(|a| differs(a)).count();
    let largest = |of: fn(&Apart) -> f64| apart.iter().map(of).fold(0.0, f64::max);
    let worst = (0..apart.len()).max_by(|a, b| {
        // Of equals the first: parents come before children.
        apart[*a].excess.total_cmp(&apart[*b].excess).then(b.cmp(a))
    });
    let following = (differing > 0).then(|| follow.stage(stage)).flatten();
    let begins = match stage {
        VerifyStage::Locals => apart.iter().position(differs),
        _ => following.and_then(|f| f.begins),
    };
    let place = |index: usize| place(follow, stage, index);
    StageReport {
        stage,
        compared: apart.len(),
        differing,
        distance: largest(|a| a.distance),
        degrees: (stage == VerifyStage::Locals).then(|| largest(|a| a.degrees)),
        linear: (stage != VerifyStage::Positions).then(|| largest(|a| a.linear)),
        excess: largest(|a| a.excess),
        worst: worst.filter(|_| differing > 0).map(place),
        begins: begins.filter(|_| differing > 0).map(place),
        follows: following.map(|f| f.follows),
        joints: if stage == VerifyStage::Positions {
            shares(follow, &apart)
        } else {
            Vec::new()
        },
    }
}

fn named(model: &Model, joint: JointId) -> (u32, String) {
    (model.joint_sources[joint.index()].index, model.joint_label(joint))
}

fn vertex_at(theirs: &TheirPose, mut index: usize) -> Option<(usize, usize)> {
    for (part, p) in theirs.parts.iter().enumerate() {
        if index < p.vertices.len() {
            return Some((part, index));
        }
        index -= p.vertices.len();
    }
    None
}

fn vertex_ref(theirs: &TheirPose, part: usize, index: usize) -> VertexRef {
    let p = &theirs.parts[part];
    VertexRef {
        instance: p.instance,
        primitive: p.primitive as u32,
        vertex: p.vertices[index],
    }
}

fn numbers(l: &Local) -> Numbers {
    Numbers([&l.translation[..], &l.rotation, &l.scale].concat())
}

/// `index` is one of the stage's entries.
fn place(follow: &Follow<'_>, stage: VerifyStage, index: usize) -> Place {
    let (model, theirs) = (follow.model, follow.theirs);
    let (ours, said) = (follow.right(), follow.said);
    let of = |joint: JointId, ours: Numbers, theirs: Numbers| {
        let (node, joint) = named(model, joint);
        Place {
            node,
            joint,
            skin: None,
            slot: None,
            instance_node: None,
            primitive: None,
            vertex: None,
            ours,
            theirs,
        }
    };
    let matrix = |m: &[f64; 16]| Numbers(m.to_vec());
    match stage {
        VerifyStage::Locals => of(
            theirs.locals[index].joint,
            numbers(&ours.locals[index]),
            numbers(&said.locals[index]),
        ),
        VerifyStage::Nodes => of(
            theirs.nodes[index].0,
            matrix(&ours.nodes[index]),
            matrix(&said.nodes[index]),
        ),
        VerifyStage::Palettes => {
            let (skin, slot, _) = theirs.palettes[index];
            let joint = model.skins[skin.0 as usize].joints()[slot as usize];
            Place {
                skin: Some(model.skin_sources[skin.0 as usize].source.index),
                slot: Some(slot),
                ..of(
                    joint,
                    matrix(&ours.palettes[index]),
                    matrix(&said.palettes[index]),
                )
            }
        }
        VerifyStage::Positions => {
            let (part, at) = vertex_at(theirs, index).unwrap_or_default();
            let vertex = vertex_ref(theirs, part, at);
            let instance = &model.instances[vertex.instance.0 as usize];
            let joint = strongest_joint(model, vertex).unwrap_or(instance.joint);
            let primitive = &model.mesh(instance.mesh).primitives[vertex.primitive as usize];
            Place {
                instance_node: Some(named(model, instance.joint).0),
                primitive: Some(primitive.source.index),
                vertex: Some(vertex.vertex),
                ..of(
                    joint,
                    Numbers(ours.positions[part][at].to_vec()),
                    Numbers(said.positions[part][at].to_vec()),
                )
            }
        }
    }
}

/// The joints that move the differing vertices, most vertices first.
fn shares(follow: &Follow<'_>, apart: &[Apart]) -> Vec<JointShare> {
    let mut counts: BTreeMap<JointId, usize> = BTreeMap::new();
    let mut all = apart.iter();
    for (part, p) in follow.theirs.parts.iter().enumerate() {
        for index in 0..p.vertices.len() {
            let differs = all.next().is_some_and(|a| a.excess > 1.0);
            let joint = || strongest_joint(follow.model, vertex_ref(follow.theirs, part, index));
            if let Some(joint) = differs.then(joint).flatten() {
                *counts.entry(joint).or_default() += 1;
            }
        }
    }
    let mut counts: Vec<(JointId, usize)> = counts.into_iter().collect();
    // Stable: of equals the parent first.
    counts.sort_by_key(|c| std::cmp::Reverse(c.1));
    counts
        .into_iter()
        .take(MOST_JOINTS)
        .map(|(joint, vertices)| {
            let (node, joint) = named(follow.model, joint);
            JointShare {
                node,
                joint,
                vertices,
            }
        })
        .collect()
}
