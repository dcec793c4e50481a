//! Import: numbers of every form, seen from outside.

use glam::{Vec2, Vec3, Vec4};
use serde_json::json;

use super::support::{GltfBuilder, Numbers};

/// The positions of a mesh made of `accessor`.
#[track_caller]
fn positions(mut b: GltfBuilder, accessor: usize) -> Vec<Vec3> {
    let mesh = b.mesh(json!({ "POSITION": accessor }), json!({ "mode": 0 }));
    b.node(json!({ "mesh": mesh }));
    b.model().meshes[0].primitives[0].positions.to_vec()
}

#[track_caller]
fn refusal(mut b: GltfBuilder, accessor: usize) -> &'static str {
    let mesh = b.mesh(json!({ "POSITION": accessor }), json!({ "mode": 0 }));
    b.node(json!({ "mesh": mesh }));
    b.refusal().code
}

#[test]
fn integers_are_numbers_and_normalised_ones_are_fractions() {
    let mut b = GltfBuilder::new();
    let a = b.accessor("VEC3", Numbers::I16(&[100, 200, -300]));
    assert_eq!(positions(b, a), [Vec3::new(100.0, 200.0, -300.0)]);
    let mut b = GltfBuilder::new();
    let a = b.normalized("VEC3", Numbers::I16(&[32767, -32767, -32768]));
    assert_eq!(positions(b, a), [Vec3::new(1.0, -1.0, -1.0)]);
    let mut b = GltfBuilder::new();
    let a = b.normalized("VEC3", Numbers::I8(&[127, -128, 0]));
    assert_eq!(positions(b, a), [Vec3::new(1.0, -1.0, 0.0)]);
    let mut b = GltfBuilder::new();
    let a = b.normalized("VEC3", Numbers::U8(&[255, 0, 51]));
    assert_eq!(positions(b, a), [Vec3::new(1.0, 0.0, 0.2)]);
    let mut b = GltfBuilder::new();
    let a = b.normalized("VEC3", Numbers::U16(&[65535, 0, 13107]));
    assert_eq!(positions(b, a), [Vec3::new(1.0, 0.0, 0.2)]);
}

#[test]
fn stride_and_offset_find_interleaved_elements() {
    let mut b = GltfBuilder::new();
    // Position and colour in turn, after four bytes of something else.
    let mut bytes = vec![9; 4];
    for k in 0..3_u8 {
        bytes.extend(Numbers::F32(&[f32::from(k), 1.0, 2.0]).bytes());
        bytes.extend([k * 51, 0, 0, 255]);
    }
    let view = b.view(&bytes);
    b.json["bufferViews"][view]["byteStride"] = 16.into();
    let at = |offset: u32, component: u32, kind: &str| json!({ "bufferView": view, "byteOffset": offset, "componentType": component, "count": 3, "type": kind });
    let p = b.push("accessors", at(4, 5126, "VEC3"));
    let mut color = at(16, 5121, "VEC4");
    color["normalized"] = true.into();
    let c = b.push("accessors", color);
    let mesh = b.mesh(json!({ "POSITION": p, "COLOR_0": c }), json!({}));
    b.node(json!({ "mesh": mesh }));
    let model = b.model();
    let primitive = &model.meshes[0].primitives[0];
    assert_eq!(primitive.positions[2], Vec3::new(2.0, 1.0, 2.0));
    let colors = primitive.colors.as_ref().unwrap();
    assert_eq!(
        colors.to_vec(),
        [0.0, 0.2, 0.4].map(|r| Vec4::new(r, 0.0, 0.0, 1.0))
    );
}

#[test]
fn sparse_elements_replace_those_below_or_zeros() {
    for with_view in [true, false] {
        let mut b = GltfBuilder::new();
        let a = if with_view {
            b.floats("VEC3", &[1.0; 12])
        } else {
            b.push(
                "accessors",
                json!({ "componentType": 5126, "count": 4, "type": "VEC3" }),
            )
        };
        let indices = b.view(&[1, 3]);
        let values = b.view(&Numbers::F32(&[5.0, 6.0, 7.0, 8.0, 9.0, 10.0]).bytes());
        b.json["accessors"][a]["sparse"] = json!({
            "count": 2,
            "indices": { "bufferView": indices, "componentType": 5121 },
            "values": { "bufferView": values }
        });
        let base = Vec3::splat(if with_view { 1.0 } else { 0.0 });
        let right = [base, Vec3::new(5.0, 6.0, 7.0), base, Vec3::new(8.0, 9.0, 10.0)];
        assert_eq!(positions(b.clone(), a), right);
        for (property, value, code) in [
            ("count", json!(5), "sparse-out-of-bounds"),
            ("count", json!(u64::MAX), "sparse-out-of-bounds"),
            (
                "indices",
                json!({ "bufferView": values, "byteOffset": 2, "componentType": 5121 }),
                "sparse-index-out-of-range",
            ),
            (
                "indices",
                json!({ "bufferView": 99, "componentType": 5121 }),
                "buffer-view-missing",
            ),
            ("values", json!({ "bufferView": indices }), "sparse-out-of-bounds"),
            (
                "values",
                json!({ "bufferView": values, "byteOffset": 4 }),
                "sparse-out-of-bounds",
            ),
        ] {
            let mut bad = b.clone();
            bad.json["accessors"][a]["sparse"][property] = value;
            assert_eq!(refusal(bad, a), code);
        }
    }
}

