//! Two ways to skin one character, compared by numbers: on one frame (live) and over whole clips.
//!
//! Vertices are the skinned ones of a scene, one per distinct position and influences (and morphs): seams of UVs and
//! normals would count some places twice. All values are in metres of the model; whoever shows them chooses the unit.

use std::collections::HashMap;

use glam::{DVec3, Vec3};

use super::LengthUnit;
use super::section::{Section, SectionKept};
use crate::animation::{ClipId, JointId};
use crate::math::Bounds;
use crate::model::{InstanceId, MeshId, Model, PosedModel, SceneId, SkinId};
use crate::skinning::{ClosedParts, DistanceStats, JointRegions, Skinning, percentile};
use crate::teach::{self, Fault};
use crate::work::{Cancelled, Work};

/// Frames that one job of a whole-clip analysis takes.
const FRAMES_PER_JOB: usize = 8;

/// Jobs after which their results are put together, so that memory does not grow with the length of the clips.
const JOBS_PER_WAVE: usize = 64;

/// Regions smaller than this share of all regions at rest are left out: a few stray triangles are no limb.
const SMALLEST_REGION: f64 = 1e-4;

/// A clip is measured at no more instants than this, whatever its length says.
pub const MOST_INSTANTS: u64 = 1_000_000;

/// A vertex in the file's own terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VertexRef {
    /// Which instance.
    pub instance: InstanceId,
    /// Which primitive of its mesh.
    pub primitive: u32,
    /// Which vertex.
    pub vertex: u32,
}

/// Everything under one skin: one mesh space, so that parts split by material are welded.
#[derive(Debug)]
struct Group {
    skin: SkinId,
    vertices: Vec<VertexRef>,
    regions: JointRegions,
    /// Per region: its joint in the skin and its volume at rest.
    rest_volumes: Vec<(u32, f64)>,
    closed: ClosedParts,
    rest_closed: f64,
    sections: Vec<Section>,
}

/// The vertices of a scene, prepared for comparing.
#[derive(Debug)]
pub struct Comparison {
    scene: SceneId,
    groups: Vec<Group>,
    vertex_count: usize,
    rest_bounds: Bounds,
    fault: Option<Fault>,
}

/// How the ring of skin around one joint changed: posed over rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SectionRatio {
    /// The joint.
    pub joint: JointId,
    /// Under method A.
    pub a: SectionKept,
    /// Under method B.
    pub b: SectionKept,
}

/// How one joint's region changed: volume posed over volume at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RegionRatio {
    /// The joint.
    pub joint: JointId,
    /// Under method A.
    pub a: f64,
    /// Under method B.
    pub b: f64,
}

/// The numbers of one frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FrameNumbers {
    /// Distances A to B.
    pub distance: DistanceStats,
    /// The vertex with the largest distance, and the joint that moves it most; `None` where nothing is apart.
    pub worst: Option<(VertexRef, JointId)>,
    /// Region volumes, posed over rest.
    pub regions: Vec<RegionRatio>,
    /// Cross-sections at joints that can twist against another, posed over rest.
    pub sections: Vec<SectionRatio>,
    /// Volume of the closed parts, posed over rest, under A and B; `None` without closed parts.
    pub closed: Option<(f64, f64)>,
}

/// Room for one frame, reused.
#[derive(Debug, Default)]
pub struct CompareScratch {
    a: Vec<Vec3>,
    b: Vec<Vec3>,
    distances: Vec<f32>,
    sorted: Vec<f32>,
    places: Vec<DVec3>,
}

impl CompareScratch {
    /// Distances of the frame that was measured last, one per vertex of [`Comparison::vertices`].
    pub fn distances(&self) -> &[f32] {
        &self.distances
    }
}

/// The extreme of a ratio over a clip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extreme {
    /// Posed over rest.
    pub ratio: f64,
    /// The joint, for a region.
    pub joint: Option<JointId>,
    /// When.
    pub time_secs: f64,
}

/// Volumes of one method over a clip.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct VolumeRange {
    /// The region that lost most.
    pub smallest_region: Option<Extreme>,
    /// The region that gained most.
    pub largest_region: Option<Extreme>,
    /// The closed parts at their smallest.
    pub smallest_closed: Option<Extreme>,
    /// The closed parts at their largest.
    pub largest_closed: Option<Extreme>,
}

