//! What the world outside tells the state: loading, measurements, failures.

use std::f32::consts::PI;
use std::sync::Arc;

use super::compression::{CompressionReport, report_compression};
use super::doctor::{Doctor, diagnosed, picked};
use super::lab::{ClipKey, MeasuredFrame, mask_twists, refresh_scale};
use super::motion::{MotionKey, set_in_place};
use super::output::{OutputReport, report_output};
use super::probes::ProbeKey;
use super::state::Framed;
use super::state::opening_camera;
use super::variant::varied;
use super::view::Preset;
use super::{Compared, JointTree, Loading, PictureInfo, Variant, ViewerState};
use crate::inspect::LengthUnit;
use crate::inspect::compare::{ClipNumbers, VertexRef};
use crate::inspect::doctor::Diagnosis;
use crate::inspect::motion::ClipMotion;
use crate::inspect::probe::VertexPaths;
use crate::inspect::twist::JointTwist;
use crate::math::Bounds;
use crate::model::{Model, SceneId};
use crate::teach::Fault;

/// A failure in words: what, where, what to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ErrorCard {
    /// File or thing it is about.
    pub subject: String,
    /// What went wrong.
    pub what: String,
    /// Where, such as a path or a place in the file; may be empty.
    pub place: String,
    /// What to do; may be empty.
    pub remedy: String,
    /// What can be tried once more, if anything can.
    pub again: Option<Again>,
}

/// What failed and can be tried once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Again {
    /// To open what this text names.
    Open(String),
    /// To keep a picture, a film or a sheet, after another look at what was asked for.
    Output,
    /// To write a compressed file: its panel still has what was typed.
    CompressedFile,
}

