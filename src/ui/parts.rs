//! Meshes and materials, each with an eye that hides it and a mark that shows it alone. Nodes have theirs in the tree.

use egui::{Rect, Role, Ui, WidgetInfo, pos2, vec2};

use super::fold::Fold;
use super::icons::Icon;
use super::theme::{self, DENSE_ROW, PADDING, tokens};
use super::widgets::{CLICK, focus_ring, link_row, put_cut, row_ground, tip};
use super::{Panel, shapes};
use crate::viewer::{Command, Part};

/// Rows before the list scrolls.
const MOST_ROWS: usize = 8;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let (hidden, alone) = panel.state.visibility.counts();
    let fold = Fold {
        icon: Icon::Layers,
        name: "parts",
        tip: None,
        note: None,
        open: hidden + alone > 0,
    };
    if !fold.show(ui, panel) {
        return;
    }
    if hidden + alone > 0 {
        let label = panel.texts.with(
            "parts-out-of-sight",
            &[
                ("hidden", (hidden as u32).into()),
                ("alone", (alone as u32).into()),
            ],
        );
        let (link, hint) = (panel.text("parts-show-all"), panel.text("parts-show-all-tip"));
        if link_row(ui, DENSE_ROW, &label, &link, &hint) {
            panel.push(Command::ShowAll);
        }
    }
    let state = panel.state;
    let rows = state.parts.len();
    egui::ScrollArea::vertical()
        .id_salt("parts")
        .max_height(DENSE_ROW * rows.min(MOST_ROWS) as f32)
        .auto_shrink([false, true])
        .show_rows(ui, DENSE_ROW, rows, |ui, range| {
            for (part, name) in &state.parts[range] {
                row(ui, panel, *part, name);
            }
        });
    ui.add_space(8.0);
}

fn row(ui: &mut Ui, panel: &mut Panel<'_>, part: Part, name: &str) {
    let t = tokens(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), egui::Sense::hover());
    row_ground(ui, rect, &response, false);
    let middle = rect.center().y;
    let left = eye(ui, panel, part, name, rect, true);
    let left = solo(ui, panel, part, name, pos2(left - 11.0, middle));
    let kind = panel.text(match part {
        Part::Material(_) => "part-material",
        Part::Mesh(_) => "part-mesh",
        Part::Node(_) => "part-node",
    });
    let kind_width = 52.0;
    let color = if panel.state.visibility.hides(part) {
        t.third
    } else {
        t.text
    };
    let room = left - rect.left() - PADDING - kind_width - 8.0;
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, middle),
        &kind,
        theme::caption(),
        t.third,
        kind_width,
    );
    let at = pos2(rect.left() + PADDING + kind_width, middle);
    put_cut(ui.painter(), at, name, theme::body(), color, room);
}

/// An eye at the right end of a row: hides a part, or shows it again. Quiet until the pointer is on the row, unless the part
/// is hidden or `always`. Returns its left edge.
pub(super) fn eye(ui: &Ui, panel: &mut Panel<'_>, part: Part, name: &str, row: Rect, always: bool) -> f32 {
    let t = tokens(ui);
    let hidden = panel.state.visibility.hides(part);
    let at = pos2(row.right() - PADDING - 7.0, row.center().y);
    let hit = Rect::from_center_size(at, vec2(22.0, row.height()));
    let response = ui.interact(hit, ui.scope_id().with(("eye", part)), CLICK);
    let near = ui.rect_contains_pointer(row);
    let shows = always || hidden || near || response.has_focus();
    if shows {
        let color = match (response.hovered(), hidden) {
            (true, _) => t.text,
            (false, true) => t.accent,
            (false, false) => t.third,
        };
        shapes::eye(ui.painter(), at, !hidden, color);
    }
    focus_ring(ui, &response, hit.shrink(2.0));
    let label = panel.texts.with(
        if hidden { "part-show" } else { "part-hide" },
        &[("name", name.into())],
    );
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, !hidden, &label));
    if tip(response, &label, None).clicked() {
        panel.push(Command::SetHidden(part, !hidden));
    }
    // A name needs no room for what does not show.
    if shows { hit.left() } else { row.right() - PADDING }
}

/// A ring with a dot: shows a part alone. Returns its left edge.
fn solo(ui: &Ui, panel: &mut Panel<'_>, part: Part, name: &str, at: egui::Pos2) -> f32 {
    let t = tokens(ui);
    let on = panel.state.visibility.is_solo(part);
    let hit = Rect::from_center_size(at, vec2(22.0, DENSE_ROW));
    let response = ui.interact(hit, ui.scope_id().with(("solo", part)), CLICK);
    let color = match (response.hovered(), on) {
        (true, _) => t.text,
        (false, true) => t.accent,
        (false, false) => t.third,
    };
    shapes::solo(ui.painter(), at, on, color);
    focus_ring(ui, &response, hit.shrink(2.0));
    let label = panel.texts.with(
        if on { "part-solo-end" } else { "part-solo" },
        &[("name", name.into())],
    );
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &label));
    if tip(response, &label, None).clicked() {
        panel.push(Command::SetSolo(part, !on));
    }
    hit.left()
}
