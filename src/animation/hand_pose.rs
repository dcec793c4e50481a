//! What a hand has done to joints: a change over the clip's local transform of each, or over the rest pose.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::pose::Pose;
use super::skeleton::{JointId, Skeleton};
use crate::math::{Transform, normalize_or_identity};

/// A change of one joint's local transform. What it lies over goes on below it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HandChange {
    /// After the joint's own rotation, in the joint's space; unit.
    pub rotation: Quat,
    /// Added to the joint's own translation, in the parent's space, metres.
    pub translation: Vec3,
}

impl HandChange {
    /// No change.
    pub const NONE: Self = Self {
        rotation: Quat::IDENTITY,
        translation: Vec3::ZERO,
    };

    /// Less than this is none: a thousandth of a degree, of each part of a unit quaternion.
    const LEAST_TURN: f32 = 1e-5;
    /// Less than this share of a translation, or of a metre, is none.
    const LEAST_SHIFT: f32 = 1e-7;

    /// What turns and moves `from` into `to`; scales play no part.
    pub fn between(from: &Transform, to: &Transform) -> Self {
        let turned = from.rotation.inverse() * to.rotation;
        let shift = to.translation - from.translation;
        let least = Self::LEAST_SHIFT * from.translation.abs().max_element().max(1.0);
        let turns = turned.xyz().abs().max_element() > Self::LEAST_TURN;
        let moves = shift.abs().max_element() > least;
        Self {
            rotation: if turns {
                normalize_or_identity(turned)
            } else {
                Quat::IDENTITY
            },
            translation: if moves { shift } else { Vec3::ZERO },
        }
    }

    /// `local` with this change.
    #[inline]
    pub fn over(&self, local: &Transform) -> Transform {
        Transform {
            rotation: normalize_or_identity(local.rotation * self.rotation),
            translation: local.translation + self.translation,
            ..*local
        }
    }

    /// What `local` was before this change.
    pub fn under(&self, local: &Transform) -> Transform {
        Transform {
            rotation: normalize_or_identity(local.rotation * self.rotation.inverse()),
            translation: local.translation - self.translation,
            ..*local
        }
    }

    /// True if every number is finite.
    pub fn is_finite(&self) -> bool {
        self.rotation.is_finite() && self.translation.is_finite()
    }
}

/// The joints that a hand has changed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HandPose {
    /// By ascending joint; none that is [`HandChange::NONE`].
    changes: Vec<(JointId, HandChange)>,
    /// The rest pose, if that is below and not the clip.
    rest: Option<Arc<Pose>>,
}

