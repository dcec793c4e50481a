//! Switches for what is wrong on purpose, and the way back from it.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, CornerRadius, CursorIcon, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use super::band::{EDGE, id_of};
use super::icons::Icon;
use super::skinning::padded;
use super::theme::{self, CORNER, DENSE_ROW, PADDING, Tokens, tokens};
use super::widgets::{
    CLICK, Look, button, check_box, focus_ring, panel_heading, put, put_cut, row_ground, tip,
};
use super::{Panel, shapes, units};
use crate::skinning::SkinningMethod;
use crate::teach::{Fault, Stage};
use crate::viewer::{Command, keys};

/// Height of the button on the band.
const BUTTON: f32 = 26.0;
/// Between two buttons there.
const BETWEEN: f32 = 8.0;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    let chosen = panel.state.variant.fault;
    let id = ui.scope_id().with("teach unfolded");
    let unfolded: bool = ui.data(|d| d.get_temp(id)).unwrap_or(false);
    ui.add_space(9.0);
    if heading(ui, panel, chosen, unfolded, &t) {
        ui.data_mut(|d| d.insert_temp(id, !unfolded));
    }
    ui.add_space(2.0);
    if !unfolded {
        if let Some(fault) = chosen {
            row(ui, panel, fault, &t);
        }
        ui.add_space(10.0);
        return;
    }
    let intro = panel.text("teach-intro");
    padded(ui, |ui| {
        ui.add(egui::Label::new(egui::RichText::new(intro).size(12.0).color(t.second)).wrap());
    });
    ui.add_space(4.0);
    let (label, hint) = (panel.text("teach-symptoms"), panel.text("teach-symptoms-tip"));
    let command = Command::ShowSymptoms(true);
    padded(ui, |ui| {
        if button(ui, &label, &hint, keys::shown_for(&command), Look::Plain).clicked() {
            panel.push(command);
        }
    });
    ui.add_space(2.0);
    for stage in Stage::ALL {
        let of_stage = |f: &Fault| f.stage() == stage && !f.is_elsewhere();
        group(ui, panel, &format!("teach-stage-{}", stage.word()), of_stage, &t);
    }
    ui.add_space(6.0);
    group(ui, panel, "teach-elsewhere", |f| f.is_elsewhere(), &t);
    ui.add_space(12.0);
}

/// The section's name and what is on; returns true if it was clicked.
fn heading(ui: &mut Ui, panel: &Panel<'_>, chosen: Option<Fault>, unfolded: bool, t: &Tokens) -> bool {
    let label = panel.text("teach");
    let rect = panel_heading(ui, Icon::GraduationCap, &label);
    let response = ui.interact(rect, ui.scope_id().with("teach heading"), CLICK);
    let fold = pos2(rect.right() - PADDING - 3.0, rect.center().y);
    let ink = if response.hovered() { t.text } else { t.second };
    shapes::fold(ui.painter(), fold, !unfolded, ink);
    let (text, color) = match chosen {
        Some(_) => (label.clone(), t.error),
        None => (panel.text("teach-off"), t.second),
    };
    if chosen.is_none() {
        let at = pos2(fold.x - 12.0, rect.center().y);
        put(
            ui.painter(),
            at,
            Align2::RIGHT_CENTER,
            &text,
            theme::semibold(11.0),
            color,
        );
    }
    focus_ring(ui, &response, rect.shrink2(vec2(4.0, 2.0)));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, unfolded, &label));
    tip(response, &panel.text("teach-fold-tip"), None)
        .on_hover_cursor(CursorIcon::PointingHand)
        .clicked()
}

fn group(ui: &mut Ui, panel: &mut Panel<'_>, id: &str, of: impl Fn(&Fault) -> bool, t: &Tokens) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    put(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.bottom() - 9.0),
        Align2::LEFT_CENTER,
        &panel.text(id),
        theme::semibold(11.0),
        t.second,
    );
    for fault in Fault::ALL.iter().filter(|f| of(f)) {
        row(ui, panel, *fault, t);
    }
}

