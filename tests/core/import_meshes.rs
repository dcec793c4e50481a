//! Import: primitives, attributes, indices, morph targets, materials' needs of them.

use glam::{Vec3, Vec4};
use rigscope::model::Topology;
use serde_json::json;

use super::support::{GltfBuilder, Numbers, codes};

#[test]
fn every_mode_and_index_type_is_read() {
    let modes = [
        Topology::Points,
        Topology::Lines,
        Topology::LineLoop,
        Topology::LineStrip,
        Topology::Triangles,
        Topology::TriangleStrip,
        Topology::TriangleFan,
    ];
    for (mode, topology) in modes.into_iter().enumerate() {
        let mut b = GltfBuilder::new();
        let p = b.floats("VEC3", &[0.0; 12]);
        let i = match mode % 3 {
            0 => b.accessor("SCALAR", Numbers::U8(&[0, 1, 2, 3])),
            1 => b.accessor("SCALAR", Numbers::U16(&[0, 1, 2, 3])),
            _ => b.accessor("SCALAR", Numbers::U32(&[0, 1, 2, 3])),
        };
        let mesh = b.mesh(json!({ "POSITION": p }), json!({ "mode": mode, "indices": i }));
        b.node(json!({ "mesh": mesh }));
        let model = b.model();
        let primitive = &model.meshes[0].primitives[0];
        assert_eq!(
            (primitive.topology, primitive.indices.as_deref()),
            (topology, Some(&[0, 1, 2, 3][..]))
        );
    }
    let mut b = GltfBuilder::triangle();
    b.json["meshes"][0]["primitives"][0]["mode"] = 9.into();
    assert!(codes(&b.model()).contains(&"primitive-unknown-mode"));
}

#[test]
fn indices_out_of_range_and_of_wrong_type() {
    let mut b = GltfBuilder::triangle();
    let i = b.accessor("SCALAR", Numbers::U16(&[0, 1, 2, 0, 1, 3]));
    b.json["meshes"][0]["primitives"][0]["indices"] = i.into();
    let model = b.model();
    assert_eq!(
        model.meshes[0].primitives[0].indices.as_deref(),
        Some(&[0, 1, 2][..])
    );
    assert_eq!(codes(&model), ["indices-out-of-range"]);
    let i = b.floats("SCALAR", &[0.0, 1.0, 2.0]);
    b.json["meshes"][0]["primitives"][0]["indices"] = i.into();
    assert_eq!(b.refusal().code, "accessor-wrong-type");
}

#[test]
fn a_primitive_without_vertices_is_left_out_and_its_neighbours_keep_their_number() {
    let mut b = GltfBuilder::triangle();
    let empty = b.push(
        "accessors",
        json!({ "componentType": 5126, "count": 0, "type": "VEC3" }),
    );
    let good = b.json["meshes"][0]["primitives"][0].clone();
    b.json["meshes"][0]["primitives"] =
        json!([{ "attributes": { "NORMAL": 0 } }, { "attributes": { "POSITION": empty } }, good]);
    let model = b.model();
    assert_eq!(codes(&model), ["primitive-without-positions", "primitive-empty"]);
    assert_eq!(model.meshes[0].primitives.len(), 1);
    let source = &model.meshes[0].primitives[0].source;
    assert_eq!(
        (source.index, source.pointer.as_str()),
        (2, "/meshes/0/primitives/2")
    );
}

