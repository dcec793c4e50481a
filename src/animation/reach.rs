//! Two-joint inverse kinematics: which way an arm or a leg bends so that its end comes to a place.

use glam::{Affine3A, Mat3, Quat, Vec3};

use super::pose::{ModelPose, Pose};
use super::skeleton::{JointId, Skeleton};
use crate::math::{Transform, normalize_or_identity};

/// Shorter than this share of the limb, metres over metres, a part is no part.
const LEAST: f32 = 1e-4;

/// A limb: shoulder, elbow and hand, or hip, knee and foot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limb {
    /// Turns in its place.
    pub root: JointId,
    /// Bends.
    pub middle: JointId,
    /// Reaches, and keeps how it is turned.
    pub end: JointId,
}

impl Limb {
    /// The limb that ends at a joint: the two nearest joints above it that have an extent and are not there for twist
    /// alone. `None` for a joint without two such joints, or whose upper one is a root.
    pub fn ending_at(skeleton: &Skeleton, end: JointId) -> Option<Self> {
        if end.index() >= skeleton.len() {
            return None;
        }
        let rest = skeleton.rest_model_pose();
        let place = |j: JointId| Vec3::from(rest.model_from_joint(j).translation);
        let twists = |j: JointId| {
            skeleton.name(j).is_some_and(|n| {
                let name = n.to_lowercase();
                name.contains("twist") || name.contains("roll")
            })
        };
        let above = |from: JointId| {
            skeleton
                .ancestry(from)
                .skip(1)
                .find(|j| !twists(*j) && place(*j).distance(place(from)) > 1e-6)
        };
        let middle = above(end)?;
        let root = above(middle)?;
        skeleton.parent(root)?;
        Some(Self { root, middle, end })
    }
}

/// How the joints of a limb turn, in model space, each after the ones above it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bend {
    /// About the root's place.
    pub root: Quat,
    /// About where the middle then is.
    pub middle: Quat,
}

/// How a limb bends so that its end comes to `target`, or as near as it can be.
///
/// Places in model space: `root`, `middle`, `end`, `target`. The plane of the bend goes with the limb; a straight limb
/// bends towards `hint`. By the law of cosines, without trigonometry. `None` if the limb has no length or a number is not
/// finite.
pub fn bend(root: Vec3, middle: Vec3, end: Vec3, target: Vec3, hint: Vec3) -> Option<Bend> {
    let (upper, lower) = (middle - root, end - middle);
    let (a, b) = (upper.length(), lower.length());
    let whole = a + b;
    if !(whole.is_finite() && target.is_finite()) || a < LEAST * whole || b < LEAST * whole {
        return None;
    }
    let across = end - root;
    let before = across.try_normalize().unwrap_or(upper / a);
    let wanted = target - root;
    let after = wanted.try_normalize().unwrap_or(before);
    // A little short of straight and of folded, where the plane of the bend would be lost.
    let slack = 1e-4 * whole;
    let reach = wanted
        .length()
        .clamp((a - b).abs() + slack, (whole - slack).max((a - b).abs() + slack));
    let aside = upper - before * upper.dot(before);
    let pole = if aside.length() > 1e-3 * a {
        aside.normalize()
    } else {
        let hint = hint - before * hint.dot(before);
        hint.try_normalize()
            .unwrap_or_else(|| before.any_orthonormal_vector())
    };
    let swing = Quat::from_rotation_arc(before, after);
    let pole = swing * pole;
    let along = (reach * reach + a * a - b * b) / (2.0 * reach);
    let height = (a * a - along * along).max(0.0).sqrt();
    let elbow = after * along + pole * height;
    // The swing leaves the upper part in the plane of the bend, so the rest of its way stays in it.
    let in_plane = Quat::from_rotation_arc((swing * upper / a).normalize(), elbow.normalize());
    let first = (in_plane * swing).normalize();
    let tip = after * reach - elbow;
    let second = Quat::from_rotation_arc((first * lower / b).normalize(), tip.try_normalize()?);
    let out = Bend {
        root: first,
        middle: second.normalize(),
    };
    (out.root.is_finite() && out.middle.is_finite()).then_some(out)
}

/// A turn in model space as one in the space that `model_from_parent` leads from. A parent that mirrors turns it round.
pub fn in_parent(model_from_parent: Affine3A, turn: Quat) -> Quat {
    let split = Transform::from_affine(model_from_parent);
    let turned = split.rotation.inverse() * turn * split.rotation;
    let turned = if Mat3::from(model_from_parent.matrix3).determinant() < 0.0 {
        // A mirrored matrix has its mirror along x.
        Quat::from_xyzw(turned.x, -turned.y, -turned.z, turned.w)
    } else {
        turned
    };
    normalize_or_identity(turned)
}

