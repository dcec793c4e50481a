//! One clip at one time, into a local pose.

use super::clip::{Clip, Interpolation, Keys, Target};
use super::pose::Pose;
use crate::math::{normalize_or_identity, slerp};
use glam::{Quat, Vec3};

/// Writes what `clip` drives at `time_secs` into `pose`; everything else in `pose` stays as it is.
///
/// So that nothing of an old clip lingers, start from rest ([`super::Skeleton::reset_to_rest`]).
/// Before a track's first key its first value holds, after the last its last; exactly at a key that key's value, of
/// two keys at one time the later. No wrap-around: looping is the [`super::Player`]'s matter.
/// Targets that `pose` does not have are skipped. No allocation; the cost does not depend on what was sampled before.
///
/// Source: glTF 2.0, section 3.11 and appendix C.
pub fn sample(clip: &Clip, time_secs: f64, pose: &mut Pose) {
    for track in clip.tracks() {
        let keys = &track.keys;
        if keys.is_empty() {
            continue;
        }
        match &track.target {
            Target::Translation(joint) if joint.index() < pose.len() => {
                let mut v = [0.0; 3];
                sample_track(keys, false, time_secs, &mut v);
                pose.local_mut(*joint).translation = Vec3::from_array(v);
            }
            Target::Rotation(joint) if joint.index() < pose.len() => {
                let mut v = [0.0; 4];
                sample_track(keys, true, time_secs, &mut v);
                pose.local_mut(*joint).rotation = Quat::from_array(v);
            }
            Target::Scale(joint) if joint.index() < pose.len() => {
                let mut v = [0.0; 3];
                sample_track(keys, false, time_secs, &mut v);
                pose.local_mut(*joint).scale = Vec3::from_array(v);
            }
            Target::MorphWeights(range) => {
                if let Some(out) = slots(pose.morph_weights_mut(), range) {
                    sample_track(keys, false, time_secs, out);
                }
            }
            Target::Property(range) => {
                if let Some(out) = slots(pose.properties_mut(), range) {
                    sample_track(keys, false, time_secs, out);
                }
            }
            Target::Translation(_) | Target::Rotation(_) | Target::Scale(_) => {}
        }
    }
}

fn slots<'a>(all: &'a mut [f32], range: &std::ops::Range<u32>) -> Option<&'a mut [f32]> {
    all.get_mut(range.start as usize..range.end as usize)
}

/// Where a time lies among a track's keys: what [`sample_track`] interpolates between, and how far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bracket {
    /// The key at or before the time; the first one before it.
    pub left: usize,
    /// The key after the time; equal to `left` where one key's value holds (before the first, after the last, exactly
    /// on a key, and between keys of a STEP track).
    pub right: usize,
    /// How far from `left` to `right`, 0 to 1; 0 where one key holds.
    pub fraction: f32,
    /// Seconds from `left` to `right`; 0 where one key holds.
    pub gap_secs: f64,
}

impl Bracket {
    /// Finds the keys around a time. `keys` must not be empty.
    ///
    /// # Panics
    /// If `keys` is empty (a bug of the caller).
    pub fn of(keys: &Keys, time_secs: f64) -> Self {
        let times = keys.times();
        // Key times are `f32`: a time that is the same number to that precision (a key's time printed with nine
        // digits, say) stands on the key, not a hair before it.
        let at = time_secs as f32;
        // Keys at or before the time; of a doubled time the later key is the last of them.
        let after = times.partition_point(|&t| t <= at);
        let hold = |key: usize| Self {
            left: key,
            right: key,
            fraction: 0.0,
            gap_secs: 0.0,
        };
        if after == 0 {
            return hold(0);
        }
        let (left, right) = (after - 1, after);
        let (left_secs, exact) = (f64::from(times[left]), times[left] == at);
        if right == times.len() || exact || keys.interpolation() == Interpolation::Step {
            return hold(left);
        }
        // Never zero: `right` is the first key later than the time, `left` is not later.
        let gap_secs = f64::from(times[right]) - left_secs;
        Self {
            left,
            right,
            fraction: ((time_secs - left_secs) / gap_secs) as f32,
            gap_secs,
        }
    }

    /// True where one key's value is taken as it is.
    pub fn holds(&self) -> bool {
        self.left == self.right
    }
}

