//! What a file says of its scene on the command line: cameras, sets of materials, copies, hidden meshes; and what a file
//! is that is no glTF.

#![allow(clippy::unwrap_used, reason = "a test may")]

use serde_json::json;

use crate::cli_support::Folder;
use crate::support::GltfBuilder;

/// A red square that looks at +Z, with a blue set of materials, a copy far to the right, a hidden square in front, and two
/// cameras: one that sees the square large, one that has lost all size.
fn scene() -> GltfBuilder {
    let mut b = GltfBuilder::new();
    let corners = [
        -0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.5, 0.5, 0.0, -0.5, -0.5, 0.0, 0.5, 0.5, 0.0, -0.5, 0.5, 0.0,
    ];
    let p = b.floats("VEC3", &corners);
    for (name, color) in [
        ("red", [1.0, 0.0, 0.0, 1.0]),
        ("blue", [0.0, 0.0, 1.0, 1.0]),
        ("green", [0.0, 1.0, 0.0, 1.0]),
    ] {
        b.push(
            "materials",
            json!({ "name": name, "pbrMetallicRoughness": { "baseColorFactor": color },
                "extensions": { "KHR_materials_unlit": {} } }),
        );
    }
    let variants = json!({ "KHR_materials_variants": { "mappings": [{ "material": 1, "variants": [1] }] } });
    let red = b.mesh(
        json!({ "POSITION": p }),
        json!({ "material": 0, "extensions": variants }),
    );
    let green = b.mesh(json!({ "POSITION": p }), json!({ "material": 2 }));
    let places = b.floats("VEC3", &[0.0, 0.0, 0.0, 6.0, 0.0, 0.0]);
    b.node(json!({ "mesh": red, "extensions": { "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": places } } } }));
    b.node(json!({ "mesh": green, "translation": [0.0, 0.0, 0.5],
        "extensions": { "KHR_node_visibility": { "visible": false } } }));
    b.push(
        "cameras",
        json!({ "type": "orthographic", "orthographic": { "xmag": 1, "ymag": 0.6, "znear": 0.1, "zfar": 9 } }),
    );
    b.node(json!({ "name": "Close", "camera": 0, "translation": [0.0, 0.0, 3.0] }));
    b.node(json!({ "name": "Lost", "camera": 0, "scale": [0.0, 0.0, 0.0] }));
    b.json["extensions"] =
        json!({ "KHR_materials_variants": { "variants": [{ "name": "Day" }, { "name": "Night" }] } });
    let used = json!([
        "KHR_materials_variants",
        "KHR_node_visibility",
        "EXT_mesh_gpu_instancing",
        "KHR_materials_unlit"
    ]);
    b.json["extensionsRequired"] = used.clone();
    b.json["extensionsUsed"] = used;
    b
}

fn folder() -> Folder {
    let here = Folder::new();
    std::fs::write(here.path("a.glb"), scene().glb()).unwrap();
    here
}

fn pixel(here: &Folder, more: &[&str], at: [u32; 2]) -> [u8; 3] {
    let base = [
        "render",
        "a.glb",
        "--size",
        "80x40",
        "--backend",
        "software",
        "--no-grid",
        "-o",
        "-",
    ];
    let run = here.run(&[&base[..], more].concat());
    let picture = image::load_from_memory(&run.fine().out).unwrap().to_rgb8();
    picture.get_pixel(at[0], at[1]).0
}

#[test]
fn a_camera_of_the_file_and_a_set_of_materials_are_drawn() {
    let here = folder();
    let middle = [40, 20];
    for name in ["Close", "#0", "0"] {
        assert_eq!(pixel(&here, &["--camera", name], middle), [255, 0, 0]);
    }
    // The square is one unit high, the camera sees 1.2: it nearly fills the height, and half of the width.
    let close = |at| pixel(&here, &["--camera", "Close"], at);
    assert_eq!(close([40, 5]), [255, 0, 0]);
    assert_ne!(close([40, 1]), [255, 0, 0]);
    assert_ne!(close([10, 20]), [255, 0, 0]);
    // Without it all copies are framed: the middle between them is empty.
    assert_ne!(pixel(&here, &["--yaw", "0", "--pitch", "0"], middle), [255, 0, 0]);
    let with = |more: &[&str]| pixel(&here, &[&["--camera", "0"], more].concat(), middle);
    assert_eq!(with(&["--variant", "Night"]), [0, 0, 255]);
    assert_eq!(with(&["--variant", "#0"]), [255, 0, 0]);
    assert_eq!(with(&["--overlay", "hidden"]), [0, 255, 0]);
    let run = here.run(&[
        "render",
        "a.glb",
        "--camera",
        "Close",
        "--variant",
        "1",
        "--size",
        "16x16",
        "--backend",
        "software",
        "-o",
        "x.png",
        "--json",
    ]);
    let report = run.fine().json_line();
    assert_eq!(
        (report["camera"].as_u64(), report["variant"].as_u64()),
        (Some(0), Some(1))
    );
}

