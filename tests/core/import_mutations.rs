//! Import: whatever happens to a file's bytes, there is a model of finite numbers or a refusal, never a panic.

use proptest::prelude::*;
use rigscope::animation::ClipId;
use rigscope::import::{ImportError, ImportOptions, import_bytes};
use rigscope::model::{Model, PosedModel};
use rigscope::skinning::SkinningMethod;
use rigscope::work::Work;
use serde_json::{Value, json};

use super::support::{GltfBuilder, glb};

/// The arm with a morph target, a picture, a sparse accessor, and every kind of channel.
fn rich() -> GltfBuilder {
    let mut b = GltfBuilder::arm();
    let p = b.floats("VEC3", &[0.1; 18]);
    let indices = b.view(&[1, 3]);
    let values = b.view(&[0, 0, 128, 63].repeat(6));
    b.json["accessors"][p]["sparse"] = json!({
        "count": 2, "indices": { "bufferView": indices, "componentType": 5121 }, "values": { "bufferView": values }
    });
    b.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": p, "NORMAL": p }]);
    b.json["meshes"][0]["weights"] = json!([0.5]);
    let uv = b.floats("VEC2", &[0.5; 12]);
    b.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = uv.into();
    b.json["meshes"][0]["primitives"][0]["material"] = 0.into();
    let view = b.view(&super::import_materials::png(4, 4, [9, 8, 7, 255]));
    b.push("images", json!({ "bufferView": view }));
    b.push("samplers", json!({ "wrapS": 33071 }));
    b.push("textures", json!({ "source": 0, "sampler": 0 }));
    b.push(
        "materials",
        json!({ "normalTexture": { "index": 0 }, "alphaMode": "MASK" }),
    );
    b.clip(
        0,
        "weights",
        "CUBICSPLINE",
        &[0.0, 1.0],
        ("SCALAR", &[0.0, 1.0, 0.0, 0.0, 0.5, 0.0]),
    );
    b.clip(
        1,
        "translation",
        "STEP",
        &[0.0, 1.0],
        ("VEC3", &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
    );
    b
}

fn attempt(bytes: Vec<u8>) -> Option<Model> {
    let options = ImportOptions {
        max_memory_bytes: 64 << 20,
    };
    match import_bytes("x", bytes, None, &options, &Work::alone()) {
        Ok(model) => Some(model),
        Err(ImportError::Refused(issue)) => {
            assert!(!issue.code.is_empty());
            None
        }
        Err(ImportError::Cancelled) => panic!("nobody cancelled"),
    }
}

/// Poses everything: an index that import let through would panic here.
fn pose_all(model: &Model) {
    let clips = std::iter::once(None).chain(model.clip_ids().map(Some));
    for clip in clips {
        let mut posed = PosedModel::default();
        posed.set_clips(model, clip.map(|c: ClipId| (c, 0.4)), None, true);
        for instance in &model.instances {
            for primitive in &model.mesh(instance.mesh).primitives {
                assert!(primitive.positions.iter().all(|p| p.is_finite()));
                let triangles = primitive.triangles();
                assert!(triangles.iter().all(|&i| (i as usize) < primitive.vertex_count()));
                for v in 0..primitive.vertex_count() {
                    for method in [SkinningMethod::LinearBlend, SkinningMethod::DualQuaternion] {
                        let _ = posed.vertex(instance, primitive, method, v);
                    }
                }
            }
        }
    }
}

/// Every place of a document, as JSON pointers.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_owned());
    match value {
        Value::Array(list) => list
            .iter()
            .enumerate()
            .for_each(|(k, v)| places(v, &format!("{at}/{k}"), out)),
        Value::Object(map) => map.iter().for_each(|(k, v)| places(v, &format!("{at}/{k}"), out)),
        _ => {}
    }
}

#[test]
fn the_rich_file_is_whole() {
    let model = attempt(rich().glb()).expect("loads");
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    pose_all(&model);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut bytes = rich().glb();
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Some(model) = attempt(bytes) {
            pose_all(&model);
        }
    }

    #[test]
    fn a_cut_file_never_panics(at in any::<prop::sample::Index>()) {
        let bytes = rich().glb();
        let cut = at.index(bytes.len());
        prop_assert!(attempt(bytes[..cut].to_vec()).is_none());
    }

    #[test]
    fn changed_numbers_in_the_chunk_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 1..8),
    ) {
        let mut b = rich();
        for (at, value) in changes {
            let at = at.index(b.bin.len() / 4) * 4;
            b.bin[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        if let Some(model) = attempt(b.glb()) {
            pose_all(&model);
        }
    }

    #[test]
    fn changed_properties_never_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..14), 1..4),
    ) {
        let mut b = rich();
        b.json["buffers"] = json!([{ "byteLength": b.bin.len() }]);
        for (at, what) in changes {
            let mut all = Vec::new();
            places(&b.json, "", &mut all);
            let place = &all[at.index(all.len())];
            let values = [
                json!(null), json!(0), json!(1), json!(-1), json!(7), json!(255), json!(65536), json!(u32::MAX),
                json!(u64::MAX), json!(1e30), json!("x"), json!([]), json!({}), json!([0, 1, 2, 3]),
            ];
            if let Some(slot) = b.json.pointer_mut(place) {
                *slot = values[what].clone();
            }
        }
        if let Some(model) = attempt(glb(b.json.to_string().as_bytes(), &b.bin)) {
            pose_all(&model);
        }
    }

    #[test]
    fn any_bytes_at_all_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), magic in any::<bool>()) {
        let bytes = if magic { [b"glTF\x02\0\0\0".as_slice(), &bytes].concat() } else { bytes };
        attempt(bytes);
    }
}
