// color.wgsl: sRGB and tone mapping; functions only.
// Source: IEC 61966-2-1; Khronos PBR Neutral Tone Mapper (ToneMapping/PBR_Neutral, 2024).

fn linear_from_srgb(c: vec3<f32>) -> vec3<f32> {
    let low = c / 12.92;
    let high = pow((max(c, vec3<f32>(0.0)) + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, low, c <= vec3<f32>(0.04045));
}

fn srgb_from_linear(c: vec3<f32>) -> vec3<f32> {
    let low = c * 12.92;
    let high = 1.055 * pow(max(c, vec3<f32>(0.0)), vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, low, c <= vec3<f32>(0.0031308));
}

const TONE_START: f32 = 0.76;
const TONE_DESATURATION: f32 = 0.15;

// Scene light to display light: true to base colours below 0.8, highlights rolled off and desaturated.
fn tone_map(scene: vec3<f32>) -> vec3<f32> {
    var color = max(scene, vec3<f32>(0.0));
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

// Scene light that `tone_map` makes this display light of; the brightest displays stand for about ten times white.
fn scene_from_display(display: vec3<f32>) -> vec3<f32> {
    var color = clamp(display, vec3<f32>(0.0), vec3<f32>(1.0));
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
