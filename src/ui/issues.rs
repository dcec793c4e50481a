//! The doctor: findings in words (what, what it does to the picture, what to do), the joints and vertices they are about,
//! and cures as switches.

use std::collections::BTreeMap;

use egui::{Align2, Color32, RichText, Role, Ui, WidgetInfo, pos2, vec2};

use super::icons::{Icon, of_severity, put_icon};
use super::theme::{self, PADDING, ROW, Tokens, tokens};
use super::widgets::{
    CLICK, Look, button, check_row, panel_heading, put, put_cut, quiet_row, row_ground, tip,
};
use super::{Panel, shapes, units};
use crate::inspect::compare::VertexRef;
use crate::inspect::cure::Cure;
use crate::inspect::doctor::{Diagnosis, Finding};
use crate::model::Severity;
use crate::viewer::Command;

/// Findings of one code that show before the rest is asked for.
const FIRST: usize = 3;
/// From the panel's text edge to the titles of findings, which stand beside their icons.
const TITLE: f32 = 20.0;
/// Joints or vertices of a finding that show as links.
const LINKS: usize = 12;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    ui.add_space(9.0);
    let heading = panel_heading(ui, Icon::Stethoscope, &panel.text("doctor"));
    if panel.state.model.is_none() {
        return;
    }
    let diagnosis = panel.state.doctor.diagnosis.clone();
    let (text, color) = summary(panel, &diagnosis, &t);
    let at = pos2(heading.right() - PADDING, heading.center().y);
    put(
        ui.painter(),
        at,
        Align2::RIGHT_CENTER,
        &text,
        theme::semibold(11.0),
        color,
    );
    if let Some(share) = panel.state.doctor.examining {
        let line = egui::Rect::from_min_size(
            pos2(heading.left() + PADDING, heading.bottom() - 3.0),
            vec2((heading.width() - 2.0 * PADDING) * share.clamp(0.0, 1.0), 2.0),
        );
        ui.painter().rect_filled(line, 1.0, t.accent);
    }
    ui.add_space(2.0);
    // What is cured shows with its switch, whatever is unfolded.
    for cure in panel.state.variant.cures.clone() {
        let is_open = |f: &Finding| f.cure.as_ref() == Some(&cure);
        if !panel.state.doctor.open_finding().is_some_and(is_open) {
            cure_switch(ui, panel, &cure);
        }
    }
    let mut of_code: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in &diagnosis.findings {
        *of_code.entry(finding.issue.code).or_default() += 1;
    }
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, finding) in diagnosis.findings.iter().enumerate() {
        let code = finding.issue.code;
        let id = ui.scope_id().with(("all of", code));
        let all: bool = ui.data(|d| d.get_temp(id)).unwrap_or(false);
        let shown = shown.entry(code).or_default();
        *shown += 1;
        if all || *shown <= FIRST || panel.state.doctor.open == Some(index) {
            finding_row(ui, panel, index, finding);
        }
        let count = of_code.get(code).copied().unwrap_or(0);
        if *shown == count && count > FIRST {
            let label = if all {
                panel.text("doctor-fewer")
            } else {
                let more = [("n", (count - FIRST).into())];
                panel.texts.with("doctor-more", &more)
            };
            let hint = panel.text("doctor-more-tip");
            quiet_row(ui, PADDING + TITLE, |ui| {
                if button(ui, &label, &hint, None, Look::Quiet).clicked() {
                    ui.data_mut(|d| d.insert_temp(id, !all));
                }
            });
        }
    }
    if !diagnosis.findings.is_empty() {
        ui.add_space(8.0);
        let (label, hint) = (panel.text("doctor-copy-all"), panel.text("doctor-copy-all-tip"));
        // Under the titles of the findings, as what else is said of all of them.
        quiet_row(ui, PADDING + TITLE, |ui| {
            if button(ui, &label, &hint, None, Look::Quiet).clicked() {
                let all: Vec<String> = diagnosis.findings.iter().map(|f| text_of(panel, f)).collect();
                panel.push(Command::CopyText(all.join("\n\n")));
            }
        });
    }
    ui.add_space(12.0);
}

