//! What a skin's inverse binds are, if they are not the inverse of where its joints rest.
//!
//! Sound matrices agree on where the mesh stands while the skeleton rests: `model_from_joint_j * joint_from_mesh_j` is
//! one matrix for all joints `j`, whatever it is (an armature's transform, a unit, a dequantisation folded in). A
//! mistake of an exporter is looked for by undoing it: the matrices then agree. A rest pose that is merely another
//! pose than the bind pose fits none of the mistakes.

use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3, DVec4};

use super::super::limits;
use super::exam::{Exam, SkinUse};
use crate::math::polar_split;
use crate::model::SkinId;
use crate::work::{CancelToken, Cancelled};

/// No more joints than this are tried as the one that all others agree with.
const MOST_TRIES: usize = 32;
/// Skins with more joints than this are not searched for matrices that changed places: the search is quadratic.
const MOST_PERMUTED: usize = 1500;
/// No more pairs of a joint and a matrix than this are tried over all skins of a model.
const MOST_PAIRS: usize = 16 * MOST_PERMUTED * MOST_PERMUTED;
/// How far up a mesh is looked for above its node, in nodes.
const MOST_ABOVE: usize = 256;

/// What may still be spent on the search for matrices that changed places, over all skins of a model.
#[derive(Debug)]
pub(super) struct Budget {
    pairs: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { pairs: MOST_PAIRS }
    }
}

impl Budget {
    /// Takes `pairs` if as many are left.
    fn take(&mut self, pairs: usize) -> bool {
        let left = self.pairs.checked_sub(pairs);
        self.pairs = left.unwrap_or(self.pairs);
        left.is_some()
    }
}

/// The matrices of one skin in double precision.
pub(super) struct Binds<'a> {
    /// `model_from_joint` at rest, per joint of the skin.
    pub(super) world: Vec<DAffine3>,
    /// As the file has them; the identity where it has none.
    pub(super) found: Vec<DMat4>,
    /// Indices of the joints that can be judged: they carry weight, and both matrices are numbers with an inverse.
    pub(super) judged: Vec<usize>,
    /// Per joint the nearest ancestor in the skin.
    pub(super) parents: Vec<Option<u32>>,
    /// Indices of all joints, parents first.
    parents_first: Vec<u32>,
    /// Where the mesh may stand.
    guesses: Vec<DAffine3>,
    mesh_diagonal: f64,
    /// The file has matrices.
    written: bool,
    pub(super) cancel: &'a CancelToken,
}

/// How well matrices agree with a mesh that stands at `model_from_mesh`.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    pub(super) model_from_mesh: DAffine3,
    /// How many joints agree, and the sum of their errors.
    pub(super) agree: usize,
    total: f64,
    /// Joints that do not, those farthest off first.
    pub(super) off: Vec<Off>,
}

/// A joint that was bound elsewhere than where it rests.
#[derive(Debug, Clone, Copy)]
pub(super) struct Off {
    /// Index in the skin.
    pub(super) joint: usize,
    /// Turned by, degrees.
    pub(super) degrees: f64,
    /// Moved by, metres of the model.
    pub(super) distance: f64,
    error: f64,
}

impl Off {
    /// True if there was a matrix to measure.
    pub(super) fn is_measured(&self) -> bool {
        self.error.is_finite()
    }
}

/// A mistake that explains the matrices.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mistake {
    /// None were written, or (`written`) the identity for each joint.
    Missing { written: bool },
    /// Written by rows.
    Transposed,
    /// The joints' own matrices.
    NotInverted,
    /// The translation is that of the joint's own matrix with its signs turned, or the right one with its signs turned.
    TranslationNegated(Rotation),
    /// The translation is negated, the rotation left out.
    RotationDropped,
    /// Per joint the matrix that is its own.
    Permuted(Vec<u32>),
    /// Translations are too long by this factor.
    Units(f64),
}

