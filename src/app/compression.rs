//! Compression off the thread of the window: the numbers of every clip, and the file that comes of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use winit::event_loop::EventLoopProxy;

use super::Opening;
use super::background::Background;
use super::compare::PROGRESS_EVERY;
use super::files::{model_in, path_of};
use super::program::Happening;
use crate::animation::compression::{Figures, FileClip};
use crate::export::{self, Durability, write_whole};
use crate::import::{Document, ImportError, ImportOptions, folder_of, import_bytes, read_file};
use crate::inspect::compression::{ClipInBytes, Scale, Wanted, compress_all};
use crate::model::{Issue, Model};
use crate::output::{Failure, refuse_output};
use crate::samples;
use crate::viewer::compression::WrittenFile;
use crate::viewer::{CompressionKey, CompressionReport, Report, ViewerState, Way, report};
use crate::work::{Work, Workers};

/// What came of it.
#[derive(Debug)]
pub(super) enum Answer {
    /// A clip, under a key.
    Clip(Arc<Model>, CompressionKey, Scale, Arc<ClipInBytes>),
    /// The last clip of a key came before this.
    Done(Arc<Model>, CompressionKey),
    /// The file was written, or not.
    Written(Result<WrittenFile, Box<Refused>>),
}

/// Why a file was not written.
#[derive(Debug)]
pub(super) struct Refused {
    /// Which.
    pub(super) file: String,
    /// Why.
    pub(super) issue: Issue,
}

/// A file that is to be written.
#[derive(Debug)]
pub(super) struct Export {
    /// What the model was read of.
    pub(super) from: Opening,
    /// The model as it is in there.
    pub(super) model: Arc<Model>,
    /// Its clips.
    pub(super) clips: Vec<Arc<ClipInBytes>>,
    /// How they are packed.
    pub(super) way: Way,
    /// Where it goes.
    pub(super) path: PathBuf,
    /// What reading may spend.
    pub(super) options: ImportOptions,
}

/// The threads behind the laboratory.
#[derive(Debug)]
pub(super) struct Compressor {
    proxy: EventLoopProxy<Happening>,
    clips: Background<CompressionKey>,
}

impl Compressor {
    pub(super) fn new(proxy: EventLoopProxy<Happening>) -> Self {
        // One core stays for the window.
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get() - 1);
        Self {
            proxy,
            clips: Background::on("compression", Workers::new(cores)),
        }
    }

    /// Begins what the state wants and gives up what it no longer wants. Returns when to be asked again, if nothing
    /// else happens until then.
    pub(super) fn follow(&mut self, state: &mut ViewerState, now: Instant) -> Option<Instant> {
        let wanted = state.compression_wanted();
        let known = wanted.map_or_else(Vec::new, |key| state.compression.known_steps(&key));
        let (proxy, first) = (self.proxy.clone(), state.clip());
        let share = self
            .clips
            .follow(state.original.as_ref(), wanted, move |model, key, work| {
                let wanted = Wanted {
                    tolerance: key.tolerance,
                    technique: key.way.technique(),
                    first,
                    known: &known,
                };
                let tell = |answer| drop(proxy.send_event(Happening::Compressed(answer)));
                let done = compress_all(&model, wanted, &work, |scale, clip| {
                    tell(Answer::Clip(Arc::clone(&model), key, scale, Arc::new(clip)));
                });
                if done.is_ok() {
                    tell(Answer::Done(model, key));
                }
            });
        if state.compression.working != share {
            tell(state, CompressionReport::Working(share));
        }
        share.map(|_| now + PROGRESS_EVERY)
    }

    /// Something about clips came. True if the state changed by it.
    pub(super) fn answered(
        &mut self,
        state: &mut ViewerState,
        model: Arc<Model>,
        key: CompressionKey,
        clip: Option<(Scale, Arc<ClipInBytes>)>,
    ) -> bool {
        let Some((scale, clip)) = clip else {
            let was = self.clips.answered(&model, &key);
            if was {
                tell(state, CompressionReport::Working(None));
            }
            return was;
        };
        let wanted = self.clips.awaits(&model, &key);
        if wanted {
            let clip = CompressionReport::Clip {
                model,
                key,
                scale,
                clip,
            };
            tell(state, clip);
        }
        wanted
    }

    /// Writes a file on a thread of its own; what comes of it is sent to the event loop.
    pub(super) fn export(&self, job: Export) {
        let (proxy, file) = (self.proxy.clone(), job.path.display().to_string());
        let refused = {
            let file = file.clone();
            move |issue| Answer::Written(Err(Box::new(Refused { file, issue })))
        };
        let task = move || {
            let written = write(&job).map_err(|issue| Box::new(Refused { file, issue }));
            let _ = proxy.send_event(Happening::Compressed(Answer::Written(written)));
        };
        let thread = std::thread::Builder::new().name("compressed file".to_owned());
        if let Err(error) = thread.spawn(task) {
            let issue = Issue::error("thread-refused", "").with("cause", error.to_string());
            let _ = self.proxy.send_event(Happening::Compressed(refused(issue)));
        }
    }

    /// Gives everything up.
    pub(super) fn cancel(&mut self) {
        self.clips.cancel();
    }
}

