//! Import: materials, textures, samplers and pictures.

use glam::{Vec2, Vec3, Vec4};
use rigscope::model::{AlphaMode, Filter, Material, Wrap};
use serde_json::{Value, json};

use super::support::{GltfBuilder, codes};

/// A PNG of one colour.
pub(crate) fn png(width: u32, height: u32, rgba: [u8; 4]) -> Vec<u8> {
    let picture = image::RgbaImage::from_pixel(width, height, image::Rgba(rgba));
    let mut out = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut out, image::ImageFormat::Png)
        .expect("writes to memory");
    out.into_inner()
}

/// A triangle with `material` and one texture over one PNG.
fn with(material: Value) -> GltfBuilder {
    let mut b = GltfBuilder::triangle();
    let view = b.view(&png(3, 2, [10, 20, 30, 255]));
    b.push("images", json!({ "bufferView": view, "name": "skin" }));
    b.push("textures", json!({ "source": 0 }));
    b.push("materials", material);
    b.json["meshes"][0]["primitives"][0]["material"] = 0.into();
    b
}

fn material(value: Value) -> Material {
    with(value).model().materials[0].clone()
}

#[test]
fn an_empty_material_has_the_defaults_of_the_specification() {
    let made = material(json!({}));
    assert_eq!(
        Material {
            source: made.source.clone(),
            ..Material::default()
        },
        made
    );
    assert_eq!(made.source.pointer, "/materials/0");
}

#[test]
fn every_property_arrives() {
    let made = material(json!({
        "name": "ผิว",
        "pbrMetallicRoughness": {
            "baseColorFactor": [0.1, 0.2, 0.3, 0.4], "baseColorTexture": { "index": 0, "texCoord": 1 },
            "metallicFactor": 0.5, "roughnessFactor": 0.25, "metallicRoughnessTexture": { "index": 0 }
        },
        "normalTexture": { "index": 0, "scale": -2.0 },
        "occlusionTexture": { "index": 0, "strength": 0.75, "extensions": { "KHR_texture_transform": { "rotation": 1.5 } } },
        "emissiveFactor": [1.0, 0.5, 0.0], "emissiveTexture": { "index": 0, "extensions": {
            "KHR_texture_transform": { "offset": [0.1, 0.2], "rotation": 0.3, "scale": [2.0, 3.0], "texCoord": 1 } } },
        "alphaMode": "MASK", "alphaCutoff": 0.3, "doubleSided": true,
        "extensions": { "KHR_materials_unlit": {}, "KHR_materials_emissive_strength": { "emissiveStrength": 4.0 } }
    }));
    assert_eq!(made.name.as_deref(), Some("ผิว"));
    assert_eq!(made.base_color, Vec4::new(0.1, 0.2, 0.3, 0.4));
    assert_eq!(made.base_color_texture.unwrap().uv_set, 1);
    assert_eq!((made.metallic, made.roughness), (0.5, 0.25));
    assert_eq!((made.normal_scale, made.occlusion_strength), (-2.0, 0.75));
    assert_eq!(made.occlusion_texture.unwrap().transform.rotation, 1.5);
    assert_eq!(made.emissive, Vec3::new(4.0, 2.0, 0.0));
    let glow = made.emissive_texture.unwrap();
    assert_eq!(
        (glow.transform.offset, glow.transform.scale, glow.uv_set),
        (Vec2::new(0.1, 0.2), Vec2::new(2.0, 3.0), 1)
    );
    assert_eq!(made.alpha_mode, AlphaMode::Mask { cutoff: 0.3 });
    assert!(made.double_sided && made.unlit);
    assert_eq!(made.slots().count(), 5);
    assert_eq!(
        material(json!({ "alphaMode": "BLEND" })).alpha_mode,
        AlphaMode::Blend
    );
    assert_eq!(
        material(json!({ "alphaMode": "MASK" })).alpha_mode,
        AlphaMode::Mask { cutoff: 0.5 }
    );
}

#[test]
fn broken_materials_are_told_and_kept() {
    let check = |value: Value, code: &str| {
        let model = with(value).model();
        assert_eq!(codes(&model), [code]);
        model.materials[0].clone()
    };
    let made = check(
        json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 77 } } }),
        "material-texture-missing",
    );
    assert!(made.base_color_texture.is_none());
    let made = check(
        json!({ "pbrMetallicRoughness": { "metallicFactor": 1e30 } }),
        "material-factor-not-finite",
    );
    assert_eq!(made.metallic, 1.0);
    let made = check(
        json!({ "normalTexture": { "index": 0, "texCoord": 3 } }),
        "material-uv-set",
    );
    assert_eq!(made.normal_texture.unwrap().uv_set, 0);
    check(json!({ "alphaMode": "DITHER" }), "material-unknown-alpha-mode");
}

#[test]
fn samplers_are_read_and_default_to_smooth_repeat() {
    let mut b = with(json!({}));
    let sampler = b.model().textures[0].sampler;
    assert_eq!(
        (sampler.wrap_u, sampler.mag, sampler.mip),
        (Wrap::Repeat, Filter::Linear, Some(Filter::Linear))
    );
    b.push(
        "samplers",
        json!({ "wrapS": 33071, "wrapT": 33648, "magFilter": 9728, "minFilter": 9985 }),
    );
    b.json["textures"][0]["sampler"] = 0.into();
    let sampler = b.model().textures[0].sampler;
    assert_eq!((sampler.wrap_u, sampler.wrap_v), (Wrap::Clamp, Wrap::Mirror));
    assert_eq!(
        (sampler.mag, sampler.min, sampler.mip),
        (Filter::Nearest, Filter::Linear, Some(Filter::Nearest))
    );
    b.json["samplers"][0]["minFilter"] = 9728.into();
    assert_eq!(b.model().textures[0].sampler.mip, None);
}

