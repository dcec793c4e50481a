//! Fewer keys and fewer bits a key, track by track, under one tolerance.
//!
//! A pass codes every joint, parents first, each against what a decoder will see of its ancestors ([`super::follow`]),
//! within a share of the tolerance that is its own. Passes are repeated: a common factor first brings the measured error
//! up to the tolerance, then joints that could be coarser become so.

use glam::{DQuat, DVec3, Quat};

use super::super::clip::{Clip, Interpolation, Keys, Target};
use super::super::{JointId, Skeleton};
use super::costs::{Costs, SplineKeys};
use super::exact::{self, Local};
use super::follow::{Follow, Still, stand_still};
use super::grid::Grid;
use super::quantise::{Range16, RotationFormat, VectorFormat};
use super::reach::Reach;
use super::reduce::reduce;
use super::rig::{Rig, Table};
use crate::work::{Cancelled, Work};

/// What is done to a clip.
#[derive(Debug, Clone)]
pub(super) struct Recipe {
    /// Tracks that do not move within the tolerance become one value.
    pub(super) strip: bool,
    /// Keys are left out.
    pub(super) reduce: bool,
    /// Formats to choose from; the last one is always good enough.
    pub(super) rotations: Vec<RotationFormat>,
    /// Format of translations and scales.
    pub(super) vectors: VectorFormat,
    /// Splines stay splines where that is smaller.
    pub(super) splines: bool,
    /// What decides.
    pub(super) costs: Costs,
}

/// Values of the keys that are left.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Values {
    /// Rotations before rounding.
    Rotations(RotationFormat, Vec<DQuat>),
    /// Steps in a box.
    Ranged(Range16, Vec<[u16; 3]>),
    /// Plain numbers.
    Floats(Vec<[f32; 3]>),
}

impl Values {
    /// As a decoder gives them back, flat.
    pub(super) fn decoded(&self) -> Vec<f32> {
        match self {
            Self::Rotations(format, list) => list.iter().flat_map(|q| format.round(*q).to_array()).collect(),
            Self::Ranged(range, list) => list.iter().flat_map(|c| range.decode(*c)).collect(),
            Self::Floats(list) => list.iter().flatten().copied().collect(),
        }
    }
}

/// A coded part of a joint.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    /// One value for the whole clip.
    Still(Vec<f32>),
    /// Rows of the grid and their values.
    Keys {
        rows: Vec<u32>,
        values: Values,
        step: bool,
    },
    /// Keys of a spline: which of the track's own are kept.
    Spline(SplineKeys, Vec<u32>),
}

/// A clip with fewer keys.
#[derive(Debug, Clone)]
pub(super) struct Thin {
    pub(super) grid: Grid,
    /// What each track became, in the clip's order; `None` for tracks that are not joints'.
    pub(super) parts: Vec<Option<Part>>,
    /// Estimated bytes, by the recipe's costs.
    pub(super) cost: f64,
    /// The largest error on the rows, in parts of the tolerance.
    pub(super) error: f64,
}

/// What of the tolerance a part that stands still may be off.
const STILL_SHARE: f64 = 0.3;
/// How near to the tolerance is near enough.
const NEAR: f64 = 0.94;
/// Passes to find the common factor, and to let joints differ.
const COMMON_PASSES: usize = 9;
const OWN_PASSES: usize = 8;

/// Everything a pass needs.
struct Thinner<'a> {
    clip: &'a Clip,
    grid: &'a Grid,
    rig: &'a Rig,
    table: &'a Table,
    recipe: &'a Recipe,
    rests: &'a [Local],
    still: Vec<Still>,
    lever: Vec<f64>,
}

struct Pass {
    parts: Vec<[Option<Part>; 3]>,
    cost: f64,
    error: f64,
    /// Per joint.
    errors: Vec<f64>,
}

