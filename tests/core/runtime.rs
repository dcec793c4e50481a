//! The fast core against the readable one and against double precision, on every path that this machine has.

use std::sync::Arc;

use glam::{DMat4, DQuat, DVec3, Quat, Vec3};
use proptest::prelude::*;
use rigscope::animation::runtime::{
    BoundJoints, Evaluator, RuntimeClip, RuntimeModel, RuntimePose, RuntimeSkeleton, SimdPath,
};
use rigscope::animation::{
    Bracket, Clip, ClipId, Interpolation, JointId, Keys, ModelPose, PlaybackScratch, Player, Pose, Skeleton,
    SkeletonBuilder, SlotLayout, Target, Track, sample,
};
use rigscope::math::{Rows3x4, Transform};
use rigscope::model::Model;
use rigscope::skinning::{DualQuaternionJoint, Palette};

/// A joint of the double-precision oracle: translation, rotation, scale.
type Wide = (DVec3, DQuat, DVec3);

/// slerp by the textbook, in double precision.
fn wide_slerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let (b, dot) = if a.dot(b) < 0.0 {
        (-b, -a.dot(b))
    } else {
        (b, a.dot(b))
    };
    // The chord gives the angle where the cosine has no digits left.
    let angle = 2.0 * (0.5 * (a - b).length()).min(1.0).asin();
    if angle < 1e-12 || dot >= 1.0 {
        return a;
    }
    let (p, q) = (((1.0 - t) * angle).sin(), (t * angle).sin());
    (a * (p / angle.sin()) + b * (q / angle.sin())).normalize()
}

fn wide_keys(keys: &Keys, is_rotation: bool, time: f64) -> Vec<f64> {
    let b = Bracket::of(keys, time);
    let value = |k: usize| -> Vec<f64> { keys.value(k).iter().map(|&v| f64::from(v)).collect() };
    let unit = |v: Vec<f64>| DQuat::from_slice(&v).normalize().to_array().to_vec();
    if b.holds() {
        return if is_rotation {
            unit(value(b.left))
        } else {
            value(b.left)
        };
    }
    let left = f64::from(keys.times()[b.left]);
    let u = (time - left) / (f64::from(keys.times()[b.right]) - left);
    let (p, q) = (value(b.left), value(b.right));
    if keys.interpolation() == Interpolation::Linear {
        return if is_rotation {
            let [p, q] = [p, q].map(|v| DQuat::from_slice(&v).normalize());
            wide_slerp(p, q, u).to_array().to_vec()
        } else {
            p.iter().zip(&q).map(|(p, q)| p + (q - p) * u).collect()
        };
    }
    let gap = b.gap_secs;
    let (leave, enter) = (
        keys.out_tangent(b.left).unwrap(),
        keys.in_tangent(b.right).unwrap(),
    );
    let (u2, u3) = (u * u, u * u * u);
    let mixed: Vec<f64> = (0..p.len())
        .map(|i| {
            (2.0 * u3 - 3.0 * u2 + 1.0) * p[i]
                + gap * (u3 - 2.0 * u2 + u) * f64::from(leave[i])
                + (3.0 * u2 - 2.0 * u3) * q[i]
                + gap * (u3 - u2) * f64::from(enter[i])
        })
        .collect();
    if is_rotation { unit(mixed) } else { mixed }
}

fn wide_rest(skeleton: &Skeleton) -> Vec<Wide> {
    let wide = |t: Transform| {
        (
            t.translation.as_dvec3(),
            t.rotation.as_dquat(),
            t.scale.as_dvec3(),
        )
    };
    skeleton.joints().map(|j| wide(skeleton.rest(j))).collect()
}

fn wide_sample(skeleton: &Skeleton, clip: &Clip, time: f64) -> Vec<Wide> {
    let mut pose = wide_rest(skeleton);
    for track in clip.tracks().iter().filter(|t| !t.keys.is_empty()) {
        let v = |is_rotation| wide_keys(&track.keys, is_rotation, time);
        match track.target {
            Target::Translation(j) => pose[j.index()].0 = DVec3::from_slice(&v(false)),
            Target::Rotation(j) => pose[j.index()].1 = DQuat::from_slice(&v(true)),
            Target::Scale(j) => pose[j.index()].2 = DVec3::from_slice(&v(false)),
            _ => {}
        }
    }
    pose
}

fn wide_blend(below: &[Wide], layer: &[Wide], w: f64) -> Vec<Wide> {
    let mix = |(a, b): (&Wide, &Wide)| (a.0.lerp(b.0, w), wide_slerp(a.1, b.1, w), a.2.lerp(b.2, w));
    below.iter().zip(layer).map(mix).collect()
}

