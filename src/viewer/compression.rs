//! The compression laboratory: what clips weigh by each technique, and what that costs on the skin.
//!
//! Everything here is plain data. Compressing takes time: it is done elsewhere and comes in clip by clip as a report;
//! [`Shown::compression_wanted`] says what is wanted.

use std::sync::Arc;

use super::state::Shown;
use super::{Compared, Effect};
use crate::animation::compression::PackedOptions;
use crate::animation::{Clip, ClipId};
use crate::inspect::compression::{ClipInBytes, Scale, Steps, Sum, Technique, Tolerance};
use crate::model::Model;

/// A way to compress that a person can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Way {
    /// Plain keys that every tool opens.
    #[default]
    Plain,
    /// The same, packed by EXT_meshopt_compression.
    Meshopt,
    /// All of the source chapter: still tracks as one value, 16 bits a number, fewer keys.
    Chapter,
    /// As many bits as each stretch of a clip needs.
    Variable,
}

impl Way {
    /// All, in the order that people are shown.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Meshopt, Self::Chapter, Self::Variable];

    /// The word of dumps.
    pub fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Meshopt => "meshopt",
            Self::Chapter => "chapter",
            Self::Variable => "variable",
        }
    }

    /// Whether glTF has a place for it; the others stay in the laboratory.
    pub fn reaches_the_file(self) -> bool {
        matches!(self, Self::Plain | Self::Meshopt)
    }

    /// What is computed for it.
    pub fn technique(self) -> Technique {
        match self {
            Self::Plain => Technique::File(false),
            Self::Meshopt => Technique::File(true),
            Self::Chapter => Technique::Chapter(PackedOptions::default()),
            Self::Variable => Technique::Variable,
        }
    }
}

/// What numbers follow from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CompressionKey {
    /// How far vertices may be off.
    pub tolerance: Tolerance,
    /// How.
    pub way: Way,
}

/// What is known of a model under one key; clip by clip.
#[derive(Debug, Clone, Default)]
pub struct Compressed {
    /// The lengths that all of it is told by.
    pub scale: Scale,
    /// By clip; `None` until it came.
    pub clips: Vec<Option<Arc<ClipInBytes>>>,
    /// All that came.
    pub sum: Sum,
}

impl Compressed {
    /// One clip, if it came.
    pub fn clip(&self, clip: ClipId) -> Option<&Arc<ClipInBytes>> {
        self.clips.get(clip.index())?.as_ref()
    }

    /// True if all clips came.
    pub fn is_whole(&self) -> bool {
        !self.clips.is_empty() && self.clips.iter().all(Option::is_some)
    }

    /// A clip as a player of plain keys sees it.
    pub fn played(&self, clip: ClipId) -> Option<&Clip> {
        self.clip(clip).map(|c| &*c.compressed.decoded)
    }
}

/// What was written.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenFile {
    /// Where.
    pub path: String,
    /// Bytes of the file, before and after.
    pub file_bytes: [u64; 2],
    /// Bytes of its animation, before and after.
    pub animation_bytes: [u64; 2],
    /// The largest error on the skin, model units.
    pub largest: f64,
    /// What 99 of 100 vertices are off at most, model units.
    pub percentile_99: f64,
    /// Pictures beside the model that are not found from where the file lies.
    pub pictures_elsewhere: usize,
}

/// The file to write.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CompressionFile {
    /// The path as typed or chosen; empty: beside what else is kept, named after the model.
    pub path: String,
    /// A file that is there, and is replaced only when that is asked for again.
    pub exists: Option<String>,
    /// True while it is written.
    pub writing: bool,
    /// What was written last.
    pub written: Option<WrittenFile>,
}

/// Results kept at most: going back and forth between techniques costs nothing.
const KEPT: usize = 6;

/// The state of the laboratory.
#[derive(Debug, Clone, Default)]
pub struct Compression {
    /// True while its panel shows.
    pub open: bool,
    /// The way whose numbers show.
    pub way: Way,
    /// How far vertices may be off; `None`: what is usual for the model.
    pub tolerance: Option<Tolerance>,
    /// Share done of what is being computed; `None` while nothing is.
    pub working: Option<f32>,
    /// What was stopped and must not begin by itself.
    pub stopped: Option<CompressionKey>,
    /// The file.
    pub file: CompressionFile,
    results: Vec<(CompressionKey, Compressed)>,
}