/// What else is true of matrices whose translation has the wrong signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rotation {
    /// Not inverted, and the translation is the joint's own, negated.
    Kept,
    /// Inverted by itself, and the translation is the joint's own, negated.
    Transposed,
    /// As it should be, and so is the translation but for its signs.
    Right,
}

/// What makes the matrices right again.
#[derive(Debug)]
pub(super) enum Remedy {
    /// The joints were bound where they rest, with the mesh here.
    Stands(DAffine3),
    /// They were bound in another pose; these are the right matrices, one for each joint of the skin.
    Matrices(Vec<DAffine3>),
}

/// What can be undone without knowing where the mesh stands.
pub(super) const UNDONE_ALONE: [Mistake; 5] = [
    Mistake::Transposed,
    Mistake::NotInverted,
    Mistake::TranslationNegated(Rotation::Transposed),
    Mistake::TranslationNegated(Rotation::Kept),
    Mistake::TranslationNegated(Rotation::Right),
];

/// What the matrices of a skin are.
#[derive(Debug)]
pub(super) enum Verdict {
    /// They agree; single joints may be off.
    Sound(Fit),
    /// A mistake explains them; `Fit` as they are.
    Mistaken(Mistake, Fit, Remedy),
    /// Another pose, or a mistake that is not known.
    Unknown(Fit),
}

impl<'a> Binds<'a> {
    pub(super) fn new(exam: &Exam<'a>, using: &SkinUse) -> Self {
        let skin = exam.skin(using.id);
        let source = exam.model.skin_sources.get(using.id.0 as usize);
        let written = source.is_some_and(|s| s.has_inverse_binds);
        let as_found = |i: usize| source.and_then(|s| s.inverse_binds_as_found.get(i));
        let found: Vec<DMat4> = (0..skin.len())
            .map(|i| {
                as_found(i)
                    .filter(|m| m.is_finite())
                    .map_or(DMat4::IDENTITY, glam::Mat4::as_dmat4)
            })
            .collect();
        let world: Vec<DAffine3> = skin
            .joints()
            .iter()
            .map(|&j| exam.rest.model_from_joint(j).as_daffine3())
            .collect();
        let any_weight = skin.carries_weight().iter().any(|w| *w);
        let judged = (0..skin.len())
            .filter(|&i| !any_weight || skin.carries_weight()[i])
            .filter(|&i| is_invertible(world[i].matrix3) && is_invertible(DMat3::from_mat4(found[i])))
            // What is missing beside others, or is no number, is told by itself.
            .filter(|&i| !written || as_found(i).is_some_and(glam::Mat4::is_finite))
            .collect();
        Self {
            world,
            found,
            judged,
            parents: skin.parents().to_vec(),
            parents_first: skin.ancestors_first().to_vec(),
            guesses: places(exam, using.id),
            mesh_diagonal: f64::from(using.mesh_bounds.diagonal()),
            written,
            cancel: &exam.work.cancel,
        }
    }

