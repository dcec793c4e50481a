//! What this build makes of each extension: one table, for refusals, notes, `info --extensions` and the read-me.
//!
//! Source: <https://github.com/KhronosGroup/glTF/tree/main/extensions>, and those that files of characters carry beside.
//! An extension that is not in the table is refused where a file requires it and ignored where it only uses it.

use gltf::json;

use crate::model::Issue;

/// How far an extension is supported. The words name sentences: `extension-partly-WORD`, `extension-ignored-WORD`,
/// `extension-refused-WORD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// As specified.
    Full,
    /// But for what the sentence says; a file that requires it is shown.
    Partly(&'static str),
    /// Nothing of it shows, which the sentence says is harmless; a file that requires it is shown, with a warning.
    Ignored(&'static str),
    /// A file that requires it is refused, with the sentence as the remedy; one that only uses it shows without it.
    Refused(&'static str),
}

impl Support {
    /// `full`, `partly`, `ignored` or `refused`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partly(_) => "partly",
            Self::Ignored(_) => "ignored",
            Self::Refused(_) => "refused",
        }
    }

    /// The id of the sentence that tells more; `None` for what is supported in full.
    pub fn sentence(self) -> Option<String> {
        match self {
            Self::Full => None,
            Self::Partly(word) | Self::Ignored(word) | Self::Refused(word) => {
                Some(format!("extension-{}-{word}", self.word()))
            }
        }
    }
}

/// An extension and what becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extension {
    /// As `extensionsUsed` has it.
    pub name: &'static str,
    /// How far it is supported.
    pub support: Support,
}

const fn row(name: &'static str, support: Support) -> Extension {
    Extension { name, support }
}

use Support::{Full, Ignored, Partly, Refused};

/// A build without the transcoder shows placeholders.
const BASIS: Support = if cfg!(feature = "basis") {
    Full
} else {
    Partly("placeholder")
};

