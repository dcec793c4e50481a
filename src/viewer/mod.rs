//! The program without window or GPU: state, commands, and the view that `render` draws.
//!
//! Used by `render` (only [`view`]), `ui`, `app`, `cli`. Must not name egui, wgpu, winit, files or a clock.

mod camera;
pub mod view;

pub use camera::{Camera, Projection};
