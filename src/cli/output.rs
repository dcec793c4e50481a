//! Where results go: standard output, or files, whole or not at all.

use std::path::{Path, PathBuf};

use super::console::Console;
use super::failure::Failure;
use crate::model::Model;
use crate::output::{refuse_output, spare, write_whole};

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
        refuse_output(argument, input)?;
        Ok(Self::File(argument.to_owned()))
    }

    /// Refuses to take the place of a buffer or a picture that the model was read from.
    pub(super) fn spare(&self, model: &Model) -> Result<(), Failure> {
        match self {
            Self::File(path) => spare(path, model),
            Self::Stdout => Ok(()),
        }
    }

    /// Writes all of `bytes`. A file appears, or is replaced, only when everything is on the disk.
    pub(super) fn write(&self, console: &Console, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout => console.result(bytes),
            Self::File(path) => write_whole(path, bytes),
        }
    }
}
