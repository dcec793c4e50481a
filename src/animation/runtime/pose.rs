//! What a frame holds, eight joints at a time; and the way to and from the readable types.

use super::clocks::Moments;
use super::lanes::{Block, Lanes};
use super::skeleton::{RuntimeSkeleton, has_scale, local, set_local};
use crate::animation::{JointId, ModelPose, Pose};
use crate::math::Transform;
use glam::{Affine3A, Vec3};

/// A local pose: what [`Pose`] holds, in the lanes of a [`RuntimeSkeleton`].
#[derive(Debug, Clone, Default)]
pub struct RuntimePose {
    /// One more than the skeleton has; the last takes what nobody needs.
    pub(super) blocks: Vec<Block>,
    /// Of each block whether its scales are to be read; else they count as 1.
    pub(super) scaled: Vec<bool>,
    pub(super) morph_weights: Vec<f32>,
    pub(super) properties: Vec<f32>,
    /// Working space of a sample.
    pub(super) moments: Moments,
}

impl RuntimePose {
    /// `skeleton` at rest.
    pub fn at_rest(skeleton: &RuntimeSkeleton) -> Self {
        let mut pose = Self::default();
        pose.set_to_rest(skeleton);
        pose
    }

    /// Sets this to rest. No allocation if it had this skeleton's size.
    pub fn set_to_rest(&mut self, skeleton: &RuntimeSkeleton) {
        copy(&mut self.blocks, &skeleton.rest);
        copy(&mut self.scaled, &skeleton.rest_scaled);
        copy(&mut self.morph_weights, &skeleton.rest_morph_weights);
        copy(&mut self.properties, &skeleton.rest_properties);
    }

    /// Takes over a pose of the skeleton that `skeleton` was made from. No allocation if this had its size.
    pub fn set_from(&mut self, skeleton: &RuntimeSkeleton, pose: &Pose) {
        self.set_to_rest(skeleton);
        for (slot, &joint) in skeleton.joint_of_slot.iter().enumerate() {
            if joint.index() < pose.len() {
                set_local(&mut self.blocks, slot, pose.local(joint));
            }
        }
        for (scaled, block) in self.scaled.iter_mut().zip(&self.blocks) {
            *scaled = has_scale(block);
        }
        copy(&mut self.morph_weights, pose.morph_weights());
        copy(&mut self.properties, pose.properties());
    }

    /// Takes over another pose of the same skeleton. No allocation if this had its size.
    pub fn copy_from(&mut self, other: &Self) {
        copy(&mut self.blocks, &other.blocks);
        copy(&mut self.scaled, &other.scaled);
        copy(&mut self.morph_weights, &other.morph_weights);
        copy(&mut self.properties, &other.properties);
    }

    /// Writes this into a pose of the skeleton that `skeleton` was made from; joints beyond a prefix stay as they are.
    pub fn write_to(&self, skeleton: &RuntimeSkeleton, pose: &mut Pose) {
        for (slot, &joint) in skeleton.joint_of_slot.iter().enumerate() {
            *pose.local_mut(joint) = self.local_in(slot);
        }
        pose.morph_weights_mut().copy_from_slice(&self.morph_weights);
        pose.properties_mut().copy_from_slice(&self.properties);
    }

    /// One joint's transform; `None` beyond the skeleton's prefix.
    pub fn local(&self, skeleton: &RuntimeSkeleton, joint: JointId) -> Option<Transform> {
        skeleton.slot(joint).map(|slot| self.local_in(slot))
    }

    /// Changes one joint's transform; nothing beyond the skeleton's prefix.
    pub fn set_local(&mut self, skeleton: &RuntimeSkeleton, joint: JointId, to: Transform) {
        let Some(slot) = skeleton.slot(joint) else {
            return;
        };
        let block = slot / super::lanes::LANES;
        if !self.scaled[block] {
            self.blocks[block].s = Block::IDENTITY.s;
        }
        set_local(&mut self.blocks, slot, to);
        self.scaled[block] = has_scale(&self.blocks[block]);
    }

