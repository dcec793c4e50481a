//! A pose as numbers: the format `posedump-1`, which `docs/json.md` describes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::compare::VertexRef;
use super::file_space;
use super::stages::{Layer, Stages};
use crate::animation::{ClipId, JointId};
use crate::model::{InstanceId, MeshInstance, Model, PosedModel, Primitive, SceneId, SkinSource};
use crate::skinning::{Palette, Skinning, SkinningMethod, Vertex};
use crate::teach::{self, Fault};
use crate::work::{Cancelled, Work};

/// Vertices that one job poses: large enough to be worth a thread.
const CHUNK: usize = 4096;

/// Which pose, and what of it is wanted.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PoseRequest {
    /// The clip; `None`: rest.
    pub clip: Option<ClipId>,
    /// Seconds on the clip's own time line; not wrapped. Goes into the dump as asked for.
    pub time_secs: f64,
    /// A clip laid over: clip, seconds, weight 0 to 1.
    pub blend: Option<(ClipId, f64, f32)>,
    /// How vertices are skinned.
    pub skinning: Skinning,
    /// Where the masked method uses dual quaternions: a factor (0 to 1) per joint of the skeleton, missing ones 0.
    pub joint_mask: Vec<f32>,
    /// Whether normals are wanted.
    pub normals: bool,
    /// Whether tangents are wanted.
    pub tangents: bool,
    /// Whether local transforms are wanted.
    pub locals: bool,
    /// Whether skinning matrices are wanted.
    pub palettes: bool,
    /// The joint and the vertex that are walked through step by step, if any are.
    pub stages: Option<(JointId, Option<VertexRef>)>,
    /// What is wrong with it on purpose.
    pub fault: Option<Fault>,
}

impl PoseRequest {
    /// The model in this pose, with all that the method needs. Under a fault `model` is that of
    /// [`teach::faulty_model`], if the fault has one.
    pub fn pose(&self, model: &Model) -> PosedModel {
        self.pose_with(model, self.skinning.method.needs_dual_quaternions())
    }

    /// As [`Self::pose`], with or without what dual quaternions need.
    pub fn pose_with(&self, model: &Model, with_dual_quaternions: bool) -> PosedModel {
        let mut posed = PosedModel::default();
        posed.joint_mask.clone_from(&self.joint_mask);
        let clip = self.clip.map(|c| (c, self.time_secs));
        match self.fault {
            None => posed.set_clips(model, clip, self.blend, with_dual_quaternions),
            Some(fault) => {
                teach::set_clips(fault, &mut posed, model, clip, self.blend, with_dual_quaternions);
            }
        }
        posed
    }

    /// The clips of this pose, bottom to top.
    pub fn layers(&self) -> Vec<Layer> {
        let layer = |clip, time_secs, weight| Layer {
            clip: Some(clip),
            time_secs,
            weight,
        };
        let below = self.clip.map(|c| layer(c, self.time_secs, 1.0));
        let over = self.blend.map(|(c, time, weight)| layer(c, time, weight));
        below.into_iter().chain(over).collect()
    }

    /// Every vertex of a scene in this pose, as [`posed_vertices`] or [`faulty_vertices`].
    pub fn vertices(
        &self,
        model: &Model,
        posed: &PosedModel,
        scene: SceneId,
        work: &Work,
    ) -> Result<Vec<PrimitiveVertices>, Cancelled> {
        match self.fault {
            None => posed_vertices(model, posed, scene, self.skinning, work),
            Some(fault) => faulty_vertices(fault, model, posed, scene, self.skinning, work),
        }
    }
}

/// The posed vertices of one primitive of an instance, model space.
#[derive(Debug, Clone, PartialEq)]
pub struct PrimitiveVertices {
    /// Which instance.
    pub instance: InstanceId,
    /// Index among the primitives of the instance's mesh.
    pub primitive: usize,
    /// One per vertex of the primitive, in order.
    pub vertices: Vec<Vertex>,
}

