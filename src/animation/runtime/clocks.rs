//! Several lists of key times, searched as one.
//!
//! Between two neighbours of the union of all times every list stands between two keys of its own. So one search in the
//! union finds a row of a table, and the row says which keys those are; the rest is arithmetic, eight lists at a time.
//! The table takes two bytes a list and union time: with [`CLOCKS`] lists less than one and a half times their
//! quaternion splines.

use fearless_simd::{Simd, SimdBase, SimdFloat, SimdFrom, f32x8};

use super::clock::Clock;
use super::lanes::{LANES, spread};

/// So many lists at most, so that what is found has room without an allocation.
pub(super) const CLOCKS: usize = 32;
/// So many times a list has at most: a row's numbers are small.
pub(super) const LONGEST: usize = u16::MAX as usize;

/// Lists of ascending times (equal neighbours allowed), seconds.
#[derive(Debug, Clone)]
pub(super) struct Clocks {
    union: Clock,
    /// Of each union time, and of before all of them, the key that each list is at or after: [`Self::stride`] numbers.
    rows: Box<[u16]>,
    /// Lists, made up to whole lanes.
    stride: usize,
    /// All lists one after the other, each with its last time once more.
    times: Box<[f32]>,
    /// Where each list begins among them; those that are made up begin where the first does.
    firsts: Box<[u32]>,
}

/// What the lists say at one time.
pub(super) struct Moments {
    /// The key at or before the time.
    pub(super) keys: [u16; CLOCKS],
    /// The cubic Hermite weights of its value and out-tangent and of the next key's in-tangent and value: where one key
    /// holds, 1 and noughts.
    pub(super) weights: [[f32; 4]; CLOCKS],
}

impl Clocks {
    /// At least one list and at most [`CLOCKS`]; none of them empty or longer than [`LONGEST`].
    pub(super) fn new(lists: &[&[f32]]) -> Self {
        let mut union: Vec<f32> = lists.iter().flat_map(|l| l.iter().copied()).collect();
        union.sort_unstable_by(f32::total_cmp);
        // Nought and its negative are one time.
        union.dedup_by(|a, b| a == b);
        let stride = lists.len().next_multiple_of(LANES);
        let mut rows = vec![0; stride * (union.len() + 1)];
        let (mut times, mut firsts) = (Vec::new(), vec![0; stride]);
        for (which, list) in lists.iter().enumerate() {
            firsts[which] = times.len() as u32;
            times.extend_from_slice(list);
            times.extend(list.last());
            let mut passed = 0;
            for (row, &at) in rows.chunks_exact_mut(stride).skip(1).zip(&union) {
                passed += list[passed..].iter().take_while(|&&t| t <= at).count();
                row[which] = passed.saturating_sub(1) as u16;
            }
        }
        Self {
            union: Clock::new(union),
            rows: rows.into(),
            stride,
            times: times.into(),
            firsts: firsts.into(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.union.bytes() + size_of_val(&*self.rows) + size_of_val(&*self.times) + size_of_val(&*self.firsts)
    }

    /// The rules are those of [`crate::animation::Bracket`].
    #[inline(always)]
    pub(super) fn moments<S: Simd>(&self, simd: S, time_secs: f64) -> Moments {
        let mut moments = Moments {
            keys: [0; CLOCKS],
            weights: [[0.0; 4]; CLOCKS],
        };
        let at = time_secs as f32;
        let row = self.union.count_until(at) * self.stride;
        let row = self.rows.get(row..row + self.stride).unwrap_or_default();
        // The time in two parts, so that it has the digits of an f64 near a key late in a clip.
        let rest = f32x8::splat(simd, (time_secs - f64::from(at)) as f32);
        let splat = |v: f32| f32x8::splat(simd, v);
        let (at, zero, one) = (splat(at), splat(0.0), splat(1.0));
        let (two, three) = (splat(2.0), splat(3.0));
        let lists = row
            .as_chunks::<LANES>()
            .0
            .iter()
            .zip(self.firsts.as_chunks::<LANES>().0);
        let to = moments.keys.as_chunks_mut::<LANES>().0.iter_mut();
        let to = to.zip(moments.weights.as_chunks_mut::<LANES>().0);
        for ((keys, firsts), (to_keys, to_weights)) in lists.zip(to) {
            *to_keys = *keys;
            let around = |k: usize| {
                let first = firsts[k] as usize + usize::from(keys[k]);
                let pair = self.times.get(first..first + 2).and_then(|p| p.first_chunk());
                *pair.unwrap_or(&[0.0; 2])
            };
            let [a0, b0] = around(0);
            let [a1, b1] = around(1);
            let [a2, b2] = around(2);
            let [a3, b3] = around(3);
            let [a4, b4] = around(4);
            let [a5, b5] = around(5);
            let [a6, b6] = around(6);
            let [a7, b7] = around(7);
            let left = f32x8::simd_from(simd, [a0, a1, a2, a3, a4, a5, a6, a7]);
            let gap = f32x8::simd_from(simd, [b0, b1, b2, b3, b4, b5, b6, b7]) - left;
            let since = at - left;
            // Before the first key and exactly on one, and after the last.
            let fraction = simd.select_f32x8(since.simd_gt(zero), (since + rest) / gap, zero);
            let u = simd.select_f32x8(gap.simd_gt(zero), fraction, zero);
            let u2 = u * u;
            let rise = (three - two * u) * u2;
            let enter = (u - one) * u2 * gap;
            let leave = enter + (u - u2) * gap;
            for (k, (low, high)) in spread([one - rise, leave, enter, rise]).into_iter().enumerate() {
                low.store_slice(&mut to_weights[k]);
                high.store_slice(&mut to_weights[k + 4]);
            }
        }
        moments
    }
}
