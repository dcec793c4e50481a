//! The sheet that asks what is to be kept: a picture, the clip, a turntable, a contact sheet; how large, and where.

use egui::{Align2, Key, Rect, Sense, Ui, pos2, vec2};

use super::cards::sheet;
use super::icons::{Icon, put_icon};
use super::theme::{self, CONTROL, PADDING, ROW, Tokens, tokens};
use super::widgets::{
    Look, Segment, button, button_with, check_row, menu, put_cut, segmented_in, text_field, tip, tool_button,
};
use super::{Panel, units};
use crate::viewer::output::{OutputFormat, OutputKind, OutputSettings};
use crate::viewer::{Command, OutputCommand, keys};

/// Width of the column of labels, points.
const LABELS: f32 = 108.0;
/// Sizes that are offered beside that of the window.
const SIZES: [[u32; 2]; 6] = [
    [640, 360],
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
    [1080, 1080],
    [1080, 1920],
];
const RATES: [u32; 6] = [12, 24, 25, 30, 50, 60];

pub(super) fn show(ui: &Ui, panel: &mut Panel<'_>, whole: Rect) {
    if !panel.state.outputs.open || panel.state.model.is_none() {
        return;
    }
    let t = tokens(ui);
    sheet(ui, "output", whole, whole.top() + 64.0, 500.0, |ui| {
        title(ui, panel, &t);
        let most = (whole.height() - 250.0).max(60.0);
        let settings = panel.state.outputs.settings.clone();
        egui::ScrollArea::vertical()
            .id_salt("output")
            .max_height(most)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
                let mut new = settings.clone();
                kinds(ui, panel, &mut new);
                ui.add_space(4.0);
                options(ui, panel, &mut new, &t);
                if new != settings {
                    panel.push(Command::Output(OutputCommand::Set(new)));
                }
            });
        let entered = place(ui, panel, &settings, &t);
        actions(ui, panel, &settings, entered, &t);
    });
}

fn title(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    let middle = row.center().y;
    put_icon(
        ui.painter(),
        pos2(row.left() + 8.0, middle),
        Icon::ImageDown,
        16.0,
        t.accent,
    );
    let text = panel.text("output-title");
    let at = pos2(row.left() + 24.0, middle);
    put_cut(
        ui.painter(),
        at,
        &text,
        theme::semibold(14.0),
        t.text,
        row.width() - 60.0,
    );
    let close = Rect::from_center_size(pos2(row.right() - 9.0, middle), vec2(24.0, 24.0));
    let key = keys::shown_for(&Command::Escape);
    if tool_button(ui, close, (Icon::X, 16.0), &panel.text("close"), key, true).clicked() {
        panel.push(Command::Output(OutputCommand::Show(false)));
    }
}

fn kind_words(kind: OutputKind) -> [&'static str; 2] {
    match kind {
        OutputKind::Picture => ["output-picture", "output-picture-tip"],
        OutputKind::Film => ["output-clip", "output-clip-tip"],
        OutputKind::Turntable => ["output-turntable", "output-turntable-tip"],
        OutputKind::Sheet => ["output-sheet", "output-sheet-tip"],
    }
}

fn format_words(format: OutputFormat) -> [&'static str; 2] {
    match format {
        OutputFormat::Gif => ["output-gif", "output-gif-tip"],
        OutputFormat::Apng => ["output-apng", "output-apng-tip"],
        OutputFormat::Mp4 => ["output-mp4", "output-mp4-tip"],
        OutputFormat::Webm => ["output-webm", "output-webm-tip"],
        OutputFormat::Frames => ["output-frames", "output-frames-tip"],
    }
}

