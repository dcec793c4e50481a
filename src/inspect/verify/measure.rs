//! How far two frames are apart, place by place, as multiples of what is tolerated.

use super::frame::Frame;
use super::resolve::TheirPose;
use crate::inspect::file_space::Local;

/// The part of a frame in which two can differ, in the order in which a frame is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VerifyStage {
    /// Local transforms, from keys and crossfades.
    Locals,
    /// World matrices of nodes, from the hierarchy.
    Nodes,
    /// Skinning matrices.
    Palettes,
    /// Vertices.
    Positions,
}

impl VerifyStage {
    /// All, in order.
    pub const ALL: [Self; 4] = [Self::Locals, Self::Nodes, Self::Palettes, Self::Positions];

    /// The field of the dump.
    pub fn word(self) -> &'static str {
        match self {
            Self::Locals => "locals",
            Self::Nodes => "nodes",
            Self::Palettes => "palettes",
            Self::Positions => "positions",
        }
    }
}

/// What may differ without being a difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tolerance {
    /// Metres, for positions and translations.
    pub(super) length: f64,
    /// For numbers without a unit, relative to the largest of their matrix; for quaternions as they are.
    pub(super) ratio: f64,
}

/// Multiple of what is tolerated within which two numbers count as one, follow from each other or are explained: another
/// machine rounds otherwise.
pub(super) const NEAR: f64 = 8.0;
/// Of the posed diagonal, and of the largest number of a matrix.
const RATIO: f64 = 1e-5;
/// Steps of a 32-bit number.
const ULPS: f64 = 4.0;
/// Relative step of a 32-bit number.
const ULP: f64 = f32::EPSILON as f64;

impl Tolerance {
    /// For a frame of this diagonal and largest coordinate, metres: 1e-5 of the diagonal plus 4 steps of a 32-bit number
    /// at that coordinate; or `asked`, a length in metres.
    pub(super) fn of(diagonal: f64, largest: f64, asked: Option<f64>) -> Self {
        // What has no size is measured by where it is.
        let size = if diagonal > 0.0 {
            diagonal
        } else {
            largest.max(1e-3)
        };
        match asked {
            Some(length) => Self {
                length,
                ratio: (length / size).min(1.0),
            },
            None => Self {
                length: RATIO * size + ULPS * ULP * largest,
                ratio: RATIO,
            },
        }
    }
}

/// What is apart at one place.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Apart {
    /// Multiple of what is tolerated; above 1 is a difference.
    pub(super) excess: f64,
    /// Metres: of the position or the translation.
    pub(super) distance: f64,
    /// Degrees between rotations (local transforms only).
    pub(super) degrees: f64,
    /// Largest difference of a number without unit: of the linear part, or of a scale.
    pub(super) linear: f64,
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
}

/// A share of a tolerance that may be zero, kept within what JSON and sums can hold.
fn over(value: f64, tolerated: f64) -> f64 {
    if value == 0.0 {
        0.0
    } else {
        (value / tolerated.max(1e-300)).min(1e60)
    }
}

pub(super) fn locals(a: &Local, b: &Local, tolerance: Tolerance) -> Apart {
    let moved = distance(a.translation, b.translation);
    // A joint far from its parent in units of its own: its translation has that many steps.
    let size = b.translation.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let length = tolerance.length.max(tolerance.ratio * size);
    let sign = if (0..4).map(|k| a.rotation[k] * b.rotation[k]).sum::<f64>() < 0.0 {
        -1.0
    } else {
        1.0
    };
    let turned = (0..4)
        .map(|k| (a.rotation[k] - sign * b.rotation[k]).abs())
        .fold(0.0, f64::max);
    let scaled = distance(a.scale, b.scale);
    let largest = b.scale.iter().fold(1.0, |m: f64, v| m.max(v.abs()));
    Apart {
        excess: over(moved, length)
            .max(over(turned, tolerance.ratio))
            .max(over(scaled, tolerance.ratio * largest)),
        distance: moved,
        degrees: degrees(a.rotation, b.rotation),
        linear: scaled.max((norm(a.rotation) - norm(b.rotation)).abs()),
    }
}

