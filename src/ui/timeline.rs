//! Transport and timeline: play, step, scrub, keys, ruler, crossfade; below them every key, or curves.

mod axis;
#[cfg(feature = "app")]
mod curves;
mod fade;
mod sheet;
mod track;

use egui::{
    Align2, Button, Color32, CornerRadius, Rangef, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use super::icons::{self, Icon, put_icon};
use super::theme::{self, CORNER, LEFT, TIMELINE, Tokens, tokens};
use super::widgets::{CLICK, choose_one, focus_ring, icon_button, put, tip, tool_button};
use super::{Panel, shapes, units};
use crate::animation::{FRAME_RATES, LoopMode};
use crate::viewer::{Command, Sheet, TimelineCommand, keys};
use axis::Axis;
pub(super) use fade::clip_label;

/// Between the edges of the window and the track.
const INSET: f32 = 16.0;
const TRACK_TOP: f32 = 66.0;
const TRACK_HEIGHT: f32 = 41.0;
const RULER_TOP: f32 = 117.0;
/// Between read-outs.
const GAP: f32 = 14.0;
/// Between the controls of how it plays.
const BETWEEN: f32 = 4.0;
const SPEEDS: [f64; 11] = [-3.0, -2.0, -1.0, -0.5, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0];
/// Fastest there is, either way.
const MAX_SPEED: f64 = 3.0;
/// A narrower window leaves out the buttons that step from key to key.
const KEY_STEPS_FROM: f32 = 560.0;
/// Width of the field for an exact time.
const TIME_ENTRY: f32 = 130.0;

/// Height of what shows below the timeline, points.
pub(super) fn sheet_height(panel: &Panel<'_>) -> f32 {
    match panel.state.timeline.sheet {
        Sheet::Closed => 0.0,
        _ => panel.state.timeline.sheet_height,
    }
}

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let all = ui.max_rect();
    let whole = Rect::from_min_size(all.min, vec2(all.width(), TIMELINE.min(all.height())));
    let below = Rect::from_min_max(pos2(all.left(), whole.bottom()), all.max);
    let opened = below.height() > 1.0;
    transport(ui, panel, whole);
    // Names of rows stand left of the track: one axis of time for all.
    let left = if opened { names_width(whole.width()) } else { INSET };
    let right = whole.right() - INSET;
    let x = Rangef::new(whole.left() + left, right.max(whole.left() + left + 1.0));
    let axis = Axis::new(panel, x);
    track::show(ui, panel, whole, &axis);
    if opened {
        beside_track(ui, panel, whole, &axis);
        let t = tokens(ui);
        ui.painter()
            .hline(below.x_range(), below.top() + 0.5, Stroke::new(1.0, t.line));
        let contents = Rect::from_min_max(below.min + vec2(0.0, 1.0), below.max);
        match panel.state.timeline.sheet {
            #[cfg(feature = "app")]
            Sheet::Curves => curves::show(ui, panel, contents, &axis),
            _ => sheet::show(ui, panel, contents, &axis),
        }
        ui.painter()
            .vline(axis.x.min - 7.5, below.y_range(), Stroke::new(1.0, t.line));
        resize(ui, panel, all, &t);
    }
}

/// As wide as the panel above it, where that leaves most of the window to the track.
fn names_width(whole: f32) -> f32 {
    LEFT.min(0.3 * whole).max(96.0) + 8.0
}

/// The upper edge of the panel, while something shows below the timeline.
fn resize(ui: &Ui, panel: &mut Panel<'_>, all: Rect, t: &Tokens) {
    let edge = Rect::from_min_max(all.min, pos2(all.right(), all.top() + 5.0));
    let response = ui.interact(edge, ui.scope_id().with("sheet height"), Sense::DRAG);
    if response.hovered() || response.dragged() {
        ui.painter()
            .hline(all.x_range(), all.top() + 1.0, Stroke::new(2.0, t.accent));
    }
    let label = panel.text("sheet-height");
    let height = panel.state.timeline.sheet_height;
    response.widget_info(|| WidgetInfo::slider(true, height.into(), &label));
    if response.dragged()
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let height = all.bottom() - TIMELINE - pointer.y;
        panel.push(Command::Timeline(TimelineCommand::SetSheetHeight(height)));
    }
    response.on_hover_cursor(egui::CursorIcon::ResizeVertical);
}

