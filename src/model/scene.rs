//! The model: everything a file held, and which parts of it show.

use std::ops::Range;
use std::path::PathBuf;

use glam::{DVec3, Mat4};

use super::{
    Array, ClipSource, Image, Issue, Light, LightInstance, Material, MaterialVariant, Mesh, MeshId,
    SceneCamera, Source, Texture,
};
use crate::animation::{Clip, ClipId, Interpolation, JointId, Keys, Skeleton};
use crate::math::Rows3x4;
use crate::skinning::Skin;

/// Which skin of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkinId(pub u32);

/// Which scene of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SceneId(pub u32);

/// Which mesh instance of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(pub u32);

/// A mesh where a node of the file carries it.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshInstance {
    /// The node that carries it. Without a skin it moves the mesh; with one it plays no part.
    pub joint: JointId,
    /// The mesh.
    pub mesh: MeshId,
    /// The skin, if any.
    pub skin: Option<SkinId>,
    /// This instance's morph weights in the pose (one per target, empty without).
    pub morph_weights: Range<u32>,
    /// EXT_mesh_gpu_instancing: where in [`Model::copies`] its copies stand; empty: it is drawn once, at the node.
    /// Only an instance without a skin has any.
    pub copies: Range<u32>,
    /// False if KHR_node_visibility hides its node, or one above it: it is neither drawn nor framed. It is posed, dumped
    /// and examined as any other.
    pub visible: bool,
}

/// What shows together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// Name in the file.
    pub name: Option<String>,
    /// Its mesh instances, in the order of the file's nodes.
    pub instances: Vec<InstanceId>,
    /// All joints of the scene (roots and everything below), ascending.
    pub joints: Vec<JointId>,
}

/// What the file says of a skin beyond what moves vertices.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SkinSource {
    /// Name in the file.
    pub name: Option<String>,
    /// False if the file has no inverse bind matrices, which means identity.
    pub has_inverse_binds: bool,
    /// The matrices as the file has them, column by column, whatever they are; as many as it has. Empty without.
    pub inverse_binds_as_found: Vec<Mat4>,
    /// Place in the file.
    pub source: Source,
}

/// An imported character. Plain data, no file indices past the [`Source`]s.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// File name, for titles and messages.
    pub name: String,
    /// Every node of the file.
    pub skeleton: Skeleton,
    /// Place in the file of each joint (a node).
    pub joint_sources: Vec<Source>,
    /// Meshes (per skin they are used with).
    pub meshes: Vec<Mesh>,
    /// Skins.
    pub skins: Vec<Skin>,
    /// What else the file says of each skin.
    pub skin_sources: Vec<SkinSource>,
    /// Mesh instances of all scenes.
    pub instances: Vec<MeshInstance>,
    /// Copies of instances (`node_from_copy`), see [`MeshInstance::copies`].
    pub copies: Array<Rows3x4>,
    /// Nodes that carry a camera, in the order of the file's nodes.
    pub cameras: Vec<SceneCamera>,
    /// Scenes, at least one.
    pub scenes: Vec<Scene>,
    /// The one to show first.
    pub default_scene: SceneId,
    /// Clips in the file's order.
    pub clips: Vec<Clip>,
    /// The clip to open with, where whoever brought the model knows better than [`Self::opening_clip`].
    pub chosen_clip: Option<ClipId>,
    /// Where each clip comes from.
    pub clip_sources: Vec<ClipSource>,
    /// Materials.
    pub materials: Vec<Material>,
    /// Sets of materials to choose between (KHR_materials_variants).
    pub material_variants: Vec<MaterialVariant>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Pictures.
    pub images: Vec<Image>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Where they are: in all scenes together at most [`MOST_LIGHTS`](super::MOST_LIGHTS).
    pub light_instances: Vec<LightInstance>,
    /// `extensionsUsed` of the file.
    pub extensions_used: Vec<String>,
    /// `asset.generator`, `asset.copyright` of the file.
    pub generator: Option<String>,
    /// `asset.copyright` of the file.
    pub copyright: Option<String>,
    /// Scene-space position of this model's origin: add it to model space to get the file's own coordinates.
    ///
    /// A skeleton far out is brought near zero at import (roots and their tracks less this offset), so that `f32` is
    /// fine everywhere behind it. Zero for ordinary files.
    pub origin: DVec3,
    /// True if the character looks along -Z, as VRM 0 has it, instead of +Z, as glTF has it.
    pub faces_backward: bool,
    /// Bytes of the file and of what it refers to.
    pub byte_count: u64,
    /// The real paths of the files beside its own that it was read from: buffers and pictures.
    pub companions: Vec<PathBuf>,
    /// What the importer found.
    pub issues: Vec<Issue>,
    /// The twin that plays; see [`Self::make_ready`].
    pub ready: super::ReadyOnce,
}

impl Model {
    /// A scene; the default one for an id that does not exist.
    pub fn scene(&self, id: SceneId) -> Option<&Scene> {
        self.scenes
            .get(id.0 as usize)
            .or_else(|| self.scenes.get(self.default_scene.0 as usize))
    }

