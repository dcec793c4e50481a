//! Clips whose numbers are known.

use glam::{Quat, Vec3};

use super::*;
use crate::animation::{Clip, Interpolation, Keys, Skeleton, SkeletonBuilder, Target, Track};
use crate::math::Transform;

/// Hips a metre up, a leg of a metre down to `LeftFoot`, and a spine of half a metre up to `Head`.
fn skeleton() -> Skeleton {
    let mut b = SkeletonBuilder::new();
    let at = |y: f32| Transform {
        translation: Vec3::Y * y,
        ..Transform::IDENTITY
    };
    b.node(Some("Hips".into()), None, at(1.0));
    b.node(Some("LeftFoot".into()), Some(0), at(-1.0));
    b.node(Some("Head".into()), Some(0), at(0.5));
    b.build().unwrap().0
}

fn joint(skeleton: &Skeleton, name: &str) -> JointId {
    skeleton
        .joints()
        .find(|j| skeleton.name(*j) == Some(name))
        .unwrap()
}

fn moves(joint: JointId, keys: &[(f32, [f32; 3])]) -> Track {
    let times: Vec<f32> = keys.iter().map(|k| k.0).collect();
    let values = keys.iter().flat_map(|k| k.1).collect();
    Track {
        target: Target::Translation(joint),
        keys: Keys::new(times.into(), values, 3, Interpolation::Linear).unwrap(),
    }
}

fn turns(joint: JointId, keys: &[(f32, f32)]) -> Track {
    let times: Vec<f32> = keys.iter().map(|k| k.0).collect();
    let values = keys
        .iter()
        .flat_map(|k| Quat::from_rotation_z(k.1.to_radians()).to_array())
        .collect();
    Track {
        target: Target::Rotation(joint),
        keys: Keys::new(times.into(), values, 4, Interpolation::Linear).unwrap(),
    }
}

fn model(tracks: impl FnOnce(&Skeleton) -> Vec<Track>) -> Model {
    let skeleton = skeleton();
    let tracks = tracks(&skeleton);
    Model {
        clips: vec![Clip::new(None, tracks)],
        skeleton,
        ..Model::default()
    }
}

fn measured(model: &Model) -> ClipMotion {
    clip_motion(model, ClipId(0), &[], 100.0, 1.8, &Work::alone()).unwrap()
}

#[test]
fn a_seam_names_the_joint_that_turned_and_the_one_that_moved_most() {
    let model = model(|s| vec![turns(joint(s, "Hips"), &[(0.0, 5.0), (0.5, 90.0), (1.0, -5.0)])]);
    let seam = measured(&model).seam.unwrap();
    assert_eq!(seam.turned, joint(&model.skeleton, "Hips"));
    assert!((seam.degrees - 10.0).abs() < 1e-3, "{seam:?}");
    // The foot is a metre from the hips, the head half of it.
    assert_eq!(seam.moved, joint(&model.skeleton, "LeftFoot"));
    assert!(
        (seam.distance - 2.0 * 5.0_f64.to_radians().sin()).abs() < 1e-5,
        "{seam:?}"
    );
}

#[test]
fn a_clip_that_closes_has_no_seam_and_neither_has_a_walk_that_gets_somewhere() {
    let closed = model(|s| vec![turns(joint(s, "Head"), &[(0.0, 20.0), (0.5, -20.0), (1.0, 20.0)])]);
    let seam = measured(&closed).seam.unwrap();
    assert!(seam.degrees < 1e-4 && seam.distance < 1e-6, "{seam:?}");
    let walk = model(|s| {
        vec![moves(
            joint(s, "Hips"),
            &[(0.0, [0.0, 1.0, 0.0]), (1.0, [0.3, 1.0, 1.2])],
        )]
    });
    let motion = measured(&walk);
    assert!(motion.seam.unwrap().distance < 1e-5);
    assert!(
        motion
            .travel
            .unwrap()
            .travel
            .abs_diff_eq(Vec3::new(0.3, 0.0, 1.2), 1e-6)
    );
    // What ends at another height does not loop.
    let climb = model(|s| {
        vec![moves(
            joint(s, "Hips"),
            &[(0.0, [0.0, 1.0, 0.0]), (1.0, [0.0, 1.25, 1.0])],
        )]
    });
    assert!((measured(&climb).seam.unwrap().distance - 0.25).abs() < 1e-5);
}

