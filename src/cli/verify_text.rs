//! The report of `rigscope verify` for people.

use super::console::printable;
use super::table::{Table, grouped, three_digits};
use super::verify::Report;
use crate::inspect::verify::{Explanation, MOST_EXPLAINED, Place, PoseReport, StageReport, VerifyStage};
use crate::model::IssueArg;
use crate::text::Texts;

/// Poses that are told in full; of the others a line each.
const MOST_IN_FULL: usize = 3;
/// Poses that have a line.
const MOST_LINES: usize = 40;
/// Decimals of numbers that are shown side by side.
const DECIMALS: usize = 6;

pub(super) fn text(texts: &Texts, r: &Report) -> String {
    let mut out = String::new();
    if r.differing == 0 {
        let stages: Vec<&str> = VerifyStage::ALL
            .into_iter()
            .filter(|s| r.poses.iter().any(|p| p.stages.iter().any(|of| of.stage == *s)))
            .map(VerifyStage::word)
            .collect();
        out.push_str(&texts.with(
            "verify-fine",
            &[
                ("count", r.poses.len().into()),
                ("stages", stages.join(", ").into()),
                (
                    "tolerance",
                    length(r, r.poses.iter().map(|p| p.tolerance).fold(0.0, f64::max)).into(),
                ),
            ],
        ));
        out.push('\n');
        return out;
    }
    for (told, pose) in r.poses.iter().filter(|p| !p.equal).enumerate() {
        if told < MOST_IN_FULL {
            in_full(&mut out, texts, r, pose);
        } else if told < MOST_LINES {
            out.push_str(&heading(texts, pose));
            out.push_str(": ");
            out.push_str(&looks_like(texts, pose).join(" "));
            out.push('\n');
        }
    }
    let left = r.differing.saturating_sub(MOST_LINES);
    if left > 0 {
        out.push_str(&texts.with("verify-more", &[("count", left.into())]));
        out.push('\n');
    }
    out
}

fn length(r: &Report, units: f64) -> String {
    format!("{} {}", digits(r.unit.of(units)), r.unit.symbol())
}

/// Three digits, of what is small, too.
fn digits(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value < 0.01 {
        format!("{value:.1e}")
    } else {
        three_digits(value)
    }
}

/// Which pose, in a few words.
fn heading(texts: &Texts, pose: &PoseReport) -> String {
    let clip = pose.clip.as_ref().map(|c| {
        let name = c.name.as_deref().map(printable).unwrap_or_default();
        format!("{} {name}", c.index).trim_end().to_owned()
    });
    match clip {
        Some(clip) => texts.with(
            "verify-pose",
            &[
                ("clip", clip.into()),
                ("time", format!("{:.4}", pose.time).into()),
                ("skinning", pose.skinning.into()),
            ],
        ),
        None => texts.with("verify-pose-rest", &[("skinning", pose.skinning.into())]),
    }
}