fn wide_model(skeleton: &Skeleton, pose: &[Wide]) -> Vec<DMat4> {
    let mut out: Vec<DMat4> = Vec::new();
    for joint in skeleton.joints() {
        let (t, r, s) = pose[joint.index()];
        let parent = skeleton.parent(joint).map_or(DMat4::IDENTITY, |p| out[p.index()]);
        out.push(parent * DMat4::from_scale_rotation_translation(s, r, t));
    }
    out
}

/// How far two matrices put the corners of a cube of the model's size around the joint apart, of that size.
fn apart(a: &DMat4, b: &DMat4, size: f64) -> f64 {
    let d = *a - *b;
    let axes = [d.x_axis, d.y_axis, d.z_axis].map(|c| c.truncate().length());
    d.w_axis.truncate().length() / size + axes.into_iter().fold(0.0, f64::max)
}

fn size_of_model(matrices: &[DMat4]) -> f64 {
    let far = matrices.iter().map(|m| m.w_axis.truncate().length());
    far.fold(1e-3, f64::max)
}

fn ours(skeleton: &RuntimeSkeleton, model: &RuntimeModel) -> Vec<DMat4> {
    let mut out = ModelPose::default();
    model.write_to(skeleton, &mut out);
    wide_of(&out)
}

fn wide_of(model: &ModelPose) -> Vec<DMat4> {
    let wide =
        |m: &glam::Affine3A| DMat4::from_cols_array(&glam::Mat4::from(*m).to_cols_array().map(f64::from));
    model.matrices().iter().map(wide).collect()
}

fn plain_model(skeleton: &Skeleton, pose: &Pose) -> Vec<DMat4> {
    let mut out = ModelPose::default();
    skeleton.model_space(pose, &mut out);
    wide_of(&out)
}

fn farthest(a: &[DMat4], b: &[DMat4], size: f64) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| apart(a, b, size))
        .fold(0.0, f64::max)
}

// --- made-up characters ---------------------------------------------------------------------------------------------

fn unit(q: [f32; 4]) -> Quat {
    let q = Quat::from_array(q);
    if q.length() > 0.05 {
        q.normalize()
    } else {
        Quat::IDENTITY
    }
}

prop_compose! {
    fn skeletons()(
        joints in prop::collection::vec(
            (any::<u16>(), prop::array::uniform3(-1.0f32..1.0), prop::array::uniform4(-1.0f32..1.0), 0..4u8), 1..30),
    ) -> Skeleton {
        let mut b = SkeletonBuilder::new();
        for (i, (parent, t, q, kind)) in joints.iter().enumerate() {
            let scale = match kind { 0 => Vec3::splat(1.2), 1 => Vec3::new(0.8, 1.1, 1.0), _ => Vec3::ONE };
            let parent = (i > 0 && parent % 7 != 0).then(|| *parent as usize % i);
            b.node(None, parent, Transform { translation: Vec3::from_array(*t), rotation: unit(*q), scale });
        }
        b.slots(SlotLayout { rest_morph_weights: vec![0.25, 0.5], rest_properties: vec![3.0] });
        b.build().unwrap().0
    }
}

/// Keys of one of the three interpolations: `times` are shared, or the track's own, with doubled times among them.
fn keys(width: usize, seed: u32, interpolation: Interpolation, shared: &Arc<[f32]>) -> Keys {
    let mut state = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32 * 2.0 - 1.0
    };
    let times: Arc<[f32]> = if seed.is_multiple_of(4) {
        let mut own: Vec<f32> = (0..2 + seed % 5)
            .map(|_| ((next() + 1.0) * 8.0).round() * 0.25)
            .collect();
        own.sort_by(f32::total_cmp);
        own.into()
    } else {
        shared.clone()
    };
    let still = seed.is_multiple_of(7);
    let elements = if interpolation == Interpolation::CubicSpline {
        3
    } else {
        1
    };
    let mut values = Vec::new();
    let first: Vec<f32> = (0..width)
        .map(|_| next() + if width == 3 { 1.5 } else { 0.0 })
        .collect();
    for _ in 0..times.len() {
        for element in 0..elements {
            if elements == 3 && element != 1 {
                values.extend((0..width).map(|_| if still { 0.0 } else { 0.3 * next() }));
            } else if still {
                values.extend_from_slice(&first);
            } else {
                let swing = if seed.is_multiple_of(3) { 0.2 } else { 1.0 };
                values.extend(first.iter().map(|f| f + swing * next()));
            }
        }
    }
    if width == 4 {
        // Of a length that a file may have: near 1, not exactly; and never near nought.
        for q in values.chunks_mut(4) {
            let length = q.iter().map(|v| v * v).sum::<f32>().sqrt();
            if elements == 1 {
                let to = if length < 0.1 {
                    [0.0, 0.0, 0.0, 1.0]
                } else {
                    [0, 1, 2, 3].map(|i| q[i] / length * 1.01)
                };
                q.copy_from_slice(&to);
            }
        }
        if elements == 3 {
            for q in values.chunks_mut(12) {
                // Along a part of the arc that does not pass through nought.
                q[7] = 2.0 + q[7].abs();
            }
        }
    }
    Keys::new(times, values, width, interpolation).unwrap()
}