/// A segmented control that fills `rect`.
fn choice<T: Copy + PartialEq>(
    ui: &Ui,
    rect: Rect,
    panel: &Panel<'_>,
    all: &[T],
    chosen: T,
    words: impl Fn(T) -> [&'static str; 2],
) -> Option<T> {
    let words: Vec<[String; 2]> = all.iter().map(|k| words(*k).map(|id| panel.text(id))).collect();
    let segments: Vec<Segment<'_>> = all
        .iter()
        .zip(&words)
        .map(|(k, [label, tip])| Segment {
            label,
            tip,
            color: None,
            chosen: *k == chosen,
        })
        .collect();
    segmented_in(ui, rect, &segments, None).map(|at| all[at])
}

fn kinds(ui: &mut Ui, panel: &Panel<'_>, new: &mut OutputSettings) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    if let Some(kind) = choice(ui, rect, panel, &OutputKind::ALL, new.kind, kind_words) {
        new.kind = kind;
    }
}

/// A row with `label` at the left; returns the room for its control.
fn row(ui: &mut Ui, label: &str, t: &Tokens) -> Rect {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    let at = pos2(rect.left(), rect.center().y);
    put_cut(ui.painter(), at, label, theme::body(), t.second, LABELS - 8.0);
    rect.with_min_x(rect.left() + LABELS.min(0.4 * rect.width()))
}

fn options(ui: &mut Ui, panel: &Panel<'_>, new: &mut OutputSettings, t: &Tokens) {
    if new.kind.moves() {
        let room = row(ui, &panel.text("output-format"), t);
        if let Some(format) = choice(ui, room, panel, &OutputFormat::ALL, new.format, format_words) {
            new.format = format;
        }
    }
    size(ui, panel, new, t);
    match new.kind {
        OutputKind::Picture => {}
        OutputKind::Film => rate(ui, panel, new, t),
        OutputKind::Turntable => {
            rate(ui, panel, new, t);
            let room = row(ui, &panel.text("output-turn"), t);
            let suffix = format!("{}s", units::THIN);
            let [least, most] = OutputSettings::TURN_SECS;
            number(
                ui,
                room.with_max_x(room.left() + 84.0),
                &mut new.turn_secs,
                [least, most],
                &suffix,
                [&panel.text("output-turn"), &panel.text("output-turn-tip")],
            );
        }
        OutputKind::Sheet => cells(ui, panel, new, t),
    }
    checks(ui, panel, new);
}

fn size(ui: &mut Ui, panel: &Panel<'_>, new: &mut OutputSettings, t: &Tokens) {
    let room = row(ui, &panel.text("output-size"), t);
    let name = |[w, h]: [u32; 2]| format!("{w} × {h}");
    let window = OutputSettings {
        size_px: None,
        ..new.clone()
    };
    let automatic = window.pixels(panel.state.viewport_px);
    let own = if new.kind == OutputKind::Sheet {
        "output-size-cells"
    } else {
        "output-size-window"
    };
    let mut choices = vec![panel.texts.with(own, &[("size", name(automatic).into())])];
    choices.extend(SIZES.iter().map(|s| name(*s)));
    let listed = new.size_px.map_or(Some(0), |size| {
        SIZES.iter().position(|s| *s == size).map(|at| at + 1)
    });
    if listed.is_none() {
        choices.push(new.size_px.map(name).unwrap_or_default());
    }
    let chosen = listed.unwrap_or(choices.len() - 1);
    let fields = 2.0 * 64.0 + 20.0;
    let gap = 8.0;
    // In a narrow window the choice of sizes is enough.
    let narrow = room.width() < fields + gap + 130.0;
    let field = if narrow {
        room
    } else {
        room.with_max_x(room.right() - fields - gap)
    };
    let (label, hint) = (panel.text("output-size"), panel.text("output-size-tip"));
    if let Some(picked) = menu(ui, field, &choices, Some(chosen), None, &label, &hint) {
        new.size_px = picked.checked_sub(1).and_then(|at| SIZES.get(at).copied());
    }
    if narrow {
        return;
    }
    let mut pixels = new.pixels(panel.state.viewport_px);
    let before = pixels;
    let left = room.right() - fields;
    for (at, id) in [(0, "output-width"), (1, "output-height")] {
        let x = left + at as f32 * (64.0 + 20.0);
        let cell = Rect::from_min_size(pos2(x, room.top()), vec2(64.0, room.height()));
        let words = [panel.text(id), panel.text("output-side-tip")];
        number(
            ui,
            cell,
            &mut pixels[at],
            OutputSettings::SIDE,
            "",
            [&words[0], &words[1]],
        );
    }
    let times = pos2(left + 64.0 + 10.0, room.center().y);
    ui.painter()
        .text(times, Align2::CENTER_CENTER, "×", theme::body(), t.second);
    if pixels != before {
        new.size_px = Some(pixels);
    }
}

