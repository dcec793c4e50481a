//! Clips: keys that turn the long way elsewhere, channels and clips that do nothing, clips that do not loop.

use std::collections::BTreeSet;

use glam::{Quat, Vec3};

use super::super::limits;
use super::exam::Exam;
use super::{Finding, round, sampled};
use crate::animation::{Clip, ClipId, Interpolation, JointId, Keys, ModelPose, Pose, Target, Track, sample};
use crate::model::Issue;
use crate::work::Cancelled;

pub(super) fn look(exam: &Exam<'_>, out: &mut Vec<Finding>) -> Result<(), Cancelled> {
    let visible = visible(exam);
    // What concerns many clips alike is one finding: a file may hold a hundred.
    let mut tallies = [
        Tally::new(Issue::info("clip-zero-length", "")),
        Tally::new(Issue::info("rotation-keys-flipped", "")),
        // A spline is defined without aligning: there the long way is what the file says.
        Tally::new(Issue::warning("spline-keys-flipped", "")),
        Tally::new(Issue::info("channels-without-effect", "")),
        Tally::new(Issue::info("channels-unseen", "")),
    ];
    let mut loops = Vec::new();
    let mut ends = [Frame::default(), Frame::default()];
    for id in exam.model.clip_ids() {
        exam.step()?;
        let Some(clip) = exam.model.clip(id) else { continue };
        let of = One {
            exam,
            id,
            clip,
            at: exam
                .model
                .clip_sources
                .get(id.index())
                .map_or_else(|| format!("/animations/{}", id.0), |s| s.source.pointer.clone()),
        };
        let [no_length, linear, spline, idle, unseen] = &mut tallies;
        if clip.duration_secs() <= 0.0 {
            no_length.add(&of, &of.at, 1, None);
        }
        of.flipped(Interpolation::Linear, linear);
        of.flipped(Interpolation::CubicSpline, spline);
        of.channels(idle, |t| of.is_idle(t));
        if let Some(visible) = &visible {
            of.channels(unseen, |t| t.target.joint().is_some_and(|j| !visible[j.index()]));
        }
        // Two poses of the whole skeleton a clip: no more clips than are sampled.
        if id.index() < sampled::MOST_CLIPS {
            loops.extend(of.not_looping(&mut ends));
        }
    }
    out.extend(tallies.into_iter().filter_map(|t| t.finish(exam)));
    out.extend(loops);
    Ok(())
}

/// One kind of finding over all clips.
struct Tally {
    issue: Issue,
    /// Times, in how many channels, in how many clips.
    count: usize,
    channels: usize,
    clips: Vec<ClipId>,
    joints: Vec<JointId>,
    seen: BTreeSet<JointId>,
    /// The first clip's name.
    clip: String,
}

impl Tally {
    fn new(issue: Issue) -> Self {
        Self {
            issue,
            count: 0,
            channels: 0,
            clips: Vec::new(),
            joints: Vec::new(),
            seen: BTreeSet::new(),
            clip: String::new(),
        }
    }

    fn add(&mut self, of: &One<'_>, pointer: &str, count: usize, joint: Option<JointId>) {
        if self.count == 0 {
            pointer.clone_into(&mut self.issue.pointer);
            self.clip = of.label();
        }
        self.count += count;
        self.channels += 1;
        if self.clips.last() != Some(&of.id) {
            self.clips.push(of.id);
        }
        if let Some(joint) = joint.filter(|j| self.seen.insert(*j)) {
            self.joints.push(joint);
        }
    }

    fn finish(self, exam: &Exam<'_>) -> Option<Finding> {
        if self.count == 0 {
            return None;
        }
        let all: usize = self
            .clips
            .iter()
            .filter_map(|&c| exam.model.clip(c))
            .map(|c| c.tracks().len())
            .sum();
        let mut issue = self
            .issue
            .with("clip", self.clip)
            .with("clips", self.clips.len())
            .with("count", self.count)
            .with("channels", self.channels)
            .with("of", all);
        if let Some(&first) = self.joints.first() {
            issue = issue.with("joint", exam.model.joint_label(first));
        }
        Some(Finding::from(issue).joints(self.joints))
    }
}