/// One switch; with what there is to say while it is on.
fn row(ui: &mut Ui, panel: &mut Panel<'_>, fault: Fault, t: &Tokens) {
    let id = id_of(fault);
    let on = panel.state.variant.fault == Some(fault);
    let visible = !panel.state.hides(fault);
    let label = panel.text(&id);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), CLICK);
    row_ground(ui, rect, &response, on);
    let middle = rect.center().y;
    let mark = Rect::from_center_size(pos2(rect.left() + PADDING + 7.0, middle), vec2(14.0, 14.0));
    let border = if response.hovered() { t.third } else { t.line };
    check_box(ui.painter(), mark, on, border, t);
    let left = mark.right() + 8.0;
    let ink = if visible { t.text } else { t.second };
    put_cut(
        ui.painter(),
        pos2(left, middle),
        &label,
        theme::body(),
        ink,
        rect.right() - PADDING - left,
    );
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &label));
    let part = |name: &str| panel.texts.part(&id, name);
    let (note, when) = (part("note"), part(if visible { "see" } else { "hidden" }));
    if tip(response, &format!("{note}\n{when}"), None).clicked() {
        panel.push(Command::SetFault((!on).then_some(fault)));
    }
    if !on {
        return;
    }
    let mut lines: Vec<(String, Color32)> = vec![(note, t.text)];
    lines.push((when, if visible { t.second } else { t.warning }));
    if fault == Fault::NoSignAlignment && panel.state.method_shown() == SkinningMethod::LinearBlend {
        lines.push((panel.text("teach-needs-dqs"), t.warning));
    }
    lines.extend([(part("cause"), t.second), (part("cure"), t.text)]);
    if let Some(code) = fault.finding() {
        let args = [("code", code.into())];
        lines.push((panel.texts.with("teach-finding", &args), t.second));
    }
    let margin = egui::Margin {
        left: 32,
        right: 12,
        top: 4,
        bottom: 8,
    };
    egui::Frame::NONE.inner_margin(margin).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        for (line, color) in lines {
            ui.add(egui::Label::new(egui::RichText::new(line).size(12.0).color(color)).wrap());
        }
    });
}

/// A button on the band: what it says, and how it looks there.
struct BandButton {
    /// What tells it from the other.
    name: &'static str,
    label: String,
    key: Option<&'static str>,
    hint: String,
    ink: Color32,
    line: Color32,
    hovered: Color32,
    pressed: Color32,
    command: Command,
}

impl BandButton {
    /// The way back.
    fn end(panel: &Panel<'_>, t: &Tokens) -> Self {
        let key = keys::shown_for(&Command::Escape);
        if panel.state.shown_variant.fault.is_some() {
            let (label, hint) = (panel.text("teach-end"), panel.text("teach-end-tip"));
            Self::on_red("teach end", label, key, hint, Command::SetFault(None))
        } else {
            Self {
                name: "teach end",
                label: panel.text("cure-end"),
                key,
                hint: panel.text("cure-end-tip"),
                ink: t.text,
                line: t.third,
                hovered: t.hover,
                pressed: t.line,
                command: Command::ShowFile,
            }
        }
    }

    /// The way to an instant at which the mistake shows.
    fn go(panel: &Panel<'_>, secs: f64) -> Self {
        let args = [("time", units::seconds(secs).into())];
        let label = panel.texts.with("teach-go", &args);
        Self::on_red(
            "teach go",
            label,
            None,
            panel.text("teach-go-tip"),
            Command::Seek(secs),
        )
    }

    fn on_red(
        name: &'static str,
        label: String,
        key: Option<&'static str>,
        hint: String,
        command: Command,
    ) -> Self {
        let white = |share: f32| Color32::WHITE.gamma_multiply(share);
        Self {
            name,
            label,
            key,
            hint,
            ink: Color32::WHITE,
            line: white(0.75),
            hovered: white(0.18),
            pressed: EDGE,
            command,
        }
    }

    fn words(&self, ui: &Ui) -> std::sync::Arc<egui::Galley> {
        let mut job = LayoutJob::default();
        let format = |font: FontId, alpha: f32| TextFormat::simple(font, self.ink.gamma_multiply(alpha));
        job.append(&self.label, 0.0, format(theme::strong(), 1.0));
        if let Some(key) = self.key {
            job.append(key, 10.0, format(theme::caption(), 0.8));
        }
        ui.painter().layout_job(job)
    }

