//! From `model_from_joint` to skinning matrices, wrongly.

use glam::{Affine3A, DAffine3, Mat3, Vec3};

use super::Fault;
use crate::animation::ModelPose;
use crate::model::{Model, SkinId};
use crate::skinning::{Palette, Skin};

/// The faulty twin of [`Palette::update`] for one skin of `model`.
pub(super) fn faulty_palette(
    fault: Fault,
    (model, id): (&Model, SkinId),
    pose: &ModelPose,
    with_dual_quaternions: bool,
    out: &mut Palette,
) {
    let skin = &model.skins[id.0 as usize];
    let joints = skin.joints().iter().zip(skin.inverse_binds());
    let pairs = joints.map(|(&joint, &inverse_bind)| (pose.model_from_joint(joint), inverse_bind));
    let wrong: &dyn Fn(Affine3A, Affine3A) -> Affine3A = match fault {
        Fault::NoInverseBind => &|joint, _| joint,
        Fault::WrongSide => &|joint, inverse_bind| inverse_bind * joint,
        Fault::TranslationOnlyInverse | Fault::HalfInverse | Fault::UninvertedRotation => {
            &|joint, inverse_bind| joint * faulty_inverse(fault, inverse_bind)
        }
        Fault::TransposedPalette => &|joint, inverse_bind| transposed(joint * inverse_bind),
        Fault::NodeTransformApplied => {
            let node = carrier(model, id).map(|j| pose.model_from_joint(j));
            let node = node.unwrap_or(Affine3A::IDENTITY);
            return set(
                out,
                skin,
                pairs.map(|(j, i)| node * (j * i)),
                with_dual_quaternions,
            );
        }
        _ => return out.update(skin, pose, with_dual_quaternions),
    };
    set(
        out,
        skin,
        pairs.map(|(joint, inverse_bind)| wrong(joint, inverse_bind)),
        with_dual_quaternions,
    );
}

fn set(out: &mut Palette, skin: &Skin, matrices: impl Iterator<Item = Affine3A>, dual: bool) {
    let finite = |m: Affine3A| if m.is_finite() { m } else { Affine3A::IDENTITY };
    out.set_matrices(skin, matrices.map(finite), dual);
}

/// The node that carries the mesh of a skin: of the first instance that has it.
/// [`faulty_model`](super::faulty_model) gives every instance a skin of its own.
fn carrier(model: &Model, id: SkinId) -> Option<crate::animation::JointId> {
    let instance = model.instances.iter().find(|i| i.skin == Some(id))?;
    Some(instance.joint)
}

/// What stands for the inverse of the bind matrix `[R | t]`.
fn faulty_inverse(fault: Fault, inverse_bind: Affine3A) -> Affine3A {
    let bind = bind_matrix(inverse_bind);
    let (linear, translation) = (Mat3::from(bind.matrix3), Vec3::from(bind.translation));
    match fault {
        Fault::TranslationOnlyInverse => Affine3A::from_translation(-translation),
        Fault::HalfInverse => Affine3A::from_mat3_translation(linear.transpose(), -translation),
        Fault::UninvertedRotation => Affine3A::from_mat3_translation(linear, -translation),
        _ => inverse_bind,
    }
}

/// Where a joint was bound; the identity where its inverse bind has no inverse. In double precision, so that a bind
/// without rotation comes back without one.
fn bind_matrix(inverse_bind: Affine3A) -> Affine3A {
    let columns = inverse_bind.to_cols_array().map(f64::from);
    let bind = DAffine3::from_cols_array(&columns).inverse();
    let columns = bind.to_cols_array().map(|v| v as f32);
    let bind = Affine3A::from_cols_array(&columns);
    if bind.is_finite() {
        bind
    } else {
        Affine3A::IDENTITY
    }
}

/// What a shader reads of a matrix whose rows are given as columns: the linear part transposed. The translation lies in
/// the fourth row, which gives `w` alone.
fn transposed(m: Affine3A) -> Affine3A {
    Affine3A::from_mat3(Mat3::from(m.matrix3).transpose())
}
