// material.wgsl: the material with its layers (bind group 2) and its textures.
// CPU twin of the layout: src/render/material.rs. Source: glTF 2.0, section 3.9; KHR_texture_transform; KHR_materials_*.
// Eleven textures at most: with those of light.wgsl and an environment they stay within the 16 that every device has.

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
    // Two rows a slot (in the order of Material::texture_uses, src/model/material.rs): u and v from (u, v, 1); in the
    // fourth place of the first row the UV set, of the second row 0 or one more than the binding that it reads.
    uv_rows: array<vec4<f32>, 34>,
    // 0 opaque, 1 mask, 2 blend.
    alpha_mode: u32,
    unlit: u32,
    // As in brdf.wgsl.
    features: u32,
    // 1: a slot after the first five has a texture.
    layer_textures: u32,
    // Of the dielectric: facing, and grazing.
    specular_f0: vec3<f32>,
    specular_f90: f32,
    sheen_color: vec3<f32>,
    sheen_roughness: f32,
    clearcoat: f32,
    clearcoat_roughness: f32,
    clearcoat_normal_scale: f32,
    ior: f32,
    iridescence: f32,
    iridescence_ior: f32,
    // Nanometres.
    iridescence_minimum: f32,
    iridescence_maximum: f32,
    // Cosine and sine of the turn from the tangent.
    anisotropy_direction: vec2<f32>,
    anisotropy: f32,
    transmission: f32,
    // A metre.
    extinction: vec3<f32>,
    // Mesh space.
    thickness: f32,
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

@group(2) @binding(11) var layer_texture0: texture_2d<f32>;
@group(2) @binding(12) var layer_sampler0: sampler;
@group(2) @binding(13) var layer_texture1: texture_2d<f32>;
@group(2) @binding(14) var layer_sampler1: sampler;
@group(2) @binding(15) var layer_texture2: texture_2d<f32>;
@group(2) @binding(16) var layer_sampler2: sampler;
@group(2) @binding(17) var layer_texture3: texture_2d<f32>;
@group(2) @binding(18) var layer_sampler3: sampler;
@group(2) @binding(19) var layer_texture4: texture_2d<f32>;
@group(2) @binding(20) var layer_sampler4: sampler;
@group(2) @binding(21) var layer_texture5: texture_2d<f32>;
@group(2) @binding(22) var layer_sampler5: sampler;

const CLEARCOAT_SLOT: u32 = 5u;
const CLEARCOAT_ROUGHNESS_SLOT: u32 = 6u;
const CLEARCOAT_NORMAL_SLOT: u32 = 7u;
const SHEEN_COLOR_SLOT: u32 = 8u;
const SHEEN_ROUGHNESS_SLOT: u32 = 9u;
const SPECULAR_SLOT: u32 = 10u;
const SPECULAR_COLOR_SLOT: u32 = 11u;
const TRANSMISSION_SLOT: u32 = 12u;
const THICKNESS_SLOT: u32 = 13u;
const IRIDESCENCE_SLOT: u32 = 14u;
const IRIDESCENCE_THICKNESS_SLOT: u32 = 15u;
const ANISOTROPY_SLOT: u32 = 16u;
const SLOTS: u32 = 17u;

fn has_texture(slot: u32) -> bool {
    return material.uv_rows[2u * slot + 1u].w > 0.5;
}

fn slot_uv(slot: u32, uvs: vec4<f32>) -> vec2<f32> {
    let row0 = material.uv_rows[2u * slot];
    let row1 = material.uv_rows[2u * slot + 1u];
    let uv = vec3<f32>(select(uvs.xy, uvs.zw, row0.w > 0.5), 1.0);
    return vec2<f32>(dot(row0.xyz, uv), dot(row1.xyz, uv));
}

// Relief is read half a level smoother than its size on the screen asks for: as fine as pixels it shades as stripes that are
// not there.
const RELIEF_BIAS: f32 = 0.5;

// A layer's texture, whichever binding it shares.
fn layer_texel(slot: u32, uvs: vec4<f32>, bias: f32) -> vec4<f32> {
    let uv = slot_uv(slot, uvs);
    switch u32(material.uv_rows[2u * slot + 1u].w) {
        case 1u: { return textureSampleBias(base_color_texture, base_color_sampler, uv, bias); }
        case 2u: { return textureSampleBias(metallic_roughness_texture, metallic_roughness_sampler, uv, bias); }
        case 3u: { return textureSampleBias(normal_texture, normal_sampler, uv, bias); }
        case 4u: { return textureSampleBias(occlusion_texture, occlusion_sampler, uv, bias); }
        case 5u: { return textureSampleBias(emissive_texture, emissive_sampler, uv, bias); }
        case 6u: { return textureSampleBias(layer_texture0, layer_sampler0, uv, bias); }
        case 7u: { return textureSampleBias(layer_texture1, layer_sampler1, uv, bias); }
        case 8u: { return textureSampleBias(layer_texture2, layer_sampler2, uv, bias); }
        case 9u: { return textureSampleBias(layer_texture3, layer_sampler3, uv, bias); }
        case 10u: { return textureSampleBias(layer_texture4, layer_sampler4, uv, bias); }
        case 11u: { return textureSampleBias(layer_texture5, layer_sampler5, uv, bias); }
        default: { return vec4<f32>(1.0); }
    }
}

// The texels of all layers, by slot; 1 where there is none.
fn layer_texels(uvs: vec4<f32>) -> array<vec4<f32>, 17> {
    var texels: array<vec4<f32>, 17>;
    // One body for all: the shader stays small.
    for (var slot = CLEARCOAT_SLOT; slot < SLOTS; slot += 1u) {
        texels[slot] = vec4<f32>(1.0);
        if material.layer_textures != 0u && has_texture(slot) {
            let bias = select(frame.texel_bias, RELIEF_BIAS, slot == CLEARCOAT_NORMAL_SLOT);
            texels[slot] = layer_texel(slot, uvs, bias);
        }
    }
    return texels;
}