fn in_full(out: &mut String, texts: &Texts, r: &Report, pose: &PoseReport) {
    out.push_str(&heading(texts, pose));
    out.push('\n');
    let head = [
        texts.get("verify-head-stage"),
        format!(">{}", texts.get("verify-head-compared")),
        format!(">{}", texts.get("verify-head-differ")),
        format!(">{}", texts.get("verify-head-largest")),
        texts.get("verify-head-follows"),
    ];
    let mut table = Table::new(&head.iter().map(String::as_str).collect::<Vec<_>>());
    for s in &pose.stages {
        table.row([
            s.stage.word().to_owned(),
            grouped(s.compared as u64),
            grouped(s.differing as u64),
            largest(r, s),
            match s.follows {
                Some(true) => texts.get("verify-follows"),
                Some(false) => texts.get("verify-follows-not"),
                None => String::new(),
            },
        ]);
    }
    out.push_str(&table.text());
    if let Some(first) = pose.stages.iter().find(|s| s.differing > 0) {
        out.push('\n');
        place(out, texts, first);
    }
    for line in looks_like(texts, pose) {
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
}

/// The largest difference in the terms of its stage.
fn largest(r: &Report, s: &StageReport) -> String {
    let mut parts = vec![length(r, s.distance)];
    if let Some(degrees) = s.degrees.filter(|d| *d > 0.0) {
        parts.push(format!("{}°", digits(degrees)));
    }
    if let Some(linear) = s.linear.filter(|l| *l > 0.0) {
        parts.push(digits(linear));
    }
    parts.join(", ")
}

/// Where the first stage that differs begins to, with both numbers.
fn place(out: &mut String, texts: &Texts, s: &StageReport) {
    let Some(at) = s.begins.as_ref().or(s.worst.as_ref()) else {
        return;
    };
    let values = [
        ("stage", s.stage.word().into()),
        ("joint", printable(&at.joint).into()),
        ("node", at.node.into()),
        ("vertex", at.vertex.unwrap_or_default().into()),
        ("primitive", at.primitive.unwrap_or_default().into()),
        ("carrier", at.instance_node.unwrap_or_default().into()),
        ("skin", at.skin.unwrap_or_default().into()),
        ("slot", at.slot.unwrap_or_default().into()),
    ];
    out.push_str(&match s.stage {
        VerifyStage::Positions => texts.with("verify-at-vertex", &values),
        VerifyStage::Palettes => texts.with("verify-at-slot", &values),
        VerifyStage::Locals | VerifyStage::Nodes => texts.with("verify-at-joint", &values),
    });
    out.push('\n');
    out.push_str(&side_by_side(texts, s.stage, at));
    if s.joints.len() > 1 {
        let joints: Vec<String> = s
            .joints
            .iter()
            .map(|j| format!("{} ({})", printable(&j.joint), grouped(j.vertices as u64)))
            .collect();
        out.push_str(&texts.with("verify-joints", &[("joints", joints.join(", ").into())]));
        out.push('\n');
    }
}

/// Rows of ours beside rows of theirs: matrices as people write them, the translation on the right.
fn side_by_side(texts: &Texts, stage: VerifyStage, at: &Place) -> String {
    let (ours, theirs) = (&at.ours.0[..], &at.theirs.0[..]);
    let mut table = Table::new(&["", &texts.get("verify-ours"), "", &texts.get("verify-theirs")]);
    let join = |numbers: &[f64]| {
        let words: Vec<String> = numbers.iter().map(|n| number(*n)).collect();
        words.join(" ")
    };
    let mut line =
        |name: &str, a: &[f64], b: &[f64]| table.row([name.to_owned(), join(a), String::new(), join(b)]);
    match stage {
        VerifyStage::Locals => {
            for (name, range) in [("T", 0..3), ("R", 3..7), ("S", 7..10)] {
                line(name, &ours[range.clone()], &theirs[range]);
            }
        }
        VerifyStage::Nodes | VerifyStage::Palettes => {
            let row = |m: &[f64], r: usize| [m[r], m[4 + r], m[8 + r], m[12 + r]];
            // The last row is 0 0 0 1, unless it is what is wrong.
            let rows = if row(theirs, 3) == [0.0, 0.0, 0.0, 1.0] {
                3
            } else {
                4
            };
            for r in 0..rows {
                line("", &row(ours, r), &row(theirs, r));
            }
        }
        VerifyStage::Positions => line("", ours, theirs),
    }
    table.text()
}

/// Wide enough to stand under each other; never "-0.000000".
fn number(value: f64) -> String {
    let text = if value.abs() < 1e6 {
        format!("{value:.DECIMALS$}")
    } else {
        format!("{value:e}")
    };
    let zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    let text = if zero {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    };
    format!("{text:>11}")
}

/// What it looks like, a sentence each.
fn looks_like(texts: &Texts, pose: &PoseReport) -> Vec<String> {
    if !pose.explained {
        return vec![texts.with("verify-not-explained", &[("count", MOST_EXPLAINED.into())])];
    }
    if pose.explanations.is_empty() {
        return vec![texts.get("verify-unknown")];
    }
    let mut lines: Vec<String> = pose.explanations.iter().map(|e| sentence(texts, e)).collect();
    if let [first, rest @ ..] = &mut lines[..] {
        *first = texts.with("verify-looks-like", &[("what", first.clone().into())]);
        for other in rest {
            *other = texts.with("verify-or", &[("what", other.clone().into())]);
        }
    }
    if !pose.explanations[0].complete {
        lines.push(texts.get("verify-not-all"));
    }
    if !pose.explanations[0].everywhere {
        lines.push(texts.get("verify-in-places"));
    }
    lines
}

fn sentence(texts: &Texts, e: &Explanation) -> String {
    let nameless = |(name, v): &(&str, IssueArg)| *name == "name" && *v == IssueArg::Text(String::new());
    let end = if e.arguments.iter().any(nameless) {
        "-nameless"
    } else {
        ""
    };
    texts.with(&format!("verify-is-{}{end}", e.code), &e.arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teach::Fault;

    #[test]
    fn numbers_stand_under_each_other_and_zero_has_no_sign() {
        assert_eq!(number(-1e-9), "   0.000000");
        assert_eq!(number(-12.5), " -12.500000");
        assert_eq!(number(1e18).trim(), "1e18");
    }

    #[test]
    fn every_mistake_has_a_sentence() {
        let texts = Texts::english();
        for fault in Fault::ALL {
            assert!(
                texts.has(&format!("verify-is-{}", fault.word())),
                "{}",
                fault.word()
            );
        }
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/inspect/verify/mistakes");
        let mut count = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            for opening in ["Candidate::new(", "try_at(", "changed(", "try_with("] {
                for (at, _) in source.match_indices(opening) {
                    let rest = source[at + opening.len()..].trim_start();
                    if let Some(code) = rest.strip_prefix('"').and_then(|r| r.split('"').next()) {
                        assert!(texts.has(&format!("verify-is-{code}")), "{code}");
                        count += 1;
                    }
                }
            }
        }
        for code in [
            "other-clip-nameless",
            "handedness",
            "up-axis",
            "turned-round",
            "joint-order",
            "inverse-bind-order",
            "joints-against-inverse-binds",
        ] {
            assert!(texts.has(&format!("verify-is-{code}")), "{code}");
        }
        assert!(count > 30, "the sources are read: {count}");
    }
}
