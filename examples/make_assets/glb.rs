//! Just enough of a GLB writer: one buffer, one scene, meshes with skins, clips.
//!
//! Source: glTF 2.0, section 4 (binary glTF) and appendix C.

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use serde_json::{Value, json};

const FLOAT: u32 = 5126;
const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
/// What a view is for.
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// Vertices that follow joints.
#[derive(Default)]
pub(crate) struct Mesh {
    /// glTF's `mode`: 0 points, 4 triangles.
    pub(crate) mode: u32,
    pub(crate) material: Option<usize>,
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    /// For materials with a relief: the direction of growing u, and on which side -v lies of it.
    pub(crate) tangents: Vec<Vec4>,
    pub(crate) uvs: Vec<Vec2>,
    /// Up to four (joint of the skin, weight); empty for a mesh without skin.
    pub(crate) influences: Vec<Vec<(u8, f32)>>,
    pub(crate) indices: Vec<u16>,
}

/// How the keys of a rotation run.
pub(crate) enum Keys {
    /// (seconds, rotation).
    Linear(Vec<(f32, Quat)>),
    /// (seconds, rotation), at rest at every key.
    Eased(Vec<(f32, Quat)>),
}

/// Where a node is in every frame of a clip.
pub(crate) struct Frames {
    pub(crate) node: usize,
    pub(crate) translations: Vec<Vec3>,
    pub(crate) rotations: Vec<Quat>,
}

/// What a surface feels like.
#[derive(Clone, Copy)]
pub(crate) struct Finish {
    pub(crate) metallic: f32,
    pub(crate) roughness: f32,
    /// A texture, and how deep its relief is (1 as it was made).
    pub(crate) relief: Option<(usize, f32)>,
}

/// A file in the making. Each method returns the index of what it adds.
pub(crate) struct Glb {
    bin: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    nodes: Vec<Value>,
    roots: Vec<usize>,
    meshes: Vec<Value>,
    skins: Vec<Value>,
    materials: Vec<Value>,
    images: Vec<Value>,
    textures: Vec<Value>,
    animations: Vec<Value>,
    scene_name: String,
}

impl Glb {
    pub(crate) fn new(scene_name: &str) -> Self {
        Self {
            bin: Vec::new(),
            views: Vec::new(),
            accessors: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
            meshes: Vec::new(),
            skins: Vec::new(),
            materials: Vec::new(),
            images: Vec::new(),
            textures: Vec::new(),
            animations: Vec::new(),
            scene_name: scene_name.to_owned(),
        }
    }

    /// A material that light falls on; `color` is linear RGB.
    pub(crate) fn material(&mut self, name: &str, color: [f32; 3], finish: Finish) -> usize {
        let [r, g, b] = color.map(number);
        let mut material = json!({
            "name": name,
            "pbrMetallicRoughness": {
                "baseColorFactor": [r, g, b, 1],
                "metallicFactor": number(finish.metallic),
                "roughnessFactor": number(finish.roughness),
            },
        });
        if let Some((texture, depth)) = finish.relief {
            material["normalTexture"] = json!({ "index": texture, "scale": number(depth) });
        }
        self.materials.push(material);
        self.materials.len() - 1
    }

    /// A picture (JPEG) that repeats.
    pub(crate) fn texture(&mut self, name: &str, jpeg: &[u8]) -> usize {
        let view = self.view(jpeg);
        self.images
            .push(json!({ "name": name, "bufferView": view, "mimeType": "image/jpeg" }));
        self.textures
            .push(json!({ "name": name, "source": self.images.len() - 1, "sampler": 0 }));
        self.textures.len() - 1
    }

    /// A node below `parent`, or a root.
    pub(crate) fn node(
        &mut self,
        name: &str,
        parent: Option<usize>,
        translation: Vec3,
        rotation: Quat,
    ) -> usize {
        let mut node = json!({ "name": name });
        if translation != Vec3::ZERO {
            node["translation"] = numbers(translation.to_array());
        }
        if rotation != Quat::IDENTITY {
            node["rotation"] = numbers(rotation.to_array());
        }
        self.nodes.push(node);
        let index = self.nodes.len() - 1;
        match parent {
            Some(parent) => {
                let children = &mut self.nodes[parent]["children"];
                match children.as_array_mut() {
                    Some(list) => list.push(json!(index)),
                    None => *children = json!([index]),
                }
            }
            None => self.roots.push(index),
        }
        index
    }

    /// A mesh of several parts at a node, with a skin or without.
    pub(crate) fn mesh(&mut self, name: &str, node: usize, skin: Option<usize>, parts: &[Mesh]) {
        let primitives: Vec<Value> = parts.iter().map(|p| self.primitive(p)).collect();
        self.meshes
            .push(json!({ "name": name, "primitives": primitives }));
        self.nodes[node]["mesh"] = json!(self.meshes.len() - 1);
        if let Some(skin) = skin {
            self.nodes[node]["skin"] = json!(skin);
        }
    }

