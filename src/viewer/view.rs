//! What `render` is asked to draw: a plain value, made from the viewer's state for each frame.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::look::{Look, Weights};
use super::{Camera, Theme};
use crate::animation::JointId;
use crate::model::{MaterialVariantId, SceneId};
use crate::skinning::{Skinning, SkinningMethod};
use crate::teach::Fault;

pub use super::surroundings::{LightSource, Studio, ToneMapping};

/// Linear RGB with alpha, 0 to 1, straight.
pub type LinearRgba = [f32; 4];

/// What is behind the character.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Background {
    /// A radial gradient, lighter behind the character. sRGB-encoded RGB, 0 to 1.
    Radial {
        /// In the middle.
        inner: [f32; 3],
        /// At the corners.
        outer: [f32; 3],
    },
    /// From one colour to another. sRGB-encoded RGB, 0 to 1.
    Vertical {
        /// At the top.
        top: [f32; 3],
        /// At the bottom.
        bottom: [f32; 3],
    },
    /// What the light comes from: the picture of surroundings, or the studio's dome.
    Surroundings {
        /// Out of focus.
        blurred: bool,
    },
    /// Nothing: alpha 0.
    Transparent,
}

impl Background {
    /// The dark theme's viewport.
    pub const DARK: Self = Self::Radial {
        inner: rgb(0x3a, 0x3f, 0x47),
        outer: rgb(0x1b, 0x1e, 0x23),
    };
    /// The light theme's viewport.
    pub const LIGHT: Self = Self::Radial {
        inner: rgb(0xdf, 0xe3, 0xe8),
        outer: rgb(0xb9, 0xc0, 0xc9),
    };

    /// That of a theme.
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self::DARK,
            Theme::Light => Self::LIGHT,
        }
    }
}

/// sRGB bytes as the encoded numbers of a [`Background`].
pub const fn rgb(r: u8, g: u8, b: u8) -> [f32; 3] {
    [r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0]
}

/// What is drawn besides the character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Overlays {
    /// Joints and bones, seen through the mesh and dimmed behind it.
    pub skeleton: bool,
    /// The ground grid.
    pub grid: bool,
    /// Meshes that the file hides (KHR_node_visibility).
    pub hidden: bool,
    /// Edges of triangles over the surface.
    pub wires: bool,
    /// Names of joints beside them.
    pub names: bool,
    /// Axes of joints.
    pub axes: bool,
    /// Joints as lines and points instead of octahedra.
    pub lines: bool,
    /// Nodes that no skin uses, told apart from joints.
    pub nodes: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            skeleton: false,
            grid: true,
            hidden: false,
            wires: false,
            names: false,
            axes: false,
            lines: false,
            nodes: false,
        }
    }
}

/// How the two ways to skin share the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Layout {
    /// A alone.
    A,
    /// B alone.
    B,
    /// One picture, A left of a line and B right of it.
    Split {
        /// Where the line is, 0 (left edge) to 1 (right edge).
        at: f32,
    },
    /// B translucent over A.
    Ghost,
    /// A, coloured by how far B is from it.
    Difference {
        /// The distance at the end of the colour ramp, metres, more than 0.
        scale: f32,
    },
    /// Two pictures side by side, A left, B right, with the same camera.
    Side,
}

impl Layout {
    /// True if both ways are drawn.
    pub fn shows_both(self) -> bool {
        !matches!(self, Self::A | Self::B)
    }

    /// The first column of pixels that shows B in a picture `width_px` wide: where the line of a split and the border of
    /// two pictures stand. 0 if B has all of it, `width_px` if none is B's alone.
    pub fn first_column_of_b(self, width_px: u32) -> u32 {
        match self {
            Self::B => 0,
            Self::Split { at } if at.is_nan() => width_px / 2,
            Self::Split { at } => {
                ((f64::from(at) * f64::from(width_px)).round().max(0.0) as u32).min(width_px)
            }
            Self::Side => width_px / 2,
            Self::A | Self::Ghost | Self::Difference { .. } => width_px,
        }
    }
}

/// Which lights are on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lights {
    /// The file's own, with the studio dimmed so that nothing is lost in the dark; the studio alone where the file has
    /// none.
    #[default]
    Both,
    /// The studio alone.
    Studio,
    /// The file's own alone; the studio where it has none.
    File,
}

