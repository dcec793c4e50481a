//! The window with nothing open: what to do, and characters to begin with.

use egui::{Align2, CornerRadius, Rect, Role, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::Panel;
use super::icons::{Icon, put_icon};
use super::theme::{self, Tokens};
use super::viewport::centred;
use super::widgets::{CLICK, Look, button_with, put, put_cut, put_heading, row_ground, tip};
use crate::samples::SAMPLES;
use crate::viewer::{Command, keys};

/// Width of the card, points.
const WIDTH: f32 = 440.0;
/// Height of what is above the samples.
const HEAD: f32 = 218.0;
/// Height of a sample's row.
const ROW: f32 = 28.0;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect, t: &Tokens) {
    let rows = ROW * SAMPLES.len() as f32;
    let tall = HEAD + 40.0 + rows + 12.0;
    // The samples go first where there is no room; they are in the menu, too.
    let samples = rect.height() >= tall + 16.0;
    let height = if samples { tall } else { HEAD + 16.0 }.min(rect.height() - 8.0);
    let width = (rect.width() - 32.0).clamp(0.0, WIDTH);
    let card = Rect::from_center_size(rect.center(), vec2(width, height.max(0.0))).round();
    ui.painter().rect(
        card,
        CornerRadius::same(8),
        t.panel,
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
    let at = |y: f32| pos2(card.center().x, card.top() + y);
    put_icon(ui.painter(), at(48.0), Icon::Download, 36.0, t.accent);
    for (y, id, font, color) in [
        (92.0, "empty-title", theme::semibold(17.0), t.text),
        (118.0, "empty-formats", theme::body(), t.second),
        (192.0, "empty-paste", theme::caption(), t.second),
    ] {
        let text = panel.text(id);
        put(ui.painter(), at(y), Align2::CENTER_CENTER, &text, font, color);
    }
    let row = Rect::from_min_max(
        pos2(card.left(), card.top() + 140.0),
        pos2(card.right(), card.top() + 172.0),
    );
    let mut chosen = None;
    centred(ui, "empty", row, |ui| {
        let key = keys::shown_for(&Command::OpenDialog);
        let (open, hint) = (panel.text("menu-open"), panel.text("key-open"));
        if button_with(ui, Some(Icon::FolderOpen), &open, &hint, key, Look::Primary).clicked() {
            chosen = Some(Command::OpenDialog);
        }
        let key = keys::shown_for(&Command::ShowOpenPath(true));
        let (path, hint) = (panel.text("menu-open-path"), panel.text("key-open-path"));
        if button_with(ui, None, &path, &hint, key, Look::Plain).clicked() {
            chosen = Some(Command::ShowOpenPath(true));
        }
    });
    if samples {
        let line = at(HEAD).y.round() + 0.5;
        ui.painter().hline(
            card.shrink2(vec2(1.0, 0.0)).x_range(),
            line,
            Stroke::new(1.0, t.line),
        );
        let left = pos2(card.left() + 20.0, line + 20.0);
        put_heading(ui.painter(), left, &panel.text("empty-samples"), t);
        let top = line + 36.0;
        for (index, sample) in SAMPLES.iter().enumerate() {
            let row = Rect::from_min_size(
                pos2(card.left() + 4.0, top + ROW * index as f32),
                vec2(card.width() - 8.0, ROW),
            );
            if sample_row(ui, panel, row, sample.name, t) {
                chosen = Some(Command::Open(format!("sample:{}", sample.name)));
            }
        }
    }
    if let Some(command) = chosen {
        panel.push(command);
    }
}

/// True if it was clicked.
fn sample_row(ui: &Ui, panel: &Panel<'_>, row: Rect, sample: &str, t: &Tokens) -> bool {
    let id = format!("sample-{}", sample.replace('_', "-"));
    let name = panel.text(&id);
    let about = panel.texts.part(&id, "about");
    let response = ui.interact(row, ui.scope_id().with(("sample", sample)), CLICK);
    row_ground(ui, row, &response, false);
    let middle = row.center().y;
    put_icon(
        ui.painter(),
        pos2(row.left() + 24.0, middle),
        Icon::PersonStanding,
        15.0,
        t.second,
    );
    let left = pos2(row.left() + 40.0, middle);
    let room = row.width() - 56.0;
    let shown = put_cut(ui.painter(), left, &name, theme::strong(), t.text, room);
    let after = pos2(shown.right() + 10.0, middle);
    let room = row.right() - 16.0 - after.x;
    let about_shown = put_cut(ui.painter(), after, &about, theme::body(), t.second, room);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if about_shown.width() > room - 8.0 {
        return tip(response, &about, None).clicked();
    }
    response.clicked()
}
