//! Morph targets: the CPU twin of `morph_vertex` in `shaders/morph.wgsl`.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use super::{Vertex, normalize_or};

/// What one target adds to one vertex at weight 1. Layout: ten 32-bit words, 40 bytes, as the shader reads them.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct MorphDelta {
    /// Which target of the primitive.
    pub target: u32,
    /// Metres.
    pub position: Vec3,
    /// Added to the normal before it is normalised.
    pub normal: Vec3,
    /// Added to the tangent's direction.
    pub tangent: Vec3,
}

/// The morph targets of a primitive, stored sparse: per vertex only the targets that move it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MorphTargets {
    target_count: u32,
    /// One more than vertices: where each vertex's part of `deltas` begins.
    start: Vec<u32>,
    deltas: Vec<MorphDelta>,
}

impl MorphTargets {
    /// From deltas in any order: `(vertex, delta)`. Deltas that move nothing are left out; of vertices out of range
    /// likewise. Within a vertex they are ordered by target, so that sums are always taken in the same order.
    pub fn new(target_count: u32, vertex_count: usize, mut deltas: Vec<(u32, MorphDelta)>) -> Self {
        deltas.retain(|(vertex, d)| {
            (*vertex as usize) < vertex_count
                && d.target < target_count
                && [d.position, d.normal, d.tangent].iter().any(|v| *v != Vec3::ZERO)
        });
        deltas.sort_by_key(|(vertex, d)| (*vertex, d.target));
        let mut start = vec![0_u32; vertex_count + 1];
        for (vertex, _) in &deltas {
            start[*vertex as usize + 1] += 1;
        }
        for v in 0..vertex_count {
            start[v + 1] += start[v];
        }
        Self {
            target_count,
            start,
            deltas: deltas.into_iter().map(|(_, d)| d).collect(),
        }
    }

    /// Number of targets.
    pub fn target_count(&self) -> u32 {
        self.target_count
    }

    /// The deltas of one vertex, by target.
    #[inline]
    pub fn of(&self, vertex: usize) -> &[MorphDelta] {
        match self.start.get(vertex..vertex + 2) {
            Some(range) => &self.deltas[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// Where each vertex's part of [`Self::deltas`] begins (one entry more than vertices).
    pub fn start(&self) -> &[u32] {
        &self.start
    }

    /// All deltas.
    pub fn deltas(&self) -> &[MorphDelta] {
        &self.deltas
    }
}

/// Adds the weighted deltas, in mesh space and before skinning; normal and tangent are normalised again.
///
/// `weights[t]` belongs to target `t`; targets at weight 0 are not read. Source: glTF 2.0, section 3.7.2.2.
#[inline]
pub fn morph_vertex(deltas: &[MorphDelta], weights: &[f32], vertex: Vertex) -> Vertex {
    let (mut position, mut normal, mut tangent) = (vertex.position, vertex.normal, vertex.tangent.truncate());
    let mut moved = false;
    for delta in deltas {
        let weight = weights.get(delta.target as usize).copied().unwrap_or(0.0);
        if weight != 0.0 {
            position += delta.position * weight;
            normal += delta.normal * weight;
            tangent += delta.tangent * weight;
            moved = true;
        }
    }
    if !moved {
        return vertex;
    }
    let normal = normalize_or(normal, vertex.normal);
    let tangent = normalize_or(tangent, vertex.tangent.truncate()).extend(vertex.tangent.w);
    Vertex {
        position,
        normal,
        tangent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec4;

    fn delta(target: u32, x: f32) -> MorphDelta {
        MorphDelta {
            target,
            position: Vec3::new(x, 0.0, 0.0),
            normal: Vec3::ZERO,
            tangent: Vec3::ZERO,
        }
    }

    #[test]
    fn only_what_moves_is_kept() {
        let m = MorphTargets::new(
            2,
            3,
            vec![
                (2, delta(1, 5.0)),
                (0, delta(0, 0.0)),
                (2, delta(0, 1.0)),
                (9, delta(0, 1.0)),
            ],
        );
        assert_eq!(m.start(), [0, 0, 0, 2]);
        assert_eq!(m.of(2).iter().map(|d| d.target).collect::<Vec<_>>(), [0, 1]);
        assert!(m.of(0).is_empty() && m.of(9).is_empty());
    }

    #[test]
    fn weights_add_up() {
        let v = Vertex {
            position: Vec3::ZERO,
            normal: Vec3::Z,
            tangent: Vec4::new(1.0, 0.0, 0.0, -1.0),
        };
        let deltas = [delta(0, 1.0), delta(1, 10.0)];
        assert_eq!(morph_vertex(&deltas, &[0.5, 0.25], v).position.x, 3.0);
        assert_eq!(morph_vertex(&deltas, &[], v), v);
    }
}
