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
        .after_help(texts.get(&format!("help-{name}-examples")))
        .mut_args(|arg: Arg| {
            let text = argument_text(texts, name, arg.get_id().as_str());
            arg.help(text)
        })
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
