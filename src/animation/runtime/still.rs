//! Tracks that do not move: constants of the clip, not rows of its table.
//!
//! Exporters write a key a frame for every joint, and what stands still trembles by a few units in the last place. A
//! number counts as still when all its keys lie within a hair of their middle: a hair is what moves nothing by more
//! than a millionth of the model's size. Compared in the joint's own units, so that a rig in centimetres has the same
//! hairs.

use glam::{Quat, Vec3};

use crate::animation::{Interpolation, Keys, Skeleton};
use crate::math::{Bounds, normalize_or_identity};

/// Translations may tremble by this share of the model's size.
const TRANSLATION: f32 = 1e-6;
/// Scales may tremble by this share of themselves.
const SCALE: f32 = 5e-7;
/// Unit quaternions may tremble by this much (half an angle in radians).
const ROTATION: f32 = 2.5e-7;

/// How far a joint's translation may tremble, in its parent's units; one number a joint.
pub(super) fn translation_hairs(skeleton: &Skeleton) -> Vec<f32> {
    let rest = skeleton.rest_model_pose();
    let size = Bounds::of(rest.matrices().iter().map(|m| Vec3::from(m.translation))).diagonal();
    let hair = |joint| {
        let scale = skeleton.parent(joint).map_or(1.0, |p| {
            let m = rest.model_from_joint(p).matrix3;
            let columns = [m.x_axis, m.y_axis, m.z_axis];
            columns.iter().fold(0.0_f32, |most, c| most.max(c.length()))
        });
        let hair = TRANSLATION * size / scale;
        if hair.is_finite() { hair } else { 0.0 }
    };
    skeleton.joints().map(hair).collect()
}

/// The one value of component `i` of a translation or scale, if it stands still. `hair` is 0 for a scale.
pub(super) fn still_number(keys: &Keys, i: usize, hair: f32) -> Option<f32> {
    if has_tangents(keys) {
        return None;
    }
    let value = |k: usize| keys.value(k)[i];
    let (least, most) = (0..keys.len()).fold((f32::INFINITY, f32::NEG_INFINITY), |(l, m), k| {
        (l.min(value(k)), m.max(value(k)))
    });
    let middle = 0.5 * least + 0.5 * most;
    let slack = if hair > 0.0 { hair } else { SCALE * middle.abs() };
    if least == most {
        Some(least)
    } else if most - least > 2.0 * slack {
        None
    } else if hair == 0.0 && (middle - 1.0).abs() <= SCALE {
        Some(1.0)
    } else {
        Some(middle)
    }
}

/// The one value of a rotation, if it stands still.
pub(super) fn still_rotation(keys: &Keys) -> Option<Quat> {
    if has_tangents(keys) {
        return None;
    }
    let first = key_rotation(keys, 0);
    let aligned = |k: usize| {
        let q = key_rotation(keys, k);
        if q.dot(first) < 0.0 { -q } else { q }
    };
    let (least, most) = (0..keys.len()).fold((first, first), |(l, m), k| {
        let q = glam::Vec4::from(aligned(k));
        (Quat::from_vec4(q.min(l.into())), Quat::from_vec4(q.max(m.into())))
    });
    if least == most {
        return Some(first);
    }
    let middle = normalize_or_identity(Quat::from_vec4(
        0.5 * glam::Vec4::from(least) + 0.5 * glam::Vec4::from(most),
    ));
    let near = |k: usize| glam::Vec4::from(aligned(k)).distance_squared(middle.into()) <= ROTATION * ROTATION;
    (0..keys.len()).all(near).then_some(middle)
}

/// The rotation of a key, of unit length.
pub(super) fn key_rotation(keys: &Keys, key: usize) -> Quat {
    normalize_or_identity(Quat::from_slice(keys.value(key)))
}

/// True if a spline leaves its keys' values between them.
fn has_tangents(keys: &Keys) -> bool {
    keys.interpolation() == Interpolation::CubicSpline
        && (0..keys.len()).any(|k| {
            let zero = |t: Option<&[f32]>| t.is_none_or(|t| t.iter().all(|&v| v == 0.0));
            !zero(keys.in_tangent(k)) || !zero(keys.out_tangent(k))
        })
}
