//! Skins: which joints, and where they were bound.

use glam::{Affine3A, Mat4, Vec4};

use super::Result;
use super::accessor::{Accessors, Integers};
use super::finite::all_usable;
use super::mesh::Plan;
use super::nodes::Nodes;
use super::report::Report;
use crate::animation::JointId;
use crate::model::{Issue, SkinId, SkinSource, Source};
use crate::skinning::{Skin, SkinError};

/// Influences name joints by 16-bit numbers (JOINTS_n is UNSIGNED_SHORT at most).
const MAX_SKIN_JOINTS: usize = 1 << 16;

/// The skins of a file.
#[derive(Debug, Default)]
pub(super) struct Skins {
    /// Those that can be used.
    pub(super) usable: Vec<Skin>,
    /// Place in the file of each.
    pub(super) sources: Vec<SkinSource>,
    /// Per skin of the file its id, if it can be used.
    pub(super) ids: Vec<Option<SkinId>>,
}

/// Reads all skins. A broken one that a mesh needs refuses the file; one that nothing uses is told and left out.
pub(super) fn import(data: &Accessors<'_>, nodes: &Nodes, plan: &Plan, report: &mut Report) -> Result<Skins> {
    let mut out = Skins::default();
    for (index, skin) in data.root.skins.iter().enumerate() {
        match import_one(data, nodes, index, report) {
            Ok((made, inverse_binds_as_found)) => {
                out.ids.push(Some(SkinId(out.usable.len() as u32)));
                out.usable.push(made);
                out.sources.push(SkinSource {
                    name: skin.name.clone(),
                    has_inverse_binds: skin.inverse_bind_matrices.is_some(),
                    inverse_binds_as_found,
                    source: Source::element("skins", index),
                });
            }
            Err(issue) if plan.uses_skin(index) => return Err(issue.into()),
            Err(issue) => {
                // A reference that leads nowhere was told by `references`.
                if !["skin-joint-missing", "accessor-missing"].contains(&issue.code) {
                    report.push(issue);
                }
                out.ids.push(None);
            }
        }
    }
    Ok(out)
}

/// The skin, and its matrices as the file has them.
fn import_one(
    data: &Accessors<'_>,
    nodes: &Nodes,
    index: usize,
    report: &mut Report,
) -> Result<(Skin, Vec<Mat4>), Issue> {
    let skin = &data.root.skins[index];
    let pointer = format!("/skins/{index}");
    let count = skin.joints.len();
    if count == 0 {
        return Err(Issue::error("skin-without-joints", format!("{pointer}/joints")).with("skin", index));
    }
    if count > MAX_SKIN_JOINTS {
        return Err(Issue::error("skin-too-many-joints", format!("{pointer}/joints")).with("count", count));
    }
    let mut joints: Vec<JointId> = Vec::with_capacity(count);
    for (k, joint) in skin.joints.iter().enumerate() {
        let Some(&id) = nodes.joint_of_node.get(joint.value()) else {
            return Err(
                Issue::error("skin-joint-missing", format!("{pointer}/joints/{k}"))
                    .with("index", joint.value())
                    .with("count", nodes.joint_of_node.len()),
            );
        };
        joints.push(id);
    }
    let (matrices, found) = match skin.inverse_bind_matrices {
        Some(accessor) => {
            let at = format!("{pointer}/inverseBindMatrices");
            let found = data.floats(accessor.value(), Integers::AsFlagged, |m| {
                Mat4::from_cols_array(&m)
            })?;
            (inverse_binds(&found, count, &at, report), found)
        }
        None => (vec![Affine3A::IDENTITY; count], Vec::new()),
    };
    data.budget.ask(nodes.skeleton.len(), 16, &pointer)?;
    match Skin::new(&nodes.skeleton, joints, matrices) {
        Ok(skin) => Ok((skin, found)),
        Err(SkinError::Empty) => Err(Issue::error("skin-without-joints", pointer).with("skin", index)),
        Err(other) => Err(Issue::error("skin-broken", pointer).with("reason", other.to_string())),
    }
}

/// As many matrices as joints: what is missing or not finite becomes the identity, and is told.
fn inverse_binds(found: &[Mat4], count: usize, pointer: &str, report: &mut Report) -> Vec<Affine3A> {
    if found.len() < count {
        report.push(
            Issue::error("inverse-binds-too-few", pointer)
                .with("matrices", found.len())
                .with("joints", count),
        );
    }
    let (mut not_finite, mut not_affine) = (Vec::new(), Vec::new());
    let whole = found.iter().chain(std::iter::repeat(&Mat4::IDENTITY)).take(count);
    let matrices = whole.enumerate().map(|(i, m)| {
        if !all_usable(&m.to_cols_array()) {
            not_finite.push(i);
            return Affine3A::IDENTITY;
        }
        // An all-zero matrix is singular, which is the doctor's matter; here only a projective row counts.
        if !m.row(3).abs_diff_eq(Vec4::W, 1e-4) && *m != Mat4::ZERO {
            not_affine.push(i);
        }
        Affine3A::from_mat4(*m)
    });
    let matrices: Vec<Affine3A> = matrices.collect();
    for (list, issue) in [
        (not_finite, Issue::error("inverse-bind-not-finite", pointer)),
        (not_affine, Issue::warning("inverse-bind-not-affine", pointer)),
    ] {
        if let Some(&first) = list.first() {
            report.push(issue.with("count", list.len()).with("first", first));
        }
    }
    matrices
}
