use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

use crate::animation::{
    Clip, ClipId, Interpolation, JointId, Keys, LoopMode, SkeletonBuilder, Target, Track,
};
use crate::math::{Bounds, Transform};
use crate::model::{Model, Scene, SceneId, opening_bounds};
use crate::skinning::SkinningMethod;
use crate::viewer::view::Preset;
use crate::viewer::*;
use crate::work::Work;

/// A root that travels along X and an arm that swings; three clips of 1, 2 and 0 seconds.
fn model() -> Arc<Model> {
    let mut b = SkeletonBuilder::new();
    b.node(Some("Hips".into()), None, Transform::IDENTITY);
    b.node(
        Some("Arm".into()),
        Some(0),
        Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
    );
    b.node(
        Some("Hand".into()),
        Some(1),
        Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
    );
    let (skeleton, _) = b.build().unwrap();
    let swing = |name: &str, secs: f32| {
        let q = |d: f32| Quat::from_rotation_z(d.to_radians()).to_array();
        let times = [0.0, secs * 0.5, secs].into();
        let keys = Keys::new(
            times,
            [q(0.0), q(60.0), q(0.0)].concat(),
            4,
            Interpolation::Linear,
        )
        .unwrap();
        let walk = Keys::new(
            [0.0, secs].into(),
            vec![0.0, 0.0, 0.0, 40.0, 0.0, 0.0],
            3,
            Interpolation::Linear,
        )
        .unwrap();
        Clip::new(
            Some(name.into()),
            vec![
                Track {
                    target: Target::Rotation(JointId(1)),
                    keys,
                },
                Track {
                    target: Target::Translation(JointId(0)),
                    keys: walk,
                },
            ],
        )
    };
    let scene = Scene {
        joints: skeleton.joints().collect(),
        ..Scene::default()
    };
    let still = Scene {
        joints: vec![JointId(0)],
        ..Scene::default()
    };
    Arc::new(Model {
        name: "arm.glb".into(),
        skeleton,
        clips: vec![
            swing("Wave", 1.0),
            swing("Walk", 2.0),
            Clip::new(None, Vec::new()),
        ],
        scenes: vec![scene, still],
        ..Model::default()
    })
}

/// With a camera that jumps: what gliding does is told in `glide_tests.rs`.
fn opened() -> ViewerState {
    let mut state = ViewerState::new(Settings {
        reduced_motion: true,
        ..Settings::default()
    });
    report(&mut state, Report::Viewport([800, 600]));
    let model = model();
    let opening_bounds = opening_bounds(
        &model,
        model.opening_clip(),
        SceneId(0),
        SkinningMethod::LinearBlend,
        &Work::alone(),
    )
    .unwrap();
    report(
        &mut state,
        Report::Loaded {
            model,
            opening_bounds,
        },
    );
    state
}

fn run(state: &mut ViewerState, command: Command) {
    assert!(apply(state, command).is_empty());
}

#[test]
fn the_longest_moving_clip_plays_when_a_model_opens() {
    let state = opened();
    assert_eq!(state.clip(), Some(ClipId(1)));
    assert!(state.player.is_playing() && state.needs_redraw());
    assert_eq!(state.key_times, [0.0, 1.0, 2.0]);
    assert!(state.skeleton_shows(), "there is no mesh to see");
    assert_eq!(state.view([8, 6]).ground_y, state.opening_bounds.min.y);
    assert!((state.view([8, 6]).model_size - state.opening_bounds.diagonal()).abs() < 1e-6);
}

#[test]
fn paused_and_untouched_nothing_needs_to_be_drawn() {
    let mut state = opened();
    run(&mut state, Command::TogglePlay);
    assert!(!state.needs_redraw());
    assert!(!advance(&mut state, 0.5));
    assert!(!ViewerState::default().needs_redraw());
    run(&mut state, Command::SetPlaying(true));
    run(&mut state, Command::SetSpeed(0.0));
    assert!(!state.needs_redraw());
    report(
        &mut state,
        Report::LoadStarted {
            name: "next.glb".into(),
        },
    );
    assert!(state.needs_redraw());
}

#[test]
fn time_does_not_jump_after_the_window_was_hidden() {
    let mut state = opened();
    advance(&mut state, 3600.25);
    assert!((state.player.time_secs() - MAX_STEP_SECS).abs() < 1e-9);
    advance(&mut state, f64::NAN);
    advance(&mut state, -1.0);
    assert!((state.player.time_secs() - MAX_STEP_SECS).abs() < 1e-9);
}

