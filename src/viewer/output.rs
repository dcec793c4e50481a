//! What a person wants to keep of what shows: pictures, films, sheets; and how that goes.

use super::report::{Again, ErrorCard};
use super::state::Shown;
use super::{DISPLAY_FPS, Effect};

/// What is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputKind {
    /// What shows now, as one picture.
    #[default]
    Picture,
    /// The clip.
    Film,
    /// Once around the character.
    Turntable,
    /// Many moments in one picture.
    Sheet,
}

impl OutputKind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Picture, Self::Film, Self::Turntable, Self::Sheet];

    /// True for what has frames and a rate.
    pub fn moves(self) -> bool {
        matches!(self, Self::Film | Self::Turntable)
    }
}

/// The kind of file that what moves is written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputFormat {
    /// An animated GIF.
    #[default]
    Gif,
    /// An animated PNG.
    Apng,
    /// H.264.
    Mp4,
    /// VP9.
    Webm,
    /// One PNG a frame.
    Frames,
}

impl OutputFormat {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Gif, Self::Apng, Self::Mp4, Self::Webm, Self::Frames];

    /// How its files' names end.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Mp4 => "mp4",
            Self::Webm => "webm",
            Self::Frames => "png",
        }
    }

    /// Whether what is behind can show through.
    pub fn can_be_clear(self) -> bool {
        self != Self::Mp4
    }
}

/// Where the number of a frame stands in the name of a sequence.
const NUMBER: &str = "-{frame:04}";

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputSettings {
    /// What is kept.
    pub kind: OutputKind,
    /// The kind of file, of what moves.
    pub format: OutputFormat,
    /// Width and height, pixels; `None`: those of the picture in the window.
    pub size_px: Option<[u32; 2]>,
    /// Nothing behind the character.
    pub transparent: bool,
    /// Frames a second, 1 to 120.
    pub fps: u32,
    /// How long one way round takes, seconds, 1 to 60.
    pub turn_secs: u32,
    /// Whether the clip runs along while the camera goes round.
    pub clip_runs: bool,
    /// Every clip in a row of its own; else the chosen one over all cells.
    pub all_clips: bool,
    /// Columns and rows of a sheet, 1 to 32.
    pub cells: [u32; 2],
    /// Whether names of A and B, lines and legends are in the picture where both show.
    pub named: bool,
    /// Where it is written.
    pub path: String,
}

impl Default for OutputSettings {
    fn default() -> Self {
        Self {
            kind: OutputKind::default(),
            format: OutputFormat::default(),
            size_px: None,
            transparent: false,
            fps: DISPLAY_FPS as u32,
            turn_secs: 4,
            clip_runs: true,
            all_clips: true,
            cells: [6, 4],
            named: true,
            path: String::new(),
        }
    }
}

impl OutputSettings {
    /// Fewest and most pixels of a side.
    pub const SIDE: [u32; 2] = [16, 16_384];
    /// Least and most frames a second.
    pub const FPS: [u32; 2] = [1, 120];
    /// Shortest and longest way round, seconds.
    pub const TURN_SECS: [u32; 2] = [1, 60];
    /// Fewest and most columns or rows.
    pub const CELLS: [u32; 2] = [1, 32];

