//! Boxes per joint: bounds of a posed primitive without posing its vertices.

use std::collections::BTreeMap;

use glam::{Affine3A, Vec3};

use super::{Influences, MorphTargets, Palette, SkinningMethod};
use crate::math::{Bounds, Rows3x4};

/// For each joint the box, in mesh space, of the vertices that follow it; and of those that two joints share.
///
/// A vertex under LBS is a mean of `M_j v` over its joints, so it lies in the union of the moved boxes. Under DQS it
/// runs along an arc between them, which leaves their chord by at most half its length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JointBoxes {
    single: Vec<(u32, Bounds)>,
    shared: Vec<((u32, u32), Bounds)>,
    /// Per morph target the largest movement of any vertex along each axis.
    morph_reach: Vec<Vec3>,
}

impl JointBoxes {
    /// Boxes of one primitive; `positions` in mesh space, one per vertex of `influences`.
    pub fn new(positions: &[Vec3], influences: &Influences, morph: Option<&MorphTargets>) -> Self {
        let mut single: BTreeMap<u32, Bounds> = BTreeMap::new();
        let mut shared: BTreeMap<(u32, u32), Bounds> = BTreeMap::new();
        for (vertex, &p) in positions.iter().enumerate().take(influences.len()) {
            let mut strongest = None;
            for i in influences.of(vertex) {
                single.entry(i.joint).or_default().add(p);
                match strongest {
                    None => strongest = Some(i.joint),
                    Some(first) => shared.entry((first, i.joint)).or_default().add(p),
                }
            }
        }
        Self {
            single: single.into_iter().collect(),
            shared: shared.into_iter().collect(),
            morph_reach: morph.map(reach).unwrap_or_default(),
        }
    }

    /// One box for a primitive that no joint deforms.
    pub fn rigid(positions: &[Vec3], morph: Option<&MorphTargets>) -> Self {
        Self {
            single: vec![(0, Bounds::of(positions.iter().copied()))],
            shared: Vec::new(),
            morph_reach: morph.map(reach).unwrap_or_default(),
        }
    }

    /// A box that holds every vertex of a primitive that moves as one, in model space.
    pub fn moved(&self, model_from_mesh: &Affine3A, morph_weights: &[f32]) -> Bounds {
        let grow = morph_growth(&self.morph_reach, morph_weights);
        let boxes = self.single.iter().map(|(_, b)| widened(b, grow));
        boxes.fold(Bounds::EMPTY, |all, b| all.union(&b.transformed(model_from_mesh)))
    }

    /// Joints that vertices follow, ascending.
    pub fn joints(&self) -> impl Iterator<Item = u32> + '_ {
        self.single.iter().map(|(joint, _)| *joint)
    }

    /// A box that holds what `joint` of the skin would move if it alone did, in model space; empty if nothing follows it.
    pub fn of_joint(&self, joint: u32, palette: &Palette) -> Bounds {
        let found = self.single.binary_search_by_key(&joint, |(j, _)| *j);
        let matrix = palette.matrices().get(joint as usize);
        match (found, matrix) {
            (Ok(at), Some(matrix)) => self.single[at].1.transformed(&affine(matrix)),
            _ => Bounds::EMPTY,
        }
    }

    /// A box that holds every vertex under `palette`, in model space; empty without vertices.
    pub fn posed(&self, palette: &Palette, method: SkinningMethod, morph_weights: &[f32]) -> Bounds {
        let grow = morph_growth(&self.morph_reach, morph_weights);
        let matrix = |joint: u32| {
            palette
                .matrices()
                .get(joint as usize)
                .copied()
                .unwrap_or(Rows3x4::IDENTITY)
        };
        let mut all = Bounds::EMPTY;
        for (joint, b) in &self.single {
            all = all.union(&widened(b, grow).transformed(&affine(&matrix(*joint))));
        }
        if method.needs_dual_quaternions() {
            for ((a, b), bounds) in &self.shared {
                let bounds = widened(bounds, grow);
                let (a, b) = (matrix(*a), matrix(*b));
                let chord = corners(&bounds)
                    .map(|c| (a.transform_point(c) - b.transform_point(c)).length())
                    .fold(0.0, f32::max);
                let ends = bounds
                    .transformed(&affine(&a))
                    .union(&bounds.transformed(&affine(&b)));
                all = all.union(&ends.grown(0.5 * chord));
            }
        }
        all
    }
}

/// Per target the largest movement along each axis.
fn reach(morph: &MorphTargets) -> Vec<Vec3> {
    let mut reach = vec![Vec3::ZERO; morph.target_count() as usize];
    for d in morph.deltas() {
        let r = &mut reach[d.target as usize];
        *r = r.max(d.position.abs());
    }
    reach
}

/// How far any vertex can be moved by these weights, per axis.
fn morph_growth(reach: &[Vec3], weights: &[f32]) -> Vec3 {
    reach.iter().zip(weights).map(|(r, w)| *r * w.abs()).sum()
}

fn widened(b: &Bounds, by: Vec3) -> Bounds {
    Bounds {
        min: b.min - by,
        max: b.max + by,
    }
}

fn corners(b: &Bounds) -> impl Iterator<Item = Vec3> + use<> {
    let (lo, hi) = (b.min, b.max);
    (0..8).map(move |k| {
        let pick = |bit: i32, lo: f32, hi: f32| if k & bit == 0 { lo } else { hi };
        Vec3::new(pick(1, lo.x, hi.x), pick(2, lo.y, hi.y), pick(4, lo.z, hi.z))
    })
}

fn affine(rows: &Rows3x4) -> Affine3A {
    let t = Vec3::new(rows.0[0].w, rows.0[1].w, rows.0[2].w);
    Affine3A::from_mat3_translation(rows.linear(), t)
}
