//! Lights of the file. Source: KHR_lights_punctual.

use glam::Vec3;

use super::Source;
use crate::animation::JointId;

/// Most lights that a picture has; an importer keeps no more.
pub const MOST_LIGHTS: usize = 64;

/// Which light of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LightId(pub u32);

/// How a light spreads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LightKind {
    /// From infinitely far away, along the node's -Z.
    Directional,
    /// From a point, to all sides.
    Point,
    /// From a point into a cone around the node's -Z.
    Spot {
        /// Angle from the middle up to which it is full, radians; less than `outer`.
        inner: f32,
        /// Angle from the middle where it ends, radians, at most a quarter turn.
        outer: f32,
    },
}

impl LightKind {
    /// The file's word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Directional => "directional",
            Self::Point => "point",
            Self::Spot { .. } => "spot",
        }
    }
}

/// A light, wherever it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Light {
    /// Name in the file.
    pub name: Option<String>,
    /// How it spreads.
    pub kind: LightKind,
    /// Linear RGB, 0 and more.
    pub color: Vec3,
    /// Lux (lm/m²) of directional lights, candela (lm/sr) of the others.
    ///
    /// One lux is one unit of irradiance in a picture of exposure 0: a white, rough surface under `pi` lux is white.
    /// So do Khronos' Sample Viewer and three.js.
    pub intensity: f32,
    /// Metres at which it has faded to nothing; `None`: by the square of the distance alone.
    pub range: Option<f32>,
    /// Place in the file.
    pub source: Source,
}

/// A light where a node of the file carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LightInstance {
    /// The node that carries, and moves, it.
    pub joint: JointId,
    /// The light.
    pub light: LightId,
}
