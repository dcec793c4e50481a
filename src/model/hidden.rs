//! What of a model a person has put out of sight. It is posed, dumped and examined as ever.

use std::collections::BTreeSet;

use super::InstanceId;
use crate::animation::JointId;

/// What does not show. Empty: everything does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Primitives of instances, by their place in the mesh.
    parts: BTreeSet<(InstanceId, u32)>,
    /// Joints, in the skeleton overlay.
    joints: BTreeSet<JointId>,
}

impl Hidden {
    /// Puts a primitive of an instance out of sight.
    pub fn hide_part(&mut self, instance: InstanceId, primitive: usize) {
        self.parts.insert((instance, primitive as u32));
    }

    /// Leaves a joint out of the skeleton overlay.
    pub fn hide_joint(&mut self, joint: JointId) {
        self.joints.insert(joint);
    }

    /// Whether a primitive of an instance shows.
    pub fn shows(&self, instance: InstanceId, primitive: usize) -> bool {
        self.parts.is_empty() || !self.parts.contains(&(instance, primitive as u32))
    }

    /// Whether a joint shows in the skeleton overlay.
    pub fn shows_joint(&self, joint: JointId) -> bool {
        self.joints.is_empty() || !self.joints.contains(&joint)
    }

    /// True if any part of a mesh is out of sight.
    pub fn hides_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    /// True if nothing is out of sight.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.joints.is_empty()
    }
}
