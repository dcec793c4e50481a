//! The program without window or GPU: state, commands, and the view that `render` draws.
//!
//! Used by `render` (only [`view`]), `ui`, `app`, `cli`. Must not name egui, wgpu, winit, files or a clock.
//!
//! Data flow: a person's wish is a [`Command`], a measurement of the machine a [`Report`]; [`apply`] and [`report`] are
//! the only ways to change a [`ViewerState`] besides [`advance`], which lets time pass. `view` is what
//! `render` draws of it.

mod advance;
mod apply;
mod camera;
mod command;
mod doctor;
mod glide;
pub mod keys;
pub mod lab;
pub mod pick;
pub mod ramp;
mod report;
mod settings;
mod state;
mod surroundings;
mod tree;
mod variant;
pub mod view;

pub use advance::{MAX_STEP_SECS, advance};
pub use apply::apply;
pub use camera::{Camera, Projection, Through};
pub use command::{Command, Effect, OpenRequest, Overlay, Side};
pub use doctor::Doctor;
pub use lab::{ClipKey, Compare, Lab, LabCommand, Measure, Slot};
pub use report::{ErrorCard, Report, report};
pub use settings::{Settings, Theme};
pub use state::{Loading, Shown, ViewerState};
pub use surroundings::{
    BackgroundKind, LightCommand, LightSettings, LightSource, PictureInfo, Studio, Surroundings, ToneMapping,
};
pub use tree::{JointTree, TreeRow};
pub use variant::Variant;

/// Frames a second of the time read-out, of single steps and of the ruler.
pub const DISPLAY_FPS: f64 = 30.0;
