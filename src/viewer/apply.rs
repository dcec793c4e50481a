//! The one place where a person's wish changes the state.

use super::doctor::{show_finding, show_joint, show_vertex};
use super::lab::apply_lab;
use super::pick::Ray;
use super::state::Shown;
use super::surroundings::apply_light;
use super::variant::set_variant;
use super::{
    Camera, Command, DISPLAY_FPS, Effect, OpenRequest, Overlay, Projection, Settings, Side, Slot, ViewerState,
};
use crate::animation::{ClipId, LoopMode};
use crate::model::{CameraId, SceneId, clip_bounds, opening_bounds};
use crate::skinning::{Skinning, SkinningMethod};

/// Speeds that can be set, clip seconds a second.
pub(super) const MAX_SPEED: f64 = 3.0;

/// How near to a frame or a key the playhead must be to stand on it, seconds.
const ON_IT_SECS: f64 = 1e-4;

/// Does `command`. What it asks of the world outside the state comes back as effects, for `app`.
pub fn apply(state: &mut ViewerState, command: Command) -> Vec<Effect> {
    let s = state.shown_mut();
    if moves_camera(&command) {
        s.pose_framed = false;
    }
    if ends_glide(&command) {
        s.glide = None;
    }
    if turns_camera(&command) {
        s.camera.leave();
    }
    let orbit = |c: &Camera| Camera { through: None, ..*c };
    let before = orbit(&s.camera);
    let effects = perform(s, command);
    if s.camera.through.is_none() || orbit(&s.camera) != before {
        // Who goes elsewhere does not look through a camera of the file any more.
        s.camera.through = None;
        s.looking_through = None;
    }
    effects
}

