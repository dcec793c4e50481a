//! A model written again with other animation: nothing else changes, and it moves as it should.

use rigscope::animation::compression::{
    FileClip, encode_meshopt, exponential, filter, filtered, thin_for_file,
};
use rigscope::animation::sample;
use rigscope::export::{Exported, Source, with_clips};
use rigscope::import::decode::Budget;
use rigscope::import::decode::meshopt::{Filter, Mode, Stream, decode};
use rigscope::import::{Document, ImportOptions, import_bytes};
use rigscope::inspect::compression::skin_reach;
use rigscope::model::Model;
use rigscope::work::Work;
use serde_json::{Value, json};

use crate::support::{GltfBuilder, Numbers};

struct Written {
    before: Model,
    clips: Vec<FileClip>,
    exported: Exported,
    after: Model,
    documents: [Value; 2],
    chunks: [Vec<u8>; 2],
}

fn parts(file: &[u8]) -> (Value, Vec<u8>) {
    let document = Document::open(
        "x",
        file.to_vec().into(),
        None,
        &ImportOptions::default(),
        &Work::alone(),
    )
    .unwrap();
    let chunk = document
        .buffers()
        .first()
        .copied()
        .flatten()
        .unwrap_or(&[])
        .to_vec();
    (serde_json::from_str(document.json()).unwrap(), chunk)
}

fn write(file: &[u8], tolerance: f64, packed: bool) -> Written {
    let (options, work) = (ImportOptions::default(), Work::alone());
    let bytes = bytes::Bytes::from(file.to_vec());
    let before = import_bytes("x.glb", bytes.clone(), None, &options, &work).unwrap();
    let document = Document::open("x.glb", bytes, None, &options, &work).unwrap();
    let reach = skin_reach(&before, tolerance, &work).unwrap();
    let clips: Vec<FileClip> = before
        .clips
        .iter()
        .map(|c| thin_for_file(&before.skeleton, c, &reach, packed, &work).unwrap())
        .collect();
    let buffers = document.buffers();
    let source = Source {
        json: document.json(),
        buffers: &buffers,
    };
    let exported = with_clips(&source, &before, &clips, packed).unwrap();
    let after = import_bytes("y.glb", exported.glb.clone(), None, &options, &work).unwrap();
    let (a, b) = (parts(file), parts(&exported.glb));
    Written {
        before,
        clips,
        after,
        documents: [a.0, b.0],
        chunks: [a.1, b.1],
        exported,
    }
}

/// The arm with a long clip, extras, an extension that nobody knows, and accessors behind the animation's.
fn arm() -> GltfBuilder {
    let mut b = GltfBuilder::arm();
    let times: Vec<f32> = (0..60).map(|k| k as f32 / 30.0).collect();
    let values: Vec<f32> = times
        .iter()
        .flat_map(|t| {
            let half = 0.5 * (2.0 * t).sin();
            [0.0, 0.0, half.sin(), half.cos()]
        })
        .collect();
    b.clip(2, "rotation", "LINEAR", &times, ("VEC4", &values));
    let still: Vec<f32> = [0.0, 1.0, 0.0].repeat(60);
    b.clip(2, "translation", "LINEAR", &times, ("VEC3", &still));
    // Behind them: a colour that the mesh uses.
    let colors = b.accessor("VEC4", Numbers::U8(&[255; 24]));
    b.json["accessors"][colors]["normalized"] = true.into();
    b.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = colors.into();
    b.json["extras"] = json!({ "note": "größer als 1.50", "numbers": [1.5e-7, -0.0, 123_456_789_012_i64] });
    b.json["nodes"][1]["extensions"] = json!({ "ACME_joint": { "stiffness": 0.10 } });
    b.json["extensionsUsed"] = json!(["ACME_joint"]);
    b.json["animations"][1]["channels"][0]["extras"] = json!({ "of": "a person" });
    b.json["animations"][1]["name"] = "Wave".into();
    b
}

