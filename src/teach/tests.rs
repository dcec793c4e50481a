//! Each fault is one wrong stage; the others keep their bits.

use glam::{Affine3A, Quat, Vec3, Vec4};

use super::*;
use crate::animation::{Clip, ClipId, Interpolation, JointId, Keys, Player, SkeletonBuilder, Target, Track};
use crate::math::{DualQuaternion, Rows3x4, Transform};
use crate::model::{InstanceId, Mesh, MeshId, MeshInstance, Model, PosedModel, Primitive, Scene, SkinId};
use crate::skinning::{
    DualQuaternionJoint, Influence, InfluencesBuilder, Skin, SkinningMethod, Vertex, skin_dual_quaternion,
};

fn about_z(degrees: f32) -> Quat {
    Quat::from_axis_angle(Vec3::Z, degrees.to_radians())
}

/// Shoulder at the origin, elbow one along X and bound 45 degrees turned; the mesh's node lifted by 3 and used twice.
/// Two clips: shoulder to 90 degrees, and the elbow to 90 degrees with a flipped sign, late.
fn arm() -> Model {
    let at = |translation: Vec3, rotation: Quat| Transform {
        translation,
        rotation,
        ..Transform::IDENTITY
    };
    let mut b = SkeletonBuilder::new();
    b.node(None, None, Transform::IDENTITY);
    b.node(None, Some(0), at(Vec3::X, about_z(45.0)));
    b.node(None, None, at(3.0 * Vec3::Y, Quat::IDENTITY));
    b.node(None, None, at(5.0 * Vec3::Z, Quat::IDENTITY));
    b.needed_by_skin(1);
    let (skeleton, of) = b.build().unwrap();
    let rest = skeleton.rest_model_pose();
    let inverse_binds: Vec<Affine3A> = of[..2]
        .iter()
        .map(|j| rest.model_from_joint(*j).inverse())
        .collect();
    let mut skin = Skin::new(&skeleton, of[..2].to_vec(), inverse_binds).unwrap();
    (0..2).for_each(|j| skin.mark_weighted(j));
    let mut influences = InfluencesBuilder::new(2, 3);
    influences.push([(0, 1.0)]);
    influences.push([(0, 0.5), (1, 0.5)]);
    influences.push([(1, 1.0)]);
    let positions = vec![0.5 * Vec3::X, 1.2 * Vec3::X, 2.0 * Vec3::X];
    let primitive = Primitive {
        positions: positions.into(),
        influences: Some(influences.finish().0),
        ..Primitive::default()
    };
    let instance = |joint: JointId| MeshInstance {
        joint,
        mesh: MeshId(0),
        skin: Some(SkinId(0)),
        morph_weights: 0..0,
        copies: 0..0,
        visible: true,
    };
    let turn = |joint: JointId, times: [f32; 2], end: Quat| {
        let rest = skeleton.rest(joint).rotation;
        let values = [rest, end].iter().flat_map(Quat::to_array).collect();
        let keys = Keys::new(times.into(), values, 4, Interpolation::Linear).unwrap();
        Clip::new(
            None,
            vec![Track {
                target: Target::Rotation(joint),
                keys,
            }],
        )
    };
    Model {
        clips: vec![
            turn(of[0], [0.0, 1.0], about_z(90.0)),
            turn(of[1], [0.5, 1.0], -about_z(90.0)),
        ],
        meshes: vec![Mesh {
            primitives: vec![primitive],
            ..Mesh::default()
        }],
        skins: vec![skin],
        skin_sources: vec![crate::model::SkinSource::default()],
        instances: vec![instance(of[2]), instance(of[3])],
        scenes: vec![Scene {
            instances: vec![InstanceId(0), InstanceId(1)],
            joints: of,
            ..Scene::default()
        }],
        skeleton,
        ..Model::default()
    }
}

fn right(model: &Model, clip: u32, time: f64) -> PosedModel {
    let mut posed = PosedModel::default();
    let over = Some((ClipId(1 - clip), time, 0.5));
    posed.set_clips(model, Some((ClipId(clip), time)), over, true);
    posed
}

fn wrong(model: &Model, fault: Fault, clip: u32, time: f64) -> (Model, PosedModel) {
    let model = faulty_model(model, fault).unwrap_or_else(|| model.clone());
    let mut posed = PosedModel::default();
    let over = Some((ClipId(1 - clip), time, 0.5));
    set_clips(fault, &mut posed, &model, Some((ClipId(clip), time)), over, true);
    (model, posed)
}

