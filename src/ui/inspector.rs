//! The frame inspector: one joint and one vertex at the playhead, from two keys to where the vertex is.
//!
//! Every number is one of [`Stages`], which the frame itself is made by. Matrices stand as people write them, the
//! translation on the right.

use egui::{Align2, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use glam::{Affine3A, Quat, Vec3};

use super::Panel;
use super::fold::Fold;
use super::icons::Icon;
use super::skinning::padded;
use super::theme::{self, CONTROL, DENSE_ROW, PADDING, Tokens, tokens};
use super::widgets::{CLICK, focus_ring, link_row, put, put_cut, row_ground, tip, value_row};
use crate::animation::JointId;
use crate::inspect::stages::{
    ChainStage, KeyStage, Layer, LayerStage, Path, Stages, TrackStage, VertexStage,
};
use crate::viewer::{Command, LabCommand};
use steps::{Step, Steps, light};

mod steps;

/// Links of a chain that are listed; of a longer one those next to the joint.
const MOST_LINKS: usize = 12;
/// Influences that are listed.
const MOST_INFLUENCES: usize = 12;
/// Morph targets that are listed.
const MOST_MORPHS: usize = 8;
/// Height of a line of a grid.
const LINE: f32 = 18.0;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    let fold = Fold {
        icon: Icon::ScanSearch,
        name: "inspector",
        tip: Some("inspector-fold-tip"),
        note: None,
        open: false,
    };
    if fold.show(ui, panel) {
        contents(ui, panel, &t);
        ui.add_space(10.0);
    }
}

fn contents(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let state = panel.state;
    let (Some(model), Some(joint)) = (state.model.clone(), state.selected_joint) else {
        let hint = panel.text("inspector-none");
        padded(ui, |ui| {
            ui.add(egui::Label::new(egui::RichText::new(hint).size(12.0).color(t.second)).wrap());
        });
        return;
    };
    let layers = Layer::of_player(&state.player);
    let stages = Stages::of(
        &model,
        &state.posed,
        &layers,
        state.skinning_shown(),
        joint,
        state.inspected_vertex,
        state.shown_variant.fault,
    );
    instant(ui, panel, t);
    value_row(
        ui,
        DENSE_ROW,
        &panel.text("inspector-joint"),
        &stages.joint.name,
        None,
    );
    let mut steps = Steps::load(ui);
    let several = stages.layers.len() > 1;
    for (i, layer) in stages.layers.iter().enumerate() {
        // The playhead is that of the clip on top.
        let seeks = i + 1 == stages.layers.len();
        keys(ui, panel, layer, (several, seeks));
    }
    if steps.heading(ui, panel, Step::Local, t) {
        light(panel, joint);
    }
    local(ui, panel, &stages);
    if steps.heading(ui, panel, Step::Chain, t) {
        light(panel, joint);
    }
    chain(ui, panel, &stages.chain, t);
    if let Some(skin) = &stages.skin {
        steps.heading(ui, panel, Step::InverseBind, t);
        grid(ui, &skin.inverse_bind, t);
        steps.heading(ui, panel, Step::Matrix, t);
        grid(ui, &skin.skinning_matrix, t);
    }
    vertex(ui, panel, stages.vertex.as_ref(), joint, &mut steps, t);
    steps.show(ui, panel, &model, &stages, t);
}

/// A number with three decimals; a zero has no sign.
pub(super) fn decimal(value: f32) -> String {
    let text = format!("{value:.3}");
    let digits = text.trim_start_matches('-');
    if digits.chars().all(|c| c == '0' || c == '.') {
        digits.to_owned()
    } else {
        text.replace('-', "−")
    }
}

fn three(v: Vec3) -> String {
    v.to_array().map(decimal).join("  ")
}

fn four(q: Quat) -> String {
    let letters = ["x", "y", "z", "w"].iter().zip(q.to_array());
    letters
        .map(|(l, v)| format!("{l} {}", decimal(v)))
        .collect::<Vec<_>>()
        .join("  ")
}

/// Signed degrees about an axis whose largest part is positive.
fn turn(q: Quat) -> (f32, Vec3) {
    let q = if q.w < 0.0 { -q } else { q };
    let axis = q.xyz();
    let degrees = 2.0 * axis.length().atan2(q.w).to_degrees();
    let axis = axis.normalize_or_zero();
    let largest = axis
        .to_array()
        .into_iter()
        .fold(0.0_f32, |m, v| if v.abs() > m.abs() { v } else { m });
    if largest < 0.0 {
        (-degrees, -axis)
    } else {
        (degrees, axis)
    }
}

