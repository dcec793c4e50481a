//! Fills the corpora: `seed CORPORA STREAMS FOLDER...` takes the meshopt streams of a list and every .glb and .gltf below
//! the folders, with the pictures and Draco streams in them.
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
    let streams = args
        .next()
        .ok_or_else(|| io::Error::other("no list of streams"))?;
    meshopt_streams(&fs::read_to_string(streams)?, &corpora.join("meshopt"))?;
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
        parts(&whole, &corpora, &name)?;
        let text = glb::split(&whole).map_or(whole.as_slice(), |(json, _)| json);
        if text.len() <= LARGEST {
            write(&corpora.join("json_to_model"), &name, text)?;
            counts[1] += 1;
        }
    }
    for target in ["accessors", "animation", "draco", "pictures"] {
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

/// Lines of name, mode, filter, stride, count, stream, expected bytes.
fn meshopt_streams(list: &str, folder: &Path) -> io::Result<()> {
    let rows = list
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| l.split(' ').collect::<Vec<_>>());
    for (index, row) in rows.enumerate() {
        let [name, mode, filter, stride, count, stream, ..] = row[..] else {
            continue;
        };
        let place = |all: &[&str], one: &str| all.iter().position(|&w| w == one).unwrap_or(0) as u8;
        let mode = place(&["ATTRIBUTES", "TRIANGLES", "INDICES"], mode);
        let filter = place(
            &["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"],
            filter,
        );
        let mut seed = vec![mode, filter];
        seed.extend(stride.parse().unwrap_or(4_u16).to_le_bytes());
        seed.extend(count.parse().unwrap_or(1_u32).to_le_bytes());
        let digits = stream.as_bytes().chunks_exact(2);
        seed.extend(digits.filter_map(|d| u8::from_str_radix(std::str::from_utf8(d).ok()?, 16).ok()));
        write(folder, &format!("{index:03}_{name}"), &seed)?;
    }
    Ok(())
}

/// Pictures and Draco streams of a GLB.
fn parts(file: &[u8], corpora: &Path, name: &str) -> io::Result<()> {
    let Some((text, bin)) = glb::split(file) else {
        return Ok(());
    };
    let Ok(document) = serde_json::from_slice::<Value>(text) else {
        return Ok(());
    };
    let view = |index: &Value| {
        let view = document.get("bufferViews")?.get(index.as_u64()? as usize)?;
        let number = |key: &str| view.get(key).and_then(Value::as_u64).unwrap_or(0) as usize;
        let start = number("byteOffset");
        bin.get(start..start.checked_add(number("byteLength"))?)
            .filter(|b| b.len() <= LARGEST)
    };
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    for (k, image) in list(document.get("images")).iter().enumerate() {
        if let Some(bytes) = image.get("bufferView").and_then(view) {
            write(&corpora.join("pictures"), &format!("{name}_{k}"), bytes)?;
        }
    }
    for (k, mesh) in list(document.get("meshes")).iter().enumerate() {
        let primitives = list(mesh.get("primitives"));
        let streams = primitives.iter().filter_map(|p| {
            view(
                p.get("extensions")?
                    .get("KHR_draco_mesh_compression")?
                    .get("bufferView")?,
            )
        });
        for (p, bytes) in streams.enumerate() {
            let seed = [&[0xFF, 0x1F, 0xFF, 0x1F, 5], bytes].concat();
            write(&corpora.join("draco"), &format!("{name}_{k}_{p}"), &seed)?;
        }
    }
    Ok(())
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
