//! The window's panels: they read a [`ViewerState`] and return [`Command`]s; they never change anything.
//!
//! Used by `app`, `cli`. Must not name wgpu, winit or files.
//!
//! One file a panel. [`show`] lays them out around the picture; what a person does in them comes back as commands, in
//! the order in which it happened.

pub mod annotate;
mod band;
mod bounds;
mod camera;
mod cards;
mod clips;
mod compression;
mod distance;
mod empty;
mod fold;
mod gizmo;
mod graph;
mod icons;
mod inspector;
mod issues;
mod key_sheet;
pub mod legend;
mod light;
mod looks;
mod marks;
mod morphs;
mod motion;
mod motion_marks;
pub mod names;
mod open_path;
mod output;
mod output_notice;
mod overlays;
mod parts;
mod passes;
mod posing;
mod probes;
mod shapes;
mod skeleton;
mod skinning;
mod split;
mod symptoms;
mod teach;
pub mod theme;
mod timeline;
mod top_bar;
mod twists;
pub mod units;
mod viewport;
mod widgets;

pub use passes::passes;

use egui::{CornerRadius, Rect, TextureId, Ui, UiBuilder, pos2};

use crate::model::Severity;
use crate::text::Texts;
use crate::viewer::{Command, Compared, ViewerState};
use theme::{LEFT, RIGHT, SLIDE_SECS, TIMELINE, TOP, tokens};

/// What a panel works with.
pub(crate) struct Panel<'a> {
    /// What to show.
    state: &'a ViewerState,
    /// The sentences.
    texts: &'a Texts,
    /// What the person did.
    commands: Vec<Command>,
}

impl Panel<'_> {
    fn text(&self, id: &str) -> String {
        self.texts.get(id)
    }

    fn push(&mut self, command: Command) {
        self.commands.push(command);
    }
}

/// What came of one frame of the interface.
#[derive(Debug)]
pub struct Output {
    /// What the person did, in order.
    pub commands: Vec<Command>,
    /// Where the picture is, points.
    pub viewport: Rect,
    /// How far the right panel is scrolled, points.
    pub scrolled: f32,
}

/// The least width and height that the picture keeps, points; panels make room for it.
const VIEWPORT_MIN: [f32; 2] = [340.0, 160.0];

