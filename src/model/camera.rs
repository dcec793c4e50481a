//! Cameras of the file, where its nodes carry them.

use glam::{Mat3, Vec3};

use super::{Model, PosedModel, Source};
use crate::animation::JointId;

/// Which camera of a model: a node that carries one, in the order of the file's nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CameraId(pub u32);

/// How a camera of the file maps depth to the picture. The planes at which it cuts are not kept: what is looked at must
/// not be cut by what an exporter wrote. The width follows from that of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lens {
    /// Nearer is larger.
    Perspective {
        /// Vertical field of view, radians, more than 0 and less than pi.
        fov_y: f32,
    },
    /// Parallel.
    Orthographic {
        /// Half of the height that is seen, metres, more than 0.
        half_height: f32,
    },
}

/// A node of the file that carries a camera. It moves with the node.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneCamera {
    /// Name of the node, else of the camera.
    pub name: Option<String>,
    /// The node.
    pub joint: JointId,
    /// What it sees.
    pub lens: Lens,
    /// Place of the node in the file.
    pub source: Source,
}

/// Where a camera is and how it is turned: unit vectors at right angles, model space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CameraPlace {
    /// Where it is.
    pub position: Vec3,
    /// To the right in its picture.
    pub right: Vec3,
    /// Up in its picture.
    pub up: Vec3,
    /// Away from what it looks at.
    pub backward: Vec3,
}

impl SceneCamera {
    /// Where it is in a pose. Scale and mirrors above it turn and place it, and change nothing else of it. `None` if
    /// they leave no direction.
    pub fn place(&self, posed: &PosedModel) -> Option<CameraPlace> {
        let m = posed.model_space.model_from_joint(self.joint);
        let axes = Mat3::from(m.matrix3);
        let backward = axes.z_axis.try_normalize()?;
        let right = axes.y_axis.cross(backward).try_normalize()?;
        let place = CameraPlace {
            position: m.translation.into(),
            right,
            up: backward.cross(right),
            backward,
        };
        place.position.is_finite().then_some(place)
    }
}

impl Model {
    /// A camera.
    pub fn camera(&self, id: CameraId) -> Option<&SceneCamera> {
        self.cameras.get(id.0 as usize)
    }
}
