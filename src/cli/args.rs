//! The arguments. What they mean in words stands in `assets/text/en/cli.ftl` (`help-…`); [`super::help`] joins both.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};

use super::light::LightArgs;
use super::methods::Wanted;
use crate::teach::Fault;
use crate::viewer::Look;

#[derive(Debug, Parser)]
#[command(
    name = "rigscope",
    version,
    subcommand_precedence_over_arg = true,
    max_term_width = 100
)]
pub(super) struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(flatten)]
    pub window: WindowArgs,
    /// Of `pose`, for who puts options before the command.
    #[arg(long, value_enum, hide = true)]
    pub source: Option<Source>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the window takes.
#[derive(Debug, clap::Args)]
pub(super) struct WindowArgs {
    #[arg(value_name = "MODEL")]
    pub model: Option<PathBuf>,
    #[arg(long, value_enum)]
    pub theme: Option<Theme>,
    #[arg(long, value_enum)]
    pub backend: Option<Backend>,
    #[command(flatten)]
    pub light: LightArgs,
    #[arg(long, value_name = "FILE", hide = true)]
    pub state_dump: Option<PathBuf>,
    #[arg(long, value_name = "FRAMES", hide = true)]
    pub lose_device_after: Option<u64>,
}

/// What every command takes.
#[derive(Debug, clap::Args)]
pub(super) struct Common {
    #[arg(long, global = true, display_order = 900)]
    pub verbose: bool,
    #[arg(long, global = true, display_order = 901, value_name = "SIZE", value_parser = size_in_bytes, default_value = "4G")]
    pub max_memory: u64,
    #[arg(long, global = true, display_order = 899, value_name = "SCENE")]
    pub scene: Option<String>,
}

#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "a process has one")]
pub(super) enum Command {
    Check(CheckArgs),
    Compare(CompareArgs),
    Compress(CompressArgs),
    Render(RenderArgs),
    Info(InfoArgs),
    Pose(PoseArgs),
    Verify(VerifyArgs),
    Cases(CasesArgs),
    Bench(BenchArgs),
}

impl Args {
    /// Options that were put before the command count for it; a model there is one too many.
    pub(super) fn settle(&mut self) -> Result<(), clap::Error> {
        let (window, source) = (&self.window, self.source);
        match &mut self.command {
            None if self.common.scene.is_none() => return Ok(()),
            None => {
                let message = "--scene goes with a command; in the window the scenes are a list\n";
                return Err(clap::Error::raw(
                    clap::error::ErrorKind::ArgumentConflict,
                    message,
                ));
            }
            Some(Command::Render(a)) => {
                a.backend = a.backend.or(window.backend);
                a.theme = a.theme.or(window.theme);
                a.light.or(&window.light);
            }
            Some(Command::Bench(a)) => a.backend = a.backend.or(window.backend),
            Some(Command::Pose(a)) => {
                a.backend = a.backend.or(window.backend);
                a.source = a.source.or(source);
            }
            Some(
                Command::Info(_)
                | Command::Check(_)
                | Command::Compare(_)
                | Command::Compress(_)
                | Command::Verify(_)
                | Command::Cases(_),
            ) => {}
        }
        match &window.model {
            None => Ok(()),
            Some(model) => {
                let message = format!(
                    "a model before the command: '{0}'\n\n  tip: the model comes after it: rigscope COMMAND {0}\n",
                    model.display()
                );
                Err(clap::Error::raw(
                    clap::error::ErrorKind::ArgumentConflict,
                    message,
                ))
            }
        }
    }
}

