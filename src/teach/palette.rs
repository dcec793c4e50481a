//! From `model_from_joint` to skinning matrices, wrongly.

use glam::{Affine3A, DAffine3, Mat3, Vec3};

use super::Fault;
use super::world::World;
use crate::animation::{JointId, ModelPose};
use crate::model::{Model, SkinId};
use crate::skinning::{Palette, Skin};

/// The faulty twin of [`Palette::update`] for one skin of `model`; `carriers` are those of [`carriers`].
pub(super) fn faulty_palette(
    fault: Fault,
    (model, id, carriers): (&Model, SkinId, &[Option<JointId>]),
    pose: &ModelPose,
    with_dual_quaternions: bool,
    out: &mut Palette,
) {
    let skin = &model.skins[id.0 as usize];
    let joints = skin.joints().iter().zip(skin.inverse_binds());
    let pairs = joints.map(|(&joint, &inverse_bind)| (pose.model_from_joint(joint), inverse_bind));
    // Engines that make these mistakes make them in the file's own space.
    let world = World::of(model);
    let wrong: &dyn Fn(Affine3A, Affine3A) -> Affine3A = match fault {
        Fault::NoInverseBind => &|joint, _| joint,
        Fault::WrongSide => &|joint, inverse_bind| world.moved_by(inverse_bind, joint),
        Fault::TranslationOnlyInverse | Fault::HalfInverse | Fault::UninvertedRotation => {
            &|joint, inverse_bind| joint * faulty_inverse(fault, inverse_bind)
        }
        Fault::TransposedPalette => {
            &|joint, inverse_bind| world.in_the_model(transposed(joint * inverse_bind))
        }
        Fault::NodeTransformApplied => {
            let carrier = carriers.get(id.0 as usize).copied().flatten();
            let Some(carrier) = carrier else {
                return out.update(skin, pose, with_dual_quaternions);
            };
            let node = world.in_the_file(pose.model_from_joint(carrier));
            return set(
                out,
                skin,
                pairs.map(|(j, i)| world.moved_by(node, j * i)),
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

/// By skin the node that carries its mesh; `None` where nothing does, or several nodes do.
///
/// [`faulty_model`](super::faulty_model) gives instances at other nodes a skin of their own.
pub(super) fn carriers(model: &Model) -> Vec<Option<JointId>> {
    let mut out = vec![Carrier::Nothing; model.skins.len()];
    for instance in &model.instances {
        if let Some(carrier) = instance.skin.and_then(|s| out.get_mut(s.0 as usize)) {
            *carrier = match *carrier {
                Carrier::Nothing => Carrier::One(instance.joint),
                Carrier::One(joint) if joint == instance.joint => Carrier::One(joint),
                Carrier::One(_) | Carrier::Several => Carrier::Several,
            };
        }
    }
    let one = |carrier| match carrier {
        Carrier::One(joint) => Some(joint),
        Carrier::Nothing | Carrier::Several => None,
    };
    out.into_iter().map(one).collect()
}

#[derive(Debug, Clone, Copy)]
enum Carrier {
    Nothing,
    One(JointId),
    Several,
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
