//! The other side of a body: which joint is the twin of which, and a pose seen in a mirror.

use std::collections::HashMap;

use glam::{Mat3, Quat, Vec3};

use super::pose::Pose;
use super::skeleton::{JointId, Skeleton};
use crate::math::normalize_or_identity;

/// The same name on the other side of the body; `None` if the name tells no side.
///
/// `Left` and `Right` as a word in any case and place (`mixamorig:LeftArm`, `arm_left`), and `L` and `R` that stand
/// alone between marks (`Hand.L`, `hand_l`, `L_Hand`, `Bip01 R Hand`).
pub fn other_side(name: &str) -> Option<String> {
    for (word, twin) in [("left", "right"), ("right", "left")] {
        let lower = name.to_ascii_lowercase();
        for (at, _) in lower.match_indices(word) {
            let end = at + word.len();
            let own = &name[at..end];
            let before = name[..at].chars().next_back();
            let after = name[end..].chars().next();
            // `upright` and `brightness` tell no side.
            let begins = before
                .is_none_or(|b| !b.is_alphabetic() || (b.is_lowercase() && own.starts_with(['L', 'R'])));
            let all_upper = own.chars().all(char::is_uppercase);
            let ends = after.is_none_or(|a| {
                !a.is_alphabetic() || a.is_uppercase() || (begins && (before.is_none() || !all_upper))
            });
            if begins && ends {
                let twin = if all_upper {
                    twin.to_ascii_uppercase()
                } else if own.starts_with(['L', 'R']) {
                    format!("{}{}", twin[..1].to_ascii_uppercase(), &twin[1..])
                } else {
                    twin.to_owned()
                };
                return Some(format!("{}{twin}{}", &name[..at], &name[end..]));
            }
        }
    }
    let letters: Vec<(usize, char)> = name.char_indices().collect();
    for (k, &(at, letter)) in letters.iter().enumerate() {
        let twin = match letter {
            'L' => "R",
            'R' => "L",
            'l' => "r",
            'r' => "l",
            _ => continue,
        };
        let mark = |c: Option<&(usize, char)>| c.is_none_or(|(_, c)| !c.is_alphanumeric());
        let before = k.checked_sub(1).and_then(|b| letters.get(b));
        if mark(before) && mark(letters.get(k + 1)) && letters.len() > 1 {
            return Some(format!("{}{twin}{}", &name[..at], &name[at + 1..]));
        }
    }
    None
}

/// A name without the number that some exporters put after it, which counts on from side to side.
fn without_number(name: &str) -> &str {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match bare.strip_suffix(['_', '.']) {
        Some(bare) if bare.len() > 1 => bare,
        _ => name,
    }
}

/// Which joint is which on the other side, and the plane between the sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Sides {
    /// By joint: its twin; itself in the middle; `None` if it has a side and no twin.
    twins: Vec<Option<JointId>>,
    /// From one side to the other at rest, unit, model space.
    normal: Vec3,
    pairs: usize,
}

