//! One primitive's vertices, indices, influences and morph targets on the device.

use super::buffers::filled_buffer;
use super::upload::Feed;
use super::{Gpu, RenderError};
use crate::math::Bounds;
use crate::model::{
    ATTRIBUTE_BYTES, ATTRIBUTES, Kept, MaterialVariantId, Primitive, Topology, VertexStreams,
};
use crate::skinning::{MorphDelta, MorphTargets};

/// Bindings that the deltas of one primitive can be split over.
pub(super) const DELTA_BINDINGS: usize = 3;

/// How a primitive's corners are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Triangles,
    Lines,
    Points,
}

impl Kind {
    fn of(topology: Topology) -> Self {
        match topology {
            Topology::Points => Self::Points,
            Topology::Lines | Topology::LineLoop | Topology::LineStrip => Self::Lines,
            _ => Self::Triangles,
        }
    }
}

/// A primitive's buffers. Clones share them.
#[derive(Debug, Clone)]
pub(super) struct GpuPrimitive {
    pub vertex_count: u32,
    /// By location of `vs_mesh`.
    pub attributes: [wgpu::Buffer; ATTRIBUTES],
    /// `None`: the vertices in order.
    pub indices: Option<wgpu::Buffer>,
    /// Indices, or vertices without them.
    pub corner_count: u32,
    pub kind: Kind,
    pub has_normals: bool,
    pub has_influences: bool,
    /// A vertex has more than four.
    pub all_influences: bool,
    pub more: Option<wgpu::Buffer>,
    pub morph: Option<GpuMorph>,
    /// Index into the model's materials.
    pub material: usize,
    /// The same under sets of materials.
    pub variant_materials: Vec<(MaterialVariantId, usize)>,
    pub rest_bounds: Bounds,
}

/// A primitive's morph targets.
#[derive(Debug, Clone)]
pub(super) struct GpuMorph {
    pub start: wgpu::Buffer,
    pub deltas: Vec<wgpu::Buffer>,
    pub deltas_per_binding: u32,
}

/// Bytes that the upload of a primitive counts as in progress: about those of its buffers.
pub(super) fn upload_bytes(primitive: &Primitive, kept: Kept) -> u64 {
    let deltas = primitive
        .morph
        .as_ref()
        .filter(|_| !kept.morph)
        .map_or(0, |m| m.deltas().len());
    let corners = primitive
        .indices
        .as_ref()
        .filter(|_| !kept.indices)
        .map_or(0, |i| i.len());
    let vertex: usize = (0..ATTRIBUTES)
        .filter(|&k| has_attribute(primitive, k) && !kept.attribute(k))
        .map(|k| ATTRIBUTE_BYTES[k])
        .sum();
    (primitive.vertex_count() * vertex + 4 * corners + deltas * size_of::<MorphDelta>()) as u64
}

fn has_attribute(primitive: &Primitive, attribute: usize) -> bool {
    match attribute {
        0 => true,
        1 => primitive.normals.is_some(),
        2 => primitive.tangents.is_some(),
        3 | 4 => primitive.influences.is_some(),
        5 | 6 => primitive.uvs[attribute - 5].is_some(),
        _ => primitive.colors.is_some(),
    }
}

/// Bytes of zeros that stand for what a primitive lacks.
pub(super) fn blank_bytes(primitive: &Primitive) -> u64 {
    let lacking = (0..ATTRIBUTES).filter(|&k| !has_attribute(primitive, k));
    let widest = lacking.map(|k| ATTRIBUTE_BYTES[k]).max().unwrap_or(0);
    (primitive.vertex_count() * widest) as u64
}

const NAMES: [&str; ATTRIBUTES] = [
    "vertex positions",
    "vertex normals",
    "vertex tangents",
    "vertex joints",
    "vertex weights",
    "first UVs",
    "second UVs",
    "vertex colours",
];

