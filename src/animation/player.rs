//! Playback: which clips are shown, where each stands, and how far a crossfade is.

use super::ClipId;
use super::adjust::Adjustments;
use super::blend::blend_over;
use super::clip::Clip;
use super::fade::{Fade, FadeCurve, Transition};
use super::playhead::{LoopMode, PlayRange, Playhead};
use super::pose::Pose;
use super::sample::sample;
use super::skeleton::Skeleton;

/// Clips that may run at once during crossfades; the oldest beyond that are frozen to a pose.
pub const MAX_LAYERS: usize = 4;

/// One clip that is playing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayerState {
    /// The clip; `None` is the rest pose.
    pub clip: Option<ClipId>,
    /// Its playhead, seconds, from 0 to the clip's duration.
    pub time_secs: f64,
    /// Whether it is on the way back of [`LoopMode::PingPong`].
    pub returning: bool,
    /// How far it has faded in over what is below; `None` when it covers it.
    pub fade: Option<Fade>,
}

impl LayerState {
    fn at(clip: Option<ClipId>, time_secs: f64) -> Self {
        Self {
            clip,
            time_secs,
            returning: false,
            fade: None,
        }
    }

    fn run(&mut self, by_secs: f64, range: PlayRange, mode: LoopMode) -> bool {
        let head = Playhead {
            time_secs: self.time_secs,
            returning: self.returning,
        };
        let (head, ended) = head.after(by_secs, range, mode);
        (self.time_secs, self.returning) = (head.time_secs, head.returning);
        ended
    }
}

/// Poses that [`Player::evaluate`] works in, so that a frame allocates nothing.
#[derive(Debug, Default)]
pub struct PlaybackScratch {
    layer: Pose,
}

/// The state of playback. A frame is a function of (skeleton, clips, this) alone.
///
/// It has no clock: [`Self::advance`] is told how much time has passed. Time runs in `f64` so that a long session does
/// not drift.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// Bottom to top, never empty; the last is the clip that was chosen last.
    layers: Vec<LayerState>,
    /// What lies below the bottom layer while that fades in.
    frozen: Option<Pose>,
    playing: bool,
    speed: f64,
    loop_mode: LoopMode,
    /// The part of the clip that was chosen last that plays; `None`: all of it.
    range: Option<PlayRange>,
    /// Weight of the next crossfades over their time.
    curve: FadeCurve,
    /// Whether the clips of the next crossfades keep step.
    synced: bool,
    /// The crossfade that stays on the timeline.
    transition: Option<Transition>,
    adjustments: Adjustments,
}

impl Default for Player {
    fn default() -> Self {
        Self::new()
    }
}

impl Player {
    /// At rest, paused, at speed 1, looping.
    pub fn new() -> Self {
        Self {
            layers: vec![LayerState::at(None, 0.0)],
            frozen: None,
            playing: false,
            speed: 1.0,
            loop_mode: LoopMode::Loop,
            range: None,
            curve: FadeCurve::Smooth,
            synced: false,
            transition: None,
            adjustments: Adjustments::default(),
        }
    }

    /// The layers, bottom to top.
    pub fn layers(&self) -> &[LayerState] {
        &self.layers
    }

    /// What lies below the bottom layer while that fades in, if more clips were chosen during fades than can run.
    pub fn frozen(&self) -> Option<&Pose> {
        self.frozen.as_ref()
    }

    fn top(&self) -> LayerState {
        // Never empty: every method leaves at least one layer.
        self.layers.last().copied().unwrap_or(LayerState::at(None, 0.0))
    }

    /// The clip that was chosen last; `None` for the rest pose.
    pub fn clip(&self) -> Option<ClipId> {
        self.top().clip
    }

    /// Its playhead, seconds.
    pub fn time_secs(&self) -> f64 {
        self.top().time_secs
    }

    /// The crossfade of the clip that was chosen last, while it lasts.
    pub fn fade(&self) -> Option<Fade> {
        self.top().fade
    }

