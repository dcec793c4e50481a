//! Where in a JSON text a byte lies, as a JSON pointer: parse errors tell lines and columns, which help nobody in a file
//! of one line.

/// What encloses the place that is read.
enum Inside {
    /// A list, at this element.
    List(usize),
    /// An object, at this key (`None` before the first).
    Object(Option<String>),
}

/// Deeper than this a pointer names what encloses the place: nobody walks further, and text can be nested as deep as it
/// is long.
const MOST_STEPS: usize = 12;
/// A key longer than this is not one of ours; the pointer ends before it.
const LONGEST_KEY: usize = 100;

/// The JSON pointer (RFC 6901) of what stands at `line` and `column` (both from 1, as parse errors count them; bytes).
/// As far as the text can be read: it may be broken there.
pub(super) fn pointer_at(text: &[u8], line: usize, column: usize) -> String {
    let before: usize = text
        .split_inclusive(|b| *b == b'\n')
        .take(line.saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    let end = (before + column).min(text.len());
    path(&text[..end])
}

fn path(text: &[u8]) -> String {
    let mut inside: Vec<Inside> = Vec::new();
    // A string that has ended and may turn out to be a key.
    let mut last = None;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'"' => {
                let start = at + 1;
                at = start;
                while at < text.len() && text[at] != b'"' {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
                let end = at.min(text.len());
                last = Some(String::from_utf8_lossy(&text[start.min(end)..end]).into_owned());
            }
            b':' => {
                if let (Some(Inside::Object(key)), Some(name)) = (inside.last_mut(), last.take()) {
                    *key = Some(name);
                }
            }
            b'[' => inside.push(Inside::List(0)),
            b'{' => inside.push(Inside::Object(None)),
            // The bracket that the reader stumbled over still belongs to what it closes.
            b']' | b'}' if at + 1 < text.len() => {
                inside.pop();
            }
            b',' if at + 1 < text.len() => {
                if let Some(Inside::List(index)) = inside.last_mut() {
                    *index += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    let mut out = String::new();
    for step in inside.iter().take(MOST_STEPS) {
        match step {
            Inside::Object(Some(key)) if key.len() > LONGEST_KEY => break,
            Inside::List(index) => out.push_str(&format!("/{index}")),
            Inside::Object(Some(key)) => {
                out.push('/');
                out.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            Inside::Object(None) => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_an_error_has_a_name() {
        #[derive(Debug, serde::Deserialize)]
        struct Text {
            #[expect(dead_code, reason = "only read")]
            nodes: std::collections::BTreeMap<u32, Vec<f64>>,
        }
        let pointer = |text: &str| {
            let error = serde_json::from_str::<Text>(text).unwrap_err();
            pointer_at(text.as_bytes(), error.line(), error.column())
        };
        assert_eq!(
            pointer(r#"{"nodes": {"0": [1, 2], "7": [1, "x", 3]}}"#),
            "/nodes/7/1"
        );
        assert_eq!(pointer("{\"nodes\":\n {\"0\": [1, null]}}"), "/nodes/0/1");
        assert_eq!(pointer(r#"{"nodes": {"0": 5}}"#), "/nodes/0");
        assert_eq!(pointer(r#"{"a/b": [{}, tru]}"#), "/a~1b/1");
        assert_eq!(pointer(r#"{"nodes": {"0": [1, 2"#), "/nodes/0/1");
        assert_eq!(pointer("x"), "");
        assert_eq!(path(b"\"\\"), "");
        // Deep or endless text gives a short pointer to what encloses the place.
        assert_eq!(path("[".repeat(100_000).as_bytes()), "/0".repeat(MOST_STEPS));
        let long = format!(r#"{{"nodes": {{"{}": [x"#, "k".repeat(10_000));
        assert_eq!(path(long.as_bytes()), "/nodes");
    }
}
