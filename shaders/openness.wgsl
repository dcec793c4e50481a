// openness.wgsl: what stands around a point, as ambient.wgsl and occlusion.wgsl look it up; functions only.
// Spaces: model.

// Radius over which the sky map is blurred, in its widths; REACH in sky.wgsl.
const SKY_REACH: f32 = 0.055;

// Where the sky map is looked up for a point (xy), and how deep the point lies in it (z). Looked at to the side that the
// surface faces: what it belongs to itself does not count.
fn sky_lookup(position: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    let at = (frame.sky_from_model * vec4<f32>(position, 1.0)).xyz;
    let outward = (frame.sky_from_model * vec4<f32>(normal, 0.0)).xy / max(length(frame.sky_from_model[0].xyz), 1e-20);
    return vec3<f32>(at.xy + outward * SKY_REACH * 1.1, at.z);
}

// How much of the sky a point sees, 0 to 1: what stands above its surroundings takes some away. `moments`: of the sky map.
fn sky_visibility(moments: vec2<f32>, depth: f32) -> f32 {
    let above = depth - 0.02 - moments.x;
    if above <= 0.0 {
        return 1.0;
    }
    let variance = max(moments.y - moments.x * moments.x, 2e-4);
    return variance / (variance + above * above);
}

// How far behind the middle of the character a point lies, in sizes of it.
fn screen_depth(position: vec3<f32>) -> f32 {
    return (dot(frame.camera_position - position, frame.camera_backward) - frame.depth_middle) * frame.depth_scale;
}
