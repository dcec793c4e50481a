//! Names of joints beside them, with lines that lead to them, over a picture. Names do not lie over each other: where there
//! is no room near a joint its name is left out, those of joints with more below them first come first.

use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Stroke, Vec2, vec2};

use super::theme::{self, Tokens};

/// A joint's name and where the joint is in the picture (0 to 1 from the top left corner).
#[derive(Debug, Clone, PartialEq)]
pub struct JointName {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub at: [f32; 2],
    /// Selected or under the pointer: it is placed first and stands out.
    pub marked: bool,
}

/// The names of a scene's joints as a camera sees them; those of plain nodes only if the overlay shows them.
pub fn joint_names(
    model: &crate::model::Model,
    posed: &crate::model::PosedModel,
    view: &crate::viewer::view::View,
) -> Vec<JointName> {
    let [w, h] = view.size_px;
    let clip_from_model = view.camera.clip_from_world(w as f32 / h.max(1) as f32);
    let scene = model.scene(view.scene).map_or(&[][..], |s| &s.joints);
    let mut used = vec![false; model.skeleton.len()];
    for joint in model.skins.iter().flat_map(crate::skinning::Skin::joints) {
        used[joint.index()] = true;
    }
    let any_used = used.iter().any(|u| *u);
    let shows = |j: &crate::animation::JointId| {
        posed.hidden.shows_joint(*j) && (view.overlays.nodes || !any_used || used[j.index()])
    };
    let named = |joint: crate::animation::JointId| {
        let place: glam::Vec3 = posed
            .model_space
            .matrices()
            .get(joint.index())?
            .translation
            .into();
        let clip = clip_from_model * place.extend(1.0);
        let ndc = clip.truncate() / clip.w;
        let marked = Some(joint) == view.selected_joint || Some(joint) == view.hovered_joint;
        (clip.w > 0.0 && ndc.is_finite() && ndc.truncate().abs().max_element() <= 1.0).then(|| JointName {
            name: model.joint_label(joint),
            at: [0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y],
            marked,
        })
    };
    scene.iter().copied().filter(shows).filter_map(named).collect()
}

/// Between a joint and its name.
const GAP: f32 = 13.0;
/// Room around a name.
const MARGIN: Vec2 = vec2(4.0, 1.5);

/// Rectangles are looked for by bands of their height, so that many names stay quick: points.
const BAND: f32 = 24.0;

/// Where names of these sizes stand, each near its place, none over another, all within `rect`.
fn layout(places: &[(Pos2, bool)], sizes: &[Vec2], rect: Rect, blocked: &[Rect]) -> Vec<Option<Rect>> {
    let middle = {
        let sum = places.iter().fold(Vec2::ZERO, |sum, (p, _)| sum + p.to_vec2());
        (sum / places.len().max(1) as f32).to_pos2()
    };
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|k| !places[*k].1);
    let mut out: Vec<Option<Rect>> = vec![None; places.len()];
    let mut taken: std::collections::HashMap<i32, Vec<Rect>> = std::collections::HashMap::new();
    let bands = |r: &Rect| (r.top() / BAND).floor() as i32..=(r.bottom() / BAND).floor() as i32;
    for k in order {
        let (at, size) = (places[k].0, sizes[k] + 2.0 * MARGIN);
        if !places[k].1 && blocked.iter().any(|b| b.contains(at)) {
            // A line from out of a legend would say nothing.
            continue;
        }
        // Away from the middle of the figure first: there is room.
        let side = if at.x >= middle.x { 1.0 } else { -1.0 };
        let tries = [1.0, 2.2, 3.6, 5.2, 7.0].into_iter().flat_map(|reach| {
            [
                (side, 0.0),
                (side, -0.7),
                (side, 0.7),
                (side, -1.4),
                (side, 1.4),
                (-side, 0.0),
                (-side, -0.9),
                (-side, 0.9),
            ]
            .map(|(x, y)| {
                let anchor = at + vec2(x * GAP * reach, y * GAP * reach);
                let left = if x > 0.0 { anchor.x } else { anchor.x - size.x };
                Rect::from_min_size(Pos2::new(left, anchor.y - 0.5 * size.y), size)
            })
        });
        let free = |r: &Rect| {
            rect.contains_rect(*r)
                && !blocked.iter().any(|b| b.intersects(*r))
                && bands(r).all(|b| {
                    taken
                        .get(&b)
                        .is_none_or(|all| !all.iter().any(|t| t.intersects(*r)))
                })
        };
        let mut tries = tries;
        if let Some(found) = tries.find(free) {
            for band in bands(&found) {
                taken.entry(band).or_default().push(found);
            }
            out[k] = Some(found);
        }
    }
    out
}

