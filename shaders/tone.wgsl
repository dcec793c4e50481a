// tone.wgsl: scene light to display light, and back; functions only.
// CPU twin: src/render/tone.rs (tests/gpu/tone.rs runs both).
// Spaces: linear sRGB in and out.
// Sources: Khronos PBR Neutral Tone Mapper (ToneMapping/PBR_Neutral, 2024). AgX: Sobotka 2023, in the fit of Wrensch 2023,
// "Minimal AgX Implementation". ACES: RRT and sRGB ODT in the fit of Hill 2016 (BakingLab, ACES.hlsl), brightened by
// 1 / 0.6 as three.js does, so that mid-grey stays where the others have it.

const TONE_NEUTRAL: u32 = 0u;
const TONE_AGX: u32 = 1u;
const TONE_ACES: u32 = 2u;
const TONE_NONE: u32 = 3u;

const TONE_START: f32 = 0.76;
const TONE_DESATURATION: f32 = 0.15;

// True to base colours below 0.8, highlights rolled off and desaturated.
fn neutral(scene: vec3<f32>) -> vec3<f32> {
    var color = scene;
    let x = min(color.r, min(color.g, color.b));
    let offset = select(0.04, x - 6.25 * x * x, x < 0.08);
    color -= offset;
    let peak = max(color.r, max(color.g, color.b));
    if peak < TONE_START {
        return color;
    }
    let d = 1.0 - TONE_START;
    let new_peak = 1.0 - d * d / (peak + d - TONE_START);
    color *= new_peak / peak;
    let g = 1.0 - 1.0 / (TONE_DESATURATION * (peak - new_peak) + 1.0);
    return mix(color, vec3<f32>(new_peak), g);
}

fn neutral_back(display: vec3<f32>) -> vec3<f32> {
    var color = display;
    let new_peak = min(max(color.r, max(color.g, color.b)), 0.994);
    color = min(color, vec3<f32>(new_peak));
    if new_peak >= TONE_START {
        let d = 1.0 - TONE_START;
        let peak = d * d / (1.0 - new_peak) - d + TONE_START;
        let g = 1.0 - 1.0 / (TONE_DESATURATION * (peak - new_peak) + 1.0);
        color = max((color - new_peak * g) / (1.0 - g), vec3<f32>(0.0)) * (peak / new_peak);
    }
    let low = min(color.r, min(color.g, color.b));
    return color + select(0.04, sqrt(low / 6.25) - low, low < 0.04);
}

const AGX_INSET = mat3x3<f32>(
    vec3<f32>(0.842479062253094, 0.0423282422610123, 0.0423756549057051),
    vec3<f32>(0.0784335999999992, 0.878468636469772, 0.0784336),
    vec3<f32>(0.0792237451477643, 0.0791661274605434, 0.879142973793104),
);
// Its inverse.
const AGX_OUTSET = mat3x3<f32>(
    vec3<f32>(1.19687900512017, -0.0528968517574562, -0.0529716355144438),
    vec3<f32>(-0.0980208811401368, 1.15190312990417, -0.0980434501171241),
    vec3<f32>(-0.0990297440797205, -0.0989611768448433, 1.15107367264116),
);
// Stops.
const AGX_DARKEST: f32 = -12.47393;
const AGX_BRIGHTEST: f32 = 4.026069;

fn agx_contrast(x: vec3<f32>) -> vec3<f32> {
    let x2 = x * x;
    let x4 = x2 * x2;
    return 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
}

fn agx(scene: vec3<f32>) -> vec3<f32> {
    let stops = log2(max(AGX_INSET * scene, vec3<f32>(1e-10)));
    let x = clamp((stops - AGX_DARKEST) / (AGX_BRIGHTEST - AGX_DARKEST), vec3<f32>(0.0), vec3<f32>(1.0));
    let encoded = AGX_OUTSET * agx_contrast(x);
    return min(pow(max(encoded, vec3<f32>(0.0)), vec3<f32>(2.2)), vec3<f32>(1.0));
}

