//! What a file is that is no glTF, so that the refusal can say it and where a glTF comes from: by its content, and where
//! that says nothing by its ending.

use std::path::Path;

use crate::model::Issue;

/// How a format begins, and the code of its refusal.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"Kaydara FBX Binary", "not-gltf-fbx"),
    (b"; FBX", "not-gltf-fbx"),
    (b"BLENDER", "not-gltf-blend"),
    (b"7z\xBC\xAF\x27\x1C", "not-gltf-archive"),
    (b"Rar!", "not-gltf-archive"),
    (b"PXR-USDC", "not-gltf-usd"),
    (b"#usda", "not-gltf-usd"),
    (b"Ogawa", "not-gltf-alembic"),
    (b"\x89HDF\r\n\x1A\n", "not-gltf-alembic"),
    (b"HIERARCHY", "not-gltf-bvh"),
    (b"PMX ", "not-gltf-mmd"),
    (b"Pmd", "not-gltf-mmd"),
    (b"Vocaloid Motion Data", "not-gltf-mmd"),
    (b"xof 03", "not-gltf-directx"),
    (b"//Maya ASCII", "not-gltf-maya"),
    (b"FOR4", "not-gltf-maya"),
    (b"FOR8", "not-gltf-maya"),
    (b"QC4DC4D6", "not-gltf-c4d"),
    (b"C4DC4D6", "not-gltf-c4d"),
    (b"BB3D", "not-gltf-b3d"),
    (b"MD5Version", "not-gltf-game"),
    (b"INTERQUAKEMODEL", "not-gltf-game"),
    (b"IDP2", "not-gltf-game"),
    (b"IDP3", "not-gltf-game"),
    (b"IDST", "not-gltf-game"),
    (b"UnityFS", "not-gltf-engine"),
    (b"\xC1\x83\x2A\x9E", "not-gltf-engine"),
    (b"ISO-10303-21", "not-gltf-cad"),
    (b"3D Geometry File Format", "not-gltf-cad"),
    (b"#VRML", "not-gltf-x3d"),
    (b"\x89PNG", "not-gltf-picture"),
    (b"\xFF\xD8\xFF", "not-gltf-picture"),
    (b"GIF8", "not-gltf-picture"),
    (b"RIFF", "not-gltf-picture"),
    (b"\xABKTX ", "not-gltf-picture"),
    (b"DDS ", "not-gltf-picture"),
    (b"DRACO", "not-gltf-draco"),
    (b"ply\n", "not-gltf-ply"),
    (b"ply\r", "not-gltf-ply"),
    (b"solid ", "not-gltf-stl"),
    (b"version https://git-lfs", "not-gltf-lfs-pointer"),
];

/// Endings of models: VRM is a .glb with more to say.
const MODELS: [&str; 3] = ["glb", "gltf", "vrm"];

/// Whether the name of a file is that of a model.
pub fn is_model_name(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| MODELS.iter().any(|ending| e.eq_ignore_ascii_case(ending)))
}

/// Endings of other formats, and the code for a file whose content says nothing.
const ENDINGS: &[(&str, &str)] = &[
    ("3ds", "not-gltf-3ds"),
    ("abc", "not-gltf-alembic"),
    ("b3d", "not-gltf-b3d"),
    ("babylon", "not-gltf-babylon"),
    ("blend", "not-gltf-blend"),
    ("bvh", "not-gltf-bvh"),
    ("c4d", "not-gltf-c4d"),
    ("dae", "not-gltf-collada"),
    ("fbx", "not-gltf-fbx"),
    ("iges", "not-gltf-cad"),
    ("igs", "not-gltf-cad"),
    ("iqm", "not-gltf-game"),
    ("ma", "not-gltf-maya"),
    ("max", "not-gltf-3ds-max"),
    ("mb", "not-gltf-maya"),
    ("md5anim", "not-gltf-game"),
    ("md5mesh", "not-gltf-game"),
    ("mmd", "not-gltf-mmd"),
    ("obj", "not-gltf-obj"),
    ("ply", "not-gltf-ply"),
    ("pmd", "not-gltf-mmd"),
    ("pmx", "not-gltf-mmd"),
    ("skp", "not-gltf-cad"),
    ("smd", "not-gltf-game"),
    ("step", "not-gltf-cad"),
    ("stl", "not-gltf-stl"),
    ("stp", "not-gltf-cad"),
    ("uasset", "not-gltf-engine"),
    ("unitypackage", "not-gltf-engine"),
    ("usd", "not-gltf-usd"),
    ("usda", "not-gltf-usd"),
    ("usdc", "not-gltf-usd"),
    ("usdz", "not-gltf-usd"),
    ("vmd", "not-gltf-mmd"),
    ("wrl", "not-gltf-x3d"),
    ("x", "not-gltf-directx"),
    ("x3d", "not-gltf-x3d"),
    ("zip", "not-gltf-archive"),
];

/// Refuses `bytes`, which are no glTF, in words that fit what they are.
pub(super) fn refuse(bytes: &[u8], name: &str) -> Issue {
    let code = if bytes.trim_ascii_start().is_empty() {
        "file-empty"
    } else {
        by_content(bytes, name)
            .or_else(|| by_ending(name))
            .unwrap_or("not-gltf")
    };
    Issue::error(code, "").with("name", name)
}

/// The format that an ending stands for, in the words of a refusal.
pub(super) fn by_ending(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    let known = ENDINGS.iter().find(|(e, _)| e.eq_ignore_ascii_case(ending));
    known.map(|(_, code)| *code)
}

