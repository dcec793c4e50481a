//! The compression laboratory: how far vertices may be off, by which technique, what that saves, and what it costs.
//!
//! A ratio never stands without its largest error and what 99 of 100 vertices are off at most: [`bytes::show`] is the
//! only place that shows one.

mod bytes;
mod clips;
mod file;

use egui::{Align2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::fold::Fold;
use super::graph::{self, Curve, Graph, Values};
use super::icons::Icon;
use super::skinning::padded;
use super::theme::{self, CONTROL, DENSE_ROW, PADDING, ROW, Tokens, tokens};
use super::widgets::{
    CLICK, Look, QUIET_PADDING, button, check_row, choose_one, focus_ring, progress_bar, put, put_cut,
    row_ground, section, slider, tip, value_row,
};
use super::{Panel, units};
use crate::inspect::compression::{CompressedClip, Tolerance};
use crate::viewer::compression::Compressed;
use crate::viewer::{
    Command, Compare, Compared, CompressionCommand, LabCommand, Sheet, TimelineCommand, Way,
};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let fold = Fold {
        icon: Icon::Package,
        name: "compression",
        tip: None,
        note: None,
        open: false,
    };
    let open = fold.show(ui, panel);
    if open != panel.state.compression.open {
        send(panel, CompressionCommand::Show(open));
    }
    if !open {
        return;
    }
    let t = tokens(ui);
    let moves = |m: &crate::model::Model| m.clips.iter().any(|c| c.key_count() > 0);
    if !panel.state.original.as_deref().is_some_and(moves) {
        note(ui, &panel.text("compression-nothing"), &t);
        ui.add_space(8.0);
        return;
    }
    let builder = egui::UiBuilder::new().id_salt("compression");
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        tolerance(ui, panel, &t);
        ui.add_space(6.0);
        ways(ui, panel, &t);
        work(ui, panel, &t);
        let known = panel.state.compressed().cloned();
        if let Some(known) = &known {
            this_clip(ui, panel, known, &t);
            clips::show(ui, panel, known, &t);
        }
        file::show(ui, panel, &t);
    });
    ui.add_space(10.0);
}

fn send(panel: &mut Panel<'_>, command: CompressionCommand) {
    panel.push(Command::Compression(command));
}

/// Words over the width of the panel.
fn note(ui: &mut Ui, text: &str, t: &Tokens) {
    padded(ui, |ui| {
        ui.add(egui::Label::new(egui::RichText::new(text).size(12.0).color(t.second)).wrap());
    });
}

/// A length on the model, told as the tolerance is, so that the two can be compared.
fn length(panel: &Panel<'_>, units: f64) -> String {
    let unit = panel.state.length_unit();
    match panel.state.compression_tolerance() {
        Tolerance::PerCent(_) => {
            let share = 100.0 * units / f64::from(panel.state.model_size());
            format!("{}{}%", units::three_digits(share), units::THIN)
        }
        Tolerance::Distance(_) if unit.symbol() == "mm" => units::length(units, unit),
        Tolerance::Distance(_) => units::metres(units),
    }
}

/// Steps of the slider: 1, 2 and 5 of each power of ten.
const STEPS: f64 = 12.0;
/// The least that the slider offers, per cent.
const LEAST_PER_CENT: f64 = 1e-4;

/// The value of a step.
fn value_at(step: f64, lowest: f64) -> f64 {
    let step = step.round().clamp(0.0, STEPS) as i32;
    let mantissa = [1.0, 2.0, 5.0][(step % 3) as usize];
    mantissa * lowest * 10_f64.powi(step / 3)
}

/// Where a value stands among the steps.
fn step_of(value: f64, lowest: f64) -> f64 {
    let decades = (value / lowest).max(f64::MIN_POSITIVE).log10();
    let within = 10_f64.powf(decades - decades.floor());
    // Between two marks in proportion: a typed value is shown where it is.
    let marks = [1.0_f64, 2.0, 5.0, 10.0];
    let at = (0..3).rev().find(|k| within >= marks[*k]).unwrap_or(0);
    let share = (within / marks[at]).log10() / (marks[at + 1] / marks[at]).log10();
    (3.0 * decades.floor() + at as f64 + share).clamp(0.0, STEPS)
}

