//! How the clip moves: whether it closes into a loop, whether feet slide, and what shows of it in the picture.

use egui::{Ui, vec2};

use super::fold::Fold;
use super::icons::Icon;
use super::theme::{DENSE_ROW, PADDING, ROW};
use super::widgets::{Look, button, check_row, link_row, progress_bar, quiet_row, slider, value_row};
use super::{Panel, units};
use crate::animation::JointId;
use crate::inspect::motion::ClipMotion;
use crate::viewer::{Command, Motion, MotionCommand};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let fold = Fold {
        icon: Icon::Footprints,
        name: "motion",
        tip: None,
        note: None,
        open: true,
    };
    if !fold.show(ui, panel) {
        return;
    }
    let numbers = panel.state.motion.of(panel.state.clip()).cloned();
    if let Some(numbers) = &numbers {
        meters(ui, panel, numbers);
    }
    if panel.state.motion.measuring.is_some() && numbers.is_none() {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 12.0), egui::Sense::hover());
        let label = panel.text("motion-measuring");
        let bar = rect.shrink2(vec2(PADDING, 4.0));
        progress_bar(ui, &label, bar, panel.state.motion.measuring);
    }
    if panel.state.model.is_some() {
        ui.add_space(2.0);
        shown(ui, panel);
        trails(ui, panel);
    }
    ui.add_space(10.0);
}

/// The joint at the end of a row is gone to by a click, and the moment with it.
fn go(panel: &mut Panel<'_>, joint: JointId, secs: f64) {
    panel.push(Command::SetPlaying(false));
    panel.push(Command::Seek(secs));
    panel.push(Command::ShowJoint(joint));
}

fn meters(ui: &mut Ui, panel: &mut Panel<'_>, numbers: &ClipMotion) {
    let unit = panel.state.length_unit();
    let end = numbers.paths.times.last().copied().unwrap_or(0.0);
    let name = |panel: &Panel<'_>, joint: JointId| panel.state.tree.label(joint).to_owned();
    let value = |panel: &Panel<'_>, value: String, joint: JointId| {
        let words = [("value", value.into()), ("joint", name(panel, joint).into())];
        panel.texts.with("motion-seam-value", &words)
    };
    let closes =
        |panel: &Panel<'_>, value: String| panel.texts.with("motion-seam-none", &[("value", value.into())]);
    let height = f64::from(panel.state.opening_bounds.size().y);
    if let Some(seam) = numbers.seam {
        // What rounds to nothing has no joint to blame.
        let (turns, moves) = (seam.degrees >= 0.05, unit.of(seam.distance) >= 0.05);
        let degrees = format!("{:.1}°", seam.degrees);
        let (label, hint) = (panel.text("motion-seam-turn"), panel.text("motion-seam-turn-tip"));
        let words = if turns {
            value(panel, degrees, seam.turned)
        } else {
            closes(panel, degrees)
        };
        if link_row(ui, DENSE_ROW, &label, &words, &hint) {
            go(panel, seam.turned, end);
        }
        let (label, hint) = (
            panel.text("motion-seam-place"),
            panel.text("motion-seam-place-tip"),
        );
        let words = if moves {
            value(panel, units::length(seam.distance, unit), seam.moved)
        } else {
            closes(panel, format!("0{}{}", units::THIN, unit.symbol()))
        };
        if link_row(ui, DENSE_ROW, &label, &words, &hint) {
            go(panel, seam.moved, end);
        }
    }
    for foot in numbers.feet.iter().take(4) {
        let words = [("joint", name(panel, foot.joint).into())];
        let label = panel.texts.with("motion-slide", &words);
        let words = [
            ("contacts", foot.contacts.len().into()),
            ("seconds", units::short_seconds(foot.contact_secs).into()),
        ];
        let hint = panel.texts.with("motion-slide-tip", &words);
        let value = if foot.contacts.is_empty() {
            panel.text("motion-slide-none")
        } else {
            let slide = units::length(foot.slide, unit);
            if height > 0.0 && height.is_finite() {
                let percent = format!("{:.1}{}%", 100.0 * foot.slide / height, units::THIN);
                let words = [("value", slide.into()), ("percent", percent.into())];
                panel.texts.with("motion-slide-value", &words)
            } else {
                slide
            }
        };
        if link_row(ui, DENSE_ROW, &label, &value, &hint) {
            go(panel, foot.joint, foot.fastest.1);
        }
    }
    if let Some(travel) = numbers.travel {
        let label = panel.text("motion-travel");
        let way = travel.travel.x.hypot(travel.travel.z);
        let response = value_row(ui, DENSE_ROW, &label, &units::metres(way.into()), None);
        let words = [("joint", name(panel, travel.joint).into())];
        let hint = panel.texts.with("motion-travel-tip", &words);
        super::widgets::tip(response, &hint, None);
    }
}

