//! What is drawn besides the character.

use egui::Ui;

use super::Panel;
use super::widgets::{check_row, section};
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
    ui.add_space(10.0);
}
