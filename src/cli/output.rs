//! Output files, whole or not at all.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::export::{Durability, folder_of, write_whole};
use crate::model::{Issue, Model};

/// Where a result goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Output {
    /// Standard output (`-`).
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Output {
    /// From an argument. Refuses what cannot work before any work is done: a folder, a file in a folder that is not
    /// there, and the input itself. What that refers to is known later: [`Self::spare`].
    pub(super) fn new(argument: &Path, input: Option<&Path>) -> Result<Self, Failure> {
        if argument.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        let refuse =
            |issue: Issue| Failure::new(Outcome::NotWritten, issue).about(argument.display().to_string());
        if argument.is_dir() || argument.file_name().is_none() {
            return Err(refuse(Issue::error("output-is-folder", "")));
        }
        let folder = folder_of(argument);
        if !folder.is_dir() {
            let folder = folder.display().to_string();
            return Err(refuse(
                Issue::error("output-folder-missing", "").with("folder", folder),
            ));
        }
        let same = |input: &Path| matches!((fs::canonicalize(argument), fs::canonicalize(input)), (Ok(a), Ok(b)) if a == b);
        if input.is_some_and(same) {
            return Err(is_input(argument));
        }
        Ok(Self::File(argument.to_owned()))
    }

    /// Refuses to take the place of a buffer or a picture that the model was read from.
    pub(super) fn spare(&self, model: &Model) -> Result<(), Failure> {
        match self {
            Self::File(path) if fs::canonicalize(path).is_ok_and(|real| model.companions.contains(&real)) => {
                Err(is_input(path))
            }
            _ => Ok(()),
        }
    }

    /// Writes all of `bytes`. A file appears, or is replaced, only when everything is on the disk.
    pub(super) fn write(&self, console: &Console, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout => console.result(bytes),
            Self::File(path) => {
                write_whole(path, bytes, Durability::OnDisk).map_err(|e| not_written(path, &e))
            }
        }
    }
}

/// A file that takes its place when it is whole, or is gone; see [`export::Unfinished`](crate::export::Unfinished).
#[derive(Debug)]
pub(super) struct Unfinished(crate::export::Unfinished, PathBuf);

impl Unfinished {
    /// An empty file beside `target`.
    pub(super) fn beside(target: &Path) -> Result<Self, Failure> {
        match crate::export::Unfinished::beside(target) {
            Ok(file) => Ok(Self(file, target.to_owned())),
            Err(e) => Err(not_written(target, &e)),
        }
    }

    /// Where to write.
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Puts it where it shall stand.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.0.finish().map_err(|e| not_written(&self.1, &e))
    }
}

fn is_input(path: &Path) -> Failure {
    Failure::new(Outcome::Refused, Issue::error("output-is-input", "")).about(path.display().to_string())
}

fn not_written(path: &Path, error: &io::Error) -> Failure {
    let issue = Issue::error("output-not-written", "").with("reason", error.to_string());
    Failure::new(Outcome::NotWritten, issue).about(path.display().to_string())
}
