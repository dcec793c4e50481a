//! Distances between two skinnings of the same vertices, and volumes.
//!
//! Sums are taken in double precision and in index order, so that nothing depends on the number of threads.

use std::collections::{BTreeMap, HashMap};

use glam::{DVec3, Vec3};

use super::Influences;

/// What a set of distances says.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DistanceStats {
    /// The largest, metres.
    pub largest: f32,
    /// Its index; the first of equals; 0 for an empty set.
    pub worst: usize,
    /// The mean, metres.
    pub mean: f64,
    /// The 95th percentile by nearest rank, metres.
    pub percentile_95: f32,
}

impl DistanceStats {
    /// Of `distances`; `scratch` is room for as many numbers, so that a frame allocates nothing.
    pub fn of(distances: &[f32], scratch: &mut Vec<f32>) -> Self {
        if distances.is_empty() {
            return Self::default();
        }
        let mut stats = Self::default();
        let mut sum = 0.0_f64;
        for (index, &d) in distances.iter().enumerate() {
            if d > stats.largest {
                (stats.largest, stats.worst) = (d, index);
            }
            sum += f64::from(d);
        }
        stats.mean = sum / distances.len() as f64;
        stats.percentile_95 = percentile(distances, 0.95, scratch);
        stats
    }
}

/// The value that a share `fraction` (0 to 1) of `values` does not exceed, by nearest rank; 0 for none.
pub fn percentile(values: &[f32], fraction: f64, scratch: &mut Vec<f32>) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    scratch.clear();
    scratch.extend_from_slice(values);
    let rank = (fraction * values.len() as f64).ceil().max(1.0) as usize - 1;
    let rank = rank.min(values.len() - 1);
    *scratch.select_nth_unstable_by(rank, f32::total_cmp).1
}

/// Six times the signed volume of the tetrahedron between `apex` and a triangle, counter-clockwise seen from outside.
#[inline]
fn six_volumes(apex: DVec3, triangle: [DVec3; 3]) -> f64 {
    let [a, b, c] = triangle.map(|p| p - apex);
    a.dot(b.cross(c))
}

#[inline]
fn corners(positions: &[Vec3], triangle: [u32; 3]) -> [DVec3; 3] {
    triangle.map(|v| positions[v as usize].as_dvec3())
}

/// The triangles of a primitive by the joint that moves them most.
///
/// A triangle belongs to the joint whose weight, summed over its corners, is largest (the lower one of equals).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JointRegions {
    by_joint: BTreeMap<u32, Vec<[u32; 3]>>,
}

impl JointRegions {
    /// `triangles` are vertex indices, three a triangle.
    pub fn new(triangles: &[u32], influences: &Influences) -> Self {
        let mut by_joint: BTreeMap<u32, Vec<[u32; 3]>> = BTreeMap::new();
        let mut sums: Vec<(u32, f32)> = Vec::new();
        for triangle in triangles.as_chunks::<3>().0 {
            influences.of_triangle(*triangle, &mut sums);
            let strongest = sums.iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            if let Some((joint, _)) = strongest {
                by_joint.entry(*joint).or_default().push(*triangle);
            }
        }
        Self { by_joint }
    }

    /// Joints that own triangles, ascending.
    pub fn joints(&self) -> impl Iterator<Item = u32> + '_ {
        self.by_joint.keys().copied()
    }

    /// The region volume of `joint`: the sum over its triangles of det(a - c, b - c, d - c) / 6, cubic metres.
    ///
    /// `centre` is where the joint is in the same space as `positions`. Over a candy wrapper it shrinks, over the bulge
    /// of dual quaternions it grows; it is meant to be compared with itself at rest.
    pub fn volume(&self, joint: u32, positions: &[Vec3], centre: Vec3) -> f64 {
        let triangles = self.by_joint.get(&joint).map_or(&[][..], Vec::as_slice);
        let apex = centre.as_dvec3();
        triangles
            .iter()
            .map(|&t| six_volumes(apex, corners(positions, t)))
            .sum::<f64>()
            / 6.0
    }

    /// How the region of `joint` lies about `centre`.
    pub fn shape(&self, joint: u32, positions: &[Vec3], centre: Vec3) -> RegionShape {
        let mut shape = RegionShape::default();
        let mut open = DVec3::ZERO;
        for &triangle in self.by_joint.get(&joint).map_or(&[][..], Vec::as_slice) {
            let corners = corners(positions, triangle);
            let [a, b, c] = corners;
            let area = 0.5 * (b - a).cross(c - a);
            shape.volume += six_volumes(centre.as_dvec3(), corners) / 6.0;
            shape.area += area.length();
            open += area;
        }
        shape.open_area = open.length();
        shape
    }
}

