//! The one place where a person's wish changes the state.

use super::compression::apply_compression;
use super::doctor::{show_finding, show_joint, show_selected, show_vertex};
use super::lab::apply_lab;
use super::motion::apply_motion;
use super::output::apply_output;
use super::pick::Ray;
use super::posing::{apply_posing, cancel};
use super::probes::apply_probe;
use super::state::{Framed, Shown};
use super::surroundings::apply_light;
use super::timeline::{apply_timeline, keep_fade_to};
use super::variant::set_variant;
use super::{
    Again, Camera, Command, Compared, Effect, OutputCommand, Overlay, Projection, Settings, Side, Slot,
    ViewerState,
};
use crate::animation::{ClipId, LoopMode};
use crate::inspect::stages;
use crate::model::{CameraId, SceneId, clip_bounds, opening_bounds_of, outline_bounds, quick_samples};
use crate::skinning::{Skinning, SkinningMethod};
use crate::work::Work;

/// Speeds that can be set, clip seconds a second.
pub(super) const MAX_SPEED: f64 = 3.0;

/// How near to a frame or a key the playhead must be to stand on it, seconds.
const ON_IT_SECS: f64 = 1e-4;

/// Does `command`. What it asks of the world outside the state comes back as effects, for `app`.
pub fn apply(state: &mut ViewerState, command: Command) -> Vec<Effect> {
    let s = state.shown_mut();
    if moves_camera(&command) {
        s.framed = Framed::Nothing;
    }
    if ends_glide(&command) {
        s.glide = None;
        s.spin = None;
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
    s.refresh_timeline();
    effects
}

fn perform(s: &mut Shown, command: Command) -> Vec<Effect> {
    match command {
        Command::OpenDialog => return vec![Effect::OpenDialog],
        Command::Open(text) => {
            s.open_path = None;
            if !text.trim().is_empty() {
                return vec![Effect::Open(text)];
            }
        }
        Command::Paste(text) => {
            let command = if s.model.is_some() && super::pose_text::is_pose(&text) {
                Command::Posing(super::PosingCommand::Paste(text))
            } else {
                Command::Open(text)
            };
            return perform(s, command);
        }
        Command::ShowOpenPath(show) => s.open_path = show.then(String::new),
        Command::EditOpenPath(text) => s.open_path = Some(text),
        Command::CancelLoad => return vec![Effect::CancelLoad],
        Command::DismissError => s.error = None,
        Command::CopyError => return s.error.iter().map(|card| Effect::CopyText(card.text())).collect(),
        Command::TryAgain => match s.error.take().and_then(|card| card.again) {
            Some(Again::Open(text)) => return vec![Effect::Open(text)],
            Some(Again::Output) => return apply_output(s, OutputCommand::Show(true)),
            Some(Again::CompressedFile) | None => {}
        },
        Command::Output(command) => return apply_output(s, command),
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
            let fps = s.fps();
            let here = s.player.time_secs() * fps;
            let slack = ON_IT_SECS * fps;
            // Between two frames the first step goes to the nearer end of the gap in its direction.
            let from = if by > 0 {
                (here + slack).floor()
            } else {
                (here - slack).ceil()
            };
            let to = (from + f64::from(by)) / fps;
            seek(s, to);
        }
        Command::StepKey(forwards) => {
            s.player.set_playing(false);
            let here = s.player.time_secs();
            let keys = s.marked_keys().iter().map(|&t| f64::from(t));
            let to = if forwards {
                keys.into_iter().find(|t| *t > here + ON_IT_SECS)
            } else {
                keys.rev().find(|t| *t < here - ON_IT_SECS)
            };
            if let Some(to) = to {
                seek(s, to);
            }
        }
        Command::GoToStart => {
            let start = s.player.range().map_or(0.0, |r| r.start_secs);
            let there = (s.player.time_secs() - start).abs() <= ON_IT_SECS;
            seek(s, if there { 0.0 } else { start });
        }
        Command::GoToEnd => {
            let whole = s.duration_secs();
            let end = s.player.range().map_or(whole, |r| r.end_secs);
            let there = (s.player.time_secs() - end).abs() <= ON_IT_SECS;
            seek(s, if there { whole } else { end });
        }
        Command::SetSpeed(speed) => {
            if speed.is_finite() {
                s.player.set_speed(speed.clamp(-MAX_SPEED, MAX_SPEED));
            }
        }
        Command::SetCrossfade(secs) => {
            s.settings = Settings {
                crossfade_secs: secs,
                ..s.settings
            }
            .checked();
            return vec![Effect::SaveSettings];
        }

        Command::Timeline(command) => apply_timeline(s, command),
        Command::Motion(command) => apply_motion(s, command),
        Command::Probe(command) => return apply_probe(s, command),
        Command::Posing(command) => return apply_posing(s, command),

        Command::SetMethod(method) => set_method(s, method),
        Command::ToggleMethod => {
            if s.lab.compares(Compared::Methods) {
                // Both show: each takes the other's place.
                s.lab.skinnings.swap(0, 1);
                s.repose();
            } else if !s.lab.is_comparing() {
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
        Command::Lab(command) => {
            apply_lab(s, command);
            // The limit of influences may be another.
            s.refresh_marked();
        }

        Command::Compression(command) => return apply_compression(s, command),

        Command::SetOverlay(overlay, on) => *overlay_mut(s, overlay) = on,
        Command::ToggleOverlay(overlay) => {
            let on = overlay_mut(s, overlay);
            *on = !*on;
        }

        Command::SetLook(look) => s.look = look,
        Command::NextLook => s.look = s.look.next(),
        Command::ShowWeights(view) => {
            s.weight_view = view;
            s.refresh_marked();
        }
        Command::WeighJoint(joint, on) => {
            s.weighed.retain(|j| *j != joint);
            if on
                && s.model
                    .as_deref()
                    .is_some_and(|m| joint.index() < m.skeleton.len())
            {
                s.weighed.push(joint);
            }
        }
        Command::SetHidden(part, hidden) => {
            s.visibility.set_hidden(part, hidden);
            s.refresh_hidden();
            s.repose();
        }
        Command::SetSolo(part, solo) => {
            s.visibility.set_solo(part, solo);
            s.refresh_hidden();
            s.repose();
        }
        Command::ShowAll => {
            s.visibility = super::Visibility::default();
            s.refresh_hidden();
            s.repose();
        }
        Command::HoverJoint(joint) => s.hovered_joint = joint,

        Command::SetLights(lights) => s.lights = lights,
        Command::Light(command) => return apply_light(s, command),

        Command::Orbit { yaw, pitch } => s.camera.orbit(yaw, pitch),
        Command::Pan(by) => s.camera.pan(by),
        Command::Zoom { factor, at } => s.camera.zoom(factor, at),
        Command::Frame => frame(s),
        Command::LookFrom(side) => {
            let turned = s.model.as_deref().is_some_and(|m| m.faces_backward);
            let from = s.camera;
            look_from(&mut s.camera, side, turned);
            s.glide_from(from);
        }
        Command::Spin { yaw, pitch } => s.spin(yaw, pitch),
        Command::ToggleTurntable => {
            s.turntable = !s.turntable;
            if s.turntable {
                s.camera.leave();
                s.looking_through = None;
            }
        }
        Command::SetFieldOfView(fov_y) => {
            if fov_y.is_finite() {
                s.fov_y = fov_y.clamp(Camera::FOV_RANGE[0], Camera::FOV_RANGE[1]);
                s.camera.set_fov_y(s.fov_y);
            }
        }
        Command::SetReducedMotion(on) => {
            s.settings.reduced_motion = on;
            if on {
                s.glide_on(f64::from(f32::MAX));
                s.spin = None;
            }
            return vec![Effect::SaveSettings];
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
            if joint != s.selected_joint {
                // A drag is one of the joint that was selected.
                cancel(s);
            }
            s.selected_joint = None;
            if let Some(joint) = joint {
                // What is framed next is the joint, unless it moves the vertex that is marked.
                s.selected_vertex = s.selected_vertex.filter(|v| stages::follows(&model, *v, joint));
                s.select(&model, joint);
            }
        }
        Command::PickVertex(at) => {
            let skinning = s.lab.drawn()[at.slot.index()];
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
        Command::SetPreset(preset) => {
            s.settings.preset = preset;
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
            let closed = cancel(s)
                || s.key_sheet.take().is_some()
                || s.symptoms.take().is_some()
                || s.open_path.take().is_some()
                || s.timeline.time_entry.take().is_some()
                || std::mem::take(&mut s.outputs.open);
            if closed {
            } else if s.loading.is_some() {
                return vec![Effect::CancelLoad];
            } else if s.error.take().is_some() || s.outputs.made.take().is_some() {
            } else if s.variant.fault.is_some() {
                let variant = s.variant.right();
                return set_variant(s, variant);
            } else if !s.variant.is_plain() {
                return set_variant(s, super::Variant::default());
            } else if s.posing.tool.take().is_none() {
                s.selected_joint = None;
                s.selected_vertex = None;
                s.inspected_vertex = None;
            }
        }
    }
    Vec::new()
}

/// What a hand does to the camera.
fn by_hand(command: &Command) -> bool {
    matches!(
        command,
        Command::Orbit { .. }
            | Command::Pan(_)
            | Command::Zoom { .. }
            | Command::LookFrom(_)
            | Command::Spin { .. }
            | Command::SetFieldOfView(_)
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
    let time = s.player.time_secs();
    let (start, end) = match s.player.range() {
        Some(range) => (range.start_secs, range.end_secs),
        None => (0.0, s.duration_secs()),
    };
    if playing && s.player.loop_mode() == LoopMode::Once {
        // A clip that ran to its end starts again.
        if s.player.speed() >= 0.0 && time >= end {
            seek(s, start);
        } else if s.player.speed() < 0.0 && time <= start {
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
    if s.timeline.keeps_fades {
        keep_fade_to(s, clip);
        s.lab.automatic_scale = 0.0;
        s.refresh_timeline();
        s.repose();
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
    s.refresh_timeline();
    s.lab.automatic_scale = 0.0;
    s.repose();
}

pub(super) fn seek(s: &mut Shown, secs: f64) {
    let Some(model) = s.model.clone() else { return };
    let before = (s.player.time_secs(), s.player.fade());
    s.player.seek(secs, &model.clips);
    if before != (s.player.time_secs(), s.player.fade()) {
        s.timeline.follow(s.player.time_secs(), s.duration_secs());
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
        Overlay::Wires => &mut s.overlays.wires,
        Overlay::Names => &mut s.overlays.names,
        Overlay::Axes => &mut s.overlays.axes,
        Overlay::Lines => &mut s.overlays.lines,
        Overlay::Nodes => &mut s.overlays.nodes,
    }
}

fn frame(s: &mut Shown) {
    let Some(model) = s.model.clone() else { return };
    if s.framed == Framed::Nothing && show_selected(s) {
        s.framed = Framed::Selection;
        return;
    }
    let pose = if s.posed.hidden.hides_parts() {
        // What shows is framed, not what is out of sight.
        outline_bounds(&model, &s.posed, s.scene, s.skinning_shown())
    } else {
        let Some((pose, _)) = s.bounds() else { return };
        pose
    };
    let path = s.framed == Framed::Pose;
    s.framed = if path { Framed::Nothing } else { Framed::Pose };
    let bounds = match (path, s.clip()) {
        (true, Some(clip)) => {
            // Here and now: a person waits for it.
            let (samples, work) = (quick_samples(&model, s.scene, 32), Work::alone());
            let all = clip_bounds(&model, clip, s.scene, s.skinning_shown(), samples, false, &work);
            pose.union(&all.unwrap_or(pose))
        }
        _ => pose,
    };
    let from = s.camera;
    s.frame_bounds(&bounds);
    s.glide_from(from);
}

/// `turned`: the character looks along -Z.
fn look_from(camera: &mut Camera, side: Side, turned: bool) {
    let (yaw, pitch) = match side {
        Side::Front => (0.0, 0.0),
        Side::Right => (std::f32::consts::FRAC_PI_2, 0.0),
        Side::Top => (0.0, Camera::MAX_PITCH),
        Side::Back => (std::f32::consts::PI, 0.0),
        Side::Left => (-std::f32::consts::FRAC_PI_2, 0.0),
        Side::Bottom => (0.0, -Camera::MAX_PITCH),
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
    s.refresh_parts();
    s.refresh_marked();
    s.selected_joint = None;
    s.selected_vertex = None;
    s.inspected_vertex = None;
    // Here and now: a person waits for it.
    let (samples, work) = (quick_samples(&model, scene, u32::MAX), Work::alone());
    let bounds = opening_bounds_of(&model, s.clip(), scene, s.skinning_shown(), samples, &work);
    let bounds = bounds.unwrap_or(s.opening_bounds);
    s.opening_bounds = bounds;
    s.exact_bounds = None;
    s.bounds_after = s.pose_revision;
    s.lab.forget_scene(s.pose_revision);
    s.frame_bounds(&bounds);
    s.repose();
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
