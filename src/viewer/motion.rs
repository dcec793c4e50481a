//! What shows how a clip moves: onion skin, trails, the root's path; and weights of morph targets set by hand.

use std::sync::Arc;

use glam::Vec3;

use super::state::Shown;
use crate::animation::{
    ClipId, InPlace, JointId, ModelPose, PlayRange, PlaybackScratch, Player, Playhead, Pose, RootTravel,
};
use crate::inspect::motion::ClipMotion;
use crate::model::Model;

/// What the numbers of a clip's motion follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionKey {
    /// Which clip.
    pub clip: ClipId,
    /// Whose trails.
    pub joints: Vec<JointId>,
    /// Instants a second.
    pub fps: f64,
}

/// The skeleton some frames before or after the one that shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Ghost {
    /// How many steps before (negative) or after, never 0.
    pub step: i32,
    /// From joint to joint, model space.
    pub bones: Vec<[Vec3; 2]>,
}

/// What of the motion shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Whether frames before and after show as skeletons.
    pub onion_skin: bool,
    /// How many of each.
    pub onion_count: u32,
    /// How many frames apart.
    pub onion_spacing: u32,
    /// Those of the frame that shows.
    pub ghosts: Vec<Ghost>,
    /// Joints whose trails show.
    pub trails: Vec<JointId>,
    /// Whether the root's path shows on the ground.
    pub path: bool,
    /// Whether the camera goes with the root.
    pub follows: bool,
    /// What carries the character in the clip that shows.
    pub root: Option<RootTravel>,
    /// Share of the measuring that is done, while it goes on.
    pub measuring: Option<f32>,
    numbers: Option<(MotionKey, Arc<ClipMotion>)>,
    /// Where the root was when the camera last went with it.
    followed: Option<(JointId, Vec3)>,
    /// What ghosts are made in.
    scratch: GhostScratch,
}

#[derive(Debug, Default)]
struct GhostScratch {
    player: Option<Player>,
    playback: PlaybackScratch,
    pose: Pose,
    model_space: ModelPose,
}

impl Clone for GhostScratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for GhostScratch {
    /// It holds nothing that lasts.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            onion_skin: false,
            onion_count: 3,
            onion_spacing: 4,
            ghosts: Vec::new(),
            trails: Vec::new(),
            path: false,
            follows: false,
            root: None,
            measuring: None,
            numbers: None,
            followed: None,
            scratch: GhostScratch::default(),
        }
    }
}

impl Motion {
    /// Most ghosts on a side.
    pub const MAX_ONION_COUNT: u32 = 8;
    /// Most frames between two of them.
    pub const MAX_ONION_SPACING: u32 = 30;

    /// The numbers of a clip, if they are known.
    pub fn of(&self, clip: Option<ClipId>) -> Option<&Arc<ClipMotion>> {
        self.numbers
            .as_ref()
            .filter(|(key, _)| Some(key.clip) == clip)
            .map(|(_, numbers)| numbers)
    }

    /// Whether these are the numbers that are there.
    pub fn has(&self, key: &MotionKey) -> bool {
        self.numbers.as_ref().is_some_and(|(k, _)| k == key)
    }

    pub(super) fn keep(&mut self, key: MotionKey, numbers: Arc<ClipMotion>) {
        self.numbers = Some((key, numbers));
    }

    pub(super) fn forget_numbers(&mut self) {
        self.numbers = None;
    }

    pub(super) fn forget_model(&mut self) {
        self.trails.clear();
        self.ghosts.clear();
        self.numbers = None;
        self.measuring = None;
        self.followed = None;
        self.root = None;
    }
}

/// One wish about what shows how a clip moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MotionCommand {
    /// Shows frames before and after, or no longer.
    ShowOnionSkin(bool),
    /// How many of each.
    SetOnionCount(u32),
    /// How many frames apart.
    SetOnionSpacing(u32),
    /// Shows the trail of a joint, or no longer.
    ShowTrail(JointId, bool),
    /// Shows no trail.
    ClearTrails,
    /// Shows the root's path, or no longer.
    ShowPath(bool),
    /// Takes out what the root travels, or no longer.
    SetInPlace(bool),
    /// The camera goes with the root, or stays.
    Follow(bool),
    /// Sets the weight of a morph target by hand: where in the pose, and how much.
    SetMorph(u32, f32),
    /// Lets the clip have a weight back.
    ReleaseMorph(u32),
    /// Lets it have all back.
    ReleaseMorphs,
}