/// Joints whose motion shows: those that move a mesh, and all above them. `None` if nothing shows but the skeleton.
fn visible(exam: &Exam<'_>) -> Option<Vec<bool>> {
    let model = exam.model;
    if model.instances.is_empty() {
        return None;
    }
    let mut seen = vec![false; model.skeleton.len()];
    let weighted = exam
        .skins
        .iter()
        .filter(|u| !u.instances.is_empty())
        .flat_map(|u| {
            let skin = exam.skin(u.id);
            skin.joints()
                .iter()
                .zip(skin.carries_weight())
                .filter(|(_, w)| **w)
        });
    // A primitive without influences follows its node even under a skin.
    let rigid = model.instances.iter().filter(|i| {
        i.skin.is_none()
            || model
                .mesh(i.mesh)
                .primitives
                .iter()
                .any(|p| p.influences.is_none())
    });
    for joint in weighted.map(|(j, _)| *j).chain(rigid.map(|i| i.joint)) {
        seen[joint.index()] = true;
    }
    // Parents come first, so children are looked at before them from behind.
    for joint in model.skeleton.joints().rev() {
        if let Some(parent) = model.skeleton.parent(joint).filter(|_| seen[joint.index()]) {
            seen[parent.index()] = true;
        }
    }
    Some(seen)
}

/// The skeleton at one instant of a clip.
#[derive(Default)]
struct Frame {
    local: Pose,
    model_space: ModelPose,
}

impl Frame {
    fn set(&mut self, exam: &Exam<'_>, clip: &Clip, time_secs: f64) {
        let skeleton = &exam.model.skeleton;
        skeleton.reset_to_rest(&mut self.local);
        sample(clip, time_secs, &mut self.local);
        skeleton.model_space(&self.local, &mut self.model_space);
    }
}

struct One<'a> {
    exam: &'a Exam<'a>,
    id: ClipId,
    clip: &'a Clip,
    at: String,
}

