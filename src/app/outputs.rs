//! Pictures, films and sheets of what shows, made on a thread of their own with a device of their own: the window goes on.

use std::path::{MAIN_SEPARATOR, PathBuf};

use winit::event_loop::EventLoopProxy;

use super::program::Happening;
use crate::model::Issue;
use crate::output::{Failure, Job, Made, Outcome};
use crate::render::{Gpu, GpuOptions};
use crate::text::Texts;
use crate::work::Work;

/// Makes one thing after the other.
#[derive(Debug)]
pub(super) struct Maker {
    proxy: EventLoopProxy<Happening>,
    gpu: GpuOptions,
    work: Option<Work>,
}

impl Maker {
    pub(super) fn new(proxy: EventLoopProxy<Happening>, gpu: GpuOptions) -> Self {
        Self {
            proxy,
            gpu,
            work: None,
        }
    }

    /// Begins; what comes of it is sent to the event loop.
    pub(super) fn start(&mut self, job: Job) {
        let work = Work::on_all_cores();
        self.work = Some(work.clone());
        let (proxy, options) = (self.proxy.clone(), self.gpu.clone());
        let task = move || {
            let made = make(&job, &options, &work);
            // The window may be gone when it is done; then the file is there all the same.
            let _ = proxy.send_event(Happening::Made(made));
        };
        let thread = std::thread::Builder::new().name("output".to_owned());
        if let Err(error) = thread.spawn(task) {
            let issue = Issue::error("thread-refused", "").with("cause", error.to_string());
            let failure = Failure::new(Outcome::Stopped, issue);
            let _ = self.proxy.send_event(Happening::Made(Err(failure)));
        }
    }

    /// Asks what is being made to stop.
    pub(super) fn cancel(&self) {
        if let Some(work) = &self.work {
            work.cancel.cancel();
        }
    }

    /// What was being made has ended.
    pub(super) fn finish(&mut self) {
        self.work = None;
    }

    /// Share done of what is being made.
    pub(super) fn fraction(&self) -> Option<f32> {
        self.work.as_ref().and_then(|w| w.progress.fraction())
    }
}

fn make(job: &Job, options: &GpuOptions, work: &Work) -> Result<Made, Failure> {
    let gpu = Gpu::headless(options).map_err(|error| {
        let issue = Issue::error("render-failed", "").with("reason", error.to_string());
        Failure::new(Outcome::NoGpu, issue)
    })?;
    job.run(gpu, &Texts::english(), work)
}

/// Where files go when nothing else is said: the person's pictures, else their home, else where the program was started.
/// Ends in a separator.
pub(super) fn folder() -> String {
    let pictures = directories::UserDirs::new().and_then(|dirs| {
        let pictures = dirs.picture_dir().map(PathBuf::from).filter(|p| p.is_dir());
        pictures.or_else(|| Some(dirs.home_dir().to_owned()).filter(|p| p.is_dir()))
    });
    let folder = pictures.or_else(|| std::env::current_dir().ok());
    folder.map_or_else(String::new, |folder| {
        let mut text = folder.to_string_lossy().into_owned();
        if !text.ends_with(MAIN_SEPARATOR) {
            text.push(MAIN_SEPARATOR);
        }
        text
    })
}