/// How far any vertex may be off: a length, or a part of the model's size.
fn tolerance(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let now = panel.state.compression_tolerance();
    let unit = panel.state.length_unit();
    let size = f64::from(panel.state.model_size());
    let in_millimetres = unit.symbol() == "mm";
    // What the slider begins with.
    let shortest = if in_millimetres {
        1e-6
    } else {
        10_f64.powf((1e-7 * size).log10().floor())
    };
    let (lowest, per_unit, symbol, value) = match now {
        Tolerance::Distance(v) if in_millimetres => (shortest, 1000.0, "mm", v),
        Tolerance::Distance(v) => (shortest, 1.0, "m", v),
        Tolerance::PerCent(v) => (LEAST_PER_CENT, 1.0, "%", v),
    };
    let made = |v: f64| match now {
        Tolerance::Distance(_) => Tolerance::Distance(v),
        Tolerance::PerCent(_) => Tolerance::PerCent(v),
    };
    let label = panel.text("compression-tolerance");
    let hint = panel.text("compression-tolerance-tip");
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    let field = Rect::from_min_max(
        pos2(rect.right() - PADDING - 104.0, rect.top() + 2.0),
        pos2(rect.right() - PADDING, rect.bottom() - 2.0),
    );
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y),
        &label,
        theme::body(),
        t.second,
        field.left() - rect.left() - PADDING - 8.0,
    );
    let mut shown = per_unit * value;
    let speed = 0.01 * shown;
    let drag = egui::DragValue::new(&mut shown)
        .speed(speed)
        .range(1e-9..=1e9)
        .custom_formatter(|v, _| plain(v))
        .suffix(format!("{}{symbol}", units::THIN));
    let response = ui.put(field, drag).accessible_name(label.clone());
    if response.changed() && shown.is_finite() {
        send(
            panel,
            CompressionCommand::SetTolerance(Some(made(shown / per_unit))),
        );
    }
    tip(response, &hint, None);
    let name = panel.text("compression-tolerance-slider");
    if let Some(step) = slider(ui, step_of(value, lowest), STEPS, 1.0, &name, &hint) {
        let value = value_at(step, lowest);
        send(panel, CompressionCommand::SetTolerance(Some(made(value))));
    }
    ui.add_space(4.0);
    let words = [
        ("compression-length", "compression-length-tip"),
        ("compression-per-cent", "compression-per-cent-tip"),
    ]
    .map(|(label, hint)| (panel.text(label), panel.text(hint)));
    let is_length = matches!(now, Tolerance::Distance(_));
    if let Some(chosen) = choose_one(ui, &words, Some(usize::from(!is_length)))
        && (chosen == 0) != is_length
    {
        // About the same, in the other unit, rounded to a step.
        let units = now.in_units(size);
        let other = if chosen == 0 {
            Tolerance::Distance(value_at(step_of(units, shortest), shortest))
        } else {
            Tolerance::PerCent(value_at(
                step_of(100.0 * units / size, LEAST_PER_CENT),
                LEAST_PER_CENT,
            ))
        };
        send(panel, CompressionCommand::SetTolerance(Some(other)));
    }
}

