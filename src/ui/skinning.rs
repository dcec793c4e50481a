//! Which methods skin, A in its colour and B in its own, and how the two share the picture.

use egui::{Align2, Color32, Pos2, Rect, Sense, Ui, pos2, vec2};

use super::annotate::skinning_name;
use super::icons::Icon;
use super::theme::{self, CONTROL, DENSE_ROW, PADDING, ROW, Tokens, tokens};
use super::widgets::{
    Look, Segment, button, check_row, choose_one, key_badge, menu, panel_heading, put, section, segmented,
    slider, tip, value_row,
};
use super::{Panel, units};
use crate::skinning::{Skinning, SkinningMethod};
use crate::viewer::{Command, Compare, Compared, LabCommand, Slot, keys};

/// Limits of influences that can be chosen; 0 is none.
const LIMITS: [u32; 5] = [1, 2, 4, 8, 0];

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    ui.add_space(8.0);
    let heading = panel_heading(ui, Icon::PersonStanding, &panel.text("skinning"));
    let key = keys::shown_for(&Command::ToggleMethod);
    if let Some(key) = key {
        let badge = key_badge(ui, pos2(heading.right() - PADDING, heading.center().y), key);
        if !panel.state.lab.compares(Compared::Compression) {
            turns(ui, panel, pos2(badge.left() - 7.0, badge.center().y), &t);
        }
    }
    ui.add_space(4.0);
    methods(ui, panel, key, &t);
    ui.add_space(6.0);
    section(ui, &panel.text("compare"));
    ui.add_space(4.0);
    layouts(ui, panel);
    ui.add_space(8.0);
    if panel.state.lab.is_comparing() {
        sides(ui, panel);
        ui.add_space(8.0);
    }
    if panel.state.lab.compares(Compared::Compression) {
        same_way(ui, panel);
    } else {
        for slot in Slot::BOTH {
            slot_row(ui, panel, slot, &t);
            ui.add_space(4.0);
        }
    }
    parameters(ui, panel);
    scale(ui, panel);
    if !panel.state.lab.is_comparing() {
        ui.add_space(4.0);
        let note = panel.text(note_of(panel.state.method_shown()));
        let either = Slot::BOTH.map(|slot| panel.text(note_of(panel.state.lab.skinning(slot).method)));
        padded(ui, |ui| {
            // As high as the longer note of the two that the key turns between: nothing below jumps.
            let font = egui::FontId::proportional(12.0);
            let high = |text: String| {
                let (painter, width) = (ui.painter(), ui.available_width());
                painter.layout(text, font.clone(), t.second, width).size().y
            };
            let height = either.map(high).into_iter().fold(0.0, f32::max);
            ui.set_min_height(height);
            ui.add(egui::Label::new(egui::RichText::new(note).size(12.0).color(t.second)).wrap());
        });
    }
    ui.add_space(8.0);
}

/// Which two methods the key turns between, ending at `right`.
fn turns(ui: &Ui, panel: &Panel<'_>, right: Pos2, t: &Tokens) {
    let name = |slot: Slot| panel.text(name_of(panel.state.lab.skinning(slot).method));
    let mut at = right;
    for (text, color) in [
        (name(Slot::B), t.b),
        (" – ".to_owned(), t.second),
        (name(Slot::A), t.a),
    ] {
        let put = put(
            ui.painter(),
            at,
            Align2::RIGHT_CENTER,
            &text,
            theme::caption(),
            color,
        );
        at.x = put.left();
    }
}

/// The colour of a slot.
pub(super) fn color_of(slot: Slot, t: &Tokens) -> Color32 {
    match slot {
        Slot::A => t.a,
        Slot::B => t.b,
    }
}

/// The id of a method's short name.
pub(super) fn name_of(method: SkinningMethod) -> &'static str {
    match method {
        SkinningMethod::LinearBlend => "method-lbs",
        SkinningMethod::DualQuaternion => "method-dqs",
        SkinningMethod::Blend => "method-blend",
        SkinningMethod::Masked => "method-masked",
    }
}

fn note_of(method: SkinningMethod) -> &'static str {
    match method {
        SkinningMethod::LinearBlend => "method-lbs-note",
        SkinningMethod::DualQuaternion => "method-dqs-note",
        SkinningMethod::Blend => "method-blend-note",
        SkinningMethod::Masked => "method-masked-note",
    }
}

fn tip_of(method: SkinningMethod) -> &'static str {
    match method {
        SkinningMethod::LinearBlend => "method-lbs-tip",
        SkinningMethod::DualQuaternion => "method-dqs-tip",
        SkinningMethod::Blend => "method-blend-tip",
        SkinningMethod::Masked => "method-masked-tip",
    }
}