    /// Judges them.
    pub(super) fn verdict(&self, budget: &mut Budget) -> Result<Verdict, Cancelled> {
        let as_is = self.common(&|i| affine(self.found[i]))?;
        let enough = (limits::BIND_SHARE.value * self.judged.len() as f64).ceil() as usize;
        if as_is.agree >= enough {
            // Two that changed places among many that did not.
            if let Some(order) = self.permutation(&as_is.off, as_is.model_from_mesh, 1.0, budget)? {
                let stands = as_is.model_from_mesh;
                let remedy = Remedy::Stands(stands);
                return Ok(Verdict::Mistaken(Mistake::Permuted(order), as_is, remedy));
            }
            return Ok(Verdict::Sound(as_is));
        }
        let nothing = |m: &DMat4| m.abs_diff_eq(DMat4::IDENTITY, 1e-6);
        if !self.written || self.judged.iter().all(|&i| nothing(&self.found[i])) {
            let stands = self.guesses.first().copied().unwrap_or(DAffine3::IDENTITY);
            let written = self.written;
            let remedy = Remedy::Stands(stands);
            return Ok(Verdict::Mistaken(Mistake::Missing { written }, as_is, remedy));
        }
        let mut best: Option<(Mistake, Fit)> = None;
        for (mistake, fit) in self.suspects()? {
            let explains =
                fit.agree >= enough && fit.agree > as_is.agree && self.is_telling(&mistake, &as_is, &fit);
            let better = best
                .as_ref()
                .is_none_or(|(_, b)| (fit.agree, -fit.total) > (b.agree, -b.total));
            if explains && better {
                best = Some((mistake, fit));
            }
        }
        if let Some((mistake, fit)) = best {
            let remedy = Remedy::Stands(fit.model_from_mesh);
            return Ok(Verdict::Mistaken(mistake, as_is, remedy));
        }
        if self.rows_hold_translations() {
            let remedy = Remedy::Stands(as_is.model_from_mesh);
            return Ok(Verdict::Mistaken(Mistake::Transposed, as_is, remedy));
        }
        let everything: Vec<Off> = self
            .judged
            .iter()
            .map(|&joint| Off {
                joint,
                degrees: 0.0,
                distance: 0.0,
                error: 0.0,
            })
            .collect();
        for guess in self.guesses.iter().copied().chain([as_is.model_from_mesh]) {
            if let Some(order) = self.permutation(&everything, guess, limits::BIND_SHARE.value, budget)? {
                let remedy = Remedy::Stands(guess);
                return Ok(Verdict::Mistaken(Mistake::Permuted(order), as_is, remedy));
            }
        }
        if let Some((mistake, matrices)) = self.mistaken_in_another_pose()? {
            return Ok(Verdict::Mistaken(mistake, as_is, Remedy::Matrices(matrices)));
        }
        Ok(Verdict::Unknown(as_is))
    }

    /// A fault in single matrices of a pose that only differs from the bind pose would look the same as a rotation
    /// left out at the last joints of chains; along a chain it would not.
    fn is_telling(&self, mistake: &Mistake, as_is: &Fit, fit: &Fit) -> bool {
        if *mistake != Mistake::RotationDropped {
            return true;
        }
        let size = self.size(&fit.model_from_mesh.inverse());
        let mut is_off = vec![false; self.world.len()];
        as_is.off.iter().for_each(|o| is_off[o.joint] = true);
        let place = |joint: usize| (fit.model_from_mesh.inverse() * self.world[joint]).translation;
        let far = limits::BIND_DISTANCE.value * size;
        let apart = |a: u32, b: u32| place(a as usize).distance(place(b as usize)) > far;
        // Per joint, of it and those above it, the nearest and the topmost that are off.
        let mut above: Vec<Option<[u32; 2]>> = vec![None; self.world.len()];
        for &joint in &self.parents_first {
            let inherited = self.parents[joint as usize].and_then(|p| above[p as usize]);
            if is_off[joint as usize] {
                if inherited.is_some_and(|ends| ends.iter().any(|&end| apart(end, joint))) {
                    return true;
                }
                above[joint as usize] = Some([joint, inherited.map_or(joint, |[_, top]| top)]);
            } else {
                above[joint as usize] = inherited;
            }
        }
        false
    }

    /// The last row of each matrix holds what a last column should, and the last column nothing: written by rows, whatever
    /// the pose.
    fn rows_hold_translations(&self) -> bool {
        let told = |m: &DMat4| m.w_axis.abs_diff_eq(DVec4::W, 1e-6);
        let moved = |m: &DMat4| m.row(3).truncate().length() > 1e-4;
        let judged = || self.judged.iter().map(|&i| &self.found[i]);
        judged().all(told) && 2 * judged().filter(|m| moved(m)).count() > self.judged.len()
    }

