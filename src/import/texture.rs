//! Textures: which picture, and how it is read.

use gltf::json;
use gltf::json::texture::{MagFilter, MinFilter, WrappingMode};
use gltf::json::validation::Checked;

use super::report::Report;
use crate::model::{Filter, ImageId, Issue, Sampler, Source, Texture, Wrap};

/// Extensions that name a picture in another format; those that can be shown are preferred to `source`, which is their
/// fallback. KTX2 comes first: it takes the least memory.
const SHOWN: [&str; 2] = ["KHR_texture_basisu", "EXT_texture_webp"];
/// Those that cannot; they name the picture where nothing else does.
const UNKNOWN: [&str; 2] = ["EXT_texture_avif", "MSFT_texture_dds"];

/// The textures, and for each the picture that shows if its own one cannot.
pub(super) type Textures = (Vec<Texture>, Vec<Option<ImageId>>);

/// Reads all textures.
pub(super) fn import(root: &json::Root, report: &mut Report) -> Textures {
    let mut out = Vec::with_capacity(root.textures.len());
    let mut fallbacks = Vec::with_capacity(root.textures.len());
    for (index, texture) in root.textures.iter().enumerate() {
        let usable = |i: usize| (i < root.images.len()).then_some(ImageId(i as u32));
        let plain = Some(texture.source.value()).and_then(usable);
        let others = |names: &[&str]| alternative(texture, names).and_then(usable);
        let shown = others(&SHOWN);
        let image = shown.or(plain).or_else(|| others(&UNKNOWN));
        fallbacks.push(plain.filter(|_| shown.is_some()));
        if image.is_none() {
            report.push(Issue::warning(
                "texture-without-image",
                format!("/textures/{index}"),
            ));
        }
        let sampler = texture
            .sampler
            .and_then(|s| root.samplers.get(s.value()))
            .map_or_else(default, sampler);
        out.push(Texture {
            name: texture.name.clone(),
            image,
            sampler,
            source: Source::element("textures", index),
        });
    }
    (out, fallbacks)
}

fn alternative(texture: &json::Texture, names: &[&str]) -> Option<usize> {
    let others = &texture.extensions.as_ref()?.others;
    let source = |name: &&str| others.get(*name)?.get("source")?.as_u64();
    names
        .iter()
        .find_map(source)
        .and_then(|i| usize::try_from(i).ok())
}

/// Repeating, smooth, with mip levels: what the specification leaves to the program.
fn default() -> Sampler {
    Sampler {
        mip: Some(Filter::Linear),
        ..Sampler::default()
    }
}

fn sampler(sampler: &json::texture::Sampler) -> Sampler {
    let wrap = |mode: Checked<WrappingMode>| match mode {
        Checked::Valid(WrappingMode::ClampToEdge) => Wrap::Clamp,
        Checked::Valid(WrappingMode::MirroredRepeat) => Wrap::Mirror,
        Checked::Valid(WrappingMode::Repeat) | Checked::Invalid => Wrap::Repeat,
    };
    let (linear, nearest) = (Filter::Linear, Filter::Nearest);
    let (min, mip) = match sampler.min_filter {
        Some(Checked::Valid(MinFilter::Nearest)) => (nearest, None),
        Some(Checked::Valid(MinFilter::Linear)) => (linear, None),
        Some(Checked::Valid(MinFilter::NearestMipmapNearest)) => (nearest, Some(nearest)),
        Some(Checked::Valid(MinFilter::LinearMipmapNearest)) => (linear, Some(nearest)),
        Some(Checked::Valid(MinFilter::NearestMipmapLinear)) => (nearest, Some(linear)),
        Some(Checked::Valid(MinFilter::LinearMipmapLinear) | Checked::Invalid) | None => {
            (linear, Some(linear))
        }
    };
    let mag = match sampler.mag_filter {
        Some(Checked::Valid(MagFilter::Nearest)) => nearest,
        _ => linear,
    };
    Sampler {
        wrap_u: wrap(sampler.wrap_s),
        wrap_v: wrap(sampler.wrap_t),
        mag,
        min,
        mip,
    }
}
