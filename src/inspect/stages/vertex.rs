//! The vertex's part of the frame: morph targets, each influence's share, and what every method makes of them.

use glam::{Affine3A, Quat, Vec3};
use serde::Serialize;

use super::written::{matrix, quaternion, vector};
use super::{DualStage, JointRef};
use crate::inspect::compare::VertexRef;
use crate::model::{Model, PosedModel};
use crate::skinning::{
    DualQuaternionBlend, Influence, Palette, Skinning, SkinningMethod, Vertex, blend_dual_quaternions,
    blend_matrices, is_flipped, limit_influences, mask_factor, mix_vertices, morph_vertex,
    skin_dual_quaternion, skin_linear_blend,
};
use crate::teach::{Fault, skin_dual_quaternion_unaligned};

/// One morph target that moves the vertex.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MorphStage {
    /// Which target.
    pub target: u32,
    /// How much of it.
    pub weight: f32,
    /// What it adds at weight 1, metres.
    #[serde(serialize_with = "vector")]
    pub delta: Vec3,
}

/// One joint's share.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InfluenceStage {
    /// The joint.
    #[serde(flatten)]
    pub joint: JointRef,
    /// Which of the skin's joints it is.
    pub slot: u32,
    /// All of a vertex sum to 1.
    pub weight: f32,
    /// Skinning matrix, `model_from_mesh`.
    #[serde(serialize_with = "matrix")]
    pub skinning_matrix: Affine3A,
    /// Where the joint alone would put the vertex.
    #[serde(serialize_with = "vector")]
    pub moved: Vec3,
    /// Weight times that: the sum over influences is what LBS gives.
    #[serde(serialize_with = "vector")]
    pub contribution: Vec3,
    /// The joint's stretch and rigid motion.
    pub dual_quaternion: DualStage,
    /// Whether the dual quaternion is negated before the sum, to lie on the strongest influence's side.
    pub flipped: bool,
}

/// What LBS makes of the vertex.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LinearStage {
    /// The weighted sum of the skinning matrices (the node's own matrix where nothing skins the vertex).
    #[serde(serialize_with = "matrix")]
    pub matrix: Affine3A,
    /// Where it puts the vertex.
    #[serde(serialize_with = "vector")]
    pub position: Vec3,
}

/// What DQS makes of the vertex.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DualBlendStage {
    /// The signed scale that the whole skin has in common; part of the stretches.
    pub common_scale: f32,
    /// The weighted sum of the stretches.
    #[serde(serialize_with = "matrix")]
    pub stretch: Affine3A,
    /// The vertex after the stretch.
    #[serde(serialize_with = "vector")]
    pub stretched: Vec3,
    /// Length of the real part of the weighted sum, by which it is divided.
    pub norm: f32,
    /// Rotation of the unit dual quaternion, `xyzw`.
    #[serde(serialize_with = "quaternion")]
    pub real: Quat,
    /// Its dual part, `xyzw`.
    #[serde(serialize_with = "quaternion")]
    pub dual: Quat,
    /// Where it puts the vertex.
    #[serde(serialize_with = "vector")]
    pub position: Vec3,
}

/// The vertex on its way.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VertexStage {
    /// Which vertex.
    #[serde(skip)]
    pub id: VertexRef,
    /// Node index in the file of what carries it.
    pub node: u32,
    /// Mesh index in the file.
    pub mesh: u32,
    /// Primitive index within the mesh.
    pub primitive: u32,
    /// Index of the vertex.
    pub vertex: u32,
    /// As stored: mesh space.
    #[serde(serialize_with = "vector")]
    pub position: Vec3,
    /// The morph targets that move it at a weight other than 0.
    pub morphs: Vec<MorphStage>,
    /// After them: what is skinned.
    #[serde(serialize_with = "vector")]
    pub morphed: Vec3,
    /// Joints that move it, strongest first; empty where nothing skins it.
    pub influences: Vec<InfluenceStage>,
    /// Influences that a limit has left out.
    pub left_out: usize,
    /// LBS.
    pub linear: LinearStage,
    /// DQS; `None` where nothing skins it.
    pub dual_quaternion: Option<DualBlendStage>,
    /// The method of the frame.
    pub method: &'static str,
    /// For `blend` and `masked`: how far the vertex goes from LBS (0) to DQS (1).
    pub factor: Option<f32>,
    /// Where the method puts it.
    #[serde(serialize_with = "vector")]
    pub result: Vec3,
}

