//! The right pose, written or read in another convention: rows for columns, `w` first, other units, another origin.

use super::{Bench, Candidate, Visit};
use crate::inspect::file_space::Local;
use crate::inspect::verify::frame::Frame;
use crate::inspect::verify::measure::VerifyStage;
use crate::math::Transform;
use crate::work::Cancelled;
use glam::{Quat, Vec3};

/// Units that are met, as metres.
const UNITS: [f64; 10] = [
    0.001,
    0.01,
    0.0254,
    0.3048,
    0.1,
    10.0,
    1.0 / 0.3048,
    1.0 / 0.0254,
    100.0,
    1000.0,
];

#[expect(clippy::unnecessary_wraps, reason = "all families have one form")]
pub(super) fn all(bench: &Bench<'_>, visit: &mut Visit<'_>) -> Result<(), Cancelled> {
    transposed(bench, visit);
    quaternions(bench, visit);
    units(bench, visit);
    offset(bench, visit);
    Ok(())
}

/// By rows: `m[4 r + c]`.
pub(super) fn transpose(m: &[f64; 16]) -> [f64; 16] {
    std::array::from_fn(|k| m[k % 4 * 4 + k / 4])
}

fn transposed(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let rows = |matrices: &[[f64; 16]]| matrices.iter().map(transpose).collect();
    let right = &bench.right;
    let nodes = Frame {
        nodes: rows(&right.nodes),
        ..right.clone()
    };
    let palettes = Frame {
        palettes: rows(&right.palettes),
        ..right.clone()
    };
    let both = Frame {
        nodes: rows(&right.nodes),
        ..palettes.clone()
    };
    for frame in [both, nodes, palettes] {
        visit(Candidate::new("transposed-storage", frame));
    }
}

fn quaternions(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    if bench.theirs.locals.is_empty() {
        return;
    }
    let written = |turn: fn([f64; 4]) -> [f64; 4]| {
        let locals = bench.right.locals.iter().map(|l| Local {
            rotation: turn(l.rotation),
            ..*l
        });
        Frame {
            locals: locals.collect(),
            ..bench.right.clone()
        }
    };
    visit(Candidate::new(
        "quaternion-w-first",
        written(|[x, y, z, w]| [w, x, y, z]),
    ));
    visit(Candidate::new(
        "quaternion-conjugated",
        written(|[x, y, z, w]| [-x, -y, -z, w]),
    ));
    // Read so from the file: everything that follows is wrong, too.
    let read = |turn: fn(Quat) -> Quat| {
        let mut local = bench.posed.local.clone();
        for joint in bench.model.skeleton.joints() {
            let t = local.local_mut(joint);
            *t = Transform {
                rotation: turn(t.rotation),
                ..*t
            };
        }
        bench.frame(&bench.pose(local))
    };
    let w_first = read(|q| Quat::from_xyzw(q.y, q.z, q.w, q.x));
    visit(Candidate::new("quaternion-w-first", w_first));
    visit(Candidate::new("quaternion-conjugated", read(Quat::conjugate)));
}

/// Their lengths and ours at the first stage that differs, vector by vector.
pub(super) fn lengths(bench: &Bench<'_>) -> Vec<([f64; 3], [f64; 3])> {
    let place = |m: &[f64; 16]| [m[12], m[13], m[14]];
    let (said, right) = (&bench.said, &bench.right);
    let of_matrices =
        |a: &[[f64; 16]], b: &[[f64; 16]]| a.iter().map(place).zip(b.iter().map(place)).collect();
    match bench.first {
        VerifyStage::Locals => {
            let pairs = said.locals.iter().zip(&right.locals);
            pairs.map(|(a, b)| (a.translation, b.translation)).collect()
        }
        VerifyStage::Nodes => of_matrices(&said.nodes, &right.nodes),
        VerifyStage::Palettes => of_matrices(&said.palettes, &right.palettes),
        VerifyStage::Positions => {
            let pairs = said
                .positions
                .iter()
                .flatten()
                .zip(right.positions.iter().flatten());
            pairs.map(|(a, b)| (*a, *b)).collect()
        }
    }
}

