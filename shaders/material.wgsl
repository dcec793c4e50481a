// material.wgsl: the metallic-roughness material (bind group 2) and its textures.
// CPU twin of the layout: src/render/material.rs. Source: glTF 2.0, section 3.9; KHR_texture_transform.

struct MaterialUniforms {
    // Linear RGBA.
    base_color: vec4<f32>,
    // Linear RGB.
    emissive: vec3<f32>,
    // Of alpha mode MASK.
    alpha_cutoff: f32,
    metallic: f32,
    roughness: f32,
    normal_scale: f32,
    occlusion_strength: f32,
    // Two rows a slot (base colour, metallic-roughness, normal, occlusion, emissive): u and v from (u, v, 1); in the
    // fourth place of the first row the UV set, of the second row 1 if there is a texture.
    uv_rows: array<vec4<f32>, 10>,
    // 0 opaque, 1 mask, 2 blend.
    alpha_mode: u32,
    unlit: u32,
    pad: vec2<u32>,
}

@group(2) @binding(0) var<uniform> material: MaterialUniforms;
@group(2) @binding(1) var base_color_texture: texture_2d<f32>;
@group(2) @binding(2) var base_color_sampler: sampler;
@group(2) @binding(3) var metallic_roughness_texture: texture_2d<f32>;
@group(2) @binding(4) var metallic_roughness_sampler: sampler;
@group(2) @binding(5) var normal_texture: texture_2d<f32>;
@group(2) @binding(6) var normal_sampler: sampler;
@group(2) @binding(7) var occlusion_texture: texture_2d<f32>;
@group(2) @binding(8) var occlusion_sampler: sampler;
@group(2) @binding(9) var emissive_texture: texture_2d<f32>;
@group(2) @binding(10) var emissive_sampler: sampler;

fn has_texture(slot: u32) -> bool {
    return material.uv_rows[2u * slot + 1u].w > 0.5;
}

fn slot_uv(slot: u32, uvs: vec4<f32>) -> vec2<f32> {
    let row0 = material.uv_rows[2u * slot];
    let row1 = material.uv_rows[2u * slot + 1u];
    let uv = vec3<f32>(select(uvs.xy, uvs.zw, row0.w > 0.5), 1.0);
    return vec2<f32>(dot(row0.xyz, uv), dot(row1.xyz, uv));
}