/// Whose keys are marked, and the folds of the rows below.
fn beside_track(ui: &mut Ui, panel: &mut Panel<'_>, whole: Rect, axis: &Axis) {
    let x = Rangef::new(whole.left(), axis.x.min - 8.0);
    let rect = Rect::from_x_y_ranges(
        x,
        Rangef::new(whole.top() + TRACK_TOP + 6.0, whole.top() + TIMELINE - 4.0),
    );
    let builder = egui::UiBuilder::new().id_salt("beside track").max_rect(rect);
    ui.scope_builder(builder, |ui| {
        ui.shrink_clip_rect(rect);
        ui.spacing_mut().item_spacing.y = 4.0;
        let joint = panel
            .state
            .selected_joint
            .filter(|_| !panel.state.timeline.joint_key_times.is_empty());
        if let Some(joint) = joint {
            let name = panel.state.tree.label(joint).to_owned();
            let by_joint = panel.state.marks_joint_keys();
            let words = [("joint", name.as_str().into())];
            let short: String = if name.chars().count() > 16 {
                name.chars().take(15).chain(['…']).collect()
            } else {
                name.clone()
            };
            let (all, all_tip) = (panel.text("ticks-clip"), panel.text("ticks-clip-tip"));
            let joint_tip = panel.texts.with("ticks-joint-tip", &words);
            let words = [(all, all_tip), (short, joint_tip)];
            if let Some(picked) = choose_one(ui, &words, Some(usize::from(by_joint))) {
                panel.push(Command::Timeline(TimelineCommand::MarkJointKeys(picked == 1)));
            }
        } else {
            ui.add_space(theme::CONTROL);
        }
        if panel.state.timeline.sheet == Sheet::Keys {
            fold_all(ui, panel);
        }
    });
}

fn fold_all(ui: &mut Ui, panel: &mut Panel<'_>) {
    let rows = &panel.state.timeline.rows;
    let folded = rows.rows().len() == rows.groups().len();
    let (label, hint) = if folded {
        (panel.text("sheet-unfold-all"), panel.text("sheet-unfold-all-tip"))
    } else {
        (panel.text("sheet-fold-all"), panel.text("sheet-fold-all-tip"))
    };
    super::widgets::quiet_row(ui, theme::PADDING, |ui| {
        let look = super::widgets::Look::Quiet;
        if super::widgets::button(ui, &label, &hint, None, look).clicked() {
            panel.push(Command::Timeline(TimelineCommand::UnfoldAll(folded)));
        }
    });
}

/// The playhead through what shows below the timeline.
fn playhead_line(ui: &Ui, panel: &Panel<'_>, axis: &Axis, y: Rangef, t: &Tokens) {
    let now = panel.state.player.time_secs();
    if (axis.from..=axis.to).contains(&now) {
        let line = Stroke::new(1.5, t.text.gamma_multiply(0.85));
        ui.painter().vline(axis.x_of(now), y, line);
    }
    if let Some(range) = panel.state.player.range() {
        for secs in [range.start_secs, range.end_secs] {
            if (axis.from..=axis.to).contains(&secs) {
                let line = Stroke::new(1.0, t.accent.gamma_multiply(0.6));
                ui.painter().vline(axis.x_of(secs), y, line);
            }
        }
    }
}

fn key_of(command: &Command) -> Option<&'static str> {
    keys::shown_for(command)
}

