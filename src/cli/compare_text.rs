//! The report of `rigscope compare` for people: tables of at most 100 columns, and what would help.

use super::compare::{ClipRow, ExtremeRow, Length, Report, SectionRow, TwistRow, VolumeRow};
use super::console::printable;
use super::table::{Table, grouped};
use crate::text::Texts;
use crate::ui::units::three_digits;

/// Columns of a terminal that tables keep within.
const WIDTH: usize = 100;
/// Far twists that are listed before the rest is counted.
const MOST_TWISTS: usize = 16;

/// Lengths in millimetres where the model is of a person's size, else in per cent of its diagonal.
pub(super) fn text(texts: &Texts, r: &Report) -> String {
    let mut out = texts.with(
        "compare-title",
        &[
            ("a", r.a.as_str().into()),
            ("b", r.b.as_str().into()),
            ("vertices", grouped(r.vertices as u64).into()),
            ("frames", grouped(r.frames as u64).into()),
            ("fps", r.fps.to_string().into()),
        ],
    );
    out.push_str("\n\n");
    // A table of nothing but zeros says no more than this.
    if r.largest.units == 0.0 {
        paragraph(&mut out, &texts.get("compare-equal"));
    } else {
        out.push_str(&clip_table(texts, r));
        out.push('\n');
        for sentence in summary(texts, r) {
            paragraph(&mut out, &sentence);
        }
    }
    if !r.twists.is_empty() {
        out.push_str(&format!("\n{}\n", texts.get("compare-twists")));
        out.push_str(&twist_table(texts, r));
        if let Some(advice) = advice(texts, r) {
            out.push('\n');
            paragraph(&mut out, &advice);
        }
    }
    out
}

fn show(r: &Report, l: Length) -> String {
    if r.in_millimetres {
        format!("{} mm", three_digits(l.millimetres))
    } else {
        format!("{} %", three_digits(l.per_cent))
    }
}

fn percent(ratio: f64) -> String {
    format!("{} %", three_digits(100.0 * ratio))
}

fn seconds(time: f64) -> String {
    format!("{time:.3} s")
}

fn dash() -> String {
    "–".to_owned()
}

fn clip_name(c: &ClipRow) -> String {
    match &c.name {
        Some(name) if !name.is_empty() => printable(name),
        _ => dash(),
    }
}

/// The clip in a sentence; a name that it does not have is not said.
fn clip_and_name(texts: &Texts, c: &ClipRow) -> String {
    let name = c.name.as_deref().filter(|n| !n.is_empty());
    match (c.index, name) {
        (None, _) => texts.get("compare-rest"),
        (Some(index), None) => texts.with("compare-clip", &[("clip", index.into())]),
        (Some(index), Some(name)) => {
            let args = [("clip", index.into()), ("name", printable(name).into())];
            texts.with("compare-clip-named", &args)
        }
    }
}

/// From the smallest ratio to the largest: `62–104 %`.
fn range(smallest: Option<&ExtremeRow>, largest: Option<&ExtremeRow>) -> Option<String> {
    let (low, high) = (100.0 * smallest?.ratio, 100.0 * largest?.ratio);
    let (low, high) = (format!("{low:.0}"), format!("{high:.0}"));
    Some(if low == high {
        format!("{low} %")
    } else {
        format!("{low}–{high} %")
    })
}

fn clip_table(texts: &Texts, r: &Report) -> String {
    let head = |id: &str| texts.get(id);
    let columns = [
        ">#".to_owned(),
        head("compare-head-clip"),
        format!(">{}", head("compare-head-largest")),
        format!(">{}", head("compare-head-at")),
        head("compare-head-joint"),
        format!(">{}", head("compare-head-p95")),
        format!(">{}", head("compare-head-mean")),
        format!(">{}", head("compare-head-volume-a")),
        format!(">{}", head("compare-head-volume-b")),
    ];
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let regions =
        |v: &VolumeRow| range(v.smallest_region.as_ref(), v.largest_region.as_ref()).unwrap_or_else(dash);
    for c in &r.clips {
        let worst = c.worst.as_ref();
        table.row([
            c.index.map_or_else(dash, |i| i.to_string()),
            clip_name(c),
            show(r, c.largest),
            worst.map_or_else(dash, |w| seconds(w.time_secs)),
            worst.map_or_else(dash, |w| printable(&w.joint)),
            show(r, c.percentile_95),
            show(r, c.mean),
            regions(&c.volume_a),
            regions(&c.volume_b),
        ]);
    }
    table.fit(WIDTH, &[1, 4]);
    table.text()
}

