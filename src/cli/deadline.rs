//! The process ends, whatever a driver or another program does.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::model::Issue;
use crate::output::Witness;
use crate::work::Watch;

/// A watch over work that says now and then that it is alive; it ends the process when it does not. Dropped, it watches
/// no more.
pub(super) struct Deadline {
    watch: Watch,
    /// A file that must not stay half-written.
    unfinished: Arc<Mutex<Option<PathBuf>>>,
}

impl Deadline {
    /// Watches work that may take `seconds` between two signs of life. `json`: the report's format where one was asked
    /// for.
    pub(super) fn start(console: &Console, seconds: f64, json: Option<&'static str>) -> Self {
        let issue = Issue::error("deadline", "").with("seconds", seconds);
        let failure = Failure::new(Outcome::Stopped, issue);
        let unfinished = Arc::new(Mutex::new(None::<PathBuf>));
        let kept = Arc::clone(&unfinished);
        // The texts stay on their thread: the words are made now.
        let line = console.error_line(&failure);
        let watch = Watch::start(Duration::from_secs_f64(seconds), move || {
            if let Some(path) = kept.lock().unwrap_or_else(PoisonError::into_inner).take() {
                // Nothing else can be done for it.
                let _ = std::fs::remove_file(path);
            }
            let console = Console::new();
            console.line(&line);
            if let Some(format) = json {
                console.json_failure(&failure, format);
            }
            std::process::exit(failure.outcome.code().into());
        });
        Self { watch, unfinished }
    }
}

impl Witness for Deadline {
    fn moved(&self) {
        self.watch.alive();
    }

    fn unfinished(&self, path: &Path) {
        *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    }
}
