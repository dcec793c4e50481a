// bake.wgsl: how dark the character makes the ground, drawn into a small texture once a frame.
// Red: share of the sky that it hides (form factors over a height map seen from below). Green: share of the key light
// that it hides, softer the farther the shadow falls.
// Source: Nusselt's form factor of a horizontal patch; Fernando 2005, "Percentage-Closer Soft Shadows".

@group(1) @binding(0) var height_map: texture_depth_2d;
@group(1) @binding(1) var shadow_map: texture_depth_2d;

@vertex
fn vs_bake(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}

const BAKE_SIZE: f32 = 160.0;
// The height map spans a little below the ground, too.
const BELOW: f32 = 0.15;

fn tap(map: texture_depth_2d, uv: vec2<f32>) -> f32 {
    let size = vec2<f32>(textureDimensions(map));
    let at = vec2<i32>(floor(uv * size));
    if any(at < vec2<i32>(0)) || any(at >= vec2<i32>(size)) {
        return 1.0;
    }
    return textureLoad(map, at, 0);
}

fn hidden_sky(uv: vec2<f32>) -> f32 {
    var hidden = 0.0;
    let reach = 0.45 * frame.patch_height;
    for (var ring = 0; ring < 6; ring += 1) {
        let inner = f32(ring) / 6.0;
        let outer = f32(ring + 1) / 6.0;
        let near = reach * inner * inner;
        let far = reach * outer * outer;
        let radius = 0.5 * (near + far);
        let area = (far * far - near * near) / 8.0;
        for (var k = 0; k < 8; k += 1) {
            let angle = (f32(k) + 0.5 * f32(ring % 2)) * 0.78539816 + 0.3 * f32(ring);
            let offset = vec2<f32>(cos(angle), sin(angle)) * radius / (2.0 * frame.patch_half);
            let depth = tap(height_map, uv + offset);
            if depth < 1.0 {
                let h = max(depth * (1.0 + BELOW) - BELOW, 0.012) * frame.patch_height;
                let s = h * h + radius * radius;
                hidden += h * h / (s * s) * area;
            }
        }
    }
    return clamp(hidden, 0.0, 1.0);
}

fn hidden_key(position: vec3<f32>) -> f32 {
    let at = (frame.shadow_from_model * vec4<f32>(position, 1.0)).xyz;
    // Of the whole map in metres, to relate depth to width: the map is a cube.
    let search = 0.09;
    var blockers = 0.0;
    var depths = 0.0;
    for (var k = 0; k < 16; k += 1) {
        let depth = tap(shadow_map, at.xy + spiral(k, 16) * search);
        if depth < at.z - 0.002 {
            blockers += 1.0;
            depths += at.z - depth;
        }
    }
    if blockers < 0.5 {
        return 0.0;
    }
    let radius = clamp(0.28 * depths / blockers, 0.006, 0.14);
    var hidden = 0.0;
    for (var k = 0; k < 32; k += 1) {
        let depth = tap(shadow_map, at.xy + spiral(k, 32) * radius);
        hidden += select(0.0, 1.0, depth < at.z - 0.002);
    }
    return hidden / 32.0;
}

fn spiral(k: i32, count: i32) -> vec2<f32> {
    let r = sqrt((f32(k) + 0.5) / f32(count));
    let angle = f32(k) * 2.39996323;
    return vec2<f32>(cos(angle), sin(angle)) * r;
}

@fragment
fn fs_bake(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let uv = position.xy / BAKE_SIZE;
    let local = (uv - 0.5) * vec2<f32>(2.0, -2.0) * frame.patch_half;
    let ground = vec3<f32>(frame.patch_center.x + local.x, frame.ground_y, frame.patch_center.y + local.y);
    return vec4<f32>(hidden_sky(uv), hidden_key(ground), 0.0, 1.0);
}
