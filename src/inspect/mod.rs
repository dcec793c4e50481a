//! Reports on a model: statistics, pose dumps, the doctor and its cures, comparison, compression.
//!
//! Used by `viewer`, `cli` and everything above. Must not name gltf or wgpu. A report is a plain value that
//! serialises to the JSON of `docs/json.md`; sentences and tables are made of it where people read them.

pub mod compare;
pub mod compression;
pub mod cure;
pub mod doctor;
mod file_space;
mod info;
pub mod limits;
pub mod motion;
mod pose_dump;
pub mod probe;
mod section;
pub mod stages;
pub mod twist;
mod unit;
pub mod verify;

pub use info::{
    BoundsInfo, ClipBounds, ClipInfo, Info, IssueInfo, MaterialInfo, MeshInfo, SceneInfo, SkinInfo,
    TextureInfo, TrackCounts, WeightInfo, animation_weight,
};
pub use pose_dump::{
    BlendRef, ClipRef, InstanceDump, LocalDump, NotFinite, Numbers, PoseDump, PoseRequest, PrimitiveVertices,
    faulty_vertices, posed_vertices,
};
pub use section::SectionKept;
pub use unit::LengthUnit;