/// A number without zeros that say nothing.
fn plain(value: f64) -> String {
    let digits = (2.0 - value.abs().max(1e-12).log10().floor()).clamp(0.0, 9.0) as usize;
    let text = format!("{value:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn words_of(way: Way) -> [&'static str; 2] {
    match way {
        Way::Plain => ["compression-plain", "compression-plain-tip"],
        Way::Meshopt => ["compression-meshopt", "compression-meshopt-tip"],
        Way::Chapter => ["compression-chapter", "compression-chapter-tip"],
        Way::Variable => ["compression-variable", "compression-variable-tip"],
    }
}

/// Techniques to choose from; beside each stands whether it reaches the file.
fn ways(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    for way in Way::ALL {
        let [name, hint] = words_of(way).map(|id| panel.text(id));
        let chosen = panel.state.compression.way == way;
        let (reach, color) = if way.reaches_the_file() {
            (panel.text("compression-in-file"), t.text)
        } else {
            (panel.text("compression-not-in-file"), t.third)
        };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), CLICK);
        row_ground(ui, rect, &response, false);
        let middle = rect.center().y;
        let dot = pos2(rect.left() + PADDING + 7.0, middle);
        let ring = if chosen { t.accent } else { t.third };
        ui.painter().circle(dot, 6.0, t.field, Stroke::new(1.5, ring));
        if chosen {
            ui.painter().circle_filled(dot, 3.0, t.accent);
        }
        let right = put(
            ui.painter(),
            pos2(rect.right() - PADDING, middle),
            Align2::RIGHT_CENTER,
            &reach,
            theme::caption(),
            color,
        );
        put_cut(
            ui.painter(),
            pos2(dot.x + 15.0, middle),
            &name,
            theme::body(),
            t.text,
            right.left() - dot.x - 23.0,
        );
        focus_ring(ui, &response, rect.shrink2(vec2(4.0, 0.0)));
        let said = format!("{name}: {reach}");
        response.widget_info(move || WidgetInfo::selected(Role::RadioButton, true, chosen, &said));
        if tip(response, &hint, None).clicked() {
            send(panel, CompressionCommand::SetWay(way));
        }
    }
}

/// How far the work is, and the way to stop it or to begin it again.
fn work(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let state = panel.state;
    let stopped = state.compression.stopped == Some(state.compression_key());
    let done = state.compressed().is_some_and(Compressed::is_whole);
    if done || !(stopped || state.compression_wanted().is_some()) {
        ui.add_space(4.0);
        return;
    }
    let (label, hint, command) = if stopped {
        let words = ["compression-compute", "compression-compute-tip"];
        (words[0], words[1], CompressionCommand::Compute)
    } else {
        ("cancel", "compression-cancel-tip", CompressionCommand::Cancel)
    };
    let (label, hint) = (panel.text(label), panel.text(hint));
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    let words = panel.text(if stopped {
        "compression-stopped"
    } else {
        "compression-working"
    });
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y),
        &words,
        theme::caption(),
        t.second,
        0.6 * rect.width(),
    );
    let builder = egui::UiBuilder::new()
        .max_rect(rect.shrink2(vec2(PADDING - QUIET_PADDING, 0.0)))
        .layout(egui::Layout::right_to_left(egui::Align::Center));
    let mut row = ui.new_child(builder);
    if button(&mut row, &label, &hint, None, Look::Quiet).clicked() {
        send(panel, command);
    }
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 8.0), Sense::hover());
    if !stopped {
        let bar = Rect::from_center_size(rect.center(), vec2(rect.width() - 2.0 * PADDING, 4.0));
        progress_bar(
            ui,
            "compression",
            bar,
            Some(state.compression.working.unwrap_or(0.0)),
        );
    }
}

