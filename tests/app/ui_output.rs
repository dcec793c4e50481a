//! What a person exports from the window: asked for by label, made by the job that the window does, and opened again.

use std::path::Path;
use std::sync::Arc;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use image::RgbaImage;
use rigscope::import::{ImportOptions, import_bytes};
use rigscope::model::opening_bounds;
use rigscope::output::{Failure, Job, Made};
use rigscope::picture::Container;
use rigscope::render::{Gpu, GpuOptions};
use rigscope::skinning::SkinningMethod;
use rigscope::text::Texts;
use rigscope::viewer::output::{Made as Notice, OutputKind, OutputSettings};
use rigscope::viewer::{
    Again, Command, Compare, Effect, ErrorCard, LabCommand, OutputCommand, OutputReport, Report, Theme,
    apply, report,
};
use rigscope::work::Work;

use crate::cli_film::{apart, apng_frames, gif_frames};
use crate::ui_support::{Window, harness};

const SIZE: [f32; 2] = [1280.0, 800.0];

/// The window with the twist bar at the middle of its twist.
fn twisted() -> Window {
    let sample = rigscope::samples::find("twist_bar").unwrap();
    let (options, work) = (ImportOptions::default(), Work::alone());
    let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &work).unwrap();
    let (clip, scene) = (model.opening_clip(), model.default_scene);
    let opening_bounds = opening_bounds(&model, clip, scene, SkinningMethod::LinearBlend, &work).unwrap();
    let mut window = Window::new(Theme::Dark);
    let model = Arc::new(model);
    report(
        &mut window.state,
        Report::Loaded {
            model,
            opening_bounds,
        },
    );
    window.run(Command::SetPlaying(false));
    window.run(Command::Seek(2.0));
    window
}

fn settings(window: &Window) -> OutputSettings {
    window.state.outputs.settings.clone()
}

/// Opens the sheet, clicks `labels` one after the other, then Export; `path` is where it goes, `size` its pixels.
fn ask(mut window: Window, labels: &[&str], path: &Path, size: [u32; 2]) -> Window {
    window.run(Command::Output(OutputCommand::Show(true)));
    let mut h = harness(window, SIZE);
    h.run_ok();
    for label in labels {
        h.get_by_label(label).click();
        h.run_ok();
    }
    let window = h.state_mut();
    window.run(Command::Output(OutputCommand::SetPath(
        path.display().to_string(),
    )));
    let wanted = OutputSettings {
        size_px: Some(size),
        fps: 2,
        turn_secs: 2,
        cells: [3, 2],
        ..settings(window)
    };
    window.run(Command::Output(OutputCommand::Set(wanted)));
    h.run_ok();
    let export: Vec<_> = h
        .get_all_by_label("Export")
        .filter(|n| n.accesskit_node().role() == egui::accesskit::Role::Button)
        .collect();
    export.last().unwrap().click();
    h.run_ok();
    let window = h.into_state();
    assert!(window.commands.contains(&Command::Output(OutputCommand::Start)));
    window
}

/// Does what the window would do now.
fn make(window: &Window) -> Result<Made, Failure> {
    let texts = Texts::english();
    let job = Job::file(&window.state, &settings(window), &texts)?;
    job.run(software(), &texts, &Work::alone())
}

fn software() -> Gpu {
    let options = GpuOptions {
        prefer_software: true,
        ..GpuOptions::default()
    };
    Gpu::headless(&options).unwrap()
}

fn made(window: &Window) -> (std::path::PathBuf, usize) {
    match make(window) {
        Ok(Made::File { path, count }) => (path, count),
        other => panic!("{other:?}"),
    }
}

fn picture(path: &Path) -> RgbaImage {
    image::open(path).unwrap().to_rgba8()
}

/// Share of pixels that show nothing.
fn clear(picture: &RgbaImage) -> f64 {
    let count = picture.pixels().filter(|p| p.0[3] == 0).count();
    count as f64 / f64::from(picture.width() * picture.height())
}

