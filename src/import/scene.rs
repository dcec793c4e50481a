//! Scenes: which joints and instances show together.

use gltf::json;

use super::Result;
use super::budget::Budget;
use super::nodes::Nodes;
use super::report::Report;
use crate::animation::JointId;
use crate::model::{InstanceId, Issue, MeshInstance, Scene, SceneId};

/// The scenes of a file, at least one.
#[derive(Debug)]
pub(super) struct Scenes {
    /// In the file's order.
    pub(super) scenes: Vec<Scene>,
    /// The one to show first.
    pub(super) default: SceneId,
}

/// Reads all scenes; a file without any shows all its nodes.
pub(super) fn import(
    root: &json::Root,
    nodes: &Nodes,
    instances: &[MeshInstance],
    budget: &Budget,
    report: &mut Report,
) -> Result<Scenes> {
    let children = children(nodes);
    let mut scenes = Vec::with_capacity(root.scenes.len().max(1));
    for (index, scene) in root.scenes.iter().enumerate() {
        let mut roots = Vec::with_capacity(scene.nodes.len());
        for (k, node) in scene.nodes.iter().enumerate() {
            let node = node.value();
            let Some(&joint) = nodes.joint_of_node.get(node) else {
                continue;
            };
            if nodes.parents[node].is_some() {
                let at = format!("/scenes/{index}/nodes/{k}");
                report.push(
                    Issue::warning("scene-node-not-root", at).with("node", super::nodes::label(root, node)),
                );
            }
            roots.push(joint);
        }
        let joints = below(roots, &children, budget, &format!("/scenes/{index}"))?;
        scenes.push(Scene {
            name: scene.name.clone(),
            instances: within(&joints, instances),
            joints,
        });
    }
    if scenes.is_empty() {
        let joints: Vec<JointId> = nodes.skeleton.joints().collect();
        scenes.push(Scene {
            name: None,
            instances: within(&joints, instances),
            joints,
        });
    }
    // A default that does not exist was told by `references`.
    let default = root
        .scene
        .map(|s| s.value())
        .filter(|&s| s < scenes.len())
        .unwrap_or(0);
    if scenes[default].instances.is_empty() {
        let pointer = if root.scenes.is_empty() {
            String::new()
        } else {
            format!("/scenes/{default}")
        };
        report.push(Issue::info("scene-without-meshes", pointer));
    }
    Ok(Scenes {
        scenes,
        default: SceneId(default as u32),
    })
}

fn children(nodes: &Nodes) -> Vec<Vec<JointId>> {
    let mut children = vec![Vec::new(); nodes.skeleton.len()];
    for joint in nodes.skeleton.joints() {
        if let Some(parent) = nodes.skeleton.parent(joint) {
            children[parent.index()].push(joint);
        }
    }
    children
}

/// The roots and everything below them, ascending, each once.
fn below(
    roots: Vec<JointId>,
    children: &[Vec<JointId>],
    budget: &Budget,
    pointer: &str,
) -> Result<Vec<JointId>, Issue> {
    let mut joints = Vec::new();
    let mut stack = roots;
    // A damaged file may name a node a thousand times, each with all that is below it.
    let room = 2 * children.len() + stack.len();
    while let Some(joint) = stack.pop() {
        budget.ask(1, size_of::<JointId>(), pointer)?;
        joints.push(joint);
        stack.extend(&children[joint.index()]);
        if joints.len() > room {
            sort(&mut joints);
        }
    }
    sort(&mut joints);
    Ok(joints)
}

fn sort(joints: &mut Vec<JointId>) {
    joints.sort_unstable();
    joints.dedup();
}

fn within(joints: &[JointId], instances: &[MeshInstance]) -> Vec<InstanceId> {
    let inside = |m: &MeshInstance| joints.binary_search(&m.joint).is_ok();
    let found = instances.iter().enumerate().filter(|(_, m)| inside(m));
    found.map(|(i, _)| InstanceId(i as u32)).collect()
}