/// A number to drag or to type.
fn number(
    ui: &mut Ui,
    rect: Rect,
    value: &mut u32,
    [least, most]: [u32; 2],
    suffix: &str,
    [label, hint]: [&str; 2],
) {
    let drag = egui::DragValue::new(value).range(least..=most).suffix(suffix);
    let response = ui.put(rect, drag).accessible_name(label.to_owned());
    tip(response, hint, None);
}

fn rate(ui: &mut Ui, panel: &Panel<'_>, new: &mut OutputSettings, t: &Tokens) {
    let room = row(ui, &panel.text("output-fps"), t);
    let choices: Vec<String> = RATES.iter().map(|r| format!("{r}{}fps", units::THIN)).collect();
    let chosen = RATES.iter().position(|r| *r == new.fps);
    let (label, hint) = (panel.text("output-fps"), panel.text("output-fps-tip"));
    let field = room.with_max_x(room.left() + 108.0);
    if let Some(picked) = menu(ui, field, &choices, chosen, None, &label, &hint) {
        new.fps = RATES[picked];
    }
}

fn cells(ui: &mut Ui, panel: &Panel<'_>, new: &mut OutputSettings, t: &Tokens) {
    let room = row(ui, &panel.text("output-cells"), t);
    for (at, id) in [(0, "output-columns"), (1, "output-rows")] {
        let x = room.left() + at as f32 * (64.0 + 20.0);
        let cell = Rect::from_min_size(pos2(x, room.top()), vec2(64.0, room.height()));
        let words = [panel.text(id), panel.text("output-cells-tip")];
        number(
            ui,
            cell,
            &mut new.cells[at],
            OutputSettings::CELLS,
            "",
            [&words[0], &words[1]],
        );
    }
    let times = pos2(room.left() + 64.0 + 10.0, room.center().y);
    ui.painter()
        .text(times, Align2::CENTER_CENTER, "×", theme::body(), t.second);
}

/// Switches under the column of controls.
fn checks(ui: &mut Ui, panel: &Panel<'_>, new: &mut OutputSettings) {
    let check = |ui: &mut Ui, on: &mut bool, [id, hint]: [&str; 2]| {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let left = rect.left() + LABELS.min(0.4 * rect.width()) - PADDING;
        let builder = egui::UiBuilder::new().id_salt(id).max_rect(rect.with_min_x(left));
        let hint = panel.text(hint);
        let clicked = ui.scope_builder(builder, |ui| check_row(ui, *on, &panel.text(id), &hint, None));
        if clicked.inner {
            *on = !*on;
        }
    };
    ui.spacing_mut().item_spacing.y = 0.0;
    match new.kind {
        OutputKind::Turntable => check(
            ui,
            &mut new.clip_runs,
            ["output-clip-runs", "output-clip-runs-tip"],
        ),
        OutputKind::Sheet => check(
            ui,
            &mut new.all_clips,
            ["output-all-clips", "output-all-clips-tip"],
        ),
        OutputKind::Picture | OutputKind::Film => {}
    }
    if !new.kind.moves() || new.format.can_be_clear() {
        check(
            ui,
            &mut new.transparent,
            ["output-transparent", "output-transparent-tip"],
        );
    }
    if panel.state.layout().shows_both() {
        check(ui, &mut new.named, ["output-named", "output-named-tip"]);
    }
}

