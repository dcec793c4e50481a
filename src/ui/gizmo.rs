//! The handles in the picture that turn and move the selected joint: three rings and one towards the eye, or three arrows and
//! a middle. They have the same size on screen wherever the joint is.

use std::f32::consts::{PI, TAU};

use egui::{Color32, CursorIcon, Painter, PointerButton, Pos2, Rect, Sense, Stroke, Ui, Vec2, WidgetInfo};
use glam::{Mat3, Quat, Vec3};

use super::theme::{Tokens, tokens};
use super::widgets::put;
use super::{Panel, marks, theme, units};
use crate::viewer::{Camera, Command, PoseTool, PosingCommand};

/// Length of an arrow and radius of a ring, points.
const RADIUS: f32 = 78.0;
/// Radius of the ring towards the eye.
const OUTER: f32 = 94.0;
/// How near the pointer must be to a handle, points.
const REACH: f32 = 8.0;
/// Radius of the handle in the middle.
const MIDDLE: f32 = 10.0;
/// Lines of which a ring is made.
const STEPS: usize = 72;
/// With Ctrl a turn goes by this much, radians, and a move by this share of an arrow.
const SNAP_TURN: f32 = PI / 12.0;
const SNAP_SHARE: f32 = 0.1;
/// Seen more from its edge than this, a ring is turned along its line and not about its middle.
const EDGE: f32 = 0.2;

/// One handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Handle {
    /// Along or about one of three axes.
    Axis(usize),
    /// About the line to the eye, or in the plane of the picture.
    View,
}

impl Handle {
    const ALL: [Self; 4] = [Self::View, Self::Axis(0), Self::Axis(1), Self::Axis(2)];

    /// Ids of what it is called for who cannot see it, when it turns and when it moves.
    fn texts(self) -> [&'static str; 2] {
        match self {
            Self::Axis(0) => ["gizmo-turn-x", "gizmo-move-x"],
            Self::Axis(1) => ["gizmo-turn-y", "gizmo-move-y"],
            Self::Axis(_) => ["gizmo-turn-z", "gizmo-move-z"],
            Self::View => ["gizmo-turn-view", "gizmo-move-view"],
        }
    }

    fn color(self, t: &Tokens) -> Color32 {
        let dark = t.text.r() > 128;
        let rgb = |d: [u8; 3], l: [u8; 3]| {
            let [r, g, b] = if dark { d } else { l };
            Color32::from_rgb(r, g, b)
        };
        match self {
            Self::Axis(0) => rgb([245, 84, 102], [205, 32, 56]),
            Self::Axis(1) => rgb([132, 204, 46], [66, 132, 8]),
            Self::Axis(_) => rgb([72, 152, 255], [20, 92, 214]),
            Self::View => rgb([232, 234, 238], [70, 76, 86]),
        }
    }
}

/// What a drag remembers from frame to frame.
#[derive(Debug, Clone, Copy)]
struct Grip {
    handle: Handle,
    /// Which of two pictures side by side.
    picture: usize,
    view: GizmoView,
    /// Where the pointer was last, and how far the handle has gone: radians, or metres along its axes.
    last: Pos2,
    angle: f32,
    start: Pos2,
}

/// The gizmo as it lies in a picture.
#[derive(Debug, Clone, Copy)]
struct GizmoView {
    center: Pos2,
    /// Unit, model space.
    axes: [Vec3; 3],
    /// Unit, from the joint to the eye.
    eye: Vec3,
    right: Vec3,
    up: Vec3,
    /// Points a metre at the joint.
    scale: f32,
}

