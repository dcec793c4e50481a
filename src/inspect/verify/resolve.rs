//! The other engine's pose put beside the model: file indices looked up, shapes checked.

use std::collections::{BTreeMap, BTreeSet};

use super::theirs::{ClipSpec, InstanceSpec, TheirDump};
use crate::animation::{ClipId, JointId};
use crate::inspect::PoseRequest;
use crate::model::{InstanceId, Issue, Model, SkinId};
use crate::skinning::SkinningMethod;

/// Parts of a local transform that they give.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TheirLocal {
    pub(super) joint: JointId,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
}

/// Positions of some vertices of one primitive.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TheirPart {
    pub(super) instance: InstanceId,
    /// Index among the primitives of the instance's mesh.
    pub(super) primitive: usize,
    pub(super) vertices: Vec<u32>,
    /// One per vertex.
    pub(super) positions: Vec<[f64; 3]>,
}

/// Everything of one pose that can be compared, in our terms; matrices column-major.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TheirPose {
    pub(super) request: PoseRequest,
    /// Ascending: parents first.
    pub(super) locals: Vec<TheirLocal>,
    /// Ascending.
    pub(super) nodes: Vec<(JointId, [f64; 16])>,
    /// By skin, then slot.
    pub(super) palettes: Vec<(SkinId, u32, [f64; 16])>,
    pub(super) parts: Vec<TheirPart>,
}

/// Looks everything up. `asked` is what the command line says: it counts where the file is silent.
pub(super) fn resolve(model: &Model, dump: &TheirDump, asked: &PoseRequest) -> Result<TheirPose, Issue> {
    let joints: BTreeMap<u32, JointId> = model
        .skeleton
        .joints()
        .map(|j| (model.joint_sources[j.index()].index, j))
        .collect();
    let joint = |node: u32, pointer: String| {
        let count = joints.len();
        let unknown = || {
            Issue::error("verify-node-unknown", pointer)
                .with("node", node)
                .with("count", count)
        };
        joints.get(&node).copied().ok_or_else(unknown)
    };
    let mut locals = Vec::new();
    for (node, spec) in dump.locals.iter().flatten() {
        let pointer = format!("/locals/{node}");
        let part = |name: &str| format!("{pointer}/{name}");
        locals.push(TheirLocal {
            joint: joint(*node, pointer.clone())?,
            translation: optional(spec.translation.as_deref(), || part("translation"))?,
            rotation: optional(spec.rotation.as_deref(), || part("rotation"))?,
            scale: optional(spec.scale.as_deref(), || part("scale"))?,
        });
    }
    locals.sort_by_key(|l| l.joint);
    let mut nodes = Vec::new();
    for (node, numbers) in dump.nodes.iter().flatten() {
        let pointer = format!("/nodes/{node}");
        nodes.push((joint(*node, pointer.clone())?, exactly(numbers, || pointer)?));
    }
    nodes.sort_by_key(|n| n.0);
    let request = request(model, dump, asked)?;
    let pose = TheirPose {
        request,
        locals,
        nodes,
        palettes: palettes(model, dump)?,
        parts: parts(model, dump)?,
    };
    if pose.locals.is_empty() && pose.nodes.is_empty() && pose.palettes.is_empty() && pose.parts.is_empty() {
        return Err(Issue::error("verify-nothing", ""));
    }
    Ok(pose)
}

fn exactly<const N: usize>(numbers: &[f64], pointer: impl FnOnce() -> String) -> Result<[f64; N], Issue> {
    numbers.try_into().map_err(|_| {
        Issue::error("verify-count", pointer())
            .with("expected", N)
            .with("found", numbers.len())
    })
}

fn optional<const N: usize>(
    numbers: Option<&[f64]>,
    pointer: impl FnOnce() -> String,
) -> Result<Option<[f64; N]>, Issue> {
    numbers.map(|n| exactly(n, pointer)).transpose()
}

fn request(model: &Model, dump: &TheirDump, asked: &PoseRequest) -> Result<PoseRequest, Issue> {
    let mut request = asked.clone();
    if let Some(said) = &dump.clip {
        request.clip = said.as_ref().map(|c| clip(model, c, "/clip")).transpose()?;
    }
    request.time_secs = dump.time.unwrap_or(request.time_secs);
    if let Some(blend) = &dump.blend {
        let id = clip(model, &blend.clip, "/blend/clip")?;
        if !(0.0..=1.0).contains(&blend.weight) {
            return Err(Issue::error("verify-share", "/blend/weight").with("found", blend.weight));
        }
        request.blend = Some((id, blend.time, blend.weight as f32));
    }
    if let Some(word) = &dump.skinning {
        request.skinning.method = SkinningMethod::ALL
            .into_iter()
            .find(|m| m.word() == word)
            .ok_or_else(|| Issue::error("verify-skinning", "/skinning").with("found", word.as_str()))?;
    }
    if let Some(blend) = dump.skinning_blend {
        if !(0.0..=1.0).contains(&blend) {
            return Err(Issue::error("verify-share", "/skinning_blend").with("found", blend));
        }
        request.skinning.blend = blend as f32;
    }
    if let Some(nodes) = &dump.skinning_mask {
        let nodes: BTreeSet<u32> = nodes.iter().copied().collect();
        let masked = |source: &crate::model::Source| f32::from(u8::from(nodes.contains(&source.index)));
        request.joint_mask = model.joint_sources.iter().map(masked).collect();
    }
    request.skinning.influence_limit = dump.influences.unwrap_or(request.skinning.influence_limit);
    Ok(request)
}

