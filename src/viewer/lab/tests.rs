use std::sync::Arc;

use glam::{Quat, Vec3};

use super::*;
use crate::animation::{Clip, Interpolation, Keys, SkeletonBuilder, Target, Track};
use crate::inspect::compare::FrameNumbers;
use crate::inspect::twist;
use crate::math::{Bounds, Transform};
use crate::model::{Model, Scene};
use crate::skinning::{DistanceStats, Skin};
use crate::viewer::view::Layout;
use crate::viewer::{Command, Report, ViewerState, apply, report};

/// An arm of three joints in one skin whose last one twists by 120 degrees.
fn opened() -> ViewerState {
    let mut b = SkeletonBuilder::new();
    for (index, name) in ["Shoulder", "Elbow", "Hand"].into_iter().enumerate() {
        let rest = Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        };
        b.node(Some(name.into()), index.checked_sub(1), rest);
        b.needed_by_skin(index);
    }
    let (skeleton, of) = b.build().unwrap();
    let mut skin = Skin::new(&skeleton, of.clone(), vec![glam::Affine3A::IDENTITY; 3]).unwrap();
    (0..3).for_each(|joint| skin.mark_weighted(joint));
    let turn = |degrees: f32| Quat::from_rotation_y(degrees.to_radians()).to_array();
    let values = [turn(0.0), turn(120.0), turn(0.0)].concat();
    let keys = Keys::new([0.0, 0.5, 1.0].into(), values, 4, Interpolation::Linear).unwrap();
    let clip = Clip::new(
        Some("Twist".into()),
        vec![Track {
            target: Target::Rotation(of[2]),
            keys,
        }],
    );
    let model = Arc::new(Model {
        scenes: vec![Scene {
            joints: skeleton.joints().collect(),
            ..Scene::default()
        }],
        skeleton,
        skins: vec![skin],
        clips: vec![clip],
        ..Model::default()
    });
    let mut state = ViewerState::default();
    report(&mut state, Report::Viewport([800, 600]));
    let opening_bounds = Bounds {
        min: Vec3::ZERO,
        max: Vec3::ONE,
    };
    report(
        &mut state,
        Report::Loaded {
            model,
            opening_bounds,
        },
    );
    apply(&mut state, Command::SetPlaying(false));
    state
}

fn run(state: &mut ViewerState, command: LabCommand) {
    assert!(apply(state, Command::Lab(command)).is_empty());
}

fn measured(state: &ViewerState, largest: f32) -> Report {
    Report::Compared(Box::new(MeasuredFrame {
        revision: state.pose_revision,
        numbers: FrameNumbers {
            distance: DistanceStats {
                largest,
                ..DistanceStats::default()
            },
            ..FrameNumbers::default()
        },
    }))
}

#[test]
fn a_method_goes_to_the_slot_it_belongs_to() {
    let mut state = opened();
    let method = |s: &ViewerState| s.lab.skinnings.map(|s| s.method);
    apply(&mut state, Command::SetMethod(SkinningMethod::Blend));
    assert_eq!(
        method(&state),
        [SkinningMethod::LinearBlend, SkinningMethod::Blend]
    );
    assert_eq!(
        (state.lab.shown, state.method_shown()),
        (Slot::B, SkinningMethod::Blend)
    );
    apply(&mut state, Command::SetMethod(SkinningMethod::LinearBlend));
    assert_eq!(state.slot_shown(), Slot::A);
    apply(&mut state, Command::ToggleMethod);
    assert_eq!(state.method_shown(), SkinningMethod::Blend);
    let four = Skinning {
        influence_limit: 4,
        ..SkinningMethod::LinearBlend.into()
    };
    run(&mut state, LabCommand::SetSkinning(Slot::B, four));
    assert_eq!(state.view([1, 1]).skinnings[1], four);
    // Wrong numbers never reach the view.
    let wild = Skinning {
        blend: f32::NAN,
        ..SkinningMethod::Blend.into()
    };
    run(&mut state, LabCommand::SetSkinning(Slot::B, wild));
    assert_eq!(state.lab.skinning(Slot::B).blend, 0.5);
}

