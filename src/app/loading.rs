//! Models come in on a thread of their own: read, uploaded, and only then shown. The window goes on, the newest request
//! wins.

use std::path::PathBuf;
use std::sync::Arc;

use winit::event_loop::EventLoopProxy;

use super::Opening;
use super::files::model_in;
use super::program::Happening;
use crate::import::{ImportError, ImportOptions, import_bytes, import_path};
use crate::math::Bounds;
use crate::model::{Issue, Model, SceneId, find_outlines, opening_bounds};
use crate::render::{GpuModel, Prior, RenderError, Uploader};
use crate::samples;
use crate::skinning::SkinningMethod;
use crate::teach::{self, Fault};
use crate::viewer::{LOADED, Variant};
use crate::work::{Cancelled, Work};

/// A model that came in, and what the camera frames of it.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) model: Arc<Model>,
    pub(super) opening_bounds: Bounds,
    /// The model on the device, or why it is not there.
    pub(super) uploaded: Result<Uploaded, RenderError>,
}

/// A variant of the model that is open.
#[derive(Debug)]
pub(super) struct Varied {
    /// Of which model.
    pub(super) original: Arc<Model>,
    pub(super) variant: Variant,
    /// The scene that was framed.
    pub(super) scene: SceneId,
    /// The model, unless it was given up for something else.
    pub(super) made: Result<MadeVariant, Cancelled>,
}

/// The model of a variant.
#[derive(Debug)]
pub(super) struct MadeVariant {
    pub(super) model: Arc<Model>,
    pub(super) opening_bounds: Bounds,
    pub(super) visible_faults: Vec<Fault>,
    /// The model on the device; `None` if it is the one that shows already.
    pub(super) uploaded: Option<Result<Uploaded, RenderError>>,
}

/// A model on the device that `uploader` is for.
#[derive(Debug)]
pub(super) struct Uploaded {
    pub(super) uploader: Uploader,
    pub(super) gpu_model: GpuModel,
}

impl Uploaded {
    /// Without an uploader there is no device: [`RenderError::Lost`].
    fn new(uploader: Option<Uploader>, model: &Model, work: &Work) -> Result<Self, RenderError> {
        let uploader = uploader.ok_or(RenderError::Lost)?;
        let gpu_model = uploader.upload(model, work)?;
        Ok(Self { uploader, gpu_model })
    }
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
    /// Another upload of the model that is shown, or a variant of it.
    restoring: Option<Work>,
    tickets: u64,
    /// The newest request as a text that names it, if one does.
    last_text: Option<String>,
    /// The newest request, and what the model that is open was read of.
    asked: Opening,
    opened: Opening,
}

impl Loader {
    pub(super) fn new(proxy: EventLoopProxy<Happening>, options: ImportOptions) -> Self {
        Self {
            proxy,
            options,
            request: None,
            restoring: None,
            tickets: 0,
            last_text: None,
            asked: Opening::Nothing,
            opened: Opening::Nothing,
        }
    }

    /// Begins to load, and gives up what was being loaded. Returns the name to show.
    pub(super) fn start(
        &mut self,
        opening: Opening,
        method: SkinningMethod,
        uploader: Option<Uploader>,
    ) -> Option<String> {
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
        self.last_text = match &opening {
            Opening::Path(path) => path.to_str().map(str::to_owned),
            _ => None,
        };
        self.asked = opening.clone();
        self.tickets += 1;
        let (ticket, work) = (self.tickets, Work::on_all_cores());
        self.request = Some(Request {
            ticket,
            work: work.clone(),
        });
        let options = self.options;
        let started = self.spawn("load", move || Happening::Loaded {
            ticket,
            result: load(opening, options, method, &work).map(|(model, opening_bounds)| Loaded {
                uploaded: Uploaded::new(uploader, &model, &work.step(LOADED, 1.0)),
                model,
                opening_bounds,
            }),
        });
        if let Err(error) = started {
            let issue = Issue::error("thread-refused", "").with("cause", error.to_string());
            let result = Err(ImportError::Refused(issue));
            let _ = self.proxy.send_event(Happening::Loaded { ticket, result });
        }
        Some(name)
    }

    /// Uploads once more what was read for the newest request: to another device, or with more room.
    pub(super) fn upload_again(&mut self, loaded: Loaded, uploader: Uploader) {
        let Some(request) = &self.request else { return };
        let (ticket, work) = (request.ticket, request.work.clone());
        let Loaded {
            model,
            opening_bounds,
            ..
        } = loaded;
        let started = self.spawn("upload", move || Happening::Loaded {
            ticket,
            result: Ok(Loaded {
                uploaded: Uploaded::new(Some(uploader), &model, &work.step(LOADED, 1.0)),
                model,
                opening_bounds,
            }),
        });
        if let Err(error) = started {
            let issue = Issue::error("thread-refused", "").with("cause", error.to_string());
            let result = Err(ImportError::Refused(issue));
            let _ = self.proxy.send_event(Happening::Loaded { ticket, result });
        }
    }

