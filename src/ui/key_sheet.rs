//! The searchable sheet of all keys; a row that is clicked does what its key does.

use egui::{Align2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::Panel;
use super::cards::sheet;
use super::theme::{self, DENSE_ROW, tokens};
use super::widgets::{CLICK, heading_color, key_badge, put, put_cut, row_ground, text_field};
use crate::viewer::keys::{KEYS, KeyBinding, KeyGroup};
use crate::viewer::{Command, keys};

pub(super) fn show(ui: &Ui, panel: &mut Panel<'_>, whole: Rect) {
    let t = tokens(ui);
    let Some(search) = panel.state.key_sheet.clone() else {
        return;
    };
    sheet(ui, "key-sheet", whole, whole.top() + 56.0, 460.0, |ui| {
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        let left = pos2(row.left(), row.center().y);
        put(
            ui.painter(),
            left,
            Align2::LEFT_CENTER,
            &panel.text("menu-keys"),
            theme::semibold(13.0),
            t.text,
        );
        if let Some(key) = keys::shown_for(&Command::Escape) {
            key_badge(ui, pos2(row.right(), row.center().y), key);
        }
        let width = ui.available_width();
        let (hint, label) = (panel.text("search-keys"), panel.text("search-keys-label"));
        let (field, edited) = text_field(ui, &search, &hint, &label, width);
        if ui.memory(|m| m.focused().is_none()) {
            field.request_focus();
        }
        if let Some(text) = edited {
            panel.push(Command::SearchKeys(text));
        }
        let words: Vec<String> = search
            .to_lowercase()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let most = (whole.height() - 190.0).clamp(80.0, 620.0);
        egui::ScrollArea::vertical()
            .id_salt("keys")
            .max_height(most)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for group in KeyGroup::ALL {
                    let heading = panel.text(group.text());
                    let rows: Vec<_> = grouped(group)
                        .into_iter()
                        .map(|(binding, shown)| (binding, shown, panel.text(binding.text)))
                        .filter(|(_, shown, text)| matches(&words, &[text, &shown.join(" "), &heading]))
                        .collect();
                    if rows.is_empty() {
                        continue;
                    }
                    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
                    let at = pos2(rect.left(), rect.center().y + 2.0);
                    put(
                        ui.painter(),
                        at,
                        Align2::LEFT_CENTER,
                        &heading,
                        theme::semibold(11.0),
                        heading_color(&t),
                    );
                    for (binding, shown, text) in rows {
                        key_row(ui, panel, binding, &shown, &text);
                    }
                }
            });
    });
}

/// The keys of a group; those that do the same share a row.
fn grouped(group: KeyGroup) -> Vec<(&'static KeyBinding, Vec<&'static str>)> {
    let mut rows: Vec<(&KeyBinding, Vec<&str>)> = Vec::new();
    for binding in KEYS.iter().filter(|b| b.group == group) {
        match rows
            .iter_mut()
            .find(|(first, _)| first.command == binding.command)
        {
            Some((_, shown)) => shown.push(binding.shown),
            None => rows.push((binding, vec![binding.shown])),
        }
    }
    rows
}

fn matches(words: &[String], texts: &[&str]) -> bool {
    words
        .iter()
        .all(|w| texts.iter().any(|t| t.to_lowercase().contains(w.as_str())))
}

fn key_row(ui: &mut Ui, panel: &mut Panel<'_>, binding: &KeyBinding, shown: &[&str], text: &str) {
    let t = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW + 1.0), CLICK);
    row_ground(ui, rect.expand2(vec2(4.0, 0.0)), &response, false);
    let middle = rect.center().y;
    // Clear of the scroll bar.
    let mut right = rect.right() - 10.0;
    for key in shown.iter().rev() {
        right = key_badge(ui, pos2(right, middle), key).left() - 4.0;
    }
    put_cut(
        ui.painter(),
        pos2(rect.left() + 4.0, middle),
        text,
        theme::body(),
        t.text,
        right - rect.left() - 16.0,
    );
    let label = format!("{text} ({})", shown.join(", "));
    response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &label));
    if response.clicked() {
        panel.push(Command::ShowKeySheet(false));
        if binding.command != Command::ShowKeySheet(true) && binding.command != Command::Escape {
            panel.push(binding.command.clone());
        }
    }
}
