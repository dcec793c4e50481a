// light.wgsl: the studio in closed forms: soft lamps, a dome, a ground that bounces, and a soft shadow of the key.
// No pre-computed tables: a lamp is a spherical Gaussian, roughness widens its reflection.
// Spaces: model. Colours: linear. `alpha` is perceptual roughness squared.
// Sources: Walter et al. 2007 (GGX); Heitz 2014 (Smith); Schlick 1994; Wang et al. 2009, "All-Frequency Rendering of
// Dynamic, Spatially-Varying Reflectance" (warped Gaussians); Hill 2016 (fitted irradiance of a spherical Gaussian);
// Karis 2014 (split sum of the dome); Fdez-Agueera 2019 (energy of multiple scattering).

@group(3) @binding(0) var shadow_map: texture_depth_2d;
@group(3) @binding(1) var shadow_compare: sampler_comparison;
@group(3) @binding(2) var sky_map: texture_2d<f32>;
@group(3) @binding(3) var sky_sampler: sampler;

const PI: f32 = 3.14159265;

struct Surface {
    position: vec3<f32>,
    normal: vec3<f32>,
    // Of the triangle or the smooth surface, before the normal map.
    geometric_normal: vec3<f32>,
    // Unit, to the camera.
    view: vec3<f32>,
    base_color: vec3<f32>,
    metallic: f32,
    // Perceptual, 0 to 1.
    roughness: f32,
    occlusion: f32,
    emissive: vec3<f32>,
}

// Integral over the sphere of exp(sharpness * (cos - 1)) times the clamped cosine to `normal`.
fn lobe_irradiance(lobe: Lobe, normal: vec3<f32>) -> f32 {
    let cosine = dot(lobe.axis, normal);
    let lambda = lobe.sharpness;
    let eml = exp(-lambda);
    let em2l = eml * eml;
    let scale = 1.0 + 2.0 * em2l - 1.0 / lambda;
    let bias = (eml - em2l) / lambda - em2l;
    let x = sqrt(max(1.0 - scale, 0.0));
    let x0 = 0.36 * cosine;
    let x1 = x / (4.0 * 0.36);
    let n = x0 + x1;
    let y = select(clamp(cosine, 0.0, 1.0), n * n / max(x, 1e-4), abs(x0) <= x1);
    return max(scale * y + bias, 0.0) * 2.0 * PI * (1.0 - em2l) / lambda;
}

// Smith's shadowing of one direction over twice the cosine.
fn smith_visibility(alpha_squared: f32, cosine: f32) -> f32 {
    return 1.0 / (cosine + sqrt(alpha_squared + (1.0 - alpha_squared) * cosine * cosine));
}

// Light of a lamp reflected to the camera: the GGX lobe as a warped Gaussian, integrated against the lamp's.
fn lobe_specular(lobe: Lobe, s: Surface, alpha_squared: f32, f0: vec3<f32>) -> vec3<f32> {
    let n_dot_v = max(dot(s.normal, s.view), 1e-3);
    let axis = reflect(-s.view, s.normal);
    let sharpness = 2.0 / (alpha_squared * 4.0 * n_dot_v);
    let middle = length(sharpness * axis + lobe.sharpness * lobe.axis);
    let overlap = 2.0 * PI * exp(min(middle - sharpness - lobe.sharpness, 0.0)) * (1.0 - exp(-2.0 * middle)) / middle;
    let n_dot_l = clamp(dot(s.normal, axis), 0.0, 1.0);
    let h = normalize(axis + s.view);
    let fresnel = f0 + (1.0 - f0) * pow(1.0 - clamp(dot(axis, h), 0.0, 1.0), 5.0);
    let visibility = smith_visibility(alpha_squared, n_dot_l) * smith_visibility(alpha_squared, n_dot_v);
    return fresnel * (overlap / (PI * alpha_squared) * visibility * n_dot_l);
}

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

// Scale and bias that the dome's reflection has on f0.
fn environment_brdf(roughness: f32, n_dot_v: f32) -> vec2<f32> {
    let c0 = vec4<f32>(-1.0, -0.0275, -0.572, 0.022);
    let c1 = vec4<f32>(1.0, 0.0425, 1.04, -0.04);
    let r = roughness * c0 + c1;
    let a004 = min(r.x * r.x, exp2(-9.28 * n_dot_v)) * r.x + r.y;
    return vec2<f32>(-1.04, 1.04) * a004 + r.zw;
}

