//! The file's own lights in a picture, and how much of the studio stays beside them.
//!
//! One lux is one unit of irradiance, as in Khronos' Sample Viewer and three.js, whose scale most files are made for.
//! Files with lights in physical units (a lamp of 1000 W is 54,000 candela) would be white all over; they are brought
//! down to what a picture shows, all lights alike, so that their balance stays.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::model::{Light, LightInstance, LightKind, MOST_LIGHTS, Model, PosedModel, SceneId, quick_bounds};
use crate::skinning::SkinningMethod;
use crate::viewer::view::{Lights, View};

/// Twin of `FileLight` in `light.wgsl`, which documents each field.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
#[allow(missing_docs, reason = "documented in light.wgsl")]
pub struct FileLight {
    pub position: Vec3,
    pub inverse_range: f32,
    pub direction: Vec3,
    pub kind: u32,
    pub color: Vec3,
    pub cone_scale: f32,
    pub cone_offset: f32,
    pub pad0: f32,
    pub pad1: f32,
    pub pad2: f32,
}

/// Bytes of the buffer that holds them.
pub(super) const LIGHT_BYTES: u64 = (MOST_LIGHTS * size_of::<FileLight>()) as u64;

/// What is left of the studio beside the file's lights: enough to read forms that they leave in the dark.
const STUDIO_BESIDE: f32 = 0.3;

/// Lux on the middle of a model above which lights are in physical units.
const TOO_BRIGHT: f32 = 20.0;
/// Lux there that such lights are brought down to: a white surface that faces them is just white.
const BRIGHT: f32 = std::f32::consts::PI;

impl FileLight {
    fn new(instance: LightInstance, light: &Light, posed: &PosedModel, scale: f32) -> Self {
        let node = posed.model_space.model_from_joint(instance.joint);
        let backward: Vec3 = node.matrix3.z_axis.into();
        let (kind, cone_scale, cone_offset) = match light.kind {
            LightKind::Directional => (0, 0.0, 0.0),
            LightKind::Point => (1, 0.0, 0.0),
            // Source: KHR_lights_punctual, "Inner and Outer Cone Angles".
            LightKind::Spot { inner, outer } => {
                let scale = 1.0 / (inner.cos() - outer.cos()).max(1e-3);
                (2, scale, -outer.cos() * scale)
            }
        };
        Self {
            position: node.translation.into(),
            inverse_range: light.range.map_or(0.0, f32::recip),
            direction: -backward.try_normalize().unwrap_or(Vec3::Z),
            kind,
            color: light.color * light.intensity * scale,
            cone_scale,
            cone_offset,
            ..Self::default()
        }
    }
}

/// The file's lights of a picture, and the share of the studio.
pub(super) fn lights(model: &Model, posed: &PosedModel, view: &View, scale: f32) -> (Vec<FileLight>, f32) {
    let all = || {
        let of_scene = model.scene_lights(view.scene).take(MOST_LIGHTS);
        of_scene
            .map(|(i, l)| FileLight::new(*i, l, posed, scale))
            .collect()
    };
    match view.lights {
        Lights::Studio => (Vec::new(), 1.0),
        // A file without lights is not shown in the dark.
        _ if model.scene_lights(view.scene).next().is_none() => (Vec::new(), 1.0),
        Lights::File => (all(), 0.0),
        Lights::Both => (all(), STUDIO_BESIDE),
    }
}

/// What a model's lights are multiplied by: 1 unless they would blind, at rest, in the middle of the shown scene.
pub(super) fn scale(model: &Model) -> f32 {
    if model.light_instances.is_empty() {
        return 1.0;
    }
    let posed = PosedModel::at_rest(model);
    let lux = lux_in_the_middle(model, &posed, model.default_scene);
    if lux > TOO_BRIGHT { BRIGHT / lux } else { 1.0 }
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
    use crate::model::{LightId, Scene, Source};

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
        assert_eq!(scale(&lit(3.0)), 1.0);
        assert_eq!(scale(&lit(19.0)), 1.0);
        let scaled = scale(&lit(1000.0)) * 1000.0;
        assert!((scaled - BRIGHT).abs() < 1e-4, "{scaled}");
        assert_eq!(scale(&Model::default()), 1.0);
    }

    #[test]
    fn what_the_view_asks_for_is_on() {
        let model = lit(3.0);
        let posed = PosedModel::at_rest(&model);
        let with = |lights| {
            let view = View {
                lights,
                ..View::default()
            };
            let (file, studio) = super::lights(&model, &posed, &view, 1.0);
            (file.len(), studio)
        };
        assert_eq!(with(Lights::Studio), (0, 1.0));
        assert_eq!(with(Lights::File), (1, 0.0));
        assert_eq!(with(Lights::Both), (1, STUDIO_BESIDE));
        let (none, studio) = lights(&Model::default(), &posed, &View::default(), 1.0);
        assert_eq!((none.len(), studio), (0, 1.0), "never in the dark");
    }
}