/// The local rotations of `limb`'s root, middle and end, in this order, that bring its end to `target` (model space).
///
/// `pose` and `model_space` are those of one frame. The end keeps how it is turned in model space. `None` as of [`bend`].
pub fn reach(
    skeleton: &Skeleton,
    pose: &Pose,
    model_space: &ModelPose,
    limb: Limb,
    target: Vec3,
    hint: Vec3,
) -> Option<[Quat; 3]> {
    let place = |j: JointId| Vec3::from(model_space.model_from_joint(j).translation);
    let bend = bend(
        place(limb.root),
        place(limb.middle),
        place(limb.end),
        target,
        hint,
    )?;
    let parent_of = |j: JointId| {
        skeleton
            .parent(j)
            .map_or(Affine3A::IDENTITY, |p| model_space.model_from_joint(p))
    };
    // What is between two of them goes rigidly with the upper one; seen from there the turns above are undone.
    let turns = [
        (limb.root, bend.root),
        (limb.middle, bend.root.inverse() * bend.middle * bend.root),
        (limb.end, (bend.middle * bend.root).inverse()),
    ];
    Some(turns.map(|(joint, turn)| {
        normalize_or_identity(in_parent(parent_of(joint), turn) * pose.local(joint).rotation)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::SkeletonBuilder;
    use proptest::prelude::*;

    fn vector(reach: f32) -> impl Strategy<Value = Vec3> {
        (-reach..reach, -reach..reach, -reach..reach).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    fn rotation() -> impl Strategy<Value = Quat> {
        (vector(1.0), 0.1_f32..1.0).prop_map(|(v, w)| Quat::from_xyzw(v.x, v.y, v.z, w).normalize())
    }

    /// Armature, shoulder, elbow, a twist joint, hand; every joint turned some way.
    fn arm(turns: [Quat; 5], mirror: bool) -> (Skeleton, Limb) {
        let mut b = SkeletonBuilder::new();
        let names = ["armature", "shoulder", "elbow", "elbow twist", "hand"];
        let lengths = [0.0, 0.3, 0.5, 0.1, 0.3];
        for (k, name) in names.iter().enumerate() {
            let local = Transform {
                translation: Vec3::new(0.0, lengths[k], 0.0),
                rotation: if k == 4 { Quat::IDENTITY } else { turns[k] },
                scale: if k == 0 && mirror {
                    Vec3::new(-0.5, 0.5, 0.5)
                } else if k == 0 {
                    Vec3::splat(0.5)
                } else {
                    Vec3::ONE
                },
            };
            b.node(Some((*name).to_owned()), k.checked_sub(1), local);
        }
        let (skeleton, of) = b.build().unwrap();
        let limb = Limb::ending_at(&skeleton, of[4]).unwrap();
        assert_eq!(
            limb,
            Limb {
                root: of[1],
                middle: of[2],
                end: of[4]
            }
        );
        (skeleton, limb)
    }

    proptest! {
        #[test]
        fn the_end_comes_to_the_target_or_as_near_as_it_can(
            turns in [rotation(), rotation(), rotation(), rotation(), rotation()],
            to in vector(0.6),
            mirror in any::<bool>(),
        ) {
            let (skeleton, limb) = arm(turns, mirror);
            let mut pose = skeleton.rest_pose();
            let before = skeleton.rest_model_pose();
            let place = |m: &ModelPose, j| Vec3::from(m.model_from_joint(j).translation);
            let root = place(&before, limb.root);
            let target = root + to;
            let lengths = [
                root.distance(place(&before, limb.middle)),
                place(&before, limb.middle).distance(place(&before, limb.end)),
            ];
            let found = reach(&skeleton, &pose, &before, limb, target, Vec3::Z);
            let Some(rotations) = found else { return Ok(()) };
            for (joint, rotation) in [limb.root, limb.middle, limb.end].into_iter().zip(rotations) {
                pose.local_mut(joint).rotation = rotation;
            }
            let mut after = ModelPose::default();
            skeleton.model_space(&pose, &mut after);
            let [a, b] = lengths;
            let could = to.length().clamp((a - b).abs(), a + b);
            let wanted = root + to.normalize_or_zero() * could;
            let off = place(&after, limb.end).distance(wanted);
            prop_assert!(off < 1e-3, "{} off", off);
            // The shoulder stays, the hand is turned as before.
            prop_assert!(place(&after, limb.root).distance(root) < 1e-6);
            let [was, is] = [&before, &after].map(|m| m.model_from_joint(limb.end).matrix3);
            prop_assert!(was.abs_diff_eq(is, 2e-3), "{} became {}", was, is);
        }
    }

    #[test]
    fn a_knee_goes_on_bending_the_way_it_bends_and_a_straight_one_where_it_is_told() {
        let (hip, foot) = (Vec3::Y, Vec3::ZERO);
        for (knee, hint, forward) in [
            (Vec3::new(0.0, 0.5, 0.1), Vec3::NEG_Z, true),
            (Vec3::new(0.0, 0.5, -0.1), Vec3::Z, false),
            (Vec3::new(0.0, 0.5, 0.0), Vec3::Z, true),
            (Vec3::new(0.0, 0.5, 0.0), Vec3::NEG_Z, false),
        ] {
            let bend = bend(hip, knee, foot, Vec3::new(0.0, 0.4, 0.0), hint).unwrap();
            let bent = hip + bend.root * (knee - hip);
            assert_eq!(bent.z > 0.1, forward, "{bent}");
            assert!(bent.x.abs() < 1e-4, "it stays in its plane: {bent}");
        }
    }

    #[test]
    fn a_limb_without_length_and_a_root_do_not_reach() {
        assert!(bend(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO, Vec3::X, Vec3::Z).is_none());
        assert!(bend(Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::NAN, Vec3::Z).is_none());
        let (skeleton, limb) = arm([Quat::IDENTITY; 5], false);
        assert!(Limb::ending_at(&skeleton, limb.middle).is_none());
    }
}