// Nine points of a disk, evenly dense (golden-angle spiral).
const DISK = array<vec2<f32>, 9>(
    vec2<f32>(0.2357, 0.0000), vec2<f32>(-0.3010, 0.2758), vec2<f32>(0.0461, -0.5250),
    vec2<f32>(0.3794, 0.4949), vec2<f32>(-0.6963, -0.1232), vec2<f32>(0.6596, -0.4196),
    vec2<f32>(-0.2206, 0.8207), vec2<f32>(-0.4207, -0.8101), vec2<f32>(0.9129, 0.3334),
);

// How much of the key light reaches a point, 0 to 1.
fn key_visibility(s: Surface) -> f32 {
    if frame.shadow_on < 0.5 {
        return 1.0;
    }
    // Off the surface, so that it does not shade itself: the more, the flatter the light falls.
    let cosine = clamp(dot(s.geometric_normal, frame.lobes[0].axis), 0.0, 1.0);
    let lifted = s.position + s.geometric_normal * (frame.shadow_texel * (3.0 + 5.0 * (1.0 - cosine)));
    let at = (frame.shadow_from_model * vec4<f32>(lifted, 1.0)).xyz;
    let texel = 1.0 / vec2<f32>(textureDimensions(shadow_map));
    var sum = 0.0;
    for (var k = 0; k < 9; k += 1) {
        let uv = at.xy + DISK[k] * texel * 6.0;
        sum += textureSampleCompareLevel(shadow_map, shadow_compare, uv, at.z);
    }
    return sum / 9.0;
}

// Radius over which the sky map is blurred, in its widths.
const SKY_REACH: f32 = 0.055;

// How much of the sky a point sees, 0 to 1: what stands above its surroundings takes some away. This is what makes
// armpits, chins and folds read.
fn sky_visibility(s: Surface) -> f32 {
    if frame.shadow_on < 0.5 {
        return 1.0;
    }
    let at = (frame.sky_from_model * vec4<f32>(s.position, 1.0)).xyz;
    // Looked at to the side that the surface faces: what it belongs to itself does not count.
    let outward = (frame.sky_from_model * vec4<f32>(s.normal, 0.0)).xy / max(length(frame.sky_from_model[0].xyz), 1e-20);
    let moments = textureSampleLevel(sky_map, sky_sampler, at.xy + outward * SKY_REACH * 1.1, 0.0).rg;
    let above = at.z - 0.02 - moments.x;
    if above <= 0.0 {
        return 1.0;
    }
    let variance = max(moments.y - moments.x * moments.x, 2e-4);
    return variance / (variance + above * above);
}

// Scene light that leaves the surface towards the camera.
fn shade(s: Surface) -> vec3<f32> {
    let alpha = s.roughness * s.roughness;
    let alpha_squared = alpha * alpha;
    let f0 = mix(vec3<f32>(0.04), s.base_color, s.metallic);
    let n_dot_v = max(dot(s.normal, s.view), 1e-3);
    let brdf = environment_brdf(s.roughness, n_dot_v);
    let single = f0 * brdf.x + brdf.y;
    // What one bounce between facets loses is given back, tinted by further bounces.
    let energy = 1.0 + f0 * (1.0 / max(brdf.x + brdf.y, 0.1) - 1.0);
    let diffuse_color = s.base_color * (1.0 - s.metallic) * (1.0 - single);

    // The ground bounces less where the character stands on it.
    let height = (s.position.y - frame.ground_y) / max(frame.patch_height, 1e-20);
    let bounce = frame.bounce * mix(0.45, 1.0, smoothstep(0.0, 0.22, height));

    // Some light always finds its way around.
    let sky_share = mix(0.22, 1.0, sky_visibility(s));
    let open = s.occlusion * mix(0.5, 1.0, sky_share);

    var diffuse = dome_irradiance(s.normal, bounce, sky_share) * s.occlusion;
    // The less of the dome a cavity sees, the less it reflects.
    let specular_occlusion = clamp(pow(n_dot_v + open, exp2(-16.0 * alpha - 1.0)) - 1.0 + open, 0.0, 1.0);
    var specular = dome_radiance(reflect(-s.view, s.normal), s.roughness, bounce) * single * specular_occlusion;
    for (var k = 0; k < 4; k += 1) {
        let lobe = frame.lobes[k];
        var visible = mix(1.0, open, 0.6);
        if k == 0 {
            // A surface that turns away is dark by itself; the shadow map is coarse there.
            let facing = smoothstep(-0.1, 0.2, dot(s.geometric_normal, lobe.axis));
            if facing > 0.0 {
                visible *= mix(1.0, key_visibility(s), facing);
            }
        }
        diffuse += lobe.color * (lobe_irradiance(lobe, s.normal) / PI * visible);
        specular += lobe.color * lobe_specular(lobe, s, alpha_squared, f0) * visible;
    }
    return (diffuse * diffuse_color + specular * energy) * frame.exposure + s.emissive * frame.exposure;
}
