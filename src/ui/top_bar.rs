//! The top bar: menus, what is open, how fast it is.

use egui::{Align2, Button, Rect, RichText, Ui, pos2, vec2};

use super::icons::{self, Icon};
use super::theme::{self, PADDING, tokens};
use super::widgets::{put, put_cut, tool_button};
use super::{Panel, units};
use crate::model::Model;
use crate::samples::SAMPLES;
use crate::viewer::view::Preset;
use crate::viewer::{Command, OutputCommand, Overlay, Side, Theme, keys};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    let bar = ui.max_rect();
    let middle = bar.center().y;
    let name = panel.text("app-name");
    let logo = put(
        ui.painter(),
        pos2(bar.left() + PADDING, middle),
        Align2::LEFT_CENTER,
        &name,
        theme::semibold(13.0),
        t.text,
    );

    let menus = Rect::from_min_max(
        pos2(logo.right() + 12.0, middle - 13.0),
        pos2(bar.right(), middle + 13.0),
    );
    let builder = egui::UiBuilder::new().max_rect(menus).id_salt("menus");
    let used = ui.scope_builder(builder, |ui| {
        egui::MenuBar::new().ui(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.spacing_mut().button_padding = vec2(11.0, 4.0);
            ui.set_min_height(26.0);
            let mut right = menus.left();
            for shown in [file_menu(ui, panel), view_menu(ui, panel), help_menu(ui, panel)] {
                right = right.max(shown.right());
            }
            right
        })
    });
    let used = used.inner.inner;

    // In a narrow window the menus stay, then the tools, then the figures, then the name.
    let right = tools(ui, panel, bar, used);
    let right = if right - used > 150.0 {
        figures(ui, panel, bar.with_max_x(right))
    } else {
        right
    };
    title(ui, panel, bar, used + 16.0, right - 16.0);
}

/// What is asked for often, at the right end; returns where it begins.
fn tools(ui: &Ui, panel: &mut Panel<'_>, bar: Rect, used: f32) -> f32 {
    const SIDE: f32 = 28.0;
    let dark = panel.state.theme() == Theme::Dark;
    let open = panel.state.model.is_some();
    let all = [
        (Icon::Keyboard, "tool-keys", Command::ShowKeySheet(true), true),
        (
            if dark { Icon::Sun } else { Icon::Moon },
            if dark { "tool-light" } else { "tool-dark" },
            Command::ToggleTheme,
            true,
        ),
        (
            Icon::ImageDown,
            "key-output",
            Command::Output(OutputCommand::Show(true)),
            open,
        ),
    ];
    let mut right = bar.right() - 8.0;
    for (icon, id, command, enabled) in all {
        if right - SIDE < used + 12.0 {
            break;
        }
        let rect = Rect::from_min_max(
            pos2(right - SIDE, bar.center().y - 0.5 * SIDE),
            pos2(right, bar.center().y + 0.5 * SIDE),
        );
        let key = keys::shown_for(&command);
        if tool_button(ui, rect, (icon, 16.0), &panel.text(id), key, enabled).clicked() {
            panel.push(command);
        }
        right -= SIDE + 2.0;
    }
    right
}

/// Frame time and rate at the right; returns where they begin.
fn figures(ui: &mut Ui, panel: &Panel<'_>, bar: Rect) -> f32 {
    let t = tokens(ui);
    let middle = bar.center().y;
    let mut right = bar.right() - PADDING;
    let fps = panel.state.fps.map(|f| format!("{:.0}{}fps", f, units::THIN));
    let ms = panel
        .state
        .frame_ms
        .map(|ms| format!("{}{}ms", units::three_digits(f64::from(ms)), units::THIN));
    for text in [fps, ms].into_iter().flatten() {
        let rect = put(
            ui.painter(),
            pos2(right, middle),
            Align2::RIGHT_CENTER,
            &text,
            theme::body(),
            t.second,
        );
        right = rect.left() - 18.0;
    }
    let rect = Rect::from_min_max(pos2(right, bar.top()), bar.max);
    let response = ui.interact(rect, ui.scope_id().with("figures"), egui::Sense::hover());
    super::widgets::tip(response, &figures_tip(panel), None);
    right
}

