//! What a person holds still or sets by hand over a clip: morph weights, joints, and the travel of the root.

use std::sync::Arc;

use glam::Vec3;

use super::clip::{Clip, Target};
use super::hand_pose::HandPose;
use super::player::LayerState;
use super::pose::{ModelPose, Pose};
use super::sample::sample;
use super::skeleton::{JointId, Skeleton};

/// Which joint carries a character through a clip, and how far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RootTravel {
    /// The joint.
    pub joint: JointId,
    /// From the clip's start to its end, model space, metres.
    pub travel: Vec3,
    /// The same without its height, in the space of the joint's parent at rest: what [`InPlace`] takes out.
    level_in_parent: Vec3,
}

/// Travel shorter than this share of the skeleton's reach is none.
const STANDS: f32 = 1e-4;

impl RootTravel {
    /// The travel of a clip; `None` if it moves no joint from its place.
    ///
    /// The joint is the topmost one that ends elsewhere than it began, else the topmost one that is moved at all.
    pub fn of(skeleton: &Skeleton, clip: &Clip) -> Option<Self> {
        let mut movers: Vec<JointId> = clip
            .tracks()
            .iter()
            .filter(|t| matches!(t.target, Target::Translation(j) if j.index() < skeleton.len()))
            .filter(|t| t.keys.len() > 1)
            .filter_map(|t| t.target.joint())
            .collect();
        // Parents come first.
        movers.sort_unstable();
        let topmost = *movers.first()?;
        let place_at = |secs: f64| {
            let (mut pose, mut out) = (skeleton.rest_pose(), ModelPose::default());
            sample(clip, secs, &mut pose);
            skeleton.model_space(&pose, &mut out);
            out
        };
        let (start, end) = (place_at(0.0), place_at(clip.duration_secs()));
        let travel_of = |j: JointId| -> Vec3 {
            let d: Vec3 =
                (end.model_from_joint(j).translation - start.model_from_joint(j).translation).into();
            if d.is_finite() { d } else { Vec3::ZERO }
        };
        let reach = skeleton
            .joints()
            .map(|j| start.model_from_joint(j).translation.length())
            .filter(|r| r.is_finite())
            .fold(0.0, f32::max);
        let joint = movers
            .into_iter()
            .find(|j| {
                let t = travel_of(*j);
                t.x.hypot(t.z) > STANDS * reach.max(1e-6)
            })
            .unwrap_or(topmost);
        let travel = travel_of(joint);
        let parent = skeleton.parent(joint).map_or(glam::Mat3A::IDENTITY, |p| {
            skeleton.rest_model_pose().model_from_joint(p).matrix3
        });
        let level = Vec3::new(travel.x, 0.0, travel.z);
        let level_in_parent: Vec3 = (parent.inverse() * glam::Vec3A::from(level)).into();
        Some(Self {
            joint,
            travel,
            level_in_parent: if level_in_parent.is_finite() {
                level_in_parent
            } else {
                Vec3::ZERO
            },
        })
    }
}

/// The travel of every clip of a model, to be taken out: a walk walks on the spot, and keeps its sway and bob.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InPlace {
    /// By clip, with the clip's length, seconds.
    travels: Vec<Option<(RootTravel, f64)>>,
}

impl InPlace {
    /// Finds the travel of each clip.
    pub fn new(skeleton: &Skeleton, clips: &[Clip]) -> Self {
        let travels = clips
            .iter()
            .map(|c| Some((RootTravel::of(skeleton, c)?, c.duration_secs())).filter(|(_, d)| *d > 0.0))
            .collect();
        Self { travels }
    }

    /// Takes out of a pose what its layers have travelled: each its clip's travel times the share of the clip that has
    /// passed, as much as it shows.
    fn apply(&self, layers: &[LayerState], pose: &mut Pose) {
        let mut shows = 1.0;
        for layer in layers.iter().rev() {
            let weight = layer.fade.map_or(1.0, |f| f.weight());
            if let Some((travel, duration)) = layer
                .clip
                .and_then(|c| self.travels.get(c.index()))
                .copied()
                .flatten()
                && travel.joint.index() < pose.len()
            {
                let share = (layer.time_secs / duration) as f32 * weight * shows;
                pose.local_mut(travel.joint).translation -= travel.level_in_parent * share;
            }
            shows *= 1.0 - weight;
        }
    }
}

/// What lies over the frame of a [`Player`](super::Player).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Adjustments {
    /// Morph weights set by hand: where in the pose, ascending, and how much.
    morph_weights: Vec<(u32, f32)>,
    /// The travel that is taken out.
    pub in_place: Option<Arc<InPlace>>,
    /// Joints that were posed by hand.
    pub hand: HandPose,
}

impl Adjustments {
    /// True if nothing lies over the frame.
    pub fn is_empty(&self) -> bool {
        self.morph_weights.is_empty() && self.in_place.is_none() && self.hand.is_empty()
    }

    /// The weight that was set by hand at a place of the pose's morph weights.
    pub fn morph_weight(&self, slot: u32) -> Option<f32> {
        let at = self.morph_weights.binary_search_by_key(&slot, |w| w.0).ok()?;
        Some(self.morph_weights[at].1)
    }

    /// All weights set by hand, by ascending place.
    pub fn morph_weights(&self) -> &[(u32, f32)] {
        &self.morph_weights
    }

