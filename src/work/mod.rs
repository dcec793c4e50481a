//! The one door to threads: workers, progress and cancelling.
//!
//! Whatever can take longer than 10 ms takes a [`Work`]. Results come back in index order and chunks are fixed by the
//! caller, so that nothing depends on the number of threads. Must not name anything of ours.

mod watch;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

pub use watch::{Aside, Watch};

/// What a long task is given: who does it, where it tells how far it is, and when it must stop.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// Who does it.
    pub workers: Workers,
    /// How far it is.
    pub progress: Progress,
    /// Whether it must stop.
    pub cancel: CancelToken,
}

impl Work {
    /// One thread, the caller's own; nobody watches and nobody cancels.
    pub fn alone() -> Self {
        Self::default()
    }

    /// As many threads as the machine has cores.
    pub fn on_all_cores() -> Self {
        Self {
            workers: Workers::all_cores(),
            ..Self::default()
        }
    }

    /// The same workers and the same request to stop, for a step of this task: what the step does moves this task's
    /// progress from the share `first` to `last`.
    #[must_use]
    pub fn step(&self, first: f32, last: f32) -> Self {
        Self {
            workers: self.workers,
            progress: self.progress.step(first, last),
            cancel: self.cancel.clone(),
        }
    }
}

/// Leaves the processor to others for about a millisecond, to wait for something that cannot wake a thread. Returns at
/// once where there are no threads.
pub fn pause() {
    #[cfg(not(target_family = "wasm"))]
    std::thread::sleep(std::time::Duration::from_millis(1));
}

/// The task was asked to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Asks a task to stop; clones share the request.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks every holder to stop at its next check.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True once [`Self::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// An error once [`Self::cancel`] was called, for `?`.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }
}

/// How far a task is; clones share the figures.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<ProgressCells>);

#[derive(Debug, Default)]
struct ProgressCells {
    done: AtomicU64,
    total: AtomicU64,
    /// The task that this is a step of.
    whole: Option<Whole>,
}

/// Which share of another task a step is.
#[derive(Debug)]
struct Whole {
    task: Progress,
    first: f32,
    last: f32,
}

/// Units of a task whose progress is that of its steps.
const UNITS: u64 = 1 << 20;

impl Progress {
    /// Sets how much there is to do, in any unit (bytes, frames, vertices), and starts again from nothing.
    pub fn start(&self, total: u64) {
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Relaxed);
        self.tell();
    }

    /// Adds to what is done.
    pub fn add(&self, amount: u64) {
        self.0.done.fetch_add(amount, Ordering::Relaxed);
        self.tell();
    }

    fn step(&self, first: f32, last: f32) -> Self {
        let whole = Whole {
            task: self.clone(),
            first,
            last,
        };
        Self(Arc::new(ProgressCells {
            whole: Some(whole),
            ..ProgressCells::default()
        }))
    }

    /// Moves the whole task on; never back, so that a step may count anew.
    fn tell(&self) {
        let (Some(whole), Some(share)) = (&self.0.whole, self.fraction()) else {
            return;
        };
        let share = whole.first + (whole.last - whole.first) * share;
        let cells = &whole.task.0;
        cells.total.store(UNITS, Ordering::Relaxed);
        cells
            .done
            .fetch_max((f64::from(share) * UNITS as f64) as u64, Ordering::Relaxed);
        whole.task.tell();
    }

    /// Share done, 0 to 1; `None` while the total is not known.
    pub fn fraction(&self) -> Option<f32> {
        let total = self.0.total.load(Ordering::Relaxed);
        let done = self.0.done.load(Ordering::Relaxed);
        (total > 0).then(|| (done as f64 / total as f64).min(1.0) as f32)
    }
}

/// A number of threads that live as long as one call.
#[derive(Debug, Clone, Copy)]
pub struct Workers(NonZeroUsize);

impl Default for Workers {
    fn default() -> Self {
        Self(NonZeroUsize::MIN)
    }
}

impl Workers {
    /// As many threads as the machine has cores; one where that is not known or there are no threads.
    pub fn all_cores() -> Self {
        Self(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Exactly `count` threads; 0 counts as 1.
    pub fn new(count: usize) -> Self {
        Self(NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN))
    }

    /// Runs `job` for 0 .. `count` and returns the results in index order.
    ///
    /// With one worker it all happens on the caller, in turn. A panic in a job reaches the caller.
    pub fn map<T: Send>(&self, count: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let threads = self.0.get().min(count);
        if threads <= 1 || cfg!(target_family = "wasm") {
            return (0..count).map(job).collect();
        }
        let next = AtomicUsize::new(0);
        let take = || {
            let mut mine = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return mine;
                }
                mine.push((index, job(index)));
            }
        };
        let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
            let mut all = take();
            for other in others {
                match other.join() {
                    Ok(theirs) => all.extend(theirs),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            all
        });
        all.sort_by_key(|(index, _)| *index);
        all.into_iter().map(|(_, result)| result).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_index_order_with_any_number_of_threads() {
        let right: Vec<usize> = (0..1000).map(|i| i * i).collect();
        for threads in [0, 1, 2, 7] {
            assert_eq!(Workers::new(threads).map(1000, |i| i * i), right);
        }
        assert!(Workers::new(4).map(0, |i| i).is_empty());
    }

    #[test]
    fn steps_move_one_bar_from_end_to_end_and_never_back() {
        let work = Work::alone();
        let first = work.step(0.0, 0.25);
        first.progress.start(4);
        assert_eq!(work.progress.fraction(), Some(0.0));
        first.progress.add(2);
        assert_eq!(work.progress.fraction(), Some(0.125));
        first.progress.start(100);
        assert_eq!(work.progress.fraction(), Some(0.125), "a step may count anew");
        first.progress.add(100);
        let second = work.step(0.25, 1.0);
        second.progress.start(3);
        assert_eq!(work.progress.fraction(), Some(0.25));
        second.progress.add(3);
        assert_eq!(work.progress.fraction(), Some(1.0));
        work.cancel.cancel();
        assert_eq!(second.cancel.check(), Err(Cancelled));
    }

    #[test]
    fn progress_and_cancel_are_shared_by_clones() {
        let work = Work::alone();
        let seen = work.clone();
        assert_eq!(seen.progress.fraction(), None);
        work.progress.start(10);
        work.progress.add(4);
        assert_eq!(seen.progress.fraction(), Some(0.4));
        assert!(seen.cancel.check().is_ok());
        work.cancel.cancel();
        assert_eq!(seen.cancel.check(), Err(Cancelled));
    }
}
