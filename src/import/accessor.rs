//! Accessors to numbers: every component type, normalised or not, with stride, sparse, or without a view at all.
//!
//! Source: glTF 2.0, sections 3.6.2 and 3.11 (normalised integers), KHR_mesh_quantization. All arithmetic is checked;
//! what expands is asked from the budget first.

use gltf::json;
use gltf::json::accessor::{ComponentType, Type};
use gltf::json::validation::Checked;

use super::budget::Budget;
use super::buffers::{Buffers, Part};
use super::draco_meshes::DracoMeshes;
use crate::model::{Array, Issue};

/// What integers stand for when floats are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Integers {
    /// As the accessor's `normalized` says.
    AsFlagged,
    /// Always normalised: weights, colours and rotations mean that, whatever the flag says.
    Normalized,
}

/// Reads accessors.
pub(super) struct Accessors<'a> {
    /// The document.
    pub(super) root: &'a json::Root,
    /// Its buffers.
    pub(super) buffers: &'a Buffers,
    /// Where room is asked for.
    pub(super) budget: &'a Budget,
    /// What Draco streams hold in place of accessors' views.
    pub(super) draco: DracoMeshes,
}

/// Elements as they lie in memory; checked, so that reading them cannot fail.
struct Layout<'a> {
    /// From the first byte of the first element; `None`: all zero.
    bytes: Option<&'a [u8]>,
    /// The view, and where in it the first element begins.
    view: Option<(usize, usize)>,
    stride: usize,
    count: usize,
    component: ComponentType,
    sparse: Option<Sparse<'a>>,
}

struct Sparse<'a> {
    indices: Vec<usize>,
    values: &'a [u8],
}

/// Numbers an element.
pub(super) fn components(kind: Type) -> usize {
    match kind {
        Type::Scalar => 1,
        Type::Vec2 => 2,
        Type::Vec3 => 3,
        Type::Vec4 | Type::Mat2 => 4,
        Type::Mat3 => 9,
        Type::Mat4 => 16,
    }
}

fn type_name(components: usize) -> &'static str {
    match components {
        1 => "SCALAR",
        2 => "VEC2",
        3 => "VEC3",
        4 => "VEC4",
        9 => "MAT3",
        _ => "MAT4",
    }
}

fn component_name(component: ComponentType) -> &'static str {
    match component {
        ComponentType::I8 => "BYTE",
        ComponentType::U8 => "UNSIGNED_BYTE",
        ComponentType::I16 => "SHORT",
        ComponentType::U16 => "UNSIGNED_SHORT",
        ComponentType::U32 => "UNSIGNED_INT",
        ComponentType::F32 => "FLOAT",
    }
}

impl<'a> Accessors<'a> {
    /// A reader of `root`'s accessors.
    pub(super) fn new(root: &'a json::Root, buffers: &'a Buffers, budget: &'a Budget) -> Self {
        Self {
            root,
            buffers,
            budget,
            draco: DracoMeshes::default(),
        }
    }

