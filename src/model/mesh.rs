//! Geometry as it stands in the file, in mesh space.

use std::sync::OnceLock;

use glam::{Vec2, Vec3, Vec4};

use super::{Array, FoundInfluences, MaterialId, MaterialVariantId, Source};
use crate::skinning::{Influences, JointBoxes, MorphTargets, Outline, Vertex};
use crate::work::{CancelToken, Cancelled};

/// Which mesh of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeshId(pub u32);

/// How vertices make a shape. Source: glTF 2.0, section 3.7.2.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs, reason = "the names are the specification's")]
pub enum Topology {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    #[default]
    Triangles,
    TriangleStrip,
    TriangleFan,
}

/// One part of a mesh with one material.
///
/// Shape: every attribute that is there has one entry per vertex, in the order of the file's POSITION accessor.
/// Space: mesh space (bind space for a skinned mesh), metres.
#[derive(Debug, Clone, Default)]
pub struct Primitive {
    /// As in the file.
    pub topology: Topology,
    /// Vertex indices, all in range; `None`: the vertices in order.
    pub indices: Option<Array<u32>>,
    /// Positions.
    pub positions: Array<Vec3>,
    /// Unit normals; `None` if the file has none (faces are then shaded flat).
    pub normals: Option<Array<Vec3>>,
    /// Unit tangents and handedness; made by MikkTSpace when a normal map needs them and the file has none.
    pub tangents: Option<Array<Vec4>>,
    /// UV sets 0 and 1.
    pub uvs: [Option<Array<Vec2>>; 2],
    /// Linear RGBA.
    pub colors: Option<Array<Vec4>>,
    /// Influences, if the instance has a skin and the primitive joints.
    pub influences: Option<Influences>,
    /// The same before anything was corrected, with influences.
    pub found: Option<Box<FoundInfluences>>,
    /// Morph targets, if any.
    pub morph: Option<MorphTargets>,
    /// Boxes per joint; one in all without influences.
    pub joint_boxes: JointBoxes,
    /// The vertices that stand out, once somebody asked; see [`Primitive::outline`]. Whoever changes positions,
    /// influences or morph targets empties it.
    pub outline: OnceLock<Outline>,
    /// Material; `None`: [`super::Material::clay`].
    pub material: Option<MaterialId>,
    /// The materials that variants put in its place, each variant at most once.
    pub variant_materials: Vec<(MaterialVariantId, MaterialId)>,
    /// Index within its mesh, and pointer.
    pub source: Source,
}

impl Primitive {
    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    /// The vertices that stand out. Looks at all of them when it is first asked, which takes a while for a large
    /// primitive: [`opening_bounds`](super::opening_bounds) asks on the thread that loads.
    ///
    /// # Panics
    /// Never: nobody can cancel it.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| {
            let all = self.new_outline(&CancelToken::default());
            all.expect("nobody else has the token that would cancel it")
        })
    }

    /// The same, unless it is cancelled.
    pub fn find_outline(&self, cancel: &CancelToken) -> Result<&Outline, Cancelled> {
        if let Some(known) = self.outline.get() {
            return Ok(known);
        }
        let made = self.new_outline(cancel)?;
        Ok(self.outline.get_or_init(|| made))
    }

    fn new_outline(&self, cancel: &CancelToken) -> Result<Outline, Cancelled> {
        Outline::find(
            &self.positions,
            self.influences.as_ref(),
            self.morph.as_ref(),
            || cancel.check(),
        )
    }

    /// One vertex before morphing and skinning.
    #[inline]
    pub fn vertex(&self, index: usize) -> Vertex {
        Vertex {
            position: self.positions[index],
            normal: self.normals.as_ref().map_or(Vec3::ZERO, |n| n[index]),
            tangent: self.tangents.as_ref().map_or(Vec4::ZERO, |t| t[index]),
        }
    }

    /// The corners of the primitive's triangles as vertex indices, three a triangle, strips and fans unrolled; empty
    /// for points and lines.
    pub fn triangles(&self) -> Vec<u32> {
        let count = self.indices.as_ref().map_or(self.positions.len(), |i| i.len());
        let at = |k: usize| self.indices.as_ref().map_or(k as u32, |i| i[k]);
        match self.topology {
            Topology::Triangles => (0..count / 3 * 3).map(at).collect(),
            Topology::TriangleStrip => (2..count)
                .flat_map(|k| {
                    if k % 2 == 0 {
                        [k - 2, k - 1, k]
                    } else {
                        [k - 1, k - 2, k]
                    }
                })
                .map(at)
                .collect(),
            Topology::TriangleFan => (2..count).flat_map(|k| [0, k - 1, k]).map(at).collect(),
            _ => Vec::new(),
        }
    }

    /// The ends of the primitive's lines as vertex indices, two a line, loops and strips unrolled; empty for others.
    pub fn lines(&self) -> Vec<u32> {
        let count = self.indices.as_ref().map_or(self.positions.len(), |i| i.len());
        let at = |k: usize| self.indices.as_ref().map_or(k as u32, |i| i[k]);
        match self.topology {
            Topology::Lines => (0..count / 2 * 2).map(at).collect(),
            Topology::LineStrip => (1..count).flat_map(|k| [k - 1, k]).map(at).collect(),
            Topology::LineLoop if count > 1 => {
                (0..count).flat_map(|k| [k, (k + 1) % count]).map(at).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Primitives that are drawn together.
///
/// A mesh of the file that is used with several skins becomes several of these: influences are checked against a skin.
#[derive(Debug, Clone, Default)]
pub struct Mesh {
    /// Name in the file.
    pub name: Option<String>,
    /// Parts.
    pub primitives: Vec<Primitive>,
    /// Names of the morph targets (`extras.targetNames`), as many as targets or fewer.
    pub target_names: Vec<String>,
    /// Place in the file.
    pub source: Source,
}

impl Mesh {
    /// Number of morph targets (the same for all primitives).
    pub fn target_count(&self) -> u32 {
        self.primitives
            .iter()
            .filter_map(|p| p.morph.as_ref())
            .map(MorphTargets::target_count)
            .max()
            .unwrap_or(0)
    }
}