/// The numbers of a whole clip.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipNumbers {
    /// The clip; `None` for the rest pose.
    pub clip: Option<ClipId>,
    /// Instants measured, seconds.
    pub times_secs: Vec<f64>,
    /// Per instant the largest distance, the mean and the 95th percentile.
    pub frames: Vec<DistanceStats>,
    /// Per instant the volumes of regions.
    pub regions: Vec<Vec<RegionRatio>>,
    /// Largest distance of all, metres.
    pub largest: f32,
    /// When, which vertex, and the joint that moves it most.
    pub worst: Option<(f64, VertexRef, JointId)>,
    /// Mean over frames of the mean over vertices, metres.
    pub mean: f64,
    /// 95th percentile over vertices of each one's own largest distance, metres.
    pub percentile_95: f32,
    /// Each vertex's own largest distance, metres, in the order of [`Comparison::vertices`].
    pub own_largest: Vec<f32>,
    /// Volumes under A and B.
    pub volumes: [VolumeRange; 2],
}

impl Comparison {
    /// Finds the vertices, regions and closed parts of a scene.
    pub fn new(model: &Model, scene: SceneId) -> Self {
        let rest = PosedModel::at_rest(model);
        let groups: Vec<Group> = (0..model.skins.len() as u32)
            .filter_map(|skin| Group::new(model, scene, SkinId(skin), &rest))
            .collect();
        let vertex_count = groups.iter().map(|g| g.vertices.len()).sum();
        Self {
            scene,
            groups,
            vertex_count,
            rest_bounds: rest_bounds(model, scene, &rest),
            fault: None,
        }
    }

    /// The same with both methods wrong on purpose; its model, and the poses it is given, are those of the fault.
    pub fn under(self, fault: Option<Fault>) -> Self {
        Self { fault, ..self }
    }

    /// What is wrong on purpose.
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Number of vertices that are compared.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Diagonal of the scene at rest, metres: what per cents are of.
    pub fn rest_diagonal(&self) -> f32 {
        self.rest_bounds.diagonal()
    }

    /// Height of the scene at rest, metres: decides between millimetres and per cent where people read.
    pub fn rest_height(&self) -> f32 {
        self.rest_bounds.size().y
    }

    /// The unit in which lengths on this model are told to people.
    pub fn unit(&self) -> LengthUnit {
        LengthUnit::of_bounds(&self.rest_bounds)
    }

    /// The scene.
    pub fn scene(&self) -> SceneId {
        self.scene
    }