/// The playhead, to be typed.
fn instant(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let label = panel.text("inspector-time");
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    put(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y),
        Align2::LEFT_CENTER,
        &label,
        theme::body(),
        t.second,
    );
    let field = Rect::from_min_max(
        pos2(rect.right() - PADDING - 110.0, rect.top() + 2.0),
        pos2(rect.right() - PADDING, rect.bottom() - 2.0),
    );
    let before = panel.state.player.time_secs();
    let mut secs = before;
    let drag = egui::DragValue::new(&mut secs)
        .speed(0.001)
        .range(0.0..=1e9)
        .fixed_decimals(4)
        // `nan` and `inf` are numbers to Rust, and no times.
        .custom_parser(|text| {
            let typed = text.trim().trim_end_matches('s').trim_end();
            typed.parse().ok().filter(|secs: &f64| secs.is_finite())
        })
        .suffix(format!("{}s", super::units::THIN));
    let response = ui.put(field, drag).accessible_name(label);
    if response.changed() && secs.is_finite() && secs != before {
        panel.push(Command::SetPlaying(false));
        panel.push(Command::Seek(secs));
    }
    tip(response, &panel.text("inspector-time-tip"), None);
}

/// The name of a step, in small letters over a thin line.
fn step(ui: &mut Ui, panel: &Panel<'_>, name: &str, hint: &str, t: &Tokens) {
    ui.add_space(6.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let left = rect.left() + PADDING;
    ui.painter()
        .hline(left..=rect.right() - PADDING, rect.top(), (1.0, t.line));
    let text = panel.text(name);
    let room = rect.width() - 2.0 * PADDING;
    put_cut(
        ui.painter(),
        pos2(left, rect.center().y + 1.0),
        &text,
        theme::caption(),
        t.second,
        room,
    );
    response.widget_info(move || WidgetInfo::labeled(Role::Heading, true, &text));
    tip(response, &panel.text(hint), None);
}

/// The keys around the playhead in one clip.
fn keys(ui: &mut Ui, panel: &mut Panel<'_>, layer: &LayerStage, (several, seeks): (bool, bool)) {
    let t = tokens(ui);
    step(ui, panel, "inspector-keys", "inspector-keys-tip", &t);
    if several {
        let clip = layer.clip.map_or_else(
            || panel.text("inspector-rest"),
            |c| panel.state.clip_name(crate::animation::ClipId(c)).to_owned(),
        );
        let weight = format!("{} %", decimal(100.0 * layer.weight));
        value_row(ui, DENSE_ROW, &clip, &weight, None);
    }
    if layer.tracks.is_empty() {
        value_row(ui, DENSE_ROW, &panel.text("inspector-no-keys"), "", None);
    }
    for track in &layer.tracks {
        track_rows(ui, panel, track, seeks);
    }
}

fn track_rows(ui: &mut Ui, panel: &mut Panel<'_>, track: &TrackStage, seeks: bool) {
    let name = panel.text(match track.path {
        Path::Translation => "inspector-translation",
        Path::Rotation => "inspector-rotation",
        Path::Scale => "inspector-scale",
    });
    let fraction = match &track.right {
        Some(right) => format!(
            "{} → {}  {}",
            track.left.index,
            right.index,
            decimal(track.fraction)
        ),
        None => track.left.index.to_string(),
    };
    let label = format!("{name} · {}", track.interpolation);
    let row = value_row(ui, DENSE_ROW, &label, &fraction, None);
    tip(row, &panel.text("inspector-fraction-tip"), None);
    for key in [Some(&track.left), track.right.as_ref()].into_iter().flatten() {
        key_row(ui, panel, key, seeks);
    }
}

/// A key; where the playhead is its clip's a click goes to it.
fn key_row(ui: &mut Ui, panel: &mut Panel<'_>, key: &KeyStage, seeks: bool) {
    let time = format!("{}{}s", decimal(key.time), super::units::THIN);
    let value = values(&key.value);
    if !seeks {
        value_row(ui, LINE, &time, &value, None);
        return;
    }
    let hint = panel.text("inspector-key-tip");
    if joint_row(ui, &time, &value, &hint, &tokens(ui)) {
        panel.push(Command::SetPlaying(false));
        panel.push(Command::Seek(f64::from(key.time)));
    }
}

fn values(v: &[f32]) -> String {
    match v {
        [x, y, z, w] => four(Quat::from_xyzw(*x, *y, *z, *w)),
        _ => v.iter().map(|n| decimal(*n)).collect::<Vec<_>>().join("  "),
    }
}

fn local(ui: &mut Ui, panel: &Panel<'_>, stages: &Stages) {
    let l = &stages.local;
    let (degrees, axis) = turn(l.rotation);
    let about = format!("{}°  ({})", decimal(degrees), three(axis));
    for (label, value) in [
        ("T", three(l.translation)),
        ("R", four(l.rotation)),
        ("", about),
        ("S", three(l.scale)),
    ] {
        let row = value_row(ui, LINE, label, &value, None);
        tip(row, &panel.text("inspector-local-tip"), None);
    }
}

/// From the root to the joint: each may be chosen in its place. The joint's own matrix, and the product.
fn chain(ui: &mut Ui, panel: &mut Panel<'_>, chain: &[ChainStage], t: &Tokens) {
    let hidden = chain.len().saturating_sub(MOST_LINKS);
    if hidden > 0 {
        let more = panel.texts.with("inspector-above", &[("count", hidden.into())]);
        value_row(ui, LINE, &more, "", Some(t.second));
    }
    for link in &chain[hidden..] {
        let hint = panel.text("inspector-link-tip");
        let place = three(link.model.translation.into());
        if joint_row(ui, &link.joint.name, &place, &hint, t) {
            light(panel, link.joint.id);
        }
    }
    if let Some(own) = chain.last() {
        value_row(ui, LINE, &panel.text("inspector-own"), "", None);
        grid(ui, &own.local, t);
        value_row(ui, LINE, &panel.text("inspector-product"), "", None);
        grid(ui, &own.model, t);
    }
}

/// A name at the left, numbers at the right, or below it where both do not fit; true if it was clicked.
fn joint_row(ui: &mut Ui, name: &str, value: &str, hint: &str, t: &Tokens) -> bool {
    let width = |text: &str| {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), theme::body(), t.text);
        galley.size().x
    };
    let whole = ui.available_width() - 2.0 * PADDING;
    let fits = width(name) + 8.0 + width(value) <= whole;
    let lines = if fits { 1.0 } else { 2.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), lines * LINE + 1.0), CLICK);
    row_ground(ui, rect, &response, false);
    let line = |k: f32| rect.top() + 0.5 + LINE * (k + 0.5);
    put(
        ui.painter(),
        pos2(rect.right() - PADDING, line(lines - 1.0)),
        Align2::RIGHT_CENTER,
        value,
        theme::body(),
        t.text,
    );
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, line(0.0)),
        name,
        theme::body(),
        t.accent,
        whole,
    );
    focus_ring(ui, &response, rect.shrink2(vec2(4.0, 0.0)));
    let all = format!("{name}: {value}");
    response.widget_info(move || WidgetInfo::labeled(Role::Link, true, &all));
    tip(response, hint, None).clicked()
}