#[test]
fn a_missing_view_means_zeros() {
    let mut b = GltfBuilder::new();
    let a = b.push(
        "accessors",
        json!({ "componentType": 5126, "count": 3, "type": "VEC3" }),
    );
    assert_eq!(positions(b, a), [Vec3::ZERO; 3]);
}

#[test]
fn what_does_not_fit_is_refused_whatever_the_arithmetic() {
    let whole = || {
        let mut b = GltfBuilder::new();
        let a = b.floats("VEC3", &[0.0; 9]);
        (b, a)
    };
    for (property, value, code) in [
        ("count", json!(4), "accessor-out-of-bounds"),
        ("count", json!(4_000_000_000_u64), "accessor-out-of-bounds"),
        ("count", json!(1_u64 << 62), "accessor-out-of-bounds"),
        ("count", json!(u64::MAX), "accessor-out-of-bounds"),
        ("byteOffset", json!(1), "accessor-out-of-bounds"),
        ("byteOffset", json!(u64::MAX), "accessor-out-of-bounds"),
        ("bufferView", json!(7), "buffer-view-missing"),
        ("componentType", json!(5124), "accessor-unknown-type"),
        ("type", json!("VEC5"), "accessor-unknown-type"),
        ("type", json!("VEC2"), "accessor-wrong-type"),
    ] {
        let (mut b, a) = whole();
        b.json["accessors"][a][property] = value.clone();
        assert_eq!(refusal(b, a), code, "{property} {value}");
    }
    for (property, value, code) in [
        ("byteStride", json!(8), "accessor-bad-stride"),
        ("byteStride", json!(0), "accessor-bad-stride"),
        ("byteStride", json!(16), "accessor-out-of-bounds"),
        ("byteLength", json!(u64::MAX), "buffer-view-out-of-bounds"),
        ("byteOffset", json!(u64::MAX), "buffer-view-out-of-bounds"),
        ("buffer", json!(3), "buffer-missing"),
    ] {
        let (mut b, a) = whole();
        b.json["bufferViews"][0][property] = value.clone();
        assert_eq!(refusal(b, a), code, "{property} {value}");
    }
    let (b, _) = whole();
    assert_eq!(refusal(b, 99), "accessor-missing");
}

#[test]
fn attributes_come_in_their_quantised_forms() {
    let mut b = GltfBuilder::new();
    let p = b.accessor("VEC3", Numbers::U8(&[0, 0, 0, 10, 0, 0, 0, 20, 0]));
    let n = b.normalized("VEC3", Numbers::I8(&[0, 0, 127, 0, 0, 127, 0, 0, 127]));
    let t = b.normalized("VEC4", Numbers::I16(&[32767, 0, 0, -32767].repeat(3)));
    let uv = b.normalized("VEC2", Numbers::U16(&[0, 65535, 65535, 0, 0, 0]));
    let uv1 = b.accessor("VEC2", Numbers::I16(&[-2, 3, 0, 0, 1, 1]));
    let c = b.normalized("VEC3", Numbers::U8(&[255, 0, 0].repeat(3)));
    let mesh = b.mesh(
        json!({ "POSITION": p, "NORMAL": n, "TANGENT": t, "TEXCOORD_0": uv, "TEXCOORD_1": uv1, "COLOR_0": c }),
        json!({}),
    );
    b.node(json!({ "mesh": mesh }));
    let model = b.model();
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    let primitive = &model.meshes[0].primitives[0];
    assert_eq!(primitive.positions[2], Vec3::new(0.0, 20.0, 0.0));
    assert_eq!(primitive.normals.as_ref().unwrap()[1], Vec3::Z);
    assert_eq!(
        primitive.tangents.as_ref().unwrap()[0],
        Vec4::new(1.0, 0.0, 0.0, -1.0)
    );
    assert_eq!(primitive.uvs[0].as_ref().unwrap()[0], Vec2::Y);
    assert_eq!(primitive.uvs[1].as_ref().unwrap()[0], Vec2::new(-2.0, 3.0));
    assert_eq!(
        primitive.colors.as_ref().unwrap()[0],
        Vec4::new(1.0, 0.0, 0.0, 1.0)
    );
}