/// Codes the joints' tracks of a clip on the rows of `grid`.
pub(super) fn thin(
    skeleton: &Skeleton,
    clip: &Clip,
    reach: &Reach,
    grid: Grid,
    recipe: &Recipe,
    work: &Work,
) -> Result<Thin, Cancelled> {
    let rig = Rig::new(skeleton, clip, reach);
    let table = Table::new(skeleton, clip, &rig, &grid);
    let rests: Vec<Local> = rig.joints.iter().map(|j| skeleton.rest(*j).into()).collect();
    let mut out = Thin {
        parts: vec![None; clip.tracks().len()],
        cost: 0.0,
        error: 0.0,
        grid,
    };
    if rig.len() == 0 || out.grid.len() == 0 {
        return Ok(out);
    }
    let (still, lever) = stand_still(&rig, &table, &rests, out.grid.len(), STILL_SHARE, recipe.strip);
    let thinner = Thinner {
        clip,
        grid: &out.grid,
        rig: &rig,
        table: &table,
        recipe,
        rests: &rests,
        still,
        lever,
    };
    work.progress.start((COMMON_PASSES + OWN_PASSES) as u64);
    let best = thinner.search(work)?;
    out.cost = best.cost;
    out.error = best.error;
    for (joint, parts) in best.parts.into_iter().enumerate() {
        for (kind, part) in parts.into_iter().enumerate() {
            if let Some(track) = table.tracks[joint].of[kind] {
                out.parts[track] = part;
            }
        }
    }
    Ok(out)
}

