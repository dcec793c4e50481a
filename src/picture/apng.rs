//! An animated PNG: every colour and alpha, exact.

use std::fs::File;
use std::io::BufWriter;

use png::{BitDepth, BlendOp, ColorType, Compression, Encoder, EncodingError, Writer};

use super::FilmOptions;
use super::changes::Part;
use super::png::without_alpha;

/// Writes frames as they come; each holds only what changed.
pub(super) struct Apng {
    writer: Writer<BufWriter<File>>,
    options: FilmOptions,
    /// The frame before, as written.
    before: Vec<u8>,
}

impl Apng {
    pub(super) fn begin(file: File, options: FilmOptions) -> Result<Self, EncodingError> {
        let [width, height] = options.size;
        let mut encoder = Encoder::new(BufWriter::new(file), width, height);
        encoder.set_color(if options.transparent {
            ColorType::Rgba
        } else {
            ColorType::Rgb
        });
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        encoder.set_animated(options.frames, u32::from(!options.loops))?;
        let (seconds, of) = delay(options.fps);
        encoder.set_frame_delay(seconds, of)?;
        encoder.set_blend_op(BlendOp::Source)?;
        Ok(Self {
            writer: encoder.write_header()?,
            options,
            before: Vec::new(),
        })
    }

    pub(super) fn push(&mut self, rgba: &[u8]) -> Result<(), EncodingError> {
        let (now, bytes) = if self.options.transparent {
            (rgba.to_vec(), 4)
        } else {
            (without_alpha(rgba), 3)
        };
        let width = self.options.size[0];
        let part = if self.before.is_empty() {
            Part::all(self.options.size)
        } else {
            Part::changed(&self.before, &now, width, bytes)
        };
        if !self.before.is_empty() {
            // The corner first: size and place together may not pass the picture's edge.
            self.writer.reset_frame_position()?;
            self.writer.set_frame_dimension(part.width, part.height)?;
            self.writer.set_frame_position(part.left, part.top)?;
        }
        self.writer.write_image_data(&part.cut(&now, width, bytes))?;
        self.before = now;
        Ok(())
    }

    /// Writes the end.
    pub(super) fn finish(self) -> Result<(), EncodingError> {
        self.writer.finish()
    }
}

/// Seconds a frame as a fraction of two small numbers.
fn delay(fps: f64) -> (u16, u16) {
    if fps.fract() == 0.0 && fps <= f64::from(u16::MAX) {
        (1, fps as u16)
    } else if fps >= 65.0 {
        (100, (fps * 100.0).round().min(f64::from(u16::MAX)) as u16)
    } else {
        (1000, (fps * 1000.0).round().max(1.0) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_fractions_of_small_numbers() {
        for fps in [1.0, 24.0, 23.976, 29.97, 30.0, 60.0, 119.88, 240.0] {
            let (seconds, of) = delay(fps);
            let found = f64::from(of) / f64::from(seconds);
            assert!((found - fps).abs() < 0.006, "{fps}: {found}");
        }
    }
}