#[test]
fn the_playhead_can_be_held_while_playing_and_goes_on_when_released() {
    let mut state = opened();
    run(&mut state, Command::Scrub(true));
    run(&mut state, Command::Seek(1.25));
    assert!(!advance(&mut state, 0.05));
    assert_eq!(state.player.time_secs(), 1.25);
    run(&mut state, Command::Scrub(false));
    assert!(advance(&mut state, 0.05));
    assert!((state.player.time_secs() - 1.30).abs() < 1e-9);
    let revision = state.pose_revision;
    run(&mut state, Command::Seek(99.0));
    assert_eq!(state.player.time_secs(), 2.0);
    assert!(state.pose_revision > revision);
    run(&mut state, Command::Seek(f64::NAN));
    assert_eq!(state.player.time_secs(), 2.0);
}

#[test]
fn steps_land_on_frames_and_pause() {
    let mut state = opened();
    run(&mut state, Command::Seek(0.51));
    run(&mut state, Command::StepFrames(1));
    assert!(!state.player.is_playing());
    assert!((state.player.time_secs() * 30.0 - 16.0).abs() < 1e-6);
    run(&mut state, Command::StepFrames(1));
    assert_eq!(state.frame(), 17);
    run(&mut state, Command::Seek(0.51));
    run(&mut state, Command::StepFrames(-1));
    assert_eq!(state.frame(), 15);
    run(&mut state, Command::GoToStart);
    run(&mut state, Command::StepFrames(-1));
    assert_eq!(state.player.time_secs(), 0.0);
    run(&mut state, Command::GoToEnd);
    assert_eq!((state.frame(), state.frame_count()), (60, 60));
}

#[test]
fn key_steps_go_from_key_to_key() {
    let mut state = opened();
    run(&mut state, Command::Seek(0.3));
    run(&mut state, Command::StepKey(true));
    assert_eq!(state.player.time_secs(), 1.0);
    run(&mut state, Command::StepKey(true));
    run(&mut state, Command::StepKey(true));
    assert_eq!(state.player.time_secs(), 2.0);
    run(&mut state, Command::StepKey(false));
    assert_eq!(state.player.time_secs(), 1.0);
}

#[test]
fn clips_fade_while_playing_and_show_at_once_while_paused() {
    let mut state = opened();
    run(&mut state, Command::PlayClip(ClipId(0)));
    assert_eq!(
        (state.clip(), state.player.fading_from()),
        (Some(ClipId(0)), Some(ClipId(1)))
    );
    assert_eq!(state.key_times, [0.0, 0.5, 1.0]);
    run(&mut state, Command::NextClip);
    run(&mut state, Command::NextClip);
    assert_eq!(state.clip(), Some(ClipId(2)));
    run(&mut state, Command::NextClip);
    assert_eq!(state.clip(), Some(ClipId(0)));
    run(&mut state, Command::SetPlaying(false));
    run(&mut state, Command::PlayClip(ClipId(1)));
    assert!(state.player.fade().is_none());
    run(&mut state, Command::PlayClip(ClipId(77)));
    assert_eq!(state.clip(), Some(ClipId(1)));
}

#[test]
fn a_clip_that_ran_once_plays_again() {
    let mut state = opened();
    run(&mut state, Command::Timeline(TimelineCommand::NextLoopMode));
    assert_eq!(state.player.loop_mode(), LoopMode::Once);
    for _ in 0..30 {
        advance(&mut state, 0.1);
    }
    assert!(!state.player.is_playing());
    assert_eq!(state.player.time_secs(), 2.0);
    run(&mut state, Command::TogglePlay);
    assert!(state.player.is_playing());
    assert_eq!(state.player.time_secs(), 0.0);
}

#[test]
fn numbers_out_of_range_are_taken_into_it() {
    let mut state = opened();
    run(&mut state, Command::SetSpeed(100.0));
    assert_eq!(state.player.speed(), 3.0);
    run(&mut state, Command::SetSpeed(f64::NAN));
    assert_eq!(state.player.speed(), 3.0);
    for (given, kept) in [(9.0, 1.0), (-1.0, 0.0), (f64::INFINITY, 0.25), (0.5, 0.5)] {
        assert_eq!(
            apply(&mut state, Command::SetCrossfade(given)),
            [Effect::SaveSettings]
        );
        assert_eq!(state.settings.crossfade_secs, kept);
    }
}

