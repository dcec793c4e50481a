//! The minimal cases: what `rigscope cases` writes is what our own importer passes.

use std::path::Path;
use std::time::{Duration, Instant};

use rigscope::import::{ImportError, ImportOptions, import_path};
use rigscope::inspect::PoseRequest;
use rigscope::inspect::verify::{VerifyTolerance, read, verify};
use rigscope::model::{Issue, Model, PosedModel, posed_bounds};
use rigscope::samples::{case_file, case_files};
use rigscope::skinning::SkinningMethod;
use rigscope::work::Work;
use serde_json::Value;

fn cases() -> Vec<Value> {
    let list: Value = serde_json::from_slice(&case_file("cases.json").unwrap().bytes).unwrap();
    list["cases"].as_array().unwrap().clone()
}

/// All files in a folder, as the command writes them.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in case_files() {
        std::fs::write(folder.path().join(file.name), &file.bytes).unwrap();
    }
    folder
}

#[test]
fn the_list_the_files_and_the_folder_agree() {
    let kept = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/cases")).unwrap();
    let mut kept: Vec<String> = kept
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let mut named = vec!["README.md".to_owned(), "cases.json".to_owned()];
    for case in cases() {
        named.push(case["file"].as_str().unwrap().to_owned());
        named.extend(case["poses"].as_str().map(str::to_owned));
        assert_eq!(case["outcome"] == "load", case["poses"].is_string(), "{case}");
    }
    named.sort();
    let files: Vec<&str> = case_files().iter().map(|f| f.name).collect();
    assert_eq!(files, named, "every file is in the list");
    kept.push("h8_chain_20000_deep.gltf".to_owned());
    kept.sort();
    assert_eq!(files, kept, "every kept file is built in");
    assert_eq!(cases().len(), 42);
}

fn passes(model: &Model, case: &Value) -> Result<usize, String> {
    let file = case_file(case["poses"].as_str().unwrap()).unwrap();
    let dumps = read(&file.bytes).unwrap();
    let meters = case["tolerance"].as_f64().unwrap();
    // The usual one is tighter; a file that needs a wider one says so.
    let tolerance = if meters > 1e-3 && case["case"] == "h8_chain_20000_deep" {
        VerifyTolerance::Length(meters)
    } else {
        VerifyTolerance::Default
    };
    for (number, dump) in dumps.iter().enumerate() {
        let asked = PoseRequest::default();
        let report = verify(model, dump, Some(number), &asked, tolerance, &Work::alone()).unwrap();
        if !report.equal {
            return Err(format!("pose {number}: {report:?}"));
        }
    }
    Ok(dumps.len())
}

fn told(model: &Model) -> Vec<&Issue> {
    model
        .issues
        .iter()
        .filter(|i| i.severity > rigscope::model::Severity::Info)
        .collect()
}

#[test]
fn our_own_importer_gives_the_right_answers() {
    let folder = folder();
    let (mut poses, mut refused) = (0, 0);
    for case in cases() {
        let name = case["case"].as_str().unwrap();
        let path = folder.path().join(case["file"].as_str().unwrap());
        let began = Instant::now();
        let result = import_path(&path, &ImportOptions::default(), &Work::alone());
        if let Some(seconds) = case["limits"]["seconds"].as_f64() {
            // A debug build on a loaded machine has ten times as long.
            assert!(
                began.elapsed() < Duration::from_secs_f64(10.0 * seconds),
                "{name}"
            );
        }
        match (case["outcome"].as_str().unwrap(), result) {
            ("load", Ok(model)) => {
                poses += passes(&model, &case).unwrap_or_else(|e| panic!("{name}: {e}"));
                also(&model, &case);
            }
            ("refuse" | "refuse_or_warn", Err(ImportError::Refused(issue))) => {
                refused += 1;
                let told = issue.to_string();
                for word in case["message_must_contain"].as_array().into_iter().flatten() {
                    assert!(told.contains(word.as_str().unwrap()), "{name}: {told}");
                }
            }
            ("refuse_or_warn", Ok(model)) => assert!(!told(&model).is_empty(), "{name} loads in silence"),
            (outcome, result) => panic!("{name}: {outcome}, {:?}", result.err()),
        }
    }
    assert!(poses > 60 && refused >= 6, "{poses} {refused}");
}

/// What else the list says of a case that loads.
fn also(model: &Model, case: &Value) {
    let name = &case["case"];
    if let Some(durations) = case["clip_durations"].as_array() {
        let ours: Vec<f64> = model
            .clips
            .iter()
            .map(rigscope::animation::Clip::duration_secs)
            .collect();
        let right: Vec<f64> = durations.iter().map(|d| d.as_f64().unwrap()).collect();
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-5;
        assert!(
            ours.len() == right.len() && ours.iter().zip(&right).all(near),
            "{name}: {ours:?}"
        );
    }
    if let Some(count) = case["clip_list_length"].as_u64() {
        assert_eq!(model.clips.len() as u64, count, "{name}");
    }
    if let Some(word) = case["warning_about"].as_str() {
        assert!(told(model).iter().any(|i| i.code.contains(word)), "{name}");
    }
    for bounds in case["bounds"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|b| b["clip"].is_null())
    {
        let posed = PosedModel::at_rest(model);
        let method = SkinningMethod::LinearBlend;
        let ours = posed_bounds(model, &posed, model.default_scene, method, &Work::alone()).unwrap();
        for k in 0..3 {
            for (side, ours) in [("min", ours.min), ("max", ours.max)] {
                let right = bounds[side][k].as_f64().unwrap();
                let ours = model.origin[k] + f64::from(ours[k]);
                assert!((ours - right).abs() < 1e-3, "{name}: {side} {ours} {right}");
            }
        }
    }
}

/// The test must be able to fail: another case's answers are not this one's.
#[test]
fn wrong_answers_do_not_pass() {
    let folder = folder();
    let case = cases()
        .into_iter()
        .find(|c| c["case"] == "a5_shortest_arc")
        .unwrap();
    let path = folder.path().join("a6_short_rotation.gltf");
    let model = import_path(&path, &ImportOptions::default(), &Work::alone()).unwrap();
    assert!(passes(&model, &case).is_err());
}
