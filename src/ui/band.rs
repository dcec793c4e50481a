//! The band over a picture that is not the file's: red where it is wrong on purpose, quiet where it is cured. The same in
//! the window and in pictures made without one.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, CornerRadius, FontId, Galley, Painter, Rect, Stroke, pos2};

use super::theme::{self, Tokens};
use crate::inspect::cure::Cure;
use crate::teach::Fault;
use crate::text::Texts;
use crate::viewer::Variant;

/// The same in both themes: a warning that does not blend in. White on it has a contrast of 7 to 1.
pub(super) const GROUND: Color32 = Color32::from_rgb(0xa6, 0x27, 0x2b);
pub(super) const EDGE: Color32 = Color32::from_rgb(0x7d, 0x18, 0x1d);
/// Between the edges of the band and its words.
const PAD: [f32; 2] = [14.0, 8.0];
/// Between the lines.
const GAP: f32 = 2.0;

/// Says what a picture is instead of the file as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// Wrong on purpose, or else cured.
    pub wrong: bool,
    /// That it is, and what.
    pub title: String,
    /// What is done wrong, and what that does.
    pub note: String,
}

impl Band {
    /// That of a fault.
    pub fn of(texts: &Texts, fault: Fault) -> Self {
        let id = id_of(fault);
        Self {
            wrong: true,
            title: texts.with("teach-band", &[("name", texts.get(&id).into())]),
            note: texts.part(&id, "note"),
        }
    }

    /// That of what is shown; `None` for the file as it is.
    pub fn of_variant(texts: &Texts, variant: &Variant) -> Option<Self> {
        let names: Vec<String> = variant.cures.iter().map(|c| cure_name(texts, c)).collect();
        let cured =
            (!names.is_empty()).then(|| texts.with("cure-band", &[("names", names.join(", ").into())]));
        match (variant.fault, cured) {
            (Some(fault), cured) => {
                let mut band = Self::of(texts, fault);
                if let Some(cured) = cured {
                    band.note = format!("{}\n{cured}", band.note);
                }
                Some(band)
            }
            (None, Some(title)) => Some(Self {
                wrong: false,
                title,
                note: texts.get("cure-band-note"),
            }),
            (None, None) => None,
        }
    }

    /// The colours of its ground, its edge, its title and its note.
    fn inks(&self, t: &Tokens) -> [Color32; 4] {
        if self.wrong {
            [GROUND, EDGE, Color32::WHITE, Color32::WHITE]
        } else {
            [t.panel, t.line, t.text, t.second]
        }
    }

    /// Paints it along the upper edge of `picture`, leaving `reserved` points at its right end; returns where it is.
    pub(super) fn paint(&self, painter: &Painter, picture: Rect, reserved: f32, t: &Tokens) -> Rect {
        let [ground, edge, title_ink, note_ink] = self.inks(t);
        let width = (picture.width() - 2.0 * PAD[0] - reserved).max(1.0);
        let lay = |text: &str, font, ink: Color32, max_rows| -> Arc<Galley> {
            let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, ink));
            job.wrap.max_width = width;
            job.wrap.max_rows = max_rows;
            painter.layout_job(job)
        };
        let title = lay(&self.title, theme::semibold(14.0), title_ink, 1);
        // A picture as small as a thumbnail keeps room for what it shows.
        let room = 0.4 * picture.height() - title.size().y - 2.0 * PAD[1] - GAP;
        let note = lay(&self.note, FontId::proportional(12.0), note_ink, 4);
        let note = Some(note).filter(|n| n.size().y <= room);
        let height = 2.0 * PAD[1] + title.size().y + note.as_ref().map_or(0.0, |n| GAP + n.size().y);
        let band = Rect::from_min_max(picture.min, pos2(picture.right(), picture.top() + height));
        painter.rect_filled(band, CornerRadius::ZERO, ground);
        painter.hline(band.x_range(), band.bottom() - 0.5, Stroke::new(1.0, edge));
        let at = band.min + egui::vec2(PAD[0], PAD[1]);
        let below = at + egui::vec2(0.0, title.size().y + GAP);
        if !self.wrong {
            // What is chosen has this bar everywhere.
            let bar = Rect::from_min_max(band.min, pos2(band.left() + 3.0, band.bottom()));
            painter.rect_filled(bar, CornerRadius::ZERO, t.accent);
        }
        painter.galley(at, title, title_ink);
        if let Some(note) = note {
            painter.galley(below, note, note_ink);
        }
        band
    }
}

/// The id of a fault's sentences.
pub(super) fn id_of(fault: Fault) -> String {
    format!("teach-{}", fault.word())
}

/// What a cure has made of the model, in a few words.
pub(super) fn cure_name(texts: &Texts, cure: &Cure) -> String {
    let factor = cure.factor().unwrap_or(1.0).to_string();
    texts.with(&format!("cured-{}", cure.word()), &[("factor", factor.into())])
}
