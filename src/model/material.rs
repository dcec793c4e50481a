//! Materials, textures and pictures. Source: glTF 2.0, section 3.9.

use glam::{Vec2, Vec3, Vec4};

use super::{
    Anisotropy, Array, Basis, Clearcoat, Iridescence, Sheen, Source, Specular, Transmission, Volume,
};

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

/// Metallic-roughness material with its layers.
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
    /// Index of refraction (KHR_materials_ior), 1 and more; 0: all light is reflected.
    pub ior: f32,
    /// Reflection of the dielectric.
    pub specular: Specular,
    /// Lacquer.
    pub clearcoat: Clearcoat,
    /// Fibres.
    pub sheen: Sheen,
    /// What goes through.
    pub transmission: Transmission,
    /// What it goes through.
    pub volume: Volume,
    /// Thin film.
    pub iridescence: Iridescence,
    /// Brushed metal.
    pub anisotropy: Anisotropy,
    /// Extensions that the file gives this material, whether they show or not.
    pub extensions: Vec<String>,
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
            ior: 1.5,
            specular: Specular::default(),
            clearcoat: Clearcoat::default(),
            sheen: Sheen::default(),
            transmission: Transmission::default(),
            volume: Volume::default(),
            iridescence: Iridescence::default(),
            anisotropy: Anisotropy::default(),
            extensions: Vec::new(),
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

    /// Every use of a texture, with its name; the order is that of the shader's slots.
    pub fn texture_uses(&self) -> [(&'static str, Option<&TextureSlot>); TEXTURE_USES] {
        [
            ("base_color", &self.base_color_texture),
            ("metallic_roughness", &self.metallic_roughness_texture),
            ("normal", &self.normal_texture),
            ("occlusion", &self.occlusion_texture),
            ("emissive", &self.emissive_texture),
            ("clearcoat", &self.clearcoat.texture),
            ("clearcoat_roughness", &self.clearcoat.roughness_texture),
            ("clearcoat_normal", &self.clearcoat.normal_texture),
            ("sheen_color", &self.sheen.color_texture),
            ("sheen_roughness", &self.sheen.roughness_texture),
            ("specular", &self.specular.texture),
            ("specular_color", &self.specular.color_texture),
            ("transmission", &self.transmission.texture),
            ("thickness", &self.volume.thickness_texture),
            ("iridescence", &self.iridescence.texture),
            ("iridescence_thickness", &self.iridescence.thickness_texture),
            ("anisotropy", &self.anisotropy.texture),
        ]
        .map(|(name, slot)| (name, slot.as_ref()))
    }

    /// Every texture slot in use.
    pub fn slots(&self) -> impl Iterator<Item = &TextureSlot> {
        self.texture_uses().into_iter().filter_map(|(_, slot)| slot)
    }

    /// The UV set along which tangents run, if the material has a use for them.
    pub fn tangent_uv_set(&self) -> Option<u32> {
        let by_texture = [
            &self.normal_texture,
            &self.clearcoat.normal_texture,
            &self.anisotropy.texture,
        ];
        let slot = by_texture.into_iter().flatten().next();
        slot.map(|s| s.uv_set)
            .or_else(|| (self.anisotropy.strength > 0.0).then_some(0))
    }

    /// Which of the [`TEXTURE_BINDINGS`] each use of a texture reads: the first five have their own, all others share
    /// what is left, and each other's where picture, sampler and kind of colour are the same. `None`: no texture, or no
    /// binding left (then the use's factor alone counts).
    ///
    /// A fragment stage may read 16 textures on every device; shadow, sky, backdrop and surroundings take the rest.
    pub fn texture_bindings(&self, textures: &[Texture]) -> [Option<u8>; TEXTURE_USES] {
        let picture = |slot: &TextureSlot| {
            let texture = textures.get(slot.texture.0 as usize)?;
            Some((texture.image?, texture.sampler))
        };
        let mut taken = [None; TEXTURE_BINDINGS];
        let uses = self.texture_uses();
        for (k, (_, slot)) in uses.iter().enumerate().take(OWN_BINDINGS) {
            taken[k] = slot.and_then(picture).map(|p| (p, IS_SRGB[k]));
        }
        // The room that is nobody's first, then what the first five leave.
        let order = (OWN_BINDINGS..TEXTURE_BINDINGS).chain(0..OWN_BINDINGS);
        let mut out = [None; TEXTURE_USES];
        for (k, (_, slot)) in uses.iter().enumerate() {
            let Some(wanted) = slot.and_then(picture).map(|p| (p, IS_SRGB[k])) else {
                continue;
            };
            if k < OWN_BINDINGS {
                out[k] = Some(k as u8);
                continue;
            }
            let shared = taken.iter().position(|t| *t == Some(wanted));
            let found = shared.or_else(|| order.clone().find(|&b| taken[b].is_none()));
            if let Some(binding) = found {
                taken[binding] = Some(wanted);
                out[k] = Some(binding as u8);
            }
        }
        out
    }
}

