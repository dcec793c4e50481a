//! The doctor: why a character explodes, deforms badly here or would elsewhere.
//!
//! Findings are [`Issue`]s like those of the importer, with one set of codes: [`examine`] merges both, and where the
//! doctor says the same more precisely (with the joints and vertices concerned), its word stands. One file a family;
//! all thresholds stand in [`super::limits`]. Only what cannot look right is an error: a rest pose that differs from
//! the bind pose, for one, is common in sound files.
//!
//! Data flow: `Model` -> [`exam::Exam`] (what several families need) -> families -> [`Diagnosis`].

mod binds;
mod clips;
mod concerned;
mod exam;
mod geometry;
mod guess;
mod indices;
mod lengths;
mod sampled;
mod skeleton;
mod weights;

use std::collections::{BTreeMap, BTreeSet};

use super::compare::VertexRef;
use super::cure::Cure;
use crate::animation::JointId;
use crate::model::{Issue, Model, Severity};
use crate::work::{Cancelled, Work};

use concerned::Concerned;
use exam::Exam;

/// More findings of one code than this are counted instead of listed.
const PER_CODE: usize = 50;

/// No more joints or vertices than this are named by a finding.
pub const MOST_LISTED: usize = 64;

/// Things concerned: the first of them, those concerned most first, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    /// At most [`MOST_LISTED`].
    pub first: Vec<T>,
    /// All of them.
    pub count: usize,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self {
            first: Vec::new(),
            count: 0,
        }
    }
}

impl<T> FromIterator<T> for Listed<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        let mut out = Self::default();
        iter.into_iter().for_each(|item| out.add(item));
        out
    }
}

impl<T> Listed<T> {
    fn add(&mut self, item: T) {
        if self.first.len() < MOST_LISTED {
            self.first.push(item);
        }
        self.count += 1;
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What, where, how bad, with named values.
    pub issue: Issue,
    /// Joints concerned.
    pub joints: Listed<JointId>,
    /// Vertices concerned.
    pub vertices: Listed<VertexRef>,
    /// A change of the model that would undo it, if there is one.
    pub cure: Option<Cure>,
}

impl From<Issue> for Finding {
    fn from(issue: Issue) -> Self {
        Self {
            issue,
            joints: Listed::default(),
            vertices: Listed::default(),
            cure: None,
        }
    }
}

impl Finding {
    fn joints(mut self, joints: impl IntoIterator<Item = JointId>) -> Self {
        self.joints = joints.into_iter().collect();
        self
    }

    fn vertices(mut self, vertices: Listed<VertexRef>) -> Self {
        self.vertices = vertices;
        self
    }

    fn cure(mut self, cure: impl Into<Option<Cure>>) -> Self {
        self.cure = cure.into();
        self
    }
}

/// All that is worth telling about a model, the worst first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diagnosis {
    /// Errors, warnings, notes; within a severity the importer's first, in the order of the file.
    pub findings: Vec<Finding>,
}

impl Diagnosis {
    /// What the importer found of a model, before it is examined.
    pub fn imported(model: &Model) -> Self {
        Self::merge(&model.issues, Vec::new())
    }

    /// How many there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings
            .iter()
            .filter(|f| f.issue.severity == severity)
            .count()
    }

    /// The worst there is; `None` without findings.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.first().map(|f| f.issue.severity)
    }

    /// The findings of a code.
    pub fn of(&self, code: &str) -> impl Iterator<Item = &Finding> + '_ {
        let code = code.to_owned();
        self.findings.iter().filter(move |f| f.issue.code == code)
    }

    fn merge(imported: &[Issue], own: Vec<Finding>) -> Self {
        let places: BTreeSet<(&'static str, String)> = own
            .iter()
            .map(|f| (f.issue.code, f.issue.pointer.clone()))
            .collect();
        let better = |issue: &Issue, same: bool| {
            let at = |code| places.contains(&(code, issue.pointer.clone()));
            (same && at(issue.code)) || says_more_than(issue.code).is_some_and(at)
        };
        let told = imported
            .iter()
            .filter(|i| !better(i, true))
            .cloned()
            .map(Finding::from);
        let own = own.into_iter().filter(|f| !better(&f.issue, false));
        let mut seen: BTreeMap<&'static str, usize> = BTreeMap::new();
        let mut findings: Vec<Finding> = Vec::new();
        for finding in told.chain(own) {
            let seen = seen.entry(finding.issue.code).or_default();
            *seen += 1;
            if *seen <= PER_CODE || finding.issue.code == "more-of-the-same" {
                findings.push(finding);
            }
        }
        for (code, count) in seen {
            if count > PER_CODE && code != "more-of-the-same" {
                let issue = Issue::info("more-of-the-same", "")
                    .with("code", code)
                    .with("count", count - PER_CODE);
                findings.push(issue.into());
            }
        }
        findings.sort_by_key(|f| std::cmp::Reverse(f.issue.severity));
        Self { findings }
    }
}

