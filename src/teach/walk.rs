//! From local poses to `model_from_joint`, wrongly.

use glam::Affine3A;

use super::Fault;
use super::world::World;
use crate::animation::{ModelPose, Pose};
use crate::model::Model;

/// The faulty twin of [`Skeleton::model_space`](crate::animation::Skeleton::model_space).
pub(super) fn faulty_model_space(fault: Fault, model: &Model, pose: &Pose, out: &mut ModelPose) {
    let skeleton = &model.skeleton;
    match fault {
        Fault::ChildrenFirst => {
            // Whoever walks children first finds in the parent's place what lay there when the model was loaded.
            let before = skeleton.rest_model_pose();
            let matrices = skeleton.joints().map(|joint| {
                let parent = skeleton
                    .parent(joint)
                    .map_or(Affine3A::IDENTITY, |p| before.model_from_joint(p));
                finite_or(parent * pose.local(joint).to_affine(), parent)
            });
            out.set_matrices(matrices);
        }
        Fault::LocalTimesParent => {
            let world = World::of(model);
            let mut matrices: Vec<Affine3A> = Vec::with_capacity(skeleton.len());
            for joint in skeleton.joints() {
                let local = pose.local(joint).to_affine();
                matrices.push(match skeleton.parent(joint) {
                    Some(p) => {
                        let parent = matrices[p.index()];
                        finite_or(world.moved_by(local, parent), parent)
                    }
                    None => finite_or(local, Affine3A::IDENTITY),
                });
            }
            out.set_matrices(matrices);
        }
        _ => skeleton.model_space(pose, out),
    }
}

/// As in the right walk, a joint whose numbers grow beyond an `f32` stays with its parent.
fn finite_or(matrix: Affine3A, parent: Affine3A) -> Affine3A {
    if matrix.is_finite() { matrix } else { parent }
}

/// Each of the twelve numbers of `below` goes `weight` of the way to that of `layer`.
pub(super) fn average(below: &ModelPose, layer: &ModelPose, weight: f32) -> ModelPose {
    let mut out = ModelPose::default();
    let pairs = below.matrices().iter().zip(layer.matrices());
    out.set_matrices(pairs.map(|(a, b)| Affine3A {
        matrix3: a.matrix3 + (b.matrix3 - a.matrix3) * weight,
        translation: a.translation + (b.translation - a.translation) * weight,
    }));
    out
}
