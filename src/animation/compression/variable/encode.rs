//! Finds the bits: segment by segment, joint by joint.

use glam::{DQuat, DVec3};

use super::super::super::clip::{Clip, Interpolation, Target};
use super::super::super::{JointId, Skeleton};
use super::super::bytes::{Times, Writer};
use super::super::exact::Local;
use super::super::follow::{Follow, Still, stand_still};
use super::super::grid::Grid;
use super::super::reach::Reach;
use super::super::rig::{Rig, Table};
use super::{FINEST, HEAD, Head, Moving, Span, WIDEST, step_size, still_rotation, write_front};
use crate::work::{Cancelled, Work};

/// Rows of a segment that are tried; the smallest result is taken.
const SEGMENT_ROWS: [usize; 4] = [12, 20, 32, 56];
/// Of the tolerance, what a part that stands still may be off.
const STILL_SHARE: f64 = 0.2;
/// Rounds over all tracks in which each may become coarser.
const ROUNDS: usize = 4;
/// How many steps of a third of an octave are tried at once.
const COARSER: u8 = 4;

/// A moving track of a joint.
#[derive(Debug, Clone, Copy)]
struct Lane {
    /// Number in the clip: in that order tracks stand in the bytes.
    track: usize,
    joint: usize,
    /// 0 translation, 1 rotation, 2 scale.
    kind: usize,
    step: bool,
    span: Span,
}

struct Encoder<'a> {
    rig: &'a Rig,
    table: &'a Table,
    still: &'a [Still],
    lever: &'a [f64],
    lanes: &'a [Lane],
    /// Per joint its lanes by kind.
    lane_of: &'a [[Option<usize>; 3]],
}

/// The bits of one lane in one segment.
#[derive(Debug, Clone)]
struct Coded {
    head: Head,
    codes: Vec<[u32; 3]>,
}

/// One segment.
struct Segment {
    coded: Vec<Coded>,
    steps: Vec<u8>,
}

impl Segment {
    fn bits(&self) -> usize {
        self.coded.iter().map(|c| c.head.bits()).sum()
    }
}

/// The bytes of a [`super::VariableClip`], on a grid of that fineness.
pub(super) fn encode(
    skeleton: &Skeleton,
    clip: &Clip,
    reach: &Reach,
    fineness: u32,
    work: &Work,
) -> Result<Vec<u8>, Cancelled> {
    let grid = Grid::finer(clip, fineness);
    let rig = Rig::new(skeleton, clip, reach);
    let table = Table::new(skeleton, clip, &rig, &grid);
    let rests: Vec<Local> = rig.joints.iter().map(|j| skeleton.rest(*j).into()).collect();
    let rows = grid.len();
    let times = Times::new(grid.times());
    let (still, lever) = if rows > 0 {
        stand_still(&rig, &table, &rests, rows, STILL_SHARE, true)
    } else {
        (vec![Still::default(); rig.len()], vec![0.0; rig.len()])
    };
    let (lanes, lane_of) = lanes(clip, &rig, &table, &still, rows);
    let encoder = Encoder {
        rig: &rig,
        table: &table,
        still: &still,
        lever: &lever,
        lanes: &lanes,
        lane_of: &lane_of,
    };
    let moving: Vec<Moving> = lanes
        .iter()
        .map(|lane| Moving {
            target: target(rig.joints[lane.joint], lane.kind),
            step: lane.step,
            span: lane.span,
        })
        .collect();
    let still_value = |target: &Target| {
        let (joint, kind) = super::joint_part(target)?;
        let at = rig.joints.binary_search(&joint).ok()?;
        let three = |v: Option<DVec3>| v.map(|v| v.as_vec3().extend(0.0).to_array());
        match kind {
            0 => three(still[at].translation),
            1 => still[at].rotation.map(still_rotation),
            _ => three(still[at].scale),
        }
    };
    let mut to = Writer::default();
    write_front(skeleton, clip, reach, &times, &still_value, &moving, &mut to);
    if lanes.is_empty() {
        to.count(0);
        return Ok(to.0);
    }
    let (segment_rows, segments) = encoder.segments(rows, work)?;
    to.count(segment_rows as u32);
    let mut order: Vec<usize> = (0..lanes.len()).collect();
    order.sort_by_key(|lane| lanes[*lane].track);
    for segment in &segments {
        let coded: Vec<&Coded> = order.iter().map(|lane| &segment.coded[*lane]).collect();
        for one in &coded {
            one.head.write(&mut to);
        }
        write_rows(&coded, &mut to);
    }
    // As many as the reader wants behind the last number.
    to.0.extend([0; 8]);
    Ok(to.0)
}

fn target(joint: JointId, kind: usize) -> Target {
    match kind {
        0 => Target::Translation(joint),
        1 => Target::Rotation(joint),
        _ => Target::Scale(joint),
    }
}

