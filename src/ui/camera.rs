//! The camera: its field of view, the turntable, and whether it glides.

use egui::Ui;

use super::Panel;
use super::fold::Fold;
use super::icons::Icon;
use super::theme::DENSE_ROW;
use super::widgets::{check_row, slider, value_row};
use crate::viewer::{Camera, Command, keys};

/// Degrees of the slider's ends; narrower and wider ones come from files and the command line.
const DEGREES: [f64; 2] = [5.0, 100.0];

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let fold = Fold {
        icon: Icon::Video,
        name: "camera-section",
        tip: None,
        note: None,
        open: false,
    };
    if !fold.show(ui, panel) {
        return;
    }
    let state = panel.state;
    let degrees = f64::from(state.camera.fov_y.to_degrees());
    let (label, hint) = (panel.text("camera-fov"), panel.text("camera-fov-tip"));
    let shown = format!("{degrees:.0}\u{202f}°");
    value_row(ui, DENSE_ROW, &label, &shown, None);
    let span = DEGREES[1] - DEGREES[0];
    let at = (degrees - DEGREES[0]).clamp(0.0, span);
    if let Some(at) = slider(ui, at, span, 1.0, &label, &hint) {
        let [narrow, wide] = Camera::FOV_RANGE;
        let radians = ((at + DEGREES[0]) as f32).to_radians().clamp(narrow, wide);
        panel.push(Command::SetFieldOfView(radians));
    }
    let key = keys::shown_for(&Command::ToggleTurntable);
    let (label, hint) = (panel.text("camera-turntable"), panel.text("camera-turntable-tip"));
    if check_row(ui, state.turntable, &label, &hint, key) {
        panel.push(Command::ToggleTurntable);
    }
    let on = state.settings.reduced_motion;
    let (label, hint) = (
        panel.text("camera-reduced-motion"),
        panel.text("camera-reduced-motion-tip"),
    );
    if check_row(ui, on, &label, &hint, None) {
        panel.push(Command::SetReducedMotion(!on));
    }
    ui.add_space(8.0);
}
