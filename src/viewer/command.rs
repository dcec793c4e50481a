//! What a person can do, as plain data.

use glam::Vec2;

use super::output::{OutputCommand, OutputSettings};
use super::pick::{PictureAt, Ray};
use super::view::{Lights, Preset};
use super::{
    CompressionCommand, LabCommand, LightCommand, Look, MotionCommand, Part, PosingCommand, ProbeCommand,
    Theme, TimelineCommand, Variant, WeightView,
};
use crate::animation::{ClipId, JointId};
use crate::inspect::compare::VertexRef;
use crate::inspect::cure::Cure;
use crate::model::{CameraId, MaterialVariantId, SceneId};
use crate::skinning::{Skinning, SkinningMethod};
use crate::teach::Fault;

/// Something drawn besides the character that can be switched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlay {
    /// Joints and bones.
    Skeleton,
    /// The ground grid.
    Grid,
    /// Meshes that the file hides.
    Hidden,
    /// Edges of triangles over the surface.
    Wires,
    /// Names of joints.
    Names,
    /// Axes of joints.
    Axes,
    /// Joints as lines and points.
    Lines,
    /// Nodes that no skin uses.
    Nodes,
}

/// A direction to look from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// From +Z, at the face.
    Front,
    /// From the character's left hand side of the picture's right: from +X.
    Right,
    /// From above.
    Top,
    /// From -Z, at the back.
    Back,
    /// From -X.
    Left,
    /// From below.
    Bottom,
}

/// One action of a person, whatever it came from: mouse, key, script, recording or test.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Asks for a file.
    OpenDialog,
    /// Opens what this text names: a path as typed, pasted or dropped.
    Open(String),
    /// Takes what was pasted: a pose, or a path to open.
    Paste(String),
    /// Shows or hides the field that takes a path.
    ShowOpenPath(bool),
    /// The text in that field.
    EditOpenPath(String),
    /// Stops loading; what was open stays.
    CancelLoad,
    /// Closes the error card.
    DismissError,
    /// Puts the error card's text on the clipboard.
    CopyError,
    /// Tries once more what failed.
    TryAgain,
    /// Something about what is kept: pictures, films, sheets.
    Output(OutputCommand),
    /// Ends the program.
    Quit,

    /// Plays if paused, pauses if playing; plays from the start again where a clip that runs once has ended.
    TogglePlay,
    /// Plays or pauses.
    SetPlaying(bool),
    /// Chooses a clip and fades to it.
    PlayClip(ClipId),
    /// Chooses the clip after the current one, or the first.
    NextClip,
    /// Moves the playhead, seconds.
    Seek(f64),
    /// While true, time stands still and follows [`Self::Seek`] alone: the playhead is held by a hand.
    Scrub(bool),
    /// Moves by frames of [`Shown::fps`](super::Shown::fps) and pauses.
    StepFrames(i32),
    /// Moves to the next marked key (`true`) or the one before, and pauses.
    StepKey(bool),
    /// Moves to the start of what plays; from there to the start of the clip.
    GoToStart,
    /// Moves to the end of what plays; from there to the end of the clip.
    GoToEnd,
    /// Clip seconds a second.
    SetSpeed(f64),
    /// Length of a crossfade, seconds.
    SetCrossfade(f64),
    /// Something about the timeline.
    Timeline(TimelineCommand),
    /// Something about what shows how the clip moves.
    Motion(MotionCommand),
    /// Something about pinned vertices.
    Probe(ProbeCommand),
    /// Something about posing by hand.
    Posing(PosingCommand),

    /// How vertices are skinned.
    SetMethod(SkinningMethod),
    /// Changes between A and B while they do not share the picture.
    ToggleMethod,
    /// Shows the other one for as long as it is true.
    PeekMethod(bool),
    /// Something about the comparison of A and B.
    Lab(LabCommand),
    /// Something about compression.
    Compression(CompressionCommand),

    /// Shows or hides an overlay.
    SetOverlay(Overlay, bool),
    /// Shows an overlay that is hidden, hides one that is shown.
    ToggleOverlay(Overlay),

    /// What the surface shows.
    SetLook(Look),
    /// Shows the look after the current one, or the first.
    NextLook,
    /// What of the influences is painted over the surface, or none of it.
    ShowWeights(Option<WeightView>),
    /// Shows the weights of a joint beside those of the selected one, or no longer.
    WeighJoint(JointId, bool),
    /// Puts something out of sight, or shows it again.
    SetHidden(Part, bool),
    /// Shows something alone, or no longer.
    SetSolo(Part, bool),
    /// Nothing is hidden any more, nothing shows alone.
    ShowAll,
    /// Marks the joint under the pointer, or none.
    HoverJoint(Option<JointId>),

    /// Chooses which lights are on.
    SetLights(Lights),
    /// Something about light, tone or background.
    Light(LightCommand),

    /// Turns the camera about its target, radians.
    Orbit {
        /// About +Y; positive moves the camera towards its right.
        yaw: f32,
        /// Positive moves the camera up.
        pitch: f32,
    },
    /// Moves what is seen, in heights of the picture, x to the right, y up.
    Pan(Vec2),
    /// Comes nearer (below 1) or goes away, keeping what is under a place of the picture there.
    Zoom {
        /// Of the distance.
        factor: f32,
        /// From the middle of the picture, in heights of the picture, y up.
        at: Vec2,
    },
    /// Frames the pose; given again, the clip's whole path.
    Frame,
    /// Looks from one side.
    LookFrom(Side),
    /// A drag was let go of while it turned the camera, radians a second: it comes to rest by and by.
    Spin {
        /// As of [`Self::Orbit`].
        yaw: f32,
        /// As of [`Self::Orbit`].
        pitch: f32,
    },
    /// Turns the camera round and round, or no longer.
    ToggleTurntable,
    /// The vertical field of view, radians; what is in the middle keeps its size.
    SetFieldOfView(f32),
    /// Whether the camera jumps where it would glide.
    SetReducedMotion(bool),
    /// Perspective or parallel.
    ToggleProjection,
    /// Looks through a camera of the file, or through none: as before.
    LookThrough(Option<CameraId>),
    /// Looks through the camera after the current one, or the first; after the last one as before.
    NextCamera,
    /// Shows a set of materials, or each primitive's own.
    SetMaterialVariant(Option<MaterialVariantId>),

    /// Selects a joint, or none.
    SelectJoint(Option<JointId>),
    /// Marks the vertex under a place of the picture and lets the inspector walk through it; where there is none, marks
    /// none.
    PickVertex(PictureAt),
    /// Chooses the vertex that the frame inspector walks through, or none.
    InspectVertex(Option<VertexRef>),
    /// Narrows the tree to joints with this in their name.
    SearchJoints(String),
    /// Folds or unfolds a joint of the tree.
    FoldJoint(JointId, bool),
    /// Shows another scene of the file.
    SetScene(SceneId),
    /// Applies a cure to what is shown, or takes it back.
    SetCure(Cure, bool),
    /// Shows the file as it is: no cure, and nothing wrong on purpose.
    ShowFile,
    /// Selects a joint and brings the camera to it.
    ShowJoint(JointId),
    /// Marks a vertex and brings the camera to it.
    ShowVertex(VertexRef),
    /// Puts a text on the clipboard.
    CopyText(String),
    /// Shows what is wrong on purpose instead of what is right, or no longer.
    SetFault(Option<Fault>),
    /// Shows or hides the list of symptoms.
    ShowSymptoms(bool),
    /// The search text of that list.
    SearchSymptoms(String),
    /// Unfolds one finding and brings the camera to what it is about, or folds it again.
    ToggleIssue(usize),

    /// Dark or light.
    SetTheme(Theme),
    /// The other theme.
    ToggleTheme,
    /// How much work goes into a picture.
    SetPreset(Preset),
    /// Shows or hides all panels.
    TogglePanels,
    /// Shows or hides the key sheet.
    ShowKeySheet(bool),
    /// The key sheet's search text.
    SearchKeys(String),
    /// Ends a drag of a joint; else closes what lies on top: key sheet, list of symptoms, path field, what is to be kept, error
    /// card; else stops loading; else ends what is wrong on purpose; else ends cures; else lays the posing tool down; else drops the selection.
    Escape,
}

