//! The timeline: what of it shows, its grid of frames, the part that plays, the crossfade that stays on it.

use super::key_rows::{Channel, KeyRows, RowOf};
use super::state::Shown;
use crate::animation::{ClipId, FadeCurve, JointId, LoopMode, PlayRange, Transition, frame_rate_of};

/// Frames a second where the keys do not say.
pub const DISPLAY_FPS: f64 = 30.0;

/// What shows under the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sheet {
    /// Nothing.
    #[default]
    Closed,
    /// Keys, a row a joint.
    Keys,
    /// Values over time.
    Curves,
}

impl Sheet {
    /// Its word in state dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Keys => "keys",
            Self::Curves => "curves",
        }
    }
}

/// What of the timeline shows, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// Frames a second that the clip's keys lie on; `None` if they lie on none of those that are common.
    pub frame_rate_found: Option<f64>,
    /// Frames a second that a person chose.
    pub frame_rate_set: Option<f64>,
    /// From when to when, seconds; `None`: all of the clip.
    pub view: Option<[f64; 2]>,
    /// What shows below.
    pub sheet: Sheet,
    /// Height of what shows below, points.
    pub sheet_height: f32,
    /// The clip's keys as rows.
    pub rows: KeyRows,
    /// Whether the keys of the selected joint are marked instead of all, if it has any.
    pub joint_keys: bool,
    /// Times of the selected joint's keys, seconds, ascending; empty if it has none, or none is selected.
    pub joint_key_times: Vec<f32>,
    /// Text of the field for an exact time, while it shows.
    pub time_entry: Option<String>,
    /// What curves show.
    pub channel: Channel,
    /// Whether rotations are curves of `x y z w`, not of degrees about X, Y and Z.
    pub quaternions: bool,
    /// Whether crossfades stay on the timeline.
    pub keeps_fades: bool,
    /// What [`Self::rows`] and the frame rate were made from: the model's address, the clip and the joint.
    made_from: Option<(usize, Option<ClipId>, Option<JointId>)>,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            frame_rate_found: None,
            frame_rate_set: None,
            view: None,
            sheet: Sheet::Closed,
            sheet_height: 190.0,
            rows: KeyRows::default(),
            joint_keys: true,
            joint_key_times: Vec::new(),
            time_entry: None,
            channel: Channel::Rotation,
            quaternions: false,
            keeps_fades: false,
            made_from: None,
        }
    }
}

impl Timeline {
    /// Lowest and highest that the part below can be, points.
    pub const SHEET_HEIGHTS: [f32; 2] = [96.0, 520.0];
    /// Frame rates that can be set.
    pub const FRAME_RATES: [f64; 2] = [1.0, 1000.0];

    /// Frames a second of the time read-out, of single steps and of the ruler.
    pub fn fps(&self) -> f64 {
        self.frame_rate_set
            .or(self.frame_rate_found)
            .unwrap_or(DISPLAY_FPS)
    }

    /// Whether [`Self::fps`] is only what is usual: nobody set a rate, and the keys tell none.
    pub fn fps_is_assumed(&self) -> bool {
        self.frame_rate_set.or(self.frame_rate_found).is_none()
    }

    /// From when to when it shows, seconds.
    pub fn shows(&self, duration_secs: f64) -> [f64; 2] {
        self.view.unwrap_or([0.0, duration_secs])
    }

    pub(super) fn forget_model(&mut self) {
        self.rows.forget();
        self.view = None;
        self.time_entry = None;
        self.made_from = None;
    }

    fn set_view(&mut self, from: f64, to: f64, duration_secs: f64) {
        if !(from.is_finite() && to.is_finite()) || duration_secs <= 0.0 {
            self.view = None;
            return;
        }
        // Two frames, or a long clip's few thousandth.
        let least = (2.0 / self.fps()).min(duration_secs);
        let length = (to - from).clamp(least, duration_secs);
        let from = from.clamp(0.0, duration_secs - length);
        self.view = (length < duration_secs * (1.0 - 1e-9)).then_some([from, from + length]);
    }

