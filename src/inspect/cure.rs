//! Cures: what a file would look like without one of its faults.
//!
//! A cure is a pure function from a model to a model. Ids, counts and the order of everything stay, so that a window
//! can show the cured model in place of the file's with the same clip, camera and selection. The file itself is not
//! changed: curing is a way to be sure of the cause before going back to the exporter.

use std::sync::{Arc, OnceLock};

use glam::{Affine3A, DAffine3, DMat4, Mat4};

use crate::animation::{Clip, Keys, Target, Track};
use crate::model::{Array, Model, SkinId};
use crate::skinning::{InfluencesBuilder, JointBoxes, Skin};
use crate::work::{Cancelled, Work};

/// One change that undoes a fault.
#[derive(Debug, Clone, PartialEq)]
pub enum Cure {
    /// Inverse binds are computed anew: each joint was bound where it rests.
    InverseBindsFromRest {
        /// Of which skin.
        skin: SkinId,
        /// Where the mesh stands while the joints rest.
        model_from_mesh: Affine3A,
    },
    /// Inverse binds are transposed as whole 4x4 matrices.
    InverseBindsTransposed {
        /// Of which skin.
        skin: SkinId,
    },
    /// Inverse binds change places.
    InverseBindsReordered {
        /// Of which skin.
        skin: SkinId,
        /// Per joint of the skin the matrix of the file that is its own.
        order: Arc<[u32]>,
    },
    /// Inverse binds are those that a mistake was made of.
    InverseBindsUndone {
        /// Of which skin.
        skin: SkinId,
        /// `joint_from_mesh`, one for each joint of the skin.
        matrices: Arc<[Mat4]>,
    },
    /// The joint numbers in vertices are read in another order.
    InfluencesReordered {
        /// Of which skin.
        skin: SkinId,
        /// Per number in the file the joint of the skin that it means.
        order: Arc<[u32]>,
    },
    /// The translations of inverse binds are brought to the unit of the skeleton.
    InverseBindsScaled {
        /// Of which skin.
        skin: SkinId,
        /// Times this.
        factor: f32,
    },
    /// The whole model is brought to metres.
    ModelScaled {
        /// Times this.
        factor: f32,
    },
}

impl Cure {
    /// The word of reports and of sentence ids (`cure-WORD`).
    pub fn word(&self) -> &'static str {
        match self {
            Self::InverseBindsFromRest { .. } => "inverse-binds-from-rest",
            Self::InverseBindsTransposed { .. } => "inverse-binds-transposed",
            Self::InverseBindsReordered { .. } => "inverse-binds-reordered",
            Self::InverseBindsUndone { .. } => "inverse-binds-undone",
            Self::InfluencesReordered { .. } => "influences-reordered",
            Self::InverseBindsScaled { .. } => "inverse-binds-scaled",
            Self::ModelScaled { .. } => "model-scaled",
        }
    }

    /// The skin that it changes, if it changes one alone.
    pub fn skin(&self) -> Option<SkinId> {
        match *self {
            Self::InverseBindsFromRest { skin, .. }
            | Self::InverseBindsTransposed { skin }
            | Self::InverseBindsReordered { skin, .. }
            | Self::InverseBindsUndone { skin, .. }
            | Self::InfluencesReordered { skin, .. }
            | Self::InverseBindsScaled { skin, .. } => Some(skin),
            Self::ModelScaled { .. } => None,
        }
    }

    /// The factor of a change of units.
    pub fn factor(&self) -> Option<f32> {
        match *self {
            Self::InverseBindsScaled { factor, .. } | Self::ModelScaled { factor } => Some(factor),
            _ => None,
        }
    }

    /// Changes `model` by this cure. What does not fit it (another file's) changes nothing.
    ///
    /// Vertex data is shared with the model it came from, all but influences that are read in another order.
    pub fn apply(&self, model: &mut Model) {
        match self {
            Self::InverseBindsFromRest {
                skin,
                model_from_mesh,
            } => {
                let rest = model.skeleton.rest_model_pose();
                let mesh = DMat4::from(affine(model_from_mesh));
                replace_binds(model, *skin, |index, skin, old| {
                    let joint = rest.model_from_joint(skin.joints()[index]);
                    let inverse = (DMat4::from(affine(&joint)).inverse() * mesh).as_mat4();
                    // A joint scaled to nothing has no inverse: what the file says stays.
                    if inverse.is_finite() { inverse } else { old(index) }
                });
            }
            Self::InverseBindsTransposed { skin } => {
                replace_binds(model, *skin, |index, _, old| old(index).transpose());
            }
            Self::InverseBindsReordered { skin, order } => replace_binds(model, *skin, |index, _, old| {
                old(order.get(index).map_or(index, |&i| i as usize))
            }),
            Self::InverseBindsScaled { skin, factor } => replace_binds(model, *skin, |index, _, old| {
                let mut matrix = old(index);
                matrix.w_axis = (matrix.w_axis.truncate() * *factor).extend(matrix.w_axis.w);
                matrix
            }),
            Self::InverseBindsUndone { skin, matrices } => replace_binds(model, *skin, |index, _, old| {
                matrices.get(index).copied().unwrap_or_else(|| old(index))
            }),
            Self::InfluencesReordered { skin, order } => reorder_influences(model, *skin, order),
            Self::ModelScaled { factor } => scale_model(model, *factor),
        }
    }
}

