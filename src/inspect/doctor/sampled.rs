//! What only shows over the clips: stretches that differ along a joint's axes, and what fewer influences cost.

use glam::Vec3;

use super::super::limits;
use super::exam::{Exam, vertex};
use super::skeleton::stretch_ratio;
use super::{Finding, Listed, round};
use crate::animation::{ClipId, JointId};
use crate::inspect::compare::VertexRef;
use crate::model::{InstanceId, Issue, Model, PosedModel, Primitive};
use crate::skinning::{Skinning, SkinningMethod};
use crate::work::Cancelled;

/// About this many instants over all clips.
const MOST_INSTANTS: usize = 240;
/// A clip is looked at this often at most.
const MOST_OF_A_CLIP: usize = 13;
/// No more clips than this are looked at.
pub(super) const MOST_CLIPS: usize = 120;
/// No more vertices of one primitive than this are measured, spread over all of them.
const MOST_VERTICES: usize = 20_000;

type Instant = Option<(ClipId, f64)>;

/// Rest, and each clip from its beginning to its end.
pub(super) fn instants(model: &Model) -> Vec<Instant> {
    let clips = model.clips.len().clamp(1, MOST_CLIPS);
    let each = (MOST_INSTANTS / clips).clamp(2, MOST_OF_A_CLIP);
    let of = |clip: ClipId| {
        let duration = model
            .clip(clip)
            .map_or(0.0, crate::animation::Clip::duration_secs);
        let count = if duration > 0.0 { each } else { 1 };
        (0..count).map(move |k| Some((clip, duration * k as f64 / (each - 1) as f64)))
    };
    std::iter::once(None)
        .chain(model.clip_ids().take(MOST_CLIPS).flat_map(of))
        .collect()
}

/// Vertices with more influences than other engines take.
struct Rich<'a> {
    instance: InstanceId,
    index: u32,
    primitive: &'a Primitive,
    /// Those that are measured: for each of [`LIMITS`] its own, spread over all that have more.
    vertices: [Vec<u32>; 2],
    /// How many have more than four, and more than eight.
    counts: [usize; 2],
    most: usize,
}

const LIMITS: [u32; 2] = [4, 8];

/// What one instant shows.
struct Seen {
    /// Per skin and joint the ratio of stretches.
    ratios: Vec<Vec<f32>>,
    /// Per entry of the rich primitives and per limit: how far, and which vertex.
    costs: Vec<[(f32, u32); 2]>,
}

/// Instants whose numbers are held at a time.
const WAVE: usize = 8;

/// The worst of all instants: per skin and joint a ratio, per entry of the rich primitives and per limit a cost and its
/// vertex; each with its instant.
#[derive(Default)]
struct Worst {
    ratios: Vec<Vec<(f32, usize)>>,
    costs: Vec<[((f32, u32), usize); 2]>,
}

impl Worst {
    fn add(&mut self, seen: Seen, instant: usize) {
        self.ratios.resize_with(seen.ratios.len(), Vec::new);
        for (worst, ratios) in self.ratios.iter_mut().zip(seen.ratios) {
            worst.resize(ratios.len(), (0.0, 0));
            for (worst, ratio) in worst.iter_mut().zip(ratios).filter(|(w, r)| *r > w.0) {
                *worst = (ratio, instant);
            }
        }
        self.costs.resize(seen.costs.len(), Default::default());
        for (worst, costs) in self.costs.iter_mut().zip(seen.costs) {
            for (worst, cost) in worst.iter_mut().zip(costs).filter(|(w, c)| c.0 > w.0.0) {
                *worst = (cost, instant);
            }
        }
    }
}

pub(super) fn look(exam: &Exam<'_>, out: &mut Vec<Finding>) -> Result<(), Cancelled> {
    let instants = instants(exam.model);
    let rich = rich(exam);
    let mut worst = Worst::default();
    for first in (0..instants.len()).step_by(WAVE) {
        let count = WAVE.min(instants.len() - first);
        let seen = exam.work.workers.map(count, |i| {
            exam.work.cancel.check()?;
            let seen = see(exam, &rich, instants[first + i]);
            exam.work.progress.add(1);
            Ok::<_, Cancelled>(seen)
        });
        for (i, seen) in seen.into_iter().enumerate() {
            worst.add(seen?, first + i);
        }
    }
    not_uniform(exam, &instants, &worst, out);
    dropped(exam, &rich, &instants, &worst, out);
    Ok(())
}

fn rich<'a>(exam: &Exam<'a>) -> Vec<Rich<'a>> {
    let mut out = Vec::new();
    for using in &exam.skins {
        for (instance, index, primitive) in exam.primitives(using) {
            let Some(influences) = &primitive.influences else {
                continue;
            };
            if influences.extra().is_empty() {
                continue;
            }
            let (mut vertices, mut most) = ([Vec::new(), Vec::new()], 0);
            for v in 0..primitive.vertex_count() {
                let count = influences.of(v).count();
                most = most.max(count);
                for (list, limit) in vertices.iter_mut().zip(LIMITS) {
                    if count > limit as usize {
                        list.push(v as u32);
                    }
                }
            }
            let counts = [vertices[0].len(), vertices[1].len()];
            let spread = |list: Vec<u32>| {
                let step = list.len().div_ceil(MOST_VERTICES).max(1);
                list.into_iter().step_by(step).collect()
            };
            out.push(Rich {
                instance,
                index,
                primitive,
                vertices: vertices.map(spread),
                counts,
                most,
            });
        }
    }
    out
}

