//! Where joints are over a clip.

use glam::Vec3;

use crate::animation::{ClipId, JointId};
use crate::model::{Model, PosedModel};
use crate::work::{Cancelled, Work};

/// No more instants than this: a long clip is looked at less often.
pub const MOST_INSTANTS: usize = 4000;

/// The places of some joints at evenly spaced instants of a clip.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JointPaths {
    /// Seconds, ascending, from the clip's start to its end.
    pub times: Vec<f64>,
    joints: Vec<JointId>,
    /// By joint, then by instant; model space, metres.
    places: Vec<Vec3>,
}

impl JointPaths {
    /// From places that are known: `places[k]` are those of `joints[k]`, one an instant.
    ///
    /// # Panics
    /// If a joint has not one place an instant (a bug of the caller).
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a place is what the paths are made of"
    )]
    pub fn new(times: Vec<f64>, joints: Vec<JointId>, places: Vec<Vec<Vec3>>) -> Self {
        assert_eq!(places.len(), joints.len(), "a path a joint");
        assert!(
            places.iter().all(|p| p.len() == times.len()),
            "a place an instant"
        );
        Self {
            times,
            joints,
            places: places.concat(),
        }
    }

    /// Samples `joints` at about `fps` instants a second, both ends included.
    pub(super) fn sample(
        model: &Model,
        clip: ClipId,
        joints: Vec<JointId>,
        fps: f64,
        work: &Work,
    ) -> Result<Self, Cancelled> {
        let Some(data) = model.clip(clip) else {
            return Ok(Self::default());
        };
        let duration = data.duration_secs();
        let steps = ((duration * fps).round().max(1.0) as usize).min(MOST_INSTANTS - 1);
        let times: Vec<f64> = (0..=steps).map(|k| duration * k as f64 / steps as f64).collect();
        let mut places = vec![Vec3::ZERO; joints.len() * times.len()];
        let mut posed = PosedModel::default();
        work.progress.start(times.len() as u64);
        for (at, &secs) in times.iter().enumerate() {
            work.cancel.check()?;
            // Palettes play no part: matrices of joints are all that is asked for.
            model.skeleton.reset_to_rest(&mut posed.local);
            crate::animation::sample(data, secs, &mut posed.local);
            model.skeleton.model_space(&posed.local, &mut posed.model_space);
            for (k, joint) in joints.iter().enumerate() {
                let place: Vec3 = posed.model_space.model_from_joint(*joint).translation.into();
                places[k * times.len() + at] = if place.is_finite() { place } else { Vec3::ZERO };
            }
            work.progress.add(1);
        }
        Ok(Self {
            times,
            joints,
            places,
        })
    }

    /// The joints.
    pub fn joints(&self) -> &[JointId] {
        &self.joints
    }

    /// The path of a joint: a place an instant. `None` if it was not asked for.
    pub fn of(&self, joint: JointId) -> Option<&[Vec3]> {
        let at = self.joints.iter().position(|j| *j == joint)?;
        self.places
            .get(at * self.times.len()..(at + 1) * self.times.len())
    }
}
