//! `rigscope compare`: two ways to skin a model, over every clip, in numbers.

use serde::Serialize;

use super::args::{Common, CompareArgs};
use super::console::{Console, printable};
use super::failure::{Failure, Outcome};
use super::table::{Table, grouped, three_digits};
use super::{clip, methods, open};
use crate::animation::ClipId;
use crate::inspect::compare::{ClipNumbers, Comparison, Extreme, VolumeRange, instants};
use crate::inspect::twist::{self, JointTwist};
use crate::model::{Issue, Model};
use crate::skinning::{Skinning, SkinningMethod};
use crate::work::Work;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-compare";

/// A length in the model's units, in millimetres (a unit is a metre), and in per cent of the rest diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
struct Length {
    units: f64,
    millimetres: f64,
    per_cent: f64,
}

#[derive(Debug, Serialize)]
struct WorstRow {
    distance: Length,
    time_secs: f64,
    node: u32,
    mesh: u32,
    primitive: u32,
    vertex: u32,
    joint: String,
    joint_node: u32,
}

#[derive(Debug, Serialize)]
struct ExtremeRow {
    ratio: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint: Option<String>,
    time_secs: f64,
}

#[derive(Debug, Serialize)]
struct VolumeRow {
    smallest_region: Option<ExtremeRow>,
    largest_region: Option<ExtremeRow>,
    smallest_closed: Option<ExtremeRow>,
    largest_closed: Option<ExtremeRow>,
}

#[derive(Debug, Serialize)]
struct ClipRow {
    index: Option<u32>,
    name: Option<String>,
    frames: usize,
    worst: Option<WorstRow>,
    mean: Length,
    percentile_95: Length,
    volume_a: VolumeRow,
    volume_b: VolumeRow,
}

#[derive(Debug, Serialize)]
struct TwistRow {
    joint: String,
    degrees: f64,
    clip: Option<u32>,
    time_secs: f64,
    radius_kept_by_lbs: f64,
    with_two_joints: f64,
    with_three_joints: f64,
}

#[derive(Debug, Serialize)]
struct Report {
    a: String,
    b: String,
    fps: f64,
    vertices: usize,
    rest_diagonal: f64,
    frames: usize,
    largest: Option<Length>,
    largest_clip: Option<u32>,
    mean: Length,
    fail_above: Option<Length>,
    over_limit: bool,
    clips: Vec<ClipRow>,
    twists: Vec<TwistRow>,
}

pub(super) fn run(console: &Console, common: &Common, args: &CompareArgs) -> Result<(), Failure> {
    let work = Work::on_all_cores();
    let model = open::open(console, common, &args.model, &work)?;
    let about = |f: Failure| f.about(open::shown(&args.model));
    let refused = |i: Issue| about(Failure::new(Outcome::Refused, i));
    let clips = chosen(&model, &args.clips).map_err(refused)?;
    let limited = |s: Skinning| match args.influences {
        Some(n) if s.influence_limit == 0 => Skinning {
            influence_limit: n,
            ..s
        },
        _ => s,
    };
    let skinnings = [limited(args.a), limited(args.b)];
    let masked = skinnings.iter().any(|s| s.method == SkinningMethod::Masked);
    let mask = if masked {
        methods::joint_mask(&model, &args.mask).map_err(refused)?
    } else {
        Vec::new()
    };
    let comparison = Comparison::new(&model, model.default_scene);
    if comparison.vertex_count() == 0 {
        return Err(refused(Issue::error("compare-nothing-skinned", "")));
    }
    let frames: usize = clips
        .iter()
        .map(|c| instants(duration(&model, *c), args.fps).len())
        .sum();
    work.progress.start(frames as u64);
    let numbers = clips
        .iter()
        .map(|&c| comparison.clip(&model, c, args.fps, skinnings, &mask, &work))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|c| about(c.into()))?;
    let ids: Vec<ClipId> = clips.iter().copied().flatten().collect();
    let twists = twist::largest_twists(&model, &ids, args.fps);
    let report = report(&model, &comparison, skinnings, args, &numbers, &twists);
    if args.json {
        console.json_report(FORMAT, &open::shown(&args.model), &report)?;
    } else {
        console.result(text(console, &model, &report).as_bytes())?;
    }
    if report.over_limit {
        let limit = report.fail_above.map_or(0.0, |l| l.millimetres);
        let issue = Issue::error("compare-over-limit", "")
            .with("limit", three_digits(limit))
            .with(
                "largest",
                three_digits(report.largest.map_or(0.0, |l| l.millimetres)),
            );
        return Err(about(Failure::new(Outcome::Found, issue)));
    }
    Ok(())
}

