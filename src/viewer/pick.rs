//! Which vertex is under the pointer.

use glam::{Vec2, Vec3};

use super::{Camera, Projection, Slot};
use crate::inspect::compare::VertexRef;
use crate::model::{Model, PosedModel, SceneId};
use crate::skinning::Skinning;
use crate::teach::{self, Fault};
use crate::work::{Cancelled, Work};

/// So many vertices are posed between two looks at whether that is still wanted.
const CHUNK: usize = 4096;

/// A place of the picture that was clicked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PictureAt {
    /// -1 to 1, x to the right, y up.
    pub ndc: Vec2,
    /// Width over height of the picture (of one of two side by side).
    pub aspect: f32,
    /// Which of the two ways to skin is seen there.
    pub slot: Slot,
}

/// A straight line into the picture, model space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it begins.
    pub origin: Vec3,
    /// Where it goes, unit.
    pub direction: Vec3,
    /// What crosses it before, metres from `origin`, is not seen.
    pub nearest: f32,
}

impl Ray {
    /// From the camera through a place of its picture; `None` where there is no such line.
    pub fn through(camera: &Camera, at: PictureAt) -> Option<Self> {
        let (right, up) = camera.right_up();
        let half = (0.5 * camera.fov_y).tan();
        let aside = (right * (at.ndc.x * at.aspect) + up * at.ndc.y) * half;
        let (origin, direction, nearest) = match camera.projection {
            Projection::Perspective => (camera.position(), aside - camera.backward(), camera.near()),
            // What lies before the target is seen, too, however far.
            Projection::Orthographic => (
                camera.target + aside * camera.distance,
                -camera.backward(),
                f32::NEG_INFINITY,
            ),
        };
        let direction = direction.try_normalize()?;
        origin.is_finite().then_some(Self {
            origin,
            direction,
            nearest,
        })
    }

    /// How far along it crosses a triangle, from either side.
    ///
    /// Source: Möller and Trumbore 1997, "Fast, Minimum Storage Ray/Triangle Intersection".
    fn crosses(&self, [a, b, c]: [Vec3; 3]) -> Option<f32> {
        let (ab, ac) = (b - a, c - a);
        let p = self.direction.cross(ac);
        let determinant = ab.dot(p);
        let t = self.origin - a;
        let (u, q) = (t.dot(p) / determinant, t.cross(ab));
        let v = self.direction.dot(q) / determinant;
        let along = ac.dot(q) / determinant;
        // Written so that a triangle seen from its edge, or one of NaN, is not hit.
        (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && along > self.nearest && along.is_finite()).then_some(along)
    }
}

/// The vertex that is nearest to where `ray` first meets the posed model: one of the triangle that it meets.
pub fn vertex_under(
    model: &Model,
    posed: &PosedModel,
    scene: SceneId,
    (skinning, fault): (Skinning, Option<Fault>),
    ray: Ray,
    work: &Work,
) -> Result<Option<VertexRef>, Cancelled> {
    let mut nearest: Option<(f32, VertexRef)> = None;
    let mut places: Vec<Vec3> = Vec::new();
    for &id in model.scene(scene).map_or(&[][..], |s| &s.instances) {
        let instance = &model.instances[id.0 as usize];
        for (p, primitive) in model.mesh(instance.mesh).primitives.iter().enumerate() {
            if !posed.hidden.shows(id, p) {
                continue;
            }
            places.clear();
            for v in 0..primitive.vertex_count() {
                if v % CHUNK == 0 {
                    work.cancel.check()?;
                }
                let vertex = match fault {
                    None => posed.vertex(instance, primitive, skinning, v),
                    Some(fault) => teach::vertex(fault, posed, instance, primitive, skinning, v),
                };
                places.push(vertex.position);
            }
            for corners in primitive.triangles().as_chunks::<3>().0 {
                let triangle = corners.map(|v| places[v as usize]);
                let Some(along) = ray.crosses(triangle) else {
                    continue;
                };
                if nearest.is_some_and(|(n, _)| n <= along) {
                    continue;
                }
                let hit = ray.origin + along * ray.direction;
                let corner = (0..3)
                    .min_by(|&a, &b| {
                        let away = |k: usize| triangle[k].distance_squared(hit);
                        away(a).total_cmp(&away(b))
                    })
                    .unwrap_or(0);
                let vertex = VertexRef {
                    instance: id,
                    primitive: p as u32,
                    vertex: corners[corner],
                };
                nearest = Some((along, vertex));
            }
        }
    }
    Ok(nearest.map(|(_, vertex)| vertex))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_the_middle_goes_from_the_camera_to_its_target() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let camera = Camera {
                target: Vec3::new(1.0, 2.0, 3.0),
                yaw: 0.7,
                pitch: 0.3,
                projection,
                ..Camera::default()
            };
            let at = |x: f32, y: f32| PictureAt {
                ndc: Vec2::new(x, y),
                aspect: 1.5,
                slot: Slot::A,
            };
            let ray = Ray::through(&camera, at(0.0, 0.0)).unwrap();
            assert!(ray.direction.abs_diff_eq(-camera.backward(), 1e-4));
            let beside = (camera.target - ray.origin).cross(ray.direction).length();
            assert!(beside < 1e-3, "{beside}");
            let up = Ray::through(&camera, at(0.0, 0.5)).unwrap();
            let seen = camera.clip_from_world(1.5) * (up.origin + 2.0 * up.direction).extend(1.0);
            assert!((seen.y / seen.w - 0.5).abs() < 1e-4 && (seen.x / seen.w).abs() < 1e-4);
        }
    }

    #[test]
    fn triangles_are_crossed_from_both_sides_in_front_alone() {
        let triangle = [Vec3::ZERO, Vec3::X, Vec3::Y];
        let from = |z: f32, direction: Vec3| Ray {
            origin: Vec3::new(0.2, 0.2, z),
            direction,
            nearest: 0.0,
        };
        assert_eq!(from(2.0, Vec3::NEG_Z).crosses(triangle), Some(2.0));
        assert_eq!(from(-2.0, Vec3::Z).crosses(triangle), Some(2.0));
        assert_eq!(from(2.0, Vec3::Z).crosses(triangle), None);
        assert_eq!(from(2.0, Vec3::X).crosses(triangle), None);
        let beside = Ray {
            origin: Vec3::new(0.8, 0.8, 1.0),
            direction: Vec3::NEG_Z,
            nearest: 0.0,
        };
        assert_eq!(beside.crosses(triangle), None);
        assert_eq!(from(2.0, Vec3::NEG_Z).crosses([Vec3::NAN; 3]), None);
    }
}