#[test]
fn layouts_become_the_views_and_peeking_shows_b_alone() {
    let mut state = opened();
    run(&mut state, LabCommand::SetSplit(2.0));
    for (compare, layout) in [
        (Compare::Off, Layout::A),
        (Compare::Split, Layout::Split { at: 1.0 }),
        (Compare::Ghost, Layout::Ghost),
        (Compare::Side, Layout::Side),
    ] {
        run(&mut state, LabCommand::SetCompare(compare));
        assert_eq!(state.view([1, 1]).layout, layout);
        assert!(state.view([1, 1]).needs_dual_quaternions() == (compare != Compare::Off));
    }
    apply(&mut state, Command::PeekMethod(true));
    assert_eq!(state.view([1, 1]).layout, Layout::B);
    apply(&mut state, Command::PeekMethod(false));
    let [a, b] = state.view([1, 1]).skinnings;
    assert_ne!(a, b);
    apply(&mut state, Command::ToggleMethod);
    assert_eq!(state.lab.shown, Slot::A);
    assert_eq!(state.view([1, 1]).skinnings, [b, a], "they change sides");
}

#[test]
fn the_scale_follows_the_frame_unless_it_is_typed() {
    let mut state = opened();
    run(&mut state, LabCommand::SetCompare(Compare::Difference));
    let scale = |s: &ViewerState| match s.layout() {
        Layout::Difference { scale } => scale,
        other => panic!("{other:?}"),
    };
    assert!(scale(&state) > 0.0, "also before anything was measured");
    let report_of = measured(&state, 0.0124);
    report(&mut state, report_of);
    assert!((scale(&state) - 0.02).abs() < 1e-6);
    // Playing, it does not shrink.
    apply(&mut state, Command::SetPlaying(true));
    crate::viewer::advance(&mut state, 0.01);
    let report_of = measured(&state, 0.001);
    report(&mut state, report_of);
    assert!((scale(&state) - 0.02).abs() < 1e-6);
    apply(&mut state, Command::SetPlaying(false));
    apply(&mut state, Command::Seek(0.4));
    let report_of = measured(&state, 0.001);
    report(&mut state, report_of);
    assert!((scale(&state) - 0.001).abs() < 1e-6);
    run(&mut state, LabCommand::SetScale(Some(0.3)));
    assert_eq!(scale(&state), 0.3);
    run(&mut state, LabCommand::SetScale(Some(f32::NAN)));
    assert!((scale(&state) - 0.001).abs() < 1e-6);
}

#[test]
fn late_numbers_of_another_model_or_an_older_frame_do_not_count() {
    let mut state = opened();
    run(&mut state, LabCommand::SetCompare(Compare::Split));
    let old = measured(&state, 1.0);
    apply(&mut state, Command::Seek(0.3));
    let new = measured(&state, 2.0);
    report(&mut state, new);
    report(&mut state, old.clone());
    let largest = |s: &ViewerState| s.lab.frame.as_ref().map(|f| f.numbers.distance.largest);
    assert_eq!(largest(&state), Some(2.0));
    let model = state.model.clone().unwrap();
    report(
        &mut state,
        Report::Loaded {
            model,
            opening_bounds: Bounds::EMPTY,
        },
    );
    report(&mut state, old);
    assert_eq!(largest(&state), None);
}

#[test]
fn curves_are_kept_per_clip_methods_and_mask() {
    let mut state = opened();
    let key = |s: &ViewerState| s.lab.clip_key(s.clip(), s.scene);
    let first = key(&state);
    // What a method does not read changes nothing.
    let mut lbs: Skinning = SkinningMethod::LinearBlend.into();
    lbs.blend = 0.9;
    run(&mut state, LabCommand::SetSkinning(Slot::A, lbs));
    run(&mut state, LabCommand::SetMasked(JointId(1), true));
    assert_eq!(key(&state), first);
    apply(&mut state, Command::SetMethod(SkinningMethod::Masked));
    let masked = key(&state);
    assert_ne!(masked, first);
    run(&mut state, LabCommand::SetMasked(JointId(2), true));
    assert_ne!(key(&state), masked);
    run(&mut state, LabCommand::CancelAnalysis);
    assert_eq!(state.lab.stopped, Some(key(&state)));
    run(&mut state, LabCommand::Analyse);
    assert_eq!(state.lab.stopped, None);
}

#[test]
fn twists_make_the_mask_and_the_advice_is_one_click() {
    let mut state = opened();
    let model = state.model.clone().unwrap();
    let clips: Vec<ClipId> = model.clip_ids().collect();
    let twists = twist::largest_twists(&model, &clips, 30.0);
    assert!((twists[0].degrees - 120.0).abs() < 0.5 && twists[0].joint == JointId(2));
    let found = twist::find_twists(&model, &clips, 30.0, &crate::work::Work::alone()).unwrap();
    assert_eq!(found, twists);
    report(
        &mut state,
        Report::Twists {
            model: Arc::clone(&model),
            twists: twists.clone(),
        },
    );
    assert_eq!(state.lab.mask, [0.0, 1.0, 1.0], "the joint and the one above it");
    run(&mut state, LabCommand::MaskNone);
    assert_eq!(state.lab.masked_count(), 0);
    run(&mut state, LabCommand::UseDqsAt(JointId(1)));
    assert_eq!(state.lab.mask, [1.0, 1.0, 0.0]);
    assert_eq!(state.method_shown(), SkinningMethod::Masked);
    assert_eq!(state.posed.joint_mask, state.lab.mask);
    // Found again, they leave a person's own mask alone.
    report(&mut state, Report::Twists { model, twists });
    assert_eq!(state.lab.mask, [1.0, 1.0, 0.0]);
    run(&mut state, LabCommand::MaskTwists);
    assert_eq!(state.lab.mask, [0.0, 1.0, 1.0]);
}

