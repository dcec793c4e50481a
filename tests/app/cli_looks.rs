//! `render --look`, `--overlay weights:JOINT`, `--hide` and `--solo`, each with a failing twin.

#![allow(clippy::unwrap_used, reason = "a test may")]

use serde_json::json;

use crate::cli_support::Folder;
use crate::support::GltfBuilder;

/// A red square before a green one, each a mesh with a name and a material of its own.
fn squares() -> GltfBuilder {
    let mut b = GltfBuilder::new();
    let corners = [
        -0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.5, 0.5, 0.0, -0.5, -0.5, 0.0, 0.5, 0.5, 0.0, -0.5, 0.5, 0.0,
    ];
    let p = b.floats("VEC3", &corners);
    for (name, color) in [("Paint", [1.0, 0.0, 0.0, 1.0]), ("Leaf", [0.0, 1.0, 0.0, 1.0])] {
        b.push(
            "materials",
            json!({ "name": name, "pbrMetallicRoughness": { "baseColorFactor": color },
                "extensions": { "KHR_materials_unlit": {} } }),
        );
    }
    for (k, name) in ["Front", "Rear"].into_iter().enumerate() {
        let mesh = b.mesh(json!({ "POSITION": p }), json!({ "material": k }));
        b.json["meshes"][mesh]["name"] = json!(format!("{name} mesh"));
        b.node(json!({ "name": name, "mesh": mesh, "translation": [0.0, 0.0, 0.3 - 0.3 * k as f64] }));
    }
    b.json["extensionsUsed"] = json!(["KHR_materials_unlit"]);
    b
}

fn folder() -> Folder {
    let here = Folder::new();
    std::fs::write(here.path("a.glb"), squares().glb()).unwrap();
    here
}

const BASE: [&str; 11] = [
    "render",
    "a.glb",
    "--size",
    "40x40",
    "--backend",
    "software",
    "--no-grid",
    "--yaw",
    "0",
    "--pitch",
    "0",
];

fn middle(here: &Folder, more: &[&str]) -> [u8; 3] {
    let run = here.run(&[&BASE[..], &["-o", "-"], more].concat());
    let picture = image::load_from_memory(&run.fine().out).unwrap().to_rgb8();
    picture.get_pixel(20, 20).0
}

#[test]
fn parts_are_hidden_and_shown_alone_by_name_kind_and_number() {
    let here = folder();
    let (red, green) = ([255, 0, 0], [0, 255, 0]);
    assert_eq!(middle(&here, &[]), red);
    for part in [
        "Front",
        "Front mesh",
        "Paint",
        "0",
        "#0",
        "node:Front",
        "mesh:Front mesh",
        "material:0",
    ] {
        assert_eq!(middle(&here, &["--hide", part]), green, "{part}");
    }
    assert_eq!(middle(&here, &["--solo", "Rear"]), green);
    assert_eq!(middle(&here, &["--solo", "Rear,Front"]), red);
    let none = middle(&here, &["--hide", "Front", "--hide", "Rear"]);
    assert!(none != red && none != green);
}

#[test]
fn a_part_that_is_not_there_is_answered_with_those_that_are() {
    let here = folder();
    let render = |more: &[&str]| here.run(&[&BASE[..], &["-o", "x.png"], more].concat());
    render(&["--hide", "Side"]).fails(2, &["a.glb", "\"Side\"", "0 Front, 1 Rear"]);
    render(&["--solo", "material:Gold"]).fails(2, &["\"Gold\"", "0 Paint, 1 Leaf"]);
    render(&["--hide", "2"]).fails(2, &["\"2\""]);
    assert!(!here.path("x.png").exists());
}

#[test]
fn looks_are_drawn_and_reported_and_others_refused() {
    let here = folder();
    assert!(middle(&here, &["--look", "clay"]) != middle(&here, &[]));
    assert_eq!(middle(&here, &["--look", "base-color"]), [255, 0, 0]);
    let run = here.run(&[&BASE[..], &["-o", "x.png", "--json", "--look", "matcap"]].concat());
    assert_eq!(run.fine().json_line()["look"], "matcap");
    here.run(&[&BASE[..], &["-o", "y.png", "--look", "shiny"]].concat())
        .fails(2, &["shiny", "matcap"]);
    here.run(&[&BASE[..], &["-o", "y.png", "--fov", "1"]].concat())
        .fails(2, &["degrees from 2 to 120"]);
    assert!(!here.path("y.png").exists());
}

#[test]
fn weights_are_painted_with_a_legend_and_only_one_view_of_them() {
    let here = Folder::new();
    here.sample("twist_bar");
    let base = ["render", "twist_bar.glb", "--backend", "software"];
    let run = |more: &[&str]| here.run(&[&base[..], more].concat());
    let json = |more: &[&str]| {
        run(&[&["-o", "x.png", "--size", "320x320", "--json"], more].concat())
            .fine()
            .json_line()
    };
    let report = json(&["--overlay", "weights"]);
    assert_eq!(report["weights"]["view"], "joints");
    assert_eq!(report["weights"]["unnormalised"], 0);
    assert_eq!(
        json(&["--overlay", "influences"])["weights"]["view"],
        "influences"
    );
    assert!(json(&[])["weights"].is_null());
    let picture = |more: &[&str]| {
        let bytes = run(&[&["-o", "-", "--size", "320x320"], more].concat())
            .fine()
            .out
            .clone();
        image::load_from_memory(&bytes).unwrap().to_rgb8()
    };
    // The legend stands in the lower left corner, and goes with the labels.
    let (with, without) = (
        picture(&["--overlay", "weights"]),
        picture(&["--overlay", "weights", "--no-labels"]),
    );
    assert_ne!(with.get_pixel(30, 290), without.get_pixel(30, 290));
    assert_eq!(with.get_pixel(300, 20), without.get_pixel(300, 20));
    run(&["-o", "y.png", "--overlay", "weights,influences"]).fails(2, &["one view"]);
    run(&["-o", "y.png", "--overlay", "weights:Nobody"]).fails(2, &["\"Nobody\""]);
    run(&["-o", "y.png", "--overlay", "weight"]).fails(2, &["weights:JOINT"]);
    let rigid = folder();
    rigid
        .run(&[&BASE[..], &["-o", "y.png", "--overlay", "weights"]].concat())
        .fails(2, &["no skin"]);
    assert!(!here.path("y.png").exists());
}

#[test]
fn names_stand_in_the_picture() {
    let here = Folder::new();
    here.sample("twist_bar");
    let picture = |overlay: &str| {
        let run = here.run(&[
            "render",
            "twist_bar.glb",
            "--backend",
            "software",
            "--size",
            "320x320",
            "-o",
            "-",
            "--overlay",
            overlay,
        ]);
        image::load_from_memory(&run.fine().out).unwrap().to_rgb8()
    };
    let (bare, named) = (picture("skeleton"), picture("skeleton,names"));
    let differs = bare.pixels().zip(named.pixels()).filter(|(a, b)| a != b).count();
    assert!(differs > 200, "{differs}");
}