    /// The accessor as it stands in the document.
    pub(super) fn get(&self, index: usize) -> Result<&'a json::Accessor, Issue> {
        self.root.accessors.get(index).ok_or_else(|| {
            Issue::error("accessor-missing", "/accessors")
                .with("index", index)
                .with("count", self.root.accessors.len())
        })
    }

    /// Number of elements, as claimed; of a decoded attribute, as decoded.
    pub(super) fn count(&self, index: usize) -> Result<usize, Issue> {
        match self.draco.attribute(index) {
            Some((_, count)) => Ok(count),
            None => self.claimed(index),
        }
    }

    /// Number of elements, as claimed.
    pub(super) fn claimed(&self, index: usize) -> Result<usize, Issue> {
        let claimed = self.get(index)?.count.0;
        usize::try_from(claimed).map_err(|_| {
            Issue::error("accessor-out-of-bounds", format!("/accessors/{index}"))
                .with("count", claimed as f64)
        })
    }

    /// Numbers an element: 1 for SCALAR, 3 for VEC3, and so on.
    pub(super) fn width(&self, index: usize) -> Result<usize, Issue> {
        match self.get(index)?.type_ {
            Checked::Valid(kind) => Ok(components(kind)),
            Checked::Invalid => Err(Issue::error(
                "accessor-unknown-type",
                format!("/accessors/{index}/type"),
            )),
        }
    }

    fn layout(&self, index: usize, width: usize) -> Result<Layout<'_>, Issue> {
        let accessor = self.get(index)?;
        let pointer = format!("/accessors/{index}");
        let Checked::Valid(json::accessor::GenericComponentType(component)) = accessor.component_type else {
            return Err(Issue::error(
                "accessor-unknown-type",
                format!("{pointer}/componentType"),
            ));
        };
        let found = self.width(index)?;
        if found != width {
            return Err(Issue::error("accessor-wrong-type", format!("{pointer}/type"))
                .with("expected", type_name(width))
                .with("found", type_name(found)));
        }
        let count = self.count(index)?;
        let element = component.size() * width;
        let (bytes, view, stride) = match (self.draco.attribute(index), accessor.buffer_view) {
            (Some((bytes, _)), _) => (Some(bytes), None, element),
            (None, None) => (None, None, element),
            (None, Some(view)) => {
                let view_index = view.value();
                let view_bytes = self.buffers.view(self.root, view_index)?;
                let stride = self.root.buffer_views[view_index]
                    .byte_stride
                    .map_or(element, |s| s.0);
                if stride < element {
                    return Err(Issue::error(
                        "accessor-bad-stride",
                        format!("/bufferViews/{view_index}/byteStride"),
                    )
                    .with("stride", stride)
                    .with("element", element));
                }
                let offset = accessor.byte_offset.map_or(0, |o| o.0);
                let bytes = part(view_bytes, offset, count, stride, element).ok_or_else(|| {
                    Issue::error("accessor-out-of-bounds", pointer.clone())
                        .with("count", count)
                        .with("element", element)
                        .with("offset", offset as f64)
                        .with("view", view_index)
                        .with("available", view_bytes.len())
                })?;
                (Some(bytes), Some((view_index, offset as usize)), stride)
            }
        };
        let sparse = match &accessor.sparse {
            Some(sparse) => Some(self.sparse(sparse, count, element, &format!("{pointer}/sparse"))?),
            None => None,
        };
        Ok(Layout {
            bytes,
            view,
            stride,
            count,
            component,
            sparse,
        })
    }

    fn sparse(
        &self,
        sparse: &json::accessor::sparse::Sparse,
        count: usize,
        element: usize,
        pointer: &str,
    ) -> Result<Sparse<'a>, Issue> {
        let bad = |what: &'static str| Issue::error("sparse-out-of-bounds", pointer).with("what", what);
        let used = usize::try_from(sparse.count.0)
            .ok()
            .filter(|&n| n <= count)
            .ok_or_else(|| bad("count"))?;
        let Checked::Valid(json::accessor::IndexComponentType(kind)) = sparse.indices.component_type else {
            return Err(Issue::error(
                "accessor-unknown-type",
                format!("{pointer}/indices/componentType"),
            ));
        };
        let size = kind.size();
        let view = self.buffers.view(self.root, sparse.indices.buffer_view.value())?;
        let raw = part(view, sparse.indices.byte_offset.0, used, size, size).ok_or_else(|| bad("indices"))?;
        let view = self.buffers.view(self.root, sparse.values.buffer_view.value())?;
        let values =
            part(view, sparse.values.byte_offset.0, used, element, element).ok_or_else(|| bad("values"))?;
        self.budget.ask(used, size_of::<usize>(), pointer)?;
        let indices: Vec<usize> = raw
            .chunks_exact(size)
            .map(|b| {
                b.iter()
                    .rev()
                    .fold(0, |value, &byte| value << 8 | usize::from(byte))
            })
            .collect();
        if let Some(&index) = indices.iter().find(|&&i| i >= count) {
            return Err(
                Issue::error("sparse-index-out-of-range", format!("{pointer}/indices"))
                    .with("index", index)
                    .with("count", count),
            );
        }
        Ok(Sparse { indices, values })
    }

    /// Elements that lie in the file as they are needed: tightly packed, of `component`, which is what `T` is made of,
    /// and nothing in their place. Nothing is copied. `None` if they have to be read one by one.
    fn in_place<T: bytemuck::Pod>(
        &self,
        index: usize,
        width: usize,
        component: ComponentType,
    ) -> Result<Option<Array<T>>, Issue> {
        let layout = self.layout(index, width)?;
        let element = component.size() * width;
        let tight = layout.component == component && layout.stride == element && size_of::<T>() == element;
        let (Some((view, offset)), true, None) = (layout.view, tight, &layout.sparse) else {
            return Ok(None);
        };
        let Part { bytes, keep } = self.buffers.part(self.root, view)?;
        let range = offset..offset + layout.count * element;
        Ok(Some(range)
            .filter(|range| keep && range.end <= bytes.len())
            .and_then(|range| Array::part(bytes.slice(range))))
    }

    /// Elements of `N` floats as an array of `T`, which is `N` floats: in place where they lie so, else read.
    pub(super) fn float_array<const N: usize, T: bytemuck::Pod>(
        &self,
        index: usize,
        integers: Integers,
        map: impl Fn([f32; N]) -> T,
    ) -> Result<Array<T>, Issue> {
        match self.in_place(index, N, ComponentType::F32)? {
            Some(array) => Ok(array),
            None => self.floats(index, integers, map).map(Into::into),
        }
    }

    /// Single unsigned integers: in place where they lie so, else read.
    pub(super) fn index_array(&self, index: usize) -> Result<Array<u32>, Issue> {
        match self.in_place(index, 1, ComponentType::U32)? {
            Some(array) => Ok(array),
            None => self.uints(index, |[i]: [u32; 1]| i).map(Into::into),
        }
    }

    /// Elements of four joint numbers that fit 16 bits: in place where they lie so, else read.
    pub(super) fn joint_array(&self, index: usize) -> Result<Array<[u16; 4]>, Issue> {
        match self.in_place(index, 4, ComponentType::U16)? {
            Some(array) => Ok(array),
            None => self
                .uints(index, |j: [u32; 4]| {
                    j.map(|joint| u16::try_from(joint).unwrap_or(u16::MAX))
                })
                .map(Into::into),
        }
    }

    /// Elements of `N` floats, each through `map`. Integers become floats as `integers` says.
    pub(super) fn floats<const N: usize, T>(
        &self,
        index: usize,
        integers: Integers,
        map: impl Fn([f32; N]) -> T,
    ) -> Result<Vec<T>, Issue> {
        let layout = self.layout(index, N)?;
        self.budget
            .ask(layout.count, size_of::<T>(), &format!("/accessors/{index}"))?;
        let normalized = integers == Integers::Normalized || self.get(index)?.normalized;
        Ok(match (layout.component, normalized) {
            (ComponentType::F32, _) => layout.read(f32::from_le_bytes, map),
            (ComponentType::U8, false) => layout.read(|[b]: [u8; 1]| f32::from(b), map),
            (ComponentType::U8, true) => layout.read(|[b]: [u8; 1]| f32::from(b) / 255.0, map),
            (ComponentType::I8, false) => layout.read(|b| f32::from(i8::from_le_bytes(b)), map),
            (ComponentType::I8, true) => {
                layout.read(|b| (f32::from(i8::from_le_bytes(b)) / 127.0).max(-1.0), map)
            }
            (ComponentType::U16, false) => layout.read(|b| f32::from(u16::from_le_bytes(b)), map),
            (ComponentType::U16, true) => layout.read(|b| f32::from(u16::from_le_bytes(b)) / 65535.0, map),
            (ComponentType::I16, false) => layout.read(|b| f32::from(i16::from_le_bytes(b)), map),
            (ComponentType::I16, true) => {
                layout.read(|b| (f32::from(i16::from_le_bytes(b)) / 32767.0).max(-1.0), map)
            }
            (ComponentType::U32, false) => layout.read(|b| u32::from_le_bytes(b) as f32, map),
            (ComponentType::U32, true) => layout.read(
                |b| (f64::from(u32::from_le_bytes(b)) / f64::from(u32::MAX)) as f32,
                map,
            ),
        })
    }

    /// Elements of `N` unsigned integers, each through `map`. Signed and floating components are refused.
    pub(super) fn uints<const N: usize, T>(
        &self,
        index: usize,
        map: impl Fn([u32; N]) -> T,
    ) -> Result<Vec<T>, Issue> {
        let layout = self.layout(index, N)?;
        self.budget
            .ask(layout.count, size_of::<T>(), &format!("/accessors/{index}"))?;
        Ok(match layout.component {
            ComponentType::U8 => layout.read(|[b]: [u8; 1]| u32::from(b), map),
            ComponentType::U16 => layout.read(|b| u32::from(u16::from_le_bytes(b)), map),
            ComponentType::U32 => layout.read(u32::from_le_bytes, map),
            other => {
                return Err(
                    Issue::error("accessor-wrong-type", format!("/accessors/{index}/componentType"))
                        .with("expected", "UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT")
                        .with("found", component_name(other)),
                );
            }
        })
    }
}

