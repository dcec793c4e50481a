//! Crossfades: how much of the clip that comes in shows, and crossfades that stay where they are on the timeline.

use super::ClipId;
use super::playhead::{LoopMode, PlayRange, Playhead};

/// Weight of the clip that comes in over the time of a crossfade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FadeCurve {
    /// Level at both ends (smoothstep), so that neither end shows a kick.
    #[default]
    Smooth,
    /// In equal steps.
    Linear,
    /// Slow at first.
    EaseIn,
    /// Slow at last.
    EaseOut,
}

impl FadeCurve {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Smooth, Self::Linear, Self::EaseIn, Self::EaseOut];

    /// The weight at a share of the time; 0 at 0, 1 at 1.
    pub fn weight(self, share: f64) -> f64 {
        let x = share.clamp(0.0, 1.0);
        match self {
            Self::Smooth => x * x * (3.0 - 2.0 * x),
            Self::Linear => x,
            Self::EaseIn => x * x,
            Self::EaseOut => x * (2.0 - x),
        }
    }

    /// Its word in state dumps and texts.
    pub fn word(self) -> &'static str {
        match self {
            Self::Smooth => "smooth",
            Self::Linear => "linear",
            Self::EaseIn => "ease-in",
            Self::EaseOut => "ease-out",
        }
    }
}

/// How far a crossfade is, in clip seconds: slow motion slows the fade, too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fade {
    /// Length, seconds; more than 0.
    pub duration_secs: f64,
    /// How much of it has passed, 0 to the length.
    pub elapsed_secs: f64,
    /// The weight over its time.
    pub curve: FadeCurve,
    /// Whether the clip below stands at the same share of its length as this one. This one leads: the other is made
    /// slower or faster.
    pub synced: bool,
    /// The weight that is held, whatever the time.
    pub held: Option<f32>,
}

impl Fade {
    /// Weight of the new clip over what is below: 0 at the start, 1 at the end.
    pub fn weight(&self) -> f32 {
        self.held
            .unwrap_or_else(|| self.curve.weight(self.elapsed_secs / self.duration_secs) as f32)
    }

    pub(super) fn is_over(&self) -> bool {
        self.elapsed_secs >= self.duration_secs
    }
}

/// A crossfade at a place of the timeline of the clip that comes in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transition {
    /// The clip that goes; `None` is the rest pose.
    pub from: Option<ClipId>,
    /// Where that clip stands when the fade begins, seconds.
    pub from_secs: f64,
    /// When the fade begins, seconds of the clip that comes in.
    pub start_secs: f64,
    /// How long it takes, seconds.
    pub duration_secs: f64,
    /// The weight over its time.
    pub curve: FadeCurve,
    /// Whether both clips stand at the same share of their length.
    pub synced: bool,
    /// The weight that is held while both clips go on; `None`: that of the curve.
    pub held: Option<f32>,
}

impl Transition {
    /// Shortest that can be made, seconds.
    pub const MIN_SECS: f64 = 0.01;

    /// The same within a clip of this length; `None` where there is no room, or a number is not finite.
    #[must_use]
    pub fn within(self, clip_secs: f64) -> Option<Self> {
        let numbers = [self.from_secs, self.start_secs, self.duration_secs, clip_secs];
        if numbers.iter().any(|n| !n.is_finite()) || clip_secs < Self::MIN_SECS {
            return None;
        }
        let start_secs = self.start_secs.clamp(0.0, clip_secs - Self::MIN_SECS);
        Some(Self {
            start_secs,
            duration_secs: self.duration_secs.clamp(Self::MIN_SECS, clip_secs - start_secs),
            held: self.held.filter(|h| h.is_finite()).map(|h| h.clamp(0.0, 1.0)),
            ..self
        })
    }

    /// When it is over, seconds of the clip that comes in.
    pub fn end_secs(&self) -> f64 {
        self.start_secs + self.duration_secs
    }

    /// How far it is when the clip that comes in stands at `time_secs`.
    pub(super) fn fade_at(&self, time_secs: f64) -> Fade {
        Fade {
            duration_secs: self.duration_secs,
            elapsed_secs: (time_secs - self.start_secs).clamp(0.0, self.duration_secs),
            curve: self.curve,
            synced: self.synced,
            held: self.held,
        }
    }

    /// Where the clip that goes stands then; `lengths` are those of both clips, seconds.
    #[expect(clippy::wrong_self_convention, reason = "`from` is the clip that goes")]
    pub(super) fn from_secs_at(&self, time_secs: f64, lengths: [f64; 2]) -> f64 {
        let [from, to] = lengths;
        if self.synced && to > 0.0 {
            return from * time_secs / to;
        }
        let head = Playhead {
            time_secs: self.from_secs.clamp(0.0, from.max(0.0)),
            returning: false,
        };
        head.after(
            time_secs - self.start_secs,
            PlayRange::whole(from),
            LoopMode::Loop,
        )
        .0
        .time_secs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_curve_runs_from_nothing_to_all_and_never_back() {
        for curve in FadeCurve::ALL {
            assert_eq!((curve.weight(0.0), curve.weight(1.0)), (0.0, 1.0));
            assert_eq!((curve.weight(-3.0), curve.weight(7.0)), (0.0, 1.0));
            for k in 0..100 {
                let [a, b] = [k, k + 1].map(|k| curve.weight(f64::from(k) / 100.0));
                assert!(a < b, "{curve:?} at {k}");
            }
        }
    }

    #[test]
    fn a_transition_is_cut_to_the_clip_it_lies_in() {
        let t = Transition {
            from: None,
            from_secs: 0.0,
            start_secs: 0.6,
            duration_secs: 5.0,
            curve: FadeCurve::Linear,
            synced: false,
            held: Some(7.0),
        };
        let cut = t.within(1.0).unwrap();
        assert_eq!(
            (cut.start_secs, cut.duration_secs, cut.held),
            (0.6, 0.4, Some(1.0))
        );
        assert!(t.within(0.0).is_none());
        assert!(
            Transition {
                start_secs: f64::NAN,
                ..t
            }
            .within(1.0)
            .is_none()
        );
    }
}
