//! Every key of the clip, a row a joint; unfolded a row a track. Only the rows that show are drawn.

use egui::{CornerRadius, Rangef, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::super::theme::{self, PADDING, Tokens, tokens};
use super::super::widgets::{CLICK, focus_ring, put_cut, tip};
use super::super::{Panel, shapes};
use super::axis::{Axis, scrub};
use crate::animation::{Clip, Interpolation};
use crate::viewer::{Channel, Command, KeyGroup, KeyRow, RowOf, TimelineCommand};

/// Height of a row.
const ROW: f32 = 20.0;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect, axis: &Axis) {
    let t = tokens(ui);
    let model = panel.state.model.clone();
    let clip = model
        .as_deref()
        .and_then(|m| m.clip(panel.state.clip()?))
        .filter(|c| c.duration_secs() > 0.0);
    let rows = panel.state.timeline.rows.rows();
    let (Some(clip), false) = (clip, rows.is_empty()) else {
        let at = pos2(rect.left() + PADDING, rect.center().y);
        let text = panel.text("sheet-none");
        put_cut(ui.painter(), at, &text, theme::body(), t.second, rect.width());
        return;
    };
    // Under the rows: what is not a row's name scrubs.
    let ground = Rect::from_x_y_ranges(Rangef::new(axis.x.min - 6.0, rect.right()), rect.y_range());
    let scrubber = ui.interact(
        ground,
        ui.scope_id().with("sheet scrub"),
        Sense::CLICK | Sense::DRAG,
    );
    for x in axis.frames(panel.state.fps()) {
        ui.painter()
            .vline(x, rect.y_range(), Stroke::new(1.0, t.line.gamma_multiply(0.35)));
    }
    let builder = egui::UiBuilder::new().id_salt("keys").max_rect(rect);
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.shrink_clip_rect(rect);
        let mut area = egui::ScrollArea::vertical().id_salt("keys").auto_shrink(false);
        if let Some(offset) = scroll_to_selected(ui, panel, rect.height()) {
            area = area.vertical_scroll_offset(offset);
        }
        let shown = area.show_rows(ui, ROW, rows.len(), |ui, range| {
            for row in &rows[range] {
                row_ui(ui, panel, clip, *row, axis, &t);
            }
        });
        ui.data_mut(|d| d.insert_temp(offset_id(), shown.state.clamped_offset().y));
    });
    scrub(ui, panel, &scrubber, axis, false);
    super::playhead_line(ui, panel, axis, rect.y_range(), &t);
}

fn offset_id() -> egui::Id {
    egui::Id::unique("key sheet offset")
}

/// Where to scroll when another joint was selected whose row does not show; `None` to stay.
fn scroll_to_selected(ui: &Ui, panel: &Panel<'_>, height: f32) -> Option<f32> {
    let id = egui::Id::unique("key sheet selected");
    let selected = panel.state.selected_joint;
    let before = ui.data_mut(|d| {
        let before = d.get_temp(id);
        d.insert_temp(id, selected);
        before
    });
    if before == Some(selected) {
        return None;
    }
    let rows = &panel.state.timeline.rows;
    let of = RowOf::Joint(selected?);
    let at = rows
        .rows()
        .iter()
        .position(|r| r.track.is_none() && rows.groups()[r.group].of == of)?;
    let offset: f32 = ui.data(|d| d.get_temp(offset_id())).unwrap_or(0.0);
    let top = ROW * at as f32;
    let shows = top >= offset && top + ROW <= offset + height;
    (!shows).then(|| (top - 0.5 * (height - ROW)).max(0.0))
}

fn name_of(panel: &Panel<'_>, of: RowOf) -> String {
    match of {
        RowOf::Joint(joint) => panel.state.tree.label(joint).to_owned(),
        RowOf::Weights(_) => panel.text("sheet-weights"),
        RowOf::Properties => panel.text("sheet-properties"),
    }
}

fn channel_name(panel: &Panel<'_>, channel: Channel) -> String {
    match channel {
        Channel::Translation => panel.text("channel-translation"),
        Channel::Rotation => panel.text("channel-rotation"),
        Channel::Scale => panel.text("channel-scale"),
        Channel::Weights => panel.text("channel-weights"),
        Channel::Property => panel.text("channel-property"),
    }
}

