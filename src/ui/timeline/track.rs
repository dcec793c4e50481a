//! The track: keys, crossfade, playhead; the ruler, the part that plays, and the part that shows.

use egui::{
    Align2, CornerRadius, CursorIcon, Pos2, Rangef, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use super::super::theme::{self, CORNER, Tokens, tokens};
use super::super::widgets::{put, tip};
use super::super::{Panel, shapes, units};
use super::axis::{Axis, scrub, snapped};
use super::{INSET, RULER_TOP, TRACK_HEIGHT, TRACK_TOP, fade};
use crate::viewer::{Command, TimelineCommand};

/// Between the track and the ruler: the part that plays.
const RANGE_TOP: f32 = TRACK_TOP + TRACK_HEIGHT + 3.0;
const RANGE_HEIGHT: f32 = 5.0;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>, whole: Rect, axis: &Axis) {
    let t = tokens(ui);
    let track = Rect::from_x_y_ranges(
        axis.x,
        Rangef::new(whole.top() + TRACK_TOP, whole.top() + TRACK_TOP + TRACK_HEIGHT),
    );
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
            panel.text("clip-still")
        } else {
            panel.text("no-clip")
        };
        let middle = track.center();
        put(
            ui.painter(),
            middle,
            Align2::CENTER_CENTER,
            &id,
            theme::caption(),
            t.second,
        );
        return;
    }
    // From the handle of the playhead down to the ruler: a large target.
    let hit = Rect::from_min_max(
        pos2(track.left() - INSET, track.top() - 20.0),
        pos2(whole.right(), whole.bottom()),
    );
    let response = ui.interact(hit, ui.scope_id().with("track"), Sense::CLICK | Sense::DRAG);

    let inside = track.shrink(1.0).y_range();
    for x in axis.frames(panel.state.fps()) {
        ui.painter()
            .vline(x, inside, Stroke::new(1.0, t.line.gamma_multiply(0.55)));
    }
    fade::region(ui, panel, track, axis, &t);
    key_marks(ui, panel, track, axis, &t);
    outside(ui, panel, track, axis, &t);
    ruler(ui, whole, axis, &t);
    if let Some(at) = response.hover_pos().filter(|_| !response.dragged()) {
        hover_time(ui, panel, track, at, axis, &t);
    }
    let grown = response.hovered() || response.dragged();
    playhead(ui, panel, whole, track, axis, grown, &t);

    let label = panel.text("timeline");
    let time = panel.state.player.time_secs();
    response.widget_info(|| WidgetInfo::slider(true, time, &label));
    scrub(ui, panel, &response, axis, true);
    // The hand may be on a graph: only when it lets go does time go on.
    if panel.state.scrubbing && !ui.input(|i| i.pointer.any_down()) {
        panel.push(Command::Scrub(false));
    }
    let hand = if response.dragged() {
        CursorIcon::Grabbing
    } else {
        CursorIcon::ResizeHorizontal
    };
    response.on_hover_cursor(hand);
    fade::handles(ui, panel, track, axis, &t);
    range_bar(ui, panel, whole, axis, &t);
    zoom_bar(ui, panel, whole, axis, &t);
}

/// A diamond a key; where they are closer than they are wide, ticks. Those of the selected joint stand out of all.
fn key_marks(ui: &Ui, panel: &Panel<'_>, track: Rect, axis: &Axis, t: &Tokens) {
    let state = panel.state;
    let painter = ui.painter().with_clip_rect(track.expand2(vec2(6.0, 0.0)));
    if state.marks_joint_keys() {
        let foot = track.bottom() - 2.0;
        for x in axis.marks(&state.key_times, 3.0) {
            painter.vline(
                x,
                foot - 5.0..=foot,
                Stroke::new(1.0, t.third.gamma_multiply(0.7)),
            );
        }
    }
    let keys = state.marked_keys();
    let visible = {
        let at = |secs: f64| keys.partition_point(|t| f64::from(*t) <= secs);
        at(axis.to).saturating_sub(at(axis.from))
    };
    let wide = track.width() / visible.max(1) as f32 >= 13.0;
    let middle = track.center().y;
    // No two marks on the same pixels.
    for x in axis.marks(keys, if wide { 1.0 } else { 3.0 }) {
        if wide {
            shapes::diamond(&painter, pos2(x, middle), 5.0, t.accent);
        } else {
            let tick = Stroke::new(1.0, t.accent.gamma_multiply(0.8));
            painter.vline(x, middle - 6.0..=middle + 6.0, tick);
        }
    }
}

