//! CPU twins of `shaders/tone.wgsl`, which names the sources: scene light to display light, and back.

use glam::{Mat3, Vec3};

use crate::viewer::view::ToneMapping;

/// What the shaders know a tone mapping by.
pub(super) fn index(tone_mapping: ToneMapping) -> u32 {
    match tone_mapping {
        ToneMapping::Neutral => 0,
        ToneMapping::Agx => 1,
        ToneMapping::Aces => 2,
        ToneMapping::None => 3,
    }
}

const START: f32 = 0.76;
const DESATURATION: f32 = 0.15;

fn neutral(mut color: Vec3) -> Vec3 {
    let x = color.min_element();
    color -= if x < 0.08 { x - 6.25 * x * x } else { 0.04 };
    let peak = color.max_element();
    if peak < START {
        return color;
    }
    let d = 1.0 - START;
    let new_peak = 1.0 - d * d / (peak + d - START);
    color *= new_peak / peak;
    let g = 1.0 - 1.0 / (DESATURATION * (peak - new_peak) + 1.0);
    color.lerp(Vec3::splat(new_peak), g)
}

const AGX_INSET: Mat3 = Mat3::from_cols(
    Vec3::new(0.842_479_05, 0.042_328_242, 0.042_375_655),
    Vec3::new(0.078_433_6, 0.878_468_6, 0.078_433_6),
    Vec3::new(0.079_223_745, 0.079_166_13, 0.879_143),
);
const AGX_OUTSET: Mat3 = Mat3::from_cols(
    Vec3::new(1.196_879, -0.052_896_85, -0.052_971_635),
    Vec3::new(-0.098_020_88, 1.151_903_1, -0.098_043_45),
    Vec3::new(-0.099_029_74, -0.098_961_18, 1.151_073_7),
);
/// Stops.
const AGX_RANGE: [f32; 2] = [-12.473_93, 4.026_069];

fn agx(scene: Vec3) -> Vec3 {
    let inset = AGX_INSET * scene;
    let encoded = inset.map(|v| {
        let x = ((v.max(1e-10).log2() - AGX_RANGE[0]) / (AGX_RANGE[1] - AGX_RANGE[0])).clamp(0.0, 1.0);
        let (x2, x4) = (x * x, x * x * x * x);
        15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232
    });
    (AGX_OUTSET * encoded).map(|v| v.max(0.0).powf(2.2).min(1.0))
}

/// Columns of the rows that are published.
const ACES_IN: Mat3 = Mat3::from_cols(
    Vec3::new(0.59719, 0.07600, 0.02840),
    Vec3::new(0.35458, 0.90834, 0.13383),
    Vec3::new(0.04823, 0.01566, 0.83777),
);
const ACES_OUT: Mat3 = Mat3::from_cols(
    Vec3::new(1.60475, -0.10208, -0.00327),
    Vec3::new(-0.53108, 1.10813, -0.07276),
    Vec3::new(-0.07367, -0.00605, 1.07602),
);
const ACES_EXPOSURE: f32 = 0.6;

fn aces(scene: Vec3) -> Vec3 {
    let fitted = (ACES_IN * (scene / ACES_EXPOSURE))
        .map(|v| (v * (v + 0.024_578_6) - 0.000_090_537) / (v * (0.983_729 * v + 0.432_951) + 0.238_081));
    (ACES_OUT * fitted).clamp(Vec3::ZERO, Vec3::ONE)
}

/// Display light (linear sRGB, 0 to 1) of scene light.
pub fn tone_map(scene: Vec3, tone_mapping: ToneMapping) -> Vec3 {
    let light = scene.max(Vec3::ZERO);
    match tone_mapping {
        ToneMapping::Neutral => neutral(light),
        ToneMapping::Agx => agx(light),
        ToneMapping::Aces => aces(light),
        ToneMapping::None => light.min(Vec3::ONE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(got: Vec3, wanted: [f32; 3], by: f32) {
        let wanted = Vec3::from(wanted);
        assert!((got - wanted).abs().max_element() <= by, "{got} is not {wanted}");
    }

    /// Worked out by hand from the published formulas.
    #[test]
    fn the_published_formulas_give_these_values() {
        let grey = |v: f32, tone| tone_map(Vec3::splat(v), tone);
        // Khronos: 4 % are taken off; below 0.8 that is all; white is rolled off.
        near(grey(0.04, ToneMapping::Neutral), [6.25 * 0.04 * 0.04; 3], 1e-6);
        near(grey(0.5, ToneMapping::Neutral), [0.46; 3], 1e-6);
        near(grey(0.8, ToneMapping::Neutral), [0.76; 3], 1e-6);
        near(grey(1.0, ToneMapping::Neutral), [1.0 - 0.0576 / 0.44; 3], 1e-6);
        near(
            tone_map(Vec3::new(0.9, 0.1, 0.1), ToneMapping::Neutral),
            // 0.86 and 0.06 after the 4 %; the peak becomes 1 - 0.0576 / 0.34, and 0.44 % of it go into the others.
            [0.830_588, 0.061_342, 0.061_342],
            1e-5,
        );
        // AgX: middle grey stays near middle grey, black is black, the brightest are white.
        let middle = grey(0.18, ToneMapping::Agx).x;
        assert!((0.15..0.22).contains(&middle), "{middle}");
        near(grey(0.0, ToneMapping::Agx), [0.0; 3], 1e-4);
        assert!(grey(16.3, ToneMapping::Agx).min_element() > 0.97);
        // What is pure red is no longer when it is bright.
        let red = tone_map(Vec3::new(8.0, 0.0, 0.0), ToneMapping::Agx);
        assert!(red.y > 0.1 && red.x > red.y, "{red}");
        // ACES: (v (v + a) - b) / (v (c v + d) + e) at v = 0.18 / 0.6, rows of both matrices add up to one.
        let v = 0.3_f32;
        let exact = (v * (v + 0.024_578_6) - 0.000_090_537) / (v * (0.983_729 * v + 0.432_951) + 0.238_081);
        near(grey(0.18, ToneMapping::Aces), [exact; 3], 1e-3);
        near(grey(1e4, ToneMapping::Aces), [1.0; 3], 0.02);
        near(grey(0.3, ToneMapping::None), [0.3; 3], 0.0);
        near(grey(7.0, ToneMapping::None), [1.0; 3], 0.0);
    }

    #[test]
    fn brighter_scenes_are_never_darker() {
        for tone in ToneMapping::ALL {
            let mut last = -1.0;
            for k in 0..400 {
                let scene = Vec3::splat(0.001 * 1.03_f32.powi(k));
                let display = tone_map(scene, tone);
                assert!(
                    display.x >= last && display.max_element() <= 1.0,
                    "{tone:?}: {scene}"
                );
                last = display.x;
            }
            let odd = tone_map(Vec3::new(-3.0, 0.0, 1e30), tone);
            assert!(odd.is_finite(), "{tone:?}: {odd}");
        }
    }
}
