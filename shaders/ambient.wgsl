// ambient.wgsl: how much of the light from all around reaches a point.
// Where the picture has ambient occlusion, one map of half its size holds all of it (occlusion.wgsl); where it has none,
// the map is that of what stands above, seen from straight above (sky.wgsl).

@group(3) @binding(2) var ambient_map: texture_2d<f32>;
@group(3) @binding(3) var smooth_sampler: sampler;

struct Ambient {
    // Share that comes through what is near: folds, armpits, between fingers.
    open: f32,
    // Share of the sky that what stands above leaves.
    sky: f32,
}

// Of the four texels around a pixel those count that lie as deep as it: nothing bleeds over an edge.
// Source: Kopf et al. 2007, "Joint Bilateral Upsampling".
fn ambient_at(s: Surface) -> Ambient {
    if frame.shadow_on < 0.5 {
        return Ambient(1.0, 1.0);
    }
    if frame.occlusion_on < 0.5 {
        let lookup = sky_lookup(s.position, s.normal);
        return Ambient(1.0, sky_visibility(textureSampleLevel(ambient_map, smooth_sampler, lookup.xy, 0.0).rg, lookup.z));
    }
    let at = s.pixel * 0.5 - 0.5;
    let base = floor(at);
    let share = at - base;
    let last = vec2<i32>(textureDimensions(ambient_map)) - 1;
    let depth = screen_depth(s.position);
    var sum = vec2<f32>(0.0);
    var weights = 0.0;
    for (var k = 0; k < 4; k += 1) {
        let step = vec2<i32>(k & 1, k >> 1);
        let texel = textureLoad(ambient_map, clamp(vec2<i32>(base) + step, vec2<i32>(0), last), 0);
        let near = mix(1.0 - share, share, vec2<f32>(step));
        let weight = (near.x * near.y + 0.01) / (0.002 + abs(texel.z - depth));
        sum += texel.xy * weight;
        weights += weight;
    }
    let found = sum / weights;
    return Ambient(found.x, found.y);
}

// What of light that is held back comes back by bouncing: the lighter a surface, the more.
// Source: Jimenez et al. 2016, "Practical Real-Time Strategies for Accurate Indirect Occlusion", section 5.
fn with_bounces(open: f32, albedo: vec3<f32>) -> vec3<f32> {
    let a = 2.0404 * albedo - 0.3324;
    let b = -4.7951 * albedo + 0.6417;
    let c = 2.7552 * albedo + 0.6903;
    return max(vec3<f32>(open), ((open * a + b) * open + c) * open);
}