prop_compose! {
    fn clips()(
        count in 3..12u32, step in 0.05f32..0.5, first in -0.3f32..0.6, even in any::<bool>(), mixed in any::<bool>(),
        tracks in prop::collection::vec((any::<u32>(), 0..3u8, 0..30u32), 1..40),
    ) -> Clip {
        let gap = |i: u32| if even { 1.0 } else { 0.3 + (i * 7 % 5) as f32 };
        let times: Arc<[f32]> = (0..count).map(|i| first + step * (0..i).map(gap).sum::<f32>()).collect();
        let track = |&(seed, kind, joint): &(u32, u8, u32)| {
            let joint = JointId(joint);
            let interpolation = match seed % 5 {
                0 if mixed => Interpolation::Step,
                1 if mixed => Interpolation::CubicSpline,
                _ => Interpolation::Linear,
            };
            let (target, width) = match kind {
                0 => (Target::Translation(joint), 3),
                1 => (Target::Rotation(joint), 4),
                _ => (Target::Scale(joint), 3),
            };
            Track { target, keys: keys(width, seed, interpolation, &times) }
        };
        let mut all: Vec<Track> = tracks.iter().map(track).collect();
        all.push(Track { target: Target::MorphWeights(0..2), keys: keys(2, 5, Interpolation::Linear, &times) });
        all.push(Track { target: Target::Property(0..1), keys: keys(1, 6, Interpolation::Linear, &times) });
        Clip::new(None, all)
    }
}

/// Only the targets that the skeleton has, as the importer leaves them.
fn fitting(skeleton: &Skeleton, clip: &Clip) -> Clip {
    let has = |t: &&Track| t.target.joint().is_none_or(|j| j.index() < skeleton.len());
    Clip::new(None, clip.tracks().iter().filter(has).cloned().collect())
}

