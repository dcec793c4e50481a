//! Their numbers are ours, at other places: an order that is found by looking.

use std::collections::HashMap;

use super::{Bench, Candidate, Visit};
use crate::inspect::verify::frame::Frame;
use crate::inspect::verify::measure::{self, NEAR, Tolerance, VerifyStage};
use crate::work::Cancelled;

/// Lists longer than this are not searched for matrices: each is compared with each.
const MOST_MATRICES: usize = 3000;
/// Of the entries that differ, so many must be found elsewhere.
const SHARE: f64 = 0.9;

pub(super) fn all(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    let right = &bench.right;
    match bench.first {
        VerifyStage::Locals => {}
        VerifyStage::Nodes => {
            if let Some(nodes) = reordered(bench, &bench.said.nodes, &right.nodes)? {
                let (nodes, at) = nodes;
                let name = |k: usize| bench.model.joint_label(bench.theirs.nodes[k].0);
                let frame = Frame {
                    nodes,
                    ..right.clone()
                };
                let candidate = Candidate::new("node-order", frame);
                visit(
                    candidate
                        .with("joint", name(at.0))
                        .with("other", name(at.1))
                        .fitted(),
                );
            }
        }
        VerifyStage::Palettes => {
            if let Some((palettes, at)) = reordered(bench, &bench.said.palettes, &right.palettes)? {
                let name = |k: usize| {
                    let (skin, slot, _) = bench.theirs.palettes[k];
                    bench
                        .model
                        .joint_label(bench.model.skins[skin.0 as usize].joints()[slot as usize])
                };
                let frame = Frame {
                    palettes,
                    ..right.clone()
                };
                let candidate = Candidate::new("palette-order", frame);
                visit(
                    candidate
                        .with("joint", name(at.0))
                        .with("other", name(at.1))
                        .fitted(),
                );
            }
        }
        VerifyStage::Positions => {
            if let Some(positions) = vertex_order(
                &bench.said.positions,
                &right.positions,
                bench.everywhere,
                bench.tolerance,
            ) {
                let frame = Frame {
                    positions,
                    ..right.clone()
                };
                visit(Candidate::new("vertex-order", frame).fitted());
            }
        }
    }
    Ok(())
}

/// Matrices with the place of one that moved, and the place it is found at.
type Reordered = (Vec<[f64; 16]>, (usize, usize));

/// Ours in their order, if nearly each of theirs that differs is one of ours.
fn reordered(
    bench: &Bench<'_>,
    theirs: &[[f64; 16]],
    ours: &[[f64; 16]],
) -> Result<Option<Reordered>, Cancelled> {
    if theirs.len() > MOST_MATRICES {
        return Ok(None);
    }
    let near = |a: &[f64; 16], b: &[f64; 16]| measure::matrices(a, b, bench.tolerance).excess <= NEAR;
    let mut out = ours.to_vec();
    let (mut wrong, mut found, mut example) = (0, 0, None);
    for (k, matrix) in theirs.iter().enumerate() {
        if near(matrix, &ours[k]) {
            continue;
        }
        bench.work.cancel.check()?;
        wrong += 1;
        if let Some(other) = ours.iter().position(|m| near(matrix, m)) {
            found += 1;
            out[k] = ours[other];
            example.get_or_insert((k, other));
        }
    }
    let enough = wrong >= 2 && f64::from(found) >= SHARE * f64::from(wrong);
    Ok(example.filter(|_| enough).map(|e| (out, e)))
}

/// Our vertices in their order, if each of theirs lies on one of ours of the same part; `everywhere` has all of ours.
fn vertex_order(
    theirs: &[Vec<[f64; 3]>],
    ours: &[Vec<[f64; 3]>],
    everywhere: &[Vec<[f64; 3]>],
    tolerance: Tolerance,
) -> Option<Vec<Vec<[f64; 3]>>> {
    let cell = NEAR * tolerance.length;
    let place = |p: &[f64; 3]| p.map(|v| (v / cell).floor() as i64);
    let near = |a: &[f64; 3], b: &[f64; 3]| measure::positions(*a, *b, tolerance).excess <= NEAR;
    let mut out = ours.to_vec();
    let mut moved = 0_usize;
    for (part, theirs) in theirs.iter().enumerate() {
        let all = &everywhere[part];
        let mut cells: HashMap<[i64; 3], usize> = HashMap::with_capacity(all.len());
        for (index, p) in all.iter().enumerate() {
            cells.entry(place(p)).or_insert(index);
        }
        for (index, p) in theirs.iter().enumerate() {
            if near(p, &ours[part][index]) {
                continue;
            }
            let at = place(p);
            let around = (0..27_i64).map(|n| [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1]);
            let cell_of = |d: [i64; 3]| std::array::from_fn(|k| at[k].saturating_add(d[k]));
            let mut found = around.filter_map(|d| cells.get(&cell_of(d)).map(|i| all[*i]));
            out[part][index] = found.find(|o| near(p, o))?;
            moved += 1;
        }
    }
    // One vertex on another's place may be chance.
    (moved >= 2).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_of_vertices_is_found_and_chance_is_not() {
        let tolerance = Tolerance {
            length: 1e-5,
            ratio: 1e-5,
        };
        let ours = vec![vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]]];
        let theirs = vec![vec![[0.0, 2.0, 1e-6], [0.0; 3], [1.0, -1e-6, 0.0]]];
        let out = vertex_order(&theirs, &ours, &ours, tolerance).unwrap();
        assert_eq!(out[0], [[0.0, 2.0, 0.0], [0.0; 3], [1.0, 0.0, 0.0]]);
        let elsewhere = vec![vec![[0.0, 2.0, 0.0], [0.0; 3], [3.0, 0.0, 0.0]]];
        assert_eq!(vertex_order(&elsewhere, &ours, &ours, tolerance), None);
        assert_eq!(vertex_order(&ours, &ours, &ours, tolerance), None);
    }
}
