//! The line of the split: a handle to drag, with mouse or keys.

use egui::{CursorIcon, EventFilter, Key, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::Panel;
use super::annotate::grip_at;
use super::theme::tokens;
use super::widgets::tip;
use crate::viewer::view::Layout;
use crate::viewer::{Command, LabCommand};

/// How wide the line is to the pointer, points.
const GRASP: f32 = 14.0;
/// How far an arrow key moves it.
const STEP: f32 = 0.01;

/// Lets the line be dragged. Whoever got the press keeps the drag, also past the picture's edge.
pub(super) fn show(ui: &Ui, panel: &mut Panel<'_>, rect: Rect) {
    let Layout::Split { at } = panel.state.layout() else {
        return;
    };
    let t = tokens(ui);
    let handle = grip_at(rect, at);
    let x = handle.x;
    let line = Rect::from_center_size(pos2(x, rect.center().y), vec2(GRASP, rect.height()));
    let hit = line
        .union(Rect::from_center_size(handle, vec2(30.0, 0.0)))
        .intersect(rect);
    let id = ui.scope_id().with("split line");
    let response = ui.interact(hit, id, Sense::click_and_drag());
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let to = (pointer.x - rect.left()) / rect.width();
        panel.push(Command::Lab(LabCommand::SetSplit(to)));
    }
    if response.has_focus() {
        let filter = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|m| m.set_focus_lock_filter(id, filter));
        let by = ui.input(|i| i.num_presses(Key::ArrowRight) as f32 - i.num_presses(Key::ArrowLeft) as f32);
        if by != 0.0 {
            panel.push(Command::Lab(LabCommand::SetSplit(at + by * STEP)));
        }
        ui.painter()
            .circle_stroke(handle, 15.0, Stroke::new(2.0, t.accent));
    } else if response.hovered() || response.dragged() {
        ui.painter().circle_stroke(handle, 13.5, Stroke::new(1.0, t.text));
    }
    let label = panel.text("split-line");
    let value = f64::from(at);
    response.widget_info(|| WidgetInfo::slider(true, value, &label));
    let dragged = response.dragged();
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    if !dragged {
        tip(response, &panel.text("split-line-tip"), None);
    }
}
