//! What is being made or was just made, in a corner of the picture: the work goes on around it.

use egui::{CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::Panel;
use super::cards::title_row;
use super::icons::Icon;
use super::theme::tokens;
use super::widgets::{Look, button, progress_bar, tool_button};
use crate::viewer::output::Made;
use crate::viewer::{Command, OutputCommand, keys};

/// How long a notice stays, seconds: long enough to read it and to reach it.
const STAYS_SECS: f64 = 7.0;

pub(super) fn show(ui: &Ui, panel: &mut Panel<'_>, viewport: Rect) {
    if panel.state.outputs.making.is_some() {
        corner(ui, viewport, |ui| making(ui, panel));
    } else if panel.state.outputs.made.is_some() {
        corner(ui, viewport, |ui| made(ui, panel));
        expire(ui, panel);
    }
}

fn corner(ui: &Ui, viewport: Rect, contents: impl FnOnce(&mut Ui)) {
    let t = tokens(ui);
    let width = 320.0_f32.min(viewport.width() - 28.0).max(80.0);
    egui::Area::new(egui::Id::unique("output notice"))
        .order(egui::Order::Middle)
        .pivot(egui::Align2::RIGHT_BOTTOM)
        .fixed_pos(viewport.max - vec2(14.0, 14.0))
        .default_size(vec2(width, 80.0))
        .constrain(false)
        .show(ui.ctx(), |ui| {
            egui::Frame::new()
                .fill(t.panel)
                .stroke((1.0, t.line))
                .corner_radius(CornerRadius::same(6))
                .shadow(ui.visuals().popup_shadow)
                .inner_margin(12)
                .show(ui, |ui| {
                    ui.set_width(width - 24.0);
                    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
                    contents(ui);
                });
        });
}

fn making(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    let Some(making) = panel.state.outputs.making.clone() else {
        return;
    };
    let name = if making.name.is_empty() {
        panel.text("output-copying")
    } else {
        making.name.clone()
    };
    let percent = making.fraction.map_or_else(String::new, |f| {
        format!("{:.0}{}%", f * 100.0, super::units::THIN)
    });
    let row = title_row(ui, (Icon::ImageDown, t.accent), &name, &percent);
    let words = panel.text("output-making");
    row.widget_info(|| WidgetInfo::labeled(Role::Status, true, format!("{words} {name} {percent}")));
    let height = 28.0;
    ui.horizontal(|ui| {
        let cancel = panel.text(if making.stopping {
            "output-stopping"
        } else {
            "cancel"
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_enabled_ui(!making.stopping, |ui| {
                let hint = panel.text("output-cancel-tip");
                if button(ui, &cancel, &hint, None, Look::Plain).clicked() {
                    panel.push(Command::Output(OutputCommand::Cancel));
                }
            });
            let room = ui.available_rect_before_wrap();
            let bar = Rect::from_center_size(
                pos2(room.center().x - 4.0, room.top() + 0.5 * height),
                vec2((room.width() - 8.0).max(1.0), 6.0),
            );
            progress_bar(ui, "output", bar, making.fraction);
        });
    });
}

fn made(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    let Some(made) = panel.state.outputs.made.clone() else {
        return;
    };
    let (title, path) = match &made {
        Made::Copied => (panel.text("output-copied"), None),
        Made::File { path, count } => {
            let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
            let words = [("name", name.into()), ("n", (*count).into())];
            (panel.texts.with("output-saved", &words), Some(path.clone()))
        }
    };
    let row = title_row(ui, (Icon::CircleCheck, t.b), &title, "      ");
    let close = Rect::from_center_size(
        pos2(row.rect.right() - 9.0, row.rect.center().y),
        vec2(24.0, 24.0),
    );
    row.widget_info(|| WidgetInfo::labeled(Role::Status, true, &title));
    let key = keys::shown_for(&Command::Escape);
    if tool_button(ui, close, (Icon::X, 16.0), &panel.text("close"), key, true).clicked() {
        panel.push(Command::Output(OutputCommand::Dismiss));
    }
    if let Some(path) = path {
        ui.horizontal(|ui| {
            let copy = panel.text("output-copy-path");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let hint = panel.text("output-copy-path-tip");
                if button(ui, &copy, &hint, None, Look::Plain).clicked() {
                    panel.push(Command::CopyText(path.clone()));
                }
                let (rect, _) = ui.allocate_exact_size(
                    vec2(ui.available_width(), ui.available_height().min(28.0)),
                    Sense::hover(),
                );
                super::widgets::put_cut(
                    ui.painter(),
                    pos2(rect.left() + 24.0, rect.center().y),
                    &path,
                    egui::FontId::proportional(12.0),
                    t.second,
                    rect.width() - 32.0,
                );
            });
        });
    }
}

/// A notice that was there long enough goes, unless the pointer is on it.
fn expire(ui: &Ui, panel: &mut Panel<'_>) {
    let id = egui::Id::unique("output notice since");
    let (now, count) = (ui.input(|i| i.time), panel.state.outputs.count);
    let since: (u64, f64) = ui.data(|d| d.get_temp(id)).unwrap_or((0, now));
    let since = if since.0 == count { since.1 } else { now };
    ui.data_mut(|d| d.insert_temp(id, (count, since)));
    let left = since + STAYS_SECS - now;
    if left <= 0.0 {
        panel.push(Command::Output(OutputCommand::Dismiss));
    } else {
        ui.ctx()
            .request_repaint_after(core::time::Duration::from_secs_f64(left + 0.02));
    }
}
