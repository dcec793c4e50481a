//! Files that appear whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::{Failure, Outcome};
use crate::model::Issue;

/// Refuses what cannot be written before any work is done: a folder, a file in a folder that is not there, and the model
/// that is read (`input`) with all that it refers to.
pub fn refuse_output(path: &Path, input: Option<&Path>) -> Result<(), Failure> {
    let refuse = |outcome, issue: Issue| Err(Failure::new(outcome, issue).about(path.display().to_string()));
    if path.is_dir() || path.file_name().is_none() {
        return refuse(Outcome::NotWritten, Issue::error("output-is-folder", ""));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        let folder = folder.display().to_string();
        let issue = Issue::error("output-folder-missing", "").with("folder", folder);
        return refuse(Outcome::NotWritten, issue);
    }
    let same =
        |input: &Path| matches!((fs::canonicalize(path), fs::canonicalize(input)), (Ok(a), Ok(b)) if a == b);
    if input.is_some_and(|input| same(input) || companions(path, input).iter().any(|c| same(c))) {
        return refuse(Outcome::Refused, Issue::error("output-is-input", ""));
    }
    Ok(())
}

/// Writes all of `bytes`. The file appears, or is replaced, only when everything is on the disk.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    whole(path, bytes).map_err(|e| not_written(path, &e))
}

/// A file under another name beside where it shall stand; it takes its place when it is whole, or is gone.
#[derive(Debug)]
pub struct Unfinished {
    /// Where to write.
    pub path: PathBuf,
    target: PathBuf,
}

impl Unfinished {
    /// An empty file beside `target`.
    pub fn beside(target: &Path) -> Result<Self, Failure> {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        match create_beside(&target) {
            Ok((path, _)) => Ok(Self { path, target }),
            Err(e) => Err(not_written(&target, &e)),
        }
    }

    /// Puts it where it shall stand.
    pub fn finish(self) -> Result<(), Failure> {
        let written = File::open(&self.path).and_then(|file| {
            file.sync_all()?;
            if let Ok(before) = fs::metadata(&self.target) {
                file.set_permissions(before.permissions())?;
            }
            fs::rename(&self.path, &self.target)
        });
        written.map_err(|e| not_written(&self.target, &e))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Already in place, or given up.
        let _ = fs::remove_file(&self.path);
    }
}

fn not_written(path: &Path, error: &io::Error) -> Failure {
    let issue = Issue::error("output-not-written", "").with("reason", error.to_string());
    Failure::new(Outcome::NotWritten, issue).about(path.display().to_string())
}

/// What a .gltf refers to: its buffers and pictures are input, too. Only looked up when there is a file to lose.
fn companions(argument: &Path, input: &Path) -> Vec<PathBuf> {
    if !argument.exists() {
        return Vec::new();
    }
    // A .glb, or what is no model at all, refers to nothing that this could read; the import says so.
    let json: serde_json::Value = fs::read(input)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let lists = ["buffers", "images"]
        .into_iter()
        .filter_map(|name| json[name].as_array());
    let uris = lists
        .flatten()
        .filter_map(|entry| entry["uri"].as_str())
        .filter(|uri| !uri.starts_with("data:"));
    uris.flat_map(|uri| {
        let decoded = percent_encoding::percent_decode_str(uri)
            .decode_utf8_lossy()
            .into_owned();
        [decoded, uri.to_owned()].map(|name| folder_of(input).join(name))
    })
    .collect()
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes beside the target under another name, then renames.
fn whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link is followed, so that what it points to is replaced and not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = fs::metadata(&target).ok();
    if before.as_ref().is_some_and(|m| !m.is_file()) {
        // A device or a pipe (/dev/null, a fifo) cannot be replaced.
        return OpenOptions::new().write(true).open(&target)?.write_all(bytes);
    }
    let (temporary, mut file) = create_beside(&target)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| {
            if let Some(before) = before {
                file.set_permissions(before.permissions())?;
            }
            drop(file);
            fs::rename(&temporary, &target)
        });
    if written.is_err() {
        // What failed is what gets told; a file that cannot be removed either is the smaller matter.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let folder = folder_of(target);
    let mut attempt = 0;
    loop {
        let temporary = folder.join(format!(".{name}.{}-{attempt}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => attempt += 1,
            Err(e) => return Err(e),
        }
    }
}