/// `palette` is that of the vertex's skin, with dual quaternions. The vertex exists.
///
/// Of the faults one is of this stage; the others are in the model, the palette and the weights already.
pub(super) fn stage(
    model: &Model,
    posed: &PosedModel,
    skinning: Skinning,
    id: VertexRef,
    palette: Option<&Palette>,
    fault: Option<Fault>,
) -> VertexStage {
    let aligned = fault != Some(Fault::NoSignAlignment);
    let instance = &model.instances[id.instance.0 as usize];
    let mesh = model.mesh(instance.mesh);
    let primitive = &mesh.primitives[id.primitive as usize];
    let index = id.vertex as usize;
    let stored = primitive.vertex(index);
    let mut morphed = stored;
    let mut morphs = Vec::new();
    if let Some(targets) = &primitive.morph {
        let weights = posed.morph_weights(instance);
        morphed = morph_vertex(targets.of(index), weights, stored);
        let stages = targets.of(index).iter().map(|d| MorphStage {
            target: d.target,
            weight: weights.get(d.target as usize).copied().unwrap_or(0.0),
            delta: d.position,
        });
        morphs = stages.filter(|m| m.weight != 0.0).collect();
    }
    let skinned = palette.zip(primitive.influences.as_ref());
    let all = skinned.map_or(0, |(_, i)| i.of(index).count());
    let influences: Vec<Influence> = match (skinned, skinning.influence_limit) {
        (Some((_, i)), 0) => i.of(index).collect(),
        (Some((_, i)), limit) => limit_influences(i.of(index), limit).collect(),
        (None, _) => Vec::new(),
    };
    let joint_of = |slot: u32| {
        let skin = instance.skin.and_then(|s| model.skins.get(s.0 as usize));
        let joint = skin.and_then(|s| s.joints().get(slot as usize)).copied();
        JointRef::of(model, joint.unwrap_or(instance.joint))
    };
    let mut out = VertexStage {
        id,
        node: JointRef::of(model, instance.joint).node,
        mesh: mesh.source.index,
        primitive: primitive.source.index,
        vertex: id.vertex,
        position: stored.position,
        morphs,
        morphed: morphed.position,
        influences: Vec::new(),
        left_out: all - influences.len(),
        linear: LinearStage {
            matrix: posed.rigid_matrix(instance),
            position: posed.rigid_matrix(instance).transform_point3(morphed.position),
        },
        dual_quaternion: None,
        method: skinning.method.word(),
        factor: None,
        result: posed
            .vertex(instance, primitive, SkinningMethod::LinearBlend, index)
            .position,
    };
    let Some((palette, _)) = skinned else { return out };
    let pivot = influences
        .first()
        .map(|i| palette.dual_quaternions()[i.joint as usize].motion);
    out.influences = influences
        .iter()
        .map(|i| {
            let rows = &palette.matrices()[i.joint as usize];
            let dual = &palette.dual_quaternions()[i.joint as usize];
            let moved = rows.transform_point(morphed.position);
            InfluenceStage {
                joint: joint_of(i.joint),
                slot: i.joint,
                weight: i.weight,
                skinning_matrix: (*rows).into(),
                moved,
                contribution: moved * i.weight,
                dual_quaternion: dual.into(),
                flipped: aligned && pivot.is_some_and(|p| is_flipped(&dual.motion, &p)),
            }
        })
        .collect();
    blend(&mut out, skinning, palette, (&influences, aligned), morphed);
    out
}

/// What each method makes of the influences, with the signs of dual quaternions aligned or not.
fn blend(
    out: &mut VertexStage,
    skinning: Skinning,
    palette: &Palette,
    (influences, aligned): (&[Influence], bool),
    v: Vertex,
) {
    let duals = palette.dual_quaternions();
    // What aligning would negate, negated before: it stays as it is. Stretches have no sign, and no such weights.
    let signed = influences.iter().map(|i| {
        let pivot = &duals[influences[0].joint as usize].motion;
        let flips = !aligned && is_flipped(&duals[i.joint as usize].motion, pivot);
        Influence {
            weight: if flips { -i.weight } else { i.weight },
            ..*i
        }
    });
    let DualQuaternionBlend { norm, motion, .. } = blend_dual_quaternions(duals, signed);
    let influences = || influences.iter().copied();
    let stretch = blend_dual_quaternions(duals, influences()).stretch;
    let linear = skin_linear_blend(palette.matrices(), influences(), v);
    let dual = if aligned {
        skin_dual_quaternion(duals, influences(), v)
    } else {
        skin_dual_quaternion_unaligned(duals, influences(), v)
    };
    out.linear = LinearStage {
        matrix: blend_matrices(palette.matrices(), influences()).into(),
        position: linear.position,
    };
    out.dual_quaternion = Some(DualBlendStage {
        common_scale: palette.common_scale(),
        stretch: stretch.into(),
        stretched: stretch.transform_point(v.position),
        norm,
        real: motion.real,
        dual: motion.dual,
        position: dual.position,
    });
    out.factor = match skinning.method {
        SkinningMethod::LinearBlend | SkinningMethod::DualQuaternion => None,
        SkinningMethod::Blend => Some(skinning.blend),
        SkinningMethod::Masked => Some(mask_factor(palette.mask(), influences())),
    };
    out.result = match (skinning.method, out.factor) {
        (SkinningMethod::DualQuaternion, _) => dual.position,
        (_, Some(factor)) => mix_vertices(linear, dual, factor).position,
        (_, None) => linear.position,
    };
}
