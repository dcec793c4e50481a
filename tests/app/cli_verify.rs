//! `rigscope verify` and `rigscope cases`: the real program.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::cli_support::{Folder, read_json};

/// A pose of the bundled rig, with everything in it.
fn dump(here: &Folder, more: &[&str]) -> Value {
    let base = [
        "pose",
        "sample:chapter_rig",
        "--clip",
        "C shoulder 90, elbow 30",
        "--time",
        "1",
    ];
    let with = ["--with", "locals,palettes", "--dump", "theirs.json"];
    here.run(&[&base[..], &with, more].concat()).fine();
    read_json(&here.path("theirs.json"))
}

fn write(here: &Folder, value: &Value) {
    std::fs::write(here.path("theirs.json"), value.to_string()).unwrap();
}

#[test]
fn our_own_dump_passes_and_a_wrong_one_does_not() {
    let here = Folder::new();
    let right = dump(&here, &[]);
    let verify = ["verify", "sample:chapter_rig", "--against", "theirs.json"];
    let fine = here.run(&verify);
    let said = String::from_utf8(fine.fine().out.clone()).unwrap();
    assert!(
        said.contains("same") && said.contains("locals, nodes, palettes, positions"),
        "{said}"
    );
    let mut wrong = right;
    // The skinning matrix of the elbow without its inverse bind.
    wrong["palettes"]["0"][1] = wrong["nodes"]["2"].clone();
    wrong.as_object_mut().unwrap().remove("instances");
    write(&here, &wrong);
    let run = here.run(&verify);
    run.fails(1, &["sample:chapter_rig", "differs"]);
    let said = String::from_utf8(run.out.clone()).unwrap();
    for word in [
        "palettes",
        "Elbow",
        "begins here",
        "inverse bind matrices are missing",
    ] {
        assert!(said.contains(word), "no {word:?} in {said}");
    }
}

#[test]
fn json_has_the_numbers_and_the_mistake() {
    let here = Folder::new();
    dump(&here, &[]);
    let verify = [
        "verify",
        "sample:chapter_rig",
        "--against",
        "theirs.json",
        "--json",
    ];
    let report = here.run(&verify).fine().json_line();
    for (key, value) in [
        ("format", "rigscope-verify"),
        ("outcome", "fine"),
        ("against", "theirs.json"),
    ] {
        assert_eq!(report[key], value);
    }
    assert_eq!(
        (&report["differing"], &report["poses"][0]["equal"]),
        (&json!(0), &json!(true))
    );
    let mut wrong = dump(&here, &[]);
    for p in wrong["instances"].as_array_mut().unwrap() {
        let positions = p["positions"].as_array().unwrap().iter();
        p["positions"] = positions.map(|v| json!(100.0 * v.as_f64().unwrap())).collect();
    }
    write(&here, &wrong);
    let run = here.run(&verify);
    assert_eq!(run.code, 1);
    let report = run.json_line();
    assert_eq!(
        (&report["outcome"], &report["differing"]),
        (&json!("found"), &json!(1))
    );
    let pose = &report["poses"][0];
    assert_eq!(
        (&pose["first"], &pose["stages"][3]["stage"]),
        (&json!("positions"), &json!("positions"))
    );
    let explained = &pose["explanations"][0];
    assert_eq!(
        (&explained["code"], &explained["values"]["factor"]),
        (&json!("unit-scale"), &json!(100))
    );
    assert_eq!(pose["explained"], json!(true));
    // So wide that nothing differs.
    let wide = ["--tolerance", "100000%"];
    here.run(&[&verify[..], &wide].concat()).fine();
    here.run(&[&verify[..], &["--tolerance", "5ft"]].concat())
        .fails(2, &["--tolerance", "5mm"]);
}

#[test]
fn a_mistake_made_on_purpose_is_named() {
    let here = Folder::new();
    dump(&here, &["--teach", "wrong-side"]);
    let run = here.run(&[
        "verify",
        "sample:chapter_rig",
        "--against",
        "theirs.json",
        "--json",
    ]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.json_line()["poses"][0]["explanations"][0]["code"],
        "wrong-side"
    );
}