/// Where it is written; true when Enter was pressed in it.
fn place(ui: &mut Ui, panel: &mut Panel<'_>, settings: &OutputSettings, t: &Tokens) -> bool {
    ui.add_space(2.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    let at = pos2(rect.left(), rect.center().y);
    let label = panel.text("output-path");
    put_cut(ui.painter(), at, &label, theme::body(), t.second, LABELS - 8.0);
    let room = rect.with_min_x(rect.left() + LABELS.min(0.4 * rect.width()));
    let builder = egui::UiBuilder::new()
        .id_salt("place")
        .max_rect(room)
        .layout(egui::Layout::right_to_left(egui::Align::Center));
    let entered = ui.scope_builder(builder, |ui| {
        if !panel.state.outputs.no_dialog {
            let (choose, hint) = (panel.text("output-choose"), panel.text("output-choose-tip"));
            if button(ui, &choose, &hint, None, Look::Plain).clicked() {
                panel.push(Command::Output(OutputCommand::Choose));
            }
        }
        let width = ui.available_width();
        let (field, edited) = text_field(ui, &settings.path, "", &label, width);
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if let Some(path) = edited {
            panel.push(Command::Output(OutputCommand::SetPath(path)));
        }
        entered
    });
    if panel.state.outputs.exists.as_deref() == Some(&settings.path) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        let left = rect.left() + LABELS.min(0.4 * rect.width());
        let middle = rect.center().y;
        put_icon(
            ui.painter(),
            pos2(left + 7.0, middle),
            Icon::TriangleAlert,
            14.0,
            t.warning,
        );
        let text = panel.text("output-exists");
        let at = pos2(left + 20.0, middle);
        put_cut(
            ui.painter(),
            at,
            &text,
            egui::FontId::proportional(12.0),
            t.warning,
            rect.right() - at.x,
        );
    }
    entered.inner
}

/// What it will be, and the way to begin. `entered`: Enter was pressed in the path.
fn actions(ui: &mut Ui, panel: &mut Panel<'_>, settings: &OutputSettings, entered: bool, t: &Tokens) {
    ui.add_space(4.0);
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let replaces = panel.state.outputs.exists.as_deref() == Some(&settings.path);
        let busy = panel.state.outputs.making.is_some();
        let label = panel.text(if replaces {
            "output-replace"
        } else {
            "output-start"
        });
        let hint = panel.text(if busy {
            "output-busy-tip"
        } else {
            "output-start-tip"
        });
        ui.add_enabled_ui(!busy && !settings.path.trim().is_empty(), |ui| {
            let icon = Some(Icon::Download);
            let clicked = button_with(ui, icon, &label, &hint, Some("Enter"), Look::Primary).clicked();
            // With the keyboard nowhere else, Enter means the button that is meant.
            let nobody = ui.memory(|m| m.focused().is_none()) && !egui::Popup::is_any_open(ui.ctx());
            let meant = entered || (nobody && ui.input(|i| i.key_pressed(Key::Enter)));
            if clicked || (meant && ui.is_enabled()) {
                panel.push(Command::Output(OutputCommand::Start));
            }
        });
        let escape = keys::shown_for(&Command::Escape);
        let (cancel, hint) = (panel.text("cancel"), panel.text("close"));
        if button(ui, &cancel, &hint, escape, Look::Plain).clicked() {
            panel.push(Command::Output(OutputCommand::Show(false)));
        }
        let room = ui.available_rect_before_wrap();
        let text = summary(panel, settings);
        let at = pos2(room.left(), room.center().y);
        put_cut(
            ui.painter(),
            at,
            &text,
            egui::FontId::proportional(12.0),
            t.second,
            room.width() - 8.0,
        );
    });
}

/// Pixels, and how long it is.
fn summary(panel: &Panel<'_>, settings: &OutputSettings) -> String {
    let [w, h] = settings.pixels(panel.state.viewport_px);
    let pixels = format!("{w} × {h}");
    let secs = match settings.kind {
        OutputKind::Picture | OutputKind::Sheet => return pixels,
        OutputKind::Film => panel.state.duration_secs(),
        OutputKind::Turntable => f64::from(settings.turn_secs),
    };
    let count = (secs * f64::from(settings.fps)).round().max(1.0);
    let words = [("n", count.into()), ("time", units::short_seconds(secs).into())];
    format!("{pixels} · {}", panel.texts.with("output-frames-count", &words))
}
