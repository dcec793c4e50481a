//! Every panel by label: what a person clicks is the command that comes out, in both themes.

use egui::accesskit::Toggled;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::animation::{ClipId, LoopMode};
use rigscope::inspect::compare::VertexRef;
use rigscope::inspect::stages;
use rigscope::model::{InstanceId, Light, LightId, LightInstance, LightKind, Source};
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::view::Lights;
use rigscope::viewer::{Command, ErrorCard, Overlay, Report, Sheet, Theme, TimelineCommand, report};

use crate::ui_support::{Window, character, harness};

const SIZE: [f32; 2] = [1440.0, 1800.0];

/// Clicks what is called `label`; returns the commands that came of it.
fn click(window: Window, label: &str) -> (Vec<Command>, Window) {
    let mut h = harness(window, SIZE);
    h.run_ok();
    h.state_mut().commands.clear();
    h.get_by_label(label).click();
    h.run_ok();
    let window = h.into_state();
    (window.commands.clone(), window)
}

#[test]
fn the_transport_plays_steps_and_jumps() {
    for theme in [Theme::Dark, Theme::Light] {
        let (commands, window) = click(Window::with_character(theme), "Play");
        assert_eq!(commands, [Command::TogglePlay]);
        assert!(window.state.player.is_playing());
    }
    for (label, command) in [
        ("To the start", Command::GoToStart),
        ("One frame back", Command::StepFrames(-1)),
        ("One frame on", Command::StepFrames(1)),
        ("To the end", Command::GoToEnd),
        ("Previous key", Command::StepKey(false)),
        ("Next key", Command::StepKey(true)),
        ("Reverse", Command::Timeline(TimelineCommand::Reverse)),
        ("Loop", Command::Timeline(TimelineCommand::NextLoopMode)),
        (
            "Dope sheet",
            Command::Timeline(TimelineCommand::ToggleSheet(Sheet::Keys)),
        ),
        (
            "Curves",
            Command::Timeline(TimelineCommand::ToggleSheet(Sheet::Curves)),
        ),
    ] {
        let (commands, _) = click(Window::with_character(Theme::Dark), label);
        assert_eq!(commands, [command]);
    }
    let (_, window) = click(Window::with_character(Theme::Dark), "Loop");
    assert_eq!(window.state.player.loop_mode(), LoopMode::Once);
    let (_, window) = click(window, "Once");
    assert_eq!(window.state.player.loop_mode(), LoopMode::PingPong);
    let (_, window) = click(window, "Ping-pong");
    assert_eq!(window.state.player.loop_mode(), LoopMode::Loop);
}

#[test]
fn the_transport_row_of_a_narrow_window_leaves_out_what_has_no_room() {
    for width in (180..=900).step_by(20) {
        let mut window = Window::with_character(Theme::Dark);
        window.run(Command::Seek(1.25));
        let mut h = harness(window, [width as f32, 500.0]);
        h.run_ok();
        let rect = |label: &str| h.query_by_label_contains(label).map(|n| n.rect());
        let row = [
            Some(h.get_by_label("To the end").rect()),
            rect("Loop"),
            rect("1.00×"),
            rect("1.250\u{2009}s, "),
        ];
        let shown: Vec<egui::Rect> = row.into_iter().flatten().collect();
        for pair in shown.windows(2) {
            assert!(pair[0].right() <= pair[1].left() + 0.5, "{width}: {pair:?}");
        }
        assert!(shown[shown.len() - 1].right() <= width as f32, "{width}");
        assert_eq!(row[1].is_some(), row[2].is_some());
        assert!(width < 260 || row[3].is_some(), "{width}: seconds matter most");
        assert!(width < 460 || row[1].is_some(), "{width}: all controls have room");
    }
}

#[test]
fn without_a_model_the_transport_does_nothing() {
    let (commands, _) = click(Window::new(Theme::Dark), "Play");
    assert!(commands.is_empty());
}

