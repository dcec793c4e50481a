//! What a person has put out of sight: nodes with all below them, meshes, materials; or everything but one of these.

use std::collections::BTreeSet;

use crate::animation::JointId;
use crate::model::{Hidden, InstanceId, MaterialId, Model};

/// Something that can be hidden or shown alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A node, with everything below it.
    Node(JointId),
    /// A mesh, by its number in the file, wherever it stands.
    Mesh(u32),
    /// All that has this material of its own.
    Material(MaterialId),
}

/// What is out of sight.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visibility {
    hidden: BTreeSet<Part>,
    solo: BTreeSet<Part>,
}

impl Visibility {
    /// Hides a part, or shows it again.
    pub fn set_hidden(&mut self, part: Part, hidden: bool) {
        if hidden {
            self.hidden.insert(part);
        } else {
            self.hidden.remove(&part);
        }
    }

    /// Shows a part alone, beside others that are; or no longer.
    pub fn set_solo(&mut self, part: Part, solo: bool) {
        if solo {
            self.solo.insert(part);
        } else {
            self.solo.remove(&part);
        }
    }

    /// Whether this very part was hidden.
    pub fn hides(&self, part: Part) -> bool {
        self.hidden.contains(&part)
    }

    /// Whether this very part shows alone.
    pub fn is_solo(&self, part: Part) -> bool {
        self.solo.contains(&part)
    }

    /// True if everything shows.
    pub fn is_plain(&self) -> bool {
        self.hidden.is_empty() && self.solo.is_empty()
    }

    /// How many parts were hidden, and how many show alone.
    pub fn counts(&self) -> (usize, usize) {
        (self.hidden.len(), self.solo.len())
    }

    /// Everything that is out of sight in `model`. Where something shows alone, the skeleton stays as it is unless that is
    /// a node.
    pub fn hidden_of(&self, model: &Model) -> Hidden {
        let mut out = Hidden::default();
        if self.is_plain() {
            return out;
        }
        let below_hidden = Self::below(model, &self.hidden);
        let below_solo = Self::below(model, &self.solo);
        let solo_nodes = self.solo.iter().any(|p| matches!(p, Part::Node(_)));
        for (i, instance) in model.instances.iter().enumerate() {
            let mesh = model.mesh(instance.mesh);
            let at = instance.joint.index();
            for (p, primitive) in mesh.primitives.iter().enumerate() {
                let within = |set: &BTreeSet<Part>, below: &[bool]| {
                    below.get(at).copied().unwrap_or(false)
                        || set.contains(&Part::Mesh(mesh.source.index))
                        || primitive
                            .material
                            .is_some_and(|m| set.contains(&Part::Material(m)))
                };
                let alone = self.solo.is_empty() || within(&self.solo, &below_solo);
                if !alone || within(&self.hidden, &below_hidden) {
                    out.hide_part(InstanceId(i as u32), p);
                }
            }
        }
        for joint in model.skeleton.joints() {
            let at = joint.index();
            if below_hidden.get(at) == Some(&true) || (solo_nodes && below_solo.get(at) == Some(&false)) {
                out.hide_joint(joint);
            }
        }
        out
    }

    /// Per joint, whether it or one above it is a node of `parts`; empty if none is.
    fn below(model: &Model, parts: &BTreeSet<Part>) -> Vec<bool> {
        if !parts.iter().any(|p| matches!(p, Part::Node(_))) {
            return Vec::new();
        }
        let mut below = vec![false; model.skeleton.len()];
        // Parents come first.
        for joint in model.skeleton.joints() {
            let above = model.skeleton.parent(joint).is_some_and(|p| below[p.index()]);
            below[joint.index()] = above || parts.contains(&Part::Node(joint));
        }
        below
    }
}

/// Parts, each with its name.
pub type NamedParts = Vec<(Part, String)>;

