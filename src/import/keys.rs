//! Key times as the file has them, made fit for a track.

use std::sync::Arc;

use crate::model::Issue;

/// Times in order, and where each came from.
#[derive(Debug, Clone)]
pub(super) struct KeyTimes {
    /// Ascending and finite.
    pub(super) times: Arc<[f32]>,
    /// Per time its key in the file; `None` if the file's order was right.
    pub(super) order: Option<Arc<[u32]>>,
}

/// Checks key times. Backward ones are sorted and told, doubled and negative ones told; NaN or infinity is refused.
pub(super) fn check(raw: Vec<f32>, pointer: &str) -> Result<(KeyTimes, Vec<Issue>), Issue> {
    let mut issues = Vec::new();
    if let Some(key) = raw.iter().position(|t| !t.is_finite()) {
        return Err(Issue::error("key-time-not-finite", pointer).with("key", key));
    }
    if let Some(&first) = raw.iter().find(|&&t| t < 0.0) {
        issues.push(Issue::warning("key-time-negative", pointer).with("time", f64::from(first)));
    }
    let backwards = raw.windows(2).filter(|w| w[1] < w[0]).count();
    let (times, order): (Arc<[f32]>, _) = if backwards > 0 {
        let first = raw.windows(2).position(|w| w[1] < w[0]).map_or(0, |k| k + 1);
        issues.push(
            Issue::error("key-times-unordered", pointer)
                .with("count", backwards)
                .with("first", first),
        );
        let mut order: Vec<u32> = (0..raw.len() as u32).collect();
        // Stable: of two keys at one time the later one of the file stays the later one.
        order.sort_by(|&a, &b| raw[a as usize].total_cmp(&raw[b as usize]));
        (
            order.iter().map(|&k| raw[k as usize]).collect(),
            Some(order.into()),
        )
    } else {
        (raw.into(), None)
    };
    let doubled = times.windows(2).filter(|w| w[0] == w[1]).count();
    if let Some(first) = times.windows(2).find(|w| w[0] == w[1]) {
        let issue = Issue::warning("key-times-doubled", pointer);
        issues.push(issue.with("count", doubled).with("time", f64::from(first[0])));
    }
    Ok((KeyTimes { times, order }, issues))
}

impl KeyTimes {
    /// Puts values, `width` numbers a key, into the order of the times.
    pub(super) fn reorder(&self, values: Vec<f32>, width: usize) -> Vec<f32> {
        match &self.order {
            None => values,
            Some(order) => order
                .iter()
                .flat_map(|&k| &values[k as usize * width..(k as usize + 1) * width])
                .copied()
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_run_backwards_take_their_values_along() {
        let (times, issues) = check(vec![0.0, 2.0, 1.0, 2.0], "/x").unwrap();
        assert_eq!(*times.times, [0.0, 1.0, 2.0, 2.0]);
        assert_eq!(
            times.reorder(vec![0.0, 20.0, 10.0, 21.0], 1),
            [0.0, 10.0, 20.0, 21.0]
        );
        assert_eq!(
            issues.iter().map(|i| i.code).collect::<Vec<_>>(),
            ["key-times-unordered", "key-times-doubled"]
        );
    }

    #[test]
    fn times_that_are_no_numbers_are_refused() {
        assert_eq!(
            check(vec![0.0, f32::NAN], "/x").unwrap_err().code,
            "key-time-not-finite"
        );
        let (times, issues) = check(vec![-1.0, 0.5], "/x").unwrap();
        assert_eq!((times.times.len(), issues[0].code), (2, "key-time-negative"));
    }
}
