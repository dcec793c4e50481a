//! The ring of skin around a joint, and how much of its radius and area a pose keeps.
//!
//! The ring is found once, at rest: where the plane through the joint, across its bone, cuts the triangles that the
//! joint and its weighted ancestor move. Its points are then followed as points of the surface, so that a twist shows
//! as what it does to them: a candy wrapper pulls them to the bone.

use std::collections::HashMap;

use glam::{DVec3, Vec3};

use super::twist::weighted_axes;
use crate::animation::JointId;
use crate::model::{Model, PosedModel, SkinId};
use crate::skinning::Influences;

/// Fewer pieces than this enclose nothing.
const FEWEST_PIECES: usize = 3;

/// What a pose leaves of a ring, over what it is at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SectionKept {
    /// Mean distance of the ring from its own middle.
    pub radius: f64,
    /// The area that it encloses.
    pub area: f64,
}

/// The ring of one joint.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) joint: JointId,
    /// Each on the edge from one vertex (index among those compared) to another, 0 to 1.
    points: Vec<(u32, u32, f64)>,
    /// From point to point, all the same way round.
    pieces: Vec<Piece>,
    rest: Measure,
}

#[derive(Debug)]
struct Piece {
    ends: [u32; 2],
    /// Its length at rest, metres: how much it counts, in every pose.
    weight: f64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Measure {
    radius: f64,
    area: f64,
}

/// Where a joint's bone is cut.
struct Plane {
    joint: JointId,
    /// The nearest ancestor in the skin that carries weight.
    partner: u32,
    point: DVec3,
    normal: DVec3,
}

impl Section {
    /// The rings of a skin's joints. `triangles` and `influences` are by compared vertex, `positions` those at rest.
    pub(super) fn all(
        model: &Model,
        skin: SkinId,
        rest: &PosedModel,
        triangles: &[u32],
        influences: &Influences,
        positions: &[Vec3],
    ) -> Vec<Self> {
        let planes = planes(model, skin, rest);
        let mut rings: Vec<Ring> = planes.iter().map(|_| Ring::default()).collect();
        let mut sums: Vec<(u32, f32)> = Vec::new();
        for triangle in triangles.as_chunks::<3>().0 {
            influences.of_triangle(*triangle, &mut sums);
            let of = |joint: u32| sums.iter().find(|s| s.0 == joint).map_or(0.0, |s| s.1);
            for &(joint, own) in &sums {
                // Half of the three corners' weight at least: the thigh beside a hanging wrist is not its ring.
                if let Some(plane) = &planes[joint as usize]
                    && own + of(plane.partner) > 1.5
                {
                    rings[joint as usize].cut(plane, *triangle, positions);
                }
            }
        }
        planes
            .into_iter()
            .zip(rings)
            .filter_map(|(plane, ring)| ring.finish(plane?.joint, positions))
            .collect()
    }

