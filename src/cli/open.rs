//! A model from a path, standard input (`-`) or a sample (`sample:NAME`).

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::args::Common;
use super::clip::find_scene;
use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::import::{ImportOptions, import_bytes, import_path};
use crate::model::{Issue, Model};
use crate::samples;
use crate::work::Work;

/// Reads a model and tells what the importer found. `argument` is what the person wrote.
pub(super) fn open(
    console: &Console,
    common: &Common,
    argument: &Path,
    work: &Work,
) -> Result<Model, Failure> {
    let model = open_quietly(common, argument, work)?;
    console.tell_issues(&model);
    Ok(model)
}

/// Reads a model whose findings are told by whoever asks for it.
pub(super) fn open_quietly(common: &Common, argument: &Path, work: &Work) -> Result<Model, Failure> {
    let options = ImportOptions {
        max_memory_bytes: common.max_memory,
    };
    let mut model = read(argument, options, work).map_err(|f| f.about(shown(argument)))?;
    choose_scene(common, &mut model).map_err(|f| f.about(shown(argument)))?;
    Ok(model)
}

/// The scene that was asked for, if one was.
pub(super) fn choose_scene(common: &Common, model: &mut Model) -> Result<(), Failure> {
    if let Some(asked) = &common.scene {
        model.default_scene = find_scene(model, asked).map_err(|i| Failure::new(Outcome::Refused, i))?;
    }
    Ok(())
}

/// How messages and reports name the argument.
pub(super) fn shown(argument: &Path) -> String {
    argument.display().to_string()
}

/// The file behind the argument, if it is one.
pub(super) fn as_file(argument: &Path) -> Option<PathBuf> {
    (argument.as_os_str() != "-" && sample_name(argument).is_none()).then(|| argument.to_owned())
}

pub(super) fn sample_name(argument: &Path) -> Option<&str> {
    argument.to_str()?.strip_prefix("sample:")
}

fn read(argument: &Path, options: ImportOptions, work: &Work) -> Result<Model, Failure> {
    if argument.as_os_str() == "-" {
        let bytes = read_standard_input(options.max_memory_bytes)?;
        return Ok(import_bytes("stdin", bytes, None, &options, work)?);
    }
    if let Some(name) = sample_name(argument) {
        let sample = samples::find(name).ok_or_else(|| no_such_sample(name))?;
        let mut model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, work)?;
        sample.clip.into_iter().for_each(|clip| model.open_with(clip));
        return Ok(model);
    }
    Ok(import_path(argument, &options, work)?)
}

/// There is no sample of that name.
pub(super) fn no_such_sample(name: &str) -> Failure {
    let names: Vec<&str> = samples::SAMPLES.iter().map(|s| s.name).collect();
    let issue = Issue::error("sample-unknown", "")
        .with("asked", name)
        .with("samples", names.join(", "));
    Failure::new(Outcome::Refused, issue)
}

/// All of standard input, if it is no more than `most` bytes.
pub(super) fn read_standard_input(most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let input = std::io::stdin().lock();
    match input.take(most.saturating_add(1)).read_to_end(&mut bytes) {
        Err(e) => {
            let issue = Issue::error("input-unreadable", "").with("reason", e.to_string());
            Err(Failure::new(Outcome::Refused, issue))
        }
        Ok(count) if count as u64 > most => {
            let issue = Issue::error("input-over-limit", "").with("limit", most as f64);
            Err(Failure::new(Outcome::Stopped, issue))
        }
        Ok(_) => Ok(bytes),
    }
}
