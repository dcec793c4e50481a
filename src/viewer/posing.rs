//! Posing by hand: which tool is in the hand, the drag that is under way, steps back and forward, poses as text.

use glam::{Affine3A, Quat, Vec3};

use super::Effect;
use super::pose_text::{self, PoseText, PoseTextError};
use super::state::Shown;
use crate::animation::{HandChange, HandPose, JointId, Limb, ModelPose, Pose, Sides, in_parent, reach};
use crate::math::Transform;
use crate::model::Model;

/// What the hand does to the selected joint in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoseTool {
    /// Turns it.
    Rotate,
    /// Moves it.
    Move,
    /// Moves it, and the two joints above it bend.
    Reach,
}

impl PoseTool {
    /// All, in the order of the panel.
    pub const ALL: [Self; 3] = [Self::Rotate, Self::Move, Self::Reach];

    /// One word, for dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rotate => "rotate",
            Self::Move => "move",
            Self::Reach => "reach",
        }
    }
}

/// What the last step has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoseNote {
    /// So many joints are on the clipboard.
    Copied(usize),
    /// So many joints were set; these names are none of this character's.
    Pasted(usize, Vec<String>),
    /// The text was no pose; nothing has changed.
    Refused(PoseTextError),
    /// So many pairs of joints changed sides.
    Mirrored(usize),
    /// No two names tell the sides of a body.
    NoSides,
}

/// A drag that is under way: where it began.
#[derive(Debug, Clone, PartialEq)]
struct Drag {
    joint: JointId,
    before: HandPose,
    local: Pose,
    model_space: ModelPose,
}

/// Posing by hand. The pose itself is part of what plays: `Shown::player`'s adjustments.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Posing {
    /// In the hand; without one the picture shows no handles.
    pub tool: Option<PoseTool>,
    /// Whether the handles lie along the joint's own axes, not the model's.
    pub is_local: bool,
    /// What the last step has to say.
    pub note: Option<PoseNote>,
    drag: Option<Drag>,
    undo: Vec<HandPose>,
    redo: Vec<HandPose>,
}

/// Steps that can be taken back.
const MOST_STEPS: usize = 256;

impl Posing {
    /// True while a hand turns or moves a joint.
    pub fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// How many steps can be taken back, and how many forward again.
    pub fn steps(&self) -> [usize; 2] {
        [self.undo.len(), self.redo.len()]
    }

    pub(super) fn forget_model(&mut self) {
        *self = Self {
            tool: self.tool,
            is_local: self.is_local,
            ..Self::default()
        };
    }

    fn step_from(&mut self, before: HandPose) {
        if self.undo.len() == MOST_STEPS {
            self.undo.remove(0);
        }
        self.undo.push(before);
        self.redo.clear();
    }
}

/// One wish about posing by hand.
#[derive(Debug, Clone, PartialEq)]
pub enum PosingCommand {
    /// Takes a tool, or lays it down.
    SetTool(Option<PoseTool>),
    /// Takes a tool; lays it down if it is in the hand.
    ToggleTool(PoseTool),
    /// Handles along the joint's own axes, or along the model's.
    SetLocal(bool),
    /// A drag of the selected joint begins.
    Begin,
    /// Since the drag began the joint turned so, in model space.
    Turn(Quat),
    /// Since the drag began the joint moved so, model space, metres; with [`PoseTool::Reach`] its limb bends.
    Shift(Vec3),
    /// The drag ends: one step.
    End,
    /// The drag ends as if it had not been.
    Cancel,
    /// What is done to the rotation of a joint, exactly; a step of its own unless a drag is under way.
    SetRotation(JointId, Quat),
    /// Lets a joint go.
    Reset(JointId),
    /// Lets all joints go.
    ResetAll,
    /// Over the rest pose instead of the clip, or over the clip again.
    SetOverRest(bool),
    /// A step back.
    Undo,
    /// A step forward again.
    Redo,
    /// The pose that shows, as text on the clipboard.
    Copy,
    /// The pose of the clipboard.
    PasteClipboard,
    /// The pose of a text.
    Paste(String),
    /// The pose that shows, seen in a mirror.
    Mirror,
}

