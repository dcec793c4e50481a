//! The field that takes a path: works where there are neither drops nor a file dialog.

use egui::{Key, Rect, Ui};

use super::Panel;
use super::cards::sheet;
use super::theme::{self, tokens};
use super::widgets::{Look, button, text_field};
use crate::viewer::{Command, keys};

pub(super) fn show(ui: &Ui, panel: &mut Panel<'_>, viewport: Rect) {
    let t = tokens(ui);
    let Some(text) = panel.state.open_path.clone() else {
        return;
    };
    sheet(ui, "open-path", viewport, viewport.top() + 64.0, 520.0, |ui| {
        ui.label(
            egui::RichText::new(panel.text("open-path-title"))
                .font(theme::semibold(13.0))
                .color(t.text),
        );
        if panel.state.no_dialog {
            let note = egui::RichText::new(panel.text("open-path-no-dialog")).color(t.second);
            ui.add(egui::Label::new(note).wrap());
        }
        let width = ui.available_width();
        let (hint, label) = (panel.text("open-path-hint"), panel.text("open-path-label"));
        let (field, edited) = text_field(ui, &text, &hint, &label, width);
        // Asked before the focus is asked for: text and Enter may come in one frame.
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if !field.has_focus() && text.is_empty() && !entered {
            field.request_focus();
        }
        let text = edited.clone().unwrap_or(text);
        if let Some(edited) = edited {
            panel.push(Command::EditOpenPath(edited));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let (open, cancel) = (panel.text("open"), panel.text("cancel"));
            let escape = keys::shown_for(&Command::Escape);
            let clicked = button(
                ui,
                &open,
                &panel.text("open-path-tip"),
                Some("Enter"),
                Look::Primary,
            )
            .clicked();
            if (clicked || entered) && !text.trim().is_empty() {
                panel.push(Command::Open(text.clone()));
            }
            if button(ui, &cancel, &panel.text("close"), escape, Look::Plain).clicked() {
                panel.push(Command::ShowOpenPath(false));
            }
        });
    });
}
