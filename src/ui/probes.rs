//! Pinned vertices: how far A and B put them apart, now and over the clip.

use egui::{Align2, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::fold::Fold;
use super::graph::{self, Curve, Graph, Values};
use super::icons::{Icon, put_icon};
use super::theme::{self, DENSE_ROW, PADDING, Tokens, tokens};
use super::widgets::{CLICK, Look, button, put, put_cut, put_name, quiet_row, row_ground, tip};
use super::{Panel, units};
use crate::animation::JointId;
use crate::inspect::compare::VertexRef;
use crate::viewer::{Command, ProbeCommand};

/// The colours that tell them apart.
fn color(t: &Tokens, at: usize) -> egui::Color32 {
    let all = [t.accent, t.warning, t.b, t.a, t.error, t.second];
    all[at % all.len()]
}

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    let pinned = panel.state.probes.pinned.clone();
    let inspected = panel.state.inspected_vertex.filter(|v| !pinned.contains(v));
    let fold = Fold {
        icon: Icon::Crosshair,
        name: "probes",
        tip: None,
        note: None,
        open: !pinned.is_empty() || inspected.is_some(),
    };
    if !fold.show(ui, panel) {
        return;
    }
    if pinned.is_empty() && inspected.is_none() {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), Sense::hover());
        let at = pos2(rect.left() + PADDING, rect.center().y);
        let text = panel.text("probes-none");
        put_cut(
            ui.painter(),
            at,
            &text,
            theme::body(),
            t.second,
            rect.width() - 2.0 * PADDING,
        );
    }
    for (at, vertex) in pinned.iter().enumerate() {
        row(ui, panel, at, *vertex, &t);
    }
    if !pinned.is_empty() {
        over_the_clip(ui, panel, &t);
    }
    quiet_row(ui, PADDING, |ui| {
        if let Some(vertex) = inspected {
            let words = [("vertex", units::count(vertex.vertex.into()).into())];
            let label = panel.texts.with("probes-pin", &words);
            if button(ui, &label, &panel.text("probes-pin-tip"), None, Look::Quiet).clicked() {
                panel.push(Command::Probe(ProbeCommand::Pin(vertex)));
            }
        }
        let known = panel.state.probes.of(panel.state.clip()).is_some();
        if !pinned.is_empty() && known {
            let (label, hint) = (panel.text("probes-copy"), panel.text("probes-copy-tip"));
            if button(ui, &label, &hint, None, Look::Quiet).clicked() {
                panel.push(Command::Probe(ProbeCommand::Copy));
            }
        }
    });
    ui.add_space(10.0);
}

/// One vertex: its colour, its number, the joint that moves it most, how far it is apart now.
fn row(ui: &mut Ui, panel: &mut Panel<'_>, at: usize, vertex: VertexRef, t: &Tokens) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), CLICK);
    let chosen = panel.state.inspected_vertex == Some(vertex);
    row_ground(ui, rect, &response, chosen);
    let middle = rect.center().y;
    let swatch = Rect::from_center_size(pos2(rect.left() + PADDING + 5.0, middle), vec2(10.0, 10.0));
    ui.painter()
        .rect_filled(swatch, CornerRadius::same(5), color(t, at));
    let close = Rect::from_center_size(pos2(rect.right() - PADDING - 5.0, middle), vec2(20.0, 20.0));
    let unpin = ui.interact(close, ui.scope_id().with(("unpin", at)), CLICK);
    let ink = if unpin.hovered() { t.text } else { t.second };
    put_icon(ui.painter(), close.center(), Icon::X, 14.0, ink);
    let paths = panel.state.probes.of(panel.state.clip()).cloned();
    let path = paths
        .as_ref()
        .and_then(|p| p.paths.iter().find(|path| path.vertex == vertex));
    let now = panel.state.player.time_secs();
    let apart = path.and_then(|path| {
        let times = &paths.as_ref()?.times;
        let nearest = times
            .partition_point(|s| *s < now - 1e-9)
            .min(times.len().checked_sub(1)?);
        path.distances().nth(nearest)
    });
    let value = apart.map_or_else(
        || "–".to_owned(),
        |metres| units::length(metres, panel.state.length_unit()),
    );
    let right = pos2(close.left() - 2.0, middle);
    let value_at = put(
        ui.painter(),
        right,
        Align2::RIGHT_CENTER,
        &value,
        theme::strong(),
        t.text,
    );
    let number = units::count(vertex.vertex.into());
    let strongest = path.and_then(|p| p.influences.first()).map(|(joint, _)| *joint);
    let name = match strongest {
        Some(joint) => format!("{number} · {}", panel.state.tree.label(joint)),
        None => number.clone(),
    };
    let left = swatch.right() + 8.0;
    let room = value_at.left() - left - 8.0;
    put_name(
        ui.painter(),
        pos2(left, middle),
        &name,
        theme::body(),
        t.second,
        room,
    );
    let words = [("vertex", number.into())];
    let unpin_label = panel.texts.with("probes-unpin", &words);
    unpin.widget_info(|| WidgetInfo::labeled(Role::Button, true, &unpin_label));
    let label = panel.texts.with("probes-vertex", &words);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, format!("{label}: {value}")));
    // Every influence, in words.
    let hint = path.map_or_else(
        || label.clone(),
        |p| {
            let each = |(joint, weight): &(JointId, f32)| {
                format!("{} {:.1}%", panel.state.tree.label(*joint), 100.0 * weight)
            };
            let all: Vec<String> = p.influences.iter().map(each).collect();
            format!("{label}: {}", all.join(", "))
        },
    );
    if tip(unpin, &unpin_label, None).clicked() {
        panel.push(Command::Probe(ProbeCommand::Unpin(vertex)));
    } else if tip(response, &hint, None).clicked() {
        panel.push(Command::ShowVertex(vertex));
    }
}

/// How far each is apart over the clip.
fn over_the_clip(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    ui.add_space(4.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), graph::HEIGHT), Sense::hover());
    let rect = rect.shrink2(vec2(PADDING, 0.0));
    let paths = panel.state.probes.of(panel.state.clip()).cloned();
    let pinned = &panel.state.probes.pinned;
    let curves: Vec<Curve> = paths.as_ref().map_or_else(Vec::new, |paths| {
        let of = |path: &crate::inspect::probe::VertexPath| {
            let at = pinned.iter().position(|v| *v == path.vertex)?;
            Some(Curve {
                values: path.distances().collect(),
                color: color(t, at),
            })
        };
        paths.paths.iter().filter_map(of).collect()
    });
    let (label, hint) = (panel.text("probes-graph"), panel.text("graph-tip"));
    let empty = panel.text("graph-empty");
    let graph = Graph {
        times: paths.as_ref().map_or(&[][..], |p| &p.times),
        curves: &curves,
        values: Values::FromZero,
        reference: None,
        least: 0.0,
        now: panel.state.player.time_secs(),
        is_of_frame: true,
        label: &label,
        hint: &hint,
        empty: &empty,
        scrubbing: panel.state.scrubbing,
    };
    let unit = panel.state.length_unit();
    let builder = egui::UiBuilder::new().id_salt("probes graph").max_rect(rect);
    // A child, not a scope: a scope would put the cursor back to where the graph begins.
    let child = ui.new_child(builder);
    let say = |metres| units::length(metres, unit);
    for command in graph::show(&child, rect, &graph, &say) {
        panel.push(command);
    }
}
