//! What the colours of influences mean, over a picture.

use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};

use super::theme::{self, Tokens};
use super::widgets::{put, put_cut};
use crate::animation::JointId;
use crate::model::Model;
use crate::text::Texts;
use crate::viewer::look::{COUNT_COLORS, MarkedVertices, NO_WEIGHT_COLORS, joint_color};
use crate::viewer::{WeightView, Weights};

/// The colours of marked vertices: over the limit, not normalised, without weight. As `MARK_COLORS` in `wire.wgsl`.
const COLORS: [Color32; 3] = [
    Color32::from_rgb(255, 153, 26),
    Color32::from_rgb(242, 56, 51),
    Color32::from_rgb(237, 64, 217),
];

/// Joints that a legend names before it counts the rest.
const MOST_JOINTS: usize = 12;
const WIDTH: f32 = 260.0;
const ROW: f32 = 17.0;

/// The legend of a view of influences.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightLegend {
    view: WeightView,
    title: String,
    /// Colours with what they mean, in the order of a list.
    rows: Vec<(Color32, String)>,
    /// Said under the list.
    more: Option<String>,
    /// What the surface without any of the weight is called, beside the ramp.
    none: String,
    /// Marks with what they mean.
    marks: Vec<(Color32, String)>,
}

impl WeightLegend {
    /// That of `weights` on `model`; `scene` says which joints are named.
    pub fn new(
        texts: &Texts,
        model: &Model,
        scene: crate::model::SceneId,
        weights: &Weights,
        marked: MarkedVertices,
    ) -> Self {
        let rgb = |[r, g, b]: [u8; 3]| Color32::from_rgb(r, g, b);
        let mut rows = Vec::new();
        let mut more = None;
        let title = match weights.view {
            WeightView::Chosen => {
                let names: Vec<String> = weights
                    .joints
                    .iter()
                    .flatten()
                    .map(|j| model.joint_label(*j))
                    .collect();
                let carriers = weighted_joints(model, scene);
                let carries = |joint: &JointId| {
                    carriers.iter().any(|(j, _)| j == joint)
                        || model.scene_instances(scene).any(|(_, i)| i.joint == *joint)
                };
                if names.is_empty() {
                    texts.get("weights-choose")
                } else if !weights.joints.iter().flatten().any(carries) {
                    // A plain ramp over a grey body would look like a fault.
                    let words = [("joints", names.join(" + ").into()), ("n", names.len().into())];
                    texts.with("legend-moves-none", &words)
                } else {
                    texts.with("legend-weight", &[("joints", names.join(" + ").into())])
                }
            }
            WeightView::Joints | WeightView::Dominant => {
                let mut joints = weighted_joints(model, scene);
                // Those that move most are those that are looked for.
                joints.sort_by_key(|(_, moved)| std::cmp::Reverse(*moved));
                rows.extend(
                    joints
                        .iter()
                        .take(MOST_JOINTS)
                        .map(|(j, _)| (rgb(joint_color(*j)), model.joint_label(*j))),
                );
                more = joints.len().checked_sub(MOST_JOINTS).filter(|n| *n > 0).map(|n| {
                    let n = u32::try_from(n).unwrap_or(u32::MAX);
                    texts.with("legend-more-joints", &[("n", n.into())])
                });
                texts.get(&super::looks::weights_id(Some(weights.view)))
            }
            WeightView::Count => {
                let label = |k: usize| match k {
                    0..4 => (k + 1).to_string(),
                    4 => "5–8".to_owned(),
                    _ => "> 8".to_owned(),
                };
                rows.extend(COUNT_COLORS.iter().enumerate().map(|(k, c)| (rgb(*c), label(k))));
                texts.get("weights-influences")
            }
        };
        let limit = weights.limit;
        let kinds = [
            (COLORS[2], "legend-unweighted", marked.unweighted),
            (COLORS[1], "legend-unnormalised", marked.unnormalised),
            (COLORS[0], "legend-over-limit", marked.over_limit),
        ];
        let marks = kinds
            .into_iter()
            .filter(|(_, _, n)| *n > 0)
            .map(|(color, id, n)| {
                let shown = super::units::count(n as u64);
                (
                    color,
                    texts.with(id, &[("count", shown.into()), ("limit", limit.into())]),
                )
            });
        Self {
            view: weights.view,
            title,
            rows,
            more,
            none: texts.get("legend-no-weight"),
            marks: marks.collect(),
        }
    }

