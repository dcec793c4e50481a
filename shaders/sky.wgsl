// sky.wgsl: how high what stands around is, seen from above and blurred, for soft ambient shadows.
// In: depth from above (0 highest). Out: its mean and mean square over a disk, so that a shader can tell smoothly which
// share of the surroundings stands above a point.
// Source: Donnelly and Lauritzen 2006, "Variance Shadow Maps".

@group(1) @binding(0) var depth_from_above: texture_depth_2d;

// Of the width of the map; SKY_REACH in light.wgsl is the same.
const REACH: f32 = 0.055;
const SKY_SIZE: f32 = 128.0;

@vertex
fn vs_sky(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fs_sky(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(depth_from_above));
    let uv = position.xy / SKY_SIZE;
    var sum = vec2<f32>(0.0);
    var weights = 0.0;
    for (var k = 0; k < 56; k += 1) {
        let share = (f32(k) + 0.5) / 56.0;
        let angle = f32(k) * 2.39996323;
        let at = (uv + vec2<f32>(cos(angle), sin(angle)) * sqrt(share) * REACH * 1.6) * size;
        let texel = clamp(vec2<i32>(at), vec2<i32>(0), vec2<i32>(size) - 1);
        let depth = textureLoad(depth_from_above, texel, 0);
        let weight = exp(-3.0 * share);
        sum += vec2<f32>(depth, depth * depth) * weight;
        weights += weight;
    }
    return vec4<f32>(sum / weights, 0.0, 1.0);
}
