//! Weights and joint numbers of vertices, as the file has them.

use std::collections::BTreeSet;

use super::super::limits;
use super::exam::{Exam, vertex};
use super::{Finding, Listed, round};
use crate::inspect::compare::VertexRef;
use crate::model::{FoundInfluences, InstanceId, Issue, MeshId, Primitive, WeightFormat};
use crate::work::Cancelled;

pub(super) fn look(exam: &Exam<'_>, out: &mut Vec<Finding>) -> Result<(), Cancelled> {
    // A mesh of the file that is used with several skins is several meshes here, and tells what it has to tell once.
    let mut told = BTreeSet::new();
    // The first instance that shows each mesh with a skin.
    let mut shown = vec![None; exam.model.meshes.len()];
    for (index, instance) in exam.model.instances.iter().enumerate() {
        if instance.skin.is_some() {
            shown[instance.mesh.0 as usize].get_or_insert(index);
        }
    }
    for (mesh, instance) in shown.into_iter().enumerate() {
        exam.step()?;
        let id = MeshId(mesh as u32);
        let Some(instance) = instance else { continue };
        let joints = exam.model.instances[instance]
            .skin
            .map_or(0, |s| exam.skin(s).len() as u32);
        for (index, primitive) in exam.model.mesh(id).primitives.iter().enumerate() {
            let at = Place {
                instance: InstanceId(instance as u32),
                index: index as u32,
                joints,
                primitive,
            };
            for finding in judge(&at) {
                if told.insert((finding.issue.code, finding.issue.pointer.clone())) {
                    out.push(finding);
                }
            }
        }
    }
    Ok(())
}

struct Place<'a> {
    instance: InstanceId,
    index: u32,
    /// How many joints the skin has.
    joints: u32,
    primitive: &'a Primitive,
}

/// What is wrong with one vertex.
#[derive(Default)]
struct Faults {
    not_finite: bool,
    negative: bool,
    not_normalized: bool,
    unweighted: bool,
    doubled: bool,
    out_of_range: bool,
    sum: f64,
}

fn judge(at: &Place<'_>) -> Vec<Finding> {
    let Some(found) = at.primitive.found.as_deref().filter(|f| !f.sets.is_empty()) else {
        return Vec::new();
    };
    let pointer = &at.primitive.source.pointer;
    let steps = match found.format {
        WeightFormat::Float => None,
        WeightFormat::Unsigned8 => Some(255.0),
        WeightFormat::Unsigned16 => Some(65_535.0),
    };
    let mut lists: [Listed<VertexRef>; 6] = Default::default();
    let mut worst = 1.0_f64;
    for v in 0..at.primitive.vertex_count() {
        let f = faults(found, v, at.joints);
        let here = vertex(at.instance, at.index, v);
        let kinds = [
            f.not_finite,
            f.negative,
            f.not_normalized,
            f.unweighted,
            f.doubled,
            f.out_of_range,
        ];
        for (list, is) in lists.iter_mut().zip(kinds) {
            if is {
                list.add(here);
            }
        }
        if f.not_normalized && (f.sum - 1.0).abs() > (worst - 1.0).abs() {
            worst = f.sum;
        }
    }
    let rounding = steps.filter(|s| (worst - 1.0).abs() * s <= limits::QUANTISED_STEPS.value + 0.5);
    let [
        not_finite,
        negative,
        not_normalized,
        unweighted,
        doubled,
        out_of_range,
    ] = lists;
    let sums = match rounding {
        Some(steps) => Issue::warning("weights-badly-quantised", pointer)
            .with("bits", if steps > 255.0 { 16_u32 } else { 8 })
            .with("steps", ((worst - 1.0).abs() * steps).round()),
        None => Issue::warning("weights-not-normalized", pointer).with("sum", round(worst)),
    };
    let all = [
        (Issue::error("weights-not-finite", pointer), not_finite),
        (Issue::warning("weights-negative", pointer), negative),
        (sums, not_normalized),
        (Issue::warning("weights-missing", pointer), unweighted),
        (Issue::info("joints-doubled", pointer), doubled),
        (Issue::error("joints-out-of-range", pointer), out_of_range),
    ];
    all.into_iter()
        .filter(|(_, list)| list.count > 0)
        .map(|(issue, list)| {
            let issue = issue
                .with("count", list.count)
                .with("vertices", at.primitive.vertex_count())
                .with("joints", at.joints);
            Finding::from(issue).vertices(list)
        })
        .collect()
}

/// The rules of [`InfluencesBuilder`](crate::skinning::InfluencesBuilder), told apart by kind.
fn faults(found: &FoundInfluences, vertex: usize, joints: u32) -> Faults {
    let mut out = Faults::default();
    let mut used: Vec<u32> = Vec::new();
    let mut any = false;
    for (joint, weight) in found.of(vertex) {
        if !weight.is_finite() {
            out.not_finite = true;
        } else if weight < 0.0 {
            out.negative = true;
        } else if weight > 0.0 {
            if joint >= joints {
                out.out_of_range = true;
                continue;
            }
            out.doubled |= used.contains(&joint);
            used.push(joint);
            out.sum += f64::from(weight);
            any = true;
        }
    }
    out.unweighted = !any;
    out.not_normalized = any && (out.sum - 1.0).abs() > limits::WEIGHT_SUM.value;
    out
}
