//! What is inside a model, and what its clips would weigh as vertex animation.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;
use serde::Serialize;

use crate::animation::{Clip, Interpolation};
use crate::math::Bounds;
use crate::model::{
    AlphaMode, Issue, IssueArg, Lens, LightKind, Material, MaterialVariantId, Mesh, Model, PosedModel,
    SceneId, Severity, Topology, posed_bounds,
};
use crate::skinning::{Influences, SkinningMethod};
use crate::work::{Cancelled, Work};

/// Instants a second at which the bounds of a clip are taken, besides its end.
const BOUNDS_FPS: f64 = 30.0;
/// Frames that one job poses.
const FRAMES_PER_JOB: usize = 8;

/// Everything worth knowing about a file before it is opened.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Info {
    /// Bytes of the file and of what it refers to.
    pub bytes: u64,
    /// What wrote it, by its own words.
    pub generator: Option<String>,
    /// Whose it is, by its own words.
    pub copyright: Option<String>,
    /// `extensionsUsed`.
    pub extensions: Vec<String>,
    /// Number of nodes.
    pub nodes: usize,
    /// Number of distinct joints that skins use.
    pub joints: usize,
    /// Scenes; `default` marks the one shown.
    pub scenes: Vec<SceneInfo>,
    /// Skins.
    pub skins: Vec<SkinInfo>,
    /// Meshes of the file.
    pub meshes: Vec<MeshInfo>,
    /// Primitives of the shown scene, as often as they are drawn; likewise the next two.
    pub primitives: usize,
    /// Vertices.
    pub vertices: usize,
    /// Triangles.
    pub triangles: usize,
    /// Of these instances: how many copies EXT_mesh_gpu_instancing makes; 0 without.
    pub copies: usize,
    /// Mesh instances of the shown scene that the file hides; they count nowhere above.
    pub hidden_instances: usize,
    /// Cameras, in the order that gives them their numbers.
    pub cameras: Vec<CameraInfo>,
    /// Sets of materials, in the order that gives them their numbers.
    pub variants: Vec<VariantInfo>,
    /// One set of materials more closely; only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<VariantMaterials>,
    /// Materials.
    pub materials: Vec<MaterialInfo>,
    /// Textures.
    pub textures: Vec<TextureInfo>,
    /// Lights, where nodes carry them.
    pub lights: Vec<LightInfo>,
    /// Clips, in the order that gives them their numbers.
    pub clips: Vec<ClipInfo>,
    /// All clips together: as vertex animation against as joints.
    pub weight: WeightInfo,
    /// Where the model is; only when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<BoundsInfo>,
    /// What the importer found.
    pub issues: Vec<IssueInfo>,
}

/// A scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SceneInfo {
    /// Name in the file.
    pub name: Option<String>,
    /// Nodes in it.
    pub nodes: usize,
    /// Nodes of it that carry a mesh.
    pub mesh_instances: usize,
    /// True for the one that shows first.
    pub default: bool,
}

/// A skin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkinInfo {
    /// Name in the file.
    pub name: Option<String>,
    /// Its joints.
    pub joints: usize,
    /// False: identity.
    pub has_inverse_binds: bool,
}

/// A mesh of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MeshInfo {
    /// Name in the file.
    pub name: Option<String>,
    /// Number of primitives.
    pub primitives: usize,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of triangles, strips and fans unrolled.
    pub triangles: usize,
    /// Number of morph targets.
    pub morph_targets: u32,
    /// Largest number of joints that move one vertex; 0 without a skin.
    pub max_influences: usize,
}

/// A camera that a node carries.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CameraInfo {
    /// Number by which menu and command line know it.
    pub index: usize,
    /// Name of the node, else of the camera.
    pub name: Option<String>,
    /// The node, by its index in the file.
    pub node: u32,
    /// `perspective` or `orthographic`.
    pub kind: &'static str,
    /// Vertical field of view; `None` for an orthographic one.
    pub fov_y_degrees: Option<f32>,
    /// The height it sees, metres; `None` for a perspective one.
    pub height: Option<f32>,
}

/// A set of materials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariantInfo {
    /// Number by which panel and command line know it.
    pub index: usize,
    /// Name in the file.
    pub name: Option<String>,
    /// Primitives that it gives another material than their own.
    pub primitives: usize,
}