/// Paints names over a picture that fills `rect`, none of them over `blocked`.
pub(super) fn paint(painter: &Painter, rect: Rect, names: &[JointName], blocked: &[Rect], t: &Tokens) {
    let places: Vec<(Pos2, bool)> = names
        .iter()
        .map(|n| {
            (
                rect.min + vec2(n.at[0] * rect.width(), n.at[1] * rect.height()),
                n.marked,
            )
        })
        .collect();
    let galleys: Vec<_> = names
        .iter()
        .map(|n| {
            let color = if n.marked { t.accent } else { t.text };
            painter.layout_no_wrap(n.name.clone(), theme::caption(), color)
        })
        .collect();
    let sizes: Vec<Vec2> = galleys.iter().map(|g| g.size()).collect();
    let plates = layout(&places, &sizes, rect.shrink(4.0), blocked);
    for (plate, (at, marked)) in plates.iter().zip(&places) {
        let Some(plate) = plate else { continue };
        let near = plate.clamp(*at);
        let color = if *marked { t.accent } else { t.second };
        painter.line_segment([*at, near], Stroke::new(2.5, t.panel.gamma_multiply(0.6)));
        painter.line_segment([*at, near], Stroke::new(1.0, color));
    }
    for ((plate, galley), (_, marked)) in plates.iter().zip(galleys).zip(&places) {
        let Some(plate) = plate else { continue };
        painter.rect_filled(*plate, CornerRadius::same(3), t.panel.gamma_multiply(0.82));
        if *marked {
            painter.rect_stroke(
                *plate,
                CornerRadius::same(3),
                Stroke::new(1.0, t.accent),
                egui::StrokeKind::Inside,
            );
        }
        painter.galley(plate.min + MARGIN, galley, Color32::PLACEHOLDER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_near_each_other_do_not_overlap_and_stay_in_the_picture() {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
        let places: Vec<(Pos2, bool)> = (0..40)
            .map(|k| {
                (
                    Pos2::new(150.0 + 9.0 * (k % 8) as f32, 100.0 + 12.0 * (k / 8) as f32),
                    k == 39,
                )
            })
            .collect();
        let sizes = vec![vec2(52.0, 12.0); 40];
        let plates = layout(&places, &sizes, rect, &[]);
        let placed: Vec<Rect> = plates.iter().flatten().copied().collect();
        assert!(placed.len() > 12, "{}", placed.len());
        assert!(plates[39].is_some(), "what is selected always has its name");
        for (k, a) in placed.iter().enumerate() {
            assert!(rect.contains_rect(*a));
            assert!(placed[k + 1..].iter().all(|b| !a.intersects(*b)), "{a:?}");
        }
        // None stands over a legend, nor comes from under one.
        let legend = Rect::from_min_size(Pos2::new(140.0, 90.0), vec2(40.0, 80.0));
        let beside = layout(&places, &sizes, rect, &[legend]);
        assert!(beside.iter().flatten().all(|r| !r.intersects(legend)));
        assert!(beside[0].is_none(), "its joint lies under the legend");
        // Alone it stands right beside its joint.
        let alone = layout(&[(Pos2::new(200.0, 150.0), false)], &sizes[..1], rect, &[])[0].unwrap();
        assert!((alone.left() - 200.0 - GAP).abs() < 0.5 && (alone.center().y - 150.0).abs() < 0.5);
    }
}
