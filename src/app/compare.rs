//! What takes time in the comparison of A and B, found off the thread of the window: the numbers of the frame that
//! shows, the curves of the clip, the twists of all clips, the unit of lengths.
//!
//! Only what is here cancels its work, and it forgets it at once: a thread that was cancelled just ends.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use winit::event_loop::EventLoopProxy;

use super::program::Happening;
use crate::animation::Player;
use crate::inspect::LengthUnit;
use crate::inspect::compare::{
    ClipNumbers, CompareScratch, Comparison, MOST_INSTANTS, instant_count, unit_of_scene,
};
use crate::inspect::twist::{self, JointTwist};
use crate::model::{Model, PosedModel, SceneId};
use crate::skinning::Skinning;
use crate::teach::{self, Fault};
use crate::viewer::lab::MeasuredFrame;
use crate::viewer::{ClipKey, Compared, DISPLAY_FPS, Report, ViewerState, report};
use crate::work::{Cancelled, Work, Workers};

/// While it plays, numbers change no more often than this: faster, nobody can read them.
const WHILE_PLAYING: Duration = Duration::from_millis(100);
/// A slider that is being dragged asks for another clip analysis at every frame: only one that stays is begun.
const SETTLE: Duration = Duration::from_millis(180);
/// How often a progress bar moves.
pub(super) const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// An answer of one of the threads.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a message of which few are under way, and none is kept"
)]
pub(super) enum Answer {
    /// The numbers of a frame.
    Frame(Box<MeasuredFrame>),
    /// The curves of a clip.
    Curves {
        model: Arc<Model>,
        key: ClipKey,
        curves: ClipNumbers,
    },
    /// The unit of a scene's lengths.
    Unit {
        model: Arc<Model>,
        scene: SceneId,
        unit: LengthUnit,
    },
    /// The twists of all clips.
    Twists {
        model: Arc<Model>,
        twists: Vec<JointTwist>,
    },
}

/// What the numbers of a frame follow from.
struct FrameRequest {
    model: Arc<Model>,
    player: Player,
    scene: SceneId,
    skinnings: [Skinning; 2],
    mask: Vec<f32>,
    fault: Option<Fault>,
    revision: u64,
}

/// Vertices, regions and closed parts of the scene that shows, found once for all threads.
#[derive(Debug, Default)]
struct Prepared(Mutex<Option<(Weak<Model>, Arc<Comparison>)>>);

impl Prepared {
    fn of(&self, model: &Arc<Model>, scene: SceneId, fault: Option<Fault>) -> Arc<Comparison> {
        // A thread that panicked while it held the lock left nothing half-made: the value is set in one go.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, comparison)) = &*kept
            && std::ptr::eq(of.as_ptr(), Arc::as_ptr(model))
            && (comparison.scene(), comparison.fault()) == (scene, fault)
        {
            return Arc::clone(comparison);
        }
        let comparison = Arc::new(Comparison::new(model, scene).under(fault));
        *kept = Some((Arc::downgrade(model), Arc::clone(&comparison)));
        comparison
    }
}

/// Work under way on a model; `key` says on what of it.
#[derive(Debug)]
struct UnderWay<K> {
    model: Weak<Model>,
    key: K,
    work: Work,
}

impl<K: PartialEq> UnderWay<K> {
    fn is_for(&self, model: &Arc<Model>, key: &K) -> bool {
        self.key == *key && std::ptr::eq(self.model.as_ptr(), Arc::as_ptr(model))
    }

    fn share(&self) -> f32 {
        self.work.progress.fraction().unwrap_or(0.0)
    }
}

/// The threads behind the comparison.
#[derive(Debug)]
pub(super) struct Comparer {
    proxy: EventLoopProxy<Happening>,
    prepared: Arc<Prepared>,
    frames: Option<Sender<FrameRequest>>,
    frame_under_way: bool,
    /// The last revision asked for, and when.
    asked: Option<(u64, Instant)>,
    /// The analysis of a clip.
    analysis: Option<UnderWay<ClipKey>>,
    /// The search for twists.
    twists: Option<UnderWay<()>>,
    /// Whose unit was asked for last.
    unit_of: Option<(Weak<Model>, SceneId)>,
    /// Whether the answer has not come yet.
    unit_under_way: bool,
}

impl Comparer {
    pub(super) fn new(proxy: EventLoopProxy<Happening>) -> Self {
        let prepared = Arc::new(Prepared::default());
        let (frames, inbox) = channel();
        let (to, shared) = (proxy.clone(), Arc::clone(&prepared));
        let thread = std::thread::Builder::new()
            .name("compare frame".to_owned())
            .spawn(move || measure_frames(&inbox, &to, &shared));
        if let Err(error) = &thread {
            log::warn!("no thread to measure frames, distances are not shown: {error}");
        }
        Self {
            proxy,
            prepared,
            frames: thread.ok().map(|_| frames),
            frame_under_way: false,
            asked: None,
            analysis: None,
            twists: None,
            unit_of: None,
            unit_under_way: false,
        }
    }

