//! What this program makes of each extension: one table, for refusals, notes and (later) the read-me.

use gltf::json;

use crate::model::Issue;

/// How far an extension is supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Support {
    /// As specified.
    Full,
    /// Its pictures cannot be shown; a fallback or a placeholder stands in.
    Placeholder,
    /// A file that requires it is refused, with this hint; a file that only uses it shows without it.
    No(&'static str),
}

const TABLE: &[(&str, Support)] = &[
    ("KHR_mesh_quantization", Support::Full),
    ("KHR_texture_transform", Support::Full),
    ("KHR_materials_unlit", Support::Full),
    ("KHR_materials_emissive_strength", Support::Full),
    ("KHR_materials_anisotropy", Support::Full),
    ("KHR_materials_clearcoat", Support::Full),
    ("KHR_materials_ior", Support::Full),
    ("KHR_materials_iridescence", Support::Full),
    ("KHR_materials_sheen", Support::Full),
    ("KHR_materials_specular", Support::Full),
    ("KHR_materials_transmission", Support::Full),
    ("KHR_materials_volume", Support::Full),
    ("KHR_lights_punctual", Support::Full),
    ("EXT_texture_webp", Support::Placeholder),
    ("KHR_texture_basisu", Support::Placeholder),
    ("KHR_draco_mesh_compression", Support::No("hint-draco")),
    ("EXT_meshopt_compression", Support::No("hint-meshopt")),
    ("KHR_meshopt_compression", Support::No("hint-meshopt")),
    ("KHR_animation_pointer", Support::No("hint-pointer")),
    ("MSFT_texture_dds", Support::No("hint-picture")),
    ("EXT_texture_avif", Support::No("hint-picture")),
];

fn support(name: &str) -> Support {
    TABLE
        .iter()
        .find(|(known, _)| *known == name)
        .map_or(Support::No("hint-unknown"), |(_, support)| *support)
}

/// Refuses the first required extension that is not supported, by its name.
pub(super) fn check_required(required: &[String]) -> Result<(), Issue> {
    for (index, name) in required.iter().enumerate() {
        if let Support::No(hint) = support(name) {
            return Err(
                Issue::error("required-extension", format!("/extensionsRequired/{index}"))
                    .with("extension", name.as_str())
                    .with("hint", hint),
            );
        }
    }
    Ok(())
}

/// Notes for what the file uses beyond what shows.
pub(super) fn ignored(root: &json::Root) -> impl Iterator<Item = Issue> + '_ {
    root.extensions_used
        .iter()
        .enumerate()
        .filter(|(_, name)| matches!(support(name), Support::No(_)))
        .map(|(index, name)| {
            Issue::info("extension-ignored", format!("/extensionsUsed/{index}"))
                .with("extension", name.as_str())
        })
}