#[test]
fn a_tap_toggles_and_a_peek_goes_away() {
    let mut state = opened();
    let (lbs, dqs) = (SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion);
    run(&mut state, Command::PeekMethod(true));
    assert_eq!((state.method(), state.method_shown()), (lbs, dqs));
    assert_eq!(state.view([1, 1]).shown()[0].method, dqs);
    run(&mut state, Command::PeekMethod(false));
    assert_eq!(state.method_shown(), lbs);
    run(&mut state, Command::ToggleMethod);
    assert_eq!(state.method_shown(), dqs);
    run(&mut state, Command::SetMethod(lbs));
    assert_eq!(state.method_shown(), lbs);
}

#[test]
fn frame_twice_sees_the_whole_path() {
    let mut state = opened();
    run(&mut state, Command::Frame);
    let near = state.camera.distance;
    run(&mut state, Command::Frame);
    assert!(
        state.camera.distance > 3.0 * near,
        "{} {near}",
        state.camera.distance
    );
    run(&mut state, Command::Frame);
    assert!((state.camera.distance - near).abs() < 1e-3 * near);
    run(&mut state, Command::Orbit { yaw: 0.1, pitch: 0.0 });
    run(&mut state, Command::Frame);
    assert!(
        state.camera.distance < 2.0 * near,
        "after a turn the pose comes first again"
    );
}

#[test]
fn the_camera_turns_moves_zooms_and_looks_from_sides() {
    let mut state = opened();
    let before = state.camera;
    run(&mut state, Command::Orbit { yaw: 0.5, pitch: 9.0 });
    assert!((state.camera.yaw - before.yaw - 0.5).abs() < 1e-6);
    assert_eq!(state.camera.pitch, Camera::MAX_PITCH);
    run(&mut state, Command::Pan(Vec2::new(0.5, 0.0)));
    assert_ne!(state.camera.target, before.target);
    run(
        &mut state,
        Command::Zoom {
            factor: 0.5,
            at: Vec2::ZERO,
        },
    );
    assert!((state.camera.distance - 0.5 * before.distance).abs() < 1e-6);
    run(&mut state, Command::LookFrom(Side::Right));
    assert!((state.camera.backward() - Vec3::X).length() < 1e-6);
    run(&mut state, Command::LookFrom(Side::Top));
    assert!(state.camera.backward().y > 0.999);
    run(&mut state, Command::LookFrom(Side::Front));
    assert!((state.camera.backward() - Vec3::Z).length() < 1e-6);
    run(&mut state, Command::ToggleProjection);
    assert_eq!(state.camera.projection, Projection::Orthographic);
}

#[test]
fn framing_goes_from_what_is_selected_outwards() {
    use crate::viewer::state::Framed;
    let mut state = opened();
    run(&mut state, Command::Frame);
    assert_eq!(state.framed, Framed::Pose);
    run(&mut state, Command::SelectJoint(Some(JointId(0))));
    for step in [
        Framed::Selection,
        Framed::Pose,
        Framed::Nothing,
        Framed::Selection,
    ] {
        run(&mut state, Command::Frame);
        assert_eq!(state.framed, step);
    }
    run(&mut state, Command::Frame);
    run(&mut state, Command::Orbit { yaw: 0.1, pitch: 0.0 });
    run(&mut state, Command::Frame);
    assert_eq!(
        state.framed,
        Framed::Selection,
        "after a turn the selection comes first again"
    );
    run(&mut state, Command::Escape);
    run(&mut state, Command::Frame);
    assert_eq!(state.framed, Framed::Pose);
}

#[test]
fn a_model_that_opens_before_the_window_has_a_size_is_framed_when_it_has() {
    let mut state = ViewerState::default();
    let model = model();
    let bounds = Bounds {
        min: Vec3::ZERO,
        max: Vec3::new(10.0, 1.0, 1.0),
    };
    report(
        &mut state,
        Report::Loaded {
            model,
            opening_bounds: bounds,
        },
    );
    report(&mut state, Report::Viewport([0, 0]));
    let early = state.camera.distance;
    report(&mut state, Report::Viewport([300, 900]));
    assert!(
        state.camera.distance > early,
        "a narrow picture needs more distance"
    );
    let framed = state.camera;
    report(&mut state, Report::Viewport([900, 900]));
    assert_eq!(state.camera, framed, "a resize leaves the camera alone");
}

