//! One clip at one time, into a pose.

use fearless_simd::{Simd, SimdBase, SimdFloat, f32x8};

use super::arc::{NearArc, WideArc, dot, mix};
use super::clip::{Place, RuntimeClip, Section};
use super::clock::Frames;
use super::lanes::{BLOCK_ROWS, Block, LANES, Lanes};
use super::pose::RuntimePose;
use super::simd::{SimdPath, on_path};
use crate::animation::{Interpolation, Target, sample_track};

impl SimdPath {
    /// Sets `pose` to what `clip` is at `time_secs`: what it drives, and rest elsewhere.
    ///
    /// The rules are those of [`crate::animation::sample`]. No allocation if `pose` had the clip's skeleton before; the
    /// cost does not depend on the length of the clip or on what was sampled before.
    pub fn sample(self, clip: &RuntimeClip, time_secs: f64, pose: &mut RuntimePose) {
        pose.fit(clip.scaled.len(), &clip.rest_morph_weights, &clip.rest_properties);
        on_path!(self, simd => sample(simd, clip, time_secs, pose));
        for track in &clip.loose {
            sample_loose(
                &track.keys,
                track.is_rotation,
                track.first as usize,
                time_secs,
                &mut pose.blocks,
            );
        }
        for track in &clip.slot_tracks {
            let (range, slots) = match &track.target {
                Target::MorphWeights(range) => (range, &mut pose.morph_weights),
                Target::Property(range) => (range, &mut pose.properties),
                _ => continue,
            };
            if let Some(out) = slots.get_mut(range.start as usize..range.end as usize) {
                sample_track(&track.keys, false, time_secs, out);
            }
        }
    }
}

#[inline(always)]
fn sample<S: Simd>(simd: S, clip: &RuntimeClip, time_secs: f64, pose: &mut RuntimePose) {
    let blocks = &mut pose.blocks[..];
    pose.scaled.copy_from_slice(&clip.scaled);
    for (block, t) in blocks.iter_mut().zip(&*clip.translations) {
        for (to, from) in block.t.iter_mut().zip(t) {
            to.store(from.load(simd));
        }
    }
    for (b, r) in &*clip.rotations {
        for (to, from) in blocks[*b as usize].r.iter_mut().zip(r) {
            to.store(from.load(simd));
        }
    }
    for (b, s) in &*clip.scales {
        for (to, from) in blocks[*b as usize].s.iter_mut().zip(s) {
            to.store(from.load(simd));
        }
    }
    for section in &*clip.sections {
        let holding = section.interpolation == Interpolation::Step;
        let frames = section.clock.frames(time_secs, holding);
        match section.interpolation {
            Interpolation::Linear => {
                match &section.codes {
                    None => linear(simd, &Plain, section, frames, blocks),
                    Some(codes) => linear(simd, codes, section, frames, blocks),
                }
                let numbers: &mut [f32] = bytemuck::cast_slice_mut(blocks);
                for track in &section.sluggish {
                    numbers[track.to as usize] = track.at(&section.clock, frames, time_secs);
                }
            }
            Interpolation::Step => step(section, frames, blocks),
            Interpolation::CubicSpline => spline(simd, section, frames, blocks),
        }
    }
    for splines in &*clip.splines {
        splines.sample(simd, time_secs, &mut pose.moments, blocks);
    }
}

/// What the rows of a LINEAR section are made of.
pub(super) trait LinearRows<S: Simd> {
    /// Eight numbers.
    type Row;

    /// The rows of one frame.
    fn frame<'a>(&'a self, section: &'a Section, frame: usize) -> &'a [Self::Row];

    fn load(simd: S, row: &Self::Row) -> f32x8<S>;

    /// `dot(a, b) - 1` of rotations as they were loaded.
    fn arc(simd: S, a: [f32x8<S>; 4], b: [f32x8<S>; 4]) -> f32x8<S>;

