//! Transport and timeline: play, step, scrub, keys, ruler, crossfade.

use egui::{
    Align2, Button, Color32, CornerRadius, Mesh, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use super::icons::{self, Icon, put_icon};
use super::theme::{self, CORNER, Tokens, tokens};
use super::widgets::{CLICK, focus_ring, put, tip, tool_button};
use super::{Panel, shapes, units};
use crate::animation::LoopMode;
use crate::viewer::{Command, DISPLAY_FPS, keys};

/// Between the edges of the window and the track.
const INSET: f32 = 16.0;
const TRACK_TOP: f32 = 66.0;
const TRACK_HEIGHT: f32 = 41.0;
const RULER_TOP: f32 = 117.0;
/// Between read-outs.
const GAP: f32 = 14.0;
/// Between the controls of how it plays.
const BETWEEN: f32 = 4.0;
const SPEEDS: [f64; 7] = [-1.0, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0];

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let whole = ui.max_rect();
    transport(ui, panel, whole);
    let track = Rect::from_min_size(
        pos2(whole.left() + INSET, whole.top() + TRACK_TOP),
        vec2((whole.width() - 2.0 * INSET).max(1.0), TRACK_HEIGHT),
    );
    track_ui(ui, panel, whole, track);
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
    let (start, back, play, forward, end) = (cell(26.0), cell(26.0), cell(42.0), cell(26.0), cell(26.0));
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
            loop_button(ui, panel);
            speed_menu(ui, panel);
        });
        used = scope.response.rect.right();
    }
    let mut left = right + GAP;
    for (text, font, color) in &shown.readouts {
        let at = pos2(left - GAP, middle);
        left = put(ui.painter(), at, Align2::RIGHT_CENTER, text, font.clone(), *color).left();
    }
    if shown.readouts.is_empty() {
        return;
    }
    let rect = row(left.max(used), right);
    let response = ui.interact(rect, ui.scope_id().with("readout"), Sense::hover());
    let spoken = format!("{}, {}", units::seconds(state.player.time_secs()), state.frame());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    tip(response, &panel.text("readout-tip"), None);
}

/// What of the transport row has room beside its buttons.
struct Fitting {
    /// Whether loop and speed show.
    how_it_plays: bool,
    /// From the right: frames a second, the frame, seconds; what there is no room for is left out in this order.
    readouts: Vec<(String, egui::FontId, Color32)>,
}

