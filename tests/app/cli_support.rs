//! The real program in a temporary folder.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder of its own for one test, gone at its end.
pub(crate) struct Folder(tempfile::TempDir);

/// What a run left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a bundled model as a file.
    pub(crate) fn sample(&self, name: &str) -> PathBuf {
        let sample = rigscope::samples::find(name).unwrap();
        let path = self.path(sample.file);
        std::fs::write(&path, sample.bytes).unwrap();
        path
    }

    /// Runs the program here, without a display.
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        finish(self.command(args).stdin(Stdio::null()).output().unwrap())
    }

    /// Runs it with bytes on standard input.
    pub(crate) fn run_with_input(&self, args: &[&str], input: &[u8]) -> Run {
        use std::io::Write as _;
        let mut command = self.command(args);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that refuses early closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input);
        finish(child.wait_with_output().unwrap())
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rigscope"));
        command.args(args).current_dir(self.0.path());
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "RUST_LOG"] {
            command.env_remove(name);
        }
        // Some drivers complain without it.
        command.env("XDG_RUNTIME_DIR", self.0.path());
        command
    }

    /// Names of what lies here, sorted; also what was left half written.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

fn finish(output: Output) -> Run {
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!err.contains("panicked"), "{err}");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: output.stdout,
        err,
    }
}

impl Run {
    /// Standard output as one JSON object on one line.
    #[track_caller]
    pub(crate) fn json_line(&self) -> Value {
        let text = String::from_utf8(self.out.clone()).unwrap();
        assert_eq!(text.matches('\n').count(), 1, "one line: {text:?} {}", self.err);
        serde_json::from_str(&text).unwrap()
    }

    /// It succeeded and said nothing.
    #[track_caller]
    pub(crate) fn fine(&self) -> &Self {
        assert_eq!((self.code, self.err.as_str()), (0, ""));
        self
    }

    /// It ended with `code` and one line on standard error that holds all of `words`.
    #[track_caller]
    pub(crate) fn fails(&self, code: i32, words: &[&str]) -> &Self {
        assert_eq!(self.code, code, "{}", self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "no {word:?} in {:?}", self.err);
        }
        self
    }
}

pub(crate) fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}
