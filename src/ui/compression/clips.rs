//! All clips: what they come to, where it is worst, and each of them in a row.

use egui::{Align2, Rect, Role, Ui, WidgetInfo, pos2, vec2};

use super::super::skinning::padded;
use super::super::theme::{self, DENSE_ROW, PADDING, Tokens};
use super::super::units::{self, three_digits};
use super::super::widgets::{
    CLICK, Look, button, focus_ring, link_row, put, put_cut, row_ground, section, tip,
};
use super::{Panel, bytes, length};
use crate::animation::ClipId;
use crate::inspect::compression::{ClipInBytes, WorstOnSkin};
use crate::viewer::compression::Compressed;
use crate::viewer::{Command, LabCommand};

/// How many clips show before all are asked for.
const FIRST: usize = 5;

pub(super) fn name_of(panel: &Panel<'_>, clip: ClipId) -> String {
    let name = panel.state.clip_name(clip);
    if name.is_empty() {
        panel.text("clip-unnamed")
    } else {
        name.to_owned()
    }
}

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>, known: &Compressed, t: &Tokens) {
    if known.sum.clips == 0 || known.clips.len() < 2 {
        return;
    }
    let heading = section(ui, &panel.text("all-clips"));
    let count = panel.texts.with(
        "compression-count",
        &[
            ("done", (known.sum.clips as u32).into()),
            ("all", (known.clips.len() as u32).into()),
        ],
    );
    put(
        ui.painter(),
        pos2(heading.right() - PADDING, heading.center().y),
        Align2::RIGHT_CENTER,
        &count,
        theme::caption(),
        t.second,
    );
    let sum = &known.sum;
    bytes::show(ui, panel, (&sum.steps, sum.bytes), known.scale, &sum.figures, t);
    if let Some((clip, at)) = &sum.worst {
        worst(ui, panel, *clip, at, "compression-worst-of-all", t);
    }
    let id = ui.scope_id().with("all compressed clips");
    let all: bool = ui.data(|d| d.get_temp(id)).unwrap_or(false);
    let clips: Vec<_> = known.clips.iter().flatten().cloned().collect();
    let shown = if all { clips.len() } else { clips.len().min(FIRST) };
    for clip in &clips[..shown] {
        row(ui, panel, clip, t);
    }
    if clips.len() > FIRST {
        let label = if all {
            panel.text("twists-fewer")
        } else {
            let count = [("n", (clips.len() as u32).into())];
            panel.texts.with("twists-all", &count)
        };
        let hint = panel.text("compression-all-tip");
        padded(ui, |ui| {
            if button(ui, &label, &hint, None, Look::Quiet).clicked() {
                ui.data_mut(|d| d.insert_temp(id, !all));
            }
        });
    }
    ui.add_space(6.0);
}

/// A way to the moment and the joint that are off most.
pub(super) fn worst(
    ui: &mut Ui,
    panel: &mut Panel<'_>,
    clip: ClipId,
    worst: &WorstOnSkin,
    label: &'static str,
    _: &Tokens,
) {
    let joint = panel.state.tree.label(worst.joint).to_owned();
    let time = units::seconds(worst.time_secs);
    let text = format!("{joint} · {time}");
    let words = [
        ("joint", joint.into()),
        ("time", time.into()),
        ("clip", name_of(panel, clip).into()),
    ];
    let hint = panel.texts.with("compression-go-tip", &words);
    if link_row(ui, DENSE_ROW, &panel.text(label), &text, &hint) {
        panel.push(Command::Lab(LabCommand::GoToMoment {
            clip: Some(clip),
            time_secs: worst.time_secs,
            joint: worst.joint,
        }));
    }
}

/// One clip: its ratio, and below it what that costs. A click plays it.
fn row(ui: &mut Ui, panel: &mut Panel<'_>, clip: &ClipInBytes, t: &Tokens) {
    let c = &clip.compressed;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), bytes::LIST_ROW), CLICK);
    row_ground(ui, rect, &response, panel.state.clip() == Some(c.clip));
    let [left, right] = [rect.left() + PADDING, rect.right() - PADDING];
    let [first, second] = [rect.top() + 12.0, rect.top() + 27.0];
    let name = name_of(panel, c.clip);
    let raw = clip.steps.raw;
    let ratio = raw as f64 / c.bytes.max(1) as f64;
    let ratio = panel
        .texts
        .with("compression-ratio", &[("ratio", three_digits(ratio).into())]);
    let of = |at: f32, anchor: Align2| {
        pos2(
            if anchor == Align2::LEFT_CENTER {
                left
            } else {
                right
            },
            at,
        )
    };
    let value = put(
        ui.painter(),
        of(first, Align2::RIGHT_CENTER),
        Align2::RIGHT_CENTER,
        &ratio,
        theme::strong(),
        t.text,
    );
    put_cut(
        ui.painter(),
        of(first, Align2::LEFT_CENTER),
        &name,
        theme::strong(),
        t.text,
        value.left() - left - 8.0,
    );
    let figures = &c.error.figures;
    let words = [
        ("largest", length(panel, figures.largest()).into()),
        ("p99", length(panel, figures.percentile(0.99)).into()),
    ];
    let errors = panel.texts.with("compression-errors", &words);
    let value: Rect = put(
        ui.painter(),
        of(second, Align2::RIGHT_CENTER),
        Align2::RIGHT_CENTER,
        &errors,
        theme::caption(),
        t.second,
    );
    let from_to = panel.texts.with(
        "compression-from-to",
        &[
            ("before", units::bytes(raw).into()),
            ("after", units::bytes(c.bytes).into()),
        ],
    );
    put_cut(
        ui.painter(),
        of(second, Align2::LEFT_CENTER),
        &from_to,
        theme::caption(),
        t.second,
        value.left() - left - 8.0,
    );
    focus_ring(ui, &response, rect.shrink2(vec2(4.0, 0.0)));
    let said = format!("{name}: {ratio}, {errors}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
    if tip(response, &panel.text("compression-play-tip"), None).clicked() {
        panel.push(Command::PlayClip(c.clip));
    }
}
