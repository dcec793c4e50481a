//! What must be right before anything is read: JSON, version, required extensions. Then the document itself.

use gltf::json;
use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::report::Report;
use super::{Result, extensions, khr_animation_pointer, sniff};
use crate::model::Issue;

/// The index of a node that stands for "no node". The crate's struct cannot leave it out, the specification can.
pub(super) const NO_NODE: u32 = u32::MAX;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    asset: Option<Asset>,
    #[serde(default)]
    extensions_required: Vec<String>,
    /// glTF 1.0 has objects where 2.0 has lists.
    meshes: Option<IsObject>,
    /// What other formats of JSON begin with.
    producer: Option<IgnoredAny>,
    metadata: Option<IgnoredAny>,
}

/// Whether something is an object and not a list, without keeping any of it.
struct IsObject(bool);

impl<'de> Deserialize<'de> for IsObject {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Look;
        impl<'de> Visitor<'de> for Look {
            type Value = IsObject;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a sequence")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<IsObject, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(IsObject(false))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<IsObject, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(IsObject(true))
            }
        }
        deserializer.deserialize_any(Look)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asset {
    version: Option<String>,
    min_version: Option<String>,
}

/// Checks version and required extensions.
pub(super) fn check(text: &[u8], name: &str) -> Result<(), Issue> {
    let head: Head = serde_json::from_slice(text).map_err(|e| broken(&e))?;
    if head.meshes.is_some_and(|m| m.0) {
        return Err(Issue::error("unsupported-version", "/asset/version").with("version", "1.0"));
    }
    let Some(asset) = head.asset else {
        // Scenes of Babylon.js and three.js are JSON, too.
        if head.producer.is_some() || sniff::by_ending(name) == Some("not-gltf-babylon") {
            return Err(Issue::error("not-gltf-babylon", ""));
        }
        if head.metadata.is_some() {
            return Err(Issue::error("not-gltf-three", ""));
        }
        return Err(Issue::error("asset-missing", "/asset"));
    };
    let Some(version) = asset.version else {
        return Err(Issue::error("asset-missing", "/asset/version"));
    };
    let major_minor = |v: &str| -> Option<(u32, u32)> {
        let (major, minor) = v.trim().split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    if major_minor(&version).is_none_or(|(major, _)| major != 2) {
        return Err(Issue::error("unsupported-version", "/asset/version").with("version", version));
    }
    if let Some(least) = asset.min_version
        && major_minor(&least).is_none_or(|v| v > (2, 0))
    {
        return Err(Issue::error("unsupported-version", "/asset/minVersion").with("version", least));
    }
    extensions::check_required(&head.extensions_required)
}

/// Reads the document. Only if the crate cannot read it as it stands is it read as a [`Value`] and helped.
pub(super) fn parse(text: &[u8], report: &mut Report) -> Result<json::Root> {
    let error = match serde_json::from_slice(text) {
        Ok(root) => return Ok(root),
        Err(error) => error,
    };
    let mut value: Value = serde_json::from_slice(text).map_err(|e| broken(&e))?;
    if !name_missing_nodes(&mut value, report) {
        return Err(broken(&error).into());
    }
    // Through text again, so that a further error has a line.
    let text = serde_json::to_vec(&value).map_err(|e| broken(&e))?;
    Ok(serde_json::from_slice(&text).map_err(|e| broken(&e))?)
}

fn broken(error: &serde_json::Error) -> Issue {
    // The sentence ends in its place, which has arguments of its own.
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or(&text).to_owned();
    Issue::error("json-broken", "")
        .with("reason", reason)
        .with("line", error.line())
        .with("column", error.column())
}

/// Gives channels without a node the one that their pointer names, else the index [`NO_NODE`]. True if there were any.
fn name_missing_nodes(value: &mut Value, report: &mut Report) -> bool {
    let mut found = false;
    let animations = value.get_mut("animations").and_then(Value::as_array_mut);
    for (a, animation) in animations.into_iter().flatten().enumerate() {
        let channels = animation.get_mut("channels").and_then(Value::as_array_mut);
        for (c, channel) in channels.into_iter().flatten().enumerate() {
            let Some(target) = channel.get_mut("target").and_then(Value::as_object_mut) else {
                continue;
            };
            if !target.contains_key("node") {
                found = true;
                if let Some((node, path)) = khr_animation_pointer::joint(target) {
                    target.insert("node".to_owned(), node.into());
                    target.insert("path".to_owned(), path.into());
                    continue;
                }
                let path = target
                    .get("path")
                    .and_then(Value::as_str)
                    .unwrap_or("")
                    .to_owned();
                target.insert("node".to_owned(), NO_NODE.into());
                report.push(
                    Issue::warning(
                        "channel-without-node",
                        format!("/animations/{a}/channels/{c}/target"),
                    )
                    .with("path", path),
                );
            }
        }
    }
    found
}
