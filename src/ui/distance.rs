//! How far A and B are apart on the frame that shows, and over the clip.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::graph::{self, Curve};
use super::icons::Icon;
use super::theme::{self, DENSE_ROW, PADDING, Tokens, tokens};
use super::widgets::{
    CLICK, Look, QUIET_PADDING, button, focus_ring, link_row, panel_heading, progress_bar, put, put_cut, tip,
};
use super::{Panel, units};
use crate::animation::JointId;
use crate::inspect::compare::ClipNumbers;
use crate::viewer::{Command, LabCommand, Measure};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    ui.add_space(9.0);
    let heading = panel_heading(ui, Icon::MoveHorizontal, &panel.text("distance"));
    put(
        ui.painter(),
        pos2(heading.right() - PADDING, heading.center().y),
        Align2::RIGHT_CENTER,
        &panel.text("this-frame"),
        theme::caption(),
        t.second,
    );
    ui.add_space(1.0);
    if panel.state.model.is_none() {
        put_row(ui, &panel.text("nothing-open"), &t);
        ui.add_space(12.0);
        return;
    }
    numbers(ui, panel, &t);
    ui.add_space(4.0);
    curves(ui, panel, &t);
    volumes(ui, panel, &t);
    ui.add_space(10.0);
}

fn put_row(ui: &mut Ui, text: &str, t: &Tokens) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), Sense::hover());
    let at = pos2(rect.left() + PADDING, rect.center().y);
    put_cut(
        ui.painter(),
        at,
        text,
        theme::body(),
        t.second,
        rect.width() - 2.0 * PADDING,
    );
}

/// A distance in the unit that suits the model.
fn distance(panel: &Panel<'_>, metres: f64) -> String {
    units::length(metres, panel.state.length_unit())
}

/// A ratio as a per cent.
pub(super) fn percent(ratio: f64) -> String {
    let value = 100.0 * ratio;
    let text = if value.abs() < 9.95 && value != 0.0 {
        units::three_digits(value)
    } else {
        format!("{value:.0}").replace('-', "−")
    };
    format!("{text}{}%", units::THIN)
}

fn numbers(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let frame = panel.state.lab.frame.clone();
    let exact = frame
        .as_ref()
        .is_some_and(|f| f.revision == panel.state.pose_revision);
    let color = if exact || panel.state.player.is_playing() {
        t.text
    } else {
        t.second
    };
    let stats = frame.as_ref().map(|f| f.numbers.distance);
    for (measure, label, hint, value) in [
        (
            Measure::Largest,
            "distance-largest",
            "distance-largest-tip",
            stats.map(|s| f64::from(s.largest)),
        ),
        (
            Measure::Mean,
            "distance-mean",
            "distance-mean-tip",
            stats.map(|s| s.mean),
        ),
        (
            Measure::Percentile95,
            "distance-95",
            "distance-95-tip",
            stats.map(|s| f64::from(s.percentile_95)),
        ),
    ] {
        let value = value.map_or_else(|| "–".to_owned(), |v| distance(panel, v));
        let (label, hint) = (panel.text(label), panel.text(hint));
        measure_row(ui, panel, measure, &label, &hint, &[(value, color)], t);
    }
    let worst = frame.as_ref().and_then(|f| f.numbers.worst);
    let label = panel.text("distance-worst");
    match worst.filter(|_| stats.is_some_and(|s| s.largest > 0.0)) {
        Some((vertex, joint)) => {
            let name = panel.state.tree.label(joint).to_owned();
            let text = format!("{} · {name}", units::count(u64::from(vertex.vertex)));
            let hint = panel.texts.with(
                "distance-worst-tip",
                &[
                    ("vertex", units::count(u64::from(vertex.vertex)).into()),
                    ("joint", name.into()),
                ],
            );
            if link_row(ui, DENSE_ROW, &label, &text, &hint) {
                panel.push(Command::Lab(LabCommand::GoToVertex(vertex, joint)));
            }
        }
        None => {
            super::widgets::value_row(ui, DENSE_ROW, &label, "–", Some(t.second));
        }
    }
}

