//! The skeleton as rows to show: what is folded away or does not match is left out.

use std::collections::BTreeSet;

use crate::animation::JointId;
use crate::model::{Model, SceneId};

/// One row of the skeleton tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeRow {
    /// Which joint.
    pub joint: JointId,
    /// How deep it is, 0 for a root.
    pub depth: u32,
    /// Whether anything is below it.
    pub has_children: bool,
    /// Whether what is below it is folded away.
    pub folded: bool,
    /// Whether a skin uses it; other rows are plain nodes.
    pub in_skin: bool,
}

/// The skeleton tree of one scene.
#[derive(Debug, Clone, Default)]
pub struct JointTree {
    /// Per joint, those directly below it.
    children: Vec<Vec<JointId>>,
    roots: Vec<JointId>,
    scene_joints: Vec<JointId>,
    in_skin: Vec<bool>,
    labels: Vec<String>,
    folded: BTreeSet<JointId>,
    search: String,
    rows: Vec<TreeRow>,
}

/// With more joints than this the tree opens folded below [`OPEN_DEPTH`].
const OPEN_WHOLE: usize = 80;
const OPEN_DEPTH: u32 = 6;

impl JointTree {
    /// The tree of a scene.
    pub fn new(model: &Model, scene: SceneId) -> Self {
        let count = model.skeleton.len();
        let mut tree = Self {
            children: vec![Vec::new(); count],
            in_skin: vec![false; count],
            ..Self::default()
        };
        let joints = model.scene(scene).map_or(&[][..], |s| &s.joints);
        tree.scene_joints = joints.to_vec();
        for &joint in joints {
            match model.skeleton.parent(joint) {
                Some(parent) => tree.children[parent.index()].push(joint),
                None => tree.roots.push(joint),
            }
        }
        for joint in model.skins.iter().flat_map(crate::skinning::Skin::joints) {
            tree.in_skin[joint.index()] = true;
        }
        tree.labels = model.skeleton.joints().map(|j| model.joint_label(j)).collect();
        if joints.len() > OPEN_WHOLE {
            let mut depth = vec![0; count];
            for &joint in joints {
                // Parents come first, so theirs is known.
                let own = model.skeleton.parent(joint).map_or(0, |p| depth[p.index()] + 1);
                depth[joint.index()] = own;
                if own >= OPEN_DEPTH && !tree.children[joint.index()].is_empty() {
                    tree.folded.insert(joint);
                }
            }
        }
        tree.rebuild();
        tree
    }

    /// The rows to show, from top to bottom.
    pub fn rows(&self) -> &[TreeRow] {
        &self.rows
    }

    /// All joints of the scene, each before what is below it, as the unfolded tree has them.
    pub fn order(&self) -> Vec<JointId> {
        let mut order = Vec::with_capacity(self.children.len());
        let mut next: Vec<JointId> = self.roots.iter().rev().copied().collect();
        while let Some(joint) = next.pop() {
            order.push(joint);
            next.extend(self.children[joint.index()].iter().rev());
        }
        order
    }

    /// What a person calls a joint.
    pub fn label(&self, joint: JointId) -> &str {
        self.labels.get(joint.index()).map_or("", String::as_str)
    }

    /// Every joint of the scene, whatever is folded; only those of skins if `in_skin`.
    pub fn joints_shown(&self, in_skin: bool) -> impl Iterator<Item = JointId> + '_ {
        let all = self.scene_joints.iter().copied();
        all.filter(move |j| !in_skin || self.in_skin[j.index()])
    }

    /// The text that rows must match.
    pub fn search(&self) -> &str {
        &self.search
    }

    /// Narrows the rows to joints whose name holds every word of `text`, whatever its case. "bone" and "joint" find
    /// every joint of a skin: people know the thing by either name.
    pub fn set_search(&mut self, text: String) {
        self.search = text;
        self.rebuild();
    }

    /// Folds or unfolds what is below `joint`.
    pub fn set_folded(&mut self, joint: JointId, folded: bool) {
        if folded {
            self.folded.insert(joint);
        } else {
            self.folded.remove(&joint);
        }
        self.rebuild();
    }

    /// Unfolds everything above `joint`, so that its row shows.
    pub fn reveal(&mut self, above: impl Iterator<Item = JointId>) {
        let mut changed = false;
        for joint in above {
            changed |= self.folded.remove(&joint);
        }
        if changed {
            self.rebuild();
        }
    }

    fn matches(&self, joint: JointId, words: &[String]) -> bool {
        let label = self.labels[joint.index()].to_lowercase();
        words.iter().all(|w| {
            label.contains(w.as_str())
                || (self.in_skin[joint.index()]
                    && ("bones".starts_with(w) || "joints".starts_with(w))
                    && w.len() >= 4)
        })
    }

    fn rebuild(&mut self) {
        let words: Vec<String> = self.search.split_whitespace().map(str::to_lowercase).collect();
        let mut rows = Vec::with_capacity(self.rows.len());
        let mut stack: Vec<(JointId, u32)> = self.roots.iter().rev().map(|&j| (j, 0)).collect();
        while let Some((joint, depth)) = stack.pop() {
            let children = &self.children[joint.index()];
            let searching = !words.is_empty();
            let folded = !searching && self.folded.contains(&joint);
            if !searching || self.matches(joint, &words) {
                rows.push(TreeRow {
                    joint,
                    depth: if searching { 0 } else { depth },
                    has_children: !searching && !children.is_empty(),
                    folded,
                    in_skin: self.in_skin[joint.index()],
                });
            }
            if !folded {
                stack.extend(children.iter().rev().map(|&c| (c, depth + 1)));
            }
        }
        self.rows = rows;
    }
}
