//! What of the model shows, and what is drawn over it: `--look`, `--overlay`, `--hide`, `--solo`.

use crate::animation::JointId;
use crate::cli::args::{Overlay, RenderArgs};
use crate::cli::{clip, pick};
use crate::model::{Hidden, Issue, MaterialId, Model};
use crate::viewer::look::{MOST_WEIGHED, MarkedVertices};
use crate::viewer::view::Overlays;
use crate::viewer::{Part, Visibility, WeightView, Weights};

/// What was asked for, found in the model.
#[derive(Debug, Clone, Default)]
pub(super) struct Shows {
    pub hidden: Hidden,
    pub weights: Option<Weights>,
    /// Vertices that are marked, if influences show.
    pub marked: MarkedVertices,
}

impl Shows {
    pub(super) fn of(model: &Model, args: &RenderArgs) -> Result<Self, Issue> {
        let mut visibility = Visibility::default();
        for asked in &args.hide {
            visibility.set_hidden(part(model, asked)?, true);
        }
        for asked in &args.solo {
            visibility.set_solo(part(model, asked)?, true);
        }
        let weights = weights(model, &args.overlay)?;
        let scene = model.default_scene;
        Ok(Self {
            hidden: visibility.hidden_of(model),
            weights,
            marked: weights.map_or_else(MarkedVertices::default, |w| {
                MarkedVertices::of(model, scene, w.limit)
            }),
        })
    }
}

/// What is drawn besides; `empty`: there is nothing but a skeleton.
pub(super) fn overlays(args: &RenderArgs, empty: bool) -> Overlays {
    let asked = |what: &Overlay| args.overlay.contains(what);
    Overlays {
        skeleton: empty || asked(&Overlay::Skeleton) || asked(&Overlay::Axes) || asked(&Overlay::Nodes),
        grid: !args.no_grid && !args.is_transparent(),
        hidden: asked(&Overlay::Hidden),
        wires: asked(&Overlay::Wires),
        names: asked(&Overlay::Names),
        axes: asked(&Overlay::Axes),
        lines: asked(&Overlay::Lines),
        nodes: asked(&Overlay::Nodes),
    }
}

/// The one view of influences that was asked for.
fn weights(model: &Model, asked: &[Overlay]) -> Result<Option<Weights>, Issue> {
    let mut joints: Vec<JointId> = Vec::new();
    let mut views: Vec<WeightView> = Vec::new();
    for overlay in asked {
        let view = match overlay {
            Overlay::WeightsOf(name) => {
                joints.push(pick::joint(model, name)?);
                WeightView::Chosen
            }
            Overlay::Weights => WeightView::Joints,
            Overlay::Influences => WeightView::Count,
            Overlay::Dominant => WeightView::Dominant,
            _ => continue,
        };
        if !views.contains(&view) {
            views.push(view);
        }
    }
    match views[..] {
        [] => Ok(None),
        _ if model.skins.is_empty() => Err(Issue::error("weights-without-skin", "")),
        [WeightView::Chosen] if joints.len() > MOST_WEIGHED => {
            let count = joints.len() as u32;
            Err(Issue::error("weights-too-many", "")
                .with("count", count)
                .with("most", MOST_WEIGHED as u32))
        }
        [WeightView::Chosen] => Ok(Some(Weights::of(joints))),
        [view] => Ok(Some(Weights::all(view))),
        _ => Err(Issue::error("weights-several-views", "")),
    }
}