impl One<'_> {
    /// What a person calls it.
    fn label(&self) -> String {
        let name = self.clip.name().filter(|n| !n.is_empty());
        name.map_or_else(|| format!("#{}", self.id.0), str::to_owned)
    }

    fn channel(&self, track: usize) -> String {
        let source = self.exam.model.clip_sources.get(self.id.index());
        match source.and_then(|s| s.tracks.get(track)) {
            Some(t) => format!("{}/channels/{}", self.at, t.channel),
            None => self.at.clone(),
        }
    }

    /// Neighbouring rotation keys on opposite sides: the same rotations, but whoever does not align them turns the long
    /// way.
    fn flipped(&self, interpolation: Interpolation, tally: &mut Tally) {
        let flips = |keys: &Keys| {
            let q = |k: usize| Quat::from_slice(keys.value(k));
            (1..keys.len()).filter(|&k| q(k - 1).dot(q(k)) < 0.0).count()
        };
        for (index, track) in self.clip.tracks().iter().enumerate() {
            let Target::Rotation(joint) = track.target else {
                continue;
            };
            if track.keys.interpolation() != interpolation {
                continue;
            }
            let here = flips(&track.keys);
            if here > 0 {
                tally.add(self, &self.channel(index), here, Some(joint));
            }
        }
    }

    /// Counts the channels that `test` finds.
    fn channels(&self, tally: &mut Tally, test: impl Fn(&Track) -> bool) {
        for (index, track) in self.clip.tracks().iter().enumerate().filter(|(_, t)| test(t)) {
            tally.add(self, &self.channel(index), 1, track.target.joint());
        }
    }

    /// True if every key says what holds at rest anyway.
    fn is_idle(&self, track: &Track) -> bool {
        let skeleton = &self.exam.model.skeleton;
        let rest: Vec<f32> = match &track.target {
            Target::Translation(j) => skeleton.rest(*j).translation.to_array().to_vec(),
            Target::Rotation(j) => skeleton.rest(*j).rotation.to_array().to_vec(),
            Target::Scale(j) => skeleton.rest(*j).scale.to_array().to_vec(),
            Target::MorphWeights(r) => {
                let all = &skeleton.slots().rest_morph_weights;
                all.get(r.start as usize..r.end as usize).unwrap_or(&[]).to_vec()
            }
            Target::Property(_) => return false,
        };
        let size = rest.iter().fold(1.0_f32, |m, v| m.max(v.abs()));
        let slack = limits::IDLE.value as f32 * size;
        let near = |value: &[f32], sign: f32| {
            value
                .iter()
                .zip(&rest)
                .all(|(v, r)| (sign * v - r).abs() <= slack)
        };
        let is_rotation = matches!(track.target, Target::Rotation(_));
        let same = |value: &[f32]| near(value, 1.0) || is_rotation && near(value, -1.0);
        let flat = |tangent: Option<&[f32]>| tangent.is_none_or(|t| t.iter().all(|v| v.abs() <= slack));
        let keys = &track.keys;
        (0..keys.len()).all(|k| same(keys.value(k)) && flat(keys.in_tangent(k)) && flat(keys.out_tangent(k)))
    }

    /// How far the end is from the beginning. What a clip's root travels is its business.
    fn not_looping(&self, [start, end]: &mut [Frame; 2]) -> Option<Finding> {
        let model = self.exam.model;
        let duration = self.clip.duration_secs();
        if duration <= 0.0 {
            return None;
        }
        start.set(self.exam, self.clip, 0.0);
        end.set(self.exam, self.clip, duration);
        let (start, end) = (&*start, &*end);
        let driven: Vec<JointId> = self
            .clip
            .tracks()
            .iter()
            .filter_map(|t| t.target.joint())
            .collect();
        let root = driven.iter().copied().min()?;
        let place = |p: &Frame, j: JointId| -> Vec3 { p.model_space.model_from_joint(j).translation.into() };
        let travel = place(end, root) - place(start, root);
        let turned = |j: JointId| {
            let [a, b] = [start, end].map(|p| p.local.local(j).rotation);
            2.0 * f64::from(a.dot(b).abs().min(1.0)).acos().to_degrees()
        };
        let mut below = vec![false; model.skeleton.len()];
        for joint in model.skeleton.joints() {
            // Parents come first.
            let parent = model.skeleton.parent(joint);
            below[joint.index()] = joint == root || parent.is_some_and(|p| below[p.index()]);
        }
        let moved = |j: JointId| {
            let carried = if below[j.index()] { travel } else { Vec3::ZERO };
            f64::from((place(end, j) - place(start, j) - carried).length())
        };
        let far = limits::LOOP_DISTANCE.value * self.exam.diagonal();
        let mut off: Vec<(f64, f64, JointId)> = model
            .skeleton
            .joints()
            .map(|j| (turned(j), moved(j), j))
            .filter(|(degrees, distance, _)| *degrees > limits::LOOP_DEGREES.value || *distance > far)
            .collect();
        let weight = |o: &(f64, f64, JointId)| (o.0 / limits::LOOP_DEGREES.value).max(o.1 / far);
        off.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.2.cmp(&b.2)));
        let &(_, _, joint) = off.first()?;
        let worst = |of: fn(&(f64, f64, JointId)) -> f64| off.iter().map(of).fold(0.0, f64::max);
        let (distance, unit) = self.exam.length(worst(|o| o.1));
        let issue = Issue::info("clip-not-looping", self.at.as_str())
            .with("clip", self.label())
            .with("joint", model.joint_label(joint))
            .with("count", off.len())
            .with("degrees", round(worst(|o| o.0)))
            .with("distance", distance)
            .with("unit", unit);
        Some(Finding::from(issue).joints(off.iter().map(|o| o.2)))
    }
}
