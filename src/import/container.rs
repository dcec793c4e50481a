//! Takes a file apart into JSON and binary chunk. Source: glTF 2.0, section 4.4 (GLB).

use std::ops::Range;

use super::report::Report;
use super::sniff;
use crate::model::Issue;

/// The two parts of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Container<'a> {
    /// The JSON text.
    pub(super) json: &'a [u8],
    /// Where in the file the binary chunk of a GLB lies.
    pub(super) bin: Option<Range<usize>>,
}

const MAGIC: &[u8] = b"glTF";
const CHUNK_JSON: u32 = 0x4E4F_534A;
const CHUNK_BIN: u32 = 0x004E_4942;

/// Opens a file by its content, whatever its name says.
pub(super) fn open<'a>(bytes: &'a [u8], name: &str, report: &mut Report) -> Result<Container<'a>, Issue> {
    if bytes.starts_with(MAGIC) {
        return open_glb(bytes, report);
    }
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if text.len() < bytes.len() {
        report.push(Issue::info("json-byte-order-mark", ""));
    }
    match text.iter().find(|b| !b.is_ascii_whitespace()) {
        Some(b'{') => Ok(Container {
            json: text,
            bin: None,
        }),
        _ => Err(sniff::refuse(bytes, name)),
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}

fn open_glb<'a>(bytes: &'a [u8], report: &mut Report) -> Result<Container<'a>, Issue> {
    let cut = |expected: u64| {
        Issue::error("glb-truncated", "")
            .with("expected", expected as f64)
            .with("found", bytes.len())
    };
    let (Some(version), Some(length)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(cut(12));
    };
    if version != 2 {
        return Err(Issue::error("unsupported-version", "").with("version", version));
    }
    let length = length as usize;
    if length > bytes.len() {
        return Err(cut(length as u64));
    }
    if length < bytes.len() {
        report.push(
            Issue::warning("glb-trailing-bytes", "")
                .with("length", length)
                .with("count", bytes.len() - length),
        );
    }
    let bytes = &bytes[..length.max(12)];
    let (mut json, mut bin, mut at) = (None, None, 12);
    while at < bytes.len() {
        let header = (word(bytes, at), word(bytes, at + 4));
        let (Some(size), Some(kind)) = header else {
            return Err(cut(at as u64 + 8));
        };
        let start = at + 8;
        let end = start as u64 + u64::from(size);
        let Some(chunk) = usize::try_from(end).ok().and_then(|end| bytes.get(start..end)) else {
            return Err(Issue::error("glb-chunk-too-long", "")
                .with("size", size)
                .with("left", bytes.len() - start)
                .with("offset", at));
        };
        match kind {
            CHUNK_JSON if json.is_none() && at == 12 => json = Some(chunk),
            CHUNK_BIN if json.is_some() && bin.is_none() => bin = Some(start..start + chunk.len()),
            // Other kinds are for extensions and are skipped, as the specification demands.
            CHUNK_JSON | CHUNK_BIN if json.is_some() => report.push(Issue::warning("glb-extra-chunk", "")),
            _ => {}
        }
        at = start + size as usize;
    }
    let Some(json) = json else {
        return Err(Issue::error("glb-no-json", ""));
    };
    // Some exporters pad with zeros where the specification wants spaces.
    let end = json.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    Ok(Container {
        json: &json[..end],
        bin,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(chunks: &[(u32, &[u8])]) -> Vec<u8> {
        let mut out = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        for (kind, data) in chunks {
            out.extend((data.len() as u32).to_le_bytes());
            out.extend(kind.to_le_bytes());
            out.extend(*data);
        }
        let length = out.len() as u32;
        out[8..12].copy_from_slice(&length.to_le_bytes());
        out
    }

    fn code(bytes: &[u8]) -> &'static str {
        open(bytes, "x.glb", &mut Report::default()).unwrap_err().code
    }

    #[test]
    fn finds_both_chunks_and_skips_unknown_ones() {
        let file = glb(&[(CHUNK_JSON, b"{}\0\0"), (7, b"????"), (CHUNK_BIN, b"abcd")]);
        let parts = open(&file, "x", &mut Report::default()).unwrap();
        assert_eq!(
            parts,
            Container {
                json: b"{}",
                bin: Some(44..48)
            }
        );
        assert_eq!(&file[44..48], b"abcd");
    }

    #[test]
    fn says_what_is_wrong_with_a_damaged_one() {
        let whole = glb(&[(CHUNK_JSON, b"{}  "), (CHUNK_BIN, b"abcd")]);
        assert_eq!(code(&whole[..10]), "glb-truncated");
        assert_eq!(code(&whole[..whole.len() - 1]), "glb-truncated");
        assert_eq!(
            code(&glb(&[(CHUNK_BIN, b"abcd"), (CHUNK_JSON, b"{}  ")])),
            "glb-no-json"
        );
        let mut long = whole.clone();
        long[12..16].copy_from_slice(&0xFFFF_FFF0_u32.to_le_bytes());
        assert_eq!(code(&long), "glb-chunk-too-long");
        let mut one = whole.clone();
        one[4] = 1;
        assert_eq!(code(&one), "unsupported-version");
        let mut report = Report::default();
        let longer = [whole.as_slice(), b"rest"].concat();
        assert!(open(&longer, "x", &mut report).is_ok());
        assert_eq!(report.finish()[0].code, "glb-trailing-bytes");
    }

    #[test]
    fn text_is_known_by_its_content() {
        let mut report = Report::default();
        let parts = open(b"\xEF\xBB\xBF {\"asset\":1}", "x", &mut report).unwrap();
        assert_eq!(parts.json, b" {\"asset\":1}");
        assert_eq!(report.finish()[0].code, "json-byte-order-mark");
    }
}