impl Thinner<'_> {
    fn search(&self, work: &Work) -> Result<Pass, Cancelled> {
        let mut factor = 0.5;
        let mut best: Option<(Pass, f64)> = None;
        let mut finest: Option<Pass> = None;
        for _ in 0..COMMON_PASSES {
            work.cancel.check()?;
            let pass = self.pass(&vec![factor; self.rig.len()], work)?;
            work.progress.add(1);
            let error = pass.error;
            let is_better = |b: &(Pass, f64)| pass.cost < b.0.cost;
            if error <= 1.0 {
                if best.as_ref().is_none_or(is_better) {
                    best = Some((pass, factor));
                }
                if error >= NEAR || factor > 30.0 {
                    break;
                }
            } else if finest.as_ref().is_none_or(|f| error < f.error) {
                finest = Some(pass);
            }
            let next = factor * (0.97 / error.max(1e-9)).clamp(0.2, 3.0);
            // Between one that is good and one that is not, error need not follow the factor.
            factor = match &best {
                Some((_, good)) if error > 1.0 => next.max(0.5 * (good + factor)),
                _ => next,
            };
        }
        let Some((mut best, factor)) = best else {
            return Ok(match finest {
                Some(pass) => pass,
                None => self.pass(&vec![0.0; self.rig.len()], work)?,
            });
        };
        let mut factors = vec![factor; self.rig.len()];
        for _ in 0..OWN_PASSES {
            work.cancel.check()?;
            let below = self.worst_below(&best.errors);
            let tried: Vec<f64> = factors
                .iter()
                .zip(&below)
                .map(|(f, e)| f * (0.97 / e.max(0.05)).clamp(0.9, 1.6))
                .collect();
            let mut pass = self.pass(&tried, work)?;
            work.progress.add(1);
            let mut tried = tried;
            for _ in 0..2 {
                if pass.error <= 1.0 {
                    break;
                }
                // Those above what is too far off now go back, further than they came.
                let below = self.worst_below(&pass.errors);
                for (f, e) in tried.iter_mut().zip(&below) {
                    if *e > 1.0 {
                        *f *= 0.93 / e;
                    }
                }
                pass = self.pass(&tried, work)?;
            }
            let gain = best.cost - pass.cost;
            if pass.error <= 1.0 && gain > 0.0 {
                factors = tried;
                best = pass;
                if gain < 1e-3 * best.cost {
                    break;
                }
            } else {
                break;
            }
        }
        Ok(best)
    }

    /// Per joint the largest error of itself and all below.
    fn worst_below(&self, errors: &[f64]) -> Vec<f64> {
        let mut worst = errors.to_vec();
        for joint in (0..worst.len()).rev() {
            if let Some(parent) = self.rig.parents[joint] {
                worst[parent] = worst[parent].max(worst[joint]);
            }
        }
        worst
    }

    fn pass(&self, factors: &[f64], work: &Work) -> Result<Pass, Cancelled> {
        let rows = self.grid.len();
        let mut follow = Follow::new(self.rig, self.table, 0..rows, self.still.clone());
        let mut out = Pass {
            parts: vec![[None, None, None]; self.rig.len()],
            cost: 0.0,
            error: 0.0,
            errors: vec![0.0; self.rig.len()],
        };
        let mut locals: Vec<Local> = Vec::with_capacity(rows);
        for (joint, factor) in factors.iter().enumerate() {
            work.cancel.check()?;
            let tracks = self.table.tracks[joint].of;
            let allowed = factor * self.rig.tightest[joint];
            locals.clear();
            locals.extend((0..rows).map(|row| *self.table.local(row, joint)));
            let still = self.still[joint];

            if let Some(track) = tracks[0] {
                let allowed = allowed / self.above_scale(joint);
                let wanted: Vec<DVec3> = match still.translation {
                    Some(_) => Vec::new(),
                    None if self.spline(track) => locals.iter().map(|l| l.translation).collect(),
                    None => (0..rows)
                        .map(|row| follow.wanted_translation(row, joint))
                        .collect(),
                };
                let still = self.still_vector(still.translation, self.rests[joint].translation, allowed);
                let (part, cost) = self.vectors(track, still, &wanted, allowed);
                self.decode(&part, track, &mut locals, 0);
                (out.parts[joint][0], out.cost) = (Some(part), out.cost + cost);
            }
            if let Some(track) = tracks[2] {
                let allowed = allowed / self.lever[joint].max(1e-12);
                let wanted: Vec<DVec3> = locals.iter().map(|l| l.scale).collect();
                let scale = wanted.iter().fold(0.0_f64, |m, s| m.max(s.abs().max_element()));
                let still = self.still_vector(still.scale, self.rests[joint].scale, allowed * scale);
                let (part, cost) = self.vectors(track, still, &wanted, allowed * scale);
                self.decode(&part, track, &mut locals, 2);
                (out.parts[joint][2], out.cost) = (Some(part), out.cost + cost);
            }
            if let Some(track) = tracks[1] {
                let allowed = allowed / self.lever[joint].max(1e-12);
                let wanted: Vec<DQuat> = match still.rotation {
                    Some(_) => Vec::new(),
                    None if self.spline(track) => locals.iter().map(|l| l.rotation).collect(),
                    None => (0..rows)
                        .map(|row| follow.wanted_rotation(row, joint, locals[row].translation))
                        .collect(),
                };
                let (part, cost) = self.rotations(joint, track, still.rotation, &wanted, allowed);
                self.decode(&part, track, &mut locals, 1);
                (out.parts[joint][1], out.cost) = (Some(part), out.cost + cost);
            }
            let mut worst = 0.0_f64;
            for (row, local) in locals.iter().enumerate() {
                follow.set(row, joint, local);
                worst = worst.max(follow.error(row, joint));
            }
            out.errors[joint] = worst;
            out.error = out.error.max(worst);
        }
        Ok(out)
    }

    fn above_scale(&self, joint: usize) -> f64 {
        let m = match self.rig.parents[joint] {
            Some(p) => self.table.world(0, p).matrix3,
            None => self.rig.base[joint].matrix3,
        };
        m.x_axis
            .length()
            .max(m.y_axis.length())
            .max(m.z_axis.length())
            .max(1e-12)
    }

    fn is(&self, track: usize, interpolation: Interpolation) -> bool {
        self.clip.tracks()[track].keys.interpolation() == interpolation
    }

    fn spline(&self, track: usize) -> bool {
        self.is(track, Interpolation::CubicSpline)
    }

    /// What the rows between and outside of the kept ones cost, and which they are.
    fn kept(&self, fits: impl Fn(usize, usize) -> bool) -> Vec<u32> {
        if self.recipe.reduce {
            reduce(self.grid.len(), fits)
        } else {
            (0..self.grid.len() as u32).collect()
        }
    }

    fn row_cost(&self, kept: &[u32]) -> f64 {
        let (costs, rows) = (&self.recipe.costs, self.grid.len());
        if kept.len() == rows {
            return 0.0;
        }
        let times = kept.iter().map(|row| self.grid.times()[*row as usize]);
        let times = costs.keys.times(times);
        let times = if costs.mask {
            times.min((rows as f64 / 8.0).ceil())
        } else {
            times
        };
        times + costs.own_rows
    }

    /// The cheaper of all rows and those that `fits` leaves; `cost` is that of the values on some.
    fn choose(&self, cost: impl Fn(&[u32]) -> f64, fits: impl Fn(usize, usize) -> bool) -> (Vec<u32>, f64) {
        let all: Vec<u32> = (0..self.grid.len() as u32).collect();
        let cost_of_all = cost(&all);
        let kept = self.kept(fits);
        let cost_of_kept = cost(&kept) + self.row_cost(&kept);
        if cost_of_kept < cost_of_all {
            (kept, cost_of_kept)
        } else {
            (all, cost_of_all)
        }
    }

    /// One value for the whole clip, rounded as the others are; as it is in the rest pose.
    fn still_vector(&self, still: Option<DVec3>, rest: DVec3, allowed: f64) -> Option<DVec3> {
        match (still, self.recipe.vectors) {
            (Some(v), VectorFormat::Grained) if v != rest => Some(to_grains(v, grain(0.2 * allowed))),
            _ => still,
        }
    }

    fn vectors(&self, track: usize, still: Option<DVec3>, wanted: &[DVec3], allowed: f64) -> (Part, f64) {
        if let Some(v) = still {
            return (Part::Still(v.as_vec3().to_array().to_vec()), 0.0);
        }
        let step = self.is(track, Interpolation::Step);
        let (range, rounded): (Option<Range16>, Vec<[f32; 3]>) = match self.recipe.vectors {
            VectorFormat::Ranged16 => {
                let range = Range16::around(wanted);
                let rounded = wanted.iter().map(|v| range.decode(range.encode(*v))).collect();
                (Some(range), rounded)
            }
            VectorFormat::Float => (None, wanted.iter().map(|v| v.as_vec3().to_array()).collect()),
            VectorFormat::Grained => {
                let grain = grain(0.4 * allowed);
                let round = |v: &DVec3| to_grains(*v, grain).as_vec3().to_array();
                (None, wanted.iter().map(round).collect())
            }
        };
        let at = |row: usize| {
            let v = rounded[row];
            DVec3::new(v[0].into(), v[1].into(), v[2].into())
        };
        let keys = self.recipe.costs.keys;
        let weigh = |rows: &[u32]| keys.vectors(rows.iter().map(|row| rounded[*row as usize]));
        let (rows, mut cost) = self.choose(weigh, |from, to| {
            let (a, b) = (at(from), at(to));
            (from + 1..to).all(|row| {
                let u = if step {
                    0.0
                } else {
                    self.grid.fraction(from, row, to)
                };
                (a + (b - a) * u - wanted[row]).length() <= allowed
            })
        });
        if range.is_some() {
            cost += 24.0;
        }
        if self.recipe.splines && self.spline(track) {
            cost += self.rows_of_splines(track, &rows);
            let exactly = self.on_rows(track, false);
            if let Some(spline) = self.spline_keys(track, &exactly, false, allowed, SplineKeys::Float)
                && spline.1 <= cost
            {
                return spline;
            }
        }
        let values = match range {
            Some(range) => {
                let codes = rows.iter().map(|r| range.encode(wanted[*r as usize])).collect();
                Values::Ranged(range, codes)
            }
            None => Values::Floats(rows.iter().map(|r| rounded[*r as usize]).collect()),
        };
        (Part::Keys { rows, values, step }, cost)
    }

    fn rotations(
        &self,
        joint: usize,
        track: usize,
        still: Option<DQuat>,
        wanted: &[DQuat],
        allowed: f64,
    ) -> (Part, f64) {
        if let Some(q) = still {
            // Rounded where that costs next to nothing of what is allowed, and as it is in the rest pose.
            let rounded = RotationFormat::Smallest48.round(q);
            let rests = self.rests[joint].rotation == q;
            let small = exact::turn(rounded.as_dquat(), q) <= 0.3 * allowed;
            let value = if !rests && small && self.recipe.rotations.contains(&RotationFormat::Smallest48) {
                rounded
            } else {
                q.as_quat()
            };
            return (Part::Still(value.to_array().to_vec()), 0.0);
        }
        let step = self.is(track, Interpolation::Step);
        let costs = &self.recipe.costs;
        let mut best: Option<(RotationFormat, Vec<u32>, f64)> = None;
        for (at, &format) in self.recipe.rotations.iter().enumerate() {
            let rounded: Vec<DQuat> = wanted.iter().map(|q| format.round(*q).as_dquat()).collect();
            let off = rounded
                .iter()
                .zip(wanted)
                .map(|(a, b)| exact::turn(*a, *b))
                .fold(0.0, f64::max);
            let is_last = at + 1 == self.recipe.rotations.len();
            if off > allowed && !is_last {
                continue;
            }
            let weigh = |rows: &[u32]| {
                costs
                    .keys
                    .rotations(format, rows.iter().map(|row| wanted[*row as usize]))
            };
            let (rows, cost) = self.choose(weigh, |from, to| {
                let (a, b) = (rounded[from], rounded[to]);
                (from + 1..to).all(|row| {
                    let u = if step {
                        0.0
                    } else {
                        self.grid.fraction(from, row, to)
                    };
                    exact::turn(exact::slerp(a, b, u), wanted[row]) <= allowed
                })
            });
            if best.as_ref().is_none_or(|b| cost < b.2) {
                best = Some((format, rows, cost));
            }
            // A finer one costs more a key, and what it gains in keys is little.
            if off <= 0.25 * allowed {
                break;
            }
        }
        let (format, rows, mut cost) = best.unwrap_or((RotationFormat::Float, Vec::new(), 0.0));
        if self.recipe.splines && self.spline(track) {
            cost += self.rows_of_splines(track, &rows);
            let ways = [SplineKeys::Normalized16, SplineKeys::Float];
            let exactly = self.on_rows(track, true);
            let splines = ways.map(|numbers| self.spline_keys(track, &exactly, true, allowed, numbers));
            let smallest = splines.into_iter().flatten().min_by(|a, b| a.1.total_cmp(&b.1));
            if let Some(spline) = smallest.filter(|s| s.1 <= cost) {
                return spline;
            }
        }
        let values = Values::Rotations(format, rows.iter().map(|r| wanted[*r as usize]).collect());
        (Part::Keys { rows, values, step }, cost)
    }

    /// What a track of splines pays for the rows of the grid, all of which nobody has without such tracks.
    fn rows_of_splines(&self, track: usize, rows: &[u32]) -> f64 {
        if rows.len() < self.grid.len() {
            return 0.0;
        }
        let costs = &self.recipe.costs;
        let times = costs.keys.times(self.grid.times().iter().copied());
        (times + costs.own_rows) / self.alike(track)
    }

    /// Tracks that have the key times of this one.
    fn alike(&self, track: usize) -> f64 {
        let tracks = self.clip.tracks();
        let times = tracks[track].keys.times();
        tracks.iter().filter(|t| t.keys.times() == times).count() as f64
    }

    /// The values of a track on the rows of the grid.
    fn on_rows(&self, track: usize, is_rotation: bool) -> Vec<Vec<f64>> {
        let keys = &self.clip.tracks()[track].keys;
        let times = self.grid.times().iter();
        times.map(|t| sampled(keys, is_rotation, f64::from(*t))).collect()
    }

    /// Keys of a spline that the others give back, with their tangents, on the rows of the grid, where they are
    /// `exactly`, and what they cost; `None` where such numbers cannot.
    fn spline_keys(
        &self,
        track: usize,
        exactly: &[Vec<f64>],
        is_rotation: bool,
        allowed: f64,
        numbers: SplineKeys,
    ) -> Option<(Part, f64)> {
        let before = &self.clip.tracks()[track].keys;
        let keys = &numbers.of(before)?;
        let near = |row: usize| {
            let got = sampled(keys, is_rotation, f64::from(self.grid.times()[row]));
            off(&got, &exactly[row], is_rotation) <= allowed
        };
        if numbers != SplineKeys::Float && !(0..exactly.len()).all(near) {
            return None;
        }
        let fits = |from: usize, to: usize| {
            let pair = picked(keys, &[from as u32, to as u32]);
            let (a, b) = (keys.times()[from], keys.times()[to]);
            let first = self.grid.times().partition_point(|t| *t <= a);
            let last = self.grid.times().partition_point(|t| *t < b);
            (first..last).all(|row| {
                let got = sampled(&pair, is_rotation, f64::from(self.grid.times()[row]));
                off(&got, &exactly[row], is_rotation) <= allowed
            })
        };
        let kept: Vec<u32> = if self.recipe.reduce {
            reduce(keys.len(), fits)
        } else {
            (0..keys.len() as u32).collect()
        };
        let costs = &self.recipe.costs;
        let times = kept.iter().map(|key| keys.times()[*key as usize]);
        let mut own = costs.keys.times(times) + costs.own_rows;
        if kept.len() == keys.len() {
            own /= self.alike(track);
        }
        let values = costs.keys.spline(numbers, &picked(keys, &kept));
        Some((Part::Spline(numbers, kept), values + own))
    }

    /// What a decoder makes of a part, on every row.
    fn decode(&self, part: &Part, track: usize, locals: &mut [Local], kind: usize) {
        let put = |local: &mut Local, v: &[f64]| match kind {
            0 => local.translation = DVec3::new(v[0], v[1], v[2]),
            1 => local.rotation = exact::unit(DQuat::from_xyzw(v[0], v[1], v[2], v[3])),
            _ => local.scale = DVec3::new(v[0], v[1], v[2]),
        };
        let wide = |v: &[f32]| v.iter().map(|v| f64::from(*v)).collect::<Vec<_>>();
        match part {
            Part::Still(v) => {
                let v = wide(v);
                for local in locals.iter_mut() {
                    put(local, &v);
                }
            }
            Part::Spline(numbers, kept) => {
                let before = picked(&self.clip.tracks()[track].keys, kept);
                let keys = numbers.of(&before).unwrap_or(before);
                for (local, time) in locals.iter_mut().zip(self.grid.times()) {
                    put(local, &sampled(&keys, kind == 1, f64::from(*time)));
                }
            }
            Part::Keys { rows, values, step } => {
                let width = if kind == 1 { 4 } else { 3 };
                let values = wide(&values.decoded());
                let mut key = 0;
                for (row, local) in locals.iter_mut().enumerate() {
                    while key + 1 < rows.len() && rows[key + 1] as usize <= row {
                        key += 1;
                    }
                    let a = &values[key * width..(key + 1) * width];
                    let next = (key + 1).min(rows.len() - 1);
                    let b = &values[next * width..(next + 1) * width];
                    let u = if *step || next == key {
                        0.0
                    } else {
                        self.grid.fraction(rows[key] as usize, row, rows[next] as usize)
                    };
                    if kind == 1 {
                        let [a, b] = [a, b].map(|v| DQuat::from_xyzw(v[0], v[1], v[2], v[3]));
                        local.rotation = exact::slerp(exact::unit(a), exact::unit(b), u);
                    } else {
                        let mixed: Vec<f64> = a.iter().zip(b).map(|(a, b)| a + (b - a) * u).collect();
                        put(local, &mixed);
                    }
                }
            }
        }
    }
}

