// morph.wgsl: adds the weighted morph deltas of a vertex, in mesh space and before skinning.
// CPU twin: src/skinning/morph.rs (tests/gpu/twins.rs).
// Deltas are sparse: per vertex only the targets that move it, in the order of the targets; split over three bindings
// where the device's limit on one is smaller.
// Source: glTF 2.0, section 3.7.2.2.

// Ten words, without the padding that vec3 would bring.
struct MorphDelta {
    morph_target: u32,
    position_x: f32,
    position_y: f32,
    position_z: f32,
    normal_x: f32,
    normal_y: f32,
    normal_z: f32,
    tangent_x: f32,
    tangent_y: f32,
    tangent_z: f32,
}

// Where each vertex's deltas begin, one entry more than vertices.
@group(1) @binding(5) var<storage, read> morph_start: array<u32>;
@group(1) @binding(6) var<storage, read> morph_deltas_0: array<MorphDelta>;
@group(1) @binding(7) var<storage, read> morph_deltas_1: array<MorphDelta>;
@group(1) @binding(8) var<storage, read> morph_deltas_2: array<MorphDelta>;

fn morph_delta(index: u32) -> MorphDelta {
    let n = draw.deltas_per_binding;
    if index < n {
        return morph_deltas_0[index];
    }
    if index - n < n {
        return morph_deltas_1[index - n];
    }
    return morph_deltas_2[index - n - n];
}

fn morph_vertex(weight_base: u32, index: u32, vertex: Vertex) -> Vertex {
    if draw.morph_weight_count == 0u {
        return vertex;
    }
    var position = vertex.position;
    var normal = vertex.normal;
    var tangent = vertex.tangent.xyz;
    var moved = false;
    let end = morph_start[index + 1u];
    for (var k = morph_start[index]; k < end; k += 1u) {
        let delta = morph_delta(k);
        if delta.morph_target >= draw.morph_weight_count {
            continue;
        }
        let weight = scalars[weight_base + delta.morph_target];
        if weight != 0.0 {
            position += vec3<f32>(delta.position_x, delta.position_y, delta.position_z) * weight;
            normal += vec3<f32>(delta.normal_x, delta.normal_y, delta.normal_z) * weight;
            tangent += vec3<f32>(delta.tangent_x, delta.tangent_y, delta.tangent_z) * weight;
            moved = true;
        }
    }
    if !moved {
        return vertex;
    }
    let unit_normal = normalize_or(normal, vertex.normal);
    let unit_tangent = normalize_or(tangent, vertex.tangent.xyz);
    return Vertex(position, unit_normal, vec4<f32>(unit_tangent, vertex.tangent.w));
}