/// The clip that plays: bytes, figures, the error over it, and the two views of before and after.
fn this_clip(ui: &mut Ui, panel: &mut Panel<'_>, known: &Compressed, t: &Tokens) {
    let clip = panel.state.clip();
    let heading = section(ui, &panel.text("compression-this-clip"));
    if let Some(clip) = clip {
        put_cut(
            ui.painter(),
            pos2(heading.left() + PADDING + 74.0, heading.center().y),
            &clips::name_of(panel, clip),
            theme::caption(),
            t.second,
            heading.width() - 2.0 * PADDING - 74.0,
        );
    }
    let Some(one) = clip.and_then(|c| known.clip(c)).cloned() else {
        note(ui, &panel.text("compression-waits"), t);
        ui.add_space(6.0);
        return;
    };
    let c = &one.compressed;
    bytes::show(ui, panel, (&one.steps, c.bytes), known.scale, &c.error.figures, t);
    if let Some(worst) = c.error.worst {
        clips::worst(ui, panel, c.clip, &worst, "compression-worst", t);
    }
    keys(ui, panel, c);
    over_time(ui, panel, &c.error.curve, known.scale.tolerance);
    let compares = panel.state.lab.compares(Compared::Compression);
    let (label, hint) = (
        panel.text("compression-compare"),
        panel.text("compression-compare-tip"),
    );
    if check_row(ui, compares, &label, &hint, None) {
        let (compared, compare) = if compares {
            (Compared::Methods, Compare::Off)
        } else {
            // So small a distance shows as a colour, or not at all.
            (Compared::Compression, Compare::Difference)
        };
        panel.push(Command::Lab(LabCommand::SetCompared(compared)));
        panel.push(Command::Lab(LabCommand::SetCompare(compare)));
    }
    let curves = panel.state.timeline.sheet == Sheet::Curves;
    let (label, hint) = (
        panel.text("compression-curves"),
        panel.text("compression-curves-tip"),
    );
    if check_row(ui, curves, &label, &hint, None) {
        panel.push(Command::Timeline(TimelineCommand::ToggleSheet(Sheet::Curves)));
    }
    ui.add_space(6.0);
}

/// How many values of keys are left; of techniques with their own kind of keys that says nothing.
fn keys(ui: &mut Ui, panel: &Panel<'_>, c: &CompressedClip) {
    let before = panel.state.original.as_deref().and_then(|m| m.clip(c.clip));
    let Some(before) = before.filter(|_| c.file.is_some()) else {
        return;
    };
    let words = [
        ("kept", units::count(c.decoded.value_count() as u64).into()),
        ("all", units::count(before.value_count() as u64).into()),
    ];
    let value = panel.texts.with("compression-keys-of", &words);
    value_row(ui, DENSE_ROW, &panel.text("compression-keys"), &value, None);
}

/// The largest error at each instant of the clip.
fn over_time(ui: &mut Ui, panel: &mut Panel<'_>, curve: &[[f64; 2]], allowed: f64) {
    let t = tokens(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), graph::HEIGHT), Sense::hover());
    let rect = rect.shrink2(vec2(PADDING, 2.0));
    let times: Vec<f64> = curve.iter().map(|p| p[0]).collect();
    let values: Vec<f64> = curve.iter().map(|p| p[1]).collect();
    let line = Curve {
        values,
        color: t.accent,
    };
    let say = |v: f64| length(panel, v);
    let acted = graph::show(
        ui,
        rect,
        &Graph {
            times: &times,
            curves: std::slice::from_ref(&line),
            values: Values::FromZero,
            reference: Some(allowed),
            least: 0.0,
            now: panel.state.player.time_secs(),
            is_of_frame: true,
            label: &panel.text("compression-graph"),
            hint: &panel.text("graph-tip"),
            empty: &panel.text("graph-empty"),
            scrubbing: panel.state.scrubbing,
        },
        &say,
    );
    panel.commands.extend(acted);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW - 5.0), Sense::hover());
    put_cut(
        ui.painter(),
        pos2(row.left() + PADDING, row.center().y),
        &panel.text("compression-graph-note"),
        theme::caption(),
        t.second,
        row.width() - 2.0 * PADDING,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_stands_on_round_numbers_and_finds_them_again() {
        for step in 0..=12 {
            let value = value_at(f64::from(step), 1e-6);
            assert!((step_of(value, 1e-6) - f64::from(step)).abs() < 1e-6, "{value}");
        }
        assert!(
            (value_at(6.0, 1e-6) - 1e-4).abs() < 1e-12,
            "a tenth of a millimetre"
        );
        assert_eq!(step_of(1e-12, 1e-6), 0.0);
        assert_eq!(step_of(1.0, 1e-6), STEPS);
    }

    #[test]
    fn typed_numbers_have_no_empty_zeros() {
        assert_eq!(plain(0.1), "0.1");
        assert_eq!(plain(0.0005), "0.0005");
        assert_eq!(plain(12.0), "12");
        assert_eq!(plain(120.0), "120");
    }
}
