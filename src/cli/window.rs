//! `rigscope [MODEL]`: the window.

use super::args::{Common, WindowArgs};
use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::model::Issue;

#[cfg(not(feature = "app"))]
pub(super) fn run(_: &Console, _: &Common, _: &WindowArgs) -> Result<(), Failure> {
    Err(Failure::new(Outcome::NoGpu, Issue::error("no-window", "")))
}

#[cfg(feature = "app")]
pub(super) fn run(console: &Console, common: &Common, args: &WindowArgs) -> Result<(), Failure> {
    use super::light::Asked;
    use super::{args, gpu, open};
    use crate::app::{self, AppError, AppOptions, Opening};
    use crate::import::ImportOptions;
    use crate::viewer::Theme;

    if let Some(failure) = args.model.as_deref().and_then(misspelt) {
        return Err(failure);
    }
    let opening = match args.model.as_deref() {
        None => Opening::Sample,
        Some(model) if model.as_os_str() == "-" => {
            let bytes = open::read_standard_input(common.max_memory).map_err(|f| f.about("-"))?;
            Opening::Bytes {
                name: "stdin".to_owned(),
                bytes,
            }
        }
        Some(model) => Opening::Path(model.to_owned()),
    };
    let environment = match &args.light.environment {
        Some(_) => match args.light.asked()? {
            Asked::File(path) => Some(path),
            Asked::Studio(_) => None,
        },
        None => None,
    };
    let options = AppOptions {
        light: args.light.commands()?,
        environment,
        opening,
        theme: args.theme.map(|theme| match theme {
            args::Theme::Dark => Theme::Dark,
            args::Theme::Light => Theme::Light,
        }),
        gpu: gpu::options(args.backend.unwrap_or_default()),
        import: ImportOptions {
            max_memory_bytes: common.max_memory,
        },
        state_dump: args.state_dump.clone(),
        lose_device_after: args.lose_device_after,
    };
    app::run(options).map_err(|error| match error {
        AppError::NoDisplay { cause } => Failure::new(
            Outcome::NoGpu,
            Issue::error("no-display", "").with("reason", cause),
        ),
        AppError::NoWindow { cause } => Failure::new(
            Outcome::NoGpu,
            Issue::error("window-refused", "").with("reason", cause),
        ),
        AppError::NoGpu(error) => gpu::none(console, &error),
    })
}

/// A word that is no file and nearly a command was meant as one: `rigscope chek`.
#[cfg(feature = "app")]
fn misspelt(model: &std::path::Path) -> Option<Failure> {
    let word = model.to_str()?;
    if !word.bytes().all(|b| b.is_ascii_alphabetic()) || model.exists() {
        return None;
    }
    let command = super::help::command_names()
        .into_iter()
        .min_by_key(|name| distance(word, name))?;
    let issue = Issue::error("command-unknown", "")
        .with("asked", word)
        .with("command", command.as_str());
    (distance(word, &command) <= 2).then(|| Failure::new(Outcome::Refused, issue))
}

/// How many letters must be put in, taken out or exchanged. Source: Levenshtein 1966.
#[cfg(feature = "app")]
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let exchanged = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(all(test, feature = "app"))]
mod tests {
    use super::*;

    #[test]
    fn a_command_with_a_slip_is_recognised_and_a_file_is_not_taken_for_one() {
        let meant = |word: &str| {
            let issue = *misspelt(std::path::Path::new(word))?.issue;
            let (_, command) = issue.args.into_iter().find(|(name, _)| *name == "command")?;
            Some(command.to_string())
        };
        assert_eq!(meant("chek").as_deref(), Some("check"));
        assert_eq!(meant("redner").as_deref(), Some("render"));
        assert_eq!(meant("compre").as_deref(), Some("compare"));
        for file in ["fox.glb", "fox", "chek.glb", "sample:mannequin", "models/chek"] {
            assert_eq!(meant(file), None, "{file}");
        }
        assert_eq!((distance("", "abc"), distance("kitten", "sitting")), (3, 3));
    }
}
