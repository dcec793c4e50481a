//! Another instant: another time, another clip, another fade, or another way from key to key.

use super::{Bench, Candidate, Visit};
use crate::animation::{Bracket, Clip, Interpolation, Keys, Pose, Target, Track, blend_over, sample};
use crate::inspect::PoseRequest;
use crate::inspect::verify::frame::Frame;
use crate::math::normalize_or_identity;
use crate::model::PosedModel;
use crate::work::Cancelled;
use glam::Quat;

/// Clips that are tried in place of the one that is said.
const MOST_CLIPS: usize = 64;
/// Instants at which a clip is searched for theirs.
const INSTANTS: u32 = 160;
/// Frame rates that engines snap to.
const RATES: [f64; 4] = [24.0, 25.0, 30.0, 60.0];

pub(super) fn all(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    let request = &bench.theirs.request;
    interpolations(bench, visit);
    fades(bench, visit);
    if request.clip.is_some() {
        times(bench, visit);
        clips(bench, visit)?;
        search(bench, visit)?;
    }
    Ok(())
}

fn at(bench: &Bench<'_>, change: impl FnOnce(&mut PoseRequest)) -> Frame {
    let mut request = bench.theirs.request.clone();
    change(&mut request);
    bench.frame(&request.pose(bench.model))
}

fn clip<'b>(bench: &'b Bench<'_>) -> Option<&'b Clip> {
    bench.theirs.request.clip.and_then(|c| bench.model.clip(c))
}

fn times(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let Some(clip) = clip(bench) else { return };
    let (time, end) = (bench.theirs.request.time_secs, clip.duration_secs());
    let mut try_at = |code: &'static str, to: f64, rate: Option<f64>| {
        let frame = at(bench, |r| r.time_secs = to);
        let candidate = Candidate::new(code, frame).with("time", seconds(to));
        visit(match rate {
            Some(rate) => candidate.with("rate", rate),
            None => candidate,
        });
    };
    if end > 0.0 && !(0.0..end).contains(&time) {
        try_at("time-wrapped", time.rem_euclid(end), None);
    }
    let first = clip.key_times(None).first().copied().map_or(0.0, f64::from);
    if first > 0.0 {
        try_at("time-from-first-key", time + first, None);
        try_at("time-from-first-key", time - first, None);
    }
    for rate in RATES {
        for snapped in [(time * rate).floor(), (time * rate).round()] {
            let to = snapped / rate;
            // On a frame already, to the precision of a time that was printed.
            if (to - time).abs() > 1e-6 {
                try_at("time-snapped", to, Some(rate));
            }
        }
    }
    for rate in RATES {
        for to in [time - 1.0 / rate, time + 1.0 / rate] {
            try_at("time-shifted", to, Some(rate));
        }
    }
}

fn seconds(secs: f64) -> String {
    format!("{secs:.4}")
}

fn clips(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    let said = bench.theirs.request.clip;
    visit(Candidate::new("clip-ignored", at(bench, |r| r.clip = None)));
    for id in bench
        .model
        .clip_ids()
        .filter(|c| Some(*c) != said)
        .take(MOST_CLIPS)
    {
        bench.work.cancel.check()?;
        let name = bench.model.clip(id).and_then(|c| c.name()).unwrap_or_default();
        let frame = at(bench, |r| r.clip = Some(id));
        visit(
            Candidate::new("other-clip", frame)
                .with("clip", id.0)
                .with("name", name),
        );
    }
    Ok(())
}

