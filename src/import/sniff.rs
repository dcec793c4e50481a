//! What a file is that is no glTF, so that the refusal can say it.

use crate::model::Issue;

/// How a format begins, and the code of its refusal.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"Kaydara FBX Binary", "not-gltf-fbx"),
    (b"; FBX", "not-gltf-fbx"),
    (b"BLENDER", "not-gltf-blend"),
    (b"\x28\xB5\x2F\xFD", "not-gltf-compressed"),
    (b"\x1F\x8B", "not-gltf-compressed"),
    (b"PK\x03\x04", "not-gltf-archive"),
    (b"7z\xBC\xAF\x27\x1C", "not-gltf-archive"),
    (b"Rar!", "not-gltf-archive"),
    (b"PXR-USDC", "not-gltf-usd"),
    (b"#usda", "not-gltf-usd"),
    (b"\x89PNG", "not-gltf-picture"),
    (b"\xFF\xD8\xFF", "not-gltf-picture"),
    (b"GIF8", "not-gltf-picture"),
    (b"RIFF", "not-gltf-picture"),
    (b"\xABKTX ", "not-gltf-picture"),
    (b"DRACO", "not-gltf-draco"),
    (b"ply", "not-gltf-ply"),
    (b"solid ", "not-gltf-stl"),
    (b"version https://git-lfs", "not-gltf-lfs-pointer"),
];

/// Refuses `bytes`, which are no glTF, in words that fit what they are.
pub(super) fn refuse(bytes: &[u8], name: &str) -> Issue {
    let trimmed = bytes.trim_ascii_start();
    if trimmed.is_empty() {
        return Issue::error("file-empty", "").with("name", name);
    }
    let known = SIGNATURES
        .iter()
        .find(|(start, _)| bytes.starts_with(start))
        .map(|(_, code)| *code);
    let code = known.unwrap_or_else(|| {
        let head = String::from_utf8_lossy(&trimmed[..trimmed.len().min(1024)]);
        if head.contains("<COLLADA") {
            "not-gltf-collada"
        } else if trimmed.starts_with(b"<") {
            "not-gltf-markup"
        } else if is_obj(&head) {
            "not-gltf-obj"
        } else {
            "not-gltf"
        }
    });
    Issue::error(code, "").with("name", name)
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

    #[test]
    fn names_what_people_drop() {
        for (bytes, code) in [
            (&b""[..], "file-empty"),
            (b" \n", "file-empty"),
            (b"Kaydara FBX Binary  \0", "not-gltf-fbx"),
            (b"; FBX 7.4.0 project file", "not-gltf-fbx"),
            (b"# Blender\nmtllib a.mtl\no Cube\nv 1 1 1\n", "not-gltf-obj"),
            (b"\x89PNG\r\n\x1A\n", "not-gltf-picture"),
            (b"<?xml version=\"1.0\"?><COLLADA>", "not-gltf-collada"),
            (b"<html>404", "not-gltf-markup"),
            (b"hello", "not-gltf"),
            (b"[]", "not-gltf"),
        ] {
            assert_eq!(
                refuse(bytes, "x").code,
                code,
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }
}