/// The clips that were asked for; all of them if none were; the rest pose if there are none.
fn chosen(model: &Model, asked: &[String]) -> Result<Vec<Option<ClipId>>, Issue> {
    if asked.is_empty() {
        let all: Vec<Option<ClipId>> = model.clip_ids().map(Some).collect();
        return Ok(if all.is_empty() { vec![None] } else { all });
    }
    asked.iter().map(|a| clip::find(model, a).map(Some)).collect()
}

fn duration(model: &Model, clip: Option<ClipId>) -> f64 {
    clip.and_then(|c| model.clip(c))
        .map_or(0.0, crate::animation::Clip::duration_secs)
}

fn report(
    model: &Model,
    comparison: &Comparison,
    skinnings: [Skinning; 2],
    args: &CompareArgs,
    numbers: &[ClipNumbers],
    twists: &[JointTwist],
) -> Report {
    let diagonal = f64::from(comparison.rest_diagonal());
    let length = |units: f64| Length {
        units,
        millimetres: 1000.0 * units,
        per_cent: if diagonal > 0.0 {
            100.0 * units / diagonal
        } else {
            0.0
        },
    };
    let frames: usize = numbers.iter().map(|n| n.frames.len()).sum();
    let mean = numbers
        .iter()
        .map(|n| n.mean * n.frames.len() as f64)
        .sum::<f64>()
        / frames.max(1) as f64;
    let worst = numbers
        .iter()
        .max_by(|a, b| a.largest.total_cmp(&b.largest).then(b.clip.cmp(&a.clip)));
    let largest = worst.map(|w| length(f64::from(w.largest)));
    let fail_above = args.fail_above.map(|l| length(l.in_units(diagonal)));
    let over_limit = fail_above
        .zip(largest)
        .is_some_and(|(limit, largest)| largest.units > limit.units);
    let far = twists
        .iter()
        .filter(|t| t.degrees.abs() >= twist::ADVICE_FROM_DEGREES);
    Report {
        a: methods::words(skinnings[0]),
        b: methods::words(skinnings[1]),
        fps: args.fps,
        vertices: comparison.vertex_count(),
        rest_diagonal: diagonal,
        frames,
        largest,
        largest_clip: worst.and_then(|w| w.clip).map(|c| c.0),
        mean: length(mean),
        fail_above,
        over_limit,
        clips: numbers.iter().map(|n| clip_row(model, n, length)).collect(),
        twists: far.map(|t| twist_row(model, t)).collect(),
    }
}

fn clip_row(model: &Model, n: &ClipNumbers, length: impl Fn(f64) -> Length) -> ClipRow {
    let worst = n.worst.map(|(time_secs, v, joint)| {
        let instance = &model.instances[v.instance.0 as usize];
        let mesh = model.mesh(instance.mesh);
        let node_of =
            |j: crate::animation::JointId| model.joint_sources.get(j.index()).map_or(0, |s| s.index);
        WorstRow {
            distance: length(f64::from(n.largest)),
            time_secs,
            node: node_of(instance.joint),
            mesh: mesh.source.index,
            primitive: mesh.primitives[v.primitive as usize].source.index,
            vertex: v.vertex,
            joint: model.joint_label(joint),
            joint_node: node_of(joint),
        }
    });
    let extreme = |e: Option<Extreme>| {
        e.map(|e| ExtremeRow {
            ratio: e.ratio,
            joint: e.joint.map(|j| model.joint_label(j)),
            time_secs: e.time_secs,
        })
    };
    let volume = |v: VolumeRange| VolumeRow {
        smallest_region: extreme(v.smallest_region),
        largest_region: extreme(v.largest_region),
        smallest_closed: extreme(v.smallest_closed),
        largest_closed: extreme(v.largest_closed),
    };
    ClipRow {
        index: n.clip.map(|c| c.0),
        name: n
            .clip
            .and_then(|c| model.clip(c))
            .and_then(|c| c.name())
            .map(str::to_owned),
        frames: n.frames.len(),
        worst,
        mean: length(n.mean),
        percentile_95: length(f64::from(n.percentile_95)),
        volume_a: volume(n.volumes[0]),
        volume_b: volume(n.volumes[1]),
    }
}