/// Every fault changes the stage that it is about, and no stage before it.
#[test]
fn what_comes_before_the_wrong_stage_keeps_its_bits() {
    let model = arm();
    for fault in Fault::ALL {
        let before_vertex = fault.stage() != Stage::Vertex && fault.stage() != Stage::Influences;
        let mut changed = false;
        for (clip, time) in [(0, 0.25), (1, 0.25), (0, 0.75), (1, 0.75)] {
            let good = right(&model, clip, time);
            let (bad_model, bad) = wrong(&model, fault, clip, time);
            if fault.stage() != Stage::Sampling {
                assert_eq!(good.local, bad.local, "{fault:?}");
            }
            if !matches!(
                fault.stage(),
                Stage::Sampling | Stage::Crossfade | Stage::Hierarchy
            ) {
                assert_eq!(good.model_space, bad.model_space, "{fault:?}");
            }
            if !before_vertex {
                assert_eq!(good.palettes[0].matrices(), bad.palettes[0].matrices());
            }
            changed |= good.palettes[0].matrices() != bad.palettes[0].matrices();
            assert_eq!(bad.palettes.len(), bad_model.skins.len());
        }
        assert_eq!(
            changed,
            before_vertex && can_show(fault, &model),
            "{fault:?} changes matrices"
        );
    }
}

#[test]
fn a_player_shows_the_same_mistake_as_clips_do() {
    let model = arm();
    for fault in Fault::ALL {
        let mut player = Player::new();
        player.play(Some(ClipId(0)), 0.0, &model.skeleton, &model.clips);
        player.seek(0.25, &model.clips);
        let model = faulty_model(&model, fault).unwrap_or_else(|| model.clone());
        let (mut by_player, mut by_clip) = (PosedModel::default(), PosedModel::default());
        update(fault, &mut by_player, &model, &player, true);
        set_clips(fault, &mut by_clip, &model, Some((ClipId(0), 0.25)), None, true);
        assert_eq!(by_player.model_space, by_clip.model_space, "{fault:?}");
        // Half-way through a fade from the first clip to the second.
        player.play(Some(ClipId(1)), 1.0, &model.skeleton, &model.clips);
        player.set_playing(true);
        player.advance(0.5, &model.clips);
        let over = Some((ClipId(1), 0.5, 0.5));
        update(fault, &mut by_player, &model, &player, true);
        set_clips(fault, &mut by_clip, &model, Some((ClipId(0), 0.75)), over, true);
        for (a, b) in by_player.palettes.iter().zip(&by_clip.palettes) {
            assert_eq!(a.matrices(), b.matrices(), "{fault:?}");
            assert_eq!(a.dual_quaternions(), b.dual_quaternions());
        }
    }
}

/// By hand: the mesh's nodes stand at (0, 3, 0) and (0, 0, 5); at rest the skin moves nothing.
#[test]
fn the_nodes_of_two_instances_of_one_skin_are_both_applied() {
    let model = arm();
    let fault = Fault::NodeTransformApplied;
    let other = faulty_model(&model, fault).unwrap();
    assert_eq!((other.skins.len(), other.skin_sources.len()), (2, 2));
    let mut posed = PosedModel::default();
    set_clips(fault, &mut posed, &other, None, None, true);
    let place = |instance: usize| {
        let instance = &other.instances[instance];
        let primitive = &other.meshes[0].primitives[0];
        vertex(fault, &posed, instance, primitive, SkinningMethod::LinearBlend, 2).position
    };
    assert!(
        place(0).abs_diff_eq(Vec3::new(2.0, 3.0, 0.0), 1e-6),
        "{}",
        place(0)
    );
    assert!(
        place(1).abs_diff_eq(Vec3::new(2.0, 0.0, 5.0), 1e-6),
        "{}",
        place(1)
    );
}

