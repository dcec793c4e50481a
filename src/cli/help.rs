//! Joins the arguments with their words.

use clap::{Arg, Command, CommandFactory as _};

use super::args::Args;
use crate::text::Texts;

/// The command line with its help, from the sentences `help-COMMAND`, `help-COMMAND-ARGUMENT` (or, for arguments that
/// mean the same everywhere, `help-ARGUMENT`) and `help-COMMAND-examples`.
pub(super) fn command(texts: &Texts) -> Command {
    let top = worded(Args::command(), "rigscope", texts);
    let names: Vec<String> = top.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    names.into_iter().fold(top, |top, name| {
        let of = name.clone();
        top.mut_subcommand(name, move |c| worded(c, &of, texts))
    })
}

/// The names of all commands.
#[cfg(feature = "app")]
pub(super) fn command_names() -> Vec<String> {
    Args::command()
        .get_subcommands()
        .map(|c| c.get_name().to_owned())
        .collect()
}

fn worded(command: Command, name: &str, texts: &Texts) -> Command {
    command
        .about(texts.get(&format!("help-{name}")))
        .after_help(paragraphs(&texts.get(&format!("help-{name}-examples"))))
        .mut_args(|arg: Arg| {
            let text = argument_text(texts, name, arg.get_id().as_str());
            arg.help(text)
        })
}

/// Each paragraph on one line, which the reader's terminal then breaks once; what is indented stays as it stands.
fn paragraphs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = "";
    for line in text.lines() {
        let goes_on = |line: &str| !line.is_empty() && !line.starts_with(' ');
        if !out.is_empty() {
            out.push(if goes_on(before) && goes_on(line) {
                ' '
            } else {
                '\n'
            });
        }
        out.push_str(line);
        before = line;
    }
    out
}

fn argument_text(texts: &Texts, command: &str, argument: &str) -> String {
    let argument = argument.replace('_', "-");
    let own = format!("help-{command}-{argument}");
    if texts.has(&own) {
        texts.get(&own)
    } else {
        texts.get(&format!("help-{argument}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns that help is written for.
    const WIDTH: usize = 100;

    #[test]
    fn a_paragraph_is_broken_by_the_terminal_alone() {
        assert_eq!(
            paragraphs("One\ntwo.\n\nThree\nfour:\n  five\n  six"),
            "One two.\n\nThree four:\n  five\n  six"
        );
    }

    fn check(command: &Command) {
        let name = command.get_name();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        assert!(
            !about.is_empty() && !about.starts_with("help-"),
            "{name}: {about}"
        );
        let examples = command
            .get_after_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        assert!(!examples.starts_with("help-"), "{name}: {examples}");
        // What stands as it is must fit; the rest is broken where the terminal ends.
        for line in examples.lines().filter(|l| l.starts_with(' ')) {
            assert!(line.len() <= WIDTH, "{name}: {line}");
        }
        let lines: Vec<&str> = examples.lines().collect();
        for two in lines.windows(2).filter(|two| two[0] == "Examples:") {
            assert!(two[1].starts_with("  "), "{name}: {}", two[1]);
        }
        for arg in command.get_arguments() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(
                !help.is_empty() && !help.starts_with("help-"),
                "{name} {}: {help}",
                arg.get_id()
            );
        }
        command
            .get_subcommands()
            .filter(|c| c.get_name() != "help")
            .for_each(check);
    }

    #[test]
    fn every_command_and_argument_has_words() {
        let mut command = command(&Texts::english());
        command.build();
        check(&command);
        command.debug_assert();
    }
}
