//! Meshes: which are needed, with which skin, and their primitives.

use std::collections::BTreeMap;

use gltf::json;
use gltf::json::mesh::{Mode, Semantic};
use gltf::json::validation::Checked;

use super::accessor::{Accessors, Integers};
use super::budget::Budget;
use super::nodes::Nodes;
use super::report::Report;
use super::skin::Skins;
use super::{Result, attributes, indices, influences, khr_materials_variants, morph, normals, tangents};
use crate::model::{Issue, Material, MaterialId, Mesh, MeshId, MeshInstance, Primitive, Source, Topology};
use crate::skinning::JointBoxes;
use crate::work::Work;
use glam::{Vec3, Vec4};

/// Which meshes to make: one for each mesh of the file and skin that it is used with.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pairs: Vec<(usize, Option<usize>)>,
    of_node: Vec<Option<usize>>,
    used_meshes: Vec<bool>,
    used_skins: Vec<bool>,
}

/// Looks through the nodes. Indices that lead nowhere are left out (`references` told them).
pub(super) fn plan(root: &json::Root) -> Plan {
    let mut plan = Plan {
        used_meshes: vec![false; root.meshes.len()],
        used_skins: vec![false; root.skins.len()],
        ..Plan::default()
    };
    let mut known = BTreeMap::new();
    for node in &root.nodes {
        let mesh = node.mesh.map(|m| m.value()).filter(|&m| m < root.meshes.len());
        let skin = node.skin.map(|s| s.value()).filter(|&s| s < root.skins.len());
        plan.of_node.push(mesh.map(|mesh| {
            plan.used_meshes[mesh] = true;
            if let Some(skin) = skin {
                plan.used_skins[skin] = true;
            }
            *known.entry((mesh, skin)).or_insert_with(|| {
                plan.pairs.push((mesh, skin));
                plan.pairs.len() - 1
            })
        }));
    }
    plan
}

impl Plan {
    /// The mesh of the file that a node carries.
    pub(super) fn mesh_of_node(&self, node: usize) -> Option<usize> {
        self.of_node
            .get(node)
            .copied()
            .flatten()
            .map(|pair| self.pairs[pair].0)
    }

    /// True if a node shows this mesh of the file.
    pub(super) fn uses_mesh(&self, mesh: usize) -> bool {
        self.used_meshes[mesh]
    }

    /// True if a mesh is used with this skin of the file.
    pub(super) fn uses_skin(&self, skin: usize) -> bool {
        self.used_skins[skin]
    }

    /// How many primitives there are to make.
    pub(super) fn primitive_count(&self, root: &json::Root) -> usize {
        self.pairs
            .iter()
            .map(|&(mesh, _)| root.meshes[mesh].primitives.len())
            .sum()
    }
}

/// The number of morph targets of a mesh; its primitives should have the same.
pub(super) fn target_count(mesh: &json::Mesh) -> usize {
    mesh.primitives
        .iter()
        .map(|p| p.targets.as_ref().map_or(0, Vec::len))
        .max()
        .unwrap_or(0)
}

/// Bytes that drawing one primitive of one instance takes, about: a few lines of ten bytes in a file can ask for millions.
const DRAW_BYTES: usize = 1024;
/// Bytes that stand for the work of one vertex that is drawn once more: the budget bounds it as it bounds memory.
pub(super) const DRAWN_VERTEX_BYTES: usize = 4;

/// Vertices of all primitives of a mesh.
pub(super) fn vertex_count(mesh: &Mesh) -> usize {
    mesh.primitives.iter().map(Primitive::vertex_count).sum()
}

/// The mesh instances, in the order of the file's nodes, and the node of each.
pub(super) fn instances(
    plan: &Plan,
    nodes: &Nodes,
    skins: &Skins,
    meshes: &[Mesh],
    budget: &Budget,
) -> Result<(Vec<usize>, Vec<MeshInstance>)> {
    let draws = plan
        .of_node
        .iter()
        .flatten()
        .map(|&pair| meshes[pair].primitives.len());
    let draws = draws.fold(0, usize::saturating_add);
    budget.ask(draws, DRAW_BYTES, "/nodes")?;
    let drawn = plan
        .of_node
        .iter()
        .flatten()
        .map(|&pair| vertex_count(&meshes[pair]));
    let drawn = drawn.fold(0, usize::saturating_add);
    budget.ask(drawn, DRAWN_VERTEX_BYTES, "/nodes")?;
    let carried = plan
        .of_node
        .iter()
        .enumerate()
        .filter_map(|(node, pair)| pair.map(|pair| (node, pair)));
    let both = carried.map(|(node, pair)| {
        let instance = MeshInstance {
            joint: nodes.joint_of_node[node],
            mesh: MeshId(pair as u32),
            skin: plan.pairs[pair].1.and_then(|s| skins.ids[s]),
            morph_weights: nodes.morph_ranges[node].clone(),
            copies: 0..0,
            visible: true,
        };
        (node, instance)
    });
    Ok(both.unzip())
}

