//! Video through an `ffmpeg` on the PATH, which gets raw frames on its standard input.

use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Container, FilmError, FilmOptions};
use crate::work::{Aside, Watch};

/// The program that is looked for.
const PROGRAM: &str = "ffmpeg";
/// What is kept of its complaints.
const MOST_WORDS: u64 = 4096;

/// A running `ffmpeg`.
pub(super) struct Video {
    child: Arc<Mutex<Child>>,
    frames: Option<ChildStdin>,
    words: Option<Aside<String>>,
    /// When nothing moves for too long the child is stopped.
    watch: Option<Watch>,
}

impl Video {
    /// Starts it. It writes to `path`, whatever that ends in. `patience`: how long it may take for one frame.
    pub(super) fn begin(
        path: &Path,
        container: Container,
        options: FilmOptions,
        patience: Duration,
    ) -> Result<Self, FilmError> {
        let [width, height] = options.size;
        let mut command = Command::new(PROGRAM);
        command
            .args([
                "-v", "error", "-nostdin", "-y", "-f", "rawvideo", "-pix_fmt", "rgba",
            ])
            .args([
                "-s",
                &format!("{width}x{height}"),
                "-r",
                &options.fps.to_string(),
                "-i",
                "-",
            ])
            // Two by two pixels share their colour: sides must be even.
            .args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2"]);
        match container {
            Container::Webm => {
                let pixels = if options.transparent {
                    "yuva420p"
                } else {
                    "yuv420p"
                };
                command.args([
                    "-c:v",
                    "libvpx-vp9",
                    "-b:v",
                    "0",
                    "-crf",
                    "24",
                    "-pix_fmt",
                    pixels,
                    "-f",
                    "webm",
                ]);
            }
            _ => {
                command.args([
                    "-c:v", "libx264", "-crf", "17", "-preset", "slow", "-pix_fmt", "yuv420p",
                ]);
                command.args(["-movflags", "+faststart", "-f", "mp4"]);
            }
        }
        command
            .arg(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => FilmError::EncoderMissing { program: PROGRAM },
            _ => FilmError::Io(e),
        })?;
        let frames = child.stdin.take();
        let mut complaints = child.stderr.take();
        let child = Arc::new(Mutex::new(child));
        let words = Aside::start("words of ffmpeg", move || {
            let mut words = String::new();
            if let Some(pipe) = &mut complaints {
                // What cannot be read is not told; the exit status is.
                let _ = pipe.take(MOST_WORDS).read_to_string(&mut words);
                let _ = io::copy(pipe, &mut io::sink());
            }
            words
        });
        let words = match words {
            Ok(words) => words,
            Err(error) => {
                stop(&child);
                return Err(error.into());
            }
        };
        let watched = Arc::clone(&child);
        let watch = Watch::start(patience, move || stop(&watched));
        Ok(Self {
            child,
            frames,
            words: Some(words),
            watch: Some(watch),
        })
    }

    pub(super) fn push(&mut self, rgba: &[u8]) -> Result<(), FilmError> {
        self.sign();
        let written = match &mut self.frames {
            Some(pipe) => pipe.write_all(rgba),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        match written {
            Ok(()) => Ok(()),
            // It has ended, or was stopped: it says why.
            Err(_) => Err(self.ended().err().unwrap_or(FilmError::Encoder {
                program: PROGRAM,
                words: String::new(),
            })),
        }
    }

    pub(super) fn finish(mut self) -> Result<(), FilmError> {
        self.ended()
    }

    fn sign(&self) {
        if let Some(watch) = &self.watch {
            watch.alive();
        }
    }

    /// Waits for its end.
    fn ended(&mut self) -> Result<(), FilmError> {
        self.sign();
        self.frames = None;
        let status = loop {
            let ended = self
                .child
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .try_wait();
            match ended {
                Ok(Some(status)) => break status,
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Err(e) => return Err(FilmError::Io(e)),
            }
        };
        let too_late = self.watch.take().is_some_and(Watch::end);
        let words = self.words.take().and_then(Aside::wait);
        if too_late {
            Err(FilmError::TooLate { program: PROGRAM })
        } else if status.success() {
            Ok(())
        } else {
            let words = words.unwrap_or_default();
            Err(FilmError::Encoder {
                program: PROGRAM,
                words: words.split_whitespace().collect::<Vec<_>>().join(" "),
            })
        }
    }
}

impl Drop for Video {
    fn drop(&mut self) {
        // A film that is given up.
        stop(&self.child);
    }
}

fn stop(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}