/// Uses that a material can have for textures.
pub const TEXTURE_USES: usize = 17;
/// Textures that a material's shader can read.
pub const TEXTURE_BINDINGS: usize = 11;
/// The first uses, each with a binding of its own.
const OWN_BINDINGS: usize = 5;
/// Which [`Material::texture_uses`] hold colours in sRGB. (Their alpha is linear, as is all else.)
pub const IS_SRGB: [bool; TEXTURE_USES] = [
    true, false, false, false, true, false, false, false, true, true, true, true, false, false, false, false,
    false,
];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(clippy::unnecessary_wraps, reason = "as materials hold them")]
    fn slot(texture: u32) -> Option<TextureSlot> {
        Some(TextureSlot {
            texture: TextureId(texture),
            uv_set: 0,
            transform: UvTransform::default(),
        })
    }

    #[test]
    fn uses_of_one_picture_share_a_binding_and_what_finds_none_is_left_out() {
        let textures: Vec<Texture> = (0..20)
            .map(|k| Texture {
                name: None,
                image: Some(ImageId(k)),
                sampler: Sampler::default(),
                source: Source::default(),
            })
            .collect();
        let mut m = Material {
            base_color_texture: slot(0),
            normal_texture: slot(1),
            ..Material::default()
        };
        m.clearcoat.texture = slot(2);
        m.clearcoat.roughness_texture = slot(2);
        m.clearcoat.normal_texture = slot(1);
        // Colours and numbers of one picture are two textures on the device.
        m.sheen.color_texture = slot(0);
        m.transmission.texture = slot(0);
        let b = m.texture_bindings(&textures);
        assert_eq!((b[0], b[2]), (Some(0), Some(2)));
        assert_eq!((b[5], b[6]), (Some(5), Some(5)));
        assert_eq!(b[7], Some(2));
        assert_eq!((b[8], b[12]), (Some(0), Some(6)));
        // Twelve different ones on top of five: six find room.
        for (k, s) in [
            &mut m.base_color_texture,
            &mut m.metallic_roughness_texture,
            &mut m.normal_texture,
            &mut m.occlusion_texture,
            &mut m.emissive_texture,
            &mut m.clearcoat.texture,
            &mut m.clearcoat.roughness_texture,
            &mut m.clearcoat.normal_texture,
            &mut m.sheen.color_texture,
            &mut m.sheen.roughness_texture,
            &mut m.specular.texture,
            &mut m.specular.color_texture,
            &mut m.transmission.texture,
        ]
        .into_iter()
        .enumerate()
        {
            *s = slot(k as u32);
        }
        let b = m.texture_bindings(&textures);
        assert_eq!(b.iter().flatten().count(), TEXTURE_BINDINGS);
        assert_eq!((b[10], b[11], b[12]), (Some(10), None, None));
    }
}