fn transport(ui: &mut Ui, panel: &mut Panel<'_>, whole: Rect) {
    let state = panel.state;
    let middle = whole.top() + 21.0;
    let can_play = state.model.is_some() && state.clip().is_some();
    let mut x = whole.left() + 8.0;
    let mut cell = |width: f32| {
        let rect = Rect::from_min_size(pos2(x, middle - 13.0), vec2(width, 26.0));
        x += width;
        rect
    };
    let key_step = if whole.width() >= KEY_STEPS_FROM {
        26.0
    } else {
        0.0
    };
    let (start, before, back, play) = (cell(26.0), cell(key_step), cell(26.0), cell(42.0));
    let (forward, after, end) = (cell(26.0), cell(key_step), cell(26.0));
    if key_step > 0.0 {
        for (rect, id, on) in [(before, "key-previous-key", false), (after, "key-next-key", true)] {
            let (label, command) = (panel.texts.get(id), Command::StepKey(on));
            let face = |p: &egui::Painter, r: Rect, c: Color32| {
                shapes::to_key(p, r.center(), if on { 1.0 } else { -1.0 }, c);
            };
            if icon_button(ui, rect, &label, key_of(&command), can_play, face).clicked() {
                panel.commands.push(command);
            }
        }
    }
    let mut clicked = |rect: Rect, id: &str, command: Command, icon: Icon| {
        let label = panel.texts.get(id);
        if tool_button(ui, rect, (icon, 16.0), &label, key_of(&command), can_play).clicked() {
            panel.commands.push(command);
        }
    };
    clicked(start, "key-start", Command::GoToStart, Icon::SkipBack);
    clicked(back, "key-step-back", Command::StepFrames(-1), Icon::StepBack);
    clicked(
        forward,
        "key-step-forward",
        Command::StepFrames(1),
        Icon::StepForward,
    );
    clicked(end, "key-end", Command::GoToEnd, Icon::SkipForward);
    play_button(
        ui,
        panel,
        Rect::from_center_size(play.center(), vec2(30.0, 30.0)),
        can_play,
    );

    let row = |from: f32, to: f32| Rect::from_min_max(pos2(from, middle - 13.0), pos2(to, middle + 13.0));
    let right = whole.right() - INSET;
    let shown = fitting(ui, panel, right - end.right() - GAP, can_play);
    let mut used = end.right();
    if shown.how_it_plays {
        let builder = egui::UiBuilder::new()
            .id_salt("playback")
            .max_rect(row(end.right() + 10.0, right))
            .layout(egui::Layout::left_to_right(egui::Align::Center));
        let scope = ui.scope_builder(builder, |ui| {
            ui.spacing_mut().item_spacing.x = BETWEEN;
            if shown.sheets {
                reverse_button(ui, panel, can_play);
            }
            loop_button(ui, panel);
            speed_menu(ui, panel);
            if shown.sheets {
                ui.add_space(6.0);
                sheet_buttons(ui, panel);
            }
        });
        used = scope.response.rect.right();
    }
    read_outs(ui, panel, &shown.readouts, row(used, right));
}

