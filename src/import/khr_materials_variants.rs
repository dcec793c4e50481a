//! KHR_materials_variants: sets of materials, and which material each puts on a primitive.

use gltf::json;
use serde::Deserialize;
use serde_json::Value;

use super::report::Report;
use crate::model::{Issue, MaterialId, MaterialVariant, MaterialVariantId, Source};

const NAME: &str = "KHR_materials_variants";

#[derive(Deserialize)]
struct Variants {
    variants: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: Option<String>,
}

#[derive(Deserialize)]
struct Mappings {
    mappings: Vec<Mapping>,
}

#[derive(Deserialize)]
struct Mapping {
    material: u64,
    variants: Vec<u64>,
}

/// The sets that the file names.
pub(super) fn names(root: &json::Root, report: &mut Report) -> Vec<MaterialVariant> {
    let others = root.extensions.as_ref().map(|e| &e.others);
    let Some(value) = others.and_then(|o| o.get(NAME)) else {
        return Vec::new();
    };
    let pointer = format!("/extensions/{NAME}");
    let Ok(found) = Variants::deserialize(value) else {
        report.push(Issue::warning("variants-broken", pointer));
        return Vec::new();
    };
    let variant = |(index, v): (usize, Named)| MaterialVariant {
        name: v.name,
        source: Source {
            index: index as u32,
            pointer: format!("{pointer}/variants/{index}"),
        },
    };
    found.variants.into_iter().enumerate().map(variant).collect()
}

/// How many sets the file names, for whoever reads a primitive.
pub(super) fn count(root: &json::Root) -> usize {
    let others = root.extensions.as_ref().map(|e| &e.others);
    let list = others.and_then(|o| o.get(NAME)?.get("variants"));
    list.and_then(Value::as_array).map_or(0, Vec::len)
}

/// What the sets put on a primitive. Of two mappings for one set the first counts; a material or a set that is not there
/// is told and left out.
pub(super) fn mappings(
    file: &json::mesh::Primitive,
    variant_count: usize,
    material_count: usize,
    pointer: &str,
    issues: &mut Vec<Issue>,
) -> Vec<(MaterialVariantId, MaterialId)> {
    let others = file.extensions.as_ref().map(|e| &e.others);
    let Some(value) = others.and_then(|o| o.get(NAME)) else {
        return Vec::new();
    };
    let at = format!("{pointer}/extensions/{NAME}");
    let Ok(found) = Mappings::deserialize(value) else {
        issues.push(Issue::warning("variants-broken", at));
        return Vec::new();
    };
    // One place a set: a file may map each of them a million times.
    let mut out: Vec<Option<MaterialId>> = vec![None; variant_count];
    let (mut beyond, mut doubled) = (None, 0);
    for (k, mapping) in found.mappings.iter().enumerate() {
        let material = usize::try_from(mapping.material)
            .ok()
            .filter(|&m| m < material_count);
        let Some(material) = material else {
            beyond.get_or_insert((
                "materials",
                format!("{at}/mappings/{k}/material"),
                mapping.material,
            ));
            continue;
        };
        for (v, &variant) in mapping.variants.iter().enumerate() {
            match usize::try_from(variant).ok().and_then(|v| out.get_mut(v)) {
                None => {
                    let place = format!("{at}/mappings/{k}/variants/{v}");
                    beyond.get_or_insert(("variants", place, variant));
                }
                Some(place @ None) => *place = Some(MaterialId(material as u32)),
                Some(Some(_)) => doubled += 1,
            }
        }
    }
    if let Some((array, place, index)) = beyond {
        let count = if array == "materials" {
            material_count
        } else {
            variant_count
        };
        issues.push(
            Issue::error("reference-out-of-range", place)
                .with("index", index as f64)
                .with("array", array)
                .with("count", count),
        );
    }
    if doubled > 0 {
        issues.push(Issue::warning("variant-mapped-twice", at).with("count", doubled as u32));
    }
    out.into_iter()
        .enumerate()
        .filter_map(|(variant, material)| Some((MaterialVariantId(variant as u32), material?)))
        .collect()
}