/// A row whose number the graph can show; the one that it shows has a mark.
fn measure_row(
    ui: &mut Ui,
    panel: &mut Panel<'_>,
    measure: Measure,
    label: &str,
    hint: &str,
    values: &[(String, Color32)],
    t: &Tokens,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), CLICK);
    let inner = rect.shrink2(vec2(4.0, 0.0));
    let chosen = panel.state.lab.measure == measure;
    if response.is_pointer_button_down_on() || response.hovered() {
        ui.painter().rect_filled(
            inner,
            CornerRadius::same(theme::CORNER),
            if response.is_pointer_button_down_on() {
                t.line
            } else {
                t.hover
            },
        );
    }
    if chosen {
        let mark = Rect::from_center_size(pos2(rect.left() + 5.0, rect.center().y), vec2(2.0, 13.0));
        ui.painter().rect_filled(mark, CornerRadius::same(1), t.accent);
    }
    focus_ring(ui, &response, inner);
    let ink = if chosen { t.text } else { t.second };
    let name = put_pair(ui, rect, label, values, ink, t);
    response.widget_info(move || WidgetInfo::selected(Role::RadioButton, true, chosen, &name));
    if tip(response, hint, None).clicked() {
        panel.push(Command::Lab(LabCommand::SetMeasure(measure)));
    }
}

fn volumes(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let lab = &panel.state.lab;
    let pair = |a: f64, b: f64| [(percent(a), t.a), (" · ".to_owned(), t.second), (percent(b), t.b)];
    let region = lab.volume_of(panel.state.selected_joint);
    let closed = lab.frame.as_ref().and_then(|f| f.numbers.closed);
    if let Some(region) = region {
        let name = panel.state.tree.label(region.joint).to_owned();
        let label = panel.texts.with("volume-of", &[("joint", name.into())]);
        let hint = panel.text("volume-tip");
        measure_row(
            ui,
            panel,
            Measure::Volume,
            &label,
            &hint,
            &pair(region.a, region.b),
            t,
        );
    }
    if let Some(section) = lab.section_of(panel.state.selected_joint) {
        let name = panel.state.tree.label(section.joint).to_owned();
        let label = panel.texts.with("radius-of", &[("joint", name.into())]);
        let values = pair(section.a.radius, section.b.radius);
        let row = pair_row(ui, &label, &values, t);
        tip(row, &panel.text("radius-tip"), None);
    }
    if let Some((a, b)) = closed {
        let row = pair_row(ui, &panel.text("volume-closed"), &pair(a, b), t);
        tip(row, &panel.text("volume-closed-tip"), None);
    }
}

/// A label at the left, values in their colours at the right.
fn pair_row(ui: &mut Ui, label: &str, values: &[(String, Color32)], t: &Tokens) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), Sense::hover());
    let all = put_pair(ui, rect, label, values, t.second, t);
    response.widget_info(move || WidgetInfo::labeled(Role::Label, true, &all));
    response
}

/// Paints such a row; returns what it says.
fn put_pair(
    ui: &Ui,
    rect: Rect,
    label: &str,
    values: &[(String, Color32)],
    ink: Color32,
    t: &Tokens,
) -> String {
    let mut job = LayoutJob::default();
    for (text, color) in values {
        job.append(text, 0.0, TextFormat::simple(theme::strong(), *color));
    }
    let galley = ui.painter().layout_job(job);
    let at = Align2::RIGHT_CENTER.anchor_size(pos2(rect.right() - PADDING, rect.center().y), galley.size());
    ui.painter().galley(at.min, galley, t.text);
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y),
        label,
        theme::body(),
        ink,
        at.left() - rect.left() - PADDING - 8.0,
    );
    let all: String = values.iter().map(|(text, _)| text.as_str()).collect();
    format!("{label}: {all}")
}

/// What two ways to skin are apart by rounding alone, as a share of the model's size.
const NOISE: f64 = 1e-5;

