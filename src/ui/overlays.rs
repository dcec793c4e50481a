//! What is drawn besides the character, and which lights are on.

use egui::{Rect, Ui, vec2};

use super::icons::Icon;
use super::theme::{PADDING, ROW};
use super::widgets::{check_row, menu, panel_heading, value_row};
use super::{Panel, units};
use crate::model::{CameraId, MaterialVariantId, Model};
use crate::viewer::view::Lights;
use crate::viewer::{Command, Overlay, keys};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    ui.add_space(9.0);
    panel_heading(ui, Icon::Eye, &panel.text("overlays"));
    ui.add_space(2.0);
    let on = panel.state.overlays;
    let model = panel.state.model.clone();
    let hides = model
        .as_deref()
        .is_some_and(|m| m.instances.iter().any(|i| !i.visible));
    for (overlay, on, label, hint) in [
        (
            Overlay::Skeleton,
            on.skeleton,
            "overlay-skeleton",
            "overlay-skeleton-tip",
        ),
        (Overlay::Names, on.names, "overlay-names", "overlay-names-tip"),
        (Overlay::Axes, on.axes, "overlay-axes", "overlay-axes-tip"),
        (Overlay::Lines, on.lines, "overlay-lines", "overlay-lines-tip"),
        (Overlay::Nodes, on.nodes, "overlay-nodes", "overlay-nodes-tip"),
        (Overlay::Grid, on.grid, "overlay-grid", "overlay-grid-tip"),
        (Overlay::Hidden, on.hidden, "overlay-hidden", "overlay-hidden-tip"),
    ] {
        if overlay == Overlay::Hidden && !hides {
            continue;
        }
        // What belongs to the skeleton is offered where there is one to see.
        let of_skeleton = matches!(overlay, Overlay::Axes | Overlay::Lines | Overlay::Nodes);
        if of_skeleton && !panel.state.skeleton_shows() {
            continue;
        }
        let key = keys::shown_for(&Command::ToggleOverlay(overlay));
        if check_row(ui, on, &panel.text(label), &panel.text(hint), key) {
            panel.push(Command::SetOverlay(overlay, !on));
        }
    }
    if let Some(model) = model.as_deref() {
        cameras(ui, panel, model);
        materials(ui, panel, model);
    }
    lights(ui, panel);
    ui.add_space(10.0);
}

/// Through which camera of the file, where it has any.
fn cameras(ui: &mut Ui, panel: &mut Panel<'_>, model: &Model) {
    if model.cameras.is_empty() {
        return;
    }
    let names = model.cameras.iter().map(|c| c.name.as_deref());
    let choices = with_first(panel.text("camera-orbit"), names);
    let chosen = panel.state.looking_through.map_or(0, |c| c.0 as usize + 1);
    if let Some(picked) = choice(ui, panel, ["camera", "camera-tip"], &choices, chosen) {
        let camera = picked.checked_sub(1).map(|k| CameraId(k as u32));
        panel.push(Command::LookThrough(camera));
    }
}

/// Which set of materials, where the file has several.
fn materials(ui: &mut Ui, panel: &mut Panel<'_>, model: &Model) {
    if model.material_variants.is_empty() {
        return;
    }
    let names = model.material_variants.iter().map(|v| v.name.as_deref());
    let choices = with_first(panel.text("materials-own"), names);
    let chosen = panel.state.material_variant.map_or(0, |v| v.0 as usize + 1);
    if let Some(picked) = choice(ui, panel, ["materials", "materials-tip"], &choices, chosen) {
        let variant = picked.checked_sub(1).map(|k| MaterialVariantId(k as u32));
        panel.push(Command::SetMaterialVariant(variant));
    }
}

/// Numbered from 0, as the command line counts them.
fn with_first<'a>(first: String, names: impl Iterator<Item = Option<&'a str>>) -> Vec<String> {
    let numbered = names.enumerate().map(|(index, name)| match name {
        Some(name) if !name.is_empty() => format!("{index}  {name}"),
        _ => index.to_string(),
    });
    std::iter::once(first).chain(numbered).collect()
}

/// A label with a menu at its right.
fn choice(
    ui: &mut Ui,
    panel: &Panel<'_>,
    [label, hint]: [&str; 2],
    choices: &[String],
    chosen: usize,
) -> Option<usize> {
    const FIELD: f32 = 168.0;
    ui.add_space(4.0);
    let [label, hint] = [label, hint].map(|id| panel.text(id));
    let top = ui.cursor().min;
    let right = top.x + ui.available_width() - PADDING;
    value_row(ui, ROW, &label, "", None);
    let field = Rect::from_min_size(egui::pos2(right - FIELD, top.y + 1.0), vec2(FIELD, ROW - 2.0));
    menu(ui, field, choices, Some(chosen), None, &label, &hint)
}

/// Which lights are on: only where the file brings some is there a choice.
fn lights(ui: &mut Ui, panel: &mut Panel<'_>) {
    let state = panel.state;
    let Some(model) = &state.model else { return };
    let count = model.scene_lights(state.scene).count();
    if count == 0 {
        return;
    }
    let file = panel
        .texts
        .with("lights-of-file", &[("count", units::count(count as u64).into())]);
    let (file_on, studio_on) = match state.lights {
        Lights::Both => (true, true),
        Lights::Studio => (false, true),
        Lights::File => (true, false),
    };
    // One of the two is always on: nothing is to be seen in the dark.
    if check_row(ui, file_on, &file, &panel.text("lights-of-file-tip"), None) {
        let next = if file_on { Lights::Studio } else { Lights::Both };
        panel.push(Command::SetLights(next));
    }
    let studio = panel.text("lights-studio");
    if check_row(ui, studio_on, &studio, &panel.text("lights-studio-tip"), None) {
        let next = if studio_on { Lights::File } else { Lights::Both };
        panel.push(Command::SetLights(next));
    }
}
