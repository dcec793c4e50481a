//! Posing by hand: the handles in the picture and the panel, by label, and the steps behind them.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::{Quat, Vec3};
use rigscope::animation::{JointId, ModelPose, Player};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::model::{Model, PosedModel};
use rigscope::viewer::{
    Command, Effect, PoseNote, PoseTextError, PoseTool, PosingCommand, Report, Theme, apply, report,
};
use rigscope::work::Work;

use crate::ui_support::{Window, harness};

/// High enough for every section of the right panel.
const HIGH: [f32; 2] = [1440.0, 2400.0];

fn posing(command: PosingCommand) -> Command {
    Command::Posing(command)
}

fn joint(window: &Window, name: &str) -> JointId {
    let skeleton = &window.state.model.as_deref().unwrap().skeleton;
    skeleton
        .joints()
        .find(|j| skeleton.name(*j) == Some(name))
        .unwrap()
}

fn local(window: &Window, name: &str) -> rigscope::math::Transform {
    window.state.posed.local.local(joint(window, name))
}

fn place(window: &Window, name: &str) -> Vec3 {
    let space: &ModelPose = &window.state.posed.model_space;
    space.model_from_joint(joint(window, name)).translation.into()
}

/// The character, paused, with a joint selected and a tool in the hand.
fn with_tool(name: &str, tool: PoseTool) -> Window {
    let mut window = Window::with_character(Theme::Dark);
    window.run(Command::SelectJoint(Some(joint(&window, name))));
    window.run(posing(PosingCommand::SetTool(Some(tool))));
    window
}

#[test]
fn a_tool_brings_its_panel_into_sight_and_asks_for_a_joint() {
    let mut h = harness(Window::with_character(Theme::Dark), [1280.0, 800.0]);
    h.run_ok();
    let hint = "Select a joint in the tree or the picture";
    assert!(h.query_by_label(hint).is_none());
    h.state_mut()
        .run(posing(PosingCommand::SetTool(Some(PoseTool::Rotate))));
    h.run_ok();
    assert!(h.query_by_label(hint).is_some());
    let switch = h.get_by_label("Along the joint’s own axes").rect();
    assert!(switch.top() > 0.0 && switch.bottom() < 800.0, "{switch:?}");
    let hand = joint(h.state(), "LeftHand");
    h.state_mut().run(Command::SelectJoint(Some(hand)));
    h.run_ok();
    assert!(h.query_by_label(hint).is_none());
}

fn mannequin_model() -> Arc<Model> {
    let sample = rigscope::samples::SAMPLES
        .iter()
        .find(|s| s.name == "mannequin")
        .unwrap();
    let options = ImportOptions::default();
    Arc::new(
        import_bytes(
            "mannequin.glb",
            sample.bytes.to_vec(),
            None,
            &options,
            &Work::alone(),
        )
        .unwrap(),
    )
}

fn mannequin() -> Window {
    let mut window = Window::new(Theme::Dark);
    report(
        &mut window.state,
        Report::Loaded {
            opening_bounds: rigscope::math::Bounds {
                min: Vec3::new(-0.85, 0.0, -0.2),
                max: Vec3::new(0.85, 1.82, 0.25),
            },
            model: mannequin_model(),
        },
    );
    window.run(Command::SetPlaying(false));
    window
}

fn drag_handle(h: &mut Harness<'_, Window>, label: &str, by: egui::Vec2) {
    let from = h.get_by_label(label).rect().center();
    h.hover_at(from);
    h.run_ok();
    h.drag_at(from);
    h.run_ok();
    for share in [0.3, 0.6, 1.0] {
        h.hover_at(from + by * share);
        h.run_ok();
    }
}

