//! Import: a model in every compressed form is the plain one (`tests/data/README.md` says how they were made).

use std::path::Path;

use glam::Vec3;
use rigscope::import::{ImportOptions, import_path};
use rigscope::model::{Model, PosedModel};
use rigscope::skinning::SkinningMethod;
use rigscope::work::Work;
use serde_json::json;

use super::support::{GltfBuilder, codes};

/// Metres; the arm is 2 m long and has 14 bits a coordinate.
const TOLERANCE_METERS: f32 = 5e-4;

fn twin(name: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/twins");
    let path = folder.join(format!("{name}.glb"));
    import_path(&path, &ImportOptions::default(), &Work::alone()).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Every vertex in the middle of the clip.
fn posed(model: &Model) -> Vec<Vec3> {
    let mut posed = PosedModel::default();
    posed.set_clips(model, model.clip_ids().next().map(|c| (c, 0.2)), None, true);
    let mut out = Vec::new();
    for instance in &model.instances {
        for primitive in &model.mesh(instance.mesh).primitives {
            let method = SkinningMethod::LinearBlend;
            out.extend(
                (0..primitive.positions.len()).map(|v| posed.vertex(instance, primitive, method, v).position),
            );
        }
    }
    out
}

#[test]
fn a_compressed_model_is_posed_as_its_plain_twin() {
    let plain = posed(&twin("plain"));
    assert!(plain.len() > 900);
    let farthest = |from: &[Vec3], to: &[Vec3]| {
        let nearest = |p: &Vec3| to.iter().map(|q| q.distance_squared(*p)).fold(f32::MAX, f32::min);
        from.iter().map(nearest).fold(0.0, f32::max).sqrt()
    };
    for name in [
        "quantised",
        "meshopt",
        "draco",
        "draco_sequential",
        "webp",
        "etc1s",
        "uastc",
        "uastc_zstd",
    ] {
        let model = twin(name);
        let bad: Vec<_> = codes(&model)
            .into_iter()
            .filter(|c| *c != "image-no-transcoder")
            .collect();
        assert!(
            bad.iter()
                .all(|c| !c.contains("image") && !c.contains("draco") && !c.contains("meshopt")),
            "{bad:?}"
        );
        let points = posed(&model);
        // Vertices come in another order, and some encoders merge equal ones: each has one of the other side at its place.
        let off = farthest(&points, &plain).max(farthest(&plain, &points));
        assert!(off < TOLERANCE_METERS, "{name}: off by {off} m");
    }
}

/// A triangle whose positions are a compressed view over a buffer that is not there.
fn packed(fallback: serde_json::Value) -> GltfBuilder {
    let mut b = GltfBuilder::arm();
    // Version 0, two elements of zero differences: 4 groups of rows without bits, then the padded element.
    let stream = [
        vec![0xA0],
        vec![0; 12],
        vec![0; 20],
        7.0_f32.to_le_bytes().repeat(3),
    ]
    .concat();
    let view = b.view(&stream);
    let source = b.json["bufferViews"][view].clone();
    let views = b.json["bufferViews"].as_array().map_or(0, Vec::len);
    b.push(
        "bufferViews",
        json!({
            "buffer": 1, "byteLength": 24,
            "extensions": { "EXT_meshopt_compression": {
                "buffer": 0, "byteOffset": source["byteOffset"], "byteLength": stream.len(),
                "byteStride": 12, "count": 2, "mode": "ATTRIBUTES"
            } },
        }),
    );
    let accessor = b.push(
        "accessors",
        json!({ "bufferView": views, "componentType": 5126, "count": 2, "type": "VEC3" }),
    );
    b.push(
        "meshes",
        json!({ "primitives": [{ "attributes": { "POSITION": accessor }, "mode": 0 }] }),
    );
    let mesh = b.json["meshes"].as_array().map_or(0, Vec::len) - 1;
    b.push("nodes", json!({ "mesh": mesh }));
    b.json["extra_buffer"] = fallback;
    b
}

fn glb_with(b: &GltfBuilder) -> Vec<u8> {
    let mut json = b.json.clone();
    let extra = json.as_object_mut().unwrap().remove("extra_buffer").unwrap();
    json["buffers"] = json!([{ "byteLength": b.bin.len() }, extra]);
    let mut bin = b.bin.clone();
    bin.resize(bin.len().next_multiple_of(4), 0);
    let mut text = serde_json::to_vec(&json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunk =
        |kind: &[u8; 4], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes()[..], kind, bytes].concat();
    let body = [chunk(b"JSON", &text), chunk(b"BIN\0", &bin)].concat();
    [
        b"glTF".as_slice(),
        &2_u32.to_le_bytes(),
        &(12 + body.len() as u32).to_le_bytes(),
        &body,
    ]
    .concat()
}

#[test]
fn a_buffer_that_only_stands_in_is_not_needed() {
    let marked = |name: &str| json!({ "byteLength": 24, "extensions": { name: { "fallback": true } } });
    let mut missing_file = marked("EXT_meshopt_compression");
    missing_file["uri"] = "not-there.bin".into();
    for fallback in [
        json!({ "byteLength": 24 }),
        marked("EXT_meshopt_compression"),
        marked("KHR_meshopt_compression"),
        missing_file,
    ] {
        let model = super::support::import(glb_with(&packed(fallback))).unwrap();
        let positions = &model.meshes.last().unwrap().primitives[0].positions;
        assert_eq!(positions.to_vec(), [Vec3::splat(7.0); 2]);
    }
}

#[test]
fn a_damaged_stream_gives_way_to_the_plain_data_beside_it() {
    let plain = || json!({ "byteLength": 24, "uri": "data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
    let mut b = packed(plain());
    let views = b.json["bufferViews"].as_array_mut().unwrap();
    views.last_mut().unwrap()["extensions"]["EXT_meshopt_compression"]["byteLength"] = 20.into();
    let model = super::support::import(glb_with(&b)).unwrap();
    assert!(codes(&model).contains(&"meshopt-plain-instead"));
    let positions = &model.meshes.last().unwrap().primitives[0].positions;
    assert_eq!(positions.to_vec(), [Vec3::ZERO; 2]);
    b.json["extra_buffer"] = json!({ "byteLength": 24 });
    let refused = super::support::import(glb_with(&b)).unwrap_err();
    assert!(refused.to_string().contains("meshopt-broken"), "{refused}");
}