fn row_ui(ui: &mut Ui, panel: &mut Panel<'_>, clip: &Clip, row: KeyRow, axis: &Axis, t: &Tokens) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let group: &KeyGroup = &panel.state.timeline.rows.groups()[row.group];
    let of = group.of;
    let selected = matches!(of, RowOf::Joint(j) if panel.state.selected_joint == Some(j));
    let unfolded = panel.state.timeline.rows.is_unfolded(of);
    let names = Rect::from_x_y_ranges(Rangef::new(rect.left(), axis.x.min - 8.0), rect.y_range());
    let painter = ui.painter();
    if selected {
        painter.rect_filled(rect, CornerRadius::ZERO, t.selected.gamma_multiply(0.55));
    }
    painter.hline(
        axis.x,
        rect.bottom() - 0.5,
        Stroke::new(1.0, t.line.gamma_multiply(0.55)),
    );

    let name = name_of(panel, of);
    let middle = rect.center().y;
    let response = ui.interact(names, ui.scope_id().with(("key row", of, row.track)), CLICK);
    if response.hovered() && !selected {
        ui.painter()
            .rect_filled(names, CornerRadius::ZERO, t.hover.gamma_multiply(0.8));
    }
    focus_ring(ui, &response, names);
    match row.track {
        None => {
            let mark = pos2(names.left() + PADDING + 3.0, middle);
            let hit = Rect::from_center_size(mark, vec2(20.0, ROW));
            let fold = ui.interact(hit, ui.scope_id().with(("unfold", of)), Sense::CLICK);
            let color = if fold.hovered() { t.text } else { t.second };
            shapes::fold(ui.painter(), mark, !unfolded, color);
            let words = [("name", name.as_str().into())];
            let label = if unfolded {
                panel.texts.with("sheet-fold", &words)
            } else {
                panel.texts.with("sheet-unfold", &words)
            };
            fold.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, true, &label));
            let font = if selected { theme::strong() } else { theme::body() };
            let left = mark.x + 13.0;
            let room = names.right() - left;
            put_cut(ui.painter(), pos2(left, middle), &name, font, t.text, room);
            let label = panel.texts.with("sheet-row", &words);
            response.widget_info(|| WidgetInfo::selected(Role::Row, true, selected, &label));
            let unfold = fold.clicked() || response.double_clicked();
            if unfold {
                panel.push(Command::Timeline(TimelineCommand::Unfold(of, !unfolded)));
            } else if response.clicked()
                && let RowOf::Joint(joint) = of
            {
                panel.push(Command::SelectJoint((!selected).then_some(joint)));
            }
        }
        Some(track) => {
            let channel = group.tracks[track].0;
            let text = channel_name(panel, channel);
            let left = names.left() + PADDING + 30.0;
            put_cut(
                ui.painter(),
                pos2(left, middle),
                &text,
                theme::caption(),
                t.second,
                names.right() - left,
            );
            let label = format!("{name}: {text}");
            response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &label));
            if response.clicked() {
                if let RowOf::Joint(joint) = of {
                    panel.push(Command::SelectJoint(Some(joint)));
                }
                panel.push(Command::Timeline(TimelineCommand::ShowChannel(channel)));
            }
        }
    }
    let group: &KeyGroup = &panel.state.timeline.rows.groups()[row.group];
    let keys = match row.track {
        None => &group.times[..],
        Some(track) => clip.tracks()[group.tracks[track].1].keys.times(),
    };
    let interpolation = row
        .track
        .map(|track| clip.tracks()[group.tracks[track].1].keys.interpolation());
    ticks(ui, keys, interpolation, axis, rect, selected, t);
    let words = [("name", name.as_str().into()), ("keys", keys.len().into())];
    tip(response, &panel.texts.with("sheet-row-tip", &words), None);
}

/// A diamond a key, a square where it holds, a dot where a spline goes through it; ticks where they are dense.
fn ticks(
    ui: &Ui,
    keys: &[f32],
    interpolation: Option<Interpolation>,
    axis: &Axis,
    rect: Rect,
    selected: bool,
    t: &Tokens,
) {
    let painter = ui.painter();
    let within = |secs: f64| keys.partition_point(|t| f64::from(*t) <= secs);
    let visible = within(axis.to).saturating_sub(within(axis.from));
    let wide = axis.x.span() / visible.max(1) as f32 >= 9.0;
    let middle = rect.center().y;
    let color = match (interpolation.is_some(), selected) {
        (_, true) => t.accent,
        (false, false) => t.accent.gamma_multiply(0.75),
        (true, false) => t.second,
    };
    for x in axis.marks(keys, if wide { 1.0 } else { 3.0 }) {
        if !wide {
            painter.vline(x, middle - 4.0..=middle + 4.0, Stroke::new(1.0, color));
            continue;
        }
        let at = pos2(x, middle);
        match interpolation {
            Some(Interpolation::Step) => {
                let square = Rect::from_center_size(at, vec2(6.0, 6.0));
                painter.rect_filled(square, CornerRadius::ZERO, color);
            }
            Some(Interpolation::CubicSpline) => {
                painter.circle_filled(at, 3.4, color);
            }
            _ => shapes::diamond(painter, at, 4.2, color),
        }
    }
}
