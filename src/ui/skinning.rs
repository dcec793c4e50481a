//! Which method skins: LBS is A, DQS is B, in their colours.

use egui::{Ui, pos2};

use super::Panel;
use super::theme::{PADDING, tokens};
use super::widgets::{Segment, key_badge, section, segmented};
use crate::skinning::SkinningMethod;
use crate::viewer::{Command, keys};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    ui.add_space(8.0);
    let heading = section(ui, &panel.text("skinning"));
    let key = keys::shown_for(&Command::ToggleMethod);
    if let Some(key) = key {
        key_badge(ui, pos2(heading.right() - PADDING, heading.center().y), key);
    }
    ui.add_space(4.0);
    let shown = panel.state.method_shown();
    let methods = [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion];
    let (lbs, dqs) = (panel.text("method-lbs"), panel.text("method-dqs"));
    let (lbs_tip, dqs_tip) = (panel.text("method-lbs-tip"), panel.text("method-dqs-tip"));
    let segments = [
        Segment {
            label: &lbs,
            tip: &lbs_tip,
            color: Some(t.a),
            chosen: shown == methods[0],
        },
        Segment {
            label: &dqs,
            tip: &dqs_tip,
            color: Some(t.b),
            chosen: shown == methods[1],
        },
    ];
    if let Some(chosen) = segmented(ui, &segments, key) {
        panel.push(Command::SetMethod(methods[chosen]));
    }
    ui.add_space(8.0);
    let note = panel.text(match shown {
        SkinningMethod::LinearBlend => "method-lbs-note",
        _ => "method-dqs-note",
    });
    let margin = egui::Margin {
        left: PADDING as i8,
        right: PADDING as i8,
        ..egui::Margin::ZERO
    };
    egui::Frame::NONE.inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(egui::Label::new(egui::RichText::new(note).size(12.0).color(t.second)).wrap());
    });
    ui.add_space(12.0);
}