    /// Shows less (`factor` below 1) or more, with the time under the pointer where it is.
    fn zoom(&mut self, factor: f64, at_secs: f64, duration_secs: f64) {
        let [from, to] = self.shows(duration_secs);
        let at = at_secs.clamp(from, to);
        self.set_view(at - (at - from) * factor, at + (to - at) * factor, duration_secs);
    }

    fn pan(&mut self, by_secs: f64, duration_secs: f64) {
        if let Some([from, to]) = self.view {
            self.set_view(from + by_secs, to + by_secs, duration_secs);
        }
    }

    /// Turns the page when the playhead has left what shows.
    pub(super) fn follow(&mut self, time_secs: f64, duration_secs: f64) {
        if let Some([from, to]) = self.view
            && !(from..=to).contains(&time_secs)
        {
            let length = to - from;
            let share = if time_secs > to { 0.05 } else { 0.95 };
            // A jump from one end to the other shows the end it went to.
            let start = time_secs - share * length;
            self.set_view(start, start + length, duration_secs);
        }
    }
}

/// One wish about the timeline.
#[derive(Debug, Clone, PartialEq)]
pub enum TimelineCommand {
    /// What happens at the clip's end.
    SetLoopMode(LoopMode),
    /// The next of loop, once and ping-pong.
    NextLoopMode,
    /// Plays the other way.
    Reverse,
    /// The playhead is where the part that plays begins.
    MarkIn,
    /// The playhead is where it ends.
    MarkOut,
    /// It begins at the clip's start.
    ClearIn,
    /// It ends at the clip's end.
    ClearOut,
    /// It runs from one time to another, seconds; `None`: all of the clip plays.
    SetRange(Option<[f64; 2]>),
    /// Frames a second; `None`: as the keys say.
    SetFrameRate(Option<f64>),
    /// Shows from one time to another, seconds; `None`: all.
    SetView(Option<[f64; 2]>),
    /// Shows less or more.
    Zoom {
        /// Of the time that shows.
        factor: f64,
        /// What stays where it is, seconds.
        at_secs: f64,
    },
    /// Shows earlier or later times, seconds.
    Pan(f64),
    /// Shows something below the timeline, or nothing.
    ShowSheet(Sheet),
    /// Shows it, or nothing if it shows.
    ToggleSheet(Sheet),
    /// Height of it, points.
    SetSheetHeight(f32),
    /// Shows the tracks of a row, or no longer.
    Unfold(RowOf, bool),
    /// Shows the tracks of all rows, or of none.
    UnfoldAll(bool),
    /// Marks the keys of the selected joint, or of all.
    MarkJointKeys(bool),
    /// Opens the field for an exact time, or closes it.
    EnterTime(bool),
    /// The text in that field.
    EditTime(String),
    /// Goes to the time in that field and closes it, if it is one.
    GoToEntered,
    /// What curves show.
    ShowChannel(Channel),
    /// Rotations as `x y z w` or as degrees.
    ShowQuaternions(bool),
    /// Crossfades stay on the timeline, or pass.
    KeepFades(bool),
    /// Changes the crossfade that stays.
    SetTransition(Transition),
    /// The weight of crossfades over their time.
    SetCurve(FadeCurve),
    /// Both clips of a crossfade keep step, or each its own time.
    SetSynced(bool),
}

