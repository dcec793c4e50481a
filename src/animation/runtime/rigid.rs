//! Rigid palettes as dual quaternions, eight joints at a time.

use fearless_simd::{Simd, SimdBase, SimdCombine, SimdFloat, SimdSplit, f32x4, f32x8};

use super::lanes::LANES;
use super::simd::{SimdPath, on_path};
use super::walk::{interleave_high, interleave_low};
use crate::math::Rows3x4;

/// One joint as dual quaternion skinning reads it: the motion's real and dual part, then three rows of stretch.
pub type RigidEntry = [f32; 20];

/// How far `A^T A` of a rigid matrix may be from the identity, as in [`crate::math::similarity_split`].
const TOLERANCE: f32 = 1e-5;

impl SimdPath {
    /// Writes a palette whose matrices are all rigid (rotations and translations, no mirror) as dual quaternions with an
    /// identity for a stretch; false, with `out` in pieces, if one of them is not.
    ///
    /// `out` has one entry a matrix.
    pub fn rigid_dual_quaternions(self, palette: &[Rows3x4], out: &mut [RigidEntry]) -> bool {
        let rows: &[[f32; 12]] = bytemuck::cast_slice(palette);
        on_path!(self, simd => rigid(simd, rows, out))
    }
}

#[inline(always)]
fn rigid<S: Simd>(simd: S, palette: &[[f32; 12]], out: &mut [RigidEntry]) -> bool {
    let mut bent = f32x8::splat(simd, 0.0);
    let mut blocks = palette.chunks_exact(LANES).zip(out.chunks_exact_mut(LANES));
    let whole = palette.len() / LANES * LANES;
    for (palette, out) in blocks.by_ref() {
        if let (Some(palette), Some(out)) = (palette.first_chunk(), out.first_chunk_mut()) {
            bent += convert(simd, palette, out);
        }
    }
    if whole < palette.len() {
        let (mut last, mut into) = ([IDENTITY; LANES], [[0.0; 20]; LANES]);
        let rest = palette.len() - whole;
        last[..rest].copy_from_slice(&palette[whole..]);
        bent += convert(simd, &last, &mut into);
        out[whole..].copy_from_slice(&into[..rest]);
    }
    let bent: [f32; LANES] = bent.into();
    bent == [0.0; LANES]
}

