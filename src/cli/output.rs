//! Where results go: standard output, or files, whole or not at all.

use std::path::{Path, PathBuf};

use super::console::Console;
use super::failure::Failure;
use crate::output::{refuse_output, write_whole};

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
    /// there, and the input itself with all that it refers to.
    pub(super) fn new(argument: &Path, input: Option<&Path>) -> Result<Self, Failure> {
        if argument.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        refuse_output(argument, input)?;
        Ok(Self::File(argument.to_owned()))
    }

    /// Writes all of `bytes`. A file appears, or is replaced, only when everything is on the disk.
    pub(super) fn write(&self, console: &Console, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout => console.result(bytes),
            Self::File(path) => write_whole(path, bytes),
        }
    }
}