pub(super) fn apply_motion(s: &mut Shown, command: MotionCommand) {
    match command {
        MotionCommand::ShowOnionSkin(on) => s.motion.onion_skin = on,
        MotionCommand::SetOnionCount(count) => {
            s.motion.onion_count = count.clamp(1, Motion::MAX_ONION_COUNT);
        }
        MotionCommand::SetOnionSpacing(frames) => {
            s.motion.onion_spacing = frames.clamp(1, Motion::MAX_ONION_SPACING);
        }
        MotionCommand::ShowTrail(joint, on) => {
            s.motion.trails.retain(|j| *j != joint);
            let exists = s
                .model
                .as_deref()
                .is_some_and(|m| joint.index() < m.skeleton.len());
            if on && exists {
                s.motion.trails.push(joint);
                s.motion.trails.sort_unstable();
            }
            return;
        }
        MotionCommand::ClearTrails => {
            s.motion.trails.clear();
            return;
        }
        MotionCommand::ShowPath(on) => {
            s.motion.path = on;
            return;
        }
        MotionCommand::SetInPlace(on) => set_in_place(s, on),
        MotionCommand::Follow(on) => {
            s.motion.follows = on;
            s.motion.followed = None;
        }
        MotionCommand::SetMorph(slot, weight) => {
            s.player.adjustments_mut().set_morph_weight(slot, Some(weight));
        }
        MotionCommand::ReleaseMorph(slot) => s.player.adjustments_mut().set_morph_weight(slot, None),
        MotionCommand::ReleaseMorphs => s.player.adjustments_mut().release_morph_weights(),
    }
    s.repose();
}

pub(super) fn set_in_place(s: &mut Shown, on: bool) {
    s.player.adjustments_mut().in_place = s
        .model
        .as_deref()
        .filter(|_| on)
        .map(|m| Arc::new(InPlace::new(&m.skeleton, &m.clips)));
}

impl Shown {
    /// What is to be measured of the clip that shows.
    pub fn motion_key(&self) -> Option<MotionKey> {
        Some(MotionKey {
            clip: self.clip()?,
            joints: self.motion.trails.clone(),
            fps: self.fps(),
        })
    }

    /// Whether the root's travel is taken out.
    pub fn is_in_place(&self) -> bool {
        self.player.adjustments().in_place.is_some()
    }

    /// A new frame: its ghosts, and the camera that goes with the root.
    pub(super) fn refresh_motion(&mut self) {
        let Some(model) = self.model.clone() else {
            self.motion.ghosts.clear();
            return;
        };
        if self.motion.onion_skin {
            self.refresh_ghosts(&model);
        } else {
            self.motion.ghosts.clear();
        }
        self.follow_root();
    }

    fn refresh_ghosts(&mut self, model: &Model) {
        let range = self
            .player
            .range()
            .unwrap_or(PlayRange::whole(self.duration_secs()));
        let apart = f64::from(self.motion.onion_spacing) / self.fps();
        let count = i32::try_from(self.motion.onion_count).unwrap_or(0);
        let bones = bones_of(model, self.scene);
        let mut scratch = std::mem::take(&mut self.motion.scratch);
        self.motion.ghosts.clear();
        for step in (-count..=count).filter(|s| *s != 0) {
            let head = Playhead {
                time_secs: self.player.time_secs(),
                returning: self.player.is_returning(),
            };
            let (head, ended) = head.after(f64::from(step) * apart, range, self.player.loop_mode());
            if ended {
                continue;
            }
            let player = scratch.player.get_or_insert_with(|| self.player.clone());
            player.clone_from(&self.player);
            player.seek(head.time_secs, &model.clips);
            player.evaluate(
                &model.skeleton,
                &model.clips,
                &mut scratch.playback,
                &mut scratch.pose,
            );
            player.adjust(&mut scratch.pose);
            model
                .skeleton
                .model_space(&scratch.pose, &mut scratch.model_space);
            let at = |j: JointId| Vec3::from(scratch.model_space.model_from_joint(j).translation);
            let bones = bones.iter().map(|[a, b]| [at(*a), at(*b)]);
            self.motion.ghosts.push(Ghost {
                step,
                bones: bones.filter(|b| b[0].is_finite() && b[1].is_finite()).collect(),
            });
        }
        self.motion.scratch = scratch;
    }

    /// Along the ground: a jump stays a jump.
    fn follow_root(&mut self) {
        let root = self.motion.root.filter(|_| self.motion.follows);
        let (Some(root), None) = (root, self.looking_through) else {
            self.motion.followed = None;
            return;
        };
        let place: Vec3 = self
            .posed
            .model_space
            .model_from_joint(root.joint)
            .translation
            .into();
        if let Some((joint, before)) = self.motion.followed
            && joint == root.joint
            && place.is_finite()
        {
            self.camera.target += Vec3::new(place.x - before.x, 0.0, place.z - before.z);
        }
        self.motion.followed = Some((root.joint, place));
    }
}

/// The joints of a scene's skins with the nearest such joint above them; all of its joints without a skin.
fn bones_of(model: &Model, scene: crate::model::SceneId) -> Vec<[JointId; 2]> {
    let skeleton = &model.skeleton;
    let mut shown = vec![false; skeleton.len()];
    for joint in model.skins.iter().flat_map(crate::skinning::Skin::joints) {
        shown[joint.index()] = true;
    }
    if model.skins.is_empty() {
        for joint in model.scene(scene).map_or(&[][..], |s| &s.joints) {
            shown[joint.index()] = true;
        }
    }
    let mut nearest: Vec<Option<JointId>> = vec![None; skeleton.len()];
    let mut bones = Vec::new();
    for joint in skeleton.joints() {
        // Parents come first, so theirs is known.
        let above = skeleton.parent(joint).and_then(|p| nearest[p.index()]);
        nearest[joint.index()] = if shown[joint.index()] { Some(joint) } else { above };
        if let (true, Some(above)) = (shown[joint.index()], above) {
            bones.push([above, joint]);
        }
    }
    bones
}
