//! Which joints move a vertex, and how much.

use crate::math::Array;

/// One joint's share in a vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Influence {
    /// Index into the skin's joints.
    pub joint: u32,
    /// More than 0; all of a vertex sum to 1.
    pub weight: f32,
}

/// The influences of every vertex of a primitive: strongest first, sums of 1, joints in range.
///
/// The first four of each vertex lie in fixed slots (they become vertex attributes), further ones in one list (it
/// becomes a storage buffer). Equal sets of influences give equal bits, whatever order the file had them in.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Influences {
    joints: Array<[u16; 4]>,
    weights: Array<[f32; 4]>,
    /// Empty if no vertex has more than four; else one more than vertices: where each vertex's part of `extra` begins.
    extra_start: Vec<u32>,
    extra: Vec<Influence>,
}

impl Influences {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// True without vertices.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// The influences of one vertex, strongest first.
    #[inline]
    pub fn of(&self, vertex: usize) -> impl Iterator<Item = Influence> + Clone + '_ {
        let first = self.joints[vertex]
            .into_iter()
            .zip(self.weights[vertex])
            .take_while(|(_, w)| *w > 0.0);
        first
            .map(|(joint, weight)| Influence {
                joint: u32::from(joint),
                weight,
            })
            .chain(self.extra_of(vertex).iter().copied())
    }

    /// The weights of a triangle's corners, summed by joint into `sums`, in the order in which joints are met.
    pub fn of_triangle(&self, triangle: [u32; 3], sums: &mut Vec<(u32, f32)>) {
        sums.clear();
        for influence in triangle.iter().flat_map(|&v| self.of(v as usize)) {
            match sums.iter_mut().find(|(joint, _)| *joint == influence.joint) {
                Some((_, sum)) => *sum += influence.weight,
                None => sums.push((influence.joint, influence.weight)),
            }
        }
    }

    /// Those beyond the fourth.
    #[inline]
    pub fn extra_of(&self, vertex: usize) -> &[Influence] {
        match self.extra_start.get(vertex..vertex + 2) {
            Some(range) => &self.extra[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// Joint indices of the first four slots, per vertex; unused slots are 0.
    pub fn joints4(&self) -> &[[u16; 4]] {
        &self.joints
    }

    /// Weights of the first four slots, per vertex; unused slots are 0.
    pub fn weights4(&self) -> &[[f32; 4]] {
        &self.weights
    }

    /// Where each vertex's part of [`Self::extra`] begins (one entry more than vertices), or empty.
    pub fn extra_start(&self) -> &[u32] {
        &self.extra_start
    }

    /// All influences beyond the fourth.
    pub fn extra(&self) -> &[Influence] {
        &self.extra
    }

    /// From lists that are taken as they are, whatever their order and sums, for what is wrong on purpose.
    /// [`InfluencesBuilder`] makes right ones.
    ///
    /// Weights must be finite and more than 0, joints in range of the skin. A vertex without any collapses into the
    /// origin.
    pub fn as_given<L: IntoIterator<Item = Influence>>(vertices: impl IntoIterator<Item = L>) -> Self {
        let mut out = Self::default();
        let mut extra_start = Vec::new();
        let (mut all_joints, mut all_weights) = (Vec::new(), Vec::new());
        for list in vertices {
            let mut list = list.into_iter();
            let (mut joints, mut weights) = ([0_u16; 4], [0.0_f32; 4]);
            for (slot, influence) in list.by_ref().take(4).enumerate() {
                joints[slot] = influence.joint as u16;
                weights[slot] = influence.weight;
            }
            extra_start.push(out.extra.len() as u32);
            out.extra.extend(list);
            all_joints.push(joints);
            all_weights.push(weights);
        }
        out.joints = all_joints.into();
        out.weights = all_weights.into();
        if !out.extra.is_empty() {
            extra_start.push(out.extra.len() as u32);
            out.extra_start = extra_start;
        }
        out
    }

    /// The largest number of influences of any vertex.
    pub fn max_count(&self) -> usize {
        (0..self.len()).map(|v| self.of(v).count()).max().unwrap_or(0)
    }
}

/// What [`InfluencesBuilder`] had to correct, in vertices (for the last two: influences).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InfluenceRepairs {
    /// Vertices with a weight that is NaN or infinite.
    pub not_finite: u32,
    /// Vertices with a weight below 0.
    pub negative: u32,
    /// Vertices whose weights sum to something else than 1 by more than [`InfluencesBuilder::SUM_TOLERANCE`].
    pub not_normalized: u32,
    /// Vertices without any weight: they follow the skin's first joint.
    pub unweighted: u32,
    /// Vertices that name one joint twice: its weights are added.
    pub doubled: u32,
    /// Vertices with a weight on a joint that the skin does not have: that influence is dropped.
    pub out_of_range: u32,
    /// Largest number of influences of a vertex.
    pub max_count: u32,
}

impl InfluenceRepairs {
    /// True if anything had to be corrected: the corrected influences say something else than the file.
    pub fn any(&self) -> bool {
        let Self {
            not_finite,
            negative,
            not_normalized,
            unweighted,
            doubled,
            out_of_range,
            max_count: _,
        } = *self;
        [
            not_finite,
            negative,
            not_normalized,
            unweighted,
            doubled,
            out_of_range,
        ] != [0; 6]
    }
}

/// Takes raw weights vertex by vertex and applies the rules of import.
#[derive(Debug)]
pub struct InfluencesBuilder {
    joint_count: u32,
    joints: Vec<[u16; 4]>,
    weights: Vec<[f32; 4]>,
    extra_start: Vec<u32>,
    extra: Vec<Influence>,
    repairs: InfluenceRepairs,
    scratch: Vec<(u32, f64)>,
    any_extra: bool,
}

impl InfluencesBuilder {
    /// How far a sum of weights may be from 1 before it is worth a warning (rounding of 8-bit weights stays below
    /// when the exporter made them sum to 255, as the specification demands).
    pub const SUM_TOLERANCE: f64 = 1e-3;

    /// Weights whose sum is this near to 1 stay as the file has them: to round four of them to `f32` leaves as much. None
    /// is more than 1 all the same.
    const ROUNDING: f64 = 4.0 / (1 << 25) as f64;

    /// Vertices that are looked at between two decisions.
    const RUN: usize = 1024;

    /// For a skin with `joint_count` joints (at least 1) and room for `vertices`.
    pub fn new(joint_count: u32, vertices: usize) -> Self {
        Self {
            joint_count,
            joints: Vec::with_capacity(vertices),
            weights: Vec::with_capacity(vertices),
            extra_start: Vec::new(),
            extra: Vec::new(),
            repairs: InfluenceRepairs::default(),
            scratch: Vec::new(),
            any_extra: false,
        }
    }

    /// Adds the next vertex with all its raw (joint, weight) pairs, of every set of the file.
    ///
    /// A weight that is not finite or is <= 0 becomes 0; an influence whose joint is out of range is dropped; equal
    /// joints are added; the rest is sorted (strongest first, then by joint) and renormalised in double precision; a
    /// vertex without weight follows joint 0.
    pub fn push(&mut self, raw: impl IntoIterator<Item = (u32, f32)>) {
        self.resolve(raw);
        let list = &self.scratch;
        let (joints, weights) = first_four(list);
        if list.len() > 4 && !self.any_extra {
            self.any_extra = true;
            self.extra_start = vec![0; self.joints.len()];
        }
        if self.any_extra {
            self.extra_start.push(self.extra.len() as u32);
            let more = list.iter().skip(4).map(|&(joint, w)| Influence {
                joint,
                weight: w as f32,
            });
            // A weight too small for an f32 would end the list early.
            self.extra.extend(more.filter(|i| i.weight > 0.0));
        }
        self.joints.push(joints);
        self.weights.push(weights);
    }

    /// The same as [`Self::push`] for each vertex with one set. Where every vertex is right already nothing is copied.
    ///
    /// `joints` and `weights` are as long as each other.
    pub fn of_four(
        joint_count: u32,
        joints: Array<[u16; 4]>,
        weights: Array<[f32; 4]>,
    ) -> (Influences, InfluenceRepairs) {
        let mut builder = Self::new(joint_count, 0);
        let (all_joints, all_weights) = (&*joints, &*weights);
        let (mut most, mut changed) = (0, None);
        // Some at a time: a loop that never stops in between runs as fast as the numbers come from memory.
        for first in (0..all_joints.len().min(all_weights.len())).step_by(Self::RUN) {
            let (mut fewest, some) = (u32::MAX, first..all_joints.len().min(first + Self::RUN));
            for (j, w) in all_joints[some.clone()].iter().zip(&all_weights[some]) {
                let used = used_if_right(joint_count, *j, w);
                (most, fewest) = (most.max(used), fewest.min(used));
            }
            if fewest == 0 {
                changed = Some(first);
                break;
            }
        }
        builder.repairs.max_count = most;
        let Some(first) = changed else {
            let influences = Influences {
                joints,
                weights,
                ..Influences::default()
            };
            return (influences, builder.repairs);
        };
        builder.joints = joints.into_vec();
        builder.weights = weights.into_vec();
        for vertex in first..builder.joints.len() {
            let (j, w) = (builder.joints[vertex], builder.weights[vertex]);
            (builder.joints[vertex], builder.weights[vertex]) = builder.settled(j, w).unwrap_or_else(|| {
                builder.resolve(j.map(u32::from).into_iter().zip(w));
                first_four(&builder.scratch)
            });
        }
        builder.finish()
    }

    /// A vertex sorted and normalised, if it needs nothing else.
    #[inline]
    fn settled(&mut self, joints: [u16; 4], weights: [f32; 4]) -> Option<([u16; 4], [f32; 4])> {
        let (mut j, mut w) = (joints, weights);
        let in_order = |w: &[f32; 4], j: &[u16; 4], a: usize, b: usize| {
            w[a] > w[b] || (w[a] == w[b] && (j[a] < j[b] || w[a] == 0.0))
        };
        if !(in_order(&w, &j, 0, 1) && in_order(&w, &j, 1, 2) && in_order(&w, &j, 2, 3)) {
            // A network: sorted whatever the order was.
            for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
                if !in_order(&w, &j, a, b) {
                    w.swap(a, b);
                    j.swap(a, b);
                }
            }
        }
        // False for NaN, wherever it went.
        let numbers = w.iter().all(|w| (0.0..=f32::MAX).contains(w));
        if !numbers || w[0] == 0.0 {
            return None;
        }
        let used = w.map(|w| w > 0.0);
        let fits =
            (0..4).all(|a| !used[a] || (u32::from(j[a]) < self.joint_count && (0..a).all(|b| j[a] != j[b])));
        if !fits {
            return None;
        }
        let wide = w.map(f64::from);
        let sum = wide[0] + wide[1] + wide[2] + wide[3];
        let off = (sum - 1.0).abs();
        self.repairs.not_normalized += u32::from(off > Self::SUM_TOLERANCE);
        self.repairs.max_count = self.repairs.max_count.max(used.map(u32::from).iter().sum());
        if off > Self::ROUNDING || w[0] > 1.0 {
            w = wide.map(|w| (w / sum) as f32);
        }
        for k in 0..4 {
            if !used[k] {
                (j[k], w[k]) = (0, 0.0);
            }
        }
        Some((j, w))
    }

    /// Applies the rules to one vertex; the result is in `scratch`.
    fn resolve(&mut self, raw: impl IntoIterator<Item = (u32, f32)>) {
        let list = &mut self.scratch;
        list.clear();
        let (mut not_finite, mut negative, mut doubled, mut out_of_range) = (false, false, false, false);
        for (joint, weight) in raw {
            if !weight.is_finite() {
                not_finite = true;
            } else if weight < 0.0 {
                negative = true;
            } else if weight > 0.0 {
                if joint >= self.joint_count {
                    out_of_range = true;
                } else {
                    list.push((joint, f64::from(weight)));
                }
            }
        }
        // By joint, then weight: doubled joints are added in one order whatever order the file has.
        list.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
                doubled = true;
            }
            same
        });
        list.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let sum: f64 = list.iter().map(|(_, w)| w).sum();
        let r = &mut self.repairs;
        r.not_finite += u32::from(not_finite);
        r.negative += u32::from(negative);
        r.doubled += u32::from(doubled);
        r.out_of_range += u32::from(out_of_range);
        if list.is_empty() {
            r.unweighted += 1;
            list.push((0, 1.0));
        } else {
            r.not_normalized += u32::from((sum - 1.0).abs() > Self::SUM_TOLERANCE);
            if (sum - 1.0).abs() > Self::ROUNDING || list[0].1 > 1.0 {
                for (_, weight) in list.iter_mut() {
                    *weight /= sum;
                }
            }
        }
        r.max_count = r.max_count.max(list.len() as u32);
    }

    /// The influences and what was corrected.
    pub fn finish(mut self) -> (Influences, InfluenceRepairs) {
        if self.any_extra {
            self.extra_start.push(self.extra.len() as u32);
        }
        let influences = Influences {
            joints: self.joints.into(),
            weights: self.weights.into(),
            extra_start: self.extra_start,
            extra: self.extra,
        };
        (influences, self.repairs)
    }
}

