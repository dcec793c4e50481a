//! How fast frames come, and the exact bounds of the frame that shows.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use winit::event_loop::EventLoopProxy;

use super::program::Happening;
use crate::animation::Player;
use crate::inspect::faulty_vertices;
use crate::math::Bounds;
use crate::model::{Model, PosedModel, SceneId, posed_bounds};
use crate::skinning::Skinning;
use crate::teach::{self, Fault};
use crate::viewer::{Report, ViewerState};
use crate::work::Work;

/// Numbers on screen change no more often than this: faster, nobody can read them.
const SHOW_EVERY: Duration = Duration::from_millis(400);

/// Times of frames.
#[derive(Debug, Default)]
pub(super) struct FrameTimes {
    made_in: Duration,
    frames: u32,
    since: Option<Instant>,
}

impl FrameTimes {
    /// Takes the time that a frame took to make; now and then returns numbers to show.
    ///
    /// `moving`: whether frames follow each other without pause, so that a rate has a meaning.
    pub(super) fn frame(&mut self, now: Instant, made_in: Duration, moving: bool) -> Option<Report> {
        let Some(since) = self.since.filter(|_| moving) else {
            self.since = Some(now);
            self.frames = 0;
            self.made_in = Duration::ZERO;
            // One frame on its own still has a time.
            return (!moving).then_some(Report::Measured {
                frame_ms: Some(milliseconds(made_in)),
                fps: None,
            });
        };
        self.frames += 1;
        self.made_in += made_in;
        let span = now - since;
        if span < SHOW_EVERY {
            return None;
        }
        let report = Report::Measured {
            frame_ms: Some(milliseconds(self.made_in / self.frames)),
            fps: Some(self.frames as f32 / span.as_secs_f32()),
        };
        *self = Self {
            since: Some(now),
            ..Self::default()
        };
        Some(report)
    }
}

fn milliseconds(time: Duration) -> f32 {
    time.as_secs_f32() * 1000.0
}

/// What the bounds of a frame follow from.
struct Request {
    model: Arc<Model>,
    player: Player,
    scene: SceneId,
    skinning: Skinning,
    mask: Vec<f32>,
    fault: Option<Fault>,
    revision: u64,
    work: Work,
}

/// Finds the exact bounds of frames on a thread of its own, one at a time.
#[derive(Debug)]
pub(super) struct BoundsFinder {
    requests: Option<Sender<Request>>,
    /// The revision under way.
    under_way: Option<u64>,
    last: Option<(u64, Instant)>,
}

/// While it plays the bounds are a read-out, not worth a core.
const WHILE_PLAYING: Duration = Duration::from_millis(250);

impl BoundsFinder {
    pub(super) fn new(proxy: EventLoopProxy<Happening>) -> Self {
        let (requests, inbox) = channel();
        let thread = std::thread::Builder::new()
            .name("bounds".to_owned())
            .spawn(move || find(&inbox, &proxy));
        if let Err(error) = &thread {
            log::warn!("no thread for exact bounds, boxes are shown instead: {error}");
        }
        Self {
            requests: thread.ok().map(|_| requests),
            under_way: None,
            last: None,
        }
    }

    /// Asks for the bounds of the frame that shows, unless they are known or on their way.
    pub(super) fn ask(&mut self, state: &ViewerState, now: Instant) {
        let (Some(requests), Some(model)) = (&self.requests, &state.model) else {
            return;
        };
        let revision = state.pose_revision;
        let soon = state.player.is_playing() && self.last.is_some_and(|(_, at)| now - at < WHILE_PLAYING);
        let known = self.last.is_some_and(|(last, _)| last == revision);
        if self.under_way.is_some() || known || soon {
            return;
        }
        let work = if state.player.is_playing() {
            Work::alone()
        } else {
            Work::on_all_cores()
        };
        let request = Request {
            model: Arc::clone(model),
            player: state.player.clone(),
            scene: state.scene,
            skinning: state.skinning_shown(),
            mask: state.lab.mask.clone(),
            fault: state.lab.fault,
            revision,
            work,
        };
        if requests.send(request).is_ok() {
            self.under_way = Some(revision);
            self.last = Some((revision, now));
        }
    }

    /// The answer came.
    pub(super) fn answered(&mut self) {
        self.under_way = None;
    }
}

fn find(inbox: &Receiver<Request>, proxy: &EventLoopProxy<Happening>) {
    let mut posed = PosedModel::default();
    while let Ok(request) = inbox.recv() {
        let Request {
            model,
            player,
            scene,
            skinning,
            mask,
            fault,
            revision,
            work,
        } = request;
        posed.joint_mask = mask;
        let dual = skinning.method.needs_dual_quaternions();
        let bounds = match fault {
            None => {
                posed.update(&model, &player, dual);
                posed_bounds(&model, &posed, scene, skinning, &work)
            }
            Some(fault) => {
                teach::update(fault, &mut posed, &model, &player, dual);
                faulty_vertices(fault, &model, &posed, scene, skinning, &work)
                    .map(|parts| Bounds::of(parts.iter().flat_map(|p| &p.vertices).map(|v| v.position)))
            }
        };
        let Ok(bounds) = bounds else {
            continue;
        };
        if proxy.send_event(Happening::Bounds { revision, bounds }).is_err() {
            return;
        }
    }
}
