//! `rigscope compress`: fewer keys and fewer bits, measured on the skin, in a file that every tool opens.

use std::path::Path;

use bytes::Bytes;
use serde::Serialize;

use super::args::{Common, CompressArgs, Limit};
use super::compress_text::text;
use super::console::Console;
use super::failure::{Failure, Outcome};
use super::open;
use super::output::Output;
use crate::animation::JointId;
use crate::export::{self, Exported};
use crate::import::{Document, ImportOptions, folder_of, import_bytes, read_file};
use crate::inspect::compare::unit_of_scene;
use crate::inspect::compression::{
    CompressedClip, Scale, Steps, Technique, Tolerance, Wanted, WorstOnSkin, compress_all,
};
use crate::model::{Issue, Model};
use crate::samples;
use crate::work::Work;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-compress";

/// A length in the model's units, in millimetres (a unit is a metre), and in per cent of the rest diagonal.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Length {
    pub units: f64,
    pub millimetres: f64,
    pub per_cent: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct WorstRow {
    pub time_secs: f64,
    pub joint: String,
    pub joint_node: u32,
    pub mesh: Option<u32>,
    pub primitive: Option<u32>,
    pub vertex: Option<u32>,
}

#[derive(Debug, Serialize)]
pub(super) struct StepsRow {
    pub raw: u64,
    pub stripped: u64,
    pub quantised: u64,
    pub reduced: u64,
    pub variable: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct ClipRow {
    pub index: u32,
    pub name: Option<String>,
    pub key_times: usize,
    pub keys_before: usize,
    pub keys_after: usize,
    pub values_before: usize,
    pub values_after: usize,
    pub bytes: u64,
    pub largest: Length,
    pub percentile_99: Length,
    pub mean: Length,
    pub worst: Option<WorstRow>,
    pub techniques: StepsRow,
}

#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub output: String,
    pub tolerance: Length,
    pub within_tolerance: bool,
    pub meshopt: bool,
    pub vertices: usize,
    pub file_bytes_before: u64,
    pub file_bytes_after: u64,
    pub animation_bytes_before: u64,
    pub animation_bytes_after: u64,
    pub json_bytes_before: u64,
    pub json_bytes_after: u64,
    pub largest: Length,
    pub percentile_99: Length,
    pub mean: Length,
    pub clips: Vec<ClipRow>,
    /// How lengths are told: in millimetres, or in per cent of the diagonal.
    #[serde(skip)]
    pub in_millimetres: bool,
}

/// What a model was read of.
struct Input {
    name: String,
    bytes: Bytes,
    folder: Option<std::path::PathBuf>,
}

