//! Where joints twist far over the clips, what that costs, and what would help.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Color32, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::distance::status;
use super::icons::Icon;
use super::skinning::color_of;
use super::theme::{self, DENSE_ROW, PADDING, Tokens, tokens};
use super::widgets::{
    CLICK, Look, button, focus_ring, panel_heading, progress_bar, put, put_cut, quiet_row, row_ground, tip,
};
use super::{Panel, units};
use crate::inspect::twist::{ADVICE_FROM_DEGREES, JointTwist, radius_kept};
use crate::skinning::SkinningMethod;
use crate::viewer::{Command, LabCommand};

/// How many show before all are asked for.
const FIRST: usize = 4;
const ROW_HEIGHT: f32 = 42.0;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    ui.add_space(9.0);
    let heading = panel_heading(ui, Icon::RotateCw, &panel.text("twists"));
    put(
        ui.painter(),
        pos2(heading.right() - PADDING, heading.center().y),
        Align2::RIGHT_CENTER,
        &panel.text("all-clips"),
        theme::caption(),
        t.second,
    );
    ui.add_space(1.0);
    if panel.state.model.is_none() {
        note(ui, &panel.text("nothing-open"), &t);
        return;
    }
    let Some(twists) = panel.state.lab.twists.clone() else {
        search(ui, panel, &t);
        return;
    };
    let far: Vec<&JointTwist> = twists
        .iter()
        .take_while(|t| t.degrees.abs() >= ADVICE_FROM_DEGREES)
        .collect();
    if far.is_empty() {
        let degrees = degrees(ADVICE_FROM_DEGREES);
        let text = panel.texts.with("twists-none", &[("degrees", degrees.into())]);
        note(ui, &text, &t);
        return;
    }
    let id = ui.scope_id().with("all twists");
    let all: bool = ui.data(|d| d.get_temp(id)).unwrap_or(false);
    let shown = if all { far.len() } else { far.len().min(FIRST) };
    for twist in &far[..shown] {
        twist_row(ui, panel, twist, &t);
    }
    if far.len() > FIRST {
        let label = if all {
            panel.text("twists-fewer")
        } else {
            panel
                .texts
                .with("twists-all", &[("n", (far.len() as u32).into())])
        };
        let hint = panel.text("twists-all-tip");
        quiet_row(ui, PADDING, |ui| {
            if button(ui, &label, &hint, None, Look::Quiet).clicked() {
                ui.data_mut(|d| d.insert_temp(id, !all));
            }
        });
    }
    ui.add_space(10.0);
}

/// How far the search is, and the way to stop it or to begin it again.
fn search(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    let stopped = panel.state.lab.twists_stopped;
    let (words, label, hint, command) = if stopped {
        (
            "twists-stopped",
            "twists-find",
            "twists-find-tip",
            LabCommand::FindTwists,
        )
    } else {
        (
            "twists-looking",
            "twists-cancel",
            "twists-cancel-tip",
            LabCommand::CancelTwists,
        )
    };
    status(ui, panel, words, label, hint, command, t);
    // The room that every other state leaves below its words, too: nothing moves when the search ends.
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 10.0), Sense::hover());
    if !stopped {
        let bar = Rect::from_center_size(rect.center(), vec2(rect.width() - 2.0 * PADDING, 4.0));
        let share = panel.state.lab.twists_found.unwrap_or(0.0);
        progress_bar(ui, "twists", bar, Some(share));
    }
}

fn note(ui: &mut Ui, text: &str, t: &Tokens) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), Sense::hover());
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y),
        text,
        theme::body(),
        t.second,
        rect.width() - 2.0 * PADDING,
    );
    ui.add_space(10.0);
}

fn degrees(value: f64) -> String {
    format!("{:.0}°", value.abs())
}

/// One beside the other, such numbers have as many digits.
fn whole_percent(share: f64) -> String {
    format!("{:.0}{}%", 100.0 * share, units::THIN)
}

/// The colour of a method while it is A or B; else that of labels.
fn method_color(panel: &Panel<'_>, method: SkinningMethod, t: &Tokens) -> Color32 {
    panel
        .state
        .lab
        .slot_of(method)
        .map_or(t.second, |slot| color_of(slot, t))
}

