//! The state in a few numbers, as a file that others can watch.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::turns::Turns;
use crate::export::{Durability, write_whole};
use crate::viewer::{Projection, Slot, Theme, ViewerState};

/// Writes no more often than this.
const INTERVAL: Duration = Duration::from_millis(50);

/// Writes the state to a file whenever it differs from what was written last.
#[derive(Debug)]
pub(super) struct StateDump {
    path: PathBuf,
    last: String,
    at: Option<Instant>,
}

impl StateDump {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            path,
            last: String::new(),
            at: None,
        }
    }

    /// Returns how long to wait before the rest can be written, if something is left.
    pub(super) fn write(
        &mut self,
        state: &ViewerState,
        frames: u64,
        window_px: [u32; 2],
        scrolled: f32,
        turns: &Turns,
    ) -> Option<Duration> {
        let now = Instant::now();
        if let Some(left) = self.at.and_then(|at| INTERVAL.checked_sub(now - at)) {
            return Some(left);
        }
        let mut values = values(state, window_px);
        values["loading_turns"] = turns.values();
        values["posing"] = posing(state);
        values["scrolled"] = scrolled.into();
        let text = values.to_string();
        if text == self.last {
            return None;
        }
        let mut shown = values;
        // Frames alone are no change: an idle window writes nothing.
        shown["frames"] = frames.into();
        if let Err(error) = write_whole(&self.path, format!("{shown}\n").as_bytes(), Durability::Soon) {
            log::warn!("the state cannot be written to {}: {error}", self.path.display());
        }
        self.last = text;
        self.at = Some(now);
        None
    }
}

fn values(state: &ViewerState, window_px: [u32; 2]) -> serde_json::Value {
    let mut values = playback(state);
    // In two parts: one would be more than the macro can take.
    if let (Some(all), serde_json::Value::Object(rest)) = (values.as_object_mut(), display(state, window_px))
    {
        all.extend(rest);
    }
    values
}

/// What is open, what the doctor says, and what plays.
fn playback(state: &ViewerState) -> serde_json::Value {
    serde_json::json!({
        "model": state.model.as_deref().map(|m| m.name.as_str()),
        "loading": state.loading.as_ref().map(|l| l.name.as_str()),
        "error": state.error.as_ref().map(crate::viewer::ErrorCard::text),
        "issues": state.model.as_deref().map_or(0, |m| m.issues.len()),
        "doctor": {
            "done": state.doctor.is_done,
            "findings": state.doctor.diagnosis.findings.iter().map(|f| f.issue.code).collect::<Vec<_>>(),
            "open": state.doctor.open_finding().map(|f| f.issue.code),
            "cures": state.shown_variant.cures.iter().map(crate::inspect::cure::Cure::word).collect::<Vec<_>>(),
        },
        "selected_vertex": state.selected_vertex.map(|v| v.vertex),
        "clip": state.clip().map(|c| c.0),
        "clip_name": state.clip().map(|c| state.clip_name(c)),
        "fading_from": state.player.fading_from().map(|c| c.0),
        "fading": state.player.fade().is_some(),
        "time_secs": state.player.time_secs(),
        "frame": state.frame(),
        "playing": state.player.is_playing(),
        "looping": state.player.loop_mode() != crate::animation::LoopMode::Once,
        "loop_mode": state.player.loop_mode().word(),
        "speed": state.player.speed(),
        "timeline": timeline(state),
        "motion": motion(state),
        "crossfade_secs": state.settings.crossfade_secs,
        "output": output(state),
    })
}