/// Which material each primitive has under a set of materials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariantMaterials {
    /// Its number.
    pub index: usize,
    /// Name in the file.
    pub name: Option<String>,
    /// Every primitive of the file.
    pub primitives: Vec<VariantMaterial>,
}

/// The material of a primitive; all are file indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct VariantMaterial {
    /// Mesh.
    pub mesh: u32,
    /// Primitive of that mesh.
    pub primitive: u32,
    /// `None`: the file gives it none.
    pub material: Option<u32>,
    /// True if the variant names it; false: it is the primitive's own.
    pub named: bool,
}

/// A material.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MaterialInfo {
    /// Name in the file.
    pub name: Option<String>,
    /// Linear RGBA.
    pub base_color: [f32; 4],
    /// 0 to 1.
    pub metallic: f32,
    /// 0 to 1.
    pub roughness: f32,
    /// `opaque`, `mask` or `blend`.
    pub alpha: &'static str,
    /// Whether back faces show.
    pub double_sided: bool,
    /// Whether light plays no part.
    pub unlit: bool,
    /// Extensions that the file gives it.
    pub extensions: Vec<String>,
    /// Which kinds of texture it uses.
    pub textures: Vec<&'static str>,
}

/// A texture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TextureInfo {
    /// Name of the texture or of its picture.
    pub name: Option<String>,
    /// Pixels; 0 when there is no picture.
    pub width: u32,
    /// Pixels; 0 when there is no picture.
    pub height: u32,
    /// True if the picture is missing or broken and something stands in for it.
    pub placeholder: bool,
}

/// A light of the file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LightInfo {
    /// Name in the file.
    pub name: Option<String>,
    /// The node that carries it.
    pub node: String,
    /// `directional`, `point` or `spot`.
    pub kind: &'static str,
    /// Linear RGB.
    pub color: [f32; 3],
    /// Lux of directional lights, candela of the others.
    pub intensity: f32,
    /// Metres at which it ends.
    pub range: Option<f32>,
    /// Degrees from the middle of a spot up to which it is full, and where it ends.
    pub cone_degrees: Option<[f32; 2]>,
}

/// Tracks of a clip by the way they run between keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct TrackCounts {
    /// STEP.
    pub step: usize,
    /// LINEAR.
    pub linear: usize,
    /// CUBICSPLINE.
    pub cubic_spline: usize,
}

/// A clip.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClipInfo {
    /// Number by which panel and command line know it.
    pub index: usize,
    /// Name in the file.
    pub name: Option<String>,
    /// Seconds to the latest key.
    pub duration_secs: f64,
    /// Number of tracks.
    pub tracks: TrackCounts,
    /// Number of keys over all tracks.
    pub keys: usize,
    /// Number of distinct key times.
    pub key_times: usize,
    /// Numbers that the file holds for it: times once a track, values, tangents.
    pub stored_numbers: u64,
    /// As vertex animation against as joints.
    pub weight: WeightInfo,
}

/// What animation weighs: every vertex at every key (3 numbers) against every joint at every key (7 numbers:
/// translation and rotation), four bytes a number. Source: the chapter's first part.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct WeightInfo {
    /// Numbers as vertex animation.
    pub vertex_numbers: u64,
    /// Bytes as vertex animation.
    pub vertex_bytes: u64,
    /// Numbers as joints.
    pub joint_numbers: u64,
    /// Bytes as joints.
    pub joint_bytes: u64,
    /// The first over the second; 0 without joints.
    pub ratio: f64,
}

/// A box in the file's own coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ClipBounds {
    /// Smallest corner.
    pub min: [f64; 3],
    /// Largest corner.
    pub max: [f64; 3],
    /// Edge lengths.
    pub size: [f64; 3],
}

/// Where a model is: exact boxes of its posed vertices in the shown scene, skinned by LBS.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoundsInfo {
    /// At rest; `None` for an empty scene.
    pub rest: Option<ClipBounds>,
    /// Over each clip, at 30 instants a second and at its end.
    pub clips: Vec<Option<ClipBounds>>,
}

