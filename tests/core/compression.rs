//! Coded clips: within their tolerance, the same from every side, as large as they say.

use std::sync::Arc;

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rigscope::animation::compression::{
    PackedClip, PackedOptions, Reach, VariableClip, instants, measure, thin_for_file,
};
use rigscope::animation::{
    Clip, Interpolation, JointId, Keys, Pose, Skeleton, SkeletonBuilder, SlotLayout, Target, Track, sample,
};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::inspect::compression::{Steps, Sum, Technique, Tolerance, Wanted, compress_all};
use rigscope::math::Transform;
use rigscope::work::{Work, Workers};

fn chain(joints: usize, scale: f32) -> Skeleton {
    let mut b = SkeletonBuilder::new();
    for joint in 0..joints {
        let rest = Transform {
            translation: Vec3::new(0.05, 0.3, 0.0),
            scale: Vec3::splat(if joint == 0 { scale } else { 1.0 }),
            ..Transform::IDENTITY
        };
        b.node(None, joint.checked_sub(1), rest);
    }
    b.slots(SlotLayout {
        rest_morph_weights: vec![0.0; 2],
        rest_properties: Vec::new(),
    });
    b.build().unwrap().0
}

/// A rotation about a wandering axis, smooth with some noise.
fn turn(seed: f32, time: f32, far: f32) -> Quat {
    let axis = Vec3::new((seed * 3.1).sin(), (seed * 1.7).cos(), (seed + time * 0.3).sin());
    Quat::from_axis_angle(
        axis.normalize_or(Vec3::Y),
        far * ((time * (1.0 + seed % 2.0)).sin() + 0.1 * (17.0 * time + seed).sin()),
    )
}

#[derive(Debug, Clone)]
struct Made {
    joints: usize,
    keys: usize,
    interpolation: Interpolation,
    far: f32,
    seed: f32,
    uneven: bool,
    scale: f32,
}

fn made() -> impl Strategy<Value = Made> {
    let interpolation = prop_oneof![
        4 => Just(Interpolation::Linear),
        1 => Just(Interpolation::Step),
        1 => Just(Interpolation::CubicSpline),
    ];
    let sizes = (
        1..7_usize,
        1..40_usize,
        prop_oneof![3 => Just(1.0_f32), 1 => Just(0.01)],
    );
    (sizes, interpolation, 0.0..2.5_f32, 0.0..9.0_f32, any::<bool>()).prop_map(
        |((joints, keys, scale), interpolation, far, seed, uneven)| Made {
            joints,
            keys,
            interpolation,
            far,
            seed,
            uneven,
            scale,
        },
    )
}

fn clip(m: &Made) -> Clip {
    let times: Arc<[f32]> = (0..m.keys)
        .map(|k| {
            let k = k as f32;
            if m.uneven {
                (k + 0.4 * (k * m.seed).sin()) / 24.0 + 0.02
            } else {
                k / 30.0
            }
        })
        .collect();
    let spline = m.interpolation == Interpolation::CubicSpline;
    let track = |target: Target, value: &dyn Fn(f32) -> Vec<f32>| {
        let values = times
            .iter()
            .flat_map(|&t| {
                let v = value(t);
                let later = value(t + 0.01);
                let slope: Vec<f32> = v.iter().zip(&later).map(|(a, b)| (b - a) * 100.0).collect();
                if spline {
                    [slope.clone(), v, slope].concat()
                } else {
                    v
                }
            })
            .collect();
        Track {
            keys: Keys::new(times.clone(), values, target.width(), m.interpolation).unwrap(),
            target,
        }
    };
    let mut tracks = Vec::new();
    // Not in the order of the joints: a file has any.
    for joint in (0..m.joints as u32).rev() {
        let seed = m.seed + joint as f32;
        tracks.push(track(Target::Rotation(JointId(joint)), &|t| {
            turn(seed, t, m.far).to_array().to_vec()
        }));
        if joint % 3 == 0 {
            tracks.push(track(Target::Translation(JointId(joint)), &|t| {
                vec![0.2 * (t + seed).sin(), 0.3, 0.1 * (3.0 * t).cos()]
            }));
        }
        if joint % 4 == 1 {
            tracks.push(track(Target::Scale(JointId(joint)), &|t| {
                vec![1.0, 1.0 + 0.2 * (2.0 * t + seed).sin(), 1.0]
            }));
        }
    }
    tracks.push(track(Target::MorphWeights(0..2), &|t| vec![t.sin(), 0.5]));
    Clip::new(Some("made".to_owned()), tracks)
}

