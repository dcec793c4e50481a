//! The frame inspector by label, without a window.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::animation::{ClipId, JointId};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::math::Bounds;
use rigscope::viewer::{Command, Report, Theme, report};
use rigscope::work::Work;

use crate::ui_support::{Window, harness};

const SIZE: [f32; 2] = [1440.0, 2400.0];

/// The source chapter's rig with shoulder 90 and elbow 30 degrees.
fn rig() -> Window {
    let mut window = Window::new(Theme::Dark);
    let sample = rigscope::samples::find("chapter_rig").unwrap();
    let options = ImportOptions::default();
    let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &Work::alone()).unwrap();
    let named = |c: &ClipId| {
        model
            .clip(*c)
            .unwrap()
            .name()
            .is_some_and(|n| n.starts_with("C "))
    };
    let clip = model.clip_ids().find(named).unwrap();
    report(
        &mut window.state,
        Report::Loaded {
            model: Arc::new(model),
            opening_bounds: Bounds::EMPTY,
        },
    );
    window.run(Command::SetCrossfade(0.0));
    window.run(Command::PlayClip(clip));
    window.run(Command::SetPlaying(false));
    window.run(Command::Seek(1.0));
    window
}

fn joint(window: &Window, name: &str) -> JointId {
    let tree = &window.state.tree;
    tree.rows()
        .iter()
        .map(|r| r.joint)
        .find(|j| tree.label(*j) == name)
        .unwrap()
}

fn unfolded(select: bool) -> Harness<'static, Window> {
    let mut window = rig();
    if select {
        let elbow = joint(&window, "Elbow");
        window.run(Command::SelectJoint(Some(elbow)));
    }
    let mut h = harness(window, SIZE);
    h.run();
    h.get_by_role_and_label(egui::accesskit::Role::Button, "Frame inspector")
        .click();
    h.run();
    h
}

#[test]
fn without_a_joint_it_says_what_to_do() {
    let h = unfolded(false);
    h.get_by_label("Select a joint in the tree, or go to a vertex of the comparison.");
}

#[test]
fn the_steps_show_the_chapters_numbers() {
    let mut h = unfolded(true);
    h.get_by_label("Joint: Elbow");
    // Table C: the elbow stands at (0, 1, 0), turned by 120 degrees; its inverse bind moves by -1 along x.
    h.get_by_label("Elbow: 0.000  1.000  0.000");
    h.get_by_label("1.000 0.000 0.000 −1.000 0.000 1.000 0.000 0.000 0.000 0.000 1.000 0.000");
    h.get_by_label(": 30.000°  (0.000  0.000  1.000)");
    h.get_by_label("LBS: −0.050  1.187  0.000");
    h.get_by_label("DQS: −0.052  1.193  0.000");
    // A link of the chain selects that joint and shows the skeleton.
    let shoulder = joint(h.state(), "Shoulder");
    h.get_by_label("Shoulder: 0.000  0.000  0.000").click();
    h.run();
    assert_eq!(h.state().state.selected_joint, Some(shoulder));
    assert!(h.state().state.overlays.skeleton);
    h.get_by_label("Joint: Shoulder");
}

#[test]
fn the_vertex_follows_the_joint_and_can_be_chosen() {
    let mut window = rig();
    let (shoulder, elbow) = (joint(&window, "Shoulder"), joint(&window, "Elbow"));
    window.run(Command::SelectJoint(Some(elbow)));
    let shared = window.state.inspected_vertex.unwrap();
    // The shared vertex follows both; it stays.
    window.run(Command::SelectJoint(Some(shoulder)));
    assert_eq!(window.state.inspected_vertex, Some(shared));
    let hand = rigscope::inspect::compare::VertexRef { vertex: 6, ..shared };
    window.run(Command::InspectVertex(Some(hand)));
    window.run(Command::SelectJoint(Some(elbow)));
    assert_eq!(window.state.inspected_vertex, Some(hand), "it follows the elbow");
    window.run(Command::SelectJoint(Some(shoulder)));
    assert_ne!(
        window.state.inspected_vertex,
        Some(hand),
        "it does not follow the shoulder"
    );
}

#[test]
fn an_exact_time_can_be_typed() {
    let mut h = unfolded(true);
    h.get_by_label("Time").click();
    h.run();
    h.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    h.run();
    h.event(egui::Event::Text("0.2504".to_owned()));
    h.run();
    h.key_press(egui::Key::Enter);
    h.run();
    assert!(
        (h.state().state.player.time_secs() - 0.2504).abs() < 1e-9,
        "{}",
        h.state().state.player.time_secs()
    );
    assert!(!h.state().state.player.is_playing());
    h.get_by_label("Rotation · LINEAR: 0 → 1  0.250");
}
