//! The right pose in other axes: another hand, another way up, turned round.

use super::{Bench, Candidate, Visit};
use crate::inspect::file_space::Local;
use crate::inspect::verify::frame::Frame;
use crate::work::Cancelled;

/// New axes in terms of old ones: which, and its sign.
type Basis = [(usize, f64); 3];

/// Words for it, the code, and the basis.
const BASES: [(&str, &str, Basis); 7] = [
    ("(-x, y, z)", "handedness", [(0, -1.0), (1, 1.0), (2, 1.0)]),
    ("(x, -y, z)", "handedness", [(0, 1.0), (1, -1.0), (2, 1.0)]),
    ("(x, y, -z)", "handedness", [(0, 1.0), (1, 1.0), (2, -1.0)]),
    ("(x, z, y)", "handedness", [(0, 1.0), (2, 1.0), (1, 1.0)]),
    ("(x, -z, y)", "up-axis", [(0, 1.0), (2, -1.0), (1, 1.0)]),
    ("(x, z, -y)", "up-axis", [(0, 1.0), (2, 1.0), (1, -1.0)]),
    ("(-x, y, -z)", "turned-round", [(0, -1.0), (1, 1.0), (2, -1.0)]),
];

#[expect(clippy::unnecessary_wraps, reason = "all families have one form")]
pub(super) fn all(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    for (words, code, basis) in BASES {
        // In the new axes throughout; or turned at the end only.
        for throughout in [true, false] {
            let frame = in_basis(bench, &basis, throughout);
            visit(Candidate::new(code, frame).with("axes", words).convention());
        }
    }
    Ok(())
}

fn vector(b: &Basis, v: [f64; 3]) -> [f64; 3] {
    b.map(|(from, sign)| sign * v[from])
}

/// `B M`, or `B M B^-1`.
fn matrix(b: &Basis, m: &[f64; 16], throughout: bool) -> [f64; 16] {
    let mut out = *m;
    for (row, (from, sign)) in b.iter().enumerate() {
        for column in 0..4 {
            out[4 * column + row] = sign * m[4 * column + from];
        }
    }
    if throughout {
        let left = out;
        for (column, (from, sign)) in b.iter().enumerate() {
            for row in 0..4 {
                out[4 * column + row] = sign * left[4 * from + row];
            }
        }
    }
    out
}

/// A rotation in the new axes: its axis is a pseudovector, so a change of hand turns it about.
fn rotation(b: &Basis, q: [f64; 4]) -> [f64; 4] {
    let axis = vector(b, [q[0], q[1], q[2]]);
    let hand = hand(b);
    [hand * axis[0], hand * axis[1], hand * axis[2], q[3]]
}

/// 1, or -1 where the basis changes the hand.
fn hand(b: &Basis) -> f64 {
    let signs: f64 = b.iter().map(|a| a.1).product();
    let swapped = b.iter().enumerate().filter(|(k, a)| a.0 != *k).count() == 2;
    if swapped { -signs } else { signs }
}

fn in_basis(bench: &Bench<'_>, b: &Basis, throughout: bool) -> Frame {
    let local = |l: &Local| Local {
        translation: vector(b, l.translation),
        rotation: rotation(b, l.rotation),
        scale: b.map(|(from, _)| l.scale[from]),
    };
    let right = &bench.right;
    let positions = right.positions.iter();
    Frame {
        locals: if throughout {
            right.locals.iter().map(local).collect()
        } else {
            right.locals.clone()
        },
        nodes: right.nodes.iter().map(|m| matrix(b, m, throughout)).collect(),
        palettes: right.palettes.iter().map(|m| matrix(b, m, throughout)).collect(),
        positions: positions
            .map(|p| p.iter().map(|v| vector(b, *v)).collect())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat4, DQuat, DVec3};

    /// A rotation in new axes is what its matrix is there.
    #[test]
    fn quaternions_and_matrices_change_axes_alike() {
        let q = DQuat::from_xyzw(0.1, -0.5, 0.3, 0.7).normalize();
        let m = DMat4::from_rotation_translation(q, DVec3::new(1.0, 2.0, 3.0)).to_cols_array();
        for (words, _, b) in BASES {
            let turned = DQuat::from_array(rotation(&b, q.to_array()));
            let by_matrix = DMat4::from_cols_array(&matrix(&b, &m, true));
            let by_quaternion = DMat4::from_quat(turned);
            for k in 0..3 {
                assert!(
                    by_matrix.col(k).abs_diff_eq(by_quaternion.col(k), 1e-12),
                    "{words}"
                );
            }
            let moved = vector(&b, [1.0, 2.0, 3.0]);
            assert_eq!(by_matrix.w_axis.truncate().to_array(), moved, "{words}");
        }
    }
}
