//! What is shown instead of the file as it is.

use std::sync::Arc;

use super::Effect;
use super::state::Shown;
use crate::inspect::cure::{Cure, cured};
use crate::math::Bounds;
use crate::model::{Model, SkinId};
use crate::teach::{Fault, faulty_model};
use crate::work::{Cancelled, Work};

/// A change this large in size, up or down, frames the character anew.
const REFRAME_FROM: f32 = 1.5;

/// How what is shown differs from the file. Never kept for the next session, and gone with the model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Variant {
    /// Cures, in the order they were chosen.
    pub cures: Vec<Cure>,
    /// What is wrong on purpose.
    pub fault: Option<Fault>,
}

impl Variant {
    /// True if the file is shown as it is.
    pub fn is_plain(&self) -> bool {
        self.cures.is_empty() && self.fault.is_none()
    }

    /// The same without what is wrong on purpose: what the camera goes by.
    pub fn right(&self) -> Self {
        Self {
            fault: None,
            ..self.clone()
        }
    }

    /// The model to show, and the same without what is wrong on purpose. Everything keeps its id, so that clip, playhead,
    /// camera and selection stay.
    pub fn of(&self, original: &Arc<Model>, work: &Work) -> Result<[Arc<Model>; 2], Cancelled> {
        let right = if self.cures.is_empty() {
            Arc::clone(original)
        } else {
            Arc::new(cured(original, &self.cures, work)?)
        };
        work.cancel.check()?;
        let faulty = self.fault.and_then(|fault| faulty_model(&right, fault));
        let shown = faulty.map_or_else(|| Arc::clone(&right), Arc::new);
        Ok([shown, right])
    }

    /// The same with a cure, or without it. Of cures that make the inverse binds of one skin anew only the last counts.
    pub(super) fn with_cure(&self, cure: Cure, on: bool) -> Self {
        let binds = skin_bound_anew(&cure);
        let mut variant = self.clone();
        variant
            .cures
            .retain(|c| *c != cure && (!on || binds.is_none() || skin_bound_anew(c) != binds));
        if on {
            variant.cures.push(cure);
        }
        variant
    }
}

/// The skin whose inverse bind matrices a cure makes anew.
fn skin_bound_anew(cure: &Cure) -> Option<SkinId> {
    match cure {
        Cure::InverseBindsFromRest { skin, .. }
        | Cure::InverseBindsTransposed { skin }
        | Cure::InverseBindsReordered { skin, .. }
        | Cure::InverseBindsUndone { skin, .. }
        | Cure::InverseBindsScaled { skin, .. } => Some(*skin),
        Cure::InfluencesReordered { .. } | Cure::ModelScaled { .. } => None,
    }
}

/// Chooses another variant. The model of it is made and uploaded outside, and comes back as
/// [`Report::Varied`](super::Report::Varied).
pub(super) fn set_variant(s: &mut Shown, variant: Variant) -> Vec<Effect> {
    if s.original.is_none() || s.variant == variant {
        return Vec::new();
    }
    s.variant = variant;
    vec![Effect::Vary(s.variant.clone())]
}

