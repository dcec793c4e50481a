//! The red band over a picture that is wrong on purpose: the same in the window and in pictures made without one.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, CornerRadius, FontId, Galley, Painter, Rect, Stroke, pos2};

use super::theme;
use crate::teach::Fault;
use crate::text::Texts;

/// The same in both themes: a warning that does not blend in. White on it has a contrast of 7 to 1.
pub(super) const GROUND: Color32 = Color32::from_rgb(0xa6, 0x27, 0x2b);
pub(super) const EDGE: Color32 = Color32::from_rgb(0x7d, 0x18, 0x1d);
/// Between the edges of the band and its words.
const PAD: [f32; 2] = [14.0, 8.0];
/// Between the lines.
const GAP: f32 = 2.0;

/// Says that a picture is wrong on purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
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
            title: texts.with("teach-band", &[("name", texts.get(&id).into())]),
            note: texts.part(&id, "note"),
        }
    }

    /// Paints it along the upper edge of `picture`, leaving `reserved` points at its right end; returns where it is.
    pub(super) fn paint(&self, painter: &Painter, picture: Rect, reserved: f32) -> Rect {
        let width = (picture.width() - 2.0 * PAD[0] - reserved).max(1.0);
        let lay = |text: &str, font, max_rows| -> Arc<Galley> {
            let mut job =
                LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, Color32::WHITE));
            job.wrap.max_width = width;
            job.wrap.max_rows = max_rows;
            painter.layout_job(job)
        };
        let title = lay(&self.title, theme::semibold(14.0), 1);
        // A picture as small as a thumbnail keeps room for what it shows.
        let room = 0.4 * picture.height() - title.size().y - 2.0 * PAD[1] - GAP;
        let note = lay(&self.note, FontId::proportional(12.0), 4);
        let note = Some(note).filter(|n| n.size().y <= room);
        let height = 2.0 * PAD[1] + title.size().y + note.as_ref().map_or(0.0, |n| GAP + n.size().y);
        let band = Rect::from_min_max(picture.min, pos2(picture.right(), picture.top() + height));
        painter.rect_filled(band, CornerRadius::ZERO, GROUND);
        painter.hline(band.x_range(), band.bottom() - 0.5, Stroke::new(1.0, EDGE));
        let at = band.min + egui::vec2(PAD[0], PAD[1]);
        let below = at + egui::vec2(0.0, title.size().y + GAP);
        painter.galley(at, title, Color32::WHITE);
        if let Some(note) = note {
            painter.galley(below, note, Color32::WHITE);
        }
        band
    }
}

/// The id of a fault's sentences.
pub(super) fn id_of(fault: Fault) -> String {
    format!("teach-{}", fault.word())
}