pub(super) fn apply_timeline(s: &mut Shown, command: TimelineCommand) {
    let duration = s.duration_secs();
    let now = s.player.time_secs();
    let whole = PlayRange::whole(duration);
    let range = s.player.range().unwrap_or(whole);
    match command {
        TimelineCommand::SetLoopMode(mode) => s.player.set_loop_mode(mode),
        TimelineCommand::NextLoopMode => s.player.set_loop_mode(s.player.loop_mode().next()),
        TimelineCommand::Reverse => s.player.set_speed(-s.player.speed()),
        TimelineCommand::MarkIn => {
            // Behind the out point, it starts a new range.
            let end = if now < range.end_secs {
                range.end_secs
            } else {
                duration
            };
            s.player.set_range(PlayRange::checked(now, end, duration));
        }
        TimelineCommand::MarkOut => {
            let start = if now > range.start_secs {
                range.start_secs
            } else {
                0.0
            };
            s.player.set_range(PlayRange::checked(start, now, duration));
        }
        TimelineCommand::ClearIn => s
            .player
            .set_range(PlayRange::checked(0.0, range.end_secs, duration)),
        TimelineCommand::ClearOut => {
            s.player
                .set_range(PlayRange::checked(range.start_secs, duration, duration));
        }
        TimelineCommand::SetRange(range) => s
            .player
            .set_range(range.and_then(|[a, b]| PlayRange::checked(a, b, duration))),
        TimelineCommand::SetFrameRate(rate) => {
            let [low, high] = Timeline::FRAME_RATES;
            s.timeline.frame_rate_set = rate.filter(|r| r.is_finite()).map(|r| r.clamp(low, high));
        }
        TimelineCommand::SetView(view) => match view {
            Some([from, to]) => s.timeline.set_view(from, to, duration),
            None => s.timeline.view = None,
        },
        TimelineCommand::Zoom { factor, at_secs } => s.timeline.zoom(factor, at_secs, duration),
        TimelineCommand::Pan(by_secs) => s.timeline.pan(by_secs, duration),
        TimelineCommand::ShowSheet(sheet) => s.timeline.sheet = sheet,
        TimelineCommand::ToggleSheet(sheet) => {
            s.timeline.sheet = if s.timeline.sheet == sheet {
                Sheet::Closed
            } else {
                sheet
            };
        }
        TimelineCommand::SetSheetHeight(height) => {
            let [low, high] = Timeline::SHEET_HEIGHTS;
            if height.is_finite() {
                s.timeline.sheet_height = height.clamp(low, high);
            }
        }
        TimelineCommand::Unfold(of, unfolded) => s.timeline.rows.set_unfolded(of, unfolded),
        TimelineCommand::UnfoldAll(unfolded) => s.timeline.rows.unfold_all(unfolded),
        TimelineCommand::MarkJointKeys(on) => s.timeline.joint_keys = on,
        TimelineCommand::EnterTime(show) => s.timeline.time_entry = show.then(String::new),
        TimelineCommand::EditTime(text) => s.timeline.time_entry = Some(text),
        TimelineCommand::GoToEntered => {
            let text = s.timeline.time_entry.clone().unwrap_or_default();
            if let Some(secs) = parse_time(&text, s.timeline.fps(), now, duration) {
                s.player.set_playing(false);
                super::apply::seek(s, secs);
            }
            s.timeline.time_entry = None;
        }
        TimelineCommand::ShowChannel(channel) => s.timeline.channel = channel,
        TimelineCommand::ShowQuaternions(on) => s.timeline.quaternions = on,
        TimelineCommand::KeepFades(on) => keep_fades(s, on),
        TimelineCommand::SetTransition(transition) => set_transition(s, Some(transition)),
        TimelineCommand::SetCurve(curve) => {
            s.player.set_curve(curve);
            if let Some(kept) = s.player.transition() {
                set_transition(s, Some(Transition { curve, ..kept }));
            }
        }
        TimelineCommand::SetSynced(synced) => {
            s.player.set_synced(synced);
            if let Some(kept) = s.player.transition() {
                set_transition(s, Some(Transition { synced, ..kept }));
            }
        }
    }
}

fn set_transition(s: &mut Shown, transition: Option<Transition>) {
    if let Some(model) = s.model.clone() {
        s.player.set_transition(transition, &model.clips);
        s.repose();
    }
}

