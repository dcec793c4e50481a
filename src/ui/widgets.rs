//! The controls that panels are made of. Each has hover, pressed, focus and disabled states, a tooltip and a label for
//! assistive technology.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Key, Painter, Pos2, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

use super::icons::{self, Icon, put_icon};
use super::theme::{self, CONTROL, CORNER, PADDING, ROW, Tokens, tokens};

/// A progress bar; a moving piece of one while the share is not known.
pub(super) fn progress_bar(ui: &Ui, name: &str, rect: Rect, share: Option<f32>) {
    let t = tokens(ui);
    let corner = CornerRadius::same((rect.height() / 2.0) as u8);
    ui.painter().rect_filled(rect, corner, t.line);
    let (from, to) = share.map_or_else(
        || {
            let at = (ui.input(|i| i.time) * 0.6).fract() as f32 * 1.3 - 0.3;
            (at.max(0.0), (at + 0.3).min(1.0))
        },
        |f| (0.0, f.clamp(0.0, 1.0)),
    );
    let x = |share: f32| rect.left() + rect.width() * share;
    let done = Rect::from_min_max(pos2(x(from), rect.top()), pos2(x(to), rect.bottom()));
    ui.painter().rect_filled(done, corner, t.accent);
    let id = ui.scope_id().with(("progress", name));
    ui.interact(rect, id, Sense::hover()).widget_info(|| WidgetInfo {
        value: share.map(f64::from),
        ..WidgetInfo::new(Role::ProgressIndicator)
    });
}

/// A click target that also takes the focus.
pub(super) const CLICK: Sense = Sense::CLICK.union(Sense::FOCUSABLE);

/// Shows `text`, and the key that does the same, when the pointer rests on `response`.
pub(super) fn tip(response: Response, text: &str, key: Option<&str>) -> Response {
    response.on_hover_ui(|ui| {
        let t = tokens(ui);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.add(egui::Label::new(text).wrap());
            if let Some(key) = key {
                let galley = ui
                    .painter()
                    .layout_no_wrap(key.to_owned(), theme::caption(), t.second);
                let size = vec2(galley.size().x.max(8.0) + 8.0, 18.0);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                badge(ui.painter(), rect, galley, &t);
            }
        });
    })
}

/// A ring around what has the keyboard.
pub(super) fn focus_ring(ui: &Ui, response: &Response, rect: Rect) {
    if response.has_focus() {
        let ring = Stroke::new(2.0, tokens(ui).accent);
        ui.painter()
            .rect_stroke(rect, CornerRadius::same(CORNER), ring, StrokeKind::Inside);
    }
}

/// One line of text, cut with an ellipsis at `max_width`.
pub(super) fn line(
    painter: &Painter,
    text: &str,
    font: FontId,
    color: Color32,
    max_width: f32,
) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, color));
    job.wrap = TextWrapping {
        max_width: max_width.max(0.0),
        max_rows: 1,
        break_anywhere: true,
        ..TextWrapping::default()
    };
    painter.layout_job(job)
}

/// Paints one line of text at `at`; returns its rectangle.
pub(super) fn put(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    text: &str,
    font: FontId,
    color: Color32,
) -> Rect {
    painter.text(at, anchor, text, font, color)
}

/// Paints one line, cut at `max_width`, with its left middle at `at`; returns its rectangle.
pub(super) fn put_cut(
    painter: &Painter,
    at: Pos2,
    text: &str,
    font: FontId,
    color: Color32,
    max_width: f32,
) -> Rect {
    let galley = line(painter, text, font, color, max_width);
    let rect = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, color);
    rect
}

/// Paints a name as [`put_cut`] does, but leaves out its middle where it is too long: names of joints differ at their ends.
pub(super) fn put_name(
    painter: &Painter,
    at: Pos2,
    name: &str,
    font: FontId,
    color: Color32,
    max_width: f32,
) -> Rect {
    let width = |text: &str| {
        painter
            .layout_no_wrap(text.to_owned(), font.clone(), color)
            .size()
            .x
    };
    let text = middle_cut(name, |text| width(text) <= max_width);
    put_cut(painter, at, &text, font, color, max_width)
}

