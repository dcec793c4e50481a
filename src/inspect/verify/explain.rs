//! Which supposed mistake gives their numbers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::measure::{self, Apart, NEAR, VerifyStage};
use super::mistakes::{self, Bench, Candidate, mean};
use crate::model::IssueArg;
use crate::work::Cancelled;

/// An explanation leaves at most this share of the largest difference, however near it comes.
const MUCH_BETTER: f64 = 0.2;
/// One that does not come near counts if it leaves at most this share of the mean difference.
const PARTLY: f64 = 0.05;
/// Explanations with the same numbers that are named together.
const MOST: usize = 6;

/// What their numbers look like.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// Stable, such as `wrong-side`; the sentence is `verify-CODE`.
    pub code: &'static str,
    /// Named values of the sentence.
    pub values: BTreeMap<&'static str, serde_json::Value>,
    /// Whether it gives all of their numbers; else only those of the first stage that differs, or most of it.
    pub complete: bool,
    /// False for a mistake that is made at some entries only: at those that differ it gives their numbers, the others are
    /// right.
    pub everywhere: bool,
    /// Share of the mean difference at the first stage that it leaves, 0 to 1; where it is not made everywhere, of the
    /// entries that differ.
    pub left: f64,
    /// The values as the sentence takes them.
    #[serde(skip)]
    pub arguments: Vec<(&'static str, IssueArg)>,
}

/// How well one explains; smaller is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// All numbers, and not fitted to them.
    Whole,
    /// All numbers, by a parameter fitted to them.
    WholeFitted,
    /// All numbers that differ; the mistake is made at some entries only.
    InPlaces,
    /// The numbers of the first stage that differs and of those before it.
    FirstStage,
    /// The same, fitted.
    FirstStageFitted,
    /// Most of the first stage.
    Partly,
}

/// The explanations of the best class that any has: several if their numbers are the same here. None if nothing comes
/// much nearer than the right frame.
pub(super) fn explain(bench: &Bench<'_>) -> Result<Vec<Explanation>, Cancelled> {
    let right_first = bench.apart(bench.first, &bench.right);
    let (right_mean, right_largest) = (mean(&right_first), largest(&right_first));
    let mut kept: Vec<(Class, Explanation)> = Vec::new();
    mistakes::all(bench, &mut |candidate: Candidate| {
        let first = bench.apart(bench.first, &candidate.frame);
        let left = mean(&first) / right_mean.max(1e-300);
        let has = |stage: &VerifyStage| measure::has(bench.theirs, *stage);
        let near = |stage: VerifyStage| largest(&bench.apart(stage, &candidate.frame)) <= NEAR;
        let better =
            |apart: &[Apart]| largest(apart) <= NEAR && largest(apart) <= MUCH_BETTER * right_largest;
        let mut earlier = VerifyStage::ALL
            .into_iter()
            .filter(|s| *s < bench.first && has(s));
        let before = candidate.convention || earlier.all(near);
        let later = || {
            VerifyStage::ALL
                .into_iter()
                .filter(|s| *s > bench.first && has(s))
        };
        // Of a stage only the entries that differ.
        let in_places = |stage: VerifyStage| {
            let right = bench.apart(stage, &bench.right);
            let apart = bench.apart(stage, &candidate.frame);
            let wrong = apart.iter().zip(&right).filter(|(_, r)| r.excess > 1.0);
            wrong.map(|(a, _)| *a).collect::<Vec<Apart>>()
        };
        let (class, left) = match (better(&first) && before, candidate.fitted) {
            (true, false) if later().all(near) => (Class::Whole, left),
            (true, true) if later().all(near) => (Class::WholeFitted, left),
            (true, false) => (Class::FirstStage, left),
            (true, true) => (Class::FirstStageFitted, left),
            (false, _) => {
                let there = in_places(bench.first);
                let all = || later().all(|s| largest(&in_places(s)) <= NEAR);
                // Asked for less than the default, nothing may differ that can be explained.
                if !candidate.fitted && !there.is_empty() && better(&there) && all() {
                    let wrong: f64 = right_first
                        .iter()
                        .filter(|a| a.excess > 1.0)
                        .map(|a| a.excess)
                        .sum();
                    let share = mean(&there) * there.len() as f64 / wrong.max(1e-300);
                    (Class::InPlaces, share)
                } else if left <= PARTLY && before {
                    (Class::Partly, left)
                } else {
                    return;
                }
            }
        };
        kept.push((class, explanation(candidate, class, left)));
    })?;
    let Some(best) = kept.iter().map(|k| k.0).min() else {
        return Ok(Vec::new());
    };
    let mut out: Vec<Explanation> = Vec::new();
    for (class, explanation) in kept {
        // One mistake may be tried in several forms.
        if class == best && out.iter().all(|o| o.code != explanation.code) {
            out.push(explanation);
        }
    }
    if best == Class::Partly {
        out.sort_by(|a, b| a.left.total_cmp(&b.left));
        out.truncate(1);
    }
    out.truncate(MOST);
    Ok(out)
}

fn largest(apart: &[Apart]) -> f64 {
    apart.iter().map(|a| a.excess).fold(0.0, f64::max)
}

fn explanation(candidate: Candidate, class: Class, left: f64) -> Explanation {
    let value = |v: &IssueArg| match v {
        IssueArg::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => (*n as i64).into(),
        IssueArg::Number(n) => (*n).into(),
        IssueArg::Text(t) => t.as_str().into(),
    };
    Explanation {
        code: candidate.code,
        values: candidate
            .values
            .iter()
            .map(|(name, v)| (*name, value(v)))
            .collect(),
        complete: class <= Class::InPlaces,
        everywhere: class != Class::InPlaces,
        left: left.min(1.0),
        arguments: candidate.values,
    }
}
