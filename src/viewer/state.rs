//! Everything the window shows.

use std::ops::Deref;
use std::sync::Arc;

use super::glide::{Glide, Spin};
use super::look::{Look, MarkedVertices, WeightView, Weights};
use super::view::{Layout, Lights, Overlays, View};
use super::{
    Camera, Compare, Compared, Compression, Cost, Doctor, ErrorCard, JointTree, Lab, Motion, Outputs, Posing,
    Probes, Settings, Slot, Surroundings, Theme, Through, Timeline, Variant, Visibility,
};
use crate::animation::{ClipId, JointId, Player};
use crate::inspect::LengthUnit;
use crate::inspect::compare::VertexRef;
use crate::inspect::stages;
use crate::math::Bounds;
use crate::model::{CameraId, MaterialVariantId, Model, PosedModel, SceneId, outline_bounds};
use crate::skinning::{Skinning, SkinningMethod};
use crate::teach::{self, Fault, Seen};

/// What is being loaded.
#[derive(Debug, Clone, PartialEq)]
pub struct Loading {
    /// File name.
    pub name: String,
    /// Share done, 0 to 1; `None` while it is not known.
    pub fraction: Option<f32>,
}

/// The whole state of the program without its window. Readable by all through [`Shown`]; changed by
/// [`apply`](super::apply), [`report`](super::report) and [`advance`](super::advance) alone.
#[derive(Debug, Default)]
pub struct ViewerState(Shown);

