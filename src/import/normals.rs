//! Normals of the file, made unit; those without direction come from the faces around them.

use glam::Vec3;

use super::budget::Budget;
use crate::model::{Array, Issue, Primitive};

/// Unit normals. A normal that is zero, NaN or infinite takes the mean direction of its faces, weighted by area.
///
/// What is right already stays where it lies.
pub(super) fn repair(
    given: Array<Vec3>,
    primitive: &Primitive,
    budget: &Budget,
    issues: &mut Vec<Issue>,
) -> Result<Array<Vec3>, Issue> {
    // As below; false for NaN, too.
    if given.iter().all(|n| (n.length_squared() - 1.0).abs() <= 1e-6) {
        return Ok(given);
    }
    budget.ask(given.len(), size_of::<Vec3>(), &primitive.source.pointer)?;
    let mut normals = given.to_vec();
    let mut bad = Vec::new();
    for (vertex, n) in normals.iter_mut().enumerate() {
        let square = n.length_squared();
        if !(square > 1e-12 && square.is_finite()) {
            bad.push(vertex);
        } else if (square - 1.0).abs() > 1e-6 {
            *n /= square.sqrt();
        }
    }
    if bad.is_empty() {
        return Ok(normals.into());
    }
    let pointer = format!("{}/attributes/NORMAL", primitive.source.pointer);
    issues.push(
        Issue::warning("normals-broken", pointer)
            .with("count", bad.len())
            .with("vertices", normals.len()),
    );
    for &vertex in &bad {
        normals[vertex] = Vec3::ZERO;
    }
    let mut is_bad = vec![false; normals.len()];
    for &vertex in &bad {
        is_bad[vertex] = true;
    }
    for corners in primitive.triangles().chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|k| primitive.positions[corners[k] as usize]);
        let area = (b - a).cross(c - a);
        for &corner in corners {
            if is_bad[corner as usize] && area.is_finite() {
                normals[corner as usize] += area;
            }
        }
    }
    for vertex in bad {
        normals[vertex] = direction(normals[vertex]).unwrap_or(Vec3::Y);
    }
    Ok(normals.into())
}

/// The unit vector along `v`, however small or large it is: the square of a tiny face's area has few bits left or none.
fn direction(v: Vec3) -> Option<Vec3> {
    let size = v.abs().max_element();
    (size > 0.0 && size.is_finite()).then(|| (v / size).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vanished_normal_follows_its_faces() {
        let primitive = Primitive {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y].into(),
            ..Primitive::default()
        };
        let mut issues = Vec::new();
        let given = vec![Vec3::ZERO, Vec3::new(0.0, 0.0, 3.0), Vec3::NAN];
        let budget = Budget::new(1 << 20);
        assert_eq!(
            *repair(given.into(), &primitive, &budget, &mut issues).unwrap(),
            [Vec3::Z; 3]
        );
        assert_eq!(issues[0].code, "normals-broken");
    }
    /// Found by fuzzing: a normal that was no unit vector.
    #[test]
    fn tiny_and_huge_faces_give_unit_normals() {
        for size in [1e-11_f32, 1e-10, 1e-6, 1e9, 1e15] {
            let primitive = Primitive {
                positions: vec![Vec3::ZERO, Vec3::new(size, 0.1 * size, 0.0), Vec3::Y * size].into(),
                ..Primitive::default()
            };
            let given = vec![Vec3::ZERO; 3].into();
            let repaired = repair(given, &primitive, &Budget::new(1 << 20), &mut Vec::new()).unwrap();
            assert!(
                repaired.iter().all(|n| (n.length() - 1.0).abs() < 1e-5),
                "{size}: {repaired:?}"
            );
        }
    }
}