    /// The vertices in the order of [`CompareScratch::distances`].
    pub fn vertices(&self) -> impl Iterator<Item = VertexRef> + '_ {
        self.groups.iter().flat_map(|g| g.vertices.iter().copied())
    }

    /// Measures one frame. `posed` must have dual quaternions if either method needs them.
    pub fn frame(
        &self,
        model: &Model,
        posed: &PosedModel,
        [a, b]: [Skinning; 2],
        scratch: &mut CompareScratch,
    ) -> FrameNumbers {
        let mut out = FrameNumbers::default();
        self.pose(model, posed, [a, b], scratch);
        scratch.distances.clear();
        scratch
            .distances
            .extend(scratch.a.iter().zip(&scratch.b).map(|(a, b)| (*a - *b).length()));
        out.distance = DistanceStats::of(&scratch.distances, &mut scratch.sorted);
        out.worst = self
            .vertices()
            .nth(out.distance.worst)
            .filter(|_| out.distance.largest > 0.0)
            .map(|v| (v, strongest_joint(model, v)));
        let (mut closed_rest, mut closed_a, mut closed_b) = (0.0, 0.0, 0.0);
        let mut start = 0;
        for group in &self.groups {
            let range = start..start + group.vertices.len();
            start = range.end;
            let (at_a, at_b) = (&scratch.a[range.clone()], &scratch.b[range]);
            let joints = model.skins[group.skin.0 as usize].joints();
            for &(index, rest) in &group.rest_volumes {
                let joint = joints[index as usize];
                let centre = posed.model_space.model_from_joint(joint).translation.into();
                let ratio = |positions| group.regions.volume(index, positions, centre) / rest;
                out.regions.push(RegionRatio {
                    joint,
                    a: ratio(at_a),
                    b: ratio(at_b),
                });
            }
            let places = &mut scratch.places;
            out.sections
                .extend(group.sections.iter().map(|section| SectionRatio {
                    joint: section.joint,
                    a: section.kept(at_a, places),
                    b: section.kept(at_b, places),
                }));
            if group.closed.any() {
                closed_rest += group.rest_closed;
                closed_a += group.closed.volume(at_a);
                closed_b += group.closed.volume(at_b);
            }
        }
        if closed_rest != 0.0 {
            out.closed = Some((closed_a / closed_rest, closed_b / closed_rest));
        }
        out
    }

    /// Measures a clip (`None`: the rest pose) at `fps`: at k / fps from 0 to the duration, and at the duration.
    pub fn clip(
        &self,
        model: &Model,
        clip: Option<ClipId>,
        fps: f64,
        skinnings: [Skinning; 2],
        joint_mask: &[f32],
        work: &Work,
    ) -> Result<ClipNumbers, Cancelled> {
        let duration = clip
            .and_then(|c| model.clip(c))
            .map_or(0.0, crate::animation::Clip::duration_secs);
        let times_secs = instants(duration, fps);
        let with_dual_quaternions = skinnings.iter().any(|s| s.method.needs_dual_quaternions());
        let jobs: Vec<&[f64]> = times_secs.chunks(FRAMES_PER_JOB).collect();
        let mut whole = ClipPart::new(self.vertex_count);
        for wave in jobs.chunks(JOBS_PER_WAVE) {
            let parts = work.workers.map(wave.len(), |job| {
                let mut posed = PosedModel::default();
                posed.joint_mask = joint_mask.to_vec();
                let mut scratch = CompareScratch::default();
                let mut part = ClipPart::new(self.vertex_count);
                for &time in wave[job] {
                    work.cancel.check()?;
                    let clip = clip.map(|c| (c, time));
                    match self.fault {
                        None => posed.set_clips(model, clip, None, with_dual_quaternions),
                        Some(fault) => {
                            teach::set_clips(fault, &mut posed, model, clip, None, with_dual_quaternions);
                        }
                    }
                    let numbers = self.frame(model, &posed, skinnings, &mut scratch);
                    part.add(time, &numbers, scratch.distances());
                    work.progress.add(1);
                }
                Ok(part)
            });
            for part in parts {
                whole.append(part?);
            }
        }
        Ok(whole.finish(clip, times_secs))
    }

    /// Positions of all vertices under both methods.
    fn pose(&self, model: &Model, posed: &PosedModel, [a, b]: [Skinning; 2], scratch: &mut CompareScratch) {
        scratch.a.clear();
        scratch.b.clear();
        let runs = self.groups.iter().flat_map(|g| {
            g.vertices
                .chunk_by(|v, next| (v.instance, v.primitive) == (next.instance, next.primitive))
        });
        for run in runs {
            let instance = &model.instances[run[0].instance.0 as usize];
            let primitive = &model.mesh(instance.mesh).primitives[run[0].primitive as usize];
            let vertices = || run.iter().map(|v| v.vertex as usize);
            for (skinning, out) in [(a, &mut scratch.a), (b, &mut scratch.b)] {
                match self.fault {
                    None => posed.positions(instance, primitive, skinning, vertices(), out),
                    Some(fault) => out.extend(
                        vertices()
                            .map(|v| teach::vertex(fault, posed, instance, primitive, skinning, v).position),
                    ),
                }
            }
        }
    }
}