/// Three rows of four numbers, the translation on the right, set apart.
fn grid(ui: &mut Ui, m: &Affine3A, t: &Tokens) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 3.0 * LINE + 6.0), Sense::hover());
    let inner = rect.shrink2(vec2(PADDING, 2.0));
    ui.painter()
        .rect_filled(inner, CornerRadius::same(theme::CORNER), t.hover);
    let columns = m.to_cols_array_2d();
    let width = (inner.width() - 14.0) / 4.0;
    let mut said = String::new();
    for row in 0..3 {
        for (c, column) in columns.iter().enumerate() {
            let gap = if c == 3 { 6.0 } else { 0.0 };
            let at = pos2(
                inner.left() + width * (c as f32 + 1.0) + gap,
                inner.top() + 1.0 + LINE * (row as f32 + 0.5),
            );
            let text = decimal(column[row]);
            let color = if c == 3 { t.text } else { t.second };
            put(
                ui.painter(),
                at,
                Align2::RIGHT_CENTER,
                &text,
                theme::body(),
                color,
            );
            said.push_str(&text);
            said.push(' ');
        }
    }
    let line = inner.left() + 3.0 * width + 8.0;
    ui.painter()
        .vline(line, inner.shrink(5.0).y_range(), (1.0, t.line));
    response.widget_info(move || WidgetInfo::labeled(Role::Label, true, said.trim_end()));
}

