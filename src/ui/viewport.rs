//! The picture: the camera follows the pointer here, and the method that shows has its tag.

use egui::{
    Align2, Color32, CornerRadius, PointerButton, Rect, Sense, Stroke, StrokeKind, TextureId, Ui, pos2, vec2,
};
use glam::Vec2;

use super::annotate::{Annotations, Band};
use super::theme::{self, Tokens, tokens};
use super::widgets::{Look, button, put};
use super::{Panel, annotate, marks, shapes, split, teach};
use crate::skinning::SkinningMethod;
use crate::viewer::pick::PictureAt;
use crate::viewer::view::Layout;
use crate::viewer::{Command, LightCommand, Slot, keys};

/// Radians a drag over the height of the picture turns.
const TURN: f32 = 3.6;
/// How strongly the wheel zooms, per point of scrolling.
const ZOOM: f32 = 0.0035;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect, picture: Option<TextureId>) {
    let t = tokens(ui);
    if rect.width() < 1.0 || rect.height() < 1.0 {
        return;
    }
    ui.painter().rect_filled(rect, CornerRadius::ZERO, t.background);
    if let Some(texture) = picture.filter(|_| panel.state.model.is_some()) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture, rect, whole, Color32::WHITE);
    }
    pointer(ui, panel, rect);
    if panel.state.model.is_some() {
        marks::show(ui, panel, rect);
        annotations(ui, panel, rect, &t);
        split::show(ui, panel, rect);
    } else if panel.state.loading.is_none() && panel.state.error.is_none() {
        empty(ui, panel, rect, &t);
    }
    drop_hint(ui, panel, rect, &t);
}

/// A frame while a file is held over the window.
fn drop_hint(ui: &Ui, panel: &Panel<'_>, rect: Rect, t: &Tokens) {
    if ui.input(|i| i.raw.hovered_files.is_empty()) {
        return;
    }
    let frame = rect.shrink(10.0);
    ui.painter().rect(
        frame,
        CornerRadius::same(6),
        t.accent.gamma_multiply(0.12),
        Stroke::new(2.0, t.accent),
        StrokeKind::Inside,
    );
    let words = panel.text("drop-here");
    put(
        ui.painter(),
        frame.center(),
        Align2::CENTER_CENTER,
        &words,
        theme::semibold(17.0),
        t.text,
    );
}

/// Whoever got the press keeps the drag: egui holds it for this response until the button is let go.
fn pointer(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect) {
    let response = ui.interact(rect, ui.scope_id().with("viewport"), Sense::CLICK | Sense::DRAG);
    if response.is_pointer_button_down_on() {
        // The picture takes no keys for itself: Space plays again after a click on it.
        ui.memory_mut(|m| {
            if let Some(id) = m.focused() {
                m.surrender_focus(id);
            }
        });
    }
    if panel.state.model.is_none() {
        return;
    }
    let height = rect.height();
    let moved = response.drag_delta();
    if moved != egui::Vec2::ZERO {
        let (shift, turns_light) = ui.input(|i| (i.modifiers.shift, i.modifiers.command));
        let pans = response.dragged_by(PointerButton::Middle)
            || response.dragged_by(PointerButton::Secondary)
            || (shift && response.dragged_by(PointerButton::Primary));
        if pans {
            panel.push(Command::Pan(Vec2::new(moved.x, -moved.y) / height));
        } else if turns_light && response.dragged_by(PointerButton::Primary) {
            // What is lit from the camera's side follows the hand.
            panel.push(Command::Light(LightCommand::Turn(moved.x * TURN / height)));
        } else if response.dragged_by(PointerButton::Primary) {
            let turn = TURN / height;
            panel.push(Command::Orbit {
                yaw: -moved.x * turn,
                pitch: moved.y * turn,
            });
        }
    }
    if response.double_clicked() {
        panel.push(Command::Frame);
    } else if response.clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        panel.push(Command::PickVertex(place_of(panel, rect, at)));
    }
    let Some(at) = response.hover_pos() else { return };
    let (scrolled, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
    let factor = (-scrolled * ZOOM).exp() / pinch;
    if factor != 1.0 {
        let from_middle = (at - picture_at(panel, rect, at).center()) / height;
        panel.push(Command::Zoom {
            factor,
            at: Vec2::new(from_middle.x, -from_middle.y),
        });
    }
}

