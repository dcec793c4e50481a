//! Any document over one chunk of numbers: every index, count and name in it is the fuzzer's.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use rigscope_fuzz::{check, glb, mutate};

/// Bytes of the chunk: some floats, some small integers, by turns.
const CHUNK: usize = 4096;

fn chunk() -> Vec<u8> {
    let words = (0..CHUNK as u32 / 4).map(|k| match k / 64 % 2 {
        0 => ((k % 17) as f32 * 0.25 - 1.0).to_le_bytes(),
        _ => [k as u8 % 5, 0, k as u8 % 3, 0],
    });
    words.flatten().collect()
}

fuzz_target!(|text: &[u8]| {
    if let Some(model) = check::import(glb::join(text, &chunk())) {
        check::sound(&model);
        check::pose(&model);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::text_only(data, size, max_size, seed)
});