/// The longest text that `fits`, with an ellipsis for what is missing in the middle.
fn middle_cut(name: &str, fits: impl Fn(&str) -> bool) -> std::borrow::Cow<'_, str> {
    if fits(name) {
        return name.into();
    }
    let chars: Vec<char> = name.chars().collect();
    let with = |kept: usize| -> String {
        let head = kept / 2;
        let tail = kept - head;
        let (head, tail) = (&chars[..head], &chars[chars.len() - tail..]);
        head.iter().chain(&['…']).chain(tail).collect()
    };
    let (mut least, mut most) = (0, chars.len().saturating_sub(1));
    while least < most {
        let middle = (least + most).div_ceil(2);
        if fits(&with(middle)) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    with(least).into()
}

/// The frame of a key name.
fn badge(painter: &Painter, rect: Rect, galley: Arc<Galley>, t: &Tokens) {
    painter.rect_stroke(
        rect,
        CornerRadius::same(3),
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
    let at = Align2::CENTER_CENTER
        .anchor_size(rect.center(), galley.size())
        .min;
    painter.galley(at, galley, t.second);
}

/// A key name in its frame, with its right middle at `right`; returns its rectangle.
pub(super) fn key_badge(ui: &Ui, right: Pos2, key: &str) -> Rect {
    let t = tokens(ui);
    let galley = ui
        .painter()
        .layout_no_wrap(key.to_owned(), theme::caption(), t.second);
    let width = (galley.size().x + 9.0).max(20.0);
    let rect = Rect::from_min_size(pos2(right.x - width, right.y - 10.0), vec2(width, 20.0));
    badge(ui.painter(), rect, galley, &t);
    rect
}

/// The colour of headings: between labels and captions, readable at their size.
pub(super) fn heading_color(t: &Tokens) -> Color32 {
    t.second.lerp_to_gamma(t.third, 0.35)
}

/// The heading of a section in small spaced capitals, 28 points high; returns its row.
pub(super) fn section(ui: &mut Ui, text: &str) -> Rect {
    heading(ui, None, text)
}

/// The heading of a panel: its icon, and its name as [`section`] has it.
pub(super) fn panel_heading(ui: &mut Ui, icon: Icon, text: &str) -> Rect {
    heading(ui, Some(icon), text)
}

/// Paints small spaced capitals with their left middle at `at`.
pub(super) fn put_heading(painter: &Painter, at: Pos2, text: &str, t: &Tokens) {
    let mut job = LayoutJob::default();
    let format = TextFormat {
        extra_letter_spacing: 0.9,
        ..TextFormat::simple(theme::semibold(11.0), heading_color(t))
    };
    job.append(&text.to_uppercase(), 0.0, format);
    let galley = painter.layout_job(job);
    let rect = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, t.second);
}

fn heading(ui: &mut Ui, icon: Option<Icon>, text: &str) -> Rect {
    let t = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
    let mut left = rect.left() + PADDING;
    if let Some(icon) = icon {
        // Capitals stand a little above the middle of their line.
        let at = pos2(left + 7.0, rect.center().y - 1.0);
        put_icon(ui.painter(), at, icon, 14.0, heading_color(&t));
        left += 21.0;
    }
    put_heading(ui.painter(), pos2(left, rect.center().y), text, &t);
    let text = text.to_owned();
    response.widget_info(move || WidgetInfo::labeled(Role::Heading, true, &text));
    rect
}

/// A one-pixel line across the panel.
pub(super) fn divider(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    ui.painter()
        .rect_filled(rect, CornerRadius::ZERO, tokens(ui).line);
}

/// The ground of a row of a list: selected, pressed, under the pointer, or none.
pub(super) fn row_ground(ui: &Ui, rect: Rect, response: &Response, selected: bool) {
    let t = tokens(ui);
    let inner = rect.shrink2(vec2(4.0, 0.0));
    let fill = if selected {
        t.selected
    } else if response.is_pointer_button_down_on() {
        t.line
    } else if response.hovered() {
        t.hover
    } else {
        Color32::TRANSPARENT
    };
    ui.painter().rect_filled(inner, CornerRadius::same(CORNER), fill);
    focus_ring(ui, response, inner);
}