/// A place of the window as one of the picture, and whose half it is in.
fn place_of(panel: &Panel<'_>, rect: Rect, at: egui::Pos2) -> PictureAt {
    let picture = picture_at(panel, rect, at);
    let from_middle = (at - picture.center()) / picture.size();
    let layout = panel.state.layout();
    let slot = match layout {
        Layout::B => Slot::B,
        Layout::Split { at: line } if at.x >= annotate::divider_x(rect, line) => Slot::B,
        Layout::Side if at.x >= rect.center().x => Slot::B,
        _ => Slot::A,
    };
    PictureAt {
        ndc: Vec2::new(2.0 * from_middle.x, -2.0 * from_middle.y),
        aspect: picture.width() / picture.height().max(1.0),
        slot,
    }
}

/// The picture under a place: the half that it is in, side by side.
fn picture_at(panel: &Panel<'_>, rect: Rect, at: egui::Pos2) -> Rect {
    if panel.state.layout() != Layout::Side {
        return rect;
    }
    let (left, right) = rect.split_left_right_at_fraction(0.5);
    if at.x < rect.center().x { left } else { right }
}

/// Names of A and B, the line between them, the legend of a difference, the band over what is wrong on purpose.
fn annotations(ui: &Ui, panel: &mut Panel<'_>, rect: Rect, t: &Tokens) {
    let state = panel.state;
    let skinnings = state.lab.skinnings;
    let mut what = Annotations::new(panel.texts, skinnings, state.layout(), state.length_unit());
    for (name, skinning) in what.names.iter_mut().zip(skinnings) {
        // The word that other programs have for it.
        if skinning == SkinningMethod::DualQuaternion.into() {
            *name = panel.text("tag-dqs");
        }
    }
    what.draggable = true;
    what.band = Band::of_variant(panel.texts, &state.shown_variant);
    what.band_reserved = teach::button_width(ui, panel);
    if let Some(band) = annotate::annotate(ui.painter(), rect, &what, t) {
        teach::end_button(ui, panel, band);
    }
}

/// What to do when nothing is open.
fn empty(ui: &mut Ui, panel: &mut Panel<'_>, rect: Rect, t: &Tokens) {
    let center = rect.center();
    let frame =
        Rect::from_center_size(center, vec2((rect.width() - 48.0).clamp(0.0, 460.0), 260.0)).intersect(rect);
    ui.painter().rect(
        frame,
        CornerRadius::same(6),
        t.panel,
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
    shapes::drop_here(ui.painter(), pos2(center.x, frame.top() + 56.0), t.accent);
    let at = |y: f32| pos2(center.x, frame.top() + y);
    put(
        ui.painter(),
        at(108.0),
        Align2::CENTER_CENTER,
        &panel.text("empty-title"),
        theme::semibold(17.0),
        t.text,
    );
    put(
        ui.painter(),
        at(136.0),
        Align2::CENTER_CENTER,
        &panel.text("empty-formats"),
        theme::body(),
        t.second,
    );
    let row = Rect::from_min_max(
        pos2(frame.left(), frame.top() + 172.0),
        pos2(frame.right(), frame.top() + 204.0),
    );
    let mut chosen = None;
    centred(ui, "empty", row, |ui| {
        let (open, sample) = (panel.text("menu-open"), panel.text("menu-open-sample"));
        let key = keys::shown_for(&Command::OpenDialog);
        if button(ui, &open, &panel.text("key-open"), key, Look::Primary).clicked() {
            chosen = Some(Command::OpenDialog);
        }
        if button(ui, &sample, &panel.text("empty-sample-tip"), None, Look::Plain).clicked() {
            chosen = Some(Command::OpenSample);
        }
    });
    put(
        ui.painter(),
        at(230.0),
        Align2::CENTER_CENTER,
        &panel.text("empty-paste"),
        theme::caption(),
        t.second,
    );
    if let Some(command) = chosen {
        panel.push(command);
    }
}

/// Lays controls out in a row in the middle of `rect`: the width of the last frame says where the row begins.
pub(super) fn centred(ui: &mut Ui, name: &str, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with(("centred", name));
    let width: f32 = ui.data(|d| d.get_temp(id)).unwrap_or(0.0);
    let left = (rect.center().x - 0.5 * width).max(rect.left());
    let builder = egui::UiBuilder::new()
        .id_salt(name)
        .max_rect(Rect::from_min_max(pos2(left, rect.top()), rect.max))
        .layout(egui::Layout::left_to_right(egui::Align::Center));
    let used = ui.scope_builder(builder, |ui| {
        contents(ui);
        ui.min_rect().width()
    });
    if (used.inner - width).abs() > 0.5 {
        ui.data_mut(|d| d.insert_temp(id, used.inner));
        ui.ctx().request_repaint();
    }
}