fn methods(ui: &mut Ui, panel: &mut Panel<'_>, key: Option<&str>, t: &Tokens) {
    let lab = &panel.state.lab;
    let words: Vec<(String, String)> = SkinningMethod::ALL
        .iter()
        .map(|m| (panel.text(name_of(*m)), panel.text(tip_of(*m))))
        .collect();
    let segments: Vec<Segment<'_>> = SkinningMethod::ALL
        .iter()
        .zip(&words)
        .map(|(method, (label, tip))| Segment {
            label,
            tip,
            color: lab.slot_of(*method).map(|s| color_of(s, t)),
            chosen: !lab.compares(Compared::Methods) && panel.state.method_shown() == *method,
        })
        .collect();
    if let Some(chosen) = segmented(ui, &segments, key) {
        panel.push(Command::SetMethod(SkinningMethod::ALL[chosen]));
    }
}

fn layouts(ui: &mut Ui, panel: &mut Panel<'_>) {
    let ids = [
        ("compare-off", "compare-off-tip"),
        ("compare-split", "compare-split-tip"),
        ("compare-ghost", "compare-ghost-tip"),
        ("compare-difference", "compare-difference-tip"),
        ("compare-side", "compare-side-tip"),
    ];
    let words = ids.map(|(label, tip)| (panel.text(label), panel.text(tip)));
    let now = panel.state.lab.compare;
    if let Some(chosen) = choose_one(ui, &words, Compare::ALL.iter().position(|c| *c == now)) {
        panel.push(Command::Lab(LabCommand::SetCompare(Compare::ALL[chosen])));
    }
}

/// What the two sides are.
fn sides(ui: &mut Ui, panel: &mut Panel<'_>) {
    let ids = [
        ("compared-methods", "compared-methods-tip"),
        ("compared-compression", "compared-compression-tip"),
    ];
    let words = ids.map(|(label, tip)| (panel.text(label), panel.text(tip)));
    let now = panel.state.lab.compared;
    if let Some(chosen) = choose_one(ui, &words, Compared::ALL.iter().position(|c| *c == now)) {
        panel.push(Command::Lab(LabCommand::SetCompared(Compared::ALL[chosen])));
    }
}

/// Both sides are skinned in one way; what there is to see until the other clip is known.
fn same_way(ui: &mut Ui, panel: &mut Panel<'_>) {
    let name = skinning_name(panel.texts, panel.state.skinning_shown());
    value_row(ui, DENSE_ROW, &panel.text("compared-both"), &name, None);
    let words = if !panel.state.shown_variant.is_plain() {
        "compared-variant"
    } else if panel.state.posed_compressed.is_none() {
        "compared-waits"
    } else {
        return;
    };
    let (words, t) = (panel.text(words), tokens(ui));
    padded(ui, |ui| {
        ui.add(egui::Label::new(egui::RichText::new(words).size(12.0).color(t.second)).wrap());
    });
    ui.add_space(4.0);
}

fn limit_words(panel: &Panel<'_>, limit: u32) -> String {
    if limit == 0 {
        panel.text("influences-all")
    } else {
        panel.texts.with("influences-most", &[("n", limit.into())])
    }
}

/// One slot: its letter, its method, its limit of influences.
fn slot_row(ui: &mut Ui, panel: &mut Panel<'_>, slot: Slot, t: &Tokens) {
    let skinning = panel.state.lab.skinning(slot);
    let color = color_of(slot, t);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    let shows = panel.state.lab.is_comparing() || panel.state.slot_shown() == slot;
    put(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y),
        Align2::LEFT_CENTER,
        slot.letter(),
        theme::semibold(13.0),
        if shows { color } else { color.gamma_multiply(0.55) },
    );
    let left = rect.left() + PADDING + 20.0;
    let right = rect.right() - PADDING;
    let middle = left + (right - left) * 0.5;
    let part = |from: f32, to: f32| Rect::from_min_max(pos2(from, rect.top()), pos2(to, rect.bottom()));
    let names: Vec<String> = SkinningMethod::ALL
        .iter()
        .map(|m| panel.text(name_of(*m)))
        .collect();
    let chosen = SkinningMethod::ALL.iter().position(|m| *m == skinning.method);
    let (label, hint) = match slot {
        Slot::A => (panel.text("slot-a-method"), panel.text("slot-method-tip")),
        Slot::B => (panel.text("slot-b-method"), panel.text("slot-method-tip")),
    };
    if let Some(index) = menu(
        ui,
        part(left, middle - 3.0),
        &names,
        chosen,
        Some(color),
        &label,
        &hint,
    ) {
        let method = SkinningMethod::ALL[index];
        let skinning = Skinning { method, ..skinning };
        panel.push(Command::Lab(LabCommand::SetSkinning(slot, skinning)));
    }
    let limits: Vec<String> = LIMITS.iter().map(|l| limit_words(panel, *l)).collect();
    let chosen = LIMITS.iter().position(|l| *l == skinning.influence_limit);
    let (label, hint) = match slot {
        Slot::A => (panel.text("slot-a-influences"), panel.text("slot-influences-tip")),
        Slot::B => (panel.text("slot-b-influences"), panel.text("slot-influences-tip")),
    };
    if let Some(index) = menu(
        ui,
        part(middle + 3.0, right),
        &limits,
        chosen,
        None,
        &label,
        &hint,
    ) {
        let skinning = Skinning {
            influence_limit: LIMITS[index],
            ..skinning
        };
        panel.push(Command::Lab(LabCommand::SetSkinning(slot, skinning)));
    }
}

