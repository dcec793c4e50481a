//! The vertices that stand out: enough of them to know how far a posed primitive reaches.

use std::convert::Infallible;

use glam::{Vec3, Vec4};

use super::{Influences, MorphTargets};

/// Half of the directions that are looked along: axes, edges and corners of a cube, those of [`AXES`] that count.
const DIRECTIONS: usize = 13;

/// With more joints than this only the three axes are looked along: the list stays short.
const MANY_JOINTS: usize = 256;

/// Vertices between two questions whether to go on.
const RUN: usize = 1 << 16;

/// For each joint the farthest vertices along 26 directions among those that follow it most, and for each morph target
/// those that it moves farthest.
///
/// Posed exactly they span nearly all that the whole primitive spans, whatever the method; a little less where the
/// farthest vertex of a pose is none of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outline(Vec<u32>);

impl Outline {
    /// Of one primitive; `positions` in mesh space. Without influences it counts as one joint.
    pub fn new(positions: &[Vec3], influences: Option<&Influences>, morph: Option<&MorphTargets>) -> Self {
        match Self::find(positions, influences, morph, || Ok::<_, Infallible>(())) {
            Ok(found) => found,
            Err(never) => match never {},
        }
    }

    /// The same; asks now and then whether it shall `go_on`.
    pub fn find<E>(
        positions: &[Vec3],
        influences: Option<&Influences>,
        morph: Option<&MorphTargets>,
        go_on: impl Fn() -> Result<(), E>,
    ) -> Result<Self, E> {
        let slots = influences.map_or(&[][..], Influences::joints4);
        // Per joint its place among those that vertices follow most, plus one; 0: none.
        let mut places = vec![0_u32; 1];
        let mut count = 0;
        for joint in slots
            .iter()
            .map(|j| usize::from(j[0]))
            .chain((slots.len() < positions.len()).then_some(0))
        {
            if places.len() <= joint {
                places.resize(joint + 1, 0);
            }
            if places[joint] == 0 {
                count += 1;
                places[joint] = count;
            }
        }
        let axes = if count as usize > MANY_JOINTS {
            3
        } else {
            DIRECTIONS
        };
        let mut all = vec![Ends::NONE; count as usize];
        for (vertex, &p) in positions.iter().enumerate() {
            if vertex.is_multiple_of(RUN) {
                go_on()?;
            }
            let joint = slots.get(vertex).map_or(0, |j| usize::from(j[0]));
            all[places[joint] as usize - 1].add(p, vertex as u32);
        }
        let mut vertices: Vec<u32> = all.iter().flat_map(|ends| ends.vertices(axes)).collect();
        vertices.extend(morph.into_iter().flat_map(|m| moved_farthest(m, positions.len())));
        vertices.sort_unstable();
        vertices.dedup();
        Ok(Self(vertices))
    }

    /// Their indices, ascending; empty without vertices.
    pub fn vertices(&self) -> &[u32] {
        &self.0
    }
}

/// The farthest vertices of one joint, both ways along each direction.
#[derive(Clone)]
struct Ends {
    low: [Vec4; 4],
    high: [Vec4; 4],
    lowest: [u32; 16],
    highest: [u32; 16],
}

/// The directions, four at a time: what x, y and z count for each. The last three count nothing and fill up.
#[rustfmt::skip]
const AXES: [[Vec4; 3]; 4] = [
    [Vec4::new(1.0, 0.0, 0.0,  1.0), Vec4::new( 0.0, 1.0,  0.0, 1.0), Vec4::new( 0.0,  0.0, 1.0,  0.0)],
    [Vec4::new(1.0, 1.0, 1.0,  0.0), Vec4::new(-1.0, 0.0,  0.0, 1.0), Vec4::new( 0.0,  1.0, -1.0, 1.0)],
    [Vec4::new(0.0, 1.0, 1.0,  1.0), Vec4::new( 1.0, 1.0,  1.0, -1.0), Vec4::new(-1.0, 1.0, -1.0, 1.0)],
    [Vec4::new(1.0, 0.0, 0.0,  0.0), Vec4::new(-1.0, 0.0,  0.0, 0.0), Vec4::new(-1.0,  0.0, 0.0,  0.0)],
];

