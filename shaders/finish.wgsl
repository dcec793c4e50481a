// finish.wgsl: a pixel's light, the mean of its samples, to one sRGB-encoded pixel over its background.
// Spaces: in linear premultiplied display light; out sRGB-encoded, premultiplied by alpha.
// Surfaces are tone mapped where they are shaded, each sample before the average: so edges of bright things stay
// smooth, and what has a colour of its own (unlit materials, bones, grid lines) keeps it exactly.

@group(1) @binding(0) var scene_color: texture_2d<f32>;
@group(1) @binding(1) var surroundings_cube: texture_cube<f32>;
// All directions, twice as wide as high.
@group(1) @binding(2) var surroundings_map: texture_2d<f32>;
@group(1) @binding(3) var smooth_sampler: sampler;

fn picture_behind(direction: vec3<f32>, blurred: bool) -> vec3<f32> {
    if blurred {
        return picture_radiance(direction, BLURRED);
    }
    let d = into_picture(direction);
    let uv = vec2<f32>(atan2(d.z, d.x) / 6.28318531 + 0.5, acos(clamp(d.y, -1.0, 1.0)) / 3.14159265);
    return textureSampleLevel(surroundings_map, smooth_sampler, uv, 0.0).rgb * frame.surroundings_strength;
}

@vertex
fn vs_finish(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    // One triangle over the whole target.
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}

// Evenly spread in -0.5..0.5 and the same for a pixel in every picture; colours that are exact in 8 bits stay exact.
// Source: Jimenez 2014, "Next Generation Post Processing in Call of Duty", interleaved gradient noise.
fn dither(pixel: vec2<f32>) -> f32 {
    return fract(52.9829189 * fract(dot(floor(pixel), vec2<f32>(0.06711056, 0.00583715)))) - 0.5;
}

@fragment
fn fs_finish(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(position.xy);
    // Within this picture, so that it looks the same wherever it stands.
    let pixel = position.xy - vec2<f32>(frame.origin_px, 0.0);
    // Display light, premultiplied.
    let light = clamp(textureLoad(scene_color, at, 0), vec4<f32>(0.0), vec4<f32>(1.0));
    let noise = dither(pixel) / 255.0;
    if frame.transparent > 0.5 {
        if light.a <= 0.0 {
            return vec4<f32>(0.0);
        }
        let encoded = srgb_from_linear(light.rgb / light.a) + noise * 0.98;
        return vec4<f32>(clamp(encoded, vec3<f32>(0.0), vec3<f32>(1.0)) * light.a, light.a);
    }
    let behind = background_srgb(pixel);
    if light.a <= 0.0 {
        return vec4<f32>(behind + noise * 0.98, 1.0);
    }
    let display = light.rgb + linear_from_srgb(behind) * (1.0 - light.a);
    return vec4<f32>(srgb_from_linear(display) + noise * 0.98, 1.0);
}