/// The power of two at or below `most`; small enough to be nothing where that is nothing.
fn grain(most: f64) -> f64 {
    let mut grain = 2.0_f64.powi(-60);
    if most.is_finite() {
        while grain * 2.0 <= most {
            grain *= 2.0;
        }
    }
    grain
}

fn to_grains(v: DVec3, grain: f64) -> DVec3 {
    (v / grain).round() * grain
}

fn sampled(keys: &Keys, is_rotation: bool, time_secs: f64) -> Vec<f64> {
    let mut v = vec![0.0; keys.width()];
    exact::sample(keys, is_rotation, time_secs, &mut v);
    v
}

fn off(a: &[f64], b: &[f64], is_rotation: bool) -> f64 {
    if is_rotation {
        let [a, b] = [a, b].map(|v| DQuat::from_xyzw(v[0], v[1], v[2], v[3]));
        exact::turn(a, b)
    } else {
        let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
        square.sqrt()
    }
}

/// Some keys of a track.
pub(super) fn picked(keys: &Keys, which: &[u32]) -> Keys {
    let parts = if keys.interpolation() == Interpolation::CubicSpline {
        3 * keys.width()
    } else {
        keys.width()
    };
    let times: Vec<f32> = which.iter().map(|k| keys.times()[*k as usize]).collect();
    let values = which
        .iter()
        .flat_map(|k| &keys.values()[*k as usize * parts..(*k as usize + 1) * parts])
        .copied()
        .collect();
    Keys::new(times.into(), values, keys.width(), keys.interpolation()).unwrap_or_else(|_| keys.clone())
}

