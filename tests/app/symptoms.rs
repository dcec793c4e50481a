//! Every fault has its words, its picture and its place in the gallery, which is written from both.
//!
//! `RIGSCOPE_WRITE_DOCS=1 cargo test symptoms` writes docs/symptoms.md anew; `docs/symptoms.sh` makes its pictures.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rigscope::teach::{Fault, Stage};
use rigscope::text::Texts;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn id(fault: Fault) -> String {
    format!("teach-{}", fault.word())
}

/// What docs/symptoms.sh draws: the arguments of each scene, and the scene of each fault.
struct Script {
    scenes: BTreeMap<String, String>,
    faults: BTreeMap<String, String>,
}

fn script() -> Script {
    let text = std::fs::read_to_string(root().join("docs/symptoms.sh")).unwrap();
    let mut out = Script {
        scenes: BTreeMap::new(),
        faults: BTreeMap::new(),
    };
    for line in text.lines() {
        let mut words = line.splitn(3, ' ');
        let (kind, name, rest) = (words.next(), words.next(), words.next());
        let list = match kind {
            Some("scene") => &mut out.scenes,
            Some("fault") => &mut out.faults,
            _ => continue,
        };
        list.insert(name.unwrap().to_owned(), rest.unwrap().to_owned());
    }
    out
}

#[test]
fn every_fault_explains_itself() {
    let texts = Texts::english();
    let file = std::fs::read_to_string(root().join("assets/text/en/teach.ftl")).unwrap();
    let mut messages = 0;
    for fault in Fault::ALL {
        let id = id(fault);
        assert!(texts.has(&id), "{id}");
        messages += 1;
        for name in ["note", "look", "cause", "cure", "see", "hidden"] {
            let part = texts.part(&id, name);
            assert!(part.ends_with('.'), "{id}.{name}: {part}");
        }
        let note = texts.part(&id, "note");
        assert_eq!(note.matches(". ").count(), 1, "two sentences: {note}");
        assert!(texts.get(&id).len() <= 30, "it stands in a row of the panel");
    }
    for stage in Stage::ALL {
        assert!(texts.has(&format!("teach-stage-{}", stage.word())));
        messages += 1;
    }
    // What is left: the band and the heading of what other viewers show.
    let all = file.lines().filter(|l| l.starts_with("teach-")).count();
    assert_eq!(all, messages + 2, "every message is used");
}

#[test]
fn every_fault_has_its_pictures() {
    let script = script();
    let mut bytes = 0;
    for fault in Fault::ALL {
        let scene = &script.faults[fault.word()];
        assert!(script.scenes.contains_key(scene), "{scene}");
        let pictures = [format!("right-{scene}.png"), format!("{}.png", fault.word())];
        let [right, wrong] = pictures.map(|name| {
            let path = root().join("docs/symptoms").join(&name);
            let data = std::fs::read(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
            bytes += data.len();
            image::load_from_memory(&data).unwrap().into_rgba8()
        });
        assert_eq!(right.dimensions(), wrong.dimensions());
        // Below the band, what is wrong looks otherwise.
        let (width, height) = right.dimensions();
        let differs = (0..width * height).filter(|k| {
            let (x, y) = (k % width, k / width);
            let apart = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 40;
            let (a, b) = (right.get_pixel(x, y), wrong.get_pixel(x, y));
            y > height / 4 && a.0.iter().zip(&b.0).any(apart)
        });
        let count = differs.count();
        assert!(count > 400, "{}: {count} pixels differ", fault.word());
    }
    assert!(bytes < 2_000_000, "{bytes} bytes of pictures");
    assert_eq!(script.faults.len(), Fault::ALL.len());
}

#[test]
fn the_gallery_is_written_from_the_words() {
    let path = root().join("docs/symptoms.md");
    let right = gallery(&Texts::english(), &script());
    if std::env::var_os("RIGSCOPE_WRITE_DOCS").is_some() {
        std::fs::write(&path, &right).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap();
    assert!(
        there == right,
        "docs/symptoms.md is not up to date: RIGSCOPE_WRITE_DOCS=1 cargo test symptoms"
    );
}

fn gallery(texts: &Texts, script: &Script) -> String {
    let mut out = String::from(
        "# Symptoms\n\n\
         What a mistake of an importer, an engine or an exporter looks like, and what to do about it. Every picture is \
         made by the program (`docs/symptoms.sh`): left what is right, right the same instant with one mistake made on \
         purpose. In the window each mistake is a switch under **Wrong on purpose**, and `T` opens this list; on the \
         command line it is `--teach NAME` of `render` and `pose`.\n\n\
         | It looks like this | Mistake |\n|---|---|\n",
    );
    for fault in Fault::ALL {
        let (name, look) = (texts.get(&id(fault)), texts.part(&id(fault), "look"));
        writeln!(out, "| {look} | [{name}](#{}) |", fault.word()).unwrap();
    }
    for stage in Stage::ALL {
        let heading = texts.get(&format!("teach-stage-{}", stage.word()));
        let of_stage = |f: &Fault| f.stage() == stage && !f.is_elsewhere();
        section(&mut out, texts, script, &heading, of_stage);
    }
    let heading = texts.get("teach-elsewhere");
    section(&mut out, texts, script, &heading, |f| f.is_elsewhere());
    out
}

fn section(out: &mut String, texts: &Texts, script: &Script, heading: &str, of: impl Fn(&Fault) -> bool) {
    writeln!(out, "\n## {heading}").unwrap();
    for fault in Fault::ALL.into_iter().filter(of) {
        let part = |name: &str| texts.part(&id(fault), name);
        let word = fault.word();
        let scene = &script.faults[word];
        let arguments = &script.scenes[scene];
        writeln!(out, "\n<a name=\"{word}\"></a>\n### {}\n", texts.get(&id(fault))).unwrap();
        writeln!(out, "| right | `--teach {word}` |\n|---|---|").unwrap();
        writeln!(
            out,
            "| ![right](symptoms/right-{scene}.png) | ![wrong](symptoms/{word}.png) |\n"
        )
        .unwrap();
        writeln!(out, "- **It looks like this.** {}", part("look")).unwrap();
        writeln!(out, "- **What is wrong.** {} {}", part("note"), part("see")).unwrap();
        writeln!(out, "- **Where it comes from.** {}", part("cause")).unwrap();
        writeln!(out, "- **What to do.** {}", part("cure")).unwrap();
        if let Some(code) = fault.finding() {
            let named = texts.with("teach-finding", &[("code", format!("`{code}`").into())]);
            writeln!(out, "- **Doctor.** {named}").unwrap();
        }
        if arguments.starts_with("sample:") {
            let arguments = arguments.replace("\"'", "\"").replace("'\"", "\"");
            writeln!(
                out,
                "- **Try it.** `rigscope render {arguments} --teach {word} -o out.png`"
            )
            .unwrap();
        } else {
            let made =
                "- **Try it.** This one needs a model that is made for it: `docs/symptoms.py` makes it.";
            writeln!(out, "{made}").unwrap();
        }
    }
}