/// What 32-bit numbers alone are off here.
const FLOATS: f64 = 4e-6;

fn within(skeleton: &Skeleton, clip: &Clip, reach: &Reach, play: impl Fn(f64, &mut Pose)) -> f64 {
    let error = measure(skeleton, clip, reach, |t, pose| play(t, pose), &Work::alone()).unwrap();
    error.figures.largest()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_codec_stays_within_its_tolerance(m in made(), tolerance in 2e-4..5e-3_f32) {
        let skeleton = chain(m.joints, m.scale);
        let clip = clip(&m);
        let reach = Reach::shell(&skeleton, 0.05, tolerance);
        let most = f64::from(tolerance) + FLOATS;
        let work = Work::alone();
        let packed = PackedClip::new(&skeleton, &clip, &reach, PackedOptions::default(), &work).unwrap();
        prop_assert!(within(&skeleton, &clip, &reach, |t, p| packed.sample(t, p)) <= most);
        let variable = VariableClip::new(&skeleton, &clip, &reach, &work).unwrap();
        prop_assert!(within(&skeleton, &clip, &reach, |t, p| variable.sample(t, p)) <= most);
        for filtered in [false, true] {
            let file = thin_for_file(&skeleton, &clip, &reach, filtered, &work).unwrap().to_clip(&clip);
            prop_assert!(within(&skeleton, &clip, &reach, |t, p| sample(&file, t, p)) <= most);
            prop_assert_eq!(file.duration_secs(), clip.duration_secs());
            // Plain keys may take fewer bytes than a spline with its tangents, though there are more of them.
            let splines = m.interpolation == Interpolation::CubicSpline;
            prop_assert!(splines || file.key_count() <= clip.key_count() + 1);
        }
    }

    #[test]
    fn the_bytes_are_all_there_is(m in made()) {
        let skeleton = chain(m.joints, m.scale);
        let clip = clip(&m);
        let reach = Reach::shell(&skeleton, 0.05, 1e-3);
        let work = Work::alone();
        let packed = PackedClip::new(&skeleton, &clip, &reach, PackedOptions::default(), &work).unwrap();
        let variable = VariableClip::new(&skeleton, &clip, &reach, &work).unwrap();
        prop_assert!(!packed.bytes().is_empty() && !variable.bytes().is_empty());
        let packed_again = PackedClip::from_bytes(packed.bytes().to_vec()).unwrap();
        let variable_again = VariableClip::from_bytes(variable.bytes().to_vec()).unwrap();
        let (plain, plain_variable) = (packed.to_clip(None), variable.to_clip(None));
        // Forward, then as it comes: the same bits.
        let mut times = instants(&clip);
        let play = |time: f64| {
            let mut poses = [(); 4].map(|()| skeleton.rest_pose());
            packed.sample(time, &mut poses[0]);
            packed_again.sample(time, &mut poses[1]);
            variable.sample(time, &mut poses[2]);
            variable_again.sample(time, &mut poses[3]);
            poses
        };
        let forward: Vec<_> = times.iter().map(|t| play(*t)).collect();
        let mut scattered: Vec<usize> = (0..times.len()).collect();
        scattered.sort_by_key(|k| (k * 7919) % 31);
        for k in scattered {
            let poses = play(times[k]);
            prop_assert_eq!(&poses, &forward[k]);
            prop_assert_eq!(&poses[0], &poses[1]);
            prop_assert_eq!(&poses[2], &poses[3]);
        }
        // A player of plain keys sees the same, up to rounding.
        times.push(99.0);
        for time in times {
            // Rows of even times are off by up to two microseconds, and a step comes so much later.
            let time = time + 4e-6;
            for (of, codec) in [(&plain, 0), (&plain_variable, 2)] {
                let mut pose = skeleton.rest_pose();
                sample(of, time, &mut pose);
                for (a, b) in pose.locals().zip(play(time)[codec].locals()) {
                    prop_assert!(a.translation.abs_diff_eq(b.translation, 2e-5), "{time}: {a:?} {b:?}");
                    prop_assert!(a.rotation.angle_between(b.rotation) < 2e-3, "{time}: {a:?} {b:?}");
                }
            }
        }
        // The same bytes with any number of threads.
        let crowd = Work { workers: Workers::new(3), ..Work::alone() };
        let by_many = VariableClip::new(&skeleton, &clip, &reach, &crowd).unwrap();
        prop_assert_eq!(by_many.bytes(), variable.bytes());
    }

    #[test]
    fn damaged_bytes_are_refused_or_play(at in 0..400_usize, to in any::<u8>(), cut in 0..400_usize) {
        let m = Made {
            joints: 4, keys: 12, interpolation: Interpolation::Linear, far: 1.0, seed: 2.0, uneven: false, scale: 1.0,
        };
        let skeleton = chain(m.joints, m.scale);
        let clip = clip(&m);
        let reach = Reach::shell(&skeleton, 0.05, 1e-3);
        let work = Work::alone();
        let packed = PackedClip::new(&skeleton, &clip, &reach, PackedOptions::default(), &work).unwrap();
        let variable = VariableClip::new(&skeleton, &clip, &reach, &work).unwrap();
        let damage = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            let place = at % bytes.len();
            bytes[place] = to;
            let mut short = bytes.clone();
            short.truncate(cut % bytes.len());
            [bytes, short]
        };
        let mut pose = skeleton.rest_pose();
        for bytes in damage(packed.bytes()) {
            if let Ok(clip) = PackedClip::from_bytes(bytes) {
                clip.sample(0.11, &mut pose);
                let _ = clip.to_clip(None);
            }
        }
        for bytes in damage(variable.bytes()) {
            if let Ok(clip) = VariableClip::from_bytes(bytes) {
                clip.sample(0.11, &mut pose);
                let _ = clip.to_clip(None);
            }
        }
    }
}

