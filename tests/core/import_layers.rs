//! Import: what materials have beyond metal and roughness, and the lights of a file.

use glam::Vec3;
use rigscope::model::{LightKind, Material, Model, Severity};
use serde_json::{Value, json};

use super::import_materials::png;
use super::support::{GltfBuilder, codes};

/// A triangle whose material has one extension, and one texture.
#[allow(
    clippy::needless_pass_by_value,
    reason = "they are written where they are given"
)]
fn with(name: &str, extension: Value) -> Model {
    let mut b = GltfBuilder::triangle();
    let view = b.view(&png(2, 2, [10, 20, 30, 255]));
    b.push("images", json!({ "bufferView": view, "mimeType": "image/png" }));
    b.push("textures", json!({ "source": 0 }));
    b.push("materials", json!({ "extensions": { name: extension } }));
    b.json["extensionsUsed"] = json!([name]);
    b.json["extensionsRequired"] = json!([name]);
    b.json["meshes"][0]["primitives"][0]["material"] = 0.into();
    b.model()
}

#[track_caller]
fn sound(name: &str, extension: Value) -> Material {
    let model = with(name, extension);
    assert_eq!(codes(&model), Vec::<&str>::new(), "{name}");
    assert_eq!(model.materials[0].extensions, [name]);
    model.materials[0].clone()
}

