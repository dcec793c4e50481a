//! What is written over a picture of two ways to skin: their names, the line between them, the legend of a difference.
//!
//! Pure: paints what it is given, the same in the window and in pictures made without one.

use egui::epaint::{Mesh, Vertex};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

pub use super::band::Band;
pub use super::legend::WeightLegend;
pub use super::names::{JointName, joint_names};
use super::theme::{self, Tokens};
use super::units::three_digits;
use super::widgets::put;
use crate::inspect::LengthUnit;
use crate::skinning::{Skinning, SkinningMethod};
use crate::text::Texts;
use crate::viewer::ramp;
use crate::viewer::view::Layout;

/// From the edge of the picture.
const MARGIN: f32 = 14.0;
/// Height of a name.
const CHIP: f32 = 26.0;
/// Steps of the legend's ramp; enough that none shows.
const RAMP_STEPS: u16 = 64;
/// Least room for a legend, points.
const LEGEND_MIN: [f32; 2] = [150.0, 120.0];

/// What stands over a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotations {
    /// How A and B share the picture.
    pub layout: Layout,
    /// Names of A and B ([`skinning_name`]).
    pub names: [String; 2],
    /// Said over the ramp of a difference map.
    pub legend: String,
    /// The unit of its ticks.
    pub unit: LengthUnit,
    /// Whether the line of a split can be dragged, and says so.
    pub draggable: bool,
    /// False leaves out names, lines and legends.
    pub named: bool,
    /// What is wrong on purpose, or cured.
    pub band: Option<Band>,
    /// Said at the lower edge: which clip, when.
    pub caption: Option<String>,
    /// The legend of influences.
    pub weights: Option<WeightLegend>,
    /// Names of joints, of each of the pictures.
    pub joints: Vec<JointName>,
    /// Points at the right end of the band that are kept free for a button.
    pub band_reserved: f32,
}

impl Annotations {
    /// Those of a picture of two ways to skin. `unit` only matters to a difference map.
    pub fn new(texts: &Texts, skinnings: [Skinning; 2], layout: Layout, unit: LengthUnit) -> Self {
        Self {
            layout,
            names: skinnings.map(|s| skinning_name(texts, s)),
            legend: texts.with("legend-distance", &[("unit", unit.symbol().into())]),
            unit,
            draggable: false,
            named: true,
            band: None,
            caption: None,
            weights: None,
            joints: Vec::new(),
            band_reserved: 0.0,
        }
    }

    /// The sides are a clip as it is and after compression; not `ready`: the other one is still being made.
    pub fn name_compressed(&mut self, texts: &Texts, ready: bool) {
        let other = if ready {
            "tag-compressed"
        } else {
            "tag-compressing"
        };
        self.names = [texts.get("tag-original"), texts.get(other)];
        self.legend = texts.with("legend-error", &[("unit", self.unit.symbol().into())]);
    }
}

/// What a way to skin is called: `LBS`, `DQS`, `Blend 30 %`, `Masked`, with `· 4 influences` where they are limited.
pub fn skinning_name(texts: &Texts, skinning: Skinning) -> String {
    let method = match skinning.method {
        SkinningMethod::LinearBlend => texts.get("method-lbs"),
        SkinningMethod::DualQuaternion => texts.get("method-dqs"),
        SkinningMethod::Blend => {
            let percent = f64::from((skinning.blend * 100.0).round());
            texts.with("name-blend", &[("percent", percent.into())])
        }
        SkinningMethod::Masked => texts.get("name-masked"),
    };
    if skinning.influence_limit == 0 {
        return method;
    }
    let args = [
        ("method", method.into()),
        ("count", skinning.influence_limit.into()),
    ];
    texts.with("name-limited", &args)
}

/// Paints the annotations of a picture that fills `rect`; returns where its band is, if it has one.
pub fn annotate(painter: &Painter, rect: Rect, what: &Annotations, t: &Tokens) -> Option<Rect> {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let named = |below: Rect| {
        if what.named {
            names(&painter, (rect, below), what, t);
        }
    };
    // Where no name goes.
    let mut blocked = Vec::new();
    if let Some(legend) = &what.weights
        && !matches!(what.layout, Layout::Difference { .. })
    {
        let inner = rect.shrink(MARGIN);
        let above = if what.caption.is_some() { CHIP + 8.0 } else { 0.0 };
        let under = legend.paint(&painter, inner.with_max_y(inner.bottom() - above), t);
        blocked.extend(under);
    }
    let shows_distances = matches!(what.layout, Layout::Difference { .. });
    if what.named && shows_distances && has_legend(rect) {
        blocked.push(legend_place(rect.shrink(MARGIN)));
    }
    if !what.joints.is_empty() {
        for picture in pictures(what.layout, rect) {
            let painter = painter.with_clip_rect(picture);
            super::names::paint(&painter, picture, &what.joints, &blocked, t);
        }
    }
    if let Some(text) = &what.caption {
        caption(&painter, rect, text, t);
    }
    let Some(band) = &what.band else {
        named(rect);
        return None;
    };
    let band_rect = band.paint(&painter, rect, what.band_reserved, t);
    named(rect.with_min_y(band_rect.bottom()));
    Some(band_rect)
}