/// What shows, and how.
fn display(state: &ViewerState, window_px: [u32; 2]) -> serde_json::Value {
    let bounds = state.bounds().filter(|(b, _)| !b.is_empty());
    serde_json::json!({
        "method": state.method().word(),
        "method_shown": state.method_shown().word(),
        "lab": lab(state),
        "compression": compression(state),
        "teach": state.shown_variant.fault.map(crate::teach::Fault::word),
        "symptoms": state.symptoms.is_some(),
        "skeleton": state.skeleton_shows(),
        "shows": shows(state),
        "grid": state.overlays.grid,
        "hidden": state.overlays.hidden,
        "light": {
            "studio": state.settings.light.studio.word(),
            "by_picture": state.surroundings.by_picture,
            "picture": state.surroundings.picture.as_ref().map(|p| p.name.as_str()),
            "loading": state.surroundings.loading.as_ref().map(|l| l.name.as_str()),
            "turn_degrees": state.surroundings.turn.to_degrees(),
            "tone_mapping": state.settings.light.tone_mapping.word(),
            "exposure_ev": state.settings.light.exposure_ev,
            "background": state.settings.light.background.word(),
        },
        "material_variant": state.material_variant.map(|v| v.0),
        "theme": if state.theme() == Theme::Dark { "dark" } else { "light" },
        "panels": state.settings.panels,
        "key_sheet": state.key_sheet.is_some(),
        "open_path": state.open_path,
        "selected_joint": state.selected_joint.map(|j| state.tree.label(j)),
        "camera": camera(state),
        "bounds": bounds.map(|(b, exact)| serde_json::json!({
            "min": b.min.to_array(), "max": b.max.to_array(), "exact": exact,
        })),
        "samples": state.cost.as_ref().map(|c| c.samples),
        "rests": state.cost.as_ref().map(|c| c.rests),
        "reduced": state.cost.as_ref().map(|c| c.preset == crate::viewer::view::Preset::Reduced),
        "device_ms": state.cost.as_ref().and_then(|c| c.device_secs).map(|s| s * 1e3),
        "window_px": window_px,
        "viewport_px": state.viewport_px,
    })
}

fn camera(state: &ViewerState) -> serde_json::Value {
    let camera = &state.camera;
    serde_json::json!({
        "target": camera.target.to_array(),
        "yaw": camera.yaw,
        "pitch": camera.pitch,
        "distance": camera.distance,
        "fov_y": camera.fov_y,
        "orthographic": camera.projection_shown() == Projection::Orthographic,
        "through": state.looking_through.map(|c| c.0),
    })
}

fn output(state: &ViewerState) -> serde_json::Value {
    serde_json::json!({
        "open": state.outputs.open,
        "path": state.outputs.settings.path,
        "exists": state.outputs.exists.is_some(),
        "making": state.outputs.making.is_some(),
        "count": state.outputs.count,
    })
}

fn timeline(state: &ViewerState) -> serde_json::Value {
    let timeline = &state.timeline;
    serde_json::json!({
        "fps": state.fps(),
        "range": state.player.range().map(|r| [r.start_secs, r.end_secs]),
        "returning": state.player.is_returning(),
        "view": timeline.view,
        "sheet": timeline.sheet.word(),
        "sheet_height": timeline.sheet_height,
        "rows": timeline.rows.rows().len(),
        "marked_keys": state.marked_keys().len(),
        "time_entry": timeline.time_entry,
        "channel": timeline.channel.word(),
        "scrubbing": state.scrubbing,
        "crossfade": {
            "curve": state.player.curve().word(),
            "in_step": state.player.is_synced(),
            "kept": state.player.transition().map(|t| serde_json::json!({
                "from": t.from.map(|c| c.0),
                "start_secs": t.start_secs,
                "duration_secs": t.duration_secs,
                "held": t.held,
            })),
            "weight": state.player.fade().map(|f| f.weight()),
        },
    })
}

fn motion(state: &ViewerState) -> serde_json::Value {
    let motion = &state.motion;
    let numbers = motion.of(state.clip());
    serde_json::json!({
        "onion_skin": motion.onion_skin,
        "ghosts": motion.ghosts.len(),
        "trails": motion.trails.iter().map(|j| state.tree.label(*j)).collect::<Vec<_>>(),
        "path": motion.path,
        "in_place": state.is_in_place(),
        "follows": motion.follows,
        "measured": numbers.is_some(),
        "seam_degrees": numbers.and_then(|n| n.seam).map(|s| s.degrees),
        "seam_distance": numbers.and_then(|n| n.seam).map(|s| s.distance),
        "slides": numbers.map(|n| n.feet.iter().map(|f| f.slide).collect::<Vec<_>>()),
        "travel": numbers.and_then(|n| n.travel).map(|t| t.travel.to_array()),
        "probes": state.probes.pinned.iter().map(|v| v.vertex).collect::<Vec<_>>(),
        "probed": state.probes.of(state.clip()).map_or(0, |p| p.paths.len()),
        "morphs_held": state.player.adjustments().morph_weights(),
    })
}

