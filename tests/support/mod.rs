//! Writes tiny glTF files in memory, one per rule that a test is about.
//!
//! Shared by several test binaries; each uses a part of it.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub(crate) mod rig;

use rigscope::import::{ImportError, ImportOptions, import_bytes};
use rigscope::model::{Issue, Model};
use rigscope::work::Work;
use serde_json::{Value, json};

/// A document and its one binary chunk. `json` is open: a test about a broken property just writes it.
#[derive(Debug, Clone)]
pub(crate) struct GltfBuilder {
    /// The document; `buffers` is added when it is written.
    pub(crate) json: Value,
    /// The chunk.
    pub(crate) bin: Vec<u8>,
}

/// Numbers of an accessor, by component type.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Numbers<'a> {
    /// BYTE.
    I8(&'a [i8]),
    /// UNSIGNED_BYTE.
    U8(&'a [u8]),
    /// SHORT.
    I16(&'a [i16]),
    /// UNSIGNED_SHORT.
    U16(&'a [u16]),
    /// UNSIGNED_INT.
    U32(&'a [u32]),
    /// FLOAT.
    F32(&'a [f32]),
}

impl Numbers<'_> {
    /// The specification's number of the component type.
    pub(crate) fn component_type(&self) -> u32 {
        match self {
            Self::I8(_) => 5120,
            Self::U8(_) => 5121,
            Self::I16(_) => 5122,
            Self::U16(_) => 5123,
            Self::U32(_) => 5125,
            Self::F32(_) => 5126,
        }
    }

    /// Little-endian, tightly packed.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::I8(v) => v.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Self::U8(v) => v.to_vec(),
            Self::I16(v) => v.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Self::U16(v) => v.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Self::U32(v) => v.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Self::F32(v) => v.iter().flat_map(|x| x.to_le_bytes()).collect(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::I8(v) => v.len(),
            Self::U8(v) => v.len(),
            Self::I16(v) => v.len(),
            Self::U16(v) => v.len(),
            Self::U32(v) => v.len(),
            Self::F32(v) => v.len(),
        }
    }
}

/// Numbers an element of an accessor type.
pub(crate) fn width(kind: &str) -> usize {
    match kind {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" | "MAT2" => 4,
        "MAT3" => 9,
        "MAT4" => 16,
        other => panic!("no such type: {other}"),
    }
}

impl Default for GltfBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl GltfBuilder {
    /// A document with nothing in it.
    pub(crate) fn new() -> Self {
        Self {
            json: json!({ "asset": { "version": "2.0", "generator": "rigscope tests" } }),
            bin: Vec::new(),
        }
    }

    /// Appends to a top-level array; returns the index.
    pub(crate) fn push(&mut self, array: &str, value: Value) -> usize {
        let list = &mut self.json[array];
        if list.is_null() {
            *list = json!([]);
        }
        let list = list.as_array_mut().expect("an array");
        list.push(value);
        list.len() - 1
    }

    /// A buffer view over new bytes.
    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        while !self.bin.len().is_multiple_of(4) {
            self.bin.push(0);
        }
        let offset = self.bin.len();
        self.bin.extend_from_slice(bytes);
        self.push(
            "bufferViews",
            json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }),
        )
    }

    /// An accessor over new, tightly packed numbers.
    pub(crate) fn accessor(&mut self, kind: &str, numbers: Numbers<'_>) -> usize {
        let view = self.view(&numbers.bytes());
        let count = numbers.len() / width(kind);
        let component = numbers.component_type();
        self.push(
            "accessors",
            json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }),
        )
    }

    /// An accessor over floats.
    pub(crate) fn floats(&mut self, kind: &str, numbers: &[f32]) -> usize {
        self.accessor(kind, Numbers::F32(numbers))
    }

    /// A normalised accessor.
    pub(crate) fn normalized(&mut self, kind: &str, numbers: Numbers<'_>) -> usize {
        let accessor = self.accessor(kind, numbers);
        self.json["accessors"][accessor]["normalized"] = true.into();
        accessor
    }

    /// A node.
    pub(crate) fn node(&mut self, value: Value) -> usize {
        self.push("nodes", value)
    }

    /// A mesh of one primitive with these attributes; `more` is merged into the primitive.
    pub(crate) fn mesh(&mut self, attributes: Value, more: Value) -> usize {
        let mut primitive = more;
        primitive["attributes"] = attributes;
        self.push("meshes", json!({ "primitives": [primitive] }))
    }

    /// An animation with one channel; the interpolation is left out if empty.
    pub(crate) fn clip(
        &mut self,
        node: usize,
        path: &str,
        interpolation: &str,
        times: &[f32],
        values: (&str, &[f32]),
    ) -> usize {
        let input = self.floats("SCALAR", times);
        let output = self.floats(values.0, values.1);
        let mut sampler = json!({ "input": input, "output": output });
        if !interpolation.is_empty() {
            sampler["interpolation"] = interpolation.into();
        }
        let channel = json!({ "sampler": 0, "target": { "node": node, "path": path } });
        self.push(
            "animations",
            json!({ "samplers": [sampler], "channels": [channel] }),
        )
    }

    /// A triangle in the xy plane under node 0.
    pub(crate) fn triangle() -> Self {
        let mut b = Self::new();
        let positions = b.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let mesh = b.mesh(json!({ "POSITION": positions }), json!({}));
        b.node(json!({ "mesh": mesh }));
        b
    }

    /// An upright ribbon of three rows, two joints (nodes 1 and 2), skinned by node 0, with a clip that bends joint 2.
    ///
    /// Accessors: 0 POSITION, 1 NORMAL, 2 JOINTS_0, 3 WEIGHTS_0, 4 indices, 5 inverse binds, 6 times, 7 rotations.
    pub(crate) fn arm() -> Self {
        let mut b = Self::new();
        let rows: [f32; 3] = [0.0, 1.0, 2.0];
        let positions: Vec<f32> = rows.iter().flat_map(|&y| [-0.5, y, 0.0, 0.5, y, 0.0]).collect();
        let p = b.floats("VEC3", &positions);
        let n = b.floats("VEC3", &[0.0, 0.0, 1.0].repeat(6));
        let j = b.accessor("VEC4", Numbers::U8(&[0, 1, 0, 0].repeat(6)));
        let w: Vec<f32> = [0.0, 0.5, 1.0]
            .iter()
            .flat_map(|&w| [1.0 - w, w, 0.0, 0.0].repeat(2))
            .collect();
        let w = b.floats("VEC4", &w);
        let i = b.accessor("SCALAR", Numbers::U16(&[0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4]));
        let identity = |y: f32| {
            [
                1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, y, 0.0, 1.0,
            ]
        };
        let m = b.floats("MAT4", &[identity(0.0), identity(-1.0)].concat());
        let mesh = b.mesh(
            json!({ "POSITION": p, "NORMAL": n, "JOINTS_0": j, "WEIGHTS_0": w }),
            json!({ "indices": i }),
        );
        b.node(json!({ "name": "arm", "mesh": mesh, "skin": 0 }));
        b.node(json!({ "name": "lower", "children": [2] }));
        b.node(json!({ "name": "upper", "translation": [0.0, 1.0, 0.0] }));
        b.push("skins", json!({ "joints": [1, 2], "inverseBindMatrices": m }));
        let h = std::f32::consts::FRAC_1_SQRT_2;
        b.clip(
            2,
            "rotation",
            "LINEAR",
            &[0.0, 1.0],
            ("VEC4", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, h, h]),
        );
        b.push("scenes", json!({ "nodes": [0, 1] }));
        b.json["scene"] = 0.into();
        b
    }

    fn with_buffer(&self, uri: Option<String>) -> Value {
        let mut json = self.json.clone();
        if !self.bin.is_empty() && json["buffers"].is_null() {
            json["buffers"] = json!([{ "byteLength": self.bin.len() }]);
            if let Some(uri) = uri {
                json["buffers"][0]["uri"] = uri.into();
            }
        }
        json
    }

    /// As a .glb.
    pub(crate) fn glb(&self) -> Vec<u8> {
        glb(self.with_buffer(None).to_string().as_bytes(), &self.bin)
    }

    /// As a .gltf with a data URI.
    pub(crate) fn gltf(&self) -> Vec<u8> {
        use base64::Engine;
        let data = base64::engine::general_purpose::STANDARD.encode(&self.bin);
        self.with_buffer(Some(format!("data:application/octet-stream;base64,{data}")))
            .to_string()
            .into_bytes()
    }

    /// As a .gltf whose buffer is the file `uri`.
    pub(crate) fn gltf_beside(&self, uri: &str) -> Vec<u8> {
        self.with_buffer(Some(uri.to_owned())).to_string().into_bytes()
    }

    /// Imported.
    pub(crate) fn import(&self) -> Result<Model, ImportError> {
        import(self.glb())
    }

    /// Imported, and must be.
    #[track_caller]
    pub(crate) fn model(&self) -> Model {
        self.import().expect("must load")
    }

    /// Must be refused; why.
    #[track_caller]
    pub(crate) fn refusal(&self) -> Issue {
        match self.import() {
            Err(ImportError::Refused(issue)) => issue,
            other => panic!("must be refused: {other:?}"),
        }
    }
}

/// A GLB of JSON text and a chunk (left out if empty).
pub(crate) fn glb(text: &[u8], bin: &[u8]) -> Vec<u8> {
    let mut out = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    let mut chunk = |kind: &[u8; 4], data: &[u8], pad: u8| {
        let size = data.len().next_multiple_of(4);
        out.extend((size as u32).to_le_bytes());
        out.extend(kind);
        out.extend(data);
        out.resize(out.len() + size - data.len(), pad);
    };
    chunk(b"JSON", text, b' ');
    if !bin.is_empty() {
        chunk(b"BIN\0", bin, 0);
    }
    let length = out.len() as u32;
    out[8..12].copy_from_slice(&length.to_le_bytes());
    out
}

/// Imports bytes as from standard input.
pub(crate) fn import(bytes: Vec<u8>) -> Result<Model, ImportError> {
    import_bytes("test.glb", bytes, None, &ImportOptions::default(), &Work::alone())
}

/// The codes of a model's findings.
pub(crate) fn codes(model: &Model) -> Vec<&'static str> {
    model.issues.iter().map(|i| i.code).collect()
}
