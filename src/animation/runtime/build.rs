//! From a clip to its rows.

use std::collections::HashMap;

use glam::Quat;

use super::arc::NEAR_DOT;
use super::build_splines::{OwnTimes, splines};
use super::clip::{Loose, Place, Rotations, RuntimeClip, Section};
use super::clock::Clock;
use super::lanes::{Block, LANES, Lanes, ROTATION_ROW, SCALE_ROW, number_at};
use super::skeleton::{RuntimeSkeleton, has_scale, local};
use super::sluggish::Sluggish;
use super::still::{key_rotation, keys_that_matter, still_number, still_rotation};
use crate::animation::{Clip, Interpolation, Keys, Target, sample_track};

/// The fewest tracks that are worth a row of eight lanes.
const COMPANY: usize = 3;
/// The fewest moving joints that make a whole block of a skeleton worth storing.
pub(super) const CROWDED: usize = 4;
/// A number of a clip with fewer keys than this stays in the clip's rows however little it moves;
const LONG_KEYS: usize = 256;
/// so does one that needs more than this part of its keys.
const FEW_OF: usize = 3;
/// A clip's first section stores lone tracks in rows up to this many frames: they are faster there, and small.
const SHORT_FRAMES: usize = 4096;

/// What moves: a rotation, or one number of a translation or scale.
#[derive(Clone, Copy)]
pub(super) struct Moving<'a> {
    pub(super) keys: &'a Keys,
    pub(super) slot: usize,
    pub(super) part: Part,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Part {
    Rotation,
    /// Row of the pose, and component of the key.
    Number(usize, usize),
}

impl RuntimeClip {
    /// Makes `clip` ready. `skeleton` is of the skeleton that the clip was made for; targets that it does not have are
    /// left out.
    pub fn new(skeleton: &RuntimeSkeleton, clip: &Clip) -> Self {
        let mut base = skeleton.rest.clone();
        let mut moving = take_still(skeleton, clip, &mut base);
        let mut scaled: Vec<bool> = base.iter().map(has_scale).collect();
        for m in &moving {
            scaled[m.slot / LANES] |= matches!(m.part, Part::Number(row, _) if row >= SCALE_ROW);
        }
        let own_times = OwnTimes::take(&mut moving);
        let mut builder = Builder {
            skeleton,
            base: &base,
            sections: Vec::new(),
            loose: Vec::new(),
        };
        for interpolation in [
            Interpolation::Linear,
            Interpolation::Step,
            Interpolation::CubicSpline,
        ] {
            let of: Vec<Moving<'_>> = moving
                .iter()
                .copied()
                .filter(|m| m.keys.interpolation() == interpolation)
                .collect();
            builder.add(interpolation, &of);
        }
        let Builder { sections, loose, .. } = builder;
        let is_still = |b: u32| {
            if own_times.fills(b as usize) {
                return false;
            }
            let mut places = sections.iter().flat_map(|s| s.rotations.iter());
            !places.any(|r| r.place == Place::Block(b))
        };
        let blocks = 0..skeleton.parents.len() as u32;
        let part = |b: u32| &base[b as usize];
        let slot_tracks = clip
            .tracks()
            .iter()
            .filter(|t| t.target.joint().is_none() && !t.keys.is_empty());
        Self {
            translations: blocks.clone().map(|b| part(b).t).collect(),
            scales: blocks
                .clone()
                .filter(|&b| scaled[b as usize])
                .map(|b| (b, part(b).s))
                .collect(),
            rotations: blocks.filter(|&b| is_still(b)).map(|b| (b, part(b).r)).collect(),
            scaled: scaled.into(),
            sections: sections.into(),
            splines: splines(skeleton, &own_times),
            loose: loose.into(),
            slot_tracks: slot_tracks.cloned().collect(),
            rest_morph_weights: skeleton.rest_morph_weights.clone(),
            rest_properties: skeleton.rest_properties.clone(),
            duration_secs: clip.duration_secs(),
        }
    }
}

