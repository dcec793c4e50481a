//! Normals of the file, made unit; those without direction come from the faces around them.

use glam::Vec3;

use crate::model::{Issue, Primitive};

/// Unit normals. A normal that is zero, NaN or infinite takes the mean direction of its faces, weighted by area.
pub(super) fn repair(mut normals: Vec<Vec3>, primitive: &Primitive, issues: &mut Vec<Issue>) -> Vec<Vec3> {
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
        return normals;
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
        normals[vertex] = normals[vertex].try_normalize().unwrap_or(Vec3::Y);
    }
    normals
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
        assert_eq!(repair(given, &primitive, &mut issues), [Vec3::Z; 3]);
        assert_eq!(issues[0].code, "normals-broken");
    }
}
