//! The clip list and the length of a crossfade.

use egui::{Align2, CursorIcon, Rect, Role, Ui, WidgetInfo, pos2, vec2};

use super::icons::Icon;
use super::theme::{self, PADDING, ROW, tokens};
use super::widgets::{
    CLICK, Look, button, check_row, focus_ring, menu, panel_heading, put, put_cut, row_ground, slider, tip,
    value_row,
};
use super::{Panel, shapes, timeline, units};
use crate::animation::{ClipId, FadeCurve, Transition};
use crate::viewer::{Command, Settings, TimelineCommand, keys};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    ui.add_space(8.0);
    let heading = panel_heading(ui, Icon::Clapperboard, &panel.text("clips"));
    let count = panel.state.model.as_deref().map_or(0, |m| m.clips.len());
    if panel.state.model.is_some() {
        let at = pos2(heading.right() - PADDING, heading.center().y);
        put(
            ui.painter(),
            at,
            Align2::RIGHT_CENTER,
            &count.to_string(),
            theme::caption(),
            t.second,
        );
    }
    ui.add_space(4.0);
    if count == 0 {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), egui::Sense::hover());
        let at = pos2(rect.left() + PADDING, rect.center().y);
        let text = panel.text(if panel.state.model.is_some() {
            "clips-none"
        } else {
            "nothing-open"
        });
        put_cut(
            ui.painter(),
            at,
            &text,
            theme::body(),
            t.second,
            rect.width() - 2.0 * PADDING,
        );
    } else {
        // The skeleton keeps its half of the panel.
        let most = (ui.available_height() * 0.5 - 80.0).max(3.0 * ROW);
        let mut area = egui::ScrollArea::vertical()
            .id_salt("clips")
            .max_height(most)
            .auto_shrink([false, true]);
        if let Some(offset) = scroll_to_chosen(ui, panel, most) {
            area = area.vertical_scroll_offset(offset);
        }
        let shown = area.show_rows(ui, ROW, count, |ui, rows| {
            for row in rows {
                clip_row(ui, panel, ClipId(row as u32));
            }
        });
        ui.data_mut(|d| d.insert_temp(ui.scope_id().with("clips offset"), shown.state.clamped_offset().y));
    }
    let fade = panel.state.settings.crossfade_secs;
    let (label, hint) = (panel.text("crossfade"), panel.text("crossfade-tip"));
    ui.add_space(2.0);
    let row = value_row(ui, ROW, &label, &units::short_seconds(fade), None);
    if let Some(secs) = slider(ui, fade, Settings::MAX_CROSSFADE_SECS, 0.05, &label, &hint) {
        panel.push(Command::SetCrossfade(secs));
    }
    if count > 0 && more(ui, panel, row.rect, &label) {
        crossfade(ui, panel);
    }
    ui.add_space(14.0);
}

/// The mark beside the crossfade's name; true while all that can be set of it shows.
fn more(ui: &Ui, panel: &Panel<'_>, row: Rect, label: &str) -> bool {
    let t = tokens(ui);
    let id = ui.scope_id().with("crossfade unfolded");
    let kept = panel.state.player.transition().is_some();
    let mut open: bool = ui.data(|d| d.get_temp(id)).unwrap_or(kept);
    let width = ui
        .painter()
        .layout_no_wrap(label.to_owned(), theme::body(), t.second)
        .size()
        .x;
    let mark = pos2(row.left() + PADDING + width + 11.0, row.center().y);
    let place = Rect::from_min_max(row.left_top(), pos2(mark.x + 10.0, row.bottom()));
    let response = ui.interact(place, id, CLICK);
    if response.clicked() {
        open = !open;
        ui.data_mut(|d| d.insert_temp(id, open));
    }
    let ink = if response.hovered() { t.text } else { t.second };
    shapes::fold(ui.painter(), mark, !open, ink);
    focus_ring(ui, &response, place.shrink2(vec2(4.0, 3.0)));
    let name = panel.text("fade-more");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, open, &name));
    tip(response, &panel.text("fade-more-tip"), None).on_hover_cursor(CursorIcon::PointingHand);
    open
}

/// How clips fade into one another, and the crossfade that stays on the timeline.
fn crossfade(ui: &mut Ui, panel: &mut Panel<'_>) {
    let names = [
        panel.text("fade-smooth"),
        panel.text("fade-linear"),
        panel.text("fade-ease-in"),
        panel.text("fade-ease-out"),
    ];
    let curve = panel.state.player.curve();
    let chosen = FadeCurve::ALL.iter().position(|c| *c == curve);
    let (label, hint) = (panel.text("fade-curve"), panel.text("fade-curve-tip"));
    if let Some(picked) = choice(ui, &label, &hint, &names, chosen) {
        panel.push(Command::Timeline(TimelineCommand::SetCurve(
            FadeCurve::ALL[picked],
        )));
    }
    let steps = panel.state.player.is_synced();
    let (label, hint) = (panel.text("fade-step"), panel.text("fade-step-tip"));
    if check_row(ui, steps, &label, &hint, None) {
        panel.push(Command::Timeline(TimelineCommand::SetSynced(!steps)));
    }
    let keeps = panel.state.timeline.keeps_fades;
    let (label, hint) = (panel.text("fade-keep"), panel.text("fade-keep-tip"));
    if check_row(ui, keeps, &label, &hint, None) {
        panel.push(Command::Timeline(TimelineCommand::KeepFades(!keeps)));
    }
    if let Some(kept) = panel.state.player.transition() {
        kept_crossfade(ui, panel, kept);
    }
}

