//! The real program and hostile files, watched from outside: what the kernel says it opened, what memory it got.

use std::process::{Command, Stdio};

use serde_json::json;

use super::cli_support::Folder;
use super::support::GltfBuilder;

/// A word that only files which must not be opened have in their names.
const CANARY: &str = "canary";

/// False where `strace` is missing and need not be there. `./rigscope.sh test` installs it and demands it.
fn can_trace() -> bool {
    let there = Command::new("strace")
        .arg("-V")
        .stdout(Stdio::null())
        .status()
        .is_ok();
    if !there {
        assert!(
            std::env::var_os("RIGSCOPE_REQUIRE_STRACE").is_none(),
            "strace is missing (Debian: apt-get install strace)"
        );
        println!("skipped: strace is missing");
    }
    there
}

/// Runs `rigscope info FILE` and returns the system calls that open something.
fn opened(folder: &Folder, file: &str) -> Vec<String> {
    let trace = folder.path("trace.txt");
    let status = Command::new("strace")
        .args([
            "-f",
            "-qq",
            "-s",
            "4096",
            "-e",
            "trace=?open,openat,?openat2,?creat,connect",
            "-o",
        ])
        .arg(&trace)
        .arg(env!("CARGO_BIN_EXE_rigscope"))
        .args(["info", file])
        .current_dir(folder.path("model"))
        .env("XDG_RUNTIME_DIR", folder.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("strace runs");
    assert!(status.code().is_some(), "{status}");
    let text = std::fs::read_to_string(&trace).expect("a trace");
    std::fs::remove_file(&trace).expect("a trace");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn no_file_outside_the_models_folder_is_opened() {
    if !can_trace() {
        return;
    }
    let folder = Folder::new();
    let arm = GltfBuilder::arm();
    std::fs::create_dir_all(folder.path("model/below")).unwrap();
    std::fs::create_dir_all(folder.path("model-canary")).unwrap();
    for outside in ["canary.bin", "model-canary/canary.bin"] {
        std::fs::write(folder.path(outside), &arm.bin).unwrap();
    }
    for inside in ["model/inside.bin", "model/below/inside.bin"] {
        std::fs::write(folder.path(inside), &arm.bin).unwrap();
    }
    std::os::unix::fs::symlink("../canary.bin", folder.path("model/link.bin")).unwrap();
    std::os::unix::fs::symlink("..", folder.path("model/up")).unwrap();
    let absolute = folder.path("canary.bin");
    let absolute = absolute.to_str().unwrap();
    let hostile = [
        "../canary.bin".to_owned(),
        "./../canary.bin".to_owned(),
        "below/../../canary.bin".to_owned(),
        "%2e%2e/canary.bin".to_owned(),
        "..%2fcanary.bin".to_owned(),
        "..%5ccanary.bin".to_owned(),
        "../model-canary/canary.bin".to_owned(),
        "link.bin".to_owned(),
        "up/canary.bin".to_owned(),
        absolute.to_owned(),
        absolute.replace('/', "%2F"),
        format!("file://{absolute}"),
        format!("FILE://localhost{absolute}"),
        "http://127.0.0.1:9/canary.bin".to_owned(),
        "\\\\127.0.0.1\\canary.bin".to_owned(),
    ];
    // The trace sees what is opened.
    for inside in ["inside.bin", "below/inside.bin", "below%2Finside.bin"] {
        std::fs::write(folder.path("model/a.gltf"), arm.gltf_beside(inside)).unwrap();
        let calls = opened(&folder, "a.gltf");
        assert!(
            calls.iter().any(|c| c.contains("inside.bin")),
            "{inside}: {calls:#?}"
        );
    }
    for uri in &hostile {
        std::fs::write(folder.path("model/a.gltf"), arm.gltf_beside(uri)).unwrap();
        let as_buffer = opened(&folder, "a.gltf");
        // A picture that cannot be had does not refuse the file: whatever comes after it runs, too.
        let mut b = arm.clone();
        b.push("images", json!({ "uri": uri }));
        b.push("textures", json!({ "source": 0 }));
        b.push("materials", json!({ "normalTexture": { "index": 0 } }));
        b.json["meshes"][0]["primitives"][0]["material"] = 0.into();
        std::fs::write(folder.path("model/a.glb"), b.glb()).unwrap();
        let as_picture = opened(&folder, "a.glb");
        for call in as_buffer.iter().chain(&as_picture) {
            assert!(!call.contains(CANARY), "{uri}: {call}");
            assert!(!call.contains("connect("), "{uri}: {call}");
        }
        let reached = |calls: &[String], model: &str| calls.iter().any(|c| c.contains(model));
        assert!(
            reached(&as_buffer, "a.gltf") && reached(&as_picture, "a.glb"),
            "{uri}"
        );
    }
}

/// The kernel grants the program so much and no more: what asks first ends in words, what takes first is killed.
#[test]
fn a_bomb_ends_in_words_within_what_the_kernel_grants() {
    let folder = Folder::new();
    let mut b = GltfBuilder::new();
    let hollow = json!({ "componentType": 5126, "count": 4_000_000_000_u32, "type": "VEC3" });
    let bomb = b.push("accessors", hollow);
    let mesh = b.mesh(json!({ "POSITION": bomb }), json!({}));
    b.node(json!({ "mesh": mesh }));
    std::fs::write(folder.path("bomb.glb"), b.glb()).unwrap();
    let output = Command::new("bash")
        .args(["-c", "ulimit -v 2000000 && exec \"$@\"", "bash"])
        .arg(env!("CARGO_BIN_EXE_rigscope"))
        .args(["info", "bomb.glb"])
        .current_dir(folder.path(""))
        .env("XDG_RUNTIME_DIR", folder.path(""))
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{words}");
    assert!(words.contains("--max-memory"), "{words}");
}
