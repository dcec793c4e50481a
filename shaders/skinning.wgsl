// skinning.wgsl: moves a vertex from mesh space to model space by its joints.
// CPU twins: src/skinning/linear.rs, src/skinning/dual_quaternion.rs, src/skinning/mixed.rs, src/skinning/mod.rs,
// src/math/rows.rs, src/math/dual_quaternion.rs: same names, same order of operations, same fallbacks (tests/gpu/twins.rs).
// Spaces: in mesh, out model. Weights sum to 1, strongest first. Palette entries in the skin's joint order.
// Source: Magnenat-Thalmann et al. 1988 (linear blend); Kavan et al. 2008, "Geometric Skinning with Approximate Dual
// Quaternion Blending", sections 3 and 6.

// A 3x4 matrix by rows; the fourth row is 0 0 0 1.
struct Rows3x4 {
    row0: vec4<f32>,
    row1: vec4<f32>,
    row2: vec4<f32>,
}

// First the stretch, then the rigid motion.
struct DualQuaternionJoint {
    real: vec4<f32>,
    dual: vec4<f32>,
    stretch: Rows3x4,
}

// An influence beyond the fourth.
struct Influence {
    joint: u32,
    weight: f32,
}

struct Vertex {
    position: vec3<f32>,
    normal: vec3<f32>,
    tangent: vec4<f32>,
}

// A method with its parameters, and the pose that it takes.
struct Skinning {
    // LINEAR, DUAL, BLEND or MASKED; plus UNALIGNED where dual quaternions are wrong on purpose.
    method: u32,
    // Share of the dual quaternions: 0 for LINEAR, 1 for DUAL, not read for MASKED.
    blend: f32,
    // At most this many influences, the strongest; 0: all.
    influence_limit: u32,
    // First entry of the skin's mask in `scalars`.
    mask_base: u32,
    // First entry of the skin (or the instance's only one) in `matrices`.
    matrix_base: u32,
    // First entry of the skin in `dual_quaternions`.
    dual_quaternion_base: u32,
    // The instance's part of `scalars`.
    morph_weight_base: u32,
    pad0: u32,
}

const LINEAR: u32 = 0u;
const DUAL: u32 = 1u;
const MASKED: u32 = 3u;
const METHOD: u32 = 3u;
const UNALIGNED: u32 = 4u;

// What one draw has of its own.
struct DrawUniforms {
    // How the vertices are moved, and what that is compared with.
    skinnings: array<Skinning, 2>,
    // How many morph weights the instance has; 0 skips morphing.
    morph_weight_count: u32,
    // Deltas in each of the three bindings but the last.
    deltas_per_binding: u32,
    // 1: the instance has no skin, or the primitive no influences: entry 0 with weight 1.
    rigid: u32,
    // 1: a counter-clockwise triangle is a back face (a mirrored rig).
    mirrored: u32,
    // Which side's normal a fragment has: 0 as it is, 1 turned on back faces, 2 turned to the camera.
    facing: u32,
    // How many of them count: 2 if the distance between both is wanted.
    skinning_count: u32,
    // 0 the material, 1 the distance as a colour, 2 a translucent shell; from 16 on a look (look.wgsl).
    paint: u32,
    // Distance at the end of the colour ramp, or where a shell has faded in, metres.
    paint_scale: f32,
    // 0: the file has no normals; faces are flat.
    has_normals: u32,
    // First entry of the instance's copies in `matrices`; a count of 0: it is drawn once, at its node.
    copy_base: u32,
    copy_count: u32,
    // Metres that one unit of the mesh has.
    mesh_scale: f32,
    // What the primitive has, and what is drawn of it: HAS_* and DRAWS_* in look.wgsl.
    flags: u32,
    // First entry of the skin's joint paints in `scalars`.
    joint_paint_base: u32,
    pad0: u32,
    pad1: u32,
}

@group(1) @binding(0) var<uniform> draw: DrawUniforms;
@group(1) @binding(1) var<storage, read> matrices: array<Rows3x4>;
@group(1) @binding(2) var<storage, read> dual_quaternions: array<DualQuaternionJoint>;
// One entry more than vertices: at which word of this array each vertex's influences beyond the fourth begin; then
// those, two words each (joint, weight).
@group(1) @binding(3) var<storage, read> more: array<u32>;
// Morph weights of all instances, one after the other, B's pose before A's; then the masks of all skins, a factor (0 to 1) a
// joint; then what joints paint the surface with, a number a joint.
@group(1) @binding(4) var<storage, read> scalars: array<f32>;

// False: linear blending with all influences, and nothing to compare with.
override GENERAL: bool = false;
override ALL_INFLUENCES: bool = false;

