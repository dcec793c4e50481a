//! The handles as they lie in a picture: rings and arrows, where the pointer takes hold of them, and what its way means.

use std::f32::consts::TAU;

use egui::{Pos2, Rect, Vec2};
use glam::{Mat3, Vec3};

use super::super::{Panel, marks};
use crate::viewer::{Camera, PoseTool, Projection};

/// Length of an arrow and radius of a ring, points.
pub(super) const RADIUS: f32 = 78.0;
/// Radius of the ring towards the eye.
pub(super) const OUTER: f32 = 94.0;
/// How near the pointer must be to a handle, points.
const REACH: f32 = 8.0;
/// Radius of the handle in the middle.
pub(super) const MIDDLE: f32 = 10.0;
/// Lines of which a ring is made.
const STEPS: usize = 72;
/// Seen more from its edge than this, a ring is turned along its line and not about its middle.
const EDGE: f32 = 0.2;

/// One handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Handle {
    /// Along or about one of three axes.
    Axis(usize),
    /// About the line to the eye, or in the plane of the picture.
    View,
}

impl Handle {
    pub(super) const ALL: [Self; 4] = [Self::View, Self::Axis(0), Self::Axis(1), Self::Axis(2)];

    /// Ids of what it is called for who cannot see it, when it turns and when it moves.
    pub(super) fn texts(self) -> [&'static str; 2] {
        match self {
            Self::Axis(0) => ["gizmo-turn-x", "gizmo-move-x"],
            Self::Axis(1) => ["gizmo-turn-y", "gizmo-move-y"],
            Self::Axis(_) => ["gizmo-turn-z", "gizmo-move-z"],
            Self::View => ["gizmo-turn-view", "gizmo-move-view"],
        }
    }
}

/// The gizmo as it lies in a picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct GizmoView {
    pub(super) center: Pos2,
    /// Unit, model space.
    pub(super) axes: [Vec3; 3],
    /// Unit, from the joint to the eye.
    pub(super) eye: Vec3,
    pub(super) right: Vec3,
    pub(super) up: Vec3,
    /// Points a metre at the joint.
    pub(super) scale: f32,
}

impl GizmoView {
    pub(super) fn of(panel: &Panel<'_>, picture: Rect) -> Option<Self> {
        let state = panel.state;
        let joint = state.selected_joint?;
        let matrix = state.posed.model_space.matrices().get(joint.index())?;
        let place = Vec3::from(matrix.translation);
        let camera: &Camera = &state.camera;
        let center = marks::project(camera, picture, place)?;
        let (right, up) = camera.right_up();
        let eye = match camera.projection_shown() {
            Projection::Perspective => (camera.position() - place).try_normalize()?,
            Projection::Orthographic => camera.backward(),
        };
        let step = 1e-3 * camera.distance.max(1e-6);
        let scale = marks::project(camera, picture, place + up * step)?.distance(center) / step;
        let own = Mat3::from(matrix.matrix3);
        let axes = if state.posing.is_local && state.posing.tool != Some(PoseTool::Reach) {
            // Sheared or flat axes are made right angles of.
            let x = own.x_axis.try_normalize()?;
            let y = (own.y_axis - x * x.dot(own.y_axis)).try_normalize()?;
            [x, y, x.cross(y)]
        } else {
            [Vec3::X, Vec3::Y, Vec3::Z]
        };
        (scale.is_finite() && scale > 0.0).then_some(Self {
            center,
            axes,
            eye,
            right,
            up,
            scale,
        })
    }

    /// A direction in the picture, a unit as one.
    pub(super) fn flat(&self, v: Vec3) -> Vec2 {
        Vec2::new(v.dot(self.right), -v.dot(self.up))
    }

    pub(super) fn normal(&self, handle: Handle) -> Vec3 {
        match handle {
            Handle::Axis(k) => self.axes[k],
            Handle::View => self.eye,
        }
    }

    /// Points from the middle to a ring.
    pub(super) fn radius(handle: Handle) -> f32 {
        if handle == Handle::View { OUTER } else { RADIUS }
    }

    /// Two axes of the plane of a ring.
    pub(super) fn plane(&self, handle: Handle) -> [Vec3; 2] {
        let u = self.normal(handle).any_orthonormal_vector();
        [u, self.normal(handle).cross(u)]
    }

    /// The points of a ring, each with whether it is on the side of the eye.
    pub(super) fn ring(&self, handle: Handle) -> Vec<(Pos2, bool)> {
        let [u, v] = self.plane(handle);
        let radius = Self::radius(handle);
        let whole = self.normal(handle).dot(self.eye).abs() > 0.96;
        (0..=STEPS)
            .map(|k| {
                let (sin, cos) = (TAU * k as f32 / STEPS as f32).sin_cos();
                let out = u * cos + v * sin;
                let at = self.center + self.flat(out) * radius;
                (at, whole || out.dot(self.eye) >= -0.02)
            })
            .collect()
    }

    /// How far the pointer is from a handle, points; `None` where it is none's.
    pub(super) fn distance(&self, tool: PoseTool, handle: Handle, at: Pos2) -> Option<f32> {
        let away = match (tool, handle) {
            (PoseTool::Rotate, _) => self
                .ring(handle)
                .windows(2)
                .filter(|w| w[0].1 && w[1].1)
                .map(|w| distance_to_segment(at, w[0].0, w[1].0))
                .fold(f32::INFINITY, f32::min),
            (_, Handle::View) => (at.distance(self.center) - MIDDLE).max(0.0),
            (_, Handle::Axis(k)) => {
                let along = self.flat(self.axes[k]);
                if along.length() < 0.1 {
                    return None;
                }
                let from = self.center + along * 16.0;
                distance_to_segment(at, from, self.center + along * (RADIUS + 8.0))
            }
        };
        (away <= REACH).then_some(away)
    }