/// What the chosen methods can be told: how far to blend, where to mask.
fn parameters(ui: &mut Ui, panel: &mut Panel<'_>) {
    for slot in Slot::BOTH {
        let skinning = panel.state.lab.skinning(slot);
        if skinning.method != SkinningMethod::Blend {
            continue;
        }
        let label = panel.texts.with("blend-of", &[("slot", slot.letter().into())]);
        let hint = panel.text("blend-tip");
        let value = f64::from(skinning.blend);
        value_row(ui, ROW, &label, &format!("{value:.2}"), None);
        if let Some(value) = slider(ui, value, 1.0, 0.01, &label, &hint) {
            let skinning = Skinning {
                blend: value as f32,
                ..skinning
            };
            panel.push(Command::Lab(LabCommand::SetSkinning(slot, skinning)));
        }
    }
    if !panel.state.lab.uses_mask() {
        return;
    }
    let count = panel.state.lab.masked_count() as u32;
    let words = panel.texts.with(
        "mask-joints",
        &[("n", count.into()), ("shown", units::count(count.into()).into())],
    );
    value_row(ui, DENSE_ROW, &panel.text("mask"), &words, None);
    padded(ui, |ui| {
        ui.horizontal(|ui| {
            let (label, hint) = (panel.text("mask-twists"), panel.text("mask-twists-tip"));
            ui.add_enabled_ui(panel.state.lab.twists.is_some(), |ui| {
                if button(ui, &label, &hint, None, Look::Plain).clicked() {
                    panel.push(Command::Lab(LabCommand::MaskTwists));
                }
            });
            let (label, hint) = (panel.text("mask-none"), panel.text("mask-none-tip"));
            ui.add_enabled_ui(count > 0, |ui| {
                if button(ui, &label, &hint, None, Look::Plain).clicked() {
                    panel.push(Command::Lab(LabCommand::MaskNone));
                }
            });
        });
    });
}

/// The end of the colour ramp of a difference: automatic, or typed.
fn scale(ui: &mut Ui, panel: &mut Panel<'_>) {
    let lab = &panel.state.lab;
    if lab.compare != Compare::Difference {
        return;
    }
    let metres = f64::from(panel.state.difference_scale());
    let automatic = lab.typed_scale.is_none();
    let unit = panel.state.length_unit();
    let label = panel.text("scale");
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    let t = tokens(ui);
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
    let mut value = unit.of(metres);
    let speed = 0.01 * value;
    let drag = egui::DragValue::new(&mut value)
        .speed(speed)
        .range(1e-6..=1e9)
        .max_decimals(4)
        .suffix(format!("{}{}", units::THIN, unit.symbol()));
    let response = ui.put(field, drag).accessible_name(label);
    if response.changed() && value.is_finite() {
        panel.push(Command::Lab(LabCommand::SetScale(
            Some(unit.metres(value) as f32),
        )));
    }
    tip(response, &panel.text("scale-tip"), None);
    let (label, hint) = (panel.text("scale-automatic"), panel.text("scale-automatic-tip"));
    if check_row(ui, automatic, &label, &hint, None) {
        let typed = automatic.then_some(metres as f32);
        panel.push(Command::Lab(LabCommand::SetScale(typed)));
    }
}

/// Contents inside the panel's padding.
pub(super) fn padded(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let margin = egui::Margin {
        left: PADDING as i8,
        right: PADDING as i8,
        ..egui::Margin::ZERO
    };
    egui::Frame::NONE.inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        contents(ui);
    });
}
