//! Import: every finding has a sentence, a word on its effect and one on what to do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const TEXTS: &str = include_str!("../../assets/text/en/issues.ftl");

/// Code to the whole entry: sentence and attributes.
fn entries() -> BTreeMap<&'static str, &'static str> {
    let mut out = BTreeMap::new();
    let mut rest = TEXTS;
    while let Some(start) = rest.find("\nissue-") {
        let entry = &rest[start + 1..];
        let end = entry
            .find("\n\n")
            .unwrap_or(entry.len())
            .min(entry[1..].find("\nissue-").map_or(entry.len(), |e| e + 1));
        let (name, _) = entry.split_once(" =").expect("an entry is a name and a text");
        out.insert(&name["issue-".len()..], &entry[..end]);
        rest = &rest[start + 1..];
    }
    out
}

/// The codes of the importer's sources: string literals right behind `Issue::error(` and its like, and those of tables.
fn codes() -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/import");
    let mut paths = vec![folder];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(
                std::fs::read_dir(path)
                    .expect("sources")
                    .map(|e| e.expect("entry").path()),
            );
            continue;
        }
        let source = std::fs::read_to_string(path).expect("UTF-8");
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        for opening in ["Issue::error(", "Issue::warning(", "Issue::info("] {
            for (at, _) in source.match_indices(opening) {
                let argument = source[at + opening.len()..].trim_start();
                if let Some(literal) = argument.strip_prefix('"') {
                    out.insert(literal.split('"').next().unwrap_or_default().to_owned());
                }
            }
        }
        // Codes that are chosen before they are used.
        let words = source.split('"').skip(1).step_by(2);
        let chosen = |w: &&str| {
            ["not-gltf", "uri-", "file-", "model-file-"]
                .iter()
                .any(|start| w.starts_with(start))
        };
        out.extend(words.filter(chosen).map(str::to_owned));
    }
    out
}

#[test]
fn every_code_has_its_words_and_every_entry_its_code() {
    let (codes, entries) = (codes(), entries());
    assert!(codes.len() > 80, "the sources are read: {}", codes.len());
    let silent: Vec<_> = codes
        .iter()
        .filter(|c| !entries.contains_key(c.as_str()))
        .collect();
    assert!(silent.is_empty(), "no words for {silent:?}");
    for code in &codes {
        let entry = entries[code.as_str()];
        // A line that only counts needs no advice.
        let whole = code == "more-of-the-same"
            || (entry.contains("\n    .effect = ") && entry.contains("\n    .remedy = "));
        assert!(whole, "{entry}");
    }
}
