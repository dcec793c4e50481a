//! `rigscope check`: the doctor.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::args::{CheckArgs, Common};
use super::compare_text::wrapped;
use super::console::{Console, printable};
use super::failure::{Failure, Outcome};
use super::{many, open};
use crate::inspect::IssueInfo;
use crate::inspect::compare::VertexRef;
use crate::inspect::cure::Cure;
use crate::inspect::doctor::{self, Diagnosis, Finding};
use crate::inspect::limits;
use crate::model::{Issue, Model, Severity};
use crate::text::Texts;
use crate::work::Work;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-check";
/// Name of the JSON report of `--explain`.
pub(super) const EXPLAIN_FORMAT: &str = "rigscope-explain";

/// Columns of a terminal that the report keeps within.
const WIDTH: usize = 100;
/// Joints or vertices that are named before the rest is counted.
const MOST_NAMED: usize = 8;

/// Findings of one code that are told before the rest is counted.
const MOST_OF_A_CODE: usize = 4;

const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

pub(super) fn run(console: &Console, common: &Common, args: &CheckArgs) -> Result<(), Failure> {
    if let Some(code) = &args.explain {
        return explain(console, code, args.json);
    }
    let format = args.json.then_some(FORMAT);
    many::each(console, &args.models, format, |model, is_one_of_several| {
        check(console, common, args, model, is_one_of_several)
    })
}

fn check(
    console: &Console,
    common: &Common,
    args: &CheckArgs,
    argument: &Path,
    is_one_of_several: bool,
) -> Result<(), Failure> {
    let work = Work::on_all_cores();
    let model = open::open_quietly(common, argument, &work)?;
    let file = open::shown(argument);
    let examine = || doctor::examine(&model, &work);
    let diagnosis = console
        .with_progress(&work, &console.texts.get("check-examining"), examine)
        .map_err(|c| Failure::from(c).about(file.as_str()))?;
    let failing = failing(&diagnosis, args.strict);
    if args.json {
        let outcome = (failing > 0).then_some(Outcome::Found);
        console.json_report(FORMAT, &file, outcome, &Report::new(&model, &diagnosis))?;
    } else {
        // In two folders there may be models of one name.
        let name = if is_one_of_several { &file } else { &model.name };
        let mut report = text(&console.texts, &model, name, &diagnosis);
        if is_one_of_several && !diagnosis.findings.is_empty() {
            report.push('\n');
        }
        console.result(report.as_bytes())?;
    }
    if failing == 0 {
        return Ok(());
    }
    let issue = Issue::error("check-found", "")
        .with("errors", diagnosis.count(Severity::Error))
        .with("warnings", diagnosis.count(Severity::Warning));
    Err(Failure::new(Outcome::Found, issue).about(file))
}

/// How many findings make the check fail.
fn failing(diagnosis: &Diagnosis, strict: bool) -> usize {
    let warnings = if strict {
        diagnosis.count(Severity::Warning)
    } else {
        0
    };
    diagnosis.count(Severity::Error) + warnings
}

#[derive(Debug, Serialize)]
struct Report {
    errors: usize,
    warnings: usize,
    notes: usize,
    findings: Vec<FindingRow>,
}

#[derive(Debug, Serialize)]
struct FindingRow {
    #[serde(flatten)]
    issue: IssueInfo,
    joints: Vec<JointRow>,
    joint_count: usize,
    vertices: Vec<VertexRow>,
    vertex_count: usize,
    cure: Option<CureRow>,
}

#[derive(Debug, Serialize)]
struct JointRow {
    node: u32,
    name: Option<String>,
}

#[derive(Debug, Serialize)]
struct VertexRow {
    node: u32,
    mesh: u32,
    primitive: u32,
    vertex: u32,
}

#[derive(Debug, Serialize)]
struct CureRow {
    kind: &'static str,
    skin: Option<u32>,
    factor: Option<f32>,
}

impl Report {
    fn new(model: &Model, diagnosis: &Diagnosis) -> Self {
        Self {
            errors: diagnosis.count(Severity::Error),
            warnings: diagnosis.count(Severity::Warning),
            notes: diagnosis.count(Severity::Info),
            findings: diagnosis.findings.iter().map(|f| row(model, f)).collect(),
        }
    }
}