pub(super) fn tell(state: &mut ViewerState, what: CompressionReport) {
    report(state, Report::Compression(what));
}

/// What a model was read of.
struct Origin {
    name: String,
    bytes: Bytes,
    /// Its file, if it is one.
    path: Option<PathBuf>,
}

fn refused(error: ImportError) -> Issue {
    match error {
        ImportError::Refused(issue) => issue,
        ImportError::Cancelled => Issue::error("cancelled", ""),
    }
}

fn read(from: &Opening, options: ImportOptions, work: &Work) -> Result<Origin, Issue> {
    let of_sample = |name: Option<&str>| {
        let sample = match name {
            Some(name) => samples::find(name),
            None => samples::SAMPLES.first(),
        };
        let sample = sample.ok_or_else(|| Issue::error("compression-source", ""))?;
        Ok(Origin {
            name: sample.file.to_owned(),
            bytes: Bytes::from_static(sample.bytes),
            path: None,
        })
    };
    match from {
        Opening::Nothing => Err(Issue::error("compression-source", "")),
        Opening::Sample => of_sample(None),
        Opening::Bytes { name, bytes } => Ok(Origin {
            name: name.clone(),
            bytes: bytes.clone().into(),
            path: None,
        }),
        Opening::Path(path) => match path.to_str().and_then(|p| p.strip_prefix("sample:")) {
            Some(name) => of_sample(Some(name)),
            None => {
                let path = model_in(path.clone());
                let bytes = read_file(&path, options.max_memory_bytes, work).map_err(refused)?;
                let name = path.file_name().unwrap_or(path.as_os_str());
                Ok(Origin {
                    name: name.to_string_lossy().into_owned(),
                    bytes,
                    path: Some(path),
                })
            }
        },
    }
}

fn write(job: &Export) -> Result<WrittenFile, Issue> {
    let work = Work::on_all_cores();
    let said = |failure: Failure| *failure.issue;
    refuse_output(&job.path, None).map_err(said)?;
    let Origin { name, bytes, path } = read(&job.from, job.options, &work)?;
    refuse_output(&job.path, path.as_deref()).map_err(said)?;
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let folder = path.as_deref().and_then(folder_of);
    let now = import_bytes(&name, bytes.clone(), folder, &job.options, &work).map_err(refused)?;
    if now.clips != job.model.clips {
        // Clips of another file would be torn apart.
        return Err(Issue::error("compression-source-changed", ""));
    }
    let document = Document::open(&name, bytes.clone(), folder, &job.options, &work).map_err(refused)?;
    let json: serde_json::Value = serde_json::from_str(document.json()).unwrap_or_default();
    let packed = job.way == Way::Meshopt || export::meshopt_name(&json).is_some();
    let buffers = document.buffers();
    let source = export::Source {
        json: document.json(),
        buffers: &buffers,
    };
    let files: Vec<FileClip> = job
        .clips
        .iter()
        .filter_map(|clip| clip.compressed.file.clone())
        .collect();
    let exported = export::with_clips(&source, &now, &files, packed)?;
    write_whole(&job.path, &exported.glb, Durability::OnDisk)
        .map_err(|error| Issue::error("output-not-written", "").with("reason", error.to_string()))?;
    let mut figures = Figures::default();
    for clip in &job.clips {
        figures.join(&clip.compressed.error.figures);
    }
    let beside = folder.and_then(real) == real(export::folder_of(&job.path));
    Ok(WrittenFile {
        path: job.path.display().to_string(),
        file_bytes: [now.byte_count.max(bytes.len() as u64), exported.glb.len() as u64],
        animation_bytes: exported.animation_bytes,
        largest: figures.largest(),
        percentile_99: figures.percentile(0.99),
        pictures_elsewhere: if beside { 0 } else { export::pictures_beside(&json) },
    })
}

/// Where a typed path goes: a .glb whatever was typed.
pub(super) fn target_of(typed: &str) -> PathBuf {
    let path = path_of(typed);
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("glb")) {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".glb");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_a_glb() {
        assert_eq!(target_of("a/b.GLB"), PathBuf::from("a/b.GLB"));
        assert_eq!(target_of("a/b.gltf"), PathBuf::from("a/b.gltf.glb"));
        assert_eq!(target_of("a/b"), PathBuf::from("a/b.glb"));
    }
}
