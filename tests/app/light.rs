//! Light, tone and background: in the panel by label, and on the command line with the real program.

use std::path::Path;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use rigscope::viewer::{
    BackgroundKind, Command, LightCommand, Loading, PictureInfo, Report, Studio, Theme, ToneMapping, report,
};

use crate::cli_support::Folder;
use crate::ui_support::{Window, harness};

const SIZE: [f32; 2] = [1440.0, 1400.0];

fn light(commands: &[Command]) -> Vec<LightCommand> {
    let of = |c: &Command| match c {
        Command::Light(light) => Some(light.clone()),
        _ => None,
    };
    commands.iter().filter_map(of).collect()
}

#[test]
fn studios_tones_and_backgrounds_are_chosen_in_the_panel() {
    for theme in [Theme::Dark, Theme::Light] {
        let mut h = harness(Window::with_character(theme), SIZE);
        h.run_ok();
        h.get_by_label("Rim").click();
        h.run_ok();
        assert_eq!(light(&h.state().commands), [LightCommand::SetStudio(Studio::Rim)]);
        h.state_mut().commands.clear();
        for (field, choice, command) in [
            ("Tone: ", "AgX", LightCommand::SetToneMapping(ToneMapping::Agx)),
            (
                "Background: ",
                "Gradient",
                LightCommand::SetBackground(BackgroundKind::Gradient),
            ),
        ] {
            // The row, then the menu in it.
            h.get_all_by_label_contains(field).last().unwrap().click();
            h.run_ok();
            h.get_by_label(choice).click();
            h.run_ok();
            assert_eq!(light(&h.state().commands), [command]);
            h.state_mut().commands.clear();
        }
        assert!(h.query_by_label("Colour at the top").is_some());
        assert!(h.query_by_label("Colour at the bottom").is_some());
        let kept = h.state().state.settings.light;
        assert_eq!(
            (kept.studio, kept.tone_mapping, kept.background),
            (Studio::Rim, ToneMapping::Agx, BackgroundKind::Gradient)
        );
    }
}

#[test]
fn exposure_and_turn_move_by_arrow_keys() {
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    for label in ["Exposure", "Turn"] {
        h.get_by_role_and_label(egui::accesskit::Role::Slider, label)
            .focus();
        h.run_ok();
        h.key_press(egui::Key::ArrowRight);
        h.run_ok();
    }
    let commands = light(&h.state().commands);
    assert!(
        matches!(commands[0], LightCommand::SetExposure(ev) if (ev - 0.1).abs() < 1e-4),
        "{commands:?}"
    );
    assert!(
        matches!(commands[1], LightCommand::SetTurn(a) if (a.to_degrees() - 1.0).abs() < 1e-3),
        "{commands:?}"
    );
}

#[test]
fn a_picture_is_asked_for_told_of_and_chosen() {
    let mut h = harness(Window::with_character(Theme::Dark), SIZE);
    h.run_ok();
    h.get_by_label("Panorama…").click();
    h.run_ok();
    assert_eq!(light(&h.state().commands), [LightCommand::OpenDialog]);
    h.state_mut().commands.clear();
    let loading = Loading {
        name: "harbour.exr".to_owned(),
        fraction: Some(0.4),
    };
    report(&mut h.state_mut().state, Report::EnvironmentLoading(loading));
    h.run_steps(3);
    h.get_by_label("Cancel").click();
    h.run_steps(3);
    assert_eq!(light(&h.state().commands), [LightCommand::CancelLoad]);
    let picture = PictureInfo {
        name: "harbour.exr".to_owned(),
        size_px: [4096, 2048],
    };
    report(&mut h.state_mut().state, Report::EnvironmentLoaded(picture));
    h.state_mut()
        .run(Command::Light(LightCommand::SetStudio(Studio::Soft)));
    h.state_mut().commands.clear();
    h.run_ok();
    h.get_by_label("Light by harbour.exr").click();
    h.run_ok();
    assert_eq!(light(&h.state().commands), [LightCommand::UsePicture]);
    assert!(h.state().state.surroundings.by_picture);
}

#[test]
fn a_drag_with_ctrl_turns_the_light_and_not_the_camera() {
    let mut h = harness(Window::with_character(Theme::Dark), [1280.0, 800.0]);
    h.run_ok();
    let [from, to] = [egui::pos2(600.0, 400.0), egui::pos2(700.0, 420.0)];
    let camera = h.state().state.camera;
    let drag = |h: &mut Harness<'_, Window>, modifiers: egui::Modifiers| {
        h.state_mut().commands.clear();
        h.event(egui::Event::ModifiersChanged(modifiers));
        h.drag_at(from);
        h.run_steps(1);
        h.hover_at(to);
        h.run_steps(1);
        h.drop_at(to);
        h.run_steps(1);
        h.event(egui::Event::ModifiersChanged(egui::Modifiers::NONE));
        h.run_steps(1);
        light(&h.state().commands)
    };
    let turns = drag(&mut h, egui::Modifiers::COMMAND);
    assert!(
        matches!(turns[..], [LightCommand::Turn(by)] if by > 0.1),
        "{turns:?}"
    );
    let shown = &h.state().state;
    assert_eq!((shown.camera.yaw, shown.camera.pitch), (camera.yaw, camera.pitch));
    assert!(shown.surroundings.turn > 0.1);
    assert_eq!(drag(&mut h, egui::Modifiers::NONE), []);
    assert_ne!(h.state().state.camera.yaw, camera.yaw);
}

