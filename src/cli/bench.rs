//! `rigscope bench`: what this machine does with a character, as numbers.

mod core;
mod crowd;
mod device;
mod report;
mod stopwatch;

use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::args::{BenchArgs, Common};
use super::console::Console;
use super::failure::{Failure, Outcome};
use super::{gpu, open};
use crate::animation::runtime::SimdPath;
use crate::model::Issue;
use crate::work::Work;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-bench";

/// The character that is measured where none is named.
const SAMPLE: &str = "sample:mannequin";

/// The whole report. Times are the best of many rounds: what else runs on the machine only ever adds.
#[derive(Debug, Serialize)]
struct Report {
    machine: Machine,
    /// Seconds that all of it took.
    seconds: f64,
    core: core::CoreFigures,
    /// `None` without a device, or where none was asked for.
    gpu: Option<device::GpuFigures>,
}

#[derive(Debug, Serialize)]
struct Machine {
    /// The processor's own name, where the system tells it.
    cpu: Option<String>,
    cores: usize,
    os: &'static str,
    arch: &'static str,
    /// False of a build that was not optimised: its figures say little.
    optimized: bool,
}

impl Machine {
    fn this() -> Self {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let name = info.lines().find_map(|l| l.strip_prefix("model name"));
        Self {
            cpu: name.map(|n| n.trim_start_matches(['\t', ' ', ':']).to_owned()),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            os: std::env::consts::OS,
            arch: std::env::consts::ARCH,
            optimized: !cfg!(debug_assertions),
        }
    }
}

/// How long things may take.
#[derive(Debug, Clone, Copy)]
struct Budget {
    began: Instant,
    whole: Duration,
}

impl Budget {
    /// A share of the whole.
    fn share(self, of_whole: f64) -> Duration {
        self.whole.mul_f64(of_whole)
    }

    /// What is left of it.
    fn left(self) -> Duration {
        self.whole.saturating_sub(self.began.elapsed())
    }
}

pub(super) fn run(console: &Console, common: &Common, args: &BenchArgs) -> Result<(), Failure> {
    let argument = args.model.as_deref().unwrap_or(Path::new(SAMPLE));
    let work = Work::on_all_cores();
    let model = open::open(console, common, argument, &work)?;
    let file = open::shown(argument);
    let about =
        |code: &'static str| Failure::new(Outcome::Refused, Issue::error(code, "")).about(file.clone());
    if model.clips.is_empty() {
        return Err(about("bench-no-clip"));
    }
    if !model
        .scene_instances(model.default_scene)
        .any(|(_, i)| i.skin.is_some())
    {
        return Err(about("bench-no-skin"));
    }
    let Some(path) = SimdPath::chosen() else {
        return Err(about("bench-no-path"));
    };
    let budget = Budget {
        began: Instant::now(),
        whole: Duration::from_secs_f64(args.seconds),
    };
    let work = Work::alone();
    work.progress.start(core::STEPS + device::STEPS);
    let measured = console.with_progress(&work, &console.texts.get("bench-progress"), || {
        let core = core::measure(path, &model, budget, &work)?;
        if args.no_gpu {
            return Ok((core, None));
        }
        let gpu = match gpu::open(console, args.backend.unwrap_or_default()) {
            Ok(gpu) => Some(device::measure(&gpu, path, &model, budget, &work)?),
            Err(failure) => {
                console.line(&console.error_line(&failure));
                None
            }
        };
        Ok::<_, Failure>((core, gpu))
    });
    let (core, gpu) = measured.map_err(|f| f.about(file.clone()))?;
    let report = Report {
        machine: Machine::this(),
        seconds: budget.began.elapsed().as_secs_f64(),
        core,
        gpu,
    };
    if args.json {
        return console.json_report(FORMAT, &file, None, &report);
    }
    console.result(report::text(&console.texts, &report).as_bytes())
}