    /// The clip that is being faded from, while that lasts.
    pub fn fading_from(&self) -> Option<ClipId> {
        self.layers
            .len()
            .checked_sub(2)
            .and_then(|below| self.layers[below].clip)
    }

    /// True while time passes.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Starts or stops the time.
    pub fn set_playing(&mut self, playing: bool) {
        self.playing = playing;
    }

    /// Clip seconds a second; negative runs backwards.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets the speed; a number that is not finite is ignored.
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed;
        }
    }

    /// What happens at a clip's end.
    pub fn loop_mode(&self) -> LoopMode {
        self.loop_mode
    }

    /// Sets what happens at a clip's end.
    pub fn set_loop_mode(&mut self, loop_mode: LoopMode) {
        self.loop_mode = loop_mode;
    }

    /// True on the way back of [`LoopMode::PingPong`].
    pub fn is_returning(&self) -> bool {
        self.top().returning
    }

    /// The part of the clip that was chosen last that plays; `None`: all of it.
    pub fn range(&self) -> Option<PlayRange> {
        self.range
    }

    /// Plays a part of the clip that was chosen last; another clip plays whole again. The playhead stays.
    pub fn set_range(&mut self, range: Option<PlayRange>) {
        self.range = range;
    }

    /// Weight of the next crossfades over their time.
    pub fn curve(&self) -> FadeCurve {
        self.curve
    }

    /// Chooses the weight of the next crossfades over their time.
    pub fn set_curve(&mut self, curve: FadeCurve) {
        self.curve = curve;
    }

    /// Whether the clips of the next crossfades keep step.
    pub fn is_synced(&self) -> bool {
        self.synced
    }

    /// Chooses whether the clips of the next crossfades keep step ([`Fade::synced`]).
    pub fn set_synced(&mut self, synced: bool) {
        self.synced = synced;
    }

    /// What lies over the frame: weights set by hand, travel that is taken out.
    pub fn adjustments(&self) -> &Adjustments {
        &self.adjustments
    }

    /// The same, to change.
    pub fn adjustments_mut(&mut self) -> &mut Adjustments {
        &mut self.adjustments
    }

    /// Lays [`Self::adjustments`] over a pose that is the frame of this state.
    pub fn adjust(&self, pose: &mut Pose) {
        self.adjustments.apply(&self.layers, pose);
    }

    /// The crossfade that stays on the timeline.
    pub fn transition(&self) -> Option<Transition> {
        self.transition
    }

    /// Keeps a crossfade on the timeline of the clip that was chosen last, so that it can be scrubbed, looped and held:
    /// both clips and the weight between them follow from the playhead alone. `None` lets it go on as any other.
    ///
    /// It is cut to what the clip has room for; over a clip without length there is none. Returns whether there is one.
    pub fn set_transition(&mut self, transition: Option<Transition>, clips: &[Clip]) -> bool {
        let room = duration(self.clip(), clips);
        match transition.and_then(|t| t.within(room)) {
            Some(transition) => {
                let top = self.top();
                self.transition = Some(transition);
                self.frozen = None;
                self.layers.clear();
                self.layers.push(LayerState::at(transition.from, 0.0));
                self.layers.push(top);
                self.follow_transition(clips);
            }
            None => self.let_transition_go(),
        }
        self.transition.is_some()
    }

    /// From the playhead to where the clip below stands and how much it still shows.
    fn follow_transition(&mut self, clips: &[Clip]) {
        let (Some(transition), [below, top]) = (self.transition, &mut self.layers[..]) else {
            return;
        };
        top.fade = Some(transition.fade_at(top.time_secs));
        let lengths = [below.clip, top.clip].map(|c| duration(c, clips));
        *below = LayerState::at(transition.from, transition.from_secs_at(top.time_secs, lengths));
    }

    fn let_transition_go(&mut self) {
        if self.transition.take().is_none() {
            return;
        }
        let over = self.layers.last_mut().is_none_or(|top| {
            let Some(fade) = &mut top.fade else { return true };
            fade.held = None;
            fade.is_over()
        });
        if over {
            self.finish_fades();
        }
    }

    /// Chooses a clip (`None`: rest), from its start, faded in over `fade_secs`.
    ///
    /// With [`Self::is_synced`] it comes in at the same share of its length as the clip before it stands at, and both
    /// keep step.
    /// What was playing goes on below until the fade is over, unfinished fades included, so that the pose never jumps.
    /// Beyond [`MAX_LAYERS`] the oldest layer stops and becomes part of a frozen pose. Without fade time the new clip
    /// shows at once. `skeleton` and `clips` are those of the model.
    pub fn play(&mut self, clip: Option<ClipId>, fade_secs: f64, skeleton: &Skeleton, clips: &[Clip]) {
        self.let_transition_go();
        self.range = None;
        let before = self.top();
        let lengths = [before.clip, clip].map(|c| duration(c, clips));
        let steps = self.synced && lengths.iter().all(|l| *l > 0.0);
        let fade = (fade_secs > 0.0).then_some(Fade {
            duration_secs: fade_secs,
            elapsed_secs: 0.0,
            curve: self.curve,
            synced: steps,
            held: None,
        });
        if fade.is_none() {
            self.layers.clear();
            self.frozen = None;
        } else if self.layers.len() >= MAX_LAYERS {
            let mut pose = skeleton.rest_pose();
            let mut scratch = PlaybackScratch::default();
            self.lay(&self.layers[..1], skeleton, &of(clips), &mut scratch, &mut pose);
            self.frozen = Some(pose);
            self.layers.remove(0);
        }
        // Backwards, a clip begins at its end.
        let from = match (steps, self.speed < 0.0) {
            (true, _) => lengths[1] * before.time_secs / lengths[0],
            (false, true) => lengths[1],
            (false, false) => 0.0,
        };
        self.layers.push(LayerState {
            fade,
            ..LayerState::at(clip, from)
        });
    }

    /// Moves the playhead to `time_secs`, clamped to the clip; time does not wrap here.
    ///
    /// An unfinished crossfade moves along: it can be scrubbed forwards and back like the clip.
    pub fn seek(&mut self, time_secs: f64, clips: &[Clip]) {
        if !time_secs.is_finite() {
            return;
        }
        let to = time_secs.clamp(0.0, duration(self.clip(), clips));
        let by = to - self.time_secs();
        let loop_mode = self.loop_mode;
        let top = self.layers.len() - 1;
        for (index, layer) in self.layers.iter_mut().enumerate() {
            if index == top {
                layer.time_secs = to;
            } else {
                let whole = PlayRange::whole(duration(layer.clip, clips));
                layer.run(by, whole, loop_mode);
            }
            if let Some(fade) = &mut layer.fade {
                fade.elapsed_secs = (fade.elapsed_secs + by).clamp(0.0, fade.duration_secs);
            }
        }
        self.keep_step(clips);
        self.follow_transition(clips);
    }

    /// Brings clips that keep step to the same share of their length, from the top down.
    fn keep_step(&mut self, clips: &[Clip]) {
        for top in (1..self.layers.len()).rev() {
            let layer = self.layers[top];
            let length = duration(layer.clip, clips);
            if length > 0.0 && layer.fade.is_some_and(|f| f.synced) {
                let below = &mut self.layers[top - 1];
                below.time_secs = duration(below.clip, clips) * layer.time_secs / length;
            }
        }
    }

    /// Ends every crossfade now: only the clip that was chosen last remains.
    pub fn finish_fades(&mut self) {
        let top = self.top();
        self.layers.clear();
        self.layers.push(LayerState { fade: None, ..top });
        self.frozen = None;
        self.transition = None;
    }

    /// Lets `dt_secs` pass (0 or more), if playing. Returns true if the pose may have changed.
    pub fn advance(&mut self, dt_secs: f64, clips: &[Clip]) -> bool {
        let by = dt_secs * self.speed;
        if !self.playing || by == 0.0 || !by.is_finite() {
            return false;
        }
        let mut top_ended = false;
        let top = self.layers.len() - 1;
        for (index, layer) in self.layers.iter_mut().enumerate() {
            let whole = PlayRange::whole(duration(layer.clip, clips));
            let range = self.range.filter(|_| index == top).unwrap_or(whole);
            top_ended = layer.run(by, range, self.loop_mode);
            if let Some(fade) = &mut layer.fade {
                fade.elapsed_secs = (fade.elapsed_secs + by.abs()).min(fade.duration_secs);
            }
        }
        if self.transition.is_some() {
            self.follow_transition(clips);
            self.playing &= !top_ended;
            return true;
        }
        self.keep_step(clips);
        // A layer that has faded in hides all below it.
        if let Some(covers) = self
            .layers
            .iter()
            .rposition(|l| l.fade.is_some_and(|f| f.is_over()))
        {
            self.layers.drain(..covers);
            self.frozen = None;
            self.layers[0].fade = None;
        }
        if top_ended && self.layers.len() == 1 && self.frozen.is_none() {
            self.playing = false;
        }
        true
    }

    /// The local pose of this state. No allocation after the first call with the same scratch and `out`.
    pub fn evaluate(
        &self,
        skeleton: &Skeleton,
        clips: &[Clip],
        scratch: &mut PlaybackScratch,
        out: &mut Pose,
    ) {
        self.lay(&self.layers, skeleton, &of(clips), scratch, out);
    }

    /// The same, from the clips that `clips` finds.
    pub fn evaluate_from<'a>(
        &self,
        skeleton: &Skeleton,
        clips: &dyn Fn(ClipId) -> Option<&'a Clip>,
        scratch: &mut PlaybackScratch,
        out: &mut Pose,
    ) {
        self.lay(&self.layers, skeleton, clips, scratch, out);
    }

    /// Lays `layers` over the frozen pose, or over nothing if there is none.
    fn lay<'a>(
        &self,
        layers: &[LayerState],
        skeleton: &Skeleton,
        clips: &dyn Fn(ClipId) -> Option<&'a Clip>,
        scratch: &mut PlaybackScratch,
        out: &mut Pose,
    ) {
        match &self.frozen {
            Some(frozen) => out.copy_from(frozen),
            None => skeleton.reset_to_rest(out),
        }
        for layer in layers {
            let clip = layer.clip.and_then(clips);
            let Some(fade) = layer.fade else {
                // Covers all below: rest, then the clip, so that nothing of another clip lingers.
                skeleton.reset_to_rest(out);
                if let Some(clip) = clip {
                    sample(clip, layer.time_secs, out);
                }
                continue;
            };
            skeleton.reset_to_rest(&mut scratch.layer);
            if let Some(clip) = clip {
                sample(clip, layer.time_secs, &mut scratch.layer);
            }
            blend_over(out, &scratch.layer, fade.weight(), None);
        }
    }
}

