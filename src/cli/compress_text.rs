//! The report of `rigscope compress` for people.

use super::compress::{ClipRow, Length, Report};
use super::console::printable;
use super::table::{Table, bytes, grouped};
use crate::text::Texts;
use crate::ui::units::three_digits;

/// Columns of a terminal that the table keeps within.
const WIDTH: usize = 100;

/// Lengths as the tolerance was given, else in millimetres where the model is of a person's size and in per cent of its
/// diagonal where it is not.
pub(super) fn text(texts: &Texts, r: &Report) -> String {
    let mut out = texts.with(
        "compress-title",
        &[
            ("before", bytes(r.file_bytes_before).into()),
            ("after", bytes(r.file_bytes_after).into()),
            ("output", printable(&r.output).into()),
        ],
    );
    out.push_str("\n\n");
    out.push_str(&clips(texts, r));
    out.push('\n');
    let ratio = r.animation_bytes_before as f64 / r.animation_bytes_after.max(1) as f64;
    for (id, args) in [
        (
            "compress-animation",
            vec![
                ("before", bytes(r.animation_bytes_before)),
                ("after", bytes(r.animation_bytes_after)),
                ("ratio", three_digits(ratio)),
            ],
        ),
        (
            if r.within_tolerance {
                "compress-error"
            } else {
                "compress-error-over"
            },
            vec![
                ("tolerance", show(r, r.tolerance)),
                ("largest", show(r, r.largest)),
                ("p99", show(r, r.percentile_99)),
                ("mean", show(r, r.mean)),
                ("vertices", grouped(r.vertices as u64)),
            ],
        ),
        (
            if r.meshopt {
                "compress-with-meshopt"
            } else {
                "compress-without-meshopt"
            },
            Vec::new(),
        ),
    ] {
        let args: Vec<_> = args.into_iter().map(|(k, v)| (k, v.into())).collect();
        out.push_str(&texts.with(id, &args));
        out.push('\n');
    }
    let sum = |of: fn(&ClipRow) -> usize| r.clips.iter().map(of).sum::<usize>();
    if ratio < 1.5 && sum(|c| c.values_before) > 2 * sum(|c| c.keys_before) {
        out.push_str(&texts.get("compress-splines"));
        out.push('\n');
    }
    out
}

fn show(r: &Report, l: Length) -> String {
    let (value, symbol) = if r.in_millimetres {
        (l.millimetres, "mm")
    } else {
        (l.per_cent, "%")
    };
    match three_digits(value) {
        // What is not nothing is not told as nothing.
        zero if zero == "0" && value > 0.0 => format!("< 0.0001 {symbol}"),
        digits => format!("{digits} {symbol}"),
    }
}

fn ratio(raw: u64, now: u64) -> String {
    three_digits(raw as f64 / now.max(1) as f64)
}

fn clips(texts: &Texts, r: &Report) -> String {
    let head = |id: &str| format!(">{}", texts.get(id));
    let columns = [
        ">#".to_owned(),
        texts.get("compress-head-clip"),
        head("compress-head-keys"),
        head("compress-head-kept"),
        head("compress-head-raw"),
        head("compress-head-largest"),
        head("compress-head-p99"),
        head("compress-head-at"),
        texts.get("compress-head-joint"),
        head("compress-head-set"),
        head("compress-head-variable"),
    ];
    let mut table = Table::new(&columns.iter().map(String::as_str).collect::<Vec<_>>());
    for c in &r.clips {
        table.row(row(r, c));
    }
    table.fit(WIDTH, &[1, 8]);
    table.text()
}

fn row(r: &Report, c: &ClipRow) -> [String; 11] {
    let dash = || "–".to_owned();
    let name = c.name.as_deref().filter(|n| !n.is_empty());
    let worst = c.worst.as_ref();
    [
        c.index.to_string(),
        name.map_or_else(dash, printable),
        grouped(c.values_before as u64),
        grouped(c.values_after as u64),
        bytes(c.techniques.raw),
        show(r, c.largest),
        show(r, c.percentile_99),
        worst.map_or_else(dash, |w| format!("{:.3} s", w.time_secs)),
        worst.map_or_else(dash, |w| printable(&w.joint)),
        ratio(c.techniques.raw, c.techniques.reduced),
        ratio(c.techniques.raw, c.techniques.variable),
    ]
}