fn keep_fades(s: &mut Shown, on: bool) {
    s.timeline.keeps_fades = on;
    if !on {
        set_transition(s, None);
        return;
    }
    let fade = s.player.fade();
    let elapsed = fade.map_or(0.0, |f| f.elapsed_secs);
    let now = s.player.time_secs();
    let below = s.player.layers().iter().rev().nth(1).copied();
    // Without a fade under way: from the clip before this one in the list, so that there is something to see.
    let before = s.clip().and_then(|c| c.0.checked_sub(1)).map(ClipId);
    let after = || {
        let count = s.model.as_deref().map_or(0, |m| m.clips.len() as u32);
        Some(ClipId(1)).filter(|c| c.0 < count)
    };
    let transition = match below {
        Some(below) if fade.is_some() => {
            transition_from(s, below.clip, below.time_secs - elapsed, now - elapsed)
        }
        _ => transition_from(s, before.or_else(after), 0.0, 0.0),
    };
    set_transition(s, Some(transition));
}

fn transition_from(s: &Shown, from: Option<ClipId>, from_secs: f64, start_secs: f64) -> Transition {
    let secs = s.settings.crossfade_secs;
    Transition {
        from,
        from_secs: from_secs.max(0.0),
        start_secs: start_secs.max(0.0),
        duration_secs: if secs > 0.0 { secs } else { 0.25 },
        curve: s.player.curve(),
        synced: s.player.is_synced(),
        held: s.player.transition().and_then(|t| t.held),
    }
}

/// A clip is chosen while crossfades stay: from what shows now to it, over its start.
pub(super) fn keep_fade_to(s: &mut Shown, clip: ClipId) {
    let Some(model) = s.model.clone() else { return };
    let transition = transition_from(s, s.clip(), s.player.time_secs(), 0.0);
    s.player.play(Some(clip), 0.0, &model.skeleton, &model.clips);
    s.player.set_transition(Some(transition), &model.clips);
}

impl Shown {
    /// Frames a second of the time read-out, of single steps and of the ruler.
    pub fn fps(&self) -> f64 {
        self.timeline.fps()
    }

    /// The keys that are marked and stepped to: the selected joint's, or all of the clip. Seconds, ascending.
    pub fn marked_keys(&self) -> &[f32] {
        if self.marks_joint_keys() {
            &self.timeline.joint_key_times
        } else {
            &self.key_times
        }
    }

    /// Whether only the selected joint's keys are marked.
    pub fn marks_joint_keys(&self) -> bool {
        self.timeline.joint_keys && !self.timeline.joint_key_times.is_empty()
    }

    /// Brings what the timeline shows up to the model, clip and joint that are chosen now.
    pub(super) fn refresh_timeline(&mut self) {
        let address = self
            .model
            .as_ref()
            .map_or(0, |m| std::sync::Arc::as_ptr(m).addr());
        let wanted = (address, self.clip(), self.selected_joint);
        let before = self.timeline.made_from;
        if before == Some(wanted) {
            return;
        }
        self.timeline.made_from = Some(wanted);
        if before.is_some_and(|b| b.0 != wanted.0) {
            self.motion.forget_numbers();
            self.probes.forget_numbers();
        }
        let model = self.model.clone();
        let clip = model.as_deref().and_then(|m| m.clip(self.clip()?));
        if before.is_none_or(|b| (b.0, b.1) != (wanted.0, wanted.1)) {
            self.key_times = clip.map_or_else(Vec::new, |c| c.key_times(None));
            self.timeline.frame_rate_found = frame_rate_of(&self.key_times);
            self.timeline.rows.show(clip, &self.tree.order());
            self.timeline.view = None;
            self.motion.root = model
                .as_deref()
                .zip(clip)
                .and_then(|(m, c)| crate::animation::RootTravel::of(&m.skeleton, c));
        }
        self.timeline.joint_key_times = self
            .selected_joint
            .and_then(|j| self.timeline.rows.of_joint(j))
            .map_or_else(Vec::new, |g| g.times.clone());
    }
}

