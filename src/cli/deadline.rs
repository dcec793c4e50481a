//! The process ends, whatever a driver or another program does.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::model::Issue;

/// A watch over work that says now and then that it is alive; it ends the process when it does not. Dropped, it watches
/// no more.
pub(super) struct Deadline {
    alive: Sender<()>,
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
        let (alive, signs) = mpsc::channel::<()>();
        let kept = Arc::clone(&unfinished);
        let patience = Duration::from_secs_f64(seconds);
        // The texts stay on their thread: the words are made now.
        let line = console.error_line(&failure);
        std::thread::spawn(move || {
            loop {
                match signs.recv_timeout(patience) {
                    Ok(()) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => break,
                }
            }
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
        Self { alive, unfinished }
    }

    /// Something moved.
    pub(super) fn alive(&self) {
        // The watch only ends with the process.
        let _ = self.alive.send(());
    }

    /// A file that goes with the process.
    pub(super) fn guard(&self, path: &Path) {
        *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    }
}
