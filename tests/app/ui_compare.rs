//! The panels of the comparison by label, without a window.

use std::sync::Arc;

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable};
use rigscope::animation::{ClipId, JointId};
use rigscope::inspect::compare::{ClipNumbers, FrameNumbers, RegionRatio, VertexRef};
use rigscope::inspect::twist::JointTwist;
use rigscope::model::InstanceId;
use rigscope::skinning::{DistanceStats, SkinningMethod};
use rigscope::viewer::lab::MeasuredFrame;
use rigscope::viewer::view::Layout;
use rigscope::viewer::{Command, Compare, LabCommand, Measure, Report, Slot, Theme, report};

use crate::ui_support::{Window, click, harness};

const SIZE: [f32; 2] = [1440.0, 2000.0];

fn joint(window: &Window, name: &str) -> JointId {
    let tree = &window.state.tree;
    tree.rows()
        .iter()
        .map(|r| r.joint)
        .find(|j| tree.label(*j) == name)
        .unwrap()
}

fn stats(largest: f32) -> DistanceStats {
    DistanceStats {
        largest,
        worst: 0,
        mean: f64::from(largest) * 0.05,
        percentile_95: largest * 0.4,
    }
}

/// A character under comparison whose numbers are known.
pub(crate) fn measured(theme: Theme) -> Window {
    let mut window = Window::with_character(theme);
    window.run(Command::PlayClip(ClipId(5)));
    window.run(Command::Lab(LabCommand::SetCompare(Compare::Split)));
    window.run(Command::Seek(0.5));
    let hand = joint(&window, "LeftHand");
    let vertex = VertexRef {
        instance: InstanceId(0),
        primitive: 0,
        vertex: 4812,
    };
    let regions = vec![RegionRatio {
        joint: hand,
        a: 0.714,
        b: 1.03,
    }];
    let frame = MeasuredFrame {
        revision: window.state.pose_revision,
        numbers: FrameNumbers {
            distance: stats(0.0124),
            worst: Some((vertex, hand)),
            regions: regions.clone(),
            closed: Some((0.98, 1.01)),
            ..FrameNumbers::default()
        },
    };
    report(&mut window.state, Report::Compared(Box::new(frame)));
    let times_secs: Vec<f64> = (0..=45).map(|k| f64::from(k) / 30.0).collect();
    let frames = times_secs
        .iter()
        .map(|t| stats(0.0142 * (4.0 * t).sin().abs() as f32))
        .collect();
    let key = window.state.lab.clip_key(window.state.clip(), window.state.scene);
    let curves = Arc::new(ClipNumbers {
        clip: window.state.clip(),
        regions: vec![regions; times_secs.len()],
        times_secs,
        frames,
        largest: 0.0142,
        worst: Some((1.2, vertex, hand)),
        mean: 0.0006,
        percentile_95: 0.005,
        own_largest: Vec::new(),
        volumes: Default::default(),
    });
    report(&mut window.state, Report::Curves { key, curves });
    let twist = |name: &str, degrees| JointTwist {
        joint: joint(&window, name),
        degrees,
        clip: Some(ClipId(4)),
        time_secs: 0.7,
    };
    let twists = vec![
        twist("LeftHand", 118.0),
        twist("LeftForeArm", -31.0),
        twist("Neck", 20.0),
    ];
    let model = window.state.model.clone().unwrap();
    report(&mut window.state, Report::Twists { model, twists });
    window
}

fn opened() -> Harness<'static, Window> {
    let mut h = harness(measured(Theme::Dark), SIZE);
    h.run_ok();
    h.state_mut().commands.clear();
    h
}

#[test]
fn every_method_and_every_layout_is_one_click() {
    let mut h = harness(Window::with_character(Theme::Light), SIZE);
    h.run_ok();
    for (label, method) in [
        ("Masked", SkinningMethod::Masked),
        ("Blend", SkinningMethod::Blend),
        ("LBS", SkinningMethod::LinearBlend),
    ] {
        assert_eq!(click(&mut h, label), [Command::SetMethod(method)]);
        assert_eq!(h.state().state.method_shown(), method);
    }
    for (label, compare) in [
        ("Split", Compare::Split),
        ("Ghost", Compare::Ghost),
        ("Difference", Compare::Difference),
        ("Side", Compare::Side),
        ("Off", Compare::Off),
    ] {
        assert_eq!(
            click(&mut h, label),
            [Command::Lab(LabCommand::SetCompare(compare))]
        );
        assert_eq!(h.state().state.lab.compare, compare);
    }
}

#[test]
fn a_and_b_are_chosen_from_menus() {
    let mut h = opened();
    click(&mut h, "Influences of A: all influences");
    click(&mut h, "4 influences");
    assert_eq!(h.state().state.lab.skinning(Slot::A).influence_limit, 4);
    click(&mut h, "Method of B: DQS");
    // The segment of the same name comes first in the tree of labels or last: the menu's is the button.
    let in_menu = h
        .query_all_by_role_and_label(egui::accesskit::Role::Button, "Blend")
        .next();
    in_menu.expect("a menu entry").click();
    h.run_ok();
    assert_eq!(
        h.state().state.lab.skinning(Slot::B).method,
        SkinningMethod::Blend
    );
    assert!(h.query_by_label("Blend of B").is_some(), "it has a slider");
}