impl GizmoView {
    fn of(panel: &Panel<'_>, picture: Rect) -> Option<Self> {
        let state = panel.state;
        let joint = state.selected_joint?;
        let matrix = state.posed.model_space.matrices().get(joint.index())?;
        let place = Vec3::from(matrix.translation);
        let camera: &Camera = &state.camera;
        let center = marks::project(camera, picture, place)?;
        let (right, up) = camera.right_up();
        let eye = match camera.projection_shown() {
            crate::viewer::Projection::Perspective => (camera.position() - place).try_normalize()?,
            crate::viewer::Projection::Orthographic => camera.backward(),
        };
        let step = 1e-3 * camera.distance.max(1e-6);
        let scale = marks::project(camera, picture, place + up * step)?.distance(center) / step;
        let own = Mat3::from(matrix.matrix3);
        let axes = if state.posing.is_local && state.posing.tool != Some(PoseTool::Reach) {
            // Sheared or flat axes are made right angles of.
            let x = own.x_axis.try_normalize()?;
            let y = (own.y_axis - x * x.dot(own.y_axis)).try_normalize()?;
            [x, y, x.cross(y)]
        } else {
            [Vec3::X, Vec3::Y, Vec3::Z]
        };
        (scale.is_finite() && scale > 0.0).then_some(Self {
            center,
            axes,
            eye,
            right,
            up,
            scale,
        })
    }

    /// A direction in the picture, a unit as one.
    fn flat(&self, v: Vec3) -> Vec2 {
        Vec2::new(v.dot(self.right), -v.dot(self.up))
    }

    fn normal(&self, handle: Handle) -> Vec3 {
        match handle {
            Handle::Axis(k) => self.axes[k],
            Handle::View => self.eye,
        }
    }

    /// Points from the middle to a ring.
    fn radius(handle: Handle) -> f32 {
        if handle == Handle::View { OUTER } else { RADIUS }
    }

    /// Two axes of the plane of a ring.
    fn plane(&self, handle: Handle) -> [Vec3; 2] {
        let u = self.normal(handle).any_orthonormal_vector();
        [u, self.normal(handle).cross(u)]
    }

    /// The points of a ring, each with whether it is on the side of the eye.
    fn ring(&self, handle: Handle) -> Vec<(Pos2, bool)> {
        let [u, v] = self.plane(handle);
        let radius = Self::radius(handle);
        let whole = self.normal(handle).dot(self.eye).abs() > 0.96;
        (0..=STEPS)
            .map(|k| {
                let (sin, cos) = (TAU * k as f32 / STEPS as f32).sin_cos();
                let out = u * cos + v * sin;
                let at = self.center + self.flat(out) * radius;
                (at, whole || out.dot(self.eye) >= -0.02)
            })
            .collect()
    }

    /// How far the pointer is from a handle, points; `None` where it is none's.
    fn distance(&self, tool: PoseTool, handle: Handle, at: Pos2) -> Option<f32> {
        let away = match (tool, handle) {
            (PoseTool::Rotate, _) => self
                .ring(handle)
                .windows(2)
                .filter(|w| w[0].1 && w[1].1)
                .map(|w| distance_to_segment(at, w[0].0, w[1].0))
                .fold(f32::INFINITY, f32::min),
            (_, Handle::View) => (at.distance(self.center) - MIDDLE).max(0.0),
            (_, Handle::Axis(k)) => {
                let along = self.flat(self.axes[k]);
                if along.length() < 0.1 {
                    return None;
                }
                let from = self.center + along * 16.0;
                distance_to_segment(at, from, self.center + along * (RADIUS + 8.0))
            }
        };
        (away <= REACH).then_some(away)
    }

    /// Where on a ring a place in the picture lies, radians from the first axis of its plane; `None` where the ring is seen
    /// too much from its edge.
    fn angle_at(&self, handle: Handle, p: Pos2) -> Option<f32> {
        let [u, v] = self.plane(handle).map(|a| self.flat(a));
        let area = u.x * v.y - u.y * v.x;
        let d = p - self.center;
        let angle = || ((u.x * d.y - u.y * d.x) / area).atan2((d.x * v.y - d.y * v.x) / area);
        (area.abs() > EDGE).then(angle)
    }

    /// How far along an arrow a way in the picture leads, in its unit.
    fn along(&self, axis: usize, way: Vec2) -> f32 {
        let along = self.flat(self.axes[axis]);
        way.dot(along) / along.length_sq().max(0.01)
    }

