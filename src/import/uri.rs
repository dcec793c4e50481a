//! Where a file may refer to: data within itself, or files below its own folder. Nothing else is opened.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use percent_encoding::percent_decode_str;

use super::budget::Budget;
use super::whole_file;
use crate::model::Issue;
use crate::work::CancelToken;

/// What a URI stands for.
#[derive(Debug)]
pub(super) enum Resource {
    /// Bytes in the URI itself.
    Data(Vec<u8>),
    /// A file below the folder.
    File(PathBuf),
}

/// Padding is optional: the length says it all, and some exporters leave it out.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Resolves `uri`, which stands at `pointer`, below `folder`.
pub(super) fn resolve(uri: &str, folder: Option<&Path>, pointer: &str) -> Result<Resource, Issue> {
    if uri.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:")) {
        return data(&uri[5..])
            .map(Resource::Data)
            .ok_or_else(|| Issue::error("uri-data-broken", pointer));
    }
    let refused = |code| Issue::error(code, pointer).with("uri", shown(uri));
    if scheme(uri).is_some() {
        return Err(refused("uri-scheme"));
    }
    let decoded = percent_decode_str(uri)
        .decode_utf8()
        .map_err(|_| refused("uri-not-utf8"))?;
    let below = relative(&decoded).ok_or_else(|| refused("uri-outside-folder"))?;
    let folder = folder.ok_or_else(|| refused("uri-without-folder"))?;
    let mut path = folder.join(below);
    // Some exporters write names as they are: a file whose real name holds a per cent sign.
    if !path.exists()
        && let Some(raw) = relative(uri)
            .map(|raw| folder.join(raw))
            .filter(|raw| raw.exists())
    {
        path = raw;
    }
    // A link may lead out of the folder although its name does not.
    match (path.canonicalize(), folder.canonicalize()) {
        (Ok(real), Ok(home)) if !real.starts_with(&home) => Err(refused("uri-outside-folder")),
        (Ok(real), Ok(_)) => Ok(Resource::File(real)),
        _ => Err(Issue::error("file-missing", pointer).with("file", decoded.as_ref())),
    }
}

/// What a URI stood for.
#[derive(Debug)]
pub(super) struct Read {
    /// All of it.
    pub(super) bytes: Bytes,
    /// The file that it was read from, unless it stood in the URI itself.
    pub(super) file: Option<PathBuf>,
}

/// Files beside the model's own that were read.
#[derive(Debug, Default)]
pub(super) struct External {
    /// Their bytes.
    pub(super) bytes: u64,
    /// Their real paths.
    pub(super) files: Vec<PathBuf>,
}

impl External {
    /// Adds what was read from a file, if it was.
    pub(super) fn add(&mut self, file: Option<PathBuf>, bytes: usize) {
        if let Some(file) = file {
            self.bytes += bytes as u64;
            self.files.push(file);
        }
    }
}

/// Reads what a URI stands for.
pub(super) fn read(
    uri: &str,
    folder: Option<&Path>,
    budget: &Budget,
    cancel: &CancelToken,
    pointer: &str,
) -> super::Result<Read> {
    match resolve(uri, folder, pointer)? {
        Resource::Data(bytes) => Ok(Read {
            bytes: bytes.into(),
            file: None,
        }),
        // A pipe or a device below the folder would be waited for without end.
        Resource::File(path) if !path.is_file() => {
            let name = path
                .file_name()
                .unwrap_or(path.as_os_str())
                .to_string_lossy()
                .into_owned();
            let issue = Issue::error("file-unreadable", pointer).with("file", name);
            Err(issue.with("reason", "not a regular file").into())
        }
        Resource::File(path) => Ok(Read {
            bytes: whole_file::read(&path, budget, cancel, pointer)?,
            file: Some(path),
        }),
    }
}

fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let mut chars = scheme.chars();
    let letter = chars.next()?.is_ascii_alphabetic();
    (letter && chars.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))).then_some(scheme)
}

