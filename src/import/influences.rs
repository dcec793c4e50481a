//! JOINTS_n and WEIGHTS_n to influences that can be computed with, and what the file said before.

use gltf::json::accessor::{ComponentType, GenericComponentType};
use gltf::json::mesh::Semantic;
use gltf::json::validation::Checked;

use super::accessor::{Accessors, Integers};
use super::attributes::Reader;
use crate::model::{FoundInfluences, FoundSet, Issue, WeightFormat};
use crate::skinning::{InfluenceRepairs, Influences, InfluencesBuilder};

/// One set: its number, the accessor of its joints and that of its weights.
type Set = (u32, usize, usize);

/// The influences of all sets, for a skin with `joints` joints, and what the file says of them; `None` if the primitive
/// has none.
pub(super) fn read(
    reader: &mut Reader<'_, '_>,
    joints: u32,
) -> Result<Option<(Influences, FoundInfluences)>, Issue> {
    let sets = sets(reader)?;
    let Some(&(_, first_joints, first_weights)) = sets.first() else {
        reader
            .issues
            .push(Issue::warning("skinned-without-influences", reader.pointer));
        return Ok(None);
    };
    let mut found = FoundInfluences {
        format: weight_format(reader.data, first_weights),
        set_count: sets.len() as u32,
        worst_sum: 1.0,
        ..FoundInfluences::default()
    };
    let narrow = !matches!(component(reader.data, first_joints), Some(ComponentType::U32));
    let (influences, repairs) = if sets.len() == 1 && narrow {
        let joint_slots = reader.data.joint_array(first_joints)?;
        let weights = reader
            .data
            .float_array(first_weights, Integers::Normalized, |w: [f32; 4]| w)?;
        // What lies in the file is copied only if something has to be put right.
        reader.data.budget.ask(reader.count, 24, reader.pointer)?;
        worst_of_four(&mut found, &weights);
        let made = InfluencesBuilder::of_four(joints, joint_slots, weights);
        if made.1.any() {
            found.sets = raw_sets(reader.data, &sets)?;
        }
        made
    } else {
        found.sets = raw_sets(reader.data, &sets)?;
        of_sets(reader, joints, &mut found)?
    };
    found.repairs = repairs;
    tell(reader, &repairs, joints);
    Ok(Some((influences, found)))
}

/// The sets that are whole; what is not is told.
fn sets(reader: &mut Reader<'_, '_>) -> Result<Vec<Set>, Issue> {
    let mut sets = Vec::new();
    let numbers: std::collections::BTreeSet<u32> = reader
        .file
        .attributes
        .keys()
        .filter_map(|k| match k {
            Checked::Valid(Semantic::Joints(set) | Semantic::Weights(set)) => Some(*set),
            _ => None,
        })
        .collect();
    for set in numbers {
        let pair = (
            reader.find(Semantic::Joints(set)),
            reader.find(Semantic::Weights(set)),
        );
        if pair.0.is_none() || pair.1.is_none() {
            let at = reader.at(&if pair.0.is_none() {
                Semantic::Weights(set)
            } else {
                Semantic::Joints(set)
            });
            reader
                .issues
                .push(Issue::warning("joints-without-weights", at).with("set", set));
            continue;
        }
        let pair = (
            reader.accessor(Semantic::Joints(set))?,
            reader.accessor(Semantic::Weights(set))?,
        );
        if let (Some(joints), Some(weights)) = pair {
            sets.push((set, joints, weights));
        }
    }
    Ok(sets)
}

fn raw_sets(data: &Accessors<'_>, sets: &[Set]) -> Result<Vec<FoundSet>, Issue> {
    let read = |&(set, joints, weights): &Set| {
        Ok(FoundSet {
            set,
            joints: data.uints(joints, |j: [u32; 4]| j)?.into(),
            weights: data
                .floats(weights, Integers::Normalized, |w: [f32; 4]| w)?
                .into(),
        })
    };
    sets.iter().map(read).collect()
}

/// By the general way: any number of sets, any joint.
fn of_sets(
    reader: &Reader<'_, '_>,
    joints: u32,
    found: &mut FoundInfluences,
) -> Result<(Influences, InfluenceRepairs), Issue> {
    let more = 12 * found.sets.len().saturating_sub(1);
    reader.data.budget.ask(reader.count, 24 + more, reader.pointer)?;
    let mut builder = InfluencesBuilder::new(joints, reader.count);
    for vertex in 0..reader.count {
        let of_set = |set: &FoundSet| set.joints[vertex].into_iter().zip(set.weights[vertex]);
        builder.push(found.sets.iter().flat_map(of_set));
    }
    let mut worst = FoundInfluences {
        worst_sum: 1.0,
        ..FoundInfluences::default()
    };
    let all =
        (0..reader.count).map(|vertex| (vertex, found.sets.iter().flat_map(move |s| s.weights[vertex])));
    worst_sum(&mut worst, all);
    (found.worst_sum, found.worst_vertex) = (worst.worst_sum, worst.worst_vertex);
    let made = builder.finish();
    if found.sets.len() == 1 && !made.1.any() {
        reader.data.budget.give_back(reader.count, 32);
        found.sets.clear();
    }
    Ok(made)
}

