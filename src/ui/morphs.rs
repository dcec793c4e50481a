//! Morph targets: what the clip does with each, and a slider that holds it.

use egui::{Align2, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::Panel;
use super::fold::Fold;
use super::icons::{Icon, put_icon};
use super::theme::{self, PADDING, Tokens, tokens};
use super::widgets::{CLICK, Look, button, put, put_cut, quiet_row, slider, tip};
use crate::model::{MeshInstance, Model};
use crate::viewer::{Command, MotionCommand};

/// Height of a target's name and slider.
const TARGET: f32 = 42.0;
/// A face may have hundreds: more than these scroll.
const MOST: f32 = 6.5;

/// The instances of the scene that have targets.
fn morphing<'a>(panel: &Panel<'_>, model: &'a Model) -> impl Iterator<Item = &'a MeshInstance> + use<'a> {
    model
        .scene_instances(panel.state.scene)
        .map(|(_, i)| i)
        .filter(|i| !i.morph_weights.is_empty())
}

/// What a person calls the target at a place of the pose's morph weights.
pub(super) fn name_of(panel: &Panel<'_>, slot: u32) -> String {
    let named = panel.state.model.as_deref().and_then(|model| {
        let instance = model.instances.iter().find(|i| i.morph_weights.contains(&slot))?;
        let target = (slot - instance.morph_weights.start) as usize;
        let name = model.mesh(instance.mesh).target_names.get(target)?;
        (!name.is_empty()).then(|| name.clone())
    });
    named.unwrap_or_else(|| {
        let first = panel.state.model.as_deref().and_then(|model| {
            let instance = model.instances.iter().find(|i| i.morph_weights.contains(&slot))?;
            Some(instance.morph_weights.start)
        });
        let n = slot - first.unwrap_or(0);
        panel.texts.with("morph-unnamed", &[("n", n.into())])
    })
}

/// Returns whether there is anything to show.
pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) -> bool {
    let Some(model) = panel.state.model.clone() else {
        return false;
    };
    let slots: Vec<u32> = morphing(panel, &model)
        .flat_map(|i| i.morph_weights.clone())
        .collect();
    if slots.is_empty() {
        return false;
    }
    let t = tokens(ui);
    let held = panel.state.player.adjustments().morph_weights().len();
    let words = [("held", held.into()), ("n", slots.len().into())];
    let note = panel.texts.with("morphs-count", &words);
    let fold = Fold {
        icon: Icon::Smile,
        name: "morphs",
        tip: None,
        note: (held > 0).then_some(note.as_str()),
        open: true,
    };
    if !fold.show(ui, panel) {
        return true;
    }
    egui::ScrollArea::vertical()
        .id_salt("morphs")
        // Far down the panel egui thinks that there is no room left.
        .min_scrolled_height(MOST * TARGET)
        .max_height(MOST * TARGET)
        .auto_shrink([false, true])
        .show_rows(ui, TARGET, slots.len(), |ui, range| {
            for slot in &slots[range] {
                target(ui, panel, *slot, &t);
            }
        });
    if held > 0 {
        quiet_row(ui, PADDING, |ui| {
            let (label, hint) = (panel.text("morphs-release"), panel.text("morphs-release-tip"));
            if button(ui, &label, &hint, None, Look::Quiet).clicked() {
                panel.push(Command::Motion(MotionCommand::ReleaseMorphs));
            }
        });
    }
    ui.add_space(10.0);
    true
}

fn target(ui: &mut Ui, panel: &mut Panel<'_>, slot: u32, t: &Tokens) {
    let held = panel.state.player.adjustments().morph_weight(slot);
    let weights = panel.state.posed.local.morph_weights();
    let weight = weights.get(slot as usize).copied().unwrap_or(0.0);
    let name = name_of(panel, slot);
    ui.push_id(("morph", slot), |ui| {
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), TARGET - 20.0), Sense::hover());
        let middle = row.center().y + 2.0;
        let mut right = row.right() - PADDING;
        if held.is_some() {
            let hit = egui::Rect::from_center_size(pos2(right - 5.0, middle), vec2(20.0, 20.0));
            let response = ui.interact(hit, ui.scope_id().with("release"), CLICK);
            let color = if response.hovered() { t.text } else { t.second };
            put_icon(ui.painter(), hit.center(), Icon::X, 14.0, color);
            let label = panel
                .texts
                .with("morph-release", &[("name", name.as_str().into())]);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if tip(response, &label, None).clicked() {
                panel.push(Command::Motion(MotionCommand::ReleaseMorph(slot)));
            }
            right -= 20.0;
        }
        let color = if held.is_some() { t.accent } else { t.text };
        let value = format!("{weight:.2}").replace('-', "−");
        let at = put(
            ui.painter(),
            pos2(right, middle),
            Align2::RIGHT_CENTER,
            &value,
            theme::strong(),
            color,
        );
        let left = row.left() + PADDING;
        let font = if held.is_some() {
            theme::strong()
        } else {
            theme::body()
        };
        let ink = if held.is_some() { t.text } else { t.second };
        put_cut(
            ui.painter(),
            pos2(left, middle),
            &name,
            font,
            ink,
            at.left() - left - 8.0,
        );
        let hint = panel.text("morph-tip");
        if let Some(to) = slider(ui, weight.into(), 1.0, 0.01, &name, &hint) {
            panel.push(Command::Motion(MotionCommand::SetMorph(slot, to as f32)));
        }
    });
}
