//! Cameras: the nodes that carry one. Source: glTF 2.0, section 3.10.

use std::f32::consts::PI;

use gltf::json;
use gltf::json::camera::Type;
use gltf::json::validation::Checked;

use super::finite::usable;
use super::nodes::Nodes;
use super::report::Report;
use crate::model::{Issue, Lens, SceneCamera, Source};

/// Reads all cameras that a node carries. One with numbers that make no picture is told and left out.
pub(super) fn import(root: &json::Root, nodes: &Nodes, report: &mut Report) -> Vec<SceneCamera> {
    let lenses: Vec<Option<Lens>> = root
        .cameras
        .iter()
        .enumerate()
        .map(|(index, camera)| {
            let lens = lens(camera);
            if lens.is_none() {
                report.push(Issue::warning("camera-broken", format!("/cameras/{index}")));
            }
            lens
        })
        .collect();
    let mut out = Vec::new();
    for (index, node) in root.nodes.iter().enumerate() {
        // An index that leads nowhere was told by `references`.
        let Some(camera) = node.camera.map(|c| c.value()).filter(|&c| c < lenses.len()) else {
            continue;
        };
        let Some(lens) = lenses[camera] else { continue };
        let named = |name: &Option<String>| name.clone().filter(|n| !n.is_empty());
        out.push(SceneCamera {
            name: named(&node.name).or_else(|| named(&root.cameras[camera].name)),
            joint: nodes.joint_of_node[index],
            lens,
            source: Source::element("nodes", index),
        });
    }
    out
}

fn lens(camera: &json::Camera) -> Option<Lens> {
    match camera.type_ {
        Checked::Valid(Type::Perspective) => {
            let fov_y = camera.perspective.as_ref()?.yfov;
            // Wider than this nothing can be told apart, and a tangent overflows.
            (usable(fov_y) && fov_y > 1e-4 && fov_y < PI - 1e-3).then_some(Lens::Perspective { fov_y })
        }
        Checked::Valid(Type::Orthographic) => {
            // Some exporters write negative magnifications, which later versions of the specification forbid.
            let half_height = camera.orthographic.as_ref()?.ymag.abs();
            (usable(half_height) && half_height > 1e-9).then_some(Lens::Orthographic { half_height })
        }
        Checked::Invalid => None,
    }
}