#[test]
fn nothing_that_is_not_finite_gets_in() {
    let mut b = GltfBuilder::new();
    let p = b.floats(
        "VEC3",
        &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0, f32::NAN, f32::INFINITY, 1e30],
    );
    let n = b.floats("VEC3", &[0.0, 0.0, 1.0, f32::NAN, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let t = b.floats("VEC4", &[f32::NAN; 12]);
    let uv = b.floats("VEC2", &[f32::INFINITY; 6]);
    let c = b.floats("VEC4", &[f32::NAN; 12]);
    let mesh = b.mesh(
        json!({ "POSITION": p, "NORMAL": n, "TANGENT": t, "TEXCOORD_0": uv, "COLOR_0": c }),
        json!({}),
    );
    b.node(json!({ "mesh": mesh }));
    let model = b.model();
    let primitive = &model.meshes[0].primitives[0];
    assert!(primitive.positions.iter().all(|p| p.is_finite()));
    assert_eq!(primitive.positions[2], Vec3::X);
    assert!(
        primitive
            .normals
            .as_ref()
            .unwrap()
            .iter()
            .all(|n| (n.length() - 1.0).abs() < 1e-6)
    );
    assert!(primitive.tangents.is_none());
    assert!(primitive.uvs[0].as_ref().unwrap().iter().all(|uv| uv.is_finite()));
    assert_eq!(primitive.colors.as_ref().unwrap()[0], Vec4::ONE);
    let right = [
        "positions-not-finite",
        "tangents-broken",
        "attribute-not-finite",
        "attribute-not-finite",
        "normals-broken",
    ];
    assert_eq!(codes(&model), right);
}

#[test]
fn normals_are_made_unit_and_missing_ones_stay_missing() {
    let mut b = GltfBuilder::triangle();
    assert!(b.model().meshes[0].primitives[0].normals.is_none());
    let n = b.floats("VEC3", &[0.0, 0.0, 0.5, 3.0, 0.0, 4.0, 0.0, 1.0, 0.0]);
    b.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = n.into();
    let model = b.model();
    let normals = model.meshes[0].primitives[0].normals.clone().unwrap();
    assert!(normals[1].abs_diff_eq(Vec3::new(0.6, 0.0, 0.8), 1e-6) && normals[0] == Vec3::Z);
    assert!(model.issues.is_empty());
}

#[test]
fn an_attribute_of_another_length_is_left_out() {
    let mut b = GltfBuilder::triangle();
    let n = b.floats("VEC3", &[0.0, 0.0, 1.0]);
    b.json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = n.into();
    let model = b.model();
    assert!(model.meshes[0].primitives[0].normals.is_none());
    assert_eq!(
        model.issues[0].pointer,
        "/meshes/0/primitives/0/attributes/NORMAL"
    );
    assert_eq!(codes(&model), ["attribute-count"]);
}

/// A quad in the xy plane with an upright map; `material` uses texture 0, which has a picture.
fn quad_with_map(uv_set: u32) -> GltfBuilder {
    let mut b = GltfBuilder::new();
    let p = b.floats(
        "VEC3",
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0],
    );
    let n = b.floats("VEC3", &[0.0, 0.0, 1.0].repeat(4));
    let uv = b.floats("VEC2", &[0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    let i = b.accessor("SCALAR", Numbers::U8(&[0, 1, 2, 0, 2, 3]));
    let mut attributes = json!({ "POSITION": p, "NORMAL": n });
    attributes[format!("TEXCOORD_{uv_set}")] = uv.into();
    let mesh = b.mesh(attributes, json!({ "indices": i, "material": 0 }));
    b.node(json!({ "mesh": mesh }));
    let png = super::import_materials::png(2, 2, [128, 128, 255, 255]);
    let view = b.view(&png);
    b.push("images", json!({ "bufferView": view, "mimeType": "image/png" }));
    b.push("textures", json!({ "source": 0 }));
    b.push(
        "materials",
        json!({ "normalTexture": { "index": 0, "texCoord": uv_set } }),
    );
    b
}

#[test]
fn tangents_are_made_only_where_a_normal_map_needs_them() {
    for uv_set in [0, 1] {
        let b = quad_with_map(uv_set);
        let model = b.model();
        let tangents = model.meshes[0].primitives[0].tangents.clone().expect("made");
        assert!(
            tangents
                .iter()
                .all(|t| t.abs_diff_eq(Vec4::new(1.0, 0.0, 0.0, 1.0), 1e-6)),
            "{tangents:?}"
        );
    }
    let none = |change: fn(&mut GltfBuilder)| {
        let mut b = quad_with_map(0);
        change(&mut b);
        assert!(b.model().meshes[0].primitives[0].tangents.is_none());
    };
    none(|b| b.json["materials"][0] = json!({}));
    none(|b| b.json["materials"][0]["normalTexture"]["texCoord"] = 1.into());
    none(|b| {
        b.json["meshes"][0]["primitives"][0]["attributes"]
            .as_object_mut()
            .unwrap()
            .remove("NORMAL");
    });
}

#[test]
fn morph_targets_move_positions_normals_and_tangents_sparsely() {
    let mut b = GltfBuilder::triangle();
    let p = b.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0]);
    let n = b.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let t = b.normalized("VEC3", Numbers::I8(&[0, 0, 0, 0, 127, 0, 0, 0, 0]));
    b.json["meshes"][0]["primitives"][0]["targets"] =
        json!([{ "NORMAL": n }, { "POSITION": p, "TANGENT": t }, {}]);
    b.json["meshes"][0]["extras"] = json!({ "targetNames": ["a", "b"] });
    let model = b.model();
    let mesh = &model.meshes[0];
    assert_eq!(
        (mesh.target_count(), mesh.target_names.join(" ").as_str()),
        (3, "a b")
    );
    let morph = mesh.primitives[0].morph.as_ref().unwrap();
    assert!(morph.of(0).is_empty());
    let [delta] = morph.of(1) else { panic!("one delta") };
    assert_eq!(
        (delta.target, delta.position, delta.tangent),
        (1, Vec3::new(0.0, 0.0, 2.0), Vec3::Y)
    );
    assert_eq!(morph.of(2)[0].normal, Vec3::X);
    assert_eq!(model.instances[0].morph_weights, 0..3);
    b.json["meshes"][0]["primitives"][0]["targets"][0]["NORMAL"] = 999.into();
    assert_eq!(b.refusal().code, "accessor-missing");
    let short = b.floats("VEC3", &[1.0; 3]);
    b.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": short }]);
    let model = b.model();
    assert_eq!(codes(&model), ["attribute-count"]);
    assert!(
        model.meshes[0].primitives[0]
            .morph
            .as_ref()
            .unwrap()
            .deltas()
            .is_empty()
    );
}