#[test]
fn what_their_file_leaves_out_is_said_on_the_command_line() {
    let here = Folder::new();
    let mut theirs = dump(&here, &[]);
    for field in ["clip", "time", "skinning"] {
        theirs.as_object_mut().unwrap().remove(field);
    }
    write(&here, &theirs);
    let verify = ["verify", "sample:chapter_rig", "--against", "theirs.json"];
    let with = ["--clip", "C shoulder 90, elbow 30", "--time", "1"];
    here.run(&[&verify[..], &with].concat()).fine();
    here.run(&verify).fails(1, &["differs"]);
    // From a pipe; two of them cannot be.
    let piped = here.run_with_input(
        &[&["verify", "sample:chapter_rig", "--against", "-"][..], &with].concat(),
        theirs.to_string().as_bytes(),
    );
    piped.fine();
    here.run(&["verify", "-", "--against", "-"])
        .fails(2, &["standard input"]);
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let here = Folder::new();
    let verify = |json: bool| {
        let mut args = vec!["verify", "sample:chapter_rig", "--against", "theirs.json"];
        if json {
            args.push("--json");
        }
        here.run(&args)
    };
    verify(false).fails(2, &["theirs.json"]);
    std::fs::write(
        here.path("theirs.json"),
        r#"{"format":"posedump-1","nodes":{"1":[1,"x"]}}"#,
    )
    .unwrap();
    verify(false).fails(2, &["theirs.json", "/nodes/1/1", "docs/json.md"]);
    let report = verify(true);
    assert_eq!(report.code, 2);
    let report = report.json_line();
    assert_eq!(
        (&report["format"], &report["outcome"]),
        (&json!("rigscope-verify"), &json!("refused"))
    );
    assert_eq!(report["error"]["pointer"], "/nodes/1/1");
    write(&here, &json!({ "format": "posedump-1", "nodes": { "99": [] } }));
    verify(false).fails(2, &["/nodes/99", "There is no node 99"]);
    write(&here, &json!({ "format": "posedump-1" }));
    verify(false).fails(2, &["nothing to compare", "instances"]);
    std::fs::write(here.path("theirs.json"), vec![b' '; 1 << 20]).unwrap();
    let small = [
        "verify",
        "sample:chapter_rig",
        "--against",
        "theirs.json",
        "--max-memory",
        "1M",
    ];
    here.run(&small).fails(5, &["--max-memory"]);
}

/// The program in `docs/posedump.py` shares no line with ours, and comes to the same numbers.
#[test]
fn an_independent_program_agrees() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let here = Folder::new();
    for (sample, clip, time) in [
        ("chapter_rig", "5", "0.7"),
        ("chapter_rig", "-", "0"),
        ("twist_bar", "0", "0.9"),
        ("twist_bar", "1", "1.3"),
        ("twist_bar", "2", "0.77"),
    ] {
        let model = here.sample(sample);
        let output = Command::new("python3")
            .arg(root.join("docs/posedump.py"))
            .args([model.to_str().unwrap(), clip, time])
            .output()
            .expect("python3 runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let model = model.to_str().unwrap();
        let run = here.run_with_input(&["verify", model, "--against", "-", "--json"], &output.stdout);
        let report = run.fine().json_line();
        let stages = report["poses"][0]["stages"].as_array().unwrap();
        assert!(stages.len() == 4 && stages.iter().all(|s| s["compared"].as_u64() > Some(0)));
        // At another time it is another pose.
        let mut late: Value = serde_json::from_slice(&output.stdout).unwrap();
        if clip != "-" {
            late["time"] = json!(0.1);
            let late = late.to_string();
            let run = here.run_with_input(&["verify", model, "--against", "-"], late.as_bytes());
            run.fails(1, &["differs"]);
        }
    }
}