/// The doctor's code that makes another one superfluous at the same place.
fn says_more_than(code: &str) -> Option<&'static str> {
    match code {
        "inverse-bind-not-affine" => Some("inverse-binds-transposed"),
        "weights-not-normalized" => Some("weights-badly-quantised"),
        _ => None,
    }
}

/// Every code that the doctor itself may use, those included that the importer uses, too.
pub const CODES: &[&str] = &[
    "inverse-binds-missing",
    "inverse-binds-too-few",
    "inverse-bind-not-finite",
    "inverse-bind-not-affine",
    "inverse-bind-singular",
    "inverse-binds-transposed",
    "inverse-binds-not-inverted",
    "inverse-binds-translation-negated",
    "inverse-binds-rotation-dropped",
    "inverse-binds-permuted",
    "inverse-binds-units",
    "rest-off-bind",
    "mesh-torn",
    "rest-torn",
    "joint-indices-permuted",
    "skinned-node-transform",
    "weights-not-finite",
    "weights-negative",
    "weights-not-normalized",
    "weights-badly-quantised",
    "weights-missing",
    "joints-doubled",
    "joints-out-of-range",
    "influences-over-four",
    "influences-over-eight",
    "joints-unused",
    "joints-outside-scene",
    "skin-no-common-root",
    "joints-not-uniform",
    "joints-mirrored",
    "common-scale",
    "model-units",
    "key-times-unordered",
    "key-times-doubled",
    "rotation-keys-not-normalized",
    "rotation-keys-flipped",
    "spline-keys-flipped",
    "channel-on-matrix",
    "clip-zero-length",
    "channels-without-effect",
    "channels-unseen",
    "clip-not-looping",
    "mesh-far-from-skeleton",
];

/// Examines a model. Pure: the same model gives the same findings with any number of threads.
pub fn examine(model: &Model, work: &Work) -> Result<Diagnosis, Cancelled> {
    let exam = Exam::new(model, work)?;
    let mut found = Vec::new();
    work.progress.start(exam.steps());
    binds::look(&exam, &mut found)?;
    weights::look(&exam, &mut found)?;
    skeleton::look(&exam, &mut found)?;
    geometry::look(&exam, &mut found)?;
    clips::look(&exam, &mut found)?;
    sampled::look(&exam, &mut found)?;
    let mut diagnosis = Diagnosis::merge(&model.issues, found);
    let concerned = Concerned::new(model);
    for finding in diagnosis.findings.iter_mut().filter(|f| f.joints.count == 0) {
        finding.joints = concerned.joints(&finding.issue.pointer).into_iter().collect();
    }
    Ok(diagnosis)
}

/// Three significant digits: values of findings are read by people, and every digit more is noise.
fn round(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { 0.0 } else { value };
    }
    let decade = 10_f64.powi(2 - value.abs().log10().floor() as i32);
    let rounded = (value * decade).round() / decade;
    if rounded.is_finite() { rounded } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doctors_word_stands_for_the_importers_at_the_same_place() {
        let imported = [
            Issue::warning("weights-not-normalized", "/a"),
            Issue::warning("weights-not-normalized", "/b"),
            Issue::error("x", "/a"),
        ];
        let own = vec![Finding::from(Issue::warning("weights-badly-quantised", "/a"))];
        let d = Diagnosis::merge(&imported, own);
        let codes: Vec<_> = d
            .findings
            .iter()
            .map(|f| (f.issue.code, f.issue.pointer.as_str()))
            .collect();
        assert_eq!(
            codes,
            [
                ("x", "/a"),
                ("weights-not-normalized", "/b"),
                ("weights-badly-quantised", "/a")
            ]
        );
        assert_eq!(d.worst(), Some(Severity::Error));
    }

    #[test]
    fn floods_are_counted() {
        let own = (0..1000)
            .map(|i| Finding::from(Issue::info("flood", format!("/{i}"))))
            .collect();
        let d = Diagnosis::merge(&[], own);
        assert_eq!(d.findings.len(), PER_CODE + 1);
        assert!(
            d.of("more-of-the-same")
                .any(|f| f.issue.to_string().contains("950"))
        );
    }

    #[test]
    fn values_have_three_digits() {
        assert_eq!(
            [0.0, 1234.5, -0.123_456, 99.96].map(round),
            [0.0, 1230.0, -0.123, 100.0]
        );
    }
}