fn agx_back(display: vec3<f32>) -> vec3<f32> {
    let y = AGX_INSET * pow(display, vec3<f32>(1.0 / 2.2));
    // The curve rises everywhere: halve the interval until it is a seventieth of a stop.
    var low = vec3<f32>(0.0);
    var high = vec3<f32>(1.0);
    for (var k = 0; k < 12; k += 1) {
        let middle = 0.5 * (low + high);
        let above = agx_contrast(middle) > y;
        high = select(high, middle, above);
        low = select(middle, low, above);
    }
    let stops = 0.5 * (low + high) * (AGX_BRIGHTEST - AGX_DARKEST) + AGX_DARKEST;
    return max(AGX_OUTSET * exp2(stops), vec3<f32>(0.0));
}

const ACES_IN = mat3x3<f32>(
    vec3<f32>(0.59719, 0.07600, 0.02840),
    vec3<f32>(0.35458, 0.90834, 0.13383),
    vec3<f32>(0.04823, 0.01566, 0.83777),
);
const ACES_IN_BACK = mat3x3<f32>(
    vec3<f32>(1.76474097, -0.14702785, -0.03633683),
    vec3<f32>(-0.67577768, 1.16025151, -0.16243644),
    vec3<f32>(-0.08896329, -0.01322366, 1.19877327),
);
const ACES_OUT = mat3x3<f32>(
    vec3<f32>(1.60475, -0.10208, -0.00327),
    vec3<f32>(-0.53108, 1.10813, -0.07276),
    vec3<f32>(-0.07367, -0.00605, 1.07602),
);
const ACES_OUT_BACK = mat3x3<f32>(
    vec3<f32>(0.64303825, 0.05926869, 0.00596190),
    vec3<f32>(0.31118675, 0.93143649, 0.06392902),
    vec3<f32>(0.04577546, 0.00929492, 0.93011838),
);
const ACES_EXPOSURE: f32 = 0.6;

fn aces(scene: vec3<f32>) -> vec3<f32> {
    let v = ACES_IN * (scene / ACES_EXPOSURE);
    let a = v * (v + 0.0245786) - 0.000090537;
    let b = v * (0.983729 * v + 0.4329510) + 0.238081;
    return clamp(ACES_OUT * (a / b), vec3<f32>(0.0), vec3<f32>(1.0));
}

fn aces_back(display: vec3<f32>) -> vec3<f32> {
    let y = min(ACES_OUT_BACK * display, vec3<f32>(0.994));
    // The positive root of a v^2 + b v + c.
    let a = 1.0 - 0.983729 * y;
    let b = 0.0245786 - 0.4329510 * y;
    let c = -0.000090537 - 0.238081 * y;
    let v = (sqrt(max(b * b - 4.0 * a * c, vec3<f32>(0.0))) - b) / (2.0 * a);
    return max(ACES_IN_BACK * v, vec3<f32>(0.0)) * ACES_EXPOSURE;
}

fn tone_map(scene: vec3<f32>, tone: u32) -> vec3<f32> {
    let light = max(scene, vec3<f32>(0.0));
    switch tone {
        case TONE_AGX: { return agx(light); }
        case TONE_ACES: { return aces(light); }
        case TONE_NONE: { return min(light, vec3<f32>(1.0)); }
        default: { return neutral(light); }
    }
}

// Scene light that `tone_map` makes this display light of; the brightest displays stand for some times white.
fn scene_from_display(display: vec3<f32>, tone: u32) -> vec3<f32> {
    let light = clamp(display, vec3<f32>(0.0), vec3<f32>(1.0));
    switch tone {
        case TONE_AGX: { return agx_back(light); }
        case TONE_ACES: { return aces_back(light); }
        case TONE_NONE: { return light; }
        default: { return neutral_back(light); }
    }
}