impl GpuPrimitive {
    /// Uploads `streams`, and takes what they lack from `prior`, with which they were made, or from `blank`, which is
    /// zero.
    pub(super) fn new(
        feed: &mut Feed<'_>,
        primitive: &Primitive,
        streams: &VertexStreams<'_>,
        blank: &wgpu::Buffer,
        material: usize,
        prior: Option<(&Self, Kept)>,
    ) -> Result<Self, RenderError> {
        let kind = Kind::of(primitive.topology);
        let kept = |which: fn(Kept) -> bool| prior.filter(|(_, kept)| which(*kept)).map(|(p, _)| p);
        let mut attributes = Vec::with_capacity(ATTRIBUTES);
        for (k, bytes) in streams.attributes.iter().enumerate() {
            let known = prior.filter(|(_, kept)| kept.attribute(k));
            attributes.push(match (known, bytes) {
                (Some((prior, _)), _) => prior.attributes[k].clone(),
                (None, None) => blank.clone(),
                (None, Some(bytes)) => filled_buffer(
                    feed,
                    NAMES[k],
                    wgpu::BufferUsages::VERTEX,
                    bytes,
                    ATTRIBUTE_BYTES[k],
                )?,
            });
        }
        let attributes: [wgpu::Buffer; ATTRIBUTES] =
            attributes.try_into().expect("one is pushed for each attribute");
        let more = match kept(|k| k.influences) {
            Some(prior) => prior.more.clone(),
            None => {
                let words: &[u8] = bytemuck::cast_slice(&streams.more);
                some_buffer(
                    feed,
                    "influences beyond the fourth",
                    wgpu::BufferUsages::STORAGE,
                    words,
                )?
            }
        };
        let (indices, corner_count) = match kept(|k| k.indices) {
            Some(prior) => (prior.indices.clone(), prior.corner_count),
            None => match &streams.indices {
                Some(indices) => {
                    let bytes = bytemuck::cast_slice(indices);
                    let buffer = filled_buffer(feed, "vertex indices", wgpu::BufferUsages::INDEX, bytes, 4)?;
                    (Some(buffer), indices.len() as u32)
                }
                None if kind == Kind::Triangles => (None, (primitive.vertex_count() / 3 * 3) as u32),
                None => (None, primitive.vertex_count() as u32),
            },
        };
        let morph = match kept(|k| k.morph) {
            Some(prior) => prior.morph.clone(),
            None => match &primitive.morph {
                Some(morph) if !morph.deltas().is_empty() => Some(GpuMorph::new(feed, morph)?),
                _ => None,
            },
        };
        Ok(Self {
            vertex_count: primitive.vertex_count() as u32,
            attributes,
            indices,
            corner_count,
            kind,
            has_normals: primitive.normals.is_some(),
            has_influences: primitive.influences.is_some(),
            all_influences: more.is_some(),
            more,
            morph,
            material,
            variant_materials: primitive
                .variant_materials
                .iter()
                .map(|(variant, id)| (*variant, id.0 as usize))
                .collect(),
            rest_bounds: primitive.rest_bounds(),
        })
    }

    /// Its material under a set of materials.
    pub(super) fn material_under(&self, variant: Option<MaterialVariantId>) -> usize {
        let named = variant.and_then(|wanted| self.variant_materials.iter().find(|(of, _)| *of == wanted));
        named.map_or(self.material, |(_, material)| *material)
    }

    /// Triangles of one draw.
    pub(super) fn triangle_count(&self) -> u32 {
        if self.kind == Kind::Triangles {
            self.corner_count / 3
        } else {
            0
        }
    }
}

/// A buffer of `bytes`, if there are any.
fn some_buffer(
    feed: &mut Feed<'_>,
    what: &'static str,
    usage: wgpu::BufferUsages,
    bytes: &[u8],
) -> Result<Option<wgpu::Buffer>, RenderError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    filled_buffer(feed, what, usage, bytes, 4).map(Some)
}