fn row(model: &Model, finding: &Finding) -> FindingRow {
    let node = |j: crate::animation::JointId| model.joint_sources.get(j.index()).map_or(0, |s| s.index);
    let joint = |&j: &crate::animation::JointId| JointRow {
        node: node(j),
        name: model.skeleton.name(j).map(str::to_owned),
    };
    let vertex = |v: &VertexRef| {
        let (node, mesh, primitive) = place(model, v);
        VertexRow {
            node,
            mesh,
            primitive,
            vertex: v.vertex,
        }
    };
    let cure = |c: &Cure| CureRow {
        kind: c.word(),
        skin: c
            .skin()
            .and_then(|s| model.skin_sources.get(s.0 as usize))
            .map(|s| s.source.index),
        factor: c.factor(),
    };
    FindingRow {
        issue: IssueInfo::from(&finding.issue),
        joints: finding.joints.first.iter().map(joint).collect(),
        joint_count: finding.joints.count,
        vertices: finding.vertices.first.iter().map(vertex).collect(),
        vertex_count: finding.vertices.count,
        cure: finding.cure.as_ref().map(cure),
    }
}

/// Node, mesh and primitive of a vertex in the file.
fn place(model: &Model, v: &VertexRef) -> (u32, u32, u32) {
    let instance = &model.instances[v.instance.0 as usize];
    let mesh = model.mesh(instance.mesh);
    let node = model
        .joint_sources
        .get(instance.joint.index())
        .map_or(0, |s| s.index);
    (
        node,
        mesh.source.index,
        mesh.primitives[v.primitive as usize].source.index,
    )
}

/// The report for people.
fn text(texts: &Texts, model: &Model, name: &str, diagnosis: &Diagnosis) -> String {
    let counted = |severity| {
        let count = diagnosis.count(severity);
        (count > 0).then(|| texts.with(count_id(severity), &[("count", count.into())]))
    };
    let counts: Vec<String> = SEVERITIES.into_iter().filter_map(counted).collect();
    let summary = if counts.is_empty() {
        texts.get("check-fine")
    } else {
        counts.join(", ")
    };
    let mut out = format!("{}  {summary}\n", printable(name));
    for severity in SEVERITIES {
        let of = |f: &&Finding| f.issue.severity == severity;
        if diagnosis.findings.iter().any(|f| of(&f)) {
            out.push_str(&format!("\n{}\n", texts.get(head_id(severity))));
        }
        let mut told: BTreeMap<&str, usize> = BTreeMap::new();
        for (k, finding) in diagnosis.findings.iter().filter(of).enumerate() {
            let told = told.entry(finding.issue.code).or_default();
            *told += 1;
            if *told > MOST_OF_A_CODE {
                continue;
            }
            if k > 0 {
                out.push('\n');
            }
            finding_text(&mut out, texts, model, finding);
        }
        for (code, count) in told.into_iter().filter(|(_, n)| *n > MOST_OF_A_CODE) {
            let more = [("code", code.into()), ("count", (count - MOST_OF_A_CODE).into())];
            out.push_str(&format!("\n  {}\n", texts.with("check-more-of-code", &more)));
        }
    }
    if diagnosis
        .findings
        .iter()
        .any(|f| texts.issue_part(f.issue.code, "page").is_some())
    {
        out.push_str(&format!("\n{}\n", texts.get("check-more")));
    }
    out
}

fn count_id(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "check-count-errors",
        Severity::Warning => "check-count-warnings",
        Severity::Info => "check-count-notes",
    }
}

fn head_id(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "check-head-errors",
        Severity::Warning => "check-head-warnings",
        Severity::Info => "check-head-notes",
    }
}

