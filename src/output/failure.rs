//! Why something was not made, and of which kind that is.

use crate::model::Issue;
use crate::render::RenderError;
use crate::work::Cancelled;

/// How it ended. The exit codes are part of the program's interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
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
    pub fn code(self) -> u8 {
        match self {
            Self::Found => 1,
            Self::Refused => 2,
            Self::NoGpu => 3,
            Self::NotWritten => 4,
            Self::Stopped => 5,
        }
    }

    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Refused => "refused",
            Self::NoGpu => "no-gpu",
            Self::NotWritten => "not-written",
            Self::Stopped => "stopped",
        }
    }
}

/// What went wrong: an [`Issue`], so that errors of the command line and of the importer are one list with one set of
/// codes and texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// Which exit code.
    pub outcome: Outcome,
    /// The file it is about, as the person wrote it.
    pub file: Option<String>,
    /// What, where, why and what to do. Boxed: the good path carries no more than a pointer.
    pub issue: Box<Issue>,
}

impl Failure {
    /// A failure that is about no file, or about one that [`Self::about`] will name.
    pub fn new(outcome: Outcome, issue: Issue) -> Self {
        Self {
            outcome,
            file: None,
            issue: Box::new(issue),
        }
    }

    /// Names the file.
    pub fn about(mut self, file: impl Into<String>) -> Self {
        self.file.get_or_insert_with(|| file.into());
        self
    }
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Self {
        Self::new(Outcome::Stopped, Issue::error("cancelled", ""))
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        let outcome = match error {
            RenderError::Cancelled => return Cancelled.into(),
            RenderError::TooLarge { .. } | RenderError::OutOfMemory { .. } => Outcome::Stopped,
            RenderError::Lost | RenderError::Device(_) => Outcome::NoGpu,
        };
        Self::new(
            outcome,
            Issue::error("render-failed", "").with("reason", error.to_string()),
        )
    }
}