impl Command {
    /// The format name of the command's JSON, if JSON was asked for.
    pub(super) fn json_format(&self) -> Option<&'static str> {
        match self {
            Self::Check(a) if a.explain.is_some() => a.json.then_some(super::check::EXPLAIN_FORMAT),
            Self::Check(a) => a.json.then_some(super::check::FORMAT),
            Self::Compare(a) => a.json.then_some(super::compare::FORMAT),
            Self::Compress(a) => a.json.then_some(super::compress::FORMAT),
            Self::Render(a) => a.json.then_some(super::render::FORMAT),
            Self::Info(a) if a.extensions => a.json.then_some(super::extensions::FORMAT),
            Self::Info(a) => a.json.then_some(super::info::FORMAT),
            Self::Verify(a) => a.json.then_some(super::verify::FORMAT),
            Self::Cases(a) => a.json.then_some(super::cases::FORMAT),
            Self::Bench(a) => a.json.then_some(super::bench::FORMAT),
            Self::Pose(_) => None,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct RenderArgs {
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    #[arg(short, long, value_name = "OUT.png")]
    pub output: PathBuf,
    #[command(flatten)]
    pub clips: ClipArgs,
    #[command(flatten)]
    pub frames: FrameArgs,
    #[arg(long, value_name = "METHOD", value_parser = super::methods::wanted, default_value = "lbs")]
    pub skinning: Wanted,
    #[command(flatten)]
    pub options: MethodOptions,
    #[arg(
        long,
        value_name = "A,B",
        value_parser = super::methods::wanted,
        value_delimiter = ',',
        conflicts_with = "skinning"
    )]
    pub methods: Vec<Wanted>,
    #[arg(long, value_enum)]
    pub view: Option<Sharing>,
    #[arg(long, value_name = "0..1", value_parser = share)]
    pub split: Option<f32>,
    #[arg(long, value_name = "5mm|0.5%|auto", value_parser = scale)]
    pub difference_scale: Option<Scale>,
    #[arg(long)]
    pub no_labels: bool,
    #[arg(long, value_name = "NAME", value_parser = fault(), hide_possible_values = true)]
    pub teach: Option<Fault>,
    #[arg(long, alias = "resolution", value_name = "WxH", value_parser = size_in_pixels, default_value = "1280x720")]
    pub size: [u32; 2],
    #[arg(
        long,
        alias = "camera-azimuth-angle",
        value_name = "DEGREES",
        value_parser = degrees,
        allow_negative_numbers = true,
        default_value = "25"
    )]
    pub yaw: f32,
    #[arg(
        long,
        alias = "camera-elevation-angle",
        value_name = "DEGREES",
        value_parser = degrees,
        allow_negative_numbers = true,
        default_value = "8"
    )]
    pub pitch: f32,
    #[arg(long, alias = "camera-zoom-factor", value_name = "FACTOR", value_parser = factor, default_value = "1")]
    pub zoom: f32,
    #[arg(long, value_name = "DEGREES", value_parser = field_of_view, default_value = "35", conflicts_with = "camera")]
    pub fov: f32,
    #[arg(long, value_name = "CAMERA", conflicts_with_all = ["yaw", "pitch", "zoom", "turntable"])]
    pub camera: Option<String>,
    #[arg(long, value_name = "VARIANT")]
    pub variant: Option<String>,
    #[arg(long, value_name = "JOINT", conflicts_with = "camera")]
    pub focus: Option<String>,
    #[arg(long, alias = "no-background", conflicts_with = "background")]
    pub transparent: bool,
    #[command(flatten)]
    pub light: LightArgs,
    #[arg(long, value_enum)]
    pub theme: Option<Theme>,
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = overlay,
        value_delimiter = ','
    )]
    pub overlay: Vec<Overlay>,
    #[arg(long, value_name = "NAME", value_parser = look(), hide_possible_values = true)]
    pub look: Option<Look>,
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub hide: Vec<String>,
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub solo: Vec<String>,
    #[arg(long)]
    pub no_grid: bool,
    #[arg(long, value_name = "WHICH", value_enum, hide_possible_values = true)]
    pub lights: Option<Lights>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), default_value = "1")]
    pub samples: u32,
    #[arg(long, value_enum, default_value = "full")]
    pub preset: Preset,
    #[arg(long, value_enum)]
    pub backend: Option<Backend>,
    #[arg(long)]
    pub json: bool,
}

impl RenderArgs {
    /// True if nothing is behind.
    pub(super) fn is_transparent(&self) -> bool {
        self.transparent || self.light.is_transparent()
    }
}

/// More than one picture, and one against another.
#[derive(Debug, clap::Args)]
pub(super) struct FrameArgs {
    #[arg(long, value_name = "A..B", value_parser = frame_range)]
    pub frames: Option<[u32; 2]>,
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub fps: Option<f64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000), conflicts_with_all = ["frames", "camera"])]
    pub turntable: Option<u32>,
    #[arg(long, value_name = "CxR", value_parser = cells, conflicts_with_all = ["frames", "turntable", "fps"])]
    pub contact_sheet: Option<[u32; 2]>,
    #[arg(long, value_name = "REF.png", conflicts_with_all = ["frames", "turntable"])]
    pub reference: Option<PathBuf>,
    #[arg(long, value_name = "PERCENT", value_parser = percent, requires = "reference")]
    pub threshold: Option<f64>,
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "600")]
    pub deadline: f64,
}

