//! The filters: what turns unpacked attributes into those that accessors read, in place.
//!
//! Where the specification leaves a result open (values that no encoder writes), it is some number; never a panic.

use super::Filter;

/// Applies `filter` to elements of `stride` bytes, which it goes with.
pub(super) fn apply(filter: Filter, stride: usize, elements: &mut [u8]) {
    match (filter, stride) {
        (Filter::None, _) => {}
        (Filter::Octahedral, 4) => each(elements, octahedral8),
        (Filter::Octahedral, _) => each16(elements, octahedral16),
        (Filter::Quaternion, _) => each16(elements, quaternion),
        (Filter::Exponential, _) => each(elements, |four| {
            exponential(i32::from_le_bytes(four)).to_le_bytes()
        }),
        (Filter::Color, 4) => each(elements, color8),
        (Filter::Color, _) => each16(elements, color16),
    }
}

fn each(elements: &mut [u8], map: impl Fn([u8; 4]) -> [u8; 4]) {
    for four in elements.as_chunks_mut::<4>().0 {
        *four = map(*four);
    }
}

/// Elements of four 16-bit numbers.
fn each16(elements: &mut [u8], map: impl Fn([u16; 4]) -> [u16; 4]) {
    for eight in elements.as_chunks_mut::<8>().0 {
        let before = std::array::from_fn(|k| u16::from_le_bytes([eight[2 * k], eight[2 * k + 1]]));
        for (two, value) in eight.as_chunks_mut::<2>().0.iter_mut().zip(map(before)) {
            *two = value.to_le_bytes();
        }
    }
}

fn octahedral8([x, y, one, rest]: [u8; 4]) -> [u8; 4] {
    let [x, y, one] = [x, y, one].map(|byte| f32::from(byte.cast_signed()));
    let [x, y, z] = octahedral(x, y, one).map(|v| ((v * 127.0).round() as i8).cast_unsigned());
    [x, y, z, rest]
}

fn octahedral16([x, y, one, rest]: [u16; 4]) -> [u16; 4] {
    let [x, y, one] = [x, y, one].map(|word| f32::from(word.cast_signed()));
    let [x, y, z] = octahedral(x, y, one).map(|v| ((v * 32767.0).round() as i16).cast_unsigned());
    [x, y, z, rest]
}

/// The unit vector through a point of the unfolded octahedron; the corners of the square are its lower half.
fn octahedral(x: f32, y: f32, one: f32) -> [f32; 3] {
    let (x, y) = (x / one, y / one);
    let z = 1.0 - x.abs() - y.abs();
    let fold = z.min(0.0);
    let (x, y) = (x - fold.copysign(x), y - fold.copysign(y));
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}

fn quaternion(input: [u16; 4]) -> [u16; 4] {
    let [x, y, z, kind] = input.map(u16::cast_signed);
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(kind | 3);
    let [x, y, z] = [x, y, z].map(|v| f32::from(v) * scale);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let largest = (kind & 3) as usize;
    let mut out = [0; 4];
    for (k, v) in [w, x, y, z].into_iter().enumerate() {
        out[(largest + k) % 4] = ((v * 32767.0).round() as i16).cast_unsigned();
    }
    out
}

/// `2^e * m`, exact: a power of two is exact in double precision for every `e` of eight bits, and so is the product.
fn exponential(input: i32) -> f32 {
    let (exponent, mantissa) = (input >> 24, input << 8 >> 8);
    let power = f64::from_bits(u64::from((1023 + exponent).cast_unsigned()) << 52);
    (power * f64::from(mantissa)) as f32
}

fn color8([y, co, cg, alpha]: [u8; 4]) -> [u8; 4] {
    let signed = |byte: u8| i32::from(byte.cast_signed());
    color(i32::from(y), signed(co), signed(cg), i32::from(alpha), 255.0).map(|v| v as u8)
}

fn color16([y, co, cg, alpha]: [u16; 4]) -> [u16; 4] {
    let signed = |word: u16| i32::from(word.cast_signed());
    color(i32::from(y), signed(co), signed(cg), i32::from(alpha), 65535.0).map(|v| v as u16)
}

/// RGBA of YCoCg. The highest bit of `alpha` says how many bits the numbers have.
fn color(y: i32, co: i32, cg: i32, alpha: i32, max: f32) -> [f32; 4] {
    let bits = 32 - alpha.max(1).leading_zeros();
    let all = (1 << bits) - 1;
    let (r, g, b) = (y + co - cg, y + cg, y - co - cg);
    let a = alpha & (all >> 1);
    let a = a << 1 | (a & 1);
    let scale = max / all as f32;
    [r, g, b, a].map(|v| (v as f32 * scale).round())
}
