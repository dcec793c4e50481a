//! The skeleton tree: search, fold, select. Only visible rows are drawn.

use egui::{Key, Rect, Role, Ui, WidgetInfo, pos2, vec2};

use super::icons::Icon;
use super::theme::{self, DENSE_ROW, PADDING, tokens};
use super::widgets::{
    CLICK, check_box, focus_ring, key_badge, panel_heading, put_cut, put_name, row_ground, search_field, tip,
};
use super::{Panel, parts, shapes};
use crate::viewer::{Command, LabCommand, Overlay, Part, TreeRow, keys};

/// Between two levels, points; less where the deepest row would stand farther in than [`DEEPEST`], so that every level
/// still stands beside the one above.
const INDENT: f32 = 8.0;
const DEEPEST: f32 = 112.0;

/// From one level to the next.
fn step_of(rows: &[TreeRow]) -> f32 {
    let deepest = rows.iter().map(|row| row.depth).max().unwrap_or(0);
    INDENT.min(DEEPEST / deepest.max(1) as f32)
}

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let t = tokens(ui);
    ui.add_space(9.0);
    let heading = panel_heading(ui, Icon::Bone, &panel.text("skeleton"));
    if let Some(key) = keys::shown_for(&Command::ToggleOverlay(Overlay::Skeleton)) {
        key_badge(ui, pos2(heading.right() - PADDING, heading.center().y), key);
    }
    ui.add_space(3.0);
    let (hint, label) = (panel.text("search-joints"), panel.text("search-joints-label"));
    let width = ui.available_width() - 2.0 * PADDING;
    ui.horizontal(|ui| {
        ui.add_space(PADDING);
        let clear = panel.text("search-clear");
        let search = panel.state.tree.search();
        let (response, edited) = search_field(ui, search, &hint, &label, &clear, width);
        let left_by = |key| response.lost_focus() && ui.input(|i| i.key_pressed(key));
        if left_by(Key::Escape) {
            // The way out of the field: the tree is whole again, and what is selected stays.
            panel.push(Command::SearchJoints(String::new()));
        } else if let Some(text) = edited {
            panel.push(Command::SearchJoints(text));
        } else if left_by(Key::Enter)
            && let Some(first) = panel.state.tree.rows().first()
            && !search.trim().is_empty()
        {
            panel.push(Command::SelectJoint(Some(first.joint)));
        }
        tip(response, &panel.text("search-joints-tip"), None);
    });
    ui.add_space(6.0);
    let rows = panel.state.tree.rows();
    if rows.is_empty() {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), egui::Sense::hover());
        let text = panel.text(if panel.state.model.is_some() {
            "search-nothing"
        } else {
            "nothing-open"
        });
        put_cut(
            ui.painter(),
            pos2(rect.left() + PADDING, rect.center().y),
            &text,
            theme::body(),
            t.second,
            width,
        );
        return;
    }
    let step = step_of(rows);
    let mut any_hovered = false;
    egui::ScrollArea::vertical()
        .id_salt("skeleton")
        .auto_shrink(false)
        .show_rows(ui, DENSE_ROW, rows.len(), |ui, range| {
            for row in &rows[range] {
                any_hovered |= joint_row(ui, panel, row, step);
            }
        });
    // The picture says what is under the pointer where that is over it.
    let here = ui
        .ctx()
        .pointer_hover_pos()
        .is_some_and(|at| at.x < ui.max_rect().right());
    if here && !any_hovered && panel.state.hovered_joint.is_some() {
        panel.push(Command::HoverJoint(None));
    }
}

