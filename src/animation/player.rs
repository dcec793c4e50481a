//! Playback: which clips are shown, where each stands, and how far a crossfade is.

use super::ClipId;
use super::blend::blend_over;
use super::clip::Clip;
use super::pose::Pose;
use super::sample::sample;
use super::skeleton::Skeleton;

/// Clips that may run at once during crossfades; the oldest beyond that are frozen to a pose.
pub const MAX_LAYERS: usize = 4;

/// What happens at the end of a clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LoopMode {
    /// Starts again from the other end.
    #[default]
    Loop,
    /// Stops there.
    Once,
}

/// How far a crossfade is, in clip seconds: slow motion slows the fade, too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fade {
    /// Length, seconds; more than 0.
    pub duration_secs: f64,
    /// How much of it has passed, 0 to the length.
    pub elapsed_secs: f64,
}

impl Fade {
    /// Weight of the new clip over what is below: 0 at the start, 1 at the end, with level ends (smoothstep), so that
    /// neither end shows a kick.
    pub fn weight(&self) -> f32 {
        let x = (self.elapsed_secs / self.duration_secs).clamp(0.0, 1.0);
        (x * x * (3.0 - 2.0 * x)) as f32
    }

    fn is_over(&self) -> bool {
        self.elapsed_secs >= self.duration_secs
    }
}

/// One clip that is playing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LayerState {
    /// The clip; `None` is the rest pose.
    pub clip: Option<ClipId>,
    /// Its playhead, seconds, from 0 to the clip's duration.
    pub time_secs: f64,
    /// How far it has faded in over what is below; `None` when it covers it.
    pub fade: Option<Fade>,
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
}

impl Default for Player {
    fn default() -> Self {
        Self::new()
    }
}

impl Player {
    /// At rest, paused, at speed 1, looping.
    pub fn new() -> Self {
        let rest = LayerState {
            clip: None,
            time_secs: 0.0,
            fade: None,
        };
        Self {
            layers: vec![rest],
            frozen: None,
            playing: false,
            speed: 1.0,
            loop_mode: LoopMode::Loop,
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
        self.layers.last().copied().unwrap_or(LayerState {
            clip: None,
            time_secs: 0.0,
            fade: None,
        })
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

    /// Chooses a clip (`None`: rest), from its start, faded in over `fade_secs`.
    ///
    /// What was playing goes on below until the fade is over, unfinished fades included, so that the pose never jumps.
    /// Beyond [`MAX_LAYERS`] the oldest layer stops and becomes part of a frozen pose. Without fade time the new clip
    /// shows at once. `skeleton` and `clips` are those of the model.
    pub fn play(&mut self, clip: Option<ClipId>, fade_secs: f64, skeleton: &Skeleton, clips: &[Clip]) {
        let fade = (fade_secs > 0.0).then_some(Fade {
            duration_secs: fade_secs,
            elapsed_secs: 0.0,
        });
        if fade.is_none() {
            self.layers.clear();
            self.frozen = None;
        } else if self.layers.len() >= MAX_LAYERS {
            let mut pose = skeleton.rest_pose();
            let mut scratch = PlaybackScratch::default();
            self.lay(&self.layers[..1], skeleton, clips, &mut scratch, &mut pose);
            self.frozen = Some(pose);
            self.layers.remove(0);
        }
        self.layers.push(LayerState {
            clip,
            time_secs: 0.0,
            fade,
        });
        if self.speed < 0.0 {
            // Backwards, a clip begins at its end.
            let end = duration(clip, clips);
            if let Some(top) = self.layers.last_mut() {
                top.time_secs = end;
            }
        }
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
            layer.time_secs = if index == top {
                to
            } else {
                run(layer.time_secs, by, duration(layer.clip, clips), loop_mode).0
            };
            if let Some(fade) = &mut layer.fade {
                fade.elapsed_secs = (fade.elapsed_secs + by).clamp(0.0, fade.duration_secs);
            }
        }
    }

    /// Ends every crossfade now: only the clip that was chosen last remains.
    pub fn finish_fades(&mut self) {
        let top = self.top();
        self.layers.clear();
        self.layers.push(LayerState { fade: None, ..top });
        self.frozen = None;
    }

    /// Lets `dt_secs` pass (0 or more), if playing. Returns true if the pose may have changed.
    pub fn advance(&mut self, dt_secs: f64, clips: &[Clip]) -> bool {
        let by = dt_secs * self.speed;
        if !self.playing || by == 0.0 || !by.is_finite() {
            return false;
        }
        let mut top_ended = false;
        for layer in &mut self.layers {
            let (time_secs, ended) = run(layer.time_secs, by, duration(layer.clip, clips), self.loop_mode);
            layer.time_secs = time_secs;
            top_ended = ended;
            if let Some(fade) = &mut layer.fade {
                fade.elapsed_secs = (fade.elapsed_secs + by.abs()).min(fade.duration_secs);
            }
        }
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
        self.lay(&self.layers, skeleton, clips, scratch, out);
    }

    /// Lays `layers` over the frozen pose, or over nothing if there is none.
    fn lay(
        &self,
        layers: &[LayerState],
        skeleton: &Skeleton,
        clips: &[Clip],
        scratch: &mut PlaybackScratch,
        out: &mut Pose,
    ) {
        match &self.frozen {
            Some(frozen) => out.copy_from(frozen),
            None => skeleton.reset_to_rest(out),
        }
        for layer in layers {
            let clip = layer.clip.and_then(|c| clips.get(c.index()));
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

fn duration(clip: Option<ClipId>, clips: &[Clip]) -> f64 {
    clip.and_then(|c| clips.get(c.index()))
        .map_or(0.0, Clip::duration_secs)
}

/// A playhead after `by` seconds, and whether it has stopped at an end.
fn run(time_secs: f64, by: f64, duration_secs: f64, loop_mode: LoopMode) -> (f64, bool) {
    let to = time_secs + by;
    if duration_secs <= 0.0 {
        return (0.0, loop_mode == LoopMode::Once);
    }
    if (0.0..=duration_secs).contains(&to) {
        return (to, false);
    }
    match loop_mode {
        LoopMode::Loop => (to.rem_euclid(duration_secs), false),
        LoopMode::Once => (to.clamp(0.0, duration_secs), true),
    }
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
