//! Several lists of key times, searched as one.
//!
//! Between two neighbours of the union of all times every list stands between two keys of its own. So one search in the
//! union finds a row of a table, and the row says which keys those are; the rest is arithmetic, eight lists at a time.
//! The table takes two bytes a list and union time: with [`CLOCKS`] lists less than one and a half times their
//! quaternion splines.

use fearless_simd::{Simd, SimdBase, SimdCombine, SimdFloat, SimdFrom, SimdSplit, f32x8};

use super::clock::Clock;
use super::lanes::{LANES, interleave_high, interleave_low};
use super::splines::KEY;

/// So many lists at most, so that what is found has room without an allocation.
pub(super) const CLOCKS: usize = 32;
/// So many times all lists have at most: a row's numbers are small.
pub(super) const LONGEST: usize = u16::MAX as usize;

/// Lists of ascending times (equal neighbours allowed), seconds.
#[derive(Debug, Clone)]
pub(super) struct Clocks {
    union: Clock,
    /// Of each union time, and of before all of them, the span that each list is at: [`Self::stride`] numbers.
    rows: Box<[u16]>,
    /// Lists, made up to whole lanes.
    stride: usize,
    /// From each time to the next of its list, of all lists one after the other.
    spans: Box<[Span]>,
}

/// From a time of a list to the next.
#[derive(Debug, Clone, Copy)]
struct Span {
    left: f32,
    /// Nought at the end of a list.
    gap: f32,
}

/// What the lists say at one time.
#[derive(Debug, Clone, Default)]
pub(super) struct Moments {
    /// Of the span: its number among all times of all lists, times [`KEY`].
    pub(super) starts: [u32; CLOCKS],
    /// The cubic Hermite weights of a segment's value and its next in-tangent, then (from 4 on) of its out-tangent and its
    /// next value: where one key holds, 1 and noughts. The other numbers of a clock mean nothing.
    pub(super) weights: [[f32; LANES]; CLOCKS],
}

impl Clocks {
    /// At least one list and at most [`CLOCKS`], none of them empty, of at most [`LONGEST`] times in all.
    pub(super) fn new(lists: &[&[f32]]) -> Self {
        let mut union: Vec<f32> = lists.iter().flat_map(|l| l.iter().copied()).collect();
        union.sort_unstable_by(f32::total_cmp);
        // Nought and its negative are one time.
        union.dedup_by(|a, b| a == b);
        let stride = lists.len().next_multiple_of(LANES);
        let mut rows = vec![0; stride * (union.len() + 1)];
        let mut spans: Vec<Span> = Vec::new();
        for (which, list) in lists.iter().enumerate() {
            let first = spans.len();
            let nexts = list[1..].iter().chain(list.last());
            spans.extend(list.iter().zip(nexts).map(|(&left, next)| Span {
                left,
                gap: next - left,
            }));
            let mut passed = 0;
            for (index, row) in rows.chunks_exact_mut(stride).enumerate() {
                // The first row is of before all times.
                if let Some(&at) = index.checked_sub(1).and_then(|i| union.get(i)) {
                    passed += list[passed..].iter().take_while(|&&t| t <= at).count();
                }
                row[which] = (first + passed.saturating_sub(1)) as u16;
            }
        }
        Self {
            union: Clock::new(union),
            rows: rows.into(),
            stride,
            spans: spans.into(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.union.bytes() + size_of_val(&*self.rows) + size_of_val(&*self.spans)
    }

    /// Writes what the lists say at a time; the rules are those of [`crate::animation::Bracket`].
    #[inline(always)]
    pub(super) fn find<S: Simd>(&self, simd: S, time_secs: f64, moments: &mut Moments) {
        let at = time_secs as f32;
        let row = self.union.count_until(at) * self.stride;
        let row = self.rows.get(row..row + self.stride).unwrap_or_default();
        // The time in two parts, so that it has the digits of an f64 near a key late in a clip.
        let rest = f32x8::splat(simd, (time_secs - f64::from(at)) as f32);
        let splat = |v: f32| f32x8::splat(simd, v);
        let (at, zero, one) = (splat(at), splat(0.0), splat(1.0));
        let (two, three) = (splat(2.0), splat(3.0));
        let starts = moments.starts.as_chunks_mut::<LANES>().0.iter_mut();
        let to = starts.zip(moments.weights.as_chunks_mut::<LANES>().0);
        for (&row, (starts, weights)) in row.as_chunks::<LANES>().0.iter().zip(to) {
            let span = |k: usize| self.spans.get(usize::from(row[k]));
            // Written out, so that it becomes loads and no table of choices.
            let (Some(a), Some(b), Some(c), Some(d)) = (span(0), span(1), span(2), span(3)) else {
                return;
            };
            let (Some(e), Some(f), Some(g), Some(h)) = (span(4), span(5), span(6), span(7)) else {
                return;
            };
            let left = [a.left, b.left, c.left, d.left, e.left, f.left, g.left, h.left];
            let gap = [a.gap, b.gap, c.gap, d.gap, e.gap, f.gap, g.gap, h.gap];
            let (left, gap) = (f32x8::simd_from(simd, left), f32x8::simd_from(simd, gap));
            let since = at - left;
            // Before the first key and exactly on one, and after the last.
            let fraction = simd.select_f32x8(since.simd_gt(zero), (since + rest) / gap, zero);
            let u = simd.select_f32x8(gap.simd_gt(zero), fraction, zero);
            let u2 = u * u;
            let rise = (three - two * u) * u2;
            let enter = (u - one) * u2 * gap;
            let leave = enter + (u - u2) * gap;
            let fall = one - rise;
            // Two clocks beside each other in each half.
            let low = [interleave_low(fall, enter), interleave_low(leave, rise)];
            let high = [interleave_high(fall, enter), interleave_high(leave, rise)];
            for (k, [a, b]) in [low, high].into_iter().enumerate() {
                let ((a0, a4), (b0, b4)) = (a.split(), b.split());
                for (at, both) in [(2 * k, a0.combine(b0)), (2 * k + 4, a4.combine(b4))] {
                    both.store_slice(&mut weights[at]);
                    both.slide_within_blocks::<2>(both)
                        .store_slice(&mut weights[at + 1]);
                }
            }
            *starts = row.map(|span| u32::from(span) * KEY as u32);
        }
    }
}
