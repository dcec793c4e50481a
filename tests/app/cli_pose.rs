//! `rigscope pose`, and what all commands share: models, clips, output files, exit codes.

#![allow(clippy::unwrap_used, reason = "a test may")]

use crate::cli_support::{Folder, read_json};

#[test]
fn a_pose_is_written_as_asked_for() {
    let here = Folder::new();
    let args = [
        "pose",
        "sample:chapter_rig",
        "--clip",
        "B shoulder 90",
        "--time",
        "1",
        "--dump",
        "out.json",
    ];
    let run = here.run(&args);
    assert!(run.fine().out.is_empty());
    let dump = read_json(&here.path("out.json"));
    assert_eq!(dump["format"], "posedump-1");
    assert_eq!(
        dump["clip"],
        serde_json::json!({"index": 4, "name": "B shoulder 90"})
    );
    assert_eq!(
        (dump["time"].as_f64(), dump["skinning"].as_str()),
        (Some(1.0), Some("lbs"))
    );
    let p: Vec<f64> = dump["instances"][0]["positions"].as_array().unwrap()[..3]
        .iter()
        .map(|v| v.as_f64().unwrap())
        .collect();
    assert!(
        (p[0]).abs() < 1e-6 && (p[1] - 1.0).abs() < 1e-6 && p[2] == 0.0,
        "{p:?}"
    );
    assert_eq!(here.names(), ["out.json"], "nothing else is left behind");
}

#[test]
fn without_a_clip_it_is_the_rest_pose_on_standard_output() {
    let here = Folder::new();
    let dump = here.run(&["pose", "sample:chapter_rig"]).fine().json_line();
    assert!(dump["clip"].is_null() && dump.get("blend").is_none());
    assert_eq!(dump["instances"][0]["positions"][0], 1.0);
}

#[test]
fn clips_are_named_by_name_number_or_hash() {
    let here = Folder::new();
    let index = |clip: &str| {
        let run = here.run(&["pose", "sample:twist_bar", "--clip", clip]);
        run.fine().json_line()["clip"]["index"].as_u64()
    };
    assert_eq!(
        (index("Bend"), index("1"), index("#1")),
        (Some(1), Some(1), Some(1))
    );
    let alias = here.run(&[
        "pose",
        "sample:twist_bar",
        "--animation-indices",
        "2",
        "--animation-time",
        "0.5",
    ]);
    let alias = alias.fine().json_line();
    assert_eq!(
        (alias["clip"]["index"].as_u64(), alias["time"].as_f64()),
        (Some(2), Some(0.5))
    );
    let wrong = here.run(&["pose", "sample:twist_bar", "--clip", "Fly", "--dump", "out.json"]);
    wrong.fails(2, &["sample:twist_bar", "Fly", "0 Twist, 1 Bend, 2 Wave"]);
    here.run(&["pose", "sample:twist_bar", "--clip", "#3"])
        .fails(2, &["#3", "Twist"]);
    assert!(here.names().is_empty());
}

#[test]
fn times_are_held_at_the_ends_and_never_wrapped() {
    let here = Folder::new();
    let nodes = |time: &str| {
        let run = here.run(&[
            "pose",
            "sample:chapter_rig",
            "--clip",
            "B shoulder 90",
            "--time",
            time,
        ]);
        run.fine().json_line()["nodes"].clone()
    };
    assert_eq!(nodes("1"), nodes("7.5"));
    assert_eq!(nodes("0"), nodes("-3"));
    assert_ne!(nodes("0"), nodes("1"));
    here.run(&["pose", "sample:chapter_rig", "--time", "nan"])
        .fails(2, &["--time"]);
}

#[test]
fn a_blend_is_said_in_the_dump() {
    let here = Folder::new();
    let base = [
        "pose",
        "sample:chapter_rig",
        "--blend-clip",
        "E shoulder 170",
        "--blend-time",
        "1",
    ];
    let dump = here
        .run(&[&base[..], &["--blend-weight", "0.3"]].concat())
        .fine()
        .json_line();
    let right =
        serde_json::json!({"clip": {"index": 7, "name": "E shoulder 170"}, "time": 1.0, "weight": 0.3});
    assert_eq!(dump["blend"], right);
    here.run(&[&base[..], &["--blend-weight", "1.5"]].concat())
        .fails(2, &["--blend-weight", "0 to 1"]);
    here.run(&["pose", "sample:chapter_rig", "--blend-weight", "1"])
        .fails(2, &["--blend-clip"]);
}

