//! A character of 48 MB: 668,780 skinned vertices, 1.13 million triangles, 67 joints, four clips.
//!
//! Shaped like what exporters write: floats for positions, normals, UVs and weights, bytes or shorts for joints, one
//! buffer view an attribute, weights strongest first and a sum that rounds to 1.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Joints of the skin.
pub const JOINTS: usize = 67;
/// Vertices of each part: one with bytes for joints, one with shorts.
const PARTS: [usize; 2] = [500_000, 168_780];
/// Triangles a vertex, times a hundred.
const TRIANGLES_PER_100: usize = 169;
const CLIPS: usize = 4;
const KEYS: usize = 90;

/// Vertices in all.
pub const VERTICES: usize = PARTS[0] + PARTS[1];

struct Writer {
    bin: Vec<u8>,
    views: String,
    accessors: String,
    count: usize,
}

impl Writer {
    fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize, more: &str) -> usize {
        let offset = self.bin.len();
        self.bin.extend_from_slice(bytes);
        while !self.bin.len().is_multiple_of(4) {
            self.bin.push(0);
        }
        let comma = if self.count > 0 { "," } else { "" };
        let length = bytes.len();
        let index = self.count;
        let _ = write!(
            self.views,
            r#"{comma}{{"buffer":0,"byteOffset":{offset},"byteLength":{length}}}"#
        );
        let _ = write!(
            self.accessors,
            r#"{comma}{{"bufferView":{index},"componentType":{component},"type":"{kind}","count":{count}{more}}}"#
        );
        self.count += 1;
        index
    }

    fn floats(&mut self, values: &[f32], kind: &str, width: usize, more: &str) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.accessor(&bytes, 5126, kind, values.len() / width, more)
    }
}

/// Numbers in 0..1 that look random and are the same everywhere.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }
}

