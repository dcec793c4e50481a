//! Looks, views of influences, parts and the camera's panel, by label; and what each of them leads to.

use egui_kittest::kittest::Queryable;
use rigscope::animation::JointId;
use rigscope::inspect::stages::vertices_moved;
use rigscope::model::{
    InstanceId, Material, MaterialId, Mesh, MeshId, MeshInstance, Model, Primitive, SkinId,
};
use rigscope::text::Texts;
use rigscope::ui::legend::WeightLegend;
use rigscope::viewer::look::MarkedVertices;
use rigscope::viewer::{
    Command, Look, Overlay, Part, Report, Theme, Visibility, WeightView, Weights, report,
};
use std::sync::Arc;

use crate::ui_support::{Window, character, harness, unfold};

/// High enough for the whole right panel.
const SIZE: [f32; 2] = [1440.0, 2600.0];

/// The character with two meshes, each with a material.
fn dressed() -> Model {
    let mut model = character();
    for joint in [2, 10] {
        model.skins[0].mark_weighted(joint);
    }
    for (k, (mesh, material)) in [("Body", "Skin"), ("Hat", "Felt")].into_iter().enumerate() {
        model.meshes.push(Mesh {
            name: Some(mesh.into()),
            primitives: vec![Primitive {
                material: Some(MaterialId(k as u32)),
                positions: vec![glam::Vec3::ZERO; 3].into(),
                ..Primitive::default()
            }],
            ..Mesh::default()
        });
        model.meshes[k].source.index = k as u32;
        model.materials.push(Material {
            name: Some(material.into()),
            ..Material::default()
        });
        model.instances.push(MeshInstance {
            joint: JointId(k as u32),
            mesh: MeshId(k as u32),
            skin: Some(SkinId(0)),
            morph_weights: 0..0,
            copies: 0..0,
            visible: true,
        });
        model.scenes[0].instances.push(InstanceId(k as u32));
    }
    model
}

fn window() -> Window {
    let mut window = Window::new(Theme::Dark);
    let opening_bounds = rigscope::math::Bounds {
        min: glam::Vec3::new(-0.85, 0.0, -0.2),
        max: glam::Vec3::new(0.85, 1.82, 0.25),
    };
    report(
        &mut window.state,
        Report::Loaded {
            model: Arc::new(dressed()),
            opening_bounds,
        },
    );
    window.run(Command::SetPlaying(false));
    window
}

fn click(window: Window, label: &str) -> (Vec<Command>, Window) {
    let mut h = harness(window, SIZE);
    h.run_steps(8);
    unfold(&mut h, &["Parts", "Camera"]);
    h.state_mut().commands.clear();
    h.get_by_label(label).click();
    h.run_steps(4);
    let window = h.into_state();
    (window.commands.clone(), window)
}

#[test]
fn a_look_is_chosen_from_its_menu_and_by_its_key() {
    let mut h = harness(window(), SIZE);
    h.run_steps(8);
    h.get_by_label("Surface: Lit").click();
    h.run_steps(4);
    h.get_by_label("Clay").click();
    h.run_steps(4);
    assert_eq!(h.state().state.look, Look::Clay);
    assert_eq!(h.state().state.view([8, 8]).look, Look::Clay);
    h.get_by_label("Surface: Clay");
    let key = |code| {
        rigscope::viewer::keys::binding(code, false)
            .unwrap()
            .command
            .clone()
    };
    assert_eq!(key("KeyL"), Command::NextLook);
    let mut window = h.into_state();
    window.run(Command::NextLook);
    assert_eq!(window.state.look, Look::Matcap);
    let (commands, window) = click(window, "Edges");
    assert_eq!(commands, [Command::SetOverlay(Overlay::Wires, true)]);
    assert!(window.state.view([8, 8]).overlays.wires);
    assert_eq!(key("KeyE"), Command::ToggleOverlay(Overlay::Wires));
}

#[test]
fn weights_follow_the_selected_joint_and_skinning_stays_as_it_is() {
    let mut h = harness(window(), SIZE);
    h.run_steps(8);
    let skinnings = h.state().state.lab.skinnings;
    h.get_by_label("Weights: Off").click();
    h.run_steps(4);
    h.get_by_label("Selected joint").click();
    h.run_steps(4);
    h.get_by_label_contains("Select a joint; Ctrl+click");
    h.get_by_label("Chest").click();
    h.run_steps(4);
    let weights = h.state().state.view([8, 8]).weights.unwrap();
    assert_eq!(
        (weights.view, weights.joints[0]),
        (WeightView::Chosen, Some(JointId(2)))
    );
    // Ctrl+click adds another.
    h.get_by_label("Neck").click_modifiers(egui::Modifiers::COMMAND);
    h.run_steps(4);
    let state = &h.state().state;
    let weights = state.view([8, 8]).weights.unwrap();
    assert!(
        weights.chooses(JointId(2)) && weights.chooses(JointId(10)),
        "{weights:?}"
    );
    assert_eq!(state.selected_joint, Some(JointId(2)));
    assert_eq!(state.lab.skinnings, skinnings);
}

