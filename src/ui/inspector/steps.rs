//! The steps of the inspector in the picture: a step that is pointed at, or was clicked, is marked there.

use egui::{Align2, Color32, Role, Ui, WidgetInfo, pos2, vec2};
use glam::Vec3;

use super::super::Panel;
use super::super::marks::{Mark, Walk};
use super::super::theme::{self, PADDING, Tokens};
use super::super::widgets::{CLICK, focus_ring, put_cut, row_ground, tip};
use super::LINE;
use crate::animation::JointId;
use crate::inspect::stages::{JointRef, Stages, VertexStage};
use crate::model::Model;

/// Joints of a vertex whose marks are named; more names would cover the picture.
const MOST_NAMES: usize = 4;

/// A step that shows in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// From the parent to the joint.
    Local,
    /// From the root to the joint.
    Chain,
    /// The vertex as the joint holds it, at rest.
    InverseBind,
    /// From rest to where the joint alone puts the vertex.
    Matrix,
    /// Where each joint alone would put the vertex.
    Influences,
    /// Where each method puts it.
    Blend,
}

/// Which step shows: the one that is pointed at, else the one that was clicked.
pub(super) struct Steps {
    chosen: Option<Step>,
    hovered: Option<Step>,
    id: egui::Id,
}

impl Steps {
    pub(super) fn load(ui: &Ui) -> Self {
        let id = ui.scope_id().with("inspector step");
        Self {
            chosen: ui.data(|d| d.get_temp(id)).unwrap_or(None),
            hovered: None,
            id,
        }
    }

    /// The name of a step over a thin line, to be clicked; true if it was chosen now.
    pub(super) fn heading(&mut self, ui: &mut Ui, panel: &Panel<'_>, step: Step, t: &Tokens) -> bool {
        let (name, about) = match step {
            Step::Local => ("inspector-local", "inspector-local-tip"),
            Step::Chain => ("inspector-chain", "inspector-chain-tip"),
            Step::InverseBind => ("inspector-inverse-bind", "inspector-inverse-bind-tip"),
            Step::Matrix => ("inspector-matrix", "inspector-matrix-tip"),
            Step::Influences => ("inspector-influences", "inspector-influences-tip"),
            Step::Blend => ("inspector-blend", "inspector-blend-tip"),
        };
        ui.add_space(6.0);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), CLICK);
        let is_chosen = self.chosen == Some(step);
        row_ground(ui, rect, &response, is_chosen);
        let left = rect.left() + PADDING;
        ui.painter()
            .hline(left..=rect.right() - PADDING, rect.top(), (1.0, t.line));
        let ink = if is_chosen || response.hovered() {
            t.accent
        } else {
            t.second
        };
        // An eye would be too small to read here: a ring, as the marks are.
        let ring = pos2(rect.right() - PADDING - 4.0, rect.center().y + 1.0);
        ui.painter().circle_stroke(ring, 3.0, (1.5, ink));
        let text = panel.text(name);
        let room = rect.width() - 2.0 * PADDING - 14.0;
        let at = pos2(left, rect.center().y + 1.0);
        put_cut(ui.painter(), at, &text, theme::caption(), ink, room);
        focus_ring(ui, &response, rect.shrink2(vec2(4.0, 0.0)));
        response.widget_info(move || WidgetInfo::selected(Role::Button, true, is_chosen, &text));
        if response.hovered() {
            self.hovered = Some(step);
        }
        let hint = format!("{}\n{}", panel.text(about), panel.text("inspector-mark-tip"));
        let clicked = tip(response, &hint, None)
            .on_hover_cursor(egui::CursorIcon::PointingHand)
            .clicked();
        if clicked {
            self.chosen = (!is_chosen).then_some(step);
        }
        clicked && !is_chosen
    }

    /// Marks the step in the picture.
    pub(super) fn show(self, ui: &Ui, panel: &Panel<'_>, model: &Model, stages: &Stages, t: &Tokens) {
        ui.data_mut(|d| d.insert_temp(self.id, self.chosen));
        if let Some(step) = self.hovered.or(self.chosen) {
            walk(panel, model, stages, step, t).paint(ui, panel);
        }
    }
}

fn walk(panel: &Panel<'_>, model: &Model, stages: &Stages, step: Step, t: &Tokens) -> Walk {
    let vertex = stages.vertex.as_ref();
    match step {
        Step::Local => links(stages, 2, t.accent),
        Step::Chain => links(stages, usize::MAX, t.accent),
        Step::InverseBind => at_rest(panel, model, stages, t),
        Step::Matrix => moved_by_joint(panel, model, stages, t),
        Step::Influences => vertex.map_or_else(Walk::default, |v| alone(panel, v, t)),
        Step::Blend => vertex.map_or_else(Walk::default, |v| blends(panel, v, t)),
    }
}

fn mark(place: Vec3, name: impl Into<String>, color: Color32) -> Mark {
    Mark {
        place,
        name: name.into(),
        side: Align2::LEFT_CENTER,
        color,
    }
}