#[test]
fn every_way_to_skin_has_its_word() {
    let here = Folder::new();
    let pose = |more: &[&str]| {
        let base = ["pose", "sample:twist_bar", "--clip", "Twist", "--time", "1.8"];
        here.run(&[&base[..], more].concat()).fine().json_line()
    };
    let positions = |d: &serde_json::Value| d["instances"][0]["positions"].clone();
    let (lbs, dqs) = (pose(&[]), pose(&["--skinning", "dqs"]));
    assert_ne!(positions(&lbs), positions(&dqs));
    for (args, same) in [
        (&["--skinning", "blend", "--blend", "0"][..], &lbs),
        (&["--skinning", "blend:1"][..], &dqs),
        (&["--skinning", "lbs", "--influences", "8"][..], &lbs),
    ] {
        assert_eq!(positions(&pose(args)), positions(same), "{args:?}");
    }
    let half = pose(&["--skinning", "blend", "--blend", "0.3", "--influences", "4"]);
    assert_eq!(
        (
            half["skinning"].as_str(),
            half["skinning_blend"].as_f64(),
            half["influences"].as_u64()
        ),
        (Some("blend"), Some(0.3), Some(4))
    );
    assert!(lbs.get("influences").is_none() && lbs.get("skinning_mask").is_none());
    // Masked at the joints that twist; at one of them; and refused where nothing is masked.
    let masked = pose(&["--skinning", "masked"]);
    assert_eq!(masked["skinning"], "masked");
    assert!(
        masked["skinning_mask"].as_array().unwrap().len() >= 2,
        "{}",
        masked["skinning_mask"]
    );
    assert_ne!(positions(&masked), positions(&lbs));
    let one = pose(&["--skinning", "masked", "--mask", "Middle"]);
    assert_eq!(one["skinning_mask"].as_array().unwrap().len(), 1);
    here.run(&["pose", "sample:twist_bar", "--mask", "Middle"])
        .fails(2, &["--mask", "masked"]);
    here.run(&[
        "pose",
        "sample:twist_bar",
        "--skinning",
        "masked",
        "--mask",
        "Nobody",
    ])
    .fails(2, &["Nobody"]);
    here.run(&["pose", "sample:twist_bar", "--skinning", "cor"])
        .fails(2, &["--skinning", "lbs, dqs"]);
}

#[test]
fn normals_and_tangents_come_when_asked_for() {
    let here = Folder::new();
    let dump = here
        .run(&["pose", "sample:twist_bar", "--with", "normals,tangents"])
        .fine()
        .json_line();
    let part = &dump["instances"][0];
    let count = |key: &str| part[key].as_array().unwrap().len();
    assert_eq!(count("normals"), count("positions"));
    assert_eq!(count("tangents") * 3, count("positions") * 4);
    let plain = here.run(&["pose", "sample:twist_bar"]).fine().json_line();
    assert!(plain["instances"][0].get("normals").is_none());
    here.run(&["pose", "sample:twist_bar", "--with", "colours"])
        .fails(2, &["colours", "normals"]);
}

#[test]
fn the_model_may_come_from_standard_input() {
    let here = Folder::new();
    let bytes = rigscope::samples::find("twist_bar").unwrap().bytes;
    let piped = here.run_with_input(&["pose", "-", "--clip", "Wave"], bytes);
    assert_eq!(
        piped.fine().out,
        here.run(&["pose", "sample:twist_bar", "--clip", "Wave"]).out
    );
    here.run_with_input(&["pose", "-"], b"no model")
        .fails(2, &["error: -: "]);
    here.run_with_input(&["pose", "-", "--max-memory", "1k"], bytes)
        .fails(5, &["--max-memory"]);
}

#[test]
fn what_cannot_be_read_is_said_with_its_name() {
    let here = Folder::new();
    here.run(&["pose", "nosuch.glb"]).fails(2, &["nosuch.glb"]);
    std::fs::write(here.path("bad.glb"), b"glTF and then nothing").unwrap();
    here.run(&["pose", "bad.glb", "--dump", "out.json"])
        .fails(2, &["bad.glb"]);
    here.run(&["pose", "sample:nosuch"])
        .fails(2, &["nosuch", "twist_bar"]);
    assert_eq!(here.names(), ["bad.glb"]);
}

#[test]
fn output_appears_whole_or_not_at_all() {
    let here = Folder::new();
    std::fs::write(here.path("old.json"), "old").unwrap();
    std::fs::create_dir(here.path("folder")).unwrap();
    let pose = |dump: &str| here.run(&["pose", "sample:chapter_rig", "--dump", dump]);
    pose("nosuch/out.json").fails(4, &["nosuch"]);
    pose("folder").fails(4, &["folder"]);
    // A file is not a folder to write in.
    pose("old.json/out.json").fails(4, &["old.json"]);
    here.run(&["pose", "sample:chapter_rig", "--clip", "x", "--dump", "old.json"])
        .fails(2, &["x"]);
    assert_eq!(
        std::fs::read(here.path("old.json")).unwrap(),
        b"old",
        "left as it was"
    );
    pose("old.json").fine();
    assert_eq!(read_json(&here.path("old.json"))["format"], "posedump-1");
    assert_eq!(here.names(), ["folder", "old.json"]);
}