// All influences of one vertex.
struct Influences {
    joints: vec4<u32>,
    weights: vec4<f32>,
    // How many of the four are there: a weight of 0 ends them.
    first: u32,
    // How many in all, and the word of `more` where those beyond the fourth begin.
    count: u32,
    more_base: u32,
    // Factor on all weights: more than 1 if some influences are left out.
    scale: f32,
}

fn influences_of(joints: vec4<u32>, weights: vec4<f32>, vertex: u32) -> Influences {
    if draw.rigid != 0u {
        return Influences(vec4<u32>(0u), vec4<f32>(1.0, 0.0, 0.0, 0.0), 1u, 1u, 0u, 1.0);
    }
    var first = 4u;
    if weights.w <= 0.0 { first = 3u; }
    if weights.z <= 0.0 { first = 2u; }
    if weights.y <= 0.0 { first = 1u; }
    if weights.x <= 0.0 { first = 0u; }
    if ALL_INFLUENCES {
        let begin = more[vertex];
        return Influences(joints, weights, first, first + (more[vertex + 1u] - begin) / 2u, begin, 1.0);
    }
    return Influences(joints, weights, first, first, 0u, 1.0);
}

fn influence(i: Influences, k: u32) -> Influence {
    if k < i.first {
        return Influence(i.joints[k], i.weights[k] * i.scale);
    }
    let at = i.more_base + 2u * (k - i.first);
    return Influence(more[at], bitcast<f32>(more[at + 1u]) * i.scale);
}

fn add_scaled(a: Rows3x4, b: Rows3x4, factor: f32) -> Rows3x4 {
    return Rows3x4(a.row0 + b.row0 * factor, a.row1 + b.row1 * factor, a.row2 + b.row2 * factor);
}

fn transform_point(m: Rows3x4, p: vec3<f32>) -> vec3<f32> {
    let q = vec4<f32>(p, 1.0);
    return vec3<f32>(dot(m.row0, q), dot(m.row1, q), dot(m.row2, q));
}

fn transform_vector(m: Rows3x4, v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(dot(m.row0.xyz, v), dot(m.row1.xyz, v), dot(m.row2.xyz, v));
}

fn determinant_of(m: Rows3x4) -> f32 {
    return dot(m.row0.xyz, cross(m.row1.xyz, m.row2.xyz));
}

// The cofactor matrix times the sign of the determinant; not normalised.
fn transform_normal(m: Rows3x4, n: vec3<f32>) -> vec3<f32> {
    let r0 = m.row0.xyz;
    let r1 = m.row1.xyz;
    let r2 = m.row2.xyz;
    let c0 = cross(r1, r2);
    let mapped = vec3<f32>(dot(c0, n), dot(cross(r2, r0), n), dot(cross(r0, r1), n));
    return select(mapped, -mapped, dot(r0, c0) < 0.0);
}

fn normalize_or(v: vec3<f32>, fallback: vec3<f32>) -> vec3<f32> {
    let length_squared = dot(v, v);
    if length_squared > 1e-30 && length_squared < 1e30 {
        return v * (1.0 / sqrt(length_squared));
    }
    return fallback;
}

fn finish_tangent(mapped: vec3<f32>, normal: vec3<f32>, rest: vec4<f32>, mirrored: bool) -> vec4<f32> {
    let unit = normalize_or(mapped, rest.xyz);
    let flat_part = normalize_or(unit - normal * dot(normal, unit), unit);
    return vec4<f32>(flat_part, select(rest.w, -rest.w, mirrored));
}

// Puts a vertex where a copy of an instance has it, in the space of the instance's node.
fn place_copy(m: Rows3x4, vertex: Vertex) -> Vertex {
    let normal = normalize_or(transform_normal(m, vertex.normal), vertex.normal);
    let tangent = transform_vector(m, vertex.tangent.xyz);
    return Vertex(
        transform_point(m, vertex.position),
        normal,
        finish_tangent(tangent, normal, vertex.tangent, determinant_of(m) < 0.0),
    );
}

