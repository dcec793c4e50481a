//! What a [`LabCommand`] does.

use super::{Compare, LabCommand, Slot};
use crate::animation::{ClipId, JointId};
use crate::inspect::twist;
use crate::model::Model;
use crate::skinning::{Skinning, SkinningMethod};
use crate::viewer::doctor::{show_joint, show_vertex};
use crate::viewer::state::Shown;

#[expect(clippy::needless_pass_by_value, reason = "a command is done once, and gone")]
pub(in crate::viewer) fn apply_lab(s: &mut Shown, command: LabCommand) {
    match command {
        LabCommand::SetSkinning(slot, skinning) => set_skinning(s, slot, skinning),
        LabCommand::SetCompare(compare) => {
            if s.lab.compare != compare {
                s.lab.compare = compare;
                s.repose();
            }
        }
        LabCommand::SetCompared(compared) => {
            if s.lab.compared != compared {
                s.lab.compared = compared;
                s.lab.frame = None;
                s.repose();
            }
        }
        LabCommand::SetSplit(at) => {
            if at.is_finite() {
                s.lab.split_at = at.clamp(0.0, 1.0);
            }
        }
        LabCommand::SetScale(metres) => {
            s.lab.typed_scale = metres.filter(|m| m.is_finite() && *m > 0.0);
        }
        LabCommand::SetMeasure(measure) => s.lab.measure = measure,
        LabCommand::SetMasked(joint, on) => {
            let Some(model) = s.model.clone() else { return };
            set_masked(s, &model, &[joint], on);
        }
        LabCommand::MaskTwists => {
            s.lab.mask_is_own = false;
            mask_twists(s);
        }
        LabCommand::MaskNone => {
            s.lab.mask_is_own = true;
            set_mask(s, Vec::new());
        }
        LabCommand::UseDqsAt(joint) => use_dqs_at(s, joint),
        LabCommand::GoToJoint(joint) => show_joint(s, joint),
        LabCommand::GoToVertex(vertex, joint) => {
            let Some(model) = s.model.clone() else { return };
            // Who looks at a joint goes on looking at it.
            if s.selected_joint.is_none() {
                s.select(&model, joint);
            }
            show_vertex(s, vertex);
        }
        LabCommand::GoToMoment {
            clip,
            time_secs,
            joint,
        } => go_to_moment(s, clip, time_secs, joint),
        LabCommand::CancelAnalysis => {
            s.lab.stopped = Some(s.lab.clip_key(s.clip(), s.scene));
            s.lab.analysing = None;
        }
        LabCommand::Analyse => s.lab.stopped = None,
        LabCommand::CancelTwists => {
            s.lab.twists_stopped = s.lab.twists.is_none();
            s.lab.twists_found = None;
        }
        LabCommand::FindTwists => s.lab.twists_stopped = false,
    }
}

fn set_skinning(s: &mut Shown, slot: Slot, skinning: Skinning) {
    let blend = if skinning.blend.is_finite() {
        skinning.blend.clamp(0.0, 1.0)
    } else {
        0.5
    };
    let skinning = Skinning { blend, ..skinning };
    if s.lab.skinning(slot) != skinning {
        s.lab.skinnings[slot.index()] = skinning;
        s.repose();
    }
}

/// Takes a new mask; the vertices move if a method reads it.
fn set_mask(s: &mut Shown, mask: Vec<f32>) {
    if s.lab.mask == mask {
        return;
    }
    s.lab.mask = mask;
    s.lab.mask_revision += 1;
    if s.lab.uses_mask() {
        s.repose();
    }
}

fn set_masked(s: &mut Shown, model: &Model, joints: &[JointId], on: bool) {
    let mut mask = s.lab.mask.clone();
    mask.resize(model.skeleton.len(), 0.0);
    for joint in joints {
        if let Some(m) = mask.get_mut(joint.index()) {
            *m = if on { 1.0 } else { 0.0 };
        }
    }
    s.lab.mask_is_own = true;
    set_mask(s, mask);
}

/// The ready-made mask, from the twists as far as they are known.
pub(in crate::viewer) fn mask_twists(s: &mut Shown) {
    if let (Some(model), Some(twists)) = (s.model.clone(), s.lab.twists.clone()) {
        set_mask(s, twist::twist_mask(&model, &twists));
    }
}

fn use_dqs_at(s: &mut Shown, joint: JointId) {
    let Some(model) = s.model.clone() else { return };
    if joint.index() >= model.skeleton.len() {
        return;
    }
    // The vertices between the joint and the one above are shared by both.
    let above = twist::partner(&model, joint);
    if !s.lab.uses_mask() {
        if !s.lab.mask_is_own {
            // The ready-made mask was never seen: the person's own begins with this joint.
            s.lab.mask = Vec::new();
        }
        let b = Skinning {
            method: SkinningMethod::Masked,
            ..s.lab.skinning(Slot::B)
        };
        s.lab.skinnings[Slot::B.index()] = b;
        s.lab.shown = Slot::B;
    }
    let joints: Vec<JointId> = std::iter::once(joint).chain(above).collect();
    set_masked(s, &model, &joints, true);
    s.repose();
}

fn go_to_moment(s: &mut Shown, clip: Option<ClipId>, time_secs: f64, joint: JointId) {
    let Some(model) = s.model.clone() else { return };
    if clip.is_some_and(|c| model.clip(c).is_none()) {
        return;
    }
    s.player.set_playing(false);
    if clip.is_some() && clip != s.clip() {
        s.player.play(clip, 0.0, &model.skeleton, &model.clips);
        s.refresh_timeline();
        s.lab.automatic_scale = 0.0;
    }
    s.player.finish_fades();
    s.player.seek(time_secs, &model.clips);
    s.repose();
    show_joint(s, joint);
}

/// The scale that follows from the frame. While it plays it only grows, so that a colour keeps its meaning.
pub(in crate::viewer) fn refresh_scale(s: &mut Shown) {
    let Some(frame) = &s.lab.frame else { return };
    let largest = f64::from(frame.numbers.distance.largest);
    let wanted = s.length_unit().round_scale(largest) as f32;
    let keeps = s.player.is_playing() && s.lab.compare == Compare::Difference;
    s.lab.automatic_scale = if keeps {
        wanted.max(s.lab.automatic_scale)
    } else {
        wanted
    };
}
