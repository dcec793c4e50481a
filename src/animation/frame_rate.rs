//! The frame rate that a clip was made with, found from its keys.

/// Frame rates that tools work with, in the order in which they are tried: keys on whole thirtieths say 30, also where
/// they lie on whole sixtieths, too. Source: the rate menus of Blender, Maya and Unreal.
pub const FRAME_RATES: [f64; 12] = [
    30.0,
    24.0,
    25.0,
    60.0,
    50.0,
    48.0,
    120.0,
    100.0,
    240.0,
    30_000.0 / 1001.0,
    24_000.0 / 1001.0,
    60_000.0 / 1001.0,
];

/// How far from a whole frame a key may lie, frames: exporters write seconds as `f32`, some with four decimals.
const SLACK_FRAMES: f64 = 0.02;

/// The first of [`FRAME_RATES`] on whose frames all `times` (seconds) lie; `None` if there is none, or if no two
/// times differ.
///
/// A rate above 60 needs keys that are as dense, most of them one frame after another: a grid that is fine enough holds
/// almost any times, and two keys close to each other say nothing about the others.
/// Times count from the first: a clip that was cut out of a longer one keeps its rate. Cost: O(times), a few times.
pub fn frame_rate_of(times: &[f32]) -> Option<f64> {
    let first = f64::from(*times.first()?);
    if times.iter().all(|&t| f64::from(t) <= first) {
        return None;
    }
    // Most gaps are of one frame where the middle one is.
    let mut gaps: Vec<f64> = times.windows(2).map(|w| f64::from(w[1] - w[0])).collect();
    gaps.retain(|gap| *gap > 0.0);
    gaps.sort_by(f64::total_cmp);
    let middle = gaps.get(gaps.len() / 2).copied().unwrap_or(f64::INFINITY);
    FRAME_RATES.into_iter().find(|rate| {
        if *rate > 61.0 && middle * rate > 1.5 {
            return false;
        }
        times.iter().all(|&t| {
            let t = f64::from(t);
            let frame = (t - first) * rate;
            // An `f32` far from zero is itself no finer than this.
            let rounding = 2.0 * rate * f64::from(f32::EPSILON) * t.abs();
            (frame - frame.round()).abs() <= SLACK_FRAMES + rounding
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(rate: f64, frames: &[u32], from: f64) -> Vec<f32> {
        frames
            .iter()
            .map(|&f| (from + f64::from(f) / rate) as f32)
            .collect()
    }

    #[test]
    fn the_rate_is_found_wherever_the_clip_begins() {
        for rate in FRAME_RATES {
            for from in [0.0, 0.041_666, 17.3] {
                let found = frame_rate_of(&keys(rate, &[0, 1, 2, 3, 4, 11, 401], from));
                assert_eq!(found, Some(rate), "from {from}");
            }
        }
    }

    #[test]
    fn sparse_keys_are_thirty_a_second_unless_they_cannot_be() {
        assert_eq!(frame_rate_of(&[0.0, 0.5, 1.0]), Some(30.0));
        assert_eq!(frame_rate_of(&keys(24.0, &[0, 5, 24], 0.0)), Some(24.0));
        assert_eq!(frame_rate_of(&keys(60.0, &[0, 2, 4], 0.0)), Some(30.0));
    }

    #[test]
    fn keys_on_no_grid_have_no_rate() {
        assert_eq!(frame_rate_of(&[0.0, 0.123_4, 0.777_7, 0.912_3]), None);
        // Multiples of a 240th, but nobody who keys 240 frames a second leaves three out each time.
        assert_eq!(frame_rate_of(&keys(240.0, &[0, 29, 34, 90, 113], 0.0)), None);
        // Nor does one pair of keys close together make 240 of a clip that is keyed at other times.
        let close = [0, 1, 31, 60, 91, 125];
        assert_eq!(frame_rate_of(&keys(240.0, &close, 0.0)), None);
        assert_eq!(frame_rate_of(&[]), None);
        assert_eq!(frame_rate_of(&[0.5, 0.5]), None);
    }
}
