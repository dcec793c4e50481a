//! What is kept of what shows: begun, stopped, and what came of it; pictures on the clipboard.

use std::path::{Path, PathBuf};

use egui::ColorImage;

use super::super::files::path_of;
use super::{Happening, Program, has_dialogs};
use crate::output::{Failure, Job, Made, Outcome};
use crate::render::Picture;
use crate::viewer::output::OutputSettings;
use crate::viewer::{ErrorCard, OutputReport, Report, output, report};

impl Program {
    fn tell_output(&mut self, what: OutputReport) {
        report(&mut self.state, Report::Output(what));
        self.redraw();
    }

    /// Begins to make what is asked for; asks back where that would replace a file.
    pub(super) fn make_output(&mut self, settings: &OutputSettings, replace: bool) {
        let settings = OutputSettings {
            // `~/` and addresses are typed here as anywhere.
            path: path_of(&settings.path).to_string_lossy().into_owned(),
            ..settings.clone()
        };
        match Job::file(&self.state, &settings, &self.texts) {
            Ok(job) if !replace && job.replaces().is_some() => {
                let path = self.state.outputs.settings.path.clone();
                self.tell_output(OutputReport::Exists(path));
            }
            Ok(job) => {
                self.tell_output(OutputReport::Started(job.name()));
                self.maker.start(job.lit_by(self.environments.open()));
            }
            Err(failure) => self.output_failed(failure),
        }
    }

    /// Begins to draw the picture for the clipboard.
    pub(super) fn copy_picture(&mut self) {
        match Job::picture(&self.state, &self.texts) {
            Ok(job) => {
                self.tell_output(OutputReport::Started(String::new()));
                self.maker.start(job.lit_by(self.environments.open()));
            }
            Err(failure) => self.output_failed(failure),
        }
    }

    pub(super) fn made(&mut self, made: Result<Made, Failure>) {
        self.maker.finish();
        match made {
            Ok(Made::Picture(picture)) => self.put_on_clipboard(&picture),
            Ok(Made::File { path, count }) => {
                let path = path.display().to_string();
                self.tell_output(OutputReport::Made(output::Made::File { path, count }));
            }
            Err(failure) if failure.issue.code == "cancelled" => self.tell_output(OutputReport::Cancelled),
            Err(failure) => self.output_failed(failure),
        }
    }

    pub(super) fn put_on_clipboard(&mut self, picture: &Picture) {
        let size = [picture.width as usize, picture.height as usize];
        self.ctx
            .copy_image(ColorImage::from_rgba_unmultiplied(size, &picture.rgba));
        self.tell_output(OutputReport::Made(output::Made::Copied));
    }

    pub(super) fn output_failed(&mut self, failure: Failure) {
        let words = self.texts.issue(&failure.issue);
        let subject = match failure.file {
            Some(file) => file,
            None if failure.outcome == Outcome::NoGpu => self.texts.get("output-device"),
            None => self.texts.get("output-title"),
        };
        self.tell_output(OutputReport::Failed(ErrorCard {
            subject,
            what: words.what,
            place: failure.issue.pointer,
            remedy: words.remedy,
            again: None,
        }));
    }

    /// Asks for the file to write.
    pub(super) fn choose_output(&mut self, path: &str) {
        if !has_dialogs() {
            self.tell_output(OutputReport::NoDialog);
            return;
        }
        let title = self.texts.get("output-title");
        self.ask_for_output(&title, &path_of(path), Happening::ChosenOutput);
    }

    /// Asks for a file to write, this one at first.
    pub(super) fn ask_for_output(
        &mut self,
        title: &str,
        path: &Path,
        answer: fn(Option<PathBuf>) -> Happening,
    ) {
        if self.dialog_open.is_some() {
            return;
        }
        let mut dialog = rfd::AsyncFileDialog::new().set_title(title);
        if let Some(name) = path.file_name() {
            dialog = dialog.set_file_name(name.to_string_lossy());
        }
        if let Some(folder) = path.parent().filter(|f| f.is_dir()) {
            dialog = dialog.set_directory(folder);
        }
        if let Some(shell) = &self.shell {
            dialog = dialog.set_parent(&*shell.window);
        }
        self.ask(dialog.save_file(), answer);
    }

    #[expect(clippy::needless_pass_by_value, reason = "as it comes")]
    pub(super) fn output_chosen(&mut self, path: Option<PathBuf>) {
        let opened = self.dialog_open.take();
        match path.as_deref().map(Path::to_string_lossy) {
            Some(path) => self.tell_output(OutputReport::Chosen(path.into_owned())),
            None if opened.is_some_and(|at| at.elapsed() < super::NEVER_OPENED) => {
                self.tell_output(OutputReport::NoDialog);
            }
            None => {}
        }
    }
}
