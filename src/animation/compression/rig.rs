//! The joints that a clip moves, and where they are on every row of its grid, in double precision.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::super::clip::{Clip, Keys, Target};
use super::super::{JointId, Skeleton};
use super::exact::{self, Local, unit};
use super::grid::Grid;
use super::reach::Reach;

/// The joints that move, parents first.
#[derive(Debug)]
pub(super) struct Rig {
    /// Which joints.
    pub(super) joints: Vec<JointId>,
    /// Per joint its parent as an index into `joints`; `None` where what is above stands still.
    pub(super) parents: Vec<Option<usize>>,
    /// `model_from_parent` of those without.
    pub(super) base: Vec<DAffine3>,
    /// Indices into `joints`.
    pub(super) children: Vec<Vec<usize>>,
    /// Reach in the joint's own space.
    pub(super) radius: Vec<f64>,
    /// Model space; infinite where nothing hangs.
    pub(super) tolerance: Vec<f64>,
    /// The smallest tolerance of a joint and all below.
    pub(super) tightest: Vec<f64>,
}

impl Rig {
    /// The joints of `clip` and all below them.
    pub(super) fn new(skeleton: &Skeleton, clip: &Clip, reach: &Reach) -> Self {
        let rest = skeleton.rest_model_pose();
        let mut index = vec![None; skeleton.len()];
        for joint in clip.tracks().iter().filter_map(|t| t.target.joint()) {
            if let Some(entry) = index.get_mut(joint.index()) {
                *entry = Some(usize::MAX);
            }
        }
        let mut rig = Self {
            joints: Vec::new(),
            parents: Vec::new(),
            base: Vec::new(),
            children: Vec::new(),
            radius: Vec::new(),
            tolerance: Vec::new(),
            tightest: Vec::new(),
        };
        for joint in skeleton.joints() {
            let parent = skeleton.parent(joint).and_then(|p| index[p.index()]);
            if parent.is_none() && index[joint.index()].is_none() {
                continue;
            }
            let at = rig.joints.len();
            index[joint.index()] = Some(at);
            rig.joints.push(joint);
            rig.parents.push(parent);
            rig.children.push(Vec::new());
            if let Some(parent) = parent {
                rig.children[parent].push(at);
            }
            let above = skeleton.parent(joint).map(|p| rest.model_from_joint(p));
            rig.base.push(above.map_or(DAffine3::IDENTITY, |m| {
                DAffine3::from_mat3_translation(
                    DMat3::from_cols(
                        m.matrix3.x_axis.as_dvec3(),
                        m.matrix3.y_axis.as_dvec3(),
                        m.matrix3.z_axis.as_dvec3(),
                    ),
                    m.translation.as_dvec3(),
                )
            }));
            let radius = reach.radius.get(joint.index()).copied().unwrap_or(0.0);
            let tolerance = reach.tolerance.get(joint.index()).copied().unwrap_or(0.0);
            rig.radius.push(radius.into());
            rig.tolerance.push(if radius > 0.0 {
                f64::from(tolerance).max(1e-12)
            } else {
                f64::INFINITY
            });
        }
        rig.tightest.clone_from(&rig.tolerance);
        for at in (0..rig.len()).rev() {
            if let Some(parent) = rig.parents[at] {
                rig.tightest[parent] = rig.tightest[parent].min(rig.tightest[at]);
            }
        }
        rig
    }

    /// Number of joints.
    pub(super) fn len(&self) -> usize {
        self.joints.len()
    }

    /// A joint and all below it, parents first.
    pub(super) fn subtree(&self, joint: usize) -> Vec<usize> {
        let mut all = vec![joint];
        let mut next = 0;
        while next < all.len() {
            all.extend(&self.children[all[next]]);
            next += 1;
        }
        all.sort_unstable();
        all
    }
}

/// The tracks of a joint.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct JointTracks {
    /// Indices into the clip's tracks: translation, rotation, scale.
    pub(super) of: [Option<usize>; 3],
}

/// Where the joints of a rig are on every row, as the clip has it.
#[derive(Debug)]
pub(super) struct Table {
    /// Row by row, joint by joint.
    locals: Vec<Local>,
    worlds: Vec<DAffine3>,
    rotations: Vec<DQuat>,
    /// Per joint whether it and all above only move, turn and scale evenly: a turn in model space is then one in its
    /// parent's.
    pub(super) similar: Vec<bool>,
    /// Per joint.
    pub(super) tracks: Vec<JointTracks>,
    width: usize,
}

