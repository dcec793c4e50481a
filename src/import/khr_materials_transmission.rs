//! KHR_materials_transmission: light that goes through.

use super::fence::{Fence, SHARE};
use super::material::LayerTextures;
use crate::model::Material;

pub(super) const NAME: &str = "KHR_materials_transmission";

pub(super) const TEXTURES: LayerTextures = &[("transmissionTexture", |m| &mut m.transmission.texture)];

pub(super) fn read(file: &mut Fence<'_>, made: &mut Material) {
    made.transmission.factor = file.number("transmissionFactor", 0.0, SHARE);
}
