//! Where a mistake begins: whether each stage of theirs follows from the one before it, as they have that.

use std::collections::BTreeMap;

use glam::{DAffine3, DMat4, Vec3, Vec4};

use super::frame::Frame;
use super::measure::{self, NEAR, Tolerance, VerifyStage};
use super::resolve::TheirPose;
use crate::animation::JointId;
use crate::inspect::file_space::{self, Local};
use crate::math::Rows3x4;
use crate::model::{Model, PosedModel, SkinId};
use crate::skinning::{SkinningMethod, morph_vertex, skin_linear_blend};

/// What of theirs follows from what.
pub(super) struct Follow<'a> {
    pub(super) model: &'a Model,
    pub(super) theirs: &'a TheirPose,
    pub(super) said: &'a Frame,
    pub(super) right: &'a Frame,
    pub(super) posed: &'a PosedModel,
    pub(super) tolerance: Tolerance,
}

/// Whether a stage follows from the one before, and the first place where it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Following {
    pub(super) follows: bool,
    /// Index into the stage's entries; of the palettes and nodes only.
    pub(super) begins: Option<usize>,
}

impl Follow<'_> {
    /// `None` where they do not have what a stage follows from.
    pub(super) fn stage(&self, stage: VerifyStage) -> Option<Following> {
        match stage {
            VerifyStage::Locals => None,
            VerifyStage::Nodes => Some(self.nodes()),
            VerifyStage::Palettes => self.palettes(),
            VerifyStage::Positions => self.positions(),
        }
    }

    /// A node's matrix is its parent's times its local transform: theirs where they have it, else ours.
    fn nodes(&self) -> Following {
        let skeleton = &self.model.skeleton;
        let places: BTreeMap<JointId, usize> = self
            .theirs
            .nodes
            .iter()
            .enumerate()
            .map(|(k, n)| (n.0, k))
            .collect();
        let locals: BTreeMap<JointId, usize> = self
            .theirs
            .locals
            .iter()
            .enumerate()
            .map(|(k, l)| (l.joint, k))
            .collect();
        let matrix = |joint: JointId| match places.get(&joint) {
            Some(k) => DMat4::from_cols_array(&self.said.nodes[*k]),
            None => {
                let m = self.posed.model_space.model_from_joint(joint);
                DMat4::from_cols_array(&file_space::matrix(self.model, m))
            }
        };
        let follows = |joint: JointId, said: &[f64; 16]| {
            let local = match locals.get(&joint) {
                Some(k) => self.said.locals[*k],
                None => file_space::local(self.model, joint, self.posed.local.local(joint)),
            };
            let parent = skeleton.parent(joint).map_or(DMat4::IDENTITY, matrix);
            let product = (parent * local_matrix(&local)).to_cols_array();
            measure::matrices(said, &product, self.tolerance).excess <= NEAR
        };
        let all = self.theirs.nodes.iter().zip(&self.said.nodes).enumerate();
        let begins = all
            .into_iter()
            .find(|(_, ((j, _), said))| !follows(*j, said))
            .map(|(k, _)| k);
        Following {
            follows: begins.is_none(),
            begins,
        }
    }

    /// A skinning matrix is the joint's matrix (theirs) times the inverse bind (the file's).
    fn palettes(&self) -> Option<Following> {
        let nodes: BTreeMap<JointId, usize> = self
            .theirs
            .nodes
            .iter()
            .enumerate()
            .map(|(k, n)| (n.0, k))
            .collect();
        let mut begins = None;
        for (k, (skin, slot, _)) in self.theirs.palettes.iter().enumerate() {
            let skin = &self.model.skins[skin.0 as usize];
            let node = nodes.get(&skin.joints()[*slot as usize])?;
            let inverse_bind = skin.inverse_binds()[*slot as usize]
                .to_cols_array()
                .map(f64::from);
            let product = DMat4::from_cols_array(&self.said.nodes[*node])
                * DMat4::from(DAffine3::from_cols_array(&inverse_bind));
            let apart = measure::matrices(&self.said.palettes[k], &product.to_cols_array(), self.tolerance);
            if apart.excess > NEAR && begins.is_none() {
                begins = Some(k);
            }
        }
        Some(Following {
            follows: begins.is_none(),
            begins,
        })
    }

    /// A vertex is the blend of their palette; only LBS, and only of skins that they have whole.
    fn positions(&self) -> Option<Following> {
        if self.theirs.request.skinning.method != SkinningMethod::LinearBlend
            || self.theirs.request.skinning.influence_limit > 0
        {
            return None;
        }
        let mut palettes: BTreeMap<SkinId, Vec<Rows3x4>> = BTreeMap::new();
        for ((skin, slot, _), m) in self.theirs.palettes.iter().zip(&self.said.palettes) {
            let list = palettes.entry(*skin).or_default();
            if *slot as usize == list.len() {
                list.push(rows(self.model, m));
            }
        }
        let (mut follows, mut any) = (true, false);
        for (part, said) in self.theirs.parts.iter().zip(&self.said.positions) {
            let instance = &self.model.instances[part.instance.0 as usize];
            let primitive = &self.model.mesh(instance.mesh).primitives[part.primitive];
            let (Some(skin), Some(influences)) = (instance.skin, &primitive.influences) else {
                continue;
            };
            let palette = palettes.get(&skin)?;
            if palette.len() < self.model.skins[skin.0 as usize].len() {
                return None;
            }
            for (vertex, said) in part.vertices.iter().zip(said) {
                let index = *vertex as usize;
                let mut v = primitive.vertex(index);
                if let Some(morph) = &primitive.morph {
                    v = morph_vertex(morph.of(index), self.posed.morph_weights(instance), v);
                }
                let moved = skin_linear_blend(palette, influences.of(index), v).position;
                let moved = file_space::position(self.model, moved);
                any = true;
                follows &= measure::positions(*said, moved, self.tolerance).excess <= NEAR;
            }
        }
        any.then_some(Following {
            follows,
            begins: None,
        })
    }

    /// The right frame, for who tells both.
    pub(super) fn right(&self) -> &Frame {
        self.right
    }
}

fn local_matrix(l: &Local) -> DMat4 {
    let q = glam::DQuat::from_array(l.rotation);
    // Not glam's own: that asserts unit length, and theirs may have none.
    let [x, y, z, w] = q.to_array();
    let columns = [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + w * z),
            2.0 * (x * z - w * y),
        ],
        [
            2.0 * (x * y - w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + w * x),
        ],
        [
            2.0 * (x * z + w * y),
            2.0 * (y * z - w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ];
    let mut m = DMat4::IDENTITY.to_cols_array();
    for (c, column) in columns.iter().enumerate() {
        for (r, v) in column.iter().enumerate() {
            m[4 * c + r] = v * l.scale[c];
        }
        m[12 + c] = l.translation[c];
    }
    DMat4::from_cols_array(&m)
}

/// A skinning matrix of theirs, brought near the model's origin.
fn rows(model: &Model, m: &[f64; 16]) -> Rows3x4 {
    let o = model.origin.to_array();
    let row = |r: usize| {
        Vec4::new(
            m[r] as f32,
            m[4 + r] as f32,
            m[8 + r] as f32,
            (m[12 + r] - o[r]) as f32,
        )
    };
    let rows = Rows3x4([row(0), row(1), row(2)]);
    debug_assert!(rows.transform_point(Vec3::ZERO).is_finite());
    rows
}