    /// A skin of nodes, each with its inverse bind matrix.
    pub(crate) fn skin(&mut self, name: &str, joints: &[(usize, Mat4)]) -> usize {
        let matrices: Vec<f32> = joints.iter().flat_map(|(_, m)| m.to_cols_array()).collect();
        let accessor = self.floats(&matrices, "MAT4", 16, None);
        let nodes: Vec<usize> = joints.iter().map(|(node, _)| *node).collect();
        self.skins
            .push(json!({ "name": name, "joints": nodes, "inverseBindMatrices": accessor }));
        self.skins.len() - 1
    }

    /// A clip that turns nodes.
    pub(crate) fn clip(&mut self, name: &str, tracks: &[(usize, Keys)]) {
        let mut channels = Vec::new();
        let mut samplers = Vec::new();
        for (node, keys) in tracks {
            let (list, interpolation) = match keys {
                Keys::Linear(list) => (list, "LINEAR"),
                Keys::Eased(list) => (list, "CUBICSPLINE"),
            };
            let times: Vec<f32> = list.iter().map(|k| k.0).collect();
            let values: Vec<f32> = list
                .iter()
                .flat_map(|(_, q)| match keys {
                    Keys::Linear(_) => q.to_array().to_vec(),
                    Keys::Eased(_) => [[0.0; 4], q.to_array(), [0.0; 4]].concat(),
                })
                .collect();
            let input = self.floats(&times, "SCALAR", 1, None);
            let output = self.floats(&values, "VEC4", 4, None);
            samplers.push(json!({ "input": input, "output": output, "interpolation": interpolation }));
            let target = json!({ "node": node, "path": "rotation" });
            channels.push(json!({ "sampler": samplers.len() - 1, "target": target }));
        }
        self.animations
            .push(json!({ "name": name, "channels": channels, "samplers": samplers }));
    }

    /// A clip of frames, `rate` a second: all tracks share their times.
    pub(crate) fn frames(&mut self, name: &str, rate: f32, nodes: &[Frames]) {
        let count = nodes.first().map_or(0, |n| n.rotations.len());
        let times: Vec<f32> = (0..count).map(|k| k as f32 / rate).collect();
        let input = self.floats(&times, "SCALAR", 1, None);
        let mut channels = Vec::new();
        let mut samplers = Vec::new();
        for frames in nodes {
            let translations: Vec<f32> = frames.translations.iter().flat_map(Vec3::to_array).collect();
            let rotations: Vec<f32> = frames.rotations.iter().flat_map(Quat::to_array).collect();
            for (path, output) in [
                ("translation", self.floats(&translations, "VEC3", 3, None)),
                ("rotation", self.floats(&rotations, "VEC4", 4, None)),
            ] {
                samplers.push(json!({ "input": input, "output": output }));
                let target = json!({ "node": frames.node, "path": path });
                channels.push(json!({ "sampler": samplers.len() - 1, "target": target }));
            }
        }
        self.animations
            .push(json!({ "name": name, "channels": channels, "samplers": samplers }));
    }

