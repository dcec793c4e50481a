//! KHR_materials_volume: what light goes through.

use glam::Vec3;

use super::fence::{Fence, POSITIVE, SHARE};
use super::finite::LARGEST;
use super::material::LayerTextures;
use crate::model::{Issue, Material};

pub(super) const NAME: &str = "KHR_materials_volume";

pub(super) const TEXTURES: LayerTextures = &[("thicknessTexture", |m| &mut m.volume.thickness_texture)];

pub(super) fn read(file: &mut Fence<'_>, made: &mut Material) {
    let layer = &mut made.volume;
    layer.thickness = file.number("thicknessFactor", 0.0, POSITIVE);
    layer.attenuation_color = file.color("attenuationColor", Vec3::ONE, SHARE);
    let distance = file.number("attenuationDistance", LARGEST, POSITIVE);
    layer.attenuation_distance = if distance >= LARGEST {
        f32::INFINITY
    } else {
        distance
    };
    if distance == 0.0 {
        file.tell("attenuationDistance", |at| {
            Issue::warning("value-out-of-range", at)
                .with("value", 0_u32)
                .with("taken", "infinity")
        });
        layer.attenuation_distance = f32::INFINITY;
    }
}
