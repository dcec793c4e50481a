//! Pictures of every format: PNG, JPEG, WebP, KTX2.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rigscope::import::decode::{Budget, picture};
use rigscope_fuzz::check::BUDGET_BYTES;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(picture) = picture::decode(bytes, &Budget::new(BUDGET_BYTES), "/images/0") {
        assert!(picture.width > 0 && picture.height > 0);
    }
});