fn color_of(severity: Severity, t: &Tokens) -> Color32 {
    match severity {
        Severity::Info => t.second,
        Severity::Warning => t.warning,
        Severity::Error => t.error,
    }
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "severity-note",
        Severity::Warning => "severity-warning",
        Severity::Error => "severity-error",
    }
}

/// How many there are of each kind, in the colour of the worst; while it goes on how far the examination is.
fn summary(panel: &Panel<'_>, diagnosis: &Diagnosis, t: &Tokens) -> (String, Color32) {
    if let Some(share) = panel.state.doctor.examining {
        let percent = (100.0 * share.clamp(0.0, 1.0)) as u32;
        let text = panel
            .texts
            .with("doctor-examining", &[("percent", percent.into())]);
        return (text, t.second);
    }
    let counts: Vec<String> = [
        (Severity::Error, "doctor-errors"),
        (Severity::Warning, "doctor-warnings"),
        (Severity::Info, "doctor-notes"),
    ]
    .into_iter()
    .map(|(severity, id)| (diagnosis.count(severity), id))
    .filter(|(count, _)| *count > 0)
    .map(|(count, id)| panel.texts.with(id, &[("n", count.into())]))
    .collect();
    match diagnosis.worst() {
        Some(worst) => (counts.join(" · "), color_of(worst, t)),
        None => (panel.text("doctor-fine"), t.second),
    }
}

fn finding_row(ui: &mut Ui, panel: &mut Panel<'_>, index: usize, finding: &Finding) {
    let t = tokens(ui);
    let issue = &finding.issue;
    let open = panel.state.doctor.open == Some(index);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), CLICK);
    if !open && !ui.is_rect_visible(rect) {
        // A broken file may have a thousand findings: words are looked up for those that show.
        return;
    }
    let words = panel.texts.issue(issue);
    row_ground(ui, rect, &response, open);
    let middle = rect.center().y;
    let color = color_of(issue.severity, &t);
    let at = pos2(rect.left() + PADDING + 6.5, middle);
    put_icon(ui.painter(), at, of_severity(issue.severity), 14.0, color);
    let left = rect.left() + PADDING + TITLE;
    let fold = pos2(rect.right() - PADDING - 3.0, middle);
    shapes::fold(ui.painter(), fold, !open, t.second);
    put_cut(
        ui.painter(),
        pos2(left, middle),
        &words.title,
        theme::body(),
        t.text,
        fold.x - left - 10.0,
    );
    let word = panel.text(severity_word(issue.severity));
    let label = format!("{word}: {}", words.what);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, open, &label));
    let hint: Vec<&str> = [&label, &words.effect, &words.remedy]
        .into_iter()
        .map(String::as_str)
        .filter(|s| !s.is_empty())
        .collect();
    // Unfolded it says all that itself, below, where the tip would lie.
    let response = if open {
        response
    } else {
        tip(response, &hint.join("\n"), None)
    };
    if response.clicked() {
        panel.push(Command::ToggleIssue(index));
    }
    if !open {
        return;
    }
    let heading = format!("{word} · {}", issue.code);
    let lines = [
        (words.what, t.text),
        (words.effect, t.second),
        (words.remedy, t.text),
        (issue.pointer.clone(), t.second),
    ];
    egui::Frame::NONE
        .inner_margin(egui::Margin {
            left: 32,
            right: 12,
            top: 4,
            bottom: 2,
        })
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 5.0;
            ui.label(RichText::new(&heading).font(theme::semibold(11.0)).color(color));
            for (line, color) in lines.iter().filter(|(l, _)| !l.is_empty()) {
                ui.add(egui::Label::new(RichText::new(line).size(12.0).color(*color)).wrap());
            }
            concerned(ui, panel, finding, &t);
        });
    if let Some(cure) = &finding.cure {
        cure_switch(ui, panel, cure);
    }
    let (label, hint) = (panel.text("doctor-copy"), panel.text("doctor-copy-tip"));
    quiet_row(ui, PADDING + TITLE, |ui| {
        if button(ui, &label, &hint, None, Look::Quiet).clicked() {
            let text = text_of(panel, finding);
            panel.push(Command::CopyText(text));
        }
    });
    ui.add_space(6.0);
}

