//! Files that appear whole or not at all, in the words of a [`Failure`].

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{Failure, Outcome};
use crate::export::{self, Durability, folder_of};
use crate::model::{Issue, Model};

/// Refuses what cannot be written before any work is done: a folder, a file in a folder that is not there, and the model
/// that is read (`input`). What that refers to is known later: [`spare`].
pub fn refuse_output(path: &Path, input: Option<&Path>) -> Result<(), Failure> {
    let refuse =
        |issue: Issue| Err(Failure::new(Outcome::NotWritten, issue).about(path.display().to_string()));
    if path.is_dir() || path.file_name().is_none() {
        return refuse(Issue::error("output-is-folder", ""));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        let folder = folder.display().to_string();
        return refuse(Issue::error("output-folder-missing", "").with("folder", folder));
    }
    let same =
        |input: &Path| matches!((fs::canonicalize(path), fs::canonicalize(input)), (Ok(a), Ok(b)) if a == b);
    if input.is_some_and(same) {
        return Err(is_input(path));
    }
    Ok(())
}

/// Refuses to take the place of a buffer or a picture that `model` was read from.
pub fn spare(path: &Path, model: &Model) -> Result<(), Failure> {
    if fs::canonicalize(path).is_ok_and(|real| model.companions.contains(&real)) {
        return Err(is_input(path));
    }
    Ok(())
}

/// Writes all of `bytes`. The file appears, or is replaced, only when everything is on the disk.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    export::write_whole(path, bytes, Durability::OnDisk).map_err(|e| not_written(path, &e))
}

/// A file that takes its place when it is whole, or is gone; see [`export::Unfinished`].
#[derive(Debug)]
pub struct Unfinished(export::Unfinished, PathBuf);

impl Unfinished {
    /// An empty file beside `target`.
    pub fn beside(target: &Path) -> Result<Self, Failure> {
        match export::Unfinished::beside(target) {
            Ok(file) => Ok(Self(file, target.to_owned())),
            Err(e) => Err(not_written(target, &e)),
        }
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Puts it where it shall stand.
    pub fn finish(self) -> Result<(), Failure> {
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
