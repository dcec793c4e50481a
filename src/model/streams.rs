//! What of a primitive goes to the device: one array an attribute, written as it lies in the file wherever it can.

use std::borrow::Cow;

use bytemuck::{NoUninit, Pod};
use glam::Vec4;

use super::{Array, Primitive, Topology};
use crate::math::Bounds;

/// Bytes of a vertex in each array: position, normal, tangent, joints, weights, two sets of UVs, what its colour lacks
/// of white. Their order is that of `vs_mesh`'s locations.
pub const ATTRIBUTE_BYTES: [usize; ATTRIBUTES] = [12, 12, 16, 8, 16, 8, 8, 8];

/// How many arrays there are: as many vertex buffers as every device has.
pub const ATTRIBUTES: usize = 8;

/// Which of a primitive's buffers another primitive has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Kept {
    pub geometry: bool,
    pub influences: bool,
    pub surface: bool,
    pub indices: bool,
    pub morph: bool,
}

impl Kept {
    /// What `new` has in common with `old`. Arrays must be the very same; influences and morph targets are compared,
    /// which costs less than to upload them.
    pub fn of(old: &Primitive, new: &Primitive) -> Self {
        fn same<T: Pod>(a: Option<&Array<T>>, b: Option<&Array<T>>) -> bool {
            match (a, b) {
                (Some(a), Some(b)) => a.ptr_eq(b),
                (a, b) => a.is_none() && b.is_none(),
            }
        }
        // What is missing is filled in by the number of vertices.
        let count = old.vertex_count() == new.vertex_count();
        Self {
            geometry: old.positions.ptr_eq(&new.positions)
                && same(old.normals.as_ref(), new.normals.as_ref())
                && same(old.tangents.as_ref(), new.tangents.as_ref()),
            influences: count && old.influences == new.influences,
            surface: count
                && (0..2).all(|k| same(old.uvs[k].as_ref(), new.uvs[k].as_ref()))
                && same(old.colors.as_ref(), new.colors.as_ref()),
            indices: count
                && old.topology == new.topology
                && same(old.indices.as_ref(), new.indices.as_ref()),
            morph: count && old.morph == new.morph,
        }
    }

    /// Whether an attribute is.
    pub fn attribute(&self, attribute: usize) -> bool {
        match attribute {
            0..=2 => self.geometry,
            3 | 4 => self.influences,
            _ => self.surface,
        }
    }
}

/// A primitive's vertices as buffer writes take them. All but colours and what a few topologies unroll is borrowed: made in
/// no time.
#[derive(Debug)]
pub struct VertexStreams<'a> {
    /// As many elements each as vertices; `None` where it is kept of another primitive, or where zeros leave no trace
    /// (whoever has no influences moves as one, whoever lacks nothing of white is white).
    pub attributes: [Option<Cow<'a, [u8]>>; ATTRIBUTES],
    /// Corners of points, lines or triangles; a list of the file's as it lies there, strips, loops and fans unrolled.
    /// `None`: the vertices in order.
    pub indices: Option<Array<u32>>,
    /// Influences beyond the fourth: where each vertex's begin, then pairs of joint and weight bits.
    pub more: Vec<u32>,
}

impl<'a> VertexStreams<'a> {
    /// Everything but what is `kept`.
    pub fn of(primitive: &'a Primitive, kept: Kept) -> Self {
        let count = primitive.vertex_count();
        let influences = primitive.influences.as_ref();
        let all = [
            bytes(Some(&*primitive.positions), count),
            bytes(primitive.normals.as_deref(), count),
            bytes(primitive.tangents.as_deref(), count),
            bytes(influences.map(crate::skinning::Influences::joints4), count),
            bytes(influences.map(crate::skinning::Influences::weights4), count),
            bytes(primitive.uvs[0].as_deref(), count),
            bytes(primitive.uvs[1].as_deref(), count),
            primitive
                .colors
                .as_deref()
                .filter(|_| !kept.surface)
                .map(|c| short_of_white(c, count)),
        ];
        let mut attribute = 0;
        Self {
            attributes: all.map(|bytes| {
                attribute += 1;
                bytes.filter(|_| !kept.attribute(attribute - 1))
            }),
            indices: if kept.indices { None } else { corners(primitive) },
            more: influences
                .filter(|_| !kept.influences)
                .map_or_else(Vec::new, |i| {
                    let starts = i.extra_start();
                    let words = starts.iter().map(|s| starts.len() as u32 + 2 * s);
                    let pairs = i.extra().iter().flat_map(|e| [e.joint, e.weight.to_bits()]);
                    words.chain(pairs).collect()
                }),
        }
    }

    /// How much there is to write.
    pub fn byte_count(&self) -> usize {
        let attributes: usize = self.attributes.iter().flatten().map(|a| a.len()).sum();
        attributes + 4 * (self.indices.as_ref().map_or(0, |i| i.len()) + self.more.len())
    }
}