#[test]
fn a_foot_slides_as_far_as_it_moves_while_it_stands() {
    // Half a second on the ground while it creeps 8 cm, then up and forward through the air and back down.
    let model = model(|s| {
        let hips = joint(s, "Hips");
        let foot = joint(s, "LeftFoot");
        vec![
            moves(hips, &[(0.0, [0.0, 1.0, 0.0]), (1.0, [0.0, 1.0, 1.0])]),
            // Against hips that move on at 1 m/s.
            moves(
                foot,
                &[
                    (0.0, [0.0, -1.0, 0.0]),
                    (0.5, [0.0, -1.0, -0.5 + 0.08]),
                    (0.75, [0.0, -0.7, -0.2]),
                    (1.0, [0.0, -1.0, 0.0]),
                ],
            ),
        ]
    });
    let motion = measured(&model);
    let [foot] = &motion.feet[..] else {
        panic!("one foot: {:?}", motion.feet)
    };
    assert_eq!(foot.contacts.len(), 1, "{foot:?}");
    assert!((foot.contact_secs - 0.5).abs() < 0.02, "{foot:?}");
    assert!((foot.slide - 0.08).abs() < 0.004, "{foot:?}");
    assert!((foot.fastest.0 - 0.16).abs() < 0.01, "{foot:?}");
}

#[test]
fn on_a_treadmill_the_ground_moves_with_the_standing_foot() {
    let walk = |creep: f32| {
        model(|s| {
            let back = |t: f32, z: f32| (t, [0.0, -1.0, z]);
            vec![moves(
                joint(s, "LeftFoot"),
                &[
                    back(0.0, 0.4),
                    back(0.4, 0.0),
                    back(0.5, -0.1 - creep),
                    (0.75, [0.0, -0.7, 0.0]),
                    back(1.0, 0.4),
                ],
            )]
        })
    };
    let still = measured(&walk(0.0));
    assert!(still.feet[0].slide < 1e-4, "{:?}", still.feet);
    assert!((still.feet[0].contact_secs - 0.5).abs() < 0.02);
    let creeps = measured(&walk(0.03));
    assert!((creeps.feet[0].slide - 0.03).abs() < 1e-3, "{:?}", creeps.feet);
}

#[test]
fn a_path_has_a_place_an_instant_and_can_be_cancelled() {
    let model = model(|s| vec![turns(joint(s, "Hips"), &[(0.0, 0.0), (1.0, 90.0)])]);
    let head = joint(&model.skeleton, "Head");
    let motion = clip_motion(&model, ClipId(0), &[head], 4.0, 1.8, &Work::alone()).unwrap();
    let path = motion.paths.of(head).unwrap();
    assert_eq!(motion.paths.times, [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert!(path[0].abs_diff_eq(Vec3::Y * 1.5, 1e-6));
    assert!(path[4].abs_diff_eq(Vec3::new(-0.5, 1.0, 0.0), 1e-5));
    assert!(motion.paths.of(JointId(99)).is_none());
    let work = Work::alone();
    work.cancel.cancel();
    assert!(clip_motion(&model, ClipId(0), &[head], 4.0, 1.8, &work).is_err());
}

#[test]
fn a_still_clip_has_neither_seam_nor_slide() {
    let model = model(|s| vec![moves(joint(s, "Hips"), &[(0.0, [0.0, 1.0, 0.0])])]);
    let motion = measured(&model);
    assert_eq!((motion.seam, motion.feet[0].slide), (None, 0.0));
}

#[test]
fn feet_are_found_by_name_and_else_by_where_they_are() {
    let with = |names: &[(&str, Option<usize>, f32)]| {
        let mut b = SkeletonBuilder::new();
        for (name, parent, y) in names {
            let rest = Transform {
                translation: Vec3::Y * *y,
                ..Transform::IDENTITY
            };
            b.node(Some((*name).to_owned()), *parent, rest);
        }
        let (skeleton, _) = b.build().unwrap();
        let model = Model {
            skeleton,
            ..Model::default()
        };
        let feet = feet_of(&model);
        feet.into_iter()
            .map(|j| model.skeleton.name(j).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let named = with(&[
        ("Hips", None, 1.0),
        ("mixamorig:LeftFoot", Some(0), -0.9),
        ("mixamorig:LeftFootEnd", Some(1), -0.1),
        ("foot_ik.R", Some(0), -1.0),
    ]);
    assert_eq!(named, ["mixamorig:LeftFoot"]);
    let unnamed = with(&[
        ("a", None, 1.0),
        ("b", Some(0), -1.0),
        ("c", Some(0), -0.98),
        ("d", Some(0), 0.4),
    ]);
    assert_eq!(unnamed, ["b", "c"]);
}