/// A plain Radiance picture of 64 by 32 pixels: four bytes each, by column.
pub(crate) fn panorama(path: &Path, column: impl Fn(usize) -> [u8; 4]) {
    let mut bytes = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 32 +X 64\n".to_vec();
    for _ in 0..32 {
        bytes.extend((0..64).flat_map(&column));
    }
    std::fs::write(path, bytes).expect("a folder of our own");
}

/// Half of the surroundings is bright, so that a turn shows.
fn half_bright(folder: &Folder) -> String {
    let path = folder.path("half.hdr");
    panorama(&path, |x| {
        if x < 32 {
            [200, 180, 160, 129]
        } else {
            [20, 20, 30, 127]
        }
    });
    path.display().to_string()
}

#[test]
fn render_waits_for_the_surroundings_and_takes_every_word() {
    let folder = Folder::new();
    folder.sample("twist_bar");
    let file = half_bright(&folder);
    let render = |name: &str, more: &[&str]| {
        let base = [
            "render",
            "sample:twist_bar",
            "-o",
            name,
            "--size",
            "96x72",
            "--backend",
            "software",
        ];
        let run = folder.run(&[&base[..], more].concat());
        assert_eq!(run.code, 0, "{more:?}: {}", run.err);
        std::fs::read(folder.path(name)).expect("it is written")
    };
    let plain = render("plain.png", &[]);
    let all = [
        render("rim.png", &["--environment", "rim"]),
        render(
            "outdoor.png",
            &["--environment", "outdoor", "--background", "environment"],
        ),
        render("half.png", &["--environment", &file]),
        render(
            "turned.png",
            &["--environment", &file, "--environment-rotation", "-180"],
        ),
        render("behind.png", &["--hdri-file", &file, "--background", "blurred"]),
        render("agx.png", &["--tone-mapping", "agx"]),
        render("bright.png", &["--exposure", "1"]),
        render("red.png", &["--background", "#ff0000"]),
        render("gradient.png", &["--background", "#ff0000,#00f"]),
    ];
    for (k, picture) in all.iter().enumerate() {
        assert_ne!(*picture, plain, "{k}");
        assert!(all[..k].iter().all(|other| other != picture), "{k}");
    }
    let corner = |name: &str, y: u32| {
        let picture = image::open(folder.path(name)).expect("a picture").to_rgba8();
        picture.get_pixel(2, y).0
    };
    assert!(corner("red.png", 2)[0] > 250 && corner("red.png", 2)[2] < 5);
    assert!(corner("gradient.png", 2)[0] > 240 && corner("gradient.png", 69)[2] > 240);
    render("clear.png", &["--background", "transparent"]);
    assert_eq!(corner("clear.png", 2)[3], 0);
    let json = folder.run(&[
        "render",
        "sample:twist_bar",
        "-o",
        "j.png",
        "--size",
        "32x24",
        "--environment",
        "soft",
        "--tone-mapping",
        "aces",
        "--json",
        "--backend",
        "software",
    ]);
    let report: serde_json::Value = serde_json::from_slice(&json.out).expect("one object");
    assert_eq!(
        (&report["environment"], &report["tone_mapping"]),
        (&"soft".into(), &"aces".into())
    );
}

#[test]
fn surroundings_that_cannot_be_read_are_said() {
    let folder = Folder::new();
    let render = |environment: &str| {
        folder.run(&[
            "render",
            "sample:twist_bar",
            "-o",
            "out.png",
            "--environment",
            environment,
        ])
    };
    std::fs::write(folder.path("cut.hdr"), b"#?RADIANCE\n\n-Y 16 +X 32\n").unwrap();
    std::fs::write(folder.path("photo.hdr"), b"\xff\xd8\xff\xe0").unwrap();
    std::fs::write(folder.path("huge.hdr"), b"#?RADIANCE\n\n-Y 60000 +X 120000\n").unwrap();
    for (asked, words) in [
        ("rmi", &["rmi", "studio, soft, rim, outdoor"][..]),
        ("gone.hdr", &["gone.hdr", "Check the path"]),
        ("cut.hdr", &["ends before", "again"]),
        ("photo.hdr", &[".hdr", ".exr"]),
        ("huge.hdr", &["120000", "32768", "smaller"]),
    ] {
        render(asked).fails(2, words);
        assert!(!folder.path("out.png").exists(), "{asked}");
    }
    folder
        .run(&[
            "render",
            "sample:twist_bar",
            "-o",
            "out.png",
            "--tone-mapping",
            "film",
        ])
        .fails(2, &["film", "neutral"]);
    folder
        .run(&[
            "render",
            "sample:twist_bar",
            "-o",
            "out.png",
            "--background",
            "blue",
        ])
        .fails(2, &["#4a525e"]);
}