/// Poses every vertex of a scene on the CPU, on `work`'s threads.
pub fn posed_vertices(
    model: &Model,
    posed: &PosedModel,
    scene: SceneId,
    skinning: impl Into<Skinning>,
    work: &Work,
) -> Result<Vec<PrimitiveVertices>, Cancelled> {
    let skinning = skinning.into();
    vertices_by(model, scene, work, |instance, primitive, v| {
        posed.vertex(instance, primitive, skinning, v)
    })
}

/// As [`posed_vertices`], wrong on purpose: `model` and `posed` are those of the fault.
pub fn faulty_vertices(
    fault: Fault,
    model: &Model,
    posed: &PosedModel,
    scene: SceneId,
    skinning: impl Into<Skinning>,
    work: &Work,
) -> Result<Vec<PrimitiveVertices>, Cancelled> {
    let skinning = skinning.into();
    vertices_by(model, scene, work, |instance, primitive, v| {
        teach::vertex(fault, posed, instance, primitive, skinning, v)
    })
}

fn vertices_by(
    model: &Model,
    scene: SceneId,
    work: &Work,
    moved: impl Fn(&MeshInstance, &Primitive, usize) -> Vertex + Sync,
) -> Result<Vec<PrimitiveVertices>, Cancelled> {
    let mut all = Vec::new();
    for (id, instance) in model.scene_instances(scene) {
        for (p, primitive) in model.mesh(instance.mesh).primitives.iter().enumerate() {
            let count = primitive.vertex_count();
            let chunks = work.workers.map(count.div_ceil(CHUNK), |chunk| {
                work.cancel.check()?;
                let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(count);
                Ok(range.map(|v| moved(instance, primitive, v)).collect::<Vec<_>>())
            });
            let mut vertices = Vec::with_capacity(count);
            for chunk in chunks {
                vertices.extend(chunk?);
            }
            all.push(PrimitiveVertices {
                instance: id,
                primitive: p,
                vertices,
            });
        }
    }
    Ok(all)
}

/// A list of numbers in JSON: one that an `f32` holds exactly is written with an `f32`'s digits, so that files stay
/// small and `0.1` reads as `0.1`; one that needs more (a model far from the origin) with an `f64`'s.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(transparent)]
pub struct Numbers(pub Vec<f64>);

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Shortest(f64);
        impl Serialize for Shortest {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let narrow = self.0 as f32;
                if f64::from(narrow) == self.0 {
                    serializer.serialize_f32(narrow)
                } else {
                    serializer.serialize_f64(self.0)
                }
            }
        }
        serializer.collect_seq(self.0.iter().map(|&v| Shortest(v)))
    }
}

/// A clip as dumps name it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClipRef {
    /// Number of the clip in the file, from 0.
    pub index: u32,
    /// Its name, if it has one.
    pub name: Option<String>,
}

impl ClipRef {
    pub(super) fn of(model: &Model, id: ClipId) -> Self {
        Self {
            index: id.0,
            name: model.clip(id).and_then(|c| c.name()).map(str::to_owned),
        }
    }
}

/// A clip laid over the first one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlendRef {
    /// Which clip.
    pub clip: ClipRef,
    /// Seconds.
    pub time: f64,
    /// 0 to 1.
    pub weight: f64,
}

/// The vertices of one primitive where a node carries it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InstanceDump {
    /// Node index in the file.
    pub node: u32,
    /// Mesh index in the file.
    pub mesh: u32,
    /// Primitive index within the mesh.
    pub primitive: u32,
    /// `None`: all vertices in order; or which ones.
    pub indices: Option<Vec<u32>>,
    /// World space, three a vertex.
    pub positions: Numbers,
    /// Unit normals, three a vertex (zero where the mesh has none).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normals: Option<Numbers>,
    /// Unit tangents and handedness, four a vertex (zero where the mesh has none).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tangents: Option<Numbers>,
}

/// A node's transform relative to its parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LocalDump {
    /// Metres.
    pub translation: Numbers,
    /// Unit quaternion, `xyzw`.
    pub rotation: Numbers,
    /// Factors.
    pub scale: Numbers,
}

