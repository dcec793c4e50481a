//! Import: clips, channels, samplers, keys.

use rigscope::animation::{Clip, Interpolation, Keys, Target};
use serde_json::json;

use super::support::{GltfBuilder, Numbers, codes};

/// The arm with one clip of one channel on node 2.
fn with_clip(path: &str, interpolation: &str, times: &[f32], values: (&str, &[f32])) -> GltfBuilder {
    let mut b = GltfBuilder::arm();
    b.json["animations"] = json!([]);
    b.clip(2, path, interpolation, times, values);
    b
}

fn clip(b: &GltfBuilder) -> Clip {
    let model = b.model();
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    model.clips[0].clone()
}

/// The clip's track is gone, for this reason.
#[track_caller]
fn dropped(b: &GltfBuilder, code: &str) {
    let model = b.model();
    assert_eq!(model.clips.len(), 1);
    assert!(model.clips[0].tracks().is_empty());
    assert_eq!(codes(&model), [code]);
}

fn keys(clip: &Clip) -> &Keys {
    &clip.tracks()[0].keys
}

#[test]
fn interpolation_belongs_to_the_sampler_and_defaults_to_linear() {
    let one = [1.0, 2.0, 3.0];
    for (word, right) in [
        ("", Interpolation::Linear),
        ("LINEAR", Interpolation::Linear),
        ("STEP", Interpolation::Step),
        ("CUBICSPLINE", Interpolation::CubicSpline),
    ] {
        let values: Vec<f32> = if word == "CUBICSPLINE" {
            one.repeat(3)
        } else {
            one.to_vec()
        };
        for path in ["translation", "scale"] {
            let made = clip(&with_clip(path, word, &[0.5], ("VEC3", &values)));
            assert_eq!(
                (keys(&made).interpolation(), keys(&made).value(0)),
                (right, &one[..])
            );
            assert_eq!(made.duration_secs(), 0.5);
        }
    }
    let model = with_clip("scale", "QUADRATIC", &[0.0], ("VEC3", &one)).model();
    assert_eq!(codes(&model), ["sampler-unknown-interpolation"]);
    assert_eq!(model.clips[0].tracks().len(), 1);
}

#[test]
fn rotation_keys_are_unit_and_spline_tangents_are_not_touched() {
    let made = clip(&with_clip(
        "rotation",
        "LINEAR",
        &[0.0],
        ("VEC4", &[0.0, 0.0, 0.707, 0.707]),
    ));
    let length: f32 = keys(&made).value(0).iter().map(|v| v * v).sum();
    assert!((length - 1.0).abs() < 1e-6);
    let tangent = [0.0, 0.0, 3.0, 0.0];
    let values = [tangent, [0.0, 0.0, 0.707, 0.707], tangent].concat();
    let made = clip(&with_clip("rotation", "CUBICSPLINE", &[0.0], ("VEC4", &values)));
    assert_eq!(
        (keys(&made).in_tangent(0), keys(&made).out_tangent(0)),
        (Some(&tangent[..]), Some(&tangent[..]))
    );
    let model = with_clip(
        "rotation",
        "",
        &[0.0, 1.0],
        ("VEC4", &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0]),
    )
    .model();
    assert_eq!(codes(&model), ["rotation-keys-not-normalized"]);
    assert_eq!(
        keys(&model.clips[0]).values(),
        [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    );
    let source = &model.clip_sources[0];
    assert_eq!(
        (source.source.pointer.as_str(), source.channel_count),
        ("/animations/0", 1)
    );
    assert_eq!(source.tracks.len(), 1);
    assert_eq!(source.tracks[0].rotation_length_error, 1.0);
}

