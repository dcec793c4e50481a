//! One command over several models: files, and folders with every model in and below them.
//!
//! A build server asks about all its characters at once, wants each one's answer whatever became of the others, and one
//! exit code.

use std::path::{Path, PathBuf};

use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::import::is_model_name;
use crate::model::Issue;

/// Code of the failure that sums up those of several models.
pub(super) const SUM: &str = "models-failed";

/// More models than this are no folder of characters: somebody named the root of a disk.
const MOST_MODELS: usize = 100_000;
/// Models that are named before the rest is counted.
const MOST_NAMED: usize = 8;

/// Does `one` to every model of `arguments`, and says whether it is one of several. Of several each failure is told at once
/// (`format` is the command's JSON, if that was asked for); what comes back sums them up, with the largest exit code.
///
/// # Errors
/// The failure of the one model; of several [`SUM`]; a folder that cannot be read, or that holds no model.
pub(super) fn each(
    console: &Console,
    arguments: &[PathBuf],
    format: Option<&str>,
    mut one: impl FnMut(&Path, bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let models = models(arguments)?;
    if let [model] = models.as_slice() {
        return one(model, false);
    }
    let mut failed: Vec<String> = Vec::new();
    let mut worst: Option<Outcome> = None;
    for model in &models {
        let Err(failure) = one(model, true) else {
            continue;
        };
        let outcome = failure.outcome;
        // Nothing more can be said, or was to be.
        if outcome == Outcome::NotWritten {
            return Err(failure);
        }
        console.fail(&failure, format.filter(|_| outcome != Outcome::Found));
        failed.push(super::open::shown(model));
        worst = worst.filter(|w| w.code() >= outcome.code()).or(Some(outcome));
    }
    let Some(worst) = worst else { return Ok(()) };
    let count = failed.len();
    failed.truncate(MOST_NAMED);
    let mut names = failed.join(", ");
    if count > failed.len() {
        names.push_str(&format!(", … (+{})", count - failed.len()));
    }
    let issue = Issue::error(SUM, "")
        .with("failed", count)
        .with("all", models.len())
        .with("names", names);
    Err(Failure::new(worst, issue))
}

/// The arguments, with every folder replaced by the models in and below it, in the order of their paths.
fn models(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut out = Vec::new();
    for argument in arguments {
        if argument.is_dir() {
            let found = in_folder(argument, MOST_MODELS.saturating_sub(out.len()))?;
            out.extend(found);
        } else {
            out.push(argument.clone());
        }
    }
    Ok(out)
}

/// The models in and below a folder. Links to folders are not followed: they may lead in a circle.
fn in_folder(folder: &Path, most: usize) -> Result<Vec<PathBuf>, Failure> {
    let refused =
        |issue: Issue, at: &Path| Failure::new(Outcome::Refused, issue).about(super::open::shown(at));
    let mut found = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(here) = left.pop() {
        let unreadable = |e: std::io::Error| {
            let issue = Issue::error("models-folder-unreadable", "").with("reason", e.to_string());
            refused(issue, &here)
        };
        for entry in std::fs::read_dir(&here).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            let path = entry.path();
            if kind.is_dir() {
                left.push(path);
            } else if is_model_name(&path) && path.is_file() {
                found.push(path);
            }
        }
        if found.len() > most {
            let issue = Issue::error("models-too-many", "").with("most", MOST_MODELS);
            return Err(refused(issue, folder));
        }
    }
    if found.is_empty() {
        return Err(refused(Issue::error("models-none", ""), folder));
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_its_models_in_the_order_of_their_paths() {
        let here = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(here.path().join("b/deep")).unwrap();
        for name in ["z.GLB", "b/deep/a.gltf", "b/c.vrm", "b/c.bin", "b/c.png"] {
            std::fs::write(here.path().join(name), b"").unwrap();
        }
        let named = here.path().join("named.dat");
        let found = models(&[named.clone(), here.path().to_owned()]).unwrap();
        let paths = ["b/c.vrm", "b/deep/a.gltf", "z.GLB"].map(|n| here.path().join(n));
        assert_eq!(found, [vec![named], paths.to_vec()].concat());
        let none = models(&[here.path().join("b/deep").join("..").join("deep")]);
        assert!(none.is_ok());
        std::fs::remove_file(here.path().join("b/deep/a.gltf")).unwrap();
        let none = models(&[here.path().join("b/deep")]).unwrap_err();
        assert_eq!((none.issue.code, none.outcome), ("models-none", Outcome::Refused));
        let many = in_folder(here.path(), 1).unwrap_err();
        assert_eq!(many.issue.code, "models-too-many");
    }

    #[cfg(unix)]
    #[test]
    fn a_circle_of_links_ends() {
        let here = tempfile::tempdir().unwrap();
        std::fs::write(here.path().join("a.glb"), b"").unwrap();
        std::os::unix::fs::symlink(here.path(), here.path().join("again")).unwrap();
        let found = models(&[here.path().to_owned()]).unwrap();
        assert_eq!(found, [here.path().join("a.glb")]);
    }
}
