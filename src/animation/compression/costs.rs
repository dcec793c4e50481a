//! What keys cost in bytes, so that the smaller way is taken by size.

use glam::DQuat;

use super::super::clip::Keys;
use super::meshopt::{exponential, share_of_view};
use super::quantise::{RotationFormat, filter, from_normalized16, to_normalized16};

/// What things cost, so that the smaller way is taken by size and not by principle. Bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Costs {
    /// Of keys.
    pub(super) keys: KeyCosts,
    /// Of having rows of its own, beside the times of its keys.
    pub(super) own_rows: f64,
    /// True where rows of one's own are at most a bit for each row of the clip.
    pub(super) mask: bool,
}

/// What the numbers of keys cost.
#[derive(Debug, Clone, Copy)]
pub(super) enum KeyCosts {
    /// So much a key: its time where a track has rows of its own, and a translation or scale; a rotation costs what its
    /// format has.
    Each { time: f64, vector: f64 },
    /// What the codec of EXT_meshopt_compression leaves of them: of smooth motion many keys may weigh less than few.
    Packed,
}

impl KeyCosts {
    pub(super) fn times(self, times: impl Iterator<Item = f32>) -> f64 {
        match self {
            Self::Each { time, .. } => time * times.count() as f64,
            Self::Packed => share_of_view(&times.flat_map(f32::to_le_bytes).collect::<Vec<_>>(), 4),
        }
    }

    pub(super) fn rotations(self, format: RotationFormat, values: impl Iterator<Item = DQuat>) -> f64 {
        match (self, format) {
            (Self::Packed, RotationFormat::Filtered(bits)) => {
                let bytes: Vec<u8> = values
                    .flat_map(|q| filter(q, bits))
                    .flat_map(i16::to_le_bytes)
                    .collect();
                share_of_view(&bytes, 8)
            }
            _ => (format.byte_count() * values.count()) as f64,
        }
    }

    /// Of the values and tangents of splines.
    pub(super) fn spline(self, numbers: SplineKeys, keys: &Keys) -> f64 {
        let (values, stride) = (keys.values(), 4 * keys.width());
        match (self, numbers) {
            (Self::Each { .. }, SplineKeys::Float) => 4.0 * values.len() as f64,
            (Self::Each { .. }, SplineKeys::Normalized16) => 2.0 * values.len() as f64,
            (Self::Packed, SplineKeys::Float) => {
                let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
                share_of_view(&bytes, stride)
            }
            (Self::Packed, SplineKeys::Normalized16) => {
                let codes = values.iter().map(|v| to_normalized16(f64::from(*v)));
                share_of_view(&codes.flat_map(i16::to_le_bytes).collect::<Vec<_>>(), 8)
            }
        }
    }

    pub(super) fn vectors(self, values: impl Iterator<Item = [f32; 3]>) -> f64 {
        match self {
            Self::Each { vector, .. } => vector * values.count() as f64,
            Self::Packed => {
                let floats: Vec<f32> = values.flatten().collect();
                let packed = exponential(&floats);
                let words = packed.unwrap_or_else(|| floats.iter().map(|v| v.to_bits()).collect());
                let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
                share_of_view(&bytes, 12)
            }
        }
    }
}

/// Numbers of a spline's keys and tangents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SplineKeys {
    /// As they are.
    Float,
    /// Of rotations, in normalised 16-bit integers: only where no tangent is beyond them.
    Normalized16,
}

impl SplineKeys {
    /// The keys as a reader decodes them; `None` where they do not fit.
    pub(super) fn of(self, keys: &Keys) -> Option<Keys> {
        match self {
            Self::Float => Some(keys.clone()),
            Self::Normalized16 => {
                let fits = keys.values().iter().all(|v| v.abs() <= 1.0);
                let rounded = keys
                    .values()
                    .iter()
                    .map(|v| from_normalized16(to_normalized16(f64::from(*v))));
                let values = fits.then(|| rounded.collect())?;
                Keys::new(keys.times().into(), values, keys.width(), keys.interpolation()).ok()
            }
        }
    }
}