#[test]
fn default_morph_weights_come_from_the_node_then_the_mesh_then_zero() {
    let mut b = GltfBuilder::triangle();
    let p = b.floats("VEC3", &[1.0; 9]);
    b.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": p }, { "POSITION": p }]);
    let weights = |b: &GltfBuilder| b.model().skeleton.slots().rest_morph_weights.clone();
    assert_eq!(weights(&b), [0.0, 0.0]);
    b.json["meshes"][0]["weights"] = json!([0.25, 0.5]);
    b.node(json!({ "mesh": 0, "weights": [1.0, 0.0] }));
    assert_eq!(weights(&b), [0.25, 0.5, 1.0, 0.0]);
    let model = b.model();
    assert_eq!(
        [
            &model.instances[0].morph_weights,
            &model.instances[1].morph_weights
        ],
        [&(0..2), &(2..4)]
    );
    assert_eq!(model.instances[0].mesh, model.instances[1].mesh);
    b.json["nodes"][1]["weights"] = json!([1.0]);
    assert_eq!(weights(&b), [0.25, 0.5, 1.0, 0.0]);
    assert_eq!(codes(&b.model()), ["morph-weight-count"]);
    b.json["nodes"][1]["weights"] = json!([1e30, 1.0]);
    assert_eq!(codes(&b.model()), ["morph-weight-not-finite"]);
}

#[test]
fn a_mesh_that_no_node_shows_is_noted() {
    let mut b = GltfBuilder::triangle();
    b.json["nodes"] = json!([{}]);
    let model = b.model();
    assert!(model.meshes.is_empty());
    assert_eq!(codes(&model), ["mesh-unused", "scene-without-meshes"]);
}
