//! The file of the other engine, as it stands there: typed, bounded by its own bytes, nothing believed yet.

use std::cell::Cell;
use std::collections::BTreeMap;

use serde::de::{Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::pointer::pointer_at;
use crate::model::Issue;

/// Numbers beyond this are refused: no 32-bit pipeline holds their squares.
const LARGEST: f64 = 1e18;

/// More poses in one file than this are refused.
pub const MOST_POSES: usize = 4096;

/// A clip by number, by name, or by both as dumps have it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(super) enum ClipSpec {
    Index(u32),
    Name(String),
    Both {
        #[serde(default)]
        index: Option<u32>,
        #[serde(default)]
        name: Option<String>,
    },
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct BlendSpec {
    pub(super) clip: ClipSpec,
    #[serde(default)]
    pub(super) time: f64,
    pub(super) weight: f64,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct LocalSpec {
    #[serde(default)]
    pub(super) translation: Option<Vec<f64>>,
    #[serde(default)]
    pub(super) rotation: Option<Vec<f64>>,
    #[serde(default)]
    pub(super) scale: Option<Vec<f64>>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct InstanceSpec {
    pub(super) node: u32,
    #[serde(default)]
    pub(super) primitive: u32,
    #[serde(default)]
    pub(super) indices: Option<Vec<u32>>,
    pub(super) positions: Vec<f64>,
}

/// One pose of the file. What is not in it is not compared.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TheirDump {
    pub(super) format: String,
    #[serde(default, deserialize_with = "said")]
    #[expect(
        clippy::option_option,
        reason = "not said, said to be rest, said to be a clip"
    )]
    pub(super) clip: Option<Option<ClipSpec>>,
    #[serde(default)]
    pub(super) time: Option<f64>,
    #[serde(default)]
    pub(super) skinning: Option<String>,
    #[serde(default)]
    pub(super) skinning_blend: Option<f64>,
    #[serde(default)]
    pub(super) skinning_mask: Option<Vec<u32>>,
    #[serde(default)]
    pub(super) influences: Option<u32>,
    #[serde(default)]
    pub(super) blend: Option<BlendSpec>,
    #[serde(default)]
    pub(super) locals: Option<BTreeMap<u32, LocalSpec>>,
    #[serde(default)]
    pub(super) nodes: Option<BTreeMap<u32, Vec<f64>>>,
    #[serde(default)]
    pub(super) palettes: Option<BTreeMap<u32, Vec<Vec<f64>>>>,
    #[serde(default)]
    pub(super) instances: Option<Vec<InstanceSpec>>,
}

/// Tells `null` (the rest pose) from a field that is not there.
#[expect(
    clippy::option_option,
    reason = "not said, said to be rest, said to be a clip"
)]
fn said<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<ClipSpec>>, D::Error> {
    Option::<ClipSpec>::deserialize(deserializer).map(Some)
}

impl TheirDump {
    /// Whether it says which clip it is of; a request of the command line stands in where it does not.
    pub fn names_clip(&self) -> bool {
        self.clip.is_some()
    }

    fn check(&self) -> Result<(), Issue> {
        if self.format != super::super::PoseDump::FORMAT {
            return Err(Issue::error("verify-format", "/format")
                .with("found", self.format.as_str())
                .with("expected", super::super::PoseDump::FORMAT));
        }
        let wide = |pointer: String, numbers: &[f64]| match numbers.iter().position(|n| n.abs() > LARGEST) {
            Some(at) => Err(Issue::error("verify-number", format!("{pointer}/{at}")).with("most", LARGEST)),
            None => Ok(()),
        };
        for (node, local) in self.locals.iter().flatten() {
            let parts = [
                ("translation", &local.translation),
                ("rotation", &local.rotation),
                ("scale", &local.scale),
            ];
            for (name, numbers) in parts {
                wide(
                    format!("/locals/{node}/{name}"),
                    numbers.as_deref().unwrap_or_default(),
                )?;
            }
        }
        for (node, numbers) in self.nodes.iter().flatten() {
            wide(format!("/nodes/{node}"), numbers)?;
        }
        for (skin, matrices) in self.palettes.iter().flatten() {
            for (slot, numbers) in matrices.iter().enumerate() {
                wide(format!("/palettes/{skin}/{slot}"), numbers)?;
            }
        }
        for (index, instance) in self.instances.iter().flatten().enumerate() {
            wide(format!("/instances/{index}/positions"), &instance.positions)?;
        }
        Ok(())
    }
}

/// Reads one pose, or a list of them. Issues point into this text.
pub fn read(text: &[u8]) -> Result<Vec<TheirDump>, Issue> {
    if text.starts_with(&[0xff, 0xfe]) || text.starts_with(&[0xfe, 0xff]) {
        return Err(Issue::error("verify-utf16", ""));
    }
    // Some tools put a byte order mark before their text.
    let text = text.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(text);
    let is_list = text.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'[');
    let too_many = Cell::new(false);
    let parsed: Result<Vec<TheirDump>, _> = if is_list {
        list(text, &too_many)
    } else {
        serde_json::from_slice(text).map(|one| vec![one])
    };
    if too_many.get() {
        return Err(Issue::error("verify-too-many", "").with("most", MOST_POSES));
    }
    let dumps = parsed.map_err(|e| {
        // "… at line 1 column 30": the pointer says it better.
        let reason = e.to_string();
        let reason = plain(reason.split(" at line ").next().unwrap_or_default());
        Issue::error("verify-unreadable", pointer_at(text, e.line(), e.column()))
            .with("reason", reason)
            .with("line", e.line())
            .with("column", e.column())
    })?;
    if dumps.is_empty() {
        return Err(Issue::error("verify-nothing", ""));
    }
    for (index, dump) in dumps.iter().enumerate() {
        dump.check().map_err(|i| within(i, is_list.then_some(index)))?;
    }
    Ok(dumps)
}

