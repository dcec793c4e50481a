//! Tracks that are no joint's: morph weights, each within what its target moves; properties as they are.

use super::super::clip::{Interpolation, Keys, Target};
use super::bytes::{PackedError, Reader, Writer};
use super::exact;
use super::reach::Reach;
use super::reduce::reduce;
use super::thin::picked;

/// Of the tolerance, what a weight may be off: targets of one vertex add up.
const SHARE: f64 = 0.25;

/// Keys that the others do not give back. `None` if all stay.
#[expect(
    clippy::fn_params_excessive_bools,
    reason = "two independent parts of a technique"
)]
pub(super) fn kept(
    target: &Target,
    keys: &Keys,
    reach: &Reach,
    strip: bool,
    fewer: bool,
) -> Option<Vec<u32>> {
    let Target::MorphWeights(range) = target else {
        return None;
    };
    let tolerance = f64::from(reach.tolerance.iter().copied().fold(f32::INFINITY, f32::min));
    let allowed: Vec<f64> = (range.start..range.end)
        .map(|slot| {
            let moves = f64::from(reach.morph.get(slot as usize).copied().unwrap_or(1.0));
            if tolerance.is_finite() && moves > 0.0 {
                SHARE * tolerance / moves
            } else {
                SHARE * 1e-3
            }
        })
        .collect();
    let near = |a: &[f64], b: &[f64]| {
        a.iter()
            .zip(b)
            .zip(&allowed)
            .all(|((a, b), most)| (a - b).abs() <= *most)
    };
    let at = |keys: &Keys, time: f32| {
        let mut v = vec![0.0; keys.width()];
        exact::sample(keys, false, time.into(), &mut v);
        v
    };
    let (count, spline) = (keys.len(), keys.interpolation() == Interpolation::CubicSpline);
    if count < 2 {
        return None;
    }
    // A spline is looked at between its keys as well.
    let looks = |from: usize, to: usize| -> Vec<f32> {
        let parts = if spline { 8 } else { 1 };
        (from..to)
            .flat_map(|k| {
                let (a, b) = (keys.times()[k], keys.times()[k + 1]);
                (0..parts).map(move |p| a + (b - a) * p as f32 / parts as f32)
            })
            .chain([keys.times()[to]])
            .collect()
    };
    let first = picked(keys, &[0]);
    if strip
        && looks(0, count - 1)
            .iter()
            .all(|t| near(&at(&first, *t), &at(keys, *t)))
    {
        return Some(vec![0]);
    }
    if !fewer {
        return None;
    }
    let kept = reduce(count, |from, to| {
        let pair = picked(keys, &[from as u32, to as u32]);
        looks(from, to)
            .iter()
            .skip(1)
            .all(|t| *t == keys.times()[to] || near(&at(&pair, *t), &at(keys, *t)))
    });
    (kept.len() < count).then_some(kept)
}

/// Writes keys: times as floats; values of one box as 16-bit steps where `narrow`, else as floats.
pub(super) fn write(keys: &Keys, narrow: bool, to: &mut Writer) {
    to.byte(match keys.interpolation() {
        Interpolation::Step => 0,
        Interpolation::Linear => 1,
        Interpolation::CubicSpline => 2,
    });
    to.count(keys.len() as u32);
    to.count(keys.width() as u32);
    keys.times().iter().for_each(|t| to.float(*t));
    to.byte(u8::from(narrow));
    if narrow {
        let (least, extent) = bounds(keys.values());
        to.float(least);
        to.float(extent);
        for v in keys.values() {
            to.low(u64::from(step_of(*v, least, extent)), 2);
        }
    } else {
        keys.values().iter().for_each(|v| to.float(*v));
    }
}

fn bounds(values: &[f32]) -> (f32, f32) {
    let least = values.iter().copied().fold(f32::INFINITY, f32::min);
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if values.is_empty() || !(most - least).is_finite() {
        (0.0, 0.0)
    } else {
        (least, most - least)
    }
}

fn step_of(v: f32, least: f32, extent: f32) -> u16 {
    if extent > 0.0 {
        ((v - least) / extent * 65535.0).round() as u16
    } else {
        0
    }
}

/// Reads what [`write`] wrote.
pub(super) fn read(from: &mut Reader<'_>) -> Result<Keys, PackedError> {
    let interpolation = match from.byte()? {
        0 => Interpolation::Step,
        1 => Interpolation::Linear,
        2 => Interpolation::CubicSpline,
        _ => return Err(PackedError::Code),
    };
    let (count, width) = (from.count()? as usize, from.count()? as usize);
    if from.left() / 4 < count {
        return Err(PackedError::Short);
    }
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        times.push(from.float()?);
    }
    let parts = if interpolation == Interpolation::CubicSpline {
        3
    } else {
        1
    };
    let numbers = count
        .checked_mul(width)
        .and_then(|n| n.checked_mul(parts))
        .ok_or(PackedError::Code)?;
    let narrow = from.byte()? == 1;
    if from.left() / if narrow { 2 } else { 4 } < numbers {
        return Err(PackedError::Short);
    }
    let mut values = Vec::with_capacity(numbers);
    if narrow {
        let [least, extent] = from.floats()?;
        for _ in 0..numbers {
            values.push(least + from.low(2)? as f32 * (extent / 65535.0));
        }
    } else {
        for _ in 0..numbers {
            values.push(from.float()?);
        }
    }
    Keys::new(times.into(), values, width, interpolation).map_err(|_| PackedError::Code)
}
