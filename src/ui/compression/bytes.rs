//! Bytes by technique as a stacked bar, and the one place that shows a ratio: beside what it costs.

use egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::super::theme::{self, CORNER, DENSE_ROW, PADDING, Tokens};
use super::super::units::{self, three_digits};
use super::super::widgets::{put, put_cut, tip};
use super::{Panel, length};
use crate::animation::compression::Figures;
use crate::inspect::compression::{Scale, Steps};

/// A technique in the bar: its name, whether it reaches the file, what is left after it, its colour.
struct Step {
    name: &'static str,
    tip: &'static str,
    reach: Option<&'static str>,
    bytes: u64,
    color: Color32,
}

fn steps_of(steps: &Steps, t: &Tokens) -> [Step; 5] {
    let step = |[name, tip]: [&'static str; 2], reach, bytes, color| Step {
        name,
        tip,
        reach,
        bytes,
        color,
    };
    let file = Some("compression-in-file");
    [
        step(
            ["compression-raw", "compression-raw-tip"],
            None,
            steps.raw,
            t.line,
        ),
        step(
            ["compression-stripped", "compression-stripped-tip"],
            file,
            steps.stripped,
            shade(t, 0.34),
        ),
        step(
            ["compression-quantised", "compression-quantised-tip"],
            Some("compression-partly"),
            steps.quantised,
            shade(t, 0.62),
        ),
        step(
            ["compression-reduced", "compression-reduced-tip"],
            file,
            steps.reduced,
            t.accent,
        ),
        step(
            ["compression-variable", "compression-variable-tip"],
            Some("compression-not-in-file"),
            steps.variable,
            t.second,
        ),
    ]
}

/// From the ground of a bar to the accent.
fn shade(t: &Tokens, share: f32) -> Color32 {
    t.line.lerp_to_gamma(t.accent, share)
}

/// All frames as a bar; what each technique leaves lies over what was there before. Below it what a variable bit rate
/// leaves, and a mark where the chosen technique ends.
fn bar(ui: &mut Ui, panel: &Panel<'_>, steps: &Steps, chosen: u64, t: &Tokens) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    let rect = rect.shrink2(vec2(PADDING, 0.0));
    let whole = Rect::from_min_max(
        pos2(rect.left(), rect.top() + 8.0),
        pos2(rect.right(), rect.top() + 22.0),
    );
    let painter = ui.painter();
    let x_of =
        |bytes: u64| whole.left() + whole.width() * (bytes as f64 / steps.raw.max(1) as f64).min(1.0) as f32;
    let all = steps_of(steps, t);
    painter.rect_filled(whole, CornerRadius::same(CORNER), t.line);
    for step in &all[1..4] {
        let part = whole.with_max_x(x_of(step.bytes).max(whole.left() + 1.0));
        painter.rect_filled(part, CornerRadius::same(CORNER), step.color);
        // An edge of its own: shades next to one another run together.
        if step.bytes < steps.raw {
            painter.vline(part.right(), part.y_range(), Stroke::new(1.0, t.panel));
        }
    }
    let variable = Rect::from_min_max(
        pos2(whole.left(), whole.bottom() + 3.0),
        pos2(x_of(steps.variable).max(whole.left() + 1.0), whole.bottom() + 8.0),
    );
    painter.rect_filled(variable, CornerRadius::same(2), all[4].color);
    let x = x_of(chosen);
    let mark = vec![
        pos2(x - 4.0, whole.top() - 7.0),
        pos2(x + 4.0, whole.top() - 7.0),
        pos2(x, whole.top() - 1.0),
    ];
    painter.add(Shape::convex_polygon(mark, t.text, Stroke::NONE));
    let words: Vec<String> = all
        .iter()
        .map(|s| format!("{}: {}", panel.text(s.name), units::bytes(s.bytes)))
        .collect();
    let said = words.join(", ");
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &said));
    tip(response, &panel.text("compression-bar-tip"), None);
}

