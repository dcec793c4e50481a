//! A frame: pose, matrices and palettes of one model at one instant.

use glam::{Affine3A, Vec3, Vec4};

use super::{Hidden, MeshInstance, Model, Primitive, Ready};
use crate::animation::ClipId;
use crate::animation::runtime::Evaluator;
use crate::animation::{Clip, ModelPose, PlaybackScratch, Player, Pose, blend_over, sample};
use crate::math::Rows3x4;
use crate::skinning::{
    Influence, Palette, Skinning, SkinningMethod, Vertex, morph_vertex, skin_dual_quaternion,
    skin_linear_blend, skin_vertex,
};

/// Everything that follows from a model and a state of playback. Reused from frame to frame without allocation.
#[derive(Debug, Default)]
pub struct PosedModel {
    /// Local transforms, morph weights, properties.
    pub local: Pose,
    /// `model_from_joint`.
    pub model_space: ModelPose,
    /// One per skin of the model.
    pub palettes: Vec<Palette>,
    /// Where the masked method uses dual quaternions: a factor (0 to 1) per joint, missing ones 0.
    pub joint_mask: Vec<f32>,
    /// What a person has put out of sight: it is neither drawn nor framed.
    pub hidden: Hidden,
    scratch: PlaybackScratch,
    layer: Pose,
    /// Made for the first frame that the fast core plays.
    evaluator: Option<Evaluator>,
}

impl PosedModel {
    /// `model` at rest; with dual quaternions.
    pub fn at_rest(model: &Model) -> Self {
        let mut posed = Self {
            local: model.skeleton.rest_pose(),
            ..Self::default()
        };
        posed.update_matrices(model, true);
        posed
    }

    /// The frame of `player`, by the fast core if the model was made ready for it ([`Model::make_ready`]), else by the
    /// readable one, as where the processor has none of its instructions: the two agree within 1e-5 of the model's size.
    pub fn update(&mut self, model: &Model, player: &Player, with_dual_quaternions: bool) {
        if let Some(ready) = model.ready()
            && let Some(mut evaluator) = self.evaluator.take().or_else(Evaluator::new)
        {
            self.update_ready(&mut evaluator, ready, model, player, with_dual_quaternions);
            self.evaluator = Some(evaluator);
            return;
        }
        player.evaluate(&model.skeleton, &model.clips, &mut self.scratch, &mut self.local);
        player.adjust(&mut self.local);
        self.update_matrices(model, with_dual_quaternions);
    }

