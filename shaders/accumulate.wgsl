// accumulate.wgsl: one more sample of a picture that is refined, averaged into those before it.
// Display light in, display light out: no sample outshines the others, as when four samples of a pixel become one.

@group(0) @binding(0) var sample_light: texture_2d<f32>;
@group(0) @binding(1) var mean_so_far: texture_2d<f32>;

struct AccumulateVarying {
    @builtin(position) clip: vec4<f32>,
    @location(0) @interpolate(flat) before: u32,
}

// The instance's number says how many samples there were before.
@vertex
fn vs_accumulate(@builtin(vertex_index) index: u32, @builtin(instance_index) before: u32) -> AccumulateVarying {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return AccumulateVarying(vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0), before);
}

@fragment
fn fs_accumulate(in: AccumulateVarying) -> @location(0) vec4<f32> {
    let at = vec2<i32>(in.clip.xy);
    let light = textureLoad(sample_light, at, 0);
    if in.before == 0u {
        // What the mean holds then is of another picture, or nothing at all.
        return light;
    }
    let mean = textureLoad(mean_so_far, at, 0);
    return mean + (light - mean) / f32(in.before + 1u);
}