#[test]
fn a_clip_is_chosen_by_its_row() {
    let (commands, window) = click(Window::with_character(Theme::Light), "Twist");
    assert_eq!(commands, [Command::PlayClip(ClipId(5))]);
    let mut h = harness(window, SIZE);
    h.run_ok();
    assert_eq!(
        h.get_by_label("Twist").accesskit_node().toggled(),
        Some(Toggled::True)
    );
    assert_eq!(
        h.get_by_label("Walk").accesskit_node().toggled(),
        Some(Toggled::False)
    );
    assert!(
        h.query_by_label("unnamed").is_some(),
        "a clip without a name can be chosen, too"
    );
}

#[test]
fn a_clip_chosen_by_key_scrolls_into_view() {
    let mut window = Window::with_character(Theme::Dark);
    let mut model = (**window.state.model.as_ref().unwrap()).clone();
    let clip = model.clips[1].clone();
    model.clips = (0..76).map(|_| clip.clone()).collect();
    let opening_bounds = window.state.opening_bounds;
    report(
        &mut window.state,
        Report::Loaded {
            model: model.into(),
            opening_bounds,
        },
    );
    window.run(Command::SetPlaying(false));
    let mut h = harness(window, SIZE);
    h.run_ok();
    let chosen = |h: &egui_kittest::Harness<'_, Window>| {
        h.query_all_by_label("Walk")
            .filter(|n| n.accesskit_node().toggled() == Some(Toggled::True))
            .count()
    };
    assert_eq!(chosen(&h), 1);
    h.state_mut().run(Command::PlayClip(ClipId(60)));
    h.run_ok();
    assert_eq!(chosen(&h), 1, "its row is drawn");
}

#[test]
fn methods_and_overlays_are_switched_and_say_what_they_are() {
    let (commands, window) = click(Window::with_character(Theme::Dark), "DQS");
    assert_eq!(commands, [Command::SetMethod(SkinningMethod::DualQuaternion)]);
    assert_eq!(window.state.method(), SkinningMethod::DualQuaternion);
    let mut h = harness(window, SIZE);
    h.run_ok();
    assert!(
        h.query_by_label_contains("glTF cannot carry this choice")
            .is_some()
    );
    h.state_mut().commands.clear();
    let grid = h.query_all_by_label("Grid").next().unwrap();
    assert_eq!(grid.accesskit_node().toggled(), Some(Toggled::True));
    grid.click();
    h.run_ok();
    assert_eq!(h.state().commands, [Command::SetOverlay(Overlay::Grid, false)]);
    assert!(!h.state().state.overlays.grid);
}

#[test]
fn the_tree_selects_folds_and_searches() {
    let (commands, window) = click(Window::with_character(Theme::Dark), "LeftHand");
    assert!(
        matches!(commands.last(), Some(Command::SelectJoint(Some(_)))),
        "{commands:?}"
    );
    let joint = window.state.selected_joint.unwrap();
    assert_eq!(window.state.tree.label(joint), "LeftHand");
    let (commands, window) = click(window, "Fold Spine");
    assert!(matches!(commands[..], [Command::FoldJoint(_, true)]));
    let mut h = harness(window, SIZE);
    h.run_ok();
    assert!(h.query_by_label("LeftHand").is_none());
    h.get_by_label("Search joints").focus();
    h.run_ok();
    h.get_by_label("Search joints").type_text("left");
    h.run_ok();
    assert_eq!(h.state().state.tree.search(), "left");
    assert!(h.query_by_label("LeftHand").is_some() && h.query_by_label("Hips").is_none());
    // Escape leaves the field and empties it; what was selected stays.
    h.key_press(Key::Escape);
    h.run_ok();
    assert_eq!(h.state().state.tree.search(), "");
    assert!(!h.ctx.text_edit_focused());
    assert_eq!(h.state().state.selected_joint, Some(joint));
    // Enter takes the first that is found.
    h.get_by_label("Search joints").focus();
    h.run_ok();
    h.get_by_label("Search joints").type_text("neck");
    h.run_ok();
    h.key_press(Key::Enter);
    h.run_ok();
    let found = h.state().state.selected_joint.unwrap();
    assert_eq!(h.state().state.tree.label(found), "Neck");
    assert!(!h.ctx.text_edit_focused());
    h.get_by_label("Empty the search").click();
    h.run_ok();
    assert_eq!(h.state().state.tree.search(), "");
    assert!(
        h.query_by_label("Empty the search").is_none(),
        "there is nothing to empty"
    );
    // Once more on the row that is selected keeps it.
    h.get_by_label("Neck").click();
    h.run_ok();
    assert_eq!(h.state().state.selected_joint, Some(found));
}

