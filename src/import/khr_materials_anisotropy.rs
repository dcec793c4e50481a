//! KHR_materials_anisotropy: highlights drawn out in one direction.

use super::fence::{ANY, Fence, SHARE};
use super::material::LayerTextures;
use crate::model::Material;

pub(super) const NAME: &str = "KHR_materials_anisotropy";

pub(super) const TEXTURES: LayerTextures = &[("anisotropyTexture", |m| &mut m.anisotropy.texture)];

pub(super) fn read(file: &mut Fence<'_>, made: &mut Material) {
    let layer = &mut made.anisotropy;
    layer.strength = file.number("anisotropyStrength", 0.0, SHARE);
    layer.rotation = file.number("anisotropyRotation", 0.0, ANY);
}
