//! `rigscope info`, help, and the shape of JSON.

#![allow(clippy::unwrap_used, reason = "a test may")]

use crate::cli_support::Folder;

#[test]
fn info_reads_well() {
    let here = Folder::new();
    let run = here.run(&["info", "sample:twist_bar", "--bounds"]);
    let text = String::from_utf8(run.fine().out.clone()).unwrap();
    for words in [
        "twist_bar.glb",
        "5 joints",
        "1 skin",
        "Twist",
        "4.000 s",
        "Front inlay",
        "rest pose",
        ": 1",
    ] {
        assert!(text.contains(words), "no {words:?} in\n{text}");
    }
    assert!(text.lines().all(|l| l.trim_end() == l), "no spaces at the ends");
    let plain = String::from_utf8(here.run(&["info", "sample:twist_bar"]).fine().out.clone()).unwrap();
    assert!(!plain.contains("rest pose"));
}

#[test]
fn info_is_one_json_object_on_one_line() {
    let here = Folder::new();
    let info = here
        .run(&["info", "sample:chapter_rig", "--json", "--bounds"])
        .fine()
        .json_line();
    assert_eq!(info["format"], "rigscope-info");
    assert_eq!(
        (info["version"].as_u64(), info["outcome"].as_str()),
        (Some(1), Some("fine"))
    );
    assert_eq!(
        (info["joints"].as_u64(), info["nodes"].as_u64()),
        (Some(4), Some(6))
    );
    assert_eq!(info["clips"].as_array().unwrap().len(), 8);
    let clip = &info["clips"][0];
    assert_eq!(
        (clip["keys"].as_u64(), clip["tracks"]["linear"].as_u64()),
        (Some(3), Some(1))
    );
    assert!((clip["duration_secs"].as_f64().unwrap() - 0.4).abs() < 1e-7);
    let weight = &clip["weight"];
    let vertices = info["vertices"].as_u64().unwrap();
    assert_eq!(weight["vertex_numbers"].as_u64(), Some(vertices * 3 * 3));
    assert_eq!(weight["joint_numbers"].as_u64(), Some(4 * 3 * 7));
    // "E shoulder 170" carries the arm over: it reaches up to its full length.
    let bounds = &info["bounds"]["clips"][7];
    assert!(
        bounds["max"][1].as_f64().unwrap() > 1.9 && info["bounds"]["rest"]["max"][1].as_f64().unwrap() < 0.1
    );
    assert!(info["issues"].as_array().unwrap().is_empty());
}

#[test]
fn json_comes_also_when_it_fails() {
    let here = Folder::new();
    let run = here.run(&["info", "nosuch.glb", "--json"]);
    run.fails(2, &["nosuch.glb"]);
    let report = run.json_line();
    assert_eq!(report["format"], "rigscope-info");
    assert_eq!(
        (report["file"].as_str(), report["outcome"].as_str()),
        (Some("nosuch.glb"), Some("refused"))
    );
    assert_eq!(report["exit_code"].as_u64(), Some(2));
    assert!(report["error"]["code"].is_string() && report["error"]["message"].is_string());
    let run = here.run(&["info", "--json", "--nosuch"]);
    run.fails(2, &["--nosuch"]);
    assert_eq!(run.json_line()["error"]["code"], "usage");
}

#[test]
fn warnings_go_to_standard_error_one_line_each() {
    let here = Folder::new();
    // A skin whose vertex has no weight at all.
    let gltf = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],
        "bufferViews":[{"buffer":0,"byteLength":12}],
        "buffers":[{"byteLength":12,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}],
        "images":[{"uri":"nosuch.png"}],"textures":[{"source":0}],
        "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}]}"#;
    std::fs::write(here.path("m.gltf"), gltf).unwrap();
    let run = here.run(&["info", "m.gltf", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.lines().count() >= 1 && run.err.lines().all(|l| l.starts_with("warning: ")),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("nosuch.png") && run.err.contains("/images/0"),
        "{}",
        run.err
    );
    assert_eq!(run.json_line()["issues"][0]["severity"], "warning");
}

#[test]
fn help_is_a_result_and_wrong_words_are_errors() {
    let here = Folder::new();
    for args in [
        &["--help"][..],
        &["render", "--help"],
        &["info", "--help"],
        &["pose", "--help"],
        &["--version"],
    ] {
        let run = here.run(args);
        let text = String::from_utf8(run.fine().out.clone()).unwrap();
        assert!(text.contains("rigscope"), "{text}");
        assert!(!text.contains("help-"), "a sentence is missing: {text}");
    }
    let help = String::from_utf8(here.run(&["--help"]).out).unwrap();
    assert!(help.contains("Exit codes") && help.contains("Examples"));
    here.run(&["info"]).fails(2, &["MODEL"]);
    here.run(&["render", "sample:twist_bar"]).fails(2, &["--output"]);
    here.run(&["--nosuch"]).fails(2, &["--nosuch"]);
}

