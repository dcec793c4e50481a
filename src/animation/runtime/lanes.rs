//! Eight numbers side by side, and the rows of eight joints.

use bytemuck::{Pod, Zeroable};
use fearless_simd::{Simd, SimdBase, SimdCombine, SimdFloat, SimdSplit, f32x4, f32x8};

/// Joints that are worked on at once.
pub(crate) const LANES: usize = 8;

/// One number of each of eight joints (or eight numbers of any).
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C, align(32))]
pub(super) struct Lanes(pub [f32; LANES]);

impl Lanes {
    pub(super) const ZERO: Self = Self([0.0; LANES]);

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S) -> f32x8<S> {
        f32x8::from_slice(simd, &self.0)
    }

    #[inline(always)]
    pub(super) fn store<S: Simd>(&mut self, v: f32x8<S>) {
        v.store_slice(&mut self.0);
    }
}

/// Four rows. Written out: a closure that is mapped over an array is not always compiled for the same instructions.
#[inline(always)]
pub(super) fn load_four<S: Simd>(simd: S, rows: &[Lanes; 4]) -> [f32x8<S>; 4] {
    [
        rows[0].load(simd),
        rows[1].load(simd),
        rows[2].load(simd),
        rows[3].load(simd),
    ]
}

/// The local transforms of eight joints, one row a number.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Block {
    /// Translation: x, y, z.
    pub(super) t: [Lanes; 3],
    /// Rotation: x, y, z, w.
    pub(super) r: [Lanes; 4],
    /// Scale: x, y, z.
    pub(super) s: [Lanes; 3],
}

/// Rows of a [`Block`], and where its parts begin among them.
pub(super) const BLOCK_ROWS: usize = 10;
pub(super) const ROTATION_ROW: usize = 3;
pub(super) const SCALE_ROW: usize = 7;

impl Block {
    /// Eight joints that do nothing.
    pub(super) const IDENTITY: Self = Self {
        t: [Lanes::ZERO; 3],
        r: [Lanes::ZERO, Lanes::ZERO, Lanes::ZERO, Lanes([1.0; LANES])],
        s: [Lanes([1.0; LANES]); 3],
    };
}

/// Where number `row` of the joint in `slot` lies among all numbers of a slice of blocks.
pub(super) fn number_at(slot: usize, row: usize) -> u32 {
    ((slot / LANES * BLOCK_ROWS + row) * LANES + slot % LANES) as u32
}

/// `a0 b0 a1 b1 a4 b4 a5 b5`: within halves, which is one instruction.
#[inline(always)]
pub(crate) fn interleave_low<S: Simd>(a: f32x8<S>, b: f32x8<S>) -> f32x8<S> {
    a.zip_low(b).split().0.combine(a.zip_high(b).split().0)
}

/// `a2 b2 a3 b3 a6 b6 a7 b7`.
#[inline(always)]
pub(crate) fn interleave_high<S: Simd>(a: f32x8<S>, b: f32x8<S>) -> f32x8<S> {
    a.zip_low(b).split().1.combine(a.zip_high(b).split().1)
}

/// From four numbers each of eight things, one thing after the other, to lanes: number `i` of all eight in `[i]`.
/// `four(k)` are the numbers of thing `k`.
#[inline(always)]
pub(crate) fn gather<'a, S: Simd>(simd: S, four: impl Fn(usize) -> &'a [f32]) -> [f32x8<S>; 4] {
    let row = |k: usize| f32x4::from_slice(simd, &four(k)[..4]);
    turn([
        row(0).combine(row(4)),
        row(1).combine(row(5)),
        row(2).combine(row(6)),
        row(3).combine(row(7)),
    ])
}

/// As [`gather`], of the four numbers of things `k` and `k + 4` in `[k]`.
#[inline(always)]
pub(super) fn turn<S: Simd>([a, b, c, d]: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    let (ac, bd) = (interleave_low(a, c), interleave_low(b, d));
    let (ac_high, bd_high) = (interleave_high(a, c), interleave_high(b, d));
    [
        interleave_low(ac, bd),
        interleave_high(ac, bd),
        interleave_low(ac_high, bd_high),
        interleave_high(ac_high, bd_high),
    ]
}

/// The way back: the four numbers of things `k` and `k + 4` in `[k]`.
#[inline(always)]
pub(crate) fn spread<S: Simd>(v: [f32x8<S>; 4]) -> [(f32x4<S>, f32x4<S>); 4] {
    let (ac, bd) = (interleave_low(v[0], v[2]), interleave_low(v[1], v[3]));
    let (ac_high, bd_high) = (interleave_high(v[0], v[2]), interleave_high(v[1], v[3]));
    [
        interleave_low(ac, bd).split(),
        interleave_high(ac, bd).split(),
        interleave_low(ac_high, bd_high).split(),
        interleave_high(ac_high, bd_high).split(),
    ]
}