    /// Begins what the state wants and gives up what it no longer wants. Returns when to be asked again, if nothing
    /// else happens until then.
    pub(super) fn follow(&mut self, state: &mut ViewerState, now: Instant) -> Option<Instant> {
        self.follow_unit(state);
        self.follow_twists(state);
        self.follow_clip(state);
        let soon = self.follow_frame(state, now);
        if let Some(analysis) = &self.analysis {
            report(state, Report::Analysing(Some(analysis.share())));
        }
        if let Some(twists) = &self.twists {
            report(state, Report::FindingTwists(Some(twists.share())));
        }
        let moves = self.analysis.is_some() || self.twists.is_some();
        [soon, moves.then(|| now + PROGRESS_EVERY)]
            .into_iter()
            .flatten()
            .min()
    }

    /// An answer came. True if the state changed by it.
    pub(super) fn answered(&mut self, state: &mut ViewerState, answer: Answer) -> bool {
        match answer {
            Answer::Frame(frame) => {
                self.frame_under_way = false;
                report(state, Report::Compared(frame));
            }
            Answer::Curves { model, key, curves } => {
                if self.analysis.take_if(|a| a.is_for(&model, &key)).is_none() {
                    return false;
                }
                report(state, Report::Analysing(None));
                let curves = Arc::new(curves);
                report(state, Report::Curves { key, curves });
            }
            Answer::Twists { model, twists } => {
                if self.twists.take_if(|t| t.is_for(&model, &())).is_none() {
                    return false;
                }
                report(state, Report::FindingTwists(None));
                report(state, Report::Twists { model, twists });
            }
            Answer::Unit { model, scene, unit } => {
                if self.asked_unit_of(&model, scene) {
                    self.unit_under_way = false;
                }
                report(state, Report::Unit { model, scene, unit });
            }
        }
        true
    }

    fn follow_frame(&mut self, state: &ViewerState, now: Instant) -> Option<Instant> {
        let (Some(frames), Some(model)) = (&self.frames, &state.model) else {
            return None;
        };
        let revision = state.pose_revision;
        if !state.lab.compares(Compared::Methods)
            || self.frame_under_way
            || self.asked.is_some_and(|a| a.0 == revision)
        {
            return None;
        }
        if state.player.is_playing()
            && let Some((_, at)) = self.asked
            && now < at + WHILE_PLAYING
        {
            return Some(at + WHILE_PLAYING);
        }
        let request = FrameRequest {
            model: Arc::clone(model),
            player: state.player.clone(),
            scene: state.scene,
            skinnings: state.lab.skinnings,
            mask: state.lab.mask.clone(),
            fault: state.lab.fault,
            revision,
        };
        if frames.send(request).is_ok() {
            self.frame_under_way = true;
            self.asked = Some((revision, now));
        }
        None
    }

    fn follow_clip(&mut self, state: &mut ViewerState) {
        let key = state.lab.clip_key(state.clip(), state.scene);
        let model = state.model.clone().filter(|_| {
            state.lab.compares(Compared::Methods)
                && state.lab.curves(&key).is_none()
                && state.lab.stopped != Some(key)
        });
        if goes_on(self.analysis.as_ref(), model.as_ref(), &key) {
            return;
        }
        if let Some(analysis) = self.analysis.take() {
            analysis.work.cancel.cancel();
            report(state, Report::Analysing(None));
        }
        let Some(model) = model else { return };
        let work = Work {
            // One core stays for the window.
            workers: Workers::new(std::thread::available_parallelism().map_or(1, |n| n.get() - 1)),
            ..Work::alone()
        };
        let (proxy, prepared, mine) = (self.proxy.clone(), Arc::clone(&self.prepared), work.clone());
        let mask = state.lab.mask.clone();
        let shared = Arc::clone(&model);
        let thread = std::thread::Builder::new()
            .name("compare clip".to_owned())
            .spawn(move || {
                if let Ok(curves) = analyse(&shared, &prepared, key, &mask, &mine) {
                    let model = shared;
                    let _ = proxy.send_event(Happening::Compared(Answer::Curves { model, key, curves }));
                }
            });
        match thread {
            Ok(_) => {
                self.analysis = Some(UnderWay {
                    model: Arc::downgrade(&model),
                    key,
                    work,
                });
            }
            Err(error) => log::warn!("no thread to analyse the clip: {error}"),
        }
    }

