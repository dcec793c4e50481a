//! The values of one joint's track over time: keys, tangents, and what lies between them.

use egui::{
    Color32, CornerRadius, Pos2, Rangef, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use egui_plot::{Line, LineStyle, MarkerShape, Plot, PlotPoints, Points};
use glam::{EulerRot, Quat};

use super::super::theme::{self, PADDING, Tokens, tokens};
use super::super::widgets::{check_row, choose_one, put, put_cut};
use super::super::{Panel, units};
use super::axis::{Axis, across, scrub};
use crate::animation::{Clip, Interpolation, Keys, Target, Track, sample_track};
use crate::viewer::{Channel, Command, TimelineCommand};

/// Between two places where a curve is evaluated, points.
const STEP: f32 = 2.0;
/// More morph weights than this are not drawn: nobody could tell them apart.
const MOST_CURVES: usize = 12;
/// With more keys than this in sight, tangents would hide the curve.
const MOST_TANGENTS: usize = 60;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect, axis: &Axis) {
    let t = tokens(ui);
    let model = panel.state.model.clone();
    let clip = model
        .as_deref()
        .and_then(|m| m.clip(panel.state.clip()?))
        .filter(|c| c.duration_secs() > 0.0);
    let names = Rect::from_min_max(rect.min, pos2(axis.x.min - 8.0, rect.bottom()));
    let plot = across(axis, rect.y_range()).shrink2(vec2(0.0, 1.0));
    let track = clip.and_then(|c| track_shown(panel, c));
    let curves = track.map_or_else(Vec::new, |track| curves_of(panel, track, axis, &t));
    let after = track.map_or_else(Vec::new, |track| compressed(panel, track, axis, &t));
    side(ui, panel, names, &curves, &t);
    let (Some(track), false) = (track, curves.is_empty()) else {
        let words = why_not(panel, clip);
        let at = plot.center();
        put(
            ui.painter(),
            at,
            egui::Align2::CENTER_CENTER,
            &words,
            theme::body(),
            t.second,
        );
        return;
    };
    plot_ui(ui, panel, plot, axis, &track.keys, [&curves, &after], &t);
    super::playhead_line(ui, panel, axis, rect.y_range(), &t);
}

/// The same track after compression, while the laboratory is open.
fn compressed(panel: &Panel<'_>, track: &Track, axis: &Axis, t: &Tokens) -> Vec<Curve> {
    let state = panel.state;
    if !state.compression.open && !state.compares_compressed() {
        return Vec::new();
    }
    let clip = state.compressed_clip().map(|c| &c.compressed.decoded);
    let found = clip.and_then(|c| c.tracks().iter().find(|other| other.target == track.target));
    found.map_or_else(Vec::new, |other| curves_of(panel, other, axis, t))
}

/// The track whose curves show: the selected joint's, or the first morph weights.
fn track_shown<'a>(panel: &Panel<'_>, clip: &'a Clip) -> Option<&'a Track> {
    let channel = panel.state.timeline.channel;
    let joint = panel.state.selected_joint;
    clip.tracks().iter().find(|t| {
        let fits = Channel::of(&t.target) == channel && !t.keys.is_empty();
        fits && (channel == Channel::Weights || (joint.is_some() && t.target.joint() == joint))
    })
}

fn why_not(panel: &Panel<'_>, clip: Option<&Clip>) -> String {
    if clip.is_none() {
        return panel.text("sheet-none");
    }
    match (panel.state.timeline.channel, panel.state.selected_joint) {
        (Channel::Weights, _) => panel.text("curves-no-weights"),
        (_, None) => panel.text("curves-select"),
        (_, Some(joint)) => {
            let name = panel.state.tree.label(joint).to_owned();
            panel.texts.with("curves-none", &[("joint", name.into())])
        }
    }
}

/// One component over time.
struct Curve {
    name: String,
    color: Color32,
    /// Which number of a key it is.
    component: usize,
    /// Seconds and values, in the order of time.
    points: Vec<[f64; 2]>,
    /// Its keys in sight.
    keys: Vec<[f64; 2]>,
    now: f64,
}

/// Whether values are degrees about X, Y and Z.
fn in_degrees(panel: &Panel<'_>, target: &Target) -> bool {
    matches!(target, Target::Rotation(_)) && !panel.state.timeline.quaternions
}