impl Group {
    /// `None` if nothing of the scene follows the skin.
    fn new(model: &Model, scene: SceneId, skin: SkinId, rest: &PosedModel) -> Option<Self> {
        let mut vertices: Vec<VertexRef> = Vec::new();
        let mut positions: Vec<Vec3> = Vec::new();
        // Where they were bound: what is welded there is one place in every pose of the same influences.
        let mut bound: Vec<Vec3> = Vec::new();
        // A mesh that two nodes carry under one skin is twice in the same place: its triangles count once.
        let mut met: Vec<MeshId> = Vec::new();
        let mut triangles: Vec<u32> = Vec::new();
        let joint_count = model.skins[skin.0 as usize].len() as u32;
        let mut influences = crate::skinning::InfluencesBuilder::new(joint_count, 0);
        let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
        for (id, instance) in model
            .visible_instances(scene)
            .filter(|(_, i)| i.skin == Some(skin))
        {
            let again = met.contains(&instance.mesh);
            met.push(instance.mesh);
            for (p, primitive) in model.mesh(instance.mesh).primitives.iter().enumerate() {
                let Some(of) = &primitive.influences else { continue };
                let mut mine = Vec::with_capacity(primitive.vertex_count());
                for vertex in 0..primitive.vertex_count() {
                    let mut key: Vec<u32> = (primitive.positions[vertex] + 0.0)
                        .to_array()
                        .map(f32::to_bits)
                        .to_vec();
                    key.extend(of.of(vertex).flat_map(|i| [i.joint, i.weight.to_bits()]));
                    if let Some(morph) = &primitive.morph {
                        // Morphed places are told apart by instance and by what moves them.
                        key.push(u32::MAX);
                        key.push(id.0);
                        key.extend_from_slice(bytemuck::cast_slice(morph.of(vertex)));
                    }
                    let next = vertices.len() as u32;
                    let index = *seen.entry(key).or_insert(next);
                    if index == next {
                        vertices.push(VertexRef {
                            instance: id,
                            primitive: p as u32,
                            vertex: vertex as u32,
                        });
                        positions.push(
                            rest.vertex(instance, primitive, Skinning::default(), vertex)
                                .position,
                        );
                        bound.push(primitive.positions[vertex]);
                        influences.push(of.of(vertex).map(|i| (i.joint, i.weight)));
                    }
                    mine.push(index);
                }
                if !again || primitive.morph.is_some() {
                    triangles.extend(primitive.triangles().iter().map(|&v| mine[v as usize]));
                }
            }
        }
        if vertices.is_empty() {
            return None;
        }
        let influences = influences.finish().0;
        let regions = JointRegions::new(&triangles, &influences);
        let joints = model.skins[skin.0 as usize].joints();
        let centre = |index: u32| {
            rest.model_space
                .model_from_joint(joints[index as usize])
                .translation
                .into()
        };
        let shapes: Vec<_> = regions
            .joints()
            .map(|i| (i, regions.shape(i, &positions, centre(i))))
            .collect();
        let all: f64 = shapes.iter().map(|(_, s)| s.volume.abs()).sum();
        let rest_volumes = shapes
            .iter()
            .filter(|(_, s)| s.is_solid() && s.volume.abs() > SMALLEST_REGION * all)
            .map(|(i, s)| (*i, s.volume))
            .collect();
        let sections = Section::all(model, skin, rest, &triangles, &influences, &positions);
        let closed = ClosedParts::new(&triangles, &bound);
        let rest_closed = closed.volume(&positions);
        Some(Self {
            skin,
            vertices,
            regions,
            rest_volumes,
            closed,
            rest_closed,
            sections,
        })
    }
}

/// What the frames of one job gave.
struct ClipPart {
    frames: Vec<DistanceStats>,
    regions: Vec<Vec<RegionRatio>>,
    own_largest: Vec<f32>,
    worst: Option<(f32, f64, VertexRef, JointId)>,
    volumes: [VolumeRange; 2],
}

impl ClipPart {
    fn new(vertices: usize) -> Self {
        Self {
            frames: Vec::new(),
            regions: Vec::new(),
            own_largest: vec![0.0; vertices],
            worst: None,
            volumes: Default::default(),
        }
    }

    fn add(&mut self, time_secs: f64, numbers: &FrameNumbers, distances: &[f32]) {
        for (own, &d) in self.own_largest.iter_mut().zip(distances) {
            *own = own.max(d);
        }
        let largest = numbers.distance.largest;
        if let Some((vertex, joint)) = numbers.worst
            && self.worst.is_none_or(|w| largest > w.0)
        {
            self.worst = Some((largest, time_secs, vertex, joint));
        }
        self.frames.push(numbers.distance);
        self.regions.push(numbers.regions.clone());
        for (which, range) in self.volumes.iter_mut().enumerate() {
            for region in &numbers.regions {
                let ratio = if which == 0 { region.a } else { region.b };
                let at = Extreme {
                    ratio,
                    joint: Some(region.joint),
                    time_secs,
                };
                keep(&mut range.smallest_region, at, |new, old| new < old);
                keep(&mut range.largest_region, at, |new, old| new > old);
            }
            if let Some((a, b)) = numbers.closed {
                let at = Extreme {
                    ratio: if which == 0 { a } else { b },
                    joint: None,
                    time_secs,
                };
                keep(&mut range.smallest_closed, at, |new, old| new < old);
                keep(&mut range.largest_closed, at, |new, old| new > old);
            }
        }
    }

    fn append(&mut self, later: Self) {
        self.frames.extend(later.frames);
        self.regions.extend(later.regions);
        for (own, d) in self.own_largest.iter_mut().zip(later.own_largest) {
            *own = own.max(d);
        }
        if let Some(worst) = later.worst
            && self.worst.is_none_or(|w| worst.0 > w.0)
        {
            self.worst = Some(worst);
        }
        for (range, later) in self.volumes.iter_mut().zip(later.volumes) {
            let smaller = |new: f64, old: f64| new < old;
            let larger = |new: f64, old: f64| new > old;
            later
                .smallest_region
                .into_iter()
                .for_each(|e| keep(&mut range.smallest_region, e, smaller));
            later
                .largest_region
                .into_iter()
                .for_each(|e| keep(&mut range.largest_region, e, larger));
            later
                .smallest_closed
                .into_iter()
                .for_each(|e| keep(&mut range.smallest_closed, e, smaller));
            later
                .largest_closed
                .into_iter()
                .for_each(|e| keep(&mut range.largest_closed, e, larger));
        }
    }

