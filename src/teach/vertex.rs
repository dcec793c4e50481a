//! From skinning matrices to a vertex, wrongly.

use glam::Vec4;

use super::Fault;
use crate::math::Rows3x4;
use crate::model::{MeshInstance, PosedModel, Primitive};
use crate::skinning::{
    DualQuaternionBlend, DualQuaternionJoint, Influence, Palette, Skinning, Vertex, limit_influences,
    mix_by_method, morph_vertex,
};

/// The faulty twin of [`PosedModel::vertex`].
#[inline]
pub fn vertex(
    fault: Fault,
    posed: &PosedModel,
    instance: &MeshInstance,
    primitive: &Primitive,
    skinning: impl Into<Skinning>,
    index: usize,
) -> Vertex {
    let skinning = skinning.into();
    let palette = instance.skin.and_then(|s| posed.palettes.get(s.0 as usize));
    let (Fault::NoSignAlignment, Some(palette), Some(influences)) = (fault, palette, &primitive.influences)
    else {
        return posed.vertex(instance, primitive, skinning, index);
    };
    let mut vertex = primitive.vertex(index);
    if let Some(morph) = &primitive.morph {
        vertex = morph_vertex(morph.of(index), posed.morph_weights(instance), vertex);
    }
    if skinning.influence_limit == 0 {
        skin_unaligned(skinning, palette, influences.of(index), vertex)
    } else {
        let kept = limit_influences(influences.of(index), skinning.influence_limit);
        skin_unaligned(skinning, palette, kept, vertex)
    }
}

fn skin_unaligned(
    skinning: Skinning,
    palette: &Palette,
    influences: impl Iterator<Item = Influence> + Clone,
    vertex: Vertex,
) -> Vertex {
    let dual = |influences| skin_dual_quaternion_unaligned(palette.dual_quaternions(), influences, vertex);
    mix_by_method(skinning, palette, influences, vertex, dual)
}

/// Dual quaternion skinning without aligned signs: the CPU twin of `skin_dual_quaternion_unaligned` in
/// `shaders/teach.wgsl`. Everything but the signs is as in [`skin_dual_quaternion`](crate::skinning::skin_dual_quaternion).
#[inline]
pub fn skin_dual_quaternion_unaligned(
    joints: &[DualQuaternionJoint],
    influences: impl Iterator<Item = Influence>,
    vertex: Vertex,
) -> Vertex {
    let mut stretch = Rows3x4::ZERO;
    let (mut real, mut dual) = (Vec4::ZERO, Vec4::ZERO);
    for Influence { joint, weight } in influences {
        let entry = &joints[joint as usize];
        stretch = stretch.add_scaled(&entry.stretch, weight);
        real += Vec4::from(entry.motion.real) * weight;
        dual += Vec4::from(entry.motion.dual) * weight;
    }
    DualQuaternionBlend::of_sums(stretch, real, dual).move_by_blend(vertex)
}
