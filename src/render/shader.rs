//! WGSL parts and the modules that they are joined to.
//!
//! Plain WGSL, joined by list: module scope does not depend on order, so there is no preprocessor. Bind groups by how
//! often they change: 0 frame, 1 draw (skin and morph), 2 material, 3 what other passes drew.

/// One file of `shaders/`.
#[derive(Debug, Clone, Copy)]
pub struct ShaderPart {
    /// File name.
    pub name: &'static str,
    /// WGSL.
    pub text: &'static str,
}

macro_rules! part {
    ($name:literal) => {
        ShaderPart {
            name: $name,
            text: include_str!(concat!("../../shaders/", $name)),
        }
    };
}

const FRAME: ShaderPart = part!("frame.wgsl");
const SKINNING: ShaderPart = part!("skinning.wgsl");
const TEACH: ShaderPart = part!("teach.wgsl");
const MORPH: ShaderPart = part!("morph.wgsl");
const RAMP: ShaderPart = part!("ramp.wgsl");
const COLOR: ShaderPart = part!("color.wgsl");
const TONE: ShaderPart = part!("tone.wgsl");
const SURROUNDINGS: ShaderPart = part!("surroundings.wgsl");
const ENVIRONMENT: ShaderPart = part!("environment.wgsl");
const BACKGROUND: ShaderPart = part!("background.wgsl");
const BRDF: ShaderPart = part!("brdf.wgsl");
const GLASS: ShaderPart = part!("glass.wgsl");
const OPENNESS: ShaderPart = part!("openness.wgsl");
const AMBIENT: ShaderPart = part!("ambient.wgsl");
const KEY_SHADOW: ShaderPart = part!("key_shadow.wgsl");
const LIGHT: ShaderPart = part!("light.wgsl");
const MATERIAL: ShaderPart = part!("material.wgsl");
const MESH: ShaderPart = part!("mesh.wgsl");
const LOOK: ShaderPart = part!("look.wgsl");
const WIRE: ShaderPart = part!("wire.wgsl");
const GROUND: ShaderPart = part!("ground.wgsl");
const BAKE: ShaderPart = part!("bake.wgsl");
const SKY: ShaderPart = part!("sky.wgsl");
const OVERLAY: ShaderPart = part!("overlay.wgsl");
const FINISH: ShaderPart = part!("finish.wgsl");
const OCCLUSION: ShaderPart = part!("occlusion.wgsl");
const ACCUMULATE: ShaderPart = part!("accumulate.wgsl");
const MIP: ShaderPart = part!("mip.wgsl");

/// A shader module: which parts it is joined from.
#[derive(Debug, Clone, Copy)]
pub struct ShaderModule {
    /// For labels and messages.
    pub name: &'static str,
    /// In order.
    pub parts: &'static [ShaderPart],
}

/// The character: skinned, morphed, shaded; also its shadow and its vertices as pixels.
pub const MESH_MODULE: ShaderModule = ShaderModule {
    name: "mesh",
    parts: &[
        FRAME,
        SKINNING,
        TEACH,
        MORPH,
        COLOR,
        TONE,
        RAMP,
        SURROUNDINGS,
        BACKGROUND,
        BRDF,
        OPENNESS,
        AMBIENT,
        KEY_SHADOW,
        LIGHT,
        GLASS,
        MATERIAL,
        MESH,
        LOOK,
        WIRE,
    ],
};
/// The grid and the shadow on the ground.
pub const GROUND_MODULE: ShaderModule = ShaderModule {
    name: "ground",
    parts: &[FRAME, COLOR, GROUND],
};
/// How dark the character makes the ground, drawn into a small texture.
pub const BAKE_MODULE: ShaderModule = ShaderModule {
    name: "bake",
    parts: &[FRAME, BAKE],
};
/// How high the surroundings stand, seen from above and blurred.
pub const SKY_MODULE: ShaderModule = ShaderModule {
    name: "sky",
    parts: &[FRAME, SKY],
};
/// Bones and joints.
pub const OVERLAY_MODULE: ShaderModule = ShaderModule {
    name: "overlay",
    parts: &[FRAME, COLOR, OVERLAY],
};
/// From Samples to the picture.
pub const FINISH_MODULE: ShaderModule = ShaderModule {
    name: "finish",
    parts: &[FRAME, COLOR, TONE, SURROUNDINGS, BACKGROUND, FINISH],
};
/// Ambient occlusion, at half the picture's size, and its smoothing.
pub const OCCLUSION_MODULE: ShaderModule = ShaderModule {
    name: "occlusion",
    parts: &[FRAME, OPENNESS, OCCLUSION],
};
/// The mean of samples.
pub const ACCUMULATE_MODULE: ShaderModule = ShaderModule {
    name: "accumulate",
    parts: &[ACCUMULATE],
};
/// Mip levels.
pub const MIP_MODULE: ShaderModule = ShaderModule {
    name: "mip",
    parts: &[MIP],
};

/// A picture of surroundings to reflections by roughness.
pub const ENVIRONMENT_MODULE: ShaderModule = ShaderModule {
    name: "environment",
    parts: &[ENVIRONMENT],
};
/// From scene light to display light and back; only to be tried by itself.
pub const TONE_MODULE: ShaderModule = ShaderModule {
    name: "tone",
    parts: &[TONE],
};

/// Every module there is; the tests validate each.
pub const MODULES: [ShaderModule; 11] = [
    MESH_MODULE,
    GROUND_MODULE,
    BAKE_MODULE,
    SKY_MODULE,
    OVERLAY_MODULE,
    FINISH_MODULE,
    OCCLUSION_MODULE,
    ACCUMULATE_MODULE,
    MIP_MODULE,
    ENVIRONMENT_MODULE,
    TONE_MODULE,
];

impl ShaderModule {
    /// The joined text.
    pub fn source(&self) -> String {
        self.parts.iter().map(|p| p.text).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn create(&self, device: &wgpu::Device) -> wgpu::ShaderModule {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.name),
            source: wgpu::ShaderSource::Wgsl(self.source().into()),
        })
    }
}