fn interesting_times(clip: &Clip, share: f64) -> Vec<f64> {
    let end = clip.duration_secs();
    let mut times = vec![share * end, -1.0, end + 1.0, 0.0];
    times.extend(clip.key_times(None).iter().map(|&t| f64::from(t)));
    times.extend(clip.key_times(None).iter().map(|&t| f64::from(t) + 0.013));
    times
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_sample_is_what_the_readable_code_and_double_precision_say(
        skeleton in skeletons(), clip in clips(), share in 0.0f64..1.0,
    ) {
        let clip = fitting(&skeleton, &clip);
        let clips = [clip];
        let ready_skeleton = RuntimeSkeleton::new(&skeleton, &clips);
        let ready = RuntimeClip::new(&ready_skeleton, &clips[0]);
        let (mut pose, mut model) = (RuntimePose::default(), RuntimeModel::default());
        for time in interesting_times(&clips[0], share) {
            let mut plain = skeleton.rest_pose();
            sample(&clips[0], time, &mut plain);
            let oracle = plain_model(&skeleton, &plain);
            let wide = wide_model(&skeleton, &wide_sample(&skeleton, &clips[0], time));
            let size = size_of_model(&wide);
            // Stretched chains magnify the last bit of an f32: measure against what they do to a unit.
            let gain = wide.iter().map(|m| m.x_axis.truncate().length().max(m.y_axis.truncate().length())).fold(1.0, f64::max);
            for path in SimdPath::available() {
                path.sample(&ready, time, &mut pose);
                path.model_space(&ready_skeleton, &pose, &mut model);
                let got = ours(&ready_skeleton, &model);
                prop_assert!(farthest(&got, &oracle, size) < 4e-6 * gain, "{} at {time}: {}", path.word(), farthest(&got, &oracle, size));
                prop_assert!(farthest(&got, &wide, size) < 1e-5 * gain, "{} at {time}: {}", path.word(), farthest(&got, &wide, size));
                prop_assert_eq!(pose.morph_weights(), plain.morph_weights());
                prop_assert_eq!(pose.properties(), plain.properties());
            }
        }
    }

    #[test]
    fn layers_are_laid_as_the_readable_code_and_double_precision_lay_them(
        skeleton in skeletons(), a in clips(), b in clips(), share in 0.0f64..1.0, weight in 0.0f32..1.0,
    ) {
        let clips = [fitting(&skeleton, &a), fitting(&skeleton, &b)];
        let ready_skeleton = RuntimeSkeleton::new(&skeleton, &clips);
        let ready = clips.each_ref().map(|c| RuntimeClip::new(&ready_skeleton, c));
        let times = [share * clips[0].duration_secs(), share * clips[1].duration_secs()];
        let wide = [0, 1].map(|i| wide_sample(&skeleton, &clips[i], times[i]));
        let wide = wide_model(&skeleton, &wide_blend(&wide[0], &wide[1], f64::from(weight)));
        let size = size_of_model(&wide);
        let gain = wide.iter().map(|m| m.x_axis.truncate().length().max(m.y_axis.truncate().length())).fold(1.0, f64::max);
        let (mut pose, mut layer, mut model) = (RuntimePose::default(), RuntimePose::default(), RuntimeModel::default());
        for path in SimdPath::available() {
            path.sample(&ready[0], times[0], &mut pose);
            path.sample(&ready[1], times[1], &mut layer);
            path.blend_over(&mut pose, &layer, weight);
            path.model_space(&ready_skeleton, &pose, &mut model);
            let got = ours(&ready_skeleton, &model);
            prop_assert!(farthest(&got, &wide, size) < 1e-5 * gain, "{}: {}", path.word(), farthest(&got, &wide, size));
        }
    }

    #[test]
    fn the_same_time_gives_the_same_bits_whatever_came_before(skeleton in skeletons(), clip in clips()) {
        let clips = [fitting(&skeleton, &clip)];
        let ready_skeleton = RuntimeSkeleton::new(&skeleton, &clips);
        let ready = RuntimeClip::new(&ready_skeleton, &clips[0]);
        let frame = |path: SimdPath, k: u32, pose: &mut RuntimePose| {
            path.sample(&ready, f64::from(k) / 20.0 * clips[0].duration_secs(), pose);
            let mut out = skeleton.rest_pose();
            pose.write_to(&ready_skeleton, &mut out);
            out
        };
        for path in SimdPath::available() {
            let mut pose = RuntimePose::default();
            let forward: Vec<Pose> = (0..=20).map(|k| frame(path, k, &mut pose)).collect();
            for k in (0..=20).rev().chain((0..=20).map(|k| k * 13 % 21)) {
                prop_assert_eq!(&frame(path, k, &mut pose), &forward[k as usize]);
            }
        }
    }

    #[test]
    fn rows_of_16_bits_are_off_by_half_a_code_and_give_the_same_bits_in_any_order(
        skeleton in skeletons(), clip in clips(), share in 0.0f64..1.0,
    ) {
        let clips = [fitting(&skeleton, &clip)];
        let ready_skeleton = RuntimeSkeleton::new(&skeleton, &clips);
        let plain = RuntimeClip::new(&ready_skeleton, &clips[0]);
        let coded = plain.clone().in_16_bits();
        prop_assert_eq!(coded.clone().in_16_bits().memory_bytes(), coded.memory_bytes());
        let mut largest = [0.0_f32; 2];
        for track in clips[0].tracks() {
            let of = match track.target {
                Target::Translation(_) => &mut largest[0],
                Target::Scale(_) => &mut largest[1],
                _ => continue,
            };
            *of = track.keys.values().iter().fold(*of, |most, v| most.max(v.abs()));
        }
        let times = interesting_times(&clips[0], share);
        for path in SimdPath::available() {
            let (mut want, mut got) = (RuntimePose::default(), RuntimePose::default());
            let mut forward = Vec::new();
            for &time in &times {
                path.sample(&plain, time, &mut want);
                path.sample(&coded, time, &mut got);
                for joint in skeleton.joints() {
                    let [w, g] = [&want, &got].map(|p| p.local(&ready_skeleton, joint).unwrap());
                    prop_assert!((g.rotation.length() - 1.0).abs() < 2e-6 || !w.rotation.is_normalized());
                    prop_assert!((g.rotation - w.rotation).length() < 4e-5, "{} for {}", g.rotation, w.rotation);
                    let off = [(g.translation - w.translation).abs(), (g.scale - w.scale).abs()];
                    for (off, largest) in off.iter().zip(largest) {
                        // Half a step of the widest range there can be, and rounding.
                        prop_assert!(off.max_element() <= largest * (1.0 / 65534.0 + 1e-6), "{off} of {largest}");
                    }
                }
                let mut out = skeleton.rest_pose();
                got.write_to(&ready_skeleton, &mut out);
                forward.push(out);
            }
            for (&time, forward) in times.iter().zip(&forward).rev() {
                path.sample(&coded, time, &mut got);
                let mut out = skeleton.rest_pose();
                got.write_to(&ready_skeleton, &mut out);
                prop_assert_eq!(&out, forward);
            }
        }
    }

    /// No mixture of key times, however sparse, takes more than a small multiple of its own memory.
    #[test]
    fn memory_keeps_to_the_size_of_the_keys(skeleton in skeletons(), clip in clips()) {
        let clips = [fitting(&skeleton, &clip)];
        let ready_skeleton = RuntimeSkeleton::new(&skeleton, &clips);
        let ready = RuntimeClip::new(&ready_skeleton, &clips[0]);
        let keys: usize = clips[0].tracks().iter().map(|t| 4 * (t.keys.times().len() + t.keys.values().len())).sum();
        // What stands still, and the descriptions of sections and tracks.
        let fixed = 8192 + 400 * ready_skeleton.len().next_multiple_of(8) + 256 * clips[0].tracks().len();
        prop_assert!(ready.memory_bytes() <= 8 * keys + fixed, "{} of {keys}", ready.memory_bytes());
    }

    #[test]
    fn every_arc_is_exact(
        a in prop::array::uniform4(-1.0f32..1.0), axis in prop::array::uniform3(-1.0f32..1.0), half_degrees in 0.0f32..90.0,
        tiny in any::<bool>(), flip in any::<bool>(), t in 0.0f32..1.0,
    ) {
        let (a, axis) = (unit(a), Vec3::from_array(axis));
        prop_assume!(axis.length() > 0.1);
        let angle = 2.0 * half_degrees.to_radians() * if tiny { 1e-4 } else { 1.0 };
        let b = a * Quat::from_axis_angle(axis.normalize(), angle) * if flip { -1.0 } else { 1.0 };
        arc_is_exact(a, b, t)?;
    }
}

