//! Clips: channels and samplers to tracks. What is broken is left out track by track, and told.

use std::collections::{BTreeMap, BTreeSet};

use gltf::json;
use gltf::json::animation::{Interpolation as FileInterpolation, Property};
use gltf::json::validation::Checked;

use super::Result;
use super::accessor::{Accessors, Integers};
use super::finite::usable;
use super::keys::{self, KeyTimes};
use super::nodes::Nodes;
use super::preflight::NO_NODE;
use super::report::Report;
use crate::animation::{Clip, Interpolation, Keys, Target, Track};
use crate::math::normalize_or_identity;
use crate::model::{ClipSource, Issue, Source, TrackSource};
use crate::work::Work;
use glam::Quat;

/// How far a rotation key's length may be from 1 before it is worth a word (three printed digits stay below).
const ROTATION_LENGTH_TOLERANCE: f32 = 0.01;

/// The clips of a file.
#[derive(Debug, Default)]
pub(super) struct Clips {
    /// In the file's order, as many as it has.
    pub(super) usable: Vec<Clip>,
    /// Place in the file of each.
    pub(super) sources: Vec<ClipSource>,
}

/// Reads every clip.
pub(super) fn import(data: &Accessors<'_>, nodes: &Nodes, work: &Work, report: &mut Report) -> Result<Clips> {
    let done = work.workers.map(data.root.animations.len(), |index| {
        work.cancel.check()?;
        let mut issues = Vec::new();
        let clip = Reader {
            data,
            nodes,
            index,
            times: BTreeMap::new(),
            issues: &mut issues,
        }
        .clip();
        work.progress.add(1);
        Ok::<_, crate::work::Cancelled>((clip, issues))
    });
    let mut clips = Clips::default();
    for one in done {
        let ((clip, source), issues) = one?;
        report.extend(issues);
        clips.usable.push(clip);
        clips.sources.push(source);
    }
    Ok(clips)
}

struct Reader<'a, 'b> {
    data: &'a Accessors<'a>,
    nodes: &'a Nodes,
    index: usize,
    /// By accessor: exporters share one list of times among many channels.
    times: BTreeMap<usize, Option<KeyTimes>>,
    issues: &'b mut Vec<Issue>,
}

impl Reader<'_, '_> {
    fn clip(mut self) -> (Clip, ClipSource) {
        let animation = &self.data.root.animations[self.index];
        let mut tracks = Vec::with_capacity(animation.channels.len());
        let mut source = ClipSource {
            source: Source::element("animations", self.index),
            tracks: Vec::with_capacity(animation.channels.len()),
            channel_count: animation.channels.len() as u32,
        };
        let mut driven = BTreeSet::new();
        for (c, channel) in animation.channels.iter().enumerate() {
            let pointer = format!("/animations/{}/channels/{c}", self.index);
            match self.track(animation, channel, &pointer, &mut driven) {
                Ok(Some((track, found))) => {
                    tracks.push(track);
                    source.tracks.push(TrackSource {
                        channel: c as u32,
                        ..found
                    });
                }
                Ok(None) => {}
                Err(issue) => self.issues.push(issue),
            }
        }
        (Clip::new(animation.name.clone(), tracks), source)
    }

    fn track(
        &mut self,
        animation: &json::Animation,
        channel: &json::animation::Channel,
        pointer: &str,
        driven: &mut BTreeSet<(usize, u8)>,
    ) -> Result<Option<(Track, TrackSource)>, Issue> {
        let node = channel.target.node.value();
        if node == NO_NODE as usize {
            // Told by `preflight`: legal, and nothing to move.
            return Ok(None);
        }
        let Checked::Valid(property) = channel.target.path else {
            return Err(Issue::warning(
                "channel-unknown-path",
                format!("{pointer}/target/path"),
            ));
        };
        // References that lead nowhere were told by `references`.
        let Some(&joint) = self.nodes.joint_of_node.get(node) else {
            return Ok(None);
        };
        let Some(sampler) = animation.samplers.get(channel.sampler.value()) else {
            return Ok(None);
        };
        let (target, kind) = match property {
            Property::Translation => (Target::Translation(joint), 0),
            Property::Rotation => (Target::Rotation(joint), 1),
            Property::Scale => (Target::Scale(joint), 2),
            Property::MorphTargetWeights => (Target::MorphWeights(self.nodes.morph_ranges[node].clone()), 3),
        };
        if target.width() == 0 {
            return Err(Issue::warning(
                "channel-without-morph-targets",
                format!("{pointer}/target"),
            ));
        }
        if !driven.insert((node, kind)) {
            return Err(Issue::warning("channel-doubled", format!("{pointer}/target")));
        }
        if kind < 3 && self.data.root.nodes[node].matrix.is_some() {
            self.issues.push(Issue::warning(
                "channel-on-matrix",
                format!("{pointer}/target/node"),
            ));
        }
        let interpolation = match sampler.interpolation {
            Checked::Valid(FileInterpolation::Linear) => Interpolation::Linear,
            Checked::Valid(FileInterpolation::Step) => Interpolation::Step,
            Checked::Valid(FileInterpolation::CubicSpline) => Interpolation::CubicSpline,
            Checked::Invalid => {
                let at = format!("/animations/{}/samplers/{}", self.index, channel.sampler.value());
                self.issues.push(Issue::warning(
                    "sampler-unknown-interpolation",
                    format!("{at}/interpolation"),
                ));
                Interpolation::Linear
            }
        };
        let Some(times) = self.times(sampler.input.value(), pointer)? else {
            return Ok(None);
        };
        if times.times.is_empty() {
            return Err(Issue::warning("track-without-keys", pointer));
        }
        let mut source = TrackSource {
            sampler: channel.sampler.value() as u32,
            times_accessor: sampler.input.value() as u32,
            values_accessor: sampler.output.value() as u32,
            times_sorted: times.order.is_some(),
            ..TrackSource::default()
        };
        let keys = self.keys(&target, interpolation, &times, &mut source, pointer)?;
        Ok(Some((Track { target, keys }, source)))
    }

