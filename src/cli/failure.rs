//! Why a command did not succeed, and the exit code that says so.

use std::process::ExitCode;

pub(super) use crate::output::{Failure, Outcome};

use crate::import::ImportError;
use crate::work::Cancelled;

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome.code())
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
