//! Rigid palettes as dual quaternions, eight joints at a time.

use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x4, f32x8};

use super::lanes::{LANES, gather, spread};
use super::simd::{SimdPath, on_path};
use crate::math::Rows3x4;

/// One joint as dual quaternion skinning reads it: the motion's real and dual part, then three rows of stretch.
pub type RigidEntry = [f32; 20];

/// How far `A^T A` of a rigid matrix may be from the identity, as in [`crate::math::similarity_split`].
const TOLERANCE: f32 = 1e-5;

impl SimdPath {
    /// Writes the motions of a palette whose matrices are all rigid (rotations and translations, no mirror) as unit dual
    /// quaternions; false, with `out` in pieces, if one of them is not. The stretches (the last twelve numbers of each
    /// entry) stay as they are: those of a rigid palette are the identity.
    ///
    /// `out` has one entry a matrix. With `proven` nothing is examined: whoever made the palette knows that it is rigid
    /// ([`super::RuntimeModel::is_rigid`], [`super::BoundJoints::is_rigid`]).
    pub fn rigid_dual_quaternions(self, palette: &[Rows3x4], proven: bool, out: &mut [RigidEntry]) -> bool {
        let rows: &[[f32; 12]] = bytemuck::cast_slice(palette);
        if proven {
            on_path!(self, simd => rigid::<_, true>(simd, rows, out))
        } else {
            on_path!(self, simd => rigid::<_, false>(simd, rows, out))
        }
    }
}

#[inline(always)]
fn rigid<S: Simd, const PROVEN: bool>(simd: S, palette: &[[f32; 12]], out: &mut [RigidEntry]) -> bool {
    let mut bent = f32x8::splat(simd, 0.0);
    let (whole, rest) = palette.as_chunks::<LANES>();
    let (whole_out, rest_out) = out.split_at_mut(LANES * whole.len());
    for (palette, out) in whole.iter().zip(whole_out.as_chunks_mut::<LANES>().0) {
        let motions = convert::<_, PROVEN>(simd, |k| &palette[k]);
        bent += motions.bent;
        put(&spread(motions.real), 0, out);
        put(&spread(motions.dual), 4, out);
    }
    if let Some(last) = rest.len().checked_sub(1) {
        // The last one again in the lanes that are left.
        let motions = convert::<_, PROVEN>(simd, |k| &rest[k.min(last)]);
        bent += motions.bent;
        let (real, dual) = (spread(motions.real), spread(motions.dual));
        for (k, out) in rest_out.iter_mut().enumerate() {
            let half = |(first, second): (f32x4<S>, f32x4<S>)| if k < 4 { first } else { second };
            half(real[k % 4]).store_slice(&mut out[..4]);
            half(dual[k % 4]).store_slice(&mut out[4..8]);
        }
    }
    if PROVEN {
        return true;
    }
    let bent: [f32; LANES] = bent.into();
    bent == [0.0; LANES]
}

/// Eight dual quaternions.
struct Motions<S: Simd> {
    real: [f32x8<S>; 4],
    dual: [f32x8<S>; 4],
    /// 1 for each that is of no rigid matrix, else 0.
    bent: f32x8<S>,
}

