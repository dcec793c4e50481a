//! Palettes, and the CPU twin of every function that moves a vertex on the GPU.
//!
//! Used by `model` and everything above. Must not name wgpu. Each function here has a WGSL twin of the same name in
//! `shaders/skinning.wgsl` or `shaders/morph.wgsl`; `tests/gpu` runs both on the same input.
//!
//! Data flow: `ModelPose` + [`Skin`] -> [`Palette`] -> [`skin_vertex`].

mod batch;
mod bounds;
mod dual_quaternion;
mod influences;
mod linear;
mod metrics;
mod mixed;
mod morph;
mod outline;
mod palette;
mod skin;

pub use batch::{SkinnedBatch, VertexBatch, skin_batch};
pub use bounds::JointBoxes;
pub use dual_quaternion::{DualQuaternionBlend, blend_dual_quaternions, is_flipped, skin_dual_quaternion};
pub use influences::{Influence, InfluenceRepairs, Influences, InfluencesBuilder};
pub use linear::{blend_matrices, skin_linear_blend};
pub use metrics::{ClosedParts, DistanceStats, JointRegions, RegionShape, percentile};
pub use mixed::{limit_influences, mask_factor, mix_vertices};
pub use morph::{MorphDelta, MorphTargets, morph_vertex};
pub use outline::Outline;
pub use palette::{DualQuaternionJoint, Palette, signed_common_scale};
pub use skin::{Skin, SkinError};

use glam::{Vec3, Vec4};

/// How influences are blended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SkinningMethod {
    /// LBS: a weighted sum of matrices.
    #[default]
    LinearBlend,
    /// DQS: a weighted sum of unit dual quaternions after a weighted sum of stretches ("preserve volume").
    DualQuaternion,
    /// Between the two by one factor for the whole model, as Maya and Houdini have it.
    Blend,
    /// DQS at chosen joints, LBS elsewhere, with a soft border along the weights.
    Masked,
}

impl SkinningMethod {
    /// All of them, in the order that people are shown.
    pub const ALL: [Self; 4] = [Self::LinearBlend, Self::DualQuaternion, Self::Blend, Self::Masked];

    /// The word of the command line and of dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::LinearBlend => "lbs",
            Self::DualQuaternion => "dqs",
            Self::Blend => "blend",
            Self::Masked => "masked",
        }
    }

    /// True if it reads the dual quaternion part of a palette.
    pub fn needs_dual_quaternions(self) -> bool {
        self != Self::LinearBlend
    }
}

/// A method with its parameters: everything besides the palette that decides where a vertex goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Skinning {
    /// The method.
    pub method: SkinningMethod,
    /// For [`SkinningMethod::Blend`]: 0 is LBS, 1 is DQS, both to the bit.
    pub blend: f32,
    /// At most this many influences of each vertex, the strongest, renormalised; 0 for all of them. Shows what an
    /// engine with that limit would do.
    pub influence_limit: u32,
}

impl From<SkinningMethod> for Skinning {
    /// The method with all influences, and half-way for a blend.
    fn from(method: SkinningMethod) -> Self {
        Self {
            method,
            blend: 0.5,
            influence_limit: 0,
        }
    }
}

impl Default for Skinning {
    fn default() -> Self {
        SkinningMethod::default().into()
    }
}

/// A vertex on its way through the pipeline.
///
/// Space: mesh space before skinning, model space after. `normal` and `tangent.xyz` are unit vectors or zero;
/// `tangent.w` is the handedness (1 or -1; 0 without a tangent).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// Metres.
    pub position: Vec3,
    /// Unit, or zero if the mesh has none.
    pub normal: Vec3,
    /// Unit and handedness, or zero.
    pub tangent: Vec4,
}

/// Moves one vertex by the chosen method. `influences` come strongest first and sum to 1.
#[inline]
pub fn skin_vertex(
    skinning: Skinning,
    palette: &Palette,
    influences: impl Iterator<Item = Influence> + Clone,
    vertex: Vertex,
) -> Vertex {
    if skinning.influence_limit == 0 {
        skin_by_method(skinning, palette, influences, vertex)
    } else {
        skin_by_method(
            skinning,
            palette,
            limit_influences(influences, skinning.influence_limit),
            vertex,
        )
    }
}

#[inline]
fn skin_by_method(
    skinning: Skinning,
    palette: &Palette,
    influences: impl Iterator<Item = Influence> + Clone,
    vertex: Vertex,
) -> Vertex {
    let dual = |influences| skin_dual_quaternion(palette.dual_quaternions(), influences, vertex);
    mix_by_method(skinning, palette, influences, vertex, dual)
}

/// What a method makes of linear blending and of `dual`, a way to blend dual quaternions. Each is computed only where the
/// method reads it.
#[inline]
pub(crate) fn mix_by_method<I: Iterator<Item = Influence> + Clone>(
    skinning: Skinning,
    palette: &Palette,
    influences: I,
    vertex: Vertex,
    dual: impl Fn(I) -> Vertex,
) -> Vertex {
    let linear = |influences| skin_linear_blend(palette.matrices(), influences, vertex);
    let factor = match skinning.method {
        SkinningMethod::LinearBlend => return linear(influences),
        SkinningMethod::DualQuaternion => return dual(influences),
        SkinningMethod::Blend => skinning.blend,
        SkinningMethod::Masked => mask_factor(palette.mask(), influences.clone()),
    };
    mix_vertices(linear(influences.clone()), dual(influences), factor)
}

/// Unit length, or `fallback` where there is no direction (a flattened or vanished normal).
#[inline]
pub(crate) fn normalize_or(v: Vec3, fallback: Vec3) -> Vec3 {
    let length_squared = v.length_squared();
    if length_squared > 1e-30 && length_squared < 1e30 {
        v * length_squared.sqrt().recip()
    } else {
        fallback
    }
}

/// Makes a mapped tangent orthogonal to the unit `normal` and keeps its handedness, flipped where the map mirrors.
#[inline]
pub(crate) fn finish_tangent(mapped: Vec3, normal: Vec3, rest: Vec4, mirrored: bool) -> Vec4 {
    let unit = normalize_or(mapped, rest.truncate());
    let flat = normalize_or(unit - normal * normal.dot(unit), unit);
    flat.extend(if mirrored { -rest.w } else { rest.w })
}