/// A label at the left and a value at the right, `height` high.
pub(super) fn value_row(
    ui: &mut Ui,
    height: f32,
    label: &str,
    value: &str,
    color: Option<Color32>,
) -> Response {
    let t = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let middle = rect.center().y;
    let right = pos2(rect.right() - PADDING, middle);
    let value_rect = put(
        ui.painter(),
        right,
        Align2::RIGHT_CENTER,
        value,
        theme::strong(),
        color.unwrap_or(t.text),
    );
    let room = value_rect.left() - rect.left() - PADDING - 8.0;
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, middle),
        label,
        theme::body(),
        t.second,
        room,
    );
    let text = format!("{label}: {value}");
    response.widget_info(move || WidgetInfo::labeled(Role::Label, true, &text));
    response
}

/// One of several choices in a row; `color` is that of its name.
pub(super) struct Segment<'a> {
    /// What it is called.
    pub label: &'a str,
    /// Its tooltip.
    pub tip: &'a str,
    /// The colour of its name, if it has one of its own.
    pub color: Option<Color32>,
    /// Whether it is the chosen one.
    pub chosen: bool,
}

/// A segmented control over the panel's width; returns the index of a choice that was clicked.
pub(super) fn segmented(ui: &mut Ui, segments: &[Segment<'_>], key: Option<&str>) -> Option<usize> {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), Sense::hover());
    segmented_in(ui, rect.shrink2(vec2(PADDING, 0.0)), segments, key)
}

/// A segmented control of plain choices, each by its name and its tooltip; `chosen`: which one is. Returns the index of one
/// that was clicked.
pub(super) fn choose_one(ui: &mut Ui, words: &[(String, String)], chosen: Option<usize>) -> Option<usize> {
    let segments: Vec<Segment<'_>> = words
        .iter()
        .enumerate()
        .map(|(k, (label, tip))| Segment {
            label,
            tip,
            color: None,
            chosen: chosen == Some(k),
        })
        .collect();
    segmented(ui, &segments, None)
}

/// A segmented control that fills `rect`; returns the index of a choice that was clicked.
pub(super) fn segmented_in(
    ui: &Ui,
    rect: Rect,
    segments: &[Segment<'_>],
    key: Option<&str>,
) -> Option<usize> {
    let t = tokens(ui);
    let corner = CornerRadius::same(CORNER);
    ui.painter().rect(
        rect,
        corner,
        t.field,
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
    let widths = segment_widths(ui, segments, rect.width());
    let mut clicked = None;
    let mut next = rect.left();
    for (index, (segment, width)) in segments.iter().zip(widths).enumerate() {
        let left = next;
        next += width;
        let cell = Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height()));
        let response = ui.interact(cell, ui.scope_id().with(("segment", segment.label)), CLICK);
        let inner = cell.shrink(1.0);
        if segment.chosen {
            ui.painter()
                .rect_filled(inner, CornerRadius::same(CORNER - 1), t.selected);
        } else if response.is_pointer_button_down_on() {
            ui.painter()
                .rect_filled(inner, CornerRadius::same(CORNER - 1), t.line);
        } else if response.hovered() {
            ui.painter()
                .rect_filled(inner, CornerRadius::same(CORNER - 1), t.hover);
        }
        if index > 0 {
            ui.painter()
                .vline(left, cell.shrink(1.0).y_range(), Stroke::new(1.0, t.line));
        }
        let color = segment
            .color
            .unwrap_or(if segment.chosen { t.text } else { t.second });
        let font = if segment.chosen {
            theme::strong()
        } else {
            theme::body()
        };
        put(
            ui.painter(),
            cell.center(),
            Align2::CENTER_CENTER,
            segment.label,
            font,
            color,
        );
        focus_ring(ui, &response, inner);
        let (label, chosen) = (segment.label.to_owned(), segment.chosen);
        response.widget_info(move || WidgetInfo::selected(Role::RadioButton, true, chosen, &label));
        let response = tip(response, segment.tip, key);
        if response.clicked() {
            clicked = Some(index);
        }
    }
    clicked
}

/// Cells of one width, or, where a word would not fit into its own, as wide as their words ask for.
fn segment_widths(ui: &Ui, segments: &[Segment<'_>], whole: f32) -> Vec<f32> {
    let words: Vec<f32> = segments
        .iter()
        .map(|s| {
            let galley = ui
                .painter()
                .layout_no_wrap(s.label.to_owned(), theme::strong(), Color32::WHITE);
            galley.size().x
        })
        .collect();
    let even = whole / segments.len().max(1) as f32;
    if words.iter().all(|w| w + 8.0 <= even) {
        return vec![even; segments.len()];
    }
    let room = (whole - words.iter().sum::<f32>()) / segments.len().max(1) as f32;
    words.iter().map(|w| w + room).collect()
}

/// A field that opens a menu of choices; returns the index of the one that was clicked.
pub(super) fn menu(
    ui: &Ui,
    rect: Rect,
    choices: &[String],
    chosen: Option<usize>,
    color: Option<Color32>,
    label: &str,
    hint: &str,
) -> Option<usize> {
    let t = tokens(ui);
    let response = ui.interact(rect, ui.scope_id().with(("menu", label)), CLICK);
    let fill = if response.is_pointer_button_down_on() {
        t.line
    } else if response.hovered() {
        t.hover
    } else {
        t.field
    };
    ui.painter().rect(
        rect,
        CornerRadius::same(CORNER),
        fill,
        Stroke::new(1.0, t.line),
        StrokeKind::Inside,
    );
    let text = chosen.and_then(|c| choices.get(c)).map_or("–", String::as_str);
    put_cut(
        ui.painter(),
        pos2(rect.left() + 8.0, rect.center().y),
        text,
        theme::body(),
        color.unwrap_or(t.text),
        rect.width() - 28.0,
    );
    let mark = pos2(rect.right() - 12.0, rect.center().y);
    put_icon(ui.painter(), mark, Icon::ChevronDown, 14.0, t.second);
    focus_ring(ui, &response, rect);
    let name = format!("{label}: {text}");
    response.widget_info(move || WidgetInfo::labeled(Role::ComboBox, true, &name));
    let mut picked = None;
    egui::Popup::menu(&response).show(|ui| {
        ui.set_min_width(rect.width() - 8.0);
        ui.spacing_mut().item_spacing.y = 1.0;
        // A file may have hundreds of them.
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for (index, choice) in choices.iter().enumerate() {
                if ui
                    .add(egui::Button::new(choice).selected(chosen == Some(index)))
                    .clicked()
                {
                    picked = Some(index);
                    ui.close();
                }
            }
        });
    });
    if !egui::Popup::is_any_open(ui.ctx()) {
        tip(response, hint, None);
    }
    picked.filter(|p| chosen != Some(*p))
}

