//! `rigscope compress`: the real program.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::fs;

use serde_json::Value;

use crate::cli_support::Folder;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

#[test]
fn a_character_becomes_smaller_and_the_report_has_its_shape() {
    let here = Folder::new();
    let args = [
        "compress",
        "sample:long_neck",
        "-o",
        "small.glb",
        "--json",
        "--report",
        "numbers.json",
    ];
    let report = here.run(&args).fine().json_line();
    for (key, value) in [
        ("format", "rigscope-compress"),
        ("file", "sample:long_neck"),
        ("outcome", "fine"),
    ] {
        assert_eq!(report[key], value, "{key}");
    }
    assert_eq!(report["within_tolerance"], true);
    assert_eq!(number(&report["tolerance"]["millimetres"]), 0.1);
    let size = fs::metadata(here.path("small.glb")).unwrap().len();
    assert_eq!(number(&report["file_bytes_after"]), size as f64);
    assert!(number(&report["animation_bytes_after"]) < number(&report["animation_bytes_before"]));
    let kept: Value = serde_json::from_slice(&fs::read(here.path("numbers.json")).unwrap()).unwrap();
    assert_eq!(kept, report);
    for clip in report["clips"].as_array().unwrap() {
        // There may be more keys than before, where they take fewer bytes.
        assert!(number(&clip["keys_after"]) > 0.0 && number(&clip["keys_before"]) > 0.0);
        assert!(number(&clip["largest"]["units"]) <= 1e-4);
        assert!(number(&clip["techniques"]["reduced"]) < number(&clip["techniques"]["raw"]));
    }
}

#[test]
fn our_own_pose_of_both_files_agrees_within_the_reported_error() {
    let here = Folder::new();
    for meshopt in [false, true] {
        let mut args = vec![
            "compress",
            "sample:long_neck",
            "-o",
            "small.glb",
            "--json",
            "--tolerance",
            "0.05mm",
        ];
        if meshopt {
            args.push("--meshopt");
        }
        let report = here.run(&args).fine().json_line();
        let largest = number(&report["largest"]["units"]);
        assert!(largest <= 5e-5);
        for time in ["0.1", "0.35", "0.777"] {
            let dump = |model: &str, out: &str| {
                here.run(&["pose", model, "--clip", "#0", "--time", time, "--dump", out])
                    .fine();
                let dump: Value = serde_json::from_slice(&fs::read(here.path(out)).unwrap()).unwrap();
                let instances = dump["instances"].as_array().unwrap().clone();
                let all = instances
                    .iter()
                    .flat_map(|i| i["positions"].as_array().unwrap().clone());
                all.map(|v| number(&v)).collect::<Vec<f64>>()
            };
            let (a, b) = (dump("sample:long_neck", "a.json"), dump("small.glb", "b.json"));
            assert_eq!(a.len(), b.len());
            let off = a.chunks(3).zip(b.chunks(3)).map(|(a, b)| {
                let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
                square.sqrt()
            });
            let off = off.fold(0.0, f64::max);
            assert!(off <= largest * 1.02 + 2e-6, "{time}: {off} {largest}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_and_the_old_file_stays() {
    let here = Folder::new();
    here.run(&["compress", "sample:twist_bar", "-o", "bar.glb"])
        .fine();
    let before = fs::read(here.path("bar.glb")).unwrap();
    for (args, code, says) in [
        (
            vec!["compress", "bar.glb", "-o", "bar.glb"],
            2,
            "the model itself",
        ),
        (vec!["compress", "bar.glb", "-o", "nowhere/bar.glb"], 4, "nowhere"),
        (
            vec!["compress", "bar.glb", "-o", "x.glb", "--tolerance", "0mm"],
            2,
            "above 0",
        ),
        (
            vec!["compress", "bar.glb", "-o", "-", "--json"],
            2,
            "standard output",
        ),
        (vec!["compress", "bar.glb", "-o", "x.gltf"], 2, "small.glb"),
        (
            vec!["compress", "bar.glb", "-o", "x.glb", "--report", "x.glb"],
            2,
            "another file",
        ),
        (vec!["compress", "nothing.glb", "-o", "x.glb"], 2, "nothing.glb"),
    ] {
        here.run(&args).fails(code, &[says]);
        assert!(!here.path("x.glb").exists());
    }
    assert_eq!(fs::read(here.path("bar.glb")).unwrap(), before);
}