fn finding_text(out: &mut String, texts: &Texts, model: &Model, finding: &Finding) {
    let words = texts.issue(&finding.issue);
    out.push_str("  ");
    out.push_str(finding.issue.code);
    if !finding.issue.pointer.is_empty() {
        out.push_str("  ");
        out.push_str(&printable(&finding.issue.pointer));
    }
    out.push('\n');
    let joints = finding.joints.first.iter().map(|&j| model.joint_label(j));
    let vertices = finding.vertices.first.iter().map(|v| {
        let (node, _, primitive) = place(model, v);
        let args = [
            ("vertex", v.vertex.into()),
            ("primitive", primitive.into()),
            ("node", node.into()),
        ];
        texts.with("check-vertex", &args)
    });
    let cure = finding
        .cure
        .as_ref()
        .map(|c| cure_text(texts, c))
        .unwrap_or_default();
    let lines = [
        ("", words.what),
        ("check-label-effect", words.effect),
        ("check-label-remedy", words.remedy),
        ("check-label-joints", listed(joints, finding.joints.count)),
        ("check-label-vertices", listed(vertices, finding.vertices.count)),
        ("check-label-cure", cure),
    ];
    let labels: Vec<String> = lines.iter().map(|(id, _)| label(texts, id)).collect();
    let widest = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    for ((id, line), label) in lines.iter().zip(&labels).filter(|((_, l), _)| !l.is_empty()) {
        // The sentence itself stands alone, what follows from it in a column.
        let indent = if id.is_empty() { 4 } else { 4 + widest + 2 };
        for (k, part) in wrapped(&printable(line), WIDTH - indent).iter().enumerate() {
            if k == 0 && !id.is_empty() {
                let pad = widest + 2 - label.chars().count();
                out.push_str(&format!("    {label}{}{part}\n", " ".repeat(pad)));
            } else {
                out.push_str(&format!("{}{part}\n", " ".repeat(indent)));
            }
        }
    }
}

fn label(texts: &Texts, id: &str) -> String {
    if id.is_empty() {
        String::new()
    } else {
        texts.get(id)
    }
}

/// What a cure does, in words.
fn cure_text(texts: &Texts, cure: &Cure) -> String {
    let id = format!("cure-{}", cure.word());
    texts.with(
        &id,
        &[("factor", cure.factor().unwrap_or(1.0).to_string().into())],
    )
}

/// The first of many, and how many more there are.
fn listed(names: impl Iterator<Item = String>, count: usize) -> String {
    let mut first: Vec<String> = names.take(MOST_NAMED).collect();
    if count > first.len() && !first.is_empty() {
        let more = count - first.len();
        first.push(format!("… (+{more})"));
    }
    first.join(", ")
}

/// The page of a code: what it is, what it does, what to do where, and the thresholds.
fn explain(console: &Console, code: &str, json: bool) -> Result<(), Failure> {
    let texts = &console.texts;
    let known = || {
        let all = doctor::CODES.to_vec();
        all.join(", ")
    };
    if !texts.has(&format!("issue-{code}")) {
        let issue = Issue::error("check-unknown-code", "")
            .with("asked", code)
            .with("codes", known());
        return Err(Failure::new(Outcome::Refused, issue));
    }
    if json {
        return console.json_report_about(EXPLAIN_FORMAT, None, None, &Page::of(texts, code));
    }
    console.result(page_of(texts, code).as_bytes())
}

/// The page of a code for programs.
#[derive(Debug, Serialize)]
struct Page {
    code: String,
    #[serde(rename = "page")]
    text: String,
    effect: Option<String>,
    remedy: Option<String>,
    blender: Option<String>,
    maya: Option<String>,
    own: Option<String>,
    limits: Vec<LimitRow>,
}

#[derive(Debug, Serialize)]
struct LimitRow {
    name: &'static str,
    value: f64,
    unit: &'static str,
    why: String,
}

impl Page {
    fn of(texts: &Texts, code: &str) -> Self {
        let part = |part| {
            let sentence = texts.issue_part(code, part).filter(|s| !s.is_empty());
            sentence.map(|s| with_gaps(&s))
        };
        let limit = |l: &limits::Limit| LimitRow {
            name: l.name,
            value: l.value,
            unit: l.unit,
            why: texts.get(&format!("limit-{}", l.name)),
        };
        Self {
            code: code.to_owned(),
            text: page_text(texts, code),
            effect: part("effect"),
            remedy: part("remedy"),
            blender: part("blender"),
            maya: part("maya"),
            own: part("own"),
            limits: limits::of_code(code).map(limit).collect(),
        }
    }
}

/// What a code is: its page, else the sentence of a finding with its values as gaps.
fn page_text(texts: &Texts, code: &str) -> String {
    let page = texts.issue_part(code, "page");
    page.unwrap_or_else(|| with_gaps(&texts.get(&format!("issue-{code}"))))
}

