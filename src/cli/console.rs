//! Standard output for results, standard error for messages.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use serde::Serialize;

use super::failure::{Failure, Outcome};
use crate::inspect::IssueInfo;
use crate::model::{Issue, Model, Severity};
use crate::text::Texts;
use crate::work::Work;

/// More warnings than this of one file are counted, not printed.
const MOST_WARNINGS: usize = 60;
/// What takes no longer is not worth a word.
const FIRST_PROGRESS: Duration = Duration::from_millis(400);
/// Between two words on progress.
const NEXT_PROGRESS: Duration = Duration::from_millis(100);
/// Version of every JSON report; grows when a field changes its meaning or goes away.
const JSON_VERSION: u32 = 1;

/// Where words go.
pub(super) struct Console {
    /// The sentences.
    pub texts: Texts,
    /// Whether information is told, too.
    pub verbose: bool,
}

#[expect(clippy::unused_self, reason = "the console is the one door to both streams")]
impl Console {
    pub(super) fn new() -> Self {
        Self {
            texts: Texts::english(),
            verbose: false,
        }
    }

    /// Writes a result to standard output. A reader that has gone away has all it wanted.
    pub(super) fn result(&self, bytes: &[u8]) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                let issue = Issue::error("standard-output", "").with("reason", e.to_string());
                Err(Failure::new(Outcome::NotWritten, issue).about("standard output"))
            }
            _ => Ok(()),
        }
    }

    /// Writes text to standard error as it is. When that is gone there is nobody left to tell.
    pub(super) fn plain(&self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes one line to standard error.
    pub(super) fn line(&self, text: &str) {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Tells what the importer found: one line each, `warning: what (where)`.
    pub(super) fn tell_issues(&self, model: &Model) {
        let told = |i: &&Issue| i.severity > Severity::Info || self.verbose;
        for issue in model.issues.iter().filter(told).take(MOST_WARNINGS) {
            let id = match issue.severity {
                Severity::Info => "cli-info",
                Severity::Warning | Severity::Error => "cli-warning",
            };
            self.line(&self.texts.with(id, &[("text", self.sentence(issue).into())]));
        }
        let left = model
            .issues
            .iter()
            .filter(told)
            .count()
            .saturating_sub(MOST_WARNINGS);
        if left > 0 {
            self.line(&self.texts.with("cli-more-warnings", &[("count", left.into())]));
        }
    }

    /// Puts a failure into words: `error: FILE: What (where). Remedy.`, or as JSON on standard output as well.
    pub(super) fn fail(&self, failure: &Failure, json_format: Option<&str>) -> ExitCode {
        self.line(&self.error_line(failure));
        if let Some(format) = json_format {
            self.json_failure(failure, format);
        }
        failure.outcome.into()
    }

    /// A failure as the one JSON object of a command.
    pub(super) fn json_failure(&self, failure: &Failure, format: &str) {
        #[derive(Serialize)]
        struct Report<'a> {
            format: &'a str,
            version: u32,
            file: Option<&'a str>,
            outcome: &'a str,
            exit_code: u8,
            error: Error,
        }
        #[derive(Serialize)]
        struct Error {
            message: String,
            #[serde(flatten)]
            issue: IssueInfo,
        }
        let error = Error {
            message: self.texts.issue(&failure.issue).what,
            issue: IssueInfo::from(&*failure.issue),
        };
        let report = Report {
            format,
            version: JSON_VERSION,
            file: failure.file.as_deref(),
            outcome: failure.outcome.word(),
            exit_code: failure.outcome.code(),
            error,
        };
        // The exit code tells the same if this cannot be made or written.
        if let Ok(mut line) = serde_json::to_vec(&report) {
            line.push(b'\n');
            let _ = self.result(&line);
        }
    }

    /// A report as the one JSON object of a command, on one line; `outcome` where it is not fine.
    pub(super) fn json_report(
        &self,
        format: &str,
        file: &str,
        outcome: Option<Outcome>,
        report: &impl Serialize,
    ) -> Result<(), Failure> {
        self.json_report_about(format, Some(file), outcome, report)
    }

    /// The same about no file, if need be.
    pub(super) fn json_report_about(
        &self,
        format: &str,
        file: Option<&str>,
        outcome: Option<Outcome>,
        report: &impl Serialize,
    ) -> Result<(), Failure> {
        self.result(&Self::json_bytes(format, file, outcome, report)?)
    }

    /// The report as one line.
    pub(super) fn json_bytes(
        format: &str,
        file: Option<&str>,
        outcome: Option<Outcome>,
        report: &impl Serialize,
    ) -> Result<Vec<u8>, Failure> {
        #[derive(Serialize)]
        struct Envelope<'a, T> {
            format: &'a str,
            version: u32,
            file: Option<&'a str>,
            outcome: &'a str,
            #[serde(flatten)]
            report: &'a T,
        }
        let envelope = Envelope {
            format,
            version: JSON_VERSION,
            file,
            outcome: outcome.map_or("fine", Outcome::word),
            report,
        };
        let mut line = serde_json::to_vec(&envelope).map_err(|e| {
            let issue = Issue::error("output-not-written", "").with("reason", e.to_string());
            Failure::new(Outcome::NotWritten, issue).about("standard output")
        })?;
        line.push(b'\n');
        Ok(line)
    }

    /// Writes one warning to standard error.
    pub(super) fn warn(&self, issue: &Issue) {
        self.line(
            &self
                .texts
                .with("cli-warning", &[("text", self.sentence(issue).into())]),
        );
    }

    /// Does `task` and tells meanwhile how far `work` is: on a terminal, and only if it takes a while.
    pub(super) fn with_progress<T>(&self, work: &Work, what: &str, task: impl FnOnce() -> T) -> T {
        if !io::stderr().is_terminal() {
            return task();
        }
        let (done, is_done) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut wait = FIRST_PROGRESS;
                let mut told = false;
                // It ends when the sender is dropped, whatever becomes of the task.
                while matches!(is_done.recv_timeout(wait), Err(mpsc::RecvTimeoutError::Timeout)) {
                    let percent = (100.0 * work.progress.fraction().unwrap_or(0.0)) as u32;
                    self.plain(&format!("\r{what} {percent} %"));
                    (wait, told) = (NEXT_PROGRESS, true);
                }
                if told {
                    self.plain("\r\x1b[K");
                }
            });
            let result = task();
            drop(done);
            result
        })
    }

    pub(super) fn error_line(&self, failure: &Failure) -> String {
        let mut text = failure
            .file
            .as_ref()
            .map_or_else(String::new, |file| format!("{file}: "));
        text.push_str(&self.sentence(&failure.issue));
        let remedy = self.texts.issue(&failure.issue).remedy;
        if !remedy.is_empty() {
            text.push_str(". ");
            text.push_str(&remedy);
        }
        self.texts.with("cli-error", &[("text", printable(&text).into())])
    }

    fn sentence(&self, issue: &Issue) -> String {
        let what = self.texts.issue(issue).what;
        let what = what.trim_end_matches('.');
        let line = if issue.pointer.is_empty() {
            what.to_owned()
        } else {
            format!("{what} ({})", issue.pointer)
        };
        printable(&line)
    }
}

/// One line without control characters: names come from files, and a terminal obeys what it is sent.
pub(super) fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || turns_text(c) { ' ' } else { c })
        .collect()
}

/// Marks that make a terminal show what follows in another order (Unicode annex 9): a name could look like another.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_file_what_where_and_remedy_on_one_line() {
        let console = Console::new();
        let issue = Issue::error("clip-unknown", "/animations")
            .with("asked", "Fly\u{1b}[2J\u{202e}")
            .with("clips", "0 Walk");
        let line = console.error_line(&Failure::new(Outcome::Refused, issue).about("a\nb.glb"));
        assert!(line.starts_with("error: a b.glb: "), "{line}");
        assert!(
            line.contains("Fly") && line.contains("0 Walk") && line.contains("(/animations)"),
            "{line}"
        );
        assert!(!line.chars().any(char::is_control), "{line:?}");
        assert!(!line.contains('\u{202e}'), "{line:?}");
    }
}
