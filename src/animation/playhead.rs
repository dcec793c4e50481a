//! Where a playhead stands after some time: loops, ranges and ping-pong as functions of time.

/// What happens at the end of a clip, or of the part of it that plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LoopMode {
    /// Starts again from the other end.
    #[default]
    Loop,
    /// Stops there.
    Once,
    /// Turns round.
    PingPong,
}

impl LoopMode {
    /// All, in the order in which a button goes through them.
    pub const ALL: [Self; 3] = [Self::Loop, Self::Once, Self::PingPong];

    /// The one after this.
    pub fn next(self) -> Self {
        match self {
            Self::Loop => Self::Once,
            Self::Once => Self::PingPong,
            Self::PingPong => Self::Loop,
        }
    }

    /// Its word in state dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::Loop => "loop",
            Self::Once => "once",
            Self::PingPong => "ping-pong",
        }
    }
}

/// The part of a clip that plays, seconds; `start_secs <= end_secs`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayRange {
    /// In.
    pub start_secs: f64,
    /// Out.
    pub end_secs: f64,
}

impl PlayRange {
    /// All of a clip.
    pub fn whole(duration_secs: f64) -> Self {
        Self {
            start_secs: 0.0,
            end_secs: duration_secs.max(0.0),
        }
    }

    /// The range between two times in whatever order, within a clip; `None` if a time is not finite, nothing lies
    /// between them, or it is all of the clip.
    pub fn checked(a: f64, b: f64, duration_secs: f64) -> Option<Self> {
        if !(a.is_finite() && b.is_finite()) {
            return None;
        }
        let [a, b] = [a, b].map(|t| t.clamp(0.0, duration_secs.max(0.0)));
        let range = Self {
            start_secs: a.min(b),
            end_secs: a.max(b),
        };
        (range.length_secs() > 0.0 && range != Self::whole(duration_secs)).then_some(range)
    }

    /// Seconds from in to out.
    pub fn length_secs(self) -> f64 {
        self.end_secs - self.start_secs
    }

    /// Whether a time lies in it, ends included.
    pub fn contains(self, time_secs: f64) -> bool {
        (self.start_secs..=self.end_secs).contains(&time_secs)
    }
}

/// Where a playhead stands, and which way it goes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Playhead {
    /// Seconds.
    pub time_secs: f64,
    /// True on the way back of [`LoopMode::PingPong`].
    pub returning: bool,
}

impl Playhead {
    /// The playhead after `by_secs` (negative: before), and whether it has stopped at an end.
    ///
    /// A function of its arguments alone: many small steps and one large one end at the same place, but for rounding.
    /// A playhead outside the range runs on until it meets it; one that runs away from it comes in at once, where a
    /// playhead inside would have come in.
    #[must_use]
    pub fn after(self, by_secs: f64, range: PlayRange, mode: LoopMode) -> (Self, bool) {
        let (start, end, length) = (range.start_secs, range.end_secs, range.length_secs());
        let at = |time_secs: f64| Self {
            time_secs,
            returning: false,
        };
        // NaN counts as no length, too.
        if length.is_nan() || length <= 0.0 {
            return (at(start), mode == LoopMode::Once);
        }
        if mode == LoopMode::PingPong {
            return (self.swing(by_secs, range), false);
        }
        let runs_away = if by_secs > 0.0 {
            self.time_secs > end
        } else {
            self.time_secs < start && by_secs < 0.0
        };
        let from = if runs_away {
            self.time_secs.clamp(start, end)
        } else {
            self.time_secs
        };
        let to = from + by_secs;
        let comes_in = (to < start && by_secs >= 0.0) || (to > end && by_secs <= 0.0);
        if range.contains(to) || comes_in {
            return (at(to), false);
        }
        match mode {
            LoopMode::Once => (at(to.clamp(start, end)), true),
            _ => (at(start + (to - start).rem_euclid(length)), false),
        }
    }