/// How a region lies about its joint.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RegionShape {
    /// As [`JointRegions::volume`].
    pub volume: f64,
    /// Area of its triangles, square metres.
    pub area: f64,
    /// Length of the sum of its triangles' areas as vectors: 0 for a tube or a closed surface, `area` for a flat patch.
    /// A third of it is how much the volume changes with each metre that the joint moves against its region.
    pub open_area: f64,
}

impl RegionShape {
    /// True if a ratio of volumes says something: the region goes round its joint, so that its volume is that of the
    /// flesh and not of where the joint happens to be beside a patch of skin. Then a large ratio is a bulge, not a
    /// division by little.
    ///
    /// `open_area * sqrt(area) / volume` is 0 for a tube, about 1 for a capped limb, 3.8 for half a ball about its
    /// middle, more for a patch beside its joint.
    pub fn is_solid(&self) -> bool {
        self.volume.abs() > 0.01 * self.area.powf(1.5)
            && self.open_area * self.area.sqrt() < 2.0 * self.volume.abs()
    }
}

/// The closed parts of a primitive: connected sets of triangles in which every edge is used exactly twice.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClosedParts {
    triangles: Vec<[u32; 3]>,
    open_triangles: usize,
}

impl ClosedParts {
    /// Finds them at rest: vertices at one position (to the bit) are welded, since seams of UVs and normals split them.
    pub fn new(triangles: &[u32], rest: &[Vec3]) -> Self {
        let mut first_at: HashMap<[u32; 3], u32> = HashMap::with_capacity(rest.len());
        let welded: Vec<u32> = rest
            .iter()
            .enumerate()
            // Adding 0 makes -0 and 0 one place.
            .map(|(v, p)| {
                *first_at
                    .entry((*p + 0.0).to_array().map(f32::to_bits))
                    .or_insert(v as u32)
            })
            .collect();
        let triangles = triangles.as_chunks::<3>().0;
        let weld = |t: &[u32; 3]| t.map(|v| welded[v as usize]);
        // Parts: vertices joined by triangles.
        let mut parts = Joined::new(rest.len());
        let mut edges: HashMap<(u32, u32), u32> = HashMap::new();
        let solid = |t: &[u32; 3]| t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
        for t in triangles.iter().map(weld).filter(solid) {
            parts.join(t[0], t[1]);
            parts.join(t[1], t[2]);
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                *edges.entry((a.min(b), a.max(b))).or_default() += 1;
            }
        }
        let mut open = vec![false; rest.len()];
        #[expect(
            clippy::iter_over_hash_type,
            reason = "setting flags gives the same in any order"
        )]
        for ((a, _), count) in edges {
            if count != 2 {
                open[parts.root(a) as usize] = true;
            }
        }
        let all = triangles.len();
        let closed: Vec<[u32; 3]> = triangles
            .iter()
            .filter(|t| {
                let t = weld(t);
                solid(&t) && !open[parts.root(t[0]) as usize]
            })
            .copied()
            .collect();
        Self {
            open_triangles: all - closed.len(),
            triangles: closed,
        }
    }

    /// True if there is a closed part.
    pub fn any(&self) -> bool {
        !self.triangles.is_empty()
    }

    /// Triangles that belong to no closed part.
    pub fn open_triangles(&self) -> usize {
        self.open_triangles
    }

    /// The volume that the closed parts hold, cubic metres (negative if they are inside out).
    pub fn volume(&self, positions: &[Vec3]) -> f64 {
        // About the first corner: far from the origin, large terms would cancel.
        let Some(apex) = self
            .triangles
            .first()
            .map(|t| positions[t[0] as usize].as_dvec3())
        else {
            return 0.0;
        };
        self.triangles
            .iter()
            .map(|&t| six_volumes(apex, corners(positions, t)))
            .sum::<f64>()
            / 6.0
    }
}

/// Disjoint sets with path halving.
struct Joined(Vec<u32>);

