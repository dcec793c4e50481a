//! Any bytes as a file: container, JSON, buffers, pictures.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use rigscope_fuzz::check;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match check::import(bytes.to_vec()) {
        Some(model) => check::sound(&model),
        None if bytes.len() < 12 => return Corpus::Reject,
        None => {}
    }
    Corpus::Keep
});
