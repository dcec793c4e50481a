//! Cards over the picture: what is being loaded, what went wrong.

use egui::{Align2, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::theme::{self, tokens};
use super::widgets::{Look, button, icon_button, progress_bar, put, put_cut};
use super::{Panel, shapes};
use crate::model::Severity;
use crate::viewer::{Command, keys};

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
    sheet(ui, "loading", viewport, viewport.center().y - 56.0, 340.0, |ui| {
        let (row, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        let title = panel.text("loading");
        let percent = loading.fraction.map_or_else(String::new, |f| {
            format!("{:.0}{}%", f * 100.0, super::units::THIN)
        });
        let right = pos2(row.right(), row.center().y);
        let number = put(
            ui.painter(),
            right,
            Align2::RIGHT_CENTER,
            &percent,
            theme::body(),
            t.second,
        );
        let left = pos2(row.left(), row.center().y);
        let name = format!("{title} {}", loading.name);
        put_cut(
            ui.painter(),
            left,
            &name,
            theme::strong(),
            t.text,
            number.left() - row.left() - 8.0,
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Status, true, format!("{name} {percent}")));
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 6.0), Sense::hover());
        progress_bar(ui, "loading", rect, loading.fraction);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let key = keys::shown_for(&Command::Escape);
            if button(
                ui,
                &panel.text("cancel"),
                &panel.text("cancel-tip"),
                key,
                Look::Plain,
            )
            .clicked()
            {
                panel.push(Command::CancelLoad);
            }
        });
    });
}

fn error(ui: &Ui, panel: &mut Panel<'_>, viewport: Rect) {
    let t = tokens(ui);
    let Some(card) = panel.state.error.clone() else {
        return;
    };
    sheet(ui, "error", viewport, viewport.center().y - 90.0, 460.0, |ui| {
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
        let middle = row.center().y;
        shapes::severity(
            ui.painter(),
            pos2(row.left() + 6.0, middle),
            Severity::Error,
            t.error,
            t.panel,
        );
        let close = Rect::from_center_size(pos2(row.right() - 10.0, middle), vec2(22.0, 22.0));
        let room = close.left() - row.left() - 28.0;
        put_cut(
            ui.painter(),
            pos2(row.left() + 20.0, middle),
            &card.subject,
            theme::semibold(13.0),
            t.text,
            room,
        );
        let key = keys::shown_for(&Command::Escape);
        if icon_button(ui, close, &panel.text("close"), key, true, |p, r, c| {
            shapes::close(p, r, c);
        })
        .clicked()
        {
            panel.push(Command::DismissError);
        }
        for (line, color) in [
            (&card.what, t.text),
            (&card.place, t.second),
            (&card.remedy, t.text),
        ] {
            if !line.is_empty() {
                ui.add(egui::Label::new(egui::RichText::new(line).color(color)).wrap());
            }
        }
        ui.add_space(4.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let key = keys::shown_for(&Command::OpenDialog);
            if button(
                ui,
                &panel.text("open-another"),
                &panel.text("key-open"),
                key,
                Look::Primary,
            )
            .clicked()
            {
                panel.push(Command::OpenDialog);
            }
            if button(
                ui,
                &panel.text("copy"),
                &panel.text("copy-tip"),
                None,
                Look::Plain,
            )
            .clicked()
            {
                panel.push(Command::CopyError);
            }
        });
    });
}