/// `count` elements as they are; what is missing of them is zero.
fn bytes<T: NoUninit>(elements: Option<&[T]>, count: usize) -> Option<Cow<'_, [u8]>> {
    let elements = elements?;
    let size = count * size_of::<T>();
    let all: &[u8] = bytemuck::cast_slice(elements);
    Some(match all.get(..size) {
        Some(all) => Cow::Borrowed(all),
        None => Cow::Owned(
            all.iter()
                .copied()
                .chain(std::iter::repeat(0))
                .take(size)
                .collect(),
        ),
    })
}

fn short_of_white(colors: &[Vec4], count: usize) -> Cow<'static, [u8]> {
    let short = |c: &Vec4| {
        let shares = c.clamp(Vec4::ZERO, Vec4::ONE).to_array();
        shares.map(|x| u16::MAX - (x * 65535.0 + 0.5) as u16)
    };
    let mut out: Vec<[u16; 4]> = colors.iter().map(short).collect();
    out.resize(count, [0; 4]);
    Cow::Owned(bytemuck::cast_slice(&out).to_vec())
}

fn corners(primitive: &Primitive) -> Option<Array<u32>> {
    match (primitive.topology, &primitive.indices) {
        (Topology::Points, indices) => indices.clone(),
        (Topology::Lines | Topology::LineLoop | Topology::LineStrip, _) => Some(primitive.lines().into()),
        (Topology::Triangles, None) => None,
        (Topology::Triangles, Some(list)) if list.len().is_multiple_of(3) => Some(list.clone()),
        _ => Some(primitive.triangles().into()),
    }
}

impl Primitive {
    /// Bounds before morphing and skinning, mesh space.
    pub fn rest_bounds(&self) -> Bounds {
        self.joint_boxes.at_rest()
    }
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, Vec3};

    use super::*;
    use crate::skinning::InfluencesBuilder;

    fn triangle() -> Primitive {
        Primitive {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y].into(),
            ..Primitive::default()
        }
    }

    fn is_borrowed(bytes: Option<&Cow<'_, [u8]>>) -> bool {
        matches!(bytes, Some(Cow::Borrowed(_)))
    }

    #[test]
    fn what_lies_right_is_borrowed_and_what_is_missing_is_not_there() {
        let plain = triangle();
        let streams = VertexStreams::of(&plain, Kept::default());
        assert!(is_borrowed(streams.attributes[0].as_ref()));
        assert!(streams.attributes[1..].iter().all(Option::is_none));
        assert!(streams.indices.is_none() && streams.more.is_empty());
        assert_eq!(streams.byte_count(), 36);
    }

    #[test]
    fn every_attribute_comes_to_its_place() {
        let mut builder = InfluencesBuilder::new(6, 3);
        builder.push([(4, 1.0)]);
        builder.push((0..6).map(|j| (j, 1.0 / 6.0)));
        builder.push([(1, 0.75), (2, 0.25)]);
        let list: Array<u32> = vec![2, 1, 0].into();
        let full = Primitive {
            normals: Some(vec![Vec3::Z, Vec3::X, Vec3::Y].into()),
            tangents: Some(vec![Vec4::X, Vec4::Y, Vec4::W].into()),
            uvs: [
                Some(vec![Vec2::ONE; 3].into()),
                // Shorter than it should be: the rest is zero.
                Some(vec![Vec2::X, Vec2::Y].into()),
            ],
            colors: Some(vec![Vec4::new(0.5, 2.0, -1.0, 1.0); 3].into()),
            influences: Some(builder.finish().0),
            indices: Some(list.clone()),
            ..triangle()
        };
        let streams = VertexStreams::of(&full, Kept::default());
        for (k, size) in ATTRIBUTE_BYTES.iter().enumerate() {
            let bytes = streams.attributes[k].as_ref().unwrap();
            assert_eq!(bytes.len(), 3 * size, "{k}");
            assert_eq!(is_borrowed(Some(bytes)), k < 6, "{k}");
        }
        let floats =
            |k: usize| bytemuck::pod_collect_to_vec::<u8, f32>(streams.attributes[k].as_ref().unwrap());
        assert_eq!(floats(1)[6..], [0.0, 1.0, 0.0]);
        assert_eq!(floats(2)[8..], [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(floats(4)[8..], [0.75, 0.25, 0.0, 0.0]);
        assert_eq!(floats(6), [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let color = bytemuck::pod_collect_to_vec::<u8, u16>(streams.attributes[7].as_ref().unwrap());
        assert_eq!(color[..4], [32767, 0, 65535, 0]);
        assert!(
            streams.indices.unwrap().ptr_eq(&list),
            "no copy of what is right already"
        );
        // Two of the second vertex, behind the four starts.
        assert_eq!(streams.more.len(), 4 + 2 * 2);
        assert_eq!(streams.more[..4], [4, 4, 8, 8]);
        let all = Kept {
            geometry: true,
            influences: true,
            surface: true,
            indices: true,
            morph: true,
        };
        assert_eq!(VertexStreams::of(&full, all).byte_count(), 0);
    }
}