#[derive(Debug, clap::Args)]
pub(super) struct InfoArgs {
    #[arg(value_name = "MODEL", required_unless_present = "extensions")]
    pub model: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
    #[arg(long)]
    pub bounds: bool,
    #[arg(long, value_name = "VARIANT")]
    pub variant: Option<String>,
    #[arg(long, conflicts_with_all = ["model", "bounds", "variant"])]
    pub extensions: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct PoseArgs {
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    #[command(flatten)]
    pub clips: ClipArgs,
    #[arg(long, value_name = "METHOD", value_parser = super::methods::wanted, default_value = "lbs")]
    pub skinning: Wanted,
    #[command(flatten)]
    pub options: MethodOptions,
    #[arg(long, value_name = "NAME", value_parser = fault(), hide_possible_values = true)]
    pub teach: Option<Fault>,
    #[arg(long, value_enum)]
    pub source: Option<Source>,
    #[arg(long, value_enum)]
    pub backend: Option<Backend>,
    #[arg(
        long = "with",
        value_name = "WHAT",
        value_enum,
        value_delimiter = ',',
        hide_possible_values = true
    )]
    pub with: Vec<Part>,
    #[arg(long, value_name = "JOINT")]
    pub joint: Option<String>,
    #[arg(long, value_name = "[NODE:PRIMITIVE:]VERTEX", value_parser = vertex)]
    pub vertex: Option<VertexArg>,
    #[arg(long, value_name = "OUT.json", default_value = "-")]
    pub dump: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    #[arg(value_name = "MODEL|FOLDER", required_unless_present = "explain")]
    pub models: Vec<PathBuf>,
    #[arg(long)]
    pub json: bool,
    #[arg(long)]
    pub strict: bool,
    #[arg(long, value_name = "CODE", conflicts_with_all = ["models", "strict"])]
    pub explain: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct VerifyArgs {
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    #[arg(long, value_name = "THEIRS.json")]
    pub against: PathBuf,
    #[arg(long, value_name = "1mm|0.01%", value_parser = limit)]
    pub tolerance: Option<Limit>,
    #[command(flatten)]
    pub clips: ClipArgs,
    #[arg(long, value_name = "METHOD", value_parser = super::methods::wanted, default_value = "lbs")]
    pub skinning: Wanted,
    #[command(flatten)]
    pub options: MethodOptions,
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct BenchArgs {
    #[arg(value_name = "MODEL")]
    pub model: Option<PathBuf>,
    #[arg(long, value_name = "SECONDS", value_parser = bench_seconds, default_value = "40")]
    pub seconds: f64,
    #[arg(long, value_enum)]
    pub backend: Option<Backend>,
    #[arg(long)]
    pub no_gpu: bool,
    #[arg(long)]
    pub json: bool,
}

/// How long `bench` measures.
fn bench_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (1.0..=500.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("1 to 500".to_owned())
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct CasesArgs {
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct CompareArgs {
    #[arg(value_name = "MODEL|FOLDER", required = true)]
    pub models: Vec<PathBuf>,
    #[arg(long, value_name = "METHOD", value_parser = super::methods::wanted, default_value = "lbs")]
    pub a: Wanted,
    #[arg(long, value_name = "METHOD", value_parser = super::methods::wanted, default_value = "dqs")]
    pub b: Wanted,
    #[command(flatten)]
    pub options: MethodOptions,
    #[arg(long, value_name = "CLIP,..", value_delimiter = ',')]
    pub clips: Vec<String>,
    #[arg(long, value_name = "N", value_parser = rate, default_value = "30")]
    pub fps: f64,
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "5mm|0.5%", value_parser = limit)]
    pub fail_above: Option<Limit>,
}

#[derive(Debug, clap::Args)]
pub(super) struct CompressArgs {
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    #[arg(short, long, value_name = "OUT.glb")]
    pub output: PathBuf,
    #[arg(long, value_name = "0.1mm|0.01%", value_parser = CompressArgs::limit)]
    pub tolerance: Option<Limit>,
    #[arg(long)]
    pub meshopt: bool,
    #[arg(long, value_name = "OUT.json")]
    pub report: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
}

/// A length that a person gave.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Limit {
    /// Of the model's units, a unit being a metre.
    Millimetres(f64),
    /// Of the diagonal at rest.
    PerCent(f64),
}