fn vertex(
    ui: &mut Ui,
    panel: &mut Panel<'_>,
    stage: Option<&VertexStage>,
    joint: JointId,
    steps: &mut Steps,
    t: &Tokens,
) {
    step(ui, panel, "inspector-vertex", "inspector-vertex-tip", t);
    choose_vertex(ui, panel, stage, joint, t);
    let Some(v) = stage else { return };
    value_row(
        ui,
        LINE,
        &panel.text("inspector-stored"),
        &three(v.position),
        None,
    );
    for m in v.morphs.iter().take(MOST_MORPHS) {
        let weight = decimal(m.weight);
        let args = [("target", m.target.into()), ("weight", weight.as_str().into())];
        let label = panel.texts.with("inspector-morph", &args);
        let row = value_row(ui, LINE, &label, &three(m.delta * m.weight), None);
        tip(row, &panel.text("inspector-morph-tip"), None);
    }
    if !v.morphs.is_empty() {
        value_row(
            ui,
            LINE,
            &panel.text("inspector-morphed"),
            &three(v.morphed),
            None,
        );
    }
    steps.heading(ui, panel, Step::Influences, t);
    for i in v.influences.iter().take(MOST_INFLUENCES) {
        let name = format!("{}  × {}", i.joint.name, decimal(i.weight));
        let hint = panel.text("inspector-influence-tip");
        if joint_row(ui, &name, &three(i.contribution), &hint, t) {
            light(panel, i.joint.id);
        }
    }
    steps.heading(ui, panel, Step::Blend, t);
    value_row(ui, LINE, "LBS", &three(v.linear.position), None);
    if let Some(dual) = &v.dual_quaternion {
        value_row(
            ui,
            LINE,
            &panel.text("inspector-stretched"),
            &three(dual.stretched),
            None,
        );
        for (id, q) in [("inspector-real", dual.real), ("inspector-dual", dual.dual)] {
            value_row(ui, LINE, &panel.text(id), &four(q), None);
        }
        value_row(ui, LINE, &panel.text("inspector-norm"), &decimal(dual.norm), None);
        value_row(ui, LINE, "DQS", &three(dual.position), None);
        let apart = f64::from((dual.position - v.linear.position).length());
        let unit = panel.state.length_unit();
        let apart = format!(
            "{}{}{}",
            super::units::three_digits(unit.of(apart)),
            super::units::THIN,
            unit.symbol()
        );
        value_row(ui, LINE, &panel.text("inspector-apart"), &apart, None);
    }
    if let Some(factor) = v.factor {
        let method = panel.text(&format!("method-{}", v.method));
        let label = format!("{method} × {}", decimal(factor));
        let row = value_row(ui, LINE, &label, &three(v.result), None);
        tip(row, &panel.text("inspector-factor-tip"), None);
    }
}

/// Which vertex: its number, to be typed; where it is; the worst of the comparison.
fn choose_vertex(
    ui: &mut Ui,
    panel: &mut Panel<'_>,
    stage: Option<&VertexStage>,
    joint: JointId,
    t: &Tokens,
) {
    match stage {
        Some(v) => {
            let count = panel.state.model.as_ref().map_or(0, |m| {
                let instance = &m.instances[v.id.instance.0 as usize];
                m.mesh(instance.mesh).primitives[v.id.primitive as usize].vertex_count()
            });
            let label = panel.texts.with(
                "inspector-vertex-of",
                &[("primitive", v.primitive.into()), ("node", v.node.into())],
            );
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
            let at = pos2(rect.left() + PADDING, rect.center().y);
            put_cut(ui.painter(), at, &label, theme::body(), t.second, 150.0);
            let field = Rect::from_min_max(
                pos2(rect.right() - PADDING - 110.0, rect.top() + 2.0),
                pos2(rect.right() - PADDING, rect.bottom() - 2.0),
            );
            let mut number = v.id.vertex;
            let drag = egui::DragValue::new(&mut number).range(0..=count.saturating_sub(1));
            let response = ui
                .put(field, drag)
                .accessible_name(panel.text("inspector-vertex"));
            if response.changed() && number != v.id.vertex {
                let vertex = crate::inspect::compare::VertexRef {
                    vertex: number,
                    ..v.id
                };
                panel.push(Command::InspectVertex(Some(vertex)));
            }
            tip(response, &panel.text("inspector-vertex-tip"), None);
            let hint = panel.text("inspector-go-tip");
            if link_row(
                ui,
                DENSE_ROW,
                &panel.text("inspector-go"),
                &three(v.result),
                &hint,
            ) {
                panel.push(Command::Lab(LabCommand::GoToVertex(v.id, joint)));
            }
        }
        None => {
            value_row(ui, DENSE_ROW, &panel.text("inspector-no-vertex"), "", None);
        }
    }
    let worst = panel.state.lab.frame.as_ref().and_then(|f| f.numbers.worst);
    if let Some((worst, of)) = worst.filter(|_| panel.state.lab.is_comparing()) {
        let hint = panel.text("inspector-worst-tip");
        let label = panel.text("inspector-worst");
        if link_row(ui, DENSE_ROW, &label, &worst.vertex.to_string(), &hint) {
            panel.push(Command::Lab(LabCommand::GoToVertex(worst, of)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_has_no_sign_and_turns_have_one() {
        assert_eq!(
            (decimal(-0.0004), decimal(-0.5), decimal(0.0005)),
            ("0.000".into(), "−0.500".into(), "0.001".into())
        );
        let (degrees, axis) = turn(Quat::from_rotation_z(-0.5));
        assert!((degrees + 28.648).abs() < 1e-3 && axis.abs_diff_eq(Vec3::Z, 1e-6));
        let (degrees, _) = turn(-Quat::from_rotation_y(0.5));
        assert!((degrees - 28.648).abs() < 1e-3, "q and -q turn alike: {degrees}");
        assert_eq!(turn(Quat::IDENTITY), (0.0, Vec3::ZERO));
    }
}