fn skin_linear_blend(matrix_base: u32, i: Influences, vertex: Vertex) -> Vertex {
    var blend = Rows3x4(vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    for (var k = 0u; k < i.count; k += 1u) {
        let one = influence(i, k);
        blend = add_scaled(blend, matrices[matrix_base + one.joint], one.weight);
    }
    let normal = normalize_or(transform_normal(blend, vertex.normal), vertex.normal);
    let tangent = transform_vector(blend, vertex.tangent.xyz);
    return Vertex(
        transform_point(blend, vertex.position),
        normal,
        finish_tangent(tangent, normal, vertex.tangent, determinant_of(blend) < 0.0),
    );
}

// Turns a direction by a unit quaternion.
fn rotate(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

fn translation_of(real: vec4<f32>, dual: vec4<f32>) -> vec3<f32> {
    return 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
}

fn skin_dual_quaternion(dual_quaternion_base: u32, i: Influences, vertex: Vertex) -> Vertex {
    var stretch = Rows3x4(vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    var real = vec4<f32>(0.0);
    var dual = vec4<f32>(0.0);
    var pivot = vec4<f32>(0.0);
    for (var k = 0u; k < i.count; k += 1u) {
        let one = influence(i, k);
        let entry = dual_quaternions[dual_quaternion_base + one.joint];
        stretch = add_scaled(stretch, entry.stretch, one.weight);
        if k == 0u {
            pivot = entry.real;
        }
        let signed_weight = select(one.weight, -one.weight, dot(entry.real, pivot) < 0.0);
        real += entry.real * signed_weight;
        dual += entry.dual * signed_weight;
    }
    return move_by_blend(stretch, real, dual, vertex);
}

// Moves a vertex by the weighted sums over its influences: the stretch, then the rigid motion of the normalised dual
// quaternion.
fn move_by_blend(stretch: Rows3x4, real_sum: vec4<f32>, dual_sum: vec4<f32>, vertex: Vertex) -> Vertex {
    var unit_real: vec4<f32>;
    var unit_dual: vec4<f32>;
    // Two opposite rotations of equal weight leave nothing to divide by.
    let norm = length(real_sum);
    if norm > 1e-12 {
        let scale = 1.0 / norm;
        unit_real = real_sum * scale;
        unit_dual = dual_sum * scale;
    } else {
        unit_real = vec4<f32>(0.0, 0.0, 0.0, 1.0);
        unit_dual = vec4<f32>(0.0);
    }
    let stretched = transform_point(stretch, vertex.position);
    let stretched_normal = normalize_or(transform_normal(stretch, vertex.normal), vertex.normal);
    let normal = rotate(unit_real, stretched_normal);
    let tangent = rotate(unit_real, transform_vector(stretch, vertex.tangent.xyz));
    return Vertex(
        rotate(unit_real, stretched) + translation_of(unit_real, unit_dual),
        normal,
        finish_tangent(tangent, normal, vertex.tangent, determinant_of(stretch) < 0.0),
    );
}

// The strongest `limit` influences, renormalised if any was left out; all for 0.
fn limit_influences(i: Influences, limit: u32) -> Influences {
    if limit == 0u || i.count <= limit {
        return i;
    }
    var kept = i;
    kept.count = limit;
    var sum = 0.0;
    for (var k = 0u; k < limit; k += 1u) {
        sum += influence(i, k).weight;
    }
    kept.scale = 1.0 / sum;
    return kept;
}

// The share of dual quaternion skinning at a vertex: the mean of the mask by weight. Exactly 0 and 1 for masks of all 0
// and all 1; a division alone may miss the 1.
fn mask_factor(mask_base: u32, i: Influences) -> f32 {
    var inside = 0.0;
    var outside = 0.0;
    for (var k = 0u; k < i.count; k += 1u) {
        let one = influence(i, k);
        let m = scalars[mask_base + one.joint];
        inside += one.weight * m;
        outside += one.weight * (1.0 - m);
    }
    if inside <= 0.0 {
        return 0.0;
    }
    if outside <= 0.0 {
        return 1.0;
    }
    return inside / (inside + outside);
}

// `linear` at a factor of 0, `dual` at 1, both to the bit.
fn mix_vertices(linear: Vertex, dual: Vertex, factor: f32) -> Vertex {
    if factor <= 0.0 {
        return linear;
    }
    if factor >= 1.0 {
        return dual;
    }
    let normal = normalize_or(linear.normal + (dual.normal - linear.normal) * factor, linear.normal);
    let tangent = linear.tangent.xyz + (dual.tangent.xyz - linear.tangent.xyz) * factor;
    return Vertex(
        linear.position + (dual.position - linear.position) * factor,
        normal,
        finish_tangent(tangent, normal, linear.tangent, false),
    );
}

// Moves one vertex by the chosen method. Each way is computed only where the method reads it: the branches are the same
// for a whole draw.
fn skin_vertex(s: Skinning, all: Influences, vertex: Vertex) -> Vertex {
    let i = limit_influences(all, s.influence_limit);
    let method = s.method & METHOD;
    var factor = s.blend;
    if method == MASKED {
        factor = mask_factor(s.mask_base, i);
    }
    var linear = vertex;
    var dual = vertex;
    if method != DUAL {
        linear = skin_linear_blend(s.matrix_base, i, vertex);
    }
    if method != LINEAR {
        if (s.method & UNALIGNED) != 0u {
            dual = skin_dual_quaternion_unaligned(s.dual_quaternion_base, i, vertex);
        } else {
            dual = skin_dual_quaternion(s.dual_quaternion_base, i, vertex);
        }
    }
    return mix_vertices(linear, dual, factor);
}
