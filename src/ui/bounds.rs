//! How large the posed character is, and how much of everything there is.

use egui::Ui;

use super::fold::Fold;
use super::icons::Icon;
use super::theme::DENSE_ROW;
use super::widgets::{tip, value_row};
use super::{Panel, units};
use crate::inspect::animation_weight;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let note = panel.text("this-frame");
    let fold = Fold {
        icon: Icon::Ruler,
        name: "size",
        tip: None,
        note: panel.state.model.as_ref().map(|_| note.as_str()),
        open: true,
    };
    if !fold.show(ui, panel) {
        return;
    }
    let Some(model) = panel.state.model.clone() else {
        value_row(ui, DENSE_ROW, &panel.text("nothing-open"), "", None);
        ui.add_space(12.0);
        return;
    };
    let bounds = panel.state.bounds();
    if let Some((bounds, exact)) = bounds.filter(|(b, _)| !b.is_empty()) {
        let size = bounds.size().as_dvec3();
        let about = if exact || panel.state.player.is_playing() {
            ""
        } else {
            "≈ "
        };
        let hint = panel.text(if exact { "size-exact-tip" } else { "size-about-tip" });
        for (id, value) in [
            ("size-height", size.y),
            ("size-width", size.x),
            ("size-depth", size.z),
        ] {
            let row = value_row(
                ui,
                DENSE_ROW,
                &panel.text(id),
                &format!("{about}{}", units::metres(value)),
                None,
            );
            tip(row, &hint, None);
        }
        let lowest = f64::from(bounds.min.y - panel.state.opening_bounds.min.y);
        let row = value_row(
            ui,
            DENSE_ROW,
            &panel.text("size-lift"),
            &units::length(lowest, panel.state.length_unit()),
            None,
        );
        tip(row, &panel.text("size-lift-tip"), None);
    }
    let state = panel.state;
    for (id, count) in [
        ("count-row-joints", state.skin_joint_count),
        ("count-row-nodes", model.skeleton.len()),
        ("count-row-vertices", state.vertex_count),
        ("count-row-materials", model.materials.len()),
    ] {
        value_row(ui, DENSE_ROW, &panel.text(id), &units::count(count as u64), None);
    }
    if state.clip().is_some() && state.skin_joint_count > 0 {
        let weight = animation_weight(state.vertex_count, state.skin_joint_count, state.key_times.len());
        for (id, value) in [
            ("weight-as-joints", units::bytes(weight.joint_bytes)),
            ("weight-as-vertices", units::bytes(weight.vertex_bytes)),
        ] {
            let row = value_row(ui, DENSE_ROW, &panel.text(id), &value, None);
            let ratio = format!("{:.1}", weight.ratio);
            tip(
                row,
                &panel.texts.with("weight-tip", &[("ratio", ratio.into())]),
                None,
            );
        }
    }
    ui.add_space(12.0);
}