/// What moves, parents first.
fn lanes(
    clip: &Clip,
    rig: &Rig,
    table: &Table,
    still: &[Still],
    rows: usize,
) -> (Vec<Lane>, Vec<[Option<usize>; 3]>) {
    let mut lanes = Vec::new();
    let mut lane_of = vec![[None; 3]; rig.len()];
    for joint in 0..rig.len() {
        let stands = [
            still[joint].translation.is_some(),
            still[joint].rotation.is_some(),
            still[joint].scale.is_some(),
        ];
        // Scale before rotation, as a joint is coded.
        for kind in [0, 2, 1] {
            let Some(track) = table.tracks[joint].of[kind].filter(|_| !stands[kind]) else {
                continue;
            };
            let span = if kind == 1 {
                Span::ROTATION
            } else {
                let of = |l: &Local| if kind == 0 { l.translation } else { l.scale };
                let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
                for row in 0..rows {
                    least = least.min(of(table.local(row, joint)));
                    most = most.max(of(table.local(row, joint)));
                }
                // What undoes the ancestors' errors may lie a little outside.
                let extent = (most - least).max_element().max(1e-9);
                Span {
                    least: (least - 0.125 * extent).as_vec3().to_array(),
                    extent: (1.25 * extent) as f32,
                }
            };
            lane_of[joint][kind] = Some(lanes.len());
            lanes.push(Lane {
                track,
                joint,
                kind,
                step: clip.tracks()[track].keys.interpolation() == Interpolation::Step,
                span,
            });
        }
    }
    (lanes, lane_of)
}

fn write_rows(all: &[&Coded], to: &mut Writer) {
    let rows = all.first().map_or(0, |c| c.codes.len());
    let (mut word, mut filled) = (0_u64, 0_u32);
    for row in 0..rows {
        for coded in all {
            for (code, width) in coded.codes[row].iter().zip(coded.head.widths) {
                word |= u64::from(*code) << filled;
                filled += u32::from(width);
                while filled >= 8 {
                    to.byte(word as u8);
                    word >>= 8;
                    filled -= 8;
                }
            }
        }
    }
    if filled > 0 {
        to.byte(word as u8);
    }
}

