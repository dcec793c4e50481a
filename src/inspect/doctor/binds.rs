//! Inverse binds: missing, broken, mistaken, or of another pose than the rest pose.

use std::collections::BTreeMap;

use glam::{Affine3A, DAffine3, DMat3, DVec3, Mat4, Vec3};

use super::super::cure::Cure;
use super::super::limits;
use super::exam::{Exam, SkinUse};
use super::geometry::{Tear, tears};
use super::guess::{Binds, Budget, Fit, Mistake, Off, Remedy, Rotation, Verdict};
use super::{Finding, indices, round};
use crate::animation::JointId;
use crate::model::{Issue, Severity};
use crate::work::Cancelled;

/// Joints of a skin are measured against no more vertices than this.
const MOST_VERTICES: usize = 4096;

pub(super) fn look(exam: &Exam<'_>, out: &mut Vec<Finding>) -> Result<(), Cancelled> {
    let mut budget = Budget::default();
    let mut verdicts: Vec<Option<Verdict>> = Vec::with_capacity(exam.skins.len());
    for using in &exam.skins {
        verdicts.push(if using.instances.is_empty() {
            None
        } else {
            Some(Binds::new(exam, using).verdict(&mut budget)?)
        });
        exam.step()?;
    }
    // Poses are tried for all suspects at once: each costs as much as the whole skeleton.
    let suspect = |v: &Option<Verdict>| match v {
        Some(Verdict::Unknown(fit)) => fit.off.iter().any(Off::is_measured),
        Some(Verdict::Mistaken(mistake, ..)) => matches!(mistake, Mistake::Missing { .. }),
        Some(Verdict::Sound(_)) | None => false,
    };
    let with = exam.skins.iter().zip(&verdicts);
    let suspects: Vec<&SkinUse> = with.filter(|(_, v)| suspect(v)).map(|(u, _)| u).collect();
    let mut tears = tears(exam, &suspects)?.into_iter();
    for (using, verdict) in exam.skins.iter().zip(verdicts) {
        exam.work.cancel.check()?;
        broken(exam, using, out);
        let tear = if suspect(&verdict) { tears.next() } else { None };
        if let Some(verdict) = verdict {
            judge(exam, using, verdict, tear.unwrap_or(Tear::None), out);
        }
    }
    Ok(())
}

fn pointer(exam: &Exam<'_>, using: &SkinUse) -> String {
    format!("{}/inverseBindMatrices", exam.skin_pointer(using.id))
}

fn joints(exam: &Exam<'_>, using: &SkinUse, indices: impl IntoIterator<Item = usize>) -> Vec<JointId> {
    let all = exam.skin(using.id).joints();
    indices.into_iter().filter_map(|i| all.get(i).copied()).collect()
}

/// Matrices that are missing or no use by themselves.
fn broken(exam: &Exam<'_>, using: &SkinUse, out: &mut Vec<Finding>) {
    let Some(source) = exam.model.skin_sources.get(using.id.0 as usize) else {
        return;
    };
    let skin = exam.skin(using.id);
    let found = &source.inverse_binds_as_found;
    if !source.has_inverse_binds {
        return;
    }
    let at = || pointer(exam, using);
    let rest = || rest_cure(exam, using, None);
    if found.len() < skin.len() {
        let issue = Issue::error("inverse-binds-too-few", at())
            .with("matrices", found.len())
            .with("joints", skin.len());
        let missing = joints(exam, using, found.len()..skin.len());
        out.push(Finding::from(issue).joints(missing).cure(rest()));
    }
    let of = |test: &dyn Fn(&Mat4) -> bool| -> Vec<usize> {
        let these = found.iter().take(skin.len()).enumerate();
        these.filter(|(_, m)| test(m)).map(|(i, _)| i).collect()
    };
    let usable = |m: &Mat4| m.to_cols_array().iter().all(|v| v.abs() <= 1e15);
    let not_finite = of(&|m| !usable(m));
    let projective = |m: &Mat4| usable(m) && !m.row(3).abs_diff_eq(glam::Vec4::W, 1e-4) && *m != Mat4::ZERO;
    let not_affine = of(&projective);
    let flat = of(&|m| usable(m) && (*m == Mat4::ZERO || !projective(m)) && is_singular(m));
    for (list, issue) in [
        (not_finite, Issue::error("inverse-bind-not-finite", at())),
        (not_affine, Issue::warning("inverse-bind-not-affine", at())),
        (flat, singular(exam, using, at())),
    ] {
        let Some(&first) = list.first() else { continue };
        let mut issue = issue;
        // A part that nothing follows does no harm.
        let harmful = list.iter().any(|&i| skin.carries_weight()[i]);
        if !harmful && matches!(issue.code, "inverse-bind-singular" | "inverse-bind-not-finite") {
            issue.severity = Severity::Warning;
        }
        let name = exam.model.joint_label(skin.joints()[first]);
        let issue = issue
            .with("count", list.len())
            .with("first", first)
            .with("joint", name);
        let concerned = joints(exam, using, list);
        out.push(Finding::from(issue).joints(concerned).cure(rest()));
    }
}