/// By its number where it has one, else by its name.
fn clip(model: &Model, spec: &ClipSpec, pointer: &str) -> Result<ClipId, Issue> {
    let (index, name) = match spec {
        ClipSpec::Index(index) => (Some(*index), None),
        ClipSpec::Name(name) => (None, Some(name.as_str())),
        ClipSpec::Both { index, name } => (*index, name.as_deref()),
    };
    let unknown = |asked: String| {
        Issue::error("verify-clip-unknown", pointer)
            .with("asked", asked)
            .with("count", model.clips.len())
    };
    if let Some(index) = index {
        return model
            .clip(ClipId(index))
            .map(|_| ClipId(index))
            .ok_or_else(|| unknown(format!("#{index}")));
    }
    let name = name.unwrap_or_default();
    let mut named = model
        .clip_ids()
        .filter(|c| model.clip(*c).and_then(|c| c.name()) == Some(name));
    match (named.next(), named.next()) {
        (Some(one), None) => Ok(one),
        (Some(_), Some(_)) => Err(Issue::error("verify-clip-ambiguous", pointer).with("asked", name)),
        (None, _) => Err(unknown(name.to_owned())),
    }
}

fn palettes(model: &Model, dump: &TheirDump) -> Result<Vec<(SkinId, u32, [f64; 16])>, Issue> {
    let mut skins = BTreeMap::new();
    for (skin, source) in model.skin_sources.iter().enumerate() {
        skins.entry(source.source.index).or_insert(skin);
    }
    let mut out = Vec::new();
    for (index, matrices) in dump.palettes.iter().flatten() {
        let pointer = format!("/palettes/{index}");
        let skin = skins.get(index).copied().ok_or_else(|| {
            Issue::error("verify-skin-unknown", pointer.clone())
                .with("skin", *index)
                .with("count", model.skins.len())
        })?;
        if matrices.len() > model.skins[skin].len() {
            return Err(Issue::error("verify-palette-long", pointer)
                .with("found", matrices.len())
                .with("joints", model.skins[skin].len()));
        }
        for (slot, numbers) in matrices.iter().enumerate() {
            let numbers = exactly(numbers, || format!("{pointer}/{slot}"))?;
            out.push((SkinId(skin as u32), slot as u32, numbers));
        }
    }
    Ok(out)
}

fn parts(model: &Model, dump: &TheirDump) -> Result<Vec<TheirPart>, Issue> {
    // Several instances of the model may stand for one of the file; the first is the one that dumps name.
    let mut places = BTreeMap::new();
    for (id, instance) in model.scene_instances(model.default_scene) {
        let node = model.joint_sources[instance.joint.index()].index;
        for (p, primitive) in model.mesh(instance.mesh).primitives.iter().enumerate() {
            places
                .entry((node, primitive.source.index))
                .or_insert((id, p, primitive.vertex_count()));
        }
    }
    let mut out = Vec::new();
    for (at, spec) in dump.instances.iter().flatten().enumerate() {
        let pointer = format!("/instances/{at}");
        let place = places.get(&(spec.node, spec.primitive)).copied();
        let (instance, primitive, count) = place.ok_or_else(|| {
            Issue::error("verify-instance-unknown", pointer.clone())
                .with("node", spec.node)
                .with("primitive", spec.primitive)
        })?;
        let vertices = vertices(spec, count, &pointer)?;
        if spec.positions.len() != 3 * vertices.len() {
            return Err(Issue::error("verify-positions", format!("{pointer}/positions"))
                .with("expected", 3 * vertices.len())
                .with("found", spec.positions.len())
                .with("vertices", vertices.len()));
        }
        let positions = spec
            .positions
            .chunks_exact(3)
            .map(|p| [p[0], p[1], p[2]])
            .collect();
        out.push(TheirPart {
            instance,
            primitive,
            vertices,
            positions,
        });
    }
    Ok(out)
}

fn vertices(spec: &InstanceSpec, count: usize, pointer: &str) -> Result<Vec<u32>, Issue> {
    let Some(indices) = &spec.indices else {
        return Ok((0..count as u32).collect());
    };
    match indices.iter().position(|i| *i as usize >= count) {
        Some(bad) => Err(Issue::error("verify-index", format!("{pointer}/indices/{bad}"))
            .with("found", indices[bad])
            .with("count", count)),
        None => Ok(indices.clone()),
    }
}
