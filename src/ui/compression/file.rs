//! The file with compressed clips: where it goes, and what came of it.

use egui::{Sense, Ui, vec2};

use super::super::skinning::padded;
use super::super::theme::{PADDING, Tokens};
use super::super::units::{self, three_digits};
use super::super::widgets::{Look, button, section, text_field};
use super::{Panel, length, note, send};
use crate::viewer::CompressionCommand;
use crate::viewer::compression::{Compressed, WrittenFile};

pub(super) fn show(ui: &mut Ui, panel: &mut Panel<'_>, t: &Tokens) {
    section(ui, &panel.text("compression-export-section"));
    ui.add_space(2.0);
    let state = panel.state;
    if !state.compression.way.reaches_the_file() {
        note(ui, &panel.text("compression-export-none"), t);
        ui.add_space(6.0);
        return;
    }
    let path = state.compressed_path();
    let (label, hint) = (
        panel.text("compression-path"),
        panel.text("compression-path-hint"),
    );
    padded(ui, |ui| {
        let width = ui.available_width();
        let (response, edited) = text_field(ui, &path, &hint, &label, width);
        super::tip(response, &panel.text("compression-path-tip"), None);
        if let Some(edited) = edited {
            send(panel, CompressionCommand::SetPath(edited));
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let exists = state.compression.file.exists.as_ref() == Some(&path);
            let chosen = exists && state.compression.file.path == path;
            let words = if state.compression.file.writing {
                "compression-writing"
            } else if chosen {
                "compression-replace"
            } else {
                "compression-export"
            };
            let (label, hint) = (panel.text(words), panel.text("compression-export-tip"));
            ui.add_enabled_ui(state.can_export_compressed(), |ui| {
                if button(ui, &label, &hint, None, Look::Primary).clicked() {
                    send(panel, CompressionCommand::Export);
                }
            });
            if !state.outputs.no_dialog {
                let (label, hint) = (panel.text("output-choose"), panel.text("output-choose-tip"));
                if button(ui, &label, &hint, None, Look::Plain).clicked() {
                    send(panel, CompressionCommand::Choose);
                }
            }
        });
    });
    let waits = !state.compressed().is_some_and(Compressed::is_whole);
    let said = match &state.compression.file.written {
        Some(written) => Some(words_of(panel, written)),
        None if state.compression.file.exists.as_ref() == Some(&path) => {
            Some(panel.text("compression-exists"))
        }
        None if waits => Some(panel.text("compression-export-waits")),
        None => None,
    };
    if let Some(said) = said {
        ui.add_space(6.0);
        note(ui, &said, t);
    }
    let (_, _) = ui.allocate_exact_size(vec2(PADDING, 6.0), Sense::hover());
}

/// What became smaller, and what that costs: never one without the other.
fn words_of(panel: &Panel<'_>, written: &WrittenFile) -> String {
    let [file, animation] = [written.file_bytes, written.animation_bytes];
    let ratio = animation[0] as f64 / animation[1].max(1) as f64;
    let name = written.path.rsplit(['/', '\\']).next().unwrap_or("");
    let args = [
        ("name", name.into()),
        ("before", units::bytes(file[0]).into()),
        ("after", units::bytes(file[1]).into()),
        ("clips", units::bytes(animation[0]).into()),
        ("now", units::bytes(animation[1]).into()),
        ("ratio", three_digits(ratio).into()),
        ("largest", length(panel, written.largest).into()),
        ("p99", length(panel, written.percentile_99).into()),
    ];
    let mut words = panel.texts.with("compression-written", &args);
    if written.pictures_elsewhere > 0 {
        let count = [("count", (written.pictures_elsewhere as u32).into())];
        words.push(' ');
        words.push_str(&panel.texts.with("compression-pictures", &count));
    }
    words
}