/// The picture, or both of them side by side.
fn pictures(layout: Layout, rect: Rect) -> Vec<Rect> {
    let (left, right) = rect.split_left_right_at_fraction(0.5);
    match layout {
        Layout::Side => vec![left, right],
        _ => vec![rect],
    }
}

/// A line of text in the middle of the lower edge.
fn caption(painter: &Painter, rect: Rect, text: &str, t: &Tokens) {
    let job = egui::text::LayoutJob::simple_singleline(text.to_owned(), theme::semibold(12.0), t.text);
    let mut job = job;
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - 36.0);
    let galley = painter.layout_job(job);
    let center = pos2(rect.center().x, rect.bottom() - 8.0 - 0.5 * CHIP);
    let chip = Rect::from_center_size(center, vec2(galley.size().x + 20.0, CHIP - 2.0));
    painter.rect_filled(chip, CornerRadius::same(12), t.panel.gamma_multiply(0.8));
    painter.galley(chip.center() - 0.5 * galley.size(), galley, t.text);
}

/// Names, line and legend in a picture that fills `rect`, of which `free` is left for them.
fn names(painter: &Painter, (rect, free): (Rect, Rect), what: &Annotations, t: &Tokens) {
    let name = |which: usize| Name::new(painter, which, &what.names[which], t);
    let inner = free.shrink(MARGIN);
    match what.layout {
        Layout::A => name(0).paint(painter, inner.min, t),
        Layout::B => name(1).paint(painter, inner.min, t),
        Layout::Split { at } => {
            let x = divider_x(rect, at);
            divider(painter, free, x, t);
            if what.draggable {
                grip(painter, grip_at(rect, at), t);
            }
            let (a, b) = (name(0), name(1));
            let right = pos2(inner.right() - b.width, inner.top());
            // A name that the line has reached would stand over the other half.
            if inner.left() + a.width <= x - 4.0 {
                a.paint(painter, inner.min, t);
            }
            if right.x >= x + 4.0 {
                b.paint(painter, right, t);
            }
        }
        Layout::Side => {
            let middle = rect.center().x;
            divider(painter, free, middle, t);
            name(0).paint(painter, inner.min, t);
            name(1).paint(painter, pos2(middle + MARGIN, inner.top()), t);
        }
        Layout::Ghost | Layout::Difference { .. } => {
            let a = name(0);
            let next = inner.left() + a.width + 8.0;
            a.paint(painter, inner.min, t);
            name(1).paint(painter, pos2(next, inner.top()), t);
        }
    }
    if let Layout::Difference { scale } = what.layout
        && has_legend(rect)
    {
        legend(painter, inner, what, f64::from(scale), t);
    }
}

/// Where the line of a split stands, points; on a whole one, as the picture's own edge between the halves does.
pub fn divider_x(rect: Rect, at: f32) -> f32 {
    rect.left() + rect.width() * at.clamp(0.0, 1.0)
}

/// Where the line of a split is held, points: near its lower end, clear of the character.
pub fn grip_at(rect: Rect, at: f32) -> Pos2 {
    pos2(
        divider_x(rect, at),
        rect.bottom() - 40.0_f32.min(0.25 * rect.height()),
    )
}

/// The name of a way to skin, in its colour.
struct Name {
    letter: std::sync::Arc<egui::Galley>,
    text: std::sync::Arc<egui::Galley>,
    color: Color32,
    width: f32,
}

impl Name {
    fn new(painter: &Painter, which: usize, text: &str, t: &Tokens) -> Self {
        let (letter, color) = if which == 0 { ("A", t.a) } else { ("B", t.b) };
        let line = |text: &str| painter.layout_no_wrap(text.to_owned(), theme::semibold(12.0), color);
        let (letter, text) = (line(letter), line(text));
        let width = letter.size().x + 6.0 + text.size().x + 20.0;
        Self {
            letter,
            text,
            color,
            width,
        }
    }

    fn paint(self, painter: &Painter, at: Pos2, t: &Tokens) {
        let chip = Rect::from_min_size(at, vec2(self.width, CHIP));
        painter.rect_filled(chip, CornerRadius::same(13), t.panel.gamma_multiply(0.8));
        let middle = chip.center().y;
        let left = chip.left() + 10.0;
        let next = left + self.letter.size().x + 6.0;
        let top = |galley: &egui::Galley| middle - 0.5 * galley.size().y;
        painter.galley(pos2(left, top(&self.letter)), self.letter.clone(), self.color);
        painter.galley(pos2(next, top(&self.text)), self.text.clone(), self.color);
    }
}

/// A line over the whole height that shows on light and on dark.
fn divider(painter: &Painter, rect: Rect, x: f32, t: &Tokens) {
    painter.vline(x, rect.y_range(), Stroke::new(3.0, t.panel.gamma_multiply(0.55)));
    painter.vline(x, rect.y_range(), Stroke::new(1.0, t.text));
}