#[test]
fn another_joint_lets_go_of_a_vertex_that_it_does_not_move() {
    let mut window = Window::with_sample("mannequin");
    let vertex = VertexRef {
        instance: InstanceId(0),
        primitive: 0,
        vertex: 1,
    };
    window.run(Command::ShowVertex(vertex));
    assert_eq!(window.state.selected_vertex, Some(vertex));
    let model = window.state.model.clone().unwrap();
    let (moves, others): (Vec<_>, Vec<_>) = model
        .skeleton
        .joints()
        .partition(|j| stages::follows(&model, vertex, *j));
    window.run(Command::SelectJoint(Some(moves[0])));
    assert_eq!(window.state.selected_vertex, Some(vertex));
    window.run(Command::SelectJoint(Some(others[0])));
    assert_eq!(window.state.selected_vertex, None);
}

#[test]
fn three_hundred_joints_draw_only_the_rows_that_show() {
    let mut b = rigscope::animation::SkeletonBuilder::new();
    for i in 0..300_usize {
        b.node(
            Some(format!("j{i}")),
            (i > 0).then_some(0),
            rigscope::math::Transform::IDENTITY,
        );
    }
    let (skeleton, _) = b.build().unwrap();
    let scene = rigscope::model::Scene {
        joints: skeleton.joints().collect(),
        ..Default::default()
    };
    let model = rigscope::model::Model {
        skeleton,
        scenes: vec![scene],
        ..Default::default()
    };
    let mut window = Window::new(Theme::Dark);
    let opening_bounds = rigscope::math::Bounds::EMPTY;
    report(
        &mut window.state,
        Report::Loaded {
            model: model.into(),
            opening_bounds,
        },
    );
    let mut h = harness(window, [1440.0, 900.0]);
    h.run_ok();
    let drawn = h.query_all_by_role(egui::accesskit::Role::TreeItem).count();
    assert!((10..45).contains(&drawn), "{drawn} rows");
}

#[test]
fn the_crossfade_slider_moves_by_arrow_keys() {
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    let slider = h.get_by_role_and_label(egui::accesskit::Role::Slider, "Crossfade");
    slider.focus();
    h.run_ok();
    h.key_press(Key::ArrowRight);
    h.run_ok();
    assert!((h.state().state.settings.crossfade_secs - 0.3).abs() < 1e-9);
    h.key_press(Key::ArrowLeft);
    h.key_press(Key::ArrowLeft);
    h.run_ok();
    assert!((h.state().state.settings.crossfade_secs - 0.2).abs() < 1e-9);
}

#[test]
fn the_timeline_scrubs_while_paused_and_while_playing() {
    for playing in [false, true] {
        let mut window = Window::with_character(Theme::Dark);
        window.run(Command::SetPlaying(playing));
        let mut h = harness(window, SIZE);
        h.run_steps(2);
        let track = h
            .get_by_role_and_label(egui::accesskit::Role::Slider, "Timeline")
            .rect();
        let at = |share: f32| egui::pos2(16.0 + (1440.0 - 32.0) * share, track.center().y);
        h.drag_at(at(0.25));
        h.run_steps(2);
        assert!(h.state().state.scrubbing);
        assert!((h.state().state.player.time_secs() - 1.0).abs() < 0.01);
        h.hover_at(at(0.5));
        h.run_steps(2);
        assert!((h.state().state.player.time_secs() - 2.0).abs() < 0.01);
        h.drop_at(at(0.5));
        h.run_steps(3);
        assert!(!h.state().state.scrubbing);
        assert_eq!(h.state().state.player.is_playing(), playing);
    }
}

