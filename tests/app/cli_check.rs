//! `rigscope check`: each success has a failing twin.

#![allow(clippy::unwrap_used, reason = "a test may")]

use glam::Mat4;

use crate::cli_support::{Folder, Run};
use crate::support::rig::Rig;

fn text(run: &Run) -> String {
    String::from_utf8(run.out.clone()).unwrap()
}

fn write(here: &Folder, name: &str, rig: &Rig) -> String {
    std::fs::write(here.path(name), rig.builder().glb()).unwrap();
    name.to_owned()
}

fn transposed() -> Rig {
    Rig::new().spoil(|_, m: Mat4| m.transpose())
}

/// Sound, but for a transform that plays no part: a warning.
fn moved() -> Rig {
    let mut rig = Rig::new();
    rig.mesh_node = serde_json::json!({ "translation": [0.0, 2.0, 0.0] });
    rig
}

#[test]
fn a_sound_model_is_fine_and_a_sick_one_is_not() {
    let here = Folder::new();
    let run = here.run(&["check", &write(&here, "sound.glb", &Rig::new())]);
    assert_eq!(text(run.fine()), "sound.glb  nothing found\n");
    let run = here.run(&["check", &write(&here, "sick.glb", &transposed())]);
    run.fails(1, &["sick.glb", "1 error", "--explain"]);
    let report = text(&run);
    for words in [
        "sick.glb  1 error\n",
        "ERRORS",
        "inverse-binds-transposed  /skins/0/inverseBindMatrices",
        "Effect",
        "explodes",
        "elements 12, 13 and 14",
        "hips",
        "Show with inverse binds transposed",
    ] {
        assert!(report.contains(words), "no {words:?} in\n{report}");
    }
    assert!(
        report
            .lines()
            .all(|l| l.chars().count() <= 100 && l.trim_end() == l),
        "{report}"
    );
}

#[test]
fn warnings_fail_only_where_that_is_asked_for() {
    let here = Folder::new();
    let file = write(&here, "moved.glb", &moved());
    let report = text(here.run(&["check", &file]).fine());
    assert!(
        report.contains("WARNINGS") && report.contains("skinned-node-transform"),
        "{report}"
    );
    here.run(&["check", &file, "--strict"])
        .fails(1, &["no errors", "1 warning"]);
    let file = write(&here, "sound.glb", &Rig::new());
    here.run(&["check", &file, "--strict"]).fine();
}

#[test]
fn a_folder_is_checked_whole_and_has_one_exit_code() {
    let here = Folder::new();
    std::fs::create_dir_all(here.path("all/deep")).unwrap();
    std::fs::create_dir_all(here.path("none")).unwrap();
    write(&here, "all/deep/a.glb", &Rig::new());
    write(&here, "all/b.glb", &transposed());
    std::fs::write(here.path("all/c.glb"), b"no model").unwrap();
    std::fs::write(here.path("all/notes.txt"), b"no model either").unwrap();
    let run = here.run(&["check", "all", "sample:twist_bar"]);
    run.fails(2, &["all/c.glb: ", "2 of 4 models failed: all/b.glb, all/c.glb"]);
    let report = text(&run);
    let at = |words: &str| {
        report
            .find(words)
            .unwrap_or_else(|| panic!("no {words:?} in\n{report}"))
    };
    assert!(at("all/b.glb  1 error\n") < at("all/deep/a.glb  nothing found\n"));
    assert!(at("sample:twist_bar  ") > at("all/deep/a.glb"));
    let run = here.run(&["check", "all", "--json"]);
    run.fails(2, &[]);
    let report = text(&run);
    let rows: Vec<serde_json::Value> = report.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let told: Vec<(&str, &str)> = rows
        .iter()
        .map(|r| (r["file"].as_str().unwrap(), r["outcome"].as_str().unwrap()))
        .collect();
    let want = [
        ("all/b.glb", "found"),
        ("all/c.glb", "refused"),
        ("all/deep/a.glb", "fine"),
    ];
    assert_eq!(told, want);
    let run = here.run(&["check", "all/deep", "sample:twist_bar"]);
    run.fine();
    here.run(&["check", "none"])
        .fails(2, &["none: ", "no model in this folder"]);
}

#[test]
fn a_check_is_one_json_object_on_one_line() {
    let here = Folder::new();
    let run = here.run(&["check", &write(&here, "sick.glb", &transposed()), "--json"]);
    assert_eq!(run.code, 1);
    let json = run.json_line();
    assert_eq!(
        (json["format"].as_str(), json["outcome"].as_str()),
        (Some("rigscope-check"), Some("found"))
    );
    assert_eq!(json["errors"], 1);
    let finding = &json["findings"][0];
    assert_eq!(finding["code"], "inverse-binds-transposed");
    assert_eq!(finding["cure"]["kind"], "inverse-binds-transposed");
    assert_eq!(
        (finding["cure"]["skin"].as_u64(), finding["joint_count"].as_u64()),
        (Some(0), Some(9))
    );
    assert_eq!(finding["joints"][0]["node"].as_u64().map(|n| n > 0), Some(true));
    let file = write(&here, "moved.glb", &moved());
    let fine = here.run(&["check", &file, "--json"]).fine().json_line();
    assert_eq!(
        (fine["outcome"].as_str(), fine["warnings"].as_u64()),
        (Some("fine"), Some(1))
    );
    let strict = here.run(&["check", &file, "--json", "--strict"]);
    assert_eq!(
        (strict.code, strict.json_line()["outcome"].as_str()),
        (1, Some("found"))
    );
}

#[test]
fn what_is_no_model_is_refused_also_in_json() {
    let here = Folder::new();
    here.run(&["check", "nosuch.glb"]).fails(2, &["nosuch.glb"]);
    let run = here.run(&["check", "nosuch.glb", "--json"]);
    assert_eq!(
        (run.code, run.json_line()["format"].as_str()),
        (2, Some("rigscope-check"))
    );
    here.run(&["check"]).fails(2, &["MODEL"]);
}

#[test]
fn a_code_is_explained_with_its_thresholds() {
    let here = Folder::new();
    let page = text(here.run(&["check", "--explain", "inverse-binds-units"]).fine());
    for words in [
        "In Blender",
        "In Maya",
        "exporter of your own",
        "Thresholds",
        "unit-factor",
        "5 times",
    ] {
        assert!(page.contains(words), "no {words:?} in\n{page}");
    }
    // What a finding would say in numbers is not there.
    let page = text(here.run(&["check", "--explain", "model-units"]).fine());
    assert!(
        page.contains("Export in metres.") && !page.contains('{'),
        "{page}"
    );
    // A code of the importer has a page, too.
    let page = text(here.run(&["check", "--explain", "key-times-unordered"]).fine());
    assert!(page.contains("What to do"), "{page}");
    here.run(&["check", "--explain", "nosuch"])
        .fails(2, &["nosuch", "inverse-binds-units"]);
    here.run(&["check", "a.glb", "--explain", "nosuch"]).fails(2, &[]);
}
