//! KHR_draco_mesh_compression: any stream, declared to hold any number of vertices, triangles and attributes.
//!
//! Input: vertices and triangles (two bytes each), attributes (one byte), stream.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rigscope::import::decode::Budget;
use rigscope::import::decode::draco::{Declared, Number, Wanted, decode};
use rigscope::work::Work;
use rigscope_fuzz::check::BUDGET_BYTES;

fuzz_target!(|input: &[u8]| {
    let Some((&[v0, v1, t0, t1, attributes], bytes)) = input.split_first_chunk() else {
        return;
    };
    let kinds = [
        (3, Number::F32),
        (3, Number::F32),
        (2, Number::F32),
        (4, Number::U8),
        (4, Number::U16),
    ];
    let wanted: Vec<Wanted> = (0..u32::from(attributes % 6))
        .map(|id| {
            let (width, number) = kinds[id as usize];
            Wanted {
                id,
                width,
                number,
                normalized: attributes & 64 != 0,
            }
        })
        .collect();
    let declared = Declared {
        vertices: usize::from(u16::from_le_bytes([v0, v1])),
        triangles: usize::from(u16::from_le_bytes([t0, t1])),
        attributes: &wanted,
    };
    // 4 MiB are too few for as much as two bytes can declare: half of what is drawn is refused unread.
    let Ok(mesh) = decode(
        bytes,
        &declared,
        &Budget::new(4 * BUDGET_BYTES),
        "/meshes/0",
        &Work::alone(),
    ) else {
        return;
    };
    assert!(mesh.vertices <= declared.vertices && mesh.indices.len() <= 3 * declared.triangles);
    assert!(mesh.indices.iter().all(|&i| (i as usize) < mesh.vertices));
});
