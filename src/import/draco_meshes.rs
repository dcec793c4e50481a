//! Primitives that KHR_draco_mesh_compression holds: decoded before anything else of a mesh is read, and then found in
//! place of what their accessors name.

use std::collections::{BTreeMap, BTreeSet};

use gltf::json;
use gltf::json::accessor::{ComponentType, GenericComponentType};
use gltf::json::validation::Checked;
use serde::Deserialize;

use super::accessor::{Accessors, components};
use super::decode::draco::{self, Declared, Decoded, Number, Wanted};
use super::mesh::Plan;
use super::report::Report;
use super::{ImportError, Result};
use crate::model::Issue;
use crate::work::Work;

const NAME: &str = "KHR_draco_mesh_compression";

/// What was decoded.
#[derive(Debug, Default)]
pub(super) struct DracoMeshes {
    decoded: Vec<Decoded>,
    /// Accessor to stream and attribute in it.
    attributes: BTreeMap<usize, (usize, usize)>,
    /// Mesh and primitive to stream.
    primitives: BTreeMap<(usize, usize), usize>,
}

impl DracoMeshes {
    /// The elements of an accessor, tightly packed, and their number.
    pub(super) fn attribute(&self, accessor: usize) -> Option<(&[u8], usize)> {
        let &(stream, attribute) = self.attributes.get(&accessor)?;
        let decoded = &self.decoded[stream];
        Some((&decoded.attributes[attribute], decoded.vertices))
    }

    /// The corners of a primitive's triangles.
    pub(super) fn indices(&self, mesh: usize, primitive: usize) -> Option<&[u32]> {
        let &stream = self.primitives.get(&(mesh, primitive))?;
        Some(&self.decoded[stream].indices)
    }
}

