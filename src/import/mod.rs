//! Bytes to a [`Model`]: the only place that names the `gltf` crate, and the only place where file indices compute.

use std::path::Path;

use crate::model::{Issue, Model};
use crate::work::{Cancelled, Work};

/// What an import may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportOptions {
    /// The one budget that every allocation beyond the file's own bytes is asked from.
    pub max_memory_bytes: u64,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            max_memory_bytes: 4 << 30,
        }
    }
}

/// Why there is no model.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read or is refused; the issue says what, where, why and what to do.
    #[error("{0}")]
    Refused(Issue),
    /// The task was asked to stop.
    #[error("cancelled")]
    Cancelled,
}

impl From<Cancelled> for ImportError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Imports a .glb or .gltf file. What it refers to is read from below its folder only.
pub fn import_path(path: &Path, options: &ImportOptions, work: &Work) -> Result<Model, ImportError> {
    let _ = (path, options, work);
    Err(ImportError::Refused(Issue::error("not-written", "")))
}

/// Imports bytes (standard input, embedded samples). `folder`: where what they refer to may be read, if anywhere.
pub fn import_bytes(
    name: &str,
    bytes: Vec<u8>,
    folder: Option<&Path>,
    options: &ImportOptions,
    work: &Work,
) -> Result<Model, ImportError> {
    let _ = (name, bytes, folder, options, work);
    Err(ImportError::Refused(Issue::error("not-written", "")))
}
