// mip.wgsl: one mip level from the one above it, by a box filter in linear light (an sRGB view decodes and encodes).

@group(0) @binding(0) var above: texture_2d<f32>;
@group(0) @binding(1) var linear_clamp: sampler;

struct MipVarying {
    @builtin(position) position: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn vs_mip(@builtin(vertex_index) index: u32) -> MipVarying {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return MipVarying(vec4<f32>(corner * vec2<f32>(2.0, -2.0) + vec2<f32>(-1.0, 1.0), 0.0, 1.0), corner);
}

@fragment
fn fs_mip(in: MipVarying) -> @location(0) vec4<f32> {
    return textureSampleLevel(above, linear_clamp, in.uv, 0.0);
}
