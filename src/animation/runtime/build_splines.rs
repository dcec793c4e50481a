//! From spline tracks to [`Splines`].

use std::collections::{HashMap, HashSet};

use super::build::{CROWDED, Moving, Part};
use super::clip::Place;
use super::clocks::{CLOCKS, Clocks, LONGEST};
use super::lanes::{LANES, ROTATION_ROW, number_at};
use super::skeleton::RuntimeSkeleton;
use super::splines::{Eight, KEY, PADDING, Spline, Splines, Triple};
use crate::animation::{Interpolation, Keys};

/// The fewest tracks that are worth eight lanes.
const COMPANY: usize = 3;

/// The splines of a clip, where its rotations do not keep time together.
pub(super) struct OwnTimes<'a> {
    /// Rotations of whole blocks of the skeleton; other joints of the block keep what they have.
    crowded: Vec<[Option<Moving<'a>>; LANES]>,
    /// Other rotations, of any joints.
    scattered: Vec<[Option<Moving<'a>>; LANES]>,
    /// Of each translation and scale its first component that moves.
    triples: Vec<Moving<'a>>,
}

impl<'a> OwnTimes<'a> {
    /// Takes them out of `moving`, which is by slot. Where three quarters of the spline rotations share their times, those
    /// stay: rows of a table need no gathering.
    pub(super) fn take(moving: &mut Vec<Moving<'a>>) -> Self {
        let is_spline = |m: &Moving<'_>| {
            m.part == Part::Rotation
                && m.keys.interpolation() == Interpolation::CubicSpline
                && m.keys.len() <= LONGEST / LANES
        };
        let mut of_times: HashMap<&[u32], usize> = HashMap::new();
        for m in moving.iter().filter(|m| is_spline(m)) {
            *of_times.entry(bits(m)).or_default() += 1;
        }
        let all: usize = of_times.values().sum();
        let together = of_times
            .into_iter()
            .find(|(_, n)| n * 4 >= all * 3)
            .map(|(t, _)| t);
        let goes = |m: &Moving<'_>| is_spline(m) && together != Some(bits(m));
        let mut found = Self {
            crowded: Vec::new(),
            scattered: Vec::new(),
            triples: Vec::new(),
        };
        let mut rest = Vec::new();
        let going: Vec<Moving<'a>> = moving.iter().copied().filter(|m| goes(m)).collect();
        if going.len() < COMPANY {
            return found;
        }
        for block in going.chunk_by(|a, b| a.slot / LANES == b.slot / LANES) {
            if block.len() >= CROWDED {
                let mut lanes = [None; LANES];
                for m in block {
                    lanes[m.slot % LANES] = Some(*m);
                }
                found.crowded.push(lanes);
            } else {
                rest.extend_from_slice(block);
            }
        }
        let stays = rest.len() % LANES;
        // Too few for one more eight: by themselves.
        rest.truncate(rest.len() - if stays < COMPANY { stays } else { 0 });
        for eight in rest.chunks(LANES) {
            found
                .scattered
                .push(std::array::from_fn(|l| eight.get(l).copied()));
        }
        let all = found.crowded.iter().chain(&found.scattered).flatten().flatten();
        let taken: HashSet<usize> = all.map(|m| m.slot).collect();
        moving.retain(|m| m.part != Part::Rotation || !taken.contains(&m.slot));
        found.triples = lone_triples(moving);
        moving.retain(|m| found.triples.iter().all(|t| triple(t) != triple(m)));
        found
    }

    /// Whether nothing but this drives the rotations of a block.
    pub(super) fn fills(&self, block: usize) -> bool {
        let mut full = self
            .crowded
            .iter()
            .filter(|lanes| lanes.iter().all(Option::is_some));
        full.any(|lanes| lanes[0].is_some_and(|m| m.slot / LANES == block))
    }
}

/// Slot and first row of a translation or a scale; `None` for a rotation.
fn triple(m: &Moving<'_>) -> Option<(usize, usize)> {
    match m.part {
        Part::Rotation => None,
        Part::Number(row, i) => Some((m.slot, row - i)),
    }
}

/// Spline translations and scales with so little company on their times that rows of a table are not worth it, each by its
/// first component that moves.
fn lone_triples<'a>(moving: &[Moving<'a>]) -> Vec<Moving<'a>> {
    let mut of_times: HashMap<&[u32], Vec<Moving<'a>>> = HashMap::new();
    let is_spline = |m: &&Moving<'_>| {
        m.keys.interpolation() == Interpolation::CubicSpline && m.keys.len() <= LONGEST / LANES
    };
    for m in moving.iter().filter(is_spline) {
        let others = of_times.entry(bits(m)).or_default();
        if triple(m).is_some() && others.iter().all(|o| triple(o) != triple(m)) {
            others.push(*m);
        }
    }
    let lone = of_times.into_values().filter(|all| all.len() < COMPANY);
    let mut lone: Vec<Moving<'a>> = lone.flatten().collect();
    // The order of a map is another in each run.
    lone.sort_by_key(triple);
    lone
}

