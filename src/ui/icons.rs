//! Icons of the Lucide font. Each stands beside its word, or on a control with a label and a tooltip: none is alone.

use egui::{Align2, Color32, FontFamily, FontId, Painter, Pos2, Rect};

pub(super) use lucide_icons::Icon;

use crate::model::Severity;

/// The family that holds them.
pub(super) const FAMILY: &str = "icons";
/// Beside body text.
pub(super) const SIZE: f32 = 15.0;

/// The font of icons, `size` points wide and high.
pub(super) fn font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(FAMILY.into()))
}

/// Paints an icon with its middle at `center`; returns where it is.
pub(super) fn put_icon(painter: &Painter, center: Pos2, icon: Icon, size: f32, color: Color32) -> Rect {
    let glyph = char::from(icon).to_string();
    painter.text(center, Align2::CENTER_CENTER, glyph, font(size), color)
}

/// The icon of a severity: told apart by shape as well as colour.
pub(super) fn of_severity(severity: Severity) -> Icon {
    match severity {
        Severity::Info => Icon::Info,
        Severity::Warning => Icon::TriangleAlert,
        Severity::Error => Icon::CircleX,
    }
}