#[test]
fn opening_failing_and_cancelling_leave_what_was_open() {
    let mut state = opened();
    assert_eq!(apply(&mut state, Command::OpenDialog), [Effect::OpenDialog]);
    run(&mut state, Command::ShowOpenPath(true));
    run(&mut state, Command::EditOpenPath("/a b.glb".into()));
    assert_eq!(state.open_path.as_deref(), Some("/a b.glb"));
    let opened = apply(&mut state, Command::Open("/a b.glb".into()));
    assert_eq!(opened, [Effect::Open("/a b.glb".into())]);
    assert!(state.open_path.is_none());
    run(&mut state, Command::Open("  ".into()));
    report(
        &mut state,
        Report::LoadStarted {
            name: "a b.glb".into(),
        },
    );
    report(&mut state, Report::LoadProgress(Some(0.5)));
    assert_eq!(state.loading.as_ref().unwrap().fraction, Some(0.5));
    assert_eq!(apply(&mut state, Command::Escape), [Effect::CancelLoad]);
    assert_eq!(apply(&mut state, Command::CancelLoad), [Effect::CancelLoad]);
    report(&mut state, Report::LoadCancelled);
    assert!(state.loading.is_none() && state.model.is_some());
    let card = ErrorCard {
        subject: "a b.glb".into(),
        what: "No such file.".into(),
        ..ErrorCard::default()
    };
    report(&mut state, Report::LoadFailed(card));
    assert_eq!(
        apply(&mut state, Command::CopyError),
        [Effect::CopyText("a b.glb\nNo such file.".into())]
    );
    assert!(state.model.is_some());
    run(&mut state, Command::DismissError);
    assert!(state.error.is_none());
    assert_eq!(apply(&mut state, Command::Quit), [Effect::Quit]);
}

#[test]
fn escape_closes_what_lies_on_top() {
    let mut state = opened();
    run(&mut state, Command::SelectJoint(Some(JointId(2))));
    run(&mut state, Command::ShowKeySheet(true));
    run(&mut state, Command::SearchKeys("play".into()));
    assert_eq!(state.key_sheet.as_deref(), Some("play"));
    run(&mut state, Command::Escape);
    assert!(state.key_sheet.is_none() && state.selected_joint.is_some());
    run(&mut state, Command::Escape);
    assert!(state.selected_joint.is_none());
    run(&mut state, Command::ShowKeySheet(true));
    run(&mut state, Command::ShowKeySheet(true));
    assert!(state.key_sheet.is_none(), "the same key closes it");
}

#[test]
fn the_tree_folds_searches_and_shows_what_is_selected() {
    let mut state = opened();
    assert_eq!(state.tree.rows().len(), 3);
    run(&mut state, Command::FoldJoint(JointId(0), true));
    assert_eq!(state.tree.rows().len(), 1);
    assert!(state.tree.rows()[0].folded && state.tree.rows()[0].has_children);
    run(&mut state, Command::SelectJoint(Some(JointId(2))));
    assert_eq!(state.tree.rows().len(), 3, "a selected joint is unfolded");
    assert_eq!(state.view([1, 1]).selected_joint, Some(JointId(2)));
    run(&mut state, Command::SearchJoints("HAN".into()));
    assert_eq!(
        state.tree.rows().iter().map(|r| r.joint).collect::<Vec<_>>(),
        [JointId(2)]
    );
    run(&mut state, Command::SearchJoints("nothing".into()));
    assert!(state.tree.rows().is_empty());
    run(&mut state, Command::SelectJoint(Some(JointId(99))));
    assert_eq!(state.selected_joint, None);
}