pub(super) fn run(console: &Console, common: &Common, args: &CompressArgs) -> Result<(), Failure> {
    let about = |f: Failure| f.about(open::shown(&args.model));
    let work = Work::on_all_cores();
    let options = ImportOptions {
        max_memory_bytes: common.max_memory,
    };
    let input_file = open::as_file(&args.model);
    let output = Output::new(&args.output, input_file.as_deref())?;
    refuse_names(args)?;
    let report_to = args
        .report
        .as_ref()
        .map(|path| Output::new(path, input_file.as_deref()))
        .transpose()?;
    if args.json && [Some(&output), report_to.as_ref()].contains(&Some(&Output::Stdout)) {
        return Err(Failure::new(
            Outcome::Refused,
            Issue::error("compress-both-stdout", ""),
        ));
    }
    let input = read(&args.model, &options, &work).map_err(about)?;
    let folder = input.folder.as_deref();
    let mut model = import_bytes(&input.name, input.bytes.clone(), folder, &options, &work)
        .map_err(|e| about(e.into()))?;
    open::choose_scene(common, &mut model).map_err(about)?;
    console.tell_issues(&model);
    if model.clips.iter().all(|c| c.key_count() == 0) {
        return Err(about(Failure::new(
            Outcome::Refused,
            Issue::error("compress-no-animation", ""),
        )));
    }
    let document = Document::open(&input.name, input.bytes.clone(), folder, &options, &work)
        .map_err(|e| about(e.into()))?;
    let json: serde_json::Value = serde_json::from_str(document.json()).unwrap_or_default();
    tell_pictures(console, &json, input_file.as_deref(), &args.output);
    let packed = args.meshopt || export::meshopt_name(&json).is_some();

    let tolerance = match args.tolerance {
        Some(Limit::Millimetres(v)) => Tolerance::Distance(v / 1000.0),
        Some(Limit::PerCent(v)) => Tolerance::PerCent(v),
        None => Tolerance::usual(unit_of_scene(&model, model.default_scene)),
    };
    let compressing = console.texts.get("compress-working");
    let (scale, done) = console
        .with_progress(&work, &compressing, || all(&model, tolerance, packed, &work))
        .map_err(|c| about(c.into()))?;
    let files: Vec<_> = done.iter().filter_map(|(clip, _)| clip.file.clone()).collect();
    let buffers = document.buffers();
    let source = export::Source {
        json: document.json(),
        buffers: &buffers,
    };
    let exported = export::with_clips(&source, &model, &files, packed)
        .map_err(|i| about(Failure::new(Outcome::Refused, i)))?;
    let report = report(&model, args, &input, &done, &exported, scale);
    output.write(console, &exported.glb)?;
    let file = open::shown(&args.model);
    if let Some(to) = &report_to {
        to.write(console, &Console::json_bytes(FORMAT, Some(&file), None, &report)?)?;
    }
    if args.json {
        console.json_report(FORMAT, &file, None, &report)?;
    } else if output == Output::Stdout {
        console.plain(&text(&console.texts, &report));
    } else {
        console.result(text(&console.texts, &report).as_bytes())?;
    }
    Ok(())
}

