//! Frame times, and the frame of a time in constant time.

/// Ascending times (equal neighbours allowed), seconds.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    /// With [`PEEK`] infinities behind them, so that what looks past a time needs no end.
    times: Box<[f32]>,
    /// Cells a second; the first begins at the first time.
    cells_per_sec: f32,
    /// Of each cell the number of times before it, and one more for the end; empty for evenly spaced times, where a
    /// cell's number is its time's.
    before_cell: Box<[u32]>,
}

/// So many times of a cell are looked at without a loop: a loop whose length changes from frame to frame costs a processor
/// more than all these comparisons.
const PEEK: usize = 4;

/// The two frames around a time. The rules are those of [`crate::animation::Bracket`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frames {
    pub(super) left: usize,
    /// Equal to `left` where one frame holds.
    pub(super) right: usize,
    /// 0 where one frame holds.
    pub(super) fraction: f32,
    pub(super) gap_secs: f32,
}

impl Clock {
    /// `times` must not be empty.
    pub(super) fn new(mut times: Vec<f32>) -> Self {
        let (first, last) = (times[0], times[times.len() - 1]);
        let span = last - first;
        let gaps = (times.len() - 1) as f32;
        let cells_per_sec = if span > 0.0 { gaps / span } else { 0.0 };
        let count = times.len();
        times.extend([f32::INFINITY; PEEK]);
        let mut clock = Self {
            times: times.into(),
            // So dense that it is beyond an f32: one cell for all.
            cells_per_sec: if cells_per_sec.is_finite() {
                cells_per_sec
            } else {
                0.0
            },
            before_cell: Box::default(),
        };
        let even = |(i, &t): (usize, &f32)| clock.cell(t).abs_diff(i) <= 1;
        if clock.cells_per_sec == 0.0 || !clock.times[..count].iter().enumerate().all(even) {
            let mut before = vec![0; count + 1];
            for &t in &clock.times[..count] {
                before[clock.cell(t) + 1] += 1;
            }
            for i in 1..before.len() {
                before[i] += before[i - 1];
            }
            clock.before_cell = before.into();
        }
        clock
    }

    /// Number of frames.
    pub(super) fn len(&self) -> usize {
        self.times.len() - PEEK
    }

    #[inline(always)]
    pub(super) fn time(&self, frame: usize) -> f32 {
        self.times[frame]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.times) + size_of_val(&*self.before_cell)
    }

    /// Never decreases with time, so that times in earlier cells are earlier times.
    #[inline(always)]
    fn cell(&self, time: f32) -> usize {
        let cell = (time - self.times[0]) * self.cells_per_sec;
        // A cast saturates: negative is 0.
        (cell as usize).min(self.len() - 1)
    }

    /// Number of times at or before `at`.
    #[inline(always)]
    pub(super) fn count_until(&self, at: f32) -> usize {
        let cell = self.cell(at);
        let from = match self.before_cell.get(cell..cell + 2) {
            Some(&[from, to]) if to - from > PEEK as u32 => {
                let times = &self.times[from as usize..to as usize];
                return from as usize + times.partition_point(|&t| t <= at);
            }
            Some(bounds) => bounds[0] as usize,
            // Evenly spaced: a time is in its own cell, or in a neighbour of that.
            None => cell.saturating_sub(1),
        };
        // What is beyond the cell is later.
        let Some([a, b, c, d]) = self.times.get(from..).and_then(|t| t.first_chunk::<PEEK>()) else {
            return self.len();
        };
        let one = |t: &f32| usize::from(*t <= at);
        (from + one(a) + one(b) + one(c) + one(d)).min(self.len())
    }

    /// The frames around `time_secs`; of `holding` ones always the earlier alone.
    #[inline(always)]
    pub(super) fn frames(&self, time_secs: f64, holding: bool) -> Frames {
        // As in `Bracket::of`: a time that is a frame's to the precision of an f32 stands on the frame.
        let at = time_secs as f32;
        let after = self.count_until(at);
        let left = after.saturating_sub(1);
        if after == 0 || after == self.len() || holding || self.times[left] == at {
            return Frames {
                left,
                right: left,
                fraction: 0.0,
                gap_secs: 0.0,
            };
        }
        let left_secs = f64::from(self.times[left]);
        let gap = f64::from(self.times[after]) - left_secs;
        Frames {
            left,
            right: after,
            fraction: ((time_secs - left_secs) / gap) as f32,
            gap_secs: gap as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Bracket, Interpolation, Keys};
    use proptest::prelude::*;

    fn agrees(times: &[f32], at: f64) {
        let clock = Clock::new(times.to_vec());
        let keys = Keys::new(times.into(), vec![0.0; times.len()], 1, Interpolation::Linear).unwrap();
        let (ours, oracle) = (clock.frames(at, false), Bracket::of(&keys, at));
        assert_eq!(
            (ours.left, ours.right),
            (oracle.left, oracle.right),
            "{times:?} at {at}"
        );
        assert_eq!(ours.fraction, oracle.fraction);
        assert_eq!(ours.gap_secs, oracle.gap_secs as f32);
    }

    proptest! {
        #[test]
        fn finds_what_a_search_finds(
            mut times in prop::collection::vec(-3.0f32..9.0, 1..40), coarse in any::<bool>(), at in -4.0f64..10.0,
        ) {
            if coarse {
                for time in &mut times {
                    *time = time.round();
                }
            }
            times.sort_by(f32::total_cmp);
            agrees(&times, at);
            for &t in &times {
                agrees(&times, f64::from(t));
                agrees(&times, f64::from(t) + 1e-4);
            }
        }
    }

    #[test]
    fn even_times_need_no_table() {
        let times: Vec<f32> = (0..451).map(|i| i as f32 / 30.0).collect();
        assert!(Clock::new(times.clone()).before_cell.is_empty());
        for k in 0..9100 {
            agrees(&times, f64::from(k) * 0.00171 - 0.2);
        }
        agrees(&[5.0], 5.0);
        agrees(&[1.0, 1.0, 1.0], 1.0);
        agrees(&[0.0, 1e-44, 1e9], 1e-44);
    }
}
