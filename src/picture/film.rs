//! Frames in order, into one file.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use super::apng::Apng;
use super::gif::Gif;
use super::video::Video;

/// What kind of file a film is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    /// 255 colours, shown everywhere.
    Gif,
    /// An animated PNG: exact, with alpha.
    Apng,
    /// H.264, through `ffmpeg`.
    Mp4,
    /// VP9, with alpha, through `ffmpeg`.
    Webm,
}

impl Container {
    /// By how a file's name ends (without the dot, in any case).
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_lowercase().as_str() {
            "gif" => Some(Self::Gif),
            "apng" => Some(Self::Apng),
            "mp4" | "m4v" => Some(Self::Mp4),
            "webm" => Some(Self::Webm),
            _ => None,
        }
    }

    /// The longest side that it can have, pixels.
    pub fn longest_side(self) -> u32 {
        match self {
            Self::Gif => 65_535,
            Self::Apng => i32::MAX as u32,
            Self::Mp4 | Self::Webm => 16_384,
        }
    }
}

/// What a film is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmOptions {
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// How many frames will come.
    pub frames: u32,
    /// Frames a second; more than 0.
    pub fps: f64,
    /// Starts again at its end, where the format can say so.
    pub loops: bool,
    /// Whether what is behind may show through.
    pub transparent: bool,
}

/// Why there is no film.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The encoder refused the frames.
    #[error("{0}")]
    Refused(String),
    /// A program that is needed is not on the PATH.
    #[error("{program} was not found")]
    EncoderMissing {
        /// Its name.
        program: &'static str,
    },
    /// That program failed.
    #[error("{program} failed: {words}")]
    Encoder {
        /// Its name.
        program: &'static str,
        /// What it said.
        words: String,
    },
    /// That program stood still for too long and was stopped.
    #[error("{program} stood still")]
    TooLate {
        /// Its name.
        program: &'static str,
    },
}

impl From<gif::EncodingError> for FilmError {
    fn from(error: gif::EncodingError) -> Self {
        match error {
            gif::EncodingError::Io(e) => Self::Io(e),
            other => Self::Refused(other.to_string()),
        }
    }
}

impl From<png::EncodingError> for FilmError {
    fn from(error: png::EncodingError) -> Self {
        match error {
            png::EncodingError::IoError(e) => Self::Io(e),
            other => Self::Refused(other.to_string()),
        }
    }
}

/// A film that is being written. One that is dropped before [`Self::finish`] leaves a broken file, which its caller
/// removes.
pub struct Film(Kind);

enum Kind {
    Gif(Box<Gif>),
    Apng(Box<Apng>),
    Video(Video),
}

impl Film {
    /// Begins one at `path`, which is written over. `samples`: a few frames of it, spread out; a GIF chooses its colours
    /// from them. `patience`: how long another program may take for one frame before it is stopped.
    pub fn begin(
        path: &Path,
        container: Container,
        options: FilmOptions,
        samples: &[Vec<u8>],
        patience: Duration,
    ) -> Result<Self, FilmError> {
        Ok(Self(match container {
            Container::Gif => Kind::Gif(Box::new(Gif::begin(File::create(path)?, options, samples)?)),
            Container::Apng => Kind::Apng(Box::new(Apng::begin(File::create(path)?, options)?)),
            Container::Mp4 | Container::Webm => {
                Kind::Video(Video::begin(path, container, options, patience)?)
            }
        }))
    }

    /// Adds the next frame (RGBA, of the size that was said).
    pub fn push(&mut self, rgba: &[u8]) -> Result<(), FilmError> {
        match &mut self.0 {
            Kind::Gif(gif) => Ok(gif.push(rgba)?),
            Kind::Apng(apng) => Ok(apng.push(rgba)?),
            Kind::Video(video) => video.push(rgba),
        }
    }

    /// Writes the end: the file is whole.
    pub fn finish(self) -> Result<(), FilmError> {
        match self.0 {
            Kind::Gif(gif) => Ok(gif.finish()?),
            Kind::Apng(apng) => Ok(apng.finish()?),
            Kind::Video(video) => video.finish(),
        }
    }
}
