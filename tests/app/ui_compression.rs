//! The compression laboratory by label, without a window.

use std::path::Path;

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use image::RgbaImage;
use rigscope::inspect::compression::Tolerance;
use rigscope::model::PosedModel;
use rigscope::output::Job;
use rigscope::render::{Gpu, GpuOptions};
use rigscope::text::Texts;
use rigscope::viewer::output::OutputSettings;
use rigscope::viewer::{Command, Compare, Compared, CompressionCommand, Effect, LabCommand, Way, apply};
use rigscope::work::Work;

use crate::ui_support::{Window, click, compress, harness, unfold};

const SIZE: [f32; 2] = [1440.0, 2600.0];

/// The sea anemone, paused, with the laboratory open.
fn opened() -> Harness<'static, Window> {
    let mut h = harness(Window::with_sample("anemone"), SIZE);
    h.run_ok();
    unfold(&mut h, &["Compression"]);
    h.run_ok();
    h
}

#[test]
fn folded_it_asks_for_nothing_and_open_for_its_numbers() {
    let mut h = opened();
    assert!(h.state().state.compression_wanted().is_some());
    assert_eq!(
        click(&mut h, "Cancel"),
        [Command::Compression(CompressionCommand::Cancel)]
    );
    assert!(h.state().state.compression_wanted().is_none(), "it was stopped");
    assert_eq!(
        click(&mut h, "Compress"),
        [Command::Compression(CompressionCommand::Compute)]
    );
    compress(&mut h);
    assert!(h.state().state.compression_wanted().is_none(), "it is known");
    let heading = "Compression";
    h.get_by_role_and_label(Role::Button, heading).click();
    h.run_ok();
    let way = CompressionCommand::SetWay(Way::Meshopt);
    apply(&mut h.state_mut().state, Command::Compression(way));
    assert!(
        h.state().state.compression_wanted().is_none(),
        "folded it costs nothing"
    );
}

#[test]
fn a_ratio_stands_beside_what_it_costs_and_the_worst_is_one_click() {
    let mut h = opened();
    compress(&mut h);
    let known = h.state().state.compressed().unwrap().clone();
    let figures = &known.sum.figures;
    assert!(figures.largest() <= known.scale.tolerance && known.is_whole());
    let ratios: Vec<_> = h
        .query_all_by_label_contains(" : 1")
        .map(|n| format!("{n:?}"))
        .collect();
    assert!(!ratios.is_empty());
    for said in &ratios {
        let costs = said.contains("argest") && said.contains("99");
        assert!(costs, "a ratio without what it costs: {said}");
    }
    let clip = h.state().state.compressed_clip().unwrap().clone();
    let worst = clip.compressed.error.worst.unwrap();
    h.get_by_label_contains("Worst").click();
    h.run_ok();
    let state = &h.state().state;
    assert_eq!(state.selected_joint, Some(worst.joint));
    assert!((state.player.time_secs() - worst.time_secs).abs() < 1e-9);
}

#[test]
fn every_technique_says_whether_it_reaches_the_file() {
    let mut h = opened();
    for (label, way) in [
        ("With meshopt: reaches the file", Way::Meshopt),
        ("16-bit set: laboratory only", Way::Chapter),
        ("Variable bit rate: laboratory only", Way::Variable),
    ] {
        let command = CompressionCommand::SetWay(way);
        assert_eq!(click(&mut h, label), [Command::Compression(command)]);
    }
    compress(&mut h);
    let state = &mut h.state_mut().state;
    assert!(!state.can_export_compressed(), "glTF has no place for it");
    let export = Command::Compression(CompressionCommand::Export);
    assert!(apply(state, export.clone()).is_empty());
    click(&mut h, "Plain keys: reaches the file");
    compress(&mut h);
    let path = h.state().state.compressed_path();
    let effects = apply(&mut h.state_mut().state, export);
    let replace = false;
    assert_eq!(effects, [Effect::ExportCompressed { path, replace }]);
}