/// Every extension that is known, in the order of the alphabet.
pub const EXTENSIONS: &[Extension] = &[
    row("ADOBE_materials_clearcoat_ior", Refused("material")),
    row("ADOBE_materials_clearcoat_specular", Refused("material")),
    row("ADOBE_materials_clearcoat_tint", Refused("material")),
    row("ADOBE_materials_thin_transparency", Refused("material")),
    row("AGI_articulations", Ignored("controls")),
    row("AGI_stk_metadata", Ignored("metadata")),
    row("ASOBO_asset_optimized", Refused("simulator")),
    row("ASOBO_gizmo_object", Ignored("controls")),
    row("ASOBO_material_blend_gbuffer", Refused("material")),
    row("ASOBO_material_detail_map", Refused("material")),
    row("ASOBO_normal_map_convention", Refused("simulator")),
    row("ASOBO_property_animation", Ignored("properties")),
    row("ASOBO_tags", Ignored("metadata")),
    row("ASOBO_unique_id", Ignored("metadata")),
    row("BENTLEY_materials_line_style", Ignored("drafting")),
    row("BENTLEY_materials_planar_fill", Ignored("drafting")),
    row("BENTLEY_materials_point_style", Ignored("drafting")),
    row("BLENDER_physics", Ignored("physics")),
    row("CESIUM_RTC", Refused("version-1")),
    row("CESIUM_primitive_outline", Ignored("outlines")),
    row("CESIUM_tile_edges", Ignored("outlines")),
    row("EPIC_level_variantsets", Ignored("engine")),
    row("EPIC_lightmap_textures", Ignored("light")),
    row("EXT_feature_metadata", Ignored("metadata")),
    row("EXT_implicit_cylinder_region", Refused("geometry")),
    row("EXT_implicit_ellipsoid_region", Refused("geometry")),
    row("EXT_instance_features", Ignored("metadata")),
    row("EXT_lights_ies", Ignored("light")),
    row("EXT_lights_image_based", Ignored("light")),
    row("EXT_materials_bump", Ignored("relief")),
    row("EXT_mesh_features", Ignored("metadata")),
    row("EXT_mesh_gpu_instancing", Partly("skinned-once")),
    row("EXT_mesh_manifold", Ignored("metadata")),
    row("EXT_mesh_polygon", Ignored("polygons")),
    row("EXT_mesh_primitive_edge_visibility", Ignored("outlines")),
    row("EXT_mesh_primitive_restart", Refused("geometry")),
    row("EXT_meshopt_compression", Full),
    row("EXT_primitive_voxels", Refused("geometry")),
    row("EXT_property_animation", Ignored("properties")),
    row("EXT_structural_metadata", Ignored("metadata")),
    row("EXT_texture_astc", Refused("picture")),
    row("EXT_texture_avif", Refused("picture")),
    row("EXT_texture_exr", Refused("picture")),
    row("EXT_texture_webp", Full),
    row("FB_geometry_metadata", Ignored("metadata")),
    row("FB_ngon_encoding", Ignored("polygons")),
    row("GODOT_single_root", Ignored("metadata")),
    row("GOOGLE_backgrounds", Ignored("light")),
    row("GOOGLE_camera_settings", Ignored("engine")),
    row("GOOGLE_texture_basis", Refused("picture")),
    row("GOOGLE_tilt_brush_material", Refused("material")),
    row("GRIFFEL_bim_data", Ignored("metadata")),
    row("KHR_accessor_float16", Refused("geometry")),
    row("KHR_accessor_float64", Refused("geometry")),
    row("KHR_animation_pointer", Partly("pointer")),
    row("KHR_audio_emitter", Ignored("sound")),
    row("KHR_audio_graph", Ignored("sound")),
    row("KHR_avatar", Ignored("vrm")),
    row("KHR_binary_glTF", Refused("version-1")),
    row("KHR_blend", Refused("material")),
    row("KHR_character", Ignored("vrm")),
    row("KHR_character_expression", Ignored("vrm")),
    row("KHR_character_expression_joint", Ignored("vrm")),
    row("KHR_character_expression_mapping", Ignored("vrm")),
    row("KHR_character_expression_morphtarget", Ignored("vrm")),
    row("KHR_character_expression_texture", Ignored("vrm")),
    row("KHR_character_skeleton_biped", Ignored("metadata")),
    row("KHR_character_skeleton_mapping", Ignored("metadata")),
    row("KHR_collision_shapes", Ignored("physics")),
    row("KHR_draco_mesh_compression", Full),
    row("KHR_environment_map", Ignored("light")),
    row("KHR_gaussian_splatting", Ignored("splats")),
    row("KHR_gaussian_splatting_compression_spz", Refused("geometry")),
    row("KHR_gaussian_splatting_compression_spz_2", Refused("geometry")),
    row("KHR_implicit_shapes", Ignored("physics")),
    row("KHR_interactivity", Ignored("interaction")),
    row("KHR_lights", Ignored("light")),
    row("KHR_lights_environment", Ignored("light")),
    row("KHR_lights_image_based", Ignored("light")),
    row("KHR_lights_punctual", Full),
    row("KHR_materials_anisotropy", Full),
    row("KHR_materials_clearcoat", Full),
    row("KHR_materials_cmnBlinnPhong", Refused("version-1")),
    row("KHR_materials_common", Refused("version-1")),
    row("KHR_materials_diffuse_transmission", Refused("material")),
    row("KHR_materials_dispersion", Refused("material")),
    row("KHR_materials_displacement", Ignored("relief")),
    row("KHR_materials_emissive_strength", Full),
    row("KHR_materials_ior", Full),
    row("KHR_materials_iridescence", Full),
    row(
        "KHR_materials_pbrSpecularGlossiness",
        Refused("specular-glossiness"),
    ),
    row("KHR_materials_sheen", Full),
    row("KHR_materials_specular", Full),
    row("KHR_materials_transmission", Full),
    row("KHR_materials_unlit", Full),
    row("KHR_materials_variants", Full),
    row("KHR_materials_volume", Full),
    row("KHR_materials_volume_scatter", Refused("material")),
    row("KHR_mesh_quantization", Full),
    row("KHR_meshopt_compression", Full),
    row("KHR_node_hoverability", Ignored("interaction")),
    row("KHR_node_selectability", Ignored("interaction")),
    row("KHR_node_visibility", Full),
    row("KHR_physics_rigid_bodies", Ignored("physics")),
    row("KHR_rigid_bodies", Ignored("physics")),
    row("KHR_technique_webgl", Refused("version-1")),
    row("KHR_techniques_webgl", Refused("material")),
    row("KHR_texture_basisu", BASIS),
    row("KHR_texture_transform", Full),
    row("KHR_xmp", Ignored("metadata")),
    row("KHR_xmp_json_ld", Ignored("metadata")),
    row("MAXAR_image_ortho", Ignored("metadata")),
    row("MAXAR_nonvisual_geometry", Ignored("metadata")),
    row("MAXAR_temporal_light_traits", Ignored("light")),
    row("MESHOPT_compression", Refused("meshopt")),
    row("MOZ_behavior", Ignored("interaction")),
    row("MOZ_hubs_components", Ignored("engine")),
    row("MOZ_lightmap", Ignored("light")),
    row("MOZ_texture_rgbe", Refused("picture")),
    row("MPEG_accessor_timed", Refused("stream")),
    row("MPEG_animation_timing", Ignored("properties")),
    row("MPEG_audio_spatial", Ignored("sound")),
    row("MPEG_buffer_circular", Refused("stream")),
    row("MPEG_media", Ignored("sound")),
    row("MPEG_mesh_linking", Ignored("engine")),
    row("MPEG_scene_dynamic", Ignored("interaction")),
    row("MPEG_texture_video", Refused("picture")),
    row("MPEG_viewport_recommended", Ignored("engine")),
    row("MSFT_audio_emitter", Ignored("sound")),
    row("MSFT_collision_primitives", Ignored("physics")),
    row("MSFT_lod", Ignored("finest")),
    row("MSFT_packing_normalRoughnessMetallic", Ignored("packing")),
    row("MSFT_packing_occlusionRoughnessMetallic", Ignored("packing")),
    row("MSFT_rigid_bodies", Ignored("physics")),
    row("MSFT_texture_dds", Refused("picture")),
    row("NEEDLE_components", Ignored("engine")),
    row("NEEDLE_lightmaps", Ignored("light")),
    row("NEEDLE_persistent_assets", Ignored("engine")),
    row("NEEDLE_progressive", Ignored("finest")),
    row("NEEDLE_techniques_webgl", Refused("material")),
    row("NV_materials_mdl", Ignored("plain-material")),
    row("OMI_audio_emitter", Ignored("sound")),
    row("OMI_collider", Ignored("physics")),
    row("OMI_environment_sky", Ignored("light")),
    row("OMI_link", Ignored("interaction")),
    row("OMI_personality", Ignored("metadata")),
    row("OMI_physics_body", Ignored("physics")),
    row("OMI_physics_gravity", Ignored("physics")),
    row("OMI_physics_joint", Ignored("physics")),
    row("OMI_physics_shape", Ignored("physics")),
    row("OMI_seat", Ignored("interaction")),
    row("OMI_spawn_point", Ignored("interaction")),
    row("OMI_vehicle_body", Ignored("physics")),
    row("OMI_vehicle_hover_thruster", Ignored("physics")),
    row("OMI_vehicle_thruster", Ignored("physics")),
    row("OMI_vehicle_wheel", Ignored("physics")),
    row("S8S_v_quantized_attributes", Refused("geometry")),
    row("VCAST_vci_audios", Ignored("sound")),
    row("VCAST_vci_colliders", Ignored("physics")),
    row("VCAST_vci_embedded_script", Ignored("interaction")),
    row("VCAST_vci_item", Ignored("interaction")),
    row("VCAST_vci_joints", Ignored("physics")),
    row("VCAST_vci_meta", Ignored("metadata")),
    row("VCAST_vci_rigidbody", Ignored("physics")),
    row("VRM", Ignored("vrm")),
    row("VRMC_materials_hdr_emissiveMultiplier", Ignored("plain-material")),
    row("VRMC_materials_mtoon", Ignored("plain-material")),
    row("VRMC_node_constraint", Ignored("constraints")),
    row("VRMC_springBone", Ignored("springs")),
    row("VRMC_springBone_extended_collider", Ignored("springs")),
    row("VRMC_springBone_limit", Ignored("springs")),
    row("VRMC_vrm", Ignored("vrm")),
    row("VRMC_vrm_animation", Ignored("vrm-animation")),
    row("WEB3D_quantized_attributes", Refused("version-1")),
];

