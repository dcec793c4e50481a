//! Every sentence that the sources ask for exists, and every sentence that exists is asked for.

use std::path::Path;

use rigscope::text::Texts;

fn sources(folder: &Path, out: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push_str(&std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn ids(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let id = |line: &str| {
        let (id, _) = line.split_once(" =")?;
        id.chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-')
            .then(|| id.to_owned())
    };
    text.lines().filter_map(id).collect()
}

#[test]
fn every_sentence_of_the_window_is_used() {
    let mut all = String::new();
    for folder in ["src/ui", "src/app", "src/viewer"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    }
    // The menu of samples names each by its own name.
    let samples: Vec<String> = rigscope::samples::SAMPLES
        .iter()
        .map(|s| format!("sample-{}", s.name.replace('_', "-")))
        .collect();
    let texts = Texts::english();
    for id in &samples {
        assert!(texts.has(id), "{id} does not exist");
    }
    for id in ids("assets/text/en/ui.ftl") {
        if samples.contains(&id) {
            continue;
        }
        // Its own name, or a name that is put together: `look-{...}`.
        let mut heads = id.match_indices('-').map(|(at, _)| &id[..at]);
        let is_made = heads.any(|head| all.contains(&format!("\"{head}-{{")));
        assert!(is_made || all.contains(&format!("\"{id}\"")), "{id} is not used");
    }
}

#[test]
fn every_sentence_the_window_asks_for_exists() {
    let texts = Texts::english();
    let mut all = String::new();
    for folder in ["src/ui", "src/app"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    }
    for call in ["text(\"", "texts.with(\"", "texts.get(\""] {
        for after in all.split(call).skip(1) {
            let id = after.split('"').next().unwrap();
            assert!(texts.has(id), "{id} does not exist");
        }
    }
    for binding in rigscope::viewer::keys::KEYS {
        assert!(texts.has(binding.text), "{}", binding.text);
    }
    for group in rigscope::viewer::keys::KeyGroup::ALL {
        assert!(texts.has(group.text()));
    }
}

#[test]
fn sentences_with_counts_read_well() {
    let texts = Texts::english();
    let joints = |n: u32| {
        texts.with(
            "count-joints",
            &[("n", n.into()), ("shown", n.to_string().into())],
        )
    };
    assert_eq!(
        (joints(1).as_str(), joints(65).as_str()),
        ("1 joint", "65 joints")
    );
    assert_eq!(
        texts.with("doctor-warnings", &[("n", 2_u32.into())]),
        "2 warnings"
    );
}
