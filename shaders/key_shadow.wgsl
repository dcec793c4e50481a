// key_shadow.wgsl: how much of the key light reaches a point. Hard where what casts the shadow is near, softer the farther
// it is: the lamp is a wide one.
// Spaces: model; the map's u, v, depth, in which a parallel light keeps planes planes.
// Source: Fernando 2005, "Percentage-Closer Soft Shadows"; Isidoro 2006, "Shadow Mapping: GPU-based Tips and Techniques"
// (the depth of the receiver's own plane under each tap); Vogel 1979 (the spiral).

@group(3) @binding(0) var shadow_map: texture_depth_2d;
@group(3) @binding(1) var shadow_compare: sampler_comparison;
// The same map, read as plain numbers: GLSL cannot load single texels of what it compares.
@group(3) @binding(6) var shadow_depth: texture_2d<f32>;

// The widest edge of a shadow, in widths of the map; bake.wgsl has the ground's.
const SHADOW_REACH: f32 = 0.04;
// How much wider an edge becomes with every step away from what casts it. The key's soft box would have 0.4; a little less
// lets forms read by it.
const SHADOW_SPREAD: f32 = 0.25;
const BLOCKER_TAPS: i32 = 20;
const SHADOW_TAPS: i32 = 40;
// Where edges are all of one width.
const PLAIN_TAPS: i32 = 7;

// Evenly spread in 0..1, another one at each pixel and in each sample of a picture that is refined.
// Source: Jimenez 2014, "Next Generation Post Processing in Call of Duty", interleaved gradient noise.
fn pixel_noise(pixel: vec2<f32>) -> f32 {
    let at = floor(pixel) + 5.588238 * frame.sample_index;
    return fract(52.9829189 * fract(dot(at, vec2<f32>(0.06711056, 0.00583715))));
}

// Tap k of n over the unit disk, evenly dense, turned by `turn`.
fn disk_tap(k: i32, n: i32, turn: f32) -> vec2<f32> {
    let angle = f32(k) * 2.39996323 + turn;
    return vec2<f32>(cos(angle), sin(angle)) * sqrt((f32(k) + 0.5) / f32(n));
}

// Depth of the map at a place of it; far outside.
fn shadow_depth_at(uv: vec2<f32>, size: vec2<f32>) -> f32 {
    let texel = vec2<i32>(floor(uv * size));
    if any(texel < vec2<i32>(0)) || any(texel >= vec2<i32>(size)) {
        return 1.0;
    }
    return textureLoad(shadow_depth, texel, 0).r;
}

fn key_visibility(s: Surface) -> f32 {
    if frame.shadow_on < 0.5 {
        return 1.0;
    }
    // Off the surface, so that it does not shade itself: the more, the flatter the light falls.
    let cosine = clamp(dot(s.geometric_normal, frame.lobes[0].axis), 0.0, 1.0);
    let lifted = s.position + s.geometric_normal * (frame.shadow_texel * (2.0 + 4.0 * (1.0 - cosine)));
    let at = (frame.shadow_from_model * vec4<f32>(lifted, 1.0)).xyz;
    let size = vec2<f32>(textureDimensions(shadow_map));
    let texel = 1.0 / size.x;
    // The plane through the point in the map: how its depth goes with u and v, never steeper than a tap can tell.
    let plane = (frame.shadow_from_model * vec4<f32>(s.geometric_normal, 0.0)).xyz;
    let steep = min(plane.z, -0.25 * length(plane));
    let slope = -plane.xy / steep;

    var radius = 3.0 * texel;
    var taps = PLAIN_TAPS;
    var turn = 0.0;
    if frame.soft_shadows > 0.5 {
        turn = 6.28318531 * pixel_noise(s.pixel);
        var depths = 0.0;
        var found = 0.0;
        // A number that no compiler knows: unrolled, this would take a second to translate on a driver that draws on the CPU.
        let searched = i32(f32(BLOCKER_TAPS) * frame.soft_shadows);
        for (var k = 0; k < searched; k += 1) {
            let offset = disk_tap(k, searched, turn) * SHADOW_REACH;
            let receiver = at.z + dot(slope, offset);
            let depth = shadow_depth_at(at.xy + offset, size);
            if depth < receiver - 0.001 {
                depths += receiver - depth;
                found += 1.0;
            }
        }
        if found > 0.5 {
            radius = clamp(SHADOW_SPREAD * depths / found, 1.5 * texel, SHADOW_REACH);
            taps = SHADOW_TAPS;
        } else {
            // Nothing is near but what the taps fell beside.
            radius = 1.5 * texel;
        }
    }
    var sum = 0.0;
    for (var k = 0; k < taps; k += 1) {
        let offset = disk_tap(k, taps, turn) * radius;
        sum += textureSampleCompareLevel(shadow_map, shadow_compare, at.xy + offset, at.z + dot(slope, offset));
    }
    return sum / f32(taps);
}
