//! Whether the end of a clip meets its start.

use glam::Vec3;

use crate::animation::{Clip, JointId, ModelPose, RootTravel, Skeleton, sample};

/// The frame at a clip's end against that at its start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoopSeam {
    /// The joint whose own rotation differs most.
    pub turned: JointId,
    /// By how much, degrees.
    pub degrees: f64,
    /// The joint whose place differs most, once what the root has travelled is taken out.
    pub moved: JointId,
    /// By how much, metres.
    pub distance: f64,
}

/// Compares both ends of a clip, the joint rotations in their own spaces and the places in model space.
///
/// What `travel` says of the root along the ground is no seam: a walk that gets somewhere loops with root motion. Its
/// height is one. `None` for a clip without length or joints.
pub fn loop_seam(skeleton: &Skeleton, clip: &Clip, travel: Option<RootTravel>) -> Option<LoopSeam> {
    let last = skeleton.joints().next()?;
    if clip.duration_secs() <= 0.0 {
        return None;
    }
    let ends = [0.0, clip.duration_secs()].map(|secs| {
        let (mut pose, mut out) = (skeleton.rest_pose(), ModelPose::default());
        sample(clip, secs, &mut pose);
        skeleton.model_space(&pose, &mut out);
        (pose, out)
    });
    let [(pose_a, model_a), (pose_b, model_b)] = &ends;
    let level = travel.map_or(Vec3::ZERO, |t| Vec3::new(t.travel.x, 0.0, t.travel.z));
    let carried = |joint: JointId| travel.is_some_and(|t| skeleton.ancestry(joint).any(|a| a == t.joint));
    let mut seam = LoopSeam {
        turned: last,
        degrees: 0.0,
        moved: last,
        distance: 0.0,
    };
    for joint in skeleton.joints() {
        let [a, b] = [pose_a, pose_b].map(|p| p.local(joint).rotation.as_dquat());
        // By the vector part of the difference: exact for small angles, where an arc cosine is not.
        let between = a.conjugate() * b;
        let sine = glam::DVec3::new(between.x, between.y, between.z).length();
        let degrees = (2.0 * sine.atan2(between.w.abs())).to_degrees();
        if degrees > seam.degrees {
            (seam.turned, seam.degrees) = (joint, degrees);
        }
        let [a, b] = [model_a, model_b].map(|m| Vec3::from(m.model_from_joint(joint).translation));
        let by = if carried(joint) { level } else { Vec3::ZERO };
        let distance = f64::from((b - a - by).length());
        if distance > seam.distance {
            (seam.moved, seam.distance) = (joint, distance);
        }
    }
    Some(seam)
}
