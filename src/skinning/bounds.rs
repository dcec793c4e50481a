//! Boxes per joint: bounds of a posed primitive without posing its vertices.

use std::collections::BTreeMap;
use std::hint::select_unpredictable;

use glam::{Affine3A, Vec3, Vec3A, Vec4};

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
        let mut pairs = Pairs::new(influences);
        let slots = influences.joints4().iter().zip(influences.weights4());
        let places = positions.iter().map(|p| Vec3A::from(*p));
        let finite = places.zip(slots).filter(|(p, _)| p.is_finite());
        if pairs.few > 0 {
            finite.for_each(|(p, (joints, weights))| pairs.add_four(joints, weights, p));
        } else {
            for (p, (joints, weights)) in finite {
                for k in (0..4).take_while(|&k| weights[k] > 0.0) {
                    pairs.add(joints[0], joints[k], p);
                }
            }
        }
        if !influences.extra().is_empty() {
            for (vertex, (&p, joints)) in positions.iter().zip(influences.joints4()).enumerate() {
                for more in influences.extra_of(vertex).iter().filter(|_| p.is_finite()) {
                    pairs.add(joints[0], more.joint as u16, Vec3A::from(p));
                }
            }
        }
        let mut single: BTreeMap<u32, Bounds> = BTreeMap::new();
        let mut shared = Vec::new();
        for ((first, joint), b) in pairs.finish() {
            let all = single.entry(joint).or_default();
            *all = all.union(&b);
            if first != joint {
                shared.push(((first, joint), b));
            }
        }
        Self {
            single: single.into_iter().collect(),
            shared,
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

    /// A box that holds every vertex before it is moved, in mesh space; empty without vertices.
    pub fn at_rest(&self) -> Bounds {
        let boxes = self.single.iter().map(|(_, b)| *b);
        boxes.fold(Bounds::EMPTY, |all, b| all.union(&b))
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

/// For each joint and each that vertices share with it the box of those that follow the first most.
struct Pairs {
    /// Joints that there are, if they are few; then `dense` has a place for each pair.
    few: usize,
    /// And four more, for slots that are not used.
    dense: Vec<[Vec3A; 2]>,
    sparse: BTreeMap<(u16, u16), [Vec3A; 2]>,
}

/// Smallest and largest corner of nothing.
const NOTHING: [Vec3A; 2] = [Vec3A::INFINITY, Vec3A::NEG_INFINITY];
/// And of everything.
const EVERYTHING: [Vec3A; 2] = [Vec3A::NEG_INFINITY, Vec3A::INFINITY];

impl Pairs {
    /// With up to so many joints each pair has its place.
    const FEW: usize = 256;

    fn new(influences: &Influences) -> Self {
        let slots = influences.joints4().iter().flatten().copied().max().unwrap_or(0);
        let more = influences.extra().iter().map(|i| i.joint).max().unwrap_or(0);
        let joints = u32::from(slots).max(more) as usize + 1;
        let few = if joints <= Self::FEW { joints } else { 0 };
        Self {
            few,
            dense: [vec![NOTHING; few * few], vec![EVERYTHING; 4]].concat(),
            sparse: BTreeMap::new(),
        }
    }

    #[inline]
    fn add(&mut self, first: u16, second: u16, p: Vec3A) {
        let [low, high] = if self.few > 0 {
            &mut self.dense[usize::from(first) * self.few + usize::from(second)]
        } else {
            self.sparse.entry((first, second)).or_insert(NOTHING)
        };
        *low = low.min(p);
        *high = high.max(p);
    }

    /// Adds one vertex to the boxes of its first four slots; for few joints. Hardly any vertex lies outside of all those
    /// before it: one branch, nearly always guessed right, looks at all four.
    #[inline]
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "as it lies in the stream")]
    fn add_four(&mut self, joints: &[u16; 4], weights: &[f32; 4], p: Vec3A) {
        let spare = self.few * self.few;
        let row = usize::from(joints[0]) * self.few;
        let used = Vec4::from_array(*weights).cmpgt(Vec4::ZERO).bitmask() as usize;
        // How many slots a vertex uses is as good as chance, and a wrong guess costs more than a choice without a branch.
        let places: [usize; 4] = std::array::from_fn(|k| {
            select_unpredictable(used >> k & 1 == 1, row + usize::from(joints[k]), spare + k)
        });
        let inside = |place: usize| {
            let [low, high] = self.dense[place];
            p.cmpge(low) & p.cmple(high)
        };
        let inside = inside(places[0]) & inside(places[1]) & inside(places[2]) & inside(places[3]);
        if inside.all() {
            return;
        }
        for place in places {
            let [low, high] = &mut self.dense[place];
            *low = low.min(p);
            *high = high.max(p);
        }
    }

    /// Those that hold something, in order.
    fn finish(mut self) -> impl Iterator<Item = ((u32, u32), Bounds)> {
        let few = self.few.max(1);
        self.dense.truncate(self.few * self.few);
        let dense = self.dense.into_iter().enumerate();
        let dense = dense.map(move |(k, ends)| (((k / few) as u32, (k % few) as u32), ends));
        let sparse = self.sparse.into_iter();
        let sparse = sparse.map(|((a, b), ends)| ((u32::from(a), u32::from(b)), ends));
        dense
            .chain(sparse)
            .map(|(pair, [min, max])| {
                let (min, max) = (min.into(), max.into());
                (pair, Bounds { min, max })
            })
            .filter(|(_, bounds)| !bounds.is_empty())
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