/// A label at the left and a link at the right, `height` high; true if the link was clicked.
pub(super) fn link_row(ui: &mut Ui, height: f32, label: &str, link: &str, hint: &str) -> bool {
    let t = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), CLICK);
    let middle = rect.center().y;
    let galley = line(
        ui.painter(),
        link,
        theme::strong(),
        t.accent,
        rect.width() - 2.0 * PADDING - 90.0,
    );
    let at = Align2::RIGHT_CENTER.anchor_size(pos2(rect.right() - PADDING, middle), galley.size());
    if response.hovered() {
        ui.painter()
            .hline(at.x_range(), at.bottom() - 1.0, Stroke::new(1.0, t.accent));
    }
    ui.painter().galley(at.min, galley, t.accent);
    focus_ring(ui, &response, rect.shrink2(vec2(4.0, 0.0)));
    put_cut(
        ui.painter(),
        pos2(rect.left() + PADDING, middle),
        label,
        theme::body(),
        t.second,
        at.left() - rect.left() - PADDING - 8.0,
    );
    let name = format!("{label}: {link}");
    response.widget_info(move || WidgetInfo::labeled(Role::Link, true, &name));
    tip(response, hint, None)
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .clicked()
}

/// A check box over the panel's width, with its key at the right; returns true if it was clicked.
pub(super) fn check_row(ui: &mut Ui, checked: bool, label: &str, hint: &str, key: Option<&str>) -> bool {
    let t = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), CLICK);
    row_ground(ui, rect, &response, false);
    let middle = rect.center().y;
    let mark = Rect::from_center_size(pos2(rect.left() + PADDING + 7.0, middle), vec2(14.0, 14.0));
    let border = if response.hovered() { t.third } else { t.line };
    check_box(ui.painter(), mark, checked, border, &t);
    let right = rect.right() - PADDING;
    let badge = key.map(|key| key_badge(ui, pos2(right, middle), key));
    let room = badge.map_or(right, |b| b.left() - 8.0) - mark.right() - 8.0;
    put_cut(
        ui.painter(),
        pos2(mark.right() + 8.0, middle),
        label,
        theme::body(),
        t.text,
        room,
    );
    let name = label.to_owned();
    response.widget_info(move || WidgetInfo::selected(Role::CheckBox, true, checked, &name));
    tip(response, hint, key).clicked()
}

