//! Which joint and which vertex a person means.

use super::args::VertexArg;
use crate::animation::JointId;
use crate::inspect::compare::VertexRef;
use crate::model::{Issue, Model};

/// Nodes that an error lists before it counts the rest.
const MOST_LISTED: usize = 12;

/// One joint by its name, or by `#N`, its node in the file.
pub(super) fn joint(model: &Model, asked: &str) -> Result<JointId, Issue> {
    let node = asked.strip_prefix('#').and_then(|n| n.parse::<u32>().ok());
    let node_of = |j: JointId| model.joint_sources.get(j.index()).map(|s| s.index);
    let is_meant = |j: &JointId| match node {
        Some(node) => node_of(*j) == Some(node),
        None => model.skeleton.name(*j) == Some(asked),
    };
    let meant: Vec<JointId> = model.skeleton.joints().filter(is_meant).collect();
    match meant[..] {
        [one] => Ok(one),
        [] => Err(Issue::error("joint-unknown", "").with("asked", asked)),
        _ => {
            let nodes = meant.iter().take(MOST_LISTED).filter_map(|j| node_of(*j));
            let nodes: Vec<String> = nodes.map(|n| format!("#{n}")).collect();
            Err(Issue::error("joint-ambiguous", "")
                .with("asked", asked)
                .with("count", meant.len())
                .with("nodes", nodes.join(", ")))
        }
    }
}

/// A vertex of the scene that shows. Without node and primitive: of the first primitive that `joint` moves, else of the
/// first one.
pub(super) fn vertex(model: &Model, asked: VertexArg, joint: Option<JointId>) -> Result<VertexRef, Issue> {
    let mut first = None;
    let mut fits = None;
    for (id, instance) in model.scene_instances(model.default_scene) {
        let node = model.joint_sources[instance.joint.index()].index;
        for (p, primitive) in model.mesh(instance.mesh).primitives.iter().enumerate() {
            let here = VertexRef {
                instance: id,
                primitive: p as u32,
                vertex: asked.vertex,
            };
            let moved_by_it = || {
                let joints = instance.skin.map(|s| model.skins[s.0 as usize].joints());
                joint.is_some_and(|j| joints.map_or(instance.joint == j, |joints| joints.contains(&j)))
            };
            let meant = match asked.place {
                Some(place) => place == [node, primitive.source.index],
                None => moved_by_it(),
            };
            if meant && fits.is_none() {
                fits = Some((here, primitive.vertex_count()));
            }
            first.get_or_insert((here, primitive.vertex_count()));
        }
    }
    let found = fits.or(first.filter(|_| asked.place.is_none()));
    match (found, asked.place) {
        (Some((vertex, count)), _) if (asked.vertex as usize) < count => Ok(vertex),
        (Some((_, count)), _) => Err(Issue::error("vertex-unknown", "")
            .with("asked", asked.vertex)
            .with("count", count)),
        (None, Some([node, primitive])) => Err(Issue::error("primitive-unknown", "")
            .with("node", node)
            .with("primitive", primitive)),
        (None, None) => Err(Issue::error("vertex-none", "")),
    }
}
