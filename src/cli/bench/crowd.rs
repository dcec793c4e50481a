//! Many characters of one kind, each with a player of its own in the middle of a crossfade.

use glam::Vec3;

use crate::animation::runtime::{BoundJoints, Evaluator, RuntimeClip, RuntimeSkeleton, SimdPath};
use crate::animation::{ClipId, Player};
use crate::math::Rows3x4;
use crate::model::{InstanceId, MeshInstance, Model, PosedModel, Scene, SceneId, SkinId};

/// A crowd, ready to be posed again and again.
pub(super) struct Crowd {
    /// As many skins and instances as characters have together; one skeleton.
    pub model: Model,
    pub posed: PosedModel,
    players: Vec<Player>,
    offsets: Vec<Vec3>,
    /// What the characters have in common.
    kind: Kind,
}

/// A character made ready to be played.
struct Kind {
    skeleton: RuntimeSkeleton,
    clips: Vec<RuntimeClip>,
    bound: Vec<BoundJoints>,
    evaluator: Evaluator,
}

impl Kind {
    fn new(path: SimdPath, model: &Model) -> Self {
        let skeleton = RuntimeSkeleton::prefix(&model.skeleton, &model.clips);
        let bound = |s: &crate::skinning::Skin| BoundJoints::new(&skeleton, s.joints(), s.inverse_binds());
        Self {
            clips: model
                .clips
                .iter()
                .map(|c| RuntimeClip::new(&skeleton, c))
                .collect(),
            bound: model.skins.iter().map(bound).collect(),
            evaluator: Evaluator::on(path),
            skeleton,
        }
    }
}

/// Seconds of a crossfade that does not end while anybody measures.
const LONG_FADE_SECS: f64 = 1e5;

/// Two clips of a model, the one that opens and the next: as one player fades between them, `share` on.
pub(super) fn fading(model: &Model, share: f64) -> Player {
    let first = model.opening_clip().unwrap_or(ClipId(0));
    let second = ClipId((first.0 + 1) % model.clips.len() as u32);
    let mut player = Player::new();
    player.set_playing(true);
    player.play(Some(first), 0.0, &model.skeleton, &model.clips);
    player.advance(share * 7.0, &model.clips);
    player.play(Some(second), LONG_FADE_SECS, &model.skeleton, &model.clips);
    player.advance(0.3 * LONG_FADE_SECS + share, &model.clips);
    player
}

impl Crowd {
    /// `count` of `original`'s skinned meshes, in rows `apart` metres from each other.
    pub(super) fn new(path: SimdPath, original: &Model, count: usize, apart: f32) -> Self {
        let skins = original.skins.len();
        let worn: Vec<MeshInstance> = original
            .visible_instances(original.default_scene)
            .filter(|(_, i)| i.skin.is_some())
            .map(|(_, i)| i.clone())
            .collect();
        let mut model = original.clone();
        model.skins.clear();
        model.skin_sources.clear();
        model.instances.clear();
        for k in 0..count {
            model.skins.extend_from_slice(&original.skins);
            model.skin_sources.extend_from_slice(&original.skin_sources);
            model.instances.extend(worn.iter().map(|i| MeshInstance {
                skin: i.skin.map(|s| SkinId(s.0 + (k * skins) as u32)),
                ..i.clone()
            }));
        }
        model.scenes = vec![Scene {
            instances: (0..model.instances.len() as u32).map(InstanceId).collect(),
            ..original
                .scene(original.default_scene)
                .cloned()
                .unwrap_or_default()
        }];
        model.default_scene = SceneId(0);
        let side = (count as f64).sqrt().ceil() as usize;
        let place = |k: usize| {
            let from_middle = |i: usize| apart * (i as f32 - 0.5 * (side - 1) as f32);
            Vec3::new(from_middle(k % side), 0.0, from_middle(k / side))
        };
        let share = |k: usize| k as f64 * 0.618_034 % 1.0;
        Self {
            players: (0..count).map(|k| fading(original, share(k))).collect(),
            offsets: (0..count).map(place).collect(),
            posed: PosedModel::at_rest(&model),
            kind: Kind::new(path, original),
            model,
        }
    }

    /// Moves every player on.
    pub(super) fn advance(&mut self, secs: f64) {
        for player in &mut self.players {
            player.advance(secs, &self.model.clips);
        }
    }

    /// Poses every character as its player has it.
    pub(super) fn pose(&mut self, with_dual_quaternions: bool) {
        let Kind {
            skeleton,
            clips,
            bound,
            evaluator,
        } = &mut self.kind;
        let path = evaluator.path();
        let mut palettes = self.posed.palettes.iter_mut().zip(&self.model.skins);
        for (player, offset) in self.players.iter().zip(&self.offsets) {
            evaluator.play(skeleton, clips, player);
            for (k, bound) in bound.iter().enumerate() {
                let Some((palette, skin)) = palettes.next() else {
                    return;
                };
                palette.set_rows(skin, path, with_dual_quaternions, |rows| {
                    let space = if k == 0 {
                        evaluator.palette(skeleton, bound, rows)
                    } else {
                        evaluator.palette_of(bound, rows)
                    };
                    let rigid = space.is_rigid() && bound.is_rigid();
                    put_at(rows, *offset);
                    rigid
                });
            }
        }
    }
}

/// Moves what a palette moves by `offset`.
fn put_at(palette: &mut [Rows3x4], offset: Vec3) {
    for Rows3x4([x, y, z]) in palette {
        x.w += offset.x;
        y.w += offset.y;
        z.w += offset.z;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{ImportOptions, import_bytes};
    use crate::skinning::{Skinning, SkinningMethod};
    use crate::work::Work;

    #[test]
    fn a_crowd_is_its_characters_side_by_side() {
        let path = SimdPath::available()[0];
        let sample = crate::samples::find("mannequin").unwrap();
        let options = ImportOptions::default();
        let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &Work::alone()).unwrap();
        let mut crowd = Crowd::new(path, &model, 5, 2.0);
        crowd.pose(true);
        let worn = crowd.model.instances.len() / 5;
        let mut alone = PosedModel::default();
        for (k, player) in crowd.players.iter().enumerate() {
            alone.update(&model, player, true);
            for there in &crowd.model.instances[k * worn..(k + 1) * worn] {
                let here = MeshInstance {
                    skin: there.skin.map(|s| SkinId(s.0 - (k * model.skins.len()) as u32)),
                    ..there.clone()
                };
                let primitive = &model.mesh(there.mesh).primitives[0];
                for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
                    let skinning = Skinning::from(method);
                    let moved = crowd.posed.vertex(there, primitive, skinning, 7).position;
                    let right = alone.vertex(&here, primitive, skinning, 7).position + crowd.offsets[k];
                    let apart = (moved - right).length();
                    assert!(apart < 1e-4, "{k} {}: {apart}", method.word());
                }
            }
        }
    }
}
