//! A model made ready for the fast core.

use std::sync::{Arc, OnceLock};

use super::Model;
use crate::animation::runtime::{BoundJoints, RuntimeClip, RuntimeSkeleton};
use crate::work::{Cancelled, Work};

/// What [`super::PosedModel::update`] reads in place of skeleton, clips and skins, once [`Model::make_ready`] was called.
#[derive(Debug)]
pub struct Ready {
    pub(super) skeleton: RuntimeSkeleton,
    /// In the model's order.
    pub(super) clips: Vec<RuntimeClip>,
    /// One per skin.
    pub(super) bound: Vec<BoundJoints>,
}

impl Ready {
    fn new(model: &Model, work: &Work) -> Result<Self, Cancelled> {
        let skeleton = RuntimeSkeleton::new(&model.skeleton, &model.clips);
        let mut clips = Vec::with_capacity(model.clips.len());
        for clip in &model.clips {
            work.cancel.check()?;
            clips.push(RuntimeClip::new(&skeleton, clip));
        }
        let bound = |s: &crate::skinning::Skin| BoundJoints::new(&skeleton, s.joints(), s.inverse_binds());
        Ok(Self {
            bound: model.skins.iter().map(bound).collect(),
            skeleton,
            clips,
        })
    }
}

/// The place of a model's [`Ready`]. A clone of a model is made to be changed: it begins without.
#[derive(Debug, Default)]
pub struct ReadyOnce(OnceLock<Arc<Ready>>);

impl Clone for ReadyOnce {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Model {
    /// Makes the model ready to be played by the fast core: from now on [`super::PosedModel::update`] uses it. Whoever
    /// changes skeleton, clips or skins afterwards must do that in a clone.
    ///
    /// Takes as long as reading all keys does: on a thread that loads.
    pub fn make_ready(&self, work: &Work) -> Result<(), Cancelled> {
        if self.ready.0.get().is_none() {
            let ready = Arc::new(Ready::new(self, work)?);
            // If another thread was faster, its own is as good.
            let _ = self.ready.0.set(ready);
        }
        Ok(())
    }

    /// What [`Self::make_ready`] made.
    pub(super) fn ready(&self) -> Option<&Ready> {
        self.ready.0.get().map(|r| &**r)
    }
}
