//! Geometry against the skeleton: meshes torn at rest, meshes that lie elsewhere.

use glam::{Affine3A, Vec3};

use super::super::limits;
use super::Finding;
use super::exam::{Exam, SkinUse};
use crate::animation::ClipId;
use crate::math::Bounds;
use crate::model::{Issue, PosedModel};
use crate::skinning::SkinningMethod;
use crate::work::Cancelled;

/// No more triangles of a skin than this are measured, spread over all of them.
const MOST_TRIANGLES: usize = 20_000;
/// No more clips than this are tried, each at its beginning and its middle.
const MOST_CLIPS: usize = 6;

pub(super) fn look(exam: &Exam<'_>, out: &mut Vec<Finding>) -> Result<(), Cancelled> {
    for using in &exam.skins {
        exam.work.cancel.check()?;
        out.extend(far(exam, using));
    }
    Ok(())
}

/// Whether a mesh is torn by its skin, and how far: edges over their length where they were bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tear {
    /// Not at rest.
    None,
    /// At rest, but a clip puts it together.
    Rest(f64),
    /// At rest and in every clip.
    Everywhere(f64),
}

/// Measures how a skin tears its mesh.
pub(super) fn tear(exam: &Exam<'_>, using: &SkinUse) -> Result<Tear, Cancelled> {
    let edges = edges(exam, using);
    let mut posed = PosedModel::default();
    let mut at = |clip: Option<(ClipId, f64)>| {
        posed.set_clips(exam.model, clip, None, true);
        stretch(exam, using, &posed, &edges)
    };
    let rest = at(None);
    // What cannot be measured is not torn.
    if rest.is_nan() || rest <= limits::TORN.value {
        return Ok(Tear::None);
    }
    for clip in exam.model.clip_ids().take(MOST_CLIPS) {
        exam.work.cancel.check()?;
        let duration = exam
            .model
            .clip(clip)
            .map_or(0.0, crate::animation::Clip::duration_secs);
        for time in [0.0, 0.5 * duration] {
            if at(Some((clip, time))) < limits::TORN.value {
                return Ok(Tear::Rest(rest));
            }
        }
    }
    Ok(Tear::Everywhere(rest))
}

/// Ends of edges: which of [`Exam::primitives`], and two vertices.
fn edges(exam: &Exam<'_>, using: &SkinUse) -> Vec<(usize, [u32; 2])> {
    let mut out = Vec::new();
    let primitives = exam.primitives(using);
    let triangles: Vec<Vec<u32>> = primitives.iter().map(|(_, _, p)| p.triangles()).collect();
    let whole: usize = triangles.iter().map(|t| t.len() / 3).sum();
    let step = whole.div_ceil(MOST_TRIANGLES).max(1);
    for (which, list) in triangles.iter().enumerate() {
        for triangle in list.as_chunks::<3>().0.iter().step_by(step) {
            let [a, b, c] = *triangle;
            out.extend([[a, b], [b, c], [c, a]].map(|e| (which, e)));
        }
    }
    out
}

/// The sum of posed lengths over the sum of bound ones, the skin's common scale taken out.
fn stretch(exam: &Exam<'_>, using: &SkinUse, posed: &PosedModel, edges: &[(usize, [u32; 2])]) -> f64 {
    let primitives = exam.primitives(using);
    let scale = posed.palettes[using.id.0 as usize].common_scale().abs();
    let (mut bound, mut now) = (0.0_f64, 0.0_f64);
    for &(which, [a, b]) in edges {
        let (instance, _, primitive) = primitives[which];
        let instance = &exam.model.instances[instance.0 as usize];
        let place = |v: u32| {
            posed
                .vertex(instance, primitive, SkinningMethod::LinearBlend, v as usize)
                .position
        };
        bound += f64::from(primitive.positions[a as usize].distance(primitive.positions[b as usize]));
        now += f64::from(place(a).distance(place(b)));
    }
    if bound > 0.0 && scale > 0.0 {
        now / (bound * f64::from(scale))
    } else {
        0.0
    }
}

/// A mesh whose box lies far from where its joints were bound.
fn far(exam: &Exam<'_>, using: &SkinUse) -> Option<Finding> {
    let skin = exam.skin(using.id);
    let source = exam.model.skin_sources.get(using.id.0 as usize)?;
    // Without matrices, or with broken ones, it is not known where joints were bound.
    let sound = |m: &&Affine3A| glam::Mat4::from(**m).determinant().abs() > 1e-20;
    if !source.has_inverse_binds || !skin.inverse_binds().iter().all(|m| sound(&m)) {
        return None;
    }
    let weighted = skin.bind_positions().iter().zip(skin.carries_weight());
    let joints = Bounds::of(weighted.filter(|(_, w)| **w).map(|(p, _)| *p));
    let mesh = using.mesh_bounds;
    if joints.is_empty() || mesh.is_empty() {
        return None;
    }
    let gap = (joints.min - mesh.max)
        .max(mesh.min - joints.max)
        .max(Vec3::ZERO)
        .length();
    let size = joints.diagonal().max(mesh.diagonal());
    if gap.is_nan() || f64::from(gap) <= limits::FAR.value * f64::from(size) {
        return None;
    }
    let times = if size > 0.0 { gap / size } else { 0.0 };
    let issue = Issue::warning("mesh-far-from-skeleton", exam.skin_pointer(using.id))
        .with("skin", exam.skin_label(using.id))
        .with("times", super::round(times.into()));
    Some(Finding::from(issue))
}