/// Says that the line can be dragged.
fn grip(painter: &Painter, at: Pos2, t: &Tokens) {
    painter.circle(at, 11.0, t.panel.gamma_multiply(0.9), Stroke::new(1.0, t.text));
    for side in [-1.0, 1.0] {
        let tip = at + vec2(6.5 * side, 0.0);
        let back = at.x + 3.0 * side;
        let stroke = Stroke::new(1.5, t.text);
        painter.line_segment([pos2(back, at.y - 3.5), tip], stroke);
        painter.line_segment([tip, pos2(back, at.y + 3.5)], stroke);
    }
}

/// Whether a picture has room for the legend of distances.
fn has_legend(rect: Rect) -> bool {
    rect.width() >= LEGEND_MIN[0] && rect.height() >= LEGEND_MIN[1]
}

/// Where that legend stands: in the lower left corner of `inner`.
fn legend_place(inner: Rect) -> Rect {
    let width = 260.0_f32.min(inner.width());
    Rect::from_min_max(
        pos2(inner.left(), inner.bottom() - 62.0),
        pos2(inner.left() + width, inner.bottom()),
    )
}

/// The colours of distances from 0 to `scale` metres, in the lower left corner of `inner`.
fn legend(painter: &Painter, inner: Rect, what: &Annotations, scale: f64, t: &Tokens) {
    let chip = legend_place(inner);
    let width = chip.width();
    painter.rect_filled(chip, CornerRadius::same(6), t.panel.gamma_multiply(0.8));
    let bar = Rect::from_min_max(
        pos2(chip.left() + 16.0, chip.top() + 25.0),
        pos2(chip.right() - 16.0, chip.top() + 35.0),
    );
    put(
        painter,
        pos2(bar.left(), chip.top() + 13.0),
        Align2::LEFT_CENTER,
        &what.legend,
        theme::caption(),
        t.second,
    );
    strip(painter, bar);
    painter.rect_stroke(
        bar,
        CornerRadius::ZERO,
        Stroke::new(1.0, t.line),
        StrokeKind::Outside,
    );
    let steps = if width < 220.0 {
        1
    } else {
        tick_steps(what.unit.of(scale))
    };
    for k in 0..=steps {
        let share = f64::from(k) / f64::from(steps);
        let x = bar.left() + bar.width() * share as f32;
        painter.vline(x, bar.bottom()..=bar.bottom() + 3.0, Stroke::new(1.0, t.second));
        put(
            painter,
            pos2(x, bar.bottom() + 5.0),
            Align2::CENTER_TOP,
            &tick_label(what.unit.of(scale) * share),
            theme::caption(),
            t.text,
        );
    }
}

/// A strip of the ramp that the picture is coloured by.
pub(super) fn strip(painter: &Painter, bar: Rect) {
    let mut mesh = Mesh::default();
    for k in 0..=RAMP_STEPS {
        let share = f32::from(k) / f32::from(RAMP_STEPS);
        let [r, g, b] = ramp::ramp(share).map(|v| (v * 255.0).round() as u8);
        let x = bar.left() + bar.width() * share;
        for y in [bar.top(), bar.bottom()] {
            mesh.vertices.push(Vertex {
                pos: pos2(x, y),
                uv: egui::epaint::WHITE_UV,
                color: Color32::from_rgb(r, g, b),
            });
        }
        if k > 0 {
            let i = 2 * u32::from(k);
            mesh.add_triangle(i - 2, i - 1, i);
            mesh.add_triangle(i - 1, i, i + 1);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// Into how many steps a scale that ends at `end` is parted so that each is a round number.
fn tick_steps(end: f64) -> u32 {
    let mantissa = end / 10_f64.powf(end.log10().floor());
    match mantissa {
        m if (m - 2.0).abs() < 1e-3 => 4,
        m if (m - 1.0).abs() < 1e-3 || (m - 5.0).abs() < 1e-3 || m > 9.999 => 5,
        _ => 2,
    }
}

/// As few digits as say it: `0.5`, `20`.
fn tick_label(value: f64) -> String {
    let text = three_digits(value);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        for (end, labels) in [
            (10.0, vec!["0", "2", "4", "6", "8", "10"]),
            (0.2, vec!["0", "0.05", "0.1", "0.15", "0.2"]),
            (50.0, vec!["0", "10", "20", "30", "40", "50"]),
            (7.3, vec!["0", "3.65", "7.3"]),
            (1000.0, vec!["0", "200", "400", "600", "800", "1000"]),
        ] {
            let steps = tick_steps(end);
            let got: Vec<String> = (0..=steps)
                .map(|k| tick_label(end * f64::from(k) / f64::from(steps)))
                .collect();
            assert_eq!(got, labels);
        }
    }

    #[test]
    fn ways_to_skin_have_names() {
        let texts = Texts::english();
        let name = |s: Skinning| skinning_name(&texts, s);
        assert_eq!(name(SkinningMethod::LinearBlend.into()), "LBS");
        let blend = Skinning {
            blend: 0.3,
            influence_limit: 1,
            ..SkinningMethod::Blend.into()
        };
        assert_eq!(name(blend), "Blend 30 % · 1 influence");
        assert_eq!(name(SkinningMethod::Masked.into()), "Masked");
    }
}
