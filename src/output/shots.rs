//! Which moments a picture or a film shows, and from which side.

use crate::animation::{Clip, ClipId};
use crate::inspect::PoseRequest;
use crate::model::{Issue, Model};

/// Frames a second where nothing is said.
pub const FPS: f64 = 30.0;
/// More frames than this are refused.
const MOST_FRAMES: u64 = 100_000;
/// Shots that decide on the camera and the colours of all; more would look at what lies between.
pub(super) const SAMPLES: usize = 64;

/// One moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// The clip; `None`: rest.
    pub clip: Option<ClipId>,
    /// Its playhead, seconds.
    pub time_secs: f64,
    /// How far the camera has gone round, radians.
    pub turn: f32,
    /// Its number among the frames that were asked for.
    pub number: u32,
}

impl Shot {
    /// What `request` asks for.
    pub fn of(request: &PoseRequest) -> Self {
        Self {
            clip: request.clip,
            time_secs: request.time_secs,
            turn: 0.0,
            number: 0,
        }
    }

    /// `request` at this moment: what is laid over its clip runs along.
    pub fn request(&self, request: &PoseRequest) -> PoseRequest {
        let by = self.time_secs - request.time_secs;
        PoseRequest {
            clip: self.clip,
            time_secs: self.time_secs,
            blend: request
                .blend
                .map(|(clip, time, weight)| (clip, time + by, weight)),
            ..request.clone()
        }
    }
}

/// Which frames a film has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Frames a second.
    pub fps: f64,
    /// The first and the last frame of the clip, both shown; `None`: all of it.
    pub frames: Option<[u32; 2]>,
    /// Frames of one way round.
    pub turntable: Option<u32>,
    /// The clip stands still while the camera goes round.
    pub is_moment: bool,
}

impl Default for Span {
    fn default() -> Self {
        Self {
            fps: FPS,
            frames: None,
            turntable: None,
            is_moment: false,
        }
    }
}

/// The frames of a film or a sequence, and whether it closes to a loop.
///
/// With a range those frames of the clip, both ends shown. With a turntable one way round: the clip runs along if one was
/// chosen without a time, stretched so that it closes as well. Else the whole clip once, as a loop: its end, which is its
/// start, is not shown twice.
pub fn film_shots(model: &Model, request: &PoseRequest, span: &Span) -> Result<(Vec<Shot>, bool), Issue> {
    let fps = span.fps;
    let clip = if span.turntable.is_some() {
        request.clip
    } else {
        request.clip.or(model.opening_clip())
    };
    let duration = clip.and_then(|c| model.clip(c)).map_or(0.0, Clip::duration_secs);
    let at = |number: u32, time_secs: f64, turn: f32| Shot {
        clip,
        time_secs,
        turn,
        number,
    };
    if let Some(count) = span.turntable {
        let plays = !span.is_moment && duration > 0.0;
        let seconds = f64::from(count) / fps;
        let rounds = (seconds / duration.max(1e-9)).round().max(1.0);
        let shot = |k: u32| {
            let share = f64::from(k) / f64::from(count);
            let time = if plays {
                (share * rounds).fract() * duration
            } else {
                request.time_secs
            };
            at(k, time, share as f32 * std::f32::consts::TAU)
        };
        return Ok(((0..count).map(shot).collect(), true));
    }
    if let Some([first, last]) = span.frames {
        few_enough(u64::from(last - first) + 1)?;
        let shot = |k: u32| at(k, f64::from(k) / fps, 0.0);
        return Ok(((first..=last).map(shot).collect(), false));
    }
    if clip.is_none() {
        return Err(Issue::error("film-nothing-moves", ""));
    }
    let count = (duration * fps).round().max(1.0);
    few_enough(count as u64)?;
    let shot = |k: u32| at(k, duration * f64::from(k) / count, 0.0);
    Ok(((0..count as u32).map(shot).collect(), true))
}

fn few_enough(count: u64) -> Result<(), Issue> {
    if count <= MOST_FRAMES {
        return Ok(());
    }
    Err(Issue::error("film-too-long", "")
        .with("count", count as f64)
        .with("most", MOST_FRAMES as f64))
}

