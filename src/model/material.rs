//! Materials, textures and pictures. Source: glTF 2.0, section 3.9.

use glam::{Vec2, Vec3, Vec4};

use super::{Array, Basis, Source};

/// Which material of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialId(pub u32);

/// Which texture of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureId(pub u32);

/// Which picture of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImageId(pub u32);

/// What a texture's alpha means.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum AlphaMode {
    /// Alpha is ignored.
    #[default]
    Opaque,
    /// Below the cutoff nothing shows.
    Mask {
        /// 0 to 1.
        cutoff: f32,
    },
    /// Mixed with what is behind.
    Blend,
}

/// KHR_texture_transform: `uv' = T * R * S * uv`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UvTransform {
    /// Offset.
    pub offset: Vec2,
    /// Radians, counter-clockwise.
    pub rotation: f32,
    /// Scale.
    pub scale: Vec2,
}

impl Default for UvTransform {
    fn default() -> Self {
        Self {
            offset: Vec2::ZERO,
            rotation: 0.0,
            scale: Vec2::ONE,
        }
    }
}

/// A texture as a material uses it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureSlot {
    /// Which texture.
    pub texture: TextureId,
    /// Which UV set, 0 or 1.
    pub uv_set: u32,
    /// Applied to the UVs of that set.
    pub transform: UvTransform,
}

/// Metallic-roughness material.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Name in the file.
    pub name: Option<String>,
    /// Linear RGBA factor.
    pub base_color: Vec4,
    /// sRGB RGBA.
    pub base_color_texture: Option<TextureSlot>,
    /// 0 to 1.
    pub metallic: f32,
    /// 0 to 1, perceptual.
    pub roughness: f32,
    /// Green is roughness, blue is metallic; linear.
    pub metallic_roughness_texture: Option<TextureSlot>,
    /// Tangent space, linear.
    pub normal_texture: Option<TextureSlot>,
    /// Scale of the normal's x and y.
    pub normal_scale: f32,
    /// Red is occlusion; linear.
    pub occlusion_texture: Option<TextureSlot>,
    /// 0 to 1.
    pub occlusion_strength: f32,
    /// Linear RGB factor (KHR_materials_emissive_strength multiplied in).
    pub emissive: Vec3,
    /// sRGB.
    pub emissive_texture: Option<TextureSlot>,
    /// What alpha means.
    pub alpha_mode: AlphaMode,
    /// Back faces show, too, with their normals turned.
    pub double_sided: bool,
    /// KHR_materials_unlit.
    pub unlit: bool,
    /// Place in the file.
    pub source: Source,
}

impl Default for Material {
    /// The specification's defaults.
    fn default() -> Self {
        Self {
            name: None,
            base_color: Vec4::ONE,
            base_color_texture: None,
            metallic: 1.0,
            roughness: 1.0,
            metallic_roughness_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
            occlusion_texture: None,
            occlusion_strength: 1.0,
            emissive: Vec3::ZERO,
            emissive_texture: None,
            alpha_mode: AlphaMode::Opaque,
            double_sided: false,
            unlit: false,
            source: Source::default(),
        }
    }
}

impl Material {
    /// What a primitive without material gets in this program: light, rough, not metallic, so that its form reads
    /// (the specification's default is a rough metal, which is nearly black without surroundings).
    pub fn clay() -> Self {
        Self {
            base_color: Vec4::new(0.8, 0.79, 0.77, 1.0),
            metallic: 0.0,
            roughness: 0.65,
            ..Self::default()
        }
    }

    /// Every texture slot in use.
    pub fn slots(&self) -> impl Iterator<Item = &TextureSlot> {
        [
            &self.base_color_texture,
            &self.metallic_roughness_texture,
            &self.normal_texture,
            &self.occlusion_texture,
            &self.emissive_texture,
        ]
        .into_iter()
        .flatten()
    }
}

/// What happens outside 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Wrap {
    /// Repeats.
    #[default]
    Repeat,
    /// Repeats mirrored.
    Mirror,
    /// The edge goes on.
    Clamp,
}

/// How texels are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Filter {
    /// Interpolated.
    #[default]
    Linear,
    /// The nearest one.
    Nearest,
}

/// How a texture is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Sampler {
    /// Along u.
    pub wrap_u: Wrap,
    /// Along v.
    pub wrap_v: Wrap,
    /// When enlarged.
    pub mag: Filter,
    /// When reduced.
    pub min: Filter,
    /// Between mip levels; `None`: no mip levels.
    pub mip: Option<Filter>,
}

/// A picture and how it is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Name in the file.
    pub name: Option<String>,
    /// The picture; `None` when the file names none that can be used (a placeholder shows).
    pub image: Option<ImageId>,
    /// How it is read.
    pub sampler: Sampler,
    /// Place in the file.
    pub source: Source,
}

/// What a picture holds.
#[derive(Debug, Clone)]
pub enum Pixels {
    /// 8-bit RGBA, straight alpha, rows from the top: `4 * width * height` bytes.
    Rgba8(Array<u8>),
    /// Still compressed; whoever uploads it chooses what becomes of it.
    Basis(Basis),
}

impl Pixels {
    /// The decoded pixels; empty where they are compressed.
    pub fn rgba(&self) -> &[u8] {
        match self {
            Self::Rgba8(rgba) => rgba,
            Self::Basis(_) => &[],
        }
    }

    /// True if both are clones of one thing.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Rgba8(a), Self::Rgba8(b)) => a.ptr_eq(b),
            (Self::Basis(a), Self::Basis(b)) => a.ptr_eq(b),
            _ => false,
        }
    }
}

/// A picture. Whether it is sRGB or linear says its use.
#[derive(Debug, Clone)]
pub struct Image {
    /// Name in the file, or its URI.
    pub name: Option<String>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// What it holds.
    pub pixels: Pixels,
    /// True if the file's picture was missing or broken and this stands in for it.
    pub placeholder: bool,
    /// Place in the file.
    pub source: Source,
}
