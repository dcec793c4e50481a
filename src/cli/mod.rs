//! The command line: arguments, one file per subcommand, exit codes.
//!
//! Messages go to standard error, results to standard output. Everything but the window runs without a display, and
//! everything but `render` and `pose --source gpu` without a GPU. Must not name winit.
//!
//! Data flow: [`args`] -> [`open`] (a model) -> one of the subcommands -> [`output`]; or a [`failure::Failure`], which
//! [`console`] puts into words.

mod args;
mod bench;
mod cases;
mod check;
mod clip;
mod compare;
mod compare_text;
mod compress;
mod compress_text;
mod console;
mod deadline;
mod extensions;
mod failure;
mod gpu;
mod help;
mod info;
mod light;
mod many;
mod methods;
mod open;
mod output;
mod pick;
mod pose;
mod render;
mod table;
mod verify;
mod verify_text;
mod window;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches as _;
use clap::error::ErrorKind;

use args::{Args, Command};
use console::Console;
use failure::{Failure, Outcome};

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    run(std::env::args_os().collect())
}

fn run(args: Vec<OsString>) -> ExitCode {
    let mut console = Console::new();
    // Asked for even if the arguments cannot be read: `--json` has an answer for that, too.
    let json = args.iter().take_while(|a| *a != "--").any(|a| a == "--json");
    let parsed = help::command(&console.texts)
        .try_get_matches_from(args)
        .and_then(|m| Args::from_arg_matches(&m))
        .and_then(|mut args| args.settle().map(|()| args));
    let args = match parsed {
        Ok(args) => args,
        Err(error) => return not_understood(&console, &error, json),
    };
    console.verbose = args.common.verbose;
    start_log(args.common.verbose);
    let result = match &args.command {
        None => window::run(&console, &args.common, &args.window),
        Some(Command::Check(a)) => check::run(&console, &args.common, a),
        Some(Command::Compare(a)) => compare::run(&console, &args.common, a),
        Some(Command::Compress(a)) => compress::run(&console, &args.common, a),
        Some(Command::Render(a)) => render::run(&console, &args.common, a),
        Some(Command::Info(a)) => info::run(&console, &args.common, a),
        Some(Command::Pose(a)) => pose::run(&console, &args.common, a),
        Some(Command::Verify(a)) => verify::run(&console, &args.common, a),
        Some(Command::Cases(a)) => cases::run(&console, a),
        Some(Command::Bench(a)) => bench::run(&console, &args.common, a),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // What a check found stands in its report already, and so does what became of each of several models.
            let report = args.command.as_ref().and_then(Command::json_format);
            let told = failure.outcome == Outcome::Found || failure.issue.code == many::SUM;
            let report = report.filter(|_| !told);
            console.fail(&failure, report)
        }
    }
}

/// Help and version are results; anything else is a usage error, exit code 2.
fn not_understood(console: &Console, error: &clap::Error, json: bool) -> ExitCode {
    let text = error.render();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => console
            .result(text.to_string().as_bytes())
            .map_or_else(|f| console.fail(&f, None), |()| ExitCode::SUCCESS),
        _ => {
            console.plain(&text.to_string());
            // The first paragraph: names of arguments and possible values stand on lines of their own.
            let text = text.to_string();
            let lines = text.lines().take_while(|l| !l.trim().is_empty()).map(str::trim);
            let message = lines.collect::<Vec<_>>().join(" ");
            let message = message.trim_start_matches("error: ").to_owned();
            let issue = crate::model::Issue::error("usage", "").with("message", message);
            let failure = Failure::new(Outcome::Refused, issue);
            if json {
                console.json_failure(&failure, "rigscope-usage");
            }
            failure.outcome.into()
        }
    }
}

/// What libraries say is for people who look for trouble; what matters of it comes as an error of ours.
fn start_log(verbose: bool) {
    let (ours, theirs) = if verbose {
        (log::LevelFilter::Info, log::LevelFilter::Warn)
    } else {
        (log::LevelFilter::Error, log::LevelFilter::Off)
    };
    let mut log = env_logger::Builder::new();
    log.filter_level(theirs)
        .filter_module("rigscope", ours)
        .parse_default_env();
    // A second start in one process (tests) keeps the first one.
    let _ = log.try_init();
}
