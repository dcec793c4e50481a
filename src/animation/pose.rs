//! What a frame holds: local transforms, and the matrices that follow from them.

use glam::Affine3A;

use super::JointId;
use crate::math::Transform;

/// A local pose: one [`Transform`] per joint relative to its parent, plus morph weights and animated properties.
///
/// Space: joint-local (parent) space; metres, unit quaternions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pose {
    locals: Vec<Transform>,
    morph_weights: Vec<f32>,
    properties: Vec<f32>,
}

impl Pose {
    pub(super) fn from_parts(locals: Vec<Transform>, morph_weights: Vec<f32>, properties: Vec<f32>) -> Self {
        Self {
            locals,
            morph_weights,
            properties,
        }
    }

    pub(super) fn copy_from_parts(
        &mut self,
        locals: &[Transform],
        morph_weights: &[f32],
        properties: &[f32],
    ) {
        copy(&mut self.locals, locals);
        copy(&mut self.morph_weights, morph_weights);
        copy(&mut self.properties, properties);
    }

    /// Takes over another pose. No allocation if both came from the same skeleton.
    pub fn copy_from(&mut self, other: &Self) {
        self.copy_from_parts(&other.locals, &other.morph_weights, &other.properties);
    }

    /// Number of joints.
    pub fn len(&self) -> usize {
        self.locals.len()
    }

    /// True without joints.
    pub fn is_empty(&self) -> bool {
        self.locals.is_empty()
    }

    /// One joint's transform.
    #[inline]
    pub fn local(&self, joint: JointId) -> Transform {
        self.locals[joint.index()]
    }

    /// One joint's transform, to change.
    #[inline]
    pub fn local_mut(&mut self, joint: JointId) -> &mut Transform {
        &mut self.locals[joint.index()]
    }

    /// All transforms in joint order.
    pub fn locals(&self) -> impl ExactSizeIterator<Item = Transform> + '_ {
        self.locals.iter().copied()
    }

    /// Morph weights of all mesh instances, by the ranges that the importer handed out.
    pub fn morph_weights(&self) -> &[f32] {
        &self.morph_weights
    }

    /// As [`Self::morph_weights`], to change.
    pub fn morph_weights_mut(&mut self) -> &mut [f32] {
        &mut self.morph_weights
    }

    /// Animated properties.
    pub fn properties(&self) -> &[f32] {
        &self.properties
    }

    /// As [`Self::properties`], to change.
    pub fn properties_mut(&mut self) -> &mut [f32] {
        &mut self.properties
    }
}

fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    to.extend_from_slice(from);
}

/// A model-space pose: `model_from_joint` per joint.
///
/// Model space is the scene's own space less the model's `origin` (see `Model`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelPose {
    matrices: Vec<Affine3A>,
}

impl ModelPose {
    /// One joint's matrix.
    #[inline]
    pub fn model_from_joint(&self, joint: JointId) -> Affine3A {
        self.matrices[joint.index()]
    }

    /// All matrices in joint order.
    pub fn matrices(&self) -> &[Affine3A] {
        &self.matrices
    }

    /// Takes one matrix per joint, in joint order. No allocation if there were as many before.
    pub fn set_matrices(&mut self, matrices: impl IntoIterator<Item = Affine3A>) {
        self.matrices.clear();
        self.matrices.extend(matrices);
    }

    pub(super) fn matrices_mut(&mut self, count: usize) -> &mut [Affine3A] {
        self.matrices.resize(count, Affine3A::IDENTITY);
        &mut self.matrices
    }
}