/// How many influences a vertex uses, if nothing of it needs to change; else 0.
///
/// Without a branch: how many influences a vertex has is as good as chance, and a branch that is guessed wrong costs
/// more than all of this.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "no branch: a wrong guess costs more")]
fn used_if_right(joint_count: u32, j: [u16; 4], w: &[f32; 4]) -> u32 {
    let j = j.map(u32::from);
    let used = w.map(|w| w > 0.0);
    // False for NaN.
    let ordered = used[0] & (w[0] <= 1.0) & (w[1] <= w[0]) & (w[2] <= w[1]) & (w[3] <= w[2]);
    // A slot is empty to the bit, or its joint is no other's and comes later than one with the same weight.
    let empty = |k: usize| w[k].to_bits() | j[k] == 0;
    let later = |k: usize| (w[k] < w[k - 1]) | (j[k - 1] < j[k]);
    let slot = |k: usize, own: bool| (used[k] & own & later(k)) | empty(k);
    let slots = slot(1, j[1] != j[0])
        & slot(2, (j[2] != j[0]) & (j[2] != j[1]))
        & slot(3, (j[3] != j[0]) & (j[3] != j[1]) & (j[3] != j[2]));
    let in_range = (j[0] < joint_count) & (j[1] < joint_count) & (j[2] < joint_count) & (j[3] < joint_count);
    let sum = f64::from(w[0]) + f64::from(w[1]) + f64::from(w[2]) + f64::from(w[3]);
    let whole = (sum - 1.0).abs() <= InfluencesBuilder::ROUNDING;
    let count = used.map(u32::from).iter().sum();
    if ordered & slots & in_range & whole {
        count
    } else {
        0
    }
}

