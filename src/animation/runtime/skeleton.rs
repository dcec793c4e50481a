//! A skeleton made ready: which joint sits in which lane.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::lanes::{Block, LANES};
use super::still::{still_number, still_rotation, translation_hairs};
use crate::animation::{Clip, JointId, Skeleton, Target};
use crate::math::Transform;
use glam::{Quat, Vec3};

/// The joints of a [`Skeleton`] in blocks of eight.
///
/// Parents come before children, and as far as that leaves a choice, joints that move in many of the clips come before
/// those that move in few: so a clip's moving joints fill whole blocks, and the rest of it costs nothing.
#[derive(Debug, Clone)]
pub struct RuntimeSkeleton {
    pub(super) slot_of_joint: Box<[u32]>,
    pub(super) joint_of_slot: Box<[JointId]>,
    /// Of each slot where its parent's matrix is: 0 is the identity above the roots, `n + 1` is slot `n`.
    pub(super) parents: Box<[[u32; LANES]]>,
    pub(super) rest: Box<[Block]>,
    pub(super) rest_scaled: Box<[bool]>,
    pub(super) rest_morph_weights: Box<[f32]>,
    pub(super) rest_properties: Box<[f32]>,
    /// See [`translation_hairs`]; by joint.
    pub(super) hairs: Box<[f32]>,
}

impl RuntimeSkeleton {
    /// All joints of `skeleton`; `clips` are those that will be played (others play as well, only slower).
    pub fn new(skeleton: &Skeleton, clips: &[Clip]) -> Self {
        Self::of_first(skeleton, skeleton.len(), clips)
    }

    /// The joints that a skin needs ([`Skeleton::prefix_len`]), for crowds.
    pub fn prefix(skeleton: &Skeleton, clips: &[Clip]) -> Self {
        Self::of_first(skeleton, skeleton.prefix_len(), clips)
    }

    fn of_first(skeleton: &Skeleton, count: usize, clips: &[Clip]) -> Self {
        let hairs = translation_hairs(skeleton);
        let joint_of_slot = order(skeleton, count, clips, &hairs);
        let mut slot_of_joint = vec![0; count];
        for (slot, joint) in joint_of_slot.iter().enumerate() {
            slot_of_joint[joint.index()] = slot as u32;
        }
        let blocks = count.div_ceil(LANES);
        let mut parents = vec![[0; LANES]; blocks];
        // One more, which takes what nobody needs.
        let mut rest = vec![Block::IDENTITY; blocks + 1];
        for (slot, &joint) in joint_of_slot.iter().enumerate() {
            let parent = skeleton.parent(joint);
            parents[slot / LANES][slot % LANES] = parent.map_or(0, |p| slot_of_joint[p.index()] + 1);
            set_local(&mut rest, slot, skeleton.rest(joint));
        }
        Self {
            rest_scaled: rest.iter().map(has_scale).collect(),
            slot_of_joint: slot_of_joint.into(),
            joint_of_slot: joint_of_slot.into(),
            parents: parents.into(),
            rest: rest.into(),
            rest_morph_weights: skeleton.slots().rest_morph_weights.clone().into(),
            rest_properties: skeleton.slots().rest_properties.clone().into(),
            hairs: hairs.into(),
        }
    }

    /// Number of joints.
    pub fn len(&self) -> usize {
        self.joint_of_slot.len()
    }

    /// True without joints.
    pub fn is_empty(&self) -> bool {
        self.joint_of_slot.is_empty()
    }

    /// Where a joint sits, if it is among these.
    pub(super) fn slot(&self, joint: JointId) -> Option<usize> {
        self.slot_of_joint.get(joint.index()).map(|&s| s as usize)
    }

    /// The slot that takes what nobody needs.
    pub(super) fn spare_slot(&self) -> usize {
        self.parents.len() * LANES
    }
}

pub(super) fn has_scale(block: &Block) -> bool {
    block.s.iter().any(|row| row.0.iter().any(|&s| s != 1.0))
}

pub(super) fn set_local(blocks: &mut [Block], slot: usize, local: Transform) {
    let (block, lane) = (&mut blocks[slot / LANES], slot % LANES);
    for i in 0..3 {
        block.t[i].0[lane] = local.translation[i];
        block.s[i].0[lane] = local.scale[i];
    }
    for (row, v) in block.r.iter_mut().zip(local.rotation.to_array()) {
        row.0[lane] = v;
    }
}

pub(super) fn local(blocks: &[Block], slot: usize) -> Transform {
    let (block, lane) = (&blocks[slot / LANES], slot % LANES);
    Transform {
        translation: Vec3::from_array([0, 1, 2].map(|i| block.t[i].0[lane])),
        rotation: Quat::from_array([0, 1, 2, 3].map(|i| block.r[i].0[lane])),
        scale: Vec3::from_array([0, 1, 2].map(|i| block.s[i].0[lane])),
    }
}

/// How worthwhile it is to have a joint early: in how many clips it turns, in which (the first 64), and whether it also
/// shifts or stretches.
type Liveliness = (u32, u64, u32);

/// Parents before children, lively joints and what carries them first; of equals those with fewer ancestors, then the
/// smaller id. So most neighbours are no parent and child, and a processor works on several matrices at once instead of
/// waiting for each.
fn order(skeleton: &Skeleton, count: usize, clips: &[Clip], hairs: &[f32]) -> Vec<JointId> {
    let mut lively: Vec<Liveliness> = vec![(0, 0, 0); count];
    for (index, clip) in clips.iter().enumerate() {
        for track in clip.tracks().iter().filter(|t| !t.keys.is_empty()) {
            let Some(joint) = track.target.joint().filter(|j| j.index() < count) else {
                continue;
            };
            let of = &mut lively[joint.index()];
            let moves = |hair| (0..3).any(|i| still_number(&track.keys, i, hair).is_none());
            match track.target {
                Target::Rotation(_) if still_rotation(&track.keys).is_none() => {
                    of.0 += 1;
                    of.1 |= 1_u64
                        .checked_shl(63_u32.saturating_sub(index as u32))
                        .unwrap_or(0);
                }
                Target::Translation(_) if moves(hairs[joint.index()]) => of.2 += 1,
                Target::Scale(_) if moves(0.0) => of.2 += 1,
                _ => {}
            }
        }
    }
    // What carries a lively joint must come before it. The joints of the prefix have smaller ids than their children.
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut depths = vec![0_u32; count];
    for joint in 0..count {
        if let Some(parent) = skeleton.parent(JointId(joint as u32)) {
            depths[joint] = depths[parent.index()] + 1;
        }
    }
    let ranked = |joint: u32, lively: &[Liveliness]| {
        let at = joint as usize;
        (lively[at], Reverse((depths[at], joint)))
    };
    let mut ready = BinaryHeap::new();
    for joint in (0..count).rev() {
        let id = JointId(joint as u32);
        if let Some(parent) = skeleton.parent(id) {
            lively[parent.index()] = lively[parent.index()].max(lively[joint]);
            children[parent.index()].push(id.0);
        }
    }
    ready.extend(
        (0..count as u32)
            .filter(|&j| skeleton.parent(JointId(j)).is_none())
            .map(|j| ranked(j, &lively)),
    );
    let mut order = Vec::with_capacity(count);
    while let Some((_, Reverse((_, joint)))) = ready.pop() {
        order.push(JointId(joint));
        let below = children[joint as usize].iter();
        ready.extend(below.map(|&c| ranked(c, &lively)));
    }
    order
}
