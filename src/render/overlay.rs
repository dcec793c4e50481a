//! Bones and joints of the skeleton overlay, with axes and plain nodes on demand.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::animation::JointId;
use crate::model::{Model, PosedModel};
use crate::viewer::view::View;

/// One shape: a bone from end to end, a joint, an axis. What `vs_overlay` reads.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct OverlayInstance {
    start: Vec3,
    /// As [`Kind`].
    kind: f32,
    end: Vec3,
    /// 0 plain, 1 selected, 2 under the pointer.
    marked: f32,
}

/// What a shape is; the numbers are those of `overlay.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Bone = 0,
    Joint = 1,
    AxisX = 2,
    AxisY = 3,
    AxisZ = 4,
    /// A node that no skin uses, and the line to the one above it.
    Node = 5,
    Link = 6,
    /// A bone as a line.
    Line = 7,
}

/// Bytes of one shape.
pub(super) const INSTANCE_BYTES: u64 = size_of::<OverlayInstance>() as u64;

/// A joint with the nearest above and a neighbour that says how large it may be drawn.
type Linked = (JointId, Option<JointId>, Option<JointId>);

/// What is drawn of a scene's skeleton: its skins' joints, each with the nearest one above it, through nodes that are
/// none; all joints of a scene without skins.
#[derive(Debug, Default)]
pub(super) struct Bones {
    joints: Vec<Linked>,
    /// The scene's other nodes, each with the node above it.
    nodes: Vec<(JointId, Option<JointId>)>,
    /// True if the scene has a mesh; without one the skeleton shows by itself.
    pub has_mesh: bool,
    instances: Vec<OverlayInstance>,
}

impl Bones {
    pub(super) fn of(model: &Model, scene: usize) -> Self {
        let Some(scene) = model.scenes.get(scene) else {
            return Self::default();
        };
        let instances = || {
            scene
                .instances
                .iter()
                .filter_map(|i| model.instances.get(i.0 as usize))
        };
        let mut shown = vec![false; model.skeleton.len()];
        let skins = instances().filter_map(|i| model.skins.get(i.skin?.0 as usize));
        for joint in skins.flat_map(crate::skinning::Skin::joints) {
            shown[joint.index()] = true;
        }
        if !shown.iter().any(|s| *s) {
            for joint in &scene.joints {
                shown[joint.index()] = true;
            }
        }
        let mut joints: Vec<Linked> = Vec::new();
        // Parents come first, so the nearest shown joint above is known when a joint is met.
        let mut nearest: Vec<Option<JointId>> = vec![None; model.skeleton.len()];
        let mut place: Vec<Option<usize>> = vec![None; model.skeleton.len()];
        for joint in model.skeleton.joints() {
            let above = model.skeleton.parent(joint).and_then(|p| nearest[p.index()]);
            nearest[joint.index()] = if shown[joint.index()] { Some(joint) } else { above };
            if shown[joint.index()] {
                place[joint.index()] = Some(joints.len());
                joints.push((joint, above, above));
                // A root is as large as the bone to its first child allows.
                if let Some(parent) = above.and_then(|p| place[p.index()]) {
                    joints[parent].2.get_or_insert(joint);
                }
            }
        }
        let plain = scene.joints.iter().filter(|j| !shown[j.index()]);
        Self {
            joints,
            nodes: plain.map(|j| (*j, model.skeleton.parent(*j))).collect(),
            has_mesh: instances().next().is_some(),
            instances: Vec::new(),
        }
    }

    /// The most shapes that a frame has.
    pub(super) fn instance_count(&self) -> usize {
        5 * self.joints.len() + 5 * self.nodes.len()
    }

    /// The shapes of a frame: bones first, joints over them, what is marked last. A bone belongs to the joint that it
    /// starts from.
    pub(super) fn shapes(&mut self, posed: &PosedModel, view: &View) -> &[OverlayInstance] {
        let matrices = posed.model_space.matrices();
        let at = |joint: JointId| -> Option<Vec3> {
            let position: Vec3 = matrices.get(joint.index())?.translation.into();
            position.is_finite().then_some(position)
        };
        let marked = |joint: JointId| match joint {
            j if Some(j) == view.selected_joint => 1.0,
            j if Some(j) == view.hovered_joint => 2.0,
            _ => 0.0,
        };
        let shows = |joint: JointId| posed.hidden.shows_joint(joint);
        let shape = |kind: Kind, start, end, marked| OverlayInstance {
            start,
            kind: f32::from(kind as u8),
            end,
            marked,
        };
        let axes = |out: &mut Vec<OverlayInstance>, joint: JointId, length: f32| {
            let (Some(matrix), Some(start)) = (matrices.get(joint.index()), at(joint)) else {
                return;
            };
            for (kind, axis) in
                [Kind::AxisX, Kind::AxisY, Kind::AxisZ]
                    .into_iter()
                    .zip([Vec3::X, Vec3::Y, Vec3::Z])
            {
                // A joint that is scaled to nothing has no axes.
                let direction: Option<Vec3> = matrix.transform_vector3(axis).try_normalize();
                out.extend(direction.map(|d| shape(kind, start, start + d * length, marked(joint))));
            }
        };
        let instances = &mut self.instances;
        instances.clear();
        let bone = if view.overlays.lines {
            Kind::Line
        } else {
            Kind::Bone
        };
        for &(joint, above, _) in &self.joints {
            if let (Some(above), Some(end)) = (above, at(joint))
                && let Some(start) = at(above)
                && shows(joint)
                && shows(above)
            {
                instances.push(shape(bone, start, end, marked(above)));
            }
        }
        let usual = 0.03 * view.model_size;
        for &(joint, _, neighbour) in self.joints.iter().filter(|j| shows(j.0)) {
            let Some(start) = at(joint) else { continue };
            let end = neighbour.and_then(at).unwrap_or(start);
            instances.push(shape(Kind::Joint, start, end, marked(joint)));
            if view.overlays.axes {
                let span = start.distance(end);
                axes(
                    instances,
                    joint,
                    if span > 0.0 {
                        (0.4 * span).min(2.0 * usual)
                    } else {
                        usual
                    },
                );
            }
        }
        let nodes = self.nodes.iter().filter(|(j, _)| shows(*j));
        for &(node, above) in nodes.filter(|_| view.overlays.nodes) {
            let Some(start) = at(node) else { continue };
            if let Some(end) = above.and_then(at) {
                instances.push(shape(Kind::Link, end, start, 0.0));
            }
            instances.push(shape(Kind::Node, start, start, marked(node)));
            if view.overlays.axes {
                axes(instances, node, usual);
            }
        }
        let over = |kind: f32| match kind as u8 {
            0 | 6 | 7 => 0,
            1 | 5 => 1,
            _ => 2,
        };
        instances.sort_by_key(|i| (over(i.kind) == 2, i.marked > 0.5, over(i.kind)));
        instances
    }
}
