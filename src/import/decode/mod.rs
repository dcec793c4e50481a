//! The decoders of compressed data: bytes and declared sizes in, plain data out, every allocation asked for first.
//!
//! Each is one function, so that a fuzz target can call it; that is why they are public, and they are no part of the
//! library's promise. They know nothing of the document: who calls them has looked up the bytes.

pub mod basis;
pub mod draco;
pub mod meshopt;
pub mod picture;
mod raster;
pub mod webp;

pub use super::budget::Budget;
use crate::model::Issue;

/// A picture that cannot be decoded.
fn picture_broken(format: &str, reason: &str, pointer: &str) -> Issue {
    Issue::warning("image-broken", pointer)
        .with("format", format)
        .with("reason", reason)
}

/// A picture that there is no room for.
fn picture_too_large(width: u32, height: u32, budget: &Budget, pointer: &str) -> Issue {
    Issue::warning("image-too-large", pointer)
        .with("width", width)
        .with("height", height)
        .with("limit-mib", (budget.left() >> 20) as f64)
}
