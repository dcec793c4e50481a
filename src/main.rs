//! The `rigscope` program: see `rigscope --help`, or `src/cli` for what it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    rigscope::cli::main()
}
