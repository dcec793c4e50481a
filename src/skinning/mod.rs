//! Palettes, and the CPU twin of every function that moves a vertex on the GPU.
//!
//! Used by `model` and everything above. Must not name wgpu. Each function here has a WGSL twin of the same name in
//! `shaders/skinning.wgsl` or `shaders/morph.wgsl`; `tests/gpu` runs both on the same input.
//!
//! Data flow: `ModelPose` + [`Skin`] -> [`Palette`] -> [`skin_vertex`].

mod bounds;
mod dual_quaternion;
mod influences;
mod linear;
mod metrics;
mod morph;
mod palette;
mod skin;

pub use bounds::JointBoxes;
pub(crate) use bounds::{morph_growth, reach};
pub use dual_quaternion::skin_dual_quaternion;
pub use influences::{Influence, InfluenceRepairs, Influences, InfluencesBuilder};
pub use linear::skin_linear_blend;
pub use metrics::{ClosedParts, DistanceStats, JointRegions, percentile};
pub use morph::{MorphDelta, MorphTargets, morph_vertex};
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
}

impl SkinningMethod {
    /// The word of the command line and of dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::LinearBlend => "lbs",
            Self::DualQuaternion => "dqs",
        }
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
    method: SkinningMethod,
    palette: &Palette,
    influences: impl Iterator<Item = Influence> + Clone,
    vertex: Vertex,
) -> Vertex {
    match method {
        SkinningMethod::LinearBlend => skin_linear_blend(palette.matrices(), influences, vertex),
        SkinningMethod::DualQuaternion => {
            skin_dual_quaternion(palette.dual_quaternions(), influences, vertex)
        }
    }
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
