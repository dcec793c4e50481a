//! Finished pixels into files: PNG, GIF, animated PNG, video through `ffmpeg`; and two pictures against one another.
//!
//! Used by `cli` and `app`. Knows pixels only: must not name wgpu, egui, winit or a model.
//!
//! Pixels are RGBA, 8 bits a channel, sRGB-encoded, straight alpha, rows from the top.
//!
//! Data flow: frames in order -> [`Film`] -> one file, which its caller gives its name when it is whole; or one frame
//! -> [`png()`].

mod apng;
mod changes;
mod difference;
mod film;
mod gif;
mod palette;
mod png;
mod video;

pub use difference::{Difference, difference};
pub use film::{Container, Film, FilmError, FilmOptions};
pub use png::png;