/// A blend of one joint against double precision: the rotation matrices are within two units in the last place or so.
fn arc_is_exact(a: Quat, b: Quat, t: f32) -> Result<(), TestCaseError> {
    let mut builder = SkeletonBuilder::new();
    builder.node(
        None,
        None,
        Transform {
            rotation: a,
            ..Transform::IDENTITY
        },
    );
    let skeleton = builder.build().unwrap().0;
    let ready = RuntimeSkeleton::new(&skeleton, &[]);
    let exact = DMat4::from_quat(wide_slerp(
        a.as_dquat().normalize(),
        b.as_dquat().normalize(),
        f64::from(t),
    ));
    for path in SimdPath::available() {
        let (mut pose, mut layer) = (RuntimePose::at_rest(&ready), RuntimePose::at_rest(&ready));
        layer.set_local(
            &ready,
            JointId(0),
            Transform {
                rotation: b,
                ..Transform::IDENTITY
            },
        );
        path.blend_over(&mut pose, &layer, t);
        let mut model = RuntimeModel::default();
        path.model_space(&ready, &pose, &mut model);
        let got = ours(&ready, &model)[0];
        let error = apart(&got, &exact, 1.0);
        // At a right angle the arc itself turns on the last bit of an input.
        let right_angle = a.dot(b).abs() < 1e-6;
        prop_assert!(
            error < 1.2e-6 || right_angle,
            "{} {a} {b} {t}: {error}",
            path.word()
        );
    }
    Ok(())
}