/// Writes what stands still into `base`; returns what moves, by slot and row.
fn take_still<'a>(skeleton: &RuntimeSkeleton, clip: &'a Clip, base: &mut [Block]) -> Vec<Moving<'a>> {
    // Of two tracks of one target the later wins, as when they are sampled one after the other.
    let mut tracks: Vec<[Option<&Keys>; 3]> = vec![[None; 3]; skeleton.len()];
    for track in clip.tracks().iter().filter(|t| !t.keys.is_empty()) {
        let part = match track.target {
            Target::Translation(_) => 0,
            Target::Rotation(_) => 1,
            Target::Scale(_) => 2,
            Target::MorphWeights(_) | Target::Property(_) => continue,
        };
        if let Some(slot) = track.target.joint().and_then(|j| skeleton.slot(j)) {
            tracks[slot][part] = Some(&track.keys);
        }
    }
    let mut moving = Vec::new();
    for (slot, [translation, rotation, scale]) in tracks.into_iter().enumerate() {
        let (block, lane) = (&mut base[slot / LANES], slot % LANES);
        let hair = skeleton.hairs[skeleton.joint_of_slot[slot].index()];
        for (keys, first, hair) in [(translation, 0, hair), (scale, SCALE_ROW, 0.0)] {
            let Some(keys) = keys else { continue };
            for i in 0..3 {
                match still_number(keys, i, hair) {
                    Some(value) if first == 0 => block.t[i].0[lane] = value,
                    Some(value) => block.s[i].0[lane] = value,
                    None => moving.push(Moving {
                        keys,
                        slot,
                        part: Part::Number(first + i, i),
                    }),
                }
            }
        }
        if let Some(keys) = rotation {
            match still_rotation(keys) {
                Some(q) => (0..4).for_each(|i| block.r[i].0[lane] = q.to_array()[i]),
                None => moving.push(Moving {
                    keys,
                    slot,
                    part: Part::Rotation,
                }),
            }
        }
    }
    moving
}

/// The times of a section's rows.
enum Times {
    /// Those of each of its tracks.
    Own(Vec<f32>),
    /// The union of its tracks' times; where one of them jumps there are two frames, and the flag marks the one before.
    Union(Vec<(f32, bool)>),
}

impl Times {
    fn of(&self) -> Vec<f32> {
        match self {
            Self::Own(times) => times.clone(),
            Self::Union(times) => times.iter().map(|t| t.0).collect(),
        }
    }
}

/// A number of the pose, and the times and values of its keys that matter.
struct FewKeys {
    keys: Vec<(f32, f32)>,
    to: u32,
}

struct Builder<'a> {
    skeleton: &'a RuntimeSkeleton,
    base: &'a [Block],
    sections: Vec<Section>,
    loose: Vec<Loose>,
}