/// What is told of a broken one, and what becomes of it.
fn broken(name: &str, extension: Value) -> (Vec<(&'static str, String)>, Material) {
    let model = with(name, extension);
    let told = model.issues.iter().map(|i| (i.code, i.pointer.clone()));
    (told.collect(), model.materials[0].clone())
}

#[test]
fn clearcoat() {
    let name = "KHR_materials_clearcoat";
    let m = sound(
        name,
        json!({ "clearcoatFactor": 0.5, "clearcoatRoughnessFactor": 0.25, "clearcoatTexture": { "index": 0 },
            "clearcoatRoughnessTexture": { "index": 0, "extensions": { "KHR_texture_transform": { "scale": [2.0, 3.0] } } },
            "clearcoatNormalTexture": { "index": 0, "scale": 0.7, "texCoord": 1 } }),
    );
    let c = &m.clearcoat;
    assert_eq!((c.factor, c.roughness, c.normal_scale), (0.5, 0.25, 0.7));
    assert!(c.texture.is_some());
    assert_eq!(
        c.roughness_texture.unwrap().transform.scale,
        glam::Vec2::new(2.0, 3.0)
    );
    assert_eq!(c.normal_texture.unwrap().uv_set, 1);
    let (told, m) = broken(
        name,
        json!({ "clearcoatFactor": 7, "clearcoatRoughnessFactor": "much",
        "clearcoatTexture": { "index": 9 }, "clearcoatNormalTexture": 3 }),
    );
    let at = |part: &str| format!("/materials/0/extensions/{name}/{part}");
    assert!(
        told.contains(&("value-out-of-range", at("clearcoatFactor"))),
        "{told:?}"
    );
    assert!(
        told.contains(&("value-not-a-number", at("clearcoatRoughnessFactor"))),
        "{told:?}"
    );
    assert!(
        told.contains(&("material-texture-missing", at("clearcoatTexture/index"))),
        "{told:?}"
    );
    assert_eq!((m.clearcoat.factor, m.clearcoat.roughness), (1.0, 0.0));
    assert_eq!((m.clearcoat.texture, m.clearcoat.normal_texture), (None, None));
}

#[test]
fn sheen_and_specular() {
    let m = sound(
        "KHR_materials_sheen",
        json!({ "sheenColorFactor": [0.1, 0.2, 0.3], "sheenRoughnessFactor": 0.4,
            "sheenColorTexture": { "index": 0 }, "sheenRoughnessTexture": { "index": 0 } }),
    );
    assert_eq!(
        (m.sheen.color, m.sheen.roughness),
        (Vec3::new(0.1, 0.2, 0.3), 0.4)
    );
    assert!(m.sheen.color_texture.is_some() && m.sheen.roughness_texture.is_some());
    let (told, m) = broken("KHR_materials_sheen", json!({ "sheenColorFactor": [0.5, 1e300] }));
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(m.sheen.color, Vec3::new(0.5, 0.0, 0.0));

    let m = sound(
        "KHR_materials_specular",
        json!({ "specularFactor": 0.3, "specularColorFactor": [1.0, 2.0, 0.5], "specularTexture": { "index": 0 },
            "specularColorTexture": { "index": 0 } }),
    );
    assert_eq!(
        (m.specular.factor, m.specular.color),
        (0.3, Vec3::new(1.0, 2.0, 0.5))
    );
    assert!(m.specular.texture.is_some() && m.specular.color_texture.is_some());
    let (told, m) = broken(
        "KHR_materials_specular",
        json!({ "specularFactor": -1.0, "specularColorFactor": [-1, 1, 1] }),
    );
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!((m.specular.factor, m.specular.color.x), (0.0, 0.0));
}

#[test]
fn ior_transmission_and_volume() {
    assert_eq!(sound("KHR_materials_ior", json!({ "ior": 1.33 })).ior, 1.33);
    assert_eq!(sound("KHR_materials_ior", json!({ "ior": 0.0 })).ior, 0.0);
    let (told, m) = broken("KHR_materials_ior", json!({ "ior": 0.5 }));
    assert_eq!((told[0].0, m.ior), ("value-out-of-range", 1.0));

    let m = sound(
        "KHR_materials_transmission",
        json!({ "transmissionFactor": 0.9, "transmissionTexture": { "index": 0 } }),
    );
    assert!(m.transmission.factor == 0.9 && m.transmission.texture.is_some());
    let (told, m) = broken("KHR_materials_transmission", json!({ "transmissionFactor": [1] }));
    assert_eq!((told[0].0, m.transmission.factor), ("value-not-a-number", 0.0));

    let m = sound(
        "KHR_materials_volume",
        json!({ "thicknessFactor": 0.2, "thicknessTexture": { "index": 0 }, "attenuationDistance": 3.0,
            "attenuationColor": [0.5, 0.6, 0.7] }),
    );
    assert_eq!((m.volume.thickness, m.volume.attenuation_distance), (0.2, 3.0));
    assert_eq!(m.volume.attenuation_color, Vec3::new(0.5, 0.6, 0.7));
    assert!(m.volume.thickness_texture.is_some());
    assert_eq!(
        sound("KHR_materials_volume", json!({}))
            .volume
            .attenuation_distance,
        f32::INFINITY
    );
    let (told, m) = broken(
        "KHR_materials_volume",
        json!({ "thicknessFactor": -1, "attenuationDistance": 0 }),
    );
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(
        (m.volume.thickness, m.volume.attenuation_distance),
        (0.0, f32::INFINITY)
    );
}

#[test]
fn iridescence_and_anisotropy() {
    let m = sound(
        "KHR_materials_iridescence",
        json!({ "iridescenceFactor": 1.0, "iridescenceIor": 1.8, "iridescenceThicknessMinimum": 200,
            "iridescenceThicknessMaximum": 700, "iridescenceTexture": { "index": 0 },
            "iridescenceThicknessTexture": { "index": 0 } }),
    );
    let i = &m.iridescence;
    assert_eq!(
        (i.factor, i.ior, i.thickness_minimum, i.thickness_maximum),
        (1.0, 1.8, 200.0, 700.0)
    );
    assert!(i.texture.is_some() && i.thickness_texture.is_some());
    let (told, m) = broken("KHR_materials_iridescence", json!({ "iridescenceIor": 0.3 }));
    assert_eq!((told[0].0, m.iridescence.ior), ("value-out-of-range", 1.0));

    let m = sound(
        "KHR_materials_anisotropy",
        json!({ "anisotropyStrength": 0.6, "anisotropyRotation": -1.5, "anisotropyTexture": { "index": 0 } }),
    );
    assert_eq!((m.anisotropy.strength, m.anisotropy.rotation), (0.6, -1.5));
    assert!(m.anisotropy.texture.is_some());
    let (told, m) = broken(
        "KHR_materials_anisotropy",
        json!({ "anisotropyStrength": 2, "anisotropyRotation": null }),
    );
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!((m.anisotropy.strength, m.anisotropy.rotation), (1.0, 0.0));
}

#[test]
fn more_textures_than_a_device_reads_are_told() {
    let mut b = GltfBuilder::triangle();
    let view = b.view(&png(1, 1, [0; 4]));
    for k in 0..12 {
        b.push("images", json!({ "bufferView": view, "mimeType": "image/png" }));
        b.push("textures", json!({ "source": k }));
    }
    let at = |k: u32| json!({ "index": k });
    b.push(
        "materials",
        json!({ "pbrMetallicRoughness": { "baseColorTexture": at(0), "metallicRoughnessTexture": at(1) },
            "normalTexture": at(2), "occlusionTexture": at(3), "emissiveTexture": at(4), "extensions": {
            "KHR_materials_clearcoat": { "clearcoatTexture": at(5), "clearcoatRoughnessTexture": at(6),
                "clearcoatNormalTexture": at(7) },
            "KHR_materials_sheen": { "sheenColorTexture": at(8) },
            "KHR_materials_transmission": { "transmissionTexture": at(9) },
            "KHR_materials_volume": { "thicknessTexture": at(10) },
            "KHR_materials_anisotropy": { "anisotropyTexture": at(11) } } }),
    );
    let model = b.model();
    let issue = model
        .issues
        .iter()
        .find(|i| i.code == "material-too-many-textures");
    let issue = issue.expect("it is told");
    assert!(issue.to_string().contains("anisotropy"), "{issue}");
}

/// Nodes 1.. carry the lights 0.. of the file.
#[allow(
    clippy::needless_pass_by_value,
    reason = "they are written where they are given"
)]
fn lit(lights: Value) -> GltfBuilder {
    let mut b = GltfBuilder::triangle();
    for k in 0..lights.as_array().map_or(0, Vec::len) {
        b.node(json!({ "name": format!("lamp {k}"), "translation": [0, 1, k],
            "extensions": { "KHR_lights_punctual": { "light": k } } }));
    }
    b.json["extensions"] = json!({ "KHR_lights_punctual": { "lights": lights } });
    b.json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    b.json["extensionsRequired"] = json!(["KHR_lights_punctual"]);
    b
}

