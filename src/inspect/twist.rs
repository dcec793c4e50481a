//! How far joints twist about their own bones, what that costs, and what would help.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};

use crate::animation::{ClipId, JointId};
use crate::math::normalize_or_identity;
use crate::model::{Model, PosedModel};
use crate::work::{Cancelled, Work};

/// Twists below this are not worth advice, degrees (LBS keeps more than 97 % of the radius).
pub const ADVICE_FROM_DEGREES: f64 = 25.0;

/// The largest twist of one joint over the clips that were looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointTwist {
    /// The joint.
    pub joint: JointId,
    /// Signed angle about the bone against the rest pose, degrees, -180 to 180.
    pub degrees: f64,
    /// In which clip; `None` for the pose as it stands.
    pub clip: Option<ClipId>,
    /// When, seconds.
    pub time_secs: f64,
}

/// The share of the radius that LBS keeps where two joints share a vertex half and half and one twists by `degrees`,
/// spread over `joints` joints in a row: cos(angle / 2n).
pub fn radius_kept(degrees: f64, joints: u32) -> f64 {
    (degrees.abs().to_radians() / (2.0 * f64::from(joints.max(1)))).cos()
}

/// The axis of a joint's bone in its own space: towards its only or its farthest child, else on from its parent.
pub fn bone_axis(model: &Model, joint: JointId) -> Option<Vec3> {
    let skeleton = &model.skeleton;
    let children = skeleton.joints().filter(|&j| skeleton.parent(j) == Some(joint));
    let farthest = children
        .map(|j| skeleton.rest(j).translation)
        .fold(Vec3::ZERO, farther);
    axis_from(model, joint, farthest)
}

fn farther(a: Vec3, b: Vec3) -> Vec3 {
    if b.length_squared() > a.length_squared() {
        b
    } else {
        a
    }
}

fn axis_from(model: &Model, joint: JointId, farthest_child: Vec3) -> Option<Vec3> {
    let rest = model.skeleton.rest(joint);
    let long_enough = |v: &Vec3| v.length_squared() > 1e-16;
    Some(farthest_child)
        .filter(long_enough)
        .or_else(|| {
            Some(rest.translation)
                .filter(long_enough)
                .map(|t| rest.rotation.conjugate() * t)
        })
        .map(Vec3::normalize)
}

/// The twist part of a rotation about a unit axis, degrees, -180 to 180.
///
/// Source: Dobrowolski 2015, "Swing-twist decomposition in Clifford algebra", section 3.
pub fn twist_degrees(rotation: Quat, axis: Vec3) -> f64 {
    let q = normalize_or_identity(rotation).as_dquat();
    let along = q.xyz().dot(axis.as_dvec3());
    // Swung half round: any twist would do as well, so there is none.
    if along * along + q.w * q.w < 1e-6 {
        return 0.0;
    }
    let angle = 2.0 * along.atan2(q.w).to_degrees();
    if angle > 180.0 {
        angle - 360.0
    } else if angle < -180.0 {
        angle + 360.0
    } else {
        angle
    }
}

/// The twist of each joint that carries weight, in the pose as it stands. `axes` are [`bone_axis`] per joint.
pub fn pose_twists<'a>(
    model: &'a Model,
    posed: &'a PosedModel,
    axes: &'a [(JointId, Vec3)],
) -> impl Iterator<Item = (JointId, f64)> + 'a {
    axes.iter().map(|&(joint, axis)| {
        let rest = model.skeleton.rest(joint).rotation;
        (
            joint,
            twist_degrees(rest.conjugate() * posed.local.local(joint).rotation, axis),
        )
    })
}

/// The bone axes of all joints that carry weight, by joint.
pub fn weighted_axes(model: &Model) -> Vec<(JointId, Vec3)> {
    let mut joints: Vec<JointId> = model
        .skins
        .iter()
        .flat_map(|s| {
            s.joints()
                .iter()
                .zip(s.carries_weight())
                .filter(|(_, w)| **w)
                .map(|(j, _)| *j)
        })
        .collect();
    joints.sort();
    joints.dedup();
    // All children in one pass: a file may hold tens of thousands of joints.
    let mut farthest = vec![Vec3::ZERO; model.skeleton.len()];
    for joint in model.skeleton.joints() {
        if let Some(parent) = model.skeleton.parent(joint) {
            let slot = &mut farthest[parent.index()];
            *slot = farther(*slot, model.skeleton.rest(joint).translation);
        }
    }
    joints
        .into_iter()
        .filter_map(|j| axis_from(model, j, farthest[j.index()]).map(|a| (j, a)))
        .collect()
}

/// What a joint twists against: its nearest ancestor that carries weight.
pub fn partner(model: &Model, joint: JointId) -> Option<JointId> {
    let carries_weight = |j: JointId| {
        model.skins.iter().any(|s| {
            let mut pairs = s.joints().iter().zip(s.carries_weight());
            pairs.any(|(joint, weighted)| *weighted && *joint == j)
        })
    };
    model
        .skeleton
        .ancestry(joint)
        .skip(1)
        .find(|a| carries_weight(*a))
}

