//! How the clip moves, and where pinned vertices go, measured off the thread of the window.

use std::sync::Arc;
use std::time::Instant;

use winit::event_loop::EventLoopProxy;

use super::background::Background;
use super::compare::PROGRESS_EVERY;
use super::program::Happening;
use crate::inspect::motion::{ClipMotion, clip_motion};
use crate::inspect::probe::{VertexPaths, vertex_paths};
use crate::model::Model;
use crate::viewer::{MotionKey, ProbeKey, Report, ViewerState, report};

/// What was measured.
#[derive(Debug)]
pub(super) enum Measured {
    /// How a clip moves.
    Motion(Arc<Model>, MotionKey, ClipMotion),
    /// Where vertices go.
    Probes(Arc<Model>, ProbeKey, VertexPaths),
}

/// Measures the clip that shows.
#[derive(Debug)]
pub(super) struct MotionMeter {
    proxy: EventLoopProxy<Happening>,
    motion: Background<MotionKey>,
    probes: Background<ProbeKey>,
}

impl MotionMeter {
    pub(super) fn new(proxy: EventLoopProxy<Happening>) -> Self {
        Self {
            proxy,
            motion: Background::new("clip motion"),
            probes: Background::new("vertex probes"),
        }
    }

    /// Begins what the state wants and gives up what it no longer wants. Returns when to be asked again, if nothing
    /// else happens until then.
    pub(super) fn follow(&mut self, state: &mut ViewerState, now: Instant) -> Option<Instant> {
        let model = state.model.clone();
        let wanted = state.motion_key().filter(|key| !state.motion.has(key));
        let bounds = state.opening_bounds;
        let height = if bounds.is_empty() { 1.0 } else { bounds.size().y };
        let proxy = self.proxy.clone();
        let motion = self
            .motion
            .follow(model.as_ref(), wanted, move |model, key, work| {
                if let Ok(numbers) = clip_motion(&model, key.clip, &key.joints, key.fps, height, &work) {
                    let measured = Measured::Motion(model, key, numbers);
                    let _ = proxy.send_event(Happening::Motion(Box::new(measured)));
                }
            });
        let wanted = state.probe_key().filter(|key| !state.probes.has(key));
        let proxy = self.proxy.clone();
        let probes = self
            .probes
            .follow(model.as_ref(), wanted, move |model, key, work| {
                let (clip, ids, ways) = (key.clip, &key.vertices, key.skinnings);
                if let Ok(paths) = vertex_paths(&model, clip, ids, ways, &key.mask, key.fps, &work) {
                    let measured = Measured::Probes(model, key, paths);
                    let _ = proxy.send_event(Happening::Motion(Box::new(measured)));
                }
            });
        if state.motion.measuring != motion {
            report(state, Report::MeasuringMotion(motion));
        }
        (motion.is_some() || probes.is_some()).then(|| now + PROGRESS_EVERY)
    }

    /// An answer came. True if the state changed by it.
    pub(super) fn answered(&mut self, state: &mut ViewerState, measured: Measured) -> bool {
        match measured {
            Measured::Motion(model, key, numbers) => {
                if !self.motion.answered(&model, &key) {
                    return false;
                }
                report(state, Report::MeasuringMotion(None));
                let numbers = Arc::new(numbers);
                report(state, Report::ClipMoves { model, key, numbers });
            }
            Measured::Probes(model, key, paths) => {
                if !self.probes.answered(&model, &key) {
                    return false;
                }
                let paths = Arc::new(paths);
                report(state, Report::Probed { model, key, paths });
            }
        }
        true
    }

    /// Gives everything up.
    pub(super) fn cancel(&mut self) {
        self.motion.cancel();
        self.probes.cancel();
    }
}