/// The time that a person typed: `1.25` or `1.25 s` seconds, `1250 ms`, `37 f` frames, `50%` of the clip, `0:01.5`
/// minutes and seconds; with a sign from where the playhead stands.
pub fn parse_time(text: &str, fps: f64, now_secs: f64, duration_secs: f64) -> Option<f64> {
    let text = text.trim().to_lowercase().replace(',', ".").replace('−', "-");
    let (sign, rest) = match text.chars().next()? {
        '+' => (Some(1.0), &text[1..]),
        '-' => (Some(-1.0), &text[1..]),
        _ => (None, text.as_str()),
    };
    let number = |t: &str| {
        t.trim()
            .parse::<f64>()
            .ok()
            .filter(|n| n.is_finite() && *n >= 0.0)
    };
    let units = [
        ("ms", 0.001),
        ("frames", 1.0 / fps),
        ("frame", 1.0 / fps),
        ("f", 1.0 / fps),
        ("%", duration_secs / 100.0),
        ("s", 1.0),
        ("", 1.0),
    ];
    let secs = match rest.split_once(':') {
        Some((minutes, secs)) => 60.0 * number(minutes)? + number(secs)?,
        None => {
            let (n, unit) = units
                .iter()
                .find_map(|(u, by)| Some((rest.strip_suffix(u)?, by)))?;
            number(n)? * unit
        }
    };
    Some(sign.map_or(secs, |s| now_secs + s * secs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_typed_in_seconds_frames_or_shares_and_from_here() {
        for (text, secs) in [
            ("1.25", 1.25),
            (" 1,25 s", 1.25),
            ("250ms", 0.25),
            ("30f", 1.0),
            ("45 frames", 1.5),
            ("50%", 2.0),
            ("1:02.5", 62.5),
            ("+0.5", 3.5),
            ("-6f", 2.8),
            ("−1", 2.0),
        ] {
            let got = parse_time(text, 30.0, 3.0, 4.0).unwrap_or(f64::NAN);
            assert!((got - secs).abs() < 1e-9, "{text}: {got}");
        }
        for text in ["", "x", "1.2.3", "f", "inf", "nan", "--1"] {
            assert_eq!(parse_time(text, 30.0, 3.0, 4.0), None, "{text}");
        }
    }

    #[test]
    fn zooming_keeps_the_time_under_the_pointer_and_stays_in_the_clip() {
        let mut t = Timeline::default();
        t.zoom(0.5, 2.0, 10.0);
        assert_eq!(t.view, Some([1.0, 6.0]));
        t.pan(-3.0, 10.0);
        assert_eq!(t.view, Some([0.0, 5.0]));
        t.pan(100.0, 10.0);
        assert_eq!(t.view, Some([5.0, 10.0]));
        t.zoom(1e-9, 7.0, 10.0);
        let [from, to] = t.view.unwrap();
        assert!((to - from - 2.0 / 30.0).abs() < 1e-9, "two frames at least");
        t.zoom(1e9, 7.0, 10.0);
        assert_eq!(t.view, None, "all of it again");
        t.set_view(f64::NAN, 1.0, 10.0);
        assert_eq!(t.view, None);
    }

    #[test]
    fn the_page_turns_when_the_playhead_leaves_it() {
        let mut t = Timeline {
            view: Some([2.0, 4.0]),
            ..Timeline::default()
        };
        t.follow(3.0, 10.0);
        assert_eq!(t.view, Some([2.0, 4.0]));
        t.follow(4.01, 10.0);
        let [from, to] = t.view.unwrap();
        assert!((from - 3.91).abs() < 1e-9 && (to - 5.91).abs() < 1e-9);
        t.follow(0.0, 10.0);
        let [from, to] = t.view.unwrap();
        assert!(from == 0.0 && (to - 2.0).abs() < 1e-9);
    }
}
