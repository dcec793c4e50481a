//! KHR_materials_specular: strength and colour of a dielectric's reflection.

use glam::Vec3;

use super::fence::{Fence, POSITIVE, SHARE};
use super::material::LayerTextures;
use crate::model::Material;

pub(super) const NAME: &str = "KHR_materials_specular";

pub(super) const TEXTURES: LayerTextures = &[
    ("specularTexture", |m| &mut m.specular.texture),
    ("specularColorTexture", |m| &mut m.specular.color_texture),
];

pub(super) fn read(file: &mut Fence<'_>, made: &mut Material) {
    made.specular.factor = file.number("specularFactor", 1.0, SHARE);
    made.specular.color = file.color("specularColorFactor", Vec3::ONE, POSITIVE);
}
