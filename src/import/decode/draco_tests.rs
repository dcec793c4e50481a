//! Streams of the reference encoder, damage, and claims that nothing is behind.

use super::*;
use crate::import::ImportError;

const STREAMS: [(&[u8], usize, usize, u32); 5] = [
    (include_bytes!("../../../tests/data/draco/tri_eb.drc"), 3, 1, 1),
    (include_bytes!("../../../tests/data/draco/tri_seq.drc"), 3, 1, 1),
    (include_bytes!("../../../tests/data/draco/eb_s0_n3.drc"), 9, 8, 6),
    (include_bytes!("../../../tests/data/draco/eb_s7_n3.drc"), 9, 8, 6),
    (include_bytes!("../../../tests/data/draco/seq_s5_n3.drc"), 9, 8, 6),
];

/// Position, normal, UV, colour, joints, weights, in the order in which the script adds them.
const WANTED: [Wanted; 6] = {
    const fn of(id: u32, width: usize, number: Number) -> Wanted {
        Wanted {
            id,
            width,
            number,
            normalized: false,
        }
    }
    [
        of(0, 3, Number::F32),
        of(1, 3, Number::F32),
        of(2, 2, Number::F32),
        of(3, 4, Number::U8),
        of(4, 4, Number::U16),
        of(5, 4, Number::F32),
    ]
};

fn attempt(
    bytes: &[u8],
    vertices: usize,
    triangles: usize,
    attributes: &[Wanted],
    limit: u64,
) -> Result<Decoded> {
    let declared = Declared {
        vertices,
        triangles,
        attributes,
    };
    decode(bytes, &declared, &Budget::new(limit), "/p", &Work::alone())
}

fn code(result: Result<Decoded>) -> &'static str {
    match result {
        Err(ImportError::Refused(issue)) => issue.code,
        other => panic!("must be refused: {other:?}"),
    }
}

#[test]
fn streams_of_the_reference_encoder_are_decoded() {
    for (bytes, vertices, triangles, attributes) in STREAMS {
        let wanted = &WANTED[..attributes as usize];
        let made = attempt(bytes, vertices, triangles, wanted, 1 << 20).unwrap();
        assert_eq!((made.vertices, made.indices.len()), (vertices, 3 * triangles));
        for (values, wanted) in made.attributes.iter().zip(wanted) {
            let size = match wanted.number {
                Number::U8 => 1,
                Number::U16 => 2,
                _ => 4,
            };
            assert_eq!(values.len(), vertices * wanted.width * size);
        }
        let positions = made.attributes[0]
            .as_chunks::<4>()
            .0
            .iter()
            .map(|four| f32::from_le_bytes(*four));
        let largest = positions.clone().fold(f32::MIN, f32::max);
        assert!(
            (largest - 1.0).abs() < 1e-3 && positions.fold(f32::MAX, f32::min) > -0.3,
            "{largest}"
        );
        if let Some(joints) = made.attributes.get(4) {
            let joints = joints
                .as_chunks::<2>()
                .0
                .iter()
                .map(|two| u16::from_le_bytes(*two));
            assert_eq!(joints.max(), Some(2));
        }
    }
}

#[test]
fn numbers_become_those_of_the_accessor() {
    let (bytes, vertices, triangles, _) = STREAMS[2];
    let as_u8 = Wanted {
        number: Number::U8,
        ..WANTED[4]
    };
    let joints = attempt(bytes, vertices, triangles, &[as_u8], 1 << 20)
        .unwrap()
        .attributes
        .remove(0);
    assert_eq!((joints.len(), joints.iter().max()), (36, Some(&2)));
    let as_share = Wanted {
        number: Number::U16,
        normalized: true,
        ..WANTED[5]
    };
    let weights = attempt(bytes, vertices, triangles, &[as_share], 1 << 20)
        .unwrap()
        .attributes
        .remove(0);
    let largest = weights
        .as_chunks::<2>()
        .0
        .iter()
        .map(|two| u16::from_le_bytes(*two))
        .max();
    assert!(largest > Some(65_000), "{largest:?}");
}

#[test]
fn more_than_declared_is_not_decoded() {
    for (bytes, vertices, triangles, _) in STREAMS {
        let few = attempt(bytes, vertices, triangles - 1, &WANTED[..1], 1 << 20);
        assert_eq!(code(few), "draco-larger-than-declared");
    }
    let missing = Wanted { id: 77, ..WANTED[0] };
    assert_eq!(
        code(attempt(STREAMS[0].0, 3, 1, &[missing], 1 << 20)),
        "draco-attribute-missing"
    );
    let cloud = include_bytes!("../../../tests/data/draco/cloud.drc");
    assert_eq!(
        code(attempt(cloud, 64, 64, &WANTED[..1], 1 << 20)),
        "draco-broken"
    );
}

#[test]
fn a_header_of_61_bytes_that_claims_billions_of_faces_asks_for_nothing() {
    for method in [0, 1] {
        let mut bomb = b"DRACO\x02\x02\x01".to_vec();
        bomb.extend([method, 0, 0]);
        // Counts of five bytes, all bits set, wherever one may stand.
        while bomb.len() < 61 {
            bomb.extend([0xFF, 0xFF, 0xFF, 0xFF, 0x0F]);
        }
        bomb.truncate(61);
        // Honest accessors, and accessors that lie with it.
        code(attempt(&bomb, 100, 100, &WANTED[..1], 1 << 20));
        assert_eq!(
            code(attempt(
                &bomb,
                4_000_000_000,
                4_000_000_000,
                &WANTED[..1],
                1 << 30
            )),
            "memory-limit"
        );
    }
}

#[test]
fn no_cut_and_no_changed_byte_panics() {
    for (bytes, vertices, triangles, attributes) in STREAMS {
        let attempt = |bytes: &[u8]| {
            if let Ok(made) = attempt(
                bytes,
                vertices,
                triangles,
                &WANTED[..attributes as usize],
                1 << 20,
            ) {
                assert!(made.indices.iter().all(|&i| (i as usize) < made.vertices));
            }
        };
        for at in 0..bytes.len() {
            attempt(&bytes[..at]);
            for value in [0, 0xFF, bytes[at] ^ 1, bytes[at] ^ 0x80] {
                let mut changed = bytes.to_vec();
                changed[at] = value;
                attempt(&changed);
            }
        }
    }
}