    /// The right matrix of a joint if `mistake` made the one that was found; `None` for a mistake that cannot be undone
    /// without knowing more.
    pub(super) fn undone(&self, mistake: &Mistake, joint: usize) -> Option<DAffine3> {
        let inverse = |m: DAffine3| is_invertible(m.matrix3).then(|| m.inverse());
        let m = affine(match mistake {
            Mistake::Transposed => self.found[joint].transpose(),
            _ => self.found[joint],
        })?;
        let turned = DAffine3 {
            translation: -m.translation,
            ..m
        };
        match mistake {
            Mistake::Transposed => Some(m),
            Mistake::NotInverted => inverse(m),
            Mistake::TranslationNegated(Rotation::Right) => Some(turned),
            Mistake::TranslationNegated(Rotation::Kept) => inverse(turned),
            Mistake::TranslationNegated(Rotation::Transposed) => inverse(DAffine3 {
                matrix3: inverse(m)?.matrix3,
                ..turned
            }),
            Mistake::Units(factor) => Some(DAffine3 {
                translation: m.translation / *factor,
                ..m
            }),
            Mistake::Missing { .. } | Mistake::RotationDropped | Mistake::Permuted(_) => None,
        }
    }

    /// Each mistake that can be undone without knowing more, and how well the matrices agree then.
    fn suspects(&self) -> Result<Vec<(Mistake, Fit)>, Cancelled> {
        let linear = |i: usize| affine(self.found[i]).map(|m| m.matrix3);
        let shift = |i: usize| self.found[i].w_axis.truncate();
        let bound = |m: DMat3, t: DVec3| {
            is_invertible(m).then_some(DAffine3 {
                matrix3: m,
                translation: t,
            })
        };
        let mut out = Vec::new();
        for mistake in UNDONE_ALONE {
            let fit = self.common(&|i| self.undone(&mistake, i))?;
            out.push((mistake, fit));
        }
        for &guess in &self.guesses {
            self.cancel.check()?;
            let mesh_from_model = guess.inverse();
            // Where the joint was bound has its rotation from the rest pose, as the matrix has none.
            let dropped = |i: usize| {
                let m = linear(i)?;
                if !m.abs_diff_eq(DMat3::IDENTITY, 1e-4) {
                    return None;
                }
                bound((mesh_from_model * self.world[i]).matrix3, -shift(i)).map(|m| m.inverse())
            };
            out.push((Mistake::RotationDropped, self.fit(&dropped, guess)));
            if let Some(factor) = self.unit_factor(mesh_from_model) {
                let mistake = Mistake::Units(factor);
                let fit = self.fit(&|i| self.undone(&mistake, i), guess);
                out.push((mistake, fit));
            }
        }
        Ok(out)
    }

    /// By how much translations are longer than they should be: the median over joints.
    fn unit_factor(&self, mesh_from_model: DAffine3) -> Option<f64> {
        let size = self.size(&mesh_from_model);
        let mut factors: Vec<f64> = self
            .judged
            .iter()
            .filter_map(|&i| {
                let right = (mesh_from_model * self.world[i]).inverse().translation;
                let found = self.found[i].w_axis.truncate();
                (right.length() > 0.05 * size).then(|| found.dot(right) / right.length_squared())
            })
            .filter(|f| f.is_finite())
            .collect();
        factors.sort_by(f64::total_cmp);
        let factor = *factors.get(factors.len() / 2)?;
        let limit = limits::UNIT_FACTOR.value;
        (factor >= limit || (factor > 0.0 && factor <= limit.recip())).then_some(factor)
    }

    /// The size of the skeleton in mesh space.
    fn size(&self, mesh_from_model: &DAffine3) -> f64 {
        let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for &i in &self.judged {
            let place = mesh_from_model.transform_point3(self.world[i].translation);
            (min, max) = (min.min(place), max.max(place));
        }
        let joints = if self.judged.is_empty() {
            0.0
        } else {
            (max - min).length()
        };
        joints.max(0.1 * self.mesh_diagonal).max(1e-9)
    }

