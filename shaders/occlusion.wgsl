// occlusion.wgsl: ambient occlusion from the depth of the picture, at half its size, and its smoothing.
// In: depth of the character (0 near, 1 nothing there; src/render/occlusion.rs has the projection). Out: share of near
// surroundings that is open, share of the sky, depth as in `screen_depth`.
// Spaces: model; texels of the map, y down.
// Source: Jimenez et al. 2016, "Practical Real-Time Strategies for Accurate Indirect Occlusion" (GTAO), with the falloff
// and the spacing of steps of XeGTAO (Intel, 2021).

@group(1) @binding(0) var depth_map: texture_2d<f32>;
// The sky map, or what is to be smoothed.
@group(1) @binding(1) var source_map: texture_2d<f32>;
@group(1) @binding(2) var source_sampler: sampler;

const HALF_PI: f32 = 1.57079633;
const SLICES: i32 = 3;
const STEPS: i32 = 4;
// From where on a thing counts less the farther it is, as a share of the radius.
const FULL_REACH: f32 = 0.385;
// Nothing is there.
const NOWHERE: f32 = 30000.0;

@vertex
fn vs_occlusion(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}

// Within this part of the picture.
fn within(texel: vec2<i32>) -> vec2<i32> {
    let first = vec2<f32>(ceil(0.5 * frame.origin_px), 0.0);
    let last = floor(0.5 * (vec2<f32>(frame.origin_px, 0.0) + frame.viewport_px) - 0.5);
    return clamp(texel, vec2<i32>(first), max(vec2<i32>(last), vec2<i32>(first)));
}

fn depth_at(texel: vec2<i32>) -> f32 {
    return textureLoad(depth_map, within(texel), 0).r;
}

fn position_of(texel: vec2<f32>, depth: f32) -> vec3<f32> {
    let share = (2.0 * texel - vec2<f32>(frame.origin_px, 0.0)) / frame.viewport_px;
    let p = frame.model_from_depth * vec4<f32>(2.0 * share.x - 1.0, 1.0 - 2.0 * share.y, depth, 1.0);
    return p.xyz / p.w;
}

fn position_at(texel: vec2<i32>) -> vec3<f32> {
    let inside = within(texel);
    return position_of(vec2<f32>(inside) + 0.5, textureLoad(depth_map, inside, 0).r);
}

// Along the neighbour that continues the surface: the nearer one, of those that are there.
fn tangent_along(at: vec2<i32>, step: vec2<i32>, here: vec3<f32>, depth: f32) -> vec3<f32> {
    let after = depth_at(at + step);
    let before = depth_at(at - step);
    if abs(after - depth) < abs(before - depth) {
        return position_of(vec2<f32>(at + step) + 0.5, after) - here;
    }
    return here - position_of(vec2<f32>(at - step) + 0.5, before);
}

// The share of the sky as in ambient.wgsl, which looks it up where there is no such map as this one.
fn sky_share(position: vec3<f32>, normal: vec3<f32>) -> f32 {
    let lookup = sky_lookup(position, normal);
    return sky_visibility(textureSampleLevel(source_map, source_sampler, lookup.xy, 0.0).rg, lookup.z);
}

