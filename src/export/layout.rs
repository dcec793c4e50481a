//! The binary chunk, and the accessors, views and buffers that say what is where in it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::json_text::{changed, elements, member, members};
use super::references::{self, Used, index, views_of};
use super::samplers::{Content, Plan};
use super::slots::Slot;
use super::{Source, meshopt_name};
use crate::animation::compression::{encode_meshopt, exponential, filtered};
use crate::model::Issue;

/// What goes into the file.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) accessors: Vec<String>,
    pub(super) views: Vec<String>,
    pub(super) buffers: Vec<String>,
    pub(super) bin: Vec<u8>,
    /// The extension that packs views, if any is packed.
    pub(super) extension: Option<&'static str>,
    pub(super) bytes_before: u64,
    pub(super) bytes_after: u64,
}

const NAMES: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// Where a view's bytes are: of a packed one the packed ones.
struct Place {
    buffer: usize,
    start: usize,
    length: usize,
    /// The extension that says so.
    packed: Option<&'static str>,
}

fn place(view: &Value) -> Option<Place> {
    let packed = NAMES
        .into_iter()
        .find(|name| view["extensions"][name].is_object());
    let from = packed.map_or(view, |name| &view["extensions"][name]);
    Some(Place {
        buffer: index(&from["buffer"])?,
        start: index(&from["byteOffset"]).unwrap_or(0),
        length: index(&from["byteLength"])?,
        packed,
    })
}

/// Contents of one kind, which go into a view together.
struct Group {
    stride: usize,
    filter: Option<&'static str>,
    bytes: Vec<u8>,
}

