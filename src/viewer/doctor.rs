//! What the doctor found, and going to what it is about.

use std::sync::Arc;

use glam::Vec3;

use super::state::Shown;
use crate::animation::JointId;
use crate::inspect::compare::VertexRef;
use crate::inspect::doctor::{Diagnosis, Finding};
use crate::math::Bounds;
use crate::model::Model;
use crate::teach;

/// Around a joint or vertex that is gone to, of the model's size.
const CLOSE_UP: f32 = 0.12;

/// The doctor's part of the state.
#[derive(Debug, Clone, Default)]
pub struct Doctor {
    /// What is known of the file that is open: the importer's word until the doctor's is there.
    pub diagnosis: Arc<Diagnosis>,
    /// Share done while the examination goes on.
    pub examining: Option<f32>,
    /// True once the examination has ended.
    pub is_done: bool,
    /// Which finding is unfolded, as an index into the diagnosis.
    pub open: Option<usize>,
}

impl Doctor {
    /// A new model: what its importer said.
    pub(super) fn of(model: &Model) -> Self {
        Self {
            diagnosis: Arc::new(Diagnosis::imported(model)),
            ..Self::default()
        }
    }

    /// The finding that is unfolded.
    pub fn open_finding(&self) -> Option<&Finding> {
        self.diagnosis.findings.get(self.open?)
    }
}

/// The examination of a model has ended. That of another model than the one that is open is left alone.
pub(super) fn diagnosed(s: &mut Shown, model: &Arc<Model>, diagnosis: Arc<Diagnosis>) {
    if !s.original.as_ref().is_some_and(|o| Arc::ptr_eq(o, model)) {
        return;
    }
    // What is being read stays open, wherever it stands now.
    let same = |f: &&Finding| (f.issue.code, f.issue.pointer.clone());
    let open = s.doctor.open_finding().as_ref().map(same);
    s.doctor = Doctor {
        open: open.and_then(|o| diagnosis.findings.iter().position(|f| same(&f) == o)),
        diagnosis,
        examining: None,
        is_done: true,
    };
}

/// Selects a joint and brings the camera to it.
pub(super) fn show_joint(s: &mut Shown, joint: JointId) {
    let Some(model) = s.model.clone().filter(|m| joint.index() < m.skeleton.len()) else {
        return;
    };
    s.selected_joint = Some(joint);
    s.selected_vertex = None;
    s.tree.reveal(model.skeleton.ancestry(joint).skip(1));
    let place = s.posed.model_space.model_from_joint(joint).translation.into();
    close_up(s, place);
}

/// Marks a vertex and brings the camera to it.
pub(super) fn show_vertex(s: &mut Shown, vertex: VertexRef) {
    if let Some(place) = s.vertex_place(vertex) {
        s.selected_vertex = Some(vertex);
        s.inspected_vertex = Some(vertex);
        close_up(s, place);
    }
}

fn close_up(s: &mut Shown, place: Vec3) {
    let half = 0.5 * CLOSE_UP * s.model_size();
    let bounds = Bounds {
        min: place - half,
        max: place + half,
    };
    if place.is_finite() {
        s.pose_framed = false;
        s.frame_bounds(&bounds);
    }
}

impl Shown {
    /// Where a vertex is in the frame that shows, model space; `None` if the model has none such.
    pub fn vertex_place(&self, vertex: VertexRef) -> Option<Vec3> {
        let model = self.model.as_deref()?;
        let instance = model.instances.get(vertex.instance.0 as usize)?;
        let mesh = model.meshes.get(instance.mesh.0 as usize)?;
        let primitive = mesh.primitives.get(vertex.primitive as usize)?;
        if vertex.vertex as usize >= primitive.vertex_count() {
            return None;
        }
        let (skinning, index) = (self.skinning_shown(), vertex.vertex as usize);
        let posed = match self.shown_variant.fault {
            None => self.posed.vertex(instance, primitive, skinning, index),
            Some(fault) => teach::vertex(fault, &self.posed, instance, primitive, skinning, index),
        };
        Some(posed.position)
    }