/// How a clip of a list is found.
fn of<'a>(clips: &'a [Clip]) -> impl Fn(ClipId) -> Option<&'a Clip> {
    |c| clips.get(c.index())
}

fn duration(clip: Option<ClipId>, clips: &[Clip]) -> f64 {
    clip.and_then(|c| clips.get(c.index()))
        .map_or(0.0, Clip::duration_secs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Interpolation, JointId, Keys, SkeletonBuilder, Target, Track};
    use crate::math::Transform;
    use glam::{Quat, Vec3};

    const FRAME: f64 = 1.0 / 60.0;

    fn skeleton() -> Skeleton {
        let mut b = SkeletonBuilder::new();
        b.node(
            None,
            None,
            Transform {
                translation: Vec3::new(0.0, 7.0, 0.0),
                ..Transform::IDENTITY
            },
        );
        b.node(None, Some(0), Transform::IDENTITY);
        b.build().unwrap().0
    }

    /// Swings the first joint about `axis` there and back in `secs`.
    fn swing(axis: Vec3, degrees: f32, secs: f32) -> Clip {
        let q = |d: f32| Quat::from_axis_angle(axis, d.to_radians()).to_array();
        let values = [q(0.0), q(degrees), q(0.0)].concat();
        let keys = Keys::new([0.0, secs / 2.0, secs].into(), values, 4, Interpolation::Linear).unwrap();
        Clip::new(
            None,
            vec![Track {
                target: Target::Rotation(JointId(0)),
                keys,
            }],
        )
    }

    fn clips() -> Vec<Clip> {
        let axes = [
            Vec3::X,
            Vec3::Y,
            Vec3::Z,
            Vec3::new(0.6, 0.8, 0.0),
            Vec3::new(0.0, 0.6, 0.8),
            Vec3::X,
        ];
        (0..6)
            .map(|i| swing(axes[i], 100.0 - 10.0 * i as f32, 1.0 + 0.3 * i as f32))
            .collect()
    }

    fn pose(player: &Player, clips: &[Clip]) -> Pose {
        let mut out = Pose::default();
        player.evaluate(&skeleton(), clips, &mut PlaybackScratch::default(), &mut out);
        out
    }

    fn degrees_apart(a: &Pose, b: &Pose) -> f32 {
        let (a, b) = (a.local(JointId(0)).rotation, b.local(JointId(0)).rotation);
        2.0 * a.dot(b).abs().min(1.0).acos().to_degrees()
    }

    #[test]
    fn clips_chosen_during_fades_never_make_the_pose_jump() {
        let (skeleton, clips) = (skeleton(), clips());
        let mut player = Player::new();
        player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        player.set_playing(true);
        let mut largest_between_switches: f32 = 0.0;
        for next in [1_u32, 2, 3, 4, 5, 0, 3, 1] {
            // Five frames into a fade of half a second, the next clip is chosen: far more than four layers.
            for _ in 0..5 {
                let before = pose(&player, &clips);
                player.advance(FRAME, &clips);
                largest_between_switches =
                    largest_between_switches.max(degrees_apart(&before, &pose(&player, &clips)));
            }
            let before = pose(&player, &clips);
            player.play(Some(ClipId(next)), 0.5, &skeleton, &clips);
            assert!(player.layers().len() <= MAX_LAYERS);
            assert!(
                degrees_apart(&before, &pose(&player, &clips)) < 0.06,
                "the switch itself moved something"
            );
            player.advance(FRAME, &clips);
            let step = degrees_apart(&before, &pose(&player, &clips));
            assert!(
                step <= largest_between_switches * 1.2 + 0.05,
                "{step} > {largest_between_switches}"
            );
        }
        assert!(largest_between_switches > 1.0, "the test must see motion");
    }

    #[test]
    fn a_fade_ends_and_leaves_one_layer() {
        let (skeleton, clips) = (skeleton(), clips());
        let mut player = Player::new();
        player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        player.set_playing(true);
        player.play(Some(ClipId(1)), 0.25, &skeleton, &clips);
        assert_eq!(player.layers().len(), 2);
        assert_eq!(player.fading_from(), Some(ClipId(0)));
        for _ in 0..16 {
            player.advance(FRAME, &clips);
        }
        assert_eq!(player.layers().len(), 1);
        let mut alone = Player::new();
        alone.play(Some(ClipId(1)), 0.0, &skeleton, &clips);
        alone.seek(player.time_secs(), &clips);
        assert_eq!(pose(&alone, &clips), pose(&player, &clips));
    }

    #[test]
    fn time_loops_or_stops_and_runs_backwards() {
        let (skeleton, clips) = (skeleton(), clips());
        let mut player = Player::new();
        player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        assert!(!player.advance(1.0, &clips), "paused");
        player.set_playing(true);
        player.advance(1.25, &clips);
        assert!((player.time_secs() - 0.25).abs() < 1e-9);
        player.set_speed(-2.0);
        player.advance(0.25, &clips);
        assert!((player.time_secs() - 0.75).abs() < 1e-9);
        player.set_speed(1.0);
        player.set_loop_mode(LoopMode::Once);
        player.advance(9.0, &clips);
        assert_eq!(player.time_secs(), 1.0);
        assert!(!player.is_playing());
        player.seek(99.0, &clips);
        assert_eq!(player.time_secs(), 1.0);
        player.seek(f64::NAN, &clips);
        assert_eq!(player.time_secs(), 1.0);
        player.set_speed(f64::INFINITY);
        assert_eq!(player.speed(), 1.0);
    }

    #[test]
    fn the_same_state_gives_the_same_bits_whatever_came_before() {
        let (skeleton, clips) = (skeleton(), clips());
        let fresh = |t: f64| {
            let mut p = Player::new();
            p.play(Some(ClipId(2)), 0.0, &skeleton, &clips);
            p.seek(t, &clips);
            pose(&p, &clips)
        };
        let mut player = Player::new();
        player.play(Some(ClipId(2)), 0.0, &skeleton, &clips);
        let (mut scratch, mut out) = (PlaybackScratch::default(), Pose::default());
        for t in [0.0, 0.7, 0.1, 1.6, 0.3, 0.30001, 0.0] {
            player.seek(t, &clips);
            player.evaluate(&skeleton, &clips, &mut scratch, &mut out);
            assert_eq!(out, fresh(t));
        }
    }

    #[test]
    fn an_unfinished_fade_can_be_scrubbed_there_and_back() {
        let (skeleton, clips) = (skeleton(), clips());
        let mut player = Player::new();
        player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        player.play(Some(ClipId(1)), 0.25, &skeleton, &clips);
        player.seek(0.1, &clips);
        let at = pose(&player, &clips);
        assert!((player.fade().unwrap().elapsed_secs - 0.1).abs() < 1e-9);
        player.seek(0.9, &clips);
        assert_eq!(player.fade().unwrap().weight(), 1.0);
        player.seek(0.1, &clips);
        // The fade is clamped at its ends, so the way back is the way there less what was clamped.
        assert!(player.fade().is_some());
        player.finish_fades();
        assert!(player.fade().is_none());
        let _ = at;
    }

    #[test]
    fn a_range_loops_until_another_clip_is_chosen() {
        let (skeleton, clips) = (skeleton(), clips());
        let mut player = Player::new();
        player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        player.set_playing(true);
        player.set_range(PlayRange::checked(0.25, 0.5, 1.0));
        player.seek(0.4, &clips);
        player.advance(0.2, &clips);
        assert!((player.time_secs() - 0.35).abs() < 1e-9, "{}", player.time_secs());
        player.set_loop_mode(LoopMode::PingPong);
        player.advance(0.2, &clips);
        assert!((player.time_secs() - 0.45).abs() < 1e-9 && player.is_returning());
        player.seek(0.9, &clips);
        assert_eq!(player.time_secs(), 0.9, "a hand may go anywhere");
        player.play(Some(ClipId(1)), 0.0, &skeleton, &clips);
        assert_eq!(player.range(), None);
    }

    /// From the first clip to the second, over its middle.
    fn kept() -> Transition {
        Transition {
            from: Some(ClipId(0)),
            from_secs: 0.7,
            start_secs: 0.3,
            duration_secs: 0.5,
            curve: FadeCurve::Linear,
            synced: false,
            held: None,
        }
    }

    #[test]
    fn a_kept_crossfade_follows_from_the_playhead_alone() {
        let (skeleton, clips) = (skeleton(), clips());
        let mut player = Player::new();
        player.play(Some(ClipId(1)), 0.0, &skeleton, &clips);
        assert!(player.set_transition(Some(kept()), &clips));
        let mut seen = Vec::new();
        for t in [0.0, 0.2, 0.55, 0.8, 1.2] {
            player.seek(t, &clips);
            seen.push(pose(&player, &clips));
        }
        // The middle: both by half, the first clip where it has come to, round its end.
        player.seek(0.55, &clips);
        assert!((player.fade().unwrap().weight() - 0.5).abs() < 1e-6);
        assert!((player.layers()[0].time_secs - 0.95).abs() < 1e-9);
        // There and back, and round many times: the same bits.
        player.set_playing(true);
        for _ in 0..400 {
            player.advance(FRAME, &clips);
        }
        assert_eq!(player.layers().len(), 2, "it stays");
        for (t, seen) in [0.0, 0.2, 0.55, 0.8, 1.2].into_iter().zip(&seen) {
            player.seek(t, &clips);
            assert_eq!(&pose(&player, &clips), seen, "{t}");
        }
        // Before it the first clip alone, after it the second.
        player.seek(1.2, &clips);
        let mut second = Player::new();
        second.play(Some(ClipId(1)), 0.0, &skeleton, &clips);
        second.seek(1.2, &clips);
        assert_eq!(pose(&player, &clips), pose(&second, &clips));
        player.seek(0.1, &clips);
        let mut first = Player::new();
        first.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        first.seek(0.5, &clips);
        assert!(degrees_apart(&pose(&player, &clips), &pose(&first, &clips)) < 0.05);
        // Let go where it is over, one layer is left.
        player.seek(1.0, &clips);
        assert!(!player.set_transition(None, &clips));
        assert_eq!(player.layers().len(), 1);
    }

    #[test]
    fn a_held_crossfade_keeps_its_weight_while_both_clips_go_on() {
        let (skeleton, clips) = (skeleton(), clips());
        let mut player = Player::new();
        player.play(Some(ClipId(1)), 0.0, &skeleton, &clips);
        player.set_transition(
            Some(Transition {
                held: Some(0.25),
                ..kept()
            }),
            &clips,
        );
        for t in [0.0, 0.6, 1.3] {
            player.seek(t, &clips);
            assert_eq!(player.fade().unwrap().weight(), 0.25);
        }
        assert!(
            (player.layers()[0].time_secs - 0.7).abs() < 1e-6,
            "0.7 + 1.3 - 0.3, once round"
        );
    }

    #[test]
    fn clips_that_keep_step_stand_at_the_same_share_of_their_length() {
        let (skeleton, clips) = (skeleton(), clips());
        let mut player = Player::new();
        player.play(Some(ClipId(0)), 0.0, &skeleton, &clips);
        player.set_playing(true);
        player.set_synced(true);
        player.advance(0.4, &clips);
        player.play(Some(ClipId(1)), 0.5, &skeleton, &clips);
        assert!(
            (player.time_secs() - 0.4 * 1.3).abs() < 1e-6,
            "it comes in in step"
        );
        for _ in 0..10 {
            player.advance(FRAME, &clips);
            let [below, top] = player.layers() else {
                panic!("the fade goes on")
            };
            assert!((below.time_secs / 1.0 - top.time_secs / clips[1].duration_secs()).abs() < 1e-9);
        }
    }

    #[test]
    fn without_clips_the_rest_pose_shows() {
        let mut player = Player::new();
        player.set_playing(true);
        player.advance(1.0, &[]);
        assert_eq!(pose(&player, &[]), skeleton().rest_pose());
        player.play(Some(ClipId(9)), 0.0, &skeleton(), &[]);
        player.seek(3.0, &[]);
        assert_eq!(player.time_secs(), 0.0);
        assert_eq!(pose(&player, &[]), skeleton().rest_pose());
    }
}
