//! Light and background: where light comes from, how it is turned into a picture, and what lies behind.

use egui::{Align2, Color32, Rect, Sense, Ui, pos2, vec2};

use super::fold::Fold;
use super::icons::Icon;
use super::theme::{self, CONTROL, PADDING, ROW, tokens};
use super::widgets::{
    Look, button, choose_one, key_badge, menu, progress_bar, put, put_cut, slider, tip, value_row,
};
use super::{Panel, units};
use crate::viewer::view::LightSource;
use crate::viewer::{
    BackgroundKind, Command, LightCommand, LightSettings, Loading, PictureInfo, Studio, ToneMapping,
};

/// Width of fields at the right.
const FIELD: f32 = 168.0;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let fold = Fold {
        icon: Icon::Sun,
        name: "light",
        tip: None,
        note: None,
        open: true,
    };
    if !fold.show(ui, panel) {
        return;
    }
    ui.add_space(2.0);
    studios(ui, panel);
    ui.add_space(4.0);
    picture(ui, panel);
    turn(ui, panel);
    exposure(ui, panel);
    tone(ui, panel);
    background(ui, panel);
    ui.add_space(10.0);
}

fn send(panel: &mut Panel<'_>, command: LightCommand) {
    panel.push(Command::Light(command));
}

fn studio_text(studio: Studio) -> [&'static str; 2] {
    match studio {
        Studio::Studio => ["light-studio", "light-studio-tip"],
        Studio::Soft => ["light-soft", "light-soft-tip"],
        Studio::Rim => ["light-rim", "light-rim-tip"],
        Studio::Outdoor => ["light-outdoor", "light-outdoor-tip"],
    }
}

fn studios(ui: &mut Ui, panel: &mut Panel<'_>) {
    let state = panel.state;
    let source = state.surroundings.source(&state.settings.light);
    let words = Studio::ALL.map(|s| {
        let [label, tip] = studio_text(s);
        (panel.text(label), panel.text(tip))
    });
    let now = Studio::ALL.iter().position(|s| source == LightSource::Studio(*s));
    if let Some(chosen) = choose_one(ui, &words, now) {
        send(panel, LightCommand::SetStudio(Studio::ALL[chosen]));
    }
}

/// The picture of surroundings: what is open, what is being read, and a button to open one.
fn picture(ui: &mut Ui, panel: &mut Panel<'_>) {
    let state = panel.state;
    if let Some(loading) = state.surroundings.loading.clone() {
        reading(ui, panel, &loading);
        return;
    }
    let open = panel.text("light-open");
    let hint = panel.text("light-open-tip");
    let t = tokens(ui);
    let picture = state.surroundings.picture.clone();
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    let right = ui
        .painter()
        .layout_no_wrap(open.clone(), theme::body(), t.text)
        .size()
        .x
        + 24.0;
    let field = Rect::from_min_max(
        pos2(rect.right() - PADDING - right, rect.top()),
        pos2(rect.right() - PADDING, rect.bottom()),
    );
    let clicked = ui
        .scope_builder(egui::UiBuilder::new().max_rect(field), |ui| {
            button(ui, &open, &hint, None, Look::Plain).clicked()
        })
        .inner;
    if clicked {
        send(panel, LightCommand::OpenDialog);
    }
    let left = Rect::from_min_max(rect.min, pos2(field.left() - 8.0, rect.bottom()));
    match picture {
        Some(picture) => picture_row(ui, panel, left, &picture),
        None => {
            put_cut(
                ui.painter(),
                pos2(rect.left() + PADDING, rect.center().y),
                &panel.text("light-picture-none"),
                theme::body(),
                t.second,
                left.width() - PADDING,
            );
        }
    }
}