fn part(w: &mut Writer, vertices: usize, shorts: bool, noise: &mut Noise) -> String {
    let (mut positions, mut normals, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
    let (mut joints, mut weights) = (Vec::new(), Vec::new());
    for v in 0..vertices {
        let (a, y) = (v as f32 * 0.1, v as f32 / vertices as f32 * 1.8);
        let n = [a.cos(), 0.0, a.sin()];
        let r = 0.25 + 0.01 * noise.next();
        positions.extend([r * n[0], y, r * n[2]]);
        normals.extend(n);
        uvs.extend([a % 1.0, y / 1.8]);
        let first = (y / 1.8 * (JOINTS - 4) as f32) as u16;
        let used = 1 + (noise.next() * 4.0) as usize;
        let mut raw = [0.0_f32; 4];
        for slot in raw.iter_mut().take(used) {
            *slot = 0.05 + noise.next();
        }
        raw.sort_by(|a, b| b.total_cmp(a));
        let sum: f64 = raw.iter().map(|&w| f64::from(w)).sum();
        weights.extend(raw.map(|w| (f64::from(w) / sum) as f32));
        joints.extend((0..4).map(|k| if k < used { first + k as u16 } else { 0 }));
    }
    let indices: Vec<u8> = (0..vertices * TRIANGLES_PER_100 / 100)
        .flat_map(|t| {
            let a = (t * 100 / TRIANGLES_PER_100) as u32 % (vertices as u32 - 64);
            [a, a + 1, a + 63]
        })
        .flat_map(u32::to_le_bytes)
        .collect();
    let bounds = r#","min":[-0.27,0,-0.27],"max":[0.27,1.8,0.27]"#;
    let position = w.floats(&positions, "VEC3", 3, bounds);
    let normal = w.floats(&normals, "VEC3", 3, "");
    let uv = w.floats(&uvs, "VEC2", 2, "");
    let bytes: Vec<u8> = if shorts {
        joints.iter().flat_map(|j| j.to_le_bytes()).collect()
    } else {
        joints.iter().map(|&j| j as u8).collect()
    };
    let joint = w.accessor(&bytes, if shorts { 5123 } else { 5121 }, "VEC4", vertices, "");
    let weight = w.floats(&weights, "VEC4", 4, "");
    let corners = indices.len() / 4;
    let index = w.accessor(&indices, 5125, "SCALAR", corners, "");
    format!(
        r#"{{"attributes":{{"POSITION":{position},"NORMAL":{normal},"TEXCOORD_0":{uv},"JOINTS_0":{joint},"WEIGHTS_0":{weight}}},"indices":{index}}}"#
    )
}

fn clip(w: &mut Writer, number: usize) -> String {
    let times: Vec<f32> = (0..KEYS).map(|k| k as f32 / 30.0).collect();
    let end = format!(r#","min":[0],"max":[{}]"#, times[KEYS - 1]);
    let input = w.floats(&times, "SCALAR", 1, &end);
    let (mut samplers, mut channels) = (String::new(), String::new());
    for joint in 0..JOINTS {
        let angle = |k: usize| 0.2 * ((k + joint + number) as f32 * 0.3).sin();
        let rotations: Vec<f32> = (0..KEYS)
            .flat_map(|k| [0.0, 0.0, (0.5 * angle(k)).sin(), (0.5 * angle(k)).cos()])
            .collect();
        let translations: Vec<f32> = (0..KEYS)
            .flat_map(|k| [0.0, 1.8 / JOINTS as f32 + 0.001 * angle(k), 0.0])
            .collect();
        for (output, path) in [
            (w.floats(&rotations, "VEC4", 4, ""), "rotation"),
            (w.floats(&translations, "VEC3", 3, ""), "translation"),
        ] {
            let comma = if samplers.is_empty() { "" } else { "," };
            let sampler = samplers.matches("input").count();
            let _ = write!(samplers, r#"{comma}{{"input":{input},"output":{output}}}"#);
            let node = joint + 1;
            let _ = write!(
                channels,
                r#"{comma}{{"sampler":{sampler},"target":{{"node":{node},"path":"{path}"}}}}"#
            );
        }
    }
    format!(r#"{{"name":"clip {number}","samplers":[{samplers}],"channels":[{channels}]}}"#)
}

/// Writes it; returns its size in bytes.
pub fn write(path: &Path) -> io::Result<usize> {
    let mut w = Writer {
        bin: Vec::new(),
        views: String::new(),
        accessors: String::new(),
        count: 0,
    };
    let mut noise = Noise(0x1234_5678);
    let parts = PARTS.map(|vertices| part(&mut w, vertices, vertices == PARTS[1], &mut noise));
    let binds: Vec<f32> = (0..JOINTS)
        .flat_map(|j| {
            let mut m = [0.0_f32; 16];
            (m[0], m[5], m[10], m[15]) = (1.0, 1.0, 1.0, 1.0);
            m[13] = -1.8 / JOINTS as f32 * (j + 1) as f32;
            m
        })
        .collect();
    let binds = w.floats(&binds, "MAT4", 16, "");
    let clips: Vec<String> = (0..CLIPS).map(|number| clip(&mut w, number)).collect();
    let mut nodes = r#"{"mesh":0,"skin":0}"#.to_owned();
    for joint in 0..JOINTS {
        let up = 1.8 / JOINTS as f32;
        let child = match joint + 1 {
            JOINTS => String::new(),
            next => format!(r#","children":[{}]"#, next + 1),
        };
        let _ = write!(
            nodes,
            r#",{{"name":"joint {joint}","translation":[0,{up},0]{child}}}"#
        );
    }
    let joints: Vec<String> = (1..=JOINTS).map(|j| j.to_string()).collect();
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,1]}}],"nodes":[{nodes}],"meshes":[{{"primitives":[{}]}}],"skins":[{{"joints":[{}],"inverseBindMatrices":{binds}}}],"animations":[{}],"accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}}"#,
        parts.join(","),
        joints.join(","),
        clips.join(","),
        w.accessors,
        w.views,
        w.bin.len(),
    );
    while !json.len().is_multiple_of(4) {
        json.push(' ');
    }
    let length = 12 + 8 + json.len() + 8 + w.bin.len();
    let mut file = b"glTF\x02\0\0\0".to_vec();
    for (kind, data) in [(0x4E4F_534A_u32, json.as_bytes()), (0x004E_4942, &w.bin)] {
        if file.len() == 8 {
            file.extend((length as u32).to_le_bytes());
        }
        file.extend((data.len() as u32).to_le_bytes());
        file.extend(kind.to_le_bytes());
        file.extend_from_slice(data);
    }
    std::fs::write(path, &file)?;
    Ok(file.len())
}
