//! Models come in on a thread of their own: the window goes on, the newest request wins.

use std::path::PathBuf;
use std::sync::Arc;

use winit::event_loop::EventLoopProxy;

use super::Opening;
use super::files::model_in;
use super::program::Happening;
use crate::import::{ImportError, ImportOptions, import_bytes, import_path};
use crate::math::Bounds;
use crate::model::{Issue, Model, opening_bounds};
use crate::samples;
use crate::skinning::SkinningMethod;
use crate::work::Work;

/// A model that came in, and what the camera frames of it.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) model: Arc<Model>,
    pub(super) opening_bounds: Bounds,
}

/// The request that is under way.
#[derive(Debug)]
struct Request {
    ticket: u64,
    work: Work,
}

/// Loads models.
#[derive(Debug)]
pub(super) struct Loader {
    proxy: EventLoopProxy<Happening>,
    options: ImportOptions,
    request: Option<Request>,
    tickets: u64,
}

impl Loader {
    pub(super) fn new(proxy: EventLoopProxy<Happening>, options: ImportOptions) -> Self {
        Self {
            proxy,
            options,
            request: None,
            tickets: 0,
        }
    }

    /// Begins to load, and gives up what was being loaded. Returns the name to show.
    pub(super) fn start(&mut self, opening: Opening, method: SkinningMethod) -> Option<String> {
        self.cancel();
        let name = match &opening {
            Opening::Nothing => return None,
            Opening::Sample => samples::SAMPLES.first().map_or("", |s| s.file).to_owned(),
            Opening::Path(path) => path
                .file_name()
                .unwrap_or(path.as_os_str())
                .to_string_lossy()
                .into_owned(),
            Opening::Bytes { name, .. } => name.clone(),
        };
        self.tickets += 1;
        let request = Request {
            ticket: self.tickets,
            work: Work::on_all_cores(),
        };
        let (ticket, work) = (request.ticket, request.work.clone());
        let (proxy, options) = (self.proxy.clone(), self.options);
        let thread = std::thread::Builder::new()
            .name("load".to_owned())
            .spawn(move || {
                let result = load(opening, options, method, &work);
                // The window may be gone by now; then nobody wants it.
                let _ = proxy.send_event(Happening::Loaded { ticket, result });
            });
        match thread {
            Ok(_) => self.request = Some(request),
            Err(error) => {
                let issue = Issue::error("thread-refused", "").with("cause", error.to_string());
                let result = Err(ImportError::Refused(issue));
                let _ = self.proxy.send_event(Happening::Loaded { ticket, result });
                self.request = Some(request);
            }
        }
        Some(name)
    }

    /// Gives up what is being loaded. True if something was.
    pub(super) fn cancel(&mut self) -> bool {
        let request = self.request.take();
        if let Some(request) = &request {
            request.work.cancel.cancel();
        }
        request.is_some()
    }

    /// True if that is the answer to the newest request, which is then done.
    pub(super) fn is_awaited(&mut self, ticket: u64) -> bool {
        self.request.take_if(|r| r.ticket == ticket).is_some()
    }

    /// Share done of what is being loaded.
    pub(super) fn fraction(&self) -> Option<f32> {
        self.request.as_ref().and_then(|r| r.work.progress.fraction())
    }
}

fn load(
    opening: Opening,
    options: ImportOptions,
    method: SkinningMethod,
    work: &Work,
) -> Result<Loaded, ImportError> {
    let model = match opening {
        Opening::Nothing => return Err(ImportError::Cancelled),
        Opening::Sample => sample(None, options, work)?,
        Opening::Path(path) => match path.to_str().and_then(|p| p.strip_prefix("sample:")) {
            Some(name) => sample(Some(name), options, work)?,
            None => from_path(path, options, work)?,
        },
        Opening::Bytes { name, bytes } => import_bytes(&name, bytes, None, &options, work)?,
    };
    work.cancel.check()?;
    let bounds = opening_bounds(&model, model.opening_clip(), model.default_scene, method);
    Ok(Loaded {
        model: Arc::new(model),
        opening_bounds: bounds,
    })
}

fn from_path(path: PathBuf, options: ImportOptions, work: &Work) -> Result<Model, ImportError> {
    let path = model_in(path);
    import_path(&path, &options, work)
}

fn sample(name: Option<&str>, options: ImportOptions, work: &Work) -> Result<Model, ImportError> {
    let found = match name {
        Some(name) => samples::find(name),
        None => samples::SAMPLES.first(),
    };
    let sample = found.ok_or_else(|| {
        let names: Vec<&str> = samples::SAMPLES.iter().map(|s| s.name).collect();
        let issue = Issue::error("sample-unknown", "");
        ImportError::Refused(
            issue
                .with("asked", name.unwrap_or(""))
                .with("samples", names.join(", ")),
        )
    })?;
    import_bytes(sample.file, sample.bytes.to_vec(), None, &options, work)
}
