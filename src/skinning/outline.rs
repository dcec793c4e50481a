//! The vertices that stand out: enough of them to know how far a posed primitive reaches.

use std::collections::BTreeMap;

use glam::Vec3;

use super::{Influences, MorphTargets};

/// Half of the directions that are looked along: axes, edges and corners of a cube.
const AXES: [Vec3; 13] = [
    Vec3::new(1.0, 0.0, 0.0),
    Vec3::new(0.0, 1.0, 0.0),
    Vec3::new(0.0, 0.0, 1.0),
    Vec3::new(1.0, 1.0, 0.0),
    Vec3::new(1.0, -1.0, 0.0),
    Vec3::new(1.0, 0.0, 1.0),
    Vec3::new(1.0, 0.0, -1.0),
    Vec3::new(0.0, 1.0, 1.0),
    Vec3::new(0.0, 1.0, -1.0),
    Vec3::new(1.0, 1.0, 1.0),
    Vec3::new(1.0, 1.0, -1.0),
    Vec3::new(1.0, -1.0, 1.0),
    Vec3::new(1.0, -1.0, -1.0),
];

/// With more joints than this only the three axes are looked along: the list stays short.
const MANY_JOINTS: usize = 256;

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
        let joint_of = |vertex: usize| -> u32 {
            influences
                .filter(|i| vertex < i.len())
                .map_or(0, |i| u32::from(i.joints4()[vertex][0]))
        };
        let joints = influences.map_or(1, |i| {
            let mut seen: Vec<u16> = i.joints4().iter().map(|j| j[0]).collect();
            seen.sort_unstable();
            seen.dedup();
            seen.len()
        });
        let axes = if joints > MANY_JOINTS {
            &AXES[..3]
        } else {
            &AXES[..]
        };
        let mut farthest: BTreeMap<u32, Vec<[(f32, u32); 2]>> = BTreeMap::new();
        for (vertex, &p) in positions.iter().enumerate() {
            let ends = farthest
                .entry(joint_of(vertex))
                .or_insert_with(|| vec![[(f32::INFINITY, 0), (f32::NEG_INFINITY, 0)]; axes.len()]);
            for (axis, [low, high]) in axes.iter().zip(ends) {
                let along = axis.dot(p);
                if along < low.0 {
                    *low = (along, vertex as u32);
                }
                if along > high.0 {
                    *high = (along, vertex as u32);
                }
            }
        }
        let mut vertices: Vec<u32> = farthest
            .into_values()
            .flatten()
            .flatten()
            .map(|(_, vertex)| vertex)
            .collect();
        vertices.extend(morph.into_iter().flat_map(|m| moved_farthest(m, positions.len())));
        vertices.sort_unstable();
        vertices.dedup();
        Self(vertices)
    }

    /// Their indices, ascending; empty without vertices.
    pub fn vertices(&self) -> &[u32] {
        &self.0
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
