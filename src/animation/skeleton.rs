//! The hierarchy: every node of the file, parents first.

use glam::Affine3A;

use super::pose::{ModelPose, Pose};
use crate::math::Transform;

/// Which joint of a [`Skeleton`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JointId(pub u32);

impl JointId {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// More joints than this are refused: ids are `u32` and the top half is kept free.
pub const MAX_JOINTS: usize = 1 << 24;

/// Why a hierarchy cannot be a skeleton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SkeletonError {
    /// Following parents from this node comes back to it.
    #[error("node {0} is its own ancestor")]
    Cycle(usize),
    /// A parent that does not exist.
    #[error("node {node} names the parent {parent}, which does not exist")]
    NoSuchParent {
        /// The child.
        node: usize,
        /// What it names.
        parent: usize,
    },
    /// Too many nodes.
    #[error("{0} nodes are more than {MAX_JOINTS}")]
    TooMany(usize),
}

/// Where the numbers beside the joints lie in a [`Pose`]: morph weights and properties, with their rest values.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SlotLayout {
    /// Morph weights of the file's mesh instances, one after the other; the importer hands out the ranges.
    pub rest_morph_weights: Vec<f32>,
    /// Animated properties (materials, lights, cameras), a plain table of numbers that the model describes.
    pub rest_properties: Vec<f32>,
}

/// The joints of a character, parents before children, with their rest pose.
///
/// It holds every node of the file, also those that are no glTF joints; the ones that move a skin and their ancestors
/// come first ([`Self::prefix_len`]), so that crowds and benches can evaluate that prefix alone. Several roots are
/// legal. The rest pose is the nodes' own transforms; it is *not* the bind pose (the inverse of the inverse binds).
#[derive(Debug, Clone, Default)]
pub struct Skeleton {
    names: Vec<Option<String>>,
    parents: Vec<Option<JointId>>,
    rest: Vec<Transform>,
    slots: SlotLayout,
    prefix_len: usize,
}

impl Skeleton {
    /// Number of joints.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// True if there is no joint.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Number of leading joints that a skin needs: its joints and all their ancestors.
    pub fn prefix_len(&self) -> usize {
        self.prefix_len
    }

    /// All ids, parents before children.
    pub fn joints(&self) -> impl DoubleEndedIterator<Item = JointId> + ExactSizeIterator + use<> {
        (0..self.parents.len() as u32).map(JointId)
    }

    /// The joint above, `None` for a root.
    #[inline]
    pub fn parent(&self, joint: JointId) -> Option<JointId> {
        self.parents[joint.index()]
    }

    /// The name in the file; many joints may share one.
    pub fn name(&self, joint: JointId) -> Option<&str> {
        self.names[joint.index()].as_deref()
    }

    /// The joint's own transform in the file.
    pub fn rest(&self, joint: JointId) -> Transform {
        self.rest[joint.index()]
    }

    /// Changes the joint's own transform.
    pub fn set_rest(&mut self, joint: JointId, rest: Transform) {
        self.rest[joint.index()] = rest;
    }

    /// Rest values of morph weights and properties.
    pub fn slots(&self) -> &SlotLayout {
        &self.slots
    }

    /// A new pose at rest.
    pub fn rest_pose(&self) -> Pose {
        Pose::from_parts(
            self.rest.clone(),
            self.slots.rest_morph_weights.clone(),
            self.slots.rest_properties.clone(),
        )
    }

    /// Sets `pose` to rest. No allocation if it came from this skeleton.
    pub fn reset_to_rest(&self, pose: &mut Pose) {
        pose.copy_from_parts(
            &self.rest,
            &self.slots.rest_morph_weights,
            &self.slots.rest_properties,
        );
    }

    /// Walks parents before children: `model_from_joint = model_from_parent * local`.
    ///
    /// `out` gets one matrix per joint; no allocation if it already has that length.
    pub fn model_space(&self, pose: &Pose, out: &mut ModelPose) {
        self.model_space_prefix(pose, self.len(), out);
    }

