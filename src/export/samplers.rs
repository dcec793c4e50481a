//! Which accessors the animations need, each content once.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::json_text::{changed, elements, list, member, members};
use super::references::{self, Used, index};
use crate::animation::compression::{FileClip, FileKeys};
use crate::animation::{Interpolation, JointId, Target};
use crate::model::Model;
use glam::DVec3;

/// What an accessor holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Content {
    /// Key times, as bits.
    Times(Vec<u32>),
    /// So many floats an element, as bits.
    Floats(u8, Vec<u32>),
    /// Rotations in 16 bits; true: input of the quaternion filter.
    Rotations(bool, Vec<[i16; 4]>),
}

impl Content {
    /// Elements.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Times(v) => v.len(),
            Self::Floats(width, v) => v.len() / usize::from(*width).max(1),
            Self::Rotations(_, v) => v.len(),
        }
    }

    /// Bytes an element.
    pub(super) fn stride(&self) -> usize {
        match self {
            Self::Times(_) => 4,
            Self::Floats(width, _) => 4 * usize::from(*width),
            Self::Rotations(..) => 8,
        }
    }
}

/// A sampler to write.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sampler {
    /// As in the file.
    Kept(String),
    /// What else its text says; its times and values as numbers of [`Plan::needs`]; how it runs.
    New {
        text: String,
        input: usize,
        output: usize,
        interpolation: Interpolation,
    },
}

/// One animation.
#[derive(Debug)]
pub(super) struct Animation {
    text: String,
    channels: Vec<String>,
    pub(super) samplers: Vec<Sampler>,
}

/// All animations, and what they need.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) animations: Vec<Animation>,
    /// Contents; several may be equal where an index is to be used.
    pub(super) needs: Vec<Content>,
    /// Accessors of the file that are no longer used.
    pub(super) freed: Vec<usize>,
    /// The index that each need got.
    pub(super) index_of: Vec<usize>,
}

impl Plan {
    /// Plans all animations; what of them stays is added to `used`. `lean`: without the channels that say nothing, and
    /// with each sampler once.
    pub(super) fn new(
        json: &str,
        model: &Model,
        clips: &[FileClip],
        document: &Value,
        lean: bool,
        used: &mut Used,
    ) -> Self {
        let mut plan = Self::default();
        let mut known = BTreeMap::new();
        let mut freed = Vec::new();
        let root = members(json);
        let texts = member(&root, "animations").map(elements).unwrap_or_default();
        let unmoved = if lean {
            unmoved(document, model, clips)
        } else {
            BTreeSet::new()
        };
        for (a, text) in texts.into_iter().enumerate() {
            let Some(new) = clips.get(a) else {
                plan.animations.push(Animation::kept(text));
                keep_all(document, a, used);
                continue;
            };
            let own = members(text);
            let channels = member(&own, "channels").map(elements).unwrap_or_default();
            let samplers = member(&own, "samplers").map(elements).unwrap_or_default();
            let mut out = Animation {
                text: text.to_owned(),
                channels: Vec::with_capacity(channels.len()),
                samplers: Vec::new(),
            };
            let file_channels = &document["animations"][a]["channels"];
            for (c, channel) in channels.iter().enumerate() {
                let old = index(&file_channels[c]["sampler"]);
                let old_text = old.and_then(|s| samplers.get(s)).copied();
                let (Some(old), Some(old_text)) = (old, old_text) else {
                    out.channels.push((*channel).to_owned());
                    continue;
                };
                let file = &document["animations"][a]["samplers"][old];
                let accessors = [&file["input"], &file["output"]].map(index);
                let is_last_hope = out.channels.is_empty() && c + 1 == channels.len();
                let sampler = match new_keys(model, clips, a, c) {
                    Some(_) if !is_last_hope && unmoved.contains(&target_of(&file_channels[c])) => {
                        freed.extend(accessors.into_iter().flatten());
                        continue;
                    }
                    Some(keys) => {
                        freed.extend(accessors.into_iter().flatten());
                        let [input, output] = contents(keys, new.filtered).map(|content| {
                            *known.entry(content.clone()).or_insert_with(|| {
                                plan.needs.push(content);
                                plan.needs.len() - 1
                            })
                        });
                        let own = [("input", None), ("output", None), ("interpolation", None)];
                        Sampler::New {
                            text: changed(old_text, &own),
                            input,
                            output,
                            interpolation: keys.keys.interpolation(),
                        }
                    }
                    None => {
                        used.accessors.extend(accessors.into_iter().flatten());
                        Sampler::Kept(old_text.to_owned())
                    }
                };
                let same = out.samplers.iter().position(|s| *s == sampler);
                let at = same.filter(|_| lean).unwrap_or_else(|| {
                    out.samplers.push(sampler);
                    out.samplers.len() - 1
                });
                out.channels
                    .push(changed(channel, &[("sampler", Some(at.to_string()))]));
            }
            plan.animations.push(out);
        }
        freed.sort_unstable();
        freed.dedup();
        freed.retain(|a| !used.accessors.contains(a));
        plan.freed = freed;
        // Views of accessors that stay.
        for (at, accessor) in references::list(document, "accessors").enumerate() {
            if plan.freed.binary_search(&at).is_err() {
                used.views.extend(references::views_of(accessor));
            }
        }
        plan
    }