/// Seconds (a click types them), the frame, and the frame rate (a click chooses it), from the right.
fn read_outs(ui: &mut Ui, panel: &mut Panel<'_>, shown: &[ReadOut], row: Rect) {
    let middle = row.center().y;
    let mut left = row.right() + GAP;
    for readout in shown {
        let at = pos2(left - GAP, middle);
        if readout.what == What::Seconds && panel.state.timeline.time_entry.is_some() {
            let rect = Rect::from_min_max(pos2(at.x - TIME_ENTRY, row.top()), pos2(at.x, row.bottom()));
            time_entry(ui, panel, rect);
            return;
        }
        let t = tokens(ui);
        let id = ui.scope_id().with(("readout", readout.what));
        let galley = ui
            .painter()
            .layout_no_wrap(readout.text.clone(), readout.font.clone(), readout.color);
        let rect = Align2::RIGHT_CENTER.anchor_size(at, galley.size());
        left = rect.left();
        let hit = Rect::from_x_y_ranges(rect.x_range().expand(4.0), row.y_range());
        let clickable = readout.what != What::Frame || panel.state.model.is_some();
        let response = ui.interact(hit, id, if clickable { CLICK } else { Sense::hover() });
        if response.hovered() && clickable {
            ui.painter().rect_filled(hit, CornerRadius::same(CORNER), t.hover);
        }
        ui.painter().galley(rect.min, galley, readout.color);
        focus_ring(ui, &response, hit);
        if readout.what == What::Rate {
            rate_menu(panel, response);
            continue;
        }
        // The two read as one.
        let spoken = match readout.what {
            What::Seconds => format!("{}, {}", readout.text, panel.state.frame()),
            _ => readout.text.clone(),
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
        let key = key_of(&Command::Timeline(TimelineCommand::EnterTime(true)));
        if tip(response, &panel.text("readout-tip"), key).clicked() {
            panel.push(Command::Timeline(TimelineCommand::EnterTime(true)));
        }
    }
}

/// A field for an exact time, in place of the read-out.
fn time_entry(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect) {
    let text = panel.state.timeline.time_entry.clone().unwrap_or_default();
    let (hint, label) = (panel.text("time-entry-hint"), panel.text("time-entry"));
    let builder = egui::UiBuilder::new().id_salt("time entry").max_rect(rect);
    ui.scope_builder(builder, |ui| {
        let (field, edited) = super::widgets::text_field(ui, &text, &hint, &label, TIME_ENTRY - 16.0);
        let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
        if let Some(text) = edited {
            panel.push(Command::Timeline(TimelineCommand::EditTime(text)));
        }
        if field.lost_focus() {
            let command = if enter {
                TimelineCommand::GoToEntered
            } else {
                TimelineCommand::EnterTime(false)
            };
            panel.push(Command::Timeline(command));
        } else if !field.has_focus() {
            field.request_focus();
        }
        tip(field, &panel.text("time-entry-tip"), None);
    });
}

/// Frames a second: as the keys say, or one of those that are common.
fn rate_menu(panel: &mut Panel<'_>, response: egui::Response) {
    let timeline = &panel.state.timeline;
    let label = format!("{}: {}", panel.text("frame-rate"), rate_shown(panel.state));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let found = match timeline.frame_rate_found {
        Some(fps) => panel
            .texts
            .with("frame-rate-found", &[("fps", rate_text(fps).into())]),
        None => panel.texts.with(
            "frame-rate-unknown",
            &[("fps", rate_text(crate::viewer::DISPLAY_FPS).into())],
        ),
    };
    let set = timeline.frame_rate_set;
    let mut rates = FRAME_RATES;
    rates.sort_by(f64::total_cmp);
    let mut picked = None;
    egui::Popup::menu(&response).show(|ui| {
        ui.set_min_width(150.0);
        ui.spacing_mut().item_spacing.y = 1.0;
        if ui.add(Button::new(&found).selected(set.is_none())).clicked() {
            picked = Some(None);
            ui.close();
        }
        for rate in rates {
            let button = Button::new(rate_text(rate)).selected(set == Some(rate));
            if ui.add(button).clicked() {
                picked = Some(Some(rate));
                ui.close();
            }
        }
    });
    if let Some(rate) = picked {
        panel.push(Command::Timeline(TimelineCommand::SetFrameRate(rate)));
    }
    if !egui::Popup::is_any_open(&response.ctx) {
        tip(response, &panel.text("frame-rate-tip"), None);
    }
}

/// `30 fps`, and `29.97 fps` where it is no whole number.
fn rate_text(fps: f64) -> String {
    let digits = if (fps - fps.round()).abs() < 0.005 { 0 } else { 2 };
    format!("{fps:.digits$}{}fps", units::THIN)
}

/// The rate that counts, with a question mark where it is only what is usual.
fn rate_shown(state: &crate::viewer::ViewerState) -> String {
    let doubt = if state.timeline.fps_is_assumed() && state.duration_secs() > 0.0 {
        "?"
    } else {
        ""
    };
    rate_text(state.fps()) + doubt
}

/// A read-out at the right of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum What {
    Rate,
    Frame,
    Seconds,
}