    /// The place of the mesh that most joints agree on.
    fn common(&self, joint_from_mesh: &dyn Fn(usize) -> Option<DAffine3>) -> Result<Fit, Cancelled> {
        let step = self.judged.len().div_ceil(MOST_TRIES).max(1);
        let said = self
            .judged
            .iter()
            .step_by(step)
            .filter_map(|&i| Some(self.world[i] * joint_from_mesh(i)?));
        let mut best: Option<Fit> = None;
        for place in said.chain(self.guesses.iter().copied()) {
            self.cancel.check()?;
            if !is_invertible(place.matrix3) || !place.is_finite() {
                continue;
            }
            let fit = self.fit(joint_from_mesh, place);
            let better = best
                .as_ref()
                .is_none_or(|b| (fit.agree, -fit.total) > (b.agree, -b.total));
            if better {
                best = Some(fit);
            }
        }
        Ok(best.unwrap_or_else(|| self.fit(joint_from_mesh, DAffine3::IDENTITY)))
    }

    fn fit(&self, joint_from_mesh: &dyn Fn(usize) -> Option<DAffine3>, model_from_mesh: DAffine3) -> Fit {
        let mesh_from_model = model_from_mesh.inverse();
        let size = self.size(&mesh_from_model);
        let mut out = Fit {
            model_from_mesh,
            agree: 0,
            total: 0.0,
            off: Vec::new(),
        };
        for &joint in &self.judged {
            let off = match joint_from_mesh(joint) {
                Some(m) => off(joint, mesh_from_model * self.world[joint], m, size),
                None => Off {
                    joint,
                    degrees: 0.0,
                    distance: 0.0,
                    error: f64::INFINITY,
                },
            };
            // Written so that NaN is off, too.
            if off.error <= 1.0 {
                out.agree += 1;
                out.total += off.error;
            } else {
                out.off.push(Off {
                    degrees: joint_from_mesh(joint).map_or(0.0, |m| {
                        turned_degrees((mesh_from_model * self.world[joint] * m).matrix3)
                    }),
                    distance: off.distance * model_from_mesh.matrix3.determinant().abs().cbrt(),
                    ..off
                });
            }
        }
        out.off.sort_by(|a, b| b.error.total_cmp(&a.error));
        out
    }

