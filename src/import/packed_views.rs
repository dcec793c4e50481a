//! Buffer views that EXT_meshopt_compression or KHR_meshopt_compression says how to fill.

use gltf::json;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::decode::meshopt::{Filter, Mode, Stream};
use crate::model::Issue;

/// Both names of the extension; what is meant is the same.
const NAMES: [&str; 2] = ["KHR_meshopt_compression", "EXT_meshopt_compression"];

/// Where the stream of a view is, and what it is.
#[derive(Debug)]
pub(super) struct Packed {
    /// The buffer with the stream.
    pub(super) buffer: usize,
    /// Its first byte.
    pub(super) start: u64,
    /// Bytes.
    pub(super) length: u64,
    /// Where the extension stands.
    pub(super) pointer: String,
    mode: Mode,
    filter: Filter,
    count: usize,
    stride: usize,
}

impl Packed {
    /// The stream in `bytes`.
    pub(super) fn stream<'a>(&self, bytes: &'a [u8]) -> Stream<'a> {
        Stream {
            bytes,
            mode: self.mode,
            filter: self.filter,
            count: self.count,
            stride: self.stride,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Properties {
    buffer: usize,
    #[serde(default)]
    byte_offset: u64,
    byte_length: u64,
    byte_stride: usize,
    count: usize,
    mode: Mode,
    #[serde(default)]
    filter: Filter,
}

fn extension(others: &Map<String, Value>) -> Option<(&'static str, &Value)> {
    NAMES
        .iter()
        .find_map(|name| others.get(*name).map(|value| (*name, value)))
}

/// The compressed views; as many entries as there are views.
pub(super) fn find(root: &json::Root) -> Result<Vec<Option<Packed>>, Issue> {
    let views = root.buffer_views.iter().enumerate();
    views
        .map(|(index, view)| {
            let Some((name, value)) = view.extensions.as_ref().and_then(|e| extension(&e.others)) else {
                return Ok(None);
            };
            let pointer = format!("/bufferViews/{index}/extensions/{name}");
            let read = Properties::deserialize(value).map_err(|e| {
                Issue::error("extension-broken", &pointer)
                    .with("extension", name)
                    .with("reason", e.to_string())
            })?;
            Ok(Some(Packed {
                buffer: read.buffer,
                start: read.byte_offset,
                length: read.byte_length,
                pointer,
                mode: read.mode,
                filter: read.filter,
                count: read.count,
                stride: read.byte_stride,
            }))
        })
        .collect()
}

/// Which buffers only stand in for compressed data: they say so, and nothing else is in them. Their files, if they have
/// any, need not be read.
pub(super) fn stand_ins(root: &json::Root, packed: &[Option<Packed>]) -> Vec<bool> {
    let says_so = |buffer: &json::Buffer| {
        let extension = buffer.extensions.as_ref().and_then(|e| extension(&e.others));
        extension.is_some_and(|(_, value)| value.get("fallback") == Some(&Value::Bool(true)))
    };
    let mut out: Vec<bool> = root.buffers.iter().map(says_so).collect();
    for (view, packed) in root.buffer_views.iter().zip(packed) {
        let used = match packed {
            Some(packed) => packed.buffer,
            None => view.buffer.value(),
        };
        if let Some(out) = out.get_mut(used) {
            *out = false;
        }
    }
    out
}