#[test]
fn a_camera_or_a_set_that_is_not_there_is_answered_with_those_that_are() {
    let here = folder();
    let render = |more: &[&str]| here.run(&[&["render", "a.glb", "-o", "x.png"], more].concat());
    render(&["--camera", "Far"]).fails(2, &["a.glb", "\"Far\"", "0 Close, 1 Lost"]);
    render(&["--camera", "Lost"]).fails(2, &["looks nowhere", "/nodes/3"]);
    render(&["--variant", "Dusk"]).fails(2, &["\"Dusk\"", "0 Day, 1 Night"]);
    render(&["--camera", "0", "--yaw", "5"]).fails(2, &["--yaw"]);
    here.run(&[
        "render",
        "a.glb",
        "-o",
        "x.gif",
        "--camera",
        "0",
        "--turntable",
        "8",
    ])
    .fails(2, &["--turntable"]);
    here.run(&["info", "a.glb", "--variant", "2"])
        .fails(2, &["0 Day, 1 Night"]);
    here.sample("twist_bar");
    let bar = |more: &[&str]| here.run(&[&["render", "twist_bar.glb", "-o", "x.png"], more].concat());
    bar(&["--camera", "0"]).fails(2, &["no node of the file carries one"]);
    bar(&["--variant", "0"]).fails(2, &["KHR_materials_variants"]);
    assert!(!here.path("x.png").exists());
}

#[test]
fn info_tells_of_cameras_sets_copies_and_hidden_meshes() {
    let here = folder();
    let text = String::from_utf8(
        here.run(&["info", "a.glb", "--variant", "Night"])
            .fine()
            .out
            .clone(),
    )
    .unwrap();
    for words in [
        "CAMERAS",
        "Close",
        "orthographic",
        "1.2000 m",
        "MATERIAL VARIANTS",
        "Night",
        "1 blue",
        "its own",
        "2 copies of meshes",
        "1 mesh (KHR_node_visibility)",
    ] {
        assert!(text.contains(words), "no {words:?} in\n{text}");
    }
    assert!(text.lines().all(|l| l.trim_end() == l), "{text}");
    let info = here
        .run(&["info", "a.glb", "--json", "--bounds"])
        .fine()
        .json_line();
    assert_eq!(
        (info["copies"].as_u64(), info["hidden_instances"].as_u64()),
        (Some(2), Some(1))
    );
    assert_eq!(info["vertices"].as_u64(), Some(12));
    assert_eq!(info["bounds"]["rest"]["max"], json!([6.5, 0.5, 0.0]));
    assert_eq!(info["cameras"][0]["name"], "Close");
    assert_eq!(info["variants"][1]["primitives"].as_u64(), Some(1));
    assert!(info.get("variant").is_none());
    // A dump has every node once, hidden or not.
    let dump = here.run(&["pose", "a.glb"]);
    let dump: serde_json::Value = serde_json::from_slice(&dump.fine().out).unwrap();
    let nodes: Vec<_> = dump["instances"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["node"].as_u64())
        .collect();
    assert_eq!(nodes, [Some(0), Some(1)]);
    assert_eq!(dump["instances"][0]["positions"].as_array().unwrap().len(), 18);
    here.run(&["check", "a.glb"]).fine();
}

