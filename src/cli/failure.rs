//! Why a command did not succeed, and the exit code that says so.

use std::process::ExitCode;

use crate::import::ImportError;
use crate::model::Issue;
use crate::work::Cancelled;

/// How a command ended. The exit codes are part of the program's interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The check found something.
    Found,
    /// Bad usage, or input unreadable or refused.
    Refused,
    /// No usable GPU or display.
    NoGpu,
    /// The output could not be written.
    NotWritten,
    /// Cancelled, or over a limit.
    Stopped,
}

impl Outcome {
    /// The exit code.
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Found => 1,
            Self::Refused => 2,
            Self::NoGpu => 3,
            Self::NotWritten => 4,
            Self::Stopped => 5,
        }
    }

    /// The word in JSON.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Refused => "refused",
            Self::NoGpu => "no-gpu",
            Self::NotWritten => "not-written",
            Self::Stopped => "stopped",
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome.code())
    }
}

/// What went wrong: an [`Issue`], so that errors of the command line and of the importer are one list with one set of
/// codes and texts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Failure {
    /// Which exit code.
    pub outcome: Outcome,
    /// The file it is about, as the person wrote it.
    pub file: Option<String>,
    /// What, where, why and what to do. Boxed: the good path carries no more than a pointer.
    pub issue: Box<Issue>,
}

impl Failure {
    /// A failure that is about no file, or about one that [`Self::about`] will name.
    pub(super) fn new(outcome: Outcome, issue: Issue) -> Self {
        Self {
            outcome,
            file: None,
            issue: Box::new(issue),
        }
    }

    /// Names the file.
    pub(super) fn about(mut self, file: impl Into<String>) -> Self {
        self.file.get_or_insert_with(|| file.into());
        self
    }
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Self {
        Self::new(Outcome::Stopped, Issue::error("cancelled", ""))
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Cancelled => Cancelled.into(),
            ImportError::Refused(issue) => {
                let outcome = if issue.code == "memory-limit" {
                    Outcome::Stopped
                } else {
                    Outcome::Refused
                };
                Self::new(outcome, issue)
            }
        }
    }
}
