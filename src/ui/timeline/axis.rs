//! Seconds against points: one mapping for the track, the ruler, the keys and the curves.

use egui::{PointerButton, Rangef, Rect, Response, Ui};

use super::super::Panel;
use crate::viewer::{Command, TimelineCommand};

/// How strongly the wheel zooms, per point of scrolling.
const ZOOM: f64 = 0.004;

/// Which part of a clip lies between two places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    /// Points, left to right; not empty.
    pub x: Rangef,
    /// Seconds at the left.
    pub from: f64,
    /// Seconds at the right, later.
    pub to: f64,
}

impl Axis {
    pub(super) fn new(panel: &Panel<'_>, x: Rangef) -> Self {
        let [from, to] = panel.state.timeline.shows(panel.state.duration_secs());
        Self { x, from, to }
    }

    pub(super) fn x_of(&self, secs: f64) -> f32 {
        self.x.min + self.x.span() * ((secs - self.from) / (self.to - self.from)) as f32
    }

    /// The time under a place, within what shows.
    pub(super) fn secs_at(&self, x: f32) -> f64 {
        let share = f64::from((x - self.x.min) / self.x.span()).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }

    /// Seconds of so many points.
    pub(super) fn secs_of(&self, points: f32) -> f64 {
        f64::from(points / self.x.span()) * (self.to - self.from)
    }

    /// Where whole frames are, if they are far enough apart to be told from each other.
    pub(super) fn frames(&self, fps: f64) -> impl Iterator<Item = f32> + use<> {
        const APART: f64 = 7.0;
        let axis = *self;
        let shows = f64::from(axis.x.span()) / ((axis.to - axis.from) * fps) >= APART;
        let first = (axis.from * fps - 1e-6).ceil() as i64;
        let last = if shows {
            (axis.to * fps + 1e-6).floor() as i64
        } else {
            first - 1
        };
        (first..=last).map(move |frame| axis.x_of(frame as f64 / fps))
    }

    /// Those of ascending `times` that show, no two of them nearer to each other than `apart` points: a baked clip has
    /// thousands. Cost: of what is returned, not of what is there.
    pub(super) fn marks<'a>(&self, times: &'a [f32], apart: f32) -> impl Iterator<Item = f32> + use<'a> {
        let axis = *self;
        let gap = axis.secs_of(apart);
        let mut next = times.partition_point(|t| f64::from(*t) < axis.from - 1e-6);
        std::iter::from_fn(move || {
            let at = *times.get(next)?;
            let secs = f64::from(at);
            if secs > axis.to + 1e-6 {
                return None;
            }
            let rest = &times[next + 1..];
            next += 1 + rest.partition_point(|t| f64::from(*t) < secs + gap);
            Some(axis.x_of(secs))
        })
    }
}

/// Whole frames, unless Alt is held.
pub(super) fn snapped(ui: &Ui, panel: &Panel<'_>, secs: f64) -> f64 {
    if ui.input(|i| i.modifiers.alt) {
        return secs;
    }
    let fps = panel.state.fps();
    ((secs * fps).round() / fps).min(panel.state.duration_secs())
}

/// What a hand does where time runs from left to right: the main button scrubs, the middle one pans, the wheel zooms.
pub(super) fn scrub(ui: &Ui, panel: &mut Panel<'_>, response: &Response, axis: &Axis, wheel_zooms: bool) {
    let primary = ui.input(|i| i.pointer.primary_down());
    let held = response.is_pointer_button_down_on() && primary;
    if (response.drag_started_by(PointerButton::Primary) || held) && !panel.state.scrubbing {
        panel.push(Command::Scrub(true));
    }
    let let_go = response.drag_stopped_by(PointerButton::Primary) || response.clicked();
    if (held || let_go)
        && let Some(pointer) = response.interact_pointer_pos()
    {
        panel.push(Command::Seek(axis.secs_at(pointer.x)));
    }
    if response.dragged_by(PointerButton::Middle) {
        let by = -axis.secs_of(response.drag_delta().x);
        panel.push(Command::Timeline(TimelineCommand::Pan(by)));
    }
    let Some(at) = response.hover_pos() else { return };
    let (scrolled, pinch, command) =
        ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta(), i.modifiers.command));
    if pinch != 1.0 {
        let zoom = TimelineCommand::Zoom {
            factor: 1.0 / f64::from(pinch),
            at_secs: axis.secs_at(at.x),
        };
        panel.push(Command::Timeline(zoom));
    } else if wheel_zooms && scrolled.y != 0.0 && !command {
        let zoom = TimelineCommand::Zoom {
            factor: (-f64::from(scrolled.y) * ZOOM).exp(),
            at_secs: axis.secs_at(at.x),
        };
        panel.push(Command::Timeline(zoom));
    }
    if scrolled.x != 0.0 {
        let by = -axis.secs_of(scrolled.x);
        panel.push(Command::Timeline(TimelineCommand::Pan(by)));
    }
}

/// Room for the playhead to grab: the rectangle from the first to the last place of an axis.
pub(super) fn across(axis: &Axis, y: Rangef) -> Rect {
    Rect::from_x_y_ranges(axis.x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_would_lie_on_one_another_are_left_out() {
        let axis = Axis {
            x: Rangef::new(0.0, 100.0),
            from: 1.0,
            to: 2.0,
        };
        let times: Vec<f32> = (0..=3000).map(|k| k as f32 / 1000.0).collect();
        let marks: Vec<f32> = axis.marks(&times, 4.0).collect();
        assert!((marks[0] - 0.0).abs() < 0.2 && *marks.last().unwrap() <= 100.01);
        assert!((24..=26).contains(&marks.len()), "{}", marks.len());
        assert!(marks.windows(2).all(|w| w[1] - w[0] >= 3.9));
        assert_eq!(axis.marks(&[1.25, 1.5], 4.0).collect::<Vec<_>>(), [25.0, 50.0]);
        assert_eq!(axis.secs_at(-5.0), 1.0);
        assert_eq!(axis.secs_at(50.0), 1.5);
    }
}