impl Limit {
    /// In the model's units.
    pub(super) fn in_units(self, diagonal: f64) -> f64 {
        match self {
            Self::Millimetres(v) => v / 1000.0,
            Self::PerCent(v) => v / 100.0 * diagonal,
        }
    }
}

pub(super) fn limit(text: &str) -> Result<Limit, String> {
    let wrong = || "a length such as 5mm or 0.5% (um, mm, cm, m or %)".to_owned();
    let number = |t: &str| finite(t.trim()).ok().filter(|v| *v >= 0.0).ok_or_else(wrong);
    if let Some(t) = text.strip_suffix('%') {
        return Ok(Limit::PerCent(number(t)?));
    }
    // Metres last: every other unit ends in its letter.
    let units = [("um", 1e-3), ("mm", 1.0), ("cm", 10.0), ("m", 1000.0)];
    let found = units
        .into_iter()
        .find_map(|(unit, millimetres)| Some((text.strip_suffix(unit)?, millimetres)));
    let (t, millimetres) = found.ok_or_else(wrong)?;
    Ok(Limit::Millimetres(number(t)? * millimetres))
}

/// The words of [`Fault`]; a wrong one is answered with all of them.
fn fault() -> impl TypedValueParser<Value = Fault> {
    let words = PossibleValuesParser::new(Fault::ALL.map(Fault::word));
    words.map(|word| Fault::from_word(&word).expect("it is one of the words"))
}

fn field_of_view(text: &str) -> Result<f32, String> {
    let degrees = finite(text).ok().filter(|v| (2.0..=120.0).contains(v));
    degrees
        .map(|v| v as f32)
        .ok_or_else(|| "degrees from 2 to 120".to_owned())
}

fn rate(text: &str) -> Result<f64, String> {
    finite(text)
        .ok()
        .filter(|v| (0.1..=1000.0).contains(v))
        .ok_or_else(|| "a number from 0.1 to 1000".to_owned())
}

/// Which pose.
#[derive(Debug, clap::Args)]
pub(super) struct ClipArgs {
    #[arg(long, value_name = "CLIP")]
    pub clip: Option<String>,
    /// F3D's word; always a number.
    #[arg(long, value_name = "N", hide = true, conflicts_with = "clip")]
    pub animation_indices: Option<u32>,
    #[arg(long, value_name = "SECONDS", alias = "animation-time", value_parser = finite, allow_negative_numbers = true)]
    pub time: Option<f64>,
    #[arg(long, value_name = "CLIP")]
    pub blend_clip: Option<String>,
    #[arg(long, value_name = "SECONDS", requires = "blend_clip", value_parser = finite, allow_negative_numbers = true)]
    pub blend_time: Option<f64>,
    #[arg(long, value_name = "0..1", requires = "blend_clip", value_parser = share)]
    pub blend_weight: Option<f32>,
}

impl ClipArgs {
    /// The clip as it was asked for, in the words of [`super::clip::find`].
    pub(super) fn asked(&self) -> Option<String> {
        self.animation_indices
            .map(|n| format!("#{n}"))
            .or_else(|| self.clip.clone())
    }
}

/// What the words for a way to skin leave open.
#[derive(Debug, Clone, Default, PartialEq, clap::Args)]
pub(super) struct MethodOptions {
    #[arg(long, value_name = "0..1", value_parser = share)]
    pub blend: Option<f32>,
    #[arg(long, value_name = "JOINT,..", value_delimiter = ',')]
    pub mask: Vec<String>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub influences: Option<u32>,
}

/// How two ways to skin share a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Sharing {
    #[default]
    Split,
    Ghost,
    Difference,
    Side,
}

/// The end of a difference map's colours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// The largest distance of the frame, rounded up.
    Auto,
    /// As asked for.
    Fixed(Limit),
}