pub(super) fn check_box(painter: &Painter, rect: Rect, checked: bool, border: Color32, t: &Tokens) {
    let corner = CornerRadius::same(3);
    if checked {
        painter.rect_filled(rect, corner, t.accent);
        let at = |x: f32, y: f32| pos2(rect.left() + x, rect.top() + y);
        painter.line(
            vec![at(3.5, 7.3), at(6.0, 9.8), at(10.6, 4.6)],
            Stroke::new(1.5, t.on_accent),
        );
    } else {
        painter.rect(
            rect,
            corner,
            t.field,
            Stroke::new(1.0, border),
            StrokeKind::Inside,
        );
    }
}

/// A slider over the panel's width; returns a new value while it is dragged, clicked or moved by arrow keys.
pub(super) fn slider(ui: &mut Ui, value: f64, max: f64, step: f64, label: &str, hint: &str) -> Option<f64> {
    let t = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::click_and_drag());
    let rail = rect.shrink2(vec2(PADDING, 0.0));
    let middle = rail.center().y;
    let x_of = |v: f64| rail.left() + rail.width() * (v / max).clamp(0.0, 1.0) as f32;
    let bar = |from: f32, to: f32| Rect::from_min_max(pos2(from, middle - 2.0), pos2(to, middle + 2.0));
    let at = x_of(value);
    ui.painter()
        .rect_filled(bar(rail.left(), rail.right()), CornerRadius::same(2), t.line);
    ui.painter()
        .rect_filled(bar(rail.left(), at), CornerRadius::same(2), t.accent);
    let grown = response.hovered() || response.dragged();
    ui.painter().circle(
        pos2(at, middle),
        if grown { 6.5 } else { 5.5 },
        t.text,
        Stroke::new(2.0, t.panel),
    );
    if response.has_focus() {
        ui.painter()
            .circle_stroke(pos2(at, middle), 9.0, Stroke::new(2.0, t.accent));
    }
    let name = label.to_owned();
    response.widget_info(move || WidgetInfo::slider(true, value, &name));
    let mut new = None;
    if let Some(pointer) = response.interact_pointer_pos()
        && (response.dragged() || response.clicked())
    {
        let share = f64::from((pointer.x - rail.left()) / rail.width().max(1.0)).clamp(0.0, 1.0);
        new = Some((share * max / step).round() * step);
    }
    if response.has_focus() {
        let filter = egui::EventFilter {
            horizontal_arrows: true,
            ..egui::EventFilter::default()
        };
        ui.memory_mut(|m| m.set_focus_lock_filter(response.id, filter));
        let by = ui.input(|i| i.num_presses(Key::ArrowRight) as f64 - i.num_presses(Key::ArrowLeft) as f64);
        if by != 0.0 {
            new = Some((value + by * step).clamp(0.0, max));
        }
    }
    tip(response, hint, None);
    new.filter(|v| *v != value)
}