/// What the figures are, and what the picture on screen took.
fn figures_tip(panel: &Panel<'_>) -> String {
    let mut lines = vec![panel.text("figures-tip")];
    if let Some(cost) = &panel.state.cost {
        let preset = match cost.preset {
            Preset::Reduced => panel.text("quality-reduced"),
            Preset::Full | Preset::Automatic => panel.text("quality-full"),
        };
        let count = |n: u64| units::count(n).into();
        let args = [
            ("passes", count(cost.passes.into())),
            ("draws", count(cost.draws.into())),
            ("triangles", count(cost.triangles)),
            ("written", units::bytes(cost.uploaded_bytes).into()),
            ("textures", units::bytes(cost.texture_bytes).into()),
            ("n", cost.samples.into()),
            ("samples", count(cost.samples.into())),
            ("preset", preset.into()),
        ];
        lines.extend(
            ["figures-cost", "figures-bytes", "figures-samples"].map(|id| panel.texts.with(id, &args)),
        );
        let device = ("device", cost.device.to_string().into());
        lines.push(match cost.device_secs {
            Some(secs) => {
                let ms = format!("{}{}ms", units::three_digits(secs * 1e3), units::THIN);
                panel
                    .texts
                    .with("figures-device-time", &[device, ("ms", ms.into())])
            }
            None => panel.texts.with("figures-device", &[device]),
        });
    }
    lines.join("\n")
}

/// File name and counts in the middle of the window, cut where menus or figures are in the way.
fn title(ui: &Ui, panel: &Panel<'_>, bar: Rect, from: f32, to: f32) {
    let t = tokens(ui);
    let Some(model) = panel.state.model.as_deref() else {
        return;
    };
    let counts = counts(panel, model);
    let name = ui
        .painter()
        .layout_no_wrap(model.name.clone(), theme::strong(), t.text);
    let tail = ui
        .painter()
        .layout_no_wrap(counts.clone(), theme::body(), t.second);
    if to - from < 60.0 {
        return;
    }
    let width = name.size().x + 8.0 + tail.size().x;
    let left = (bar.center().x - 0.5 * width).min(to - width).max(from);
    let middle = bar.center().y;
    let room = to - left;
    let rect = put_cut(
        ui.painter(),
        pos2(left, middle),
        &model.name,
        theme::strong(),
        t.text,
        room,
    );
    let room = to - rect.right() - 8.0;
    if room > 60.0 {
        put_cut(
            ui.painter(),
            pos2(rect.right() + 8.0, middle),
            &counts,
            theme::body(),
            t.second,
            room,
        );
    }
}

fn counts(panel: &Panel<'_>, model: &Model) -> String {
    let state = panel.state;
    let joints = if state.skin_joint_count > 0 {
        state.skin_joint_count
    } else {
        model.skeleton.len()
    };
    let mut parts = vec![
        panel.texts.with(
            "count-joints",
            &[
                ("n", joints.into()),
                ("shown", units::count(joints as u64).into()),
            ],
        ),
        panel.texts.with(
            "count-vertices",
            &[
                ("n", state.vertex_count.into()),
                ("shown", units::count(state.vertex_count as u64).into()),
            ],
        ),
    ];
    if !state.opening_bounds.is_empty() {
        let height = units::metres(f64::from(state.opening_bounds.size().y));
        parts.push(panel.texts.with("model-tall", &[("height", height.into())]));
    }
    parts.join(" · ")
}

fn item(ui: &mut Ui, panel: &mut Panel<'_>, id: &str, command: Command, enabled: bool) {
    item_with(ui, panel, None, id, command, enabled);
}