fn scale(text: &str) -> Result<Scale, String> {
    if text == "auto" {
        return Ok(Scale::Auto);
    }
    let positive = |l: &Limit| l.in_units(1.0) > 0.0;
    let wrong = |_| "auto, or a length above 0 such as 5mm or 0.5%".to_owned();
    let fixed = limit(text).map_err(wrong)?;
    Some(fixed)
        .filter(positive)
        .map(Scale::Fixed)
        .ok_or_else(|| wrong(String::new()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Source {
    #[default]
    Cpu,
    Gpu,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Part {
    Normals,
    Tangents,
    Locals,
    Palettes,
    Stages,
}

/// A vertex as people write it: its index, with its node and primitive before it where the first skinned one is not meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct VertexArg {
    /// Node and primitive index in the file.
    pub place: Option<[u32; 2]>,
    /// Index in the primitive's POSITION accessor.
    pub vertex: u32,
}

fn vertex(text: &str) -> Result<VertexArg, String> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|t| t.parse().ok()).collect();
    match numbers.as_deref() {
        Some([vertex]) => Ok(VertexArg {
            place: None,
            vertex: *vertex,
        }),
        Some([node, primitive, vertex]) => Ok(VertexArg {
            place: Some([*node, *primitive]),
            vertex: *vertex,
        }),
        _ => Err("a vertex such as 120, or NODE:PRIMITIVE:VERTEX such as 3:0:120".to_owned()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Theme {
    #[default]
    Dark,
    Light,
}

/// How much work goes into a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Preset {
    #[default]
    Full,
    Reduced,
}

/// Which lights are on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Lights {
    File,
    Studio,
    Both,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Overlay {
    Skeleton,
    Hidden,
    Wires,
    Names,
    Axes,
    Lines,
    Nodes,
    /// Every joint in its colour.
    Weights,
    WeightsOf(String),
    /// How many a vertex has.
    Influences,
    Dominant,
}

impl Overlay {
    /// True if it paints influences, with a legend.
    pub(super) fn is_of_influences(&self) -> bool {
        matches!(
            self,
            Self::Weights | Self::WeightsOf(_) | Self::Influences | Self::Dominant
        )
    }
}

fn overlay(text: &str) -> Result<Overlay, String> {
    let found = match text {
        "skeleton" => Overlay::Skeleton,
        "hidden" => Overlay::Hidden,
        "wires" => Overlay::Wires,
        "names" => Overlay::Names,
        "axes" => Overlay::Axes,
        "lines" => Overlay::Lines,
        "nodes" => Overlay::Nodes,
        "weights" => Overlay::Weights,
        "influences" => Overlay::Influences,
        "dominant" => Overlay::Dominant,
        _ => match text.strip_prefix("weights:") {
            Some(joint) if !joint.is_empty() => Overlay::WeightsOf(joint.to_owned()),
            _ => {
                let all = "skeleton, lines, nodes, names, axes, wires, hidden, weights, weights:JOINT, influences, dominant";
                return Err(format!("one of {all}"));
            }
        },
    };
    Ok(found)
}

fn look() -> impl TypedValueParser<Value = Look> {
    let words = PossibleValuesParser::new(Look::ALL.map(Look::word));
    words.map(|word| Look::of_word(&word).expect("it is one of the words"))
}

/// Which graphics interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Backend {
    #[default]
    Auto,
    Vulkan,
    Metal,
    Dx12,
    Gl,
    /// A rasteriser on the CPU: the same picture on every machine that has the same one.
    Software,
}

/// `1280x720`, or F3D's `1280,720`.
fn size_in_pixels(text: &str) -> Result<[u32; 2], String> {
    let wrong = || "a size such as 1280x720".to_owned();
    let (w, h) = text.split_once(['x', 'X', ',', '×']).ok_or_else(wrong)?;
    let side = |s: &str| s.trim().parse().ok().filter(|&n: &u32| n > 0).ok_or_else(wrong);
    Ok([side(w)?, side(h)?])
}

/// `0..47`: the first and the last frame, both shown.
fn frame_range(text: &str) -> Result<[u32; 2], String> {
    let wrong = || "two frames such as 0..47, both shown".to_owned();
    let (first, last) = text.split_once("..").ok_or_else(wrong)?;
    let number = |t: &str| {
        t.trim()
            .trim_start_matches('=')
            .parse::<u32>()
            .map_err(|_| wrong())
    };
    let (first, last) = (number(first)?, number(last)?);
    // A film of a day at 30 a second has 2.6 million.
    if first <= last && last < 10_000_000 {
        Ok([first, last])
    } else {
        Err(wrong())
    }
}

/// `4x3`: columns and rows.
fn cells(text: &str) -> Result<[u32; 2], String> {
    let wrong = || "columns and rows such as 4x3, at most 64 each".to_owned();
    let cells = size_in_pixels(text).map_err(|_| wrong())?;
    if cells.iter().all(|n| *n <= 64) {
        Ok(cells)
    } else {
        Err(wrong())
    }
}

/// `0.1` or `0.1%`, 0 to 100.
fn percent(text: &str) -> Result<f64, String> {
    let value = finite(text.strip_suffix('%').unwrap_or(text).trim())?;
    if (0.0..=100.0).contains(&value) {
        Ok(value)
    } else {
        Err("a share such as 0.1%".to_owned())
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let value = finite(text)?;
    if value > 0.0 && value <= 1e9 {
        Ok(value)
    } else {
        Err("seconds, more than 0".to_owned())
    }
}

pub(super) fn degrees(text: &str) -> Result<f32, String> {
    Ok(finite(text)? as f32)
}

fn factor(text: &str) -> Result<f32, String> {
    let value = finite(text)? as f32;
    if (1e-3..=1e3).contains(&value) {
        Ok(value)
    } else {
        Err("a number from 0.001 to 1000".to_owned())
    }
}

/// A number of bytes: `1500000000`, `512M`, `4G` (powers of 1024).
fn size_in_bytes(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.trim_end_matches(['B', 'b', 'i']) {
        t if t.ends_with(['k', 'K']) => (&t[..t.len() - 1], 10),
        t if t.ends_with(['m', 'M']) => (&t[..t.len() - 1], 20),
        t if t.ends_with(['g', 'G']) => (&t[..t.len() - 1], 30),
        t => (t, 0),
    };
    let count: u64 = digits
        .trim()
        .parse()
        .map_err(|_| "a size such as 512M or 4G".to_owned())?;
    count
        .checked_mul(1 << shift)
        .ok_or_else(|| "too large".to_owned())
}

pub(super) fn finite(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|v: &f64| v.is_finite())
        .ok_or_else(|| "a number such as 0.25".to_owned())
}

pub(super) fn share(text: &str) -> Result<f32, String> {
    let value = finite(text)? as f32;
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err("a number from 0 to 1".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_and_without_units() {
        assert_eq!(size_in_bytes("1024"), Ok(1024));
        assert_eq!(size_in_bytes("4G"), Ok(4 << 30));
        assert_eq!(size_in_bytes("512MiB"), Ok(512 << 20));
        for wrong in ["", "G", "-1", "4X", "99999999999G"] {
            assert!(size_in_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn picture_sizes_are_read_as_ours_and_as_f3ds() {
        assert_eq!(size_in_pixels("640x480"), Ok([640, 480]));
        assert_eq!(size_in_pixels("640,480"), Ok([640, 480]));
        for wrong in ["640", "0x480", "640x", "-1x5", "axb", "1x2x3"] {
            assert!(size_in_pixels(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_finite() {
        assert_eq!(finite("-0.5"), Ok(-0.5));
        assert!(finite("nan").is_err() && finite("inf").is_err() && finite("1e999").is_err());
        assert_eq!(limit("5mm"), Ok(Limit::Millimetres(5.0)));
        assert_eq!(limit("0.5%"), Ok(Limit::PerCent(0.5)));
        assert_eq!(limit("2cm"), Ok(Limit::Millimetres(20.0)));
        assert_eq!(limit("1.5m"), Ok(Limit::Millimetres(1500.0)));
        assert_eq!(limit("50um"), Ok(Limit::Millimetres(0.05)));
        for wrong in ["5", "mm", "-1mm", "nan%", "5ft"] {
            assert!(limit(wrong).is_err() && scale(wrong).is_err(), "{wrong}");
        }
        assert!(scale("0mm").is_err() && scale("auto") == Ok(Scale::Auto));
        assert!(share("1.01").is_err() && share("-0.1").is_err() && share("1").is_ok());
    }
}
