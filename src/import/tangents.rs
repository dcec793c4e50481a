//! Tangents for a normal map where the file has none: MikkTSpace, as the specification asks.

use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use glam::{Vec2, Vec3, Vec4};

use crate::model::Primitive;

struct Faces<'a> {
    primitive: &'a Primitive,
    normals: &'a [Vec3],
    uvs: &'a [Vec2],
    corners: Vec<u32>,
    /// Per vertex the sums of what its corners got, apart by handedness, with their numbers.
    sums: Vec<[(Vec3, u32); 2]>,
}

impl Faces<'_> {
    fn vertex(&self, face: usize, corner: usize) -> usize {
        self.corners[3 * face + corner] as usize
    }
}

impl Geometry for Faces<'_> {
    fn num_faces(&self) -> usize {
        self.corners.len() / 3
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, vert: usize) -> [f32; 3] {
        self.primitive.positions[self.vertex(face, vert)].to_array()
    }

    fn normal(&self, face: usize, vert: usize) -> [f32; 3] {
        self.normals[self.vertex(face, vert)].to_array()
    }

    fn tex_coord(&self, face: usize, vert: usize) -> [f32; 2] {
        // glTF counts v downwards, the green of its normal maps points up: the method wants both the same way.
        let uv = self.uvs[self.vertex(face, vert)];
        [uv.x, 1.0 - uv.y]
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, vert: usize) {
        let Some(space) = space else { return };
        let vertex = self.vertex(face, vert);
        let (sum, count) = &mut self.sums[vertex][usize::from(!space.is_orientation_preserving())];
        *sum += Vec3::from_array(space.tangent());
        *count += 1;
    }
}

/// One tangent a vertex, `None` for points and lines. Vertices keep their number and order, as a posed vertex must be
/// found again in the file: where a vertex lies on the border of a mirrored map, the handedness of more corners wins.
pub(super) fn make(primitive: &Primitive, normals: &[Vec3], uvs: &[Vec2]) -> Option<Vec<Vec4>> {
    let corners = primitive.triangles();
    if corners.is_empty() {
        return None;
    }
    let sums = vec![[(Vec3::ZERO, 0); 2]; primitive.vertex_count()];
    let mut faces = Faces {
        primitive,
        normals,
        uvs,
        corners,
        sums,
    };
    // Its error has no values.
    generate_tangents(&mut faces).ok()?;
    let tangent = |([same, mirrored], normal): (&[(Vec3, u32); 2], &Vec3)| {
        let (sum, w) = if mirrored.1 > same.1 {
            (mirrored.0, -1.0)
        } else {
            (same.0, 1.0)
        };
        let flat = sum - *normal * normal.dot(sum);
        flat.try_normalize()
            .unwrap_or_else(|| normal.any_orthonormal_vector())
            .extend(w)
    };
    Some(faces.sums.iter().zip(normals).map(tangent).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quad(mirrored: bool) -> Vec<Vec4> {
        let primitive = Primitive {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y].into(),
            indices: Some(vec![0, 1, 2, 0, 2, 3].into()),
            ..Primitive::default()
        };
        let u = |x: f32| if mirrored { 1.0 - x } else { x };
        // An upright picture: v runs down.
        let uvs = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)].map(|(x, v)| Vec2::new(u(x), v));
        make(&primitive, &[Vec3::Z; 4], &uvs).unwrap()
    }

    #[test]
    fn an_upright_picture_gives_right_handed_tangents_along_u() {
        for t in quad(false) {
            assert!(t.abs_diff_eq(Vec4::new(1.0, 0.0, 0.0, 1.0), 1e-6), "{t}");
            // The bitangent points up in the picture.
            assert!((Vec3::Z.cross(t.truncate()) * t.w).abs_diff_eq(Vec3::Y, 1e-6));
        }
        for t in quad(true) {
            assert!(t.abs_diff_eq(Vec4::new(-1.0, 0.0, 0.0, -1.0), 1e-6), "{t}");
        }
    }

    #[test]
    fn a_map_without_extent_still_gives_unit_tangents() {
        let primitive = Primitive {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y].into(),
            ..Primitive::default()
        };
        for t in make(&primitive, &[Vec3::Z; 3], &[Vec2::ZERO; 3]).unwrap() {
            assert!((t.truncate().length() - 1.0).abs() < 1e-6 && t.z.abs() < 1e-6 && t.w.abs() == 1.0);
        }
    }
}
