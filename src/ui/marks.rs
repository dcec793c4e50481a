//! Marks over the picture: the joints and vertices that a finding is about, the vertex that was gone to, and a step of
//! the frame inspector.

use egui::{Align2, Color32, Painter, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use glam::Vec3;

use super::theme::{self, Tokens, tokens};
use super::widgets::{put, put_name};
use super::{Panel, units};
use crate::inspect::probe::influences_of;
use crate::viewer::Camera;
use crate::viewer::view::Layout;

const RING: f32 = 5.5;
const DOT: f32 = 2.5;
/// Influences of the selected vertex that are named beside it.
const MOST_INFLUENCES: usize = 4;
/// Of their names and weights at most, points.
const INFLUENCES_WIDTH: f32 = 170.0;

/// Where the picture is, as [`show`] has left it for [`Walk::paint`].
fn picture_id() -> egui::Id {
    egui::Id::unique("picture of marks")
}

/// The picture, or both of them side by side.
pub(super) fn pictures(panel: &Panel<'_>, rect: Rect) -> Vec<Rect> {
    let (left, right) = rect.split_left_right_at_fraction(0.5);
    match panel.state.layout() {
        Layout::Side => vec![left, right],
        _ => vec![rect],
    }
}

/// A named place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mark {
    /// Model space.
    pub place: Vec3,
    /// Empty: a dot without a name.
    pub name: String,
    /// Which point of the name is at the place: its left one if the name stands at the right.
    pub side: Align2,
    /// Of its ring.
    pub color: Color32,
}

/// Places and the lines between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Walk {
    /// The places.
    pub marks: Vec<Mark>,
    /// From one place to another, model space.
    pub lines: Vec<([Vec3; 2], Color32)>,
}

impl Walk {
    /// Over the picture, from a panel that comes after it in the frame.
    pub(super) fn paint(&self, ui: &Ui, panel: &Panel<'_>) {
        let Some(rect) = ui.data(|d| d.get_temp::<Rect>(picture_id())) else {
            return;
        };
        let t = tokens(ui);
        for (p, picture) in pictures(panel, rect).into_iter().enumerate() {
            let painter = ui.painter().with_clip_rect(picture);
            let at = |place: Vec3| project(&panel.state.camera, picture, place);
            for ([a, b], color) in &self.lines {
                if let (Some(a), Some(b)) = (at(*a), at(*b)) {
                    painter.line_segment([a, b], Stroke::new(4.0, shade(&t)));
                    painter.line_segment([a, b], Stroke::new(1.75, *color));
                }
            }
            for (m, mark) in self.marks.iter().enumerate() {
                let Some(at) = at(mark.place) else { continue };
                painter.circle(at, RING - 1.0, shade(&t), Stroke::new(2.0, mark.color));
                if mark.name.is_empty() {
                    continue;
                }
                let rect = name_plate(&painter, at, 12.0, mark.side, &mark.name, &t);
                // For who cannot see it; outside the panel's own rectangle nothing of it is in a pointer's way.
                let response = ui.interact(rect, picture_id().with((p, m)), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &mark.name));
            }
        }
    }
}

/// A name beside a place, on a ground of its own; returns where it is.
fn name_plate(painter: &Painter, at: Pos2, gap: f32, side: Align2, name: &str, t: &Tokens) -> Rect {
    let galley = painter.layout_no_wrap(name.to_owned(), theme::strong(), t.text);
    // Away from the place: to the right if the name's left point is at it.
    let away = vec2(-side.x().to_sign(), -side.y().to_sign()) * (gap + 6.0);
    let plate = side.anchor_size(at + away, galley.size());
    painter.rect_filled(plate.expand2(vec2(6.0, 3.0)), 4.0, t.panel.gamma_multiply(0.92));
    painter.galley(plate.min, galley, t.text);
    plate
}

