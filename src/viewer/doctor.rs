//! What the doctor found, and going to what it is about.

use std::sync::Arc;

use glam::Vec3;

use super::state::{Framed, Shown};
use crate::animation::JointId;
use crate::inspect::compare::VertexRef;
use crate::inspect::doctor::{Diagnosis, Finding};
use crate::inspect::stages;
use crate::math::Bounds;
use crate::model::Model;
use crate::teach;

/// Edge of the least that a close-up shows, of the model's size.
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
    s.selected_vertex = None;
    s.select(&model, joint);
    close_up(s, &s.joint_region(&model, joint));
}

/// Marks a vertex and brings the camera to it.
pub(super) fn show_vertex(s: &mut Shown, vertex: VertexRef) {
    if let Some(place) = s.vertex_place(vertex) {
        s.selected_vertex = Some(vertex);
        s.inspected_vertex = Some(vertex);
        close_up(s, &Bounds::of([place]));
    }
}

/// Brings the camera to the selected vertex, else to the selected joint; false if nothing is selected.
pub(super) fn show_selected(s: &mut Shown) -> bool {
    let Some(model) = s.model.clone() else {
        return false;
    };
    let vertex = s.selected_vertex.and_then(|v| s.vertex_place(v));
    let bounds = match (vertex, s.selected_joint) {
        (Some(place), _) => Bounds::of([place]),
        (None, Some(joint)) => s.joint_region(&model, joint),
        (None, None) => return false,
    };
    close_up(s, &bounds);
    true
}

/// Brings the camera to what the finding that was unfolded is about.
pub(super) fn show_finding(s: &mut Shown) {
    let (Some(finding), Some(model)) = (s.doctor.open_finding(), s.model.as_deref()) else {
        return;
    };
    let joints = finding.joints.first.iter().map(|&j| s.joint_region(model, j));
    let vertices = finding.vertices.first.iter().filter_map(|&v| s.vertex_place(v));
    let vertices = Bounds::of(vertices);
    let bounds = joints.fold(vertices, |all, b| all.union(&b));
    close_up(s, &bounds);
}

/// A vertex was clicked: it is marked, and with it goes the joint that is selected, or the one that moves it most.
pub(super) fn picked(s: &mut Shown, model: &Arc<Model>, vertex: Option<VertexRef>) {
    if !s.model.as_ref().is_some_and(|m| Arc::ptr_eq(m, model)) {
        return;
    }
    s.selected_vertex = vertex;
    s.framed = Framed::Nothing;
    let Some(vertex) = vertex else { return };
    let keeps = s
        .selected_joint
        .is_some_and(|j| stages::follows(model, vertex, j));
    if !keeps && let Some(joint) = stages::strongest_joint(model, vertex) {
        s.select(model, joint);
    }
    s.inspected_vertex = Some(vertex);
}

/// Frames `bounds` with some of what is around them, and never nearer than a detail can be made out.
fn close_up(s: &mut Shown, bounds: &Bounds) {
    if bounds.is_empty() || !bounds.size().is_finite() {
        return;
    }
    let least = 0.5 * CLOSE_UP * s.model_size();
    let around = bounds.grown(0.15 * bounds.diagonal());
    let center = bounds.center();
    let least = Bounds {
        min: center - least,
        max: center + least,
    };
    s.glide_to(&around.union(&least));
}

impl Shown {
    /// What a joint moves, as it stands in the frame that shows: its vertices, or where nothing follows it its bones.
    fn joint_region(&self, model: &Model, joint: JointId) -> Bounds {
        if joint.index() >= model.skeleton.len() {
            return Bounds::EMPTY;
        }
        let place = |j: JointId| Vec3::from(self.posed.model_space.model_from_joint(j).translation);
        let mut out = Bounds::of([place(joint)]);
        let mut follows = false;
        for &id in model.scene(self.scene).map_or(&[][..], |s| &s.instances) {
            let instance = &model.instances[id.0 as usize];
            let Some(skin) = instance.skin.map(|s| s.0 as usize) else {
                continue;
            };
            let index = model.skins[skin].joints().iter().position(|j| *j == joint);
            let (Some(index), Some(palette)) = (index, self.posed.palettes.get(skin)) else {
                continue;
            };
            for primitive in &model.mesh(instance.mesh).primitives {
                if primitive.influences.is_some() {
                    let moved = primitive.joint_boxes.of_joint(index as u32, palette);
                    follows |= !moved.is_empty();
                    out = out.union(&moved);
                }
            }
        }
        if !follows {
            let beside = model.skeleton.joints().filter(|&j| {
                model.skeleton.parent(j) == Some(joint) || model.skeleton.parent(joint) == Some(j)
            });
            out = beside.fold(out, |all, j| all.union(&Bounds::of([place(j)])));
        }
        out
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
    use super::super::{Command, Report, ViewerState, advance, apply, report};
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
        assert_eq!(state.camera, before, "it glides there");
        assert!(state.needs_redraw());
        advance(&mut state, 0.1);
        let on_the_way = state.camera;
        assert!(on_the_way != before && on_the_way.target.y < 2.0);
        // From one joint to the other: nothing follows this one, so its bone is what is framed.
        advance(&mut state, 0.5);
        assert!(!state.needs_redraw());
        assert!(state.camera.target.abs_diff_eq(Vec3::Y * 1.5, 1e-5));
        // A hand on the camera ends it.
        apply(&mut state, Command::ShowJoint(JointId(0)));
        apply(&mut state, Command::Orbit { yaw: 0.1, pitch: 0.0 });
        let held = state.camera;
        advance(&mut state, 0.1);
        assert_eq!(state.camera, held);
        let vertex = VertexRef {
            instance: crate::model::InstanceId(0),
            primitive: 0,
            vertex: 0,
        };
        apply(&mut state, Command::ShowVertex(vertex));
        assert!(state.selected_vertex.is_none());
    }
}
