//! An animated GIF.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufWriter, Write as _};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::FilmOptions;
use super::changes::Part;
use super::palette::{Palette, TRANSPARENT};

/// Writes frames as they come; each holds only what changed.
pub(super) struct Gif {
    encoder: Encoder<BufWriter<File>>,
    palette: Palette,
    options: FilmOptions,
    /// The frame before, as indices.
    before: Vec<u8>,
    /// Frames so far.
    count: u32,
}

impl Gif {
    /// `samples`: frames, or some of them, that the colours are chosen from. At most 65,535 pixels a side.
    pub(super) fn begin(
        file: File,
        options: FilmOptions,
        samples: &[Vec<u8>],
    ) -> Result<Self, EncodingError> {
        let palette = Palette::of(samples.iter().map(Vec::as_slice));
        let side = |px: u32| u16::try_from(px).unwrap_or(u16::MAX);
        let [width, height] = options.size.map(side);
        let mut encoder = Encoder::new(BufWriter::new(file), width, height, &palette.rgb())?;
        if options.loops {
            encoder.set_repeat(Repeat::Infinite)?;
        }
        Ok(Self {
            encoder,
            palette,
            options,
            before: Vec::new(),
            count: 0,
        })
    }

    pub(super) fn push(&mut self, rgba: &[u8]) -> Result<(), EncodingError> {
        let width = self.options.size[0];
        let now = self.palette.indices(rgba, width);
        let clear = self.options.transparent;
        let first = self.before.is_empty();
        let part = if first || clear {
            Part::all(self.options.size)
        } else {
            Part::changed(&self.before, &now, width, 1)
        };
        let mut pixels = part.cut(&now, width, 1);
        if !first && !clear {
            // What stays as it is compresses best where it is not said again.
            let before = part.cut(&self.before, width, 1);
            for (now, before) in pixels.iter_mut().zip(before) {
                if *now == before {
                    *now = TRANSPARENT;
                }
            }
        }
        self.encoder.write_frame(&Frame {
            delay: self.delay(),
            dispose: if clear {
                DisposalMethod::Background
            } else {
                DisposalMethod::Keep
            },
            transparent: Some(TRANSPARENT),
            left: part.left as u16,
            top: part.top as u16,
            width: part.width as u16,
            height: part.height as u16,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        })?;
        self.before = now;
        self.count += 1;
        Ok(())
    }

    /// How long the next frame stands, in hundredths of a second: rounded so that the film as a whole keeps its time.
    fn delay(&self) -> u16 {
        let at = |frame: u32| (f64::from(frame) * 100.0 / self.options.fps).round();
        (at(self.count + 1) - at(self.count)).clamp(1.0, 65535.0) as u16
    }

    /// Writes the end.
    pub(super) fn finish(self) -> Result<(), EncodingError> {
        self.encoder.into_inner()?.flush().map_err(EncodingError::Io)
    }
}