fn norm(q: [f64; 4]) -> f64 {
    q.iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// The angle between two rotations; 0 if one has no direction.
fn degrees(a: [f64; 4], b: [f64; 4]) -> f64 {
    let (na, nb) = (norm(a), norm(b));
    if na <= 0.0 || nb <= 0.0 {
        return 0.0;
    }
    // By the difference, which stays exact for small angles.
    let unit = |q: [f64; 4], n: f64| q.map(|v| v / n);
    let (a, b) = (unit(a, na), unit(b, nb));
    let sign = if (0..4).map(|k| a[k] * b[k]).sum::<f64>() < 0.0 {
        -1.0
    } else {
        1.0
    };
    let chord = (0..4).map(|k| (a[k] - sign * b[k]).powi(2)).sum::<f64>().sqrt();
    4.0 * (chord / 2.0).min(1.0).asin().to_degrees()
}

pub(super) fn matrices(a: &[f64; 16], b: &[f64; 16], tolerance: Tolerance) -> Apart {
    let moved = distance([a[12], a[13], a[14]], [b[12], b[13], b[14]]);
    let linear = [0, 1, 2, 4, 5, 6, 8, 9, 10];
    let rest = [3, 7, 11, 15];
    let size = linear.iter().fold(0.0, |m: f64, k| m.max(b[*k].abs()));
    let apart = linear.iter().fold(0.0, |m: f64, k| m.max((a[*k] - b[*k]).abs()));
    let row = rest.iter().fold(0.0, |m: f64, k| m.max((a[*k] - b[*k]).abs()));
    // A matrix of zeros has no size of its own.
    let size = if size > 0.0 { size } else { 1.0 };
    Apart {
        excess: over(moved, tolerance.length)
            .max(over(apart, tolerance.ratio * size))
            .max(over(row, tolerance.ratio)),
        distance: moved,
        degrees: 0.0,
        linear: apart.max(row),
    }
}

pub(super) fn positions(a: [f64; 3], b: [f64; 3], tolerance: Tolerance) -> Apart {
    let moved = distance(a, b);
    Apart {
        excess: over(moved, tolerance.length),
        distance: moved,
        ..Apart::default()
    }
}

/// What is apart at every place of a stage, in the order of theirs.
pub(super) fn stage(stage: VerifyStage, theirs: &Frame, ours: &Frame, tolerance: Tolerance) -> Vec<Apart> {
    let m = |(a, b): (&[f64; 16], &[f64; 16])| matrices(a, b, tolerance);
    match stage {
        VerifyStage::Locals => {
            let pairs = theirs.locals.iter().zip(&ours.locals);
            pairs.map(|(a, b)| locals(a, b, tolerance)).collect()
        }
        VerifyStage::Nodes => theirs.nodes.iter().zip(&ours.nodes).map(m).collect(),
        VerifyStage::Palettes => theirs.palettes.iter().zip(&ours.palettes).map(m).collect(),
        VerifyStage::Positions => {
            let pairs = theirs
                .positions
                .iter()
                .flatten()
                .zip(ours.positions.iter().flatten());
            pairs.map(|(a, b)| positions(*a, *b, tolerance)).collect()
        }
    }
}

/// Whether they have anything at a stage.
pub(super) fn has(theirs: &TheirPose, stage: VerifyStage) -> bool {
    match stage {
        VerifyStage::Locals => !theirs.locals.is_empty(),
        VerifyStage::Nodes => !theirs.nodes.is_empty(),
        VerifyStage::Palettes => !theirs.palettes.is_empty(),
        VerifyStage::Positions => theirs.parts.iter().any(|p| !p.vertices.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: Tolerance = Tolerance {
        length: 1e-5,
        ratio: 1e-5,
    };

    fn local(rotation: [f64; 4]) -> Local {
        Local {
            translation: [0.0; 3],
            rotation,
            scale: [1.0; 3],
        }
    }

    #[test]
    fn a_quaternion_and_its_negative_are_one_rotation() {
        let q = [0.0, 0.0, 0.6, 0.8];
        let apart = locals(&local(q), &local(q.map(|v| -v)), TOLERANCE);
        assert_eq!((apart.excess, apart.degrees), (0.0, 0.0));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let turned = locals(
            &local([0.0, 0.0, half, half]),
            &local([0.0, 0.0, 0.0, 1.0]),
            TOLERANCE,
        );
        assert!((turned.degrees - 90.0).abs() < 1e-9 && turned.excess > 1e4);
        // Of another length: the same direction, not the same numbers.
        let long = locals(&local([0.0, 0.0, 1.2, 1.6]), &local(q), TOLERANCE);
        assert!(long.excess > 1e4 && long.degrees < 1e-9 && (long.linear - 1.0).abs() < 1e-9);
    }

    #[test]
    fn matrices_are_measured_against_their_own_size() {
        let mut m = [0.0; 16];
        (m[0], m[5], m[10], m[15]) = (100.0, 100.0, 100.0, 1.0);
        let mut other = m;
        other[0] += 5e-4;
        assert!(matrices(&other, &m, TOLERANCE).excess < 1.0);
        other[0] += 1e-2;
        assert!(matrices(&other, &m, TOLERANCE).excess > 1.0);
        let mut moved = m;
        moved[13] = 1e-4;
        let apart = matrices(&moved, &m, TOLERANCE);
        assert!((apart.excess - 10.0).abs() < 1e-9 && apart.distance == 1e-4);
    }

    #[test]
    fn tolerances_grow_with_the_model_and_with_its_distance() {
        let near = Tolerance::of(2.0, 2.0, None);
        assert!((near.length - 2.1e-5).abs() < 1e-6, "{near:?}");
        let far = Tolerance::of(2.0, 1e5, None);
        assert!(far.length > 0.04, "{far:?}");
        let asked = Tolerance::of(2.0, 2.0, Some(0.02));
        assert_eq!((asked.length, asked.ratio), (0.02, 0.01));
    }
}