impl ErrorCard {
    /// All of it, for the clipboard.
    pub fn text(&self) -> String {
        let parts = [&self.subject, &self.what, &self.place, &self.remedy];
        parts
            .iter()
            .filter(|p| !p.is_empty())
            .map(|p| p.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// What the picture on screen took.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Which device drew it, as it calls itself.
    pub device: Arc<str>,
    /// Seconds that the device worked on one sample, by its own clock; `None` where it has none, or before one is done.
    pub device_secs: Option<f64>,
    /// Render passes.
    pub passes: u32,
    /// Draw calls.
    pub draws: u32,
    /// Triangles of the character in the picture itself.
    pub triangles: u64,
    /// Bytes written to the device for it.
    pub uploaded_bytes: u64,
    /// Bytes of the textures that it is drawn into and through.
    pub texture_bytes: u64,
    /// Samples that it is the mean of.
    pub samples: u32,
    /// True if it is at its best: nothing more is drawn until something changes.
    pub rests: bool,
    /// [`Preset::Full`] or [`Preset::Reduced`]: what was chosen, or came of an automatic choice.
    pub preset: Preset,
}

/// Something that happened outside, as opposed to a person's [`Command`](super::Command).
#[derive(Debug, Clone)]
pub enum Report {
    /// Loading began.
    LoadStarted {
        /// File name.
        name: String,
    },
    /// Loading went on; share done, if known.
    LoadProgress(Option<f32>),
    /// A model is there.
    Loaded {
        /// The model.
        model: Arc<Model>,
        /// What the camera frames ([`opening_bounds`](crate::model::opening_bounds)).
        opening_bounds: Bounds,
    },
    /// The model of a variant is there.
    Varied {
        /// Which one.
        variant: Variant,
        /// The model.
        model: Arc<Model>,
        /// What the camera frames of it.
        opening_bounds: Bounds,
    },
    /// The model of a variant could not be shown: what was shown stays.
    VaryFailed(ErrorCard),
    /// There is no model; what was open stays.
    LoadFailed(ErrorCard),
    /// Loading was stopped; what was open stays.
    LoadCancelled,
    /// Reading a picture of surroundings goes on.
    EnvironmentLoading(Loading),
    /// A picture of surroundings is there, and lights from now on.
    EnvironmentLoaded(PictureInfo),
    /// There is none: what lit before goes on.
    EnvironmentFailed(ErrorCard),
    /// Reading it was stopped.
    EnvironmentCancelled,
    /// This desktop has no file dialog: the field that takes a path takes its place.
    NoDialog,
    /// Something else failed.
    Failed(ErrorCard),
    /// The picture has this many pixels.
    Viewport([u32; 2]),
    /// How fast it is.
    Measured {
        /// Time to make a frame, milliseconds.
        frame_ms: Option<f32>,
        /// Frames a second; `None` while nothing moves.
        fps: Option<f32>,
    },
    /// A picture was drawn, or one more sample of it.
    Drawn(Cost),
    /// The distances and volumes between A and B in a frame.
    Compared(Box<MeasuredFrame>),
    /// The analysis of a clip goes on (share done) or has ended.
    Analysing(Option<f32>),
    /// The curves of a clip.
    Curves {
        /// What they follow from.
        key: ClipKey,
        /// The curves.
        curves: Arc<ClipNumbers>,
    },
    /// The unit of a scene's lengths, by its exact size at rest.
    Unit {
        /// Which model.
        model: Arc<Model>,
        /// Which of its scenes.
        scene: SceneId,
        /// The unit.
        unit: LengthUnit,
    },
    /// The search for twists goes on (share done) or has ended.
    FindingTwists(Option<f32>),
    /// The twists of a model over its clips.
    Twists {
        /// Which model.
        model: Arc<Model>,
        /// The largest of each joint, largest first.
        twists: Vec<JointTwist>,
    },
    /// The doctor's examination goes on; share done.
    Examining(Option<f32>),
    /// The doctor's examination of a model has ended.
    Diagnosed {
        /// Which model, as the file has it.
        model: Arc<Model>,
        /// What was found.
        diagnosis: Arc<Diagnosis>,
    },
    /// The measuring of a clip's motion goes on (share done) or has ended.
    MeasuringMotion(Option<f32>),
    /// How a clip moves.
    ClipMoves {
        /// Of which model.
        model: Arc<Model>,
        /// What the numbers follow from.
        key: MotionKey,
        /// The numbers.
        numbers: Arc<ClipMotion>,
    },
    /// Where pinned vertices go.
    Probed {
        /// Of which model.
        model: Arc<Model>,
        /// What the paths follow from.
        key: ProbeKey,
        /// The paths.
        paths: Arc<VertexPaths>,
    },
    /// The mistakes that would show on the model, as it is right.
    VisibleFaults(Vec<Fault>),
    /// The vertex that was clicked.
    Picked {
        /// Of which model.
        model: Arc<Model>,
        /// `None` beside it.
        vertex: Option<VertexRef>,
    },
    /// What came of compressing.
    Compression(CompressionReport),
    /// What happened to what is kept.
    Output(OutputReport),
    /// The exact bounds of a frame.
    Bounds {
        /// [`pose_revision`](super::Shown::pose_revision) of that frame.
        revision: u64,
        /// Model space.
        bounds: Bounds,
    },
}

/// Takes in what happened outside.
pub fn report(state: &mut ViewerState, report: Report) {
    let s = state.shown_mut();
    match report {
        Report::LoadStarted { name } => {
            s.loading = Some(Loading { name, fraction: None });
            s.error = None;
        }
        Report::LoadProgress(fraction) => {
            if let Some(loading) = &mut s.loading {
                loading.fraction = fraction;
            }
        }
        Report::LoadCancelled => s.loading = None,
        Report::LoadFailed(card) => {
            s.loading = None;
            s.error = Some(card);
        }
        Report::EnvironmentLoading(loading) => s.surroundings.loading = Some(loading),
        Report::EnvironmentLoaded(picture) => {
            s.surroundings.loading = None;
            s.surroundings.picture = Some(picture);
            s.surroundings.by_picture = true;
        }
        Report::EnvironmentFailed(card) => {
            s.surroundings.loading = None;
            s.error = Some(card);
        }
        Report::EnvironmentCancelled => s.surroundings.loading = None,
        Report::NoDialog => {
            s.no_dialog = true;
            s.open_path = Some(String::new());
        }
        Report::Failed(card) => s.error = Some(card),
        Report::Loaded {
            model,
            opening_bounds,
        } => open(state, model, opening_bounds),
        Report::Varied {
            variant,
            model,
            opening_bounds,
        } => varied(s, &variant, model, opening_bounds),
        Report::VaryFailed(card) => {
            s.variant = s.shown_variant.clone();
            s.error = Some(card);
        }
        Report::Viewport(size_px) => {
            s.viewport_px = size_px;
            if s.frame_pending && size_px[0] > 0 && size_px[1] > 0 {
                s.frame_pending = false;
                let bounds = s.opening_bounds;
                s.frame_bounds(&bounds);
            }
        }
        Report::Measured { frame_ms, fps } => {
            s.frame_ms = frame_ms;
            s.fps = fps;
        }
        Report::Drawn(cost) => s.cost = Some(cost),
        Report::Compared(frame) => {
            // While it plays numbers come a little late, and are still the newest.
            let last = s.lab.frame.as_ref().map_or(s.lab.older, |f| f.revision);
            if last < frame.revision && frame.revision <= s.pose_revision && s.lab.compares(Compared::Methods)
            {
                s.lab.frame = Some(*frame);
                refresh_scale(s);
            }
        }
        Report::Examining(share) => s.doctor.examining = share,
        Report::Diagnosed { model, diagnosis } => diagnosed(s, &model, diagnosis),
        Report::Analysing(share) => s.lab.analysing = share,
        Report::Curves { key, curves } => s.lab.keep_curves(key, curves),
        Report::Unit { model, scene, unit } => {
            if s.scene == scene && s.model.as_ref().is_some_and(|m| Arc::ptr_eq(m, &model)) {
                s.lab.unit = Some(unit);
                refresh_scale(s);
            }
        }
        Report::FindingTwists(share) => s.lab.twists_found = share,
        Report::Twists { model, twists } => {
            if s.model.as_ref().is_some_and(|m| Arc::ptr_eq(m, &model)) {
                s.lab.twists = Some(Arc::new(twists));
                if !s.lab.mask_is_own {
                    mask_twists(s);
                }
            }
        }
        Report::MeasuringMotion(share) => s.motion.measuring = share,
        Report::ClipMoves { model, key, numbers } => {
            if s.model.as_ref().is_some_and(|m| Arc::ptr_eq(m, &model)) {
                s.motion.keep(key, numbers);
            }
        }
        Report::Probed { model, key, paths } => {
            if s.model.as_ref().is_some_and(|m| Arc::ptr_eq(m, &model)) {
                s.probes.keep(key, paths);
            }
        }
        Report::VisibleFaults(faults) => s.visible_faults = Some(faults),
        Report::Compression(report) => report_compression(s, report),
        Report::Output(report) => report_output(s, report),
        Report::Picked { model, vertex } => picked(s, &model, vertex),
        // An answer that was under way when another model or scene came is none about this one.
        Report::Bounds { revision, bounds } if revision > s.bounds_after => {
            s.exact_bounds = Some((revision, bounds));
        }
        Report::Bounds { .. } => {}
    }
    state.shown_mut().refresh_timeline();
}

/// The longest moving clip plays at once, and the camera sees all of it.
fn open(state: &mut ViewerState, model: Arc<Model>, opening_bounds: Bounds) {
    let s = state.shown_mut();
    let before = std::mem::take(&mut s.player);
    s.player.set_speed(before.speed());
    s.player.set_loop_mode(before.loop_mode());
    s.player.set_curve(before.curve());
    s.player.set_synced(before.is_synced());
    let in_place = before.adjustments().in_place.is_some();
    s.timeline.forget_model();
    s.motion.forget_model();
    s.probes.forget_model();
    s.posing.forget_model();
    s.compression.forget_model();
    s.scene = model.default_scene;
    s.tree = JointTree::new(&model, s.scene);
    s.vertex_count = model.vertex_count(s.scene);
    s.skin_joint_count = model.skin_joint_count();
    s.player
        .play(model.opening_clip(), 0.0, &model.skeleton, &model.clips);
    s.player.set_playing(model.opening_clip().is_some());
    s.selected_joint = None;
    s.inspected_vertex = None;
    s.looking_through = None;
    s.material_variant = None;
    s.loading = None;
    s.error = None;
    s.open_path = None;
    s.outputs.open = false;
    s.outputs.typed = false;
    s.outputs.settings.cells[1] = (model.clips.len() as u32).clamp(1, 8);
    s.scrubbing = false;
    s.lab.forget_model(s.pose_revision);
    s.exact_bounds = None;
    s.bounds_after = s.pose_revision;
    s.opening_bounds = opening_bounds;
    // Directions are told from the character's front.
    let front = |model: &Model| if model.faces_backward { PI } else { 0.0 };
    let turn = front(&model) - s.model.as_deref().map_or(0.0, front);
    let (yaw, pitch, projection) = match s.model {
        // A person who looks through files keeps the direction they chose.
        Some(_) => (s.camera.yaw, s.camera.pitch, s.camera.projection),
        None => (
            opening_camera().yaw,
            opening_camera().pitch,
            opening_camera().projection,
        ),
    };
    s.camera = super::Camera {
        yaw: yaw + turn,
        pitch,
        projection,
        ..opening_camera()
    };
    s.doctor = Doctor::of(&model);
    s.selected_vertex = None;
    s.original = Some(Arc::clone(&model));
    s.visible_faults = None;
    s.glide = None;
    s.spin = None;
    s.visibility = super::Visibility::default();
    s.weighed = Vec::new();
    s.hovered_joint = None;
    s.variant = Variant::default();
    s.shown_variant = Variant::default();
    s.model = Some(model);
    set_in_place(s, in_place);
    s.framed = Framed::Nothing;
    s.frame_pending = s.viewport_px[0] == 0 || s.viewport_px[1] == 0;
    s.frame_bounds(&opening_bounds);
    s.refresh_timeline();
    s.refresh_parts();
    s.refresh_hidden();
    s.refresh_marked();
    s.repose();
}