/// A menu item with an icon before its words.
fn item_with(
    ui: &mut Ui,
    panel: &mut Panel<'_>,
    icon: Option<Icon>,
    id: &str,
    command: Command,
    enabled: bool,
) {
    let label = panel.text(id);
    let mut button = match icon {
        Some(icon) => {
            let glyph = RichText::new(char::from(icon)).font(icons::font(icons::SIZE));
            Button::new((glyph.color(tokens(ui).second), label.as_str()))
        }
        None => Button::new(label.as_str()),
    };
    if let Some(key) = keys::shown_for(&command) {
        button = button.shortcut_text(RichText::new(key).color(tokens(ui).second).size(12.0));
    }
    let response = ui.add_enabled(enabled, button).accessible_name(label);
    if response.clicked() {
        panel.push(command);
        ui.close();
    }
}

/// A menu item that is on or off.
fn switch(ui: &mut Ui, panel: &mut Panel<'_>, id: &str, on: bool, key: &Command, command: Command) {
    let mut button = Button::new(panel.text(id)).selected(on);
    if let Some(key) = keys::shown_for(key) {
        button = button.shortcut_text(RichText::new(key).color(tokens(ui).second).size(12.0));
    }
    if ui.add(button).clicked() {
        panel.push(command);
        ui.close();
    }
}

fn menu(ui: &mut Ui, label: &str, contents: impl FnOnce(&mut Ui)) -> Rect {
    let t = tokens(ui);
    let text = RichText::new(label).color(t.second);
    let menu = ui.menu_button(text, |ui| {
        ui.set_min_width(220.0);
        ui.spacing_mut().button_padding = vec2(8.0, 5.0);
        ui.spacing_mut().item_spacing.y = 1.0;
        contents(ui);
    });
    menu.response.rect
}

fn file_menu(ui: &mut Ui, panel: &mut Panel<'_>) -> Rect {
    let label = panel.text("menu-file");
    menu(ui, &label, |ui| {
        let open = panel.state.model.is_some();
        let mut icon = |ui: &mut Ui, icon: Icon, id: &str, command: Command, enabled: bool| {
            item_with(ui, panel, Some(icon), id, command, enabled);
        };
        icon(ui, Icon::FolderOpen, "menu-open", Command::OpenDialog, true);
        icon(
            ui,
            Icon::TextCursorInput,
            "menu-open-path",
            Command::ShowOpenPath(true),
            true,
        );
        let samples = panel.text("menu-samples");
        let glyph = RichText::new(char::from(Icon::PersonStanding))
            .font(icons::font(icons::SIZE))
            .color(tokens(ui).second);
        let samples_menu = ui.menu_button((glyph, samples.as_str()), |ui| {
            for sample in SAMPLES {
                let open = Command::Open(format!("sample:{}", sample.name));
                item(
                    ui,
                    panel,
                    &format!("sample-{}", sample.name.replace('_', "-")),
                    open,
                    true,
                );
            }
        });
        samples_menu.response.accessible_name(samples);
        ui.separator();
        let mut icon = |ui: &mut Ui, icon: Icon, id: &str, command: OutputCommand| {
            item_with(ui, panel, Some(icon), id, Command::Output(command), open);
        };
        icon(ui, Icon::ImageDown, "menu-output", OutputCommand::Show(true));
        icon(ui, Icon::Copy, "menu-copy-picture", OutputCommand::CopyPicture);
        icon(ui, Icon::AppWindow, "menu-copy-window", OutputCommand::CopyWindow);
        ui.separator();
        item_with(ui, panel, Some(Icon::LogOut), "menu-quit", Command::Quit, true);
    })
}

