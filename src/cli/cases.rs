//! `rigscope cases`: the test set for importers, as a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args::CasesArgs;
use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::model::Issue;
use crate::samples::{CaseFile, case_files};

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-cases";

#[derive(Debug, Serialize)]
struct Report {
    /// Cases, each a model.
    cases: usize,
    /// Names of the files, sorted.
    files: Vec<&'static str>,
}

pub(super) fn run(console: &Console, args: &CasesArgs) -> Result<(), Failure> {
    let folder = args.out.display().to_string();
    if args.out.as_os_str() == "-" {
        return Err(Failure::new(
            Outcome::Refused,
            Issue::error("cases-out-is-pipe", ""),
        ));
    }
    let files = case_files();
    write(&args.out, &files).map_err(|i| Failure::new(Outcome::NotWritten, i).about(folder.clone()))?;
    let is_model = |f: &&CaseFile| [".gltf", ".glb"].iter().any(|e| f.name.ends_with(e));
    let report = Report {
        cases: files.iter().filter(is_model).count(),
        files: files.iter().map(|f| f.name).collect(),
    };
    if args.json {
        return console.json_report(FORMAT, &folder, None, &report);
    }
    let line = console.texts.with(
        "cases-written",
        &[
            ("cases", report.cases.into()),
            ("files", report.files.len().into()),
            ("folder", folder.into()),
        ],
    );
    console.result(format!("{line}\n").as_bytes())
}

/// Writes into a new folder beside, then gives it its name: the folder appears whole or not at all. One that is there
/// must be empty.
fn write(out: &Path, files: &[CaseFile]) -> Result<(), Issue> {
    let not_written = |e: io::Error| Issue::error("output-not-written", "").with("reason", e.to_string());
    // A link to a folder is the folder.
    let out = fs::canonicalize(out).unwrap_or_else(|_| out.to_owned());
    let there = out.exists();
    if there && !out.is_dir() {
        return Err(Issue::error("cases-out-is-file", ""));
    }
    if there && fs::read_dir(&out).map_err(not_written)?.next().is_some() {
        return Err(Issue::error("cases-out-not-empty", ""));
    }
    let above = match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    if !above.is_dir() {
        let folder = above.display().to_string();
        return Err(Issue::error("output-folder-missing", "").with("folder", folder));
    }
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let beside = above.join(format!(".{name}.{}.tmp", std::process::id()));
    fs::create_dir(&beside).map_err(not_written)?;
    let written = files
        .iter()
        .try_for_each(|f| fs::write(beside.join(f.name), &f.bytes))
        // Not every system renames over a folder, even an empty one.
        .and_then(|()| if there { fs::remove_dir(&out) } else { Ok(()) })
        .and_then(|()| fs::rename(&beside, &out));
    if let Err(error) = written {
        // What failed is what gets told; what cannot be removed either is the smaller matter.
        let _ = fs::remove_dir_all(&beside);
        if there {
            let _ = fs::create_dir(&out);
        }
        return Err(not_written(error));
    }
    Ok(())
}
