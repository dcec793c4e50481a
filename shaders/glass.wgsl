// glass.wgsl: what is seen through a clear surface: the picture so far, bent and blurred.
// Solid things are drawn first; their picture, with smaller and smaller levels, is the backdrop of what is clear.
// Spaces: model, and pixels of the target. The backdrop holds premultiplied display light, as the target does.
// Source: KHR_materials_transmission, KHR_materials_volume, and the way of Khronos' Sample Viewer through screen space.

@group(3) @binding(4) var backdrop: texture_2d<f32>;

// What a clear thing shows of the surroundings is as sharp as their reflection.
fn picture_behind(direction: vec3<f32>, blurred: bool) -> vec3<f32> {
    return picture_radiance(direction, select(0.0, BLURRED, blurred));
}

// Weights of a cubic B-spline over four texels.
fn spline(f: f32) -> vec4<f32> {
    let g = 1.0 - f;
    return vec4<f32>(g * g * g, 3.0 * f * f * f - 6.0 * f * f + 4.0, 3.0 * g * g * g - 6.0 * g * g + 4.0, f * f * f) / 6.0;
}

// Single texels with exact weights: levels do not show their texels, nor the few bits that filters of a device have.
fn backdrop_level(uv: vec2<f32>, level: i32) -> vec4<f32> {
    // Of the first level, halved: to ask for the size of a level that differs from pixel to pixel is not safe, see below.
    let size = max(vec2<i32>(textureDimensions(backdrop)) >> vec2<u32>(u32(level)), vec2<i32>(1));
    let at = uv * vec2<f32>(size) - 0.5;
    let base = floor(at);
    let across = spline(at.x - base.x);
    let down = spline(at.y - base.y);
    var sum = vec4<f32>(0.0);
    for (var y = 0; y < 4; y += 1) {
        var row = vec4<f32>(0.0);
        for (var x = 0; x < 4; x += 1) {
            let texel = clamp(vec2<i32>(base) + vec2<i32>(x - 1, y - 1), vec2<i32>(0), size - 1);
            row += textureLoad(backdrop, texel, level) * across[x];
        }
        sum += row * down[y];
    }
    return sum;
}

fn backdrop_at(uv: vec2<f32>, level: f32) -> vec4<f32> {
    if level < 0.05 {
        return textureSampleLevel(backdrop, smooth_sampler, uv, 0.0);
    }
    let last = f32(textureNumLevels(backdrop) - 1u);
    let low = min(floor(level), last);
    let high = min(low + 1.0, last);
    return mix(backdrop_level(uv, i32(low)), backdrop_level(uv, i32(high)), clamp(level - low, 0.0, 1.0));
}

struct Behind {
    // Scene light, dimmed on its way.
    light: vec3<f32>,
    // Share of the picture's background that is left to see, where that is nothing at all.
    open: f32,
}

// Level of the backdrop that a roughness blurs to: up to the whole picture, less the less light is bent.
//
// Software rasterisers take the level of four pixels from the first of them, also where that lies outside of the
// triangle and has run no branch and read no storage: at every edge of a triangle they would look into another level. So
// this is made of uniforms and samples alone, before any branch, and is the mean of the four.
fn blur_level(roughness: f32, at: vec2<f32>) -> f32 {
    let own = log2(max(f32(textureDimensions(backdrop).y), 1.0)) * roughness * clamp(2.0 * material.ior - 2.0, 0.0, 1.0);
    let odd = vec2<f32>(vec2<u32>(at) & vec2<u32>(1u));
    let of_row = own + dpdxFine(own) * (0.5 - odd.x);
    return of_row + dpdyFine(of_row) * (0.5 - odd.y);
}

fn behind(s: Surface, level: f32) -> Behind {
    // Light goes in straight where a wall is thin: it comes out as it came.
    var way = vec3<f32>(0.0);
    if s.thickness > 0.0 {
        way = refract(-s.view, s.normal, 1.0 / s.ior) * s.thickness;
    }
    let clip = frame.clip_from_model * vec4<f32>(s.position + way, 1.0);
    let ndc = clip.xy / max(clip.w, 1e-6);
    // Within this part of the target.
    let part = clamp(vec2<f32>(0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y) * frame.viewport_px, vec2<f32>(0.5), frame.viewport_px - 0.5);
    let uv = (part + vec2<f32>(frame.origin_px, 0.0)) / vec2<f32>(textureDimensions(backdrop));
    let drawn = backdrop_at(uv, level);
    var display = drawn.rgb;
    var open = 0.0;
    if frame.transparent > 0.5 {
        open = 1.0 - clamp(drawn.a, 0.0, 1.0);
    } else {
        display += linear_from_srgb(background_srgb(part)) * (1.0 - drawn.a);
    }
    // Source: KHR_materials_volume, "Attenuation" (Beer's law).
    let left = exp(-s.extinction * length(way));
    return Behind(scene_from_display(display, frame.tone_mapping) * left, open);
}
