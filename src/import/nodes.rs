//! Nodes to a skeleton: hierarchy, rest transforms, and the place of each instance's morph weights in a pose.

use std::ops::Range;

use gltf::json;

use super::accessor::Accessors;
use super::finite::{all_usable, usable};
use super::mesh::Plan;
use super::report::Report;
use super::{Result, mesh};
use crate::animation::{JointId, Skeleton, SkeletonBuilder, SkeletonError, SlotLayout};
use crate::math::{Transform, normalize_or_identity};
use crate::model::{Issue, Source};
use glam::{Affine3A, Mat4, Quat, Vec3};

/// How far a rotation's length may be from 1 before it is worth a word (three printed digits stay below).
const ROTATION_LENGTH_TOLERANCE: f32 = 0.01;

/// How much of a matrix, relative to its largest element, may be lost by splitting it into T, R and S.
const SHEAR_TOLERANCE: f32 = 1e-4;

/// The nodes of a file as joints.
#[derive(Debug)]
pub(super) struct Nodes {
    /// The skeleton.
    pub(super) skeleton: Skeleton,
    /// Place in the file of each joint.
    pub(super) joint_sources: Vec<Source>,
    /// The joint of each node.
    pub(super) joint_of_node: Vec<JointId>,
    /// The morph weights of the mesh that each node carries, as a range of the pose's; empty without.
    pub(super) morph_ranges: Vec<Range<u32>>,
    /// The parent of each node.
    pub(super) parents: Vec<Option<usize>>,
}

/// Makes the skeleton. Circles and two parents are refused: there is no pose to show.
pub(super) fn import(data: &Accessors<'_>, plan: &Plan, report: &mut Report) -> Result<Nodes> {
    let root = data.root;
    let parents = parents(root, report)?;
    let mut builder = SkeletonBuilder::new();
    for (index, node) in root.nodes.iter().enumerate() {
        builder.node(
            node.name.clone(),
            parents[index],
            rest_transform(node, index, report)?,
        );
    }
    for joint in root.skins.iter().flat_map(|s| &s.joints) {
        builder.needed_by_skin(joint.value());
    }
    let (morph_ranges, rest_morph_weights) = morph_weights(data, plan, report)?;
    builder.slots(SlotLayout {
        rest_morph_weights,
        ..SlotLayout::default()
    });
    let (skeleton, joint_of_node) = builder.build().map_err(|e| match e {
        SkeletonError::Cycle(node) => Issue::error("node-cycle", format!("/nodes/{node}"))
            .with("node", node)
            .with("name", label(root, node)),
        SkeletonError::NoSuchParent { node, .. } => Issue::error("node-cycle", format!("/nodes/{node}")),
        SkeletonError::TooMany(count) => Issue::error("too-many-nodes", "/nodes").with("count", count),
    })?;
    // Each transform is fine, yet a chain of large scales may not be.
    let posed = skeleton.rest_model_pose();
    if let Some(joint) = skeleton
        .joints()
        .find(|&j| !posed.model_from_joint(j).is_finite())
    {
        let node = joint_of_node.iter().position(|&j| j == joint).unwrap_or(0);
        let issue = Issue::error("node-transform-not-finite", format!("/nodes/{node}"));
        return Err(issue.with("what", "place in the scene").into());
    }
    let mut joint_sources = vec![Source::default(); joint_of_node.len()];
    for (node, joint) in joint_of_node.iter().enumerate() {
        joint_sources[joint.index()] = Source::element("nodes", node);
    }
    Ok(Nodes {
        skeleton,
        joint_sources,
        joint_of_node,
        morph_ranges,
        parents,
    })
}

/// What a person calls a node.
pub(super) fn label(root: &json::Root, node: usize) -> String {
    match root
        .nodes
        .get(node)
        .and_then(|n| n.name.as_deref())
        .filter(|n| !n.is_empty())
    {
        Some(name) => name.to_owned(),
        None => format!("node {node}"),
    }
}

fn parents(root: &json::Root, report: &mut Report) -> Result<Vec<Option<usize>>, Issue> {
    let mut parents: Vec<Option<usize>> = vec![None; root.nodes.len()];
    for (index, node) in root.nodes.iter().enumerate() {
        for (k, child) in node.children.iter().flatten().enumerate() {
            let child = child.value();
            let pointer = || format!("/nodes/{index}/children/{k}");
            // An index that leads nowhere was told by `references`.
            let Some(parent) = parents.get_mut(child) else {
                continue;
            };
            match *parent {
                None => *parent = Some(index),
                Some(same) if same == index => {
                    report.push(
                        Issue::warning("node-child-twice", pointer()).with("child", label(root, child)),
                    );
                }
                Some(other) => {
                    return Err(Issue::error("node-two-parents", pointer())
                        .with("node", label(root, child))
                        .with("first", label(root, other))
                        .with("second", label(root, index)));
                }
            }
        }
    }
    Ok(parents)
}

