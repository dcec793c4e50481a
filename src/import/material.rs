//! Materials: metallic-roughness with its five textures, alpha, unlit and emissive strength. Their layers have a file
//! each, `khr_materials_*.rs`.

use gltf::json;
use gltf::json::extensions::texture::TextureTransform;
use gltf::json::material::AlphaMode as FileAlphaMode;
use gltf::json::validation::Checked;

use super::fence::{Fence, object};
use super::finite::usable;
use super::report::Report;
use super::{
    khr_materials_anisotropy, khr_materials_clearcoat, khr_materials_ior, khr_materials_iridescence,
    khr_materials_sheen, khr_materials_specular, khr_materials_transmission, khr_materials_volume,
    khr_texture_transform as transform,
};
use crate::model::{
    AlphaMode, Image, Issue, Material, Source, TEXTURE_BINDINGS, Texture, TextureId, TextureSlot,
};
use glam::{Vec3, Vec4};
use serde_json::{Map, Value};

/// UV sets that a model keeps.
const UV_SETS: u32 = 2;

/// Reads all materials.
///
/// A picture that could not be shown leaves its mark only where it is harmless: as base colour. In place of a normal,
/// roughness or occlusion map it would be garbage, and as emission it would glow; those slots are left out.
pub(super) fn import(
    root: &json::Root,
    textures: &[Texture],
    images: &[Image],
    report: &mut Report,
) -> Vec<Material> {
    (0..root.materials.len())
        .map(|index| {
            Reader {
                index,
                textures,
                images,
                report,
            }
            .read(&root.materials[index])
        })
        .collect()
}

/// The layers' extensions and what reads their numbers.
const LAYERS: &[(&str, ReadLayer)] = &[
    (khr_materials_anisotropy::NAME, khr_materials_anisotropy::read),
    (khr_materials_clearcoat::NAME, khr_materials_clearcoat::read),
    (khr_materials_ior::NAME, khr_materials_ior::read),
    (khr_materials_iridescence::NAME, khr_materials_iridescence::read),
    (khr_materials_sheen::NAME, khr_materials_sheen::read),
    (khr_materials_specular::NAME, khr_materials_specular::read),
    (khr_materials_transmission::NAME, khr_materials_transmission::read),
    (khr_materials_volume::NAME, khr_materials_volume::read),
];

type ReadLayer = fn(&mut Fence<'_>, &mut Material);

/// Where the textures of a layer go, by their key in the file.
pub(super) type LayerTextures = &'static [(&'static str, fn(&mut Material) -> &mut Option<TextureSlot>)];

const LAYER_TEXTURES: &[(&str, LayerTextures)] = &[
    (khr_materials_anisotropy::NAME, khr_materials_anisotropy::TEXTURES),
    (khr_materials_clearcoat::NAME, khr_materials_clearcoat::TEXTURES),
    (
        khr_materials_iridescence::NAME,
        khr_materials_iridescence::TEXTURES,
    ),
    (khr_materials_sheen::NAME, khr_materials_sheen::TEXTURES),
    (khr_materials_specular::NAME, khr_materials_specular::TEXTURES),
    (
        khr_materials_transmission::NAME,
        khr_materials_transmission::TEXTURES,
    ),
    (khr_materials_volume::NAME, khr_materials_volume::TEXTURES),
];

struct Reader<'a> {
    index: usize,
    textures: &'a [Texture],
    images: &'a [Image],
    report: &'a mut Report,
}

