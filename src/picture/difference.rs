//! One picture against another.

/// A channel that differs by at most so much is the same: drivers round differently.
const SAME: u8 = 8;

/// How far two pictures of one size are apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Share of pixels with a channel that differs by more than 8 of 255, 0 to 1.
    pub share: f64,
    /// The largest difference of a channel, 0 to 255.
    pub largest: u8,
    /// The mean difference of all channels, 0 to 255.
    pub mean: f64,
}

/// Compares two pictures of the same size (RGBA), and draws their difference: grey where they are the same, red where
/// they are not, the stronger the farther. A pixel that does not show has no colour.
pub fn difference(a: &[u8], b: &[u8]) -> (Difference, Vec<u8>) {
    let visible = |p: &[u8]| {
        let alpha = u16::from(p[3]);
        let shown = |v: u8| (u16::from(v) * alpha / 255) as u8;
        [shown(p[0]), shown(p[1]), shown(p[2]), p[3]]
    };
    let (mut far, mut largest, mut sum) = (0_u64, 0_u8, 0_u64);
    let mut drawn = Vec::with_capacity(a.len());
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        let (a, b) = (visible(a), visible(b));
        let apart = [0, 1, 2, 3].map(|c| a[c].abs_diff(b[c]));
        let most = apart.into_iter().max().unwrap_or(0);
        sum += apart.into_iter().map(u64::from).sum::<u64>();
        largest = largest.max(most);
        far += u64::from(most > SAME);
        let grey = (u16::from(a[0]) + u16::from(a[1]) + u16::from(a[2])) / 3;
        // Faint, so that what differs stands out.
        let ground = (40 + grey / 5) as u8;
        let red = (u16::from(most) * 2 + 60).min(255) as u8;
        drawn.extend(if most > SAME {
            [red, 32, 40, 255]
        } else {
            [ground, ground, ground, 255]
        });
    }
    let pixels = (a.len() / 4).max(1) as f64;
    let difference = Difference {
        share: far as f64 / pixels,
        largest,
        mean: sum as f64 / (4.0 * pixels),
    };
    (difference, drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_counted_and_drawn_red() {
        let a = [100, 100, 100, 255].repeat(100);
        let mut b = a.clone();
        assert_eq!(
            difference(&a, &b).0,
            Difference {
                share: 0.0,
                largest: 0,
                mean: 0.0
            }
        );
        b[0] = 105;
        let rounding = difference(&a, &b).0;
        assert_eq!((rounding.share, rounding.largest), (0.0, 5));
        b[41] = 200;
        let (found, drawn) = difference(&a, &b);
        assert_eq!((found.share, found.largest), (0.01, 100));
        assert_eq!(found.mean, 105.0 / 400.0);
        assert!(drawn[40] == 255 && drawn[41] == 32 && drawn[0] == drawn[1]);
        // A colour that does not show does not count.
        let clear = [200, 10, 0, 0].repeat(3);
        assert_eq!(difference(&clear, &[0, 0, 0, 0].repeat(3)).0.largest, 0);
    }
}