    /// The animations as JSON.
    pub(super) fn texts(&self) -> Vec<String> {
        self.animations.iter().map(|a| a.text(&self.index_of)).collect()
    }
}

impl Animation {
    fn kept(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            channels: Vec::new(),
            samplers: Vec::new(),
        }
    }

    fn text(&self, index_of: &[usize]) -> String {
        if self.samplers.is_empty() {
            return self.text.clone();
        }
        let samplers = self.samplers.iter().map(|sampler| match sampler {
            Sampler::Kept(text) => text.clone(),
            Sampler::New {
                text,
                input,
                output,
                interpolation,
            } => {
                let word = match interpolation {
                    Interpolation::Step => Some("\"STEP\"".to_owned()),
                    Interpolation::CubicSpline => Some("\"CUBICSPLINE\"".to_owned()),
                    // What it is without a word.
                    Interpolation::Linear => None,
                };
                changed(
                    text,
                    &[
                        ("input", Some(index_of[*input].to_string())),
                        ("interpolation", word),
                        ("output", Some(index_of[*output].to_string())),
                    ],
                )
            }
        });
        changed(
            &self.text,
            &[
                ("channels", Some(list(&self.channels))),
                ("samplers", Some(list(samplers.collect::<Vec<_>>()))),
            ],
        )
    }
}

fn keep_all(document: &Value, animation: usize, used: &mut Used) {
    let samplers = document["animations"][animation]["samplers"].as_array();
    for sampler in samplers.into_iter().flatten() {
        used.accessors.extend(
            [&sampler["input"], &sampler["output"]]
                .into_iter()
                .filter_map(index),
        );
    }
}

/// What became of a channel; `None` for one that is no track of the model, or another one than the file has.
fn new_keys<'a>(
    model: &Model,
    clips: &'a [FileClip],
    animation: usize,
    channel: usize,
) -> Option<&'a FileKeys> {
    let tracks = &model.clip_sources.get(animation)?.tracks;
    let at = tracks.iter().position(|t| t.channel as usize == channel)?;
    let track = model.clips.get(animation)?.tracks().get(at)?;
    let keys = clips.get(animation)?.tracks.get(at)?;
    (!was_moved(model, &track.target)).then_some(keys)
}

/// A node and what of it moves.
type Moved<'a> = (Option<u64>, Option<&'a str>);

fn target_of(channel: &Value) -> Moved<'_> {
    (
        channel["target"]["node"].as_u64(),
        channel["target"]["path"].as_str(),
    )
}

/// What no animation takes out of the rest pose, so that its channels may go. Where one does, the others keep theirs: an
/// engine may otherwise leave a joint as the animation before has put it.
fn unmoved<'a>(document: &'a Value, model: &Model, clips: &[FileClip]) -> BTreeSet<Moved<'a>> {
    let [mut all, mut moved] = [BTreeSet::new(), BTreeSet::new()];
    for (a, animation) in references::list(document, "animations").enumerate() {
        for (c, channel) in references::list(animation, "channels").enumerate() {
            let plain = |value: &Value| value.as_object().is_some_and(|o| o.len() == 2);
            let says_more = !plain(channel) || !plain(&channel["target"]);
            let rests = new_keys(model, clips, a, c).is_some_and(|keys| keys.is_rest);
            let list = if rests && !says_more { &mut all } else { &mut moved };
            list.insert(target_of(channel));
        }
    }
    all.retain(|target| !moved.contains(target));
    all
}

/// The importer subtracted its origin from tracks of roots: the file has other numbers.
fn was_moved(model: &Model, target: &Target) -> bool {
    let is_root = |joint: JointId| model.skeleton.parent(joint).is_none();
    model.origin != DVec3::ZERO && matches!(target, Target::Translation(joint) if is_root(*joint))
}

fn contents(keys: &FileKeys, filtered: bool) -> [Content; 2] {
    let bits = |v: &[f32]| v.iter().map(|v| v.to_bits()).collect::<Vec<u32>>();
    let times = Content::Times(bits(keys.keys.times()));
    let values = match &keys.integers {
        Some(integers) => Content::Rotations(filtered && !keys.is_spline(), integers.clone()),
        // Morph weights are single numbers, however many a key has.
        None => {
            let width = match keys.keys.width() {
                width @ (3 | 4) if !keys.is_weights => width as u8,
                _ => 1,
            };
            Content::Floats(width, bits(keys.keys.values()))
        }
    };
    [times, values]
}
