//! KHR_texture_transform: offset, rotation and scale of a texture's UVs, and which set they are.

use gltf::json::extensions::texture::TextureTransform;
use gltf::json::texture::Info;
use serde_json::{Map, Value};

use super::finite::{all_usable, usable};
use crate::model::{Issue, UvTransform};
use glam::Vec2;

const NAME: &str = "KHR_texture_transform";

/// The transform and, if it names one, the UV set.
pub(super) type Found = (UvTransform, Option<u32>);

/// Of a colour texture, where the crate reads the extension.
pub(super) fn of_info(info: &Info) -> Option<&TextureTransform> {
    info.extensions.as_ref()?.texture_transform.as_ref()
}

/// Of a normal or occlusion texture, where it does not.
pub(super) fn of_others(others: Option<&Map<String, Value>>) -> Option<TextureTransform> {
    serde_json::from_value(others?.get(NAME)?.clone()).ok()
}

/// As the model has it; numbers that are not finite are told and count as none.
pub(super) fn convert(transform: Option<&TextureTransform>, pointer: &str) -> (Found, Option<Issue>) {
    let Some(t) = transform else {
        return ((UvTransform::default(), None), None);
    };
    let made = UvTransform {
        offset: Vec2::from_array(t.offset.0),
        rotation: t.rotation.0,
        scale: Vec2::from_array(t.scale.0),
    };
    if all_usable(&[t.offset.0, t.scale.0].concat()) && usable(t.rotation.0) {
        ((made, t.tex_coord), None)
    } else {
        let issue = Issue::error(
            "material-factor-not-finite",
            format!("{pointer}/extensions/{NAME}"),
        );
        ((UvTransform::default(), t.tex_coord), Some(issue))
    }
}