/// Names that would be misunderstood.
fn refuse_names(args: &CompressArgs) -> Result<(), Failure> {
    let refuse = |code: &'static str, path: &Path| {
        Err(Failure::new(Outcome::Refused, Issue::error(code, "")).about(open::shown(path)))
    };
    if args
        .output
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("gltf"))
    {
        return refuse("compress-output-gltf", &args.output);
    }
    match &args.report {
        Some(report) if *report == args.output => refuse("compress-report-is-output", report),
        _ => Ok(()),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as everywhere")]
fn read(argument: &Path, options: &ImportOptions, work: &Work) -> Result<Input, Failure> {
    if argument.as_os_str() == "-" {
        return Ok(Input {
            name: "stdin".to_owned(),
            bytes: open::read_standard_input(options.max_memory_bytes)?.into(),
            folder: None,
        });
    }
    if let Some(name) = open::sample_name(argument) {
        let sample = samples::find(name).ok_or_else(|| open::no_such_sample(name))?;
        return Ok(Input {
            name: sample.file.to_owned(),
            bytes: sample.bytes.to_vec().into(),
            folder: None,
        });
    }
    Ok(Input {
        name: argument
            .file_name()
            .unwrap_or(argument.as_os_str())
            .to_string_lossy()
            .into_owned(),
        bytes: read_file(argument, options.max_memory_bytes, work)?,
        folder: folder_of(argument).map(Path::to_owned),
    })
}

/// Pictures beside the model are found from where the result lies only if that is the same folder.
fn tell_pictures(console: &Console, json: &serde_json::Value, input: Option<&Path>, output: &Path) {
    let beside = export::pictures_beside(json);
    let place = |path: &Path| folder_of(path).and_then(|f| std::fs::canonicalize(f).ok());
    let same = input.is_some_and(|input| place(input) == place(output));
    if beside > 0 && !same {
        console.warn(&Issue::warning("compress-pictures-elsewhere", "").with("count", beside));
    }
}

type Done = Vec<(CompressedClip, Steps)>;

fn all(
    model: &Model,
    tolerance: Tolerance,
    packed: bool,
    work: &Work,
) -> Result<(Scale, Done), crate::work::Cancelled> {
    let wanted = Wanted {
        tolerance,
        technique: Technique::File(packed),
        first: None,
        known: &[],
    };
    let (mut lengths, mut out) = (Scale::default(), Vec::with_capacity(model.clips.len()));
    compress_all(model, wanted, work, |scale, clip| {
        lengths = scale;
        out.push((clip.compressed, clip.steps));
    })?;
    Ok((lengths, out))
}

fn report(
    model: &Model,
    args: &CompressArgs,
    input: &Input,
    done: &Done,
    exported: &Exported,
    Scale { tolerance, diagonal }: Scale,
) -> Report {
    let length = |units: f64| Length {
        units,
        millimetres: 1000.0 * units,
        per_cent: if diagonal > 0.0 {
            100.0 * units / diagonal
        } else {
            0.0
        },
    };
    let mut figures = crate::animation::compression::Figures::default();
    for (clip, _) in done {
        figures.join(&clip.error.figures);
    }
    let node = |joint: JointId| model.joint_sources.get(joint.index()).map_or(0, |s| s.index);
    let worst = |w: WorstOnSkin| {
        let mesh = w.vertex.map(|(i, p, v)| {
            let mesh = model.mesh(model.instances[i.0 as usize].mesh);
            (mesh.source.index, mesh.primitives[p as usize].source.index, v)
        });
        WorstRow {
            time_secs: w.time_secs,
            joint: model.joint_label(w.joint),
            joint_node: node(w.joint),
            mesh: mesh.map(|m| m.0),
            primitive: mesh.map(|m| m.1),
            vertex: mesh.map(|m| m.2),
        }
    };
    let clips = done.iter().map(|(clip, steps)| {
        let before = &model.clips[clip.clip.index()];
        ClipRow {
            index: clip.clip.0,
            name: before.name().map(str::to_owned),
            key_times: clip.rows,
            keys_before: before.key_count(),
            keys_after: clip.decoded.key_count(),
            values_before: before.value_count(),
            values_after: clip.decoded.value_count(),
            bytes: clip.bytes,
            largest: length(clip.error.figures.largest()),
            percentile_99: length(clip.error.figures.percentile(0.99)),
            mean: length(clip.error.figures.mean()),
            worst: clip.error.worst.map(worst),
            techniques: StepsRow {
                raw: steps.raw,
                stripped: steps.stripped,
                quantised: steps.quantised,
                reduced: steps.reduced,
                variable: steps.variable,
            },
        }
    });
    Report {
        output: open::shown(&args.output),
        tolerance: length(tolerance),
        within_tolerance: figures.largest() <= tolerance,
        meshopt: exported.meshopt,
        vertices: done.first().map_or(0, |(clip, _)| clip.error.vertices),
        file_bytes_before: model.byte_count.max(input.bytes.len() as u64),
        file_bytes_after: exported.glb.len() as u64,
        animation_bytes_before: exported.animation_bytes[0],
        animation_bytes_after: exported.animation_bytes[1],
        json_bytes_before: exported.json_bytes[0],
        json_bytes_after: exported.json_bytes[1],
        largest: length(figures.largest()),
        percentile_99: length(figures.percentile(0.99)),
        mean: length(figures.mean()),
        clips: clips.collect(),
        in_millimetres: match args.tolerance {
            Some(limit) => matches!(limit, Limit::Millimetres(_)),
            None => unit_of_scene(model, model.default_scene).symbol() == "mm",
        },
    }
}

impl CompressArgs {
    /// What a tolerance of nothing would mean cannot be kept.
    pub(super) fn limit(text: &str) -> Result<Limit, String> {
        match super::args::limit(text)? {
            Limit::Millimetres(v) | Limit::PerCent(v) if v <= 0.0 => {
                Err("a length above 0, such as 0.1mm or 0.01%".to_owned())
            }
            limit => Ok(limit),
        }
    }
}