fn view_menu(ui: &mut Ui, panel: &mut Panel<'_>) -> Rect {
    let label = panel.text("menu-view");
    menu(ui, &label, |ui| {
        let open = panel.state.model.is_some();
        item(ui, panel, "menu-frame", Command::Frame, open);
        item(ui, panel, "menu-front", Command::LookFrom(Side::Front), open);
        item(ui, panel, "menu-right", Command::LookFrom(Side::Right), open);
        item(ui, panel, "menu-top", Command::LookFrom(Side::Top), open);
        item(ui, panel, "menu-back", Command::LookFrom(Side::Back), open);
        item(ui, panel, "menu-left", Command::LookFrom(Side::Left), open);
        item(ui, panel, "menu-bottom", Command::LookFrom(Side::Bottom), open);
        item(ui, panel, "camera-turntable", Command::ToggleTurntable, open);
        item(ui, panel, "menu-projection", Command::ToggleProjection, open);
        ui.separator();
        for (id, overlay, on) in [
            (
                "overlay-skeleton",
                Overlay::Skeleton,
                panel.state.overlays.skeleton,
            ),
            ("overlay-grid", Overlay::Grid, panel.state.overlays.grid),
            ("overlay-hidden", Overlay::Hidden, panel.state.overlays.hidden),
        ] {
            let hides = |m: &Model| m.instances.iter().any(|i| !i.visible);
            if overlay == Overlay::Hidden && !panel.state.model.as_deref().is_some_and(hides) {
                continue;
            }
            let toggle = Command::ToggleOverlay(overlay);
            switch(ui, panel, id, on, &toggle, toggle.clone());
        }
        ui.separator();
        let theme = panel.state.theme();
        for (id, which) in [("theme-dark", Theme::Dark), ("theme-light", Theme::Light)] {
            let command = Command::SetTheme(which);
            switch(ui, panel, id, theme == which, &command, command.clone());
        }
        ui.separator();
        quality(ui, panel);
        item(ui, panel, "menu-panels", Command::TogglePanels, true);
        scenes(ui, panel);
        cameras(ui, panel);
    })
}

/// How much work goes into a picture.
fn quality(ui: &mut Ui, panel: &mut Panel<'_>) {
    ui.menu_button(panel.text("menu-quality"), |ui| {
        let chosen = panel.state.settings.preset;
        for (id, preset) in [
            ("quality-automatic", Preset::Automatic),
            ("quality-full", Preset::Full),
            ("quality-reduced", Preset::Reduced),
        ] {
            let command = Command::SetPreset(preset);
            switch(ui, panel, id, chosen == preset, &command, command.clone());
        }
    });
}

/// The scenes of the file, where there are several.
fn scenes(ui: &mut Ui, panel: &mut Panel<'_>) {
    let Some(model) = panel.state.model.clone().filter(|m| m.scenes.len() > 1) else {
        return;
    };
    ui.separator();
    for (index, scene) in model.scenes.iter().enumerate() {
        let id = crate::model::SceneId(index as u32);
        let name = scene.name.as_deref().filter(|n| !n.is_empty()).unwrap_or("–");
        let label = panel
            .texts
            .with("menu-scene", &[("number", index.into()), ("name", name.into())]);
        if ui
            .add(Button::new(label).selected(panel.state.scene == id))
            .clicked()
        {
            panel.push(Command::SetScene(id));
            ui.close();
        }
    }
}

/// The cameras of the file, where it has any.
fn cameras(ui: &mut Ui, panel: &mut Panel<'_>) {
    let Some(model) = panel.state.model.clone().filter(|m| !m.cameras.is_empty()) else {
        return;
    };
    ui.separator();
    item(ui, panel, "menu-next-camera", Command::NextCamera, true);
    ui.menu_button(panel.text("menu-cameras"), |ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            let orbit = Command::LookThrough(None);
            let on = panel.state.looking_through.is_none();
            switch(ui, panel, "camera-orbit", on, &orbit, orbit.clone());
            for (index, camera) in model.cameras.iter().enumerate() {
                let id = crate::model::CameraId(index as u32);
                let name = camera.name.as_deref().unwrap_or("–");
                let label = format!("{index}  {name}");
                let button = Button::new(label).selected(panel.state.looking_through == Some(id));
                if ui.add(button).clicked() {
                    panel.push(Command::LookThrough(Some(id)));
                    ui.close();
                }
            }
        });
    });
}

fn help_menu(ui: &mut Ui, panel: &mut Panel<'_>) -> Rect {
    let label = panel.text("menu-help");
    menu(ui, &label, |ui| {
        item(ui, panel, "menu-keys", Command::ShowKeySheet(true), true);
        item(ui, panel, "menu-symptoms", Command::ShowSymptoms(true), true);
        ui.separator();
        let version = panel
            .texts
            .with("menu-version", &[("version", env!("CARGO_PKG_VERSION").into())]);
        ui.add_enabled(false, Button::new(version));
    })
}
