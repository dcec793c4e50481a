//! A watch over work that may stand still, and threads for what waits on another program.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// Watches work that says now and then that it is alive, and does something when it does not. Dropped, it watches no
/// more.
#[derive(Debug)]
pub struct Watch {
    alive: Sender<()>,
    thread: Option<JoinHandle<bool>>,
}

impl Watch {
    /// Calls `late`, once and on another thread, when there is no sign of life for as long as `patience`. Where there are
    /// no threads nothing is watched.
    pub fn start(patience: Duration, late: impl FnOnce() + Send + 'static) -> Self {
        let (alive, signs) = mpsc::channel::<()>();
        let watch = move || {
            loop {
                match signs.recv_timeout(patience) {
                    Ok(()) => {}
                    Err(RecvTimeoutError::Disconnected) => return false,
                    Err(RecvTimeoutError::Timeout) => break,
                }
            }
            late();
            true
        };
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(watch);
        // Work that nobody watches is better than none.
        Self {
            alive,
            thread: thread.ok(),
        }
    }

    /// Something moved.
    pub fn alive(&self) {
        // Once it was late nobody listens any more.
        let _ = self.alive.send(());
    }

    /// Watches no more. True if it was late.
    pub fn end(mut self) -> bool {
        let thread = self.thread.take();
        drop(self);
        thread.is_some_and(|t| t.join().unwrap_or(false))
    }
}

/// Something that is done on a thread of its own.
#[derive(Debug)]
pub struct Aside<T>(JoinHandle<T>);

impl<T: Send + 'static> Aside<T> {
    /// Begins to do it; `name` is for people who look at the threads. An error where no thread can be had.
    pub fn start(name: &str, job: impl FnOnce() -> T + Send + 'static) -> std::io::Result<Self> {
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(job)?;
        Ok(Self(thread))
    }

    /// Waits for what came of it; `None` if it panicked.
    pub fn wait(self) -> Option<T> {
        self.0.join().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn what_stands_still_is_noticed_and_what_moves_is_not() {
        let noticed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&noticed);
        let watch = Watch::start(Duration::from_hours(1), move || {
            flag.store(true, Ordering::Relaxed);
        });
        watch.alive();
        assert!(!watch.end() && !noticed.load(Ordering::Relaxed));
        let flag = Arc::clone(&noticed);
        let watch = Watch::start(Duration::from_millis(1), move || {
            flag.store(true, Ordering::Relaxed);
        });
        while !noticed.load(Ordering::Relaxed) {
            crate::work::pause();
        }
        watch.alive();
        assert!(watch.end());
    }

    #[test]
    fn what_is_done_aside_comes_back() {
        assert_eq!(Aside::start("sum", || 2 + 3).unwrap().wait(), Some(5));
    }
}
