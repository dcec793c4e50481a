//! One piece of work at a time off the thread of the window: begun when it is wanted, given up when it is not.

use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::model::Model;
use crate::work::{Work, Workers};

/// Who steps through clips by key, or drags, does not want each of them measured.
const SETTLE: Duration = Duration::from_millis(120);

#[derive(Debug)]
struct UnderWay<K> {
    model: Weak<Model>,
    key: K,
    work: Work,
}

/// Work on a model; `K` says which.
#[derive(Debug)]
pub(super) struct Background<K> {
    name: &'static str,
    workers: Workers,
    under_way: Option<UnderWay<K>>,
}

impl<K: PartialEq + Clone + Send + 'static> Background<K> {
    /// On one thread; `name` is its name.
    pub(super) fn new(name: &'static str) -> Self {
        Self::on(name, Workers::default())
    }

    /// On some threads.
    pub(super) fn on(name: &'static str, workers: Workers) -> Self {
        Self {
            name,
            workers,
            under_way: None,
        }
    }

    /// Begins what is wanted and gives up what is not. Returns the share that is done while something is under way.
    pub(super) fn follow(
        &mut self,
        model: Option<&Arc<Model>>,
        wanted: Option<K>,
        job: impl FnOnce(Arc<Model>, K, Work) + Send + 'static,
    ) -> Option<f32> {
        let goes_on = self
            .under_way
            .as_ref()
            .is_some_and(|u| wanted.as_ref() == Some(&u.key) && model.is_some_and(|m| u.is_on(m)));
        if !goes_on {
            self.cancel();
            if let (Some(model), Some(key)) = (model, wanted) {
                self.begin(model, key, job);
            }
        }
        let under_way = self.under_way.as_ref()?;
        Some(under_way.work.progress.fraction().unwrap_or(0.0))
    }

    fn begin(&mut self, model: &Arc<Model>, key: K, job: impl FnOnce(Arc<Model>, K, Work) + Send + 'static) {
        let work = Work {
            workers: self.workers,
            ..Work::alone()
        };
        let (of, mine, asked) = (Arc::clone(model), work.clone(), key.clone());
        let thread = std::thread::Builder::new()
            .name(self.name.to_owned())
            .spawn(move || {
                std::thread::sleep(SETTLE);
                if !mine.cancel.is_cancelled() {
                    job(of, asked, mine);
                }
            });
        match thread {
            Ok(_) => {
                self.under_way = Some(UnderWay {
                    model: Arc::downgrade(model),
                    key,
                    work,
                });
            }
            Err(error) => log::warn!("no thread for {}: {error}", self.name),
        }
    }

    /// Whether what is under way is this.
    pub(super) fn awaits(&self, model: &Arc<Model>, key: &K) -> bool {
        let under_way = self.under_way.as_ref();
        under_way.is_some_and(|u| u.key == *key && u.is_on(model))
    }

    /// An answer came; whether it is the one that is waited for.
    pub(super) fn answered(&mut self, model: &Arc<Model>, key: &K) -> bool {
        let is_for = |u: &mut UnderWay<K>| u.key == *key && u.is_on(model);
        self.under_way.take_if(is_for).is_some()
    }

    /// Gives it up.
    pub(super) fn cancel(&mut self) {
        if let Some(under_way) = self.under_way.take() {
            under_way.work.cancel.cancel();
        }
    }
}

impl<K> UnderWay<K> {
    fn is_on(&self, model: &Arc<Model>) -> bool {
        std::ptr::eq(self.model.as_ptr(), Arc::as_ptr(model))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn what_is_no_longer_wanted_is_given_up_and_its_answer_is_none() {
        let model = Arc::new(Model::default());
        let mut background = Background::new("test");
        let (to, from) = channel();
        let job = |to: std::sync::mpsc::Sender<(u32, Work)>| {
            move |_: Arc<Model>, key: u32, work: Work| to.send((key, work)).unwrap()
        };
        assert!(
            background
                .follow(Some(&model), Some(1), job(to.clone()))
                .is_some()
        );
        let (first, work) = from.recv().unwrap();
        assert!(
            background
                .follow(Some(&model), Some(1), job(to.clone()))
                .is_some()
        );
        assert!(!work.cancel.is_cancelled(), "it goes on");
        background.follow(Some(&model), Some(2), job(to.clone()));
        assert!(work.cancel.is_cancelled());
        assert!(!background.answered(&model, &first));
        let (second, work) = from.recv().unwrap();
        assert!(background.answered(&model, &second));
        assert!(!background.answered(&model, &second), "once");
        background.follow(Some(&model), None, job(to));
        assert!(!work.cancel.is_cancelled(), "what has ended is not given up");
    }
}
