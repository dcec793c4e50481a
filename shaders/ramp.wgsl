// ramp.wgsl: the colours of distances, dark for none to bright for the end of the scale.
// CPU twin: src/viewer/ramp.rs, which says where they come from (tests/gpu/layouts.rs).

const RAMP = array<vec3<f32>, 10>(
    vec3<f32>(0.0, 32.0, 77.0) / 255.0,
    vec3<f32>(0.0, 51.0, 111.0) / 255.0,
    vec3<f32>(57.0, 72.0, 107.0) / 255.0,
    vec3<f32>(87.0, 92.0, 109.0) / 255.0,
    vec3<f32>(112.0, 113.0, 115.0) / 255.0,
    vec3<f32>(138.0, 135.0, 121.0) / 255.0,
    vec3<f32>(166.0, 157.0, 117.0) / 255.0,
    vec3<f32>(196.0, 181.0, 108.0) / 255.0,
    vec3<f32>(228.0, 207.0, 91.0) / 255.0,
    vec3<f32>(255.0, 234.0, 70.0) / 255.0,
);

// sRGB of a share of the scale; what is beyond the scale has its last colour.
fn ramp(share: f32) -> vec3<f32> {
    let at = clamp(share, 0.0, 1.0) * 9.0;
    let below = min(u32(at), 8u);
    return mix(RAMP[below], RAMP[below + 1u], at - f32(below));
}