/// Deltas that one binding holds.
fn deltas_per_binding(gpu: &Gpu) -> usize {
    let limits = gpu.limits();
    let bytes = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
    (bytes / size_of::<MorphDelta>() as u64).min(u64::from(u32::MAX / 4)) as usize
}

impl GpuMorph {
    /// Spreads the deltas over as many bindings as they need.
    fn new(feed: &mut Feed<'_>, morph: &MorphTargets) -> Result<Self, RenderError> {
        let per_binding = deltas_per_binding(feed.gpu);
        let deltas = morph.deltas();
        if deltas.len() > DELTA_BINDINGS * per_binding {
            return Err(RenderError::TooLarge {
                what: "morph targets of one primitive (deltas)".into(),
                needed: deltas.len() as u64,
                allowed: (DELTA_BINDINGS * per_binding) as u64,
            });
        }
        let storage = wgpu::BufferUsages::STORAGE;
        let deltas: Result<Vec<_>, _> = deltas
            .chunks(per_binding.max(1))
            .map(|part| filled_buffer(feed, "morph deltas", storage, bytemuck::cast_slice(part), 40))
            .collect();
        Ok(Self {
            start: filled_buffer(
                feed,
                "morph starts",
                storage,
                bytemuck::cast_slice(morph.start()),
                4,
            )?,
            deltas: deltas?,
            deltas_per_binding: per_binding as u32,
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::{Vec3, Vec4};

    use super::*;
    use crate::skinning::InfluencesBuilder;

    #[test]
    fn a_variant_keeps_what_is_the_same_and_no_more() {
        let influences = |joint| {
            let mut builder = InfluencesBuilder::new(2, 3);
            (0..3).for_each(|_| builder.push([(joint, 1.0)]));
            Some(builder.finish().0)
        };
        let old = Primitive {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y].into(),
            normals: Some(vec![Vec3::Z; 3].into()),
            influences: influences(0),
            indices: Some(vec![0, 1, 2].into()),
            ..Primitive::default()
        };
        let all = Kept {
            geometry: true,
            influences: true,
            surface: true,
            indices: true,
            morph: true,
        };
        let changed = |change: fn(&mut Primitive)| {
            let mut new = old.clone();
            change(&mut new);
            Kept::of(&old, &new)
        };
        assert_eq!(changed(|_| {}), all);
        assert_eq!(upload_bytes(&old, all), 0);
        let moved = changed(|p| p.positions = vec![Vec3::ONE; 3].into());
        assert_eq!(
            moved,
            Kept {
                geometry: false,
                ..all
            }
        );
        let flat = changed(|p| p.normals = None);
        assert_eq!(
            flat,
            Kept {
                geometry: false,
                ..all
            }
        );
        let turned = changed(|p| p.indices = Some(vec![0, 2, 1].into()));
        assert_eq!(
            turned,
            Kept {
                indices: false,
                ..all
            }
        );
        let unrolled = changed(|p| p.topology = Topology::TriangleStrip);
        assert_eq!(
            unrolled,
            Kept {
                indices: false,
                ..all
            }
        );
        let painted = changed(|p| p.colors = Some(vec![Vec4::ONE; 3].into()));
        assert_eq!(
            painted,
            Kept {
                surface: false,
                ..all
            }
        );
        let mut follows = old.clone();
        follows.influences = influences(1);
        assert_eq!(
            Kept::of(&old, &follows),
            Kept {
                influences: false,
                ..all
            }
        );
        // One vertex more: whatever is made for each vertex is made anew.
        let longer = changed(|p| p.positions = vec![Vec3::ONE; 4].into());
        assert_eq!(longer, Kept::default());
        assert_eq!(
            upload_bytes(&old, Kept::default()),
            3 * (12 + 12 + 8 + 16) + 3 * 4
        );
        // Tangents are the widest of what it lacks.
        assert_eq!(blank_bytes(&old), 3 * 16);
    }
}