/// Where the selected joint is in the picture: shares of its width and height from the top left.
fn selected_at(state: &ViewerState) -> Option<[f32; 2]> {
    let [w, h] = state.viewport_px.map(|n| n.max(1) as f32);
    let joint = state.selected_joint?;
    let place = state.posed.model_space.matrices().get(joint.index())?.translation;
    let clip = state.camera.clip_from_world(w / h) * glam::Vec3::from(place).extend(1.0);
    (clip.w > 0.0).then(|| [0.5 + 0.5 * clip.x / clip.w, 0.5 - 0.5 * clip.y / clip.w])
}

/// What a hand holds, and what it has done.
fn posing(state: &ViewerState) -> serde_json::Value {
    let hand = state.hand_pose();
    let [undo, redo] = state.posing.steps();
    serde_json::json!({
        "tool": state.posing.tool.map(crate::viewer::PoseTool::word),
        "local": state.posing.is_local,
        "dragging": state.posing.is_dragging(),
        "at": selected_at(state),
        "over_rest": hand.is_over_rest(),
        "joints": hand.changes().iter().map(|(j, _)| state.tree.label(*j)).collect::<Vec<_>>(),
        "undo": undo,
        "redo": redo,
    })
}

/// What the surface shows, what lies over it, what is out of sight.
fn shows(state: &ViewerState) -> serde_json::Value {
    serde_json::json!({
        "look": state.look.word(),
        "weights": state.weight_view.map(crate::viewer::WeightView::word),
        "marked": {
            "unnormalised": state.marked.unnormalised,
            "unweighted": state.marked.unweighted,
            "over_limit": state.marked.over_limit,
        },
        "wires": state.overlays.wires,
        "names": state.overlays.names,
        "axes": state.overlays.axes,
        "hidden_parts": state.visibility.counts().0,
        "solo_parts": state.visibility.counts().1,
        "turntable": state.turntable,
        "reduced_motion": state.settings.reduced_motion,
        "hovered_joint": state.hovered_joint.map(|j| state.tree.label(j)),
    })
}

fn compression(state: &ViewerState) -> serde_json::Value {
    let (of, known) = (&state.compression, state.compressed());
    let clip = state.compressed_clip().map(|c| &c.compressed);
    serde_json::json!({
        "open": of.open,
        "way": of.way.word(),
        "tolerance": known.map(|k| k.scale.tolerance),
        "working": of.working.is_some(),
        "stopped": of.stopped.is_some(),
        "clips": known.map(|k| k.sum.clips),
        "whole": known.is_some_and(crate::viewer::compression::Compressed::is_whole),
        "bytes": known.map(|k| [k.sum.steps.raw, k.sum.bytes]),
        "largest": known.map(|k| k.sum.figures.largest()),
        "clip_bytes": clip.map(|c| c.bytes),
        "clip_largest": clip.map(|c| c.error.figures.largest()),
        "pose": state.posed_compressed.is_some(),
        "path": state.compressed_path(),
        "exists": of.file.exists.is_some(),
        "written": of.file.written.as_ref().map(|w| w.file_bytes),
    })
}

fn lab(state: &ViewerState) -> serde_json::Value {
    let lab = &state.lab;
    let frame = lab.frame.as_ref().filter(|_| lab.is_comparing());
    let slot = |s: Slot| {
        let s = lab.skinning(s);
        serde_json::json!({ "method": s.method.word(), "blend": s.blend, "influences": s.influence_limit })
    };
    serde_json::json!({
        "compare": lab.compare.word(),
        "a": slot(Slot::A),
        "b": slot(Slot::B),
        "split_at": lab.split_at,
        "scale": state.difference_scale(),
        "compared": lab.compared.word(),
        "masked_joints": lab.masked_count(),
        "twists": lab.twists.as_ref().map(|t| t.len()),
        "unit": state.length_unit().symbol(),
        "exact": frame.is_some_and(|f| f.revision == state.pose_revision),
        "largest": frame.map(|f| f.numbers.distance.largest),
        "mean": frame.map(|f| f.numbers.distance.mean),
        "curves": lab
            .curves(&lab.clip_key(state.clip(), state.scene))
            .map(|c| c.largest),
    })
}
