//! What the surface shows: a look, edges over it, a view of the influences.

use egui::{Rect, Ui, vec2};

use super::Panel;
use super::icons::Icon;
use super::theme::{DENSE_ROW, PADDING, ROW};
use super::widgets::{check_row, menu, panel_heading, value_row};
use crate::viewer::{Command, Look, Overlay, WeightView, keys};

/// Width of the two menus.
const FIELD: f32 = 168.0;

/// Id of the name of a look in `text`.
pub(super) fn name_id(look: Look) -> String {
    format!("look-{}", look.word())
}

/// Id of the name of a view of influences.
pub(super) fn weights_id(view: Option<WeightView>) -> String {
    format!("weights-{}", view.map_or("off", WeightView::word))
}

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    ui.add_space(9.0);
    panel_heading(ui, Icon::Paintbrush, &panel.text("look"));
    ui.add_space(2.0);
    let names = Look::ALL.map(|l| panel.text(&name_id(l)));
    let chosen = Look::ALL.iter().position(|l| *l == panel.state.look);
    let key = keys::shown_for(&Command::NextLook);
    if let Some(picked) = choice(ui, panel, ["look-surface", "look-tip"], &names, chosen, key) {
        panel.push(Command::SetLook(Look::ALL[picked]));
    }
    let views: Vec<Option<WeightView>> = std::iter::once(None).chain(WeightView::ALL.map(Some)).collect();
    let names: Vec<String> = views.iter().map(|v| panel.text(&weights_id(*v))).collect();
    let chosen = views.iter().position(|v| *v == panel.state.weight_view);
    // Without a skin there are no influences.
    if panel.state.model.as_deref().is_some_and(|m| !m.skins.is_empty())
        && let Some(picked) = choice(ui, panel, ["weights", "weights-tip"], &names, chosen, None)
    {
        panel.push(Command::ShowWeights(views[picked]));
    }
    if panel.state.weight_view.is_some() {
        marked(ui, panel);
    }
    ui.add_space(2.0);
    let on = panel.state.overlays.wires;
    let toggle = Command::ToggleOverlay(Overlay::Wires);
    let (label, hint) = (panel.text("overlay-wires"), panel.text("overlay-wires-tip"));
    if check_row(ui, on, &label, &hint, keys::shown_for(&toggle)) {
        panel.push(Command::SetOverlay(Overlay::Wires, !on));
    }
    ui.add_space(8.0);
}

/// How many vertices are marked, or that a joint has to be chosen.
fn marked(ui: &mut Ui, panel: &Panel<'_>) {
    if panel.state.weight_view == Some(WeightView::Chosen)
        && panel
            .state
            .weights()
            .is_some_and(|w| w.joints == [None; crate::viewer::look::MOST_WEIGHED])
    {
        value_row(ui, DENSE_ROW, &panel.text("weights-choose"), "", None);
        return;
    }
    let m = panel.state.marked;
    for (id, count) in [
        ("marked-unweighted", m.unweighted),
        ("marked-unnormalised", m.unnormalised),
        ("marked-over-limit", m.over_limit),
    ] {
        if count > 0 {
            let shown = super::units::count(count as u64);
            value_row(ui, DENSE_ROW, &panel.text(id), &shown, None);
        }
    }
}

/// A label with a menu at its right.
fn choice(
    ui: &mut Ui,
    panel: &Panel<'_>,
    [label, hint]: [&str; 2],
    choices: &[String],
    chosen: Option<usize>,
    key: Option<&str>,
) -> Option<usize> {
    ui.add_space(3.0);
    let [label, mut hint] = [label, hint].map(|id| panel.text(id));
    if let Some(key) = key {
        hint = format!("{hint} ({key})");
    }
    let top = ui.cursor().min;
    let right = top.x + ui.available_width() - PADDING;
    value_row(ui, ROW, &label, "", None);
    let field = Rect::from_min_size(egui::pos2(right - FIELD, top.y + 1.0), vec2(FIELD, ROW - 2.0));
    menu(ui, field, choices, chosen, None, &label, &hint)
}