impl Reader<'_> {
    fn read(&mut self, file: &json::Material) -> Material {
        let pbr = &file.pbr_metallic_roughness;
        let extensions = file.extensions.as_ref();
        let strength = extensions
            .and_then(|e| e.emissive_strength.as_ref())
            .map_or(1.0, |s| {
                self.finite(
                    s.emissive_strength.0,
                    1.0,
                    "extensions/KHR_materials_emissive_strength",
                )
            });
        let at = |part: &str| format!("/materials/{}/{part}", self.index);
        let [base_at, rough_at, normal_at, occlusion_at, emissive_at] = [
            at("pbrMetallicRoughness/baseColorTexture"),
            at("pbrMetallicRoughness/metallicRoughnessTexture"),
            at("normalTexture"),
            at("occlusionTexture"),
            at("emissiveTexture"),
        ];
        let base_color_texture = pbr
            .base_color_texture
            .as_ref()
            .and_then(|t| self.info(t, &base_at));
        let rough = pbr
            .metallic_roughness_texture
            .as_ref()
            .and_then(|t| self.info(t, &rough_at));
        let normal = file.normal_texture.as_ref().and_then(|t| {
            let moved = transform::of_others(t.extensions.as_ref().map(|e| &e.others));
            self.slot(t.index.value(), t.tex_coord, moved.as_ref(), &normal_at)
        });
        let occlusion = file.occlusion_texture.as_ref().and_then(|t| {
            let moved = transform::of_others(t.extensions.as_ref().map(|e| &e.others));
            self.slot(t.index.value(), t.tex_coord, moved.as_ref(), &occlusion_at)
        });
        let glow = file
            .emissive_texture
            .as_ref()
            .and_then(|t| self.info(t, &emissive_at));
        let glow_shown = glow.is_none_or(|slot| self.shows(&slot));
        let emissive = file
            .emissive_factor
            .0
            .map(|v| self.finite(v, 0.0, "emissiveFactor").max(0.0));
        let emissive = Vec3::from_array(emissive) * strength.max(0.0);
        let mut made = Material {
            name: file.name.clone(),
            base_color: Vec4::from_array(
                pbr.base_color_factor
                    .0
                    .map(|v| self.finite(v, 1.0, "baseColorFactor")),
            ),
            base_color_texture,
            metallic: self
                .finite(pbr.metallic_factor.0, 1.0, "metallicFactor")
                .clamp(0.0, 1.0),
            roughness: self
                .finite(pbr.roughness_factor.0, 1.0, "roughnessFactor")
                .clamp(0.0, 1.0),
            metallic_roughness_texture: rough.filter(|slot| self.shows(slot)),
            normal_texture: normal.filter(|slot| self.shows(slot)),
            normal_scale: file
                .normal_texture
                .as_ref()
                .map_or(1.0, |t| self.finite(t.scale, 1.0, "normalTexture/scale")),
            occlusion_texture: occlusion.filter(|slot| self.shows(slot)),
            occlusion_strength: file.occlusion_texture.as_ref().map_or(1.0, |t| {
                self.finite(t.strength.0, 1.0, "occlusionTexture/strength")
                    .clamp(0.0, 1.0)
            }),
            emissive: if glow_shown && emissive.is_finite() {
                emissive
            } else {
                Vec3::ZERO
            },
            emissive_texture: glow.filter(|_| glow_shown),
            alpha_mode: self.alpha(file),
            double_sided: file.double_sided,
            unlit: extensions.is_some_and(|e| e.unlit.is_some()),
            source: Source::element("materials", self.index),
            ..Material::default()
        };
        self.layers(file, &mut made);
        name_extensions(file, &mut made);
        made
    }

    /// What the layers' extensions say.
    fn layers(&mut self, file: &json::Material, made: &mut Material) {
        let Some(others) = file.extensions.as_ref().map(|e| &e.others) else {
            return;
        };
        for (name, read) in LAYERS {
            let Some(map) = object(others.get(*name)) else {
                continue;
            };
            let pointer = format!("/materials/{}/extensions/{name}", self.index);
            read(&mut Fence::of(map, pointer, self.report), made);
        }
        for (name, slots) in LAYER_TEXTURES {
            let Some(map) = object(others.get(*name)) else {
                continue;
            };
            for (key, slot_mut) in *slots {
                let pointer = format!("/materials/{}/extensions/{name}/{key}", self.index);
                if let Some(slot) = object(map.get(*key)).and_then(|info| self.layer_slot(info, &pointer)) {
                    *slot_mut(made) = Some(slot);
                }
            }
        }
        let bindings = made.texture_bindings(self.textures);
        let uses = made.texture_uses();
        let left_out = uses
            .iter()
            .zip(bindings)
            .filter(|((_, slot), b)| slot.is_some() && b.is_none());
        let names: Vec<&str> = left_out.map(|((name, _), _)| *name).collect();
        if !names.is_empty() {
            let at = format!("/materials/{}", self.index);
            self.report.push(
                Issue::warning("material-too-many-textures", at)
                    .with("most", TEXTURE_BINDINGS)
                    .with("uses", names.join(", ").replace('_', " ")),
            );
        }
    }

    /// A texture of a layer, read from the extension's own JSON.
    fn layer_slot(&mut self, info: &Map<String, Value>, pointer: &str) -> Option<TextureSlot> {
        let whole = |key: &str| info.get(key).and_then(Value::as_u64);
        // No index at all leads nowhere, too.
        let index = whole("index").map_or(usize::MAX, |i| usize::try_from(i).unwrap_or(usize::MAX));
        let set = whole("texCoord").map_or(0, |s| u32::try_from(s).unwrap_or(u32::MAX));
        let moved = transform::of_others(object(info.get("extensions")));
        self.slot(index, set, moved.as_ref(), pointer)
            .filter(|slot| self.shows(slot))
    }

    fn alpha(&mut self, file: &json::Material) -> AlphaMode {
        match file.alpha_mode {
            Checked::Valid(FileAlphaMode::Opaque) => AlphaMode::Opaque,
            Checked::Valid(FileAlphaMode::Mask) => {
                let cutoff = file.alpha_cutoff.map_or(0.5, |c| c.0);
                AlphaMode::Mask {
                    cutoff: self.finite(cutoff, 0.5, "alphaCutoff"),
                }
            }
            Checked::Valid(FileAlphaMode::Blend) => AlphaMode::Blend,
            Checked::Invalid => {
                let at = format!("/materials/{}/alphaMode", self.index);
                self.report
                    .push(Issue::warning("material-unknown-alpha-mode", at));
                AlphaMode::Opaque
            }
        }
    }

    fn finite(&mut self, value: f32, otherwise: f32, part: &str) -> f32 {
        if usable(value) {
            return value;
        }
        let at = format!("/materials/{}/{part}", self.index);
        self.report.push(Issue::error("material-factor-not-finite", at));
        otherwise
    }

    fn info(&mut self, info: &json::texture::Info, pointer: &str) -> Option<TextureSlot> {
        self.slot(
            info.index.value(),
            info.tex_coord,
            transform::of_info(info),
            pointer,
        )
    }

    fn slot(
        &mut self,
        texture: usize,
        uv_set: u32,
        moved: Option<&TextureTransform>,
        pointer: &str,
    ) -> Option<TextureSlot> {
        if texture >= self.textures.len() {
            self.report.push(
                Issue::error("material-texture-missing", format!("{pointer}/index"))
                    .with("index", texture)
                    .with("count", self.textures.len()),
            );
            return None;
        }
        let ((transform, own_set), issue) = transform::convert(moved, pointer);
        self.report.extend(issue);
        let mut uv_set = own_set.unwrap_or(uv_set);
        if uv_set >= UV_SETS {
            self.report
                .push(Issue::warning("material-uv-set", format!("{pointer}/texCoord")).with("set", uv_set));
            uv_set = 0;
        }
        Some(TextureSlot {
            texture: TextureId(texture as u32),
            uv_set,
            transform,
        })
    }

    /// False if a placeholder stands in for the slot's picture, or there is none.
    fn shows(&self, slot: &TextureSlot) -> bool {
        let image = self.textures[slot.texture.0 as usize].image;
        image
            .and_then(|i| self.images.get(i.0 as usize))
            .is_some_and(|image| !image.placeholder)
    }
}

/// The extensions that the file gives a material, sorted.
fn name_extensions(file: &json::Material, made: &mut Material) {
    let Some(extensions) = file.extensions.as_ref() else {
        return;
    };
    let read = [
        ("KHR_materials_unlit", extensions.unlit.is_some()),
        (
            "KHR_materials_emissive_strength",
            extensions.emissive_strength.is_some(),
        ),
    ];
    let read = read
        .iter()
        .filter(|(_, there)| *there)
        .map(|(name, _)| (*name).to_owned());
    made.extensions = read.chain(extensions.others.keys().cloned()).collect();
    made.extensions.sort();
}
