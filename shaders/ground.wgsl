// ground.wgsl: the grid and the character's shadow on the ground plane.
// Spaces: model (x, z on the plane). Out: premultiplied display light; the shadow is black with alpha.
// Source: Golus 2022, "The Best Darn Grid Shader (Yet)".

@group(1) @binding(0) var baked: texture_2d<f32>;
@group(1) @binding(1) var baked_sampler: sampler;

struct GroundVarying {
    @builtin(position) clip: vec4<f32>,
    // Relative to the grid's anchor, so that it stays precise far from the origin.
    @location(0) local: vec2<f32>,
}

@vertex
fn vs_ground(@builtin(vertex_index) index: u32) -> GroundVarying {
    let corner = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let reach = vertex_frame.grid_radius + length(vertex_frame.grid_center - vertex_frame.grid_anchor);
    let local = corner * reach;
    let position = vec3<f32>(vertex_frame.grid_anchor.x + local.x, vertex_frame.ground_y, vertex_frame.grid_anchor.y + local.y);
    return GroundVarying(vertex_frame.clip_from_model * vec4<f32>(position, 1.0), local);
}

// Coverage of lines one apart along each axis, `width` pixels wide; lines too dense to tell apart fade out.
fn grid_lines(at: vec2<f32>, per_pixel: vec2<f32>, width: f32) -> vec2<f32> {
    let target_width = width * per_pixel;
    let edge = per_pixel * 1.2;
    let from_line = 1.0 - abs(fract(at) * 2.0 - 1.0);
    let line = 1.0 - smoothstep(max(target_width - edge, vec2<f32>(0.0)), target_width + edge, from_line);
    return line * (1.0 - smoothstep(vec2<f32>(0.12), vec2<f32>(0.5), per_pixel));
}

// Cubic B-spline by four bilinear taps: the coarse texture looks smooth.
fn baked_smooth(uv: vec2<f32>) -> vec2<f32> {
    let size = vec2<f32>(textureDimensions(baked));
    let at = uv * size - 0.5;
    let base = floor(at);
    let f = at - base;
    let g = 1.0 - f;
    let w0 = g * g * g / 6.0;
    let w1 = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0;
    let w2 = (4.0 - 6.0 * g * g + 3.0 * g * g * g) / 6.0;
    let w3 = f * f * f / 6.0;
    let s0 = w0 + w1;
    let s1 = w2 + w3;
    let p0 = (base - 0.5 + w1 / s0) / size;
    let p1 = (base + 1.5 + w3 / s1) / size;
    let a = textureSampleLevel(baked, baked_sampler, vec2<f32>(p0.x, p0.y), 0.0).rg * s0.x * s0.y;
    let b = textureSampleLevel(baked, baked_sampler, vec2<f32>(p1.x, p0.y), 0.0).rg * s1.x * s0.y;
    let c = textureSampleLevel(baked, baked_sampler, vec2<f32>(p0.x, p1.y), 0.0).rg * s0.x * s1.y;
    let d = textureSampleLevel(baked, baked_sampler, vec2<f32>(p1.x, p1.y), 0.0).rg * s1.x * s1.y;
    return a + b + c + d;
}

@fragment
fn fs_ground(in: GroundVarying) -> @location(0) vec4<f32> {
    let per_pixel = max(length(vec2<f32>(dpdx(in.local.x), dpdy(in.local.x))), 1e-20);
    let per_pixel_z = max(length(vec2<f32>(dpdx(in.local.y), dpdy(in.local.y))), 1e-20);
    let metres_per_pixel = vec2<f32>(per_pixel, per_pixel_z);
    let position = frame.grid_anchor + in.local;

    var shadow = 0.0;
    if frame.patch_half > 0.0 {
        let p = (position - frame.patch_center) / frame.patch_half;
        let uv = vec2<f32>(0.5 + 0.5 * p.x, 0.5 - 0.5 * p.y);
        let inside = 1.0 - smoothstep(0.5, 1.0, length(p));
        let hidden = baked_smooth(clamp(uv, vec2<f32>(0.0), vec2<f32>(1.0)));
        // The key's shadow runs out before the patch does; what touches the ground stays.
        let lit = (1.0 - 0.9 * hidden.r) * (1.0 - 0.6 * hidden.g * inside);
        shadow = (1.0 - lit) * min(4.0 * inside, 1.0) * frame.shadow_strength;
    }
    var color = vec3<f32>(0.0);
    var alpha = shadow;
    if frame.grid_step > 0.0 {
        let fade_at = length(position - frame.grid_center) / frame.grid_radius;
        let fade = pow(clamp(1.0 - fade_at, 0.0, 1.0), 1.5);
        let fine = grid_lines(in.local / frame.grid_step, metres_per_pixel / frame.grid_step, frame.line_px);
        let coarse_step = frame.grid_step * 10.0;
        let coarse = grid_lines(in.local / coarse_step, metres_per_pixel / coarse_step, frame.line_px * 1.15);
        let strength = max(max(fine.x, fine.y) * 0.5, max(coarse.x, coarse.y));
        // The axes of model space, wherever the anchor is.
        let on_axis = vec2<f32>(1.0) - smoothstep(
            vec2<f32>(0.2) * frame.line_px, vec2<f32>(1.2) * frame.line_px, abs(position) / metres_per_pixel,
        );
        var tint = frame.grid_color.rgb;
        var line = strength * frame.grid_color.a;
        tint = mix(tint, vec3<f32>(0.86, 0.36, 0.38), on_axis.y * 0.75);
        tint = mix(tint, vec3<f32>(0.33, 0.53, 0.90), on_axis.x * 0.75);
        line = max(line, max(on_axis.x, on_axis.y) * (0.3 + frame.grid_color.a)) * fade;
        // Seen from below it is only a hint.
        line *= select(0.35, 1.0, frame.camera_position.y > frame.ground_y);
        color = linear_from_srgb(tint) * line;
        alpha = line + shadow * (1.0 - line);
    }
    return vec4<f32>(color, alpha);
}