    /// By how much the pointer's way from `from` to `to` turns a ring, radians.
    fn turned(&self, handle: Handle, grabbed: Pos2, from: Pos2, to: Pos2) -> f32 {
        if let (Some(before), Some(after)) = (self.angle_at(handle, from), self.angle_at(handle, to)) {
            let by = after - before;
            return by - TAU * (by / TAU).round();
        }
        // Along the line that the ring looks like, where it was taken hold of.
        let normal = self.normal(handle);
        let out = grabbed - self.center;
        let radial = self.right * out.x - self.up * out.y;
        let depth = (RADIUS * RADIUS - out.length_sq()).max(0.0).sqrt();
        let radial = radial + self.eye * depth;
        let tangent = self.flat(normal.cross(radial).normalize_or_zero());
        let moved = to - from;
        moved.dot(tangent) / (RADIUS * tangent.length_sq().max(0.05))
    }
}

fn distance_to_segment(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let (along, to) = (b - a, p - a);
    let share = (to.dot(along) / along.length_sq().max(1e-9)).clamp(0.0, 1.0);
    (to - along * share).length()
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
        paint(&painter, panel, tool, &view, hot, live, &t);
    }
    ui.data_mut(|d| d.insert_temp(memory, grip));
}

/// Where a handle can be taken hold of.
fn mark_of(view: &GizmoView, tool: PoseTool, handle: Handle) -> Pos2 {
    match (tool, handle) {
        (PoseTool::Rotate, _) => {
            let ring = view.ring(handle);
            // In the middle of the side that faces the eye.
            let [u, v] = view.plane(handle);
            let best = (0..STEPS).max_by(|a, b| {
                let nearness = |k: usize| {
                    let (sin, cos) = (TAU * k as f32 / STEPS as f32).sin_cos();
                    (u * cos + v * sin).dot(view.eye)
                };
                nearness(*a).total_cmp(&nearness(*b))
            });
            ring[best.unwrap_or(0)].0
        }
        (_, Handle::View) => view.center,
        (_, Handle::Axis(k)) => view.center + view.flat(view.axes[k]) * RADIUS,
    }
}

fn describe(response: &egui::Response, panel: &Panel<'_>, tool: PoseTool, handle: Handle) {
    let [turn, shift] = handle.texts();
    let label = panel.text(if tool == PoseTool::Rotate { turn } else { shift });
    response.widget_info(|| WidgetInfo::slider(true, 0.0, &label));
}

/// From the pointer's way to a turn or a move since the drag began.
fn follow(ui: &Ui, panel: &mut Panel<'_>, tool: PoseTool, grip: &mut Grip, at: Pos2) {
    let snaps = ui.input(|i| i.modifiers.command);
    let view = grip.view;
    if tool == PoseTool::Rotate {
        grip.angle += view.turned(grip.handle, grip.start, grip.last, at);
        grip.last = at;
        let angle = snapped(grip.angle, SNAP_TURN, snaps);
        let turn = Quat::from_axis_angle(view.normal(grip.handle), angle);
        panel.push(Command::Posing(PosingCommand::Turn(turn)));
        return;
    }
    grip.last = at;
    let moved = (at - grip.start) / view.scale;
    let step = SNAP_SHARE * nice(RADIUS / view.scale);
    let by = match grip.handle {
        Handle::View => view.right * snapped(moved.x, step, snaps) - view.up * snapped(moved.y, step, snaps),
        Handle::Axis(k) => view.axes[k] * snapped(view.along(k, moved), step, snaps),
    };
    panel.push(Command::Posing(PosingCommand::Shift(by)));
}

fn snapped(value: f32, step: f32, on: bool) -> f32 {
    if on { (value / step).round() * step } else { value }
}

/// The power of ten below a length: steps are even numbers whatever the zoom.
fn nice(length: f32) -> f32 {
    10_f32.powf(length.max(1e-9).log10().floor())
}

