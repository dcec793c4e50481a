//! The colours of distances: one even ramp for maps, legends and graphs. The twin of `shaders/ramp.wgsl`.

/// Ten stops, sRGB-encoded, from no distance (dark) to the end of the scale (bright).
///
/// Lightness rises by the same amount from stop to stop and hue goes from blue to yellow only, so that equal steps look
/// equal, in grey and to colour-blind eyes too.
/// Source: Nunez, Anderton and Renslow 2018, "Optimizing colormaps with consideration for color vision deficiency to
/// enable accurate interpretation of scientific data" (cividis); stops as in viridisLite.
pub const STOPS: [[u8; 3]; 10] = [
    [0, 32, 77],
    [0, 51, 111],
    [57, 72, 107],
    [87, 92, 109],
    [112, 113, 115],
    [138, 135, 121],
    [166, 157, 117],
    [196, 181, 108],
    [228, 207, 91],
    [255, 234, 70],
];

/// sRGB-encoded colour (0 to 1) of a share of the scale; what is beyond the scale has the last colour.
pub fn ramp(share: f32) -> [f32; 3] {
    let last = STOPS.len() - 1;
    let at = share.clamp(0.0, 1.0) * last as f32;
    // NaN becomes 0.
    let below = (at as usize).min(last - 1);
    let t = (at - below as f32).max(0.0);
    std::array::from_fn(|k| {
        let [a, b] = [below, below + 1].map(|s| f32::from(STOPS[s][k]) / 255.0);
        a + (b - a) * t
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lightness and the two opponent colours. Source: Ottosson 2020, "A perceptual color space for image processing".
    fn oklab(rgb: [f32; 3]) -> [f32; 3] {
        let [r, g, b] = rgb.map(|c| {
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        });
        let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        [
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    }

    #[test]
    fn equal_steps_look_equal() {
        let steps: Vec<(f32, f32)> = (0..18)
            .map(|k| {
                let [a, b] = [k, k + 1].map(|k| oklab(ramp(k as f32 / 18.0)));
                let apart = a
                    .iter()
                    .zip(b)
                    .map(|(x, y)| (y - x) * (y - x))
                    .sum::<f32>()
                    .sqrt();
                (b[0] - a[0], apart)
            })
            .collect();
        for (lighter, apart) in steps {
            assert!((0.03..0.045).contains(&lighter), "lightness rises by {lighter}");
            assert!((0.035..0.05).contains(&apart), "a step of {apart}");
        }
    }

    #[test]
    fn red_and_green_never_decide() {
        // What a red-green blind eye cannot see: the ramp keeps near the line from blue through grey to yellow.
        for k in 0..=100 {
            let [_, red_green, _] = oklab(ramp(k as f32 / 100.0));
            assert!(red_green.abs() < 0.04, "{k}: {red_green}");
        }
    }

    #[test]
    fn ends_and_beyond() {
        let first = STOPS[0].map(|c| f32::from(c) / 255.0);
        let last = STOPS[9].map(|c| f32::from(c) / 255.0);
        for (share, color) in [
            (0.0, first),
            (-1.0, first),
            (f32::NAN, first),
            (1.0, last),
            (7.0, last),
        ] {
            assert_eq!(ramp(share), color, "{share}");
        }
    }
}