/// By hand: -80 degrees, and -100 degrees as the other of its two quaternions. Half of each is -90 degrees; summed as
/// they are it is +90.
#[test]
fn unaligned_signs_turn_the_other_way() {
    let joint = |q: Quat| DualQuaternionJoint {
        motion: DualQuaternion::from_rotation_translation(q, Vec3::ZERO),
        stretch: Rows3x4::IDENTITY,
    };
    let joints = [joint(about_z(-80.0)), joint(-about_z(-100.0))];
    let half = |joint| Influence { joint, weight: 0.5 };
    let both = [half(0), half(1)];
    let v = Vertex {
        position: Vec3::X,
        normal: Vec3::Y,
        tangent: Vec4::new(1.0, 0.0, 0.0, 1.0),
    };
    let good = skin_dual_quaternion(&joints, both.into_iter(), v);
    let bad = skin_dual_quaternion_unaligned(&joints, both.into_iter(), v);
    assert!(good.position.abs_diff_eq(-Vec3::Y, 1e-5), "{good:?}");
    assert!(bad.position.abs_diff_eq(Vec3::Y, 1e-5), "{bad:?}");
    assert!(bad.normal.abs_diff_eq(-Vec3::X, 1e-5), "{bad:?}");
    // Where signs agree nothing differs.
    let joints = [joint(about_z(-80.0)), joint(about_z(-100.0))];
    assert_eq!(
        skin_dual_quaternion_unaligned(&joints, both.into_iter(), v),
        skin_dual_quaternion(&joints, both.into_iter(), v)
    );
}

#[test]
fn what_a_model_hides_is_told() {
    let model = arm();
    let shows = |fault| can_show(fault, &model);
    assert!(
        shows(Fault::TranslationOnlyInverse) && shows(Fault::LongWaySlerp) && shows(Fault::FirstKeyNotHeld)
    );
    assert!(!shows(Fault::ScaleDropped) && !shows(Fault::SecondSetIgnored) && !shows(Fault::FourInfluences));
    let mut plain = arm();
    plain.clips.clear();
    plain.skins[0] = Skin::new(
        &plain.skeleton,
        plain.skins[0].joints().to_vec(),
        vec![Affine3A::IDENTITY, Affine3A::from_translation(-Vec3::X)],
    )
    .unwrap();
    for fault in [
        Fault::TranslationOnlyInverse,
        Fault::LongWaySlerp,
        Fault::FirstKeyNotHeld,
        Fault::BlendedMatrices,
    ] {
        assert!(!can_show(fault, &plain), "{fault:?}");
    }
    assert!(Fault::ALL.iter().all(|f| !can_show(*f, &Model::default())));
    assert!(
        Fault::ALL
            .iter()
            .all(|f| faulty_model(&Model::default(), *f).is_none())
    );
}

/// A skin at many nodes: each node needs its own, instances at one node share it, and too many are too many.
#[test]
fn skins_are_copied_for_each_node_and_only_so_far() {
    let fault = Fault::NodeTransformApplied;
    let mut model = arm();
    let (first, second) = (model.instances[0].clone(), model.instances[1].clone());
    model.instances = vec![first.clone(), second.clone(), second.clone(), first];
    let other = faulty_model(&model, fault).unwrap();
    let skins: Vec<u32> = other.instances.iter().map(|i| i.skin.unwrap().0).collect();
    assert_eq!((skins, other.skins.len()), (vec![0, 1, 1, 0], 2));
    // 17 nodes need 16 copies of 65,536 joints: just what is allowed. One more is too much.
    let at = |count: usize| {
        let mut b = SkeletonBuilder::new();
        (0..count).for_each(|k| {
            let translation = k as f32 * Vec3::Y;
            b.node(
                None,
                None,
                Transform {
                    translation,
                    ..Transform::IDENTITY
                },
            );
        });
        let (skeleton, of) = b.build().unwrap();
        let joints = vec![of[0]; 65_536];
        let inverse_binds = vec![Affine3A::IDENTITY; joints.len()];
        let mut model = arm();
        model.skins = vec![Skin::new(&skeleton, joints, inverse_binds).unwrap()];
        let instance = |joint: &JointId| MeshInstance {
            joint: *joint,
            ..second.clone()
        };
        model.instances = of.iter().map(instance).collect();
        model.clips.clear();
        model.skeleton = skeleton;
        model
    };
    let model = at(17);
    assert!(can_show(fault, &model));
    assert_eq!(faulty_model(&model, fault).unwrap().skins.len(), 17);
    let model = at(18);
    assert!(!can_show(fault, &model) && faulty_model(&model, fault).is_none());
    // Then nothing is wrong, rather than something else.
    let (mut faulty, mut right) = (PosedModel::default(), PosedModel::default());
    set_clips(fault, &mut faulty, &model, None, None, false);
    right.set_clips(&model, None, None, false);
    assert_eq!(faulty.palettes[0].matrices(), right.palettes[0].matrices());
}
