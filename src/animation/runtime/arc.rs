//! Exact slerp without trigonometry, for eight rotations at one fraction.
//!
//! `slerp(a, b, t) = c(1 - t) a + c(t) b` with `c(t) = sin(t angle) / sin(angle)`. With `x = cos(angle) - 1`, that is
//! `dot(a, b) - 1`, it is a power series in `x` whose coefficients depend on `t` alone (Eberly 2011, "A Fast and Accurate
//! Algorithm for Computing SLERP"): `c(t) = t + x (h0 + x (h1 + ...))`. All joints of a clip share `t`, so the
//! coefficients are made once a frame, and a joint costs one multiplication and addition a term.
//!
//! The result is a unit quaternion as far as the coefficients are exact, so it is not normalised again.

use fearless_simd::{Simd, SimdBase, SimdFloat, f32x8};

use super::lanes::Lanes;

/// Up to here, three terms of the series are exact to 1.4e-7: `dot` of neighbouring keys, 40 degrees apart.
pub(super) const NEAR_DOT: f32 = 15.0 / 16.0;

/// Coefficients of `c(1 - t)` and `c(t)` for rotations with a dot product of at least [`NEAR_DOT`].
pub(super) struct NearArc<S: Simd>([f32x8<S>; 8]);

/// The same for any dot product from 0 to 1.
pub(super) struct WideArc([[Lanes; WIDE_TERMS + 1]; 2]);

const WIDE_TERMS: usize = 8;

/// `h_k(t) = t (1 - t^2) * sum over i of WIDE[i][k] t^2i`.
///
/// Chebyshev interpolation of `(c(t) - t) / (t (1 - t^2) x)` over `x` in -1 ..= 0 and `t^2` in 0 ..= 1, of degree 7 and 4,
/// as powers: `c` is within 1.1e-7 of the truth anywhere (the test below), and exact at both ends.
#[rustfmt::skip]
#[allow(clippy::unreadable_literal, clippy::excessive_precision, reason = "a table as it was computed")]
const WIDE: [[f32; WIDE_TERMS]; 5] = [
    [-0.333333105, 0.133360773, -0.0565929711, 0.0295391455, 0.00346154766, 0.0338143632, 0.0254517756, 0.0130689833],
    [-1.25671775e-07, -0.0333488248, 0.0203246176, -0.0130941989, -0.00310139963, -0.0186440554, -0.0144117931, -0.00726921437],
    [2.63756608e-08, 3.24844814e-06, -0.00152229064, 0.00176743057, 0.000989178196, 0.00376752228, 0.00303334184, 0.00148683018],
    [-2.80618107e-09, -3.45204569e-07, -6.89856324e-06, -9.58622622e-05, -0.000143312791, -0.000381683669, -0.000323230895, -0.000152328619],
    [1.59339916e-10, 1.95719565e-08, 3.90410008e-07, 2.92305731e-06, 9.70206565e-06, 2.06151835e-05, 1.83150223e-05, 8.25425104e-06],
];

impl<S: Simd> NearArc<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, t: f32) -> Self {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (near_terms(1.0 - t), near_terms(t));
        let splat = |v: f32| f32x8::splat(simd, v);
        Self([
            splat(a0),
            splat(a1),
            splat(a2),
            splat(a3),
            splat(b0),
            splat(b1),
            splat(b2),
            splat(b3),
        ])
    }

    /// `[c(1 - t), c(t)]` for `x = dot - 1`.
    #[inline(always)]
    pub(super) fn at(&self, x: f32x8<S>) -> [f32x8<S>; 2] {
        let c = &self.0;
        [
            c[3].mul_add(x, c[2]).mul_add(x, c[1]).mul_add(x, c[0]),
            c[7].mul_add(x, c[6]).mul_add(x, c[5]).mul_add(x, c[4]),
        ]
    }
}

impl WideArc {
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, t: f32) -> Self {
        Self([wide_terms(simd, 1.0 - t), wide_terms(simd, t)])
    }

    /// `[c(1 - t), c(t)]` for `x = dot - 1`.
    #[inline(always)]
    pub(super) fn at<S: Simd>(&self, simd: S, x: f32x8<S>) -> [f32x8<S>; 2] {
        let [a, b] = &self.0;
        let (mut ca, mut cb) = (a[WIDE_TERMS].load(simd), b[WIDE_TERMS].load(simd));
        for k in (0..WIDE_TERMS).rev() {
            ca = ca.mul_add(x, a[k].load(simd));
            cb = cb.mul_add(x, b[k].load(simd));
        }
        [ca, cb]
    }
}

/// `t` and the first three coefficients: Eberly's b_i = (t^2 - i^2) / (i (2i + 1)) x, multiplied out.
#[inline(always)]
fn near_terms(t: f32) -> [f32; 4] {
    let tau = t * t;
    // The factors beside each other: everything waits for these few numbers.
    let (b1, b2) = ((tau - 1.0) * (1.0 / 3.0), (tau - 4.0) * (1.0 / 10.0));
    let b3 = (tau - 9.0) * (1.0 / 21.0);
    let h0 = t * b1;
    let h1 = h0 * b2;
    let h2 = h0 * (b2 * b3);
    [t, h0, h1, h2]
}

/// `t` and the eight coefficients of [`WIDE`], each spread over all lanes, so that a term is one instruction with a
/// memory operand.
#[inline(always)]
fn wide_terms<S: Simd>(simd: S, t: f32) -> [Lanes; WIDE_TERMS + 1] {
    let tau = f32x8::splat(simd, t * t);
    let row = |i: usize| f32x8::from_slice(simd, &WIDE[i]);
    let sum = row(4)
        .mul_add(tau, row(3))
        .mul_add(tau, row(2))
        .mul_add(tau, row(1))
        .mul_add(tau, row(0));
    let h: [f32; WIDE_TERMS] = (sum * f32x8::splat(simd, t * (1.0 - t * t))).into();
    let mut all = [Lanes([t; 8]); WIDE_TERMS + 1];
    for (to, h) in all[1..].iter_mut().zip(h) {
        to.store(f32x8::splat(simd, h));
    }
    all
}

/// `dot(a, b) + start`. From a start of nought it is never the negative nought, so that a right angle has a sign.
#[inline(always)]
pub(super) fn dot<S: Simd>(a: [f32x8<S>; 4], b: [f32x8<S>; 4], start: f32x8<S>) -> f32x8<S> {
    let sum = a[0].mul_add(b[0], start);
    a[3].mul_add(b[3], a[2].mul_add(b[2], a[1].mul_add(b[1], sum)))
}

/// `a ca + b cb`.
#[inline(always)]
pub(super) fn mix<S: Simd>(a: [f32x8<S>; 4], ca: f32x8<S>, b: [f32x8<S>; 4], cb: f32x8<S>) -> [f32x8<S>; 4] {
    [
        a[0].mul_add(ca, b[0] * cb),
        a[1].mul_add(ca, b[1] * cb),
        a[2].mul_add(ca, b[2] * cb),
        a[3].mul_add(ca, b[3] * cb),
    ]
}
