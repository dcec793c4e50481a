//! KHR_node_visibility: nodes that hide themselves and all that is below them.

use gltf::json;
use serde::Deserialize;

use super::nodes::Nodes;
use super::report::Report;
use crate::model::{Issue, MeshInstance};

const NAME: &str = "KHR_node_visibility";

#[derive(Deserialize)]
struct Visibility {
    #[serde(default = "yes")]
    visible: bool,
}

fn yes() -> bool {
    true
}

/// Marks the instances that do not show. Their joints go on moving others.
pub(super) fn hide(root: &json::Root, nodes: &Nodes, instances: &mut [MeshInstance], report: &mut Report) {
    let mut any = false;
    // By joint: parents come first there.
    let mut visible = vec![true; nodes.joint_of_node.len()];
    for (index, node) in root.nodes.iter().enumerate() {
        let others = node.extensions.as_ref().map(|e| &e.others);
        let Some(value) = others.and_then(|o| o.get(NAME)) else {
            continue;
        };
        match Visibility::deserialize(value) {
            Ok(found) => visible[nodes.joint_of_node[index].index()] = found.visible,
            Err(_) => report.push(Issue::warning(
                "node-visibility-broken",
                format!("/nodes/{index}/extensions/{NAME}"),
            )),
        }
        any = true;
    }
    if !any {
        return;
    }
    for joint in nodes.skeleton.joints() {
        let above = nodes.skeleton.parent(joint).is_none_or(|p| visible[p.index()]);
        visible[joint.index()] &= above;
    }
    for instance in instances.iter_mut() {
        instance.visible = visible[instance.joint.index()];
    }
    let hidden = instances.iter().filter(|i| !i.visible).count();
    if hidden > 0 {
        report.push(Issue::info("nodes-hidden", "/nodes").with("count", hidden));
    }
}