fn shown(ui: &mut Ui, panel: &mut Panel<'_>) {
    let motion = &panel.state.motion;
    let (onion, count, spacing) = (motion.onion_skin, motion.onion_count, motion.onion_spacing);
    let (path, follows) = (motion.path, motion.follows);
    let (label, hint) = (panel.text("motion-onion"), panel.text("motion-onion-tip"));
    if check_row(ui, onion, &label, &hint, None) {
        panel.push(Command::Motion(MotionCommand::ShowOnionSkin(!onion)));
    }
    if onion {
        onion_legend(ui, panel);
        let (label, hint) = (
            panel.text("motion-onion-count"),
            panel.text("motion-onion-count-tip"),
        );
        value_row(ui, DENSE_ROW, &label, &count.to_string(), None);
        let most = Motion::MAX_ONION_COUNT.into();
        if let Some(n) = slider(ui, count.into(), most, 1.0, &label, &hint) {
            panel.push(Command::Motion(MotionCommand::SetOnionCount(n as u32)));
        }
        let (label, hint) = (
            panel.text("motion-onion-spacing"),
            panel.text("motion-onion-spacing-tip"),
        );
        value_row(ui, DENSE_ROW, &label, &spacing.to_string(), None);
        let most = Motion::MAX_ONION_SPACING.into();
        if let Some(n) = slider(ui, spacing.into(), most, 1.0, &label, &hint) {
            panel.push(Command::Motion(MotionCommand::SetOnionSpacing(n as u32)));
        }
    }
    let in_place = panel.state.is_in_place();
    for (on, label, hint, command) in [
        (
            path,
            panel.text("motion-path"),
            panel.text("motion-path-tip"),
            MotionCommand::ShowPath(!path),
        ),
        (
            in_place,
            panel.text("motion-in-place"),
            panel.text("motion-in-place-tip"),
            MotionCommand::SetInPlace(!in_place),
        ),
        (
            follows,
            panel.text("motion-follow"),
            panel.text("motion-follow-tip"),
            MotionCommand::Follow(!follows),
        ),
    ] {
        if check_row(ui, on, &label, &hint, None) {
            panel.push(Command::Motion(command));
        }
    }
}

/// Which colour was before the frame that shows, and which comes after it.
fn onion_legend(ui: &mut Ui, panel: &Panel<'_>) {
    let t = super::theme::tokens(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), egui::Sense::hover());
    // Under the name of the switch above.
    let mut left = rect.left() + PADDING + 22.0;
    let colors = super::motion_marks::onion_colors(&t);
    let words = [
        panel.text("motion-onion-before"),
        panel.text("motion-onion-after"),
    ];
    for (color, word) in colors.into_iter().zip(&words) {
        let middle = rect.center().y;
        let swatch = egui::Rect::from_min_max(
            egui::pos2(left, middle - 1.5),
            egui::pos2(left + 14.0, middle + 1.5),
        );
        ui.painter()
            .rect_filled(swatch, egui::CornerRadius::same(1), color);
        let font = super::theme::caption();
        let at = egui::pos2(swatch.right() + 6.0, middle);
        let align = egui::Align2::LEFT_CENTER;
        left = super::widgets::put(ui.painter(), at, align, word, font, t.second).right() + 16.0;
    }
    let name = words.join(" / ");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
}

/// The selected joint's trail, and those that show.
fn trails(ui: &mut Ui, panel: &mut Panel<'_>) {
    let selected = panel.state.selected_joint;
    let on = panel.state.motion.trails.clone();
    let mut rows = on.clone();
    if let Some(joint) = selected.filter(|j| !on.contains(j)) {
        rows.insert(0, joint);
    }
    if rows.is_empty() {
        ui.horizontal(|ui| {
            ui.add_space(PADDING);
            let t = super::theme::tokens(ui);
            let text = panel.text("motion-trail-select");
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), egui::Sense::hover());
            let at = egui::pos2(rect.left(), rect.center().y);
            let font = super::theme::caption();
            super::widgets::put_cut(ui.painter(), at, &text, font, t.second, rect.width() - PADDING);
        });
        return;
    }
    let hint = panel.text("motion-trail-tip");
    for joint in rows {
        let name = panel.state.tree.label(joint).to_owned();
        let label = panel.texts.with("motion-trail", &[("joint", name.into())]);
        let shows = on.contains(&joint);
        if check_row(ui, shows, &label, &hint, None) {
            panel.push(Command::Motion(MotionCommand::ShowTrail(joint, !shows)));
        }
    }
    if on.len() > 1 {
        quiet_row(ui, PADDING, |ui| {
            let (label, hint) = (
                panel.text("motion-trails-clear"),
                panel.text("motion-trails-clear-tip"),
            );
            if button(ui, &label, &hint, None, Look::Quiet).clicked() {
                panel.push(Command::Motion(MotionCommand::ClearTrails));
            }
        });
    }
}