fn kept_crossfade(ui: &mut Ui, panel: &mut Panel<'_>, kept: Transition) {
    let count = panel.state.model.as_deref().map_or(0, |m| m.clips.len() as u32);
    let mut names = vec![panel.text("rest-pose")];
    names.extend((0..count).map(|c| timeline::clip_label(panel, Some(ClipId(c)))));
    let chosen = kept.from.map_or(0, |c| c.index() + 1);
    let (label, hint) = (panel.text("fade-from"), panel.text("fade-from-tip"));
    let mut changed = None;
    if let Some(picked) = choice(ui, &label, &hint, &names, Some(chosen)) {
        changed = Some(Transition {
            from: picked.checked_sub(1).map(|c| ClipId(c as u32)),
            from_secs: 0.0,
            ..kept
        });
    }
    let (label, hint) = (panel.text("fade-hold"), panel.text("fade-hold-tip"));
    if check_row(ui, kept.held.is_some(), &label, &hint, None) {
        let weight = panel.state.player.fade().map_or(0.5, |f| f.weight());
        changed = Some(Transition {
            held: kept.held.is_none().then_some(weight),
            ..kept
        });
    }
    if let Some(held) = kept.held {
        let (label, hint) = (panel.text("fade-weight"), panel.text("fade-weight-tip"));
        value_row(ui, ROW, &label, &format!("{:.0}%", 100.0 * held), None);
        if let Some(weight) = slider(ui, held.into(), 1.0, 0.01, &label, &hint) {
            changed = Some(Transition {
                held: Some(weight as f32),
                ..kept
            });
        }
    }
    if let Some(changed) = changed {
        panel.push(Command::Timeline(TimelineCommand::SetTransition(changed)));
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.add_space(PADDING);
        let (label, hint) = (panel.text("fade-loop"), panel.text("fade-loop-tip"));
        if button(ui, &label, &hint, None, Look::Plain).clicked() {
            // With a little before and after, so that both ends can be judged.
            let around = 0.25 * kept.duration_secs;
            let range = [kept.start_secs - around, kept.end_secs() + around];
            panel.push(Command::Timeline(TimelineCommand::SetRange(Some(range))));
        }
    });
}

/// A label with a menu at its right.
fn choice(ui: &mut Ui, label: &str, hint: &str, choices: &[String], chosen: Option<usize>) -> Option<usize> {
    const FIELD: f32 = 132.0;
    ui.add_space(2.0);
    let top = ui.cursor().min;
    let right = top.x + ui.available_width() - PADDING;
    value_row(ui, ROW, label, "", None);
    let field = Rect::from_min_size(pos2(right - FIELD, top.y + 1.0), vec2(FIELD, ROW - 2.0));
    menu(ui, field, choices, chosen, None, label, hint)
}

/// Where to scroll when another clip was chosen whose row does not show (by key, by script); `None` to stay.
fn scroll_to_chosen(ui: &Ui, panel: &Panel<'_>, height: f32) -> Option<f32> {
    let chosen = panel.state.clip()?;
    let id = ui.scope_id().with("clips chosen");
    // Also where the list has become shorter, as when the sheet of keys opens below.
    let now = (chosen.0, height);
    let before: Option<(u32, f32)> = ui.data_mut(|d| {
        let before = d.get_temp(id);
        d.insert_temp(id, now);
        before
    });
    if before == Some(now) {
        return None;
    }
    let offset: f32 = ui
        .data(|d| d.get_temp(ui.scope_id().with("clips offset")))
        .unwrap_or(0.0);
    let top = ROW * chosen.0 as f32;
    let shows = top >= offset && top + ROW <= offset + height;
    (!shows).then(|| (top - 0.5 * (height - ROW)).max(0.0))
}

fn clip_row(ui: &mut Ui, panel: &mut Panel<'_>, id: ClipId) {
    let t = tokens(ui);
    let Some(clip) = panel.state.model.as_deref().and_then(|m| m.clip(id)) else {
        return;
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), CLICK);
    let chosen = panel.state.clip() == Some(id);
    row_ground(ui, rect, &response, chosen);
    let middle = rect.center().y;
    let painter = ui.painter();
    let number = id.0.to_string();
    put(
        painter,
        pos2(rect.left() + 26.0, middle),
        Align2::RIGHT_CENTER,
        &number,
        theme::body(),
        t.second,
    );
    let duration = units::short_seconds(clip.duration_secs());
    let right = pos2(rect.right() - PADDING, middle);
    let at = put(
        painter,
        right,
        Align2::RIGHT_CENTER,
        &duration,
        theme::body(),
        t.second,
    );
    let unnamed = panel.text("clip-unnamed");
    let name = clip.name().filter(|n| !n.is_empty());
    let left = rect.left() + 34.0;
    let font = if chosen { theme::strong() } else { theme::body() };
    let color = if name.is_some() { t.text } else { t.second };
    put_cut(
        painter,
        pos2(left, middle),
        name.unwrap_or(&unnamed),
        font,
        color,
        at.left() - left - 8.0,
    );
    let label = name.unwrap_or(&unnamed).to_owned();
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, &label));
    let hint = panel.texts.with(
        "clip-tip",
        &[
            ("name", label.as_str().into()),
            ("tracks", clip.tracks().len().into()),
            ("keys", clip.key_count().into()),
        ],
    );
    let key = keys::shown_for(&Command::NextClip);
    if tip(response, &hint, key).clicked() {
        panel.push(Command::PlayClip(id));
    }
}
