//! Pictograms, painted: no font has to have them, and they are sharp at every scale.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use crate::model::Severity;

fn polygon(painter: &Painter, points: Vec<Pos2>, color: Color32) {
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// A triangle that points right (`1.0`) or left (`-1.0`), `half` high to both sides of `at`.
pub(super) fn triangle(painter: &Painter, at: Pos2, half: f32, direction: f32, color: Color32) {
    let w = half * 0.9 * direction;
    polygon(
        painter,
        vec![at + vec2(-w, -half), at + vec2(w, 0.0), at + vec2(-w, half)],
        color,
    );
}

/// Two upright bars.
pub(super) fn pause(painter: &Painter, at: Pos2, half: f32, color: Color32) {
    for x in [-0.55, 0.55] {
        let bar = Rect::from_center_size(at + vec2(x * half, 0.0), vec2(half * 0.55, half * 2.0));
        painter.rect_filled(bar, 1, color);
    }
}

/// A bar and two triangles towards it: to the start (`-1.0`) or the end (`1.0`).
pub(super) fn to_end(painter: &Painter, at: Pos2, direction: f32, color: Color32) {
    let bar = Rect::from_center_size(at + vec2(5.5 * direction, 0.0), vec2(1.5, 9.0));
    painter.rect_filled(bar, 0, color);
    for x in [-3.5, 1.5] {
        triangle(
            painter,
            at + vec2(x * direction, 0.0),
            4.0,
            direction * 0.75,
            color,
        );
    }
}

/// A round arrow: again and again.
pub(super) fn again(painter: &Painter, at: Pos2, on: bool, color: Color32) {
    let stroke = Stroke::new(1.5, color);
    if on {
        let arc = |from: f32, to: f32| -> Vec<Pos2> {
            (0..=14)
                .map(|k| at + 5.0 * Vec2::angled((from + (to - from) * k as f32 / 14.0).to_radians()))
                .collect()
        };
        painter.line(arc(-60.0, 120.0), stroke);
        painter.line(arc(120.0 + 25.0, 300.0 - 25.0), stroke);
        let tip = at + 5.0 * Vec2::angled((-60.0_f32).to_radians());
        polygon(
            painter,
            vec![
                tip + vec2(-3.6, -2.6),
                tip + vec2(1.2, -1.2),
                tip + vec2(-2.2, 2.4),
            ],
            color,
        );
    } else {
        painter.line_segment([at + vec2(-6.0, 0.0), at + vec2(3.0, 0.0)], stroke);
        triangle(painter, at + vec2(3.0, 0.0), 3.5, 0.9, color);
        painter.line_segment([at + vec2(6.0, -4.0), at + vec2(6.0, 4.0)], stroke);
    }
}

/// A key on the timeline.
pub(super) fn diamond(painter: &Painter, at: Pos2, half: f32, color: Color32) {
    polygon(
        painter,
        vec![
            at + vec2(0.0, -half),
            at + vec2(half, 0.0),
            at + vec2(0.0, half),
            at + vec2(-half, 0.0),
        ],
        color,
    );
}

/// The mark of a folded (pointing right) or unfolded (down) row.
pub(super) fn fold(painter: &Painter, at: Pos2, folded: bool, color: Color32) {
    if folded {
        triangle(painter, at, 3.0, 0.75, color);
    } else {
        polygon(
            painter,
            vec![at + vec2(-3.0, -2.0), at + vec2(3.0, -2.0), at + vec2(0.0, 2.6)],
            color,
        );
    }
}

/// A mark per severity, told apart by shape as well as colour.
pub(super) fn severity(painter: &Painter, at: Pos2, severity: Severity, color: Color32, ground: Color32) {
    match severity {
        Severity::Info => {
            painter.circle_stroke(at, 5.0, Stroke::new(1.5, color));
            painter.line_segment(
                [at + vec2(0.0, -0.5), at + vec2(0.0, 2.5)],
                Stroke::new(1.5, color),
            );
            painter.circle_filled(at + vec2(0.0, -2.3), 0.9, color);
        }
        Severity::Warning => {
            polygon(
                painter,
                vec![at + vec2(0.0, -5.5), at + vec2(6.0, 4.8), at + vec2(-6.0, 4.8)],
                color,
            );
            painter.line_segment(
                [at + vec2(0.0, -2.0), at + vec2(0.0, 1.5)],
                Stroke::new(1.5, ground),
            );
            painter.circle_filled(at + vec2(0.0, 3.3), 0.9, ground);
        }
        Severity::Error => {
            painter.circle_filled(at, 5.8, color);
            for flip in [-1.0, 1.0] {
                let d = vec2(2.2, 2.2 * flip);
                painter.line_segment([at - d, at + d], Stroke::new(1.5, ground));
            }
        }
    }
}

/// A sheet with an arrow onto it: drop a file here.
pub(super) fn drop_here(painter: &Painter, at: Pos2, color: Color32) {
    let stroke = Stroke::new(2.0, color);
    let tray = [
        vec2(-18.0, 6.0),
        vec2(-18.0, 16.0),
        vec2(18.0, 16.0),
        vec2(18.0, 6.0),
    ]
    .map(|d| at + d)
    .to_vec();
    painter.line(tray, stroke);
    painter.line_segment([at + vec2(0.0, -18.0), at + vec2(0.0, 7.0)], stroke);
    painter.line(
        [vec2(-7.0, 0.0), vec2(0.0, 7.0), vec2(7.0, 0.0)]
            .map(|d| at + d)
            .to_vec(),
        stroke,
    );
}

/// A cross that closes something.
pub(super) fn close(painter: &Painter, rect: Rect, color: Color32) {
    let (c, r) = (rect.center(), 4.0);
    let stroke = Stroke::new(1.5, color);
    painter.line_segment([pos2(c.x - r, c.y - r), pos2(c.x + r, c.y + r)], stroke);
    painter.line_segment([pos2(c.x - r, c.y + r), pos2(c.x + r, c.y - r)], stroke);
}

/// An eye; shut, with a stroke through it, for what is out of sight.
pub(super) fn eye(painter: &Painter, at: Pos2, open: bool, color: Color32) {
    let stroke = Stroke::new(1.3, color);
    let lid = |up: f32| -> Vec<Pos2> {
        (0..=12)
            .map(|k| {
                let x = k as f32 / 6.0 - 1.0;
                at + vec2(6.2 * x, up * 4.1 * (1.0 - x * x))
            })
            .collect()
    };
    painter.line(lid(-1.0), stroke);
    painter.line(lid(1.0), stroke);
    painter.circle_stroke(at, 1.9, stroke);
    if !open {
        painter.line_segment([at + vec2(-5.0, 5.0), at + vec2(5.0, -5.0)], stroke);
    }
}

/// A ring, filled in its middle for what shows alone.
pub(super) fn solo(painter: &Painter, at: Pos2, on: bool, color: Color32) {
    painter.circle_stroke(at, 4.6, Stroke::new(1.3, color));
    if on {
        painter.circle_filled(at, 2.4, color);
    }
}