/// What of a scene can be hidden by mesh or material: meshes, then materials.
pub fn parts_of(model: &Model, scene: crate::model::SceneId) -> (NamedParts, NamedParts) {
    let (mut meshes, mut materials) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for (_, instance) in model.scene_instances(scene) {
        let mesh = model.mesh(instance.mesh);
        let part = Part::Mesh(mesh.source.index);
        if seen.insert(part) {
            let name = mesh.name.clone().filter(|n| !n.is_empty());
            meshes.push((
                part,
                name.unwrap_or_else(|| format!("mesh {}", mesh.source.index)),
            ));
        }
        for id in mesh.primitives.iter().filter_map(|p| p.material) {
            let part = Part::Material(id);
            if seen.insert(part) {
                let name = model.materials.get(id.0 as usize).and_then(|m| m.name.clone());
                let name = name.filter(|n| !n.is_empty());
                materials.push((part, name.unwrap_or_else(|| format!("material {}", id.0))));
            }
        }
    }
    (meshes, materials)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::SkeletonBuilder;
    use crate::math::Transform;
    use crate::model::{Mesh, MeshId, MeshInstance, Primitive, Scene, SceneId, Source};

    /// A root with a body (two materials) and, below a hand, a sword.
    fn model() -> Model {
        let mut b = SkeletonBuilder::new();
        for (name, parent) in [
            ("root", None),
            ("body", Some(0)),
            ("hand", Some(0)),
            ("sword", Some(2)),
        ] {
            b.node(Some(name.into()), parent, Transform::IDENTITY);
        }
        let (skeleton, joints) = b.build().unwrap();
        let mesh = |name: &str, index, materials: &[u32]| Mesh {
            name: Some(name.into()),
            primitives: materials
                .iter()
                .map(|m| Primitive {
                    material: Some(MaterialId(*m)),
                    ..Primitive::default()
                })
                .collect(),
            source: Source {
                index,
                ..Source::default()
            },
            ..Mesh::default()
        };
        let instance = |joint: usize, mesh| MeshInstance {
            joint: joints[joint],
            mesh: MeshId(mesh),
            skin: None,
            morph_weights: 0..0,
            copies: 0..0,
            visible: true,
        };
        Model {
            skeleton,
            meshes: vec![mesh("Body", 4, &[0, 1]), mesh("Sword", 7, &[1])],
            instances: vec![instance(1, 0), instance(3, 1)],
            scenes: vec![Scene {
                instances: vec![InstanceId(0), InstanceId(1)],
                joints,
                ..Scene::default()
            }],
            ..Model::default()
        }
    }

    fn shown(v: &Visibility) -> [bool; 3] {
        let hidden = v.hidden_of(&model());
        [(0, 0), (0, 1), (1, 0)].map(|(i, p)| hidden.shows(InstanceId(i), p))
    }

    #[test]
    fn nodes_take_what_is_below_with_them_and_meshes_and_materials_their_own() {
        for (part, expected) in [
            (Part::Node(JointId(2)), [true, true, false]),
            (Part::Mesh(4), [false, false, true]),
            (Part::Material(MaterialId(1)), [true, false, false]),
            (Part::Node(JointId(0)), [false, false, false]),
        ] {
            let mut v = Visibility::default();
            v.set_hidden(part, true);
            assert_eq!(shown(&v), expected, "{part:?}");
            v.set_hidden(part, false);
            assert!(v.is_plain() && shown(&v) == [true; 3]);
            v.set_solo(part, true);
            assert_eq!(shown(&v), expected.map(|e| !e), "alone: {part:?}");
        }
    }

    #[test]
    fn hiding_wins_over_showing_alone_and_joints_go_with_their_node() {
        let mut v = Visibility::default();
        v.set_solo(Part::Mesh(4), true);
        v.set_hidden(Part::Material(MaterialId(0)), true);
        assert_eq!(shown(&v), [false, true, false]);
        let mut v = Visibility::default();
        v.set_hidden(Part::Node(JointId(2)), true);
        let hidden = v.hidden_of(&model());
        let joints = [0, 1, 2, 3].map(|j| hidden.shows_joint(JointId(j)));
        assert_eq!(joints, [true, true, false, false]);
    }

    #[test]
    fn a_list_names_what_there_is_once() {
        let (meshes, materials) = parts_of(&model(), SceneId(0));
        let names = |list: &[(Part, String)]| list.iter().map(|(_, n)| n.clone()).collect::<Vec<_>>();
        assert_eq!(names(&meshes), ["Body", "Sword"]);
        assert_eq!(names(&materials), ["material 0", "material 1"]);
    }
}