fn perform(s: &mut Shown, command: Command) -> Vec<Effect> {
    match command {
        Command::OpenDialog => return vec![Effect::OpenDialog],
        Command::OpenSample => return vec![Effect::Open(OpenRequest::Sample)],
        Command::Open(text) => {
            s.open_path = None;
            if !text.trim().is_empty() {
                return vec![Effect::Open(OpenRequest::Text(text))];
            }
        }
        Command::ShowOpenPath(show) => s.open_path = show.then(String::new),
        Command::EditOpenPath(text) => s.open_path = Some(text),
        Command::CancelLoad => return vec![Effect::CancelLoad],
        Command::DismissError => s.error = None,
        Command::CopyError => return s.error.iter().map(|card| Effect::CopyText(card.text())).collect(),
        Command::Quit => return vec![Effect::Quit],

        Command::TogglePlay => set_playing(s, !s.player.is_playing()),
        Command::SetPlaying(playing) => set_playing(s, playing),
        Command::PlayClip(clip) => play_clip(s, clip),
        Command::NextClip => {
            let count = s.model.as_deref().map_or(0, |m| m.clips.len() as u32);
            if count > 0 {
                play_clip(s, ClipId(s.clip().map_or(0, |c| (c.0 + 1) % count)));
            }
        }
        Command::Seek(secs) => seek(s, secs),
        Command::Scrub(held) => s.scrubbing = held,
        Command::StepFrames(by) => {
            s.player.set_playing(false);
            let here = s.player.time_secs() * DISPLAY_FPS;
            let slack = ON_IT_SECS * DISPLAY_FPS;
            // Between two frames the first step goes to the nearer end of the gap in its direction.
            let from = if by > 0 {
                (here + slack).floor()
            } else {
                (here - slack).ceil()
            };
            let to = (from + f64::from(by)) / DISPLAY_FPS;
            seek(s, to);
        }
        Command::StepKey(forwards) => {
            s.player.set_playing(false);
            let here = s.player.time_secs();
            let keys = s.key_times.iter().map(|&t| f64::from(t));
            let to = if forwards {
                keys.into_iter().find(|t| *t > here + ON_IT_SECS)
            } else {
                keys.rev().find(|t| *t < here - ON_IT_SECS)
            };
            if let Some(to) = to {
                seek(s, to);
            }
        }
        Command::GoToStart => seek(s, 0.0),
        Command::GoToEnd => seek(s, s.duration_secs()),
        Command::SetSpeed(speed) => {
            if speed.is_finite() {
                s.player.set_speed(speed.clamp(-MAX_SPEED, MAX_SPEED));
            }
        }
        Command::SetLoop(on) => s
            .player
            .set_loop_mode(if on { LoopMode::Loop } else { LoopMode::Once }),
        Command::SetCrossfade(secs) => {
            s.settings = Settings {
                crossfade_secs: secs,
                ..s.settings
            }
            .checked();
            return vec![Effect::SaveSettings];
        }

        Command::SetMethod(method) => set_method(s, method),
        Command::ToggleMethod => {
            // While both show there is nothing to toggle.
            if !s.lab.is_comparing() {
                s.lab.shown = s.lab.shown.other();
                s.repose();
            }
        }
        Command::PeekMethod(peeking) => {
            if s.peeking != peeking {
                s.peeking = peeking;
                s.repose();
            }
        }
        Command::Lab(command) => apply_lab(s, command),

        Command::SetOverlay(overlay, on) => *overlay_mut(s, overlay) = on,
        Command::ToggleOverlay(overlay) => {
            let on = overlay_mut(s, overlay);
            *on = !*on;
        }

        Command::SetLights(lights) => s.lights = lights,
        Command::Light(command) => return apply_light(s, command),

        Command::Orbit { yaw, pitch } => s.camera.orbit(yaw, pitch),
        Command::Pan(by) => s.camera.pan(by),
        Command::Zoom { factor, at } => s.camera.zoom(factor, at),
        Command::Frame => frame(s),
        Command::LookFrom(side) => {
            let turned = s.model.as_deref().is_some_and(|m| m.faces_backward);
            look_from(&mut s.camera, side, turned);
        }
        Command::ToggleProjection => {
            s.camera.projection = match s.camera.projection {
                Projection::Perspective => Projection::Orthographic,
                Projection::Orthographic => Projection::Perspective,
            };
        }

        Command::LookThrough(camera) => s.look_through(camera),
        Command::NextCamera => {
            let count = s.model.as_deref().map_or(0, |m| m.cameras.len() as u32);
            let next = s.looking_through.map_or(0, |c| c.0 + 1);
            s.look_through((next < count).then_some(CameraId(next)));
        }
        Command::SetMaterialVariant(variant) => {
            let there = |v: &_| {
                s.model
                    .as_deref()
                    .is_some_and(|m| m.material_variant(*v).is_some())
            };
            s.material_variant = variant.filter(there);
        }

        Command::SelectJoint(joint) => {
            let Some(model) = s.model.clone() else {
                return Vec::new();
            };
            s.selected_joint = None;
            if let Some(joint) = joint {
                s.select(&model, joint);
            }
        }
        Command::PickVertex(at) => {
            let skinning = s.lab.skinning(at.slot);
            let ray = s.model.as_ref().and_then(|_| Ray::through(&s.camera, at));
            return ray.map(|ray| Effect::Pick(ray, skinning)).into_iter().collect();
        }
        Command::InspectVertex(vertex) => s.inspected_vertex = vertex,
        Command::SearchJoints(text) => s.tree.set_search(text),
        Command::FoldJoint(joint, folded) => s.tree.set_folded(joint, folded),
        Command::SetScene(scene) => set_scene(s, scene),
        Command::SetCure(cure, on) => {
            let variant = s.variant.with_cure(cure, on);
            return set_variant(s, variant);
        }
        Command::ShowFile => return set_variant(s, super::Variant::default()),
        Command::ShowJoint(joint) => show_joint(s, joint),
        Command::ShowVertex(vertex) => show_vertex(s, vertex),
        Command::CopyText(text) => return vec![Effect::CopyText(text)],
        Command::ToggleIssue(issue) => {
            s.doctor.open = (s.doctor.open != Some(issue)).then_some(issue);
            show_finding(s);
        }
        Command::SetFault(fault) => {
            let variant = super::Variant {
                fault,
                ..s.variant.clone()
            };
            return set_variant(s, variant);
        }
        Command::ShowSymptoms(show) => {
            // Asked for while it shows, it goes away.
            s.symptoms = (show && s.symptoms.is_none()).then(String::new);
        }
        Command::SearchSymptoms(text) => s.symptoms = Some(text),

        Command::SetTheme(theme) => {
            s.settings.theme = theme;
            return vec![Effect::SaveSettings];
        }
        Command::ToggleTheme => {
            s.settings.theme = s.settings.theme.other();
            return vec![Effect::SaveSettings];
        }
        Command::TogglePanels => {
            s.settings.panels = !s.settings.panels;
            return vec![Effect::SaveSettings];
        }
        Command::ShowKeySheet(show) => {
            // Asked for while it shows, it goes away.
            s.key_sheet = (show && s.key_sheet.is_none()).then(String::new);
        }
        Command::SearchKeys(text) => s.key_sheet = Some(text),
        Command::Escape => {
            let closed =
                s.key_sheet.take().is_some() || s.symptoms.take().is_some() || s.open_path.take().is_some();
            if closed {
            } else if s.loading.is_some() {
                return vec![Effect::CancelLoad];
            } else if s.error.take().is_some() {
            } else if s.variant.fault.is_some() {
                let variant = s.variant.right();
                return set_variant(s, variant);
            } else if !s.variant.is_plain() {
                return set_variant(s, super::Variant::default());
            } else {
                s.selected_joint = None;
                s.selected_vertex = None;
            }
        }
    }
    Vec::new()
}

