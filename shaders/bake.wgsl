// bake.wgsl: how dark the character makes the ground, drawn into a small texture once a frame.
// Red: share of the sky that it hides, from how near to the ground it is within three radii. Green: share of the key
// light that it hides, softer the farther the shadow falls.

@group(1) @binding(0) var closeness: texture_2d<f32>;
@group(1) @binding(1) var closeness_sampler: sampler;
// Depth, read as plain numbers: GLSL cannot load single texels of what it compares.
@group(1) @binding(2) var shadow_map: texture_2d<f32>;

@vertex
fn vs_bake(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}

fn spiral(k: i32, count: i32) -> vec2<f32> {
    let r = sqrt((f32(k) + 0.5) / f32(count));
    let angle = f32(k) * 2.39996323;
    return vec2<f32>(cos(angle), sin(angle)) * r;
}

// Mean of one channel of `closeness` over a soft disk; the radius in widths of the patch.
fn surroundings(uv: vec2<f32>, radius: f32) -> vec4<f32> {
    var sum = vec4<f32>(0.0);
    var weights = 0.0;
    let taps = select(10, 48, frame.soft_shadows > 0.5);
    for (var k = 0; k < taps; k += 1) {
        let offset = spiral(k, taps);
        let weight = exp(-2.5 * dot(offset, offset));
        sum += textureSampleLevel(closeness, closeness_sampler, uv + offset * radius, 0.0) * weight;
        weights += weight;
    }
    return sum / weights;
}

fn hidden_sky(uv: vec2<f32>) -> f32 {
    let scale = frame.patch_height / (2.0 * frame.patch_half);
    let touching = surroundings(uv, max(0.018 * scale, 0.005)).r;
    let near = surroundings(uv, 0.14 * scale).g;
    let around = surroundings(uv, 0.4 * scale).b;
    return 1.0 - (1.0 - touching) * (1.0 - 0.6 * near) * (1.0 - 0.55 * around);
}

// Depth that the key light reaches; far where it meets nothing or the map ends.
fn shadow_depth(uv: vec2<f32>, size: vec2<f32>) -> f32 {
    let texel = vec2<i32>(floor(uv * size));
    if any(texel < vec2<i32>(0)) || any(texel >= vec2<i32>(size)) {
        return 1e9;
    }
    let depth = textureLoad(shadow_map, texel, 0).r;
    return select(depth, 1e9, depth >= 1.0);
}

// The widest edge of the key light's shadow, in widths of its map.
const WIDEST: f32 = 0.1;
// How much wider it becomes with every step away from what casts it.
const SPREAD: f32 = 0.13;

fn hidden_key(position: vec3<f32>) -> f32 {
    let at = (frame.shadow_from_model * vec4<f32>(position, 1.0)).xyz;
    let size = vec2<f32>(textureDimensions(shadow_map));
    // The map is a cube, so depth and width have one unit: the farther what casts the shadow, the wider its edge. Never
    // wider than what was searched, or the edge of the search would show.
    var depths = 0.0;
    var found = 0.0;
    // Fewer where each one counts: on a driver that draws on the CPU, while things move.
    let searched = select(12, 64, frame.soft_shadows > 0.5);
    for (var k = 0; k < searched; k += 1) {
        let offset = spiral(k, searched) * WIDEST;
        let above = at.z - shadow_depth(at.xy + offset, size);
        // Only what stands between here and some part of the lamp: not what is close to the ground far from here.
        if above > 0.002 && length(offset) < SPREAD * above + 0.01 {
            depths += above;
            found += 1.0;
        }
    }
    if found < 0.5 {
        return 0.0;
    }
    let radius = clamp(SPREAD * depths / found, 0.007, WIDEST);
    var hidden = 0.0;
    var weights = 0.0;
    let taps = select(14, 96, frame.soft_shadows > 0.5);
    for (var k = 0; k < taps; k += 1) {
        let offset = spiral(k, taps);
        let weight = exp(-2.0 * dot(offset, offset));
        weights += weight;
        hidden += select(0.0, weight, shadow_depth(at.xy + offset * radius, size) < at.z - 0.002);
    }
    return hidden / weights;
}

@fragment
fn fs_bake(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let uv = position.xy / frame.bake_size;
    let local = (uv - 0.5) * vec2<f32>(2.0, -2.0) * frame.patch_half;
    let ground = vec3<f32>(frame.patch_center.x + local.x, frame.ground_y, frame.patch_center.y + local.y);
    return vec4<f32>(hidden_sky(uv), hidden_key(ground), 0.0, 1.0);
}