impl HandPose {
    /// True if nothing differs from the clip.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.rest.is_none()
    }

    /// The joints that were changed, ascending.
    pub fn changes(&self) -> &[(JointId, HandChange)] {
        &self.changes
    }

    /// What was done to a joint.
    pub fn change(&self, joint: JointId) -> HandChange {
        match self.changes.binary_search_by_key(&joint, |c| c.0) {
            Ok(at) => self.changes[at].1,
            Err(_) => HandChange::NONE,
        }
    }

    /// Sets what is done to a joint; [`HandChange::NONE`] lets it go. Numbers that are not finite are ignored.
    pub fn set(&mut self, joint: JointId, change: HandChange) {
        if !change.is_finite() {
            return;
        }
        let change = HandChange {
            rotation: normalize_or_identity(change.rotation),
            ..change
        };
        match self.changes.binary_search_by_key(&joint, |c| c.0) {
            Ok(at) if change == HandChange::NONE => {
                self.changes.remove(at);
            }
            Ok(at) => self.changes[at].1 = change,
            Err(_) if change == HandChange::NONE => {}
            Err(at) => self.changes.insert(at, (joint, change)),
        }
    }

    /// Lets all joints go; what is below stays.
    pub fn clear(&mut self) {
        self.changes.clear();
    }

    /// True if the changes lie over the rest pose, and the clip does not show.
    pub fn is_over_rest(&self) -> bool {
        self.rest.is_some()
    }

    /// Lays the changes over the rest pose of a skeleton, or (`None`) over the clip.
    pub fn set_over_rest(&mut self, skeleton: Option<&Skeleton>) {
        self.rest = skeleton.map(|s| Arc::new(s.rest_pose()));
    }

    /// Shows the rest pose instead of the clip, if that is what lies below. Returns whether it did. No allocation.
    pub(super) fn begin(&self, pose: &mut Pose) -> bool {
        match &self.rest {
            Some(rest) if rest.len() == pose.len() => {
                pose.copy_from(rest);
                true
            }
            _ => false,
        }
    }

    /// Lays the changes over a pose; joints that it does not have are left out. No allocation.
    pub(super) fn apply(&self, pose: &mut Pose) {
        for (joint, change) in &self.changes {
            if joint.index() < pose.len() {
                let local = pose.local_mut(*joint);
                *local = change.over(local);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::SkeletonBuilder;
    use proptest::prelude::*;

    fn rotation() -> impl Strategy<Value = Quat> {
        (-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0)
            .prop_filter("has a direction", |(x, y, z, w)| {
                Quat::from_xyzw(*x, *y, *z, *w).length() > 0.1
            })
            .prop_map(|(x, y, z, w)| Quat::from_xyzw(x, y, z, w).normalize())
    }

    fn local() -> impl Strategy<Value = Transform> {
        (rotation(), -2.0_f32..2.0, -2.0_f32..2.0, -2.0_f32..2.0).prop_map(|(rotation, x, y, z)| Transform {
            rotation,
            translation: Vec3::new(x, y, z),
            scale: Vec3::splat(1.5),
        })
    }

    proptest! {
        #[test]
        fn a_change_leads_from_one_to_the_other_and_back(from in local(), to in local()) {
            let change = HandChange::between(&from, &to);
            let there = change.over(&from);
            prop_assert!(there.rotation.dot(to.rotation).abs() > 1.0 - 1e-5);
            prop_assert!(there.translation.abs_diff_eq(to.translation, 1e-5));
            let back = change.under(&there);
            prop_assert!(back.rotation.dot(from.rotation).abs() > 1.0 - 1e-5);
            prop_assert!(back.translation.abs_diff_eq(from.translation, 1e-5));
            prop_assert_eq!(back.scale, from.scale);
        }

        #[test]
        fn a_transform_and_itself_differ_by_nothing(of in local()) {
            prop_assert_eq!(HandChange::between(&of, &of), HandChange::NONE);
        }
    }

    #[test]
    fn joints_are_changed_and_let_go_one_by_one() {
        let mut hand = HandPose::default();
        let turn = |x| HandChange {
            rotation: Quat::from_rotation_x(x),
            ..HandChange::NONE
        };
        hand.set(JointId(3), turn(0.5));
        hand.set(JointId(1), turn(0.25));
        hand.set(
            JointId(2),
            HandChange {
                translation: Vec3::new(f32::NAN, 0.0, 0.0),
                ..HandChange::NONE
            },
        );
        assert_eq!(hand.changes().iter().map(|c| c.0.0).collect::<Vec<_>>(), [1, 3]);
        hand.set(JointId(1), HandChange::NONE);
        assert_eq!(hand.change(JointId(1)), HandChange::NONE);
        assert_ne!(hand.change(JointId(3)), HandChange::NONE);
        hand.clear();
        assert!(hand.is_empty());
    }

    #[test]
    fn over_rest_the_clip_does_not_show() {
        let mut b = SkeletonBuilder::new();
        b.node(None, None, Transform::IDENTITY);
        b.node(None, Some(0), Transform::IDENTITY);
        let (skeleton, of) = b.build().unwrap();
        let mut pose = skeleton.rest_pose();
        pose.local_mut(of[0]).translation = Vec3::X;
        let mut hand = HandPose::default();
        hand.set(
            of[1],
            HandChange {
                translation: Vec3::Y,
                ..HandChange::NONE
            },
        );
        assert!(!hand.begin(&mut pose));
        hand.set_over_rest(Some(&skeleton));
        assert!(!hand.is_empty() && hand.begin(&mut pose));
        hand.apply(&mut pose);
        assert_eq!(pose.local(of[0]).translation, Vec3::ZERO);
        assert_eq!(pose.local(of[1]).translation, Vec3::Y);
    }
}
