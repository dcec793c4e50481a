//! Leaving out keys that those kept give back.

/// Rows to keep of `count`: the first, the last, and so many between that `fits(from, to)` holds for all neighbours.
///
/// Greedy: from each kept row as far as it goes. `fits` is asked O(count log count) times.
pub(super) fn reduce(count: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let mut kept = vec![0_u32];
    if count < 2 {
        kept.truncate(count);
        return kept;
    }
    let mut from = 0;
    while from + 1 < count {
        // Neighbours always fit: there is nothing between them.
        let (mut good, mut step) = (from + 1, 1);
        let mut bad = count;
        while bad == count && good + 1 < count {
            let to = (good + step).min(count - 1);
            if fits(from, to) {
                good = to;
                step *= 2;
            } else {
                bad = to;
            }
        }
        while good + 1 < bad && bad < count {
            let to = usize::midpoint(good, bad);
            if fits(from, to) {
                good = to;
            } else {
                bad = to;
            }
        }
        kept.push(good as u32);
        from = good;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_ends_and_a_corner_stays() {
        assert_eq!(reduce(0, |_, _| true), [0_u32; 0]);
        assert_eq!(reduce(1, |_, _| true), [0]);
        assert_eq!(reduce(100, |_, _| true), [0, 99]);
        assert_eq!(reduce(5, |_, _| false), [0, 1, 2, 3, 4]);
        let corner = |from, to| !(from < 37 && 37 < to);
        assert_eq!(reduce(100, corner), [0, 37, 99]);
    }
}