#[test]
fn parts_are_hidden_and_shown_alone_by_their_marks() {
    let (commands, window) = click(window(), "Hide Hat");
    assert_eq!(commands, [Command::SetHidden(Part::Mesh(1), true)]);
    assert!(!window.state.posed.hidden.shows(InstanceId(1), 0));
    assert!(window.state.posed.hidden.shows(InstanceId(0), 0));
    let (commands, window) = click(window, "Show Hat");
    assert_eq!(commands, [Command::SetHidden(Part::Mesh(1), false)]);
    assert!(window.state.posed.hidden.is_empty());
    let (commands, window) = click(window, "Show Felt alone");
    assert_eq!(commands, [Command::SetSolo(Part::Material(MaterialId(1)), true)]);
    assert!(!window.state.posed.hidden.shows(InstanceId(0), 0));
    let (commands, window) = click(window, "1 alone, 0 hidden: Show all");
    assert_eq!(commands, [Command::ShowAll]);
    assert!(window.state.posed.hidden.is_empty());
    let key = rigscope::viewer::keys::binding("KeyA", false).unwrap();
    assert_eq!(key.command, Command::ShowAll);
}

#[test]
fn a_node_of_the_tree_is_hidden_with_all_below_and_forgotten_with_its_model() {
    let (commands, mut window) = click(window(), "Hide Chest");
    assert_eq!(commands, [Command::SetHidden(Part::Node(JointId(2)), true)]);
    let shows = |w: &Window, j: u32| w.state.posed.hidden.shows_joint(JointId(j));
    assert!(shows(&window, 1) && !shows(&window, 2) && !shows(&window, 6) && shows(&window, 12));
    // A new frame keeps it so; another model does not.
    window.run(Command::Seek(0.3));
    assert!(!shows(&window, 6));
    let opening_bounds = window.state.opening_bounds;
    let model = Arc::new(dressed());
    report(
        &mut window.state,
        Report::Loaded {
            model,
            opening_bounds,
        },
    );
    assert!(window.state.visibility == Visibility::default() && shows(&window, 6));
}

#[test]
fn overlays_of_joints_are_switched_by_label() {
    for (label, overlay) in [
        ("Joint names", Overlay::Names),
        ("Joint axes", Overlay::Axes),
        ("Joints as lines", Overlay::Lines),
        ("Plain nodes", Overlay::Nodes),
    ] {
        let mut window = window();
        window.run(Command::SetOverlay(Overlay::Skeleton, true));
        let (commands, _) = click(window, label);
        assert_eq!(commands, [Command::SetOverlay(overlay, true)], "{label}");
    }
}

#[test]
fn the_camera_has_a_turntable_and_less_motion_is_kept() {
    let (commands, window) = click(window(), "Turntable");
    assert_eq!(commands, [Command::ToggleTurntable]);
    assert!(window.state.turntable);
    let (commands, window) = click(window, "Less motion");
    assert_eq!(commands, [Command::SetReducedMotion(true)]);
    assert!(window.state.settings.reduced_motion);
}

#[test]
fn a_row_under_the_pointer_marks_its_joint() {
    let mut h = harness(window(), SIZE);
    h.run_steps(8);
    h.get_by_label("Neck").hover();
    h.run_steps(4);
    assert_eq!(h.state().state.hovered_joint, Some(JointId(10)));
    assert_eq!(h.state().state.view([8, 8]).hovered_joint, Some(JointId(10)));
}

#[test]
fn a_legend_says_what_is_shown() {
    let texts = Texts::english();
    let model = dressed();
    let of = |weights: Weights| {
        let marked = MarkedVertices {
            unweighted: 3,
            ..MarkedVertices::default()
        };
        let legend = WeightLegend::new(&texts, &model, rigscope::model::SceneId(0), &weights, marked);
        format!("{legend:?}").replace(['\u{2068}', '\u{2069}'], "")
    };
    let chosen = of(Weights::of([JointId(2), JointId(10)]));
    assert!(chosen.contains("Weight of Chest + Neck"), "{chosen}");
    assert!(
        chosen.contains("Without weight: 3") && !chosen.contains("Not normalised"),
        "{chosen}"
    );
    let none = of(Weights::of([JointId(16)]));
    assert!(none.contains("camera helper moves no vertex"), "{none}");
    assert!(of(Weights::all(WeightView::Count)).contains("5–8"));
}

#[test]
fn a_legend_of_joints_begins_with_those_that_move_most() {
    let window = Window::with_sample("mannequin");
    let (model, scene) = (window.state.model.clone().unwrap(), window.state.scene);
    let mut joints: Vec<(usize, JointId)> = model
        .skeleton
        .joints()
        .map(|j| (vertices_moved(&model, scene, j), j))
        .collect();
    joints.sort_by_key(|(moved, _)| std::cmp::Reverse(*moved));
    let weights = Weights::all(WeightView::Joints);
    let marked = MarkedVertices::default();
    let legend = WeightLegend::new(&Texts::english(), &model, scene, &weights, marked);
    let legend = format!("{legend:?}");
    let places: Vec<usize> = joints[..3]
        .iter()
        .map(|(_, joint)| {
            legend
                .find(&format!("\"{}\"", model.joint_label(*joint)))
                .unwrap()
        })
        .collect();
    assert!(places.is_sorted(), "{places:?} in {legend}");
}