/// `space` is from the last button to the right edge. Seconds matter most, then how it plays, then the rest.
fn fitting(ui: &Ui, panel: &Panel<'_>, space: f32, can_play: bool) -> Fitting {
    let t = tokens(ui);
    let state = panel.state;
    let readouts_at = |frame: u64, secs: f64| {
        let rate = format!("{DISPLAY_FPS:.0}{}fps", units::THIN);
        let mut all = vec![(rate, theme::body(), t.second)];
        if can_play {
            let count = state.frame_count().to_string();
            let words = [("frame", frame.to_string().into()), ("count", count.into())];
            let frames = panel.texts.with("frame-of", &words);
            all.push((frames, theme::body(), t.second));
            // Seconds stand out.
            all.push((units::seconds(secs), theme::semibold(13.0), t.text));
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
        .map(|(text, font, _)| GAP + width(text, font))
        .collect();
    let playing = loop_width(ui, panel) + BETWEEN + width(&speed_label(-1.0), &theme::body()) + 2.0 * GAP;
    let how_it_plays = playing + widths.last().copied().unwrap_or(0.0) <= space;
    let room = space - if how_it_plays { playing } else { 0.0 };
    let fits = |from: &usize| widths[*from..].iter().sum::<f32>() <= room;
    let first = (0..widths.len()).find(fits).unwrap_or(widths.len());
    Fitting {
        how_it_plays,
        readouts: readouts_at(state.frame(), state.player.time_secs()).split_off(first),
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
    let looping = panel.state.player.loop_mode() == LoopMode::Loop;
    let label = panel.text(if looping { "loop" } else { "once" });
    let (rect, response) = ui.allocate_exact_size(vec2(loop_width(ui, panel), 26.0), CLICK);
    ground(ui, rect, &response, &t);
    let ink = if response.hovered() { t.text } else { t.second };
    let icon = if looping {
        Icon::Repeat
    } else {
        Icon::ArrowRightToLine
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
    response.widget_info(|| WidgetInfo::selected(Role::Switch, true, looping, &label));
    let hint = panel.text(if looping { "loop-tip" } else { "once-tip" });
    if tip(response, &hint, None).clicked() {
        panel.push(Command::SetLoop(!looping));
    }
}

/// As wide as the longer word, so that nothing moves when it changes.
fn loop_width(ui: &Ui, panel: &Panel<'_>) -> f32 {
    let words = ["loop", "once"].map(|id| {
        ui.painter()
            .layout_no_wrap(panel.text(id), theme::body(), Color32::WHITE)
            .size()
            .x
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
        ui.set_min_width(96.0);
        ui.spacing_mut().item_spacing.y = 1.0;
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

fn track_ui(ui: &mut Ui, panel: &mut Panel<'_>, whole: Rect, track: Rect) {
    let t = tokens(ui);
    let duration = panel.state.duration_secs();
    let corner = CornerRadius::same(CORNER);
    ui.painter().rect(
        track,
        corner,
        t.field,
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
    if duration <= 0.0 {
        let id = if panel.state.clip().is_some() {
            "clip-still"
        } else {
            "no-clip"
        };
        put(
            ui.painter(),
            track.center(),
            Align2::CENTER_CENTER,
            &panel.text(id),
            theme::caption(),
            t.second,
        );
        return;
    }
    let x_of = |secs: f64| track.left() + track.width() * (secs / duration) as f32;
    // From the handle of the playhead down to the ruler: a large target.
    let hit = Rect::from_min_max(
        pos2(whole.left(), track.top() - 20.0),
        pos2(whole.right(), whole.bottom()),
    );
    let response = ui.interact(hit, ui.scope_id().with("track"), Sense::CLICK | Sense::DRAG);

    fade_region(ui, panel, track, &x_of, &t);
    key_marks(ui, panel, track, duration, &x_of, &t);
    ruler(ui, whole, track, duration, &t);
    if let Some(at) = response.hover_pos().filter(|_| !response.dragged()) {
        hover_time(ui, track, at, duration, &t);
    }
    playhead(
        ui,
        x_of(panel.state.player.time_secs()),
        whole,
        track,
        response.hovered() || response.dragged(),
        &t,
    );

    let label = panel.text("timeline");
    let time = panel.state.player.time_secs();
    response.widget_info(|| WidgetInfo::slider(true, time, &label));
    if response.drag_started() || (response.is_pointer_button_down_on() && !panel.state.scrubbing) {
        panel.push(Command::Scrub(true));
    }
    if (response.is_pointer_button_down_on() || response.drag_stopped() || response.clicked())
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let share = f64::from((pointer.x - track.left()) / track.width()).clamp(0.0, 1.0);
        panel.push(Command::Seek(share * duration));
    }
    // The hand may be on a graph: only when it lets go does time go on.
    if panel.state.scrubbing && !ui.input(|i| i.pointer.any_down()) {
        panel.push(Command::Scrub(false));
    }
    let hand = if response.dragged() {
        egui::CursorIcon::Grabbing
    } else {
        egui::CursorIcon::ResizeHorizontal
    };
    response.on_hover_cursor(hand);
}

/// From, to and the curve of a crossfade, where it lies in the clip that comes in.
fn fade_region(ui: &Ui, panel: &Panel<'_>, track: Rect, x_of: &dyn Fn(f64) -> f32, t: &Tokens) {
    let state = panel.state;
    let (Some(fade), Some(to)) = (state.player.fade(), state.clip()) else {
        return;
    };
    let start = state.player.time_secs() - fade.elapsed_secs;
    let left = x_of(start).max(track.left());
    let right = x_of(start + fade.duration_secs).min(track.right());
    if right <= left {
        return;
    }
    let region = Rect::from_min_max(pos2(left, track.top()), pos2(right, track.bottom()));
    let painter = ui.painter().with_clip_rect(track);
    painter.rect_filled(region, CornerRadius::same(CORNER), t.accent.gamma_multiply(0.14));
    let steps = 32;
    let curve: Vec<Pos2> = (0..=steps)
        .map(|k| {
            let x = f64::from(k) / f64::from(steps);
            let weight = x * x * (3.0 - 2.0 * x);
            let secs = start + x * fade.duration_secs;
            pos2(
                x_of(secs),
                track.bottom() - 1.0 - (track.height() - 2.0) * weight as f32,
            )
        })
        .collect();
    let mut under = Mesh::default();
    let tint = t.accent.gamma_multiply(0.16);
    for p in &curve {
        under.colored_vertex(*p, tint);
        under.colored_vertex(pos2(p.x, track.bottom()), tint);
    }
    for k in 0..steps {
        let i = 2 * k;
        under.add_triangle(i, i + 1, i + 2);
        under.add_triangle(i + 1, i + 2, i + 3);
    }
    painter.add(Shape::mesh(under));
    painter.line(curve, Stroke::new(1.5, t.accent));
    let name = |clip| {
        Some(state.clip_name(clip))
            .filter(|n| !n.is_empty())
            .map_or_else(|| panel.text("clip-unnamed"), str::to_owned)
    };
    let from = state
        .player
        .fading_from()
        .map_or_else(|| panel.text("rest-pose"), name);
    let words = format!("{from} → {}", name(to));
    put(
        &painter,
        pos2(left + 10.0, track.top() + 12.0),
        Align2::LEFT_CENTER,
        &words,
        theme::caption(),
        t.second,
    );
}

/// A diamond a key; where they are closer than they are wide, ticks.
fn key_marks(ui: &Ui, panel: &Panel<'_>, track: Rect, duration: f64, x_of: &dyn Fn(f64) -> f32, t: &Tokens) {
    let keys = &panel.state.key_times;
    let painter = ui.painter();
    let middle = track.center().y;
    let room = track.width() / keys.len().max(1) as f32;
    let wide = room >= 13.0;
    let mut last = f32::NEG_INFINITY;
    for &key in keys {
        let x = x_of(f64::from(key).min(duration));
        // No two marks on the same pixels: a baked clip has thousands.
        if x - last < if wide { 1.0 } else { 3.0 } {
            continue;
        }
        last = x;
        if wide {
            shapes::diamond(painter, pos2(x, middle), 5.0, t.accent);
        } else {
            painter.vline(
                x,
                middle - 6.0..=middle + 6.0,
                Stroke::new(1.0, t.accent.gamma_multiply(0.8)),
            );
        }
    }
}

/// Seconds under the track, as many as fit.
fn ruler(ui: &Ui, whole: Rect, track: Rect, duration: f64, t: &Tokens) {
    let painter = ui.painter();
    let top = whole.top() + RULER_TOP;
    let step = ruler_step(duration, f64::from(track.width()));
    let minor = step / 5.0;
    let count = (duration / minor + 1e-6).floor() as u32;
    let decimals = if step < 0.1 {
        2
    } else {
        usize::from(step < 1.0) + 1
    }
    .min(2);
    for k in 0..=count {
        let secs = f64::from(k) * minor;
        let x = track.left() + track.width() * (secs / duration) as f32;
        let major = k % 5 == 0;
        let color = if major { t.third } else { t.line };
        painter.vline(
            x,
            top..=top + if major { 7.0 } else { 4.0 },
            Stroke::new(1.0, color),
        );
        if major {
            let text = format!("{secs:.decimals$}");
            // The last label keeps clear of the window's edge.
            let anchor = if k == 0 {
                Align2::LEFT_CENTER
            } else {
                Align2::CENTER_CENTER
            };
            let x = if k == 0 {
                x - 4.0
            } else {
                x.min(whole.right() - 16.0)
            };
            put(
                painter,
                pos2(x, top + 17.0),
                anchor,
                &text,
                theme::caption(),
                t.second,
            );
        }
    }
}

/// Seconds between two labels: 1, 2 or 5 times a power of ten, at least 90 points apart.
fn ruler_step(duration: f64, width: f64) -> f64 {
    let least = duration * 90.0 / width.max(1.0);
    let power = 10_f64.powf(least.max(1e-3).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|s| *s >= least)
        .unwrap_or(10.0 * power)
}

fn hover_time(ui: &Ui, track: Rect, at: Pos2, duration: f64, t: &Tokens) {
    let x = at.x.clamp(track.left(), track.right());
    let secs = duration * f64::from((x - track.left()) / track.width());
    ui.painter().vline(x, track.y_range(), Stroke::new(1.0, t.third));
    let text = format!("{} · {}", units::seconds(secs), (secs * DISPLAY_FPS).round());
    let galley = ui.painter().layout_no_wrap(text, theme::caption(), t.text);
    let size = galley.size() + vec2(12.0, 6.0);
    let left = (x - 0.5 * size.x).clamp(track.left(), (track.right() - size.x).max(track.left()));
    let rect = Rect::from_min_size(pos2(left, track.top() - 3.0 - size.y), size);
    ui.painter().rect(
        rect,
        CornerRadius::same(CORNER),
        t.panel,
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
    ui.painter().galley(rect.min + vec2(6.0, 3.0), galley, t.text);
}

fn playhead(ui: &Ui, x: f32, whole: Rect, track: Rect, grown: bool, t: &Tokens) {
    let painter = ui.painter();
    let color = t.text;
    painter.vline(
        x,
        track.top() - 6.0..=whole.top() + RULER_TOP + 8.0,
        Stroke::new(2.0, color),
    );
    let half = if grown { 7.5 } else { 6.5 };
    let top = track.top() - 18.0;
    let points = [
        vec2(-half, 0.0),
        vec2(half, 0.0),
        vec2(half, 8.0),
        vec2(0.0, 15.0),
        vec2(-half, 8.0),
    ];
    let points = points.map(|d| pos2(x, top) + d).to_vec();
    painter.add(Shape::convex_polygon(points, color, Stroke::new(1.0, t.panel)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ruler_has_round_steps_that_leave_room_for_their_labels() {
        for (duration, width) in [
            (1.5, 1400.0),
            (0.03, 800.0),
            (12.0, 600.0),
            (3600.0, 1400.0),
            (1.0, 1.0),
        ] {
            let step = ruler_step(duration, width);
            assert!(step / duration * width >= 89.9, "{duration} {width} {step}");
            let leading = step / 10_f64.powf(step.log10().floor() + 1e-12);
            assert!(
                [1.0, 2.0, 5.0].iter().any(|l| (leading - l).abs() < 1e-6),
                "{step}"
            );
        }
    }

    #[test]
    fn a_speed_reads_with_a_real_minus_and_a_real_times() {
        assert_eq!(speed_text(1.0), "1.00×");
        assert_eq!(speed_text(-1.0), "−1.00×");
    }
}
