//! The comparison laboratory: two ways to skin, how they share the picture, and the numbers between them.
//!
//! Everything here is plain data. What takes time (numbers of a frame, curves of a clip, twists of all clips) is found
//! elsewhere and comes in as a report; [`Lab::clip_key`] and
//! [`pose_revision`](super::Shown::pose_revision) say what is wanted.

mod apply;

use std::sync::Arc;

use crate::animation::{ClipId, JointId};
use crate::inspect::LengthUnit;
use crate::inspect::compare::{ClipNumbers, FrameNumbers, RegionRatio, SectionRatio, VertexRef};
use crate::inspect::twist::JointTwist;
use crate::model::SceneId;
use crate::skinning::{Skinning, SkinningMethod};
use crate::teach::Fault;

pub(super) use apply::{apply_lab, mask_twists, refresh_scale};

/// One of the two ways to skin that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The first; LBS unless something else is chosen.
    A,
    /// The second; DQS unless something else is chosen.
    B,
}

impl Slot {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 or 1.
    pub fn index(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// What people see.
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// How A and B share the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Compare {
    /// One of them shows.
    #[default]
    Off,
    /// A left of a line, B right of it.
    Split,
    /// B translucent over A.
    Ghost,
    /// The distance as a colour.
    Difference,
    /// Two pictures.
    Side,
}

impl Compare {
    /// All, in the order that people are shown.
    pub const ALL: [Self; 5] = [Self::Off, Self::Split, Self::Ghost, Self::Difference, Self::Side];

    /// The word of the command line and of dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Split => "split",
            Self::Ghost => "ghost",
            Self::Difference => "difference",
            Self::Side => "side",
        }
    }
}

/// What the two sides of a comparison are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Compared {
    /// Two ways to skin, A and B.
    #[default]
    Methods,
    /// The clip as it is and after compression, skinned in one way.
    Compression,
}

impl Compared {
    /// Both, in the order that people are shown.
    pub const ALL: [Self; 2] = [Self::Methods, Self::Compression];

    /// The word of dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::Methods => "methods",
            Self::Compression => "compression",
        }
    }
}

/// A number that the graph can show over the clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Measure {
    /// The largest distance.
    #[default]
    Largest,
    /// The mean distance.
    Mean,
    /// The 95th percentile of distances.
    Percentile95,
    /// The volume of one joint's region, under A and under B.
    Volume,
}

impl Measure {
    /// All, in the order that people are shown.
    pub const ALL: [Self; 4] = [Self::Largest, Self::Mean, Self::Percentile95, Self::Volume];
}

/// What the comparison is asked to do.
#[derive(Debug, Clone, PartialEq)]
pub enum LabCommand {
    /// Chooses A or B.
    SetSkinning(Slot, Skinning),
    /// How they share the picture.
    SetCompare(Compare),
    /// What the two sides are.
    SetCompared(Compared),
    /// Moves the line of the split, 0 (left edge) to 1 (right edge).
    SetSplit(f32),
    /// The distance at the end of the colour ramp, metres; `None` follows the frame.
    SetScale(Option<f32>),
    /// Chooses the number of the graph.
    SetMeasure(Measure),
    /// Uses dual quaternions at one joint of the masked method, or no longer.
    SetMasked(JointId, bool),
    /// Masks the joints that twist far in the clips.
    MaskTwists,
    /// Masks no joint.
    MaskNone,
    /// Masks where that joint twists: it and the one above. B becomes masked if nothing is.
    UseDqsAt(JointId),
    /// Selects a joint and looks at it.
    GoToJoint(JointId),
    /// Looks at a vertex and selects the joint that moves it most.
    GoToVertex(VertexRef, JointId),
    /// Stops at an instant of a clip, selects a joint there and looks at it.
    GoToMoment {
        /// The clip.
        clip: Option<ClipId>,
        /// Seconds.
        time_secs: f64,
        /// The joint.
        joint: JointId,
    },
    /// Stops the analysis of the clip.
    CancelAnalysis,
    /// Begins it again after it was stopped.
    Analyse,
    /// Stops the search for twists.
    CancelTwists,
    /// Begins it again after it was stopped.
    FindTwists,
}

/// What the curves of a clip follow from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClipKey {
    /// The clip; `None` for the rest pose.
    pub clip: Option<ClipId>,
    /// The scene.
    pub scene: SceneId,
    /// A and B, without parameters that their methods do not read.
    pub skinnings: [Skinning; 2],
    /// Which mask; 0 if neither is masked.
    pub mask: u64,
    /// What is wrong on purpose.
    pub fault: Option<Fault>,
}