/// Makes every mesh of the plan, primitives side by side on the workers, and marks the joints that carry weight.
pub(super) fn import(
    data: &Accessors<'_>,
    plan: &Plan,
    skins: &mut Skins,
    materials: &[Material],
    work: &Work,
    report: &mut Report,
) -> Result<Vec<Mesh>> {
    let root = data.root;
    let mut jobs = Vec::new();
    for (pair, &(mesh, skin)) in plan.pairs.iter().enumerate() {
        let id = skin.and_then(|s| skins.ids[s]);
        let joints = id.map(|id| skins.usable[id.0 as usize].len() as u32);
        jobs.extend(
            (0..root.meshes[mesh].primitives.len()).map(|primitive| (pair, mesh, primitive, id, joints)),
        );
    }
    let done = work.workers.map(jobs.len(), |job| {
        work.cancel.check()?;
        let (_, mesh, primitive, _, joints) = jobs[job];
        let mut issues = Vec::new();
        let made = Maker {
            data,
            mesh,
            primitive,
            materials,
            issues: &mut issues,
        }
        .make(joints);
        work.progress.add(1);
        Ok::<_, super::ImportError>((made?, issues))
    });
    let mut meshes: Vec<Mesh> = plan
        .pairs
        .iter()
        .map(|&(mesh, _)| empty_mesh(&root.meshes[mesh], mesh))
        .collect();
    let mut told = BTreeMap::new();
    for (one, &(pair, mesh, primitive, skin, _)) in done.into_iter().zip(&jobs) {
        let (made, issues) = one?;
        // A mesh that is made for several skins tells what it has to tell once.
        for issue in issues {
            if *told.entry((mesh, primitive, issue.code)).or_insert(pair) == pair {
                report.push(issue);
            }
        }
        let Some(made) = made else { continue };
        if let Some(skin) = skin.filter(|_| made.influences.is_some()) {
            made.joint_boxes
                .joints()
                .for_each(|joint| skins.usable[skin.0 as usize].mark_weighted(joint));
        }
        meshes[pair].primitives.push(made);
    }
    for mesh in (0..root.meshes.len()).filter(|&m| !plan.used_meshes[m]) {
        report.push(Issue::info("mesh-unused", format!("/meshes/{mesh}")));
    }
    Ok(meshes)
}

fn empty_mesh(mesh: &json::Mesh, index: usize) -> Mesh {
    #[derive(serde::Deserialize)]
    struct Extras {
        #[serde(rename = "targetNames")]
        target_names: Vec<String>,
    }
    // A convention, not part of the specification: what does not look like it is no fault.
    let names = mesh
        .extras
        .as_ref()
        .and_then(|e| serde_json::from_str::<Extras>(e.get()).ok());
    Mesh {
        name: mesh.name.clone(),
        primitives: Vec::new(),
        target_names: names.map(|e| e.target_names).unwrap_or_default(),
        source: Source::element("meshes", index),
    }
}

struct Maker<'a, 'b> {
    data: &'a Accessors<'a>,
    mesh: usize,
    primitive: usize,
    materials: &'a [Material],
    issues: &'b mut Vec<Issue>,
}