#[test]
fn a_ring_turns_the_joint_and_the_camera_stays() {
    let mut h = harness(with_tool("Spine", PoseTool::Rotate), HIGH);
    h.run_ok();
    let camera = h.state().state.camera;
    let before = local(h.state(), "Spine").rotation;
    drag_handle(&mut h, "Turn about Y", egui::vec2(40.0, 0.0));
    assert!(h.state().state.posing.is_dragging());
    let at = h.get_by_label("Turn about Y").rect().center();
    h.drop_at(at);
    h.run_ok();
    let state = &h.state().state;
    assert_eq!(state.camera, camera, "the drag was not the camera's");
    assert!(!state.posing.is_dragging());
    assert_eq!(state.posing.steps(), [1, 0], "one drag is one step");
    let turned = local(h.state(), "Spine").rotation;
    let (axis, angle) = (before.inverse() * turned).to_axis_angle();
    assert!(angle > 0.2 && axis.y.abs() > 0.99, "{axis} by {angle}");

    h.get_by_label("Undo").click();
    h.run_ok();
    assert_eq!(local(h.state(), "Spine").rotation, before);
    h.get_by_label("Redo").click();
    h.run_ok();
    assert_eq!(local(h.state(), "Spine").rotation, turned);
    h.get_by_label("Reset joint").click();
    h.run_ok();
    assert_eq!(local(h.state(), "Spine").rotation, before);
    assert!(h.state().state.hand_pose().is_empty());
}

#[test]
fn escape_takes_a_drag_back() {
    let mut h = harness(with_tool("Spine", PoseTool::Move), HIGH);
    h.run_ok();
    let before = local(h.state(), "Spine");
    drag_handle(&mut h, "Move along X", egui::vec2(50.0, 0.0));
    assert!(local(h.state(), "Spine").translation.x > before.translation.x + 0.01);
    h.state_mut().run(Command::Escape);
    h.run_ok();
    let state = &h.state().state;
    assert_eq!(local(h.state(), "Spine"), before);
    assert_eq!(state.posing.steps(), [0, 0]);
    assert_eq!(
        state.posing.tool,
        Some(PoseTool::Move),
        "the tool stays in the hand"
    );
    // The hand still holds the button: nothing more happens until it takes hold anew.
    h.hover_at(egui::pos2(700.0, 700.0));
    h.run_ok();
    assert_eq!(local(h.state(), "Spine"), before);
    h.state_mut().run(Command::Escape);
    assert_eq!(h.state().state.posing.tool, None);
    assert!(h.state().state.selected_joint.is_some());
}

#[test]
fn side_by_side_each_picture_has_handles() {
    let mut window = with_tool("Spine", PoseTool::Rotate);
    window.run(Command::Lab(rigscope::viewer::LabCommand::SetCompare(
        rigscope::viewer::Compare::Side,
    )));
    let mut h = harness(window, HIGH);
    h.run_ok();
    assert_eq!(h.get_all_by_label("Turn about Y").count(), 2);
}

#[test]
fn a_foot_reaches_and_the_shin_keeps_its_length() {
    let mut window = with_tool("LeftLeg", PoseTool::Reach);
    // The character of the tests has straight legs of equal parts: hips, thigh, shin.
    let [root, middle, end] = ["Hips", "LeftUpLeg", "LeftLeg"];
    assert!(window.state.selected_limb().is_none(), "the hips are a root");
    window.run(Command::SelectJoint(Some(joint(&window, "LeftHand"))));
    let [root, middle, end] = if window.state.selected_limb().is_some() {
        ["LeftUpperArm", "LeftForeArm", "LeftHand"]
    } else {
        [root, middle, end]
    };
    let lengths = |w: &Window| {
        [
            place(w, root).distance(place(w, middle)),
            place(w, middle).distance(place(w, end)),
        ]
    };
    let (before, from) = (lengths(&window), place(&window, end));
    window.run(posing(PosingCommand::Begin));
    window.run(posing(PosingCommand::Shift(Vec3::new(0.1, -0.15, 0.0))));
    window.run(posing(PosingCommand::End));
    assert!(place(&window, end).distance(from + Vec3::new(0.1, -0.15, 0.0)) < 1e-3);
    for (a, b) in before.into_iter().zip(lengths(&window)) {
        assert!((a - b).abs() < 1e-4);
    }
    assert_eq!(window.state.posing.steps(), [1, 0]);
}

