//! The 255 colours of a GIF, and each pixel's place among them.

use std::collections::HashMap;

use color_quant::NeuQuant;

/// The index that shows what is below.
pub(super) const TRANSPARENT: u8 = 255;
/// Pixels that the choice of colours looks at, of all samples together.
const SAMPLED: usize = 1 << 18;
/// How far the pattern pushes a channel to either side: about half the distance of neighbouring colours.
const SPREAD: i32 = 5;
/// An ordered pattern stays where it is from frame to frame, so that what stands still costs nothing and does not
/// flicker, as the errors of error diffusion do. Source: Bayer 1973.
const PATTERN: [[i32; 8]; 8] = [
    [0, 32, 8, 40, 2, 34, 10, 42],
    [48, 16, 56, 24, 50, 18, 58, 26],
    [12, 44, 4, 36, 14, 46, 6, 38],
    [60, 28, 52, 20, 62, 30, 54, 22],
    [3, 35, 11, 43, 1, 33, 9, 41],
    [51, 19, 59, 27, 49, 17, 57, 25],
    [15, 47, 7, 39, 13, 45, 5, 37],
    [63, 31, 55, 23, 61, 29, 53, 21],
];

/// Colours chosen from samples of a film, for all of its frames.
pub(super) struct Palette {
    colors: NeuQuant,
    /// Nearest colours found so far, by colour without its two lowest bits.
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// Chooses the colours. Source: Dekker 1994 (NeuQuant).
    pub(super) fn of<'a>(samples: impl Iterator<Item = &'a [u8]> + Clone) -> Self {
        let pixels: usize = samples.clone().map(|s| s.len() / 4).sum();
        let step = (pixels / SAMPLED).max(1);
        let solid = |p: &[u8]| [p[0], p[1], p[2], 255];
        let chosen: Vec<u8> = samples
            .flat_map(|s| s.chunks_exact(4))
            .filter(|p| p[3] >= 128)
            .step_by(step)
            .flat_map(solid)
            .collect();
        // Where nothing shows any colour will do.
        let chosen = if chosen.is_empty() {
            vec![0, 0, 0, 255]
        } else {
            chosen
        };
        Self {
            colors: NeuQuant::new(3, usize::from(TRANSPARENT), &chosen),
            known: HashMap::new(),
        }
    }

    /// 256 colours, three bytes each; the last one is never used.
    pub(super) fn rgb(&self) -> Vec<u8> {
        let mut rgb = self.colors.color_map_rgb();
        rgb.resize(256 * 3, 0);
        rgb
    }

    /// An index a pixel; [`TRANSPARENT`] where less than half shows.
    pub(super) fn indices(&mut self, rgba: &[u8], width: u32) -> Vec<u8> {
        let (colors, known) = (&self.colors, &mut self.known);
        let of = |(at, pixel): (usize, &[u8])| {
            if pixel[3] < 128 {
                return TRANSPARENT;
            }
            let (x, y) = (at % width as usize, at / width as usize);
            // -31.5 to 31.5, in steps of one.
            let push = (2 * PATTERN[y % 8][x % 8] - 63) * SPREAD / 63;
            let pushed = [0, 1, 2].map(|c| (i32::from(pixel[c]) + push).clamp(0, 255) as u8);
            let key = pushed.map(|v| v & 0xfc);
            *known.entry(key).or_insert_with(|| {
                let [r, g, b] = key.map(|v| v | (v >> 6));
                colors.index_of(&[r, g, b, 255]) as u8
            })
        };
        rgba.chunks_exact(4).enumerate().map(of).collect()
    }
}