    /// Where on a ring a place in the picture lies, radians from the first axis of its plane; `None` where the ring is seen
    /// too much from its edge.
    pub(super) fn angle_at(&self, handle: Handle, p: Pos2) -> Option<f32> {
        let [u, v] = self.plane(handle).map(|a| self.flat(a));
        let area = u.x * v.y - u.y * v.x;
        let d = p - self.center;
        let angle = || ((u.x * d.y - u.y * d.x) / area).atan2((d.x * v.y - d.y * v.x) / area);
        (area.abs() > EDGE).then(angle)
    }

    /// How far along an arrow a way in the picture leads, in its unit.
    pub(super) fn along(&self, axis: usize, way: Vec2) -> f32 {
        let along = self.flat(self.axes[axis]);
        way.dot(along) / along.length_sq().max(0.01)
    }

    /// By how much the pointer's way from `from` to `to` turns a ring, radians.
    pub(super) fn turned(&self, handle: Handle, grabbed: Pos2, from: Pos2, to: Pos2) -> f32 {
        if let (Some(before), Some(after)) = (self.angle_at(handle, from), self.angle_at(handle, to)) {
            let by = after - before;
            return by - TAU * (by / TAU).round();
        }
        // Along the line that the ring looks like, where it was taken hold of.
        let normal = self.normal(handle);
        let out = grabbed - self.center;
        let radial = self.right * out.x - self.up * out.y;
        let depth = (RADIUS * RADIUS - out.length_sq()).max(0.0).sqrt();
        let radial = radial + self.eye * depth;
        let tangent = self.flat(normal.cross(radial).normalize_or_zero());
        let moved = to - from;
        moved.dot(tangent) / (RADIUS * tangent.length_sq().max(0.05))
    }
}

fn distance_to_segment(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let (along, to) = (b - a, p - a);
    let share = (to.dot(along) / along.length_sq().max(1e-9)).clamp(0.0, 1.0);
    (to - along * share).length()
}

/// Where a handle can be taken hold of.
pub(super) fn mark_of(view: &GizmoView, tool: PoseTool, handle: Handle) -> Pos2 {
    match (tool, handle) {
        (PoseTool::Rotate, _) => {
            let ring = view.ring(handle);
            // In the middle of the side that faces the eye.
            let [u, v] = view.plane(handle);
            let best = (0..STEPS).max_by(|a, b| {
                let nearness = |k: usize| {
                    let (sin, cos) = (TAU * k as f32 / STEPS as f32).sin_cos();
                    (u * cos + v * sin).dot(view.eye)
                };
                nearness(*a).total_cmp(&nearness(*b))
            });
            ring[best.unwrap_or(0)].0
        }
        (_, Handle::View) => view.center,
        (_, Handle::Axis(k)) => view.center + view.flat(view.axes[k]) * RADIUS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(eye: Vec3) -> GizmoView {
        let right = Vec3::Y.cross(eye).normalize();
        GizmoView {
            center: Pos2::new(400.0, 300.0),
            axes: [Vec3::X, Vec3::Y, Vec3::Z],
            eye,
            right,
            up: eye.cross(right),
            scale: 200.0,
        }
    }

    /// What a hand drags along a ring from one of its points to another turns the first into the second.
    #[test]
    fn a_ring_follows_the_pointer_round() {
        let v = view(Vec3::new(0.4, 0.3, 1.0).normalize());
        for handle in Handle::ALL {
            let [a, b] = v.plane(handle);
            let at = |angle: f32| v.center + v.flat(a * angle.cos() + b * angle.sin()) * RADIUS;
            let mut sum = 0.0;
            for k in 0..40 {
                let step = |k: i32| 0.1 * k as f32;
                sum += v.turned(handle, at(0.0), at(step(k)), at(step(k + 1)));
            }
            assert!((sum - 4.0).abs() < 0.03, "{handle:?}: {sum}");
        }
    }

    #[test]
    fn a_ring_seen_from_its_edge_follows_along_its_line() {
        let v = view(Vec3::Z);
        // The ring about Y is a level line here; to the right in front is a turn from +Z towards +X.
        let grabbed = v.center;
        let by = v.turned(
            Handle::Axis(1),
            grabbed,
            grabbed,
            grabbed + Vec2::new(RADIUS, 0.0),
        );
        assert!((by - 1.0).abs() < 1e-3, "{by}");
    }

    #[test]
    fn the_nearest_handle_is_hit_and_far_away_none() {
        let v = view(Vec3::new(0.3, 0.4, 1.0).normalize());
        let tip = v.center + v.flat(Vec3::X) * RADIUS;
        assert!(v.distance(PoseTool::Move, Handle::Axis(0), tip).is_some());
        assert!(v.distance(PoseTool::Move, Handle::Axis(1), tip).is_none());
        let far = v.center + Vec2::splat(300.0);
        for handle in Handle::ALL {
            assert!(v.distance(PoseTool::Rotate, handle, far).is_none());
            let mark = mark_of(&v, PoseTool::Rotate, handle);
            assert!(v.distance(PoseTool::Rotate, handle, mark).is_some(), "{handle:?}");
        }
    }
}
