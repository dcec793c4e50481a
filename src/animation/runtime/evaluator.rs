//! The pose of a player: layers over layers, as [`Player::evaluate`] has them.

use super::clip::RuntimeClip;
use super::pose::{RuntimeModel, RuntimePose};
use super::simd::SimdPath;
use super::skeleton::RuntimeSkeleton;
use super::walk::BoundJoints;
use crate::animation::Player;
use crate::math::Rows3x4;

/// The room that a character's frame needs, and the instructions to make it with. Reused, so that a frame allocates
/// nothing.
///
/// A frame is a function of (skeleton, clips, player, path) alone; an evaluator may serve one character after another.
#[derive(Debug)]
pub struct Evaluator {
    path: SimdPath,
    pose: RuntimePose,
    layer: RuntimePose,
    model: RuntimeModel,
}

impl Evaluator {
    /// On the path of this run; `None` where it has none ([`SimdPath::chosen`]).
    pub fn new() -> Option<Self> {
        SimdPath::chosen().map(Self::on)
    }

    /// On a path of one's choice.
    pub fn on(path: SimdPath) -> Self {
        Self {
            path,
            pose: RuntimePose::default(),
            layer: RuntimePose::default(),
            model: RuntimeModel::default(),
        }
    }

    /// The instructions that this uses.
    pub fn path(&self) -> SimdPath {
        self.path
    }

    /// The local pose of `player`. `clips` are the model's, in its order, made ready for `skeleton`.
    pub fn play(
        &mut self,
        skeleton: &RuntimeSkeleton,
        clips: &[RuntimeClip],
        player: &Player,
    ) -> &mut RuntimePose {
        // A layer that does not fade covers all that is below it.
        let layers = player.layers();
        let bottom = layers.iter().rposition(|l| l.fade.is_none());
        if bottom.is_none() {
            match player.frozen() {
                Some(frozen) => self.pose.set_from(skeleton, frozen),
                None => self.pose.set_to_rest(skeleton),
            }
        }
        for layer in &layers[bottom.unwrap_or(0)..] {
            let clip = layer.clip.and_then(|c| clips.get(c.index()));
            let to = if layer.fade.is_some() {
                &mut self.layer
            } else {
                &mut self.pose
            };
            match clip {
                Some(clip) => self.path.sample(clip, layer.time_secs, to),
                None => to.set_to_rest(skeleton),
            }
            if let Some(fade) = layer.fade {
                self.path.blend_over(&mut self.pose, &self.layer, fade.weight());
            }
        }
        &mut self.pose
    }

    /// The pose of the last [`Self::play`], to read or to change.
    pub fn pose(&mut self) -> &mut RuntimePose {
        &mut self.pose
    }

    /// `model_from_joint` of the pose.
    pub fn model_space(&mut self, skeleton: &RuntimeSkeleton) -> &RuntimeModel {
        self.path.model_space(skeleton, &self.pose, &mut self.model);
        &self.model
    }

    /// `model_from_joint` of the pose, and a skin's palette on the way; `palette` has one entry a joint of the skin.
    pub fn palette(
        &mut self,
        skeleton: &RuntimeSkeleton,
        bound: &BoundJoints,
        palette: &mut [Rows3x4],
    ) -> &RuntimeModel {
        self.path
            .model_space_and_palette(skeleton, &self.pose, bound, &mut self.model, palette);
        &self.model
    }

    /// The palette of one more skin, from the matrices of the last [`Self::palette`] or [`Self::model_space`].
    pub fn palette_of(&self, bound: &BoundJoints, palette: &mut [Rows3x4]) -> &RuntimeModel {
        self.path.palette(&self.model, bound, palette);
        &self.model
    }
}