    /// As [`Self::model_space`] for the first `count` joints.
    pub fn model_space_prefix(&self, pose: &Pose, count: usize, out: &mut ModelPose) {
        let matrices = out.matrices_mut(count);
        for (index, (parent, local)) in self.parents.iter().zip(pose.locals()).take(count).enumerate() {
            // Parents come first, so their matrix is already there.
            let parent = parent.map_or(Affine3A::IDENTITY, |p| matrices[p.index()]);
            let matrix = parent * local.to_affine();
            // Finite numbers can multiply beyond what an f32 holds: such a joint stays with its parent.
            matrices[index] = if matrix.is_finite() { matrix } else { parent };
        }
    }

    /// `model_from_joint` of every joint at rest.
    pub fn rest_model_pose(&self) -> ModelPose {
        let mut out = ModelPose::default();
        self.model_space(&self.rest_pose(), &mut out);
        out
    }

    /// The chain from `joint` up to its root, `joint` first.
    pub fn ancestry(&self, joint: JointId) -> impl Iterator<Item = JointId> + '_ {
        std::iter::successors(Some(joint), |&j| self.parent(j))
    }
}

/// Takes nodes in the file's order and sorts them.
#[derive(Debug, Default)]
pub struct SkeletonBuilder {
    /// Name, parent (a node index) and rest transform per node.
    nodes: Vec<(Option<String>, Option<usize>, Transform)>,
    needed_by_skins: Vec<usize>,
    slots: SlotLayout,
}

impl SkeletonBuilder {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next node; `parent` is a node index and may come later.
    pub fn node(&mut self, name: Option<String>, parent: Option<usize>, rest: Transform) -> &mut Self {
        self.nodes.push((name, parent, rest));
        self
    }

    /// Says that a skin needs `node`, which brings it and its ancestors into the prefix. Unknown nodes are ignored.
    pub fn needed_by_skin(&mut self, node: usize) -> &mut Self {
        self.needed_by_skins.push(node);
        self
    }

    /// Sets the rest values of morph weights and properties.
    pub fn slots(&mut self, slots: SlotLayout) -> &mut Self {
        self.slots = slots;
        self
    }

