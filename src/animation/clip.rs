//! Clips, tracks and keyframes: validated at construction, so that sampling cannot fail.

use std::ops::Range;
use std::sync::Arc;

use super::JointId;

/// How a track runs between two keys. Belongs to the track, not to the clip. Source: glTF 2.0, appendix C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interpolation {
    /// Holds the earlier key.
    Step,
    /// Straight line; for rotations the shorter arc at constant speed.
    #[default]
    Linear,
    /// Cubic Hermite spline with tangents per key.
    CubicSpline,
}

/// What a track drives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A joint's translation, 3 numbers a key, metres.
    Translation(JointId),
    /// A joint's rotation, 4 numbers a key (`xyzw`).
    Rotation(JointId),
    /// A joint's scale, 3 numbers a key.
    Scale(JointId),
    /// A range of the pose's morph weights: one mesh instance's targets.
    MorphWeights(Range<u32>),
    /// A range of the pose's properties.
    Property(Range<u32>),
}

impl Target {
    /// Numbers a key.
    pub fn width(&self) -> usize {
        match self {
            Self::Translation(_) | Self::Scale(_) => 3,
            Self::Rotation(_) => 4,
            Self::MorphWeights(r) | Self::Property(r) => r.len(),
        }
    }

    /// The joint, if the target is one.
    pub fn joint(&self) -> Option<JointId> {
        match *self {
            Self::Translation(j) | Self::Rotation(j) | Self::Scale(j) => Some(j),
            Self::MorphWeights(_) | Self::Property(_) => None,
        }
    }
}

/// Why keys cannot be a track.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClipError {
    /// Times that run backwards.
    #[error("key {0} comes before the key in front of it")]
    Unordered(usize),
    /// A time or a value that is NaN or infinite.
    #[error("key {0} holds a number that is not finite")]
    NotFinite(usize),
    /// The number of values does not fit the number of keys.
    #[error("{values} numbers do not make {keys} keys of {width}")]
    Count {
        /// Numbers there are.
        values: usize,
        /// Keys there are.
        keys: usize,
        /// Numbers a key needs (tangents included).
        width: usize,
    },
}

/// Keyframes: times and values.
///
/// Shape: `times` ascending (equal neighbours allowed: the later key wins), `values` holds `times.len()` elements of
/// `width` numbers; with [`Interpolation::CubicSpline`] three of them a key: in-tangent, value, out-tangent.
/// Units: seconds; tangents per second.
#[derive(Debug, Clone, PartialEq)]
pub struct Keys {
    times: Arc<[f32]>,
    values: Box<[f32]>,
    width: usize,
    interpolation: Interpolation,
}

impl Keys {
    /// Key times beyond this are refused as if they were infinite (31 years): gaps times tangents must stay finite.
    pub const LATEST_SECS: f32 = 1e9;

    /// Checks shape, order and finiteness. No keys at all are legal: the target stays at rest.
    pub fn new(
        times: Arc<[f32]>,
        values: Vec<f32>,
        width: usize,
        interpolation: Interpolation,
    ) -> Result<Self, ClipError> {
        let elements = if interpolation == Interpolation::CubicSpline {
            3
        } else {
            1
        };
        if times.len().checked_mul(width * elements) != Some(values.len()) {
            return Err(ClipError::Count {
                values: values.len(),
                keys: times.len(),
                width: width * elements,
            });
        }
        if let Some(key) = times
            .iter()
            .position(|t| !t.is_finite() || t.abs() > Self::LATEST_SECS)
        {
            return Err(ClipError::NotFinite(key));
        }
        if let Some(key) = times.windows(2).position(|w| w[1] < w[0]) {
            return Err(ClipError::Unordered(key + 1));
        }
        if let Some(at) = values.iter().position(|v| !v.is_finite()) {
            return Err(ClipError::NotFinite(at / (width * elements).max(1)));
        }
        Ok(Self {
            times,
            values: values.into_boxed_slice(),
            width,
            interpolation,
        })
    }

    /// Key times, seconds.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// True without keys.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// How to run between keys.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// Numbers a key, tangents not counted.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The value of a key.
    #[inline]
    pub fn value(&self, key: usize) -> &[f32] {
        match self.interpolation {
            Interpolation::CubicSpline => self.element(3 * key + 1),
            _ => self.element(key),
        }
    }

