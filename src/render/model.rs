//! A model's buffers and textures on the device.

use super::{Gpu, RenderError, Renderer};
use crate::model::Model;
use crate::work::Work;

/// Everything of a model that does not change from frame to frame.
#[derive(Debug)]
pub struct GpuModel {}

impl GpuModel {
    /// Uploads `model`.
    pub fn new(_gpu: &Gpu, _renderer: &Renderer, _model: &Model, work: &Work) -> Result<Self, RenderError> {
        work.cancel.check()?;
        Ok(Self {})
    }
}
