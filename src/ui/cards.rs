//! Cards over the picture: what is being loaded, what went wrong.

use egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::Panel;
use super::icons::{Icon, put_icon};
use super::theme::{self, tokens};
use super::widgets::{Look, button, button_with, progress_bar, put, put_cut, tool_button};
use crate::viewer::{Again, Command, LOADED, keys};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>, viewport: Rect) {
    if panel.state.loading.is_some() {
        loading(ui, panel, viewport);
    } else if panel.state.error.is_some() {
        error(ui, panel, viewport);
    }
}

/// A floating sheet over `around`, in the middle from left to right, its top at `top`; it takes the pointer.
pub(super) fn sheet(ui: &Ui, name: &str, around: Rect, top: f32, width: f32, contents: impl FnOnce(&mut Ui)) {
    let t = tokens(ui);
    let width = width.min(around.width() - 24.0).max(80.0);
    egui::Area::new(egui::Id::unique(name))
        .order(egui::Order::Foreground)
        .fixed_pos(pos2(
            around.center().x - 0.5 * width,
            top.max(around.top() + 12.0),
        ))
        .default_size(vec2(width, (around.bottom() - top - 24.0).max(80.0)))
        .constrain(false)
        .show(ui.ctx(), |ui| {
            let frame = egui::Frame::new()
                .fill(t.panel)
                .stroke((1.0, t.line))
                .corner_radius(CornerRadius::same(6))
                .shadow(ui.visuals().window_shadow)
                .inner_margin(16);
            frame.show(ui, |ui| {
                ui.set_width(width - 32.0);
                ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
                contents(ui);
            });
        });
}

fn loading(ui: &Ui, panel: &mut Panel<'_>, viewport: Rect) {
    let t = tokens(ui);
    let Some(loading) = panel.state.loading.clone() else {
        return;
    };
    sheet(ui, "loading", viewport, viewport.center().y - 64.0, 360.0, |ui| {
        let title = panel.text("loading");
        let percent = loading.fraction.map_or_else(String::new, |f| {
            format!("{:.0}{}%", f * 100.0, super::units::THIN)
        });
        let row = title_row(ui, (Icon::LoaderCircle, t.accent), &loading.name, &percent);
        row.widget_info(|| {
            let name = format!("{title} {} {percent}", loading.name);
            WidgetInfo::labeled(Role::Status, true, name)
        });
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 6.0), Sense::hover());
        progress_bar(ui, "loading", rect, loading.fraction);
        // What it does now: a model is read first, then given to the device.
        let step = panel.text(match loading.fraction {
            Some(share) if share >= LOADED => "loading-upload",
            _ => "loading-read",
        });
        ui.horizontal(|ui| {
            ui.label(egui::RichText::new(step).size(12.0).color(t.second));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let key = keys::shown_for(&Command::Escape);
                let (label, hint) = (panel.text("cancel"), panel.text("cancel-tip"));
                if button(ui, &label, &hint, key, Look::Plain).clicked() {
                    panel.push(Command::CancelLoad);
                }
            });
        });
    });
}

/// An icon, a name and what stands at the right end of the row.
pub(super) fn title_row(
    ui: &mut Ui,
    (icon, color): (Icon, Color32),
    name: &str,
    right: &str,
) -> egui::Response {
    let t = tokens(ui);
    let (row, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    let middle = row.center().y;
    put_icon(ui.painter(), pos2(row.left() + 8.0, middle), icon, 16.0, color);
    let end = pos2(row.right(), middle);
    let end = put(
        ui.painter(),
        end,
        Align2::RIGHT_CENTER,
        right,
        theme::body(),
        t.second,
    );
    let left = pos2(row.left() + 24.0, middle);
    put_cut(
        ui.painter(),
        left,
        name,
        theme::semibold(13.0),
        t.text,
        end.left() - left.x - 8.0,
    );
    response
}

fn error(ui: &Ui, panel: &mut Panel<'_>, viewport: Rect) {
    let t = tokens(ui);
    let Some(card) = panel.state.error.clone() else {
        return;
    };
    sheet(ui, "error", viewport, viewport.center().y - 96.0, 460.0, |ui| {
        let row = title_row(ui, (Icon::CircleX, t.error), &card.subject, "      ").rect;
        let close = Rect::from_center_size(pos2(row.right() - 9.0, row.center().y), vec2(24.0, 24.0));
        let key = keys::shown_for(&Command::Escape);
        if tool_button(ui, close, (Icon::X, 16.0), &panel.text("close"), key, true).clicked() {
            panel.push(Command::DismissError);
        }
        for (line, color) in [
            (&card.what, t.text),
            (&card.place, t.second),
            (&card.remedy, t.text),
        ] {
            if !line.is_empty() {
                ui.horizontal_top(|ui| {
                    // Under the name, not under the icon.
                    ui.spacing_mut().item_spacing.x = 0.0;
                    ui.add_space(24.0);
                    ui.add(egui::Label::new(egui::RichText::new(line).color(color)).wrap());
                });
            }
        }
        ui.add_space(4.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            actions(ui, panel, card.again.as_ref());
        });
    });
}

/// What can be done about it, the likeliest at the right.
fn actions(ui: &mut Ui, panel: &mut Panel<'_>, again: Option<&Again>) {
    let mut act = |ui: &mut Ui, icon, [label, hint]: [&str; 2], command: Command, look| {
        let key = keys::shown_for(&command);
        let [label, hint] = [label, hint].map(|id| panel.text(id));
        if button_with(ui, Some(icon), &label, &hint, key, look).clicked() {
            panel.push(command);
        }
    };
    if again == Some(&Again::Output) {
        let words = ["output-again", "output-again-tip"];
        act(ui, Icon::RotateCcw, words, Command::TryAgain, Look::Primary);
    } else if again != Some(&Again::CompressedFile) {
        let words = ["open-another", "key-open"];
        act(ui, Icon::FolderOpen, words, Command::OpenDialog, Look::Primary);
        if again.is_some() {
            let words = ["try-again", "try-again-tip"];
            act(ui, Icon::RotateCcw, words, Command::TryAgain, Look::Plain);
        }
    }
    act(
        ui,
        Icon::Copy,
        ["copy", "copy-tip"],
        Command::CopyError,
        Look::Plain,
    );
}