fn singular(exam: &Exam<'_>, using: &SkinUse, at: String) -> Issue {
    Issue::error("inverse-bind-singular", at).with("skin", exam.skin_label(using.id))
}

/// True if a matrix flattens: its smallest stretch is nothing beside its largest.
fn is_singular(m: &Mat4) -> bool {
    let m = DMat3::from_mat4(m.as_dmat4());
    let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis].map(DVec3::length);
    let largest = x.max(y).max(z);
    let (smallest, volume) = (x.min(y).min(z), m.determinant().abs());
    // Written so that NaN is singular, too.
    !(smallest > limits::SINGULAR.value * largest && volume > limits::SINGULAR.value * x * y * z)
}

/// Matrices against the rest pose.
fn judge(exam: &Exam<'_>, using: &SkinUse, verdict: Verdict, tear: Tear, out: &mut Vec<Finding>) {
    let at = pointer(exam, using);
    match verdict {
        Verdict::Sound(fit) => {
            if let Some(&worst) = fit.off.first() {
                out.push(off_rest(
                    exam,
                    using,
                    &fit,
                    worst,
                    Issue::info("rest-off-bind", at),
                ));
            }
            indices::look(exam, using, fit.model_from_mesh, out);
        }
        Verdict::Mistaken(mistake, as_is, remedy) => {
            out.push(mistaken(exam, using, mistake, &as_is, &remedy, tear));
        }
        Verdict::Unknown(fit) => {
            // Matrices that are no matrices were told by themselves.
            let Some(&worst) = fit.off.iter().find(|o| o.is_measured()) else {
                return;
            };
            let (issue, with_cure) = match tear {
                Tear::None => (Issue::info("rest-off-bind", at), false),
                Tear::Rest(times) => (Issue::warning("rest-torn", at).with("times", round(times)), true),
                Tear::Everywhere { times, untried } => {
                    let issue = Issue::error("mesh-torn", at)
                        .with("times", round(times))
                        .with("untried", untried);
                    (unless_sure(issue, untried), true)
                }
            };
            let finding = off_rest(exam, using, &fit, worst, issue);
            out.push(if with_cure {
                finding.cure(rest_cure(exam, using, None))
            } else {
                finding
            });
        }
    }
}

/// What may be mended by a clip that was not tried is no error.
fn unless_sure(mut issue: Issue, untried: usize) -> Issue {
    if untried > 0 {
        issue.severity = Severity::Warning;
    }
    issue
}

fn off_rest(exam: &Exam<'_>, using: &SkinUse, fit: &Fit, worst: Off, issue: Issue) -> Finding {
    let skin = exam.skin(using.id);
    // The joint that is farthest off by the measure that counts more there.
    let degrees = fit.off.iter().map(|o| o.degrees).fold(0.0, f64::max);
    let distance = fit.off.iter().map(|o| o.distance).fold(0.0, f64::max);
    let (length, unit) = exam.length(distance);
    let issue = issue
        .with("skin", exam.skin_label(using.id))
        .with("count", fit.off.len())
        .with("joints", fit.off.len() + fit.agree)
        .with("joint", exam.model.joint_label(skin.joints()[worst.joint]))
        .with("degrees", round(degrees))
        .with("distance", length)
        .with("unit", unit);
    Finding::from(issue).joints(joints(exam, using, fit.off.iter().map(|o| o.joint)))
}