    /// The frame of `player` by the readable core, from other clips than the model's: what `clips` finds.
    pub fn update_from<'a>(
        &mut self,
        model: &Model,
        player: &Player,
        clips: &dyn Fn(ClipId) -> Option<&'a Clip>,
        with_dual_quaternions: bool,
    ) {
        player.evaluate_from(&model.skeleton, clips, &mut self.scratch, &mut self.local);
        player.adjust(&mut self.local);
        self.update_matrices(model, with_dual_quaternions);
    }

    fn update_ready(
        &mut self,
        evaluator: &mut Evaluator,
        ready: &Ready,
        model: &Model,
        player: &Player,
        with_dual_quaternions: bool,
    ) {
        let slots = model.skeleton.slots();
        let fits = self.local.len() == model.skeleton.len()
            && self.local.morph_weights().len() == slots.rest_morph_weights.len()
            && self.local.properties().len() == slots.rest_properties.len();
        if !fits {
            model.skeleton.reset_to_rest(&mut self.local);
        }
        let Ready {
            skeleton,
            clips,
            bound,
        } = ready;
        let path = evaluator.path();
        evaluator
            .play(skeleton, clips, player)
            .write_to(skeleton, &mut self.local);
        if !player.adjustments().is_empty() {
            // What a hand has changed is not in the blocks of the fast core.
            player.adjust(&mut self.local);
            self.update_matrices(model, with_dual_quaternions);
            return;
        }
        let space = evaluator.model_space(skeleton);
        space.write_to(skeleton, &mut self.model_space);
        self.palettes.resize_with(model.skins.len(), Palette::default);
        for ((palette, skin), bound) in self.palettes.iter_mut().zip(&model.skins).zip(bound) {
            palette.set_rows(skin, path, with_dual_quaternions, |rows| {
                path.palette(space, bound, rows);
                space.is_rigid() && bound.is_rigid()
            });
            palette.set_mask(skin, &self.joint_mask);
        }
    }

    /// `clip` at `time_secs` (`None`: rest), with another clip laid over it by a weight if given. Times are not wrapped.
    pub fn set_clips(
        &mut self,
        model: &Model,
        clip: Option<(ClipId, f64)>,
        over: Option<(ClipId, f64, f32)>,
        with_dual_quaternions: bool,
    ) {
        let own = |id: ClipId| model.clip(id);
        self.set_clips_from(model, &own, clip, over, with_dual_quaternions);
    }

    /// As [`Self::set_clips`], from other clips than the model's: what `clips` finds.
    pub fn set_clips_from<'a>(
        &mut self,
        model: &Model,
        clips: &dyn Fn(ClipId) -> Option<&'a Clip>,
        clip: Option<(ClipId, f64)>,
        over: Option<(ClipId, f64, f32)>,
        with_dual_quaternions: bool,
    ) {
        model.skeleton.reset_to_rest(&mut self.local);
        if let Some((id, time)) = clip
            && let Some(clip) = clips(id)
        {
            sample(clip, time, &mut self.local);
        }
        if let Some((id, time, weight)) = over
            && let Some(clip) = clips(id)
        {
            model.skeleton.reset_to_rest(&mut self.layer);
            sample(clip, time, &mut self.layer);
            blend_over(&mut self.local, &self.layer, weight, None);
        }
        self.update_matrices(model, with_dual_quaternions);
    }

    /// Recomputes matrices and palettes from [`Self::local`], for example after a joint was turned by hand.
    pub fn update_matrices(&mut self, model: &Model, with_dual_quaternions: bool) {
        model.skeleton.model_space(&self.local, &mut self.model_space);
        self.palettes.resize_with(model.skins.len(), Palette::default);
        for (palette, skin) in self.palettes.iter_mut().zip(&model.skins) {
            palette.update(skin, &self.model_space, with_dual_quaternions);
            palette.set_mask(skin, &self.joint_mask);
        }
    }

    /// `model_from_mesh` of an instance without skin.
    pub fn rigid_matrix(&self, instance: &MeshInstance) -> Affine3A {
        self.model_space.model_from_joint(instance.joint)
    }

    /// The morph weights of an instance.
    pub fn morph_weights(&self, instance: &MeshInstance) -> &[f32] {
        let range = instance.morph_weights.start as usize..instance.morph_weights.end as usize;
        self.local.morph_weights().get(range).unwrap_or(&[])
    }

    /// Where a vertex is in mesh space after morphing.
    pub fn morphed_position(&self, instance: &MeshInstance, primitive: &Primitive, index: usize) -> Vec3 {
        let vertex = primitive.vertex(index);
        match &primitive.morph {
            Some(morph) => morph_vertex(morph.of(index), self.morph_weights(instance), vertex).position,
            None => vertex.position,
        }
    }

    /// One vertex in model space: morph, then skin (or the node's own matrix). The CPU twin of `vs_mesh`.
    ///
    /// Copies of an instance ([`MeshInstance::copies`]) play no part: it is the vertex as it stands at the node.
    ///
    /// `skinning` only matters with a skin; the palette must have been made with dual quaternions if its method needs
    /// them.
    #[inline]
    pub fn vertex(
        &self,
        instance: &MeshInstance,
        primitive: &Primitive,
        skinning: impl Into<Skinning>,
        index: usize,
    ) -> Vertex {
        let mut vertex = primitive.vertex(index);
        if let Some(morph) = &primitive.morph {
            vertex = morph_vertex(morph.of(index), self.morph_weights(instance), vertex);
        }
        let skin = instance.skin.and_then(|s| self.palettes.get(s.0 as usize));
        match (skin, &primitive.influences) {
            (Some(palette), Some(influences)) => {
                skin_vertex(skinning.into(), palette, influences.of(index), vertex)
            }
            _ => {
                let one = [Rows3x4::from(self.rigid_matrix(instance))];
                let whole = std::iter::once(Influence {
                    joint: 0,
                    weight: 1.0,
                });
                skin_linear_blend(&one, whole, vertex)
            }
        }
    }

    /// Where some vertices of a primitive are, in model space: the positions of [`Self::vertex`], to the bit, without
    /// making normals and tangents that nobody asked for. They are added to `out` in the order of `vertices`.
    pub fn positions(
        &self,
        instance: &MeshInstance,
        primitive: &Primitive,
        skinning: Skinning,
        vertices: impl Iterator<Item = usize>,
        out: &mut Vec<Vec3>,
    ) {
        let weights = self.morph_weights(instance);
        let bare = |index: usize| {
            let vertex = Vertex {
                position: primitive.positions[index],
                normal: Vec3::ZERO,
                tangent: Vec4::ZERO,
            };
            match &primitive.morph {
                Some(morph) => morph_vertex(morph.of(index), weights, vertex),
                None => vertex,
            }
        };
        let skin = instance.skin.and_then(|s| self.palettes.get(s.0 as usize));
        // The method is chosen once and not for each vertex.
        match (skin, &primitive.influences, skinning.method) {
            (Some(palette), Some(of), SkinningMethod::LinearBlend) if skinning.influence_limit == 0 => {
                let matrices = palette.matrices();
                out.extend(vertices.map(|v| skin_linear_blend(matrices, of.of(v), bare(v)).position));
            }
            (Some(palette), Some(of), SkinningMethod::DualQuaternion) if skinning.influence_limit == 0 => {
                let joints = palette.dual_quaternions();
                out.extend(vertices.map(|v| skin_dual_quaternion(joints, of.of(v), bare(v)).position));
            }
            (Some(palette), Some(of), _) => {
                out.extend(vertices.map(|v| skin_vertex(skinning, palette, of.of(v), bare(v)).position));
            }
            _ => out.extend(vertices.map(|v| self.vertex(instance, primitive, skinning, v).position)),
        }
    }
}
