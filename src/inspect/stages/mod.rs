//! One frame in steps, for one joint and one vertex: from two keys to where the vertex is.
//!
//! Used by `cli` (`pose --with stages`) and `ui` (the frame inspector). Every number comes from the function that the
//! frame itself is made by (`Bracket::of`, `sample_track`, `Skeleton::model_space`, `Palette::update`,
//! `blend_matrices`, `blend_dual_quaternions`, `PosedModel::vertex`): this only keeps what they pass on to each other.
//! Of a frame that is wrong on purpose it is their faulty twins in `teach`.
//!
//! Space: model space, which is the scene's own less the model's `origin` (zero but for models far out).

mod choose;
mod sampled;
mod vertex;
mod written;

pub use choose::{follows, most_shared_vertex, strongest_joint, vertex_of_joint, vertices_moved};
pub use vertex::{DualBlendStage, InfluenceStage, LinearStage, MorphStage, VertexStage};

use glam::{Affine3A, Quat, Vec3};
use serde::Serialize;

use super::compare::VertexRef;
use crate::animation::{ClipId, JointId, Player};
use crate::math::Transform;
use crate::model::{Model, PosedModel, SkinId};
use crate::skinning::{DualQuaternionJoint, Palette, Skinning};
use crate::teach::Fault;
use written::{matrix, quaternion, vector};

/// One clip of the pose, as layers are laid over each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layer {
    /// The clip; `None`: rest.
    pub clip: Option<ClipId>,
    /// Seconds on its own time line.
    pub time_secs: f64,
    /// How far the pose goes from what is below to this clip, 0 to 1.
    pub weight: f32,
}

impl Layer {
    /// Those of a player, bottom to top.
    pub fn of_player(player: &Player) -> Vec<Self> {
        let layer = |l: &crate::animation::LayerState| Self {
            clip: l.clip,
            time_secs: l.time_secs,
            weight: l.fade.map_or(1.0, |f| f.weight()),
        };
        player.layers().iter().map(layer).collect()
    }
}

/// A joint by its node in the file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointRef {
    /// The joint.
    #[serde(skip)]
    pub id: JointId,
    /// Node index in the file.
    pub node: u32,
    /// What a person calls it.
    pub name: String,
}

impl JointRef {
    fn of(model: &Model, id: JointId) -> Self {
        Self {
            id,
            node: model.joint_sources.get(id.index()).map_or(id.0, |s| s.index),
            name: model.joint_label(id),
        }
    }
}

/// Translation, rotation and scale relative to the parent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LocalStage {
    /// Metres.
    #[serde(serialize_with = "vector")]
    pub translation: Vec3,
    /// Unit quaternion, `xyzw`.
    #[serde(serialize_with = "quaternion")]
    pub rotation: Quat,
    /// Factors.
    #[serde(serialize_with = "vector")]
    pub scale: Vec3,
}

impl From<Transform> for LocalStage {
    fn from(t: Transform) -> Self {
        Self {
            translation: t.translation,
            rotation: t.rotation,
            scale: t.scale,
        }
    }
}

/// Which part of a local transform a track drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Path {
    /// T.
    Translation,
    /// R.
    Rotation,
    /// S.
    Scale,
}

/// One key of a track.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KeyStage {
    /// Which of the track's keys, from 0.
    pub index: usize,
    /// Seconds.
    pub time: f32,
    /// Three numbers, or four of a quaternion (`xyzw`).
    pub value: Vec<f32>,
}

/// A track of the joint at the instant: the keys around it, and what they give.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrackStage {
    /// What it drives.
    pub path: Path,
    /// How it runs between keys: `STEP`, `LINEAR` or `CUBICSPLINE`.
    pub interpolation: &'static str,
    /// How many keys the track has.
    pub keys: usize,
    /// The key at or before the instant (the first one before it).
    pub left: KeyStage,
    /// The key after it; `None` where one key's value holds.
    pub right: Option<KeyStage>,
    /// How far from left to right, 0 to 1.
    pub fraction: f32,
    /// What comes of it.
    pub value: Vec<f32>,
}

/// What one clip makes of the joint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LayerStage {
    /// Index of the clip; `None`: rest.
    pub clip: Option<u32>,
    /// Seconds.
    pub time: f64,
    /// How far the pose goes from what is below to this, 0 to 1.
    pub weight: f32,
    /// The joint's tracks in it.
    pub tracks: Vec<TrackStage>,
    /// The local transform it gives; what no track drives is the rest pose's.
    pub local: LocalStage,
}

/// One step of the way from the root to the joint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChainStage {
    /// The joint.
    #[serde(flatten)]
    pub joint: JointRef,
    /// Its own matrix, `parent_from_joint = T R S`.
    #[serde(serialize_with = "matrix")]
    pub local: Affine3A,
    /// The product so far, `model_from_joint = model_from_parent * local`.
    #[serde(serialize_with = "matrix")]
    pub model: Affine3A,
}

/// A joint as dual quaternion skinning sees it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DualStage {
    /// Rotation, `xyzw`.
    #[serde(serialize_with = "quaternion")]
    pub real: Quat,
    /// Half the translation times the rotation, `xyzw`.
    #[serde(serialize_with = "quaternion")]
    pub dual: Quat,
    /// The stretch that comes before the motion, about the joint's own bind position, common scale included.
    #[serde(serialize_with = "matrix")]
    pub stretch: Affine3A,
}

