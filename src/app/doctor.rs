//! The doctor examines what was opened on a thread of its own.

use std::sync::{Arc, Weak};
use std::time::Instant;

use winit::event_loop::EventLoopProxy;

use super::compare::PROGRESS_EVERY;
use super::program::Happening;
use crate::inspect::doctor::{Diagnosis, examine};
use crate::model::Model;
use crate::teach;
use crate::viewer::{Report, ViewerState, report};
use crate::work::Work;

/// An examination under way, or the last one.
#[derive(Debug)]
struct Examination {
    model: Weak<Model>,
    work: Work,
    is_done: bool,
}

/// The thread behind the doctor's panel.
#[derive(Debug)]
pub(super) struct Examiner {
    proxy: EventLoopProxy<Happening>,
    current: Option<Examination>,
}

impl Examiner {
    pub(super) fn new(proxy: EventLoopProxy<Happening>) -> Self {
        Self { proxy, current: None }
    }

    /// Begins to examine a model that is new, and gives up the one before. Returns when to be asked again for the sake of
    /// progress.
    pub(super) fn follow(&mut self, state: &mut ViewerState, now: Instant) -> Option<Instant> {
        let known = |m: &Arc<Model>| {
            self.current
                .as_ref()
                .is_some_and(|c| std::ptr::eq(c.model.as_ptr(), Arc::as_ptr(m)))
        };
        if let Some(model) = state.original.clone().filter(|m| !known(m)) {
            self.cancel();
            self.begin(model);
        }
        let current = self.current.as_ref().filter(|c| !c.is_done)?;
        let share = current.work.progress.fraction().unwrap_or(0.0);
        report(state, Report::Examining(Some(share)));
        Some(now + PROGRESS_EVERY)
    }

    fn begin(&mut self, model: Arc<Model>) {
        // One thread: the window comes first.
        let work = Work::alone();
        let (proxy, mine) = (self.proxy.clone(), work.clone());
        let mut examination = Examination {
            model: Arc::downgrade(&model),
            work,
            is_done: false,
        };
        let thread = std::thread::Builder::new()
            .name("doctor".to_owned())
            .spawn(move || {
                if let Ok(faults) = teach::visible(&model, &mine) {
                    let model = Arc::clone(&model);
                    let _ = proxy.send_event(Happening::VisibleFaults { model, faults });
                }
                if let Ok(diagnosis) = examine(&model, &mine) {
                    let diagnosis = Arc::new(diagnosis);
                    let _ = proxy.send_event(Happening::Diagnosed { model, diagnosis });
                }
            });
        if let Err(error) = thread {
            log::warn!("no thread for the doctor, only the importer's findings are shown: {error}");
            examination.is_done = true;
        }
        self.current = Some(examination);
    }

    /// The answer came.
    pub(super) fn answered(&mut self, state: &mut ViewerState, model: Arc<Model>, diagnosis: Arc<Diagnosis>) {
        if let Some(current) = &mut self.current
            && std::ptr::eq(current.model.as_ptr(), Arc::as_ptr(&model))
        {
            current.is_done = true;
        }
        report(state, Report::Diagnosed { model, diagnosis });
    }

    /// Gives it up.
    pub(super) fn cancel(&mut self) {
        if let Some(current) = self.current.take() {
            current.work.cancel.cancel();
        }
    }
}