fn curves_of(panel: &Panel<'_>, track: &Track, axis: &Axis, t: &Tokens) -> Vec<Curve> {
    let degrees = in_degrees(panel, &track.target);
    let width = if degrees { 3 } else { track.keys.width() };
    let colors = [t.error, t.b, t.accent, t.second, t.warning, t.a];
    let mut curves: Vec<Curve> = (0..width)
        .map(|component| Curve {
            name: component_name(panel, &track.target, component),
            color: colors[component % colors.len()],
            component,
            points: Vec::new(),
            keys: Vec::new(),
            now: 0.0,
        })
        .collect();
    let rotation = matches!(track.target, Target::Rotation(_));
    let mut out = vec![0.0; track.keys.width()];
    let mut value_at = |secs: f64, into: &mut Vec<f64>| {
        sample_track(&track.keys, rotation, secs, &mut out);
        into.clear();
        if degrees {
            let (x, y, z) = Quat::from_slice(&out).to_euler(EulerRot::XYZ);
            into.extend([x, y, z].map(|r| f64::from(r.to_degrees())));
        } else {
            into.extend(out.iter().map(|v| f64::from(*v)));
        }
    };
    let mut values = Vec::with_capacity(width);
    let mut last: Vec<f64> = Vec::new();
    for (secs, is_key) in instants(&track.keys, axis) {
        value_at(secs, &mut values);
        if degrees {
            unwind(&mut values, &last);
        }
        for (curve, &value) in curves.iter_mut().zip(&values) {
            // A track that holds goes up at the key, not on the way to it.
            if is_key
                && track.keys.interpolation() == Interpolation::Step
                && let Some(&[_, before]) = curve.points.last()
            {
                curve.points.push([secs, before]);
            }
            curve.points.push([secs, value]);
            if is_key {
                curve.keys.push([secs, value]);
            }
        }
        last.clone_from(&values);
    }
    value_at(panel.state.player.time_secs(), &mut values);
    for (curve, &now) in curves.iter_mut().zip(&values) {
        curve.now = now;
    }
    if matches!(track.target, Target::MorphWeights(_)) && curves.len() > MOST_CURVES {
        // Those that move most.
        let span = |c: &Curve| {
            let (low, high) = bounds(std::slice::from_ref(c));
            high - low
        };
        curves.sort_by(|a, b| span(b).total_cmp(&span(a)));
        curves.truncate(MOST_CURVES);
    }
    curves
}

/// Even steps over what shows, and the keys among them (true), a pixel apart at least.
fn instants(keys: &Keys, axis: &Axis) -> Vec<(f64, bool)> {
    let count = (axis.x.span() / STEP).ceil().max(1.0) as usize;
    let length = axis.to - axis.from;
    let even = (0..=count).map(|k| (axis.from + length * k as f64 / count as f64, false));
    let in_sight = axis.marks(keys.times(), 1.0).map(|x| {
        (
            axis.from + length * f64::from((x - axis.x.min) / axis.x.span()),
            true,
        )
    });
    // The exact time of a key, not that of its pixel.
    let exact = |secs: f64| {
        let times = keys.times();
        let near = times.partition_point(|t| f64::from(*t) < secs - 1e-4 * length);
        times.get(near).map_or(secs, |t| f64::from(*t))
    };
    let mut all: Vec<(f64, bool)> = even.chain(in_sight.map(|(s, k)| (exact(s), k))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    all
}

/// Takes whole turns out of the way from one instant to the next.
fn unwind(values: &mut [f64], last: &[f64]) {
    for (value, before) in values.iter_mut().zip(last) {
        *value -= 360.0 * ((*value - before) / 360.0).round();
    }
}

fn component_name(panel: &Panel<'_>, target: &Target, component: usize) -> String {
    match target {
        Target::MorphWeights(range) => super::super::morphs::name_of(panel, range.start + component as u32),
        Target::Property(_) => component.to_string(),
        _ => ["X", "Y", "Z", "W"][component.min(3)].to_owned(),
    }
}

fn bounds(curves: &[Curve]) -> (f64, f64) {
    curves
        .iter()
        .flat_map(|c| c.points.iter().map(|p| p[1]))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
            (l.min(v), h.max(v))
        })
}

