//! Geometry against the skeleton: meshes torn at rest, meshes that lie elsewhere.

use std::collections::BTreeMap;

use glam::{Affine3A, Vec3};

use super::super::limits;
use super::Finding;
use super::exam::{Exam, SkinUse};
use crate::animation::{Clip, ClipId, JointId, sample};
use crate::math::Bounds;
use crate::model::{InstanceId, Issue, PosedModel, Primitive};
use crate::skinning::{Palette, SkinningMethod};
use crate::work::Cancelled;

/// No more triangles of a skin than this are measured, spread over all of them, and no more of all skins together than
/// ten times as many.
const MOST_TRIANGLES: usize = 20_000;
/// No more clips than this are tried for a skin, each at its beginning and its middle.
const MOST_CLIPS: usize = 6;
/// No more clips than this are tried for all skins together.
const MOST_CLIPS_IN_ALL: usize = 60;

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
    /// At rest and in every clip that was tried.
    Everywhere {
        /// How far.
        times: f64,
        /// Clips that move the skin and were not tried.
        untried: usize,
    },
}

/// A skin whose mesh may be torn.
struct Suspect<'a> {
    using: &'a SkinUse,
    primitives: Vec<(InstanceId, u32, &'a Primitive)>,
    edges: Vec<(usize, [u32; 2])>,
    rest: f64,
    /// Clips to try, and how many of those that move it are not among them.
    clips: Vec<ClipId>,
    untried: usize,
    tear: Tear,
}

/// Measures how skins tear their meshes: one answer each. Whatever pose is tried is made once for all of them.
pub(super) fn tears(exam: &Exam<'_>, of: &[&SkinUse]) -> Result<Vec<Tear>, Cancelled> {
    let most = MOST_TRIANGLES.min(10 * MOST_TRIANGLES / of.len().max(1)).max(1);
    let mut posed = PosedModel::default();
    let mut suspects: Vec<Suspect<'_>> = Vec::with_capacity(of.len());
    pose(exam, &mut posed, None);
    for &using in of {
        exam.work.cancel.check()?;
        let primitives = exam.primitives(using);
        let mut suspect = Suspect {
            using,
            edges: edges(&primitives, most),
            primitives,
            rest: 0.0,
            clips: Vec::new(),
            untried: 0,
            tear: Tear::None,
        };
        suspect.rest = suspect.stretch(exam, &mut posed);
        // Written so that what cannot be measured is not torn.
        if suspect.rest > limits::TORN.value {
            (suspect.clips, suspect.untried) = clips_of(exam, using);
            suspect.tear = Tear::Everywhere {
                times: suspect.rest,
                untried: suspect.untried,
            };
        }
        suspects.push(suspect);
    }
    let mut asked: BTreeMap<ClipId, Vec<usize>> = BTreeMap::new();
    for (which, suspect) in suspects.iter().enumerate() {
        for &clip in &suspect.clips {
            asked.entry(clip).or_default().push(which);
        }
    }
    let mut posed_at: Option<(ClipId, usize)> = None;
    for (count, (clip, askers)) in asked.into_iter().enumerate() {
        let duration = exam.model.clip(clip).map_or(0.0, Clip::duration_secs);
        for (instant, time) in [0.0, 0.5 * duration].into_iter().enumerate() {
            for &which in &askers {
                exam.work.cancel.check()?;
                let suspect = &mut suspects[which];
                let Tear::Everywhere { times, untried } = suspect.tear else {
                    continue;
                };
                if count >= MOST_CLIPS_IN_ALL {
                    let untried = untried + usize::from(instant == 0);
                    suspect.tear = Tear::Everywhere { times, untried };
                    continue;
                }
                if posed_at != Some((clip, instant)) {
                    pose(exam, &mut posed, Some((clip, time)));
                    posed_at = Some((clip, instant));
                }
                if suspect.stretch(exam, &mut posed) < limits::TORN.value {
                    suspect.tear = Tear::Rest(times);
                }
            }
        }
    }
    Ok(suspects.into_iter().map(|s| s.tear).collect())
}