    fn finish(self, clip: Option<ClipId>, times_secs: Vec<f64>) -> ClipNumbers {
        let mean = self.frames.iter().map(|f| f.mean).sum::<f64>() / self.frames.len().max(1) as f64;
        ClipNumbers {
            clip,
            times_secs,
            largest: self.worst.map_or(0.0, |w| w.0),
            worst: self.worst.map(|(_, time, vertex, joint)| (time, vertex, joint)),
            mean,
            percentile_95: percentile(&self.own_largest, 0.95, &mut Vec::new()),
            own_largest: self.own_largest,
            volumes: self.volumes,
            frames: self.frames,
            regions: self.regions,
        }
    }
}

fn keep(slot: &mut Option<Extreme>, new: Extreme, better: impl Fn(f64, f64) -> bool) {
    if slot.is_none_or(|old| better(new.ratio, old.ratio)) {
        *slot = Some(new);
    }
}

/// How many [`instants`] there are before the duration itself, if there were no limit.
fn instants_before_end(duration_secs: f64, fps: f64) -> u64 {
    // A duration that rounding puts a hair above k / fps is k / fps.
    let frames = duration_secs * (1.0 - 1e-9) * fps;
    if frames > 0.0 { frames.ceil() as u64 } else { 0 }
}

/// How many instants a clip is measured at, without [`MOST_INSTANTS`].
pub fn instant_count(duration_secs: f64, fps: f64) -> u64 {
    instants_before_end(duration_secs, fps).saturating_add(1)
}

/// k / fps from 0 to below the duration, then the duration itself; no more than [`MOST_INSTANTS`].
pub fn instants(duration_secs: f64, fps: f64) -> Vec<f64> {
    let count = instant_count(duration_secs, fps).min(MOST_INSTANTS);
    instants_in(duration_secs, fps, 0..count).collect()
}

/// Some of [`instants`], by index.
pub(super) fn instants_in(
    duration_secs: f64,
    fps: f64,
    which: std::ops::Range<u64>,
) -> impl Iterator<Item = f64> {
    let last = instant_count(duration_secs, fps).min(MOST_INSTANTS) - 1;
    which.map(move |k| if k < last { k as f64 / fps } else { duration_secs })
}

/// The unit in which lengths on a scene are told to people: that of a [`Comparison`] of it, without making one.
pub fn unit_of_scene(model: &Model, scene: SceneId) -> LengthUnit {
    LengthUnit::of_bounds(&rest_bounds(model, scene, &PosedModel::at_rest(model)))
}

/// The exact box of the scene's vertices at rest; of its joints if it has none.
fn rest_bounds(model: &Model, scene: SceneId, rest: &PosedModel) -> Bounds {
    let mut all = Bounds::EMPTY;
    for (_, instance) in model.visible_instances(scene) {
        for primitive in &model.mesh(instance.mesh).primitives {
            for vertex in 0..primitive.vertex_count() {
                all.add(
                    rest.vertex(instance, primitive, Skinning::default(), vertex)
                        .position,
                );
            }
        }
    }
    if all.is_empty() {
        crate::model::quick_bounds(model, rest, scene, Skinning::default())
    } else {
        all
    }
}

/// The joint that moves a vertex most.
fn strongest_joint(model: &Model, v: VertexRef) -> JointId {
    let instance = &model.instances[v.instance.0 as usize];
    let primitive = &model.mesh(instance.mesh).primitives[v.primitive as usize];
    let first = primitive
        .influences
        .as_ref()
        .and_then(|i| i.of(v.vertex as usize).next());
    match (instance.skin, first) {
        (Some(skin), Some(influence)) => model.skins[skin.0 as usize].joints()[influence.joint as usize],
        _ => instance.joint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_end_with_the_duration_and_do_not_double_it() {
        assert_eq!(instants(0.1, 30.0).len(), 4);
        assert_eq!(instants(0.1, 30.0).last(), Some(&0.1));
        assert_eq!(instants(1.0, 2.0), [0.0, 0.5, 1.0]);
        assert_eq!(instants(0.0, 30.0), [0.0]);
        assert_eq!(instants(1.1, 2.0), [0.0, 0.5, 1.0, 1.1]);
        assert_eq!(instant_count(1.1, 2.0), 4);
        assert!(instant_count(1e30, 30.0) > MOST_INSTANTS);
    }
}
