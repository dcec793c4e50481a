//! Rows of 16-bit codes: half the bytes of plain rows, for one conversion and one multiplication and addition a number.
//!
//! A rotation is four signed codes of 1/32767, set upright again by one step of Newton's method; a number of a translation
//! or scale is its lane's middle and a code times its lane's step. Both are off by at most half a step.

use fearless_simd::{Simd, SimdBase, SimdFloat, f32x8};

use super::arc::dot;
use super::clip::{RuntimeClip, Section};
use super::lanes::{LANES, Lanes};
use super::sample::LinearRows;
use crate::animation::Interpolation;

/// The largest code; its negative is the smallest.
const MOST: f32 = 32767.0;

/// One number of each of eight joints.
type CodeRow = [i16; LANES];

/// What stands for the rows of a [`Section`], in the same order.
#[derive(Debug, Clone)]
pub(super) struct Codes {
    rows: Box<[CodeRow]>,
    /// Of each row of numbers,
    ranges: Box<[Range]>,
}

/// the middle of each lane's values, and what a code counts for.
#[derive(Debug, Clone, Copy)]
struct Range {
    middle: Lanes,
    step: Lanes,
}

impl RuntimeClip {
    /// The same clip with 16-bit codes for the rows of its LINEAR tracks: they take half the memory, and a sample costs
    /// little more. The numbers of a rotation are off by at most
    /// 1.6e-5 (6e-5 radians in all), translations and scales by 1/131068 of how far they range.
    #[must_use]
    pub fn in_16_bits(mut self) -> Self {
        for section in &mut self.sections {
            if section.interpolation == Interpolation::Linear && section.codes.is_none() {
                section.codes = Some(Codes::of(section));
                section.rows = Box::default();
            }
        }
        self
    }
}

impl Codes {
    fn of(section: &Section) -> Self {
        let turns = 4 * section.rotations.len();
        let ranges: Box<[Range]> = (turns..section.stride)
            .map(|row| Range::of(&section.rows.iter().skip(row).step_by(section.stride.max(1))))
            .collect();
        let code = |(at, lanes): (usize, &Lanes)| -> CodeRow {
            let row = at % section.stride;
            std::array::from_fn(|lane| {
                let value = lanes.0[lane];
                let code = match row.checked_sub(turns) {
                    None => value * MOST,
                    Some(number) => ranges[number].code(lane, value),
                };
                // Rounded to nearest; `as` holds what is beyond, and is 0 for what is no number.
                code.round().clamp(-MOST, MOST) as i16
            })
        };
        Self {
            rows: section.rows.iter().enumerate().map(code).collect(),
            ranges,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.rows) + size_of_val(&*self.ranges)
    }
}

impl<S: Simd> LinearRows<S> for Codes {
    type Row = CodeRow;

    #[inline(always)]
    fn frame<'a>(&'a self, section: &'a Section, frame: usize) -> &'a [CodeRow] {
        &self.rows[frame * section.stride..(frame + 1) * section.stride]
    }

    /// Written out: so it becomes two instructions where a processor has them.
    #[inline(always)]
    fn load(simd: S, c: &CodeRow) -> f32x8<S> {
        let numbers = [
            f32::from(c[0]),
            f32::from(c[1]),
            f32::from(c[2]),
            f32::from(c[3]),
            f32::from(c[4]),
            f32::from(c[5]),
            f32::from(c[6]),
            f32::from(c[7]),
        ];
        f32x8::from_slice(simd, &numbers)
    }

    #[inline(always)]
    fn arc(simd: S, a: [f32x8<S>; 4], b: [f32x8<S>; 4]) -> f32x8<S> {
        let splat = |v: f32| f32x8::splat(simd, v);
        dot(a, b, splat(0.0)).mul_add(splat(1.0 / (MOST * MOST)), splat(-1.0))
    }

    /// Codes are not quite of unit length: 1 / sqrt(n) is (3 - n) / 2 where n is all but 1.
    #[inline(always)]
    fn rotation(simd: S, q: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
        let splat = |v: f32| f32x8::splat(simd, v);
        let square = dot(q, q, splat(0.0));
        let scale = square.mul_add(splat(-0.5 / (MOST * MOST * MOST)), splat(1.5 / MOST));
        [q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale]
    }

    #[inline(always)]
    fn number(&self, simd: S, at: usize, code: f32x8<S>) -> f32x8<S> {
        let range = &self.ranges[at];
        code.mul_add(range.step.load(simd), range.middle.load(simd))
    }
}

impl Range {
    fn of<'a>(rows: &(impl Iterator<Item = &'a Lanes> + Clone)) -> Self {
        let ends: [(f32, f32); LANES] = std::array::from_fn(|lane| {
            rows.clone()
                .map(|row| row.0[lane])
                .filter(|v| v.is_finite())
                .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), v| {
                    (least.min(v), most.max(v))
                })
        });
        Self {
            middle: Lanes(ends.map(|(a, b)| if a <= b { 0.5 * a + 0.5 * b } else { 0.0 })),
            step: Lanes(ends.map(|(a, b)| if a < b { (0.5 * b - 0.5 * a) / MOST } else { 0.0 })),
        }
    }

    fn code(&self, lane: usize, value: f32) -> f32 {
        let step = self.step.0[lane];
        if step > 0.0 {
            (value - self.middle.0[lane]) / step
        } else {
            0.0
        }
    }
}