/// The last `most` joints of the chain, joined by lines; the ends are named.
fn links(stages: &Stages, most: usize, color: Color32) -> Walk {
    let chain = &stages.chain[stages.chain.len().saturating_sub(most)..];
    let places: Vec<Vec3> = chain.iter().map(|c| c.model.translation.into()).collect();
    let ends = |i: usize| i == 0 || i + 1 == chain.len();
    let marks = chain.iter().zip(&places).enumerate().map(|(i, (link, place))| {
        let name = if ends(i) { link.joint.name.as_str() } else { "" };
        mark(*place, name, color)
    });
    Walk {
        marks: marks.collect(),
        lines: places.windows(2).map(|p| ([p[0], p[1]], color)).collect(),
    }
}

/// The vertex, if the joint moves it.
fn held(stages: &Stages) -> Option<&VertexStage> {
    let v = stages.vertex.as_ref()?;
    v.influences
        .iter()
        .any(|i| i.joint.id == stages.joint.id)
        .then_some(v)
}

/// Where the joint stands at rest, and there the vertex, by what the inverse bind says of it.
fn rest_of(model: &Model, stages: &Stages) -> Option<(Vec3, Option<Vec3>)> {
    let skin = stages.skin.as_ref()?;
    let rest = model.skeleton.rest_model_pose().model_from_joint(stages.joint.id);
    let carried = held(stages).map(|v| (rest * skin.inverse_bind).transform_point3(v.morphed));
    Some((rest.translation.into(), carried))
}

fn named(panel: &Panel<'_>, id: &str, name: &str) -> String {
    panel.texts.with(id, &[("name", name.into())])
}

fn vertex_name(panel: &Panel<'_>, stages: &Stages) -> String {
    let n = stages.vertex.as_ref().map_or(0, |v| v.vertex);
    panel
        .texts
        .with("doctor-vertex-label", &[("n", n.to_string().into())])
}

fn at_rest(panel: &Panel<'_>, model: &Model, stages: &Stages, t: &Tokens) -> Walk {
    let Some((joint, vertex)) = rest_of(model, stages) else {
        return Walk::default();
    };
    let name = named(panel, "inspector-mark-rest", &stages.joint.name);
    let mut out = Walk {
        marks: vec![Mark {
            side: Align2::RIGHT_CENTER,
            ..mark(joint, name, t.accent)
        }],
        lines: Vec::new(),
    };
    if let Some(vertex) = vertex {
        let name = named(panel, "inspector-mark-rest", &vertex_name(panel, stages));
        out.marks.push(mark(vertex, name, t.text));
        out.lines.push(([joint, vertex], t.accent));
    }
    out
}

fn moved_by_joint(panel: &Panel<'_>, model: &Model, stages: &Stages, t: &Tokens) -> Walk {
    let (Some((_, Some(rest))), Some(v), Some(skin)) =
        (rest_of(model, stages), held(stages), stages.skin.as_ref())
    else {
        return links(stages, 1, t.accent);
    };
    let moved = skin.skinning_matrix.transform_point3(v.morphed);
    let before = named(panel, "inspector-mark-rest", &vertex_name(panel, stages));
    let after = named(panel, "inspector-mark-alone", &stages.joint.name);
    Walk {
        marks: vec![
            Mark {
                side: Align2::RIGHT_CENTER,
                ..mark(rest, before, t.text)
            },
            mark(moved, after, t.accent),
        ],
        lines: vec![([rest, moved], t.accent)],
    }
}

fn alone(panel: &Panel<'_>, v: &VertexStage, t: &Tokens) -> Walk {
    let mut out = Walk::default();
    for (n, i) in v.influences.iter().enumerate() {
        let JointRef { name, .. } = &i.joint;
        let name = if n < MOST_NAMES {
            named(panel, "inspector-mark-alone", name)
        } else {
            String::new()
        };
        out.marks.push(mark(i.moved, name, t.accent));
        out.lines.push(([i.moved, v.linear.position], t.accent));
    }
    out.marks.push(Mark {
        side: Align2::RIGHT_CENTER,
        ..mark(v.linear.position, "LBS", t.text)
    });
    out
}

fn blends(panel: &Panel<'_>, v: &VertexStage, t: &Tokens) -> Walk {
    let mut out = Walk::default();
    out.marks.push(Mark {
        side: Align2::RIGHT_CENTER,
        ..mark(v.linear.position, "LBS", t.text)
    });
    let Some(dual) = &v.dual_quaternion else {
        return out;
    };
    out.lines.push(([v.linear.position, dual.position], t.accent));
    out.marks.push(mark(dual.position, "DQS", t.text));
    if v.factor.is_some() {
        let name = panel.text(&format!("method-{}", v.method));
        out.marks.push(Mark {
            side: Align2::CENTER_TOP,
            ..mark(v.result, name, t.accent)
        });
    }
    out
}

/// Selects a joint and shows the skeleton, where it lights up with the chain above it.
pub(super) fn light(panel: &mut Panel<'_>, joint: JointId) {
    use crate::viewer::{Command, Overlay};
    panel.push(Command::SetOverlay(Overlay::Skeleton, true));
    panel.push(Command::SelectJoint(Some(joint)));
}
