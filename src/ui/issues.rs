//! The findings of a file, in words: what, what it does to the picture, what to do.

use egui::{Align2, Color32, Role, Ui, WidgetInfo, pos2, vec2};

use super::theme::{self, PADDING, ROW, Tokens, tokens};
use super::widgets::{CLICK, put, put_cut, row_ground, section, tip};
use super::{Panel, shapes};
use crate::model::{Issue, Severity};
use crate::viewer::Command;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    ui.add_space(9.0);
    let heading = section(ui, &panel.text("doctor"));
    let Some(model) = panel.state.model.clone() else {
        return;
    };
    let (text, color) = summary(panel, &model.issues, &t);
    let at = pos2(heading.right() - PADDING, heading.center().y);
    put(
        ui.painter(),
        at,
        Align2::RIGHT_CENTER,
        &text,
        theme::semibold(11.0),
        color,
    );
    ui.add_space(2.0);
    for (index, issue) in model.issues.iter().enumerate() {
        finding(ui, panel, index, issue);
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

/// How many of the worst kind there are.
fn summary(panel: &Panel<'_>, issues: &[Issue], t: &Tokens) -> (String, Color32) {
    for (severity, id) in [
        (Severity::Error, "doctor-errors"),
        (Severity::Warning, "doctor-warnings"),
        (Severity::Info, "doctor-notes"),
    ] {
        let count = issues.iter().filter(|i| i.severity == severity).count();
        if count > 0 {
            return (
                panel.texts.with(id, &[("n", count.into())]),
                color_of(severity, t),
            );
        }
    }
    (panel.text("doctor-fine"), t.second)
}

fn finding(ui: &mut Ui, panel: &mut Panel<'_>, index: usize, issue: &Issue) {
    let t = tokens(ui);
    let open = panel.state.open_issue == Some(index);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), CLICK);
    if !open && !ui.is_rect_visible(rect) {
        // A broken file may have a thousand findings: words are looked up for those that show.
        return;
    }
    let words = panel.texts.issue(issue);
    row_ground(ui, rect, &response, open);
    let middle = rect.center().y;
    let color = color_of(issue.severity, &t);
    shapes::severity(
        ui.painter(),
        pos2(rect.left() + PADDING + 6.0, middle),
        issue.severity,
        color,
        t.panel,
    );
    let left = rect.left() + PADDING + 20.0;
    let fold = pos2(rect.right() - PADDING - 3.0, middle);
    shapes::fold(ui.painter(), fold, !open, t.second);
    put_cut(
        ui.painter(),
        pos2(left, middle),
        &words.what,
        theme::body(),
        t.text,
        fold.x - left - 10.0,
    );
    let word = panel.text(match issue.severity {
        Severity::Info => "severity-note",
        Severity::Warning => "severity-warning",
        Severity::Error => "severity-error",
    });
    let label = format!("{word}: {}", words.what);
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, open, &label));
    let hint: Vec<&str> = [&label, &words.effect, &words.remedy]
        .into_iter()
        .map(String::as_str)
        .filter(|s| !s.is_empty())
        .collect();
    if tip(response, &hint.join("\n"), None).clicked() {
        panel.push(Command::ToggleIssue(index));
    }
    if open {
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
                bottom: 8,
            })
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 5.0;
                ui.label(
                    egui::RichText::new(&word)
                        .font(theme::semibold(11.0))
                        .color(color),
                );
                for (line, color) in lines.iter().filter(|(l, _)| !l.is_empty()) {
                    ui.add(egui::Label::new(egui::RichText::new(line).size(12.0).color(*color)).wrap());
                }
            });
    }
}
