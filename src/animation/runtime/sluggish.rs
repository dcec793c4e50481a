//! A number of a long clip that hardly moves: the few keys that matter, on the clock of a section.

use super::clock::{Clock, Frames};

/// Which of a section's frames are keys, and those keys.
#[derive(Debug, Clone)]
pub(super) struct Sluggish {
    /// Of 64 frames each which are keys, and the number of keys before them.
    frames: Box<[(u64, u32)]>,
    /// Time and value, and the last key once more.
    keys: Box<[(f32, f32)]>,
    /// The number of the pose that it is.
    pub(super) to: u32,
}

impl Sluggish {
    /// `None` if one of `keys` (times and values, ascending, at least one) is on no frame of `clock`.
    pub(super) fn new(clock: &Clock, keys: &[(f32, f32)], to: u32) -> Option<Self> {
        let mut frames = vec![(0_u64, 0_u32); clock.len().div_ceil(64)];
        for &(time, _) in keys {
            let frame = clock.count_until(time).checked_sub(1)?;
            if clock.time(frame) != time {
                return None;
            }
            frames[frame / 64].0 |= 1 << (frame % 64);
        }
        let mut before = 0;
        for (bits, count) in &mut frames {
            *count = before;
            before += bits.count_ones();
        }
        let last = keys.last()?;
        Some(Self {
            frames: frames.into(),
            keys: keys.iter().chain([last]).copied().collect(),
            to,
        })
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.frames) + size_of_val(&*self.keys)
    }

    /// The value at a time that is `frames` on the clock; a frame that holds stands for its own time.
    #[inline(always)]
    pub(super) fn at(&self, clock: &Clock, frames: Frames, time_secs: f64) -> f32 {
        let Some(&(bits, before)) = self.frames.get(frames.left / 64) else {
            return 0.0;
        };
        let until = bits & (u64::MAX >> (63 - frames.left % 64));
        let key = (before + until.count_ones()).saturating_sub(1) as usize;
        let Some(&[(left, a), (right, b)]) = self.keys.get(key..).and_then(|k| k.first_chunk()) else {
            return 0.0;
        };
        let time = if frames.left == frames.right {
            f64::from(clock.time(frames.left))
        } else {
            time_secs
        };
        let (since, gap) = (time - f64::from(left), f64::from(right) - f64::from(left));
        // Before the first key, exactly on one, and after the last.
        if since > 0.0 && gap > 0.0 {
            a + (b - a) * (since / gap) as f32
        } else {
            a
        }
    }
}