fn twist_row(ui: &mut Ui, panel: &mut Panel<'_>, twist: &JointTwist, t: &Tokens) {
    let name = panel.state.tree.label(twist.joint).to_owned();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), CLICK);
    row_ground(
        ui,
        rect,
        &response,
        panel.state.selected_joint == Some(twist.joint),
    );
    let (left, right) = (rect.left() + PADDING, rect.right() - PADDING);
    let (first, second) = (rect.top() + 13.0, rect.top() + 30.0);
    let angle = put(
        ui.painter(),
        pos2(right, first),
        Align2::RIGHT_CENTER,
        &degrees(twist.degrees),
        theme::strong(),
        t.text,
    );
    put_cut(
        ui.painter(),
        pos2(left, first),
        &name,
        theme::strong(),
        t.text,
        angle.left() - left - 8.0,
    );

    let kept = |joints| whole_percent(radius_kept(twist.degrees, joints));
    let mut job = LayoutJob::default();
    let mut say = |text: &str, color: Color32| {
        job.append(text, 0.0, TextFormat::simple(theme::caption(), color));
    };
    say(
        &panel.texts.with("twist-lbs", &[("kept", kept(1).into())]),
        method_color(panel, SkinningMethod::LinearBlend, t),
    );
    say(" · ", t.second);
    say(
        &panel.texts.with("twist-joints", &[("kept", kept(2).into())]),
        t.second,
    );
    let galley = ui.painter().layout_job(job);
    let at = Align2::LEFT_CENTER.anchor_size(pos2(left, second), galley.size());
    ui.painter().galley(at.min, galley, t.second);

    let clip = twist.clip.map_or_else(
        || panel.text("rest-pose"),
        |c| {
            let clip = panel.state.clip_name(c);
            if clip.is_empty() {
                panel.text("clip-unnamed")
            } else {
                clip.to_owned()
            }
        },
    );
    let words = panel.texts.with(
        "twist-advice",
        &[
            ("joint", name.clone().into()),
            ("degrees", degrees(twist.degrees).into()),
            ("one", kept(1).into()),
            ("two", kept(2).into()),
            ("three", kept(3).into()),
            ("clip", clip.into()),
            ("time", units::seconds(twist.time_secs).into()),
        ],
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    use_dqs(ui, panel, twist, &name, pos2(right, second), t);
    if tip(response, &words, None).clicked() {
        panel.push(Command::Lab(LabCommand::GoToMoment {
            clip: twist.clip,
            time_secs: twist.time_secs,
            joint: twist.joint,
        }));
    }
}

/// The remedy: dual quaternions at this joint.
fn use_dqs(ui: &Ui, panel: &mut Panel<'_>, twist: &JointTwist, name: &str, right: egui::Pos2, t: &Tokens) {
    let lab = &panel.state.lab;
    if lab.uses_mask() && lab.is_masked(twist.joint) {
        let color = method_color(panel, SkinningMethod::Masked, t);
        let text = panel.text("twist-masked");
        put(
            ui.painter(),
            right,
            Align2::RIGHT_CENTER,
            &text,
            theme::caption(),
            color,
        );
        return;
    }
    let galley = ui
        .painter()
        .layout_no_wrap(panel.text("twist-use-dqs"), theme::caption(), t.accent);
    let at = Align2::RIGHT_CENTER.anchor_size(right, galley.size());
    let hit = at.expand2(vec2(4.0, 3.0));
    let response = ui.interact(hit, ui.scope_id().with(("use dqs", twist.joint.0)), CLICK);
    if response.hovered() {
        ui.painter()
            .hline(at.x_range(), at.bottom() - 1.0, Stroke::new(1.0, t.accent));
    }
    ui.painter().galley(at.min, galley, t.accent);
    focus_ring(ui, &response, hit);
    let label = panel.texts.with("twist-use-dqs-at", &[("joint", name.into())]);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let hint = panel.text("twist-use-dqs-tip");
    if tip(response, &hint, None)
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .clicked()
    {
        panel.push(Command::Lab(LabCommand::UseDqsAt(twist.joint)));
    }
}
