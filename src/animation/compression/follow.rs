//! Joints as a decoder will see them, and what a joint has to do so that all below it are where they belong.
//!
//! Joints are coded parents first. What is coded of a joint is not its own transform but the one that undoes what its
//! ancestors are off: errors do not add up along a chain. A rotation is chosen so that the joint's children, too, come
//! as near to their places as its own reach allows: an error of place is steered back instead of being carried on.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::exact::{Local, unit};
use super::rig::{Rig, Table, shell_error};

/// How much less than a child's place a joint's own shell counts when its rotation is chosen.
const ANCHOR: f64 = 2.0;

/// How the parts of a joint are coded.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Still {
    /// The one value of each part that does not change.
    pub(super) translation: Option<DVec3>,
    pub(super) rotation: Option<DQuat>,
    pub(super) scale: Option<DVec3>,
}

/// What a joint's rotation moves as one piece.
#[derive(Debug, Clone, Default)]
struct Carried {
    /// Joints below it up to the first that turns by itself.
    joints: Vec<usize>,
    /// Those of them that are nothing but carried: their shells move along.
    rigid: Vec<usize>,
}

/// Places of joints as decoded, for some rows.
#[derive(Debug)]
pub(super) struct Follow<'a> {
    pub(super) rig: &'a Rig,
    pub(super) table: &'a Table,
    /// Rows that are held.
    pub(super) rows: std::ops::Range<usize>,
    pub(super) still: Vec<Still>,
    carried: Vec<Carried>,
    worlds: Vec<DAffine3>,
    rotations: Vec<DQuat>,
    base_rotations: Vec<DQuat>,
}

impl<'a> Follow<'a> {
    /// For `rows` of the table; `still` says what does not change.
    pub(super) fn new(
        rig: &'a Rig,
        table: &'a Table,
        rows: std::ops::Range<usize>,
        still: Vec<Still>,
    ) -> Self {
        let mut carried: Vec<Carried> = vec![Carried::default(); rig.len()];
        for joint in (0..rig.len()).rev() {
            let Some(parent) = rig.parents[joint] else {
                continue;
            };
            if rig.tightest[joint].is_finite() {
                let below = if still[joint].rotation.is_some() {
                    let mut below = carried[joint].clone();
                    below.rigid.push(joint);
                    below
                } else {
                    Carried::default()
                };
                carried[parent].joints.push(joint);
                carried[parent].joints.extend(below.joints);
                carried[parent].rigid.extend(below.rigid);
            }
        }
        let count = rows.len() * rig.len();
        let base_rotations = (0..rig.len())
            .map(|j| unit(table.rotation(rows.start, j) * table.local(rows.start, j).rotation.conjugate()))
            .collect();
        Self {
            rig,
            table,
            rows,
            still,
            carried,
            worlds: vec![DAffine3::IDENTITY; count],
            rotations: vec![DQuat::IDENTITY; count],
            base_rotations,
        }
    }

    fn at(&self, row: usize, joint: usize) -> usize {
        (row - self.rows.start) * self.rig.len() + joint
    }

    /// `model_from_parent` as decoded, and how it turns.
    pub(super) fn above(&self, row: usize, joint: usize) -> (DAffine3, DQuat) {
        match self.rig.parents[joint] {
            Some(parent) => {
                let at = self.at(row, parent);
                (self.worlds[at], self.rotations[at])
            }
            None => (self.rig.base[joint], self.base_rotations[joint]),
        }
    }

    /// The translation that brings a joint where it belongs.
    pub(super) fn wanted_translation(&self, row: usize, joint: usize) -> DVec3 {
        let own = self.table.local(row, joint).translation;
        let Some(parent) = self.rig.parents[joint].filter(|p| self.table.similar[*p]) else {
            return own;
        };
        let above = self.worlds[self.at(row, parent)];
        let wanted = above
            .inverse()
            .transform_point3(self.table.world(row, joint).translation);
        if wanted.is_finite() { wanted } else { own }
    }

    /// The rotation that brings what a joint carries where it belongs, with its decoded `translation`.
    pub(super) fn wanted_rotation(&self, row: usize, joint: usize, translation: DVec3) -> DQuat {
        let own = self.table.local(row, joint).rotation;
        if !self.table.similar[joint] {
            return own;
        }
        let (above, turned) = self.above(row, joint);
        let right = self.table.world(row, joint);
        let place = above.transform_point3(translation);
        let off = place - right.translation;
        let shell = |j: usize| {
            let radius = self.rig.radius[j] * self.table.world(row, j).matrix3.x_axis.length();
            ANCHOR * radius * radius
        };
        let mut anchor = shell(joint);
        let mut turning = DMat3::ZERO;
        let mut pull = DVec3::ZERO;
        let carried = &self.carried[joint];
        for &j in &carried.joints {
            let place = self.table.world(row, j).translation;
            // A child whose translation does not change stands where that puts it.
            let (arm, off) = match self.still[j].translation {
                Some(t) if self.rig.parents[j] == Some(joint) => {
                    let arm = right.transform_vector3(t);
                    (arm, right.translation + off + arm - place)
                }
                _ => (place - right.translation, off),
            };
            turning += DMat3::from_diagonal(DVec3::splat(arm.length_squared()))
                - DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
            pull -= arm.cross(off);
        }
        for &j in &carried.rigid {
            anchor += shell(j);
        }
        let right_turn = self.table.rotation(row, joint);
        turning += DMat3::from_diagonal(DVec3::splat(anchor));
        let turn = if pull.length_squared() > 0.0 && turning.determinant() > 1e-36 {
            turning.inverse() * pull
        } else {
            DVec3::ZERO
        };
        // More than a hint of a turn means that there is nothing to hold on to.
        let turn = if turn.is_finite() && turn.length_squared() < 0.01 {
            turn
        } else {
            DVec3::ZERO
        };
        let half = turn * 0.5;
        let wanted = unit(DQuat::from_xyzw(half.x, half.y, half.z, 1.0)) * right_turn;
        let local = unit(turned.conjugate() * wanted);
        if local.is_finite() { local } else { own }
    }

