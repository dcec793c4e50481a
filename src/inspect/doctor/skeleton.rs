//! Joints of skins: which are used, where they hang, how they are scaled.

use std::collections::BTreeMap;

use glam::{DAffine3, DMat3, DVec3};

use super::super::cure::Cure;
use super::super::limits;
use super::exam::{Exam, SkinUse};
use super::{Finding, round};
use crate::animation::JointId;
use crate::math::Rows3x4;
use crate::model::{InstanceId, Issue, SkinId};
use crate::work::Cancelled;

pub(super) fn look(exam: &Exam<'_>, out: &mut Vec<Finding>) -> Result<(), Cancelled> {
    let roots = roots(exam);
    let mut outside = outside_scenes(exam)?;
    for using in exam.skins.iter().filter(|u| !u.instances.is_empty()) {
        exam.work.cancel.check()?;
        out.extend(unused(exam, using));
        out.extend(outside_scene(
            exam,
            using,
            &outside.remove(&using.id).unwrap_or_default(),
        ));
        out.extend(no_common_root(exam, using, &roots));
        out.extend(node_transform(exam, using));
        scale(exam, using, out);
    }
    out.extend(units(exam));
    Ok(())
}

/// The root above each joint.
fn roots(exam: &Exam<'_>) -> Vec<JointId> {
    let skeleton = &exam.model.skeleton;
    let mut roots: Vec<JointId> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        // Parents come first.
        roots.push(skeleton.parent(joint).map_or(joint, |p| roots[p.index()]));
    }
    roots
}

fn unused(exam: &Exam<'_>, using: &SkinUse) -> Option<Finding> {
    let skin = exam.skin(using.id);
    let weighted = skin.joints().iter().zip(skin.carries_weight());
    let unused: Vec<JointId> = weighted.filter(|(_, w)| !**w).map(|(j, _)| *j).collect();
    let first = exam.model.joint_label(*unused.first()?);
    let issue = Issue::info("joints-unused", format!("{}/joints", exam.skin_pointer(using.id)))
        .with("skin", exam.skin_label(using.id))
        .with("count", unused.len())
        .with("joints", skin.len())
        .with("joint", first);
    Some(Finding::from(issue).joints(unused))
}

/// Per skin its joints that are missing in a scene that shows it: the first such scene's. One pass over the scenes.
fn outside_scenes(exam: &Exam<'_>) -> Result<BTreeMap<SkinId, Vec<JointId>>, Cancelled> {
    let model = exam.model;
    let mut out: BTreeMap<SkinId, Vec<JointId>> = BTreeMap::new();
    let mut inside = vec![false; model.skeleton.len()];
    for scene in &model.scenes {
        exam.work.cancel.check()?;
        let instances = scene.instances.iter().map(|i| &model.instances[i.0 as usize]);
        let mut shown: Vec<SkinId> = instances.filter_map(|i| i.skin).collect();
        shown.sort_unstable();
        shown.dedup();
        scene.joints.iter().for_each(|j| inside[j.index()] = true);
        for skin in shown {
            let joints = exam.skin(skin).joints().iter().copied();
            let outside: Vec<JointId> = joints.filter(|j| !inside[j.index()]).collect();
            if !outside.is_empty() {
                out.entry(skin).or_insert(outside);
            }
        }
        scene.joints.iter().for_each(|j| inside[j.index()] = false);
    }
    Ok(out)
}

fn outside_scene(exam: &Exam<'_>, using: &SkinUse, outside: &[JointId]) -> Option<Finding> {
    let &first = outside.first()?;
    let issue = Issue::warning(
        "joints-outside-scene",
        format!("{}/joints", exam.skin_pointer(using.id)),
    )
    .with("skin", exam.skin_label(using.id))
    .with("count", outside.len())
    .with("joint", exam.model.joint_label(first));
    Some(Finding::from(issue).joints(outside.iter().copied()))
}

fn no_common_root(exam: &Exam<'_>, using: &SkinUse, roots: &[JointId]) -> Option<Finding> {
    let skin = exam.skin(using.id);
    let mut tops: Vec<JointId> = skin.joints().iter().map(|j| roots[j.index()]).collect();
    tops.sort_unstable();
    tops.dedup();
    if tops.len() < 2 {
        return None;
    }
    let issue = Issue::warning(
        "skin-no-common-root",
        format!("{}/joints", exam.skin_pointer(using.id)),
    )
    .with("skin", exam.skin_label(using.id))
    .with("count", tops.len())
    .with("first", exam.model.joint_label(tops[0]))
    .with("second", exam.model.joint_label(tops[1]));
    Some(Finding::from(issue).joints(tops))
}