fn see(exam: &Exam<'_>, rich: &[Rich<'_>], instant: Instant) -> Seen {
    let mut posed = PosedModel::default();
    posed.set_clips(exam.model, instant, None, false);
    let ratio = |m: &crate::math::Rows3x4| stretch_ratio(m.linear().as_dmat3()) as f32;
    let ratios = posed
        .palettes
        .iter()
        .map(|p| p.matrices().iter().map(ratio).collect())
        .collect();
    let costs = rich
        .iter()
        .map(|r| {
            let instance = &exam.model.instances[r.instance.0 as usize];
            let place = |limit: u32, v: u32| -> Vec3 {
                let skinning = Skinning {
                    influence_limit: limit,
                    ..SkinningMethod::LinearBlend.into()
                };
                posed.vertex(instance, r.primitive, skinning, v as usize).position
            };
            let mut worst = [(0.0_f32, 0_u32); 2];
            for ((slot, limit), list) in worst.iter_mut().zip(LIMITS).zip(&r.vertices) {
                for &v in list {
                    let away = place(0, v).distance(place(limit, v));
                    if away > slot.0 {
                        *slot = (away, v);
                    }
                }
            }
            worst
        })
        .collect();
    Seen { ratios, costs }
}

fn not_uniform(exam: &Exam<'_>, instants: &[Instant], over_time: &Worst, out: &mut Vec<Finding>) {
    for using in exam.skins.iter().filter(|u| !u.instances.is_empty()) {
        let index = using.id.0 as usize;
        let skin = exam.skin(using.id);
        let limit = 1.0 + limits::UNIFORM.value as f32;
        // Per joint its worst ratio and when.
        let mut worst: Vec<(f32, usize, JointId)> = (0..skin.len())
            .filter(|&j| skin.carries_weight()[j])
            .map(|j| {
                let (ratio, when) = over_time.ratios[index][j];
                (ratio, when, skin.joints()[j])
            })
            .filter(|w| w.0 > limit)
            .collect();
        worst.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        let Some(&(ratio, when, joint)) = worst.first() else {
            continue;
        };
        let issue = Issue::info(
            "joints-not-uniform",
            format!("{}/joints", exam.skin_pointer(using.id)),
        )
        .with("skin", exam.skin_label(using.id))
        .with("count", worst.len())
        .with("joint", exam.model.joint_label(joint))
        .with("times", round(f64::from(ratio.min(1e6))));
        let issue = when_of(exam, issue, instants[when]);
        out.push(Finding::from(issue).joints(worst.iter().map(|w| w.2)));
    }
}

/// Adds the clip (`rest` without one) and the time.
fn when_of(exam: &Exam<'_>, issue: Issue, instant: Instant) -> Issue {
    match instant {
        None => issue.with("clip", "rest").with("time", 0.0),
        Some((clip, time)) => {
            let name = exam
                .model
                .clip(clip)
                .and_then(|c| c.name())
                .filter(|n| !n.is_empty());
            let name = name.map_or_else(|| format!("#{}", clip.0), str::to_owned);
            issue.with("clip", name).with("time", round(time))
        }
    }
}

fn dropped(
    exam: &Exam<'_>,
    rich: &[Rich<'_>],
    instants: &[Instant],
    over_time: &Worst,
    out: &mut Vec<Finding>,
) {
    for (which, code) in ["influences-over-four", "influences-over-eight"]
        .into_iter()
        .enumerate()
    {
        for (r, entry) in rich.iter().enumerate().filter(|(_, e)| e.counts[which] > 0) {
            let ((cost, worst), when) = over_time.costs[r][which];
            // Where nothing moves the first will do.
            let worst = if cost > 0.0 {
                worst
            } else {
                entry.vertices[which][0]
            };
            let dear = f64::from(cost) > limits::DROP_COST.value * exam.diagonal();
            let at = entry.primitive.source.pointer.as_str();
            let issue = if dear {
                Issue::warning(code, at)
            } else {
                Issue::info(code, at)
            };
            let (length, unit) = exam.length(f64::from(cost));
            let issue = issue
                .with("count", entry.counts[which])
                .with("vertices", entry.primitive.vertex_count())
                .with("most", entry.most)
                .with("distance", length)
                .with("unit", unit)
                .with("vertex", worst);
            let issue = when_of(exam, issue, instants[when]);
            out.push(Finding::from(issue).vertices(concerned(entry, which, worst)));
        }
    }
}

/// The vertices with more than a limit, the one that moves farthest first.
fn concerned(entry: &Rich<'_>, which: usize, worst: u32) -> Listed<VertexRef> {
    let others = entry.vertices[which].iter().copied().filter(|&v| v != worst);
    let mut list: Listed<VertexRef> = std::iter::once(worst)
        .chain(others)
        .map(|v| vertex(entry.instance, entry.index, v as usize))
        .collect();
    list.count = entry.counts[which];
    list
}