/// What can be read of a [`ViewerState`].
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, not a state machine"
)]
pub struct Shown {
    /// The character as it is shown, if one is open.
    pub model: Option<Arc<Model>>,
    /// The same as the file has it.
    pub original: Option<Arc<Model>>,
    /// How what is shown shall differ from the file; its model comes a little later.
    pub variant: Variant,
    /// The variant that `model` is.
    pub shown_variant: Variant,
    /// Which clips play, and where.
    pub player: Player,
    /// The frame of `player`.
    pub posed: PosedModel,
    /// The same frame of the compressed clips, while that is compared.
    pub posed_compressed: Option<Box<PosedModel>>,
    /// Counts frames that differ: two equal numbers mean equal vertices.
    pub pose_revision: u64,
    /// From where it is seen.
    pub camera: Camera,
    /// The camera of the file that is looked through.
    pub looking_through: Option<CameraId>,
    /// The set of materials that shows; `None`: each primitive's own.
    pub material_variant: Option<MaterialVariantId>,
    /// The two ways to skin, and the numbers between them.
    pub lab: Lab,
    /// What clips weigh by each technique, and what that costs.
    pub compression: Compression,
    /// True while the other way to skin is shown for as long as a key is held.
    pub peeking: bool,
    /// What the surface shows.
    pub look: Look,
    /// What of the influences is painted over it.
    pub weight_view: Option<WeightView>,
    /// Joints whose weights show beside those of the selected one.
    pub weighed: Vec<JointId>,
    /// How many vertices are marked while influences show.
    pub marked: MarkedVertices,
    /// What is out of sight.
    pub visibility: Visibility,
    /// Meshes and materials of the scene, by name.
    pub parts: Vec<(super::Part, String)>,
    /// Under the pointer, in tree or picture.
    pub hovered_joint: Option<JointId>,
    /// Whether the camera turns round and round.
    pub turntable: bool,
    /// The vertical field of view that framing uses, radians.
    pub fov_y: f32,
    /// What is drawn besides.
    pub overlays: Overlays,
    /// Which lights are on, where the file has some.
    pub lights: Lights,
    /// The light that is not the file's.
    pub surroundings: Surroundings,
    /// What is kept for the next session.
    pub settings: Settings,
    /// Selected in tree and view.
    pub selected_joint: Option<JointId>,
    /// How many vertices follow the selected joint.
    pub selected_moves: usize,
    /// The vertex that the frame inspector walks through.
    pub inspected_vertex: Option<VertexRef>,
    /// Which scene shows.
    pub scene: SceneId,
    /// The skeleton tree.
    pub tree: JointTree,
    /// Key times of the current clip, seconds, ascending.
    pub key_times: Vec<f32>,
    /// True while a hand holds the playhead.
    pub scrubbing: bool,
    /// What of the timeline shows.
    pub timeline: Timeline,
    /// What shows how the clip moves.
    pub motion: Motion,
    /// Posing by hand.
    pub posing: Posing,
    /// Vertices that a person keeps an eye on.
    pub probes: Probes,
    /// What is being loaded.
    pub loading: Option<Loading>,
    /// What went wrong last, until it is dismissed.
    pub error: Option<ErrorCard>,
    /// What is kept of what shows, and how that goes.
    pub outputs: Outputs,
    /// What the doctor found.
    pub doctor: Doctor,
    /// The vertex that is marked, if any.
    pub selected_vertex: Option<VertexRef>,
    /// Text of the path field while it shows.
    pub open_path: Option<String>,
    /// True if the path field stands in for a file dialog that this desktop does not have.
    pub no_dialog: bool,
    /// Search text of the key sheet while it shows.
    pub key_sheet: Option<String>,
    /// Search text of the list of symptoms while it shows.
    pub symptoms: Option<String>,
    /// The faults that can be seen on this model, as it is right; the others it hides. `None` until that is known.
    pub visible_faults: Option<Vec<Fault>>,
    /// Pixels of the picture.
    pub viewport_px: [u32; 2],
    /// Time to make a frame, milliseconds; `None` before the first.
    pub frame_ms: Option<f32>,
    /// Frames a second; `None` while nothing moves.
    pub fps: Option<f32>,
    /// What the picture on screen took; `None` before the first.
    pub cost: Option<Cost>,
    /// The exact bounds of the vertices and the revision they belong to.
    pub exact_bounds: Option<(u64, Bounds)>,
    /// Bounds of this revision and of those before it belong to what was open before.
    pub bounds_after: u64,
    /// What the camera framed when the model opened.
    pub opening_bounds: Bounds,
    /// Counts of the scene that shows.
    pub vertex_count: usize,
    /// Joints that skins use.
    pub skin_joint_count: usize,
    /// The picture must still be framed, because its size was not known.
    pub(super) frame_pending: bool,
    /// What the last command framed: the next one frames more.
    pub(super) framed: Framed,
    /// The camera on its way.
    pub(super) glide: Option<Glide>,
    /// The camera turning on after a drag.
    pub(super) spin: Option<Spin>,
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            model: None,
            original: None,
            variant: Variant::default(),
            shown_variant: Variant::default(),
            player: Player::new(),
            posed: PosedModel::default(),
            posed_compressed: None,
            pose_revision: 0,
            camera: opening_camera(),
            looking_through: None,
            material_variant: None,
            lab: Lab::default(),
            compression: Compression::default(),
            peeking: false,
            look: Look::Lit,
            weight_view: None,
            weighed: Vec::new(),
            marked: MarkedVertices::default(),
            visibility: Visibility::default(),
            parts: Vec::new(),
            hovered_joint: None,
            turntable: false,
            fov_y: Camera::default().fov_y,
            overlays: Overlays::default(),
            lights: Lights::default(),
            surroundings: Surroundings::default(),
            settings: Settings::default(),
            selected_joint: None,
            selected_moves: 0,
            inspected_vertex: None,
            scene: SceneId::default(),
            tree: JointTree::default(),
            key_times: Vec::new(),
            scrubbing: false,
            timeline: Timeline::default(),
            motion: Motion::default(),
            posing: Posing::default(),
            probes: Probes::default(),
            loading: None,
            error: None,
            outputs: Outputs::default(),
            doctor: Doctor::default(),
            selected_vertex: None,
            open_path: None,
            no_dialog: false,
            key_sheet: None,
            symptoms: None,
            visible_faults: None,
            viewport_px: [0, 0],
            frame_ms: None,
            fps: None,
            cost: None,
            exact_bounds: None,
            bounds_after: 0,
            opening_bounds: Bounds::EMPTY,
            vertex_count: 0,
            skin_joint_count: 0,
            frame_pending: false,
            framed: Framed::default(),
            glide: None,
            spin: None,
        }
    }
}

/// A little from the right and from above: a flat front view hides depth.
pub(super) fn opening_camera() -> Camera {
    Camera {
        yaw: 0.44,
        pitch: 0.14,
        ..Camera::default()
    }
}

/// What was framed last, if nothing has moved the camera since.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Framed {
    #[default]
    Nothing,
    /// The selected vertex or joint.
    Selection,
    /// The pose that shows.
    Pose,
}

impl Deref for ViewerState {
    type Target = Shown;

    fn deref(&self) -> &Shown {
        &self.0
    }
}

impl ViewerState {
    /// Nothing open, with the settings of the last session.
    pub fn new(settings: Settings) -> Self {
        Self(Shown {
            settings: settings.checked(),
            ..Shown::default()
        })
    }