/// The path as one below a folder; `None` if it is absolute, climbs out, or names a drive.
fn relative(path: &str) -> Option<PathBuf> {
    let drive = path.as_bytes().get(1) == Some(&b':');
    if drive || path.is_empty() || path.starts_with(['/', '\\']) || path.contains('\0') {
        return None;
    }
    let mut out = PathBuf::new();
    // A backslash separates folders on one system and is part of a name on another: neither may climb.
    if path.split(['/', '\\']).any(|part| part == "..") {
        return None;
    }
    for part in path.split('/').filter(|p| !p.is_empty() && *p != ".") {
        // On Windows a part may be a share, a drive, or a path of its own: pushing it would leave the folder.
        let mut components = Path::new(part).components();
        let plain = matches!(components.next(), Some(Component::Normal(_))) && components.next().is_none();
        if !plain || (cfg!(windows) && part.contains(['\\', ':'])) {
            return None;
        }
        out.push(part);
    }
    (!out.as_os_str().is_empty()).then_some(out)
}

fn data(rest: &str) -> Option<Vec<u8>> {
    let (kind, body) = rest.split_once(',')?;
    if kind.len() >= 7
        && kind.is_char_boundary(kind.len() - 7)
        && kind[kind.len() - 7..].eq_ignore_ascii_case(";base64")
    {
        let body: Cow<'_, [u8]> = if body.bytes().any(|b| b == b'%' || b.is_ascii_whitespace()) {
            percent_decode_str(body)
                .filter(|b| !b.is_ascii_whitespace())
                .collect::<Vec<u8>>()
                .into()
        } else {
            body.as_bytes().into()
        };
        BASE64.decode(body).ok()
    } else {
        Some(percent_decode_str(body).collect())
    }
}

/// Short enough for a message.
fn shown(uri: &str) -> String {
    if uri.chars().count() <= 120 {
        uri.to_owned()
    } else {
        uri.chars().take(119).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(uri: &str) -> &'static str {
        resolve(uri, Some(Path::new(".")), "/buffers/0").unwrap_err().code
    }

    #[test]
    fn nothing_outside_the_folder_is_ever_named() {
        for uri in [
            "../x",
            "a/../../x",
            "/etc/passwd",
            "..%2f..%2fetc%2fpasswd",
            "%2fetc%2fpasswd",
            "..\\x",
            "a\\..\\..\\x",
            "\\\\server\\x",
            "%2e%2e/x",
            "a%00b",
            "",
            "%43%3a\\x",
            ".",
        ] {
            assert_eq!(code(uri), "uri-outside-folder", "{uri}");
        }
        for uri in [
            "file:///etc/passwd",
            "http://127.0.0.1:9/x.bin",
            "HTTPS://a/b",
            "C:\\Windows\\win.ini",
            "c:x",
        ] {
            assert_eq!(code(uri), "uri-scheme", "{uri}");
        }
        assert_eq!(code("%ff%fe.bin"), "uri-not-utf8");
        assert_eq!(code("not-there.bin"), "file-missing");
        assert_eq!(resolve("x", None, "").unwrap_err().code, "uri-without-folder");
    }

    #[test]
    fn names_below_the_folder_are_decoded() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("ตัว ละคร")).unwrap();
        for name in ["ตัว ละคร/a b.bin", "100%.bin"] {
            std::fs::write(folder.path().join(name), b"x").unwrap();
        }
        let found = |uri| matches!(resolve(uri, Some(folder.path()), ""), Ok(Resource::File(_)));
        assert!(found(
            "%E0%B8%95%E0%B8%B1%E0%B8%A7%20%E0%B8%A5%E0%B8%B0%E0%B8%84%E0%B8%A3/a%20b.bin"
        ));
        assert!(found("./ตัว ละคร/a b.bin"));
        assert!(found("100%.bin"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_refused() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret"), b"x").unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path().join("secret"), folder.path().join("a.bin")).unwrap();
        let refused = resolve("a.bin", Some(folder.path()), "").unwrap_err();
        assert_eq!(refused.code, "uri-outside-folder");
    }

    #[test]
    fn data_comes_in_base64_or_plain() {
        let get = |uri| match resolve(uri, None, "") {
            Ok(Resource::Data(bytes)) => bytes,
            other => panic!("{other:?}"),
        };
        assert_eq!(get("data:application/octet-stream;base64,AAEC"), [0, 1, 2]);
        assert_eq!(get("DATA:;BASE64,AAE="), [0, 1]);
        assert_eq!(get("data:;base64,AAE"), [0, 1]);
        assert_eq!(get("data:;base64,AA\nEC"), [0, 1, 2]);
        assert_eq!(get("data:,a%20b"), b"a b");
        assert_eq!(
            resolve("data:;base64,???", None, "").unwrap_err().code,
            "uri-data-broken"
        );
        assert_eq!(
            resolve("data:nothing", None, "").unwrap_err().code,
            "uri-data-broken"
        );
    }
}