/// What a command asks of the world outside the state; for `app`.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Show a file dialog.
    OpenDialog,
    /// Load what this text names in the background. The newest request wins.
    Open(String),
    /// Stop loading.
    CancelLoad,
    /// Show a file dialog for a picture of surroundings.
    OpenEnvironmentDialog,
    /// Stop reading a picture of surroundings.
    CancelEnvironment,
    /// Make the model of this variant in the background. The newest request wins.
    Vary(Variant),
    /// Find the vertex that this ray meets first, skinned so, in the background.
    Pick(Ray, Skinning),
    /// Put this on the clipboard.
    CopyText(String),
    /// Take the pose that is on the clipboard.
    PastePose,
    /// Make this in the background; a file that is there is replaced only where that is said.
    Output {
        /// What.
        settings: OutputSettings,
        /// Whether a file that is there is replaced.
        replace: bool,
    },
    /// Stop making it.
    CancelOutput,
    /// Show a file dialog for a file to write, this one at first.
    ChooseOutput(String),
    /// Write the model with compressed clips in the background; a file that is there is replaced only where that is said.
    ExportCompressed {
        /// Where, as typed.
        path: String,
        /// Whether a file that is there is replaced.
        replace: bool,
    },
    /// Show a file dialog for that file, this one at first.
    ChooseCompressed(String),
    /// Put the picture on the clipboard.
    CopyPicture,
    /// Put the whole window on the clipboard.
    CopyWindow,
    /// Keep the settings.
    SaveSettings,
    /// End the program.
    Quit,
}