/// The parser's reason in JSON's words: it speaks of the program's own types.
fn plain(reason: &str) -> String {
    let words = [
        (
            "data did not match any variant of untagged enum ClipSpec",
            "a clip is its number, its name, or an object of both",
        ),
        ("expected struct TheirDump", "expected an object"),
        ("expected struct LocalSpec", "expected an object"),
        ("expected struct InstanceSpec", "expected an object"),
        ("expected struct BlendSpec", "expected an object"),
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number"),
        ("invalid type: floating point", "a fraction,"),
        ("invalid type: integer", "the number"),
        ("invalid type: string", "the text"),
        ("invalid type: boolean", "the value"),
        ("invalid type: map", "an object"),
        ("invalid type: sequence", "a list"),
        ("invalid type: null", "null"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
    ];
    words.iter().fold(reason.to_owned(), |text, (theirs, ours)| {
        text.replace(theirs, ours)
    })
}

fn list(text: &[u8], too_many: &Cell<bool>) -> Result<Vec<TheirDump>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let dumps = deserializer.deserialize_seq(Poses { too_many })?;
    deserializer.end()?;
    Ok(dumps)
}

/// A list that stops at [`MOST_POSES`], before more are held in memory.
struct Poses<'a> {
    too_many: &'a Cell<bool>,
}

impl<'de> Visitor<'de> for Poses<'_> {
    type Value = Vec<TheirDump>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list of poses")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut dumps = Vec::new();
        while dumps.len() < MOST_POSES {
            match list.next_element()? {
                Some(dump) => dumps.push(dump),
                None => return Ok(dumps),
            }
        }
        if list.next_element::<IgnoredAny>()?.is_some() {
            self.too_many.set(true);
            return Err(A::Error::custom("too many poses"));
        }
        Ok(dumps)
    }
}

/// The issue with the place of its pose in front of its pointer, where the file holds a list.
pub(super) fn within(mut issue: Issue, pose: Option<usize>) -> Issue {
    if let Some(pose) = pose {
        issue.pointer = format!("/{pose}{}", issue.pointer);
    }
    issue
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(text: &str) -> (&'static str, String) {
        let issue = read(text.as_bytes()).unwrap_err();
        (issue.code, issue.pointer)
    }

    #[test]
    fn one_pose_or_a_list_of_any_parts() {
        let one = read(br#"{"format":"posedump-1"}"#).unwrap();
        assert!(one.len() == 1 && !one[0].names_clip() && one[0].nodes.is_none());
        let text: &[u8] = br#" [{"format":"posedump-1","clip":null,"nodes":{"3":[1]},"more":{"x":[]}},
            {"format":"posedump-1","clip":"Walk","instances":[{"node":1,"positions":[]}]}]"#;
        let two = read(text).unwrap();
        let marked = [b"\xef\xbb\xbf".as_slice(), text].concat();
        assert_eq!(read(&marked).unwrap(), two, "a byte order mark is no text");
        let wide: Vec<u8> = text.iter().flat_map(|b| [*b, 0]).collect();
        let wide = read(&[b"\xff\xfe".as_slice(), &wide].concat()).unwrap_err();
        assert_eq!(wide.code, "verify-utf16");
        assert!(two.len() == 2 && two[0].clip == Some(None));
        assert_eq!(two[1].clip, Some(Some(ClipSpec::Name("Walk".to_owned()))));
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_place() {
        assert_eq!(fails("[]").0, "verify-nothing");
        assert_eq!(fails("").0, "verify-unreadable");
        assert_eq!(fails("{}").0, "verify-unreadable");
        assert_eq!(fails(r#"{"format":"glTF"}"#), ("verify-format", "/format".into()));
        let in_nodes = r#"{"format":"posedump-1","nodes":{"3":[1,"x"]}}"#;
        assert_eq!(fails(in_nodes), ("verify-unreadable", "/nodes/3/1".into()));
        let nan = r#"[{"format":"posedump-1","nodes":{"3":[NaN]}}]"#;
        assert_eq!(fails(nan).0, "verify-unreadable");
        let wide = r#"[{"format":"posedump-1","palettes":{"0":[[1,1e300]]}}]"#;
        assert_eq!(fails(wide), ("verify-number", "/0/palettes/0/0/1".into()));
        let reason = |text: &str| {
            let issue = read(text.as_bytes()).unwrap_err();
            let found = issue.args.iter().find(|(name, _)| *name == "reason").unwrap();
            found.1.to_string()
        };
        let number = r#"{"format":"posedump-1","nodes":{"3":[1,"x"]}}"#;
        assert_eq!(reason(number), r#"the text "x", expected a number"#);
        assert_eq!(reason("3"), "the number `3`, expected an object");
        let clip = r#"{"format":"posedump-1","clip":[]}"#;
        assert_eq!(
            reason(clip),
            "a clip is its number, its name, or an object of both"
        );
        let deep = format!(r#"{{"format":"posedump-1","x":{}"#, "[".repeat(100_000));
        assert_eq!(fails(&deep).0, "verify-unreadable");
        let many = vec![r#"{"format":"posedump-1"}"#; MOST_POSES].join(",");
        assert_eq!(read(format!("[{many}]").as_bytes()).unwrap().len(), MOST_POSES);
        // The rest is not even read.
        assert_eq!(fails(&format!("[{many},0,nonsense")).0, "verify-too-many");
        assert_eq!(fails(&format!("[{many}")).0, "verify-unreadable");
        assert_eq!(fails("[] []").0, "verify-unreadable");
    }
}