/// What may differ: the animations' references, accessors and views of their own, offsets, the chunk's length.
fn assert_rest_is_equal(w: &Written) {
    let [a, b] = &w.documents;
    for (key, value) in a.as_object().unwrap() {
        if matches!(
            key.as_str(),
            "animations" | "accessors" | "bufferViews" | "buffers" | "extensionsUsed" | "extensionsRequired"
        ) {
            continue;
        }
        assert_eq!(value, &b[key], "{key}");
    }
    let of_animation = |document: &Value| -> Vec<u64> {
        let animations = document["animations"].as_array().into_iter().flatten();
        let samplers = animations.flat_map(|a| a["samplers"].as_array().unwrap());
        samplers
            .flat_map(|s| [s["input"].as_u64().unwrap(), s["output"].as_u64().unwrap()])
            .collect()
    };
    let theirs = of_animation(a);
    let (views_a, views_b) = (&a["bufferViews"], &b["bufferViews"]);
    for (at, accessor) in a["accessors"].as_array().unwrap().iter().enumerate() {
        if theirs.contains(&(at as u64)) {
            continue;
        }
        assert_eq!(accessor, &b["accessors"][at], "accessor {at}");
        let view = accessor["bufferView"].as_u64().unwrap() as usize;
        let bytes = |view: &Value, chunk: &[u8]| {
            let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
            chunk[start..start + view["byteLength"].as_u64().unwrap() as usize].to_vec()
        };
        assert_eq!(
            bytes(&views_a[view], &w.chunks[0]),
            bytes(&views_b[view], &w.chunks[1]),
            "view {view}"
        );
    }
    for (animation, new) in a["animations"]
        .as_array()
        .unwrap()
        .iter()
        .zip(b["animations"].as_array().unwrap())
    {
        assert_eq!(animation["name"], new["name"]);
        for (c, channel) in animation["channels"].as_array().unwrap().iter().enumerate() {
            assert_eq!(channel["target"], new["channels"][c]["target"]);
            assert_eq!(channel["extras"], new["channels"][c]["extras"]);
        }
    }
}

fn assert_moves_the_same(w: &Written, bits: bool) {
    assert_moves_within(w, if bits { 0.0 } else { 1e-6 });
}

/// No number of a joint's matrix is off by more; 0: to the bit.
fn assert_moves_within(w: &Written, most: f32) {
    for ((before, file), after) in w.before.clips.iter().zip(&w.clips).zip(&w.after.clips) {
        let wanted = file.to_clip(before);
        for k in 0..200 {
            let time = f64::from(k) * 0.011;
            let mut poses = [(); 2].map(|()| w.before.skeleton.rest_pose());
            sample(&wanted, time, &mut poses[0]);
            sample(after, time, &mut poses[1]);
            for (a, b) in poses[0].locals().zip(poses[1].locals()) {
                if most == 0.0 {
                    assert_eq!(a, b, "{time}");
                } else {
                    assert!(
                        a.to_affine().abs_diff_eq(b.to_affine(), most),
                        "{time}: {a:?} {b:?}"
                    );
                }
            }
        }
        assert_eq!(after.duration_secs(), before.duration_secs());
    }
}

#[test]
fn nothing_but_animation_changes() {
    for packed in [false, true] {
        let w = write(&arm().glb(), 1e-4, packed);
        assert_rest_is_equal(&w);
        assert_moves_the_same(&w, true);
        let told: Vec<&str> = w.after.issues.iter().map(|i| i.code).collect();
        // What the file before says of itself.
        assert_eq!(told, ["extension-ignored"]);
        let [before, after] = w.exported.animation_bytes;
        assert!(after * 2 < before, "{before} {after}");
        assert!(w.exported.glb.len() < arm().glb().len());
        assert_eq!(w.exported.meshopt, packed);
        // Every accessor is used by something.
        let count = w.documents[1]["accessors"].as_array().unwrap().len();
        assert!(count <= w.documents[0]["accessors"].as_array().unwrap().len());
    }
}

#[test]
fn a_track_that_stands_has_one_key_and_rotations_have_sixteen_bits() {
    let w = write(&arm().glb(), 1e-4, false);
    let document = &w.documents[1];
    let output = |animation: usize| {
        let sampler = &document["animations"][animation]["samplers"][0];
        &document["accessors"][sampler["output"].as_u64().unwrap() as usize]
    };
    assert_eq!(output(1)["componentType"], 5122);
    assert_eq!(output(1)["normalized"], true);
    let still = &document["animations"][2]["samplers"][0];
    let times = &document["accessors"][still["input"].as_u64().unwrap() as usize];
    assert_eq!(times["count"], 2, "nothing else holds the clip's length");
}

/// A second channel of the first animation: of a joint as it is in the rest pose.
fn add_resting_channel(b: &mut GltfBuilder, animation: usize) -> usize {
    let times = b.floats("SCALAR", &[0.0, 1.0]);
    let values = b.floats("VEC3", &[1.0; 6]);
    let animation = &mut b.json["animations"][animation];
    let sampler = animation["samplers"].as_array().unwrap().len();
    animation["samplers"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "input": times, "output": values, "interpolation": "LINEAR" }));
    let channels = animation["channels"].as_array_mut().unwrap();
    channels.push(json!({ "sampler": sampler, "target": { "node": 2, "path": "scale" } }));
    channels.len() - 1
}

