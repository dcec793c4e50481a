//! Fills the corpora: `seed CORPORA FOLDER...` takes every .glb and .gltf below the folders.
//!
//! A file beyond [`LARGEST`] is left out: a fuzzer gets nowhere with it. Texts whose buffer lies in a URI become GLB,
//! so that mutation reaches the numbers.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use base64::Engine;
use rigscope_fuzz::glb;
use serde_json::Value;

/// Bytes of a seed; `-max_len` of `run.sh`.
const LARGEST: usize = 32 << 10;

fn main() -> io::Result<()> {
    let mut args = env::args_os().skip(1).map(PathBuf::from);
    let corpora = args
        .next()
        .ok_or_else(|| io::Error::other("usage: seed CORPORA FOLDER..."))?;
    let mut files = Vec::new();
    for folder in args {
        collect(&folder, &mut files)?;
    }
    files.sort();
    let mut counts = [0; 2];
    for (index, path) in files.iter().enumerate() {
        let bytes = fs::read(path)?;
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let name = format!("{index:03}_{stem}");
        let whole = as_glb(&bytes).unwrap_or_else(|| bytes.clone());
        if whole.len() <= LARGEST {
            for target in ["glb", "whole"] {
                write(&corpora.join(target), &name, &whole)?;
            }
            counts[0] += 1;
        }
        let text = glb::split(&whole).map_or(whole.as_slice(), |(json, _)| json);
        if text.len() <= LARGEST {
            write(&corpora.join("json_to_model"), &name, text)?;
            counts[1] += 1;
        }
    }
    for target in ["accessors", "animation"] {
        fs::create_dir_all(corpora.join(target))?;
    }
    println!(
        "{} files: {} whole ones, {} documents",
        files.len(),
        counts[0],
        counts[1]
    );
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "glb" || e == "gltf") {
            files.push(path);
        }
    }
    Ok(())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name), bytes)
}

/// A text with one buffer in a URI as a GLB.
fn as_glb(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut document: Value = serde_json::from_slice(bytes).ok()?;
    let buffers = document.get_mut("buffers")?.as_array_mut()?;
    let [buffer] = buffers.as_mut_slice() else {
        return None;
    };
    let uri = buffer.as_object_mut()?.remove("uri")?;
    let (_, body) = uri.as_str()?.split_once(";base64,")?;
    let bin = base64::engine::general_purpose::STANDARD.decode(body).ok()?;
    Some(glb::join(&serde_json::to_vec(&document).ok()?, &bin))
}
