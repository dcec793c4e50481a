//! From spline tracks to [`Splines`].

use std::collections::{HashMap, HashSet};

use super::build::{CROWDED, Moving, Part};
use super::clip::Place;
use super::clocks::{CLOCKS, Clocks, LONGEST};
use super::lanes::{Block, LANES, ROTATION_ROW, number_at};
use super::skeleton::{RuntimeSkeleton, local};
use super::splines::{Eight, KEY, PADDING, Spline, Splines};
use crate::animation::Interpolation;

/// The fewest tracks that are worth eight lanes.
const COMPANY: usize = 3;

/// The spline rotations of a clip, where they do not keep time together.
pub(super) struct OwnTimes<'a> {
    /// Whole blocks of the skeleton, and lanes where nothing drives a joint: written before anything else.
    pub(super) crowded: Vec<[Option<Moving<'a>>; LANES]>,
    /// Others, of any joints: laid over all that is there.
    pub(super) scattered: Vec<[Option<Moving<'a>>; LANES]>,
    /// Which blocks of the skeleton are among the crowded.
    blocks: HashSet<usize>,
}

impl<'a> OwnTimes<'a> {
    /// Takes them out of `moving`, which is by slot. Where three quarters of the spline rotations share their times, those
    /// stay: rows of a table need no gathering.
    pub(super) fn take(moving: &mut Vec<Moving<'a>>) -> Self {
        let is_spline = |m: &Moving<'_>| {
            m.part == Part::Rotation
                && m.keys.interpolation() == Interpolation::CubicSpline
                && m.keys.len() <= LONGEST
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
            blocks: HashSet::new(),
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
                found.blocks.insert(block[0].slot / LANES);
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
        found
    }

    /// Whether a block of the skeleton is written as a whole.
    pub(super) fn has_block(&self, block: usize) -> bool {
        self.blocks.contains(&block)
    }
}

fn bits<'a>(m: &Moving<'a>) -> &'a [u32] {
    // Bits, since numbers that are floats are no keys of a map.
    bytemuck::cast_slice(m.keys.times())
}

/// `eights` made ready, in as many parts as their clocks need. `base` is what stands still.
pub(super) fn splines(
    skeleton: &RuntimeSkeleton,
    base: &[Block],
    eights: &[[Option<Moving<'_>>; LANES]],
    crowded: bool,
) -> Box<[Splines]> {
    let mut all = Vec::new();
    let mut part = Gathering::default();
    for eight in eights {
        let mut more: Vec<&[u32]> = eight.iter().flatten().map(bits).collect();
        more.retain(|t| !part.clock_of.contains_key(t));
        more.sort_unstable();
        more.dedup();
        // One more for what stands still.
        if part.lists.len() + more.len() + 1 > CLOCKS {
            all.push(std::mem::take(&mut part).finish());
        }
        let block = eight.iter().flatten().next().map_or(0, |m| m.slot / LANES);
        let lanes = std::array::from_fn(|lane| match &eight[lane] {
            Some(m) => part.track(m),
            None if crowded => {
                let still = local(base, block * LANES + lane).rotation;
                part.constant(still.to_array())
            }
            None => part.constant([0.0, 0.0, 0.0, 1.0]),
        });
        let place = if crowded {
            Place::Block(block as u32)
        } else {
            let slot = |m: &Option<Moving<'_>>| m.map_or(skeleton.spare_slot(), |m| m.slot);
            Place::Scattered(eight.each_ref().map(|m| number_at(slot(m), ROTATION_ROW)))
        };
        part.eights.push(Eight { place, lanes });
    }
    if !part.eights.is_empty() {
        all.push(part.finish());
    }
    all.into()
}

/// A [`Splines`] that is being made.
#[derive(Default)]
struct Gathering<'a> {
    lists: Vec<&'a [f32]>,
    clock_of: HashMap<&'a [u32], u32>,
    eights: Vec<Eight>,
    keys: Vec<f32>,
}

impl<'a> Gathering<'a> {
    fn track(&mut self, m: &Moving<'a>) -> Spline {
        let lists = &mut self.lists;
        let clock = *self.clock_of.entry(bits(m)).or_insert_with(|| {
            lists.push(m.keys.times());
            (lists.len() - 1) as u32
        });
        let first = (self.keys.len() + 4) as u32;
        self.keys.extend_from_slice(m.keys.values());
        Spline { clock, first }
    }

    /// A track of one key.
    fn constant(&mut self, q: [f32; 4]) -> Spline {
        const ALWAYS: &[u32] = &[0];
        let lists = &mut self.lists;
        let clock = *self.clock_of.entry(ALWAYS).or_insert_with(|| {
            lists.push(&[0.0]);
            (lists.len() - 1) as u32
        });
        let first = (self.keys.len() + 4) as u32;
        self.keys.extend([[0.0; 4], q, [0.0; 4]].as_flattened());
        Spline { clock, first }
    }

    fn finish(mut self) -> Splines {
        self.keys.extend([0.0; PADDING]);
        debug_assert!(self.keys.len() % KEY == PADDING % KEY, "whole keys");
        Splines {
            clocks: Clocks::new(&self.lists),
            eights: self.eights.into(),
            keys: self.keys.into(),
        }
    }
}
