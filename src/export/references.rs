//! Who uses which accessors and buffer views.

use std::collections::BTreeSet;

use serde_json::Value;

/// Indices that something other than animations refers to.
#[derive(Debug, Default)]
pub(super) struct Used {
    pub(super) accessors: BTreeSet<usize>,
    pub(super) views: BTreeSet<usize>,
}

/// Extensions whose references are those that [`walk`] knows by their names; of all others every whole number counts as
/// a reference to both, so that nothing is taken away from under an extension that nobody here knows.
const KNOWN: &[&str] = &[
    "KHR_",
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "EXT_texture_avif",
    "MSFT_texture_dds",
    "MSFT_lod",
    "VRM",
    "VRMC_",
    "FB_ngon_encoding",
];

/// Looks through all of a document but its animations, accessors and views themselves.
pub(super) fn of(document: &Value) -> Used {
    let mut used = Used::default();
    let Some(root) = document.as_object() else {
        return used;
    };
    for (key, value) in root {
        match key.as_str() {
            "animations" => {
                for animation in value.as_array().into_iter().flatten() {
                    // What stands beside channels and samplers.
                    let beside = animation.as_object().into_iter().flatten();
                    for (key, value) in beside.filter(|(k, _)| !matches!(k.as_str(), "channels" | "samplers"))
                    {
                        walk(key, value, false, &mut used);
                    }
                }
            }
            "accessors" | "buffers" | "bufferViews" | "extras" => {}
            _ => walk(key, value, false, &mut used),
        }
    }
    // Views of accessors that are used themselves; sparse ones have up to three.
    for (index, accessor) in list(document, "accessors").enumerate() {
        if used.accessors.contains(&index) {
            used.views.extend(views_of(accessor));
        }
    }
    used
}

/// The views that an accessor reads.
pub(super) fn views_of(accessor: &Value) -> Vec<usize> {
    let sparse = &accessor["sparse"];
    let all = [
        &accessor["bufferView"],
        &sparse["indices"]["bufferView"],
        &sparse["values"]["bufferView"],
    ];
    all.into_iter().filter_map(index).collect()
}

/// The elements of a top-level list.
pub(super) fn list<'a>(document: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    document[name].as_array().into_iter().flatten()
}

/// A whole number that may be an index.
pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|v| usize::try_from(v).ok())
}

fn walk(key: &str, value: &Value, any: bool, used: &mut Used) {
    match value {
        Value::Object(map) => {
            for (inner, value) in map {
                // Names of attributes are the file's own.
                if inner == "extras" {
                    continue;
                }
                let name = if matches!(key, "attributes" | "targets") {
                    key
                } else {
                    inner.as_str()
                };
                let unknown = key == "extensions" && !KNOWN.iter().any(|k| inner.starts_with(k));
                let any = any || unknown;
                walk(name, value, any, used);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| walk(key, value, any, used)),
        Value::Number(_) => {
            let Some(at) = index(value) else { return };
            if any {
                used.accessors.insert(at);
                used.views.insert(at);
                return;
            }
            match key {
                "attributes"
                | "targets"
                | "indices"
                | "inverseBindMatrices"
                | "accessor"
                | "input"
                | "output" => {
                    used.accessors.insert(at);
                }
                "bufferView" => {
                    used.views.insert(at);
                }
                _ => {}
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_are_found_wherever_they_stand() {
        let document = json!({
            "animations": [{ "samplers": [{ "input": 0, "output": 1 }] }],
            "accessors": [{}, {}, { "bufferView": 3 }, {}, {}, {}, {}],
            "meshes": [{ "primitives": [{
                "attributes": { "POSITION": 2 },
                "targets": [{ "POSITION": 3 }],
                "indices": 4,
                "extensions": { "KHR_draco_mesh_compression": { "bufferView": 7, "attributes": { "POSITION": 0 } } },
            }] }],
            "skins": [{ "inverseBindMatrices": 5, "joints": [6] }],
            "images": [{ "bufferView": 8 }],
            "extensions": { "ACME_thing": { "speed": 6 } },
        });
        let used = of(&document);
        // Draco's own attribute numbers look like accessors: too much is kept rather than too little.
        assert_eq!(used.accessors.into_iter().collect::<Vec<_>>(), [0, 2, 3, 4, 5, 6]);
        assert_eq!(used.views.into_iter().collect::<Vec<_>>(), [3, 6, 7, 8]);
    }
}
