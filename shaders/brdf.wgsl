// brdf.wgsl: a surface with its layers, and how it answers light: of one direction, of a soft lamp, of all surroundings.
// Whoever brings light (light.wgsl; later an environment) calls one of the three `reflect_*`, adds the results up, and
// has them put together by `layered`.
// Spaces: model. Colours: linear. `alpha` is perceptual roughness squared.
// Sources: glTF 2.0, appendix B; Walter et al. 2007 (GGX); Heitz 2014 (Smith, also anisotropic); Schlick 1994;
// Wang et al. 2009, "All-Frequency Rendering of Dynamic, Spatially-Varying Reflectance" (warped Gaussians); Xu et al.
// 2013, "Anisotropic Spherical Gaussians"; Hill 2016 (fitted irradiance of a spherical Gaussian); Karis 2014 (split sum);
// Fdez-Agueera 2019 (energy of multiple scattering); Estevez and Kulla 2017 (sheen); Belcour and Barla 2017 (thin films);
// KHR_materials_anisotropy, _clearcoat, _ior, _iridescence, _sheen, _specular, _transmission.

const PI: f32 = 3.14159265;

// Of a material, and so of a surface.
const CLEARCOAT: u32 = 1u;
const SHEEN: u32 = 2u;
const ANISOTROPY: u32 = 4u;
const IRIDESCENCE: u32 = 8u;
const TRANSMISSION: u32 = 16u;

// Of a lacquer of index 1.5.
const COAT_F0: vec3<f32> = vec3<f32>(0.04);

// False for models without layers and without lights of their own: all of that is left out of the shader. (A rasteriser
// on the CPU takes both ways of every branch.)
override LAYERED: bool = true;

struct Surface {
    position: vec3<f32>,
    normal: vec3<f32>,
    // Of the triangle or the smooth surface, before the normal map.
    geometric_normal: vec3<f32>,
    // Unit, to the camera.
    view: vec3<f32>,
    // Of the target.
    pixel: vec2<f32>,
    base_color: vec3<f32>,
    metallic: f32,
    // Perceptual, 0 to 1.
    roughness: f32,
    occlusion: f32,
    emissive: vec3<f32>,
    // Reflection of the dielectric, facing and grazing; of metal it is the base colour and 1.
    dielectric_f0: vec3<f32>,
    dielectric_f90: f32,
    // Which of the following count.
    features: u32,
    clearcoat: f32,
    clearcoat_roughness: f32,
    clearcoat_normal: vec3<f32>,
    sheen_color: vec3<f32>,
    sheen_roughness: f32,
    // Unit, along which highlights are drawn out.
    tangent: vec3<f32>,
    bitangent: vec3<f32>,
    anisotropy: f32,
    iridescence: f32,
    iridescence_ior: f32,
    // Nanometres.
    iridescence_thickness: f32,
    transmission: f32,
    // Metres.
    thickness: f32,
    ior: f32,
    // A metre, of each colour: light fades by exp(-extinction * metres).
    extinction: vec3<f32>,
}

// What follows from surface and camera alone.
struct Prepared {
    // Facing and grazing reflection of everything below the lacquer.
    f0: vec3<f32>,
    f90: f32,
    alpha_squared: f32,
    // Along tangent and bitangent.
    alphas: vec2<f32>,
    n_dot_v: f32,
    // Share of evenly bright surroundings that is reflected once.
    single: vec3<f32>,
    // What one bounce between facets loses is given back, tinted by further bounces.
    energy: vec3<f32>,
    // What light that went into the surface comes out with.
    inside: vec3<f32>,
    // Share that fibres reflect of evenly bright surroundings, before their colour.
    fibres: f32,
    // Along which anisotropic reflections of soft surroundings are looked up.
    bent_normal: vec3<f32>,
}

// Light towards the camera by the layer that sends it; diffuse before the colour of what is inside.
struct Reflected {
    diffuse: vec3<f32>,
    specular: vec3<f32>,
    coat: vec3<f32>,
    sheen: vec3<f32>,
}

fn has(s: Surface, feature: u32) -> bool {
    return LAYERED && (s.features & feature) != 0u;
}

fn largest(v: vec3<f32>) -> f32 {
    return max(v.x, max(v.y, v.z));
}