/// `count` elements of `element` bytes every `stride` bytes from `offset`; `None` if they do not fit.
fn part(bytes: &[u8], offset: u64, count: usize, stride: usize, element: usize) -> Option<&[u8]> {
    let offset = usize::try_from(offset).ok()?;
    let length = match count.checked_sub(1) {
        Some(gaps) => gaps.checked_mul(stride)?.checked_add(element)?,
        None => 0,
    };
    bytes.get(offset..offset.checked_add(length)?)
}

impl Layout<'_> {
    fn read<const N: usize, const S: usize, V: Copy + Default, T>(
        &self,
        value: impl Fn([u8; S]) -> V,
        map: impl Fn([V; N]) -> T,
    ) -> Vec<T> {
        let element = |bytes: &[u8]| {
            map(std::array::from_fn(|k| {
                let mut one = [0; S];
                one.copy_from_slice(&bytes[k * S..(k + 1) * S]);
                value(one)
            }))
        };
        let mut out: Vec<T> = match self.bytes {
            None => (0..self.count).map(|_| map([V::default(); N])).collect(),
            Some(bytes) => (0..self.count)
                .map(|i| element(&bytes[i * self.stride..]))
                .collect(),
        };
        if let Some(sparse) = &self.sparse {
            for (&index, bytes) in sparse.indices.iter().zip(sparse.values.chunks_exact(N * S)) {
                out[index] = element(bytes);
            }
        }
        out
    }
}

#[cfg(test)]
#[path = "accessor_tests.rs"]
mod tests;
