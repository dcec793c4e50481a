//! Numbers in fewer bits, and back: the same code on both sides, so that an encoder knows what a decoder will see.

use glam::{DQuat, DVec3, Quat};

/// How a rotation of a key is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RotationFormat {
    /// Two bits name the largest component, the other three have 10 bits each: 4 bytes, errs by at most 0.28 degrees.
    Smallest32,
    /// Two bits name the largest component, the other three have 15 bits each: 6 bytes, errs by at most 0.0087 degrees.
    Smallest48,
    /// Four normalised 16-bit integers, as glTF has them: 8 bytes.
    Normalized16,
    /// Those that the quaternion filter of EXT_meshopt_compression gives with so many bits a component (4 to 16): 8 bytes
    /// that pack the better the fewer bits they have.
    Filtered(u8),
    /// Four floats: 16 bytes.
    Float,
}

impl RotationFormat {
    /// Bytes a key.
    pub fn byte_count(self) -> usize {
        match self {
            Self::Smallest32 => 4,
            Self::Smallest48 => 6,
            Self::Normalized16 | Self::Filtered(_) => 8,
            Self::Float => 16,
        }
    }

    /// What a decoder makes of the stored rotation.
    pub(super) fn round(self, q: DQuat) -> Quat {
        match self {
            Self::Smallest32 => smallest_three(decode_bits(encode_smallest_three(q, 10), 10)),
            Self::Smallest48 => smallest_three(decode_bits(encode_smallest_three(q, 15), 15)),
            Self::Normalized16 => of_normalized16(normalized16(q)),
            Self::Filtered(bits) => of_normalized16(filtered(filter(q, bits))),
            Self::Float => crate::math::normalize_or_identity(q.as_quat()),
        }
    }
}

/// How translations and scales of keys are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VectorFormat {
    /// Three 16-bit steps in the track's own box: 6 bytes, and 24 for the box.
    Ranged16,
    /// Three floats.
    Float,
    /// Three floats that are multiples of a power of two, as coarse as the tolerance allows: they pack well.
    Grained,
}

/// A number of -1 to 1 as a normalised 16-bit integer.
pub(super) fn to_normalized16(v: f64) -> i16 {
    (v * 32767.0).round().clamp(-32767.0, 32767.0) as i16
}

/// Back, as glTF has it.
pub(super) fn from_normalized16(c: i16) -> f32 {
    (f32::from(c) / 32767.0).max(-1.0)
}

/// Four normalised 16-bit integers, as glTF has them.
pub fn normalized16(q: DQuat) -> [i16; 4] {
    q.to_array().map(to_normalized16)
}

/// What a reader makes of four normalised 16-bit integers.
pub(super) fn of_normalized16(c: [i16; 4]) -> Quat {
    let v = c.map(from_normalized16);
    crate::math::normalize_or_identity(Quat::from_array(v))
}

/// Input of the quaternion filter: the three components behind the largest, turned about, then the largest one's number
/// in the two lowest bits of what the components are measured by. Source: KHR_meshopt_compression, appendix B.
pub fn filter(q: DQuat, bits: u8) -> [i16; 4] {
    let v = q.to_array();
    let mut largest = 0;
    for k in 1..4 {
        if v[k].abs() > v[largest].abs() {
            largest = k;
        }
    }
    let one = (1_i32 << (bits.clamp(4, 16) - 1)) - 1;
    let sign = if v[largest] < 0.0 { -1.0 } else { 1.0 };
    let mut out = [0; 4];
    for (k, out) in out.iter_mut().take(3).enumerate() {
        let share = sign * v[(largest + k + 1) % 4] / LIMIT;
        *out = (share.clamp(-1.0, 1.0) * f64::from(one)).round() as i16;
    }
    out[3] = ((one & !3) | i32::from(largest as u8)) as i16;
    out
}

/// What the filter gives: the twin of `quaternion` in `import/decode/meshopt/filters.rs`, which a test holds against it.
pub fn filtered([x, y, z, kind]: [i16; 4]) -> [i16; 4] {
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(kind | 3);
    let [x, y, z] = [x, y, z].map(|v| f32::from(v) * scale);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let largest = (kind & 3) as usize;
    let mut out = [0; 4];
    for (k, v) in [w, x, y, z].into_iter().enumerate() {
        out[(largest + k) % 4] = (v * 32767.0).round() as i16;
    }
    out
}

/// The three smaller components of a unit quaternion never exceed this.
const LIMIT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Smallest three: `bits` bits each, the first in the lowest place, above them which component is left out.
pub(super) fn encode_smallest_three(q: DQuat, bits: u32) -> u64 {
    let v = q.to_array();
    let mut largest = 0;
    for k in 1..4 {
        if v[k].abs() > v[largest].abs() {
            largest = k;
        }
    }
    let sign = if v[largest] < 0.0 { -1.0 } else { 1.0 };
    let steps = steps(bits);
    let mut code = 0;
    for (place, k) in (0..4).filter(|k| *k != largest).enumerate() {
        let share = (sign * v[k] / LIMIT).clamp(-1.0, 1.0);
        let number = (share * steps).round() as i64 + steps as i64;
        code |= (number as u64) << (place as u32 * bits);
    }
    code | (largest as u64) << (3 * bits)
}

/// An even number of steps, so that zero is one of them: a rest pose comes back exactly.
fn steps(bits: u32) -> f64 {
    f64::from((1_u32 << (bits - 1)) - 1)
}

