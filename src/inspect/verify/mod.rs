//! Another engine's pose against ours: the first stage that differs, how far, where, and what mistake it looks like.
//!
//! Used by `cli`. What they say is a pose dump, any part of it (`docs/json.md`); it is untrusted: typed, bounded by its
//! own bytes, and every refusal names its place by a JSON pointer.
//!
//! Data flow: [`read`] (text to [`TheirDump`]s) -> `resolve` (file indices looked up) -> `measure` (place by place, as
//! multiples of what is tolerated) -> `follow` (does each stage follow from theirs before it?) -> `explain` (which of
//! `mistakes` gives their numbers?) -> [`PoseReport`].

mod explain;
mod follow;
mod frame;
mod measure;
mod mistakes;
mod pointer;
mod report;
mod resolve;
mod theirs;

pub use explain::Explanation;
pub use measure::VerifyStage;
pub use report::{JointShare, Place, PoseReport, StageReport};
pub use theirs::{MOST_POSES, TheirDump, read};

use super::PoseRequest;
use crate::model::{Issue, Model, posed_bounds};
use crate::work::{Cancelled, Work};
use follow::Follow;
use frame::Frame;
use measure::Tolerance;
use mistakes::Bench;
use resolve::{TheirPart, TheirPose};

/// Poses of a list that are explained; each takes some hundred tries.
pub const MOST_EXPLAINED: usize = 8;

/// Vertices on which mistakes are tried.
const TRIED_VERTICES: usize = 4096;

/// What may differ.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum VerifyTolerance {
    /// 1e-5 of the posed diagonal plus 4 steps of a 32-bit number at the largest coordinate.
    #[default]
    Default,
    /// Metres.
    Length(f64),
    /// A share of the posed diagonal.
    Share(f64),
}

/// Why a pose cannot be verified.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum VerifyError {
    /// What they say does not fit the model.
    #[error("{0}")]
    Refused(Issue),
    /// Cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl From<Issue> for VerifyError {
    fn from(issue: Issue) -> Self {
        Self::Refused(issue)
    }
}

impl From<Cancelled> for VerifyError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Verifies all poses of theirs, in order. `asked` says which pose it is where they do not. Of those that differ the first
/// [`MOST_EXPLAINED`] are explained.
pub fn verify_all(
    model: &Model,
    dumps: &[TheirDump],
    asked: &PoseRequest,
    tolerance: VerifyTolerance,
    work: &Work,
) -> Result<Vec<PoseReport>, VerifyError> {
    let mut poses = Vec::with_capacity(dumps.len());
    let mut differing = 0;
    for (index, dump) in dumps.iter().enumerate() {
        work.cancel.check()?;
        let number = (dumps.len() > 1).then_some(index);
        let theirs = resolve::resolve(model, dump, asked).map_err(|i| theirs::within(i, number))?;
        let report = compare(model, &theirs, tolerance, differing < MOST_EXPLAINED, work)?;
        differing += usize::from(!report.equal);
        poses.push(report);
    }
    Ok(poses)
}

/// Verifies and explains one pose of theirs. `asked` says which pose it is where they do not; `number` is its place in a
/// list, for pointers.
pub fn verify(
    model: &Model,
    dump: &TheirDump,
    number: Option<usize>,
    asked: &PoseRequest,
    tolerance: VerifyTolerance,
    work: &Work,
) -> Result<PoseReport, VerifyError> {
    let theirs = resolve::resolve(model, dump, asked).map_err(|i| theirs::within(i, number))?;
    compare(model, &theirs, tolerance, true, work)
}

