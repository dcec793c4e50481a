//! `rigscope verify`: another engine's pose against ours.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Serialize;

use super::args::{Common, Limit, VerifyArgs};
use super::console::Console;
use super::failure::{Failure, Outcome};
use super::verify_text::text;
use super::{methods, open, pose};
use crate::inspect::PoseRequest;
use crate::inspect::compare::unit_of_scene;
use crate::inspect::verify::{PoseReport, VerifyError, VerifyTolerance, read, verify_all};
use crate::model::{Issue, Model};
use crate::work::Work;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-verify";

/// What is read of a file takes up to so many times its bytes (24, for lists of empty lists that are just growing): a
/// share of the limit is what the file may have.
const GROWTH: u64 = 32;

/// All poses of the file.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// The other engine's file, as named.
    pub(super) against: String,
    /// How many poses differ.
    pub(super) differing: usize,
    /// In the order of the file.
    pub(super) poses: Vec<PoseReport>,
    #[serde(skip)]
    pub(super) unit: crate::inspect::LengthUnit,
}

pub(super) fn run(console: &Console, common: &Common, args: &VerifyArgs) -> Result<(), Failure> {
    let against = open::shown(&args.against);
    if args.model.as_os_str() == "-" && args.against.as_os_str() == "-" {
        return Err(Failure::new(
            Outcome::Refused,
            Issue::error("verify-both-piped", ""),
        ));
    }
    let bytes = bytes(&args.against, common.max_memory).map_err(|f| f.about(against.clone()))?;
    let dumps = read(&bytes).map_err(|i| Failure::new(Outcome::Refused, i).about(against.clone()))?;
    drop(bytes);
    let work = Work::on_all_cores();
    let model = open::open(console, common, &args.model, &work)?;
    let about_model = |f: Failure| f.about(open::shown(&args.model));
    let asked = asked(&model, args).map_err(about_model)?;
    let tolerance = match args.tolerance {
        None => VerifyTolerance::Default,
        Some(Limit::Millimetres(mm)) => VerifyTolerance::Length(mm / 1000.0),
        Some(Limit::PerCent(share)) => VerifyTolerance::Share(share / 100.0),
    };
    let poses = verify_all(&model, &dumps, &asked, tolerance, &work).map_err(|e| match e {
        VerifyError::Refused(issue) => Failure::new(Outcome::Refused, issue).about(against.clone()),
        VerifyError::Cancelled => Failure::from(crate::work::Cancelled),
    })?;
    let report = Report {
        against,
        differing: poses.iter().filter(|p| !p.equal).count(),
        poses,
        unit: unit_of_scene(&model, model.default_scene),
    };
    if args.json {
        let outcome = (report.differing > 0).then_some(Outcome::Found);
        console.json_report(FORMAT, &open::shown(&args.model), outcome, &report)?;
    } else {
        console.result(text(&console.texts, &report).as_bytes())?;
    }
    if report.differing == 0 {
        return Ok(());
    }
    let issue = Issue::error("verify-differs", "")
        .with("count", report.differing)
        .with("of", report.poses.len());
    Err(about_model(Failure::new(Outcome::Found, issue)))
}

/// What counts where their file says nothing.
fn asked(model: &Model, args: &VerifyArgs) -> Result<PoseRequest, Failure> {
    let ways = methods::choose(model, [args.skinning], &args.options)
        .map_err(|i| Failure::new(Outcome::Refused, i))?;
    let [skinning] = ways.skinnings;
    pose::request(model, &args.clips, skinning, ways.joint_mask)
}

/// The file's bytes, if they are few enough.
fn bytes(path: &Path, max_memory: u64) -> Result<Vec<u8>, Failure> {
    let most = max_memory / GROWTH;
    if path.as_os_str() == "-" {
        return open::read_standard_input(most);
    }
    let unreadable = |e: std::io::Error| {
        let issue = Issue::error("verify-file-unreadable", "").with("reason", e.to_string());
        Failure::new(Outcome::Refused, issue)
    };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    let count = file
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if count as u64 > most {
        let issue = Issue::error("verify-file-over-limit", "").with("limit", most as f64);
        return Err(Failure::new(Outcome::Stopped, issue));
    }
    Ok(bytes)
}
