//! What the codecs make of animation, as a table in Markdown: ratios with their errors.
//!
//! `cargo run --release --no-default-features --example compression -- [--tolerance MM] FILE[:UNITS_PER_METRE] ...`
//!
//! Raw is ten floats for each joint of the skins and each distinct key time. Errors are taken at the six ends of a shell
//! of 3 cm around each joint, in model space, on all key times and three instants between each two, against double
//! precision. Without files the bundled characters are measured.

#![allow(clippy::print_stdout, reason = "an example prints its figures")]

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use rigscope::animation::compression::{
    Figures, PackedClip, PackedOptions, Reach, ShellError, VariableClip, instants, measure,
};
use rigscope::animation::runtime::{RuntimeClip, RuntimePose, RuntimeSkeleton, SimdPath};
use rigscope::animation::{Clip, Pose};
use rigscope::import::{ImportOptions, import_bytes, import_path};
use rigscope::model::Model;
use rigscope::samples::SAMPLES;
use rigscope::work::Work;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let mut tolerances = vec![0.35_f32, 0.2, 0.14, 0.1];
    if args.next_if(|a| a == "--tolerance").is_some() {
        tolerances = vec![args.next().unwrap_or_default().parse()?];
    }
    let work = Work::on_all_cores();
    let mut models: Vec<(Model, f32)> = Vec::new();
    for arg in args {
        let (file, units) = match arg.rsplit_once(':') {
            Some((file, units)) => (file.to_owned(), units.parse()?),
            None => (arg, 1.0),
        };
        let model = import_path(Path::new(&file), &ImportOptions::default(), &work)?;
        models.push((model, units));
    }
    if models.is_empty() {
        for sample in SAMPLES {
            let options = ImportOptions::default();
            let model = import_bytes(sample.file, sample.bytes.to_vec(), None, &options, &work)?;
            models.push((model, 1.0));
        }
    }
    println!(
        "| model | technique | bytes | ratio | largest, mm | 99 %, mm | mean, mm | coded in, s | a pose, ns | of a pose from the table |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (model, units) in &models {
        table(model, *units, &tolerances, &work)?;
    }
    Ok(())
}

/// A line of the table.
struct Line<'a> {
    technique: &'a str,
    bytes: usize,
    figures: Figures,
    /// Seconds.
    coded_in: Option<f64>,
    /// Nanoseconds.
    a_pose: f64,
    of_plain: f64,
}

impl Line<'_> {
    /// `raw` is what the clips of `model` take as raw frames, bytes.
    fn print(&self, model: &Model, units: f32, raw: usize) {
        let mm = |length: f64| 1000.0 * length / f64::from(units);
        println!(
            "| {} | {} | {} | {:.2} | {:.3} | {:.3} | {:.4} | {} | {:.0} | {:.2} |",
            model.name,
            self.technique,
            self.bytes,
            raw as f64 / self.bytes.max(1) as f64,
            mm(self.figures.largest()),
            mm(self.figures.percentile(0.99)),
            mm(self.figures.mean()),
            self.coded_in.map_or_else(String::new, |s| format!("{s:.2}")),
            self.a_pose,
            self.of_plain,
        );
    }
}