    pub(super) fn shown_mut(&mut self) -> &mut Shown {
        &mut self.0
    }
}

impl Shown {
    /// Selects a joint, unfolds the tree above it, and lets the inspector show a vertex of it: the one it shows already if
    /// that follows the joint, else the one that is shared most evenly.
    pub(super) fn select(&mut self, model: &Model, joint: JointId) {
        if joint.index() >= model.skeleton.len() {
            return;
        }
        if self.selected_joint != Some(joint) {
            self.framed = Framed::Nothing;
            self.selected_moves = stages::vertices_moved(model, self.scene, joint);
        }
        self.selected_joint = Some(joint);
        self.tree.reveal(model.skeleton.ancestry(joint).skip(1));
        let keeps = self
            .inspected_vertex
            .is_some_and(|v| stages::follows(model, v, joint));
        if !keeps {
            self.inspected_vertex = stages::vertex_of_joint(model, self.scene, joint);
        }
    }

    /// The chosen method; [`Self::method_shown`] is the one that shows.
    pub fn method(&self) -> SkinningMethod {
        self.lab.skinning(self.lab.shown).method
    }

    /// Which of A and B shows: the other one while peeking. While both share the picture, B shows alone for a peek.
    pub fn slot_shown(&self) -> Slot {
        match (self.lab.is_comparing(), self.peeking) {
            (false, true) => self.lab.shown.other(),
            (true, true) => Slot::B,
            (true, false) => Slot::A,
            (false, false) => self.lab.shown,
        }
    }

    /// The way to skin that shows; A while both share the picture.
    pub fn skinning_shown(&self) -> Skinning {
        self.lab.drawn()[self.slot_shown().index()]
    }

    /// Its method.
    pub fn method_shown(&self) -> SkinningMethod {
        self.skinning_shown().method
    }

    /// How A and B share the picture now.
    pub fn layout(&self) -> Layout {
        let alone = match self.slot_shown() {
            Slot::A => Layout::A,
            Slot::B => Layout::B,
        };
        if self.peeking {
            return alone;
        }
        match self.lab.compare {
            Compare::Off => alone,
            Compare::Split => Layout::Split {
                at: self.lab.split_at,
            },
            Compare::Ghost => Layout::Ghost,
            Compare::Difference => Layout::Difference {
                scale: self.difference_scale(),
            },
            Compare::Side => Layout::Side,
        }
    }

    /// The distance at the end of the colour ramp of a difference, metres, more than 0. Of clips before and after
    /// compression it is what was allowed.
    pub fn difference_scale(&self) -> f32 {
        let allowed = self.compressed().map_or(0.0, |c| c.scale.tolerance as f32);
        match self.lab.typed_scale {
            None if self.lab.compares(Compared::Compression) && allowed > 0.0 => allowed,
            _ => self.lab.scale(self.model_size()),
        }
    }

    /// The unit that lengths on the model are told in: that of [`Comparison::unit`], and until the exact size at rest is
    /// known, that of the box that the camera framed.
    ///
    /// [`Comparison::unit`]: crate::inspect::compare::Comparison::unit
    pub fn length_unit(&self) -> LengthUnit {
        self.lab
            .unit
            .unwrap_or_else(|| LengthUnit::of_bounds(&self.opening_bounds))
    }

    /// Length that overlays are sized by, metres, more than 0.
    pub fn model_size(&self) -> f32 {
        let bounds = self.opening_bounds;
        if bounds.is_empty() {
            1.0
        } else {
            bounds.diagonal().max(1e-6)
        }
    }

    /// The theme.
    pub fn theme(&self) -> Theme {
        self.settings.theme
    }

    /// The clip that was chosen last.
    pub fn clip(&self) -> Option<ClipId> {
        self.player.clip()
    }

    /// Its length, seconds; 0 without a clip.
    pub fn duration_secs(&self) -> f64 {
        let model = self.model.as_deref();
        model
            .and_then(|m| m.clip(self.clip()?))
            .map_or(0.0, crate::animation::Clip::duration_secs)
    }

    /// The name of a clip; an empty text if it has none.
    pub fn clip_name(&self, clip: ClipId) -> &str {
        self.model
            .as_deref()
            .and_then(|m| m.clip(clip))
            .and_then(|c| c.name())
            .unwrap_or("")
    }

    /// The playhead in frames of the display.
    pub fn frame(&self) -> u64 {
        (self.player.time_secs() * self.fps()).round() as u64
    }

    /// The clip's length in frames of the display.
    pub fn frame_count(&self) -> u64 {
        (self.duration_secs() * self.fps()).round() as u64
    }