/// What it says.
struct ReadOut {
    what: What,
    text: String,
    font: egui::FontId,
    color: Color32,
}

/// What of the transport row has room beside its buttons.
struct Fitting {
    /// Whether loop and speed show.
    how_it_plays: bool,
    /// Whether the buttons for reverse, keys and curves show.
    sheets: bool,
    /// From the right: frames a second, the frame, seconds; what there is no room for is left out in this order.
    readouts: Vec<ReadOut>,
}

/// `space` is from the last button to the right edge. Seconds matter most, then how it plays, then the rest.
fn fitting(ui: &Ui, panel: &Panel<'_>, space: f32, can_play: bool) -> Fitting {
    let t = tokens(ui);
    let state = panel.state;
    let readouts_at = |frame: u64, secs: f64| {
        let readout = |what, text, font, color| ReadOut {
            what,
            text,
            font,
            color,
        };
        let mut all = vec![readout(What::Rate, rate_shown(state), theme::body(), t.second)];
        if can_play {
            let count = state.frame_count().to_string();
            let words = [("frame", frame.to_string().into()), ("count", count.into())];
            let frames = panel.texts.with("frame-of", &words);
            all.push(readout(What::Frame, frames, theme::body(), t.second));
            // Seconds stand out.
            all.push(readout(
                What::Seconds,
                units::seconds(secs),
                theme::semibold(13.0),
                t.text,
            ));
        }
        all
    };
    let width = |text: &str, font: &egui::FontId| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), t.text);
        galley.size().x
    };
    // At the clip's end they are widest: nothing comes and goes while it plays.
    let widths: Vec<f32> = readouts_at(state.frame_count(), state.duration_secs())
        .iter()
        .map(|r| GAP + width(&r.text, &r.font))
        .collect();
    let seconds = widths.last().copied().unwrap_or(0.0);
    let playing = loop_width(ui, panel) + BETWEEN + width(&speed_label(-1.0), &theme::body()) + 2.0 * GAP;
    let how_it_plays = playing + seconds <= space;
    let buttons = sheet_labels(panel).map(|l| width(&l, &theme::body()) + 20.0);
    let extra = buttons.iter().sum::<f32>() + 26.0 + 4.0 * BETWEEN + 6.0;
    let sheets = how_it_plays && playing + extra + seconds <= space;
    let taken = if how_it_plays { playing } else { 0.0 } + if sheets { extra } else { 0.0 };
    let fits = |from: &usize| widths[*from..].iter().sum::<f32>() <= space - taken;
    let first = (0..widths.len()).find(fits).unwrap_or(widths.len());
    Fitting {
        how_it_plays,
        sheets,
        readouts: readouts_at(state.frame(), state.player.time_secs()).split_off(first),
    }
}

fn sheet_labels(panel: &Panel<'_>) -> [String; 2] {
    [panel.text("sheet-keys"), panel.text("sheet-curves")]
}

/// Every key, or curves, below the timeline.
fn sheet_buttons(ui: &mut Ui, panel: &mut Panel<'_>) {
    let hints = [panel.text("sheet-keys-tip"), panel.text("sheet-curves-tip")];
    for ((sheet, label), hint) in [Sheet::Keys, Sheet::Curves]
        .into_iter()
        .zip(sheet_labels(panel))
        .zip(hints)
    {
        if sheet == Sheet::Curves && cfg!(not(feature = "app")) {
            continue;
        }
        let command = Command::Timeline(TimelineCommand::ToggleSheet(sheet));
        let on = panel.state.timeline.sheet == sheet;
        if toggle(ui, &label, &hint, key_of(&command), on).clicked() {
            panel.push(command);
        }
    }
}