impl Table {
    pub(super) fn new(skeleton: &Skeleton, clip: &Clip, rig: &Rig, grid: &Grid) -> Self {
        let width = rig.len();
        let mut tracks = vec![JointTracks::default(); width];
        let mut index = vec![None; skeleton.len()];
        for (at, joint) in rig.joints.iter().enumerate() {
            index[joint.index()] = Some(at);
        }
        for (number, track) in clip
            .tracks()
            .iter()
            .enumerate()
            .filter(|(_, t)| !t.keys.is_empty())
        {
            let kind = match track.target {
                Target::Translation(_) => 0,
                Target::Rotation(_) => 1,
                Target::Scale(_) => 2,
                Target::MorphWeights(_) | Target::Property(_) => continue,
            };
            let at = track
                .target
                .joint()
                .and_then(|j| index.get(j.index()).copied().flatten());
            if let Some(at) = at {
                tracks[at].of[kind] = Some(number);
            }
        }
        let rest: Vec<Local> = rig.joints.iter().map(|j| skeleton.rest(*j).into()).collect();
        let mut locals = Vec::with_capacity(width * grid.len());
        for _ in 0..grid.len() {
            locals.extend_from_slice(&rest);
        }
        for (at, tracks) in tracks.iter().enumerate() {
            for (kind, number) in tracks.of.iter().enumerate() {
                let Some(number) = *number else { continue };
                let keys = &clip.tracks()[number].keys;
                for (row, time) in grid.times().iter().enumerate() {
                    let local = &mut locals[row * width + at];
                    take(local, keys, kind, f64::from(*time));
                }
            }
        }
        let mut table = Self {
            worlds: Vec::with_capacity(locals.len()),
            rotations: Vec::with_capacity(locals.len()),
            locals,
            similar: vec![true; width],
            tracks,
            width,
        };
        let bases: Vec<Option<DQuat>> = rig.base.iter().map(rotation_of).collect();
        for row in 0..grid.len() {
            for (at, base) in bases.iter().enumerate() {
                let local = table.locals[row * width + at];
                let (above, turned, even) = match rig.parents[at] {
                    Some(p) => (
                        table.worlds[row * width + p],
                        table.rotations[row * width + p],
                        table.similar[p],
                    ),
                    None => (rig.base[at], base.unwrap_or(DQuat::IDENTITY), base.is_some()),
                };
                table.worlds.push(above * local.matrix());
                table.rotations.push(unit(turned * local.rotation));
                table.similar[at] &= even && is_even(local.scale);
            }
        }
        table
    }

    pub(super) fn local(&self, row: usize, joint: usize) -> &Local {
        &self.locals[row * self.width + joint]
    }

    pub(super) fn world(&self, row: usize, joint: usize) -> &DAffine3 {
        &self.worlds[row * self.width + joint]
    }

    pub(super) fn rotation(&self, row: usize, joint: usize) -> DQuat {
        self.rotations[row * self.width + joint]
    }
}

/// Puts a track's value at a time into a local transform; `kind` 0 translation, 1 rotation, 2 scale.
pub(super) fn take(local: &mut Local, keys: &Keys, kind: usize, time_secs: f64) {
    let mut v = [0.0; 4];
    if kind == 1 {
        exact::sample(keys, true, time_secs, &mut v);
        local.rotation = DQuat::from_array(v);
    } else {
        exact::sample(keys, false, time_secs, &mut v[..3]);
        let v = DVec3::new(v[0], v[1], v[2]);
        if kind == 0 {
            local.translation = v;
        } else {
            local.scale = v;
        }
    }
}

fn is_even(scale: DVec3) -> bool {
    let most = scale.abs().max_element();
    most > 1e-9 && (scale - DVec3::splat(scale.x)).abs().max_element() <= 1e-4 * most
}

/// The rotation of a matrix that only turns and scales evenly.
fn rotation_of(matrix: &DAffine3) -> Option<DQuat> {
    let m = matrix.matrix3;
    let scale = m.x_axis.length() * m.determinant().signum();
    if scale.abs() < 1e-9 {
        return None;
    }
    let turned = m * (1.0 / scale);
    let off = turned.transpose() * turned - DMat3::IDENTITY;
    let largest = off.to_cols_array().iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    (largest < 1e-3).then(|| unit(DQuat::from_mat3(&turned)))
}

/// How far off the points are that a joint moves: the six ends of its axes at its reach.
pub(super) fn shell_error(right: &DAffine3, wrong: &DAffine3, radius: f64) -> f64 {
    let t = wrong.translation - right.translation;
    let mut square = t.length_squared();
    for (a, b) in [
        (wrong.matrix3.x_axis, right.matrix3.x_axis),
        (wrong.matrix3.y_axis, right.matrix3.y_axis),
        (wrong.matrix3.z_axis, right.matrix3.z_axis),
    ] {
        let out = (a - b) * radius;
        square = square
            .max((t + out).length_squared())
            .max((t - out).length_squared());
    }
    square.sqrt()
}