/// The joints and vertices of a finding as links.
fn concerned(ui: &mut Ui, panel: &mut Panel<'_>, finding: &Finding, t: &Tokens) {
    let joints = finding.joints.first.iter().take(LINKS);
    let joints: Vec<(String, Command)> = joints
        .map(|&j| (panel.state.tree.label(j).to_owned(), Command::ShowJoint(j)))
        .collect();
    let vertices = finding.vertices.first.iter().take(LINKS);
    let vertices: Vec<(String, Command)> = vertices
        .map(|v| (units::count(v.vertex.into()), Command::ShowVertex(*v)))
        .collect();
    let joint = panel.state.selected_joint.map(Command::ShowJoint);
    let vertex = panel.state.selected_vertex.map(Command::ShowVertex);
    let lists = [
        (
            "doctor-joints",
            "doctor-joint-tip",
            joints,
            finding.joints.count,
            joint,
        ),
        (
            "doctor-vertices",
            "doctor-vertex-tip",
            vertices,
            finding.vertices.count,
            vertex,
        ),
    ];
    for (title, hint, links, count, chosen) in lists {
        if links.is_empty() {
            continue;
        }
        let (title, hint) = (panel.text(title), panel.text(hint));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
            // Rows as high as their text: the first one is no taller than those that follow.
            ui.spacing_mut().interact_size.y = 0.0;
            ui.label(RichText::new(title).size(12.0).color(t.second));
            let more = count - links.len().min(count);
            for (label, command) in links {
                let text = RichText::new(&label).size(12.0).color(t.accent);
                let text = if chosen.as_ref() == Some(&command) {
                    text.strong().underline()
                } else {
                    text
                };
                if tip(ui.add(egui::Link::new(text)), &hint, None).clicked() {
                    panel.push(command);
                }
            }
            if more > 0 {
                let more = panel.texts.with("doctor-and-more", &[("n", more.into())]);
                ui.label(RichText::new(more).size(12.0).color(t.second));
            }
        });
    }
}

fn cure_switch(ui: &mut Ui, panel: &mut Panel<'_>, cure: &Cure) {
    let on = panel.state.variant.cures.contains(cure);
    let factor = cure.factor().unwrap_or(1.0).to_string();
    let label = panel
        .texts
        .with(&format!("cure-{}", cure.word()), &[("factor", factor.into())]);
    let hint = format!("{label}\n{}", panel.text("doctor-cure-tip"));
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(20.0);
        if check_row(ui, on, &label, &hint, None) {
            panel.push(Command::SetCure(cure.clone(), !on));
        }
    });
}

/// A finding as text, for the clipboard.
fn text_of(panel: &Panel<'_>, finding: &Finding) -> String {
    let words = panel.texts.issue(&finding.issue);
    let word = panel.text(severity_word(finding.issue.severity));
    let joints: Vec<&str> = finding
        .joints
        .first
        .iter()
        .map(|&j| panel.state.tree.label(j))
        .collect();
    let vertex = |v: &VertexRef| v.vertex.to_string();
    let vertices: Vec<String> = finding.vertices.first.iter().map(vertex).collect();
    let listed = |title: &str, names: String| {
        if names.is_empty() {
            String::new()
        } else {
            format!("{}: {names}", panel.text(title))
        }
    };
    let head = format!("{word} {} {}", finding.issue.code, finding.issue.pointer);
    [
        head.trim_end().to_owned(),
        words.what,
        words.effect,
        words.remedy,
        listed("doctor-joints", joints.join(", ")),
        listed("doctor-vertices", vertices.join(", ")),
    ]
    .into_iter()
    .filter(|l| !l.is_empty())
    .collect::<Vec<_>>()
    .join("\n")
}
