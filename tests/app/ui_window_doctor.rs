//! A sick rig in the real window: found, cured, broken on purpose, on a device that is lost meanwhile.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use rigscope::import::{ImportOptions, import_path};
use rigscope::inspect::doctor::examine;
use rigscope::model::opening_bounds;
use rigscope::skinning::SkinningMethod;
use rigscope::viewer::{Command, Report, Theme, report};
use rigscope::work::Work;

use crate::ui_support::{Window, harness};
use crate::ui_window::{Desk, SIZE, number};

/// The twist bar with its inverse bind matrices written by rows.
fn sick(folder: &Path) -> PathBuf {
    let mut bytes = rigscope::samples::find("twist_bar").unwrap().bytes.to_vec();
    let number_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let json_length = number_at(12);
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + json_length]).unwrap();
    let accessor = &json["accessors"][json["skins"][0]["inverseBindMatrices"].as_u64().unwrap() as usize];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let offset = |of: &serde_json::Value| of["byteOffset"].as_u64().unwrap_or(0) as usize;
    let start = 20 + json_length + 8 + offset(view) + offset(accessor);
    for matrix in 0..accessor["count"].as_u64().unwrap() as usize {
        let at = start + 64 * matrix;
        let old = bytes[at..at + 64].to_vec();
        for k in 0..16 {
            let from = 4 * (4 * (k % 4) + k / 4);
            bytes[at + 4 * k..at + 4 * k + 4].copy_from_slice(&old[from..from + 4]);
        }
    }
    let path = folder.join("sick.glb");
    std::fs::write(&path, bytes).unwrap();
    path
}

/// The same interface in the same state, without a window: it knows where things are.
fn twin(path: &Path) -> Harness<'static, Window> {
    let model = import_path(path, &ImportOptions::default(), &Work::alone()).unwrap();
    let model = Arc::new(model);
    let method = SkinningMethod::LinearBlend;
    let (clip, scene, work) = (model.opening_clip(), model.default_scene, Work::alone());
    let opening_bounds = opening_bounds(&model, clip, scene, method, &work).unwrap();
    let mut window = Window::new(Theme::Dark);
    let loaded = Report::Loaded {
        model: Arc::clone(&model),
        opening_bounds,
    };
    report(&mut window.state, loaded);
    let diagnosis = Arc::new(examine(&model, &Work::alone()).unwrap());
    report(&mut window.state, Report::Diagnosed { model, diagnosis });
    window.run(Command::SetPlaying(false));
    let mut harness = harness(window, SIZE.map(f32::from));
    harness.run_ok();
    harness
}

fn click(desk: &Desk, rect: egui::Rect) {
    let at = rect.center().round();
    desk.click(at.x as i32, at.y as i32);
}

#[test]
fn a_sick_rig_is_found_cured_and_broken_on_purpose() {
    let folder = tempfile::tempdir().unwrap();
    let path = sick(folder.path());
    let mut twin = twin(&path);
    let path = path.to_str().unwrap();
    let Some(desk) = Desk::new(&[path, "--lose-device-after", "60"]) else {
        return;
    };
    desk.key("space");
    desk.until("Space pauses", |s| s["playing"] == false);
    let code = "inverse-binds-transposed";
    desk.until("the doctor finds it", |s| {
        s["doctor"]["done"] == true && s["doctor"]["findings"][0] == code
    });

    let row = twin.get_by_label_contains("Error: ");
    click(&desk, row.rect());
    row.click();
    twin.run_ok();
    desk.until("the finding unfolds", |s| s["doctor"]["open"] == code);
    click(
        &desk,
        twin.get_by_label("Show with inverse binds transposed").rect(),
    );
    let cured = desk.until("it is cured", |s| {
        s["doctor"]["cures"][0] == code && s["bounds"]["exact"] == true
    });
    let height = |s: &serde_json::Value| number(&s["bounds"]["max"][1]) - number(&s["bounds"]["min"][1]);
    assert!((height(&cured) - 1.7).abs() < 0.1, "{cured}");

    desk.key("t");
    desk.until("T shows the symptoms", |s| s["symptoms"] == true);
    // What is typed goes into the search; Return takes the first that is found.
    desk.xdotool(&["type", "--delay", "60", "children before"]);
    desk.key("Return");
    desk.until("it is wrong on purpose", |s| s["teach"] == "children-first");
    desk.key("Escape");
    let right = desk.until("Escape shows it right", |s| {
        s["teach"].is_null() && s["symptoms"] == false && s["bounds"]["exact"] == true
    });
    assert_eq!(right["doctor"]["cures"][0], code, "the cure stays");
    assert!((height(&right) - height(&cured)).abs() < 1e-3);
    assert_eq!(right["error"], serde_json::Value::Null);
    // The bar stands in the middle of the picture: a click on it chooses a vertex, and a joint that moves it.
    let hits = (0..6).any(|k| {
        desk.click(i32::from(SIZE[0]) / 2 - 90 + 30 * k, i32::from(SIZE[1]) / 2 - 40);
        std::thread::sleep(std::time::Duration::from_millis(700));
        desk.now()["selected_vertex"].is_u64()
    });
    assert!(hits, "a click chooses a vertex");
    desk.until("its joint is selected", |s| s["selected_joint"].is_string());

    // The way back to the file: on the band, and by Escape.
    twin.state_mut().run(Command::ShowSymptoms(false));
    let cure = twin.state().state.doctor.diagnosis.findings[0]
        .cure
        .clone()
        .unwrap();
    let again = |on: bool| Command::SetCure(cure.clone(), on);
    twin.state_mut().show(again(true));
    twin.run_ok();
    click(&desk, twin.get_by_label("Show the file").rect());
    desk.until("the band leads back", |s| {
        s["doctor"]["cures"].as_array().unwrap().is_empty()
    });
    twin.state_mut().show(again(false));
    twin.run_ok();
    click(
        &desk,
        twin.get_by_label("Show with inverse binds transposed").rect(),
    );
    desk.until("it is cured again", |s| s["doctor"]["cures"][0] == code);
    desk.key("Escape");
    desk.until("Escape ends the cure", |s| {
        s["doctor"]["cures"].as_array().unwrap().is_empty() && s["selected_joint"].is_string()
    });
}