/// `node:NAME`, `mesh:NAME`, `material:NAME`, or a name that is looked for in that order; a number counts the meshes of
/// the scene.
fn part(model: &Model, asked: &str) -> Result<Part, Issue> {
    let errors = || {
        [
            Issue::error("part-unknown", ""),
            Issue::error("part-ambiguous", ""),
        ]
    };
    let scene = model.default_scene;
    // Every node once, as often as a mesh stands there.
    let carriers: Vec<JointId> = model.scene_instances(scene).map(|(_, i)| i.joint).collect();
    let nodes: Vec<JointId> = model.scene(scene).map_or_else(Vec::new, |s| s.joints.clone());
    let of_joints = |list: &[JointId], asked: &str, what: &str| {
        let names = || list.iter().map(|j| model.skeleton.name(*j));
        let found = clip::one(asked, names, errors().map(|e| e.with("kind", what)), "parts");
        found.map(|k| Part::Node(list[k as usize]))
    };
    let mesh = |asked: &str| {
        let (list, _) = crate::viewer::visibility::parts_of(model, scene);
        let names = || list.iter().map(|(_, name)| Some(name.as_str()));
        let found = clip::one(asked, names, errors().map(|e| e.with("kind", "mesh")), "parts");
        found.map(|k| list[k as usize].0)
    };
    let material = |asked: &str| {
        let names = || model.materials.iter().map(|m| m.name.as_deref());
        let found = clip::one(
            asked,
            names,
            errors().map(|e| e.with("kind", "material")),
            "parts",
        );
        found.map(|k| Part::Material(MaterialId(k)))
    };
    match asked.split_once(':') {
        Some(("node", name)) => return of_joints(&nodes, name, "node"),
        Some(("mesh", name)) => return mesh(name),
        Some(("material", name)) => return material(name),
        _ => {}
    }
    let by_name = |found: Result<Part, Issue>| match found {
        Err(issue) if issue.code == "part-unknown" => None,
        found => Some(found),
    };
    // A number means the mesh of that number, wherever it stands: nodes and materials have numbers of their own.
    let digits = asked.trim_start_matches('#');
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        return of_joints(&carriers, asked, "any");
    }
    by_name(of_joints(&nodes, asked, "any"))
        .or_else(|| by_name(mesh(asked)))
        .or_else(|| by_name(material(asked)))
        .unwrap_or_else(|| of_joints(&carriers, asked, "any"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::SkeletonBuilder;
    use crate::math::Transform;
    use crate::model::{InstanceId, Material, Mesh, MeshId, MeshInstance, Primitive, Scene};

    fn model() -> Model {
        let mut b = SkeletonBuilder::new();
        for name in ["root", "body", "hat"] {
            b.node(
                Some(name.into()),
                (name != "root").then_some(0),
                Transform::IDENTITY,
            );
        }
        let (skeleton, joints) = b.build().unwrap();
        let mesh = |name: &str| Mesh {
            name: Some(name.into()),
            primitives: vec![Primitive {
                material: Some(MaterialId(0)),
                ..Primitive::default()
            }],
            ..Mesh::default()
        };
        let mut model = Model {
            meshes: vec![mesh("Body"), mesh("Hat")],
            materials: vec![Material {
                name: Some("Felt".into()),
                ..Material::default()
            }],
            instances: [1, 2]
                .iter()
                .zip(0..)
                .map(|(joint, mesh)| MeshInstance {
                    joint: joints[*joint],
                    mesh: MeshId(mesh),
                    skin: None,
                    morph_weights: 0..0,
                    copies: 0..0,
                    visible: true,
                })
                .collect(),
            scenes: vec![Scene {
                instances: vec![InstanceId(0), InstanceId(1)],
                joints,
                ..Scene::default()
            }],
            skeleton,
            ..Model::default()
        };
        model.meshes[1].source.index = 1;
        model
    }

    #[test]
    fn a_part_is_found_by_name_kind_and_number() {
        let m = model();
        for (asked, part_found) in [
            ("hat", Part::Node(JointId(2))),
            ("Hat", Part::Mesh(1)),
            ("Felt", Part::Material(MaterialId(0))),
            ("1", Part::Node(JointId(2))),
            ("#0", Part::Node(JointId(1))),
            ("mesh:0", Part::Mesh(0)),
            ("material:0", Part::Material(MaterialId(0))),
            ("node:root", Part::Node(JointId(0))),
        ] {
            assert_eq!(part(&m, asked).unwrap(), part_found, "{asked}");
        }
        for asked in ["Shoe", "7", "mesh:Felt", "material:hat"] {
            assert_eq!(part(&m, asked).unwrap_err().code, "part-unknown", "{asked}");
        }
        let listed = part(&m, "Shoe").unwrap_err().to_string();
        assert!(listed.contains("0 body, 1 hat"), "{listed}");
    }
}
