//! EXT_mesh_gpu_instancing: a mesh that is drawn many times, each time with a transform of its own below its node.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::accessor::{Accessors, Integers};
use super::finite::all_usable;
use super::report::Report;
use super::{Result, mesh};
use crate::math::{Rows3x4, Transform, normalize_or_identity};
use crate::model::{Issue, Mesh, MeshInstance};
use glam::{Quat, Vec3};

const NAME: &str = "EXT_mesh_gpu_instancing";

#[derive(Deserialize)]
struct Instancing {
    attributes: BTreeMap<String, u64>,
}

/// Reads where the copies of every instance are. `instances` stand for the nodes `nodes`, one each.
///
/// Translations and scales are floats, rotations floats or normalised integers; a missing one is none. A skin places its
/// mesh by joints and not by a node, so that there is no place for copies: a skinned mesh is drawn once.
pub(super) fn import(
    data: &Accessors<'_>,
    nodes: &[usize],
    instances: &mut [MeshInstance],
    meshes: &[Mesh],
    report: &mut Report,
) -> Result<Vec<Rows3x4>> {
    let mut all = Vec::new();
    for (&node, instance) in nodes.iter().zip(instances) {
        let others = data.root.nodes[node].extensions.as_ref().map(|e| &e.others);
        let Some(value) = others.and_then(|o| o.get(NAME)) else {
            continue;
        };
        let pointer = format!("/nodes/{node}/extensions/{NAME}");
        let Ok(found) = Instancing::deserialize(value) else {
            report.push(Issue::warning("instancing-broken", pointer));
            continue;
        };
        if instance.skin.is_some() {
            report.push(Issue::warning("instancing-skinned", pointer));
            continue;
        }
        let start = all.len();
        let vertices = mesh::vertex_count(&meshes[instance.mesh.0 as usize]);
        copies(data, &found, vertices, &pointer, &mut all, report)?;
        let Some(range) = u32::try_from(start).ok().zip(u32::try_from(all.len()).ok()) else {
            return Err(Issue::error("instancing-too-many", pointer).into());
        };
        instance.copies = range.0..range.1;
        if range.0 == range.1 {
            // None at all is what the file says; an empty range means one.
            instance.visible = false;
        }
    }
    Ok(all)
}

/// Appends the copies of one node.
fn copies(
    data: &Accessors<'_>,
    found: &Instancing,
    vertices: usize,
    pointer: &str,
    all: &mut Vec<Rows3x4>,
    report: &mut Report,
) -> Result<(), Issue> {
    let attribute = |name: &str| -> Result<Option<(usize, usize)>, Issue> {
        let Some(&index) = found.attributes.get(name) else {
            return Ok(None);
        };
        let accessor = usize::try_from(index).unwrap_or(usize::MAX);
        Ok(Some((accessor, data.count(accessor)?)))
    };
    let [translation, rotation, scale] = [
        attribute("TRANSLATION")?,
        attribute("ROTATION")?,
        attribute("SCALE")?,
    ];
    let counts = [translation, rotation, scale]
        .into_iter()
        .flatten()
        .map(|(_, n)| n);
    let Some(count) = counts.clone().min() else {
        // Only attributes of others, such as ids: how many there are nobody can say.
        report.push(Issue::warning("instancing-broken", pointer));
        return Ok(());
    };
    if counts.max() != Some(count) {
        report
            .push(Issue::warning("instancing-counts", format!("{pointer}/attributes")).with("count", count));
    }
    // The list as it grows, and the array that it becomes.
    data.budget.ask(count, 3 * size_of::<Rows3x4>(), pointer)?;
    let drawn = count.saturating_mul(vertices);
    data.budget.ask(drawn, mesh::DRAWN_VERTEX_BYTES, pointer)?;
    let vectors = |which: Option<(usize, usize)>| match which {
        Some((accessor, _)) => data
            .floats(accessor, Integers::AsFlagged, Vec3::from_array)
            .map(Some),
        None => Ok(None),
    };
    let (translations, scales) = (vectors(translation)?, vectors(scale)?);
    let rotations = match rotation {
        Some((accessor, _)) => Some(data.floats(accessor, Integers::Normalized, Quat::from_array)?),
        None => None,
    };
    let mut bad = 0;
    for k in 0..count {
        let one = Transform {
            translation: translations.as_ref().map_or(Vec3::ZERO, |t| t[k]),
            rotation: rotations.as_ref().map_or(Quat::IDENTITY, |r| r[k]),
            scale: scales.as_ref().map_or(Vec3::ONE, |s| s[k]),
        };
        let usable = all_usable(&one.translation.to_array())
            && all_usable(&one.rotation.to_array())
            && all_usable(&one.scale.to_array());
        if !usable {
            bad += 1;
            continue;
        }
        let one = Transform {
            rotation: normalize_or_identity(one.rotation),
            ..one
        };
        all.push(one.to_affine().into());
    }
    for (values, size) in [
        (translations.map(|t| t.len()), size_of::<Vec3>()),
        (scales.map(|s| s.len()), size_of::<Vec3>()),
        (rotations.map(|r| r.len()), size_of::<Quat>()),
    ] {
        // The raw numbers are free again.
        data.budget.give_back(values.unwrap_or(0), size);
    }
    if bad > 0 {
        report.push(
            Issue::error("instancing-not-finite", format!("{pointer}/attributes")).with("count", bad as u32),
        );
    }
    Ok(())
}