fn page_of(texts: &Texts, code: &str) -> String {
    let mut out = format!("{code}\n\n");
    paragraph(&mut out, 2, &page_text(texts, code));
    for (id, part) in [
        ("check-explain-effect", "effect"),
        ("check-explain-remedy", "remedy"),
        ("check-explain-blender", "blender"),
        ("check-explain-maya", "maya"),
        ("check-explain-own", "own"),
    ] {
        if let Some(sentence) = texts.issue_part(code, part).filter(|s| !s.is_empty()) {
            out.push_str(&format!("\n  {}\n", texts.get(id)));
            paragraph(&mut out, 4, &with_gaps(&sentence));
        }
    }
    let mut first = true;
    for limit in limits::of_code(code) {
        if std::mem::take(&mut first) {
            out.push_str(&format!("\n  {}\n", texts.get("check-explain-limits")));
        }
        let value = format!("{} {}", limit.value, limit.unit);
        out.push_str(&format!("    {:<18}{}\n", limit.name, value.trim_end()));
        paragraph(&mut out, 22, &texts.get(&format!("limit-{}", limit.name)));
    }
    out
}

/// A sentence without a finding: what its values would be (`{$name}`) is left open.
fn with_gaps(sentence: &str) -> String {
    let mut parts = sentence.split("{$");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push('…');
        out.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    out
}

fn paragraph(out: &mut String, indent: usize, sentence: &str) {
    for line in wrapped(sentence, WIDTH - indent) {
        out.push_str(&format!("{}{line}\n", " ".repeat(indent)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_and_every_limit_has_its_words() {
        let texts = Texts::english();
        for code in doctor::CODES {
            assert!(texts.has(&format!("issue-{code}")), "{code}");
            for part in ["title", "effect", "remedy", "page", "blender", "maya", "own"] {
                let words = texts.issue_part(code, part);
                assert!(words.is_some_and(|w| w.len() > 4), "{code}: no {part}");
            }
        }
        for limit in limits::ALL {
            assert!(texts.has(&format!("limit-{}", limit.name)), "{}", limit.name);
            assert!(
                limit.codes.iter().all(|c| texts.has(&format!("issue-{c}"))),
                "{}",
                limit.name
            );
        }
    }

    #[test]
    fn pages_have_no_values_of_findings() {
        let texts = Texts::english();
        for code in doctor::CODES {
            for part in ["effect", "remedy", "page", "blender", "maya", "own"] {
                let words = texts.issue_part(code, part).unwrap_or_default();
                assert!(!words.contains("{$"), "{code}.{part}: {words}");
            }
        }
        let sources = [
            include_str!("../../assets/text/en/doctor.ftl"),
            include_str!("../../assets/text/en/issues.ftl"),
        ];
        let ids = sources.iter().flat_map(|s| s.lines());
        let codes: Vec<&str> = ids
            .filter_map(|l| l.strip_prefix("issue-")?.split_once(" =").map(|(code, _)| code))
            .collect();
        assert!(codes.len() > doctor::CODES.len());
        for code in codes {
            let page = page_of(&texts, code);
            assert!(!page.contains("{$"), "{page}");
        }
        assert_eq!(with_gaps("{$count} of {$all} keys"), "… of … keys");
        assert_eq!(with_gaps("plain"), "plain");
    }

    #[test]
    fn sentences_say_no_more_than_is_known() {
        let texts = Texts::english();
        let what = |issue: Issue| texts.issue(&issue).what;
        let missing = |word: &str| what(Issue::error("inverse-binds-missing", "").with("matrices", word));
        assert!(missing("identity").contains("are all the identity"));
        assert!(missing("missing").contains("has no inverse bind matrices"));
        let torn = |untried: usize| what(Issue::error("mesh-torn", "").with("untried", untried));
        assert!(torn(0).contains("in every pose:"), "{}", torn(0));
        assert!(torn(1).contains("1 clip was not"), "{}", torn(1));
        assert!(torn(14).contains("14 clips were not"), "{}", torn(14));
        let units = what(Issue::error("inverse-binds-units", "").with("factor", 0.01));
        assert!(units.contains("0.01 times what they should be"), "{units}");
    }

    #[test]
    fn lists_name_the_first_and_count_the_rest() {
        let names = || (0..20).map(|i| i.to_string());
        assert_eq!(listed(names(), 100), "0, 1, 2, 3, 4, 5, 6, 7, … (+92)");
        assert_eq!(listed(names().take(2), 2), "0, 1");
        assert_eq!(listed(std::iter::empty(), 0), "");
    }
}