impl Encoder<'_> {
    /// The smallest of several ways to cut the clip.
    fn segments(&self, rows: usize, work: &Work) -> Result<(usize, Vec<Segment>), Cancelled> {
        let mut best: Option<(usize, usize)> = None;
        let sizes: Vec<usize> = SEGMENT_ROWS.iter().map(|r| (*r).min(rows)).collect();
        let cuts = |length: usize| rows.div_ceil(length);
        work.progress
            .start((sizes.iter().map(|s| cuts(*s)).sum::<usize>() + 4 * cuts(sizes[0])) as u64);
        for (at, &length) in sizes.iter().enumerate() {
            if at > 0 && sizes[at - 1] == length {
                continue;
            }
            let done = work.workers.map(cuts(length), |cut| {
                let segment = self.rough(self.cut(length, cut, rows), work)?;
                let count = self.cut(length, cut, rows).len();
                work.progress.add(1);
                Ok::<_, Cancelled>((segment.bits() * count).div_ceil(8) + HEAD * self.lanes.len())
            });
            let bytes = done.into_iter().sum::<Result<usize, Cancelled>>()?;
            if best.is_none_or(|b| bytes < b.1) {
                best = Some((length, bytes));
            }
        }
        let length = best.map_or(1, |b| b.0);
        let done = work.workers.map(cuts(length), |cut| {
            let range = self.cut(length, cut, rows);
            let rough = self.rough(range.clone(), work)?;
            let fine = self.coarsen(range, rough, work);
            work.progress.add(4);
            fine
        });
        Ok((length, done.into_iter().collect::<Result<_, _>>()?))
    }

    #[expect(clippy::unused_self, reason = "beside its callers")]
    fn cut(&self, length: usize, cut: usize, rows: usize) -> std::ops::Range<usize> {
        cut * length..((cut + 1) * length).min(rows)
    }

    fn follow(&self, rows: std::ops::Range<usize>) -> Follow<'_> {
        Follow::new(self.rig, self.table, rows, self.still.to_vec())
    }

    /// As much error for every joint, as coarse as the tolerance allows.
    fn rough(&self, rows: std::ops::Range<usize>, work: &Work) -> Result<Segment, Cancelled> {
        let mut follow = self.follow(rows);
        let all: Vec<usize> = (0..self.rig.len()).collect();
        let mut finer = 2_i32;
        let mut good: Option<(i32, Segment)> = None;
        let mut bad = i32::MIN;
        // By thirds of an octave: first down until it is good, then between.
        for _ in 0..10 {
            work.cancel.check()?;
            let mut segment = self.blank(finer);
            let error = self.code(&mut follow, &all, &mut segment);
            if error <= 1.0 {
                let stop = finer - 1 == bad || error > 0.85;
                good = Some((finer, segment));
                if stop {
                    break;
                }
                finer = if bad == i32::MIN {
                    finer - 2
                } else {
                    i32::midpoint(finer, bad)
                };
            } else {
                bad = bad.max(finer);
                let over = if error > 8.0 { 8 } else { 3 };
                match &good {
                    Some((at, _)) if *at - bad <= 1 => break,
                    Some((at, _)) => finer = i32::midpoint(*at, bad),
                    None if finer >= i32::from(FINEST) => break,
                    None => finer += over,
                }
            }
        }
        match good {
            Some((_, segment)) => Ok(segment),
            None => {
                let mut segment = self.blank(i32::from(FINEST));
                self.code(&mut follow, &all, &mut segment);
                Ok(segment)
            }
        }
    }

    /// Steps that are each so many thirds of an octave finer than what one joint alone may be off.
    fn blank(&self, finer: i32) -> Segment {
        let steps = self
            .lanes
            .iter()
            .map(|lane| {
                let tolerance = self.rig.tightest[lane.joint];
                let lever = match lane.kind {
                    0 => 1.0,
                    1 => 2.0 * self.lever[lane.joint],
                    _ => self.lever[lane.joint],
                };
                // Three errors of half a step at most.
                let allowed = tolerance / (0.87 * lever.max(1e-12));
                let mut code = 0_i32;
                while code < i32::from(FINEST) && f64::from(step_size(lane.span.extent, code as u8)) > allowed
                {
                    code += 1;
                }
                (code + finer).clamp(0, i32::from(FINEST)) as u8
            })
            .collect();
        Segment {
            coded: vec![
                Coded {
                    head: Head {
                        missing: 0,
                        step: 0,
                        widths: [0; 3],
                        least: [0; 3],
                    },
                    codes: Vec::new(),
                };
                self.lanes.len()
            ],
            steps,
        }
    }

    /// Makes track by track coarser, as long as all that hangs on it stays within the tolerance.
    fn coarsen(
        &self,
        rows: std::ops::Range<usize>,
        mut segment: Segment,
        work: &Work,
    ) -> Result<Segment, Cancelled> {
        let mut follow = self.follow(rows);
        let all: Vec<usize> = (0..self.rig.len()).collect();
        if self.code(&mut follow, &all, &mut segment) > 1.0 {
            return Ok(segment);
        }
        let below: Vec<Vec<usize>> = (0..self.rig.len()).map(|j| self.rig.subtree(j)).collect();
        for _ in 0..ROUNDS {
            let mut changed = false;
            // The tips first: what they may be off is nobody else's.
            for lane in (0..self.lanes.len()).rev() {
                work.cancel.check()?;
                let below = &below[self.lanes[lane].joint];
                let before = follow.save(below);
                let old: Vec<(usize, Coded)> = below
                    .iter()
                    .flat_map(|j| self.lane_of[*j].iter().flatten())
                    .map(|l| (*l, segment.coded[*l].clone()))
                    .collect();
                let bits = |segment: &Segment| -> usize {
                    old.iter().map(|(l, _)| segment.coded[*l].head.bits()).sum()
                };
                let (had, step) = (bits(&segment), segment.steps[lane]);
                let mut taken = false;
                for coarser in 1..=COARSER.min(step) {
                    segment.steps[lane] = step - coarser;
                    let error = self.code(&mut follow, below, &mut segment);
                    if error > 1.0 {
                        break;
                    }
                    if bits(&segment) < had {
                        taken = true;
                        break;
                    }
                }
                if taken {
                    changed = true;
                } else {
                    segment.steps[lane] = step;
                    for (l, coded) in old {
                        segment.coded[l] = coded;
                    }
                    follow.restore(below, &before);
                }
            }
            if !changed {
                break;
            }
        }
        Ok(segment)
    }

    /// Codes some joints, parents first, with the steps of `segment`; what is above them is coded. Returns the largest
    /// error of these joints, in parts of their tolerance; stops at the first that is too large.
    fn code(&self, follow: &mut Follow<'_>, joints: &[usize], segment: &mut Segment) -> f64 {
        let mut worst = 0.0_f64;
        let rows = follow.rows.clone();
        let mut locals: Vec<Local> = Vec::with_capacity(rows.len());
        for &joint in joints {
            locals.clear();
            let still = self.still[joint];
            for row in rows.clone() {
                let mut local = *self.table.local(row, joint);
                let tracks = self.table.tracks[joint].of;
                // What has no track is at rest, as in the table.
                if let Some(t) = still.translation.filter(|_| tracks[0].is_some()) {
                    local.translation = t.as_vec3().as_dvec3();
                }
                if let Some(r) = still.rotation.filter(|_| tracks[1].is_some()) {
                    local.rotation = DQuat::from_array(still_rotation(r).map(f64::from));
                }
                if let Some(s) = still.scale.filter(|_| tracks[2].is_some()) {
                    local.scale = s.as_vec3().as_dvec3();
                }
                locals.push(local);
            }
            for kind in [0, 2, 1] {
                let Some(lane) = self.lane_of[joint][kind] else {
                    continue;
                };
                let span = &self.lanes[lane].span;
                let step = segment.steps[lane];
                if kind == 1 {
                    let wanted: Vec<DQuat> = rows
                        .clone()
                        .map(|row| follow.wanted_rotation(row, joint, locals[row - rows.start].translation))
                        .collect();
                    code_rotations(&wanted, span, step, &mut segment.coded[lane]);
                } else {
                    let wanted: Vec<DVec3> = match kind {
                        0 => rows
                            .clone()
                            .map(|row| follow.wanted_translation(row, joint))
                            .collect(),
                        _ => locals.iter().map(|l| l.scale).collect(),
                    };
                    code_vectors(&wanted, span, step, &mut segment.coded[lane]);
                }
                let coded = &segment.coded[lane];
                for (local, codes) in locals.iter_mut().zip(&coded.codes) {
                    let v = coded.head.value(span, kind == 1, *codes).map(f64::from);
                    match kind {
                        0 => local.translation = DVec3::new(v[0], v[1], v[2]),
                        1 => local.rotation = DQuat::from_array(v),
                        _ => local.scale = DVec3::new(v[0], v[1], v[2]),
                    }
                }
            }
            for (row, local) in rows.clone().zip(&locals) {
                follow.set(row, joint, local);
                worst = worst.max(follow.error(row, joint));
            }
            if worst > 1.0 && joints.len() < self.rig.len() {
                return worst;
            }
        }
        worst
    }
}