/// The model of a variant is there; one that is no longer wanted is left alone.
pub(super) fn varied(s: &mut Shown, variant: &Variant, model: Arc<Model>, opening_bounds: Bounds) {
    if s.variant != *variant || s.original.is_none() {
        return;
    }
    let ratio = opening_bounds.diagonal() / s.model_size();
    let is_cured_otherwise = variant.cures != s.shown_variant.cures;
    if is_cured_otherwise {
        // A cured rig hides other mistakes than the sick one did; what it hides is told separately.
        s.visible_faults = None;
    }
    super::posing::cancel(s);
    if s.hand_pose().is_over_rest() {
        // A cure may change the rest pose.
        let hand = &mut s.player.adjustments_mut().hand;
        hand.set_over_rest(Some(&model.skeleton));
    }
    // A cure may bring vertices to other joints.
    let moved = |j| crate::inspect::stages::vertices_moved(&model, s.scene, j);
    s.selected_moves = s.selected_joint.map_or(0, moved);
    s.model = Some(model);
    s.shown_variant = s.variant.clone();
    s.opening_bounds = opening_bounds;
    s.lab.forget_numbers(s.pose_revision);
    s.lab.fault = s.shown_variant.fault;
    s.exact_bounds = None;
    s.bounds_after = s.pose_revision;
    if !(1.0 / REFRAME_FROM..REFRAME_FROM).contains(&ratio) {
        s.glide = None;
        s.frame_bounds(&opening_bounds);
    }
    s.refresh_hidden();
    s.refresh_marked();
    s.repose();
    if is_cured_otherwise {
        // What is being read about stands elsewhere now.
        super::doctor::show_finding(s);
    }
}

#[cfg(test)]
mod tests {
    use glam::{Affine3A, Vec3};

    use super::super::{Command, Report, ViewerState, apply, report};
    use super::*;
    use crate::animation::SkeletonBuilder;
    use crate::math::Transform;
    use crate::model::{SkinId, opening_bounds};
    use crate::skinning::{Skin, SkinningMethod};

    const CURE: Cure = Cure::InverseBindsFromRest {
        skin: SkinId(0),
        model_from_mesh: Affine3A::IDENTITY,
    };

