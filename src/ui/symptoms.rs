//! The searchable list of symptoms: what it looks like leads to the mistake, which is switched on.

use egui::{Align2, FontId, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::Panel;
use super::band::id_of;
use super::cards::sheet;
use super::theme::{self, DENSE_ROW, Tokens, tokens};
use super::widgets::{CLICK, heading_color, key_badge, put, put_cut, row_ground, text_field};
use crate::model::Severity;
use crate::teach::Fault;
use crate::viewer::{Command, keys};

pub(super) fn show(ui: &Ui, panel: &mut Panel<'_>, whole: Rect) {
    let Some(search) = panel.state.symptoms.clone() else {
        return;
    };
    let t = tokens(ui);
    sheet(ui, "symptoms", whole, whole.top() + 56.0, 560.0, |ui| {
        title(ui, panel, &t);
        let width = ui.available_width();
        let (hint, label) = (panel.text("symptoms-search"), panel.text("symptoms-search-label"));
        let (field, edited) = text_field(ui, &search, &hint, &label, width);
        // Asked first: Return takes the focus away, and it comes back at once.
        let is_typed =
            !search.trim().is_empty() && field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        if ui.memory(|m| m.focused().is_none()) {
            field.request_focus();
        }
        if let Some(text) = edited {
            panel.push(Command::SearchSymptoms(text));
        }
        let words: Vec<String> = search
            .to_lowercase()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let found: Vec<Fault> = Fault::ALL
            .into_iter()
            .filter(|f| matches(panel, *f, &words))
            .collect();
        // What the file itself has is nothing to break on purpose: it leads to the doctor.
        let (own, found): (Vec<Fault>, Vec<Fault>) =
            found.into_iter().partition(|f| finding_of(panel, *f).is_some());
        let (seen, hidden): (Vec<Fault>, Vec<Fault>) =
            found.into_iter().partition(|f| !panel.state.hides(*f));
        let first = own.first().or(seen.first()).or(hidden.first()).copied();
        if let Some(fault) = first.filter(|_| is_typed) {
            choose(panel, fault);
        }
        let most = (whole.height() - 190.0).clamp(80.0, 620.0);
        egui::ScrollArea::vertical()
            .id_salt("symptoms")
            .max_height(most)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                if first.is_none() {
                    heading(ui, &panel.text("symptoms-none"), &t);
                }
                if !own.is_empty() {
                    heading(ui, &panel.text("symptoms-own"), &t);
                }
                let rest = !own.is_empty() && !seen.is_empty();
                for fault in own {
                    entry(ui, panel, fault, true, &t);
                }
                if rest {
                    heading(ui, &panel.text("symptoms-rest"), &t);
                }
                for fault in seen {
                    entry(ui, panel, fault, true, &t);
                }
                if !hidden.is_empty() {
                    heading(ui, &panel.text("symptoms-hidden"), &t);
                }
                for fault in hidden {
                    entry(ui, panel, fault, false, &t);
                }
            });
    });
}

fn title(ui: &mut Ui, panel: &Panel<'_>, t: &Tokens) {
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let left = pos2(row.left(), row.center().y);
    let name = put(
        ui.painter(),
        left,
        Align2::LEFT_CENTER,
        &panel.text("symptoms-title"),
        theme::semibold(13.0),
        t.text,
    );
    let mut right = row.right();
    if let Some(key) = keys::shown_for(&Command::Escape) {
        right = key_badge(ui, pos2(right, row.center().y), key).left();
    }
    put_cut(
        ui.painter(),
        pos2(name.right() + 12.0, row.center().y),
        &panel.text("symptoms-intro"),
        theme::body(),
        t.second,
        right - name.right() - 24.0,
    );
}

fn heading(ui: &mut Ui, text: &str, t: &Tokens) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
    let at = pos2(rect.left() + 4.0, rect.center().y + 2.0);
    put(
        ui.painter(),
        at,
        Align2::LEFT_CENTER,
        text,
        theme::semibold(11.0),
        heading_color(t),
    );
}

fn matches(panel: &Panel<'_>, fault: Fault, words: &[String]) -> bool {
    let id = id_of(fault);
    let parts = ["note", "look", "cause"].map(|part| panel.texts.part(&id, part));
    let all = format!("{} {} {}", panel.text(&id), fault.word(), parts.join(" ")).to_lowercase();
    words.iter().all(|w| all.contains(w.as_str()))
}

/// The finding that says that the file has this mistake itself.
fn finding_of(panel: &Panel<'_>, fault: Fault) -> Option<usize> {
    let code = fault.finding()?;
    let findings = &panel.state.doctor.diagnosis.findings;
    findings
        .iter()
        .position(|f| f.issue.code == code && f.issue.severity == Severity::Error)
}

/// Leads to the finding of a file that has it, else shows the mistake.
fn choose(panel: &mut Panel<'_>, fault: Fault) {
    panel.push(Command::ShowSymptoms(false));
    match finding_of(panel, fault) {
        Some(index) if panel.state.doctor.open == Some(index) => {}
        Some(index) => panel.push(Command::ToggleIssue(index)),
        None => panel.push(Command::SetFault(Some(fault))),
    }
}

/// What it looks like, and the mistake's name below.
fn entry(ui: &mut Ui, panel: &mut Panel<'_>, fault: Fault, visible: bool, t: &Tokens) {
    let id = id_of(fault);
    let own = finding_of(panel, fault);
    let name = match own {
        Some(index) => {
            let words = panel
                .texts
                .issue(&panel.state.doctor.diagnosis.findings[index].issue);
            panel
                .texts
                .with("symptoms-finding", &[("title", words.title.into())])
        }
        None => panel.text(&id),
    };
    let look = panel.texts.part(&id, "look");
    let width = ui.available_width();
    let ink = if visible { t.text } else { t.second };
    let galley = ui
        .painter()
        .layout(look.clone(), FontId::proportional(13.0), ink, width - 12.0);
    let height = galley.size().y + DENSE_ROW + 8.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), CLICK);
    let on = panel.state.variant.fault == Some(fault);
    row_ground(ui, rect.expand2(vec2(4.0, 0.0)), &response, on);
    let at = rect.min + vec2(4.0, 6.0);
    let below = at.y + galley.size().y + 0.5 * DENSE_ROW - 2.0;
    ui.painter().galley(at, galley, ink);
    put_cut(
        ui.painter(),
        pos2(at.x, below),
        &name,
        FontId::proportional(12.0),
        match (own.is_some(), visible) {
            (true, _) => t.error,
            (false, true) => t.accent,
            (false, false) => t.second,
        },
        width - 12.0,
    );
    let label = format!("{name}: {look}");
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, on, &label));
    if response.clicked() {
        choose(panel, fault);
    }
}
