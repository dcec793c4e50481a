//! The table of extensions: its words, the read-me that is written from it, and what the program prints.
//!
//! `RIGSCOPE_WRITE_DOCS=1 cargo test extensions` writes the table in README.md anew.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rigscope::import::{EXTENSIONS, Extension, Support};
use rigscope::model::Issue;
use rigscope::text::Texts;

use crate::cli_support::Folder;

const BEGIN: &str = "<!-- extensions: RIGSCOPE_WRITE_DOCS=1 cargo test extensions writes this -->\n";
const END: &str = "<!-- extensions end -->\n";

fn readme() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

#[test]
fn every_word_has_its_sentence_and_every_sentence_is_used() {
    let texts = Texts::english();
    let used: BTreeSet<String> = EXTENSIONS.iter().filter_map(|e| e.support.sentence()).collect();
    for id in &used {
        assert!(texts.has(id), "{id}");
    }
    let file =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/text/en/extensions.ftl"))
            .unwrap();
    for line in file.lines().filter(|l| l.starts_with("extension-")) {
        let (id, _) = line.split_once(" =").unwrap();
        let column = id.starts_with("extension-head-") || id.matches('-').count() == 1;
        // What is in no table still is what a file may bring.
        let unlisted = id == "extension-refused-unknown";
        // Of a build without the transcoder.
        let unlisted = unlisted || id == "extension-partly-placeholder";
        assert!(column || unlisted || used.contains(id), "{id} is not used");
    }
}

#[test]
fn findings_say_what_the_table_says() {
    let texts = Texts::english();
    for extension in EXTENSIONS {
        let name = extension.name;
        match extension.support {
            Support::Refused(hint) => {
                let issue = Issue::error("required-extension", "")
                    .with("extension", name)
                    .with("hint", hint);
                let said = texts.issue(&issue).remedy;
                assert_eq!(said, texts.get(&format!("extension-refused-{hint}")), "{name}");
            }
            Support::Ignored(why) => {
                for code in ["extension-ignored", "required-extension-ignored"] {
                    let issue = Issue::info(code, "").with("extension", name).with("why", why);
                    let said = texts.issue(&issue).effect;
                    assert_eq!(said, texts.get(&format!("extension-ignored-{why}")), "{name}");
                }
            }
            Support::Full | Support::Partly(_) => {}
        }
    }
}

#[test]
fn the_read_me_has_the_table() {
    let texts = Texts::english();
    let there = std::fs::read_to_string(readme()).unwrap();
    let begin = there.find(BEGIN).unwrap() + BEGIN.len();
    let end = there.find(END).unwrap();
    let right = table(&texts);
    if std::env::var_os("RIGSCOPE_WRITE_DOCS").is_some() {
        let whole = format!("{}{right}{}", &there[..begin], &there[end..]);
        std::fs::write(readme(), whole).unwrap();
        return;
    }
    assert!(
        there[begin..end] == right,
        "the table in README.md is not up to date: RIGSCOPE_WRITE_DOCS=1 cargo test extensions"
    );
}

/// What is supported in sight, the long rest below a fold.
fn table(texts: &Texts) -> String {
    let mut out = String::new();
    let rows = |out: &mut String, of: &dyn Fn(&&Extension) -> bool| {
        out.push_str("\n| extension | support | |\n|---|---|---|\n");
        for e in EXTENSIONS.iter().filter(of) {
            let note = e.support.sentence().map(|id| texts.get(&id)).unwrap_or_default();
            let support = texts.get(&format!("extension-{}", e.support.word()));
            writeln!(out, "| `{}` | {support} | {note} |", e.name).unwrap();
        }
        out.push('\n');
    };
    rows(&mut out, &|e| {
        matches!(e.support, Support::Full | Support::Partly(_))
    });
    out.push_str(
        "<details><summary>Those that are ignored, and those that are refused where a file requires them</summary>\n",
    );
    rows(&mut out, &|e| {
        matches!(e.support, Support::Ignored(_) | Support::Refused(_))
    });
    out.push_str("</details>\n\n");
    out
}

#[test]
fn the_program_prints_the_table() {
    let here = Folder::new();
    let run = here.run(&["info", "--extensions"]);
    let text = String::from_utf8(run.fine().out.clone()).unwrap();
    for e in EXTENSIONS {
        let line = text
            .lines()
            .find(|l| l.trim_start().starts_with(&format!("{} ", e.name)));
        assert!(line.unwrap().contains(e.support.word()), "{}", e.name);
    }
    let wide = text
        .lines()
        .find(|l| l.chars().count() > 100 || l.trim_end() != *l);
    assert_eq!(wide, None);
    let report = here.run(&["info", "--extensions", "--json"]).fine().json_line();
    assert_eq!(report["format"], "rigscope-extensions");
    assert!(report["file"].is_null());
    let rows = report["extensions"].as_array().unwrap();
    assert_eq!(rows.len(), EXTENSIONS.len());
    for row in rows {
        assert_eq!(row["support"] == "full", row["note"].is_null(), "{row}");
    }
    here.run(&["info"]).fails(2, &["MODEL"]);
    here.run(&["info", "a.glb", "--extensions"])
        .fails(2, &["--extensions"]);
}
