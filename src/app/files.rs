//! Paths as people give them.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::import::is_model_name;

/// What a pasted, typed or dropped text names.
///
/// Takes the first line, without quotes; `file://` addresses are decoded, `~/` is the home folder.
pub(super) fn path_of(text: &str) -> PathBuf {
    let line = text.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or("");
    let bare = ['"', '\'']
        .iter()
        .find_map(|&q| line.strip_prefix(q)?.strip_suffix(q))
        .unwrap_or(line);
    if let Some(address) = bare.strip_prefix("file://") {
        // An authority may stand before the path: file://localhost/home/…
        let path = address.find('/').map_or(address, |at| &address[at..]);
        return PathBuf::from(percent_decode_str(path).decode_utf8_lossy().into_owned());
    }
    if let (Some(rest), Some(dirs)) = (bare.strip_prefix("~/"), directories::BaseDirs::new()) {
        return dirs.home_dir().join(rest);
    }
    PathBuf::from(bare)
}

/// The first model of a folder by name, or of the folders in it; the path itself if it is no folder.
pub(super) fn model_in(path: PathBuf) -> PathBuf {
    fn entries(folder: &Path) -> Vec<PathBuf> {
        let read = std::fs::read_dir(folder).into_iter().flatten();
        let mut all: Vec<PathBuf> = read.filter_map(|e| Some(e.ok()?.path())).collect();
        all.sort();
        all
    }
    if !path.is_dir() {
        return path;
    }
    let first = entries(&path);
    let below = || {
        first
            .iter()
            .filter(|p| p.is_dir())
            .flat_map(|p| entries(p))
            .find(|p| is_model_name(p))
    };
    first
        .iter()
        .find(|p| p.is_file() && is_model_name(p))
        .cloned()
        .or_else(below)
        .unwrap_or(path)
}

/// Of several files dropped together, the model: a .gltf comes with its buffers and pictures.
pub(super) fn main_of(dropped: Vec<PathBuf>) -> Option<PathBuf> {
    let model = dropped.iter().find(|p| is_model_name(p)).cloned();
    model.or_else(|| dropped.into_iter().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_name_paths_in_many_ways() {
        for (text, path) in [
            ("/a/b.glb", "/a/b.glb"),
            ("  \"/a b/c.glb\" \n", "/a b/c.glb"),
            ("'/a/b.gltf'", "/a/b.gltf"),
            ("file:///a%20b/%E0%B8%81.glb", "/a b/ก.glb"),
            ("file://localhost/a.glb", "/a.glb"),
            ("\n/first.glb\n/second.glb", "/first.glb"),
            ("sample:twist_bar", "sample:twist_bar"),
        ] {
            assert_eq!(path_of(text), PathBuf::from(path), "{text:?}");
        }
    }

    #[test]
    fn a_folder_and_a_bundle_of_files_are_searched_for_their_model() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("readme.txt"), "").unwrap();
        assert_eq!(model_in(folder.path().to_owned()), folder.path());
        std::fs::create_dir(at("inside")).unwrap();
        std::fs::write(at("inside/z.GLB"), "").unwrap();
        assert_eq!(model_in(folder.path().to_owned()), at("inside/z.GLB"));
        std::fs::write(at("b.gltf"), "").unwrap();
        assert_eq!(model_in(folder.path().to_owned()), at("b.gltf"));
        assert_eq!(
            main_of(vec![at("a.bin"), at("b.gltf"), at("c.png")]),
            Some(at("b.gltf"))
        );
        assert_eq!(main_of(vec![at("a.bin")]), Some(at("a.bin")));
        assert_eq!(main_of(Vec::new()), None);
    }
}
