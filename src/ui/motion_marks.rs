//! Over the picture: frames before and after, trails of joints, the path of the root.

use egui::{Align2, Color32, Painter, Pos2, Rect, Stroke, Ui};
use glam::Vec3;

use super::Panel;
use super::marks::{pictures, project, shade};
use super::theme::{self, Tokens, tokens};
use crate::animation::JointId;
use crate::inspect::motion::ClipMotion;

/// Dots of a trail nearer to each other than this are left out, points.
const DOTS_APART: f32 = 5.0;

pub(super) fn show(ui: &Ui, panel: &Panel<'_>, rect: Rect) {
    let motion = &panel.state.motion;
    let numbers = motion
        .of(panel.state.clip())
        .filter(|_| motion.path || !motion.trails.is_empty());
    if motion.ghosts.is_empty() && numbers.is_none() {
        return;
    }
    let t = tokens(ui);
    for picture in pictures(panel, rect) {
        let painter = ui.painter().with_clip_rect(picture);
        ghosts(&painter, panel, picture, &t);
        let Some(numbers) = numbers else { continue };
        if let Some(travel) = numbers.travel.filter(|_| motion.path) {
            root_path(&painter, panel, picture, numbers, travel.joint, &t);
        }
        let colors = [t.accent, t.warning, t.b, t.a, t.error];
        for (at, joint) in motion.trails.iter().enumerate() {
            let color = colors[at % colors.len()];
            trail(&painter, panel, picture, numbers, *joint, color, &t);
        }
    }
}

/// The colours of skeletons before and after the frame that shows.
pub(super) fn onion_colors(t: &Tokens) -> [Color32; 2] {
    [t.error, t.accent]
}

/// Skeletons, the farther in time the fainter: what was in one colour, what comes in another.
fn ghosts(painter: &Painter, panel: &Panel<'_>, picture: Rect, t: &Tokens) {
    let motion = &panel.state.motion;
    let count = motion.onion_count.max(1) as f32;
    let at = |place: Vec3| project(&panel.state.camera, picture, place);
    // The farthest first: what is near in time lies on top.
    let mut order: Vec<_> = motion.ghosts.iter().collect();
    order.sort_by_key(|g| std::cmp::Reverse(g.step.abs()));
    for ghost in order {
        let near = 1.0 - (ghost.step.unsigned_abs() as f32 - 1.0) / count;
        let [before, after] = onion_colors(t);
        let color = if ghost.step < 0 { before } else { after };
        let stroke = Stroke::new(1.75, color.gamma_multiply(0.25 + 0.65 * near));
        for [a, b] in &ghost.bones {
            if let (Some(a), Some(b)) = (at(*a), at(*b)) {
                painter.line_segment([a, b], stroke);
                painter.circle_filled(b, 1.8, stroke.color);
            }
        }
    }
}

/// The path of a joint as it is seen: without the root's travel while that is taken out.
fn seen(panel: &Panel<'_>, numbers: &ClipMotion, joint: JointId) -> Vec<Vec3> {
    let Some(path) = numbers.paths.of(joint) else {
        return Vec::new();
    };
    let carried = numbers
        .travel
        .filter(|_| panel.state.is_in_place())
        .filter(|t| {
            let model = panel.state.model.as_deref();
            model.is_some_and(|m| m.skeleton.ancestry(joint).any(|a| a == t.joint))
        })
        .map_or(Vec3::ZERO, |t| Vec3::new(t.travel.x, 0.0, t.travel.z));
    let last = path.len().saturating_sub(1).max(1) as f32;
    path.iter()
        .enumerate()
        .map(|(k, p)| *p - carried * (k as f32 / last))
        .collect()
}

fn trail(
    painter: &Painter,
    panel: &Panel<'_>,
    picture: Rect,
    numbers: &ClipMotion,
    joint: JointId,
    color: Color32,
    t: &Tokens,
) {
    let path = seen(panel, numbers, joint);
    let at: Vec<Option<Pos2>> = path
        .iter()
        .map(|p| project(&panel.state.camera, picture, *p))
        .collect();
    let now = panel.state.player.time_secs();
    let passed = numbers.paths.times.partition_point(|s| *s <= now);
    for (k, pair) in at.windows(2).enumerate() {
        let [Some(a), Some(b)] = [pair[0], pair[1]] else {
            continue;
        };
        painter.line_segment([a, b], Stroke::new(3.5, shade(t).gamma_multiply(0.6)));
        // What has passed is solid, what comes is faint.
        let strength = if k < passed { 1.0 } else { 0.45 };
        painter.line_segment([a, b], Stroke::new(1.75, color.gamma_multiply(strength)));
    }
    let mut last: Option<Pos2> = None;
    for dot in at.iter().flatten() {
        if last.is_none_or(|l| l.distance(*dot) >= DOTS_APART) {
            painter.circle_filled(*dot, 1.9, color);
            last = Some(*dot);
        }
    }
    let place: Vec3 = panel
        .state
        .posed
        .model_space
        .model_from_joint(joint)
        .translation
        .into();
    if let Some(here) = project(&panel.state.camera, picture, place) {
        painter.circle(here, 4.0, color, Stroke::new(1.5, shade(t)));
        let name = panel.state.tree.label(joint);
        let galley = painter.layout_no_wrap(name.to_owned(), theme::caption(), t.text);
        let plate = Align2::LEFT_CENTER.anchor_size(here + egui::vec2(9.0, 0.0), galley.size());
        painter.rect_filled(
            plate.expand2(egui::vec2(4.0, 1.0)),
            3.0,
            t.panel.gamma_multiply(0.85),
        );
        painter.galley(plate.min, galley, t.text);
    }
}

/// On the ground, with an arrow where it ends.
fn root_path(
    painter: &Painter,
    panel: &Panel<'_>,
    picture: Rect,
    numbers: &ClipMotion,
    root: JointId,
    t: &Tokens,
) {
    let bounds = panel.state.opening_bounds;
    let ground = if bounds.is_empty() { 0.0 } else { bounds.min.y };
    let at: Vec<Option<Pos2>> = seen(panel, numbers, root)
        .iter()
        .map(|p| project(&panel.state.camera, picture, Vec3::new(p.x, ground, p.z)))
        .collect();
    for pair in at.windows(2) {
        let [Some(a), Some(b)] = [pair[0], pair[1]] else {
            continue;
        };
        painter.line_segment([a, b], Stroke::new(4.0, shade(t).gamma_multiply(0.6)));
        painter.line_segment([a, b], Stroke::new(2.0, t.warning));
    }
    if let Some(Some(start)) = at.first() {
        painter.circle(*start, 3.5, t.panel, Stroke::new(2.0, t.warning));
    }
    if let Some(Some(end)) = at.last() {
        painter.circle_filled(*end, 4.0, t.warning);
    }
    let here: Vec3 = panel
        .state
        .posed
        .model_space
        .model_from_joint(root)
        .translation
        .into();
    if let Some(here) = project(&panel.state.camera, picture, Vec3::new(here.x, ground, here.z)) {
        painter.circle(here, 4.5, t.text, Stroke::new(1.5, shade(t)));
    }
}