impl Joined {
    fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    fn root(&mut self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            let above = self.0[self.0[v as usize] as usize];
            self.0[v as usize] = above;
            v = above;
        }
        v
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skinning::InfluencesBuilder;

    /// A unit cube at `at`, eight vertices, faces outwards.
    fn cube(at: Vec3) -> (Vec<u32>, Vec<Vec3>) {
        let positions = (0..8)
            .map(|k| at + Vec3::new((k & 1) as f32, (k >> 1 & 1) as f32, (k >> 2 & 1) as f32))
            .collect();
        let quads = [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ];
        let triangles = quads
            .iter()
            .flat_map(|q| [q[0], q[1], q[2], q[0], q[2], q[3]])
            .collect();
        (triangles, positions)
    }

    #[test]
    fn a_cube_holds_one_also_far_away_and_with_split_vertices() {
        for at in [Vec3::ZERO, Vec3::splat(1000.0)] {
            let (triangles, positions) = cube(at);
            let parts = ClosedParts::new(&triangles, &positions);
            assert!(parts.any() && parts.open_triangles() == 0);
            assert!((parts.volume(&positions) - 1.0).abs() < 1e-9);
            // Every corner its own vertex, as hard edges make them.
            let split: Vec<Vec3> = triangles.iter().map(|&v| positions[v as usize]).collect();
            let own: Vec<u32> = (0..triangles.len() as u32).collect();
            assert!((ClosedParts::new(&own, &split).volume(&split) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn an_open_part_does_not_count() {
        let (mut triangles, mut positions) = cube(Vec3::ZERO);
        triangles.truncate(triangles.len() - 3);
        assert!(!ClosedParts::new(&triangles, &positions).any());
        let (more, far) = cube(Vec3::splat(5.0));
        triangles.extend(more.iter().map(|v| v + 8));
        positions.extend(far);
        let parts = ClosedParts::new(&triangles, &positions);
        assert_eq!(parts.open_triangles(), 11);
        assert!((parts.volume(&positions) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn regions_share_out_the_volume() {
        let (triangles, positions) = cube(Vec3::ZERO);
        let mut b = InfluencesBuilder::new(2, 8);
        for p in &positions {
            b.push([(0, 1.0 - p.x), (1, p.x)]);
        }
        let regions = JointRegions::new(&triangles, &b.finish().0);
        assert_eq!(regions.joints().collect::<Vec<_>>(), [0, 1]);
        // Every triangle belongs to one of them: about one common centre their volumes add up to the whole.
        let centre = Vec3::splat(0.25);
        let sum = regions.volume(0, &positions, centre) + regions.volume(1, &positions, centre);
        assert!((sum - 1.0).abs() < 1e-9);
        assert_eq!(regions.volume(7, &positions, centre), 0.0);
    }

    #[test]
    fn a_region_says_something_if_it_goes_round_its_joint() {
        let (triangles, positions) = cube(Vec3::ZERO);
        let mut b = InfluencesBuilder::new(1, 8);
        for _ in &positions {
            b.push([(0, 1.0)]);
        }
        let influences = b.finish().0;
        let shape = |triangles: &[u32]| {
            JointRegions::new(triangles, &influences).shape(0, &positions, Vec3::splat(0.5))
        };
        let whole = shape(&triangles);
        assert!((whole.volume - 1.0).abs() < 1e-9 && (whole.area - 6.0).abs() < 1e-9);
        assert!(whole.open_area < 1e-9 && whole.is_solid());
        // Four sides, no caps: a tube.
        assert!(shape(&triangles[12..]).is_solid());
        // One side: what its volume is depends on where the joint is.
        let side = shape(&triangles[..6]);
        assert!((side.open_area - 1.0).abs() < 1e-9 && !side.is_solid());
    }

    #[test]
    fn statistics_by_nearest_rank() {
        let mut scratch = Vec::new();
        let d: Vec<f32> = (1..=100).map(|i| i as f32).rev().collect();
        let s = DistanceStats::of(&d, &mut scratch);
        assert_eq!((s.largest, s.worst, s.percentile_95), (100.0, 0, 95.0));
        assert!((s.mean - 50.5).abs() < 1e-12);
        assert_eq!(DistanceStats::of(&[], &mut scratch), DistanceStats::default());
        assert_eq!(DistanceStats::of(&[2.0], &mut scratch).percentile_95, 2.0);
    }
}