    /// Its right end is at `right`; returns where it is.
    fn show(self, ui: &Ui, panel: &mut Panel<'_>, band: Rect, right: f32) -> Rect {
        let words = self.words(ui);
        let size = vec2(words.size().x + 24.0, BUTTON.min(band.height() - 6.0));
        let rect = Rect::from_center_size(pos2(right - 0.5 * size.x, band.center().y), size);
        let response = ui.interact(rect, ui.scope_id().with(self.name), CLICK);
        let fill = match (response.is_pointer_button_down_on(), response.hovered()) {
            (true, _) => self.pressed,
            (_, true) => self.hovered,
            _ => Color32::TRANSPARENT,
        };
        let stroke = Stroke::new(1.0, self.line);
        ui.painter()
            .rect(rect, CornerRadius::same(CORNER), fill, stroke, StrokeKind::Inside);
        let at = Align2::CENTER_CENTER.anchor_size(rect.center(), words.size());
        ui.painter().galley(at.min, words, self.ink);
        if response.has_focus() {
            let ring = Stroke::new(2.0, self.ink);
            ui.painter()
                .rect_stroke(rect, CornerRadius::same(CORNER), ring, StrokeKind::Inside);
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &self.label));
        if tip(response, &self.hint, self.key).clicked() {
            panel.push(self.command);
        }
        rect
    }
}

/// A mistake that does not show, and when it does.
type Found = Option<(Fault, Option<f64>)>;

/// At what it was looked, whether a mistake shows.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Looked {
    pose: u64,
    still: bool,
    method: SkinningMethod,
    compares: bool,
}

/// What there is to say about a mistake that shows nothing at this instant.
#[derive(Debug, Clone)]
pub(super) struct Unseen {
    /// That it does not, and why or when it would.
    pub line: String,
    /// An instant at which it does.
    instant: Option<f64>,
}

impl Unseen {
    /// `None` where the mistake shows, and where nobody could tell.
    pub(super) fn of(ui: &Ui, panel: &Panel<'_>) -> Option<Self> {
        let fault = panel.state.shown_variant.fault?;
        let id = id_of(fault);
        if panel.state.hides(fault) {
            let line = panel.texts.part(&id, "hidden");
            return Some(Self { line, instant: None });
        }
        // It is looked for once a pose.
        let key = ui.scope_id().with("teach unseen");
        let still = !panel.state.player.is_playing() && !panel.state.scrubbing;
        let now = Looked {
            pose: panel.state.pose_revision,
            still,
            method: panel.state.method_shown(),
            compares: panel.state.lab.is_comparing(),
        };
        let kept: Option<(Looked, Found)> = ui.data(|d| d.get_temp(key));
        let unseen = match kept.filter(|k| k.0 == now) {
            Some(kept) => kept.1,
            None => {
                let found = panel.state.unseen_fault();
                ui.data_mut(|d| d.insert_temp(key, (now, found)));
                found
            }
        };
        let (_, instant) = unseen.filter(|(of, _)| *of == fault)?;
        let linear = panel.state.method_shown() == SkinningMethod::LinearBlend;
        let when = if fault == Fault::NoSignAlignment && linear {
            panel.text("teach-needs-dqs")
        } else {
            panel.texts.part(&id, "see")
        };
        let line = panel.texts.with("teach-unseen", &[("when", when.into())]);
        Some(Self { line, instant })
    }
}

/// The buttons of the band, from its right end.
fn band_buttons(panel: &Panel<'_>, unseen: Option<&Unseen>, t: &Tokens) -> Vec<BandButton> {
    let go = unseen
        .and_then(|u| u.instant)
        .map(|secs| BandButton::go(panel, secs));
    std::iter::once(BandButton::end(panel, t)).chain(go).collect()
}

/// Points that the buttons take at the right end of the band, with what is around them.
pub(super) fn buttons_width(ui: &Ui, panel: &Panel<'_>, unseen: Option<&Unseen>) -> f32 {
    let buttons = band_buttons(panel, unseen, &tokens(ui));
    let width = |b: &BandButton| b.words(ui).size().x + 24.0 + BETWEEN;
    buttons.iter().map(width).sum::<f32>() + 14.0 - BETWEEN
}

/// The ways out, on the band that is at `band`.
pub(super) fn end_buttons(ui: &Ui, panel: &mut Panel<'_>, unseen: Option<&Unseen>, band: Rect) {
    let mut right = band.right() - 12.0;
    for button in band_buttons(panel, unseen, &tokens(ui)) {
        right = button.show(ui, panel, band, right).left() - BETWEEN;
    }
}