pub(super) fn apply_posing(s: &mut Shown, command: PosingCommand) -> Vec<Effect> {
    match command {
        PosingCommand::SetTool(tool) => {
            cancel(s);
            s.posing.tool = tool;
        }
        PosingCommand::ToggleTool(tool) => {
            cancel(s);
            s.posing.tool = (s.posing.tool != Some(tool)).then_some(tool);
        }
        PosingCommand::SetLocal(local) => s.posing.is_local = local,
        PosingCommand::Begin => begin(s),
        PosingCommand::Turn(turn) => drag(s, |d, model| {
            let local = d.local.local(d.joint);
            let rotation = (in_parent(parent_of(d, model), turn) * local.rotation).normalize();
            rotation
                .is_finite()
                .then_some([(d.joint, Transform { rotation, ..local })])
        }),
        PosingCommand::Shift(by) => shift(s, by),
        PosingCommand::End => end(s),
        PosingCommand::Cancel => {
            cancel(s);
        }
        PosingCommand::SetRotation(joint, rotation) => set_rotation(s, joint, rotation),
        PosingCommand::Reset(joint) => step(s, |hand| hand.set(joint, HandChange::NONE)),
        PosingCommand::ResetAll => step(s, HandPose::clear),
        PosingCommand::SetOverRest(on) => {
            if let Some(model) = s.model.clone() {
                step(s, |hand| hand.set_over_rest(on.then_some(&model.skeleton)));
            }
        }
        PosingCommand::Undo => travel(s, true),
        PosingCommand::Redo => travel(s, false),
        PosingCommand::Copy => return copy(s),
        PosingCommand::PasteClipboard if s.model.is_some() => return vec![Effect::PastePose],
        PosingCommand::PasteClipboard => {}
        PosingCommand::Paste(text) => paste(s, &text),
        PosingCommand::Mirror => mirror(s),
    }
    Vec::new()
}

fn hand(s: &Shown) -> &HandPose {
    &s.player.adjustments().hand
}

/// Changes the pose as one step, if it changes.
fn step(s: &mut Shown, change: impl FnOnce(&mut HandPose)) {
    cancel(s);
    let before = hand(s).clone();
    change(&mut s.player.adjustments_mut().hand);
    if *hand(s) != before {
        s.posing.note = None;
        s.posing.step_from(before);
        s.repose();
    }
}

fn begin(s: &mut Shown) {
    cancel(s);
    let (Some(model), Some(joint)) = (&s.model, s.selected_joint) else {
        return;
    };
    if joint.index() < model.skeleton.len() && s.posed.local.len() == model.skeleton.len() {
        s.posing.note = None;
        s.posing.drag = Some(Drag {
            joint,
            before: hand(s).clone(),
            local: s.posed.local.clone(),
            model_space: s.posed.model_space.clone(),
        });
    }
}

fn end(s: &mut Shown) {
    if let Some(drag) = s.posing.drag.take()
        && drag.before != *hand(s)
    {
        s.posing.step_from(drag.before);
    }
}

/// Takes the drag back that is under way; returns whether there was one.
pub(super) fn cancel(s: &mut Shown) -> bool {
    let Some(drag) = s.posing.drag.take() else {
        return false;
    };
    s.player.adjustments_mut().hand = drag.before;
    s.repose();
    true
}

/// Sets joints to the local transforms that `to` finds from where the drag began; what lies below goes on.
fn drag<const N: usize>(s: &mut Shown, to: impl FnOnce(&Drag, &Model) -> Option<[(JointId, Transform); N]>) {
    let (Some(drag), Some(model)) = (s.posing.drag.take(), s.model.clone()) else {
        return;
    };
    if let Some(joints) = to(&drag, &model) {
        let hand = &mut s.player.adjustments_mut().hand;
        for (joint, local) in joints {
            let below = drag.before.change(joint).under(&drag.local.local(joint));
            hand.set(joint, HandChange::between(&below, &local));
        }
        s.repose();
    }
    s.posing.drag = Some(drag);
}

fn parent_of(drag: &Drag, model: &Model) -> Affine3A {
    model
        .skeleton
        .parent(drag.joint)
        .map_or(Affine3A::IDENTITY, |p| drag.model_space.model_from_joint(p))
}

fn shift(s: &mut Shown, by: Vec3) {
    if !by.is_finite() {
        return;
    }
    if s.posing.tool == Some(PoseTool::Reach) {
        drag(s, |d, model| {
            let limb = Limb::ending_at(&model.skeleton, d.joint)?;
            let target = Vec3::from(d.model_space.model_from_joint(d.joint).translation) + by;
            let hint = bend_hint(model, &d.model_space, limb);
            let turned = reach(&model.skeleton, &d.local, &d.model_space, limb, target, hint)?;
            let joints = [limb.root, limb.middle, limb.end];
            let bent: [(JointId, Transform); 3] = std::array::from_fn(|k| {
                let rotation = turned[k];
                let local = d.local.local(joints[k]);
                (joints[k], Transform { rotation, ..local })
            });
            Some(bent)
        });
        return;
    }
    drag(s, |d, model| {
        let local = d.local.local(d.joint);
        // A parent without extent leads nowhere.
        let moved = parent_of(d, model).matrix3.inverse() * glam::Vec3A::from(by);
        let translation = local.translation + Vec3::from(moved);
        translation
            .is_finite()
            .then_some([(d.joint, Transform { translation, ..local })])
    });
}