/// Lays everything out.
pub(super) fn write(
    source: &Source<'_>,
    document: &Value,
    used: &Used,
    plan: &Plan,
    slots: &[Slot],
    packed: bool,
) -> Result<Written, Issue> {
    let root = members(source.json);
    let texts = |name: &str| member(&root, name).map(elements).unwrap_or_default();
    let (view_texts, accessor_texts, buffer_texts) =
        (texts("bufferViews"), texts("accessors"), texts("buffers"));
    let views: Vec<&Value> = references::list(document, "bufferViews").collect();
    let freed = freed_views(document, used, plan);
    let had = meshopt_name(document);
    let extension = (packed || had.is_some()).then(|| had.unwrap_or(NAMES[0]));
    let extension = extension.filter(|_| !plan.needs.is_empty());

    // New numbers, and which view each content is in.
    let holes: Vec<usize> = freed
        .iter()
        .copied()
        .filter(|v| (*v..views.len()).any(|later| !freed.contains(&later)))
        .collect();
    let (groups, in_group) = group(plan, extension.is_some(), holes.len());
    let kept_count = (0..views.len())
        .rfind(|v| !freed.contains(v))
        .map_or(0, |v| v + 1);
    let mut free = holes.iter().copied();
    let mut next = kept_count;
    let group_view: Vec<usize> = groups
        .iter()
        .map(|_| {
            free.next().unwrap_or_else(|| {
                next += 1;
                next - 1
            })
        })
        .collect();

    // Bytes of views that stay: what they share is written once.
    let mut bin = Vec::new();
    let moved = copy_kept(source, &views, &freed, &mut bin)?;

    let mut buffers = Buffers::new(source, &buffer_texts, document, extension);
    let mut out_views: Vec<String> = vec![String::new(); next.max(kept_count)];
    for (at, view) in views.iter().enumerate().take(kept_count) {
        if freed.contains(&at) {
            continue;
        }
        let text = view_texts.get(at).copied().unwrap_or("{}");
        out_views[at] = match (&moved[at], place(view)) {
            (Some(start), Some(place)) => {
                let offset = [
                    ("buffer", Some("0".to_owned())),
                    ("byteOffset", Some(start.to_string())),
                ];
                match place.packed {
                    None => changed(text, &offset),
                    Some(name) => {
                        let outer = members(text);
                        let extensions = member(&outer, "extensions").unwrap_or("{}");
                        let inner = members(extensions);
                        let new = changed(member(&inner, name).unwrap_or("{}"), &offset);
                        let mut changes =
                            vec![("extensions", Some(changed(extensions, &[(name, Some(new))])))];
                        let outer_buffer = index(&view["buffer"]).map(|b| buffers.number(b));
                        if let Some(number) = outer_buffer {
                            changes.push(("buffer", Some(number.to_string())));
                        }
                        changed(text, &changes)
                    }
                }
            }
            _ => text.to_owned(),
        };
    }
    let mut bytes_after = 0;
    for (group, at) in groups.iter().zip(&group_view) {
        bin.resize(bin.len().next_multiple_of(4), 0);
        let start = bin.len();
        out_views[*at] = match extension {
            None => {
                bin.extend_from_slice(&group.bytes);
                json!({ "buffer": 0, "byteOffset": start, "byteLength": group.bytes.len() }).to_string()
            }
            Some(name) => {
                let stream = encode_meshopt(&group.bytes, group.stride);
                bin.extend_from_slice(&stream);
                let count = group.bytes.len() / group.stride;
                let mut how = json!({
                    "buffer": 0, "byteOffset": start, "byteLength": stream.len(),
                    "byteStride": group.stride, "count": count, "mode": "ATTRIBUTES",
                });
                if let Some(filter) = group.filter {
                    how["filter"] = filter.into();
                }
                let (fallback, offset) = buffers.stand_in(group.bytes.len());
                json!({
                    "buffer": fallback, "byteOffset": offset, "byteLength": group.bytes.len(),
                    "extensions": { name: how },
                })
                .to_string()
            }
        };
        bytes_after += (bin.len() - start) as u64;
    }
    for text in out_views.iter_mut().filter(|t| t.is_empty()) {
        // A number in the middle that nothing is left for: four bytes that nobody reads.
        bin.resize(bin.len().next_multiple_of(4), 0);
        *text = json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": 4 }).to_string();
        bin.extend([0; 4]);
    }
    bin.resize(bin.len().next_multiple_of(4), 0);
    let accessors = slots
        .iter()
        .enumerate()
        .map(|(at, slot)| match slot {
            Slot::Kept => accessor_texts
                .get(at)
                .map_or_else(|| "{}".to_owned(), |t| (*t).to_owned()),
            Slot::Need(need) => {
                let (group, offset) = in_group[*need];
                accessor(&plan.needs[*need], group_view[group], offset)
            }
            Slot::Empty => json!({ "componentType": 5126, "count": 1, "type": "SCALAR" }).to_string(),
        })
        .collect();
    Ok(Written {
        accessors,
        views: out_views,
        buffers: buffers.finish(bin.len()),
        bin,
        extension,
        bytes_before: bytes_before(document, plan, &freed),
        bytes_after,
    })
}

/// Views that only accessors use which go away.
fn freed_views(document: &Value, used: &Used, plan: &Plan) -> Vec<usize> {
    let accessors: Vec<&Value> = references::list(document, "accessors").collect();
    let mut freed: Vec<usize> = plan
        .freed
        .iter()
        .filter_map(|a| accessors.get(*a))
        .flat_map(|a| views_of(a))
        .filter(|v| !used.views.contains(v))
        .collect();
    freed.sort_unstable();
    freed.dedup();
    freed
}

/// What the animations' own views, or their part of shared ones, weighed.
fn bytes_before(document: &Value, plan: &Plan, freed: &[usize]) -> u64 {
    let views: Vec<&Value> = references::list(document, "bufferViews").collect();
    let own: u64 = freed
        .iter()
        .filter_map(|v| place(views.get(*v)?))
        .map(|p| p.length as u64)
        .sum();
    let accessors: Vec<&Value> = references::list(document, "accessors").collect();
    let shared: u64 = plan
        .freed
        .iter()
        .filter_map(|a| accessors.get(*a))
        .filter(|a| views_of(a).iter().any(|v| freed.binary_search(v).is_err()))
        .map(|a| {
            let size = match a["componentType"].as_u64() {
                Some(5120 | 5121) => 1,
                Some(5122 | 5123) => 2,
                _ => 4,
            };
            let width = match a["type"].as_str() {
                Some("VEC3") => 3,
                Some("VEC4") => 4,
                _ => 1,
            };
            a["count"].as_u64().unwrap_or(0).saturating_mul(size * width)
        })
        .sum();
    own + shared
}