/// One pose of one model, in the file's own coordinates and with the file's own indices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PoseDump {
    /// [`PoseDump::FORMAT`].
    pub format: String,
    /// The clip; `None` for the rest pose.
    pub clip: Option<ClipRef>,
    /// Seconds, as asked for.
    pub time: f64,
    /// What is wrong with all of it on purpose, if anything is: the word of a [`Fault`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teach: Option<String>,
    /// `lbs`, `dqs`, `blend` or `masked`.
    pub skinning: String,
    /// For `blend`: from LBS (0) to DQS (1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skinning_blend: Option<f64>,
    /// For `masked`: nodes of the file at which dual quaternions are used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skinning_mask: Option<Vec<u32>>,
    /// At most so many influences a vertex, if there is a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub influences: Option<u32>,
    /// What was laid over, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blend: Option<BlendRef>,
    /// Every primitive of the active scene, by node and primitive.
    pub instances: Vec<InstanceDump>,
    /// World matrix of every node of the file, column-major, by node index.
    pub nodes: BTreeMap<u32, Numbers>,
    /// Local transform of every node, by node index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locals: Option<BTreeMap<u32, LocalDump>>,
    /// Skinning matrices of every skin, by its index and in its joint order, column-major.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub palettes: Option<BTreeMap<u32, Vec<Numbers>>>,
    /// One joint and one vertex, step by step.
    #[serde(default, skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub stages: Option<Box<Stages>>,
}

/// A number that JSON cannot hold and no model should reach.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotFinite {
    /// In a node's matrix.
    #[error("the world matrix of node {0} is not finite")]
    Node(u32),
    /// In a local transform.
    #[error("the local transform of node {0} is not finite")]
    Local(u32),
    /// In a skinning matrix.
    #[error("skinning matrix {slot} of skin {skin} is not finite")]
    Palette {
        /// Skin index in the file.
        skin: u32,
        /// Which of its joints.
        slot: usize,
    },
    /// In a vertex.
    #[error("vertex {vertex} of primitive {primitive} at node {node} is not finite")]
    Vertex {
        /// Node index in the file.
        node: u32,
        /// Primitive index within the mesh.
        primitive: u32,
        /// Index of the vertex.
        vertex: usize,
    },
}

impl PoseDump {
    /// The value of [`PoseDump::format`].
    pub const FORMAT: &'static str = "posedump-1";

    /// Puts a posed model into the file's coordinates. `vertices` may come from the CPU ([`posed_vertices`]) or be
    /// read back from the GPU; those of the default scene are wanted.
    pub fn new(
        model: &Model,
        posed: &PosedModel,
        request: &PoseRequest,
        vertices: &[PrimitiveVertices],
    ) -> Result<Self, NotFinite> {
        let mut instances = vertices
            .iter()
            .map(|v| instance(model, request, v))
            .collect::<Result<Vec<_>, _>>()?;
        instances.sort_by_key(|i| (i.node, i.mesh, i.primitive));
        let mut nodes = BTreeMap::new();
        for joint in model.skeleton.joints() {
            let node = model.joint_sources[joint.index()].index;
            let columns = file_space::matrix(model, posed.model_space.model_from_joint(joint));
            if columns.iter().any(|c| !c.is_finite()) {
                return Err(NotFinite::Node(node));
            }
            nodes.insert(node, Numbers(columns.to_vec()));
        }
        Ok(Self {
            format: Self::FORMAT.to_owned(),
            clip: request.clip.map(|c| ClipRef::of(model, c)),
            time: request.time_secs,
            teach: request.fault.map(|f| f.word().to_owned()),
            skinning: request.skinning.method.word().to_owned(),
            skinning_blend: (request.skinning.method == SkinningMethod::Blend)
                .then(|| in_decimals(request.skinning.blend)),
            skinning_mask: (request.skinning.method == SkinningMethod::Masked)
                .then(|| masked_nodes(model, &request.joint_mask)),
            influences: Some(request.skinning.influence_limit).filter(|n| *n > 0),
            blend: request.blend.map(|(clip, time, weight)| BlendRef {
                clip: ClipRef::of(model, clip),
                time,
                weight: in_decimals(weight),
            }),
            instances,
            nodes,
            locals: request.locals.then(|| locals(model, posed)).transpose()?,
            palettes: request.palettes.then(|| palettes(model, posed)).transpose()?,
            stages: request.stages.map(|(joint, vertex)| {
                let layers = request.layers();
                let skinning = request.skinning;
                Box::new(Stages::of(
                    model,
                    posed,
                    &layers,
                    skinning,
                    joint,
                    vertex,
                    request.fault,
                ))
            }),
        })
    }
}