/// A finding, in the words of programs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct IssueInfo {
    /// Stable code.
    pub code: &'static str,
    /// `info`, `warning` or `error`.
    pub severity: &'static str,
    /// JSON pointer into the file.
    pub pointer: String,
    /// Named values.
    pub values: BTreeMap<&'static str, serde_json::Value>,
}

impl From<&Issue> for IssueInfo {
    fn from(issue: &Issue) -> Self {
        let severity = match issue.severity {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let value = |arg: &IssueArg| match arg {
            // Counts are whole in JSON, too.
            IssueArg::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => (*n as i64).into(),
            IssueArg::Number(n) => (*n).into(),
            IssueArg::Text(t) => t.as_str().into(),
        };
        let values = issue.args.iter().map(|(name, arg)| (*name, value(arg))).collect();
        Self {
            code: issue.code,
            severity,
            pointer: issue.pointer.clone(),
            values,
        }
    }
}

/// What `keys` instants weigh: `vertices * keys * 3` numbers against `joints * keys * 7`.
pub fn animation_weight(vertices: usize, joints: usize, keys: usize) -> WeightInfo {
    let numbers =
        |things: usize, width: u64| (things as u64).saturating_mul(keys as u64).saturating_mul(width);
    let (vertex_numbers, joint_numbers) = (numbers(vertices, 3), numbers(joints, 7));
    WeightInfo {
        vertex_numbers,
        vertex_bytes: vertex_numbers.saturating_mul(4),
        joint_numbers,
        joint_bytes: joint_numbers.saturating_mul(4),
        ratio: if joint_numbers == 0 {
            0.0
        } else {
            vertex_numbers as f64 / joint_numbers as f64
        },
    }
}

impl Info {
    /// Looks at a model. Bounds are left out: see [`Self::with_bounds`].
    pub fn of(model: &Model) -> Self {
        let scene = model.default_scene;
        let vertices = model.vertex_count(scene);
        let joints = model.skin_joint_count();
        let moved = moving_joints(model);
        let clips: Vec<ClipInfo> = model
            .clips
            .iter()
            .enumerate()
            .map(|(index, clip)| clip_info(index, clip, vertices, if joints > 0 { joints } else { moved }))
            .collect();
        let sum =
            |of: fn(&WeightInfo) -> u64| clips.iter().map(|c| of(&c.weight)).fold(0, u64::saturating_add);
        let (vertex_numbers, joint_numbers) = (sum(|w| w.vertex_numbers), sum(|w| w.joint_numbers));
        let weight = WeightInfo {
            vertex_numbers,
            vertex_bytes: vertex_numbers.saturating_mul(4),
            joint_numbers,
            joint_bytes: joint_numbers.saturating_mul(4),
            ratio: if joint_numbers == 0 {
                0.0
            } else {
                vertex_numbers as f64 / joint_numbers as f64
            },
        };
        let mut primitives = 0;
        let mut triangles = 0;
        for (_, instance) in model.visible_instances(scene) {
            let times = model.copy_count(instance);
            for primitive in &model.mesh(instance.mesh).primitives {
                primitives += times;
                triangles += times.saturating_mul(triangle_count(primitive));
            }
        }
        Self {
            bytes: model.byte_count,
            generator: model.generator.clone(),
            copyright: model.copyright.clone(),
            extensions: model.extensions_used.clone(),
            nodes: model.skeleton.len(),
            joints,
            scenes: scenes(model),
            skins: skins(model),
            meshes: meshes(model),
            primitives,
            vertices,
            triangles,
            copies: copies(model),
            hidden_instances: model.scene_instances(scene).filter(|(_, i)| !i.visible).count(),
            cameras: cameras(model),
            variants: variants(model),
            variant: None,
            materials: model.materials.iter().map(material).collect(),
            textures: textures(model),
            lights: lights(model),
            clips,
            weight,
            bounds: None,
            issues: model.issues.iter().map(IssueInfo::from).collect(),
        }
    }