#[test]
fn bone_finds_the_joints_of_a_skin() {
    let mut with_skin = (*model()).clone();
    let joints = vec![JointId(1), JointId(2)];
    let skin =
        crate::skinning::Skin::new(&with_skin.skeleton, joints, vec![glam::Affine3A::IDENTITY; 2]).unwrap();
    with_skin.skins.push(skin);
    let mut tree = JointTree::new(&with_skin, SceneId(0));
    for word in ["bone", "bones", "joint", "Bone arm"] {
        tree.set_search(word.into());
        assert!(
            tree.rows().iter().all(|r| r.in_skin) && !tree.rows().is_empty(),
            "{word}"
        );
    }
    tree.set_search("bone".into());
    assert_eq!(tree.rows().len(), 2);
}

#[test]
fn overlays_theme_panels_scenes_and_findings_switch() {
    let mut state = opened();
    run(&mut state, Command::SetOverlay(Overlay::Grid, false));
    run(&mut state, Command::ToggleOverlay(Overlay::Skeleton));
    assert!(state.overlays.skeleton && !state.view([1, 1]).overlays.grid);
    let dark = state.view([1, 1]).background;
    assert_eq!(apply(&mut state, Command::ToggleTheme), [Effect::SaveSettings]);
    assert_eq!(state.theme(), Theme::Light);
    assert_ne!(state.view([1, 1]).background, dark);
    assert_eq!(
        apply(&mut state, Command::SetTheme(Theme::Dark)),
        [Effect::SaveSettings]
    );
    assert_eq!(apply(&mut state, Command::TogglePanels), [Effect::SaveSettings]);
    assert!(!state.settings.panels);
    assert_eq!(state.view([1, 1]).preset, Preset::Automatic);
    assert_eq!(
        apply(&mut state, Command::SetPreset(Preset::Full)),
        [Effect::SaveSettings]
    );
    assert_eq!(state.view([1, 1]).preset, Preset::Full);
    run(&mut state, Command::SetScene(SceneId(1)));
    assert_eq!((state.scene, state.tree.rows().len()), (SceneId(1), 1));
    run(&mut state, Command::SetScene(SceneId(9)));
    assert_eq!(state.scene, SceneId(1));
    run(&mut state, Command::ToggleIssue(3));
    assert_eq!(state.doctor.open, Some(3));
    run(&mut state, Command::ToggleIssue(3));
    assert_eq!(state.doctor.open, None);
}

#[test]
fn exact_bounds_count_for_their_own_frame_only() {
    let mut state = opened();
    run(&mut state, Command::SetPlaying(false));
    let exact = Bounds {
        min: Vec3::ZERO,
        max: Vec3::ONE,
    };
    let revision = state.pose_revision;
    report(
        &mut state,
        Report::Bounds {
            revision,
            bounds: exact,
        },
    );
    assert_eq!(state.bounds(), Some((exact, true)));
    run(&mut state, Command::Seek(0.5));
    assert!(!state.bounds().unwrap().1);
    // An answer about what was open before comes too late.
    let before = state.bounds_after;
    report(
        &mut state,
        Report::Bounds {
            revision: before,
            bounds: exact,
        },
    );
    assert_ne!(state.exact_bounds, Some((before, exact)));
}

#[test]
fn without_a_model_no_command_does_harm() {
    let mut state = ViewerState::default();
    for binding in keys::KEYS {
        apply(&mut state, binding.command.clone());
    }
    for command in [
        Command::PlayClip(ClipId(0)),
        Command::Seek(1.0),
        Command::SelectJoint(Some(JointId(0))),
        Command::FoldJoint(JointId(5), true),
        Command::SetScene(SceneId(4)),
        Command::SetPlaying(true),
    ] {
        run(&mut state, command);
    }
    assert!(!state.player.is_playing());
    assert!(state.bounds().is_none());
    assert!(!advance(&mut state, 0.1));
}

/// The model of [`model`] with a camera on the hand, and two sets of materials.
fn with_camera() -> ViewerState {
    use crate::model::{Lens, MaterialVariant, SceneCamera, Source};
    let mut made = Model::clone(&model());
    made.cameras = vec![SceneCamera {
        name: None,
        joint: JointId(2),
        lens: Lens::Perspective { fov_y: 0.7 },
        source: Source::default(),
    }];
    made.material_variants = vec![MaterialVariant::default(); 2];
    // The camera is at once where it would glide to.
    let mut state = ViewerState::new(Settings {
        reduced_motion: true,
        ..Settings::default()
    });
    report(&mut state, Report::Viewport([900, 600]));
    open(&mut state, Arc::new(made));
    run(&mut state, Command::SetPlaying(false));
    state
}