impl From<&DualQuaternionJoint> for DualStage {
    fn from(j: &DualQuaternionJoint) -> Self {
        Self {
            real: j.motion.real,
            dual: j.motion.dual,
            stretch: j.stretch.into(),
        }
    }
}

/// What a skin makes of the joint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SkinStage {
    /// Index of the skin in the file.
    pub skin: u32,
    /// Which of the skin's joints it is.
    pub slot: u32,
    /// False if the file has no inverse bind matrices: they are the identity then.
    pub in_file: bool,
    /// `joint_from_mesh` in the bind pose.
    #[serde(serialize_with = "matrix")]
    pub inverse_bind: Affine3A,
    /// `model_from_joint * inverse_bind`.
    #[serde(serialize_with = "matrix")]
    pub skinning_matrix: Affine3A,
    /// The same as a stretch and a rigid motion.
    pub dual_quaternion: Option<DualStage>,
}

/// The steps of one frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stages {
    /// The joint.
    pub joint: JointRef,
    /// Chapter sections 3 and 4: the clips, bottom to top. Empty: the rest pose.
    pub layers: Vec<LayerStage>,
    /// The joint's local transform after the layers are laid over each other.
    pub local: LocalStage,
    /// Section 5: from the root to the joint.
    pub chain: Vec<ChainStage>,
    /// Sections 6 and 7; `None` if no skin has the joint.
    pub skin: Option<SkinStage>,
    /// Sections 8 and 10; `None` without a vertex.
    pub vertex: Option<VertexStage>,
    /// Add it to every position of model space for the file's own coordinates; left out where it is zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<[f64; 3]>,
}

impl Stages {
    /// Walks through the frame `posed`, which came of `layers`.
    ///
    /// `vertex` of another model, or out of range, is left out. A vertex's skin is the one whose inverse bind is told;
    /// without a vertex it is the first skin that has the joint.
    ///
    /// `fault` is what `posed` is wrong by on purpose, if anything; `model` is then that of
    /// [`faulty_model`](crate::teach::faulty_model), if the fault has one. The inverse bind is the skin's own all the
    /// same: what a fault makes of it shows in the skinning matrix.
    ///
    /// # Panics
    /// If `joint` is not one of the model's (a bug of the caller).
    pub fn of(
        model: &Model,
        posed: &PosedModel,
        layers: &[Layer],
        skinning: Skinning,
        joint: JointId,
        vertex: Option<VertexRef>,
        fault: Option<Fault>,
    ) -> Self {
        let vertex = vertex.filter(|v| choose::exists(model, *v));
        let own = vertex.and_then(|v| model.instances[v.instance.0 as usize].skin);
        let first = || {
            (0..model.skins.len() as u32)
                .map(SkinId)
                .find(|s| slot(model, *s, joint).is_some())
        };
        let skin = own.filter(|s| slot(model, *s, joint).is_some()).or_else(first);
        let palette = |s: SkinId| with_dual_quaternions(model, posed, s);
        Self {
            joint: JointRef::of(model, joint),
            layers: layers
                .iter()
                .map(|l| sampled::layer(model, *l, joint, fault))
                .collect(),
            local: posed.local.local(joint).into(),
            chain: chain(model, posed, joint),
            skin: skin.and_then(|s| skin_stage(model, s, joint, &palette(s))),
            vertex: vertex
                .map(|v| vertex::stage(model, posed, skinning, v, own.map(palette).as_ref(), fault)),
            origin: (model.origin != glam::DVec3::ZERO).then(|| model.origin.to_array()),
        }
    }
}

fn slot(model: &Model, skin: SkinId, joint: JointId) -> Option<usize> {
    model.skins[skin.0 as usize]
        .joints()
        .iter()
        .position(|j| *j == joint)
}

/// The skin's palette with all of it: a frame that shows LBS has no dual quaternions. From the matrices of the frame, so
/// that one that is wrong on purpose is told as it is.
fn with_dual_quaternions(model: &Model, posed: &PosedModel, id: SkinId) -> Palette {
    let mut palette = Palette::default();
    let skin = &model.skins[id.0 as usize];
    let matrices = posed.palettes[id.0 as usize].matrices();
    palette.set_matrices(skin, matrices.iter().map(|m| Affine3A::from(*m)), true);
    palette.set_mask(skin, &posed.joint_mask);
    palette
}

fn chain(model: &Model, posed: &PosedModel, joint: JointId) -> Vec<ChainStage> {
    let mut chain: Vec<ChainStage> = model
        .skeleton
        .ancestry(joint)
        .map(|j| ChainStage {
            joint: JointRef::of(model, j),
            local: posed.local.local(j).to_affine(),
            model: posed.model_space.model_from_joint(j),
        })
        .collect();
    chain.reverse();
    chain
}

fn skin_stage(model: &Model, skin: SkinId, joint: JointId, palette: &Palette) -> Option<SkinStage> {
    let slot = slot(model, skin, joint)?;
    let source = model.skin_sources.get(skin.0 as usize);
    Some(SkinStage {
        skin: source.map_or(skin.0, |s| s.source.index),
        slot: slot as u32,
        in_file: source.is_none_or(|s| s.has_inverse_binds),
        inverse_bind: model.skins[skin.0 as usize].inverse_binds()[slot],
        skinning_matrix: palette.matrices()[slot].into(),
        dual_quaternion: palette.dual_quaternions().get(slot).map(DualStage::from),
    })
}
