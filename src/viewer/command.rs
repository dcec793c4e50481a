//! What a person can do, as plain data.

use glam::Vec2;

use super::pick::{PictureAt, Ray};
use super::view::Lights;
use super::{LabCommand, LightCommand, Theme, Variant};
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
}

/// One action of a person, whatever it came from: mouse, key, script, recording or test.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Asks for a file.
    OpenDialog,
    /// Opens the bundled model.
    OpenSample,
    /// Opens what this text names: a path as typed, pasted or dropped.
    Open(String),
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
    /// Moves by frames of [`DISPLAY_FPS`](super::DISPLAY_FPS) and pauses.
    StepFrames(i32),
    /// Moves to the next key (`true`) or the one before, and pauses.
    StepKey(bool),
    /// Moves to the start.
    GoToStart,
    /// Moves to the end.
    GoToEnd,
    /// Clip seconds a second.
    SetSpeed(f64),
    /// Runs once or round and round.
    SetLoop(bool),
    /// Length of a crossfade, seconds.
    SetCrossfade(f64),

    /// How vertices are skinned.
    SetMethod(SkinningMethod),
    /// Changes between A and B while they do not share the picture.
    ToggleMethod,
    /// Shows the other one for as long as it is true.
    PeekMethod(bool),
    /// Something about the comparison of A and B.
    Lab(LabCommand),

    /// Shows or hides an overlay.
    SetOverlay(Overlay, bool),
    /// Shows an overlay that is hidden, hides one that is shown.
    ToggleOverlay(Overlay),

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
    /// Shows or hides all panels.
    TogglePanels,
    /// Shows or hides the key sheet.
    ShowKeySheet(bool),
    /// The key sheet's search text.
    SearchKeys(String),
    /// Closes what lies on top: key sheet, list of symptoms, path field, error card; else stops loading; else ends what is
    /// wrong on purpose; else ends cures; else drops the selection.
    Escape,
}

/// What to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenRequest {
    /// What a text names; `app` finds the file.
    Text(String),
    /// The bundled model.
    Sample,
}

/// What a command asks of the world outside the state; for `app`.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Show a file dialog.
    OpenDialog,
    /// Load this in the background. The newest request wins.
    Open(OpenRequest),
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
    /// Keep the settings.
    SaveSettings,
    /// End the program.
    Quit,
}
