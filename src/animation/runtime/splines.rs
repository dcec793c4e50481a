//! CUBICSPLINE rotations with key times of their own, eight at a time whatever their times are.
//!
//! A segment of a spline track is as a file stores it: value, out-tangent, next in-tangent and next value follow each
//! other, sixteen numbers. So keys stay as they are (no memory but the file's own), the segments of eight tracks are
//! gathered into lanes, and all their lists of times are searched at once ([`Clocks`]).

use fearless_simd::{Simd, SimdFloat};

use super::clip::Place;
use super::clocks::{CLOCKS, Clocks};
use super::lanes::{Block, LANES, gather};
use super::sample::{normalize_or_identity, put_rotations};

/// Tracks on at most [`CLOCKS`] lists of times.
#[derive(Debug, Clone)]
pub(super) struct Splines {
    pub(super) clocks: Clocks,
    pub(super) eights: Box<[Eight]>,
    /// Of all tracks the keys as in the file: in-tangent, value and out-tangent, four numbers each. Then [`PADDING`].
    pub(super) keys: Box<[f32]>,
}

/// Eight rotations.
#[derive(Debug, Clone)]
pub(super) struct Eight {
    pub(super) place: Place,
    pub(super) lanes: [Spline; LANES],
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Spline {
    pub(super) clock: u32,
    /// Where the first key's value is among all keys.
    pub(super) first: u32,
}

/// Numbers of a key.
pub(super) const KEY: usize = 12;
/// Numbers of a segment, from a key's value on.
const SEGMENT: usize = 16;
/// What a segment that begins with the last key reads beyond it; its weights are nought.
pub(super) const PADDING: usize = SEGMENT + 4 - KEY;

impl Splines {
    pub(super) fn bytes(&self) -> usize {
        self.clocks.bytes() + size_of_val(&*self.eights) + size_of_val(&*self.keys)
    }

    #[inline(always)]
    pub(super) fn sample<S: Simd>(&self, simd: S, time_secs: f64, blocks: &mut [Block]) {
        let moments = self.clocks.moments(simd, time_secs);
        for eight in &self.eights {
            let mut segments = [&[0.0; SEGMENT]; LANES];
            let mut weights = [&[0.0; 4]; LANES];
            for ((segment, weights), lane) in segments.iter_mut().zip(&mut weights).zip(&eight.lanes) {
                let clock = lane.clock as usize % CLOCKS;
                let start = lane.first as usize + KEY * usize::from(moments.keys[clock]);
                if let Some(found) = self
                    .keys
                    .get(start..start + SEGMENT)
                    .and_then(|s| s.first_chunk())
                {
                    *segment = found;
                }
                *weights = &moments.weights[clock];
            }
            let [ha, leave, enter, hb] = gather(simd, |k| weights[k]);
            let a = gather(simd, |k| &segments[k][..4]);
            let out = gather(simd, |k| &segments[k][4..8]);
            let into = gather(simd, |k| &segments[k][8..12]);
            let b = gather(simd, |k| &segments[k][12..]);
            let q = [
                enter.mul_add(into[0], hb.mul_add(b[0], leave.mul_add(out[0], ha * a[0]))),
                enter.mul_add(into[1], hb.mul_add(b[1], leave.mul_add(out[1], ha * a[1]))),
                enter.mul_add(into[2], hb.mul_add(b[2], leave.mul_add(out[2], ha * a[2]))),
                enter.mul_add(into[3], hb.mul_add(b[3], leave.mul_add(out[3], ha * a[3]))),
            ];
            put_rotations(eight.place, normalize_or_identity(simd, q), blocks);
        }
    }
}