#[test]
fn arcs_are_exact_near_a_full_half_turn_and_near_none() {
    let a = Quat::from_xyzw(0.1, -0.3, 0.2, 0.9).normalize();
    for axis in [Vec3::X, Vec3::new(1.0, 2.0, -0.5).normalize()] {
        for degrees in [
            0.0_f32, 1e-6, 1e-3, 0.1, 1.0, 39.0, 41.0, 90.0, 135.0, 170.0, 179.0, 179.9, 179.99,
        ] {
            for sign in [1.0, -1.0] {
                let b = a * Quat::from_axis_angle(axis, degrees.to_radians()) * sign;
                for t in [0.0, 1e-7, 0.1, 0.25, 0.5, 0.577, 0.75, 0.999_999, 1.0] {
                    arc_is_exact(a, b, t).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_key_is_hit_to_the_bit_and_of_a_doubled_time_the_later_wins() {
    let mut b = SkeletonBuilder::new();
    for _ in 0..5 {
        b.node(None, None, Transform::IDENTITY);
    }
    let skeleton = b.build().unwrap().0;
    let times: Arc<[f32]> = [0.5, 1.0, 1.0, 2.0].into();
    let track = |joint: u32| Track {
        target: Target::Translation(JointId(joint)),
        keys: Keys::new(
            times.clone(),
            vec![0.1, 0., 0., 0.3, 0., 0., 5.7, 0., 0., 6.1, 0., 0.],
            3,
            Interpolation::Linear,
        )
        .unwrap(),
    };
    let clip = Clip::new(None, (0..5).map(track).collect());
    let ready_skeleton = RuntimeSkeleton::new(&skeleton, std::slice::from_ref(&clip));
    let ready = RuntimeClip::new(&ready_skeleton, &clip);
    for path in SimdPath::available() {
        let mut pose = RuntimePose::default();
        for (time, x) in [
            (0.0, 0.1),
            (0.5, 0.1),
            (1.0, 5.7),
            (2.0, 6.1),
            (9.0, 6.1),
            (0.75, 0.2),
            (1.5, 5.9),
        ] {
            path.sample(&ready, time, &mut pose);
            let got = pose.local(&ready_skeleton, JointId(3)).unwrap().translation.x;
            let exact = time != 0.75 && time != 1.5;
            assert!(
                if exact { got == x } else { (got - x).abs() < 1e-6 },
                "{} at {time}: {got}",
                path.word()
            );
        }
    }
}

#[test]
fn numbers_that_multiply_beyond_measure_stay_with_their_parent() {
    let mut b = SkeletonBuilder::new();
    for i in 0..12_usize {
        let big = if i % 2 == 0 { 1e15 } else { 1.0 };
        b.node(
            None,
            i.checked_sub(1),
            Transform {
                translation: Vec3::splat(big),
                scale: Vec3::splat(big),
                ..Transform::IDENTITY
            },
        );
    }
    let skeleton = b.build().unwrap().0;
    let ready = RuntimeSkeleton::new(&skeleton, &[]);
    let pose = RuntimePose::at_rest(&ready);
    let oracle = skeleton.rest_model_pose();
    for path in SimdPath::available() {
        let (mut model, mut out) = (RuntimeModel::default(), ModelPose::default());
        path.model_space(&ready, &pose, &mut model);
        model.write_to(&ready, &mut out);
        assert_eq!(out, oracle, "{}", path.word());
    }
}

#[test]
fn a_player_is_shown_as_the_readable_code_shows_it() {
    let Ok(model) = bundled("mannequin.glb") else {
        panic!("the mannequin is bundled")
    };
    let mut player = Player::new();
    player.set_playing(true);
    let skeleton = RuntimeSkeleton::new(&model.skeleton, &model.clips);
    let clips: Vec<RuntimeClip> = model
        .clips
        .iter()
        .map(|c| RuntimeClip::new(&skeleton, c))
        .collect();
    let mut evaluators: Vec<Evaluator> = SimdPath::available().into_iter().map(Evaluator::on).collect();
    let (mut scratch, mut plain, mut out) = (
        PlaybackScratch::default(),
        Pose::default(),
        model.skeleton.rest_pose(),
    );
    let mut frozen = false;
    for step in 0..60_u32 {
        if step % 3 == 0 {
            let clip = (step / 3) % (model.clips.len() as u32 + 1);
            let clip = (clip > 0).then(|| ClipId(clip - 1));
            player.play(
                clip,
                if step == 30 { 0.0 } else { 0.9 },
                &model.skeleton,
                &model.clips,
            );
        }
        player.advance(1.0 / 24.0, &model.clips);
        frozen |= player.frozen().is_some();
        player.evaluate(&model.skeleton, &model.clips, &mut scratch, &mut plain);
        let oracle = plain_model(&model.skeleton, &plain);
        let size = size_of_model(&oracle);
        for evaluator in &mut evaluators {
            evaluator
                .play(&skeleton, &clips, &player)
                .write_to(&skeleton, &mut out);
            assert_eq!(out.morph_weights(), plain.morph_weights());
            let got = ours(&skeleton, evaluator.model_space(&skeleton));
            let error = farthest(&got, &oracle, size);
            assert!(error < 5e-6, "step {step}: {error}");
        }
    }
    assert!(frozen, "the test must reach a frozen pose");
}

fn bundled(file: &str) -> Result<Model, String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/models")
        .join(file);
    import(&path)
}

fn import(path: &std::path::Path) -> Result<Model, String> {
    rigscope::import::import_path(
        path,
        &rigscope::import::ImportOptions::default(),
        &rigscope::work::Work::alone(),
    )
    .map_err(|e| format!("{e:?}"))
}

/// Whole characters: every clip, alone and crossfading, matrices and palettes; 1e-5 of the model's size against double
/// precision, 2e-6 between the paths.
#[test]
fn whole_characters_are_within_a_hundred_thousandth_of_their_size() {
    let mut files = vec![bundled("mannequin.glb"), bundled("chapter_rig.glb")];
    if let Some(root) = std::env::var_os("RIGSCOPE_CORPUS") {
        let root = std::path::PathBuf::from(root);
        files.extend(
            [
                "perf/pab.glb",
                "corpus/files/fox/Fox.glb",
                "corpus/files/cesium_man/CesiumMan.glb",
            ]
            .map(|f| import(&root.join(f))),
        );
    }
    for model in files {
        let model = model.unwrap();
        let skeleton = RuntimeSkeleton::new(&model.skeleton, &model.clips);
        let clips: Vec<RuntimeClip> = model
            .clips
            .iter()
            .map(|c| RuntimeClip::new(&skeleton, c))
            .collect();
        let skin = &model.skins[0];
        let bound = BoundJoints::new(&skeleton, skin.joints(), skin.inverse_binds());
        let (mut pose, mut layer, mut out) = (
            RuntimePose::default(),
            RuntimePose::default(),
            RuntimeModel::default(),
        );
        let (mut worst, mut worst_between) = (0.0_f64, 0.0_f64);
        for k in 0..clips.len() * 23 {
            let (i, share) = (k % clips.len(), k as f64 * 0.618_034 % 1.0);
            let j = (i + 1) % clips.len();
            let times = [share * clips[i].duration_secs(), share * clips[j].duration_secs()];
            let weight = if k % 2 == 0 { 0.0 } else { 0.37 };
            let wide =
                [(i, times[0]), (j, times[1])].map(|(c, t)| wide_sample(&model.skeleton, &model.clips[c], t));
            let wide = wide_model(
                &model.skeleton,
                &wide_blend(&wide[0], &wide[1], f64::from(weight)),
            );
            let size = size_of_model(&wide);
            let mut first: Option<Vec<DMat4>> = None;
            for path in SimdPath::available() {
                path.sample(&clips[i], times[0], &mut pose);
                path.sample(&clips[j], times[1], &mut layer);
                path.blend_over(&mut pose, &layer, weight);
                let mut palette = vec![Rows3x4::ZERO; skin.len()];
                path.model_space_and_palette(&skeleton, &pose, &bound, &mut out, &mut palette);
                let got = ours(&skeleton, &out);
                // As a joint's own units may be centimetres, what counts is where it puts things of the model.
                let shift = |a: &DMat4, b: &DMat4| (*a - *b).w_axis.truncate().length() / size;
                worst = got
                    .iter()
                    .zip(&wide)
                    .map(|(a, b)| shift(a, b))
                    .fold(worst, f64::max);
                let bind = |j: usize| {
                    let m = glam::Mat4::from(skin.inverse_binds()[j])
                        .to_cols_array()
                        .map(f64::from);
                    wide[skin.joints()[j].index()] * DMat4::from_cols_array(&m)
                };
                for (j, entry) in palette.iter().enumerate() {
                    let entry = DMat4::from_cols_array(
                        &glam::Mat4::from(glam::Affine3A::from(*entry))
                            .to_cols_array()
                            .map(f64::from),
                    );
                    worst = worst.max(apart(&entry, &bind(j), size));
                }
                match &first {
                    Some(first) => {
                        worst_between = got
                            .iter()
                            .zip(first)
                            .map(|(a, b)| shift(a, b))
                            .fold(worst_between, f64::max);
                    }
                    None => first = Some(got),
                }
            }
        }
        println!(
            "{}: {worst:.2e} against double precision, {worst_between:.2e} between paths",
            model.name
        );
        assert!(worst < 1e-5, "{}: {worst}", model.name);
        assert!(worst_between < 2e-6, "{}: {worst_between}", model.name);
    }
}

#[test]
fn rigid_palettes_become_the_dual_quaternions_of_the_polar_split() {
    let model = bundled("mannequin.glb").unwrap();
    let skeleton = RuntimeSkeleton::new(&model.skeleton, &model.clips);
    let skin = &model.skins[0];
    let bound = BoundJoints::new(&skeleton, skin.joints(), skin.inverse_binds());
    let mut rigid = 0;
    for (clip, ready) in model.clips.iter().map(|c| (c, RuntimeClip::new(&skeleton, c))) {
        for path in SimdPath::available() {
            let (mut pose, mut out) = (RuntimePose::default(), RuntimeModel::default());
            path.sample(&ready, 0.4 * clip.duration_secs(), &mut pose);
            let mut fast = Palette::default();
            fast.set_rows(skin, path, true, |rows| {
                path.model_space_and_palette(&skeleton, &pose, &bound, &mut out, rows);
                out.is_rigid() && bound.is_rigid()
            });
            let mut slow = Palette::default();
            slow.set_matrices(skin, fast.matrices().iter().map(|&m| m.into()), true);
            let mut entries = vec![[0.0; 20]; skin.len()];
            rigid += u32::from(path.rigid_dual_quaternions(fast.matrices(), false, &mut entries));
            for (a, b) in fast.dual_quaternions().iter().zip(slow.dual_quaternions()) {
                for corner in [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z] {
                    let put =
                        |j: &DualQuaternionJoint| j.motion.transform_point(j.stretch.transform_point(corner));
                    assert!(
                        (put(a) - put(b)).length() < 1e-5,
                        "{} {} {}",
                        path.word(),
                        put(a),
                        put(b)
                    );
                }
            }
        }
    }
    assert!(rigid > 0, "the mannequin must be rigid in some clip");
    // One that is not: stretched, mirrored, sheared.
    for bad in [Vec3::new(1.0, 1.001, 1.0), Vec3::new(1.0, 1.0, -1.0), Vec3::NAN] {
        let rows = [Rows3x4::IDENTITY, Rows3x4::from(glam::Affine3A::from_scale(bad))];
        for path in SimdPath::available() {
            assert!(
                !path.rigid_dual_quaternions(&rows, false, &mut [[0.0; 20]; 2]),
                "{bad}"
            );
        }
    }
}

/// Every joint's local transform, against the readable code: before, at and between all keys, and after.
fn plays_as_the_readable_code(skeleton: &Skeleton, clip: &Clip, tolerance: f32) {
    let ready_skeleton = RuntimeSkeleton::new(skeleton, std::slice::from_ref(clip));
    let ready = RuntimeClip::new(&ready_skeleton, clip);
    let mut pose = RuntimePose::default();
    for time in interesting_times(clip, 0.37) {
        let mut plain = skeleton.rest_pose();
        sample(clip, time, &mut plain);
        for path in SimdPath::available() {
            path.sample(&ready, time, &mut pose);
            for joint in skeleton.joints() {
                let (got, want) = (pose.local(&ready_skeleton, joint).unwrap(), plain.local(joint));
                let shift = (got.translation - want.translation).length();
                let turn = (got.rotation.xyz() - want.rotation.xyz()).length()
                    + (got.rotation.w - want.rotation.w).abs();
                assert!(
                    shift <= tolerance && turn <= 1e-6,
                    "{} at {time}, joint {joint:?}: {got:?} for {want:?}",
                    path.word()
                );
            }
        }
    }
}

fn row_of_joints(count: usize) -> Skeleton {
    let mut b = SkeletonBuilder::new();
    for i in 0..count {
        let translation = Vec3::X * i as f32;
        b.node(
            None,
            None,
            Transform {
                translation,
                ..Transform::IDENTITY
            },
        );
    }
    b.build().unwrap().0
}

/// More lists of times than are searched at once, some of one key or with a time twice, and joints that stand still among
/// them; a held key is there to the last bit of its direction.
#[test]
fn splines_that_each_have_their_own_times_play_as_the_readable_code_plays_them() {
    let skeleton = row_of_joints(83);
    let track = |joint: u32| {
        let count = 1 + joint as usize % 7;
        let times: Vec<f32> = (0..count)
            .map(|k| 0.01 * joint as f32 + 0.3 * (k - usize::from(k == 3 && joint.is_multiple_of(2))) as f32)
            .collect();
        let number = |i: usize, k: usize| ((joint as usize * 31 + i * 17 + k * 7) % 23) as f32 / 23.0 - 0.5;
        let values =
            (0..count).flat_map(|k| (0..12).map(move |i| number(i, k) + if i == 7 { 2.0 } else { 0.0 }));
        Track {
            target: Target::Rotation(JointId(joint)),
            keys: Keys::new(times.into(), values.collect(), 4, Interpolation::CubicSpline).unwrap(),
        }
    };
    let moves = |j: &u32| j % 5 != 3 && !(40..46).contains(j);
    plays_as_the_readable_code(
        &skeleton,
        &Clip::new(None, (0..83).filter(moves).map(track).collect()),
        0.0,
    );
    // With LINEAR tracks between them.
    let swing = |joint: u32| {
        let q = |degrees: f32| Quat::from_axis_angle(Vec3::Z, degrees.to_radians()).to_array();
        let keys = Keys::new(
            [0.0, 2.0].into(),
            [q(0.0), q(joint as f32)].concat(),
            4,
            Interpolation::Linear,
        );
        Track {
            target: Target::Rotation(JointId(joint)),
            keys: keys.unwrap(),
        }
    };
    let mixed = (0..83).map(|j| {
        if j % 3 == 0 || (56..62).contains(&j) {
            swing(j + 1)
        } else {
            track(j)
        }
    });
    let mixed: Vec<Track> = mixed
        .filter(|t| t.target.joint().is_some_and(|j| j.index() < 83))
        .collect();
    plays_as_the_readable_code(&skeleton, &Clip::new(None, mixed), 0.0);
}

#[test]
fn numbers_of_a_long_clip_that_hardly_move_play_as_the_readable_code_plays_them() {
    let skeleton = row_of_joints(3);
    let times: Arc<[f32]> = (0..400).map(|k| k as f32 / 30.0).collect();
    let still_but_once = |k: usize| if k < 170 { 1.0 } else { 1.5 };
    let shift = Track {
        target: Target::Translation(JointId(1)),
        keys: Keys::new(
            times.clone(),
            (0..400).flat_map(|k| [still_but_once(k), 0.0, 0.0]).collect(),
            3,
            Interpolation::Linear,
        )
        .unwrap(),
    };
    let turn = Track {
        target: Target::Rotation(JointId(2)),
        keys: Keys::new(
            times,
            (0..400)
                .flat_map(|k| Quat::from_rotation_z((k as f32 * 0.1).sin()).to_array())
                .collect(),
            4,
            Interpolation::Linear,
        )
        .unwrap(),
    };
    // Alone, and on the clock of what moves.
    plays_as_the_readable_code(&skeleton, &Clip::new(None, vec![shift.clone()]), 1e-5);
    plays_as_the_readable_code(&skeleton, &Clip::new(None, vec![shift, turn]), 1e-5);
}