    /// The instances of a scene.
    pub fn scene_instances(&self, id: SceneId) -> impl Iterator<Item = (InstanceId, &MeshInstance)> + '_ {
        let ids = self.scene(id).map_or(&[][..], |s| &s.instances);
        ids.iter()
            .filter_map(|&i| self.instances.get(i.0 as usize).map(|m| (i, m)))
    }

    /// The instances of a scene that are drawn: all but those of hidden nodes.
    pub fn visible_instances(&self, id: SceneId) -> impl Iterator<Item = (InstanceId, &MeshInstance)> + '_ {
        self.scene_instances(id).filter(|(_, instance)| instance.visible)
    }

    /// The lights of a scene, in the file's order.
    pub fn scene_lights(&self, id: SceneId) -> impl Iterator<Item = (&LightInstance, &Light)> + '_ {
        let joints = self.scene(id).map_or(&[][..], |s| &s.joints);
        let of_scene = |l: &&LightInstance| joints.binary_search(&l.joint).is_ok();
        self.light_instances
            .iter()
            .filter(of_scene)
            .filter_map(|l| Some((l, self.lights.get(l.light.0 as usize)?)))
    }

    /// The mesh of an instance.
    pub fn mesh(&self, id: MeshId) -> &Mesh {
        &self.meshes[id.0 as usize]
    }

    /// A clip.
    pub fn clip(&self, id: ClipId) -> Option<&Clip> {
        self.clips.get(id.index())
    }

    /// All clip ids.
    pub fn clip_ids(&self) -> impl ExactSizeIterator<Item = ClipId> + use<> {
        (0..self.clips.len() as u32).map(ClipId)
    }

    /// The clip to play when the model opens: the longest one that moves something, else the longest.
    pub fn opening_clip(&self) -> Option<ClipId> {
        if self.chosen_clip.is_some() {
            return self.chosen_clip;
        }
        let curves = |k: &Keys| k.interpolation() == Interpolation::CubicSpline && k.len() > 1;
        let changes = |k: &Keys| curves(k) || (1..k.len()).any(|i| k.value(i) != k.value(0));
        let moves = |c: &Clip| c.duration_secs() > 0.0 && c.tracks().iter().any(|t| changes(&t.keys));
        let longest = |a: &ClipId, b: &ClipId| {
            let d = |id: &ClipId| self.clips[id.index()].duration_secs();
            // On a tie the first of the file.
            d(a).total_cmp(&d(b)).then(b.cmp(a))
        };
        self.clip_ids()
            .filter(|id| moves(&self.clips[id.index()]))
            .max_by(longest)
            .or_else(|| self.clip_ids().max_by(longest))
    }

    /// Opens with the first clip of that name, if there is one.
    pub fn open_with(&mut self, clip: &str) {
        self.chosen_clip = self
            .clip_ids()
            .find(|c| self.clips[c.index()].name() == Some(clip));
    }

    /// Vertices of a scene, as often as they are drawn.
    pub fn vertex_count(&self, scene: SceneId) -> usize {
        let of = |m: &MeshInstance| {
            let once: usize = self
                .mesh(m.mesh)
                .primitives
                .iter()
                .map(super::Primitive::vertex_count)
                .sum();
            once.saturating_mul(self.copy_count(m))
        };
        let all = self.visible_instances(scene).map(|(_, m)| of(m));
        all.fold(0, usize::saturating_add)
    }

    /// Number of distinct joints that skins use.
    pub fn skin_joint_count(&self) -> usize {
        let mut seen = vec![false; self.skeleton.len()];
        for joint in self.skins.iter().flat_map(Skin::joints) {
            seen[joint.index()] = true;
        }
        seen.into_iter().filter(|&s| s).count()
    }

    /// What a person calls a joint: its name, or `node N` by its place in the file.
    pub fn joint_label(&self, joint: JointId) -> String {
        match self.skeleton.name(joint).filter(|n| !n.is_empty()) {
            Some(name) => name.to_owned(),
            None => match self.joint_sources.get(joint.index()) {
                Some(source) => format!("node {}", source.index),
                None => format!("joint {}", joint.0),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Target, Track};

    #[test]
    fn a_long_clip_that_stands_still_does_not_open_before_a_short_one_that_moves() {
        let clip = |times: &[f32], x: &[f32]| {
            let values = x.iter().flat_map(|&x| [x, 0.0, 0.0]).collect();
            let keys = Keys::new(times.into(), values, 3, Interpolation::Linear).unwrap();
            Clip::new(
                None,
                vec![Track {
                    target: Target::Translation(JointId(0)),
                    keys,
                }],
            )
        };
        let still = clip(&[0.0, 9.0], &[1.0, 1.0]);
        let model = |clips| Model {
            clips,
            ..Model::default()
        };
        let m = model(vec![
            still.clone(),
            clip(&[0.0, 1.0], &[0.0, 1.0]),
            clip(&[0.0, 1.0], &[0.0, 2.0]),
        ]);
        assert_eq!(m.opening_clip(), Some(ClipId(1)));
        assert_eq!(model(vec![still]).opening_clip(), Some(ClipId(0)));
        assert_eq!(model(vec![]).opening_clip(), None);
    }
}
