//! What a material has beyond metal and roughness. Defaults leave no trace. Sources: the glTF extensions
//! KHR_materials_clearcoat, _sheen, _specular, _ior, _transmission, _volume, _iridescence and _anisotropy.

use glam::Vec3;

use super::TextureSlot;

/// KHR_materials_specular: how strong and of which colour a dielectric reflects.
#[derive(Debug, Clone, PartialEq)]
pub struct Specular {
    /// 0 to 1, of all reflection of the dielectric.
    pub factor: f32,
    /// Alpha multiplies the factor; linear.
    pub texture: Option<TextureSlot>,
    /// Linear RGB, 0 and more, of the reflection that faces the viewer.
    pub color: Vec3,
    /// sRGB.
    pub color_texture: Option<TextureSlot>,
}

impl Default for Specular {
    fn default() -> Self {
        Self {
            factor: 1.0,
            texture: None,
            color: Vec3::ONE,
            color_texture: None,
        }
    }
}

/// KHR_materials_clearcoat: a clear lacquer over everything else, of index 1.5.
#[derive(Debug, Clone, PartialEq)]
pub struct Clearcoat {
    /// 0 (none) to 1.
    pub factor: f32,
    /// Red multiplies the factor; linear.
    pub texture: Option<TextureSlot>,
    /// 0 to 1, perceptual.
    pub roughness: f32,
    /// Green multiplies the roughness; linear.
    pub roughness_texture: Option<TextureSlot>,
    /// Tangent space; without it the lacquer is as smooth as the mesh.
    pub normal_texture: Option<TextureSlot>,
    /// Scale of the normal's x and y.
    pub normal_scale: f32,
}

impl Default for Clearcoat {
    fn default() -> Self {
        Self {
            factor: 0.0,
            texture: None,
            roughness: 0.0,
            roughness_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
        }
    }
}

/// KHR_materials_sheen: fibres that stand up, as of velvet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sheen {
    /// Linear RGB, 0 to 1; black is none.
    pub color: Vec3,
    /// sRGB.
    pub color_texture: Option<TextureSlot>,
    /// 0 to 1, perceptual.
    pub roughness: f32,
    /// Alpha multiplies the roughness; linear.
    pub roughness_texture: Option<TextureSlot>,
}

/// KHR_materials_transmission: light that goes through instead of being scattered.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Transmission {
    /// 0 (none) to 1.
    pub factor: f32,
    /// Red multiplies the factor; linear.
    pub texture: Option<TextureSlot>,
}

/// KHR_materials_volume: what is between the surface and the way out.
#[derive(Debug, Clone, PartialEq)]
pub struct Volume {
    /// Way through, mesh space; 0 is a thin wall, which does not bend light.
    pub thickness: f32,
    /// Green multiplies the thickness; linear.
    pub thickness_texture: Option<TextureSlot>,
    /// Metres after which white light has [`Self::attenuation_color`]; infinite: never.
    pub attenuation_distance: f32,
    /// Linear RGB, 0 to 1.
    pub attenuation_color: Vec3,
}

impl Default for Volume {
    fn default() -> Self {
        Self {
            thickness: 0.0,
            thickness_texture: None,
            attenuation_distance: f32::INFINITY,
            attenuation_color: Vec3::ONE,
        }
    }
}

/// KHR_materials_iridescence: a thin film whose colour changes with the angle.
#[derive(Debug, Clone, PartialEq)]
pub struct Iridescence {
    /// 0 (none) to 1.
    pub factor: f32,
    /// Red multiplies the factor; linear.
    pub texture: Option<TextureSlot>,
    /// Of the film, 1 and more.
    pub ior: f32,
    /// Nanometres where the thickness texture is 0.
    pub thickness_minimum: f32,
    /// Nanometres where it is 1, and without one.
    pub thickness_maximum: f32,
    /// Green is the thickness; linear.
    pub thickness_texture: Option<TextureSlot>,
}

impl Default for Iridescence {
    fn default() -> Self {
        Self {
            factor: 0.0,
            texture: None,
            ior: 1.3,
            thickness_minimum: 100.0,
            thickness_maximum: 400.0,
            thickness_texture: None,
        }
    }
}

/// KHR_materials_anisotropy: brushed, so that highlights are drawn out in one direction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Anisotropy {
    /// 0 (none) to 1.
    pub strength: f32,
    /// Radians from the tangent, counter-clockwise towards the bitangent.
    pub rotation: f32,
    /// Red and green are the direction, -1 to 1 as 0 to 1; blue multiplies the strength; linear.
    pub texture: Option<TextureSlot>,
}
