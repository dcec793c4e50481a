//! The real window goes on while a large model loads, and gives it up when asked to.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{GltfBuilder, Numbers};
use crate::ui_window::{Desk, number};

/// A model that takes seconds to load: a chain of 20,000 nodes, 76 clips, and a surface whose tangents have to be made.
fn large_file(folder: &Path) -> PathBuf {
    const SIDE: u32 = 400;
    const CHAIN: usize = 20_000;
    let mut b = GltfBuilder::new();
    let grid = || (0..SIDE * SIDE).map(|k| [k % SIDE, k / SIDE].map(|n| n as f32 / SIDE as f32));
    let position = grid()
        .flat_map(|[x, y]| [x, y, 0.1 * (9.0 * x).sin()])
        .collect::<Vec<_>>();
    let position = b.floats("VEC3", &position);
    let normal = b.floats("VEC3", &[0.0, 0.0, 1.0].repeat((SIDE * SIDE) as usize));
    let uv = b.floats("VEC2", &grid().flatten().collect::<Vec<_>>());
    let corners: Vec<u32> = (0..SIDE - 1)
        .flat_map(|y| (0..SIDE - 1).map(move |x| y * SIDE + x))
        .flat_map(|k| [k, k + 1, k + SIDE, k + 1, k + SIDE + 1, k + SIDE])
        .collect();
    let list = b.accessor("SCALAR", Numbers::U32(&corners));
    let mut png = Vec::new();
    image::RgbaImage::from_pixel(8, 8, image::Rgba([128, 128, 255, 255]))
        .write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png)
        .unwrap();
    let view = b.view(&png);
    b.push("images", json!({ "bufferView": view, "mimeType": "image/png" }));
    b.push("textures", json!({ "source": 0 }));
    b.push("materials", json!({ "normalTexture": { "index": 0 } }));
    let attributes = json!({ "POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv });
    let mesh = b.mesh(attributes, json!({ "indices": list, "material": 0 }));
    b.node(json!({ "mesh": mesh }));
    for k in 1..CHAIN {
        let below = if k + 1 < CHAIN { vec![k + 1] } else { Vec::new() };
        let mut node = json!({ "name": format!("link {k}"), "translation": [0, 0.0001, 0] });
        if !below.is_empty() {
            node["children"] = json!(below);
        }
        b.node(node);
    }
    b.json["scenes"] = json!([{ "nodes": [0, 1] }]);
    b.json["scene"] = 0.into();
    let times = b.floats("SCALAR", &[0.0, 1.0, 2.0]);
    let turns = b.floats(
        "VEC4",
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8, 0.0, 0.0, 0.0, 1.0],
    );
    for clip in 0..76 {
        let channels: Vec<_> = (1..60)
            .map(|node| json!({ "sampler": 0, "target": { "node": node + 60 * clip, "path": "rotation" } }))
            .collect();
        b.push(
            "animations",
            json!({ "name": format!("clip {clip}"), "channels": channels,
                "samplers": [{ "input": times, "output": turns }] }),
        );
    }
    let path = folder.join("large.glb");
    std::fs::write(&path, b.glb()).unwrap();
    path
}

fn type_path(desk: &Desk, path: &Path) {
    desk.key("ctrl+l");
    desk.until("the path field shows", |s| s["open_path"] == "");
    std::thread::sleep(Duration::from_secs(1));
    let text = path.to_str().unwrap();
    desk.xdotool(&["type", text]);
    desk.until("letters go into the field", |s| s["open_path"] == text);
    desk.key("Return");
}

#[test]
fn the_window_answers_while_a_large_model_loads_and_gives_it_up_when_asked() {
    let Some(desk) = Desk::new(&["sample:chapter_rig"]) else {
        return;
    };
    desk.key("space");
    desk.until("Space pauses", |s| s["playing"] == false);
    let path = large_file(desk.folder());

    // Given up: the window is what it was, at once.
    type_path(&desk, &path);
    let loading = desk.until("it loads", |s| s["loading"] == "large.glb");
    let before = loading["model"].clone();
    let asked = Instant::now();
    desk.key("Escape");
    let after = desk.until("Escape gives it up", |s| s["loading"].is_null());
    let waited = asked.elapsed();
    assert_eq!((&after["model"], after["error"].is_null()), (&before, true));
    // On an idle machine a tenth of a second; a driver in software on a busy one needs several frames' time.
    assert!(waited < Duration::from_secs(10), "{waited:?}");

    type_path(&desk, &path);
    desk.until("it loads again", |s| s["loading"] == "large.glb");
    // A key that is pressed meanwhile is obeyed meanwhile.
    desk.key("g");
    let answered = desk.until("G is answered", |s| s["grid"] != before_grid(&after));
    let was_loading = answered["loading"] == "large.glb";
    let opened = desk.until("it is open", |s| {
        s["model"] == "large.glb" && s["loading"].is_null()
    });
    assert!(opened["error"].is_null());
    let shown = desk.until("the turn that took it over is told", |s| {
        number(&s["loading_turns"]["count"]) > 3.0
    });
    let turns = &shown["loading_turns"];
    println!("turns of the event loop while it loaded: {turns}; answered meanwhile: {was_loading}");
    assert!(was_loading, "the key was answered only when the model was there");
    // What this thread itself does, however many others want the processor.
    assert!(number(&turns["longest_busy_ms"]) < 100.0, "{turns}");
}

fn before_grid(state: &serde_json::Value) -> serde_json::Value {
    state["grid"].clone()
}