    /// Sets a weight by hand, or lets the clip have it back. A number that is not finite is ignored.
    pub fn set_morph_weight(&mut self, slot: u32, weight: Option<f32>) {
        if weight.is_some_and(|w| !w.is_finite()) {
            return;
        }
        match (self.morph_weights.binary_search_by_key(&slot, |w| w.0), weight) {
            (Ok(at), Some(weight)) => self.morph_weights[at].1 = weight,
            (Ok(at), None) => {
                self.morph_weights.remove(at);
            }
            (Err(at), Some(weight)) => self.morph_weights.insert(at, (slot, weight)),
            (Err(_), None) => {}
        }
    }

    /// Lets the clip have all weights back.
    pub fn release_morph_weights(&mut self) {
        self.morph_weights.clear();
    }

    /// Lays them over a pose that `layers` made. No allocation.
    pub(super) fn apply(&self, layers: &[LayerState], pose: &mut Pose) {
        let at_rest = self.hand.begin(pose);
        for &(slot, weight) in &self.morph_weights {
            if let Some(out) = pose.morph_weights_mut().get_mut(slot as usize) {
                *out = weight;
            }
        }
        // The rest pose travels nowhere.
        if let Some(in_place) = self.in_place.as_ref().filter(|_| !at_rest) {
            in_place.apply(layers, pose);
        }
        self.hand.apply(pose);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{
        ClipId, Interpolation, Keys, PlaybackScratch, Player, SkeletonBuilder, SlotLayout, Track,
    };
    use crate::math::Transform;
    use glam::Quat;

    /// Hips under an armature that is turned and scaled as exports from Z-up tools are.
    fn rig() -> (Skeleton, JointId) {
        let mut b = SkeletonBuilder::new();
        b.node(
            None,
            None,
            Transform {
                rotation: Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2),
                scale: Vec3::splat(0.01),
                ..Transform::IDENTITY
            },
        );
        b.node(None, Some(0), Transform::IDENTITY);
        b.slots(SlotLayout {
            rest_morph_weights: vec![0.0; 3],
            ..SlotLayout::default()
        });
        let (skeleton, of) = b.build().unwrap();
        (skeleton, of[1])
    }

    /// Two metres along model +Z in one second, with a bob of 5 cm in the middle.
    fn walk(hips: JointId) -> Clip {
        // Model +Z is the armature's -Y, model +Y its +Z; centimetres.
        let values = vec![0.0, 0.0, 90.0, 0.0, -100.0, 95.0, 0.0, -200.0, 90.0];
        let keys = Keys::new([0.0, 0.5, 1.0].into(), values, 3, Interpolation::Linear).unwrap();
        let target = Target::Translation(hips);
        Clip::new(None, vec![Track { target, keys }])
    }

    fn hips_at(player: &Player, skeleton: &Skeleton, clips: &[Clip], hips: JointId) -> Vec3 {
        let (mut pose, mut out) = (Pose::default(), ModelPose::default());
        player.evaluate(skeleton, clips, &mut PlaybackScratch::default(), &mut pose);
        player.adjust(&mut pose);
        skeleton.model_space(&pose, &mut out);
        out.model_from_joint(hips).translation.into()
    }

    #[test]
    fn a_walk_in_place_keeps_its_bob_and_goes_nowhere() {
        let (skeleton, hips) = rig();
        let clips = [walk(hips)];
        let travel = RootTravel::of(&skeleton, &clips[0]).unwrap();
        assert_eq!(travel.joint, hips);
        assert!(travel.travel.abs_diff_eq(Vec3::Z * 2.0, 1e-5), "{travel:?}");
        let mut player = Player::new();
        player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        player.seek(0.5, &clips);
        assert!(hips_at(&player, &skeleton, &clips, hips).abs_diff_eq(Vec3::new(0.0, 0.95, 1.0), 1e-5));
        player.adjustments_mut().in_place = Some(Arc::new(InPlace::new(&skeleton, &clips)));
        assert!(hips_at(&player, &skeleton, &clips, hips).abs_diff_eq(Vec3::Y * 0.95, 1e-5));
        player.seek(1.0, &clips);
        assert!(hips_at(&player, &skeleton, &clips, hips).abs_diff_eq(Vec3::Y * 0.9, 1e-5));
    }

    #[test]
    fn in_a_fade_each_clip_gives_up_its_own_share() {
        let (skeleton, hips) = rig();
        let clips = [walk(hips), walk(hips)];
        let mut player = Player::new();
        player.adjustments_mut().in_place = Some(Arc::new(InPlace::new(&skeleton, &clips)));
        player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        player.seek(0.5, &clips);
        player.play(Some(ClipId(1)), 0.5, &skeleton, &clips);
        player.seek(0.2, &clips);
        let at = hips_at(&player, &skeleton, &clips, hips);
        assert!(at.x.hypot(at.z) < 1e-5, "{at}");
    }

    #[test]
    fn a_weight_set_by_hand_stays_until_it_is_released() {
        let (skeleton, _) = rig();
        let mut pose = skeleton.rest_pose();
        let mut held = Adjustments::default();
        held.set_morph_weight(2, Some(0.5));
        held.set_morph_weight(0, Some(0.25));
        held.set_morph_weight(0, Some(f32::NAN));
        held.set_morph_weight(9, Some(1.0));
        held.apply(&[], &mut pose);
        assert_eq!(pose.morph_weights(), [0.25, 0.0, 0.5]);
        held.set_morph_weight(2, None);
        assert_eq!((held.morph_weight(2), held.morph_weight(0)), (None, Some(0.25)));
        held.release_morph_weights();
        assert!(held.morph_weights().is_empty());
    }
}