/// What a hand does to the camera.
fn by_hand(command: &Command) -> bool {
    matches!(
        command,
        Command::Orbit { .. } | Command::Pan(_) | Command::Zoom { .. } | Command::LookFrom(_)
    )
}

/// What ends the camera's own way somewhere.
fn ends_glide(command: &Command) -> bool {
    by_hand(command) || matches!(command, Command::Frame | Command::SetScene(_))
}

fn moves_camera(command: &Command) -> bool {
    by_hand(command) || matches!(command, Command::PlayClip(_) | Command::NextClip)
}

/// What goes on from where a camera of the file is.
fn turns_camera(command: &Command) -> bool {
    by_hand(command) || matches!(command, Command::Frame | Command::ToggleProjection)
}

fn set_playing(s: &mut Shown, playing: bool) {
    let (time, end) = (s.player.time_secs(), s.duration_secs());
    if playing && s.player.loop_mode() == LoopMode::Once {
        // A clip that ran to its end starts again.
        if s.player.speed() >= 0.0 && time >= end {
            seek(s, 0.0);
        } else if s.player.speed() < 0.0 && time <= 0.0 {
            seek(s, end);
        }
    }
    s.player.set_playing(playing && s.model.is_some());
}

fn play_clip(s: &mut Shown, clip: ClipId) {
    let Some(model) = s.model.clone() else { return };
    if model.clip(clip).is_none() {
        return;
    }
    s.player.play(
        Some(clip),
        s.settings.crossfade_secs,
        &model.skeleton,
        &model.clips,
    );
    if !s.player.is_playing() {
        // Paused, a fade would hide the chosen clip for ever.
        s.player.finish_fades();
    }
    s.refresh_key_times();
    s.lab.automatic_scale = 0.0;
    s.repose();
}

fn seek(s: &mut Shown, secs: f64) {
    let Some(model) = s.model.clone() else { return };
    let before = (s.player.time_secs(), s.player.fade());
    s.player.seek(secs, &model.clips);
    if before != (s.player.time_secs(), s.player.fade()) {
        s.repose();
    }
}

/// Shows a method: the slot that has it; else LBS becomes A and anything else B, so that what is compared is LBS and
/// what the person tries against it.
fn set_method(s: &mut Shown, method: SkinningMethod) {
    let slot = s.lab.slot_of(method).unwrap_or(match method {
        SkinningMethod::LinearBlend => Slot::A,
        _ => Slot::B,
    });
    let before = s.lab.skinning(slot);
    let wanted = Skinning { method, ..before };
    if before != wanted || s.lab.shown != slot {
        s.lab.skinnings[slot.index()] = wanted;
        s.lab.shown = slot;
        s.repose();
    }
}

fn overlay_mut(s: &mut Shown, overlay: Overlay) -> &mut bool {
    match overlay {
        Overlay::Skeleton => &mut s.overlays.skeleton,
        Overlay::Grid => &mut s.overlays.grid,
        Overlay::Hidden => &mut s.overlays.hidden,
    }
}

fn frame(s: &mut Shown) {
    let Some(model) = s.model.clone() else { return };
    let Some((pose, _)) = s.bounds() else { return };
    let path = s.pose_framed;
    s.pose_framed = !path;
    let bounds = match (path, s.clip()) {
        (true, Some(clip)) => pose.union(&clip_bounds(&model, clip, s.scene, s.skinning_shown(), 32, false)),
        _ => pose,
    };
    s.frame_bounds(&bounds);
}

/// `turned`: the character looks along -Z.
fn look_from(camera: &mut Camera, side: Side, turned: bool) {
    let (yaw, pitch) = match side {
        Side::Front => (0.0, 0.0),
        Side::Right => (std::f32::consts::FRAC_PI_2, 0.0),
        Side::Top => (0.0, Camera::MAX_PITCH),
    };
    camera.yaw = yaw + if turned { std::f32::consts::PI } else { 0.0 };
    camera.pitch = pitch;
}

fn set_scene(s: &mut Shown, scene: SceneId) {
    let Some(model) = s.model.clone() else { return };
    if model.scenes.get(scene.0 as usize).is_none() || s.scene == scene {
        return;
    }
    s.scene = scene;
    s.tree = super::JointTree::new(&model, scene);
    s.vertex_count = model.vertex_count(scene);
    s.selected_joint = None;
    s.selected_vertex = None;
    s.inspected_vertex = None;
    s.opening_bounds = opening_bounds(&model, s.clip(), scene, s.skinning_shown());
    let bounds = s.opening_bounds;
    s.exact_bounds = None;
    s.bounds_after = s.pose_revision;
    s.lab.forget_scene(s.pose_revision);
    s.frame_bounds(&bounds);
    s.repose();
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
