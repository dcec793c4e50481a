//! KHR_materials_sheen: fibres.

use glam::Vec3;

use super::fence::{Fence, SHARE};
use super::material::LayerTextures;
use crate::model::Material;

pub(super) const NAME: &str = "KHR_materials_sheen";

pub(super) const TEXTURES: LayerTextures = &[
    ("sheenColorTexture", |m| &mut m.sheen.color_texture),
    ("sheenRoughnessTexture", |m| &mut m.sheen.roughness_texture),
];

pub(super) fn read(file: &mut Fence<'_>, made: &mut Material) {
    made.sheen.color = file.color("sheenColorFactor", Vec3::ZERO, SHARE);
    made.sheen.roughness = file.number("sheenRoughnessFactor", 0.0, SHARE);
}