/// A stream of the file, with all primitives that show it.
#[derive(Debug)]
pub(super) struct Stream {
    primitives: Vec<(usize, usize)>,
    pointer: String,
    view: usize,
    vertices: usize,
    triangles: usize,
    /// Accessors in the order of `wanted`.
    accessors: Vec<usize>,
    wanted: Vec<Wanted>,
    /// All that the plain twin is made of.
    plain: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Properties {
    buffer_view: usize,
    attributes: BTreeMap<String, u32>,
}

/// The streams of the primitives that nodes show.
pub(super) fn find(data: &Accessors<'_>, plan: &Plan) -> Result<Vec<Stream>, Issue> {
    let mut out: Vec<Stream> = Vec::new();
    let mut known = BTreeMap::new();
    for (m, mesh) in data
        .root
        .meshes
        .iter()
        .enumerate()
        .filter(|(m, _)| plan.uses_mesh(*m))
    {
        for (p, primitive) in mesh.primitives.iter().enumerate() {
            let Some(value) = primitive.extensions.as_ref().and_then(|e| e.others.get(NAME)) else {
                continue;
            };
            let pointer = format!("/meshes/{m}/primitives/{p}/extensions/{NAME}");
            let properties = Properties::deserialize(value).map_err(|e| {
                Issue::error("extension-broken", &pointer)
                    .with("extension", NAME)
                    .with("reason", e.to_string())
            })?;
            let mut stream = stream(data, primitive, &properties, pointer)?;
            let key = (stream.view, stream.accessors.clone(), stream.triangles);
            let index = *known.entry(key).or_insert(out.len());
            if let Some(same) = out.get_mut(index) {
                same.primitives.push((m, p));
            } else {
                stream.primitives.push((m, p));
                out.push(stream);
            }
        }
    }
    Ok(out)
}

fn stream(
    data: &Accessors<'_>,
    primitive: &json::mesh::Primitive,
    properties: &Properties,
    pointer: String,
) -> Result<Stream, Issue> {
    let mut out = Stream {
        primitives: Vec::new(),
        view: properties.buffer_view,
        vertices: 0,
        triangles: 0,
        accessors: Vec::new(),
        wanted: Vec::new(),
        plain: primitive.indices.iter().map(json::Index::value).collect(),
        pointer,
    };
    for (semantic, accessor) in &primitive.attributes {
        let accessor = accessor.value();
        out.plain.push(accessor);
        let name = semantic.to_string();
        if let Some(&id) = properties.attributes.get(&name) {
            out.vertices = out.vertices.max(data.claimed(accessor)?);
            out.wanted.push(wanted(data, accessor, id)?);
            out.accessors.push(accessor);
        }
    }
    // Without indices nothing says how many triangles there are; as a closed mesh has them, twice the vertices.
    out.triangles = match primitive.indices {
        Some(accessor) => data.claimed(accessor.value())? / 3,
        None => out.vertices.saturating_mul(2),
    };
    Ok(out)
}

fn wanted(data: &Accessors<'_>, index: usize, id: u32) -> Result<Wanted, Issue> {
    let accessor = data.get(index)?;
    let unknown = |what| Issue::error("accessor-unknown-type", format!("/accessors/{index}/{what}"));
    let (Checked::Valid(GenericComponentType(component)), Checked::Valid(kind)) =
        (accessor.component_type, accessor.type_)
    else {
        return Err(unknown("type"));
    };
    Ok(Wanted {
        id,
        width: components(kind),
        number: match component {
            ComponentType::I8 => Number::I8,
            ComponentType::U8 => Number::U8,
            ComponentType::I16 => Number::I16,
            ComponentType::U16 => Number::U16,
            ComponentType::U32 => Number::U32,
            ComponentType::F32 => Number::F32,
        },
        normalized: accessor.normalized,
    })
}

/// Decodes `streams` on the workers. One that cannot be decoded refuses the file, unless its plain twin is there.
pub(super) fn import(
    data: &Accessors<'_>,
    streams: &[Stream],
    work: &Work,
    report: &mut Report,
) -> Result<DracoMeshes> {
    let done = work.workers.map(streams.len(), |index| {
        let stream = &streams[index];
        let bytes = data.buffers.view(data.root, stream.view)?;
        let declared = Declared {
            vertices: stream.vertices,
            triangles: stream.triangles,
            attributes: &stream.wanted,
        };
        let decoded = draco::decode(bytes, &declared, data.budget, &stream.pointer, work);
        work.progress.add(1);
        decoded
    });
    let mut out = DracoMeshes::default();
    let mut taken = BTreeSet::new();
    for (one, stream) in done.into_iter().zip(streams) {
        let decoded = match one {
            Ok(decoded) => decoded,
            Err(ImportError::Refused(issue)) if has_plain_twin(data, stream) => {
                let told = Issue::warning("draco-plain-instead", issue.pointer);
                report.push(told.with("cause", issue.code));
                continue;
            }
            Err(error) => return Err(error),
        };
        if decoded.vertices < stream.vertices {
            report.push(
                Issue::warning("draco-count", stream.pointer.as_str())
                    .with("found", decoded.vertices)
                    .with("declared", stream.vertices),
            );
        }
        let index = out.decoded.len();
        for (attribute, &accessor) in stream.accessors.iter().enumerate() {
            if !taken.insert(accessor) {
                return Err(Issue::error("draco-accessor-shared", stream.pointer.as_str())
                    .with("accessor", accessor)
                    .into());
            }
            out.attributes.insert(accessor, (index, attribute));
        }
        for &primitive in &stream.primitives {
            out.primitives.insert(primitive, index);
        }
        out.decoded.push(decoded);
    }
    Ok(out)
}

/// True if all accessors of the primitive lead to bytes of their own.
fn has_plain_twin(data: &Accessors<'_>, stream: &Stream) -> bool {
    let plain = |&index: &usize| {
        let view = data.get(index).ok().and_then(|a| a.buffer_view);
        view.is_some_and(|view| data.buffers.view(data.root, view.value()).is_ok())
    };
    !stream.plain.is_empty() && stream.plain.iter().all(plain)
}
