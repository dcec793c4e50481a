//! Against streams of the reference encoder, and against damage.

use super::*;
use crate::import::ImportError;

struct Vector {
    name: &'static str,
    mode: Mode,
    filter: Filter,
    count: usize,
    stride: usize,
    bytes: Vec<u8>,
    expected: Vec<u8>,
}

impl Vector {
    fn stream(&self) -> Stream<'_> {
        Stream {
            bytes: &self.bytes,
            mode: self.mode,
            filter: self.filter,
            count: self.count,
            stride: self.stride,
        }
    }
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|k| u8::from_str_radix(&text[2 * k..2 * k + 2], 16).unwrap())
        .collect()
}

fn vectors() -> Vec<Vector> {
    let lines = include_str!("../../../../tests/data/meshopt.txt").lines();
    let vector = |line: &'static str| {
        let [name, mode, filter, stride, count, bytes, expected] =
            line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        Vector {
            name,
            mode: serde_json::from_value(mode.into()).unwrap(),
            filter: serde_json::from_value(filter.into()).unwrap(),
            count: count.parse().unwrap(),
            stride: stride.parse().unwrap(),
            bytes: hex(bytes),
            expected: hex(expected),
        }
    };
    lines.filter(|l| !l.starts_with('#')).map(vector).collect()
}

fn attempt(stream: &Stream<'_>) -> Result<Vec<u8>> {
    decode(stream, &Budget::new(1 << 20), "/bufferViews/0", &Work::alone())
}

fn reason(result: Result<Vec<u8>>) -> String {
    match result {
        Err(ImportError::Refused(issue)) => match issue.args.as_slice() {
            [("reason", reason)] => reason.to_string(),
            _ => issue.code.to_owned(),
        },
        other => panic!("must be refused: {other:?}"),
    }
}

#[test]
fn every_stream_of_the_reference_encoder_is_decoded_as_its_decoder_does() {
    let vectors = vectors();
    assert!(vectors.len() > 40, "{}", vectors.len());
    for vector in vectors {
        let out = attempt(&vector.stream()).unwrap_or_else(|e| panic!("{}: {e}", vector.name));
        assert_eq!(out.len(), vector.expected.len(), "{}", vector.name);
        // The specification allows a filter the last bit of its numbers; the exponential one is exact.
        let rounded = !matches!(vector.filter, Filter::None | Filter::Exponential);
        let numbers = |bytes: &[u8]| -> Vec<i32> {
            if vector.stride == 8 && rounded {
                bytes
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&two| i32::from(i16::from_le_bytes(two)))
                    .collect()
            } else {
                bytes.iter().map(|&byte| i32::from(byte.cast_signed())).collect()
            }
        };
        for (k, (a, b)) in numbers(&out)
            .into_iter()
            .zip(numbers(&vector.expected))
            .enumerate()
        {
            assert!(
                (a - b).abs() <= i32::from(rounded),
                "{} at {k}: {a} for {b}",
                vector.name
            );
        }
    }
}

#[test]
fn a_stream_that_is_cut_or_has_more_is_refused() {
    for vector in vectors() {
        for end in 0..vector.bytes.len() {
            let cut = Stream {
                bytes: &vector.bytes[..end],
                ..vector.stream()
            };
            attempt(&cut).expect_err(vector.name);
        }
        let more = [&vector.bytes[..1], &[0], &vector.bytes[1..]].concat();
        let longer = Stream {
            bytes: &more,
            ..vector.stream()
        };
        // Some zero in front may be read as a code; nothing may be left in the end.
        if let Ok(out) = attempt(&longer) {
            assert_eq!(out.len(), vector.expected.len());
        }
    }
}

#[test]
fn no_changed_byte_panics() {
    for vector in vectors() {
        for at in 0..vector.bytes.len() {
            for value in [0, 0x7F, 0xFF, vector.bytes[at] ^ 1, vector.bytes[at] ^ 0x80] {
                let mut bytes = vector.bytes.clone();
                bytes[at] = value;
                let changed = Stream {
                    bytes: &bytes,
                    ..vector.stream()
                };
                if let Ok(out) = attempt(&changed) {
                    assert_eq!(out.len(), vector.expected.len(), "{}", vector.name);
                }
            }
        }
    }
}

#[test]
fn a_count_that_the_memory_does_not_hold_is_refused_before_it_is_asked_for() {
    for count in [1 << 20, usize::MAX / 4, usize::MAX / 12 * 3] {
        let bomb = Stream {
            bytes: &[0xE1; 61],
            mode: Mode::Triangles,
            filter: Filter::None,
            count: count / 3 * 3,
            stride: 4,
        };
        assert_eq!(reason(attempt(&bomb)), "memory-limit", "{count}");
    }
}

#[test]
fn the_rules_of_the_properties_hold() {
    let refused = |mode, filter, count, stride| {
        let stream = Stream {
            bytes: &[0xA0],
            mode,
            filter,
            count,
            stride,
        };
        assert_eq!(reason(attempt(&stream)), "layout", "{stream:?}");
    };
    for stride in [0, 2, 6, 260] {
        refused(Mode::Attributes, Filter::None, 1, stride);
    }
    refused(Mode::Attributes, Filter::Octahedral, 1, 12);
    refused(Mode::Attributes, Filter::Quaternion, 1, 4);
    refused(Mode::Attributes, Filter::Color, 1, 16);
    refused(Mode::Triangles, Filter::None, 4, 2);
    refused(Mode::Triangles, Filter::None, 3, 1);
    refused(Mode::Indices, Filter::Exponential, 3, 4);
}

#[test]
fn what_was_never_written_cannot_be_looked_back_at() {
    let table = [0; 16];
    let triangle = |code: &[u8]| {
        let bytes = [&[0xE1], code, &table].concat();
        let stream = Stream {
            bytes: &bytes,
            mode: Mode::Triangles,
            filter: Filter::None,
            count: 3,
            stride: 2,
        };
        attempt(&stream)
    };
    // An edge, and vertices by way of an entry that is spelled out.
    assert_eq!(reason(triangle(&[0x00])), "back");
    assert_eq!(reason(triangle(&[0xFE, 0x10])), "back");
    assert_eq!(triangle(&[0xFE, 0x00]).unwrap(), [0, 0, 1, 0, 2, 0]);
    assert_eq!(
        reason(triangle(&[0xFF, 0x00, 0x80, 0x80, 0x80, 0x80, 0x80])),
        "code"
    );
}

#[test]
fn old_triangle_streams_have_no_neighbour_codes() {
    // Three fresh corners, then the edge between the last two with the vertex that was pushed before all others.
    let mut bytes = vec![0xE0, 0xF0, 0xF0, 0xF0, 0xF0, 0xF0, 0x0D];
    bytes.extend([0; 16]);
    let last = |bytes: &[u8]| {
        let stream = Stream {
            bytes,
            mode: Mode::Triangles,
            filter: Filter::None,
            count: 18,
            stride: 2,
        };
        let out = attempt(&stream).unwrap();
        u16::from_le_bytes([out[34], out[35]])
    };
    assert_eq!(last(&bytes), 1);
    bytes[0] = 0xE1;
    assert_eq!(last(&bytes), u16::MAX);
}

#[test]
fn it_stops_when_asked_to() {
    let vector = vectors().remove(0);
    let work = Work::alone();
    work.cancel.cancel();
    let stopped = decode(&vector.stream(), &Budget::new(1 << 20), "", &work);
    assert_eq!(stopped, Err(ImportError::Cancelled));
}
