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

/// The keys between which component `i` of a LINEAR translation runs straight, within a `hair` of every key between; `None`
/// where it jumps. From a key, the lines that pass every later one closely enough form a wedge, which narrows from key to
/// key (the "swinging door"); the next key that matters is the last one within it.
pub(super) fn keys_that_matter(keys: &Keys, i: usize, hair: f32) -> Option<Vec<usize>> {
    let hair = f64::from(hair);
    let at = |k: usize| (f64::from(keys.times()[k]), f64::from(keys.value(k)[i]));
    let mut kept = vec![0];
    let (mut from, mut wedge) = (at(0), (f64::NEG_INFINITY, f64::INFINITY));
    let mut k = 1;
    while k < keys.len() {
        let (time, value) = at(k);
        let gap = time - from.0;
        if gap <= 0.0 {
            return None;
        }
        let slope = (value - from.1) / gap;
        if slope >= wedge.0 && slope <= wedge.1 {
            wedge.0 = wedge.0.max(slope - hair / gap);
            wedge.1 = wedge.1.min(slope + hair / gap);
            k += 1;
        } else {
            // The first key after one that is kept is always within its wedge.
            kept.push(k - 1);
            (from, wedge) = (at(k - 1), (f64::NEG_INFINITY, f64::INFINITY));
        }
    }
    kept.push(keys.len() - 1);
    Some(kept)
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn between_the_keys_that_matter_nothing_is_off_by_more_than_a_hair(
            values in prop::collection::vec(-1.0f32..1.0, 2..60), smooth in 1usize..20, hair in 0.001f32..0.2,
        ) {
            let values: Vec<f32> = (0..values.len()).map(|k| values[k / smooth * smooth]).collect();
            let times: Vec<f32> = (0..values.len()).map(|k| (k as f32 + 0.3 * (k % 3) as f32) * 0.1).collect();
            let xyz = values.iter().flat_map(|&v| [0.0, v, 0.0]).collect();
            let keys = Keys::new(times.clone().into(), xyz, 3, Interpolation::Linear).unwrap();
            let Some(kept) = keys_that_matter(&keys, 1, hair) else {
                return Ok(());
            };
            prop_assert!(kept[0] == 0 && kept.last() == Some(&(values.len() - 1)));
            for pair in kept.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                prop_assert!(a < b);
                for k in a..=b {
                    let u = (times[k] - times[a]) / (times[b] - times[a]);
                    let line = values[a] + (values[b] - values[a]) * u;
                    prop_assert!((line - values[k]).abs() <= hair + 1e-5, "{k}: {line} {}", values[k]);
                }
            }
        }
    }

    #[test]
    fn a_number_that_stands_still_but_once_needs_four_keys() {
        let times: Vec<f32> = (0..100).map(|k| k as f32 / 30.0).collect();
        let x = |k: usize| if k < 40 { 1.0 } else { 1.01 };
        let xyz = (0..100).flat_map(|k| [x(k), 0.0, 0.0]).collect();
        let keys = Keys::new(times.into(), xyz, 3, Interpolation::Linear).unwrap();
        assert_eq!(keys_that_matter(&keys, 0, 1e-6), Some(vec![0, 39, 40, 99]));
        let jumps = Keys::new(
            [0.0, 1.0, 1.0, 2.0].into(),
            vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
            3,
            Interpolation::Linear,
        )
        .unwrap();
        assert_eq!(keys_that_matter(&jumps, 0, 1e-6), None);
    }
}