pub(super) fn show(ui: &Ui, panel: &Panel<'_>, rect: Rect) {
    ui.data_mut(|d| d.insert_temp(picture_id(), rect));
    let state = panel.state;
    let places = state.concerned_places();
    let vertex = state
        .selected_vertex
        .and_then(|v| Some((v.vertex, state.vertex_place(v)?)));
    // The joint that was gone to, while its finding is being read.
    let joint = state.selected_joint.filter(|j| {
        state
            .doctor
            .open_finding()
            .is_some_and(|f| f.joints.first.contains(j))
    });
    if places.is_empty() && vertex.is_none() {
        return;
    }
    let t = tokens(ui);
    for picture in pictures(panel, rect) {
        let painter = ui.painter().with_clip_rect(picture);
        let at = |place: Vec3| project(&state.camera, picture, place);
        for (at, is_vertex) in places.iter().filter_map(|(p, v)| Some((at(*p)?, *v))) {
            if is_vertex {
                painter.circle(at, DOT, t.warning, Stroke::new(1.0, shade(&t)));
            } else {
                painter.circle_stroke(at, RING, Stroke::new(3.5, shade(&t)));
                painter.circle_stroke(at, RING, Stroke::new(1.75, t.warning));
            }
        }
        let named = |place: Vec3, name: &str, color: Color32| {
            let at = at(place)?;
            painter.circle_stroke(at, RING + 4.0, Stroke::new(4.0, shade(&t)));
            painter.circle_stroke(at, RING + 4.0, Stroke::new(2.0, color));
            Some(name_plate(&painter, at, 12.0, Align2::LEFT_CENTER, name, &t))
        };
        if let Some((index, place)) = vertex {
            let words = [("n", units::count(index.into()).into())];
            let name = panel.texts.with("doctor-vertex-label", &words);
            if let Some(plate) = named(place, &name, t.accent) {
                influences(&painter, panel, plate, &t);
            }
        } else if let Some(joint) = joint {
            let place = state.posed.model_space.model_from_joint(joint).translation.into();
            named(place, state.tree.label(joint), t.accent);
        }
    }
}

/// What moves the selected vertex, below its number: joints with their weights, strongest first.
fn influences(painter: &Painter, panel: &Panel<'_>, plate: Rect, t: &Tokens) {
    let state = panel.state;
    let (Some(model), Some(vertex)) = (state.model.as_deref(), state.selected_vertex) else {
        return;
    };
    // The handles of a tool lie there.
    if state.posing.tool.is_some() {
        return;
    }
    let all = influences_of(model, vertex).unwrap_or_default();
    if all.is_empty() {
        return;
    }
    let mut lines: Vec<(String, String)> = all
        .iter()
        .take(MOST_INFLUENCES)
        .map(|(joint, weight)| {
            (
                state.tree.label(*joint).to_owned(),
                format!("{:.1} %", 100.0 * weight),
            )
        })
        .collect();
    if all.len() > lines.len() {
        let more = [("n", (all.len() - lines.len()).into())];
        lines.push((panel.texts.with("doctor-and-more", &more), String::new()));
    }
    let width = |text: &str| {
        let galley = painter.layout_no_wrap(text.to_owned(), theme::caption(), t.text);
        galley.size().x
    };
    let widest = lines
        .iter()
        .map(|(name, weight)| width(name) + width(weight) + 12.0);
    let widest = widest.fold(plate.width(), f32::max).min(INFLUENCES_WIDTH);
    let ground = Rect::from_min_size(
        pos2(plate.left() - 6.0, plate.bottom() + 5.0),
        vec2(widest + 12.0, 16.0 * lines.len() as f32 + 8.0),
    );
    painter.rect_filled(ground, 4.0, t.panel.gamma_multiply(0.92));
    for (k, (name, weight)) in lines.iter().enumerate() {
        let middle = ground.top() + 12.0 + 16.0 * k as f32;
        let right = pos2(ground.right() - 6.0, middle);
        let value = put(
            painter,
            right,
            Align2::RIGHT_CENTER,
            weight,
            theme::caption(),
            t.text,
        );
        let room = value.left() - plate.left() - 8.0;
        put_name(
            painter,
            pos2(plate.left(), middle),
            name,
            theme::caption(),
            t.second,
            room,
        );
    }
}

/// What sets a mark off from a picture of any brightness.
pub(super) fn shade(t: &Tokens) -> Color32 {
    t.panel.gamma_multiply(0.8)
}

/// Where a place is in the picture; `None` behind the camera.
pub(super) fn project(camera: &Camera, picture: Rect, place: Vec3) -> Option<Pos2> {
    let aspect = picture.width() / picture.height().max(1.0);
    let clip = camera.clip_from_world(aspect) * place.extend(1.0);
    let ndc = clip.truncate() / clip.w;
    (clip.w > 0.0 && ndc.is_finite()).then(|| {
        pos2(
            picture.center().x + 0.5 * ndc.x * picture.width(),
            picture.center().y - 0.5 * ndc.y * picture.height(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_in_the_middle_and_what_is_behind_is_not_there() {
        let camera = Camera::default();
        let picture = Rect::from_min_max(pos2(100.0, 50.0), pos2(300.0, 150.0));
        assert_eq!(project(&camera, picture, Vec3::ZERO), Some(picture.center()));
        let up = project(&camera, picture, Vec3::Y * 0.1).unwrap();
        assert!(up.y < picture.center().y && (up.x - picture.center().x).abs() < 1e-3);
        assert_eq!(project(&camera, picture, Vec3::Z * 10.0), None);
    }
}
