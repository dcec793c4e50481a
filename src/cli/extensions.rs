//! `rigscope info --extensions`: what this build makes of each extension of glTF.

use serde::Serialize;

use super::compare_text::wrapped;
use super::console::Console;
use super::failure::Failure;
use crate::import::{EXTENSIONS, Extension};
use crate::text::Texts;

/// Name of the JSON report.
pub(super) const FORMAT: &str = "rigscope-extensions";

/// Columns of a terminal that the report keeps within.
const WIDTH: usize = 100;

#[derive(Serialize)]
struct Report {
    extensions: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    support: &'static str,
    note: Option<String>,
}

pub(super) fn run(console: &Console, json: bool) -> Result<(), Failure> {
    let texts = &console.texts;
    if json {
        let row = |e: &Extension| Row {
            name: e.name,
            support: e.support.word(),
            note: e.support.sentence().map(|id| texts.get(&id)),
        };
        let report = Report {
            extensions: EXTENSIONS.iter().map(row).collect(),
        };
        return console.json_report_about(FORMAT, None, None, &report);
    }
    console.result(text(texts).as_bytes())
}

/// Three columns: name, support, and what that means, wrapped.
fn text(texts: &Texts) -> String {
    let head = ["name", "support", "note"].map(|id| texts.get(&format!("extension-head-{id}")));
    let words = |e: &Extension| texts.get(&format!("extension-{}", e.support.word()));
    let widest = |of: &dyn Fn(&Extension) -> usize| EXTENSIONS.iter().map(of).max().unwrap_or(0);
    let name = widest(&|e| e.name.len());
    let support = widest(&|e| words(e).chars().count()).max(head[1].chars().count());
    let left = 2 + name + 2 + support + 2;
    let mut out = String::new();
    let mut line = |a: &str, b: &str, note: &str| {
        let mut notes = wrapped(note, WIDTH - left).into_iter();
        let first = notes.next().unwrap_or_default();
        out.push_str(format!("  {a:<name$}  {b:<support$}  {first}").trim_end());
        out.push('\n');
        for more in notes {
            out.push_str(&format!("{:left$}{more}\n", ""));
        }
    };
    line(&head[0], &head[1], &head[2]);
    for extension in EXTENSIONS {
        let note = extension.support.sentence().map(|id| texts.get(&id));
        line(extension.name, &words(extension), &note.unwrap_or_default());
    }
    out
}