/// A button that stays down.
fn toggle(ui: &mut Ui, label: &str, hint: &str, key: Option<&str>, on: bool) -> egui::Response {
    let t = tokens(ui);
    let ink = if on { t.text } else { t.second };
    let galley = ui.painter().layout_no_wrap(label.to_owned(), theme::body(), ink);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 18.0, 26.0), CLICK);
    if on {
        ui.painter()
            .rect_filled(rect, CornerRadius::same(CORNER), t.selected);
    }
    ground(ui, rect, &response, &t);
    ui.painter().rect_stroke(
        rect,
        CornerRadius::same(CORNER),
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
    let at = Align2::CENTER_CENTER
        .anchor_size(rect.center(), galley.size())
        .min;
    ui.painter().galley(at, galley, ink);
    focus_ring(ui, &response, rect);
    response.widget_info(|| WidgetInfo::selected(Role::Switch, true, on, label));
    tip(response, hint, key)
}

/// Plays the other way.
fn reverse_button(ui: &mut Ui, panel: &mut Panel<'_>, enabled: bool) {
    let t = tokens(ui);
    let on = panel.state.player.speed() < 0.0;
    let (rect, response) =
        ui.allocate_exact_size(vec2(26.0, 26.0), if enabled { CLICK } else { Sense::hover() });
    if on {
        ui.painter()
            .rect_filled(rect, CornerRadius::same(CORNER), t.selected);
    }
    ground(ui, rect, &response, &t);
    let ink = if on || response.hovered() {
        t.text
    } else {
        t.second
    };
    shapes::triangle(ui.painter(), rect.center() - vec2(1.0, 0.0), 5.2, -1.0, ink);
    focus_ring(ui, &response, rect);
    let label = panel.text("reverse");
    response.widget_info(|| WidgetInfo::selected(Role::Switch, enabled, on, &label));
    let command = Command::Timeline(TimelineCommand::Reverse);
    if tip(response, &panel.text("reverse-tip"), key_of(&command)).clicked() {
        panel.push(command);
    }
}

fn play_button(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect, enabled: bool) {
    let t = tokens(ui);
    let playing = panel.state.player.is_playing();
    let response = ui.interact(
        rect,
        ui.scope_id().with("play"),
        if enabled { CLICK } else { Sense::hover() },
    );
    let fill = match (enabled, response.is_pointer_button_down_on(), response.hovered()) {
        (false, ..) => t.line,
        (_, true, _) => t.accent.lerp_to_gamma(t.text, 0.35),
        (_, _, true) => t.accent.lerp_to_gamma(t.text, 0.15),
        _ => t.accent,
    };
    let center = rect.center();
    ui.painter().circle_filled(center, 15.0, fill);
    let ink = if enabled { t.on_accent } else { t.third };
    if playing {
        shapes::pause(ui.painter(), center, 5.5, ink);
    } else {
        shapes::triangle(ui.painter(), center + vec2(1.0, 0.0), 5.8, 1.0, ink);
    }
    if response.has_focus() {
        ui.painter()
            .circle_stroke(center, 18.0, Stroke::new(2.0, t.accent));
    }
    let label = panel.text(if playing { "pause" } else { "play" });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, &label));
    if tip(response, &label, key_of(&Command::TogglePlay)).clicked() {
        panel.push(Command::TogglePlay);
    }
}

