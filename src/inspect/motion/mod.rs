//! How a clip moves: where joints go, whether it closes into a loop, whether feet slide.
//!
//! Used by `viewer`, `app`. Pure numbers of one clip of one model; nothing here depends on what plays.

mod feet;
mod paths;
mod seam;

pub use feet::{ContactRule, FootSlide, feet_of, foot_slides};
pub use paths::{JointPaths, MOST_INSTANTS};
pub use seam::{LoopSeam, loop_seam};

use crate::animation::{ClipId, JointId, RootTravel};
use crate::model::Model;
use crate::work::{Cancelled, Work};

/// All there is to say about the motion of a clip.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipMotion {
    /// Where the joints that were asked for, the feet and the root go.
    pub paths: JointPaths,
    /// Start against end; `None` for a clip without length.
    pub seam: Option<LoopSeam>,
    /// What carries the character, and how far.
    pub travel: Option<RootTravel>,
    /// Each foot's contacts and slides, in the order of the skeleton.
    pub feet: Vec<FootSlide>,
}

/// Measures a clip: the paths of `joints`, of the root and of the feet at `fps` instants a second, and what follows.
///
/// `height` is the model's, metres: what counts as contact is a share of it ([`ContactRule::for_height`]).
///
/// # Errors
/// If `work` is cancelled.
pub fn clip_motion(
    model: &Model,
    clip: ClipId,
    joints: &[JointId],
    fps: f64,
    height: f32,
    work: &Work,
) -> Result<ClipMotion, Cancelled> {
    let data = model.clip(clip);
    let travel = data.and_then(|c| RootTravel::of(&model.skeleton, c));
    let feet = feet_of(model);
    let mut all: Vec<JointId> = joints.to_vec();
    all.extend(&feet);
    all.extend(travel.map(|t| t.joint));
    all.retain(|j| j.index() < model.skeleton.len());
    all.sort_unstable();
    all.dedup();
    let paths = JointPaths::sample(model, clip, all, fps, work)?;
    let travels = travel.map_or(0.0, |t| t.travel.x.hypot(t.travel.z));
    let slides = foot_slides(&paths, &feet, ContactRule::for_height(height), travels);
    Ok(ClipMotion {
        seam: data.and_then(|c| loop_seam(&model.skeleton, c, travel)),
        travel,
        feet: slides,
        paths,
    })
}

#[cfg(test)]
mod tests;
