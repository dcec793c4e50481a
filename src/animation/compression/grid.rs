//! The instants at which a clip is held.

use super::super::clip::{Clip, Interpolation};

/// Rows a second between the keys of a spline.
const SPLINE_ROWS: f64 = 60.0;
/// Rows between two keys of a spline at most.
const MOST_SPLINE_ROWS: f64 = 256.0;

/// Times of all keys of a clip, each once: between two neighbours every LINEAR track is a straight line or one arc.
///
/// Splines add rows between their keys. Where a track has two keys at one time the row before stands one step of an
/// `f32` earlier, so that the jump stays one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grid {
    /// Seconds, ascending, no two equal.
    times: Vec<f32>,
}

impl Grid {
    /// The grid of a clip; empty if it has no keys.
    pub(super) fn of(clip: &Clip) -> Self {
        Self::finer(clip, 1)
    }

    /// The same with `fineness` times as many rows between the keys of splines.
    pub(super) fn finer(clip: &Clip, fineness: u32) -> Self {
        let fineness = f64::from(fineness);
        let mut times: Vec<f32> = Vec::new();
        for track in clip.tracks() {
            let keys = track.keys.times();
            times.extend(keys);
            times.extend(keys.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0].next_down()));
            if track.keys.interpolation() == Interpolation::CubicSpline {
                for w in keys.windows(2) {
                    let (from, gap) = (f64::from(w[0]), f64::from(w[1]) - f64::from(w[0]));
                    let parts = (gap * SPLINE_ROWS).ceil().clamp(4.0, MOST_SPLINE_ROWS) * fineness;
                    times.extend((1..parts as u32).map(|k| (from + gap * f64::from(k) / parts) as f32));
                }
            }
        }
        times.sort_by(f32::total_cmp);
        times.dedup();
        Self { times }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    /// Seconds.
    pub(super) fn times(&self) -> &[f32] {
        &self.times
    }

    /// How far `row` is from `from` to `to`, 0 to 1.
    pub(super) fn fraction(&self, from: usize, row: usize, to: usize) -> f64 {
        let [a, t, b] = [from, row, to].map(|r| f64::from(self.times[r]));
        if b > a { (t - a) / (b - a) } else { 0.0 }
    }
}