#[test]
fn pictures_are_decoded_to_rgba_by_their_content() {
    let model = with(json!({})).model();
    let picture = &model.images[0];
    assert_eq!(
        (picture.width, picture.height, picture.placeholder),
        (3, 2, false)
    );
    assert_eq!(picture.pixels.rgba()[..4], [10, 20, 30, 255]);
    assert_eq!(
        (picture.pixels.rgba().len(), picture.name.as_deref()),
        (24, Some("skin"))
    );
    // A grey JPEG that claims to be a PNG.
    let mut jpeg = std::io::Cursor::new(Vec::new());
    image::GrayImage::from_pixel(8, 8, image::Luma([128]))
        .write_to(&mut jpeg, image::ImageFormat::Jpeg)
        .unwrap();
    let mut b = with(json!({}));
    let view = b.view(&jpeg.into_inner());
    b.json["images"][0] = json!({ "bufferView": view, "mimeType": "image/png" });
    let model = b.model();
    assert_eq!(model.images[0].pixels.rgba()[..4], [128, 128, 128, 255]);
    assert!(model.issues.is_empty());
}

#[test]
fn a_broken_picture_is_a_placeholder_where_it_is_harmless() {
    let all = json!({
        "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 }, "metallicRoughnessTexture": { "index": 0 } },
        "normalTexture": { "index": 0 }, "occlusionTexture": { "index": 0 },
        "emissiveFactor": [1, 1, 1], "emissiveTexture": { "index": 0 }
    });
    let good = png(4, 4, [1, 2, 3, 4]);
    let webp = b"RIFF\x10\0\0\0WEBPVP8 ".as_slice();
    for (bytes, code) in [
        (&good[..good.len() / 2], "image-broken"),
        (b"not a picture", "image-unknown-format"),
        (webp, "image-broken"),
    ] {
        let mut b = with(all.clone());
        let view = b.view(bytes);
        b.json["images"][0] = json!({ "bufferView": view });
        let model = b.model();
        assert_eq!(codes(&model), [code]);
        assert!(model.images[0].placeholder);
        assert_eq!(
            model.images[0].pixels.rgba().len() as u32,
            4 * model.images[0].width * model.images[0].height
        );
        let made = &model.materials[0];
        assert!(made.base_color_texture.is_some());
        assert_eq!((made.slots().count(), made.emissive), (1, Vec3::ZERO));
    }
    for (image, word) in [
        (json!({ "uri": "../../etc/passwd" }), "uri-outside-folder"),
        (json!({ "uri": "missing.png" }), "uri-without-folder"),
        (json!({ "bufferView": 99 }), "buffer-view-missing"),
        (json!({ "uri": "data:image/png;base64,*" }), "uri-data-broken"),
        (json!({}), ""),
    ] {
        let mut b = with(json!({}));
        b.json["images"][0] = image;
        let model = b.model();
        let issue = model
            .issues
            .iter()
            .find(|i| i.code.starts_with("image-"))
            .expect("told");
        assert!(issue.to_string().contains(word), "{issue}");
        assert!(model.images[0].placeholder);
    }
}

/// A PNG whose header claims 30,000 x 30,000 pixels.
pub(crate) fn picture_bomb() -> Vec<u8> {
    let mut bomb = png(1, 1, [0; 4]);
    bomb[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    let crc = {
        let mut crc = u32::MAX;
        for byte in &bomb[12..29] {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 {
                    crc >> 1 ^ 0xEDB8_8320
                } else {
                    crc >> 1
                };
            }
        }
        !crc
    };
    bomb[29..33].copy_from_slice(&crc.to_be_bytes());
    bomb
}

#[test]
fn a_picture_bomb_is_a_placeholder_before_memory_is_taken() {
    let bomb = picture_bomb();
    let mut b = with(json!({}));
    let view = b.view(&bomb);
    b.json["images"][0] = json!({ "bufferView": view });
    assert_eq!(codes(&b.model()), ["image-too-large"]);
}

#[test]
fn a_texture_in_another_format_uses_its_fallback() {
    let mut b = with(json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }));
    let view = b.view(b"RIFF\x10\0\0\0WEBPVP8 ");
    b.push("images", json!({ "bufferView": view, "mimeType": "image/webp" }));
    b.json["textures"][0]["extensions"] = json!({ "EXT_texture_webp": { "source": 1 } });
    let model = b.model();
    assert_eq!(model.textures[0].image.unwrap().0, 0);
    assert_eq!(codes(&model), ["image-fallback"]);
    assert!(model.issues[0].to_string().contains("image-broken"));
    b.json["textures"][0].as_object_mut().unwrap().remove("source");
    let model = b.model();
    assert_eq!(model.textures[0].image.unwrap().0, 1);
    assert!(model.images[1].placeholder);
    assert!(model.issues.iter().any(|i| i.to_string().contains("WebP")));
    b.json["textures"][0] = json!({});
    let model = b.model();
    assert!(model.textures[0].image.is_none());
    assert!(codes(&model).contains(&"texture-without-image"));
}