/// The joints of a pose; palettes are made for the skins that are looked at.
fn pose(exam: &Exam<'_>, posed: &mut PosedModel, at: Option<(ClipId, f64)>) {
    let skeleton = &exam.model.skeleton;
    skeleton.reset_to_rest(&mut posed.local);
    if let Some((clip, time)) = at
        && let Some(clip) = exam.model.clip(clip)
    {
        sample(clip, time, &mut posed.local);
    }
    skeleton.model_space(&posed.local, &mut posed.model_space);
}

/// The clips to try for a skin, and how many more move it. Those that drive at least half of its joints come first: a
/// clip that only blinks does not put a character together. What drives nothing of it leaves it as at rest.
fn clips_of(exam: &Exam<'_>, using: &SkinUse) -> (Vec<ClipId>, usize) {
    let model = exam.model;
    let skin = exam.skin(using.id);
    let mut ours = vec![false; model.skeleton.len()];
    for &joint in skin.joints() {
        for above in model.skeleton.ancestry(joint) {
            if std::mem::replace(&mut ours[above.index()], true) {
                break;
            }
        }
    }
    let (mut most, mut some) = (Vec::new(), Vec::new());
    for id in model.clip_ids() {
        let tracks = model.clip(id).map_or(&[][..], Clip::tracks);
        let mut driven: Vec<JointId> = tracks.iter().filter_map(|t| t.target.joint()).collect();
        driven.retain(|j| ours[j.index()]);
        driven.sort_unstable();
        driven.dedup();
        match driven.len() {
            0 => {}
            n if 2 * n >= skin.len() => most.push(id),
            _ => some.push(id),
        }
    }
    let all = most.len() + some.len();
    let mut chosen = spread(&most, MOST_CLIPS);
    chosen.extend(spread(&some, MOST_CLIPS - chosen.len()));
    let untried = all - chosen.len();
    (chosen, untried)
}

/// At most `count` of `ids`, from the first to the last.
fn spread(ids: &[ClipId], count: usize) -> Vec<ClipId> {
    let count = count.min(ids.len());
    let last = count.saturating_sub(1).max(1);
    (0..count).map(|k| ids[k * (ids.len() - 1) / last]).collect()
}

/// Ends of edges of at most `most` triangles: which primitive, and two vertices.
fn edges(primitives: &[(InstanceId, u32, &Primitive)], most: usize) -> Vec<(usize, [u32; 2])> {
    let mut out = Vec::new();
    let triangles: Vec<Vec<u32>> = primitives.iter().map(|(_, _, p)| p.triangles()).collect();
    let whole: usize = triangles.iter().map(|t| t.len() / 3).sum();
    let step = whole.div_ceil(most).max(1);
    for (which, list) in triangles.iter().enumerate() {
        for triangle in list.as_chunks::<3>().0.iter().step_by(step) {
            let [a, b, c] = *triangle;
            out.extend([[a, b], [b, c], [c, a]].map(|e| (which, e)));
        }
    }
    out
}

impl Suspect<'_> {
    /// The sum of posed lengths over the sum of bound ones, the skin's common scale taken out.
    fn stretch(&self, exam: &Exam<'_>, posed: &mut PosedModel) -> f64 {
        let skin = self.using.id.0 as usize;
        posed
            .palettes
            .resize_with(exam.model.skins.len(), Palette::default);
        // The common scale is only measured with dual quaternions.
        posed.palettes[skin].update(exam.skin(self.using.id), &posed.model_space, true);
        let scale = posed.palettes[skin].common_scale().abs();
        let (mut bound, mut now) = (0.0_f64, 0.0_f64);
        for &(which, [a, b]) in &self.edges {
            let (instance, _, primitive) = self.primitives[which];
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
