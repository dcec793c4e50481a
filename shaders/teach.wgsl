// teach.wgsl: wrong on purpose, beside the right functions of skinning.wgsl.
// CPU twin: src/teach/vertex.rs, same name (tests/gpu/twins.rs).

// Dual quaternion skinning without aligned signs; all else is as in `skin_dual_quaternion`.
fn skin_dual_quaternion_unaligned(dual_quaternion_base: u32, i: Influences, vertex: Vertex) -> Vertex {
    var stretch = Rows3x4(vec4<f32>(0.0), vec4<f32>(0.0), vec4<f32>(0.0));
    var real = vec4<f32>(0.0);
    var dual = vec4<f32>(0.0);
    for (var k = 0u; k < i.count; k += 1u) {
        let one = influence(i, k);
        let entry = dual_quaternions[dual_quaternion_base + one.joint];
        stretch = add_scaled(stretch, entry.stretch, one.weight);
        real += entry.real * one.weight;
        dual += entry.dual * one.weight;
    }
    return move_by_blend(stretch, real, dual, vertex);
}
