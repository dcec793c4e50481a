//! Pictures of the interface, to be looked at: `RIGSCOPE_UI_PICTURES=folder cargo test --test app ui_pictures`.
//!
//! Without that variable the test draws one small window and looks at a few of its pixels.

use std::path::PathBuf;

use rigscope::animation::ClipId;
use rigscope::viewer::{Command, ErrorCard, Report, Theme, advance, report};

use crate::ui_support::{Window, pictured};

fn fading(theme: Theme) -> Window {
    let mut window = Window::with_character(theme);
    window.run(Command::SetCrossfade(0.25));
    window.run(Command::PlayClip(ClipId(4)));
    window.run(Command::SetPlaying(true));
    window.run(Command::PlayClip(ClipId(5)));
    advance(&mut window.state, 0.1);
    window.run(Command::SetPlaying(false));
    let joint = window.state.tree.rows()[6].joint;
    window.run(Command::SelectJoint(Some(joint)));
    window
}

#[test]
fn the_window_looks_right() {
    let folder = std::env::var_os("RIGSCOPE_UI_PICTURES").map(PathBuf::from);
    let Some(folder) = folder else {
        for (theme, panel) in [
            (Theme::Dark, [0x1d, 0x20, 0x25]),
            (Theme::Light, [0xf7, 0xf8, 0xfa]),
        ] {
            let mut h = pictured(fading(theme), [960.0, 600.0]);
            h.run_steps(12);
            let picture = h.render().unwrap();
            assert_eq!(
                picture.get_pixel(700, 10).0[..3],
                panel,
                "the top bar has the colour of a panel"
            );
            assert_eq!(picture.get_pixel(8, 400).0[..3], panel);
        }
        return;
    };
    std::fs::create_dir_all(&folder).unwrap();
    for (name, theme) in [("dark", Theme::Dark), ("light", Theme::Light)] {
        let mut finding = fading(theme);
        finding.run(Command::ToggleIssue(0));
        finding.run(Command::ToggleMethod);
        let mut loading = fading(theme);
        report(
            &mut loading.state,
            Report::LoadStarted {
                name: "knight.glb".into(),
            },
        );
        report(&mut loading.state, Report::LoadProgress(Some(0.4)));
        let mut failed = fading(theme);
        report(
            &mut failed.state,
            Report::LoadFailed(ErrorCard {
                subject: "broken.glb".into(),
                what: "The accessor of POSITION reads 12 bytes past the end of its buffer view.".into(),
                place: "/meshes/0/primitives/0/attributes/POSITION".into(),
                remedy: "The file is damaged: copy it again, or export it again.".into(),
                again: Some(rigscope::viewer::Again::Open("broken.glb".into())),
            }),
        );
        let mut keys = fading(theme);
        keys.run(Command::ShowKeySheet(true));
        let mut path = Window::new(theme);
        path.run(Command::ShowOpenPath(true));
        let mut tip = pictured(fading(theme), [1280.0, 800.0]);
        tip.run_steps(4);
        tip.hover_at(egui::pos2(1200.0, 94.0));
        tip.run_steps(60);
        tip.render()
            .unwrap()
            .save(folder.join(format!("tip-{name}.png")))
            .unwrap();
        let windows = vec![
            ("main", fading(theme), [1440.0, 900.0]),
            ("finding", finding, [1280.0, 800.0]),
            ("loading", loading, [1280.0, 800.0]),
            ("failed", failed, [1280.0, 800.0]),
            ("keys", keys, [1280.0, 800.0]),
            ("path", path, [1280.0, 800.0]),
            ("empty", Window::new(theme), [1280.0, 800.0]),
        ];
        for (what, window, size) in windows {
            let mut h = pictured(window, size);
            h.run_steps(12);
            h.render()
                .unwrap()
                .save(folder.join(format!("{what}-{name}.png")))
                .unwrap();
        }
    }
}
