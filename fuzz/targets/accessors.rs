//! One accessor of any make, read as whatever an accessor can be.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rigscope_fuzz::{check, glb};
use serde_json::{Value, json};

#[derive(Debug, Arbitrary)]
struct Input {
    role: Role,
    component: Component,
    kind: Kind,
    normalized: Option<bool>,
    count: Count,
    vertices: u8,
    offset: Option<Offset>,
    view: Option<View>,
    sparse: Option<Sparse>,
    bytes: Vec<u8>,
}

#[derive(Debug, Arbitrary, PartialEq)]
enum Role {
    Position,
    Normal,
    Tangent,
    Uv,
    Color,
    Joints,
    Weights,
    Indices,
    MorphPosition,
    InverseBinds,
    KeyTimes,
    KeyValues,
}

#[derive(Debug, Arbitrary, Clone, Copy)]
enum Component {
    I8 = 5120,
    U8,
    I16,
    U16,
    None,
    U32,
    F32,
}

#[derive(Debug, Arbitrary)]
enum Kind {
    Scalar,
    Vec2,
    Vec3,
    Vec4,
    Mat2,
    Mat3,
    Mat4,
}

impl Kind {
    fn name(&self) -> &'static str {
        match self {
            Self::Scalar => "SCALAR",
            Self::Vec2 => "VEC2",
            Self::Vec3 => "VEC3",
            Self::Vec4 => "VEC4",
            Self::Mat2 => "MAT2",
            Self::Mat3 => "MAT3",
            Self::Mat4 => "MAT4",
        }
    }
}

#[derive(Debug, Arbitrary)]
enum Count {
    /// As many as the mesh has vertices.
    Right,
    Some(u8),
    Any(u64),
}

#[derive(Debug, Arbitrary)]
enum Offset {
    Some(u8),
    Any(u64),
}

impl Offset {
    fn value(&self) -> u64 {
        match self {
            Self::Some(n) => u64::from(*n),
            Self::Any(n) => *n,
        }
    }
}

#[derive(Debug, Arbitrary)]
struct View {
    offset: Option<Offset>,
    /// `None`: up to the end of the chunk.
    length: Option<Offset>,
    stride: Option<u16>,
}

#[derive(Debug, Arbitrary)]
struct Sparse {
    count: Count,
    component: Component,
    indices: Offset,
    values: Offset,
}

fuzz_target!(|input: Input| {
    let Some((text, bin)) = document(&input) else {
        return;
    };
    if let Some(model) = check::import(glb::join(text.to_string().as_bytes(), &bin)) {
        check::sound(&model);
        check::pose(&model);
    }
});

/// A triangle soup with a skin and a clip, all of whose accessors are right but one.
fn document(input: &Input) -> Option<(Value, Vec<u8>)> {
    let vertices = usize::from(input.vertices % 32);
    let count = |c: &Count| match c {
        Count::Right => vertices as u64,
        Count::Some(n) => u64::from(*n),
        Count::Any(n) => *n,
    };
    // What is right lies in one view of zeros and ones, the accessor under test in what the fuzzer gives.
    let right: Vec<u8> = (0..64 * vertices.max(4) as u32)
        .flat_map(|k| if k % 5 == 0 { 1.0_f32 } else { 0.0 }.to_le_bytes())
        .collect();
    let start = right.len();
    let bin = [right, input.bytes.clone()].concat();
    let mut views = vec![json!({ "buffer": 0, "byteLength": start })];
    let mut tested = json!({
        "componentType": input.component as u32, "type": input.kind.name(), "count": count(&input.count),
    });
    if let Some(normalized) = input.normalized {
        tested["normalized"] = normalized.into();
    }
    if let Some(offset) = &input.offset {
        tested["byteOffset"] = offset.value().into();
    }
    if let Some(view) = &input.view {
        let offset = view.offset.as_ref().map_or(start as u64, Offset::value);
        let length = view
            .length
            .as_ref()
            .map_or((bin.len() as u64).saturating_sub(offset), Offset::value);
        views.push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": length }));
        if let Some(stride) = view.stride {
            views[1]["byteStride"] = stride.into();
        }
        tested["bufferView"] = 1.into();
    }
    if let Some(sparse) = &input.sparse {
        let last = views.len() - 1;
        tested["sparse"] = json!({
            "count": count(&sparse.count),
            "indices": {
                "bufferView": last, "byteOffset": sparse.indices.value(), "componentType": sparse.component as u32,
            },
            "values": { "bufferView": last, "byteOffset": sparse.values.value() },
        });
    }
    let plain = |component: u32, kind: &str, count: usize| json!({ "bufferView": 0, "componentType": component, "type": kind, "count": count });
    let mut accessors = vec![
        plain(5126, "VEC3", vertices),
        plain(5123, "VEC4", vertices),
        plain(5126, "VEC4", vertices),
        plain(5126, "MAT4", 2),
        plain(5126, "SCALAR", 2),
        plain(5126, "VEC3", 2),
        tested,
    ];
    // Times that rise.
    accessors[4]["byteOffset"] = 16.into();
    let role = |r: Role, right: usize| if input.role == r { 6 } else { right };
    let mut primitive = json!({ "attributes": {
        "POSITION": role(Role::Position, 0), "JOINTS_0": role(Role::Joints, 1), "WEIGHTS_0": role(Role::Weights, 2),
    } });
    match input.role {
        Role::Normal => primitive["attributes"]["NORMAL"] = 6.into(),
        Role::Tangent => {
            primitive["attributes"]["NORMAL"] = 0.into();
            primitive["attributes"]["TANGENT"] = 6.into();
        }
        Role::Uv => primitive["attributes"]["TEXCOORD_0"] = 6.into(),
        Role::Color => primitive["attributes"]["COLOR_0"] = 6.into(),
        Role::Indices => primitive["indices"] = 6.into(),
        Role::MorphPosition => primitive["targets"] = json!([{ "POSITION": 6 }]),
        _ => {}
    }
    let document = json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "byteLength": bin.len() }],
        "bufferViews": views,
        "accessors": accessors,
        "meshes": [{ "primitives": [primitive] }],
        "skins": [{ "joints": [1, 2], "inverseBindMatrices": role(Role::InverseBinds, 3) }],
        "nodes": [{ "mesh": 0, "skin": 0 }, { "children": [2] }, {}],
        "animations": [{
            "samplers": [{ "input": role(Role::KeyTimes, 4), "output": role(Role::KeyValues, 5) }],
            "channels": [{ "sampler": 0, "target": { "node": 1, "path": "translation" } }],
        }],
    });
    Some((document, bin))
}
