//! Posing by hand: the tool, its axes, what was done to the selected joint in numbers, steps, and poses as text.

use egui::{EventFilter, Rect, Ui, vec2};
use glam::{EulerRot, Quat};

use super::fold::Fold;
use super::icons::Icon;
use super::theme::{CONTROL, PADDING, ROW, tokens};
use super::widgets::{button_in, check_row, choose_one, tip, value_row};
use super::{Panel, units};
use crate::animation::JointId;
use crate::viewer::{Command, PoseNote, PoseTool, PosingCommand, keys};

/// Names of unknown joints that are told; of more, how many.
const MOST_NAMES: usize = 3;

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>) {
    let top = ui.cursor().top();
    contents(ui, panel);
    // A tool that is taken by its key brings the panel into sight, once: who scrolls away stays there.
    let id = ui.scope_id().with("posing tool");
    let now = panel.state.posing.tool.is_some();
    let before: Option<bool> = ui.data(|d| d.get_temp(id));
    ui.data_mut(|d| d.insert_temp(id, now));
    if now && before == Some(false) {
        let place = Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=ui.cursor().top());
        ui.scroll_to_rect(place, None);
    }
}

fn contents(ui: &mut Ui, panel: &mut Panel<'_>) {
    let state = panel.state;
    let fold = Fold {
        icon: Icon::Hand,
        name: "posing",
        tip: None,
        note: None,
        // A tool in the hand brings its panel with it, and what was posed can be put back.
        open: state.posing.tool.is_some() || !state.hand_pose().is_empty(),
    };
    if !fold.show(ui, panel) {
        return;
    }
    // Until there is something to pose it says no more than how to begin.
    let begun =
        state.selected_joint.is_some() || state.posing.tool.is_some() || !state.hand_pose().is_empty();
    if !begun {
        words(ui, &panel.text("posing-none"));
        ui.add_space(10.0);
        return;
    }
    tools(ui, panel);
    ui.add_space(4.0);
    if let Some(joint) = state.selected_joint {
        let name = state.tree.label(joint).to_owned();
        value_row(ui, ROW, &panel.text("posing-joint"), &name, None);
        let moves = units::count(state.selected_moves as u64);
        value_row(ui, ROW, &panel.text("posing-moves"), &moves, None);
        turns(ui, panel, joint);
        if state.posing.tool == Some(PoseTool::Reach) && state.selected_limb().is_none() {
            words(ui, &panel.text("posing-no-limb"));
        }
    } else {
        words(ui, &panel.text("posing-none"));
    }
    let local = state.posing.is_local;
    let (label, hint) = (panel.text("posing-local"), panel.text("posing-local-tip"));
    if check_row(ui, local, &label, &hint, None) {
        panel.push(Command::Posing(PosingCommand::SetLocal(!local)));
    }
    let over_rest = state.hand_pose().is_over_rest();
    let (label, hint) = (panel.text("posing-over-rest"), panel.text("posing-over-rest-tip"));
    if check_row(ui, over_rest, &label, &hint, None) {
        panel.push(Command::Posing(PosingCommand::SetOverRest(!over_rest)));
    }
    ui.add_space(4.0);
    buttons(ui, panel);
    if let Some(note) = &state.posing.note {
        let told = told(panel, note);
        words(ui, &told);
    }
    ui.add_space(10.0);
}

fn words(ui: &mut Ui, text: &str) {
    let color = tokens(ui).second;
    super::skinning::padded(ui, |ui| {
        ui.add(egui::Label::new(egui::RichText::new(text).size(12.0).color(color)).wrap());
    });
}

/// The tools; the one in the hand is laid down by a second click.
fn tools(ui: &mut Ui, panel: &mut Panel<'_>) {
    let ids = [
        ("posing-rotate", "posing-rotate-tip"),
        ("posing-move", "posing-move-tip"),
        ("posing-reach", "posing-reach-tip"),
    ];
    let words: Vec<(String, String)> = PoseTool::ALL
        .iter()
        .zip(ids)
        .map(|(tool, (label, hint))| {
            let key = keys::shown_for(&Command::Posing(PosingCommand::ToggleTool(*tool)));
            let hint = format!("{} ({})", panel.text(hint), key.unwrap_or_default());
            (panel.text(label), hint)
        })
        .collect();
    let now = panel.state.posing.tool;
    if let Some(chosen) = choose_one(ui, &words, PoseTool::ALL.iter().position(|t| now == Some(*t))) {
        panel.push(Command::Posing(PosingCommand::ToggleTool(PoseTool::ALL[chosen])));
    }
}

