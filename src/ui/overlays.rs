//! What is drawn besides the character, and which lights are on.

use egui::Ui;

use super::widgets::{check_row, section};
use super::{Panel, units};
use crate::viewer::view::Lights;
use crate::viewer::{Command, Overlay, keys};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    ui.add_space(9.0);
    section(ui, &panel.text("overlays"));
    ui.add_space(2.0);
    let on = panel.state.overlays;
    for (overlay, on, label, hint) in [
        (
            Overlay::Skeleton,
            on.skeleton,
            "overlay-skeleton",
            "overlay-skeleton-tip",
        ),
        (Overlay::Grid, on.grid, "overlay-grid", "overlay-grid-tip"),
    ] {
        let key = keys::shown_for(&Command::ToggleOverlay(overlay));
        if check_row(ui, on, &panel.text(label), &panel.text(hint), key) {
            panel.push(Command::SetOverlay(overlay, !on));
        }
    }
    lights(ui, panel);
    ui.add_space(10.0);
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
