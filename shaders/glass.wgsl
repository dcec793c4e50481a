// glass.wgsl: what is seen through a clear surface: the picture so far, bent and blurred.
// Solid things are drawn first; their picture, with smaller and smaller levels, is the backdrop of what is clear.
// Spaces: model, and pixels of the target. The backdrop holds premultiplied display light, as the target does.
// Source: KHR_materials_transmission, KHR_materials_volume, and the way of Khronos' Sample Viewer through screen space.

@group(3) @binding(4) var backdrop: texture_2d<f32>;

// Cubic B-spline by four bilinear taps: levels do not show their texels.
fn backdrop_level(uv: vec2<f32>, level: f32) -> vec4<f32> {
    let size = vec2<f32>(textureDimensions(backdrop, u32(level)));
    let at = uv * size - 0.5;
    let base = floor(at);
    let f = at - base;
    let g = 1.0 - f;
    let w0 = g * g * g / 6.0;
    let w1 = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0;
    let w3 = f * f * f / 6.0;
    let s0 = w0 + w1;
    let s1 = 1.0 - s0;
    let p0 = (base - 0.5 + w1 / s0) / size;
    let p1 = (base + 1.5 + w3 / s1) / size;
    return textureSampleLevel(backdrop, smooth_sampler, vec2<f32>(p0.x, p0.y), level) * s0.x * s0.y
        + textureSampleLevel(backdrop, smooth_sampler, vec2<f32>(p1.x, p0.y), level) * s1.x * s0.y
        + textureSampleLevel(backdrop, smooth_sampler, vec2<f32>(p0.x, p1.y), level) * s0.x * s1.y
        + textureSampleLevel(backdrop, smooth_sampler, vec2<f32>(p1.x, p1.y), level) * s1.x * s1.y;
}

fn backdrop_at(uv: vec2<f32>, level: f32) -> vec4<f32> {
    if level < 0.05 {
        return textureSampleLevel(backdrop, smooth_sampler, uv, 0.0);
    }
    let last = f32(textureNumLevels(backdrop) - 1u);
    let low = min(floor(level), last);
    return mix(backdrop_level(uv, low), backdrop_level(uv, min(low + 1.0, last)), clamp(level - low, 0.0, 1.0));
}

struct Behind {
    // Scene light, dimmed on its way.
    light: vec3<f32>,
    // Share of the picture's background that is left to see, where that is nothing at all.
    open: f32,
}

fn behind(s: Surface) -> Behind {
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
    // Blurred as roughness does, less the less light is bent.
    let level = log2(max(frame.viewport_px.y, 2.0)) * s.transmission_roughness * clamp(2.0 * s.ior - 2.0, 0.0, 1.0);
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
    return Behind(scene_from_display(display) * left, open);
}
