//! Mistakes in inverse binds of a rig that was bound in another pose than it rests in.
//!
//! Whatever the pose, a joint keeps its place in its parent's space: poses turn joints and leave the offsets between
//! them alone. Sound matrices of any pose therefore give the offsets of the rest pose; mistaken ones do not, until the
//! mistake is undone.

use glam::{DAffine3, DVec3};

use super::super::limits;
use super::guess::{Binds, Mistake, UNDONE_ALONE, affine, is_invertible};
use crate::work::Cancelled;

/// Fewer offsets than this say nothing.
const FEWEST: usize = 3;
/// The share of offsets that must not be right as they are: a face with sliding joints is no mistake.
const WRONG_SHARE: f64 = 0.5;

/// The offset of a joint in its parent's space, at rest.
struct Offset {
    joint: usize,
    parent: usize,
    at_rest: DVec3,
}

impl Binds<'_> {
    /// The mistake that, undone, makes the matrices those of a pose of this skeleton, if they are of none as they are; with
    /// the right matrices, one for each joint of the skin.
    pub(super) fn mistaken_in_another_pose(&self) -> Result<Option<(Mistake, Vec<DAffine3>)>, Cancelled> {
        let offsets = self.offsets();
        let as_found = |i: usize| affine(self.found[i]);
        if offsets.len() < FEWEST || Self::kept(&offsets, &as_found) > WRONG_SHARE {
            return Ok(None);
        }
        let mut best: Option<(f64, Mistake)> = None;
        let units = self.factor_of(&offsets).map(Mistake::Units);
        for mistake in UNDONE_ALONE.into_iter().chain(units) {
            self.cancel.check()?;
            let kept = Self::kept(&offsets, &|i| self.undone(&mistake, i));
            if kept >= limits::BIND_SHARE.value && best.as_ref().is_none_or(|(b, _)| kept > *b) {
                best = Some((kept, mistake));
            }
        }
        Ok(best.map(|(_, mistake)| {
            let right = |i: usize| {
                let undone = self.undone(&mistake, i).filter(DAffine3::is_finite);
                undone.or_else(|| as_found(i)).unwrap_or(DAffine3::IDENTITY)
            };
            let matrices = (0..self.found.len()).map(right).collect();
            (mistake, matrices)
        }))
    }

    /// Of joints that can be judged with a parent that can, and that do not rest in one place with it.
    fn offsets(&self) -> Vec<Offset> {
        let mut judged = vec![false; self.world.len()];
        self.judged.iter().for_each(|&i| judged[i] = true);
        let all: Vec<Offset> = self
            .judged
            .iter()
            .filter_map(|&joint| {
                let parent = self.parents[joint]? as usize;
                let at_rest = (self.world[parent].inverse() * self.world[joint]).translation;
                judged[parent].then_some(Offset {
                    joint,
                    parent,
                    at_rest,
                })
            })
            .collect();
        let mean = all.iter().map(|o| o.at_rest.length()).sum::<f64>() / all.len().max(1) as f64;
        all.into_iter()
            .filter(|o| o.at_rest.length() > 0.05 * mean)
            .collect()
    }

    /// The share of offsets that `right` leaves as they are at rest.
    fn kept(offsets: &[Offset], right: &dyn Fn(usize) -> Option<DAffine3>) -> f64 {
        let near = |o: &&Offset| {
            let limit = limits::BIND_OFFSET.value * o.at_rest.length();
            let found = offset(o, right);
            found.is_some_and(|f| f.distance(o.at_rest) <= limit)
        };
        offsets.iter().filter(near).count() as f64 / offsets.len() as f64
    }

    /// By how much offsets are longer than at rest: the median, if that is a matter of units.
    fn factor_of(&self, offsets: &[Offset]) -> Option<f64> {
        let mut factors: Vec<f64> = offsets
            .iter()
            .filter_map(|o| Some(offset(o, &|i| affine(self.found[i]))?.length() / o.at_rest.length()))
            .filter(|f| f.is_finite())
            .collect();
        factors.sort_by(f64::total_cmp);
        let factor = *factors.get(factors.len() / 2)?;
        let limit = limits::UNIT_FACTOR.value;
        (factor >= limit || (factor > 0.0 && factor <= limit.recip())).then_some(factor)
    }
}

/// Where a joint stands from its parent, by bind matrices that `right` makes.
fn offset(of: &Offset, right: &dyn Fn(usize) -> Option<DAffine3>) -> Option<DVec3> {
    let joint = right(of.joint).filter(|m| is_invertible(m.matrix3))?;
    Some((right(of.parent)? * joint.inverse()).translation)
}