/// What does not play is dimmed.
fn outside(ui: &Ui, panel: &Panel<'_>, track: Rect, axis: &Axis, t: &Tokens) {
    let Some(range) = panel.state.player.range() else {
        return;
    };
    let painter = ui.painter().with_clip_rect(track.shrink(1.0));
    let dim = t.panel.gamma_multiply(0.72);
    let [start, end] = [range.start_secs, range.end_secs].map(|s| axis.x_of(s));
    for x in [Rangef::new(track.left(), start), Rangef::new(end, track.right())] {
        if x.span() > 0.0 {
            painter.rect_filled(Rect::from_x_y_ranges(x, track.y_range()), CornerRadius::ZERO, dim);
        }
    }
    for x in [start, end] {
        painter.vline(x, track.y_range(), Stroke::new(1.0, t.accent));
    }
}

/// A bar under the track with a grip at each end: drag the ends, drag the middle, double click for all of the clip.
fn range_bar(ui: &Ui, panel: &mut Panel<'_>, whole: Rect, axis: &Axis, t: &Tokens) {
    let duration = panel.state.duration_secs();
    let set = panel.state.player.range();
    let (start, end) = set.map_or((0.0, duration), |r| (r.start_secs, r.end_secs));
    let top = whole.top() + RANGE_TOP;
    let y = Rangef::new(top, top + RANGE_HEIGHT);
    let hit_y = Rangef::new(y.min - 3.0, y.max + 4.0);
    let painter = ui
        .painter()
        .with_clip_rect(Rect::from_x_y_ranges(axis.x.expand(7.0), hit_y));
    let bar = |x: Rangef| Rect::from_x_y_ranges(x, y);
    let round = CornerRadius::same(2);
    painter.rect_filled(bar(axis.x), round, t.line.gamma_multiply(0.6));
    let [x_start, x_end] = [start, end].map(|s| axis.x_of(s));
    let mut wanted = None;
    let mut clear = false;
    let shown = set.is_some();
    // The middle first: the grips lie over it.
    if shown {
        let rect = Rect::from_x_y_ranges(Rangef::new(x_start, x_end), hit_y);
        let response = ui.interact(rect, ui.scope_id().with("range"), Sense::click_and_drag());
        let fill = if response.hovered() || response.dragged() {
            t.accent
        } else {
            t.accent.gamma_multiply(0.75)
        };
        painter.rect_filled(bar(Rangef::new(x_start, x_end)), round, fill);
        let label = panel.text("range-move");
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &label));
        if response.dragged() {
            let by = axis.secs_of(response.drag_delta().x);
            let by = by.clamp(-start, duration - end);
            wanted = Some([start + by, end + by]);
        }
        clear |= response.double_clicked();
        tip(response, &panel.text("range-move-tip"), None).on_hover_cursor(CursorIcon::Grab);
    }
    for (at_start, x, label, hint, key) in [
        (true, x_start, "range-in", "range-in-tip", TimelineCommand::MarkIn),
        (
            false,
            x_end,
            "range-out",
            "range-out-tip",
            TimelineCommand::MarkOut,
        ),
    ] {
        if !axis.x.expand(1.0).contains(x) {
            continue;
        }
        // Beside the end that it belongs to, so that two near each other can still be told apart.
        let x_hit = if at_start {
            Rangef::new(x - 7.0, x + 5.0)
        } else {
            Rangef::new(x - 5.0, x + 7.0)
        };
        let rect = Rect::from_x_y_ranges(x_hit, hit_y);
        let response = ui.interact(rect, ui.scope_id().with(label), Sense::click_and_drag());
        let hot = response.hovered() || response.dragged();
        let color = match (hot, shown) {
            (true, _) => t.text,
            (false, true) => t.accent,
            (false, false) => t.third,
        };
        let side = if at_start { 0.0 } else { -4.0 };
        let grip = Rect::from_min_size(pos2(x + side, y.min - 1.0), vec2(4.0, RANGE_HEIGHT + 2.0));
        painter.rect_filled(grip, CornerRadius::same(1), color);
        let (label, hint) = (panel.text(label), panel.text(hint));
        let value = if at_start { start } else { end };
        response.widget_info(|| WidgetInfo::slider(true, value, &label));
        if response.dragged()
            && let Some(pointer) = response.interact_pointer_pos()
        {
            let secs = snapped(ui, panel, axis.secs_at(pointer.x));
            wanted = Some(if at_start {
                [secs.min(end), end]
            } else {
                [start, secs.max(start)]
            });
        }
        clear |= response.double_clicked();
        let key = crate::viewer::keys::shown_for(&Command::Timeline(key));
        tip(response, &hint, key).on_hover_cursor(CursorIcon::ResizeColumn);
    }
    if clear {
        panel.push(Command::Timeline(TimelineCommand::SetRange(None)));
    } else if let Some([a, b]) = wanted.filter(|[a, b]| b > a) {
        panel.push(Command::Timeline(TimelineCommand::SetRange(Some([a, b]))));
    }
}

