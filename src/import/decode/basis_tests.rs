//! Files of the reference encoder, damage, and sizes that nothing is behind.

#![allow(clippy::unwrap_used, reason = "a test may")]

use super::*;
use crate::model::BasisTarget;

const FILES: [&[u8]; 3] = [
    include_bytes!("../../../tests/data/ktx2/etc1s_16_1_1.ktx2"),
    include_bytes!("../../../tests/data/ktx2/uastc_16_0_1.ktx2"),
    include_bytes!("../../../tests/data/ktx2/zstd_16_0_1.ktx2"),
];
const TARGETS: [BasisTarget; 4] = [
    BasisTarget::Rgba8,
    BasisTarget::Bc7,
    BasisTarget::Etc2Rgba8,
    BasisTarget::Astc4x4,
];

fn code(bytes: &[u8], limit: u64) -> &'static str {
    decode(bytes, &Budget::new(limit), "/images/0").unwrap_err().code
}

fn with(file: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut out = file.to_vec();
    out[at..at + bytes.len()].copy_from_slice(bytes);
    out
}

#[test]
fn files_of_the_reference_encoder_become_what_a_device_reads() {
    for file in FILES {
        let basis = decode(file, &Budget::new(1 << 20), "").unwrap();
        assert_eq!((basis.width(), basis.height(), basis.level_count()), (16, 16, 5));
        for target in TARGETS {
            let levels = basis.transcode(0, target, || true).unwrap();
            assert_eq!(levels.len(), 5);
            for (level, bytes) in levels.iter().enumerate() {
                assert_eq!(bytes.len(), basis.level_bytes(level as u32, target));
            }
            assert!(basis.transcode(0, target, || false).is_none(), "stopped");
        }
        // Red grows to the right, green downwards.
        let rgba = basis.transcode(0, BasisTarget::Rgba8, || true).unwrap().remove(0);
        let at = |x: usize, y: usize, c: usize| i32::from(rgba[4 * (16 * y + x) + c]);
        for k in [2, 8, 14] {
            let right = 255 * i32::try_from(k).unwrap() / 16;
            assert!((at(k, 5, 0) - right).abs() < 40, "{} for {right}", at(k, 5, 0));
            assert!((at(5, k, 1) - right).abs() < 40, "{} for {right}", at(5, k, 1));
        }
    }
}

#[test]
fn sizes_and_levels_that_nothing_is_behind_are_refused() {
    for file in FILES {
        let huge = 0x4000_0000_u32.to_le_bytes();
        assert_eq!(
            code(&with(file, 20, &[huge, huge].concat()), 1 << 30),
            "image-too-large"
        );
        assert_eq!(code(&with(file, 20, &[0xFF; 8]), 1 << 40), "image-too-large");
        let larger = [64_u32.to_le_bytes(), 64_u32.to_le_bytes()].concat();
        if file.as_ptr() != FILES[0].as_ptr() {
            assert_eq!(code(&with(file, 20, &larger), 1 << 30), "image-broken");
            // A level of Zstandard that claims to unpack to four gigabytes.
            assert_eq!(code(&with(file, 80 + 16, &[0xFF; 4]), 1 << 40), "image-broken");
        }
        assert_eq!(code(&with(file, 40, &[6]), 1 << 30), "image-broken");
        assert_eq!(code(&with(file, 80, &[0xFF; 8]), 1 << 30), "image-broken");
        assert_eq!(code(file, 100), "image-too-large");
    }
}

#[test]
fn a_plain_ktx2_is_refused_by_its_codec() {
    for (at, value) in [(12, 37), (32, 2), (36, 6), (28, 1), (44, 3)] {
        assert_eq!(
            code(&with(FILES[1], at, &[value]), 1 << 30),
            "image-ktx2-unsupported",
            "{at}"
        );
    }
}

#[test]
fn no_cut_and_no_changed_byte_panics() {
    for file in FILES {
        let attempt = |bytes: &[u8]| {
            let budget = Budget::new(1 << 20);
            if let Ok(basis) = decode(bytes, &budget, "") {
                assert!(basis.width() <= 512 && basis.height() <= 512);
                for target in TARGETS {
                    basis.transcode(0, target, || true);
                }
            }
        };
        for at in 0..file.len() {
            attempt(&file[..at]);
            for value in [0, 0xFF, file[at] ^ 1, file[at] ^ 0x80] {
                attempt(&with(file, at, &[value]));
            }
        }
    }
}
