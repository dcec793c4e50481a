//! Pictures of surroundings come and go, and what the person is told when one does not come.

use std::path::PathBuf;

use super::super::environment::EnvironmentAnswer;
use super::Program;
use crate::environment::EnvironmentError;
use crate::render::RenderError;
use crate::viewer::{Loading, PictureInfo, Report, report};

impl Program {
    /// Begins to read a picture of surroundings; it lights as soon as it is there.
    pub(super) fn open_environment(&mut self, path: PathBuf) {
        let gpu = self.shell.as_ref().map(|s| s.graphics.gpu.clone());
        let name = self.environments.start(path, gpu);
        let loading = Loading { name, fraction: None };
        report(&mut self.state, Report::EnvironmentLoading(loading));
        self.redraw();
    }

    /// Tells how far it is, while one is being read.
    pub(super) fn environment_progress(&mut self) {
        if let Some(loading) = self.state.surroundings.loading.clone() {
            let fraction = self.environments.fraction();
            let loading = Loading { fraction, ..loading };
            report(&mut self.state, Report::EnvironmentLoading(loading));
        }
    }

    pub(super) fn cancel_environment(&mut self) {
        if self.environments.cancel() {
            report(&mut self.state, Report::EnvironmentCancelled);
        }
    }

    pub(super) fn environment_came(&mut self, answer: EnvironmentAnswer) {
        if !self.environments.takes(&answer) {
            return;
        }
        self.redraw();
        let name = || {
            let loading = self.state.surroundings.loading.as_ref();
            loading.map_or_else(String::new, |l| l.name.clone())
        };
        let environment = match answer.result {
            Ok(environment) => environment,
            Err(EnvironmentError::Cancelled) => {
                report(&mut self.state, Report::EnvironmentCancelled);
                return;
            }
            Err(EnvironmentError::Refused(issue)) => {
                let card = self.issue_card(name(), &issue);
                report(&mut self.state, Report::EnvironmentFailed(card));
                return;
            }
        };
        let failed = match (&mut self.shell, answer.texture) {
            (Some(shell), Some(Ok(texture))) if texture.is_for(&shell.graphics.gpu) => {
                shell.graphics.light_by(texture);
                None
            }
            // Another device, or none yet: it is uploaded once more, or when there is one.
            (Some(shell), None | Some(Ok(_) | Err(RenderError::Lost))) => {
                self.environments.restore(shell.graphics.gpu.clone());
                None
            }
            (None, _) => None,
            (Some(_), Some(Err(error))) => Some(error),
        };
        if let Some(error) = failed {
            let card = self.device_card(environment.name.clone(), &error);
            report(&mut self.state, Report::EnvironmentFailed(card));
            return;
        }
        let known = PictureInfo {
            name: environment.name.clone(),
            size_px: environment.file_px,
        };
        // Uploaded to another device: whether it lights is not decided anew.
        if self.state.surroundings.loading.is_some() || self.state.surroundings.picture.is_none() {
            report(&mut self.state, Report::EnvironmentLoaded(known));
        }
    }

    /// Gives a new device the picture that is open.
    pub(super) fn restore_environment(&mut self) {
        if let Some(shell) = &self.shell {
            self.environments.restore(shell.graphics.gpu.clone());
        }
    }

    /// Asks for a picture of surroundings.
    pub(super) fn open_environment_dialog(&mut self) {
        let texts = [
            self.texts.get("dialog-environment-title"),
            self.texts.get("dialog-environments"),
        ];
        self.ask_for_file(&texts, &["hdr", "exr", "HDR", "EXR"]);
    }
}
