//! Morph targets: position, normal and tangent deltas, kept sparse.

use gltf::json;

use super::accessor::{Accessors, Integers};
use super::finite::all_usable;
use crate::model::Issue;
use crate::skinning::{MorphDelta, MorphTargets};
use glam::Vec3;

/// Reads the targets of one primitive; `None` without.
pub(super) fn import(
    data: &Accessors<'_>,
    file: &json::mesh::Primitive,
    count: usize,
    pointer: &str,
    issues: &mut Vec<Issue>,
) -> Result<Option<MorphTargets>, Issue> {
    let targets = file.targets.as_deref().unwrap_or(&[]);
    if targets.is_empty() {
        return Ok(None);
    }
    let mut deltas: Vec<(u32, MorphDelta)> = Vec::new();
    for (t, target) in targets.iter().enumerate() {
        let mut read = |name: &'static str, accessor: Option<json::Index<json::Accessor>>| {
            let Some(accessor) = accessor else { return Ok(None) };
            let at = format!("{pointer}/targets/{t}/{name}");
            let found = data.count(accessor.value())?;
            if found != count {
                issues.push(
                    Issue::error("attribute-count", at)
                        .with("found", found)
                        .with("vertices", count),
                );
                return Ok(None);
            }
            let mut values = data.floats(accessor.value(), Integers::AsFlagged, Vec3::from_array)?;
            let mut bad = 0_usize;
            for v in values.iter_mut().filter(|v| !all_usable(&v.to_array())) {
                *v = Vec3::ZERO;
                bad += 1;
            }
            if bad > 0 {
                issues.push(Issue::error("attribute-not-finite", at).with("count", bad));
            }
            Ok::<_, Issue>(Some(values))
        };
        let parts = [
            read("POSITION", target.positions)?,
            read("NORMAL", target.normals)?,
            read("TANGENT", target.tangents)?,
        ];
        let at = |part: &Option<Vec<Vec3>>, v: usize| part.as_ref().map_or(Vec3::ZERO, |values| values[v]);
        let moved = |v: &usize| parts.iter().any(|part| at(part, *v) != Vec3::ZERO);
        let entries = (0..count).filter(moved).count();
        // Once while they are gathered and once in their final place.
        data.budget
            .ask(entries, 2 * size_of::<(u32, MorphDelta)>(), pointer)?;
        deltas.reserve(entries);
        deltas.extend((0..count).filter(moved).map(|v| {
            let [position, normal, tangent] = [0, 1, 2].map(|k| at(&parts[k], v));
            (
                v as u32,
                MorphDelta {
                    target: t as u32,
                    position,
                    normal,
                    tangent,
                },
            )
        }));
        for _ in parts.iter().flatten() {
            data.budget.give_back(count, size_of::<Vec3>());
        }
    }
    data.budget.ask(count, size_of::<u32>(), pointer)?;
    Ok(Some(MorphTargets::new(targets.len() as u32, count, deltas)))
}