/// Those of eight matrices; `matrix(k)` is number `k`.
#[inline(always)]
fn convert<'a, S: Simd, const PROVEN: bool>(simd: S, matrix: impl Fn(usize) -> &'a [f32; 12]) -> Motions<S> {
    let splat = |v: f32| f32x8::splat(simd, v);
    // m[row][column]
    let [m00, m01, m02, tx] = gather(simd, |k| &matrix(k)[..4]);
    let [m10, m11, m12, ty] = gather(simd, |k| &matrix(k)[4..8]);
    let [m20, m21, m22, tz] = gather(simd, |k| &matrix(k)[8..]);
    let (one, zero) = (splat(1.0), splat(0.0));
    let bent = if PROVEN {
        zero
    } else {
        is_bent(simd, [[m00, m01, m02], [m10, m11, m12], [m20, m21, m22]])
    };
    // Four ways to the same quaternion (Shepperd 1978), each exact where its own number is not small.
    let (a, b, c) = (m21 - m12, m02 - m20, m10 - m01);
    let sum = m11 + m00;
    let more = one + m22;
    let ww = more + sum;
    let turned_little = ww.simd_gt(one).all_true();
    let q = if turned_little {
        [a, b, c, ww]
    } else {
        // The one whose square root is largest; as glam chooses.
        let (d, e, f) = (m01 + m10, m02 + m20, m12 + m21);
        let low = m22.simd_le(zero);
        let (difference, less) = (m11 - m00, one - m22);
        let x_first = difference.simd_le(zero);
        let z_first = sum.simd_le(zero);
        let pick = |x: f32x8<S>, y: f32x8<S>, z: f32x8<S>, w: f32x8<S>| {
            let below = simd.select_f32x8(x_first, x, y);
            let above = simd.select_f32x8(z_first, z, w);
            simd.select_f32x8(low, below, above)
        };
        let (xx, yy, zz) = (less - difference, less + difference, more - sum);
        [
            pick(xx, d, e, a),
            pick(d, yy, f, b),
            pick(e, f, zz, c),
            pick(a, b, c, ww),
        ]
    };
    let square = q[0].mul_add(q[0], q[1].mul_add(q[1], q[2].mul_add(q[2], q[3] * q[3])));
    let scale = one / square.sqrt();
    let [x, y, z, w] = [q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale];
    // dual = (t, 0) q / 2
    let half = splat(0.5);
    let (hx, hy, hz) = (tx * half, ty * half, tz * half);
    let dual = [
        hx.mul_add(w, hy.mul_sub(z, hz * y)),
        hy.mul_add(w, hz.mul_sub(x, hx * z)),
        hz.mul_add(w, hx.mul_sub(y, hy * x)),
        zero - hx.mul_add(x, hy.mul_add(y, hz * z)),
    ];
    Motions {
        real: [x, y, z, w],
        dual,
        bent,
    }
}

/// 1 for each of eight linear parts (by rows) that is not a rotation, else 0.
#[inline(always)]
fn is_bent<S: Simd>(simd: S, [r0, r1, r2]: [[f32x8<S>; 3]; 3]) -> f32x8<S> {
    let splat = |v: f32| f32x8::splat(simd, v);
    let (one, zero, minus_one) = (splat(1.0), splat(0.0), splat(-1.0));
    // Orthonormal, and of determinant 1: rows of length 1, and each the cross product of the other two.
    let dot = |a: [f32x8<S>; 3], b: [f32x8<S>; 3], start| {
        a[0].mul_add(b[0], a[1].mul_add(b[1], a[2].mul_add(b[2], start)))
    };
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
        r0[1] * r1[2] - r0[2] * r1[1],
        r0[2] * r1[0] - r0[0] * r1[2],
        r0[0] * r1[1] - r0[1] * r1[0],
    ];
    let determinant = dot(cross, r2, zero);
    // A maximum may lose a NaN, a product does not: NaN compares as bent.
    let off = largest + determinant * zero;
    let bent = simd.select_f32x8(off.simd_le(splat(TOLERANCE)), zero, one);
    simd.select_f32x8(determinant.simd_gt(zero), bent, one)
}

/// Stores numbers `at` and the three after it of eight entries.
#[inline(always)]
fn put<S: Simd>(four: &[(f32x4<S>, f32x4<S>); 4], at: usize, out: &mut [RigidEntry; LANES]) {
    for (k, (first, second)) in four.iter().enumerate() {
        first.store_slice(&mut out[k][at..at + 4]);
        second.store_slice(&mut out[k + 4][at..at + 4]);
    }
}