#[test]
fn the_picture_shows_original_against_compressed() {
    let mut h = opened();
    let of = |h: &Harness<'_, Window>| h.state().state.posed_compressed.is_some();
    // Before it is known there is nothing to show, and that is said.
    click(&mut h, "Side");
    h.get_by_role_and_label(Role::RadioButton, "Compression").click();
    h.run_ok();
    assert!(h.state().state.lab.compares(Compared::Compression) && !of(&h));
    h.get_by_label_contains("as soon as this clip is compressed");
    compress(&mut h);
    assert!(of(&h) && h.query_by_label_contains("as soon as").is_none());
    click(&mut h, "Methods");
    assert!(!of(&h), "two methods need one pose");
    click(&mut h, "Off");

    let commands = click(&mut h, "Show it in the picture");
    let wanted = [
        LabCommand::SetCompared(Compared::Compression),
        LabCommand::SetCompare(Compare::Difference),
    ];
    assert_eq!(commands, wanted.map(Command::Lab));
    assert!(of(&h));
    let state = &h.state().state;
    let tolerance = state.compressed().unwrap().scale.tolerance as f32;
    assert_eq!(
        state.difference_scale(),
        tolerance,
        "the ramp ends at what is allowed"
    );
    let view = state.view([64, 48]);
    assert_eq!(view.skinnings[0], view.skinnings[1], "one way to skin");
    assert_eq!(view.ghost_from, Some(tolerance));
    // What lies between both is what was promised, and is there.
    let (model, [a, b]) = (
        state.model.clone().unwrap(),
        [&state.posed, state.posed_compressed.as_deref().unwrap()],
    );
    let (instance, method) = (&model.instances[0], view.skinnings[0]);
    let primitive = &model.mesh(instance.mesh).primitives[0];
    let largest = (0..primitive.vertex_count())
        .map(|v| {
            let of = |posed: &PosedModel| posed.vertex(instance, primitive, method, v).position;
            of(a).distance(of(b))
        })
        .fold(0.0, f32::max);
    assert!(
        largest > 0.0 && largest <= 1.01 * tolerance,
        "{largest} {tolerance}"
    );
    // Another technique is another pose, when it is known.
    click(&mut h, "Variable bit rate: laboratory only");
    assert!(!of(&h));
    compress(&mut h);
    assert!(of(&h));
    click(&mut h, "Show it in the picture");
    let lab = &h.state().state.lab;
    assert!(!lab.is_comparing() && lab.compared == Compared::Methods && !of(&h));
}

/// What the window would export of what shows.
fn exported(h: &Harness<'_, Window>, path: &Path) -> RgbaImage {
    let settings = OutputSettings {
        size_px: Some([96, 64]),
        named: false,
        transparent: true,
        path: path.display().to_string(),
        ..OutputSettings::default()
    };
    let options = GpuOptions {
        prefer_software: true,
        ..GpuOptions::default()
    };
    let texts = Texts::english();
    let job = Job::file(&h.state().state, &settings, &texts).unwrap();
    job.run(Gpu::headless(&options).unwrap(), &texts, &Work::alone())
        .unwrap();
    image::open(path).unwrap().to_rgba8()
}

#[test]
fn what_is_exported_has_both_poses() {
    let here = tempfile::tempdir().unwrap();
    let mut h = opened();
    let far = CompressionCommand::SetTolerance(Some(Tolerance::PerCent(2.0)));
    apply(&mut h.state_mut().state, Command::Compression(far));
    click(&mut h, "Difference");
    h.get_by_role_and_label(Role::RadioButton, "Compression").click();
    h.run_ok();
    let before = exported(&h, &here.path().join("a.png"));
    compress(&mut h);
    let after = exported(&h, &here.path().join("b.png"));
    let apart = before
        .pixels()
        .zip(after.pixels())
        .filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 20))
        .count();
    assert!(apart > 20, "distances have their colours: {apart}");
}