impl Compression {
    /// What is known under a key.
    pub fn of(&self, key: &CompressionKey) -> Option<&Compressed> {
        self.results.iter().find(|(k, _)| k == key).map(|(_, c)| c)
    }

    /// What is known of the bytes by technique under another way with the same tolerance, by clip.
    pub fn known_steps(&self, key: &CompressionKey) -> Vec<Option<Steps>> {
        let other = self
            .results
            .iter()
            .find(|(k, c)| k.tolerance == key.tolerance && c.is_whole());
        other.map_or_else(Vec::new, |(_, c)| {
            c.clips.iter().map(|c| c.as_ref().map(|c| c.steps)).collect()
        })
    }

    fn keep(&mut self, key: CompressionKey, clips: usize, scale: Scale, clip: Arc<ClipInBytes>) {
        let at = self
            .results
            .iter()
            .position(|(k, _)| *k == key)
            .unwrap_or_else(|| {
                if self.results.len() >= KEPT {
                    self.results.remove(0);
                }
                let empty = Compressed {
                    clips: vec![None; clips],
                    ..Compressed::default()
                };
                self.results.push((key, empty));
                self.results.len() - 1
            });
        let kept = &mut self.results[at].1;
        kept.scale = scale;
        if let Some(slot) = kept.clips.get_mut(clip.compressed.clip.index()) {
            if slot.is_none() {
                kept.sum.add(&clip);
            }
            *slot = Some(clip);
        }
    }

    /// Another model: what belongs to the old one goes, what a person chose stays.
    pub(super) fn forget_model(&mut self) {
        *self = Self {
            open: self.open,
            way: self.way,
            // A length says nothing about a model of another size.
            tolerance: self.tolerance.filter(|t| matches!(t, Tolerance::PerCent(_))),
            ..Self::default()
        };
    }
}

/// One wish about it.
#[derive(Debug, Clone, PartialEq)]
pub enum CompressionCommand {
    /// Shows its panel, or folds it.
    Show(bool),
    /// Chooses a way.
    SetWay(Way),
    /// How far vertices may be off; `None`: what is usual.
    SetTolerance(Option<Tolerance>),
    /// Stops what is being computed.
    Cancel,
    /// Begins again what was stopped.
    Compute,
    /// The path of the file, as typed.
    SetPath(String),
    /// Asks for a path with a file dialog.
    Choose,
    /// Writes the file; given again for one that is there, replaces it.
    Export,
}

/// What comes from outside about it.
#[derive(Debug, Clone)]
pub enum CompressionReport {
    /// Computing goes on (share done) or has ended.
    Working(Option<f32>),
    /// A clip is done.
    Clip {
        /// Of which model, as the file has it.
        model: Arc<Model>,
        /// What it follows from.
        key: CompressionKey,
        /// The lengths it is told by.
        scale: Scale,
        /// The numbers.
        clip: Arc<ClipInBytes>,
    },
    /// A path was chosen.
    Chosen(String),
    /// A file is there already: it is asked once more.
    Exists(String),
    /// Writing began.
    Writing,
    /// It was written.
    Written(WrittenFile),
    /// It was not.
    NotWritten,
}

pub(super) fn apply_compression(s: &mut Shown, command: CompressionCommand) -> Vec<Effect> {
    match command {
        CompressionCommand::Show(open) => s.compression.open = open,
        CompressionCommand::SetWay(way) => {
            s.compression.way = way;
            changed(s);
        }
        CompressionCommand::SetTolerance(tolerance) => {
            let sound = |t: &Tolerance| {
                let (Tolerance::Distance(v) | Tolerance::PerCent(v)) = *t;
                v.is_finite() && v > 0.0
            };
            s.compression.tolerance = tolerance.filter(sound);
            changed(s);
        }
        CompressionCommand::Cancel => s.compression.stopped = Some(s.compression_key()),
        CompressionCommand::Compute => s.compression.stopped = None,
        CompressionCommand::SetPath(path) => {
            let file = &mut s.compression.file;
            (file.path, file.exists) = (path, None);
        }
        CompressionCommand::Choose => {
            return vec![Effect::ChooseCompressed(s.compressed_path())];
        }
        CompressionCommand::Export => {
            if s.can_export_compressed() {
                let path = s.compressed_path();
                let replace = s.compression.file.exists.as_ref() == Some(&path);
                return vec![Effect::ExportCompressed { path, replace }];
            }
        }
    }
    Vec::new()
}

