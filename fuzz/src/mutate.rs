//! Mutation that keeps a file a file: values of its JSON, or bytes of its chunk.

use serde_json::{Value, json};

use crate::glb;

/// Random numbers from the seed that libFuzzer hands out (xorshift, Marsaglia 2003).
#[derive(Debug, Clone, Copy)]
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u32) -> Self {
        Self(u64::from(seed) << 20 | 0x9E37_79B9)
    }

    /// Below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Mutates a GLB or a glTF text; returns its new size.
///
/// One time in eight it is left to libFuzzer's own mutations, which also break the container.
pub fn file(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(seed);
    let raw = |data: &mut [u8]| libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    if random.below(8) == 0 {
        return raw(data);
    }
    let Some((text, bin)) = glb::split(&data[..size]) else {
        return text_only(data, size, max_size, seed);
    };
    let mut bin = bin.to_vec();
    let mutated = if random.below(3) > 0 || bin.is_empty() {
        json(text, &mut random)
    } else {
        chunk(&mut bin, &mut random);
        Some(text.to_vec())
    };
    match mutated.map(|text| glb::join(&text, &bin)) {
        Some(out) if out.len() <= max_size => {
            data[..out.len()].copy_from_slice(&out);
            out.len()
        }
        _ => raw(data),
    }
}

/// Mutates a JSON text; returns its new size.
pub fn text_only(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::new(seed);
    if random.below(8) > 0
        && let Some(out) = json(&data[..size], &mut random)
        && out.len() <= max_size
    {
        data[..out.len()].copy_from_slice(&out);
        return out.len();
    }
    libfuzzer_sys::fuzzer_mutate(data, size, max_size)
}

/// Numbers of the chunk: bytes by libFuzzer, or a float that hurts.
fn chunk(bin: &mut [u8], random: &mut Random) {
    const FLOATS: [f32; 10] = [
        f32::NAN,
        f32::INFINITY,
        -1.0,
        0.0,
        -0.0,
        1e30,
        1e15,
        f32::MIN_POSITIVE,
        1e-42,
        f32::MAX,
    ];
    let length = bin.len();
    if random.below(2) == 0 && length >= 4 {
        let at = random.below(length / 4) * 4;
        bin[at..at + 4].copy_from_slice(&FLOATS[random.below(FLOATS.len())].to_le_bytes());
    } else {
        libfuzzer_sys::fuzzer_mutate(bin, length, length);
    }
}

fn json(text: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let end = text
        .iter()
        .rposition(|&b| b != 0 && b != b' ')
        .map_or(0, |last| last + 1);
    let mut document: Value = serde_json::from_slice(&text[..end]).ok()?;
    for _ in 0..=random.below(3) {
        let count = count(&document);
        let donor = random.below(count);
        let donor = nth(&mut document, &mut { donor }).cloned();
        let target = random.below(count);
        if let Some(value) = nth(&mut document, &mut { target }) {
            change(value, donor, random);
        }
    }
    serde_json::to_vec(&document).ok()
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

/// The value that is `left` places on, in the order in which [`count`] counts.
fn nth<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|v| nth(v, left)),
        Value::Object(map) => map.values_mut().find_map(|v| nth(v, left)),
        _ => None,
    }
}

fn change(value: &mut Value, donor: Option<Value>, random: &mut Random) {
    match (random.below(6), &mut *value) {
        (0, _) => {
            if let Some(donor) = donor {
                *value = donor;
            }
        }
        (1 | 2, Value::Number(n)) => {
            let now = n.as_i64().unwrap_or(0);
            *value = match random.below(6) {
                0 => json!(now.wrapping_add(1)),
                1 => json!(now.wrapping_sub(1)),
                2 => json!(now.wrapping_mul(2)),
                3 => json!(random.below(12)),
                4 => json!(1_u64 << random.below(64)),
                _ => json!(n.as_f64().unwrap_or(0.0) * 1e20),
            };
        }
        (1..=3, Value::Array(list)) if !list.is_empty() => {
            let at = random.below(list.len());
            if random.below(2) == 0 {
                list.remove(at);
            } else {
                let one = list[at].clone();
                list.insert(at, one);
            }
        }
        (1..=3, Value::Object(map)) if !map.is_empty() => {
            let key = map.keys().nth(random.below(map.len())).cloned();
            if let (Some(key), Some(donor)) = (key, donor) {
                if random.below(3) == 0 {
                    map.insert(KEYS[random.below(KEYS.len())].to_owned(), donor);
                } else {
                    map.remove(&key);
                }
            }
        }
        _ => *value = hurtful(random),
    }
}

/// Properties that a file need not have, so that no mutation of another one finds them.
const KEYS: &[&str] = &[
    "sparse",
    "normalized",
    "byteStride",
    "byteOffset",
    "bufferView",
    "targets",
    "weights",
    "skin",
    "matrix",
    "scale",
    "rotation",
    "translation",
    "children",
    "mesh",
    "mode",
    "indices",
    "TEXCOORD_0",
    "TANGENT",
    "NORMAL",
    "COLOR_0",
    "JOINTS_1",
    "WEIGHTS_1",
    "material",
    "images",
    "textures",
    "normalTexture",
    "extensions",
    "extras",
    "targetNames",
    "skeleton",
    "inverseBindMatrices",
    "interpolation",
    "cameras",
    "scene",
    "scenes",
    "uri",
    "extensionsRequired",
];

fn hurtful(random: &mut Random) -> Value {
    match random.below(22) {
        0 => json!(null),
        1 => json!(0),
        2 => json!(1),
        3 => json!(-1),
        4 => json!(4_294_967_295_u32),
        5 => json!(u64::MAX),
        6 => json!(i64::MIN),
        7 => json!(1e30),
        8 => json!(1e-40),
        9 => json!(""),
        10 => json!("../x"),
        11 => json!("data:;base64,AAAA"),
        12 => json!([]),
        13 => json!({}),
        14 => json!([0, 1, 2]),
        15 => json!([0.0, 0.0, 0.0, 0.0]),
        16 => json!(true),
        17 => json!(["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"][random.below(7)]),
        18 => json!(5120 + random.below(8)),
        19 => json!(["LINEAR", "STEP", "CUBICSPLINE"][random.below(3)]),
        20 => json!(["translation", "rotation", "scale", "weights", "pointer"][random.below(5)]),
        _ => json!(random.below(10)),
    }
}