#[test]
fn a_picture_is_what_shows_and_its_ground_can_go() {
    let here = tempfile::tempdir().unwrap();
    let window = ask(twisted(), &["Picture"], &here.path().join("a"), [120, 90]);
    let (path, count) = made(&window);
    assert_eq!((path.as_path(), count), (here.path().join("a.png").as_path(), 1));
    let solid = picture(&path);
    assert_eq!((solid.dimensions(), clear(&solid)), ((120, 90), 0.0));
    let window = ask(
        twisted(),
        &["Picture", "Nothing behind the character"],
        &here.path().join("b.png"),
        [120, 90],
    );
    let cut_out = picture(&made(&window).0);
    assert!(clear(&cut_out) > 0.4, "{}", clear(&cut_out));
    assert!(clear(&cut_out) < 0.97, "the character is there");

    // Another camera, another picture: it is the window's.
    let mut window = window;
    window.run(Command::Orbit { yaw: 0.9, pitch: 0.4 });
    window.run(Command::Output(OutputCommand::SetPath(
        here.path().join("c.png").display().to_string(),
    )));
    assert!(apart(&picture(&made(&window).0), &cut_out) > 2.0);
    assert_eq!(std::fs::read_dir(here.path()).unwrap().count(), 3);
}

#[test]
fn a_comparison_is_in_the_picture_with_its_names() {
    let here = tempfile::tempdir().unwrap();
    let mut window = twisted();
    window.run(Command::Lab(LabCommand::SetCompare(Compare::Split)));
    let window = ask(window, &[], &here.path().join("named.png"), [320, 240]);
    let named = picture(&made(&window).0);
    let mut window = window;
    window.run(Command::Output(OutputCommand::Set(OutputSettings {
        named: false,
        path: here.path().join("bare.png").display().to_string(),
        ..settings(&window)
    })));
    let bare = picture(&made(&window).0);
    // The line between A and B is the lightest thing in the middle column's upper end.
    let line = |p: &RgbaImage| p.get_pixel(160, 4).0[0];
    assert!(
        line(&named) > line(&bare) + 60,
        "{} {}",
        line(&named),
        line(&bare)
    );
}

#[test]
fn films_and_sequences_from_the_window_open_again() {
    let here = tempfile::tempdir().unwrap();
    let at = |name: &str| here.path().join(name);
    let small = [96, 72];
    let window = ask(twisted(), &["Clip", "PNGs"], &at("f.png"), small);
    let (first, count) = made(&window);
    assert_eq!((first, count), (at("f-0000.png"), 8));
    let frames: Vec<_> = (0..8).map(|k| picture(&at(&format!("f-{k:04}.png")))).collect();
    assert!(apart(&frames[0], &frames[4]) > 0.3, "it moves");

    let window = ask(twisted(), &["Clip", "APNG"], &at("f.apng"), small);
    let (found, plays) = apng_frames(&made(&window).0);
    assert_eq!((found, plays), (frames.clone(), 0));

    let window = ask(twisted(), &["Clip", "GIF"], &at("f"), small);
    let (path, _) = made(&window);
    assert_eq!(path, at("f.gif"));
    let (found, delays) = gif_frames(&path);
    assert_eq!(found.len(), 8);
    assert!(found.iter().zip(&frames).all(|(a, b)| apart(a, b) < 5.0));
    assert_eq!(delays.iter().sum::<u16>(), 400);

    let clear_film = ["Turntable", "APNG", "Nothing behind the character"];
    let window = ask(twisted(), &clear_film, &at("round.apng"), small);
    let (found, plays) = apng_frames(&made(&window).0);
    assert_eq!((found.len(), plays), (4, 0));
    assert!(found.iter().all(|f| clear(f) > 0.3) && apart(&found[0], &found[1]) > 0.5);
}