/// What shows, and the values at the playhead.
fn side(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect, curves: &[Curve], t: &Tokens) {
    let builder = egui::UiBuilder::new().id_salt("curves side").max_rect(rect);
    ui.scope_builder(builder, |ui| {
        ui.shrink_clip_rect(rect);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(6.0);
        let channel = panel.state.timeline.channel;
        let labels = [
            (
                panel.text("channel-short-translation"),
                panel.text("channel-translation"),
            ),
            (
                panel.text("channel-short-rotation"),
                panel.text("channel-rotation"),
            ),
            (panel.text("channel-short-scale"), panel.text("channel-scale")),
            (panel.text("channel-short-weights"), panel.text("channel-weights")),
        ];
        let now = Channel::CURVES.iter().position(|c| *c == channel);
        if let Some(picked) = choose_one(ui, &labels, now) {
            let channel = Channel::CURVES[picked];
            panel.push(Command::Timeline(TimelineCommand::ShowChannel(channel)));
        }
        if channel == Channel::Rotation {
            let on = panel.state.timeline.quaternions;
            let (label, hint) = (
                panel.text("curves-quaternion"),
                panel.text("curves-quaternion-tip"),
            );
            if check_row(ui, on, &label, &hint, None) {
                panel.push(Command::Timeline(TimelineCommand::ShowQuaternions(!on)));
            }
        } else {
            ui.add_space(4.0);
        }
        egui::ScrollArea::vertical()
            .id_salt("curves legend")
            .show(ui, |ui| {
                for curve in curves {
                    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
                    let middle = row.center().y;
                    let swatch =
                        Rect::from_center_size(pos2(row.left() + PADDING + 7.0, middle), vec2(14.0, 3.0));
                    ui.painter()
                        .rect_filled(swatch, CornerRadius::same(1), curve.color);
                    let value = put(
                        ui.painter(),
                        pos2(row.right() - PADDING, middle),
                        egui::Align2::RIGHT_CENTER,
                        &value_text(panel, curve.now),
                        theme::caption(),
                        t.text,
                    );
                    let left = swatch.right() + 8.0;
                    let room = value.left() - left - 6.0;
                    put_cut(
                        ui.painter(),
                        pos2(left, middle),
                        &curve.name,
                        theme::caption(),
                        t.second,
                        room,
                    );
                }
            });
    });
}

fn value_text(panel: &Panel<'_>, value: f64) -> String {
    let timeline = &panel.state.timeline;
    if timeline.channel == Channel::Rotation && !timeline.quaternions {
        format!("{value:.1}°").replace('-', "−")
    } else {
        format!("{value:.4}").replace('-', "−")
    }
}