/// `model` with all `cures`, in order.
pub fn cured(model: &Model, cures: &[Cure], work: &Work) -> Result<Model, Cancelled> {
    let mut out = model.clone();
    work.progress.start(cures.len() as u64);
    for cure in cures {
        work.cancel.check()?;
        cure.apply(&mut out);
        work.progress.add(1);
    }
    Ok(out)
}

fn affine(m: &Affine3A) -> DAffine3 {
    m.as_daffine3()
}

/// Makes a skin anew; `new` gives each joint's matrix from its index, the skin, and the matrices that the file has.
fn replace_binds(model: &mut Model, id: SkinId, new: impl Fn(usize, &Skin, &dyn Fn(usize) -> Mat4) -> Mat4) {
    let index = id.0 as usize;
    let Some(skin) = model.skins.get(index) else {
        return;
    };
    let source = model.skin_sources.get(index);
    let old = |i: usize| {
        let found = source.and_then(|s| s.inverse_binds_as_found.get(i)).copied();
        found
            .filter(Mat4::is_finite)
            .or_else(|| skin.inverse_binds().get(i).map(|&m| m.into()))
            .unwrap_or(Mat4::IDENTITY)
    };
    let found: Vec<Mat4> = (0..skin.len()).map(|i| new(i, skin, &old)).collect();
    let matrices = found.iter().map(|m| Affine3A::from_mat4(*m)).collect();
    let Ok(mut made) = Skin::new(&model.skeleton, skin.joints().to_vec(), matrices) else {
        return;
    };
    for (joint, _) in skin.carries_weight().iter().enumerate().filter(|(_, w)| **w) {
        made.mark_weighted(joint as u32);
    }
    model.skins[index] = made;
    if let Some(source) = model.skin_sources.get_mut(index) {
        source.has_inverse_binds = true;
        source.inverse_binds_as_found = found;
        // What the importer had to say of the old matrices is no longer so.
        let theirs = format!("{}/inverseBindMatrices", source.source.pointer);
        model.issues.retain(|i| i.pointer != theirs);
    }
}

