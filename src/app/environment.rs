//! Pictures of surroundings come in on a thread of their own: read, decoded, uploaded. The newest request wins.

use std::path::PathBuf;
use std::sync::Arc;

use winit::event_loop::EventLoopProxy;

use super::program::Happening;
use crate::environment::{Environment, EnvironmentError, file_issue};
use crate::import::{ImportError, read_file};
use crate::model::Issue;
use crate::render::{EnvironmentTexture, Gpu, RenderError};
use crate::work::Work;

/// What came of a request.
#[derive(Debug)]
pub(super) struct EnvironmentAnswer {
    pub(super) ticket: u64,
    pub(super) result: Result<Arc<Environment>, EnvironmentError>,
    /// The picture on the device, if there was one.
    pub(super) texture: Option<Result<EnvironmentTexture, RenderError>>,
}

/// The thread that reads them, and the one that is open.
#[derive(Debug)]
pub(super) struct EnvironmentLoader {
    proxy: EventLoopProxy<Happening>,
    most_memory: u64,
    request: Option<(u64, Work)>,
    tickets: u64,
    /// For a device that is opened anew.
    open: Option<Arc<Environment>>,
}

impl EnvironmentLoader {
    pub(super) fn new(proxy: EventLoopProxy<Happening>, most_memory: u64) -> Self {
        Self {
            proxy,
            most_memory,
            request: None,
            tickets: 0,
            open: None,
        }
    }

    /// Begins to read a file, and gives up what was being read. Returns the name to show.
    pub(super) fn start(&mut self, path: PathBuf, gpu: Option<Gpu>) -> String {
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let most_memory = self.most_memory;
        let called = name.clone();
        self.spawn(gpu, move |work| {
            let bytes = read_file(&path, most_memory, work).map_err(|error| match error {
                ImportError::Refused(issue) => EnvironmentError::Refused(file_issue(issue)),
                ImportError::Cancelled => EnvironmentError::Cancelled,
            })?;
            Environment::decode(&called, &bytes, most_memory, &work.step(0.0, 0.9))
                .map(Arc::new)
                .map_err(|error| match error {
                    EnvironmentError::Refused(issue) => EnvironmentError::Refused(file_issue(issue)),
                    EnvironmentError::Cancelled => EnvironmentError::Cancelled,
                })
        });
        name
    }

    /// The one that is open.
    pub(super) fn open(&self) -> Option<Arc<Environment>> {
        self.open.clone()
    }

    /// Uploads what is open to another device.
    pub(super) fn restore(&mut self, gpu: Gpu) {
        if let Some(open) = self.open.clone().filter(|_| self.request.is_none()) {
            self.spawn(Some(gpu), move |_| Ok(open));
        }
    }

    fn spawn(
        &mut self,
        gpu: Option<Gpu>,
        make: impl FnOnce(&Work) -> Result<Arc<Environment>, EnvironmentError> + Send + 'static,
    ) {
        self.cancel();
        self.tickets += 1;
        let (ticket, work) = (self.tickets, Work::on_all_cores());
        self.request = Some((ticket, work.clone()));
        let proxy = self.proxy.clone();
        let task = move || {
            let result = make(&work);
            let upload = |e: &Arc<Environment>| {
                gpu.map(|gpu| EnvironmentTexture::upload(&gpu, e, &work.step(0.9, 1.0)))
            };
            let texture = result.as_ref().ok().and_then(upload);
            let answer = EnvironmentAnswer {
                ticket,
                result,
                texture,
            };
            // The window may be gone; then nobody wants it.
            drop(proxy.send_event(Happening::Environment(answer)));
        };
        let thread = std::thread::Builder::new().name("surroundings".to_owned());
        if let Err(error) = thread.spawn(task) {
            let issue = Issue::error("thread-refused", "").with("cause", error.to_string());
            let answer = EnvironmentAnswer {
                ticket,
                result: Err(EnvironmentError::Refused(issue)),
                texture: None,
            };
            drop(self.proxy.send_event(Happening::Environment(answer)));
        }
    }

    /// True if that is the answer to the newest request, which is then over.
    pub(super) fn takes(&mut self, answer: &EnvironmentAnswer) -> bool {
        let awaited = self.request.as_ref().is_some_and(|(t, _)| *t == answer.ticket);
        if awaited {
            self.request = None;
            if let Ok(environment) = &answer.result {
                self.open = Some(Arc::clone(environment));
            }
        }
        awaited
    }

    /// Gives up what is being read. True if something was.
    pub(super) fn cancel(&mut self) -> bool {
        let request = self.request.take();
        if let Some((_, work)) = &request {
            work.cancel.cancel();
        }
        request.is_some()
    }

    /// Share done of what is being read.
    pub(super) fn fraction(&self) -> Option<f32> {
        self.request
            .as_ref()
            .and_then(|(_, work)| work.progress.fraction())
    }
}
