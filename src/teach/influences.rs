//! Which joints move a vertex, and how much, wrongly.

use super::Fault;
use crate::model::Primitive;
use crate::skinning::{Influence, Influences};

/// The influences of a primitive for a skin of `joint_count` joints; `None` where the fault changes none.
pub(super) fn faulty_influences(
    fault: Fault,
    primitive: &Primitive,
    joint_count: usize,
) -> Option<Influences> {
    let right = primitive.influences.as_ref()?;
    if fault == Fault::FourInfluences {
        return (right.max_count() > 4)
            .then(|| Influences::as_given((0..right.len()).map(|v| right.of(v).take(4))));
    }
    let found = primitive.found.as_deref().filter(|f| !f.sets.is_empty())?;
    let concerned = match fault {
        Fault::SecondSetIgnored => found.sets.len() > 1,
        Fault::RawWeights => found.repairs.not_normalized + found.repairs.unweighted > 0,
        Fault::DoubledLastWins => found.repairs.doubled > 0,
        _ => false,
    };
    // A file whose sets are shorter than its vertices was told at import.
    let whole = |s: &crate::model::FoundSet| s.joints.len() >= right.len() && s.weights.len() >= right.len();
    if !concerned || !found.sets.iter().all(whole) {
        return None;
    }
    let vertices = (0..right.len()).map(|v| {
        let sets = if fault == Fault::SecondSetIgnored {
            1
        } else {
            found.sets.len()
        };
        let raw = found.of(v).take(4 * sets);
        let counted = raw
            .filter(|(joint, weight)| weight.is_finite() && *weight > 0.0 && (*joint as usize) < joint_count);
        list(fault, counted)
    });
    Some(Influences::as_given(vertices))
}

/// One vertex: equal joints become one, the strongest come first; nothing is divided by the sum but what the fault does
/// not concern.
fn list(fault: Fault, raw: impl Iterator<Item = (u32, f32)>) -> Vec<Influence> {
    let mut of_joint: Vec<(u32, f64)> = Vec::with_capacity(8);
    let mut sum = 0.0;
    for (joint, weight) in raw {
        let weight = f64::from(weight);
        sum += weight;
        match of_joint.iter_mut().find(|(j, _)| *j == joint) {
            Some((_, kept)) if fault == Fault::DoubledLastWins => *kept = weight,
            Some((_, kept)) => *kept += weight,
            None => of_joint.push((joint, weight)),
        }
    }
    of_joint.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let divisor = if fault == Fault::DoubledLastWins { sum } else { 1.0 };
    let influence = |(joint, weight): (u32, f64)| Influence {
        joint,
        weight: (weight / divisor) as f32,
    };
    of_joint.into_iter().map(influence).collect()
}