fn by_content(bytes: &[u8], name: &str) -> Option<&'static str> {
    let trimmed = bytes.trim_ascii_start();
    let starts = |start: &[u8]| bytes.starts_with(start);
    let known = SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start));
    if let Some((_, code)) = known {
        // A binary STL may begin with any words, "solid" among them.
        return Some(code);
    }
    if starts(b"PK\x03\x04") {
        // USDZ is a zip that holds a USD first.
        let usd = [&b".usd"[..], b".usdc", b".usda"];
        let head = &bytes[..bytes.len().min(256)];
        let holds = |what: &[u8]| head.windows(what.len()).any(|w| w.eq_ignore_ascii_case(what));
        let is_usd = by_ending(name) == Some("not-gltf-usd") || usd.iter().any(|u| holds(u));
        return Some(if is_usd {
            "not-gltf-usd"
        } else {
            "not-gltf-archive"
        });
    }
    if starts(b"\x28\xB5\x2F\xFD") || starts(b"\x1F\x8B") {
        // Blender compresses its files as a whole, and so does Unity.
        let wrapped = by_ending(name).filter(|c| ["not-gltf-blend", "not-gltf-engine"].contains(c));
        return Some(wrapped.unwrap_or("not-gltf-compressed"));
    }
    let word = |at: usize| {
        let four = bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes([four[0], four[1], four[2], four[3]]) as usize)
    };
    if starts(b"MM") && word(2) == Some(bytes.len()) {
        return Some("not-gltf-3ds");
    }
    // A header of 80 bytes, a count, and 50 bytes a triangle: nothing but the length tells it.
    let stl = word(80).and_then(|n| n.checked_mul(50)?.checked_add(84));
    if stl == Some(bytes.len()) {
        return Some("not-gltf-stl");
    }
    let head = String::from_utf8_lossy(&trimmed[..trimmed.len().min(1024)]);
    if head.contains("<COLLADA") {
        Some("not-gltf-collada")
    } else if head.contains("<X3D") {
        Some("not-gltf-x3d")
    } else if trimmed.starts_with(b"<") {
        Some("not-gltf-markup")
    } else if is_obj(&head) {
        Some("not-gltf-obj")
    } else {
        None
    }
}

/// Wavefront OBJ has no signature; its lines begin with few words.
fn is_obj(head: &str) -> bool {
    let known = ["v ", "vn ", "vt ", "mtllib ", "o ", "g ", "usemtl ", "f "];
    let mut lines = head
        .lines()
        .filter(|l| !l.trim().is_empty() && !l.starts_with('#'))
        .peekable();
    lines.peek().is_some()
        && lines
            .take(3)
            .all(|l| known.iter().any(|word| l.starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(bytes: &[u8], name: &str) -> &'static str {
        refuse(bytes, name).code
    }

    #[test]
    fn names_what_people_drop() {
        for (bytes, wanted) in [
            (&b""[..], "file-empty"),
            (b" \n", "file-empty"),
            (b"Kaydara FBX Binary  \0", "not-gltf-fbx"),
            (b"; FBX 7.4.0 project file", "not-gltf-fbx"),
            (b"# Blender\nmtllib a.mtl\no Cube\nv 1 1 1\n", "not-gltf-obj"),
            (b"\x89PNG\r\n\x1A\n", "not-gltf-picture"),
            (b"<?xml version=\"1.0\"?><COLLADA>", "not-gltf-collada"),
            (b"<X3D profile='Interchange'>", "not-gltf-x3d"),
            (b"<html>404", "not-gltf-markup"),
            (b"HIERARCHY\nROOT Hips\n", "not-gltf-bvh"),
            (b"PMX \0\0\0\x40", "not-gltf-mmd"),
            (b"xof 0303txt 0032", "not-gltf-directx"),
            (b"MM\x08\0\0\0\0\0", "not-gltf-3ds"),
            (b"BB3D\0\0\0\0", "not-gltf-b3d"),
            (b"//Maya ASCII 2024 scene", "not-gltf-maya"),
            (b"QC4DC4D6\0", "not-gltf-c4d"),
            (b"Ogawa\xFF\0\x01", "not-gltf-alembic"),
            (b"PK\x03\x04\x0A\0hero.usdc", "not-gltf-usd"),
            (b"PK\x03\x04\x0A\0hero.glb", "not-gltf-archive"),
            (b"hello", "not-gltf"),
            (b"[]", "not-gltf"),
        ] {
            let text = String::from_utf8_lossy(bytes);
            assert_eq!(code(bytes, "x"), wanted, "{text}");
        }
        let mut stl = vec![0; 84 + 2 * 50];
        stl[80] = 2;
        assert_eq!(code(&stl, "x"), "not-gltf-stl");
        assert_eq!(code(&stl[1..], "x"), "not-gltf", "of another length it is none");
    }

    #[test]
    fn an_ending_speaks_only_where_the_content_is_silent() {
        assert_eq!(code(b"\x01\x02\x03", "Hero.MAX"), "not-gltf-3ds-max");
        assert_eq!(code(b"\x1F\x8B\x08", "hero.blend"), "not-gltf-blend");
        assert_eq!(code(b"\x1F\x8B\x08", "hero.tar.gz"), "not-gltf-compressed");
        assert_eq!(code(b"PK\x03\x04", "hero.usdz"), "not-gltf-usd");
        assert_eq!(
            code(b"\x89PNG\r\n", "hero.fbx"),
            "not-gltf-picture",
            "the content wins"
        );
        assert_eq!(code(b"hello", "hero.glb"), "not-gltf");
        for (ending, code) in ENDINGS {
            assert_eq!(by_ending(&format!("a.{ending}")), Some(*code));
        }
    }
}
