//! `Model` + palette + `View` to pixels.
//!
//! Used by `app` and `cli`. Must not name egui, winit, gltf or files. The window and the command line draw by the
//! same code into a texture of our own ([`ViewTarget`]); egui shows that texture, PNGs are made from it.
//!
//! Data flow: [`Model`](crate::model::Model) -> [`GpuModel`] once ([`Uploader`], on any thread); each
//! frame
//! [`PosedModel`](crate::model::PosedModel) + [`View`](crate::viewer::view::View) -> [`Renderer::draw`] ->
//! [`ViewTarget`].

mod accumulate;
mod backdrop;
mod buffers;
mod clock;
mod cost;
mod environment;
mod error;
mod faces;
mod frame;
mod gpu;
mod layout;
mod light;
mod material;
mod model;
mod occlusion;
mod overlay;
mod pipelines;
mod plan;
mod preset;
mod primitive;
mod probe;
mod readback;
mod renderer;
mod room;
pub mod shader;
mod shadow;
mod studio;
mod target;
mod texture;
mod texture_blocks;
pub mod tone;
mod upload;
mod wires;

pub use accumulate::{MOST_SAMPLES, MOST_SAMPLES_ON_CPU, Refinement};
pub use cost::{DrawStats, Made};
pub use environment::EnvironmentTexture;
pub use error::{GpuError, RenderError};
pub use faces::FaceUniforms;
pub use frame::{FrameUniforms, Lobe};
pub use gpu::{Gpu, GpuOptions};
pub use layout::Poses;
pub use light::FileLight;
pub use material::MaterialUniforms;
pub use model::{DrawUniforms, GpuModel, SkinningUniforms};
pub use pipelines::{Blending, Culling, PipelineKey, Shape, VertexClass};
pub use preset::chosen as chosen_preset;
pub use probe::SkinnedPrimitive;
pub use renderer::Renderer;
pub use target::{Picture, ViewTarget, read_opaque};
pub use upload::{Prior, Uploader};