#[test]
fn lights_arrive_with_their_nodes() {
    let model = lit(json!([
        { "type": "directional", "name": "sun", "color": [1, 0.5, 0.25], "intensity": 3 },
        { "type": "point", "range": 5 },
        { "type": "spot", "intensity": 20, "spot": { "innerConeAngle": 0.2, "outerConeAngle": 0.4 } },
        { "type": "spot" },
    ]))
    .model();
    assert_eq!(codes(&model), Vec::<&str>::new());
    let kinds: Vec<LightKind> = model.lights.iter().map(|l| l.kind).collect();
    let quarter = std::f32::consts::FRAC_PI_4;
    assert_eq!(
        kinds,
        [
            LightKind::Directional,
            LightKind::Point,
            LightKind::Spot {
                inner: 0.2,
                outer: 0.4
            },
            LightKind::Spot {
                inner: 0.0,
                outer: quarter
            },
        ]
    );
    let sun = &model.lights[0];
    assert_eq!(
        (sun.name.as_deref(), sun.color, sun.intensity),
        (Some("sun"), Vec3::new(1.0, 0.5, 0.25), 3.0)
    );
    assert_eq!(
        (model.lights[1].range, model.lights[1].intensity, sun.range),
        (Some(5.0), 1.0, None)
    );
    let shown: Vec<String> = model
        .scene_lights(model.default_scene)
        .map(|(i, _)| model.joint_label(i.joint))
        .collect();
    assert_eq!(shown, ["lamp 0", "lamp 1", "lamp 2", "lamp 3"]);
}

#[test]
fn damaged_lights_are_told_and_the_rest_shine() {
    let mut b = lit(json!([
        { "type": "laser" }, 7, { "type": "point", "intensity": -3, "color": [1, "x", 9] },
        { "type": "spot", "spot": { "innerConeAngle": 1.2, "outerConeAngle": 0.5 } },
    ]));
    b.node(json!({ "extensions": { "KHR_lights_punctual": { "light": 99 } } }));
    b.node(json!({ "extensions": { "KHR_lights_punctual": { "light": -1 } } }));
    b.node(json!({ "extensions": { "KHR_lights_punctual": "none" } }));
    let model = b.model();
    assert_eq!((model.lights.len(), model.light_instances.len()), (2, 2));
    assert_eq!(
        (model.lights[0].intensity, model.lights[0].color),
        (0.0, Vec3::ONE)
    );
    let LightKind::Spot { inner, outer } = model.lights[1].kind else {
        panic!("a spot")
    };
    assert!(inner < outer && outer == 0.5);
    let told = codes(&model);
    for (code, count) in [
        ("light-unknown-kind", 2),
        ("reference-out-of-range", 2),
        ("value-not-a-number", 1),
        ("value-out-of-range", 3),
    ] {
        assert_eq!(
            told.iter().filter(|c| **c == code).count(),
            count,
            "{code}: {told:?}"
        );
    }
}

#[test]
fn lights_without_end_are_cut_short_and_told() {
    let lights: Vec<Value> = (0..100).map(|_| json!({ "type": "point" })).collect();
    let model = lit(json!(lights)).model();
    assert_eq!(model.light_instances.len(), rigscope::model::MOST_LIGHTS);
    assert_eq!(codes(&model), ["light-too-many"]);
}

#[test]
fn lights_in_physical_units_are_told_to_be_dimmed_and_others_are_not() {
    let dimmed = |intensity: f64| {
        let model = lit(json!([{ "type": "directional", "intensity": intensity }])).model();
        let told = model.issues.iter().find(|i| i.code == "lights-dimmed").cloned();
        (told, model.light_scale())
    };
    let (told, scale) = dimmed(3.0);
    assert_eq!((told, scale), (None, 1.0));
    // The sun.
    let (told, scale) = dimmed(100_000.0);
    let told = told.expect("it is told");
    assert_eq!(told.severity, Severity::Info);
    assert_eq!(told.pointer, "/extensions/KHR_lights_punctual/lights");
    assert!((scale * 100_000.0 - std::f32::consts::PI).abs() < 1e-3, "{scale}");
    let words = told.to_string();
    assert!(words.contains("100000") && words.contains("31831"), "{words}");
}