fn plot_ui(
    ui: &mut Ui,
    panel: &mut Panel<'_>,
    rect: Rect,
    axis: &Axis,
    keys: &Keys,
    [curves, after]: [&[Curve]; 2],
    t: &Tokens,
) {
    let (low, high) = bounds(curves);
    let room = (0.08 * (high - low)).max(if high - low > 1e-6 { 0.0 } else { 0.5 });
    let (low, high) = (low - room, high + room);
    let whole = Rangef::new(low as f32, high as f32);
    let joint = panel.state.selected_joint.map_or_else(
        || panel.text("sheet-weights"),
        |j| panel.state.tree.label(j).to_owned(),
    );
    let label = panel.texts.with("curves-plot", &[("name", joint.into())]);
    let builder = egui::UiBuilder::new().id_salt("curves").max_rect(rect);
    let response = ui
        .scope_builder(builder, |ui| {
            ui.shrink_clip_rect(rect);
            Plot::new("curves")
                .width(rect.width())
                .height(rect.height())
                .show_axes(false)
                .show_x(false)
                .show_y(false)
                .show_background(false)
                .allow_drag(false)
                .allow_zoom(false)
                .allow_scroll(false)
                .allow_boxed_zoom(false)
                .allow_double_click_reset(false)
                .auto_bounds(false)
                .set_margin_fraction(vec2(0.0, 0.0))
                .grid_color(t.line)
                .label_formatter(|_| None)
                .sense(Sense::CLICK | Sense::DRAG)
                .show(ui, |plot| {
                    plot.set_plot_bounds_x(axis.from..=axis.to);
                    plot.set_plot_bounds_y(low..=high);
                    for curve in curves {
                        let line = Line::new(curve.name.clone(), PlotPoints::from(curve.points.clone()));
                        plot.line(line.color(curve.color).width(1.5));
                        for tangent in tangents(panel, keys, curve, axis) {
                            let line = Line::new(curve.name.clone(), PlotPoints::from(tangent.to_vec()));
                            plot.line(line.color(curve.color.gamma_multiply(0.6)).width(1.0));
                        }
                    }
                    for curve in after {
                        let ink = curve.color.lerp_to_gamma(t.text, 0.6);
                        let line = Line::new(curve.name.clone(), PlotPoints::from(curve.points.clone()));
                        plot.line(line.color(ink).width(1.2).style(LineStyle::dashed_dense()));
                        if curve.keys.len() as f32 * 5.0 <= axis.x.span() {
                            let marks = Points::new(curve.name.clone(), PlotPoints::from(curve.keys.clone()));
                            plot.points(marks.shape(MarkerShape::Circle).radius(2.5).color(ink));
                        }
                    }
                })
                .response
        })
        .inner;
    key_marks(ui, rect, axis, whole, curves);
    value_labels(ui, panel, rect, axis, whole, curves, t);
    if let Some(at) = response.hover_pos().filter(|_| !response.dragged()) {
        read_out(ui, panel, rect, axis, curves, at.x, t);
    }
    let now = panel.state.player.time_secs();
    response.widget_info(|| WidgetInfo {
        value: Some(now),
        ..WidgetInfo::labeled(Role::Slider, true, &label)
    });
    scrub(ui, panel, &response, axis, true);
    response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal);
}

/// From each key of a spline as far as a third of the gap to its neighbours; none for degrees, which have no tangents
/// in the file.
fn tangents(panel: &Panel<'_>, keys: &Keys, curve: &Curve, axis: &Axis) -> Vec<[[f64; 2]; 2]> {
    let degrees = panel.state.timeline.channel == Channel::Rotation && !panel.state.timeline.quaternions;
    if degrees || keys.interpolation() != Interpolation::CubicSpline || curve.keys.len() > MOST_TANGENTS {
        return Vec::new();
    }
    let times = keys.times();
    let first = times.partition_point(|t| f64::from(*t) < axis.from);
    let last = times.partition_point(|t| f64::from(*t) <= axis.to);
    let component = curve.component;
    let mut lines = Vec::new();
    for key in first..last {
        let (at, value) = (f64::from(times[key]), f64::from(keys.value(key)[component]));
        let mut to = |neighbour: Option<usize>, tangent: Option<&[f32]>| {
            let Some((neighbour, tangent)) = neighbour.filter(|n| *n < times.len()).zip(tangent) else {
                return;
            };
            let by = (f64::from(times[neighbour]) - at) / 3.0;
            lines.push([[at, value], [at + by, value + by * f64::from(tangent[component])]]);
        };
        to(Some(key + 1), keys.out_tangent(key));
        to(key.checked_sub(1), keys.in_tangent(key));
    }
    lines
}

/// Where a time and a value stand in the plot.
fn place_of(rect: Rect, axis: &Axis, values: Rangef, [secs, value]: [f64; 2]) -> Pos2 {
    let along = (secs - axis.from) / (axis.to - axis.from).max(1e-9);
    let up = (value - f64::from(values.min)) / f64::from(values.span()).max(1e-9);
    pos2(
        axis.x.min + axis.x.span() * along as f32,
        rect.bottom() - rect.height() * up as f32,
    )
}

/// Keys as diamonds. The plot would cut those at both its ends in half.
fn key_marks(ui: &Ui, rect: Rect, axis: &Axis, values: Rangef, curves: &[Curve]) {
    const RADIUS: f32 = 3.5;
    let clip = rect.expand2(vec2(RADIUS + 1.0, 0.0));
    let painter = ui.painter().with_clip_rect(clip.intersect(ui.clip_rect()));
    for curve in curves {
        if curve.keys.len() as f32 * 5.0 > axis.x.span() {
            continue;
        }
        for key in &curve.keys {
            let at = place_of(rect, axis, values, *key);
            let corners = [(0.0, -RADIUS), (RADIUS, 0.0), (0.0, RADIUS), (-RADIUS, 0.0)];
            let corners = corners.map(|(x, y)| at + vec2(x, y)).to_vec();
            painter.add(Shape::convex_polygon(corners, curve.color, Stroke::NONE));
        }
    }
}