fn reorder_influences(model: &mut Model, skin: SkinId, order: &[u32]) {
    let Some(joints) = model.skins.get(skin.0 as usize).map(Skin::len) else {
        return;
    };
    let to = |joint: u32| order.get(joint as usize).copied().unwrap_or(joint);
    let mut meshes: Vec<usize> = model
        .instances
        .iter()
        .filter(|i| i.skin == Some(skin))
        .map(|i| i.mesh.0 as usize)
        .collect();
    meshes.sort_unstable();
    meshes.dedup();
    let old = &model.skins[skin.0 as usize];
    let Ok(mut made) = Skin::new(
        &model.skeleton,
        old.joints().to_vec(),
        old.inverse_binds().to_vec(),
    ) else {
        return;
    };
    for mesh in meshes {
        for primitive in &mut model.meshes[mesh].primitives {
            let Some(old) = &primitive.influences else {
                continue;
            };
            let mut builder = InfluencesBuilder::new(joints as u32, old.len());
            for vertex in 0..old.len() {
                builder.push(old.of(vertex).map(|i| (to(i.joint), i.weight)));
            }
            let (influences, _) = builder.finish();
            primitive.joint_boxes =
                JointBoxes::new(&primitive.positions, &influences, primitive.morph.as_ref());
            primitive.joint_boxes.joints().for_each(|j| made.mark_weighted(j));
            primitive.influences = Some(influences);
            primitive.outline = OnceLock::new();
            if let Some(found) = &mut primitive.found {
                for set in &mut found.sets {
                    let moved: Array<[u32; 4]> = set.joints.iter().map(|j| j.map(to)).collect();
                    set.joints = moved;
                }
            }
        }
    }
    model.skins[skin.0 as usize] = made;
}

/// Roots carry the factor: their place and scale, at rest and in every clip.
fn scale_model(model: &mut Model, factor: f32) {
    if !(factor > 0.0 && factor.is_finite()) {
        return;
    }
    let roots: Vec<_> = model
        .skeleton
        .joints()
        .filter(|&j| model.skeleton.parent(j).is_none())
        .collect();
    for &root in &roots {
        let mut rest = model.skeleton.rest(root);
        rest.translation *= factor;
        rest.scale *= factor;
        model.skeleton.set_rest(root, rest);
    }
    model.origin *= f64::from(factor);
    let Model { skeleton, clips, .. } = model;
    for clip in clips {
        let ours = |target: &Target| match target {
            Target::Translation(j) | Target::Scale(j) => skeleton.parent(*j).is_none(),
            _ => false,
        };
        if !clip.tracks().iter().any(|t| ours(&t.target)) {
            continue;
        }
        let scaled = |track: &Track| -> Track {
            if !ours(&track.target) {
                return track.clone();
            }
            let keys = &track.keys;
            let values = keys.values().iter().map(|v| v * factor).collect();
            let made = Keys::new(keys.times().into(), values, keys.width(), keys.interpolation());
            Track {
                target: track.target.clone(),
                keys: made.unwrap_or_else(|_| keys.clone()),
            }
        };
        let tracks = clip.tracks().iter().map(scaled).collect();
        *clip = Clip::new(clip.name().map(str::to_owned), tracks);
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::animation::SkeletonBuilder;
    use crate::math::Transform;

    #[test]
    fn nothing_is_deformed_at_rest_after_the_cure() {
        let mut b = SkeletonBuilder::new();
        let up = Transform {
            translation: Vec3::new(0.5, 1.0, 0.0),
            ..Transform::IDENTITY
        };
        b.node(None, None, up);
        b.node(None, Some(0), up);
        let (skeleton, of) = b.build().unwrap();
        let mut skin = Skin::new(&skeleton, of.clone(), vec![Affine3A::IDENTITY; 2]).unwrap();
        skin.mark_weighted(1);
        let mut model = Model {
            skeleton,
            skins: vec![skin],
            ..Model::default()
        };
        let cure = |skin| Cure::InverseBindsFromRest {
            skin: SkinId(skin),
            model_from_mesh: Affine3A::IDENTITY,
        };
        cure(0).apply(&mut model);
        let skin = &model.skins[0];
        assert_eq!(skin.bind_positions()[1], Vec3::new(1.0, 2.0, 0.0));
        assert_eq!(skin.carries_weight(), [false, true]);
        let healed = model.skins[0].inverse_binds().to_vec();
        cure(7).apply(&mut model);
        assert_eq!(model.skins[0].inverse_binds(), healed);
    }
}
