//! A graphics device for the commands that need one. No window system is touched.

use super::args::Backend;
use super::console::Console;
use super::failure::{Failure, Outcome};
use crate::model::Issue;
use crate::render::{Gpu, GpuError, GpuOptions, RenderError};

/// Opens the device that was asked for.
pub(super) fn open(console: &Console, backend: Backend) -> Result<Gpu, Failure> {
    // GL comes last: to look for it wakes up window system libraries, which cost time and chatter.
    let tries: &[&str] = match backend {
        Backend::Auto | Backend::Software => &["vulkan,metal,dx12", "gl"],
        Backend::Vulkan => &["vulkan"],
        Backend::Metal => &["metal"],
        Backend::Dx12 => &["dx12"],
        Backend::Gl => &["gl"],
    };
    let mut why = None;
    for names in tries {
        let options = GpuOptions {
            backends: Some((*names).to_owned()),
            prefer_software: backend == Backend::Software,
            ..GpuOptions::default()
        };
        match Gpu::headless(&options) {
            Ok(gpu) => {
                if console.verbose {
                    let args = [("device", gpu.description().into())];
                    console.line(&console.texts.with("cli-device", &args));
                }
                return Ok(gpu);
            }
            // That a driver will not do says more than that another kind is not there.
            Err(error @ GpuError::NoAdapter { .. }) => why = why.or(Some(error)),
            Err(error) => why = Some(error),
        }
    }
    let reason = match why {
        Some(GpuError::NoAdapter { .. }) | None => console.texts.get("cli-no-driver"),
        Some(other) => other.to_string(),
    };
    Err(Failure::new(
        Outcome::NoGpu,
        Issue::error("no-gpu", "").with("reason", reason),
    ))
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        let outcome = match error {
            RenderError::Cancelled | RenderError::TooLarge { .. } | RenderError::OutOfMemory { .. } => {
                Outcome::Stopped
            }
            RenderError::Lost | RenderError::Device(_) => Outcome::NoGpu,
        };
        Self::new(
            outcome,
            Issue::error("render-failed", "").with("reason", error.to_string()),
        )
    }
}
