//! `fuzz/README.md` says which test holds each rule of trust: every test that it names is there.

use std::path::{Path, PathBuf};

/// What stands for a test in the tables' last column.
enum Named<'a> {
    /// `core trust::name`: a file of a test binary, and a function in it where one is named.
    Binary(&'a str, &'a str, Option<&'a str>),
    /// `import::uri::tests::name`: unit tests of a module, and one of them where one is named.
    Unit(Vec<&'a str>, Option<&'a str>),
    /// `target whole`, `case h2`.
    Other(&'a str, &'a str),
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn text(path: &str) -> Option<String> {
    std::fs::read_to_string(root().join(path)).ok()
}

/// True if the source has a test function of that name; without a name, any test.
fn has_test(source: &str, name: Option<&str>) -> bool {
    source.split("#[test]").skip(1).any(|after| {
        let found = after.split("fn ").nth(1).and_then(|f| f.split('(').next());
        name.is_none() || found == name
    })
}

fn parse(span: &str) -> Result<Named<'_>, String> {
    if let Some((binary @ ("core" | "app" | "gpu"), rest)) = span.split_once(' ') {
        let (module, name) = rest.split_once("::").map_or((rest, None), |(m, n)| (m, Some(n)));
        return Ok(Named::Binary(binary, module, name));
    }
    let parts: Vec<&str> = span.split("::").collect();
    match parts.iter().position(|p| *p == "tests") {
        Some(at) if at + 2 >= parts.len() => {
            Ok(Named::Unit(parts[..at].to_vec(), parts.get(at + 1).copied()))
        }
        _ => Err(format!("`{span}` is no way to name a test")),
    }
}

fn check(named: &Named<'_>) -> bool {
    match named {
        Named::Binary(binary, module, name) => {
            text(&format!("tests/{binary}/{module}.rs")).is_some_and(|source| has_test(&source, *name))
        }
        Named::Unit(module, name) => {
            let at = module.join("/");
            let files = [".rs", "/mod.rs", "_tests.rs", "/tests.rs"].map(|end| format!("src/{at}{end}"));
            files
                .iter()
                .filter_map(|f| text(f))
                .any(|source| has_test(&source, *name))
        }
        Named::Other("target", name) => root().join(format!("fuzz/targets/{name}.rs")).exists(),
        Named::Other(_, name) => std::fs::read_dir(root().join("assets/cases")).is_ok_and(|mut all| {
            all.any(|f| f.is_ok_and(|f| f.file_name().to_string_lossy().starts_with(&format!("{name}_"))))
        }),
    }
}

/// Everything that one row's last column names.
fn named(column: &str) -> Result<Vec<Named<'_>>, String> {
    let mut out = Vec::new();
    // Text and code take turns.
    let spans: Vec<&str> = column.split('`').collect();
    for (k, span) in spans.iter().enumerate() {
        if k % 2 == 0 {
            let words: Vec<&str> = span.split([' ', ',']).filter(|w| !w.is_empty()).collect();
            let after = words.iter().position(|w| ["case", "cases"].contains(w));
            let cases = after.map_or(&[][..], |at| &words[at + 1..]);
            out.extend(cases.iter().map(|name| Named::Other("case", name)));
        } else if spans[k - 1].trim_end().ends_with("target") {
            out.push(Named::Other("target", span));
        } else {
            out.push(parse(span)?);
        }
    }
    Ok(out)
}

#[test]
fn every_test_that_the_tables_of_trust_name_is_there() {
    let readme = text("fuzz/README.md").expect("it is in the repository");
    let tables = &readme[readme.find("## Rules of trust").expect("its heading")..];
    let rows: Vec<&str> = tables
        .lines()
        .filter(|l| l.starts_with("| ") && l.contains('`'))
        .collect();
    assert!(rows.len() > 25, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for row in rows {
        let column = row
            .trim_end_matches([' ', '|'])
            .rsplit("| ")
            .next()
            .unwrap_or_default();
        match named(column) {
            Err(problem) => wrong.push(problem),
            Ok(all) if all.is_empty() => wrong.push(format!("nothing is named: {row}")),
            Ok(all) => wrong.extend(all.iter().filter(|n| !check(n)).map(|n| match n {
                Named::Binary(binary, module, name) => format!("{binary} {module}::{name:?}"),
                Named::Unit(module, name) => format!("{}::tests::{name:?}", module.join("::")),
                Named::Other(kind, name) => format!("{kind} {name}"),
            })),
        }
    }
    assert!(wrong.is_empty(), "not there:\n{}", wrong.join("\n"));
}

#[test]
fn a_name_that_is_not_there_is_found_out() {
    let bad = |column: &str| named(column).map_or(true, |all| all.iter().any(|n| !check(n)));
    for column in [
        "`core trust::no_such_test`",
        "`core no_such_file`",
        "`import::uri::tests::no_such_test`",
        "`import::uri`",
        "`core trust::counts_without_bytes_…`",
        "target `no_such_target`",
        "`core import_mutations`, case h99",
    ] {
        assert!(bad(column), "{column}");
    }
    assert!(!bad("`core import_mutations`, target `whole`, cases h2, h3"));
}