    fn follow_twists(&mut self, state: &mut ViewerState) {
        let model = state
            .model
            .clone()
            .filter(|_| state.lab.twists.is_none() && !state.lab.twists_stopped);
        if goes_on(self.twists.as_ref(), model.as_ref(), &()) {
            return;
        }
        if let Some(twists) = self.twists.take() {
            twists.work.cancel.cancel();
            report(state, Report::FindingTwists(None));
        }
        let Some(model) = model else { return };
        let work = Work::alone();
        let (proxy, mine, of) = (self.proxy.clone(), work.clone(), Arc::downgrade(&model));
        let thread = std::thread::Builder::new()
            .name("twists".to_owned())
            .spawn(move || {
                let clips: Vec<_> = model.clip_ids().collect();
                if let Ok(twists) = twist::find_twists(&model, &clips, DISPLAY_FPS, &mine) {
                    let _ = proxy.send_event(Happening::Compared(Answer::Twists { model, twists }));
                }
            });
        match thread {
            Ok(_) => {
                self.twists = Some(UnderWay {
                    model: of,
                    key: (),
                    work,
                });
            }
            Err(error) => log::warn!("no thread to look for twists: {error}"),
        }
    }

    fn follow_unit(&mut self, state: &ViewerState) {
        let Some(model) = state.model.clone() else { return };
        let scene = state.scene;
        let known = state.lab.unit.is_some();
        // What a mistake makes of the model says nothing about its unit: that of the file stays.
        if known && state.shown_variant.fault.is_some() {
            return;
        }
        if self.asked_unit_of(&model, scene) && (known || self.unit_under_way) {
            return;
        }
        self.unit_of = Some((Arc::downgrade(&model), scene));
        self.unit_under_way = true;
        let proxy = self.proxy.clone();
        let thread = std::thread::Builder::new()
            .name("size at rest".to_owned())
            .spawn(move || {
                let unit = unit_of_scene(&model, scene);
                let _ = proxy.send_event(Happening::Compared(Answer::Unit { model, scene, unit }));
            });
        if let Err(error) = thread {
            log::warn!("no thread to measure the model at rest: {error}");
        }
    }

    fn asked_unit_of(&self, model: &Arc<Model>, scene: SceneId) -> bool {
        let same =
            |(of, s): &(Weak<Model>, SceneId)| *s == scene && std::ptr::eq(of.as_ptr(), Arc::as_ptr(model));
        self.unit_of.as_ref().is_some_and(same)
    }

    /// Gives everything up: the window closes.
    pub(super) fn cancel(&mut self) {
        if let Some(analysis) = self.analysis.take() {
            analysis.work.cancel.cancel();
        }
        if let Some(twists) = self.twists.take() {
            twists.work.cancel.cancel();
        }
    }
}

/// Whether what is under way is what is wanted.
fn goes_on<K: PartialEq>(under_way: Option<&UnderWay<K>>, model: Option<&Arc<Model>>, key: &K) -> bool {
    under_way
        .zip(model)
        .is_some_and(|(under_way, model)| under_way.is_for(model, key))
}

fn analyse(
    model: &Arc<Model>,
    prepared: &Prepared,
    key: ClipKey,
    mask: &[f32],
    work: &Work,
) -> Result<ClipNumbers, Cancelled> {
    std::thread::sleep(SETTLE);
    work.cancel.check()?;
    let comparison = prepared.of(model, key.scene, key.fault);
    let duration = key
        .clip
        .and_then(|c| model.clip(c))
        .map_or(0.0, crate::animation::Clip::duration_secs);
    work.progress
        .start(instant_count(duration, DISPLAY_FPS).min(MOST_INSTANTS));
    comparison.clip(model, key.clip, DISPLAY_FPS, key.skinnings, mask, work)
}

/// Measures frames as they are asked for; of several that wait, the newest.
fn measure_frames(inbox: &Receiver<FrameRequest>, proxy: &EventLoopProxy<Happening>, prepared: &Prepared) {
    let mut posed = PosedModel::default();
    let mut scratch = CompareScratch::default();
    while let Ok(request) = inbox.recv() {
        let request = inbox.try_iter().last().unwrap_or(request);
        let comparison = prepared.of(&request.model, request.scene, request.fault);
        posed.joint_mask = request.mask;
        let dual = request
            .skinnings
            .iter()
            .any(|s| s.method.needs_dual_quaternions());
        match request.fault {
            None => posed.update(&request.model, &request.player, dual),
            Some(fault) => teach::update(fault, &mut posed, &request.model, &request.player, dual),
        }
        let numbers = comparison.frame(&request.model, &posed, request.skinnings, &mut scratch);
        let frame = Box::new(MeasuredFrame {
            revision: request.revision,
            numbers,
        });
        if proxy
            .send_event(Happening::Compared(Answer::Frame(frame)))
            .is_err()
        {
            return;
        }
    }
}