#[test]
fn the_picture_turns_moves_and_zooms_and_keeps_a_drag_it_got() {
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    let before = h.state().state.camera;
    h.drag_at(egui::pos2(600.0, 400.0));
    h.run_steps(1);
    // Out of the picture and over the clip list: the drag stays with the picture.
    h.hover_at(egui::pos2(100.0, 120.0));
    h.run_steps(1);
    h.drop_at(egui::pos2(100.0, 120.0));
    h.run_steps(1);
    let camera = h.state().state.camera;
    assert_ne!(camera.yaw, before.yaw);
    assert!(
        h.state()
            .commands
            .iter()
            .all(|c| matches!(c, Command::Orbit { .. } | Command::Spin { .. })),
        "{:?}",
        h.state().commands
    );
    h.state_mut().commands.clear();
    h.hover_at(egui::pos2(600.0, 400.0));
    h.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, 1.0),
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    });
    h.run_steps(3);
    assert!(h.state().state.camera.distance < camera.distance);
}

#[test]
fn findings_unfold_into_effect_and_remedy() {
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    assert!(h.query_by_label_contains("Warning: ").is_some());
    h.get_by_label_contains("Warning: ").click();
    h.run_ok();
    assert_eq!(h.state().commands, [Command::ToggleIssue(0)]);
    assert!(h.query_all_by_label("/meshes/0/primitives/0").count() == 1);
}

#[test]
fn the_empty_window_says_what_to_do() {
    let (commands, _) = click(Window::new(Theme::Dark), "Twist bar");
    assert_eq!(commands, [Command::Open("sample:twist_bar".into())]);
    let (commands, _) = click(Window::new(Theme::Light), "Open…");
    assert_eq!(commands, [Command::OpenDialog]);
}

#[test]
fn loading_can_be_cancelled_and_errors_copied_and_closed() {
    let mut window = Window::with_character(Theme::Dark);
    report(
        &mut window.state,
        Report::LoadStarted {
            name: "knight.glb".into(),
        },
    );
    report(&mut window.state, Report::LoadProgress(Some(0.4)));
    let mut h = harness(window, SIZE);
    h.run_steps(4);
    assert!(h.query_by_label_contains("knight.glb").is_some());
    h.get_by_label("Cancel").click();
    h.run_steps(3);
    assert_eq!(h.state().commands, [Command::CancelLoad]);

    let mut window = Window::with_character(Theme::Dark);
    let card = ErrorCard {
        subject: "broken.glb".into(),
        what: "The file ends in the middle of its JSON.".into(),
        place: "/buffers/0".into(),
        remedy: "Export it again.".into(),
        again: None,
    };
    report(&mut window.state, Report::LoadFailed(card));
    let mut h = harness(window, SIZE);
    h.run_ok();
    for text in ["The file ends", "/buffers/0", "Export it again"] {
        assert!(h.query_by_label_contains(text).is_some(), "{text}");
    }
    h.get_by_label("Copy").click();
    h.run_ok();
    h.get_by_label("Close").click();
    h.run_ok();
    assert_eq!(h.state().commands, [Command::CopyError, Command::DismissError]);
}

#[test]
fn a_path_is_typed_and_opened() {
    let mut window = Window::new(Theme::Dark);
    window.run(Command::ShowOpenPath(true));
    let mut h = harness(window, SIZE);
    h.run_ok();
    assert!(h.get_by_label("Path").is_focused(), "one can type at once");
    h.get_by_label("Path").type_text("/models/fox.glb");
    h.run_ok();
    assert_eq!(h.state().state.open_path.as_deref(), Some("/models/fox.glb"));
    h.key_press(Key::Enter);
    h.run_ok();
    assert_eq!(
        h.state().commands.last(),
        Some(&Command::Open("/models/fox.glb".into()))
    );
}