fn support(name: &str) -> Support {
    EXTENSIONS
        .iter()
        .find(|known| known.name == name)
        .map_or(Refused("unknown"), |known| known.support)
}

/// Refuses the first required extension that is not supported, by its name.
pub(super) fn check_required(required: &[String]) -> Result<(), Issue> {
    for (index, name) in required.iter().enumerate() {
        if let Refused(hint) = support(name) {
            return Err(
                Issue::error("required-extension", format!("/extensionsRequired/{index}"))
                    .with("extension", name.as_str())
                    .with("hint", hint),
            );
        }
    }
    Ok(())
}

/// Notes for what the file uses, and warnings for what it requires, of which nothing shows.
pub(super) fn ignored(root: &json::Root) -> impl Iterator<Item = Issue> + '_ {
    root.extensions_used
        .iter()
        .enumerate()
        .filter_map(|(index, name)| {
            let why = match support(name) {
                Full | Partly(_) => return None,
                Ignored(why) => why,
                Refused(_) => "not-shown",
            };
            let issue = match root.extensions_required.iter().position(|r| r == name) {
                Some(required) => Issue::warning(
                    "required-extension-ignored",
                    format!("/extensionsRequired/{required}"),
                ),
                None => Issue::info("extension-ignored", format!("/extensionsUsed/{index}")),
            };
            Some(issue.with("extension", name.as_str()).with("why", why))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_extension_stands_once_and_in_order() {
        let mut names: Vec<&str> = EXTENSIONS.iter().map(|e| e.name).collect();
        let as_written = names.clone();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names, as_written);
    }

    #[test]
    fn what_nobody_knows_is_refused_only_where_it_is_required() {
        let named = |n: &str| vec![n.to_owned()];
        assert_eq!(
            check_required(&named("EXT_no_such_thing")).unwrap_err().code,
            "required-extension"
        );
        assert!(check_required(&named("VRMC_springBone")).is_ok());
        assert!(check_required(&named("KHR_mesh_quantization")).is_ok());
        let mut root = json::Root {
            extensions_used: vec!["EXT_no_such_thing".into(), "KHR_xmp_json_ld".into()],
            extensions_required: named("KHR_xmp_json_ld"),
            ..json::Root::default()
        };
        let codes: Vec<&str> = ignored(&root).map(|i| i.code).collect();
        assert_eq!(codes, ["extension-ignored", "required-extension-ignored"]);
        root.extensions_used = named("KHR_texture_transform");
        assert_eq!(ignored(&root).count(), 0);
    }
}