/// Copies what stays; per view where its bytes begin now.
fn copy_kept(
    source: &Source<'_>,
    views: &[&Value],
    freed: &[usize],
    bin: &mut Vec<u8>,
) -> Result<Vec<Option<usize>>, Issue> {
    let mut moved = vec![None; views.len()];
    let mut spans: Vec<(usize, usize, usize, usize)> = Vec::new();
    for (at, view) in views
        .iter()
        .enumerate()
        .filter(|(at, _)| freed.binary_search(at).is_err())
    {
        let Some(p) = place(view) else { continue };
        // A view of a buffer that only stands in has nothing to copy.
        let Some(Some(bytes)) = source.buffers.get(p.buffer) else {
            continue;
        };
        let end = p.start.checked_add(p.length).filter(|end| *end <= bytes.len());
        let end = end.ok_or_else(|| Issue::error("export-view", format!("/bufferViews/{at}")))?;
        spans.push((p.buffer, p.start, end, at));
    }
    spans.sort_unstable();
    let mut first = 0;
    while first < spans.len() {
        // Views that overlap move as one.
        let (buffer, start, mut end, _) = spans[first];
        let mut last = first + 1;
        while last < spans.len() && spans[last].0 == buffer && spans[last].1 < end {
            end = end.max(spans[last].2);
            last += 1;
        }
        // As it was aligned, it stays aligned.
        while bin.len() % 8 != start % 8 {
            bin.push(0);
        }
        let offset = bin.len();
        if let Some(Some(bytes)) = source.buffers.get(buffer) {
            bin.extend_from_slice(&bytes[start..end]);
        }
        for (_, own, _, view) in &spans[first..last] {
            moved[*view] = Some(offset + own - start);
        }
        first = last;
    }
    Ok(moved)
}