    /// The skeleton shows if asked for, or if there is nothing else to see.
    pub fn skeleton_shows(&self) -> bool {
        self.overlays.skeleton || (self.model.is_some() && self.vertex_count == 0)
    }

    /// Bounds of the frame that shows, and whether they are exact; `None` without a model.
    pub fn bounds(&self) -> Option<(Bounds, bool)> {
        let model = self.model.as_deref()?;
        match self.exact_bounds {
            Some((revision, bounds)) if revision == self.pose_revision => Some((bounds, true)),
            // While it plays the exact ones are a few frames late: still nearer to the truth than boxes.
            Some((_, bounds)) if self.player.is_playing() => Some((bounds, false)),
            _ => Some((
                outline_bounds(model, &self.posed, self.scene, self.skinning_shown()),
                false,
            )),
        }
    }

    /// What `render` draws, in `size_px` pixels.
    pub fn view(&self, size_px: [u32; 2]) -> View {
        let bounds = self.opening_bounds;
        View {
            size_px,
            camera: self.camera,
            scene: self.scene,
            material_variant: self.material_variant,
            skinnings: self.lab.drawn(),
            layout: self.layout(),
            fault: self.shown_variant.fault,
            background: self.settings.light.background(self.theme()),
            look: self.look,
            weights: self.weights(),
            overlays: Overlays {
                skeleton: self.skeleton_shows(),
                ..self.overlays
            },
            selected_joint: self.selected_joint,
            hovered_joint: self.hovered_joint,
            lights: self.lights,
            preset: self.settings.preset,
            surroundings: self.surroundings.source(&self.settings.light),
            surroundings_turn: self.surroundings.turn,
            tone_mapping: self.settings.light.tone_mapping,
            exposure_ev: self.settings.light.exposure_ev,
            ground_y: if bounds.is_empty() { 0.0 } else { bounds.min.y },
            model_size: self.model_size(),
            // What compression moves is far less than what two ways to skin do.
            ghost_from: self
                .lab
                .compares(Compared::Compression)
                .then(|| self.difference_scale()),
            ..View::default()
        }
    }

    /// True if nothing of a fault would show on this model.
    pub fn hides(&self, fault: Fault) -> bool {
        self.visible_faults.as_ref().is_some_and(|v| !v.contains(&fault))
    }

    /// Whether what is wrong on purpose changes nothing of the frame that shows, with an instant of the clip at which it
    /// does. `None` where it changes something, where nobody could tell (while it plays, or a cure is shown, too), and
    /// where it would take too long to find out. Takes some milliseconds: ask once a [`Self::pose_revision`].
    pub fn unseen_fault(&self) -> Option<(Fault, Option<f64>)> {
        let fault = self.shown_variant.fault?;
        if self.player.is_playing() || self.scrubbing || !self.shown_variant.cures.is_empty() {
            return None;
        }
        let skinnings = if self.lab.is_comparing() {
            self.lab.drawn()
        } else {
            [self.skinning_shown(); 2]
        };
        let seen = Seen {
            fault,
            right: self.original.as_deref()?,
            taught: self.model.as_deref()?,
            scene: self.scene,
            skinnings: if skinnings[0] == skinnings[1] {
                &skinnings[..1]
            } else {
                &skinnings
            },
            joint_mask: &self.lab.mask,
            size: self.model_size(),
        };
        if seen.changes(&self.player)? {
            return None;
        }
        Some((fault, seen.instant(&self.player)))
    }

    /// Whether something lies over the window or the picture that Escape closes.
    pub fn has_card(&self) -> bool {
        self.key_sheet.is_some()
            || self.symptoms.is_some()
            || self.open_path.is_some()
            || self.timeline.time_entry.is_some()
            || self.outputs.open
            || self.loading.is_some()
            || self.error.is_some()
    }

    /// True while the picture changes by itself. Paused and untouched, nothing needs to be drawn.
    pub fn needs_redraw(&self) -> bool {
        let moving = self.player.is_playing()
            && !self.scrubbing
            && self.player.speed() != 0.0
            && (self.duration_secs() > 0.0 || self.player.fade().is_some());
        moving
            || self.loading.is_some()
            || self.surroundings.loading.is_some()
            || self.glide.is_some()
            || self.spin.is_some()
            || (self.turntable && self.model.is_some())
    }