#[test]
fn what_is_no_gltf_is_told_with_the_way_to_one() {
    let here = Folder::new();
    for (name, bytes, words) in [
        ("a.fbx", &b"Kaydara FBX Binary  \0"[..], ["FBX", "Blender"]),
        ("a.blend", b"BLENDER-v300", ["Blender file", "glTF 2.0"]),
        ("a.usdz", b"PK\x03\x04", ["USD", "Blender"]),
        ("a.max", b"\xD0\xCF\x11\xE0", ["3ds Max", "Babylon"]),
        ("a.mb", b"FOR8\0\0\0\0", ["Maya", "glTF"]),
        ("a.c4d", b"QC4DC4D6", ["Cinema 4D", "glTF"]),
        ("a.pmx", b"PMX \0\0\0\x40", ["MikuMikuDance", "MMD Tools"]),
        ("a.bvh", b"HIERARCHY\n", ["BVH", "no mesh"]),
        ("a.babylon", b"{\"producer\":{}}", ["Babylon.js", ".glb"]),
        (
            "old.gltf",
            b"{\"asset\":{\"version\":\"1.0\"},\"meshes\":{}}",
            ["1.0", "gltf-pipeline"],
        ),
        ("a.glb", b"hello there", ["not a glTF file", ".glb"]),
    ] {
        std::fs::write(here.path(name), bytes).unwrap();
        let run = here.run(&["info", name]);
        run.fails(2, &[name, words[0], words[1]]);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn a_time_without_a_clip_and_usage_errors_say_what_is_meant() {
    let here = Folder::new();
    here.sample("twist_bar");
    here.run(&["pose", "twist_bar.glb", "--time", "0.5"])
        .fails(2, &["--time 0.5", "--clip"]);
    let zero = here.run(&["pose", "twist_bar.glb", "--time", "0"]);
    assert_eq!(zero.fine().out, here.run(&["pose", "twist_bar.glb"]).fine().out);
    // Names stand in JSON, too.
    let report = here.run(&["pose", "--json"]).json_line();
    let said = report["error"]["message"].as_str().unwrap().to_owned();
    assert!(said.contains("--json"), "{said}");
    let report = here.run(&["render", "a.glb", "--json"]).json_line();
    let said = report["error"]["message"].as_str().unwrap().to_owned();
    assert!(said.contains("--output") && !said.contains('\n'), "{said}");
    let report = here
        .run(&["check", "--explain", "inverse-binds-units", "--json"])
        .fine()
        .json_line();
    assert_eq!(
        (report["format"].as_str(), report["code"].as_str()),
        (Some("rigscope-explain"), Some("inverse-binds-units"))
    );
    assert!(report["page"].is_string() && !report["limits"].as_array().unwrap().is_empty());
    let run = here.run(&["check", "--explain", "nosuch", "--json"]);
    run.fails(2, &["nosuch"]);
    assert_eq!(run.json_line()["format"], "rigscope-explain");
}

/// A white square that faces the camera, under a red light that shines on it.
fn lit_in_red() -> Folder {
    let mut b = GltfBuilder::new();
    let corners = [
        -0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.5, 0.5, 0.0, -0.5, -0.5, 0.0, 0.5, 0.5, 0.0, -0.5, 0.5, 0.0,
    ];
    let (p, n) = (
        b.floats("VEC3", &corners),
        b.floats("VEC3", &[0.0, 0.0, 1.0].repeat(6)),
    );
    b.push(
        "materials",
        json!({ "pbrMetallicRoughness": { "metallicFactor": 0, "roughnessFactor": 1 } }),
    );
    let square = b.mesh(json!({ "POSITION": p, "NORMAL": n }), json!({ "material": 0 }));
    b.node(json!({ "mesh": square }));
    b.node(json!({ "extensions": { "KHR_lights_punctual": { "light": 0 } } }));
    b.json["extensions"] = json!({ "KHR_lights_punctual": { "lights": [
        { "type": "directional", "color": [1, 0, 0], "intensity": 2 }] } });
    b.json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    let here = Folder::new();
    std::fs::write(here.path("a.glb"), b.glb()).unwrap();
    here
}

#[test]
fn lights_are_those_of_the_file_the_studio_or_both() {
    let here = lit_in_red();
    let with = |lights: &[&str]| {
        let straight = [&["--yaw", "0", "--pitch", "0"], lights].concat();
        pixel(&here, &straight, [40, 20]).map(i32::from)
    };
    let [file, studio, both] = ["file", "studio", "both"].map(|word| with(&["--lights", word]));
    assert!(
        file[0] > 100 && file[1] < 40 && file[2] < 40,
        "red alone: {file:?}"
    );
    assert!(
        studio[1] > 60 && (studio[0] - studio[1]).abs() < 40,
        "white alone: {studio:?}"
    );
    assert!(both[1] > file[1] + 20, "the studio beside it: {both:?} {file:?}");
    assert!(both[1] < studio[1], "dimmed: {both:?} {studio:?}");
    assert!(both[0] - both[1] > 40, "and the file's: {both:?}");
    assert_eq!(with(&[]), both, "both unless asked otherwise");
    let dark = folder();
    let run = dark.run(&["render", "a.glb", "-o", "x.png", "--lights", "file"]);
    run.fails(2, &["a.glb", "no lights", "--lights studio"]);
    assert_eq!(dark.names(), ["a.glb"]);
}