fn mistaken(
    exam: &Exam<'_>,
    using: &SkinUse,
    mistake: Mistake,
    as_is: &Fit,
    remedy: &Remedy,
    tear: Tear,
) -> Finding {
    let skin = using.id;
    let anew = || match remedy {
        Remedy::Stands(place) => rest_cure(exam, using, Some(*place)),
        Remedy::Matrices(matrices) => Cure::InverseBindsUndone {
            skin,
            matrices: matrices.iter().map(|m| glam::DMat4::from(*m).as_mat4()).collect(),
        },
    };
    let code = match &mistake {
        Mistake::Missing { .. } => "inverse-binds-missing",
        Mistake::Transposed => "inverse-binds-transposed",
        Mistake::NotInverted => "inverse-binds-not-inverted",
        Mistake::TranslationNegated(_) => "inverse-binds-translation-negated",
        Mistake::RotationDropped => "inverse-binds-rotation-dropped",
        Mistake::Permuted(_) => "inverse-binds-permuted",
        Mistake::Units(_) => "inverse-binds-units",
    };
    let at = if (mistake == Mistake::Missing { written: false }) {
        exam.skin_pointer(skin)
    } else {
        pointer(exam, using)
    };
    let mut issue = Issue::error(code, at)
        .with("skin", exam.skin_label(skin))
        .with("count", as_is.off.len())
        .with("joints", as_is.off.len() + as_is.agree);
    let mut concerned: Vec<usize> = as_is.off.iter().map(|o| o.joint).collect();
    let cure = match mistake {
        Mistake::Missing { written } => {
            issue = issue.with("matrices", if written { "identity" } else { "missing" });
            // Vertices that lie where their joints rest are moved away by them, torn or not.
            if !lies_at_rest(exam, using) {
                match tear {
                    // In each joint's own space: legal, if unusual.
                    Tear::None => issue.severity = Severity::Info,
                    Tear::Rest(_) => issue.severity = Severity::Warning,
                    Tear::Everywhere { untried, .. } => issue = unless_sure(issue, untried),
                }
            }
            rest_cure(exam, using, None)
        }
        Mistake::Transposed => Cure::InverseBindsTransposed { skin },
        Mistake::NotInverted | Mistake::RotationDropped => anew(),
        Mistake::TranslationNegated(rotation) => {
            let word = match rotation {
                Rotation::Kept => "kept",
                Rotation::Transposed => "transposed",
                Rotation::Right => "right",
            };
            issue = issue.with("rotation", word);
            anew()
        }
        Mistake::Permuted(order) => {
            let moved = order.iter().enumerate().filter(|(i, o)| **o as usize != *i);
            concerned = moved.map(|(i, _)| i).collect();
            let label = |i: usize| exam.model.joint_label(exam.skin(skin).joints()[i]);
            if let Some(&first) = concerned.first() {
                issue = issue
                    .with("joint", label(first))
                    .with("other", label(order[first] as usize))
                    .with("moved", concerned.len());
            }
            Cure::InverseBindsReordered {
                skin,
                order: order.into(),
            }
        }
        Mistake::Units(factor) => {
            let factor = plain_factor(factor);
            issue = issue.with("factor", round(factor));
            Cure::InverseBindsScaled {
                skin,
                factor: factor.recip() as f32,
            }
        }
    };
    Finding::from(issue)
        .joints(joints(exam, using, concerned))
        .cure(cure)
}

/// The factor between two units that people use, if it is near one.
fn plain_factor(factor: f64) -> f64 {
    [10.0, 12.0, 25.4, 39.370_078_740_157_48, 100.0, 254.0, 1000.0]
        .into_iter()
        .flat_map(|f: f64| [f, f.recip()])
        .find(|f| (factor / f - 1.0).abs() < 0.02)
        .unwrap_or(factor)
}

