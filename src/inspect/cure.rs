//! Cures: what would put a sick rig right, applied to what is shown. The file is never changed.

use glam::Affine3A;

use crate::animation::ModelPose;
use crate::model::{Model, SkinId};
use crate::skinning::Skin;

/// A change to a model that takes a finding away. Ids stay what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cure {
    /// The inverse bind matrices of a skin are made from the rest pose: at rest nothing is deformed.
    InverseBindsFromRest {
        /// Which skin.
        skin: SkinId,
    },
}

impl Cure {
    /// The model with this cure. What does not apply to it changes nothing.
    pub fn apply(self, model: &mut Model) {
        match self {
            Self::InverseBindsFromRest { skin } => {
                let mut rest = ModelPose::default();
                model.skeleton.model_space(&model.skeleton.rest_pose(), &mut rest);
                let Some(old) = model.skins.get(skin.0 as usize) else {
                    return;
                };
                let inverse = |m: Affine3A| {
                    let made = m.inverse();
                    // A joint scaled to nothing has no inverse: it keeps what the file says.
                    made.is_finite().then_some(made)
                };
                let binds = old
                    .joints()
                    .iter()
                    .zip(old.inverse_binds())
                    .map(|(&joint, &found)| inverse(rest.model_from_joint(joint)).unwrap_or(found))
                    .collect();
                if let Ok(mut made) = Skin::new(&model.skeleton, old.joints().to_vec(), binds) {
                    for (index, _) in old.carries_weight().iter().enumerate().filter(|(_, w)| **w) {
                        made.mark_weighted(index as u32);
                    }
                    model.skins[skin.0 as usize] = made;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::animation::SkeletonBuilder;
    use crate::math::Transform;

    #[test]
    fn nothing_is_deformed_at_rest_after_the_cure() {
        let mut b = SkeletonBuilder::new();
        let up = Transform {
            translation: Vec3::new(0.5, 1.0, 0.0),
            ..Transform::IDENTITY
        };
        b.node(None, None, up);
        b.node(None, Some(0), up);
        let (skeleton, of) = b.build().unwrap();
        let mut skin = Skin::new(&skeleton, of.clone(), vec![Affine3A::IDENTITY; 2]).unwrap();
        skin.mark_weighted(1);
        let mut model = Model {
            skeleton,
            skins: vec![skin],
            ..Model::default()
        };
        Cure::InverseBindsFromRest { skin: SkinId(0) }.apply(&mut model);
        let skin = &model.skins[0];
        assert_eq!(skin.bind_positions()[1], Vec3::new(1.0, 2.0, 0.0));
        assert_eq!(skin.carries_weight(), [false, true]);
        let healed = model.skins[0].inverse_binds().to_vec();
        Cure::InverseBindsFromRest { skin: SkinId(7) }.apply(&mut model);
        assert_eq!(model.skins[0].inverse_binds(), healed);
    }
}