    /// The matrices that changed places among `off`: per joint of the skin the matrix that is its own. `None` unless at
    /// least `share` of them have one, two or more of them another's.
    fn permutation(
        &self,
        off: &[Off],
        model_from_mesh: DAffine3,
        share: f64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<u32>>, Cancelled> {
        if off.len() < 2 || off.len() > MOST_PERMUTED {
            return Ok(None);
        }
        let mesh_from_model = model_from_mesh.inverse();
        let size = self.size(&mesh_from_model);
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        // A joint that nothing follows is not judged, but its matrix may be another's.
        let mut agrees = vec![false; self.found.len()];
        self.judged.iter().for_each(|&i| agrees[i] = true);
        for o in off {
            agrees[o.joint] = false;
        }
        let free: Vec<usize> = (0..agrees.len()).filter(|&i| !agrees[i]).collect();
        if free.len() > MOST_PERMUTED || !budget.take(off.len() * free.len()) {
            return Ok(None);
        }
        let matrices: Vec<(usize, DAffine3)> = free
            .iter()
            .filter_map(|&i| Some((i, affine(self.found[i])?)))
            .collect();
        for joint in off.iter().map(|o| o.joint) {
            self.cancel.check()?;
            let bound = mesh_from_model * self.world[joint];
            for &(matrix, m) in &matrices {
                let error = self::off(joint, bound, m, size).error;
                if error <= 1.0 {
                    pairs.push((error, joint, matrix));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut order: Vec<Option<u32>> = vec![None; self.found.len()];
        let mut taken = vec![false; self.found.len()];
        let mut matched = 0_usize;
        for (_, joint, matrix) in pairs {
            if order[joint].is_none() && !taken[matrix] {
                order[joint] = Some(matrix as u32);
                taken[matrix] = true;
                matched += 1;
            }
        }
        let displaced = order
            .iter()
            .enumerate()
            .filter(|(i, o)| o.is_some_and(|o| o as usize != *i));
        if displaced.count() < 2 || (matched as f64) < share * off.len() as f64 {
            return Ok(None);
        }
        // Those that are not judged keep theirs, or get what is left.
        let rest: Vec<usize> = (0..order.len()).filter(|&i| order[i].is_none()).collect();
        for &i in &rest {
            if !taken[i] {
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
        Ok(Some(whole.collect()))
    }
}

/// How far a matrix is from binding `joint` where it rests (`bound`, `mesh_from_joint`); `error` in limits, `distance` in
/// mesh space. `degrees` is left at 0: it costs more than all the rest, and few ask for it.
fn off(joint: usize, bound: DAffine3, joint_from_mesh: DAffine3, size: f64) -> Off {
    let moved = bound * joint_from_mesh;
    let turn = moved.matrix3 - DMat3::IDENTITY;
    let turn = turn.to_cols_array().iter().map(|v| v * v).sum::<f64>().sqrt() / 3_f64.sqrt();
    let distance = moved
        .transform_point3(bound.translation)
        .distance(bound.translation);
    Off {
        joint,
        degrees: 0.0,
        distance,
        error: (turn / limits::BIND_TURN.value).max(distance / (size * limits::BIND_DISTANCE.value)),
    }
}

/// Where a mesh may stand while its skeleton rests: at the file's origin, or where its node or an armature is.
pub(super) fn places(exam: &Exam<'_>, skin: SkinId) -> Vec<DAffine3> {
    const MOST: usize = 12;
    let mut out = vec![DAffine3::from_translation(-exam.model.origin)];
    let skeleton = &exam.model.skeleton;
    let using = &exam.skins[skin.0 as usize];
    let nodes = using
        .instances
        .iter()
        .take(4)
        .map(|i| exam.model.instances[i.0 as usize].joint);
    let roots = exam.skin(skin).joints().iter().copied().min();
    for start in nodes.chain(roots.and_then(|r| skeleton.parent(r))) {
        for joint in skeleton.ancestry(start).take(MOST_ABOVE) {
            if out.len() >= MOST {
                return out;
            }
            let place = exam.rest.model_from_joint(joint).as_daffine3();
            let known = |o: &DAffine3| o.abs_diff_eq(place, 1e-9);
            if is_invertible(place.matrix3) && !out.iter().any(known) {
                out.push(place);
            }
        }
    }
    out
}

/// The affine part of a matrix whose last row says that it is one.
pub(super) fn affine(m: DMat4) -> Option<DAffine3> {
    let row = m.row(3);
    let is_affine = row.abs_diff_eq(DVec4::W, 1e-4) && m.is_finite();
    is_affine.then(|| DAffine3::from_mat4(m))
}

/// True for a matrix that keeps all three directions apart.
pub(super) fn is_invertible(m: DMat3) -> bool {
    let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis].map(DVec3::length);
    let volume = m.determinant().abs();
    // Relative to the box that the columns would span at right angles.
    m.is_finite() && x.min(y).min(z) > 0.0 && volume > 1e-6 * x * y * z && x * y * z > 1e-30
}

/// The angle of the rotation in a matrix, degrees.
fn turned_degrees(m: DMat3) -> f64 {
    let split = polar_split(m.as_mat3(), glam::Quat::IDENTITY);
    let q: DQuat = split.rotation.as_dquat();
    2.0 * q.w.abs().min(1.0).acos().to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_matrices_have_no_inverse_and_small_ones_do() {
        assert!(is_invertible(DMat3::from_diagonal(DVec3::splat(0.001))));
        assert!(!is_invertible(DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0))));
        assert!(!is_invertible(DMat3::ZERO) && !is_invertible(DMat3::from_diagonal(DVec3::NAN)));
    }

    #[test]
    fn angles_of_rotations_come_out_in_degrees() {
        let m = DMat3::from_rotation_y(1.0) * DMat3::from_diagonal(DVec3::splat(3.0));
        assert!((turned_degrees(m) - 1.0_f64.to_degrees()).abs() < 1e-3);
    }
}