#[test]
fn a_path_and_enter_may_come_in_one_frame() {
    let mut window = Window::new(Theme::Dark);
    window.run(Command::ShowOpenPath(true));
    let mut h = harness(window, SIZE);
    h.run_ok();
    let enter = |pressed| egui::Event::Key {
        key: Key::Enter,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let events = [egui::Event::Text("/a.glb".into()), enter(true), enter(false)];
    h.input_mut().events.extend(events);
    h.run_ok();
    assert_eq!(h.state().commands.last(), Some(&Command::Open("/a.glb".into())));
}

#[test]
fn the_key_sheet_finds_keys_and_does_them() {
    let mut window = Window::with_character(Theme::Dark);
    window.run(Command::ShowKeySheet(true));
    let mut h = harness(window, SIZE);
    h.run_ok();
    h.get_by_label("Search keys").type_text("frame");
    h.run_ok();
    assert!(h.query_by_label_contains("Quit").is_none());
    h.get_by_label_contains("Frame what is selected").click();
    h.run_ok();
    assert_eq!(
        h.state().commands[1..],
        [Command::ShowKeySheet(false), Command::Frame]
    );
    assert!(h.state().state.key_sheet.is_none());
}

#[test]
fn menus_hold_the_commands() {
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    for (menu, item, command) in [
        ("File", "Quit", Command::Quit),
        ("View", "Light theme", Command::SetTheme(Theme::Light)),
        ("View", "Show or hide the panels", Command::TogglePanels),
        ("Help", "Keys", Command::ShowKeySheet(true)),
    ] {
        h.state_mut().live = false;
        h.state_mut().commands.clear();
        h.get_by_label(menu).click();
        h.run_ok();
        h.get_by_label_contains(item).click();
        h.run_ok();
        assert_eq!(h.state().commands, [command], "{menu} > {item}");
    }
}

#[test]
fn every_size_of_window_draws() {
    for size in [
        [1.0, 1.0],
        [40.0, 900.0],
        [900.0, 30.0],
        [320.0, 240.0],
        [700.0, 500.0],
        [4000.0, 300.0],
    ] {
        for window in [Window::new(Theme::Dark), Window::with_character(Theme::Light)] {
            let mut h = harness(window, size);
            h.run_steps(3);
        }
    }
}

#[test]
fn controls_can_be_reached_and_pressed_by_keyboard() {
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    h.get_by_label("Play").focus();
    h.run_ok();
    assert!(h.get_by_label("Play").is_focused());
    h.key_press(Key::Space);
    h.run_steps(2);
    assert_eq!(h.state().commands, [Command::TogglePlay]);
}

/// A window in which the doctor has found something to cure, with joints and a vertex.
fn with_findings() -> Window {
    use rigscope::inspect::cure::Cure;
    use rigscope::inspect::doctor::{Diagnosis, Finding};
    use rigscope::model::Issue;

    let mut window = Window::with_character(Theme::Dark);
    let model = std::sync::Arc::clone(window.state.original.as_ref().unwrap());
    let issue = |issue: Issue| {
        issue
            .with("skin", "skin 0")
            .with("count", 5_u32)
            .with("joints", 16_u32)
    };
    let mut sick = Finding::from(issue(Issue::error("inverse-binds-not-inverted", "/skins/0")));
    sick.joints = model.skeleton.joints().skip(4).take(5).collect();
    sick.cure = Some(Cure::InverseBindsTransposed {
        skin: rigscope::model::SkinId(0),
    });
    let mut findings = vec![sick];
    findings.extend((0..6).map(|k| {
        let loops =
            Issue::info("clip-not-looping", format!("/animations/{k}")).with("clip", format!("clip {k}"));
        Finding::from(
            loops
                .with("joint", "Hips")
                .with("degrees", 3.0)
                .with("distance", 2.0)
                .with("unit", "mm"),
        )
    }));
    let diagnosis = std::sync::Arc::new(Diagnosis { findings });
    report(&mut window.state, Report::Diagnosed { model, diagnosis });
    window
}

#[test]
fn the_doctor_unfolds_shows_joints_cures_and_copies() {
    let mut h = harness(with_findings(), [1440.0, 2000.0]);
    h.run_ok();
    assert!(h.query_by_label_contains("3 more of this kind").is_some());
    h.query_all_by_label_contains("Error: ").next().unwrap().click();
    h.run_ok();
    assert_eq!(h.state().commands, [Command::ToggleIssue(0)]);
    h.state_mut().commands.clear();
    let link = h.query_all_by_label("LeftForeArm").last().unwrap();
    link.click();
    h.run_ok();
    let Some(Command::ShowJoint(joint)) = h.state().commands.first().cloned() else {
        panic!("{:?}", h.state().commands)
    };
    assert_eq!(h.state().state.selected_joint, Some(joint));
    h.state_mut().commands.clear();
    h.get_by_label("Show with inverse binds transposed").click();
    h.run_ok();
    assert!(matches!(h.state().commands[..], [Command::SetCure(_, true)]));
    assert_eq!(h.state().state.variant.cures.len(), 1);
    h.state_mut().commands.clear();
    h.get_by_label("Copy").click();
    h.run_ok();
    let Some(Command::CopyText(text)) = h.state().commands.first().cloned() else {
        panic!("{:?}", h.state().commands)
    };
    assert!(
        text.contains("inverse-binds-not-inverted /skins/0") && text.contains("LeftForeArm"),
        "{text}"
    );
    // Folded, the cure that is on keeps its switch.
    h.state_mut().run(Command::ToggleIssue(0));
    h.run_ok();
    h.get_by_label("Show with inverse binds transposed").click();
    h.run_ok();
    assert!(h.state().state.variant.cures.is_empty());
    h.get_by_label("3 more of this kind").click();
    h.run_ok();
    assert!(h.query_by_label("Fewer of this kind").is_some());
}

/// The character with two cameras, two sets of materials, and a mesh that the file hides.
fn with_scene() -> Window {
    use rigscope::animation::JointId;
    use rigscope::model::{Lens, MaterialVariant, Mesh, MeshId, MeshInstance, SceneCamera, Source};
    let mut model = character();
    let camera = |name: &str, joint| SceneCamera {
        name: Some(name.to_owned()),
        joint: JointId(joint),
        lens: Lens::Perspective { fov_y: 0.7 },
        source: Source::default(),
    };
    model.cameras = vec![camera("Face", 11), camera("Hand", 6)];
    let named = |name: &str| MaterialVariant {
        name: Some(name.to_owned()),
        source: Source::default(),
    };
    model.material_variants = vec![named("Day"), named("Night")];
    model.meshes.push(Mesh::default());
    model.instances.push(MeshInstance {
        joint: JointId(0),
        mesh: MeshId(model.meshes.len() as u32 - 1),
        skin: None,
        morph_weights: 0..0,
        copies: 0..0,
        visible: false,
    });
    let mut window = Window::new(Theme::Dark);
    report(
        &mut window.state,
        Report::Loaded {
            model: std::sync::Arc::new(model),
            opening_bounds: rigscope::math::Bounds {
                min: glam::Vec3::new(-0.85, 0.0, -0.2),
                max: glam::Vec3::new(0.85, 1.82, 0.25),
            },
        },
    );
    window.run(Command::SetPlaying(false));
    window
}

#[test]
fn cameras_sets_of_materials_and_hidden_meshes_are_chosen_in_the_panel() {
    use rigscope::model::{CameraId, MaterialVariantId};
    let pick = |window: Window, field: &str, choice: &str| {
        let mut h = harness(window, SIZE);
        h.run_ok();
        h.get_by_label(field).click();
        h.run_ok();
        h.state_mut().commands.clear();
        h.get_by_label(choice).click();
        h.run_ok();
        let window = h.into_state();
        (window.commands.clone(), window)
    };
    let (commands, window) = pick(with_scene(), "Camera: Orbit", "1  Hand");
    assert_eq!(commands, [Command::LookThrough(Some(CameraId(1)))]);
    assert!(window.state.camera.through.is_some());
    let (commands, window) = pick(window, "Camera: 1  Hand", "Orbit");
    assert_eq!(commands, [Command::LookThrough(None)]);
    assert_eq!(window.state.camera.through, None);
    let (commands, window) = pick(window, "Materials: As in the file", "0  Day");
    assert_eq!(
        commands,
        [Command::SetMaterialVariant(Some(MaterialVariantId(0)))]
    );
    let (commands, _) = click(window, "Hidden meshes");
    assert_eq!(commands, [Command::SetOverlay(Overlay::Hidden, true)]);
    // A file without them has none of these.
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    for label in ["Camera: Orbit", "Materials: As in the file", "Hidden meshes"] {
        assert!(h.query_by_label(label).is_none(), "{label}");
    }
}

#[test]
fn the_view_menu_lists_the_cameras_of_the_file() {
    let mut h = harness(with_scene(), SIZE);
    h.run_ok();
    h.get_by_label("View").click();
    h.run_ok();
    for label in ["Next camera of the file", "Cameras"] {
        assert!(h.query_by_label_contains(label).is_some(), "{label}");
    }
    h.state_mut().commands.clear();
    h.get_by_label_contains("Next camera of the file").click();
    h.run_ok();
    assert_eq!(h.state().commands, [Command::NextCamera]);
}

/// The character with two lights in its scene.
fn with_lights() -> Window {
    let mut window = Window::with_character(Theme::Dark);
    let mut model = character();
    let light = |kind| Light {
        name: None,
        kind,
        color: glam::Vec3::ONE,
        intensity: 1.0,
        range: None,
        source: Source::default(),
    };
    model.lights = vec![light(LightKind::Directional), light(LightKind::Point)];
    let joint = model.scenes[0].joints[0];
    model.light_instances = [0, 1]
        .map(|k| LightInstance {
            joint,
            light: LightId(k),
        })
        .to_vec();
    let opening_bounds = window.state.opening_bounds;
    let model = std::sync::Arc::new(model);
    report(
        &mut window.state,
        Report::Loaded {
            model,
            opening_bounds,
        },
    );
    window.run(Command::SetPlaying(false));
    window
}

#[test]
fn lights_are_chosen_by_two_boxes_of_which_one_is_always_on() {
    let boxes = ["Lights of the file (2)", "Studio light"];
    let is_on = |h: &egui_kittest::Harness<'_, Window>| {
        boxes.map(|label| h.get_by_label(label).accesskit_node().toggled() == Some(Toggled::True))
    };
    for (label, then, left) in [
        (boxes[0], Lights::Studio, [false, true]),
        (boxes[1], Lights::File, [true, false]),
    ] {
        let mut h = harness(with_lights(), SIZE);
        h.run_ok();
        assert_eq!(is_on(&h), [true; 2]);
        h.get_by_label(label).click();
        h.run_ok();
        assert_eq!(h.state().commands.last(), Some(&Command::SetLights(then)));
        assert_eq!(is_on(&h), left);
        // The one that is left: to switch it off would leave nothing to see by, so the other comes on.
        let last = boxes[usize::from(left[1])];
        h.get_by_label(last).click();
        h.run_ok();
        let on = is_on(&h);
        assert!(on.contains(&true), "never in the dark");
        assert_ne!(on, left);
    }
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    assert!(
        h.query_by_label(boxes[1]).is_none(),
        "no choice where the file brings no light"
    );
}
