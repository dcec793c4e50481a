//! CUBICSPLINE tracks with key times of their own, whatever their times are.
//!
//! A segment of a spline track is as a file stores it: value, out-tangent, next in-tangent and next value follow each
//! other, four numbers each. So keys stay as they are (no memory but the file's own), and one track at one time is two
//! products of eight numbers, since both halves of a segment are weighted at once. Rotations are turned into lanes, eight
//! at a time, when only their four numbers are left; all lists of times are searched at once ([`Clocks`]).

use fearless_simd::{Simd, SimdBase, SimdCombine, SimdFloat, SimdSplit, f32x8};

use super::clip::Place;
use super::clocks::{CLOCKS, Clocks, Moments};
use super::lanes::{Block, LANES, interleave_high, interleave_low, load_four, turn};
use super::sample::{normalize_or_identity, put_rotations};

/// Tracks on at most [`CLOCKS`] lists of times.
#[derive(Debug, Clone)]
pub(super) struct Splines {
    pub(super) clocks: Clocks,
    pub(super) eights: Box<[Eight]>,
    pub(super) triples: Box<[Triple]>,
    /// Of all tracks the keys as in the file: in-tangent, value and out-tangent, four numbers each (of a [`Triple`] the
    /// last is nought). Then [`PADDING`].
    pub(super) keys: Box<[f32]>,
}

/// Eight rotations.
#[derive(Debug, Clone)]
pub(super) struct Eight {
    pub(super) place: Place,
    pub(super) lanes: [Spline; LANES],
    /// Of a whole block whose joints are not all here: 1 for each that keeps what it has, else 0.
    pub(super) kept: Option<[f32; LANES]>,
}

/// A translation or a scale.
#[derive(Debug, Clone)]
pub(super) struct Triple {
    pub(super) spline: Spline,
    /// The number of the pose that its x is; the others follow a row later each.
    pub(super) first: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Spline {
    pub(super) clock: u32,
    /// Added to [`Moments::starts`] of its clock (modulo 2^32) this is where a segment begins among all keys.
    pub(super) offset: u32,
}

/// Numbers of a key.
pub(super) const KEY: usize = 12;
/// Numbers of a segment, from a key's value on.
const SEGMENT: usize = 16;
/// What a segment that begins with the last key reads beyond it; its weights are nought.
pub(super) const PADDING: usize = SEGMENT + 4 - KEY;

impl Splines {
    pub(super) fn bytes(&self) -> usize {
        self.clocks.bytes()
            + size_of_val(&*self.eights)
            + size_of_val(&*self.triples)
            + size_of_val(&*self.keys)
    }

    /// `moments` is working space.
    #[inline(always)]
    pub(super) fn sample<S: Simd>(
        &self,
        simd: S,
        time_secs: f64,
        moments: &mut Moments,
        blocks: &mut [Block],
    ) {
        self.clocks.find(simd, time_secs, moments);
        let zero = f32x8::splat(simd, 0.0);
        for eight in &self.eights {
            // Written out, see `load_four`.
            let l = &eight.lanes;
            let pairs = [
                self.pair(simd, moments, l[0], l[4]),
                self.pair(simd, moments, l[1], l[5]),
                self.pair(simd, moments, l[2], l[6]),
                self.pair(simd, moments, l[3], l[7]),
            ];
            let mut q = normalize_or_identity(simd, turn(pairs));
            if let (Some(kept), Place::Block(b)) = (&eight.kept, eight.place) {
                let kept = f32x8::from_slice(simd, kept).simd_gt(zero);
                let before = load_four(simd, &blocks[b as usize].r);
                q = [
                    simd.select_f32x8(kept, before[0], q[0]),
                    simd.select_f32x8(kept, before[1], q[1]),
                    simd.select_f32x8(kept, before[2], q[2]),
                    simd.select_f32x8(kept, before[3], q[3]),
                ];
            }
            put_rotations(eight.place, q, blocks);
        }
        let numbers: &mut [f32] = bytemuck::cast_slice_mut(blocks);
        for triple in &self.triples {
            let (value, slope) = self.halves(simd, moments, triple.spline).split();
            let at = triple.first as usize;
            if let Some(to) = numbers.get_mut(at..=at + 2 * LANES) {
                let sum: [f32; 4] = (value + slope).into();
                (to[0], to[LANES], to[2 * LANES]) = (sum[0], sum[1], sum[2]);
            }
        }
    }

    /// The four numbers of two tracks.
    #[inline(always)]
    fn pair<S: Simd>(&self, simd: S, moments: &Moments, a: Spline, b: Spline) -> f32x8<S> {
        let (a0, a1) = self.halves(simd, moments, a).split();
        let (b0, b1) = self.halves(simd, moments, b).split();
        a0.combine(b0) + a1.combine(b1)
    }

    /// The two halves of a track's sum: of value and next in-tangent, and of out-tangent and next value.
    #[inline(always)]
    fn halves<S: Simd>(&self, simd: S, moments: &Moments, spline: Spline) -> f32x8<S> {
        let clock = spline.clock as usize % CLOCKS;
        let start = spline.offset.wrapping_add(moments.starts[clock]) as usize;
        let segment = self.keys.get(start..start + SEGMENT);
        let segment: &[f32; SEGMENT] = segment.and_then(|s| s.first_chunk()).unwrap_or(&[0.0; SEGMENT]);
        // Each weight four times, within halves.
        let weights = f32x8::from_slice(simd, &moments.weights[clock]);
        let twice = interleave_low(weights, weights);
        let (from, to) = (interleave_low(twice, twice), interleave_high(twice, twice));
        let from = f32x8::from_slice(simd, &segment[..LANES]) * from;
        f32x8::from_slice(simd, &segment[LANES..]).mul_add(to, from)
    }
}
