//! `rigscope compare`: two ways to skin a model, over every clip, in numbers.

use std::path::Path;

use serde::Serialize;

use super::args::{Common, CompareArgs, Limit};
use super::compare_text::text;
use super::console::{Console, printable};
use super::failure::{Failure, Outcome};
use super::table::three_digits;
use super::{clip, many, methods, open};
use crate::animation::{ClipId, JointId};
use crate::inspect::SectionKept;
use crate::inspect::compare::{
    ClipNumbers, CompareScratch, Comparison, Extreme, MOST_INSTANTS, VolumeRange, instant_count,
};
use crate::inspect::twist::{self, JointTwist};
use crate::model::{Issue, Model, PosedModel};
use crate::skinning::{Skinning, percentile};
use crate::work::Work;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-compare";

/// A length in the model's units, in millimetres (a unit is a metre), and in per cent of the rest diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Length {
    pub units: f64,
    pub millimetres: f64,
    pub per_cent: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct WorstRow {
    pub time_secs: f64,
    pub node: u32,
    pub mesh: u32,
    pub primitive: u32,
    pub vertex: u32,
    pub joint: String,
    pub joint_node: u32,
}

#[derive(Debug, Serialize)]
pub(super) struct ExtremeRow {
    pub ratio: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint_node: Option<u32>,
    pub time_secs: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct VolumeRow {
    pub smallest_region: Option<ExtremeRow>,
    pub largest_region: Option<ExtremeRow>,
    pub smallest_closed: Option<ExtremeRow>,
    pub largest_closed: Option<ExtremeRow>,
}

#[derive(Debug, Serialize)]
pub(super) struct ClipRow {
    pub index: Option<u32>,
    pub name: Option<String>,
    pub frames: usize,
    pub largest: Length,
    pub worst: Option<WorstRow>,
    pub mean: Length,
    pub percentile_95: Length,
    pub volume_a: VolumeRow,
    pub volume_b: VolumeRow,
}

#[derive(Debug, Serialize)]
pub(super) struct SectionRow {
    pub radius: f64,
    pub area: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct TwistRow {
    pub joint: String,
    pub joint_node: u32,
    pub against: Option<String>,
    pub degrees: f64,
    pub clip: Option<u32>,
    pub time_secs: f64,
    pub radius_kept_by_lbs: f64,
    pub with_two_joints: f64,
    pub with_three_joints: f64,
    pub section_a: Option<SectionRow>,
    pub section_b: Option<SectionRow>,
}

#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub a: String,
    pub b: String,
    pub fps: f64,
    pub vertices: usize,
    pub rest_diagonal: f64,
    pub rest_height: f64,
    pub frames: usize,
    pub largest: Length,
    pub largest_clip: Option<u32>,
    pub mean: Length,
    pub percentile_95: Length,
    pub fail_above: Option<Length>,
    pub over_limit: bool,
    pub clips: Vec<ClipRow>,
    pub twists: Vec<TwistRow>,
    #[serde(skip)]
    pub in_millimetres: bool,
}

/// What the clips gave.
struct Numbers {
    clips: Vec<ClipNumbers>,
    /// Over all clips: 95th percentile over vertices of each one's own largest, metres.
    percentile_95: f32,
    twists: Vec<(JointTwist, Option<[SectionKept; 2]>)>,
}

pub(super) fn run(console: &Console, common: &Common, args: &CompareArgs) -> Result<(), Failure> {
    let format = args.json.then_some(FORMAT);
    many::each(console, &args.models, format, |model, is_one_of_several| {
        compare(console, common, args, model, is_one_of_several)
    })
}

fn compare(
    console: &Console,
    common: &Common,
    args: &CompareArgs,
    argument: &Path,
    is_one_of_several: bool,
) -> Result<(), Failure> {
    let work = Work::on_all_cores();
    let file = open::shown(argument);
    let model = open::open(console, common, argument, &work)?;
    let about = |f: Failure| f.about(file.as_str());
    let refused = |i: Issue| about(Failure::new(Outcome::Refused, i));
    let clips = chosen(&model, &args.clips).map_err(refused)?;
    let frames = clips
        .iter()
        .map(|c| instant_count(duration(&model, *c), args.fps))
        .fold(0, u64::saturating_add);
    if frames > MOST_INSTANTS {
        let issue = Issue::error("compare-too-long", "")
            .with("frames", frames as f64)
            .with("most", MOST_INSTANTS as f64);
        return Err(about(Failure::new(Outcome::Stopped, issue)));
    }
    let ways = methods::choose(&model, [args.a, args.b], &args.options).map_err(refused)?;
    let comparison = Comparison::new(&model, model.default_scene);
    if comparison.vertex_count() == 0 {
        return Err(refused(Issue::error("compare-nothing-skinned", "")));
    }
    work.progress.start(frames);
    let measure = || measure(&model, &comparison, &clips, args.fps, &ways, &work);
    let numbers = console
        .with_progress(&work, &console.texts.get("compare-measuring"), measure)
        .map_err(|c| about(c.into()))?;
    let report = report(&model, &comparison, ways.skinnings, args, &numbers);
    if args.json {
        let outcome = report.over_limit.then_some(Outcome::Found);
        console.json_report(FORMAT, &file, outcome, &report)?;
    } else {
        let mut words = text(&console.texts, &report);
        if is_one_of_several {
            words = format!("{}\n{words}\n", printable(&file));
        }
        console.result(words.as_bytes())?;
    }
    match (report.over_limit, args.fail_above, report.fail_above) {
        (true, Some(asked), Some(limit)) => {
            let say = |l: Length| match asked {
                Limit::Millimetres(_) => format!("{} mm", three_digits(l.millimetres)),
                Limit::PerCent(_) => format!("{} %", three_digits(l.per_cent)),
            };
            let issue = Issue::error("compare-over-limit", "")
                .with("limit", say(limit))
                .with("largest", say(report.largest));
            Err(about(Failure::new(Outcome::Found, issue)))
        }
        _ => Ok(()),
    }
}

fn measure(
    model: &Model,
    comparison: &Comparison,
    clips: &[Option<ClipId>],
    fps: f64,
    ways: &methods::Chosen<2>,
    work: &Work,
) -> Result<Numbers, crate::work::Cancelled> {
    let mut own_largest = vec![0.0_f32; comparison.vertex_count()];
    let mut numbers = Vec::with_capacity(clips.len());
    for &clip in clips {
        let mut of = comparison.clip(model, clip, fps, ways.skinnings, &ways.joint_mask, work)?;
        for (all, own) in own_largest.iter_mut().zip(std::mem::take(&mut of.own_largest)) {
            *all = all.max(own);
        }
        numbers.push(of);
    }
    let ids: Vec<ClipId> = clips.iter().copied().flatten().collect();
    let twists = twist::largest_twists(model, &ids, fps)
        .into_iter()
        .filter(|t| t.degrees.abs() >= twist::ADVICE_FROM_DEGREES)
        .map(|t| (t, sections(model, comparison, ways, t)))
        .collect();
    Ok(Numbers {
        clips: numbers,
        percentile_95: percentile(&own_largest, 0.95, &mut Vec::new()),
        twists,
    })
}

/// What A and B leave of the ring of skin around a joint where it twists most.
fn sections(
    model: &Model,
    comparison: &Comparison,
    ways: &methods::Chosen<2>,
    t: JointTwist,
) -> Option<[SectionKept; 2]> {
    let mut posed = PosedModel::default();
    posed.joint_mask.clone_from(&ways.joint_mask);
    posed.set_clips(model, t.clip.map(|c| (c, t.time_secs)), None, true);
    let numbers = comparison.frame(model, &posed, ways.skinnings, &mut CompareScratch::default());
    numbers
        .sections
        .iter()
        .find(|s| s.joint == t.joint)
        .map(|s| [s.a, s.b])
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
    numbers: &Numbers,
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
    let clips = &numbers.clips;
    let frames: usize = clips.iter().map(|n| n.frames.len()).sum();
    let mean = clips.iter().map(|n| n.mean * n.frames.len() as f64).sum::<f64>() / frames.max(1) as f64;
    // The first of equals.
    let worst = clips
        .iter()
        .fold(None, |worst: Option<&ClipNumbers>, n| match worst {
            Some(w) if w.largest >= n.largest => worst,
            _ => Some(n),
        });
    let largest = length(worst.map_or(0.0, |w| w.largest.into()));
    let fail_above = args.fail_above.map(|l| length(l.in_units(diagonal)));
    Report {
        a: methods::words(skinnings[0]),
        b: methods::words(skinnings[1]),
        fps: args.fps,
        vertices: comparison.vertex_count(),
        rest_diagonal: diagonal,
        rest_height: comparison.rest_height().into(),
        frames,
        largest,
        largest_clip: worst
            .filter(|w| w.largest > 0.0)
            .and_then(|w| w.clip)
            .map(|c| c.0),
        mean: length(mean),
        percentile_95: length(numbers.percentile_95.into()),
        fail_above,
        over_limit: fail_above.is_some_and(|limit| largest.units > limit.units),
        clips: clips.iter().map(|n| clip_row(model, n, length)).collect(),
        twists: numbers
            .twists
            .iter()
            .map(|(t, kept)| twist_row(model, *t, *kept))
            .collect(),
        in_millimetres: comparison.unit().symbol() == "mm",
    }
}

fn node_of(model: &Model, joint: JointId) -> u32 {
    model.joint_sources.get(joint.index()).map_or(0, |s| s.index)
}

fn clip_row(model: &Model, n: &ClipNumbers, length: impl Fn(f64) -> Length) -> ClipRow {
    let worst = n.worst.map(|(time_secs, v, joint)| {
        let instance = &model.instances[v.instance.0 as usize];
        let mesh = model.mesh(instance.mesh);
        WorstRow {
            time_secs,
            node: node_of(model, instance.joint),
            mesh: mesh.source.index,
            primitive: mesh.primitives[v.primitive as usize].source.index,
            vertex: v.vertex,
            joint: model.joint_label(joint),
            joint_node: node_of(model, joint),
        }
    });
    let extreme = |e: Option<Extreme>| {
        e.map(|e| ExtremeRow {
            ratio: e.ratio,
            joint: e.joint.map(|j| model.joint_label(j)),
            joint_node: e.joint.map(|j| node_of(model, j)),
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
        largest: length(f64::from(n.largest)),
        worst,
        mean: length(n.mean),
        percentile_95: length(f64::from(n.percentile_95)),
        volume_a: volume(n.volumes[0]),
        volume_b: volume(n.volumes[1]),
    }
}

fn twist_row(model: &Model, t: JointTwist, kept: Option<[SectionKept; 2]>) -> TwistRow {
    let section = |which: usize| {
        kept.map(|k| SectionRow {
            radius: k[which].radius,
            area: k[which].area,
        })
    };
    TwistRow {
        joint: model.joint_label(t.joint),
        joint_node: node_of(model, t.joint),
        against: twist::partner(model, t.joint).map(|j| model.joint_label(j)),
        degrees: t.degrees,
        clip: t.clip.map(|c| c.0),
        time_secs: t.time_secs,
        radius_kept_by_lbs: twist::radius_kept(t.degrees, 1),
        with_two_joints: twist::radius_kept(t.degrees, 2),
        with_three_joints: twist::radius_kept(t.degrees, 3),
        section_a: section(0),
        section_b: section(1),
    }
}