/// Where what shows lies in the clip, while not all of it does.
fn zoom_bar(ui: &Ui, panel: &mut Panel<'_>, whole: Rect, axis: &Axis, t: &Tokens) {
    if panel.state.timeline.view.is_none() {
        return;
    }
    let duration = panel.state.duration_secs();
    let x_of = |secs: f64| axis.x.min + axis.x.span() * (secs / duration) as f32;
    let mut thumb = Rangef::new(x_of(axis.from), x_of(axis.to));
    if thumb.span() < 12.0 {
        thumb = Rangef::new(thumb.center() - 6.0, thumb.center() + 6.0);
    }
    let bottom = whole.top() + theme::TIMELINE;
    let y = Rangef::new(bottom - 5.0, bottom - 2.0);
    let hit = Rect::from_x_y_ranges(axis.x, Rangef::new(y.min - 3.0, bottom));
    let response = ui.interact(hit, ui.scope_id().with("zoom bar"), Sense::click_and_drag());
    let color = if response.hovered() || response.dragged() {
        t.second
    } else {
        t.third
    };
    let round = CornerRadius::same(1);
    ui.painter().rect_filled(
        Rect::from_x_y_ranges(axis.x, y),
        round,
        t.line.gamma_multiply(0.6),
    );
    ui.painter()
        .rect_filled(Rect::from_x_y_ranges(thumb, y), round, color);
    let label = panel.text("zoom-bar");
    let from = axis.from;
    response.widget_info(|| WidgetInfo::slider(true, from, &label));
    if response.dragged() {
        let by = f64::from(response.drag_delta().x / axis.x.span()) * duration;
        panel.push(Command::Timeline(TimelineCommand::Pan(by)));
    }
    if response.double_clicked() {
        panel.push(Command::Timeline(TimelineCommand::SetView(None)));
    }
    tip(response, &panel.text("zoom-bar-tip"), None);
}

/// Seconds under the track, as many as fit.
fn ruler(ui: &Ui, whole: Rect, axis: &Axis, t: &Tokens) {
    let painter = ui.painter();
    let top = whole.top() + RULER_TOP;
    let length = axis.to - axis.from;
    let step = ruler_step(length, f64::from(axis.x.span()));
    let minor = step / 5.0;
    let decimals = (-step.log10().floor()).clamp(1.0, 4.0) as usize;
    let first = (axis.from / minor - 1e-6).ceil() as i64;
    let last = (axis.to / minor + 1e-6).floor() as i64;
    for k in first..=last {
        let secs = k as f64 * minor;
        let x = axis.x_of(secs);
        let major = k % 5 == 0;
        let color = if major { t.third } else { t.line };
        let y = top..=top + if major { 7.0 } else { 4.0 };
        painter.vline(x, y, Stroke::new(1.0, color));
        if major {
            let text = format!("{secs:.decimals$}");
            // The first label keeps clear of the left edge, the last of the window's.
            let at_edge = x - axis.x.min < 10.0;
            let (anchor, x) = if at_edge {
                (Align2::LEFT_CENTER, x - 4.0)
            } else {
                (Align2::CENTER_CENTER, x.min(whole.right() - 16.0))
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

fn hover_time(ui: &Ui, panel: &Panel<'_>, track: Rect, at: Pos2, axis: &Axis, t: &Tokens) {
    let secs = axis.secs_at(at.x);
    let x = axis.x_of(secs);
    ui.painter().vline(x, track.y_range(), Stroke::new(1.0, t.third));
    let text = format!(
        "{} · {}",
        units::seconds(secs),
        (secs * panel.state.fps()).round()
    );
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

fn playhead(ui: &Ui, panel: &Panel<'_>, whole: Rect, track: Rect, axis: &Axis, grown: bool, t: &Tokens) {
    let now = panel.state.player.time_secs();
    // Beyond what shows it is not there.
    if now < axis.from - 1e-9 || now > axis.to + 1e-9 {
        return;
    }
    let x = axis.x_of(now);
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
}