fn paint(
    painter: &Painter,
    panel: &Panel<'_>,
    tool: PoseTool,
    view: &GizmoView,
    hot: Option<Handle>,
    grip: Option<Grip>,
    t: &Tokens,
) {
    let shade = Color32::from_black_alpha(if t.text.r() > 128 { 150 } else { 60 });
    let width = |h: Handle| if hot == Some(h) { 3.5 } else { 2.25 };
    let ink = |h: Handle| {
        let color = h.color(t);
        if grip.is_some_and(|g| g.handle != h) {
            color.gamma_multiply(0.25)
        } else if hot == Some(h) {
            color.lerp_to_gamma(
                if t.text.r() > 128 {
                    Color32::WHITE
                } else {
                    Color32::BLACK
                },
                0.35,
            )
        } else {
            color
        }
    };
    if tool == PoseTool::Rotate {
        if let Some(grip) = grip {
            wedge(painter, &grip, t);
        }
        for handle in Handle::ALL {
            let ring = view.ring(handle);
            for front in [false, true] {
                let color = if front {
                    ink(handle)
                } else {
                    ink(handle).gamma_multiply(0.22)
                };
                for line in runs(&ring, front) {
                    let thin = if handle == Handle::View { 0.75 } else { 0.0 };
                    if front {
                        painter.add(egui::Shape::line(
                            line.clone(),
                            Stroke::new(width(handle) + 2.0 - thin, shade),
                        ));
                    }
                    painter.add(egui::Shape::line(line, Stroke::new(width(handle) - thin, color)));
                }
            }
        }
        return;
    }
    // The arrow that points away first: what is nearer lies over it.
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| {
        view.axes[*a]
            .dot(view.eye)
            .total_cmp(&view.axes[*b].dot(view.eye))
    });
    for k in order {
        let handle = Handle::Axis(k);
        let along = view.flat(view.axes[k]);
        // Seen from its end an arrow is a point that says nothing.
        let clear = ((along.length() - 0.08) / 0.15).clamp(0.0, 1.0);
        if clear <= 0.0 {
            continue;
        }
        let color = ink(handle).gamma_multiply(clear);
        let (from, to) = (view.center + along * 16.0, view.center + along * RADIUS);
        painter.line_segment(
            [from, to],
            Stroke::new(width(handle) + 2.0, shade.gamma_multiply(clear)),
        );
        painter.line_segment([from, to], Stroke::new(width(handle), color));
        let forward = along.normalized();
        let aside = forward.rot90() * 5.5;
        let head = vec![to + forward * 15.0, to + aside, to - aside];
        painter.add(egui::Shape::convex_polygon(
            head,
            color,
            Stroke::new(1.0, shade.gamma_multiply(clear)),
        ));
    }
    let color = ink(Handle::View);
    painter.circle_stroke(view.center, MIDDLE, Stroke::new(width(Handle::View) + 1.5, shade));
    painter.circle_stroke(view.center, MIDDLE, Stroke::new(width(Handle::View) - 0.5, color));
    if tool == PoseTool::Reach {
        painter.circle_filled(view.center, 4.5, t.accent);
    }
    if let Some(grip) = grip {
        let far = (grip.last - grip.start) / view.scale;
        let length = match grip.handle {
            Handle::View => far.length(),
            Handle::Axis(k) => grip.view.along(k, far).abs(),
        };
        let text = units::length(f64::from(length), panel.state.length_unit());
        tell(painter, view.center, &text, t);
    }
}

/// How far a ring has turned: a part of its disc, and the degrees.
fn wedge(painter: &Painter, grip: &Grip, t: &Tokens) {
    let snaps = painter.ctx().input(|i| i.modifiers.command);
    let angle = snapped(grip.angle, SNAP_TURN, snaps);
    let view = &grip.view;
    let [u, v] = view.plane(grip.handle).map(|a| view.flat(a));
    let color = grip.handle.color(t);
    if let Some(begin) = view.angle_at(grip.handle, grip.start) {
        let radius = GizmoView::radius(grip.handle);
        let at = |a: f32| view.center + (u * a.cos() + v * a.sin()) * radius;
        // Once round is the whole disc.
        let shown = angle.clamp(-TAU, TAU);
        let parts = ((shown.abs() / 0.08).ceil() as usize).max(1);
        let mut mesh = egui::Mesh::default();
        mesh.colored_vertex(view.center, color.gamma_multiply(0.28));
        for k in 0..=parts {
            mesh.colored_vertex(
                at(begin + shown * k as f32 / parts as f32),
                color.gamma_multiply(0.28),
            );
        }
        for k in 1..=parts as u32 {
            mesh.add_triangle(0, k, k + 1);
        }
        painter.add(egui::Shape::mesh(mesh));
        for a in [begin, begin + angle] {
            painter.line_segment([view.center, at(a)], Stroke::new(1.25, color));
        }
    }
    let text = format!("{:.1}°", angle.to_degrees()).replace('-', "−");
    tell(painter, view.center, &text, t);
}