/// Inverse binds from the rest pose, with the mesh where it is known to stand or else where its vertices lie nearest to
/// their joints.
pub(super) fn rest_cure(exam: &Exam<'_>, using: &SkinUse, stands: Option<DAffine3>) -> Cure {
    let place = stands.unwrap_or_else(|| nearest_place(exam, using));
    Cure::InverseBindsFromRest {
        skin: using.id,
        model_from_mesh: Affine3A::from_mat4(glam::DMat4::from(place).as_mat4()),
    }
}

/// Some vertices of a skin, mesh space, each with the joint of the skin that moves it most.
fn samples(exam: &Exam<'_>, using: &SkinUse) -> Vec<(Vec3, usize)> {
    let primitives = exam.primitives(using);
    let whole: usize = primitives.iter().map(|(_, _, p)| p.vertex_count()).sum();
    let step = whole.div_ceil(MOST_VERTICES).max(1);
    let mut out = Vec::new();
    for (_, _, primitive) in primitives {
        let Some(influences) = &primitive.influences else {
            continue;
        };
        for vertex in (0..primitive.vertex_count()).step_by(step) {
            if let Some(strongest) = influences.of(vertex).next() {
                out.push((primitive.positions[vertex], strongest.joint as usize));
            }
        }
    }
    out
}

fn rest_place(exam: &Exam<'_>, using: &SkinUse, joint: usize) -> DVec3 {
    let joint = exam.skin(using.id).joints()[joint];
    Vec3::from(exam.rest.model_from_joint(joint).translation).as_dvec3()
}

fn nearest_place(exam: &Exam<'_>, using: &SkinUse) -> DAffine3 {
    let pairs: Vec<(DVec3, DVec3)> = samples(exam, using)
        .into_iter()
        .map(|(vertex, joint)| (vertex.as_dvec3(), rest_place(exam, using, joint)))
        .collect();
    let away = |place: &DAffine3| -> f64 {
        pairs
            .iter()
            .map(|(v, j)| place.transform_point3(*v).distance(*j))
            .sum()
    };
    let places = super::guess::places(exam, using.id);
    places
        .into_iter()
        .map(|p| (away(&p), p))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(DAffine3::IDENTITY, |(_, p)| p)
}

/// Without inverse binds: true if what joints move was modelled where they rest, and not each part in its joint's own
/// space, about the origin.
///
/// Each joint's vertices count as their middle, so that large parts do not outvote small ones, and near the origin both
/// are the same.
fn lies_at_rest(exam: &Exam<'_>, using: &SkinUse) -> bool {
    const FEWEST_PARTS: usize = 3;
    let mut middles: BTreeMap<usize, (DVec3, f64)> = BTreeMap::new();
    for (vertex, joint) in samples(exam, using) {
        let (sum, count) = middles.entry(joint).or_default();
        *sum += vertex.as_dvec3();
        *count += 1.0;
    }
    if middles.len() < FEWEST_PARTS {
        return false;
    }
    let parts: Vec<(DVec3, DVec3)> = middles
        .into_iter()
        .map(|(joint, (sum, count))| (sum / count, rest_place(exam, using, joint)))
        .collect();
    super::guess::places(exam, using.id).into_iter().any(|place| {
        let (mut at_rest, mut at_origin) = (0.0, 0.0);
        for (part, joint) in &parts {
            at_rest += place.transform_point3(*part).distance(*joint);
            at_origin += place.transform_vector3(*part).length();
        }
        at_rest < limits::NEARER_REST.value * at_origin
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_matrices_are_singular_and_small_or_stretched_ones_are_not() {
        let of = |x: f32, y: f32, z: f32| Mat4::from_scale(Vec3::new(x, y, z));
        assert!(
            is_singular(&Mat4::ZERO) && is_singular(&of(1.0, 0.0, 1.0)) && is_singular(&of(1.0, 1e-7, 1.0))
        );
        assert!(!is_singular(&of(0.001, 0.001, 0.001)) && !is_singular(&of(1.0, 0.001, 10.0)));
    }

    #[test]
    fn factors_near_known_units_are_those() {
        assert_eq!(plain_factor(99.6), 100.0);
        assert_eq!(plain_factor(0.010_01), 0.01);
        assert_eq!(plain_factor(7.0), 7.0);
    }
}