/// How much work goes into a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// What the device is up to: [`Self::Reduced`] where pictures are drawn on the CPU, else [`Self::Full`].
    #[default]
    Automatic,
    /// Everything.
    Full,
    /// While things move, without soft shadows, ambient occlusion and smooth edges; at rest they come back.
    Reduced,
}

/// One picture of one model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Pixels, width and height.
    pub size_px: [u32; 2],
    /// From where.
    pub camera: Camera,
    /// Which scene of the model.
    pub scene: SceneId,
    /// Which set of materials; `None`: each primitive's own.
    pub material_variant: Option<MaterialVariantId>,
    /// Two ways to skin, A and B.
    pub skinnings: [Skinning; 2],
    /// How they share the picture.
    pub layout: Layout,
    /// What is wrong on purpose. Model and pose are already those of the fault; the renderer must only know for those
    /// that move vertices.
    pub fault: Option<Fault>,
    /// What is behind.
    pub background: Background,
    /// What the surface shows.
    pub look: Look,
    /// What of the influences is painted over it, if anything is.
    pub weights: Option<Weights>,
    /// What is drawn besides.
    pub overlays: Overlays,
    /// Drawn as selected in the skeleton overlay.
    pub selected_joint: Option<JointId>,
    /// Drawn as under the pointer.
    pub hovered_joint: Option<JointId>,
    /// Height of the ground, model space, metres.
    pub ground_y: f32,
    /// Length that the grid and the overlay are sized by: the model's diagonal, metres.
    pub model_size: f32,
    /// Where a ghost has faded in: how far B is from A there, metres; `None`: two thousandths of `model_size`.
    pub ghost_from: Option<f32>,
    /// Which lights are on.
    pub lights: Lights,
    /// How much work goes into it.
    pub preset: Preset,
    /// Where the light comes from that is not the file's.
    pub surroundings: LightSource,
    /// How far it is turned about +Y, radians, counter-clockwise seen from above.
    pub surroundings_turn: f32,
    /// From scene light to display light.
    pub tone_mapping: ToneMapping,
    /// Stops of exposure; 0 is neutral.
    pub exposure_ev: f32,
    /// Direction towards the key light, view space, so that the light follows the camera; need not be unit.
    pub key_light_in_view: Vec3,
}

impl View {
    /// The view with one way to skin.
    pub fn with_skinning(self, skinning: impl Into<Skinning>) -> Self {
        Self {
            skinnings: [skinning.into(), self.skinnings[1]],
            layout: Layout::A,
            ..self
        }
    }

    /// The ways to skin that are drawn.
    pub fn shown(&self) -> &[Skinning] {
        match self.layout {
            Layout::A => &self.skinnings[..1],
            Layout::B => &self.skinnings[1..],
            _ => &self.skinnings,
        }
    }

    /// How far B is from A where a ghost has faded in, metres.
    pub fn ghost_distance(&self) -> f32 {
        self.ghost_from.unwrap_or(2e-3 * self.model_size)
    }

    /// True if a palette needs its dual quaternion part to draw this.
    pub fn needs_dual_quaternions(&self) -> bool {
        self.shown().iter().any(|s| s.method.needs_dual_quaternions())
    }
}

/// Where the key light is unless somebody turns it: to the upper left, well in front. Right, up, to the viewer.
pub const KEY_LIGHT_IN_VIEW: Vec3 = Vec3::new(-0.52, 0.78, 0.62);

impl Default for View {
    fn default() -> Self {
        Self {
            size_px: [1280, 720],
            camera: Camera::default(),
            scene: SceneId::default(),
            material_variant: None,
            skinnings: [
                SkinningMethod::LinearBlend.into(),
                SkinningMethod::DualQuaternion.into(),
            ],
            layout: Layout::A,
            fault: None,
            background: Background::DARK,
            look: Look::Lit,
            weights: None,
            overlays: Overlays::default(),
            selected_joint: None,
            hovered_joint: None,
            ground_y: 0.0,
            model_size: 1.0,
            ghost_from: None,
            lights: Lights::Both,
            preset: Preset::Full,
            surroundings: LightSource::default(),
            surroundings_turn: 0.0,
            tone_mapping: ToneMapping::default(),
            exposure_ev: 0.0,
            key_light_in_view: KEY_LIGHT_IN_VIEW,
        }
    }
}
