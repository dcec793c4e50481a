// teach.wgsl: wrong on purpose, beside the right functions of skinning.wgsl.
// CPU twin: src/teach/vertex.rs, same name (tests/gpu/twins.rs).

// Dual quaternion skinning without aligned signs; all else is as in `skin_dual_quaternion`.
fn skin_dual_quaternion_unaligned(i: Influences, vertex: Vertex) -> Vertex {
    var stretch = Rows3x4(vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    var real = vec4<f32>(0.0);
    var dual = vec4<f32>(0.0);
    for (var k = 0u; k < i.count; k += 1u) {
        let one = influence(i, k);
        let entry = dual_quaternions[draw.dual_quaternion_base + one.joint];
        stretch = add_scaled(stretch, entry.stretch, one.weight);
        real += entry.real * one.weight;
        dual += entry.dual * one.weight;
    }
    let norm = length(real);
    if norm > 1e-12 {
        let scale = 1.0 / norm;
        real = real * scale;
        dual = dual * scale;
    } else {
        real = vec4<f32>(0.0, 0.0, 0.0, 1.0);
        dual = vec4<f32>(0.0);
    }
    let stretched = transform_point(stretch, vertex.position);
    let stretched_normal = normalize_or(transform_normal(stretch, vertex.normal), vertex.normal);
    let normal = rotate(real, stretched_normal);
    let tangent = rotate(real, transform_vector(stretch, vertex.tangent.xyz));
    return Vertex(
        rotate(real, stretched) + translation_of(real, dual),
        normal,
        finish_tangent(tangent, normal, vertex.tangent, determinant_of(stretch) < 0.0),
    );
}
