// environment.wgsl: from a picture of surroundings to reflections by roughness, a face of a level of a cube map at a time.
// `fs_face`: the picture as a face of a cube. `fs_filter`: a face as a surface of some roughness mirrors it.
// Sources: Karis 2013, "Real Shading in Unreal Engine 4" (the view along the normal, weights by the cosine); Colbert and
// Krivanek 2007, "GPU-Based Importance Sampling" (GPU Gems 3, chapter 20: a sample reads the level that its share of the
// sphere asks for, so that few do and bright specks do not sparkle).

struct FaceUniforms {
    // +X -X +Y -Y +Z -Z.
    face: u32,
    // Side of this face, texels.
    size: f32,
    // Side of the largest level that is read, texels; of a picture its width.
    source: f32,
    // Perceptual.
    roughness: f32,
    // Samples.
    count: u32,
    pad0: u32,
    pad1: u32,
    pad2: u32,
}

@group(0) @binding(0) var<uniform> face: FaceUniforms;
@group(0) @binding(1) var picture_map: texture_2d<f32>;
@group(0) @binding(2) var source_cube: texture_cube<f32>;
@group(0) @binding(3) var around_sampler: sampler;

const PI: f32 = 3.14159265;

@vertex
fn vs_face(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
}

// Unit, through a place of a face: 0 to 1, down.
fn through_face(at: vec2<f32>) -> vec3<f32> {
    let p = at * 2.0 - 1.0;
    switch face.face {
        case 0u: { return normalize(vec3<f32>(1.0, -p.y, -p.x)); }
        case 1u: { return normalize(vec3<f32>(-1.0, -p.y, p.x)); }
        case 2u: { return normalize(vec3<f32>(p.x, 1.0, p.y)); }
        case 3u: { return normalize(vec3<f32>(p.x, -1.0, -p.y)); }
        case 4u: { return normalize(vec3<f32>(p.x, -p.y, 1.0)); }
        default: { return normalize(vec3<f32>(-p.x, -p.y, -1.0)); }
    }
}

@fragment
fn fs_face(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    var sum = vec3<f32>(0.0);
    // Four points of a texel, each as wide as a quarter of it.
    let level = max(log2(0.5 * (2.0 / face.size) / (2.0 * PI / face.source)), 0.0);
    for (var k = 0; k < 4; k += 1) {
        let offset = vec2<f32>(f32(k & 1), f32(k >> 1u)) * 0.5 - 0.25;
        let d = through_face((position.xy + offset) / face.size);
        let uv = vec2<f32>(atan2(d.z, d.x) / (2.0 * PI) + 0.5, acos(clamp(d.y, -1.0, 1.0)) / PI);
        sum += textureSampleLevel(picture_map, around_sampler, uv, level).rgb;
    }
    return vec4<f32>(sum * 0.25, 1.0);
}

// Van der Corput's bits, mirrored.
fn mirrored_bits(index: u32) -> f32 {
    return f32(reverseBits(index)) * 2.3283064365386963e-10;
}

@fragment
fn fs_filter(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let normal = through_face(position.xy / face.size);
    let side = normalize(cross(select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(1.0, 0.0, 0.0), abs(normal.y) > 0.9), normal));
    let other = cross(normal, side);
    let alpha = face.roughness * face.roughness;
    let alpha_squared = alpha * alpha;
    let texel = 4.0 * PI / (6.0 * face.source * face.source);
    var sum = vec3<f32>(0.0);
    var weights = 0.0;
    for (var k = 0u; k < face.count; k += 1u) {
        let share = (f32(k) + 0.5) / f32(face.count);
        let around = 2.0 * PI * mirrored_bits(k);
        let cosine = sqrt((1.0 - share) / (1.0 + (alpha_squared - 1.0) * share));
        let sine = sqrt(max(1.0 - cosine * cosine, 0.0));
        let h = (side * cos(around) + other * sin(around)) * sine + normal * cosine;
        let light = 2.0 * cosine * h - normal;
        let n_dot_l = dot(normal, light);
        if n_dot_l > 0.0 {
            let f = cosine * cosine * (alpha_squared - 1.0) + 1.0;
            // D / 4: how dense the samples are here.
            let density = alpha_squared / (PI * f * f) * 0.25;
            let level = max(0.5 * log2(1.0 / (f32(face.count) * density * texel)) + 1.0, 0.0);
            sum += textureSampleLevel(source_cube, around_sampler, light, level).rgb * n_dot_l;
            weights += n_dot_l;
        }
    }
    return vec4<f32>(sum / max(weights, 1e-6), 1.0);
}
