//! Joint numbers in vertices that mean another order of joints than the skin's.
//!
//! At rest nothing shows: every joint leaves its vertices where they are. In motion a hand follows a knee. What gives it
//! away is that a joint's vertices lie along another joint's segment.

use glam::{DAffine3, DVec3};

use super::super::cure::Cure;
use super::super::limits;
use super::Finding;
use super::exam::{Exam, SkinUse};
use crate::model::{Issue, SkinId};

/// No more vertices of one joint than this are measured.
const MOST_VERTICES: usize = 48;
/// Skins with more joints than this are not searched: the assignment is cubic.
const MOST_JOINTS: usize = 400;

pub(super) fn look(exam: &Exam<'_>, using: &SkinUse, model_from_mesh: DAffine3, out: &mut Vec<Finding>) {
    let Some(order) = permuted(exam, using, model_from_mesh) else {
        return;
    };
    let skin = exam.skin(using.id);
    let moved: Vec<usize> = (0..order.len()).filter(|&i| order[i] as usize != i).collect();
    let Some(&first) = moved.first() else { return };
    let label = |i: usize| exam.model.joint_label(skin.joints()[i]);
    let issue = Issue::error("joint-indices-permuted", exam.skin_pointer(using.id))
        .with("skin", exam.skin_label(using.id))
        .with("count", moved.len())
        .with("joints", skin.len())
        .with("joint", label(first))
        .with("other", label(order[first] as usize));
    out.push(
        Finding::from(issue)
            .joints(moved.iter().map(|&i| skin.joints()[i]))
            .cure(Cure::InfluencesReordered {
                skin: using.id,
                order: order.into(),
            }),
    );
}

/// Per joint number in vertices the joint that it means, if that is another order.
fn permuted(exam: &Exam<'_>, using: &SkinUse, model_from_mesh: DAffine3) -> Option<Vec<u32>> {
    let samples = samples(exam, using);
    let followed: Vec<usize> = (0..samples.len()).filter(|&j| samples[j].len() >= 2).collect();
    if followed.len() < 2 || samples.len() > MOST_JOINTS {
        return None;
    }
    let segments = segments(exam, using.id, model_from_mesh);
    let cost: Vec<Vec<f64>> = followed
        .iter()
        .map(|&j| {
            segments
                .iter()
                .map(|segment| mean_distance(&samples[j], segment))
                .collect()
        })
        .collect();
    let nearer = limits::NEARER.value;
    let own: Vec<f64> = followed.iter().zip(&cost).map(|(&j, c)| c[j]).collect();
    let nearest = |c: &Vec<f64>| c.iter().copied().fold(f64::INFINITY, f64::min);
    let misplaced = own
        .iter()
        .zip(&cost)
        .filter(|(own, c)| **own > nearer * nearest(c));
    // Few helpers and props lie nearer to another segment; most joints of a sound skin do not.
    if (misplaced.count() as f64) < limits::NEARER_SHARE.value * followed.len() as f64 {
        return None;
    }
    let chosen = assign(&cost);
    let chosen_cost: f64 = chosen.iter().zip(&cost).map(|(&k, c)| c[k]).sum();
    let own_cost: f64 = own.iter().sum();
    if own_cost.is_nan() || own_cost <= nearer * chosen_cost {
        return None;
    }
    let mut order: Vec<Option<u32>> = vec![None; samples.len()];
    let mut taken = vec![false; samples.len()];
    for (&number, &joint) in followed.iter().zip(&chosen) {
        order[number] = Some(joint as u32);
        taken[joint] = true;
    }
    // Numbers that no vertex uses: their own where it is free, else what is left.
    for i in 0..order.len() {
        if order[i].is_none() && !taken[i] {
            order[i] = Some(i as u32);
            taken[i] = true;
        }
    }
    let mut left = (0..taken.len())
        .filter(|&i| !taken[i])
        .collect::<Vec<_>>()
        .into_iter();
    let whole = order
        .into_iter()
        .map(|o| o.or_else(|| left.next().map(|l| l as u32)).unwrap_or(0));
    Some(whole.collect())
}

/// Per joint of the skin some of the vertices that follow it most, in mesh space.
fn samples(exam: &Exam<'_>, using: &SkinUse) -> Vec<Vec<DVec3>> {
    let joints = exam.skin(using.id).len();
    let mut counts = vec![0_usize; joints];
    let each = |found: &mut dyn FnMut(usize, DVec3)| {
        for (_, _, primitive) in exam.primitives(using) {
            let Some(influences) = &primitive.influences else {
                continue;
            };
            for vertex in 0..primitive.vertex_count() {
                if let Some(strongest) = influences.of(vertex).next().filter(|i| i.weight > 0.5) {
                    found(strongest.joint as usize, primitive.positions[vertex].as_dvec3());
                }
            }
        }
    };
    each(&mut |joint, _| counts[joint] += 1);
    let steps: Vec<usize> = counts.iter().map(|c| c.div_ceil(MOST_VERTICES).max(1)).collect();
    let mut seen = vec![0_usize; joints];
    let mut out = vec![Vec::new(); joints];
    each(&mut |joint, place| {
        if seen[joint].is_multiple_of(steps[joint]) {
            out[joint].push(place);
        }
        seen[joint] += 1;
    });
    out
}