/// The numbers of the frame that was measured last.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredFrame {
    /// [`pose_revision`](super::Shown::pose_revision) of that frame.
    pub revision: u64,
    /// Its numbers.
    pub numbers: FrameNumbers,
}

/// Rings of skin whose radii under A and B differ by less, as a share of that at rest, do not tell them apart.
const LEAST_APART: f64 = 1e-3;

/// Curves kept at most.
const KEPT_CURVES: usize = 48;

/// The state of the comparison.
#[derive(Debug, Clone)]
pub struct Lab {
    /// A and B.
    pub skinnings: [Skinning; 2],
    /// How they share the picture.
    pub compare: Compare,
    /// What shares it.
    pub compared: Compared,
    /// Which one shows while they do not share it.
    pub shown: Slot,
    /// Where the line of the split is, 0 to 1.
    pub split_at: f32,
    /// The typed end of the colour ramp, metres.
    pub typed_scale: Option<f32>,
    /// The end of the colour ramp that follows from the frame, metres.
    pub automatic_scale: f32,
    /// The number of the graph.
    pub measure: Measure,
    /// Where the masked method uses dual quaternions, 0 or 1 per joint of the skeleton.
    pub mask: Vec<f32>,
    /// Counts masks that differ, from 1.
    pub mask_revision: u64,
    /// The mask is a person's own and no longer follows the twists.
    pub mask_is_own: bool,
    /// The frame that was measured last.
    pub frame: Option<MeasuredFrame>,
    /// The unit of the scene's lengths, by its exact size at rest; `None` until that is known.
    pub unit: Option<LengthUnit>,
    /// The largest twist of each joint over all clips, largest first; `None` until they are known.
    pub twists: Option<Arc<Vec<JointTwist>>>,
    /// Share done of the search for twists under way; `None` while there is none.
    pub twists_found: Option<f32>,
    /// The search for twists was stopped and must not begin by itself.
    pub twists_stopped: bool,
    /// Share done of the analysis under way; `None` while there is none.
    pub analysing: Option<f32>,
    /// An analysis that was stopped and must not begin by itself.
    pub stopped: Option<ClipKey>,
    /// What is wrong on purpose with both.
    pub fault: Option<Fault>,
    /// Frames up to this revision are of another model.
    pub(super) older: u64,
    curves: Vec<(ClipKey, Arc<ClipNumbers>)>,
}

impl Default for Lab {
    fn default() -> Self {
        Self {
            skinnings: [
                SkinningMethod::LinearBlend.into(),
                SkinningMethod::DualQuaternion.into(),
            ],
            compare: Compare::Off,
            compared: Compared::Methods,
            shown: Slot::A,
            split_at: 0.5,
            typed_scale: None,
            automatic_scale: 0.0,
            measure: Measure::Largest,
            mask: Vec::new(),
            mask_revision: 1,
            mask_is_own: false,
            frame: None,
            unit: None,
            twists: None,
            twists_found: None,
            twists_stopped: false,
            analysing: None,
            stopped: None,
            fault: None,
            older: 0,
            curves: Vec::new(),
        }
    }
}

impl Lab {
    /// A or B.
    pub fn skinning(&self, slot: Slot) -> Skinning {
        self.skinnings[slot.index()]
    }

    /// The slot that has a method; A if both have.
    pub fn slot_of(&self, method: SkinningMethod) -> Option<Slot> {
        Slot::BOTH
            .into_iter()
            .find(|s| self.skinning(*s).method == method)
    }

    /// True while both are drawn and measured.
    pub fn is_comparing(&self) -> bool {
        self.compare != Compare::Off
    }

    /// True while these are drawn beside each other.
    pub fn compares(&self, what: Compared) -> bool {
        self.is_comparing() && self.compared == what
    }

    /// The ways to skin of both sides: A and B, or twice the one that is chosen where the sides differ in their clips.
    pub fn drawn(&self) -> [Skinning; 2] {
        if self.compares(Compared::Compression) {
            [self.skinning(self.shown); 2]
        } else {
            self.skinnings
        }
    }

    /// True if A or B uses the mask.
    pub fn uses_mask(&self) -> bool {
        self.slot_of(SkinningMethod::Masked).is_some()
    }

    /// True if dual quaternions are used at `joint` by the masked method.
    pub fn is_masked(&self, joint: JointId) -> bool {
        self.mask.get(joint.index()).is_some_and(|m| *m > 0.0)
    }

    /// Joints in the mask.
    pub fn masked_count(&self) -> usize {
        self.mask.iter().filter(|m| **m > 0.0).count()
    }

