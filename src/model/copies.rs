//! EXT_mesh_gpu_instancing: an instance that is drawn many times, and where all its copies are.

use glam::{Affine3A, Vec3};

use super::{MeshInstance, Model, PosedModel, Primitive};
use crate::math::{Bounds, Rows3x4};

/// Points times copies that are looked at one by one; beyond it the corners of the points' box stand for them.
const MOST_POINTS: usize = 1 << 24;

impl Model {
    /// Where the copies of an instance are (`node_from_copy`); empty for an instance that is drawn once, at its node.
    pub fn copies_of(&self, instance: &MeshInstance) -> &[Rows3x4] {
        let range = instance.copies.start as usize..instance.copies.end as usize;
        self.copies.get(range).unwrap_or(&[])
    }

    /// How often an instance is drawn.
    pub fn copy_count(&self, instance: &MeshInstance) -> usize {
        self.copies_of(instance).len().max(1)
    }
}

/// Bounds of some vertices of a primitive over all copies of its instance, model space. Copies are never skinned.
pub(super) fn copied_bounds(
    posed: &PosedModel,
    instance: &MeshInstance,
    copies: &[Rows3x4],
    primitive: &Primitive,
    vertices: impl ExactSizeIterator<Item = usize>,
) -> Bounds {
    let few = vertices.len().saturating_mul(copies.len()) <= MOST_POINTS;
    let points = vertices.map(|v| posed.morphed_position(instance, primitive, v));
    let points: Vec<Vec3> = if few {
        points.collect()
    } else {
        corners(&Bounds::of(points))
    };
    moved(&posed.rigid_matrix(instance), copies, &points)
}

/// The same of the primitive's box, which is quick and a little too large.
pub(super) fn copied_box(
    posed: &PosedModel,
    instance: &MeshInstance,
    copies: &[Rows3x4],
    primitive: &Primitive,
) -> Bounds {
    let weights = posed.morph_weights(instance);
    let in_mesh = primitive.joint_boxes.moved(&Affine3A::IDENTITY, weights);
    moved(&posed.rigid_matrix(instance), copies, &corners(&in_mesh))
}

fn moved(model_from_node: &Affine3A, copies: &[Rows3x4], points: &[Vec3]) -> Bounds {
    let mut all = Bounds::EMPTY;
    for copy in copies {
        let model_from_copy = *model_from_node * Affine3A::from(*copy);
        for &p in points {
            all.add(model_from_copy.transform_point3(p));
        }
    }
    all
}

fn corners(b: &Bounds) -> Vec<Vec3> {
    if b.is_empty() {
        return Vec::new();
    }
    let pick = |high: bool, k: usize| if high { b.max[k] } else { b.min[k] };
    (0..8)
        .map(|c| Vec3::new(pick(c & 1 > 0, 0), pick(c & 2 > 0, 1), pick(c & 4 > 0, 2)))
        .collect()
}
