//! Which joints a place in the file is about, so that a finding of the importer can be shown on the skeleton, too.

use std::collections::{BTreeMap, BTreeSet};

use crate::animation::JointId;
use crate::model::Model;

/// Joints by pointer.
pub(super) struct Concerned {
    nodes: BTreeMap<u32, JointId>,
    /// By animation and channel.
    channels: BTreeMap<(u32, u32), JointId>,
    /// By accessor of key times.
    times: BTreeMap<u32, BTreeSet<JointId>>,
}

impl Concerned {
    pub(super) fn new(model: &Model) -> Self {
        let nodes = model.joint_sources.iter().enumerate();
        let mut out = Self {
            nodes: nodes.map(|(j, s)| (s.index, JointId(j as u32))).collect(),
            channels: BTreeMap::new(),
            times: BTreeMap::new(),
        };
        for (clip, source) in model.clips.iter().zip(&model.clip_sources) {
            for (track, from) in clip.tracks().iter().zip(&source.tracks) {
                let Some(joint) = track.target.joint() else {
                    continue;
                };
                out.channels.insert((source.source.index, from.channel), joint);
                out.times.entry(from.times_accessor).or_default().insert(joint);
            }
        }
        out
    }

    /// The joints that a pointer is about; none for most.
    pub(super) fn joints(&self, pointer: &str) -> Vec<JointId> {
        let parts: Vec<&str> = pointer.split('/').skip(1).collect();
        let number = |text: &&str| text.parse::<u32>().ok();
        match parts.as_slice() {
            ["nodes", node, ..] => number(node)
                .and_then(|n| self.nodes.get(&n))
                .copied()
                .into_iter()
                .collect(),
            ["accessors", accessor, ..] => number(accessor)
                .and_then(|a| self.times.get(&a))
                .into_iter()
                .flatten()
                .copied()
                .collect(),
            ["animations", animation, "channels", channel, ..] => number(animation)
                .zip(number(channel))
                .and_then(|key| self.channels.get(&key))
                .copied()
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }
}