fn schlick(f0: vec3<f32>, f90: f32, cosine: f32) -> vec3<f32> {
    return f0 + (f90 - f0) * pow(1.0 - clamp(cosine, 0.0, 1.0), 5.0);
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

// Source: Vedder 1987, "Simple approximations for the error function and its inverse".
fn error_function(x: vec2<f32>) -> vec2<f32> {
    let c = clamp(x, vec2<f32>(-4.0), vec2<f32>(4.0));
    return tanh(c * (1.12838 + 0.100888 * c * c));
}

// Share of what a reflection along `axis` sees that is a soft box, 0 to 1: the box, blurred by a Gaussian of `variance`
// (square radians). What makes highlights look like a studio's.
fn box_seen(lobe: Lobe, axis: vec3<f32>, variance: f32) -> f32 {
    // Of the box that has the power of the Gaussian.
    let area = 0.5 * PI / lobe.sharpness;
    let half_sides = sqrt(area * vec2<f32>(1.0 / lobe.aspect, lobe.aspect));
    let right = normalize(cross(vec3<f32>(1e-4, 1.0, 0.0), lobe.axis));
    let up = cross(lobe.axis, right);
    let cosine = dot(axis, lobe.axis);
    // From sines to angles, as far as a lamp is seen.
    let turned = 1.0 - max(cosine, -0.2);
    let at = vec2<f32>(dot(axis, right), dot(axis, up)) * (1.0 + turned * (0.33333 + turned * (0.13333 + 0.05714 * turned)));
    // Its cloth is darker at the rim.
    let softness = 0.16 * min(half_sides.x, half_sides.y);
    let width = sqrt(2.0 * (variance + softness * softness));
    let seen = error_function((at + half_sides) / width) - error_function((at - half_sides) / width);
    return 0.25 * seen.x * seen.y * smoothstep(-0.7, 0.25, cosine);
}

// Light of a lamp reflected to the camera: the GGX lobe as a warped Gaussian, integrated against the lamp's.
fn lobe_specular(lobe: Lobe, normal: vec3<f32>, view: vec3<f32>, alpha_squared: f32, f0: vec3<f32>, f90: f32) -> vec3<f32> {
    let n_dot_v = max(dot(normal, view), 1e-3);
    let axis = reflect(-view, normal);
    let sharpness = 2.0 / (alpha_squared * 4.0 * n_dot_v);
    let middle = length(sharpness * axis + lobe.sharpness * lobe.axis);
    var overlap = 2.0 * PI * exp(min(middle - sharpness - lobe.sharpness, 0.0)) * (1.0 - exp(-2.0 * middle)) / middle;
    if lobe.aspect > 0.0 {
        overlap = 2.0 * PI / sharpness * (1.0 - exp(-2.0 * sharpness)) * box_seen(lobe, axis, 1.0 / sharpness);
    }
    let n_dot_l = clamp(dot(normal, axis), 0.0, 1.0);
    let h = normalize(axis + view);
    let fresnel = f0 + (f90 - f0) * pow(1.0 - clamp(dot(axis, h), 0.0, 1.0), 5.0);
    let visibility = smith_visibility(alpha_squared, n_dot_l) * smith_visibility(alpha_squared, n_dot_v);
    return fresnel * (overlap / (PI * alpha_squared) * visibility * n_dot_l);
}

// As `lobe_specular` where tangent and bitangent have different roughness: both lobes as anisotropic Gaussians.
fn lobe_specular_anisotropic(lobe: Lobe, s: Surface, p: Prepared) -> vec3<f32> {
    let axis = reflect(-s.view, s.normal);
    let along = normalize(s.tangent - axis * dot(s.tangent, axis) + s.bitangent * 1e-5);
    let across = cross(axis, along);
    // exp(-k x^2) of the reflection, and of the lamp.
    let sharp = 1.0 / (4.0 * p.n_dot_v * p.alphas * p.alphas);
    let lamp = 0.5 * lobe.sharpness;
    let both = sharp + lamp;
    let off = vec2<f32>(dot(lobe.axis, along), dot(lobe.axis, across));
    let falloff = dot(sharp * lamp / both, off * off);
    // The side that faces the lamp alone; where both are narrow the exponent has decided long before.
    let facing = smoothstep(-0.5, 0.5, dot(axis, lobe.axis));
    let overlap = PI / sqrt(both.x * both.y) * exp(-falloff) * facing;
    let n_dot_l = clamp(dot(s.normal, axis), 0.0, 1.0);
    return schlick(p.f0, p.f90, p.n_dot_v)
        * (overlap / (PI * p.alphas.x * p.alphas.y) * visibility_anisotropic(s, p, axis, n_dot_l) * n_dot_l);
}

// Smith's joint visibility. Source: Heitz 2014; KHR_materials_anisotropy.
fn visibility_anisotropic(s: Surface, p: Prepared, light: vec3<f32>, n_dot_l: f32) -> f32 {
    let view_side = n_dot_l * length(vec3<f32>(p.alphas * vec2<f32>(dot(s.tangent, s.view), dot(s.bitangent, s.view)), p.n_dot_v));
    let light_side = p.n_dot_v * length(vec3<f32>(p.alphas * vec2<f32>(dot(s.tangent, light), dot(s.bitangent, light)), n_dot_l));
    return clamp(0.5 / max(view_side + light_side, 1e-6), 0.0, 1e4);
}

// D * V of GGX for one direction.
fn ggx(alpha_squared: f32, n_dot_h: f32, n_dot_v: f32, n_dot_l: f32) -> f32 {
    let f = n_dot_h * n_dot_h * (alpha_squared - 1.0) + 1.0;
    let d = alpha_squared / (PI * f * f);
    let view_side = n_dot_l * sqrt(n_dot_v * n_dot_v * (1.0 - alpha_squared) + alpha_squared);
    let light_side = n_dot_v * sqrt(n_dot_l * n_dot_l * (1.0 - alpha_squared) + alpha_squared);
    return d * 0.5 / max(view_side + light_side, 1e-6);
}

fn ggx_anisotropic(s: Surface, p: Prepared, h: vec3<f32>, light: vec3<f32>, n_dot_l: f32) -> f32 {
    let product = p.alphas.x * p.alphas.y;
    let f = vec3<f32>(p.alphas.y * dot(s.tangent, h), p.alphas.x * dot(s.bitangent, h), product * dot(s.normal, h));
    let w = product / max(dot(f, f), 1e-20);
    return product * w * w / PI * visibility_anisotropic(s, p, light, n_dot_l);
}

// Source: Estevez and Kulla 2017, "Production Friendly Microfacet Sheen BRDF", as KHR_materials_sheen has it.
fn sheen_fit(x: f32, alpha: f32) -> f32 {
    let t = (1.0 - alpha) * (1.0 - alpha);
    let a = mix(21.5473, 25.3245, t);
    let b = mix(3.82987, 3.32435, t);
    let c = mix(0.19823, 0.16801, t);
    let d = mix(-1.97760, -1.27393, t);
    let e = mix(-4.32054, -4.85967, t);
    return a / (1.0 + b * pow(x, c)) + d * x + e;
}

fn sheen_lambda(cosine: f32, alpha: f32) -> f32 {
    if cosine < 0.5 {
        return exp(sheen_fit(cosine, alpha));
    }
    return exp(2.0 * sheen_fit(0.5, alpha) - sheen_fit(1.0 - cosine, alpha));
}

fn sheen_brdf(roughness: f32, n_dot_h: f32, n_dot_v: f32, n_dot_l: f32) -> f32 {
    let alpha = max(roughness * roughness, 0.005);
    let sine = sqrt(max(1.0 - n_dot_h * n_dot_h, 1e-7));
    let d = (2.0 + 1.0 / alpha) * pow(sine, 1.0 / alpha) / (2.0 * PI);
    let v = 1.0 / ((1.0 + sheen_lambda(n_dot_v, alpha) + sheen_lambda(n_dot_l, alpha)) * 4.0 * n_dot_v * n_dot_l);
    return d * clamp(v, 0.0, 1.0);
}

// Share of evenly bright surroundings that fibres reflect: `sheen_brdf` times the cosine, integrated over all light
// (64 x 128 directions). Rows: roughness in sevenths. Columns: square root of the cosine to the camera in sevenths.
const FIBRES = array<f32, 64>(
    1.0000, 1.0000, 0.5487, 0.0795, 0.0027, 0.0000, 0.0000, 0.0000,
    1.0000, 1.0000, 0.6514, 0.2583, 0.0646, 0.0077, 0.0002, 0.0000,
    0.7748, 0.7709, 0.5844, 0.3611, 0.1868, 0.0752, 0.0191, 0.0006,
    0.6713, 0.6901, 0.5707, 0.4114, 0.2647, 0.1480, 0.0660, 0.0127,
    0.6643, 0.6941, 0.6013, 0.4696, 0.3344, 0.2161, 0.1223, 0.0457,
    0.6961, 0.7307, 0.6493, 0.5310, 0.4003, 0.2784, 0.1776, 0.0897,
    0.7290, 0.7639, 0.6878, 0.5776, 0.4512, 0.3270, 0.2233, 0.1321,
    0.7255, 0.7598, 0.6891, 0.5875, 0.4696, 0.3506, 0.2511, 0.1638,
);

fn sheen_albedo(roughness: f32, n_dot_v: f32) -> f32 {
    let at = clamp(vec2<f32>(sqrt(n_dot_v), roughness), vec2<f32>(0.0), vec2<f32>(1.0)) * 7.0;
    let base = min(floor(at), vec2<f32>(6.0));
    let part = at - base;
    let k = u32(base.y) * 8u + u32(base.x);
    let near = mix(FIBRES[k], FIBRES[k + 1u], part.x);
    let far = mix(FIBRES[k + 8u], FIBRES[k + 9u], part.x);
    return mix(near, far, part.y);
}

// What a thin film reflects of all wavelengths, as three sensitivities see it.
fn film_sensitivity(path: f32, shift: vec3<f32>) -> vec3<f32> {
    let phase = 2.0 * PI * path * 1.0e-9;
    let value = vec3<f32>(5.4856e-13, 4.4201e-13, 5.2481e-13);
    let place = vec3<f32>(1.6810e+06, 1.7953e+06, 2.2084e+06);
    let spread = vec3<f32>(4.3278e+09, 9.3046e+09, 6.6121e+09);
    var xyz = value * sqrt(2.0 * PI * spread) * cos(place * phase + shift) * exp(-phase * phase * spread);
    xyz.x += 9.7470e-14 * sqrt(2.0 * PI * 4.5282e+09) * cos(2.2399e+06 * phase + shift.x) * exp(-4.5282e+09 * phase * phase);
    xyz /= 1.0685e-7;
    return mat3x3<f32>(
        vec3<f32>(3.2404542, -0.9692660, 0.0556434),
        vec3<f32>(-1.5371385, 1.8760108, -0.2040259),
        vec3<f32>(-0.4985314, 0.0415560, 1.0572252),
    ) * xyz;
}

// Reflection of a thin film over something that reflects `base_f0`. Source: Belcour and Barla 2017, as
// KHR_materials_iridescence has it; `thickness` in nanometres.
fn thin_film(film: f32, cosine: f32, thickness: f32, base_f0: vec3<f32>) -> vec3<f32> {
    // A film of no thickness has no index of its own.
    let ior = mix(1.0, film, smoothstep(0.0, 0.03, thickness));
    let sine_squared = (1.0 - cosine * cosine) / (ior * ior);
    if sine_squared >= 1.0 {
        return vec3<f32>(1.0);
    }
    let inside = sqrt(1.0 - sine_squared);
    let top0 = (ior - 1.0) * (ior - 1.0) / ((ior + 1.0) * (ior + 1.0));
    let r12 = top0 + (1.0 - top0) * pow(1.0 - cosine, 5.0);
    let t121 = 1.0 - r12;
    // The index under the film, from what it would reflect in air.
    let root = sqrt(clamp(base_f0, vec3<f32>(0.0), vec3<f32>(0.9999)));
    let base_ior = (1.0 + root) / (1.0 - root);
    let r1 = (base_ior - ior) * (base_ior - ior) / ((base_ior + ior) * (base_ior + ior));
    let r23 = schlick(r1, 1.0, inside);
    let phi12 = select(0.0, PI, ior < 1.0);
    let phi23 = select(vec3<f32>(0.0), vec3<f32>(PI), base_ior < vec3<f32>(ior));
    let path = 2.0 * ior * thickness * inside;
    let phi = vec3<f32>(PI - phi12) + phi23;
    let r123 = clamp(r12 * r23, vec3<f32>(1e-5), vec3<f32>(0.9999));
    let root123 = sqrt(r123);
    let rs = t121 * t121 * r23 / (1.0 - r123);
    var sum = r12 + rs;
    var order = rs - t121;
    for (var m = 1; m <= 2; m += 1) {
        order *= root123;
        sum += order * 2.0 * film_sensitivity(f32(m) * path, f32(m) * phi);
    }
    return clamp(sum, vec3<f32>(0.0), vec3<f32>(1.0));
}

// Scale and bias that an even environment's reflection has on f0: how GGX with Smith's joint shadowing reflects it, fitted
// to the integral, both together within 0.075 (tests/gpu/materials.rs integrates it).
fn environment_brdf(roughness: f32, n_dot_v: f32) -> vec2<f32> {
    let r = roughness;
    let s = sqrt(n_dot_v);
    // What reflects once and is lost, of a perfect mirror.
    let flat_part = 0.8016 + s * (-0.3537 + s * (-1.46 + s * 0.5809));
    let lost = r * (flat_part + r * (-2.8596 + s * (4.4066 - s * 0.2957) + r * (2.4939 - 2.0153 * s - 0.6521 * r)));
    // The share of it that Fresnel's rise towards grazing gives.
    let fall = 5.3637 + r * (-9.576 + r * 9.5403);
    let grazing = exp(0.0882 + r * (-1.443 + r * (-6.5859 + r * 4.975)) + fall * log(max(1.0 - n_dot_v, 1e-6)));
    return vec2<f32>(1.0 - clamp(lost, 0.0, 0.9) - grazing, grazing);
}

fn prepare(s: Surface) -> Prepared {
    var p: Prepared;
    let alpha = s.roughness * s.roughness;
    p.alpha_squared = alpha * alpha;
    p.alphas = vec2<f32>(alpha);
    p.n_dot_v = max(dot(s.normal, s.view), 1e-3);
    p.f0 = mix(s.dielectric_f0, s.base_color, s.metallic);
    p.f90 = mix(s.dielectric_f90, 1.0, s.metallic);
    p.bent_normal = s.normal;
    var dielectric_f0 = s.dielectric_f0;
    if has(s, IRIDESCENCE) {
        // By the angle to the camera for every light, and turned back into what Schlick's formula takes.
        let film = thin_film(s.iridescence_ior, p.n_dot_v, s.iridescence_thickness, p.f0);
        let grazing = min(pow(1.0 - p.n_dot_v, 5.0), 0.9999);
        let facing = clamp((film - grazing) / (1.0 - grazing), vec3<f32>(0.0), vec3<f32>(1.0));
        p.f0 = mix(p.f0, facing, s.iridescence);
        dielectric_f0 = mix(dielectric_f0, facing, s.iridescence);
    }
    if has(s, ANISOTROPY) {
        p.alphas.x = mix(alpha, 1.0, s.anisotropy * s.anisotropy);
        // Source: KHR_materials_anisotropy, section "Image Based Lighting".
        let across = cross(cross(s.bitangent, s.view), s.bitangent);
        let bend = 1.0 - s.anisotropy * (1.0 - s.roughness);
        p.bent_normal = normalize(mix(normalize_or(across, s.normal), s.normal, bend * bend * bend * bend));
    }
    let brdf = environment_brdf(s.roughness, p.n_dot_v);
    p.single = p.f0 * brdf.x + p.f90 * brdf.y;
    // Every bounce between facets takes the colour of the mean reflection once more.
    let mean_reflection = p.f0 + (p.f90 - p.f0) / 21.0;
    p.energy = 1.0 / (1.0 - mean_reflection * (1.0 - brdf.x - brdf.y));
    // A dielectric of coloured reflection must not get the complement's colour inside.
    let kept_out = largest(dielectric_f0) * brdf.x + s.dielectric_f90 * brdf.y;
    p.inside = s.base_color * (1.0 - s.metallic) * (1.0 - min(kept_out, 1.0));
    if has(s, SHEEN) {
        p.fibres = sheen_albedo(s.sheen_roughness, p.n_dot_v);
    }
    return p;
}

// Of light of irradiance 1 (on a plane that faces it) from one direction.
fn reflect_direction(s: Surface, p: Prepared, light: vec3<f32>) -> Reflected {
    var r: Reflected;
    let h = normalize_or(light + s.view, s.normal);
    let v_dot_h = clamp(dot(s.view, h), 0.0, 1.0);
    let n_dot_l = clamp(dot(s.normal, light), 0.0, 1.0);
    if n_dot_l > 0.0 {
        r.diffuse = vec3<f32>(n_dot_l / PI);
        var d_v = 0.0;
        if has(s, ANISOTROPY) {
            d_v = ggx_anisotropic(s, p, h, light, n_dot_l);
        } else {
            d_v = ggx(p.alpha_squared, clamp(dot(s.normal, h), 0.0, 1.0), p.n_dot_v, n_dot_l);
        }
        r.specular = schlick(p.f0, p.f90, v_dot_h) * (d_v * n_dot_l);
        if has(s, SHEEN) {
            let brdf = sheen_brdf(s.sheen_roughness, clamp(dot(s.normal, h), 0.0, 1.0), p.n_dot_v, max(n_dot_l, 1e-3));
            r.sheen = s.sheen_color * (brdf * n_dot_l);
        }
    }
    if has(s, CLEARCOAT) {
        let nc_dot_l = clamp(dot(s.clearcoat_normal, light), 0.0, 1.0);
        if nc_dot_l > 0.0 {
            let alpha = s.clearcoat_roughness * s.clearcoat_roughness;
            let nc_dot_v = max(dot(s.clearcoat_normal, s.view), 1e-3);
            let d_v = ggx(alpha * alpha, clamp(dot(s.clearcoat_normal, h), 0.0, 1.0), nc_dot_v, nc_dot_l);
            r.coat = schlick(COAT_F0, 1.0, v_dot_h) * (d_v * nc_dot_l);
        }
    }
    return r;
}

// Of a soft lamp of radiance 1 at its axis. Fibres answer it as they do surroundings: lamps are wide.
fn reflect_lobe(s: Surface, p: Prepared, lobe: Lobe) -> Reflected {
    var r: Reflected;
    let irradiance = lobe_irradiance(lobe, s.normal) / PI;
    r.diffuse = vec3<f32>(irradiance);
    if has(s, ANISOTROPY) {
        r.specular = lobe_specular_anisotropic(lobe, s, p);
    } else {
        r.specular = lobe_specular(lobe, s.normal, s.view, p.alpha_squared, p.f0, p.f90);
    }
    if has(s, SHEEN) {
        r.sheen = s.sheen_color * (p.fibres * irradiance);
    }
    if has(s, CLEARCOAT) {
        let alpha = s.clearcoat_roughness * s.clearcoat_roughness;
        r.coat = lobe_specular(lobe, s.clearcoat_normal, s.view, alpha * alpha, COAT_F0, 1.0);
    }
    return r;
}

// Of surroundings: `irradiance` their integral over the cosine divided by pi, `mirrored` and `coat_mirrored` their
// radiance along the reflected direction of `mirror_direction` and of the lacquer's normal, blurred by roughness.
fn reflect_surroundings(s: Surface, p: Prepared, irradiance: vec3<f32>, mirrored: vec3<f32>, coat_mirrored: vec3<f32>) -> Reflected {
    var r: Reflected;
    r.diffuse = irradiance;
    r.specular = mirrored * p.single;
    if has(s, SHEEN) {
        r.sheen = irradiance * s.sheen_color * p.fibres;
    }
    if has(s, CLEARCOAT) {
        let brdf = environment_brdf(s.clearcoat_roughness, max(dot(s.clearcoat_normal, s.view), 1e-3));
        r.coat = coat_mirrored * (COAT_F0 * brdf.x + brdf.y);
    }
    return r;
}

fn mirror_direction(s: Surface, p: Prepared) -> vec3<f32> {
    return reflect(-s.view, p.bent_normal);
}

// All layers on each other: lacquer over fibres over base, each taking from what is below what it reflects itself.
// `behind` is light that comes through from behind, before colours.
fn layered(s: Surface, p: Prepared, r: Reflected, behind: vec3<f32>) -> vec3<f32> {
    var inner = r.diffuse;
    if has(s, TRANSMISSION) {
        inner = mix(r.diffuse, behind, s.transmission);
    }
    var light = inner * p.inside + r.specular * p.energy;
    if has(s, SHEEN) {
        light = light * (1.0 - largest(s.sheen_color) * p.fibres) + r.sheen;
    }
    light += s.emissive;
    if has(s, CLEARCOAT) {
        let coat = s.clearcoat * schlick(COAT_F0, 1.0, dot(s.clearcoat_normal, s.view)).x;
        light = light * (1.0 - coat) + r.coat * s.clearcoat;
    }
    return light;
}