/// The chapter: 60 joints, 150 samples, 28 bytes each make 252,000 bytes, and 25 to 50 KiB after compression.
#[test]
fn the_chapters_sum() {
    let sample = rigscope::samples::find("anemone").expect("a sample");
    let options = ImportOptions::default();
    let work = Work::alone();
    let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &work).unwrap();
    let clip = &model.clips[0];
    assert_eq!(model.skin_joint_count(), 60);
    assert_eq!(clip.key_times(None).len(), 150);
    assert_eq!(
        rigscope::inspect::compression::raw_bytes(&model, clip, 150),
        252_000
    );
    let reach = rigscope::inspect::compression::skin_reach(&model, 1e-4, &work).unwrap();
    let packed = PackedClip::new(&model.skeleton, clip, &reach, PackedOptions::default(), &work).unwrap();
    let size = packed.bytes().len();
    assert!((25 * 1024..=50 * 1024).contains(&size), "{size}");
}

#[test]
fn what_nobody_sees_costs_nothing_and_a_long_stand_is_one_value() {
    let skeleton = chain(3, 1.0);
    let m = Made {
        joints: 3,
        keys: 30,
        interpolation: Interpolation::Linear,
        far: 0.0,
        seed: 1.0,
        uneven: false,
        scale: 1.0,
    };
    let clip = clip(&m);
    let reach = Reach::shell(&skeleton, 0.05, 1.0);
    let work = Work::alone();
    let file = thin_for_file(&skeleton, &clip, &reach, false, &work).unwrap();
    let keys: Vec<usize> = file.tracks.iter().map(|t| t.keys.len()).collect();
    // One of them has two keys, so that the clip lasts as long as before.
    assert_eq!(
        keys.iter().filter(|k| **k == 1).count(),
        keys.len() - 1,
        "{keys:?}"
    );
    assert_eq!(file.to_clip(&clip).duration_secs(), clip.duration_secs());
}

#[test]
fn the_clip_that_is_waited_for_comes_first_and_what_is_known_is_not_made_again() {
    let sample = rigscope::samples::find("anemone").expect("a sample");
    let (options, work) = (ImportOptions::default(), Work::alone());
    let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &work).unwrap();
    let last = model.clip_ids().last().unwrap();
    let marked = Steps {
        raw: 77,
        ..Steps::default()
    };
    let mut known = vec![None; model.clips.len()];
    known[last.index()] = Some(marked);
    let wanted = Wanted {
        tolerance: Tolerance::PerCent(0.05),
        technique: Technique::File(false),
        first: Some(last),
        known: &known,
    };
    let mut sum = Sum::default();
    let mut order = Vec::new();
    compress_all(&model, wanted, &Work::alone(), |scale, clip| {
        assert!(clip.compressed.error.figures.largest() <= scale.tolerance);
        order.push((clip.compressed.clip, clip.steps.raw));
        sum.add(&clip);
    })
    .unwrap();
    assert_eq!(order.len(), model.clips.len());
    assert_eq!(order[0], (last, 77));
    assert_eq!(sum.clips, model.clips.len());
    assert!(sum.bytes < sum.key_bytes && sum.worst.is_some());
}