fn table(
    model: &Model,
    units: f32,
    tolerances: &[f32],
    work: &Work,
) -> Result<(), Box<dyn std::error::Error>> {
    let joints = model.skin_joint_count();
    let rows = |clip| instants(clip).len().div_ceil(4);
    let raw: usize = model.clips.iter().map(|c| 40 * joints * rows(c)).sum();
    println!(
        "| {} | raw: 10 floats a joint and key time | {raw} | 1 | 0 | 0 | 0 | | | |",
        model.name
    );
    // The first clip, as of walk on the measuring character.
    let from_table = rows_table(model, units, raw, work)?;
    for &tolerance in tolerances {
        let reach = Reach::shell(&model.skeleton, 0.03 * units, tolerance * 0.001 * units);
        for variable in [false, true] {
            let (mut bytes, mut seconds, mut figures) = (0, 0.0, Figures::default());
            let mut decoded = None;
            for clip in &model.clips {
                let start = Instant::now();
                let error: ShellError = if variable {
                    let coded = VariableClip::new(&model.skeleton, clip, &reach, work)?;
                    seconds += start.elapsed().as_secs_f64();
                    bytes += coded.bytes().len();
                    decoded.get_or_insert_with(|| nanoseconds(model, clip, |t, p| coded.sample(t, p)));
                    measure(&model.skeleton, clip, &reach, |t, p| coded.sample(t, p), work)?
                } else {
                    let options = PackedOptions::default();
                    let coded = PackedClip::new(&model.skeleton, clip, &reach, options, work)?;
                    seconds += start.elapsed().as_secs_f64();
                    bytes += coded.bytes().len();
                    decoded.get_or_insert_with(|| nanoseconds(model, clip, |t, p| coded.sample(t, p)));
                    measure(&model.skeleton, clip, &reach, |t, p| coded.sample(t, p), work)?
                };
                figures.join(&error.figures);
            }
            let technique = if variable {
                "variable bit rate"
            } else {
                "the chapter's set"
            };
            let decoded = decoded.unwrap_or(f64::NAN);
            Line {
                technique: &format!("{technique} at {tolerance} mm"),
                bytes,
                figures,
                coded_in: Some(seconds),
                a_pose: decoded,
                of_plain: decoded / from_table,
            }
            .print(model, units, raw);
        }
    }
    Ok(())
}

/// The clips as the fast core plays them, in plain rows and in rows of 16-bit codes; returns what a pose from plain rows
/// costs, nanoseconds.
fn rows_table(model: &Model, units: f32, raw: usize, work: &Work) -> Result<f64, Box<dyn std::error::Error>> {
    let Some(path) = SimdPath::chosen() else {
        return Ok(f64::NAN);
    };
    let skeleton = RuntimeSkeleton::prefix(&model.skeleton, &model.clips);
    let reach = Reach::shell(&model.skeleton, 0.03 * units, 0.0);
    let mut of_plain = f64::NAN;
    for codes in [false, true] {
        let (mut bytes, mut figures) = (0, Figures::default());
        let mut took = None;
        for clip in &model.clips {
            let ready = RuntimeClip::new(&skeleton, clip);
            let ready = if codes { ready.in_16_bits() } else { ready };
            bytes += ready.memory_bytes();
            let play = |time: f64, to: &mut Pose| {
                let mut pose = RuntimePose::default();
                path.sample(&ready, time, &mut pose);
                pose.write_to(&skeleton, to);
            };
            figures.join(&measure(&model.skeleton, clip, &reach, play, work)?.figures);
            let mut pose = RuntimePose::default();
            took.get_or_insert_with(|| {
                best(|k| {
                    path.sample(&ready, time(clip, k), &mut pose);
                    black_box(&pose);
                })
            });
        }
        let took = took.unwrap_or(f64::NAN);
        if !codes {
            of_plain = took;
        }
        Line {
            technique: if codes {
                "in memory: rows of 16 bits"
            } else {
                "in memory: plain rows"
            },
            bytes,
            figures,
            coded_in: None,
            a_pose: took,
            of_plain: took / of_plain,
        }
        .print(model, units, raw);
    }
    Ok(of_plain)
}

/// What a pose at some time costs, the best of many rounds.
fn nanoseconds(model: &Model, clip: &Clip, sample: impl Fn(f64, &mut Pose)) -> f64 {
    let mut pose = model.skeleton.rest_pose();
    best(|k| {
        sample(time(clip, k), &mut pose);
        black_box(&pose);
    })
}

fn time(clip: &Clip, k: u32) -> f64 {
    clip.duration_secs() * f64::from(k.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 24)
}

fn best(mut once: impl FnMut(u32)) -> f64 {
    let mut least = f64::INFINITY;
    for round in 0..40 {
        let began = Instant::now();
        (0..500).for_each(|k| once(round * 500 + k));
        least = least.min(began.elapsed().as_secs_f64());
    }
    least / 500.0 * 1e9
}