    /// How the name of the file ends.
    pub fn ending(&self) -> &'static str {
        if self.kind.moves() {
            self.format.ending()
        } else {
            "png"
        }
    }

    /// Whether one file a frame is written.
    pub fn is_sequence(&self) -> bool {
        self.kind.moves() && self.format == OutputFormat::Frames
    }

    /// Whether nothing is behind the character.
    pub fn is_clear(&self) -> bool {
        self.transparent && (!self.kind.moves() || self.format.can_be_clear())
    }

    /// Width and height of what is written; `window` is the size of the picture in the window.
    pub fn pixels(&self, window: [u32; 2]) -> [u32; 2] {
        let [least, most] = Self::SIDE;
        let window = window.map(|s| s.clamp(least, most));
        let size = self.size_px.unwrap_or_else(|| match self.kind {
            // Cells of the picture's shape, large enough to see what happens in them.
            OutputKind::Sheet => {
                let cell = [320, (320 * window[1] / window[0]).clamp(120, 640)];
                [cell[0] * self.cells[0], cell[1] * self.cells[1]]
            }
            _ => window,
        });
        size.map(|s| s.clamp(least, most))
    }

    /// The same with every number in its range.
    fn checked(mut self) -> Self {
        let within = |value: u32, [least, most]: [u32; 2]| value.clamp(least, most);
        self.size_px = self.size_px.map(|size| size.map(|s| within(s, Self::SIDE)));
        self.fps = within(self.fps, Self::FPS);
        self.turn_secs = within(self.turn_secs, Self::TURN_SECS);
        self.cells = self.cells.map(|n| within(n, Self::CELLS));
        self
    }

    /// The path with the ending, and the place for a number, that what is asked for needs.
    fn with_right_ending(mut self) -> Self {
        let mut stem = self.path.as_str();
        for format in OutputFormat::ALL {
            let dot = stem.len().saturating_sub(format.ending().len() + 1);
            let ends = stem
                .get(dot + 1..)
                .is_some_and(|e| e.eq_ignore_ascii_case(format.ending()));
            if ends && stem.as_bytes().get(dot) == Some(&b'.') {
                stem = &stem[..dot];
                break;
            }
        }
        let numbered = stem.contains("{frame");
        let stem = match (self.is_sequence(), numbered) {
            (true, false) => format!("{stem}{NUMBER}"),
            (false, true) => stem.replace(NUMBER, ""),
            _ => stem.to_owned(),
        };
        self.path = format!("{stem}.{}", self.ending());
        self
    }

    /// What moves, in the kind of file that a typed path names.
    fn following_path(mut self) -> Self {
        let ending = self.path.rsplit_once('.').map(|(_, e)| e.to_lowercase());
        let named = OutputFormat::ALL
            .into_iter()
            .find(|f| ending.as_deref() == Some(f.ending()));
        if let Some(format) = named.filter(|_| self.kind.moves()) {
            self.format = format;
        }
        self
    }
}

/// Something that is being made.
#[derive(Debug, Clone, PartialEq)]
pub struct Making {
    /// What it is called: a file's name, or empty for the clipboard.
    pub name: String,
    /// Share done, 0 to 1; `None` while it is not known.
    pub fraction: Option<f32>,
    /// It was asked to stop and has not stopped yet.
    pub stopping: bool,
}

/// What was made, until it is dismissed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// A file, or the first of several.
    File {
        /// Its path.
        path: String,
        /// How many there are.
        count: usize,
    },
    /// The picture is on the clipboard.
    Copied,
}

/// What is kept, and how that goes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outputs {
    /// Whether the sheet that asks for it shows.
    pub open: bool,
    /// What is asked for.
    pub settings: OutputSettings,
    /// The path was typed or chosen: only its ending follows from the rest.
    pub typed: bool,
    /// Where files go when nothing else is said; ends in a separator.
    pub folder: String,
    /// This desktop has no file dialog: paths are typed.
    pub no_dialog: bool,
    /// This file is there already; started once more, it is replaced.
    pub exists: Option<String>,
    /// What is being made.
    pub making: Option<Making>,
    /// What was made last.
    pub made: Option<Made>,
    /// Counts what was made, so that a notice knows that it is a new one.
    pub count: u64,
}

/// What a person does about it.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputCommand {
    /// Shows or hides the sheet that asks for it.
    Show(bool),
    /// Changes what is asked for.
    Set(OutputSettings),
    /// The path as typed.
    SetPath(String),
    /// Asks for a path with a file dialog.
    Choose,
    /// Begins.
    Start,
    /// Stops; nothing is left behind.
    Cancel,
    /// The notice of what was made goes.
    Dismiss,
    /// Puts the picture on the clipboard, as it would be written.
    CopyPicture,
    /// Puts the whole window on the clipboard.
    CopyWindow,
}