const IDENTITY: [f32; 12] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// Eight joints; returns 1 for each that is not rigid, else 0.
#[inline(always)]
fn convert<S: Simd>(simd: S, palette: &[[f32; 12]; LANES], out: &mut [RigidEntry; LANES]) -> f32x8<S> {
    let splat = |v: f32| f32x8::splat(simd, v);
    // m[row][column]
    let [m00, m01, m02, tx] = gather(simd, palette, 0);
    let [m10, m11, m12, ty] = gather(simd, palette, 4);
    let [m20, m21, m22, tz] = gather(simd, palette, 8);
    let (one, zero) = (splat(1.0), splat(0.0));
    // Orthonormal, and of determinant 1: rows of length 1, and each the cross product of the other two.
    let dot = |a: [f32x8<S>; 3], b: [f32x8<S>; 3], start| {
        a[0].mul_add(b[0], a[1].mul_add(b[1], a[2].mul_add(b[2], start)))
    };
    let (r0, r1, r2) = ([m00, m01, m02], [m10, m11, m12], [m20, m21, m22]);
    let minus_one = splat(-1.0);
    let lengths = [
        dot(r0, r0, minus_one).abs(),
        dot(r1, r1, minus_one).abs(),
        dot(r2, r2, minus_one).abs(),
    ];
    let angles = [
        dot(r0, r1, zero).abs(),
        dot(r1, r2, zero).abs(),
        dot(r2, r0, zero).abs(),
    ];
    let largest = lengths[0].max(lengths[1]).max(lengths[2]);
    let largest = largest.max(angles[0]).max(angles[1]).max(angles[2]);
    let cross = [
        m01 * m12 - m02 * m11,
        m02 * m10 - m00 * m12,
        m00 * m11 - m01 * m10,
    ];
    let determinant = dot(cross, r2, zero);
    // A maximum may lose a NaN, a product does not: NaN compares as bent.
    let off = largest + determinant * zero;
    let bent = simd.select_f32x8(off.simd_le(splat(TOLERANCE)), zero, one);
    let bent = simd.select_f32x8(determinant.simd_gt(zero), bent, one);
    // Of the four ways to a quaternion the one whose square root is largest (Shepperd 1978); as glam chooses.
    let (a, b, c) = (m21 - m12, m02 - m20, m10 - m01);
    let (d, e, f) = (m01 + m10, m02 + m20, m12 + m21);
    let low = m22.simd_le(zero);
    let (difference, sum) = (m11 - m00, m11 + m00);
    let (less, more) = (one - m22, one + m22);
    let x_first = difference.simd_le(zero);
    let z_first = sum.simd_le(zero);
    let pick = |x: f32x8<S>, y: f32x8<S>, z: f32x8<S>, w: f32x8<S>| {
        let below = simd.select_f32x8(x_first, x, y);
        let above = simd.select_f32x8(z_first, z, w);
        simd.select_f32x8(low, below, above)
    };
    let (xx, yy, zz, ww) = (less - difference, less + difference, more - sum, more + sum);
    let q = [
        pick(xx, d, e, a),
        pick(d, yy, f, b),
        pick(e, f, zz, c),
        pick(a, b, c, ww),
    ];
    let square = q[0].mul_add(q[0], q[1].mul_add(q[1], q[2].mul_add(q[2], q[3] * q[3])));
    let scale = one / square.sqrt();
    let [x, y, z, w] = [q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale];
    // dual = (t, 0) q / 2
    let half = splat(0.5);
    let (hx, hy, hz) = (tx * half, ty * half, tz * half);
    let dual = [
        hx * w + (hy * z - hz * y),
        hy * w + (hz * x - hx * z),
        hz * w + (hx * y - hy * x),
        zero - (hx * x + hy * y + hz * z),
    ];
    spread([x, y, z, w], 0, out);
    spread(dual, 4, out);
    for entry in out {
        entry[8..].copy_from_slice(&IDENTITY);
    }
    bent
}

/// Four numbers of eight matrices, from one matrix after the other to lanes.
#[inline(always)]
fn gather<S: Simd>(simd: S, palette: &[[f32; 12]; LANES], at: usize) -> [f32x8<S>; 4] {
    let pair = |k: usize| {
        let row = |k: usize| f32x4::from_slice(simd, &palette[k][at..at + 4]);
        row(k).combine(row(k + 4))
    };
    let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3));
    let (ac, bd) = (interleave_low(a, c), interleave_low(b, d));
    let (ac_high, bd_high) = (interleave_high(a, c), interleave_high(b, d));
    [
        interleave_low(ac, bd),
        interleave_high(ac, bd),
        interleave_low(ac_high, bd_high),
        interleave_high(ac_high, bd_high),
    ]
}

/// The way back, into numbers `at` and the three after it.
#[inline(always)]
fn spread<S: Simd>(v: [f32x8<S>; 4], at: usize, out: &mut [RigidEntry; LANES]) {
    let (ac, bd) = (interleave_low(v[0], v[2]), interleave_low(v[1], v[3]));
    let (ac_high, bd_high) = (interleave_high(v[0], v[2]), interleave_high(v[1], v[3]));
    let mut put = |k: usize, both: f32x8<S>| {
        let (first, second) = both.split();
        first.store_slice(&mut out[k][at..at + 4]);
        second.store_slice(&mut out[k + 4][at..at + 4]);
    };
    put(0, interleave_low(ac, bd));
    put(1, interleave_high(ac, bd));
    put(2, interleave_low(ac_high, bd_high));
    put(3, interleave_high(ac_high, bd_high));
}