/// How far a hand has turned the joint about its own axes, in degrees: to be dragged or typed.
fn turns(ui: &mut Ui, panel: &mut Panel<'_>, joint: JointId) {
    let rotation = panel.state.hand_pose().change(joint).rotation;
    let (x, y, z) = rotation.to_euler(EulerRot::XYZ);
    let before = [x, y, z].map(f32::to_degrees);
    let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW + 2.0), egui::Sense::hover());
    let gap = 6.0;
    let width = (row.width() - 2.0 * PADDING - 2.0 * gap) / 3.0;
    for (k, (id, axis)) in [
        ("posing-turn-x", "X"),
        ("posing-turn-y", "Y"),
        ("posing-turn-z", "Z"),
    ]
    .into_iter()
    .enumerate()
    {
        let left = row.left() + PADDING + k as f32 * (width + gap);
        let field = Rect::from_min_size(egui::pos2(left, row.top()), vec2(width, ROW));
        let mut degrees = before[k];
        let label = panel.text(id);
        let drag = egui::DragValue::new(&mut degrees)
            .speed(0.5)
            .range(-180.0..=180.0)
            .max_decimals(1)
            // `nan` and `inf` are numbers to Rust, and no turns.
            .custom_parser(|text| {
                let typed = text.trim().trim_start_matches(['X', 'Y', 'Z']).trim();
                let typed = typed.trim_end_matches('°').trim().replace('−', "-");
                typed.parse().ok().filter(|degrees: &f64| degrees.is_finite())
            })
            // Half way round a joint there are zeros with a sign, which say nothing.
            .custom_formatter(|degrees, _| units::tenths(degrees))
            .prefix(format!("{axis} "))
            .suffix("°");
        let response = ui.put(field, drag).accessible_name(label.clone());
        if response.drag_started() {
            panel.push(Command::Posing(PosingCommand::Begin));
        }
        if response.changed() && degrees.is_finite() && degrees != before[k] {
            let mut angles = before;
            angles[k] = degrees;
            let [x, y, z] = angles.map(f32::to_radians);
            let turned = Quat::from_euler(EulerRot::XYZ, x, y, z);
            panel.push(Command::Posing(PosingCommand::SetRotation(joint, turned)));
        }
        if response.drag_stopped() {
            panel.push(Command::Posing(PosingCommand::End));
        }
        if response.has_focus() {
            let filter = EventFilter::default();
            ui.memory_mut(|m| m.set_focus_lock_filter(response.id, filter));
        }
        tip(response, &label, None);
    }
}

fn buttons(ui: &mut Ui, panel: &mut Panel<'_>) {
    let state = panel.state;
    let [back, forward] = state.posing.steps();
    let hand = state.hand_pose();
    let posed = |j: &JointId| hand.change(*j) != crate::animation::HandChange::NONE;
    let joint = state.selected_joint.filter(posed);
    let rows: [&[(&str, &str, bool, PosingCommand)]; 4] = [
        &[
            ("posing-undo", "posing-undo-tip", back > 0, PosingCommand::Undo),
            ("posing-redo", "posing-redo-tip", forward > 0, PosingCommand::Redo),
        ],
        &[
            ("posing-copy", "posing-copy-tip", true, PosingCommand::Copy),
            (
                "posing-paste",
                "posing-paste-tip",
                true,
                PosingCommand::PasteClipboard,
            ),
        ],
        &[
            (
                "posing-reset",
                "posing-reset-tip",
                joint.is_some(),
                PosingCommand::Reset(joint.unwrap_or(JointId(0))),
            ),
            (
                "posing-reset-all",
                "posing-reset-all-tip",
                !hand.changes().is_empty(),
                PosingCommand::ResetAll,
            ),
        ],
        &[("posing-mirror", "posing-mirror-tip", true, PosingCommand::Mirror)],
    ];
    let gap = 6.0;
    for row in rows {
        let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), CONTROL), egui::Sense::hover());
        let count = row.len() as f32;
        let width = (line.width() - 2.0 * PADDING - (count - 1.0) * gap) / count;
        for (k, (label, hint, enabled, command)) in row.iter().enumerate() {
            let command = Command::Posing(command.clone());
            let key = keys::shown_for(&command);
            let (label, hint) = (panel.text(label), panel.text(hint));
            let left = line.left() + PADDING + k as f32 * (width + gap);
            let cell = Rect::from_min_size(egui::pos2(left, line.top()), vec2(width, CONTROL));
            if button_in(ui, cell, &label, &hint, key, *enabled).clicked() {
                panel.push(command);
            }
        }
        ui.add_space(6.0);
    }
}

fn told(panel: &Panel<'_>, note: &PoseNote) -> String {
    match note {
        PoseNote::Copied(n) => panel.texts.with("posing-copied", &[("n", (*n).into())]),
        PoseNote::Pasted(n, unknown) if unknown.is_empty() => {
            panel.texts.with("posing-pasted", &[("n", (*n).into())])
        }
        PoseNote::Pasted(n, unknown) => {
            let mut names = unknown[..unknown.len().min(MOST_NAMES)].join(", ");
            if unknown.len() > MOST_NAMES {
                names.push('…');
            }
            let words = [
                ("n", (*n).into()),
                ("count", unknown.len().into()),
                ("names", names.into()),
            ];
            panel.texts.with("posing-pasted-part", &words)
        }
        PoseNote::Refused(error) => {
            use crate::viewer::PoseTextError;
            match error {
                PoseTextError::NotAPose => panel.text("posing-not-a-pose"),
                PoseTextError::Version => panel.text("posing-bad-version"),
                PoseTextError::Number(name) => panel
                    .texts
                    .with("posing-bad-number", &[("name", name.as_str().into())]),
            }
        }
        PoseNote::Mirrored(n) => panel.texts.with("posing-mirrored", &[("n", (*n).into())]),
        PoseNote::NoSides => panel.text("posing-no-sides"),
    }
}