    pub(super) fn local_in(&self, slot: usize) -> Transform {
        let local = local(&self.blocks, slot);
        if self.scaled[slot / super::lanes::LANES] {
            local
        } else {
            Transform {
                scale: Vec3::ONE,
                ..local
            }
        }
    }

    /// Morph weights of all mesh instances, as in [`Pose::morph_weights`].
    pub fn morph_weights(&self) -> &[f32] {
        &self.morph_weights
    }

    /// Animated properties, as in [`Pose::properties`].
    pub fn properties(&self) -> &[f32] {
        &self.properties
    }

    /// Gives this so many blocks, and these numbers. No allocation if it had their size.
    #[inline]
    pub(super) fn fit(&mut self, blocks: usize, morph_weights: &[f32], properties: &[f32]) {
        if self.blocks.len() != blocks {
            self.blocks.resize(blocks, Block::IDENTITY);
            self.scaled.resize(blocks, false);
        }
        // Most characters have none of either: that costs no call.
        if self.morph_weights.len() + morph_weights.len() > 0 {
            copy(&mut self.morph_weights, morph_weights);
        }
        if self.properties.len() + properties.len() > 0 {
            copy(&mut self.properties, properties);
        }
    }
}

#[inline]
fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    to.extend_from_slice(from);
}

/// `model_from_joint` by rows; the fourth row is `0 0 0 1`.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Matrix(pub(super) [f32; 12]);

impl Matrix {
    pub(super) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);

    pub(super) fn to_affine(self) -> Affine3A {
        let m = self.0;
        Affine3A::from_cols_array(&[
            m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10], m[3], m[7], m[11],
        ])
    }

    pub(super) fn from_affine(m: Affine3A) -> Self {
        let c = m.to_cols_array();
        Self([
            c[0], c[3], c[6], c[9], c[1], c[4], c[7], c[10], c[2], c[5], c[8], c[11],
        ])
    }
}

/// Local matrices of eight joints: row by row, each row of all eight side by side, four numbers a joint.
pub(super) type LocalBlock = [[Lanes; 4]; 3];

/// A model-space pose: what [`ModelPose`] holds, in the lanes of a [`RuntimeSkeleton`].
#[derive(Debug, Clone, Default)]
pub struct RuntimeModel {
    /// The identity above the roots, then one a slot.
    pub(super) matrices: Vec<Matrix>,
    /// Working space.
    pub(super) locals: Vec<LocalBlock>,
    pub(super) is_rigid: bool,
}

impl RuntimeModel {
    /// One joint's matrix; `None` beyond the skeleton's prefix.
    pub fn model_from_joint(&self, skeleton: &RuntimeSkeleton, joint: JointId) -> Option<Affine3A> {
        let slot = skeleton.slot(joint)?;
        self.matrices.get(slot + 1).map(|m| m.to_affine())
    }

    /// True if every matrix is known to be a rotation and a translation: no joint is scaled.
    pub fn is_rigid(&self) -> bool {
        self.is_rigid
    }

    /// Writes all matrices in joint order. No allocation if `out` had that many.
    pub fn write_to(&self, skeleton: &RuntimeSkeleton, out: &mut ModelPose) {
        let matrix = |&slot: &u32| self.matrices[slot as usize + 1].to_affine();
        out.set_matrices(skeleton.slot_of_joint.iter().map(matrix));
    }

    #[inline]
    pub(super) fn fit(&mut self, skeleton: &RuntimeSkeleton) {
        let blocks = skeleton.parents.len();
        if self.locals.len() != blocks {
            self.locals.resize(blocks, [[Lanes::ZERO; 4]; 3]);
            self.matrices
                .resize(blocks * super::lanes::LANES + 1, Matrix::IDENTITY);
        }
    }
}