    /// The file.
    pub(crate) fn finish(self) -> Vec<u8> {
        let mut root = json!({
            "asset": { "version": "2.0", "generator": "rigscope make_assets", "copyright": "CC0 1.0, the rigscope authors" },
            "scene": 0,
            "scenes": [{ "name": self.scene_name, "nodes": self.roots }],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "skins": self.skins,
            "materials": self.materials,
            "images": self.images,
            "samplers": if self.textures.is_empty() {
                json!([])
            } else {
                json!([{ "magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497 }])
            },
            "textures": self.textures,
            "animations": self.animations,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{ "byteLength": self.bin.len() }],
        });
        // The specification wants no empty lists.
        if let Some(map) = root.as_object_mut() {
            map.retain(|_, v| v.as_array().is_none_or(|a| !a.is_empty()));
        }
        let mut text = String::new();
        write_sorted(&root, &mut text);
        let mut json = text.into_bytes();
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut bin = self.bin;
        bin.resize(bin.len().next_multiple_of(4), 0);
        let mut file = Vec::with_capacity(28 + json.len() + bin.len());
        file.extend(b"glTF");
        file.extend(2_u32.to_le_bytes());
        file.extend((28 + json.len() as u32 + bin.len() as u32).to_le_bytes());
        for (kind, chunk) in [(b"JSON", json), (b"BIN\0", bin)] {
            file.extend((chunk.len() as u32).to_le_bytes());
            file.extend(kind);
            file.extend(chunk);
        }
        file
    }

    fn primitive(&mut self, part: &Mesh) -> Value {
        let mut attributes = json!({});
        let flat: Vec<f32> = part.positions.iter().flat_map(Vec3::to_array).collect();
        let min = part
            .positions
            .iter()
            .copied()
            .reduce(Vec3::min)
            .unwrap_or_default();
        let max = part
            .positions
            .iter()
            .copied()
            .reduce(Vec3::max)
            .unwrap_or_default();
        attributes["POSITION"] = json!(self.floats(&flat, "VEC3", 3, Some((min, max))));
        if !part.normals.is_empty() {
            let flat: Vec<f32> = part.normals.iter().flat_map(Vec3::to_array).collect();
            attributes["NORMAL"] = json!(self.floats(&flat, "VEC3", 3, None));
        }
        if !part.tangents.is_empty() {
            let flat: Vec<f32> = part.tangents.iter().flat_map(Vec4::to_array).collect();
            attributes["TANGENT"] = json!(self.floats(&flat, "VEC4", 4, None));
        }
        if !part.uvs.is_empty() {
            let flat: Vec<f32> = part.uvs.iter().flat_map(Vec2::to_array).collect();
            attributes["TEXCOORD_0"] = json!(self.floats(&flat, "VEC2", 2, None));
        }
        if !part.influences.is_empty() {
            let slot = |list: &[(u8, f32)], i: usize| list.get(i).copied().unwrap_or((0, 0.0));
            let joints: Vec<u8> = part
                .influences
                .iter()
                .flat_map(|l| (0..4).map(move |i| slot(l, i).0))
                .collect();
            let weights: Vec<f32> = part
                .influences
                .iter()
                .flat_map(|l| (0..4).map(move |i| slot(l, i).1))
                .collect();
            let count = part.influences.len();
            attributes["JOINTS_0"] = json!(self.accessor(&joints, UNSIGNED_BYTE, "VEC4", count, None));
            attributes["WEIGHTS_0"] = json!(self.floats(&weights, "VEC4", 4, None));
        }
        let mut primitive = json!({ "attributes": attributes, "mode": part.mode });
        if !part.indices.is_empty() {
            let bytes: Vec<u8> = part.indices.iter().flat_map(|i| i.to_le_bytes()).collect();
            let count = part.indices.len();
            primitive["indices"] = json!(self.accessor(&bytes, UNSIGNED_SHORT, "SCALAR", count, None));
        }
        if let Some(material) = part.material {
            primitive["material"] = json!(material);
        }
        for (name, target) in [("attributes", ARRAY_BUFFER), ("indices", ELEMENT_ARRAY_BUFFER)] {
            let value = &primitive[name];
            let all: Vec<&Value> = value
                .as_object()
                .map_or(vec![value], |map| map.values().collect());
            for accessor in all.into_iter().filter_map(Value::as_u64) {
                let view = self.accessors[accessor as usize]["bufferView"].as_u64();
                if let Some(view) = view.and_then(|v| self.views.get_mut(v as usize)) {
                    view["target"] = json!(target);
                }
            }
        }
        primitive
    }

    fn floats(&mut self, values: &[f32], kind: &str, width: usize, bounds: Option<(Vec3, Vec3)>) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        // Key times want their range, too.
        let range = (kind == "SCALAR").then(|| {
            let ends = |pick: fn(f32, f32) -> f32| values.iter().copied().reduce(pick).unwrap_or(0.0);
            (json!([number(ends(f32::min))]), json!([number(ends(f32::max))]))
        });
        let range = bounds
            .map(|(lo, hi)| (numbers(lo.to_array()), numbers(hi.to_array())))
            .or(range);
        self.accessor(&bytes, FLOAT, kind, values.len() / width, range)
    }

    fn view(&mut self, bytes: &[u8]) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        self.views
            .push(json!({ "buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len() }));
        self.bin.extend_from_slice(bytes);
        self.views.len() - 1
    }

    fn accessor(
        &mut self,
        bytes: &[u8],
        component: u32,
        kind: &str,
        count: usize,
        range: Option<(Value, Value)>,
    ) -> usize {
        let view = self.view(bytes);
        let mut accessor =
            json!({ "bufferView": view, "componentType": component, "type": kind, "count": count });
        if let Some((min, max)) = range {
            accessor["min"] = min;
            accessor["max"] = max;
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

/// An `f32` with its own, short digits.
fn number(v: f32) -> Value {
    let short: f64 = v.to_string().parse().unwrap_or(0.0);
    if short.fract() == 0.0 && short.abs() < 1e9 {
        json!(short as i64)
    } else {
        json!(short)
    }
}

fn numbers<const N: usize>(v: [f32; N]) -> Value {
    Value::Array(v.map(number).to_vec())
}

/// Keys in the order of the alphabet, whatever kind of map serde_json was built with.
fn write_sorted(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            out.push('{');
            for (i, key) in keys.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                write_sorted(&map[key], out);
            }
            out.push('}');
        }
        Value::Array(list) => {
            out.push('[');
            for (i, item) in list.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_sorted(item, out);
            }
            out.push(']');
        }
        plain => out.push_str(&plain.to_string()),
    }
}
