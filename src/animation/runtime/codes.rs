//! Rows of 16-bit codes: half the bytes of plain rows, for one conversion and one multiplication and addition a number.
//!
//! A rotation is four signed codes of 1/32767, set upright again by one step of Newton's method; a number of a translation
//! or scale is its lane's middle and a code times its lane's step. Both are off by at most half a step.

use fearless_simd::{Simd, SimdBase, SimdFloat, f32x8};

use super::arc::{NearArc, WideArc, dot, mix};
use super::clip::{RuntimeClip, Section};
use super::clock::Frames;
use super::lanes::{Block, LANES, Lanes};
use super::sample::{put_rotations, scatter};
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
    /// little more. Rotations are off by at most 3e-5 radians, translations and scales by 1/131068 of how far they range.
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

    fn frame(&self, stride: usize, frame: usize) -> &[CodeRow] {
        &self.rows[frame * stride..(frame + 1) * stride]
    }

    /// As a section's plain rows are sampled.
    #[inline(always)]
    pub(super) fn linear<S: Simd>(&self, simd: S, section: &Section, frames: Frames, blocks: &mut [Block]) {
        let u = frames.fraction;
        let (a, b) = (
            self.frame(section.stride, frames.left),
            self.frame(section.stride, frames.right),
        );
        let (a_turns, a_numbers) = a.split_at(4 * section.rotations.len());
        let (b_turns, b_numbers) = b.split_at(4 * section.rotations.len());
        let near = NearArc::new(simd, u);
        let wide = section.wide.then(|| WideArc::new(simd, u));
        let splat = |v: f32| f32x8::splat(simd, v);
        let (zero, less_one, square) = (splat(0.0), splat(-1.0), splat(1.0 / (MOST * MOST)));
        let (half, more) = (splat(-0.5 / (MOST * MOST)), splat(1.5 / MOST));
        let turns = a_turns.as_chunks().0.iter().zip(b_turns.as_chunks().0);
        for (to, (a, b)) in section.rotations.iter().zip(turns) {
            let (a, b) = (load_four(simd, a), load_four(simd, b));
            let x = dot(a, b, zero).mul_add(square, less_one);
            let [ca, cb] = match &wide {
                Some(wide) if to.wide => wide.at(simd, x),
                _ => near.at(x),
            };
            let q = mix(a, ca, b, cb);
            // Codes are not quite of unit length: 1 / sqrt(n) is (3 - n) / 2 where n is all but 1.
            let scale = dot(q, q, zero).mul_add(half * splat(1.0 / MOST), more);
            let q = [q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale];
            put_rotations(to.place, q, blocks);
        }
        let u = splat(u);
        let numbers = a_numbers.iter().zip(b_numbers).zip(&self.ranges);
        for (to, ((a, b), range)) in section.numbers.iter().zip(numbers) {
            let (a, b) = (load(simd, a), load(simd, b));
            let code = (b - a).mul_add(u, a);
            let value = code.mul_add(range.step.load(simd), range.middle.load(simd));
            scatter(to, 0, &value.into(), blocks);
        }
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

#[inline(always)]
fn load_four<S: Simd>(simd: S, rows: &[CodeRow; 4]) -> [f32x8<S>; 4] {
    [
        load(simd, &rows[0]),
        load(simd, &rows[1]),
        load(simd, &rows[2]),
        load(simd, &rows[3]),
    ]
}

/// Written out: so it becomes two instructions where a processor has them.
#[inline(always)]
fn load<S: Simd>(simd: S, c: &CodeRow) -> f32x8<S> {
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
