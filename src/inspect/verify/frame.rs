//! What we have at the places of theirs: the numbers of one frame, right or under a supposed mistake.

use glam::Vec3;

use super::resolve::{TheirPart, TheirPose};
use crate::animation::JointId;
use crate::inspect::NotFinite;
use crate::inspect::file_space::{self, Local};
use crate::model::{MeshInstance, Model, PosedModel, Primitive};

/// Numbers at the places of a [`TheirPose`], one entry per entry there; the file's own coordinates.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Frame {
    pub(super) locals: Vec<Local>,
    pub(super) nodes: Vec<[f64; 16]>,
    pub(super) palettes: Vec<[f64; 16]>,
    pub(super) positions: Vec<Vec<[f64; 3]>>,
}

impl Frame {
    /// The frame of a posed model; `moved` says where a vertex is, in model space.
    pub(super) fn of(
        model: &Model,
        posed: &PosedModel,
        theirs: &TheirPose,
        moved: &dyn Fn(&MeshInstance, &Primitive, usize) -> Vec3,
    ) -> Self {
        let locals = theirs
            .locals
            .iter()
            .map(|l| file_space::local(model, l.joint, posed.local.local(l.joint)));
        let nodes = theirs
            .nodes
            .iter()
            .map(|(j, _)| file_space::matrix(model, posed.model_space.model_from_joint(*j)));
        let palettes = theirs.palettes.iter().map(|(skin, slot, _)| {
            let rows = &posed.palettes[skin.0 as usize].matrices()[*slot as usize];
            file_space::palette_matrix(model, rows)
        });
        Self {
            locals: locals.collect(),
            nodes: nodes.collect(),
            palettes: palettes.collect(),
            positions: theirs.parts.iter().map(|p| positions(model, p, moved)).collect(),
        }
    }

    /// The frame as it is right.
    pub(super) fn right(model: &Model, posed: &PosedModel, theirs: &TheirPose) -> Self {
        let skinning = theirs.request.skinning;
        Self::of(model, posed, theirs, &|i, p, v| {
            posed.vertex(i, p, skinning, v).position
        })
    }

    /// The first number that is none, or beyond what an `f32` holds.
    pub(super) fn not_finite(&self, model: &Model, theirs: &TheirPose) -> Option<NotFinite> {
        let finite = |numbers: &[f64]| numbers.iter().all(|n| n.is_finite());
        let node = |joint: JointId| model.joint_sources[joint.index()].index;
        let whole = |l: &Local| finite(&l.translation) && finite(&l.rotation) && finite(&l.scale);
        if let Some(k) = self.locals.iter().position(|l| !whole(l)) {
            return Some(NotFinite::Local(node(theirs.locals[k].joint)));
        }
        if let Some(k) = self.nodes.iter().position(|m| !finite(m)) {
            return Some(NotFinite::Node(node(theirs.nodes[k].0)));
        }
        if let Some(k) = self.palettes.iter().position(|m| !finite(m)) {
            let (skin, slot, _) = theirs.palettes[k];
            return Some(NotFinite::Palette {
                skin: model.skin_sources[skin.0 as usize].source.index,
                slot: slot as usize,
            });
        }
        theirs
            .parts
            .iter()
            .zip(&self.positions)
            .find_map(|(part, positions)| {
                let bad = positions.iter().position(|p| !finite(p))?;
                let instance = &model.instances[part.instance.0 as usize];
                Some(NotFinite::Vertex {
                    node: node(instance.joint),
                    primitive: model.mesh(instance.mesh).primitives[part.primitive].source.index,
                    vertex: part.vertices[bad] as usize,
                })
            })
    }

    /// What they say, in the same shape; what a local transform of theirs leaves out is `right`'s.
    pub(super) fn of_theirs(theirs: &TheirPose, right: &Self) -> Self {
        let local = |(t, right): (&super::resolve::TheirLocal, &Local)| Local {
            translation: t.translation.unwrap_or(right.translation),
            rotation: t.rotation.unwrap_or(right.rotation),
            scale: t.scale.unwrap_or(right.scale),
        };
        Self {
            locals: theirs.locals.iter().zip(&right.locals).map(local).collect(),
            nodes: theirs.nodes.iter().map(|n| n.1).collect(),
            palettes: theirs.palettes.iter().map(|p| p.2).collect(),
            positions: theirs.parts.iter().map(|p| p.positions.clone()).collect(),
        }
    }
}

fn positions(
    model: &Model,
    part: &TheirPart,
    moved: &dyn Fn(&MeshInstance, &Primitive, usize) -> Vec3,
) -> Vec<[f64; 3]> {
    let instance = &model.instances[part.instance.0 as usize];
    let primitive = &model.mesh(instance.mesh).primitives[part.primitive];
    let one = |v: &u32| file_space::position(model, moved(instance, primitive, *v as usize));
    part.vertices.iter().map(one).collect()
}