fn compare(
    model: &Model,
    theirs: &TheirPose,
    tolerance: VerifyTolerance,
    explain: bool,
    work: &Work,
) -> Result<PoseReport, VerifyError> {
    let posed = theirs.request.pose(model);
    let scene = model.default_scene;
    let bounds = posed_bounds(model, &posed, scene, theirs.request.skinning, work)?;
    let right = Frame::right(model, &posed, theirs);
    // A box skips what is not finite, so each number that is compared is looked at.
    if let Some(place) = right.not_finite(model, theirs) {
        let issue = Issue::error("pose-not-finite", "").with("place", place.to_string());
        return Err(issue.into());
    }
    // In double precision: the squares of what an `f32` holds it does not.
    let diagonal = if bounds.is_empty() {
        0.0
    } else {
        (bounds.max.as_dvec3() - bounds.min.as_dvec3()).length()
    };
    let largest = (model.origin.abs() + bounds.min.abs().max(bounds.max.abs()).as_dvec3()).max_element();
    let largest = if bounds.is_empty() { 0.0 } else { largest };
    let said = Frame::of_theirs(theirs, &right);
    let asked_length = match tolerance {
        VerifyTolerance::Default => None,
        VerifyTolerance::Length(metres) => Some(metres),
        VerifyTolerance::Share(share) => Some(share * diagonal),
    };
    let tolerance = Tolerance::of(diagonal, largest, asked_length);
    let follow = Follow {
        model,
        theirs,
        said: &said,
        right: &right,
        posed: &posed,
        tolerance: Tolerance::of(diagonal, largest, None),
    };
    let stages: Vec<StageReport> = VerifyStage::ALL
        .into_iter()
        .filter(|s| measure::has(theirs, *s))
        .map(|s| report::stage(&follow, s, tolerance))
        .collect();
    let first = stages.iter().find(|s| s.differing > 0).map(|s| s.stage);
    let explanations = match first {
        Some(first) if explain => {
            let few = thinned(theirs, &said, &right, tolerance);
            let thin_right = Frame::right(model, &posed, &few);
            let bench = Bench {
                model,
                said: Frame::of_theirs(&few, &thin_right),
                right: thin_right,
                theirs: &few,
                everywhere: &right.positions,
                posed: &posed,
                tolerance: follow.tolerance,
                first,
                work,
            };
            Some(explain::explain(&bench)?)
        }
        Some(_) => None,
        None => Some(Vec::new()),
    };
    Ok(report::pose(
        model,
        theirs,
        diagonal,
        tolerance,
        stages,
        explanations,
    ))
}

/// Theirs with so few vertices that many mistakes can be tried: half of them those that are farthest off, the rest spread
/// evenly.
fn thinned(theirs: &TheirPose, said: &Frame, right: &Frame, tolerance: Tolerance) -> TheirPose {
    let count: usize = theirs.parts.iter().map(|p| p.vertices.len()).sum();
    if count <= TRIED_VERTICES {
        return theirs.clone();
    }
    let apart = measure::stage(VerifyStage::Positions, said, right, tolerance);
    let mut order: Vec<usize> = (0..count).collect();
    let half = TRIED_VERTICES / 2;
    order.select_nth_unstable_by(half, |a, b| apart[*b].excess.total_cmp(&apart[*a].excess));
    let mut keep = vec![false; count];
    order[..half].iter().for_each(|v| keep[*v] = true);
    (0..count)
        .step_by(count.div_ceil(half))
        .for_each(|v| keep[v] = true);
    let mut start = 0;
    let part = |p: &TheirPart| {
        let kept = &keep[start..start + p.vertices.len()];
        start += p.vertices.len();
        let pairs = p.vertices.iter().zip(&p.positions).zip(kept).filter(|(_, k)| **k);
        let (vertices, positions) = pairs.map(|((v, at), _)| (*v, *at)).unzip();
        TheirPart {
            vertices,
            positions,
            ..*p
        }
    };
    TheirPose {
        parts: theirs.parts.iter().map(part).collect(),
        request: theirs.request.clone(),
        locals: theirs.locals.clone(),
        nodes: theirs.nodes.clone(),
        palettes: theirs.palettes.clone(),
    }
}