/// One factor for all lengths, by least squares.
fn factor(bench: &Bench<'_>) -> Option<f64> {
    let (mut dot, mut square) = (0.0, 0.0);
    for (theirs, ours) in lengths(bench) {
        for k in 0..3 {
            dot += theirs[k] * ours[k];
            square += ours[k] * ours[k];
        }
    }
    let factor = dot / square;
    let usable = factor.is_finite() && factor > 1e-6 && (factor - 1.0).abs() > 1e-4;
    let near = |unit: &f64| (factor / unit - 1.0).abs() < 1e-3;
    usable.then(|| UNITS.into_iter().find(near).unwrap_or(factor))
}

fn units(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let Some(k) = factor(bench) else { return };
    let scaled = |v: [f64; 3]| v.map(|n| n * k);
    let is_root = |index: usize| {
        let joint = bench.theirs.locals[index].joint;
        bench.model.skeleton.parent(joint).is_none()
    };
    // Every length is in another unit; or a root is scaled, which scales matrices as a whole.
    for by_a_root in [false, true] {
        let matrix = |m: &[f64; 16]| -> [f64; 16] {
            std::array::from_fn(|e| {
                let scales = e % 4 < 3 && (by_a_root || e >= 12);
                if scales { m[e] * k } else { m[e] }
            })
        };
        let local = |(index, l): (usize, &Local)| match (by_a_root, by_a_root && is_root(index)) {
            (true, true) => Local {
                translation: scaled(l.translation),
                scale: scaled(l.scale),
                ..*l
            },
            (true, false) => *l,
            (false, _) => Local {
                translation: scaled(l.translation),
                ..*l
            },
        };
        let right = &bench.right;
        let positions = right.positions.iter();
        let frame = Frame {
            locals: right.locals.iter().enumerate().map(local).collect(),
            nodes: right.nodes.iter().map(matrix).collect(),
            palettes: right.palettes.iter().map(matrix).collect(),
            positions: positions
                .map(|p| p.iter().map(|v| scaled(*v)).collect())
                .collect(),
        };
        visit(
            Candidate::new("unit-scale", frame)
                .convention()
                .with("factor", k)
                .fitted(),
        );
    }
}

/// Everything moved by one vector: re-centred, or put on the ground.
fn offset(bench: &Bench<'_>, visit: &mut Visit<'_>) {
    let pairs = lengths(bench);
    let count = pairs.len().max(1) as f64;
    let d: [f64; 3] = std::array::from_fn(|k| pairs.iter().map(|(a, b)| a[k] - b[k]).sum::<f64>() / count);
    if pairs.len() < 2 || d.iter().all(|v| v.abs() <= bench.tolerance.length) {
        return;
    }
    let moved = |v: [f64; 3]| std::array::from_fn(|k| v[k] + d[k]);
    let matrix = |m: &[f64; 16]| {
        let mut m = *m;
        for k in 0..3 {
            m[12 + k] += d[k];
        }
        m
    };
    let local = |(l, theirs): (&Local, &crate::inspect::verify::resolve::TheirLocal)| {
        if bench.model.skeleton.parent(theirs.joint).is_none() {
            Local {
                translation: moved(l.translation),
                ..*l
            }
        } else {
            *l
        }
    };
    let right = &bench.right;
    let frame = Frame {
        locals: right.locals.iter().zip(&bench.theirs.locals).map(local).collect(),
        nodes: right.nodes.iter().map(matrix).collect(),
        palettes: right.palettes.iter().map(matrix).collect(),
        positions: right
            .positions
            .iter()
            .map(|p| p.iter().map(|v| moved(*v)).collect())
            .collect(),
    };
    let by = Vec3::new(d[0] as f32, d[1] as f32, d[2] as f32);
    let words = format!("{:.4}, {:.4}, {:.4}", by.x, by.y, by.z).replace("-0.0000", "0.0000");
    visit(
        Candidate::new("moved", frame)
            .convention()
            .with("by", words)
            .fitted(),
    );
}