impl Sides {
    /// Finds twins by their names, and the plane between them from where they are at rest (without any, model X).
    pub fn of(skeleton: &Skeleton) -> Self {
        let mut by_name: HashMap<&str, Vec<JointId>> = HashMap::new();
        for joint in skeleton.joints() {
            if let Some(name) = skeleton.name(joint) {
                by_name.entry(name).or_default().push(joint);
                let bare = without_number(name);
                if bare != name {
                    by_name.entry(bare).or_default().push(joint);
                }
            }
        }
        let only = |name: &str| match by_name.get(name).map(Vec::as_slice) {
            Some([one]) => Some(*one),
            _ => None,
        };
        let candidate = |joint: JointId| {
            let name = skeleton.name(joint)?;
            let twin = other_side(name)?;
            only(&twin).or_else(|| only(without_number(&twin)))
        };
        let twins: Vec<Option<JointId>> = skeleton
            .joints()
            .map(|joint| match skeleton.name(joint).and_then(other_side) {
                None => Some(joint),
                // Twins know each other.
                Some(_) => candidate(joint).filter(|twin| *twin != joint && candidate(*twin) == Some(joint)),
            })
            .collect();
        let rest = skeleton.rest_model_pose();
        let mut across = Vec3::ZERO;
        let mut pairs = 0;
        for joint in skeleton.joints() {
            let Some(twin) = twins[joint.index()].filter(|t| *t > joint) else {
                continue;
            };
            pairs += 1;
            let [a, b] = [joint, twin].map(|j| Vec3::from(rest.model_from_joint(j).translation));
            let step = a - b;
            if step.is_finite() {
                across += if step.dot(across) < 0.0 { -step } else { step };
            }
        }
        Self {
            twins,
            normal: nearest_axis(across),
            pairs,
        }
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// The joint on the other side; a joint in the middle is its own.
    pub fn twin(&self, joint: JointId) -> Option<JointId> {
        self.twins.get(joint.index()).copied().flatten()
    }

    /// The mirror image of a direction, model space.
    pub fn mirrored(&self, v: Vec3) -> Vec3 {
        v - 2.0 * v.dot(self.normal) * self.normal
    }

    /// The mirror image of a turn, model space.
    pub fn mirrored_turn(&self, q: Quat) -> Quat {
        let v = q.xyz();
        let v = 2.0 * v.dot(self.normal) * self.normal - v;
        Quat::from_xyzw(v.x, v.y, v.z, q.w)
    }

    /// A pose seen in the mirror: what a joint has turned and moved from rest, its twin now has, mirrored. Joints with a
    /// side and no twin stay as they are.
    ///
    /// Turns are taken in model space against the rest pose, so that it does not matter how the axes of two twins lie.
    pub fn mirror(&self, skeleton: &Skeleton, pose: &Pose) -> Pose {
        let rest = skeleton.rest_pose();
        let rest_frames = frames(skeleton, &rest);
        let pose_frames = frames(skeleton, pose);
        let mut out = pose.clone();
        let mut new_frames: Vec<Mat3> = Vec::with_capacity(skeleton.len());
        let above = |frames: &[Mat3], joint: JointId| {
            skeleton
                .parent(joint)
                .map_or(Mat3::IDENTITY, |p| frames[p.index()])
        };
        for joint in skeleton.joints() {
            let k = joint.index();
            let parent = above(&new_frames, joint);
            let sign = signs(pose.local(joint).scale);
            if let Some(twin) = self.twin(joint) {
                let t = twin.index();
                let turned = Quat::from_mat3(&(pose_frames[t] * rest_frames[t].transpose()));
                let turned = Mat3::from_quat(normalize_or_identity(self.mirrored_turn(turned)));
                let local = parent.transpose() * turned * rest_frames[k] * Mat3::from_diagonal(sign);
                let moved = pose.local(twin).translation - rest.local(twin).translation;
                let moved = parent.transpose() * self.mirrored(above(&pose_frames, twin) * moved);
                let own = out.local_mut(joint);
                own.rotation = normalize_or_identity(Quat::from_mat3(&local));
                own.translation = rest.local(joint).translation + moved;
            }
            let own = out.local(joint);
            new_frames.push(parent * Mat3::from_quat(own.rotation) * Mat3::from_diagonal(sign));
        }
        out
    }
}

/// The axis of the model nearest to a direction: a rig that is modelled a little askew is mirrored straight.
fn nearest_axis(v: Vec3) -> Vec3 {
    let size = v.abs();
    if size.y > size.x && size.y > size.z {
        Vec3::Y
    } else if size.z > size.x {
        Vec3::Z
    } else {
        Vec3::X
    }
}

/// Which axes a scale mirrors.
fn signs(scale: Vec3) -> Vec3 {
    Vec3::select(scale.cmplt(Vec3::ZERO), Vec3::NEG_ONE, Vec3::ONE)
}

/// How each joint is turned and mirrored in model space, without its scale.
fn frames(skeleton: &Skeleton, pose: &Pose) -> Vec<Mat3> {
    let mut out: Vec<Mat3> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        let local = pose.local(joint);
        let own = Mat3::from_quat(local.rotation) * Mat3::from_diagonal(signs(local.scale));
        let parent = skeleton.parent(joint).map_or(Mat3::IDENTITY, |p| out[p.index()]);
        out.push(parent * own);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{ModelPose, SkeletonBuilder};
    use crate::math::Transform;
    use proptest::prelude::*;

    #[test]
    fn names_of_the_other_side() {
        for (a, b) in [
            ("LeftArm", "RightArm"),
            ("mixamorig:LeftHand", "mixamorig:RightHand"),
            ("leftHand", "rightHand"),
            ("upper_arm_left", "upper_arm_right"),
            ("handLeft", "handRight"),
            ("LEFT_FOOT", "RIGHT_FOOT"),
            ("Hand.L", "Hand.R"),
            ("Hand.L.001", "Hand.R.001"),
            ("hand_l", "hand_r"),
            ("L_Hand", "R_Hand"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("b_RightHand_08", "b_LeftHand_08"),
            ("lefthand", "righthand"),
        ] {
            assert_eq!(other_side(a).as_deref(), Some(b));
            assert_eq!(other_side(b).as_deref(), Some(a));
        }
        for middle in [
            "Spine",
            "upright",
            "Brightness",
            "Roll",
            "Lower",
            "Tail.001",
            "R",
            "",
        ] {
            assert_eq!(other_side(middle), None, "{middle}");
        }
    }

    fn rotation() -> impl Strategy<Value = Quat> {
        (-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0, 0.1_f32..1.0)
            .prop_map(|(x, y, z, w)| Quat::from_xyzw(x, y, z, w).normalize())
    }

    /// Hips, spine, and two arms of two joints, whose places mirror each other and whose axes lie anyhow.
    fn body(axes: &[Quat], armature: Transform) -> Skeleton {
        // Name, parent, place in the model.
        let joints = [
            ("armature", None, Vec3::ZERO),
            ("Hips", Some(0), Vec3::new(0.0, 1.0, 0.0)),
            ("Spine", Some(1), Vec3::new(0.0, 1.3, 0.05)),
            ("Arm.L", Some(2), Vec3::new(0.2, 1.5, 0.0)),
            ("Hand.L", Some(3), Vec3::new(0.7, 1.4, 0.1)),
            ("Arm.R", Some(2), Vec3::new(-0.2, 1.5, 0.0)),
            ("Hand.R", Some(5), Vec3::new(-0.7, 1.4, 0.1)),
        ];
        let mut b = SkeletonBuilder::new();
        let mut model: Vec<glam::Affine3A> = Vec::new();
        for (k, (name, parent, place)) in joints.into_iter().enumerate() {
            let wanted = match k {
                0 => armature.to_affine(),
                _ => glam::Affine3A::from_rotation_translation(axes[k], place),
            };
            let above: Option<usize> = parent;
            let above = above.map_or(glam::Affine3A::IDENTITY, |p| model[p]);
            let local = Transform::from_affine(above.inverse() * wanted);
            model.push(above * local.to_affine());
            b.node(Some(name.to_owned()), parent, local);
        }
        b.build().unwrap().0
    }

    fn places(skeleton: &Skeleton, pose: &Pose) -> Vec<Vec3> {
        let mut out = ModelPose::default();
        skeleton.model_space(pose, &mut out);
        skeleton
            .joints()
            .map(|j| out.model_from_joint(j).translation.into())
            .collect()
    }

    proptest! {
        #[test]
        fn every_joint_comes_to_the_mirror_image_of_its_twin(
            axes in prop::collection::vec(rotation(), 7),
            turns in prop::collection::vec(rotation(), 7),
            shift in -0.5_f32..0.5,
        ) {
            let armature = Transform {
                rotation: Quat::from_rotation_x(-1.2),
                ..Transform::IDENTITY
            };
            let skeleton = body(&axes, armature);
            let sides = Sides::of(&skeleton);
            prop_assert_eq!(sides.pairs(), 2);
            let mut pose = skeleton.rest_pose();
            for joint in skeleton.joints().skip(1) {
                pose.local_mut(joint).rotation *= turns[joint.index()];
            }
            pose.local_mut(JointId(1)).translation += Vec3::new(shift, 0.3, -0.1);
            let mirrored = sides.mirror(&skeleton, &pose);
            let (was, is) = (places(&skeleton, &pose), places(&skeleton, &mirrored));
            for joint in skeleton.joints() {
                let twin = sides.twin(joint).unwrap();
                let expected = sides.mirrored(was[twin.index()]);
                let off = is[joint.index()].distance(expected);
                prop_assert!(off < 2e-3, "{:?}: {} off", skeleton.name(joint), off);
            }
            // Twice is as before.
            let back = places(&skeleton, &sides.mirror(&skeleton, &mirrored));
            for (a, b) in was.iter().zip(&back) {
                prop_assert!(a.distance(*b) < 2e-3);
            }
        }
    }

    #[test]
    fn a_side_without_a_twin_stays() {
        let mut b = SkeletonBuilder::new();
        b.node(Some("Root".into()), None, Transform::IDENTITY);
        b.node(Some("Arm.L".into()), Some(0), Transform::IDENTITY);
        let (skeleton, of) = b.build().unwrap();
        let sides = Sides::of(&skeleton);
        assert_eq!((sides.twin(of[0]), sides.twin(of[1])), (Some(of[0]), None));
        let mut pose = skeleton.rest_pose();
        pose.local_mut(of[1]).rotation = Quat::from_rotation_x(0.4);
        let turned = sides.mirror(&skeleton, &pose).local(of[1]).rotation;
        assert!(turned.abs_diff_eq(Quat::from_rotation_x(0.4), 1e-6));
    }
}
