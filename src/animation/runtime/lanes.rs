//! Eight numbers side by side, and the rows of eight joints.

use bytemuck::{Pod, Zeroable};
use fearless_simd::{Simd, SimdBase, f32x8};

/// Joints that are worked on at once.
pub(super) const LANES: usize = 8;

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
