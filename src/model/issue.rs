//! What is worth telling about a file.

use std::fmt;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// The file was corrected, or something does not show as meant.
    Warning,
    /// It cannot be right as it stands.
    Error,
}

/// A named value in a message.
#[derive(Debug, Clone, PartialEq)]
pub enum IssueArg {
    /// A count or a measure.
    Number(f64),
    /// A name or a path.
    Text(String),
}

impl From<f64> for IssueArg {
    fn from(v: f64) -> Self {
        Self::Number(v)
    }
}

impl From<u32> for IssueArg {
    fn from(v: u32) -> Self {
        Self::Number(f64::from(v))
    }
}

impl From<usize> for IssueArg {
    fn from(v: usize) -> Self {
        Self::Number(v as f64)
    }
}

impl From<&str> for IssueArg {
    fn from(v: &str) -> Self {
        Self::Text(v.to_owned())
    }
}

impl From<String> for IssueArg {
    fn from(v: String) -> Self {
        Self::Text(v)
    }
}

impl fmt::Display for IssueArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Text(t) => f.write_str(t),
        }
    }
}

/// One finding: a stable code, where it is, and named values. The sentence is looked up by the code in
/// `assets/text` (`issue-CODE` says what it is, `.effect` what it does to the picture, `.remedy` what to do).
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// Stable, kebab case, such as `weights-not-normalized`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// JSON pointer into the file; empty for the file as a whole.
    pub pointer: String,
    /// Named values, in the order they were given.
    pub args: Vec<(&'static str, IssueArg)>,
}

impl Issue {
    /// An error.
    pub fn error(code: &'static str, pointer: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            pointer: pointer.into(),
            args: Vec::new(),
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, pointer: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, pointer)
        }
    }

    /// A piece of information.
    pub fn info(code: &'static str, pointer: impl Into<String>) -> Self {
        Self {
            severity: Severity::Info,
            ..Self::error(code, pointer)
        }
    }

    /// Adds a named value.
    pub fn with(mut self, name: &'static str, value: impl Into<IssueArg>) -> Self {
        self.args.push((name, value.into()));
        self
    }
}

/// Terse, for logs and tests; people get the sentences of `text`.
impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        if !self.pointer.is_empty() {
            write!(f, " at {}", self.pointer)?;
        }
        for (name, value) in &self.args {
            write!(f, ", {name}: {value}")?;
        }
        Ok(())
    }
}
