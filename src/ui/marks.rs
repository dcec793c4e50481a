//! Marks over the picture: the joints and vertices that a finding is about, and the vertex that was gone to.

use egui::{Align2, Color32, Pos2, Rect, Stroke, Ui, pos2};
use glam::Vec3;

use super::Panel;
use super::theme::{self, tokens};
use crate::viewer::Camera;
use crate::viewer::view::Layout;

const RING: f32 = 5.5;
const DOT: f32 = 2.5;

pub(super) fn show(ui: &Ui, panel: &Panel<'_>, rect: Rect) {
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
    let (left, right) = rect.split_left_right_at_fraction(0.5);
    let pictures = match state.layout() {
        Layout::Side => vec![left, right],
        _ => vec![rect],
    };
    for picture in pictures {
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
            let Some(at) = at(place) else { return };
            painter.circle_stroke(at, RING + 4.0, Stroke::new(4.0, shade(&t)));
            painter.circle_stroke(at, RING + 4.0, Stroke::new(2.0, color));
            let galley = painter.layout_no_wrap(name.to_owned(), theme::strong(), t.text);
            let corner = Align2::LEFT_CENTER.anchor_size(at + egui::vec2(18.0, 0.0), galley.size());
            painter.rect_filled(
                corner.expand2(egui::vec2(6.0, 3.0)),
                4.0,
                t.panel.gamma_multiply(0.92),
            );
            painter.galley(corner.min, galley, t.text);
        };
        if let Some((index, place)) = vertex {
            let name = panel
                .texts
                .with("doctor-vertex-label", &[("n", index.to_string().into())]);
            named(place, &name, t.accent);
        } else if let Some(joint) = joint {
            let place = state.posed.model_space.model_from_joint(joint).translation.into();
            named(place, state.tree.label(joint), t.accent);
        }
    }
}

/// What sets a mark off from a picture of any brightness.
fn shade(t: &theme::Tokens) -> Color32 {
    t.panel.gamma_multiply(0.8)
}

/// Where a place is in the picture; `None` behind the camera.
fn project(camera: &Camera, picture: Rect, place: Vec3) -> Option<Pos2> {
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
