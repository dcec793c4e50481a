//! `rigscope compare`: the real program.

#![allow(clippy::unwrap_used, reason = "a test may")]

use serde_json::Value;

use crate::cli_support::{Folder, Run};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

fn largest(run: &Run) -> f64 {
    number(&run.json_line()["largest"]["units"])
}

#[test]
fn the_report_has_its_shape_and_its_parts_agree() {
    let here = Folder::new();
    let run = here.run(&["compare", "sample:twist_bar", "--json"]);
    let report = run.fine().json_line();
    for (key, value) in [
        ("format", "rigscope-compare"),
        ("file", "sample:twist_bar"),
        ("outcome", "fine"),
        ("a", "lbs"),
        ("b", "dqs"),
    ] {
        assert_eq!(report[key], value, "{key}");
    }
    assert_eq!(
        (&report["version"], &report["over_limit"]),
        (&Value::from(1), &Value::from(false))
    );
    let clips = report["clips"].as_array().unwrap();
    let names: Vec<&str> = clips.iter().map(|c| c["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Twist", "Bend", "Wave"]);
    let frames: f64 = clips.iter().map(|c| number(&c["frames"])).sum();
    assert_eq!(number(&report["frames"]), frames);
    let mean: f64 = clips
        .iter()
        .map(|c| number(&c["mean"]["units"]) * number(&c["frames"]))
        .sum::<f64>()
        / frames;
    assert!((number(&report["mean"]["units"]) / mean - 1.0).abs() < 1e-9);
    let most = clips
        .iter()
        .map(|c| number(&c["largest"]["units"]))
        .fold(0.0, f64::max);
    assert_eq!(number(&report["largest"]["units"]), most);
    assert_eq!(report["largest_clip"], 0, "it is the twist");
    let twist = &clips[0];
    for key in ["time_secs", "node", "mesh", "primitive", "vertex", "joint_node"] {
        assert!(number(&twist["worst"][key]) >= 0.0);
    }
    // What the candy wrapper loses and DQS keeps, as a region and as a cross-section.
    let smallest = |way: &str| number(&twist[way]["smallest_region"]["ratio"]);
    assert!(smallest("volume_a") < 0.9 * smallest("volume_b"), "{twist}");
    let far = &report["twists"][0];
    assert!(number(&far["degrees"]).abs() > 90.0 && far["against"].is_string());
    let radius = |way: &str| number(&far[way]["radius"]);
    assert!(radius("section_a") < 0.5 && radius("section_b") > 0.95, "{far}");
    assert!((radius("section_a") - number(&far["radius_kept_by_lbs"])).abs() < 0.1);
}

#[test]
fn the_table_is_for_people_and_fits_a_terminal() {
    let here = Folder::new();
    let run = here.run(&["compare", "sample:twist_bar"]);
    let text = String::from_utf8(run.fine().out.clone()).unwrap();
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
        assert_eq!(line, line.trim_end());
    }
    for word in [
        "lbs",
        "dqs",
        "Twist",
        "Bend",
        "Wave",
        "Worst",
        "DQS keeps it",
        "twist joints",
    ] {
        assert!(text.contains(word), "no {word} in\n{text}");
    }
    assert!(!text.contains("compare-"), "a sentence is missing:\n{text}");
}

#[test]
fn a_limit_decides_the_exit_code() {
    let here = Folder::new();
    let compare = |limit: &str, more: &[&str]| {
        here.run(&[&["compare", "sample:twist_bar", "--fail-above", limit], more].concat())
    };
    compare("10ft", &[]).fails(2, &["5mm or 0.5%"]);
    compare("100%", &[]).fine();
    compare("100000mm", &[]).fine();
    let over = compare("1mm", &[]);
    over.fails(1, &["sample:twist_bar", "above the limit of 1.00 mm"]);
    assert!(!over.out.is_empty(), "the report is there all the same");
    compare("0.5%", &[]).fails(1, &["above the limit of 0.500 %"]);
    let json = compare("1mm", &["--json"]);
    let report = json.fails(1, &[]).json_line();
    assert_eq!(
        (&report["outcome"], &report["over_limit"]),
        (&Value::from("found"), &Value::from(true))
    );
    assert_eq!(number(&report["fail_above"]["millimetres"]), 1.0);
    // Of one clip that stays below.
    let at_rest = here.run(&[
        "compare",
        "sample:twist_bar",
        "--a",
        "dqs",
        "--b",
        "dqs",
        "--fail-above",
        "0mm",
    ]);
    at_rest.fine();
}

