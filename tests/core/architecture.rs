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
        &["math", "work"],
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
        "environment",
        &["model", "work"],
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
        "teach",
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
        "inspect",
        &["teach", "model", "skinning", "animation", "math", "work"],
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
        &[
            "inspect",
            "teach",
            "model",
            "skinning",
            "animation",
            "math",
            "work",
        ],
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
            "environment",
            "viewer::view",
            "viewer::look",
            "viewer::Camera",
            "viewer::Projection",
            "teach",
            "model",
            "skinning",
            "animation",
            "math",
            "work",
        ],
        &["egui", "winit", "gltf", "std::fs", "std::thread", "std::time"],
    ),
    ("picture", &["work"], &["wgpu", "egui", "winit", "gltf"]),
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
            "samples",
            "text",
            "inspect",
            "teach",
            "model",
            "skinning",
            "animation",
            "math",
            "work",
        ],
        &["wgpu", "winit", "gltf", "std::fs", "std::thread", "std::time"],
    ),
    (
        "output",
        &[
            "ui",
            "picture",
            "render",
            "environment",
            "export",
            "text",
            "viewer",
            "inspect",
            "teach",
            "model",
            "skinning",
            "animation",
            "math",
            "work",
        ],
        &["winit", "gltf"],
    ),
    (
        "app",
        &[
            "output",
            "ui",
            "picture",
            "render",
            "environment",
            "import",
            "export",
            "samples",
            "text",
            "viewer",
            "inspect",
            "teach",
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
            "output",
            "ui",
            "picture",
            "render",
            "environment",
            "import",
            "export",
            "samples",
            "text",
            "viewer",
            "inspect",
            "teach",
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

/// The sources without comments. A test inside a module may not cross a wall either, so it stays in.
fn code(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Every path that begins with `crate::`, groups opened: `crate::{a::{b, c}, d}` is "a::b", "a::c" and "d". With the
/// line it begins on.
fn named(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let mut paths = Vec::new();
        leaves(&code[at + "crate::".len()..], "", &mut paths);
        found.extend(paths.into_iter().map(|p| (line, p)));
    }
    found
}

/// Reads one path or group at the start of `text`; returns how many bytes it took.
fn leaves(text: &str, prefix: &str, into: &mut Vec<String>) -> usize {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '*';
    let word: String = text.chars().take_while(|c| is_path(*c)).collect();
    let path = format!("{prefix}{word}");
    if !text[word.len()..].starts_with('{') {
        into.push(path.trim_end_matches(':').to_owned());
        return word.len();
    }
    let mut at = word.len() + 1;
    loop {
        at += text[at..]
            .find(|c: char| !c.is_whitespace() && c != ',')
            .unwrap_or(text.len() - at);
        if at >= text.len() || text[at..].starts_with('}') {
            return (at + 1).min(text.len());
        }
        let took = leaves(&text[at..], &path, into);
        // `as name` behind a leaf.
        let rest = &text[at + took..];
        at += took + rest.find([',', '}']).unwrap_or(rest.len()).min(rest.len());
    }
}

fn breaches(module: &str, text: &str, file: &str) -> Vec<String> {
    let Some((_, allowed, banned)) = WALLS.iter().find(|w| w.0 == module) else {
        return vec![format!(
            "{file}: the module {module} is not in the table of tests/core/architecture.rs"
        )];
    };
    let code = code(text);
    let mut out = Vec::new();
    for (line, path) in named(&code) {
        let below = |wall: &str| path == wall || path.starts_with(&format!("{wall}::"));
        if !below(module) && !allowed.iter().any(|a| below(a)) {
            out.push(format!("{file}:{line}: {module} may not use {path}"));
        }
    }
    for (number, line) in code.lines().enumerate() {
        for word in *banned {
            let names_it = line.match_indices(word).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let edge = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '"' && c != '-');
                let after = &line[at + word.len()..];
                let ends = after
                    .chars()
                    .next()
                    .is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-');
                let imported = line.trim_start().starts_with("use ")
                    && line.trim_start()[4..].trim_start().starts_with(word);
                edge && ends && (word.contains("::") || after.starts_with("::") || imported)
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
    assert!(sees("render", "use crate::viewer::{Command, ViewerState};"));
    assert!(sees(
        "animation",
        "use crate::{\n    math::Transform,\n    render::Gpu,\n};"
    ));
    assert!(sees(
        "animation",
        "use crate::{math::{slerp, Bounds}, render::Gpu};"
    ));
    assert!(sees("ui", "use wgpu as w;"));
    assert!(!sees("animation", "use crate::math::slerp; // not crate::render"));
    assert!(!sees(
        "render",
        "use crate::viewer::{view::View, Camera, Projection as P};"
    ));
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
