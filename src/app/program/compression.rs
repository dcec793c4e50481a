//! Compressed clips: numbers as they come, and the file.

use std::path::PathBuf;

use super::super::compression::{Answer, Export, target_of, tell};
use super::{Program, has_dialogs};
use crate::viewer::{Again, CompressionReport, ErrorCard, Report, report};

impl Program {
    pub(super) fn compressed(&mut self, answer: Answer) {
        match answer {
            Answer::Clip(model, key, scale, clip) => {
                if !self
                    .compressor
                    .answered(&mut self.state, model, key, Some((scale, clip)))
                {
                    return;
                }
            }
            Answer::Done(model, key) => {
                if !self.compressor.answered(&mut self.state, model, key, None) {
                    return;
                }
            }
            Answer::Written(Ok(written)) => tell(&mut self.state, CompressionReport::Written(written)),
            Answer::Written(Err(refused)) => {
                tell(&mut self.state, CompressionReport::NotWritten);
                let card = ErrorCard {
                    again: Some(Again::CompressedFile),
                    ..self.issue_card(refused.file, &refused.issue)
                };
                report(&mut self.state, Report::Failed(card));
            }
        }
        self.redraw();
    }

    /// Begins to write the file; asks back where that would replace one.
    pub(super) fn export_compressed(&mut self, typed: &str, replace: bool) {
        let path = target_of(typed);
        let (Some(model), Some(compressed)) = (self.state.original.clone(), self.state.compressed()) else {
            return;
        };
        if !replace && path.exists() {
            tell(&mut self.state, CompressionReport::Exists(typed.to_owned()));
            return;
        }
        let clips = compressed.clips.iter().flatten().cloned().collect();
        let job = Export {
            from: self.loader.opened(),
            model,
            clips,
            way: self.state.compression.way,
            path,
            options: self.options.import,
        };
        tell(&mut self.state, CompressionReport::Writing);
        self.compressor.export(job);
    }

    /// Asks for the file to write.
    pub(super) fn choose_compressed(&mut self, path: &str) {
        let title = self.texts.get("compression-export-title");
        if has_dialogs() {
            self.ask_for_output(&title, &target_of(path), super::Happening::ChosenCompressed);
        }
    }

    pub(super) fn compressed_chosen(&mut self, path: Option<PathBuf>) {
        self.dialog_open = None;
        if let Some(path) = path {
            let path = path.to_string_lossy().into_owned();
            tell(&mut self.state, CompressionReport::Chosen(path));
        }
        self.redraw();
    }
}