    /// Key times by accessor; `None` if they were refused and told before.
    fn times(&mut self, accessor: usize, pointer: &str) -> Result<Option<KeyTimes>, Issue> {
        if let Some(known) = self.times.get(&accessor) {
            return Ok(known.clone());
        }
        let place = format!("/accessors/{accessor}");
        let made = self
            .data
            .floats(accessor, Integers::AsFlagged, |[t]: [f32; 1]| t)
            .and_then(|raw| {
                // Times are shared among tracks: they are moved into their final place once.
                let count = raw.len();
                self.data.budget.ask(count, size_of::<f32>(), &place)?;
                let checked = keys::check(raw, &place);
                self.data.budget.give_back(count, size_of::<f32>());
                checked
            });
        match made {
            Ok((times, issues)) => {
                self.issues.extend(issues);
                self.times.insert(accessor, Some(times.clone()));
                Ok(Some(times))
            }
            Err(issue) => {
                self.times.insert(accessor, None);
                Err(issue.with("channel", pointer))
            }
        }
    }

    fn keys(
        &mut self,
        target: &Target,
        interpolation: Interpolation,
        times: &KeyTimes,
        source: &mut TrackSource,
        pointer: &str,
    ) -> Result<Keys, Issue> {
        let output = source.values_accessor as usize;
        let width = target.width();
        let parts = if interpolation == Interpolation::CubicSpline {
            3
        } else {
            1
        };
        let (per_element, expected) = match target {
            Target::MorphWeights(_) | Target::Property(_) => {
                (1, times.times.len().checked_mul(parts * width))
            }
            _ => (width, times.times.len().checked_mul(parts)),
        };
        let found = self.data.count(output)?;
        if Some(found) != expected {
            return Err(Issue::error("track-key-count", pointer)
                .with("expected", expected.unwrap_or(usize::MAX))
                .with("found", found)
                .with("keys", times.times.len()));
        }
        let mut values = match per_element {
            1 => self
                .data
                .floats(output, Integers::Normalized, |[v]: [f32; 1]| v)?,
            3 => flat(self.data.floats(output, Integers::AsFlagged, |v: [f32; 3]| v)?),
            _ => flat(self.data.floats(output, Integers::Normalized, |v: [f32; 4]| v)?),
        };
        let key = |at: usize| at / (width * parts).max(1);
        if let Some(at) = values.iter().position(|&v| !usable(v)) {
            return Err(Issue::error("key-value-not-finite", pointer).with("key", key(at)));
        }
        values = times.reorder(values, width * parts);
        if matches!(target, Target::Rotation(_)) {
            source.rotation_length_error = self.normalize_rotations(&mut values, parts, pointer);
        }
        Keys::new(times.times.clone(), values, width, interpolation)
            .map_err(|e| Issue::error("track-broken", pointer).with("reason", e.to_string()))
    }

    /// Makes rotation keys unit quaternions; the tangents of a spline stay as they are. Returns how far the longest or
    /// shortest was from 1.
    fn normalize_rotations(&mut self, values: &mut [f32], parts: usize, pointer: &str) -> f32 {
        let (mut off, mut first, mut worst) = (0_usize, 0, 0.0_f32);
        for (key, element) in values.chunks_exact_mut(4 * parts).enumerate() {
            let value = if parts == 3 {
                &mut element[4..8]
            } else {
                &mut element[..4]
            };
            let q = Quat::from_xyzw(value[0], value[1], value[2], value[3]);
            let square = q.length_squared();
            let error = (square.sqrt() - 1.0).abs();
            worst = worst.max(error);
            if error > ROTATION_LENGTH_TOLERANCE {
                first = if off == 0 { key } else { first };
                off += 1;
            }
            // Unit to the last bits: the file's own numbers stay.
            if (square - 1.0).abs() >= 1e-7 {
                value.copy_from_slice(&normalize_or_identity(q).to_array());
            }
        }
        if off > 0 {
            let issue = Issue::warning("rotation-keys-not-normalized", pointer);
            self.issues.push(issue.with("count", off).with("first", first));
        }
        worst
    }
}

fn flat<const N: usize>(elements: Vec<[f32; N]>) -> Vec<f32> {
    elements.into_flattened()
}