/// The cells of a contact sheet, row by row: one clip over all of them where one was chosen, else a row a clip.
pub fn sheet_shots(
    model: &Model,
    request: &PoseRequest,
    [columns, rows]: [u32; 2],
) -> Result<Vec<Shot>, Issue> {
    if model.clips.is_empty() {
        return Err(Issue::error("film-nothing-moves", ""));
    }
    let clips: Vec<ClipId> = match request.clip {
        Some(clip) => vec![clip],
        None => model.clip_ids().take(rows as usize).collect(),
    };
    let each = if request.clip.is_some() {
        columns * rows
    } else {
        columns
    };
    let mut shots = Vec::new();
    for clip in clips {
        let duration = model.clip(clip).map_or(0.0, Clip::duration_secs);
        shots.extend((0..each).map(|k| Shot {
            clip: Some(clip),
            time_secs: duration * f64::from(k) / f64::from(each),
            turn: 0.0,
            number: k,
        }));
    }
    Ok(shots)
}

/// At most [`SAMPLES`] of `shots`, spread evenly.
pub fn samples(shots: &[Shot]) -> impl Iterator<Item = &Shot> + Clone {
    shots.iter().step_by(shots.len().div_ceil(SAMPLES).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::{Interpolation, JointId, Keys, Target, Track};

    fn model() -> Model {
        let keys = Keys::new([0.0, 2.0].into(), vec![0.0; 6], 3, Interpolation::Linear).unwrap();
        let target = Target::Translation(JointId(0));
        Model {
            clips: vec![Clip::new(None, vec![Track { target, keys }])],
            ..Model::default()
        }
    }

    fn span() -> Span {
        Span {
            fps: 10.0,
            ..Span::default()
        }
    }

    #[test]
    fn a_loop_does_not_show_its_end_twice() {
        let (shots, closes) = film_shots(&model(), &PoseRequest::default(), &span()).unwrap();
        assert!(closes && shots.len() == 20);
        assert_eq!((shots[0].time_secs, shots[19].time_secs), (0.0, 1.9));
        let frames = Span {
            frames: Some([5, 7]),
            ..span()
        };
        let (shots, closes) = film_shots(&model(), &PoseRequest::default(), &frames).unwrap();
        assert!(!closes);
        let found: Vec<_> = shots.iter().map(|s| (s.number, s.time_secs)).collect();
        assert_eq!(found, [(5, 0.5), (6, 0.6), (7, 0.7)]);
    }

    #[test]
    fn a_turntable_closes_with_the_clip_that_runs_along() {
        let table = Span {
            turntable: Some(50),
            ..span()
        };
        let still = film_shots(&model(), &PoseRequest::default(), &table).unwrap().0;
        assert!(still.len() == 50 && still.iter().all(|s| s.clip.is_none() && s.time_secs == 0.0));
        assert!((still[25].turn - std::f32::consts::PI).abs() < 1e-6);
        let clip = PoseRequest {
            clip: Some(ClipId(0)),
            ..PoseRequest::default()
        };
        // Five seconds hold two and a half of its loops: it runs three times (or twice), never a half.
        let moving = film_shots(&model(), &clip, &table).unwrap().0;
        let last = moving[49].time_secs;
        assert!((last - (2.0 - 3.0 * 2.0 / 50.0)).abs() < 1e-9, "{last}");
        let moment = PoseRequest {
            time_secs: 0.5,
            ..clip
        };
        let stands = Span {
            is_moment: true,
            ..table
        };
        assert!(
            film_shots(&model(), &moment, &stands)
                .unwrap()
                .0
                .iter()
                .all(|s| s.time_secs == 0.5)
        );
    }

    #[test]
    fn what_does_not_move_or_never_ends_is_refused() {
        let none = film_shots(&Model::default(), &PoseRequest::default(), &span()).unwrap_err();
        assert_eq!(none.code, "film-nothing-moves");
        let long = Span {
            frames: Some([0, 5_000_000]),
            ..span()
        };
        assert_eq!(
            film_shots(&model(), &PoseRequest::default(), &long)
                .unwrap_err()
                .code,
            "film-too-long"
        );
    }

    #[test]
    fn a_sheet_has_a_row_a_clip_or_one_clip_over_all() {
        let shots = sheet_shots(&model(), &PoseRequest::default(), [4, 3]).unwrap();
        let times: Vec<f64> = shots.iter().map(|s| s.time_secs).collect();
        assert_eq!(times, [0.0, 0.5, 1.0, 1.5]);
        let clip = PoseRequest {
            clip: Some(ClipId(0)),
            ..PoseRequest::default()
        };
        assert_eq!(sheet_shots(&model(), &clip, [4, 2]).unwrap().len(), 8);
    }
}
