//! The handles in the picture that turn and move the selected joint: three rings and one towards the eye, or three arrows and
//! a middle. They have the same size on screen wherever the joint is.

use std::f32::consts::PI;

use egui::{CursorIcon, PointerButton, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo};
use glam::{Quat, Vec3};

use super::theme::tokens;
use super::{Panel, marks};
use crate::viewer::{Command, PoseTool, PosingCommand};
use view::{GizmoView, Handle, RADIUS, mark_of};

mod drawing;
mod view;

/// With Ctrl a turn goes by this much, radians, and a move by this share of an arrow.
const SNAP_TURN: f32 = PI / 12.0;
const SNAP_SHARE: f32 = 0.1;

/// What a drag remembers from frame to frame.
#[derive(Debug, Clone, Copy)]
struct Grip {
    handle: Handle,
    /// Which of two pictures side by side.
    picture: usize,
    view: GizmoView,
    /// Where the pointer was last, and how far a ring has gone, radians.
    last: Pos2,
    angle: f32,
    start: Pos2,
}

impl Grip {
    /// How far a ring has turned, radians.
    fn turn(&self, snaps: bool) -> f32 {
        snapped(self.angle, SNAP_TURN, snaps)
    }

    /// How far an arrow or the middle has gone, model space.
    fn shift(&self, snaps: bool) -> Vec3 {
        let view = &self.view;
        let moved = (self.last - self.start) / view.scale;
        let step = SNAP_SHARE * nice(RADIUS / view.scale);
        match self.handle {
            Handle::View => {
                view.right * snapped(moved.x, step, snaps) - view.up * snapped(moved.y, step, snaps)
            }
            Handle::Axis(k) => view.axes[k] * snapped(view.along(k, moved), step, snaps),
        }
    }
}

/// Paints the handles and follows the pointer.
pub(super) fn show(ui: &Ui, panel: &mut Panel<'_>, rect: Rect) {
    let (Some(tool), Some(_)) = (panel.state.posing.tool, panel.state.selected_joint) else {
        return;
    };
    if tool == PoseTool::Reach && panel.state.selected_limb().is_none() {
        return;
    }
    let t = tokens(ui);
    let memory = ui.scope_id().with("gizmo grip");
    let mut grip: Option<Grip> = ui.data(|d| d.get_temp(memory)).flatten();
    let pointer = ui.input(|i| i.pointer.latest_pos());
    for (p, picture) in marks::pictures(panel, rect).into_iter().enumerate() {
        let Some(view) = GizmoView::of(panel, picture) else {
            continue;
        };
        let hovers = pointer.filter(|at| picture.contains(*at)).and_then(|at| {
            let near = Handle::ALL
                .into_iter()
                .filter_map(|h| Some((h, view.distance(tool, h, at)?)));
            near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(h, _)| h)
        });
        let mut held = None;
        for handle in Handle::ALL {
            let here = grip.filter(|g| g.picture == p && g.handle == handle);
            // A handle is in the pointer's way only where the pointer is on it.
            let hit = if here.is_some() || hovers == Some(handle) {
                let at = pointer.unwrap_or(view.center);
                Rect::from_center_size(at, Vec2::splat(12.0))
            } else {
                Rect::NOTHING
            };
            let id = ui.scope_id().with(("gizmo", p, handle.texts()[0]));
            if hit == Rect::NOTHING {
                // Known to who cannot see it, without being in a pointer's way.
                let mark = mark_of(&view, tool, handle);
                let response =
                    ui.interact(Rect::from_center_size(mark, Vec2::splat(2.0)), id, Sense::hover());
                describe(&response, panel, tool, handle);
                continue;
            }
            let response = ui.interact(hit, id, Sense::CLICK | Sense::DRAG);
            describe(&response, panel, tool, handle);
            let response = response.on_hover_cursor(if here.is_some() {
                CursorIcon::Grabbing
            } else {
                CursorIcon::Grab
            });
            if response.drag_started_by(PointerButton::Primary)
                && let Some(at) = ui.input(|i| i.pointer.press_origin()).or(pointer)
            {
                panel.push(Command::Posing(PosingCommand::Begin));
                grip = Some(Grip {
                    handle,
                    picture: p,
                    view,
                    last: at,
                    angle: 0.0,
                    start: at,
                });
            }
            if let Some(held_grip) = grip.as_mut().filter(|g| g.picture == p && g.handle == handle) {
                held = Some(handle);
                if let Some(at) = pointer.filter(|_| response.dragged_by(PointerButton::Primary)) {
                    follow(ui, panel, tool, held_grip, at);
                }
                if !ui.input(|i| i.pointer.primary_down()) {
                    panel.push(Command::Posing(PosingCommand::End));
                    grip = None;
                }
            }
        }
        // A drag that was taken back shows no more.
        let live = grip.filter(|g| g.picture == p && panel.state.posing.is_dragging());
        let hot = held.or(hovers.filter(|_| grip.is_none()));
        let painter = ui.painter().with_clip_rect(picture);
        drawing::paint(&painter, panel, tool, &view, hot, live, &t);
    }
    ui.data_mut(|d| d.insert_temp(memory, grip));
}

fn describe(response: &egui::Response, panel: &Panel<'_>, tool: PoseTool, handle: Handle) {
    let [turn, shift] = handle.texts();
    let label = panel.text(if tool == PoseTool::Rotate { turn } else { shift });
    response.widget_info(|| WidgetInfo::slider(true, 0.0, &label));
}

/// Whether the hand asks for whole steps.
fn snaps(ctx: &egui::Context) -> bool {
    ctx.input(|i| i.modifiers.command)
}

/// From the pointer's way to a turn or a move since the drag began.
fn follow(ui: &Ui, panel: &mut Panel<'_>, tool: PoseTool, grip: &mut Grip, at: Pos2) {
    let snaps = snaps(ui.ctx());
    let view = grip.view;
    if tool == PoseTool::Rotate {
        grip.angle += view.turned(grip.handle, grip.start, grip.last, at);
    }
    grip.last = at;
    panel.push(Command::Posing(if tool == PoseTool::Rotate {
        PosingCommand::Turn(Quat::from_axis_angle(view.normal(grip.handle), grip.turn(snaps)))
    } else {
        PosingCommand::Shift(grip.shift(snaps))
    }));
}

fn snapped(value: f32, step: f32, on: bool) -> f32 {
    if on { (value / step).round() * step } else { value }
}

/// The power of ten below a length: steps are even numbers whatever the zoom.
fn nice(length: f32) -> f32 {
    10_f32.powf(length.max(1e-9).log10().floor())
}
