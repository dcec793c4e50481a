//! Time.

use super::ViewerState;

/// Longest piece of time that passes in one step. After the window was hidden, or the machine slept, the character goes
/// on from where it was instead of jumping.
pub const MAX_STEP_SECS: f64 = 0.5;

/// Lets `dt_secs` pass, at most [`MAX_STEP_SECS`]. Returns true if the picture may have changed.
pub fn advance(state: &mut ViewerState, dt_secs: f64) -> bool {
    let s = state.shown_mut();
    let Some(model) = s.model.clone() else {
        return false;
    };
    if dt_secs.is_nan() || dt_secs <= 0.0 {
        return false;
    }
    let glided = s.glide_on(dt_secs.min(MAX_STEP_SECS));
    if s.scrubbing {
        return glided;
    }
    let changed = s.player.advance(dt_secs.min(MAX_STEP_SECS), &model.clips);
    if changed {
        s.timeline.follow(s.player.time_secs(), s.duration_secs());
        s.repose();
    }
    changed || glided
}
