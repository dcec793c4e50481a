//! A whole file, mutated so that it stays one: import, every clip at five times by both methods, the doctor.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use rigscope_fuzz::{check, mutate};

fuzz_target!(|bytes: &[u8]| {
    if let Some(model) = check::import(bytes.to_vec()) {
        check::sound(&model);
        check::pose(&model);
        check::examine(&model);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::file(data, size, max_size, seed)
});
