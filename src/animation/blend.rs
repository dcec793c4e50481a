//! Laying one local pose over another.
//!
//! A layer lies *over* what is below: `lerp` of translation and scale, `slerp` of the rotation on the shorter arc, by
//! its weight. So two or ten layers have one meaning, and their order says it. Never sums of quaternions, never
//! normalised sums instead of slerp, never matrices: half-way between 0 and 170 degrees an averaged matrix shrinks to
//! 9 per cent.

use super::pose::Pose;
use super::skeleton::JointId;
use crate::math::{Transform, normalize_or_identity, slerp};
use glam::{Quat, Vec3};

/// Lays `layer` over `below`, in place: each joint goes `weight * mask[joint]` of the way from `below` to `layer`.
///
/// Shape: both poses have the same joints and slots; `mask` has one factor per joint (missing ones count as 1).
/// Morph weights and properties follow `weight` alone. Weights are taken into 0 ..= 1. A weight of 0 leaves `below`
/// to the bit, a weight of 1 without mask takes `layer` to the bit. No allocation.
pub fn blend_over(below: &mut Pose, layer: &Pose, weight: f32, mask: Option<&[f32]>) {
    let weight = weight.clamp(0.0, 1.0);
    for index in 0..below.len().min(layer.len()) {
        let joint = JointId(index as u32);
        let factor = weight * mask.and_then(|m| m.get(index)).map_or(1.0, |m| m.clamp(0.0, 1.0));
        let mixed = below.local(joint).mix(&layer.local(joint), factor);
        *below.local_mut(joint) = mixed;
    }
    mix_numbers(below.morph_weights_mut(), layer.morph_weights(), weight);
    mix_numbers(below.properties_mut(), layer.properties(), weight);
}

fn mix_numbers(below: &mut [f32], layer: &[f32], weight: f32) {
    for (below, &layer) in below.iter_mut().zip(layer) {
        *below = match weight {
            0.0 => *below,
            1.0 => layer,
            w => *below + (layer - *below) * w,
        };
    }
}

/// Turns `pose` into its difference to `reference`, for [`add_over`]: translation by subtraction, rotation by
/// `reference^-1 * pose`, scale by division (1 where the reference's scale is 0), numbers by subtraction.
pub fn difference(pose: &mut Pose, reference: &Pose) {
    for index in 0..pose.len().min(reference.len()) {
        let joint = JointId(index as u32);
        let (p, r) = (pose.local(joint), reference.local(joint));
        let ratio = |p: f32, r: f32| if r == 0.0 { 1.0 } else { p / r };
        *pose.local_mut(joint) = Transform {
            translation: p.translation - r.translation,
            rotation: normalize_or_identity(r.rotation.conjugate() * p.rotation),
            scale: Vec3::new(
                ratio(p.scale.x, r.scale.x),
                ratio(p.scale.y, r.scale.y),
                ratio(p.scale.z, r.scale.z),
            ),
        };
    }
    for (p, &r) in pose.morph_weights_mut().iter_mut().zip(reference.morph_weights()) {
        *p -= r;
    }
    for (p, &r) in pose.properties_mut().iter_mut().zip(reference.properties()) {
        *p -= r;
    }
}

/// Adds a [`difference`] onto `below`, in place: the rotation is applied by a slerp from the identity.
///
/// Shapes and mask as in [`blend_over`]; a negative `weight` takes it away. `weight` may exceed 1 for numbers, rotations
/// take at most all of it.
pub fn add_over(below: &mut Pose, added: &Pose, weight: f32, mask: Option<&[f32]>) {
    for index in 0..below.len().min(added.len()) {
        let joint = JointId(index as u32);
        let factor = weight * mask.and_then(|m| m.get(index)).copied().unwrap_or(1.0);
        if factor == 0.0 {
            continue;
        }
        let (b, d) = (below.local(joint), added.local(joint));
        *below.local_mut(joint) = Transform {
            translation: b.translation + d.translation * factor,
            rotation: {
                let turn = if factor < 0.0 {
                    d.rotation.conjugate()
                } else {
                    d.rotation
                };
                normalize_or_identity(b.rotation * slerp(Quat::IDENTITY, turn, factor.abs()))
            },
            scale: b.scale * (Vec3::ONE + (d.scale - Vec3::ONE) * factor),
        };
    }
    for (b, &d) in below.morph_weights_mut().iter_mut().zip(added.morph_weights()) {
        *b += d * weight;
    }
    for (b, &d) in below.properties_mut().iter_mut().zip(added.properties()) {
        *b += d * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Skeleton, SkeletonBuilder};

    fn arm() -> Skeleton {
        let mut b = SkeletonBuilder::new();
        b.node(None, None, Transform::IDENTITY);
        b.node(
            None,
            Some(0),
            Transform {
                translation: Vec3::X,
                ..Transform::IDENTITY
            },
        );
        b.build().unwrap().0
    }

    fn turned(skeleton: &Skeleton, degrees: [f32; 2]) -> Pose {
        let mut pose = skeleton.rest_pose();
        for (joint, d) in skeleton.joints().zip(degrees) {
            pose.local_mut(joint).rotation = Quat::from_axis_angle(Vec3::Z, d.to_radians());
        }
        pose
    }

    /// The source chapter's table E.
    #[test]
    fn a_fade_keeps_the_forearm_as_long_as_it_is() {
        let skeleton = arm();
        let mut pose = skeleton.rest_pose();
        blend_over(&mut pose, &turned(&skeleton, [90.0, 30.0]), 0.5, None);
        let mut model = crate::animation::ModelPose::default();
        skeleton.model_space(&pose, &mut model);
        let hand = model.model_from_joint(JointId(1)).transform_point3(Vec3::X);
        assert!((hand - Vec3::new(1.2071, 1.5731, 0.0)).length() < 1e-4, "{hand}");
        let mut pose = turned(&skeleton, [0.0, 0.0]);
        blend_over(&mut pose, &turned(&skeleton, [170.0, 0.0]), 0.5, None);
        let x = pose.local(JointId(0)).rotation * Vec3::X;
        assert!((x.length() - 1.0).abs() < 1e-6);
        assert!((x.y.atan2(x.x).to_degrees() - 85.0).abs() < 0.01);
    }

    #[test]
    fn weights_of_nought_and_one_keep_the_bits() {
        let skeleton = arm();
        let (a, b) = (turned(&skeleton, [12.0, 34.0]), turned(&skeleton, [56.0, 78.0]));
        let mut pose = a.clone();
        blend_over(&mut pose, &b, 0.0, None);
        assert_eq!(pose, a);
        blend_over(&mut pose, &b, 1.0, None);
        assert_eq!(pose, b);
        let mut pose = a.clone();
        blend_over(&mut pose, &b, 1.0, Some(&[0.0, 1.0]));
        assert_eq!(pose.local(JointId(0)), a.local(JointId(0)));
        assert_eq!(pose.local(JointId(1)), b.local(JointId(1)));
    }

    #[test]
    fn a_difference_added_back_gives_the_pose() {
        let skeleton = arm();
        let (a, b) = (turned(&skeleton, [12.0, 34.0]), turned(&skeleton, [56.0, -78.0]));
        let mut d = b.clone();
        difference(&mut d, &a);
        let mut pose = a.clone();
        add_over(&mut pose, &d, 1.0, None);
        for joint in skeleton.joints() {
            assert!(pose.local(joint).rotation.dot(b.local(joint).rotation).abs() > 1.0 - 1e-6);
            assert!((pose.local(joint).translation - b.local(joint).translation).length() < 1e-6);
        }
    }
}
