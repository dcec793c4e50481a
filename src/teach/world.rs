//! The file's own space, in which the mistakes of other engines are made.

use glam::{Affine3A, DAffine3, DVec3};

use crate::model::Model;

/// Takes matrices from model space to the file's own space and back: they are the model's `origin` apart.
///
/// What multiplies matrices in the right order never sees the difference. A mistake that puts a matrix elsewhere in the
/// product does: what it gives depends on where the origin is.
#[derive(Debug, Clone, Copy)]
pub(super) struct World {
    origin: DVec3,
}

impl World {
    pub(super) fn of(model: &Model) -> Self {
        Self { origin: model.origin }
    }

    /// Where something is in the file's own space.
    pub(super) fn in_the_file(self, model_from: Affine3A) -> Affine3A {
        if self.origin == DVec3::ZERO {
            return model_from;
        }
        single(DAffine3::from_translation(self.origin) * double(model_from))
    }

    /// What stands in the file's own space, in model space.
    pub(super) fn in_the_model(self, world_from: Affine3A) -> Affine3A {
        if self.origin == DVec3::ZERO {
            return world_from;
        }
        single(DAffine3::from_translation(-self.origin) * double(world_from))
    }

    /// `by`, a matrix of the file's own space, after what is in model space; the result is in model space again. In
    /// double precision, where the origin is large.
    pub(super) fn moved_by(self, by: Affine3A, model_from: Affine3A) -> Affine3A {
        if self.origin == DVec3::ZERO {
            return by * model_from;
        }
        let there = DAffine3::from_translation(self.origin);
        let back = DAffine3::from_translation(-self.origin);
        single(back * double(by) * there * double(model_from))
    }
}

fn double(m: Affine3A) -> DAffine3 {
    DAffine3::from_cols_array(&m.to_cols_array().map(f64::from))
}

fn single(m: DAffine3) -> Affine3A {
    Affine3A::from_cols_array(&m.to_cols_array().map(|v| v as f32))
}
