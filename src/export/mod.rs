//! Writing: files whole or not at all, and the file's own JSON and chunks with other animation, which edits values and
//! never rewrites what it does not change.
//!
//! Used by `app` and `cli`. Must not name wgpu, egui or the `gltf` crate. What belongs to no animation is copied as it
//! stands, JSON by its text and views by their bytes; only offsets, the length of the binary chunk, and accessors and
//! views that nothing uses any more may change.
//!
//! Data flow: [`Source`] (text and buffers) and a [`FileClip`] for each animation -> `samplers` (which accessors are
//! needed) -> `slots` (which indices they get) -> `layout` (the binary chunk) -> `glb`.

mod glb;
mod json_text;
mod layout;
mod references;
mod samplers;
mod slots;
mod whole_file;

pub use whole_file::{Durability, Unfinished, folder_of, write_whole};

use serde_json::Value;

use crate::animation::compression::FileClip;
use crate::model::{Issue, Model};

/// A document and the bytes of its buffers; `None` where a buffer only stands in for compressed data.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The JSON, which was parsed before.
    pub json: &'a str,
    /// In the order of `buffers`.
    pub buffers: &'a [Option<&'a [u8]>],
}

/// A .glb and what became smaller in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Exported {
    /// The file.
    pub glb: Vec<u8>,
    /// Bytes of accessors that only animations use, before and after; each accessor once, compressed ones as compressed.
    pub animation_bytes: [u64; 2],
    /// Bytes of the JSON, before and after.
    pub json_bytes: [u64; 2],
    /// True if views are packed by EXT_meshopt_compression.
    pub meshopt: bool,
}

/// Puts `clips` (one for each clip of `model`, which was read of `source`) in place of the animations.
///
/// Channels that became no track of the model, and tracks of a root that the importer moved near the origin, stay as they
/// are. `packed`: with EXT_meshopt_compression; a file that has it keeps using it.
pub fn with_clips(
    source: &Source<'_>,
    model: &Model,
    clips: &[FileClip],
    packed: bool,
) -> Result<Exported, Issue> {
    let document: Value = serde_json::from_str(source.json)
        .map_err(|e| Issue::error("export-json", "").with("reason", e.to_string()))?;
    let plan_of = |lean: bool| {
        let mut used = references::of(&document);
        let plan = samplers::Plan::new(source.json, model, clips, &document, lean, &mut used);
        (plan, used)
    };
    let lean = Some(plan_of(true)).filter(|(plan, used)| slots::can_fill(&document, used, plan));
    let (mut plan, used) = lean.unwrap_or_else(|| plan_of(false));
    let slots = slots::accessors(&document, &used, &mut plan);
    let written = layout::write(source, &document, &used, &plan, &slots, packed)?;
    let text = assemble(source.json, &document, &plan, &written);
    let glb = glb::write(&text, &written.bin).ok_or_else(|| Issue::error("export-too-large", ""))?;
    Ok(Exported {
        animation_bytes: [written.bytes_before, written.bytes_after],
        json_bytes: [source.json.len() as u64, text.len() as u64],
        meshopt: written.extension.is_some(),
        glb,
    })
}

/// The name under which a document uses meshopt, if it does.
pub fn meshopt_name(document: &Value) -> Option<&'static str> {
    let used = |name: &str| references::list(document, "extensionsUsed").any(|n| n == name);
    ["EXT_meshopt_compression", "KHR_meshopt_compression"]
        .into_iter()
        .find(|name| used(name))
}

/// How many pictures a document finds beside its file: from another folder they are not found.
pub fn pictures_beside(document: &Value) -> usize {
    let images = document["images"].as_array().into_iter().flatten();
    let uris = images.filter_map(|image| image["uri"].as_str());
    uris.filter(|uri| !uri.starts_with("data:")).count()
}

fn assemble(json: &str, document: &Value, plan: &samplers::Plan, written: &layout::Written) -> String {
    let mut changes: Vec<(&str, Option<String>)> = Vec::new();
    let or_gone = |list: &[String]| (!list.is_empty()).then(|| json_text::list(list));
    if !plan.animations.is_empty() {
        changes.push(("animations", Some(json_text::list(plan.texts()))));
    }
    changes.push(("accessors", or_gone(&written.accessors)));
    changes.push(("bufferViews", or_gone(&written.views)));
    changes.push(("buffers", or_gone(&written.buffers)));
    if let Some(name) = written.extension {
        for list in ["extensionsUsed", "extensionsRequired"] {
            let has = references::list(document, list).any(|n| n == name);
            if !has {
                let old = json_text::members(json);
                let mut names: Vec<String> = json_text::member(&old, list)
                    .map(json_text::elements)
                    .unwrap_or_default()
                    .into_iter()
                    .map(str::to_owned)
                    .collect();
                names.push(format!("\"{name}\""));
                changes.push((list, Some(json_text::list(&names))));
            }
        }
    }
    json_text::changed(json, &changes)
}