    /// Adds what a set of materials does.
    pub fn with_variant(mut self, model: &Model, variant: MaterialVariantId) -> Self {
        let mut primitives: Vec<VariantMaterial> = model
            .meshes
            .iter()
            .flat_map(|m| m.primitives.iter().map(|p| (m.source.index, p)))
            .map(|(mesh, p)| VariantMaterial {
                mesh,
                primitive: p.source.index,
                material: p
                    .material_under(Some(variant))
                    .and_then(|id| model.materials.get(id.0 as usize))
                    .map(|m| m.source.index),
                named: p.variant_materials.iter().any(|(v, _)| *v == variant),
            })
            .collect();
        // A mesh that is used with several skins is several of the model's.
        primitives.sort_unstable();
        primitives.dedup();
        self.variant = model.material_variant(variant).map(|v| VariantMaterials {
            index: variant.0 as usize,
            name: v.name.clone(),
            primitives,
        });
        self
    }

    /// Adds the bounds at rest and over each clip; exact, and long for long clips.
    pub fn with_bounds(mut self, model: &Model, work: &Work) -> Result<Self, Cancelled> {
        let (scene, method) = (model.default_scene, SkinningMethod::LinearBlend);
        let rest = posed_bounds(model, &PosedModel::at_rest(model), scene, method, work)?;
        let frames: Vec<usize> = model.clips.iter().map(frame_count).collect();
        let jobs: Vec<(usize, usize)> = frames
            .iter()
            .enumerate()
            .flat_map(|(clip, &count)| (0..count).step_by(FRAMES_PER_JOB).map(move |first| (clip, first)))
            .collect();
        work.progress.start(jobs.len() as u64);
        let parts = work.workers.map(jobs.len(), |job| {
            let (clip, first) = jobs[job];
            let end = (first + FRAMES_PER_JOB).min(frames[clip]);
            let part = frames_bounds(model, clip, first..end, scene, method, work);
            work.progress.add(1);
            part
        });
        let mut clips = vec![Bounds::EMPTY; model.clips.len()];
        for ((clip, _), part) in jobs.iter().zip(parts) {
            clips[*clip] = clips[*clip].union(&part?);
        }
        self.bounds = Some(BoundsInfo {
            rest: in_the_file(&rest, model.origin),
            clips: clips.iter().map(|b| in_the_file(b, model.origin)).collect(),
        });
        Ok(self)
    }
}

/// Most instants of one clip: 20 minutes at the usual rate. A single key time far out must not keep us for days.
const MOST_INSTANTS: usize = 36_000;

/// Instants at which a clip's bounds are taken: k / 30 s from 0, and the end; farther apart in a longer clip.
fn frame_count(clip: &Clip) -> usize {
    let frames = (clip.duration_secs() * BOUNDS_FPS - 1e-6).ceil().max(0.0);
    frames.min(MOST_INSTANTS as f64) as usize + 1
}

fn frames_bounds(
    model: &Model,
    clip: usize,
    frames: std::ops::Range<usize>,
    scene: SceneId,
    method: SkinningMethod,
    work: &Work,
) -> Result<Bounds, Cancelled> {
    // The frames are the parallel part: each is posed on this thread alone.
    let alone = Work {
        cancel: work.cancel.clone(),
        ..Work::alone()
    };
    let id = crate::animation::ClipId(clip as u32);
    let duration = model.clips[clip].duration_secs();
    let last = frame_count(&model.clips[clip]) - 1;
    let step_secs = if last == MOST_INSTANTS {
        duration / last as f64
    } else {
        BOUNDS_FPS.recip()
    };
    let mut posed = PosedModel::default();
    let mut all = Bounds::EMPTY;
    for frame in frames {
        let time = if frame == last {
            duration
        } else {
            (frame as f64 * step_secs).min(duration)
        };
        posed.set_clips(model, Some((id, time)), None, false);
        all = all.union(&posed_bounds(model, &posed, scene, method, &alone)?);
    }
    Ok(all)
}

fn in_the_file(b: &Bounds, origin: DVec3) -> Option<ClipBounds> {
    let (min, max) = (b.min.as_dvec3() + origin, b.max.as_dvec3() + origin);
    let size = b.max.as_dvec3() - b.min.as_dvec3();
    (!b.is_empty()).then(|| ClipBounds {
        min: min.to_array(),
        max: max.to_array(),
        size: size.to_array(),
    })
}

fn clip_info(index: usize, clip: &Clip, vertices: usize, joints: usize) -> ClipInfo {
    let mut tracks = TrackCounts::default();
    let mut stored_numbers = 0;
    for track in clip.tracks() {
        *match track.keys.interpolation() {
            Interpolation::Step => &mut tracks.step,
            Interpolation::Linear => &mut tracks.linear,
            Interpolation::CubicSpline => &mut tracks.cubic_spline,
        } += 1;
        stored_numbers += (track.keys.times().len() + track.keys.values().len()) as u64;
    }
    let key_times = clip.key_times(None).len();
    ClipInfo {
        index,
        name: clip.name().map(str::to_owned),
        duration_secs: clip.duration_secs(),
        tracks,
        keys: clip.key_count(),
        key_times,
        stored_numbers,
        weight: animation_weight(vertices, joints, key_times),
    }
}

/// Joints that any clip moves: what stands for "joints" in a model without skins.
fn moving_joints(model: &Model) -> usize {
    let tracks = model.clips.iter().flat_map(Clip::tracks);
    tracks
        .filter_map(|t| t.target.joint())
        .collect::<BTreeSet<_>>()
        .len()
}

fn triangle_count(primitive: &crate::model::Primitive) -> usize {
    let corners = primitive
        .indices
        .as_ref()
        .map_or(primitive.vertex_count(), |i| i.len());
    match primitive.topology {
        Topology::Triangles => corners / 3,
        Topology::TriangleStrip | Topology::TriangleFan => corners.saturating_sub(2),
        _ => 0,
    }
}

fn scenes(model: &Model) -> Vec<SceneInfo> {
    let scene = |(index, s): (usize, &crate::model::Scene)| SceneInfo {
        name: s.name.clone(),
        nodes: s.joints.len(),
        mesh_instances: s.instances.len(),
        default: index == model.default_scene.0 as usize,
    };
    model.scenes.iter().enumerate().map(scene).collect()
}

fn copies(model: &Model) -> usize {
    let of = |(_, i): (_, &crate::model::MeshInstance)| model.copies_of(i).len();
    model.visible_instances(model.default_scene).map(of).sum()
}

fn cameras(model: &Model) -> Vec<CameraInfo> {
    let camera = |(index, c): (usize, &crate::model::SceneCamera)| {
        let (kind, fov_y_degrees, height) = match c.lens {
            Lens::Perspective { fov_y } => ("perspective", Some(fov_y.to_degrees()), None),
            Lens::Orthographic { half_height } => ("orthographic", None, Some(2.0 * half_height)),
        };
        CameraInfo {
            index,
            name: c.name.clone(),
            node: c.source.index,
            kind,
            fov_y_degrees,
            height,
        }
    };
    model.cameras.iter().enumerate().map(camera).collect()
}

fn variants(model: &Model) -> Vec<VariantInfo> {
    // By file indices: a mesh that is used with several skins counts once.
    let mut changed = vec![BTreeSet::new(); model.material_variants.len()];
    for mesh in &model.meshes {
        for p in &mesh.primitives {
            for (variant, _) in p.variant_materials.iter().filter(|(_, m)| Some(*m) != p.material) {
                changed[variant.0 as usize].insert((mesh.source.index, p.source.index));
            }
        }
    }
    let variant = |(index, v): (usize, &crate::model::MaterialVariant)| VariantInfo {
        index,
        name: v.name.clone(),
        primitives: changed[index].len(),
    };
    model.material_variants.iter().enumerate().map(variant).collect()
}

fn skins(model: &Model) -> Vec<SkinInfo> {
    let skin = |(i, s): (usize, &crate::skinning::Skin)| {
        let source = model.skin_sources.get(i);
        SkinInfo {
            name: source.and_then(|s| s.name.clone()),
            joints: s.len(),
            has_inverse_binds: source.is_none_or(|s| s.has_inverse_binds),
        }
    };
    model.skins.iter().enumerate().map(skin).collect()
}

/// Meshes as the file has them: one that is used with several skins is several of the model's.
fn meshes(model: &Model) -> Vec<MeshInfo> {
    let mut of_file: BTreeMap<u32, MeshInfo> = BTreeMap::new();
    for mesh in &model.meshes {
        let info = mesh_info(mesh);
        let at = of_file.entry(mesh.source.index).or_insert_with(|| info.clone());
        at.max_influences = at.max_influences.max(info.max_influences);
    }
    of_file.into_values().collect()
}

fn mesh_info(mesh: &Mesh) -> MeshInfo {
    let influences = mesh.primitives.iter().filter_map(|p| p.influences.as_ref());
    MeshInfo {
        name: mesh.name.clone(),
        primitives: mesh.primitives.len(),
        vertices: mesh
            .primitives
            .iter()
            .map(crate::model::Primitive::vertex_count)
            .sum(),
        triangles: mesh.primitives.iter().map(triangle_count).sum(),
        morph_targets: mesh.target_count(),
        max_influences: influences.map(Influences::max_count).max().unwrap_or(0),
    }
}

fn material(m: &Material) -> MaterialInfo {
    MaterialInfo {
        name: m.name.clone(),
        base_color: m.base_color.to_array(),
        metallic: m.metallic,
        roughness: m.roughness,
        alpha: match m.alpha_mode {
            AlphaMode::Opaque => "opaque",
            AlphaMode::Mask { .. } => "mask",
            AlphaMode::Blend => "blend",
        },
        double_sided: m.double_sided,
        unlit: m.unlit,
        extensions: m.extensions.clone(),
        textures: m
            .texture_uses()
            .into_iter()
            .filter(|(_, slot)| slot.is_some())
            .map(|(kind, _)| kind)
            .collect(),
    }
}

fn lights(model: &Model) -> Vec<LightInfo> {
    let all = model.light_instances.iter();
    all.filter_map(|instance| {
        let light = model.lights.get(instance.light.0 as usize)?;
        Some(LightInfo {
            name: light.name.clone(),
            node: model.joint_label(instance.joint),
            kind: light.kind.word(),
            color: light.color.to_array(),
            intensity: light.intensity,
            range: light.range,
            cone_degrees: match light.kind {
                LightKind::Spot { inner, outer } => Some([inner.to_degrees(), outer.to_degrees()]),
                LightKind::Directional | LightKind::Point => None,
            },
        })
    })
    .collect()
}

fn textures(model: &Model) -> Vec<TextureInfo> {
    let texture = |t: &crate::model::Texture| {
        let image = t.image.and_then(|i| model.images.get(i.0 as usize));
        TextureInfo {
            name: t.name.clone().or_else(|| image.and_then(|i| i.name.clone())),
            width: image.map_or(0, |i| i.width),
            height: image.map_or(0, |i| i.height),
            placeholder: image.is_none_or(|i| i.placeholder),
        }
    };
    model.textures.iter().map(texture).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source chapter's first part.
    #[test]
    fn the_chapters_figures() {
        let w = animation_weight(10_000, 60, 60);
        assert_eq!((w.vertex_numbers, w.vertex_bytes), (1_800_000, 7_200_000));
        assert_eq!((w.joint_numbers, w.joint_bytes), (25_200, 100_800));
        assert_eq!(w.ratio.floor(), 71.0);
        assert_eq!(animation_weight(10, 0, 60).ratio, 0.0);
        assert_eq!(
            animation_weight(usize::MAX, 1, usize::MAX).vertex_numbers,
            u64::MAX,
            "no overflow"
        );
    }

    #[test]
    fn frames_cover_the_clip_to_its_end() {
        use crate::animation::{Keys, Target, Track};
        let clip = |end: f32| {
            let keys = Keys::new([0.0, end].into(), vec![0.0; 6], 3, Interpolation::Linear).unwrap();
            Clip::new(
                None,
                vec![Track {
                    target: Target::Translation(crate::animation::JointId(0)),
                    keys,
                }],
            )
        };
        assert_eq!(frame_count(&Clip::default()), 1);
        assert_eq!(frame_count(&clip(1.0)), 31);
        assert_eq!(frame_count(&clip(1.01)), 32);
        assert_eq!(frame_count(&clip(1e9)), MOST_INSTANTS + 1);
    }

    #[test]
    fn counts_are_whole_numbers_in_json() {
        let issue = Issue::warning("x", "/a")
            .with("count", 3_usize)
            .with("share", 0.5)
            .with("name", "n");
        let json = serde_json::to_string(&IssueInfo::from(&issue)).unwrap();
        assert_eq!(
            json,
            r#"{"code":"x","severity":"warning","pointer":"/a","values":{"count":3,"name":"n","share":0.5}}"#
        );
    }
}
