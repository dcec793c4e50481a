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
mod key_rows;
pub mod keys;
pub mod lab;
pub mod look;
mod motion;
pub mod output;
pub mod pick;
mod pose_text;
mod posing;
mod probes;
pub mod ramp;
mod report;
mod settings;
mod state;
mod surroundings;
mod timeline;
mod tree;
mod variant;
pub mod view;
pub mod visibility;

pub use advance::{MAX_STEP_SECS, advance};
pub use apply::apply;
pub use camera::{Camera, Projection, Through};
pub use command::{Command, Effect, Overlay, Side};
pub use doctor::Doctor;
pub use key_rows::{Channel, KeyGroup, KeyRow, KeyRows, RowOf};
pub use lab::{ClipKey, Compare, Lab, LabCommand, Measure, Slot};
pub use look::{Look, WeightView, Weights};
pub use motion::{Ghost, Motion, MotionCommand, MotionKey};
pub use output::{OutputCommand, OutputReport, Outputs};
pub use pose_text::PoseTextError;
pub use posing::{PoseNote, PoseTool, Posing, PosingCommand};
pub use probes::{ProbeCommand, ProbeKey, Probes};
pub use report::{Again, Cost, ErrorCard, Report, report};
pub use settings::{Settings, Theme};
pub use state::{Loading, Shown, ViewerState};
pub use surroundings::{
    BackgroundKind, LightCommand, LightSettings, LightSource, PictureInfo, Studio, Surroundings, ToneMapping,
};
pub use timeline::{DISPLAY_FPS, Sheet, Timeline, TimelineCommand, parse_time};
pub use tree::{JointTree, TreeRow};
pub use variant::Variant;
pub use visibility::{Part, Visibility};

/// Share of a loading bar at which a model is read and its upload begins.
pub const LOADED: f32 = 0.6;