#[test]
fn a_channel_goes_where_no_animation_takes_its_joint_from_rest() {
    let channels = |w: &Written, animation: usize| {
        let list = &w.documents[1]["animations"][animation]["channels"];
        list.as_array().unwrap().len()
    };
    let mut b = arm();
    add_resting_channel(&mut b, 1);
    let w = write(&b.glb(), 1e-4, false);
    assert_eq!(channels(&w, 1), 1);
    assert_eq!(
        w.documents[1]["animations"][1]["channels"][0]["target"]["path"],
        "rotation"
    );
    assert_moves_the_same(&w, true);

    // What says more than that stays.
    let channel = add_resting_channel(&mut b, 0);
    b.json["animations"][0]["channels"][channel]["extras"] = json!(1);
    let w = write(&b.glb(), 1e-4, false);
    assert_eq!(channels(&w, 1), 2);

    // So it does where another animation scales the joint: an engine may leave it as that one put it.
    let mut b = arm();
    add_resting_channel(&mut b, 1);
    b.clip(
        2,
        "scale",
        "LINEAR",
        &[0.0, 1.0],
        ("VEC3", &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]),
    );
    let w = write(&b.glb(), 1e-4, false);
    assert_eq!(channels(&w, 1), 2);
    assert_moves_the_same(&w, true);
}

#[test]
fn a_spline_of_rotations_has_sixteen_bits_where_its_tangents_fit() {
    let (s, c) = (0.3_f32.sin(), 0.3_f32.cos());
    let key = |v: [f32; 4], tangent: f32| {
        let tangent = [0.0, 0.0, tangent, 0.0];
        [tangent, v, tangent].concat()
    };
    for (steepness, wanted) in [(0.5, 5122), (1.5, 5126)] {
        let values = [
            key([0.0, 0.0, 0.0, 1.0], steepness),
            key([0.0, 0.0, s, c], steepness),
        ]
        .concat();
        let mut b = GltfBuilder::arm();
        b.clip(2, "rotation", "CUBICSPLINE", &[0.0, 1.0], ("VEC4", &values));
        let last = b.json["animations"].as_array().unwrap().len() - 1;
        for packed in [false, true] {
            let w = write(&b.glb(), 1e-4, packed);
            let document = &w.documents[1];
            let sampler = &document["animations"][last]["samplers"][0];
            assert_eq!(sampler["interpolation"], "CUBICSPLINE");
            let output = &document["accessors"][sampler["output"].as_u64().unwrap() as usize];
            assert_eq!(output["componentType"], wanted, "{steepness} {packed}");
            let view = &document["bufferViews"][output["bufferView"].as_u64().unwrap() as usize];
            // The quaternion filter gives unit quaternions: it has no place for tangents.
            let packed_view = &view["extensions"]["EXT_meshopt_compression"];
            assert_eq!(packed_view.is_object(), packed);
            assert_ne!(packed_view["filter"], "QUATERNION");
            // The importer makes rotations of 16 bits unit quaternions again: no more than a step of them.
            assert_moves_within(&w, if wanted == 5126 { 0.0 } else { 3e-5 });
        }
    }
}

#[test]
fn equal_contents_that_fill_several_indices_are_written_once() {
    // The animations' accessors first: those of the mesh keep their indices, so that the former must all be there.
    let mut b = GltfBuilder::new();
    let times: Vec<f32> = (0..40).map(|k| k as f32 / 30.0).collect();
    let values = (0..40).flat_map(|k| [(k as f32 * 0.2).sin(), 0.0, 0.0]);
    let floats: Vec<f32> = times.iter().copied().chain(values).collect();
    let view = b.view(bytemuck::cast_slice(&floats));
    let accessor = |start: usize, kind: &str| json!({ "bufferView": view, "byteOffset": start, "componentType": 5126, "count": 40, "type": kind });
    for _ in 0..4 {
        let mut input = accessor(0, "SCALAR");
        input["min"] = json!([times[0]]);
        input["max"] = json!([times[39]]);
        b.push("accessors", input);
        b.push("accessors", accessor(160, "VEC3"));
    }
    let place = b.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mesh = b.mesh(json!({ "POSITION": place }), json!({}));
    let channel =
        |k: usize, node: usize| json!({ "sampler": k, "target": { "node": node, "path": "translation" } });
    let mut channels = Vec::new();
    let mut samplers = Vec::new();
    for k in 0..4 {
        let node = b.node(json!({ "mesh": mesh }));
        channels.push(channel(k, node));
        samplers.push(json!({ "input": 2 * k, "output": 2 * k + 1 }));
    }
    b.json["scenes"] = json!([{ "nodes": [0, 1, 2, 3] }]);
    b.json["animations"] = json!([{ "channels": channels, "samplers": samplers }]);
    for packed in [false, true] {
        let w = write(&b.glb(), 1e-4, packed);
        let document = &w.documents[1];
        let used: std::collections::BTreeSet<u64> = document["animations"][0]["samplers"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|s| [s["input"].as_u64().unwrap(), s["output"].as_u64().unwrap()])
            .collect();
        assert_eq!(used, (0..8).collect(), "none is left that nobody uses");
        let places: std::collections::BTreeSet<String> = (0..8)
            .map(|at| &document["accessors"][at])
            .map(|a| format!("{} {} {}", a["bufferView"], a["byteOffset"], a["type"]))
            .collect();
        assert_eq!(places.len(), 2, "{places:?}");
        assert_moves_the_same(&w, !packed);
    }
}

