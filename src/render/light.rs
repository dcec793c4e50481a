//! The file's own lights in a picture, and how much of the studio stays beside them.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::model::{Light, LightInstance, LightKind, MOST_LIGHTS, Model, PosedModel};
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
