//! The picture: the camera follows the pointer here, and the method that shows has its tag.

use egui::{
    Align2, Color32, CornerRadius, PointerButton, Rect, Role, Sense, Stroke, StrokeKind, TextureId, Ui,
    WidgetInfo, pos2, vec2,
};
use glam::Vec2;
use std::sync::{Arc, Weak};

use super::annotate::{Annotations, Band};
use super::icons::{Icon, put_icon};
use super::theme::{self, Tokens, tokens};
use super::widgets::put;
use super::{Panel, annotate, empty, gizmo, marks, motion_marks, split, teach};
use crate::model::{Model, SceneId};
use crate::skinning::SkinningMethod;
use crate::viewer::look::MarkedVertices;
use crate::viewer::pick::PictureAt;
use crate::viewer::view::Layout;
use crate::viewer::{Command, Compared, LightCommand, Slot, Weights};

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
        motion_marks::show(ui, panel, rect);
        marks::show(ui, panel, rect);
        annotations(ui, panel, rect, &t);
        split::show(ui, panel, rect);
        // Last: what lies over the rest has the pointer before it.
        gizmo::show(ui, panel, rect);
    } else if panel.state.loading.is_none() && panel.state.error.is_none() {
        empty::show(ui, panel, rect, &t);
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
    let above = frame.center() - vec2(0.0, 34.0);
    put_icon(ui.painter(), above, Icon::Download, 32.0, t.accent);
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
    if response.drag_stopped_by(PointerButton::Primary) && !ui.input(|i| i.modifiers.shift) {
        let turn = TURN / height;
        let speed = ui.input(|i| i.pointer.velocity());
        panel.push(Command::Spin {
            yaw: -speed.x * turn,
            pitch: speed.y * turn,
        });
    }
    let joint = response.hover_pos().and_then(|at| joint_under(panel, rect, at));
    // Left of the picture is the tree, which says so itself.
    let elsewhere = ui
        .ctx()
        .pointer_hover_pos()
        .is_none_or(|at| at.x >= rect.left() && !rect.contains(at));
    if (response.hovered() || elsewhere) && joint != panel.state.hovered_joint {
        panel.push(Command::HoverJoint(joint));
    }
    if response.double_clicked() {
        panel.push(Command::Frame);
    } else if response.clicked() && joint.is_some() {
        panel.push(Command::SelectJoint(joint));
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

/// The joint under a place, while the skeleton shows.
fn joint_under(panel: &Panel<'_>, rect: Rect, at: egui::Pos2) -> Option<crate::animation::JointId> {
    const REACH: f32 = 9.0;
    let state = panel.state;
    if !state.skeleton_shows() {
        return None;
    }
    let model = state.model.as_deref()?;
    let picture = picture_at(panel, rect, at);
    let matrices = state.posed.model_space.matrices();
    let has_skin = !model.skins.is_empty();
    let near = state
        .tree
        .joints_shown(has_skin && !state.overlays.nodes)
        .filter_map(|joint| {
            let place: glam::Vec3 = matrices.get(joint.index())?.translation.into();
            let away = marks::project(&state.camera, picture, place)?.distance(at);
            (away <= REACH && state.posed.hidden.shows_joint(joint)).then_some((joint, away))
        });
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(joint, _)| joint)
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
    let skinnings = state.lab.drawn();
    let mut what = Annotations::new(panel.texts, skinnings, state.layout(), state.length_unit());
    for (name, skinning) in what.names.iter_mut().zip(skinnings) {
        // The word that other programs have for it.
        if skinning == SkinningMethod::DualQuaternion.into() {
            *name = panel.text("tag-dqs");
        }
    }
    if state.lab.compares(Compared::Compression) {
        what.name_compressed(panel.texts, state.posed_compressed.is_some());
    }
    what.draggable = true;
    if let (Some(model), Some(weights)) = (&state.model, state.weights()) {
        what.weights = Some(weight_legend(ui, panel, model, weights));
    }
    if let Some(model) = state.model.as_deref().filter(|_| state.overlays.names) {
        let picture = picture_at(panel, rect, rect.min);
        let view = state.view([picture.width().max(1.0) as u32, picture.height().max(1.0) as u32]);
        what.joints = annotate::joint_names(model, &state.posed, &view);
    }
    if state.model.is_some() && state.posing.tool.is_some() && state.selected_joint.is_none() {
        // A tool without a joint has no handles: it says what it waits for.
        let words = panel.text("posing-select");
        let place = Rect::from_center_size(rect.center_bottom() - vec2(0.0, 21.0), vec2(8.0, 8.0));
        ui.interact(place, ui.scope_id().with("posing hint"), Sense::hover())
            .widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        what.caption = Some(words);
    }
    what.band = Band::of_variant(panel.texts, &state.shown_variant);
    let unseen = teach::Unseen::of(ui, panel);
    if let (Some(band), Some(unseen)) = (&mut what.band, &unseen) {
        band.note = format!("{}\n{}", unseen.line, band.note);
    }
    what.band_reserved = teach::buttons_width(ui, panel, unseen.as_ref());
    if let Some(band) = annotate::annotate(ui.painter(), rect, &what, t) {
        // A press on the band is none on the character behind it.
        ui.interact(band, ui.scope_id().with("band"), Sense::CLICK | Sense::DRAG);
        teach::end_buttons(ui, panel, unseen.as_ref(), band);
    }
}

/// The legend of influences, which goes over every vertex: kept until it would be another.
fn weight_legend(ui: &Ui, panel: &Panel<'_>, model: &Arc<Model>, weights: Weights) -> annotate::WeightLegend {
    #[derive(Clone)]
    struct Kept {
        // Weak, so that it keeps no model alive, and no other model can have its address.
        model: Weak<Model>,
        key: (SceneId, Weights, MarkedVertices),
        legend: annotate::WeightLegend,
    }
    let id = ui.scope_id().with("weight legend");
    let key = (panel.state.scene, weights, panel.state.marked);
    let kept: Option<Kept> = ui.data(|d| d.get_temp(id));
    if let Some(kept) = kept.filter(|k| k.key == key && k.model.as_ptr() == Arc::as_ptr(model)) {
        return kept.legend;
    }
    let legend = annotate::WeightLegend::new(panel.texts, model, key.0, &weights, key.2);
    let kept = Kept {
        model: Arc::downgrade(model),
        key,
        legend: legend.clone(),
    };
    ui.data_mut(|d| d.insert_temp(id, kept));
    legend
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