#[test]
fn the_search_for_twists_can_be_stopped_and_begun_again() {
    let mut state = opened();
    report(&mut state, Report::FindingTwists(Some(0.4)));
    assert_eq!(state.lab.twists_found, Some(0.4));
    run(&mut state, LabCommand::CancelTwists);
    assert!(state.lab.twists_stopped && state.lab.twists_found.is_none());
    run(&mut state, LabCommand::FindTwists);
    assert!(!state.lab.twists_stopped);
    // What is found already needs no stopping.
    let model = state.model.clone().unwrap();
    let twists = Vec::new();
    report(&mut state, Report::Twists { model, twists });
    run(&mut state, LabCommand::CancelTwists);
    assert!(!state.lab.twists_stopped);
}

#[test]
fn the_unit_is_that_of_the_exact_size_at_rest() {
    let mut state = opened();
    assert_eq!(
        state.length_unit().symbol(),
        "mm",
        "the box that the camera framed is 1 high"
    );
    let model = state.model.clone().unwrap();
    let unit = LengthUnit::for_model(3.01, 4.0);
    let of = |scene| Report::Unit {
        model: Arc::clone(&model),
        scene,
        unit,
    };
    report(&mut state, of(SceneId(7)));
    assert_eq!(state.length_unit().symbol(), "mm", "of another scene");
    report(&mut state, of(SceneId(0)));
    assert_eq!(state.length_unit(), unit);
    // The scale is round in it: 0.1 m are 2.5 % of 4 m.
    run(&mut state, LabCommand::SetCompare(Compare::Difference));
    let frame = measured(&state, 0.1);
    report(&mut state, frame);
    assert!((state.lab.scale(1.0) - 0.2).abs() < 1e-6, "5 %");
    // A mistake of the T list is another variant of the same file.
    let revision = state.pose_revision;
    state.shown_mut().lab.forget_numbers(revision);
    assert_eq!(state.length_unit(), unit);
    let bounds = state.opening_bounds;
    let opening_bounds = bounds;
    report(
        &mut state,
        Report::Loaded {
            model,
            opening_bounds,
        },
    );
    assert_eq!(state.lab.unit, None, "another model has its own");
}

#[test]
fn going_there_selects_seeks_and_looks() {
    let mut state = opened();
    apply(&mut state, Command::SetPlaying(true));
    run(
        &mut state,
        LabCommand::GoToMoment {
            clip: Some(ClipId(0)),
            time_secs: 0.5,
            joint: JointId(2),
        },
    );
    assert!(!state.player.is_playing());
    assert!((state.player.time_secs() - 0.5).abs() < 1e-9);
    assert_eq!(state.selected_joint, Some(JointId(2)));
    let before = state.camera;
    crate::viewer::advance(&mut state, 9.0);
    assert_ne!(state.camera, before, "it glides there");
    let vertex = VertexRef {
        instance: crate::model::InstanceId(0),
        primitive: 0,
        vertex: 0,
    };
    run(&mut state, LabCommand::GoToVertex(vertex, JointId(0)));
    assert_eq!(state.selected_joint, Some(JointId(2)), "what was selected stays");
    assert_eq!(
        state.selected_vertex,
        state.vertex_place(vertex).map(|_| vertex),
        "the vertex is marked"
    );
    run(&mut state, LabCommand::GoToJoint(JointId(0)));
    let selected = (state.selected_joint, state.selected_vertex);
    assert_eq!(selected, (Some(JointId(0)), None));
    crate::viewer::advance(&mut state, 9.0);
    let camera = state.camera;
    // What is not there changes nothing.
    run(&mut state, LabCommand::GoToJoint(JointId(99)));
    run(&mut state, LabCommand::UseDqsAt(JointId(99)));
    run(
        &mut state,
        LabCommand::GoToMoment {
            clip: Some(ClipId(9)),
            time_secs: 0.0,
            joint: JointId(0),
        },
    );
    crate::viewer::advance(&mut state, 9.0);
    assert_eq!(state.camera, camera);
}
