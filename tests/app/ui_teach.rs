//! What is wrong on purpose, in the window: switches, the band, the list of symptoms.

use egui::accesskit::Toggled;
use egui_kittest::kittest::{NodeT, Queryable};
use rigscope::inspect::cure::Cure;
use rigscope::inspect::doctor::{Diagnosis, Finding};
use rigscope::model::{Issue, SkinId};
use rigscope::teach::Fault;
use rigscope::viewer::{Command, Report, Theme, report};

use crate::ui_support::{Window, harness};

const SIZE: [f32; 2] = [1440.0, 2600.0];

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
        h.state_mut().show(Command::SetFault(None));
        h.state_mut().show(Command::SetFault(Some(fault)));
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
    window.show(Command::ShowSymptoms(true));
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

/// The character, whose file is told to have no inverse bind matrices.
fn sick() -> Window {
    let mut window = Window::with_character(Theme::Dark);
    let model = std::sync::Arc::clone(window.state.original.as_ref().unwrap());
    let issue = Issue::error("inverse-binds-missing", "/skins/0")
        .with("skin", "skin 0")
        .with("matrices", "missing")
        .with("count", 5_u32)
        .with("joints", 16_u32);
    let mut finding = Finding::from(issue);
    finding.cure = Some(Cure::InverseBindsFromRest {
        skin: SkinId(0),
        model_from_mesh: glam::Affine3A::IDENTITY,
    });
    let diagnosis = std::sync::Arc::new(Diagnosis {
        findings: vec![finding],
    });
    report(&mut window.state, Report::Diagnosed { model, diagnosis });
    window
}

#[test]
fn a_cure_stands_over_the_picture_and_ends_as_a_mistake_does() {
    let mut window = sick();
    let cure = window.state.doctor.diagnosis.findings[0].cure.clone().unwrap();
    window.show(Command::SetCure(cure.clone(), true));
    let mut h = harness(window, SIZE);
    h.run_ok();
    assert!(h.query_by_label("Show it right").is_none(), "a cure is not wrong");
    h.state_mut().commands.clear();
    h.get_by_label("Show the file").click();
    h.run_ok();
    assert_eq!(h.state().commands, [Command::ShowFile]);
    assert!(h.state().state.variant.is_plain());
    h.state_mut().show(Command::ShowFile);
    // A mistake on a cured rig ends first.
    for command in [
        Command::SetCure(cure, true),
        Command::SetFault(Some(Fault::ChildrenFirst)),
        Command::Escape,
    ] {
        h.state_mut().show(command);
    }
    let variant = &h.state().state.shown_variant;
    assert!(variant.fault.is_none() && variant.cures.len() == 1);
    h.state_mut().show(Command::Escape);
    assert!(h.state().state.shown_variant.is_plain());
}

#[test]
fn the_symptom_of_what_the_file_has_leads_to_the_doctor() {
    let mut window = sick();
    report(&mut window.state, Report::VisibleFaults(Vec::new()));
    window.show(Command::ShowSymptoms(true));
    let mut h = harness(window, SIZE);
    h.run_ok();
    h.get_by_label("Search symptoms").type_text("No inverse bind");
    h.run_ok();
    h.state_mut().commands.clear();
    h.key_press(egui::Key::Enter);
    h.run_ok();
    assert_eq!(
        h.state().commands,
        [Command::ShowSymptoms(false), Command::ToggleIssue(0)]
    );
    let open = h.state().state.doctor.open_finding().map(|f| f.issue.code);
    assert_eq!(open, Some("inverse-binds-missing"));
    // Once more it stays open.
    h.state_mut().show(Command::ShowSymptoms(true));
    h.run_ok();
    h.get_by_label_contains("Doctor: No inverse bind matrices")
        .click();
    h.run_ok();
    assert!(h.state().state.symptoms.is_none());
    assert_eq!(h.state().state.doctor.open, Some(0));
}

#[test]
fn without_a_model_nothing_can_be_wrong() {
    let mut window = Window::new(Theme::Dark);
    window.show(Command::SetFault(Some(Fault::WrongSide)));
    assert!(window.state.variant.fault.is_none());
    let mut h = harness(window, SIZE);
    h.run_ok();
    assert!(h.query_by_label("Show it right").is_none());
}

#[test]
fn a_click_on_the_band_is_none_on_the_character_behind_it() {
    let mut window = Window::with_character(Theme::Dark);
    window.show(Command::SetFault(Some(Fault::ChildrenFirst)));
    let mut h = harness(window, SIZE);
    h.run_ok();
    let picks = |h: &mut egui_kittest::Harness<'_, Window>, at: egui::Pos2| {
        h.state_mut().commands.clear();
        h.hover_at(at);
        h.run_steps(2);
        h.drag_at(at);
        h.run_steps(2);
        h.drop_at(at);
        h.run_steps(2);
        let picked = |c: &Command| matches!(c, Command::PickVertex(_));
        h.state().commands.iter().any(picked)
    };
    assert!(!picks(&mut h, egui::pos2(500.0, 52.0)), "on the band");
    assert!(picks(&mut h, egui::pos2(500.0, 500.0)), "beside it");
}