/// The largest twist of each weighted joint over `clips`, `fps` times a second; largest first.
///
/// A joint without a parent that carries weight has nothing to twist against and is left out.
pub fn largest_twists(model: &Model, clips: &[ClipId], fps: f64) -> Vec<JointTwist> {
    let mut axes = weighted_axes(model);
    let weighted: Vec<JointId> = axes.iter().map(|a| a.0).collect();
    axes.retain(|(j, _)| {
        model
            .skeleton
            .ancestry(*j)
            .skip(1)
            .any(|a| weighted.binary_search(&a).is_ok())
    });
    let mut largest: Vec<Option<JointTwist>> = vec![None; axes.len()];
    let mut posed = PosedModel::default();
    for &clip in clips {
        let Some(duration) = model.clip(clip).map(crate::animation::Clip::duration_secs) else {
            continue;
        };
        for time_secs in super::compare::instants(duration, fps) {
            posed.set_clips(model, Some((clip, time_secs)), None, false);
            for (slot, (joint, degrees)) in largest.iter_mut().zip(pose_twists(model, &posed, &axes)) {
                if slot.is_none_or(|t| degrees.abs() > t.degrees.abs()) {
                    *slot = Some(JointTwist {
                        joint,
                        degrees,
                        clip: Some(clip),
                        time_secs,
                    });
                }
            }
        }
    }
    let mut all: Vec<JointTwist> = largest.into_iter().flatten().collect();
    sort_largest_first(&mut all);
    all
}

/// [`largest_twists`] clip by clip, by `work`'s workers; the same result.
pub fn find_twists(
    model: &Model,
    clips: &[ClipId],
    fps: f64,
    work: &Work,
) -> Result<Vec<JointTwist>, Cancelled> {
    work.progress.start(clips.len() as u64);
    let parts = work.workers.map(clips.len(), |index| {
        work.cancel.check()?;
        let twists = largest_twists(model, &clips[index..=index], fps);
        work.progress.add(1);
        Ok(twists)
    });
    let mut largest: BTreeMap<JointId, JointTwist> = BTreeMap::new();
    for part in parts {
        for twist in part? {
            let slot = largest.entry(twist.joint).or_insert(twist);
            // Of equals the first clip's, as one look over all of them finds it.
            if twist.degrees.abs() > slot.degrees.abs() {
                *slot = twist;
            }
        }
    }
    let mut all: Vec<JointTwist> = largest.into_values().collect();
    sort_largest_first(&mut all);
    Ok(all)
}

fn sort_largest_first(twists: &mut [JointTwist]) {
    twists.sort_by(|a, b| {
        b.degrees
            .abs()
            .total_cmp(&a.degrees.abs())
            .then(a.joint.cmp(&b.joint))
    });
}

/// A mask for [`crate::skinning::SkinningMethod::Masked`]: 1 at every joint whose twist costs, 0 elsewhere.
///
/// Both ends of the twisted place are taken, the joint and its nearest weighted ancestor, since the vertices between
/// them are shared by the two.
pub fn twist_mask(model: &Model, twists: &[JointTwist]) -> Vec<f32> {
    let mut mask = vec![0.0; model.skeleton.len()];
    let weighted: Vec<JointId> = weighted_axes(model).into_iter().map(|a| a.0).collect();
    for twist in twists.iter().filter(|t| t.degrees.abs() >= ADVICE_FROM_DEGREES) {
        mask[twist.joint.index()] = 1.0;
        let above = model
            .skeleton
            .ancestry(twist.joint)
            .skip(1)
            .find(|a| weighted.binary_search(a).is_ok());
        if let Some(above) = above {
            mask[above.index()] = 1.0;
        }
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chapters_figures() {
        assert!((radius_kept(170.0, 1) - 0.0872).abs() < 1e-4);
        assert!((radius_kept(170.0, 2) - 0.74).abs() < 5e-3);
        assert!((radius_kept(170.0, 3) - 0.88).abs() < 5e-3);
    }

    #[test]
    fn only_the_twist_counts_not_the_swing() {
        let twist = Quat::from_rotation_x(1.2);
        let swing = Quat::from_rotation_z(0.8);
        assert!((twist_degrees(swing * twist, Vec3::X) - 1.2_f64.to_degrees()).abs() < 1e-3);
        assert!(twist_degrees(swing, Vec3::X).abs() < 1e-4);
        assert_eq!(
            twist_degrees(Quat::from_rotation_z(std::f32::consts::PI), Vec3::X),
            0.0
        );
        assert!((twist_degrees(-twist, Vec3::X) - 1.2_f64.to_degrees()).abs() < 1e-3);
    }
}
