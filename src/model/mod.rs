//! The imported character as plain data, and a frame of it.
//!
//! Used by `inspect`, `viewer`, `render`, `import`, `export`. Must not name gltf or wgpu. Nothing here computes with
//! indices of the file: code uses [`JointId`](crate::animation::JointId), [`MeshId`], [`SkinId`], …; each thing
//! carries a [`Source`] that only dumps, messages and `export` read.

mod basis;
mod camera;
mod choice;
mod copies;
mod found;
mod framing;
mod hidden;
mod issue;
mod layers;
mod light;
mod material;
mod material_variant;
mod mesh;
mod posed;
mod ready;
mod scene;
mod source;
mod streams;
mod weight_marks;

pub use crate::math::Array;
pub use basis::{Basis, BasisTarget};
pub use camera::{CameraId, CameraPlace, Lens, SceneCamera};
pub use choice::{ChoiceError, choose, listed};
pub use found::{ClipSource, FoundInfluences, FoundSet, TrackSource, WeightFormat};
pub use framing::{
    clip_bounds, find_outlines, opening_bounds, opening_bounds_of, outline_bounds, posed_bounds,
    quick_bounds, quick_samples,
};
pub use hidden::Hidden;
pub use issue::{Issue, IssueArg, Severity};
pub use layers::{Anisotropy, Clearcoat, Iridescence, Sheen, Specular, Transmission, Volume};
pub use light::{Light, LightId, LightInstance, LightKind, MOST_LIGHTS};
pub use material::{
    AlphaMode, Filter, IS_SRGB, Image, ImageId, Material, MaterialId, Pixels, Sampler, TEXTURE_BINDINGS,
    TEXTURE_USES, Texture, TextureId, TextureSlot, UvTransform, Wrap,
};
pub use material_variant::{MaterialVariant, MaterialVariantId};
pub use mesh::{Mesh, MeshId, Primitive, Topology};
pub use posed::PosedModel;
pub use ready::{Ready, ReadyOnce};
pub use scene::{InstanceId, MeshInstance, Model, Scene, SceneId, SkinId, SkinSource};
pub use source::Source;
pub use streams::{ATTRIBUTE_BYTES, ATTRIBUTES, Kept, VertexStreams};
pub use weight_marks::WeightMarks;
