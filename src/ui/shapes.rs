//! Small marks, painted: sharper and heavier than an icon of that size.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};

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

/// A key and an arrow towards it: to the one before (`-1.0`) or the next (`1.0`).
pub(super) fn to_key(painter: &Painter, at: Pos2, direction: f32, color: Color32) {
    triangle(
        painter,
        at + vec2(-3.4 * direction, 0.0),
        3.6,
        direction * 0.8,
        color,
    );
    diamond(painter, at + vec2(4.0 * direction, 0.0), 4.0, color);
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