#[test]
fn videos_go_through_ffmpeg_or_name_it() {
    let here = tempfile::tempdir().unwrap();
    for (label, name, container, magic) in [
        ("MP4", "f.mp4", Container::Mp4, &b"ftyp"[..]),
        ("WebM", "f.webm", Container::Webm, &b"\x1aE\xdf\xa3"[..]),
    ] {
        assert_eq!(Container::of_extension(&label.to_lowercase()), Some(container));
        let window = ask(twisted(), &["Clip", label], &here.path().join(name), [96, 72]);
        match make(&window) {
            Ok(Made::File { path, .. }) => {
                let bytes = std::fs::read(path).unwrap();
                assert!(bytes.windows(4).take(16).any(|w| w == magic), "{label}");
            }
            Err(failure) => {
                let words = Texts::english().issue(&failure.issue);
                assert!(words.what.contains("ffmpeg"), "{words:?}");
                assert_eq!(std::fs::read_dir(here.path()).unwrap().count(), 0);
            }
            Ok(other) => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_sheet_from_the_window_has_a_row_a_clip() {
    let here = tempfile::tempdir().unwrap();
    let window = ask(twisted(), &["Contact sheet"], &here.path().join("s"), [304, 202]);
    let sheet = picture(&made(&window).0);
    assert_eq!(sheet.dimensions(), (304, 202));
    let cell = |column: u32, row: u32| {
        image::imageops::crop_imm(&sheet, column * 102, row * 102, 100, 70).to_image()
    };
    assert!(apart(&cell(0, 0), &cell(1, 0)) > 0.2, "another moment");
    assert!(apart(&cell(1, 0), &cell(1, 1)) > 0.2, "another clip");
}

#[test]
fn what_was_stopped_or_cannot_be_written_leaves_nothing() {
    let here = tempfile::tempdir().unwrap();
    let window = ask(twisted(), &["Clip", "GIF"], &here.path().join("f.gif"), [64, 48]);
    let texts = Texts::english();
    let job = Job::file(&window.state, &settings(&window), &texts).unwrap();
    let work = Work::alone();
    work.cancel.cancel();
    let failure = job.run(software(), &texts, &work).unwrap_err();
    assert_eq!(failure.issue.code, "cancelled");
    assert_eq!(std::fs::read_dir(here.path()).unwrap().count(), 0);

    let mut window = window;
    let nowhere = here.path().join("none/f.gif");
    window.run(Command::Output(OutputCommand::SetPath(
        nowhere.display().to_string(),
    )));
    let failure = make(&window).unwrap_err();
    assert_eq!(failure.issue.code, "output-folder-missing");

    // A file that is there is asked about.
    let there = here.path().join("there.gif");
    std::fs::write(&there, "kept").unwrap();
    window.run(Command::Output(OutputCommand::SetPath(
        there.display().to_string(),
    )));
    let job = Job::file(&window.state, &settings(&window), &texts).unwrap();
    assert_eq!(job.replaces(), Some(there));
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_asked_twice() {
    let mut window = twisted();
    window.run(Command::Output(OutputCommand::Show(true)));
    let start = |window: &mut Window| {
        let effects = apply(&mut window.state, Command::Output(OutputCommand::Start));
        match &effects[..] {
            [Effect::Output { replace, .. }] => *replace,
            other => panic!("{other:?}"),
        }
    };
    assert!(!start(&mut window));
    let path = settings(&window).path;
    assert_eq!(path, "twist_bar-Twist.png");
    report(&mut window.state, Report::Output(OutputReport::Exists(path)));
    let mut h = harness(window, SIZE);
    h.run_ok();
    h.get_by_label("Replace").click();
    h.run_ok();
    let mut window = h.into_state();
    assert!(window.commands.contains(&Command::Output(OutputCommand::Start)));
    assert!(start(&mut window));
    // Another name is another question.
    window.run(Command::Output(OutputCommand::SetPath("other.png".into())));
    assert!(!start(&mut window));
}

#[test]
fn progress_shows_can_be_stopped_and_ends_in_a_notice() {
    let mut window = twisted();
    report(
        &mut window.state,
        Report::Output(OutputReport::Started("bar.gif".into())),
    );
    report(
        &mut window.state,
        Report::Output(OutputReport::Progress(Some(0.42))),
    );
    let mut h = harness(window, SIZE);
    h.run_steps(4);
    assert!(h.query_by_label_contains("Making bar.gif 42").is_some());
    h.get_by_label("Cancel").click();
    h.run_steps(4);
    assert!(
        h.state()
            .commands
            .contains(&Command::Output(OutputCommand::Cancel))
    );
    assert!(h.query_by_label("Stopping…").is_some());
    let made = Notice::File {
        path: "/pictures/bar.gif".into(),
        count: 1,
    };
    report(&mut h.state_mut().state, Report::Output(OutputReport::Made(made)));
    h.run_steps(4);
    assert!(h.query_by_label("Saved bar.gif").is_some());
    h.get_by_label("Copy path").click();
    h.run_steps(4);
    assert!(
        h.state()
            .commands
            .contains(&Command::CopyText("/pictures/bar.gif".into()))
    );
    h.get_by_label("Close").click();
    h.run_steps(4);
    assert!(h.state().state.outputs.made.is_none());
}

#[test]
fn a_failed_output_leads_back_to_what_was_asked_for() {
    let mut window = twisted();
    let card = ErrorCard {
        subject: "bar.mp4".into(),
        what: "ffmpeg is needed.".into(),
        ..ErrorCard::default()
    };
    report(&mut window.state, Report::Output(OutputReport::Failed(card)));
    let mut h = harness(window, SIZE);
    h.run_ok();
    h.get_by_label("Export again…").click();
    h.run_ok();
    assert!(h.state().state.outputs.open && h.state().state.error.is_none());

    // A model that failed to open can be tried once more.
    let card = ErrorCard {
        subject: "bar.glb".into(),
        again: Some(Again::Open("/a/bar.glb".into())),
        ..ErrorCard::default()
    };
    let mut window = twisted();
    report(&mut window.state, Report::LoadFailed(card));
    let effects = apply(&mut window.state, Command::TryAgain);
    assert!(matches!(&effects[..], [Effect::Open(_)]) && window.state.error.is_none());
}

#[test]
fn every_kind_has_the_options_that_it_needs() {
    let mut window = twisted();
    window.run(Command::Output(OutputCommand::Show(true)));
    let mut h = harness(window, SIZE);
    h.run_ok();
    for (kind, label, has, lacks) in [
        (OutputKind::Picture, "Picture", "Width", "Columns"),
        (OutputKind::Film, "Clip", "WebM", "Columns"),
        (
            OutputKind::Turntable,
            "Turntable",
            "The clip runs along",
            "Columns",
        ),
        (OutputKind::Sheet, "Contact sheet", "Columns", "WebM"),
    ] {
        h.get_by_label(label).click();
        h.run_ok();
        assert_eq!(h.state().state.outputs.settings.kind, kind);
        assert!(h.query_by_label(has).is_some(), "{label}: {has}");
        assert!(h.query_by_label(lacks).is_none(), "{label}: {lacks}");
    }
    h.get_by_label("Turntable").click();
    h.run_ok();
    h.get_by_label("MP4").click();
    h.run_ok();
    assert!(settings(h.state()).path.ends_with("turntable.mp4"));
    assert!(
        h.query_by_label("Nothing behind the character").is_none(),
        "an MP4 has no alpha"
    );
}

/// On a slow machine a press, a release and a way on may all fall into one frame.
#[test]
fn a_click_shorter_than_a_frame_is_not_lost() {
    let window = Window::with_character(Theme::Dark);
    let texts = Texts::english();
    let ctx = egui::Context::default();
    rigscope::ui::theme::install(&ctx);
    let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, SIZE.into());
    let frame = |events: Vec<egui::Event>| {
        let input = egui::RawInput {
            screen_rect: Some(screen),
            events,
            ..egui::RawInput::default()
        };
        let mut commands = Vec::new();
        for input in rigscope::ui::passes(input) {
            let output = ctx.run_ui(input, |ui| {
                commands.extend(rigscope::ui::show(ui, &window.state, &texts, None).commands);
            });
            let mut textures = output.textures_delta;
            textures.clear();
        }
        commands
    };
    frame(Vec::new());
    frame(Vec::new());
    let button = |pos: egui::Pos2, pressed: bool| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    // The play button, and from there onto the character.
    let play = {
        let mut h = harness(Window::with_character(Theme::Dark), SIZE);
        h.run_ok();
        h.get_by_label("Play").rect().center()
    };
    let away = egui::pos2(640.0, 300.0);
    let commands = frame(vec![
        egui::Event::PointerMoved(play),
        button(play, true),
        button(play, false),
        egui::Event::PointerMoved(away),
    ]);
    assert_eq!(commands, [Command::TogglePlay]);
    assert!(frame(Vec::new()).is_empty());
}