/// One track at one time: `out` gets `keys.width()` numbers. `keys` must not be empty.
///
/// `is_rotation` selects slerp on the shorter arc for LINEAR and a unit result for CUBICSPLINE.
///
/// # Panics
/// If `keys` is empty or `out` has another length (a bug of the caller).
pub fn sample_track(keys: &Keys, is_rotation: bool, time_secs: f64, out: &mut [f32]) {
    let bracket = Bracket::of(keys, time_secs);
    let Bracket {
        left,
        right,
        fraction: u,
        gap_secs,
    } = bracket;
    if bracket.holds() {
        out.copy_from_slice(keys.value(left));
        if is_rotation {
            normalize_into(out);
        }
        return;
    }
    match keys.interpolation() {
        Interpolation::Step => unreachable!("held above"),
        Interpolation::Linear if is_rotation => {
            let [a, b] = [left, right].map(|k| normalize_or_identity(quat(keys.value(k))));
            out.copy_from_slice(&slerp(a, b, u).to_array());
        }
        Interpolation::Linear => {
            let (a, b) = (keys.value(left), keys.value(right));
            for (out, (&a, &b)) in out.iter_mut().zip(a.iter().zip(b)) {
                *out = a + (b - a) * u;
            }
        }
        Interpolation::CubicSpline => {
            let (a, b) = (keys.value(left), keys.value(right));
            let tangents = keys.out_tangent(left).zip(keys.in_tangent(right));
            let (leave, enter) = tangents.unwrap_or((a, b));
            let gap = gap_secs as f32;
            let (u2, u3) = (u * u, u * u * u);
            let (ha, hb) = (2.0 * u3 - 3.0 * u2 + 1.0, -2.0 * u3 + 3.0 * u2);
            let (hl, he) = ((u3 - 2.0 * u2 + u) * gap, (u3 - u2) * gap);
            for (i, out) in out.iter_mut().enumerate() {
                *out = ha * a[i] + hl * leave[i] + hb * b[i] + he * enter[i];
            }
            if is_rotation {
                normalize_into(out);
            }
        }
    }
}

#[inline]
fn quat(v: &[f32]) -> Quat {
    Quat::from_xyzw(v[0], v[1], v[2], v[3])
}