/// The four components behind [`encode_smallest_three`], the left-out one made from the others.
pub(super) fn decode_bits(code: u64, bits: u32) -> (usize, [f32; 3]) {
    let mask = (1_u64 << bits) - 1;
    let steps = steps(bits) as f32;
    let scale = std::f32::consts::FRAC_1_SQRT_2 / steps;
    let three = std::array::from_fn(|k| {
        let number = (code >> (k as u32 * bits) & mask) as f32 - steps;
        number * scale
    });
    ((code >> (3 * bits) & 3) as usize, three)
}

/// A unit quaternion of three components and which one is missing; that one is not negative.
pub(super) fn smallest_three((missing, three): (usize, [f32; 3])) -> Quat {
    let rest = 1.0 - three[0] * three[0] - three[1] * three[1] - three[2] * three[2];
    let made = rest.max(0.0).sqrt();
    let mut v = [made; 4];
    let mut from = three.into_iter();
    for (k, v) in v.iter_mut().enumerate() {
        if k != missing
            && let Some(next) = from.next()
        {
            *v = next;
        }
    }
    // With the last bits of the three the sum may be a hair above one.
    crate::math::normalize_or_identity(Quat::from_array(v))
}

/// A box, of which 65535 steps lead from one side to the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Range16 {
    /// The least of each component.
    pub(super) least: [f32; 3],
    /// From the least to the largest.
    pub(super) extent: [f32; 3],
}

impl Range16 {
    /// The box around values.
    pub(super) fn around(values: &[DVec3]) -> Self {
        let mut least = DVec3::INFINITY;
        let mut most = DVec3::NEG_INFINITY;
        for v in values {
            least = least.min(*v);
            most = most.max(*v);
        }
        if values.is_empty() {
            (least, most) = (DVec3::ZERO, DVec3::ZERO);
        }
        let least32 = least.as_vec3();
        // From the rounded corner, so that the far side is still inside.
        let extent = (most - least32.as_dvec3()).max(DVec3::ZERO).as_vec3();
        Self {
            least: least32.to_array(),
            extent: extent.to_array(),
        }
    }

    /// The nearest steps.
    pub(super) fn encode(&self, v: DVec3) -> [u16; 3] {
        let v = v.to_array();
        std::array::from_fn(|k| {
            let extent = f64::from(self.extent[k]);
            if extent > 0.0 {
                let share = (v[k] - f64::from(self.least[k])) / extent;
                (share * 65535.0).round().clamp(0.0, 65535.0) as u16
            } else {
                0
            }
        })
    }

    /// And back.
    pub(super) fn decode(&self, code: [u16; 3]) -> [f32; 3] {
        std::array::from_fn(|k| self.least[k] + f32::from(code[k]) * (self.extent[k] / 65535.0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::exact::turn;
    use super::*;

    /// Rotations of all kinds, the same each time.
    fn rotations() -> impl Iterator<Item = DQuat> {
        (0..20_000_u32).map(|k| {
            let unit = |n: u32| f64::from(k.wrapping_mul(n).wrapping_add(n) % 10_007) / 5_003.0 - 1.0;
            DQuat::from_xyzw(
                unit(7919),
                unit(104_729),
                unit(1_299_709),
                unit(15_485_863) + 1e-3,
            )
            .normalize()
        })
    }

    #[test]
    fn errors_stay_within_what_the_bits_allow() {
        let worst = |format: RotationFormat| {
            rotations()
                .map(|q| turn(format.round(q).as_dquat(), q).to_degrees())
                .fold(0.0, f64::max)
        };
        let (small, large) = (
            worst(RotationFormat::Smallest48),
            worst(RotationFormat::Smallest32),
        );
        // Half a step in three components, and three times that in the largest where all four are equal: twice
        // the square root of 12 half steps. (The source chapter's 0.0065 and 0.227 are what its own samples gave.)
        let bound = |bits: i32| (12.0_f64.sqrt() * 2.0_f64.sqrt() / (2.0_f64.powi(bits) - 2.0)).to_degrees();
        assert!((0.5 * bound(15)..bound(15)).contains(&small), "{small}");
        assert!((0.5 * bound(10)..bound(10)).contains(&large), "{large}");
        assert!(worst(RotationFormat::Normalized16) < 0.0045);
        assert!(worst(RotationFormat::Filtered(16)) < 0.0065);
        assert!(worst(RotationFormat::Filtered(12)) < 0.06);
        assert!(worst(RotationFormat::Float) < 2e-5);
    }

    #[test]
    fn no_rotation_comes_back_exactly() {
        for format in [
            RotationFormat::Smallest32,
            RotationFormat::Smallest48,
            RotationFormat::Normalized16,
            RotationFormat::Filtered(11),
            RotationFormat::Float,
        ] {
            assert_eq!(format.round(DQuat::IDENTITY), Quat::IDENTITY, "{format:?}");
        }
    }

    #[test]
    fn a_range_hits_its_ends() {
        let values = [DVec3::new(-1.0, 2.0, 0.1), DVec3::new(3.0, 2.0, 0.4)];
        let range = Range16::around(&values);
        for v in values {
            let back = glam::Vec3::from_array(range.decode(range.encode(v))).as_dvec3();
            assert!((back - v).length() < 1e-6, "{back} {v}");
        }
    }
}
