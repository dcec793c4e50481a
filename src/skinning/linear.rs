//! Linear blend skinning: the CPU twin of `skin_linear_blend` in `shaders/skinning.wgsl`.

use super::{Influence, Vertex, finish_tangent, normalize_or};
use crate::math::Rows3x4;

/// `sum w_i M_i`: the matrix by which a vertex is moved. `matrices` are skinning matrices by skin joint.
#[inline]
pub fn blend_matrices(matrices: &[Rows3x4], influences: impl Iterator<Item = Influence>) -> Rows3x4 {
    let mut blend = Rows3x4::ZERO;
    for Influence { joint, weight } in influences {
        blend = blend.add_scaled(&matrices[joint as usize], weight);
    }
    blend
}

/// `p' = (sum w_i M_i) p`; the normal by the inverse transpose of the blend, the tangent by the blend itself.
///
/// `matrices` are skinning matrices by skin joint; influences sum to 1. Where a vertex is spread over joints that
/// twist against each other the blend of matrices shrinks: the candy wrapper. Source: Magnenat-Thalmann et al. 1988.
#[inline]
pub fn skin_linear_blend(
    matrices: &[Rows3x4],
    influences: impl Iterator<Item = Influence>,
    vertex: Vertex,
) -> Vertex {
    let blend = blend_matrices(matrices, influences);
    let normal = normalize_or(blend.transform_normal(vertex.normal), vertex.normal);
    let tangent = blend.transform_vector(vertex.tangent.truncate());
    Vertex {
        position: blend.transform_point(vertex.position),
        normal,
        tangent: finish_tangent(tangent, normal, vertex.tangent, blend.determinant() < 0.0),
    }
}
