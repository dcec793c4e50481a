// surroundings.wgsl: what light there is from every direction that is not a lamp: the studio's dome and ground in closed
// forms, or a picture of surroundings (its irradiance as nine harmonics, its reflections filtered by roughness).
// Spaces: model; the picture is turned about +Y. Colours: linear.
// CPU twin of `picture_irradiance`: src/environment/harmonics.rs. Who includes this declares `surroundings_cube` (levels
// filtered for roughness 0 to 1) and `smooth_sampler`.
// Source: Ramamoorthi and Hanrahan 2001, "An Efficient Representation for Irradiance Environment Maps".

// True for pictures that are lit by a picture: all others do without its texture. (A rasteriser on the CPU takes both ways
// of every branch.)
override BY_PICTURE: bool = false;

// Roughness that surroundings out of focus are filtered for.
const BLURRED: f32 = 0.42;

// Radiance of dome and ground along `direction`, blurred as a reflection of this roughness is.
fn dome_radiance(direction: vec3<f32>, roughness: f32, bounce: vec3<f32>) -> vec3<f32> {
    let width = mix(0.05, 0.9, roughness);
    let sky = mix(frame.horizon, frame.zenith, smoothstep(-width, 0.55 + width, direction.y));
    return mix(bounce, sky, smoothstep(-width, width, direction.y));
}

// Integral of dome and ground over the cosine, divided by pi.
fn dome_irradiance(normal: vec3<f32>, bounce: vec3<f32>, sky_share: f32) -> vec3<f32> {
    let up = 0.5 + 0.5 * normal.y;
    let sky = mix(frame.horizon, frame.zenith, 0.35 + 0.65 * up * up) * sky_share;
    return mix(bounce, sky, smoothstep(0.0, 1.0, up) * 0.65 + up * 0.35);
}

// A direction of the picture from one of the model.
fn into_picture(d: vec3<f32>) -> vec3<f32> {
    let turn = frame.surroundings_turn;
    return vec3<f32>(turn.x * d.x - turn.y * d.z, d.y, turn.y * d.x + turn.x * d.z);
}

fn picture_irradiance(normal: vec3<f32>) -> vec3<f32> {
    let d = into_picture(normal);
    let l = frame.irradiance;
    let sum = 0.28209479 * l[0] + 0.48860251 * (d.y * l[1] + d.z * l[2] + d.x * l[3])
        + 1.09254843 * (d.x * d.y * l[4] + d.y * d.z * l[5] + d.x * d.z * l[7])
        + 0.31539157 * (3.0 * d.z * d.z - 1.0) * l[6] + 0.54627422 * (d.x * d.x - d.y * d.y) * l[8];
    return max(sum.rgb, vec3<f32>(0.0)) * frame.surroundings_strength;
}

fn picture_radiance(direction: vec3<f32>, roughness: f32) -> vec3<f32> {
    let level = clamp(roughness, 0.0, 1.0) * frame.surroundings_levels;
    return textureSampleLevel(surroundings_cube, smooth_sampler, into_picture(direction), level).rgb * frame.surroundings_strength;
}

fn surroundings_radiance(direction: vec3<f32>, roughness: f32, bounce: vec3<f32>) -> vec3<f32> {
    if BY_PICTURE {
        return picture_radiance(direction, roughness);
    }
    return dome_radiance(direction, roughness, bounce);
}

// `sky_share`: of what is above, that a point sees.
fn surroundings_irradiance(normal: vec3<f32>, bounce: vec3<f32>, sky_share: f32) -> vec3<f32> {
    if BY_PICTURE {
        return picture_irradiance(normal) * mix(1.0, sky_share, smoothstep(-0.2, 0.6, normal.y));
    }
    return dome_irradiance(normal, bounce, sky_share);
}

// Where a rough surface's reflection comes from: between the mirrored direction and the normal.
// Source: Lagarde and de Rousiers 2014, "Moving Frostbite to Physically Based Rendering", 4.9.3.
fn reflected_from(mirrored: vec3<f32>, normal: vec3<f32>, alpha: f32) -> vec3<f32> {
    if BY_PICTURE {
        let smoothness = 1.0 - alpha;
        return normalize(mix(normal, mirrored, smoothness * (sqrt(smoothness) + alpha)));
    }
    return mirrored;
}
