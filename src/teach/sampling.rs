//! From keys to local poses, and one local pose over another, wrongly.

use super::Fault;
use crate::animation::{
    Clip, Interpolation, JointId, Keys, Pose, Skeleton, Target, blend_over, sample, sample_track,
};
use crate::math::{normalize_or_identity, slerp};
use glam::{Quat, Vec3};

/// The faulty twin of [`sample`]: what the fault does not touch keeps its bits.
pub(super) fn faulty_sample(fault: Fault, clip: &Clip, time_secs: f64, pose: &mut Pose) {
    sample(clip, time_secs, pose);
    match fault {
        Fault::FirstKeyNotHeld => clip
            .tracks()
            .iter()
            .for_each(|t| take_last_key(&t.target, &t.keys, time_secs, pose)),
        Fault::UnnormalisedNlerp | Fault::LongWaySlerp => {
            for track in clip.tracks() {
                let Target::Rotation(joint) = track.target else {
                    continue;
                };
                if joint.index() < pose.len()
                    && let Some(wrong) = between_keys(fault, &track.keys, time_secs)
                {
                    pose.local_mut(joint).rotation = wrong;
                }
            }
        }
        _ => {}
    }
}

/// Before the first key: the last one, for any kind of track.
fn take_last_key(target: &Target, keys: &Keys, time_secs: f64, pose: &mut Pose) {
    let (Some(&first), Some(&last)) = (keys.times().first(), keys.times().last()) else {
        return;
    };
    if time_secs as f32 >= first {
        return;
    }
    let last_secs = f64::from(last);
    let three = || {
        let mut v = [0.0; 3];
        sample_track(keys, false, last_secs, &mut v);
        Vec3::from_array(v)
    };
    match target {
        Target::Translation(joint) if joint.index() < pose.len() => {
            pose.local_mut(*joint).translation = three();
        }
        Target::Scale(joint) if joint.index() < pose.len() => pose.local_mut(*joint).scale = three(),
        Target::Rotation(joint) if joint.index() < pose.len() => {
            let mut v = [0.0; 4];
            sample_track(keys, true, last_secs, &mut v);
            pose.local_mut(*joint).rotation = Quat::from_array(v);
        }
        Target::MorphWeights(range) => {
            let range = range.start as usize..range.end as usize;
            if let Some(out) = pose.morph_weights_mut().get_mut(range) {
                sample_track(keys, false, last_secs, out);
            }
        }
        Target::Property(range) => {
            let range = range.start as usize..range.end as usize;
            if let Some(out) = pose.properties_mut().get_mut(range) {
                sample_track(keys, false, last_secs, out);
            }
        }
        Target::Translation(_) | Target::Rotation(_) | Target::Scale(_) => {}
    }
}

/// A rotation strictly between two keys; `None` where the right sampler is not wrong either.
fn between_keys(fault: Fault, keys: &Keys, time_secs: f64) -> Option<Quat> {
    let times = keys.times();
    let at = time_secs as f32;
    let right = times.partition_point(|&t| t <= at);
    let left = right.checked_sub(1)?;
    if right == times.len() || times[left] == at {
        return None;
    }
    let gap_secs = f64::from(times[right]) - f64::from(times[left]);
    let u = ((time_secs - f64::from(times[left])) / gap_secs) as f32;
    match keys.interpolation() {
        Interpolation::Linear => {
            let [a, b] = [left, right].map(|k| normalize_or_identity(Quat::from_slice(keys.value(k))));
            faulty_mix(fault, a, b, u)
        }
        Interpolation::CubicSpline if fault == Fault::UnnormalisedNlerp => {
            let mut v = [0.0; 4];
            sample_track(keys, false, time_secs, &mut v);
            Some(Quat::from_array(v))
        }
        Interpolation::Step | Interpolation::CubicSpline => None,
    }
}

/// `None` where slerp is what the fault gives, too.
fn faulty_mix(fault: Fault, a: Quat, b: Quat, t: f32) -> Option<Quat> {
    match fault {
        Fault::UnnormalisedNlerp => {
            let b = if a.dot(b) < 0.0 { -b } else { b };
            Some(a + (b - a) * t)
        }
        Fault::LongWaySlerp if a.dot(b) < 0.0 => Some(long_slerp(a, b, t)),
        _ => None,
    }
}

/// Slerp on the arc that the signs of `a` and `b` give, here more than a half turn of the joint.
///
/// Both halves of that arc are less than a quarter turn of the quaternion, on which [`slerp`] flips nothing.
fn long_slerp(a: Quat, b: Quat, t: f32) -> Quat {
    let sum = a + b;
    let middle = if sum.length_squared() > 1e-12 {
        normalize_or_identity(sum)
    } else {
        // A whole turn from q to -q has no axis of its own: the joint's Z.
        a * Quat::from_xyzw(0.0, 0.0, 1.0, 0.0)
    };
    if t < 0.5 {
        slerp(a, middle, 2.0 * t)
    } else {
        slerp(middle, b, 2.0 * t - 1.0)
    }
}

