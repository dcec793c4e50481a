//! EXT_meshopt_compression: any stream, with any count, stride, mode and filter declared for it.
//!
//! Input: mode, filter, stride (two bytes), count (four bytes), stream.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rigscope::import::decode::Budget;
use rigscope::import::decode::meshopt::{Filter, Mode, Stream, decode};
use rigscope::work::Work;
use rigscope_fuzz::check::BUDGET_BYTES;

fuzz_target!(|input: &[u8]| {
    let Some((&[mode, filter, s0, s1, c0, c1, c2, c3], bytes)) = input.split_first_chunk() else {
        return;
    };
    let stream = Stream {
        bytes,
        mode: [Mode::Attributes, Mode::Triangles, Mode::Indices][usize::from(mode % 3)],
        filter: [
            Filter::None,
            Filter::Octahedral,
            Filter::Quaternion,
            Filter::Exponential,
            Filter::Color,
        ][usize::from(filter % 5)],
        count: u32::from_le_bytes([c0, c1, c2, c3]) as usize,
        stride: usize::from(u16::from_le_bytes([s0, s1])),
    };
    if let Ok(out) = decode(
        &stream,
        &Budget::new(BUDGET_BYTES),
        "/bufferViews/0",
        &Work::alone(),
    ) {
        assert_eq!(out.len(), stream.count * stream.stride);
    }
});