fn twist_row(model: &Model, t: &JointTwist) -> TwistRow {
    TwistRow {
        joint: model.joint_label(t.joint),
        degrees: t.degrees,
        clip: t.clip.map(|c| c.0),
        time_secs: t.time_secs,
        radius_kept_by_lbs: twist::radius_kept(t.degrees, 1),
        with_two_joints: twist::radius_kept(t.degrees, 2),
        with_three_joints: twist::radius_kept(t.degrees, 3),
    }
}

/// The report for people. Lengths in millimetres where the model is of a person's size, else in per cent.
fn text(console: &Console, model: &Model, r: &Report) -> String {
    let texts = &console.texts;
    let in_millimetres = (0.3..=3.0).contains(&r.rest_diagonal);
    let show = |l: Length| {
        if in_millimetres {
            format!("{} mm", three_digits(l.millimetres))
        } else {
            format!("{} %", three_digits(l.per_cent))
        }
    };
    let percent = |ratio: f64| format!("{} %", three_digits(100.0 * ratio));
    let mut out = texts.with(
        "compare-title",
        &[
            ("a", r.a.as_str().into()),
            ("b", r.b.as_str().into()),
            ("vertices", grouped(r.vertices as u64).into()),
            ("frames", grouped(r.frames as u64).into()),
        ],
    );
    out.push_str("\n\n");
    let head = |id: &str| texts.get(&format!("compare-head-{id}"));
    let columns = [
        "#".to_owned(),
        head("clip"),
        format!(">{}", head("largest")),
        format!(">{}", head("p95")),
        format!(">{}", head("mean")),
        format!(">{}", head("at")),
        head("joint"),
        format!(">{}", head("volume-a")),
        format!(">{}", head("volume-b")),
    ];
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let region = |v: &VolumeRow| {
        v.smallest_region
            .as_ref()
            .map_or_else(|| "–".to_owned(), |e| percent(e.ratio))
    };
    for c in &r.clips {
        let (largest, at, joint) = match &c.worst {
            Some(w) => (
                show(w.distance),
                format!("{:.3} s", w.time_secs),
                printable(&w.joint),
            ),
            None => ("–".to_owned(), "–".to_owned(), "–".to_owned()),
        };
        table.row([
            c.index.map_or_else(|| "–".to_owned(), |i| i.to_string()),
            c.name
                .as_deref()
                .filter(|n| !n.is_empty())
                .map_or_else(|| "–".to_owned(), printable),
            largest,
            show(c.percentile_95),
            show(c.mean),
            at,
            joint,
            region(&c.volume_a),
            region(&c.volume_b),
        ]);
    }
    out.push_str(&table.text());
    if !r.twists.is_empty() {
        out.push_str(&format!("\n{}\n", texts.get("compare-twists")));
        let columns = [
            head("joint"),
            format!(">{}", head("twist")),
            format!(">{}", head("clip")),
            format!(">{}", head("at")),
            format!(">{}", head("kept")),
            format!(">{}", head("two")),
            format!(">{}", head("three")),
        ];
        let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
        for t in &r.twists {
            table.row([
                printable(&t.joint),
                format!("{:.0}°", t.degrees),
                t.clip.map_or_else(|| "–".to_owned(), |c| c.to_string()),
                format!("{:.3} s", t.time_secs),
                percent(t.radius_kept_by_lbs),
                percent(t.with_two_joints),
                percent(t.with_three_joints),
            ]);
        }
        out.push_str(&table.text());
    }
    let _ = model;
    out
}
