//! Shared structs lie the same in Rust and in WGSL: names, offsets and sizes, compared without a device.

use std::mem::{offset_of, size_of};

use rigscope::math::{DualQuaternion, Rows3x4};
use rigscope::render::shader::{ENVIRONMENT_MODULE, MESH_MODULE, ShaderModule};
use rigscope::render::{
    DrawUniforms, FaceUniforms, FileLight, FrameUniforms, Lobe, MaterialUniforms, SkinningUniforms,
};
use rigscope::skinning::{DualQuaternionJoint, MorphDelta};
use wgpu::naga;

/// Names and offsets of a struct's members, and its size.
fn wgsl_struct(module: &ShaderModule, name: &str) -> (Vec<(String, usize)>, usize) {
    let parsed = crate::shaders::parse(module);
    let (_, ty) = parsed
        .types
        .iter()
        .find(|(_, ty)| ty.name.as_deref() == Some(name))
        .unwrap_or_else(|| panic!("no struct {name} in {}", module.name));
    let naga::TypeInner::Struct { members, span } = &ty.inner else {
        panic!("{name} is no struct")
    };
    let members = members
        .iter()
        .map(|m| (m.name.clone().expect("members have names"), m.offset as usize))
        .collect();
    (members, *span as usize)
}

macro_rules! assert_layout {
    ($module:expr, $name:literal, $rust:ty { $($field:ident),* $(,)? }) => {{
        let (members, span) = wgsl_struct(&$module, $name);
        let rust: Vec<(String, usize)> = vec![$((stringify!($field).to_owned(), offset_of!($rust, $field))),*];
        assert_eq!(rust, members, "members of {}", $name);
        assert_eq!(size_of::<$rust>(), span, "size of {}", $name);
    }};
}

#[test]
fn uniform_blocks_agree() {
    assert_layout!(
        MESH_MODULE,
        "Lobe",
        Lobe {
            axis,
            sharpness,
            color,
            aspect
        }
    );
    assert_layout!(
        MESH_MODULE,
        "FrameUniforms",
        FrameUniforms {
            clip_from_model,
            shadow_from_model,
            sky_from_model,
            model_from_depth,
            camera_position,
            perspective,
            camera_backward,
            exposure,
            camera_right,
            occlusion_radius,
            camera_up,
            occlusion_px,
            depth_middle,
            depth_scale,
            occlusion_on,
            soft_shadows,
            lobes,
            zenith,
            ground_y,
            horizon,
            grid_step,
            bounce,
            grid_radius,
            grid_anchor,
            grid_center,
            patch_center,
            viewport_px,
            grid_color,
            patch_half,
            shadow_strength,
            patch_height,
            shadow_texel,
            shadow_on,
            transparent,
            line_px,
            origin_px,
            background_inner,
            background_outer,
            shell,
            probe,
            light_count,
            sample_index,
            bake_size,
            texel_bias,
            tone_mapping,
            background_kind,
            lamps_show,
            pad2,
            irradiance,
            view_right,
            surroundings_levels,
            view_up,
            surroundings_strength,
            surroundings_turn,
            pad0,
            pad1,
        }
    );
    assert_layout!(
        MESH_MODULE,
        "Skinning",
        SkinningUniforms {
            method,
            blend,
            influence_limit,
            mask_base,
            matrix_base,
            dual_quaternion_base,
            morph_weight_base,
            pad0,
        }
    );
    assert_layout!(
        MESH_MODULE,
        "DrawUniforms",
        DrawUniforms {
            skinnings,
            morph_weight_count,
            deltas_per_binding,
            rigid,
            mirrored,
            facing,
            skinning_count,
            paint,
            paint_scale,
            has_normals,
            copy_base,
            copy_count,
            mesh_scale,
            flags,
            joint_paint_base,
            pad0,
            pad1,
        }
    );
    assert_layout!(
        MESH_MODULE,
        "MaterialUniforms",
        MaterialUniforms {
            base_color,
            emissive,
            alpha_cutoff,
            metallic,
            roughness,
            normal_scale,
            occlusion_strength,
            uv_rows,
            alpha_mode,
            unlit,
            features,
            layer_textures,
            specular_f0,
            specular_f90,
            sheen_color,
            sheen_roughness,
            clearcoat,
            clearcoat_roughness,
            clearcoat_normal_scale,
            ior,
            iridescence,
            iridescence_ior,
            iridescence_minimum,
            iridescence_maximum,
            anisotropy_direction,
            anisotropy,
            transmission,
            extinction,
            thickness,
        }
    );
    assert_layout!(
        MESH_MODULE,
        "FileLight",
        FileLight {
            position,
            inverse_range,
            direction,
            kind,
            color,
            cone_scale,
            cone_offset,
            pad0,
            pad1,
            pad2,
        }
    );
}

#[test]
fn faces_of_surroundings_agree() {
    assert_layout!(
        ENVIRONMENT_MODULE,
        "FaceUniforms",
        FaceUniforms {
            face,
            size,
            source,
            roughness,
            count,
            pad0,
            pad1,
            pad2,
        }
    );
}

#[test]
fn palette_entries_agree() {
    let (rows, rows_size) = wgsl_struct(&MESH_MODULE, "Rows3x4");
    assert_eq!(rows.iter().map(|(_, o)| *o).collect::<Vec<_>>(), [0, 16, 32]);
    assert_eq!(rows_size, size_of::<Rows3x4>());
    let (joint, joint_size) = wgsl_struct(&MESH_MODULE, "DualQuaternionJoint");
    let real = offset_of!(DualQuaternionJoint, motion) + offset_of!(DualQuaternion, real);
    let dual = offset_of!(DualQuaternionJoint, motion) + offset_of!(DualQuaternion, dual);
    let rust = [
        ("real", real),
        ("dual", dual),
        ("stretch", offset_of!(DualQuaternionJoint, stretch)),
    ];
    assert_eq!(joint, rust.map(|(name, offset)| (name.to_owned(), offset)));
    assert_eq!(joint_size, size_of::<DualQuaternionJoint>());
}

#[test]
fn morph_deltas_agree() {
    let (members, span) = wgsl_struct(&MESH_MODULE, "MorphDelta");
    let mut rust = vec![("morph_target".to_owned(), offset_of!(MorphDelta, target))];
    for (field, base) in [
        ("position", offset_of!(MorphDelta, position)),
        ("normal", offset_of!(MorphDelta, normal)),
        ("tangent", offset_of!(MorphDelta, tangent)),
    ] {
        rust.extend(
            ["x", "y", "z"]
                .iter()
                .enumerate()
                .map(|(k, axis)| (format!("{field}_{axis}"), base + 4 * k)),
        );
    }
    assert_eq!(rust, members);
    assert_eq!(size_of::<MorphDelta>(), span);
}