impl Maker<'_, '_> {
    /// `joints`: how many the skin has, if there is one. `None` if there is nothing to draw.
    fn make(mut self, joints: Option<u32>) -> Result<Option<Primitive>, Issue> {
        let file = &self.data.root.meshes[self.mesh].primitives[self.primitive];
        let pointer = format!("/meshes/{}/primitives/{}", self.mesh, self.primitive);
        let attribute = |semantic| {
            file.attributes
                .get(&Checked::Valid(semantic))
                .map(json::Index::value)
        };
        let Some(positions) = attribute(Semantic::Positions) else {
            self.issues
                .push(Issue::warning("primitive-without-positions", pointer));
            return Ok(None);
        };
        let positions = self
            .data
            .float_array(positions, Integers::AsFlagged, Vec3::from_array)?;
        if positions.is_empty() {
            self.issues.push(Issue::warning("primitive-empty", pointer));
            return Ok(None);
        }
        let positions = attributes::repair_positions(positions, &pointer, self.data.budget, self.issues)?;
        let count = positions.len();
        let (topology, list) = match (self.data.draco.indices(self.mesh, self.primitive), file.indices) {
            // Whatever the mode: what is decoded is a list.
            (Some(list), _) => (Topology::Triangles, Some(list.to_vec().into())),
            (None, Some(accessor)) => {
                let list = self.data.index_array(accessor.value())?;
                (self.topology(file, &pointer), Some(list))
            }
            (None, None) => (self.topology(file, &pointer), None),
        };
        let (topology, list) = indices::check(topology, list, count, &pointer, self.issues);

        let mut read = attributes::Reader {
            data: self.data,
            file,
            count,
            pointer: &pointer,
            issues: self.issues,
        };
        let normals = read.normals()?;
        let mut file_tangents = read.tangents()?;
        let uvs = [read.uvs(0)?, read.uvs(1)?];
        let colors = read.colors()?;
        let influences = match joints {
            Some(joints) => influences::read(&mut read, joints)?,
            None => {
                read.tell_unused_influences();
                None
            }
        };
        let morph = morph::import(self.data, file, count, &pointer, self.issues)?;

        let variant_materials = khr_materials_variants::mappings(
            file,
            khr_materials_variants::count(self.data.root),
            self.materials.len(),
            &pointer,
            self.issues,
        );
        let mut out = Primitive {
            topology,
            indices: list,
            positions,
            material: file
                .material
                .map(|m| m.value())
                .filter(|&m| m < self.materials.len())
                .map(|m| MaterialId(m as u32)),
            variant_materials,
            colors: colors.map(Into::into),
            source: Source {
                index: self.primitive as u32,
                pointer,
            },
            ..Primitive::default()
        };
        let normals = match normals {
            Some(n) => Some(normals::repair(n, &out, self.data.budget, self.issues)?),
            None => None,
        };
        // Without normals the specification has the tangents ignored, too.
        if normals.is_none() {
            file_tangents = None;
        }
        // Of several materials that a person can choose between, the first that needs tangents says along which UVs.
        let own = out.material.into_iter();
        let along = own
            .chain(out.variant_materials.iter().map(|(_, m)| *m))
            .find_map(|m| self.materials[m.0 as usize].tangent_uv_set());
        let tangents: Option<Vec<Vec4>> = match (file_tangents, &normals, along) {
            (Some(tangents), ..) => Some(tangents),
            (None, Some(normals), Some(set)) => match &uvs[set.min(1) as usize] {
                Some(uvs) => {
                    // Working room of the method: about eight words a corner.
                    let corners = out.indices.as_ref().map_or(count, |i| i.len()).saturating_mul(3);
                    self.data.budget.ask(corners, 128, &out.source.pointer)?;
                    let made = tangents::make(&out, normals, uvs);
                    self.data.budget.give_back(corners, 128);
                    made
                }
                None => None,
            },
            _ => None,
        };
        out.uvs = uvs;
        out.normals = normals;
        out.tangents = tangents.map(Into::into);
        if let Some((influences, found)) = influences {
            out.found = Some(Box::new(found));
            out.joint_boxes = JointBoxes::new(&out.positions, &influences, morph.as_ref());
            out.influences = Some(influences);
        } else {
            out.joint_boxes = JointBoxes::rigid(&out.positions, morph.as_ref());
        }
        out.morph = morph;
        Ok(Some(out))
    }

    fn topology(&mut self, file: &json::mesh::Primitive, pointer: &str) -> Topology {
        match file.mode {
            Checked::Valid(Mode::Points) => Topology::Points,
            Checked::Valid(Mode::Lines) => Topology::Lines,
            Checked::Valid(Mode::LineLoop) => Topology::LineLoop,
            Checked::Valid(Mode::LineStrip) => Topology::LineStrip,
            Checked::Valid(Mode::Triangles) => Topology::Triangles,
            Checked::Valid(Mode::TriangleStrip) => Topology::TriangleStrip,
            Checked::Valid(Mode::TriangleFan) => Topology::TriangleFan,
            Checked::Invalid => {
                self.issues.push(Issue::warning(
                    "primitive-unknown-mode",
                    format!("{pointer}/mode"),
                ));
                Topology::Triangles
            }
        }
    }
}