/// What happened to it.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputReport {
    /// Where files go when nothing else is said; ends in a separator.
    Folder(String),
    /// A file dialog was answered.
    Chosen(String),
    /// This desktop has no file dialog.
    NoDialog,
    /// The file is there already: nothing has begun.
    Exists(String),
    /// It began; the name of the file, or empty for the clipboard.
    Started(String),
    /// It went on; share done, if known.
    Progress(Option<f32>),
    /// It is there.
    Made(Made),
    /// It was stopped.
    Cancelled,
    /// It failed.
    Failed(ErrorCard),
}

pub(super) fn apply_output(s: &mut Shown, command: OutputCommand) -> Vec<Effect> {
    match command {
        OutputCommand::Show(show) => {
            s.outputs.open = show && s.model.is_some();
            s.outputs.exists = None;
            if s.outputs.open {
                s.outputs.made = None;
                rename(s);
            }
        }
        OutputCommand::Set(settings) => {
            s.outputs.settings = settings.checked().with_right_ending();
            s.outputs.exists = None;
            rename(s);
        }
        OutputCommand::SetPath(path) => {
            let settings = OutputSettings {
                path,
                ..s.outputs.settings.clone()
            };
            s.outputs.settings = settings.following_path();
            s.outputs.typed = true;
            s.outputs.exists = None;
        }
        OutputCommand::Choose => return vec![Effect::ChooseOutput(s.outputs.settings.path.clone())],
        OutputCommand::Start => {
            let ready = s.outputs.open && s.model.is_some() && s.outputs.making.is_none();
            if ready && !s.outputs.settings.path.trim().is_empty() {
                let settings = s.outputs.settings.clone().with_right_ending();
                // Asked once more for a file that is there, a person means it.
                let replace = s.outputs.exists.as_ref() == Some(&settings.path);
                s.outputs.settings = settings.clone();
                return vec![Effect::Output { settings, replace }];
            }
        }
        OutputCommand::Cancel => {
            if let Some(making) = &mut s.outputs.making {
                making.stopping = true;
                return vec![Effect::CancelOutput];
            }
        }
        OutputCommand::Dismiss => s.outputs.made = None,
        OutputCommand::CopyPicture => {
            if s.model.is_some() && s.outputs.making.is_none() {
                return vec![Effect::CopyPicture];
            }
        }
        OutputCommand::CopyWindow => return vec![Effect::CopyWindow],
    }
    Vec::new()
}

pub(super) fn report_output(s: &mut Shown, report: OutputReport) {
    let outputs = &mut s.outputs;
    match report {
        OutputReport::Folder(folder) => outputs.folder = folder,
        OutputReport::Chosen(path) => {
            let settings = OutputSettings {
                path,
                ..outputs.settings.clone()
            };
            outputs.settings = settings.following_path().with_right_ending();
            outputs.typed = true;
            // The dialog has asked already.
            outputs.exists = Some(outputs.settings.path.clone());
        }
        OutputReport::NoDialog => outputs.no_dialog = true,
        OutputReport::Exists(path) => outputs.exists = Some(path),
        OutputReport::Started(name) => {
            outputs.open = false;
            outputs.exists = None;
            outputs.made = None;
            outputs.making = Some(Making {
                name,
                fraction: None,
                stopping: false,
            });
        }
        OutputReport::Progress(fraction) => {
            if let Some(making) = &mut outputs.making {
                making.fraction = fraction;
            }
        }
        OutputReport::Made(made) => {
            outputs.making = None;
            outputs.made = Some(made);
            outputs.count += 1;
        }
        OutputReport::Cancelled => outputs.making = None,
        OutputReport::Failed(card) => {
            outputs.making = None;
            s.error = Some(ErrorCard {
                again: Some(Again::Output),
                ..card
            });
        }
    }
}