    /// The tangent with which a key is entered; `None` without a spline.
    #[inline]
    pub fn in_tangent(&self, key: usize) -> Option<&[f32]> {
        (self.interpolation == Interpolation::CubicSpline).then(|| self.element(3 * key))
    }

    /// The tangent with which a key is left; `None` without a spline.
    #[inline]
    pub fn out_tangent(&self, key: usize) -> Option<&[f32]> {
        (self.interpolation == Interpolation::CubicSpline).then(|| self.element(3 * key + 2))
    }

    #[inline]
    fn element(&self, index: usize) -> &[f32] {
        &self.values[index * self.width..(index + 1) * self.width]
    }

    /// All numbers as stored.
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}

/// One target and the keys that drive it.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// What it drives.
    pub target: Target,
    /// The keys; `keys.width()` equals `target.width()`.
    pub keys: Keys,
}

/// A named set of tracks with one clock.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Clip {
    name: Option<String>,
    tracks: Vec<Track>,
    duration_secs: f64,
}

impl Clip {
    /// A clip; its duration is the latest key of all its tracks (0 without keys, and if all keys are negative).
    ///
    /// # Panics
    /// If a track's keys have another width than its target (a bug of the caller, not of the file).
    pub fn new(name: Option<String>, tracks: Vec<Track>) -> Self {
        for track in &tracks {
            assert_eq!(
                track.keys.width(),
                track.target.width(),
                "keys of another width than their target"
            );
        }
        let duration_secs = tracks
            .iter()
            .filter_map(|t| t.keys.times().last())
            .fold(0.0_f64, |latest, &t| latest.max(f64::from(t)));
        Self {
            name,
            tracks,
            duration_secs,
        }
    }

    /// The name in the file; may be missing, empty or shared with another clip.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The tracks in the file's order.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// Seconds from 0 to the latest key.
    pub fn duration_secs(&self) -> f64 {
        self.duration_secs
    }

    /// Number of keys over all tracks.
    pub fn key_count(&self) -> usize {
        self.tracks.iter().map(|t| t.keys.len()).sum()
    }

    /// Number of values of keys over all tracks: a key of a spline has three, one of them its own and two tangents.
    pub fn value_count(&self) -> usize {
        let parts = |t: &Track| match t.keys.interpolation() {
            Interpolation::CubicSpline => 3,
            Interpolation::Step | Interpolation::Linear => 1,
        };
        self.tracks.iter().map(|t| parts(t) * t.keys.len()).sum()
    }

    /// All distinct key times from 0 on, ascending; of one joint's tracks if `joint` is given.
    pub fn key_times(&self, joint: Option<JointId>) -> Vec<f32> {
        let mut times: Vec<f32> = self
            .tracks
            .iter()
            .filter(|t| joint.is_none() || t.target.joint() == joint)
            .flat_map(|t| t.keys.times().iter().copied())
            .filter(|&t| t >= 0.0)
            .collect();
        times.sort_by(f32::total_cmp);
        times.dedup();
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_checked_once_and_for_all() {
        let times = |t: &[f32]| Arc::<[f32]>::from(t);
        let linear = Interpolation::Linear;
        assert!(Keys::new(times(&[0.0, 1.0]), vec![0.0; 6], 3, linear).is_ok());
        assert!(Keys::new(times(&[]), vec![], 3, linear).is_ok());
        assert_eq!(
            Keys::new(times(&[0.0, 1.0]), vec![0.0; 5], 3, linear).unwrap_err(),
            ClipError::Count {
                values: 5,
                keys: 2,
                width: 3
            }
        );
        assert_eq!(
            Keys::new(times(&[1.0, 0.5]), vec![0.0; 6], 3, linear).unwrap_err(),
            ClipError::Unordered(1)
        );
        assert_eq!(
            Keys::new(times(&[0.0, f32::NAN]), vec![0.0; 6], 3, linear).unwrap_err(),
            ClipError::NotFinite(1)
        );
        let mut values = vec![0.0; 6];
        values[4] = f32::INFINITY;
        assert_eq!(
            Keys::new(times(&[0.0, 1.0]), values, 3, linear).unwrap_err(),
            ClipError::NotFinite(1)
        );
        assert!(Keys::new(times(&[0.0]), vec![0.0; 9], 3, Interpolation::CubicSpline).is_ok());
    }
}
