//! KHR_materials_clearcoat: a clear lacquer.

use super::fence::{ANY, Fence, SHARE};
use super::material::LayerTextures;
use crate::model::Material;

pub(super) const NAME: &str = "KHR_materials_clearcoat";

pub(super) const TEXTURES: LayerTextures = &[
    ("clearcoatTexture", |m| &mut m.clearcoat.texture),
    ("clearcoatRoughnessTexture", |m| {
        &mut m.clearcoat.roughness_texture
    }),
    ("clearcoatNormalTexture", |m| &mut m.clearcoat.normal_texture),
];

pub(super) fn read(file: &mut Fence<'_>, made: &mut Material) {
    let layer = &mut made.clearcoat;
    layer.factor = file.number("clearcoatFactor", 0.0, SHARE);
    layer.roughness = file.number("clearcoatRoughnessFactor", 0.0, SHARE);
    if let Some(mut normal) = file.within("clearcoatNormalTexture") {
        layer.normal_scale = normal.number("scale", 1.0, ANY);
    }
}