/// The open picture's name; a click lights by it.
fn picture_row(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect, picture: &PictureInfo) {
    let t = tokens(ui);
    let chosen = panel.state.surroundings.by_picture;
    let inner = Rect::from_min_max(pos2(rect.left() + PADDING, rect.top()), rect.max);
    let response = ui.interact(inner, ui.scope_id().with("light-picture"), super::widgets::CLICK);
    super::widgets::row_ground(ui, inner.expand2(vec2(4.0, 0.0)), &response, chosen);
    put_cut(
        ui.painter(),
        pos2(inner.left() + 8.0, inner.center().y),
        &picture.name,
        if chosen { theme::strong() } else { theme::body() },
        t.text,
        inner.width() - 12.0,
    );
    let [w, h] = picture.size_px.map(|n| units::count(n.into()));
    let name = panel
        .texts
        .with("light-picture", &[("name", picture.name.as_str().into())]);
    let hint = panel.texts.with(
        "light-picture-tip",
        &[
            ("name", picture.name.as_str().into()),
            ("width", w.into()),
            ("height", h.into()),
        ],
    );
    response.widget_info(move || egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, &name));
    if tip(response, &hint, None).clicked() {
        send(panel, LightCommand::UsePicture);
    }
}

/// A picture on its way: its name, a bar, and a way to stop it.
fn reading(ui: &mut Ui, panel: &mut Panel<'_>, loading: &Loading) {
    let t = tokens(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    let cancel = panel.text("cancel");
    let field = Rect::from_min_max(
        pos2(rect.right() - PADDING - 72.0, rect.top()),
        pos2(rect.right() - PADDING, rect.bottom()),
    );
    let stopped = ui
        .scope_builder(egui::UiBuilder::new().max_rect(field), |ui| {
            button(ui, &cancel, &panel.text("light-cancel-tip"), None, Look::Plain).clicked()
        })
        .inner;
    let room = field.left() - rect.left() - PADDING - 8.0;
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y - 4.0),
        &loading.name,
        theme::body(),
        t.second,
        room,
    );
    let bar = Rect::from_min_size(pos2(rect.left() + PADDING, rect.bottom() - 6.0), vec2(room, 4.0));
    progress_bar(ui, "light", bar, loading.fraction);
    if stopped {
        send(panel, LightCommand::CancelLoad);
    }
}

fn turn(ui: &mut Ui, panel: &mut Panel<'_>) {
    let (label, hint) = (panel.text("light-turn"), panel.text("light-turn-tip"));
    let degrees = f64::from(panel.state.surroundings.turn.to_degrees());
    let top = ui.cursor().min;
    let row = value_row(ui, ROW, &label, &units::degrees(degrees), None);
    let words = ui
        .painter()
        .layout_no_wrap(label.clone(), theme::body(), Color32::WHITE)
        .size()
        .x;
    let at = pos2(top.x + PADDING + words + 8.0, row.rect.center().y);
    modifier(ui, at, &panel.text("light-turn-key"));
    // The slider runs from half a turn to the right to half a turn to the left.
    if let Some(value) = slider(ui, degrees + 180.0, 360.0, 1.0, &label, &hint) {
        send(panel, LightCommand::SetTurn((value - 180.0).to_radians() as f32));
    }
}

fn exposure(ui: &mut Ui, panel: &mut Panel<'_>) {
    let (label, hint) = (panel.text("light-exposure"), panel.text("light-exposure-tip"));
    let [darkest, brightest] = LightSettings::EXPOSURES.map(f64::from);
    let ev = f64::from(panel.state.settings.light.exposure_ev);
    let row = value_row(ui, ROW, &label, &units::stops(ev), None);
    // A label resets what it names, as a double click does in other programs.
    if row.interact(Sense::click()).double_clicked() {
        send(panel, LightCommand::SetExposure(0.0));
    }
    if let Some(value) = slider(ui, ev - darkest, brightest - darkest, 0.1, &label, &hint) {
        send(panel, LightCommand::SetExposure((value + darkest) as f32));
    }
}

/// A label with a menu at its right.
fn choice(
    ui: &mut Ui,
    panel: &Panel<'_>,
    [label, hint]: [&str; 2],
    choices: &[String],
    chosen: usize,
) -> Option<usize> {
    ui.add_space(4.0);
    let [label, hint] = [label, hint].map(|id| panel.text(id));
    let top = ui.cursor().min;
    let right = top.x + ui.available_width() - PADDING;
    value_row(ui, ROW, &label, "", None);
    let field = Rect::from_min_size(pos2(right - FIELD, top.y + 1.0), vec2(FIELD, ROW - 2.0));
    menu(ui, field, choices, Some(chosen), None, &label, &hint)
}