/// Other numbers: what was said of a file that was written is no longer about them, and the other pose may be another.
fn changed(s: &mut Shown) {
    s.compression.stopped = None;
    s.compression.file.written = None;
    if s.lab.compared == Compared::Compression {
        s.repose();
    }
}

pub(super) fn report_compression(s: &mut Shown, report: CompressionReport) {
    match report {
        CompressionReport::Working(share) => s.compression.working = share,
        CompressionReport::Clip {
            model,
            key,
            scale,
            clip,
        } => {
            if s.original.as_ref().is_some_and(|m| Arc::ptr_eq(m, &model)) {
                let shows = s.clip() == Some(clip.compressed.clip);
                s.compression.keep(key, model.clips.len(), scale, clip);
                if shows && s.lab.compared == Compared::Compression {
                    s.repose();
                }
            }
        }
        CompressionReport::Chosen(path) => {
            let file = &mut s.compression.file;
            // The dialog has asked whether to replace it.
            (file.path, file.exists) = (path.clone(), Some(path));
        }
        CompressionReport::Exists(path) => s.compression.file.exists = Some(path),
        CompressionReport::Writing => {
            let file = &mut s.compression.file;
            (file.writing, file.written) = (true, None);
        }
        CompressionReport::Written(written) => {
            let file = &mut s.compression.file;
            (file.writing, file.exists) = (false, None);
            file.written = Some(written);
        }
        CompressionReport::NotWritten => s.compression.file.writing = false,
    }
}

impl Shown {
    /// How far vertices may be off.
    pub fn compression_tolerance(&self) -> Tolerance {
        let usual = || Tolerance::usual(self.length_unit());
        self.compression.tolerance.unwrap_or_else(usual)
    }

    /// What the numbers that show follow from.
    pub fn compression_key(&self) -> CompressionKey {
        CompressionKey {
            tolerance: self.compression_tolerance(),
            way: self.compression.way,
        }
    }

    /// What is known of the model that is open.
    pub fn compressed(&self) -> Option<&Compressed> {
        self.compression.of(&self.compression_key())
    }

    /// What is to be computed, if something is.
    pub fn compression_wanted(&self) -> Option<CompressionKey> {
        let shows = self.compression.open || self.lab.compares(Compared::Compression);
        let model = self.original.as_deref()?;
        let key = self.compression_key();
        let known = self.compression.of(&key).is_some_and(Compressed::is_whole);
        let moves = model.clips.iter().any(|c| c.key_count() > 0);
        (shows && moves && !known && self.compression.stopped != Some(key)).then_some(key)
    }

    /// True while the clip that plays is compared with what compression makes of it, and that is known. Not while the
    /// model differs from the file: what is compressed is the file's.
    pub fn compares_compressed(&self) -> bool {
        let fits = self.lab.compares(Compared::Compression) && self.shown_variant.is_plain();
        fits && self.compressed_clip().is_some()
    }

    /// The clip that plays, compressed, if it is known.
    pub fn compressed_clip(&self) -> Option<&Arc<ClipInBytes>> {
        self.compressed()?.clip(self.clip()?)
    }

    /// The clips by id as B moves by them, while what is compared is compression; a clip that is not known yet is missing.
    pub fn clips_of_b(&self) -> Option<Vec<Option<Arc<Clip>>>> {
        let compares = self.lab.compares(Compared::Compression) && self.shown_variant.is_plain();
        let known = self.compressed().map_or(&[][..], |c| &c.clips[..]);
        let decoded = |c: &Option<Arc<ClipInBytes>>| c.as_ref().map(|c| Arc::clone(&c.compressed.decoded));
        compares.then(|| known.iter().map(decoded).collect())
    }

    /// Where the file goes.
    pub fn compressed_path(&self) -> String {
        let typed = self.compression.file.path.trim();
        if !typed.is_empty() {
            return typed.to_owned();
        }
        let name = self.original.as_deref().map_or("", |m| m.name.as_str());
        let name = name.rsplit(['/', '\\']).next().unwrap_or("");
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let stem = if stem.is_empty() { "model" } else { stem };
        format!(
            "{}{}-compressed.glb",
            self.outputs.folder,
            super::output::file_name(stem)
        )
    }

    /// True if there is something whole that glTF has a place for.
    pub fn can_export_compressed(&self) -> bool {
        let whole = self.compressed().is_some_and(Compressed::is_whole);
        whole && self.compression.way.reaches_the_file() && !self.compression.file.writing
    }
}

#[cfg(test)]
#[path = "compression_tests.rs"]
mod tests;