    /// Sorts parents before children without recursion (a file may hold a chain of 20,000).
    ///
    /// Returns the skeleton and, per node of the file, its joint. Among joints that may come in any order the file's
    /// order is kept.
    pub fn build(self) -> Result<(Skeleton, Vec<JointId>), SkeletonError> {
        let count = self.nodes.len();
        if count > MAX_JOINTS {
            return Err(SkeletonError::TooMany(count));
        }
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut roots = Vec::new();
        for (node, (_, parent, _)) in self.nodes.iter().enumerate() {
            match *parent {
                Some(parent) if parent >= count => return Err(SkeletonError::NoSuchParent { node, parent }),
                Some(parent) => children[parent].push(node),
                None => roots.push(node),
            }
        }
        let mut in_prefix = vec![false; count];
        for &start in &self.needed_by_skins {
            let mut at = Some(start).filter(|&n| n < count);
            while let Some(node) = at {
                if std::mem::replace(&mut in_prefix[node], true) {
                    break;
                }
                at = self.nodes[node].1;
            }
        }
        // Depth first, in the file's order.
        let mut order = Vec::with_capacity(count);
        let mut stack: Vec<usize> = roots.into_iter().rev().collect();
        while let Some(node) = stack.pop() {
            order.push(node);
            stack.extend(children[node].iter().rev());
        }
        if order.len() < count {
            // What no root reaches goes round in a circle.
            let mut reached = vec![false; count];
            for &node in &order {
                reached[node] = true;
            }
            let lost = reached.iter().position(|r| !r).unwrap_or(0);
            return Err(SkeletonError::Cycle(lost));
        }
        // Stable: depth-first order within the prefix and within the rest. Ancestors of the prefix are in the prefix.
        order.sort_by_key(|&node| !in_prefix[node]);
        let prefix_len = in_prefix.iter().filter(|&&p| p).count();
        let mut joint_of_node = vec![JointId(0); count];
        for (joint, &node) in order.iter().enumerate() {
            joint_of_node[node] = JointId(joint as u32);
        }
        let mut nodes: Vec<_> = self.nodes.into_iter().map(Some).collect();
        let mut skeleton = Skeleton {
            slots: self.slots,
            prefix_len,
            ..Skeleton::default()
        };
        for node in order {
            if let Some((name, parent, rest)) = nodes[node].take() {
                skeleton.names.push(name);
                skeleton.parents.push(parent.map(|p| joint_of_node[p]));
                skeleton.rest.push(rest);
            }
        }
        Ok((skeleton, joint_of_node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    fn at(x: f32) -> Transform {
        Transform {
            translation: Vec3::new(x, 0.0, 0.0),
            ..Transform::IDENTITY
        }
    }

    #[test]
    fn children_that_come_first_in_the_file_are_sorted_behind_their_parents() {
        let mut b = SkeletonBuilder::new();
        b.node(Some("tip".into()), Some(2), at(3.0));
        b.node(Some("root".into()), None, at(1.0));
        b.node(Some("middle".into()), Some(1), at(2.0));
        let (skeleton, joint_of_node) = b.build().unwrap();
        for joint in skeleton.joints() {
            assert!(skeleton.parent(joint).is_none_or(|p| p < joint));
        }
        let tip = joint_of_node[0];
        assert_eq!(skeleton.name(tip), Some("tip"));
        let model = skeleton.rest_model_pose();
        assert_eq!(model.model_from_joint(tip).translation.x, 6.0);
        assert_eq!(skeleton.ancestry(tip).count(), 3);
    }

    #[test]
    fn what_a_skin_needs_comes_first() {
        let mut b = SkeletonBuilder::new();
        b.node(None, None, at(0.0)); // 0: prop
        b.node(None, None, at(0.0)); // 1: armature
        b.node(None, Some(1), at(0.0)); // 2: beside
        b.node(None, Some(1), at(0.0)); // 3: joint
        b.needed_by_skin(3).needed_by_skin(99);
        let (skeleton, of) = b.build().unwrap();
        assert_eq!(skeleton.prefix_len(), 2);
        assert_eq!((of[1], of[3]), (JointId(0), JointId(1)));
    }

    #[test]
    fn circles_and_unknown_parents_are_refused() {
        let mut b = SkeletonBuilder::new();
        b.node(None, None, at(0.0))
            .node(None, Some(2), at(0.0))
            .node(None, Some(1), at(0.0));
        assert_eq!(b.build().unwrap_err(), SkeletonError::Cycle(1));
        let mut b = SkeletonBuilder::new();
        b.node(None, Some(7), at(0.0));
        assert_eq!(
            b.build().unwrap_err(),
            SkeletonError::NoSuchParent { node: 0, parent: 7 }
        );
    }

    #[test]
    fn numbers_that_multiply_beyond_measure_stay_finite() {
        let mut b = SkeletonBuilder::new();
        for i in 0..5_usize {
            b.node(
                None,
                i.checked_sub(1),
                Transform {
                    scale: Vec3::splat(1e15),
                    ..at(1e15)
                },
            );
        }
        let model = b.build().unwrap().0.rest_model_pose();
        assert!(model.matrices().iter().all(Affine3A::is_finite));
    }

    #[test]
    fn a_chain_of_twenty_thousand_is_no_matter() {
        let mut b = SkeletonBuilder::new();
        for i in 0..20_000_usize {
            b.node(None, i.checked_sub(1), at(1.0));
        }
        b.needed_by_skin(19_999);
        let (skeleton, of) = b.build().unwrap();
        assert_eq!(skeleton.prefix_len(), 20_000);
        assert_eq!(
            skeleton
                .rest_model_pose()
                .model_from_joint(of[19_999])
                .translation
                .x,
            20_000.0
        );
    }
}