#[test]
fn the_model_is_never_overwritten() {
    let here = Folder::new();
    let model = here.sample("twist_bar");
    let before = std::fs::read(&model).unwrap();
    here.run(&["pose", "twist_bar.glb", "--dump", "./twist_bar.glb"])
        .fails(2, &["model itself"]);
    assert_eq!(std::fs::read(&model).unwrap(), before);
}

#[test]
fn what_the_model_refers_to_is_never_overwritten() {
    let here = Folder::new();
    let gltf = r#"{"asset":{"version":"2.0"},"nodes":[{}],"scenes":[{"nodes":[0]}],
        "buffers":[{"uri":"its%20data.bin","byteLength":4}]}"#;
    std::fs::write(here.path("m.gltf"), gltf).unwrap();
    std::fs::write(here.path("its data.bin"), [1, 2, 3, 4]).unwrap();
    here.run(&["pose", "m.gltf", "--dump", "its data.bin"])
        .fails(2, &["refers to"]);
    assert_eq!(std::fs::read(here.path("its data.bin")).unwrap(), [1, 2, 3, 4]);
    assert_eq!(here.run(&["pose", "m.gltf", "--dump", "other.json"]).code, 0);
}

#[test]
fn the_same_words_give_the_same_bytes() {
    let here = Folder::new();
    let args = [
        "pose",
        "sample:twist_bar",
        "--clip",
        "Wave",
        "--time",
        "0.77",
        "--skinning",
        "dqs",
    ];
    assert_eq!(here.run(&args).fine().out, here.run(&args).fine().out);
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::Stdio;
    let here = Folder::new();
    let mut command = here.command(&["pose", "sample:twist_bar"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).as_ref()
        ),
        (Some(0), "")
    );
}

#[test]
fn a_mistake_on_purpose_gives_the_chapters_wrong_numbers_and_says_so() {
    let here = Folder::new();
    let first = |more: &[&str]| {
        let base = [
            "pose",
            "sample:chapter_rig",
            "--clip",
            "B shoulder 90",
            "--time",
            "1",
        ];
        let dump = here.run(&[&base[..], more].concat()).fine().json_line();
        let place: Vec<f64> = dump["instances"][0]["positions"].as_array().unwrap()[..3]
            .iter()
            .map(|v| v.as_f64().unwrap())
            .collect();
        (place, dump["teach"].as_str().map(str::to_owned))
    };
    assert!(first(&[]).1.is_none());
    for (word, right) in [
        ("wrong-side", [-1.0, 2.0, 0.0]),
        ("no-inverse-bind", [0.0, 2.0, 0.0]),
        ("transposed-palette", [0.0, -1.0, 0.0]),
    ] {
        for source in ["cpu", "gpu"] {
            let (got, told) = first(&["--teach", word, "--source", source]);
            let off = got
                .iter()
                .zip(right)
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f64::max);
            assert!(off < 1e-4, "{word} {source}: {got:?}");
            assert_eq!(told.as_deref(), Some(word));
        }
    }
    // Table E: half-way from rest to (90, 30) the hand by averaged matrices.
    let clip = "C shoulder 90, elbow 30";
    let fade = [
        "pose",
        "sample:chapter_rig",
        "--blend-clip",
        clip,
        "--blend-time",
        "1",
    ];
    let dump = here.run(&[&fade[..], &["--teach", "blended-matrices"]].concat());
    let dump = dump.fine().json_line();
    let at = |k: usize| dump["instances"][0]["positions"][18 + k].as_f64().unwrap();
    assert!((at(0) - 0.75).abs() < 1e-4 && (at(1) - 0.9330).abs() < 1e-4);

    here.run(&["pose", "sample:chapter_rig", "--teach", "upside-down"])
        .fails(2, &["upside-down", "children-first", "four-influences"]);
}

#[test]
fn a_mistake_that_changes_nothing_of_a_pose_says_so() {
    let here = Folder::new();
    let told = |args: &[&str]| {
        let run = here.run(&[&["pose", "sample:chapter_rig"], args].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.err
    };
    let (clip, at) = (["--clip", "B shoulder 90", "--time"], "--teach");
    let hidden = told(&[&clip[..], &["1", at, "raw-weights"]].concat());
    assert!(
        hidden.contains("raw-weights changes nothing of this pose. This model hides it"),
        "{hidden}"
    );
    // It would show in another clip.
    let unseen = told(&[at, "blended-matrices"]);
    assert!(
        unseen.contains("blended-matrices changes nothing of this pose. Shows"),
        "{unseen}"
    );
    assert_eq!(told(&[&clip[..], &["1", at, "wrong-side"]].concat()), "");
}