/// The first four as they lie in their slots.
fn first_four(list: &[(u32, f64)]) -> ([u16; 4], [f32; 4]) {
    let (mut joints, mut weights) = ([0_u16; 4], [0.0_f32; 4]);
    for (slot, &(joint, weight)) in list.iter().take(4).enumerate() {
        joints[slot] = joint as u16;
        weights[slot] = weight as f32;
    }
    (joints, weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(joints: u32, raw: &[(u32, f32)]) -> (Vec<(u32, f32)>, InfluenceRepairs) {
        let mut b = InfluencesBuilder::new(joints, 1);
        b.push(raw.iter().copied());
        let (i, r) = b.finish();
        (i.of(0).map(|i| (i.joint, i.weight)).collect(), r)
    }

    /// Found by fuzzing: the next number after 1 is as near to it as rounding leaves a sum.
    #[test]
    fn no_weight_is_more_than_one() {
        for extra in [0.0_f32, f32::MIN_POSITIVE] {
            let weights = [1.0_f32.next_up(), extra, 0.0, 0.0];
            let sets = (vec![[0, 1, 0, 0]].into(), vec![weights].into());
            let (quick, _) = InfluencesBuilder::of_four(2, sets.0, sets.1);
            assert_eq!(quick.weights4()[0][0], 1.0);
            let (slow, _) = one(2, &[(0, weights[0]), (1, extra)]);
            assert_eq!(slow[0], (0, 1.0));
        }
    }

    #[test]
    fn bad_weights_are_taken_out_and_the_rest_sums_to_one() {
        let (got, r) = one(4, &[(0, f32::NAN), (1, -1.0), (2, 0.25), (3, 0.25), (9, 0.5)]);
        assert_eq!(got, [(2, 0.5), (3, 0.5)]);
        assert_eq!(
            (r.not_finite, r.negative, r.out_of_range, r.not_normalized),
            (1, 1, 1, 1)
        );
        let (got, r) = one(4, &[(3, 0.0), (2, 0.0)]);
        assert_eq!(got, [(0, 1.0)]);
        assert_eq!(r.unweighted, 1);
        let (got, r) = one(4, &[(3, 0.25), (1, 0.5), (3, 0.25)]);
        assert_eq!(got, [(1, 0.5), (3, 0.5)]);
        assert_eq!((r.doubled, r.not_normalized), (1, 0));
    }

    #[test]
    fn only_vertices_with_more_than_four_pay_for_the_list() {
        let mut b = InfluencesBuilder::new(9, 3);
        b.push([(0, 1.0)]);
        b.push((0..6).map(|j| (j, 1.0 / 6.0)));
        b.push([(8, 1.0)]);
        let (i, r) = b.finish();
        assert_eq!(i.extra_start(), [0, 0, 2, 2]);
        assert_eq!(i.of(1).count(), 6);
        assert_eq!((i.of(0).count(), i.of(2).next().unwrap().joint), (1, 8));
        assert_eq!((r.max_count, i.max_count()), (6, 6));
    }

    proptest! {
        #[test]
        fn four_in_place_are_what_one_by_one_gives(
            vertices in prop::collection::vec(
                (prop::array::uniform4(0_u16..6), prop::array::uniform4(prop::sample::select(vec![
                    0.0_f32, -0.0, 0.25, 0.25, 0.5, 1.0, 0.1, 0.7, 1e-30, -1.0, f32::NAN, f32::INFINITY, 3.0,
                ]))), 1..20),
        ) {
            let mut b = InfluencesBuilder::new(4, vertices.len());
            for (j, w) in &vertices {
                b.push(j.map(u32::from).into_iter().zip(*w));
            }
            let (joints, weights): (Vec<_>, Vec<_>) = vertices.into_iter().unzip();
            let (one_by_one, in_place) = (b.finish(), InfluencesBuilder::of_four(4, joints.into(), weights.into()));
            prop_assert_eq!(&one_by_one, &in_place);
            let bits = |i: &Influences| i.weights4().iter().flatten().map(|w| w.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&one_by_one.0), bits(&in_place.0));
        }

        #[test]
        fn the_order_in_the_file_does_not_matter(mut raw in prop::collection::vec((0_u32..9, 0.0_f32..1.0), 1..9)) {
            // One joint at most once: sums in another order may round otherwise.
            raw.sort_by_key(|r| r.0);
            raw.dedup_by_key(|r| r.0);
            let (a, _) = one(9, &raw);
            raw.reverse();
            let (b, _) = one(9, &raw);
            prop_assert_eq!(&a, &b);
            prop_assert!((a.iter().map(|i| i.1).sum::<f32>() - 1.0).abs() < 1e-6);
            prop_assert!(a.windows(2).all(|w| w[0].1 >= w[1].1));
        }
    }
}