/// How a button looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// With a field behind it.
    Plain,
    /// The one that is meant.
    Primary,
    /// Only text until the pointer is on it.
    Quiet,
}

/// Around the text of a quiet button, which shows only under the pointer.
pub(super) const QUIET_PADDING: f32 = 6.0;

/// A row of quiet buttons, the text of the first of which stands `indent` from the left edge of the panel.
pub(super) fn quiet_row<R>(ui: &mut Ui, indent: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.add_space(indent - QUIET_PADDING);
        contents(ui)
    })
    .inner
}

/// A button with a text; returns its response.
pub(super) fn button(ui: &mut Ui, label: &str, hint: &str, key: Option<&str>, look: Look) -> Response {
    button_with(ui, None, label, hint, key, look)
}

/// A button that fills `rect`, as in a grid of them; returns its response.
pub(super) fn button_in(
    ui: &mut Ui,
    rect: Rect,
    label: &str,
    hint: &str,
    key: Option<&str>,
    enabled: bool,
) -> Response {
    let builder = egui::UiBuilder::new().max_rect(rect).id_salt(label);
    let builder = if enabled { builder } else { builder.disabled() };
    let mut cell = ui.new_child(builder);
    sized_button(
        &mut cell,
        Some(rect.size()),
        None,
        label,
        (hint, key),
        Look::Plain,
    )
}

/// A button with an icon before its text; returns its response.
pub(super) fn button_with(
    ui: &mut Ui,
    icon: Option<Icon>,
    label: &str,
    hint: &str,
    key: Option<&str>,
    look: Look,
) -> Response {
    sized_button(ui, None, icon, label, (hint, key), look)
}

fn sized_button(
    ui: &mut Ui,
    size: Option<egui::Vec2>,
    icon: Option<Icon>,
    label: &str,
    (hint, key): (&str, Option<&str>),
    look: Look,
) -> Response {
    let t = tokens(ui);
    let enabled = ui.is_enabled();
    let (fill, ink) = match look {
        Look::Plain => (t.field, t.text),
        Look::Primary => (t.accent, t.on_accent),
        Look::Quiet => (Color32::TRANSPARENT, t.second),
    };
    let font = if look == Look::Primary {
        theme::strong()
    } else {
        theme::body()
    };
    let galley = ui.painter().layout_no_wrap(label.to_owned(), font, ink);
    let padding = if look == Look::Quiet { QUIET_PADDING } else { 12.0 };
    let room = icon.map_or(0.0, |_| icons::SIZE + 7.0);
    let size = size.unwrap_or(vec2(galley.size().x + room + 2.0 * padding, CONTROL));
    let (rect, response) = ui.allocate_exact_size(size, CLICK);
    let down = response.is_pointer_button_down_on();
    let fill = match (down, response.hovered()) {
        (true, _) => fill_over(fill, t.line, &t, look, 0.35),
        (_, true) => fill_over(fill, t.hover, &t, look, 0.15),
        _ => fill,
    };
    let border = if look == Look::Plain {
        Stroke::new(1.0, t.line)
    } else {
        Stroke::NONE
    };
    ui.painter()
        .rect(rect, CornerRadius::same(CORNER), fill, border, StrokeKind::Inside);
    let at = Align2::CENTER_CENTER
        .anchor_size(rect.center() + vec2(0.5 * room, 0.0), galley.size())
        .min;
    if let Some(icon) = icon {
        let at = pos2(rect.left() + padding + 0.5 * icons::SIZE - 1.0, rect.center().y);
        put_icon(ui.painter(), at, icon, icons::SIZE, ink);
    }
    ui.painter().galley(at, galley, ink);
    focus_ring(ui, &response, rect);
    let name = label.to_owned();
    response.widget_info(move || WidgetInfo::labeled(Role::Button, enabled, &name));
    tip(response, hint, key)
}

fn fill_over(fill: Color32, quiet: Color32, t: &Tokens, look: Look, amount: f32) -> Color32 {
    match look {
        Look::Primary => fill.lerp_to_gamma(t.text, amount),
        _ => quiet,
    }
}

