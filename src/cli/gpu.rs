//! A graphics device for the commands that need one. No window system is touched.

use super::args::Backend;
use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::model::Issue;
use crate::render::{Gpu, GpuError, GpuOptions};
use crate::work::Aside;

/// How the window chooses its device.
#[cfg_attr(not(feature = "app"), allow(dead_code, reason = "only the window asks"))]
pub(super) fn options(backend: Backend) -> GpuOptions {
    let names = match backend {
        Backend::Auto | Backend::Software => None,
        Backend::Vulkan => Some("vulkan"),
        Backend::Metal => Some("metal"),
        Backend::Dx12 => Some("dx12"),
        Backend::Gl => Some("gl"),
    };
    GpuOptions {
        backends: names.map(str::to_owned),
        prefer_software: backend == Backend::Software,
        ..GpuOptions::default()
    }
}

/// A device that is being opened: drivers take longer to load than most models.
pub(super) struct Opening {
    backend: Backend,
    /// `None` once it was waited for, or where there was no thread to be had.
    aside: Option<Aside<Result<Gpu, GpuError>>>,
}

/// Begins to open the device that was asked for.
pub(super) fn begin(backend: Backend) -> Opening {
    let aside = Aside::start("device", move || choose(backend)).ok();
    Opening { backend, aside }
}

impl Opening {
    /// Waits until it is open.
    pub(super) fn wait(mut self, console: &Console) -> Result<Gpu, Failure> {
        let opened = match self.aside.take() {
            Some(aside) => aside
                .wait()
                .unwrap_or(Err(GpuError::NoAdapter { tried: String::new() })),
            None => choose(self.backend),
        };
        let gpu = opened.map_err(|error| none(console, &error))?;
        if console.verbose {
            let args = [("device", gpu.description().into())];
            console.line(&console.texts.with("cli-device", &args));
        }
        Ok(gpu)
    }
}

impl Drop for Opening {
    /// A program that ends while a driver is being loaded may crash.
    fn drop(&mut self) {
        if let Some(aside) = self.aside.take() {
            aside.wait();
        }
    }
}

/// Opens the device that was asked for.
pub(super) fn open(console: &Console, backend: Backend) -> Result<Gpu, Failure> {
    begin(backend).wait(console)
}

fn choose(backend: Backend) -> Result<Gpu, GpuError> {
    let asked = options(backend);
    // GL comes last: to look for it wakes up window system libraries, which cost time and chatter.
    let tries = match &asked.backends {
        Some(names) => vec![names.as_str()],
        None => vec!["vulkan,metal,dx12", "gl"],
    };
    let mut why: Option<GpuError> = None;
    for names in tries {
        match Gpu::headless(&GpuOptions {
            backends: Some(names.to_owned()),
            ..asked.clone()
        }) {
            Ok(gpu) => return Ok(gpu),
            // That a driver will not do says more than that another kind is not there.
            Err(error @ GpuError::NoAdapter { .. }) => why = why.or(Some(error)),
            Err(error) => why = Some(error),
        }
    }
    Err(why.unwrap_or(GpuError::NoAdapter { tried: String::new() }))
}

/// That there is no device, and why.
pub(super) fn none(console: &Console, error: &GpuError) -> Failure {
    let reason = match error {
        GpuError::NoAdapter { .. } => console.texts.get("cli-no-driver"),
        other => other.to_string(),
    };
    Failure::new(Outcome::NoGpu, Issue::error("no-gpu", "").with("reason", reason))
}