    /// Paints it into the lower left corner of `inner`, and returns where it is; small pictures have none.
    pub(super) fn paint(&self, painter: &Painter, inner: Rect, t: &Tokens) -> Option<Rect> {
        let columns = match self.view {
            WeightView::Count => self.rows.len(),
            _ => 2,
        };
        let lines = self.rows.len().div_ceil(columns.max(1));
        let scale = if self.view == WeightView::Chosen {
            34.0
        } else {
            0.0
        };
        let listed = lines + usize::from(self.more.is_some()) + self.marks.len();
        let height = 30.0 + scale + ROW * listed as f32;
        if inner.width() < 150.0 || inner.height() < height + 40.0 {
            return None;
        }
        let width = WIDTH.min(inner.width());
        let chip = Rect::from_min_max(
            pos2(inner.left(), inner.bottom() - height),
            pos2(inner.left() + width, inner.bottom()),
        );
        painter.rect_filled(chip, CornerRadius::same(6), t.panel.gamma_multiply(0.86));
        let left = chip.left() + 14.0;
        let room = chip.width() - 28.0;
        put_cut(
            painter,
            pos2(left, chip.top() + 14.0),
            &self.title,
            theme::caption(),
            t.second,
            room,
        );
        let mut y = chip.top() + 26.0;
        if self.view == WeightView::Chosen {
            self.ramp(painter, pos2(left, y), room, t);
            y += scale;
        }
        let cells = self.cells(painter, columns, room);
        for (k, (color, name)) in self.rows.iter().enumerate() {
            let (x, cell) = cells[k % columns];
            let at = pos2(left + x, y + ROW * (k / columns) as f32 + 0.5 * ROW);
            let patch = Rect::from_center_size(at + vec2(5.0, 0.0), vec2(10.0, 10.0));
            painter.rect_filled(patch, CornerRadius::same(2), *color);
            put_cut(
                painter,
                at + vec2(15.0, 0.0),
                name,
                theme::caption(),
                t.text,
                cell - 19.0,
            );
        }
        y += ROW * lines as f32;
        if let Some(more) = &self.more {
            put_cut(
                painter,
                pos2(left, y + 0.5 * ROW),
                more,
                theme::caption(),
                t.second,
                room,
            );
            y += ROW;
        }
        for (color, text) in &self.marks {
            painter.circle(
                pos2(left + 5.0, y + 0.5 * ROW),
                4.0,
                *color,
                Stroke::new(1.0, t.background),
            );
            put_cut(
                painter,
                pos2(left + 15.0, y + 0.5 * ROW),
                text,
                theme::caption(),
                t.text,
                room - 15.0,
            );
            y += ROW;
        }
        Some(chip)
    }

    /// The ramp of a weight from 0 to 1, and before it the colour of a surface without any.
    fn ramp(&self, painter: &Painter, at: Pos2, room: f32, t: &Tokens) {
        let (left, y) = (at.x, at.y);
        let [dark, light] = NO_WEIGHT_COLORS;
        let [r, g, b] = if *t == Tokens::DARK { dark } else { light };
        let swatch = Rect::from_min_size(pos2(left, y), vec2(18.0, 9.0));
        painter.rect(
            swatch,
            CornerRadius::ZERO,
            Color32::from_rgb(r, g, b),
            Stroke::new(1.0, t.line),
            StrokeKind::Outside,
        );
        let under = pos2(swatch.left(), swatch.bottom() + 5.0);
        let none = put(
            painter,
            under,
            Align2::LEFT_TOP,
            &self.none,
            theme::caption(),
            t.text,
        );
        let from = none.right().max(swatch.right()) + 12.0;
        let bar = Rect::from_min_max(pos2(from, y), pos2(left + room, y + 9.0));
        super::annotate::strip(painter, bar);
        painter.rect_stroke(
            bar,
            CornerRadius::ZERO,
            Stroke::new(1.0, t.line),
            StrokeKind::Outside,
        );
        for k in 0..=4 {
            let x = bar.left() + bar.width() * k as f32 / 4.0;
            painter.vline(x, bar.bottom()..=bar.bottom() + 3.0, Stroke::new(1.0, t.second));
            let label = ["0", "0.25", "0.5", "0.75", "1"][k];
            put(
                painter,
                pos2(x, bar.bottom() + 5.0),
                Align2::CENTER_TOP,
                label,
                theme::caption(),
                t.text,
            );
        }
    }

    /// Where each column begins, and how wide it is: numbers as wide as they are, with the rest shared between them.
    fn cells(&self, painter: &Painter, columns: usize, room: f32) -> Vec<(f32, f32)> {
        let count = columns.max(1);
        if self.view != WeightView::Count {
            let cell = room / count as f32;
            return (0..count).map(|k| (cell * k as f32, cell)).collect();
        }
        let widths: Vec<f32> = self
            .rows
            .iter()
            .map(|(_, name)| {
                let galley = painter.layout_no_wrap(name.clone(), theme::caption(), Color32::WHITE);
                // The patch before it, and what a cut needs not to cut it.
                galley.size().x + 20.0
            })
            .collect();
        let gap = (room - widths.iter().sum::<f32>()).max(0.0) / (count.max(2) - 1) as f32;
        let mut next = 0.0;
        widths
            .iter()
            .map(|width| {
                let from = next;
                next += width + gap;
                (from, *width)
            })
            .collect()
    }
}

/// The joints of a scene's skins that carry weight, in the skeleton's order, and how many vertices each moves.
fn weighted_joints(model: &Model, scene: crate::model::SceneId) -> Vec<(JointId, usize)> {
    let mut moved: std::collections::BTreeMap<JointId, usize> = std::collections::BTreeMap::new();
    for (_, instance) in model.scene_instances(scene) {
        let Some(skin) = instance.skin.and_then(|s| model.skins.get(s.0 as usize)) else {
            continue;
        };
        for (joint, carries) in skin.joints().iter().zip(skin.carries_weight()) {
            if *carries {
                moved.entry(*joint).or_default();
            }
        }
        let mut of_slot = vec![0; skin.joints().len()];
        for influences in model
            .mesh(instance.mesh)
            .primitives
            .iter()
            .filter_map(|p| p.influences.as_ref())
        {
            for influence in (0..influences.len()).flat_map(|v| influences.of(v)) {
                if let Some(count) = of_slot.get_mut(influence.joint as usize) {
                    *count += 1;
                }
            }
        }
        for (joint, count) in skin.joints().iter().zip(of_slot) {
            if count > 0 {
                *moved.entry(*joint).or_default() += count;
            }
        }
    }
    moved.into_iter().collect()
}
