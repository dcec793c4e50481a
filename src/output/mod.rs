//! What leaves the program: pictures, sequences, films and sheets of a character, made without a window; and files that
//! appear whole or not at all.
//!
//! Used by `cli` and `app`, which make the same files from the same [`Subject`] and view. Must not name winit or gltf.
//!
//! Data flow: [`Subject`] + [`View`](crate::viewer::view::View) + [`Shot`]s -> [`Stage`] (one picture a shot) -> [`film`],
//! [`sequence`] or [`sheet`] -> a file. [`Job`] is all of that for what a window shows.

mod failure;
mod file;
mod framing;
mod job;
mod labels;
mod many;
mod shots;
mod stage;
mod target;

pub use failure::{Failure, Outcome};
pub use file::{Unfinished, refuse_output, spare, write_whole};
pub use framing::Framed;
pub use job::{Job, Made};
pub use labels::Labels;
pub use many::{FilmPlan, Witness, caption, cell, film, png, sequence, sheet};
pub use shots::{FPS, Shot, Span, film_shots, samples, sheet_shots};
pub use stage::{Stage, Subject};
pub use target::{Sequence, Target};