    fn opened() -> ViewerState {
        let mut b = SkeletonBuilder::new();
        let up = Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        };
        b.node(None, None, Transform::IDENTITY);
        b.node(None, Some(0), up);
        let (skeleton, of) = b.build().unwrap();
        let skin = Skin::new(&skeleton, of, vec![Affine3A::IDENTITY; 2]).unwrap();
        let model = Arc::new(Model {
            skeleton,
            skins: vec![skin],
            ..Model::default()
        });
        let mut state = ViewerState::default();
        report(&mut state, Report::Viewport([800, 600]));
        let opening_bounds = bounds_of(&model);
        report(
            &mut state,
            Report::Loaded {
                model,
                opening_bounds,
            },
        );
        state
    }

    fn bounds_of(model: &Model) -> Bounds {
        opening_bounds(
            model,
            None,
            model.default_scene,
            SkinningMethod::LinearBlend,
            &Work::alone(),
        )
        .unwrap()
    }

    fn answer(state: &mut ViewerState, variant: &Variant) {
        let [model, _] = variant
            .of(state.original.as_ref().unwrap(), &Work::alone())
            .unwrap();
        let opening_bounds = bounds_of(&model);
        report(
            state,
            Report::Varied {
                variant: variant.clone(),
                model,
                opening_bounds,
            },
        );
    }

    #[test]
    fn a_cure_changes_what_is_shown_and_can_be_taken_back() {
        let mut state = opened();
        let sick = state.posed.palettes[0].matrices().to_vec();
        let Some(Effect::Vary(variant)) = apply(&mut state, Command::SetCure(CURE, true)).pop() else {
            panic!("nothing is asked for");
        };
        assert!(apply(&mut state, Command::SetCure(CURE, true)).is_empty());
        assert!(
            state.shown_variant.is_plain(),
            "until the answer the old model shows"
        );
        let (revision, camera) = (state.pose_revision, state.camera);
        report(&mut state, Report::VisibleFaults(Vec::new()));
        assert!(state.hides(Fault::NoInverseBind));
        answer(&mut state, &variant);
        assert!(
            !state.hides(Fault::NoInverseBind),
            "not known of the cured one yet"
        );
        let healed = crate::math::Rows3x4::IDENTITY;
        assert_eq!(state.posed.palettes[0].matrices(), [healed; 2]);
        assert!(state.pose_revision > revision && state.shown_variant == variant);
        assert_eq!(state.camera, camera);

        let effects = apply(&mut state, Command::SetCure(CURE, false));
        assert_eq!(effects, [Effect::Vary(Variant::default())]);
        // The answer about the cure comes once more, too late.
        answer(&mut state, &variant);
        answer(&mut state, &Variant::default());
        assert_eq!(state.posed.palettes[0].matrices(), sick);
        assert!(Arc::ptr_eq(
            state.model.as_ref().unwrap(),
            state.original.as_ref().unwrap()
        ));
    }

    #[test]
    fn a_fault_is_shown_leaves_the_camera_and_goes_with_escape_or_the_model() {
        let mut state = opened();
        apply(&mut state, Command::SetCure(CURE, true));
        let cured = state.variant.clone();
        answer(&mut state, &cured);
        let (right, camera) = (state.posed.palettes[0].matrices().to_vec(), state.camera);
        let wanted = Some(Fault::NoInverseBind);
        let Some(Effect::Vary(variant)) = apply(&mut state, Command::SetFault(wanted)).pop() else {
            panic!("nothing is asked for");
        };
        assert_eq!((variant.fault, &variant.right()), (wanted, &cured));
        answer(&mut state, &variant);
        assert_eq!((state.shown_variant.fault, state.lab.fault), (wanted, wanted));
        assert_ne!(state.posed.palettes[0].matrices(), right);
        assert_eq!((state.camera, state.view([8, 8]).fault), (camera, wanted));
        // Another one takes its place; the way back is short.
        apply(&mut state, Command::SetFault(Some(Fault::WrongSide)));
        assert_eq!(state.variant.fault, Some(Fault::WrongSide));
        apply(
            &mut state,
            Command::SelectJoint(Some(crate::animation::JointId(1))),
        );
        let effects = apply(&mut state, Command::Escape);
        assert_eq!(effects, [Effect::Vary(cured.clone())]);
        assert!(state.selected_joint.is_some(), "one thing at a time");
        answer(&mut state, &cured);
        assert_eq!(state.posed.palettes[0].matrices(), right);

        apply(&mut state, Command::SetFault(wanted));
        let again = Arc::clone(state.original.as_ref().unwrap());
        let opening_bounds = bounds_of(&again);
        report(
            &mut state,
            Report::Loaded {
                model: again,
                opening_bounds,
            },
        );
        assert!(state.variant.is_plain() && state.lab.fault.is_none());
    }

    #[test]
    fn of_cures_of_one_skins_binds_only_the_last_counts() {
        let other = Cure::InverseBindsTransposed { skin: SkinId(0) };
        let elsewhere = Cure::InverseBindsTransposed { skin: SkinId(1) };
        let units = Cure::ModelScaled { factor: 0.01 };
        let plain = Variant::default();
        let both = plain.with_cure(CURE, true).with_cure(units.clone(), true);
        let swapped = both
            .with_cure(elsewhere.clone(), true)
            .with_cure(other.clone(), true);
        assert_eq!(swapped.cures, [units, elsewhere, other.clone()]);
        assert_eq!(swapped.with_cure(other, false).cures.len(), 2);
    }

    #[test]
    fn a_variant_that_fails_leaves_what_was_shown_and_another_model_ends_it() {
        let mut state = opened();
        let before = Arc::clone(state.model.as_ref().unwrap());
        apply(&mut state, Command::SetCure(CURE, true));
        report(&mut state, Report::VaryFailed(super::super::ErrorCard::default()));
        assert!(state.variant.is_plain() && state.error.is_some());
        assert!(Arc::ptr_eq(state.model.as_ref().unwrap(), &before));
        apply(&mut state, Command::SetCure(CURE, true));
        let opening_bounds = bounds_of(&before);
        report(
            &mut state,
            Report::Loaded {
                model: before,
                opening_bounds,
            },
        );
        assert!(state.variant.is_plain());
        assert!(apply(&mut ViewerState::default(), Command::SetCure(CURE, true)).is_empty());
    }
}