/// Per joint of the skin its segments where they were bound, in mesh space: to each child, or for the last of a chain on
/// in the direction of its parent's, half as far.
fn segments(exam: &Exam<'_>, skin: SkinId, model_from_mesh: DAffine3) -> Vec<Vec<[DVec3; 2]>> {
    let skin = exam.skin(skin);
    let mesh_from_model = model_from_mesh.inverse();
    let place = |i: usize| {
        let joint = exam.rest.model_from_joint(skin.joints()[i]);
        mesh_from_model.transform_point3(glam::Vec3::from(joint.translation).as_dvec3())
    };
    let places: Vec<DVec3> = (0..skin.len()).map(place).collect();
    let mut out: Vec<Vec<[DVec3; 2]>> = vec![Vec::new(); skin.len()];
    for (i, parent) in skin.parents().iter().enumerate() {
        if let Some(parent) = *parent {
            out[parent as usize].push([places[parent as usize], places[i]]);
        }
    }
    for (i, segments) in out.iter_mut().enumerate() {
        if segments.is_empty() {
            let along = skin.parents()[i].map_or(DVec3::ZERO, |p| places[i] - places[p as usize]);
            segments.push([places[i], places[i] + 0.5 * along]);
        }
    }
    out
}

fn mean_distance(points: &[DVec3], segments: &[[DVec3; 2]]) -> f64 {
    let nearest = |p: &DVec3| {
        segments
            .iter()
            .map(|b| to_segment(*p, *b))
            .fold(f64::INFINITY, f64::min)
    };
    points.iter().map(nearest).sum::<f64>() / points.len().max(1) as f64
}

fn to_segment(p: DVec3, [a, b]: [DVec3; 2]) -> f64 {
    let along = b - a;
    let length_squared = along.length_squared();
    let t = if length_squared > 0.0 {
        ((p - a).dot(along) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    p.distance(a + along * t)
}

/// For each row another column, with the least sum of costs. There are at least as many columns as rows.
///
/// Source: Kuhn 1955, "The Hungarian Method for the Assignment Problem", in the form with potentials and shortest
/// augmenting paths (Jonker and Volgenant 1987).
fn assign(cost: &[Vec<f64>]) -> Vec<usize> {
    let (rows, columns) = (cost.len(), cost.first().map_or(0, Vec::len));
    // Row 0 and column 0 stand for none.
    let (mut u, mut v) = (vec![0.0; rows + 1], vec![0.0; columns + 1]);
    let mut row_of = vec![0_usize; columns + 1];
    for row in 1..=rows {
        let mut way = vec![0_usize; columns + 1];
        let mut least = vec![f64::INFINITY; columns + 1];
        let mut used = vec![false; columns + 1];
        row_of[0] = row;
        let mut at = 0;
        while row_of[at] != 0 {
            used[at] = true;
            let (mut delta, mut next) = (f64::INFINITY, 0);
            for column in 1..=columns {
                if used[column] {
                    continue;
                }
                let reduced = cost[row_of[at] - 1][column - 1] - u[row_of[at]] - v[column];
                if reduced < least[column] {
                    (least[column], way[column]) = (reduced, at);
                }
                if least[column] < delta {
                    (delta, next) = (least[column], column);
                }
            }
            if next == 0 {
                break;
            }
            for column in 0..=columns {
                if used[column] {
                    u[row_of[column]] += delta;
                    v[column] -= delta;
                } else {
                    least[column] -= delta;
                }
            }
            at = next;
        }
        while at != 0 {
            let before = way[at];
            row_of[at] = row_of[before];
            at = before;
        }
    }
    let mut out = vec![0; rows];
    for (column, &row) in row_of.iter().enumerate().skip(1).filter(|(_, r)| **r != 0) {
        out[row - 1] = column - 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_assignment_is_found() {
        let cost = vec![vec![4.0, 1.0, 3.0], vec![2.0, 0.0, 5.0], vec![3.0, 2.0, 2.0]];
        assert_eq!(assign(&cost), [1, 0, 2]);
        let cost = vec![vec![1.0, 0.0, 9.0], vec![0.0, 5.0, 9.0]];
        assert_eq!(assign(&cost), [1, 0]);
        assert!(assign(&[]).is_empty());
    }

    #[test]
    fn distances_to_segments_end_at_their_ends() {
        let segment = [DVec3::ZERO, DVec3::X];
        assert_eq!(to_segment(DVec3::new(0.5, 2.0, 0.0), segment), 2.0);
        assert_eq!(to_segment(DVec3::new(3.0, 0.0, 0.0), segment), 2.0);
        assert_eq!(to_segment(DVec3::Y, [DVec3::ZERO; 2]), 1.0);
    }
}