#[test]
fn a_pose_goes_through_the_clipboard_and_bad_ones_change_nothing() {
    let mut window = mannequin();
    let hand = joint(&window, "LeftHand");
    window.run(posing(PosingCommand::SetRotation(
        hand,
        Quat::from_rotation_y(1.2),
    )));
    let posed = window.state.posed.local.clone();
    let effects = apply(&mut window.state, posing(PosingCommand::Copy));
    let [Effect::CopyText(text)] = &effects[..] else {
        panic!("{effects:?}")
    };
    window.run(posing(PosingCommand::ResetAll));
    assert_ne!(window.state.posed.local, posed);
    // As Ctrl+V has it: told from a path by what it is.
    window.run(Command::Paste(text.clone()));
    for j in window.state.model.clone().unwrap().skeleton.joints() {
        let (is, was) = (window.state.posed.local.local(j), posed.local(j));
        assert!(is.rotation.dot(was.rotation).abs() > 1.0 - 1e-5);
        assert!(is.translation.abs_diff_eq(was.translation, 1e-5));
    }
    let pasted = window.state.posed.local.clone();
    window.run(Command::Paste(text.replace("LeftHand", "Nobody")));
    let note = window.state.posing.note.clone();
    assert!(
        matches!(&note, Some(PoseNote::Pasted(_, unknown)) if unknown.iter().any(|n| n.starts_with("Nobody"))),
        "{note:?}"
    );
    window.run(Command::Paste(
        r#"{"rigscope-pose":1,"joints":{"LeftHand":{"rotation":[1,2]}}}"#.into(),
    ));
    let refused = PoseNote::Refused(PoseTextError::Number("LeftHand".into()));
    assert_eq!(window.state.posing.note, Some(refused));
    assert_eq!(window.state.posed.local, pasted);
    let opened = apply(&mut window.state, Command::Paste("/tmp/fox.glb".into()));
    assert_eq!(opened, [Effect::Open("/tmp/fox.glb".into())]);
}

#[test]
fn a_mirrored_pose_has_its_hands_on_the_other_sides() {
    let mut window = mannequin();
    window.run(posing(PosingCommand::SetOverRest(true)));
    let arm = joint(&window, "LeftArm");
    window.run(posing(PosingCommand::SetRotation(
        arm,
        Quat::from_rotation_z(0.7),
    )));
    let left = place(&window, "LeftHand");
    window.run(posing(PosingCommand::Mirror));
    let right = place(&window, "RightHand");
    assert!(
        right.distance(left * Vec3::new(-1.0, 1.0, 1.0)) < 5e-3,
        "{left} {right}"
    );
    window.run(posing(PosingCommand::Undo));
    assert_eq!(place(&window, "LeftHand"), left);
}

#[test]
fn the_fast_core_shows_what_the_hand_did_and_forgets_it() {
    let mut window = mannequin();
    let fast = mannequin_model();
    fast.make_ready(&Work::alone()).unwrap();
    let slow = window.state.model.clone().unwrap();
    let hand = joint(&window, "LeftHand");
    let turn = posing(PosingCommand::SetRotation(hand, Quat::from_rotation_x(1.0)));
    window.run(turn);
    let frame = |model: &Model, player: &Player, posed: &mut PosedModel| {
        posed.update(model, player, false);
        model
            .skeleton
            .joints()
            .map(|j| Vec3::from(posed.model_space.model_from_joint(j).translation))
            .collect::<Vec<_>>()
    };
    let (mut by_fast, mut by_slow) = (PosedModel::default(), PosedModel::default());
    let plain = frame(&fast, &Player::new(), &mut by_fast);
    for over_rest in [false, true] {
        window.run(posing(PosingCommand::SetOverRest(over_rest)));
        let player = &window.state.player;
        let (a, b) = (
            frame(&fast, player, &mut by_fast),
            frame(&slow, player, &mut by_slow),
        );
        let off = a.iter().zip(&b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(off < 1e-4, "{off}");
        let turned = by_fast.local.local(hand).rotation;
        assert!(turned.dot(by_slow.local.local(hand).rotation).abs() > 1.0 - 1e-5);
    }
    assert_eq!(
        frame(&fast, &Player::new(), &mut by_fast),
        plain,
        "nothing lingers"
    );
}