fn rest_transform(node: &json::Node, index: usize, report: &mut Report) -> Result<Transform, Issue> {
    let not_finite = |what: &'static str| {
        Issue::error("node-transform-not-finite", format!("/nodes/{index}/{what}")).with("what", what)
    };
    if let Some(matrix) = node.matrix {
        if !all_usable(&matrix) {
            return Err(not_finite("matrix"));
        }
        let pointer = format!("/nodes/{index}/matrix");
        let whole = Mat4::from_cols_array(&matrix);
        if whole.row(3).abs_diff_eq(glam::Vec4::W, 1e-5) {
            let affine = Affine3A::from_mat4(whole);
            let split = Transform::from_affine(affine);
            let size = affine
                .matrix3
                .to_cols_array()
                .iter()
                .fold(0.0_f32, |m, v| m.max(v.abs()));
            if !split.is_finite() {
                return Err(not_finite("matrix"));
            }
            if !split
                .to_affine()
                .matrix3
                .abs_diff_eq(affine.matrix3, SHEAR_TOLERANCE * size.max(1e-30))
            {
                report.push(Issue::warning("node-matrix-shear", pointer));
            }
            return Ok(split);
        }
        report.push(Issue::warning("node-matrix-not-affine", pointer));
        let split = Transform::from_affine(Affine3A::from_mat4(whole));
        return if split.is_finite() {
            Ok(split)
        } else {
            Err(not_finite("matrix"))
        };
    }
    let translation = Vec3::from_array(node.translation.unwrap_or_default());
    let scale = Vec3::from_array(node.scale.unwrap_or([1.0; 3]));
    let rotation = node.rotation.map_or(Quat::IDENTITY, |r| Quat::from_array(r.0));
    for (finite, what) in [
        (all_usable(&translation.to_array()), "translation"),
        (all_usable(&scale.to_array()), "scale"),
        (all_usable(&rotation.to_array()), "rotation"),
    ] {
        if !finite {
            return Err(not_finite(what));
        }
    }
    let length = rotation.length();
    if (length - 1.0).abs() > ROTATION_LENGTH_TOLERANCE {
        report.push(
            Issue::warning("node-rotation-not-normalized", format!("/nodes/{index}/rotation"))
                .with("length", f64::from(length)),
        );
    }
    // A quaternion that is unit to the last bits stays as it is, so that a file's numbers come back unchanged.
    let unit = (rotation.length_squared() - 1.0).abs() < 1e-7;
    let rotation = if unit {
        rotation
    } else {
        normalize_or_identity(rotation)
    };
    Ok(Transform {
        translation,
        rotation,
        scale,
    })
}

/// Hands out ranges of the pose's morph weights: the node's own weights, else the mesh's, else zero.
fn morph_weights(
    data: &Accessors<'_>,
    plan: &Plan,
    report: &mut Report,
) -> Result<(Vec<Range<u32>>, Vec<f32>), Issue> {
    let root = data.root;
    let mut ranges = vec![0..0; root.nodes.len()];
    let mut weights = Vec::new();
    for (index, node) in root.nodes.iter().enumerate() {
        let Some(mesh_index) = plan.mesh_of_node(index) else {
            continue;
        };
        let count = mesh::target_count(&root.meshes[mesh_index]);
        if count == 0 {
            continue;
        }
        let (given, pointer) = match (&node.weights, &root.meshes[mesh_index].weights) {
            (Some(own), _) => (own.as_slice(), format!("/nodes/{index}/weights")),
            (None, Some(shared)) => (shared.as_slice(), format!("/meshes/{mesh_index}/weights")),
            (None, None) => (&[][..], String::new()),
        };
        if !given.is_empty() && given.len() != count {
            report.push(
                Issue::warning("morph-weight-count", pointer.clone())
                    .with("weights", given.len())
                    .with("targets", count),
            );
        }
        if !all_usable(given) {
            report.push(Issue::error("morph-weight-not-finite", pointer));
        }
        data.budget
            .ask(count, size_of::<f32>(), &format!("/nodes/{index}"))?;
        let start = weights.len();
        weights.extend((0..count).map(|t| given.get(t).copied().filter(|&w| usable(w)).unwrap_or(0.0)));
        let Some(range) = u32::try_from(start).ok().zip(u32::try_from(weights.len()).ok()) else {
            return Err(Issue::error("too-many-morph-weights", format!("/nodes/{index}")));
        };
        ranges[index] = range.0..range.1;
    }
    Ok((ranges, weights))
}
