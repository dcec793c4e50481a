use gltf::json;

use proptest::prelude::*;
use serde_json::json;

use super::super::buffers;
use super::super::report::Report;
use super::*;
use crate::work::Work;

/// One accessor as the specification describes it, and where each number of it lies.
#[derive(Debug, Clone)]
struct Case {
    component: u32,
    normalized: bool,
    count: usize,
    offset: usize,
    gap: usize,
    bytes: Vec<u8>,
    sparse: Vec<usize>,
    with_view: bool,
}

fn size(component: u32) -> usize {
    match component {
        5120 | 5121 => 1,
        5122 | 5123 => 2,
        _ => 4,
    }
}

/// The specification's formulas, in double precision.
fn decode(component: u32, normalized: bool, bytes: &[u8]) -> f64 {
    let word = |n: usize| -> [u8; 4] { std::array::from_fn(|k| if k < n { bytes[k] } else { 0 }) };
    let unsigned = f64::from(u32::from_le_bytes(word(size(component))));
    match (component, normalized) {
        (5126, _) => f64::from(f32::from_le_bytes(word(4))),
        (5121, true) => unsigned / 255.0,
        (5123, true) => unsigned / 65535.0,
        (5125, true) => unsigned / 4_294_967_295.0,
        (5121 | 5123 | 5125, false) => unsigned,
        (5120, n) => {
            let v = if unsigned > 127.0 {
                unsigned - 256.0
            } else {
                unsigned
            };
            if n { (v / 127.0).max(-1.0) } else { v }
        }
        (_, n) => {
            let v = if unsigned > 32767.0 {
                unsigned - 65536.0
            } else {
                unsigned
            };
            if n { (v / 32767.0).max(-1.0) } else { v }
        }
    }
}

fn case() -> impl Strategy<Value = Case> {
    let shape = (
        prop::sample::select(vec![5120_u32, 5121, 5122, 5123, 5125, 5126]),
        any::<bool>(),
        1_usize..9,
        0_usize..13,
        0_usize..7,
        any::<bool>(),
    );
    shape.prop_flat_map(|(component, normalized, count, offset, gap, with_view)| {
        let bytes = prop::collection::vec(any::<u8>(), 400..=400);
        let sparse = prop::collection::btree_set(0..count, 0..count);
        (bytes, sparse).prop_map(move |(bytes, sparse)| Case {
            component,
            normalized,
            count,
            offset,
            gap,
            bytes,
            sparse: sparse.into_iter().collect(),
            with_view,
        })
    })
}

fn read(case: &Case) -> Result<Vec<[f32; 3]>, Issue> {
    let element = 3 * size(case.component);
    let stride = element + case.gap;
    // The last view holds the sparse indices; values and elements share the random bytes.
    let mut all = case.bytes.clone();
    all.extend(case.sparse.iter().map(|&i| i as u8));
    let mut accessor = json!({
        "componentType": case.component, "normalized": case.normalized, "count": case.count, "type": "VEC3",
    });
    if case.with_view {
        accessor["bufferView"] = 0.into();
        accessor["byteOffset"] = case.offset.into();
    }
    if !case.sparse.is_empty() {
        accessor["sparse"] = json!({
            "count": case.sparse.len(),
            "indices": { "bufferView": 2, "componentType": 5121 }, "values": { "bufferView": 1 }
        });
    }
    let root: json::Root = serde_json::from_value(json!({
        "asset": { "version": "2.0" },
        "accessors": [accessor],
        "buffers": [{ "byteLength": all.len() }],
        "bufferViews": [
            { "buffer": 0, "byteLength": 300, "byteStride": stride },
            { "buffer": 0, "byteOffset": 200, "byteLength": 200 },
            { "buffer": 0, "byteOffset": case.bytes.len(), "byteLength": case.sparse.len() },
        ],
    }))
    .unwrap();
    let budget = Budget::new(1 << 20);
    let file = bytes::Bytes::from(all.clone());
    let (alone, mut report) = (Work::alone(), Report::default());
    let store = buffers::load(
        &root,
        &file,
        Some(&(0..all.len())),
        None,
        &budget,
        &alone,
        &mut report,
    )
    .unwrap();
    Accessors::new(&root, &store, &budget).floats(0, Integers::AsFlagged, |v| v)
}

proptest! {
    #[test]
    fn floats_follow_the_specification(case in case()) {
        let (one, stride) = (size(case.component), 3 * size(case.component) + case.gap);
        let got = read(&case).unwrap();
        prop_assert_eq!(got.len(), case.count);
        for (i, element) in got.iter().enumerate() {
            for (k, &value) in element.iter().enumerate() {
                let start = match case.sparse.iter().position(|&s| s == i) {
                    Some(place) => Some(200 + (3 * place + k) * one),
                    None => case.with_view.then_some(case.offset + i * stride + k * one),
                };
                let right = start.map_or(0.0, |s| decode(case.component, case.normalized, &case.bytes[s..s + one]));
                let same = f64::from(value) == right || (f64::from(value) - right).abs() <= right.abs() * 1e-7;
                prop_assert!(same || (value.is_nan() && right.is_nan()), "{value} {right}");
            }
        }
    }

    #[test]
    fn no_count_or_offset_reads_past_its_view(
        count in any::<u64>(), offset in any::<u64>(), stride in any::<usize>(), length in 0_u64..64, start in 0_u64..64,
    ) {
        let root: json::Root = serde_json::from_value(json!({
            "asset": { "version": "2.0" },
            "accessors": [{
                "bufferView": 0, "byteOffset": offset, "componentType": 5123, "count": count, "type": "VEC2"
            }],
            "buffers": [{ "byteLength": 64 }],
            "bufferViews": [{ "buffer": 0, "byteOffset": start, "byteLength": length.min(64 - start), "byteStride": stride }],
        })).unwrap();
        let bytes = [1_u8; 64];
        let budget = Budget::new(1 << 20);
        let (file, alone) = (bytes::Bytes::from(bytes.to_vec()), Work::alone());
        let store = buffers::load(&root, &file, Some(&(0..64)), None, &budget, &alone, &mut Report::default()).unwrap();
        let accessors = Accessors::new(&root, &store, &budget);
        // Both ways: huge as drawn, and folded into the range where some fit.
        if let Ok(values) = accessors.uints(0, |v: [u32; 2]| v) {
            prop_assert!(values.len() as u64 == count && values.iter().all(|v| *v == [257, 257]));
        }
    }

    #[test]
    fn part_fits_exactly_or_not_at_all(
        length in 0_usize..64, offset in 0_u64..70, count in 0_usize..20, element in 1_usize..9, gap in 0_usize..9,
    ) {
        let bytes = vec![0; length];
        let stride = element + gap;
        let end = offset as usize + if count == 0 { 0 } else { (count - 1) * stride + element };
        let got = part(&bytes, offset, count, stride, element);
        prop_assert_eq!(got.map(<[u8]>::len), (end <= length).then(|| end - offset as usize));
    }
}
