//! How the handles look, at rest, under the pointer and in the hand.

use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Rect, Stroke, Vec2};

use super::super::theme::{self, Tokens};
use super::super::widgets::put;
use super::super::{Panel, units};
use super::view::{GizmoView, Handle, MIDDLE, OUTER, RADIUS};
use super::{Grip, snaps};
use crate::viewer::PoseTool;

fn color_of(handle: Handle, t: &Tokens) -> Color32 {
    let dark = t.text.r() > 128;
    let rgb = |d: [u8; 3], l: [u8; 3]| {
        let [r, g, b] = if dark { d } else { l };
        Color32::from_rgb(r, g, b)
    };
    match handle {
        Handle::Axis(0) => rgb([245, 84, 102], [205, 32, 56]),
        Handle::Axis(1) => rgb([132, 204, 46], [66, 132, 8]),
        Handle::Axis(_) => rgb([72, 152, 255], [20, 92, 214]),
        Handle::View => rgb([232, 234, 238], [70, 76, 86]),
    }
}

/// Paints the handles: `hot` is under the pointer, `grip` in the hand.
pub(super) fn paint(
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
        let color = color_of(h, t);
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
        let length = grip.shift(snaps(painter.ctx())).length();
        let text = units::length(f64::from(length), panel.state.length_unit());
        tell(painter, view.center, &text, t);
    }
}

/// How far a ring has turned: a part of its disc, and the degrees.
fn wedge(painter: &Painter, grip: &Grip, t: &Tokens) {
    let angle = grip.turn(snaps(painter.ctx()));
    let view = &grip.view;
    let [u, v] = view.plane(grip.handle).map(|a| view.flat(a));
    let color = color_of(grip.handle, t);
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
