//! The frame inspector by label, without a window.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::Vec3;
use rigscope::animation::{ClipId, JointId};
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::math::Bounds;
use rigscope::viewer::{Command, Report, Theme, report};
use rigscope::work::Work;

use crate::ui_support::{Window, harness};

const SIZE: [f32; 2] = [1440.0, 3600.0];

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
            opening_bounds: Bounds {
                min: Vec3::new(-0.5, -0.5, -0.5),
                max: Vec3::new(2.5, 2.0, 0.5),
            },
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
    h.get_by_label("Select a joint in the tree, or click the character to choose a vertex.");
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

#[test]
fn a_key_is_gone_to() {
    let mut h = unfolded(true);
    let key = |h: &Harness<'_, Window>| {
        let name = |l: &str| l.starts_with("0.000\u{2009}s: ");
        h.query_all_by(|n| n.label().is_some_and(|l| name(&l)))
            .next()
            .map(|n| n.click())
    };
    h.state_mut().run(Command::Seek(0.5));
    h.run();
    key(&h).expect("the first key is a link");
    h.run();
    let commands = &h.state().commands;
    assert!(commands.iter().any(|c| matches!(c, Command::SetPlaying(false))));
    assert_eq!(h.state().state.player.time_secs(), 0.0);
}

/// What the picture has marked, by the names beside the marks.
fn marked(h: &Harness<'_, Window>, name: &str) -> usize {
    h.query_all_by_role_and_label(egui::accesskit::Role::Label, name)
        .count()
}

fn step_clicked(h: &mut Harness<'_, Window>, step: &str) {
    h.get_by_role_and_label(egui::accesskit::Role::Button, step)
        .click();
    h.run();
    // The pointer goes elsewhere: what was clicked stays.
    h.hover_at(egui::pos2(700.0, 2.0));
    h.run();
}

#[test]
fn each_step_is_marked_in_the_picture_and_only_that_one() {
    let mut h = unfolded(true);
    let vertex = h.state().state.inspected_vertex.unwrap().vertex;
    let rest = format!("vertex {vertex} at rest");
    assert_eq!((marked(&h, "Elbow"), marked(&h, "LBS")), (0, 0));

    step_clicked(&mut h, "Local transform");
    assert_eq!((marked(&h, "Elbow"), marked(&h, "Shoulder")), (1, 1));
    assert!(h.state().state.overlays.skeleton);

    step_clicked(&mut h, "From the root to the joint");
    assert_eq!((marked(&h, "Elbow"), marked(&h, "LBS")), (1, 0));

    step_clicked(&mut h, "Inverse bind");
    assert_eq!((marked(&h, "Elbow at rest"), marked(&h, &rest)), (1, 1));

    step_clicked(&mut h, "Skinning matrix");
    assert_eq!((marked(&h, "By Elbow alone"), marked(&h, &rest)), (1, 1));

    step_clicked(&mut h, "Contributions");
    assert_eq!(
        (marked(&h, "By Elbow alone"), marked(&h, "By Shoulder alone")),
        (1, 1)
    );

    step_clicked(&mut h, "Both blends");
    assert_eq!((marked(&h, "LBS"), marked(&h, "DQS")), (1, 1));
    assert_eq!(marked(&h, "By Elbow alone"), 0);

    // A second click takes the marks away.
    step_clicked(&mut h, "Both blends");
    assert_eq!((marked(&h, "LBS"), marked(&h, "DQS")), (0, 0));
}

#[test]
fn between_the_methods_the_factor_and_the_result_are_told() {
    let mut h = unfolded(true);
    h.state_mut()
        .run(Command::SetMethod(rigscope::skinning::SkinningMethod::Blend));
    h.run();
    // Half of the way from (-0.05, 1.1866) to (-0.0518, 1.1932).
    h.get_by_label("Blend × 0.500: −0.051  1.190  0.000");
}