/// Where a straight limb bends to: knees forwards, elbows backwards. A limb that hangs down is a leg if it ends below its
/// root's parent.
fn bend_hint(model: &Model, space: &ModelPose, limb: Limb) -> Vec3 {
    let place = |j: JointId| Vec3::from(space.model_from_joint(j).translation);
    let forward = if model.faces_backward {
        Vec3::NEG_Z
    } else {
        Vec3::Z
    };
    let name = model.joint_label(limb.end).to_lowercase();
    let named = |words: &[&str]| words.iter().any(|w| name.contains(w));
    let along = (place(limb.end) - place(limb.root)).normalize_or_zero();
    if named(&["foot", "ankle", "toe"]) || (along.y < -0.8 && !named(&["hand", "wrist"])) {
        forward
    } else {
        -forward
    }
}

fn set_rotation(s: &mut Shown, joint: JointId, rotation: Quat) {
    let exists = s
        .model
        .as_deref()
        .is_some_and(|m| joint.index() < m.skeleton.len());
    if !exists || !rotation.is_finite() {
        return;
    }
    let change = HandChange {
        rotation,
        ..hand(s).change(joint)
    };
    if s.posing.is_dragging() {
        s.player.adjustments_mut().hand.set(joint, change);
        s.repose();
    } else {
        step(s, |hand| hand.set(joint, change));
    }
}

fn travel(s: &mut Shown, back: bool) {
    // A drag that is under way is what is taken back.
    if cancel(s) {
        return;
    }
    let now = hand(s).clone();
    let (from, to) = if back {
        (&mut s.posing.undo, &mut s.posing.redo)
    } else {
        (&mut s.posing.redo, &mut s.posing.undo)
    };
    let Some(pose) = from.pop() else { return };
    to.push(now);
    s.posing.note = None;
    s.player.adjustments_mut().hand = pose;
    s.repose();
}

fn copy(s: &mut Shown) -> Vec<Effect> {
    let Some(model) = s.model.as_deref() else {
        return Vec::new();
    };
    let text = PoseText::of(model, s.scene, &s.posed.local);
    s.posing.note = Some(PoseNote::Copied(text.len()));
    vec![Effect::CopyText(text.to_json())]
}

fn paste(s: &mut Shown, text: &str) {
    let Some(model) = s.model.clone() else { return };
    let pose = match pose_text::parse(text) {
        Ok(pose) => pose,
        Err(error) => {
            s.posing.note = Some(PoseNote::Refused(error));
            return;
        }
    };
    let (joints, unknown) = pose.find(&model);
    let wanted = joints.len();
    set_locals(s, joints.into_iter());
    s.posing.note = Some(PoseNote::Pasted(wanted, unknown));
}

fn mirror(s: &mut Shown) {
    let Some(model) = s.model.clone() else { return };
    let sides = Sides::of(&model.skeleton);
    if sides.pairs() == 0 {
        s.posing.note = Some(PoseNote::NoSides);
        return;
    }
    let mirrored = sides.mirror(&model.skeleton, &s.posed.local);
    let joints = model.skeleton.joints().map(|j| (j, mirrored.local(j)));
    set_locals(s, joints);
    s.posing.note = Some(PoseNote::Mirrored(sides.pairs()));
}

/// Brings joints to local transforms (their scales stay), as one step.
fn set_locals(s: &mut Shown, joints: impl Iterator<Item = (JointId, Transform)>) {
    cancel(s);
    let local = s.posed.local.clone();
    step(s, |hand| {
        for (joint, wanted) in joints {
            let below = hand.change(joint).under(&local.local(joint));
            hand.set(joint, HandChange::between(&below, &wanted));
        }
    });
}

impl Shown {
    /// The limb that the selected joint is the end of.
    pub fn selected_limb(&self) -> Option<Limb> {
        let model = self.model.as_deref()?;
        Limb::ending_at(&model.skeleton, self.selected_joint?)
    }

    /// What a hand has done to joints.
    pub fn hand_pose(&self) -> &HandPose {
        hand(self)
    }
}
