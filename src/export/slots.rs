//! Which indices accessors get: those that nothing uses any more first, so that all others keep theirs.

use serde_json::Value;

use super::references::{self, Used};
use super::samplers::{Plan, Sampler};

/// What becomes of each index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Stays as it is.
    Kept,
    /// A content of the plan.
    Need(usize),
    /// Nothing is left for it.
    Empty,
}

/// True if the samplers of a plan refer to enough for every index that cannot go away.
pub(super) fn can_fill(document: &Value, used: &Used, plan: &Plan) -> bool {
    let (_, holes) = free(document, used, plan);
    let is_new = |sampler: &&Sampler| matches!(sampler, Sampler::New { .. });
    let samplers = plan.animations.iter().flat_map(|a| &a.samplers).filter(is_new);
    holes.len() <= 2 * samplers.count()
}

/// What stays, up to the last index that does, and the indices between that are free.
fn free(document: &Value, used: &Used, plan: &Plan) -> (Vec<Slot>, Vec<usize>) {
    let count = references::list(document, "accessors").count();
    let is_free = |at: &usize| plan.freed.binary_search(at).is_ok() && !used.accessors.contains(at);
    let mut slots: Vec<Slot> = (0..count)
        .map(|at| if is_free(&at) { Slot::Empty } else { Slot::Kept })
        .collect();
    let end = slots
        .iter()
        .rposition(|s| *s == Slot::Kept)
        .map_or(0, |at| at + 1);
    slots.truncate(end);
    let holes = (0..end).filter(|at| slots[*at] == Slot::Empty).collect();
    (slots, holes)
}

/// Gives every need an index. Where indices are left over between others, contents that several samplers share get
/// as many as it takes: an index in the middle cannot go away.
pub(super) fn accessors(document: &Value, used: &Used, plan: &mut Plan) -> Vec<Slot> {
    let (mut slots, holes) = free(document, used, plan);
    split(plan, holes.len());
    let mut free = holes.into_iter();
    plan.index_of = Vec::with_capacity(plan.needs.len());
    for need in 0..plan.needs.len() {
        let at = free.next().unwrap_or(slots.len());
        if at == slots.len() {
            slots.push(Slot::Need(need));
        } else {
            slots[at] = Slot::Need(need);
        }
        plan.index_of.push(at);
    }
    slots
}

/// Makes contents double until there are `wanted`, as far as samplers share any.
fn split(plan: &mut Plan, wanted: usize) {
    let mut seen = vec![false; plan.needs.len()];
    for animation in &mut plan.animations {
        for sampler in &mut animation.samplers {
            let Sampler::New { input, output, .. } = sampler else {
                continue;
            };
            for need in [input, output] {
                if plan.needs.len() >= wanted {
                    return;
                }
                if std::mem::replace(&mut seen[*need], true) {
                    plan.needs.push(plan.needs[*need].clone());
                    seen.push(true);
                    *need = plan.needs.len() - 1;
                }
            }
        }
    }
}
