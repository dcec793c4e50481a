//! The instants at which a clip is held.

use std::collections::BinaryHeap;

use super::super::clip::{Clip, Interpolation};

/// Rows a second between the keys of a spline.
const SPLINE_ROWS: f64 = 60.0;
/// Rows between two keys of a spline at most.
const MOST_SPLINE_ROWS: f64 = 256.0;

/// Times of all keys of a clip, each once: between two neighbours every LINEAR track is a straight line or one arc.
///
/// Splines add rows between, as dense as the one that wants most of them there. Where a track has two keys at one time the
/// row before stands one step of an `f32` earlier, so that the jump stays one.
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
        let mut times: Vec<f32> = Vec::new();
        // Where a spline begins to want rows, how far apart at most, and where it ends.
        let mut wishes: Vec<(f32, f64, f32)> = Vec::new();
        for track in clip.tracks() {
            let keys = track.keys.times();
            times.extend(keys);
            times.extend(keys.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0].next_down()));
            if track.keys.interpolation() == Interpolation::CubicSpline {
                wishes.extend(keys.windows(2).map(|w| {
                    let gap = f64::from(w[1]) - f64::from(w[0]);
                    let rows = (gap * SPLINE_ROWS).ceil().clamp(4.0, MOST_SPLINE_ROWS);
                    (w[0], gap / (rows * f64::from(fineness)), w[1])
                }));
            }
        }
        times.sort_by(f32::total_cmp);
        times.dedup();
        wishes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut times = with_rows_between(&times, &wishes);
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

/// A spline's wish; the one for the densest rows is the greatest.
#[derive(PartialEq)]
struct Wish {
    apart: f64,
    until: f32,
}

impl Eq for Wish {}

impl Ord for Wish {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_time = || self.until.total_cmp(&other.until);
        other.apart.total_cmp(&self.apart).then_with(by_time)
    }
}

impl PartialOrd for Wish {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Key times (ascending, each once), and rows evenly between two of them.
fn with_rows_between(times: &[f32], wishes: &[(f32, f64, f32)]) -> Vec<f32> {
    let mut rows = Vec::new();
    let mut open: BinaryHeap<Wish> = BinaryHeap::new();
    let mut next = wishes.iter().peekable();
    for w in times.windows(2) {
        let (from, gap) = (f64::from(w[0]), f64::from(w[1]) - f64::from(w[0]));
        rows.push(w[0]);
        while let Some(&(_, apart, until)) = next.next_if(|wish| wish.0 <= w[0]) {
            open.push(Wish { apart, until });
        }
        while open.peek().is_some_and(|wish| wish.until <= w[0]) {
            open.pop();
        }
        // What no `f32` tells from a key is dropped with the doubles.
        if let Some(wish) = open.peek().filter(|wish| wish.apart > 0.0) {
            let parts = (gap / wish.apart).ceil();
            rows.extend((1..parts as u32).map(|k| (from + gap * f64::from(k) / parts) as f32));
        }
    }
    rows.extend(times.last());
    rows
}

#[cfg(test)]
mod tests {
    use super::super::super::JointId;
    use super::super::super::clip::{Keys, Target, Track};
    use super::*;

    fn spline(joint: u32, times: &[f32]) -> Track {
        let keys = Keys::new(
            times.into(),
            vec![0.0; 9 * times.len()],
            3,
            Interpolation::CubicSpline,
        );
        Track {
            target: Target::Translation(JointId(joint)),
            keys: keys.unwrap(),
        }
    }

    #[test]
    fn splines_share_the_rows_between_their_keys() {
        let alone = Grid::of(&Clip::new(None, vec![spline(0, &[0.0, 1.0, 2.0])]));
        assert_eq!(alone.len(), 121);
        let staggered = |k: u32| spline(k, &[0.0, 1.0 + 0.01 * k as f32, 2.0]);
        let many = Grid::of(&Clip::new(None, (0..50).map(staggered).collect()));
        assert!(many.len() < 250, "{}", many.len());
        assert!(many.times().windows(2).all(|w| w[1] - w[0] < 1.0 / 60.0 + 1e-6));
        let finer = Grid::finer(&Clip::new(None, (0..50).map(staggered).collect()), 2);
        assert!(finer.times().windows(2).all(|w| w[1] - w[0] < 1.0 / 120.0 + 1e-6));
    }

    #[test]
    fn a_short_gap_gets_rows_of_its_own_and_only_there() {
        let clip = Clip::new(None, vec![spline(0, &[0.0, 2.0]), spline(1, &[1.0, 1.02])]);
        let grid = Grid::of(&clip);
        let within = grid.times().iter().filter(|t| (1.0..=1.02).contains(*t)).count();
        assert_eq!(within, 5);
        assert!(grid.len() < 130, "{}", grid.len());
    }
}