/// Returns whether the pointer is on it.
fn joint_row(ui: &mut Ui, panel: &mut Panel<'_>, row: &TreeRow, step: f32) -> bool {
    let t = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), DENSE_ROW), CLICK);
    let selected = panel.state.selected_joint == Some(row.joint);
    row_ground(ui, rect, &response, selected);
    let middle = rect.center().y;
    let indent = row.depth as f32 * step;
    let mark = pos2(rect.left() + PADDING + 2.5 + indent, middle);
    if row.has_children {
        let hit = Rect::from_center_size(mark, vec2(18.0, DENSE_ROW));
        let id = ui.scope_id().with(("fold", row.joint.0));
        let fold = ui.interact(hit, id, egui::Sense::CLICK);
        let color = if fold.hovered() { t.text } else { t.second };
        shapes::fold(ui.painter(), mark, row.folded, color);
        let label = panel.texts.with(
            if row.folded { "unfold-joint" } else { "fold-joint" },
            &[("name", panel.state.tree.label(row.joint).into())],
        );
        fold.widget_info(|| WidgetInfo::labeled(Role::DisclosureTriangle, true, &label));
        if fold.clicked() {
            panel.push(Command::FoldJoint(row.joint, !row.folded));
        }
    }
    let mut right = rect.right() - PADDING;
    if panel.state.lab.uses_mask() && row.in_skin {
        right = mask_box(ui, panel, row, rect) - 6.0;
    }
    let name = panel.state.tree.label(row.joint).to_owned();
    // Left of the mask's box, where there is one.
    let eye_row = rect.with_max_x(right + PADDING);
    right = parts::eye(ui, panel, Part::Node(row.joint), &name, eye_row, false);
    let left = mark.x + 11.0;
    let out_of_sight = !panel.state.posed.hidden.shows_joint(row.joint);
    let weighed = panel.state.weighed.contains(&row.joint);
    let color = match (out_of_sight, weighed, row.in_skin) {
        (true, ..) => t.third,
        (_, true, _) => t.accent,
        (_, _, true) => t.text,
        _ => t.second,
    };
    let font = if selected { theme::strong() } else { theme::body() };
    put_name(ui.painter(), pos2(left, middle), &name, font, color, right - left);
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, selected, &name));
    let kind = panel.text(if row.in_skin {
        "joint-of-skin"
    } else {
        "joint-plain"
    });
    let hint = format!("{name} · {kind}");
    let response = tip(response, &hint, None);
    let hovered = response.hovered();
    if hovered && panel.state.hovered_joint != Some(row.joint) {
        panel.push(Command::HoverJoint(Some(row.joint)));
    }
    let adds = ui.input(|i| i.modifiers.command);
    if response.clicked() && adds {
        // Its weights beside those of the selected joint.
        panel.push(Command::WeighJoint(row.joint, !weighed));
    } else if response.double_clicked() && row.has_children {
        panel.push(Command::FoldJoint(row.joint, !row.folded));
    } else if response.clicked() {
        // Once more on the same row keeps it: Escape lets go.
        panel.push(Command::SelectJoint(Some(row.joint)));
    }
    hovered
}

/// A check box at the end of a row: whether the masked method uses dual quaternions there. Returns its left edge.
fn mask_box(ui: &Ui, panel: &mut Panel<'_>, row: &TreeRow, rect: Rect) -> f32 {
    let t = tokens(ui);
    let mark = Rect::from_center_size(
        pos2(rect.right() - PADDING - 7.0, rect.center().y),
        vec2(14.0, 14.0),
    );
    let hit = mark.expand2(vec2(6.0, 4.0));
    let response = ui.interact(hit, ui.scope_id().with(("mask", row.joint.0)), CLICK);
    let on = panel.state.lab.is_masked(row.joint);
    let border = if response.hovered() { t.second } else { t.third };
    check_box(ui.painter(), mark, on, border, &t);
    focus_ring(ui, &response, hit);
    let name = panel.state.tree.label(row.joint).to_owned();
    let label = panel.texts.with("mask-joint", &[("joint", name.into())]);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &label));
    if tip(response, &label, None).clicked() {
        panel.push(Command::Lab(LabCommand::SetMasked(row.joint, !on)));
    }
    hit.left()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::JointId;

    #[test]
    fn every_level_stands_beside_the_one_above() {
        let row = |depth| TreeRow {
            joint: JointId(0),
            depth,
            has_children: false,
            folded: false,
            in_skin: true,
        };
        for rows in [&[][..], &[row(0), row(12)]] {
            assert!((step_of(rows) - INDENT).abs() < 1e-6);
        }
        let deep = step_of(&[row(3), row(200)]);
        assert!(deep > 0.0 && 200.0 * deep <= DEEPEST + 1e-3);
    }
}