/// A square button with an icon of `size` points.
pub(super) fn tool_button(
    ui: &Ui,
    rect: Rect,
    (icon, size): (Icon, f32),
    label: &str,
    key: Option<&str>,
    enabled: bool,
) -> Response {
    icon_button(ui, rect, label, key, enabled, |painter, rect, color| {
        put_icon(painter, rect.center(), icon, size, color);
    })
}

/// A square button whose face is painted by `face` in the given colour.
pub(super) fn icon_button(
    ui: &Ui,
    rect: Rect,
    label: &str,
    key: Option<&str>,
    enabled: bool,
    face: impl FnOnce(&Painter, Rect, Color32),
) -> Response {
    let t = tokens(ui);
    let response = ui.interact(
        rect,
        ui.scope_id().with(("icon", label)),
        if enabled { CLICK } else { Sense::hover() },
    );
    if enabled && response.is_pointer_button_down_on() {
        ui.painter().rect_filled(rect, CornerRadius::same(CORNER), t.line);
    } else if enabled && response.hovered() {
        ui.painter()
            .rect_filled(rect, CornerRadius::same(CORNER), t.hover);
    }
    let ink = match (enabled, response.hovered()) {
        (false, _) => t.third.gamma_multiply(0.5),
        (true, true) => t.text,
        (true, false) => t.second,
    };
    face(ui.painter(), rect, ink);
    focus_ring(ui, &response, rect);
    let name = label.to_owned();
    response.widget_info(move || WidgetInfo::labeled(Role::Button, enabled, &name));
    tip(response, label, key)
}

/// A field to search with, `width` wide, with a mark that empties it while it holds text; returns its text after an edit.
pub(super) fn search_field(
    ui: &mut Ui,
    text: &str,
    hint: &str,
    label: &str,
    clear: &str,
    width: f32,
) -> (Response, Option<String>) {
    let margin = egui::Margin {
        right: 26,
        ..FIELD_MARGIN
    };
    let (response, edited) = text_field_with(ui, text, hint, label, width, margin);
    if text.is_empty() {
        return (response, edited);
    }
    let rect = response.rect;
    let mark = Rect::from_center_size(pos2(rect.right() - 13.0, rect.center().y), vec2(20.0, 20.0));
    let cleared = tool_button(ui, mark, (Icon::X, 14.0), clear, None, true).clicked();
    (response, if cleared { Some(String::new()) } else { edited })
}

/// Around the text of a field.
const FIELD_MARGIN: egui::Margin = egui::Margin::symmetric(8, 5);

/// A field for one line of text over the panel's width; returns its text after an edit.
pub(super) fn text_field(
    ui: &mut Ui,
    text: &str,
    hint: &str,
    label: &str,
    width: f32,
) -> (Response, Option<String>) {
    text_field_with(ui, text, hint, label, width, FIELD_MARGIN)
}

fn text_field_with(
    ui: &mut Ui,
    text: &str,
    hint: &str,
    label: &str,
    width: f32,
    margin: egui::Margin,
) -> (Response, Option<String>) {
    let t = tokens(ui);
    let mut edited = text.to_owned();
    let edit = egui::TextEdit::singleline(&mut edited)
        .hint_text(egui::RichText::new(hint).color(t.third))
        .margin(margin)
        .desired_width(width);
    let response = ui.add(edit);
    let name = label.to_owned();
    let response = response.accessible_name(name);
    let changed = response.changed() && edited != text;
    (response, changed.then_some(edited))
}

#[cfg(test)]
mod tests {
    use super::middle_cut;

    #[test]
    fn a_long_name_keeps_both_its_ends() {
        let cut = |most: usize| middle_cut("mixamorig:LeftHandThumb3", |t| t.chars().count() <= most);
        assert_eq!(cut(24), "mixamorig:LeftHandThumb3");
        assert_eq!(cut(13), "mixamo…Thumb3");
        assert_eq!(cut(2), "…3");
        assert_eq!(cut(0), "…");
        assert_eq!(middle_cut("", |_| false), "…");
    }
}