/// The highest, the middle and the lowest value that has room, at the end where fewer curves pass behind them.
fn value_labels(
    ui: &Ui,
    panel: &Panel<'_>,
    rect: Rect,
    axis: &Axis,
    values: Rangef,
    curves: &[Curve],
    t: &Tokens,
) {
    const REACH: f32 = 48.0;
    let shares = [0.06, 0.5, 0.94];
    let behind = |x: Rangef| {
        let places = curves.iter().flat_map(|c| &c.points);
        let places = places.map(|point| place_of(rect, axis, values, *point));
        let near = |y: f32| {
            shares
                .iter()
                .any(|share| (rect.top() + *share as f32 * rect.height() - y).abs() < 9.0)
        };
        places.filter(|p| x.contains(p.x) && near(p.y)).count()
    };
    let left = behind(Rangef::new(rect.left(), rect.left() + REACH));
    let right = behind(Rangef::new(rect.right() - REACH, rect.right()));
    let painter = ui.painter();
    for share in shares {
        let value = f64::from(values.max) - share * f64::from(values.span());
        let y = rect.top() + share as f32 * rect.height();
        let text = value_text(panel, value);
        let galley = painter.layout_no_wrap(text, theme::caption(), t.third);
        let at = if left <= right {
            egui::Align2::LEFT_CENTER.anchor_size(pos2(rect.left() + 4.0, y), galley.size())
        } else {
            egui::Align2::RIGHT_CENTER.anchor_size(pos2(rect.right() - 4.0, y), galley.size())
        };
        painter.rect_filled(
            at.expand2(vec2(3.0, 1.0)),
            CornerRadius::same(2),
            t.panel.gamma_multiply(0.92),
        );
        painter.galley(at.min, galley, t.third);
    }
}

/// Time and values under the pointer.
fn read_out(ui: &Ui, panel: &Panel<'_>, rect: Rect, axis: &Axis, curves: &[Curve], x: f32, t: &Tokens) {
    let secs = axis.secs_at(x);
    ui.painter().vline(x, rect.y_range(), Stroke::new(1.0, t.third));
    let values: Vec<String> = curves
        .iter()
        .take(4)
        .map(|c| {
            let at = c.points.partition_point(|p| p[0] <= secs).saturating_sub(1);
            value_text(panel, c.points[at][1])
        })
        .collect();
    let text = format!("{} · {}", units::seconds(secs), values.join(" · "));
    let galley = ui.painter().layout_no_wrap(text, theme::caption(), t.text);
    let size = galley.size() + vec2(10.0, 4.0);
    let left = if x < rect.center().x {
        rect.right() - size.x - 4.0
    } else {
        rect.left() + 60.0
    };
    let chip = Rect::from_min_size(pos2(left, rect.top() + 3.0), size);
    ui.painter().rect_filled(
        chip,
        CornerRadius::same(theme::CORNER),
        t.panel.gamma_multiply(0.92),
    );
    ui.painter().galley(chip.min + vec2(5.0, 2.0), galley, t.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_run_on_over_a_half_turn() {
        let mut values = [-179.0, 10.0, 350.0];
        unwind(&mut values, &[178.0, 12.0, -5.0]);
        assert_eq!(values, [181.0, 10.0, -10.0]);
    }

    #[test]
    fn every_key_in_sight_is_an_instant_of_its_own() {
        let times = [0.0, 0.333, 0.777, 1.0];
        let keys = Keys::new(times.into(), vec![0.0; 12], 3, Interpolation::Linear).unwrap();
        let axis = Axis {
            x: Rangef::new(10.0, 510.0),
            from: 0.2,
            to: 0.9,
        };
        let all = instants(&keys, &axis);
        let marked: Vec<f64> = all.iter().filter(|i| i.1).map(|i| i.0).collect();
        assert_eq!(marked, [f64::from(0.333_f32), f64::from(0.777_f32)]);
        assert!(all.windows(2).all(|w| w[0].0 <= w[1].0));
    }
}