    /// Where the joints and vertices of the unfolded finding are, and whether each is a vertex.
    pub fn concerned_places(&self) -> Vec<(Vec3, bool)> {
        let (Some(finding), Some(model)) = (self.doctor.open_finding(), self.model.as_deref()) else {
            return Vec::new();
        };
        let joints = finding
            .joints
            .first
            .iter()
            .filter(|j| j.index() < model.skeleton.len());
        let joints = joints.map(|&j| {
            (
                self.posed.model_space.model_from_joint(j).translation.into(),
                false,
            )
        });
        let vertices = finding.vertices.first.iter();
        let vertices = vertices.filter_map(|&v| Some((self.vertex_place(v)?, true)));
        joints.chain(vertices).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Command, Report, ViewerState, apply, report};
    use super::*;
    use crate::animation::SkeletonBuilder;
    use crate::math::Transform;
    use crate::model::Issue;

    fn opened() -> ViewerState {
        let mut b = SkeletonBuilder::new();
        let up = Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        };
        b.node(None, None, up);
        b.node(None, Some(0), up);
        let (skeleton, _) = b.build().unwrap();
        let model = Arc::new(Model {
            skeleton,
            issues: vec![Issue::info("a", "/1"), Issue::warning("b", "/2")],
            ..Model::default()
        });
        let mut state = ViewerState::default();
        report(&mut state, Report::Viewport([800, 600]));
        let opening_bounds = Bounds {
            min: Vec3::ZERO,
            max: Vec3::ONE,
        };
        report(
            &mut state,
            Report::Loaded {
                model,
                opening_bounds,
            },
        );
        state
    }

    #[test]
    fn the_importers_word_stands_until_the_doctors_and_what_is_read_stays_open() {
        let mut state = opened();
        assert_eq!(
            state.doctor.diagnosis.findings[0].issue.code, "b",
            "the worst first"
        );
        apply(&mut state, Command::ToggleIssue(1));
        assert_eq!(state.doctor.open_finding().unwrap().issue.code, "a");
        report(&mut state, Report::Examining(Some(0.5)));
        assert_eq!(state.doctor.examining, Some(0.5));
        let model = Arc::clone(state.original.as_ref().unwrap());
        let mut diagnosis = Diagnosis::imported(&model);
        diagnosis
            .findings
            .insert(0, Finding::from(Issue::error("c", "/3")));
        let diagnosis = Arc::new(diagnosis);
        let answer = |model: &Arc<Model>| Report::Diagnosed {
            model: Arc::clone(model),
            diagnosis: Arc::clone(&diagnosis),
        };
        report(&mut state, answer(&Arc::new(Model::default())));
        assert!(!state.doctor.is_done, "another model's");
        report(&mut state, answer(&model));
        assert!(state.doctor.is_done && state.doctor.examining.is_none());
        assert_eq!(state.doctor.open, Some(2));
        apply(&mut state, Command::ToggleIssue(2));
        assert_eq!(state.doctor.open, None);
    }

    #[test]
    fn the_camera_goes_to_a_joint_and_not_to_one_that_is_not_there() {
        let mut state = opened();
        let before = state.camera;
        apply(&mut state, Command::ShowJoint(JointId(9)));
        assert_eq!((state.camera, state.selected_joint), (before, None));
        apply(&mut state, Command::ShowJoint(JointId(1)));
        assert_eq!(state.selected_joint, Some(JointId(1)));
        assert!(state.camera.target.abs_diff_eq(Vec3::Y * 2.0, 1e-5));
        assert!(state.camera.distance < 0.5 * before.distance);
        let vertex = VertexRef {
            instance: crate::model::InstanceId(0),
            primitive: 0,
            vertex: 0,
        };
        apply(&mut state, Command::ShowVertex(vertex));
        assert!(state.selected_vertex.is_none());
    }
}