/// All clips together, and where the worst vertex is.
fn summary(texts: &Texts, r: &Report) -> Vec<String> {
    let also = if r.in_millimetres {
        texts.with(
            "compare-in-percent",
            &[("percent", three_digits(r.largest.per_cent).into())],
        )
    } else {
        texts.with(
            "compare-in-units",
            &[("units", three_digits(r.largest.units).into())],
        )
    };
    let mut lines = vec![texts.with(
        "compare-all",
        &[
            ("largest", show(r, r.largest).into()),
            ("also", also.into()),
            ("p95", show(r, r.percentile_95).into()),
            ("mean", show(r, r.mean).into()),
        ],
    )];
    let worst = r
        .clips
        .iter()
        .find(|c| c.index == r.largest_clip && c.worst.is_some());
    if let Some((c, w)) = worst.and_then(|c| c.worst.as_ref().map(|w| (c, w))) {
        lines.push(texts.with(
            "compare-worst",
            &[
                ("clip", clip_and_name(texts, c).into()),
                ("time", seconds(w.time_secs).into()),
                ("vertex", w.vertex.to_string().into()),
                ("primitive", w.primitive.to_string().into()),
                ("mesh", w.mesh.to_string().into()),
                ("node", w.node.to_string().into()),
                ("joint", printable(&w.joint).into()),
            ],
        ));
    }
    let closed = |volume: fn(&ClipRow) -> &VolumeRow| {
        let smallest = r.clips.iter().filter_map(|c| volume(c).smallest_closed.as_ref());
        let largest = r.clips.iter().filter_map(|c| volume(c).largest_closed.as_ref());
        range(
            smallest.min_by(|a, b| a.ratio.total_cmp(&b.ratio)),
            largest.max_by(|a, b| a.ratio.total_cmp(&b.ratio)),
        )
    };
    if let Some((a, b)) = closed(|c| &c.volume_a).zip(closed(|c| &c.volume_b)) {
        lines.push(texts.with("compare-closed", &[("a", a.into()), ("b", b.into())]));
    }
    lines
}

fn twist_table(texts: &Texts, r: &Report) -> String {
    let head = |id: &str| texts.get(id);
    let columns = [
        head("compare-head-joint"),
        format!(">{}", head("compare-head-twist")),
        format!(">{}", head("compare-head-clip")),
        format!(">{}", head("compare-head-at")),
        format!(">{}", head("compare-head-section-a")),
        format!(">{}", head("compare-head-section-b")),
        format!(">{}", head("compare-head-kept")),
        format!(">{}", head("compare-head-two")),
        format!(">{}", head("compare-head-three")),
    ];
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    let measured = |s: &Option<SectionRow>| s.as_ref().map_or_else(dash, |s| percent(s.radius));
    for t in r.twists.iter().take(MOST_TWISTS) {
        table.row([
            printable(&t.joint),
            format!("{:.0}°", t.degrees),
            t.clip.map_or_else(dash, |c| c.to_string()),
            seconds(t.time_secs),
            measured(&t.section_a),
            measured(&t.section_b),
            percent(t.radius_kept_by_lbs),
            percent(t.with_two_joints),
            percent(t.with_three_joints),
        ]);
    }
    table.fit(WIDTH, &[0]);
    let mut out = table.text();
    if r.twists.len() > MOST_TWISTS {
        let more = r.twists.len() - MOST_TWISTS;
        out.push_str(&format!(
            "  {}\n",
            texts.with("compare-more-twists", &[("count", more.into())])
        ));
    }
    out
}

/// What the twist that costs most costs, and what would help.
fn advice(texts: &Texts, r: &Report) -> Option<String> {
    let kept = |t: &TwistRow| t.section_a.as_ref().map_or(t.radius_kept_by_lbs, |s| s.radius);
    // The first of equals: they come farthest first.
    let t = r
        .twists
        .iter()
        .filter(|t| is_worth_it(t))
        .min_by(|a, b| kept(a).total_cmp(&kept(b)))?;
    let args = [
        ("a", r.a.as_str().into()),
        ("measured", percent(kept(t)).into()),
        ("joint", printable(&t.joint).into()),
        (
            "against",
            t.against.as_deref().map_or_else(dash, printable).into(),
        ),
        ("degrees", format!("{:.0}", t.degrees.abs()).into()),
        ("kept", percent(t.radius_kept_by_lbs).into()),
        ("two", percent(t.with_two_joints).into()),
        ("three", percent(t.with_three_joints).into()),
    ];
    Some(texts.with("compare-advice", &args))
}

/// True if the ring around the joint suffers, and not under both ways alike: a bend can take as much from each, and no
/// other way to skin gives it back.
fn is_worth_it(t: &TwistRow) -> bool {
    match (&t.section_a, &t.section_b) {
        (Some(a), Some(b)) => a.radius < 0.97 && (a.radius - b.radius).abs() > 0.01,
        _ => true,
    }
}

/// Adds a sentence in as many lines as it takes.
fn paragraph(out: &mut String, sentence: &str) {
    for (k, line) in wrapped(sentence, WIDTH - 4).iter().enumerate() {
        out.push_str(if k == 0 { "  " } else { "    " });
        out.push_str(line);
        out.push('\n');
    }
}

/// `text` in lines of at most `width` characters, broken at spaces.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrapped("a bc def g", 4), ["a bc", "def", "g"]);
        assert!(wrapped("", 4).is_empty());
    }

    #[test]
    fn ranges_are_short() {
        let at = |ratio| ExtremeRow {
            ratio,
            joint: None,
            joint_node: None,
            time_secs: 0.0,
        };
        let range = |a, b| range(Some(&at(a)), Some(&at(b)));
        assert_eq!(range(0.617, 1.04).as_deref(), Some("62–104 %"));
        assert_eq!(range(0.999, 1.001).as_deref(), Some("100 %"));
    }
}
