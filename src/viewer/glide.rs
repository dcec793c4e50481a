//! The camera on its way to something that was asked for: a jump would leave a person wondering where they are.

use super::Camera;
use super::state::Shown;
use crate::math::Bounds;

/// How long it is under way, seconds.
const TAKES_SECS: f64 = 0.35;

/// From one view to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glide {
    from: Camera,
    to: Camera,
    passed_secs: f64,
}

impl Glide {
    fn at(&self, share: f32) -> Camera {
        // Slow at both ends.
        let s = share * share * (3.0 - 2.0 * share);
        let (a, b) = (&self.from, &self.to);
        Camera {
            target: a.target.lerp(b.target, s),
            // Equal times for equal ratios: coming nearer looks even.
            distance: a.distance * (b.distance / a.distance).powf(s),
            ..*b
        }
    }
}

impl Shown {
    /// Lets the camera glide to where it frames `bounds`, in the direction it looks now.
    pub(super) fn glide_to(&mut self, bounds: &Bounds) {
        // From where a camera of the file is, not through it.
        self.camera.leave();
        self.looking_through = None;
        let from = self.camera;
        self.pose_framed = false;
        self.frame_bounds(bounds);
        let to = std::mem::replace(&mut self.camera, from);
        self.glide = (from != to).then_some(Glide {
            from,
            to,
            passed_secs: 0.0,
        });
    }

    /// Lets time pass for the camera; true if it moved.
    pub(super) fn glide_on(&mut self, dt_secs: f64) -> bool {
        let Some(glide) = &mut self.glide else {
            return false;
        };
        glide.passed_secs += dt_secs;
        if glide.passed_secs < TAKES_SECS {
            let share = (glide.passed_secs / TAKES_SECS) as f32;
            self.camera = glide.at(share);
        } else {
            self.camera = glide.to;
            self.glide = None;
        }
        true
    }
}