/// Puts contents that can share a view together, equal ones in the same place: `at_least` views, if there are contents enough.
fn group(plan: &Plan, packed: bool, at_least: usize) -> (Vec<Group>, Vec<(usize, usize)>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: BTreeMap<(usize, Option<&'static str>, u8), usize> = BTreeMap::new();
    let mut in_group: Vec<(usize, usize)> = Vec::with_capacity(plan.needs.len());
    let mut placed: BTreeMap<&Content, (usize, usize)> = BTreeMap::new();
    let mut left = plan.needs.len();
    for need in &plan.needs {
        // As soon as no more contents are left than views are wanted, each has its own.
        let alone = at_least > groups.len() && left <= at_least - groups.len();
        left -= 1;
        if let Some(place) = placed.get(need).filter(|_| !alone) {
            in_group.push(*place);
            continue;
        }
        let (filter, bytes) = bytes_of(need, packed);
        let (stride, kind) = match (packed, need) {
            (false, _) | (true, Content::Times(_)) => (4, 0),
            (true, _) => (need.stride(), 1),
        };
        let key = (stride, filter, kind);
        let at = match known.get(&key).filter(|_| !alone) {
            Some(at) => *at,
            None => {
                groups.push(Group {
                    stride,
                    filter,
                    bytes: Vec::new(),
                });
                known.insert(key, groups.len() - 1);
                groups.len() - 1
            }
        };
        let offset = groups[at].bytes.len();
        groups[at].bytes.extend(bytes);
        in_group.push((at, offset));
        placed.insert(need, (at, offset));
    }
    (groups, in_group)
}

#[expect(clippy::match_same_arms, reason = "a line for each kind of content")]
fn bytes_of(content: &Content, packed: bool) -> (Option<&'static str>, Vec<u8>) {
    let plain = |v: &[u32]| v.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    match content {
        Content::Times(v) => (None, plain(v)),
        Content::Floats(_, v) if packed => {
            let floats: Vec<f32> = v.iter().map(|v| f32::from_bits(*v)).collect();
            match exponential(&floats) {
                Some(words) => (Some("EXPONENTIAL"), plain(&words)),
                None => (None, plain(v)),
            }
        }
        Content::Floats(_, v) => (None, plain(v)),
        Content::Rotations(is_input, v) => {
            let filter = (packed && *is_input).then_some("QUATERNION");
            let plain = |q: &[i16; 4]| if *is_input && !packed { filtered(*q) } else { *q };
            (
                filter,
                v.iter().flat_map(plain).flat_map(i16::to_le_bytes).collect(),
            )
        }
    }
}

#[expect(clippy::match_same_arms, reason = "a line for each kind of content")]
fn accessor(content: &Content, view: usize, offset: usize) -> String {
    let (component, kind) = match content {
        Content::Times(_) => (5126, "SCALAR"),
        Content::Floats(3, _) => (5126, "VEC3"),
        Content::Floats(4, _) => (5126, "VEC4"),
        Content::Floats(..) => (5126, "SCALAR"),
        Content::Rotations(..) => (5122, "VEC4"),
    };
    let mut out =
        json!({ "bufferView": view, "componentType": component, "count": content.count(), "type": kind });
    if offset > 0 {
        out["byteOffset"] = offset.into();
    }
    match content {
        Content::Times(bits) => {
            let times = || bits.iter().map(|b| f64::from(f32::from_bits(*b)));
            out["min"] = json!([times().fold(f64::INFINITY, f64::min)]);
            out["max"] = json!([times().fold(f64::NEG_INFINITY, f64::max)]);
        }
        Content::Rotations(..) => out["normalized"] = true.into(),
        Content::Floats(..) => {}
    }
    out.to_string()
}

/// The list of buffers: the chunk first, then those that stand in for compressed data.
struct Buffers {
    chunk: String,
    others: Vec<(usize, String)>,
    /// Of [`Self::others`], the one that new views stand in, and how long it is.
    fallback: Option<(usize, usize)>,
    extension: Option<&'static str>,
}

impl Buffers {
    fn new(source: &Source<'_>, texts: &[&str], document: &Value, extension: Option<&'static str>) -> Self {
        let real = source.buffers.iter().position(Option::is_some);
        let chunk = real.and_then(|at| texts.get(at)).copied().unwrap_or("{}");
        let others: Vec<(usize, String)> = source
            .buffers
            .iter()
            .enumerate()
            .filter(|(_, bytes)| bytes.is_none())
            .filter_map(|(at, _)| Some((at, (*texts.get(at)?).to_owned())))
            .collect();
        let says_so = |at: usize| {
            let of = &document["buffers"][at]["extensions"];
            NAMES.iter().any(|name| of[name]["fallback"] == true)
        };
        let fallback = others.iter().position(|(at, _)| says_so(*at)).map(|place| {
            (
                place,
                index(&document["buffers"][others[place].0]["byteLength"]).unwrap_or(0),
            )
        });
        Self {
            chunk: chunk.to_owned(),
            others,
            fallback,
            extension,
        }
    }

    /// The new number of a buffer.
    fn number(&self, old: usize) -> usize {
        self.others
            .iter()
            .position(|(at, _)| *at == old)
            .map_or(0, |p| p + 1)
    }

    /// A place for bytes that are only there once they are unpacked.
    fn stand_in(&mut self, length: usize) -> (usize, usize) {
        let (place, start) = self.fallback.unwrap_or_else(|| {
            let name = self.extension.unwrap_or(NAMES[0]);
            let text = json!({ "byteLength": 0, "extensions": { name: { "fallback": true } } });
            self.others.push((usize::MAX, text.to_string()));
            (self.others.len() - 1, 0)
        });
        let start = start.next_multiple_of(4);
        self.fallback = Some((place, start + length));
        let length = (start + length).to_string();
        self.others[place].1 = changed(&self.others[place].1, &[("byteLength", Some(length))]);
        (place + 1, start)
    }

    fn finish(self, length: usize) -> Vec<String> {
        let mut out = Vec::new();
        if length > 0 || !self.others.is_empty() {
            out.push(changed(
                &self.chunk,
                &[("byteLength", Some(length.to_string())), ("uri", None)],
            ));
        }
        out.extend(self.others.into_iter().map(|(_, text)| text));
        out
    }
}
