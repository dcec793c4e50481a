//! How far joints twist about their own bones, what that costs, and what would help.

use glam::{Quat, Vec3};

use super::compare::{MOST_INSTANTS, instant_count, instants_in};
use crate::animation::{ClipId, JointId, Pose, sample};
use crate::math::normalize_or_identity;
use crate::model::Model;
use crate::work::{Cancelled, Work};

/// Instants that one job samples: few enough to stop soon.
const INSTANTS_PER_JOB: u64 = 64;

/// Jobs after which their results are put together, so that memory does not grow with the length of the clips.
const JOBS_PER_WAVE: usize = 64;

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

fn farther(a: Vec3, b: Vec3) -> Vec3 {
    if b.length_squared() > a.length_squared() {
        b
    } else {
        a
    }
}

/// The axis of a joint's bone in its own space: towards its only or its farthest child, else on from its parent.
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

/// The twist of each joint that carries weight, in the pose as it stands. `axes` are [`weighted_axes`].
pub fn pose_twists<'a>(
    model: &'a Model,
    pose: &'a Pose,
    axes: &'a [(JointId, Vec3)],
) -> impl Iterator<Item = (JointId, f64)> + 'a {
    axes.iter().map(|&(joint, axis)| {
        let rest = model.skeleton.rest(joint).rotation;
        (
            joint,
            twist_degrees(rest.conjugate() * pose.local(joint).rotation, axis),
        )
    })
}

/// The joints that carry weight, ascending.
fn weighted_joints(model: &Model) -> Vec<JointId> {
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
    joints
}

/// The bone axes of all joints that carry weight, by joint.
pub fn weighted_axes(model: &Model) -> Vec<(JointId, Vec3)> {
    // All children in one pass: a file may hold tens of thousands of joints.
    let mut farthest = vec![Vec3::ZERO; model.skeleton.len()];
    for joint in model.skeleton.joints() {
        if let Some(parent) = model.skeleton.parent(joint) {
            let slot = &mut farthest[parent.index()];
            *slot = farther(*slot, model.skeleton.rest(joint).translation);
        }
    }
    weighted_joints(model)
        .into_iter()
        .filter_map(|j| axis_from(model, j, farthest[j.index()]).map(|a| (j, a)))
        .collect()
}

/// What a joint twists against: its nearest ancestor that carries weight.
pub fn partner(model: &Model, joint: JointId) -> Option<JointId> {
    nearest_above(model, joint, &weighted_joints(model))
}

/// The nearest ancestor of `joint` among `joints`, which ascend.
fn nearest_above(model: &Model, joint: JointId, joints: &[JointId]) -> Option<JointId> {
    let mut above = model.skeleton.ancestry(joint).skip(1);
    above.find(|a| joints.binary_search(a).is_ok())
}

/// The joints that can twist against an ancestor that carries weight, with their bone axes, by joint.
fn twisting_axes(model: &Model) -> Vec<(JointId, Vec3)> {
    // Parents come first: whether any ancestor carries weight is known of each joint before its children ask.
    let mut carries = vec![false; model.skeleton.len()];
    for joint in weighted_joints(model) {
        carries[joint.index()] = true;
    }
    let mut below = vec![false; model.skeleton.len()];
    for joint in model.skeleton.joints() {
        let parent = model.skeleton.parent(joint);
        below[joint.index()] = parent.is_some_and(|p| carries[p.index()] || below[p.index()]);
    }
    let mut axes = weighted_axes(model);
    axes.retain(|(joint, _)| below[joint.index()]);
    axes
}

/// The largest twist of each weighted joint over `clips`, `fps` times a second; largest first.
///
/// A joint without a parent that carries weight has nothing to twist against and is left out.
pub fn largest_twists(model: &Model, clips: &[ClipId], fps: f64) -> Vec<JointTwist> {
    find_twists(model, clips, fps, &Work::alone()).unwrap_or_default()
}

/// [`largest_twists`] by `work`'s workers, with progress in instants; the same result with any number of them.
pub fn find_twists(
    model: &Model,
    clips: &[ClipId],
    fps: f64,
    work: &Work,
) -> Result<Vec<JointTwist>, Cancelled> {
    let axes = twisting_axes(model);
    let spans: Vec<Span> = clips
        .iter()
        .filter_map(|&clip| {
            let duration = model.clip(clip)?.duration_secs();
            let count = instant_count(duration, fps).min(MOST_INSTANTS);
            Some(Span {
                clip,
                duration,
                count,
            })
        })
        .collect();
    work.progress.start(spans.iter().map(|s| s.count).sum());
    let mut jobs = spans.iter().flat_map(|span| {
        let firsts = (0..span.count).step_by(INSTANTS_PER_JOB as usize);
        firsts.map(move |first| (span, first))
    });
    let mut largest: Vec<Option<JointTwist>> = vec![None; axes.len()];
    loop {
        let wave: Vec<_> = jobs.by_ref().take(JOBS_PER_WAVE).collect();
        if wave.is_empty() {
            break;
        }
        let parts = work.workers.map(wave.len(), |index| {
            work.cancel.check()?;
            let (span, first) = wave[index];
            let last = (first + INSTANTS_PER_JOB).min(span.count);
            let part = twists_of(model, span, fps, first..last, &axes);
            work.progress.add(last - first);
            Ok(part)
        });
        for part in parts {
            for (slot, twist) in largest.iter_mut().zip(part?) {
                keep_larger(slot, twist);
            }
        }
    }
    let mut all: Vec<JointTwist> = largest.into_iter().flatten().collect();
    sort_largest_first(&mut all);
    Ok(all)
}

/// A clip and the instants at which it is looked at.
struct Span {
    clip: ClipId,
    duration: f64,
    count: u64,
}

/// The largest twist of each of `axes` at some of a clip's instants.
fn twists_of(
    model: &Model,
    span: &Span,
    fps: f64,
    which: std::ops::Range<u64>,
    axes: &[(JointId, Vec3)],
) -> Vec<Option<JointTwist>> {
    let mut largest = vec![None; axes.len()];
    let Some(data) = model.clip(span.clip) else {
        return largest;
    };
    // What a clip drives is written anew at each instant, the rest stays at rest.
    let mut pose = model.skeleton.rest_pose();
    for time_secs in instants_in(span.duration, fps, which) {
        sample(data, time_secs, &mut pose);
        for (slot, (joint, degrees)) in largest.iter_mut().zip(pose_twists(model, &pose, axes)) {
            keep_larger(
                slot,
                Some(JointTwist {
                    joint,
                    degrees,
                    clip: Some(span.clip),
                    time_secs,
                }),
            );
        }
    }
    largest
}

/// Of equals the first stays.
fn keep_larger(slot: &mut Option<JointTwist>, new: Option<JointTwist>) {
    if let Some(new) = new
        && slot.is_none_or(|old| new.degrees.abs() > old.degrees.abs())
    {
        *slot = Some(new);
    }
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
    let weighted = weighted_joints(model);
    for twist in twists.iter().filter(|t| t.degrees.abs() >= ADVICE_FROM_DEGREES) {
        mask[twist.joint.index()] = 1.0;
        if let Some(above) = nearest_above(model, twist.joint, &weighted) {
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