    /// Takes what a decoder will make of a joint.
    pub(super) fn set(&mut self, row: usize, joint: usize, local: &Local) {
        let (above, turned) = self.above(row, joint);
        let at = self.at(row, joint);
        self.worlds[at] = above * local.matrix();
        self.rotations[at] = unit(turned * local.rotation);
    }

    /// What [`Self::restore`] takes back.
    pub(super) fn save(&self, joints: &[usize]) -> Vec<(DAffine3, DQuat)> {
        let rows = self.rows.clone();
        rows.flat_map(|row| joints.iter().map(move |j| self.at(row, *j)))
            .map(|at| (self.worlds[at], self.rotations[at]))
            .collect()
    }

    /// Takes back what was [saved](Self::save) of the same joints.
    pub(super) fn restore(&mut self, joints: &[usize], saved: &[(DAffine3, DQuat)]) {
        let mut saved = saved.iter();
        for row in self.rows.clone() {
            for joint in joints {
                let at = self.at(row, *joint);
                if let Some(before) = saved.next() {
                    (self.worlds[at], self.rotations[at]) = *before;
                }
            }
        }
    }

    /// How far off a joint's shell is, in parts of its tolerance.
    pub(super) fn error(&self, row: usize, joint: usize) -> f64 {
        let tolerance = self.rig.tolerance[joint];
        if tolerance.is_infinite() {
            return 0.0;
        }
        shell_error(
            self.table.world(row, joint),
            &self.worlds[self.at(row, joint)],
            self.rig.radius[joint],
        ) / tolerance
    }
}

/// The largest factor of a joint's matrix over rows.
fn largest_scale(table: &Table, rows: usize, joint: usize) -> f64 {
    (0..rows)
        .map(|row| {
            let m = table.world(row, joint).matrix3;
            m.x_axis
                .length_squared()
                .max(m.y_axis.length_squared())
                .max(m.z_axis.length_squared())
        })
        .fold(0.0, f64::max)
        .sqrt()
}

/// Which parts of joints stand still within a share of the tolerance, and the levers that follow.
///
/// `share`: of the tolerance, what leaving out a change may cost. Without `strip` only what does not change at all
/// stands still. What is as near to the joint's own transform stands there.
pub(super) fn stand_still(
    rig: &Rig,
    table: &Table,
    rests: &[Local],
    rows: usize,
    share: f64,
    strip: bool,
) -> (Vec<Still>, Vec<f64>) {
    let mut still = vec![Still::default(); rig.len()];
    let mut lever = vec![0.0_f64; rig.len()];
    // What hangs on a joint as one piece.
    let mut arm = vec![0.0_f64; rig.len()];
    for joint in (0..rig.len()).rev() {
        let scale = largest_scale(table, rows, joint);
        if rig.tightest[joint].is_infinite() && strip {
            // Nothing hangs on it or below it: where it is does not matter to anybody.
            let rest = rests[joint];
            still[joint] = Still {
                translation: Some(rest.translation),
                rotation: Some(rest.rotation),
                scale: Some(rest.scale),
            };
            continue;
        }
        let own = rig.radius[joint] * scale;
        lever[joint] = own.max(arm[joint]);
        let allowed = if strip { share * rig.tightest[joint] } else { 0.0 };
        let above_scale = match rig.parents[joint] {
            Some(p) => largest_scale(table, rows, p),
            None => rig.base[joint].matrix3.x_axis.length(),
        };
        let locals = || (0..rows).map(|row| table.local(row, joint));
        // The joint's own value if that is near enough, else the one in the middle: it halves what the farthest is off.
        let one = |of: &dyn Fn(&Local) -> DVec3, rest: DVec3, worth: f64| {
            let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
            for local in locals() {
                least = least.min(of(local));
                most = most.max(of(local));
            }
            let off = (most - rest).abs().max((rest - least).abs()).length();
            if off * worth <= allowed {
                return Some(rest);
            }
            let off = 0.5 * (most - least).length();
            (off * worth <= allowed).then_some(0.5 * (least + most))
        };
        let rest = rests[joint];
        still[joint].translation = one(&|l| l.translation, rest.translation, above_scale);
        still[joint].scale = one(&|l| l.scale, rest.scale, lever[joint] / scale.max(1e-12));
        let off = |r: DQuat| {
            locals()
                .map(|l| super::exact::turn(l.rotation, r))
                .fold(0.0, f64::max)
        };
        still[joint].rotation = if off(rest.rotation) * lever[joint] <= allowed {
            Some(rest.rotation)
        } else {
            let first = table.local(0, joint).rotation;
            let sum = locals().fold(DQuat::from_array([0.0; 4]), |sum, l| {
                sum + if l.rotation.dot(first) < 0.0 {
                    -l.rotation
                } else {
                    l.rotation
                }
            });
            let middle = if off(first) == 0.0 { first } else { unit(sum) };
            (off(middle) * lever[joint] <= allowed).then_some(middle)
        };
        if let Some(parent) = rig.parents[joint] {
            let rigid = if still[joint].rotation.is_some() {
                lever[joint]
            } else {
                0.0
            };
            let length = (0..rows)
                .map(|row| {
                    (table.world(row, joint).translation - table.world(row, parent).translation).length()
                })
                .fold(0.0, f64::max);
            arm[parent] = arm[parent].max(length + rigid);
        }
    }
    (still, lever)
}
