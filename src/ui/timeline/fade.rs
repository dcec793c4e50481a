//! A crossfade on the track: from, to and the curve, where it lies in the clip that comes in.

use egui::{
    Align2, CornerRadius, CursorIcon, Mesh, Pos2, Rangef, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2,
    vec2,
};

use super::super::Panel;
use super::super::theme::{self, CORNER, Tokens};
use super::super::widgets::{put, tip};
use super::axis::{Axis, snapped};
use crate::animation::{ClipId, Transition};
use crate::viewer::{Command, TimelineCommand};

/// What a person calls a clip; `None` is the rest pose.
pub(in crate::ui) fn clip_label(panel: &Panel<'_>, clip: Option<ClipId>) -> String {
    let Some(clip) = clip else {
        return panel.text("rest-pose");
    };
    Some(panel.state.clip_name(clip))
        .filter(|n| !n.is_empty())
        .map_or_else(|| panel.text("clip-unnamed"), str::to_owned)
}

pub(super) fn region(ui: &Ui, panel: &Panel<'_>, track: Rect, axis: &Axis, t: &Tokens) {
    let state = panel.state;
    let (Some(fade), Some(to)) = (state.player.fade(), state.clip()) else {
        return;
    };
    let start = state
        .player
        .transition()
        .map_or(state.player.time_secs() - fade.elapsed_secs, |k| k.start_secs);
    let left = axis.x_of(start).max(track.left());
    let right = axis.x_of(start + fade.duration_secs).min(track.right());
    if right <= left {
        return;
    }
    let region = Rect::from_min_max(pos2(left, track.top()), pos2(right, track.bottom()));
    let painter = ui.painter().with_clip_rect(track);
    painter.rect_filled(region, CornerRadius::same(CORNER), t.accent.gamma_multiply(0.14));
    let y_of = |weight: f64| track.bottom() - 1.0 - (track.height() - 2.0) * weight as f32;
    let steps = 32;
    let curve: Vec<Pos2> = (0..=steps)
        .map(|k| {
            let share = f64::from(k) / f64::from(steps);
            let x = axis.x_of(start + share * fade.duration_secs);
            pos2(x, y_of(fade.curve.weight(share)))
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
    if let Some(held) = fade.held {
        // The curve is what it was; what counts is the line.
        let y = y_of(held.into());
        painter.hline(track.x_range(), y, Stroke::new(1.5, t.warning));
    }
    let words = format!(
        "{} → {}",
        clip_label(panel, state.player.fading_from()),
        clip_label(panel, Some(to))
    );
    let room = track.right() - left - 12.0;
    let galley = super::super::widgets::line(&painter, &words, theme::caption(), t.second, room);
    let at = Align2::LEFT_CENTER.anchor_size(pos2(left + 8.0, track.top() + 10.0), galley.size());
    painter.galley(at.min, galley, t.second);
    if state.player.transition().is_some() {
        let weight = format!("{:.0}%", 100.0 * fade.weight());
        let at = pos2(right - 6.0, track.bottom() - 9.0);
        if right - left > 46.0 {
            put(
                &painter,
                at,
                Align2::RIGHT_CENTER,
                &weight,
                theme::caption(),
                t.second,
            );
        }
    }
}

/// The ends of a crossfade that stays can be dragged.
pub(super) fn handles(ui: &Ui, panel: &mut Panel<'_>, track: Rect, axis: &Axis, t: &Tokens) {
    let Some(kept) = panel.state.player.transition() else {
        return;
    };
    for (at_start, secs, label, hint) in [
        (
            true,
            kept.start_secs,
            panel.text("fade-start"),
            panel.text("fade-start-tip"),
        ),
        (
            false,
            kept.end_secs(),
            panel.text("fade-end"),
            panel.text("fade-end-tip"),
        ),
    ] {
        let x = axis.x_of(secs);
        if !axis.x.expand(1.0).contains(x) {
            continue;
        }
        let side = if at_start {
            Rangef::new(x - 2.0, x + 6.0)
        } else {
            Rangef::new(x - 6.0, x + 2.0)
        };
        // The lower half: the upper one is the playhead's.
        let hit = Rect::from_x_y_ranges(side, Rangef::new(track.center().y, track.bottom()));
        let response = ui.interact(
            hit,
            ui.scope_id().with(("fade", at_start)),
            Sense::click_and_drag(),
        );
        let hot = response.hovered() || response.dragged();
        let grip = Rect::from_center_size(pos2(x, track.bottom() - 8.0), vec2(4.0, 14.0));
        ui.painter()
            .rect_filled(grip, CornerRadius::same(2), if hot { t.text } else { t.accent });
        response.widget_info(|| WidgetInfo::slider(true, secs, &label));
        if response.dragged()
            && let Some(pointer) = response.interact_pointer_pos()
        {
            let to = snapped(ui, panel, axis.secs_at(pointer.x));
            let changed = if at_start {
                // The end stays where it is.
                let start_secs = to.clamp(0.0, (kept.end_secs() - Transition::MIN_SECS).max(0.0));
                Transition {
                    start_secs,
                    duration_secs: kept.end_secs() - start_secs,
                    ..kept
                }
            } else {
                Transition {
                    duration_secs: (to - kept.start_secs).max(Transition::MIN_SECS),
                    ..kept
                }
            };
            panel.push(Command::Timeline(TimelineCommand::SetTransition(changed)));
        }
        tip(response, &hint, None).on_hover_cursor(CursorIcon::ResizeColumn);
    }
}
