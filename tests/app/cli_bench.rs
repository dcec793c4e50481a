//! `rigscope bench`.

#![allow(clippy::unwrap_used, reason = "a test may")]

use crate::cli_support::Folder;

#[test]
fn bench_measures_within_the_time_it_is_given() {
    let here = Folder::new();
    // A small character: this build is not an optimised one, and the device may be the processor.
    let args = ["bench", "sample:chapter_rig", "--seconds", "1", "--json"];
    let run = here.run(&args);
    let report = run.fine().json_line();
    assert_eq!(report["format"], "rigscope-bench");
    assert_eq!(report["outcome"], "fine");
    assert_eq!(report["file"], "sample:chapter_rig");
    assert!(report["machine"]["cores"].as_u64().unwrap() >= 1);
    let core = &report["core"];
    let number = |v: &serde_json::Value| v.as_f64().filter(|v| *v > 0.0 && v.is_finite());
    for figure in [
        "one_clip_ns",
        "random_times_ns",
        "two_clips_ns",
        "eight_layers_ns",
        "one_clip_dual_quaternions_ns",
        "readable_one_clip_ns",
        "readable_two_clips_ns",
        "crowd_ms",
        "crowd_dual_quaternions_ms",
        "crowd_per_character",
    ] {
        assert!(number(&core[figure]).is_some(), "{figure}: {core}");
    }
    assert!(["avx2", "sse", "neon", "scalar"].contains(&core["simd"].as_str().unwrap()));
    // More layers cost more than fewer.
    assert!(number(&core["eight_layers_ns"]) > number(&core["one_clip_ns"]));
    let gpu = &report["gpu"];
    let frames = gpu["frames"].as_array().unwrap();
    let counts: Vec<u64> = frames.iter().map(|f| f["characters"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1, 100, 1000]);
    assert!(number(&frames[0]["frames_per_second"]).is_some(), "{gpu}");
    assert!(number(&gpu["skinning"]["dqs_to_lbs"]).is_some(), "{gpu}");
}

#[test]
fn bench_reads_well_without_a_device_and_on_another_path() {
    let here = Folder::new();
    let args = ["bench", "sample:twist_bar", "--seconds", "1", "--no-gpu"];
    let output = here.command(&args).env("RIGSCOPE_SIMD", "sse").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    for words in [
        "sse",
        "two clips and a blend",
        "1,000 crossfading",
        "DQS",
        "No graphics device",
    ] {
        assert!(text.contains(words), "no {words:?} in\n{text}");
    }
    assert!(
        text.lines().all(|l| l.trim_end() == l),
        "no spaces at the ends:\n{text}"
    );
}

#[test]
fn bench_says_what_it_cannot_measure() {
    let here = Folder::new();
    let run = here.run(&["bench", "sample:chapter_rig", "--seconds", "0"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("1 to 500"), "{}", run.err);
    let plain = here.path("plain.gltf");
    std::fs::write(
        &plain,
        r#"{"asset":{"version":"2.0"},"nodes":[{}],"scenes":[{"nodes":[0]}],"scene":0}"#,
    )
    .unwrap();
    let run = here.run(&["bench", "plain.gltf", "--json"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.json_line()["error"]["code"], "bench-no-clip");
}