/// The chosen number over the clip: one curve for a distance, two for a volume.
fn curves(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let state = panel.state;
    let key = state.lab.clip_key(state.clip(), state.scene);
    let known = state.lab.curves(&key).cloned();
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), graph::HEIGHT), Sense::hover());
    let rect = rect.shrink2(vec2(PADDING, 2.0));
    if let Some(numbers) = known {
        let by_hand = !state.player.adjustments().is_empty();
        let joint = state.lab.volume_of(state.selected_joint).map(|r| r.joint);
        let lines = lines_of(&numbers, state.lab.measure, joint, t);
        let reference = (state.lab.measure == Measure::Volume).then_some(1.0);
        let values = match state.lab.measure {
            Measure::Volume => graph::Values::Share,
            _ => graph::Values::FromZero,
        };
        let say = |v: f64| match values {
            graph::Values::Share => percent(v),
            graph::Values::FromZero => distance(panel, v),
        };
        let acted = graph::show(
            ui,
            rect,
            &graph::Graph {
                times: &numbers.times_secs,
                curves: &lines,
                values,
                reference,
                least: NOISE * f64::from(state.model_size()),
                now: state.player.time_secs(),
                is_of_frame: !by_hand,
                label: &panel.text("graph"),
                hint: &panel.text("graph-tip"),
                empty: &panel.text("graph-empty"),
                scrubbing: state.scrubbing,
            },
            &say,
        );
        panel.commands.extend(acted);
        if by_hand {
            // The curve knows the clip alone; the numbers above are of what shows.
            put_cut(
                ui.painter(),
                rect.left_top() + vec2(6.0, 9.0),
                &panel.text("graph-without-hand"),
                theme::caption(),
                t.second,
                rect.width() - 12.0,
            );
        }
        summary(ui, panel, &numbers, joint, t);
    } else if let Some(share) = state.lab.analysing {
        graph::ground(ui, rect, t);
        let bar = Rect::from_center_size(rect.center(), vec2(rect.width() - 24.0, 4.0));
        progress_bar(ui, "clip", bar, Some(share));
        status(
            ui,
            panel,
            "graph-analysing",
            "cancel",
            "graph-cancel-tip",
            LabCommand::CancelAnalysis,
            t,
        );
    } else if state.lab.stopped == Some(key) {
        graph::ground(ui, rect, t);
        status(
            ui,
            panel,
            "graph-stopped",
            "graph-analyse",
            "graph-analyse-tip",
            LabCommand::Analyse,
            t,
        );
    } else {
        graph::ground(ui, rect, t);
        ui.add_space(DENSE_ROW);
    }
}

/// A row that says how long work stands, with what can be done about it at the right.
pub(super) fn status(
    ui: &mut Ui,
    panel: &mut Panel<'_>,
    words: &str,
    label: &str,
    hint: &str,
    command: LabCommand,
    t: &Tokens,
) {
    let (words, label, hint) = (panel.text(words), panel.text(label), panel.text(hint));
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), Sense::hover());
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y),
        &words,
        theme::caption(),
        t.second,
        rect.width() * 0.6,
    );
    // A button is higher than the row: about the same middle, and without making room for it, so that what is below
    // does not jump when it goes.
    let place = Rect::from_center_size(rect.center(), vec2(rect.width(), theme::CONTROL));
    let builder = egui::UiBuilder::new()
        .max_rect(place.shrink2(vec2(PADDING - QUIET_PADDING, 0.0)))
        .layout(egui::Layout::right_to_left(egui::Align::Center));
    let mut row = ui.new_child(builder);
    if button(&mut row, &label, &hint, None, Look::Quiet).clicked() {
        panel.push(Command::Lab(command));
    }
}

fn lines_of(numbers: &ClipNumbers, measure: Measure, joint: Option<JointId>, t: &Tokens) -> Vec<Curve> {
    let of_frames = |value: &dyn Fn(&crate::skinning::DistanceStats) -> f64| {
        vec![Curve {
            values: numbers.frames.iter().map(value).collect(),
            color: t.accent,
        }]
    };
    match measure {
        Measure::Largest => of_frames(&|f| f64::from(f.largest)),
        Measure::Mean => of_frames(&|f| f.mean),
        Measure::Percentile95 => of_frames(&|f| f64::from(f.percentile_95)),
        Measure::Volume => {
            let Some(joint) = joint else { return Vec::new() };
            let found: Vec<_> = numbers
                .regions
                .iter()
                .filter_map(|regions| regions.iter().find(|r| r.joint == joint))
                .collect();
            if found.len() != numbers.times_secs.len() {
                return Vec::new();
            }
            vec![
                Curve {
                    values: found.iter().map(|r| r.a).collect(),
                    color: t.a,
                },
                Curve {
                    values: found.iter().map(|r| r.b).collect(),
                    color: t.b,
                },
            ]
        }
    }
}