/// The faulty twin of [`blend_over`] without a mask.
pub(super) fn faulty_blend_over(fault: Fault, below: &mut Pose, layer: &Pose, weight: f32) {
    let wrong: Vec<(JointId, Quat)> = (0..below.len().min(layer.len()) as u32)
        .map(JointId)
        .filter_map(|j| {
            let between = weight > 0.0 && weight < 1.0;
            let (a, b) = (below.local(j).rotation, layer.local(j).rotation);
            let mixed = between.then(|| faulty_mix(fault, a, b, weight)).flatten()?;
            Some((j, mixed))
        })
        .collect();
    blend_over(below, layer, weight, None);
    for (joint, rotation) in wrong {
        below.local_mut(joint).rotation = rotation;
    }
}

/// Joints of skins, and all above them, lose their scale.
pub(super) fn drop_scale(skeleton: &Skeleton, pose: &mut Pose) {
    for joint in skeleton.joints().take(skeleton.prefix_len()) {
        pose.local_mut(joint).scale = Vec3::ONE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{SkeletonBuilder, Track};
    use crate::math::Transform;

    fn about_z(degrees: f32) -> Quat {
        Quat::from_axis_angle(Vec3::Z, degrees.to_radians())
    }

    fn turned(keys: &[(f32, Quat)], fault: Fault, time: f64) -> Quat {
        let times: Vec<f32> = keys.iter().map(|k| k.0).collect();
        let values = keys.iter().flat_map(|k| k.1.to_array()).collect();
        let keys = Keys::new(times.into(), values, 4, Interpolation::Linear).unwrap();
        let target = Target::Rotation(JointId(0));
        let clip = Clip::new(None, vec![Track { target, keys }]);
        let mut b = SkeletonBuilder::new();
        b.node(None, None, Transform::IDENTITY);
        let mut pose = b.build().unwrap().0.rest_pose();
        faulty_sample(fault, &clip, time, &mut pose);
        pose.local(JointId(0)).rotation
    }

    fn degrees(q: Quat) -> f32 {
        (2.0 * q.z.atan2(q.w).to_degrees() + 180.0).rem_euclid(360.0) - 180.0
    }

    /// By hand, for 0 to 100 degrees: at a quarter 0.75 (0, 1) + 0.25 (sin 50, cos 50) = (0.1915, 0.9107).
    #[test]
    fn numbers_mixed_plainly_turn_unevenly_and_are_too_short() {
        let keys = [(0.0, about_z(0.0)), (0.2, about_z(100.0))];
        let q = turned(&keys, Fault::UnnormalisedNlerp, 0.05);
        assert!(
            (q.z - 0.191_511).abs() < 1e-5 && (q.w - 0.910_697).abs() < 1e-5,
            "{q}"
        );
        // The chapter's table A has the direction: 23.75 degrees where 25 are right.
        assert!((degrees(q) - 23.75).abs() < 0.01, "{}", degrees(q));
        assert!((degrees(turned(&keys, Fault::UnnormalisedNlerp, 0.13)) - 65.93).abs() < 0.01);
        // On a key nothing is wrong.
        assert_eq!(turned(&keys, Fault::UnnormalisedNlerp, 0.2), about_z(100.0));
    }

    #[test]
    fn the_long_way_goes_the_other_way_round() {
        let flipped = [(0.0, about_z(0.0)), (0.2, -about_z(100.0))];
        for (time, right) in [(0.05, -65.0), (0.1, -130.0), (0.15, 165.0)] {
            let got = degrees(turned(&flipped, Fault::LongWaySlerp, time));
            assert!((got - right).abs() < 0.01, "at {time}: {got}");
        }
        // Where signs agree there is one way.
        let agreeing = [(0.0, about_z(0.0)), (0.2, about_z(100.0))];
        assert_eq!(
            turned(&agreeing, Fault::LongWaySlerp, 0.05),
            slerp(about_z(0.0), about_z(100.0), 0.25)
        );
        let whole = long_slerp(about_z(0.0), -about_z(0.0), 0.25);
        assert!((degrees(whole).abs() - 90.0).abs() < 0.01);
    }

    #[test]
    fn before_the_first_key_comes_the_last() {
        let late = [(1.0, about_z(0.0)), (2.0, about_z(100.0))];
        assert!((degrees(turned(&late, Fault::FirstKeyNotHeld, 0.0)) - 100.0).abs() < 0.01);
        assert!((degrees(turned(&late, Fault::FirstKeyNotHeld, 1.5)) - 50.0).abs() < 0.01);
        assert_eq!(turned(&late, Fault::FirstKeyNotHeld, 1.0), about_z(0.0));
    }
}