    /// A rotation from what was mixed of two.
    fn rotation(simd: S, mixed: [f32x8<S>; 4]) -> [f32x8<S>; 4];

    /// The number behind what was mixed of row `at` of the numbers.
    fn number(&self, simd: S, at: usize, mixed: f32x8<S>) -> f32x8<S>;
}

/// Rows as they are: [`Section::rows`].
struct Plain;

impl<S: Simd> LinearRows<S> for Plain {
    type Row = Lanes;

    #[inline(always)]
    fn frame<'a>(&'a self, section: &'a Section, frame: usize) -> &'a [Lanes] {
        section.frame(frame)
    }

    #[inline(always)]
    fn load(simd: S, row: &Lanes) -> f32x8<S> {
        row.load(simd)
    }

    #[inline(always)]
    fn arc(simd: S, a: [f32x8<S>; 4], b: [f32x8<S>; 4]) -> f32x8<S> {
        dot(a, b, f32x8::splat(simd, -1.0))
    }

    #[inline(always)]
    fn rotation(_: S, mixed: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
        mixed
    }

    #[inline(always)]
    fn number(&self, _: S, _: usize, mixed: f32x8<S>) -> f32x8<S> {
        mixed
    }
}

#[inline(always)]
fn linear<S: Simd, R: LinearRows<S>>(
    simd: S,
    rows: &R,
    section: &Section,
    frames: Frames,
    blocks: &mut [Block],
) {
    // Written out, see `load_four`.
    let four = |r: &[R::Row; 4]| {
        [
            R::load(simd, &r[0]),
            R::load(simd, &r[1]),
            R::load(simd, &r[2]),
            R::load(simd, &r[3]),
        ]
    };
    let u = frames.fraction;
    let (a, b) = (
        rows.frame(section, frames.left),
        rows.frame(section, frames.right),
    );
    let (a_turns, a_numbers) = a.split_at(4 * section.rotations.len());
    let (b_turns, b_numbers) = b.split_at(4 * section.rotations.len());
    let near = NearArc::new(simd, u);
    let wide = section.wide.then(|| WideArc::new(simd, u));
    let turns = a_turns.as_chunks().0.iter().zip(b_turns.as_chunks().0);
    for (to, (a, b)) in section.rotations.iter().zip(turns) {
        let (a, b) = (four(a), four(b));
        let x = R::arc(simd, a, b);
        let [ca, cb] = match &wide {
            Some(wide) if to.wide => wide.at(simd, x),
            _ => near.at(x),
        };
        put_rotations(to.place, R::rotation(simd, mix(a, ca, b, cb)), blocks);
    }
    let u = f32x8::splat(simd, u);
    let numbers = section.numbers.iter().zip(a_numbers.iter().zip(b_numbers));
    for (at, (to, (a, b))) in numbers.enumerate() {
        let (a, b) = (R::load(simd, a), R::load(simd, b));
        let value = rows.number(simd, at, (b - a).mul_add(u, a));
        scatter(to, 0, &value.into(), blocks);
    }
}

#[inline(always)]
fn step(section: &Section, frames: Frames, blocks: &mut [Block]) {
    for (to, row) in section.numbers.iter().zip(section.frame(frames.left)) {
        scatter(to, 0, &row.0, blocks);
    }
}

