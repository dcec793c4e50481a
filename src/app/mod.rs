//! The program with its window: event loop, frames, loading in the background, settings.
//!
//! Used by `cli`. The only module that names winit, and with `cli` the only one that names files and clocks.
//!
//! Data flow: window events -> egui and key table -> [`Command`](crate::viewer::Command)s -> `viewer::apply` ->
//! effects done here; each frame `viewer::advance` -> `render` draws the view into its texture -> `ui` around it.

mod background;
mod compare;
mod compression;
mod doctor;
mod dump;
mod environment;
mod files;
mod graphics;
mod input;
mod loading;
mod measure;
mod motion;
mod outputs;
mod pick;
mod program;
mod settings;
mod turns;

use std::path::PathBuf;

use crate::render::{GpuError, GpuOptions};
use crate::viewer::{LightCommand, Theme};

/// What the window opens with.
#[derive(Debug, Clone, Default)]
pub enum Opening {
    /// Nothing: the window says what to do.
    Nothing,
    /// The bundled model.
    #[default]
    Sample,
    /// A file or folder, or `sample:NAME`.
    Path(PathBuf),
    /// Bytes that were read already (standard input).
    Bytes {
        /// For titles and messages.
        name: String,
        /// A .glb or .gltf.
        bytes: Vec<u8>,
    },
}

/// How the window is opened.
#[derive(Debug, Clone, Default)]
pub struct AppOptions {
    /// What to show first.
    pub opening: Opening,
    /// Another theme than that of the last session.
    pub theme: Option<Theme>,
    /// Light, tone and background other than those of the last session.
    pub light: Vec<LightCommand>,
    /// A picture of surroundings to light by.
    pub environment: Option<PathBuf>,
    /// How the graphics device is chosen.
    pub gpu: GpuOptions,
    /// What an import may spend.
    pub import: crate::import::ImportOptions,
    /// Writes the state as JSON to this file whenever it changes; for tests and for reports of trouble.
    pub state_dump: Option<PathBuf>,
    /// Loses the graphics device after so many frames; for tests.
    pub lose_device_after: Option<u64>,
}

/// Why there is no window. Each is a matter of the machine, not of the model.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AppError {
    /// There is nothing to show a window on.
    #[error(
        "no display to open a window on: {cause}. Use `rigscope render MODEL -o OUT.png` for a picture without a \
         window, or start a display (DISPLAY or WAYLAND_DISPLAY)"
    )]
    NoDisplay {
        /// What the window system said.
        cause: String,
    },
    /// The window system refused a window.
    #[error("the window system refused a window: {cause}")]
    NoWindow {
        /// What it said.
        cause: String,
    },
    /// There is nothing to draw with.
    #[error(transparent)]
    NoGpu(#[from] GpuError),
}

/// Opens the window and returns when it is closed.
pub fn run(options: AppOptions) -> Result<(), AppError> {
    program::run(options)
}