/// The instant of the same clip that fits best, coarsely and then finely.
fn search(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    let end = clip(bench).map_or(0.0, Clip::duration_secs);
    if end <= 0.0 {
        return Ok(());
    }
    let misfit = |time: f64| bench.misfit(&at(bench, |r| r.time_secs = time));
    let step = end / f64::from(INSTANTS);
    let mut best = (f64::INFINITY, 0.0);
    for k in 0..=INSTANTS {
        bench.work.cancel.check()?;
        let time = step * f64::from(k);
        let value = misfit(time);
        if value < best.0 {
            best = (value, time);
        }
    }
    // Thirds: the misfit falls towards the instant from both sides.
    let (mut low, mut high) = ((best.1 - step).max(0.0), (best.1 + step).min(end));
    for _ in 0..48 {
        let third = (high - low) / 3.0;
        if misfit(low + third) < misfit(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let time = 0.5 * (low + high);
    let frame = at(bench, |r| r.time_secs = time);
    visit(
        Candidate::new("other-time", frame)
            .with("time", seconds(time))
            .fitted(),
    );
    Ok(())
}

fn fades(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let Some((over, time, weight)) = bench.theirs.request.blend else {
        return;
    };
    visit(Candidate::new("fade-ignored", at(bench, |r| r.blend = None)));
    let complete = at(bench, |r| r.blend = Some((over, time, 1.0)));
    visit(Candidate::new("fade-complete", complete));
    let reversed = at(bench, |r| r.blend = Some((over, time, 1.0 - weight)));
    visit(Candidate::new("fade-reversed", reversed));
    let same_time = bench.theirs.request.time_secs;
    if same_time != time {
        let one_clock = at(bench, |r| r.blend = Some((over, same_time, weight)));
        visit(Candidate::new("fade-one-clock", one_clock));
    }
}

/// The pose with every clip sampled by `by`, laid over each other as ever.
fn sampled(bench: &Bench<'_>, by: &dyn Fn(&Clip, f64, &mut Pose)) -> PosedModel {
    let (model, request) = (bench.model, &bench.theirs.request);
    let mut local = model.skeleton.rest_pose();
    if let Some(clip) = clip(bench) {
        by(clip, request.time_secs, &mut local);
    }
    if let Some((id, time, weight)) = request.blend
        && let Some(clip) = model.clip(id)
    {
        let mut over = model.skeleton.rest_pose();
        by(clip, time, &mut over);
        blend_over(&mut local, &over, weight, None);
    }
    bench.pose(local)
}

fn interpolations(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let request = &bench.theirs.request;
    let clips = [request.clip, request.blend.map(|b| b.0)];
    let clips = || clips.iter().flatten().filter_map(|c| bench.model.clip(*c));
    let has = |wanted: &[Interpolation]| {
        clips().any(|c| {
            c.tracks()
                .iter()
                .any(|t| wanted.contains(&t.keys.interpolation()))
        })
    };
    let (step, linear, cubic) = (
        Interpolation::Step,
        Interpolation::Linear,
        Interpolation::CubicSpline,
    );
    let mut changed = |code: &'static str, to: Interpolation, only: Interpolation| {
        let by =
            |clip: &Clip, time: f64, pose: &mut Pose| sample(&with_interpolation(clip, to, only), time, pose);
        visit(Candidate::new(code, bench.frame(&sampled(bench, &by))));
    };
    if has(&[linear]) {
        changed("interpolation-stepped", step, linear);
    }
    if has(&[cubic]) {
        changed("interpolation-stepped", step, cubic);
        changed("spline-as-linear", linear, cubic);
    }
    if has(&[step]) {
        changed("step-as-linear", linear, step);
    }
    if has(&[linear]) {
        visit(Candidate::new("nlerp", bench.frame(&sampled(bench, &nlerp))));
    }
    if has(&[cubic]) {
        let by = |clip: &Clip, time: f64, pose: &mut Pose| sample(&tangents_as_keys(clip), time, pose);
        visit(Candidate::new(
            "spline-as-keys",
            bench.frame(&sampled(bench, &by)),
        ));
        visit(Candidate::new(
            "tangents-unscaled",
            bench.frame(&sampled(bench, &unscaled)),
        ));
    }
}

/// The clip with tracks of one interpolation run by another.
fn with_interpolation(clip: &Clip, to: Interpolation, only: Interpolation) -> Clip {
    let track = |t: &Track| {
        let keys = &t.keys;
        if keys.interpolation() != only {
            return t.clone();
        }
        let values = (0..keys.len())
            .flat_map(|k| keys.value(k).iter().copied())
            .collect();
        match Keys::new(keys.times().into(), values, keys.width(), to) {
            Ok(keys) => Track {
                target: t.target.clone(),
                keys,
            },
            Err(_) => t.clone(),
        }
    };
    Clip::new(None, clip.tracks().iter().map(track).collect())
}

/// Splines whose numbers are taken one element a key, as without tangents: the first key's value is its tangent.
fn tangents_as_keys(clip: &Clip) -> Clip {
    let track = |t: &Track| {
        let keys = &t.keys;
        if keys.interpolation() != Interpolation::CubicSpline {
            return t.clone();
        }
        let values = keys.values()[..keys.len() * keys.width()].to_vec();
        match Keys::new(keys.times().into(), values, keys.width(), Interpolation::Linear) {
            Ok(keys) => Track {
                target: t.target.clone(),
                keys,
            },
            Err(_) => t.clone(),
        }
    };
    Clip::new(None, clip.tracks().iter().map(track).collect())
}

/// Linear rotations mixed as numbers, on the shorter arc, and normalised: right at the keys, uneven between.
fn nlerp(clip: &Clip, time: f64, pose: &mut Pose) {
    sample(clip, time, pose);
    for track in clip.tracks() {
        let keys = &track.keys;
        let (Target::Rotation(joint), false) = (&track.target, keys.is_empty()) else {
            continue;
        };
        let bracket = Bracket::of(keys, time);
        if keys.interpolation() != Interpolation::Linear || bracket.holds() || joint.index() >= pose.len() {
            continue;
        }
        let [a, b] =
            [bracket.left, bracket.right].map(|k| normalize_or_identity(Quat::from_slice(keys.value(k))));
        let b = if a.dot(b) < 0.0 { -b } else { b };
        pose.local_mut(*joint).rotation = normalize_or_identity(a + (b - a) * bracket.fraction);
    }
}

/// Splines whose tangents are taken as they are instead of times the gap between the keys.
fn unscaled(clip: &Clip, time: f64, pose: &mut Pose) {
    let track = |t: &Track| {
        let keys = &t.keys;
        let bracket = (!keys.is_empty())
            .then(|| Bracket::of(keys, time))
            .filter(|b| !b.holds());
        let Some(bracket) = bracket.filter(|_| keys.interpolation() == Interpolation::CubicSpline) else {
            return t.clone();
        };
        // Tangents that the right sampler multiplies by the gap, divided by it before.
        let over = (1.0 / bracket.gap_secs) as f32;
        let width = keys.width();
        let values = keys.values().iter().enumerate().map(|(i, v)| {
            let is_value = i / width % 3 == 1;
            if is_value { *v } else { *v * over }
        });
        match Keys::new(
            keys.times().into(),
            values.collect(),
            width,
            Interpolation::CubicSpline,
        ) {
            Ok(keys) => Track {
                target: t.target.clone(),
                keys,
            },
            Err(_) => t.clone(),
        }
    };
    let clip = Clip::new(None, clip.tracks().iter().map(track).collect());
    sample(&clip, time, pose);
}
