//! The camera on its way to something that was asked for: a jump would leave a person wondering where they are. Who finds
//! moving pictures unpleasant has it jump all the same.

use std::f32::consts::{PI, TAU};

use super::Camera;
use super::state::{Framed, Shown};
use crate::math::Bounds;

/// How long it is under way, seconds.
const TAKES_SECS: f64 = 0.35;
/// After how long a turn that was let go of has about a third of its speed, seconds.
const SPIN_FADES_SECS: f32 = 0.11;
/// A slower turn stands still, radians a second.
const SPIN_ENDS: f32 = 0.04;
/// How long the turntable takes for a turn, seconds.
pub(super) const TURN_SECS: f64 = 14.0;

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
        // The short way round.
        let turn = (b.yaw - a.yaw + PI).rem_euclid(TAU) - PI;
        Camera {
            target: a.target.lerp(b.target, s),
            yaw: (a.yaw + turn * s).rem_euclid(TAU),
            pitch: a.pitch + (b.pitch - a.pitch) * s,
            // Equal times for equal ratios: coming nearer looks even.
            distance: a.distance * (b.distance / a.distance).powf(s),
            fov_y: a.fov_y + (b.fov_y - a.fov_y) * s,
            ..*b
        }
    }
}

/// A turn that a hand has let go of, radians a second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spin {
    yaw: f32,
    pitch: f32,
}

impl Shown {
    /// Lets the camera glide to where it frames `bounds`, in the direction it looks now.
    pub(super) fn glide_to(&mut self, bounds: &Bounds) {
        // From where a camera of the file is, not through it.
        self.camera.leave();
        self.looking_through = None;
        let from = self.camera;
        self.framed = Framed::Nothing;
        self.frame_bounds(bounds);
        self.glide_from(from);
    }

    /// The camera has been set to where it shall be: lets it come there from `from`.
    pub(super) fn glide_from(&mut self, from: Camera) {
        let to = self.camera;
        self.spin = None;
        if from == to || self.settings.reduced_motion || from.projection != to.projection {
            return;
        }
        self.camera = from;
        self.glide = Some(Glide {
            from,
            to,
            passed_secs: 0.0,
        });
    }

    /// Lets the camera turn on, slower and slower.
    pub(super) fn spin(&mut self, yaw: f32, pitch: f32) {
        let moves = yaw.hypot(pitch);
        // A hand does not turn faster than this.
        let most = 12.0;
        if self.settings.reduced_motion || !moves.is_finite() || moves < 4.0 * SPIN_ENDS {
            return;
        }
        let scale = (most / moves).min(1.0);
        self.spin = Some(Spin {
            yaw: yaw * scale,
            pitch: pitch * scale,
        });
    }

    /// Lets time pass for the camera; true if it moved.
    pub(super) fn glide_on(&mut self, dt_secs: f64) -> bool {
        let mut moved = false;
        if let Some(glide) = &mut self.glide {
            glide.passed_secs += dt_secs;
            if glide.passed_secs < TAKES_SECS {
                let share = (glide.passed_secs / TAKES_SECS) as f32;
                self.camera = glide.at(share);
            } else {
                self.camera = glide.to;
                self.glide = None;
            }
            moved = true;
        }
        if let Some(spin) = self.spin {
            // What an exponential fade passes through in this time.
            let dt = dt_secs as f32;
            let left = (-dt / SPIN_FADES_SECS).exp();
            let way = SPIN_FADES_SECS * (1.0 - left);
            self.camera.orbit(spin.yaw * way, spin.pitch * way);
            let (yaw, pitch) = (spin.yaw * left, spin.pitch * left);
            self.spin = (yaw.hypot(pitch) > SPIN_ENDS).then_some(Spin { yaw, pitch });
            moved = true;
        }
        if self.turntable && self.glide.is_none() && self.looking_through.is_none() {
            self.camera
                .orbit((dt_secs * f64::from(TAU) / TURN_SECS) as f32, 0.0);
            moved = true;
        }
        moved
    }
}

#[cfg(test)]
#[path = "glide_tests.rs"]
mod tests;