fn tone(ui: &mut Ui, panel: &mut Panel<'_>) {
    let id = |t: ToneMapping| match t {
        ToneMapping::Neutral => "tone-neutral",
        ToneMapping::Agx => "tone-agx",
        ToneMapping::Aces => "tone-aces",
        ToneMapping::None => "tone-none",
    };
    let choices = ToneMapping::ALL.map(|t| panel.text(id(t)));
    let now = panel.state.settings.light.tone_mapping;
    let chosen = ToneMapping::ALL.iter().position(|t| *t == now).unwrap_or(0);
    if let Some(picked) = choice(ui, panel, ["tone", "tone-tip"], &choices, chosen) {
        send(panel, LightCommand::SetToneMapping(ToneMapping::ALL[picked]));
    }
}

fn background(ui: &mut Ui, panel: &mut Panel<'_>) {
    let id = |b: BackgroundKind| match b {
        BackgroundKind::Theme => "background-theme",
        BackgroundKind::Colour => "background-colour",
        BackgroundKind::Gradient => "background-gradient",
        BackgroundKind::Transparent => "background-transparent",
        BackgroundKind::Blurred => "background-blurred",
        BackgroundKind::Surroundings => "background-surroundings",
    };
    let choices = BackgroundKind::ALL.map(|b| panel.text(id(b)));
    let light = panel.state.settings.light;
    let chosen = BackgroundKind::ALL
        .iter()
        .position(|b| *b == light.background)
        .unwrap_or(0);
    if let Some(picked) = choice(ui, panel, ["background", "background-tip"], &choices, chosen) {
        send(panel, LightCommand::SetBackground(BackgroundKind::ALL[picked]));
    }
    match light.background {
        BackgroundKind::Colour => {
            colour(
                ui,
                panel,
                "background-colour-of",
                light.colour,
                LightCommand::SetColour,
            );
        }
        BackgroundKind::Gradient => {
            colour(ui, panel, "background-top", light.colour, LightCommand::SetColour);
            let bottom = light.second_colour;
            colour(
                ui,
                panel,
                "background-bottom",
                bottom,
                LightCommand::SetSecondColour,
            );
        }
        _ => {}
    }
}

/// A colour that is changed by a click on its swatch, with its digits.
fn colour(ui: &mut Ui, panel: &mut Panel<'_>, id: &str, rgb: [u8; 3], command: fn([u8; 3]) -> LightCommand) {
    let t = tokens(ui);
    let label = panel.text(id);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    put(
        ui.painter(),
        pos2(rect.left() + PADDING, rect.center().y),
        Align2::LEFT_CENTER,
        &label,
        theme::body(),
        t.second,
    );
    let [r, g, b] = rgb;
    let swatch = Rect::from_min_max(
        pos2(rect.right() - PADDING - 40.0, rect.top() + 3.0),
        pos2(rect.right() - PADDING, rect.bottom() - 3.0),
    );
    put(
        ui.painter(),
        pos2(swatch.left() - 8.0, rect.center().y),
        Align2::RIGHT_CENTER,
        &format!("#{r:02x}{g:02x}{b:02x}"),
        theme::body(),
        t.text,
    );
    let mut chosen = Color32::from_rgb(r, g, b);
    let edited = ui
        .scope_builder(egui::UiBuilder::new().max_rect(swatch), |ui| {
            ui.spacing_mut().interact_size = swatch.size();
            egui::color_picker::color_edit_button_srgba(ui, &mut chosen, egui::color_picker::Alpha::Opaque)
        })
        .inner
        .accessible_name(label);
    if edited.changed() {
        let [r, g, b, _] = chosen.to_array();
        if [r, g, b] != rgb {
            send(panel, command([r, g, b]));
        }
    }
}

/// What is held while the picture is dragged, with its left middle at `left`.
fn modifier(ui: &Ui, left: egui::Pos2, key: &str) {
    let width = ui
        .painter()
        .layout_no_wrap(key.to_owned(), theme::caption(), Color32::WHITE)
        .size()
        .x
        + 9.0;
    key_badge(ui, pos2(left.x + width.max(20.0), left.y), key);
}