impl Thin {
    /// A part as keys.
    pub(super) fn keys(&self, part: &Part, before: &Keys) -> Option<Keys> {
        let times = self.grid.times();
        match part {
            Part::Still(value) => Keys::new(
                [*times.first()?].into(),
                value.clone(),
                before.width(),
                Interpolation::Linear,
            )
            .ok(),
            Part::Spline(numbers, kept) => numbers.of(&picked(before, kept)),
            Part::Keys { rows, values, step } => {
                let times: Vec<f32> = rows.iter().map(|r| times[*r as usize]).collect();
                let interpolation = if *step {
                    Interpolation::Step
                } else {
                    Interpolation::Linear
                };
                Keys::new(times.into(), values.decoded(), before.width(), interpolation).ok()
            }
        }
    }
}

/// The joint and which part of it a target is; `None` for what is no joint's.
pub(super) fn joint_part(target: &Target) -> Option<(JointId, usize)> {
    match *target {
        Target::Translation(j) => Some((j, 0)),
        Target::Rotation(j) => Some((j, 1)),
        Target::Scale(j) => Some((j, 2)),
        Target::MorphWeights(_) | Target::Property(_) => None,
    }
}

/// A rotation of four floats.
pub(super) fn quat(v: &[f32]) -> Quat {
    Quat::from_xyzw(v[0], v[1], v[2], v[3])
}
