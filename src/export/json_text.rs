//! JSON taken apart where its text stands: what is not changed is copied, byte for byte.
//!
//! The text was parsed before, so that it is known to be JSON; still nothing here panics on what is not.

use std::ops::Range;

/// Members of an object or elements of a list: of each its key (raw, without quotes; empty in a list) and its value.
pub(super) type Parts<'a> = Vec<(&'a str, &'a str)>;

/// The members of an object, in the order of the text. Keys are as written; those of glTF hold no escapes.
pub(super) fn members(text: &str) -> Parts<'_> {
    parts(text, b'{', true)
}

/// The elements of a list.
pub(super) fn elements(text: &str) -> Vec<&str> {
    parts(text, b'[', false).into_iter().map(|(_, v)| v).collect()
}

/// A member's value.
pub(super) fn member<'a>(parts: &Parts<'a>, key: &str) -> Option<&'a str> {
    parts.iter().find(|(k, _)| *k == key).map(|(_, v)| *v)
}

fn parts(text: &str, open: u8, keyed: bool) -> Parts<'_> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = skip(bytes, 0);
    if bytes.get(at) != Some(&open) {
        return out;
    }
    at = skip(bytes, at + 1);
    while at < bytes.len() && !matches!(bytes[at], b'}' | b']') {
        let mut key = "";
        if keyed {
            let name = value(bytes, at);
            key = text
                .get(name.start + 1..name.end.saturating_sub(1))
                .unwrap_or_default();
            // The colon.
            at = skip(bytes, skip(bytes, name.end) + 1);
        }
        let range = value(bytes, at);
        if range.is_empty() {
            break;
        }
        out.push((key, text.get(range.clone()).unwrap_or_default()));
        at = skip(bytes, range.end);
        if bytes.get(at) == Some(&b',') {
            at = skip(bytes, at + 1);
        }
    }
    out
}

fn skip(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// Where the value that begins at `at` stands.
fn value(bytes: &[u8], at: usize) -> Range<usize> {
    let mut end = at;
    let mut depth = 0_usize;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'"' => {
                end += 1;
                while let Some(&inner) = bytes.get(end) {
                    match inner {
                        b'"' => break,
                        b'\\' => end += 2,
                        _ => end += 1,
                    }
                }
                end += 1;
                if depth == 0 {
                    break;
                }
            }
            b'{' | b'[' => {
                depth += 1;
                end += 1;
            }
            b'}' | b']' => {
                if depth == 0 {
                    break;
                }
                depth -= 1;
                end += 1;
                if depth == 0 {
                    break;
                }
            }
            b',' | b':' if depth == 0 => break,
            _ if byte.is_ascii_whitespace() && depth == 0 => break,
            _ => end += 1,
        }
    }
    at..end.min(bytes.len())
}

/// An object of members as written.
pub(super) fn object<'a>(parts: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
    format!("{{{}}}", parts.join(","))
}

/// A list of elements as written.
pub(super) fn list<S: AsRef<str>>(parts: impl IntoIterator<Item = S>) -> String {
    let parts: Vec<S> = parts.into_iter().collect();
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    format!("[{}]", parts.join(","))
}

/// The object with some members replaced, added (`Some`) or left out (`None`); the others as they stand.
pub(super) fn changed(text: &str, changes: &[(&str, Option<String>)]) -> String {
    let old = members(text);
    let kept = old
        .iter()
        .filter_map(|(key, value)| match changes.iter().find(|(k, _)| k == key) {
            Some((_, None)) => None,
            Some((_, Some(new))) => Some((*key, new.clone())),
            None => Some((*key, (*value).to_owned())),
        });
    let added = changes
        .iter()
        .filter(|(k, _)| !old.iter().any(|(o, _)| o == k))
        .filter_map(|(k, v)| v.clone().map(|v| (*k, v)));
    object(kept.chain(added).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_taken_apart_and_put_together() {
        let text = r#" { "a" : [1, 2.50 ,"x,]\"}"], "b":{"c":null} , "d" : -1e+05 } "#;
        let all = members(text);
        let keys: Vec<&str> = all.iter().map(|(k, _)| *k).collect();
        assert_eq!(keys, ["a", "b", "d"]);
        assert_eq!(member(&all, "d"), Some("-1e+05"));
        assert_eq!(elements(all[0].1), ["1", "2.50", r#""x,]\"}""#]);
        assert_eq!(
            changed(
                text,
                &[
                    ("b", None),
                    ("d", Some("7".to_owned())),
                    ("e", Some("[]".to_owned()))
                ]
            ),
            r#"{"a":[1, 2.50 ,"x,]\"}"],"d":7,"e":[]}"#
        );
        for broken in ["", "{", "[1", "{\"a", "{\"a\":", "nonsense", "[\"\\"] {
            let _ = (members(broken), elements(broken));
        }
        assert!(elements("[]").is_empty() && members("{}").is_empty());
    }
}