/// Names the file after the character and the clip, unless a person has named it.
fn rename(s: &mut Shown) {
    let settings = &s.outputs.settings;
    if s.outputs.typed && !settings.path.trim().is_empty() {
        s.outputs.settings = settings.clone().with_right_ending();
        return;
    }
    let model = s.model.as_deref().map_or("", |m| m.name.as_str());
    let stem = model.rsplit_once('.').map_or(model, |(stem, _)| stem);
    let whole = settings.kind == OutputKind::Sheet && settings.all_clips;
    let clip = s.clip().filter(|_| !whole).map_or("", |c| s.clip_name(c));
    let what = match settings.kind {
        OutputKind::Turntable => "turntable",
        OutputKind::Sheet => "sheet",
        OutputKind::Picture | OutputKind::Film => "",
    };
    let parts = [stem, clip, what].map(file_name);
    let named: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|p| !p.is_empty())
        .collect();
    let settings = OutputSettings {
        path: format!("{}{}", s.outputs.folder, named.join("-")),
        ..settings.clone()
    };
    s.outputs.typed = false;
    s.outputs.settings = settings.with_right_ending();
}

/// What of a name can stand in the name of a file everywhere.
pub(super) fn file_name(name: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || c == '_' || !c.is_ascii();
    let words = name.split(|c: char| !kept(c)).filter(|w| !w.is_empty());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(kind: OutputKind, format: OutputFormat, path: &str) -> OutputSettings {
        OutputSettings {
            kind,
            format,
            path: path.to_owned(),
            ..OutputSettings::default()
        }
    }

    #[test]
    fn the_name_ends_as_what_is_asked_for() {
        let ended = |kind, format, path: &str| with(kind, format, path).with_right_ending().path;
        let film = OutputKind::Film;
        assert_eq!(ended(OutputKind::Picture, OutputFormat::Gif, "/a/b"), "/a/b.png");
        assert_eq!(ended(film, OutputFormat::Gif, "/a/b.PNG"), "/a/b.gif");
        assert_eq!(
            ended(film, OutputFormat::Frames, "b.v2.gif"),
            "b.v2-{frame:04}.png"
        );
        assert_eq!(
            ended(film, OutputFormat::Frames, "b_{frame}.png"),
            "b_{frame}.png"
        );
        assert_eq!(ended(film, OutputFormat::Webm, "b-{frame:04}.png"), "b.webm");
        assert_eq!(ended(film, OutputFormat::Mp4, "ก.mp4"), "ก.mp4");
        let typed = with(film, OutputFormat::Gif, "x.WebM").following_path();
        assert_eq!(typed.format, OutputFormat::Webm);
    }

    #[test]
    fn sizes_follow_the_window_and_stay_in_their_range() {
        let settings = OutputSettings::default();
        assert_eq!(settings.pixels([800, 600]), [800, 600]);
        assert_eq!(settings.pixels([0, 0]), [16, 16]);
        let sheet = with(OutputKind::Sheet, OutputFormat::Gif, "");
        assert_eq!(sheet.pixels([800, 600]), [1920, 960]);
        let wild = OutputSettings {
            size_px: Some([0, 1_000_000]),
            fps: 0,
            cells: [0, 99],
            ..settings
        };
        let checked = wild.checked();
        assert_eq!(checked.size_px, Some([16, 16_384]));
        assert_eq!((checked.fps, checked.cells), (1, [1, 32]));
    }

    #[test]
    fn names_of_files_hold_what_every_system_takes() {
        assert_eq!(file_name("Walk / run: fast?"), "Walk-run-fast");
        assert_eq!(file_name("ท่าเดิน 2"), "ท่าเดิน-2");
        assert_eq!(file_name("../.."), "");
    }
}