#[test]
fn options_may_stand_before_the_command_and_a_model_may_not() {
    let here = Folder::new();
    let run = here.run(&["--verbose", "--source", "cpu", "pose", "sample:chapter_rig"]);
    assert_eq!(
        (run.code, run.out),
        (0, here.run(&["pose", "sample:chapter_rig"]).out)
    );
    here.run(&["sample:chapter_rig", "info", "sample:twist_bar"])
        .fails(2, &["sample:chapter_rig", "before"]);
}

#[test]
fn without_a_display_the_window_says_so_and_what_to_do() {
    let here = Folder::new();
    here.run(&[]).fails(3, &["display", "rigscope render"]);
    here.run(&["sample:twist_bar"]).fails(3, &["display"]);
}

/// Every code and every sentence that the sources of the command line name stands in `cli.ftl`, and the other way round.
#[test]
fn every_sentence_of_the_command_line_exists_and_is_used() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    let sources: String = [
        folder.clone(),
        folder.join("render"),
        folder.join("bench"),
        folder.join("../output"),
        folder.join("../export"),
    ]
    .iter()
    .flat_map(|folder| std::fs::read_dir(folder).unwrap())
    .map(|f| f.unwrap().path())
    .filter(|p| p.is_file())
    .map(|p| std::fs::read_to_string(p).unwrap())
    .collect();
    // Where the words of mistakes and of another engine's pose come from.
    let below: String = ["src/inspect/verify", "src/inspect/verify/mistakes", "src/teach"]
        .iter()
        .map(|f| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(f))
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|f| f.unwrap().path())
        .filter(|p| p.is_file())
        .map(|p| std::fs::read_to_string(p).unwrap())
        .collect();
    let texts = rigscope::text::Texts::english();
    let mut codes = 0;
    for part in sources.split("Issue::error(\"").skip(1) {
        let code = part.split('"').next().unwrap();
        assert!(
            texts.has(&format!("issue-{code}")),
            "no sentence for the code {code}"
        );
        codes += 1;
    }
    assert!(codes > 10);
    let file = include_str!("../../assets/text/en/cli.ftl");
    for id in file
        .lines()
        .filter_map(|l| l.split_once(" = "))
        .map(|(id, _)| id)
        .filter(|id| !id.starts_with([' ', '.']))
    {
        // Ids of help, heads and counts are put together from the last part on.
        let used = match id.split_once('-') {
            Some(("help", _)) => true,
            Some(("issue", code)) => {
                let code = format!("\"{code}\"");
                sources.contains(&code) || below.contains(&code)
            }
            Some(("bench", rest)) => {
                sources.contains(&format!("\"{rest}\"")) || sources.contains(&format!("\"{id}\""))
            }
            Some(("info", rest)) => {
                let last = rest
                    .strip_prefix("head-")
                    .or(rest.strip_prefix("count-"))
                    .unwrap_or(rest);
                sources.contains(&format!("\"{last}\"")) || sources.contains(&format!("\"{id}\""))
            }
            Some(("verify", rest)) if rest.starts_with("is-") => {
                let word = rest["is-".len()..].trim_end_matches("-nameless");
                below.contains(&format!("\"{word}\""))
            }
            _ => sources.contains(&format!("\"{id}\"")),
        };
        assert!(used, "nobody uses {id}");
    }
}

#[test]
fn another_scene_is_chosen_by_name_or_number() {
    let here = Folder::new();
    let file = r#"{"asset":{"version":"2.0"},"scene":0,"nodes":[{"name":"a"},{"name":"b"}],
        "scenes":[{"name":"day","nodes":[0]},{"name":"night","nodes":[1]}]}"#;
    std::fs::write(here.path("two.gltf"), file).unwrap();
    let shown = |args: &[&str]| -> Vec<bool> {
        let info = here
            .run(&[&["info", "two.gltf", "--json"], args].concat())
            .fine()
            .json_line();
        let scenes = info["scenes"].as_array().unwrap();
        scenes.iter().map(|s| s["default"].as_bool().unwrap()).collect()
    };
    assert_eq!(shown(&[]), [true, false]);
    for args in [["--scene", "night"], ["--scene", "1"], ["--scene", "#1"]] {
        assert_eq!(shown(&args), [false, true], "{args:?}");
    }
    let none = here.run(&["info", "two.gltf", "--scene", "dusk"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("0 day, 1 night"), "{}", none.err);
    let window = here.run(&["two.gltf", "--scene", "night"]);
    assert_eq!(window.code, 2, "{}", window.err);
}