fn open(state: &mut ViewerState, model: Arc<Model>) {
    let bounds = opening_bounds(
        &model,
        model.opening_clip(),
        SceneId(0),
        SkinningMethod::LinearBlend,
        &Work::alone(),
    )
    .unwrap();
    report(
        state,
        Report::Loaded {
            model,
            opening_bounds: bounds,
        },
    );
}

#[test]
fn looking_through_a_camera_follows_the_clip_and_ends_when_a_hand_turns_it() {
    use crate::model::CameraId;
    let mut state = with_camera();
    let orbit = state.camera;
    run(&mut state, Command::Seek(0.0));
    run(&mut state, Command::NextCamera);
    assert_eq!(state.looking_through, Some(CameraId(0)));
    let at = |s: &ViewerState| s.camera.position();
    assert!(at(&state).abs_diff_eq(Vec3::Y * 2.0, 1e-5), "{}", at(&state));
    run(&mut state, Command::Seek(1.0));
    assert!(at(&state).distance(Vec3::Y * 2.0) > 1.0, "it moves with the hand");
    assert_eq!(state.view([8, 8]).camera, state.camera);
    // After the last one as before.
    run(&mut state, Command::NextCamera);
    assert_eq!((state.looking_through, state.camera), (None, orbit));
    // Orbiting goes on from there.
    for command in [
        Command::Orbit { yaw: 0.0, pitch: 0.0 },
        Command::Pan(Vec2::ZERO),
        Command::Zoom {
            factor: 1.0,
            at: Vec2::ZERO,
        },
    ] {
        run(&mut state, Command::LookThrough(Some(CameraId(0))));
        let before = at(&state);
        run(&mut state, command);
        assert_eq!((state.looking_through, state.camera.through), (None, None));
        assert!(at(&state).abs_diff_eq(before, 1e-3), "{} {before}", at(&state));
        assert_eq!(state.camera.fov_y, 0.7);
    }
    run(&mut state, Command::LookThrough(Some(CameraId(0))));
    run(&mut state, Command::Frame);
    assert_eq!(state.looking_through, None);
    assert_eq!(state.camera.fov_y, Camera::default().fov_y);
    // What goes elsewhere by itself leaves it, too; what does not stays.
    run(&mut state, Command::LookThrough(Some(CameraId(0))));
    run(&mut state, Command::ToggleMethod);
    assert!(state.looking_through.is_some());
    run(&mut state, Command::SetScene(SceneId(1)));
    assert_eq!((state.looking_through, state.camera.through), (None, None));
    run(&mut state, Command::LookThrough(Some(CameraId(7))));
    assert_eq!((state.looking_through, state.camera.through), (None, None));
}

#[test]
fn a_set_of_materials_is_chosen_and_forgotten_with_its_model() {
    use crate::model::MaterialVariantId;
    let mut state = with_camera();
    run(
        &mut state,
        Command::SetMaterialVariant(Some(MaterialVariantId(1))),
    );
    assert_eq!(state.view([8, 8]).material_variant, Some(MaterialVariantId(1)));
    run(
        &mut state,
        Command::SetMaterialVariant(Some(MaterialVariantId(9))),
    );
    assert_eq!(state.material_variant, None, "there is no such set");
    run(
        &mut state,
        Command::SetMaterialVariant(Some(MaterialVariantId(0))),
    );
    run(&mut state, Command::LookThrough(Some(crate::model::CameraId(0))));
    open(&mut state, model());
    assert_eq!((state.material_variant, state.looking_through), (None, None));
    assert_eq!(state.camera.through, None);
}

#[test]
fn a_character_that_looks_the_other_way_is_seen_from_its_front() {
    let mut state = with_camera();
    let yaw = state.camera.yaw;
    let mut turned = Model::clone(&model());
    turned.faces_backward = true;
    open(&mut state, Arc::new(turned));
    assert!((state.camera.yaw - yaw).abs().sin().abs() < 1e-5 && (state.camera.yaw - yaw).cos() < -0.99);
    run(&mut state, Command::LookFrom(Side::Front));
    assert!((state.camera.backward() + Vec3::Z).length() < 1e-5);
    open(&mut state, model());
    assert!(
        (state.camera.backward() - Vec3::Z).length() < 1e-5,
        "and back again"
    );
}