#[test]
fn ways_to_skin_are_named_in_the_same_words_everywhere() {
    let here = Folder::new();
    let compare = |more: &[&str]| {
        let run = here.run(
            &[
                &["compare", "sample:twist_bar", "--clips", "Twist", "--json"],
                more,
            ]
            .concat(),
        );
        run.fine();
        run
    };
    let whole = largest(&compare(&[]));
    let half = largest(&compare(&["--b", "blend", "--blend", "0.5"]));
    assert!((half / whole - 0.5).abs() < 1e-3);
    assert_eq!(largest(&compare(&["--b", "blend:0"])), 0.0);
    assert_eq!(largest(&compare(&["--a", "dqs", "--b", "blend:1"])), 0.0);
    // Masked: nowhere it matters is LBS; at the twisted joints it is DQS there.
    let masked = compare(&["--b", "masked"]);
    assert!(largest(&masked) > 0.5 * whole);
    assert_eq!(masked.json_line()["b"], "masked");
    let root = largest(&compare(&["--b", "masked", "--mask", "#0"]));
    assert!(root < whole, "{root} {whole}");
    // Fewer influences than there are.
    let one = compare(&["--b", "lbs/1"]);
    assert!(largest(&one) > 0.0);
    assert_eq!(one.json_line()["b"], "lbs/1");
    assert_eq!(largest(&compare(&["--b", "lbs/8"])), 0.0);
    assert_eq!(
        largest(&compare(&["--b", "lbs", "--influences", "1"])),
        0.0,
        "both are limited"
    );
}

#[test]
fn what_cannot_be_compared_is_said() {
    let here = Folder::new();
    let compare = |more: &[&str]| here.run(&[&["compare", "sample:twist_bar"], more].concat());
    compare(&["--a", "cor"]).fails(2, &["--a", "lbs, dqs"]);
    compare(&["--influences", "0"]).fails(2, &["--influences"]);
    compare(&["--clips", "Twist,Fly"]).fails(2, &["Fly", "0 Twist"]);
    compare(&["--mask", "nobody"]).fails(2, &["--mask", "masked"]);
    compare(&["--b", "masked", "--mask", "nobody"]).fails(2, &["nobody"]);
    compare(&["--blend", "0.3"]).fails(2, &["--blend"]);
    compare(&["--fps", "0"]).fails(2, &["--fps"]);
    let json = compare(&["--clips", "Fly", "--json"]);
    let failure = json.fails(2, &["Fly"]).json_line();
    assert_eq!(
        (&failure["format"], &failure["outcome"]),
        (&Value::from("rigscope-compare"), &Value::from("refused"))
    );
    std::fs::write(
        here.path("empty.gltf"),
        br#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{}]}"#,
    )
    .unwrap();
    here.run(&["compare", "empty.gltf"])
        .fails(2, &["no skinned vertices"]);
}

#[test]
fn instants_are_as_many_as_asked_for() {
    let here = Folder::new();
    let frames = |fps: &str| {
        let run = here.run(&[
            "compare",
            "sample:twist_bar",
            "--clips",
            "0",
            "--fps",
            fps,
            "--json",
        ]);
        number(&run.fine().json_line()["frames"])
    };
    let (ten, thirty) = (frames("10"), frames("30"));
    assert!(thirty > 2.5 * ten && ten > 5.0, "{ten} {thirty}");
}
