//! What several families of findings need: the rest pose, the size, who uses which skin.

use std::collections::BTreeSet;

use super::super::LengthUnit;
use super::super::compare::VertexRef;
use crate::animation::{JointId, ModelPose};
use crate::math::Bounds;
use crate::model::{InstanceId, Mesh, Model, PosedModel, Primitive, SkinId, Source};
use crate::skinning::{Palette, Skin, Skinning};
use crate::work::{Cancelled, Progress, Work};

/// One model under examination.
pub(super) struct Exam<'a> {
    pub(super) model: &'a Model,
    pub(super) work: &'a Work,
    /// `model_from_joint` at rest.
    pub(super) rest: ModelPose,
    /// One for each skin, at rest, with dual quaternions.
    pub(super) palettes: Vec<Palette>,
    /// The unit in which lengths are told.
    pub(super) unit: LengthUnit,
    /// Of the default scene at rest, metres.
    pub(super) bounds: Bounds,
    /// One for each skin of the model.
    pub(super) skins: Vec<SkinUse>,
}

/// A skin and who uses it.
pub(super) struct SkinUse {
    pub(super) id: SkinId,
    /// Instances with this skin, in order.
    pub(super) instances: Vec<InstanceId>,
    /// Of the vertices that follow it, in mesh space.
    pub(super) mesh_bounds: Bounds,
}

impl<'a> Exam<'a> {
    pub(super) fn new(model: &'a Model, work: &'a Work) -> Result<Self, Cancelled> {
        let posed = PosedModel::at_rest(model);
        // The exact box, as in a window: a unit chosen by boxes of joints could be another.
        let quiet = Work {
            progress: Progress::default(),
            ..work.clone()
        };
        let scene = model.default_scene;
        let bounds = crate::model::posed_bounds(model, &posed, scene, Skinning::default(), &quiet)?;
        let mut skins: Vec<SkinUse> = (0..model.skins.len() as u32)
            .map(|s| SkinUse {
                id: SkinId(s),
                instances: Vec::new(),
                mesh_bounds: Bounds::EMPTY,
            })
            .collect();
        // An instance of the same mesh again adds nothing (a mesh has one skin).
        let mut seen = vec![false; model.meshes.len()];
        for (index, instance) in model.instances.iter().enumerate() {
            let Some(using) = instance.skin.and_then(|s| skins.get_mut(s.0 as usize)) else {
                continue;
            };
            using.instances.push(InstanceId(index as u32));
            if std::mem::replace(&mut seen[instance.mesh.0 as usize], true) {
                continue;
            }
            for primitive in skinned(model.mesh(instance.mesh)) {
                let bounds = Bounds::of(primitive.positions.iter().copied());
                using.mesh_bounds = using.mesh_bounds.union(&bounds);
            }
        }
        Ok(Self {
            model,
            work,
            rest: posed.model_space,
            palettes: posed.palettes,
            unit: LengthUnit::of_bounds(&bounds),
            bounds,
            skins,
        })
    }

    /// How many steps progress counts: a coarse measure.
    pub(super) fn steps(&self) -> u64 {
        (self.skins.len()
            + self.model.meshes.len()
            + self.model.clips.len()
            + super::sampled::instants(self.model).len()) as u64
    }

    /// One step is done; stops if that was asked for.
    pub(super) fn step(&self) -> Result<(), Cancelled> {
        self.work.progress.add(1);
        self.work.cancel.check()
    }

    pub(super) fn skin(&self, id: SkinId) -> &'a Skin {
        &self.model.skins[id.0 as usize]
    }

    /// Where a skin stands in the file.
    pub(super) fn skin_pointer(&self, id: SkinId) -> String {
        let source = self.model.skin_sources.get(id.0 as usize);
        source.map_or_else(String::new, |s| s.source.pointer.clone())
    }

    /// What a person calls a skin.
    pub(super) fn skin_label(&self, id: SkinId) -> String {
        let source = self.model.skin_sources.get(id.0 as usize);
        match source.and_then(|s| s.name.clone()).filter(|n| !n.is_empty()) {
            Some(name) => name,
            None => format!("skin {}", source.map_or(id.0, |s| s.source.index)),
        }
    }

    pub(super) fn joint_pointer(&self, joint: JointId) -> String {
        let source: Option<&Source> = self.model.joint_sources.get(joint.index());
        source.map_or_else(String::new, |s| s.pointer.clone())
    }

    /// The primitives that follow a skin, each once, with an instance that shows it.
    pub(super) fn primitives(&self, skin: &SkinUse) -> Vec<(InstanceId, u32, &'a Primitive)> {
        let mut seen = BTreeSet::new();
        let mut out = Vec::new();
        for &id in &skin.instances {
            let mesh = self.model.instances[id.0 as usize].mesh;
            if !seen.insert(mesh) {
                continue;
            }
            for (p, primitive) in self.model.mesh(mesh).primitives.iter().enumerate() {
                if primitive.influences.is_some() {
                    out.push((id, p as u32, primitive));
                }
            }
        }
        out
    }

    /// A length in the unit that people read: the number, and the unit's name.
    pub(super) fn length(&self, metres: f64) -> (f64, &'static str) {
        // Less is rounding, and a dozen zeros after the point tell nobody anything.
        const LEAST: f64 = 1e-4;
        let value = self.unit.of(metres);
        let value = if value.abs() < LEAST { 0.0 } else { value };
        (super::round(value), self.unit.symbol())
    }

    /// Of the default scene at rest, metres, more than 0.
    pub(super) fn diagonal(&self) -> f64 {
        f64::from(self.bounds.diagonal()).max(1e-9)
    }
}

pub(super) fn skinned(mesh: &Mesh) -> impl Iterator<Item = &Primitive> {
    mesh.primitives.iter().filter(|p| p.influences.is_some())
}

pub(super) fn vertex(instance: InstanceId, primitive: u32, vertex: usize) -> VertexRef {
    VertexRef {
        instance,
        primitive,
        vertex: vertex as u32,
    }
}
