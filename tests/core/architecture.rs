//! The walls between modules, read from the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// Module, the modules of ours it may name, and words it must never hold.
///
/// The same table stands in `ARCHITECTURE.md`; `the_document_has_this_table` compares them.
const WALLS: &[(&str, &[&str], &[&str])] = &[
    ("work", &[], &["wgpu", "egui", "winit", "gltf"]),
    (
        "math",
        &[],
        &[
            "wgpu",
            "egui",
            "winit",
            "gltf",
            "std::fs",
            "std::thread",
            "std::time",
        ],
    ),
    (
        "animation",
        &["math"],
        &[
            "wgpu",
            "egui",
            "winit",
            "gltf",
            "std::fs",
            "std::thread",
            "std::time",
        ],
    ),
    (
        "skinning",
        &["animation", "math"],
        &[
            "wgpu",
            "egui",
            "winit",
            "gltf",
            "std::fs",
            "std::thread",
            "std::time",
        ],
    ),
    (
        "model",
        &["skinning", "animation", "math", "work"],
        &[
            "wgpu",
            "egui",
            "winit",
            "gltf",
            "std::fs",
            "std::thread",
            "std::time",
        ],
    ),
    (
        "samples",
        &[],
        &[
            "wgpu",
            "egui",
            "winit",
            "gltf",
            "std::fs",
            "std::thread",
            "std::time",
        ],
    ),
    (
        "import",
        &["model", "skinning", "animation", "math", "work"],
        &["wgpu", "egui", "winit", "std::thread", "std::time"],
    ),
    (
        "export",
        &["model", "skinning", "animation", "math", "work"],
        &["wgpu", "egui", "winit", "gltf", "std::thread", "std::time"],
    ),
    (
        "inspect",
        &["model", "skinning", "animation", "math", "work"],
        &[
            "wgpu",
            "egui",
            "winit",
            "gltf",
            "std::fs",
            "std::thread",
            "std::time",
        ],
    ),
    (
        "viewer",
        &["inspect", "model", "skinning", "animation", "math", "work"],
        &[
            "wgpu",
            "egui",
            "winit",
            "gltf",
            "std::fs",
            "std::thread",
            "std::time",
        ],
    ),
    (
        "render",
        &[
            "viewer::view",
            "viewer::Camera",
            "viewer::Projection",
            "model",
            "skinning",
            "animation",
            "math",
            "work",
        ],
        &["egui", "winit", "gltf", "std::fs", "std::thread", "std::time"],
    ),
    (
        "text",
        &["model"],
        &[
            "wgpu",
            "egui",
            "winit",
            "gltf",
            "std::fs",
            "std::thread",
            "std::time",
        ],
    ),
    (
        "ui",
        &[
            "viewer",
            "text",
            "inspect",
            "model",
            "skinning",
            "animation",
            "math",
            "work",
        ],
        &["wgpu", "winit", "gltf", "std::fs", "std::thread", "std::time"],
    ),
    (
        "app",
        &[
            "ui",
            "render",
            "import",
            "export",
            "samples",
            "text",
            "viewer",
            "inspect",
            "model",
            "skinning",
            "animation",
            "math",
            "work",
        ],
        &["gltf"],
    ),
    (
        "cli",
        &[
            "app",
            "ui",
            "render",
            "import",
            "export",
            "samples",
            "text",
            "viewer",
            "inspect",
            "model",
            "skinning",
            "animation",
            "math",
            "work",
        ],
        &["winit", "gltf"],
    ),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

fn module_of(path: &Path) -> String {
    let relative = path.strip_prefix(root().join("src")).expect("below src");
    let first = relative
        .components()
        .next()
        .expect("a name")
        .as_os_str()
        .to_string_lossy()
        .into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The code of a line: no comments, no tests of the module itself are told apart (a test may not cross a wall either).
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

/// What `crate::` paths on this line name: `crate::a::b` as "a::b", `crate::{a, b}` as "a" and "b".
fn named(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in line.split("crate::").skip(1) {
        if let Some(group) = part.strip_prefix('{') {
            found.extend(
                group
                    .split('}')
                    .next()
                    .unwrap_or("")
                    .split(',')
                    .map(|p| p.trim().to_owned()),
            );
        } else {
            let path: String = part
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':')
                .collect();
            found.push(path);
        }
    }
    found.retain(|n| !n.is_empty());
    found
}

fn breaches(module: &str, text: &str, file: &str) -> Vec<String> {
    let Some((_, allowed, banned)) = WALLS.iter().find(|w| w.0 == module) else {
        return vec![format!(
            "{file}: the module {module} is not in the table of tests/core/architecture.rs"
        )];
    };
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = code(line);
        for path in named(line) {
            let fine = path == module
                || path.starts_with(&format!("{module}::"))
                || allowed.iter().any(|a| path == *a || path.starts_with(&format!("{a}::")))
                // `crate::viewer::{...}` of a module that may only name parts of another is checked by its parts.
                || allowed.iter().any(|a| a.starts_with(&format!("{path}")) && line.contains(&format!("{path}{{")));
            if !fine {
                out.push(format!("{file}:{}: {module} may not use {path}", number + 1));
            }
        }
        for word in *banned {
            let names_it = line.match_indices(word).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let after = line[at + word.len()..].chars().next();
                let edge = |c: Option<char>| {
                    c.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '"' && c != '-')
                };
                edge(before)
                    && (word.contains("::") && edge(after) || line[at + word.len()..].starts_with("::"))
            });
            if names_it {
                out.push(format!("{file}:{}: {module} must never name {word}", number + 1));
            }
        }
    }
    out
}

#[test]
fn arrows_point_down_only() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut all = Vec::new();
    for file in files {
        let module = module_of(&file);
        if module == "lib" || module == "main" {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source file");
        all.extend(breaches(&module, &text, &file.display().to_string()));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn the_test_sees_a_forbidden_import() {
    let sees = |module, line: &str| !breaches(module, line, "x.rs").is_empty();
    assert!(sees("animation", "use crate::render::Gpu;"));
    assert!(sees("animation", "use crate::{math, model};"));
    assert!(sees("ui", "    let x = wgpu::Color::BLACK;"));
    assert!(sees("render", "use crate::viewer::ViewerState;"));
    assert!(sees("viewer", "let t = std::time::Instant::now();"));
    assert!(sees("inspect", "use gltf::json;"));
    assert!(!sees("animation", "use crate::math::slerp; // not crate::render"));
    assert!(!sees("render", "use crate::viewer::view::View;"));
    assert!(!sees("ui", "let s = \"wgpu::Texture\";"));
}

#[test]
fn the_document_has_this_table() {
    let document = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    for (module, allowed, banned) in WALLS {
        let list = |words: &[&str]| {
            if words.is_empty() {
                "nothing".to_owned()
            } else {
                words
                    .iter()
                    .map(|w| format!("`{w}`"))
                    .collect::<Vec<_>>()
                    .join(", ")
            }
        };
        let row = format!("| `{module}` | {} | {} |", list(allowed), list(banned));
        assert!(document.contains(&row), "ARCHITECTURE.md lacks the row\n{row}");
    }
}