fn bits<'a>(m: &Moving<'a>) -> &'a [u32] {
    // Bits, since numbers that are floats are no keys of a map.
    bytemuck::cast_slice(m.keys.times())
}

/// All of them made ready, in as many parts as their clocks need.
pub(super) fn splines(skeleton: &RuntimeSkeleton, of: &OwnTimes<'_>) -> Box<[Splines]> {
    let mut all = Vec::new();
    let mut part = Gathering::default();
    let crowded = of.crowded.iter().map(|eight| (eight, true));
    let scattered = of.scattered.iter().map(|eight| (eight, false));
    for (eight, is_crowded) in crowded.chain(scattered) {
        let Some(first) = eight.iter().flatten().next() else {
            continue;
        };
        part.make_room(eight.iter().flatten(), &mut all);
        // A lane without a track does what another does.
        let lanes = eight.each_ref().map(|m| part.track(m.as_ref().unwrap_or(first)));
        let (place, kept) = if is_crowded {
            let kept = eight.each_ref().map(|m| f32::from(u8::from(m.is_none())));
            let all_move = eight.iter().all(Option::is_some);
            (
                Place::Block((first.slot / LANES) as u32),
                (!all_move).then_some(kept),
            )
        } else {
            let slot = |m: &Option<Moving<'_>>| m.map_or(skeleton.spare_slot(), |m| m.slot);
            let to = eight.each_ref().map(|m| number_at(slot(m), ROTATION_ROW));
            (Place::Scattered(to), None)
        };
        part.eights.push(Eight { place, lanes, kept });
    }
    for m in &of.triples {
        let Some((slot, row)) = triple(m) else { continue };
        part.make_room([m].into_iter(), &mut all);
        let triple = Triple {
            spline: part.track(m),
            first: number_at(slot, row),
        };
        part.triples.push(triple);
    }
    part.finish(&mut all);
    all.into()
}

/// A [`Splines`] that is being made.
#[derive(Default)]
struct Gathering<'a> {
    lists: Vec<&'a [f32]>,
    /// Of each list its number, and the number of times of those before it.
    clock_of: HashMap<&'a [u32], (u32, u32)>,
    times: usize,
    eights: Vec<Eight>,
    triples: Vec<Triple>,
    tracks: HashMap<*const Keys, Spline>,
    keys: Vec<f32>,
}

impl<'a> Gathering<'a> {
    /// Begins another one where the clocks of `tracks` are too many for this.
    fn make_room<'m>(&mut self, tracks: impl Iterator<Item = &'m Moving<'a>>, all: &mut Vec<Splines>)
    where
        'a: 'm,
    {
        let mut more: Vec<&[u32]> = tracks.map(bits).collect();
        more.retain(|t| !self.clock_of.contains_key(t));
        more.sort_unstable();
        more.dedup();
        let times: usize = more.iter().map(|t| t.len()).sum();
        if self.lists.len() + more.len() > CLOCKS || self.times + times > LONGEST {
            std::mem::take(self).finish(all);
        }
    }

    fn track(&mut self, m: &Moving<'a>) -> Spline {
        if let Some(&known) = self.tracks.get(&std::ptr::from_ref(m.keys)) {
            return known;
        }
        let (clock, before) = *self.clock_of.entry(bits(m)).or_insert_with(|| {
            self.lists.push(m.keys.times());
            let before = self.times;
            self.times += m.keys.len();
            ((self.lists.len() - 1) as u32, before as u32)
        });
        let first = (self.keys.len() + 4) as u32;
        for key in m.keys.values().chunks_exact(m.keys.width()) {
            self.keys.extend(key.iter().copied().chain([0.0]).take(4));
        }
        let spline = Spline {
            clock,
            offset: first.wrapping_sub(before * KEY as u32),
        };
        self.tracks.insert(m.keys, spline);
        spline
    }

    fn finish(mut self, all: &mut Vec<Splines>) {
        if self.lists.is_empty() {
            return;
        }
        self.keys.extend([0.0; PADDING]);
        debug_assert!(self.keys.len() % KEY == PADDING % KEY, "whole keys");
        all.push(Splines {
            clocks: Clocks::new(&self.lists),
            eights: self.eights.into(),
            triples: self.triples.into(),
            keys: self.keys.into(),
        });
    }
}
