//! Whether a fault changes anything of one frame, and when it does.

use glam::Vec3;

use super::{Fault, frame, vertex};
use crate::animation::{Clip, ClipId, Player};
use crate::model::{Model, PosedModel, SceneId};
use crate::skinning::Skinning;

/// Vertices that one look may pose: a person waits for it.
const MOST_VERTICES: usize = 200_000;
/// Instants of the clip at which a fault is looked for.
const INSTANTS: u32 = 48;
/// What is nearer than this share of the model's size is the same picture.
const SAME: f32 = 1e-5;

/// A model as it should be and as a fault has it, on frames of one player.
#[derive(Debug)]
pub struct Seen<'a> {
    /// What is done wrong.
    pub fault: Fault,
    /// The model without the fault.
    pub right: &'a Model,
    /// The model of [`faulty_model`](super::faulty_model), or the same.
    pub taught: &'a Model,
    /// The scene that shows.
    pub scene: SceneId,
    /// The ways to skin that show.
    pub skinnings: &'a [Skinning],
    /// Where the masked method uses dual quaternions.
    pub joint_mask: &'a [f32],
    /// The diagonal of the model, metres.
    pub size: f32,
}

impl Seen<'_> {
    /// Whether the frame of `player` is another one under the fault; `None` where that would take too long to find out.
    pub fn changes(&self, player: &Player) -> Option<bool> {
        let (mut right, mut taught) = (PosedModel::default(), PosedModel::default());
        self.differs(player, [&mut right, &mut taught], &mut { MOST_VERTICES })
    }

    /// An instant of the clip on top at which the fault shows, as far as that is found quickly.
    pub fn instant(&self, player: &Player) -> Option<f64> {
        let duration = self.right.clip(player.clip()?).map_or(0.0, Clip::duration_secs);
        let (mut right, mut taught) = (PosedModel::default(), PosedModel::default());
        let mut left = MOST_VERTICES;
        let mut there = player.clone();
        for k in 0..=INSTANTS {
            let secs = duration * f64::from(k) / f64::from(INSTANTS);
            there.seek(secs, &self.right.clips);
            if self.differs(&there, [&mut right, &mut taught], &mut left)? {
                return Some(secs);
            }
        }
        None
    }

    /// `left`: vertices that may still be posed.
    fn differs(
        &self,
        player: &Player,
        [right, taught]: [&mut PosedModel; 2],
        left: &mut usize,
    ) -> Option<bool> {
        let dual = self.skinnings.iter().any(|s| s.method.needs_dual_quaternions());
        for posed in [&mut *right, &mut *taught] {
            posed.joint_mask.clear();
            posed.joint_mask.extend_from_slice(self.joint_mask);
        }
        // The readable core, as for what is wrong: between two cores there is rounding.
        let of = |id: ClipId| self.right.clip(id);
        right.update_from(self.right, player, &of, dual);
        frame::update(self.fault, taught, self.taught, player, dual);
        // A place that is no number is no place of the other one, either.
        let apart = |a: Vec3, b: Vec3| {
            let distance = a.distance(b);
            distance.is_nan() || distance > SAME * self.size
        };
        let place = |posed: &PosedModel, j| Vec3::from(posed.model_space.model_from_joint(j).translation);
        if self
            .right
            .skeleton
            .joints()
            .any(|j| apart(place(right, j), place(taught, j)))
        {
            return Some(true);
        }
        for (id, a) in self.right.visible_instances(self.scene) {
            let Some(b) = self.taught.instances.get(id.0 as usize) else {
                return Some(true);
            };
            let parts = self.right.mesh(a.mesh).primitives.iter();
            for (p, q) in parts.zip(&self.taught.mesh(b.mesh).primitives) {
                for &skinning in self.skinnings {
                    *left = left.checked_sub(p.vertex_count())?;
                    let differs = |v| {
                        let wrong = vertex(self.fault, taught, b, q, skinning, v).position;
                        apart(right.vertex(a, p, skinning, v).position, wrong)
                    };
                    if (0..p.vertex_count()).any(differs) {
                        return Some(true);
                    }
                }
            }
        }
        Some(false)
    }
}
