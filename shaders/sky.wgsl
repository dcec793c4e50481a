// sky.wgsl: depth from above and from below, brought into small smooth maps for soft ambient shadows.
// `fs_sky`: mean and mean square of the depth from above (0 highest) over a disk, so that a shader can tell smoothly
// which share of the surroundings stands above a point.
// `fs_closeness`: how near to the ground the character is, for three radii.
// Source: Donnelly and Lauritzen 2006, "Variance Shadow Maps".

// Depth, read as plain numbers: GLSL cannot load single texels of what it compares.
@group(1) @binding(0) var depth_map: texture_2d<f32>;

// Of the width of the map from above; SKY_REACH in light.wgsl is the same.
const REACH: f32 = 0.055;
const SKY_SIZE: f32 = 128.0;

@vertex
fn vs_sky(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fs_sky(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(depth_map));
    let uv = position.xy / SKY_SIZE;
    var sum = vec2<f32>(0.0);
    var weights = 0.0;
    let taps = select(24, 56, frame.soft_shadows > 0.5);
    for (var k = 0; k < taps; k += 1) {
        let share = (f32(k) + 0.5) / f32(taps);
        let angle = f32(k) * 2.39996323;
        let at = (uv + vec2<f32>(cos(angle), sin(angle)) * sqrt(share) * REACH * 1.6) * size;
        let texel = clamp(vec2<i32>(at), vec2<i32>(0), vec2<i32>(size) - 1);
        let depth = textureLoad(depth_map, texel, 0).r;
        let weight = exp(-3.0 * share);
        sum += vec2<f32>(depth, depth * depth) * weight;
        weights += weight;
    }
    return vec4<f32>(sum / weights, 0.0, 1.0);
}

// The map from below reaches a little under the ground, too; BELOW in src/render/shadow.rs.
const BELOW: f32 = 0.15;
// Texels of that map along a side that become one of closeness. A number that the compiler knows: as a quotient of sizes it
// cost half a second a frame on a driver that draws on the CPU.
const SPAN: i32 = 4;

@fragment
fn fs_closeness(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let corner = vec2<i32>(position.xy) * SPAN;
    var sum = vec3<f32>(0.0);
    for (var y = 0; y < SPAN; y += 1) {
        for (var x = 0; x < SPAN; x += 1) {
            let depth = textureLoad(depth_map, corner + vec2<i32>(x, y), 0).r;
            if depth < 1.0 {
                // In heights of the character.
                let height = max(depth * (1.0 + BELOW) - BELOW, 0.0);
                sum += exp(-height / vec3<f32>(0.03, 0.1, 0.35));
            }
        }
    }
    return vec4<f32>(sum / f32(SPAN * SPAN), 1.0);
}
