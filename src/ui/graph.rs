//! A number over the clip, with the playhead in it; a click or a drag seeks.

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Mesh, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use super::theme::{self, CORNER, Tokens, tokens};
use super::units;
use super::widgets::{put, tip};
use crate::viewer::Command;

/// Height of a graph, points.
pub(super) const HEIGHT: f32 = 68.0;

/// One line of a graph.
pub(super) struct Curve {
    /// A value per time of the graph.
    pub values: Vec<f64>,
    /// Its colour.
    pub color: Color32,
}

/// What the values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Values {
    /// Not negative; the area under the curve is filled.
    FromZero,
    /// Shares around 1.
    Share,
}

/// What a graph shows.
pub(super) struct Graph<'a> {
    /// Seconds, ascending.
    pub times: &'a [f64],
    /// The lines.
    pub curves: &'a [Curve],
    /// What the values are.
    pub values: Values,
    /// A value with a line of its own.
    pub reference: Option<f64>,
    /// Values below this are not drawn larger than they are: without it rounding would fill the graph.
    pub least: f64,
    /// The playhead, seconds.
    pub now: f64,
    /// Whether what shows is what the curves are of, so that they have a dot there.
    pub is_of_frame: bool,
    /// What it is called.
    pub label: &'a str,
    /// Its tooltip.
    pub hint: &'a str,
    /// What to say without a curve.
    pub empty: &'a str,
    /// Whether a hand holds the playhead.
    pub scrubbing: bool,
}