    /// The distance at the end of the colour ramp, metres, more than 0 for a model of `size`.
    pub fn scale(&self, size: f32) -> f32 {
        match self.typed_scale {
            Some(typed) => typed,
            None if self.automatic_scale > 0.0 => self.automatic_scale,
            None => (size * 0.01).max(f32::MIN_POSITIVE),
        }
    }

    /// What the curves of `clip` follow from as things stand.
    pub fn clip_key(&self, clip: Option<ClipId>, scene: SceneId) -> ClipKey {
        let plain = |s: Skinning| Skinning {
            blend: if s.method == SkinningMethod::Blend {
                s.blend
            } else {
                0.0
            },
            ..s
        };
        ClipKey {
            clip,
            scene,
            skinnings: self.skinnings.map(plain),
            mask: if self.uses_mask() { self.mask_revision } else { 0 },
            fault: self.fault,
        }
    }

    /// The curves of `key`, if they are known.
    pub fn curves(&self, key: &ClipKey) -> Option<&Arc<ClipNumbers>> {
        self.curves.iter().find(|(k, _)| k == key).map(|(_, c)| c)
    }

    pub(super) fn keep_curves(&mut self, key: ClipKey, curves: Arc<ClipNumbers>) {
        self.curves.retain(|(k, _)| *k != key);
        if self.curves.len() >= KEPT_CURVES {
            self.curves.remove(0);
        }
        self.curves.push((key, curves));
    }

    /// The joint whose volume is shown: the selected one, else the one whose ring of skin tells A from B, else the one at
    /// the worst vertex; with its volumes in the frame. `None` if none of them moves a region worth measuring.
    pub fn volume_of(&self, selected: Option<JointId>) -> Option<RegionRatio> {
        let numbers = &self.frame.as_ref()?.numbers;
        shown_joints(numbers, selected)
            .find_map(|joint| numbers.regions.iter().find(|r| r.joint == joint))
            .copied()
    }

    /// The ring of skin whose radius is shown: that of the selected joint, else the one that tells A from B most, else
    /// that of the joint at the worst vertex.
    pub fn section_of(&self, selected: Option<JointId>) -> Option<SectionRatio> {
        let numbers = &self.frame.as_ref()?.numbers;
        shown_joints(numbers, selected)
            .find_map(|joint| numbers.sections.iter().find(|s| s.joint == joint))
            .copied()
    }

    /// Another variant of the same model: its numbers are others, choices stay. So does the unit, or numbers of the
    /// file and of a mistake made in it could not be compared.
    pub(super) fn forget_numbers(&mut self, revision: u64) {
        *self = Self {
            skinnings: self.skinnings,
            compare: self.compare,
            compared: self.compared,
            shown: self.shown,
            split_at: self.split_at,
            typed_scale: self.typed_scale,
            measure: self.measure,
            unit: self.unit,
            mask: std::mem::take(&mut self.mask),
            mask_revision: self.mask_revision + 1,
            mask_is_own: self.mask_is_own,
            twists: self.twists.take(),
            older: revision,
            ..Self::default()
        };
    }

    /// Another scene: what belongs to the old one's vertices goes.
    pub(super) fn forget_scene(&mut self, revision: u64) {
        self.unit = None;
        self.frame = None;
        self.automatic_scale = 0.0;
        self.older = revision;
    }

    /// Another model: what belongs to the old one goes, what a person chose stays.
    pub(super) fn forget_model(&mut self, revision: u64) {
        *self = Self {
            skinnings: self.skinnings,
            compare: self.compare,
            compared: self.compared,
            shown: self.shown,
            split_at: self.split_at,
            measure: self.measure,
            mask_revision: self.mask_revision + 1,
            older: revision,
            ..Self::default()
        };
    }
}

/// The joints whose numbers may be shown, the first choice first. The worst vertex may lie half and half between two
/// joints, of which the stronger is not the one where the skin collapses: rings of skin know better.
fn shown_joints(numbers: &FrameNumbers, selected: Option<JointId>) -> impl Iterator<Item = JointId> {
    let apart = |s: &SectionRatio| (s.a.radius - s.b.radius).abs();
    let telling = numbers
        .sections
        .iter()
        .filter(|s| apart(s) > LEAST_APART)
        .max_by(|x, y| apart(x).total_cmp(&apart(y)))
        .map(|s| s.joint);
    let worst = numbers.worst.map(|(_, joint)| joint);
    [selected, telling, worst].into_iter().flatten()
}

#[cfg(test)]
mod tests;