/// Codes three numbers a row.
fn code_numbers(numbers: &[[f64; 3]], missing: u8, span: &Span, step: u8, out: &mut Coded) {
    let mut least = [u16::MAX; 3];
    let place = |k: usize, v: f64| {
        let share = (v - f64::from(span.least[k])) / (f64::from(span.extent) / 65536.0);
        share.floor().clamp(0.0, 65535.0) as u16
    };
    for n in numbers {
        for k in 0..3 {
            least[k] = least[k].min(place(k, n[k]));
        }
    }
    let mut step = step;
    // More bits than there are mean a coarser step.
    loop {
        let size = f64::from(step_size(span.extent, step));
        out.codes.clear();
        let mut most = [0_u64; 3];
        for n in numbers {
            let codes: [u64; 3] = std::array::from_fn(|k| {
                let from = f64::from(span.place(k, least[k]));
                ((n[k] - from) / size).round().max(0.0) as u64
            });
            for k in 0..3 {
                most[k] = most[k].max(codes[k]);
            }
            out.codes.push(codes.map(|c| c.min(u64::from(u32::MAX)) as u32));
        }
        let widths = most.map(|m| 64 - m.leading_zeros());
        if widths.iter().all(|w| *w <= WIDEST) || step == 0 {
            out.head = Head {
                missing,
                step,
                widths: widths.map(|w| w.min(WIDEST) as u8),
                least,
            };
            return;
        }
        step -= 1;
    }
}

fn code_vectors(wanted: &[DVec3], span: &Span, step: u8, out: &mut Coded) {
    let numbers: Vec<[f64; 3]> = wanted.iter().map(DVec3::to_array).collect();
    code_numbers(&numbers, 0, span, step, out);
}

/// Leaves out the component that stays farthest from zero: the others say most of it.
fn code_rotations(wanted: &[DQuat], span: &Span, step: u8, out: &mut Coded) {
    let mut nearest = [f64::INFINITY; 4];
    for q in wanted {
        for (nearest, c) in nearest.iter_mut().zip(q.to_array()) {
            *nearest = nearest.min(c.abs());
        }
    }
    let missing = (0..4).fold(0, |best, k| if nearest[k] > nearest[best] { k } else { best });
    let numbers: Vec<[f64; 3]> = wanted
        .iter()
        .map(|q| {
            let v = q.to_array();
            let sign = if v[missing] < 0.0 { -1.0 } else { 1.0 };
            let mut three = [0.0; 3];
            for (three, k) in three.iter_mut().zip((0..4).filter(|k| *k != missing)) {
                *three = sign * v[k];
            }
            three
        })
        .collect();
    code_numbers(&numbers, missing as u8, span, step, out);
}