    /// There and back: the range and its mirror image are one loop of twice the length.
    fn swing(self, by_secs: f64, range: PlayRange) -> Self {
        let (start, length) = (range.start_secs, range.length_secs());
        let by = if self.returning { -by_secs } else { by_secs };
        let to = self.time_secs + by;
        let comes_in = (to < start && by >= 0.0) || (to > range.end_secs && by <= 0.0);
        if comes_in {
            return Self {
                time_secs: to,
                ..self
            };
        }
        let along = self.time_secs.clamp(start, range.end_secs) - start;
        let heads_in = (self.time_secs < start) == (by > 0.0);
        // The way to the range is part of the way.
        let outside = if heads_in {
            (self.time_secs - start - along).abs()
        } else {
            0.0
        };
        let by_secs = by_secs - outside.min(by_secs.abs()).copysign(by_secs);
        let phase = if self.returning {
            2.0 * length - along
        } else {
            along
        };
        let next = (phase + by_secs).rem_euclid(2.0 * length);
        if next <= length {
            Self {
                time_secs: start + next,
                returning: false,
            }
        } else {
            Self {
                time_secs: start + 2.0 * length - next,
                returning: true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: PlayRange = PlayRange {
        start_secs: 0.5,
        end_secs: 1.5,
    };

    fn after(time: f64, returning: bool, by: f64, mode: LoopMode) -> (f64, bool, bool) {
        let head = Playhead {
            time_secs: time,
            returning,
        };
        let (head, ended) = head.after(by, RANGE, mode);
        (head.time_secs, head.returning, ended)
    }

    #[test]
    fn a_loop_stays_in_its_range() {
        assert_eq!(after(1.25, false, 0.5, LoopMode::Loop), (0.75, false, false));
        assert_eq!(after(0.75, false, -0.5, LoopMode::Loop), (1.25, false, false));
        assert_eq!(after(0.75, false, 4.0, LoopMode::Loop), (0.75, false, false));
        assert_eq!(after(1.0, false, 0.5, LoopMode::Loop), (1.5, false, false));
    }

    #[test]
    fn a_playhead_outside_its_range_runs_into_it() {
        assert_eq!(after(0.0, false, 0.25, LoopMode::Loop), (0.25, false, false));
        assert_eq!(after(0.0, false, 0.75, LoopMode::Loop), (0.75, false, false));
        assert_eq!(
            after(2.0, false, 0.25, LoopMode::Loop).0,
            0.75,
            "away from it: in at once"
        );
        assert_eq!(after(2.0, false, -0.25, LoopMode::PingPong), (1.75, false, false));
        assert_eq!(after(2.0, false, 0.25, LoopMode::Once), (1.5, false, true));
        assert_eq!(
            after(0.25, true, 0.25, LoopMode::PingPong).0,
            0.75,
            "turned at the edge"
        );
        assert_eq!(after(0.0, false, 0.75, LoopMode::PingPong), (0.75, false, false));
    }

    #[test]
    fn ping_pong_turns_at_both_ends_and_remembers_which_way_it_goes() {
        let mode = LoopMode::PingPong;
        assert_eq!(after(1.25, false, 0.5, mode), (1.25, true, false));
        assert_eq!(after(1.25, true, 0.5, mode), (0.75, true, false));
        assert_eq!(after(0.75, true, 0.5, mode), (0.75, false, false));
        // Backwards, the same way back.
        assert_eq!(after(1.25, true, -0.5, mode), (1.25, false, false));
        assert_eq!(after(0.75, false, 2.0, mode), (0.75, false, false));
    }

    #[test]
    fn many_small_steps_end_where_one_large_one_does() {
        for mode in [LoopMode::Loop, LoopMode::PingPong] {
            for by in [0.013, -0.029, 0.4] {
                let mut head = Playhead {
                    time_secs: 0.8,
                    returning: false,
                };
                let mut at_once = head;
                for step in 1..=500 {
                    head = head.after(by, RANGE, mode).0;
                    at_once = Playhead {
                        time_secs: 0.8,
                        returning: false,
                    }
                    .after(by * f64::from(step), RANGE, mode)
                    .0;
                    assert!(RANGE.contains(head.time_secs));
                }
                // The two ends of a loop are the same place.
                let apart = (head.time_secs - at_once.time_secs).abs();
                let apart = if mode == LoopMode::Loop {
                    apart.min(1.0 - apart)
                } else {
                    apart
                };
                assert!(apart < 1e-9, "{mode:?} {by}: {head:?} {at_once:?}");
            }
        }
    }

    #[test]
    fn once_stops_at_the_end_it_meets() {
        assert_eq!(after(1.0, false, 2.0, LoopMode::Once), (1.5, false, true));
        assert_eq!(after(1.0, false, -2.0, LoopMode::Once), (0.5, false, true));
        let still = PlayRange::whole(0.0);
        for mode in LoopMode::ALL {
            let (head, ended) = Playhead::default().after(1.0, still, mode);
            assert_eq!((head.time_secs, ended), (0.0, mode == LoopMode::Once));
        }
    }

    #[test]
    fn a_range_is_in_order_inside_the_clip_and_not_all_of_it() {
        let range = PlayRange::checked(3.0, 0.5, 2.0).unwrap();
        assert_eq!((range.start_secs, range.end_secs), (0.5, 2.0));
        assert_eq!(PlayRange::checked(0.0, 2.0, 2.0), None);
        assert_eq!(PlayRange::checked(1.0, 1.0, 2.0), None);
        assert_eq!(PlayRange::checked(f64::NAN, 1.0, 2.0), None);
    }
}
