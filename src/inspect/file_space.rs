//! Poses in the file's own coordinates: what a model far from the origin was moved by is added again.

use glam::{Affine3A, Mat4, Vec3};

use crate::animation::JointId;
use crate::math::{Rows3x4, Transform};
use crate::model::Model;

/// Translation (metres), rotation (`xyzw`) and scale of a joint relative to its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Local {
    pub(super) translation: [f64; 3],
    pub(super) rotation: [f64; 4],
    pub(super) scale: [f64; 3],
}

/// A joint's local transform; a root's is relative to the scene.
pub(super) fn local(model: &Model, joint: JointId, t: Transform) -> Local {
    let mut translation = t.translation.as_dvec3();
    if model.skeleton.parent(joint).is_none() {
        translation += model.origin;
    }
    Local {
        translation: translation.to_array(),
        rotation: t.rotation.to_array().map(f64::from),
        scale: t.scale.to_array().map(f64::from),
    }
}

/// A matrix into model space, column-major: elements 12, 13, 14 are the translation.
pub(super) fn matrix(model: &Model, m: Affine3A) -> [f64; 16] {
    let mut columns = Mat4::from(m).to_cols_array().map(f64::from);
    for (c, o) in columns[12..15].iter_mut().zip(model.origin.to_array()) {
        *c += o;
    }
    columns
}

/// A skinning matrix, column-major.
pub(super) fn palette_matrix(model: &Model, rows: &Rows3x4) -> [f64; 16] {
    matrix(model, (*rows).into())
}

/// A position in model space.
pub(super) fn position(model: &Model, p: Vec3) -> [f64; 3] {
    (model.origin + p.as_dvec3()).to_array()
}