/// What the colours of the bar are, in bytes, and whether each technique reaches the file.
fn legend(ui: &mut Ui, panel: &Panel<'_>, steps: &Steps, t: &Tokens) {
    for step in steps_of(steps, t) {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 19.0), Sense::hover());
        let middle = rect.center().y;
        let swatch = Rect::from_center_size(pos2(rect.left() + PADDING + 5.0, middle), vec2(10.0, 10.0));
        // An edge: the ground of the bar is hardly another colour than the panel.
        let edge = Stroke::new(1.0, shade(t, 0.34));
        let inside = egui::StrokeKind::Inside;
        ui.painter()
            .rect(swatch, CornerRadius::same(2), step.color, edge, inside);
        let value = units::bytes(step.bytes);
        let right = put(
            ui.painter(),
            pos2(rect.right() - PADDING, middle),
            Align2::RIGHT_CENTER,
            &value,
            theme::strong(),
            t.text,
        );
        let name = panel.text(step.name);
        let label = put_cut(
            ui.painter(),
            pos2(swatch.right() + 8.0, middle),
            &name,
            theme::body(),
            t.second,
            right.left() - swatch.right() - 16.0,
        );
        let mut said = format!("{name}: {value}");
        if let Some(reach) = step.reach {
            let reach = panel.text(reach);
            put_cut(
                ui.painter(),
                pos2(label.right() + 6.0, middle + 0.5),
                &reach,
                theme::caption(),
                t.third,
                right.left() - label.right() - 14.0,
            );
            said = format!("{said}, {reach}");
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
        tip(response, &panel.text(step.tip), None);
    }
}

/// Bytes by technique as a bar with its legend, and the ratio of what was and is beside what it costs on the skin.
pub(super) fn show(
    ui: &mut Ui,
    panel: &Panel<'_>,
    (steps, left): (&Steps, u64),
    scale: Scale,
    of_skin: &Figures,
    t: &Tokens,
) {
    bar(ui, panel, steps, left, t);
    legend(ui, panel, steps, t);
    figures(ui, panel, scale, [steps.raw, left], of_skin, t);
}

/// A ratio and, never without them, what it costs on the skin.
fn figures(
    ui: &mut Ui,
    panel: &Panel<'_>,
    scale: Scale,
    [before, after]: [u64; 2],
    figures: &Figures,
    t: &Tokens,
) {
    ui.add_space(5.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 64.0), Sense::hover());
    let card = rect.shrink2(vec2(PADDING, 0.0));
    ui.painter().rect(
        card,
        CornerRadius::same(CORNER),
        t.field,
        Stroke::new(1.0, t.line),
        egui::StrokeKind::Inside,
    );
    let ratio = panel.texts.with(
        "compression-ratio",
        &[("ratio", three_digits(before as f64 / after.max(1) as f64).into())],
    );
    put(
        ui.painter(),
        pos2(card.left() + 10.0, card.top() + 24.0),
        Align2::LEFT_CENTER,
        &ratio,
        theme::semibold(19.0),
        t.text,
    );
    let from_to = panel.texts.with(
        "compression-from-to",
        &[
            ("before", units::bytes(before).into()),
            ("after", units::bytes(after).into()),
        ],
    );
    put_cut(
        ui.painter(),
        pos2(card.left() + 10.0, card.bottom() - 16.0),
        &from_to,
        theme::caption(),
        t.second,
        130.0,
    );
    let largest = figures.largest();
    // What the codec gave and what was asked for differ by less than rounding.
    let over = largest > scale.tolerance * (1.0 + 1e-9);
    let rows = [
        (
            "compression-largest",
            largest,
            if over { t.warning } else { t.text },
        ),
        ("compression-99", figures.percentile(0.99), t.text),
        ("compression-mean", figures.mean(), t.text),
    ];
    let left = card.left() + 146.0;
    let mut said = format!("{ratio}, {from_to}");
    for (k, (id, value, color)) in rows.into_iter().enumerate() {
        let middle = card.top() + 14.0 + 18.0 * k as f32;
        let (label, value) = (panel.text(id), length(panel, value));
        let value_at = put(
            ui.painter(),
            pos2(card.right() - 10.0, middle),
            Align2::RIGHT_CENTER,
            &value,
            theme::strong(),
            color,
        );
        put_cut(
            ui.painter(),
            pos2(left, middle),
            &label,
            theme::caption(),
            t.second,
            value_at.left() - left - 6.0,
        );
        said = format!("{said}, {label} {value}");
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    let hint = if over {
        "compression-over-tip"
    } else {
        "compression-figures-tip"
    };
    tip(response, &panel.text(hint), None);
    ui.add_space(4.0);
}

/// Height of a row with such figures in a list.
pub(super) const LIST_ROW: f32 = DENSE_ROW + 15.0;