#[inline(always)]
fn spline<S: Simd>(simd: S, section: &Section, frames: Frames, blocks: &mut [Block]) {
    let Frames {
        left,
        right,
        fraction: u,
        gap_secs,
    } = frames;
    let (u2, u3) = (u * u, u * u * u);
    // As in `sample_track`: at u = 0, where one key holds, its value alone counts.
    let splat = |w: f32| f32x8::splat(simd, w);
    let (ha, hb) = (splat(2.0 * u3 - 3.0 * u2 + 1.0), splat(-2.0 * u3 + 3.0 * u2));
    let (leave, enter) = (splat((u3 - 2.0 * u2 + u) * gap_secs), splat((u3 - u2) * gap_secs));
    // In-tangents, values and out-tangents of `n` numbers follow each other.
    let hermite = |a: &[Lanes], b: &[Lanes], n: usize, i: usize| {
        let sum = ha * a[n + i].load(simd);
        let sum = leave.mul_add(a[2 * n + i].load(simd), sum);
        let sum = hb.mul_add(b[n + i].load(simd), sum);
        enter.mul_add(b[i].load(simd), sum)
    };
    let (a, b) = (section.frame(left), section.frame(right));
    let (a_turns, a_numbers) = a.split_at(12 * section.rotations.len());
    let (b_turns, b_numbers) = b.split_at(12 * section.rotations.len());
    let turns = a_turns.chunks_exact(12).zip(b_turns.chunks_exact(12));
    for (to, (a, b)) in section.rotations.iter().zip(turns) {
        let q = [
            hermite(a, b, 4, 0),
            hermite(a, b, 4, 1),
            hermite(a, b, 4, 2),
            hermite(a, b, 4, 3),
        ];
        put_rotations(to.place, normalize_or_identity(simd, q), blocks);
    }
    let numbers = a_numbers.chunks_exact(3).zip(b_numbers.chunks_exact(3));
    for (to, (a, b)) in section.numbers.iter().zip(numbers) {
        scatter(to, 0, &hermite(a, b, 1, 0).into(), blocks);
    }
}

/// The lanes' twin of [`crate::math::normalize_or_identity`].
#[inline(always)]
pub(super) fn normalize_or_identity<S: Simd>(simd: S, q: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    let square = q[3].mul_add(q[3], q[2].mul_add(q[2], q[1].mul_add(q[1], q[0] * q[0])));
    let splat = |v| f32x8::splat(simd, v);
    let inverse = splat(1.0) / square.sqrt();
    let long = square.simd_gt(splat(1e-30));
    let finite = square.simd_lt(splat(f32::INFINITY));
    let (zero, one) = (splat(0.0), splat(1.0));
    let or = |v: f32x8<S>, other: f32x8<S>| {
        let unit = simd.select_f32x8(long, v * inverse, other);
        simd.select_f32x8(finite, unit, other)
    };
    [or(q[0], zero), or(q[1], zero), or(q[2], zero), or(q[3], one)]
}

#[inline(always)]
pub(super) fn put_rotations<S: Simd>(place: Place, q: [f32x8<S>; 4], blocks: &mut [Block]) {
    match place {
        Place::Block(b) => {
            for (to, q) in blocks[b as usize].r.iter_mut().zip(q) {
                to.store(q);
            }
        }
        Place::Scattered(to) => {
            for (i, q) in q.into_iter().enumerate() {
                scatter(&to, i, &q.into(), blocks);
            }
        }
    }
}

/// Puts eight numbers each in its place, `rows` rows below it.
#[inline(always)]
fn scatter(to: &[u32; LANES], rows: usize, values: &[f32; LANES], blocks: &mut [Block]) {
    let numbers: &mut [f32] = bytemuck::cast_slice_mut(blocks);
    for (&to, &v) in to.iter().zip(values) {
        numbers[to as usize + rows * LANES] = v;
    }
}

fn sample_loose(
    keys: &crate::animation::Keys,
    is_rotation: bool,
    first: usize,
    time_secs: f64,
    blocks: &mut [Block],
) {
    const { assert!(size_of::<Block>() == BLOCK_ROWS * LANES * size_of::<f32>()) };
    let numbers: &mut [f32] = bytemuck::cast_slice_mut(blocks);
    let mut values = [0.0; 4];
    let values = &mut values[..keys.width()];
    sample_track(keys, is_rotation, time_secs, values);
    for (i, &v) in values.iter().enumerate() {
        numbers[first + i * LANES] = v;
    }
}
