//! Sections of the right panel that can be folded: what is not needed today takes one line.

use egui::accesskit::Role;
use egui::{Align2, CursorIcon, Ui, WidgetInfo, pos2, vec2};

use super::icons::Icon;
use super::theme::{self, PADDING, tokens};
use super::widgets::{CLICK, focus_ring, panel_heading, put, tip};
use super::{Panel, shapes};

/// The heading of a section that folds.
pub(super) struct Fold<'a> {
    pub icon: Icon,
    /// Id of its name in `text`, under which a session remembers it, too.
    pub name: &'static str,
    /// Id of what the tooltip says, where the name does not say it all.
    pub tip: Option<&'static str>,
    /// Said at its right end.
    pub note: Option<&'a str>,
    /// Whether it is open until a person says otherwise.
    pub open: bool,
}

impl Fold<'_> {
    /// Shows the heading; true if the section is open.
    pub(super) fn show(&self, ui: &mut Ui, panel: &Panel<'_>) -> bool {
        let t = tokens(ui);
        let id = ui.scope_id().with(("fold", self.name));
        let mut open: bool = ui.data(|d| d.get_temp(id)).unwrap_or(self.open);
        let name = panel.text(self.name);
        ui.add_space(9.0);
        let rect = panel_heading(ui, self.icon, &name);
        let response = ui.interact(rect, id, CLICK);
        if response.clicked() {
            open = !open;
            ui.data_mut(|d| d.insert_temp(id, open));
        }
        let mark = pos2(rect.right() - PADDING - 3.0, rect.center().y);
        let ink = if response.hovered() { t.text } else { t.second };
        shapes::fold(ui.painter(), mark, !open, ink);
        if let Some(note) = self.note {
            let at = pos2(mark.x - 12.0, rect.center().y);
            put(
                ui.painter(),
                at,
                Align2::RIGHT_CENTER,
                note,
                theme::caption(),
                t.second,
            );
        }
        focus_ring(ui, &response, rect.shrink2(vec2(4.0, 2.0)));
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, open, &name));
        let response = match self.tip {
            Some(id) => tip(response, &panel.text(id), None),
            None => response,
        };
        response.on_hover_cursor(CursorIcon::PointingHand);
        ui.add_space(if open { 2.0 } else { 10.0 });
        open
    }
}