    /// What of the influences is painted over the surface: those of the selected joint and of those beside it, where a
    /// joint has to be chosen.
    pub fn weights(&self) -> Option<Weights> {
        let view = self.weight_view?;
        let limit = match self.skinning_shown().influence_limit {
            0 => super::look::USUAL_INFLUENCES,
            limit => limit,
        };
        let weights = match view {
            WeightView::Chosen => {
                let beside = self.weighed.iter().copied();
                let beside = beside.filter(|j| Some(*j) != self.selected_joint);
                Weights::of(self.selected_joint.into_iter().chain(beside))
            }
            view => Weights::all(view),
        };
        Some(Weights { limit, ..weights })
    }

    /// Counts the vertices that are marked, if influences show.
    pub(super) fn refresh_marked(&mut self) {
        self.marked = match (&self.model, self.weights()) {
            (Some(model), Some(weights)) => MarkedVertices::of(model, self.scene, weights.limit),
            _ => MarkedVertices::default(),
        };
    }

    /// Lists meshes and materials of the scene.
    pub(super) fn refresh_parts(&mut self) {
        let (mut meshes, materials) = self
            .model
            .as_deref()
            .map(|m| super::visibility::parts_of(m, self.scene))
            .unwrap_or_default();
        meshes.extend(materials);
        self.parts = meshes;
    }

    /// Puts out of sight what shall be, in the frame that shows.
    pub(super) fn refresh_hidden(&mut self) {
        let hidden = self.model.as_deref().map(|m| self.visibility.hidden_of(m));
        self.posed.hidden = hidden.unwrap_or_default();
        if let Some(other) = &mut self.posed_compressed {
            other.hidden.clone_from(&self.posed.hidden);
        }
    }

    pub(super) fn aspect(&self) -> f32 {
        let [w, h] = self.viewport_px;
        if w == 0 || h == 0 {
            1.5
        } else {
            let pictures = if self.lab.compare == Compare::Side {
                2.0
            } else {
                1.0
            };
            w as f32 / (h as f32 * pictures)
        }
    }

    /// Frames `bounds`, or remembers to when the picture's size is known.
    pub(super) fn frame_bounds(&mut self, bounds: &Bounds) {
        const MARGIN: f32 = 1.12;
        let aspect = self.aspect();
        // A camera of the file that was left has left its field of view.
        self.camera.fov_y = self.fov_y;
        self.camera.frame(bounds, aspect, MARGIN);
    }

    /// Poses the model anew after something that moves vertices changed.
    pub(super) fn repose(&mut self) {
        if let Some(model) = &self.model {
            // Both ways while either may show: a peek must not wait.
            let dual = self
                .lab
                .skinnings
                .iter()
                .any(|s| s.method.needs_dual_quaternions());
            self.posed.joint_mask.clone_from(&self.lab.mask);
            let mut other = self.posed_compressed.take();
            let key = self.compression_key();
            let compares = self.compares_compressed();
            let compressed = compares.then(|| self.compression.of(&key)).flatten();
            match (self.shown_variant.fault, compressed) {
                (None, None) => self.posed.update(model, &self.player, dual),
                (None, Some(compressed)) => {
                    // Both by the readable core: between two cores there is rounding, which is no error of a clip.
                    let other = other.get_or_insert_default();
                    other.joint_mask.clone_from(&self.lab.mask);
                    other.hidden.clone_from(&self.posed.hidden);
                    let of = |i: ClipId| compressed.played(i).or(model.clip(i));
                    other.update_from(model, &self.player, &of, dual);
                    let of = |i: ClipId| model.clip(i);
                    self.posed.update_from(model, &self.player, &of, dual);
                }
                (Some(fault), _) => teach::update(fault, &mut self.posed, model, &self.player, dual),
            }
            self.posed_compressed = other.filter(|_| compressed.is_some());
            self.pose_revision += 1;
        }
        self.refresh_motion();
        self.follow_camera();
    }

    /// Looks through a camera of the file, or through none. One that has no direction is none.
    pub(super) fn look_through(&mut self, camera: Option<CameraId>) {
        self.looking_through = camera;
        self.camera.through = None;
        self.follow_camera();
    }

    /// Brings the camera that is looked through to where it is in the frame that shows.
    fn follow_camera(&mut self) {
        let model = self.model.as_deref();
        let through = self.looking_through.and_then(|id| {
            let camera = model?.camera(id)?;
            let place = camera.place(&self.posed)?;
            Some(Through {
                place,
                lens: camera.lens,
            })
        });
        // Between two frames with a direction there may be one without: it stays as it was.
        if through.is_some() || self.looking_through.is_none() {
            self.camera.through = through;
        }
    }
}