/// Draws the whole window. `picture` is the 3D view, if there is one.
pub fn show(ui: &mut Ui, state: &ViewerState, texts: &Texts, picture: Option<TextureId>) -> Output {
    let mut panel = Panel {
        state,
        texts,
        commands: Vec::new(),
    };
    // All of the window, whatever margin the caller gave `ui`.
    let whole = ui.ctx().viewport_rect();
    ui.set_clip_rect(whole);
    let t = tokens(ui);
    ui.painter().rect_filled(whole, CornerRadius::ZERO, t.background);

    let panels = state.settings.panels;
    let slide = |name: &str, fits: bool| {
        let id = egui::Id::unique(("panel", name));
        ui.ctx().animate_bool_with_time_and_easing(
            id,
            panels && fits,
            SLIDE_SECS,
            egui::emath::easing::cubic_out,
        )
    };
    let (w, h) = (whole.width(), whole.height());
    let top = TOP * slide("top", h >= TOP + 40.0);
    let right = RIGHT * slide("right", w >= RIGHT + VIEWPORT_MIN[0]);
    let left = LEFT * slide("left", w >= LEFT + RIGHT + VIEWPORT_MIN[0]);
    let slid = slide("timeline", h >= TOP + TIMELINE + VIEWPORT_MIN[1]);
    // What shows below the timeline takes what room there is.
    let room = (h - TOP - TIMELINE - VIEWPORT_MIN[1]).max(0.0);
    let below = timeline::sheet_height(&panel).min(room);
    let timeline_height = TIMELINE + below;
    let bottom = timeline_height * slid;

    let top_y = whole.top() + top;
    let bottom_y = whole.bottom() - bottom;
    let viewport = Rect::from_min_max(
        pos2(whole.left() + left, top_y),
        pos2(whole.right() - right, bottom_y),
    );
    viewport::show(ui, &mut panel, viewport, picture);

    if top > 0.0 {
        let rect = Rect::from_min_max(pos2(whole.left(), top_y - TOP), pos2(whole.right(), top_y));
        region(ui, "top", rect, |ui| top_bar::show(ui, &mut panel));
    }
    if left > 0.0 {
        let rect = Rect::from_min_max(
            pos2(viewport.left() - LEFT, top_y),
            pos2(viewport.left(), bottom_y),
        );
        region(ui, "left", rect, |ui| {
            clips::show(ui, &mut panel);
            widgets::divider(ui);
            skeleton::show(ui, &mut panel);
        });
        ui.painter()
            .vline(viewport.left() - 0.5, rect.y_range(), (1.0, t.line));
    }
    let mut scrolled = 0.0;
    if right > 0.0 {
        let rect = Rect::from_min_max(
            pos2(viewport.right(), top_y),
            pos2(viewport.right() + RIGHT, bottom_y),
        );
        region(ui, "right", rect, |ui| {
            let panels = egui::ScrollArea::vertical()
                .id_salt("right")
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    skinning::show(ui, &mut panel);
                    widgets::divider(ui);
                    let methods = state.lab.compares(Compared::Methods);
                    if methods {
                        distance::show(ui, &mut panel);
                        widgets::divider(ui);
                        twists::show(ui, &mut panel);
                        widgets::divider(ui);
                    }
                    // What does not look right is the first thing to know.
                    let urgent = state.doctor.diagnosis.worst() >= Some(Severity::Warning);
                    if urgent {
                        issues::show(ui, &mut panel);
                        widgets::divider(ui);
                    }
                    looks::show(ui, &mut panel);
                    widgets::divider(ui);
                    overlays::show(ui, &mut panel);
                    widgets::divider(ui);
                    light::show(ui, &mut panel);
                    widgets::divider(ui);
                    // What is told of a model has nothing to say without one.
                    if state.model.is_none() {
                        return;
                    }
                    posing::show(ui, &mut panel);
                    widgets::divider(ui);
                    motion::show(ui, &mut panel);
                    widgets::divider(ui);
                    if morphs::show(ui, &mut panel) {
                        widgets::divider(ui);
                    }
                    bounds::show(ui, &mut panel);
                    widgets::divider(ui);
                    compression::show(ui, &mut panel);
                    widgets::divider(ui);
                    if !methods {
                        twists::show(ui, &mut panel);
                        widgets::divider(ui);
                    }
                    if !urgent {
                        issues::show(ui, &mut panel);
                        widgets::divider(ui);
                    }
                    inspector::show(ui, &mut panel);
                    widgets::divider(ui);
                    probes::show(ui, &mut panel);
                    widgets::divider(ui);
                    teach::show(ui, &mut panel);
                    widgets::divider(ui);
                    if !state.parts.is_empty() {
                        parts::show(ui, &mut panel);
                        widgets::divider(ui);
                    }
                    camera::show(ui, &mut panel);
                });
            scrolled = panels.state.clamped_offset().y;
        });
        ui.painter()
            .vline(viewport.right() + 0.5, rect.y_range(), (1.0, t.line));
    }
    if bottom > 0.0 {
        let rect = Rect::from_min_max(
            pos2(whole.left(), bottom_y),
            pos2(whole.right(), bottom_y + timeline_height),
        );
        region(ui, "timeline", rect, |ui| timeline::show(ui, &mut panel));
        ui.painter().hline(rect.x_range(), bottom_y + 0.5, (1.0, t.line));
    }
    if top > 0.0 {
        ui.painter().hline(whole.x_range(), top_y - 0.5, (1.0, t.line));
    }

    cards::show(ui, &mut panel, viewport);
    open_path::show(ui, &mut panel, viewport);
    output::show(ui, &mut panel, whole);
    output_notice::show(ui, &mut panel, viewport);
    key_sheet::show(ui, &mut panel, whole);
    symptoms::show(ui, &mut panel, whole);
    Output {
        commands: panel.commands,
        viewport,
        scrolled,
    }
}

/// A panel of the window: its ground, and what is in it from the top down without gaps.
fn region(ui: &mut Ui, name: &str, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    ui.painter()
        .rect_filled(rect, CornerRadius::ZERO, tokens(ui).panel);
    let builder = UiBuilder::new()
        .id_salt(name)
        .max_rect(rect)
        .layout(egui::Layout::top_down(egui::Align::Min));
    ui.scope_builder(builder, |ui| {
        ui.shrink_clip_rect(rect);
        ui.spacing_mut().item_spacing.y = 0.0;
        contents(ui);
    });
}