#[test]
fn numbers_have_their_units_and_choose_the_graph() {
    let mut h = opened();
    for label in [
        "Largest: 12.4\u{2009}mm",
        "95th percentile: 4.96\u{2009}mm",
        "Closed parts: 98\u{2009}% · 101\u{2009}%",
    ] {
        assert!(h.query_by_label(label).is_some(), "{label}");
    }
    assert_eq!(
        click(&mut h, "Mean: 0.620\u{2009}mm"),
        [Command::Lab(LabCommand::SetMeasure(Measure::Mean))]
    );
    click(&mut h, "Volume, LeftHand: 71\u{2009}% · 103\u{2009}%");
    assert_eq!(h.state().state.lab.measure, Measure::Volume);
}

#[test]
fn worst_places_are_links() {
    let mut h = opened();
    let commands = click(&mut h, "Worst vertex: 4,812 · LeftHand");
    assert!(matches!(commands[..], [Command::Lab(LabCommand::GoToVertex(v, _))] if v.vertex == 4812));
    let state = &h.state().state;
    assert_eq!(state.tree.label(state.selected_joint.unwrap()), "LeftHand");
    click(&mut h, "Go to 1.200\u{2009}s");
    assert!((h.state().state.player.time_secs() - 1.2).abs() < 1e-6);
}

#[test]
fn the_graph_seeks_and_lets_go() {
    let mut h = opened();
    let graph = h.get_by_label("Over the clip").rect();
    let at = |share: f32| egui::pos2(graph.left() + graph.width() * share, graph.center().y);
    h.drag_at(at(0.2));
    h.run_ok();
    h.hover_at(at(0.8));
    h.run_ok();
    assert!(h.state().state.scrubbing);
    assert!((h.state().state.player.time_secs() - 1.2).abs() < 0.02);
    h.drop_at(at(0.8));
    h.run_ok();
    h.run_ok();
    assert!(!h.state().state.scrubbing, "let go, time goes on");
}

#[test]
fn the_line_of_the_split_is_dragged_and_moved_by_keys() {
    let mut h = opened();
    let split = |h: &Harness<'_, Window>| match h.state().state.layout() {
        Layout::Split { at } => at,
        other => panic!("{other:?}"),
    };
    let line = h.get_by_label("Split line").rect();
    let camera = h.state().state.camera;
    h.drag_at(egui::pos2(line.center().x, line.top() + 100.0));
    h.run_ok();
    h.hover_at(egui::pos2(line.center().x + 200.0, line.top() + 160.0));
    h.run_ok();
    h.drop_at(egui::pos2(line.center().x + 200.0, line.top() + 160.0));
    h.run_ok();
    assert!(split(&h) > 0.65, "{}", split(&h));
    assert_eq!(h.state().state.camera, camera, "the camera had no part in it");
    let before = split(&h);
    h.get_by_label("Split line").focus();
    h.run_ok();
    h.key_press(Key::ArrowLeft);
    h.run_ok();
    assert!(split(&h) < before);
}

#[test]
fn twists_are_told_gone_to_and_mended() {
    let mut h = opened();
    assert!(
        h.query_by_label_contains("LeftHand twists 118° on one joint")
            .is_some(),
        "what it costs is said"
    );
    assert!(
        h.query_by_label_contains("LBS keeps 52\u{2009}% of the radius")
            .is_some()
    );
    assert!(
        h.query_by_label_contains("Neck twists").is_none(),
        "a small twist needs no advice"
    );
    h.get_by_label_contains("LeftForeArm twists").click();
    h.run_ok();
    assert_eq!(h.state().state.clip(), Some(ClipId(4)));
    let hand = joint(h.state(), "LeftHand");
    assert_eq!(
        click(&mut h, "Use DQS at LeftHand"),
        [Command::Lab(LabCommand::UseDqsAt(hand))]
    );
    assert!(h.state().state.lab.is_masked(hand));
    // Now the tree has a box for each joint of a skin.
    click(&mut h, "DQS at LeftHand");
    assert!(!h.state().state.lab.is_masked(hand));
}

#[test]
fn an_analysis_can_be_stopped_and_begun_again() {
    let mut h = opened();
    h.state_mut().run(Command::PlayClip(ClipId(2)));
    report(&mut h.state_mut().state, Report::Analysing(Some(0.3)));
    h.run_ok();
    assert!(h.query_by_label("Over the clip").is_none());
    click(&mut h, "Cancel");
    let key = h.state().state.lab.stopped;
    assert_eq!(key.map(|k| k.clip), Some(Some(ClipId(2))));
    click(&mut h, "Measure the clip");
    assert_eq!(h.state().state.lab.stopped, None);
}

#[test]
fn the_search_for_twists_shows_how_far_it_is_and_can_be_stopped() {
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    report(&mut h.state_mut().state, Report::FindingTwists(Some(0.3)));
    h.run_ok();
    let bar = h.get_by_role(egui::accesskit::Role::ProgressIndicator);
    assert_eq!(
        bar.accesskit_node().numeric_value().map(|v| (v * 10.0).round()),
        Some(3.0)
    );
    assert_eq!(click(&mut h, "Stop"), [Command::Lab(LabCommand::CancelTwists)]);
    assert!(
        h.query_by_role(egui::accesskit::Role::ProgressIndicator)
            .is_none()
    );
    assert_eq!(
        click(&mut h, "Look for twists"),
        [Command::Lab(LabCommand::FindTwists)]
    );
    assert!(
        h.query_by_role(egui::accesskit::Role::ProgressIndicator)
            .is_some()
    );
}

#[test]
fn the_scale_is_automatic_until_it_is_not() {
    let mut h = opened();
    click(&mut h, "Difference");
    assert!(matches!(h.state().state.layout(), Layout::Difference { scale } if (scale - 0.02).abs() < 1e-6));
    click(&mut h, "Follows the frame");
    assert!(h.state().state.lab.typed_scale.is_some());
    click(&mut h, "Follows the frame");
    assert!(h.state().state.lab.typed_scale.is_none());
}