/// The sum of a vertex's weights that is farthest from 1; weights that are not finite do not count.
fn worst_sum<W: IntoIterator<Item = f32>>(
    found: &mut FoundInfluences,
    vertices: impl Iterator<Item = (usize, W)>,
) {
    for (vertex, weights) in vertices {
        let sum: f32 = weights
            .into_iter()
            .map(|w| if w.is_finite() { w } else { 0.0 })
            .sum();
        if (sum - 1.0).abs() > (found.worst_sum - 1.0).abs() {
            (found.worst_sum, found.worst_vertex) = (sum, vertex as u32);
        }
    }
}

/// The same of one set. Most vertices are no worse than those before them: that is asked of many at once.
fn worst_of_four(found: &mut FoundInfluences, weights: &[[f32; 4]]) {
    const RUN: usize = 1024;
    for (run, some) in weights.chunks(RUN).enumerate() {
        let worst = (found.worst_sum - 1.0).abs();
        let sum = |w: &[f32; 4]| w[0] + w[1] + w[2] + w[3];
        // False for what is not finite, too.
        if !some
            .iter()
            .fold(true, |all, w| all & ((sum(w) - 1.0).abs() <= worst))
        {
            worst_sum(found, some.iter().enumerate().map(|(k, w)| (RUN * run + k, *w)));
        }
    }
}

fn tell(reader: &mut Reader<'_, '_>, repairs: &InfluenceRepairs, joints: u32) {
    let vertices = reader.count;
    let issue = |issue: Issue, count: u32| {
        (count > 0).then(|| {
            issue
                .with("count", count)
                .with("vertices", vertices)
                .with("joints", joints)
        })
    };
    let at = reader.pointer;
    reader.issues.extend(
        [
            issue(Issue::error("weights-not-finite", at), repairs.not_finite),
            issue(Issue::warning("weights-negative", at), repairs.negative),
            issue(
                Issue::warning("weights-not-normalized", at),
                repairs.not_normalized,
            ),
            issue(Issue::warning("weights-missing", at), repairs.unweighted),
            issue(Issue::info("joints-doubled", at), repairs.doubled),
            issue(Issue::error("joints-out-of-range", at), repairs.out_of_range),
        ]
        .into_iter()
        .flatten(),
    );
}

fn component(data: &Accessors<'_>, accessor: usize) -> Option<ComponentType> {
    match data.root.accessors.get(accessor)?.component_type {
        Checked::Valid(GenericComponentType(component)) => Some(component),
        Checked::Invalid => None,
    }
}

fn weight_format(data: &Accessors<'_>, accessor: usize) -> WeightFormat {
    match component(data, accessor) {
        Some(ComponentType::U8) => WeightFormat::Unsigned8,
        Some(ComponentType::U16) => WeightFormat::Unsigned16,
        _ => WeightFormat::Float,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_sum_is_the_first_of_the_farthest_wherever_it_stands() {
        for (bad, sums) in [
            (0, vec![[0.5, 0.4, 0.0, 0.0]]),
            (1500, vec![[2.0, 0.0, 0.0, 0.0], [0.0; 4], [2.0, 0.0, 0.0, 0.0]]),
            (
                2047,
                vec![[f32::NAN, 0.25, f32::INFINITY, 0.5], [0.7, 0.0, 0.0, 0.0]],
            ),
        ] {
            let mut weights = vec![[0.25_f32; 4]; 5000];
            weights[bad..bad + sums.len()].copy_from_slice(&sums);
            let start = || FoundInfluences {
                worst_sum: 1.0,
                ..FoundInfluences::default()
            };
            let (mut quick, mut plain) = (start(), start());
            worst_of_four(&mut quick, &weights);
            worst_sum(&mut plain, weights.iter().copied().enumerate());
            let of = |f: &FoundInfluences| (f.worst_sum, f.worst_vertex);
            assert_eq!(of(&quick), of(&plain));
            assert_ne!(quick.worst_sum, 1.0);
        }
    }
}