impl Builder<'_> {
    fn add(&mut self, interpolation: Interpolation, moving: &[Moving<'_>]) {
        if moving.is_empty() {
            return;
        }
        let (lively, sluggish);
        let mut moving = moving;
        if interpolation == Interpolation::Linear {
            (lively, sluggish) = self.take_sluggish(moving);
            moving = &lively;
            let frames = union(moving);
            let keys: usize = moving.iter().map(|m| m.keys.len()).sum();
            if !frames.is_empty() && frames.len().saturating_mul(moving.len()) <= keys.saturating_mul(2) {
                let before = self.sections.len();
                self.add_section(interpolation, &Times::Union(frames), moving);
                self.add_sluggish(before, sluggish);
                return;
            }
            self.add_sluggish(self.sections.len(), sluggish);
        }
        // Bits, since numbers that are floats are no keys of a map.
        let mut of_times: HashMap<&[u32], usize> = HashMap::new();
        let mut groups: Vec<Vec<Moving<'_>>> = Vec::new();
        for m in moving {
            let group = *of_times
                .entry(bytemuck::cast_slice(m.keys.times()))
                .or_insert_with(|| {
                    groups.push(Vec::new());
                    groups.len() - 1
                });
            groups[group].push(*m);
        }
        for group in groups {
            let times = Times::Own(group[0].keys.times().to_vec());
            self.add_section(interpolation, &times, &group);
        }
    }

    /// Numbers of long clips that hardly move get tracks of their own, with the few keys that matter, if that saves a row;
    /// returns the others, and these.
    fn take_sluggish<'m>(&self, moving: &[Moving<'m>]) -> (Vec<Moving<'m>>, Vec<FewKeys>) {
        let tracks: Vec<Option<FewKeys>> = moving.iter().map(|m| self.few_keys(m)).collect();
        let is_number = |m: &&Moving<'_>| m.part != Part::Rotation;
        let (numbers, found) = (
            moving.iter().filter(is_number).count(),
            tracks.iter().flatten().count(),
        );
        if numbers.div_ceil(LANES) == (numbers - found).div_ceil(LANES) {
            return (moving.to_vec(), Vec::new());
        }
        let lively = moving.iter().zip(&tracks).filter(|(_, t)| t.is_none());
        (
            lively.map(|(m, _)| *m).collect(),
            tracks.into_iter().flatten().collect(),
        )
    }

    fn few_keys(&self, m: &Moving<'_>) -> Option<FewKeys> {
        let Part::Number(row, i) = m.part else { return None };
        if row >= ROTATION_ROW || m.keys.len() < LONG_KEYS {
            return None;
        }
        let hair = self.skeleton.hairs[self.skeleton.joint_of_slot[m.slot].index()];
        let kept = keys_that_matter(m.keys, i, hair)?;
        if kept.len() > m.keys.len() / FEW_OF {
            return None;
        }
        let key = |&k: &usize| (m.keys.times()[k], m.keys.value(k)[i]);
        Some(FewKeys {
            keys: kept.iter().map(key).collect(),
            to: number_at(m.slot, row),
        })
    }

    /// Puts them on the clock of section `at`, if there is one and their keys are its frames.
    fn add_sluggish(&mut self, at: usize, tracks: Vec<FewKeys>) {
        let mut on_clock = Vec::new();
        for track in tracks {
            let section = self.sections.get(at);
            match section.and_then(|s| Sluggish::new(&s.clock, &track.keys, track.to)) {
                Some(track) => on_clock.push(track),
                None => {
                    let (times, values): (Vec<f32>, Vec<f32>) = track.keys.into_iter().unzip();
                    // Keys of a track that was fine are fine.
                    if let Ok(keys) = Keys::new(times.into(), values, 1, Interpolation::Linear) {
                        self.loose.push(Loose {
                            keys,
                            is_rotation: false,
                            first: track.to,
                        });
                    }
                }
            }
        }
        if let Some(section) = self.sections.get_mut(at) {
            section.sluggish = on_clock.into();
        }
    }

    fn add_section(&mut self, interpolation: Interpolation, times: &Times, moving: &[Moving<'_>]) {
        let clock = Clock::new(times.of());
        let lone_is_fine = self.sections.is_empty() && clock.len() <= SHORT_FRAMES;
        let (turning, mut numbers): (Vec<_>, Vec<_>) =
            moving.iter().copied().partition(|m| m.part == Part::Rotation);
        let mut rotations: Vec<(Place, [Option<Moving<'_>>; LANES])> = Vec::new();
        let mut rest = turning;
        if interpolation == Interpolation::Step {
            // Held, not turned: four numbers like any other.
            numbers.extend(rest.drain(..).flat_map(four_numbers));
        } else if self.sections.is_empty() {
            // Whole blocks only here: what comes later is laid over them lane by lane.
            for block in rest
                .chunk_by(|a, b| a.slot / LANES == b.slot / LANES)
                .filter(|c| c.len() >= CROWDED)
            {
                let mut lanes = [None; LANES];
                for m in block {
                    lanes[m.slot % LANES] = Some(*m);
                }
                rotations.push((Place::Block((block[0].slot / LANES) as u32), lanes));
            }
            rest.retain(|m| {
                !rotations
                    .iter()
                    .any(|(p, _)| *p == Place::Block((m.slot / LANES) as u32))
            });
        }
        let (mut packed, mut lone) = (Vec::new(), Vec::new());
        for lanes in rest.chunks(LANES) {
            if lanes.len() >= COMPANY || lone_is_fine {
                let at = |m: Option<&Moving<'_>>| {
                    number_at(m.map_or(self.skeleton.spare_slot(), |m| m.slot), ROTATION_ROW)
                };
                let place = Place::Scattered(std::array::from_fn(|l| at(lanes.get(l))));
                rotations.push((place, std::array::from_fn(|l| lanes.get(l).copied())));
            } else {
                lone.extend_from_slice(lanes);
            }
        }
        for lanes in numbers.chunks(LANES) {
            if lanes.len() >= COMPANY || lone_is_fine {
                packed.push(lanes);
            } else {
                lone.extend_from_slice(lanes);
            }
        }
        for m in lone {
            self.add_loose(m);
        }
        if rotations.is_empty() && packed.is_empty() {
            return;
        }
        let section = self.rows(interpolation, times, clock, &rotations, &packed);
        self.sections.push(section);
    }

    /// A whole track, once, also if only one of its numbers was to be stored.
    fn add_loose(&mut self, m: Moving<'_>) {
        let (first_row, is_rotation) = match m.part {
            Part::Rotation => (ROTATION_ROW, true),
            Part::Number(row, i) => (row - i, row - i == ROTATION_ROW),
        };
        let first = number_at(m.slot, first_row);
        if self.loose.iter().rev().take(4).all(|l| l.first != first) {
            self.loose.push(Loose {
                keys: m.keys.clone(),
                is_rotation,
                first,
            });
        }
    }

    fn rows(
        &self,
        interpolation: Interpolation,
        times: &Times,
        clock: Clock,
        rotations: &[(Place, [Option<Moving<'_>>; LANES])],
        numbers: &[&[Moving<'_>]],
    ) -> Section {
        let elements = if interpolation == Interpolation::CubicSpline {
            3
        } else {
            1
        };
        let stride = elements * (4 * rotations.len() + numbers.len());
        let mut rows = Vec::with_capacity(stride * clock.len());
        let mut wide = vec![false; rotations.len()];
        for frame in 0..clock.len() {
            for (index, (place, lanes)) in rotations.iter().enumerate() {
                let start = rows.len();
                rows.resize(start + 4 * elements, Lanes::ZERO);
                for (lane, m) in lanes.iter().enumerate() {
                    let mut values = [0.0; 12];
                    match m {
                        Some(m) => read(m.keys, true, times, frame, &mut values[..4 * elements]),
                        None => {
                            let q = match place {
                                Place::Block(b) => local(self.base, *b as usize * LANES + lane).rotation,
                                Place::Scattered(_) => Quat::IDENTITY,
                            };
                            let at = if elements == 3 { 4 } else { 0 };
                            values[at..at + 4].copy_from_slice(&q.to_array());
                        }
                    }
                    if interpolation == Interpolation::Linear && frame > 0 {
                        // The shorter arc, decided here once and not in every frame.
                        let before = std::array::from_fn(|i| rows[start - stride + i].0[lane]);
                        let dot = Quat::from_array(before).dot(Quat::from_slice(&values[..4]));
                        if dot < 0.0 {
                            for value in &mut values {
                                *value = -*value;
                            }
                        }
                        wide[index] |= dot.abs() < NEAR_DOT;
                    }
                    for (row, &v) in rows[start..].iter_mut().zip(&values) {
                        row.0[lane] = v;
                    }
                }
            }
            for lanes in numbers {
                let start = rows.len();
                rows.resize(start + elements, Lanes::ZERO);
                for (lane, m) in lanes.iter().enumerate() {
                    let Part::Number(row, i) = m.part else { continue };
                    let is_rotation = (ROTATION_ROW..SCALE_ROW).contains(&row);
                    let width = m.keys.width();
                    let mut values = [0.0; 12];
                    read(m.keys, is_rotation, times, frame, &mut values[..width * elements]);
                    for (element, row) in rows[start..].iter_mut().enumerate() {
                        row.0[lane] = values[element * width + i];
                    }
                }
            }
        }
        let rotations: Box<[Rotations]> = rotations
            .iter()
            .zip(wide)
            .map(|((place, _), wide)| Rotations { place: *place, wide })
            .collect();
        let spare = number_at(self.skeleton.spare_slot(), 0);
        let at = |m: Option<&Moving<'_>>| match m {
            Some(Moving {
                slot,
                part: Part::Number(row, _),
                ..
            }) => number_at(*slot, *row),
            _ => spare,
        };
        Section {
            clock,
            interpolation,
            wide: rotations.iter().any(|r| r.wide),
            rotations,
            numbers: numbers
                .iter()
                .map(|lanes| std::array::from_fn(|l| at(lanes.get(l))))
                .collect(),
            rows: rows.into(),
            codes: None,
            sluggish: Box::default(),
            stride,
        }
    }
}

/// A rotation that is held, as four numbers.
fn four_numbers(m: Moving<'_>) -> [Moving<'_>; 4] {
    [0, 1, 2, 3].map(|i| Moving {
        part: Part::Number(ROTATION_ROW + i, i),
        ..m
    })
}

/// What a track is at a frame: its key, or between two of them; of splines the whole key.
fn read(keys: &Keys, is_rotation: bool, times: &Times, frame: usize, out: &mut [f32]) {
    match times {
        Times::Own(_) if keys.interpolation() == Interpolation::CubicSpline => {
            let width = keys.width();
            out.copy_from_slice(&keys.values()[frame * 3 * width..(frame + 1) * 3 * width]);
        }
        Times::Own(_) if is_rotation => out.copy_from_slice(&key_rotation(keys, frame).to_array()),
        Times::Own(_) => out.copy_from_slice(keys.value(frame)),
        Times::Union(times) => {
            let (time, before_jump) = times[frame];
            let key = keys.times().partition_point(|&t| t < time);
            if before_jump && keys.times().get(key) == Some(&time) {
                if is_rotation {
                    out.copy_from_slice(&key_rotation(keys, key).to_array());
                } else {
                    out.copy_from_slice(keys.value(key));
                }
            } else {
                sample_track(keys, is_rotation, f64::from(time), out);
            }
        }
    }
}

/// All times of all tracks, once; twice where any track has two keys.
fn union(moving: &[Moving<'_>]) -> Vec<(f32, bool)> {
    // Tracks of one joint and mostly of one clip share their times: look at each list once.
    let mut lists: Vec<&[f32]> = moving.iter().map(|m| m.keys.times()).collect();
    lists.sort_by_key(|l| (l.as_ptr() as usize, l.len()));
    lists.dedup_by_key(|l| (l.as_ptr() as usize, l.len()));
    let mut all: Vec<(f32, bool)> = Vec::new();
    for list in lists {
        for (i, &t) in list.iter().enumerate() {
            // Nought and its negative are one time.
            let t = t + 0.0;
            if i > 0 && list[i - 1] == t {
                all.push((t, true));
            }
            all.push((t, false));
        }
    }
    // The frame before a jump comes first.
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    all.dedup();
    all
}