/// The ground of a graph that has nothing to show yet.
pub(super) fn ground(ui: &Ui, rect: Rect, t: &Tokens) {
    ui.painter().rect(
        rect,
        CornerRadius::same(CORNER),
        t.field,
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
}

/// Paints a graph; returns what was done in it. `say` puts a value into words.
pub(super) fn show(ui: &Ui, rect: Rect, graph: &Graph<'_>, say: &dyn Fn(f64) -> String) -> Vec<Command> {
    let t = tokens(ui);
    let end = graph.times.last().copied().unwrap_or(0.0);
    if graph.curves.is_empty() || end <= 0.0 {
        ground(ui, rect, &t);
        put(
            ui.painter(),
            rect.center(),
            Align2::CENTER_CENTER,
            graph.empty,
            theme::caption(),
            t.second,
        );
        return Vec::new();
    }
    let (low, high) = range(graph);
    let x_of = |secs: f64| rect.left() + rect.width() * (secs / end) as f32;
    let y_of =
        |value: f64| rect.bottom() - 1.0 - (rect.height() - 3.0) * ((value - low) / (high - low)) as f32;
    let response = ui.interact(rect, ui.scope_id().with("graph"), Sense::CLICK | Sense::DRAG);
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, t.line));
    if let Some(y) = graph.reference.filter(|r| (low..=high).contains(r)).map(y_of) {
        for k in 0..(rect.width() / 6.0) as u32 {
            let x = rect.left() + 6.0 * k as f32;
            painter.hline(x..=x + 3.0, y, Stroke::new(1.0, t.third.gamma_multiply(0.7)));
        }
    }
    for curve in graph.curves {
        let points: Vec<Pos2> = graph
            .times
            .iter()
            .zip(&curve.values)
            .map(|(&secs, &value)| pos2(x_of(secs), y_of(value)))
            .collect();
        if graph.values == Values::FromZero {
            painter.add(Shape::mesh(area(&points, rect.bottom() - 1.0, curve.color)));
        }
        painter.line(points, Stroke::new(1.5, curve.color));
    }
    let hovered = response.hover_pos().filter(|_| !response.dragged());
    if let Some(at) = hovered {
        let secs = end * f64::from((at.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        painter.vline(x_of(secs), rect.y_range(), Stroke::new(1.0, t.third));
        read_out(ui, rect, graph, secs, x_of(secs), say, &t);
    }
    let now = graph.now.clamp(0.0, end);
    painter.vline(
        x_of(now),
        rect.y_range(),
        Stroke::new(1.0, t.text.gamma_multiply(0.75)),
    );
    for curve in graph.curves.iter().filter(|_| graph.is_of_frame) {
        let dot = pos2(x_of(now), y_of(value_at(graph.times, &curve.values, now)));
        let color = if graph.curves.len() == 1 {
            t.text
        } else {
            curve.color
        };
        painter.circle(dot, 3.5, color, Stroke::new(1.0, t.panel));
    }
    let name = graph.label.to_owned();
    response.widget_info(|| WidgetInfo::slider(true, now, &name));

    let mut commands = Vec::new();
    if response.drag_started() || (response.is_pointer_button_down_on() && !graph.scrubbing) {
        commands.push(Command::Scrub(true));
    }
    if (response.is_pointer_button_down_on() || response.drag_stopped() || response.clicked())
        && let Some(pointer) = response.interact_pointer_pos()
    {
        let share = f64::from((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        commands.push(Command::Seek(share * end));
    }
    if graph.scrubbing && !ui.input(|i| i.pointer.any_down()) {
        commands.push(Command::Scrub(false));
    }
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    if hovered.is_none() {
        tip(response, graph.hint, None);
    }
    commands
}

/// Time and values under the pointer, in a corner where it is not.
fn read_out(
    ui: &Ui,
    rect: Rect,
    graph: &Graph<'_>,
    secs: f64,
    x: f32,
    say: &dyn Fn(f64) -> String,
    t: &Tokens,
) {
    let values: Vec<String> = graph
        .curves
        .iter()
        .map(|c| say(value_at(graph.times, &c.values, secs)))
        .collect();
    let text = format!("{} · {}", units::seconds(secs), values.join(" · "));
    let galley = ui.painter().layout_no_wrap(text, theme::caption(), t.text);
    let size = galley.size() + vec2(10.0, 4.0);
    let left = if x < rect.center().x {
        rect.right() - size.x
    } else {
        rect.left()
    };
    let chip = Rect::from_min_size(pos2(left, rect.top()), size);
    ui.painter()
        .rect_filled(chip, CornerRadius::same(CORNER), t.panel.gamma_multiply(0.9));
    ui.painter().galley(chip.min + vec2(5.0, 2.0), galley, t.text);
}

/// The values at the foot and the top of a graph.
fn range(graph: &Graph<'_>) -> (f64, f64) {
    let all = || graph.curves.iter().flat_map(|c| c.values.iter().copied());
    let high = all().fold(0.0, f64::max);
    match graph.values {
        Values::FromZero if high > 0.0 => (0.0, (1.06 * high).max(graph.least)),
        Values::FromZero => (0.0, 1.0),
        Values::Share => {
            let (low, high) = (all().fold(1.0, f64::min), high.max(1.0));
            let room = (0.08 * (high - low)).max(0.02);
            (low - room, high + room)
        }
    }
}

/// The value at an instant, linear between those measured.
fn value_at(times: &[f64], values: &[f64], secs: f64) -> f64 {
    let after = times.partition_point(|t| *t <= secs);
    let (Some(&last), Some(before)) = (values.last(), after.checked_sub(1)) else {
        return values.first().copied().unwrap_or(0.0);
    };
    match (times.get(after), values.get(after)) {
        (Some(&t1), Some(&v1)) => {
            let (t0, v0) = (times[before], values[before]);
            v0 + (v1 - v0) * (secs - t0) / (t1 - t0)
        }
        _ => last,
    }
}

fn area(points: &[Pos2], foot: f32, color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    let tint = color.gamma_multiply(0.22);
    for p in points {
        mesh.colored_vertex(*p, tint);
        mesh.colored_vertex(pos2(p.x, foot), tint);
    }
    for k in 0..points.len().saturating_sub(1) as u32 {
        let i = 2 * k;
        mesh.add_triangle(i, i + 1, i + 2);
        mesh.add_triangle(i + 1, i + 2, i + 3);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_two_instants_a_curve_is_straight() {
        let (times, values) = ([0.0, 1.0, 1.5], [2.0, 4.0, 0.0]);
        assert_eq!(value_at(&times, &values, 0.5), 3.0);
        assert_eq!(value_at(&times, &values, 1.25), 2.0);
        assert_eq!(value_at(&times, &values, 1.5), 0.0);
        assert_eq!(value_at(&times, &values, 9.0), 0.0);
        assert_eq!(value_at(&times, &values, -1.0), 2.0);
    }

    #[test]
    fn rounding_does_not_fill_a_graph() {
        let top = |high: f64, least: f64| {
            let curves = [Curve {
                values: vec![0.0, high],
                color: Color32::WHITE,
            }];
            range(&Graph {
                times: &[0.0, 1.0],
                curves: &curves,
                values: Values::FromZero,
                reference: None,
                least,
                now: 0.0,
                is_of_frame: true,
                label: "",
                hint: "",
                empty: "",
                scrubbing: false,
            })
            .1
        };
        assert_eq!(top(1e-7, 1e-5), 1e-5);
        assert_eq!(top(2.0, 1e-5), 2.12);
        assert_eq!(top(0.0, 1e-5), 1.0);
    }
}