@fragment
fn fs_occlusion(@builtin(position) pixel: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(pixel.xy);
    let depth = textureLoad(depth_map, at, 0).r;
    if depth >= 1.0 {
        return vec4<f32>(1.0, 1.0, NOWHERE, 1.0);
    }
    let here = position_of(pixel.xy, depth);
    let view = select(frame.camera_backward, normalize(frame.camera_position - here), frame.perspective > 0.5);
    let along = tangent_along(at, vec2<i32>(1, 0), here, depth);
    let down = tangent_along(at, vec2<i32>(0, 1), here, depth);
    var normal = cross(down, along);
    let length_squared = dot(normal, normal);
    normal = select(view, normal * inverseSqrt(max(length_squared, 1e-38)), length_squared > 1e-37);
    normal = select(normal, -normal, dot(normal, view) < 0.0);

    let distance = dot(frame.camera_position - here, frame.camera_backward);
    let scale = frame.occlusion_px / select(1.0, max(distance, 1e-20), frame.perspective > 0.5);
    let radius_px = min(frame.occlusion_radius * scale, 0.2 * frame.viewport_px.y);
    let radius = radius_px / scale;
    // A pattern of four by four, which the smoothing takes away, another one in each sample.
    let turn = fract((f32((((at.x + at.y) & 3) << 2u) + (at.x & 3)) + 0.5) / 16.0 + frame.sample_index * 0.61803399);
    let shift = fract((f32((at.y - at.x) & 3) + 0.5) / 4.0 + frame.sample_index * 0.75487767);

    var open = 0.0;
    // Numbers that no compiler knows: unrolled, this would take long to translate.
    let slices = i32(f32(SLICES) * frame.occlusion_on);
    let steps = i32(f32(STEPS) * frame.occlusion_on);
    for (var slice = 0; slice < slices; slice += 1) {
        let angle = (f32(slice) + turn) / f32(SLICES) * (2.0 * HALF_PI);
        let across = vec2<f32>(cos(angle), sin(angle));
        let direction = frame.camera_right * across.x + frame.camera_up * across.y;
        let in_slice = direction - view * dot(direction, view);
        let axis = normalize(cross(in_slice, view));
        let flat_normal = normal - axis * dot(normal, axis);
        let share = max(length(flat_normal), 1e-5);
        let lean = sign(dot(in_slice, flat_normal)) * acos(clamp(dot(flat_normal, view) / share, -1.0, 1.0));
        // Below the surface itself nothing is open.
        let lowest = vec2<f32>(cos(lean + HALF_PI), cos(lean - HALF_PI));
        var highest = lowest;
        for (var step = 0; step < steps; step += 1) {
            // Closer together where it is near.
            let t = (f32(step) + shift) / f32(STEPS);
            let reach = max(t * t * radius_px, 1.3 + f32(step));
            let offset = vec2<i32>(round(vec2<f32>(across.x, -across.y) * reach));
            let to = position_at(at + offset) - here;
            let away = position_at(at - offset) - here;
            let lengths = max(vec2<f32>(length(to), length(away)), vec2<f32>(1e-20));
            let weight = clamp((1.0 - lengths / radius) / (1.0 - FULL_REACH), vec2<f32>(0.0), vec2<f32>(1.0));
            let cosines = vec2<f32>(dot(to, view), dot(away, view)) / lengths;
            highest = max(highest, mix(lowest, cosines, weight));
        }
        let up = acos(clamp(highest.x, -1.0, 1.0));
        let under = -acos(clamp(highest.y, -1.0, 1.0));
        let base = cos(lean);
        let arcs = (base + 2.0 * up * sin(lean) - cos(2.0 * up - lean)) + (base + 2.0 * under * sin(lean) - cos(2.0 * under - lean));
        open += 0.25 * share * arcs;
    }
    open = clamp(open / f32(SLICES), 0.0, 1.0);
    return vec4<f32>(open, sky_share(here, normal), screen_depth(here), 1.0);
}

// Mean over four by four texels (five, the outer ones half), of those on the same surface: where a plane through the
// middle would be.
@fragment
fn fs_smooth(@builtin(position) pixel: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(pixel.xy);
    let middle = textureLoad(source_map, at, 0);
    if middle.z >= NOWHERE {
        return middle;
    }
    let right = textureLoad(source_map, within(at + vec2<i32>(1, 0)), 0).z - middle.z;
    let left = middle.z - textureLoad(source_map, within(at - vec2<i32>(1, 0)), 0).z;
    let below = textureLoad(source_map, within(at + vec2<i32>(0, 1)), 0).z - middle.z;
    let above = middle.z - textureLoad(source_map, within(at - vec2<i32>(0, 1)), 0).z;
    let slope = vec2<f32>(select(left, right, abs(right) < abs(left)), select(above, below, abs(below) < abs(above)));
    let tolerance = 0.003 + 0.5 * (abs(slope.x) + abs(slope.y));
    var sum = vec2<f32>(0.0);
    var weights = 0.0;
    let reach = i32(2.0 * frame.occlusion_on);
    for (var y = -reach; y <= reach; y += 1) {
        for (var x = -reach; x <= reach; x += 1) {
            let texel = textureLoad(source_map, within(at + vec2<i32>(x, y)), 0);
            let expected = middle.z + dot(slope, vec2<f32>(f32(x), f32(y)));
            var weight = clamp(1.5 - abs(texel.z - expected) / tolerance, 0.0, 1.0);
            weight *= select(1.0, 0.5, abs(x) == 2) * select(1.0, 0.5, abs(y) == 2);
            sum += texel.xy * weight;
            weights += weight;
        }
    }
    return vec4<f32>(sum / max(weights, 1e-6), middle.z, 1.0);
}