    /// Uploads the model that is to be shown to a device that does not have it; of `prior`, if there is one, it takes what
    /// is the same.
    pub(super) fn restore(&mut self, model: Arc<Model>, prior: Option<Prior>, uploader: Uploader) {
        let work = self.instead();
        let again = Arc::clone(&model);
        let started = self.spawn("restore", move || Happening::Restored {
            uploaded: match prior {
                Some(prior) => uploader.upload_variant(&model, &prior, &work),
                None => uploader.upload(&model, &work),
            }
            .map(|gpu_model| Uploaded { uploader, gpu_model }),
            model,
        });
        if let Err(error) = started {
            let _ = self.proxy.send_event(Happening::Restored {
                model: again,
                uploaded: Err(RenderError::Device(error.to_string())),
            });
        }
    }

    /// Makes a variant of `original` and uploads it, unless it is `shown`; `scene` and `method` say what is framed. False
    /// if no thread could be had.
    pub(super) fn vary(
        &mut self,
        variant: Variant,
        [original, shown]: [Arc<Model>; 2],
        (scene, method): (SceneId, SkinningMethod),
        prior: Option<Prior>,
        uploader: Option<Uploader>,
    ) -> std::io::Result<()> {
        let work = self.instead();
        self.spawn("vary", move || {
            let make = || -> Result<MadeVariant, Cancelled> {
                let [model, right] = variant.of(&original, &work)?;
                model.make_ready(&work)?;
                // The camera stays where the right character would be.
                let opening_bounds = opening_bounds(&right, right.opening_clip(), scene, method, &work)?;
                find_outlines(&model, &work)?;
                let visible_faults = teach::visible(&right, &work)?;
                let upload = |uploader: Option<Uploader>| {
                    let uploader = uploader.ok_or(RenderError::Lost)?;
                    let gpu_model = match prior {
                        Some(prior) => uploader.upload_variant(&model, &prior, &work),
                        None => uploader.upload(&model, &work),
                    }?;
                    Ok(Uploaded { uploader, gpu_model })
                };
                let uploaded = match (!Arc::ptr_eq(&model, &shown)).then(|| upload(uploader)) {
                    Some(Err(RenderError::Cancelled)) => return Err(Cancelled),
                    other => other,
                };
                Ok(MadeVariant {
                    model,
                    opening_bounds,
                    visible_faults,
                    uploaded,
                })
            };
            let made = make();
            Happening::Varied(Varied {
                original,
                variant,
                scene,
                made,
            })
        })
    }

    /// Gives up what was made before for the model that is open: something else is wanted of it.
    fn instead(&mut self) -> Work {
        let work = Work::on_all_cores();
        if let Some(before) = self.restoring.replace(work.clone()) {
            before.cancel.cancel();
        }
        work
    }

    /// Does a job on a thread of its own and sends the event loop what came of it.
    fn spawn(&self, name: &str, job: impl FnOnce() -> Happening + Send + 'static) -> std::io::Result<()> {
        let proxy = self.proxy.clone();
        let thread = std::thread::Builder::new().name(name.to_owned());
        // The window may be gone when it is done; then nobody wants it.
        let task = move || drop(proxy.send_event(job()));
        thread.spawn(task).map(drop)
    }

    /// Gives up what is being loaded. True if something was.
    pub(super) fn cancel(&mut self) -> bool {
        let request = self.request.take();
        if let Some(request) = &request {
            request.work.cancel.cancel();
        }
        request.is_some()
    }

    /// True if that is the answer to the newest request.
    pub(super) fn is_awaited(&self, ticket: u64) -> bool {
        self.request.as_ref().is_some_and(|r| r.ticket == ticket)
    }

    /// The newest request as a text that names it, if one does.
    pub(super) fn last_text(&self) -> Option<String> {
        self.last_text.clone()
    }

    /// What the model that is open was read of.
    pub(super) fn opened(&self) -> Opening {
        self.opened.clone()
    }

    /// The model of the newest request is the one that is open now.
    pub(super) fn is_opened(&mut self) {
        self.opened = std::mem::take(&mut self.asked);
    }

    /// The newest request was answered.
    pub(super) fn finish(&mut self) {
        self.request = None;
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
) -> Result<(Arc<Model>, Bounds), ImportError> {
    let reading = &work.step(0.0, LOADED);
    let model = match opening {
        Opening::Nothing => return Err(ImportError::Cancelled),
        Opening::Sample => sample(None, options, reading)?,
        Opening::Path(path) => match path.to_str().and_then(|p| p.strip_prefix("sample:")) {
            Some(name) => sample(Some(name), options, reading)?,
            None => from_path(path, options, reading)?,
        },
        Opening::Bytes { name, bytes } => import_bytes(&name, bytes, None, &options, reading)?,
    };
    work.cancel.check()?;
    model.make_ready(work)?;
    let clip = model.opening_clip();
    let bounds = opening_bounds(
        &model,
        clip,
        model.default_scene,
        method,
        &work.step(LOADED, LOADED),
    )?;
    Ok((Arc::new(model), bounds))
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
    let mut model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, work)?;
    sample.clip.into_iter().for_each(|clip| model.open_with(clip));
    Ok(model)
}