#[test]
fn the_emitter_of_the_document_is_the_one_that_is_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let script = std::fs::read_to_string(root.join("posedump.py")).unwrap();
    let document = std::fs::read_to_string(root.join("json.md")).unwrap();
    let start = script.find("# [emitter]\n").unwrap() + "# [emitter]\n".len();
    let end = script.find("# [/emitter]").unwrap();
    assert!(
        document.contains(script[start..end].trim_end()),
        "docs/json.md has another one"
    );
}

#[test]
fn the_test_set_is_written_whole_and_overwrites_nothing() {
    let here = Folder::new();
    let run = here.run(&["cases", "--out", "set"]);
    assert!(
        String::from_utf8(run.fine().out.clone())
            .unwrap()
            .contains("42 cases")
    );
    let mut names: Vec<String> = std::fs::read_dir(here.path("set"))
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let files = rigscope::samples::case_files();
    assert_eq!(names, files.iter().map(|f| f.name).collect::<Vec<_>>());
    for file in &files {
        let written = std::fs::read(here.path("set").join(file.name)).unwrap();
        assert!(written == *file.bytes, "{}", file.name);
    }
    here.run(&[
        "verify",
        "set/a5_shortest_arc.gltf",
        "--against",
        "set/a5_shortest_arc.pose.json",
    ])
    .fine();
    // Not over what is there; into an empty folder; not where there is none; not over a file.
    std::fs::write(here.path("set/README.md"), "mine").unwrap();
    here.run(&["cases", "--out", "set"])
        .fails(4, &["set", "not empty"]);
    assert_eq!(std::fs::read(here.path("set/README.md")).unwrap(), b"mine");
    std::fs::create_dir(here.path("empty")).unwrap();
    let report = here
        .run(&["cases", "--out", "empty", "--json"])
        .fine()
        .json_line();
    assert_eq!(
        (&report["format"], &report["cases"]),
        (&json!("rigscope-cases"), &json!(42))
    );
    here.run(&["cases", "--out", "-"]).fails(2, &["folder"]);
    here.run(&["cases", "--out", "no/where"]).fails(4, &["no folder"]);
    here.run(&["cases", "--out", "set/README.md"]).fails(4, &["file"]);
    assert_eq!(here.names(), ["empty", "set"], "nothing half-written is left");
}

#[test]
fn a_frame_is_told_in_steps() {
    let here = Folder::new();
    let base = [
        "pose",
        "sample:chapter_rig",
        "--clip",
        "C shoulder 90, elbow 30",
        "--time",
        "0.5",
    ];
    let stages = |more: &[&str]| {
        let run = here.run(&[&base[..], &["--with", "stages"], more].concat());
        run.fine().json_line()["stages"].clone()
    };
    let chosen = stages(&["--joint", "Elbow", "--vertex", "4"]);
    assert_eq!(
        (&chosen["joint"]["name"], &chosen["vertex"]["vertex"]),
        (&json!("Elbow"), &json!(4))
    );
    assert_eq!(chosen["layers"][0]["tracks"][0]["path"], "rotation");
    assert!(chosen["vertex"]["influences"].as_array().unwrap().len() == 2);
    assert_eq!(stages(&["--joint", "#2", "--vertex", "0:0:4"]), chosen);
    assert!(
        stages(&[])["vertex"]["influences"].as_array().unwrap().len() == 2,
        "the most shared"
    );
    for (more, words) in [
        (&["--with", "stages", "--joint", "Nobody"][..], &["Nobody"][..]),
        (&["--with", "stages", "--vertex", "9999"], &["9999"]),
        (&["--with", "stages", "--vertex", "7:0:1"], &["node 7"]),
        (&["--with", "stages", "--vertex", "x"], &["--vertex"]),
        (&["--joint", "Elbow"], &["--joint", "--with stages"]),
    ] {
        here.run(&[&base[..], more].concat()).fails(2, words);
    }
}
