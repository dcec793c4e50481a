//! Clips of any make over one small rig: keys, interpolations, targets, and what comes of them at any time.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rigscope::animation::{PlaybackScratch, Player, Pose};
use rigscope_fuzz::{check, glb};
use serde_json::json;

#[derive(Debug, Arbitrary)]
struct Input {
    channels: Vec<Channel>,
    /// Rest transforms of the three joints.
    rests: [[f32; 10]; 3],
    /// What the player is told: a step in seconds, a seek.
    steps: Vec<(f32, Option<f32>)>,
}

#[derive(Debug, Arbitrary)]
struct Channel {
    node: u8,
    path: u8,
    interpolation: u8,
    times: Vec<f32>,
    values: Vec<f32>,
    /// Values are cut or filled to the right number.
    fitting: bool,
    second_clip: bool,
}

fuzz_target!(|input: Input| {
    let mut bin: Vec<u8> = Vec::new();
    let (mut views, mut accessors) = (Vec::new(), Vec::new());
    let mut numbers = |values: &[f32], width: usize| {
        let kind = ["SCALAR", "", "VEC3", "VEC4"][width - 1];
        let count = values.len() / width;
        views.push(json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": 4 * values.len() }));
        bin.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        accessors.push(json!({
            "bufferView": views.len() - 1, "componentType": 5126, "type": kind, "count": count,
        }));
        accessors.len() - 1
    };
    let positions = numbers(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], 3);
    let mut animations = [
        json!({ "samplers": [], "channels": [] }),
        json!({ "samplers": [], "channels": [] }),
    ];
    for channel in input.channels.iter().take(8) {
        let (path, width) = [("translation", 3), ("rotation", 4), ("scale", 3), ("weights", 1)]
            [usize::from(channel.path % 4)];
        let interpolation = ["LINEAR", "STEP", "CUBICSPLINE"][usize::from(channel.interpolation % 3)];
        let mut values = channel.values.clone();
        if channel.fitting {
            let parts = if interpolation == "CUBICSPLINE" { 3 } else { 1 };
            let targets = if path == "weights" { 2 } else { 1 };
            values.resize(channel.times.len() * parts * width * targets, 0.5);
        }
        let (times, values) = (numbers(&channel.times, 1), numbers(&values, width));
        let animation = &mut animations[usize::from(channel.second_clip)];
        let samplers = animation["samplers"].as_array_mut().expect("a list");
        samplers.push(json!({ "input": times, "output": values, "interpolation": interpolation }));
        let sampler = samplers.len() - 1;
        animation["channels"].as_array_mut().expect("a list").push(json!({
            "sampler": sampler, "target": { "node": channel.node % 5, "path": path },
        }));
    }
    let mut nodes: Vec<_> = input
        .rests
        .iter()
        .map(|r| json!({ "translation": &r[..3], "rotation": &r[3..7], "scale": &r[7..10] }))
        .collect();
    nodes[0]["children"] = json!([1, 3]);
    nodes[1]["children"] = json!([2]);
    nodes.push(json!({ "mesh": 0 }));
    let document = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": bin.len() }],
        "bufferViews": views,
        "accessors": accessors,
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": positions }, "targets": [{ "POSITION": positions }, { "POSITION": positions }],
        }] }],
        "nodes": nodes,
        "animations": animations,
    });
    let Some(model) = check::import(glb::join(document.to_string().as_bytes(), &bin)) else {
        return;
    };
    check::sound(&model);
    check::pose(&model);
    play(&model, &input.steps);
});

/// A player that is driven in any way stays within its clip and gives finite poses.
fn play(model: &rigscope::model::Model, steps: &[(f32, Option<f32>)]) {
    let mut player = Player::new();
    let (mut scratch, mut pose) = (PlaybackScratch::default(), Pose::default());
    let mut clips = model.clip_ids();
    player.play(clips.next(), 0.0, &model.skeleton, &model.clips);
    player.set_playing(true);
    player.play(clips.next(), 0.5, &model.skeleton, &model.clips);
    for &(step, seek) in steps.iter().take(16) {
        if let Some(time) = seek.filter(|t| t.is_finite()) {
            player.seek(f64::from(time), &model.clips);
        }
        if step.is_finite() {
            player.advance(f64::from(step.clamp(0.0, 1e6)), &model.clips);
        }
        player.evaluate(&model.skeleton, &model.clips, &mut scratch, &mut pose);
        for joint in model.skeleton.joints() {
            assert!(pose.local(joint).is_finite(), "joint {joint:?} at step {step}");
        }
    }
}