impl Ends {
    const NONE: Self = Self {
        low: [Vec4::INFINITY; 4],
        high: [Vec4::NEG_INFINITY; 4],
        lowest: [0; 16],
        highest: [0; 16],
    };

    #[inline]
    fn add(&mut self, p: Vec3, vertex: u32) {
        let [x, y, z] = p.to_array().map(Vec4::splat);
        let along = AXES.map(|[a, b, c]| x * a + y * b + z * c);
        for (k, along) in along.iter().enumerate() {
            let (low, high) = (along.cmplt(self.low[k]), along.cmpgt(self.high[k]));
            // Few vertices are farther than all before them.
            let mut lanes = low.bitmask() | high.bitmask();
            if lanes == 0 {
                continue;
            }
            self.low[k] = self.low[k].min(*along);
            self.high[k] = self.high[k].max(*along);
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                if low.test(lane) {
                    self.lowest[4 * k + lane] = vertex;
                }
                if high.test(lane) {
                    self.highest[4 * k + lane] = vertex;
                }
            }
        }
    }

    fn vertices(&self, axes: usize) -> impl Iterator<Item = u32> {
        self.lowest[..axes].iter().chain(&self.highest[..axes]).copied()
    }
}

/// Per target the vertices with the largest movement along each axis, both ways.
fn moved_farthest(morph: &MorphTargets, vertices: usize) -> Vec<u32> {
    let mut ends = vec![[(0.0_f32, None); 6]; morph.target_count() as usize];
    for vertex in 0..vertices {
        for delta in morph.of(vertex) {
            let by = delta.position;
            let ways = [by.x, by.y, by.z, -by.x, -by.y, -by.z];
            for (end, way) in ends[delta.target as usize].iter_mut().zip(ways) {
                if way > end.0 {
                    *end = (way, Some(vertex as u32));
                }
            }
        }
    }
    ends.into_iter().flatten().filter_map(|(_, v)| v).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Bounds;
    use crate::skinning::{InfluencesBuilder, MorphDelta};

    /// A sphere of many points, left half on one joint, right half on another.
    fn sphere() -> (Vec<Vec3>, Influences) {
        let points: Vec<Vec3> = (0..2000)
            .map(|k| {
                let (a, y) = (k as f32 * 2.399_963, 1.0 - k as f32 / 999.5);
                let r = (1.0 - y * y).max(0.0).sqrt();
                Vec3::new(r * a.cos(), y, r * a.sin())
            })
            .collect();
        let mut b = InfluencesBuilder::new(2, points.len());
        for p in &points {
            b.push([(u32::from(p.x > 0.0), 1.0)]);
        }
        (points, b.finish().0)
    }

    #[test]
    fn a_few_vertices_span_nearly_all_however_it_is_turned() {
        let (points, influences) = sphere();
        let outline = Outline::new(&points, Some(&influences), None);
        assert!(outline.vertices().len() <= 52 && outline.vertices().len() > 20);
        for degrees in [0.0_f32, 17.0, 45.0, 80.0] {
            let turn = glam::Quat::from_rotation_z(degrees.to_radians());
            let all = Bounds::of(points.iter().map(|&p| turn * p));
            let few = Bounds::of(outline.vertices().iter().map(|&v| turn * points[v as usize]));
            assert!(few.diagonal() <= all.diagonal());
            assert!(few.diagonal() > 0.94 * all.diagonal(), "{degrees}");
        }
    }

    #[test]
    fn what_a_morph_target_moves_far_stands_out() {
        let (points, influences) = sphere();
        let plain = Outline::new(&points, Some(&influences), None);
        let vertex = (0..points.len() as u32)
            .find(|v| !plain.vertices().contains(v))
            .unwrap();
        let delta = MorphDelta {
            target: 0,
            position: Vec3::X * 9.0,
            normal: Vec3::ZERO,
            tangent: Vec3::ZERO,
        };
        let morph = MorphTargets::new(1, points.len(), vec![(vertex, delta)]);
        let outline = Outline::new(&points, Some(&influences), Some(&morph));
        assert!(outline.vertices().contains(&vertex));
        assert_eq!(Outline::new(&[], None, None).vertices(), [0; 0]);
    }
}