/// What a drag has come to, above the handles.
fn tell(painter: &Painter, center: Pos2, text: &str, t: &Tokens) {
    let at = center - Vec2::new(0.0, OUTER + 20.0);
    let galley = painter.layout_no_wrap(text.to_owned(), theme::strong(), t.text);
    let plate = Rect::from_center_size(at, galley.size() + Vec2::new(16.0, 8.0));
    painter.rect_filled(plate, egui::CornerRadius::same(5), t.panel.gamma_multiply(0.92));
    put(
        painter,
        at,
        egui::Align2::CENTER_CENTER,
        text,
        theme::strong(),
        t.text,
    );
}

/// The unbroken lines of a ring on one side.
fn runs(ring: &[(Pos2, bool)], front: bool) -> Vec<Vec<Pos2>> {
    let mut out: Vec<Vec<Pos2>> = Vec::new();
    let mut open = false;
    for pair in ring.windows(2) {
        if (pair[0].1 && pair[1].1) != front {
            open = false;
            continue;
        }
        match out.last_mut().filter(|_| open) {
            Some(line) => line.push(pair[1].0),
            None => out.push(vec![pair[0].0, pair[1].0]),
        }
        open = true;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(eye: Vec3) -> GizmoView {
        let right = Vec3::Y.cross(eye).normalize();
        GizmoView {
            center: Pos2::new(400.0, 300.0),
            axes: [Vec3::X, Vec3::Y, Vec3::Z],
            eye,
            right,
            up: eye.cross(right),
            scale: 200.0,
        }
    }

    /// What a hand drags along a ring from one of its points to another turns the first into the second.
    #[test]
    fn a_ring_follows_the_pointer_round() {
        let v = view(Vec3::new(0.4, 0.3, 1.0).normalize());
        for handle in Handle::ALL {
            let [a, b] = v.plane(handle);
            let at = |angle: f32| v.center + v.flat(a * angle.cos() + b * angle.sin()) * RADIUS;
            let mut sum = 0.0;
            for k in 0..40 {
                let step = |k: i32| 0.1 * k as f32;
                sum += v.turned(handle, at(0.0), at(step(k)), at(step(k + 1)));
            }
            assert!((sum - 4.0).abs() < 0.03, "{handle:?}: {sum}");
        }
    }

    #[test]
    fn a_ring_seen_from_its_edge_follows_along_its_line() {
        let v = view(Vec3::Z);
        // The ring about Y is a level line here; to the right in front is a turn from +Z towards +X.
        let grabbed = v.center;
        let by = v.turned(
            Handle::Axis(1),
            grabbed,
            grabbed,
            grabbed + Vec2::new(RADIUS, 0.0),
        );
        assert!((by - 1.0).abs() < 1e-3, "{by}");
    }

    #[test]
    fn the_nearest_handle_is_hit_and_far_away_none() {
        let v = view(Vec3::new(0.3, 0.4, 1.0).normalize());
        let tip = v.center + v.flat(Vec3::X) * RADIUS;
        assert!(v.distance(PoseTool::Move, Handle::Axis(0), tip).is_some());
        assert!(v.distance(PoseTool::Move, Handle::Axis(1), tip).is_none());
        let far = v.center + Vec2::splat(300.0);
        for handle in Handle::ALL {
            assert!(v.distance(PoseTool::Rotate, handle, far).is_none());
            let mark = mark_of(&v, PoseTool::Rotate, handle);
            assert!(v.distance(PoseTool::Rotate, handle, mark).is_some(), "{handle:?}");
        }
    }
}
