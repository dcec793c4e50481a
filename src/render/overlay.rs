//! Bones and joints of the skeleton overlay.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::animation::JointId;
use crate::model::{Model, PosedModel};

/// One shape: a bone from end to end, or a joint. What `vs_overlay` reads.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct OverlayInstance {
    start: Vec3,
    /// 0 bone, 1 joint.
    kind: f32,
    end: Vec3,
    selected: f32,
}

/// Bytes of one shape.
pub(super) const INSTANCE_BYTES: u64 = size_of::<OverlayInstance>() as u64;

/// What is drawn of a scene's skeleton: its skins' joints, each with the nearest one above it, through nodes that are
/// none; all joints of a scene without skins.
#[derive(Debug, Default)]
pub(super) struct Bones {
    /// Each joint with the nearest above and a neighbour that says how large it may be drawn.
    joints: Vec<(JointId, Option<JointId>, Option<JointId>)>,
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
        let mut joints: Vec<(JointId, Option<JointId>, Option<JointId>)> = Vec::new();
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
        Self {
            joints,
            has_mesh: instances().next().is_some(),
            instances: Vec::new(),
        }
    }

    /// The most shapes that a frame has.
    pub(super) fn instance_count(&self) -> usize {
        2 * self.joints.len()
    }

    /// The shapes of a frame: bones first, joints over them, the selected last. A bone belongs to the joint that it
    /// starts from.
    pub(super) fn shapes(&mut self, posed: &PosedModel, selected: Option<JointId>) -> &[OverlayInstance] {
        let matrices = posed.model_space.matrices();
        let at = |joint: JointId| -> Option<Vec3> {
            let position: Vec3 = matrices.get(joint.index())?.translation.into();
            position.is_finite().then_some(position)
        };
        let is = |joint: JointId| f32::from(u8::from(Some(joint) == selected));
        self.instances.clear();
        for &(joint, above, _) in &self.joints {
            if let (Some(above), Some(end)) = (above, at(joint))
                && let Some(start) = at(above)
            {
                self.instances.push(OverlayInstance {
                    start,
                    kind: 0.0,
                    end,
                    selected: is(above),
                });
            }
        }
        for &(joint, _, neighbour) in &self.joints {
            if let Some(start) = at(joint) {
                let end = neighbour.and_then(at).unwrap_or(start);
                self.instances.push(OverlayInstance {
                    start,
                    kind: 1.0,
                    end,
                    selected: is(joint),
                });
            }
        }
        self.instances.sort_by_key(|i| (i.selected > 0.5, i.kind > 0.5));
        &self.instances
    }
}