#[test]
fn integer_rotations_are_fractions() {
    for flagged in [true, false] {
        let mut b = GltfBuilder::arm();
        let output = b.accessor("VEC4", Numbers::I16(&[0, 0, -32768, 0, 0, 0, 0, 32767]));
        b.json["accessors"][output]["normalized"] = flagged.into();
        b.json["animations"][0]["samplers"][0]["output"] = output.into();
        assert_eq!(
            keys(&clip(&b)).values(),
            [0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        );
    }
}

#[test]
fn morph_weights_go_to_the_instance_of_their_node() {
    let mut b = GltfBuilder::triangle();
    let p = b.floats("VEC3", &[1.0; 9]);
    b.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": p }, { "POSITION": p }]);
    b.node(json!({ "mesh": 0 }));
    b.clip(
        1,
        "weights",
        "LINEAR",
        &[0.0, 1.0],
        ("SCALAR", &[0.0, 0.1, 0.2, 0.3]),
    );
    b.clip(
        1,
        "weights",
        "CUBICSPLINE",
        &[0.0],
        ("SCALAR", &[9.0, 8.0, 0.5, 0.25, 7.0, 6.0]),
    );
    let model = b.model();
    assert!(model.issues.is_empty(), "{:?}", model.issues);
    assert_eq!(model.clips[0].tracks()[0].target, Target::MorphWeights(2..4));
    assert_eq!(keys(&model.clips[0]).value(1), [0.2, 0.3]);
    let spline = keys(&model.clips[1]);
    assert_eq!(
        (spline.value(0), spline.in_tangent(0).unwrap()),
        (&[0.5, 0.25][..], &[9.0, 8.0][..])
    );
    let mut b = with_clip("weights", "", &[0.0], ("SCALAR", &[0.0]));
    dropped(&b, "channel-without-morph-targets");
    b.json["animations"][0]["channels"][0]["target"]["node"] = 0.into();
    dropped(&b, "channel-without-morph-targets");
}

#[test]
fn a_channel_without_node_is_ignored_and_the_rest_plays() {
    let mut b = GltfBuilder::arm();
    let channel = json!({ "sampler": 0, "target": { "path": "rotation" } });
    let list = b.json["animations"][0]["channels"].as_array_mut().unwrap();
    list.insert(0, channel);
    let model = b.model();
    assert_eq!(model.clips[0].tracks().len(), 1);
    assert_eq!(codes(&model), ["channel-without-node"]);
    assert_eq!(model.issues[0].pointer, "/animations/0/channels/0/target");
    // With another fault the document is still refused, for that fault.
    b.json["nodes"] = json!("none");
    assert_eq!(b.refusal().code, "json-broken");
}

#[test]
fn broken_channels_are_dropped_one_by_one() {
    let good = || with_clip("translation", "", &[0.0, 1.0], ("VEC3", &[0.0; 6]));
    let change = |property: [&str; 2], value: serde_json::Value| {
        let mut b = good();
        let channel = &mut b.json["animations"][0]["channels"][0];
        if property[1].is_empty() {
            channel[property[0]] = value;
        } else {
            channel[property[0]][property[1]] = value;
        }
        b
    };
    dropped(
        &change(["target", "path"], json!("colour")),
        "channel-unknown-path",
    );
    for property in [["target", "node"], ["sampler", ""]] {
        dropped(&change(property, json!(99)), "reference-out-of-range");
    }
    let mut b = good();
    b.json["animations"][0]["samplers"][0]["output"] = 3.into();
    assert_eq!(codes(&b.model()), ["track-key-count"]);
    let b = with_clip("rotation", "", &[0.0, 1.0], ("VEC3", &[0.0; 6]));
    dropped(&b, "accessor-wrong-type");
    let b = with_clip("translation", "CUBICSPLINE", &[0.0, 1.0], ("VEC3", &[0.0; 6]));
    dropped(&b, "track-key-count");
    let b = with_clip(
        "translation",
        "",
        &[0.0, 1.0],
        ("VEC3", &[0.0, 0.0, f32::NAN, 0.0, 0.0, 0.0]),
    );
    dropped(&b, "key-value-not-finite");
    let b = with_clip("translation", "", &[0.0, f32::NAN], ("VEC3", &[0.0; 6]));
    dropped(&b, "key-time-not-finite");
    let b = with_clip("translation", "", &[0.0, f32::INFINITY], ("VEC3", &[0.0; 6]));
    dropped(&b, "key-time-not-finite");
    dropped(
        &with_clip("translation", "", &[], ("VEC3", &[])),
        "track-without-keys",
    );
}

#[test]
fn times_out_of_order_are_sorted_doubled_and_negative_ones_told() {
    let b = with_clip(
        "scale",
        "",
        &[0.0, 2.0, 1.0],
        ("VEC3", &[1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 2.0, 2.0, 2.0]),
    );
    let model = b.model();
    assert_eq!(codes(&model), ["key-times-unordered"]);
    let sorted = keys(&model.clips[0]);
    assert_eq!(
        (sorted.times(), sorted.value(1)),
        (&[0.0, 1.0, 2.0][..], &[2.0; 3][..])
    );
    let model = with_clip("scale", "", &[0.0, 1.0, 1.0], ("VEC3", &[1.0; 9])).model();
    assert_eq!(
        (codes(&model), model.clips[0].key_count()),
        (vec!["key-times-doubled"], 3)
    );
    let model = with_clip("scale", "", &[-1.0, 1.0], ("VEC3", &[1.0; 6])).model();
    assert_eq!(
        (codes(&model), model.clips[0].key_count()),
        (vec!["key-time-negative"], 2)
    );
}

#[test]
fn clips_without_names_lengths_or_tracks_keep_their_number() {
    let mut b = GltfBuilder::arm();
    b.json["animations"][0]["name"] = "same".into();
    b.clip(1, "scale", "", &[0.0], ("VEC3", &[1.0; 3]));
    b.json["animations"][1]["name"] = "same".into();
    b.push("animations", json!({ "channels": [], "samplers": [] }));
    let model = b.model();
    assert_eq!(model.clips.len(), 3);
    assert_eq!(
        model.clips.iter().map(Clip::name).collect::<Vec<_>>(),
        [Some("same"), Some("same"), None]
    );
    assert_eq!(
        model.clips.iter().map(Clip::duration_secs).collect::<Vec<_>>(),
        [1.0, 0.0, 0.0]
    );
    assert!(model.issues.is_empty());
}

#[test]
fn doubled_channels_and_matrices_are_told() {
    let mut b = GltfBuilder::arm();
    let again = b.json["animations"][0]["channels"][0].clone();
    b.json["animations"][0]["channels"]
        .as_array_mut()
        .unwrap()
        .push(again);
    b.json["nodes"][2] = json!({ "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1] });
    let model = b.model();
    assert_eq!(model.clips[0].tracks().len(), 1);
    assert_eq!(codes(&model), ["channel-on-matrix", "channel-doubled"]);
}

#[test]
fn strided_keys_are_read() {
    let mut b = GltfBuilder::arm();
    let mut bytes = Vec::new();
    for k in 0..2_u8 {
        bytes.extend(Numbers::F32(&[f32::from(k) * 2.0]).bytes());
        bytes.extend([0xFF; 4]);
    }
    let view = b.view(&bytes);
    b.json["bufferViews"][view]["byteStride"] = 8.into();
    let input = b.push(
        "accessors",
        json!({ "bufferView": view, "componentType": 5126, "count": 2, "type": "SCALAR" }),
    );
    b.json["animations"][0]["samplers"][0]["input"] = input.into();
    assert_eq!(keys(&clip(&b)).times(), [0.0, 2.0]);
}
