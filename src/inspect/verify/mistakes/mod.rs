//! What may have gone wrong in the other engine: each supposition as the numbers that it would give.
//!
//! A supposition ([`Candidate`]) is tested by its numbers alone: it never looks at theirs but where it measures a
//! parameter (a unit, an offset, an order). [`super::explain`] keeps those that come much nearer than the right frame.

mod axes;
mod faults;
mod found;
mod instant;
mod skin;
mod stored;

use super::frame::Frame;
use super::measure::{self, Apart, Tolerance, VerifyStage};
use super::resolve::TheirPose;
use crate::animation::Pose;
use crate::model::{IssueArg, Model, PosedModel};
use crate::skinning::Skinning;
use crate::work::{Cancelled, Work};

/// A supposed mistake and the frame that it gives.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    /// Stable; the sentence is `verify-CODE`.
    pub(super) code: &'static str,
    /// Named values of the sentence.
    pub(super) values: Vec<(&'static str, IssueArg)>,
    /// True for one that was fitted to their numbers: another mistake may look the same.
    pub(super) fitted: bool,
    /// True for another convention: it may begin at any stage and leave those before it right.
    pub(super) convention: bool,
    pub(super) frame: Frame,
}

impl Candidate {
    fn new(code: &'static str, frame: Frame) -> Self {
        Self {
            code,
            values: Vec::new(),
            fitted: false,
            convention: false,
            frame,
        }
    }

    fn with(mut self, name: &'static str, value: impl Into<IssueArg>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    fn convention(mut self) -> Self {
        self.convention = true;
        self
    }

    fn fitted(mut self) -> Self {
        self.fitted = true;
        self
    }
}

/// What suppositions are tested on.
pub(super) struct Bench<'a> {
    pub(super) model: &'a Model,
    /// Theirs, thinned to so many vertices as suffice.
    pub(super) theirs: &'a TheirPose,
    /// Their numbers.
    pub(super) said: Frame,
    /// Ours.
    pub(super) right: Frame,
    /// All of our positions at the parts of theirs, those that were thinned out, too.
    pub(super) everywhere: &'a [Vec<[f64; 3]>],
    /// The model posed right.
    pub(super) posed: &'a PosedModel,
    /// Of the default size, whatever was asked for: a wide one would let anything explain anything.
    pub(super) tolerance: Tolerance,
    /// The first stage at which they differ.
    pub(super) first: VerifyStage,
    pub(super) work: &'a Work,
}

/// Receives suppositions one after the other.
pub(super) type Visit<'v> = dyn FnMut(Candidate) + 'v;

/// Every supposition, the likeliest first.
pub(super) fn all(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    for family in [
        faults::all,
        stored::all,
        axes::all,
        skin::all,
        instant::all,
        found::all,
    ] {
        bench.work.cancel.check()?;
        family(bench, visit)?;
    }
    Ok(())
}

impl Bench<'_> {
    fn needs_dual_quaternions(&self) -> bool {
        self.theirs.request.skinning.method.needs_dual_quaternions()
    }

    /// What is apart at a stage if `frame` were what they have.
    pub(super) fn apart(&self, stage: VerifyStage, frame: &Frame) -> Vec<Apart> {
        measure::stage(stage, &self.said, frame, self.tolerance)
    }

    /// Mean excess at the first stage that differs.
    fn misfit(&self, frame: &Frame) -> f64 {
        mean(&self.apart(self.first, frame))
    }

    /// The frame of another posed model, skinned as they say.
    fn frame(&self, posed: &PosedModel) -> Frame {
        self.frame_by(posed, self.theirs.request.skinning)
    }

    fn frame_by(&self, posed: &PosedModel, skinning: Skinning) -> Frame {
        Frame::of(self.model, posed, self.theirs, &|i, p, v| {
            posed.vertex(i, p, skinning, v).position
        })
    }

    /// The model in another local pose.
    fn pose(&self, local: Pose) -> PosedModel {
        let mut posed = PosedModel::default();
        posed.local = local;
        posed.joint_mask.clone_from(&self.theirs.request.joint_mask);
        posed.update_matrices(self.model, self.needs_dual_quaternions());
        posed
    }
}

/// Mean of what is apart, as multiples of what is tolerated.
pub(super) fn mean(apart: &[Apart]) -> f64 {
    apart.iter().map(|a| a.excess).sum::<f64>() / apart.len().max(1) as f64
}