fn loop_button(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    let mode = panel.state.player.loop_mode();
    let (label, hint) = match mode {
        LoopMode::Loop => (panel.text("loop"), panel.text("loop-tip")),
        LoopMode::Once => (panel.text("once"), panel.text("once-tip")),
        LoopMode::PingPong => (panel.text("ping-pong"), panel.text("ping-pong-tip")),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(loop_width(ui, panel), 26.0), CLICK);
    ground(ui, rect, &response, &t);
    let ink = if response.hovered() { t.text } else { t.second };
    let icon = match mode {
        LoopMode::Loop => Icon::Repeat,
        LoopMode::Once => Icon::ArrowRightToLine,
        LoopMode::PingPong => Icon::ArrowLeftRight,
    };
    let at = pos2(rect.left() + 14.0, rect.center().y);
    put_icon(ui.painter(), at, icon, icons::SIZE, ink);
    put(
        ui.painter(),
        pos2(rect.left() + 27.0, rect.center().y),
        Align2::LEFT_CENTER,
        &label,
        theme::body(),
        ink,
    );
    focus_ring(ui, &response, rect);
    let looping = mode != LoopMode::Once;
    response.widget_info(|| WidgetInfo::selected(Role::Switch, true, looping, &label));
    let command = Command::Timeline(TimelineCommand::NextLoopMode);
    if tip(response, &hint, key_of(&command)).clicked() {
        panel.push(command);
    }
}

/// As wide as the longest word, so that nothing moves when it changes.
fn loop_width(ui: &Ui, panel: &Panel<'_>) -> f32 {
    let words = [panel.text("loop"), panel.text("once"), panel.text("ping-pong")].map(|word| {
        let galley = ui.painter().layout_no_wrap(word, theme::body(), Color32::WHITE);
        galley.size().x
    });
    words.into_iter().fold(0.0, f32::max) + 34.0
}

fn ground(ui: &Ui, rect: Rect, response: &egui::Response, t: &Tokens) {
    if response.is_pointer_button_down_on() {
        ui.painter().rect_filled(rect, CornerRadius::same(CORNER), t.line);
    } else if response.hovered() {
        ui.painter()
            .rect_filled(rect, CornerRadius::same(CORNER), t.hover);
    }
}

fn speed_text(speed: f64) -> String {
    format!("{speed:.2}×").replace('-', "−")
}

/// With room for the mark of a menu.
fn speed_label(speed: f64) -> String {
    format!("{}    ", speed_text(speed))
}

fn speed_menu(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    let speed = panel.state.player.speed();
    ui.visuals_mut().widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
    ui.visuals_mut().widgets.inactive.bg_stroke = Stroke::NONE;
    ui.visuals_mut().widgets.hovered.bg_stroke = Stroke::NONE;
    ui.visuals_mut().widgets.active.bg_stroke = Stroke::NONE;
    let text = egui::RichText::new(speed_label(speed)).color(t.second);
    let menu = ui.menu_button(text, |ui| {
        ui.set_min_width(150.0);
        ui.spacing_mut().item_spacing.y = 1.0;
        let label = panel.text("speed-slider");
        // A slider runs from 0.
        let moved = super::widgets::slider(ui, speed + MAX_SPEED, 2.0 * MAX_SPEED, 0.05, &label, &label);
        if let Some(moved) = moved {
            panel.push(Command::SetSpeed(
                (moved - MAX_SPEED).clamp(-MAX_SPEED, MAX_SPEED),
            ));
        }
        for choice in SPEEDS {
            let button = Button::new(speed_text(choice)).selected(speed == choice);
            if ui.add(button).clicked() {
                panel.push(Command::SetSpeed(choice));
                ui.close();
            }
        }
    });
    let rect = menu.response.rect;
    let mark = pos2(rect.right() - 12.0, rect.center().y);
    put_icon(ui.painter(), mark, Icon::ChevronDown, 14.0, t.second);
    let hint = panel.text("speed-tip");
    menu.response
        .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{hint}: {}", speed_text(speed))));
    if !egui::Popup::is_any_open(ui.ctx()) {
        tip(menu.response, &hint, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_reads_with_a_real_minus_and_a_real_times() {
        assert_eq!(speed_text(1.0), "1.00×");
        assert_eq!(speed_text(-1.0), "−1.00×");
    }
}