/// A transform on the node that carries a skinned mesh plays no part; who put it there may have meant something.
fn node_transform(exam: &Exam<'_>, using: &SkinUse) -> Option<Finding> {
    let limit = limits::NODE_TRANSFORM.value;
    // What is compared is the file's own transform: roots have the model's origin taken out.
    let origin = exam.model.origin;
    // Bringing a far model near rounds, too.
    let near = limit * exam.diagonal() + f64::from(f32::EPSILON) * origin.length();
    let moved = |m: &DAffine3| {
        !(m.matrix3.abs_diff_eq(DMat3::IDENTITY, limit) && m.translation.abs_diff_eq(DVec3::ZERO, near))
    };
    let place = |j: JointId| DAffine3::from_translation(origin) * exam.rest.model_from_joint(j).as_daffine3();
    let node = |i: &InstanceId| exam.model.instances[i.0 as usize].joint;
    let nodes: Vec<JointId> = using
        .instances
        .iter()
        .map(node)
        .filter(|&j| moved(&place(j)))
        .collect();
    let own = |j: &&JointId| match exam.model.skeleton.parent(**j) {
        None => moved(&place(**j)),
        Some(_) => moved(&exam.model.skeleton.rest(**j).to_affine().as_daffine3()),
    };
    // One that has a transform of its own, rather than one above it, if there is one.
    let worst = *nodes.iter().find(own).or(nodes.first())?;
    let place = place(worst);
    let (distance, unit) = exam.length(place.translation.length());
    let (scale, rotation, _) = place.to_scale_rotation_translation();
    let at = exam.joint_pointer(worst);
    let issue = if nodes.iter().any(|j| own(&j)) {
        Issue::warning("skinned-node-transform", at)
    } else {
        Issue::info("skinned-node-transform", at)
    };
    let degrees = 2.0 * rotation.w.abs().min(1.0).acos().to_degrees();
    let issue = issue
        .with("node", exam.model.joint_label(worst))
        .with("count", nodes.len())
        .with("distance", distance)
        .with("unit", unit)
        .with("degrees", round(degrees))
        .with("scale", round(scale.x));
    Some(Finding::from(issue).joints(nodes))
}

fn scale(exam: &Exam<'_>, using: &SkinUse, out: &mut Vec<Finding>) {
    let skin = exam.skin(using.id);
    let palette = &exam.palettes[using.id.0 as usize];
    let common = f64::from(palette.common_scale());
    let at = exam.skin_pointer(using.id);
    let skin_name = exam.skin_label(using.id);
    let weighted = || {
        let joints = skin.joints().iter().zip(skin.carries_weight());
        joints.zip(palette.matrices()).filter(|((_, w), _)| **w)
    };
    let determinant = |m: &Rows3x4| f64::from(m.determinant());
    let mirrored: Vec<JointId> = weighted()
        .filter(|(_, m)| determinant(m) < 0.0)
        .map(|((j, _), _)| *j)
        .collect();
    if let Some(&first) = mirrored.first() {
        let issue = Issue::info("joints-mirrored", format!("{at}/joints"))
            .with("skin", skin_name.as_str())
            .with("count", mirrored.len())
            .with("joints", weighted().count())
            .with("joint", exam.model.joint_label(first));
        out.push(Finding::from(issue).joints(mirrored));
    }
    if (common.abs() - 1.0).abs() > limits::COMMON_SCALE.value {
        let issue = Issue::info("common-scale", at)
            .with("skin", skin_name)
            .with("factor", round(common.abs()));
        out.push(issue.into());
    }
}

/// A model that is far from the size of anything with a skeleton, in metres.
fn units(exam: &Exam<'_>) -> Option<Finding> {
    if exam.skins.iter().all(|u| u.instances.is_empty()) {
        return None;
    }
    let sides = exam.bounds.size();
    let size = f64::from(sides.max_element());
    // Which side it is: Y is up, and characters face along Z.
    let side = if sides.y == sides.max_element() {
        "height"
    } else if sides.x == sides.max_element() {
        "width"
    } else {
        "length"
    };
    let factor = match size {
        s if s > limits::TALL.value => 0.01,
        s if s > 0.0 && s < limits::SMALL.value => 100.0,
        _ => return None,
    };
    let issue = Issue::info("model-units", "")
        .with("size", round(size))
        .with("side", side)
        .with("factor", factor);
    Some(Finding::from(issue).cure(Cure::ModelScaled {
        factor: factor as f32,
    }))
}

/// The largest stretch of a matrix over its smallest; 1 for one that only turns and scales, and for one that is nothing.
///
/// Source: Smith 1961, "Eigenvalues of a symmetric 3x3 matrix", on `m^T m`.
pub(super) fn stretch_ratio(m: DMat3) -> f64 {
    let g = m.transpose() * m;
    let mean = (g.x_axis.x + g.y_axis.y + g.z_axis.z) / 3.0;
    // Written so that NaN counts as nothing, too.
    if !(mean > 1e-30 && mean.is_finite()) {
        return 1.0;
    }
    let off = g.x_axis.y.powi(2) + g.x_axis.z.powi(2) + g.y_axis.z.powi(2);
    let diagonal = [g.x_axis.x, g.y_axis.y, g.z_axis.z]
        .map(|d| (d - mean).powi(2))
        .iter()
        .sum::<f64>();
    let p = ((diagonal + 2.0 * off) / 6.0).sqrt();
    if p < 1e-9 * mean {
        return 1.0;
    }
    let b = (g - DMat3::from_diagonal(DVec3::splat(mean))) * p.recip();
    let angle = (0.5 * b.determinant()).clamp(-1.0, 1.0).acos() / 3.0;
    let largest = mean + 2.0 * p * angle.cos();
    let smallest = mean + 2.0 * p * (angle + std::f64::consts::TAU / 3.0).cos();
    (largest / smallest.max(1e-12 * largest)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_of_stretches_sees_scale_and_shear_and_not_rotation() {
        let turn = DMat3::from_rotation_y(0.7);
        assert!((stretch_ratio(turn * 3.0) - 1.0).abs() < 1e-6);
        let m = turn * DMat3::from_diagonal(DVec3::new(1.0, 3.0, 2.0)) * DMat3::from_rotation_x(0.3);
        assert!((stretch_ratio(m) - 3.0).abs() < 1e-6, "{}", stretch_ratio(m));
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::Z);
        assert!(stretch_ratio(shear) > 1.5);
        assert_eq!(
            (stretch_ratio(DMat3::ZERO), stretch_ratio(DMat3::NAN)),
            (1.0, 1.0)
        );
        assert!(stretch_ratio(DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0))) > 1e3);
    }
}