    /// What is left of it. `places` is room for its points.
    pub(super) fn kept(&self, positions: &[Vec3], places: &mut Vec<DVec3>) -> SectionKept {
        let now = measure(&self.points, &self.pieces, positions, places);
        SectionKept {
            radius: now.radius / self.rest.radius,
            area: now.area / self.rest.area,
        }
    }
}

/// Per joint of the skin, where it is cut; `None` where there is nothing to twist against or no bone.
fn planes(model: &Model, skin: SkinId, rest: &PosedModel) -> Vec<Option<Plane>> {
    let skin = &model.skins[skin.0 as usize];
    let axes = weighted_axes(model);
    (0..skin.len() as u32)
        .map(|index| {
            let joint = skin.joints()[index as usize];
            let axis = axes
                .binary_search_by_key(&joint, |a| a.0)
                .ok()
                .map(|found| axes[found].1)?;
            let above =
                std::iter::successors(skin.parents()[index as usize], |p| skin.parents()[*p as usize]);
            let partner = above.into_iter().find(|p| skin.carries_weight()[*p as usize])?;
            let model_from_joint = rest.model_space.model_from_joint(joint);
            let normal = Vec3::from(model_from_joint.transform_vector3a(axis.into()))
                .as_dvec3()
                .try_normalize()?;
            Some(Plane {
                joint,
                partner,
                point: Vec3::from(model_from_joint.translation).as_dvec3(),
                normal,
            })
        })
        .collect()
}

/// A ring while it is found.
#[derive(Default)]
struct Ring {
    points: Vec<(u32, u32, f64)>,
    of_edge: HashMap<(u32, u32), u32>,
    ends: Vec<[u32; 2]>,
}

impl Ring {
    /// Adds what the plane cuts out of a triangle.
    fn cut(&mut self, plane: &Plane, triangle: [u32; 3], positions: &[Vec3]) {
        let height = |v: u32| plane.normal.dot(positions[v as usize].as_dvec3() - plane.point);
        let mut piece = [None, None];
        for k in 0..3 {
            let (from, to) = (triangle[k], triangle[(k + 1) % 3]);
            let (a, b) = (height(from), height(to));
            // On the plane counts as above, so that a loop of vertices on it is one ring and not two or none.
            match (a >= 0.0, b >= 0.0) {
                (false, true) => piece[0] = Some(self.point(from, to, a, b)),
                (true, false) => piece[1] = Some(self.point(to, from, b, a)),
                _ => {}
            }
        }
        if let [Some(from), Some(to)] = piece
            && from != to
        {
            self.ends.push([from, to]);
        }
    }

    /// The point on the edge from a vertex below to one above.
    fn point(&mut self, below: u32, above: u32, a: f64, b: f64) -> u32 {
        let next = self.points.len() as u32;
        let index = *self.of_edge.entry((below, above)).or_insert(next);
        if index == next {
            self.points.push((below, above, a / (a - b)));
        }
        index
    }

    fn finish(self, joint: JointId, positions: &[Vec3]) -> Option<Section> {
        let at = |point: u32| place(&self.points[point as usize], positions);
        let pieces: Vec<Piece> = self
            .ends
            .iter()
            .map(|&ends| Piece {
                ends,
                weight: at(ends[0]).distance(at(ends[1])),
            })
            .filter(|p| p.weight > 0.0)
            .collect();
        let rest = measure(&self.points, &pieces, positions, &mut Vec::new());
        let solid = rest.radius > 0.0 && rest.area > 0.01 * rest.radius * rest.radius;
        (pieces.len() >= FEWEST_PIECES && solid).then_some(Section {
            joint,
            points: self.points,
            pieces,
            rest,
        })
    }
}

fn place(&(from, to, t): &(u32, u32, f64), positions: &[Vec3]) -> DVec3 {
    positions[from as usize]
        .as_dvec3()
        .lerp(positions[to as usize].as_dvec3(), t)
}

/// `places` is room for the points' places: every point ends two pieces, and each piece is looked at twice.
fn measure(
    points: &[(u32, u32, f64)],
    pieces: &[Piece],
    positions: &[Vec3],
    places: &mut Vec<DVec3>,
) -> Measure {
    places.clear();
    places.extend(points.iter().map(|p| place(p, positions)));
    let ends = |p: &Piece| p.ends.map(|e| places[e as usize]);
    let (mut whole, mut middle) = (0.0, DVec3::ZERO);
    for piece in pieces {
        let [a, b] = ends(piece);
        whole += piece.weight;
        middle += a.midpoint(b) * piece.weight;
    }
    middle /= whole;
    let (mut radius, mut area) = (0.0, DVec3::ZERO);
    for piece in pieces {
        let [a, b] = ends(piece).map(|e| e - middle);
        radius += a.midpoint(b).length() * piece.weight;
        area += a.cross(b);
    }
    Measure {
        radius: radius / whole,
        area: area.length() / 2.0,
    }
}