fn normalize_into(v: &mut [f32]) {
    let q = normalize_or_identity(quat(v));
    v.copy_from_slice(&q.to_array());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{JointId, SkeletonBuilder, Track};
    use crate::math::Transform;

    fn about(axis: Vec3, degrees: f32) -> [f32; 4] {
        Quat::from_axis_angle(axis, degrees.to_radians()).to_array()
    }

    fn rotation_keys(axis: Vec3, keys: &[(f32, f32)], interpolation: Interpolation) -> Keys {
        let times: Vec<f32> = keys.iter().map(|k| k.0).collect();
        let values = keys.iter().flat_map(|k| about(axis, k.1)).collect();
        Keys::new(times.into(), values, 4, interpolation).unwrap()
    }

    fn degrees_at(keys: &Keys, axis: Vec3, time: f64) -> f32 {
        let mut v = [0.0; 4];
        sample_track(keys, true, time, &mut v);
        let q = Quat::from_array(v);
        2.0 * q.xyz().dot(axis).atan2(q.w).to_degrees()
    }

    /// The source chapter's table A.
    #[test]
    fn table_a_of_the_chapter() {
        let elbow = rotation_keys(
            Vec3::Z,
            &[(0.0, 0.0), (0.2, 100.0), (0.4, 10.0)],
            Interpolation::Linear,
        );
        for (time, degrees) in [
            (0.05, 25.0),
            (0.13, 65.0),
            (0.20, 100.0),
            (0.27, 68.5),
            (0.30, 55.0),
            (0.50, 10.0),
            (-1.0, 0.0),
        ] {
            let got = degrees_at(&elbow, Vec3::Z, time);
            assert!((got - degrees).abs() < 0.01, "at {time}: {got}, not {degrees}");
        }
        let turn = rotation_keys(
            Vec3::Y,
            &[(0.0, 0.0), (0.5, 45.0), (1.0, 90.0)],
            Interpolation::Linear,
        );
        assert!((degrees_at(&turn, Vec3::Y, 0.25) - 22.5).abs() < 0.01);
        assert!((degrees_at(&turn, Vec3::Y, 0.75) - 67.5).abs() < 0.01);
        let late = rotation_keys(Vec3::Z, &[(1.0, 0.0), (2.0, 100.0)], Interpolation::Linear);
        assert!(degrees_at(&late, Vec3::Z, 0.0).abs() < 0.01);
        let mut flipped = about(Vec3::Z, 0.0).to_vec();
        flipped.extend(about(Vec3::Z, 100.0).map(|c| -c));
        let flipped = Keys::new([0.0, 0.2].into(), flipped, 4, Interpolation::Linear).unwrap();
        assert!((degrees_at(&flipped, Vec3::Z, 0.1).rem_euclid(360.0) - 50.0).abs() < 0.01);
    }

    #[test]
    fn exactly_at_a_key_that_key_holds_also_for_step() {
        let step = rotation_keys(
            Vec3::Z,
            &[(0.0, 0.0), (0.5, 40.0), (1.0, 80.0)],
            Interpolation::Step,
        );
        assert!((degrees_at(&step, Vec3::Z, 0.5) - 40.0).abs() < 0.01);
        assert!(degrees_at(&step, Vec3::Z, 0.499_999).abs() < 0.01);
        assert!((degrees_at(&step, Vec3::Z, 9.0) - 80.0).abs() < 0.01);
        // 17/24 s as a file holds it, and as it is printed with nine digits: a little less.
        let step = rotation_keys(Vec3::Z, &[(0.0, 0.0), (0.708_333_3, 40.0)], Interpolation::Step);
        assert!((degrees_at(&step, Vec3::Z, 0.708_333_313) - 40.0).abs() < 0.01);
    }

    #[test]
    fn of_a_doubled_time_the_later_key_wins() {
        let keys = Keys::new(
            [0.0, 1.0, 1.0, 2.0].into(),
            vec![0.0, 1.0, 5.0, 6.0],
            1,
            Interpolation::Linear,
        )
        .unwrap();
        let at = |t| {
            let mut v = [0.0];
            sample_track(&keys, false, t, &mut v);
            v[0]
        };
        assert_eq!(at(1.0), 5.0);
        assert_eq!(at(0.5), 0.5);
        assert_eq!(at(1.5), 5.5);
        assert_eq!(at(2.0), 6.0);
    }

    #[test]
    fn a_spline_scales_its_tangents_by_the_gap_and_normalises_rotations() {
        // One number, keys at 0 and 2 s, values 0 and 1, slopes 1 and 0 a second.
        let keys = Keys::new(
            [0.0, 2.0].into(),
            vec![9.0, 0.0, 1.0, 0.0, 1.0, 9.0],
            1,
            Interpolation::CubicSpline,
        )
        .unwrap();
        let mut v = [0.0];
        sample_track(&keys, false, 1.0, &mut v);
        // 0.5 * 0 + 0.125 * 2 * 1 + 0.5 * 1 - 0.125 * 2 * 0
        assert!((v[0] - 0.75).abs() < 1e-6);
        sample_track(&keys, false, 2.0, &mut v);
        assert_eq!(v[0], 1.0);
        let zero = [0.0; 4];
        let values = [zero, about(Vec3::Z, 0.0), zero, zero, about(Vec3::Z, 90.0), zero].concat();
        let keys = Keys::new([0.0, 1.0].into(), values, 4, Interpolation::CubicSpline).unwrap();
        let mut q = [0.0; 4];
        sample_track(&keys, true, 0.3, &mut q);
        assert!((Quat::from_array(q).length() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn what_a_clip_does_not_drive_stays_and_no_keys_mean_rest() {
        let mut b = SkeletonBuilder::new();
        b.node(
            None,
            None,
            Transform {
                translation: Vec3::X,
                ..Transform::IDENTITY
            },
        );
        let (skeleton, _) = b.build().unwrap();
        let empty = Keys::new([].into(), vec![], 3, Interpolation::Linear).unwrap();
        let scale = Keys::new([0.0].into(), vec![2.0; 3], 3, Interpolation::Linear).unwrap();
        let clip = Clip::new(
            None,
            vec![
                Track {
                    target: Target::Translation(JointId(0)),
                    keys: empty,
                },
                Track {
                    target: Target::Scale(JointId(0)),
                    keys: scale.clone(),
                },
                Track {
                    target: Target::Scale(JointId(9)),
                    keys: scale,
                },
            ],
        );
        let mut pose = skeleton.rest_pose();
        sample(&clip, 0.0, &mut pose);
        assert_eq!(pose.local(JointId(0)).translation, Vec3::X);
        assert_eq!(pose.local(JointId(0)).scale, Vec3::splat(2.0));
    }
}