/// What the whole clip comes to, with a way to its worst moment.
fn summary(ui: &mut Ui, panel: &mut Panel<'_>, numbers: &ClipNumbers, joint: Option<JointId>, t: &Tokens) {
    let clip = panel.state.clip();
    let measure = panel.state.lab.measure;
    let moment = match measure {
        Measure::Largest => numbers.worst.map(|(time, _, joint)| (time, joint)),
        _ => extreme_of(numbers, measure, joint),
    };
    let value = match measure {
        Measure::Largest => distance(panel, f64::from(numbers.largest)),
        Measure::Mean => distance(panel, numbers.mean),
        Measure::Percentile95 => distance(panel, f64::from(numbers.percentile_95)),
        Measure::Volume => String::new(),
    };
    let words = match measure {
        Measure::Largest => panel.texts.with("clip-largest", &[("value", value.into())]),
        Measure::Mean => panel.texts.with("clip-mean", &[("value", value.into())]),
        Measure::Percentile95 => panel.texts.with("clip-95", &[("value", value.into())]),
        Measure::Volume => {
            let Some((a, b)) = joint.and_then(|j| smallest_volumes(numbers, j)) else {
                ui.add_space(DENSE_ROW);
                return;
            };
            panel.texts.with(
                "clip-volume",
                &[("a", percent(a).into()), ("b", percent(b).into())],
            )
        }
    };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), Sense::hover());
    let middle = rect.center().y;
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, middle),
        &words,
        theme::caption(),
        t.second,
        rect.width() * 0.72,
    );
    let Some((time_secs, joint)) = moment else { return };
    let text = units::seconds(time_secs);
    let galley = ui
        .painter()
        .layout_no_wrap(text.clone(), theme::caption(), t.accent);
    let at = Align2::RIGHT_CENTER.anchor_size(pos2(rect.right() - PADDING, middle), galley.size());
    let response = ui.interact(
        at.expand2(vec2(4.0, 3.0)),
        ui.scope_id().with("worst moment"),
        CLICK,
    );
    if response.hovered() {
        ui.painter()
            .hline(at.x_range(), at.bottom() - 1.0, Stroke::new(1.0, t.accent));
    }
    ui.painter().galley(at.min, galley, t.accent);
    focus_ring(ui, &response, at.expand2(vec2(4.0, 3.0)));
    let name = panel.texts.with("go-to-moment", &[("time", text.into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &name));
    if tip(response, &name, None)
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .clicked()
    {
        panel.push(Command::Lab(LabCommand::GoToMoment {
            clip,
            time_secs,
            joint,
        }));
    }
}

/// When a number is at its worst, and the joint to look at then.
fn extreme_of(numbers: &ClipNumbers, measure: Measure, joint: Option<JointId>) -> Option<(f64, JointId)> {
    let joint = joint.or(numbers.worst.map(|w| w.2))?;
    let value = |index: usize| -> f64 {
        let frame = &numbers.frames[index];
        match measure {
            Measure::Largest => f64::from(frame.largest),
            Measure::Mean => frame.mean,
            Measure::Percentile95 => f64::from(frame.percentile_95),
            Measure::Volume => numbers.regions[index]
                .iter()
                .find(|r| r.joint == joint)
                .map_or(0.0, |r| (r.a - 1.0).abs().max((r.b - 1.0).abs())),
        }
    };
    let worst =
        (0..numbers.times_secs.len()).max_by(|a, b| value(*a).total_cmp(&value(*b)).then(b.cmp(a)))?;
    Some((numbers.times_secs[worst], joint))
}

fn smallest_volumes(numbers: &ClipNumbers, joint: JointId) -> Option<(f64, f64)> {
    numbers
        .regions
        .iter()
        .filter_map(|regions| regions.iter().find(|r| r.joint == joint))
        .map(|r| (r.a, r.b))
        .reduce(|x, y| (x.0.min(y.0), x.1.min(y.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_shares_keep_their_digits() {
        assert_eq!(percent(0.714), "71\u{2009}%");
        assert_eq!(percent(1.03), "103\u{2009}%");
        assert_eq!(percent(0.0076), "0.760\u{2009}%");
        assert_eq!(percent(-0.2), "−20\u{2009}%");
        assert_eq!(percent(0.0), "0\u{2009}%");
    }
}
