//! Bytes to a [`Model`]: the only place that names the `gltf` crate, and the only place where file indices compute.
//!
//! Used by `app` and `cli`. Must not name wgpu or egui. A file is untrusted: every count, offset and index is checked
//! here, and nothing that is not finite leaves. What can be put right is put right and told as an [`Issue`]; what
//! cannot is one fatal [`ImportError`] that names place, cause and remedy.
//!
//! Data flow: bytes -> [`container`] (GLB or text) -> [`preflight`] (version, extensions, JSON) -> [`buffers`] and
//! [`accessor`] (numbers) -> materials, pictures, nodes, skins, meshes, clips, scenes -> [`origin`] -> [`Model`].
//! Of the `gltf` crate only the JSON structs are used: its readers and its validation panic on damaged files.

mod accessor;
mod animation;
mod attributes;
mod budget;
mod buffers;
mod camera;
mod container;
#[doc(hidden)]
pub mod decode;
mod document;
mod draco_meshes;
mod ext_mesh_gpu_instancing;
mod extensions;
mod fence;
mod finite;
mod image;
mod indices;
mod influences;
mod keys;
mod khr_animation_pointer;
mod khr_lights_punctual;
mod khr_materials_anisotropy;
mod khr_materials_clearcoat;
mod khr_materials_ior;
mod khr_materials_iridescence;
mod khr_materials_sheen;
mod khr_materials_specular;
mod khr_materials_transmission;
mod khr_materials_variants;
mod khr_materials_volume;
mod khr_node_visibility;
mod khr_texture_transform;
mod material;
mod mesh;
mod morph;
mod nodes;
mod normals;
mod origin;
mod packed_views;
mod preflight;
mod references;
mod report;
mod scene;
mod skin;
mod sniff;
mod tangents;
mod texture;
mod uri;
mod vrm;
mod whole_file;

pub use document::Document;
pub use extensions::{EXTENSIONS, Extension, Support};
pub use sniff::is_model_name;

use std::path::Path;

use bytes::Bytes;

use crate::model::{Issue, Model};
use crate::work::{Cancelled, Work};

use accessor::Accessors;
use budget::Budget;
use report::Report;

/// What an import may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportOptions {
    /// The one budget that every allocation beyond the file's own bytes is asked from.
    pub max_memory_bytes: u64,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            max_memory_bytes: 4 << 30,
        }
    }
}

/// Why there is no model.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read or is refused; the issue says what, where, why and what to do.
    #[error("{0}")]
    Refused(Issue),
    /// The task was asked to stop.
    #[error("cancelled")]
    Cancelled,
}

impl From<Cancelled> for ImportError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<Issue> for ImportError {
    fn from(issue: Issue) -> Self {
        Self::Refused(issue)
    }
}

type Result<T, E = ImportError> = std::result::Result<T, E>;

/// Imports a .glb or .gltf file. What it refers to is read from below its folder only.
pub fn import_path(path: &Path, options: &ImportOptions, work: &Work) -> Result<Model> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    // A budget of its own: the file's bytes do not count against what it may expand to.
    let bytes = read_file(path, options.max_memory_bytes, work)?;
    let folder = folder_of(path);
    import_bytes(&name, bytes, folder, options, work)
}

/// Imports bytes (standard input, embedded samples). The model keeps them where its arrays are parts of them.
/// `folder`: where what they refer to may be read, if anywhere.
pub fn import_bytes(
    name: &str,
    bytes: impl Into<Bytes>,
    folder: Option<&Path>,
    options: &ImportOptions,
    work: &Work,
) -> Result<Model> {
    let budget = Budget::new(options.max_memory_bytes);
    import(name, &bytes.into(), folder, &budget, work)
}

/// Reads a whole file that a person named, if it holds no more than `most_bytes`.
pub fn read_file(path: &Path, most_bytes: u64, work: &Work) -> Result<Bytes> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    buffers::read_model_file(path, &name, &Budget::new(most_bytes), work)
}

/// Where a file's companions are looked for.
pub fn folder_of(path: &Path) -> Option<&Path> {
    // A bare file name has the empty path as its parent.
    path.parent().map(|p| {
        if p.as_os_str().is_empty() {
            Path::new(".")
        } else {
            p
        }
    })
}

fn import(name: &str, bytes: &Bytes, folder: Option<&Path>, budget: &Budget, work: &Work) -> Result<Model> {
    work.cancel.check()?;
    let mut report = Report::default();
    let container = container::open(bytes, name, &mut report)?;
    preflight::check(container.json, name)?;
    let root = preflight::parse(container.json, &mut report)?;
    references::check(&root, &mut report);
    work.cancel.check()?;

    let store = buffers::load(
        &root,
        bytes,
        container.bin.as_ref(),
        folder,
        budget,
        work,
        &mut report,
    )?;
    let mut data = Accessors::new(&root, &store, budget);
    let plan = mesh::plan(&root);
    let draco = draco_meshes::find(&data, &plan)?;
    let primitives = plan.primitive_count(&root) + draco.len();
    work.progress
        .start((root.images.len() + primitives + root.animations.len() + 1) as u64);
    data.draco = draco_meshes::import(&data, &draco, work, &mut report)?;
    let data = data;

    let mut textures = texture::import(&root, &mut report);
    let images = image::import(&data, &mut textures, folder, work, &mut report)?;
    let (textures, _) = textures;
    let materials = material::import(&root, &textures, &images.pictures, &mut report);
    work.cancel.check()?;

    let nodes = nodes::import(&data, &plan, &mut report)?;
    let mut skins = skin::import(&data, &nodes, &plan, &mut report)?;
    work.cancel.check()?;

    let meshes = mesh::import(&data, &plan, &mut skins, &materials, work, &mut report)?;
    let (carriers, mut instances) = mesh::instances(&plan, &nodes, &skins, &meshes, budget)?;
    khr_node_visibility::hide(&root, &nodes, &mut instances, &mut report);
    let copies = ext_mesh_gpu_instancing::import(&data, &carriers, &mut instances, &meshes, &mut report)?;
    let clips = animation::import(&data, &nodes, work, &mut report)?;
    let lights = khr_lights_punctual::import(&root, &nodes, &mut report);
    let scenes = scene::import(&root, &nodes, &instances, budget, &mut report)?;
    let cameras = camera::import(&root, &nodes, &mut report);
    report.extend(extensions::ignored(&root));

    let mut model = Model {
        name: name.to_owned(),
        skeleton: nodes.skeleton,
        joint_sources: nodes.joint_sources,
        meshes,
        skins: skins.usable,
        skin_sources: skins.sources,
        instances,
        copies: copies.into(),
        cameras,
        scenes: scenes.scenes,
        default_scene: scenes.default,
        clips: clips.usable,
        clip_sources: clips.sources,
        materials,
        material_variants: khr_materials_variants::names(&root, &mut report),
        textures,
        images: images.pictures,
        lights: lights.lights,
        light_instances: lights.instances,
        extensions_used: root.extensions_used.clone(),
        generator: root.asset.generator.clone(),
        copyright: root.asset.copyright.clone(),
        faces_backward: vrm::faces_backward(&root),
        byte_count: bytes.len() as u64 + store.external().bytes + images.external.bytes,
        companions: [store.external().files.as_slice(), &images.external.files].concat(),
        ..Model::default()
    };
    origin::bring_near(&mut model, container.json);
    khr_lights_punctual::tell_scale(&model, &mut report);
    model.issues = report.finish();
    work.progress.add(1);
    Ok(model)
}
