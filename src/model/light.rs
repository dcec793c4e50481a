//! Lights of the file. Source: KHR_lights_punctual.

use glam::Vec3;

use super::{Model, PosedModel, SceneId, Source, quick_bounds};
use crate::animation::JointId;
use crate::skinning::SkinningMethod;

/// Lux on the middle of a model above which lights are in physical units.
const TOO_BRIGHT: f32 = 20.0;
/// Lux there that such lights are brought down to: a white surface that faces them is just white.
const BRIGHT: f32 = std::f32::consts::PI;

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

impl Model {
    /// What the model's lights are multiplied by in pictures: 1 unless they would blind.
    ///
    /// One lux is one unit of irradiance, as in Khronos' Sample Viewer and three.js, whose scale most files are made for.
    /// Files with lights in physical units (a lamp of 1000 W is 54,000 candela) would be white all over; they are
    /// brought down to what a picture shows, all lights alike, so that their balance stays.
    pub fn light_scale(&self) -> f32 {
        let lux = self.lux_in_the_middle();
        if lux > TOO_BRIGHT { BRIGHT / lux } else { 1.0 }
    }

    /// Lux that the file's lights put on the middle of the shown scene, at rest.
    pub fn lux_in_the_middle(&self) -> f32 {
        if self.light_instances.is_empty() {
            return 0.0;
        }
        let posed = PosedModel::at_rest(self);
        lux_in_the_middle(self, &posed, self.default_scene)
    }
}

fn lux_in_the_middle(model: &Model, posed: &PosedModel, scene: SceneId) -> f32 {
    let bounds = quick_bounds(model, posed, scene, SkinningMethod::LinearBlend);
    let (middle, nearest) = if bounds.is_empty() {
        (Vec3::ZERO, 1.0)
    } else {
        (bounds.center(), (0.5 * bounds.diagonal()).max(1e-6))
    };
    let of = |(instance, light): (&LightInstance, &Light)| {
        let at: Vec3 = posed
            .model_space
            .model_from_joint(instance.joint)
            .translation
            .into();
        let lux = match light.kind {
            LightKind::Directional => light.intensity,
            // Not from within.
            LightKind::Point | LightKind::Spot { .. } => {
                light.intensity / at.distance(middle).max(nearest).powi(2)
            }
        };
        lux * light.color.max_element()
    };
    model.scene_lights(scene).map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animation::SkeletonBuilder;
    use crate::math::Transform;
    use crate::model::Scene;

    fn lit(intensity: f32) -> Model {
        let mut builder = SkeletonBuilder::new();
        builder.node(None, None, Transform::IDENTITY);
        let (skeleton, joints) = builder.build().unwrap();
        Model {
            skeleton,
            lights: vec![Light {
                name: None,
                kind: LightKind::Directional,
                color: Vec3::ONE,
                intensity,
                range: None,
                source: Source::default(),
            }],
            light_instances: vec![LightInstance {
                joint: joints[0],
                light: LightId(0),
            }],
            scenes: vec![Scene {
                joints,
                ..Scene::default()
            }],
            ..Model::default()
        }
    }

    #[test]
    fn lights_that_would_blind_are_brought_down_and_others_kept() {
        assert_eq!(lit(3.0).light_scale(), 1.0);
        assert_eq!(lit(19.0).light_scale(), 1.0);
        let scaled = lit(1000.0).light_scale() * 1000.0;
        assert!((scaled - BRIGHT).abs() < 1e-4, "{scaled}");
        assert_eq!(Model::default().light_scale(), 1.0);
    }
}
