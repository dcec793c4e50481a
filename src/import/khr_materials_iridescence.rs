//! KHR_materials_iridescence: a thin film.

use super::fence::{Fence, POSITIVE, SHARE};
use super::finite::LARGEST;
use super::material::LayerTextures;
use crate::model::Material;

pub(super) const NAME: &str = "KHR_materials_iridescence";

pub(super) const TEXTURES: LayerTextures = &[
    ("iridescenceTexture", |m| &mut m.iridescence.texture),
    ("iridescenceThicknessTexture", |m| {
        &mut m.iridescence.thickness_texture
    }),
];

pub(super) fn read(file: &mut Fence<'_>, made: &mut Material) {
    let layer = &mut made.iridescence;
    layer.factor = file.number("iridescenceFactor", 0.0, SHARE);
    layer.ior = file.number("iridescenceIor", 1.3, 1.0..=LARGEST);
    layer.thickness_minimum = file.number("iridescenceThicknessMinimum", 100.0, POSITIVE);
    layer.thickness_maximum = file.number("iridescenceThicknessMaximum", 400.0, POSITIVE);
}