#[test]
fn a_document_in_text_with_its_buffer_inside_becomes_a_glb() {
    let w = write(&arm().gltf(), 1e-4, false);
    assert_eq!(w.documents[1]["buffers"][0].get("uri"), None);
    assert_moves_the_same(&w, true);
}

#[test]
fn writing_again_changes_next_to_nothing() {
    let first = write(&arm().glb(), 1e-4, true);
    let again = write(&first.exported.glb, 1e-4, true);
    assert_moves_the_same(&again, true);
    let sizes = [first.exported.glb.len(), again.exported.glb.len()];
    assert!(sizes[1] <= sizes[0] + 64, "{sizes:?}");
    let told: Vec<&str> = again.after.issues.iter().map(|i| i.code).collect();
    // What the file before says of itself.
    assert_eq!(told, ["extension-ignored"]);
}

#[test]
fn streams_come_back_through_the_decoder() {
    let mut seed = 1_u32;
    let mut next = move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    for stride in [4, 8, 12, 16, 64, 256] {
        for count in [0, 1, 2, 15, 16, 17, 255, 256, 257, 700] {
            for noise in [0, 3, 255] {
                let elements: Vec<u8> = (0..count * stride)
                    .map(|k| ((k / stride * 3) as u8).wrapping_add(next() & noise))
                    .collect();
                let bytes = encode_meshopt(&elements, stride);
                let stream = Stream {
                    bytes: &bytes,
                    mode: Mode::Attributes,
                    filter: Filter::None,
                    count,
                    stride,
                };
                let back = decode(&stream, &Budget::new(1 << 30), "", &Work::alone()).unwrap();
                assert_eq!(back, elements, "{stride} {count} {noise}");
            }
        }
    }
}

#[test]
fn filters_are_those_of_the_decoder() {
    let quaternions: Vec<[i16; 4]> = (0..500)
        .map(|k| {
            let unit = |n: u32| f64::from(k * n % 1009) / 504.0 - 1.0;
            let q = glam::DQuat::from_xyzw(unit(7), unit(31), unit(127), unit(701) + 1e-3).normalize();
            filter(q, 9 + (k % 8) as u8)
        })
        .collect();
    let bytes: Vec<u8> = quaternions
        .iter()
        .flatten()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let through = |bytes: &[u8], stride: usize, filter: Filter| {
        let packed = encode_meshopt(bytes, stride);
        let stream = Stream {
            bytes: &packed,
            mode: Mode::Attributes,
            filter,
            count: bytes.len() / stride,
            stride,
        };
        decode(&stream, &Budget::new(1 << 30), "", &Work::alone()).unwrap()
    };
    let back = through(&bytes, 8, Filter::Quaternion);
    let ours: Vec<u8> = quaternions
        .iter()
        .flat_map(|q| filtered(*q))
        .flat_map(i16::to_le_bytes)
        .collect();
    assert_eq!(back, ours);

    let floats: Vec<f32> = (-300..300).map(|k| k as f32 * 0.000_976_562_5).collect();
    let words = exponential(&floats).unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let back = through(&bytes, 12, Filter::Exponential);
    let ours: Vec<u8> = floats.iter().flat_map(|f| f.to_le_bytes()).collect();
    assert_eq!(back, ours);
    assert!(exponential(&[1.0, 1e-9]).is_none(), "no exponent keeps both");
    assert_eq!(exponential(&[0.0; 3]), Some(vec![0; 3]));
}
