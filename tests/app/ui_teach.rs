//! What is wrong on purpose, in the window: switches, the band, the list of symptoms.

use egui::accesskit::Toggled;
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::model::opening_bounds;
use rigscope::skinning::SkinningMethod;
use rigscope::teach::Fault;
use rigscope::viewer::{Command, Effect, Report, Theme, apply, report};
use rigscope::work::Work;

use crate::ui_support::{Window, harness};

const SIZE: [f32; 2] = [1440.0, 1400.0];

/// Does a command with the effect that the program has on it.
fn run(window: &mut Window, command: Command) {
    for effect in apply(&mut window.state, command) {
        let Effect::Vary(variant) = effect else { continue };
        let model = variant
            .of(window.state.original.as_ref().unwrap(), &Work::alone())
            .unwrap();
        let scene = model.default_scene;
        let opening_bounds = opening_bounds(&model, None, scene, SkinningMethod::LinearBlend);
        report(
            &mut window.state,
            Report::Varied {
                variant,
                model,
                opening_bounds,
            },
        );
    }
}

#[test]
fn a_switch_makes_a_mistake_and_explains_it() {
    for theme in [Theme::Dark, Theme::Light] {
        let mut h = harness(Window::with_character(theme), SIZE);
        h.run_ok();
        assert!(h.query_by_label("Children before parents").is_none(), "folded");
        assert!(h.query_by_label("Show it right").is_none(), "nothing is wrong");
        h.get_all_by_label("Wrong on purpose").last().unwrap().click();
        h.run_ok();
        h.state_mut().commands.clear();
        let switch = h.get_by_label("Children before parents");
        assert_eq!(switch.accesskit_node().toggled(), Some(Toggled::False));
        switch.scroll_to_me();
        h.run_ok();
        h.get_by_label("Children before parents").click();
        h.run_ok();
        let fault = Fault::ChildrenFirst;
        assert_eq!(h.state().commands, [Command::SetFault(Some(fault))]);
        // The harness has no program that makes the model.
        run(h.state_mut(), Command::SetFault(None));
        run(h.state_mut(), Command::SetFault(Some(fault)));
        h.run_ok();
        let switch = h.get_by_label("Children before parents");
        assert_eq!(switch.accesskit_node().toggled(), Some(Toggled::True));
        assert!(
            h.query_by_label_contains("follow where those were before")
                .is_some(),
            "its note"
        );
        h.state_mut().commands.clear();
        h.get_by_label("Show it right").click();
        h.run_ok();
        assert_eq!(h.state().commands, [Command::SetFault(None)]);
        assert!(h.state().state.variant.fault.is_none());
    }
}

#[test]
fn a_symptom_leads_to_its_mistake() {
    let mut window = Window::with_character(Theme::Dark);
    run(&mut window, Command::ShowSymptoms(true));
    let mut h = harness(window, SIZE);
    h.run_ok();
    let count = |h: &egui_kittest::Harness<'_, Window>| {
        h.query_all_by_label_contains(": ")
            .filter(|n| n.accesskit_node().role() == egui::accesskit::Role::ListItem)
            .count()
    };
    assert!(count(&h) > 5);
    h.get_by_label("Search symptoms").type_text("lags");
    h.run_ok();
    assert_eq!(h.state().state.symptoms.as_deref(), Some("lags"));
    h.state_mut().commands.clear();
    h.get_by_label_contains("Children before parents:").click();
    h.run_ok();
    assert_eq!(
        h.state().commands,
        [
            Command::ShowSymptoms(false),
            Command::SetFault(Some(Fault::ChildrenFirst))
        ]
    );
    assert!(h.state().state.symptoms.is_none());
}

#[test]
fn without_a_model_nothing_can_be_wrong() {
    let mut window = Window::new(Theme::Dark);
    run(&mut window, Command::SetFault(Some(Fault::WrongSide)));
    assert!(window.state.variant.fault.is_none());
    let mut h = harness(window, SIZE);
    h.run_ok();
    assert!(h.query_by_label("Show it right").is_none());
}