fn locals(model: &Model, posed: &PosedModel) -> Result<BTreeMap<u32, LocalDump>, NotFinite> {
    let of = |joint: JointId| {
        let node = model.joint_sources[joint.index()].index;
        let transform = posed.local.local(joint);
        if !transform.is_finite() {
            return Err(NotFinite::Local(node));
        }
        let local = file_space::local(model, joint, transform);
        let dump = LocalDump {
            translation: Numbers(local.translation.to_vec()),
            rotation: Numbers(local.rotation.to_vec()),
            scale: Numbers(local.scale.to_vec()),
        };
        Ok((node, dump))
    };
    model.skeleton.joints().map(of).collect()
}

fn palettes(model: &Model, posed: &PosedModel) -> Result<BTreeMap<u32, Vec<Numbers>>, NotFinite> {
    let of = |(palette, source): (&Palette, &SkinSource)| {
        let skin = source.source.index;
        let matrix = |(slot, rows)| {
            let columns = file_space::palette_matrix(model, rows);
            if columns.iter().all(|c| c.is_finite()) {
                Ok(Numbers(columns.to_vec()))
            } else {
                Err(NotFinite::Palette { skin, slot })
            }
        };
        let matrices = palette.matrices().iter().enumerate().map(matrix);
        Ok((skin, matrices.collect::<Result<_, _>>()?))
    };
    posed.palettes.iter().zip(&model.skin_sources).map(of).collect()
}

/// Through decimal digits: 0.3 reads as 0.3 again.
fn in_decimals(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| f64::from(value))
}

fn masked_nodes(model: &Model, mask: &[f32]) -> Vec<u32> {
    let chosen = model.joint_sources.iter().zip(mask).filter(|(_, m)| **m > 0.0);
    let mut nodes: Vec<u32> = chosen.map(|(source, _)| source.index).collect();
    nodes.sort_unstable();
    nodes
}

fn instance(
    model: &Model,
    request: &PoseRequest,
    part: &PrimitiveVertices,
) -> Result<InstanceDump, NotFinite> {
    let instance = &model.instances[part.instance.0 as usize];
    let mesh = model.mesh(instance.mesh);
    let node = model.joint_sources[instance.joint.index()].index;
    let primitive = mesh.primitives[part.primitive].source.index;
    let finite = |v: &Vertex| {
        v.position.is_finite()
            && (!request.normals || v.normal.is_finite())
            && (!request.tangents || v.tangent.is_finite())
    };
    if let Some(vertex) = part.vertices.iter().position(|v| !finite(v)) {
        return Err(NotFinite::Vertex {
            node,
            primitive,
            vertex,
        });
    }
    let world = |v: &Vertex| file_space::position(model, v.position);
    let normal = |v: &Vertex| v.normal.to_array().map(f64::from);
    let tangent = |v: &Vertex| v.tangent.to_array().map(f64::from);
    Ok(InstanceDump {
        node,
        mesh: mesh.source.index,
        primitive,
        indices: None,
        positions: Numbers(part.vertices.iter().flat_map(world).collect()),
        normals: request
            .normals
            .then(|| Numbers(part.vertices.iter().flat_map(normal).collect())),
        tangents: request
            .tangents
            .then(|| Numbers(part.vertices.iter().flat_map(tangent).collect())),
    })
}
